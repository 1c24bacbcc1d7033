"""The records that `mlir-tblgen-22` makes of the ODS files of `inputs.toml`, as text, and the predicates of their constraints."""

import os
import re
import subprocess
import tomllib

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


def load(include):
    """Pairs of a dialect and the records of one of its files."""
    with open(os.path.join(HERE, "inputs.toml"), "rb") as file:
        inputs = tomllib.load(file)["input"]
    for one in inputs:
        folders = [include] + [os.path.join(include, folder) for folder in one.get("include", [])]
        command = ["mlir-tblgen-22", "--print-records"]
        for folder in folders:
            command += ["-I", folder]
        command.append(os.path.join(include, one["td"]))
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        yield one["dialect"], read_records(run.stdout)


def names(text):
    return re.findall(r"\w+", text)


def split_dag(text):
    """`(ins A:$a, B:$b)` as pairs of a record and a name; unnamed ones have an empty name."""
    inside = text.strip()[1:-1].split(None, 1)
    parts = inside[1].split(", ") if len(inside) > 1 else []
    return [(part.split(":$") + [""])[:2] for part in parts]


class Records:
    """The records of one file."""

    def __init__(self, records):
        self.records = records
        self.classes_written = None
        self.types = {}
        for name, (classes, fields) in records.items():
            if "TypeDef" in classes and fields.get("mnemonic", "?") != "?":
                self.types[fields["cppType"].removeprefix("::")] = name

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

    def dialect(self, name):
        return self.fields(self.fields(name)["opDialect"])["name"]

    def verifying(self):
        """The names of interfaces that check operations; a declaration of their methods does not repeat it."""
        interfaces = [fields for classes, fields in self.records.values() if "Interface" in classes]
        return {fields["cppInterfaceName"] for fields in interfaces if fields.get("verify", "").strip()}

    def written(self, text):
        """A condition with the types and attributes of dialects as MLIR writes them: `isa<!async.token>`."""
        if self.classes_written is None:
            self.classes_written = {}
            for classes, fields in self.records.values():
                kind = "TypeDef" if "TypeDef" in classes else "AttrDef" if "AttrDef" in classes else None
                if kind and fields.get("mnemonic", "?") != "?" and self.fields(fields["dialect"])["name"] != "builtin":
                    name = f"!{fields['typeName']}" if kind == "TypeDef" else f"#{fields['attrName']}"
                    self.classes_written[re.sub(r"^(::)?(mlir::)?", "", fields["cppType"])] = name

        def word(found):
            known = self.classes_written.get(re.sub(r"^(::)?(mlir::)?", "", found[1]))
            return f"isa<{known}>" if known else found[0]

        return re.sub(r"\bisa<([\w:]+)>", word, text)

    def condition(self, name, replaced=()):
        """The C++ text of a predicate, as TableGen's generators write it. `replaced` are the pairs of texts that the predicates
        around it exchange in it, the innermost last."""

        def exchange(text):
            for old, new in reversed(replaced):
                text = text.replace(old, new)
            return text

        classes, fields = self.records[name]
        if "CombinedPred" not in classes:
            return exchange(" ".join(fields["predExpr"].split()))
        if "SubstLeaves" in classes:
            replaced = [*replaced, (fields["pattern"], fields["replacement"])]
        children = [self.condition(child, replaced) for child in names(fields["children"])]
        kind = fields["kind"].removeprefix("PredCombiner")
        if kind == "Concat":
            return " ".join((exchange(fields["prefix"]) + children[0] + exchange(fields["suffix"])).split())
        if kind == "Not":
            return f"!({children[0]})"
        if kind in ("And", "Or"):
            sign, empty = (" && ", "true") if kind == "And" else (" || ", "false")
            return children[0] if len(children) == 1 else sign.join(f"({child})" for child in children) or empty
        return children[0]
