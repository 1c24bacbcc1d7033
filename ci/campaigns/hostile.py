"""Mutated inputs of every kind through every command of assay; `hostile.sh` builds the program and calls this.

usage: hostile.py SEED [KIND ...]    (COUNT=N inputs in all, default 1,000,000; MINUTES=N ends earlier with what was done)

An input is a seed of its kind with one to four changes: of bytes, of tokens, of values behind `=` or `:`, or of its lines. The table says of each kind how many inputs went in, in how many processes, how many of them the reader of the kind took,
and how many runs crashed (a signal, a panic or an internal error, caught ones included), did not end within LIMIT seconds, or
took more memory than MEMORY. What failed is kept below target/campaigns/hostile-SEED. Exit code 1 when anything failed, or the
readers of a kind took fewer than 30 % of its inputs.
"""

import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
ASSAY = os.environ.get("ASSAY", str(TARGET / "release/assay"))
LIMIT, MEMORY = 60, 1 << 30
# Of a hundred changes those of bytes, tokens, values, lines and JSON, where other shares let more through the reader of a kind.
WEIGHTS = {"irdl": [3, 5, 5, 87, 0], "natives": [5, 10, 20, 65, 0], "baseline": [5, 5, 10, 5, 75], "meanings": [5, 10, 30, 55, 0],
           "mlir": [8, 12, 40, 40, 0], "toml": [5, 5, 50, 40, 0], "pdll": [4, 6, 45, 45, 0]}
