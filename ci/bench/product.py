#!/usr/bin/env python3
"""A product of matrices by compiled code and by `mlir-runner -O3`, side by side: 6 x 196 x 256 x 2304 in `f32`, on one thread. Each
variant runs in turns with the other tool, least seconds of all turns; the sums of the results have to agree. With `--peers` the same
product by clang 22, gcc 12, libxsmm and numpy stands below (Debian's clang-22, gcc, libxsmm-dev, python3-numpy; what is not there is left out). Exit
code 1 when sums differ, or where a goal that is a ratio of two rows is missed (`--goals`).

usage: ci/bench/product.py [--turns N] [--inner 2305] [--only WORD] [--peers] [--goals]     (builds the bench of the JIT)
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BATCHES, ROWS, COLUMNS = 6, 196, 256
LOWERING = [
    "--convert-vector-to-scf", "--convert-scf-to-cf", "--expand-strided-metadata", "--convert-vector-to-llvm", "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm", "--convert-arith-to-llvm", "--convert-index-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts",
]
CONSTANTS = """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %cB = arith.constant {b} : index
  %cM = arith.constant {m} : index
  %cN = arith.constant {n} : index
  %cK = arith.constant {k} : index
"""


def types(inner):
    return [f"memref<{BATCHES}x{ROWS}x{inner}xf32>", f"memref<{BATCHES}x{inner}x{COLUMNS}xf32>", f"memref<{BATCHES}x{ROWS}x{COLUMNS}xf32>"]


def nest(order, body):
    """Loops of the given order around a body."""
    bounds = {"b": "%cB", "i": "%cM", "j": "%cN", "k": "%cK"}
    lines = [f"scf.for %{one} = %c0 to {bounds[one]} step %c1 {{" for one in order]
    return "\n".join(lines + body + ["}"] * len(order))


def element_sum(inner):
    a, b, c = types(inner)
    return [
        f"%x = memref.load %A[%b, %i, %k] : {a}",
        f"%y = memref.load %B[%b, %k, %j] : {b}",
        f"%z = memref.load %C[%b, %i, %j] : {c}",
        "%p = arith.mulf %x, %y : f32",
        "%s = arith.addf %z, %p : f32",
        f"memref.store %s, %C[%b, %i, %j] : {c}",
    ]


def carried(inner):
    a, b, c = types(inner)
    return nest("bij", [
        f"%z = memref.load %C[%b, %i, %j] : {c}",
        "%r = scf.for %k = %c0 to %cK step %c1 iter_args(%q = %z) -> (f32) {",
        f"%x = memref.load %A[%b, %i, %k] : {a}",
        f"%y = memref.load %B[%b, %k, %j] : {b}",
        "%p = arith.mulf %x, %y : f32",
        "%s = arith.addf %q, %p : f32",
        "scf.yield %s : f32",
        "}",
        f"memref.store %r, %C[%b, %i, %j] : {c}",
    ])


def vectors(inner, width):
    """Four rows of sums in vectors, which the innermost loop carries."""
    a, b, c = types(inner)
    v, rows = f"vector<{width}xf32>", range(4)
    lines = ["scf.for %b = %c0 to %cB step %c1 {", "scf.for %i = %c0 to %cM step %c4 {", f"scf.for %j = %c0 to %cN step %c{width} {{"]
    for row in rows:
        lines += [f"%i{row} = arith.addi %i, %c{row} : index", f"%z{row} = vector.load %C[%b, %i{row}, %j] : {c}, {v}"]
    starts = ", ".join(f"%q{row} = %z{row}" for row in rows)
    lines += [f"%r:4 = scf.for %k = %c0 to %cK step %c1 iter_args({starts}) -> ({', '.join([v] * 4)}) {{", f"%y = vector.load %B[%b, %k, %j] : {b}, {v}"]
    for row in rows:
        lines += [
            f"%x{row} = memref.load %A[%b, %i{row}, %k] : {a}",
            f"%w{row} = vector.broadcast %x{row} : f32 to {v}",
            f"%p{row} = arith.mulf %w{row}, %y : {v}",
            f"%s{row} = arith.addf %q{row}, %p{row} : {v}",
        ]
    lines += [f"scf.yield {', '.join(f'%s{row}' for row in rows)} : {', '.join([v] * 4)}", "}"]
    lines += [f"vector.store %r#{row}, %C[%b, %i{row}, %j] : {c}, {v}" for row in rows]
    return "\n".join(lines + ["}"] * 3)


def function(inner, body):
    a, b, c = types(inner)
    constants = CONSTANTS.format(b=BATCHES, m=ROWS, n=COLUMNS, k=inner)
    return f"func.func @product(%A: {a}, %B: {b}, %C: {c}) {{\n{constants}{body}\nreturn\n}}\n"


def library(inner):
    """The function of the library, as the step `to_library` writes it, called for each batch."""
    kinds = [f"memref<{ROWS}x{inner}xf32>", f"memref<{inner}x{COLUMNS}xf32>", f"memref<{ROWS}x{COLUMNS}xf32>"]
    name = f"gemm_nn_f32_{ROWS}x{COLUMNS}x{inner}"
    parameters = [f"%{letter}{batch}: {kind}" for kind, letter in zip(kinds, "ABC") for batch in range(BATCHES)]
    calls = [f"func.call @{name}(%A{batch}, %B{batch}, %C{batch}) : ({', '.join(kinds)}) -> ()" for batch in range(BATCHES)]
    a, b, c = kinds
    return f"""func.func @product({', '.join(parameters)}) {{
{chr(10).join(calls)}
return
}}
func.func private @{name}(%A: {a}, %B: {b}, %C: {c}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant {ROWS} : index
  %n = arith.constant {COLUMNS} : index
  %l = arith.constant {inner} : index
  scf.for %i = %c0 to %m step %c1 {{
    scf.for %j = %c0 to %n step %c1 {{
      scf.for %k = %c0 to %l step %c1 {{
        %x = memref.load %A[%i, %k] : {a}
        %y = memref.load %B[%k, %j] : {b}
        %z = memref.load %C[%i, %j] : {c}
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %C[%i, %j] : {c}
      }}
    }}
  }}
  return
}}
"""


def filled(name, ty, shape):
    """Element number t is ((7 t) mod 13 - 6) / 8, as the bench of the JIT fills its arguments."""
    return f"""%{name} = memref.alloc() : {ty}
