#!/usr/bin/env python3
"""Pairs of functions at the edges, drawn with what is true of them, and judged by `assay tv`.

    edge_pairs.py SEED [COUNT] [--assay PATH] [--keep DIR]

Draws accesses whose order is changed, to arguments, globals and new memory (`memory`); loops made parallel, sequential or
turned around (`races`); comparisons folded under a promised range (`promises`); functions that are called, inlined, changed or
erased under each linkage (`symbols`). What is true is found by trying all: each way in which buffers may lie on each other, each
pair of turns, each value. A pair is `right`, `wrong`, or `apart`, which is right unless arguments overlap. Half of a kind is drawn to be
right. Prints each wrong answer and a table; exits with 1 where a wrong pair is proved or bounded, a right one refuted, or less than
80 % is decided.
"""

import argparse
import collections
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile

CONSTANTS = "".join(f"  %c{i} = arith.constant {i} : index\n" for i in range(5))
SHARE = 0.8


# --- memory ---------------------------------------------------------------------------------------------------------------

# Arguments `a`, `b`, `s`; globals `p`, which other modules see, and `q`; new memory `n`; what a call returned, `r`.
SIZES = {"a": 4, "b": 4, "s": 2, "p": 4, "q": 4, "n": 4, "r": 4}
APART = {"a": 100, "b": 200, "s": 300, "p": 400, "q": 500, "n": 600, "r": 700}


def places(used, pointers):
    """Each way in which the used buffers may lie: the place of each first element, and if arguments overlap.

    A pointer is in the middle of memory of any size; a memref of the size of its elements lies within one object.
    """

    def within(inner, outer):
        if pointers:
            return range(APART[outer] - SIZES[inner] + 1, APART[outer] + SIZES[outer])
        return range(APART[outer], APART[outer] + SIZES[outer] - SIZES[inner] + 1)

    movable = [base for base in "absr" if base in used]
    ways = [[APART[base], *(place for outer in "abspr" if outer in used and outer != base for place in within(base, outer))] for base in movable]
    for chosen in itertools.product(*ways):
        at = APART | dict(zip(movable, chosen))
        cells = {base: set(range(at[base], at[base] + SIZES[base])) for base in "abs" if base in used}
        yield at, any(cells[x] & cells[y] for x, y in itertools.combinations(cells, 2))


def run(accesses, at):
    """What is loaded, and what is in memory behind it."""
    memory = collections.defaultdict(int)
    loaded = {}
    for name, kind, base, offset in accesses:
        cell = at[base] + offset
        if kind == "store":
            memory[cell] = name
        else:
            loaded[name] = memory[cell] or ("old", cell)
    return loaded, {cell: name for cell, name in memory.items() if not 600 <= cell < 700}


def memref_text(listed):
    """A function with these accesses, through memrefs."""
    used = {base for _, _, base, _ in listed}
    arguments = [f"%{base}: memref<{SIZES[base]}xi32>" for base in "abs" if base in used]
    lines = [f'memref.global {visibility}@{base} : memref<4xi32> = dense<0>' for base, visibility in (("p", ""), ("q", '"private" ')) if base in used]
    lines += ["func.func private @get() -> memref<4xi32>"] if "r" in used else []
    loads = sorted(name for name, kind, *_ in listed if kind == "load")
    types = ", ".join("i32" for _ in loads)
    lines += [f"func.func @f({', '.join(arguments)}) -> ({types}) {{", CONSTANTS.rstrip()]
    lines += [f"  %{base} = memref.get_global @{base} : memref<4xi32>" for base in "pq" if base in used]
    lines += ["  %r = func.call @get() : () -> memref<4xi32>"] if "r" in used else []
    lines += ["  %n = memref.alloca() : memref<4xi32>"] if "n" in used else []
    lines += [f"  %k{name} = arith.constant {int(name[1:]) + 11} : i32" for name, kind, *_ in sorted(listed) if kind == "store"]
    for name, kind, base, offset in listed:
        memref = f"%{base}[%c{offset}] : memref<{SIZES[base]}xi32>"
        lines.append(f"  memref.store %k{name}, {memref}" if kind == "store" else f"  %{name} = memref.load {memref}")
    lines.append(f"  return {', '.join('%' + name for name in loads)} : {types}" if loads else "  return")
    return "\n".join(lines + ["}", ""])


