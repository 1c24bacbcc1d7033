#!/usr/bin/env python3
"""Writes one record for each operation of MLIR 22.1.8, from its ODS files: OPS/DIALECT.ops, in the form that `ir/ops/README.md`
describes. Why an operation has no form is told on standard error.

usage: corpus/ods/ops.py INCLUDE OPS        (mlir/include of the sources, or of the installed package)
"""

import collections
import os
import re
import sys

from constraints import Constraints, interfaces, relations, verifiers
from forms import Form, Operation, Unknown, write_rules
from records import Records, load

HEADER = "# Written by corpus/ods/ops.py from the ODS files of MLIR 22.1.8.\n"

# Words of `assay.traits` by upstream's names.
WORDS = {
    "IsTerminator": "terminator",
    "IsIsolatedFromAbove": "isolated",
    "HasOnlyGraphRegion": "graph",
    "SingleBlock": "single_block",
    "NoTerminator": "no_terminator",
    "SymbolOpInterface": "symbol",
    "SymbolTable": "symbol_table",
    "SymbolUserOpInterface": "symbol_user",
    "NoMemoryEffect": "pure",
    "IsCommutative": "commutative",
    "ReturnLike": "return_like",
    "AttrSizedOperandSegments": "operand_segments",
    "AttrSizedResultSegments": "result_segments",
    "ConstantLike": "constant_like",
    "AutomaticAllocationScope": "scoped_allocation",
}


def main(include, folder):
    dialects = collections.defaultdict(lambda: {"enums": {}, "names": {}, "operations": {}})
    classes, report = {}, []
    for dialect, raw in load(include):
        records = Records(raw)
        listed = [name for name, (kinds, fields) in raw.items() if "Op" in kinds and fields.get("opDialect", "?") in raw]
        for name in listed:
            space = records.fields(name)["cppNamespace"].split("::")[-1]
            classes[space, class_name(name)] = f"{records.dialect(name)}.{records.fields(name)['opName']}"
        one = dialects[dialect]
        collect_names(records, dialect, one["names"])
        for name in listed:
            if records.dialect(name) == dialect:
                operation = Operation(records, name, one["enums"])
                one["operations"].setdefault(operation.name, operation)
    os.makedirs(folder, exist_ok=True)
    for dialect, one in dialects.items():
        if one["operations"]:
            with open(os.path.join(folder, f"{dialect}.ops"), "w") as file:
                file.write(dialect_text(one, classes, report))
    print("\n".join(sorted(report)), file=sys.stderr)


def class_name(record):
    prefix, _, rest = record.partition("_")
    return (rest or prefix) if prefix else record


def collect_names(records, dialect, found):
    """The names of a dialect's attributes and types, and whether it reads them by C++ of its own."""
    own = next(fields for classes, fields in records.records.values() if "Dialect" in classes and fields["name"] == dialect)
    for key, word, kind in (("attribute_names", "Attribute", "AttrDef"), ("type_names", "Type", "TypeDef")):
        known = found.setdefault(key, (set(), set()))[0]
        for classes, fields in records.records.values():
            if kind in classes and fields.get("mnemonic", "?") != "?" and records.fields(fields["dialect"])["name"] == dialect:
                known.add(fields["mnemonic"])
        if f"parse{word}(" in own["extraClassDeclaration"]:
            found[key][1].add("declared")
        elif own[f"useDefault{word}PrinterParser"] == "1":
            found[key][1].add("generated")


def dialect_text(one, classes, report):
    constraints = Constraints()
    entries = [entry(one["operations"][name], constraints, classes, report) for name in sorted(one["operations"])]
    used = " ".join(line for lines in entries for line in lines)
    out = [HEADER]
    for key, (known, reader) in sorted(one["names"].items()):
        # Readers that are generated for nothing are written in C++.
        if "declared" not in reader and (known or not reader):
            out.append(" ".join([key, *sorted(known)]) + "\n")
    for name, (width, cases) in sorted(one["enums"].items()):
        if f"({name})" in used or f":{name})" in used:
            words = [text if value == index else f"{text}={value}" for index, (text, value) in enumerate(cases)]
            out.append(f"enum {name} i{width} {' '.join(words)}\n")
    for name, text in constraints.texts.items():
        out.append(f"constraint {name} = {text}\n")
    for lines in entries:
        out.append("\n" + "\n".join(lines) + "\n")
    return "".join(out)


