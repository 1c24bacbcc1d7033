#!/usr/bin/env python3
"""`assay tv --folders` on a compiler with a dialect of its own (ci/tests/lane): twelve mistakes, and their repaired twins.

    own_dialect.py [--assay PATH] [--build FOLDER]

Builds two binaries of the dialect in FOLDER (needs libmlir-22-dev, llvm-22-dev, mlir-22-tools and g++) unless they are there.
Prints a row for each pattern and folder of both, the seconds of each run, and how many of the ill-typed uses in
ci/tests/lane/ill_typed MLIR and Assay do not refuse. Exit code 1 when a mistake is not refuted, a twin is refuted, more than two
are open, a row is not exercised, a run takes over 60 s, an ill-typed use is not refused by both, a program is written in another
custom form, or the programs in ci/tests/lane are no longer what the binaries make.
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
INCLUDE = "/usr/lib/llvm-22/include"
# Folders and patterns with a mistake, by operation.
MISTAKES = {
    "lane.absdiff": "(folding)",
    "lane.avg": "(folding)",
    "lane.clamp": "MergeClamps",
    "lane.mulhi": "(folding)",
    "lane.mux": "(folding)",
    "lane.narrow": "(folding)",
    "lane.parity": "(folding)",
    "lane.rotl": "MergeRotations",
    "lane.sat_add": "(folding)",
    "lane.sat_sub": "(folding)",
    "lane.shift": "(folding)",
    "lane.widen": "(folding)",
}
SECONDS = 60


def files():
    return ["--dialect", str(LANE / "Lane.td"), "--include", INCLUDE, "--meanings", str(LANE / "lane.meanings.mlir")]


def folders(assay, binary):
    """Rows of `--folders`: operation, pattern and verdict; with the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        start = time.monotonic()
        done = subprocess.run(
            [assay, "tv", "--mlir-opt", str(binary), "--folders", *files(), "--format", f"json={report}"],
            capture_output=True,
            text=True,
        )
        seconds = time.monotonic() - start
        if not report.exists():
            sys.exit(f"{binary}: {done.stderr.strip()[-500:]}")
        records = json.loads(report.read_text())["patterns"]
    rows = []
    for record in records:
        operation, _, pattern = record["name"].partition(" ")
        reason = (record.get("reason") or {}).get("subject") or ""
        rows.append((operation, pattern, record["verdict"], reason))
    return rows, seconds


def forms(assay, binary):
    """What differs where the binary and Assay write programs in custom form."""
    bad = []
    path = LANE / "forms.mlir"
    theirs = subprocess.run([binary, path], capture_output=True, text=True).stdout
    ours = subprocess.run([assay, "fmt", "-", *files()[:4]], input=theirs, capture_output=True, text=True).stdout
    if not theirs or ours != path.read_text():
        bad.append("forms.mlir is written in another way")
    for name, end in (("right", ""), ("wrong", "-wrong")):
        made = subprocess.run([f"{binary}{end}", LANE / "before.mlir", "--canonicalize"], capture_output=True, text=True).stdout
        if made != (LANE / f"after.{name}.mlir").read_text():
            bad.append(f"after.{name}.mlir is no longer what lane-opt{end} makes of before.mlir")
    return bad


def ill_typed(assay, binary):
    """Names of the uses that are not refused by both."""
    bad = []
    for path in sorted((LANE / "ill_typed").glob("*.mlir")):
        theirs = subprocess.run([binary, path], capture_output=True).returncode
        ours = subprocess.run([assay, "tv", path, path, *files()], capture_output=True).returncode
        if theirs == 0 or ours != 2:
            bad.append(f"{path.name}: the binary exits with {theirs}, assay with {ours}")
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--build", default=str(ROOT / "target/lane"))
    args = parser.parse_args()
    build = Path(args.build).resolve()
    if not (build / "lane-opt-wrong").exists():
        subprocess.run([LANE / "build.sh", build], check=True)
    bad = []
    for binary, mistaken in (("lane-opt-wrong", True), ("lane-opt", False)):
        rows, seconds = folders(args.assay, build / binary)
        print(f"{binary}: {seconds:.0f} s")
        for operation, pattern, verdict, reason in rows:
            print(f"  {operation:16}{pattern:36}{verdict:10}{reason}")
        if seconds > SECONDS:
            bad.append(f"{binary}: {seconds:.0f} s")
        bad += [f"{operation}: {reason}" for operation, _, _, reason in rows if reason.startswith("not exercised")]
        found = {operation: verdict for operation, pattern, verdict, _ in rows if MISTAKES.get(operation, "?") in pattern}
        if mistaken:
            bad += [f"{operation}: {found.get(operation)}" for operation in MISTAKES if found.get(operation) != "refuted"]
        else:
            bad += [f"{operation} {pattern}: refuted" for operation, pattern, verdict, _ in rows if verdict == "refuted"]
            right = sum(found.get(operation) in ("proved", "bounded") for operation in MISTAKES)
            print(f"  {right} of {len(MISTAKES)} repaired twins are proved or bounded")
            if right < len(MISTAKES) - 2:
                bad.append(f"{right} twins are proved or bounded")
    bad += forms(args.assay, build / "lane-opt")
    refused = ill_typed(args.assay, build / "lane-opt")
    print(f"{len(list((LANE / 'ill_typed').glob('*.mlir')))} ill-typed uses, {len(refused)} not refused by both")
    bad += refused
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
