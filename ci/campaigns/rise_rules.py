"""Drawn rules on array programs: true ones by laws, and others with one edit.

usage: rise_rules.py SEED [COUNT]      (ASSAY=path of the program, default target/release/assay; COUNT of each kind, default 200)

The left side of a rule is drawn over an array x: (k * m).i32 and functions f and g; the right side is the left one behind one to
four laws (fusion, blocks, transposition, views), or that with one edit. `assay check` judges it. An evaluator in this file runs both
sides at all sizes up to 4 with functions as tables, on three draws each: what is proved has to agree there, and what is refuted has
to be no true one. The table counts verdicts by kind; the exit code is 1 where a verdict is wrong, or fewer than 95 % of the true rules are
proved for all sizes.

Then each law of reductions stands as a rule with its premises, and as a mutant without each of them: the law has to be proved, and the
mutant killed, which it is where `assay check` does not prove it and the evaluator finds an operation, with the premises that are left,
for which both sides differ. PLANT=1 swaps the sides' evaluators for one that drops the last element, so that there has to be a wrong one.
"""

import functools
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/assay"))
PLANT = os.environ.get("PLANT") == "1"

# Types: a list of dimensions, each a sorted list of names whose product it is, or None behind `pad`.


def wrap(value):
    return (value + 2**31) % 2**32 - 2**31


class Node:
    """A pattern with parts: `kind`, its own words, its array."""

    def __init__(self, kind, words=(), inner=None, dims=None):
        self.kind, self.words, self.inner, self.dims = kind, tuple(words), inner, dims

    def text(self):
        if self.kind == "x":
            return "x"
        inner = self.inner.text()
        if self.kind == "map":
            function, depth = self.words
            return f"{'map(' * depth}{function}{')' * (depth - 1)}, {inner})"
        if self.kind == "reduce":
            op, start = self.words
            return f"reduceSeq({op}, {start}, {inner})"
        if self.kind == "rows":
            op, start = self.words
            return f"map(reduceSeq({op}, {start}), {inner})"
        if self.kind in ("split", "pad"):
            return f"{self.kind}({', '.join(map(str, self.words))}, {inner})"
        return f"{self.kind}({inner})"

    def run(self, env):
        if self.kind == "x":
            return env["x"]
        value = self.inner.run(env)
        if self.kind == "map":
            function = [env[name] for name in self.words[0].split(" >> ")]
            return deep(function, self.words[1], value)
        if self.kind == "reduce":
            return fold(self.words, value)
        if self.kind == "rows":
            return [fold(self.words, row) for row in value]
        if self.kind == "split":
            size = env[self.words[0]]
            return [value[at:at + size] for at in range(0, len(value), size)]
        if self.kind == "join":
            return [element for row in value for element in row]
        if self.kind == "transpose":
            return [list(row) for row in zip(*value)]
        left, right = self.words
        return [value[min(max(at - left, 0), len(value) - 1)] for at in range(left + len(value) + right)]


def deep(function, depth, value):
    if depth == 0:
        for one in function:
            value = one(value)
        return value
    return [deep(function, depth - 1, element) for element in value]


def fold(words, value):
    op, total = words
    for element in value:
        total = {"add": wrap(element + total), "mul": wrap(element * total), "max": max(element, total)}[op]
    return total


def mapped(function, depth, inner):
    return Node("map", (function, depth), inner, inner.dims)


def split(name, inner):
    rest = list(inner.dims[0])
    rest.remove(name)
    return Node("split", (name,), inner, [rest or [], [name], *inner.dims[1:]])


def join(inner):
    return Node("join", (), inner, [sorted(inner.dims[0] + inner.dims[1]), *inner.dims[2:]])


def transpose(inner):
    return Node("transpose", (), inner, [inner.dims[1], inner.dims[0], *inner.dims[2:]])


def drawn(rng):
    node = Node("x", (), None, [["k", "m"]])
    for _ in range(rng.randint(1, 4)):
        ways = ["map"]
        if len(node.dims) == 1 and "m" in node.dims[0]:
            ways.append("split")
        if len(node.dims) == 2:
            ways += ["join", "transpose"]
        way = rng.choice(ways)
        if way == "map":
            node = mapped(rng.choice("fg"), len(node.dims), node)
        else:
            node = {"split": lambda n: split("m", n), "join": join, "transpose": transpose}[way](node)
    if len(node.dims) == 1 and rng.random() < 0.4:
        start = {"add": 0, "mul": 1, "max": rng.choice([0, -5])}
        op = rng.choice(list(start))
        return Node("reduce", (op, start[op]), node, [])
    if len(node.dims) == 1 and rng.random() < 0.2:
        return Node("pad", (rng.randint(0, 2), rng.randint(0, 2)), node, None)
    return node


