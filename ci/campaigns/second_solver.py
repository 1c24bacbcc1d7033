#!/usr/bin/env python3
"""Bitwuzla beside Z3: what is left undecided of a folder of patterns without it, and with it.

    second_solver.py [PATH ...] [--assay PROGRAM]

Installs the Python package `bitwuzla` by its name into a virtual environment under `target`, links the program there, and checks each
path twice. Prints each pattern that is `bounded` or `unknown` in one of the two, and seconds of the processor of both runs. Exit code
1 where a pattern is decided otherwise, which is a defect of a solver or of Assay.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "second-solver"


def environment(assay):
    """The program in an environment that has the package."""
    python = HOME / "bin" / "python3"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "bitwuzla"], check=True)
    program = HOME / "bin" / "assay"
    program.unlink(missing_ok=True)
    # A link would be followed: packages are looked for beside the program itself.
    program.write_bytes(Path(assay).read_bytes())
    program.chmod(0o755)
    return program


def judged(program, path, more):
    """Verdict and scope of each pattern, and seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program, "check", "--isolated", "--format", "json", *more, path], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode == 2:
        sys.exit(done.stderr)
    records = json.loads(done.stdout)["patterns"]
    found = {f"{one['file']} @{one['name']}": (one["verdict"], one["scope"] or "") for one in records}
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found, spent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*", default=[str(ROOT / "corpus/patterns/arith-open")])
    parser.add_argument("--assay", default=os.environ.get("ASSAY", str(ROOT / "target/release/assay")))
    args = parser.parse_args()
    program = environment(args.assay)
    wrong = 0
    for path in args.paths:
        (alone, first), (both, second) = (judged(program, path, more) for more in (["--fallback-solver", "none"], []))
        for name, (verdict, scope) in alone.items():
            other, wider = both[name]
            if {verdict, other} & {"bounded", "unknown"} and (verdict, scope) != (other, wider):
                print(f"{name}\n  Z3 alone       {verdict}: {scope}\n  with Bitwuzla  {other}: {wider}")
            wrong += {verdict, other} in ({"refuted", "proved"}, {"refuted", "bounded"})
        print(f"{path}: {len(alone)} patterns, {first:.1f} s with Z3 alone, {second:.1f} s with Bitwuzla")
    print(f"{wrong} decided otherwise")
    sys.exit(1 if wrong else 0)


main()
