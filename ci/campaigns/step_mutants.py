#!/usr/bin/env python3
"""Steps on loops with one of their conditions taken away, each in a copy of the tree: drawn nests have to show it.

    step_mutants.py SEED [--count N] [--step STEP] [--record FILE]

The conditions are those of step_mutants.toml. For each the command is built and own_steps.py draws up to N nests (default 1,500) for its step, by SEED: one of them has to be
refuted, or end without a program. Before them the nests of each step go through the unchanged command, where none may be. Each answer is a line of the record
(target/campaigns/step_mutants-SEED.jsonl, or FILE); what it has already is not run again. Prints a line for each condition, the first ones first; exits with 1 where
one is not caught, or where the unchanged command is wrong.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tomllib

from tree_copy import ROOT, TARGET, Copy

HERE = pathlib.Path(__file__).resolve().parent
BUILD = ["build", "--locked", "-p", "assay-cli", "--bin", "assay"]


def shown(seed, step, count, assay):
    """The first nest that a step is wrong on, in words; `None` where there is none."""
    command = [sys.executable, HERE / "own_steps.py", str(seed), "--step", step, "--count", str(count), "--first", "--assay", assay]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    return next((line for line in output.splitlines() if line.startswith("nest ")), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--step")
    parser.add_argument("--record", type=pathlib.Path)
    args = parser.parse_args()
    mutants = tomllib.loads((HERE / "step_mutants.toml").read_text())["mutant"]
    mutants = [one for one in mutants if args.step in (None, one["step"])]
    copy = Copy("steps")
    unfit = [one["condition"] for one in mutants if copy.read(one["file"]).count(one["old"]) != 1]
    if unfit or not mutants:
        sys.exit(f"step_mutants: the source has no such text, or has it twice: {'; '.join(unfit) or 'nothing to change'}")
    record = args.record or TARGET / "campaigns" / f"step_mutants-{args.seed}.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    answers = {}
    for line in record.read_text().splitlines() if record.exists() else []:
        one = json.loads(line)
        answers[one["step"], one["condition"]] = one["caught"]
    assay = copy.target / "debug" / "assay"

    def answer(step, condition, edit=None):
        if (step, condition) not in answers:
            if edit:
                copy.write(edit["file"], copy.read(edit["file"]).replace(edit["old"], edit["new"]))
            try:
                code, output, _ = copy.run(BUILD)
                if code != 0:
                    sys.exit(f"step_mutants: {step}, {condition}: it does not build\n{output[-2000:]}")
            finally:
                if edit:
                    copy.restore(edit["file"])
            caught = answers[step, condition] = shown(args.seed, step, args.count if edit else min(args.count, 100), assay)
            with record.open("a") as out:
                out.write(json.dumps({"step": step, "condition": condition, "caught": caught}) + "\n")
        return answers[step, condition]

    wrong = [step for step in sorted({one["step"] for one in mutants}) if answer(step, "unchanged")]
    missed = 0
    for one in mutants:
        caught = answer(one["step"], one["condition"], one)
        missed += caught is None
        print(f"{'not caught' if caught is None else 'caught':<12}{one['step']:<20}{one['condition']}: {(caught or '-')[:120]}", flush=True)
    print(f"{len(mutants) - missed} of {len(mutants)} conditions are missed where they are taken away")
    for step in wrong:
        print(f"the unchanged {step} is wrong: {answers[step, 'unchanged'][:200]}")
    sys.exit(1 if missed or wrong else 0)


if __name__ == "__main__":
    main()
