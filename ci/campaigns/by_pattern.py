#!/usr/bin/env python3
"""C++ patterns of MLIR's canonicalization applied one at a time, over MLIR's own tests: a table of pattern, how often the driver
tried it, applications that changed the program, those that were judged (proved, bounded or refuted), refuted, tested on inputs,
and open. Tried counts each attempt of one run of the pass over each text, as MLIR's log of actions has it; of a text and a
pattern, at most eight applications are judged, unless an option says otherwise.

usage: ci/campaigns/by_pattern.py SOURCES [--out DIR] [--markdown] [DIALECT ...] [-- OPTION ...]
    SOURCES     a folder with `mlir/test`, see mlir_sources.sh
    --out       a folder where reports are kept: a dialect that has one is not run again
    --markdown  the table for a README
    OPTION      an option of `assay tv`, such as --no-proof, with which programs are only run
    (needs target/release/assay, or ASSAY, and mlir-opt-22)
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
DIALECTS = ["Affine", "Arith", "ControlFlow", "Index", "MemRef", "SCF", "Tensor", "Vector"]
FLAGS = ["--allow-unregistered-dialect", "--canonicalize", "--log-actions-to=-"]
COLUMNS = ["tried", "applied", "judged", "refuted", "tested", "open"]
TRIED = re.compile(r" begins .*`apply-pattern pattern: (.*)")
SECONDS = 60


def records(folder, report, more):
    """What `assay tv` says of each application in a folder of tests."""
    if not os.path.exists(report):
        words = [ASSAY, "tv", "--by-pattern", "--pass", "canonicalize", "--tests", folder, "--quiet", *more]
        done = subprocess.run([*words, "--format", f"json={report}.part"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{folder}: exit code {done.returncode}\n{done.stderr}")
        os.rename(f"{report}.part", report)
    with open(report, encoding="utf-8") as text:
        return json.load(text)["patterns"]


def class_of(text):
    """The class of a pattern, before the operation in parentheses behind a space."""
    return re.split(r" \((?!anonymous namespace\))", text, maxsplit=1)[0].strip()


def log_of(text, *more):
    """The log of actions of a run over a text; nothing where the binary crashes or does not end."""
    try:
        done = subprocess.run(["mlir-opt-22", *FLAGS, *more], input=text, capture_output=True, text=True, errors="replace",
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode in (0, 1) else None


def attempts(folder):
    """How often the driver tries each pattern on the texts of a folder."""
    tried = collections.Counter()
    for path in sorted(pathlib.Path(folder).rglob("*.mlir")):
        text = path.read_text(errors="replace")
        log = log_of(text, "--split-input-file")
        if log is None:
            # A crash costs its own text only.
            log = "".join(log_of(part) or "" for part in re.split(r"(?m)^// -----.*$", text))
        tried.update(class_of(found.group(1)) for found in TRIED.finditer(log))
    return tried


def add(rows, record):
    """Counts an application; the other functions of its text, which it does not change, are no part of it."""
    if record.get("scope") == "not changed":
        return
    name = next((word[9:] for word in record["domain"] if word.startswith("pattern: ")), None)
    if name is None:
        return
    row = rows[name]
    tested = (record["reason"] or {}).get("class") == "tested"
    decided = record["verdict"] in ("proved", "bounded", "refuted")
    row["applied"] += 1
    row["judged" if decided else "tested" if tested else "open"] += 1
    row["refuted"] += record["verdict"] == "refuted"


def main():
    options = argparse.ArgumentParser(usage=__doc__.rsplit("usage: ", 1)[1].rstrip())
    options.add_argument("sources")
    options.add_argument("dialects", nargs="*")
    options.add_argument("--out")
    options.add_argument("--markdown", action="store_true")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    options, more = options.parse_intermixed_args(words[:split]), words[split + 1:]
    rows = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as kept:
        if options.out:
            os.makedirs(options.out, exist_ok=True)
        for dialect in options.dialects or DIALECTS:
            folder = os.path.join(options.sources, "mlir", "test", "Dialect", dialect)
            for record in records(folder, os.path.join(options.out or kept, f"{dialect}.json"), more):
                add(rows, record)
            for name, count in attempts(folder).items():
                rows[name]["tried"] += count
    applied = {name: row for name, row in rows.items() if row["applied"]}
    total = sum(rows.values(), collections.Counter())
    last = (f"{len(rows)} patterns tried, {len(applied)} applied, "
            f"{sum(bool(row['judged'] + row['tested']) for row in applied.values())} judged or tested")
    lines = [(name, row) for name, row in sorted(applied.items())] + [(last, total)]
    if options.markdown:
        print("| pattern |", " | ".join(COLUMNS), "|\n|---|" + "---|" * len(COLUMNS))
        for name, row in lines:
            words = name if row is total else f"`{name}`"
            print(f"| {words} |", " | ".join(str(row[column]) for column in COLUMNS), "|")
        return
    print("pattern".ljust(90), *(column.rjust(8) for column in COLUMNS))
    for name, row in lines:
        print(name.ljust(90), *(str(row[column]).rjust(8) for column in COLUMNS))


if __name__ == "__main__":
    main()
