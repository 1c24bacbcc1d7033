#!/usr/bin/env python3
"""The reader beside mlir-opt-22 on texts with one token changed.

Takes the top operations of the repository's own .mlir files, changes one token of each (deletes, doubles, swaps or
replaces it, or changes a number, a string or an escape), and asks `assay fmt --check` and `mlir-opt-22` with its
verifier off whether the text reads. Prints the differences by class, with one sample each. Counted apart: forms that
Assay does not read by design (C++ formats of other dialects), and attributes of pdl operations whose kind MLIR's reader
refuses and Assay's checker (P019).

usage: ci/campaigns/tokens.py SEED COUNT [ASSAY]     (default: target/release/assay, built first)
"""

import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
MLIR = ["mlir-opt-22", "-allow-unregistered-dialect", "--mlir-very-unsafe-disable-verifier-on-parsing", "--verify-each=0"]
BATCH = 200
LONGEST = 2500
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%^@#!]?[A-Za-z0-9_.$]+|->|::|\S')
ODD = ["-0", "0", "1", "-1", "?", "*", "0x", "0xFF", "1.0", "true", "i32", "f32", "index", "vector<0xf32>", "memref<0xf32>",
       "tensor<-1xi8>", '"a\\q"', '"\\0G"', '"\\22"', "#map", "!t", "@s", "%0", "%0#1", "^bb0", "{", "}", "(", ")", "[", "]", "<",
       ">", ":", ",", "=", "->", "loc(unknown)", "dense<1>", "array<i32>", "unit", "none", "{a}", 'dense<"0x00">',
       '9223372036854775808', '1e400', 'i0', 'i16777216', 'si8', 'opaque<"d", "x">', "strided<[1]>", "affine_map<() -> ()>"]


def pieces(text):
    """Top operations with the aliases of their file."""
    if "// -----" in text:
        return
    lines = [line.split("//")[0].rstrip() if '"' not in line else line for line in text.split("\n")]
    aliases = [line for line in lines if re.match(r"[#!]\w+ = ", line)]
    piece = []
    for line in lines:
        if line in aliases or not line.strip():
            continue
        piece.append(line)
        whole = "\n".join(piece)
        if whole.count("{") == whole.count("}") and whole.count("(") == whole.count(")"):
            if len(whole) <= LONGEST:
                yield "\n".join(aliases + piece) + "\n"
            piece = []


def seeds():
    listed = subprocess.run(["git", "ls-files", "*.mlir"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.split():
        if os.path.basename(name) != "comb.mlir" and "errors/" not in name:
            with open(os.path.join(ROOT, name), errors="replace") as file:
                yield from pieces(file.read())


def mutate(rng, text, tokens_of_all):
    """The text with one token changed, and how."""
    tokens = list(TOKEN.finditer(text))
    at = rng.randrange(len(tokens))
    token = tokens[at]
    old = token[0]
    how = rng.choice(["delete", "double", "swap", "replace", "odd", "number", "string"])
    start, end, new = token.start(), token.end(), ""
    if how == "double":
        new = old + " " + old
    elif how == "swap" and at + 1 < len(tokens):
        end = tokens[at + 1].end()
        new = tokens[at + 1][0] + text[token.end() : tokens[at + 1].start()] + old
    elif how == "replace":
        new = rng.choice(tokens_of_all)
    elif how == "odd":
        new = rng.choice(ODD)
    elif how == "number":
        numbers = [token for token in tokens if token[0].isdigit()]
        token = rng.choice(numbers) if numbers else token
        start, end, new = token.start(), token.end(), rng.choice(["0", "-0", "-1", "00", "0x0", "4294967296", "1.5", "?"])
    elif how == "string":
        strings = [token for token in tokens if token[0].startswith('"')]
        token = rng.choice(strings) if strings else token
        start, end = token.start(), token.end()
        new = token[0][:-1] + rng.choice(["\\q", "\\0", "\\41", "\\", "\\n", "\t", "x"]) + '"'
    return how, text[:start] + new + text[end:]


def ask_mlir(texts):
    """Which texts read, by the places of errors; a crash is looked for in halves."""
    marker = "\n// -----\n"
    whole = marker.join(texts)
    command = MLIR + ["-split-input-file", "-o", os.devnull, "-"]
    run = subprocess.run(command, input=whole.encode(), capture_output=True, check=False)
    if run.returncode < 0:
        if len(texts) == 1:
            return [None]
        half = len(texts) // 2
        return ask_mlir(texts[:half]) + ask_mlir(texts[half:])
    starts, line = [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 2
    reads = [True] * len(texts)
    for found in re.finditer(rb"^<stdin>:(\d+):\d+: error: ", run.stderr, re.M):
        number = int(found[1])
        reads[max(index for index, start in enumerate(starts) if start <= max(number, 1))] = False
    return reads


def ask_assay(assay, texts):
    """The first message for each text; none for one that reads."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, text in enumerate(texts):
            paths.append(os.path.join(folder, f"{index:05}.mlir"))
            with open(paths[-1], "w") as file:
                file.write(text)
        run = subprocess.run([assay, "fmt", "--check", "--format", "json", *paths], capture_output=True, text=True, check=False)
        messages = [None] * len(texts)
        for one in json.loads(run.stdout)["diagnostics"]:
            if one["level"] == "error":
                index = int(os.path.basename(one["file"]).removesuffix(".mlir"))
                messages[index] = messages[index] or one["message"]
        return messages


def checker_refuses(assay, text):
    """Whether `assay check` finds an attribute of another kind."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        run = subprocess.run([assay, "check", file.name], capture_output=True, text=True, check=False)
        return "error[P019]" in run.stdout + run.stderr


def main(seed, count, assay):
    rng = random.Random(seed)
    texts = [text for text in seeds() if TOKEN.search(text)]
    reads = ask_all(texts, assay)
    texts = [text for text, (mlir, message) in zip(texts, reads) if mlir and message is None]
    tokens = sorted({token for text in texts for token in TOKEN.findall(text)})
    print(f"{len(texts)} texts, {len(tokens)} tokens")
    changed = [mutate(rng, rng.choice(texts), tokens) for _ in range(count)]
    classes = collections.defaultdict(list)
    unknown = both = checked = 0
    for (how, text), (mlir, message) in zip(changed, ask_all([text for _, text in changed], assay)):
        if mlir is None:
            continue
        if mlir == (message is None):
            both += 1
        elif message and "is not known" in message:
            unknown += 1
        elif message is None and checker_refuses(assay, text):
            checked += 1
        else:
            general = re.sub(r"`[^`]*`|\d+", "_", message) if message else f"accepted here after {how}"
            classes[general].append(text)
    print(f"{both} of {count} agree, {unknown} have a form that is not read here by design, "
          f"{checked} break P019")
    for general, found in sorted(classes.items(), key=lambda item: -len(item[1])):
        print(f"\n=== {len(found)} {general}\n" + "\n---\n".join(found[:3]))
    print(f"\n{sum(map(len, classes.values()))} differ")


def ask_all(texts, assay):
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        yield from zip(ask_mlir(batch), ask_assay(assay, batch))


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    binary = sys.argv[3] if len(sys.argv) == 4 else os.path.join(TARGET, "release", "assay")
    if len(sys.argv) == 3:
        subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "assay-cli"], cwd=ROOT, check=True)
    main(int(sys.argv[1]), int(sys.argv[2]), binary)
