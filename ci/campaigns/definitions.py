#!/usr/bin/env python3
"""Holds Assay's definitions against operations out of MLIR's own tests, and against the same operations with one fault each, as
mlir-opt-22 judges them. Each is created by a pattern of its own, of whose types `assay check --rules S,T` judges. Operations with
regions or successors are left out, as no pattern makes them, and those that MLIR refuses outside of what surrounds them.

    definitions.py SEED [--assay PATH] [--sources DIR] [--count N] [--shown N]

Faults are of a type, a rank, a count or an attribute, in turn. Prints how many operations are accepted, which are not, and a
table of verdicts by fault. Exit code 1 when less than 99 % are accepted, when a fault that MLIR refuses is accepted, or when one
that MLIR takes is refuted by T201. The sources come from mlir_sources.sh.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import created

ROOT = Path(__file__).resolve().parent.parent.parent
FAULTS = ("type", "rank", "count", "attribute")
OPEN, CLOSE = "([{<", ")]}>"
# Dialects that Assay judges by rules of its own, and those that are known by no record.
FOREIGN = {"pdl", "irdl", "test", "vcix"}

Op = collections.namedtuple("Op", "name operands results properties attributes")


def until(text, start, stops):
    """The position of the first of these characters that no bracket and no string surrounds."""
    depth, at = 0, start
    while at < len(text):
        char = text[at]
        if char == '"':
            at += 1
            while text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif depth == 0 and char in stops:
            return at
        elif char in OPEN:
            depth += 1
        elif char in CLOSE and text[at - 1] != "-" and not (char == ">" and text[at - 1] == "="):
            depth -= 1
            if depth < 0:
                return -1
        at += 1
    return at


def listed(text):
    """The parts of a list with commas."""
    parts, start = [], 0
    while start < len(text):
        end = until(text, start, ",")
        if end < 0:
            return []
        parts.append(text[start:end].strip())
        start = end + 1
    return [part for part in parts if part]


def named(text):
    """Attributes by name."""
    found = {}
    for part in listed(text):
        name, _, value = part.partition(" = ")
        found[name.strip('"')] = value or "unit"
    return found


def inside(text, start, opening, closing):
    """What stands between brackets that open at a position, and the position behind them; None where none open."""
    if not text.startswith(opening, start):
        return None, start
    end = until(text, start + len(opening), closing[0])
    return text[start + len(opening) : end], end + len(closing)


def read(line):
    """The operation of a line in generic form; None where it has regions or successors."""
    head = re.match(r'\s*(?:%[\w:#, ]+ = )?"([\w$.]+)"\(', line)
    if not head:
        return None
    end = until(line, head.end(), ")")
    at = end + 1
    if end < 0 or not (line.startswith(" <{", at) or line.startswith(" {", at) or line.startswith(" :", at)):
        return None
    properties, at = inside(line, at, " <{", "}>")
    attributes, at = inside(line, at, " {", "}")
    if not line.startswith(" : (", at):
        return None
    end = until(line, at + 4, ")")
    if end < 0 or not line.startswith(") -> ", end):
        return None
    outs = line[end + 5 :].strip()
    if outs.endswith(("{", "({")):
        return None
    outs = outs[1:-1] if outs.startswith("(") else outs
    operands = listed(line[at + 4 : end])
    return Op(head[1], tuple(operands), tuple(listed(outs)), named(properties or ""), named(attributes or ""))


def printed(path):
    """The lines of a test in generic form."""
    command = ["mlir-opt-22", "--split-input-file", "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    command += ["--mlir-print-local-scope", str(path)]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, errors="replace").stdout.splitlines()
    except subprocess.TimeoutExpired:
        return []


def collected(sources):
    """The operations of all tests without expected errors, each once, by dialect and name."""
    paths = sorted((sources / "mlir/test/Dialect").rglob("*.mlir"))
    paths = [path for path in paths if "expected-error" not in path.read_text(errors="replace")]
    found = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for lines in pool.map(printed, paths):
            for line in lines:
                op = read(line)
                if op and op.name.split(".")[0] not in FOREIGN and "." in op.name and len(line) < 2000:
                    found.setdefault(json.dumps(op), op)
    return list(found.values())


def known_operations():
    """The names of MLIR's operations, from the records."""
    lines = (line for path in created.RECORDS.glob("*.ops") for line in path.read_text().splitlines())
    return {line[3:] for line in lines if line.startswith("op ")}


