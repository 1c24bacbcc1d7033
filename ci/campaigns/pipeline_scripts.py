#!/usr/bin/env python3
"""Pipelines of MLIR's own tests as transform scripts: `mlir-opt` has to print the same bytes with either.

    pipeline_scripts.py SEED --sources DIR [--count N] [--assay PATH] [--opt PATH]

Draws N different pipelines (default 50) with a program of the test, as mlir_pipelines.py does, and nests half of their passes in
`builtin.module`s that the program is put into. A program that brings a transform script would have it run in the place of
ours, and is left out. Prints a line for each that differs, and the table; exits with 1 where one differs
or none was the same. The sources come from mlir_sources.sh.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import mlir_pipelines


def printed(command):
    """What a command prints; None where it fails, "crash" where it does not end by itself."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode < 0 or "Stack dump:" in done.stderr:
        return "crash"
    return done.stdout if done.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--opt", default="mlir-opt-22")
    args = parser.parse_args()
    opt = mlir_pipelines.Opt(args.opt)
    table = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        payload, script = pathlib.Path(folder) / "payload.mlir", pathlib.Path(folder) / "script.mlir"
        for number, (name, steps, text) in enumerate(mlir_pipelines.drawn(args.seed, mlir_pipelines.pipelines(args, opt), args, opt)):
            if "transform.named_sequence" in text:
                table["payload with a script of its own"] += 1
                continue
            pipeline = f"builtin.module({','.join(steps)})"
            if number % 2 and "#" not in text and "!" not in text and "{-#" not in text:
                pipeline, text = f"builtin.module({pipeline})", f"module {{\n{text}\n}}\n{text}"
            payload.write_text(text)
            made = subprocess.run([args.assay, "transform", "--of-pipeline", pipeline, "-o", script, "--mlir-opt", args.opt], capture_output=True, text=True)
            if made.returncode != 0:
                table["refused"] += 1
                print(f"{name}: {pipeline}\n    {made.stderr.strip()}", flush=True)
                continue
            plain = printed([args.opt, payload, f"--pass-pipeline={pipeline}"])
            scripted = printed([args.opt, payload, f"--transform-preload-library=transform-library-paths={script}", "--transform-interpreter"])
            row = "mlir-opt crashes" if "crash" in (plain, scripted) else "different" if plain != scripted else "same failure" if plain is None else "same output"
            table[row] += 1
            if row == "different":
                print(f"{name}: {pipeline}\n    {row}", flush=True)
    print(f"seed {args.seed}")
    for row, count in sorted(table.items()):
        print(f"{row:32} {count}")
    sys.exit(1 if table["different"] or not table["same output"] else 0)


if __name__ == "__main__":
    main()
