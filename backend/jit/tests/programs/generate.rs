//! Random programs as text: straight lines of integer operations, and whole programs with loops, memory, calls and
//! floats. Every program is well-formed; whether it is defined is open. Runs nothing.

use std::fmt::Write;

/// Numbers that look random and are the same on every run.
pub(crate) struct Random(u64);

impl Random {
    /// From a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1)
    }

    /// 64 bits: one step of xorshift, scrambled.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below a bound that is not zero.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns true once in `times`, on average.
    pub(crate) fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of some.
    pub(crate) fn choose<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A type of a value in a generated program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int(u32),
    Index,
    F32,
    F64,
}

impl Type {
    pub(crate) fn text(self) -> String {
        match self {
            Type::Int(width) => format!("i{width}"),
            Type::Index => "index".to_owned(),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
        }
    }
}

const WIDTHS: &[u32] = &[1, 1, 4, 8, 8, 13, 16, 32, 32, 32, 33, 64, 64, 100, 128];

/// A program: a module of functions of which the last is `@f`.
pub(crate) struct Generated {
    pub(crate) text: String,
    /// Types of the parameters of `@f`.
    pub(crate) parameters: Vec<Type>,
}

struct Generator<'r> {
    random: &'r mut Random,
    text: String,
    next: usize,
    /// Values that can be used here, inner ones last.
    values: Vec<(String, Type)>,
    /// Memrefs: name, element type, elements.
    memory: Vec<(String, Type, u64)>,
    /// Functions that may be called: name, parameters, result.
    functions: Vec<(String, Vec<Type>, Type)>,
    /// How deep regions may still nest.
    depth: u32,
    widths: &'static [u32],
    floats: bool,
}

/// A straight line of `operations` operations on integers of many widths, with flags and predicates.
pub(crate) fn straight(random: &mut Random, operations: usize, widths: &'static [u32]) -> Generated {
    let mut generator = Generator::new(random, widths, false);
    generator.depth = 0;
    let parameters: Vec<Type> = (0..4).map(|_| generator.integer()).collect();
    generator.function("f", &parameters, 2, |g| {
        for _ in 0..operations {
            g.integer_operation();
        }
    });
    Generated { text: generator.text, parameters }
}

/// A whole program: helper functions, then `@f`.
pub(crate) fn whole(random: &mut Random) -> Generated {
    let mut generator = Generator::new(random, WIDTHS, true);
    let count = generator.random.below(3);
    for number in 0..count {
        let name = format!("g{number}");
        let parameters: Vec<Type> = (0..1 + generator.random.below(3)).map(|_| generator.any()).collect();
        let size = 3 + generator.random.below(8);
        let result = generator.function(&name, &parameters, 1, |g| g.statements(size));
        generator.functions.push((name, parameters, result[0]));
    }
    let parameters: Vec<Type> = (0..2 + generator.random.below(4)).map(|_| generator.any()).collect();
    let size = 8 + generator.random.below(25);
    generator.function("f", &parameters, 3, |g| g.statements(size));
    Generated { text: generator.text, parameters }
}

impl<'r> Generator<'r> {
    fn new(random: &'r mut Random, widths: &'static [u32], floats: bool) -> Generator<'r> {
        Generator {
            random,
            text: String::new(),
            next: 0,
            values: Vec::new(),
            memory: Vec::new(),
            functions: Vec::new(),
            depth: 3,
            widths,
            floats,
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("writing to a string does not fail");
    }

