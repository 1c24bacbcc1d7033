"""Mutated inputs of every kind through every command of assay; `hostile.sh` builds the program and calls this.

usage: hostile.py SEED [KIND ...]    (COUNT=N inputs in all, default 1,000,000; MINUTES=N ends earlier with what was done;
                                      JOBS=N kinds at a time, default 2)

An input is a seed of its kind with one to four changes (changes.py). The table says of each kind how many inputs went in, in
how many processes, how many of them the reader of the kind took, and how many runs crashed (a signal, a panic or an internal
error, caught ones included), did not end within LIMIT seconds of processor time (or WAIT seconds of the clock), or took more
memory than MEMORY. What was done is kept below target/campaigns/hostile-SEED: a run that was stopped goes on there, as long as
the program and these scripts are the same. Exit code 1 when anything failed, or the readers of a kind took fewer than 30 % of
its inputs.
"""

import concurrent.futures
import hashlib
import hmac
import json
import multiprocessing
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from changes import Mutator

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
ASSAY = os.environ.get("ASSAY", str(TARGET / "release/assay"))
LIMIT, WAIT, MEMORY = 60, 900, 1 << 30
SLICE = 10
# Shares of the changes of a kind: bytes, tokens, values, lines, JSON, definitions, names.
USUAL = [10, 15, 35, 35, 0, 0, 5]
WEIGHTS = {"irdl": [5, 8, 8, 20, 0, 35, 24], "natives": [5, 10, 15, 20, 0, 25, 25], "meanings": [5, 10, 20, 25, 0, 25, 15],
           "mlir": [8, 12, 35, 35, 0, 5, 5], "baseline": [5, 5, 10, 5, 75, 0, 0], "toml": [5, 5, 50, 35, 0, 0, 5],
           "scripts": [3, 10, 40, 30, 0, 0, 17], "dialect": [4, 8, 45, 33, 0, 0, 10],
           "rise": [5, 25, 25, 30, 0, 0, 15], "cpp": [5, 30, 20, 30, 0, 0, 15],
           "pdll": [4, 6, 30, 25, 0, 30, 5], "subset": [5, 10, 30, 30, 0, 10, 15]}
LEAST_TAKEN = 30
PATTERN = """pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %r = pdl.operation "arith.muli"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %n = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %r with %n
  }
}
"""
TOML = """paths = ["."]
rules = ["S", "T202"]
jobs = 2
timeout = 5
width-max = 16
strict = false
fail-on = "warning"
min-scope = "bounded"
require = "types"
region-kind = "from-specs"
unknown-ops = ["may-terminate"]
matches-terminator = true
format = ["concise", "json=out.json"]

[[allow]]
pattern = "p"
rules = ["V301"]
reason = "known"
until = "2030-01-01"
"""
RISE = [
    "def dot[n](x: n.i32, y: n.i32) = zip(x, y) |> map(fun(p => fst(p) * snd(p))) |> reduceSeq(add, 0)",
    "def blur[n](x: n.f32) = pad(1, 1, x) |> slide(3, 1) |> map(reduceSeq(add, 0.0))",
    "def sq[k](x: (4 * k).i8) = split(4, x) |> map(map(fun(e => e * e))) |> join |> to_mem",
    "def t[n, m](x: n.m.(i32, f64)) = transpose(x) |> map(map(fun(p => (snd(p), min(fst(p), 3)))))",
    "def q(x: i8, y: i8) = embed \"arith.divsi\"(max(x, 1), y) - -3",
]
ALLOWS = """# What is known.
paths = ["."]
rules = ["S"]
timeout = 5
solver-memory = 500

[[allow]]
pattern = "p"
rules = ["V301"]
reason = "known"

[[allow]]
pattern = "other"
rules = ["S105", "S106"]
reason = "until the next release"

[[allow]]
rules = ["M501"]
reason = "the driver folds constants"
"""


