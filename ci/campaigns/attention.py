#!/usr/bin/env python3
"""Attention over tosa and linalg in drawn variants and near misses, and the strategy that finds it. Variants differ in where the scale is,
how it is written, the mask, the order of operands, and what is around: projections with or without a bias, one product that is split, pairs of
transpositions or reshapes that come to nothing. A near miss is a variant with one edit that makes it compute something else.

    attention.py SEED [--variants N] [--misses N] [--assay PATH] [--keep DIR]

Each variant has to be found once and replaced by one operation, and the replacement must not be refuted; no near miss may be found.
Prints each that fails, the verdicts of the replacements, and the lines of the strategy beside the published lines of a script for the
same patterns. Exit code 1 when a variant is missed, a near miss is found, or a replacement is refuted. Needs a solver.
"""

import argparse
import collections
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "corpus/strategies"
WORDS, WIDTH = 3, 2
MISSES = ["axis", "transposed value", "transposed scores", "masked by a product", "dropout", "sum of products", "no scale", "half a pair",
          "no softmax", "another maximum", "another sum", "key as it is"]


def matrix(rows, columns, element="f32"):
    return f"tensor<1x{rows}x{columns}x{element}>"


class Text:
    """A function that is being written; values are names with their extents."""

    def __init__(self, rng, dialect):
        self.rng, self.tosa = rng, dialect == "tosa"
        self.lines, self.parameters, self.next = [], [], 0
        self.constants = {}

    def name(self):
        self.next += 1
        return f"%{self.next}"

    def parameter(self, rows, columns, element="f32"):
        name = f"%p{len(self.parameters)}"
        self.parameters.append(f"{name}: {matrix(rows, columns, element)}")
        return name, rows, columns

    def say(self, words):
        name = self.name()
        self.lines.append(f"  {name} = {words}")
        return name

    def constant(self, words):
        if words not in self.constants:
            self.constants[words] = self.say(words)
        return self.constants[words]

    def zero_point(self):
        return self.constant('"tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>')

    def shift(self):
        return self.constant('"tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>')

    def number(self, value):
        return self.constant(f"arith.constant {value} : f32")

    def empty(self, *extents):
        ty = f"tensor<{'x'.join(map(str, extents))}xf32>"
        return self.constant(f"tensor.empty() : {ty}"), ty

    def filled(self, value, *extents):
        into, ty = self.empty(*extents)
        return self.constant(f"linalg.fill ins({self.number(value)} : f32) outs({into} : {ty}) -> {ty}")

    def matmul(self, a, b):
        (x, rows, _), (y, _, columns) = a, b
        types, out = f"{matrix(*a[1:])}, {matrix(*b[1:])}", matrix(rows, columns)
        if self.tosa:
            z = self.zero_point()
            made = self.say(f"tosa.matmul {x}, {y}, {z}, {z} : ({types}, tensor<1xf32>, tensor<1xf32>) -> {out}")
        else:
            into = self.filled("0.0", 1, rows, columns)
            made = self.say(f"linalg.batch_matmul ins({x}, {y} : {types}) outs({into} : {out}) -> {out}")
        return made, rows, columns

    def flip(self, a):
        x, rows, columns = a
        old, new = matrix(rows, columns), matrix(columns, rows)
        if self.tosa:
            made = self.say(f"tosa.transpose {x} {{perms = array<i32: 0, 2, 1>}} : ({old}) -> {new}")
        else:
            into, _ = self.empty(1, columns, rows)
            made = self.say(f"linalg.transpose ins({x} : {old}) outs({into} : {new}) permutation = [0, 2, 1]")
        return made, columns, rows

    def two(self, op, a, b):
        """An operation on elements of two matrices, of which the second may be a row for all."""
        (x, rows, columns), (y, *extents) = a, b
        ty, other = matrix(rows, columns), matrix(*extents)
        if op in ("add", "mul") and self.rng.random() < 0.5:
            x, y, left, right = y, x, other, ty
        else:
            left, right = ty, other
        if self.tosa:
            shift = f", {self.shift()}" if op == "mul" else ""
            more = ", tensor<1xi8>" if op == "mul" else ""
            made = self.say(f"tosa.{op} {x}, {y}{shift} : ({left}, {right}{more}) -> {ty}")
        else:
            into, _ = self.empty(1, rows, columns)
            made = self.say(f"linalg.{op} ins({x}, {y} : {left}, {right}) outs({into} : {ty}) -> {ty}")
        return made, rows, columns

    def one(self, op, a):
        x, rows, columns = a
        ty = matrix(rows, columns)
        if self.tosa:
            return self.say(f"tosa.{op} {x} : ({ty}) -> {ty}"), rows, columns
        into, _ = self.empty(1, rows, columns)
        return self.say(f"linalg.{op} ins({x} : {ty}) outs({into} : {ty}) -> {ty}"), rows, columns

    def scaled(self, a, divide):
        x, rows, columns = a
        if self.tosa:
            value = "2.0" if divide else "0.5"
            s = self.constant(f'"tosa.const"() {{values = dense<{value}> : tensor<1x1x1xf32>}} : () -> tensor<1x1x1xf32>')
            if divide:
                s = self.constant(f"tosa.reciprocal {s} : (tensor<1x1x1xf32>) -> tensor<1x1x1xf32>")
            return self.two("mul", a, (s, 1, 1))
        filled = self.filled("1.5" if divide else "0.7", 1, rows, columns)
        return self.two("div" if divide else "mul", a, (filled, rows, columns))

    def pair(self, a, half=False):
        """A matrix through two changes of shape that come to nothing; by half of them, one that does not."""
        x, rows, columns = a
        if half or self.rng.random() < 0.5:
            return self.flip(a) if half else self.flip(self.flip(a))
        ty, flat = matrix(rows, columns), f"tensor<{rows}x{columns}xf32>"
        if self.tosa:
            shape = lambda *e: self.constant(f"tosa.const_shape {{values = dense<[{', '.join(map(str, e))}]> : "
                                             f"tensor<{len(e)}xindex>}} : () -> !tosa.shape<{len(e)}>")
            small, large = shape(rows, columns), shape(1, rows, columns)
            y = self.say(f"tosa.reshape {x}, {small} : ({ty}, !tosa.shape<2>) -> {flat}")
            return self.say(f"tosa.reshape {y}, {large} : ({flat}, !tosa.shape<3>) -> {ty}"), rows, columns
        y = self.say(f"tensor.collapse_shape {x} [[0, 1], [2]] : {ty} into {flat}")
        made = self.say(f"tensor.expand_shape {y} [[0, 1], [2]] output_shape [1, {rows}, {columns}] : {flat} into {ty}")
        return made, rows, columns

    def reduced(self, op, a, axis):
        x, rows, columns = a
        ty = matrix(rows, columns)
        kept = (rows, 1) if axis == 2 else (1, columns)
        if self.tosa:
            return self.say(f"tosa.reduce_{op} {x} {{axis = {axis} : i32}} : ({ty}) -> {matrix(*kept)}"), *kept
        length = rows if axis == 2 else columns
        into = self.filled("0xFF800000" if op == "max" else "0.0", 1, length)
        by = "arith.maximumf" if op == "max" else "arith.addf"
        y = self.say(f"linalg.reduce {{ {by} }} ins({x} : {ty}) outs({into} : tensor<1x{length}xf32>) dimensions = [{axis}]")
        spread, _ = self.empty(1, rows, columns)
        made = self.say(f"linalg.broadcast ins({y} : tensor<1x{length}xf32>) outs({spread} : {ty}) dimensions = [{axis}]")
        return made, rows, columns

    def softmax(self, a, miss):
        axis = 1 if miss == "axis" else 2
        other = self.parameter(WORDS, WORDS)
        largest = self.reduced("max", other if miss == "another maximum" else a, axis)
        power = self.one("exp", self.two("sub", a, largest))
        total = self.reduced("sum", other if miss == "another sum" else power, axis)
        if not self.tosa:
            return self.two("div", power, total)
        made = self.say(f"tosa.reciprocal {total[0]} : ({matrix(*total[1:])}) -> {matrix(*total[1:])}")
        return self.two("mul", power, (made, *total[1:]))

    def masked(self, a, kind, miss):
        if miss == "masked by a product":
            return self.two("mul", a, self.parameter(WORDS, WORDS))
        if kind == "add":
            return self.two("add", a, self.parameter(WORDS, WORDS))
        if kind == "none":
            return a
        keep, ty = self.parameter(WORDS, WORDS, "i1")[0], matrix(WORDS, WORDS)
        if self.tosa:
            low = self.constant('"tosa.const"() {values = dense<-1.0e4> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>')
            made = self.say(f"tosa.select {keep}, {a[0]}, {low} : ({matrix(WORDS, WORDS, 'i1')}, {ty}, tensor<1x1x1xf32>) -> {ty}")
        else:
            into, low = self.empty(1, WORDS, WORDS)[0], self.filled("-1.0e4", 1, WORDS, WORDS)
            made = self.say(f"linalg.select ins({keep}, {a[0]}, {low} : {matrix(WORDS, WORDS, 'i1')}, {ty}, {ty}) "
                            f"outs({into} : {ty}) -> {ty}")
        return made, WORDS, WORDS

    def sources(self, kind):
        """Queries, keys and values."""
        if kind == "direct":
            return [self.parameter(WORDS, WIDTH) for _ in range(3)]
        words = self.parameter(WORDS, WIDTH)
        if kind == "projected":
            all = [self.matmul(words, self.parameter(WIDTH, WIDTH)) for _ in range(3)]
            return [self.two("add", one, self.parameter(WORDS, WIDTH)) if self.rng.random() < 0.5 else one for one in all]
        joined, parts = self.matmul(words, self.parameter(WIDTH, 3 * WIDTH)), []
        for at in range(3):
            ty, part = matrix(WORDS, 3 * WIDTH), matrix(WORDS, WIDTH)
            if self.tosa:
                shape = lambda *e: self.constant(f"tosa.const_shape {{values = dense<[{', '.join(map(str, e))}]> : "
                                                 f"tensor<3xindex>}} : () -> !tosa.shape<3>")
                start, size = shape(0, 0, at * WIDTH), shape(1, WORDS, WIDTH)
                name = self.say(f"tosa.slice {joined[0]}, {start}, {size} : ({ty}, !tosa.shape<3>, !tosa.shape<3>) -> {part}")
            else:
                name = self.say(f"tensor.extract_slice {joined[0]}[0, 0, {at * WIDTH}] [1, {WORDS}, {WIDTH}] [1, 1, 1] : {ty} to {part}")
            parts.append((name, WORDS, WIDTH))
        return parts


