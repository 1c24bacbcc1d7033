#!/usr/bin/env python3
"""Puts 18 false solvers and 12 false MLIR tools in the place of the real ones and compares the verdicts of `assay check`.

Each false solver judges the libraries below and a library of patterns that are wrong for single numbers of 2^32, which no drawn
input shows; the liars do so once more with `--cross-check 100%` and the real solver as the second one. Wrong is a verdict that
says the opposite of the honest run (refuted against proved, bounded or vacuous). What a lie `unsat` may do is only to hide
what inputs that are drawn do not show, and a solver that says `unsat` always hides all of that; checked by a second solver it
may do nothing, and each pattern that it would have hidden is refuted all the same or names it among those that disagree. The
false `mlir-opt` is given to `--confirm-mlir`, the false `mlir-pdll` stands first on PATH. Every run has to end by itself within
LIMIT seconds with exit code 0, 1 or 2, below MEMORY.

usage: ci/campaigns/false-tools.py [SEED]    (default 1: what the solver that answers at random says; needs z3, mlir-opt-22
                                             and a release build of assay, or ASSAY)
       ci/campaigns/false-tools.py each [COMMAND ...]   (check, tv and fuzz in shards: every k-th start of the solver finds no
                                                         program, and every k-th answer is missing or garbage, in turn)
Exit code 1 when anything above is not so.
"""

import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import each

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))
LIBRARIES = ["arith", "arith-open", "traps"]
LIMIT, MEMORY = 900, 1 << 30
OPPOSITE = {"proved": {"refuted"}, "bounded": {"refuted"}, "vacuous": {"refuted"},
            "refuted": {"proved", "bounded", "vacuous"}}

# A pattern that is wrong for the one number that the factor takes to the product: `select(x * factor == product, x, y)` is y.
RARE = '''pdl.pattern @rare{number} : benefit(1) {{
  %t = pdl.type : i32
  %c = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %fa = pdl.attribute = {factor} : i32
  %fo = pdl.operation "arith.constant" {{"value" = %fa}} -> (%t : !pdl.type)
  %f = pdl.result 0 of %fo
  %ka = pdl.attribute = {product} : i32
  %ko = pdl.operation "arith.constant" {{"value" = %ka}} -> (%t : !pdl.type)
  %k = pdl.result 0 of %ko
  %mo = pdl.operation "arith.muli"(%x, %f : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %m = pdl.result 0 of %mo
  %pa = pdl.attribute = {predicate} : i64
  %po = pdl.operation "arith.cmpi"(%m, %k : !pdl.value, !pdl.value) {{"predicate" = %pa}} -> (%c : !pdl.type)
  %p = pdl.result 0 of %po
  %r = pdl.operation "arith.select"(%p, {chosen} : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    pdl.replace %r with (%y : !pdl.value)
  }}
}}
'''
RARES = 6

# Answers of one shard that fail, each in turn.
ANSWERS = 100

# A solver between assay and z3: it reads commands line by line and may change each answer. FAULT is its fault, SEED its seed.
PROXY = r'''#!/usr/bin/env python3
import os, random, signal, subprocess, sys, time
FAULT, SEED = "@FAULT@", @SEED@
random.seed(SEED)
out = sys.stdout
def say(text):
    out.write(text + "\n"); out.flush()
if FAULT == "dies": sys.exit(3)
if FAULT == "hangs": time.sleep(10**6)
if FAULT == "ignores signals":
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
    while True: time.sleep(1)
if FAULT == "flood of sat":
    while True: say("sat")
if FAULT == "flood on standard error":
    while True: sys.stderr.write("x" * 65536)
if FAULT == "long lines":
    while True: say("s" * 20_000_000)
if FAULT == "slow start": time.sleep(3)
if FAULT == "takes memory":
    hog = []
    try:
        while True: hog.append(bytearray(1 << 26))
    except MemoryError:
        sys.exit(1)
z3 = subprocess.Popen(["z3", "-in", "-smt2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
questions = 0
for line in sys.stdin:
    line = line.rstrip("\n")
    if line.startswith("(check-sat"):
        questions += 1
        if FAULT == "dies after 5 questions" and questions > 5: z3.kill(); sys.exit(1)
        if FAULT == "hangs after 5 questions" and questions > 5: time.sleep(10**6)
        z3.stdin.write("(check-sat)\n"); z3.stdin.flush()
        answer = z3.stdout.readline().strip()
        flip = {"sat": "unsat", "unsat": "sat"}
        if FAULT == "garbage": answer = "\x1b[31m(((;)\x00"
        if FAULT == "says unsat": answer = "unsat"
        if FAULT == "says sat": answer = "sat"
        if FAULT == "says unknown": answer = "unknown"
        if FAULT == "flips": answer = flip.get(answer, answer)
        if FAULT == "at random": answer = random.choice(["sat", "unsat", "unknown"])
        if FAULT == "cut answers": answer = answer[:2]
        say(answer)
        if FAULT == "two answers": say(flip.get(answer, answer))
        continue
    if line.startswith("(get-value") and FAULT in ("wrong models", "says sat", "flips", "at random"):
        names = line[len("(get-value ("):].rstrip(")").split()
        say("(" + " ".join(f"({name} #x{'0' * 8})" for name in names) + ")")
        continue
    if line.startswith("(get-info :version)") and FAULT == "wrong version":
        say('(:version "0.0.1 of another solver")')
        continue
    z3.stdin.write(line + "\n")
    if line.startswith(("(echo", "(get-")):
        z3.stdin.flush()
        depth, first = 0, True
        while first or depth > 0:
            text = z3.stdout.readline()
            if not text: sys.exit(1)
            say(text.rstrip("\n"))
            depth += text.count("(") - text.count(")")
            first = False
'''

