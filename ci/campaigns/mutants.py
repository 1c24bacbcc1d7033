#!/usr/bin/env python3
"""Mutation testing: makes small changes of the source in a copy of the tree, one at a time, and runs the tests of the crate.

    mutants.py SEED [--count 80] [--time MINUTES] [--resume FILE] [--folder FOLDER] [--list]

SEED draws the changes, of all that the operators below can make in FOLDERS outside of tests, comments and strings. A change
that does not compile does not count, and another one is drawn instead. Every answer is a line of the record
(target/campaigns/mutants-SEED.jsonl, or FILE); what the record has already is not run again, so a run that was stopped, or
that --time ended, goes on. At the end a table by folder is printed, and the survivors with their changes. A change is caught
when a test fails, or when the tests take longer than the limit.
"""

import argparse
import difflib
import hashlib
import json
import pathlib
import random
import re
import sys
import time

from tree_copy import ROOT, TARGET, Copy

FOLDERS = [
    "verifier/src/pattern",
    "verifier/src/structure",
    "verifier/type-solver/src",
    "verifier/src/types",
    "verifier/src/values",
    "verifier/term/src",
    "verifier/semantics/src",
    "verifier/encode/src",
    "ir/src/rewrite",
]

def files_of_tests(crate, but=()):
    """All tests of a crate that are files of their own."""
    names = sorted(path.stem for path in (ROOT / crate / "tests").glob("*.rs"))
    return [word for name in names if name not in but for word in ("--test", name)]


# Tests of each crate: its units, then all others of it, then some of the command that take a minute at most. A step runs only where
# no earlier one fails.
TESTS = {
    # The tests of Z3 in the same process need a feature.
    "verifier": [["-p", "assay-verifier", "-p", "assay-term", "-p", "assay-type-solver", "-p", "assay-semantics", "-p", "assay-encode", "--lib"], ["-p", "assay-verifier", *files_of_tests("verifier", ["in_process"])],
                 ["-p", "assay-cli", "--test", "human", "--test", "meanings", "--test", "proofs", "--test", "witnesses"]],
    "ir": [["-p", "assay-ir", "--lib"], ["-p", "assay-ir", *files_of_tests("ir")]],
}

# Seconds of processor time that one file of tests may take with a change: several times what it takes without one.
LIMIT = 300

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<h>#*)".*?"(?P=h)|b?"(?:\\.|[^"\\])*"|b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^'\\\n])'""",
    re.S,
)


def masked(text):
    """The text with comments, strings and tests blanked; every other character is where it was."""
    blank = lambda part: re.sub(r"[^\n]", " ", part)
    out = TOKEN.sub(lambda m: blank(m.group(0)), text)
    for match in re.finditer(r"#\[cfg\(test\)\]\s*(?:pub(?:\([a-z]+\))? )?(?:mod \w+ )?", out):
        if match.group(0).rstrip().endswith("]"):
            continue
        end = closing(out, match.end())
        out = out[: match.start()] + blank(out[match.start() : end]) + out[end:]
    out = re.sub(r"#!?\[[^\]\n]*\]", lambda m: blank(m.group(0)), out)
    return re.sub(r"(?m)^\s*(?:pub(?:\([a-z]+\))? )?(?:use|mod) [^;{]*(?:\{[^;]*\})?;", lambda m: blank(m.group(0)), out)


def closing(text, start):
    """The offset behind the brace that closes the first one at or after an offset."""
    depth = 0
    for at in range(start, len(text)):
        if text[at] == "{":
            depth += 1
        elif text[at] == "}":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(text)


