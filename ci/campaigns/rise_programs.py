"""Drawn array programs: by their meaning, compiled, and by an evaluator in this file.

usage: rise_programs.py SEED [COUNT]      (ASSAY=path of the program, default target/release/assay; COUNT default 200)

A definition is drawn pattern by pattern up to depth 8, over constant lengths or lengths that are named, on i32 and f32, with
arguments. `assay run --engine both` has to answer what the evaluator here computes. The last lines count programs by what was said
of them, and patterns by how often they were drawn; with PLANT=1 the evaluator reverses every reduction, so that there has to be a
difference. Exit code 1 where one differs, or where fewer than 90 % ran in both engines.
"""

import os
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/assay"))
PLANT = os.environ.get("PLANT") == "1"


def wrap(value):
    return (value + 2**31) % 2**32 - 2**31


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


class Program:
    """A value with the text that computes it. Types: `i32`, `f32`, ("array", length, type), ("pair", type, type)."""

    def __init__(self, rng, number):
        self.rng, self.number, self.used = rng, number, []

    def arithmetic(self, op, a, b):
        result = {"+": a + b, "-": a - b, "*": a * b}[op]
        return wrap(result) if self.number == "i32" else single(result)

    def draw(self, shape):
        if not shape:
            return self.rng.randint(-9, 9) if self.number == "i32" else self.rng.choice([0.5, -1.25, 3.0, 0.1, 7.5, 1e6])
        return [self.draw(shape[1:]) for _ in range(shape[0])]

    def literal(self, value):
        return str(value) if self.number == "i32" else f"{value:.1f}"

    def step(self, text, ty, value):
        """One pattern more."""
        if ty == self.number:
            op, k = self.rng.choice("+-*"), self.rng.randint(0, 5)
            self.used.append("arith")
            k = k if self.number == "i32" else float(k)
            k = k if self.number == "i32" else single(k)
            return f"({text} {op} {self.literal(k)})", ty, self.arithmetic(op, value, k)
        if ty[0] == "pair":
            first = self.rng.random() < 0.5
            self.used.append("fst" if first else "snd")
            return (f"fst({text})", ty[1], value[0]) if first else (f"snd({text})", ty[2], value[1])
        _, length, inner = ty
        ways = ["map", "pad", "zip", "slide", "id", "to_mem"]
        ways += ["reduceSeq"] * (inner == self.number) + ["split"] * (length > 0)
        nested = isinstance(inner, tuple) and inner[0] == "array"
        ways += ["join", "transpose"] * nested
        way = self.rng.choice(ways)
        self.used.append(way)
        if way == "map":
            name = f"e{len(self.used)}"
            body, result, _ = self.chain(name, inner, value[0] if value else self.zero(inner), self.rng.randint(1, 2))
            mapped = [self.again(body, name, element) for element in value]
            return f"map(fun({name} => {body}), {text})", ("array", length, result), mapped
        if way == "reduceSeq":
            op, z = self.rng.choice("+*-"), self.draw([])
            total = z
            for element in reversed(value) if PLANT else value:
                total = self.arithmetic(op, element, total)
            shown = str(z) if self.number == "i32" else repr(z)
            shown = shown if "." in shown or self.number == "i32" else f"{z:.1f}"
            return f"reduceSeq(fun(e, acc => e {op} acc), {shown}, {text})", self.number, total
        if way == "zip":
            return f"zip({text}, {text})", ("array", length, ("pair", inner, inner)), [(e, e) for e in value]
        if way == "pad":
            left, right = self.rng.randint(0, 2), self.rng.randint(0, 2)
            if not value:
                return text, ty, value
            padded = [value[min(max(i - left, 0), length - 1)] for i in range(left + length + right)]
            return f"pad({left}, {right}, {text})", ("array", left + length + right, inner), padded
        if way == "slide":
            fits = [(size, by) for size in (1, 2, 3) for by in (1, 2) if length >= size and (length - size) % by == 0]
            if not fits:
                return text, ty, value
            size, by = self.rng.choice(fits)
            count = (length - size) // by + 1
            windows = [[value[i * by + j] for j in range(size)] for i in range(count)]
            return f"slide({size}, {by}, {text})", ("array", count, ("array", size, inner)), windows
        if way == "split":
            block = self.rng.choice([d for d in range(1, length + 1) if length % d == 0])
            blocks = [value[i * block:(i + 1) * block] for i in range(length // block)]
            return f"split({block}, {text})", ("array", length // block, ("array", block, inner)), blocks
        if way == "join":
            return f"join({text})", ("array", length * inner[1], inner[2]), [e for row in value for e in row]
        if way == "transpose":
            columns = [[row[j] for row in value] for j in range(inner[1])]
            return f"transpose({text})", ("array", inner[1], ("array", length, inner[2])), columns
        return f"{way}({text})", ty, value

    def zero(self, ty):
        if isinstance(ty, str):
            return 0 if self.number == "i32" else 0.0
        return [self.zero(ty[2])] * ty[1] if ty[0] == "array" else (self.zero(ty[1]), self.zero(ty[2]))

    def chain(self, text, ty, value, steps):
        """Steps, which are kept to be done again on another value of the type."""
        state = self.rng.getstate()
        kept = len(self.used)
        start = state
        for _ in range(steps):
            text, ty, value = self.step(text, ty, value)
        self.plans = getattr(self, "plans", {})
        self.plans[text] = (start, steps, kept)
        return text, ty, value

    def again(self, body, name, element):
        """The value of a drawn body on another element: the same draws are made again."""
        start, steps, kept = self.plans[body]
        now, used = self.rng.getstate(), list(self.used)
        self.rng.setstate(start)
        self.used = self.used[:kept]
        text, ty, value = name, self.type_of(element), element
        for _ in range(steps):
            text, ty, value = self.step(text, ty, value)
        assert text == body, (text, body)
        self.rng.setstate(now)
        self.used = used
        return value

    def type_of(self, value):
        if isinstance(value, tuple):
            return ("pair", self.type_of(value[0]), self.type_of(value[1]))
        if isinstance(value, list):
            return ("array", len(value), self.type_of(value[0]))
        return self.number


def shown(value):
    if isinstance(value, tuple):
        return f"({shown(value[0])}, {shown(value[1])})"
    if isinstance(value, list):
        return "[" + ", ".join(map(shown, value)) + "]"
    return repr(value)


def numbers(text):
    return [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|-?inf|nan", text)]


def same(found, expected):
    one, two = numbers(found), numbers(expected)
    return len(one) == len(two) and all(a == b or single_or(a) == single_or(b) or a != a and b != b for a, b in zip(one, two))


def single_or(value):
    try:
        return single(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def main():
    seed, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rows = {"both engines": 0, "interpreter alone": 0, "refused": 0, "different": 0}
    patterns = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            rng = random.Random(f"{seed} {number}")
            program = Program(rng, rng.choice(["i32", "f32"]))
            shape = [rng.randint(1, 6) for _ in range(rng.randint(1, 2))]
            value = program.draw(shape)
            named = rng.random() < 0.3
            ty = program.type_of(value)
            length = "n" if named and len(shape) == 1 else str(shape[0])
            declared = ".".join([length, *map(str, shape[1:]), program.number])
            try:
                text, _, result = program.chain("x", ty, value, rng.randint(1, 8))
            except OverflowError:
                continue
            lengths = "[n]" if length == "n" else ""
            path = pathlib.Path(folder) / "p.rise"
            path.write_text(f"def f{lengths}(x: {declared}) = {text}\n")
            done = subprocess.run([ASSAY, "run", path, "--engine", "both", "--args", f"dense<{shown(value)}>"],
                                  capture_output=True, text=True, check=False)
            answer = next((line for line in done.stdout.splitlines() if line.startswith("  = (")), None)
            if answer is None:
                # Windows and blocks of a length that is named are refused: it may be another one.
                rows["refused" if length == "n" and done.returncode == 2 else "different"] += 1
                if not (length == "n" and done.returncode == 2):
                    print(path.read_text(), done.stdout, done.stderr, sep="")
                continue
            kind = "both engines" if "compiled" in answer else "interpreter alone"
            if not same(answer[:answer.rindex("[")], shown(result)):
                kind = "different"
                print(path.read_text(), f"  x = {shown(value)}\n", answer, "\n  expected ", shown(result), sep="")
            rows[kind] += 1
            for used in program.used:
                patterns[used] = patterns.get(used, 0) + 1
    print(*(f"{name:<18} {number}" for name, number in rows.items()), sep="\n")
    print("patterns          ", *(f"{name} {number}" for name, number in sorted(patterns.items())))
    ran = rows["both engines"] + rows["interpreter alone"]
    sys.exit(int(rows["different"] > 0 or rows["both engines"] < 0.9 * ran))


if __name__ == "__main__":
    main()
