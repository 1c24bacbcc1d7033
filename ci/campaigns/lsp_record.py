#!/usr/bin/env python3
"""Records a conversation between a real client (pygls) and the language server, for the test that plays it again.

The client opens a text, asks about places, breaks the text and mends it, accepts a finding without and with a reason, and
closes. Before each message it waits until the server was silent for two seconds, so that of the diagnostics in between only
the last ones are kept. The folder is written as ROOT, and times are written as N.

usage: ci/campaigns/lsp.sh --record        (writes ci/tests/lsp/recorded.jsonl; read the difference)
"""

import asyncio
import json
import os
import re
import sys
import tempfile

from lsprotocol import types
from pygls.lsp.client import LanguageClient

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
OUT = os.path.join(ROOT, "ci", "tests", "lsp", "recorded.jsonl")
TEXT = os.path.join(ROOT, "ci", "tests", "lsp", "recorded.mlir")


async def copied(reader, writer, side, log):
    """Hands messages on and writes them down."""
    while True:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
        body = await reader.readexactly(length)
        log.write(json.dumps({side: json.loads(body)}) + "\n")
        log.flush()
        writer.write(head + body)
        await writer.drain()


async def between(log):
    """Stands between client and server."""
    loop = asyncio.get_running_loop()
    own = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(own), sys.stdin)
    transport, protocol = await loop.connect_write_pipe(asyncio.streams.FlowControlMixin, sys.stdout)
    out = asyncio.StreamWriter(transport, protocol, None, loop)
    pipe = asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(ASSAY, "lsp", stdin=pipe, stdout=pipe)
    tasks = [copied(own, server.stdin, "client", log), copied(server.stdout, out, "server", log)]
    await asyncio.gather(*tasks, return_exceptions=True)


async def conversation(folder, log):
    client = LanguageClient("record", "1")

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(_params):
        pass

    await client.start_io(sys.executable, os.path.abspath(__file__), "--between", log)
    with open(TEXT, encoding="utf-8") as file:
        text = file.read()
    uri = f"file://{folder}/a.mlir"
    edits = types.WorkspaceEditClientCapabilities(resource_operations=[types.ResourceOperationKind.Create])
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=edits))
    top = types.WorkspaceFolder(uri=f"file://{folder}", name="top")
    await client.initialize_async(types.InitializeParams(capabilities, workspace_folders=[top]))
    client.initialized(types.InitializedParams())
    item = types.TextDocumentItem(uri, "mlir", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    place = types.TextDocumentIdentifier(uri)
    version = 1

    async def change(line, first, last, new):
        nonlocal version
        await asyncio.sleep(2)
        version += 1
        span = types.Range(types.Position(line, first), types.Position(line, last))
        name = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
        part = types.TextDocumentContentChangePartial(range=span, text=new)
        client.text_document_did_change(types.DidChangeTextDocumentParams(name, [part]))
        await asyncio.sleep(2)

    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines) if "pdl.pattern @" in line]
    await asyncio.sleep(2)
    for head in heads:
        await client.text_document_hover_async(types.HoverParams(place, types.Position(head, 4)))
        end = types.Position(head + 15, 0)
        context = types.CodeActionContext(diagnostics=[])
        span = types.Range(types.Position(head, 0), end)
        await client.text_document_code_action_async(types.CodeActionParams(place, span, context))
    at = lines[heads[1]].index("pdl.pattern")
    await change(heads[1], at, at + 5, "pd")
    await change(heads[1], at, at + 2, "pdl.p")
    await change(heads[0], 0, 0, '// assay: allow(S105, reason = "")\n')
    await change(heads[0], 32, 32, "only with one use 😀")
    client.text_document_did_close(types.DidCloseTextDocumentParams(place))
    await asyncio.sleep(1)
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.sleep(1)


def kept(lines, folder):
    """The conversation without what another run may say otherwise."""
    out, numbers = [], {}
    for line in lines:
        line = re.sub(r"in [0-9.]+ ms", "in N ms", line.replace(folder, "/ROOT"))
        said = json.loads(line)
        for message in said.values():
            if "id" in message:
                message["id"] = numbers.setdefault(message["id"], len(numbers) + 1)
        again = out and "server" in said and "server" in out[-1]
        if again and said["server"].get("method") == out[-1]["server"].get("method") == "textDocument/publishDiagnostics":
            out[-1] = said
        else:
            out.append(said)
    return [json.dumps(one, ensure_ascii=False, sort_keys=True) for one in out]


async def main():
    if sys.argv[1:2] == ["--between"]:
        with open(sys.argv[2], "w", encoding="utf-8") as log:
            await between(log)
        return
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        top = os.path.join(folder, "top")
        os.mkdir(top)
        await conversation(top, log)
        with open(log, encoding="utf-8") as lines:
            said = kept(lines, top)
    with open(OUT, "w", encoding="utf-8") as out:
        out.write("\n".join(said) + "\n")
    print(f"{len(said)} messages")


asyncio.run(main())
