#!/usr/bin/env python3
"""Recomputes the tables of a structure campaign from its records and, with --mlir, from runs of mlir-opt of its own.

Reads nothing else but the rule pages (which outcome of MLIR they name), and shares no code with Assay. Ends with exit
code 1 when a cell that has to be empty is not. Needs Python 3.8 and nothing else.
"""

import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import zlib

COLUMNS = ["malformed", "never matched", "well-formed", "breaks types", "ill-formed", "engine-error", "undefined",
           "witness breaks", "over-match"]
VERDICTS = ["malformed", "vacuous", "proved", "refuted", "unknown"]
BROKEN = {"ill-formed", "engine-error", "undefined", "witness breaks"}
# What the rule for contracts with a parent is about, random payloads do not respect.
NOT_COUNTED = {"S115"}

# The codes that a population has to show, and how many patterns of 100,000 for each. S116 is what a proof takes for granted;
# S120 is the code of a pattern that PDL's own rules refuse, so that no connected population holds it.
SHOWN = ["S101", "S102", "S103", "S104", "S105", "S106", "S107", "S108", "S109", "S110", "S111", "S112", "S113", "S114",
         "S115", "S116", "M501"]
LEAST = 500

# One operation of each dialect, so that MLIR loads it.
LOADER = """func.func private @loader() {
  %c = arith.constant 1 : i32
  "lab.use"(%c) : (i32) -> ()
  cf.br ^bb1
^bb1:
  %u = llvm.mlir.undef : i32
  "lab.use"(%u) : (i32) -> ()
  scf.execute_region {
    "lab.use"() : () -> ()
    scf.yield
  }
  return
}
"""


def structural(outcome):
    """Whether an outcome such as `ill-formed S103` breaks a structure rule."""
    words = outcome.split(" ")
    return len(words) > 1 and words[1].startswith("S") and words[1] not in NOT_COUNTED


def executed(record):
    """What execution came to: the worst class over all payloads."""
    outcomes = record["outcomes"]
    if "malformed" in outcomes:
        return "malformed"
    for name in ("undefined", "engine-error", "ill-formed"):
        if any(outcome.startswith(name) and structural(outcome) for outcome in outcomes):
            return name
    if record["witness_broken"]:
        return "witness breaks"
    if record["over_matched"]:
        # The engine in the written meaning and in MLIR's differ on the witness; the rewrite itself need not break.
        return "over-match"
    if record["matched"] == 0:
        return "never matched"
    if any(outcome.split(" ")[0] in ("undefined", "engine-error", "ill-formed") for outcome in outcomes):
        return "breaks types"
    return "well-formed"


def table(title, counts, columns):
    print(title)
    columns = [column for column in columns if any(key[1] == column for key in counts)]
    print("  {:10}".format("") + "".join("{:>16}".format(column) for column in columns))
    rows = [row for row in VERDICTS if any(key[0] == row for key in counts)]
    for row in rows:
        print("  {:10}".format(row) + "".join("{:>16}".format(counts[row, column]) for column in columns))