def pointer_text(listed):
    """A function with these accesses, through pointers; it returns the sum of what is loaded, each times another number."""
    used = {base for _, _, base, _ in listed}
    arguments = [f"%{base}: !llvm.ptr" for base in "ab" if base in used]
    lines = [f"llvm.mlir.global {linkage} @{base}(dense<0> : tensor<4xi32>) : !llvm.array<4 x i32>" for base, linkage in (("p", "external"), ("q", "internal")) if base in used]
    lines += [f"llvm.func @f({', '.join(arguments)}) -> i32 {{", "  %z = llvm.mlir.constant(0 : i32) : i32"]
    lines += [f"  %{base} = llvm.mlir.addressof @{base} : !llvm.ptr" for base in "pq" if base in used]
    for name, kind, base, offset in sorted(listed):
        lines.append(f"  %g{name} = llvm.getelementptr %{base}[{offset}] : (!llvm.ptr) -> !llvm.ptr, i32")
        lines.append(f"  %k{name} = llvm.mlir.constant({int(name[1:]) * 7 + 11} : i32) : i32")
    for name, kind, *_ in listed:
        lines.append(f"  llvm.store %k{name}, %g{name} : i32, !llvm.ptr" if kind == "store" else f"  %{name} = llvm.load %g{name} : !llvm.ptr -> i32")
    total = "%z"
    for name in sorted(name for name, kind, *_ in listed if kind == "load"):
        lines += [f"  %m{name} = llvm.mul %{name}, %k{name} : i32", f"  %t{name} = llvm.add {total}, %m{name} : i32"]
        total = f"%t{name}"
    return "\n".join(lines + [f"  llvm.return {total} : i32", "}", ""])


def memory_pair(rng):
    pointers = rng.random() < 0.3
    bases = rng.sample("abpq" if pointers else "abspqnr", rng.choice([2, 3]))
    accesses = [(f"v{i}", rng.choice(["store", "store", "load"]), base, rng.randrange(SIZES[base])) for i, base in enumerate(rng.choices(bases, k=rng.choice([3, 4])))]
    # New memory is read only behind what is written to it.
    for i, (name, kind, base, offset) in enumerate(accesses):
        if kind == "load" and base == "n":
            accesses[i] = (name, "store", base, offset)
    at = rng.randrange(len(accesses) - 1)
    after = accesses[:at] + [accesses[at + 1], accesses[at]] + accesses[at + 2 :]
    used = {base for _, _, base, _ in accesses}
    truth = "right"
    for way, overlap in places(used, pointers):
        if run(accesses, way) != run(after, way):
            if not overlap:
                truth = "wrong"
                break
            truth = "apart"

    text = pointer_text if pointers else memref_text
    return text(accesses), text(after), truth


# --- races ----------------------------------------------------------------------------------------------------------------


