#!/usr/bin/env python3
"""Asks `assay tv` for proofs of generated loop-free functions: each against what `mlir-opt-22 --canonicalize` makes of it, and
once more with a seeded wrong edit in the output. Needs mlir-opt-22 and a solver.

    proved.py [--assay PATH] [--seed S] [--count N] [--operations K]

Of the operations at least a fifth are multiplications and divisions by constants. Prints how many are proved, unknown by
reason, refuted, and edited without a change of meaning (`arith_smt` says so, an encoding that shares nothing with Assay's: of
what is computed in a few steps from the edited operation, or of the whole), and the processor time of the whole process with
its solvers; exit code 1 when an output of `--canonicalize` is refuted, a wrong edit is called equivalent and is not, more than
one in twenty is unknown, or more than one in ten takes more than five seconds.
"""

import argparse
import collections
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import arith_smt

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN = ["addi", "subi", "andi", "ori", "xori", "maxsi", "minui", "minsi", "maxui"]
COMPARED = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]
RESULTS = 8
# For the answer of the other encoding about an edit that Assay calls equivalent.
SECONDS = 300
# The same about values that are so many steps away from it, at most.
STEP_SECONDS, DEPTHS = 20, 12


def function(rng, operations):
    """The text of a function: several results, so that most operations are used."""
    width = rng.choice([8, 16, 32, 64])
    ty = f"i{width}"
    names, bits, lines = [f"%a{at}" for at in range(4)], [], []
    # What is not used yet is used first, so that little is dead.
    unused = list(names)

    def value():
        name = unused.pop(rng.randrange(len(unused))) if unused and rng.random() < 0.7 else rng.choice(names)
        return name

    def constant(number, kind=ty):
        name = f"%k{len(lines)}"
        lines.append(f"  {name} = arith.constant {number} : {kind}")
        return name

    done = 0
    while done < operations:
        name, draw = f"%v{done}", rng.random()
        flags = rng.choice([""] * 9 + [" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])
        if draw < 0.25:
            op = rng.choice(["muli", "muli", "divui", "divsi", "remui", "remsi"])
            number = rng.choice([2, 3, 4, 5, 7, 8, 10, 16, 25, 100, 1])
            used = constant(number)
            lines.append(f"  {name} = arith.{op} {value()}, {used}{flags if op == 'muli' else ''} : {ty}")
        elif draw < 0.40:
            used = constant(rng.choice([0, 1, -1, 2, rng.randrange(-100, 100)]))
            op = rng.choice(PLAIN)
            lines.append(f"  {name} = arith.{op} {value()}, {used}{flags if op in ('addi', 'subi') else ''} : {ty}")
        elif draw < 0.48:
            used = constant(rng.randrange(width))
            lines.append(f"  {name} = arith.{rng.choice(['shli', 'shrui', 'shrsi'])} {value()}, {used} : {ty}")
        elif draw < 0.60:
            lines.append(f"  %c{done} = arith.cmpi {rng.choice(COMPARED)}, {value()}, {value()} : {ty}")
            bits.append(f"%c{done}")
            lines.append(f"  {name} = arith.select {rng.choice(bits)}, {value()}, {value()} : {ty}")
            done += 1
        else:
            op = rng.choice(PLAIN)
            lines.append(f"  {name} = arith.{op} {value()}, {value()}{flags if op in ('addi', 'subi') else ''} : {ty}")
        names.append(name)
        unused.append(name)
        done += 1
    results = names[-RESULTS:]
    arguments = ", ".join(f"%a{at}: {ty}" for at in range(4))
    types = ", ".join([ty] * RESULTS)
    body = "\n".join(lines)
    return f"func.func @f({arguments}) -> ({types}) {{\n{body}\n  return {', '.join(results)} : {types}\n}}\n"


EDITS = [
    (r"arith\.addi\b", "arith.xori"),
    (r"arith\.subi\b", "arith.addi"),
    (r"arith\.andi\b", "arith.ori"),
    (r"arith\.ori\b", "arith.xori"),
    (r"arith\.xori\b", "arith.ori"),
    (r"arith\.maxsi\b", "arith.maxui"),
    (r"arith\.minui\b", "arith.minsi"),
    (r"arith\.shrsi\b", "arith.shrui"),
    (r"arith\.divsi\b", "arith.divui"),
    (r"arith\.remui\b", "arith.remsi"),
    (r"cmpi slt", "cmpi ult"),
    (r"cmpi sle", "cmpi slt"),
    (r"cmpi eq", "cmpi ule"),
]


def edited(rng, text):
    """One operation of the text made another one, without the flags that the other does not have; `None` where there is none."""
    lines = text.splitlines()
    places = [(at, old, new) for at, line in enumerate(lines) for old, new in EDITS if re.search(old, line)]
    if not places:
        return None
    at, old, new = rng.choice(places)
    flagless = re.sub(r" overflow<[^>]*>", "", lines[at]) if "addi" not in new else lines[at]
    lines[at] = re.sub(old, new, flagless)
    return "\n".join(lines) + "\n", lines[at].strip()


def used():
    """Seconds of the processor that ended children took, solvers among them."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def judged(assay, before, after, *options):
    """Verdict and reason of the command that a user types, and its seconds."""
    start = used()
    command = [assay, "tv", str(before), str(after), "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = used() - start
    try:
        record = json.loads(done.stdout)["patterns"][0]
    except (ValueError, LookupError):
        return "failed", done.stderr.strip()[-300:], seconds
    return record["verdict"], (record.get("reason") or {}).get("subject", ""), seconds


def compared(before, made, wrong):
    """The other encoding's answer about an edit that Assay calls equivalent."""
    for depth in range(DEPTHS):
        if arith_smt.steps_differ(made, wrong, STEP_SECONDS, depth) == "unsat":
            return "unsat"
    return arith_smt.differ(before, wrong, SECONDS)


def part(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] if times else 0.0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--operations", type=int, default=200)
    args = parser.parse_args()
    counts = {"right": collections.Counter(), "wrong": collections.Counter()}
    times = {"right": [], "wrong": []}
    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder, "before.mlir"), Path(folder, "after.mlir")
        for number in range(args.count):
            rng = random.Random(args.seed * 1_000_003 + number)
            before.write_text(function(rng, args.operations))
            made = subprocess.run(
                ["mlir-opt-22", "--canonicalize", str(before)], capture_output=True, text=True, check=True
            ).stdout
            wrong, edit = edited(rng, made) or (None, "")
            # Of some functions nothing is left to edit.
            for kind, text in [("right", made), ("wrong", wrong)] if wrong else [("right", made)]:
                after.write_text(text)
                verdict, why, seconds = judged(args.assay, before, after)
                if (kind, verdict) == ("wrong", "proved"):
                    # An edit that changes nothing, as another encoding says.
                    answer = compared(before.read_text(), made, text)
                    verdict = {"unsat": "equivalent", "sat": "proved", "unknown": "not compared"}[answer]
                if (kind, verdict) == ("right", "proved") and arith_smt.differ(before.read_text(), text, 20) == "sat":
                    verdict = "proved wrongly"
                counts[kind][verdict] += 1
                times[kind].append(seconds)
                if verdict != {"right": "proved", "wrong": "refuted"}[kind]:
                    note = f" ({edit})" if kind == "wrong" else ""
                    print(f"{number} {kind}: {verdict} {why}{note} {seconds:.1f} s", flush=True)
    for kind in counts:
        list_of = ", ".join(f"{verdict} {count}" for verdict, count in sorted(counts[kind].items()))
        print(f"{kind}: {list_of}; p50 {part(times[kind], 0.5):.2f} s, p90 {part(times[kind], 0.9):.2f} s,"
              f" most {max(times[kind]):.2f} s")
    right, wrong = counts["right"], counts["wrong"]
    # Those that change nothing are counted apart.
    missed = wrong["proved"] + wrong["bounded"] + wrong["not compared"] + right["proved wrongly"]
    unknown = right["unknown"] + right["failed"] + wrong["unknown"] + wrong["failed"]
    print(f"seed {args.seed}: {unknown} of {2 * args.count} unknown, {missed} wrong edits called right,"
          f" {right['refuted']} right outputs refuted")
    slow = part(times["right"] + times["wrong"], 0.9) > 5
    sys.exit(1 if unknown > args.count // 10 or missed or right["refuted"] or slow else 0)


if __name__ == "__main__":
    main()