def rewritten(node, rng):
    """The node behind one law somewhere in it; the node itself where none applies at the place that was drawn."""
    if node.inner is not None and rng.random() < 0.5:
        return Node(node.kind, node.words, rewritten(node.inner, rng), node.dims)
    ways, inner = [], node.inner
    if node.kind == "reduce" and "m" in inner.dims[0] and len(inner.dims[0]) == 2:
        blocks = split("m", inner)
        ways.append(Node("reduce", node.words, Node("rows", node.words, blocks, [blocks.dims[0]]), []))
    if node.dims and len(node.dims) == 2:
        ways.append(transpose(transpose(node)))
    if node.dims and len(node.dims) == 1 and "m" in node.dims[0] and len(node.dims[0]) == 2:
        ways.append(join(split("m", node)))
    if node.kind == "map":
        function, depth = node.words
        if inner.kind == "map" and inner.words[1] == depth:
            ways.append(mapped(f"{inner.words[0]} >> {function}", depth, inner.inner))
        if inner.kind == "transpose" and depth == 2:
            ways.append(transpose(mapped(function, 2, inner.inner)))
        if inner.kind == "join" and inner.dims:
            ways.append(join(mapped(function, depth + 1, inner.inner)))
        if depth == 1 and inner.dims and "m" in inner.dims[0] and len(inner.dims[0]) == 2:
            ways.append(join(mapped(function, 2, split("m", inner))))
    if node.kind == "pad" and inner.kind == "map":
        padded = Node("pad", node.words, inner.inner, None)
        ways.append(Node("map", inner.words, padded, None))
    return rng.choice(ways) if ways else node


def edited(node, rng):
    """The node with one edit, and whether there was one."""
    if node.inner is not None and rng.random() < 0.5:
        inner, done = edited(node.inner, rng)
        return Node(node.kind, node.words, inner, node.dims), done
    if node.kind == "map":
        other = " >> ".join({"f": "g", "g": "f"}[name] for name in node.words[0].split(" >> "))
        return Node("map", (other, node.words[1]), node.inner, node.dims), True
    if node.kind in ("reduce", "rows"):
        op, start = node.words
        words = rng.choice([(op, start + 1), ({"add": "mul", "mul": "add", "max": "add"}[op], start)])
        return Node(node.kind, words, node.inner, node.dims), True
    if node.kind == "pad" and node.words[0] != node.words[1]:
        return Node("pad", node.words[::-1], node.inner, node.dims), True
    if node.kind == "join":
        return Node("join", (), Node("transpose", (), node.inner, None), node.dims), True
    return node, False


def agree(left, right, rng):
    """Tells if both sides agree at all sizes up to 4 on drawn inputs."""
    # Rows of no columns are not kept apart here.
    for k in range(1 if "transpose" in left.text() + right.text() else 0, 5):
        for m in range(1, 5):
            for _ in range(3):
                tables = [{}, {}]

                def table(number):
                    return lambda value: tables[number].setdefault(value, rng.randint(-9, 9))
                x = [rng.choice([rng.randint(-9, 9), rng.randint(-2**31, 2**31 - 1)]) for _ in range(k * m)]
                env = {"k": k, "m": m, "f": table(0), "g": table(1), "x": x}
                try:
                    before = left.run(env)
                except IndexError:
                    continue
                try:
                    after = right.run({**env, "x": x[:-1]} if PLANT else env)
                except IndexError:
                    return False
                if flat(before) != flat(after):
                    return False
    return True


def flat(value):
    return [element for part in value for element in flat(part)] if isinstance(value, list) else [value]


