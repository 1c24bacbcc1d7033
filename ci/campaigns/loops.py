#!/usr/bin/env python3
"""Loop passes and loop steps of MLIR 22 on nests drawn around the conditions of the textbook: what each respects, ignores, or refuses too strictly.

    loops.py SEED [SEED ...] [--nests N] [--jobs N] [--assay PATH] [--opt PATH] [--out DIR]

Runs `assay audit --legality` for each seed (20 nests of each condition) and prints a table of passes by conditions, with the nests that
are wrong of those that the pass changed over all seeds (`3/20`), `+N` nests that are legal and stay as they are, and `?` where a row is open. Exits
with 1 where nothing was changed. `--out` keeps what is known: the same command goes on from there.

`corpus/bugs/mlir/passes` has the root causes. Refutations of several steps have one cause, which is listed once:
- `affine-loop-tile` at constant distances, also of nests with a division: `tiled_nest_with_constant_distance`.
- `affine-loop-tile` and `affine-parallelize` with views: they ask the function of `vectorized_loop_through_a_cast`.
- `affine-super-vectorize` with open bounds: `vectorized_part_of_a_row`; with subscripts such as `2 * i` or `i floordiv 2`:
  `vectorized_row_backwards`, where the factor is not asked either.
- `affine-loop-fusion` of loops that depend on each other both ways, whatever loads: `fused_producer_reads_what_is_written`.
- `affine-loop-unroll-jam` with open bounds: `unrolled_loop_runs_backwards`.
- `transform.loop.unroll_and_jam` and `transform.loop.coalesce` of loops without iterations: `jammed_loop_without_turns`,
  `coalesced_loop_without_turns`; `affine-parallelize` of reductions: `parallel_reduction_by_exclusive_or`.

One refutation is no defect: `transform.loop.fuse_sibling` fuses loops that depend on each other. Its documentation permits it:
"It is the responsibility of the user to ensure that the `target` and `source` loops are independent of each other -- this
op will only perform rudimentary legality checks."
"""

import argparse
import collections
import re
import subprocess
import sys
import time


def rows(text):
    """Rows of the tables of one run: pass, condition, numbers of nests, changed, wrong and refused ones, verdict."""
    heading = re.compile(r"^(\S.*) on loops of (affine|scf)$")
    row = re.compile(r"^  (\S+) +(\d+) +(\d+) +(\d+) +(\d+|-)  (ignores|too strict|respects|open)$")
    subject = None
    for line in text.splitlines():
        if found := heading.match(line):
            subject = f"{found[1]} ({found[2]})"
        elif subject and (found := row.match(line)):
            yield subject, found[1], [int(number) if number != "-" else 0 for number in found.groups()[1:5]], found[6]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--nests", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--opt", default="mlir-opt-22")
    parser.add_argument("--out")
    parser.add_argument("--only", nargs="*", default=[], help="passes, instead of all of MLIR")
    parser.add_argument("--conditions", help="names with commas (default: all)")
    args = parser.parse_args()
    table = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    subjects, conditions = [], []
    for seed in args.seeds:
        command = [args.assay, "audit", "--legality", "--mlir-opt", args.opt, "--seed", str(seed), "--nests", str(args.nests), "--jobs", str(args.jobs)]
        command += [word for name in args.only for word in ("--pass", name)]
        command += ["--conditions", args.conditions] if args.conditions else []
        command += ["--out", args.out] if args.out else []
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        found = list(rows(done.stdout))
        print(f"seed {seed}: {len(found)} rows, {sum(numbers[0] for _, _, numbers, _ in found)} nests, {time.monotonic() - start:.0f} s")
        for subject, condition, numbers, verdict in found:
            subjects += [subject] if subject not in subjects else []
            conditions += [condition] if condition not in conditions else []
            entry = table[subject, condition]
            for at, number in enumerate(numbers):
                entry[at] += number
            entry[4] += verdict == "open"
    print("| condition | " + " | ".join(subjects) + " |")
    print("|---" * (len(subjects) + 1) + "|")
    for condition in conditions:
        cells = []
        for subject in subjects:
            _, changed, wrong, refused, is_open = table[subject, condition]
            cells.append((f"{wrong}/{changed}" if changed else "-") + (f" +{refused}" if refused else "") + (" ?" if is_open else ""))
        print(f"| {condition} | " + " | ".join(cells) + " |")
    words = collections.Counter("ignores" if wrong else "too strict" if refused else "open" if is_open else "respects" for _, _, wrong, refused, is_open in table.values())
    print(", ".join(f"{word} {words[word]}" for word in ("respects", "ignores", "too strict", "open")))
    sys.exit(0 if any(changed for _, changed, *_ in table.values()) else 1)


if __name__ == "__main__":
    main()
