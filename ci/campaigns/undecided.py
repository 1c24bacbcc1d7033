#!/usr/bin/env python3
"""What is not decided, by reason, and what a change makes of it: on the acceptance pack, the corpus, and generated patterns.

Each program named checks the same files, default flags: the pack that ASSAY_ACCEPTANCE names, corpus/patterns, and COUNT
patterns each of the modes valid, adversarial and dialect, which the last program draws. Prints a row for each set and
program: the verdicts, the reasons of `unknown`, and how many values were not compared. With two programs it lists the
patterns that the first decides and the last does not, and ends with exit code 1 where there is one, or where a program ends
with exit code 2.

usage: ci/campaigns/undecided.py SEED COUNT PROGRAM [PROGRAM]
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
VERDICTS = ["malformed", "vacuous", "refuted", "unknown", "well-formed", "bounded", "proved"]
DECIDED = ("proved", "bounded", "refuted", "vacuous")


def check(program, paths, folder):
    """The patterns of a report by file and name, and the exit code."""
    report = os.path.join(folder, "report.json")
    command = [program, "check", "--isolated", "--quiet", "--jobs", "2", f"--format=json={report}", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        print(f"{program}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    with open(report, encoding="utf-8") as file:
        patterns = json.load(file)["patterns"]
    named = {(pattern.get("file", ""), pattern["name"], number): pattern for number, pattern in enumerate(patterns)}
    return named, done.returncode in (0, 1)


def row(patterns):
    counts = collections.Counter(pattern["verdict"] for pattern in patterns)
    reasons = collections.Counter(
        pattern.get("reason", {}).get("class", "?") for pattern in patterns if pattern["verdict"] == "unknown")
    without = sum(1 for pattern in patterns if str(pattern.get("stages", {}).get("values", "")).startswith("not"))
    words = ", ".join(f"{word} {count}" for word, count in reasons.most_common())
    return "".join(f"{counts[verdict]:12}" for verdict in VERDICTS) + f"{without:14}   {words}"


def sets(seed, count, program, folder):
    pack = os.environ.get("ASSAY_ACCEPTANCE")
    if pack:
        yield "acceptance pack", [os.path.join(pack, name) for name in ("structure", "types", "values", "edge")]
    yield "corpus", [os.path.join(ROOT, "corpus", "patterns")]
    for mode in ("valid", "adversarial", "dialect"):
        path = os.path.join(folder, f"{mode}.mlir")
        command = [program, "fuzz", "--mode", mode, "--seed", str(seed), "--count", str(count), "--emit", path]
        subprocess.run(command, check=True, capture_output=True)
        yield f"{mode} {seed}", [path]


def main():
    if len(sys.argv) not in (4, 5) or not all(word.isdigit() for word in sys.argv[1:3]):
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    seed, count, programs = int(sys.argv[1]), int(sys.argv[2]), [os.path.abspath(word) for word in sys.argv[3:]]
    fine, lost = True, []
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'set':18}{'program':8}" + "".join(f"{verdict:>12}" for verdict in VERDICTS) + "  not compared   unknown by reason")
        for name, paths in sets(seed, count, programs[-1], folder):
            found = []
            for number, program in enumerate(programs):
                patterns, well = check(program, paths, folder)
                fine &= well
                found.append(patterns)
                print(f"{name:18}{'before' if number + 1 < len(programs) else 'after':8}{row(patterns.values())}", flush=True)
            for key, pattern in found[0].items():
                now = found[-1].get(key, {}).get("verdict")
                if pattern["verdict"] in DECIDED and now not in DECIDED:
                    lost.append(f"{key[0]} {key[1]}: {pattern['verdict']} before, {now} after")
    print("\n".join(lost) or "nothing that was decided is open")
    sys.exit(0 if fine and not lost else 1)


if __name__ == "__main__":
    main()