SWAPS = [
    ("comparison", r" == ", " != "), ("comparison", r" != ", " == "),
    ("comparison", r" < ", " <= "), ("comparison", r" <= ", " < "),
    ("comparison", r" > ", " >= "), ("comparison", r" >= ", " > "),
    ("logic", r"(?<=[\w)\]?]) && ", " || "), ("logic", r"(?<=[\w)\]?])\s\|\| ", " && "),
    ("boolean", r"\btrue\b", "false"), ("boolean", r"\bfalse\b", "true"),
    ("arithmetic", r"(?<=[\w)\]]) \+ ", " - "), ("arithmetic", r"(?<=[\w)\]]) - ", " + "),
    ("negation", r"(?<![\w!=<>#])!(?=[a-z(*])", ""),
    ("method", r"\.is_some\(\)", ".is_none()"), ("method", r"\.is_none\(\)", ".is_some()"),
    ("method", r"\.all\(", ".any("), ("method", r"\.any\(", ".all("),
    ("method", r"\.min\(", ".max("), ("method", r"\.max\(", ".min("),
    ("method", r"\.first\(\)", ".last()"), ("method", r"\.last\(\)", ".first()"),
    ("method", r"\.is_some_and\(", ".is_none_or("), ("method", r"\.is_none_or\(", ".is_some_and("),
    ("flow", r"\bcontinue;", "break;"),
]

DEFAULTS = [
    (r"bool", ["true", "false"]), (r"Option<.*", ["None"]), (r"Vec<.*", ["Vec::new()"]),
    (r"usize|u32|u64|i64", ["0", "1"]), (r"String", ["String::new()"]),
]


def changes(text):
    """All changes of one file: operator, start, end, replacement."""
    code = masked(text)
    for operator, pattern, new in SWAPS:
        for match in re.finditer(pattern, code):
            yield operator, match.start(), match.end(), new
    for match in re.finditer(r"(?<![\w.\"'])\d+(?![\w.]*\w|\.\.?=?\d)", code):
        yield "literal", match.start(), match.end(), str(int(match.group(0)) + 1)
    for match in re.finditer(r"\b(if|while) (?!let\b)([^{}\n]+) \{", code):
        if " let " not in match.group(2):
            start, end = match.span(2)
            yield "condition", start, end, f"!({text[start:end]})"
    for match in re.finditer(r"(?m)^[ ]+(?:\w+(?:\.|::))+\w+\([^;\n]*\);$", code):
        if match.group(0).count("(") == match.group(0).count(")"):
            yield "statement", match.start(), match.end(), ""
    for match in re.finditer(r"\bfn \w+(?:<[^>{]*>)?\([^{;]*?\)(?: -> ([^{;]+?))? \{\n", code):
        returned = (match.group(1) or "()").strip()
        values = [""] if returned == "()" else []
        for pattern, defaults in DEFAULTS:
            if re.fullmatch(pattern, returned, re.S):
                values = defaults
        for value in values:
            at = match.end()
            yield "body", at, at, f"    if std::hint::black_box(true) {{ return {value}; }}\n".replace(" ;", ";")


def all_changes():
    """Every change of every file, in one fixed order, and the texts of the files."""
    out, texts = [], {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.rs")):
            name = str(path.relative_to(ROOT))
            if re.search(r"/tests?(/|\.rs)|/testing\.rs", name):
                continue
            text = texts[name] = path.read_text()
            for operator, start, end, new in changes(text):
                key = f"{name}:{start}:{end}:{operator}:{new}"
                out.append((key, name, folder, operator, start, end, new))
    return sorted(set(out)), texts


def crate_of(name):
    return name.split("/")[0]


def changed(text, change):
    _, _, _, _, start, end, new = change
    return text[:start] + new + text[end:]


def difference(name, old, new):
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="", n=1)
    return "\n".join(list(lines)[2:])


class Tests:
    """The tests of the crates in one copy of the tree."""

    def __init__(self, texts):
        self.copy = Copy("mutants")
        self.texts = texts

    def baseline(self, crate):
        """The seconds that the tests take without a change; they have to pass."""
        total = 0.0
        for step in TESTS[crate]:
            self.build(step)
            code, output, seconds = self.copy.run(["test", "--locked", *step], limited=True)
            if code != 0:
                sys.exit(f"mutants: the tests of {crate} do not pass without a change\n{output[-4000:]}")
            total += seconds
        return total

    def build(self, step):
        return self.copy.run(["test", "--locked", "--no-run", *step])

    def answer(self, change):
        """What becomes of one change: `unbuilt`, `caught`, `time-out` or `survived`, and the first test that failed."""
        name = change[1]
        self.copy.write(name, changed(self.texts[name], change))
        building = testing = 0.0
        try:
            for step in TESTS[crate_of(name)]:
                code, _, seconds = self.build(step)
                building += seconds
                if code != 0:
                    return "unbuilt", "", building, testing
                code, output, seconds = self.copy.run(["test", "--locked", *step], seconds=LIMIT, limited=True)
                testing += seconds
                if code != 0:
                    failed = re.search(r"(?m)^test (\S+)\s+\.\.\. FAILED", output)
                    return "time-out" if code is None else "caught", failed.group(1) if failed else "", building, testing
            return "survived", "", building, testing
        finally:
            self.copy.restore(name)


