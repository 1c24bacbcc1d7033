"""Array programs with one edit: what is not well-typed any more is refused, and what still is runs.

usage: rise_types.py SEED [COUNT]      (ASSAY=path of the program, default target/release/assay; COUNT programs, default 500)

A well-typed definition is drawn as in rise_programs.py, and one word of it is edited: a pattern becomes another one, a number another
one, an operand goes, two arguments change places, a length or a name is another one. `assay check` judges all of them at once. Those that are refused
have to be refused with a place in the definition: the table counts those that point at the edited word, at a pattern that it is an
argument of, and elsewhere: at the uses of a name that is no more, or where a length no longer fits. Those that are well-typed have to run
without an internal error. Exit code 1 where a program is refused before the edit, an edited one crashes, or more than a fifth of the errors
point elsewhere. With PLANT=1 what runs counts as a failure.
"""

import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from rise_programs import ASSAY, Program, shown

PLANT = os.environ.get("PLANT") == "1"
PATTERNS = ["map", "reduceSeq", "zip", "split", "join", "transpose", "slide", "pad", "id", "to_mem", "fst", "snd"]


def edited(text, rng):
    """The text with one edit, and the span of it."""
    words = list(re.finditer(r"[A-Za-z_]\w*|\d+(?:\.\d+)?|[-+*]", text))
    way = rng.choice(["pattern", "number", "name", "sign", "drop"])
    fits = {"pattern": lambda word: word.group() in PATTERNS,
            "number": lambda word: word.group().isdigit(),
            "name": lambda word: re.fullmatch(r"e\d+|x|acc|e", word.group()),
            "sign": lambda word: word.group() in "+-*",
            "drop": lambda word: word.group() in ("join", "transpose", "fst", "snd", "id")}[way]
    found = [word for word in words if fits(word)]
    if not found:
        return None
    word = rng.choice(found)
    new = {"pattern": lambda: rng.choice([name for name in PATTERNS if name != word.group()]),
           "number": lambda: str(int(word.group()) + rng.choice([1, 2, 5])),
           "name": lambda: rng.choice(["x", "e1", "acc", "y"]),
           "sign": lambda: rng.choice(["+", "-", "*"]) + " 1.5 " + word.group(),
           "drop": lambda: ""}[way]()
    if new == word.group():
        return None
    return text[:word.start()] + new + text[word.end():], (word.start(), word.start() + max(len(new), 1))


def heads(text, at):
    """Where the names of the calls begin that a place is an argument of."""
    open_calls, starts = [], []
    for index, c in enumerate(text[:at]):
        if c == "(":
            name = re.search(r"[A-Za-z_]\w*$", text[:index])
            open_calls.append(name.start() if name else index)
        elif c == ")":
            open_calls.pop() if open_calls else None
    starts.extend(open_calls)
    return starts


def main():
    seed, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
    drawn = []
    number = 0
    while len(drawn) < count:
        rng = random.Random(f"{seed} types {number}")
        number += 1
        program = Program(rng, rng.choice(["i32", "f32"]))
        value = program.draw([rng.randint(1, 6) for _ in range(rng.randint(1, 2))])
        try:
            body, _, _ = program.chain("x", program.type_of(value), value, rng.randint(1, 8))
        except OverflowError:
            continue
        change = edited(body, rng)
        if change:
            ty = ".".join([*map(str, shape(value)), program.number])
            drawn.append((ty, body, *change, value))
    rows = {"refused at the edit": 0, "refused at a pattern around": 0, "refused elsewhere": 0, "well-typed, runs": 0, "wrong": 0}
    with tempfile.TemporaryDirectory() as folder:
        before, after = pathlib.Path(folder) / "before.rise", pathlib.Path(folder) / "after.rise"
        before.write_text("".join(f"def f{at}(x: {ty}) = {body}\n" for at, (ty, body, *_) in enumerate(drawn)))
        after.write_text("".join(f"def f{at}(x: {ty}) = {text}\n" for at, (ty, _, text, _, _) in enumerate(drawn)))
        reports = []
        for path in (before, after):
            done = subprocess.run([ASSAY, "check", path, "--format", "json"], capture_output=True, text=True, check=False)
            reports.append({one["name"]: one for one in json.loads(done.stdout)["patterns"]} | {
                "": json.loads(done.stdout)["diagnostics"]})
        for at, (ty, body, text, span, value) in enumerate(drawn):
            name, head = f"f{at}", len(f"def f{at}(x: {ty}) = ")
            if reports[0].get(name, {}).get("verdict") == "malformed":
                rows["wrong"] += 1
                print(f"refused before the edit: def {name}(x: {ty}) = {body}")
                continue
            own = reports[1].get(name)
            if own is None:
                # It cannot be read: the error stands in the line of the text.
                lines = [one for one in reports[1][""] if one["line"] == at + 1]
                rows["refused at the edit" if lines else "wrong"] += 1
                continue
            if own["verdict"] == "malformed":
                places = [one["column"] - 1 - head for one in own["findings"]]
                if any(span[0] - 1 <= place <= span[1] for place in places):
                    rows["refused at the edit"] += 1
                elif any(place in heads(text, span[0]) or text[place:place + 1] in "+-*" for place in places):
                    rows["refused at a pattern around"] += 1
                else:
                    rows["refused elsewhere"] += 1
                continue
            alone = pathlib.Path(folder) / "one.rise"
            alone.write_text(f"def f(x: {ty}) = {text}\n")
            done = subprocess.run([ASSAY, "run", alone, "--engine", "both", "--args", f"dense<{shown(value)}>"],
                                  capture_output=True, text=True, check=False)
            fine = done.returncode in (0, 1) and "internal" not in done.stdout + done.stderr and not PLANT
            rows["well-typed, runs" if fine else "wrong"] += 1
            if not fine:
                print(alone.read_text(), done.stdout, done.stderr, sep="")
    for row, number in rows.items():
        print(f"{row:<28} {number}")
    refused = sum(number for row, number in rows.items() if row.startswith("refused"))
    sys.exit(int(rows["wrong"] > 0 or rows["refused elsewhere"] > 0.2 * max(refused, 20)))


def shape(value):
    return [len(value), *(shape(value[0]) if value else [])] if isinstance(value, list) else []


if __name__ == "__main__":
    main()
