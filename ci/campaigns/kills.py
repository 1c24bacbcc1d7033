#!/usr/bin/env python3
"""Kills commands of assay that write files with SIGKILL, and fills the disk under them; nothing may be lost, torn or doubled.

A third of the kills come at a time that is drawn, the others before a system call that is drawn among those that the command
makes from its first change of a file to its last (strace sends the signal). After each kill the files of the user are the old or
the new ones, byte for byte, and the same command run again ends as if nothing had happened: the same files, report and
records. A full disk is a limit of the size of files: the command has to end with exit code 2, and the user's files are as they
were.

usage: ci/campaigns/kills.py SEED [KILLS] [COMMAND ...]    (100 kills of each command unless given; needs strace, z3 and
                                                            mlir-opt-22, and a release build of assay, or ASSAY)
       ci/campaigns/kills.py each [COMMAND ...]         (check, tv and fuzz in shards, and their merge, ended at every k-th change
                                                         of a file in turn)
Prints a row for each command; exit code 1 when anything above is not so.
"""

import json
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
import time

import each

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))
CALLS = "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat,ftruncate,mkdir"

WRONG = """pdl.pattern @%s : benefit(1) {
  %%t = pdl.type
  %%x = pdl.operand
  %%r = pdl.operation "lab.a"(%%x : !pdl.value) -> (%%t : !pdl.type)
  pdl.rewrite %%r { pdl.erase %%r }
}
"""
FIXABLE = """pdl.pattern @%s : benefit(1) {
  %%t = pdl.type : i32
  %%x = pdl.operand : %%t
  %%r = pdl.operation "lab.a"(%%x : !pdl.value) -> (%%t : !pdl.type)
  pdl.rewrite %%r {
    pdl.erase %%r
    %%n = pdl.operation "lab.b"(%%x : !pdl.value) -> (%%t : !pdl.type)
  }
}
"""