def read(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


# ---- MLIR


def module(record, case):
    payload = case["payload"]
    if any('"%s.' % dialect in record["text"] for dialect in ("arith", "llvm", "scf", "cf")):
        payload += LOADER
    return "module @patterns {\n%s}\nmodule @ir {\n%s}\n" % (record["text"], payload)


def run(opt, text, seconds):
    flags = ["-allow-unregistered-dialect", "-test-pdl-bytecode-pass", "-split-input-file", "-o", "-", "-"]
    environment = dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1")
    try:
        done = subprocess.run([opt] + flags, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              timeout=seconds, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return "hang", ""
    if done.returncode not in (0, 1):
        return "crash", ""
    return ("ok" if done.returncode == 0 else "error"), done.stdout.decode(errors="replace")


# Seconds for one program, and for one that is not expected to hang.
PATIENCE, GRACE = 2, 20


def ask(opt, texts):
    """One word for each text; halves are asked again when one of them takes the process down."""
    if not texts:
        return []
    word, out = run(opt, "\n// -----\n".join(texts), PATIENCE + len(texts) / 25)
    if len(texts) == 1:
        return [word]
    if word in ("ok", "error"):
        slots = re.split(r"^// -----\n", out, flags=re.M)
        if len(slots) == len(texts):
            return ["ok" if slot.strip() else "error" for slot in slots]
    half = len(texts) // 2
    return ask(opt, texts[:half]) + ask(opt, texts[half:])


def named_by_pages():
    """The outcomes that each rule page names, in the words of this script."""
    words = {"silent": {"ok"}, "verifier-error": {"error"}, "crash": {"crash"}, "hang": {"hang"}}
    pages = {}
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "verifier", "src")
    for path in glob.glob(os.path.join(root, "**", "rules", "S*.md"), recursive=True):
        with open(path, encoding="utf-8") as file:
            found = re.search(r"^mlir: (.*)$", file.read(), flags=re.M)
        if found:
            named = [words.get(word.strip(), set()) for word in found.group(1).split("|")]
            pages[os.path.basename(path)[:-3]] = set().union(*named)
    return pages


def key(record, case):
    """Names one question, its text included: an answer is of no use for another one."""
    return record["mode"], record["index"], zlib.crc32(module(record, case).encode())


def known_answers(path):
    """What an earlier run was told: a word for each question."""
    known = {}
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                # The last line of a run that was stopped may be cut off.
                if line.endswith("\n"):
                    *question, word = json.loads(line)
                    known[tuple(question)] = word
    return known


def answers(records, opt, jobs, path):
    """What mlir-opt says of every program of every pattern; what it says is written down at once."""
    known, pages = known_answers(path), named_by_pages()
    groups = {1: [], 200: []}
    for record in records:
        for case in record["cases"]:
            # What goes on for ever in our engine is not waited for.
            if case["assay"].startswith("endless") or key(record, case) in known:
                continue
            # Whatever does not end well may take the process down, or hang.
            fine = case["assay"].startswith(("well-formed", "never matched"))
            groups[200 if fine else 1].append((record, case))
    chunks = [group[at:at + size] for size, group in groups.items() for at in range(0, len(group), size)]

    def one(chunk):
        words = ask(opt, [module(*question) for question in chunk])
        for at, (record, case) in enumerate(chunk):
            may_hang = "hang" in pages.get(case["assay"].split(" ")[-1], {})
            if words[at] == "hang" and (record["verdict"] == "proved" or not may_hang):
                words[at], _ = run(opt, module(record, case), GRACE)
        return words

    file = open(path, "a", encoding="utf-8") if path else None
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for chunk, words in zip(chunks, pool.map(one, chunks)):
            for question, word in zip(chunk, words):
                known[key(*question)] = word
                if file:
                    file.write(json.dumps([*key(*question), word]) + "\n")
            if file:
                file.flush()
    if file:
        file.close()
    return known


def with_mlir(records, opt, jobs, path):
    counts, unnamed = collections.Counter(), collections.Counter()
    missed, asked = [], set()
    pages = named_by_pages()
    known = answers(records, opt, jobs, path)
    for record in records:
        for case in record["cases"]:
            word = known.get(key(record, case))
            if word is None:
                continue
            asked.add((record["mode"], record["index"]))
            counts[record["verdict"], word] += 1
            rule = case["assay"].split(" ")[-1]
            # Types are for another stage to judge, and so is what a parent declares of them.
            by_types = word == "error" and (rule.startswith("T") or rule in NOT_COUNTED)
            if record["verdict"] == "proved" and word != "ok" and not by_types:
                missed.append((record, case, word))
            if structural("x " + rule) and word not in pages.get(rule, {word}):
                unnamed[rule, word] += 1
    table("verdict against mlir-opt, program by program", counts, ["ok", "error", "crash", "hang"])
    print("patterns shown to MLIR: %d, programs: %d" % (len(asked), sum(counts.values())))
    print("missed by MLIR's account: %d" % len(missed))
    for record, case, word in missed[:5]:
        print("-- %s %d: MLIR %s, engine %s\n%s" % (record["mode"], record["index"], word, case["assay"],
                                                    module(record, case)))
    names = ", ".join("%s %s %d" % (rule, word, count) for (rule, word), count in sorted(unnamed.items()))
    print("outcomes that no rule page names: %s" % (names or "none"))
    return not missed and not unnamed


def population(counts, codes):
    """The shares that make the population hard enough to mean something, and how often each rule shows."""
    total = counts["patterns"]
    fine = True

    def line(what, count, least):
        nonlocal fine
        share = 100.0 * count / max(total, 1)
        fine = fine and share >= least
        print("  %-42s %8d  %5.1f %% (at least %d %%)" % (what, count, share, least))

    line("proved", counts["proved"], 30)
    line("three or more matched operations", counts["three"], 40)
    line("break only through aliasing or containment", counts["special"], 5)
    line("over real dialects", counts["real"], 30)
    line("connected", counts["connected"], 100)
    least = min(LEAST, LEAST * total // 100000)
    rare = ["%s %d" % (code, codes[code]) for code in SHOWN if codes[code] < least]
    print("  each rule in at least %d patterns: %s" % (least, "but not " + ", ".join(rare) if rare else "yes"))
    return fine and not rare


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+")
    parser.add_argument("--mlir", metavar="MLIR_OPT")
    parser.add_argument("--answers", metavar="FILE", help="keep what MLIR says, and go on with what it said before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--population", action="store_true", help="check the shares of the population")
    parser.add_argument("--published", action="store_true", help="print the form of the published table")
    args = parser.parse_args()

    plain, matched, counts = collections.Counter(), collections.Counter(), collections.Counter()
    codes, unknown = collections.Counter(), collections.Counter()
    published, connected = collections.Counter(), collections.Counter()
    asked = []
    for record in read(args.records):
        column = executed(record)
        broken = column in BROKEN
        verdict = record["verdict"]
        plain[verdict, column] += 1
        if record["connected"] and record["matched"] > 0:
            matched[verdict, column] += 1
        counts["patterns"] += 1
        counts["missed"] += verdict == "proved" and broken
        counts["spurious"] += verdict == "refuted" and not broken and column != "over-match"
        counts["over-match"] += verdict == "refuted" and column == "over-match"
        counts["disagreements"] += len(record["disagreements"])
        counts["proved"] += verdict == "proved"
        counts["three"] += record["nodes"] >= 3
        counts["special"] += record["special"]
        counts["real"] += record["real"]
        counts["connected"] += record["connected"]
        codes.update(set(record["codes"] + record["granted"]))
        if verdict == "unknown":
            unknown[record["why"]] += 1
        flagged = verdict != "proved"
        fails = column == "malformed" or broken
        cell = "%s, %s" % ("flagged" if flagged else "clean", "failing" if fails else "passing")
        published[cell] += 1
        if record["connected"] and record["matched"] > 0:
            connected["over-match" if flagged and column == "over-match" else cell] += 1
        if args.mlir and record["cases"]:
            asked.append(record)

    table("verdict against execution, all patterns", plain, COLUMNS)
    table("verdict against execution, connected and matched", matched, COLUMNS)
    print("patterns %d, missed %d, spurious %d, internal disagreements %d, unknown %d, refuted by M501 alone %d" % (
        counts["patterns"], counts["missed"], counts["spurious"], counts["disagreements"], sum(unknown.values()),
        counts["over-match"]))
    for why, count in unknown.most_common():
        print("  unknown %7d  %s" % (count, why))
    print("rules: %s" % ", ".join("%s %d" % item for item in sorted(codes.items())))
    fine = counts["missed"] + counts["spurious"] + counts["disagreements"] + sum(unknown.values()) == 0
    if args.published:
        cells = ["flagged, failing", "clean, passing", "flagged, passing", "clean, failing"]
        print("published form: %s" % "; ".join("%s %d" % (cell, published[cell]) for cell in cells))
        print("connected and matched: %s; flagged, matched by MLIR beyond what is written %d" % (
            "; ".join("%s %d" % (cell, connected[cell]) for cell in cells), connected["over-match"]))
        fine = fine and connected["flagged, passing"] + connected["clean, failing"] == 0
    if args.population:
        fine = population(counts, codes) and fine
    if args.mlir:
        fine = with_mlir(asked, args.mlir, args.jobs, args.answers) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
