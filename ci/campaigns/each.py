"""Faults one after the other in shards and their merge: at every k-th change of a file, start of a solver and answer of a solver,
k = 1, 2, ... as long as there is a k-th. `kills.py each` and `false-tools.py each` run it.

After each fault the same command is run once more without any. Its end has to be that of a run that met no fault: the same bytes of
results and report. An answer that is missing or garbage may leave what it decided unknown, and nothing else.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))
CALLS = ["write", "pwrite64", "fsync", "fdatasync", "rename", "renameat2", "ftruncate", "mkdir", "openat"]
SHARDS = 2

# A solver that counts its starts and questions in files beside it, and fails at one of them.
SOLVER = r'''#!/usr/bin/env python3
import os, pathlib, subprocess, sys
HERE = pathlib.Path(__file__).resolve()
def count(name):
    path = HERE.with_name(name)
    number = int(path.read_text() or 0) + 1 if path.exists() else 1
    path.write_text(str(number))
    return number
FAULT, AT = "@FAULT@", @AT@
# The one after this start finds no program.
if count("starts") == AT - 1 and FAULT == "start": os.rename(HERE, HERE.with_name("away"))
if "-in" not in sys.argv: os.execvp("z3", ["z3", *sys.argv[1:]])
z3 = subprocess.Popen(["z3", *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    fails = line.startswith("(check-sat") and count("answers") == AT
    if fails and FAULT == "death": z3.kill(); os._exit(1)
    z3.stdin.write(line); z3.stdin.flush()
    if not line.startswith(("(check-sat", "(echo", "(get-")): continue
    depth, first = 0, True
    while first or depth > 0:
        text = z3.stdout.readline()
        if not text: sys.exit(1)
        print("((( no answer" if fails and FAULT == "garbage" else text.rstrip("\n"), flush=True)
        depth, first = depth + text.count("(") - text.count(")"), False
'''

# Wrong for the one number that the factor takes to the product, which no drawn input is.
PATTERN = """pdl.pattern @p%d : benefit(1) {
  %%t = pdl.type : i32
  %%c = pdl.type : i1
  %%x = pdl.operand : %%t
  %%y = pdl.operand : %%t
  %%fa = pdl.attribute = %d : i32
  %%fo = pdl.operation "arith.constant" {"value" = %%fa} -> (%%t : !pdl.type)
  %%f = pdl.result 0 of %%fo
  %%ka = pdl.attribute = %d : i32
  %%ko = pdl.operation "arith.constant" {"value" = %%ka} -> (%%t : !pdl.type)
  %%k = pdl.result 0 of %%ko
  %%mo = pdl.operation "arith.muli"(%%x, %%f : !pdl.value, !pdl.value) -> (%%t : !pdl.type)
  %%m = pdl.result 0 of %%mo
  %%pa = pdl.attribute = 0 : i64
  %%po = pdl.operation "arith.cmpi"(%%m, %%k : !pdl.value, !pdl.value) {"predicate" = %%pa} -> (%%c : !pdl.type)
  %%p = pdl.result 0 of %%po
  %%r = pdl.operation "arith.select"(%%p, %%x, %%y : !pdl.value, !pdl.value, !pdl.value) -> (%%t : !pdl.type)
  pdl.rewrite %%r {
    pdl.replace %%r with (%%y : !pdl.value)
  }
}
"""
FUNCTION = """func.func @f%d(%%x: i8, %%y: i8) -> i8 {
  %%0 = arith.%s %%x, %%y : i8
  return %%0 : i8
}
"""


class Check:
    name = "check"

    def prepare(self, folder):
        numbers = [(1_234_567_891, 77_777), (987_654_321, 5_000_011), (305_419_897, 123_456), (1_000_003, 99_999_989)]
        (folder / "a.mlir").write_text("".join(PATTERN % (number, *pair) for number, pair in enumerate(numbers)))
        return ["check", "a.mlir", "--isolated", "--jobs", "1", "--format", "json"]


class Tv:
    name = "tv"

    def prepare(self, folder):
        operations = ["ceildivsi", "floordivsi", "ceildivui", "maxsi"]
        for number, operation in enumerate(operations):
            (folder / f"{number}.mlir").write_text(FUNCTION % (number, operation))
        files = [f"{number}.mlir" for number in range(len(operations))]
        return ["tv", *files, "--pass", "arith-expand", "--jobs", "1", "--format", "json"]


class Fuzz:
    name = "fuzz"

    def prepare(self, folder):
        return ["fuzz", "--mode", "sound", "--count", "60", "--seed", "3", "--payloads", "1", "--jobs", "1", "--all-stages"]


COMMANDS = [Check(), Tv(), Fuzz()]


class Place:
    """A folder with the inputs of a command."""

    def __init__(self, command, fault="none", at=0):
        self.root = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.root.name)
        self.words = command.prepare(self.folder)
        tools = self.folder / "tools"
        tools.mkdir()
        self.solver = tools / "z3"
        self.text = SOLVER.replace("@FAULT@", fault).replace("@AT@", str(at))
        self.restore(self.text)

    def restore(self, text):
        self.solver.write_text(text)
        self.solver.chmod(0o755)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.root.cleanup()

    def count(self, name):
        path = self.solver.with_name(name)
        return int(path.read_text()) if path.exists() else 0

    def run(self, words, inject=()):
        command = [*inject, ASSAY, *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, timeout=600, check=False)

    def shard(self, index, inject=()):
        words = [*self.words, "--shard", f"{index}/{SHARDS}", "--out", "shards", "--solver", "tools/z3"]
        return self.run(words, inject)

    def merge(self, inject=()):
        return self.run(["merge", "shards", "-o", "merged"], inject)

    def take(self, done, but=None):
        """Copies finished shards of another place, except for one."""
        (self.folder / "shards").mkdir()
        for index in range(SHARDS):
            if index != but:
                name = f"shard-{index}-of-{SHARDS}.jsonl"
                shutil.copy(done / name, self.folder / "shards" / name)

    def finish(self):
        """Runs all shards, of which those that are finished end at once, and merges them."""
        for index in range(SHARDS):
            self.shard(index)
        return self.merge()

    def files(self):
        return {path.name: path.read_bytes() for part in ("shards", "merged") for path in sorted((self.folder / part).glob("*.jsonl"))}


class Whole:
    """A run without faults: its shards, its report, and the numbers of starts and answers of each shard."""

    def __init__(self, command):
        self.place, self.counts = Place(command), []
        for index in range(SHARDS):
            before = self.place.count("starts"), self.place.count("answers")
            done = self.place.shard(index)
            if done.returncode:
                sys.exit(f"each: {command.name} ends with {done.returncode}: {done.stderr.decode()}")
            self.counts.append((self.place.count("starts") - before[0], self.place.count("answers") - before[1]))
        self.shards = self.place.folder / "shards"
        self.merged = self.place.merge()
        self.bytes = self.merged.stdout, self.merged.returncode, self.place.files()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.root.cleanup()


def kinds(done):
    """Verdicts by record of a JSON report, or the lines of tables that tell of faults."""
    try:
        return {(one["file"], one["name"], one["line"]): one["verdict"] for one in json.loads(done.stdout)["patterns"]}
    except ValueError:
        lines = done.stdout.decode().splitlines()
        faults = [line for line in lines if line.startswith(("facts that", "finding:", "missed"))]
        return {line.split(",")[0]: "line" for line in [lines[0], *faults]} if lines else {}


def is_right(honest, found):
    """Nothing is lost or added, and what differs is unknown."""
    return set(honest) == set(found) and all(found[key] in (honest[key], "unknown") for key in honest)


def writes(command, whole):
    """Ends the process at each change of a file in turn; the number of faults, and what went wrong."""
    files = whole.bytes[2]
    tried, wrong = 0, []
    for step in [*range(SHARDS), "merge"]:
        for call in CALLS:
            for at in range(1, 10_000):
                with Place(command) as place:
                    trace = place.folder / "trace"
                    inject = ["strace", "-q", "-o", str(trace), "-e", f"trace={call}",
                              "-e", f"inject={call}:signal=SIGKILL:when={at}"]
                    if call == "openat":
                        inject += ["-P", "shards", "-P", "merged", *(arg for name in files for arg in ("-P", f"shards/{name}"))]
                    place.take(whole.shards, but=step)
                    done = place.merge(inject) if step == "merge" else place.shard(step, inject)
                    if done.returncode in (0, 1, 2):
                        break
                    tried += 1
                    merged = place.finish()
                    if (merged.stdout, merged.returncode, place.files()) != whole.bytes:
                        wrong.append(f"{step}, {call} {at}: other bytes; {merged.stderr.decode()[-300:]}")
    return tried, wrong


def starts(command, whole):
    """Lets each start of a solver find no program; the number of faults, and what went wrong."""
    tried, wrong = 0, []
    for index, (started, _) in enumerate(whole.counts):
        for at in range(1, started + 1):
            with Place(command, "start", at) as place:
                place.take(whole.shards, but=index)
                if at == 1:
                    place.solver.unlink()
                done = place.shard(index)
                tried += 1
                if done.returncode != 2 or b"z3" not in done.stderr:
                    wrong.append(f"shard {index}, start {at}: exit {done.returncode}: {done.stderr.decode()[-300:]}")
                place.restore(SOLVER.replace("@FAULT@", "none").replace("@AT@", "0"))
                merged = place.finish()
                if (merged.stdout, merged.returncode, place.files()) != whole.bytes:
                    wrong.append(f"shard {index}, start {at}: other bytes; {merged.stderr.decode()[-300:]}")
    return tried, wrong


def answers(command, whole, most):
    """Lets each answer of a solver fail in turn, by its death and by garbage; the number of faults, and what went wrong. Where
    there are more than `most`, each n-th does."""
    if not any(asked for _, asked in whole.counts):
        sys.exit(f"each: {command.name} asks no solver")
    honest = kinds(whole.merged)
    tried, wrong = 0, []
    for fault in ("death", "garbage"):
        for index, (_, asked) in enumerate(whole.counts):
            for at in range(1, asked + 1, max(1, asked // most)):
                with Place(command, fault, at) as place:
                    place.take(whole.shards, but=index)
                    done = place.shard(index)
                    tried += 1
                    if done.returncode not in (0, 2):
                        wrong.append(f"shard {index}, {fault} at {at}: exit {done.returncode}: {done.stderr.decode()[-300:]}")
                    place.restore(SOLVER.replace("@FAULT@", "none").replace("@AT@", "0"))
                    merged = place.finish()
                    if not is_right(honest, kinds(merged)):
                        wrong.append(f"shard {index}, {fault} at {at}: {kinds(merged)}; {merged.stderr.decode()[-300:]}")
    return tried, wrong


def table(modes, names):
    """Runs modes on commands and prints a row for each; exit code 1 when anything went wrong."""
    if "writes" in modes and not shutil.which("strace"):
        sys.exit("each: strace is not installed (Debian package strace)")
    print("| command | fault | faults made | went wrong |\n|---|---|---|---|")
    failed = 0
    for command in [one for one in COMMANDS if not names or one.name in names]:
        with Whole(command) as whole:
            for title, mode in modes.items():
                tried, wrong = mode(command, whole)
                print(f"| {command.name}, merge | {title} | {tried} | {len(wrong)} |", flush=True)
                for line in wrong[:10]:
                    print(f"    {line}")
                failed += len(wrong) + (tried == 0)
    print(f"{failed} faults of Assay")
    sys.exit(1 if failed else 0)
