"""A copy of the source tree in which single changes are built and tested, with a target folder to itself.

The copy is at target/campaigns/copies/NAME/tree. Its target folder begins with the dependencies that the target folder of
the tree has already. Only the standard library is used; git lists the files.
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))

# Address space of tests, in bytes: a changed loop may allocate without end.
MEMORY = 12 << 30


class Copy:
    """The tree under this name; its files are those of the tree whenever it is made."""

    def __init__(self, name):
        folder = TARGET / "campaigns" / "copies" / name
        self.tree = folder / "tree"
        self.target = folder / "target"
        self.cargo = os.environ.get("CARGO", "cargo")
        self.originals = {}
        self._sync()
        self._seed()

    def _sync(self):
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT, check=True, capture_output=True, text=True,
        ).stdout.split("\0")
        names = {name for name in listed if name and (ROOT / name).is_file()}
        for path in sorted(self.tree.rglob("*")) if self.tree.exists() else []:
            if path.is_file() and str(path.relative_to(self.tree)) not in names:
                path.unlink()
        for name in names:
            source, copy = ROOT / name, self.tree / name
            if not copy.exists() or copy.read_bytes() != source.read_bytes():
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(source.read_bytes())
                copy.chmod(source.stat().st_mode)
        for name in ("mlir-22", "schemas"):
            link = self.target / name
            if (TARGET / name).exists() and not link.exists():
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(TARGET / name)

    def _seed(self):
        """Copies what was built of other projects: cargo builds it again only where that is out of date."""
        if (self.target / "debug").exists() or not (TARGET / "debug").exists():
            return
        ours = lambda name: name.startswith(("assay", "libassay"))
        for part in ("build", ".fingerprint", "deps"):
            (self.target / "debug" / part).mkdir(parents=True)
            for path in (TARGET / "debug" / part).iterdir():
                to = self.target / "debug" / part / path.name
                if ours(path.name) or path.name == ".tmp":
                    continue
                if path.is_dir():
                    shutil.copytree(path, to, symlinks=True)
                elif path.suffix in (".rlib", ".rmeta", ".so"):
                    shutil.copy2(path, to)

    def read(self, name):
        return (self.tree / name).read_text()

    def write(self, name, text):
        """Changes one file."""
        self.originals.setdefault(name, self.read(name))
        (self.tree / name).write_text(text)

    def restore(self, name):
        """Undoes the changes of one file."""
        (self.tree / name).write_text(self.originals[name])

    def run(self, arguments, seconds=None, limited=False, env=None):
        """Runs cargo in the copy; returns exit code (None after the time limit), its output, and the time it took.

        The limit is of processor time for each process, so that a loaded machine does not look like an endless loop;
        four times as long on the clock ends what waits without end.
        """
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if seconds:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        start = time.monotonic()
        child = subprocess.Popen(
            [self.cargo, *arguments], cwd=self.tree, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env={**os.environ, **(env or {}), "CARGO_TARGET_DIR": str(self.target)},
            start_new_session=True, preexec_fn=limit if limited else None,
        )
        try:
            output, _ = child.communicate(timeout=4 * seconds if seconds else None)
            code = None if "SIGXCPU" in output else child.returncode
        except subprocess.TimeoutExpired:
            # The session is that of the child alone, so this reaches only what it started.
            os.killpg(child.pid, signal.SIGKILL)
            output, _ = child.communicate()
            code = None
        return code, output, time.monotonic() - start