scf.for %i = %c0 to %{name}0 step %c1 {{ scf.for %j = %c0 to %{name}1 step %c1 {{ scf.for %k = %c0 to %{name}2 step %c1 {{
  %u = arith.muli %i, %{name}1 : index
  %v = arith.addi %u, %j : index
  %w = arith.muli %v, %{name}2 : index
  %t = arith.addi %w, %k : index
  %x = arith.muli %t, %c7 : index
  %y = arith.remui %x, %c13 : index
  %z = arith.subi %y, %c6 : index
  %p = arith.index_cast %z : index to i32
  %q = arith.sitofp %p : i32 to f32
  %r = arith.mulf %q, %eighth : f32
  memref.store %r, %{name}[%i, %j, %k] : {ty}
}} }} }}
""", "".join(f"%{name}{dim} = arith.constant {size} : index\n" for dim, size in enumerate(shape))


def timed(inner, body):
    """A module whose `@main` fills the matrices and returns the processor time of one product in microseconds; `@sum` the sum of the result."""
    a, b, c = types(inner)
    parts = [filled("A", a, (BATCHES, ROWS, inner)), filled("B", b, (BATCHES, inner, COLUMNS)), filled("C", c, (BATCHES, ROWS, COLUMNS))]
    head = "".join(constants for _, constants in parts) + "".join(text for text, _ in parts)
    total = f"""%sum = scf.for %i = %c0 to %C0 step %c1 iter_args(%s = %none) -> (f64) {{
  %s1 = scf.for %j = %c0 to %C1 step %c1 iter_args(%s2 = %s) -> (f64) {{
    %s3 = scf.for %k = %c0 to %C2 step %c1 iter_args(%s4 = %s2) -> (f64) {{
      %x = memref.load %C[%i, %j, %k] : {c}
      %y = arith.extf %x : f32 to f64
      %z = arith.addf %s4, %y : f64
      scf.yield %z : f64
    }}
    scf.yield %s3 : f64
  }}
  scf.yield %s1 : f64
}}"""
    return f"""func.func private @clock() -> i64