def written(rng, dialect, miss=None):
    """The text of a variant, or of a near miss, and its choices."""
    text = Text(rng, dialect)
    where = "scores" if miss in ("no scale", "masked by a product", "sum of products") else rng.choice(["scores", "query", "key"])
    divide, mask = rng.random() < 0.5, rng.choice(["none", "add", "select"])
    source = rng.choice(["direct", "projected", "split"])
    pairs = {at for at in ("query", "key", "value", "scores", "weights") if rng.random() < 0.3}
    around = lambda at, one: text.pair(one) if at in pairs else one
    q, k, v = text.sources(source)
    q, k, v = around("query", q), around("key", k), around("value", v)
    if where == "query" and miss != "no scale":
        q = text.scaled(q, divide)
    if where == "key":
        k = text.scaled(k, divide)
    scores = text.matmul(q, text.flip(k))
    if miss == "sum of products":
        scores = text.two("add", scores, text.matmul(k, text.flip(q)))
    if miss == "key as it is":
        square = text.parameter(WIDTH, WORDS)
        scores = text.matmul(q, square)
    if where == "scores" and miss != "no scale":
        scores = text.scaled(scores, divide)
    scores = around("scores", scores)
    if miss in ("half a pair", "transposed scores"):
        scores = text.pair(scores, half=True)
    scores = text.masked(scores, mask, miss)
    weights = scores if miss == "no softmax" else text.softmax(scores, miss)
    if miss == "dropout":
        weights = text.two("mul", weights, text.parameter(WORDS, WORDS))
    weights = around("weights", weights)
    if miss == "transposed value":
        # Rows of the result are columns of what it was.
        made = text.matmul(text.flip(v), text.flip(weights))
    else:
        made = text.matmul(weights, v)
    ty = matrix(*made[1:])
    body = "\n".join(text.lines)
    choices = f"{dialect}, {where}{' divided' if divide else ''}, mask {mask}, {source}, pairs {sorted(pairs)}"
    return f"func.func @f({', '.join(text.parameters)}) -> {ty} {{\n{body}\n  return {made[0]} : {ty}\n}}\n", choices


