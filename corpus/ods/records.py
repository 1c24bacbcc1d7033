"""The records that `mlir-tblgen-22` makes of the ODS files of `inputs.toml`, as text."""

import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))


def unquote(text):
    if text.startswith("[{"):
        return text[2:-2]
    if text.startswith('"'):
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text[1:-1])
    return text


def read_records(text):
    """Records by name: their classes and their fields as text."""
    lines = iter(text[text.index("------------- Defs") :].split("\n"))
    records = {}
    for line in lines:
        head = re.match(r"def (\S+) \{(?:\t// (.*))?$", line)
        if not head:
            continue
        fields = {}
        for line in lines:
            if line == "}":
                break
            field = re.match(r"  (?:field )?\S.*? (\w+) = (.*)$", line)
            if not field:
                continue
            value = field[2]
            while value.startswith("[{") and not value.endswith("}];") or value[0] == '"' and not value.endswith('";'):
                value += "\n" + next(lines)
            fields[field[1]] = unquote(value.removesuffix(";"))
        records[head[1]] = ((head[2] or "").split(), fields)
    return records


def names(text):
    return re.findall(r"\w+", text)


def split_dag(text):
    """`(ins A:$a, B:$b)` as pairs of a record and a name; unnamed ones have an empty name."""
    inside = text.strip()[1:-1].split(None, 1)
    parts = inside[1].split(", ") if len(inside) > 1 else []
    return [(part.split(":$") + [""])[:2] for part in parts]


def enum_cases(records, name):
    """Keywords, values and symbols of an enumeration."""
    cases = []
    for case in names(records.fields(name)["enumerants"]):
        fields = records.fields(case)
        cases.append((fields["str"], int(fields["value"]), fields["symbol"]))
    return cases


class Records:
    """The records of one file."""

    def __init__(self, records):
        self.records = records

    def classes(self, name):
        return self.records[name][0]

    def fields(self, name):
        return self.records[name][1]

    def strip(self, name):
        """A constraint without what says about effects."""
        while "OpVariable" in self.classes(name):
            name = self.fields(name)["constraint"]
        return name

    def base_attribute(self, name):
        """A constraint without defaults and conditions."""
        while True:
            fields = self.fields(name)
            inner = next((fields[key] for key in ("baseAttr", "baseProperty") if fields.get(key, "?") != "?"), None)
            if inner is None:
                return name
            name = inner

    def traits(self, listed):
        """All traits, those of lists and dependent ones included, in order."""
        found, open_ = [], names(listed)
        while open_:
            name = open_.pop(0)
            if name in found:
                continue
            classes, fields = self.records[name]
            if "TraitList" in classes:
                open_ = names(fields["traits"]) + open_
                continue
            found.append(name)
            open_ = names(fields.get("dependentTraits", "")) + names(fields.get("baseInterfaces", "")) + open_
        return found
