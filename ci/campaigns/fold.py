#!/usr/bin/env python3
"""`assay apply --fold --dce` beside MLIR's greedy driver, which folds and erases dead code, on drawn programs.

First every operation alone, on arguments, constants and the same value twice; then functions of six operations, among them
those that three patterns rewrite. `mlir-opt-22 -test-pdl-bytecode-pass` gets the same patterns and programs, and both results
are compared line by line, up to the names of values. Printed are, for each operation, the functions in which MLIR folded
something, and those in which the results differ; then the same for the functions of many operations, which use the
operations of which none differed alone. Exit code 1 when an operation differs that the folder is documented to have.

usage: ci/campaigns/fold.py SEED COUNT     (COUNT functions for each operation, and as many of six operations for each;
                                            ASSAY names a binary, else target/release/assay is built)
"""

import collections
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ASSAY = os.environ.get("ASSAY")
MLIR = os.environ.get("MLIR_OPT", "mlir-opt-22")
BATCH = 200

INTEGER = ["addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi", "andi", "ori",
           "xori", "shli", "shrsi", "shrui", "maxsi", "maxui", "minsi", "minui"]
FLOAT = ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"]
INDEX = ["add", "sub", "mul", "divs", "divu", "rems", "remu", "ceildivs", "ceildivu", "floordivs", "and", "or", "xor", "maxs",
         "maxu", "mins", "minu", "shl", "shrs", "shru"]
UNARY = {"math.absi": "i", "math.ctlz": "i", "math.cttz": "i", "math.ctpop": "i", "arith.negf": "f", "math.absf": "f",
         "math.ceil": "f", "math.floor": "f", "math.trunc": "f", "math.round": "f", "math.roundeven": "f"}
CASTS = ["extsi", "extui", "trunci", "cmpi", "select", "sitofp", "uitofp", "fptosi", "fptoui", "cmpf"]
OPERATIONS = ([f"arith.{name}" for name in INTEGER + FLOAT + CASTS] + [f"index.{name}" for name in INDEX] + list(UNARY))

# Operations that MLIR folds in other cases than the folder does: their difference is printed and counts for nothing.
OTHER_IN_MLIR = {
    "arith.addi": "(a - b) + b",
    "arith.subi": "(a + b) - b",
    "arith.divsi": "(a * b) / b without wrapping",
    "arith.divui": "(a * b) / b without wrapping",
    "arith.xori": "(x ^ a) ^ a",
    "arith.andi": "a value and its complement",
    "arith.ori": "a value and its complement",
    "arith.cmpi": "equal operands, borders of the type, and a constant on the left",
    "arith.cmpf": "a constant on the left",
    "arith.select": "a choice between true and false",
    "arith.extsi": "an extension of an extension",
    "arith.extui": "an extension of an extension",
    "arith.trunci": "a truncation of an extension",
    "arith.negf": "a negation of a negation",
    "arith.remf": "by zero, to NaN",
    "arith.maxnumf": "equal operands, and NaN",
    "arith.minnumf": "equal operands, and NaN",
    "arith.maximumf": "-inf",
    "arith.minimumf": "+inf",
}

PATTERNS = """pdl.pattern @double : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.double"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %sum = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %sum
  }
}
pdl.pattern @nothing : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "lab.nothing"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %zero = pdl.operation "arith.xori"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %zero
  }
}
pdl.pattern @square : benefit(2) {
  %t = pdl.type
  %x = pdl.operand : %t
  %root = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "lab.square"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"""


