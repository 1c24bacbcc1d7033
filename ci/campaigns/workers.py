#!/usr/bin/env python3
"""The cost of the engine of `assay.cluster`, and the speed of two workers against one: a campaign with all stages in shards of about half a
minute, by the shards alone, one after the other, by one worker, and by two, in turns.

usage: ci/campaigns/workers.py SEED [--runs N] [--shards N] [--count N]    (five runs of 4 shards with together 20000 patterns; needs a release
                                                                   build of assay, or ASSAY, and CLUSTER_TOOLS, a virtual environment
                                                                   with `distributed`, as cluster.sh makes it)

Prints for each run the seconds and the processor time of all processes, then the medians: two workers against one in seconds, which needs a
machine that does nothing else, and what the engine adds to the processor time of the shards alone, start and merge included. Exits with 1
where a report differs from that of one process, or the engine costs more than 5 %.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))
TOOLS = pathlib.Path(os.environ.get("CLUSTER_TOOLS", str(ROOT / "target/cluster")))
COST = 5.0


class Spent:
    """Seconds, and processor time of processes that ended, of what runs inside."""

    def __enter__(self):
        self.begun, self.before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        return self

    def __exit__(self, *_):
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds = time.monotonic() - self.begun
        self.processor = used.ru_utime + used.ru_stime - self.before.ru_utime - self.before.ru_stime


def run(words, folder):
    env = {**os.environ, "ASSAY": ASSAY, "PYTHONPATH": str(ROOT / "ci/python"), "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"workers: {done.stderr.decode()[-1000:]}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--count", type=int, default=20_000)
    args = parser.parse_args()
    campaign = ["--mode", "valid", "--count", str(args.count), "--seed", str(args.seed), "--payloads", "2", "--all-stages"]
    alone, by_workers, different = [], {1: [], 2: []}, 0
    for number in range(args.runs):
        with tempfile.TemporaryDirectory() as folder:
            with Spent() as spent:
                for index in range(args.shards):
                    run([ASSAY, "fuzz", *campaign, "--jobs", "1", "--shard", f"{index}/{args.shards}", "--out", "alone"], folder)
            report = run([ASSAY, "merge", "alone"], folder)
            alone.append(spent)
            for workers in by_workers:
                words = [TOOLS / "bin/python", "-m", "assay.cluster", "fuzz", "--workers", str(workers), "--shards", str(args.shards)]
                with Spent() as spent:
                    found = run([*words, "-o", f"by-{workers}", "--", *campaign], folder)
                different += found != report
                by_workers[workers].append(spent)
            rows = [("alone", alone[-1]), *((f"{workers} workers", all_[-1]) for workers, all_ in by_workers.items())]
            print(f"run {number + 1}: " + ", ".join(f"{name} {one.seconds:.1f} s ({one.processor:.1f} s of processors)" for name, one in rows), flush=True)
    speed = statistics.median(one.seconds / two.seconds for one, two in zip(by_workers[1], by_workers[2]))
    cost = statistics.median(100 * (one.processor / base.processor - 1) for base, one in zip(alone, by_workers[1]))
    print(f"{args.shards} shards of {statistics.median(one.processor for one in alone) / args.shards:.0f} s: two workers are {speed:.2f} times one; "
          f"the engine adds {cost:.1f} % of processor time; {different} reports differ")
    sys.exit(1 if different or cost > COST else 0)


if __name__ == "__main__":
    main()
