#!/usr/bin/env python3
"""Time and memory of `assay check` by the size of a pattern.

Shapes (made here, the same bytes each time):

  chain      N times `arith.addi`, each of the one before it; the last one commuted
  double     N times `arith.muli` of the one before it with itself, in the rewrite of one `arith.muli`: wrong
  share2     N times `arith.muli` of the two before it, in the rewrite of one `arith.muli`: wrong
  wrong      the same chain, replaced by its first operand: wrong
  unknown    N times an operation that no dialect defines, each of the one before it; the last one renamed
  siblings   N operations of different names with one operand in common, each replaced
  twins      the same with one name: any two may be one
  results    one operation with N results, replaced by those of a new one in the opposite order
  swapped    one operation with N results of other types, replaced by its own ones in the opposite order: wrong
  shareadd   N times `arith.addi` of the one before it with itself: MLIR does not compare the two, so wrong N times
  doubled    the same in the rewrite of one `arith.addi`: wrong
  memref     a store to a memref of N elements that is erased: wrong
  operands   one operation with N operands, created anew under another name
  attributes one operation with N attributes, created anew under another name
  ranges     one operation with N ranges of operands, created anew
  natives    one operation with N native constraints without a contract
  nested     a type of N tuples, one in the other
  patterns   N patterns of one `arith.addi`, whose operands are commuted

Time is that of the processor, solvers included, and memory the maximum resident set that the kernel counts for the process
(wait4), so that a busy machine changes little. Figures of memory below those of this script, about 14 MB, are its own.

usage: ci/bench/sizes.py [SHAPE=SIZE[,SIZE...] ...] [-- OPTION...]
       options go to `assay check`; builds assay with --release first, unless ASSAY names a binary
"""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))

# Sizes of each shape, and those of shapes that have others.
SIZES = [100, 1000, 10000]
OTHERS = {
    "memref": [4, 1000000, 134217728, 9223372036854775807],
    "results": [100, 1000, 2000, 10000],
    "shareadd": [100, 200, 1000, 10000],
}

# Longer than this, a check is stopped (seconds).
LIMIT = int(os.environ.get("LIMIT", "120"))
# No check gets more memory than this (bytes), so that the machine is there for others.
MEMORY = 8 << 30


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


def wrong(size):
    """A chain that is dropped."""
    body, last = given("a", "b"), "a"
    for index in range(size):
        body += operation(f"n{index}", "arith.addi", [last, "b"])
        last = f"n{index}"
    return pattern(body, f"{last}op", [f"pdl.replace %{last}op with (%a : !pdl.value)"])


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


def twins(size):
    """Operations of one name that only share an operand, so that any two may be one."""
    body, rewrite = given("a"), []
    for index in range(size):
        body += operation(f"n{index}", "test.n", ["a"])
        rewrite.append(f"pdl.replace %n{index}op with (%a : !pdl.value)")
    return pattern(body, f"n{size - 1}op", rewrite)


def unknown(size):
    """Operations without a definition, each of the one before it."""
    body, last = given("a"), "a"
    for index in range(size - 1):
        body += operation(f"n{index}", "test.n", [last])
        last = f"n{index}"
    body += operation("root", "test.root", [last])
    return pattern(body, "rootop", operation("new", "test.new", [last]) + ["pdl.replace %rootop with %newop"])


def results(size):
    """The results of one operation, replaced by those of a new one in the opposite order."""
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


def swapped(size):
    """The results of one operation, each of a type of its own, replaced by its own ones in the opposite order."""
    types = [f"%t{index} = pdl.type" for index in range(size)]
    kinds = ", ".join(["!pdl.type"] * size)
    made = ", ".join(f"%t{index}" for index in range(size))
    body = types + ["%a = pdl.operand", f'%old = pdl.operation "test.many"(%a : !pdl.value) -> ({made} : {kinds})']
    read = [f"%r{index} = pdl.result {index} of %old" for index in range(size)]
    values = ", ".join(f"%r{index}" for index in reversed(range(size)))
    kinds = ", ".join(["!pdl.value"] * size)
    return pattern(body, "old", read + [f"pdl.replace %old with ({values} : {kinds})"])


