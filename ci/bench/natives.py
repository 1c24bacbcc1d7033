#!/usr/bin/env python3
"""Processor time of patterns behind a native constraint that nothing describes, each by itself.

The patterns are those of the integer libraries of `corpus/patterns`; each that names its root gets a constraint on it of which
nothing is known, and natives that it has already lose their descriptions. All stages, default flags, one at a time. What took
more than LEAST by the clock is asked again by itself: what counts is the processor time of that process and of the solvers
that it starts, the least of AGAIN runs, besides that of a process that judges a pattern of one line. Prints the verdicts beside
those without the constraint, how often the types were decided, how many warn of values that differ, the times, and each
pattern above the goal of 20 ms. Exit code 1 when there is one, or when a pattern is refuted on values behind the constraint.
Types that are decided without the constraint alone are those that break there, which the constraint may exclude, and those
that rest on natives whose descriptions are taken away.

usage: ci/bench/natives.py [--assay PATH]     (needs target/release/assay)
"""

import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
LIBRARIES = ["arith", "arith-expand", "arith-open", "comb", "traps"]
GOAL = 20
LEAST = 8
AGAIN = 5
EMPTY = 'pdl.pattern @p : benefit(1) {\n  %r = pdl.operation "lab.sink"\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n}\n'


def constrained(text):
    """The text with a constraint in front of each rewrite that names its root; `None` where there is none."""
    line = re.compile(r"^( *)pdl\.rewrite (%\w+)", re.M)
    added = r'\1pdl.apply_native_constraint "of_its_user"(\2 : !pdl.operation)' "\n" r"\g<0>"
    text, count = line.subn(added, text)
    renamed = re.sub(r'(apply_native_constraint ")(?!of_its_user)(\w+")', r"\1their_\2", text)
    return renamed if count else None


def check(assay, path, report, only=()):
    words = [assay, "check", path, "--timings", "--jobs", "1", "--isolated", "--quiet", "--format", f"json={report}", *only]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"exit code {done.returncode}: {done.stderr}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)["patterns"]


def spent(assay, path, report, only=()):
    """Milliseconds of processor time of one run, and of the solvers that it starts: the least of AGAIN."""
    times = []
    for _ in range(AGAIN):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        check(assay, path, report, only)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(times)


def types_decided(one):
    return not str(one["stages"].get("types", "")).startswith("unknown")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--assay", default=ASSAY)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        plain, behind = (os.path.join(folder, name) for name in ("plain", "behind"))
        os.makedirs(plain)
        os.makedirs(behind)
        for library in LIBRARIES:
            source = os.path.join(ROOT, "corpus", "patterns", library)
            for name in sorted(os.listdir(source)):
                if not name.endswith(".mlir"):
                    continue
                with open(os.path.join(source, name), encoding="utf-8") as file:
                    text = file.read()
                more = constrained(text)
                if more is None:
                    continue
                for where, written in ((plain, text), (behind, more)):
                    with open(os.path.join(where, f"{library}-{name}"), "w", encoding="utf-8") as file:
                        file.write(written)
        report = os.path.join(folder, "report.json")
        key = lambda one: (os.path.basename(one["file"]), one["name"])
        before = {key(one): one for one in check(args.assay, plain, report)}
        after = {key(one): one for one in check(args.assay, behind, report)}
        empty = os.path.join(folder, "empty.mlir")
        with open(empty, "w", encoding="utf-8") as file:
            file.write(EMPTY)
        start = spent(args.assay, empty, report)
        for (file, name), one in after.items():
            if one["milliseconds"] > LEAST:
                own = spent(args.assay, os.path.join(behind, file), report, ["--only", name])
                one["milliseconds"] = round(own - start)
    ways = collections.Counter((before[name]["verdict"], one["verdict"]) for name, one in after.items())
    for (old, new), count in sorted(ways.items()):
        print(f"{count:4} {old} -> {new}")
    of_values = lambda one, level: any(f["level"] == level and f["code"].startswith("V") for f in one["findings"])
    refuted = [name for name, one in before.items() if of_values(one, "error")]
    warned = sum(of_values(after[name], "warning") or of_values(after[name], "error") for name in refuted)
    wrong = [name for name, one in after.items() if of_values(one, "error")]
    lost = [name for name, one in after.items() if types_decided(before[name]) and not types_decided(one)]
    for file, name in lost:
        print(f"types are decided without the constraint alone: {file} @{name}")
    times = sorted(one["milliseconds"] for one in after.values())
    slow = [(one["milliseconds"], name) for name, one in after.items() if one["milliseconds"] > GOAL]
    for took, (file, name) in sorted(slow, reverse=True):
        print(f"{took} ms: {file} @{name}")
    print(f"{warned} of {len(refuted)} that are refuted on values without the constraint are warned of with it, {len(wrong)} refuted")
    decided = sum(types_decided(one) for one in after.values())
    print(f"types decided of {decided} of {len(after)} with it, of {sum(map(types_decided, before.values()))} without")
    print(f"{len(times)} patterns behind an undescribed native, processor time: median {times[len(times) // 2]} ms,"
          f" p99 {times[len(times) * 99 // 100]} ms, most {times[-1]} ms, {len(slow)} above {GOAL} ms")
    return 1 if slow or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
