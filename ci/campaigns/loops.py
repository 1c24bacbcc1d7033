#!/usr/bin/env python3
"""Loop steps and loop passes of MLIR 22 on drawn nests: how often each applies, and how often it changes the meaning.

    loops.py SEED [--count N] [--assay PATH] [--opt PATH] [--keep DIR]

Draws N nests (default 120) in both dialects of loops, each with one thing that a step has to look at: two accesses at a distance from -2 to 2 in both
loops, in one memref or through a view of it, a carried value that does not start at the neutral element, steps other than 1, a call of a function that
gets the buffer, a local buffer between two loops, open bounds. Each pass and each step runs on all of them, and `assay tv` judges the functions before and
after. Prints the table step x applied x judged x refuted, and for each step the classes of which every nest that it was applied to is refuted: there it
has no legality check. Exits with 1 where nothing was judged.

`corpus/bugs/mlir/passes` has the root causes. Refutations of several steps have one cause, which is listed once:
- `affine-loop-tile` at constant distances, also of nests with a division: `tiled_nest_with_constant_distance`.
- `affine-loop-tile` and `affine-parallelize` with views: they ask the function of `vectorized_loop_through_a_cast`.
- `affine-super-vectorize` with open bounds: `vectorized_part_of_a_row`; with subscripts such as `2 * i` or `i floordiv 2`:
  `vectorized_row_backwards`, where the factor is not asked either.
- `affine-loop-fusion` of loops that depend on each other both ways, whatever loads: `fused_producer_reads_what_is_written`.
- `affine-loop-unroll-jam` with open bounds: `unrolled_loop_runs_backwards`.

One refutation is no defect: `transform.loop.fuse_sibling` fuses loops that depend on each other. Its documentation permits it:
"It is the responsibility of the user to ensure that the `target` and `source` loops are independent of each other -- this
op will only perform rudimentary legality checks."
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

MEMREF = "memref<20x20xi32>"
VIEW = "memref<19x19xi32, strided<[20, 1], offset: 21>>"
AFFINE_PASSES = ["affine-loop-tile{tile-size=4}", "affine-loop-fusion", "affine-loop-fusion{mode=sibling}", "affine-loop-unroll{unroll-factor=3}",
                 "affine-loop-unroll-jam{unroll-jam-factor=2}", "affine-parallelize", "affine-parallelize{parallel-reductions=1}",
                 "affine-super-vectorize{virtual-vector-size=4}", "affine-data-copy-generate{fast-mem-space=0 generate-dma=false}",
                 "affine-loop-invariant-code-motion", "affine-scalrep", "affine-loop-coalescing", "affine-loop-normalize", "lower-affine"]
SCF_PASSES = ["loop-invariant-code-motion", "scf-for-loop-peeling", "scf-for-loop-range-folding", "scf-for-loop-specialization",
              "scf-for-to-while", "loop-invariant-subset-hoisting", "control-flow-sink", "cse", "canonicalize"]
ANY, LOOP = "!transform.any_op", '!transform.op<"scf.for">'
TYPED = f"%t = transform.cast %outer : {ANY} to {LOOP}\n"
SCF_STEPS = {
    "transform.loop.unroll": f"transform.loop.unroll %outer {{factor = 3 : i64}} : {ANY}",
    "transform.loop.unroll_and_jam": f"transform.loop.unroll_and_jam %outer {{factor = 2 : i64}} : {ANY}",
    "transform.loop.coalesce": f"%c = transform.loop.coalesce %outer : ({ANY}) -> {ANY}",
    "transform.loop.pipeline": f"%it = transform.cast %inner : {ANY} to {LOOP}\n%p = transform.loop.pipeline %it "
                               f"{{iteration_interval = 1 : i64, read_latency = 2 : i64}} : ({LOOP}) -> {ANY}",
    "transform.loop.peel": TYPED + f"%a, %b = transform.loop.peel %t : ({LOOP}) -> ({ANY}, {ANY})",
    "transform.loop.fuse_sibling": f"%f = transform.loop.fuse_sibling %outer into %behind : ({ANY}, {ANY}) -> {ANY}",
    "transform.apply_licm": f"transform.apply_licm to %inner : {ANY}\ntransform.apply_licm to %outer : {ANY}",
    "transform.loop.promote_if_one_iteration": f"transform.loop.promote_if_one_iteration %outer : {ANY}",
}


class Nest:
    """A function with one thing to look at."""

    def __init__(self, rng, number, affine):
        self.rng, self.name, self.affine = rng, f"f{number}", affine
        self.kind = rng.choice(["distance"] * 5 + ["view", "carried", "step", "call", "local", "open", "division"])
        self.distance = rng.randint(-2, 2), rng.randint(-2, 2)
        self.names, self.lines = 0, []

    def label(self):
        if self.kind in ("distance", "view", "step", "open"):
            a, b = self.distance
            return f"{self.kind} ({a}, {b})"
        if self.kind == "local":
            return f"local at {self.distance[0]}"
        return self.kind

    def fresh(self):
        self.names += 1
        return f"%v{self.names}"

    def place(self, variables, offsets):
        """Subscripts of variables and offsets."""
        if self.affine:
            return ", ".join(f"{variable} + {offset}" if offset >= 0 else f"{variable} - {-offset}" for variable, offset in zip(variables, offsets))
        out = []
        for variable, offset in zip(variables, offsets):
            name = self.fresh()
            self.lines.append(f"    {name} = arith.addi {variable}, %o{offset + 4} : index")
            out.append(name)
        return ", ".join(out)

    def load(self, memory, variables, offsets, type=MEMREF):
        place, name = self.place(variables, offsets), self.fresh()
        self.lines.append(f"    {name} = {'affine' if self.affine else 'memref'}.load {memory}[{place}] : {type}")
        return name

    def store(self, value, memory, variables, offsets, type=MEMREF):
        place = self.place(variables, offsets)
        self.lines.append(f"    {'affine' if self.affine else 'memref'}.store {value}, {memory}[{place}] : {type}")

    def compute(self, op, *operands):
        name = self.fresh()
        self.lines.append(f"    {name} = arith.{op} {', '.join(operands)} : i32")
        return name

    def open_loop(self, variable, carried=None):
        step = 2 if self.kind == "step" else 1
        high = "%n" if self.kind == "open" else ("11" if self.affine else "%c11")
        result = f"%r{variable[1:]} = " if carried else ""
        iters = f" iter_args(%a{variable[1:]} = {carried}) -> (i32)" if carried else ""
        if self.affine:
            self.lines.append(f"    {result}affine.for {variable} = 3 to {high}{f' step {step}' if step > 1 else ''}{iters} {{")
        else:
            self.lines.append(f"    {result}scf.for {variable} = %c3 to {high} step %c{step}{iters} {{")

    def close(self, label, value=None):
        if value:
            self.lines.append(f"    {'affine' if self.affine else 'scf'}.yield {value} : i32")
        self.lines.append("    }" + f" {{{label}}}")

    def text(self):
        result = "%x"
        if self.kind == "local":
            self.lines.append(f"    %local = memref.alloc() : {MEMREF}")
            self.lines.append(f"    linalg.fill ins(%x : i32) outs(%local : {MEMREF})")
            self.open_loop("%i")
            self.store(self.load("%m", ["%i", "%i"], (0, 0)), "%local", ["%i", "%i"], (0, 0))
            self.close("outer")
            self.open_loop("%k")
            self.store(self.load("%local", ["%k", "%k"], (self.distance[0],) * 2), "%o", ["%k", "%k"], (0, 0))
            self.close("behind")
        elif self.kind == "carried":
            self.open_loop("%i", "%x")
            self.open_loop("%j", "%ai")
            op = self.rng.choice(["addi", "muli", "xori", "maxsi", "subi", "andi"])
            value = self.compute(op, "%aj", self.load("%m", ["%i", "%j"], (0, 0)))
            self.close("inner", value)
            self.close("outer", "%rj")
            result = "%ri"
        else:
            memory, type = ("%view", VIEW) if self.kind == "view" else ("%m", MEMREF)
            if self.kind == "view":
                self.lines.append(f"    %view = memref.subview %m[1, 1] [19, 19] [1, 1] : {MEMREF} to {VIEW}")
            self.open_loop("%i")
            self.open_loop("%j")
            value = self.compute("addi", self.load("%m", ["%i", "%j"], (0, 0)), "%x")
            if self.kind == "call":
                self.lines.append(f"    func.call @touch(%m) : ({MEMREF}) -> ()")
            if self.kind == "division":
                value = self.compute("addi", value, self.compute("floordivsi", "%x", "%y"))
            self.store(value, memory, ["%i", "%j"], self.distance, type)
            self.close("inner")
            self.close("outer")
            self.open_loop("%k")
            self.store(self.load("%m", ["%k", "%k"], self.distance), "%m", ["%k", "%k"], (0, 1))
            self.close("behind")
        numbers = (1, 2, 3, 11)
        constants = [f"    %c{number} = arith.constant {number} : index" for number in numbers]
        constants += [f"    %o{offset + 4} = arith.constant {offset} : index" for offset in range(-3, 4)]
        if self.kind == "open":
            constants += ["    %most = arith.constant 11 : index", "    %n = arith.minui %n0, %most : index"]
        head = f"func.func @{self.name}(%m: {MEMREF}, %o: {MEMREF}, %n0: index, %x: i32, %y: i32) -> i32 {{"
        return "\n".join([head, *constants, *self.lines, f"    return {result} : i32", "}"])


def script(step):
    """Runs a step on each function for itself; where it fails, it is passed over."""
    return f"""module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%root: {ANY} {{transform.readonly}}) {{
    %functions = transform.structured.match ops{{["func.func"]}} in %root : ({ANY}) -> {ANY}
    transform.foreach %functions : {ANY} {{
    ^bb0(%one: {ANY}):
      transform.sequence %one : {ANY} failures(suppress) {{
      ^bb1(%f: {ANY}):
        %outer = transform.structured.match attributes{{outer}} in %f : ({ANY}) -> {ANY}
        %inner = transform.structured.match attributes{{inner}} in %f : ({ANY}) -> {ANY}
        %behind = transform.structured.match attributes{{behind}} in %f : ({ANY}) -> {ANY}
        {step}
      }}
    }}
    transform.yield
  }}
}}
"""


class Campaign:
    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)

    def after(self, nests, flags):
        """The nests behind a run of mlir-opt, by their texts; those that it does not get through alone are left out."""
        before = self.folder / "before.mlir"
        before.write_text(f"func.func private @touch({MEMREF})\n" + "\n".join(nest.text_once for nest in nests) + "\n")
        done = subprocess.run([self.args.opt, before, *flags], capture_output=True, text=True)
        if done.returncode == 0:
            return nests, done.stdout
        if len(nests) == 1:
            return [], ""
        half = len(nests) // 2
        parts = [self.after(part, flags)[0] for part in (nests[:half], nests[half:])]
        kept = parts[0] + parts[1]
        return self.after(kept, flags) if kept and len(kept) < len(nests) else ([], "")

    def judge(self, nests, flags):
        """For each nest that is changed, its verdict."""
        kept, text = self.after(nests, flags)
        if not kept:
            return {}
        after, report = self.folder / "after.mlir", self.folder / "report.json"
        after.write_text(text)
        report.unlink(missing_ok=True)
        command = [self.args.assay, "tv", self.folder / "before.mlir", after, "--no-proof", "--no-reduce", "--inputs", "16", "--format", f"json={report}"]
        subprocess.run(command, capture_output=True, text=True)
        if not report.exists():
            return {}
        records = json.loads(report.read_text())["patterns"]
        changed = [record for record in records if record["scope"] != "not changed" and record["name"] != "touch"]
        judged = lambda record: record["verdict"] != "unknown" or (record["reason"] or {}).get("class") == "tested"
        return {record["name"]: record["verdict"] if judged(record) else "not judged" for record in changed}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--opt", default="mlir-opt-22")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for the first refuted nest of each step and class")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    nests = {affine: [Nest(rng, number, affine) for number in range(args.count)] for affine in (True, False)}
    for nest in nests[True] + nests[False]:
        nest.text_once = nest.text()
    rows, missing = [], []
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(args, folder)
        library = pathlib.Path(folder) / "script.mlir"
        runs = [(name, True, None) for name in AFFINE_PASSES] + [(name, False, None) for name in SCF_PASSES]
        runs += [(name, False, step) for name, step in SCF_STEPS.items()]
        for name, affine, step in runs:
            flags = [f"--pass-pipeline=builtin.module(func.func({name}))"]
            if step:
                library.write_text(script(step))
                flags = [f"--transform-preload-library=transform-library-paths={library}", "--transform-interpreter"]
            verdicts = campaign.judge(nests[affine], flags)
            classes = collections.defaultdict(collections.Counter)
            for nest in nests[affine]:
                verdict = verdicts.get(nest.name)
                if verdict:
                    classes[nest.label()][verdict] += 1
                    if verdict == "refuted" and args.keep and classes[nest.label()]["refuted"] == 1:
                        args.keep.mkdir(parents=True, exist_ok=True)
                        file = f"{name.split('{')[0]}-{nest.label()}.mlir".replace(" ", "_")
                        (args.keep / file).write_text(f"// {' '.join(flags)}\nfunc.func private @touch({MEMREF})\n{nest.text_once}\n")
            count = collections.Counter(verdicts.values())
            rows.append((name, len(verdicts), len(verdicts) - count["not judged"], count["refuted"]))
            for label, verdicts_of in sorted(classes.items()):
                if verdicts_of["refuted"] and verdicts_of["refuted"] == sum(verdicts_of.values()):
                    missing.append((name, label, verdicts_of["refuted"]))
    print(f"{'step':<64}{'applied':>9}{'judged':>9}{'refuted':>9}")
    for name, *counts in rows:
        print(f"{name:<64}" + "".join(f"{count:>9}" for count in counts))
    by_step = collections.defaultdict(list)
    for name, label, number in missing:
        by_step[name].append(f"{label} x {number}")
    for name, labels in by_step.items():
        print(f"{name} has no legality check for: {', '.join(labels)}")
    sys.exit(0 if any(judged for _, _, judged, _ in rows) else 1)


if __name__ == "__main__":
    main()
