//! Programs that the checker took, on inputs that aim at memory, stack and time: raw indices, sizes that no machine has, views
//! beside their source, memory that was freed, recursion and loops without end, little fuel. Compiled code comes to what the
//! interpreter comes to. `ASSAY_HOSTILE=N` draws N programs, `ASSAY_SEED=S` others.

use std::fmt::Write as _;

use crate::programs::generate::{Random, whole};
use crate::programs::{compare, number};
use assay_backend::engine::{Engine, Limit, Options, Outcome, Undefined};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::{Context, Source};
use assay_ir::{text, wellformed};
use assay_jit::Jit;

/// Numbers that are chosen as indices, sizes, steps and depths.
const ODD: &[i64] = &[
    0,
    1,
    2,
    3,
    5,
    7,
    8,
    64,
    -1,
    -2,
    1 << 16,
    1 << 31,
    1 << 32,
    1 << 48,
    (1 << 60) + 1,
    1 << 61,
    1 << 62,
    (1 << 62) + 1,
    i64::MAX,
    i64::MIN,
    0x1234_5678_9abc_def0,
];

/// A number that a program may do with, or one of those.
fn chosen(random: &mut Random) -> i64 {
    if random.once_in(4) { random.choose(ODD) } else { random.choose(&[0, 0, 1, 1, 2]) }
}

/// A function `@h` of three numbers that uses them for everything that a number can break.
struct Writer<'r> {
    random: &'r mut Random,
    text: String,
    next: usize,
    /// Memrefs of one dimension: name and type.
    memory: Vec<(String, String)>,
    numbers: Vec<String>,
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("%h{}", self.next)
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "  {line}").expect("a string takes it");
    }

    fn number(&mut self) -> String {
        if !self.random.once_in(4) {
            let at = self.random.below(self.numbers.len() as u64) as usize;
            return self.numbers[at].clone();
        }
        let (name, value) = (self.name(), chosen(self.random));
        self.line(&format!("{name} = arith.constant {value} : index"));
        name
    }

    fn memref(&mut self) -> (String, String) {
        let at = self.random.below(self.memory.len() as u64) as usize;
        self.memory[at].clone()
    }

    fn allocate(&mut self) {
        let (name, size) = (self.name(), self.random.choose(&[1, 4, 9, 1000]));
        let element = self.random.choose(&["i8", "i32", "i64", "i1", "i128", "f64", "index"]);
        let op = self.random.choose(&["alloc", "alloc", "alloca"]);
        let (operands, ty) = match self.random.once_in(2) {
            true => (self.number(), format!("memref<?x{element}>")),
            false => (String::new(), format!("memref<{size}x{element}>")),
        };
        self.line(&format!("{name} = memref.{op}({operands}) : {ty}"));
        self.memory.push((name, ty));
    }

    /// The type of the elements of a memref.
    fn element(ty: &str) -> String {
        let shape = ty.trim_start_matches("memref<").trim_end_matches('>');
        let shape = shape.split(',').next().unwrap_or(shape);
        shape.split_once('x').map_or(shape, |(_, element)| element).to_owned()
    }

    fn access(&mut self) {
        let ((memory, ty), index) = (self.memref(), self.number());
        let (loaded, element) = (self.name(), Writer::element(&ty));
        self.line(&format!("{loaded} = memref.load {memory}[{index}] : {ty}"));
        let at = self.number();
        self.line(&format!("memref.store {loaded}, {memory}[{at}] : {ty}"));
        if element == "index" {
            // The loaded number is used as an index.
            self.numbers.push(loaded);
        }
    }

    fn view(&mut self) {
        let (memory, ty) = self.memref();
        let (name, element) = (self.name(), Writer::element(&ty));
        let [offset, size, stride] = std::array::from_fn(|_| self.number());
        let part = format!("memref<?x{element}, strided<[?], offset: ?>>");
        self.line(&format!(
            "{name} = memref.subview {memory}[{offset}] [{size}] [{stride}] : {ty} to {part}"
        ));
        self.memory.push((name, part));
    }

    fn copy(&mut self) {
        let (from, ty) = self.memref();
        let element = Writer::element(&ty);
        let alike: Vec<(String, String)> =
            self.memory.iter().filter(|(_, ty)| Writer::element(ty) == element).cloned().collect();
        let (to, other) = alike[self.random.below(alike.len() as u64) as usize].clone();
        // MLIR takes no copy between written sizes that differ.
        if ty == other || (ty.contains('?') && other.contains('?')) {
            self.line(&format!("memref.copy {from}, {to} : {ty} to {other}"));
        }
    }

    fn turns(&mut self) {
        let [lower, upper, step, at] = std::array::from_fn(|_| self.number());
        let (induction, (memory, ty)) = (self.name(), self.memref());
        let value = self.name();
        self.line(&format!("scf.for {induction} = {lower} to {upper} step {step} {{"));
        self.line(&format!("  {value} = memref.load {memory}[{induction}] : {ty}"));
        self.line(&format!("  memref.store {value}, {memory}[{at}] : {ty}"));
        self.line("}");
    }

    fn recursion(&mut self) {
        let [a, b, c] = std::array::from_fn(|_| self.number());
        let (condition, limit) = (self.name(), self.number());
        self.line(&format!("{condition} = arith.cmpi slt, {a}, {limit} : index"));
        self.line(&format!("scf.if {condition} {{"));
        self.line(&format!("  func.call @h({b}, {c}, {a}) : (index, index, index) -> ()"));
        self.line("}");
    }

    fn arithmetic(&mut self) {
        let (name, a, b) = (self.name(), self.number(), self.number());
        let op = self.random.choose(&["addi", "muli", "subi", "divsi", "remui", "shli"]);
        self.line(&format!("{name} = arith.{op} {a}, {b} : index"));
        self.numbers.push(name);
    }

    fn free(&mut self) {
        let (memory, ty) = self.memref();
        self.line(&format!("memref.dealloc {memory} : {ty}"));
    }

    fn extent(&mut self) {
        let ((memory, ty), at, name) = (self.memref(), self.number(), self.name());
        self.line(&format!("{name} = memref.dim {memory}, {at} : {ty}"));
        self.numbers.push(name);
    }

    fn tensor(&mut self) {
        let [size, at, place] = std::array::from_fn(|_| self.number());
        let [one, name, made, got] = std::array::from_fn(|_| self.name());
        self.line(&format!("{one} = arith.constant 1 : i32"));
        self.line(&format!("{name} = tensor.splat {one}[{size}] : tensor<?xi32>"));
        self.line(&format!("{made} = tensor.insert {one} into {name}[{at}] : tensor<?xi32>"));
        self.line(&format!("{got} = tensor.extract {made}[{place}] : tensor<?xi32>"));
    }
}

