"""A network of one convolution and two dense layers, from linalg to array programs to loops, every step judged.

usage: rise_network.py SEED [COUNT]      (ASSAY=path of the program, default target/release/assay; COUNT networks, default 10)

Sizes are drawn, weights and inputs are whole numbers in f32, so that every sum is exact. Each network is written with linalg on tensors,
imported (`assay import --as rise`), held against linalg by runs (`assay tv`), fused by rules that are proved (`assay apply`), held
against the definition before (a proof or runs), lowered, and run compiled; the result has to be the one of linalg's own loops, element by element. The last
lines count networks by how far they came. PLANT=1 changes a sign of the imported text, so that there has to be a difference.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/assay"))
PLANT = os.environ.get("PLANT") == "1"


def tensor(shape):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + "f32>"


def network(rng):
    """The text of a network, and the shapes of its arguments."""
    height, width, kernel = rng.randint(3, 6), rng.randint(3, 6), rng.randint(1, 3)
    conv = (height - kernel + 1, width - kernel + 1)
    flat, hidden, out = conv[0] * conv[1], rng.randint(2, 5), rng.randint(1, 4)
    shapes = [(height, width), (kernel, kernel), (flat, hidden), (hidden,), (hidden, out), (out,)]
    names = ["image", "kernel", "w1", "b1", "w2", "b2"]
    arguments = ", ".join(f"%{name}: {tensor(shape)}" for name, shape in zip(names, shapes))
    c, f, h, o = tensor(conv), tensor((flat,)), tensor((hidden,)), tensor((out,))
    text = f"""func.func @net({arguments}) -> {o} {{
  %zero = arith.constant 0.0 : f32
  %zc = arith.constant dense<0.0> : {c}
  %zh = arith.constant dense<0.0> : {h}
  %c = linalg.conv_2d ins(%image, %kernel : {tensor(shapes[0])}, {tensor(shapes[1])}) outs(%zc : {c}) -> {c}
  %r = linalg.max ins(%c, %zc : {c}, {c}) outs(%zc : {c}) -> {c}
  %flat = tensor.collapse_shape %r [[0, 1]] : {c} into {f}
  %d1 = linalg.vecmat ins(%flat, %w1 : {f}, {tensor(shapes[2])}) outs(%b1 : {h}) -> {h}
  %r1 = linalg.max ins(%d1, %zh : {h}, {h}) outs(%zh : {h}) -> {h}
  %d2 = linalg.vecmat ins(%r1, %w2 : {h}, {tensor(shapes[4])}) outs(%b2 : {o}) -> {o}
  return %d2 : {o}
}}
"""
    return text, shapes


def draw(rng, shape):
    if not shape:
        return float(rng.randint(-3, 3))
    return [draw(rng, shape[1:]) for _ in range(shape[0])]


def assay(*words):
    return subprocess.run([ASSAY, *map(str, words)], capture_output=True, text=True, check=False)


def numbers(line):
    return [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", line)]


def result(done):
    line = next((line for line in done.stdout.splitlines() if line.lstrip().startswith("=")), None)
    line = line or next((line for line in done.stdout.splitlines() if " = (" in line or "dense<" in line), "")
    return numbers(line.split("[interp")[0].split("[comp")[0])


def main():
    seed, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
    rows = {"imported, alike by runs": 0, "fused by proved rules": 0, "lowered, result of linalg": 0, "different": 0}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        strategy = f"{ROOT / 'corpus/rise/schedules.strategy'}#fuse"
        for number in range(count):
            rng = random.Random(f"{seed} {number}")
            text, shapes = network(rng)
            source, imported, fused = folder / "net.mlir", folder / "net.rise", folder / "fused.rise"
            source.write_text(text)
            done = assay("import", "--as", "rise", source)
            imported.write_text(done.stdout.replace(" + fst(", " - fst(", 1) if PLANT else done.stdout)
            judged = assay("tv", source, imported)
            if judged.returncode == 0 and "tested" in judged.stdout:
                rows["imported, alike by runs"] += 1
            else:
                rows["different"] += 1
                print(text, done.stdout, done.stderr, judged.stdout, judged.stderr, sep="\n")
                continue
            done = assay("apply", ROOT / "corpus/rise/rules.rise", "--to", imported, "--strategy", strategy, "--trust", "proved")
            if done.returncode != 0:
                rows["different"] += 1
                print(text, done.stdout, done.stderr, sep="\n")
                continue
            rows["fused by proved rules"] += 1
            fused.write_text(done.stdout)
            arguments = [f"dense<{draw(rng, shape)}>" for shape in shapes]
            own = assay("run", source, "--entry", "@net", "--args", *arguments)
            ours = assay("run", fused, "--engine", "both", "--args", *arguments)
            if "compiled" in ours.stdout and result(own) == result(ours) and result(own):
                rows["lowered, result of linalg"] += 1
            else:
                rows["different"] += 1
                print(text, fused.read_text(), own.stdout, own.stderr, ours.stdout, ours.stderr, sep="\n")
    for row, number in rows.items():
        print(f"{row:<26} {number}")
    sys.exit(int(rows["different"] > 0))


if __name__ == "__main__":
    main()
