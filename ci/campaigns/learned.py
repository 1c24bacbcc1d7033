#!/usr/bin/env python3
"""What `assay audit --learn` writes beside a table of observations.

    learned.py LEARNED.toml OBSERVED.tsv

Prints each pass whose removed or added kinds differ. Differences that are argued in corpus/contracts/README.md are listed here.
"""

import pathlib
import sys
import tomllib

ARGUED = {}


def main():
    learned = tomllib.loads(pathlib.Path(sys.argv[1]).read_text())["pass"]
    same, different, argued = 0, 0, 0
    for line in pathlib.Path(sys.argv[2]).read_text().splitlines()[1:]:
        cells = line.split("\t")
        name, _, options = cells[0].partition("=")
        key = f"{name}{{{options}}}" if options else name
        if key not in learned:
            continue
        for what, cell, word in (("removed", cells[2], "removes"), ("added", cells[4], "adds")):
            wanted, found = set(cell.split()), set(learned[key].get(word, []))
            if wanted == found:
                same += 1
            elif (key, what) in ARGUED:
                argued += 1
            else:
                different += 1
                print(f"{key}: {what}: only observed {sorted(wanted - found)}, only learned {sorted(found - wanted)}")
    print(f"learned: {same} rows are those of the table, {argued} differ for a stated reason, {different} differ")
    raise SystemExit(1 if different else 0)


if __name__ == "__main__":
    main()