/// A program whose `@h` takes three numbers.
fn hostile(random: &mut Random) -> String {
    let others = if random.once_in(4) { whole(random).text } else { String::new() };
    let numbers = ["%a", "%b", "%c"].map(str::to_owned).to_vec();
    let mut writer = Writer { random, text: String::new(), next: 0, memory: Vec::new(), numbers };
    writer.allocate();
    for _ in 0..3 + writer.random.below(8) {
        match writer.random.below(16) {
            0..3 => writer.allocate(),
            3..7 => writer.access(),
            7..9 => writer.view(),
            9 => writer.copy(),
            10 => writer.turns(),
            11 => writer.recursion(),
            12 => writer.arithmetic(),
            13 => writer.free(),
            14 => writer.extent(),
            _ => writer.tensor(),
        }
    }
    format!("{others}func.func @h(%a: index, %b: index, %c: index) {{\n{}  return\n}}\n", writer.text)
}

/// How runs ended.
#[derive(Debug, Default)]
struct Tally {
    whole: usize,
    undefined: usize,
    outside: usize,
    limits: [usize; 3],
    refused: usize,
}

impl Tally {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Values(_) => self.whole += 1,
            Outcome::Ub { why: Undefined::OutOfBounds, .. } => self.outside += 1,
            Outcome::Ub { .. } => self.undefined += 1,
            Outcome::OutOfFuel(Limit::Memory) => self.limits[0] += 1,
            Outcome::OutOfFuel(Limit::Depth) => self.limits[1] += 1,
            Outcome::OutOfFuel(_) => self.limits[2] += 1,
            _ => self.refused += 1,
        }
    }
}

fn hostile_inputs_of_verified_programs_stay_inside_of_memory_stack_and_fuel() {
    let registry = assay_corpus::load_builtin(&Context::new());
    let (mut tally, count) = (Tally::default(), number("ASSAY_HOSTILE", 400));
    for index in 0..count {
        let mut random = Random::new(number("ASSAY_SEED", 1).wrapping_mul(1 << 32) ^ index);
        let text = hostile(&mut random);
        let parsed = text::parse(registry.ctx(), &Source::new("hostile.mlir", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{:#?}\n{text}", parsed.diagnostics);
        let program = parsed.program;
        let violations = wellformed::check(&program, &registry, &wellformed::Options::default());
        assert!(violations.is_empty(), "{violations:?}\n{text}");
        let function = find_function(&program, "h").expect("the program has @h");
        for _ in 0..2 {
            let arguments: Vec<Value> =
                (0..3).map(|_| Value::int(64, u128::from(chosen(&mut random) as u64))).collect();
            let options = Options {
                fuel: random.choose(&[0, 50, 5_000, 5_000, 5_000, 5_000]),
                depth: random.choose(&[0, 30, 2_000, 2_000, 2_000, 2_000]),
                memory: random.choose(&[100, 1 << 16, 1 << 20, 1 << 20, 1 << 20, 1 << 20]),
                ..Options::default()
            };
            let expected =
                Interpreter.run(&program, function, &arguments, &options).expect("the arguments fit");
            let got = Jit.run(&program, function, &arguments, &options).expect("the arguments fit");
            tally.add(&got.outcome);
            // Compiled code may give up at a limit where the interpreter has not reached it yet.
            if matches!(got.outcome, Outcome::OutOfFuel(_)) {
                continue;
            }
            let compared = std::panic::catch_unwind(|| compare(&program, &options, &expected, &got));
            assert!(compared.is_ok(), "{arguments:?} {options:?}\n{text}");
        }
    }
    println!("{count} programs: {tally:?}");
    let Tally { whole, undefined, outside, limits, refused } = tally;
    assert!(whole > 0 && undefined > 0 && outside > 0 && limits.iter().all(|count| *count > 0), "{tally:?}");
    // Operations that compiled code does not know are refused; most programs run.
    assert!(refused * 4 < 2 * count as usize, "{tally:?}");
}

assay_testing::tests!(hostile_inputs_of_verified_programs_stay_inside_of_memory_stack_and_fuel,);