class Function:
    """A function under construction. `least` lets it use the least number, of which MLIR and the folder divide differently: by
    -1 it is undefined behaviour here, and not folded."""

    def __init__(self, rng, number, least):
        self.rng, self.number, self.lines, self.next, self.least = rng, number, [], 0, least
        self.width = rng.choice([1, 8, 32, 64])
        self.types = {"i": f"i{self.width}", "f": rng.choice(["f32", "f64"]), "x": "index", "b": "i1"}
        if rng.random() < 0.15:
            self.types = {kind: f"vector<3x{ty}>" for kind, ty in self.types.items()}
        self.arguments = [(f"%a{at}", kind) for at, kind in enumerate("iiffxxb")]
        self.results = []

    def new(self):
        self.next += 1
        return f"%v{self.next - 1}"

    def number_of(self, kind):
        """A constant as it is written."""
        rng, width = self.rng, {"i": self.width, "x": 32, "b": 1}.get(kind)
        if kind == "f":
            return rng.choice(["0.0", "-0.0", "1.0", "-1.0", "2.5", "1.0e10", "0x7FC00000" if "f32" in self.types["f"] else "-3.0"])
        most = (1 << (width - 1)) - 1 if width > 1 else 1
        least = -most - 1 if width > 1 else 0
        value = rng.choice([0, 1, -1 if width > 1 else 1, most, least if self.least else 0, rng.randint(least, most), min(3, most)])
        return {0: "false", 1: "true"}[value] if width == 1 else str(value)

    def constant(self, kind):
        name, ty = self.new(), self.types[kind]
        value = self.number_of(kind)
        value = f"dense<{value}> : {ty}" if ty.startswith("vector") else value if value in ("true", "false") else f"{value} : {ty}"
        self.lines.append(f'{name} = "arith.constant"() <{{value = {value}}}> : () -> {ty}')
        return name

    def operand(self, kind, constants=0.5):
        there = [name for name, other in self.arguments + self.results if other == kind]
        return self.constant(kind) if not there or self.rng.random() < constants else self.rng.choice(there)

    def add(self, name):
        """An operation of this name."""
        rng, short = self.rng, name.split(".")[1]
        kind = UNARY.get(name) or ("x" if name.startswith("index.") else "f" if short in FLOAT else "i")
        if name == "arith.select":
            kinds, result = ["b", "i", "i"], "i"
        elif name in ("arith.cmpi", "arith.cmpf"):
            kind = "i" if name == "arith.cmpi" else "f"
            kinds, result = [kind, kind], "b"
        elif short in ("sitofp", "uitofp"):
            kinds, result = ["i"], "f"
        elif short in ("fptosi", "fptoui"):
            kinds, result = ["f"], "i"
        elif short in ("extsi", "extui", "trunci"):
            return self.cast(name)
        else:
            kinds, result = [kind] * (1 if name in UNARY else 2), kind
        if name.startswith(("lab.", "index.")) and self.types["x"].startswith("vector") and kind == "x":
            return
        operands = [self.operand(kind) for kind in kinds]
        if len(operands) == 2 and rng.random() < 0.15:
            operands[1] = operands[0]
        flags = ""
        if name in ("arith.cmpi", "arith.cmpf"):
            flags = f" <{{predicate = {rng.randint(0, 9 if name == 'arith.cmpi' else 15)} : i64}}>"
        self.put(name, operands, [self.types[kind] for kind in kinds], flags, self.types[result], result)

    def cast(self, name):
        if self.width in (1, 64) or self.types["i"].startswith("vector"):
            return
        other = "i4" if name == "arith.trunci" else "i64"
        self.put(name, [self.operand("i")], [self.types["i"]], "", other, None)

    def put(self, name, operands, types, flags, result, kind):
        new = self.new()
        self.lines.append(f'{new} = "{name}"({", ".join(operands)}){flags} : ({", ".join(types)}) -> {result}')
        if kind:
            self.results.append((new, kind))
        else:
            self.lines.append(f'"lab.use"({new}) : ({result}) -> ()')

    def text(self):
        arguments = ", ".join(f"{name}: {self.types[kind]}" for name, kind in self.arguments)
        uses = [f'"lab.use"({name}) : ({self.types[kind]}) -> ()' for name, kind in self.results[-2:]]
        body = "\n".join("  " + line for line in self.lines + uses)
        return f"func.func @f{self.number}({arguments}) {{\n{body}\n  return\n}}\n"


