#!/usr/bin/env python3
"""`assay fuzz` of two builds on the same patterns, in turns: user seconds of the whole process, one worker.

A row is a kind of patterns and a fact that is checked; the default of both is `valid verdict`. `--all-stages` does more today than
it did (more stages, witnesses for more of them), so that its row says what the work is and not which build is faster.

usage: ci/bench/fuzz.py OLD SEED [COUNT]    (OLD: another build of assay; builds this one with --release first, unless ASSAY
                                             names a binary; RUNS: runs of each, 5)
"""

import os
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.environ.get("ASSAY", os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "release", "assay"))
RUNS = int(os.environ.get("RUNS", "5"))
ROWS = [
    ["valid", "verdict"],
    ["adversarial", "verdict"],
    ["dialect", "verdict"],
    ["prototype", "verdict"],
    ["valid", "undo"],
    ["valid", "execution"],
    ["valid", "print"],
    ["valid", "verdict", "--all-stages"],
]


def seconds(binary, row, count, seed):
    """User seconds of one run."""
    with tempfile.TemporaryDirectory() as folder, open(os.devnull, "wb") as sink:
        words = [binary, "fuzz", "--mode", row[0], "--oracle", row[1], *row[2:], "--count", count, "--seed", seed]
        child = subprocess.Popen([*words, "--jobs", "1", "--out", os.path.join(folder, "out")], stdout=sink, stderr=sink)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
    # Exit code 1: a fact did not hold.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"{' '.join(words)} failed")
    return usage.ru_utime


def main():
    """Prints the table."""
    if len(sys.argv) < 3 or not sys.argv[2].isdigit():
        sys.exit(__doc__)
    old, seed, count = sys.argv[1], sys.argv[2], (sys.argv[3:] + ["2000"])[0]
    if "ASSAY" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "-p", "assay-cli"], cwd=ROOT, check=True)
    print(f"{count} patterns each, medians of {RUNS} runs in turns\n{'':<30} {'old':>9} {'new':>9}")
    for row in ROWS:
        number = str(int(count) // 20) if "--all-stages" in row else count
        times = [(seconds(old, row, number, seed), seconds(ASSAY, row, number, seed)) for _ in range(RUNS)]
        before, after = (statistics.median(list(column)) for column in zip(*times))
        print(f"{' '.join(row):<30} {before:>8.2f}s {after:>8.2f}s  {after / before:.2f}", flush=True)


if __name__ == "__main__":
    main()
