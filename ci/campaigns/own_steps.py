#!/usr/bin/env python3
"""Steps on loops against drawn nests: none that is done is refuted, and those refused for the order of accesses differ when they are forced.

    own_steps.py SEED [--count N] [--assay PATH] [--keep DIR]

Draws N nests (default 200), 1 to 3 deep, with steps other than 1, open bounds, carried values, two memrefs, accesses at distances from -2 to 2,
subscripts of two variables, and runs a drawn step on each. A step that is done is judged by runs of both engines on 48 inputs. One that is refused
for the order of accesses is forced, and judged as well: it should differ on some input. Prints a line for each step that is done and refuted,
and the table; exits with 1 where one is, or where fewer than 95 % of the refused ones differ, or where nothing was done or refused.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

STEPS = {
    "loop_split": ("consumed", "number"),
    "loop_tile": ("consumed", "numbers"),
    "loop_interchange": ("consumed", "readonly"),
    "loop_reverse": ("consumed",),
    "loop_fuse": ("consumed", "consumed"),
    "loop_unroll_full": ("consumed",),
    "loop_vectorize": ("consumed", "number"),
    "loop_to_registers": ("consumed",),
    "loop_normalize": ("consumed",),
}
RESULTS = {"loop_split": 2, "loop_tile": 2, "loop_interchange": 2, "loop_unroll_full": 0}
SIZE = 14


class Nest:
    """A function with a nest, as text."""

    def __init__(self, rng, step):
        self.rng, self.step = rng, step
        self.depth = {"loop_interchange": 2, "loop_vectorize": 1, "loop_fuse": 1}.get(step, rng.randint(1, 3))
        if step == "loop_tile":
            self.depth = rng.randint(1, 3)
        self.constants = {0, 1}
        self.lines, self.names = [], 0
        # Variables that subscripts of the last access have alone.
        self.alone = set()
        self.open = rng.random() < 0.2
        self.carries = rng.random() < 0.2 and step not in ("loop_fuse", "loop_tile")

    def constant(self, number):
        self.constants.add(number)
        return f"%c{number}" if number >= 0 else f"%m{-number}"

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def subscript(self, variables, indent):
        """A subscript around 4, so that each distance stays inside of the memref."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return self.constant(rng.randint(0, 4))
        base = rng.choice(variables[-2:])
        if kind < 0.2 and len(variables) > 1:
            name = self.name()
            one, two = rng.sample(variables, 2)
            self.lines.append(f"{indent}{name} = arith.addi {one}, {two} : index")
            base = name
        else:
            self.alone.add(base)
        offset = rng.randint(-2, 2)
        if offset == 0:
            return base
        name = self.name()
        self.lines.append(f"{indent}{name} = arith.addi {base}, {self.constant(offset)} : index")
        return name

    def places(self, variables, indent, stays=False):
        """Two subscripts; those of a vector move in the last one alone."""
        rng = self.rng
        self.alone = set()
        if self.step == "loop_vectorize":
            return f"{self.constant(rng.randint(2, 3))}, {self.subscript(variables, indent)}"
        if stays:
            outer = variables[:-1]
            return ", ".join(self.subscript(outer, indent) if outer else self.constant(2) for _ in range(2))
        return ", ".join(self.subscript(variables, indent) for _ in range(2))

    def statement(self, variables, indent, carried):
        rng = self.rng
        loads = []
        register = self.places(variables, indent, stays=True) if self.step == "loop_to_registers" else None
        for number in range(rng.randint(1, 2)):
            memory = rng.choice(["%m", "%m", "%o"])
            places = self.places(variables, indent)
            if register and number == 0:
                memory, places = "%m", register
            name = self.name()
            self.lines.append(f"{indent}{name} = memref.load {memory}[{places}] : memref<{SIZE}x{SIZE}xi32>")
            loads.append(name)
        total = self.name()
        self.lines.append(f"{indent}{total} = arith.addi {loads[0]}, {loads[-1]} : i32")
        # Lanes do not compute with the variable; all others store another number in each turn.
        for factor, variable in enumerate(variables if self.step != "loop_vectorize" else []):
            number, scaled, turn = self.name(), self.name(), self.name()
            self.lines.append(f"{indent}{number} = arith.index_cast {variable} : index to i32")
            self.lines.append(f"{indent}{scaled} = arith.muli {number}, %f{factor} : i32")
            self.lines.append(f"{indent}{turn} = arith.addi {total}, {scaled} : i32")
            total = turn
        if carried and rng.random() < 0.5:
            return total
        memory = rng.choice(["%m", "%m", "%o"])
        places = self.places(variables, indent)
        if register:
            memory, places = "%m", register
        elif not set(variables) <= self.alone and self.step != "loop_vectorize":
            # Each of several numbers for one element is seen in it.
            old, scaled, sum = self.name(), self.name(), self.name()
            self.lines.append(f"{indent}{old} = memref.load {memory}[{places}] : memref<{SIZE}x{SIZE}xi32>")
            self.lines.append(f"{indent}{scaled} = arith.muli {old}, %f2 : i32")
            self.lines.append(f"{indent}{sum} = arith.addi {scaled}, {total} : i32")
            total = sum
        self.lines.append(f"{indent}memref.store {total}, {memory}[{places}] : memref<{SIZE}x{SIZE}xi32>")
        return total

    def bounds(self):
        rng = self.rng
        low = rng.randint(2, 3)
        step = rng.choice([1, 1, 1, 2]) if self.step != "loop_vectorize" else 1
        turns = rng.choice([2, 4, 4]) if self.step == "loop_vectorize" else rng.randint(0, 4)
        high = low + turns * step - rng.randint(0, step - 1) if turns else low
        return [self.constant(low), "%n" if self.open else self.constant(high), self.constant(step)]

    def loop(self, level, variables, indent, carried, bounds):
        rng = self.rng
        name = f"%i{len(variables)}_{self.names}"
        self.names += 1
        low, high, step = bounds or self.bounds()
        inside, variables = indent + "  ", variables + [name]
        if carried:
            result, here = self.name(), self.name()
            self.lines.append(f"{indent}{result} = scf.for {name} = {low} to {high} step {step} iter_args({here} = {carried}) -> (i32) {{")
        else:
            result, here = None, None
            self.lines.append(f"{indent}scf.for {name} = {low} to {high} step {step} {{")
        if level > 1:
            value = self.loop(level - 1, variables, inside, here, None)
        else:
            value = self.statement(variables, inside, here)
            if here:
                combined = self.name()
                op = rng.choice(["addi", "addi", "muli", "xori", "maxsi", "subi"])
                self.lines.append(f"{inside}{combined} = arith.{op} {here}, {value} : i32")
                value = combined
        if here:
            self.lines.append(f"{inside}scf.yield {value} : i32")
        self.lines.append(f"{indent}}}")
        return result

    def text(self):
        first = self.bounds() if self.step == "loop_fuse" else None
        result = self.loop(self.depth, [], "    ", "%z" if self.carries else None, first)
        if self.step == "loop_fuse":
            self.loop(self.depth, [], "    ", None, first)
        constants = [
            f"    {self.constant(number)} = arith.constant {number} : index" for number in sorted(self.constants)
        ]
        memref = f"memref<{SIZE}x{SIZE}xi32>"
        head = f"  func.func @f(%m: {memref}, %o: {memref}, %n: index, %z: i32) -> i32 {{"
        guard = []
        if self.open:
            # Bounds that stay inside of the memref.
            guard = ["    %most = arith.constant 6 : index", "    %free = arith.minui %n0, %most : index"]
            head = head.replace("%n:", "%n0:")
            self.lines = [line.replace("%n ", "%free ") for line in self.lines]
        factors = [f"    %f{number} = arith.constant {factor} : i32" for number, factor in enumerate((1009, 37, 5))]
        body = [head, *constants, *factors, *guard, *self.lines, f"    return {result or '%z'} : i32", "  }"]
        return "\n".join(body)

    def script(self):
        """The script with the step on the outermost loop, or on the innermost one."""
        operands, results = STEPS[self.step], RESULTS.get(self.step, 1)
        kinds = {"consumed": "!transform.any_op {transform.consumed}", "readonly": "!transform.any_op {transform.readonly}"}
        kind = [kinds.get(operand, "!transform.param<i64> {transform.readonly}") for operand in operands]
        arguments = ", ".join(f"%a{index}: {one}" for index, one in enumerate(kind))
        any_op = "!transform.any_op"
        to = {0: "", 1: f" -> {any_op}", 2: f" -> ({any_op}, {any_op})"}[results]
        out = [f"  transform.named_sequence private @assay.{self.step}({arguments}){to}"]
        out.append(f"  transform.named_sequence @__transform_main(%root: {any_op} {{transform.readonly}}) {{")
        out.append(f'    %all = transform.structured.match ops{{["scf.for"]}} in %root : ({any_op}) -> {any_op}')
        loops = self.depth + (self.step == "loop_fuse")
        names = [f"%l{index}" for index in range(loops)]
        out.append(f"    {', '.join(names)} = transform.split_handle %all : ({any_op}) -> ({', '.join([any_op] * loops)})")
        # A match lists a nest inside out, and neighbours in order.
        given, types = [], []
        inner = self.step in ("loop_vectorize", "loop_to_registers")
        loop_names = names if self.step == "loop_fuse" else list(reversed(names))
        if inner:
            loop_names = names
        for operand in operands:
            if operand in kinds:
                given.append(loop_names.pop(0))
                types.append(any_op)
                continue
            count = self.rng.randint(1, self.depth) if operand == "numbers" else 1
            numbers = []
            for index in range(count):
                number = self.rng.choice([2, 4]) if self.step == "loop_vectorize" else self.rng.randint(operand == "number", 3)
                out.append(f"    %k{index} = transform.param.constant {number} : i64 -> !transform.param<i64>")
                numbers.append(f"%k{index}")
            if count > 1:
                out.append(f"    %k = transform.merge_handles {', '.join(numbers)} : !transform.param<i64>")
            given.append("%k" if count > 1 else numbers[0])
            types.append("!transform.param<i64>")
        results_of = {0: "", 1: "%r = ", 2: "%r:2 = "}[results]
        to = {0: "()", 1: any_op, 2: f"({any_op}, {any_op})"}[results]
        out.append(f"    {results_of}transform.include @assay.{self.step} failures(propagate) ({', '.join(given)}) : ({', '.join(types)}) -> {to}")
        out += ["    transform.yield", "  }"]
        return "\n".join(out)


