#!/usr/bin/env python3
"""Asks `assay check` about patterns that create operations at drawn types, ranks and attributes, and MLIR whether the result is
valid: every operation of MLIR that `assay meaning` marks "solver". MLIR is asked by `-test-pdl-bytecode-pass` on a program that
matches, with the dialects loaded: else the pass lets an ill-typed operation pass. Needs mlir-opt-22.

    created.py SEED [--assay PATH] [--before PATH] [--draws N] [--kept N] [--any N]

With `--any`, N operations are drawn from all of MLIR that have no regions, and MLIR judges a program with the created one alone.

Prints a table by dialect: verdicts where MLIR refuses the created operation, and where it accepts it. With `--before`, verdicts
of another binary are compared where MLIR accepts. Exit code 1 when a pattern is proved, bounded or well-formed though MLIR
refuses what it creates, or refuted by T201 though MLIR accepts it.
"""

import argparse
import bisect
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
RECORDS = ROOT / "ir/ops/ops"
# comb and hw are none of MLIR, and `mlir-opt` does not load vcix.
FOREIGN = {"comb", "hw", "vcix"}

SCALARS = ["i1", "i8", "i16", "i32", "i64", "index", "f16", "f32", "f64"]
SHAPES = ["4", "2", "1", "2x3", "3x2", "2x2", "1x3", "2x1", "2x2x2"]
OPEN = ["?", "2x?", "?x3"]

# Operations that compute the same where both are valid: the first is matched, the second created.
SAME = [
    ("arith.addi", "tosa.add"),
    ("arith.addi", "llvm.add"),
    ("arith.andi", "tosa.bitwise_and"),
    ("arith.ori", "tosa.bitwise_or"),
    ("arith.xori", "tosa.bitwise_xor"),
    ("arith.xori", "llvm.xor"),
    ("arith.subi", "tosa.sub"),
    ("arith.maxsi", "llvm.intr.smax"),
    ("arith.minsi", "llvm.intr.smin"),
    ("arith.maxui", "llvm.intr.umax"),
    ("arith.minui", "llvm.intr.umin"),
    ("arith.maxsi", "tosa.maximum"),
    ("arith.minsi", "tosa.minimum"),
    ("arith.select", "llvm.select"),
    ("math.absi", "tosa.abs"),
    ("math.ctlz", "tosa.clz"),
]


def signatures():
    """Operands, results and attributes of each operation, from the records; those with regions are left out."""
    found = {}
    for path in sorted(RECORDS.glob("*.ops")):
        for paragraph in path.read_text().split("\n\n"):
            lines = dict(collections.defaultdict(list))
            for line in paragraph.splitlines():
                key, _, rest = line.partition(" ")
                lines.setdefault(key, []).append(rest)
            if "op" not in lines or "regions" in lines or "successors" in lines:
                continue
            attributes = [line.split(" ", 1) for line in lines.get("attr", [])]
            attributes = [[name.partition(":")[0], *kind] for name, *kind in attributes]
            flags = lines.get("traits", [""])[0].split()
            words = lambda key: [word.partition(":")[0] for word in lines.get(key, [""])[0].split()]
            found[lines["op"][0]] = (words("ins"), words("outs"), attributes, flags)
    return found


def type_like(rng, base):
    """A type that is a twist of another one: its element, its shape, its container, or any."""
    inner = re.fullmatch(r"(vector|tensor|memref)<(?:(.*)x)?(\w+)>", base)
    container, shape, element = inner.groups() if inner else (None, None, base)
    choice = rng.random()
    if choice < 0.55:
        return base
    if choice < 0.65:
        return element
    if choice < 0.75:
        element = rng.choice(SCALARS)
    elif choice < 0.9:
        shape = rng.choice(SHAPES)
        container = container or rng.choice(["vector", "tensor", "memref"])
    elif choice < 0.95:
        container, shape = rng.choice(["vector", "tensor", "memref"]), shape or rng.choice(SHAPES)
    else:
        return rng.choice(SCALARS)
    return f"{container}<{shape}x{element}>" if container and shape else element


