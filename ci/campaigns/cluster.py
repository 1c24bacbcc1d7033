"""What `ci/campaigns/cluster.sh` runs: see there. Prints a row for each run; exit code 1 when a byte differs from one process."""

import filecmp
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSAY = os.environ.get("ASSAY", str(ROOT / "target/release/assay"))
PATTERNS = int(os.environ.get("PATTERNS", "10000"))
COUNT = int(os.environ.get("COUNT", "3200"))
SHARDS = int(os.environ.get("SHARDS", "64"))
TASKS = 8
ENV = {**os.environ, "ASSAY": ASSAY, "PYTHONPATH": str(ROOT / "ci/python"), "PYTHONWARNINGS": "ignore"}

SLURM = """ClusterName=assay
SlurmctldHost={host}
SlurmUser=root
AuthType=auth/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={port}
SlurmdPort={next}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=batch_sched_delay=1
NodeName={host} NodeHostname={host} CPUs={cores} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def wait(what, holds, seconds=600):
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            sys.exit(f"cluster: {what} does not happen")
        time.sleep(0.05)


def finished(folder):
    return [path for path in folder.glob("shard-*.jsonl") if b'"end":' in path.read_bytes()[-(1 << 20):].splitlines()[-1:][0][:16]] \
        if folder.exists() else []


class Case:
    """A command, and what one process makes of it."""

    def __init__(self, folder, name, words):
        self.folder, self.name, self.words = folder, name, words
        begun = time.monotonic()
        out = ["--out", "whole"] if name == "fuzz" else []
        self.whole = subprocess.run([ASSAY, *words, *out], cwd=folder, capture_output=True, check=False)
        self.seconds = time.monotonic() - begun
        if self.whole.returncode not in (0, 1):
            sys.exit(f"cluster: {name} ends with {self.whole.returncode}: {self.whole.stderr.decode()}")

    def compare(self, engine, done, merged, more):
        """Prints a row; the number of differences."""
        wrong = [] if done.stdout == self.whole.stdout else ["standard output"]
        wrong += [] if done.returncode == self.whole.returncode else [f"exit code {done.returncode}"]
        for format_ in ("json", "sarif"):
            one, other = self.folder / f"report.{format_}", merged / f"report.{format_}"
            if one.exists() and not filecmp.cmp(one, other, shallow=False):
                wrong.append(other.name)
        found = {path.name: path.read_bytes() for path in (self.folder / "whole/findings").glob("*")}
        if found != {path.name: path.read_bytes() for path in (merged / "findings").glob("*")} and self.name == "fuzz":
            wrong.append("findings")
        print(f"| {engine} | {self.name} | {more} | {self.seconds:.0f} s | {', '.join(wrong) or 'none'} |", flush=True)
        if wrong:
            print(done.stderr.decode()[-2000:])
        return len(wrong)


def cases(folder, seed):
    make = lambda name: (folder / name).mkdir() or folder / name
    place = make("fuzz")
    modes = ["fuzz", "--mode", "valid", "--count", str(COUNT), "--seed", seed, "--payloads", "2", "--all-stages"]
    yield Case(place, "fuzz", modes)
    place = make("check")
    (place / "in").mkdir()
    emit = [ASSAY, "fuzz", "--mode", "dialect", "--seed", seed, "--count", str(PATTERNS), "--emit", "in/a.mlir"]
    subprocess.run(emit, cwd=place, check=True)
    known = [ASSAY, "fuzz", "--mode", "dialect", "--seed", seed, "--count", "200", "--emit", "known.mlir"]
    subprocess.run(known, cwd=place, check=True)
    subprocess.run([ASSAY, "baseline", "known.mlir", "-o", "baseline.json"], cwd=place, check=False, capture_output=True)
    formats = ["--format", "concise", "--format", "json=report.json", "--format", "sarif=report.sarif"]
    yield Case(place, "check", ["check", "in", "--isolated", "--baseline", "baseline.json", *formats])
    place = make("tv")
    (place / "tests").mkdir()
    for number in range(SHARDS):
        body = (f"// RUN: mlir-opt %s -cse | FileCheck %s\nfunc.func @f(%x: i8, %y: i8) -> i8 {{\n  %c = arith.constant {number} : i8\n"
                "  %0 = arith.muli %x, %c : i8\n  %1 = arith.muli %x, %c : i8\n  %2 = arith.addi %0, %1 : i8\n  return %2 : i8\n}\n")
        (place / "tests" / f"{number}.mlir").write_text(body)
    yield Case(place, "tv", ["tv", "--tests", "tests", "--format", "concise", "--format", "json=report.json"])


def start(words, **more):
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(words, env=ENV, start_new_session=True, **{**quiet, **more})


def dask(case, seed):
    """Four workers: one killed in the middle of a shard, one added, the coordinator killed and started again, a shard delivered twice."""
    python = sys.executable
    place = pathlib.Path(tempfile.mkdtemp(dir=case.folder))
    scheduler = start([python, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                       "--scheduler-file", str(place / "scheduler.json")])
    wait("the scheduler", (place / "scheduler.json").exists)
    worker = lambda: start([python, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(place / "scheduler.json"), "--nthreads", "1",
                            "--no-dashboard", "--no-nanny", "--local-directory", str(place)])
    running = [scheduler, *(worker() for _ in range(4))]
    import json
    address = json.loads((place / "scheduler.json").read_text())["address"]
    words = [python, "-m", "assay.cluster", case.words[0], "--scheduler", address, "--shards", str(SHARDS), "-o", "campaign", "--",
             *case.words[1:]]
    shards = case.folder / "campaign/shards"
    try:
        first = start(words, cwd=case.folder)
        wait("a shard", lambda: len(finished(shards)) >= SHARDS // 8)
        os.killpg(running[1].pid, signal.SIGKILL)
        running.append(worker())
        wait("more shards", lambda: len(finished(shards)) >= SHARDS // 3)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        before = len(finished(shards))
        done = subprocess.run(words, cwd=case.folder, env=ENV, capture_output=True, check=False)
    finally:
        for one in running:
            one.poll() is None and os.killpg(one.pid, signal.SIGKILL)
            one.wait()
    different = case.compare("Dask", done, case.folder / "campaign", f"{SHARDS} shards, {before} before the coordinator was killed")
    # One that came twice, from another folder.
    again = case.folder / "again"
    again.mkdir()
    shutil.copy(next(iter(sorted(shards.glob("shard-*.jsonl")))), again / "shard-copy.jsonl")
    twice = subprocess.run([ASSAY, "merge", "campaign/shards", "again", "-o", "twice"], cwd=case.folder, capture_output=True, check=False)
    return different + case.compare("merge", twice, case.folder / "twice", "one shard twice")


class Slurm:
    """A Slurm of one node, this one."""

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        host = os.uname().nodename.split(".")[0]
        (self.folder / "state").mkdir()
        (self.folder / "spool").mkdir()
        text = SLURM.format(folder=self.folder, host=host, port=16817, next=16818, cores=os.cpu_count())
        (self.folder / "slurm.conf").write_text(text)
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.env = {**ENV, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.running = []
        if subprocess.run(["munge", "-n"], capture_output=True, check=False).returncode:
            os.makedirs("/run/munge", exist_ok=True)
            subprocess.run(["chown", "munge:munge", "/run/munge"], check=False)
            self.begin(["runuser", "-u", "munge", "--", "munged", "--foreground", "--force"])
            wait("munge", lambda: subprocess.run(["munge", "-n"], capture_output=True, check=False).returncode == 0, 60)
        self.begin(["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")])
        self.begin(["slurmd", "-D", "-f", str(self.folder / "slurm.conf")])
        wait("an idle node", lambda: "idle" in self.run(["sinfo", "-h", "-o", "%T"]), 120)
        return self

    def begin(self, words):
        log = open(self.folder / f"{words[0]}.out", "wb")
        self.running.append(subprocess.Popen(words, env=self.env, stdout=log, stderr=log, start_new_session=True))

    def run(self, words, **more):
        return subprocess.run(words, env=self.env, capture_output=True, text=True, check=False, **more).stdout.strip()

    def __exit__(self, *_):
        for one in reversed(self.running):
            one.terminate()
            try:
                one.wait(20)
            except subprocess.TimeoutExpired:
                one.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


def slurm(case, cluster):
    """An array of eight tasks, one killed and requeued, and the merge behind it."""
    out = case.folder / "array"
    script = str(ROOT / "ci/cluster/slurm.sbatch")
    words = ["sbatch", "--parsable", f"--array=0-{TASKS - 1}", "--output", str(case.folder / "task-%a.out"), script, "array", *case.words]
    job = cluster.run(words, cwd=case.folder)
    if not job.isdigit():
        sys.exit(f"cluster: sbatch says {job or 'nothing'}")
    requeued = 0
    states = lambda: dict(line.split() for line in cluster.run(["squeue", "-h", "-r", "-j", job, "-o", "%K %T"]).splitlines())
    wait("a task", lambda: "RUNNING" in states().values() or not states())
    for task, state in states().items():
        if state == "RUNNING":
            cluster.run(["scancel", "--signal=KILL", "--batch", "--full", f"{job}_{task}"])
            cluster.run(["scontrol", "requeue", f"{job}_{task}"])
            requeued += 1
            break
    wait("the end of the array", lambda: not set(states().values()) - {"COMPLETED"}, 3000)
    done = subprocess.run([ASSAY, "merge", "array", "-o", "merged"], cwd=case.folder, capture_output=True, check=False)
    return case.compare("Slurm", done, case.folder / "merged", f"{TASKS} tasks, {requeued} killed and requeued, {len(finished(out))} files")


def main():
    seed, engines = sys.argv[1], sys.argv[2:]
    print("| engine | command | what happened | one process | differs |\n|---|---|---|---|---|")
    different = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(pathlib.Path(folder), seed):
            if "dask" in engines:
                different += dask(case, seed)
            if "slurm" in engines:
                with Slurm() as cluster:
                    different += slurm(case, cluster)
    print(f"{different} differences")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
