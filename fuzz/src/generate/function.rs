//! Functions that compute something from their arguments, as text: every operation is applied to every other, with constants and
//! flags drawn, many expressions in one function with a result each; nests of loops with carried values; memory with views of one
//! buffer. Nothing of them is known to be right or wrong.

use std::fmt::Write as _;

use assay_ir::ops::{dialect as dialect_of, float_op, integer_op, op_in};

use super::choose::{Choose, Numbers};

/// Expressions of one function.
const EXPRESSIONS: usize = 24;

/// The text of the function of a number.
pub fn text(seed: u64, number: u64) -> String {
    let mut dice = Numbers::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number);
    let mut function = Function::default();
    match dice.below(10) {
        0..=4 => function.scalars(&mut dice),
        5 | 6 => function.vectors(&mut dice),
        7 => function.loops(&mut dice),
        8 => function.affine(&mut dice),
        _ => function.memory(&mut dice),
    }
    function.text(number)
}

/// A function while it grows.
#[derive(Default)]
struct Function {
    parameters: Vec<(String, String)>,
    body: String,
    results: Vec<(String, String)>,
    names: usize,
}

/// Integer operations of two operands.
const BINARY: [&str; 21] = [
    "addi",
    "subi",
    "muli",
    "shli",
    "divui",
    "divsi",
    "shrui",
    "shrsi",
    "remui",
    "remsi",
    "ceildivui",
    "ceildivsi",
    "floordivsi",
    "andi",
    "ori",
    "xori",
    "maxsi",
    "maxui",
    "minsi",
    "minui",
    "select",
];

const FLOAT: [&str; 9] =
    ["addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf"];
const UNARY: [&str; 8] = ["negf", "ceil", "floor", "roundeven", "round", "trunc", "absf", "sqrt"];
const INDEX: [&str; 17] = [
    "add",
    "sub",
    "mul",
    "divs",
    "divu",
    "ceildivs",
    "ceildivu",
    "floordivs",
    "rems",
    "remu",
    "maxs",
    "maxu",
    "mins",
    "minu",
    "shl",
    "shrs",
    "shru",
];
const COMPARE: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const COMPARE_FLOAT: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];

fn pick<'a>(dice: &mut Numbers, list: &[&'a str]) -> &'a str {
    list[dice.below(list.len())]
}

/// The attribute with the flags of an operation of `arith`; empty for one that takes none.
fn flag(name: &str) -> &'static str {
    let attribute = op_in("arith", name).and_then(|op| op.attributes().next());
    attribute.map_or("", |attribute| attribute.name)
}

/// Returns true for a division or a remainder.
fn divides(name: &str) -> bool {
    name.contains("div") || name.starts_with("rem")
}

impl Function {
    fn text(&self, number: u64) -> String {
        let list = |pairs: &[(String, String)], one: fn(&(String, String)) -> String| {
            pairs.iter().map(one).collect::<Vec<_>>().join(", ")
        };
        let parameters = list(&self.parameters, |(name, ty)| format!("{name}: {ty}"));
        let types = list(&self.results, |(_, ty)| ty.clone());
        let names = list(&self.results, |(name, _)| name.clone());
        let end =
            if self.results.is_empty() { "return".to_owned() } else { format!("return {names} : {types}") };
        format!("func.func @g{number}({parameters}) -> ({types}) {{\n{}  {end}\n}}\n", self.body)
    }

    fn parameter(&mut self, ty: &str) -> String {
        let name = format!("%p{}", self.parameters.len());
        self.parameters.push((name.clone(), ty.to_owned()));
        name
    }

    fn fresh(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// Adds an operation; `words` stand behind its result.
    fn op(&mut self, words: &str) -> String {
        let name = self.fresh();
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "  {name} = {words}");
        name
    }

    fn constant(&mut self, dice: &mut Numbers, ty: &str) -> String {
        let number = match ty {
            "i1" => ["true", "false"][dice.below(2)].to_owned(),
            _ if ty.starts_with('f') => {
                pick(dice, &["0.0", "-0.0", "1.0", "-1.0", "2.0", "0.5", "-3.5"]).to_owned()
            }
            _ => {
                let width: u32 = ty.trim_start_matches('i').parse().unwrap_or(64);
                let top = 1i128 << (width - 1);
                let list = [
                    0,
                    1,
                    -1,
                    2,
                    3,
                    7,
                    -2,
                    -7,
                    8,
                    16,
                    -top,
                    top - 1,
                    i128::from(width),
                    i128::from(width) - 1,
                ];
                let number = list[dice.below(list.len())];
                number.clamp(-top, top - 1).to_string()
            }
        };
        self.op(&format!(
            "arith.constant {number}{}",
            if ty == "i1" { String::new() } else { format!(" : {ty}") }
        ))
    }

