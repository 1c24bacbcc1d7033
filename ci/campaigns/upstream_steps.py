#!/usr/bin/env python3
"""Steps of MLIR that run in this process against `mlir-opt`: the same program behind a script, or both fail.

    upstream_steps.py SEED [--count N] [--assay PATH] [--keep DIR]

Draws N scripts (default 200) of one to four steps over drawn nests (those of nests.py): unrolling, peeling, promotion, unroll and jam, fusion
of siblings, invariant code, dead code, common subexpressions, annotations. Each is run with `--by both`, which compares the programs behind each
step; orders of accesses are not asked for, as MLIR does not. Prints a line for each script that ends otherwise or with another program, and the
table by step; exits with 1 where one differs, or where fewer than half of the scripts change their program.
"""

import collections
import pathlib
import random
import subprocess
import sys
import tempfile

from nests import Nest
from own_steps import arguments

ANY = "!transform.any_op"
LOOP = '!transform.op<"scf.for">'
LABELS = ["first", "second"]
STEPS = ["unroll", "unroll", "peel", "promote", "jam", "fuse", "licm", "dce", "cse", "annotate"]


class Script:
    """A script of drawn steps, each of which matches its loops anew."""

    def __init__(self, rng):
        self.rng, self.lines, self.steps = rng, [], []
        for number in range(rng.randint(1, 4)):
            step = rng.choice(STEPS)
            self.steps.append(step)
            self.step(number, step)

    def add(self, text):
        self.lines.append("    " + text)

    def step(self, number, step):
        rng = self.rng
        loop = [f"%first{number}", f"%second{number}"]
        for name, label in zip(loop, LABELS):
            self.add(f"{name} = transform.structured.match attributes{{{label}}} in %root : ({ANY}) -> {ANY}")
        self.add(f'%all{number} = transform.structured.match ops{{["scf.for"]}} in %root : ({ANY}) -> {ANY}')
        self.add(f'%function{number} = transform.structured.match ops{{["func.func"]}} in %root : ({ANY}) -> {ANY}')
        loops = rng.choice([*loop, f"%all{number}"])
        if step == "unroll":
            self.add(f"transform.loop.unroll {loops} {{factor = {rng.randint(1, 5)} : i64}} : {ANY}")
        elif step == "jam":
            self.add(f"transform.loop.unroll_and_jam {rng.choice(loop)} {{factor = {rng.randint(2, 4)} : i64}} : {ANY}")
        elif step == "promote":
            self.add(f"transform.loop.promote_if_one_iteration {loops} : {ANY}")
        elif step == "peel":
            self.add(f"%typed{number} = transform.cast {rng.choice(loop)} : {ANY} to {LOOP}")
            self.add(f"%main{number}, %end{number} = transform.loop.peel %typed{number} : ({LOOP}) -> ({ANY}, {ANY})")
            self.add(f'transform.annotate %end{number} "rest{number}" : {ANY}')
        elif step == "fuse":
            rng.shuffle(loop)
            self.add(f"%fused{number} = transform.loop.fuse_sibling {loop[0]} into {loop[1]} : ({ANY}, {ANY}) -> {ANY}")
        elif step == "annotate":
            self.add(f'transform.annotate {loops} "seen{number}" : {ANY}')
        else:
            target = loops if step == "licm" else f"%function{number}"
            self.add(f"transform.apply_{step} to {target} : {ANY}")

    def text(self):
        head = f"  transform.named_sequence @__transform_main(%root: {ANY} {{transform.readonly}}) {{"
        return "\n".join([head, *self.lines, "    transform.yield", "  }"])


def labelled(text):
    """The first two loops that end get labels, by which scripts find them."""
    lines, labels = text.split("\n"), list(LABELS)
    for number, line in enumerate(lines):
        if labels and line.strip() == "}" and line.startswith("    "):
            lines[number] = f"{line} {{{labels.pop(0)}}}"
    return "\n".join(lines)


def main():
    args = arguments(__doc__, "differ")
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    total = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        file, out = pathlib.Path(folder) / "script.mlir", pathlib.Path(folder) / "out.mlir"
        for number in range(args.count):
            nest, script = Nest(rng, rng.choice(["loop_split", "loop_tile", "loop_fuse", "loop_fuse"])), Script(rng)
            text = f"module attributes {{transform.with_named_sequence}} {{\n{labelled(nest.text())}\n{script.text()}\n}}\n"
            file.write_text(text)
            out.unlink(missing_ok=True)
            command = [args.assay, "transform", file, "--by", "both", "--validate", "none", "--force", "-o", out]
            done = subprocess.run(command, capture_output=True, text=True)
            said = done.stdout + done.stderr
            changed = "  1  transform." in said
            row = {0: "same, changed" if changed else "same, not changed", 1: "both fail"}.get(done.returncode, "differ")
            for step in set(script.steps):
                table[step][row] += 1
            total[row] += 1
            if row == "differ":
                print(f"script {number}, {', '.join(script.steps)}: {said.strip()[:400]}")
                if args.keep:
                    args.keep.mkdir(parents=True, exist_ok=True)
                    (args.keep / f"{number}.mlir").write_text(text)
    table["all"] = total
    rows = ["same, changed", "same, not changed", "both fail", "differ"]
    print(f"{'step':<12}" + "".join(f"{row:>20}" for row in rows))
    for step, counts in table.items():
        print(f"{step:<12}" + "".join(f"{counts[row]:>20}" for row in rows))
    sys.exit(1 if total["differ"] or total["same, changed"] * 2 < args.count else 0)


if __name__ == "__main__":
    main()
