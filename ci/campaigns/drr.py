#!/usr/bin/env python3
"""MLIR's own DRR patterns: how many become PDL, what is said of each, and whether the stock binary does what is refuted.

The pattern files of `mlir/lib` are in no binary package. Without `--sources` they are taken from Debian's source package of
LLVM 22.1.8 (197 MB): the apt sources of this machine are copied with `deb-src` and the suite sid to a folder that is used
for this alone.

A refutation is confirmed when `mlir-opt-22 --canonicalize` makes, of a function that the pattern matches, one that computes
another result on the same inputs (poison where there was a value, or another value), or one that does not verify. The
function is that of the witness; where a fold of the binary comes before the pattern, other constants are drawn by SEED, at
the width of the witness and at 8 bits, and last the matched operation is put into a block that comes in the text before the
block of what it uses, so that the driver comes to it first. Exit code 1 when a refutation is not confirmed or a record has no
PDL.

usage: ci/campaigns/drr.py [--sources DIR] [--seed N]      (needs target/release/assay, llvm-tblgen-22 and mlir-opt-22)
"""

import argparse
import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
VERSION = "22.1.8"
PACKAGE = "llvm-toolchain-22"
FILES = [
    "Dialect/Arith/IR/ArithCanonicalization.td",
    "Dialect/SPIRV/IR/SPIRVCanonicalization.td",
    "Dialect/Shape/IR/ShapeCanonicalization.td",
    "Conversion/ShapeToStandard/ShapeToStandard.td",
    "Conversion/GPUToNVVM/GPUToNVVM.td",
    "Conversion/GPUToROCDL/GPUToROCDL.td",
]
TRIES = 400


def ods():
    """The folder of the ODS files."""
    for folder in ("/usr/lib/llvm-22/include", os.path.join(ROOT, "target", "mlir-22", "include")):
        if os.path.exists(os.path.join(folder, "mlir", "IR", "PatternBase.td")):
            return folder
    sys.exit("the ODS files are missing: run ci/setup.sh --mlir")


def deb822():
    """The address and the key of the first Debian archive of this machine, as a source of sid."""
    for folder in ("/etc/apt/sources.list.d",):
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".sources"):
                continue
            for stanza in open(os.path.join(folder, name), encoding="utf-8").read().split("\n\n"):
                fields = dict(re.findall(r"^(\S+): *(.*)$", stanza, re.M))
                uri = fields.get("URIs", "").split()
                if uri and uri[0].rstrip("/").endswith("/debian"):
                    key = fields.get("Signed-By", "")
                    return f"Types: deb-src\nURIs: {uri[0]}\nSuites: sid\nComponents: main\nSigned-By: {key}\n"
    sys.exit("no Debian archive among the apt sources: pass --sources DIR")


def fetch(folder):
    """Unpacks the pattern files of the source package; returns its `mlir/lib`."""
    lists = os.path.join(folder, "lists")
    os.makedirs(os.path.join(lists, "partial"))
    sources = os.path.join(folder, "sid.sources")
    with open(sources, "w", encoding="utf-8") as file:
        file.write(deb822())
    options = [
        "-o", f"Dir::Etc::sourcelist={sources}", "-o", "Dir::Etc::sourceparts=/dev/null",
        "-o", f"Dir::State::lists={lists}", "-o", f"Dir::Cache={folder}", "-o", "APT::Sandbox::User=root",
    ]
    run = lambda *words: subprocess.run(["apt-get", "-q", *options, *words], cwd=folder, check=True, stdout=sys.stderr)
    run("update")
    run("source", "--download-only", "--tar-only", PACKAGE)
    archive = [name for name in os.listdir(folder) if name.startswith(f"{PACKAGE}_{VERSION}") and ".tar." in name]
    if not archive:
        sys.exit(f"the archive has another version than {VERSION}")
    subprocess.run(["tar", "xf", archive[0], "--wildcards", "*/mlir/lib/*.td"], cwd=folder, check=True)
    top = next(name for name in os.listdir(folder) if os.path.isdir(os.path.join(folder, name, "mlir")))
    return os.path.join(folder, top, "mlir", "lib")


