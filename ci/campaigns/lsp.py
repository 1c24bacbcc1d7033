#!/usr/bin/env python3
"""Edits of a text of 100 patterns through the language server, by a real client.

A text is typed at: characters come and go, lines are cut, brackets are lost and come back, so that most versions do not
parse. Of each edit the time from `didChange` to the diagnostics of that version is taken. In the end the first text is put
back, and what the server shows has to be what `assay check` finds in the file. Memory is that of the server process.

usage: ci/campaigns/lsp.sh [SEED [EDITS]]        (200 edits; 10,000 show the memory)
"""

import asyncio
import glob
import json
import os
import random
import subprocess
import sys
import tempfile
import time

from lsprotocol import types
from pygls.lsp.client import LanguageClient

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
PATTERNS = 100
GOAL = 50.0


def text(draw):
    """A file of patterns of the corpus."""
    files = sorted(glob.glob(os.path.join(ROOT, "corpus", "patterns", "*", "*.mlir")))
    draw.shuffle(files)
    parts, count = [], 0
    for file in files:
        with open(file, encoding="utf-8") as one:
            part = one.read()
        found = part.count("pdl.pattern @")
        if part.isascii() and count + found <= PATTERNS and "// -----" not in part and "#" not in part:
            parts.append(part)
            count += found
    return "\n".join(parts), count


def position(text, offset):
    line = text.count("\n", 0, offset)
    return types.Position(line, offset - (text.rfind("\n", 0, offset) + 1))


class Session:
    """A document that is open in a server."""

    def __init__(self, uri, text):
        self.uri, self.text, self.version = uri, text, 1
        self.client = LanguageClient("campaign", "1")
        self.published = asyncio.Queue()

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params):
            if params.uri == self.uri:
                self.published.put_nowait((time.monotonic(), params))

    async def start(self, root):
        await self.client.start_io(ASSAY, "lsp")
        capabilities = types.ClientCapabilities(
            general=types.GeneralClientCapabilities(position_encodings=["utf-8"])
        )
        folder = types.WorkspaceFolder(uri=f"file://{root}", name="top")
        await self.client.initialize_async(
            types.InitializeParams(capabilities=capabilities, process_id=os.getpid(), workspace_folders=[folder])
        )
        self.client.initialized(types.InitializedParams())
        item = types.TextDocumentItem(uri=self.uri, language_id="mlir", version=1, text=self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    async def edit(self, start, end, new):
        """The milliseconds until the diagnostics of the changed text came."""
        self.version += 1
        span = types.Range(position(self.text, start), position(self.text, end))
        change = types.TextDocumentContentChangePartial(range=span, text=new)
        self.text = self.text[:start] + new + self.text[end:]
        name = types.VersionedTextDocumentIdentifier(version=self.version, uri=self.uri)
        begin = time.monotonic()
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(name, [change]))
        while True:
            at, params = await asyncio.wait_for(self.published.get(), 60)
            if params.version == self.version:
                return (at - begin) * 1e3

    async def settled(self):
        """The diagnostics once every pattern was judged."""
        place = types.TextDocumentIdentifier(self.uri)
        lines = [n for n, line in enumerate(self.text.split("\n")) if "pdl.pattern @" in line]
        diagnostics = None
        while True:
            try:
                _, params = await asyncio.wait_for(self.published.get(), 2)
                diagnostics = params.diagnostics
                continue
            except asyncio.TimeoutError:
                pass
            texts = []
            for line in lines:
                hover = await self.client.text_document_hover_async(
                    types.HoverParams(place, types.Position(line, 2))
                )
                texts.append(hover.contents.value if hover else "")
            if diagnostics is not None and not any("judging" in text for text in texts):
                return diagnostics

    def memory(self):
        """Megabytes of the server."""
        with open(f"/proc/{self.client._server.pid}/status", encoding="utf-8") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) / 1024
        return 0.0


def edits(draw, session, first):
    """The next edit: mostly typing, sometimes damage, sometimes the way back."""
    text = session.text
    kind = draw.randrange(10)
    at = draw.randrange(len(text))
    if kind < 4:
        return at, at, draw.choice("abc%@{}():,-> \"\n0")
    if kind < 7:
        return at, min(len(text), at + draw.randrange(1, 4)), ""
    if kind < 8:
        end = text.find("\n", at)
        return at, len(text) if end < 0 else end, ""
    if kind < 9:
        return at, at, draw.choice(["pdl.replace", "pdl.erase %op\n", "}\n", "pdl.pattern @x : benefit(1) {\n"])
    return 0, len(text), first


def found(file):
    """What `assay check` finds, as (line, code)."""
    done = subprocess.run(
        [ASSAY, "check", "--format", "json", "--jobs", "2", file], capture_output=True, text=True, check=False
    )
    report = json.loads(done.stdout)
    all_findings = list(report.get("findings", []))
    for part in ("patterns", "sets"):
        for one in report.get(part, []):
            all_findings += one["findings"]
    return sorted((one["line"], one["code"]) for one in all_findings if not one.get("accepted"))


async def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    draw = random.Random(seed)
    first, patterns = text(draw)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "patterns.mlir")
        with open(file, "w", encoding="utf-8") as out:
            out.write(first)
        session = Session(f"file://{file}", first)
        await session.start(folder)
        await session.settled()
        times, memory, broken = [], [], 0
        for number in range(count):
            times.append(await session.edit(*edits(draw, session, first)))
            if number % max(1, count // 10) == 0:
                memory.append(session.memory())
        await session.edit(0, len(session.text), first)
        shown = sorted((one.range.start.line + 1, one.code) for one in await session.settled())
        memory.append(session.memory())
        expected = found(file)
        await session.client.shutdown_async(None)
        session.client.exit(None)
    times.sort()
    at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
    print(f"seed {seed}: {patterns} patterns, {len(first.encode())} bytes, {count} edits")
    print(f"milliseconds to diagnostics: p50 {at(0.5):.1f}, p95 {at(0.95):.1f}, most {times[-1]:.1f}")
    print("megabytes: " + ", ".join(f"{value:.0f}" for value in memory))
    print(f"findings: {len(shown)} shown, {len(expected)} by assay check")
    if shown != expected:
        only = lambda a, b: [one for one in a if one not in b][:5]
        print(f"differ: shown only {only(shown, expected)}, by check only {only(expected, shown)}")
    return int(shown != expected or at(0.95) > GOAL)


sys.exit(asyncio.run(main()))
