#!/usr/bin/env python3
"""Loop kernels of real sizes through loop passes of MLIR, judged by `assay tv`. The texts are those of corpus/tv/kernels, with extents
drawn between 20 and 40; each goes through eight passes of mlir-opt-22 with drawn options. Each text also gets one edit (of an index, a
bound, an operand or an operation), goes through the same pass, and is judged against the text without the edit: a wrong twin. A
verdict is wrong when a twin that runs on drawn inputs tell apart is called right, or when a pair is refuted that does the same under
mlir-runner-22 on three drawn inputs.

    kernels.py SEED [--kernels N] [--assay PATH] [--jobs N] [--inputs N]

Prints each pair that is refuted or not decided and each twin that is called right, then tables: pass by verdict; twins by verdict; the
share that ran on inputs, the share proved for the size or refuted, and operations of the programs before, each counted once, and of both
programs as they were executed on terms, by the time of the whole command and by the time of the processor in it.
Exit code 1 when a verdict is wrong. Needs mlir-opt-22, mlir-runner-22 and a solver.
"""

import argparse
import collections
import concurrent.futures
import json
import os
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
    """Verdict, record and seconds of a pair of texts: by the clock, and of the processor with all that the command starts."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("before.mlir", "after.mlir")]
        for path, text in zip(paths, (before, after)):
            path.write_text(text)
        command = [assay, "tv", *map(str, paths), "--entry", "@f", "--format", "json", *options]
        output, errors = Path(folder, "output"), Path(folder, "errors")
        begin = time.monotonic()
        with output.open("wb") as out, errors.open("wb") as err:
            process = subprocess.Popen(command, stdout=out, stderr=err)
            _, _, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begin, usage.ru_utime + usage.ru_stime
        said, complaint = output.read_text(), errors.read_text()
    try:
        record = next(record for record in json.loads(said)["patterns"] if record["name"] == "f")
    except (ValueError, LookupError, StopIteration):
        return "failed", {"said": complaint.strip()[-300:]}, seconds
    return record["verdict"], record, seconds


def said(verdict, record):
    """A verdict with its scope or reason."""
    reason = record.get("reason") or {}
    return f"{verdict} ({record.get('scope') or reason.get('subject') or record.get('said') or ''})"


def operations(text):
    """Operations that a kernel runs, counted along its loops."""
    lines = [line.strip() for line in text.splitlines()]

    def bound(words, names):
        found = re.fullmatch(r"affine_map<\((.*?)\) -> \((.*)\)>\((.*)\)", words)
        if not found:
            return int(words)
        operands = [names[operand.strip()] for operand in found[3].split(",")]
        return eval(found[2], {}, dict(zip(found[1].split(", "), operands)))  # noqa: S307 - a text of this repository

    def block(at, names):
        """The operations from a line to the end of its block, and that line."""
        count = 0
        while not lines[at].startswith("}"):
            loop = re.search(r"affine\.for (%\w+) = (.*?) to (.*?)(?: iter_args.*)? \{$", lines[at])
            if not loop:
                count, at = count + 1, at + 1
                continue
            low, high = (bound(words, names) for words in loop.groups()[1:])
            inner, end = block(at + 1, {**names, loop[1]: low})
            is_nest = any("affine.for" in line for line in lines[at + 1 : end])
            if not is_nest:
                count += max(high - low, 0) * inner
            else:
                count += sum(block(at + 1, {**names, loop[1]: place})[0] for place in range(low, high))
            at = end + 1
        return count, at

    begin = next(at for at, line in enumerate(lines) if line.startswith("func.func"))
    return block(begin + 1, {})[0]


LOWERING = (
    "func.func(affine-expand-index-ops),lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,expand-strided-metadata,"
    "lower-affine,convert-math-to-llvm,finalize-memref-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-index-to-llvm,"
    "convert-func-to-llvm,convert-ub-to-llvm,reconcile-unrealized-casts"
)


def main_of(signature, seed):
    """A function that calls @f on drawn numbers and comes to a number that depends on all bits of its memory."""
    lines, buffers, names = [], [], []
    lines.append(f"%s0 = arith.constant {seed} : i64\n%m = arith.constant 6364136223846793005 : i64\n%a = arith.constant 1442695040888963407 : i64")
    lines.append("%k = arith.constant 56 : i64\n%z = arith.constant 0 : i64\n%p = arith.constant 31 : i64")
    state = "%s0"

    def number(at, state, element):
        out = [f"%t{at} = arith.muli {state}, %m : i64", f"%n{at} = arith.addi %t{at}, %a : i64", f"%h{at} = arith.shrsi %n{at}, %k : i64"]
        if element == "i32":
            return out + [f"%v{at} = arith.trunci %h{at} : i64 to i32"], f"%n{at}", f"%v{at}"
        out += [f"%w{at} = arith.sitofp %h{at} : i64 to {element}", f"%e{at} = arith.constant 8.0 : {element}"]
        return out + [f"%v{at} = arith.divf %w{at}, %e{at} : {element}"], f"%n{at}", f"%v{at}"

    def nest(extents, body):
        head = [f"affine.for %i{dim} = 0 to {extent} {{" for dim, extent in enumerate(extents)]
        return head + body + ["}"] * len(extents)

    for at, ty in enumerate(signature):
        if not ty.startswith("memref"):
            made, state, name = number(at, state, ty)
            lines += made
            names.append(name)
            continue
        *extents, element = re.fullmatch(r"memref<(.*)>", ty)[1].split("x")
        places = ", ".join(f"%i{dim}" for dim in range(len(extents)))
        lines += [f"%b{at} = memref.alloc() : {ty}", f"%c{at} = memref.alloc() : memref<i64>", f"affine.store {state}, %c{at}[] : memref<i64>"]
        made, new, name = number(at, f"%o{at}", element)
        body = [f"%o{at} = affine.load %c{at}[] : memref<i64>"] + made
        body += [f"affine.store {new}, %c{at}[] : memref<i64>", f"affine.store {name}, %b{at}[{places}] : {ty}"]
        lines += nest(extents, body) + [f"%x{at} = affine.load %c{at}[] : memref<i64>"]
        state = f"%x{at}"
        names.append(f"%b{at}")
        buffers.append((at, ty, extents, element, places))
    lines.append(f"func.call @f({', '.join(names)}) : ({', '.join(signature)}) -> ()")
    lines += ["%r = memref.alloc() : memref<i64>", "affine.store %z, %r[] : memref<i64>"]
    for at, ty, extents, element, places in buffers:
        wide = "i64" if element == "f64" else "i32"
        body = [f"%l{at} = affine.load %b{at}[{places}] : {ty}"]
        body.append(f"%y{at} = arith.bitcast %l{at} : {element} to {wide}" if element != "i32" else f"%y{at} = arith.ori %l{at}, %l{at} : i32")
        body.append(f"%d{at} = arith.extui %y{at} : i32 to i64" if wide == "i32" else f"%d{at} = arith.ori %y{at}, %y{at} : i64")
        body += [f"%f{at} = affine.load %r[] : memref<i64>", f"%g{at} = arith.muli %f{at}, %p : i64", f"%q{at} = arith.addi %g{at}, %d{at} : i64"]
        lines += nest(extents, body + [f"affine.store %q{at}, %r[] : memref<i64>"])
    lines.append("%u = affine.load %r[] : memref<i64>\nfunc.return %u : i64")
    body = "\n".join(lines)
    return f"func.func @main() -> i64 {{\n{body}\n}}\n"


def ran(text, signature, seed):
    """What mlir-runner-22 prints of a text on drawn numbers, or None."""
    generic = behind(text, None)
    end = generic.rindex("})")
    whole = generic[:end] + main_of(signature, seed) + generic[end:]
    lowered = behind(whole, LOWERING)
    if lowered is None:
        return None
    command = ["mlir-runner-22", "--entry-point-result=i64", "-O0"]
    done = subprocess.run(command, input=lowered, capture_output=True, text=True, timeout=120)
    return done.stdout.strip() if done.returncode == 0 else None


def confirmed(text, after):
    """What runs of both texts by mlir-runner-22 say of a difference."""
    signature = [ty for _, ty in re.findall(r"%(\w+): (memref<[^>]*>|f32|f64|i32)", text[: text.index("{")])]
    for seed in (1, 2, 3):
        both = [ran(one, signature, seed) for one in (text, after)]
        if None in both:
            return "not run by mlir-runner"
        if both[0] != both[1]:
            return "differs under mlir-runner"
    return "the same under mlir-runner"


def judged(args, text, twin, what):
    """What is said of a pair and of its twin."""
    after = behind(text, what)
    if after is None:
        return None
    verdict, record, seconds = asked(args.assay, text, after)
    held = confirmed(text, after) if verdict == "refuted" else ""
    pair = (verdict, said(verdict, record), operations(text) if 'all values at these sizes' in (record.get('scope') or '') else 0, seconds, record, held)
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
            (verdict, row, count, seconds, record, held), twin = found
            short = f"{verdict} (not changed)" if record.get("scope") == "not changed" else verdict
            table[name][short] += 1
            total["pairs"] += 1
            total["decided"] += verdict in ("proved", "refuted") or record.get("scope") == "all inputs"
            total["ran"] += verdict != "unknown" or (record.get("reason") or {}).get("class") == "tested"
            if verdict != "proved":
                print(f"{kernel} {what}: {(held and f'refuted, {held}') or row[:200]}", flush=True)
                for finding in record.get("findings", []):
                    print(f"  {finding['message'][:160]}", flush=True)
            wrong = verdict in ("failed", "internal") or held == "the same under mlir-runner"
            total[held] += bool(held)
            bad |= wrong
            total["wrong"] += wrong
            if count:
                work["operations"] += count
                executed = record.get("operations")
                work["executed"] += sum(executed.values()) if executed else count
                work["seconds"] += seconds[0]
                work["processor"] += seconds[1]
                slowest = max(slowest, (seconds[0], f"{kernel} {what}"))
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
        f" wrong twins called right {total['twins called right']};"
        f" of the refuted {total['differs under mlir-runner']} differ under mlir-runner, {total['not run by mlir-runner']} were not run"
    )
    if work["seconds"]:
        print(
            f"{work['operations']:,} operations of the programs before, decided on terms in {work['seconds']:.1f} s of whole commands:"
            f" {work['operations'] / work['seconds']:,.0f} a second, and {work['operations'] / work['processor']:,.0f} a second of the processor;"
            f" slowest {slowest[0]:.1f} s, {slowest[1]}\n"
            f"{work['executed']:,} operations executed on terms in both programs (of the one before alone where compiled code ran them):"
            f" {work['executed'] / work['seconds']:,.0f} a second, and {work['executed'] / work['processor']:,.0f} a second of the processor"
        )
    sys.exit(1 if bad else 0)


main()
