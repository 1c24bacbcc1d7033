#!/usr/bin/env python3
"""Functions a second and core that `assay tv` judges: given pairs, and through a pass of `mlir-opt-22`.

Functions of 10 to 16 operations, each result computed from arguments: integers of four widths, `index`, `f32` and vectors, drawn
by SEED. Only those that the pass changes are kept. They are judged on 48 inputs each, verdict and report with all evidence included:
with default flags, which ask for proofs, by runs alone (`--no-proof`), and with proofs that no solver is asked about.
Divided is by the processor time of the whole process, those of `mlir-opt-22` and of solvers included, so that a busy machine
changes little; the least of ROUNDS is taken. Exit code 1 when a figure misses its goal: 1,000 for pairs, 500 through the pass.

usage: ci/bench/tv.py SEED [COUNT] [ROUNDS]     (2,000 functions, 3 rounds unless told; needs target/release/assay, or ASSAY,
                                                 and mlir-opt-22)
"""

import collections
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
PASS = "canonicalize"
GOALS = {"pairs": 1000, "pass": 500}
# A program that is no solver.
NONE = ["--solver", "/bin/false"]

DIVISIONS = ["divui", "divsi", "remui", "floordivsi", "ceildivsi"]
INTEGER = ["addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrui", "shrsi", "maxsi", "minui", *DIVISIONS]
FLOAT = ["addf", "subf", "mulf", "divf", "maximumf", "minnumf"]
INDEX = ["add", "sub", "mul", "and", "xor", "maxs", "minu", "shl"]
TYPES = ["i8", "i16", "i32", "i64", "index", "f32", "vector<4xi32>", "vector<2xf32>"]
CONSTANTS = [0, 1, -1, 2, 3, 7, -8, 16]


def constant(draw, kind, numbers=CONSTANTS):
    number = draw.choice(numbers)
    if kind.startswith("vector"):
        return f"arith.constant dense<{float(number) if 'f32' in kind else number}> : {kind}"
    return f"arith.constant {float(number) if kind == 'f32' else number} : {kind}"


def function(draw, name):
    """A function, with its number of operations beside the return."""
    kind = draw.choice(TYPES)
    values, body = ["%a", "%b", "%c"], []

    def add(words):
        body.append(f"  %v{len(body)} = {words}")
        values.append(f"%v{len(body) - 1}")
        return values[-1]

    for _ in range(draw.randint(10, 16)):
        one, other = draw.choice(values[-4:]), draw.choice(values)
        turn = draw.random()
        if turn < 0.3:
            add(constant(draw, kind))
        elif turn < 0.4 and not kind.startswith("vector"):
            compare = ("cmpf", "olt") if kind == "f32" else ("cmpi", draw.choice(["slt", "ult", "eq"]))
            body.append(f"  %q{len(body)} = arith.{compare[0]} {compare[1]}, {one}, {other} : {kind}")
            add(f"arith.select %q{len(body) - 1}, {one}, {other} : {kind}")
        elif kind == "index":
            add(f"index.{draw.choice(INDEX)} {one}, {other}")
        else:
            operation = draw.choice(FLOAT if "f32" in kind else INTEGER)
            # A function that is undefined on most inputs would be judged on few.
            if operation in DIVISIONS:
                other = add(constant(draw, kind, [2, 3, 7, -8]))
            add(f"arith.{operation} {one}, {other} : {kind}")
    results = ", ".join(values[-3:])
    kinds = ", ".join([kind] * 3)
    head = f"func.func @{name}(%a: {kind}, %b: {kind}, %c: {kind}) -> ({kinds}) {{"
    return "\n".join([head, *body, f"  return {results} : {kinds}", "}"]) + "\n"


def through(text, *flags):
    """What `mlir-opt-22` makes of a text, function by function."""
    done = subprocess.run(["mlir-opt-22", *flags], input=text, capture_output=True, text=True, check=True)
    parts = re.split(r"(?m)^  (?=func\.func)", done.stdout)[1:]
    return {re.match(r"func\.func @(\w+)", part).group(1): part.rsplit("\n}", 1)[0] for part in parts}


def changed(seed, count):
    """Functions that the pass changes, before and after."""
    draw, before, after = random.Random(seed), [], []
    while len(before) < count:
        names = [f"f{len(before)}_{at}" for at in range(500)]
        texts = {name: function(draw, name) for name in names}
        plain, done = through("".join(texts.values())), through("".join(texts.values()), f"--{PASS}")
        # Constants are put in front by the pass; a function of which it does no more is not counted.
        lines = lambda text: sorted(re.sub(r"%\S+", "%", line) for line in text.splitlines())
        kept = [name for name in names if lines(plain[name]) != lines(done[name])][:count - len(before)]
        before += [texts[name] for name in kept]
        after += [done[name] + "\n" for name in kept]
    return before, after


def spent(words):
    """Processor time of a call and of all that it starts, and the verdicts of its report."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([ASSAY, "tv", *words, "--jobs", "1", "--no-reduce", "--quiet", "--format",
                               f"json={report.name}"], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            sys.exit(f"exit code {done.returncode}: {done.stderr}")
        records = json.load(open(report.name, encoding="utf-8"))["patterns"]
    reason = lambda record: (record.get("reason") or {}).get("class")
    verdicts = collections.Counter(reason(record) or record["verdict"] for record in records)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, verdicts


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    seed, count, rounds = (int(word) for word in [*sys.argv[1:], *["2000", "3"][len(sys.argv) - 2:]][:3])
    before, after = changed(seed, count)
    operations = sorted(text.count(" = ") for text in before)
    print(f"{count} functions of {operations[0]} to {operations[-1]} operations, changed by {PASS}")
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        for name, texts in [("before.mlir", before), ("after.mlir", after)]:
            with open(path(name), "w", encoding="utf-8") as out:
                out.write("".join(texts))
        pair, through_pass = [path("before.mlir"), path("after.mlir")], [path("before.mlir"), "--pass", PASS]
        for name, goal, words in [
            ("pairs", GOALS["pairs"], pair),
            ("pass", GOALS["pass"], through_pass),
            ("pairs, by runs alone", GOALS["pairs"], [*pair, "--no-proof"]),
            ("pass, by runs alone", GOALS["pass"], [*through_pass, "--no-proof"]),
            ("pairs, without a solver", 0, [*pair, *NONE]),
        ]:
            runs = [spent(words) for _ in range(rounds)]
            seconds, verdicts = min(runs, key=lambda run: run[0])
            rate = count / seconds
            missed |= rate < goal or sum(verdicts.values()) != count
            wanted = f" (goal {goal})" if goal else ""
            verdicts = ", ".join(f"{word} {number}" for word, number in verdicts.most_common())
            print(f"{name}: {rate:.0f} functions a second and core{wanted}; {verdicts}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
