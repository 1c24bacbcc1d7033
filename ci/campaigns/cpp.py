#!/usr/bin/env python3
"""Rewrites in C++ as `assay check` reads and judges them: `cpp.py SEED --sources DIR [--edits N] [--confirm]
[--all] [--list] [--folders DIR..] [--oracle TD..]`.

DIR holds `mlir/lib`, as `mlir_sources.sh DIR` unpacks it. Prints a table by folder: bodies, those read in all paths, verdicts, those
compared in values, and what stopped the others. With `--confirm`, bodies whose reading `mlir-opt-22` confirms are counted, too. With `--edits N`, N bodies that hold are edited by the seed (a condition dropped, a
predicate, an operand or a constant exchanged), and what the verdict becomes is counted: an edit that is not refuted is listed to be read. With
`--oracle`, what mlir-tblgen writes of the records of files is judged beside the records themselves.
"""
import argparse, collections, json, os, pathlib, random, re, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILT = [ROOT / "target" / kind / "assay" for kind in ("release", "debug")]
ASSAY = pathlib.Path(os.environ.get("ASSAY") or next((one for one in BUILT if one.exists()), BUILT[0]))
LISTED = False
WHOLE = ["Dialect/Arith", "Dialect/Index", "Dialect/Math", "Dialect/LLVMIR", "Dialect/Complex"]


