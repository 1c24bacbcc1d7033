#!/usr/bin/env python3
"""Time of `assay audit` on a script of 5,000 operations, whole process, least wall time and processor time of five runs; and on
1,250, 2,500 and 10,000. Exit code 1 when 5,000 operations take more than 100 ms of wall time.

usage: ci/bench/scripts.py [--assay PATH]     (needs target/release/assay)
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
GOAL = 100

ANY = "!transform.any_op"


def chain(count):
    """Matches, transforms and uses of fresh handles."""
    lines = []
    for index in range(count // 4):
        lines += [
            f'    %l{index} = transform.structured.match ops{{["scf.for"]}} attributes{{m{index % 50}}} in %root : ({ANY}) -> {ANY}',
            f"    %p{index} = transform.get_parent_op %l{index} : ({ANY}) -> {ANY}",
            f'    transform.annotate %p{index} "seen" : {ANY}',
            f"    transform.loop.unroll %l{index} {{factor = 2}} : {ANY}",
        ]
    return lines


def held(count):
    """Handles that all are used at the end."""
    lines = []
    for index in range(count // 3):
        lines.append(f'    %l{index} = transform.structured.match ops{{["scf.for"]}} attributes{{m{index}}} in %root : ({ANY}) -> {ANY}')
    for index in range(count // 3):
        lines.append(f"    transform.loop.unroll %l{index} {{factor = 2}} : {ANY}")
    for index in range(count // 3):
        lines.append(f'    transform.annotate %l{index} "late" : {ANY}')
    return lines


def payload(loops):
    lines = ["  func.func @f(%v: f32, %m: memref<64xf32>) {", "    %c0 = arith.constant 0 : index", "    %c1 = arith.constant 1 : index", "    %c64 = arith.constant 64 : index"]
    for index in range(loops):
        lines += [f"    scf.for %i{index} = %c0 to %c64 step %c1 {{", f"      memref.store %v, %m[%i{index}] : memref<64xf32>", f"    }} {{m{index}}}"]
    return lines + ["    return", "  }"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--assay", default=ASSAY)
    args = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        for label, body, loops in (("chain, no payload", chain, 0), ("chain, 50 loops", chain, 50), ("all held, no payload", held, 0), ("all held, a loop each", held, -1)):
            for count in (1250, 2500, 5000, 10000):
                text = ["module attributes {transform.with_named_sequence} {"] + (payload(count // 3 if loops < 0 else loops) if loops else [])
                text += ["  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {"] + body(count) + ["    transform.yield", "  }", "}"]
                file = os.path.join(folder, "script.mlir")
                with open(file, "w", encoding="utf-8") as out:
                    out.write("\n".join(text) + "\n")
                times, spent = [], []
                for _ in range(5):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    start = time.perf_counter()
                    subprocess.run([args.assay, "audit", file, "--format", "json=" + os.path.join(folder, "out.json"), "--quiet"], capture_output=True)
                    times.append((time.perf_counter() - start) * 1e3)
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    spent.append((after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) * 1e3)
                missed |= count == 5000 and min(times) > GOAL
                print(f"{label}: {count} operations in {min(times):.0f} ms, processor {min(spent):.0f} ms")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