def entry(operation, constraints, classes, report):
    """The lines of a record."""
    lines = [f"op {operation.name}", *values(operation, constraints, report)]
    traits = trait_words(operation, classes)
    said, unsaid = relations(operation)
    for key, words in (("traits", traits), ("interfaces", interfaces(operation)), ("verifier", verifiers(operation))):
        if words:
            lines.append(f"{key} {' '.join(words)}")
    lines += [f"relation {text}" for text in said] + [f"cpp {text}" for text in unsaid]
    return lines + form_lines(operation, traits, report)


def values(operation, constraints, report):
    """Operands, results, attributes, regions and successors."""
    records = operation.records

    def group(name, constraint):
        return f"{operation.group(name, constraint)}:{constraints.name(records, operation.base_type(constraint), 'T')}"

    listed = {
        "ins": [group(*one) for one in operation.ins],
        "outs": [group(*one) for one in operation.outs],
        "regions": [f"{operation.group(name, kind)}:{constraints.name(records, kind, 'R')}" for kind, name in operation.regions],
        "successors": [name + ("*" if "VariadicSuccessor" in records.classes(kind) else "") for kind, name in operation.successors],
    }
    lines = [f"{key} {' '.join(listed[key])}" for key in ("ins", "outs") if listed[key]]
    for name, constraint, kind, default in operation.attrs:
        fields = records.fields(constraint)
        optional = fields.get("isOptional") == "1" or fields.get("defaultValue") == "std::nullopt"
        optional = optional and kind != "unit"
        if default == "":
            report.append(f"{operation.name}: default of {name}: {fields['defaultValue']}")
            optional, default = True, None
        kind = "any" if "?" in kind else kind
        known = constraints.name(records, constraint, "A")
        known = f":{known}" if known else ""
        lines.append(f"attr {name}{known} {kind}{'?' if optional else ''}{' = ' + default if default is not None else ''}")
    return lines + [f"{key} {' '.join(listed[key])}" for key in ("regions", "successors") if listed[key]]


def form_lines(operation, traits, report):
    """How the reader of texts writes the operation."""
    rules, stripped, form = operation.rules(), [], None
    if operation.fields.get("assemblyFormat", "?") != "?":
        form = Form(operation.fields["assemblyFormat"])
        try:
            operation.check(form, rules)
            stripped = operation.stripped(form)
        except Unknown as unknown:
            report.append(f"{operation.name}: {unknown}")
            form = None
    flags = []
    terminator = any(word.startswith("implicit_terminator=") for word in traits)
    if "single_block" in traits and form and not terminator and operation.regions:
        flags.append("block")
    if operation.fields["hasCustomAssemblyFormat"] == "1":
        flags.append("cpp")
    lines = ["flags " + " ".join(flags)] if flags else []
    if dialect := operation.default_dialect():
        lines.append(f"dialect {dialect}")
    if form:
        if words := write_rules(rules):
            lines.append("types " + " ".join(words))
        if stripped:
            lines.append("strip " + " ".join(f"{name}={kind}" for name, kind in stripped))
        lines.append(f"form {form.text}")
    return lines


def trait_words(operation, classes):
    """Traits by the words of `assay.traits`, then the others by their C++ names; interfaces are left out."""
    traits = operation.trait_names()
    words = [word for name, word in WORDS.items() if name in traits]
    space = operation.fields["cppNamespace"].split("::")[-1]
    said = set(WORDS)
    for key, trait in (("implicit_terminator", "SingleBlockImplicitTerminator"), ("parents", "HasParent")):
        for name in traits:
            match = re.fullmatch(rf"{trait}<(.*)>", name)
            listed = [one.split("::") for one in match[1].replace(" ", "").split(",")] if match else []
            found = [classes.get(tuple(one[-2:])) or classes.get((space, one[-1])) for one in listed]
            if found and all(found):
                words.append(f"{key}={'|'.join(found)}")
                said.add(trait)
    return words + [name for name in dict.fromkeys(operation.native_traits()) if name.split("<")[0] not in said]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
