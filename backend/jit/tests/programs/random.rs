//! Random programs that terminate: integers of many widths, floats, structured and unstructured control flow, memory,
//! vectors and calls. Most are defined on most inputs; nothing here says what they compute.

use std::fmt::Write;

/// A sequence of numbers from a seed (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// A number around the borders of a width half of the time.
    pub(crate) fn integer(&mut self, width: u32) -> i128 {
        let max = (1i128 << (width - 1)) - 1;
        match self.below(4) {
            0 => self.pick(&[0, 1, -1, max, -max - 1, 2, -2, i128::from(width) - 1]),
            1 => self.below(16) as i128 - 8,
            _ => i128::from(self.next()) | (i128::from(self.next()) << 64),
        }
    }
}

/// Widths of integers that programs use.
pub(crate) const WIDTHS: [u32; 9] = [1, 5, 8, 13, 16, 32, 33, 64, 100];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Int(u32),
    F32,
    F64,
    Index,
}

impl Type {
    pub(crate) fn text(self) -> String {
        match self {
            Type::Int(width) => format!("i{width}"),
            Type::F32 => "f32".to_owned(),
            Type::F64 => "f64".to_owned(),
            Type::Index => "index".to_owned(),
        }
    }

    fn is_float(self) -> bool {
        matches!(self, Type::F32 | Type::F64)
    }
}

/// Parameters of every function that is generated.
pub(crate) const PARAMETERS: [Type; 5] = [Type::Int(64), Type::Int(32), Type::Int(8), Type::F64, Type::F32];
/// Its results.
pub(crate) const RESULTS: [Type; 4] = [Type::Int(64), Type::Int(13), Type::F64, Type::F32];

/// What programs may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mix {
    pub(crate) floats: bool,
    pub(crate) memory: bool,
    pub(crate) vectors: bool,
    pub(crate) loops: bool,
}

impl Mix {
    pub(crate) const ALL: Mix = Mix { floats: true, memory: true, vectors: true, loops: true };
}

struct Function<'r> {
    random: &'r mut Random,
    mix: Mix,
    text: String,
    names: usize,
    /// What is in scope.
    values: Vec<(String, Type)>,
    memory: Vec<(String, Type)>,
    /// Functions that may be called.
    callable: Vec<String>,
    depth: usize,
}

/// The text of a function `@name`; it may call those in `callable`.
pub(crate) fn function(random: &mut Random, mix: Mix, name: &str, callable: Vec<String>) -> String {
    let values: Vec<(String, Type)> =
        PARAMETERS.iter().enumerate().map(|(index, ty)| (format!("%a{index}"), *ty)).collect();
    let parameters: Vec<String> = values.iter().map(|(name, ty)| format!("{name}: {}", ty.text())).collect();
    let results = RESULTS.map(Type::text).join(", ");
    let mut function = Function {
        random,
        mix,
        text: String::new(),
        names: 0,
        values,
        memory: Vec::new(),
        callable,
        depth: 0,
    };
    if mix.memory {
        function.allocate();
    }
    let steps = 6 + function.random.below(14);
    for _ in 0..steps {
        function.step();
    }
    let returned: Vec<String> = RESULTS.iter().map(|ty| function.value(*ty)).collect();
    format!(
        "func.func @{name}({}) -> ({results}) {{\n{}  return {} : {results}\n}}\n",
        parameters.join(", "),
        function.text,
        returned.join(", ")
    )
}