    fn integer(&mut self, dice: &mut Numbers, ty: &str, a: &str, b: &str) -> String {
        match dice.below(12) {
            0 => {
                let compare = self.op(&format!("arith.cmpi {}, {a}, {b} : {ty}", pick(dice, &COMPARE)));
                let cast = pick(dice, &["extui", "extsi"]);
                return if ty == "i1" {
                    compare
                } else {
                    self.op(&format!("arith.{cast} {compare} : i1 to {ty}"))
                };
            }
            1 if ty != "i8" && ty != "i1" => {
                let low = self.op(&format!("arith.trunci {a} : {ty} to i8"));
                return self.op(&format!("arith.{} {low} : i8 to {ty}", pick(dice, &["extui", "extsi"])));
            }
            2 if ty != "i64" => {
                let cast = pick(dice, &["extui", "extsi"]);
                let (x, y) = (
                    self.op(&format!("arith.{cast} {a} : {ty} to i64")),
                    self.op(&format!("arith.{cast} {b} : {ty} to i64")),
                );
                let wide = self.binary(dice, "i64", &x, &y);
                return self.op(&format!("arith.trunci {wide} : i64 to {ty}"));
            }
            3 => {
                let name = self.fresh();
                let kind = pick(dice, &["mulsi_extended", "mului_extended"]);
                let _ = writeln!(self.body, "  {name}, {name}h = arith.{kind} {a}, {b} : {ty}");
                return if dice.below(2) == 0 { name } else { format!("{name}h") };
            }
            _ => {}
        }
        self.binary(dice, ty, a, b)
    }

    fn binary(&mut self, dice: &mut Numbers, ty: &str, a: &str, b: &str) -> String {
        let name = pick(dice, &BINARY);
        if name == "select" {
            let condition = self.op(&format!("arith.cmpi {}, {a}, {b} : {ty}", pick(dice, &COMPARE)));
            return self.op(&format!("arith.select {condition}, {a}, {b} : {ty}"));
        }
        let divisor = if divides(name) { self.divisor(dice, ty, b) } else { b.to_owned() };
        let b = &divisor;
        let flags = match (flag(name), dice.below(3)) {
            ("overflowFlags", 0) => " overflow<nsw>",
            ("overflowFlags", 1) if dice.below(2) == 0 => " overflow<nuw>",
            ("overflowFlags", 1) => " overflow<nsw, nuw>",
            ("isExact", 0) => " exact",
            _ => "",
        };
        match flags {
            " exact" => self.op(&format!("arith.{name} {a}, {b} exact : {ty}")),
            flags => self.op(&format!("arith.{name} {a}, {b}{flags} : {ty}")),
        }
    }

    /// A value that is not zero: one expression that divides by zero would leave nothing to say of the others.
    fn divisor(&mut self, dice: &mut Numbers, ty: &str, b: &str) -> String {
        let constant = |function: &mut Function, number: i32| match ty {
            "i1" => function.op("arith.constant true"),
            "index" => function.op(&format!("index.constant {number}")),
            _ => function.op(&format!("arith.constant {number} : {ty}")),
        };
        match dice.below(2) {
            0 => {
                let number = [1, 2, 3, 7, 8, -2, -7][dice.below(7)];
                constant(self, number)
            }
            _ => {
                let one = constant(self, 1);
                let dialect = if ty == "index" { "index" } else { "arith" };
                let or = dialect_of(dialect).and_then(|dialect| dialect.op_by_fact("integer", "or"));
                let or = or.unwrap_or_default();
                let end = if ty == "index" { String::new() } else { format!(" : {ty}") };
                self.op(&format!("{or} {b}, {one}{end}"))
            }
        }
    }

    fn float(&mut self, dice: &mut Numbers, ty: &str, a: &str, b: &str) -> String {
        match dice.below(8) {
            0 | 1 => {
                let name = pick(dice, &UNARY);
                let dialect = if name == "negf" { "arith" } else { "math" };
                self.op(&format!("{dialect}.{name} {a} : {ty}"))
            }
            2 => {
                let condition =
                    self.op(&format!("arith.cmpf {}, {a}, {b} : {ty}", pick(dice, &COMPARE_FLOAT)));
                self.op(&format!("arith.select {condition}, {a}, {b} : {ty}"))
            }
            3 => self.op(&format!("math.copysign {a}, {b} : {ty}")),
            _ => self.op(&format!("arith.{} {a}, {b} : {ty}", pick(dice, &FLOAT))),
        }
    }

