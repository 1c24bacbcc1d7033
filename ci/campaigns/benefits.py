"""Which of several patterns of equal benefit is applied: drawn sets of patterns with one root, applied by `mlir-opt-22
-test-pdl-bytecode-pass` and by `assay apply`.

    benefits.py ASSAY SEED [COUNT]

Prints a line for each file on which they differ, and the counts.
"""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ["t.a", "t.b"]
TYPES = ["i8", "i16", "f32"]


class Pattern:
    """The text of a pattern that matches `t.root` and makes an operation of its own."""

    def __init__(self, random, number):
        self.random, self.lines, self.names = random, [], 0
        self.number = number

    def fresh(self, words):
        self.names += 1
        self.lines.append(f"    %v{self.names} = {words}")
        return f"%v{self.names}"

    def one_in(self, count):
        return self.random.randrange(count) == 0

    def type(self):
        return self.fresh("pdl.type" + (f" : {self.random.choice(TYPES)}" if self.one_in(3) else ""))

    def attribute(self):
        kind = self.random.randrange(3)
        if kind == 0:
            return self.fresh(f"pdl.attribute = {self.random.randrange(2)} : i8")
        return self.fresh("pdl.attribute")

    def value(self, depth):
        kind = self.random.randrange(4)
        if kind == 0 or depth > 2:
            return self.fresh("pdl.operand")
        if kind == 1:
            return self.fresh(f"pdl.operand : {self.type()}")
        return self.fresh(f"pdl.result 0 of {self.operation(depth + 1)}")

    def operation(self, depth, name=None):
        name = name or self.random.choice(NAMES)
        shape = self.random.randrange(6)
        operands, kind = [], "!pdl.value"
        if shape == 0:
            operands, kind = [self.fresh("pdl.operands")], "!pdl.range<value>"
        elif depth == 0 or shape > 2:
            operands = [self.value(depth) for _ in range(2 if depth == 0 else 1)]
            if len(operands) == 2 and self.one_in(5):
                operands[1] = operands[0]
        attributes = [f'"k{at}" = {self.attribute()}' for at in range(2) if self.one_in(3)]
        words = f'pdl.operation "{name}"'
        if depth > 0 and self.one_in(6):
            words = "pdl.operation"
        if operands:
            words += f"({', '.join(operands)} : {', '.join([kind] * len(operands))})"
        if attributes:
            words += " {" + ", ".join(attributes) + "}"
        if depth == 0 and self.one_in(4):
            types = self.fresh("pdl.types")
            return self.fresh(f"{words} -> ({types} : !pdl.range<type>)"), types
        ty = self.type()
        found = self.fresh(f"{words} -> ({ty} : !pdl.type)")
        return (found, ty) if depth == 0 else found

    def text(self, benefit):
        root, types = self.operation(0, "t.root")
        kind = "!pdl.range<type>" if f"{types} = pdl.types" in "\n".join(self.lines) else "!pdl.type"
        body = "\n".join(self.lines)
        return (
            f"  pdl.pattern @p{self.number} : benefit({benefit}) {{\n{body}\n    pdl.rewrite {root} {{\n"
            f'      %n = pdl.operation "t.n{self.number}" -> ({types} : {kind})\n      pdl.replace {root} with %n\n    }}\n  }}\n'
        )


def payload(random):
    """A program of several operations that the patterns may match."""
    lines, values = [], []
    for at in range(12):
        name = random.choice([*NAMES, "t.root", "t.root"])
        count = 2 if name == "t.root" else random.randrange(2)
        if len(values) < count:
            name, count = random.choice(NAMES), 0
        operands = [random.choice(values) for _ in range(count)]
        attributes = [f"k{key} = {random.randrange(2)} : i8" for key in range(2) if random.randrange(2)]
        held = " {" + ", ".join(attributes) + "}" if attributes else ""
        ty = random.choice(TYPES)
        names = ", ".join(name for name, _ in operands)
        types = ", ".join(ty for _, ty in operands)
        lines.append(f'  %r{at} = "{name}"({names}){held} : ({types}) -> {ty}')
        values.append((f"%r{at}", ty))
    names, types = ", ".join(name for name, _ in values), ", ".join(ty for _, ty in values)
    lines.append(f'  "t.sink"({names}) : ({types}) -> ()')
    return "module @ir attributes {t.m} {\n" + "\n".join(lines) + "\n}\n"


def applied(text):
    """The operations that were made, in their order."""
    return re.findall(r'"(t\.\w+)"', text)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.stdout if done.returncode == 0 else None


def main():
    assay, seed = sys.argv[1], int(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    drawn = random.Random(seed)
    same = differ = refused = rewritten = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            patterns = "".join(
                Pattern(drawn, at).text(drawn.choice([1, 1, 1, 2])) for at in range(drawn.randrange(2, 7))
            )
            ir = payload(drawn)
            files = [Path(folder, name) for name in ("both.mlir", "p.mlir", "ir.mlir")]
            for file, text in zip(files, [f"module @patterns {{\n{patterns}}}\n{ir}", patterns, ir], strict=True):
                file.write_text(text)
            theirs = run(
                ["mlir-opt-22", "-allow-unregistered-dialect", "-test-pdl-bytecode-pass", "-mlir-print-op-generic", files[0]]
            )
            ours = run([assay, "apply", files[1], "--to", files[2], "--generic"])
            if theirs is None and ours is None:
                refused += 1
            elif theirs is None or ours is None:
                differ += 1
                print(f"file {number}: refused by {'MLIR' if theirs is None else 'Assay'} alone")
            elif applied(theirs) == applied(ours):
                same += 1
                rewritten += any(name.startswith("t.n") for name in applied(ours))
            else:
                differ += 1
                print(f"file {number}: MLIR {applied(theirs)}, Assay {applied(ours)}")
    print(f"{count} files: {same} same ({rewritten} rewritten), {differ} differ, {refused} refused by both")


if __name__ == "__main__":
    main()
