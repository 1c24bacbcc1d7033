#!/usr/bin/env python3
"""Writes what each operation of the transform dialect does to its handles, from the sources of MLIR 22.1.8.

A line of OUT is `NAME CONSUMES PAYLOAD WORD..`:

  CONSUMES   `all` or `first` of the operands, `none`, or `text` where the regions or the callee decide;
             `unless:ATTR` behind it names the attribute that makes it `none`
  PAYLOAD    `writes`, `reads` or `-`
  WORD       `each` (one operation of the target at a time), `single` (needs exactly one), `tracks` (fails when an
             operation of a handle is lost), `matcher` (may stand in a matcher), `pattern` (a set of patterns)

Traits come from the records of TableGen, effects that are written in C++ from the `getEffects` functions of LIB.

usage: corpus/ods/effects.py INCLUDE LIB OUT        (mlir/include and mlir/lib of the sources)
"""

import glob
import os
import re
import sys

from records import split_dag
import transform

# Their effects depend on the text of regions or of callees.
TEXT = {"transform.foreach", "transform.include", "transform.sequence", "transform.with_pdl_patterns"}


def written(lib):
    """The bodies of `getEffects` by class."""
    found = {}
    for file in glob.glob(os.path.join(lib, "Dialect/**/*.cpp"), recursive=True):
        with open(file, encoding="utf-8") as handle:
            text = handle.read()
        for match in re.finditer(r"^void\s+(?:mlir::)?(?:transform::)?([\w:]+?)::getEffects\([^)]*\)\s*\{(.*?)^\}", text, re.S | re.M):
            found[match[1].split("::")[-1] if "::" not in match[1] else match[1]] = match[2]
    return found


def of_body(body, first):
    """Consumption and payload of a function body; `first` is the getter of the first operand."""
    condition = re.search(r"if \((!?)get(\w+)\(\)\) \{(.*?)\} else \{", body, re.S)
    unless = ""
    if condition and "consumesHandle" in body:
        name = re.sub(r"(?<!^)([A-Z])", r"_\1", condition[2]).lower()
        unless = f" unless:{name}"
    consumed = re.findall(r"consumesHandle\(\s*(get\w+)\(\)", body)
    if not consumed:
        consumes = "none"
    elif "getOperation" in consumed:
        consumes = "all"
    else:
        assert consumed == [first], (consumed, first)
        consumes = "first"
    payload = "writes" if "modifiesPayload" in body else "reads" if "onlyReadsPayload" in body else "-"
    return consumes + unless, payload


def main(include, lib, out):
    bodies = written(lib)
    lines = {}
    for records, record, fields in transform.operations(include):
        line(records, record, fields, bodies, lines)
    transform.write(out, "corpus/ods/effects.py from the sources", lines)


def line(records, record, fields, bodies, lines):
    name = "transform." + fields["opName"]
    traits = set()
    for trait in records.traits(fields["traits"]):
        its = records.fields(trait)
        traits.add((its.get("cppInterfaceName") or its.get("trait") or trait).split("::")[-1])
    if traits & {"PatternDescriptorOpInterface", "ConversionPatternDescriptorOpInterface"}:
        lines[name] = "none - pattern"
        return
    namespace = fields["cppNamespace"].split("::")[-1].strip()
    cpp = record if record in bodies else re.sub(r"^.*_", "", record)
    # `tune.alternatives` and `alternatives` share the name of their class.
    body = bodies.get(cpp if namespace == "transform" else f"{namespace}::{cpp}")
    ins = [part for part, kind in ((n, records.strip(c)) for c, n in split_dag(fields["arguments"])) if "TypeConstraint" in records.classes(kind)]
    getter = "get" + "".join(word.capitalize() for word in ins[0].split("_")) + "Mutable" if ins else ""
    if name in TEXT:
        consumes, payload = "text", "writes"
    elif body is not None:
        consumes, payload = of_body(body, getter)
    elif "FunctionalStyleTransformOpTrait" in traits:
        consumes, payload = "all", "writes"
    elif traits & {"NavigationTransformOpTrait", "ParamProducerTransformOpTrait", "MatchOpInterface", "SingleOpMatcherOpTrait"}:
        consumes, payload = "none", "reads"
    elif "TransformOpInterface" in traits and fields.get("extraClassDeclaration", "").count("getEffects"):
        consumes, payload = of_body(fields["extraClassDeclaration"], getter)
    elif "TransformOpInterface" in traits:
        print(f"{name}: effects are not known", file=sys.stderr)
        return
    else:
        consumes, payload = "none", "-"
    words = {
        "each": "TransformEachOpTrait" in traits,
        "single": "SingleOpMatcherOpTrait" in traits,
        "tracks": "ReportTrackingListenerFailuresOpTrait" in traits,
        "matcher": "MatchOpInterface" in traits,
    }
    lines[name] = " ".join([consumes, payload] + [word for word, holds in words.items() if holds])


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