def by_function(text):
    """Lines of each function, with its values named by where they appear."""
    found = {}
    for chunk in re.split(r'(?="func\.func"\(\))', text)[1:]:
        name = re.search(r'sym_name = "(f\d+)"', chunk).group(1)
        lines = chunk.split('"func.return"')[0].splitlines()[1:]
        names = {}
        rename = lambda match: names.setdefault(match.group(), f"%{len(names)}")
        # The block line of each tool lists the arguments.
        found[name] = [re.sub(r"%\w+(#\d+)?", rename, line.strip()) for line in lines if line.strip()]
    return found


def both(assay, texts):
    """Results of both tools, and the programs as they were."""
    program = "".join(texts)
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("patterns.mlir", "program.mlir")]
        for path, text in zip(paths, (PATTERNS, program)):
            with open(path, "w") as file:
                file.write(text)
        flags = ["--fold", "--dce", "--generic", "--rewrites", "1000000"]
        ours = subprocess.run([assay, "apply", paths[0], "--to", paths[1], *flags], capture_output=True, text=True)
        if ours.returncode != 0:
            sys.exit(f"assay apply ended with {ours.returncode}:\n{ours.stderr}")
    whole = f"module {{\nmodule @patterns {{\n{PATTERNS}}}\nmodule @ir {{\n{program}}}\n}}\n"
    flags = ["-allow-unregistered-dialect", "-mlir-print-op-generic"]
    theirs, before = (subprocess.run([MLIR, *flags, *more, "-"], input=whole, capture_output=True, text=True)
                      for more in (["-test-pdl-bytecode-pass"], []))
    if theirs.returncode != 0:
        sys.exit(f"mlir-opt ended with {theirs.returncode}:\n{theirs.stderr[:2000]}")
    return [by_function(text) for text in (ours.stdout, theirs.stdout, before.stdout)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.rstrip())
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    assay = ASSAY or os.path.join(TARGET, "release", "assay")
    if not ASSAY:
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "assay-cli"], cwd=ROOT, check=True)
    rng = random.Random(seed)
    drawn = []
    for name in OPERATIONS:
        for _ in range(count):
            function = Function(rng, len(drawn), not re.search("div|rem", name))
            function.add(name)
            drawn.append((name, function.text()))
    exact = [name for name in OPERATIONS if name not in OTHER_IN_MLIR]
    many = ["lab.double", "lab.nothing", "arith.constant"] + exact
    for _ in range(count * len(exact)):
        function = Function(rng, len(drawn), False)
        for name in rng.choices(many, k=6):
            if name == "arith.constant":
                function.constant("i")
            else:
                function.add(name)
        drawn.append(("(six operations)", function.text()))
    table, wrong, shown = collections.defaultdict(lambda: [0, 0, 0]), 0, set()
    for start in range(0, len(drawn), BATCH):
        batch = drawn[start:start + BATCH]
        ours, theirs, before = both(assay, [text for _, text in batch])
        for at, (name, _) in enumerate(batch, start):
            mine, other = ours[f"f{at}"], theirs[f"f{at}"]
            row = table[name]
            row[0] += 1
            row[1] += other != before[f"f{at}"]
            row[2] += mine != other
            if mine != other and name not in OTHER_IN_MLIR:
                wrong += 1
                if name not in shown:
                    shown.add(name)
                    print(f"--- {name}: assay\n", "\n ".join(mine), "\n--- mlir-opt\n", "\n ".join(other))
    print(f"{'operation':<20} {'functions':>9} {'folded':>7} {'differ':>7}")
    for name in OPERATIONS + ["(six operations)"]:
        tried, folded, differ = table[name]
        why = f"  MLIR: {OTHER_IN_MLIR[name]}" if name in OTHER_IN_MLIR and differ else ""
        print(f"{name:<20} {tried:>9} {folded:>7} {differ:>7}{why}")
    print(f"{wrong} differ where the folder has the operation")
    sys.exit(1 if wrong else 0)


main()