class Row:
    """The counts of a kind; `round` is the number of the round that makes the inputs."""

    COUNTS = ["rounds", "inputs", "processes", "taken", "read", "crashes", "hangs", "large", "most", "slowest"]

    def __init__(self, kind, keep, counts=()):
        self.kind, self.keep, self.round = kind, keep, 0
        self.rounds = self.inputs = self.processes = self.taken = self.read = self.crashes = self.hangs = self.large = 0
        self.most, self.slowest = 0, 0.0
        vars(self).update(counts)

    def counts(self):
        return {name: getattr(self, name) for name in self.COUNTS}

    def add(self, counts):
        for name, count in counts.items():
            old = getattr(self, name)
            setattr(self, name, max(old, count) if name in ("most", "slowest") else old + count)

    def run(self, words, folder, paths):
        """Runs assay; exit code, standard output and error. What crashes is kept with its inputs."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([ASSAY, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)
            late = threading.Event()
            watch = threading.Timer(WAIT, lambda: (late.set(), os.killpg(process.pid, signal.SIGKILL)))
            watch.start()
            try:
                resource.prlimit(process.pid, resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))
            except ProcessLookupError:
                pass
            _, status, usage = os.wait4(process.pid, 0)
            watch.cancel()
            process.returncode = code = os.waitstatus_to_exitcode(status)
            err.seek(0)
            out.seek(0)
            said, printed = err.read(), out.read()
        self.processes += 1
        self.slowest = max(self.slowest, usage.ru_utime + usage.ru_stime)
        self.most = max(self.most, usage.ru_maxrss << 10)
        wrong = None
        if late.is_set() or code == -signal.SIGXCPU:
            self.hangs, wrong = self.hangs + 1, "hang"
        elif code not in (0, 1, 2, 3, 4) or any(text in said for text in (b"panicked at", b"internal error", b"internal disagreement")):
            self.crashes, wrong = self.crashes + 1, "crash"
        elif usage.ru_maxrss << 10 > MEMORY:
            self.large, wrong = self.large + 1, "memory"
        if wrong:
            place = self.keep / f"{self.kind}-{wrong}-{self.round}-{self.processes}"
            place.mkdir(parents=True, exist_ok=True)
            (place / "command").write_text(f"{words}\nexit {code}\n{said.decode(errors='replace')[-4000:]}")
            for path in paths:
                if path.is_file():
                    shutil.copy(path, place)
        return code, printed, said

    def take(self, count, taken):
        """Counts inputs that went to the reader of their kind, and those that it took."""
        self.inputs, self.read, self.taken = self.inputs + count, self.read + count, self.taken + taken

    def print(self):
        share = 100 * self.taken / max(1, self.read)
        print(f"| {self.kind} | {self.inputs:,} | {self.processes:,} | {share:.0f} % | {self.crashes} | {self.hangs} | {self.large} | "
              f"{self.most >> 20} MiB | {self.slowest:.1f} s |", flush=True)
        return self.crashes + self.hangs + self.large + (share < LEAST_TAKEN)


def listed(pattern, *but):
    names = subprocess.run(["git", "ls-files", pattern], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return [(ROOT / name).read_bytes() for name in names if not any(part in name for part in but) and
            (ROOT / name).stat().st_size < 40_000]


def written(folder, texts, end):
    paths = [folder / f"f{number:06}{end}" for number in range(len(texts))]
    for path, text in zip(paths, texts):
        path.write_bytes(text)
    return paths


def refused(paths, printed, said):
    """How many files standard error names, or a line of standard output with the code of text that cannot be read."""
    lines = b"\n".join(line for line in printed.splitlines() if b"P000" in line)
    return sum(path.name.encode() in said or path.name.encode() in lines for path in paths)


def batches(kind, end, seeds, size, commands, read, others=(), adapt=lambda text, number: text):
    """A kind of which one run takes many: each batch goes through the reader and through one other command."""

    def one(row, mutate, folder, rng):
        for other, text in others:
            (folder / other).write_bytes(text)
        paths = written(folder, [adapt(mutate(), number) for number in range(size)], end)
        names = [path.name for path in paths]
        _, printed, said = row.run(read(names), folder, paths)
        row.take(size, size - refused(paths, printed, said))
        for words in rng.choice(commands)(names, rng):
            row.run(words, folder, paths)

    return kind, seeds, one


def single(kind, name, seeds, words, others=()):
    """A kind of which one run takes one."""

    def one(row, mutate, folder, rng):
        path = folder / name
        for other, text in others:
            (folder / other).write_text(text)
        path.write_bytes(mutate())
        code, _, _ = row.run(words, folder, [path])
        row.take(1, code != 2)

    return kind, seeds, one


def entry_changed(mutate, rng, entry, bodies):
    """An entry of a cache, signed again three times of four, as anybody can who knows the key."""
    lines = entry.split(b"\n")
    if rng.random() < 0.25:
        return mutate(entry)
    body = rng.choice([b"\n".join(lines[2:-2])] * 3 + [rng.choice(bodies)])
    if rng.random() < 0.75:
        numbers = [at for at, byte in enumerate(body) if 0x30 <= byte <= 0x39]
        at = rng.choice(numbers or [len(body)])
        body = body[:at] + str(rng.choice([0, 1, 2, 7, 2**31])).encode() * bool(numbers) + body[at + 1:]
    else:
        body = mutate(body)
    text = b"\n".join([*lines[:2], body, b""])
    key = hashlib.sha256(b"").digest().ljust(64, b"\0")
    return text + hmac.new(key, text, "sha256").hexdigest().encode() + b"\n"


def cache(row, mutate, folder, rng):
    """All entries of a cache at once; those are taken that are not missing when no solver may be asked."""
    (folder / "asks.mlir").write_bytes((ROOT / "corpus/patterns/arith-open/limits.mlir").read_bytes())
    words = ["check", "asks.mlir", "--width-max", "9", "--cache", "cache", "--jobs", "1", "--format", "concise"]
    kept = folder.parent / "cache"
    if not kept.exists():
        row.run(words, folder, [])
        shutil.copytree(folder / "cache", kept)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    shutil.copytree(kept, folder / "cache")
    entries = sorted(path for path in (folder / "cache").rglob("*") if path.is_file())
    texts = [path.read_bytes() for path in entries]
    bodies = [b"\n".join(text.split(b"\n")[2:-2]) for text in texts]
    for path, text in zip(entries, texts):
        path.write_bytes(entry_changed(mutate, rng, text, bodies))
    _, _, said = row.run([*words, "--cache-mode", "require"], folder, entries)
    missing = re.search(rb"(\d+) answers? (?:is|are) not in the cache", said)
    row.take(len(entries), max(0, len(entries) - int(missing[1] if missing else 0)))


def campaign(row, mutate, folder, rng):
    """A file of a campaign's folder; taken when the campaign goes on."""
    kept = folder.parent / "campaign"
    words = ["fuzz", "--mode", "adversarial", "--count", "6", "--seed", "3", "--jobs", "1", "--out"]
    if not kept.exists():
        row.run([*words, str(kept)], folder, [])
    shutil.rmtree(folder / "campaign", ignore_errors=True)
    shutil.copytree(kept, folder / "campaign")
    files = [path for path in sorted((folder / "campaign").rglob("*")) if path.is_file()]
    path = rng.choice(files)
    path.write_bytes(mutate(path.read_bytes()))
    code, _, _ = row.run([*words, "campaign"], folder, files)
    row.take(1, code != 2)


