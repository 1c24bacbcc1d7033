#!/usr/bin/env python3
"""`assay opt -- mlir-opt-22 ...` against the wrapped binary on the RUN lines of MLIR's tests: output, messages and exit status
have to be the same, byte for byte. Exit code 1 if one differs, or if no call was judged beside.

usage: ci/campaigns/opt.py SOURCES [COUNT] [SEED]    (a folder with `mlir/test`, see mlir_sources.sh; 500 calls unless told;
                                                      needs target/release/assay, or ASSAY, and mlir-opt-22)
"""

import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ASSAY = os.environ.get("ASSAY", str(ROOT / "target" / "release" / "assay"))
LINE = re.compile(r"^//\s*RUN:\s*(mlir-opt\b[^|>&;`$\n]*)(?<! 2)", re.MULTILINE)
SECONDS = 60
TIMES = 8


def calls(folder):
    """The first call of mlir-opt in each test, as words; substitutions other than %s are left out."""
    for path in sorted(folder.rglob("*.mlir")):
        found = LINE.search(path.read_text(errors="replace").replace("\\\n// RUN:", " "))
        if not found:
            continue
        try:
            words = shlex.split(found.group(1).replace("%s", str(path)))
        except ValueError:
            continue
        if not any("%" in word or word.startswith("-o") or "plugin" in word for word in words):
            yield ["mlir-opt-22", *words[1:]]


def answer(words):
    """What a call prints and its status; an address is no part of the answer, nor how deep a crash was."""
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    status = done.returncode if done.returncode >= 0 else 128 - done.returncode
    crashed = status >= 128
    return done.stdout, b"" if crashed else done.stderr, status


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    chosen = list(calls(pathlib.Path(sys.argv[1]) / "mlir" / "test"))
    random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1).shuffle(chosen)
    differ, slow, judged, failing, changing = [], 0, 0, 0, 0
    for words in chosen[:count]:
        expected = answer(words)
        with tempfile.NamedTemporaryFile("r", suffix=".log") as log:
            found = answer([ASSAY, "opt", "--log", log.name, "--", *words])
            judged += bool(log.read())
        if expected is None or found is None:
            slow += 1
            continue
        failing += expected[2] != 0
        if found == expected:
            continue
        # Some passes print in another order each time.
        again = [answer(words) for _ in range(TIMES)]
        if any(other != expected for other in again):
            changing += 1
        else:
            differ.append(words)
    for words in differ:
        print("differs:", shlex.join(words))
    done = min(count, len(chosen))
    print(f"{done} calls, {failing} that fail, {len(differ)} differ, {changing} of which mlir-opt answers itself in "
          f"several ways, {slow} took longer than {SECONDS} s, "
          f"{judged} with a line in the log")
    sys.exit(1 if differ or not judged else 0)


if __name__ == "__main__":
    main()
