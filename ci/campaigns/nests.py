"""Drawn nests of loops, and the scripts that do a step on them: for the campaigns over steps.

A third of the nests has a fault that a condition of its step is about: bounds of an inner loop by an outer one, an operation between two loops, carried values
that are no reduction, a loop of `i8` that ends at the largest number. Right nests that look so are drawn beside them.
"""

STEPS = {
    "loop_split": ("consumed", "number"),
    "loop_tile": ("consumed", "numbers"),
    "loop_interchange": ("consumed", "readonly"),
    "loop_reverse": ("consumed",),
    "loop_fuse": ("consumed", "consumed"),
    "loop_unroll_full": ("consumed",),
    "loop_vectorize": ("consumed", "number"),
    "loop_to_registers": ("consumed",),
    "to_library": ("consumed", "library"),
    "loop_normalize": ("consumed",),
}
RESULTS = {"loop_split": 2, "loop_tile": 2, "loop_interchange": 2, "loop_unroll_full": 0}
SIZE = 14
MEMREF = f"memref<{SIZE}x{SIZE}xi32>"

# What a nest may have that others of its step do not.
ODD = {
    "loop_split": ["narrow", "unsigned"],
    "loop_tile": ["inner bounds", "between", "carried", "narrow", "unsigned", "wide", "view", "open"],
    "loop_interchange": ["inner bounds", "between", "float", "through", "through", "used", "flags", "view", "open"],
    "loop_reverse": ["narrow", "unsigned", "float", "used", "flags", "view"],
    "loop_fuse": ["bounds", "between", "result"],
    "loop_unroll_full": ["narrow", "unsigned"],
    "loop_vectorize": ["stride", "earlier", "turns", "step", "float", "variable", "used", "flags", "view"],
    "loop_to_registers": ["unsigned", "outside"],
    "loop_normalize": ["wide", "wide", "narrow", "unsigned"],
}