    fn index(&mut self, dice: &mut Numbers, a: &str, b: &str) -> String {
        match dice.below(8) {
            0 => {
                let ty = pick(dice, &["i8", "i32", "i64"]);
                let (to, back) = (pick(dice, &["casts", "castu"]), pick(dice, &["casts", "castu"]));
                let cast = self.op(&format!("index.{to} {a} : index to {ty}"));
                self.op(&format!("index.{back} {cast} : {ty} to index"))
            }
            1 => {
                let compare = self.op(&format!("index.cmp {}({a}, {b})", pick(dice, &COMPARE)));
                self.op(&format!("arith.select {compare}, {a}, {b} : index"))
            }
            _ => {
                let name = pick(dice, &INDEX);
                let b = if divides(name) { self.divisor(dice, "index", b) } else { b.to_owned() };
                self.op(&format!("index.{name} {a}, {b}"))
            }
        }
    }

    /// One operation on values of a type.
    fn apply(&mut self, dice: &mut Numbers, ty: &str, a: &str, b: &str) -> String {
        match ty {
            "index" => self.index(dice, a, b),
            _ if ty.starts_with('f') => self.float(dice, ty, a, b),
            _ => self.integer(dice, ty, a, b),
        }
    }

    /// An operation applied to another, with an argument or a constant beside each.
    fn pair(&mut self, dice: &mut Numbers, ty: &str, arguments: &[String]) -> String {
        let beside = |function: &mut Function, dice: &mut Numbers| match dice.below(5) {
            0..=2 if ty != "index" => function.constant(dice, ty),
            0..=2 => function.op(&format!(
                "index.constant {}",
                [0, 1, -1, 2, 3, -3, 8, i64::MIN, i64::MAX][dice.below(9)]
            )),
            _ => arguments[dice.below(arguments.len())].clone(),
        };
        let (first, b, c) =
            (arguments[dice.below(arguments.len())].clone(), beside(self, dice), beside(self, dice));
        let inner = self.apply(dice, ty, &first, &b);
        let (x, y) = if dice.below(3) == 0 { (c, inner) } else { (inner, c) };
        let outer = self.apply(dice, ty, &x, &y);
        if dice.below(4) == 0 { self.apply(dice, ty, &outer, &first) } else { outer }
    }

    fn scalars(&mut self, dice: &mut Numbers) {
        let ty = pick(dice, &["i1", "i8", "i8", "i16", "i32", "i64", "index", "f32", "f64"]);
        let arguments: Vec<String> = (0..3).map(|_| self.parameter(ty)).collect();
        for _ in 0..EXPRESSIONS {
            let value = self.pair(dice, ty, &arguments);
            self.results.push((value, ty.to_owned()));
        }
    }

    fn vectors(&mut self, dice: &mut Numbers) {
        let element = pick(dice, &["i8", "i32", "f32"]);
        let flat = format!("vector<4x{element}>");
        let square = format!("vector<2x2x{element}>");
        let (a, b) = (self.parameter(&flat), self.parameter(&flat));
        let s = self.parameter(element);
        for _ in 0..EXPRESSIONS / 2 {
            let value = self.vector(dice, (element, &flat, &square), (&a, &b, &s));
            self.results.push(value);
        }
    }

