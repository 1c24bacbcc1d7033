#!/usr/bin/env python3
"""Programs of real sizes that `assay tv` decides by runs on terms: a product of matrices by the textbook against one that is tiled, vectorised
and unrolled by mlir-opt-22, and a layer of a network in tosa brought to loops pass by pass. Each has wrong twins, which must not be
called right: another place, another operand, another number of turns, another order of operands.

    terms.py SEED [--assay PATH] [--small]

Tile sizes, factors and the twins are a function of the seed. Prints verdict, scope and seconds of each command, beside the goals; exit
code 1 when a twin is called right or a right program is not. With --small the product is 49 x 64 x 576. Needs mlir-opt-22 and a solver.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

LAYER = """func.func @f(%x: tensor<1x16x32xf32>, %w: tensor<1x32x16xf32>, %b: tensor<1x1x16xf32>) -> tensor<1x16x16xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.matmul %x, %w, %z, %z : (tensor<1x16x32xf32>, tensor<1x32x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16xf32>
  %1 = tosa.add %0, %b : (tensor<1x16x16xf32>, tensor<1x1x16xf32>) -> tensor<1x16x16xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 3.40282347E+38 : f32} : (tensor<1x16x16xf32>) -> tensor<1x16x16xf32>
  return %2 : tensor<1x16x16xf32>
}
"""

BUFFERS = "one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map}"

STEPS = [
    "func.func(tosa-to-linalg-named)",
    "func.func(tosa-to-linalg)",
    "canonicalize",
    "func.func(linalg-generalize-named-ops)",
    "func.func(linalg-fuse-elementwise-ops)",
    BUFFERS,
    "func.func(convert-linalg-to-affine-loops)",
    "func.func(affine-loop-tile{{tile-size={tile}}})",
    "func.func(affine-super-vectorize{{virtual-vector-size={lanes}}})",
    "func.func(affine-loop-unroll{{unroll-factor={factor}}})",
    "lower-affine",
    "convert-scf-to-cf",
]


def product(rows, columns, inner):
    """The textbook."""
    return f"""func.func @f(%x: memref<{rows}x{inner}xf32>, %y: memref<{inner}x{columns}xf32>, %z: memref<{rows}x{columns}xf32>) {{
  affine.for %i = 0 to {rows} {{
    affine.for %j = 0 to {columns} {{
      affine.for %k = 0 to {inner} {{
        %0 = affine.load %x[%i, %k] : memref<{rows}x{inner}xf32>
        %1 = affine.load %y[%k, %j] : memref<{inner}x{columns}xf32>
        %2 = affine.load %z[%i, %j] : memref<{rows}x{columns}xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %z[%i, %j] : memref<{rows}x{columns}xf32>
      }}
    }}
  }}
  return
}}
"""


def behind(text, what):
    """The text behind a pipeline."""
    command = ["mlir-opt-22", f"--pass-pipeline=builtin.module({what})"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout


def asked(assay, arguments):
    """The records and seconds of a command."""
    begin = time.monotonic()
    done = subprocess.run([assay, "tv", *arguments, "--format", "json"], capture_output=True, text=True)
    seconds = time.monotonic() - begin
    return json.loads(done.stdout)["patterns"], seconds


def pair(assay, folder, before, after):
    """Verdict, scope and seconds of two texts."""
    paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
    for path, text in zip(paths, (before, after)):
        path.write_text(text)
    records, seconds = asked(assay, [str(path) for path in paths])
    record = records[0]
    reason = (record.get("reason") or {}).get("subject", "")
    return record["verdict"], record.get("scope") or reason, seconds


def edits(rng, text, turn):
    """Twins of a vectorised product, each with one edit. A bound is lowered by a whole turn of the loop, which may advance by `turn`."""
    reads = list(re.finditer(r"vector\.transfer_read (%\w+)\[(%\w+), (%\w+)\]", text))
    sums = list(re.finditer(r"arith\.addf (%\w+), (%\w+)", text))
    products = list(re.finditer(r"arith\.mulf (%\w+), (%\w+)", text))
    # Those of bounds of loops; the others say the places of an unrolled turn.
    bounds = set(re.findall(r"to (#\w+)\(", text))
    maps = [found for found in re.finditer(r"(#\w+) = affine_map<\(d0\) -> \(d0 \+ (\d+)\)>", text) if found[1] in bounds]
    one = rng.choice(sums)
    yield "operation", text[: one.start()] + f"arith.subf {one[1]}, {one[2]}" + text[one.end() :]
    one = rng.choice(products)
    yield "operand", text[: one.start()] + f"arith.mulf {one[2]}, {one[2]}" + text[one.end() :]
    one = rng.choice(maps)
    yield "bound", text[: one.start()] + f"{one[1]} = affine_map<(d0) -> (d0 + {max(int(one[2]) - turn, 0)})>" + text[one.end() :]
    if len(reads) >= 6:
        # The same operand of the unrolled turn before.
        one, other = reads[3], reads[0]
        yield "place", text[: one.start()] + f"vector.transfer_read {one[1]}[{other[2]}, {other[3]}]" + text[one.end() :]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--small", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    bad = False
    rows, columns, inner = (49, 64, 576) if args.small else (196, 256, 2304)
    tiles = f"{rng.choice([4, 7, 14])},{rng.choice([32, 64])},{rng.choice([48, 96, 144])}"
    lanes, factor = rng.choice([4, 8]), rng.choice([2, 4])
    steps = [f"affine-loop-tile{{tile-sizes={tiles}}}", f"affine-super-vectorize{{virtual-vector-size={lanes}}}", f"affine-loop-unroll{{unroll-factor={factor}}}"]
    before = product(rows, columns, inner)
    after = behind(before, f"func.func({','.join(steps)})")
    with tempfile.TemporaryDirectory() as folder:
        verdict, scope, seconds = pair(args.assay, folder, before, after)
        right = verdict in ("proved", "bounded")
        bad |= not right
        missed = "" if right and seconds <= 60 else " MISSED"
        print(f"product {rows} x {columns} x {inner}, tiled by {tiles}, {lanes} lanes, unrolled by {factor}: {verdict}, {scope}, {seconds:.1f} s (60){missed}", flush=True)
        for word, twin in edits(rng, after, lanes * factor):
            verdict, scope, seconds = pair(args.assay, folder, before, twin)
            wrong = verdict in ("proved", "bounded", "internal")
            bad |= wrong
            print(f"  twin with another {word}: {verdict}, {scope[:60]}, {seconds:.1f} s{' WRONG' if wrong else ''}", flush=True)
        # affine-super-vectorize is wrong where lanes do not divide a tile (corpus/bugs, `vectorized_part_of_a_row.mlir`).
        lanes = rng.choice([4, 8])
        numbers = {"tile": lanes * rng.choice([1, 2]), "lanes": lanes, "factor": rng.choice([2, 3, 4])}
        pipeline = ",".join(step.format(**numbers) if "{{" in step else step for step in STEPS)
        file = Path(folder, "layer.mlir")
        file.write_text(LAYER)
        records, seconds = asked(args.assay, ["--pass-pipeline", f"builtin.module({pipeline})", str(file)])
        open_steps = 0
        for record in records:
            step = next((one[6:] for one in record["domain"] if one.startswith("pass: ")), "?")
            reason = (record.get("reason") or {}).get("subject", "")
            decided = record["verdict"] in ("proved", "bounded")
            open_steps += not decided
            print(f"  layer behind {step}: {record['verdict']}, {record.get('scope') or reason}", flush=True)
        missed = "" if not open_steps and seconds <= 10 else " MISSED"
        bad |= open_steps > 0
        print(f"layer 16 x 32 of tosa, {len(records)} steps that change it: {len(records) - open_steps} right, {seconds:.1f} s (10){missed}", flush=True)
        whole = behind(LAYER, ",".join(STEPS[:5]))
        twins = [("arith.addf %out, ", "arith.subf %out, "), ("0.000000e+00", "1.000000e+00"), ("maximumf", "maxnumf"), ("minimumf", "maximumf")]
        for old, new in twins:
            if old not in whole:
                continue
            verdict, scope, seconds = pair(args.assay, folder, LAYER, whole.replace(old, new, 1))
            wrong = verdict in ("proved", "bounded", "internal")
            bad |= wrong
            print(f"  twin with {new.strip()}: {verdict}, {seconds:.1f} s{' WRONG' if wrong else ''}", flush=True)
    sys.exit(1 if bad else 0)


main()
