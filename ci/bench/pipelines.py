#!/usr/bin/env python3
"""Times of `assay audit` on pipelines: the whole process, least and median of RUNS of wall time, and least processor time.

Rows: pipelines of 1,000 steps, drawn by SEED from all passes that have a contract, flat and nested in `func.func(...)`, with
kinds at the start and with a payload (goal 10 ms each); and completions of the seven steps to the LLVM dialect and of no
step at all, over ten candidates and over all contracts (goal 10 ms over the ten). `--quiet` with a JSON file, that is, all
findings are written out. Exit code 1 when the least wall time misses a goal; on a machine that does other things, the time of
the processor says how far that is its own.

usage: ci/bench/pipelines.py SEED [--runs N] [--assay PATH]     (needs target/release/assay)
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
GOAL = 10.0
STEPS = 1000

SEVEN = ["convert-scf-to-cf", "convert-arith-to-llvm", "convert-cf-to-llvm", "convert-func-to-llvm",
         "expand-strided-metadata", "finalize-memref-to-llvm", "reconcile-unrealized-casts"]
FURTHER = ["lower-affine", "convert-to-llvm", "fold-memref-alias-ops"]
VIEW = """func.func @f(%m: memref<64x64xf32>, %o: index, %v: f32) {
  %a = memref.subview %m[%o, %o] [8, 8] [1, 1] : memref<64x64xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
  scf.forall (%i, %j) in (4, 4) {
    memref.store %v, %a[%i, %j] : memref<8x8xf32, strided<[64, 1], offset: ?>>
  }
  return
}
"""


def contracts():
    """Passes with a contract, and those that may be nested in functions."""
    known = {}
    for name in ("lowering.toml", "upstream.toml"):
        with open(os.path.join(ROOT, "corpus", "contracts", name), "rb") as file:
            known.update(tomllib.load(file)["pass"])
    on_functions = [name for name, contract in known.items()
                    if "anchors" not in contract or "func.func" in contract["anchors"]]
    on_modules = [name for name, contract in known.items()
                  if "anchors" not in contract or "builtin.module" in contract["anchors"]]
    return sorted(on_modules), sorted(on_functions)


def nested(draw, passes):
    """Runs of passes, each in a function."""
    steps, left = [], STEPS
    while left > 0:
        count = min(left, draw.randint(1, 8))
        steps.append(f"func.func({','.join(draw.choice(passes) for _ in range(count))})")
        left -= count
    return ",".join(steps)


def measured(assay, flags, runs, folder):
    """Milliseconds of each run, of wall time and of the processor, and the record of the last one."""
    report = os.path.join(folder, "report.json")
    times, spent = [], []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        started = time.perf_counter()
        done = subprocess.run([assay, "audit", *flags, "--quiet", "--format", f"json={report}"],
                              capture_output=True, text=True, check=False)
        times.append((time.perf_counter() - started) * 1e3)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append((after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e3)
        if done.returncode not in (0, 1):
            sys.exit(f"exit code {done.returncode}: {done.stderr}")
    with open(report, encoding="utf-8") as file:
        return times, spent, json.load(file)["patterns"][0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--assay", default=ASSAY)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    on_modules, on_functions = contracts()
    flat = ",".join(draw.choice(on_modules) for _ in range(STEPS))
    inside = nested(draw, on_functions)
    ten = ",".join(SEVEN + FURTHER)
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        payload = os.path.join(folder, "view.mlir")
        with open(payload, "w", encoding="utf-8") as file:
            file.write(VIEW)
        kinds = ["--start", "scf.*,arith.*,memref.*,func.*,linalg.*,vector.*", "--final", "llvm.*", "--max-insertions", "0"]
        given = ["--payload", payload, "--final", "llvm.*"]
        rows = [
            ("1,000 steps, flat, kinds", ["--pipeline", flat, *kinds], True),
            ("1,000 steps, nested, kinds", ["--pipeline", inside, *kinds], True),
            ("1,000 steps, flat, a payload", ["--pipeline", flat, *given, "--max-insertions", "0"], True),
            ("1,000 steps, nested, a payload", ["--pipeline", inside, *given, "--max-insertions", "0"], True),
            ("seven steps and two of ten", ["--pipeline", ",".join(SEVEN), *given, "--max-insertions", "2", "--candidates", ten], True),
            ("four of ten", ["--pipeline", "", *given, "--max-insertions", "4", "--candidates", ten], True),
            ("seven steps and two of all", ["--pipeline", ",".join(SEVEN), *given, "--max-insertions", "2"], False),
            ("four of all", ["--pipeline", "", *given, "--max-insertions", "4"], False),
        ]
        for name, flags, goal in rows:
            times, spent, record = measured(args.assay, flags, args.runs, folder)
            help_lines = record["findings"][0]["help"] if record["findings"] else []
            ways = sum(line.startswith("clean with ") for line in help_lines)
            missed = goal and min(times) > GOAL
            fine &= not missed
            print(f"{name}: {min(times):.1f} ms least, {statistics.median(times):.1f} ms median of {args.runs},"
                  f" processor {min(spent):.1f} ms; {record['verdict']}, {len(record['findings'])} findings, {ways} completions" + ("; MISSED" if missed else ""))
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
