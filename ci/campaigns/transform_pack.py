#!/usr/bin/env python3
"""The acceptance pack of transform scripts: each case is run, and its outcome, shape and results are compared.

    transform_pack.py PACK [--assay PATH] [--only NAME] [--inputs N] [--seeds SEEDS] [--verbose]

PACK is a folder with `expectations.tsv`, the scripts, and `shape.py`. A case is right where the exit code, the step that fails and its reason, the
shape of `@f` behind the script and the results of running `@f` before and after are those of the table. In a shape `*` is any
bound. Of a `space` the points are counted; of a `best` all points are measured by `cost.py` and, for each of SEEDS seeds, 30 of them, of
which the best has to cost at most 1.25 times the best of all in nine of ten seeds. Prints a line for each case that is wrong, and the table; exits with 1
where one is.
"""

import argparse
import collections
import concurrent.futures
import csv
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1800)


def fits(wanted, found):
    """Compares shapes; `*` of the table is any bound."""
    pattern = "".join(r"[^:\]]+" if part == "*" else re.escape(part) for part in re.split(r"(\*)", wanted))
    return re.fullmatch(pattern, found) is not None


class Pack:
    def __init__(self, folder, assay, seeds, inputs):
        self.folder, self.assay, self.seeds, self.inputs = folder, assay, seeds, inputs
        spec = importlib.util.spec_from_file_location("shape", folder / "shape.py")
        self.shapes = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.shapes)

    def results(self, file, arguments):
        done = run(self.assay, "run", file, "--entry", "@f", f"--args={','.join(arguments)}")
        if done.returncode:
            return f"fails: {done.stderr.strip()[:200]}"
        # `= (results), memory (contents)`: the results, or the memory where there are none.
        said = done.stdout.split("= (", 1)[1]
        results, _, memory = said.partition(")")
        return results or memory.split("(", 1)[1].strip().rstrip(")")

    def shape(self, file):
        try:
            return self.shapes.shape(self.shapes.generic(str(file)), "f")
        except SystemExit as error:
            return str(error)

    def judged(self, case, out):
        """The faults of a case."""
        file = self.folder / f"{case['case']}.mlir"
        bound = re.search(r"--bind '([^']*)'", case["note"])
        options = ["--bind", bound.group(1)] if bound else []
        outcome = case["outcome"]
        if self.inputs:
            options += ["--inputs", self.inputs]
        if outcome == "script":
            return self.script(case, file, out)
        if outcome == "space":
            return self.space(case, file)
        if outcome == "best":
            return self.best(case, file, out)
        faults = []
        if outcome == "refuted":
            # In process the step is refused, or refuted as well.
            here = run(self.assay, "transform", file, "-o", out, *options)
            if here.returncode != 1:
                faults.append(f"in process: exit code {here.returncode}: {here.stderr.strip()[:300]}")
            options += ["--by", "mlir"]
        done = run(self.assay, "transform", file, "-o", out, *options)
        said = done.stdout + done.stderr
        wanted = {"ok": 0, "fails": 1, "invalid handle": 1, "rejected": 2, "refuted": 1}[outcome]
        if done.returncode != wanted:
            faults.append(f"exit code {done.returncode}, not {wanted}: {said.strip()[:600]}")
        if outcome == "ok" and done.returncode == 0:
            shape = self.shape(out)
            if not fits(case["shape of @f"], shape):
                faults.append(f"shape {shape}, not {case['shape of @f']}")
            arguments = split(case["arguments"])
            for name, program in (("before", file), ("after", out)):
                found = self.results(program, arguments)
                if normal(found) != normal(case["result"]):
                    faults.append(f"result {name}: {found[:200]}, not {case['result'][:200]}")
        elif outcome != "ok":
            names = [case["reason"]] if outcome in ("fails", "refuted", "rejected") else ["C511"]
            step = case["at"].split("#")[0] if outcome != "rejected" else ""
            for name in [step, *names]:
                if name and not named(name, said):
                    faults.append(f"it does not name {name}: {said.strip()[:400]}")
        return faults

    def space(self, case, file):
        done = run(self.assay, "tune", file, "--count")
        wanted = case["reason"].split(" (")[0]
        return [] if done.stdout.strip() == wanted else [f"{done.stdout.strip()}{done.stderr.strip()[:300]}, not {wanted}"]

    def best(self, case, file, out):
        """All points, and the best of some."""
        cost = [sys.executable, self.folder / "cost.py"]
        tune = [self.assay, "tune", file, "--entry", "@f", "--measure", " ".join(map(str, cost)), "-o", out]
        faults, near = [], 0
        least = float(case["reason"].rsplit(" ", 1)[1])
        if self.seeds is None:
            done = run(*tune, "--points", "all")
            if done.returncode or case["reason"] not in done.stdout:
                faults.append(f"{(done.stdout + done.stderr).strip()[-400:]}, not {case['reason']}")
        seeds = range(1, 1 + (20 if self.seeds is None else self.seeds))
        for seed in seeds:
            done = run(*tune, "--points", 30, "--seed", seed)
            found = re.search(r"^30 of \d+ points; .*: ([0-9.]+)", done.stdout, re.M)
            near += bool(found) and float(found[1]) <= 1.25 * least
        if near * 10 < 9 * len(seeds):
            faults.append(f"the best of 30 points is near the best of all for {near} of {len(seeds)} seeds")
        # What was filled in is what `mlir-opt` takes.
        read = run("mlir-opt-22", out) if out.exists() else None
        return faults + ([read.stderr.strip()[:300]] if read and read.returncode else [])

    def script(self, case, file, out):
        done = run(self.assay, "transform", "--of-pipeline", case["at"], "-o", out)
        if done.returncode:
            return [done.stderr.strip()]
        ours = run("mlir-opt-22", file, f"--transform-preload-library=transform-library-paths={out}", "--transform-interpreter")
        theirs = run("mlir-opt-22", file, f"--pass-pipeline={case['at']}")
        return [] if ours.stdout == theirs.stdout else ["it prints something else than the pipeline"]


