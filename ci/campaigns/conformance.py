#!/usr/bin/env python3
"""Contracts of passes against MLIR's own tests and drawn programs, as `assay audit --conformance` judges them.

    conformance.py SEED [--assay PATH] [--sources DIR] [--passes A,B] [--own N] [--others N] [--drawn N] [--record]

Each pass is run over the texts of the tests that name it in a RUN line (at most --own), texts of all tests (--others), the payloads
of corpus/contracts, and drawn programs (--drawn) with open extents, loops of blocks, transfers that leave the memory, and
constants to fold. Prints a line for each breach and for each pass. With --record, a pass without a breach is written
to corpus/contracts/conformance.toml with the fingerprint of its contract; one with a breach is taken out of it.
Exits with 1 where a promise is broken. The sources come from mlir_sources.sh.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import tomllib

import conformance_payloads

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "corpus/contracts"
RECORD = DATA / "conformance.toml"
HEAD = """# Written by `ci/campaigns/conformance.py SEED --record`: the contracts that no program of the campaign breaks, by the fingerprint of
# the contract, the number of programs, and how many of them the pass changes. A contract that is edited has no record until
# the campaign is run again.
"""
SPLIT = "// -----\n"


def contracts():
    found = {}
    for name in ("lowering", "upstream"):
        found.update(tomllib.loads((DATA / f"{name}.toml").read_text())["pass"])
    return found


def texts_of(path):
    """The texts of a test, with their lines, but for those that no pass is meant to take."""
    at = 1
    for text in re.split(r"^// -----[ \t]*$\n?", path.read_text(errors="replace"), flags=re.M):
        if re.search(r"^(?!\s*//)\s*\S", text, flags=re.M) and "expected-error" not in text:
            yield at, text
        at += text.count("\n") + 1


def tests(sources):
    """Texts by name, and the names of the texts whose file mentions a word in its RUN lines."""
    texts, mentions = {}, collections.defaultdict(list)
    root = sources / "mlir/test"
    for path in sorted(root.rglob("*.mlir")):
        lines = [line for line in path.read_text(errors="replace").splitlines() if line.startswith("//") and ("RUN" in line or "DEFINE" in line)]
        words = set(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+|[a-z0-9]+", " ".join(lines)))
        for line, text in texts_of(path):
            name = f"{path.relative_to(root)}:{line}"
            texts[name] = text
            for word in words:
                mentions[word].append(name)
    return texts, mentions


def is_text(text, known={}):
    """Tells if mlir-opt takes a text and what it prints of it, without operations that no dialect, or that of tests, defines."""
    def printed(text):
        flags = ["mlir-opt-22", "--mlir-print-op-generic"]
        return subprocess.run(flags, input=text, capture_output=True, text=True).stdout

    if text not in known:
        once = not re.search(r"\btest\.", text) and printed(text)
        known[text] = bool(once and printed(once))
    return known[text]


def sampled(source, texts, names, count):
    """Names of texts, drawn, as many as there are up to a count."""
    names = source.sample(names, len(names))
    out = []
    while names and len(out) < count:
        name = names.pop()
        if is_text(texts[name]):
            out.append(name)
    return sorted(out)


def judged(args, name, chosen, folder):
    path = pathlib.Path(folder) / "payloads.mlir"
    parts = []
    for title, text in chosen:
        plain = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        parts.append(f"// {title}\n{plain}\n")
    path.write_text(SPLIT.join(parts))
    command = [args.assay, "audit", "--conformance", "--passes", name, "--payload", str(path), "--jobs", "1", "--format", "json"]
    for extra in args.contracts:
        command += ["--contracts", extra]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return json.loads(done.stdout)["patterns"][0]
    except (ValueError, LookupError):
        return {"verdict": "unknown", "findings": [], "reason": {"subject": done.stderr.strip()[-300:]}}


def record(name, found, programs):
    """Writes down that no program breaks a contract, or takes that back."""
    known = tomllib.loads(RECORD.read_text())["conformance"]
    known.pop(name, None)
    if found["verdict"] == "bounded":
        said = dict(word.split(": ", 1) for word in found["domain"])
        known[name] = {"contract": said["contract"], "programs": programs, "changed": int(said["programs that the pass changes"])}
    row = '{} = {{ contract = "{contract}", programs = {programs}, changed = {changed} }}'
    lines = [row.format(json.dumps(one), **value) for one, value in sorted(known.items())]
    RECORD.write_text(HEAD + "[conformance]\n" + "".join(f"{line}\n" for line in lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--passes", default="")
    parser.add_argument("--contracts", action="append", default=[])
    parser.add_argument("--own", type=int, default=300)
    parser.add_argument("--others", type=int, default=150)
    parser.add_argument("--drawn", type=int, default=100)
    parser.add_argument("--record", action="store_true")
    args = parser.parse_args()
    texts, mentions = tests(args.sources)
    others = sampled(random.Random(args.seed), texts, sorted(texts), args.others)
    builtin = [(None, text) for path in sorted((DATA / "payloads").glob("*.mlir")) for text in path.read_text().split(SPLIT)]
    builtin = [(re.search(r"^// (\S+)$", text, flags=re.M).group(1), text) for _, text in builtin]
    chosen = [name for name in args.passes.split(",") if name] or sorted(contracts())
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen:
            source = random.Random(f"{args.seed} {name}")
            base = name.split("{")[0]
            names = sampled(source, texts, mentions.get(base, []), args.own)
            names += [one for one in others if one not in names]
            payloads = builtin + [(one, texts[one]) for one in names]
            payloads += [(f"drawn-{at}", conformance_payloads.drawn(source)) for at in range(args.drawn)]
            found = judged(args, name, payloads, folder)
            errors = [one for one in found["findings"] if one["level"] == "error"]
            for one in errors:
                print(f"breach: {one['message']}", flush=True)
            why = (found.get("reason") or {}).get("subject", "")
            print(f"{name}: {found['verdict']} {found.get('scope') or ''} {why}, {len(errors)} breaches, {len(payloads)} programs", flush=True)
            broken += bool(errors)
            if args.record:
                record(name, found, len(payloads))
    print(f"seed {args.seed}: {len(chosen) - broken} of {len(chosen)} contracts without a breach")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
