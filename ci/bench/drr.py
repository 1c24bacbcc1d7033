#!/usr/bin/env python3
"""Time of `assay import` on a file of DRR records, beside the time of TableGen.

The records are drawn by SEED: trees of arith operations of two to four levels over values, constants and flags, some with
conditions, some that make constants by native code, some that match an operand either way round. Measured, the whole
process, best of three: `llvm-tblgen-22 --dump-json` alone; `assay import FILE.td.json`, which reads what that printed; and
`assay import FILE.td`, which runs TableGen itself. Exit code 1 when a record has no PDL, or the import takes more than 2
seconds of processor time besides TableGen.

usage: ci/bench/drr.py SEED [--count N] [--assay PATH]     (needs llvm-tblgen-22, the ODS files and target/release/assay)
"""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
GOAL = 2.0

HEAD = """include "mlir/IR/PatternBase.td"
include "mlir/Dialect/Arith/IR/ArithOps.td"
def Sum : NativeCodeCall<"addIntegerAttrs($_builder, $0, $1, $2)">;
def Common : NativeCodeCall<"mergeOverflowFlags($0, $1)">;
def SameType : Constraint<CPred<"$0.getType() == $1.getType()">>;
defvar NoFlags = ConstantEnumCase<Arith_IntegerOverflowAttr, "none">;
"""

# Operations of two operands, and what follows them.
PLAIN = ["Arith_AndIOp", "Arith_OrIOp", "Arith_XOrIOp", "Arith_MaxSIOp", "Arith_MinUIOp", "Arith_RemSIOp"]
FLAGGED = ["Arith_AddIOp", "Arith_SubIOp", "Arith_MulIOp", "Arith_ShLIOp"]


def ods():
    for folder in ("/usr/lib/llvm-22/include", os.path.join(ROOT, "target", "mlir-22", "include")):
        if os.path.exists(os.path.join(folder, "mlir", "IR", "PatternBase.td")):
            return folder
    sys.exit("the ODS files are missing: run ci/setup.sh --mlir")


class Record:
    """One record while it is drawn."""

    def __init__(self, draw):
        self.draw, self.values, self.flags = draw, [], []

    def matched(self, depth, root=True):
        """A source pattern of this depth."""
        if depth == 0 or (not root and self.draw.random() < 0.3):
            if self.values and self.draw.random() < 0.2:
                return self.draw.choice(self.values)
            name = f"$v{len(self.values)}"
            self.values.append(name)
            return name
        left, right = self.matched(depth - 1, False), self.matched(depth - 1, False)
        if self.draw.random() < 0.5:
            operands = f"{left}, {right}"
            if root and self.draw.random() < 0.1:
                operands = f"(either {left}, {right})"
            return f"({self.draw.choice(PLAIN)} {operands})"
        flags = f"$f{len(self.flags)}"
        self.flags.append(flags)
        return f"({self.draw.choice(FLAGGED)} {left}, {right}, {flags})"

    def made(self, depth):
        """A result pattern of this depth."""
        if depth == 0 or self.draw.random() < 0.2:
            return self.draw.choice(self.values)
        left, right = self.made(depth - 1), self.made(depth - 1)
        if self.draw.random() < 0.5:
            return f"({self.draw.choice(PLAIN)} {left}, {right})"
        several = [f"(Common {one}, {other})" for one, other in zip(self.flags, self.flags[1:])]
        return f"({self.draw.choice(FLAGGED)} {left}, {right}, {self.draw.choice(['NoFlags', *self.flags, *several])})"


def record(draw, number):
    if draw.random() < 0.2:
        inner, outer = draw.choice(FLAGGED[:3]), draw.choice(FLAGGED[:3])
        return (f"def P{number} : Pat<({outer}:$r ({inner} $x, (ConstantLikeMatcher APIntAttr:$c), $f),"
                f" (ConstantLikeMatcher APIntAttr:$d), $g), ({outer} $x, (Arith_ConstantOp (Sum $r, $c, $d)), NoFlags),"
                f" [(SameType $r, $x)]>;")
    one = Record(draw)
    source = one.matched(draw.choice([2, 2, 3, 4]))
    result = one.made(draw.choice([0, 1, 2, 3]))
    result = result if result.startswith("(") else f"(replaceWithValue {result})"
    return f"def P{number} : Pat<{source}, {result}>;"


def best(words):
    """The least wall time and processor time of three runs, and what the last one printed."""
    times, spent, done = [], [], None
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        done = subprocess.run(words, capture_output=True, check=False)
        times.append(time.perf_counter() - started)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    if done.returncode != 0:
        sys.exit(f"{words[0]}: exit code {done.returncode}: {done.stderr.decode()[:500]}")
    return min(times), min(spent), done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--assay", default=ASSAY)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records.td")
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD + "".join(record(draw, number) + "\n" for number in range(args.count)))
        tblgen, tblgen_spent, json = best(["llvm-tblgen-22", "--dump-json", "-I", ods(), path])
        with open(path + ".json", "wb") as file:
            file.write(json)
        read, read_spent, printed = best([args.assay, "import", path + ".json"])
        whole, whole_spent, _ = best([args.assay, "import", path, "--include", ods()])
    patterns, opaque = len(re.findall(rb"^ *pdl\.pattern ", printed, re.M)), printed.count(b'"DRR: ')
    print(f"{args.count} records, {len(json) / 1e6:.1f} MB of JSON, {patterns} patterns, {opaque} records without PDL")
    print(f"wall time: llvm-tblgen-22 {tblgen:.2f} s; assay import of its JSON {read:.2f} s; assay import of the records"
          f" {whole:.2f} s, besides TableGen {whole - tblgen:.2f} s")
    print(f"processor: llvm-tblgen-22 {tblgen_spent:.2f} s; assay import of its JSON {read_spent:.2f} s; assay import of the"
          f" records {whole_spent:.2f} s, besides TableGen {whole_spent - tblgen_spent:.2f} s (goal {GOAL:.0f} s)")
    slowest = max(read_spent, whole_spent - tblgen_spent)
    return 1 if opaque or slowest > GOAL or patterns < args.count else 0


if __name__ == "__main__":
    sys.exit(main())