# What a script is given to; some steps are run by mlir-opt.
SCRIPT_COMMANDS = [["transform", "--validate", "none"], ["transform", "--inputs", "4"], ["transform", "--enable", "--force", "--inputs", "4"],
                   ["tune", "--count"], ["tune", "--points", "2", "--inputs", "2"], ["audit"]]


def scripts(row, mutate, folder, rng):
    """A transform script with its program; taken when it is read, whatever it does."""
    path = folder / "s.mlir"
    path.write_bytes(mutate())
    command = rng.choice(SCRIPT_COMMANDS)
    code, _, said = row.run([*command, "s.mlir"], folder, [path])
    row.take(1, code != 2 or b"P000" not in said and b"cannot" not in said)


def kinds(folder):
    """Each kind: its share of the inputs, its name, its seeds, and one round of it."""
    patterns, programs = listed("corpus/patterns/*.mlir", "witness"), listed("*.mlir", "errors/", "irdl")
    def made(words, flag):
        subprocess.run([ASSAY, "check", *words, flag, str(folder / flag)], cwd=ROOT, capture_output=True, check=False)
        files = sorted(path for path in (folder / flag).rglob("*") if path.is_file())
        return [path.read_bytes() for path in files]

    witnesses = made(["corpus/patterns/arith", "corpus/patterns/traps", "corpus/patterns/memory"], "--witness-dir")
    prelude, parts = ((ROOT / "corpus/pdll" / name).read_bytes() for name in ("prelude.pdll", "parts.pdll"))
    pdll = [prelude + text if b"is_minus_one" in text else text for text in listed("*.pdll") if b"\nPattern" in text]
    structure = ["check", "--rules", "S,P,M,N", "--format", "concise"]
    everything = ["check", "--timeout", "1", "--format", "concise"]
    (folder / "p.mlir").write_text("".join(PATTERN.replace("@p", f"@p{number}") for number in range(4)))
    subprocess.run([ASSAY, "baseline", "p.mlir", "--output", "b.json"], cwd=folder, capture_output=True, check=False)
    baseline = (folder / "b.json").read_bytes()

    def each(command, least):
        return lambda names, rng: [command(name) for name in rng.sample(names, least)]

    mlir = [lambda names, rng: [[*structure, *names]], lambda names, rng: [[*everything, *rng.sample(names, 8)]],
            each(lambda name: ["apply", "../p.mlir", "--to", name], 2), each(lambda name: ["run", name, "--engine", "both"], 2),
            each(lambda name: ["replay", name], 2), lambda names, rng: [["fmt", "--check", "--well-formed", *names]], lambda names, rng: [["fmt", "--drop-comments", *names]]]

    def load(flag):
        return lambda names: ["check", "../p.mlir", "--rules", "S", "--format", "concise",
                              *(word for name in names for word in (flag, name))]

    def judge(flag):
        return [lambda names, rng: [["check", "../p.mlir", "--timeout", "1", "--format", "concise",
                                     *(word for name in rng.sample(names, 3) for word in (flag, name))]]]

    def renamed(text, number):
        return text.replace(b"stablehlo.", b"lab%d." % number)

    meanings = listed("corpus/meanings/*.mlir")
    subset = made(["corpus/patterns/arith", "corpus/patterns/comb", "--rules", "T"], "--emit-subset") + listed("ci/tests/asks.mlir")
    here = [("p.mlir", PATTERN)]
    rise = [line.encode() + b"\n" for line in [*RISE, *(ROOT / "corpus/rise/rules.rise").read_text().split("\nrule ")]]
    rise = [line if line.startswith((b"def", b"rule", b"//")) else b"rule " + line for line in rise]
    cpp = [body for text in listed("corpus/cpp/*.cpp") for body in re.split(rb"\n(?=// )", text) if b"::" in body]
    forms = []
    for text in RISE:
        (folder / "own.rise").write_text(text + "\n")
        forms.append(subprocess.run([ASSAY, "import", "own.rise"], cwd=folder, capture_output=True, check=False).stdout)
    shipped = [(name, (ROOT / "corpus/rise" / name).read_bytes()) for name in ("rules.rise", "schedules.strategy")]
    fused = each(lambda name: ["apply", "rules.rise", "--to", name, "--strategy", "schedules.strategy#fuse", "--trust", "any"], 2)
    table = [
        (50, *batches("mlir", ".mlir", patterns * 3 + programs, 60, mlir, lambda names: ["fmt", "--check", *names])),
        (5, *batches("irdl", ".irdl.mlir", listed("*.irdl.mlir"), 24, judge("--dialect"), load("--dialect"))),
        (5, *batches("natives", ".mlir", listed("corpus/natives/*.mlir"), 24, judge("--natives"), load("--natives"))),
        (5, *batches("meanings", ".mlir", meanings, 24, judge("--meanings"), load("--meanings"), adapt=renamed)),
        (5, *batches("pdll", ".pdll", pdll, 40, [lambda names, rng: [[*everything, *rng.sample(names, 2)]]],
                     lambda names: [*structure, *names], [("parts.pdll", parts)])),
        (5, *batches("rise", ".rise", rise, 24, [lambda names, rng: [["check", "--format", "concise", *rng.sample(names, 4)]],
                                                 each(lambda name: ["lower", name], 2), each(lambda name: ["import", name], 2), fused],
                     lambda names: ["fmt", "--check", *names], shipped)),
        (5, *batches("cpp", ".cpp", cpp, 24, [lambda names, rng: [[*everything, *rng.sample(names, 3)]],
                                              each(lambda name: ["import", name], 3)], lambda names: [*structure, *names])),
        (5, *batches("dialect", ".mlir", forms, 24, [each(lambda name: ["import", "--as", "rise", name], 2),
                                                     each(lambda name: ["lower", name], 2)], lambda names: ["fmt", "--check", *names])),
        (5, *single("toml", "assay.toml", [TOML.encode(), ALLOWS.encode()], ["check"], here)),
        (5, *single("baseline", "b.json", [baseline], ["check", "p.mlir", "--rules", "V", "--baseline", "b.json"], here)),
        (5, "scripts", listed("corpus/transform/*.mlir"), scripts),
        (5, "cache", [b"x"], cache),
        (5, *single("witness", "w.mlir", witnesses, ["replay", "w.mlir"])),
        (5, "campaign", [b"x"], campaign),
        (5, *single("subset", "q.irdl.mlir", subset, ["subset", "q.irdl.mlir"])),
    ]
    return [row for row in table if row[2]]