# Laws: name, parameters, both sides as text that is Rise and Python at once, premises. A premise is a clause, or a replacement of words:
# `i32` by `f32` says that the law is one of integers.
ROWS = "reduceSeq(op, z, map(reduceSeq(op, z), x))"
TURNED = "reduceSeq(op, z, map(reduceSeq(op, z), transpose(x)))"
BLOCKS = "reduceSeq(op, z, map(reduceSeq(op, z), split(m, x)))"
LAWS = [
    ("blocks, neutral start", "[m, k](op: s -> s -> s, z: s, x: (k * m).s)", "reduceSeq(op, z, x)", BLOCKS,
     ["assoc(op)", "neutral(z, op)"]),
    ("blocks, idempotent", "[m, k](op: s -> s -> s, z: s, x: (k * m).s)", "reduceSeq(op, z, x)", BLOCKS,
     ["assoc(op)", "comm(op)", "idem(op)"]),
    ("interchange, neutral start", "[n, m](op: s -> s -> s, z: s, x: n.m.s)", ROWS, TURNED,
     ["assoc(op)", "comm(op)", "neutral(z, op)"]),
    ("interchange, idempotent", "[n, m](op: s -> s -> s, z: s, x: n.m.s)", ROWS, TURNED,
     ["assoc(op)", "comm(op)", "idem(op)"]),
    ("any order", "[n](op: s -> s -> s, z: s, x: n.s)", "reduceSeq(op, z, x)", "reduce(op, z, x)", ["assoc(op)", "comm(op)"]),
    ("operands change places", "(op: s -> s -> s, a: s, b: s)", "op(a, b)", "op(b, a)", ["comm(op)"]),
    ("a sum is linear", "[n](a: i32, x: n.i32)", "reduceSeq(add, 0, map(mul(a), x))", "mul(a, reduceSeq(add, 0, x))",
     [("i32", "f32")]),
    ("a sum in blocks", "[m, k](x: (k * m).i32)", "reduceSeq(add, 0, x)", "reduceSeq(add, 0, map(reduceSeq(add, 0), split(m, x)))",
     [("i32", "f32"), ("map(reduceSeq(add, 0)", "map(reduceSeq(add, 1)")]),
    ("sums change places", "[n, m](x: n.m.i32)", "reduceSeq(add, 0, map(reduceSeq(add, 0), x))",
     "reduceSeq(add, 0, map(reduceSeq(add, 0), transpose(x)))", [("i32", "f32")]),
    ("a maximum in blocks", "[m, k](z: i32, w: i32, x: (k * m).i32)", "reduceSeq(max, z, x)",
     "reduceSeq(max, z, map(reduceSeq(max, z), split(m, x)))", [("map(reduceSeq(max, z)", "map(reduceSeq(max, w)")]),
]
# Elements of `s` in laws with an operation as a parameter.
VALUES = range(3)
HOLDS = {
    "assoc": lambda op: all(op(a, op(b, c)) == op(op(a, b), c) for a, b, c in itertools.product(VALUES, repeat=3)),
    "comm": lambda op: all(op(a, b) == op(b, a) for a, b in itertools.product(VALUES, repeat=2)),
    "idem": lambda op: all(op(a, a) == a for a in VALUES),
}


def curried(function, arity):
    """A function that takes its arguments in parts."""
    def partial(*got):
        return function(*got) if len(got) == arity else lambda *more: partial(*got, *more)
    return partial


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def in_order(op, start, values):
    return functools.reduce(lambda last, element: op(element, last), values, start)


def any_order(rng):
    def combined(op, start, values):
        left = [start, *values]
        while len(left) > 1:
            one = left.pop(rng.randrange(len(left)))
            two = left.pop(rng.randrange(len(left)))
            left.append(op(one, two))
        return left[0]
    return combined


@functools.cache
def operations(names):
    """The operations on three values that have these properties, each with its neutral values."""
    found = []
    for table in itertools.product(VALUES, repeat=len(VALUES) ** 2):
        def op(a, b, table=table):
            return table[a * len(VALUES) + b]
        if all(HOLDS[name](op) for name in names):
            found.append((op, [z for z in VALUES if all(op(z, a) == a == op(a, z) for a in VALUES)]))
    return found


def differs(law, premises, rng):
    """Tells if both sides of a law differ for some operation with the premises, at some sizes up to 3, on some draw."""
    _, parameters, left, right, _ = law
    left, right = compile(left, "left", "eval"), compile(right, "right", "eval")
    opaque, floats = "op" in parameters, "f32" in parameters
    names = tuple(sorted(premise.split("(")[0] for premise in premises if not premise.startswith("neutral")))
    ops = operations(names) if opaque else []
    if "neutral(z, op)" in premises:
        ops = [(op, neutral) for op, neutral in ops if neutral]
    fit = single if floats else wrap

    def value():
        if opaque:
            return rng.choice(VALUES)
        return single(rng.choice([1e8, -1e8, rng.random()])) if floats else rng.randint(-2**31, 2**31 - 1)
    for _ in range(800):
        sizes = {name: rng.randint(1, 3) for name in "nmk"}
        env = {name: value() for name in "zwab"}
        if opaque:
            op, neutral = rng.choice(ops)
            env["op"] = curried(op, 2)
            if "neutral(z, op)" in premises:
                env["z"] = rng.choice(neutral)
        rows = "n.m" in parameters
        count = sizes["n"] * sizes["m"] if rows else sizes["k"] * sizes["m"] if "k * m" in parameters else sizes["n"]
        x = [value() for _ in range(count)]
        env.update(
            sizes, x=[x[at:at + sizes["m"]] for at in range(0, count, sizes["m"])] if rows else x,
            add=curried(lambda a, b: fit(a + b), 2), mul=curried(lambda a, b: fit(a * b), 2), max=curried(max, 2),
            map=curried(lambda f, values: [f(one) for one in values], 2), transpose=lambda values: [*map(list, zip(*values))],
            split=lambda size, values: [values[at:at + size] for at in range(0, len(values), size)],
            reduceSeq=curried(in_order, 3), reduce=curried(any_order(rng), 3))
        if eval(left, {}, env) != eval(right, {}, env):
            return True
    return False


