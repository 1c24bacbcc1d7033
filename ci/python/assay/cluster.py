"""Shards of an Assay run on a Dask cluster: `python -m assay.cluster COMMAND --shards N -o DIR -- ARGUMENTS`.

    python -m assay.cluster check --shards 64 -o campaign -- patterns/ --format json=report.json
    python -m assay.cluster fuzz --scheduler tcp://host:8786 --shards 4096 -o campaign -- --mode valid --count 10000000
    python -m assay.cluster fuzz --shards 64 --rounds 4 -o campaign -- --mode sound --count 100000

Starts `assay COMMAND ARGUMENTS --shard I/N` on workers, collects the files of results, and hands them to `assay merge`, whose report
and exit code are those of one process. Without `--scheduler` the workers are processes of this machine. Files that the arguments name
travel with the work. Shards that are finished are not run again, so that the same command goes on after a stop. With `--rounds` a
campaign learns: each round has a folder of its own, and draws from what the merged round before showed.

Needs the package `distributed` (`pip install assay-cli[cluster]`). Decides nothing about a pattern.
"""

import argparse
import ctypes
import fcntl
import hashlib
import io
import json
import logging
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

# Options whose values are programs of the machine or files that are written, and do not travel.
STAYS = {"--solver", "--second-solver", "--fallback-solver", "--mlir-opt", "--old-opt", "--confirm-mlir", "--format", "--cache", "--out",
         "--witness-dir", "--emit-test", "--output"}
# Lines of a shard's messages that an error shows.
SHOWN = 5
# Finished shards of a campaign beyond which they become one file.
LOOSE = 1000
# The corpus of a round, where it is read.
CORPUS = "assay-corpus.jsonl"


def binary():
    """The `assay` beside this Python, in `ASSAY`, or on PATH."""
    beside = pathlib.Path(sys.executable).with_name("assay")
    found = os.environ.get("ASSAY") or (str(beside) if beside.exists() else shutil.which("assay"))
    if not found:
        raise FileNotFoundError("there is no `assay` beside this Python, in ASSAY, or on PATH")
    return found


def version():
    return subprocess.run([binary(), "--version"], capture_output=True, text=True, check=True).stdout.strip()


def inputs(arguments):
    """The files and folders that arguments name, and the configuration file of this folder."""
    found = [pathlib.Path("assay.toml")] if pathlib.Path("assay.toml").exists() else []
    stays = False
    for argument in arguments:
        name, _, value = argument.partition("=") if argument.startswith("--") else ("", "", argument)
        skip, stays = stays or name in STAYS, name in STAYS and not value
        if skip or not value or not pathlib.Path(value).exists():
            continue
        path = pathlib.Path(value)
        if path.is_absolute() or ".." in path.parts:
            raise ValueError(f"`{value}` is not below this folder, so that it has no name on other machines")
        found.append(path)
    return found


def packed(paths, corpus=None):
    """The files, and a corpus under its own name, as one archive, the same bytes for the same files, and its digest."""
    files = {}
    for path in paths:
        files.update({str(one): one for one in ([path] if path.is_file() else path.rglob("*")) if one.is_file()})
    if corpus:
        files[CORPUS] = corpus
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, path in sorted(files.items()):
            about = tarfile.TarInfo(name)
            about.size, about.mode = path.stat().st_size, 0o644
            with open(path, "rb") as file:
                archive.addfile(about, file)
    data = out.getvalue()
    return data, hashlib.sha256(data).hexdigest()


def end_with_parent():
    """Lets the system end this process when the worker that started it is killed."""
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    except (OSError, AttributeError):
        pass


