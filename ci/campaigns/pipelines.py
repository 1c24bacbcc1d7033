#!/usr/bin/env python3
"""Pipelines of 3 to 10 passes on payloads: what `assay audit` says of each beside what is left when it is run.

    pipelines.py SEED [--count N] [--assay PATH] [--opt PATH]

Draws until half of the pipelines are clean in reality: every pass returns 0 and only operations of the LLVM dialect are left.
Prints the figures and, for each that is missed, its line. Exits with 1 where a pipeline that is not clean was called clean.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parents[2]
PAYLOADS = HERE / "corpus/contracts/payloads/upstream.mlir"
EARLY = ["canonicalize", "cse", "convert-linalg-to-loops", "linalg-generalize-named-ops", "arith-expand", "math-expand-ops",
         "expand-realloc", "fold-memref-alias-ops", "loop-invariant-code-motion", "scf-forall-to-for", "empty-tensor-to-alloc-tensor",
         "one-shot-bufferize{bufferize-function-boundaries}", "convert-complex-to-standard", "lower-affine", "lower-affine",
         "convert-linalg-to-affine-loops", "expand-strided-metadata", "convert-vector-to-scf", "scf-for-to-while"]
LOWER = ["convert-scf-to-cf", "expand-strided-metadata", "lower-affine", "convert-arith-to-llvm", "convert-cf-to-llvm",
         "convert-func-to-llvm", "finalize-memref-to-llvm", "convert-index-to-llvm", "convert-ub-to-llvm", "convert-math-to-llvm",
         "convert-vector-to-llvm", "convert-to-llvm"]


def payloads():
    out = {}
    for chunk in re.split(r"(?m)^// -----$\n?", PAYLOADS.read_text()):
        name = re.match(r"\s*// (\w+)\n", chunk)
        if name:
            out[name.group(1)] = chunk
    return out


def drawn(random_source):
    count = random_source.randint(3, 10)
    early = random_source.sample(EARLY, random_source.randint(0, min(3, count - 2)))
    rest = count - len(early)
    way = random_source.random()
    if way < 0.5:
        tail = random_source.sample(LOWER[:3], min(3, random_source.randint(1, 3), rest - 1)) + ["convert-to-llvm"]
    else:
        tail = random_source.sample(LOWER[:-1], min(len(LOWER) - 1, max(rest - 1, 1)))
        if random_source.random() < 0.5:
            tail.sort(key=LOWER.index)
        tail.append("reconcile-unrealized-casts")
    passes = (early + tail)[:10]
    if random_source.random() < 0.3:
        random_source.shuffle(passes)
    return passes


def left(opt, passes, text):
    """The kinds that are left, or None where a pass fails."""
    flags = ["--mlir-print-op-generic", "--pass-pipeline=builtin.module(%s)" % ",".join(passes)]
    done = subprocess.run([opt, *flags], input=text, capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return None
    return {name for name in re.findall(r'"([a-z_0-9]+\.[A-Za-z_0-9.]+)"(?=[(<])', done.stdout) if name != "builtin.module"}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--opt", default="mlir-opt-22")
    parser.add_argument("--contracts", action="append", default=[])
    args = parser.parse_args()
    source = random.Random(args.seed)
    texts = payloads()
    clean, dirty, seen = [], [], set()
    while len(clean) < args.count // 2 or len(dirty) < args.count // 2:
        name, passes = source.choice(sorted(texts)), drawn(source)
        key = (name, tuple(passes))
        if len(passes) < 3 or key in seen:
            continue
        seen.add(key)
        kinds = left(args.opt, passes, texts[name])
        is_clean = kinds is not None and all(kind.startswith("llvm.") for kind in kinds)
        bucket = clean if is_clean else dirty
        if len(bucket) < args.count // 2:
            bucket.append((name, passes, kinds))
    wrong, called, remain, real, unknown, fails = [], 0, 0, 0, 0, 0
    missed, spurious = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "payload.mlir"
        for is_clean, bucket in ((True, clean), (False, dirty)):
            for name, passes, kinds in bucket:
                path.write_text(texts[name])
                command = [args.assay, "audit", "--pipeline", ",".join(passes), "--final", "llvm.*", "--payload", str(path),
                           "--max-insertions", "0", "--format", "json"] + [word for one in args.contracts for word in ("--contracts", one)]
                done = subprocess.run(command, capture_output=True, text=True)
                record = json.loads(done.stdout)["patterns"][0]
                line = f"{name}: {','.join(passes)}"
                errors = [one for one in record["findings"] if one["level"] == "error"]
                if record["verdict"] == "proved":
                    called += is_clean
                    if not is_clean:
                        wrong.append(f"{line}: {kinds}")
                elif is_clean:
                    missed.append(f"{line}: {[one['message'] for one in errors][:3] or record.get('reason')}")
                leftovers = [one for one in errors if one["code"] == "C501"]
                if leftovers:
                    remain += 1
                    # A pipeline that fails leaves what it was given.
                    real += not is_clean
                    if is_clean:
                        spurious.append(line)
                elif errors:
                    fails += 1
                elif record["verdict"] != "proved":
                    unknown += 1
    for title, lines in (("called clean and is not", wrong), ("clean and not called so", missed)):
        for line in lines:
            print(f"{title}: {line}")
    print(f"seed {args.seed}: {len(clean)} clean and {len(dirty)} unclean pipelines in reality")
    print(f"called clean: {called} of {len(clean)} clean ones, {len(wrong)} of {len(dirty)} unclean ones")
    print(f"may remain: {remain} pipelines, {real} of them real ({100 * real // max(remain, 1)} %)")
    print(f"other errors only: {fails}, neither: {unknown}")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