SOLVERS = ["honest", "dies", "hangs", "ignores signals", "garbage", "flood of sat", "flood on standard error", "long lines",
           "two answers", "cut answers", "wrong version", "slow start", "takes memory", "dies after 5 questions", "says sat",
           "wrong models", "says unsat", "flips", "at random", "hangs after 5 questions", "says unknown"]
LIARS = ["says sat", "wrong models", "says unsat", "flips", "at random"]

TOOL = r'''#!/usr/bin/env python3
import os, sys, time
FAULT, REAL = "@FAULT@", "@REAL@"
if "--version" in sys.argv and FAULT != "wrong version": os.execv(REAL, [REAL, "--version"])
if FAULT == "hangs": time.sleep(10**6)
if FAULT == "floods":
    while True: sys.stdout.write("x" * 65536)
if FAULT == "dies": os.abort()
if FAULT == "lies": print("module {\n}"); sys.exit(0)
if FAULT == "garbage": sys.stdout.buffer.write(os.urandom(4096)); sys.exit(0)
if FAULT == "wrong version": print("LLVM version 3.1"); sys.exit(0)
'''
FAULTS = ["hangs", "floods", "dies", "lies", "garbage", "wrong version"]


def limits():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Run:
    """One run of assay: exit code, seconds, largest resident memory of all of its processes, and verdicts by pattern."""

    def __init__(self, folder, words, env=None):
        report = folder / "report.json"
        report.unlink(missing_ok=True)
        start = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        command = [ASSAY, "check", *words, "--format", f"json={report}", "--format", "concise"]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=LIMIT, preexec_fn=limits,
                                  env={**os.environ, **(env or {})})
            self.code, self.said = done.returncode, done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            self.code, self.said = "no end", ""
        self.seconds = time.monotonic() - start
        self.grown = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - before
        document = json.loads(report.read_text()) if report.exists() and report.stat().st_size else {"patterns": []}
        self.patterns = {(one["file"], one["name"], one["line"]): one for one in document["patterns"]}

    def verdicts(self):
        return {key: one["verdict"] for key, one in self.patterns.items()}


def count(verdicts):
    words = {}
    for verdict in verdicts.values():
        words[verdict] = words.get(verdict, 0) + 1
    return ", ".join(f"{number} {word}" for word, number in sorted(words.items()))


def rare(folder, random_):
    """A file of patterns that are wrong for single numbers."""
    signed = lambda number: number - (number >> 31 << 32)
    path, text = folder / "rare.mlir", []
    for number in range(RARES):
        factor, product = random_.randrange(1 << 24, 1 << 32) | 1, random_.randrange(1 << 16, 1 << 32)
        # Equal, then x; or not equal, then y.
        predicate, chosen = random_.choice([(0, "%x, %y"), (1, "%y, %x")])
        text.append(RARE.format(number=number, factor=signed(factor), product=signed(product), predicate=predicate, chosen=chosen))
    path.write_text("".join(text))
    return path


def compare(name, honest, run, may_hide=frozenset(), named=frozenset(), liar=""):
    """Prints a row; the number of faults. `may_hide` are patterns of which a lie can hide everything; those of `named` have to be
    refuted or to name `liar`."""
    was, now = honest.verdicts(), run.verdicts()
    wrong = [key for key in was if now.get(key) in OPPOSITE.get(was[key], set())]
    hidden = [key for key in wrong if key in may_hide and was[key] == "refuted"]
    wrong = [key for key in wrong if key not in hidden]
    missing = [key for key in was if key not in now]
    contradicted = sum("disagree" in ((one["reason"] or {}).get("subject") or "") for one in run.patterns.values())
    ended = run.code in (0, 1, 2)
    subjects = {key: (one["reason"] or {}).get("subject") or "" for key, one in run.patterns.items()}
    silent = [key for key in named if now.get(key) != "refuted" and not
              ("disagree" in subjects.get(key, "") and liar in subjects[key])]
    wrong += silent
    faults = len(wrong) + len(missing) + (not ended)
    print(f"| {name} | {count(now)} | {len(wrong)} wrong, {len(hidden)} hidden, {len(missing)} missing, {contradicted} contradicted | "
          f"exit {run.code}, {run.seconds:.1f} s |", flush=True)
    for key in wrong + missing:
        print(f"    {key}: {was[key]} became {now.get(key)}")
    return faults


