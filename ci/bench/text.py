#!/usr/bin/env python3
"""Assay beside mlir-opt-22 on the same MLIR text: user time and peak memory, in turns, as medians.

Both read a file in generic form, check it and print it in generic form:

  assay fmt --generic --well-formed - < FILE      read, check by the dialect specs and PDL's rules, print
  mlir-opt-22 --mlir-print-op-generic FILE        read, verify, print

Files (made here, the same bytes each time): 100,000 and 1,000,000 operations of arith in one function, and 10,000 PDL
patterns. User time and peak memory (maximum resident set) are those that the kernel counts for each process (wait4).
Exit code 1 when a ratio misses its goal: 8 times less user time and a third of the memory at 1,000,000 operations,
5 times less user time for the patterns.

usage: ci/bench/text.py [ROUNDS]     (default 5; builds assay with --release first)
"""

import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.path.join(TARGET, "release", "assay")
FOLDER = os.path.join(TARGET, "bench")
MLIR = "mlir-opt-22"

BINARY = ["addi", "subi", "muli", "andi", "ori", "xori"]


def arith(count):
    """One function of `count` operations; each uses the one before it and one of the 1000 before that."""
    state = 1
    yield '"builtin.module"() ({\n  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "f"}> ({\n'
    yield "  ^bb0(%arg0: i32, %arg1: i32):\n"
    yield '    %0 = "arith.constant"() <{value = 7 : i32}> : () -> i32\n'
    for index in range(1, count):
        state = (state * 1103515245 + 12345) % 2**31
        name = BINARY[index % len(BINARY)]
        flags = " <{overflowFlags = #arith.overflow<none>}>" if name in ("addi", "subi", "muli") else ""
        far = max(0, index - 1 - state % 1000)
        yield f'    %{index} = "arith.{name}"(%{index - 1}, %{far}){flags} : (i32, i32) -> i32\n'
    yield f'    "func.return"(%{count - 1}) : (i32) -> ()\n  }}) : () -> ()\n}}) : () -> ()\n'


def patterns(count):
    """`count` patterns: x + c becomes c * x, with types, an attribute and a benefit of their own."""
    yield '"builtin.module"() ({\n'
    for index in range(count):
        width = index % 64 + 1
        yield (
            f'  "pdl.pattern"() <{{benefit = {index % 100} : i16, sym_name = "p{index}"}}> ({{\n'
            f'    %0 = "pdl.type"() <{{constantType = i{width}}}> : () -> !pdl.type\n'
            '    %1 = "pdl.operand"(%0) : (!pdl.type) -> !pdl.value\n'
            f'    %2 = "pdl.attribute"() <{{value = {index % 2} : i{width}}}> : () -> !pdl.attribute\n'
            '    %3 = "pdl.operation"(%2, %0) <{attributeValueNames = ["value"], opName = "arith.constant", '
            "operandSegmentSizes = array<i32: 0, 1, 1>}> : (!pdl.attribute, !pdl.type) -> !pdl.operation\n"
            '    %4 = "pdl.result"(%3) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value\n'
            '    %5 = "pdl.operation"(%1, %4, %0) <{attributeValueNames = [], opName = "arith.addi", '
            "operandSegmentSizes = array<i32: 2, 0, 1>}> : (!pdl.value, !pdl.value, !pdl.type) -> !pdl.operation\n"
            '    "pdl.rewrite"(%5) <{operandSegmentSizes = array<i32: 1, 0>}> ({\n'
            '      %6 = "pdl.operation"(%4, %1, %0) <{attributeValueNames = [], opName = "arith.muli", '
            "operandSegmentSizes = array<i32: 2, 0, 1>}> : (!pdl.value, !pdl.value, !pdl.type) -> !pdl.operation\n"
            '      "pdl.replace"(%5, %6) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : '
            "(!pdl.operation, !pdl.operation) -> ()\n"
            "    }) : (!pdl.operation) -> ()\n  }) : () -> ()\n"
        )
    yield "}) : () -> ()\n"


def run(command, given=None, output=os.devnull):
    """User seconds and peak MiB of one process, which reads `given` and writes `output`."""
    child = os.fork()
    if child == 0:
        if given:
            os.dup2(os.open(given, os.O_RDONLY), 0)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)} failed: {status}")
    return usage.ru_utime, usage.ru_maxrss / 1024


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    build = ["cargo", "build", "--quiet", "--release", "--locked", "-p", "assay-cli"]
    subprocess.run(build, check=True, cwd=ROOT)
    os.makedirs(FOLDER, exist_ok=True)
    cases = [
        ("100,000 arith operations", "arith5.mlir", arith(100_000), None, None),
        ("1,000,000 arith operations", "arith6.mlir", arith(1_000_000), 8, 3),
        ("10,000 PDL patterns", "patterns.mlir", patterns(10_000), 5, None),
    ]
    version = subprocess.run([MLIR, "--version"], capture_output=True, text=True, check=True).stdout
    print(next(line.strip() for line in version.splitlines() if "version" in line))
    print(f"medians of {rounds} runs in turns; user seconds, peak MiB")
    print(f"{'':28}{'text':>8}{'assay':>17}{'mlir-opt':>17}{'time':>9}{'memory':>9}")
    missed = []
    for name, file, text, faster, smaller in cases:
        path = os.path.join(FOLDER, file)
        with open(path, "w", encoding="ascii") as out:
            out.writelines(text)
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(run([ASSAY, "fmt", "--generic", "--well-formed", "-"], given=path))
            theirs.append(run([MLIR, "--mlir-print-op-generic", path]))
        (seconds, memory), (their_seconds, their_memory) = (
            tuple(statistics.median(column) for column in zip(*runs)) for runs in (ours, theirs)
        )
        time, space = their_seconds / seconds, their_memory / memory
        size = os.path.getsize(path) / 2**20
        print(
            f"{name:28}{size:6.1f} M{seconds:9.3f} s{memory:5.0f} M{their_seconds:9.3f} s{their_memory:5.0f} M"
            f"{time:7.1f} x{space:7.1f} x",
            flush=True,
        )
        if (faster and time < faster) or (smaller and space < smaller):
            missed.append(name)
    if missed:
        sys.exit(f"missed its goal: {', '.join(missed)}")


if __name__ == "__main__":
    main()
