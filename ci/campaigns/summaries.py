#!/usr/bin/env python3
"""How long `assay merge` takes over many shards of a campaign, and how much memory: one shard is run, and its summary is written
once for each number. All have to be merged, and the tables count each.

usage: ci/campaigns/summaries.py [N] [PATTERNS]    (default 100000 shards, made of one with 2000 patterns; needs a release build of
                                                    assay, or ASSAY)
"""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    patterns = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        campaign = ["fuzz", "--mode", "valid", "--seed", "1", "--payloads", "2", "--count", str(patterns * count)]
        begun = time.monotonic()
        done = subprocess.run([ASSAY, *campaign, "--shard", f"{count - 1}/{count}", "--out", "one"], cwd=folder, capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"summaries: {done.stderr.decode()}")
        one = (folder / f"one/shard-{count - 1}-of-{count}.jsonl").read_text()
        print(f"one shard of {patterns} patterns: {time.monotonic() - begun:.1f} s, {len(one)} bytes")
        (folder / "all").mkdir()
        end = f'"end":{count - 1},'
        if one.count(end) != 1:
            sys.exit("summaries: the shard is not finished")
        for number in range(count):
            (folder / f"all/shard-{number}-of-{count}.jsonl").write_text(one.replace(end, f'"end":{number},'))
        begun = time.monotonic()
        done = subprocess.run([ASSAY, "merge", "all", "-o", "merged"], cwd=folder, capture_output=True, check=False)
        seconds = time.monotonic() - begun
        said = done.stdout.decode().split("\n", 1)[0]
        if said != f"{patterns * count} patterns":
            sys.exit(f"summaries: {said}: {done.stderr.decode()}")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        size = (folder / "merged/summary.jsonl").stat().st_size
        print(f"{count} summaries merged in {seconds:.1f} s, at most {most} MiB, {size} bytes")


if __name__ == "__main__":
    main()