func.func private @printF64(f64)
func.func private @printComma()
{function(inner, body)}
func.func @main() -> i64 {{
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c6 = arith.constant 6 : index
%c7 = arith.constant 7 : index
%c13 = arith.constant 13 : index
%eighth = arith.constant 0.125 : f32
%none = arith.constant 0.0 : f64
{head}
%start = func.call @clock() : () -> i64
func.call @product(%A, %B, %C) : ({a}, {b}, {c}) -> ()
%end = func.call @clock() : () -> i64
{total}
func.call @printF64(%sum) : (f64) -> ()
func.call @printComma() : () -> ()
%took = arith.subi %end, %start : i64
return %took : i64
}}
"""


def runner_library():
    """The shared library with the runner's functions for printing."""
    found = glob.glob("/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so*")
    return found[0] if found else None


def by_runner(folder, text):
    path, lowered = os.path.join(folder, "timed.mlir"), os.path.join(folder, "lowered.mlir")
    with open(path, "w") as file:
        file.write(text)
    subprocess.run(["mlir-opt-22", *LOWERING, path, "-o", lowered], check=True)
    shared = runner_library()
    command = ["mlir-runner-22", "-O3", "-e", "main", "-entry-point-result=i64", lowered]
    command += [f"--shared-libs={shared}"] if shared else []
    # The number that is printed has a comma behind it, and comes before or behind the one that is returned.
    words = sorted(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split(), key=lambda word: word.endswith(","))
    return float(words[0]) / 1e6, float(words[1].rstrip(","))