def names(folder):
    """Files below a folder with their bytes, drafts left out: their owner was killed, and they are nobody's files."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files if not is_draft(path)}


def is_draft(path):
    return path.name.startswith(".") and path.name.endswith(".draft") or path.name.endswith(".lock") or path.name == "lock"


class Fmt:
    """A large file that is not in canonical form."""

    name, kept = "fmt", ["a.mlir"]

    def prepare(self, folder):
        text = "module {\n" + '  "lab.a"()  : ()  -> ()\n' * 60_000 + "}\n"
        (folder / "a.mlir").write_text(text)
        return ["fmt", "a.mlir"]

    def result(self, folder, done):
        return names(folder)


class Fix:
    """Files with patterns that have a fix."""

    name, kept = "check --fix", ["a.mlir", "b.mlir", "c.mlir"]

    def prepare(self, folder):
        for index, name in enumerate(self.kept):
            texts = (FIXABLE % f"p{index}_{number}" for number in range(60))
            (folder / name).write_text("".join(texts) + WRONG % f"w{index}")
        return ["check", ".", "--rules", "S", "--fix", "--format", "json=/dev/null"]

    def result(self, folder, done):
        return names(folder)


class Baseline:
    """A baseline over an older one."""

    name, kept = "baseline", ["baseline.json"]

    def prepare(self, folder):
        (folder / "a.mlir").write_text("".join(WRONG % f"p{number}" for number in range(300)))
        (folder / "old.mlir").write_text(WRONG % "old")
        subprocess.run([ASSAY, "baseline", "old.mlir", "--rules", "S", "--output", "baseline.json"], cwd=folder,
                       check=False, capture_output=True)
        return ["baseline", "a.mlir", "--rules", "S", "--output", "baseline.json"]

    def result(self, folder, done):
        return names(folder)


class Cache:
    """Answers of solvers that are kept."""

    name, kept = "check --cache", []

    def prepare(self, folder):
        shutil.copy(ROOT / "corpus/patterns/arith-open/limits.mlir", folder)
        words = ["check", "limits.mlir", "--width-max", "12", "--jobs", "1"]
        return [*words, "--cache", "cache", "--format", "json=report.json"]

    def result(self, folder, done):
        files = names(folder)
        # Which answers are kept depends on nothing; what the report says depends on them.
        return {"report": files.get("report.json"), "cache": {k: v for k, v in files.items() if k.startswith("cache/")}}


class Fuzz:
    """Records of a campaign."""

    name, kept = "fuzz", []

    def prepare(self, folder):
        return ["fuzz", "--mode", "adversarial", "--count", "1500", "--seed", "5", "--jobs", "1", "--out", "campaign"]

    def result(self, folder, done):
        return {name: data for name, data in names(folder).items() if "records" in name or "findings" in name}


class Findings(Fuzz):
    """Findings of a campaign, which a `mlir-opt` makes that takes everything."""

    name, kept = "fuzz with findings", []
    tool = '#!/bin/sh\ncase "$*" in *--version*) exec "$REAL_MLIR_OPT" --version;; esac\nexec cat\n'

    def prepare(self, folder):
        tool = folder.parent / "tools" / "mlir-opt-22"
        tool.parent.mkdir()
        tool.write_text(self.tool)
        tool.chmod(0o755)
        return ["fuzz", "--mode", "adversarial", "--mlir", "1", "--count", "300", "--seed", "5", "--jobs", "1", "--out", "campaign"]


COMMANDS = [Fmt(), Fix(), Baseline(), Cache(), Fuzz(), Findings()]


def start(words, folder, trace=None, inject=None, preexec=None):
    command = [ASSAY, *words]
    if trace:
        command = ["strace", "-f", "-q", "-y", "-o", str(trace), "-e", f"trace={CALLS}", *(inject or []), *command]
    real = shutil.which("mlir-opt-22") or ""
    env = {**os.environ, "PATH": f"{folder.parent / 'tools'}:{os.environ['PATH']}", "REAL_MLIR_OPT": real}
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=preexec,
                            start_new_session=True, env=env)


def finish(process, limit=300):
    """Exit code and messages; `None` when there was no end."""
    try:
        said = process.communicate(timeout=limit)[1].decode(errors="replace")
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "no end"
    return process.returncode, said


def changes(trace, folder):
    """Of the lines of a trace: those that change a file below the folder, each with its call and its number among such calls."""
    out, counts = [], {}
    for line in trace.read_text(errors="replace").splitlines():
        found = re.match(r"(\d+) +(\w+)\((.*)", line)
        if not found:
            continue
        call = found.group(2)
        counts[call] = counts.get(call, 0) + 1
        if str(folder) in found.group(3) or call in ("rename", "renameat", "renameat2", "mkdir", "link", "linkat", "unlink"):
            out.append((call, counts[call]))
    return out


class Place:
    """A folder of a command, made new for each kill."""

    def __init__(self, command):
        self.root = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.root.name) / "work"
        self.folder.mkdir()
        self.words = command.prepare(self.folder)
        self.before = names(self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.root.cleanup()


def attack(command, random_, kills):
    with Place(command) as place:
        begun = time.monotonic()
        code, said = finish(start(place.words, place.folder))
        seconds = time.monotonic() - begun
        if code not in (0, 1):
            sys.exit(f"kills: {command.name} ends with {code}: {said}")
        wanted = command.result(place.folder, code)
        if isinstance(command, Findings) and not any("findings" in name for name in wanted):
            sys.exit("kills: the campaign has no finding")
        after = names(place.folder)
    with Place(command) as place:
        trace = place.folder.parent / "trace"
        finish(start(place.words, place.folder, trace))
        calls = changes(trace, place.folder)
    faults, aimed, landed, drafts = [], 0, 0, 0
    for number in range(kills):
        with Place(command) as place:
            if number % 3 == 0 or not calls:
                process = start(place.words, place.folder)
                time.sleep(random_.uniform(0, seconds))
                os.killpg(process.pid, signal.SIGKILL)
            else:
                call, when = random_.choice(calls[1:] or calls)
                inject = ["-e", f"inject={call}:signal=SIGKILL:when={when}"]
                process = start(place.words, place.folder, place.folder.parent / "trace", inject)
                aimed += 1
            finish(process)
            killed = process.returncode not in (0, 1, 2)
            landed += killed
            drafts += sum(is_draft(path) for path in place.folder.rglob("*") if path.is_file())
            now = names(place.folder)
            for name in command.kept:
                if now.get(name) not in (place.before.get(name), after.get(name)):
                    faults.append(f"{number}: {name} is neither the old nor the new one")
            code, said = finish(start(place.words, place.folder))
            again = command.result(place.folder, code)
            if again != wanted:
                different = sorted(key for key in set(again) | set(wanted) if again.get(key) != wanted.get(key))
                faults.append(f"{number}: run again it ends with {code} and other {', '.join(different)}: {said[-300:]}")
    return faults, aimed, landed, drafts, seconds, len(calls)


def full_disk(command):
    """Runs with room for files of a few sizes; the faults and the number of runs that had too little."""
    faults, short = [], 0
    for room in (0, 1, 100, 4096, 65536):
        with Place(command) as place:
            largest = max((len(data) for data in place.before.values()), default=0)

            def limit():
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

            code, said = finish(start(place.words, place.folder, preexec=limit))
            now = names(place.folder)
            lost = [name for name in place.before if now.get(name) != place.before[name]]
            if code == 2:
                short += 1
                if lost:
                    faults.append(f"a disk with room for {room} bytes: {', '.join(lost)} changed ({largest} bytes before)")
                if not said.strip():
                    faults.append(f"a disk with room for {room} bytes: exit 2 without a message")
            elif code not in (0, 1):
                faults.append(f"a disk with room for {room} bytes: exit {code}: {said[-200:]}")
    return faults, short


def main():
    if sys.argv[1:2] == ["each"]:
        each.table({"end before each change of a file": each.writes}, sys.argv[2:])
    if len(sys.argv) < 2 or not sys.argv[1].isdigit():
        sys.exit(__doc__.split("usage: ", 1)[1].split("\n", 1)[0])
    if not shutil.which("strace"):
        sys.exit("kills: strace is not installed (Debian package strace)")
    random_ = random.Random(int(sys.argv[1]))
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    print("| command | kills | before a call | ended by it | drafts left | calls that change files | faults | full disks |")
    print("|---|---|---|---|---|---|---|---|")
    failed = 0
    for command in [one for one in COMMANDS if one.name in sys.argv[3:] or not sys.argv[3:]]:
        faults, aimed, landed, drafts, seconds, calls = attack(command, random_, kills)
        more, short = full_disk(command)
        faults += more
        print(f"| {command.name} | {kills} | {aimed} | {landed} | {drafts} | {calls}, {seconds:.1f} s | {len(faults)} | {short} of 5 too small |",
              flush=True)
        for fault in faults[:10]:
            print(f"    {fault}")
        failed += len(faults)
    print(f"{failed} faults")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
