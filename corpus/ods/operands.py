#!/usr/bin/env python3
"""Writes the constraints of the operands, results and attributes of the operations of the transform dialect, from the ODS files of
MLIR 22.1.8.

A line of OUT is `NAME PART..`, in the order of the records:

  in:NAME=TYPE   an operand, and `out:NAME=TYPE` a result; `*` behind the name takes any number, `?` one or none
  TYPE           `ops`, `value`, `param` or several of them with `|`; `op(a.b)` for a handle to operations of one name
  at:NAME=WORD   an attribute with a condition: `positive`, `non-negative`, `powers-of-two`, `size=N|M`, `max=N`

usage: corpus/ods/operands.py INCLUDE OUT        (mlir/include of the sources, or of the installed package)
"""

import re
import sys

from records import enum_cases, split_dag
import transform

# Types by the words of their constraints.
TYPES = {
    "TransformHandleTypeInterface instance": "ops",
    "TransformParamTypeInterface instance": "param",
    "TransformValueHandleTypeInterface instance": "value",
    "any transform handle": "ops|value",
    "transform operation or value handle": "ops|value",
    "transform operation or value handle or": "ops|value",
    "any transform handle or parameter": "ops|value|param",
    "transform any param type or any handle type": "ops|value|param",
    "": "",
}


def type_of(records, name):
    """The accepted kinds of a type, and how often it may be there."""
    classes, fields = records.records[name]
    many = "*" if "Variadic" in classes else "?" if "Optional" in classes else ""
    summary = (fields.get("summary") or "").removeprefix("variadic of ").strip()
    single = re.fullmatch(r"Transform IR handle to (\S+) operations", summary)
    if single:
        return f"op({single[1]})", many
    if name in ("Transform_AnyValue", "Transform_AnyOpType"):
        return {"Transform_AnyValue": "value", "Transform_AnyOpType": "ops"}[name], many
    if summary not in TYPES:
        print(f"no words for {name}: {summary}", file=sys.stderr)
        return "", many
    return TYPES[summary], many


def condition(records, name):
    """The condition on an attribute; empty without one."""
    fields = records.fields(name)
    summary = fields.get("summary") or ""
    cases = re.search(r"allowed (?:32|64)-bit signless integer cases: ([\d, ]+)", summary)
    sizes = re.search(r"with (?:exactly )?([\d or]+) elements", summary)
    if "whose value is positive" in summary:
        return "positive"
    if "whose value is non-negative" in summary:
        return "non-negative"
    if sizes:
        return "size=" + "|".join(re.findall(r"\d+", sizes[1]))
    base = records.base_attribute(name)
    if cases or "EnumAttrInfo" in records.classes(base):
        return f"max={max(value for _, value, _ in enum_cases(records, base))}"
    return ""


def main(include, out):
    lines = {}
    for records, _, fields in transform.operations(include):
        parts = []
        for word, key in (("in", "arguments"), ("out", "results")):
            for constraint, name in split_dag(fields[key]):
                constraint = records.strip(constraint)
                if "TypeConstraint" in records.classes(constraint) or "DialectType" in records.classes(constraint):
                    kinds, many = type_of(records, constraint)
                    parts.append(f"{word}:{name}{many}={kinds}")
                elif condition(records, constraint):
                    parts.append(f"at:{name}={condition(records, constraint)}")
        lines["transform." + fields["opName"]] = " ".join(parts)
    transform.write(out, "corpus/ods/operands.py from the ODS files", lines)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
