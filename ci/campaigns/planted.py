#!/usr/bin/env python3
"""Makes the deliberate bugs of fuzz/planted.toml in a copy of the tree, one after the other; a campaign has to find each and
to reduce what it found to a few operations, and a fuzz target those of its kind. Needs mlir-opt-22.

    planted.py [--seeds N] [NAME ...]     all of them, or those that are named

Prints one line for each; exit code 1 when one is not found. With --seeds, campaigns of N seeds look for each in rounds of twenty patterns,
without guidance, drawn near what showed something in the rounds before, and with the corpus emptied between rounds: the median of the
rounds and seconds of each stands below the line.
"""

import argparse
import re
import statistics
import sys
import tomllib

from tree_copy import ROOT, Copy

TEST = ["test", "--locked", "-p", "assay-fuzz", "--test", "tests", "--", "planted::the_planted_bug_is_found"]
ROUNDS = re.compile(r": seed (\d+) (\w+) (\w+) rounds ([\d.]+) s$", re.M)


def medians(output):
    """A line for each way in which rounds draw: the median of the rounds and the seconds over all seeds."""
    ways = {}
    for _, word, rounds, seconds in ROUNDS.findall(output):
        ways.setdefault(word, []).append((float("inf") if rounds == "never" else int(rounds), float(seconds)))
    for word, all_ in ways.items():
        rounds, seconds = (statistics.median(one[at] for one in all_) for at in (0, 1))
        yield f"    {word}: {rounds:g} rounds, {seconds:.1f} s in the median of {len(all_)}"


def main():
    known = tomllib.loads((ROOT / "fuzz/planted.toml").read_text())
    bugs = known["bug"] + known["target"]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seeds", type=int, default=0)
    options.add_argument("names", nargs="*")
    options = options.parse_args()
    wanted = set(options.names) or {bug["name"] for bug in bugs}
    unknown = wanted - {bug["name"] for bug in bugs}
    if unknown:
        sys.exit(f"planted: no bug is called {', '.join(sorted(unknown))}")
    copy = Copy("planted")
    missed = 0
    for bug in bugs:
        if bug["name"] not in wanted:
            continue
        text = copy.read(bug["file"])
        if text.count(bug["old"]) != 1:
            sys.exit(f"planted: {bug['name']} does not fit {bug['file']}")
        copy.write(bug["file"], text.replace(bug["old"], bug["new"]))
        try:
            env = {"ASSAY_PLANTED": bug["name"], "ASSAY_REQUIRE_MLIR": "1"}
            if options.seeds:
                env["ASSAY_PLANTED_SEEDS"] = ",".join(str(seed) for seed in range(1, options.seeds + 1))
            code, output, seconds = copy.run(TEST, env=env)
        finally:
            copy.restore(bug["file"])
        found = [line for line in output.splitlines() if line.startswith(bug["name"] + ": ")]
        if code == 0 and found:
            print(f"{found[0]} ({seconds:.0f} s with the build)", *medians(output), sep="\n", flush=True)
        else:
            missed += 1
            print(f"{bug['name']}: NOT FOUND\n{output[-4000:]}", flush=True)
    sys.exit(1 if missed else 0)


main()
