#!/usr/bin/env python3
"""The V rules over the integer libraries: `assay check --rules V` on corpus/patterns, without and with its answers at hand.

Cold: a fresh cache folder. Warm: the folder of the cold run. Wall time on all cores, as medians over the rounds, in turns;
every answer has to be the same in each run. Exit code 1 when a figure misses its goal: 30 seconds cold, half a second warm.

usage: ci/bench/values.py [ROUNDS]     (default 3; builds assay with --release first)
"""

import os
import shutil
import statistics
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.path.join(TARGET, "release", "assay")
CACHE = os.path.join(TARGET, "bench", "values-cache")
LIBRARIES = ["arith", "arith-expand", "arith-open", "comb", "traps"]
GOALS = {"cold": 30.0, "warm": 0.5}


def run():
    """Wall time and standard output of one check of all libraries."""
    files = []
    for library in LIBRARIES:
        folder = os.path.join(ROOT, "corpus", "patterns", library)
        names = sorted(name for name in os.listdir(folder) if name.endswith(".mlir") and name.count(".") == 1)
        files += [os.path.join(folder, name) for name in names]
    command = [ASSAY, "check", "--rules", "V", "--format", "concise", "--exit-zero", "--isolated", "--cache", CACHE, *files]
    started = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    took = time.monotonic() - started
    if done.returncode not in (0, 1):
        sys.exit(f"assay check ended with {done.returncode}:\n{done.stderr}")
    return took, done.stdout


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "assay-cli"], cwd=ROOT, check=True)
    times, outputs = {"cold": [], "warm": []}, set()
    for _ in range(rounds):
        shutil.rmtree(CACHE, ignore_errors=True)
        for kind in times:
            took, output = run()
            times[kind].append(took)
            outputs.add(output)
    if len(outputs) != 1:
        sys.exit("the answers differ between runs")
    print(outputs.pop().rstrip().splitlines()[-1])
    missed = False
    for kind, list_ in times.items():
        median = statistics.median(list_)
        missed |= median > GOALS[kind]
        print(f"{kind}: {median:.2f} s (goal {GOALS[kind]} s; all: {', '.join(f'{t:.2f}' for t in list_)})")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