    fn vector(
        &mut self,
        dice: &mut Numbers,
        types: (&str, &str, &str),
        values: (&str, &str, &str),
    ) -> (String, String) {
        let ((element, flat, square), (a, b, s)) = (types, values);
        let add = if element.starts_with('f') { float_op("mul") } else { integer_op("sub") };
        let add = add.unwrap_or_default();
        let start = match dice.below(5) {
            0 => a.to_owned(),
            1 => self.op(&format!("vector.broadcast {s} : {element} to {flat}")),
            2 => self.op(&format!(
                "vector.shuffle {a}, {b} [{}, {}, {}, {}] : {flat}, {flat}",
                dice.below(8),
                dice.below(8),
                dice.below(8),
                dice.below(8)
            )),
            3 => self.op(&format!("vector.insert {s}, {a} [{}] : {element} into {flat}", dice.below(4))),
            _ => self.op(&format!("{add} {a}, {b} : {flat}")),
        };
        match dice.below(7) {
            0 => {
                let cast = self.op(&format!("vector.shape_cast {start} : {flat} to {square}"));
                let turned = self.op(&format!("vector.transpose {cast}, [1, 0] : {square} to {square}"));
                (self.op(&format!("vector.shape_cast {turned} : {square} to {flat}")), flat.to_owned())
            }
            1 => (
                self.op(&format!("vector.extract {start}[{}] : {element} from {flat}", dice.below(4))),
                element.to_owned(),
            ),
            2 => {
                let part = self.op(&format!(
                    "vector.extract_strided_slice {start} {{offsets = [{}], sizes = [2], strides = [1]}} : {flat} to vector<2x{element}>",
                    dice.below(3)
                ));
                (self.op(&format!(
                    "vector.insert_strided_slice {part}, {b} {{offsets = [{}], strides = [1]}} : vector<2x{element}> into {flat}",
                    dice.below(3)
                )), flat.to_owned())
            }
            3 if !element.starts_with('f') => {
                let kind = pick(dice, &["add", "mul", "minsi", "maxui", "xor"]);
                (
                    self.op(&format!("vector.reduction <{kind}>, {start} : {flat} into {element}")),
                    element.to_owned(),
                )
            }
            4 => {
                let count = self.op(&format!("arith.constant {} : index", dice.below(6)));
                let mask = self.op(&format!("vector.create_mask {count} : vector<4xi1>"));
                (
                    self.op(&format!("arith.select {mask}, {start}, {b} : vector<4xi1>, {flat}")),
                    flat.to_owned(),
                )
            }
            5 => {
                let cast = self.op(&format!("vector.shape_cast {start} : {flat} to vector<4x1x{element}>"));
                let wide = self
                    .op(&format!("vector.broadcast {cast} : vector<4x1x{element}> to vector<4x3x{element}>"));
                (
                    self.op(&format!(
                        "vector.extract {wide}[{}] : vector<3x{element}> from vector<4x3x{element}>",
                        dice.below(4)
                    )),
                    format!("vector<3x{element}>"),
                )
            }
            _ => (self.op(&format!("{add} {start}, {b} : {flat}")), flat.to_owned()),
        }
    }

    /// A bound or step of a loop.
    fn bound(&mut self, dice: &mut Numbers, given: &str) -> String {
        match dice.below(3) {
            0 => given.to_owned(),
            _ => self.op(&format!("arith.constant {} : index", [0, 1, 2, 3, 4, 5, 7, -2][dice.below(8)])),
        }
    }

    fn loops(&mut self, dice: &mut Numbers) {
        let (n, m, x, y) =
            (self.parameter("index"), self.parameter("index"), self.parameter("i32"), self.parameter("i32"));
        for _ in 0..3 {
            let (low, high) = (self.bound(dice, &n), self.bound(dice, &m));
            let step = self.op(&format!("arith.constant {} : index", 1 + dice.below(3)));
            let (i, a) = (self.fresh(), self.fresh());
            let outer = self.fresh();
            let _ = writeln!(
                self.body,
                "  {outer} = scf.for {i} = {low} to {high} step {step} iter_args({a} = {x}) -> (i32) {{"
            );
            let cast = self.op(&format!("arith.index_cast {i} : index to i32"));
            let mut value = self.pair(dice, "i32", &[cast.clone(), a.clone(), y.clone()]);
            match dice.below(3) {
                0 => {
                    let (j, b, inner) = (self.fresh(), self.fresh(), self.fresh());
                    let from = if dice.below(2) == 0 { &low } else { &i };
                    let _ = writeln!(
                        self.body,
                        "  {inner} = scf.for {j} = {from} to {high} step {step} iter_args({b} = {value}) -> (i32) {{"
                    );
                    let next = self.pair(dice, "i32", &[a.clone(), b, cast]);
                    let _ = writeln!(self.body, "  scf.yield {next} : i32\n  }}");
                    value = inner;
                }
                1 => {
                    let condition =
                        self.op(&format!("arith.cmpi {}, {i}, {m} : index", pick(dice, &COMPARE)));
                    let chosen = self.fresh();
                    let _ = writeln!(self.body, "  {chosen} = scf.if {condition} -> (i32) {{");
                    let then = self.pair(dice, "i32", &[a.clone(), cast.clone()]);
                    let _ = writeln!(
                        self.body,
                        "  scf.yield {then} : i32\n  }} else {{\n  scf.yield {value} : i32\n  }}"
                    );
                    value = chosen;
                }
                _ => {}
            }
            let _ = writeln!(self.body, "  scf.yield {value} : i32\n  }}");
            self.results.push((outer, "i32".to_owned()));
        }
    }

