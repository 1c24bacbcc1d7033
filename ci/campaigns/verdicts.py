#!/usr/bin/env python3
"""The verdicts of `assay check`, all stages, on generated patterns: a table of mode, seed, verdicts, reasons and times.

For each seed 10,000 patterns of each mode are drawn by `assay fuzz --emit` and checked on two threads, the whole report
written to a JSON file. Exit code 1 when a run ends with exit code 2 or worse, prints an internal disagreement, leaves a
claim without its witness, or has a pattern above 10 s or a 99th percentile above 200 ms.

usage: ci/campaigns/verdicts.py SEED ...    (three seeds: 101 202 303; builds assay with --release first;
                                             MODES="valid sound" and COUNT=1000 in the environment choose less,
                                             FLAGS="--region-kind graph" adds flags)
"""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "bench"))

import check  # noqa: E402

MODES = os.environ.get("MODES", "valid adversarial dialect sound").split()
COUNT = int(os.environ.get("COUNT", "10000"))
FLAGS = os.environ.get("FLAGS", "").split()
# Milliseconds.
MOST, MOST_P99 = 10_000, 200


def line(mode, seed):
    """Runs one campaign and prints its rows; `True` when nothing is wrong."""
    path = check.emit(mode, COUNT, seed)
    if path is None:
        return False
    report = os.path.join(check.FOLDER, f"verdicts-{mode}-{seed}.json")
    code, said, wall, spent, _ = check.run(path, ["--jobs", "2", "--timings", *FLAGS], report)
    summary, times, open_stages = check.read(report)
    if not summary:
        print(f"| {mode} | {seed} | no report, exit code {code} |")
        print("\n".join(said.splitlines()[-5:]))
        return False
    verdicts = ", ".join(f"{summary[verdict]} {verdict}" for verdict in check.VERDICTS if summary.get(verdict))
    p99 = times[len(times) * 99 // 100]
    bad = check.disagreements(said)
    unmade = {reason: count for reason, count in summary["unknown_by_reason"].items() if "a witness for" in reason}
    print(f"| {mode} | {seed} | {verdicts} | {wall:.0f} s, processor {spent:.0f} s | p99 {p99} ms, most {times[-1]} ms | "
          f"exit {code} | {bad} disagreements |")
    for reason, count in sorted(summary["unknown_by_reason"].items()):
        print(f"    {count} unknown ({reason})")
    for stage, count in sorted(open_stages.items()):
        print(f"    {count} {stage}")
    # The slowest patterns, and what a claim of ours was.
    print("".join(f"    {text}\n" for text in said.splitlines()[:40]), end="", flush=True)
    fine = code in (0, 1) and bad == 0 and not unmade and times[-1] <= MOST and p99 <= MOST_P99
    return fine


def main():
    seeds = sys.argv[1:]
    if not seeds or not all(seed.isdigit() for seed in seeds):
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    if os.environ.get("BUILD", "1") == "1":
        subprocess.run(["cargo", "build", "--release", "--locked", "-p", "assay-cli"], cwd=check.ROOT, check=True)
    os.makedirs(check.FOLDER, exist_ok=True)
    check.subreaper()
    fine = [line(mode, int(seed)) for seed in seeds for mode in MODES]
    sys.exit(0 if all(fine) else 1)


if __name__ == "__main__":
    main()
