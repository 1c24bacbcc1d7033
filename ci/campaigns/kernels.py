#!/usr/bin/env python3
"""Loop kernels of real sizes through loop passes of MLIR, judged by `assay tv`. The texts are those of corpus/tv/kernels, with extents
drawn between 20 and 40; each goes through eight passes of mlir-opt-22 with drawn options. Each text also gets one edit (of an index, a
bound, an operand or an operation), goes through the same pass, and is judged against the text without the edit: a wrong twin. A
verdict is wrong when a twin that runs on drawn inputs tell apart is called right, or a pair is refuted that `--reviewed` does not list.

    kernels.py SEED [--kernels N] [--assay PATH] [--jobs N] [--inputs N]

Prints each pair that is refuted or not decided and each twin that is called right, then tables: pass by verdict; twins by verdict; the
share that ran on inputs, the share proved for the size or refuted, and operations of both programs by the time of the whole command.
Exit code 1 when a verdict is wrong. Needs mlir-opt-22 and a solver.
"""

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KERNELS = ROOT / "corpus/tv/kernels"

# Passes with drawn options. None may change what integers come to; `affine-super-vectorize` and `affine-parallelize` are not asked to
# reorder sums of floats.
PASSES = {
    "tile": lambda rng: f"func.func(affine-loop-tile{{tile-size={rng.choice([3, 4, 8, 16])}}})",
    "unroll": lambda rng: f"func.func(affine-loop-unroll{{unroll-factor={rng.choice([2, 3, 4, 8])}}})",
    "unroll-jam": lambda rng: f"func.func(affine-loop-unroll-jam{{unroll-jam-factor={rng.choice([2, 3, 4])}}})",
    "fusion": lambda rng: f"affine-loop-fusion{{mode={rng.choice(['greedy', 'producer', 'sibling'])}}}",
    "parallelize": lambda rng: f"func.func(affine-parallelize{{max-nested={rng.choice([1, 2, 3])}}})",
    "super-vectorize": lambda rng: f"func.func(affine-super-vectorize{{virtual-vector-size={rng.choice([4, 8])}}})",
    "data-copy": lambda rng: "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 "
    f"fast-mem-capacity={rng.choice([1, 4, 64])}}})",
    "lower-affine": lambda rng: rng.choice(["lower-affine", "lower-affine,convert-scf-to-cf"]),
}

# Edits of one place.
EDITS = [
    (r"\[%(\w+), %(\w+)\]", r"[%\2, %\1]"),
    (r"\[%i, ", "[%i - 1, "),
    (r"%(\w+) - 1\b", r"%\1"),
    (r"%(\w+) \+ 1\b", r"%\1"),
    (r"= 0 to", "= 1 to"),
    (r"= 1 to", "= 2 to"),
    (r"to (\d+) \{", lambda found: f"to {int(found[1]) - 1} {{"),
    (r"to (\d+) iter", lambda found: f"to {int(found[1]) - 1} iter"),
    (r"\(d0 \+ 1\)", "(d0)"),
    (r"\(d0\)>\(%i\) \{", "(d0 + 1)>(%i) {"),
    (r"arith\.(sub[fi]|divf) (%\w+), (%\w+)", r"arith.\1 \3, \2"),
    (r"arith\.add(.) (%\w+), (%\w+)", r"arith.sub\1 \2, \3"),
    (r"arith\.mul(.) (%\w+), (%\w+)", r"arith.mul\1 \2, \2"),
    (r"arith\.mulf", "arith.addf"),
    (r"maxsi", "maxui"),
    (r"minsi", "maxsi"),
    (r"maximumf", "maxnumf"),
    (r"absf", "sqrt"),
    (r"constant 0\.0", "constant 1.0"),
    (r"constant 0 :", "constant 1 :"),
    (r"(?m)^ *affine\.store.*\n", ""),
]


def sized(rng, text):
    """A text with other extents, in the same order."""
    small, middle, great = sorted(rng.sample(range(20, 41), 3))
    new = {"20": small - 1, "21": small, "22": middle, "23": great}
    return re.sub(r"(?<![\d%A-WYZa-wyz])2[0-3](?!\d)", lambda found: str(new[found[0]]), text)


def edited(rng, text):
    """A text with one edit that mlir-opt takes, and the edit."""
    for _ in range(40):
        old, new = rng.choice(EDITS)
        places = list(re.finditer(old, text))
        if not places:
            continue
        place = rng.choice(places)
        twin = text[: place.start()] + (new(place) if callable(new) else place.expand(new)) + text[place.end() :]
        if twin != text and behind(twin, None) is not None:
            return twin, f"{place[0].strip()} -> {(new(place) if callable(new) else place.expand(new)).strip()}"
    return None


