#!/usr/bin/env python3
"""Time and memory of `assay check` by the size of a pattern.

Shapes (made here, the same bytes each time):

  chain      N times `arith.addi`, each of the one before it; the last one commuted
  double     N times `arith.muli` of the one before it with itself, in the rewrite of one `arith.muli`: wrong
  share2     N times `arith.muli` of the two before it, in the rewrite of one `arith.muli`: wrong
  siblings   N operations with one operand in common, each replaced
  results    one operation with N results, replaced by as many values in the opposite order
  shareadd   N times `arith.addi` of the one before it with itself, in the rewrite of one `arith.addi`: wrong
  memref     a store to a memref of N elements that is erased: wrong

Time is the wall clock's, memory the maximum resident set that the kernel counts for the process (wait4).

usage: ci/bench/sizes.py [SHAPE=SIZE[,SIZE...] ...] [-- OPTION...]
       options go to `assay check`; builds assay with --release first, unless ASSAY names a binary
"""

import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))

DEFAULT = {
    "chain": [1000, 10000],
    "double": [10, 30],
    "share2": [10, 40],
    "siblings": [20, 100, 1000],
    "results": [200, 2000],
    "shareadd": [60, 200],
    "memref": [4, 1000000, 134217728],
}

# Longer than this, a check is stopped (seconds).
LIMIT = 120


def operation(name, op, operands):
    """A `pdl.operation` with one result, and that result."""
    kinds = ", ".join(["!pdl.value"] * len(operands))
    return [
        f'%{name}op = pdl.operation "{op}"({", ".join("%" + one for one in operands)} : {kinds}) -> (%t : !pdl.type)',
        f"%{name} = pdl.result 0 of %{name}op",
    ]


def pattern(matched, root, rewrite):
    """The text of a pattern."""
    lines = ["pdl.pattern @p : benefit(1) {"]
    lines += ["  " + line for line in matched]
    lines += [f"  pdl.rewrite %{root} {{"]
    lines += ["    " + line for line in rewrite]
    return "\n".join(lines + ["  }", "}", ""])


def given(*names, ty="i32"):
    """Operands of one type."""
    return [f"%t = pdl.type : {ty}"] + [f"%{name} = pdl.operand : %t" for name in names]


def commuted(op, body, left, right):
    """The operation `op` of two values of `body`, in the other order."""
    matched = body + operation("root", op, [left, right])
    rewrite = operation("new", op, [right, left]) + ["pdl.replace %rootop with %newop"]
    return pattern(matched, "rootop", rewrite)


def chain(size):
    """Each operation adds to the one before it."""
    body, last = given("a", "b"), "a"
    for index in range(size - 1):
        body += operation(f"n{index}", "arith.addi", [last, "b"])
        last = f"n{index}"
    return commuted("arith.addi", body, last, "b")


def created(size, shared):
    """Products in the rewrite of one `arith.muli`."""
    rewrite, last, other = [], "a", "b"
    for index in range(size):
        rewrite += operation(f"n{index}", "arith.muli", [last, other if shared else last])
        last, other = f"n{index}", last
    rewrite += operation("new", "arith.muli", ["b", last]) + ["pdl.replace %rootop with %newop"]
    return pattern(given("a", "b") + operation("root", "arith.muli", ["a", "b"]), "rootop", rewrite)


def double(size):
    """Each operation squares the one before it."""
    return created(size, False)


def share2(size):
    """Each operation multiplies the two before it."""
    return created(size, True)


def siblings(size):
    """Operations that only share an operand; of other names, so that they are not one."""
    body, rewrite = given("a"), []
    for index in range(size):
        body += operation(f"n{index}", f"test.n{index}", ["a"])
        rewrite.append(f"pdl.replace %n{index}op with (%a : !pdl.value)")
    return pattern(body, f"n{size - 1}op", rewrite)


def results(size):
    """The results of one operation, in the opposite order."""
    types = [f"%t{index} = pdl.type" for index in range(size)]
    kinds = ", ".join(["!pdl.type"] * size)
    made = ", ".join(f"%t{index}" for index in range(size))
    body = types + ["%a = pdl.operand", f'%old = pdl.operation "test.many"(%a : !pdl.value) -> ({made} : {kinds})']
    made = ", ".join(f"%t{size - 1 - index}" for index in range(size))
    new = [f'%new = pdl.operation "test.many"(%a : !pdl.value) -> ({made} : {kinds})']
    new += [f"%r{index} = pdl.result {index} of %new" for index in reversed(range(size))]
    values = ", ".join(f"%r{index}" for index in reversed(range(size)))
    kinds = ", ".join(["!pdl.value"] * size)
    return pattern(body, "old", new + [f"pdl.replace %old with ({values} : {kinds})"])


def shareadd(size):
    """Each created operation adds the one before it to itself."""
    rewrite, last = [], "a"
    for index in range(size):
        rewrite += operation(f"n{index}", "arith.addi", [last, last])
        last = f"n{index}"
    rewrite.append(f"pdl.replace %rootop with (%{last} : !pdl.value)")
    return pattern(given("a", "b") + operation("root", "arith.addi", ["a", "b"]), "rootop", rewrite)


def memref(size):
    """An erased store."""
    body = [
        f"%m = pdl.type : memref<{size}xi8>",
        "%i = pdl.type : index",
        "%t = pdl.type : i8",
        "%memref = pdl.operand : %m",
        "%index = pdl.operand : %i",
        "%x = pdl.operand : %t",
        '%root = pdl.operation "memref.store"(%x, %memref, %index : !pdl.value, !pdl.value, !pdl.value)',
    ]
    return pattern(body, "root", ["pdl.erase %root"])


SHAPES = {shape.__name__: shape for shape in (chain, double, share2, siblings, results, shareadd, memref)}


def measured(command):
    """Exit code, seconds and MB of a process, and what it printed."""
    start = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, time.monotonic() - start, usage.ru_maxrss / 1024, output


def verdict(code, path):
    """The verdict of the only pattern of a report."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)["patterns"][0]["verdict"]
    except (OSError, ValueError, KeyError, IndexError, TypeError):
        return "stopped" if code in (124, 137) else f"exit {code}"


def main():
    arguments = sys.argv[1:]
    at = arguments.index("--") if "--" in arguments else len(arguments)
    wanted, options = arguments[:at], arguments[at + 1 :]
    plan = {name: [int(size) for size in sizes.split(",")] for name, sizes in (one.split("=") for one in wanted)} or DEFAULT
    assay = os.environ.get("ASSAY")
    if assay is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "assay-cli"], cwd=ROOT, check=True)
        assay = os.path.join(TARGET, "release", "assay")
    print(f"{'shape':<10} {'size':>10}  {'verdict':<12} {'seconds':>8} {'MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes in plan.items():
            for size in sizes:
                path, report = os.path.join(folder, f"{name}{size}.mlir"), os.path.join(folder, f"{name}{size}.json")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(SHAPES[name](size))
                command = ["timeout", str(LIMIT), assay, "check", path, "--format", f"json={report}", *options]
                code, seconds, memory, _ = measured(command)
                print(f"{name:<10} {size:>10}  {verdict(code, report):<12} {seconds:8.2f} {memory:8.0f}", flush=True)


if __name__ == "__main__":
    main()