def run_shard(command, arguments, index, of, archive, digest, expected):
    """Runs one shard on a worker: the bytes of its file of results, and of the times of its solver, by name. Anything else is an error,
    which Dask tries again elsewhere."""
    here = f"worker {os.uname().nodename}"
    try:
        found = version()
    except (OSError, subprocess.SubprocessError) as error:
        raise RuntimeError(f"{here}: {error}") from None
    if found != expected:
        raise RuntimeError(f"{here} has {found}, and the coordinator {expected}")
    place = pathlib.Path(tempfile.gettempdir()) / f"assay-inputs-{os.getuid()}-{digest[:16]}"
    if not place.exists():
        draft = pathlib.Path(tempfile.mkdtemp(prefix="assay-draft-"))
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(draft, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
        try:
            os.rename(draft, place)
        except OSError:
            # Another worker of this machine was first.
            shutil.rmtree(draft)
    with tempfile.TemporaryDirectory() as out:
        words = [binary(), command, *arguments, "--shard", f"{index}/{of}", "--out", out, "--jobs", "1"]
        done = subprocess.run(words, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=end_with_parent, check=False)
        path = pathlib.Path(out) / name_of(index, of)
        if done.returncode != 0 or not path.exists():
            said = "\n".join(done.stderr.decode(errors="replace").splitlines()[-SHOWN:])
            raise RuntimeError(f"{here}: shard {index} of {of} ends with {done.returncode}: {said}")
        return {one.name: one.read_bytes() for one in (path, path.with_name(times_of(index, of))) if one.exists()}


def times_of(index, of):
    return f"times-{index}-of-{of}.json"


def name_of(index, of):
    return f"shard-{index}-of-{of}.jsonl"


def is_finished(path):
    """Tells if the last line of a file of results says that its shard is finished."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - (1 << 24)))
            lines = file.read().splitlines(keepends=True)
        return bool(lines) and lines[-1].endswith(b"\n") and "end" in json.loads(lines[-1])
    except (OSError, ValueError):
        return False


def ended(results):
    """The shards that a merged file of a campaign holds."""
    path = results / "summary.jsonl"
    if not path.exists():
        return set()
    with open(path, "rb") as file:
        # The result of all of them is on the first of these lines, behind the number.
        starts = [line[:32] for line in file if line.startswith(b'{"end":')]
    return {int(start.split(b":", 1)[1].split(b",")[0].rstrip(b"}\n")) for start in starts}


def open_shards(results, of):
    """The shards that are not finished."""
    merged = ended(results)
    return [index for index in range(of) if index not in merged and not is_finished(results / name_of(index, of))]


def findings(data):
    """Keys that tell the findings in results apart, for a count that people see."""
    keys = set(re.findall(rb'"key":"((?:[^"\\]|\\.)*)"', data))
    return keys or {hashlib.sha256(line).digest() for line in data.splitlines() if b'"level":"error"' in line}


def store(path, data):
    """Writes a file as a whole."""
    draft = path.with_name(f".{path.name}.draft")
    with open(draft, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def trouble(message):
    """Prints an error, and ends with the exit code of trouble: 1 would be a finding."""
    print(f"error: {message}", file=sys.stderr)
    return SystemExit(2)


def parsed():
    usage = "python -m assay.cluster check|fuzz|tv|audit --shards N -o DIR [options] -- ARGUMENTS"
    parser = argparse.ArgumentParser(prog="python -m assay.cluster", usage=usage, description="Run the shards of a command on a Dask cluster.")
    parser.add_argument("command", choices=["check", "fuzz", "tv", "audit"])
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of shards")
    parser.add_argument("-o", "--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of results and report")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler (default: processes of this machine)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="number of processes without --scheduler")
    parser.add_argument("--retries", type=int, default=3, metavar="N", help="attempts after the first that failed")
    parser.add_argument("--rounds", type=int, metavar="N", help="rounds of a campaign that learns, each from the one before")
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:at])
    args.arguments = words[at + 1:]
    if args.shards < 1:
        parser.error("--shards is at least 1")
    if args.rounds is not None and (args.command != "fuzz" or args.rounds < 1):
        parser.error("--rounds is for fuzz, and at least 1")
    if args.rounds and any(word.startswith("--corpus") for word in args.arguments):
        parser.error("--rounds chooses the --corpus of each round")
    return args


def claim(folder):
    """Takes the folder for this coordinator."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(folder / "coordinator.lock", "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise trouble(f"another coordinator works in {folder}") from None
    return lock


def same_run(folder, about):
    """Refuses a folder of another run, and says in a new one what it is."""
    path = folder / "run.json"
    text = json.dumps(about, indent=1) + "\n"
    if path.exists() and path.read_text() != text:
        known = json.loads(path.read_text())
        names = [name for name in about if about[name] != known.get(name)]
        shown = "; ".join(f"{name}: {known.get(name)} and {about[name]}" for name in names)
        raise trouble(f"{folder} holds another run ({shown})")
    store(path, text.encode())


def progress(done, total, failed, found, begun, fresh):
    """Prints one line about how far the run is."""
    seconds = time.monotonic() - begun
    left = seconds / fresh * (total - done) if fresh else 0
    line = f"{done} of {total} shards, {fresh / max(seconds, 1e-3):.2f}/s, {failed} failed, {found} findings, {left:.0f} s left"
    end, lead = ("", "\r\033[K") if sys.stderr.isatty() else ("\n", "")
    print(f"{lead}{line}", end=end, file=sys.stderr, flush=True)


class Run:
    """The shards of one command with a folder of their own."""

    def __init__(self, args, folder, arguments, archive):
        self.args, self.folder, self.arguments = args, folder, arguments
        self.archive, self.digest = archive
        self.version = version()
        folder.mkdir(parents=True, exist_ok=True)
        about = {"command": args.command, "arguments": arguments, "shards": args.shards, "version": self.version, "inputs": self.digest}
        same_run(folder, about)
        self.results = folder / "shards"
        self.results.mkdir(exist_ok=True)
        self.open = open_shards(self.results, args.shards)

    def collect(self, client):
        """Runs the shards that are open: the errors of those that failed, and whether the run was interrupted."""
        from distributed import as_completed

        [data] = client.scatter([self.archive], hash=True)
        futures, args = {}, self.args
        for index in self.open:
            future = client.submit(run_shard, args.command, self.arguments, index, args.shards, data, self.digest, self.version,
                                   retries=args.retries, key=f"assay-{self.digest[:8]}-{os.getpid()}-{index}", pure=False)
            futures[future] = index
        begun, errors, fresh, found, loose = time.monotonic(), {}, 0, set(), 0
        before = args.shards - len(self.open)
        try:
            for future in as_completed(list(futures)):
                index = futures[future]
                try:
                    files = future.result()
                except Exception as error:
                    errors[index] = str(error)
                else:
                    # The file that says that the shard is finished is the last one.
                    for name in sorted(files, reverse=True):
                        store(self.results / name, files[name])
                    found |= findings(files[name_of(index, args.shards)])
                    fresh, loose = fresh + 1, loose + 1
                future.release()
                if args.command == "fuzz" and loose >= LOOSE:
                    self.join()
                    loose = 0
                progress(before + fresh, args.shards, len(errors), len(found), begun, fresh)
        except OSError as error:
            raise trouble(f"{error}; the same command goes on") from None
        except KeyboardInterrupt:
            client.cancel(list(futures))
            return errors, True
        return errors, False

    def join(self):
        """Makes one file of the shards of a campaign that are finished, which merges like them."""
        words = [binary(), "merge", str(self.results), "-o", str(self.results), "--partial"]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            raise OSError(done.stderr.strip())
        for index in ended(self.results):
            (self.results / name_of(index, self.args.shards)).unlink(missing_ok=True)

    def merge(self, partial):
        words = [binary(), "merge", str(self.results), "-o", str(self.folder), *(["--partial"] if partial else [])]
        return subprocess.run(words, check=False).returncode

    def finish(self, errors, interrupted):
        """Reports what there is; exit code 130 where the run was interrupted, 2 where shards are open, else that of the report."""
        for index in sorted(errors)[:SHOWN]:
            print(f"error: {errors[index]}", file=sys.stderr)
        if not errors and not interrupted:
            return self.merge(partial=False)
        left = len(open_shards(self.results, self.args.shards))
        if left < self.args.shards:
            self.merge(partial=True)
        print(f"{left} of {self.args.shards} shards are open; the same command goes on with them", file=sys.stderr)
        return 130 if interrupted else 2


def connected(args):
    """A client of the scheduler, or of processes of this machine, and what is closed behind it."""
    from distributed import Client, LocalCluster

    if args.scheduler:
        return Client(args.scheduler), []
    # Ctrl-C reaches all processes of a terminal, and is for the coordinator alone.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        cluster = LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
    finally:
        signal.signal(signal.SIGINT, handler)
    return Client(cluster), [cluster]


def rounds(args):
    """Folder, arguments and corpus of each round; of a run without rounds the only one."""
    if not args.rounds:
        yield args.out, args.arguments, None
    corpus = None
    for number in range(args.rounds or 0):
        folder = args.out / f"round-{number + 1}"
        yield folder, [*args.arguments, "--corpus", CORPUS if corpus else "none"], corpus
        corpus = folder / "summary.jsonl"


def main():
    args = parsed()
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise trouble("the package `distributed` is missing: pip install 'assay-cli[cluster]'") from None
    _lock = claim(args.out)
    client, closed, code = None, [], 0
    try:
        for number, (folder, arguments, corpus) in enumerate(rounds(args)):
            run = Run(args, folder, arguments, packed(inputs(args.arguments), corpus))
            if args.rounds:
                print(f"round {number + 1} of {args.rounds}", file=sys.stderr)
            errors, interrupted = {}, False
            if run.open:
                if client is None:
                    client, closed = connected(args)
                errors, interrupted = run.collect(client)
                if sys.stderr.isatty():
                    print(file=sys.stderr)
            code = max(code, run.finish(errors, interrupted))
            if code > 1:
                break
    except (OSError, ValueError) as error:
        raise trouble(f"{error}") from None
    finally:
        for one in [client, *closed]:
            if one is not None:
                one.close()
    sys.exit(code)


if __name__ == "__main__":
    main()