LEAST_TAKEN = 30
VALUE = re.compile(rb'[:=<(,]\s*("(?:[^"\\\n]|\\.)*"|\d+)')
TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[%^@#!]?[A-Za-z0-9_.$]+|->|::|\S')
ODD = [b"-0", b"0", b"1", b"-1", b"0xFF", b"1.0", b"1e400", b"true", b"i32", b"f32", b"index", b"i0", b"i16777215", b"i16777216",
       b'"a\\q"', b'"\\22"', b"%0", b"@s", b"^bb0", b"{", b"}", b"(", b")", b"[", b"]", b"<", b">", b":", b",", b"=", b"->",
       b"9223372036854775807", b"18446744073709551616", b"-9223372036854775808", b"vector<4xi32>", b"tensor<?xf32>",
       b"memref<134217728xi8>", b"null", b"[]", b"{}", b"\\u0000", b"!t", b"#a", b"..", b"'", b"/dev/zero", b"\xff\xfe"]
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


def bytes_changed(rng, text, _):
    at = rng.randrange(len(text) + 1)
    how = rng.randrange(6)
    if how == 0:
        return text[:at] + bytes([rng.randrange(256)]) + text[at + 1:]
    if how == 1:
        return text[:at] + bytes(rng.randrange(256) for _ in range(rng.randrange(1, 5))) + text[at:]
    if how == 2:
        return text[:at] + text[at + rng.randrange(1, 9):]
    if how == 3:
        return text[:at]
    end = min(len(text), at + rng.randrange(1, 200))
    return text[:end] + text[at:end] * rng.randrange(1, 4) + text[end:]


def token_changed(rng, text, others):
    tokens = list(TOKEN.finditer(text))
    if not tokens:
        return bytes_changed(rng, text, others)
    token = rng.choice(tokens)
    new = rng.choice([b"", token[0] + b" " + token[0], rng.choice(ODD), rng.choice(others)])
    return text[:token.start()] + new + text[token.end():]


def value_changed(rng, text, others):
    values = list(VALUE.finditer(text))
    if not values:
        return token_changed(rng, text, others)
    value = rng.choice(values)
    old = value[1]
    if old[:1].isdigit():
        new = str(rng.choice([0, 1, 2, 3, 7, 8, 31, 32, 64, 65, 255, 2**31, 2**32, 2**63 - 1, rng.randrange(100)])).encode()
    else:
        inside = old[1:-1]
        new = b'"' + rng.choice([inside + b"x", inside[:-1], b"", b"a/b", b"lab.a", b"../x", inside * 2]) + b'"'
    return text[:value.start(1)] + new + text[value.end(1):]


def block(lines, at):
    """The end of the lines from `at` on that close all that they open."""
    depth = 0
    for end in range(at, len(lines)):
        depth += sum(lines[end].count(one) for one in (b"{", b"(", b"[")) - sum(lines[end].count(one) for one in (b"}", b")", b"]"))
        if depth <= 0:
            return end + 1
    return len(lines)


def lines_changed(rng, text, _):
    """Drops, repeats, moves or swaps whole operations: lines, with those that belong to what they open."""
    lines = text.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    end = block(lines, at)
    piece = lines[at:end]
    how = rng.randrange(5)
    if how == 0:
        del lines[at:end]
    elif how == 1:
        lines[end:end] = piece
    elif how == 2:
        lines[other:other] = piece
    elif how == 3:
        del lines[at:end]
        lines[min(other, len(lines)):0] = piece
    else:
        behind = block(lines, end) if end < len(lines) else end
        lines[at:behind] = lines[end:behind] + piece
    return b"\n".join(lines)


def members(value):
    """The containers in a JSON value with each of their keys."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in list(keys):
        yield value, key
        yield from members(value[key])


def json_changed(rng, text, others):
    try:
        whole = [json.loads(text)]
    except ValueError:
        return value_changed(rng, text, others)
    holder, key = rng.choice(list(members(whole)))
    old = holder[key]
    if isinstance(holder, list) and holder is not whole and rng.random() < 0.5:
        holder[key:key + 1] = rng.choice([[], [old, old]])
    elif isinstance(old, str):
        holder[key] = rng.choice([old + "x", old[:-1], "", "a/b", old * 2, "\u0000"])
    elif isinstance(old, bool) or not isinstance(old, int):
        holder[key] = rng.choice([old, None, [], {}, True])
    else:
        holder[key] = rng.choice([0, 1, old + 1, 2**32, 2**64, -1])
    return json.dumps(whole[0], indent=2).encode()


CHANGES = [bytes_changed, token_changed, value_changed, lines_changed, json_changed]


class Mutator:
    """Draws inputs from seeds."""

    def __init__(self, rng, seeds, weights):
        self.weights = weights
        self.rng, self.seeds = rng, [seed for seed in seeds if seed]
        self.others = [token[0] for seed in self.seeds for token in TOKEN.finditer(seed)][:20_000] or [b"x"]

    def __call__(self, seed=None):
        text = self.rng.choice(self.seeds) if seed is None else seed
        for _ in range(self.rng.choice([1, 1, 1, 1, 1, 1, 1, 2, 2, 4])):
            change = self.rng.choices(CHANGES, self.weights)[0]
            text = change(self.rng, text, self.others)
        return text


class Row:
    """The counts of a kind."""

    def __init__(self, kind, keep):
        self.kind, self.keep = kind, keep
        self.inputs = self.processes = self.taken = self.read = self.crashes = self.hangs = self.large = 0
        self.most, self.slowest, self.sample = 0, 0.0, {}

    def run(self, words, folder, paths):
        """Runs assay; exit code, standard output and error. What crashes is kept with its inputs."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            start = time.monotonic()
            process = subprocess.Popen([ASSAY, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)
            late = threading.Event()
            watch = threading.Timer(LIMIT, lambda: (late.set(), os.killpg(process.pid, signal.SIGKILL)))
            watch.start()
            _, status, usage = os.wait4(process.pid, 0)
            watch.cancel()
            process.returncode = code = os.waitstatus_to_exitcode(status)
            err.seek(0)
            out.seek(0)
            said, printed = err.read(), out.read()
        self.processes += 1
        self.slowest = max(self.slowest, time.monotonic() - start)
        self.most = max(self.most, usage.ru_maxrss << 10)
        wrong = None
        if late.is_set():
            self.hangs, wrong = self.hangs + 1, "hang"
        elif code not in (0, 1, 2, 3, 4) or b"panicked at" in said or b"internal error" in said or b"internal disagreement" in said:
            self.crashes, wrong = self.crashes + 1, "crash"
        elif usage.ru_maxrss << 10 > MEMORY:
            self.large, wrong = self.large + 1, "memory"
        if wrong:
            place = self.keep / f"{self.kind}-{wrong}-{self.processes}"
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


def batches(kind, end, seeds, size, commands, read):
    """A kind of which one run takes many: each batch goes through the reader and through one other command."""

    def one(row, mutate, folder, rng):
        paths = written(folder, [mutate() for _ in range(size)], end)
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


def cache(row, mutate, folder, rng):
    """All entries of a cache at once; an entry is taken when the run ends as with an honest cache."""
    (folder / "asks.mlir").write_bytes((ROOT / "corpus/patterns/arith-open/limits.mlir").read_bytes())
    words = ["check", "asks.mlir", "--width-max", "9", "--cache", "cache", "--jobs", "1", "--format", "concise"]
    kept = folder.parent / "cache"
    if not kept.exists():
        row.run(words, folder, [])
        shutil.copytree(folder / "cache", kept)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    shutil.copytree(kept, folder / "cache")
    entries = [path for path in (folder / "cache").rglob("*") if path.is_file()]
    for path in entries:
        path.write_bytes(mutate(path.read_bytes()))
    row.run([*words, "--cache-mode", "read-only", "--allow-no-solver", "--solver", "/nonexistent"], folder, entries)
    row.inputs += len(entries)
    row.read, row.taken = row.read + 1, row.taken + 1


def campaign(row, mutate, folder, rng):
    """A file of a campaign's folder; taken when the campaign goes on."""
    kept = folder.parent / "campaign"
    words = ["fuzz", "--mode", "adversarial", "--count", "30", "--seed", "3", "--jobs", "1", "--out"]
    if not kept.exists():
        row.run([*words, str(kept)], folder, [])
    shutil.rmtree(folder / "campaign", ignore_errors=True)
    shutil.copytree(kept, folder / "campaign")
    files = [path for path in sorted((folder / "campaign").rglob("*")) if path.is_file()]
    path = rng.choice(files)
    path.write_bytes(mutate(path.read_bytes()))
    code, _, _ = row.run([*words, "campaign"], folder, files)
    row.take(1, code != 2)


def kinds(folder):
    """Each kind: its share of the inputs, its name, its seeds, and one round of it."""
    patterns, programs = listed("corpus/patterns/*.mlir", "witness"), listed("*.mlir", "errors/", "irdl")
    def made(words, flag):
        subprocess.run([ASSAY, "check", *words, flag, str(folder / flag)], cwd=ROOT, capture_output=True, check=False)
        files = sorted(path for path in (folder / flag).rglob("*") if path.is_file())
        return [path.read_bytes() for path in files]

    witnesses = made(["corpus/patterns/arith", "corpus/patterns/traps", "corpus/patterns/memory"], "--witness-dir")
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
                                     *(word for name in names for word in (flag, name))]]]

    meanings = listed("corpus/meanings/*.mlir")
    subset = made(["corpus/patterns/arith", "corpus/patterns/comb", "--rules", "T"], "--emit-subset") + listed("ci/tests/asks.mlir")
    here = [("p.mlir", PATTERN)]
    table = [
        (45, *batches("mlir", ".mlir", patterns * 3 + programs, 40, mlir, lambda names: ["fmt", "--check", *names])),
        (6, *batches("irdl", ".irdl.mlir", listed("*.irdl.mlir"), 1, judge("--dialect"), load("--dialect"))),
        (5, *batches("natives", ".mlir", listed("corpus/natives/*.mlir"), 1, judge("--natives"), load("--natives"))),
        (5, *batches("meanings", ".mlir", meanings, 1, judge("--meanings"), load("--meanings"))),
        (5, *batches("pdll", ".pdll", listed("*.pdll"), 20, [lambda names, rng: [[*everything, *rng.sample(names, 4)]]],
                     lambda names: [*structure, *names])),
        (5, *single("toml", "assay.toml", [TOML.encode()], ["check"], here)),
        (5, *single("baseline", "b.json", [baseline], ["check", "p.mlir", "--rules", "V", "--baseline", "b.json"], here)),
        (9, "cache", [b"x"], cache),
        (5, *single("witness", "w.mlir", witnesses, ["replay", "w.mlir"])),
        (5, "campaign", [b"x"], campaign),
        (5, *single("subset", "q.irdl.mlir", subset, ["subset", "q.irdl.mlir"])),
    ]
    return [row for row in table if row[2]]


