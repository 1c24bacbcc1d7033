#!/usr/bin/env python3
"""Asks `assay tv` about the steps of lowerings to other types: memrefs to `llvm`, tensors to buffers, tosa to linalg. Each text of
`ci/tests/tv_lowering` goes through the passes of its lowering one by one; each step is judged, and judged once more with seeded
wrong edits in its output. Needs mlir-opt-22 and a solver.

    lowering.py [--assay PATH] [--seed S] [--edits N]

Prints a line for each step that is not proved or bounded, for each edit that is not refuted, and a table by pass. Exit code 1
when a step is refuted or an edit is called right though a run shows a difference.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEXTS = ROOT / "ci/tests/tv_lowering"
LOWERINGS = {
    "steps": [
        "convert-scf-to-cf",
        "convert-arith-to-llvm",
        "convert-cf-to-llvm",
        "convert-func-to-llvm",
        "expand-strided-metadata",
        "finalize-memref-to-llvm",
        "reconcile-unrealized-casts",
    ],
    "tensors": ["one-shot-bufferize{bufferize-function-boundaries=1}", "canonicalize"],
    "tosa": ["func.func(tosa-to-linalg-named)", "func.func(tosa-to-linalg)", "func.func(tosa-to-arith,tosa-to-tensor)"],
}

# Verdicts, the worst first.
ORDER = ["refuted", "unknown", "bounded", "proved"]

# Wrong edits of a line of MLIR's output in generic form: what is found, and what stands there instead.
EDITS = [
    (r'"llvm\.add"', '"llvm.sub"'),
    (r'"llvm\.mul"', '"llvm.add"'),
    (r'"llvm\.fadd"', '"llvm.fsub"'),
    (r'"arith\.addi"', '"arith.subi"'),
    (r'"arith\.maxsi"', '"arith.minsi"'),
    (r"position = array<i64: 3, 0>", "position = array<i64: 4, 0>"),
    (r"position = array<i64: 4, 0>", "position = array<i64: 3, 0>"),
    (r"value = (\d+) : (i64|index)", lambda found: f"value = {int(found[1]) + 1} : {found[2]}"),
    (r"static_offsets = array<i64: (\d+)", lambda found: f"static_offsets = array<i64: {int(found[1]) + 1}"),
    (r"static_strides = array<i64: (\d+)", lambda found: f"static_strides = array<i64: {int(found[1]) + 1}"),
    (r"predicate = 2 : i64", "predicate = 3 : i64"),
    (r"permutation = array<i64: 1, 0>", "permutation = array<i64: 0, 1>"),
    (r'^( *)"(llvm|memref)\.store".*', r"\1"),
    (r'^( *)"memref\.copy".*', r"\1"),
]


def behind(text, passes):
    """What MLIR makes of a text, in generic form; None where it refuses."""
    command = ["mlir-opt-22", f"--pass-pipeline=builtin.module({','.join(passes)})", "--mlir-print-op-generic"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def edited(rng, text):
    """The text with one wrong edit, and the line; None where there is no place for one."""
    lines = text.splitlines()
    places = [(at, old, new) for at, line in enumerate(lines) for old, new in EDITS if re.search(old, line)]
    if not places:
        return None
    at, old, new = rng.choice(places)
    before = lines[at].strip()
    lines[at] = re.sub(old, new, lines[at], count=1)
    return "\n".join(lines) + "\n", before


def asked(assay, folder, before, after, *options):
    """The verdict about the functions of two texts, the worst of all, and its reason."""
    paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
    for path, text in zip(paths, (before, after)):
        path.write_text(text)
    command = [assay, "tv", *map(str, paths), "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        records = json.loads(done.stdout)["patterns"]
    except (ValueError, LookupError):
        return "failed", done.stderr.strip()[-300:]
    worst = min(records, key=lambda record: ORDER.index(record["verdict"]))
    return worst["verdict"], (worst.get("reason") or {}).get("subject", "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edits", type=int, default=2)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        for name, passes in LOWERINGS.items():
            for number, text in enumerate((TEXTS / f"{name}.mlir").read_text().split("// -----\n")):
                # The types are those of the text; each step is judged from there, so that functions of llvm have a type to compare by.
                for step in range(1, len(passes) + 1):
                    after = behind(text, passes[:step])
                    if after is None:
                        print(f"{name} {number}: {passes[step - 1]} refuses it")
                        break
                    verdict, why = asked(args.assay, folder, text, after)
                    row = table[passes[step - 1]]
                    row[verdict] += 1
                    bad |= verdict == "refuted"
                    if verdict not in ("proved", "bounded"):
                        print(f"{name} {number} {passes[step - 1]}: {verdict} {why}", flush=True)
                    for _ in range(args.edits):
                        made = edited(rng, after)
                        if made is None:
                            break
                        verdict, why = asked(args.assay, folder, text, made[0])
                        if verdict in ("proved", "bounded"):
                            runs = asked(args.assay, folder, text, made[0], "--no-proof", "--inputs", "5000")[0]
                            verdict = "called right" if runs == "refuted" else "equivalent"
                        row[f"edit {verdict}"] += 1
                        bad |= verdict == "called right"
                        if verdict != "refuted":
                            print(f"{name} {number} {passes[step - 1]}: edit {verdict} {why} ({made[1][:100]})", flush=True)
    for name, row in table.items():
        print(f"{name}: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(row.items())))
    sys.exit(1 if bad else 0)


main()
