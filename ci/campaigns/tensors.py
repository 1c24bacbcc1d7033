#!/usr/bin/env python3
"""Runs the pairs of `corpus/tv/tensors` on real hardware, without Assay: each function is lowered to llvm by `mlir-opt-22` and
run by `mlir-runner-22` on the input that the first line of its program before says. Needs both and their runner libraries.

    tensors.py [--libs FOLDER] [NAME ...]

Prints for each pair what both programs print; exit code 1 unless all that are right print the same and all that are wrong
something else. A lowering that fails is a failure, too.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "corpus/tv/tensors"
LIBS = ["libmlir_c_runner_utils.so", "libmlir_runner_utils.so"]

TOSA = "tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith{include-apply-rescale=true},tosa-to-tensor"
# Nothing but a transform script lowers these: both are matched, and those that are there are lowered.
PACKED = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %pack = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.pack">
    transform.structured.lower_pack %pack : (!transform.op<"linalg.pack">)
      -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %unpack = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.op<"linalg.unpack">
    transform.structured.lower_unpack %unpack : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">,
      !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
"""
LOWERED = [
    f"func.func({TOSA})",
    "convert-elementwise-to-linalg",
    "convert-tensor-to-linalg",
    "one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map}",
    "convert-bufferization-to-memref",
    "convert-linalg-to-loops",
    "expand-strided-metadata",
    "lower-affine",
    "convert-scf-to-cf",
    "convert-math-to-llvm",
    "convert-math-to-libm",
    "expand-strided-metadata",
    "lower-affine",
    "finalize-memref-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-cf-to-llvm",
    "convert-func-to-llvm",
    "reconcile-unrealized-casts",
]


def split(text):
    """The types of a list, which commas outside of brackets part."""
    out, depth, word = [], 0, ""
    for letter in text:
        depth += (letter in "<([") - (letter in ">)]")
        if letter == "," and depth == 0:
            out.append(word.strip())
            word = ""
        else:
            word += letter
    return out + [word.strip()] if word.strip() else out


def signature(text):
    """Types of the arguments and results of `@f`."""
    arguments, results = re.search(r"func\.func @f\((.*?)\)(?: -> (.*))? \{\n", text).groups()
    arguments = [argument.split(":", 1)[1].strip() for argument in split(arguments)]
    results = results or ""
    return arguments, split(results[1:-1] if results.startswith("(") else results)


class Driver:
    """The text of a function that calls `@f` and prints what it makes."""

    def __init__(self):
        self.lines, self.count = [], 0

    def value(self, text):
        self.count += 1
        self.lines.append(f"  %m{self.count} = {text}")
        return f"%m{self.count}"

    def index(self, number):
        return self.value(f"arith.constant {number} : index")

    def argument(self, constant, wanted):
        """An argument of a type from a constant such as `dense<1> : memref<2xi32>`."""
        number, ty = constant.rsplit(" : ", 1)
        if "<" not in wanted:
            return self.value(f"arith.constant {number} : {wanted}")
        closed = ty.replace("memref", "tensor")
        tensor = self.value(f"arith.constant {number} : {closed}")
        if wanted.startswith("tensor"):
            return self.cast("tensor", tensor, closed, wanted)
        memref = re.sub(r"^tensor", "memref", closed)
        view = self.value(f"bufferization.to_buffer {tensor} read_only : {closed} to {memref}")
        copy = self.value(f"memref.alloc() : {memref}")
        self.lines.append(f"  memref.copy {view}, {copy} : {memref} to {memref}")
        return self.cast("memref", copy, memref, wanted)

    def cast(self, dialect, value, given, wanted):
        return value if given == wanted else self.value(f"{dialect}.cast {value} : {given} to {wanted}")

    def number(self, value, ty):
        """Prints one number."""
        if ty == "index":
            value, ty = self.value(f"arith.index_cast {value} : index to i64"), "i64"
        if ty[0] == "i":
            wide = value if ty == "i64" else self.value(f"arith.ext{'ui' if ty == 'i1' else 'si'} {value} : {ty} to i64")
            self.lines.append(f"  func.call @printI64({wide}) : (i64) -> ()")
        else:
            self.lines.append(f"  func.call @printF32({value}) : (f32) -> ()")
        self.lines.append("  func.call @printNewline() : () -> ()")

    def printed(self, value, ty):
        """Prints extents and elements."""
        if "<" not in ty:
            return self.number(value, ty)
        dialect, inner = ty.split("<", 1)
        shape, element = re.match(r"((?:[\d?]+x)*)(\w+)", inner).groups()
        zero, one = self.index(0), self.index(1)
        places, ends = [], []
        for dim in range(shape.count("x")):
            extent = self.value(f"{dialect}.dim {value}, {self.index(dim)} : {ty}")
            self.number(extent, "index")
            ends.append(extent)
        for end in ends:
            self.count += 1
            places.append(f"%m{self.count}")
            self.lines.append(f"  scf.for {places[-1]} = {zero} to {end} step {one} {{")
        read = "tensor.extract" if dialect == "tensor" else "memref.load"
        self.number(self.value(f"{read} {value}[{', '.join(places)}] : {ty}"), element)
        self.lines += ["  }"] * len(places)