def named(reason, said):
    """The words of a reason that matter: numbers, names and the first nouns; all have to be said."""
    if reason in said:
        return True
    words = [word.strip(",.;:") for word in reason.split()]
    found = [word for word in words if word in said]
    return len(found) * 10 >= len(words) * 7


def split(text):
    """Arguments, each a number or `dense<..>` that may hold spaces."""
    out, depth = [""], 0
    for c in text:
        depth += (c in "<[") - (c in ">]")
        if c == " " and depth == 0:
            out.append("")
        else:
            out[-1] += c
    return [word for word in out if word]


def normal(text):
    return re.sub(r"\s+", "", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pack", type=pathlib.Path)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--only")
    parser.add_argument("--inputs", help="inputs on which each step is judged (default: those of the command)")
    parser.add_argument("--seeds", type=int, help="seeds of the cases of tuning, whose points are not measured all then (default: 20, and all points)")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    table = collections.Counter()
    pack = Pack(args.pack, args.assay, args.seeds, args.inputs)
    with open(args.pack / "expectations.tsv") as file:
        cases = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    cases = [case for case in cases if not args.only or args.only in case["case"]]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor() as threads:
        judged = threads.map(lambda case: pack.judged(case, pathlib.Path(folder) / f"{case['case']}.mlir"), cases)
        for case, faults in zip(cases, judged):
            table["wrong" if faults else "right"] += 1
            for fault in faults:
                print(f"{case['case']}: {fault}")
            if args.verbose:
                print(case["case"], "wrong" if faults else "right")
    print("  ".join(f"{name} {count}" for name, count in sorted(table.items())))
    sys.exit(1 if table["wrong"] or not table["right"] else 0)


if __name__ == "__main__":
    main()
