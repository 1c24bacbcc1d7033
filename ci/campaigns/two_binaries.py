#!/usr/bin/env python3
"""MLIR's own tests through two binaries: `canonicalize` of `mlir-opt-22` against itself with drawn patterns switched off, and against itself
as it is, where there may be no row; or against another release.

usage: ci/campaigns/two_binaries.py SOURCES SEED [--assay PATH] [--off N] [--old BINARY] [--run-lines] [--out DIR] [--known FILE] [DIALECT ...]
    SOURCES     a folder with `mlir/test`, see mlir_sources.sh
    --old       another release, such as mlir-opt-19 (Debian package mlir-19-tools), in the place of patterns that are switched off
    --run-lines the passes of the RUN lines of each test, in the place of `canonicalize`
    --off       patterns of each dialect that are switched off, among those that its tests try (default 4)
    --out       a folder where what is known of each file is kept: a campaign that was stopped goes on
    --known     a registry of findings that are reported elsewhere (`assay explain known.toml`): their rows are left out

Prints for each dialect the programs that both binaries had, the rows of each kind, and the seconds, and of the patterns that are off how many
were named as lost; then each row that is newly wrong or a new crash, to be read. Exits with 1 where the same binary has a row.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DIALECTS = ["Affine", "Arith", "ControlFlow", "Index", "Linalg", "MemRef", "SCF", "Tensor", "Tosa", "Vector"]
TRIED = re.compile(r" begins .*`apply-pattern pattern: (.*)")
KINDS = ["newly wrong", "crash new", "rewrite lost", "slower", "other result", "newly right", "crash gone", "rewrite new"]
WITHOUT = """#!/bin/bash
args=()
for word in "$@"; do
  [ "$word" = --canonicalize ] && word='--canonicalize=disable-patterns={{{off}}}'
  args+=("$word")
done
exec {opt} "${{args[@]}}"
"""


def tried(opt, folder):
    """The patterns that `canonicalize` tries on the texts of a folder; a list of options holds no comma."""
    found = set()
    for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
        words = [opt, "--allow-unregistered-dialect", "--canonicalize", "--log-actions-to=-", "--split-input-file"]
        done = subprocess.run(words, input=path.read_text(errors="replace"), capture_output=True, text=True, errors="replace")
        found |= {re.split(r" \((?!anonymous namespace\))", name, maxsplit=1)[0].strip() for name in TRIED.findall(done.stdout)}
    return sorted(name for name in found if name and "," not in name)


def rows(options, folder, old, new, out):
    """The document of a comparison, and the seconds it took."""
    start = time.monotonic()
    words = [options.assay, "tv", "--tests", folder, *([] if options.run_lines else ["--pass", "canonicalize"]), "--old-opt", old,
             "--mlir-opt", new, "--no-proof", "--format", "json"]
    done = subprocess.run([*words, *(["--out", out] if out else []), *(["--known", options.known] if options.known else [])], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{folder}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    for line in done.stderr.splitlines():
        if line.startswith("note: ") and ("binaries read" in line or "does not have" in line):
            print(f"  {line[:200]}")
    return json.loads(done.stdout), time.monotonic() - start


def main():
    options = argparse.ArgumentParser(usage=__doc__.rsplit("usage: ", 1)[1].split("\n")[0])
    options.add_argument("sources")
    options.add_argument("seed", type=int)
    options.add_argument("dialects", nargs="*")
    options.add_argument("--assay", default=os.environ.get("ASSAY", str(ROOT / "target" / "release" / "assay")))
    options.add_argument("--off", type=int, default=4)
    options.add_argument("--old")
    options.add_argument("--run-lines", action="store_true")
    options.add_argument("--out")
    options.add_argument("--known")
    options = options.parse_intermixed_args()
    opt = shutil.which("mlir-opt-22")
    rng, wrong, unequal = random.Random(options.seed), [], 0
    print("dialect".ljust(12), "programs".rjust(8), *(kind.rjust(12) for kind in KINDS), "seconds".rjust(8), "same binary")
    with tempfile.TemporaryDirectory() as kept:
        for dialect in options.dialects or DIALECTS:
            folder = os.path.join(options.sources, "mlir", "test", "Dialect", dialect)
            out = os.path.join(options.out, f"{options.seed}-{dialect}") if options.out else None
            off = []
            if options.old:
                document, seconds = rows(options, folder, options.old, opt, out)
                same, more = {"changes": []}, 0
            else:
                names = tried(opt, folder)
                off = rng.sample(names, min(options.off, len(names)))
                new = pathlib.Path(options.out or kept).resolve() / f"{dialect}-opt"
                new.parent.mkdir(parents=True, exist_ok=True)
                text = WITHOUT.format(opt=opt, off=",".join(off))
                # A file that is written anew is another binary to the folder of what is known.
                if not new.exists() or new.read_text() != text:
                    new.write_text(text)
                new.chmod(new.stat().st_mode | stat.S_IXUSR)
                document, seconds = rows(options, folder, opt, new, out)
                same, more = rows(options, folder, opt, opt, out)
            counts = collections.Counter(row["change"] for row in document["changes"])
            lost = {row["pattern"] for row in document["changes"] if row["change"] == "rewrite lost"}
            unequal += len(same["changes"])
            wrong += [row for row in document["changes"] if row["change"] in KINDS[:2]]
            print(dialect.ljust(12), str(document["compared"]).rjust(8), *(str(counts[kind]).rjust(12) for kind in KINDS),
                  f"{seconds:8.1f}", "-" if options.old else
                  f"{len(same['changes'])} rows, {more:.1f} s; {len(lost & set(off))} of {len(off)} named", flush=True)
    for row in wrong:
        print(f"\n{row['change']}: {row['file']}:{row['line']} @{row['name']}: {row['message']}\n{row['pattern']}\n{row['program']}")
    sys.exit(unequal > 0)


if __name__ == "__main__":
    main()
