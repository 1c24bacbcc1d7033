#!/usr/bin/env python3
"""Holds what `assay tv` says by runs on terms against runs on drawn inputs. Functions are drawn: loops over memrefs and tensors of
static sizes, and integer code in a line. Each goes through a pass of mlir-opt-22 that keeps the order of its arithmetic, or gets one
edit: of an index, a bound, an operand, a flag, a predicate, an operation or the order of stores. Needs mlir-opt-22 and a solver.

    fingerprints.py SEED COUNT [--assay PATH] [--inputs N]

Prints each pair that is called right though a run shows a difference, each pass that is refuted, and a table. Exit code 1 when there is
one.
"""

import argparse
import collections
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Passes of which none reorders arithmetic.
PASSES = [
    "func.func(affine-loop-unroll{unroll-factor=2})",
    "func.func(affine-loop-unroll{unroll-factor=3})",
    "func.func(affine-loop-tile{tile-size=2})",
    "func.func(affine-loop-invariant-code-motion)",
    "func.func(affine-scalrep)",
    "loop-invariant-code-motion",
    "cse",
    "canonicalize",
    "cse,canonicalize,loop-invariant-code-motion",
    "lower-affine",
    "lower-affine,convert-scf-to-cf",
    "convert-linalg-to-loops",
    "func.func(linalg-generalize-named-ops)",
]

# Edits of one place: what is found, and what stands there instead.
EDITS = [
    (r"\[%i, ", "[%i + 1, "),
    (r"\[%i\]", "[3 - %i]"),
    (r"to 4 \{", "to 3 {"),
    (r"= 0 to", "= 1 to"),
    (r"arith\.subf (%\w+), (%\w+)", r"arith.subf \2, \1"),
    (r"arith\.subi (%\w+), (%\w+)", r"arith.subi \2, \1"),
    (r"arith\.addf", "arith.subf"),
    (r"arith\.mulf", "arith.addf"),
    (r"arith\.addi", "arith.subi"),
    (r"arith\.maximumf", "arith.maxnumf"),
    (r"arith\.maximumf", "arith.minimumf"),
    (r"arith\.shrui", "arith.shrsi"),
    (r"arith\.divui", "arith.divsi"),
    (r"arith\.extsi", "arith.extui"),
    (r"arith\.(addi|subi|muli|shli) (%\w+), (%\w+) :", r"arith.\1 \2, \3 overflow<nsw> :"),
    (r"arith\.(addi|subi|muli|shli) (%\w+), (%\w+) :", r"arith.\1 \2, \3 overflow<nuw> :"),
    (r"(arith\.(?:addf|subf|mulf|maximumf) %\w+, %\w+) :", r"\1 fastmath<nnan> :"),
    (r"(arith\.(?:addf|subf|mulf|maximumf) %\w+, %\w+) :", r"\1 fastmath<nsz> :"),
    (r"\bslt\b", "ult"),
    (r"\bslt\b", "sle"),
    (r"\bolt\b", "ult"),
    (r"arith\.select (%\w+), (%\w+), (%\w+)", r"arith.select \1, \3, \2"),
    (r"overflow<nsw>", "overflow<nuw>"),
    (r"constant (\d+) :", lambda found: f"constant {int(found[1]) + 1} :"),
    (r"(?m)^( *)affine\.store.*\n", r"\1\n"),
    (r"(?m)^( *affine\.store.*\n)(.*\n)( *affine\.store.*\n)", r"\3\2\1"),
]


def arithmetic(rng, names, of_floats, count, ty):
    """Lines that compute with numbers, and the names of all."""
    lines, names, bits = [], list(names), []
    for at in range(count):
        a, b = rng.choice(names), rng.choice(names)
        name = f"%v{at}"
        if of_floats:
            kind = rng.choice(["addf", "subf", "mulf", "maximumf", "minimumf", "select"])
            compared = f"%c{at} = arith.cmpf olt, {a}, {b} : {ty}"
            flags = ""
        else:
            kind = rng.choice(["addi", "subi", "muli", "shli", "shrui", "divui", "xori", "maxsi", "select", "wide"])
            compared = f"%c{at} = arith.cmpi slt, {a}, {b} : {ty}"
            flags = rng.choice(["", "", " overflow<nsw>"]) if kind in ("addi", "subi", "muli", "shli") else ""
        if kind == "select":
            lines += [compared, f"{name} = arith.select %c{at}, {rng.choice(names)}, {rng.choice(names)} : {ty}"]
        elif kind == "wide":
            lines += [f"%w{at} = arith.extsi {a} : {ty} to i32", f"%k{at} = arith.constant {rng.randrange(5)} : i32"]
            lines += [f"%s{at} = arith.shrui %w{at}, %k{at} : i32", f"{name} = arith.trunci %s{at} : i32 to {ty}"]
        else:
            lines.append(f"{name} = arith.{kind} {a}, {b}{flags} : {ty}")
        names.append(name)
    return lines, names