def other_type(rng, ty):
    """A type of another element."""
    elements = [one for one in created.SCALARS if not re.search(rf"\b{one}\b", ty)]
    new = re.sub(r"(?<=x|<)(?:[iuf]\w*\d+|bf16|index)(?=[>,])", rng.choice(elements), ty, count=1)
    return new if new != ty else rng.choice(elements)


def other_rank(rng, ty):
    """A type of one extent more or less."""
    match = re.fullmatch(r"((?:vector|tensor|memref)<)((?:[\d?]+x|\[\d+\]x)+)?(.*)", ty)
    if not match:
        return f"{rng.choice(['vector', 'tensor'])}<2x{ty}>" if ty in created.SCALARS else None
    head, shape, rest = match.groups()
    if shape and rng.random() < 0.5:
        return head + shape.partition("x")[2] + rest
    return f"{head}2x{shape or ''}{rest}"


def faulty(rng, op, kind):
    """The operation with one fault; None where it has no part for it."""
    places = [(0, at) for at in range(len(op.operands))] + [(1, at) for at in range(len(op.results))]
    sides = [list(op.operands), list(op.results)]
    if kind in ("type", "rank"):
        if not places:
            return None
        side, at = rng.choice(places)
        new = (other_type if kind == "type" else other_rank)(rng, sides[side][at])
        if new is None:
            return None
        sides[side][at] = new
    elif kind == "count":
        # An operation that a pattern makes without result types has those that MLIR infers.
        side = rng.randrange(2)
        if len(sides[side]) > side and rng.random() < 0.5:
            del sides[side][rng.randrange(len(sides[side]))]
        else:
            sides[side].append(sides[side][-1] if sides[side] else "i32")
    else:
        properties = dict(op.properties)
        if not properties:
            return None
        name = rng.choice(sorted(properties))
        if rng.random() < 0.5:
            del properties[name]
        else:
            properties[name] = rng.choice(["unit", "5 : i64", '"x"', "[]", "array<i64: 1, 0, 2>", "i32", "1.0 : f32"])
        return op._replace(properties=properties)
    return op._replace(operands=tuple(sides[0]), results=tuple(sides[1]))


def payload(op):
    """A function with the operation, on arguments."""
    parameters = ", ".join(f"%a{at}: {ty}" for at, ty in enumerate(op.operands))
    given = ", ".join(f"%a{at}" for at in range(len(op.operands)))
    bound = f"%r:{len(op.results)} = " if op.results else ""
    words = lambda all: ", ".join(f'"{name}" = {value}' for name, value in all.items())
    properties = f" <{{{words(op.properties)}}}>" if op.properties else ""
    attributes = f" {{{words(op.attributes)}}}" if op.attributes else ""
    types = f"({', '.join(op.operands)}) -> ({', '.join(op.results)})"
    line = f'    {bound}"{op.name}"({given}){properties}{attributes} : {types}\n'
    return f"module {{\n  func.func @f({parameters}) {{\n{line}    return\n  }}\n}}\n"


