#!/usr/bin/env python3
"""The cost of `assay transform` without judging, whole process, least wall time of some turns: a script of 20 own steps on a nest of 4 beside the
same without steps (goal: 2 ms for the steps); 999 steps on a program of 100,000 operations beside none (1 s); 500 alternatives that fail
beside the same steps done once, on the same program.

usage: ci/bench/transform.py [--turns N] [--assay PATH]     (needs target/release/assay)
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ANY, NUMBER = "!transform.any_op", "!transform.param<i64>"
DECLARED = f"""  transform.named_sequence private @assay.loop_reverse(%loop: {ANY} {{transform.consumed}}) -> {ANY}
  transform.named_sequence private @assay.loop_interchange(%outer: {ANY} {{transform.consumed}}, %inner: {ANY} {{transform.consumed}}) -> ({ANY}, {ANY})
"""


def module(payload, steps):
    body = "\n".join(f"    {step}" for step in steps)
    return f"""module attributes {{transform.with_named_sequence}} {{
{payload}
{DECLARED}  transform.named_sequence @__transform_main(%root: {ANY} {{transform.readonly}}) {{
{body}
    transform.yield
  }}
}}
"""


def include(name, operands, results):
    given = ", ".join(operands)
    taken = f"{', '.join(results)} = " if results else ""
    types = ANY if len(results) == 1 else f"({', '.join([ANY] * len(results))})"
    return f"{taken}transform.include @assay.{name} failures(propagate) ({given}) : ({', '.join([ANY] * len(operands))}) -> {types}"


def nest():
    """A nest of four loops over one statement."""
    loops = "".join(f"    scf.for %i{depth} = %c0 to %c8 step %c1 {{\n" for depth in range(4))
    return f"""  func.func @f(%m: memref<8x8x8x8xi32>, %x: i32) {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
{loops}      memref.store %x, %m[%i0, %i1, %i2, %i3] : memref<8x8x8x8xi32>
    }} }} }} }}
    return
  }}"""


def twenty():
    steps = [f'%all = transform.structured.match ops{{["scf.for"]}} in %root : ({ANY}) -> {ANY}']
    steps.append(f"%a0, %b0, %c0, %d0 = transform.split_handle %all : ({ANY}) -> ({ANY}, {ANY}, {ANY}, {ANY})")
    for number in range(10):
        steps.append(include("loop_interchange", [f"%d{number}", f"%c{number}"], [f"%d{number + 1}", f"%e{number}"]))
        steps.append(include("loop_reverse", [f"%e{number}"], [f"%c{number + 1}"]))
    return steps


def large(operations):
    """Functions with a loop each."""
    lines = []
    for number in range(operations // 100):
        lines.append(f"  func.func @f{number}(%m: memref<8xi32>, %x: i32) {{")
        lines += ["    %c0 = arith.constant 0 : index", "    %c1 = arith.constant 1 : index", "    %c8 = arith.constant 8 : index"]
        lines += ["    scf.for %i = %c0 to %c8 step %c1 {", "      memref.store %x, %m[%i] : memref<8xi32>", "    }"]
        lines += [f"    %v{at} = arith.addi %x, %x : i32" for at in range(91)]
        lines += ["    return", "  }"]
    return "\n".join(lines)


def on_each(count, body):
    """Steps on one loop after the other."""
    steps = [f'%all = transform.structured.match ops{{["scf.for"]}} in %root : ({ANY}) -> {ANY}']
    steps.append(f"%l:{count + 1} = transform.split_handle %all {{overflow_result = {count}}} : ({ANY}) -> ({', '.join([ANY] * (count + 1))})")
    return steps + [step for number in range(count) for step in body(number)]


def seconds(assay, text, folder, turns):
    file = folder / "script.mlir"
    file.write_text(text)
    best = float("inf")
    for _ in range(turns):
        start = time.monotonic()
        done = subprocess.run([assay, "transform", file, "--validate", "none", "-o", os.devnull], capture_output=True, text=True)
        best = min(best, time.monotonic() - start)
        if done.returncode != 0:
            sys.exit(done.stdout[-500:] + done.stderr[-1000:])
    return best


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--assay", type=pathlib.Path, default=ROOT / "target" / "release" / "assay")
    args = parser.parse_args()
    missed = False
    reverse = lambda number: [include("loop_reverse", [f"%l#{number}"], [f"%r{number}"])]
    fails = lambda number: [
        "transform.alternatives {",
        f"  {include('loop_reverse', [f'%l#{number}'], [f'%r{number}'])}",
        f'  %none{number} = transform.structured.match ops{{["scf.while"]}} in %r{number} : ({ANY}) -> {ANY}',
        f"  %only{number}:2 = transform.split_handle %none{number} {{pass_through_empty_handle = false}} : ({ANY}) -> ({ANY}, {ANY})",
        "}, {",
        "}",
    ]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        payload = large(100_000)
        cases = [
            ("20 own steps, a nest of 4", nest(), twenty(), 0.002),
            ("999 steps, 100,000 operations", payload, on_each(999, reverse), 1.0),
            ("500 alternatives that fail", payload, on_each(500, fails), None),
            ("500 steps that are done", payload, on_each(500, reverse), None),
        ]
        print(f"{'':34}{'none':>9}{'steps':>9}{'more':>9}{'goal':>9}")
        for name, payload, steps, goal in cases:
            none = seconds(args.assay, module(payload, []), folder, args.turns)
            all_of_it = seconds(args.assay, module(payload, steps), folder, args.turns)
            print(f"{name:34}{none:9.4f}{all_of_it:9.4f}{all_of_it - none:9.4f}{goal or '':>9}", flush=True)
            missed |= goal is not None and all_of_it - none > goal
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
