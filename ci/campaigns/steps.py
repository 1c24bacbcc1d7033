#!/usr/bin/env python3
"""Scripts of one step, drawn over all operations of the transform dialect, run by mlir-opt-22 and audited by Assay.

Each script has a payload of a few functions, matches, and one step of `steps.txt` on what they find; 30 % have a fault in the
step: another target, number, list, type or name. Prints a table by step and the shares of those that run and are proved, and of
those that fail and are refuted. Exits with 1 where a step that fails is proved, one that runs is refuted, or a share is below
70 %.

usage: ci/campaigns/steps.py SEED [COUNT] [--assay PATH] [--keep DIR] [--table]
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import interpreter

HERE = os.path.dirname(os.path.abspath(__file__))
FAULTS = 0.3
SHARE = 0.7
ENTRY = "  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {"
NUMBERS = [-(2**63), -3, -1, 0, 1, 2, 5, 99, 2**62]
TYPES = ['!transform.op<"func.func">', '!transform.op<"scf.for">', "!transform.any_value", "!transform.any_param", "!transform.param<i64>"]
PATTERNS = """transform.apply_patterns to %<m_fmm|m_fgen|m_floop|m_fvec|m_fpad|m_fpack|m_fslice|m_falloc|m_fred> {
  NAME
} : !A"""


def sections():
    """Functions by the marks in them, and steps by their name."""
    functions, steps = {}, collections.defaultdict(list)
    with open(os.path.join(HERE, "steps.txt"), encoding="utf-8") as file:
        payload, scripts = file.read().split("=== steps\n")
    for function in payload.split("---\n")[1:]:
        marks = re.findall(r"[{,] ?(m_\w+)", function)
        functions.update((mark, function) for mark in marks)
    name = None
    for line in scripts.splitlines():
        if line.startswith("transform."):
            name = line.strip()
        elif line.startswith("  "):
            steps[name].append(line[2:])
        elif line == "" and steps[name]:
            steps[name].append("")
    texts = {name: [one for one in "\n".join(lines).split("\n\n") if one.strip()] for name, lines in steps.items() if name}
    with open(os.path.join(HERE, "../../verifier/audit/src/script/effects.txt"), encoding="utf-8") as file:
        for row in file:
            if row.startswith("transform.") and row.split()[0] not in texts:
                texts[row.split()[0]] = [PATTERNS.replace("NAME", row.split()[0])]
    return functions, texts


FUNCTIONS, STEPS = sections()
MARKS = sorted(mark for mark in FUNCTIONS if not mark.startswith("m_f"))


def choose(rng, text, sizes):
    """Writes a choice for each `<a|b|c>`, and the sizes of this script."""
    text = re.sub(r"<([^<>|]*(?:\|[^<>|]*)+)>", lambda found: rng.choice(found[1].split("|")), text)
    return re.sub(r"\$([MNKT])", lambda found: str(sizes[found[1]]), text)


def mutate(rng, step):
    """A fault somewhere in a step."""
    kinds = {
        "target": list(re.finditer(r"%m_\w+", step)),
        "number": list(re.finditer(r"(?<![\w%$<#.])-?\d+(?![\w.]*[x>])(?! :)|(?<== )\d+(?= : i)", step)),
        "list": list(re.finditer(r"(?<== )\[[-\d, ]+\]|(?<=sizes )\[[-\d, ]+\]", step)),
        "type": list(re.finditer(r"!A\b", step)),
        "name": list(re.finditer(r'(?<=")[\w.-]+(?=")|(?<=@)\w+', step)),
    }
    kinds = {kind: found for kind, found in kinds.items() if found}
    if not kinds:
        return step, None
    weights = {"target": 4, "number": 4, "list": 4, "type": 2, "name": 2}
    kind = rng.choices(list(kinds), [weights[kind] for kind in kinds])[0]
    found = rng.choice(kinds[kind])
    old = found[0]
    if kind == "target":
        new = "%" + rng.choice(["root", "root_module"] + MARKS)
    elif kind == "number":
        new = str(rng.choice(NUMBERS))
    elif kind == "type":
        new = rng.choice(TYPES)
    elif kind == "name":
        new = rng.choice(["no_such", old + "s", "func.func"])
    else:
        numbers = [one.strip() for one in old[1:-1].split(",")]
        at = rng.randrange(len(numbers))
        numbers = rng.choice([numbers + [numbers[at]], numbers[:at] + numbers[at + 1 :], numbers[:at] + [rng.choice(numbers)] + numbers[at + 1 :], numbers[:at] + [str(rng.choice(NUMBERS))] + numbers[at + 1 :]])
        new = f"[{', '.join(numbers)}]"
    return step[: found.start()] + new + step[found.end() :], kind


def script(rng, name):
    """A script with one step, the step, and the kind of its fault."""
    sizes = {"M": rng.choice([4, 8, 12, 16, 7]), "N": rng.choice([8, 16, 32]), "K": rng.choice([4, 8, 16]), "T": rng.choice([4, 8, 16, 10])}
    step = choose(rng, rng.choice(STEPS[name]), sizes)
    fault = None
    if rng.random() < FAULTS:
        step, fault = mutate(rng, step)
    outside, _, step = step.rpartition("===\n")
    marks = sorted(set(re.findall(r"%(m_\w+)", step + outside)))
    wanted = dict.fromkeys(FUNCTIONS[mark] for mark in marks if mark in FUNCTIONS)
    extra = dict.fromkeys(rng.sample(sorted(set(FUNCTIONS.values())), rng.choice([0, 1, 2])))
    functions = [choose(rng, function, sizes) for function in dict.fromkeys([*wanted, *extra])]
    matches = [f"    %{mark} = transform.structured.match attributes {{{mark}}} in %root : (!A) -> !A" for mark in marks]
    if "%root_module" in step:
        matches.append("    %root_module = transform.structured.match attributes {a.payload} in %root : (!A) -> !A")
    lines = ["module attributes {transform.with_named_sequence} {", "module attributes {a.payload} {", *functions, "}", outside, ENTRY]
    lines += matches + ["    // the step", *(f"    {line}" for line in step.splitlines()), "    transform.yield", "  }", "}"]
    return "\n".join(lines).replace("!A", "!transform.any_op") + "\n", step, fault


def one(args, folder, seed, name):
    text, step, fault = script(random.Random(seed), name)
    file, run = interpreter.interpreted(folder, seed, text)
    if run is None:
        return seed, name, fault, "limit", None, "no end"
    said = [line.split("error: ", 1)[1] for line in run.stderr.splitlines() if "error: " in line] or run.stderr.splitlines()[:1] or [""]
    outcome = "runs" if run.returncode == 0 else "fails"
    audit = subprocess.run([args.assay, "audit", file, "--format", "json"], capture_output=True, text=True, timeout=60)
    try:
        verdicts = {pattern["verdict"] for pattern in json.loads(audit.stdout)["patterns"]}
    except (ValueError, KeyError):
        verdicts = {"crash"}
    if audit.returncode not in (0, 1, 2):
        verdicts = {"crash"}
    order = ["crash", "malformed", "refuted", "unknown", "well-formed", "proved"]
    verdict = next((one for one in order if one in verdicts), "crash")
    return seed, name, fault, outcome, "refuted" if verdict == "malformed" else verdict, f"[{run.returncode}] {said[0]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.replace("%", "%%"), formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("count", type=int, nargs="?", default=2000)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--keep")
    parser.add_argument("--list", help="print the scripts of these outcomes and verdicts, such as fails:well-formed")
    parser.add_argument("--only", help="steps whose name holds this")
    args = parser.parse_args()
    names = sorted(name for name in STEPS if not args.only or args.only in name)
    # Every operation in turn, in an order of the seed.
    order = random.Random(args.seed)
    drawn = []
    while len(drawn) < args.count:
        drawn += order.sample(names, len(names))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        folder = args.keep or folder
        os.makedirs(folder, exist_ok=True)
        seeds = range(args.seed * 1_000_000, args.seed * 1_000_000 + args.count)
        rows = list(pool.map(lambda pair: one(args, folder, *pair), zip(seeds, drawn)))
    print(f"{'step':72} " + " ".join(f"{head:>14}" for head in ("runs: proved", "open", "refuted", "fails: refuted", "open", "proved")))
    counts = collections.defaultdict(collections.Counter)
    for _, name, _, outcome, verdict, _ in rows:
        key = verdict if verdict in ("proved", "refuted", "crash") else "open"
        counts[name][outcome, key] += 1
        counts[""][outcome, key] += 1
    cells = [("runs", "proved"), ("runs", "open"), ("runs", "refuted"), ("fails", "refuted"), ("fails", "open"), ("fails", "proved")]
    for name in sorted(counts, key=lambda name: (name == "", name)):
        print(f"{name or 'all':72} " + " ".join(f"{counts[name][cell]:14}" for cell in cells))
    for row in rows:
        seed, name, fault, outcome, verdict, said = row
        wrong = (outcome, verdict) in (("fails", "proved"), ("runs", "refuted")) or verdict == "crash"
        if wrong or args.list and f"{outcome}:{verdict}" in args.list.split(","):
            print(f"{'WRONG ' if wrong else ''}{outcome}, {verdict}: {seed} {name}{' fault: ' + fault if fault else ''}: {said[:150]}")
    total = counts[""]
    failed = False
    for outcome, right, wrong in (("runs", "proved", "refuted"), ("fails", "refuted", "proved")):
        among = sum(count for (one, _), count in total.items() if one == outcome)
        good, bad = total[outcome, right], total[outcome, wrong]
        share = good / among if among else 1.0
        print(f"{among} {outcome[:-1]}: {good} {right} ({share:.1%}), {bad} {wrong}")
        failed |= bad > 0 or share < SHARE
    crashed = sum(count for (_, verdict), count in total.items() if verdict == "crash")
    limits = sum(count for (outcome, _), count in total.items() if outcome == "limit")
    print(f"{crashed} without an answer, {limits} that do not end in MLIR; {sum(row[2] is not None for row in rows)} with a fault; {len(names)} operations")
    return 1 if failed or crashed else 0


if __name__ == "__main__":
    sys.exit(main())
