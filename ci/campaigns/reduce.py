#!/usr/bin/env python3
"""Known defects of passes, hidden in larger programs and longer pipelines, and what `assay reduce` brings back.

usage: ci/campaigns/reduce.py SEED [--count N] [--assay PATH] [--jobs N] [--keep DIR] [--only NAME]

Draws N defects of corpus/bugs/mlir/passes (default 40). Each program is padded to 200 operations: arithmetic on arguments and results of its
function, branches, loops, buffers, and other functions that it calls; each pipeline to twelve passes, at drawn places. A padded program counts
where `assay tv` still shows the rule of the defect; where no draw of ten does, another defect is drawn, and the name is printed. Then
`assay reduce` has the padded files alone. Prints for each the operations stored, padded and left, the passes left, the rule, the C++ pattern and
the time; the last lines say how many came back at 1.5 times the stored size or less by the same rule, and the median time. Exits with 1 where
these are fewer than nine tenths.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "corpus" / "bugs" / "mlir" / "passes"
OPERATIONS, PASSES, DRAWS, LARGEST = 200, 12, 10, 1.5
NEUTRAL = ["canonicalize", "cse", "sccp", "symbol-dce", "control-flow-sink", "mem2reg", "sroa", "topological-sort", "strip-debuginfo",
           "arith-unsigned-when-equivalent", "func.func(affine-scalrep)", "func.func(canonicalize)", "func.func(cse)", "inline",
           "func.func(loop-invariant-subset-hoisting)", "func.func(scf-for-loop-canonicalization)", "func.func(affine-simplify-structures)"]
INTEGERS, FLOATS = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"], ["addf", "subf", "mulf", "maximumf"]
TYPES = ["i32", "i64", "f32", "index", "i8"]
OPERATION = re.compile(r'^\s*(?:%\S+ = |%\S+:\d+ = )?"(?!builtin\.module)[\w$]+\.[\w$.]+"', re.M)


def size(text):
    """The operations of a program, without its module."""
    done = subprocess.run(["mlir-opt-22", "--mlir-print-op-generic", "--allow-unregistered-dialect"], input=text, capture_output=True, text=True)
    return len(OPERATION.findall(done.stdout)) if done.returncode == 0 else None


def head(text):
    """The lines before a program, and the program."""
    lines = text.splitlines()
    said = dict(found.groups() for found in (re.match(r"// (\w+): (.*)", line) for line in lines) if found)
    return said, "\n".join(line for line in lines if not line.startswith("//")) + "\n"


def element(option):
    """An option of mlir-opt as a part of a pipeline."""
    if option.startswith("--pass-pipeline="):
        return option.removeprefix("--pass-pipeline=builtin.module(").removesuffix(")")
    name, _, options = option.removeprefix("--").partition("=")
    return f"{name}{{{options}}}" if options else name


class Padding:
    """Operations around those of a function."""

    def __init__(self, rng, rich):
        self.rng, self.rich, self.number, self.functions = rng, rich, 0, []

    def name(self):
        self.number += 1
        return f"%pad{self.number}"

    def one(self, pool, depth):
        """Lines of one operation, or of one with regions; its result joins the pool."""
        rng, kind = self.rng, self.rng.random()
        ty = rng.choice([ty for ty in TYPES if pool.get(ty)])
        a, b, new = rng.choice(pool[ty]), rng.choice(pool[ty]), self.name()
        indent = "  " * (depth + 1)
        if self.rich and kind < 0.06 and depth < 2 and pool.get("i32"):
            inner = {key: list(values) for key, values in pool.items()}
            lines = [line for _ in range(rng.randint(2, 4)) for line in self.one(inner, depth + 1)]
            other, c = rng.choice(pool[ty]), self.name()
            x, y = rng.choice(pool["i32"]), rng.choice(pool["i32"])
            out = [f"{indent}{c} = arith.cmpi slt, {x}, {y} : i32", f"{indent}{new} = scf.if {c} -> ({ty}) {{", *lines,
                   f"{indent}  scf.yield {inner[ty][-1]} : {ty}", f"{indent}}} else {{", f"{indent}  scf.yield {other} : {ty}", f"{indent}}}"]
        elif self.rich and kind < 0.1 and depth < 2:
            low, high, step, turn, carried = (self.name() for _ in range(5))
            inner = {key: list(values) for key, values in pool.items()}
            inner[ty].append(carried)
            lines = [line for _ in range(rng.randint(2, 4)) for line in self.one(inner, depth + 1)]
            out = [f"{indent}{low} = arith.constant 0 : index", f"{indent}{high} = arith.constant {rng.randint(1, 3)} : index",
                   f"{indent}{step} = arith.constant 1 : index",
                   f"{indent}{new} = scf.for {turn} = {low} to {high} step {step} iter_args({carried} = {a}) -> ({ty}) {{", *lines,
                   f"{indent}  scf.yield {inner[ty][-1]} : {ty}", f"{indent}}}"]
        elif self.rich and kind < 0.15:
            buffer, at, memref = self.name(), self.name(), f"memref<4x{ty}>"
            out = [f"{indent}{buffer} = memref.alloca() : {memref}", f"{indent}{at} = arith.constant {rng.randint(0, 3)} : index",
                   f"{indent}memref.store {a}, {buffer}[{at}] : {memref}", f"{indent}{new} = memref.load {buffer}[{at}] : {memref}"]
        elif self.rich and kind < 0.2 and depth == 0:
            other = f"@other{len(self.functions)}"
            inner = {ty: ["%a", "%b"]}
            lines = [line for _ in range(rng.randint(2, 5)) for line in Padding.straight(self, inner, ty)]
            self.functions.append("\n".join([f"func.func {other}(%a: {ty}, %b: {ty}) -> {ty} {{", *lines,
                                             f"  return {inner[ty][-1]} : {ty}", "}"]) + "\n")
            out = [f"{indent}{new} = func.call {other}({a}, {b}) : ({ty}, {ty}) -> {ty}"]
        elif kind < 0.3:
            value = f"{rng.randint(-4, 9)}.0" if ty == "f32" else rng.randint(-4, 9)
            out = [f"{indent}{new} = arith.constant {value} : {ty}"]
        elif kind < 0.4 and pool.get("i32"):
            c, x, y = self.name(), rng.choice(pool["i32"]), rng.choice(pool["i32"])
            out = [f"{indent}{c} = arith.cmpi ult, {x}, {y} : i32", f"{indent}{new} = arith.select {c}, {a}, {b} : {ty}"]
        else:
            name = rng.choice(FLOATS if ty == "f32" else INTEGERS)
            out = [f"{indent}{new} = arith.{name} {a}, {b} : {ty}"]
        pool[ty].append(new)
        return out

    def straight(self, pool, ty):
        """One operation of arithmetic."""
        new, name = self.name(), self.rng.choice(FLOATS if ty == "f32" else INTEGERS)
        a, b = self.rng.choice(pool[ty]), self.rng.choice(pool[ty])
        pool[ty].append(new)
        return [f"  {new} = arith.{name} {a}, {b} : {ty}"]


def split(text):
    """The parts of a list outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(text):
        depth += c in "([{<"
        depth -= c in ")]}" or (c == ">" and text[at - 1] != "-")
        if c == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()] if text.strip() else []


