#!/usr/bin/env python3
"""Pipelines of MLIR's own tests on the programs of these tests: what `assay audit` says of each beside what is left when it is run.

    mlir_pipelines.py [SEED ..] --sources DIR [--count N] [--assay PATH] [--opt PATH]

A pipeline is what a RUN line asks of `mlir-opt` before a runner or translator takes its output; the final kinds are those of the
LLVM dialect. Draws N different ones for each seed (default 60, seeds 1 to 5), every second one without one of its passes, also
drawn. Prints a line for each, and the table: clean or not in reality against proved, well-formed, blamed or open, for the pipelines whose contracts passed
conformance and for the others, with the median of the seeds. Rightly blamed means that each error names a kind that is left or a step that fails. Exits with 1
where one that is not clean was called proved or well-formed. The sources come from mlir_sources.sh.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

ENDS = ("mlir-runner", "mlir-translate", "%lli", "lli ", "mlir-cpu-runner")
PLAIN = re.compile(r"-?-(split-input-file|allow-unregistered-dialect|verify-diagnostics|verify-each=.*|mlir-print-.*|mlir-disable-threading.*|o|canonicalize-.*)$")


def run_lines(text):
    """The RUN lines of a test, each as one line."""
    lines, open_line = [], ""
    for line in text.splitlines():
        found = re.match(r"\s*// ?RUN:(.*)", line)
        if not found:
            continue
        open_line += " " + found[1].strip()
        if open_line.endswith("\\"):
            open_line = open_line[:-1]
        else:
            lines.append(open_line)
            open_line = ""
    return lines


class Opt:
    def __init__(self, path):
        self.path, self.known = path, {}

    def accepts(self, pipeline):
        """Tells if the binary has such a pipeline; a pass of it may fail on an empty module."""
        command = [self.path, f"--pass-pipeline={pipeline}", "--dump-pass-pipeline"]
        return "Pass Manager with" in subprocess.run(command, input="module {}", capture_output=True, text=True).stderr

    def nested(self, word):
        """A pass in the operation that it runs on, as the flags of `mlir-opt` nest it; None for what is no pass."""
        if word not in self.known:
            ways = (word, f"func.func({word})", f"gpu.module({word})")
            self.known[word] = next((way for way in ways if self.accepts(f"builtin.module({way})")), None)
        return self.known[word]

    def left(self, pipeline, text):
        """The kinds that are left; None where a pass fails."""
        flags = ["--mlir-print-op-generic", f"--pass-pipeline=builtin.module({pipeline})"]
        try:
            done = subprocess.run([self.path, *flags], input=text, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return None
        if done.returncode != 0:
            return None
        names = re.findall(r'"([a-z_0-9]+\.[A-Za-z_0-9.]+)"(?=[(<])', done.stdout)
        # The outermost module is no kind.
        names.remove("builtin.module")
        return set(names)


def steps_of(opt, line):
    """The passes that a RUN line asks for; None where it asks for something else."""
    commands = line.split("|")
    if not any(end in command for command in commands for end in ENDS) or "%{" in line or "not " in line:
        return None
    steps = []
    for command in commands:
        try:
            words = shlex.split(command)
        except ValueError:
            return None
        if not words or words[0] != "mlir-opt":
            continue
        for word in words[1:]:
            if word == "%s" or PLAIN.match(word):
                continue
            if not word.startswith("-") or "%" in word:
                return None
            name, _, value = word.lstrip("-").partition("=")
            if name == "pass-pipeline":
                inner = re.fullmatch(r"\s*builtin\.module\((.*)\)\s*", value, flags=re.S)
                if not inner:
                    return None
                steps.extend(parts(re.sub(r"\s*\n\s*", "", inner[1])))
                continue
            step = opt.nested(f"{name}{{{value}}}" if value else name)
            if step is None:
                return None
            steps.append(step)
    return steps


def parts(text):
    """The entries of a list of passes."""
    out, depth, now = [], 0, ""
    for c in text:
        depth += c in "({"
        depth -= c in ")}"
        if c == "," and depth == 0:
            out.append(now.strip())
            now = ""
        else:
            now += c
    return out + [now.strip()] if now.strip() else out


def flattened(steps):
    """Each pass with what it is nested in, so that one can be left out."""
    out = []
    for step in steps:
        found = re.fullmatch(r"([a-z_]+\.[a-z_]+)\((.*)\)", step, flags=re.S)
        out += [f"{found[1]}({inner})" for inner in parts(found[2])] if found else [step]
    return out


def pipelines(args, opt):
    """The pipelines of all tests, with the text of the test."""
    root = args.sources / "mlir/test"
    found = {}
    for path in sorted(root.rglob("*.mlir")):
        text = path.read_text(errors="replace")
        for line in run_lines(text):
            if "mlir-opt" not in line:
                continue
            steps = steps_of(opt, line)
            if steps and len(steps) > 1 and opt.accepts(f"builtin.module({','.join(steps)})"):
                found[(str(path.relative_to(root)), ",".join(steps))] = (text, flattened(steps))
    return found


def drawn(seed, found, args, opt):
    source = random.Random(seed)
    # Pipelines by their passes, so that those of many tests do not hide the others.
    kinds = collections.defaultdict(list)
    for (name, label), (text, steps) in found.items():
        kinds[label].append((name, text, steps))
    order = sorted(kinds)
    source.shuffle(order)
    print(f"{len(found)} tests with {len(order)} different pipelines")
    out = []
    while len(out) < args.count and any(kinds.values()):
        for label in order:
            if kinds[label] and len(out) < args.count:
                name, text, steps = kinds[label].pop(source.randrange(len(kinds[label])))
                texts = [part for part in re.split(r"^// -----[ \t]*$", text, flags=re.M) if re.search(r"^\s*[^/\s]", part, flags=re.M)]
                if opt.left("", text) is None and not (texts := [part for part in texts if opt.left("", part) is not None]):
                    continue
                text = text if opt.left("", text) is not None else source.choice(texts)
                if len(out) % 2 == 1:
                    at = source.randrange(len(steps))
                    steps = steps[:at] + steps[at + 1:]
                out.append((name, steps, text))
    return out


def judged(args, opt, steps, text, path):
    """What is left, and what the audit says: a verdict, if the contracts passed conformance, and what it warns of."""
    kinds = opt.left(",".join(steps), text)
    clean = kinds is not None and all(kind.startswith("llvm.") for kind in kinds)
    path.write_text(re.sub(r"^// -----[ \t]*$", "//", text, flags=re.M))
    command = [args.assay, "audit", "--pipeline", ",".join(steps), "--final", "llvm.*", "--payload", str(path), "--max-insertions", "0", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        record = json.loads(done.stdout)["patterns"][0]
    except (ValueError, LookupError):
        record = {"verdict": "malformed", "findings": [], "reason": {"subject": done.stderr[-200:]}}
    errors = [one for one in record["findings"] if one["level"] == "error"]
    named = [word for one in errors for word in re.findall(r"^`([^`{]+)", one["message"])]
    fails = any(one["code"] == "C503" for one in errors)
    right = not clean and (kinds is None and (fails or errors) or kinds is not None and all(kind in kinds for kind in named))
    said = record["verdict"]
    lacking = any(one["code"] == "C505" for one in record["findings"])
    if errors:
        said = "rightly blamed" if right else "wrongly blamed"
    elif said == "unknown":
        said = "open: no contract" if lacking else "open: may remain"
    tested = said != "malformed" and not lacking and not any("without conformance" in one for one in record.get("assumptions", []))
    may = [one["message"] for one in record["findings"] if one["level"] in ("error", "warning")][:3]
    return kinds, clean, said, tested, may


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seeds", type=int, nargs="*", default=[1, 2, 3, 4, 5], metavar="SEED")
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--opt", default="mlir-opt-22")
    args = parser.parse_args()
    opt = Opt(args.opt)
    found = pipelines(args, opt)
    all_wrong, shares = 0, []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "payload.mlir"
        for seed in args.seeds:
            table = collections.Counter()
            wrong = 0
            for name, steps, text in drawn(seed, found, args, opt):
                kinds, clean, said, tested, may = judged(args, opt, steps, text, path)
                table[("passed" if tested else "others", "clean" if clean else "unclean", said)] += 1
                bad = not clean and said in ("proved", "well-formed")
                wrong += bad
                left = "fails" if kinds is None else "clean" if clean else " ".join(sorted(kind for kind in kinds if not kind.startswith("llvm.")))
                print(f"{'WRONG ' if bad else ''}{name}: {','.join(steps)}\n    real: {left}\n    said: {said}, contracts {'passed' if tested else 'not passed'} {may}", flush=True)
            print(f"seed {seed}")
            for row, count in sorted(table.items()):
                print(f"{' '.join(f'{word:18}' for word in row)} {count}")
            passed = sum(count for row, count in table.items() if row[0] == "passed")
            good = sum(count for row, count in table.items() if row[0] == "passed" and (row[1:] == ("clean", "proved") or row[1:] == ("unclean", "rightly blamed")))
            shares.append(100 * good / max(passed, 1))
            all_wrong += wrong
            print(f"{wrong} wrong; of {passed} whose contracts passed {good} are called clean or rightly blamed ({shares[-1]:.0f} %)", flush=True)
    print(f"{all_wrong} wrong; median of {len(shares)} seeds {statistics.median(shares):.1f} %")
    sys.exit(1 if all_wrong else 0)


if __name__ == "__main__":
    main()
