#!/usr/bin/env python3
"""What is not decided, by reason, and what a change makes of it: on the acceptance pack, the corpus, and generated patterns.

Each program named checks the same files, default flags: the pack that ASSAY_ACCEPTANCE names, corpus/patterns, and COUNT
patterns each of the modes valid, adversarial and dialect, which the last program draws in batches. With a folder KEEP what is
known of a batch is kept there, and a run that was stopped goes on from it. Prints a row for each set and
program: the verdicts, the reasons of `unknown`, and how many values were not compared. With two programs it lists the
patterns that the first decides and the last does not, and ends with exit code 1 where there is one, or where a program ends
with exit code 2.

usage: ci/campaigns/undecided.py SEED COUNT PROGRAM [PROGRAM]    (KEEP=FOLDER in the environment)
"""

import collections
import hashlib
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
VERDICTS = ["malformed", "vacuous", "refuted", "unknown", "well-formed", "bounded", "proved"]
DECIDED = ("proved", "bounded", "refuted", "vacuous")
BATCH = 500


def check(program, paths, folder):
    """The patterns of a report by file, name and number, and whether the exit code was one of a verdict."""
    report = os.path.join(folder, "report.json")
    command = [program, "check", "--isolated", "--quiet", "--jobs", "2", f"--format=json={report}", *paths]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        print(f"{program}: exit code {done.returncode}\n{done.stderr[-2000:]}")
    with open(report, encoding="utf-8") as file:
        patterns = json.load(file)["patterns"]
    kept = [[pattern.get("file", ""), pattern["name"], number, shortened(pattern)]
            for number, pattern in enumerate(patterns)]
    return kept, done.returncode in (0, 1)


def shortened(pattern):
    """What is counted of a pattern."""
    return {"verdict": pattern["verdict"], "reason": (pattern.get("reason") or {}).get("class", "?"),
            "values": str(pattern.get("stages", {}).get("values", ""))}


def known(program, name, paths, folder):
    """The patterns of a batch, read where they were kept."""
    keep = os.environ.get("KEEP")
    key = hashlib.sha256()
    for read in [program, *(path for path in paths if os.path.isfile(path))]:
        with open(read, "rb") as file:
            key.update(file.read())
    key = key.hexdigest()[:16]
    path = os.path.join(keep, f"{key} {name}.json") if keep else None
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            patterns, well = json.load(file)
    else:
        patterns, well = check(program, paths, folder)
        if path:
            os.makedirs(keep, exist_ok=True)
            with open(path + ".new", "w", encoding="utf-8") as file:
                json.dump([patterns, well], file)
            os.replace(path + ".new", path)
    return {(os.path.basename(file), pattern, number): said for file, pattern, number, said in patterns}, well


def row(patterns):
    counts = collections.Counter(pattern["verdict"] for pattern in patterns)
    reasons = collections.Counter(pattern["reason"] for pattern in patterns if pattern["verdict"] == "unknown")
    without = sum(1 for pattern in patterns if pattern["values"].startswith("not"))
    words = ", ".join(f"{word} {count}" for word, count in reasons.most_common())
    return "".join(f"{counts[verdict]:12}" for verdict in VERDICTS) + f"{without:14}   {words}"


def sets(seed, count, program, folder):
    """Each set as a name and its batches, a name and the paths of each."""
    pack = os.environ.get("ASSAY_ACCEPTANCE")
    if pack:
        folders = [os.path.join(pack, name) for name in ("structure", "types", "values", "edge")]
        yield "acceptance pack", [("pack", folders)]
    yield "corpus", [("corpus", [os.path.join(ROOT, "corpus", "patterns")])]
    for mode in ("valid", "adversarial", "dialect"):
        yield f"{mode} {seed}", drawn(mode, seed, count, program, folder)


def drawn(mode, seed, count, program, folder):
    for number in range(0, count, BATCH):
        size = min(BATCH, count - number)
        path = os.path.join(folder, f"{mode}-{seed}-{number}-{size}.mlir")
        command = [program, "fuzz", "--mode", mode, "--seed", str(seed * 1_000_003 + number), "--count", str(size)]
        subprocess.run([*command, "--emit", path], check=True, capture_output=True)
        yield os.path.basename(path), [path]
        os.remove(path)


def main():
    if len(sys.argv) not in (4, 5) or not all(word.isdigit() for word in sys.argv[1:3]):
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    seed, count, programs = int(sys.argv[1]), int(sys.argv[2]), [os.path.abspath(word) for word in sys.argv[3:]]
    fine, lost = True, []
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'set':18}{'program':8}" + "".join(f"{verdict:>12}" for verdict in VERDICTS) + "  not compared   unknown by reason")
        for name, batches in sets(seed, count, programs[-1], folder):
            found = [{} for _ in programs]
            for batch, files in batches:
                for patterns, program in zip(found, programs):
                    more, well = known(program, batch, files, folder)
                    fine &= well
                    patterns.update({(batch, *key): said for key, said in more.items()})
            for number, patterns in enumerate(found):
                print(f"{name:18}{'before' if number + 1 < len(programs) else 'after':8}{row(patterns.values())}", flush=True)
            for key, pattern in found[0].items():
                now = found[-1].get(key, {}).get("verdict")
                if pattern["verdict"] in DECIDED and now not in DECIDED:
                    lost.append(f"{key[1]} {key[2]}: {pattern['verdict']} before, {now} after")
    print("\n".join(lost) or "nothing that was decided is open")
    sys.exit(0 if fine and not lost else 1)


if __name__ == "__main__":
    main()
