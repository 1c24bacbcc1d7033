#!/usr/bin/env python3
"""Contracts with one entry changed, held against payloads: each kind of `adds` deleted, and `removes` invented.

    contract_mutants.py SEED [--assay PATH] [--passes A,B] [--invented N] [--payload FILE]

A mutant of `removes` is noticed where the kind is left, where the contract adds it, and where no payload exhibits the removal.
An entry that is marked `exercised = false` is left out: no payload shows it. Prints how many mutants the dynamic audit notices
and each that it does not; exits with 1 where there is one.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parents[2]
FILES = [HERE / "corpus/contracts" / name for name in ("lowering.toml", "upstream.toml")]


def written(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {written(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


def text(name, contract):
    key = json.dumps(name) if "{" in name else name
    return f"[pass.{key}]\n" + "".join(f"{word} = {written(value)}\n" for word, value in contract.items())


def deletions(contract):
    for row, entry in enumerate(contract.get("adds", [])):
        table = entry if isinstance(entry, dict) else {"kinds": [entry]}
        if not table.get("exercised", True):
            continue
        for at, kind in enumerate(table["kinds"]):
            kinds = table["kinds"][:at] + table["kinds"][at + 1:]
            adds = contract["adds"][:row] + ([{**table, "kinds": kinds}] if kinds else []) + contract["adds"][row + 1:]
            yield f"adds without {kind}", {**contract, "adds": adds}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seed", type=int)
    parser.add_argument("--assay", default="assay")
    parser.add_argument("--passes", default="")
    parser.add_argument("--invented", type=int, default=2)
    parser.add_argument("--payload", help="the payloads (default: those that are built in)")
    args = parser.parse_args()
    source = random.Random(args.seed)
    contracts = {}
    for path in FILES:
        contracts.update(tomllib.loads(path.read_text())["pass"])
    chosen = [name for name in args.passes.split(",") if name] or sorted(contracts)
    wrong, noticed, deleted, exhibited = [], 0, 0, 0
    entries = sum(len(row["kinds"]) if isinstance(row, dict) else 1 for c in contracts.values() for row in c.get("adds", []))
    marked = sum(len(row["kinds"]) for c in contracts.values() for row in c.get("adds", [])
                 if isinstance(row, dict) and not row.get("exercised", True))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mutant.toml"

        def asked(name, contract):
            path.write_text(text(name, contract))
            done = subprocess.run([args.assay, "audit", "--conformance", "--passes", name, "--contracts", str(path), "--format", "concise"]
                                  + (["--payload", args.payload] if args.payload else []),
                                  capture_output=True, text=True)
            return done.stdout

        for name in chosen:
            contract = contracts[name]
            before = asked(name, contract)
            for what, mutant in deletions(contract):
                deleted += 1
                if asked(name, mutant) != before:
                    noticed += 1
                else:
                    wrong.append(f"{name}: {what}")
            # Kinds of the payloads that the pass does not take away.
            kept = ["arith.addi", "func.func", "scf.for", "memref.alloc", "vector.transfer_read", "tensor.extract", "math.erf",
                    "linalg.softmax", "sparse_tensor.none", "affine.for", "cf.br", "gpu.launch", "async.await", "tosa.exp"]
            invented = 0
            for kind in source.sample(kept, len(kept)):
                if invented == args.invented:
                    break
                claimed = json.dumps(contract.get("removes", [])) + json.dumps(contract.get("partly", []))
                if kind in claimed or f'"{kind.split(".")[0]}.*"' in claimed or '"*"' in claimed or kind == "sparse_tensor.none":
                    continue
                mutant = {**contract, "removes": contract.get("removes", []) + [kind]}
                mutant.pop("acts-on", None)
                mutant.pop("requires", None)
                deleted, invented = deleted + 1, invented + 1
                word = rf"`{re.escape(kind)}({{[^`]*)?`"
                if re.search(rf"{word} (is left|is removed by the contract and added)|that it removes .*{word}", asked(name, mutant)):
                    noticed += 1
                else:
                    wrong.append(f"{name}: removes {kind}")
    for line in wrong:
        print(f"not noticed: {line}")
    print(f"seed {args.seed}: {noticed} of {deleted} mutants of {len(chosen)} contracts noticed")
    print(f"adds: {entries} entries, {entries - marked} exhibited ({100 * (entries - marked) // max(entries, 1)} %), {marked} marked")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