def part(seed, root, keep, kind, mutate, one, first, most):
    """Rounds of a kind from `first` on, for SLICE seconds or until `most` more inputs were made; their counts."""
    folder, row, end = root / f"work-{kind}" / "in", Row(kind, keep), time.monotonic() + SLICE
    while row.inputs < most and time.monotonic() < end:
        rng = mutate.rng = random.Random(f"{seed} {kind} {first + row.rounds}")
        row.round = first + row.rounds
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copy(root / "p.mlir", folder.parent)
        one(row, mutate, folder, rng)
        row.rounds += 1
    return row.counts()


class State:
    """The counts of an earlier run, and of this one, in a file."""

    def __init__(self, keep):
        parts = [pathlib.Path(ASSAY), *(pathlib.Path(__file__).parent / name for name in ("hostile.py", "changes.py"))]
        self.key = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
        self.path, self.rows = keep / "state.json", {}
        if self.path.exists() and (kept := json.loads(self.path.read_text()))["key"] == self.key:
            self.rows = kept["rows"]
        else:
            shutil.rmtree(keep, ignore_errors=True)

    def keep(self, rows):
        self.rows |= {row.kind: row.counts() for row in rows}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".draft")
        draft.write_text(json.dumps({"key": self.key, "rows": self.rows}))
        draft.replace(self.path)


