#!/usr/bin/env python3
"""Pairs of functions with operations of which nothing is known, drawn and judged by `assay tv`.

    undescribed.py SEED [COUNT] [--assay PATH] [--keep DIR]

Draws functions of two numbers of 3 bits with one or two calls of `acme.f` and `acme.g`, and edits them. What is true of a pair is
found by trying all inputs, poison among them, and all that the operations may come to, the same before and after where the same
happened; a number or, of poison alone, poison:
`right` where all calls and results are the same, `wrong` where some input has other results whatever the numbers are, `open` else.
Prints each wrong answer and a table; exits with 1 where an open pair is decided, a wrong one is proved, a right one is refuted, or
less than 90 % of the right or of the wrong ones are decided.
"""

import argparse
import collections
import itertools
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BITS = 3
MASK = (1 << BITS) - 1
BINARY = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
    "arith.minui": min,
    "arith.maxui": max,
}
COMMUTATIVE = {"arith.addi", "arith.muli", "arith.andi", "arith.ori", "arith.xori", "arith.minui", "arith.maxui"}
CALLS = ("acme.f", "acme.g")
POISON = None
SHARE = 0.9


# A function is a list of operations, each (name, operands), where an operand is a number of an argument (0, 1) or of an operation
# (from 2 on); a constant is ("constant", value). The last element holds the results.


def drawn(rng):
    while True:
        ops = []
        for _ in range(rng.randint(4, 7)):
            pick = lambda: rng.randrange(2 + len(ops))
            kind = rng.random()
            if kind < 0.2:
                ops.append(("constant", (rng.choice([0, 1, 2, 3, MASK]),)))
            elif kind < 0.45 and sum(op[0] in CALLS for op in ops) < 2:
                name = rng.choice(CALLS)
                ops.append((name, (pick(),) if name == "acme.f" else (pick(), pick())))
            else:
                ops.append((rng.choice(sorted(BINARY)), (pick(), pick())))
        if any(op[0] in CALLS for op in ops):
            values = range(2, 2 + len(ops))
            return ops, tuple(rng.choice(values) for _ in range(rng.randint(1, 2)))


def inserted(ops, results, at, new):
    """The function with operations before the one at a place; numbers behind them move."""
    move = lambda number: number + len(new) if number >= 2 + at else number
    later = [(name, given if name == "constant" else tuple(map(move, given))) for name, given in ops[at:]]
    return ops[:at] + new + later, tuple(map(move, results))


def same(rng, ops, results):
    """An edit that keeps what the function computes; `None` where it does not fit."""
    at = rng.randrange(len(ops))
    name, given = ops[at]
    kind = rng.randrange(4)
    if kind == 0 and name in COMMUTATIVE:
        return ops[:at] + [(name, given[::-1])] + ops[at + 1 :], results
    if kind == 1 and name == "arith.subi":
        # a - b is a + (~b + 1)
        more = [("constant", (MASK,)), ("arith.xori", (given[1], at + 2)), ("constant", (1,)), ("arith.addi", (at + 3, at + 4))]
        ops, results = inserted(ops, results, at, more)
        return ops[: at + 4] + [("arith.addi", (given[0], at + 5))] + ops[at + 5 :], results
    if kind == 2 and name == "arith.xori":
        more = [("arith.ori", given), ("arith.andi", given)]
        ops, results = inserted(ops, results, at, more)
        return ops[: at + 2] + [("arith.subi", (at + 2, at + 3))] + ops[at + 3 :], results
    if kind == 3 and name not in ("constant",):
        # An operand plus zero.
        number = rng.randrange(len(given))
        more = [("constant", (0,)), ("arith.addi", (given[number], at + 2))]
        ops, results = inserted(ops, results, at, more)
        given = tuple(at + 3 if place == number else operand for place, operand in enumerate(given))
        return ops[: at + 2] + [(name, given)] + ops[at + 3 :], results
    return None


def other(rng, ops, results):
    """An edit that may change what the function computes."""
    at = rng.randrange(len(ops))
    name, given = ops[at]
    if rng.random() < 0.15:
        return ops, tuple(rng.randrange(2, 2 + len(ops)) for _ in results)
    if name == "constant":
        new = (name, ((given[0] + rng.choice([1, 2, MASK])) & MASK,))
    elif name in BINARY and rng.random() < 0.6:
        new = (rng.choice(sorted(BINARY)), given)
    else:
        place = rng.randrange(len(given))
        new = (name, tuple(rng.randrange(2 + at) if where == place else operand for where, operand in enumerate(given)))
    return ops[:at] + [new] + ops[at + 1 :], results


def refines(one, other):
    """Tells if each value of the second list is what that of the first one may be: poison may be anything."""
    return len(one) == len(other) and all(a is POISON or a == b for a, b in zip(one, other))