def mutants():
    """The laws, each followed by itself without each of its premises: what is removed, the law, and the premises that are left."""
    for law in LAWS:
        name, parameters, left, right, premises = law
        clauses = [one for one in premises if isinstance(one, str)]
        yield None, law, clauses
        for removed in premises:
            if isinstance(removed, str):
                yield f"without {removed}", law, [one for one in clauses if one != removed]
            else:
                parameters_, left_, right_ = (text.replace(*removed) for text in (parameters, left, right))
                if removed[1] == "f32":
                    left_, right_ = (text.replace(", 0", ", 0.0") for text in (left_, right_))
                yield " for ".join(reversed(removed)), (name, parameters_, left_, right_, premises), clauses


def laws(rng):
    """Prints the table of laws and mutants; the number of laws that are not proved and of mutants that live."""
    rows = list(mutants())
    verdicts = judged([
        f"rule l{number}{law[1]}: {law[2]} ~> {law[3]}{' where ' * bool(clauses)}{', '.join(clauses)}"
        for number, (_, law, clauses) in enumerate(rows)])
    bad = dead = 0
    for number, (removed, law, clauses) in enumerate(rows):
        verdict, found = verdicts[f"l{number}"]["verdict"], differs(law, clauses, rng)
        if removed is None:
            fine = verdict == "proved" and not found
            print(f"{law[0]:<28} {'with its premises':<48} {verdict:<10} {'holds' if fine else 'WRONG'}")
        else:
            fine = verdict != "proved" and found
            dead += fine
            print(f"{'':<28} {removed:<48} {verdict:<10} {'killed' if fine else 'ALIVE'}")
        bad += not fine
    print(f"mutants killed        {dead} of {sum(removed is not None for removed, _, _ in rows)}")
    return bad


def judged(rules):
    """What `assay check` says of rules, by name."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "rules.rise"
        path.write_text("".join(f"{rule}\n" for rule in rules))
        done = subprocess.run([ASSAY, "check", path, "--format", "json", "--timings"], capture_output=True, text=True, check=False)
        return {pattern["name"]: pattern for pattern in json.loads(done.stdout)["patterns"]}


def main():
    seed, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    rules = []
    for kind in ("true", "edited"):
        number = made = 0
        while made < count:
            rng = random.Random(f"{seed} {kind} {number}")
            number += 1
            left = right = drawn(rng)
            for _ in range(rng.randint(1, 4)):
                right = rewritten(right, rng)
            done = right.text() != left.text()
            if kind == "edited":
                right, done = edited(right, rng)
            if done:
                made += 1
                rules.append((kind, left, right, rng))
    verdicts = judged([
        f"rule r{number}[k, m](f: i32 -> i32, g: i32 -> i32, x: (k * m).i32): {left.text()} ~> {right.text()}"
        for number, (_, left, right, _) in enumerate(rules)])
    table, wrong, times = {}, 0, []
    for number, (kind, left, right, rng) in enumerate(rules):
        pattern = verdicts[f"r{number}"]
        verdict = pattern["verdict"]
        table[kind, verdict] = table.get((kind, verdict), 0) + 1
        times.append(pattern["milliseconds"])
        if verdict == "malformed":
            continue
        same = agree(left, right, rng)
        if verdict == "proved" and not same or verdict == "refuted" and kind == "true":
            wrong += 1
            print(f"wrong: {verdict}: {left.text()} ~> {right.text()}")
        if verdict == "refuted" and same:
            print(f"note: refuted, and the evaluator found no difference: {left.text()} ~> {right.text()}")
    for (kind, verdict), number in sorted(table.items()):
        print(f"{kind:<8} {verdict:<12} {number}")
    print(f"wrong verdicts        {wrong}")
    print(f"milliseconds, median  {sorted(times)[len(times) // 2]}")
    true = sum(number for (kind, _), number in table.items() if kind == "true")
    alive = 0 if PLANT else laws(random.Random(f"{seed} laws"))
    sys.exit(int(wrong + alive > 0 or table.get(("true", "proved"), 0) < 0.95 * true))


if __name__ == "__main__":
    main()
