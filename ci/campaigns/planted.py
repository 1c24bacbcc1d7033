#!/usr/bin/env python3
"""Makes the deliberate bugs of fuzz/planted.toml in a copy of the tree, one after the other; a campaign has to find each and
to reduce what it found to a few operations, and a fuzz target those of its kind. Needs mlir-opt-22.

    planted.py [NAME ...]     all of them, or those that are named

Prints one line for each; exit code 1 when one is not found.
"""

import sys
import tomllib

from tree_copy import ROOT, Copy

TEST = ["test", "--locked", "-p", "assay-fuzz", "--test", "planted", "--", "planted::the_planted_bug_is_found"]


def main():
    known = tomllib.loads((ROOT / "fuzz/planted.toml").read_text())
    bugs = known["bug"] + known["target"]
    wanted = set(sys.argv[1:]) or {bug["name"] for bug in bugs}
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
            code, output, seconds = copy.run(TEST, env=env)
        finally:
            copy.restore(bug["file"])
        found = [line for line in output.splitlines() if line.startswith(bug["name"] + ": ")]
        if code == 0 and found:
            print(f"{found[0]} ({seconds:.0f} s with the build)", flush=True)
        else:
            missed += 1
            print(f"{bug['name']}: NOT FOUND\n{output[-4000:]}", flush=True)
    sys.exit(1 if missed else 0)


main()
