#!/usr/bin/env python3
"""Steps on loops against drawn nests: none that is done is refuted, and those refused for the order of accesses differ when they are forced.

    own_steps.py SEED [--count N] [--step STEP] [--first] [--assay PATH] [--keep DIR]

Draws N nests (default 200), 1 to 3 deep, with steps other than 1, open bounds, carried values, two memrefs, accesses at distances from -2 to 2,
subscripts of two variables, and runs a drawn step on each. A step that is done is judged by runs of both engines on 48 inputs. One that is refused
for the order of accesses is forced, and judged as well: it should differ on some input. Prints a line for each step that is done and refuted,
and the table; exits with 1 where one is, or where fewer than 95 % of the refused ones differ, or where nothing was done or refused.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

from nests import STEPS, drawn

# Parts of the sentences by which the order of accesses is refused.
FOR_ORDER = ["the order is reversed", "the order may be reversed", "may access one element", "keep their order is not known"]

# The row of a step that is refused for the order of accesses, by the row of the same step forced.
FORCED = {
    "done, refuted": "for order, differs forced",
    "done": "for order, same forced",
    "done, not compared": "for order, not compared",
}


def arguments(about, kept, steps=()):
    """The command line of a campaign over drawn nests."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--keep", type=pathlib.Path, help=f"a folder for the scripts that {kept}")
    if steps:
        parser.add_argument("--step", choices=steps, help="the only step (default: each nest draws one)")
        parser.add_argument("--first", action="store_true", help="end at the first one that is wrong")
    return parser.parse_args()


def outcome(done):
    """The row of a run of the command."""
    said = " ".join((done.stdout + done.stderr).split())
    if done.returncode == 0:
        # Undefined on all inputs, or with several right results where they differ.
        return "done, not compared" if "unknown(unsupported" in said else "done"
    if done.returncode == 1:
        return "refused" if "error[C516]" in said else "done, refuted"
    return "trouble"


def main():
    args = arguments(__doc__, "are refuted, or refused and the same when forced", STEPS)
    steps = [args.step] if args.step else list(STEPS)
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "nest.mlir"
        for number in range(args.count):
            step = rng.choice(steps)
            nest = drawn(rng, step)
            text = f"module attributes {{transform.with_named_sequence}} {{\n{nest.text()}\n{nest.script()}\n}}\n"
            file.write_text(text)
            command = [args.assay, "transform", str(file), "-o", str(file) + ".out"]
            done = subprocess.run(command, capture_output=True, text=True)
            said = " ".join((done.stdout + done.stderr).split())
            row = outcome(done)
            if row == "refused" and any(sentence in said for sentence in FOR_ORDER):
                forced = outcome(subprocess.run([*command, "--force"], capture_output=True, text=True))
                row = FORCED.get(forced, "trouble")
            table[step][row] += 1
            if row in ("done, refuted", "trouble"):
                wrong += 1
                print(f"nest {number}, {step}: {row}: {said.strip()[:300]}")
                if args.first:
                    break
            if args.keep and row in ("done, refuted", "trouble", "for order, same forced"):
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{number}_{step}.mlir").write_text(text)
    rows = [
        "done", "done, not compared", "done, refuted", "refused", "for order, differs forced", "for order, same forced", "for order, not compared", "trouble",
    ]
    print(f"{'step':<20}" + "".join(f"  {row}" for row in rows))
    for step, counts in sorted(table.items()):
        print(f"{step:<20}" + "".join(f"  {counts[row]:>{len(row)}}" for row in rows))
    total = collections.Counter()
    for counts in table.values():
        total.update(counts)
    print(f"{'all':<20}" + "".join(f"  {total[row]:>{len(row)}}" for row in rows))
    differ, same = total["for order, differs forced"], total["for order, same forced"]
    share = differ / (differ + same) if differ + same else 0
    print(f"of {differ + same} refused for their order {share:.1%} differ when forced")
    sys.exit(1 if wrong or not total["done"] or share < 0.95 else 0)


if __name__ == "__main__":
    main()
