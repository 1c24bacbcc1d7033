#!/usr/bin/env python3
"""Binaries of our own with seeded changes and faults (ci/tests/lane/rewrites.cpp): each has to be in its row, and in no other one.

    pattern_pair.py [--assay PATH] [--build FOLDER]

Builds the binaries in FOLDER (needs libmlir-22-dev, llvm-22-dev and g++) unless they are there. Holds the pair of before and now against
twelve functions, one for each change, by `assay tv --old-opt`, and a binary against itself on 300 generated functions; then six patterns
that no driver can live with, and their repaired twins, by `assay doctor --patterns`. Prints rows and seconds; exit code 1 where a row is
missing, there is another one, or a run takes longer than two minutes (30 s for the binary against itself).
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
LANE = ROOT / "ci/tests/lane"
# The row of each function; functions that a binary fails on have no name in their row, and are told by their number.
CHANGES = [
    ("difference", "newly wrong", "DifferenceOfSelf"),
    ("product", "newly wrong", "ProductWithTwo"),
    ("quotient", "newly wrong", "QuotientByFour"),
    ("xor", "newly wrong", "XorOfSelf"),
    ("or", "newly right", "OrWithZero"),
    ("least", "newly right", "LeastWithZero"),
    ("greatest", "rewrite lost", "GreatestOfSelf"),
    ("and", "rewrite lost", "AndOfSelf"),
    ("signed_greatest", "rewrite new", "SignedGreatestOfSelf"),
    ("signed_least", "rewrite new", "SignedLeastOfSelf"),
    ("remainder", "crash new", "RemainderByOne"),
    ("circle", "crash new", "ShiftByOne and SumOfSelf"),
]
FAULTS = {
    ("D101", "MarksAndFails"),
    ("D101", "SwapsAndFails"),
    ("D104", "ClaimsSuccess"),
    ("D104", "MakesAndFails"),
    ("D105", "ShiftByOne and SumOfSelf"),
    ("D106", "WidensInPlace"),
}


def short(name):
    """Classes without their namespaces."""
    return " and ".join(part.rpartition("::")[2] for part in name.split(" and "))


def run(assay, arguments, report):
    """The report of a run, with its seconds."""
    start = time.monotonic()
    done = subprocess.run([assay, *arguments, "--isolated", "--format", f"json={report}"], capture_output=True, text=True)
    seconds = time.monotonic() - start
    if not Path(report).exists():
        sys.exit(f"{' '.join(map(str, arguments))}: {done.stderr.strip()[-500:]}")
    return json.loads(Path(report).read_text()), seconds


def function_at(line):
    """The function of the text around a line of rewrites.mlir."""
    lines = (LANE / "rewrites.mlir").read_text().splitlines()
    names = [text.split("@")[1].split("(")[0] for text in lines[: line + 1] if text.startswith("func.func")]
    return names[-1] if names else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--build", default=str(ROOT / "target/lane"))
    args = parser.parse_args()
    build = Path(args.build).resolve()
    if not (build / "rewrites-twins").exists():
        subprocess.run([LANE / "rewrites.sh", build], check=True)
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        old, new = build / "rewrites-old", build / "rewrites-new"
        pair = ["--old-opt", old, "--mlir-opt", new]
        report, seconds = run(args.assay, ["tv", LANE / "rewrites.mlir", "--pass", "lane-rewrite", *pair], f"{folder}/pair.json")
        expected = {(name, change): pattern for name, change, pattern in CHANGES}
        print(f"two binaries: {len(report['changes'])} rows, {seconds:.0f} s")
        for row in report["changes"]:
            name = row["name"] or function_at(row["line"])
            pattern = short(row["pattern"] or "") or None
            print(f"  {row['change']:14}{name:18}{pattern or '-'}")
            if expected.pop((name, row["change"]), "none") != pattern:
                bad.append(f"{name}: {row['change']} by {pattern}")
            if not row["program"]:
                bad.append(f"{name}: {row['change']} without a program")
        bad += [f"{name}: no row {change}" for name, change in expected]
        bad += [f"two binaries: {seconds:.0f} s"] if seconds > 120 else []
        same = ["tv", "--generate", "300", "--pass", "lane-rewrite", "--old-opt", old, "--mlir-opt", old]
        report, seconds = run(args.assay, same, f"{folder}/same.json")
        print(f"one binary: {report['compared']} functions, {len(report['changes'])} rows, {seconds:.0f} s")
        bad += [f"one binary: {row['change']}" for row in report["changes"]]
        bad += [f"one binary: {seconds:.0f} s"] if seconds > 30 else []
        for variant, wanted in (("faults", FAULTS), ("twins", set())):
            asked = ["doctor", "--patterns", LANE / "faults.mlir", "--pass", "lane-rewrite", "--mlir-opt", build / f"rewrites-{variant}"]
            report, seconds = run(args.assay, asked, f"{folder}/{variant}.json")
            found = {(one["code"], short(record["name"])) for record in report["patterns"] for one in record["findings"] if one["level"] == "error"}
            print(f"{variant}: {len(found)} findings, {seconds:.0f} s")
            for code, name in sorted(found):
                print(f"  {code} {name}")
            bad += [f"{variant}: {code} {name}" for code, name in found ^ wanted]
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
