#!/usr/bin/env python3
"""Writes a text for MLIR's issue tracker beside each defect of a pass in `corpus/bugs/mlir/passes`: NAME.md from the head of
NAME.mlir, the program, and what `mlir-opt-22` makes of it; and the table of all of them in `corpus/bugs/README.md`.

usage: ci/upstream.py [--check] [NAME ...]    (needs mlir-opt-22; --check changes nothing, and exits with 1 where a text is another)
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "corpus" / "bugs" / "mlir" / "passes"
README = ROOT / "corpus" / "bugs" / "README.md"
VERSION = "22.1.8"
SECONDS = 20
# A stack trace is not the same from one machine to another.
LINES = 60
ENDS = {"V301": "computes another value", "V302": "adds undefined behaviour", "V303": "returns poison",
        "V304": "leaves other contents in memory", "V305": "ends in another way"}


def head(text):
    """What the first lines say, and the program behind them."""
    said, program = {}, []
    for line in text.splitlines():
        found = re.match(r"// (\w+): (.*)", line) if not program else None
        if found:
            said[found.group(1)] = found.group(2)
        else:
            program.append(line)
    return said, "\n".join(program).strip() + "\n"


def submitted(said, program):
    """The text and the option of `mlir-opt` that show the defect."""
    if "set" not in said:
        return program, said["pass"]
    inner = "".join(f"  {line}\n" if line else "\n" for line in program.splitlines())
    script = f"""  transform.named_sequence @__transform_main(%root: !transform.any_op {{transform.readonly}}) {{
    %f = transform.structured.match ops{{["func.func"]}} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %f {{
      transform.apply_patterns.{said["set"]}
    }} : !transform.any_op
    transform.yield
  }}
"""
    return f"module attributes {{transform.with_named_sequence}} {{\n{inner}{script}}}\n", "--transform-interpreter"


def ran(text, option):
    """What the binary prints, or how it fails."""
    done = subprocess.run(["mlir-opt-22", option, "--mlir-print-local-scope"], input=text, capture_output=True, text=True,
                          timeout=SECONDS)
    if done.returncode == 0:
        return done.stdout.strip()
    if done.returncode == 1:
        return "\n".join(done.stderr.strip().splitlines()[:1])
    return None


def outcome(said, text, option):
    """The part about what happens."""
    printed = ran(text, option)
    if printed is None:
        return f"`mlir-opt {option}` {said['after']}.\n"
    body = "\n".join(printed.splitlines()[:LINES])
    if said["rule"].startswith("X"):
        return f"`mlir-opt {option}` prints\n\n```\n{body}\n```\n"
    values = "\n".join(f"- {words}: `{said[key]}`" for words, key in
                       [("input", "input"), ("result of the program above", "before"), ("result of the program below", "after")])
    return (f"`mlir-opt {option}` makes of it a program that {ENDS[said['rule']]}:\n\n{values}\n\n"
            f"```mlir\n{body}\n```\n")


def area(said):
    """The dialect that the C++ belongs to."""
    found = re.search(r"/Dialect/(\w+)/|Conversion/(Math)|Analysis/(DataFlow)", said["pattern"])
    return (next(filter(None, found.groups())) if found else "core").lower()


def rendered(path):
    """The text about a file."""
    said, program = head(path.read_text())
    text, option = submitted(said, program)
    title = re.split(r"[:;] |\.$", said["what"])[0]
    classes, _, file = said["pattern"].rpartition(" (")
    return f"""# [mlir][{area(said)}] {title}

{said["what"]} Seen with LLVM {VERSION}.

## Program

```mlir
{text}```

## What happens

{outcome(said, text, option)}
## What is expected

{said["expected"]}

## Where it comes from

`{classes}` in `{file.rstrip(")")}`: {said["cause"]}
"""


def table():
    """The README with a row for each file."""
    rows = ["| file | pass | C++ | rule | what is wrong |\n", "|---|---|---|---|---|\n"]
    for path in sorted(FOLDER.glob("*.mlir")):
        said, _ = head(path.read_text())
        name = said.get("pass") or f"transform.apply_patterns.{said['set']}"
        classes = said["pattern"].rpartition(" (")[0]
        rows.append(f"| `{path.name}` | `{name}` | `{classes}` | {said['rule']} | {said['what']} |\n")
    before, _, behind = README.read_text().partition("| file | pass |")
    behind = re.sub(r"\A(.*\n)(\|.*\n)*", "", behind)
    return before + "".join(rows) + behind


def main():
    names = [word for word in sys.argv[1:] if not word.startswith("-")]
    check, other = "--check" in sys.argv[1:], []
    paths = [path for path in sorted(FOLDER.glob("*.mlir")) if not names or path.stem in names]
    texts = [(path.with_suffix(".md"), rendered(path)) for path in paths]
    for path, text in [*texts, (README, table())]:
        if not path.exists() or path.read_text() != text:
            other.append(path.name)
            if not check:
                path.write_text(text)
    for name in other:
        print(name, "is another text" if check else "is written")
    sys.exit(1 if check and other else 0)


if __name__ == "__main__":
    main()
