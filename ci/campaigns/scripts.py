#!/usr/bin/env python3
"""Random transform scripts with payloads, run by mlir-opt-22 and audited by Assay with and without the payload.

Prints how many scripts ended with an invalid handle, how many of those were missed (C511 at the line of the run's error is asked
for), how many scripts that ran to their end were reported, and what was undecided. A script that runs through on its own payload
and is reported for any payload is tried on others: it `ran here` where one of them has an invalid handle at a reported line. Exits
with 1 where one was missed.

usage: ci/campaigns/scripts.py SEED [COUNT] [--assay PATH] [--keep DIR]
"""

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import interpreter

ANY = "!transform.any_op"
# Payloads that a script is tried on that runs through on its own payload and is reported for any.
PAYLOADS = 60


class Payload:
    """Functions with loop nests and structured operations; attributes tell the operations apart."""

    def __init__(self, rng, marks=()):
        """With `marks`, operations have any of these instead of one of their own each."""
        self.rng, self.marks, self.names, self.given, self.count = rng, [], set(), list(marks), 0
        self.functions = [self.function(f"f{index}") for index in range(rng.choice([1, 1, 2]))]

    def mark(self):
        self.count += 1
        if self.given:
            return ", ".join(sorted(self.rng.sample(self.given, min(len(self.given), self.rng.choice([1, 1, 2, 3])))))
        name = f"m{self.count - 1}"
        self.marks.append(name)
        return name

    def function(self, name):
        body = [f"    %c{value} = arith.constant {value} : index" for value in (0, 1, 2, 8, 10, 16)]
        for _ in range(self.rng.randint(1, 3)):
            body += self.rng.choice([self.nest, self.nest, self.matmul])("    ", self.rng.randint(1, 3))
        mark = self.mark()
        head = f"  func.func @{name}(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %c: tensor<8x8xf32>, %m: memref<16x16xf32>, %v: f32) attributes {{{mark}}} {{"
        return "\n".join([head] + body + ["    return", "  }"])

    def nest(self, indent, depth):
        bound = self.rng.choice([8, 10, 16])
        self.names.add("scf.for")
        index = f"%i{self.count}"
        mark = self.mark()
        lines = [f"{indent}scf.for {index} = %c0 to %c{bound} step %c{self.rng.choice([1, 2])} {{"]
        if depth > 1:
            for _ in range(self.rng.choice([1, 1, 2])):
                lines += self.nest(indent + "  ", depth - 1)
        else:
            self.names.add("memref.store")
            lines.append(f"{indent}  memref.store %v, %m[{index}, {index}] {{{self.mark()}}} : memref<16x16xf32>")
        return lines + [f"{indent}}} {{{mark}}}"]

    def matmul(self, indent, _):
        self.names.add("linalg.matmul")
        number = self.count
        return [f"{indent}%r{number} = linalg.matmul {{{self.mark()}}} ins(%a, %b : tensor<8x16xf32>, tensor<16x8xf32>) outs(%c : tensor<8x8xf32>) -> tensor<8x8xf32>"]