def report(records, count):
    counted = [record for record in records if record["answer"] != "unbuilt"][:count]
    print("\n| folder | drawn | caught | time-out | survived |\n|---|---|---|---|---|")
    row = lambda name, of: print(
        f"| {name} | {len(of)} | " + " | ".join(
            str(sum(record["answer"] == answer for record in of)) for answer in ("caught", "time-out", "survived")
        ) + " |"
    )
    for folder in FOLDERS:
        row(f"`{folder}`", [record for record in counted if record["folder"] == folder])
    row("all", counted)
    caught = sum(record["answer"] != "survived" for record in counted)
    share = 100 * caught / len(counted) if counted else 0.0
    unbuilt = sum(record["answer"] == "unbuilt" for record in records)
    print(f"\n{caught} of {len(counted)} caught ({share:.1f} %); {unbuilt} more did not compile")
    for record in counted:
        if record["answer"] == "survived":
            print(f"\nsurvived: {record['operator']} in {record['file']}\n{record['change']}")


def main():
    parser = argparse.ArgumentParser(description="Mutation testing of the folders that judge.")
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--time", type=float, metavar="MINUTES")
    parser.add_argument("--resume", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--folder", choices=FOLDERS, help="draw from one folder only")
    parser.add_argument("--list", action="store_true", help="print the changes that are drawn, and run nothing")
    options = parser.parse_args()
    drawn, texts = all_changes()
    random.Random(options.seed).shuffle(drawn)
    drawn = [change for change in drawn if options.folder in (None, change[2])]
    if options.list:
        for change in drawn[: options.count]:
            old = texts[change[1]]
            print(f"{change[3]} in {change[1]}\n{difference(change[1], old, changed(old, change))}\n")
        print(f"{len(drawn)} changes in all")
        return
    path = options.resume or TARGET / "campaigns" / f"mutants-{options.seed}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    known = {}
    if path.exists():
        known = {(r["key"], r["source"]): r for r in map(json.loads, path.read_text().splitlines())}
    deadline = time.monotonic() + 60 * options.time if options.time else None
    tests, records, ready = None, [], set()
    for change in drawn:
        if sum(record["answer"] != "unbuilt" for record in records) == options.count:
            break
        key, name, folder, operator, *_ = change
        old = texts[name]
        source = hashlib.sha256(old.encode()).hexdigest()[:16]
        if (key, source) in known:
            records.append(known[key, source])
            continue
        if deadline and time.monotonic() > deadline:
            print("mutants: the time is over; run it again to go on", file=sys.stderr)
            break
        tests = tests or Tests(texts)
        if crate_of(name) not in ready:
            seconds = tests.baseline(crate_of(name))
            print(f"tests of {crate_of(name)} without a change: {seconds:.0f} s", file=sys.stderr, flush=True)
            ready.add(crate_of(name))
        answer, test, built, seconds = tests.answer(change)
        record = {
            "key": key, "source": source, "file": name, "folder": folder, "operator": operator, "answer": answer,
            "test": test, "build_seconds": round(built, 1), "seconds": round(seconds, 1),
            "change": difference(name, old, changed(old, change)),
        }
        with path.open("a") as out:
            out.write(json.dumps(record) + "\n")
        records.append(record)
        print(f"{len(records)} {answer}: {operator} in {name} {test}", file=sys.stderr, flush=True)
    report(records, options.count)


main()