    fn name(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    fn integer(&mut self) -> Type {
        Type::Int(self.random.choose(self.widths))
    }

    fn any(&mut self) -> Type {
        match self.random.below(8) {
            0 | 1 if self.floats => Type::F32,
            2 if self.floats => Type::F64,
            3 if self.floats => Type::Index,
            _ => self.integer(),
        }
    }

    /// A function that returns some of its last values; their types.
    fn function(
        &mut self,
        name: &str,
        parameters: &[Type],
        results: usize,
        body: impl FnOnce(&mut Self),
    ) -> Vec<Type> {
        let outer = std::mem::take(&mut self.text);
        self.values.clear();
        self.memory.clear();
        let mut head = Vec::new();
        for ty in parameters {
            let parameter = self.name();
            head.push(format!("{parameter}: {}", ty.text()));
            self.values.push((parameter, *ty));
        }
        body(self);
        let mut returned = Vec::new();
        for back in 0..results {
            let at = self.values.len().saturating_sub(1 + back);
            returned.push(self.values[at].clone());
        }
        let (names, types): (Vec<String>, Vec<Type>) = returned.into_iter().unzip();
        let spelled: Vec<String> = types.iter().map(|ty| ty.text()).collect();
        let body = std::mem::replace(&mut self.text, outer);
        let (head, spelled) = (head.join(", "), spelled.join(", "));
        self.line(&format!(
            "func.func @{name}({head}) -> ({spelled}) {{\n{body}  return {} : {spelled}\n}}",
            names.join(", ")
        ));
        types
    }

    /// A value of a type: one that is there, or a constant.
    fn value(&mut self, ty: Type) -> String {
        let known: Vec<usize> = (0..self.values.len()).filter(|at| self.values[*at].1 == ty).collect();
        if !known.is_empty() && !self.random.once_in(6) {
            // Later ones more often, so that programs are deep.
            let at = self.random.below(known.len() as u64).max(self.random.below(known.len() as u64));
            return self.values[known[at as usize]].0.clone();
        }
        self.constant(ty)
    }

    fn constant(&mut self, ty: Type) -> String {
        let small = self.random.below(9) as i64 - 3;
        let number = match ty {
            Type::Int(1) => if small > 0 { "true" } else { "false" }.to_owned(),
            Type::Int(width) if width < 5 => (small % (1 << (width - 1))).to_string(),
            Type::Int(width) => match self.random.below(4) {
                0 => (1i128 << (width - 2)).to_string(),
                1 => (-(1i128 << (width - 2)) * 2).to_string(),
                _ => small.to_string(),
            },
            Type::Index => small.to_string(),
            Type::F32 => {
                let of = [
                    0x0000_0000u32,
                    0x8000_0000,
                    0x7f80_0000,
                    0x7fc0_0000,
                    0xffc0_1234,
                    0x3f80_0000,
                    0x0000_0001,
                    0x4b00_0001,
                ];
                match self.random.once_in(3) {
                    true => format!("0x{:08X}", self.random.choose(&of)),
                    false => format!("{:?}", small as f32 * 0.75),
                }
            }
            Type::F64 => {
                let of = [
                    0u64,
                    1 << 63,
                    0x7ff0 << 48,
                    0x7ff8 << 48,
                    0xfff8_0000_0000_0123,
                    1,
                    0x433f_ffff_ffff_ffff,
                ];
                match self.random.once_in(3) {
                    true => format!("0x{:016X}", self.random.choose(&of)),
                    false => format!("{:?}", small as f64 * 0.3),
                }
            }
        };
        let literal = if matches!(ty, Type::Int(1)) { number } else { format!("{number} : {}", ty.text()) };
        self.define(ty, &format!("arith.constant {literal}"))
    }

    fn define(&mut self, ty: Type, operation: &str) -> String {
        let name = self.name();
        self.line(&format!("  {name} = {operation}"));
        self.values.push((name.clone(), ty));
        name
    }

    fn integer_operation(&mut self) {
        let ty = self.integer();
        let text = ty.text();
        let (a, b) = (self.value(ty), self.value(ty));
        let flags = |random: &mut Random| {
            random.choose(&["", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])
        };
        match self.random.below(20) {
            0..=5 => {
                let op = self.random.choose(&["addi", "subi", "muli"]);
                let flags = flags(self.random);
                self.define(ty, &format!("arith.{op} {a}, {b}{flags} : {text}"));
            }
            6..=8 => {
                let op = self.random.choose(&["andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {text}"));
            }
            9..=10 => {
                let op = self.random.choose(&["shli", "shrui", "shrsi"]);
                let width = if let Type::Int(width) = ty { width } else { 64 };
                // Most amounts are small enough.
                let amount = match self.random.once_in(4) || width < 3 {
                    true => b,
                    false => {
                        let amount = self.random.below(u64::from(width.min(8)) / 2);
                        self.define(ty, &format!("arith.constant {amount} : {text}"))
                    }
                };
                self.define(ty, &format!("arith.{op} {a}, {amount} : {text}"));
            }
            11..=12 => self.division(ty, &a, &b),
            13..=14 => {
                let code = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
                let code = self.random.choose(&code);
                self.define(Type::Int(1), &format!("arith.cmpi {code}, {a}, {b} : {text}"));
            }
            15..=16 => {
                let condition = self.value(Type::Int(1));
                self.define(ty, &format!("arith.select {condition}, {a}, {b} : {text}"));
            }
            17 => {
                let (low, high) = (self.name(), self.name());
                let op = self.random.choose(&["mulsi_extended", "mului_extended"]);
                self.line(&format!("  {low}, {high} = arith.{op} {a}, {b} : {text}"));
                self.values.extend([(low, ty), (high, ty)]);
            }
            _ => self.cast(ty, &a),
        }
    }

    /// A division whose divisor is rarely zero.
    fn division(&mut self, ty: Type, a: &str, b: &str) {
        let op =
            self.random.choose(&["divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"]);
        let text = ty.text();
        let mut divisor = b.to_owned();
        if !self.random.once_in(8) {
            let one = if ty == Type::Int(1) { "true".to_owned() } else { format!("1 : {text}") };
            let one = self.define(ty, &format!("arith.constant {one}"));
            divisor = self.define(ty, &format!("arith.ori {b}, {one} : {text}"));
        }
        self.define(ty, &format!("arith.{op} {a}, {divisor} : {text}"));
    }

    fn cast(&mut self, from: Type, value: &str) {
        let to = self.integer();
        let (Type::Int(old), Type::Int(new)) = (from, to) else { return };
        let op = match old.cmp(&new) {
            std::cmp::Ordering::Less => self.random.choose(&["extsi", "extui"]),
            std::cmp::Ordering::Greater => "trunci",
            std::cmp::Ordering::Equal => return,
        };
        self.define(to, &format!("arith.{op} {value} : {} to {}", from.text(), to.text()));
    }

    fn float_operation(&mut self) {
        let ty = self.random.choose(&[Type::F32, Type::F64]);
        let text = ty.text();
        let (a, b) = (self.value(ty), self.value(ty));
        match self.random.below(16) {
            0..=5 => {
                let op = self.random.choose(&["addf", "subf", "mulf", "divf", "remf", "mulf", "addf"]);
                let flags = self.random.choose(&[
                    "",
                    "",
                    "",
                    "",
                    " fastmath<nnan>",
                    " fastmath<ninf>",
                    " fastmath<nsz>",
                ]);
                self.define(ty, &format!("arith.{op} {a}, {b}{flags} : {text}"));
            }
            6..=7 => {
                let op = self.random.choose(&["maximumf", "minimumf", "maxnumf", "minnumf"]);
                self.define(ty, &format!("arith.{op} {a}, {b} : {text}"));
            }
            8 => {
                let op = self.random.choose(&[
                    "arith.negf",
                    "math.absf",
                    "math.sqrt",
                    "math.floor",
                    "math.ceil",
                    "math.trunc",
                    "math.roundeven",
                    "math.round",
                    "math.sin",
                ]);
                self.define(ty, &format!("{op} {a} : {text}"));
            }
            9 => {
                let codes = [
                    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
                    "une", "uno",
                ];
                let code = self.random.choose(&codes);
                self.define(Type::Int(1), &format!("arith.cmpf {code}, {a}, {b} : {text}"));
            }
            10 => {
                let c = self.value(ty);
                self.define(ty, &format!("math.fma {a}, {b}, {c} : {text}"));
            }
            11 => {
                let condition = self.value(Type::Int(1));
                self.define(ty, &format!("arith.select {condition}, {a}, {b} : {text}"));
            }
            12 => {
                let (op, to) = match ty {
                    Type::F32 => ("extf", Type::F64),
                    _ => ("truncf", Type::F32),
                };
                self.define(to, &format!("arith.{op} {a} : {text} to {}", to.text()));
            }
            13 => {
                let to = self.integer();
                let op = self.random.choose(&["fptosi", "fptoui"]);
                self.define(to, &format!("arith.{op} {a} : {text} to {}", to.text()));
            }
            14 => {
                let from = self.integer();
                let number = self.value(from);
                let op = self.random.choose(&["sitofp", "uitofp"]);
                self.define(ty, &format!("arith.{op} {number} : {} to {text}", from.text()));
            }
            _ => {
                let integer = if ty == Type::F32 { Type::Int(32) } else { Type::Int(64) };
                match self.random.once_in(2) {
                    true => {
                        self.define(integer, &format!("arith.bitcast {a} : {text} to {}", integer.text()))
                    }
                    false => {
                        let bits = self.value(integer);
                        self.define(ty, &format!("arith.bitcast {bits} : {} to {text}", integer.text()))
                    }
                };
            }
        }
    }

    fn index_operation(&mut self) {
        let (a, b) = (self.value(Type::Index), self.value(Type::Index));
        match self.random.below(6) {
            0 => self.define(Type::Index, &format!("arith.addi {a}, {b} : index")),
            1 => self.define(Type::Index, &format!("index.mul {a}, {b}")),
            2 => self.define(Type::Index, &format!("index.maxs {a}, {b}")),
            3 => self.define(Type::Int(1), &format!("index.cmp slt({a}, {b})")),
            4 => {
                let ty = self.integer();
                let number = self.value(ty);
                self.define(Type::Index, &format!("arith.index_cast {number} : {} to index", ty.text()))
            }
            _ => {
                let ty = self.integer();
                self.define(ty, &format!("arith.index_cast {a} : index to {}", ty.text()))
            }
        };
    }

    fn statements(&mut self, count: u64) {
        for _ in 0..count {
            match self.random.below(20) {
                0..=6 => self.integer_operation(),
                7..=10 => self.float_operation(),
                11 => self.index_operation(),
                12 => self.allocate(),
                13..=14 => self.access(),
                15 => self.call(),
                _ if self.depth == 0 => self.integer_operation(),
                16 => self.choice(),
                17..=18 => self.range(),
                _ => self.repeat(),
            }
        }
    }

    fn allocate(&mut self) {
        let (ty, size) = (self.any(), 1 + self.random.below(6));
        let name = self.name();
        let text = format!("memref<{size}x{}>", ty.text());
        let op = self.random.choose(&["alloc", "alloc", "alloca"]);
        self.line(&format!("  {name} = memref.{op}() : {text}"));
        // Sometimes the rest is left as it comes.
        let filled = if self.random.once_in(5) { size / 2 } else { size };
        for at in 0..filled {
            let (value, index) = (self.value(ty), self.name());
            self.line(&format!("  {index} = arith.constant {at} : index"));
            self.line(&format!("  memref.store {value}, {name}[{index}] : {text}"));
        }
        self.memory.push((name, ty, size));
    }

    fn access(&mut self) {
        if self.memory.is_empty() {
            return self.allocate();
        }
        let at = self.random.below(self.memory.len() as u64) as usize;
        let (name, ty, size) = self.memory[at].clone();
        let text = format!("memref<{size}x{}>", ty.text());
        let mut index = self.value(Type::Index);
        if !self.random.once_in(12) {
            let bound = self.define(Type::Index, &format!("arith.constant {size} : index"));
            index = self.define(Type::Index, &format!("arith.remui {index}, {bound} : index"));
        }
        match self.random.below(5) {
            0..=2 => {
                self.define(ty, &format!("memref.load {name}[{index}] : {text}"));
            }
            3 if size > 2 => self.view(&name, ty, size),
            _ => {
                let value = self.value(ty);
                self.line(&format!("  memref.store {value}, {name}[{index}] : {text}"));
            }
        }
    }

    /// A copy of a part to new memory, and a load through the view.
    fn view(&mut self, name: &str, ty: Type, size: u64) {
        let (view, new, index, loaded) = (self.name(), self.name(), self.name(), self.name());
        let offset = self.random.below(2);
        let (text, element) = (format!("memref<{size}x{}>", ty.text()), ty.text());
        let part = format!("memref<{}x{element}, strided<[1], offset: {offset}>>", size - 2);
        let fresh = format!("memref<{}x{element}>", size - 2);
        self.line(&format!(
            "  {view} = memref.subview {name}[{offset}] [{}] [1] : {text} to {part}",
            size - 2
        ));
        self.line(&format!("  {new} = memref.alloc() : {fresh}"));
        self.line(&format!("  memref.copy {view}, {new} : {part} to {fresh}"));
        self.line(&format!("  {index} = arith.constant 0 : index"));
        self.line(&format!("  {loaded} = memref.load {new}[{index}] : {fresh}"));
        self.values.push((loaded, ty));
        self.memory.push((new, ty, size - 2));
    }

    fn call(&mut self) {
        if self.functions.is_empty() {
            return self.integer_operation();
        }
        let at = self.random.below(self.functions.len() as u64) as usize;
        let (name, parameters, result) = self.functions[at].clone();
        let operands: Vec<String> = parameters.iter().map(|ty| self.value(*ty)).collect();
        let types: Vec<String> = parameters.iter().map(|ty| ty.text()).collect();
        let call = format!(
            "func.call @{name}({}) : ({}) -> {}",
            operands.join(", "),
            types.join(", "),
            result.text()
        );
        self.define(result, &call);
    }

    /// Statements in a region of their own, whose values end with it, and a value of each type that they yield.
    fn region(&mut self, arguments: &[(String, Type)], yields: &[Type]) -> Vec<String> {
        let (values, memory) = (self.values.len(), self.memory.len());
        self.values.extend_from_slice(arguments);
        self.depth -= 1;
        let count = 1 + self.random.below(5);
        self.statements(count);
        let yielded = yields.iter().map(|ty| self.value(*ty)).collect();
        self.depth += 1;
        self.values.truncate(values);
        self.memory.truncate(memory);
        yielded
    }

    fn end(&mut self, yielded: &[String], types: &[Type]) {
        let types: Vec<String> = types.iter().map(|ty| ty.text()).collect();
        self.line(&format!("  scf.yield {} : {}", yielded.join(", "), types.join(", ")));
    }

    fn choice(&mut self) {
        let (condition, ty, result) = (self.value(Type::Int(1)), self.any(), self.name());
        self.line(&format!("  {result} = scf.if {condition} -> ({}) {{", ty.text()));
        let yielded = self.region(&[], &[ty]);
        self.end(&yielded, &[ty]);
        self.line("  } else {");
        let yielded = self.region(&[], &[ty]);
        self.end(&yielded, &[ty]);
        self.line("  }");
        self.values.push((result, ty));
    }

    fn range(&mut self) {
        let ty = self.random.choose(&[Type::Index, Type::Index, Type::Int(8), Type::Int(32)]);
        let (carried, text) = ([self.any(), self.any()], ty.text());
        let inits = carried.map(|ty| self.value(ty));
        let bounds =
            [self.random.below(5) as i64 - 2, self.random.below(9) as i64, 1 + self.random.below(3) as i64];
        let [lower, upper, step] =
            bounds.map(|number| self.define(ty, &format!("arith.constant {number} : {text}")));
        let (induction, a, b) = (self.name(), self.name(), self.name());
        let (first, second) = (self.name(), self.name());
        let spelled = carried.map(|ty| ty.text()).join(", ");
        let of = if ty == Type::Index { String::new() } else { format!(" : {text}") };
        self.line(&format!(
            "  {first}, {second} = scf.for {induction} = {lower} to {upper} step {step} iter_args({a} = {}, {b} = {}) -> \
             ({spelled}){of} {{",
            inits[0], inits[1]
        ));
        let yielded = self.region(&[(induction, ty), (a, carried[0]), (b, carried[1])], &carried);
        self.end(&yielded, &carried);
        self.line("  }");
        self.values.extend([(first, carried[0]), (second, carried[1])]);
    }

    /// A loop that counts down, and may carry on until fuel ends.
    fn repeat(&mut self) {
        let (count, ty) = (Type::Int(8), self.any());
        let (times, init) = (self.random.below(6), self.value(ty));
        let start = self.define(count, &format!("arith.constant {times} : i8"));
        let [result, out, left, at, again, next, inner, one, zero] = std::array::from_fn(|_| self.name());
        let types = format!("i8, {}", ty.text());
        self.line(&format!(
            "  {out}, {result} = scf.while ({left} = {start}, {at} = {init}) : ({types}) -> ({types}) {{\n  {zero} = \
             arith.constant 0 : i8\n  {again} = arith.cmpi ne, {left}, {zero} : i8\n  scf.condition({again}) {left}, {at} : \
             {types}\n  }} do {{\n  ^bb0({inner}: i8, {next}: {}):\n  {one} = arith.constant 1 : i8",
            ty.text()
        ));
        let yielded = self.region(&[(next, ty)], &[ty]);
        let less = self.name();
        self.line(&format!("  {less} = arith.subi {inner}, {one} : i8"));
        self.end(&[less, yielded[0].clone()], &[count, ty]);
        self.line("  }");
        self.values.extend([(out, count), (result, ty)]);
    }
}