class Script:
    """A script over handles of known kinds; handles that were consumed are used again now and then."""

    def __init__(self, rng, payload):
        self.rng, self.payload, self.next = rng, payload, 0
        self.sequences = []

    def fresh(self):
        self.next += 1
        return f"%h{self.next}"

    def text(self):
        body = self.steps("    ", {"root": ["%root"]}, self.rng.randint(3, 12), 0)
        main = ["  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {"]
        self.lines = self.sequences + main + body + ["    transform.yield", "  }"]
        return self.on(self.payload)

    def on(self, payload):
        """The same script on another payload."""
        return "\n".join(["module attributes {transform.with_named_sequence} {"] + payload.functions + self.lines + ["}"]) + "\n"

    def steps(self, indent, pool, count, level):
        lines = []
        for _ in range(count):
            lines += self.step(indent, pool, level)
        return lines

    def pick(self, pool, *kinds):
        found = [handle for kind in kinds for handle in pool.get(kind, [])]
        return self.rng.choice(found) if found else None

    def step(self, indent, pool, level):
        kinds = [self.match] * 5 + [self.parent, self.annotate, self.annotate, self.unroll, self.unroll, self.unroll, self.peel]
        kinds += [self.split, self.merge, self.tile, self.tile, self.generalize, self.run_pass, self.in_place, self.value, self.cast]
        kinds += [self.outline, self.coalesce, self.select, self.producer, self.forall, self.interchange, self.use_value]
        if level < 2:
            kinds += [self.foreach, self.include, self.sequence, self.alternatives, self.foreach_match]
        for _ in range(8):
            lines = self.rng.choice(kinds)(indent, pool, level)
            if lines:
                return lines
        return []

    def put(self, pool, kind, handle):
        pool.setdefault(kind, []).append(handle)

    def match(self, indent, pool, level):
        root, h = self.pick(pool, "root", "func", "root"), self.fresh()
        if not root:
            return []
        name = self.rng.choice(sorted(self.payload.names) + ["func.func", "scf.for"])
        how = self.rng.random()
        if how < 0.5 and self.payload.marks:
            filter_ = f'ops{{["{name}"]}} attributes{{{self.rng.choice(self.payload.marks)}}}'
        elif how < 0.6:
            filter_, name = "interface{LoopLikeInterface}", "scf.for"
        elif how < 0.7:
            filter_, name = f"attributes{{{self.rng.choice(self.payload.marks)}}}", "any"
        else:
            filter_ = f'ops{{["{name}"]}}'
        kind = {"scf.for": "loop", "func.func": "func", "linalg.matmul": "linalg"}.get(name, "op")
        self.put(pool, kind, h)
        return [f"{indent}{h} = transform.structured.match {filter_} in {root} : ({ANY}) -> {ANY}"]

    def parent(self, indent, pool, level):
        child, h = self.pick(pool, "loop", "op", "linalg"), self.fresh()
        if not child:
            return []
        how = self.rng.choice(['{op_name = "scf.for"}', '{op_name = "func.func"}', "{isolated_from_above}", "{deduplicate}", ""])
        self.put(pool, "func" if "func" in how or "isol" in how else "loop", h)
        return [f"{indent}{h} = transform.get_parent_op {child} {how} : ({ANY}) -> {ANY}"]

    def annotate(self, indent, pool, level):
        h = self.pick(pool, "loop", "op", "linalg", "func")
        return [f'{indent}transform.annotate {h} "seen" : {ANY}'] if h else []

    def unroll(self, indent, pool, level):
        h = self.pick(pool, "loop")
        return [f"{indent}transform.loop.unroll {h} {{factor = {self.rng.choice([1, 2, 2, 3, 16])}}} : {ANY}"] if h else []

    def peel(self, indent, pool, level):
        h, a, b = self.pick(pool, "loop"), self.fresh(), self.fresh()
        if not h:
            return []
        c = self.fresh()
        self.put(pool, "loop", a)
        return [f'{indent}{c} = transform.cast {h} : {ANY} to !transform.op<"scf.for">',
                f'{indent}{a}, {b} = transform.loop.peel {c} : (!transform.op<"scf.for">) -> ({ANY}, {ANY})']

    def split(self, indent, pool, level):
        h = self.pick(pool, "loop", "linalg", "op")
        if not h:
            return []
        count = self.rng.choice([1, 2, 2, 3])
        parts = [self.fresh() for _ in range(count)]
        for part in parts:
            self.put(pool, "loop", part)
        return [f"{indent}{', '.join(parts)} = transform.split_handle {h} {{fail_on_payload_too_small = false, overflow_result = 0}} : ({ANY}) -> ({', '.join([ANY] * count)})"]

    def merge(self, indent, pool, level):
        a, b, h = self.pick(pool, "loop", "op"), self.pick(pool, "loop", "op"), self.fresh()
        if not a:
            return []
        self.put(pool, "loop", h)
        return [f"{indent}{h} = transform.merge_handles deduplicate {a}, {b} : {ANY}"]

    def tile(self, indent, pool, level):
        h, t, l = self.pick(pool, "linalg"), self.fresh(), self.fresh()
        if not h:
            return []
        self.put(pool, "linalg", t)
        self.put(pool, "loop", l)
        if self.rng.random() < 0.5:
            l2 = self.fresh()
            self.put(pool, "loop", l2)
            return [f"{indent}{t}, {l}, {l2} = transform.structured.tile_using_for {h} tile_sizes [4, 0, 2] : ({ANY}) -> ({ANY}, {ANY}, {ANY})"]
        return [f"{indent}{t}, {l} = transform.structured.tile_using_for {h} tile_sizes [4] : ({ANY}) -> ({ANY}, {ANY})"]

    def forall(self, indent, pool, level):
        h, t, l = self.pick(pool, "linalg"), self.fresh(), self.fresh()
        if not h:
            return []
        self.put(pool, "linalg", t)
        self.put(pool, "op", l)
        return [f"{indent}{t}, {l} = transform.structured.tile_using_forall {h} tile_sizes [4] : ({ANY}) -> ({ANY}, {ANY})"]

    def generalize(self, indent, pool, level):
        h, g = self.pick(pool, "linalg"), self.fresh()
        if not h:
            return []
        self.put(pool, "linalg", g)
        return [f"{indent}{g} = transform.structured.generalize {h} : ({ANY}) -> {ANY}"]

    def interchange(self, indent, pool, level):
        h, g = self.pick(pool, "linalg"), self.fresh()
        if not h:
            return []
        self.put(pool, "linalg", g)
        return [f"{indent}{g} = transform.structured.interchange {h} iterator_interchange = [1, 0, 2] : ({ANY}) -> {ANY}"]

    def run_pass(self, indent, pool, level):
        h, g = self.pick(pool, "func"), self.fresh()
        if not h:
            return []
        self.put(pool, "func", g)
        name = self.rng.choice(["canonicalize", "cse", "loop-invariant-code-motion", "convert-scf-to-cf"])
        return [f'{indent}{g} = transform.apply_registered_pass "{name}" to {h} : ({ANY}) -> {ANY}']

    def in_place(self, indent, pool, level):
        h = self.pick(pool, "func")
        if not h:
            return []
        how = self.rng.choice(["apply_cse", "apply_dce", "patterns"])
        if how == "patterns":
            return [f"{indent}transform.apply_patterns to {h} {{", f"{indent}  transform.apply_patterns.canonicalization", f"{indent}}} : {ANY}"]
        return [f"{indent}transform.{how} to {h} : {ANY}"]

    def value(self, indent, pool, level):
        h, v = self.pick(pool, "linalg"), self.fresh()
        if not h:
            return []
        self.put(pool, "value", v)
        how = self.rng.choice(["get_result", "get_operand"])
        return [f"{indent}{v} = transform.{how} {h}[0] : ({ANY}) -> !transform.any_value"]

    def use_value(self, indent, pool, level):
        v, h = self.pick(pool, "value"), self.fresh()
        if not v:
            return []
        self.put(pool, "op", h)
        return [f"{indent}{h} = transform.get_defining_op {v} : (!transform.any_value) -> {ANY}"]

    def producer(self, indent, pool, level):
        h, g = self.pick(pool, "linalg"), self.fresh()
        if not h:
            return []
        self.put(pool, "op", g)
        return [f"{indent}{g} = transform.get_consumers_of_result {h}[0] : ({ANY}) -> {ANY}"]

    def cast(self, indent, pool, level):
        h, g = self.pick(pool, "loop", "func"), self.fresh()
        if not h:
            return []
        self.put(pool, "loop", g)
        return [f"{indent}{g} = transform.cast {h} : {ANY} to {ANY}"]

    def select(self, indent, pool, level):
        h, g = self.pick(pool, "loop", "op"), self.fresh()
        if not h:
            return []
        self.put(pool, "loop", g)
        return [f'{indent}{g} = transform.select "scf.for" in {h} : ({ANY}) -> {ANY}']

    def outline(self, indent, pool, level):
        h, f, c = self.pick(pool, "loop"), self.fresh(), self.fresh()
        if not h:
            return []
        self.put(pool, "func", f)
        self.put(pool, "op", c)
        return [f'{indent}{f}, {c} = transform.loop.outline {h} {{func_name = "k"}} : ({ANY}) -> ({ANY}, {ANY})']

    def coalesce(self, indent, pool, level):
        h, c, g = self.pick(pool, "loop"), self.fresh(), self.fresh()
        if not h:
            return []
        return [f'{indent}{c} = transform.cast {h} : {ANY} to !transform.op<"scf.for">',
                f'{indent}{g} = transform.loop.coalesce {c} : (!transform.op<"scf.for">) -> !transform.op<"scf.for">']

    # --- regions ---------------------------------------------------------------------------------------------------------

    def inner(self, pool):
        return {kind: list(handles) for kind, handles in pool.items()}

    def foreach(self, indent, pool, level):
        h, x = self.pick(pool, "loop", "func", "linalg"), self.fresh()
        if not h:
            return []
        kind = next(kind for kind in ("loop", "func", "linalg") if h in pool.get(kind, []))
        own = self.inner(pool)
        self.put(own, kind, x)
        if self.rng.random() < 0.6:
            own = {kind: [x]} | ({"root": [x]} if kind == "func" else {})
        body = self.steps(indent + "  ", own, self.rng.randint(1, 3), level + 1)
        return [f"{indent}transform.foreach {h} : {ANY} {{", f"{indent}^bb0({x}: {ANY}):"] + body + [f"{indent}}}"]

    def sequence(self, indent, pool, level):
        root, r = self.pick(pool, "root", "func"), self.fresh()
        own = self.inner(pool)
        self.put(own, "root", r)
        mode = self.rng.choice(["suppress", "suppress", "propagate"])
        body = self.steps(indent + "  ", own, self.rng.randint(1, 4), level + 1)
        if self.rng.random() < 0.4 and own.get("loop"):
            body.insert(self.rng.randint(0, 0), f'{indent}  transform.match.operation_name {r} ["func.func"] : {ANY}')
        return [f"{indent}transform.sequence {root} : {ANY} failures({mode}) {{", f"{indent}^bb0({r}: {ANY}):"] + body + [f"{indent}}}"]

    def alternatives(self, indent, pool, level):
        f = self.pick(pool, "func")
        if not f:
            return []
        s, regions = self.fresh(), []
        for _ in range(self.rng.randint(1, 2)):
            g = self.fresh()
            body = self.steps(indent + "  ", {"root": [g], "func": [g]}, self.rng.randint(1, 3), level + 1)
            if self.rng.random() < 0.3:
                body.append(f'{indent}  transform.match.operation_name {g} ["scf.for"] : {ANY}')
            regions.append([f"{indent}^bb0({g}: {ANY}):"] + body + [f"{indent}  transform.yield {g} : {ANY}"])
        g = self.fresh()
        regions.append([f"{indent}^bb0({g}: {ANY}):", f"{indent}  transform.yield {g} : {ANY}"])
        lines = [f"{indent}{s} = transform.alternatives {f} : {ANY} -> {ANY} {{"]
        for index, region in enumerate(regions):
            lines += ([f"{indent}}}, {{"] if index else []) + region
        self.put(pool, "func", s)
        return lines + [f"{indent}}}"]

    def callee(self, level, kind, matcher=False):
        x = self.fresh()
        name = f"s{self.next}"
        own = {kind: [x]} | ({"root": [x]} if kind == "func" else {})
        if matcher:
            body = [f'    transform.match.operation_name {x} ["{self.rng.choice(["scf.for", "linalg.matmul", "memref.store"])}"] : {ANY}']
            self.sequences += [f"  transform.named_sequence @{name}({x}: {ANY} {{transform.readonly}}) -> {ANY} {{"] + body + [f"    transform.yield {x} : {ANY}", "  }"]
            return name
        body = self.steps("    ", own, self.rng.randint(1, 4), 2)
        consuming = ("loop.unroll", "loop.peel", "tile_using", "generalize", "outline", "interchange", "apply_registered_pass")
        eaten = any(f" {x} " in line and any(word in line for word in consuming) for line in body)
        how = "consumed" if eaten or self.rng.random() < 0.2 else "readonly"
        self.sequences += [f"  transform.named_sequence @{name}({x}: {ANY} {{transform.{how}}}) {{"] + body + ["    transform.yield", "  }"]
        return name

    def include(self, indent, pool, level):
        kind = self.rng.choice(["loop", "func", "linalg"])
        h = self.pick(pool, kind)
        if not h:
            return []
        mode = self.rng.choice(["propagate", "suppress"])
        return [f"{indent}transform.include @{self.callee(level, kind)} failures({mode}) ({h}) : ({ANY}) -> ()"]

    def foreach_match(self, indent, pool, level):
        f, h = self.pick(pool, "func"), self.fresh()
        if not f:
            return []
        matcher, action = self.callee(level, "op", matcher=True), self.callee(level, "op")
        self.put(pool, "func", h)
        return [f"{indent}{h} = transform.foreach_match in {f} @{matcher} -> @{action} : ({ANY}) -> {ANY}"]