def signature(text):
    """The start, arguments, results and start of the body of the last function with one."""
    start = list(re.finditer(r"func\.func @\w+\(", text))[-1]
    at, depth = start.end(), 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    arguments = split(text[start.end():at - 1])
    found = re.match(r"\s*(?:->\s*(\(.*?\)|[^{]+?))?\s*(attributes \{[^}]*\}\s*)?\{\n", text[at:])
    results = (found.group(1) or "").strip()
    results = split(results[1:-1]) if results.startswith("(") else split(results)
    return start.end(), arguments, results, found.group(2) or "", at + found.end()


def padded(rng, text, rich):
    """A program with more operations around those of its last function; `None` where it has no return to pad."""
    begin, arguments, results, attributes, body = signature(text)
    end = re.search(r"^(\s*)return\b(.*)$", text[body:], re.M)
    if not end:
        return None
    padding, pool = Padding(rng, rich), {}
    for argument in arguments:
        name, _, ty = argument.partition(":")
        pool.setdefault(ty.strip(), []).append(name.strip())
    more = [f"%more{number}: {ty}" for number, ty in enumerate(TYPES)]
    for argument in more:
        name, _, ty = argument.partition(": ")
        pool.setdefault(ty, []).append(name)
    wanted = OPERATIONS - size(text)
    before, behind, count = [], [], 0
    while count < wanted // 2:
        lines = padding.one(pool, 0)
        count += sum("=" in line or "store" in line or "yield" in line for line in lines)
        before += lines
    values = split(end.group(2).partition(" : ")[0].strip())
    for name, ty in zip(values, results):
        pool.setdefault(ty, []).append(name)
    while count < wanted - 8:
        lines = padding.one(pool, 0)
        count += sum("=" in line or "store" in line or "yield" in line for line in lines)
        behind += lines
    extra = [(rng.choice(pool[ty][1:] or pool[ty]), ty) for ty in rng.sample(TYPES, 3)]
    every = [*values, *(name for name, _ in extra)], [*results, *(ty for _, ty in extra)]
    inner = text[body:body + end.start()]
    lines = [*before, inner.rstrip("\n"), *behind, f"  return {', '.join(every[0])} : {', '.join(every[1])}"]
    return ("\n".join(padding.functions) + text[:begin] if "module" not in text[:begin] else text[:begin]) + \
        f"{', '.join([*arguments, *more])}) -> ({', '.join(every[1])}) {attributes}{{\n" + "\n".join(lines) + "\n" + \
        text[body + end.end():].lstrip("\n")