def drawn_base(rng, dialect):
    kinds = {"vector": ["vector"], "tensor": ["tensor"], "tosa": ["tensor"], "memref": ["memref"]}
    element = rng.choice(SCALARS)
    container = rng.choice(kinds.get(dialect, [None, None, "vector", "tensor"]))
    if container is None:
        return element
    shape = rng.choice(OPEN if container != "vector" and rng.random() < 0.2 else SHAPES)
    return f"{container}<{shape}x{element}>"


def drawn_attribute(rng, op, name, kind, base):
    """A value of an attribute, most often of the right kind; None where it is left out."""
    optional = kind.endswith("?") or " = " in kind
    if rng.random() < (0.8 if optional else 0.05):
        return None
    element = re.sub(r".*?([a-z]\w*)>?$", r"\1", base)
    number = lambda: str(rng.choice([0, 0, 1, 1, 2, 3, -1]))
    if rng.random() < 0.05:
        return rng.choice(["unit", "5 : i64", '"x"', "[]"])
    if op.startswith("vector.") and name == "kind":
        return f"#vector.kind<{rng.choice(['add', 'mul', 'minui', 'maxsi', 'and', 'maxnumf', 'xor'])}>"
    if kind.startswith("dense"):
        width = re.search(r"i\d+", kind)
        size = rng.choice([0, 1, 1, 2, 2, 3])
        numbers = rng.sample(range(size), size) if rng.random() < 0.6 else [int(number()) for _ in range(size)]
        listed = ", ".join(map(str, numbers))
        return f"array<{width[0] if width else 'i64'}{': ' + listed if listed else ''}>"
    if kind.startswith("bool"):
        return rng.choice(["true", "false"])
    if kind.startswith("unit"):
        return "unit"
    if width := re.match(r"i\d+", kind):
        return f"{number()} : {width[0]}"
    if "predicate" in name:
        return f"{rng.randrange(10)} : i64"
    value = "1.0" if element.startswith(("f", "bf")) else number()
    if name == "value" and base != element and base.startswith(("vector", "tensor")) and "?" not in base:
        return f"dense<{value}> : {base}"
    return f"{value} : {element}"


def drawn(rng, op, signature):
    """Types of operands and results, and attributes."""
    ins, outs, attributes, flags = signature
    base = drawn_base(rng, op.split(".")[0])
    sizes, operands = [], []
    for group in ins:
        size = 1 if group[-1] not in "?*" else rng.choice([0, 0, 1] if group[-1] == "?" else [0, 0, 1, 2, 4])
        near = "index" if group[-1] == "*" and rng.random() < 0.5 else None
        operands += [near or type_like(rng, base) for _ in range(size)]
        sizes.append(size)
    results = [type_like(rng, base) for group in outs if group[-1] not in "?*"]
    if len(outs) != len(results):
        return None
    values = [(name, drawn_attribute(rng, op, name, kind, base)) for name, kind in attributes]
    values = [(name, value) for name, value in values if value is not None]
    if "operand_segments" in flags:
        values.append(("operandSegmentSizes", f"array<i32: {', '.join(map(str, sizes))}>"))
    return operands, results, values


def pattern(number, op, draw, matched):
    operands, results, values = draw
    lines = [f"pdl.pattern @p{number} : benefit(1) {{"]
    for at, ty in enumerate(operands):
        lines.append(f"  %t{at} = pdl.type : {ty}\n  %x{at} = pdl.operand : %t{at}")
    lines += [f"  %r{at} = pdl.type : {ty}" for at, ty in enumerate(results)]
    given = ", ".join(f"%x{at}" for at in range(len(operands)))
    given = f"({given} : {', '.join(['!pdl.value'] * len(operands))})" if operands else ""
    made = ", ".join(f"%r{at}" for at in range(len(results)))
    made = f" -> ({made} : {', '.join(['!pdl.type'] * len(results))})" if results else ""
    lines.append(f'  %root = pdl.operation "{matched}"{given}{made}\n  pdl.rewrite %root {{')
    lines += [f"    %a{at} = pdl.attribute = {value}" for at, (_, value) in enumerate(values)]
    named = ", ".join(f'"{name}" = %a{at}' for at, (name, _) in enumerate(values))
    named = f" {{{named}}}" if named else ""
    lines.append(f'    %new = pdl.operation "{op}"{given}{named}{made}')
    lines.append("    pdl.replace %root with %new\n  }" if results else "    pdl.erase %root\n  }")
    return "\n".join(lines + ["}"]) + "\n"