def program(text, inputs, buffers):
    """The module that calls `@f` on inputs and prints its results, and the arguments that `buffers` lists."""
    arguments, results = signature(text)
    driver = Driver()
    given = [driver.argument(constant, ty) for constant, ty in zip(inputs, arguments, strict=True)]
    names = ", ".join(f"%r{at}" for at in range(len(results)))
    call = f"func.call @f({', '.join(given)}) : ({', '.join(arguments)}) -> ({', '.join(results)})"
    driver.lines.append(f"  {names} = {call}" if results else f"  {call}")
    for at, ty in enumerate(results):
        driver.printed(f"%r{at}", ty)
    for at in buffers:
        driver.printed(given[at], arguments[at])
    names = ["printI64(i64)", "printF32(f32)", "printNewline()"]
    outside = "".join(f"func.func private @{name}\n" for name in names)
    # What a step of bufferization leaves is no longer aliased.
    text = re.sub(r"(bufferization\.to_tensor %\w+) :", r"\1 restrict :", text)
    return f"{text}{outside}func.func @main() {{\n" + "\n".join(driver.lines) + "\n  return\n}\n"


def run(text, inputs, buffers, libs):
    """What a program prints, on one line."""
    text, passes = program(text, inputs, buffers), LOWERED
    if re.search(r"linalg\.(un)?pack", text):
        text = PACKED + text + "}\n"
        passes = ["transform-interpreter", "test-transform-dialect-erase-schedule", *passes]
    pipeline = f"--pass-pipeline=builtin.module({','.join(passes)})"
    lowered = subprocess.run(["mlir-opt-22", pipeline], input=text, capture_output=True, text=True)
    if lowered.returncode:
        return None, lowered.stderr.strip().splitlines()[0]
    shared = ",".join(str(lib) for lib in libs)
    command = ["mlir-runner-22", "-e", "main", "--entry-point-result=void", f"--shared-libs={shared}"]
    done = subprocess.run(command, input=lowered.stdout, capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.strip()[:200]
    return " ".join(done.stdout.split()), None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--libs", default="/usr/lib/llvm-22/lib")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    libs = [next(Path(args.libs).glob(f"{name}*")) for name in LIBS]
    known, failed, told = {}, 0, {"right": 0, "wrong": 0}
    for line in (FOLDER / "pairs.tsv").read_text().splitlines():
        if line.startswith("#"):
            continue
        name, before, after, expected, *_ = line.split("\t")
        if args.names and name not in args.names:
            continue
        first = (FOLDER / before).read_text()
        inputs = first.splitlines()[0].removeprefix("// input: ").split("; ")
        # Of a function whose tensors become buffers only the results are seen.
        buffers = [at for at, ty in enumerate(signature(first)[0]) if ty.startswith("memref")]
        outputs = []
        for path in [before, after]:
            if path not in known:
                known[path] = run((FOLDER / path).read_text(), inputs, buffers, libs)
            outputs.append(known[path])
        (old, why), (new, other) = outputs
        holds = None not in (old, new) and (old == new) == (expected == "right")
        failed += not holds
        told[expected] += holds
        note = "" if holds else "  UNEXPECTED"
        print(f"{name}: {expected}: ({old}) before, ({new}) after{note} {why or other or ''}".rstrip())
    print(f"{told['right']} right pairs print the same, {told['wrong']} wrong ones something else, {failed} failed")
    sys.exit(1 if failed else 0)


main()
