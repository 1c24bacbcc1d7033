#!/usr/bin/env python3
"""Verdicts where a part of what is known is taken away: no verdict may turn into its opposite when it is put back.

COUNT patterns are drawn by `assay fuzz --emit` (modes sound, dialect and adversarial) in batches. Each batch is checked with
everything, and once more with less, in one of two ways: the meanings of two to four operations that occur in it do not
count (`--without-meaning`); or operations of arith are renamed to a dialect of their own, known by an IRDL file and a file
of meanings, and the files are left out.

`refuted` with less may become only refuted, vacuous or malformed with everything; `proved` and `bounded` only each other or
vacuous. Prints the transitions and the share of decided patterns by the part that the operations play. Exit code 1 when a
verdict turned, or when less than half of what is decided with everything is decided where the operations are neither ended
nor created. A pattern on which a solver ran out of time with everything, which a busy machine makes of any, is counted apart.
Patterns that create an operation without result types, whose definition is left out, are counted apart: MLIR
makes such an operation without results, which is another rewrite. So are those refuted by T202 alone without the definition
of the operation that is replaced: the pattern leaves its type and that of the new value apart, and only the definition says
that they are equal; without it MLIR takes a program that has two.

With a folder KEEP in the environment what came of a batch is kept there, and a run that was stopped goes on from it.

usage: ci/campaigns/half-known.py SEED COUNT    (needs target/release/assay; ASSAY in the environment names another one)
"""

import collections
import functools
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
BATCH = 500
MODES = {"sound": 6, "dialect": 2, "adversarial": 2}
DECIDED = ("proved", "bounded", "refuted", "vacuous")

# Operations without attributes, whose meaning under another name is one operation of arith.
RENAMED = ["andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui"]