def main():
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__.split("usage: ", 1)[1].split("\n", 1)[0])
    seed, wanted = sys.argv[1], sys.argv[2:]
    count = int(os.environ.get("COUNT", "1000000"))
    end = time.monotonic() + 60 * float(os.environ.get("MINUTES", "100000"))
    keep = TARGET / "campaigns" / f"hostile-{seed}"
    shutil.rmtree(keep, ignore_errors=True)
    failed, inputs, processes = 0, 0, 0
    print("| kind | inputs | processes | taken by the reader | crashes | hangs | too large | most memory | slowest |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        table = [row for row in kinds(root) if not wanted or row[1] in wanted]
        shares = sum(share for share, *_ in table)
        for place, (share, kind, seeds, one) in enumerate(table):
            rng = random.Random(f"{seed} {kind}")
            row, mutate = Row(kind, keep), Mutator(rng, seeds, WEIGHTS.get(kind, [12, 18, 35, 35, 0]))
            folder = root / "work"
            begun = time.monotonic()
            left = (end - begun) * share / sum(share for share, *_ in table[place:])
            while row.inputs < count * share // shares and time.monotonic() < begun + left:
                folder.mkdir(exist_ok=True)
                one(row, mutate, folder, rng)
                shutil.rmtree(folder)
            failed += row.print()
            inputs, processes = inputs + row.inputs, processes + row.processes
    print(f"{inputs:,} inputs, {processes:,} processes, {failed} failures")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
