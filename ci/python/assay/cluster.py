"""Shards of an Assay run on a Dask cluster: `python -m assay.cluster COMMAND --shards N -o DIR -- ARGUMENTS`.

    python -m assay.cluster check --shards 64 -o campaign -- patterns/ --format json=report.json
    python -m assay.cluster fuzz --scheduler tcp://host:8786 --shards 4096 -o campaign -- --mode valid --count 10000000

Starts `assay COMMAND ARGUMENTS --shard I/N` on workers, collects the files of results, and hands them to `assay merge`, whose report
and exit code are those of one process. Without `--scheduler` the workers are processes of this machine. Files that the arguments name
travel with the work. Shards that are finished are not run again, so that the same command goes on after a stop.

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


def packed(paths):
    """The files as one archive, the same bytes for the same files, and its digest."""
    files = set()
    for path in paths:
        files.update([path] if path.is_file() else (one for one in path.rglob("*") if one.is_file()))
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for path in sorted(files):
            about = tarfile.TarInfo(str(path))
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
    """Runs one shard on a worker: the bytes of its file of results. Anything else is an error, which Dask tries again elsewhere."""
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
        return path.read_bytes()


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


def store(path, data):
    """Writes a file as a whole."""
    draft = path.with_name(f".{path.name}.draft")
    with open(draft, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)


def parsed():
    usage = "python -m assay.cluster check|fuzz|tv --shards N -o DIR [options] -- ARGUMENTS"
    parser = argparse.ArgumentParser(prog="python -m assay.cluster", usage=usage, description="Run the shards of a command on a Dask cluster.")
    parser.add_argument("command", choices=["check", "fuzz", "tv"])
    parser.add_argument("--shards", type=int, required=True, metavar="N", help="number of shards")
    parser.add_argument("-o", "--out", type=pathlib.Path, required=True, metavar="DIR", help="folder of results and report")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="address of a running Dask scheduler (default: processes of this machine)")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), metavar="N", help="number of processes without --scheduler")
    parser.add_argument("--retries", type=int, default=3, metavar="N", help="attempts after the first that failed")
    words = sys.argv[1:]
    at = words.index("--") if "--" in words else len(words)
    args = parser.parse_args(words[:at])
    args.arguments = words[at + 1:]
    if args.shards < 1:
        parser.error("--shards is at least 1")
    return args


def claim(folder):
    """Takes the folder for this coordinator."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(folder / "coordinator.lock", "w", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SystemExit(f"error: another coordinator works in {folder}") from None
    return lock


def same_run(folder, about):
    """Refuses a folder of another run, and says in a new one what it is."""
    path = folder / "run.json"
    text = json.dumps(about, indent=1) + "\n"
    if path.exists() and path.read_text() != text:
        known = json.loads(path.read_text())
        names = [name for name in about if about[name] != known.get(name)]
        shown = "; ".join(f"{name}: {known.get(name)} and {about[name]}" for name in names)
        raise SystemExit(f"error: {folder} holds another run ({shown})")
    store(path, text.encode())


def told(done, total, failed, begun, fresh):
    """One line about how far the run is."""
    seconds = time.monotonic() - begun
    left = seconds / fresh * (total - done) if fresh else 0
    line = f"{done} of {total} shards, {fresh / max(seconds, 1e-3):.2f}/s, {failed} failed, {left:.0f} s left"
    end, lead = ("", "\r\033[K") if sys.stderr.isatty() else ("\n", "")
    print(f"{lead}{line}", end=end, file=sys.stderr, flush=True)


def collect(client, args, archive, digest, open_shards, results):
    """Runs the shards that are open: the errors of those that failed, and whether the run was interrupted."""
    from distributed import as_completed

    [data] = client.scatter([archive], hash=True)
    expected = version()
    futures = {}
    for index in open_shards:
        future = client.submit(run_shard, args.command, args.arguments, index, args.shards, data, digest, expected,
                               retries=args.retries, key=f"assay-{digest[:8]}-{os.getpid()}-{index}", pure=False)
        futures[future] = index
    begun, errors, fresh = time.monotonic(), {}, 0
    before = args.shards - len(open_shards)
    waiting = as_completed(list(futures))
    try:
        for future in waiting:
            index = futures[future]
            try:
                store(results / name_of(index, args.shards), future.result())
                fresh += 1
            except OSError as error:
                raise SystemExit(f"error: {error}; the same command goes on") from None
            except Exception as error:
                errors[index] = str(error)
            future.release()
            told(before + fresh, args.shards, len(errors), begun, fresh)
    except KeyboardInterrupt:
        client.cancel(list(futures))
        return errors, True
    return errors, False


def merge(args, results, partial):
    words = [binary(), "merge", str(results), "-o", str(args.out), *(["--partial"] if partial else [])]
    return subprocess.run(words, check=False).returncode


def main():
    args = parsed()
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SystemExit("error: the package `distributed` is missing: pip install 'assay-cli[cluster]'") from None
    _lock = claim(args.out)
    try:
        archive, digest = packed(inputs(args.arguments))
        about = {"command": args.command, "arguments": args.arguments, "shards": args.shards, "version": version(), "inputs": digest}
    except (OSError, ValueError) as error:
        raise SystemExit(f"error: {error}") from None
    same_run(args.out, about)
    results = args.out / "shards"
    results.mkdir(exist_ok=True)
    open_shards = [index for index in range(args.shards) if not is_finished(results / name_of(index, args.shards))]
    errors, interrupted = {}, False
    if open_shards:
        cluster = None
        if not args.scheduler:
            cluster = LocalCluster(n_workers=args.workers, threads_per_worker=1, dashboard_address=None,
                                   silence_logs=logging.CRITICAL)
        with Client(args.scheduler or cluster) as client:
            errors, interrupted = collect(client, args, archive, digest, open_shards, results)
        if cluster:
            cluster.close()
        if sys.stderr.isatty():
            print(file=sys.stderr)
    for index in sorted(errors)[:SHOWN]:
        print(f"error: {errors[index]}", file=sys.stderr)
    if errors or interrupted:
        left = sum(not is_finished(results / name_of(index, args.shards)) for index in range(args.shards))
        if left < args.shards:
            merge(args, results, partial=True)
        print(f"{left} of {args.shards} shards are open; the same command goes on with them", file=sys.stderr)
        sys.exit(130 if interrupted else 2)
    sys.exit(merge(args, results, partial=False))


if __name__ == "__main__":
    main()
