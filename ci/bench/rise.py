"""Array programs: rules applied in a second, the time of a lowering, and run times of lowered programs beside others.

usage: rise.py SEED [SIZE]      (ASSAY=path of the program, default target/release/assay; SIZE of the square product, default 256;
                                 RUNS=N runs of each row in turns, default 5)

First the 60,000 applications of two rules, one the inverse of the other, on the product of matrices; what a process without them takes
is taken off. Then the median time of lowering mm(2048). Then the product SIZE^2 and 1 x 784 * 784 x 128 in f32, inputs by the seed: the
definition lowered, the same loops written by hand with the sum carried, the published form with the sum in memory, and the definition
tiled by rules; each by the JIT and by mlir-runner -O3 (without it, the JIT alone), and numpy where it is installed. Seconds are those of
processes, less those of one that does all but the product; medians. Checksums have to agree.
"""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/assay"))
RUNS = int(os.environ.get("RUNS", "5"))
MM = """def mm[n, k, m](A: n.k.f32, B: k.m.f32) =
  A |> map(fun(row => transpose(B) |> map(fun(col => zip(row, col) |> reduceSeq(fun(p, acc => fst(p) * snd(p) + acc), 0.0)))))
"""
RULES = """rule there[m, k](f: s -> t, x: (k * m).s): map(f, x) ~> join(map(map(f), split(m, x)))
rule back[m, k](f: s -> t, x: (k * m).s): join(map(map(f), split(m, x))) ~> map(f, x)
"""
STRATEGY = """pair = there(2) ; back;
ten(s) = s ; s ; s ; s ; s ; s ; s ; s ; s ; s;
three(s) = s ; s ; s;
many = three(ten(ten(ten(ten(pair)))));
none = id
"""
RUNNER = ["--convert-scf-to-cf", "--expand-strided-metadata", "--finalize-memref-to-llvm", "--convert-cf-to-llvm",
          "--convert-arith-to-llvm", "--convert-index-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"]


def timed(words):
    start = time.perf_counter()
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start, done


def by_hand(n, k, m, in_memory):
    a, b, c = (f"memref<{r}x{s}xf32>" for r, s in ((n, k), (k, m), (n, m)))
    inner = f"""      %s = scf.for %l = %z to %k step %one iter_args(%acc = %f) -> (f32) {{
        %x = memref.load %A[%i, %l] : {a}
        %y = memref.load %B[%l, %j] : {b}
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %p, %acc : f32
        scf.yield %q : f32
      }}
      memref.store %s, %C[%i, %j] : {c}"""
    if in_memory:
        inner = f"""      memref.store %f, %C[%i, %j] : {c}
      scf.for %l = %z to %k step %one {{
        %x = memref.load %A[%i, %l] : {a}
        %y = memref.load %B[%l, %j] : {b}
        %acc = memref.load %C[%i, %j] : {c}
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %p, %acc : f32
        memref.store %q, %C[%i, %j] : {c}
      }}"""
    return f"""func.func @mm(%A: {a}, %B: {b}, %C: {c}) {{
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant {n} : index
  %k = arith.constant {k} : index
  %m = arith.constant {m} : index
  %f = arith.constant 0.0 : f32
  scf.for %i = %z to %n step %one {{
    scf.for %j = %z to %m step %one {{
{inner}
    }}
  }}
  return
}}
"""


def main_of(seed, n, k, m, call):
    """A program that fills both matrices by the seed, calls the product or does not, and answers the sum of a row."""
    a, b, c = (f"memref<{r}x{s}xf32>" for r, s in ((n, k), (k, m), (n, m)))

    def fill(name, ty, rows, columns, salt):
        return f"""  %{name}r = arith.constant {rows} : index
  %{name}c = arith.constant {columns} : index
  %{name}s = arith.constant {(seed * 7919 + salt) % 89 + 1} : index
  scf.for %i = %z to %{name}r step %one {{
    scf.for %j = %z to %{name}c step %one {{
      %p = arith.muli %i, %{name}s : index
      %q = arith.addi %p, %j : index
      %r = arith.remui %q, %seven : index
      %w = arith.index_cast %r : index to i32
      %v = arith.sitofp %w : i32 to f32
      memref.store %v, %{name}[%i, %j] : {ty}
    }}
  }}
"""
    product = f"  func.call @mm(%A, %B, %C) : ({a}, {b}, {c}) -> ()\n" if call else fill("C", c, n, m, 3)
    return f"""func.func @main() -> f32 {{
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seven = arith.constant 7 : index
  %A = memref.alloc() : {a}
  %B = memref.alloc() : {b}
  %C = memref.alloc() : {c}
{fill("A", a, n, k, 1)}{fill("B", b, k, m, 2)}{product}  %f = arith.constant 0.0 : f32
  %last = arith.constant {n - 1} : index
  %columns = arith.constant {m} : index
  %sum = scf.for %j = %z to %columns step %one iter_args(%acc = %f) -> (f32) {{
    %x = memref.load %C[%last, %j] : {c}
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }}
  return %sum : f32
}}
"""


