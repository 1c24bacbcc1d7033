#!/usr/bin/env python3
"""`assay apply` beside `mlir-opt-22` on the same patterns and programs: time, memory, and how both grow.

Shapes (made here, the same bytes each time; the seed only permutes the constants and types of `mixed`):

  rewrite    one pattern that rewrites each of N operations of a chain
  one        P patterns of one operation with different names, N operations that none of them matches
  two        P patterns of an operation and its producer, the root names shared by all operations: none matches
  mixed      P patterns of one root name that differ in a constant, a type, or the name of a producer three deep; one in a
             hundred without a name: none matches

Time is the user time of the whole process (wait4), memory its largest resident set. The kernel counts user time in ticks of some
milliseconds, so that one run of a short process says little: each time is the mean of as many runs as take ENOUGH (2) seconds of user
time, at least RUNS (2) and at most 40; memory is the most of them.
`mlir-opt-22` gets the patterns and the program in one file (`-test-pdl-bytecode-pass`), and its own count of the time in the
pass is printed beside it. Both outputs are compared, as far as both tools end within the limit.

The last rows are of the journal: what it adds to a rewrite, and what undoing costs beside a copy of the program
(`cargo bench -p assay-ir --bench rewrite`).

usage: ci/bench/rewrite.py SEED [ROW ...]    (rows: rewrite one two mixed patterns memory journal; default all;
                                              builds assay with --release first, unless ASSAY names a binary)
"""

import os
import random
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY", os.path.join(TARGET, "release", "assay"))
MLIR = os.environ.get("MLIR_OPT", "mlir-opt-22")
FOLDER = os.path.join(TARGET, "bench", "rewrite")
# Longer than this, a process is stopped (seconds); no process gets more memory than this (bytes).
LIMIT = int(os.environ.get("LIMIT", "300"))
MEMORY = 8 << 30
RUNS = int(os.environ.get("RUNS", "2"))
ENOUGH = float(os.environ.get("ENOUGH", "2"))


def pattern(name, body, root, rewrite):
    """The text of a pattern."""
    lines = [f"pdl.pattern @{name} : benefit(1) {{"] + ["  " + line for line in body]
    lines += [f"  pdl.rewrite %{root} {{"] + ["    " + line for line in rewrite] + ["  }", "}"]
    return "\n".join(lines) + "\n"


def renamed(name, root, new):
    """A pattern that gives an operation with one operand another name."""
    body = ["%t = pdl.type", "%x = pdl.operand", f'%r = pdl.operation "{root}"(%x : !pdl.value) -> (%t : !pdl.type)']
    return pattern(name, body, "r", [f'%n = pdl.operation "{new}"(%x : !pdl.value) -> (%t : !pdl.type)', "pdl.replace %r with %n"])


def chain(count, name):
    """A program of operations, each of the one before it."""
    lines = ['%v0 = "foo.source"() : () -> i32']
    lines += [f'%v{at} = "{name}"(%v{at - 1}) : (i32) -> i32' for at in range(1, count + 1)]
    return "\n".join(lines + [f'"foo.sink"(%v{count}) : (i32) -> ()']) + "\n"


def one(patterns, count, _):
    """Patterns of one operation each."""
    return "".join(renamed(f"p{at}", f"foo.p{at}", "foo.q") for at in range(patterns)), chain(count, "foo.x")


def two(patterns, count, _):
    """Patterns of an operation and its producer, of which the names differ."""
    text = []
    for at in range(patterns):
        body = [
            "%t = pdl.type",
            "%x = pdl.operand",
            f'%p = pdl.operation "foo.p{at}"(%x : !pdl.value) -> (%t : !pdl.type)',
            "%pv = pdl.result 0 of %p",
            '%r = pdl.operation "foo.x"(%pv : !pdl.value) -> (%t : !pdl.type)',
        ]
        new = ['%n = pdl.operation "foo.q"(%x : !pdl.value) -> (%t : !pdl.type)', "pdl.replace %r with %n"]
        text.append(pattern(f"p{at}", body, "r", new))
    return "".join(text), chain(count, "foo.x")


def mixed(patterns, count, seed):
    """Patterns of one root name that differ in a constant, a type or a producer three deep."""
    text = []
    order = list(range(patterns))
    random.Random(seed).shuffle(order)
    for at in order:
        root = "" if at % 100 == 99 else ' "foo.x"'
        kind = at % 3
        body = ["%t = pdl.type"]
        attributes, operand = "", "x"
        if kind == 2:
            body += ["%x = pdl.operand"]
            names = ["foo.x", "foo.x", f"foo.p{at}"][::-1]
            for step, name in enumerate(names):
                body += [f'%p{step} = pdl.operation "{name}"(%{operand} : !pdl.value) -> (%t : !pdl.type)']
                body += [f"%w{step} = pdl.result 0 of %p{step}"]
                operand = f"w{step}"
        elif kind == 1:
            body += [f"%u = pdl.type : i{1000 + at}", "%x = pdl.operand : %u"]
        if kind == 0:
            body += ["%x = pdl.operand"]
            body += [f"%k = pdl.attribute = {at} : i64"]
            attributes = ' {"k" = %k}'
        body += [f"%r = pdl.operation{root}(%{operand} : !pdl.value){attributes} -> (%t : !pdl.type)"]
        new = ['%n = pdl.operation "foo.q"(%x : !pdl.value) -> (%t : !pdl.type)', "pdl.replace %r with %n"]
        text.append(pattern(f"p{at}", body, "r", new))
    return "".join(text), chain(count, "foo.x")


def rewrite(_, count, __):
    """One pattern that rewrites everything."""
    return renamed("p", "foo.x", "foo.y"), chain(count, "foo.x")