def payload(op, draw, name, attributes=()):
    """A function with one operation of this name."""
    operands, results, _ = draw
    parameters = ", ".join(f"%a{at}: {ty}" for at, ty in enumerate(operands))
    given = ", ".join(f"%a{at}" for at in range(len(operands)))
    bound = f"%r:{len(results)} = " if results else ""
    used = ", ".join(f"%r#{at}" for at in range(len(results)))
    named = ", ".join(f"{name} = {value}" for name, value in attributes)
    named = f" <{{{named}}}>" if named else ""
    return (
        f"  func.func @f({parameters}) {{\n"
        f'    {bound}"{name}"({given}){named} : ({", ".join(operands)}) -> ({", ".join(results)})\n'
        f'    "t.use"({used}) : ({", ".join(results)}) -> ()\n    return\n  }}\n'
    )


LOADS = {
    "llvm": "%l = llvm.mlir.poison : i32",
    "tosa": '%l = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>',
    "vector": '%l = "vector.step"() : () -> vector<4xindex>',
    "tensor": "%l = tensor.empty() : tensor<1xi32>",
    "memref": "%l = memref.alloc() : memref<1xi32>",
    "arith": "%l = arith.constant 0 : i32",
    "math": "%c = arith.constant 0 : i32\n    %l = math.absi %c : i32",
    "index": "%l = index.constant 0",
    "cf": 'cf.br ^b\n    ^b:',
    "ub": "%l = ub.poison : i32",
}


# The answer of MLIR where it has none.
CRASH = "a crash"


def judged(texts, *options):
    """For each text, the first error of MLIR, or None where it accepts it."""
    command = ["mlir-opt-22", "--allow-unregistered-dialect", "--split-input-file", *options, "-o", "/dev/null"]
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 1
    done = subprocess.run(command, input="// -----\n".join(texts), capture_output=True, text=True)
    if done.returncode < 0:
        if len(texts) == 1:
            return [CRASH]
        half = len(texts) // 2
        return judged(texts[:half], *options) + judged(texts[half:], *options)
    errors = [None] * len(texts)
    for found in re.finditer(r"^(?:within split at )?<stdin>:(\d+)[^\n]*? error: ([^\n]*)", done.stderr, re.MULTILINE):
        at = bisect.bisect_right(starts, int(found[1])) - 1
        errors[at] = errors[at] or found[2]
    return errors


def program(op, draw, matched, number):
    """The pattern, and a program that it matches, for MLIR's pass."""
    loads = LOADS.get(op.split(".")[0], "")
    loaded = f"  func.func @loads() {{\n    {loads}\n    return\n  }}\n" if loads else ""
    return (
        f"module @patterns {{\n{pattern(number, op, draw, matched)}}}\n"
        f"module @ir {{\n{loaded}{payload(op, draw, matched)}}}\n"
    )