def applied(assay, file, *options):
    command = [assay, "apply", "--to", str(file), "--strategy", str(FOLDER / "attention.strategy"),
               "--meanings", str(FOLDER / "attention.meanings.mlir"), *options]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--variants", type=int, default=100)
    parser.add_argument("--misses", type=int, default=100)
    parser.add_argument("--assay", default=str(ROOT / "target/debug/assay"))
    parser.add_argument("--keep", type=Path, help="a folder for the texts")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    failed, found, missed, wrong = 0, 0, 0, 0
    verdicts, by_miss = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or Path(folder)
        folder.mkdir(exist_ok=True)
        for number in range(args.variants):
            text, choices = written(rng, ["tosa", "linalg"][number % 2])
            file = folder / f"variant{number}.mlir"
            file.write_text(text)
            done = applied(args.assay, file)
            once = done.stdout.count('"nn.attention"') == 1 and done.stdout.count("matmul") < text.count("matmul")
            verdict = re.search(r"^replacements: \d+ (\S+)", done.stderr, re.M)
            found += once
            verdicts[verdict[1] if verdict else "none"] += once
            if not once or done.returncode != 0 or verdict is None or verdict[1] == "refuted":
                failed += 1
                print(f"variant {number} ({choices}): exit code {done.returncode}\n{done.stderr.strip()[:600]}")
        for number in range(args.misses):
            miss = MISSES[number % len(MISSES)]
            text, choices = written(rng, ["tosa", "linalg"][number // len(MISSES) % 2], miss)
            file = folder / f"miss{number}.mlir"
            file.write_text(text)
            done = applied(args.assay, file, "--validate", "none")
            is_found = '"nn.attention"' in done.stdout
            broken = "the strategy fails" not in done.stderr
            wrong += is_found
            by_miss[miss] += 1
            if is_found or broken:
                failed += 1
                print(f"near miss {number}, {miss} ({choices}): exit code {done.returncode}\n{done.stderr.strip()[:600]}")
    lines = [line for line in (FOLDER / "attention.strategy").read_text().splitlines() if line.strip() and not line.startswith("//")]
    print(f"{found} of {args.variants} variants found and replaced by one operation; replacements: "
          + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    print(f"{wrong} of {args.misses} near misses found (" + ", ".join(f"{count} x {miss}" for miss, count in by_miss.items()) + ")")
    print(f"{len(lines)} lines of strategy; published: a script that grew from 80 to over 400 lines, for one dialect")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