    fn affine(&mut self, dice: &mut Numbers) {
        let (m, k) = (self.parameter("memref<8x8xi32>"), self.parameter("memref<8xi32>"));
        let n = self.parameter("index");
        for _ in 0..1 + dice.below(2) {
            let (i, j) = (self.fresh(), self.fresh());
            let high = match dice.below(3) {
                0 => format!("min affine_map<(d0) -> (d0, 8)>({n})"),
                1 => "0".to_owned(),
                _ => format!("{}", 1 + dice.below(8)),
            };
            let step = 1 + dice.below(3);
            let low = dice.below(3);
            let _ = writeln!(self.body, "  affine.for {i} = {low} to {high} step {step} {{");
            let inner = dice.below(4) != 0;
            let (first, second) = match dice.below(3) {
                0 => (&i, &j),
                1 => (&j, &i),
                _ => (&i, &i),
            };
            let (first, second) = if inner { (first, second) } else { (&i, &i) };
            if inner {
                // An induction variable is no symbol, as which a bound that is a value alone is read.
                let outer = || format!("affine_map<(d0) -> (d0)>({i})");
                let high = if dice.below(3) == 0 { outer() } else { format!("{}", 1 + dice.below(7)) };
                let _ = writeln!(self.body, "  affine.for {j} = 0 to {high} {{");
            }
            let at = |dice: &mut Numbers, name: &str| match dice.below(4) {
                0 => format!("{name} mod 4"),
                1 => format!("{name} floordiv 2"),
                _ => name.to_owned(),
            };
            let (row, column) = (at(dice, first), at(dice, second));
            let x = self.op(&format!("affine.load {m}[{row}, {column}] : memref<8x8xi32>"));
            let y = self.op(&format!("affine.load {k}[{first}] : memref<8xi32>"));
            let value = self.pair(dice, "i32", &[x, y]);
            let (row, column) = (at(dice, second), at(dice, first));
            let _ = match dice.below(2) {
                0 => writeln!(self.body, "  affine.store {value}, {m}[{row}, {column}] : memref<8x8xi32>"),
                _ => writeln!(self.body, "  affine.store {value}, {k}[{row}] : memref<8xi32>"),
            };
            let _ = writeln!(self.body, "{}  }}", if inner { "  }\n" } else { "" });
        }
    }

    fn memory(&mut self, dice: &mut Numbers) {
        let (m, i, x) = (self.parameter("memref<8xi32>"), self.parameter("index"), self.parameter("i32"));
        let zero = self.op("arith.constant 0 : index");
        let wide = self.op(&format!(
            "memref.expand_shape {m} [[0, 1]] output_shape [2, 4] : memref<8xi32> into memref<2x4xi32>"
        ));
        let offset = dice.below(4);
        let view = self.op(&format!(
            "memref.subview {m}[{offset}] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: {offset}>>"
        ));
        let part = format!("memref<4xi32, strided<[1], offset: {offset}>>");
        for _ in 0..4 {
            let at = self.op(&format!("arith.constant {} : index", dice.below(4)));
            let place = if dice.below(3) == 0 { i.clone() } else { at };
            let value = match dice.below(3) {
                0 => self.op(&format!("memref.load {m}[{place}] : memref<8xi32>")),
                1 => self.op(&format!("memref.load {wide}[{zero}, {place}] : memref<2x4xi32>")),
                _ => self.op(&format!("memref.load {view}[{place}] : {part}")),
            };
            let value = self.pair(dice, "i32", &[value, x.clone()]);
            self.results.push((value.clone(), "i32".to_owned()));
            let _ = match dice.below(4) {
                0 => writeln!(self.body, "  memref.store {value}, {m}[{place}] : memref<8xi32>"),
                1 => writeln!(self.body, "  memref.store {value}, {wide}[{zero}, {place}] : memref<2x4xi32>"),
                2 => writeln!(self.body, "  memref.store {value}, {view}[{place}] : {part}"),
                _ => Ok(()),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};

    use super::*;

    #[test]
    fn a_number_and_a_seed_give_one_text_and_others_give_others() {
        assert_eq!(text(1, 2), text(1, 2));
        assert_ne!(text(1, 2), text(1, 3));
        assert_ne!(text(1, 2), text(2, 2));
    }

    #[test]
    fn functions_are_read_and_compute_something() {
        for number in 0..200 {
            let text = text(7, number);
            let parsed = assay_ir::text::parse(&Context::new(), &Source::new("g.mlir", text.clone()));
            assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
            assert!(parsed.program.walk(parsed.program.top()).count() > 5, "{text}");
        }
    }
}
