#!/usr/bin/env python3
"""Rows of corpus/contracts/observed.tsv: what mlir-opt-22 does with the payloads, by counts of operations in generic form.

    observed.py [PASS[=OPTIONS] ...]

Without passes, those of corpus/contracts that have no row. Reads no contract and runs nothing but mlir-opt-22.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tomllib

DATA = pathlib.Path(__file__).resolve().parents[2] / "corpus/contracts"
# A greedy driver whose patterns match nothing in the payloads: it folds and removes dead code.
SIMPLIFIER = "affine-fold-memref-alias-ops"


def ran(text, step):
    """The operations by name behind a step; None where it fails, and whether it crashes."""
    command = ["mlir-opt-22", "--mlir-print-op-generic", f"--pass-pipeline=builtin.module({step})"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        return None, done.returncode < 0 or "PLEASE submit a bug report" in done.stderr
    return collections.Counter(re.findall(r'"(\w+\.[\w.$-]+)"\(', done.stdout)), False


def row(name, payloads):
    step, _, options = name.partition("=")
    changed, removed, kept, partly, added, fails, crashes = 0, {}, set(), {}, {}, [], []
    for payload, text, before, folded in payloads:
        after, crashed = ran(text, f"{step}{{{options}}}" if options else step)
        if after is None:
            (crashes if crashed else fails).append(payload)
            continue
        changed += after != before and after != folded
        kept.update(op for op in before if after[op])
        removed.update((op, None) for op in before if folded[op] and not after[op])
        partly.update((op, None) for op in before if 0 < after[op] < folded[op])
        added.update((op, None) for op in after if after[op] > before[op])
    partly.update((op, None) for op in removed if op in kept)
    gone = sorted(op for op in removed if op not in kept)
    cells = (gone, sorted(partly), added, fails, crashes)
    return "\t".join([name, str(changed), *(" ".join(cell) for cell in cells)])


def main():
    names = sys.argv[1:]
    if not names:
        known = {line.split("\t")[0] for line in (DATA / "observed.tsv").read_text().splitlines()}
        for part in ("lowering", "upstream"):
            contracts = tomllib.loads((DATA / f"{part}.toml").read_text())["pass"]
            names += [name for name in (key.replace("{", "=", 1).replace("}", "") for key in contracts) if name not in known]
    payloads = []
    for text in (DATA / "payloads/upstream.mlir").read_text().split("// -----\n"):
        name = re.search(r"^// (\S+)$", text, flags=re.M).group(1)
        before, _ = ran(text, "")
        payloads.append((name, text, before, ran(text, SIMPLIFIER)[0] or before))
    for name in names:
        print(row(name, payloads), flush=True)


if __name__ == "__main__":
    main()