class Nest:
    """A function with a nest, as text."""

    def __init__(self, rng, step, odd=True):
        self.rng, self.step = rng, step
        self.depth = {"loop_interchange": 2, "loop_vectorize": 1, "loop_fuse": 1}.get(step, rng.randint(1, 3))
        self.odd = rng.choice(ODD[step]) if odd and rng.random() < 0.35 else None
        if self.odd in ("inner bounds", "between", "carried", "open") and step == "loop_tile":
            self.depth = max(self.depth, 2)
        self.constants = {0, 1}
        self.lines, self.names = [], 0
        # Variables that subscripts of the last access have alone.
        self.alone = set()
        self.open = rng.random() < 0.2 or self.odd == "open"
        self.carries = rng.random() < 0.2 and step not in ("loop_fuse", "loop_tile")
        self.carries |= self.odd in ("carried", "float", "through", "used", "result", "flags")
        self.element = "f32" if self.odd == "float" else "i32"

    def constant(self, number):
        self.constants.add(number)
        return f"%c{number}" if number >= 0 else f"%m{-number}"

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def line(self, indent, text):
        """An operation with a result, which it returns."""
        name = self.name()
        self.lines.append(f"{indent}{name} = {text}")
        return name

    def subscript(self, variables, indent):
        """A subscript around 4, so that each distance stays inside of the memref."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.1:
            return self.constant(rng.randint(0, 4))
        base = rng.choice(variables[-2:])
        if kind < 0.2 and len(variables) > 1:
            one, two = rng.sample(variables, 2)
            base = self.line(indent, f"arith.addi {one}, {two} : index")
        else:
            self.alone.add(base)
        offset = rng.randint(-2, 2)
        if self.odd == "stride" and rng.random() < 0.7:
            base = self.line(indent, f"arith.muli {base}, {self.constant(2)} : index")
            offset = min(offset, 0)
        if offset == 0:
            return base
        return self.line(indent, f"arith.addi {base}, {self.constant(offset)} : index")

    def places(self, variables, indent, stays=False):
        """Two subscripts; those of a vector move in the last one alone."""
        rng = self.rng
        self.alone = set()
        if self.step == "loop_vectorize":
            first = self.constant(rng.randint(2, 3))
            if self.odd == "earlier" and rng.random() < 0.7:
                first = variables[-1]
            return f"{first}, {self.subscript(variables, indent)}"
        if stays:
            outer = variables[:-1]
            return ", ".join(self.subscript(outer, indent) if outer else self.constant(2) for _ in range(2))
        return ", ".join(self.subscript(variables, indent) for _ in range(2))

    def looked_at(self, memory, places, indent):
        """An element as it is named: at times by a view that each turn makes anew."""
        if self.odd != "view" or self.rng.random() < 0.3:
            return f"{memory}[{places}] : {MEMREF}"
        view = f"memref<3x3xi32, strided<[{SIZE}, 1], offset: ?>>"
        name = self.line(indent, f"memref.subview {memory}[{places}] [3, 3] [1, 1] : {MEMREF} to {view}")
        inside = ", ".join(self.constant(self.rng.randint(0, 2)) for _ in range(2))
        return f"{name}[{inside}] : {view}"

    def statement(self, variables, indent, carried):
        rng = self.rng
        loads = []
        register = self.places(variables, indent, stays=True) if self.step == "loop_to_registers" else None
        if self.odd == "outside":
            # No element; the loop has no turn.
            register = f"{self.constant(SIZE)}, {self.constant(2)}"
        for number in range(rng.randint(1, 2)):
            memory = rng.choice(["%m", "%m", "%o"])
            places = self.places(variables, indent)
            if register and number == 0:
                memory, places = "%m", register
            loads.append(self.line(indent, f"memref.load {self.looked_at(memory, places, indent)}"))
        total = self.line(indent, f"arith.addi {loads[0]}, {loads[-1]} : i32")
        if self.odd == "used":
            total = self.line(indent, f"arith.xori {total}, {carried} : i32")
        # Lanes do not compute with the variable; all others store another number in each turn.
        computes = self.step != "loop_vectorize" or self.odd == "variable"
        for factor, variable in enumerate(variables if computes else []):
            number = self.line(indent, f"arith.index_cast {variable} : index to i32")
            scaled = self.line(indent, f"arith.muli {number}, %f{factor} : i32")
            total = self.line(indent, f"arith.addi {total}, {scaled} : i32")
        if carried and self.odd != "used" and rng.random() < 0.5:
            return total
        memory = rng.choice(["%m", "%m", "%o"])
        places = self.places(variables, indent)
        if register:
            memory, places = "%m", register
        elif not set(variables) <= self.alone and self.step != "loop_vectorize":
            # Each of several numbers for one element is seen in it.
            old = self.line(indent, f"memref.load {memory}[{places}] : {MEMREF}")
            scaled = self.line(indent, f"arith.muli {old}, %f2 : i32")
            total = self.line(indent, f"arith.addi {scaled}, {total} : i32")
        self.lines.append(f"{indent}memref.store {total}, {self.looked_at(memory, places, indent)}")
        return total

    def combined(self, indent, here, value):
        """The value that a turn hands on."""
        rng = self.rng
        if self.element == "f32":
            number = self.line(indent, f"arith.sitofp {value} : i32 to f32")
            operation = rng.choice(["addf", "addf", "maximumf", "subf"])
            flags = rng.choice(["", "", " fastmath<reassoc>", " fastmath<contract>"])
            return self.line(indent, f"arith.{operation} {here}, {number}{flags} : f32")
        operation = rng.choice(["addi", "addi", "muli", "xori", "maxsi", "subi", "mixed"])
        if operation == "mixed":
            here, operation = self.line(indent, f"arith.muli {here}, %f1 : i32"), "addi"
        flags = " overflow<nsw>" if self.odd == "flags" and operation in ("addi", "muli") else ""
        return self.line(indent, f"arith.{operation} {here}, {value}{flags} : i32")

    def bounds(self):
        """Lower bound, upper bound, step."""
        rng = self.rng
        low = rng.randint(2, 3)
        step = rng.choice([1, 1, 1, 2]) if self.step != "loop_vectorize" else 1
        turns = rng.choice([2, 4, 4]) if self.step == "loop_vectorize" else rng.randint(0, 4)
        if self.odd == "turns":
            turns = rng.randint(1, 4)
        elif self.odd == "outside":
            turns = 0
        elif self.odd == "step":
            step = 2
        high = low + turns * step - rng.randint(0, step - 1) if turns else low
        return [self.constant(low), "%n" if self.open and self.odd != "outside" else self.constant(high), self.constant(step)]

    def narrow(self, indent):
        """A loop of `i8`, up to the largest number or over more turns than a number has, and the line that makes its variable a subscript."""
        rng = self.rng
        unsigned, wide = self.odd == "unsigned", self.odd == "wide"
        step, turns = rng.randint(1, 3), rng.randint(1, 4)
        # Without a sign also across the largest number that has one.
        high = rng.choice([255, 130]) if unsigned else 127
        low = high - (turns - 1) * step - rng.randint(1, step)
        if wide:
            low, high = rng.choice([(-100, 100), (-128, 127), (-20, 100), (0, 100)])
            step = rng.choice([1, 1, 40, 50])
        elif self.open:
            step = min(step, 2)
            low = high - rng.randint(1, 8)
        names = [self.name() for _ in range(3)]
        written = [number - 256 if number > 127 else number for number in (low, high, step)]
        for name, number in zip(names, written):
            self.lines.append(f"{indent}{name} = arith.constant {number} : i8")
        if self.open and not wide:
            number = self.line(indent, "arith.trunci %z : i32 to i8")
            sign = "u" if unsigned else "s"
            least = self.line(indent, f"arith.min{sign}i {number}, {names[1]} : i8")
            names[1] = self.line(indent, f"arith.max{sign}i {least}, {names[0]} : i8")

        def subscript(variable, inside):
            cast = "arith.index_castui" if unsigned else "arith.index_cast"
            base = self.line(inside, f"{cast} {variable} : i8 to index")
            if wide:
                near = self.line(inside, f"arith.andi {base}, {self.constant(7)} : index")
                return self.line(inside, f"arith.addi {near}, {self.constant(2)} : index")
            return self.line(inside, f"arith.addi {base}, {self.constant(2 - low)} : index")

        return names, " : i8", "unsigned " if unsigned else "", subscript

    def loop(self, level, variables, indent, carried, bounds):
        rng = self.rng
        name = f"%i{len(variables)}_{self.names}"
        self.names += 1
        inside, kind, mark, subscript = indent + "  ", "", "", lambda variable, _: variable
        if self.odd in ("narrow", "wide", "unsigned") and level == self.innermost_narrow():
            bounds, kind, mark, subscript = self.narrow(indent)
        low, high, step = bounds or self.bounds()
        if self.odd == "open" and variables:
            high = "%p"
        if self.odd == "inner bounds" and variables:
            low = variables[-1]
            high = self.constant(rng.randint(4, 6))
        result = here = None
        if carried:
            result, here = self.name(), self.name()
            types = f"iter_args({here} = {carried}) -> ({self.element}) "
            self.lines.append(f"{indent}{result} = scf.for {mark}{name} = {low} to {high} step {step} {types}{kind}{{")
        else:
            self.lines.append(f"{indent}scf.for {mark}{name} = {low} to {high} step {step} {kind}{{")
        variables = variables + [subscript(name, inside)]
        if level > 1:
            if self.odd == "between":
                self.lines.append(f"{inside}memref.store %f0, %m[{self.places(variables, inside)}] : {MEMREF}")
            value = self.loop(level - 1, variables, inside, "%z" if self.odd == "through" else here, None)
            if self.odd == "through":
                value = self.combined(inside, here, value)
        else:
            value = self.statement(variables, inside, here)
            if here:
                value = self.combined(inside, here, value)
        if here:
            self.lines.append(f"{inside}scf.yield {value} : {self.element}")
        self.lines.append(f"{indent}}}")
        return result

    def innermost_narrow(self):
        """The level of the loop of `i8`: the one that the step is done on."""
        return 1 if self.step == "loop_to_registers" else self.depth

    def text(self):
        first = self.bounds() if self.step == "loop_fuse" else None
        start = "%z"
        if self.element == "f32":
            start = self.line("    ", "arith.sitofp %z : i32 to f32")
        result = self.loop(self.depth, [], "    ", start if self.carries else None, first)
        if self.step == "loop_fuse":
            if self.odd == "between":
                at = ", ".join(self.constant(self.rng.randint(2, 4)) for _ in range(2))
                self.lines.append(f"    memref.store %f1, %m[{at}] : {MEMREF}")
            second = self.bounds() if self.odd == "bounds" else first
            result = self.loop(self.depth, [], "    ", result if self.odd == "result" else None, second) or result
        constants = [
            f"    {self.constant(number)} = arith.constant {number} : index" for number in sorted(self.constants)
        ]
        result = result or start
        second = ", %p: index" if self.odd == "open" else ""
        head = f"  func.func @f(%m: {MEMREF}, %o: {MEMREF}, %n: index, %z: i32{second}) -> {self.element} {{"
        guard = []
        if self.open:
            # Bounds that stay inside of the memref.
            guard = ["    %most = arith.constant 6 : index", "    %free = arith.minui %n0, %most : index"]
            head = head.replace("%n:", "%n0:")
            self.lines = [line.replace("%n ", "%free ") for line in self.lines]
            if second:
                guard.append("    %other = arith.minui %p0, %most : index")
                head = head.replace("%p:", "%p0:")
                self.lines = [line.replace("%p ", "%other ") for line in self.lines]
        factors = [f"    %f{number} = arith.constant {factor} : i32" for number, factor in enumerate((1009, 37, 5))]
        body = [head, *constants, *factors, *guard, *self.lines, f"    return {result} : {self.element}", "  }"]
        return "\n".join(body)

    def script(self):
        """The script with the step on the outermost loop, or on the innermost one."""
        loops = self.depth + (self.step == "loop_fuse")
        names = [f"%l{index}" for index in range(loops)]
        # A match lists a nest inside out, and neighbours in order.
        inner = self.step in ("loop_vectorize", "loop_to_registers", "loop_fuse")
        numbers = []
        for operand in STEPS[self.step]:
            if operand in ("number", "numbers"):
                count = self.rng.randint(1, self.depth) if operand == "numbers" else 1
                if self.odd in ("inner bounds", "between", "carried", "open") and operand == "numbers":
                    count = self.depth
                draw = lambda: self.rng.choice([2, 4]) if self.step == "loop_vectorize" else self.rng.randint(0, 3)
                numbers = [draw() for _ in range(count)]
        return script(self.step, names, names if inner else list(reversed(names)), numbers)


def script(step, matched, loops, numbers):
    """The script that does a step on loops, with numbers."""
    any_op = "!transform.any_op"
    kinds = {
        "consumed": "!transform.any_op {transform.consumed}",
        "readonly": "!transform.any_op {transform.readonly}",
        "library": "!transform.any_param {transform.readonly}",
    }
    number = "!transform.param<i64> {transform.readonly}"
    operands, results = STEPS[step], RESULTS.get(step, 1)
    kind = [kinds.get(operand, number) for operand in operands]
    arguments = ", ".join(f"%a{index}: {one}" for index, one in enumerate(kind))
    to = {0: "", 1: f" -> {any_op}", 2: f" -> ({any_op}, {any_op})"}[results]
    out = [f"  transform.named_sequence private @assay.{step}({arguments}){to}"]
    out.append(f"  transform.named_sequence @__transform_main(%root: {any_op} {{transform.readonly}}) {{")
    out.append(f'    %all = transform.structured.match ops{{["scf.for"]}} in %root : ({any_op}) -> {any_op}')
    types = ", ".join([any_op] * len(matched))
    out.append(f"    {', '.join(matched)} = transform.split_handle %all : ({any_op}) -> ({types})")
    loops, given, types = list(loops), [], []
    for operand in operands:
        if operand in ("consumed", "readonly"):
            given.append(loops.pop(0))
            types.append(any_op)
        elif operand == "library":
            out.append('    %library = transform.param.constant "gemm" -> !transform.any_param')
            given.append("%library")
            types.append("!transform.any_param")
        else:
            names = [f"%k{index}" for index in range(len(numbers))]
            for name, value in zip(names, numbers):
                out.append(f"    {name} = transform.param.constant {value} : i64 -> !transform.param<i64>")
            if len(names) > 1:
                out.append(f"    %k = transform.merge_handles {', '.join(names)} : !transform.param<i64>")
            given.append("%k" if len(names) > 1 else names[0])
            types.append("!transform.param<i64>")
    named = {0: "", 1: "%r = ", 2: "%r:2 = "}[results]
    to = {0: "()", 1: any_op, 2: f"({any_op}, {any_op})"}[results]
    out.append(f"    {named}transform.include @assay.{step} failures(propagate) ({', '.join(given)}) : ({', '.join(types)}) -> {to}")
    out += ["    transform.yield", "  }"]
    return "\n".join(out)


# What is changed in a product of matrices, so that it is none; "same" and "beside" may be one still.
NEAR = [
    "subscript", "diagonal", "elsewhere", "minus", "flags", "used", "start", "step", "overlap", "layout", "carried", "other start", "beside", "bound",
]


class Product:
    """A function with a product of two matrices, or with something near it."""

    def __init__(self, rng, near=None):
        self.rng = rng
        self.near = near or (rng.choice(NEAR) if rng.random() < 0.5 else None)
        self.sizes = {"i": rng.randint(1, 3), "j": rng.randint(1, 4), "k": rng.randint(1, 5)}
        if self.near in ("diagonal", "overlap", "subscript"):
            # Such accesses stay inside of square matrices.
            self.sizes = dict.fromkeys("ijk", rng.randint(2, 3))
        self.order = rng.sample("ijk", 3)
        self.turned = [rng.random() < 0.4 for _ in range(2)]
        self.zeroed = rng.random() < 0.5 or self.near in ("start", "other start")
        self.element = rng.choice(["f32", "i32", "i32"])

    def text(self):
        rng, near, size, element = self.rng, self.near, self.sizes, self.element
        pairs = [("i", "k"), ("k", "j"), ("i", "j")]
        for number, turned in enumerate(self.turned):
            pairs[number] = pairs[number][::-1] if turned else pairs[number]
        layout = ", strided<[{}, 2]>" if near == "layout" else ""
        types = []
        for number, (a, b) in enumerate(pairs):
            extra = layout.format(2 * size[b]) if number == 1 else ""
            types.append(f"memref<{size[a]}x{size[b]}x{element}{extra}>")
        names = ["%A", "%B", "%C"]
        if near == "overlap":
            names[2] = rng.choice(["%A", "%B"])
            types[2] = types[0] if names[2] == "%A" else types[1]
        places = [f"%{a}, %{b}" for a, b in pairs]
        if near == "subscript":
            number = rng.randint(0, 1)
            places[number] = rng.choice(["%i, %j", "%k, %k", "%i, %i"])
        if near == "diagonal":
            places[2] = "%i, %i"
        kind = "f" if element == "f32" else "i"
        flags = {"f": " fastmath<reassoc>", "i": " overflow<nsw>"}[kind] if near == "flags" else ""
        add = "sub" if near == "minus" else "add"
        target = "%D" if near == "elsewhere" else names[2]
        body = [
            f"%x = memref.load {names[0]}[{places[0]}] : {types[0]}",
            f"%y = memref.load {names[1]}[{places[1]}] : {types[1]}",
            f"%z = memref.load {names[2]}[{places[2]}] : {types[2]}",
            f"%p = arith.mul{kind} %x, %y{flags} : {element}",
            f"%s = arith.{add}{kind} %z, {'%x' if near == 'used' else '%p'}{flags} : {element}",
            f"memref.store %s, {target}[{places[2]}] : {types[2]}",
        ]
        if near == "beside":
            body.append(f"memref.store %z, {names[2]}[{places[2]}] : {types[2]}")
        step = "%c2" if near == "step" else "%c1"
        bound = lambda letter: "%n" if near == "bound" and letter == "k" else f"%c{size[letter]}"
        opened = lambda letter: f"scf.for %{letter} = %c0 to {bound(letter)} step {step if letter == 'k' else '%c1'} {{"
        lines = []
        for depth, letter in enumerate(self.order):
            if self.zeroed and letter == ("j" if near == "start" else "k"):
                left = [one for one in "ij" if one not in self.order[:depth]]
                stored = rng.choice(["%x0", "%zero"]) if near == "other start" else "%zero"
                where = "%c0, %c0" if near == "other start" and stored == "%zero" else "%i, %j"
                if near == "other start" and stored == "%x0":
                    lines.append(f"%x0 = memref.load {names[2]}[%c0, %c0] : {types[2]}")
                if near == "overlap" or near == "diagonal":
                    where = "%c0, %c0"
                lines += [opened(one) for one in left]
                lines.append(f"memref.store {stored}, {names[2]}[{where}] : {types[2]}")
                lines += ["}"] * len(left)
            lines.append(opened(letter))
        if near == "carried":
            # The sum starts anew in each turn of the loop around.
            body[-1] = f"memref.store %p, {target}[{places[2]}] : {types[2]}"
        lines += [*body, "}", "}", "} {nest}"]
        zero = "0.0" if kind == "f" else "0"
        constants = [f"%c{number} = arith.constant {number} : index" for number in sorted({0, 1, 2, *size.values()})]
        arguments = ["%A", "%B", "%C", "%D"]
        whole = [*types[:2], types[2], types[2]]
        inside = [*constants, f"%zero = arith.constant {zero} : {element}"]
        if near == "bound":
            inside += [f"%n = arith.minui %n0, %c{size['k']} : index"]
        head = ", ".join(f"{name}: {ty}" for name, ty in zip(arguments, whole))
        head += ", %n0: index"
        return "\n".join([f"  func.func @f({head}) {{", *(f"    {line}" for line in [*inside, *lines, "return"]), "  }"])

    def script(self):
        lines = script("to_library", ["%nest"], ["%nest"], []).split("\n")
        lines[2] = '    %nest = transform.structured.match attributes{nest} in %root : (!transform.any_op) -> !transform.any_op'
        return "\n".join(lines[:3] + lines[4:])


def drawn(rng, step):
    """A nest for a step."""
    return Product(rng) if step == "to_library" else Nest(rng, step)