INVALID = re.compile(r":(\d+):\d+: error: op uses a handle (?:invalidated|associated with empty payload and invalidated)")


def audit(assay, file, *options):
    run = subprocess.run([assay, "audit", file, "--format", "json", *options], capture_output=True, text=True, timeout=60)
    if run.returncode not in (0, 1, 4):
        return None
    findings = [finding for one in json.loads(run.stdout)["patterns"] for finding in one["findings"]]
    return {(finding["line"], finding["level"]) for finding in findings if finding["code"] == "C511"}


def shown(script, rng, reported, file):
    """Tells if another payload shows an invalid handle at a reported line of the script."""
    for number in range(PAYLOADS):
        payload = Payload(rng, script.payload.marks)
        lines = 1 + sum(one.count("\n") + 1 for one in payload.functions)
        other = f"{file}.{number}"
        with open(other, "w", encoding="utf-8") as out:
            out.write(script.on(payload))
        try:
            run = subprocess.run(["mlir-opt-22", "--transform-interpreter", other, "-o", os.devnull], capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            continue
        finally:
            os.unlink(other)
        found = INVALID.search(run.stderr)
        if found and int(found[1]) - lines in reported:
            return True
    return False


def one(args, folder, seed):
    rng = random.Random(seed)
    script = Script(rng, Payload(rng))
    text = script.text()
    lines = 1 + sum(one.count("\n") + 1 for one in script.payload.functions)
    file, run = interpreter.interpreted(folder, seed, text)
    if run is None:
        return seed, "limit", None, None, None
    found = INVALID.search(run.stderr)
    outcome = "invalid" if found else "ran" if run.returncode == 0 else "crash" if run.returncode < 0 else "failed"
    if outcome == "failed" and "error: " in run.stderr:
        outcome = "rejected" if re.search(r"expected|redefinition|use of undeclared|more than one potential|not marked", run.stderr.split("error: ")[1].split("\n")[0]) and "single payload" not in run.stderr else "failed"
    line = int(found[1]) if found else None
    given, any_payload = audit(args.assay, file), audit(args.assay, file, "--any-payload")
    reported = {at - lines for at, level in any_payload or () if level != "note"}
    if outcome == "ran" and reported and shown(script, rng, reported, file):
        outcome = "ran here"
    return seed, outcome, line, given, any_payload


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=300)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--keep")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        folder = args.keep or folder
        os.makedirs(folder, exist_ok=True)
        seeds = range(args.seed * 1_000_000, args.seed * 1_000_000 + args.count)
        rows = list(pool.map(lambda seed: one(args, folder, seed), seeds))
    counts, missed = {}, 0
    for _, outcome, *_ in rows:
        counts[outcome] = counts.get(outcome, 0) + 1
    print(f"{args.count} scripts: " + ", ".join(f"{counts[key]} {key}" for key in sorted(counts)))
    for label, index in (("with payload", 3), ("any payload", 4)):
        lost, wrong, crashed, sure = [], [], [], 0
        for row in rows:
            seed, outcome, line, found = row[0], row[1], row[2], row[index]
            if outcome == "limit":
                continue
            if found is None:
                crashed.append(seed)
            elif outcome == "invalid":
                levels = {level for at, level in found if at == line}
                sure += "error" in levels
                if not levels - {"note"}:
                    lost.append(seed)
            elif (outcome == "ran" or outcome == "ran here" and index == 3) and any(level != "note" for _, level in found):
                wrong.append(seed)
        missed += len(lost) + len(crashed)
        through = counts.get("ran", 0) + (counts.get("ran here", 0) if index == 3 else 0)
        print(f"{label}: {len(lost)} missed, {len(wrong)} of {through} that ran reported, {sure} of {counts.get('invalid', 0)} certain, {len(crashed)} without an answer")
        print(f"  missed {lost[:20]} spurious {wrong[:20]} no answer {crashed[:10]}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