def arguments(about, kept):
    """The command line of a campaign over drawn nests."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--keep", type=pathlib.Path, help=f"a folder for the scripts that {kept}")
    return parser.parse_args()


def main():
    args = arguments(__doc__, "are refuted, or refused and the same when forced")
    rng = random.Random(args.seed)
    table = collections.defaultdict(collections.Counter)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "nest.mlir"
        for number in range(args.count):
            step = rng.choice(list(STEPS))
            nest = Nest(rng, step)
            text = f"module attributes {{transform.with_named_sequence}} {{\n{nest.text()}\n{nest.script()}\n}}\n"
            file.write_text(text)
            command = [args.assay, "transform", str(file), "-o", str(file) + ".out"]
            done = subprocess.run(command, capture_output=True, text=True)
            said = done.stdout + done.stderr
            if done.returncode == 0:
                row = "done"
            elif done.returncode == 1 and "C516" in said:
                row = "refused"
                if "order" in said or "may access one element" in said:
                    forced = subprocess.run([*command, "--force"], capture_output=True, text=True)
                    differs = forced.returncode == 1 and "error[V" in forced.stdout + forced.stderr
                    row = "for order, differs forced" if differs else "for order, same forced"
            elif done.returncode == 1:
                row = "done, refuted"
            else:
                row = "trouble"
            table[step][row] += 1
            if row in ("done, refuted", "trouble"):
                wrong += 1
                print(f"nest {number}, {step}: {row}: {said.strip()[:300]}")
            if args.keep and row in ("done, refuted", "trouble", "for order, same forced"):
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{number}_{step}.mlir").write_text(text)
    rows = ["done", "done, refuted", "refused", "for order, differs forced", "for order, same forced", "trouble"]
    print(f"{'step':<20}" + "".join(f"{row:>28}" for row in rows))
    for step, counts in sorted(table.items()):
        print(f"{step:<20}" + "".join(f"{counts[row]:>28}" for row in rows))
    total = collections.Counter()
    for counts in table.values():
        total.update(counts)
    print(f"{'all':<20}" + "".join(f"{total[row]:>28}" for row in rows))
    differ, same = total["for order, differs forced"], total["for order, same forced"]
    share = differ / (differ + same) if differ + same else 0
    print(f"of {differ + same} refused for their order {share:.1%} differ when forced")
    sys.exit(1 if wrong or not total["done"] or share < 0.95 else 0)


if __name__ == "__main__":
    main()
