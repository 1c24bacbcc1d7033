#!/usr/bin/env python3
"""C++ patterns of MLIR's canonicalization applied one at a time, over MLIR's own tests: a table of pattern, applications, those
that were judged (proved, bounded or refuted), tested on inputs, refuted, and open.

usage: ci/campaigns/by_pattern.py SOURCES [DIALECT ...]    (a folder with `mlir/test`, see mlir_sources.sh; needs
                                                            target/release/assay, or ASSAY, and mlir-opt-22)
"""

import collections
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "target", "release", "assay"))
DIALECTS = ["Affine", "Arith", "MemRef", "SCF", "Vector"]


def records(folder):
    """What `assay tv` says of each application in a folder of tests."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        words = [ASSAY, "tv", "--by-pattern", "--pass", "canonicalize", "--tests", folder, "--quiet"]
        done = subprocess.run([*words, "--format", f"json={report.name}"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{folder}: exit code {done.returncode}\n{done.stderr}")
        with open(report.name, encoding="utf-8") as text:
            return json.load(text)["patterns"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.rsplit("usage: ", 1)[1].rstrip())
    rows = collections.defaultdict(collections.Counter)
    for dialect in sys.argv[2:] or DIALECTS:
        for record in records(os.path.join(sys.argv[1], "mlir", "test", "Dialect", dialect)):
            row = rows[" ".join(record["domain"]).rsplit("pattern: ", 1)[-1]]
            row["applied"] += 1
            tested = (record["reason"] or {}).get("class") == "tested"
            decided = record["verdict"] in ("proved", "bounded", "refuted")
            row["judged" if decided else "tested" if tested else "open"] += 1
            row["refuted"] += record["verdict"] == "refuted"
    columns = ["applied", "judged", "tested", "refuted", "open"]
    print("pattern".ljust(90), *(column.rjust(8) for column in columns))
    for name, row in sorted(rows.items()):
        print(name.ljust(90), *(str(row[column]).rjust(8) for column in columns))
    total = sum(rows.values(), collections.Counter())
    print(f"{len(rows)} patterns, {sum(bool(row['judged'] + row['tested']) for row in rows.values())} judged or tested".ljust(90),
          *(str(total[column]).rjust(8) for column in columns))


if __name__ == "__main__":
    main()