def applications(folder):
    (folder / "mm.rise").write_text(MM)
    (folder / "inverse.rise").write_text(RULES)
    (folder / "s.strategy").write_text(STRATEGY)
    times = {}
    for name in ("many", "none"):
        words = [ASSAY, "apply", folder / "inverse.rise", "--to", folder / "mm.rise", "--strategy", f"{folder}/s.strategy#{name}",
                 "--sizes", "n=4,k=4,m=4", "--rewrites", "100000", "--trust", "any", "--validate", "none"]
        times[name] = statistics.median(timed(words)[0] for _ in range(RUNS))
    seconds = times["many"] - times["none"]
    print(f"60000 applications of rules  {seconds:.3f} s, {60000 / seconds:,.0f} a second")


def lowering(folder):
    words = [ASSAY, "lower", folder / "mm.rise", "--sizes", "n=2048,k=2048,m=2048", "--no-validate", "--timings", "-o", folder / "l.mlir"]
    found = re.search(r"lowering: ([\d.]+) ms", timed(words)[1].stderr)
    print(f"lowering of mm(2048)         {found.group(1)} ms")


def products(folder, seed, sizes):
    n, k, m = sizes
    said = f"n={n},k={k},m={m}"
    texts = {"by hand, sum carried": by_hand(n, k, m, False), "by hand, sum in memory": by_hand(n, k, m, True)}
    timed([ASSAY, "lower", folder / "mm.rise", "--sizes", said, "--no-validate", "-o", folder / "own.mlir"])
    texts["definition"] = (folder / "own.mlir").read_text()
    if n % 32 == 0 and m % 32 == 0:
        strategy = f"{ROOT / 'corpus/rise/schedules.strategy'}#tile2d(32, 32)"
        done = timed([ASSAY, "apply", ROOT / "corpus/rise/rules.rise", "--to", folder / "mm.rise", "--strategy", strategy,
                      "--sizes", said, "--trust", "any", "--validate", "none"])[1]
        (folder / "tiled.rise").write_text(done.stdout)
        timed([ASSAY, "lower", folder / "tiled.rise", "--no-validate", "-o", folder / "tiled.mlir"])
        texts["tiled by rules"] = (folder / "tiled.mlir").read_text()
    texts["nothing"] = ""
    runs = []
    runner = shutil.which("mlir-runner-22") and shutil.which("mlir-opt-22")
    for row, text in texts.items():
        path = folder / f"{len(runs)}.mlir"
        path.write_text(text + main_of(seed, n, k, m, text != ""))
        runs.append((row, "JIT", [ASSAY, "run", path, "--entry", "@main", "--engine", "jit", "--fuel", str(10**13)]))
        if runner:
            out = folder / f"{path.stem}.llvm.mlir"
            timed(["mlir-opt-22", *RUNNER, path, "-o", out])
            runs.append((row, "mlir-runner -O3", ["mlir-runner-22", "-O3", "-e", "main", "-entry-point-result=f32", out]))
    times, sums = {}, {}
    for _ in range(RUNS):
        for row, engine, words in runs:
            seconds, done = timed(words)
            times.setdefault((row, engine), []).append(seconds)
            if row != "nothing":
                sums[row, engine] = float(re.findall(r"-?\d+\.\d+(?:e[-+]?\d+)?", done.stdout)[-1])
    wrong = len({f"{value:.6g}" for value in sums.values()}) > 1
    for (row, engine), all_of in times.items():
        if row != "nothing":
            own = statistics.median(all_of) - statistics.median(times["nothing", engine])
            print(f"{n}x{k} * {k}x{m}  {row:<24} {engine:<16} {own:.4f} s")
    try:
        import numpy
        a, b = numpy.random.rand(n, k).astype("f4"), numpy.random.rand(k, m).astype("f4")
        start = time.perf_counter()
        for _ in range(RUNS):
            a @ b
        print(f"{n}x{k} * {k}x{m}  {'numpy':<24} {'':<16} {(time.perf_counter() - start) / RUNS:.4f} s")
    except ImportError:
        pass
    if wrong:
        print("checksums differ:", sums)
    return wrong


def main():
    seed, size = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 256
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        applications(folder)
        lowering(folder)
        wrong = [products(folder, seed, sizes) for sizes in ((size, size, size), (1, 784, 128))]
    sys.exit(int(any(wrong)))


if __name__ == "__main__":
    main()