def by_jit(bench, folder, text):
    path = os.path.join(folder, "product.mlir")
    with open(path, "w") as file:
        file.write(text)
    total, seconds = subprocess.run([*bench, "product", path], check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(total)


# Name, compiler, more arguments; the library comes last.
PEERS = [
    ("clang -O3", "clang-22", ["-march=native"]),
    ("clang -O3, omp tile", "clang-22", ["-march=native", "-fopenmp", "-DTILED"]),
    ("gcc -O3", "gcc", ["-march=native"]),
    ("libxsmm, tiles of 32", "gcc", ["-DLIBRARY", "-lxsmm", "-lxsmmnoblas", "-lpthread", "-lm", "-ldl"]),
]
NUMPY = """
import time, numpy
b, m, n, k = {sizes}
filled = lambda *shape: (((7 * numpy.arange(numpy.prod(shape), dtype=numpy.int64)) % 13 - 6) * 0.125).astype(numpy.float32).reshape(shape)
A, B, C = filled(b, m, k), filled(b, k, n), filled(b, m, n)
start = time.process_time()
C += A @ B
print(time.process_time() - start, C.sum(dtype=numpy.float64))
"""


def peers(folder, inner, turns):
    """Seconds and sum of each peer that is installed."""
    sizes = [f"-DINNER={inner}", f"-DBATCHES={BATCHES}", f"-DROWS={ROWS}", f"-DCOLUMNS={COLUMNS}"]
    source = os.path.join(ROOT, "ci", "bench", "product.c")
    commands = []
    for number, (name, compiler, more) in enumerate(PEERS):
        if "-DLIBRARY" in more and not os.path.exists("/usr/include/libxsmm.h"):
            continue
        program = os.path.join(folder, f"peer{number}")
        if shutil.which(compiler):
            switches = [arg for arg in more if not arg.startswith("-l")]
            objects = [compiler, "-O3", *sizes, *switches, "-c", source, "-o", program + ".o"]
            subprocess.run(objects, check=True)
            subprocess.run([compiler, program + ".o", "-o", program, *(arg for arg in more if arg.startswith("-l"))], check=True)
            commands.append((name, [program]))
    for python in [sys.executable, "/usr/bin/python3"]:
        if shutil.which(python) and subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
            commands.append(("numpy", [python, "-c", NUMPY.format(sizes=(BATCHES, ROWS, COLUMNS, inner))]))
            break
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for name, command in commands:
        runs = [subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread).stdout.split() for _ in range(turns)]
        yield name, min(float(run[0]) for run in runs), float(runs[0][1])


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--inner", type=int, default=2304)
    parser.add_argument("--only", default="")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--goals", action="store_true")
    args = parser.parse_args()
    inner = args.inner
    variants = [
        ("textbook", nest("bijk", element_sum(inner))),
        ("b, i, k, j", nest("bikj", element_sum(inner))),
        ("sum carried", carried(inner)),
        ("vector<4>, 4 rows", vectors(inner, 4)),
        ("vector<8>, 4 rows", vectors(inner, 8)),
        ("library", None),
    ]
    bench = ["cargo", "bench", "-q", "-p", "assay-jit", "--bench", "jit", "--"]
    subprocess.run(["cargo", "bench", "-q", "-p", "assay-jit", "--bench", "jit", "--no-run"], check=True, cwd=ROOT)
    os.chdir(ROOT)
    print(f"{BATCHES} x {ROWS} x {COLUMNS} x {inner}, f32, seconds, least of {args.turns}")
    print(f"{'':22}{'JIT':>9}{'mlir-runner -O3':>17}{'ratio':>8}")
    seconds, failed, first = {}, False, None
    with tempfile.TemporaryDirectory() as folder:
        for name, body in variants:
            if args.only not in name:
                continue
            ours, theirs, sums = [], [], []
            for _ in range(args.turns):
                time, total = by_jit(bench, folder, library(inner) if body is None else function(inner, body))
                ours.append(time)
                sums.append(total)
                if body is not None:
                    time, total = by_runner(folder, timed(inner, body))
                    theirs.append(time)
                    sums.append(total)
            seconds[name] = min(ours)
            other = f"{min(theirs):17.3f}{min(ours) / min(theirs):8.2f}" if theirs else ""
            print(f"{name:22}{min(ours):9.3f}{other}", flush=True)
            # The runner prints six digits.
            first = sums[0] if first is None else first
            if any(abs(total - first) > 1e-5 * max(1.0, abs(first)) for total in sums):
                print(f"  the sums differ from {first}: {sums}")
                failed = True
        for name, time, total in peers(folder, inner, args.turns) if args.peers else []:
            seconds[name] = time
            print(f"{name:22}{'':9}{time:17.3f}", flush=True)
            # The library adds in another order.
            if first is not None and abs(total - first) > 1e-3 * max(1.0, abs(first)):
                print(f"  the sum {total} is not {first}")
                failed = True
    if args.goals and {name for name, _ in variants} <= set(seconds):
        best = min(seconds["vector<4>, 4 rows"], seconds["vector<8>, 4 rows"])
        goals = [("vectors / textbook", best / seconds["textbook"], 1 / 20), ("library / textbook", seconds["library"] / seconds["textbook"], 1 / 60)]
        if "clang -O3, omp tile" in seconds:
            goals.append(("vectors / clang, omp tile", best / seconds["clang -O3, omp tile"], 1 / 5))
        for what, ratio, goal in goals:
            print(f"{what}: {ratio:.4f}, goal {goal:.4f}")
            failed |= ratio > goal
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
