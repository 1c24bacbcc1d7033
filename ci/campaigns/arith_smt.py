"""Straight-line arith functions over one integer type as SMT-LIB 2: a second encoding, for campaigns that have to know if two functions
differ. Written from the documentation of the arith dialect; shares nothing with Assay's own.
"""

import re
import subprocess

LINE = re.compile(r"(%\S+) = arith\.(\w+) ?(.*?)(?: overflow<([^>]*)>)? : (i\d+)$")
TRUTH = re.compile(r"(%\S+) = arith\.constant (true|false)$")
BITS = {
    "addi": "bvadd", "subi": "bvsub", "muli": "bvmul", "andi": "bvand", "ori": "bvor", "xori": "bvxor",
    "divui": "bvudiv", "divsi": "bvsdiv", "remui": "bvurem", "remsi": "bvsrem",
    "shli": "bvshl", "shrui": "bvlshr", "shrsi": "bvashr",
}  # fmt: skip
ORDER = {
    "eq": "=", "slt": "bvslt", "sle": "bvsle", "sgt": "bvsgt", "sge": "bvsge",
    "ult": "bvult", "ule": "bvule", "ugt": "bvugt", "uge": "bvuge",
}  # fmt: skip
CHOICE = {"maxsi": "bvsgt", "minsi": "bvslt", "maxui": "bvugt", "minui": "bvult"}


class Function:
    """Definitions of the values of a function, with `.p` behind a name for poison, and the conditions of undefined behaviour."""

    def __init__(self, text, prefix):
        self.prefix, self.lines, self.undefined = prefix, [], ["false"]
        self.results, self.width = [], 0
        for line in map(str.strip, text.splitlines()):
            if line.startswith("func.func"):
                self.arguments(line)
            elif line.startswith("return "):
                self.results = [self.name(value.strip()) for value in line[7:].split(" : ")[0].split(",")]
            elif truth := TRUTH.match(line):
                self.define(truth[1], 1, f"#b{int(truth[2] == 'true')}", ["false"])
            elif found := LINE.match(line):
                self.operation(*found.groups())

    def name(self, value):
        return self.prefix + value[1:].replace("-", "m")

    def arguments(self, line):
        names = re.findall(r"(%\w+): i(\d+)", line)
        self.width = int(names[0][1])
        for number, (name, width) in enumerate(names):
            self.define(name, int(width), f"input{number}", [f"input{number}.p"])

    def define(self, value, width, term, poison):
        name = self.name(value)
        self.lines.append(f"(define-fun {name} () (_ BitVec {width}) {term})")
        self.lines.append(f"(define-fun {name}.p () Bool (or {' '.join(poison)}))")

    def operation(self, value, op, rest, flags, ty):
        width = int(ty[1:])
        if op == "constant":
            return self.define(value, width, f"(_ bv{int(rest) % (1 << width)} {width})", ["false"])
        operands = [operand.strip() for operand in rest.split(",")]
        order = operands.pop(0) if op == "cmpi" else None
        names = [self.name(operand) for operand in operands]
        a, b = names[0], names[1]
        poison = [f"{name}.p" for name in names]
        if op == "select":
            way = f"(ite (= {a} #b1) {b}.p {names[2]}.p)"
            return self.define(value, width, f"(ite (= {a} #b1) {b} {names[2]})", [f"{a}.p", way])
        if op == "cmpi":
            holds = f"(not (= {a} {b}))" if order == "ne" else f"({ORDER[order]} {a} {b})"
            return self.define(value, 1, f"(ite {holds} #b1 #b0)", poison)
        if op in CHOICE:
            return self.define(value, width, f"(ite ({CHOICE[op]} {a} {b}) {a} {b})", poison)
        if op in ("divui", "divsi", "remui", "remsi"):
            self.undefined += [f"{b}.p", f"(= {b} (_ bv0 {width}))"]
            if op[-2:] == "si":
                least = f"(or {a}.p (= {a} (_ bv{1 << width - 1} {width})))"
                self.undefined.append(f"(and {least} (= {b} (bvnot (_ bv0 {width}))))")
        if op in ("shli", "shrui", "shrsi"):
            poison.append(f"(bvuge {b} (_ bv{width} {width}))")
        for flag in (flags or "").replace(" ", "").split(",") if flags else []:
            poison.append(self.wraps(op, a, b, width, flag == "nsw"))
        return self.define(value, width, f"({BITS[op]} {a} {b})", poison)

    @staticmethod
    def wraps(op, a, b, width, signed):
        """The condition under which a result does not fit: it is another number with twice the bits and one."""
        if op not in ("addi", "subi", "muli"):
            raise ValueError(f"overflow flags of {op}")
        extend = f"(_ {'sign' if signed else 'zero'}_extend {width + 1})"
        wide = f"({BITS[op]} ({extend} {a}) ({extend} {b}))"
        return f"(not (= {wide} ({extend} ({BITS[op]} {a} {b}))))"


def differ(before, after, seconds):
    """`sat` where `after` does not refine `before` on some input, `unsat` where it does on all, else `unknown`: Z3's answer."""
    first, second = Function(before, "b"), Function(after, "a")
    inputs = [line for at in range(4) for line in (
        f"(declare-const input{at} (_ BitVec {first.width}))", f"(declare-const input{at}.p Bool)")]
    worse = [f"(and (not {x}.p) (or {y}.p (not (= {x} {y}))))" for x, y in zip(first.results, second.results, strict=True)]
    query = inputs + first.lines + second.lines + [
        f"(assert (not (or {' '.join(first.undefined)})))",
        f"(assert (or {' '.join(second.undefined)} {' '.join(worse)}))",
        "(check-sat)",
    ]
    done = subprocess.run(["z3", "-in", f"-T:{seconds}"], input="\n".join(query), capture_output=True, text=True)
    answer = done.stdout.strip()
    if "error" in answer:
        raise ValueError(answer[:300])
    return answer if answer in ("sat", "unsat") else "unknown"


def steps_differ(text, edited, seconds, depth):
    """The same of two texts that differ in one line alone, of the values that are computed from that one in `depth` steps, and of what
    is returned before: where these refine the others, so does everything that is computed from them."""
    first, second = text.splitlines(), edited.splitlines()
    places = [at for at, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    if len(places) != 1 or not (found := LINE.match(first[places[0]].strip())):
        return "unknown"
    returned = next(line for line in first if line.strip().startswith("return "))

    def uses(line, names):
        return any(re.search(rf"{re.escape(name)}\b", line) for name in names)

    reached, edge = {}, {found[1]: places[0]}
    for _ in range(depth):
        reached |= edge
        lines = [(LINE.match(line.strip()), at, line) for at, line in enumerate(first)]
        edge = {
            made[1]: at
            for made, at, line in lines
            if made and made[1] not in reached and uses(line.split("=", 1)[1], reached)
        }
    seen = edge | {name: at for name, at in reached.items() if uses(returned, [name])}
    if not seen:
        return "unknown"
    last = max((edge | reached).values())
    end = [f"return {', '.join(seen)} : i1"]
    return differ(*("\n".join(lines[: last + 1] + end) for lines in (first, second)), seconds)