def asked(assay, text):
    """Verdict, codes and whether values were compared, by the name of a pattern."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "patterns.mlir")
        path.write_text(text)
        done = subprocess.run([assay, "check", str(path), "--isolated", "--format", "json"], capture_output=True, text=True)
    try:
        records = json.loads(done.stdout)["patterns"]
    except (ValueError, LookupError):
        sys.exit(f"{assay}: {done.stderr.strip()[-500:]}")
    codes = lambda record: {finding.get("rule", finding.get("code")) for finding in record.get("findings", [])}
    return {record["name"]: (record["verdict"], codes(record)) for record in records}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--before")
    parser.add_argument("--draws", type=int, default=60, help="draws for each operation")
    parser.add_argument("--kept", type=int, default=5, help="patterns of each kind for each operation")
    parser.add_argument("--any", type=int, help="draw this many of all operations")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    listed = subprocess.run([args.assay, "meaning"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if "solver" in line]
    known = signatures()
    asked_of = [name for name in names if name in known and name.split(".")[0] not in FOREIGN]
    print(f"{len(names)} operations, {len(asked_of)} of them of MLIR and without regions")
    if args.any:
        known = {name: one for name, one in known.items() if name.split(".")[0] not in FOREIGN}
        asked_of = rng.sample(sorted(known), min(args.any, len(known)))
    pairs = [("t.old", name) for name in asked_of] + [pair for pair in SAME if pair[1] in known]
    draws = [(matched, op, drawn(rng, op, known[op])) for matched, op in pairs for _ in range(args.draws)]
    draws = [one for one in draws if one[2]]
    if any(matched != "t.old" for matched, *_ in draws):
        # What is matched has to be valid itself.
        valid = judged([f"module {{\n{payload(op, draw, matched)}}}\n" for matched, op, draw in draws])
        draws = [one for one, error in zip(draws, valid) if error is None]
    # The driver of the pass folds what it creates: a cast to the same type is gone before it is verified.
    alone = judged([f"module {{\n{payload(op, draw, op, draw[2])}}}\n" for _, op, draw in draws])
    errors = alone
    if not args.any:
        texts = [program(op, draw, matched, number) for number, (matched, op, draw) in enumerate(draws)]
        errors = judged(texts, "-test-pdl-bytecode-pass")
    count, cases, unclear = collections.Counter(), [], 0
    for number, error in enumerate(errors):
        if CRASH in (error, alone[number]) or (error is None) != (alone[number] is None):
            unclear += 1
            continue
        key = (*draws[number][:2], error is None)
        count[key] += 1
        if count[key] <= args.kept:
            cases.append(number)
    print(f"{len(draws)} draws, {unclear} left out where MLIR crashes or folds, {len(cases)} patterns")
    text = "".join(pattern(number, draws[number][1], draws[number][2], draws[number][0]) for number in cases)
    verdicts = asked(args.assay, text)
    before = asked(args.before, text) if args.before else {}
    table, bad = collections.defaultdict(collections.Counter), 0
    lost = collections.Counter()
    decided = {"proved", "bounded", "well-formed", "refuted"}
    for number in cases:
        matched, op, draw = draws[number]
        verdict, codes = verdicts[f"p{number}"]
        accepts = errors[number] is None
        table[op.split(".")[0], accepts][verdict] += 1
        table["all", accepts][verdict] += 1
        wrong = verdict in ("proved", "bounded", "well-formed") if not accepts else "T201" in codes and verdict == "refuted"
        if wrong:
            bad += 1
            print(f"wrong: {op} for {matched} {draw}: {verdict}; MLIR: {errors[number] or 'accepts it'}")
        if accepts and args.before:
            was = before[f"p{number}"][0]
            if was != verdict and was in decided:
                lost[op, was, verdict] += 1
    kinds = ["refuted", "unknown", "well-formed", "bounded", "proved", "vacuous", "malformed"]
    for accepts, heading in ((False, "MLIR refuses it"), (True, "MLIR accepts it")):
        print(f"\n{heading:18}" + "".join(f"{kind:>13}" for kind in kinds))
        for dialect in sorted({key for key, which in table if which == accepts}, key=lambda name: (name == "all", name)):
            row = table[dialect, accepts]
            print(f"{dialect:18}" + "".join(f"{row[kind]:13}" for kind in kinds))
    if args.before:
        print(f"\n{sum(lost.values())} accepted by MLIR were decided in another way before:")
        for (op, was, verdict), times in sorted(lost.items()):
            print(f"  {op:32}{was:>12} -> {verdict:12}{times:4}")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
