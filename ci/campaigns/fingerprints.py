#!/usr/bin/env python3
"""Holds what `assay tv` says by runs on terms against runs on drawn inputs. Functions are drawn: integer code in a line, loops over
memrefs and tensors, of open extents too, reductions, vectors, transfers between them and memory, tosa, calls. Each goes through a pass of
mlir-opt-22 that keeps the order of its arithmetic, or gets one edit: of an index, a bound, an operand, a flag, a predicate, an
operation, a padding, a map, an iterator or the order of stores. Needs mlir-opt-22 and a solver.

    fingerprints.py SEED COUNT [--assay PATH] [--inputs N] [--blind] [--one-place]

Prints each edit that is called right though a run shows a difference, each pass that is refuted, and a table: kind of twin and of
function, verdicts, and which of them rest on terms. An edit that no run tells from what it was is equivalent, as far as is known. Exit
code 1 when a verdict is wrong. With --blind the verdict is asked of the function and itself, and held against runs of the edited one:
that each edit which runs tell apart is printed shows that a wrong verdict would be. With --one-place all pairs differ in one place of
what a fingerprint is made of: a flag, a predicate, an attribute, a type, or the order of operands, as many of each.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Passes of which none reorders arithmetic, by what they are for.
ANY = ["cse", "canonicalize", "cse,canonicalize,loop-invariant-code-motion"]
PASSES = {
    "straight": [],
    "loops": [
        "func.func(affine-loop-unroll{unroll-factor=2})",
        "func.func(affine-loop-unroll{unroll-factor=3})",
        "func.func(affine-loop-tile{tile-size=2})",
        "func.func(affine-loop-invariant-code-motion)",
        "func.func(affine-scalrep)",
        "lower-affine",
        "lower-affine,convert-scf-to-cf",
    ],
    "tensors": ["convert-linalg-to-loops", "convert-linalg-to-affine-loops", "lower-affine", "loop-invariant-code-motion"],
    "reductions": [
        "convert-linalg-to-loops",
        "func.func(linalg-generalize-named-ops)",
        "convert-linalg-to-parallel-loops",
        "convert-linalg-to-affine-loops",
        "convert-scf-to-cf",
    ],
    "vectors": ["convert-vector-to-scf", "sccp"],
    "transfers": ["convert-vector-to-scf{full-unroll=true}", "convert-vector-to-scf", "lower-affine", "convert-scf-to-cf"],
    "tosa": ["func.func(tosa-to-linalg)", "func.func(tosa-to-arith,tosa-to-tensor)", "func.func(tosa-layerwise-constant-fold)"],
    "opened": ["convert-scf-to-cf", "func.func(scf-for-loop-peeling)", "loop-invariant-code-motion", "func.func(affine-loop-unroll)"],
    "calls": ["inline", "inline,canonicalize", "func.func(affine-loop-unroll{unroll-factor=2})", "sccp"],
}

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
    (r"vector\.reduction <add>", "vector.reduction <mul>"),
    (r"<maximumf>", "<maxnumf>"),
    (r"<maximumf>", "<minimumf>"),
    (r"vector\.reduction <add>, (%\w+) :", r"vector.reduction <add>, \1 fastmath<nnan> :"),
    (r"\"reduction\"", '"parallel"'),
    (r"in_bounds = \[false\]", "in_bounds = [true]"),
    (r"\[%p\], %z", "[%p], %o"),
    (r"\[%p\], %z", "[%i], %z"),
    (r"create_mask %n", "create_mask %m"),
    (r"shuffle (%\w+), (%\w+) \[(\d), (\d)", r"shuffle \1, \2 [\4, \3"),
    (r"vector\.extract (%\w+)\[1\]", r"vector.extract \1[2]"),
    (r"vector\.(extract|insert) (.*)\[0\]", r"vector.\1 \2[3]"),
    (r"tosa\.add", "tosa.sub"),
    (r"tosa\.sub (%\w+), (%\w+)", r"tosa.sub \2, \1"),
    (r"tosa\.maximum", "tosa.minimum"),
    (r"tosa\.reduce_sum", "tosa.reduce_max"),
    (r"tosa\.exp", "tosa.tanh"),
    (r"perms = array<i32: 0, 1>", "perms = array<i32: 1, 0>"),
    (r"call @g\((%\w+), (%\w+)\)", r"call @g(\2, \1)"),
    (r"dim %a, %z", "dim %b, %z"),
    (r"to %n step", "to %m step"),
    (r"-> \(d0, d1\)>", "-> (d1, d0)>"),
    (r"\(d0, d1\) -> \(d0\)", "(d0, d1) -> (d1)"),
    (r"yield (%\w+) : (\w+)$", r"yield %x : \2"),
    (r"(?m)^( *)affine\.store.*\n", r"\1\n"),
    (r"(?m)^( *affine\.store.*\n)(.*\n)( *affine\.store.*\n)", r"\3\2\1"),
]


# Edits of one place of what a fingerprint is made of.
PLACES = {
    "flag": [
        (r"arith\.(addi|subi|muli|shli) (%\w+), (%\w+) :", r"arith.\1 \2, \3 overflow<nsw> :"),
        (r"arith\.(addi|subi|muli|shli) (%\w+), (%\w+) :", r"arith.\1 \2, \3 overflow<nuw> :"),
        (r"overflow<nsw>", "overflow<nuw>"),
        (r"overflow<nsw>", "overflow<nsw, nuw>"),
        (r"(arith\.(?:addf|subf|mulf|maximumf|minimumf) %\w+, %\w+) :", r"\1 fastmath<nnan> :"),
        (r"(arith\.(?:addf|subf|mulf|maximumf|minimumf) %\w+, %\w+) :", r"\1 fastmath<ninf> :"),
        (r"arith\.(shrui|divui) (%\w+), (%\w+) :", r"arith.\1 \2, \3 exact :"),
    ],
    "predicate": [
        *((rf"\b{old}\b", new) for old in ("slt", "sle", "ult") for new in ("slt", "sle", "ult", "ugt", "eq", "ne") if old != new),
        *((r"\bolt\b", new) for new in ("ult", "ole", "oeq", "une", "ogt", "ord")),
    ],
    "attribute": [
        (r"constant (\d+) :", lambda found: f"constant {int(found[1]) + 1} :"),
        (r"<(add|maximumf|mul)>", lambda found: {"add": "<mul>", "mul": "<add>", "maximumf": "<minimumf>"}[found[1]]),
        (r"shuffle (%\w+), (%\w+) \[(\d), (\d)", r"shuffle \1, \2 [\4, \3"),
        (r"vector\.extract (%\w+)\[1\]", r"vector.extract \1[2]"),
        (r"vector\.(extract|insert) (.*)\[0\]", r"vector.\1 \2[3]"),
        (r"perms = array<i32: 0, 1>", "perms = array<i32: 1, 0>"),
        (r"in_bounds = \[false\]", "in_bounds = [true]"),
        (r"-> \(d0, d1\)>", "-> (d1, d0)>"),
        (r"\(d0, d1\) -> \(d0\)", "(d0, d1) -> (d1)"),
    ],
    "type": [(r"(?s)^.* to i32.*$", lambda found: found[0].replace("i32", "i64")), (r"arith\.extsi", "arith.extui")],
    "order": [
        (r"arith\.(subf|subi|shli|shrui|divui) (%\w+), (%\w+)", r"arith.\1 \3, \2"),
        (r"arith\.select (%\w+), (%\w+), (%\w+)", r"arith.select \1, \3, \2"),
        (r"(arith\.cmp[if] \w+), (%\w+), (%\w+)", r"\1, \3, \2"),
        (r"tosa\.sub (%\w+), (%\w+)", r"tosa.sub \2, \1"),
    ],
}


def arithmetic(rng, names, of_floats, count, ty, shaped=None):
    """Lines that compute with numbers, or with vectors of them, and the names of all."""
    lines, names = [], list(names)
    wide, ty = (shaped.replace(ty, "i32"), shaped) if shaped else ("i32", ty)
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
            condition = f"{shaped.split('x')[0]}xi1>, " if shaped else ""
            lines += [compared, f"{name} = arith.select %c{at}, {rng.choice(names)}, {rng.choice(names)} : {condition}{ty}"]
        elif kind == "wide":
            number = rng.randrange(5)
            constant = f"dense<{number}>" if shaped else str(number)
            lines += [f"%w{at} = arith.extsi {a} : {ty} to {wide}", f"%k{at} = arith.constant {constant} : {wide}"]
            lines += [f"%s{at} = arith.shrui %w{at}, %k{at} : {wide}", f"{name} = arith.trunci %s{at} : {wide} to {ty}"]
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


def reductions(rng):
    """A structured operation that combines, a reduction of a vector, or a loop that carries a sum."""
    of_floats = rng.random() < 0.5
    ty = "f32" if of_floats else "i8"
    kind = rng.choice(["addf", "mulf", "maximumf"] if of_floats else ["addi", "muli", "maxsi", "xori"])
    form = rng.choice(["generic", "matmul", "vector", "carried", "parallel"])
    if form == "generic":
        maps = "affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>"
        return (
            f"func.func @f(%a: memref<3x3x{ty}>, %b: memref<3x{ty}>) {{\n"
            f'  linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "reduction"]}}'
            f" ins(%a : memref<3x3x{ty}>) outs(%b : memref<3x{ty}>) {{\n  ^bb0(%x: {ty}, %y: {ty}):\n"
            f"    %s = arith.{kind} %y, %x : {ty}\n    linalg.yield %s : {ty}\n  }}\n  return\n}}\n"
        )
    if form == "matmul":
        memref = f"memref<3x3x{ty}>"
        return (
            f"func.func @f(%a: {memref}, %b: {memref}, %c: {memref}) {{\n"
            f"  linalg.matmul ins(%a, %b : {memref}, {memref}) outs(%c : {memref})\n  return\n}}\n"
        )
    if form == "vector":
        word = {"addf": "add", "mulf": "mul", "addi": "add", "muli": "mul", "xori": "xor"}.get(kind, kind)
        return (
            f"func.func @f(%v: vector<4x{ty}>, %w: vector<4x{ty}>) -> {ty} {{\n"
            f"  %s = arith.{'subf' if of_floats else 'subi'} %v, %w : vector<4x{ty}>\n"
            f"  %r = vector.reduction <{word}>, %s : vector<4x{ty}> into {ty}\n  return %r : {ty}\n}}\n"
        )
    loop = "scf.for %i = %z to %n step %o iter_args(%s = %x)" if form == "carried" else "scf.parallel (%i) = (%z) to (%n) step (%o) init (%x)"
    end = f"    scf.yield %t : {ty}\n" if form == "carried" else ""
    body = f"    %v = memref.load %a[%i] : memref<4x{ty}>\n"
    if form == "carried":
        body += f"    %t = arith.{kind} %s, %v : {ty}\n"
    else:
        body += (
            f"    scf.reduce(%v : {ty}) {{\n    ^bb0(%l: {ty}, %h: {ty}):\n      %t = arith.{kind} %l, %h : {ty}\n"
            f"      scf.reduce.return %t : {ty}\n    }}\n"
        )
    return (
        f"func.func @f(%a: memref<4x{ty}>, %x: {ty}) -> {ty} {{\n  %z = arith.constant 0 : index\n"
        f"  %o = arith.constant 1 : index\n  %n = arith.constant 4 : index\n"
        f"  %r = {loop} -> ({ty}) {{\n{body}{end}  }}\n  return %r : {ty}\n}}\n"
    )


def vectors(rng):
    """Arithmetic on vectors between moves of their elements."""
    of_floats = rng.random() < 0.5
    ty = "f32" if of_floats else "i8"
    vector = f"vector<4x{ty}>"
    lines, names = arithmetic(rng, ["%x", "%y"], of_floats, rng.randint(1, 3), ty, vector)
    a, b = rng.choice(names), rng.choice(names)
    at = rng.sample(range(8), 4)
    lines += [f"%p = vector.shuffle {a}, {b} [{', '.join(map(str, at))}] : {vector}, {vector}"]
    lines += [f"%e = vector.extract %p[1] : {ty} from {vector}", f"%q = vector.insert %e, {names[-1]}[0] : {ty} into {vector}"]
    lines += [f"%b = vector.broadcast %e : {ty} to {vector}", f"%r = arith.{'addf' if of_floats else 'subi'} %q, %b : {vector}"]
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @f(%x: {vector}, %y: {vector}) -> {vector} {{\n{body}\n  return %r : {vector}\n}}\n"


def transfers(rng):
    """A loop over memory by vectors, the last of which may reach beyond it."""
    size = rng.choice([6, 8, 9])
    ty = rng.choice(["f32", "i8"])
    bounds = "true" if size == 8 else "false"
    memref, vector = f"memref<{size}x{ty}>", f"vector<4x{ty}>"
    lines, names = arithmetic(rng, ["%x", "%y"], ty == "f32", rng.randint(1, 2), ty, vector)
    zero, one = ("0.0", "1.0") if ty == "f32" else ("0", "1")
    masked = rng.random() < 0.3
    mask = ["%k = vector.create_mask %n : vector<4xi1>"] if masked else []
    with_mask, mask_type = (", %k", ", vector<4xi1>") if masked else ("", "")
    read = "vector.transfer_read %{0}[%p], %z{1} {{in_bounds = [{2}]}} : {3}, {4}"
    reads = [f"%{name} = " + read.format(of, with_mask, bounds, memref, vector) for name, of in (("x", "a"), ("y", "b"))]
    write = f"vector.transfer_write {names[-1]}, %b[%p]{with_mask} {{in_bounds = [{bounds}]}} : {vector}, {memref}"
    sum_of = f"vector.reduction <add>, %x : {vector} into {ty}"
    more = [f"%h = {sum_of}", f"memref.store %h, %b[%i] : {memref}"] if rng.random() < 0.3 else []
    body = "\n".join(f"    {line}" for line in mask + reads + lines + [write] + more)
    return (
        f"func.func @f(%a: {memref}, %b: {memref}) {{\n  %z = arith.constant {zero} : {ty}\n  %o = arith.constant {one} : {ty}\n"
        f"  %i = arith.constant 0 : index\n  %n = arith.constant 3 : index\n  %m = arith.constant 2 : index\n"
        f"  affine.for %p = 0 to {size} step 4 {{\n{body}\n  }}\n  return\n}}\n"
    )


def tosa(rng):
    """Elementwise operations of tosa, and a reduction or a transposition behind them."""
    of_floats = rng.random() < 0.6
    ty = "f32" if of_floats else "i32"
    tensor = f"tensor<2x2x{ty}>"
    lines, names = [], ["%x", "%y"]
    kinds = ["add", "sub", "maximum", "minimum"] + (["exp", "tanh", "mul", "abs"] if of_floats else ["bitwise_and"])
    for at in range(rng.randint(1, 3)):
        kind, a, b = rng.choice(kinds), rng.choice(names), rng.choice(names)
        name = f"%v{at}"
        if kind in ("exp", "tanh", "abs"):
            lines.append(f"{name} = tosa.{kind} {a} : ({tensor}) -> {tensor}")
        elif kind == "mul":
            lines.append(f'%s{at} = "tosa.const"() {{values = dense<0> : tensor<1xi8>}} : () -> tensor<1xi8>')
            lines.append(f"{name} = tosa.mul {a}, {b}, %s{at} : ({tensor}, {tensor}, tensor<1xi8>) -> {tensor}")
        else:
            lines.append(f"{name} = tosa.{kind} {a}, {b} : ({tensor}, {tensor}) -> {tensor}")
        names.append(name)
    last = rng.choice(["none", "sum", "transpose"])
    result = tensor
    if last == "sum":
        result = f"tensor<1x2x{ty}>"
        lines.append(f"%r = tosa.reduce_sum {names[-1]} {{axis = 0 : i32}} : ({tensor}) -> {result}")
    elif last == "transpose":
        lines.append(f"%r = tosa.transpose {names[-1]} {{perms = array<i32: {rng.choice(['0, 1', '1, 0'])}>}} : ({tensor}) -> {tensor}")
    body = "\n".join(f"  {line}" for line in lines)
    value = names[-1] if last == "none" else "%r"
    return f"func.func @f(%x: {tensor}, %y: {tensor}) -> {result} {{\n{body}\n  return {value} : {result}\n}}\n"


def opened(rng):
    """A loop over memory of an open extent."""
    of_floats = rng.random() < 0.5
    ty = "f32" if of_floats else "i8"
    memref = f"memref<?x{ty}>"
    lines, names = arithmetic(rng, ["%x", "%y"], of_floats, rng.randint(1, 2), ty)
    inside = [f"%x = memref.load %a[%i] : {memref}", f"%y = memref.load %a[%z] : {memref}"] + lines
    inside.append(f"memref.store {names[-1]}, %a[%i] : {memref}")
    body = "\n".join(f"    {line}" for line in inside)
    return (
        f"func.func @f(%a: {memref}, %b: {memref}) {{\n  %z = arith.constant 0 : index\n  %o = arith.constant 1 : index\n"
        f"  %n = memref.dim %a, %z : {memref}\n  %m = arith.constant 1 : index\n  scf.for %i = %z to %n step %o {{\n{body}\n  }}\n  return\n}}\n"
    )


def calls(rng):
    """A loop that calls a function."""
    of_floats = rng.random() < 0.5
    ty = "f32" if of_floats else "i8"
    lines, names = arithmetic(rng, ["%x", "%y"], of_floats, rng.randint(1, 3), ty)
    body = "\n".join(f"  {line}" for line in lines)
    memref = f"memref<4x{ty}>"
    return (
        f"func.func private @g(%x: {ty}, %y: {ty}) -> {ty} {{\n{body}\n  return {names[-1]} : {ty}\n}}\n"
        f"func.func @f(%a: {memref}, %b: {memref}) {{\n  affine.for %i = 0 to 4 {{\n    %u = affine.load %a[%i] : {memref}\n"
        f"    %w = affine.load %b[%i] : {memref}\n    %r = func.call @g(%u, %w) : ({ty}, {ty}) -> {ty}\n"
        f"    %s = func.call @g(%r, %u) : ({ty}, {ty}) -> {ty}\n    affine.store %s, %b[%i] : {memref}\n  }}\n  return\n}}\n"
    )


def behind(text, passes):
    """What MLIR makes of a text; None where it refuses."""
    command = ["mlir-opt-22", f"--pass-pipeline=builtin.module({passes})" if passes else "--verify-each"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def edited(rng, text, edits):
    """The text with one edit that MLIR accepts, and what was edited; None where there is none."""
    places = [(found, new) for old, new in edits for found in re.finditer(old, text)]
    rng.shuffle(places)
    for found, new in places:
        part = new(found) if callable(new) else found.expand(new)
        changed = text[: found.start()] + part + text[found.end() :]
        if changed != text and behind(changed, None) is not None:
            return changed, f"{found[0].strip()[:60]} -> {part.strip()[:60]}"
    return None


def asked(assay, folder, before, after, *options):
    """The verdict about the function `f` of two texts, and its record."""
    paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
    for path, text in zip(paths, (before, after)):
        path.write_text(text)
    command = [assay, "tv", *map(str, paths), "--entry", "@f", "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        record = next(record for record in json.loads(done.stdout)["patterns"] if record["name"] == "f")
    except (ValueError, LookupError, StopIteration):
        return "failed", done.stderr.strip()[-300:]
    return record["verdict"], json.dumps(record)


def judged(args, kind, text, after):
    """The row of a pair in the table, and whether its verdict is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        verdict, record = asked(args.assay, folder, text, text if args.blind else after)
        by_terms = " on terms" if "all values at these sizes" in record else ""
        by_terms = " unchanged" if '"not changed"' in record else by_terms
        if kind == "pass":
            return verdict + by_terms, verdict in ("refuted", "failed")
        if verdict not in ("proved", "bounded"):
            return verdict, verdict == "failed"
        runs = asked(args.assay, folder, text, after, "--no-proof", "--inputs", str(args.inputs))[0]
        return ("called right" if runs == "refuted" else f"equivalent, {verdict}") + by_terms, runs == "refuted"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--one-place", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    draws = [straight, loops, loops, tensors, reductions, vectors, transfers, tosa, opened, calls]
    bad = False
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        asks = []
        for number in range(args.count):
            place = list(PLACES)[number % len(PLACES)] if args.one_place else None
            after = None
            for _ in range(100 if args.one_place else 1):
                draw = rng.choice(draws)
                text = draw(rng)
                if behind(text, None) is None:
                    sys.exit(f"{number}: mlir-opt refuses what was drawn\n{text}")
                if place:
                    kind = f"edit of {place}"
                    after, what = edited(rng, text, PLACES[place]) or (None, None)
                if after is not None:
                    break
            if args.one_place:
                pass
            elif number % 2:
                kind, what = "pass", rng.choice(PASSES[draw.__name__] + ANY)
                after = behind(text, what)
            else:
                kind = "edit"
                after, what = edited(rng, text, EDITS) or (None, None)
            if after is None:
                table[kind, draw.__name__]["refused"] += 1
                continue
            asks.append((number, kind, draw.__name__, what, text, pool.submit(judged, args, kind, text, after)))
        for number, kind, name, what, text, ask in asks:
            row, wrong = ask.result()
            if wrong:
                print(f"{number} {kind} {name} {what}: {row}\n{text}", flush=True)
            bad |= wrong
            table[kind, name][row] += 1
            table[kind, "all"][row] += 1
    for (kind, name), row in sorted(table.items()):
        print(f"{kind} {name}: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(row.items())))
    sys.exit(1 if bad else 0)


main()