const BITWISE: [&str; 9] = [
    "arith.andi",
    "arith.ori",
    "arith.xori",
    "arith.maxsi",
    "arith.minsi",
    "arith.maxui",
    "arith.minui",
    "arith.addi",
    "arith.subi",
];
const WRAPPING: [&str; 3] = ["arith.addi", "arith.subi", "arith.muli"];
const DIVISIONS: [&str; 5] = ["arith.divsi", "arith.divui", "arith.remsi", "arith.remui", "arith.ceildivui"];
const ROUNDED: [&str; 2] = ["arith.floordivsi", "arith.ceildivsi"];
const SHIFTS: [&str; 3] = ["arith.shli", "arith.shrui", "arith.shrsi"];
const ORDERS: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FLOAT_ORDERS: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];
const FLOATS: [&str; 7] = [
    "arith.addf",
    "arith.subf",
    "arith.mulf",
    "arith.divf",
    "arith.maximumf",
    "arith.minimumf",
    "arith.remf",
];
const EXACT_FUNCTIONS: [&str; 6] =
    ["math.absf", "math.ceil", "math.floor", "math.trunc", "math.sqrt", "math.roundeven"];

impl Function<'_> {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth + 1);
        let _ = writeln!(self.text, "{indent}{text}");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn define(&mut self, ty: Type, right: &str) -> String {
        let name = self.name();
        self.line(&format!("{name} = {right}"));
        self.values.push((name.clone(), ty));
        name
    }

    fn int_type(&mut self) -> Type {
        Type::Int(self.random.pick(&WIDTHS))
    }

    fn float_type(&mut self) -> Type {
        self.random.pick(&[Type::F32, Type::F64])
    }

    fn any_type(&mut self) -> Type {
        if self.mix.floats && self.random.one_in(3) { self.float_type() } else { self.int_type() }
    }

    /// A value of a type: one in scope, or a new constant or cast.
    fn value(&mut self, ty: Type) -> String {
        let known: Vec<String> =
            self.values.iter().filter(|(_, other)| *other == ty).map(|(name, _)| name.clone()).collect();
        if !known.is_empty() && !self.random.one_in(5) {
            // Later values are more telling than early ones.
            let at = known.len() - 1 - self.random.below(known.len()).min(self.random.below(known.len()));
            return known[at].clone();
        }
        match ty {
            Type::Int(to) if !self.random.one_in(3) => self.cast_to(to),
            _ => self.constant(ty),
        }
    }

    fn constant(&mut self, ty: Type) -> String {
        let text = match ty {
            Type::Int(1) => self.random.pick(&["true", "false"]).to_owned(),
            Type::Int(width) => {
                let value = self.random.integer(width);
                let value = value << (128 - width) >> (128 - width);
                format!("{value} : i{width}")
            }
            Type::Index => format!("{} : index", self.random.integer(64) as i64),
            Type::F32 => {
                let special = ["0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001", "0x80000000"];
                let plain = ["0.0", "1.0", "-1.5", "0.1", "3.0e38", "1.0e-40", "16777216.0", "123.456"];
                let text =
                    if self.random.one_in(6) { self.random.pick(&special) } else { self.random.pick(&plain) };
                format!("{text} : f32")
            }
            Type::F64 => {
                let special = [
                    "0x7FF0000000000000",
                    "0xFFF0000000000000",
                    "0x7FF8000000000000",
                    "0x1",
                    "0x8000000000000000",
                ];
                let plain =
                    ["0.0", "1.0", "-1.5", "0.1", "1.0e308", "1.0e-310", "9007199254740993.0", "-123.456"];
                let text =
                    if self.random.one_in(6) { self.random.pick(&special) } else { self.random.pick(&plain) };
                format!("{text} : f64")
            }
        };
        self.define(ty, &format!("arith.constant {text}"))
    }

    fn cast_to(&mut self, to: u32) -> String {
        let others: Vec<u32> = WIDTHS.iter().copied().filter(|width| *width != to).collect();
        let from = self.random.pick(&others);
        let known = self.values.iter().rev().find(|(_, ty)| *ty == Type::Int(from));
        let Some((value, _)) = known.cloned() else { return self.constant(Type::Int(to)) };
        let name = match from < to {
            true => self.random.pick(&["arith.extsi", "arith.extui"]),
            false => "arith.trunci",
        };
        self.define(Type::Int(to), &format!("{name} {value} : i{from} to i{to}"))
    }

    fn step(&mut self) {
        match self.random.below(24) {
            0..=3 => self.integer_step(),
            4 => self.divide(),
            5 => self.shift(),
            6 => self.compare(),
            7 => self.select(),
            8 => {
                self.constant_or_index();
            }
            9..=11 if self.mix.floats => self.float_step(),
            12 if self.mix.floats => self.convert(),
            13 | 14 if self.mix.memory => self.access(),
            15 | 16 if self.mix.vectors => self.vector(),
            17 | 18 if self.mix.loops && self.depth < 2 => self.count_loop(),
            19 if self.mix.loops && self.depth < 2 => self.while_loop(),
            20 | 21 if self.depth < 3 => self.branch(),
            22 if self.depth < 2 => self.blocks(),
            23 => self.call(),
            _ => self.integer_step(),
        }
    }

    fn constant_or_index(&mut self) {
        let ty = self.any_type();
        self.constant(ty);
    }

    fn integer_step(&mut self) {
        let ty = self.int_type();
        let (a, b) = (self.value(ty), self.value(ty));
        let ty_text = ty.text();
        if self.random.one_in(3) {
            let name = self.random.pick(&WRAPPING);
            // Flags make poison often: rarely.
            let flags = if self.random.one_in(12) {
                self.random.pick(&[" overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"])
            } else {
                ""
            };
            self.define(ty, &format!("{name} {a}, {b}{flags} : {ty_text}"));
        } else if self.random.one_in(6) {
            let name = self.random.pick(&["arith.mulsi_extended", "arith.mului_extended"]);
            let (low, high) = (self.name(), self.name());
            self.line(&format!("{low}, {high} = {name} {a}, {b} : {ty_text}"));
            self.values.push((low, ty));
            self.values.push((high, ty));
        } else if self.random.one_in(8) {
            let (sum, carry) = (self.name(), self.name());
            self.line(&format!("{sum}, {carry} = arith.addui_extended {a}, {b} : {ty_text}, i1"));
            self.values.push((sum, ty));
            self.values.push((carry, Type::Int(1)));
        } else {
            let name = self.random.pick(&BITWISE);
            self.define(ty, &format!("{name} {a}, {b} : {ty_text}"));
        }
    }

    fn divide(&mut self) {
        let ty = self.int_type();
        let (a, b) = (self.value(ty), self.value(ty));
        let (one, text) = (self.constant_of(ty, 1), ty.text());
        if self.random.one_in(3) && ty != Type::Int(1) && ty != Type::Int(100) {
            // The expansion of these divides by what may be minus one; a positive divisor is defined everywhere.
            let name = self.random.pick(&ROUNDED);
            let seven = self.constant_of(ty, 7);
            let small = self.define(ty, &format!("arith.andi {b}, {seven} : {text}"));
            let divisor = self.define(ty, &format!("arith.ori {small}, {one} : {text}"));
            self.define(ty, &format!("{name} {a}, {divisor} : {text}"));
        } else if ty != Type::Int(100) {
            let name = self.random.pick(&DIVISIONS);
            let divisor = self.define(ty, &format!("arith.ori {b}, {one} : {text}"));
            self.define(ty, &format!("{name} {a}, {divisor} : {text}"));
        }
    }

    fn constant_of(&mut self, ty: Type, value: i64) -> String {
        let text = match (ty, value) {
            (Type::Int(1), value) => (value % 2 != 0).to_string(),
            (ty, value) => format!("{value} : {}", ty.text()),
        };
        self.define(ty, &format!("arith.constant {text}"))
    }

    fn shift(&mut self) {
        let ty = self.int_type();
        let Type::Int(width) = ty else { return };
        let (a, b) = (self.value(ty), self.value(ty));
        let text = ty.text();
        let amount = match self.random.one_in(10) || width == 1 {
            true => b,
            false => {
                let width = self.constant_of(ty, i64::from(width));
                self.define(ty, &format!("arith.remui {b}, {width} : {text}"))
            }
        };
        // The width itself is no number of five bits or less.
        if width == 1 || (width < 6 && width.is_power_of_two()) {
            return;
        }
        let name = self.random.pick(&SHIFTS);
        self.define(ty, &format!("{name} {a}, {amount} : {text}"));
    }

    fn compare(&mut self) {
        if self.mix.floats && self.random.one_in(2) {
            let ty = self.float_type();
            let (a, b) = (self.value(ty), self.value(ty));
            let order = self.random.pick(&FLOAT_ORDERS);
            self.define(Type::Int(1), &format!("arith.cmpf {order}, {a}, {b} : {}", ty.text()));
        } else {
            let ty = self.int_type();
            let (a, b) = (self.value(ty), self.value(ty));
            let order = self.random.pick(&ORDERS);
            self.define(Type::Int(1), &format!("arith.cmpi {order}, {a}, {b} : {}", ty.text()));
        }
    }

    fn select(&mut self) {
        let ty = self.any_type();
        let (c, a, b) = (self.value(Type::Int(1)), self.value(ty), self.value(ty));
        self.define(ty, &format!("arith.select {c}, {a}, {b} : {}", ty.text()));
    }

    fn float_step(&mut self) {
        let ty = self.float_type();
        let text = ty.text();
        let (a, b) = (self.value(ty), self.value(ty));
        match self.random.below(12) {
            0 => {
                self.define(ty, &format!("arith.negf {a} : {text}"));
            }
            1 => {
                let c = self.value(ty);
                self.define(ty, &format!("\"math.fma\"({a}, {b}, {c}) : ({text}, {text}, {text}) -> {text}"));
            }
            2 => {
                let name = self.random.pick(&EXACT_FUNCTIONS);
                self.define(ty, &format!("\"{name}\"({a}) : ({text}) -> {text}"));
            }
            3 => {
                // The sign of a NaN that arithmetic makes is open: none is taken.
                let (ordered, one, sign) = (self.name(), self.name(), self.name());
                self.line(&format!("{ordered} = arith.cmpf ord, {b}, {b} : {text}"));
                self.line(&format!("{one} = arith.constant 1.0 : {text}"));
                self.line(&format!("{sign} = arith.select {ordered}, {b}, {one} : {text}"));
                self.define(ty, &format!("\"math.copysign\"({a}, {sign}) : ({text}, {text}) -> {text}"));
            }
            4 => {
                // Which of two zeros comes out is left open: adding a positive zero makes one of both.
                let name = self.random.pick(&["arith.maxnumf", "arith.minnumf"]);
                let picked = self.name();
                self.line(&format!("{picked} = {name} {a}, {b} : {text}"));
                let zero = self.name();
                self.line(&format!("{zero} = arith.constant 0.0 : {text}"));
                self.define(ty, &format!("arith.addf {picked}, {zero} : {text}"));
            }
            _ => {
                let name = self.random.pick(&FLOATS);
                self.define(ty, &format!("{name} {a}, {b} : {text}"));
            }
        }
    }

    fn convert(&mut self) {
        let float = self.float_type();
        match self.random.below(5) {
            0 => {
                let value = self.value(Type::F32);
                self.define(Type::F64, &format!("arith.extf {value} : f32 to f64"));
            }
            1 => {
                let value = self.value(Type::F64);
                self.define(Type::F32, &format!("arith.truncf {value} : f64 to f32"));
            }
            2 => {
                let int = Type::Int(self.random.pick(&[1, 5, 8, 13, 16, 32, 33, 64]));
                let value = self.value(int);
                let name = self.random.pick(&["arith.sitofp", "arith.uitofp"]);
                self.define(float, &format!("{name} {value} : {} to {}", int.text(), float.text()));
            }
            3 => {
                // Out of range is poison: only small numbers.
                let value = self.value(float);
                let text = float.text();
                let (low, high) = (self.name(), self.name());
                self.line(&format!("{low} = arith.constant -100.0 : {text}"));
                self.line(&format!("{high} = arith.constant 100.0 : {text}"));
                let above = self.name();
                self.line(&format!("{above} = arith.maxnumf {value}, {low} : {text}"));
                let small = self.name();
                self.line(&format!("{small} = arith.minnumf {above}, {high} : {text}"));
                let int = Type::Int(self.random.pick(&[8, 13, 16, 32, 33, 64]));
                self.define(int, &format!("arith.fptosi {small} : {text} to {}", int.text()));
            }
            _ => {
                // The bits of a NaN are open: not from a float to an integer.
                let (from, to) = self.random.pick(&[(32, Type::F32), (64, Type::F64)]);
                let value = self.value(Type::Int(from));
                self.define(to, &format!("arith.bitcast {value} : i{from} to {}", to.text()));
            }
        }
    }

    /// A buffer of eight elements, all of them set.
    fn allocate(&mut self) {
        for _ in 0..1 + self.random.below(2) {
            let ty = self.random.pick(&[Type::Int(8), Type::Int(32), Type::Int(64), Type::F32, Type::F64]);
            if ty.is_float() && !self.mix.floats {
                continue;
            }
            let (name, shape) = (self.name(), format!("memref<8x{}>", ty.text()));
            let kind = self.random.pick(&["memref.alloca", "memref.alloc"]);
            self.line(&format!("{name} = {kind}() : {shape}"));
            for at in 0..8 {
                let value = self.value(ty);
                let index = self.constant_of(Type::Index, at);
                self.line(&format!("memref.store {value}, {name}[{index}] : {shape}"));
            }
            self.memory.push((name, ty));
        }
    }

    /// An index from 0 to 7.
    fn index(&mut self) -> String {
        let (value, seven) = (self.value(Type::Int(32)), self.constant_of(Type::Int(32), 7));
        let small = self.define(Type::Int(32), &format!("arith.andi {value}, {seven} : i32"));
        self.define(Type::Index, &format!("arith.index_cast {small} : i32 to index"))
    }

    fn access(&mut self) {
        if self.memory.is_empty() {
            return self.integer_step();
        }
        let (memory, ty) = self.memory[self.random.below(self.memory.len())].clone();
        let index = self.index();
        let text = ty.text();
        match self.random.below(5) {
            0 | 1 => {
                let value = self.value(ty);
                self.line(&format!("memref.store {value}, {memory}[{index}] : memref<8x{text}>"));
            }
            2 => {
                // A part, copied to another; a contiguous one, which needs no library.
                let (low, high) = (self.name(), self.name());
                self.line(&format!(
                    "{low} = memref.subview {memory}[0] [3] [1] : memref<8x{text}> to memref<3x{text}, strided<[1]>>"
                ));
                self.line(&format!(
                    "{high} = memref.subview {memory}[4] [3] [1] : memref<8x{text}> to memref<3x{text}, strided<[1], offset: 4>>"
                ));
                self.line(&format!(
                    "memref.copy {low}, {high} : memref<3x{text}, strided<[1]>> to memref<3x{text}, strided<[1], offset: 4>>"
                ));
            }
            3 => {
                // Every second element behind a computed offset below four.
                let (three, one) = (self.constant_of(Type::Index, 3), self.constant_of(Type::Index, 1));
                let view = self.name();
                let offset = self.define(Type::Index, &format!("arith.minui {index}, {three} : index"));
                let shape = format!("memref<3x{text}, strided<[2], offset: ?>>");
                self.line(&format!(
                    "{view} = memref.subview {memory}[{offset}] [3] [2] : memref<8x{text}> to {shape}"
                ));
                let value = self.value(ty);
                self.line(&format!("memref.store {value}, {view}[{one}] : {shape}"));
                let at = self.define(Type::Index, &format!("arith.minui {offset}, {one} : index"));
                self.define(ty, &format!("memref.load {view}[{at}] : {shape}"));
            }
            _ => {
                self.define(ty, &format!("memref.load {memory}[{index}] : memref<8x{text}>"));
            }
        }
    }

    fn vector(&mut self) {
        let element = match self.mix.floats && self.random.one_in(3) {
            true => self.float_type(),
            false => Type::Int(self.random.pick(&[8, 16, 32, 64])),
        };
        let (text, vector) = (element.text(), format!("vector<4x{}>", element.text()));
        let make = |function: &mut Self| {
            let elements: Vec<String> = (0..4).map(|_| function.value(element)).collect();
            let name = function.name();
            function.line(&format!(
                "{name} = \"vector.from_elements\"({}) : ({text}, {text}, {text}, {text}) -> {vector}",
                elements.join(", ")
            ));
            name
        };
        let (a, b) = (make(self), make(self));
        let operation = match element.is_float() {
            true => self.random.pick(&["arith.addf", "arith.mulf", "arith.subf", "arith.minimumf"]),
            false => {
                self.random.pick(&["arith.addi", "arith.muli", "arith.xori", "arith.maxui", "arith.minsi"])
            }
        };
        let combined = self.name();
        self.line(&format!("{combined} = {operation} {a}, {b} : {vector}"));
        let shuffled = self.name();
        let mask: Vec<String> = (0..4).map(|_| self.random.below(8).to_string()).collect();
        self.line(&format!(
            "{shuffled} = \"vector.shuffle\"({a}, {combined}) <{{mask = array<i64: {}>}}> : ({vector}, {vector}) -> {vector}",
            mask.join(", ")
        ));
        let at = self.random.below(4);
        self.define(
            element,
            &format!("\"vector.extract\"({shuffled}) <{{static_position = array<i64: {at}>}}> : ({vector}) -> {text}"),
        );
        let kind = match element.is_float() {
            true => self.random.pick(&["maximumf", "minimumf"]),
            false => self.random.pick(&["add", "mul", "xor", "and", "or", "maxsi", "minui"]),
        };
        self.define(
            element,
            &format!("\"vector.reduction\"({combined}) <{{fastmath = #arith.fastmath<none>, kind = #vector.kind<{kind}>}}> : ({vector}) -> {text}"),
        );
    }

    /// Runs a body that does not outlive its scope, and answers values of these types from inside of it.
    fn scope(&mut self, steps: usize, types: &[Type], arguments: &[(String, Type)]) -> Vec<String> {
        let outer = self.values.len();
        self.values.extend(arguments.iter().cloned());
        self.depth += 1;
        for _ in 0..steps {
            self.step();
        }
        let yielded = types.iter().map(|ty| self.value(*ty)).collect();
        self.depth -= 1;
        self.values.truncate(outer);
        yielded
    }

    fn branch(&mut self) {
        let (ty, condition, name) = (self.any_type(), self.value(Type::Int(1)), self.name());
        let text = ty.text();
        self.line(&format!("{name} = scf.if {condition} -> ({text}) {{"));
        for last in [false, true] {
            let steps = 1 + self.random.below(3);
            let yielded = self.scope(steps, &[ty], &[]);
            self.line(&format!("  scf.yield {} : {text}", yielded[0]));
            self.line(if last { "}" } else { "} else {" });
        }
        self.values.push((name, ty));
    }

    fn count_loop(&mut self) {
        let (ty, counter) = (self.any_type(), self.random.pick(&[Type::Index, Type::Int(32), Type::Int(64)]));
        let (text, initial) = (ty.text(), self.value(ty));
        let (lower, upper) = (self.random.below(5) as i64 - 2, self.random.below(6) as i64);
        let step = 1 + self.random.below(3) as i64;
        let [lower, upper, step] = [lower, upper, step].map(|number| self.constant_of(counter, number));
        let (name, at, carried) = (self.name(), self.name(), self.name());
        let of = if counter == Type::Index { String::new() } else { format!(" : {}", counter.text()) };
        self.line(&format!(
            "{name} = scf.for {at} = {lower} to {upper} step {step} iter_args({carried} = {initial}) -> ({text}){of} {{"
        ));
        let steps = 1 + self.random.below(4);
        let yielded = self.scope(steps, &[ty], &[(at, counter), (carried, ty)]);
        self.line(&format!("  scf.yield {} : {text}", yielded[0]));
        self.line("}");
        self.values.push((name, ty));
    }

    fn while_loop(&mut self) {
        let ty = self.any_type();
        let (text, initial) = (ty.text(), self.value(ty));
        let turns = self.random.below(5) as i64;
        let (zero, one) = (self.constant_of(Type::Int(32), 0), self.constant_of(Type::Int(32), 1));
        let most = self.constant_of(Type::Int(32), turns);
        let names: Vec<String> = (0..6).map(|_| self.name()).collect();
        let [count, carried, go, count_in, carried_in, _] = &names[..] else { return };
        let pair = self.names + 1;
        self.names += 1;
        self.line(&format!(
            "%v{pair}:2 = scf.while ({count} = {zero}, {carried} = {initial}) : (i32, {text}) -> (i32, {text}) {{"
        ));
        self.line(&format!("  {go} = arith.cmpi slt, {count}, {most} : i32"));
        self.line(&format!("  scf.condition({go}) {count}, {carried} : i32, {text}"));
        self.line("} do {");
        self.line(&format!("^bb0({count_in}: i32, {carried_in}: {text}):"));
        let next = self.name();
        self.line(&format!("  {next} = arith.addi {count_in}, {one} : i32"));
        let yielded = self.scope(2, &[ty], &[(count_in.clone(), Type::Int(32)), (carried_in.clone(), ty)]);
        self.line(&format!("  scf.yield {next}, {} : i32, {text}", yielded[0]));
        self.line("}");
        self.values.push((format!("%v{pair}#1"), ty));
    }

    /// Branches between blocks.
    fn blocks(&mut self) {
        let (ty, name) = (self.any_type(), self.name());
        let text = ty.text();
        let (flag, a, b) = (self.value(Type::Int(8)), self.value(ty), self.value(ty));
        let condition = self.value(Type::Int(1));
        // MLIR reads no `%r#1` among the operands of a case.
        let [a, b] = [a, b].map(|value| match value.contains('#') {
            true => self.define(ty, &format!("arith.select {condition}, {value}, {value} : {text}")),
            false => value,
        });
        let label = self.names;
        self.line(&format!("{name} = scf.execute_region -> {text} {{"));
        if self.random.one_in(2) {
            self.line(&format!("  cf.switch {flag} : i8, ["));
            self.line(&format!("    default: ^one{label}({a} : {text}),"));
            let case = self.random.below(3);
            self.line(&format!("    {case}: ^two{label}({b} : {text}),"));
            self.line(&format!("    -1: ^one{label}({b} : {text})"));
            self.line("  ]");
        } else {
            self.line(&format!(
                "  cf.cond_br {condition}, ^one{label}({a} : {text}), ^two{label}({b} : {text})"
            ));
        }
        let (x, y) = (self.name(), self.name());
        self.line(&format!("^one{label}({x}: {text}):"));
        let out = self.scope(2, &[ty], &[(x, ty)]);
        self.line(&format!("  cf.br ^two{label}({} : {text})", out[0]));
        self.line(&format!("^two{label}({y}: {text}):"));
        let out = self.scope(1, &[ty], &[(y, ty)]);
        self.line(&format!("  scf.yield {} : {text}", out[0]));
        self.line("}");
        self.values.push((name, ty));
    }

    fn call(&mut self) {
        if self.callable.is_empty() || self.depth > 0 {
            return self.integer_step();
        }
        let callee = self.callable[self.random.below(self.callable.len())].clone();
        let arguments: Vec<String> = PARAMETERS.iter().map(|ty| self.value(*ty)).collect();
        let name = self.name();
        self.line(&format!(
            "{name}:4 = func.call @{callee}({}) : ({}) -> ({})",
            arguments.join(", "),
            PARAMETERS.map(Type::text).join(", "),
            RESULTS.map(Type::text).join(", ")
        ));
        for (index, ty) in RESULTS.iter().enumerate() {
            self.values.push((format!("{name}#{index}"), *ty));
        }
    }
}