def script(path, text):
    path.write_text(text)
    path.chmod(0o755)
    return path


def solvers(folder, seed):
    libraries = [*(f"corpus/patterns/{name}" for name in LIBRARIES), str(rare(folder, random.Random(seed)))]
    honest = Run(folder, [*libraries])
    print(f"| z3 itself | {count(honest.verdicts())} | | exit {honest.code}, {honest.seconds:.1f} s |")
    if not honest.patterns:
        sys.exit(f"false-tools: no report\n{honest.said}")
    # What can be hidden are refutations that no drawn input shows: those that are open without any solver.
    none = Run(folder, [*libraries, "--allow-no-solver", "--solver", "/nonexistent"])
    shown = {key for key, verdict in none.verdicts().items() if verdict == "refuted"}
    may_hide = {key for key, verdict in honest.verdicts().items() if verdict == "refuted" and key not in shown}
    print(f"    {len(may_hide)} refutations need a solver")
    faults = int(len(may_hide) < RARES)
    for fault in SOLVERS:
        path = script(folder / f"z3 {fault}".replace(" ", "-"), PROXY.replace("@FAULT@", fault).replace("@SEED@", str(seed)))
        limit = [] if fault in LIARS or fault == "honest" else ["--timeout", "2"]
        alone = Run(folder, [*libraries, "--solver", str(path), *limit])
        faults += compare(fault, honest, alone, may_hide if fault in LIARS else frozenset())
        if fault == "says unsat":
            # Else nothing is shown of what a second solver is there for.
            verdicts = alone.verdicts()
            faults += sum(verdicts[key] in ("refuted", "unknown") for key in may_hide)
        if fault in LIARS:
            checked = Run(folder, [*libraries, "--solver", str(path), "--cross-check", "100%", "--second-solver", "z3"])
            hid = may_hide if fault == "says unsat" else frozenset()
            faults += compare(f"{fault}, checked by another one", honest, checked, named=hid, liar=path.name)
    return faults


def tools(folder):
    faults = 0
    library = ["corpus/patterns/arith"]
    honest = Run(folder, [*library, "--confirm-mlir"])
    print(f"| mlir-opt-22 itself | {count(honest.verdicts())} | | exit {honest.code}, {honest.seconds:.1f} s |")
    for fault in FAULTS:
        path = script(folder / f"mlir-opt-{fault}".replace(" ", "-"),
                      TOOL.replace("@FAULT@", fault).replace("@REAL@", shutil.which("mlir-opt-22") or ""))
        faults += compare(f"mlir-opt {fault}", honest, Run(folder, [*library, f"--confirm-mlir={path}"]))
    texts = ["ir/tests/text/pdll"]
    honest = Run(folder, texts)
    print(f"| mlir-pdll-22 itself | {count(honest.verdicts())} | | exit {honest.code}, {honest.seconds:.1f} s |")
    for fault in FAULTS:
        place = folder / f"pdll {fault}".replace(" ", "-")
        place.mkdir()
        script(place / "mlir-pdll-22", TOOL.replace("@FAULT@", fault).replace("@REAL@", shutil.which("mlir-pdll-22") or ""))
        run = Run(folder, texts, {"PATH": f"{place}:{os.environ['PATH']}"})
        # Without the tool there is nothing to judge: no pattern is invented, and the exit code says that something is wrong: no
        # answer (2), text that cannot be read (1), or no pattern in it (3).
        invented = [key for key in run.patterns if key not in honest.patterns]
        fine = not invented and run.code in ((1, 2, 3) if fault in ("lies", "garbage", "wrong version") else (2,))
        faults += not fine
        print(f"| mlir-pdll {fault} | {count(run.verdicts())} | {len(invented)} invented | exit {run.code}, {run.seconds:.1f} s |"
              f"{'' if fine else ' WRONG'}", flush=True)
    return faults


def main():
    if sys.argv[1:2] == ["each"]:
        modes = {"no program at each start": each.starts, "each answer": lambda command, whole: each.answers(command, whole, ANSWERS)}
        each.table(modes, sys.argv[2:])
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        print("| tool | verdicts | against the honest run | |\n|---|---|---|---|")
        faults = solvers(folder, seed) + tools(folder)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    print(f"{faults} faults; at most {most >> 20} MiB in one process")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