def apart(run):
    """Runs a function in a process of its own: the memory of this one would count for what it starts."""
    child = os.fork()
    if child == 0:
        run()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return status == 0


def write(name, text):
    """A file of the bench."""
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def measure(words, out):
    """User seconds, the mean of the runs, MiB, the most, and the errors; `None` where the process fails or takes too long."""
    times, most = [], 0
    while len(times) < RUNS or sum(times) < ENOUGH and len(times) < 40:
        with open(out, "wb") as sink, open(out + ".err", "wb") as errors:
            limited = ["prlimit", f"--as={MEMORY}", "timeout", str(LIMIT), *words]
            child = subprocess.Popen(limited, stdout=sink, stderr=errors, env={**os.environ, "LLVM_DISABLE_SYMBOLIZATION": "1"})
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = status
        if status != 0:
            return None
        times.append(usage.ru_utime)
        most = max(most, usage.ru_maxrss / 1024)
    with open(out + ".err", encoding="utf-8", errors="replace") as errors:
        return sum(times) / len(times), most, errors.read()


def plain(path):
    """A program up to the names of its values, without the modules around it."""
    names, lines = {}, []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.strip()
            if line.startswith(("module", "}", "//", "#")) or not line:
                continue
            lines.append(re.sub(r"%\w+", lambda found: names.setdefault(found[0], f"%{len(names)}"), line))
    return lines


def compare(name, shape, patterns, count, seed, mlir=True):
    """A row of the table: both tools on one shape."""
    path = {part: os.path.join(FOLDER, f"{name}.{part}.mlir") for part in ["patterns", "program", "both"]}

    def files():
        text, program = shape(patterns, count, seed)
        write(path["patterns"], text)
        write(path["program"], program)
        write(path["both"], f"module @patterns {{\n{text}}}\nmodule @ir {{\n{program}}}\n")

    def same():
        ours, theirs = (plain(os.path.join(FOLDER, f"{name}.{tool}.out")) for tool in ["assay", "mlir"])
        os._exit(0 if ours == theirs else 1)

    apart(files)
    ours = [ASSAY, "apply", path["patterns"], "--to", path["program"], "--rewrites", str(10**9)]
    got = measure(ours, os.path.join(FOLDER, f"{name}.assay.out"))
    row = f"{name:<9} {patterns:>7} {count:>8} "
    if got is None:
        print(row + "assay apply failed")
        return None
    row += f"{got[0]:>8.3f}s {got[1]:>7.0f} MiB "
    if mlir:
        words = [MLIR, "-allow-unregistered-dialect", "-test-pdl-bytecode-pass", "-mlir-timing", "-mlir-timing-display=list", path["both"]]
        theirs = measure(words, os.path.join(FOLDER, f"{name}.mlir.out"))
        if theirs is None:
            row += f"   more than {LIMIT}s"
        else:
            passed = re.search(r"([\d.]+) \([^)]*\)\s+\(anonymous namespace\)::TestPDLByteCodePass", theirs[2])
            equal = apart(same)
            row += f"{theirs[0]:>8.3f}s {theirs[1]:>7.0f} MiB  pass {passed[1] if passed else '?':>8}s"
            row += f"  {theirs[0] / max(got[0], 0.001):>7.1f} times  {'same program' if equal else 'OTHER PROGRAM'}"
    print(row, flush=True)
    return got


def memory(seed):
    """Memory of reading and of rewriting, by the size of the program."""
    print("\nmemory of reading (a pattern that matches nothing) and of rewriting every operation")
    for count in [1_000, 10_000, 100_000, 1_000_000]:
        reading = compare("reading", one, 1, count, seed, mlir=False)
        rewriting = compare("rewriting", rewrite, 1, count, seed, mlir=False)
        if reading and rewriting:
            print(f"    {rewriting[1] / reading[1]:.2f} times the memory of reading")


def by_patterns(seed):
    """Time by the number of patterns, and what of it is for the operations: a program of one operation has the rest."""
    print("\nby the number of patterns; on one operation, and the difference")
    for patterns in [10, 100, 1_000, 10_000, 100_000]:
        for name, shape in [("one", one), ("two", two), ("mixed", mixed)]:
            alone = compare(name, shape, patterns, 1, seed, mlir=False)
            whole = compare(name, shape, patterns, 100_000, seed, mlir=False)
            if alone and whole:
                print(f"    {whole[0] - alone[0]:.3f}s for the operations", flush=True)


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__)
    seed, rows = int(sys.argv[1]), sys.argv[2:] or ["rewrite", "one", "two", "mixed", "patterns", "memory", "journal"]
    if "ASSAY" not in os.environ:
        subprocess.run(["cargo", "build", "--release", "-p", "assay-cli"], cwd=ROOT, check=True)
    os.makedirs(FOLDER, exist_ok=True)
    print(f"{'shape':<9} {'patterns':>7} {'ops':>8} {'assay':>9} {'':>11} {'mlir-opt-22':>8}")
    if "rewrite" in rows:
        for count in [1_000, 10_000, 100_000, 1_000_000]:
            compare("rewrite", rewrite, 1, count, seed)
    for name, shape, sizes in [("one", one, [1_000, 10_000]), ("two", two, [1_000, 10_000]), ("mixed", mixed, [1_000])]:
        if name in rows:
            for patterns in sizes:
                compare(name, shape, patterns, 100_000, seed)
    if "patterns" in rows:
        by_patterns(seed)
    if "memory" in rows:
        memory(seed)
    if "journal" in rows:
        print("\nthe journal", flush=True)
        subprocess.run(["cargo", "bench", "-q", "-p", "assay-ir", "--bench", "rewrite"], cwd=ROOT, check=True)


if __name__ == "__main__":
    began = time.time()
    main()
    print(f"{time.time() - began:.0f} s in all", file=sys.stderr)