def check(path):
    """The patterns of a file, as `assay check` reports them."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        words = [ASSAY, "check", path, "--include", ods(), "--format", f"json={report}"]
        subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
        with open(report, encoding="utf-8") as file:
            return json.load(file)["patterns"]


def records(path):
    """The number of patterns that the file writes."""
    words = ["llvm-tblgen-22", "--dump-json", "-I", ods(), "-I", os.path.dirname(path), path]
    return len(json.loads(subprocess.run(words, capture_output=True, check=True).stdout)["!instanceof"]["Pattern"])


def evaluate(text, values, index):
    """The result of a function, or None where the run says nothing."""
    words = [ASSAY, "run", "-", "--index", index] + (["--args=" + ",".join(values)] if values else [])
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    found = re.search(r"^  = \((.*)\)$", done.stdout, re.M)
    return found.group(1) if found else None


def differs(before, after):
    """Another value, or poison instead of one; poison may become anything."""
    pairs = zip(before.split(", "), after.split(", "))
    return any(old != "poison" and old != new for old, new in pairs)


def canonicalized(text):
    """What the binary makes of a function; None where the result does not verify."""
    words = ["mlir-opt-22", "--canonicalize", "--allow-unregistered-dialect"]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def verifies(text):
    """Tells if the binary accepts a program as it is."""
    words = ["mlir-opt-22", "--allow-unregistered-dialect"]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False).returncode == 0


def variants(function, values, draw):
    """The function of the witness, then with other constants and inputs, also at 8 bits."""
    yield function, values
    function = re.sub(r"arith\.constant (true|false)\b", "arith.constant 0 : i1", function)
    values = [{"true": "1", "false": "0"}.get(value, value) for value in values]
    widths = sorted({int(width) for width in re.findall(r"\bi(\d+)\b", function)})
    for number in range(TRIES):
        text, bits = function, widths[-1] if widths else 1
        if len(widths) == 1 and (number % 2 or widths == [1]):
            text, bits = re.sub(r"\bi\d+\b", "i8", text), 8
        low, high = -(1 << bits - 1), (1 << bits - 1) - 1
        fresh = lambda: str(draw.choice([draw.randint(low, high), draw.randint(max(low, -4), min(high, 4)), low, high]))
        text = re.sub(r"(arith\.constant) -?\d+ : ", lambda found: f"{found.group(1)} {fresh()} : ", text)
        yield text, [fresh() if re.fullmatch(r"-?\d+", value) else value for value in values]


def reordered(function):
    """The function with the marked operation, and all behind it, in a block before that of what it uses; else `None`."""
    lines = function.rstrip("\n").split("\n")
    marked = [number for number, line in enumerate(lines) if "assay.once" in line]
    if len(marked) != 1 or "^" in function or function.count("func.func") != 1:
        return None
    head, before, after = lines[:1], lines[1 : marked[0]], lines[marked[0] : -1]
    return "\n".join(head + ["    cf.br ^first", "  ^second:"] + after + ["  ^first:"] + before + ["    cf.br ^second"] + lines[-1:]) + "\n"


def confirmed(finding, draw):
    """Tells if the stock binary does to some function what a finding says."""
    text = (finding.get("evidence") or {}).get("text") or ""
    module = re.search(r"^module @ir(.*?)\{\n(.*?)^\}", text, re.M | re.S)
    if not module:
        return False
    given = re.search(r'assay\.arguments = \[(.*?)\]', module.group(1))
    values = re.findall(r'"(.*?)"', given.group(1)) if given else []
    index = re.search(r"assay\.index = (\d+)", module.group(1))
    index = index.group(1) if index else "64"
    unmarked = lambda text: re.sub(r" \{assay\.once\}|, assay\.once|assay\.once, ", "", text)
    function, other = unmarked(module.group(2)), reordered(module.group(2))
    tried = variants(function, values, draw) if finding["code"].startswith("V") else [(function, values)]
    for source, inputs in itertools.chain(tried, [(unmarked(other), values)] if other else []):
        after = canonicalized(source)
        if after is None:
            if verifies(source):
                return True
            continue
        old, new = evaluate(source, inputs, index), evaluate(after, inputs, index)
        if old is not None and new is not None and differs(old, new):
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sources", help="a folder with mlir/lib of LLVM 22.1.8")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    draw = random.Random(args.seed)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(args.sources, "mlir", "lib") if args.sources else fetch(folder)
        print("| file | records | PDL | proved | bounded | refuted | confirmed | well-formed | unknown |")
        print("|---|---|---|---|---|---|---|---|---|")
        for name in FILES:
            path = os.path.join(library, name)
            patterns = check(path)
            count = records(path)
            counts = collections.Counter()
            opaque, certain, names = set(), 0, collections.defaultdict(list)
            for pattern in patterns:
                names[re.sub(r"_\d+$", "", pattern["name"])].append(pattern)
            for record, several in names.items():
                worst = max(several, key=lambda one: ["vacuous", "proved", "bounded", "well-formed", "unknown", "refuted", "malformed"].index(one["verdict"]))
                counts[worst["verdict"]] += 1
                why = json.dumps(worst.get("reason") or "")
                if "DRR: " in why:
                    opaque.add(record)
                if worst["verdict"] == "refuted":
                    errors = [finding for finding in worst["findings"] if finding["level"] == "error"]
                    if any(confirmed(finding, draw) for finding in errors):
                        certain += 1
                    else:
                        faults.append(f"{record}: {errors[0]['code']} was not confirmed")
                if worst["verdict"] in ("unknown", "malformed"):
                    print(f"{record}: {worst['verdict']} {why[:160]}", file=sys.stderr)
            faults += [f"{record}: no PDL" for record in sorted(opaque)]
            row = [counts[word] for word in ("proved", "bounded", "refuted")] + [certain]
            row += [counts["well-formed"], counts["unknown"] + counts["malformed"]]
            print(f"| {os.path.basename(name)} | {count} | {count - len(opaque)} | " + " | ".join(map(str, row)) + " |")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