def shareadd(size):
    """Each matched operation adds the one before it to itself."""
    body, last = given("a"), "a"
    for index in range(size):
        body += operation(f"n{index}", "arith.addi", [last, last])
        last = f"n{index}"
    return pattern(body, f"{last}op", [f"pdl.replace %{last}op with (%n{max(size - 2, 0)} : !pdl.value)"])


def doubled(size):
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


def operands(size):
    """One operation with many operands."""
    names = [f"v{index}" for index in range(size)]
    body = given(*names) + operation("root", "test.many", names)
    return pattern(body, "rootop", operation("new", "test.new", names) + ["pdl.replace %rootop with %newop"])


def attributes(size):
    """One operation with many attributes."""
    body = given() + [f"%a{index} = pdl.attribute" for index in range(size)]
    held = ", ".join(f'"a{index}" = %a{index}' for index in range(size))
    body += [f'%root = pdl.operation "test.many" {{{held}}} -> (%t : !pdl.type)']
    new = f'%new = pdl.operation "test.new" {{{held}}} -> (%t : !pdl.type)'
    return pattern(body, "root", [new, "pdl.replace %root with %new"])


def ranges(size):
    """One operation with many ranges of operands."""
    body = given() + [f"%v{index} = pdl.operands" for index in range(size)]
    values = ", ".join(f"%v{index}" for index in range(size))
    kinds = ", ".join(["!pdl.range<value>"] * size)
    body += [f'%root = pdl.operation "test.many"({values} : {kinds}) -> (%t : !pdl.type)']
    new = f'%new = pdl.operation "test.new"({values} : {kinds}) -> (%t : !pdl.type)'
    return pattern(body, "root", [new, "pdl.replace %root with %new"])


def natives(size):
    """One operation under many native constraints."""
    body = given("a") + operation("root", "test.one", ["a"])
    body += [f'pdl.apply_native_constraint "native{index}"(%a : !pdl.value)' for index in range(size)]
    return pattern(body, "rootop", operation("new", "test.new", ["a"]) + ["pdl.replace %rootop with %newop"])


def nested(size):
    """A deep type."""
    ty = "tuple<" * size + "i32" + ">" * size
    body = given("a", ty=ty) + operation("root", "test.one", ["a"])
    return pattern(body, "rootop", operation("new", "test.new", ["a"]) + ["pdl.replace %rootop with %newop"])


def patterns(size):
    """Many patterns."""
    one = commuted("arith.addi", given("a", "b"), "a", "b")
    return "".join(one.replace("@p", f"@p{index}") for index in range(size))


SHAPES = {
    shape.__name__: shape
    for shape in (chain, wrong, unknown, double, share2, siblings, twins, results, swapped, shareadd, doubled, memref)
    + (operands, attributes, ranges, natives, nested, patterns)
}


def measured(command):
    """Exit code, seconds and MB of a process."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def write(path, name, size):
    """Writes the pattern of a shape."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(SHAPES[name](size))


def apart(function, *arguments):
    """The result of a function in a process that ends: what it held would else count as memory of each process that is started here."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(function, arguments)


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
    plan = {name: [int(size) for size in sizes.split(",")] for name, sizes in (one.split("=") for one in wanted)} or {
        name: OTHERS.get(name, SIZES) for name in SHAPES
    }
    assay = os.environ.get("ASSAY")
    if assay is None:
        subprocess.run(["cargo", "build", "--release", "--quiet", "-p", "assay-cli"], cwd=ROOT, check=True)
        assay = os.path.join(TARGET, "release", "assay")
    print(f"{'shape':<10} {'size':>10}  {'verdict':<12} {'seconds':>8} {'MB':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes in plan.items():
            for size in sizes:
                path, report = os.path.join(folder, f"{name}{size}.mlir"), os.path.join(folder, f"{name}{size}.json")
                apart(write, path, name, size)
                limits = ["timeout", str(LIMIT), "prlimit", f"--as={MEMORY}"]
                command = [*limits, assay, "check", path, "--format", f"json={report}", *options]
                code, seconds, memory = measured(command)
                print(f"{name:<10} {size:>10}  {apart(verdict, code, report):<12} {seconds:8.2f} {memory:8.0f}", flush=True)


if __name__ == "__main__":
    main()