def run(function, arguments, numbers):
    """Calls with their operands, and the results, where calls come to these numbers in order; nothing where poison comes of none."""
    ops, results = function
    values, calls = list(arguments), []
    for name, given in ops:
        if name == "constant":
            values.append(given[0])
        elif name in CALLS:
            operands = [values[operand] for operand in given]
            values.append(numbers[len(calls)])
            if values[-1] is POISON and POISON not in operands:
                return None
            calls.append((name, *operands))
        else:
            operands = [values[operand] for operand in given]
            values.append(POISON if POISON in operands else BINARY[name](*operands) & MASK)
    return calls, tuple(values[result] for result in results)


def truth(before, after):
    count = [sum(op[0] in CALLS for op in ops) for ops, _ in (before, after)]
    right = True
    domain = [*range(MASK + 1), POISON]
    for arguments in itertools.product(domain, repeat=2):
        # The same calls come to the same; what comes behind the first other one is any number.
        differs = True
        runs = [[], []]
        for side, function in enumerate((before, after)):
            for numbers in itertools.product(domain, repeat=count[side]):
                done = run(function, arguments, numbers)
                if done:
                    runs[side].append((*done, numbers))
        for (calls, results, numbers), (others, later, theirs) in itertools.product(*runs):
            shared = 0
            for one, other in zip(calls, others):
                if not refines(one, other):
                    break
                shared += 1
            if numbers[:shared] != theirs[:shared]:
                continue
            fits = refines(results, later)
            right = right and fits and shared == len(calls) == len(others)
            differs = differs and not fits
            if not right and not differs:
                break
        if differs:
            return "wrong"
    return "right" if right else "open"


def text(name, function):
    ops, results = function
    value = lambda number: f"%a{number}" if number < 2 else f"%v{number}"
    lines = [f"func.func @{name}(%a0: i{BITS}, %a1: i{BITS}) -> ({', '.join([f'i{BITS}'] * len(results))}) {{"]
    for at, (op, given) in enumerate(ops, 2):
        if op == "constant":
            number = given[0] - (MASK + 1) if given[0] > MASK // 2 else given[0]
            lines.append(f"  {value(at)} = arith.constant {number} : i{BITS}")
        elif op in CALLS:
            types = ", ".join([f"i{BITS}"] * len(given))
            lines.append(f'  {value(at)} = "{op}"({", ".join(map(value, given))}) : ({types}) -> i{BITS}')
        else:
            lines.append(f"  {value(at)} = {op} {', '.join(map(value, given))} : i{BITS}")
    lines.append(f"  return {', '.join(map(value, results))} : {', '.join([f'i{BITS}'] * len(results))}")
    return "\n".join(lines) + "\n}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    pairs = []
    wanted = {"right": args.count * 2 // 5, "wrong": args.count * 2 // 5, "open": args.count // 5}
    have = collections.Counter()
    while any(have[kind] < number for kind, number in wanted.items()):
        before = drawn(rng)
        after = before
        for _ in range(rng.randint(1, 3)):
            after = same(rng, *after) or after
        if rng.random() < 0.6:
            after = other(rng, *after)
        if after == before:
            continue
        kind = truth(before, after)
        if have[kind] < wanted[kind]:
            have[kind] += 1
            pairs.append((kind, before, after))
    folder = args.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    sides = [folder / "before.mlir", folder / "after.mlir"]
    for side, path in enumerate(sides):
        path.write_text("".join(text(f"p{at}_{pair[0]}", pair[1 + side]) for at, pair in enumerate(pairs)))
    done = subprocess.run([args.assay, "tv", *sides, "--isolated", "--format", "json"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    table, bad = collections.Counter(), []
    for record in json.loads(done.stdout)["patterns"]:
        kind, verdict = record["name"].split("_")[1], record["verdict"]
        table[kind, verdict] += 1
        if verdict in {"right": ("refuted",), "wrong": ("proved", "bounded"), "open": ("proved", "bounded", "refuted")}[kind]:
            bad.append(f"@{record['name']}: {verdict}")
    words = ["proved", "bounded", "refuted", "unknown"]
    print(f"{'truth':<8}" + "".join(f"{word:>9}" for word in words))
    for kind in wanted:
        print(f"{kind:<8}" + "".join(f"{table[kind, word]:>9}" for word in words))
    decided = {kind: 1 - table[kind, "unknown"] / max(1, wanted[kind]) for kind in ("right", "wrong")}
    print("\n".join(bad) or "no wrong answer")
    sys.exit(1 if bad or min(decided.values()) < SHARE or sum(table.values()) < len(pairs) else 0)


if __name__ == "__main__":
    main()