# What the workers find when they are made: seed, folders, and by kind its mutator and its rounds.
WORLD = {}


def of_world(kind, first, most):
    return part(*WORLD["all"], kind, *WORLD[kind], first, most)


def campaigns(goals, rows, state, end):
    """Gives parts of the kinds to JOBS workers until each has reached its goal or the time is over."""
    jobs = int(os.environ.get("JOBS", "2"))
    with concurrent.futures.ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        running = {}
        while True:
            open_ = [row for row in rows if row.inputs < goals[row.kind] and row not in running.values()]
            open_.sort(key=lambda row: row.inputs / goals[row.kind])
            for row in open_[:jobs - len(running)] if time.monotonic() < end else []:
                running[pool.submit(of_world, row.kind, row.rounds, goals[row.kind] - row.inputs)] = row
            if not running:
                return
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                running.pop(future).add(future.result())
            state.keep(rows)


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__.split("usage: ", 1)[1].split("\n", 1)[0])
    seed, wanted = sys.argv[1], sys.argv[2:]
    count = int(os.environ.get("COUNT", "1000000"))
    minutes = float(os.environ.get("MINUTES", "100000"))
    keep = TARGET / "campaigns" / f"hostile-{seed}"
    with tempfile.TemporaryDirectory() as root:
        root, state = pathlib.Path(root), State(keep)
        table = [row for row in kinds(root) if not wanted or row[1] in wanted]
        shares = sum(share for share, *_ in table)
        WORLD["all"] = seed, root, keep
        WORLD.update((kind, (Mutator(seeds, WEIGHTS.get(kind, USUAL)), one)) for _, kind, seeds, one in table)
        goals = {kind: count * share // shares for share, kind, *_ in table}
        rows = [Row(kind, keep, state.rows.get(kind, {})) for kind in goals]
        campaigns(goals, rows, state, time.monotonic() + 60 * minutes)
    print("| kind | inputs | processes | taken by the reader | crashes | hangs | too large | most memory | slowest |")
    print("|---|---|---|---|---|---|---|---|---|")
    failed = sum(row.print() for row in rows)
    inputs, processes = sum(row.inputs for row in rows), sum(row.processes for row in rows)
    print(f"{inputs:,} inputs, {processes:,} processes, {failed} failures")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
