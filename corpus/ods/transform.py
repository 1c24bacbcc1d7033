"""The operations of the transform dialect in the records of TableGen, and the tables that are written about them."""

import os
import subprocess
import tomllib

from records import HERE, Records, read_records


def operations(include):
    """The records of each input of the dialect, and the name and fields of each operation in them, below mlir/include."""
    with open(os.path.join(HERE, "inputs.toml"), "rb") as file:
        inputs = [one for one in tomllib.load(file)["input"] if one["dialect"] == "transform"]
    for one in inputs:
        command = ["mlir-tblgen-22", "--print-records", "-I", include, os.path.join(include, one["td"])]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        records = Records(read_records(text))
        for record, (classes, fields) in records.records.items():
            if "Op" in classes and fields.get("opDialect") == "Transform_Dialect":
                yield records, record, fields


def write(out, origin, lines):
    """Writes a line for each operation, sorted, behind a remark about where they come from."""
    with open(out, "w", encoding="utf-8") as file:
        file.write(f"# Written by {origin} of MLIR 22.1.8.\n")
        for name in sorted(lines):
            file.write(f"{name} {lines[name]}".rstrip() + "\n")
