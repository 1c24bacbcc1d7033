#!/usr/bin/env python3
"""The effect of guidance: the features of campaigns in rounds that draw near what showed something before, of the same rounds with the
corpus emptied between them, and of one round with as many patterns.

usage: ci/campaigns/guided.py SEED ... [--mode MODE] [--rounds N] [--count N]    (four rounds of 500 patterns of mode `valid` unless
                                                                  given; needs a release build of assay, or ASSAY)

Prints the distinct features of each seed, and the medians. Whether planted bugs are found sooner is what `planted.py --seeds` asks.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))


def assay(folder, *words):
    done = subprocess.run([ASSAY, *words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"guided: {done.stderr}")


def features(folder, out, seed, corpus, count, mode):
    """The features that a round shows."""
    assay(folder, "fuzz", "--mode", mode, "--count", str(count), "--seed", str(seed), "--payloads", "2", "--corpus", corpus,
          "--shard", "0/1", "--out", out)
    assay(folder, "merge", out, "-o", f"{out}-merged")
    lines = (folder / f"{out}-merged/summary.jsonl").read_text().splitlines()
    return set(json.loads(lines[1])["result"]["corpus"])


def main():
    options = argparse.ArgumentParser(usage=__doc__.rsplit("usage: ", 1)[1].split("\n")[0])
    options.add_argument("seeds", type=int, nargs="+")
    options.add_argument("--mode", default="valid")
    options.add_argument("--rounds", type=int, default=4)
    options.add_argument("--count", type=int, default=500)
    options = options.parse_args()
    rows = []
    for seed in options.seeds:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            ask = lambda out, seed, corpus, count: features(folder, out, seed, corpus, count, options.mode)
            guided, emptied, corpus = set(), set(), "none"
            for number in range(options.rounds):
                # A round without a corpus draws other patterns by another seed alone.
                own = seed + 1000 * number
                guided |= ask(f"guided{number}", own, corpus, options.count)
                corpus = f"guided{number}-merged/summary.jsonl"
                emptied |= ask(f"emptied{number}", own, "none", options.count)
            whole = ask("whole", seed, "none", options.rounds * options.count)
            rows.append((len(guided), len(emptied), len(whole)))
            print(f"seed {seed}: {rows[-1][0]} features guided, {rows[-1][1]} emptied, {rows[-1][2]} in one round", flush=True)
    guided, emptied, whole = (statistics.median(row[at] for row in rows) for at in range(3))
    print(f"median of {len(rows)}: {guided:g} guided, {emptied:g} emptied, {whole:g} in one round")


if __name__ == "__main__":
    main()
