"""A transform script that mlir-opt-22 interprets."""

import os
import subprocess


def interpreted(folder, seed, text):
    """Writes a script to a file named by its seed, and runs it: the file, and the finished process; None where it does not end."""
    file = os.path.join(folder, f"{seed}.mlir")
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)
    command = ["mlir-opt-22", "--transform-interpreter", file, "-o", os.devnull]
    try:
        return file, subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return file, None