def straight(rng):
    """Integer code in a line."""
    lines, names = arithmetic(rng, ["%x", "%y"], False, rng.randint(2, 6), "i8")
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%x: i8, %y: i8) -> (i8, i8) {{\n{body}\n  return {names[-1]}, {rng.choice(names)} : i8, i8\n}}\n"


def loops(rng):
    """One or two loops over memrefs."""
    of_floats = rng.random() < 0.6
    ty = "f32" if of_floats else "i8"
    deep = rng.random() < 0.5
    memref = f"memref<{'5x4' if deep else '4'}x{ty}>"
    place = "[%i, %j]" if deep else "[%i]"
    loads = [f"%x = affine.load %a{place} : {memref}", f"%y = affine.load %b{place} : {memref}"]
    lines, names = arithmetic(rng, ["%x", "%y"], of_floats, rng.randint(1, 3), ty)
    stores = [f"affine.store {names[-1]}, %b{place} : {memref}"]
    if rng.random() < 0.4:
        stores.append(f"affine.store {rng.choice(names)}, %{rng.choice('ab')}{place} : {memref}")
    body = "\n".join(f"      {line}" for line in loads + lines + stores)
    inner = f"    affine.for %j = 0 to 4 {{\n{body}\n    }}" if deep else body
    return f"func.func @f(%a: {memref}, %b: {memref}) {{\n  affine.for %i = 0 to 4 {{\n{inner}\n  }}\n  return\n}}\n"


def tensors(rng):
    """A loop that builds a tensor, or a structured operation on memrefs."""
    lines, names = arithmetic(rng, ["%x", "%y"], True, rng.randint(1, 3), "f32")
    body = "\n".join(f"    {line}" for line in lines)
    if rng.random() < 0.5:
        maps = "affine_map<(d0) -> (d0)>"
        head = f'linalg.generic {{indexing_maps = [{maps}, {maps}], iterator_types = ["parallel"]}}'
        return (
            "func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {\n"
            f"  {head} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {{\n  ^bb0(%x: f32, %y: f32):\n{body}\n"
            f"    linalg.yield {names[-1]} : f32\n  }}\n  return\n}}\n"
        )
    ty = "tensor<4xf32>"
    return (
        f"func.func @f(%a: {ty}, %b: {ty}) -> {ty} {{\n  %r = affine.for %i = 0 to 4 iter_args(%t = %b) -> ({ty}) {{\n"
        f"    %x = tensor.extract %a[%i] : {ty}\n    %y = tensor.extract %t[%i] : {ty}\n{body}\n"
        f"    %u = tensor.insert {names[-1]} into %t[%i] : {ty}\n    affine.yield %u : {ty}\n  }}\n  return %r : {ty}\n}}\n"
    )


def behind(text, passes):
    """What MLIR makes of a text; None where it refuses."""
    command = ["mlir-opt-22", f"--pass-pipeline=builtin.module({passes})" if passes else "--verify-each"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def edited(rng, text):
    """The text with one edit that MLIR accepts, and what was edited; None where there is none."""
    places = [(found, new) for old, new in EDITS for found in re.finditer(old, text)]
    rng.shuffle(places)
    for found, new in places:
        part = new(found) if callable(new) else found.expand(new)
        changed = text[: found.start()] + part + text[found.end() :]
        if changed != text and behind(changed, None) is not None:
            return changed, f"{found[0].strip()[:60]} -> {part.strip()[:60]}"
    return None


def asked(assay, folder, before, after, *options):
    """The verdict about two texts, and its scope or reason."""
    paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
    for path, text in zip(paths, (before, after)):
        path.write_text(text)
    command = [assay, "tv", *map(str, paths), "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        record = json.loads(done.stdout)["patterns"][0]
    except (ValueError, LookupError):
        return "failed", done.stderr.strip()[-300:]
    return record["verdict"], json.dumps(record)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--inputs", type=int, default=2000)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    bad = False
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.count):
            draw = rng.choice([straight, loops, loops, tensors])
            text = draw(rng)
            if number % 2:
                what = rng.choice(PASSES)
                after = behind(text, what)
                kind = "pass"
            else:
                after, what = edited(rng, text) or (None, None)
                kind = "edit"
            if after is None:
                table[kind, draw.__name__]["refused"] += 1
                continue
            verdict, record = asked(args.assay, folder, text, after)
            by_terms = "all values at these sizes" in record
            row = verdict + (" on terms" if by_terms else "")
            wrong = kind == "pass" and verdict in ("refuted", "failed")
            if verdict in ("proved", "bounded") and kind == "edit":
                runs = asked(args.assay, folder, text, after, "--no-proof", "--inputs", str(args.inputs))[0]
                wrong = runs == "refuted"
                row = ("called right" if wrong else "equivalent") + (" on terms" if by_terms else "")
            if wrong:
                print(f"{number} {draw.__name__} {what}: {row}\n{text}", flush=True)
            bad |= wrong
            table[kind, draw.__name__][row] += 1
    for (kind, name), row in sorted(table.items()):
        print(f"{kind} {name}: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(row.items())))
    sys.exit(1 if bad else 0)


main()