def race_pair(rng):
    turns = rng.choice([2, 3, 4])
    a, c = rng.choice([0, 1, 1, 2, 3]), rng.choice([0, 1, 1, 2])
    b, d = rng.randrange(4), rng.randrange(4)
    loads = rng.random() < 0.6
    way = rng.choice(["parallel", "forall", "affine", "sequential", "backwards"])
    stores, reads = [a * i + b for i in range(turns)], [c * i + d for i in range(turns)]
    races = any(stores[i] == stores[j] or loads and stores[i] == reads[j] for i in range(turns) for j in range(turns) if i != j)

    def result(order):
        # Each element by what it is a sum of.
        memory = {cell: ((cell, 1),) for cell in range(16)}
        for i in order:
            value = memory[reads[i]] if loads else ()
            memory[stores[i]] = tuple(sorted((collections.Counter(dict(value)) + collections.Counter({"x": 1})).items(), key=str))
        return memory

    if way == "sequential":
        truth = "right"
    elif way == "backwards":
        truth = "right" if result(range(turns)) == result(reversed(range(turns))) else "wrong"
    else:
        truth = "wrong" if races else "right"

    def text(kind):
        heads = {
            "for": "scf.for %i = %c0 to %n step %c1 {",
            "parallel": "scf.parallel (%i) = (%c0) to (%n) step (%c1) {",
            "forall": f"scf.forall (%i) in ({turns}) {{",
            "affine": f"affine.parallel (%i) = (0) to ({turns}) {{",
        }
        index = "%i"
        lines = ["func.func @f(%m: memref<16xi32>, %x: i32) {", CONSTANTS.rstrip(), f"  %n = arith.constant {turns} : index"]
        lines += [f"  %ka = arith.constant {a} : index", f"  %kc = arith.constant {c} : index", f"  {heads.get(kind, heads['for'])}"]
        if kind == "backwards":
            lines += [f"    %l = arith.constant {turns - 1} : index", "    %j = arith.subi %l, %i : index"]
            index = "%j"
        lines += [f"    %s0 = arith.muli {index}, %ka : index", f"    %s = arith.addi %s0, %c{b} : index"]
        value = "%x"
        if loads:
            lines += [f"    %r0 = arith.muli {index}, %kc : index", f"    %r = arith.addi %r0, %c{d} : index"]
            lines += ["    %o = memref.load %m[%r] : memref<16xi32>", "    %w = arith.addi %o, %x : i32"]
            value = "%w"
        lines += [f"    memref.store {value}, %m[%s] : memref<16xi32>", "  }", "  return", "}", ""]
        return "\n".join(lines)

    if way == "sequential":
        return text(rng.choice(["parallel", "forall", "affine"])), text("for"), truth
    return text("for"), text(way), truth


# --- promises -------------------------------------------------------------------------------------------------------------

SIGNED = lambda value: value - 256 if value > 127 else value
PREDICATES = {
    "ult": lambda x, k: x < k,
    "uge": lambda x, k: x >= k,
    "slt": lambda x, k: SIGNED(x) < SIGNED(k),
    "sgt": lambda x, k: SIGNED(x) > SIGNED(k),
    "eq": lambda x, k: x == k,
    "ne": lambda x, k: x != k,
}


def promise_pair(rng):
    low = rng.choice([0, 1, 5, 100, 128, 200, 250])
    high = (low + rng.choice([1, 3, 10, 60, 130])) % 256
    values = [(low + i) % 256 for i in range((high - low) % 256)]
    predicate = rng.choice(sorted(PREDICATES))
    k = rng.choice([low, high, (high - 1) % 256, (low - 1) % 256, 0, 128])
    answer = rng.random() < 0.5
    noundef = rng.choice(["", ", llvm.noundef"])
    truth = "right" if all(PREDICATES[predicate](x, k) == answer for x in values) else "wrong"
    promised = rng.random() < 0.8
    attribute = f" {{llvm.range = #llvm.constant_range<i8, {SIGNED(low)}, {SIGNED(high)}>{noundef}}}" if promised else ""
    if not promised and any(PREDICATES[predicate](x, k) != answer for x in range(256)):
        truth = "wrong"
    head = f"func.func @f(%x: i8{attribute}) -> i1 {{"
    before = f"{head}\n  %k = arith.constant {SIGNED(k)} : i8\n  %r = arith.cmpi {predicate}, %x, %k : i8\n  return %r : i1\n}}\n"
    after = f"{head}\n  %r = arith.constant {str(answer).lower()}\n  return %r : i1\n}}\n"
    return before, after, truth


# --- symbols --------------------------------------------------------------------------------------------------------------

LINKAGES = {  # inlined, erased where nothing uses it, changed where it is used
    "internal": (True, True),
    "private": (True, True),
    "external": (True, False),
    "weak": (False, False),
    "linkonce": (False, True),
    "weak_odr": (True, False),
    "linkonce_odr": (True, True),
}