def behind(text, what):
    """The text behind a pipeline, in generic form; None where mlir-opt refuses it."""
    command = ["mlir-opt-22", "--mlir-print-op-generic", f"--pass-pipeline=builtin.module({what or ''})"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def asked(assay, before, after, *options):
    """Verdict, record and seconds of a pair of texts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
        for path, text in zip(paths, (before, after)):
            path.write_text(text)
        command = [assay, "tv", *map(str, paths), "--entry", "@f", "--format", "json", *options]
        begin = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True)
        seconds = time.monotonic() - begin
    try:
        record = next(record for record in json.loads(done.stdout)["patterns"] if record["name"] == "f")
    except (ValueError, LookupError, StopIteration):
        return "failed", {"said": done.stderr.strip()[-300:]}, seconds
    return record["verdict"], record, seconds


def said(verdict, record):
    """A verdict with its scope or reason."""
    reason = record.get("reason") or {}
    return f"{verdict} ({record.get('scope') or reason.get('subject') or record.get('said') or ''})"


def operations(record):
    """Operations of both programs, as far as the record says."""
    found = re.search(r"work: (\d+) operations", json.dumps(record))
    return int(found[1]) if found else 0


def judged(args, text, twin, what):
    """What is said of a pair and of its twin."""
    after = behind(text, what)
    if after is None:
        return None
    verdict, record, seconds = asked(args.assay, text, after)
    pair = (verdict, said(verdict, record), operations(record), seconds, record)
    wrong = behind(twin, what) if twin else None
    if wrong is None:
        return pair, None
    verdict, record, _ = asked(args.assay, text, wrong)
    row = said(verdict, record)
    if verdict not in ("proved", "bounded"):
        return pair, (verdict, row, False)
    runs = asked(args.assay, text, wrong, "--no-proof", "--inputs", str(args.inputs))[0]
    return pair, ("called right" if runs == "refuted" else "equivalent on inputs", row, runs == "refuted")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--kernels", type=int, default=1000)
    parser.add_argument("--assay", default=str(ROOT / "target/release/assay"))
    parser.add_argument("--inputs", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--reviewed", default="", help="pairs `kernel/pass`, apart by commas, that MLIR is known to change")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    files = sorted(KERNELS.glob("*.mlir"))
    files = sorted(rng.sample(files, min(args.kernels, len(files))))
    table, twins = collections.defaultdict(collections.Counter), collections.Counter()
    total = collections.Counter()
    work, slowest = collections.Counter(), (0, "")
    bad = False
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        asks = []
        for file in files:
            text = sized(rng, file.read_text())
            for name, draw in PASSES.items():
                what = draw(rng)
                twin, edit = edited(rng, text) or (None, "")
                asks.append((file.stem, name, what, edit, pool.submit(judged, args, text, twin, what)))
        for kernel, name, what, edit, ask in asks:
            found = ask.result()
            if found is None:
                print(f"{kernel} {what}: mlir-opt refuses it", flush=True)
                total["refused"] += 1
                continue
            (verdict, row, count, seconds, record), twin = found
            short = f"{verdict} (not changed)" if record.get("scope") == "not changed" else verdict
            table[name][short] += 1
            total["pairs"] += 1
            total["decided"] += verdict in ("proved", "refuted") or record.get("scope", "") == "all inputs"
            total["ran"] += verdict != "unknown" or (record.get("reason") or {}).get("class") == "tested"
            if verdict != "proved":
                print(f"{kernel} {what}: {row[:200]}", flush=True)
                for finding in record.get("findings", []):
                    print(f"  {finding['message'][:160]}", flush=True)
            wrong = verdict in ("failed", "internal") or (verdict == "refuted" and f"{kernel}/{name}" not in args.reviewed.split(","))
            bad |= wrong
            total["wrong"] += wrong
            if count:
                work["operations"] += count
                work["seconds"] += seconds
                slowest = max(slowest, (seconds, f"{kernel} {what}"))
            if twin:
                twins[twin[0]] += 1
                if twin[2]:
                    print(f"{kernel} {what}, {edit}: twin {twin[0]}, {twin[1][:160]}", flush=True)
                bad |= twin[2]
                total["twins called right"] += twin[2]
    for name, row in table.items():
        print(f"{name}: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(row.items())))
    print("twins: " + ", ".join(f"{verdict} {count}" for verdict, count in sorted(twins.items())))
    pairs = max(total["pairs"], 1)
    print(
        f"{total['pairs']} pairs, {total['refused']} refused by mlir-opt: ran on inputs {100 * total['ran'] / pairs:.1f} %,"
        f" proved for the size or refuted {100 * total['decided'] / pairs:.1f} %, wrong {total['wrong']},"
        f" wrong twins called right {total['twins called right']}"
    )
    if work["seconds"]:
        print(
            f"{work['operations']:,} operations on terms in {work['seconds']:.1f} s of whole commands:"
            f" {work['operations'] / work['seconds']:,.0f} a second; slowest {slowest[0]:.1f} s, {slowest[1]}"
        )
    sys.exit(1 if bad else 0)


main()