def renamed_files(folder):
    """The dialect `half` and the meanings of its operations."""
    with open(os.path.join(ROOT, "corpus", "dialects", "arith.irdl.mlir"), encoding="utf-8") as file:
        text = file.read().replace("irdl.dialect @arith", "irdl.dialect @half").replace("@arith::", "@half::")
    dialect = os.path.join(folder, "half.irdl.mlir")
    with open(dialect, "w", encoding="utf-8") as file:
        file.write(text)
    lines = ["!w = i8"]
    for op in RENAMED:
        for ty in ("!w", "index"):
            lines.append(f"func.func @{op}_{ty.strip('!')}(%x: {ty}, %y: {ty}) -> {ty}\n"
                         f"    attributes {{assay.meaning = \"half.{op}\", assay.elementwise}} {{\n"
                         f"  %r = arith.{op} %x, %y : {ty}\n  return %r : {ty}\n}}")
    meanings = os.path.join(folder, "half.mlir")
    with open(meanings, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return dialect, meanings


def check(path, flags):
    """Verdicts of a file by name; the exit code, and what was printed."""
    report = path + ".json"
    command = [ASSAY, "check", "--isolated", "--quiet", "--jobs", "2", f"--format=json={report}", *flags, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not os.path.exists(report):
        return None, done
    with open(report, encoding="utf-8") as file:
        patterns = json.load(file)["patterns"]
    os.remove(report)
    return {pattern["name"].lstrip("@"): counted(pattern) for pattern in patterns}, done


def counted(pattern):
    """What is looked at of a pattern."""
    errors = {finding["code"] for finding in pattern.get("findings", []) if finding["level"] == "error"}
    return {key: pattern[key] for key in ("verdict", "reason") if key in pattern} | {"errors": sorted(errors)}


def part(text, ops):
    """The part that operations play in a pattern: ended or created, matched, or none."""
    matched, _, rewrite = text.partition("pdl.rewrite")
    named = {op for op in ops if f'"{op}"' in text}
    if not named:
        return "absent"
    ended = set(re.findall(r"pdl\.(?:replace|erase)(?: |\"\()(%\w+)", rewrite))
    definers = dict(re.findall(r"(%\w+) = pdl\.operation \"([\w.]+)\"", matched))
    if any(f'"{op}"' in rewrite for op in named) or any(definers.get(handle) in named for handle in ended):
        return "ended or created"
    return "matched"


def patterns_of(text):
    return {name: body for name, body in re.findall(r"(?ms)^\s*pdl\.pattern @([\w.$-]+)(.*?^\s{0,2}\})", text)}


def allowed(less, full):
    if less == "refuted":
        return full in ("refuted", "vacuous", "malformed")
    if less in ("proved", "bounded"):
        return full in ("proved", "bounded", "vacuous")
    return True


def untyped(body):
    """Whether a renamed operation is created without result types."""
    rewrite = body.partition("pdl.rewrite")[2]
    lines = (line for line in rewrite.splitlines() if '"half.' in line)
    return any("->" not in line for line in lines)


class Table:
    def __init__(self):
        self.moves = collections.Counter()
        self.parts = collections.defaultdict(collections.Counter)
        self.turned = []
        self.reasons = collections.Counter()
        self.untyped = 0
        self.two_types = 0
        self.late = 0

    def add(self, text, ops, full, less, how, undefined):
        for name, body in patterns_of(text).items():
            if name not in full or name not in less:
                continue
            if undefined and untyped(body):
                self.untyped += 1
                continue
            before, after = less[name]["verdict"], full[name]["verdict"]
            if after == "unknown" and full[name].get("reason", {}).get("class") == "timeout":
                self.late += 1
                continue
            if undefined and less[name]["errors"] == ["T202"] and not allowed(before, after):
                self.two_types += 1
                continue
            self.moves[before, after] += 1
            counts = self.parts[part(body, ops)]
            counts["patterns"] += 1
            if after in DECIDED:
                counts["with everything"] += 1
                counts["with less, too"] += before in DECIDED
            if before == "unknown":
                self.reasons[less[name].get("reason", {}).get("class", "?")] += 1
            if not allowed(before, after):
                self.turned.append((name, before, after, how, body))

    def print(self):
        print("with less   -> with everything: patterns")
        for (before, after), count in sorted(self.moves.items()):
            mark = "" if allowed(before, after) else "   TURNED"
            print(f"  {before:12} -> {after:12} {count:7}{mark}")
        print("decided (proved, bounded, refuted, vacuous), by the part of the operations that less is known of")
        for name, counts in sorted(self.parts.items()):
            share = counts["with less, too"] / max(counts["with everything"], 1)
            print(f"  {name:18} {counts['patterns']:7} patterns, {counts['with everything']:6} with everything, "
                  f"{counts['with less, too']:6} with less, too: {share:.0%}")
        print(f"left out, out of time with everything: {self.late}")
        print(f"left out, created without result types and without a definition: {self.untyped}")
        print(f"left out, replaced by a value of another type without a definition (T202): {self.two_types}")
        print("unknown with less, by reason: " + ", ".join(f"{word} {n}" for word, n in self.reasons.most_common()))


def batch(folder, number, mode, seed, count, files, table):
    """Adds a batch to the table; false where a run ended in another way than with a verdict."""
    keep = os.environ.get("KEEP")
    path = os.path.join(keep, f"{program_key()} {mode} {seed} {number} {count}.json") if keep else None
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            table.add(*json.load(file))
        return True
    made = compared(folder, number, mode, seed, count, files)
    if made is None:
        return False
    if path:
        os.makedirs(keep, exist_ok=True)
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(made, file)
        os.replace(path + ".new", path)
    table.add(*made)
    return True


@functools.cache
def program_key():
    with open(ASSAY, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def compared(folder, number, mode, seed, count, files):
    """A batch with everything and with less: its text, what less is known of, both reports, how, and whether definitions are
    missing; None where a run ended in another way than with a verdict."""
    path = os.path.join(folder, f"{mode}-{number}.mlir")
    command = [ASSAY, "fuzz", "--mode", mode, "--seed", str(seed), "--count", str(count), "--emit", path]
    subprocess.run(command, check=True, capture_output=True)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    draw = random.Random(seed)
    if number % 2 == 0:
        used = sorted(set(re.findall(r"\"((?:arith|comb|index|llvm)\.[\w.]+)\"", text)))
        ops = draw.sample(used, min(len(used), draw.randint(2, 4)))
        base, flags = [], [flag for op in ops for flag in ("--without-meaning", op)]
    else:
        names = draw.sample(RENAMED, draw.randint(2, 5))
        for name in names:
            text = text.replace(f'"arith.{name}"', f'"half.{name}"')
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        dialect, meanings = files
        ops, base = [f"half.{name}" for name in names], ["--dialect", dialect, "--meanings", meanings]
        flags = draw.choice([[], ["--dialect", dialect], ["--meanings", meanings]])
    full, done = check(path, base)
    if number % 2 == 0:
        flags = base + flags
    less, again = check(path, flags)
    for run in (done, again):
        if run.returncode not in (0, 1):
            print(f"{path} {flags}: exit code {run.returncode}\n{run.stderr[-2000:]}")
            return None
    undefined = number % 2 == 1 and "--dialect" not in flags
    os.remove(path)
    return text, ops, full, less, " ".join(flags) or "neither dialect nor meanings", undefined


def main():
    if len(sys.argv) != 3 or not all(word.isdigit() for word in sys.argv[1:]):
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    seed, count = map(int, sys.argv[1:])
    table, fine, made, number = Table(), True, 0, 0
    modes = [mode for mode, times in MODES.items() for _ in range(times)]
    with tempfile.TemporaryDirectory() as folder:
        files = renamed_files(folder)
        while made < count:
            size = min(BATCH, count - made)
            mode = modes[(number // 2) % len(modes)]
            fine &= batch(folder, number, mode, seed * 1_000_003 + number, size, files, table)
            made, number = made + size, number + 1
            print(f"{made} of {count}, {len(table.turned)} turned", file=sys.stderr, flush=True)
    table.print()
    for name, before, after, how, body in table.turned[:20]:
        print(f"\n@{name}: {before} with less ({how}), {after} with everything\npdl.pattern @{name}{body}")
    outside = table.parts["matched"] + table.parts["absent"]
    enough = 2 * outside["with less, too"] >= outside["with everything"]
    sys.exit(0 if fine and enough and not table.turned else 1)


if __name__ == "__main__":
    main()