def symbol_pair(rng):
    linkage = rng.choice(sorted(LINKAGES))
    inlines, erases = LINKAGES[linkage]
    k = rng.randrange(1, 9)
    helper = lambda k: f"llvm.func {linkage} @h(%x: i32) -> i32 {{\n  %k = llvm.mlir.constant({k} : i32) : i32\n  %r = llvm.add %x, %k : i32\n  llvm.return %r : i32\n}}\n"
    calls = "llvm.func @f(%x: i32) -> i32 {\n  %r = llvm.call @h(%x) : (i32) -> i32\n  llvm.return %r : i32\n}\n"
    inlined = lambda k: f"llvm.func @f(%x: i32) -> i32 {{\n  %k = llvm.mlir.constant({k} : i32) : i32\n  %r = llvm.add %x, %k : i32\n  llvm.return %r : i32\n}}\n"
    way = rng.choice(["inline", "inline", "erase", "erase", "change", "inline and erase"])
    other = k if rng.random() < 0.7 else k + 1
    if way == "inline":
        return helper(k) + calls, helper(k) + inlined(other), "right" if inlines and other == k else "wrong"
    if way == "inline and erase":
        return helper(k) + calls, inlined(other), "right" if inlines and erases and other == k else "wrong"
    if way == "erase":
        return helper(k) + inlined(k), inlined(k), "right" if erases else "wrong"
    # A function that nothing calls is compared by itself, also where no other module sees it.
    return helper(k) + inlined(k), helper(other) + inlined(k), "right" if other == k else "wrong"


KINDS = {"memory": memory_pair, "races": race_pair, "promises": promise_pair, "symbols": symbol_pair}


def drawn(rng, count):
    """As many pairs of each kind, half of them right, as far as they are found."""
    seen = set()
    for index in range(count):
        kind = sorted(KINDS)[index % len(KINDS)]
        right = index // len(KINDS) % 2 == 0
        for _ in range(400):
            before, after, truth = KINDS[kind](rng)
            if (truth != "wrong") == right and (before, after) not in seen:
                seen.add((before, after))
                yield index, kind, before, after, truth
                break


def judged(assay, folder, index, more=()):
    command = [assay, "tv", f"{folder}/{index}.before.mlir", f"{folder}/{index}.after.mlir", "--no-reduce", "--format", "json", *more]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        verdicts = [record["verdict"] for record in json.loads(done.stdout)["patterns"]]
    except (ValueError, KeyError):
        return f"exit {done.returncode}"
    if "refuted" in verdicts:
        return "refuted"
    if all(verdict == "proved" for verdict in verdicts):
        return "proved"
    return "bounded" if all(verdict in ("proved", "bounded") for verdict in verdicts) else "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__.replace("%", "%%"), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=120)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--keep")
    args = parser.parse_args()
    table, wrong, decided, asked = collections.Counter(), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        os.makedirs(folder, exist_ok=True)
        for index, kind, before, after, truth in drawn(random.Random(args.seed), args.count):
            for name, text in (("before", before), ("after", after)):
                with open(f"{folder}/{index}.{name}.mlir", "w", encoding="utf-8") as file:
                    file.write(text)
            verdict = judged(args.assay, folder, index)
            is_wrong = verdict in ("proved", "bounded") if truth == "wrong" else verdict == "refuted"
            if truth == "apart" and (aliased := judged(args.assay, folder, index, ["--alias"])) in ("proved", "bounded"):
                is_wrong, verdict = True, f"{aliased} with --alias"
            is_wrong |= verdict.startswith("exit")
            wrong += is_wrong
            asked += 1
            decided += verdict == "refuted" if truth == "wrong" else verdict in ("proved", "bounded")
            table[kind, truth, verdict] += 1
            if is_wrong or verdict == "unknown":
                print(f"{'WRONG' if is_wrong else 'open'}: {index} {kind}, {truth}: {verdict}", flush=True)
    for (kind, truth, verdict), count in sorted(table.items()):
        print(f"{kind:10} {truth:6} {verdict:10} {count}")
    print(f"seed {args.seed}: {asked} pairs, {wrong} wrong, {decided} decided ({decided / max(asked, 1):.1%})")
    return 1 if wrong or decided < SHARE * asked else 0


if __name__ == "__main__":
    sys.exit(main())
