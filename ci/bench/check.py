#!/usr/bin/env python3
"""The rates of `assay check`: the whole process, on files of generated patterns.

The files are drawn by `assay fuzz --emit` from the seed. Measured are the structure rules on one core, which write the
whole report with all evidence to a JSON file, and all stages on two. A rate is patterns per second of wall time; the time
of the processor and the largest resident memory are those of all processes of the run. Beside each rate stands what was
not decided, by reason. Exit code 1 when a run has an internal disagreement, ends with exit code 2, or misses its goal.

usage: ci/bench/check.py SEED [ROW ...]    (rows: safe valid safe-large valid-large all-valid all-dialect;
                                            default all; builds assay with --release first)
"""

import concurrent.futures
import ctypes
import json
import os
import resource
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
FOLDER = os.path.join(TARGET, "bench", "check")
STRUCTURE = ["--rules", "S", "--jobs", "1"]
ALL = ["--jobs", "2", "--timings"]

# Name, mode, patterns, flags, and goals: least rate, most processor seconds, most MiB, most milliseconds of p99.
ROWS = [
    ("safe", "safe", 10_000, STRUCTURE, {"rate": 30_000}),
    ("valid", "valid", 10_000, STRUCTURE, {"rate": 2_000}),
    ("safe-large", "safe", 100_000, STRUCTURE, {"rate": 30_000, "mib": 300}),
    ("valid-large", "valid", 100_000, STRUCTURE, {"rate": 2_000, "mib": 300}),
    ("all-valid", "valid", 10_000, ALL, {"processor": 120, "p99": 200}),
    ("all-dialect", "dialect", 10_000, ALL, {"p99": 200}),
]
VERDICTS = ["malformed", "vacuous", "proved", "bounded", "well-formed", "refuted", "unknown"]


def emit(mode, count, seed):
    """A file of generated patterns; `None` if there is no such mode."""
    path = os.path.join(FOLDER, f"{mode}-{count}-{seed}.mlir")
    words = [ASSAY, "fuzz", "--mode", mode, "--count", str(count), "--seed", str(seed), "--emit", path]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{mode}: {done.stderr.strip()}")
        return None
    return path


def subreaper():
    """Makes orphans of our children our own (PR_SET_CHILD_SUBREAPER)."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def adopt():
    """Waits for solvers that outlived their parent, whose time counts as well."""
    try:
        while True:
            os.wait()
    except ChildProcessError:
        pass


def run(path, flags, report):
    """Exit code, standard error, wall and processor seconds, and peak MiB of one check."""
    words = [ASSAY, "check", path, *flags, "--isolated", "--quiet", "--format", f"json={report}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = process.stderr.read()
    _, status, own = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - started
    adopt()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return process.returncode, said, wall, spent, own.ru_maxrss / 1024


def read(report):
    """The summary, the times of the patterns in milliseconds, and stages without an answer by reason.

    Another process reads the document: the largest memory of a process begins with what its parent holds when it is made.
    """
    with concurrent.futures.ProcessPoolExecutor(max_workers=1) as pool:
        return pool.submit(summarised, report).result()


def summarised(report):
    try:
        with open(report, encoding="utf-8") as file:
            document = json.load(file)
    except ValueError:
        return {}, [], {}
    times = sorted(pattern["milliseconds"] or 0 for pattern in document["patterns"])
    open_stages = {}
    for pattern in document["patterns"]:
        for stage, answer in pattern["stages"].items():
            if answer.startswith(("unknown", "not checked")) and "(not requested)" not in answer:
                reason = answer.split("(", 1)[1].split(":", 1)[0].rstrip(")")
                key = f"{stage}: {answer.split(' (', 1)[0].split('(', 1)[0]} ({reason})"
                open_stages[key] = open_stages.get(key, 0) + 1
    return document["summary"], times, open_stages


def disagreements(said):
    return sum("internal disagreement" in line for line in said.splitlines())


def row(name, mode, count, flags, goals, seed):
    """Prints one row; `True` when it misses nothing."""
    path = emit(mode, count, seed)
    if path is None:
        return False
    report = os.path.join(FOLDER, "report.json")
    code, said, wall, spent, mib = run(path, flags, report)
    # The report of 100,000 refuted patterns is too large to be read as one document.
    large = os.path.getsize(report) > 500_000_000
    summary, times, open_stages = ({}, [], {}) if large else read(report)
    p99 = times[len(times) * 99 // 100] if times and "p99" in goals else None
    rate = count / wall
    bad = disagreements(said)
    missed = [f"exit code {code}"] * (code not in (0, 1)) + ["internal disagreements"] * (bad > 0)
    missed += [f"goal {goals.get('rate')}/s"] * (rate < goals.get("rate", 0))
    missed += [f"goal {goals.get('processor')} s"] * (spent > goals.get("processor", float("inf")))
    missed += [f"goal {goals.get('mib')} MiB"] * (mib > goals.get("mib", float("inf")))
    missed += [f"goal {goals.get('p99')} ms"] * (p99 is not None and p99 > goals["p99"])
    words = f"{name}: {count} `{mode}`, {' '.join(flags)}: {rate:.0f}/s, {wall:.1f} s, processor {spent:.1f} s, {mib:.0f} MiB"
    words += "" if p99 is None else f", p99 {p99} ms"
    print(f"{words}, exit {code}, {bad} disagreements" + (f"; MISSED: {', '.join(missed)}" if missed else ""))
    if summary:
        print("    " + ", ".join(f"{summary[verdict]} {verdict}" for verdict in VERDICTS if verdict in summary))
        reasons = {**{f"unknown ({key})": value for key, value in summary["unknown_by_reason"].items()}, **open_stages}
        for reason, number in sorted(reasons.items()):
            print(f"    {number} {reason}")
    return not missed


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    seed, wanted = int(sys.argv[1]), sys.argv[2:]
    subreaper()
    subprocess.run(["cargo", "build", "--release", "--locked", "-p", "assay-cli"], cwd=ROOT, check=True)
    os.makedirs(FOLDER, exist_ok=True)
    fine = True
    for name, mode, count, flags, goals in ROWS:
        if not wanted or name in wanted:
            fine &= row(name, mode, count, flags, goals, seed)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