def code(assay, path, pipeline):
    """The rules by which `assay tv` refutes a program behind a pipeline."""
    words = [assay, "tv", path, "--pass", f"--pass-pipeline={pipeline}", "--no-proof", "--no-reduce", "--format", "json"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 1:
        return set()
    report = json.loads(done.stdout)
    return {finding["code"] for record in report["patterns"] for finding in record["findings"] if finding["level"] == "error"}


def hidden(rng, assay, said, program, path):
    """A padded program in a file, with its pipeline, where the rule of the defect is still shown."""
    for draw in range(DRAWS):
        text = padded(rng, program, rich=draw < DRAWS // 2)
        if text is None or size(text) is None:
            continue
        passes = [rng.choice(NEUTRAL) for _ in range(PASSES - 1)]
        # A pass before the one that is wrong may hide the defect.
        passes.insert(rng.randint(0, PASSES - 1) if draw < DRAWS - 2 else 0, element(said["pass"]))
        pipeline = f"builtin.module({','.join(passes)})"
        path.write_text(text)
        if said["rule"] in code(assay, path, pipeline):
            return text, pipeline
    return None


def main():
    options = argparse.ArgumentParser(usage=__doc__.rsplit("usage: ", 1)[1].split("\n")[0])
    options.add_argument("seed", type=int)
    options.add_argument("--count", type=int, default=40)
    options.add_argument("--assay", default=os.environ.get("ASSAY", str(ROOT / "target" / "release" / "assay")))
    options.add_argument("--jobs")
    options.add_argument("--keep")
    options.add_argument("--only")
    options = options.parse_args()
    rng = random.Random(options.seed)
    paths = [path for path in sorted(FOLDER.glob("*.mlir")) if "// pass:" in path.read_text()]
    rng.shuffle(paths)
    if options.only:
        paths = [path for path in paths if path.stem == options.only]
    rows, good = [], 0
    keep = pathlib.Path(options.keep or tempfile.mkdtemp())
    for path in paths:
        if len(rows) == options.count:
            break
        said, program = head(path.read_text())
        folder = keep / path.stem
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        file = folder / "padded.mlir"
        found = hidden(rng, options.assay, said, program, file)
        if found is None:
            print(f"{path.stem}: no padded program shows {said['rule']}", flush=True)
            continue
        text, pipeline = found
        start = time.monotonic()
        words = [options.assay, "reduce", file, "--pass-pipeline", pipeline, "--rule", said["rule"], "--out", folder / "out", "--format", "json"]
        words += ["--jobs", options.jobs] if options.jobs else []
        done = subprocess.run(words, capture_output=True, text=True)
        seconds = time.monotonic() - start
        left, rules, passes, pattern = None, set(), 0, ""
        if done.returncode == 1:
            reduced, result = head((folder / "out" / "padded.mlir").read_text())
            left, passes, pattern = size(result), element(reduced["pass"]), reduced.get("pattern", "")
            # What is written is held against `assay tv` once more; a crash may come in some runs alone.
            runs = 4 if said["rule"] == "X701" else 1
            rules = set().union(*(code(options.assay, folder / "out" / "padded.mlir", f"builtin.module({passes})") for _ in range(runs)))
        stored = size(program)
        holds = left is not None and left <= LARGEST * stored and said["rule"] in rules
        good += holds
        rows.append(seconds)
        print(f"{path.stem:50} {said['rule']} {stored:3} {size(text):4} {left if left is not None else '-':>3} {'ok' if holds else 'NO'} "
              f"{seconds:6.1f} s  {passes}  {pattern}  {done.stderr.strip().splitlines()[-1] if left is None else ''}", flush=True)
    print(f"{good} of {len(rows)} came back at {LARGEST} times the stored size or less, by the same rule")
    if rows:
        print(f"median {statistics.median(rows):.1f} s, longest {max(rows):.1f} s")
    sys.exit(not rows or good < 0.9 * len(rows))


if __name__ == "__main__":
    main()