def asked(assay, ops):
    """Verdict, class of the reason and codes for each operation."""
    patterns = []
    for number, op in enumerate(ops):
        values = list({**op.properties, **op.attributes}.items())
        patterns.append(created.pattern(number, op.name, (op.operands, op.results, values), "t.old"))
    found = []
    for start in range(0, len(patterns), 200):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "patterns.mlir")
            path.write_text("".join(patterns[start : start + 200]))
            command = [assay, "check", str(path), "--isolated", "--rules", "S,T", "--format", "json"]
            done = subprocess.run(command, capture_output=True, text=True)
        try:
            records = {record["name"]: record for record in json.loads(done.stdout)["patterns"]}
        except (ValueError, LookupError):
            sys.exit(f"{assay}: {done.stderr.strip()[-500:]}")
        for number in range(start, min(start + 200, len(patterns))):
            record = records.get(f"p{number}", {"verdict": "malformed"})
            codes = {finding.get("rule", finding.get("code")) for finding in record.get("findings", [])}
            words = " ".join(finding.get("message", "") for finding in record.get("findings", []))
            found.append((record["verdict"], (record.get("reason") or {}).get("class", ""), codes, words))
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--sources", type=Path, default=ROOT / "target/mlir-sources")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--shown", type=int, default=20, help="failures of a kind to print")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    known = known_operations()
    every = [op for op in collected(args.sources) if op.name in known]
    rng.shuffle(every)
    # One of each name first, then others.
    every.sort(key=lambda op, seen=collections.Counter(): (seen.update([op.name]), seen[op.name])[1])
    drawn = every[: args.count * 5 // 4]
    errors = created.judged([payload(op) for op in drawn])
    ops = [op for op, error in zip(drawn, errors) if error is None][: args.count]
    names = len({op.name for op in ops})
    print(f"{len(every)} operations without regions in the tests, {len(drawn)} drawn; {len(ops)} that MLIR takes alone, of {names} names")
    verdicts = asked(args.assay, ops)
    refused = [(op, one) for op, one in zip(ops, verdicts) if one[0] == "malformed" or one[0] == "refuted"]
    for op, one in refused[: args.shown]:
        print(f"not accepted: {one[0]} {sorted(map(str, one[2]))} {one[3][:160]}\n{payload(op).splitlines()[2]}")
    share = 100 * (1 - len(refused) / max(1, len(ops)))
    print(f"accepted: {len(ops) - len(refused)} of {len(ops)}, {share:.2f} %")
    count(ops, verdicts)

    faults = []
    for number, op in enumerate(ops):
        first = number % len(FAULTS)
        made = ((kind, faulty(rng, op, kind)) for kind in FAULTS[first:] + FAULTS[:first])
        faults.append(next((kind, one) for kind, one in made if one))
    errors = created.judged([payload(op) for _, op in faults])
    verdicts = asked(args.assay, [op for _, op in faults])
    table, wrong = collections.defaultdict(collections.Counter), collections.Counter()
    for (kind, op), error, (verdict, reason, codes, words) in zip(faults, errors, verdicts):
        word = f"unknown({reason})" if verdict == "unknown" else verdict
        table[kind, error is None][word] += 1
        accepted = verdict in ("proved", "bounded", "well-formed")
        false = error is None and verdict == "refuted" and "T201" in codes
        if error not in (None, created.CRASH) and accepted or false:
            which = "refuted though MLIR takes it" if false else "accepted though MLIR refuses it"
            wrong[which] += 1
            if wrong[which] <= args.shown:
                print(f"{which}: {kind}: {error or words[:160]}\n{payload(op).splitlines()[2]}")
    for takes, heading in ((False, "MLIR refuses"), (True, "MLIR takes")):
        print(f"\n{heading}")
        for kind in FAULTS:
            row = table[kind, takes]
            print(f"  {kind:10} " + ", ".join(f"{word} {times}" for word, times in row.most_common()))
    print(f"\n{sum(wrong.values())} wrong: {dict(wrong)}")
    sys.exit(1 if wrong or share < 99 else 0)


def count(ops, verdicts):
    """Prints the verdicts of sound operations, and of which classes those are that nothing decides."""
    words = collections.Counter(f"unknown({one[1]})" if one[0] == "unknown" else one[0] for one in verdicts)
    print("  " + ", ".join(f"{word} {times}" for word, times in words.most_common()))
    bare = collections.Counter(op.name for op, one in zip(ops, verdicts) if one[1] == "no spec")
    if bare:
        print(f"  unknown(no spec): {dict(bare.most_common(20))}")


if __name__ == "__main__":
    main()