def check(path, *more, seconds=900):
    """The patterns of a report, and what was said on standard error."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        words = [str(ASSAY), "check", str(path), "--format", f"json={report}", "--quiet", *more]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None, "no end"
        if done.returncode not in (0, 1, 3):
            print(f"  exit {done.returncode}: {path}: {done.stderr.strip()[:300]}", file=sys.stderr)
        if not report.exists():
            return [], done.stderr
        return json.loads(report.read_text())["patterns"], done.stderr


def paths(pattern):
    """How many paths were read, and how many there are."""
    for text in pattern["assumptions"]:
        found = re.match(r"paths: (\d+) of (\d+)", text)
        if found:
            return int(found[1]), int(found[2])
    return 0, 0


def table(lib, folders, more):
    total, reasons, bodies = collections.Counter(), collections.Counter(), []
    without, unconfirmed = collections.Counter(), collections.Counter()
    print(f"{'folder':34} {'bodies':>6} {'read':>5} {'proved':>6} {'bound':>5} {'well':>5} {'refut':>5} {'unkn':>5} {'values':>6} {'confirmed':>9}")
    for folder in folders:
        row = collections.Counter()
        for file in sorted((lib / folder).rglob("*.cpp")):
            if not re.search(r"Pattern|::fold|::canonicalize", file.read_text(errors="replace")):
                continue
            found, _ = check(file, *more)
            for pattern in found or []:
                read, all_paths = paths(pattern)
                if not all_paths:
                    continue
                row["bodies"] += 1
                row["read"] += read == all_paths
                row[pattern["verdict"]] += 1
                values = [answer for stage, answer in stages(pattern) if stage == "values"]
                compared = any(answer.startswith(("proved", "bounded", "refuted")) for answer in values)
                row["values"] += compared
                runs = [text for text in pattern["assumptions"] if text.startswith("reading: ")]
                row["confirmed"] += any(text.startswith("reading: confirmed") for text in runs)
                if not compared:
                    subject = (pattern["reason"] or {}).get("subject")
                    without[f"{pattern['verdict']}: {str(subject or values)[:90]}"] += 1
                for text in runs:
                    if not text.startswith("reading: confirmed"):
                        unconfirmed[re.sub(r"\d+", "N", text.split(": ", 2)[2].split("; ")[0])[:110]] += 1
                if LISTED:
                    print(f"  {file.name}:{pattern['line']} {pattern['name']}: {pattern['verdict']}, {read} of {all_paths}, "
                          f"{'values' if compared else 'no values'}, {(pattern['reason'] or {}).get('subject')}; {' '.join(runs)}")
                if pattern["verdict"] == "unknown":
                    reasons[str((pattern["reason"] or {}).get("subject"))[:70]] += 1
                bodies.append((file, pattern))
        total += row
        line(folder, row)
    line("all", total)
    print("\nwhat stopped the others:")
    for why, count in reasons.most_common(25):
        print(f"{count:5} {why}")
    print("\nwhy values are not compared:")
    for why, count in without.most_common(25):
        print(f"{count:5} {why}")
    if unconfirmed:
        print("\nwhy readings are not confirmed (the first reason of each):")
        for why, count in unconfirmed.most_common(25):
            print(f"{count:5} {why}")
    print("\nrefuted, each to be read:")
    for file, pattern in bodies:
        if pattern["verdict"] == "refuted":
            codes = sorted({finding["code"] for finding in pattern["findings"] if finding["level"] == "error"})
            print(f"  {file.relative_to(lib)}:{pattern['line']} {pattern['name']} {' '.join(codes)}")
    return bodies


def stages(pattern):
    found = pattern["stages"]
    items = found.items() if isinstance(found, dict) else ((one["stage"], one) for one in found)
    for name, answer in items:
        yield name, answer if isinstance(answer, str) else str(answer.get("answer") or answer.get("verdict"))


def line(name, row):
    words = [row[key] for key in ("bodies", "read", "proved", "bounded", "well-formed", "refuted", "unknown", "values", "confirmed")]
    print(f"{name:34} {words[0]:6} {words[1]:5} {words[2]:6} {words[3]:5} {words[4]:5} {words[5]:5} {words[6]:5} {words[7]:6} {words[8]:9}")


def exchange(text, draw):
    """All texts that differ in one place, by kind."""
    found = []

    def each(kind, pattern, make):
        for match in re.finditer(pattern, text):
            new = make(match)
            comment = "//" in text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if new != match[0] and not comment:
                found.append((kind, match.start(), text[: match.start()] + new + text[match.end() :]))

    each("condition dropped", r"if \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*return (?:failure\(\)|\{\}|rewriter\.notifyMatchFailure\([^;]*\));", lambda m: "")
    pairs = [("slt", "sgt"), ("sgt", "slt"), ("ult", "ugt"), ("ugt", "ult"), ("sle", "sge"), ("sge", "sle"), ("ule", "uge"), ("uge", "ule")]
    each("predicate changed", r"CmpIPredicate::(s[lg][te]|u[lg][te])\b", lambda m: "CmpIPredicate::" + dict(pairs)[m[1]])
    each("operands swapped", r"\.(getLhs|getRhs)\(\)", lambda m: ".getRhs()" if m[1] == "getLhs" else ".getLhs()")
    each("operands swapped", r"return (getLhs|getRhs)\(\)", lambda m: "return getRhs()" if m[1] == "getLhs" else "return getLhs()")
    each("wrong constant", r"m_(Zero|One)\(\)", lambda m: "m_One()" if m[1] == "Zero" else "m_Zero()")
    each("wrong constant", r"\.is(Zero|One|AllOnes)\(\)", lambda m: ".isOne()" if m[1] != "One" else ".isZero()")
    each("width narrowed", r"\b(getWidth|getIntOrFloatBitWidth|getBitWidth)\(\)( [-<>]=? )", lambda m: f"{m[1]}(){m[2]}1 + ")
    each("width narrowed", r"\b(getIntegerType|IntegerType::get)\(([^()]*\b)(64|32|16)\)", lambda m: f"{m[1]}({m[2]}{int(m[3]) // 2})")
    each("flag kept", r"IntegerOverflowFlags::none\b", lambda m: "IntegerOverflowFlags::nsw")
    each("operation exchanged", r"\b(z|s)extOrTrunc\(", lambda m: "sextOrTrunc(" if m[1] == "z" else "zextOrTrunc(")
    each("operation exchanged", r"\bExt(U|S)IOp::create\(", lambda m: "ExtSIOp::create(" if m[1] == "U" else "ExtUIOp::create(")
    each("operation exchanged", r"\b(a\)?) ([-+*&|^]) b\b", lambda m: f"{m[1]} {'-' if m[2] == '+' else '+'} b")
    each("operation exchanged", r"\.(udiv|sdiv|urem|srem|lshr|ashr)\(", lambda m: {"udiv": ".urem(", "sdiv": ".srem(", "urem": ".udiv(", "srem": ".sdiv(", "lshr": ".ashr(", "ashr": ".lshr("}[m[1]])
    kinds = sorted({kind for kind, _, _ in found})
    if not kinds:
        return None
    kind = draw.choice(kinds)
    return draw.choice([one for one in found if one[0] == kind])


def edits(bodies, count, seed):
    draw = random.Random(seed)
    good = [(file, p) for file, p in bodies if p["verdict"] in ("proved", "bounded")]
    draw.shuffle(good)
    done = collections.Counter()
    for file, pattern in good * 4:
        if sum(done.values()) >= count:
            break
        text = file.read_text()
        lines = text.splitlines(keepends=True)
        start = pattern["line"] - 1
        end = next((n for n in range(start + 1, len(lines)) if lines[n].startswith(("}", "};"))), len(lines))
        if "template" in lines[start - 1] or "{}" in lines[start]:
            continue
        made = exchange("".join(lines[start:end]), draw)
        if made is None:
            continue
        kind, at, body = made
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / file.name
            copy.write_text("".join(lines[:start]) + body + "".join(lines[end:]))
            found, _ = check(copy, "--only", pattern["name"])
        verdict = found[0]["verdict"] if found else "not read"
        done[verdict] += 1
        if verdict != "refuted":
            place = pattern["line"] + "".join(lines[start:end])[:at].count("\n")
            why = (found[0]["reason"] or {}).get("subject") if found and verdict == "unknown" else None
            still = "still " if verdict in ("proved", "bounded") else ""
            print(f"  {still}{verdict}: {file.name}:{place} {pattern['name']}: {kind}" + (f" ({why})" if why else ""))
    print(f"\n{sum(done.values())} edits (seed {seed}):", dict(done))


def oracle(files, include, source):
    """The C++ that mlir-tblgen writes of records beside the import of the records."""
    done = collections.Counter()
    for file in files:
        folders = [word for folder in [*include, file.parent] for word in ("-I", str(folder))]
        made = subprocess.run(["mlir-tblgen-22", "-gen-rewriters", *folders, str(file)], capture_output=True, text=True)
        if made.returncode:
            print(f"  {file.name}: mlir-tblgen takes it not")
            continue
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / (file.stem + ".cpp")
            copy.write_text(made.stdout)
            read, _ = check(copy, *(word for one in source for word in ("--source", str(one))))
        records, _ = check(file, *(word for one in include for word in ("--include", str(one))))
        own = {pattern["name"]: pattern for pattern in read}
        for record in records:
            pattern = own.get(record["name"])
            pair = (pattern["verdict"] if pattern else "not there", record["verdict"])
            done[pair] += 1
            if set(pair) & {"refuted"} and set(pair) & {"proved", "bounded"}:
                print(f"  {file.name}: @{record['name']} is {pair[0]} as C++ and {pair[1]} as a record")
    print("as C++, as a record:", dict(done))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("seed", type=int)
    parser.add_argument("--sources", type=pathlib.Path, required=True)
    parser.add_argument("--edits", type=int, default=0)
    parser.add_argument("--oracle", type=pathlib.Path, nargs="*", default=[], help="files of records")
    parser.add_argument("--include", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--confirm", action="store_true", help="run the readings through mlir-opt-22")
    parser.add_argument("--all", action="store_true", help="all folders, in structure and types")
    parser.add_argument("--folders", nargs="*", help="those of mlir/lib, in place of the five dialects")
    parser.add_argument("--list", action="store_true", help="a line for each body")
    asked = parser.parse_args()
    global LISTED
    LISTED = asked.list
    lib = asked.sources / "mlir" / "lib"
    started = time.time()
    if asked.oracle:
        return oracle(asked.oracle, asked.include, [lib / "Dialect/Arith/IR/ArithOps.cpp"])
    bodies = table(lib, asked.folders or WHOLE, ["--confirm-mlir"] if asked.confirm else [])
    if asked.all:
        others = sorted({str(f.relative_to(lib).parent) for f in lib.rglob("*.cpp")})
        others = [folder for folder in others if not any(folder.startswith(one) for one in WHOLE)]
        print("\nother folders, in structure and types:")
        table(lib, [folder for folder in others if not any(other.startswith(folder + "/") for other in others)], ["--rules", "S,T"])
    if asked.edits:
        own = [(file, p) for file in sorted((ROOT / "corpus/cpp").glob("*.cpp")) for p in check(file)[0]]
        edits(bodies + own, asked.edits, asked.seed)
    print(f"{time.time() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
