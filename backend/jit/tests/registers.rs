//! Vectors whose elements lie in registers of the machine, and those that fill none: random programs over loads, stores, arithmetic,
//! comparisons, loops with carried vectors and calls, through the interpreter and both kinds of compiled code. And fuel that is
//! paid before a loop. `ASSAY_ENGINE_PROGRAMS` says on how many programs.

use crate::programs::{Random, compare, number, read};
use assay_backend::engine::{Engine, Limit, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_ir::library::Product;
use assay_jit::{Batch, Effort, Parameters, Settings};

/// Elements of the memory.
const LENGTH: u64 = 40;

const ELEMENTS: &[&str] = &["f32", "f64", "i32", "i64", "index", "i8", "i16", "i33"];
/// Shapes that fill registers of two or four elements, and shapes that do not.
const SHAPES: &[&[u64]] =
    &[&[4], &[2], &[8], &[16], &[12], &[3], &[1], &[6], &[2, 4], &[4, 4], &[3, 2], &[2, 2, 4]];

/// One program while it is written.
struct Writer<'r> {
    random: &'r mut Random,
    element: &'static str,
    shape: Vec<u64>,
    lines: Vec<String>,
    vectors: Vec<String>,
    masks: Vec<String>,
    next: usize,
}

impl Writer<'_> {
    fn is_float(&self) -> bool {
        self.element.starts_with('f')
    }

    fn count(&self) -> u64 {
        self.shape.iter().product()
    }

    fn ty_with(&self, element: &str) -> String {
        let extents: Vec<String> = self.shape.iter().map(u64::to_string).collect();
        format!("vector<{}x{element}>", extents.join("x"))
    }

    fn ty(&self) -> String {
        self.ty_with(self.element)
    }

    fn define(&mut self, right: &str) -> String {
        self.next += 1;
        self.lines.push(format!("%v{} = {right}", self.next));
        format!("%v{}", self.next)
    }

    fn vector(&mut self) -> String {
        let at = self.random.below(self.vectors.len() as u64) as usize;
        self.vectors[at].clone()
    }

    /// The name, the subscripts and the type of memory of as many dimensions as the vector has, or of one.
    fn memory(&mut self) -> (String, String) {
        let element = self.element;
        let which = self.random.choose(&["%m", "%n"]);
        match self.shape.len() {
            1 => {
                let places = ["%i", "%c0", "%c4", "%j"];
                (format!("{which}[{}]", self.random.choose(&places)), format!("memref<{LENGTH}x{element}>"))
            }
            rank => {
                let at: Vec<&str> = (0..rank).map(|_| self.random.choose(&["%c0", "%c1"])).collect();
                (format!("%wide{rank}[{}]", at.join(", ")), format!("memref<{}{element}>", "6x".repeat(rank)))
            }
        }
    }

    fn step(&mut self) {
        let (ty, element) = (self.ty(), self.element);
        let [a, b, c] = [self.vector(), self.vector(), self.vector()];
        let new = match self.random.below(14) {
            0 | 1 => {
                let (place, memory) = self.memory();
                match self.random.once_in(2) {
                    true => format!("vector.load {place} : {memory}, {ty}"),
                    false => {
                        let inside = vec!["true"; self.shape.len()].join(", ");
                        format!(
                            "vector.transfer_read {place}, %s {{in_bounds = [{inside}]}} : {memory}, {ty}"
                        )
                    }
                }
            }
            2 | 3 => {
                let (place, memory) = self.memory();
                self.lines.push(format!("vector.store {a}, {place} : {memory}, {ty}"));
                return;
            }
            4 => format!("vector.broadcast %s : {element} to {ty}"),
            5 if self.is_float() => format!("vector.fma {a}, {b}, {c} : {ty}"),
            6 => {
                let (name, predicate) = match self.is_float() {
                    true => ("arith.cmpf", self.random.choose(&["olt", "ueq", "uno", "one", "oge"])),
                    false => ("arith.cmpi", self.random.choose(&["slt", "ult", "eq", "ne", "uge", "sgt"])),
                };
                let mask = self.define(&format!("{name} {predicate}, {a}, {b} : {ty}"));
                self.masks.push(mask);
                return;
            }
            7 | 8 if !self.masks.is_empty() => {
                let at = self.random.below(self.masks.len() as u64) as usize;
                let (mask, flags) = (self.masks[at].clone(), self.ty_with("i1"));
                format!("arith.select {mask}, {a}, {b} : {flags}, {ty}")
            }
            9 => format!("arith.select %flag, {a}, {b} : {ty}"),
            10 if self.is_float() => {
                let name = self.random.choose(&["arith.negf", "math.absf", "math.sqrt"]);
                format!("{name} {a} : {ty}")
            }
            11 if self.shape.len() == 1 => {
                let at = self.random.below(self.count());
                match self.random.once_in(2) {
                    true => format!("vector.insert %s, {a}[{at}] : {element} into {ty}"),
                    false => self.reduced(&a, &ty),
                }
            }
            12 => return self.carried(),
            _ => {
                let name = match self.is_float() {
                    true => self.random.choose(&[
                        "arith.addf",
                        "arith.subf",
                        "arith.mulf",
                        "arith.divf",
                        "arith.maximumf",
                        "arith.minimumf",
                        "arith.maxnumf",
                    ]),
                    false => self.random.choose(&[
                        "arith.addi",
                        "arith.subi",
                        "arith.muli",
                        "arith.andi",
                        "arith.xori",
                        "arith.maxsi",
                        "arith.maxui",
                        "arith.minsi",
                        "arith.minui",
                        "arith.shli",
                    ]),
                };
                let flags = match (name, self.random.below(6)) {
                    ("arith.addf" | "arith.mulf", 0) => " fastmath<nnan>",
                    ("arith.addi" | "arith.muli", 0) => " overflow<nsw>",
                    _ => "",
                };
                format!("{name} {a}, {b}{flags} : {ty}")
            }
        };
        let name = self.define(&new);
        self.vectors.push(name);
    }

    /// A vector of one element, which is the combination of all elements of another one.
    fn reduced(&mut self, a: &str, ty: &str) -> String {
        let element = self.element;
        let word = match self.is_float() {
            true => self.random.choose(&["add", "mul", "maximumf", "minnumf"]),
            false => self.random.choose(&["add", "mul", "xor", "maxsi", "minui"]),
        };
        let sum = self.define(&format!("vector.reduction <{word}>, {a} : {ty} into {element}"));
        format!("vector.broadcast {sum} : {element} to {ty}")
    }

    /// A loop that carries two vectors.
    fn carried(&mut self) {
        let (ty, a, b) = (self.ty(), self.vector(), self.vector());
        self.next += 1;
        let name = format!("%l{}", self.next);
        let upper = self.random.choose(&["%j", "%c4", "%c0", "%i"]);
        self.lines.push(format!(
            "{name}:2 = scf.for %k{0} = %c0 to {upper} step %c1 iter_args(%x{0} = {a}, %y{0} = {b}) -> ({ty}, {ty}) {{",
            self.next
        ));
        let (number, vectors, masks) = (self.next, self.vectors.len(), self.masks.len());
        self.vectors.extend([format!("%x{number}"), format!("%y{number}")]);
        for _ in 0..1 + self.random.below(3) {
            self.step();
        }
        let yielded = [self.vector(), self.vector()];
        self.lines.push(format!("scf.yield {}, {} : {ty}, {ty}\n}}", yielded[0], yielded[1]));
        self.vectors.truncate(vectors);
        self.masks.truncate(masks);
        self.vectors.extend([format!("{name}#0"), format!("{name}#1")]);
    }
}

fn program(random: &mut Random) -> (&'static str, Vec<u64>, String) {
    let (element, shape) = (random.choose(ELEMENTS), random.choose(SHAPES).to_vec());
    let mut writer = Writer {
        random,
        element,
        shape: shape.clone(),
        lines: Vec::new(),
        vectors: vec!["%given".to_owned(), "%one".to_owned()],
        masks: Vec::new(),
        next: 0,
    };
    for _ in 0..12 {
        writer.step();
    }
    let result = writer.vector();
    let (ty, flags) = (writer.ty(), writer.ty_with("i1"));
    let mask = writer.masks.last().cloned().unwrap_or("%none".to_owned());
    let memory = format!("memref<{LENGTH}x{element}>");
    let one = if element.starts_with('f') { "1.5" } else { "3" };
    let text = format!(
        "func.func @f(%m: {memory}, %n: {memory}, %wide2: memref<6x6x{element}>, %wide3: memref<6x6x6x{element}>,
    %s: {element}, %given: {ty}, %flag: i1, %i: index, %j: index) -> ({ty}, {flags}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant dense<{one}> : {ty}
  %none = arith.constant dense<false> : {flags}
  {}
  return {result}, {mask} : {ty}, {flags}
}}",
        writer.lines.join("\n  ")
    );
    (element, shape, text)
}

/// A number of an element type; a float may be a NaN with any bits.
fn element(random: &mut Random, ty: &str, poison: bool) -> Value {
    let value = match ty {
        "f32" => match random.below(6) {
            0 => Value::f32(f32::from_bits(random.bits() as u32 | 0x7f80_0000)),
            1 => Value::f32(random.choose(&[0.0, -0.0, f32::INFINITY, f32::MIN_POSITIVE / 8.0])),
            _ => Value::f32((random.below(400) as f32 - 200.0) / 16.0),
        },
        "f64" => match random.below(6) {
            0 => Value::f64(f64::from_bits(random.bits() | 0x7ff0_0000_0000_0000)),
            1 => Value::f64(random.choose(&[0.0, -0.0, f64::INFINITY, f64::MIN_POSITIVE / 8.0])),
            _ => Value::f64((random.below(400) as f64 - 200.0) / 16.0),
        },
        "index" => random.value(64),
        ty => random.value(ty[1..].parse().expect("an integer type")),
    };
    match (poison, &value) {
        (true, _) if random.once_in(12) => Value::Poison,
        (false, Value::Poison) => element(random, ty, false),
        _ => value,
    }
}

fn elements(random: &mut Random, ty: &str, shape: &[u64], poison: bool) -> Value {
    let count: u64 = shape.iter().product();
    let all: Vec<Value> = (0..count).map(|_| element(random, ty, poison)).collect();
    Value::Shaped(Shaped::new(shape.to_vec(), all))
}

fn both_engines_agree_on_vectors_in_registers() {
    let mut random = Random::new(22);
    let (mut values, mut undefined) = (0, 0);
    let programs = number("ASSAY_ENGINE_PROGRAMS", 250);
    for _ in 0..programs {
        let (ty, shape, text) = program(&mut random);
        let program = read(&text);
        let function = find_function(&program, "f").expect("the program has @f");
        let poisons = random.once_in(2);
        let options = Options { fuel: 100_000, trace: random.once_in(2), ..Options::default() };
        let batches = [Effort::Compile, Effort::Run].map(|effort| {
            let settings = Settings { effort, trace: options.trace, ..Settings::default() };
            Batch::compile(&[(&program, function)], settings)
        });
        for _ in 0..3 {
            let mut memory = |shape: &[u64]| elements(&mut random, ty, shape, false);
            let mut arguments: Vec<Value> =
                [&[LENGTH][..], &[LENGTH], &[6, 6], &[6, 6, 6]].into_iter().map(&mut memory).collect();
            arguments.push(element(&mut random, ty, poisons));
            arguments.push(elements(&mut random, ty, &shape, poisons));
            arguments.push(Value::int(1, u128::from(random.below(2))));
            // Places near both ends, and before and behind them.
            arguments.push(Value::int(64, u128::from(random.below(LENGTH + 2)).wrapping_sub(1)));
            arguments.push(Value::int(64, u128::from(random.below(6))));
            let expected =
                Interpreter.run(&program, function, &arguments, &options).expect("the arguments fit");
            match expected.outcome {
                Outcome::Values(_) => values += 1,
                Outcome::Ub { .. } => undefined += 1,
                _ => {}
            }
            for batch in &batches {
                let got = batch.functions()[0].run(&arguments, &options).expect("the arguments fit");
                let compared = std::panic::catch_unwind(|| compare(&program, &options, &expected, &got));
                match compared {
                    Ok(compared) => assert!(
                        compared || !expected.outcome.is_decided(),
                        "compiled as a whole:\n{text}\n{:?}\n{:?}",
                        expected.outcome,
                        got.outcome
                    ),
                    Err(_) => panic!("{arguments:?}\n{text}"),
                }
            }
        }
    }
    assert!(values > programs && undefined * 20 > programs, "{values} {undefined}");
}

/// The loop ends at every amount of fuel as one that pays at the end of each iteration: with a limit, with what is undefined
/// before it is reached, or with its values.
fn fuel_that_is_paid_before_a_loop_runs_out_where_it_would_in_it() {
    for (bounds, ty, iterations) in [
        ("%c0 to %n step %c1", "index", 9),
        ("%c0 to %n step %c2", "index", 5),
        ("%c1 to %n step %c3", "i8", 3),
    ] {
        // Each iteration takes 2 + 5 + 5 + 3 for its four operations and the values that they name.
        let text = format!(
            "func.func @f(%n: {ty}, %trap: i32) -> i32 {{
  %c0 = arith.constant 0 : {ty}
  %c1 = arith.constant 1 : {ty}
  %c2 = arith.constant 2 : {ty}
  %c3 = arith.constant 3 : {ty}
  %zero = arith.constant 0 : i32
  %r = scf.for %i = {bounds} iter_args(%x = %trap) -> (i32) : {ty} {{
    %one = arith.constant 1 : i32
    %y = arith.subi %x, %one : i32
    %q = arith.divsi %one, %y : i32
    scf.yield %y : i32
  }}
  return %r : i32
}}"
        )
        .replace(" : index {", " {");
        let program = read(&text);
        let function = find_function(&program, "f").expect("the program has @f");
        let width = if ty == "i8" { 8 } else { 64 };
        for effort in [Effort::Compile, Effort::Run] {
            let batch = Batch::compile(&[(&program, function)], Settings { effort, ..Settings::default() });
            let run = |fuel: u64, trap: u128| {
                let arguments = [Value::int(width, 9), Value::int(32, trap)];
                let options = Options { fuel, ..Options::default() };
                batch.functions()[0].run(&arguments, &options).expect("the arguments fit").outcome
            };
            // A unit for each operation, operand and result.
            let cost = 2 + 4 + 4 + 2;
            for fuel in 0..cost * (iterations + 1) {
                // The end of an iteration is where its fuel is missing.
                let last = (fuel / cost + 1).min(iterations);
                let enough = fuel >= cost * iterations;
                for trap in 1..=iterations + 1 {
                    let outcome = run(fuel, u128::from(trap));
                    match trap <= last {
                        true => assert!(
                            matches!(outcome, Outcome::Ub { .. }),
                            "{bounds} {fuel} {trap}: {outcome:?}"
                        ),
                        false if enough => {
                            let left = Value::int(32, u128::from(trap - iterations));
                            assert_eq!(outcome, Outcome::Values(vec![left]), "{bounds} {fuel} {trap}");
                        }
                        false => {
                            assert_eq!(outcome, Outcome::OutOfFuel(Limit::Fuel), "{bounds} {fuel} {trap}");
                        }
                    }
                }
            }
        }
    }
}

/// Memory of open extents as arguments, in loops up to its extents, and up to numbers that may be behind them.
fn memory_of_open_extents_is_an_argument() {
    let text = "func.func @f(%m: memref<?x3x?xi32>, %o: memref<?xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %rows = memref.dim %m, %c0 : memref<?x3x?xi32>
  %columns = memref.dim %m, %c2 : memref<?x3x?xi32>
  %least = arith.minsi %columns, %n : index
  %r = scf.for %i = %c0 to %rows step %c1 iter_args(%s = %zero) -> (i32) {
    %t = scf.for %j = %c0 to %least step %c1 iter_args(%u = %s) -> (i32) {
      %x = memref.load %m[%i, %c2, %j] : memref<?x3x?xi32>
      %y = arith.addi %x, %u : i32
      memref.store %y, %m[%i, %c1, %j] : memref<?x3x?xi32>
      scf.yield %y : i32
    }
    scf.yield %t : i32
  }
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%q = %o) -> (memref<?xi32>) {
    memref.store %r, %q[%i] : memref<?xi32>
    scf.yield %q : memref<?xi32>
  }
  %places = memref.dim %p, %c0 : memref<?xi32>
  %least_place = arith.minsi %places, %c1 : index
  scf.for %i = %c0 to %least_place step %c1 {
    memref.store %zero, %p[%i] : memref<?xi32>
  }
  return %r : i32
}";
    let mut random = Random::new(23);
    let program = read(text);
    let function = find_function(&program, "f").expect("the program has @f");
    let options = Options::default();
    let batch = Batch::compile(&[(&program, function)], Settings::default());
    let mut undefined = 0;
    for _ in 0..60 {
        let [rows, columns, places] = [4, 5, 5].map(|most| random.below(most));
        let arguments = [
            elements(&mut random, "i32", &[rows, 3, columns], false),
            elements(&mut random, "i32", &[places], false),
            Value::int(64, u128::from(random.below(6))),
        ];
        let expected = Interpreter.run(&program, function, &arguments, &options).expect("the arguments fit");
        undefined += usize::from(matches!(expected.outcome, Outcome::Ub { .. }));
        let got = batch.functions()[0].run(&arguments, &options).expect("the arguments fit");
        assert!(compare(&program, &options, &expected, &got), "{arguments:?}");
    }
    assert!((10..50).contains(&undefined), "{undefined}");
    let wrong = [
        elements(&mut random, "i32", &[2, 4, 2], false),
        elements(&mut random, "i32", &[2], false),
        Value::int(64, 0),
    ];
    assert!(batch.functions()[0].run(&wrong, &options).is_err(), "an extent is three");
}

/// Numbers that are exact in floats give the bits of the plain nest in any order; a function that only looks like one of the
/// library, memory that overlaps, and runs without kernels keep their bodies.
fn kernels_are_what_they_stand_for() {
    let mut random = Random::new(24);
    for number in 0..16 {
        let [a, b, swapped, wide] = [1, 2, 4, 8].map(|bit| number & bit != 0);
        let element = if wide { "f64" } else { "f32" }.to_owned();
        let product = Product { sizes: [5, 7, 9], transposed: [a, b], swapped, element, leading: None };
        let text = product.text(&product.name());
        let program = read(&text);
        let function = find_function(&program, &product.name()).expect("the text has the function");
        let arguments = product.shapes().map(|shape| {
            let count = shape.iter().product::<u64>();
            let exact = (0..count).map(|_| {
                let number = random.below(41) as f64 - 20.0;
                if wide { Value::f64(number) } else { Value::f32(number as f32) }
            });
            Value::Shaped(Shaped::new(shape.to_vec(), exact.collect::<Vec<_>>()))
        });
        let options = Options::default();
        let runs = [false, true].map(|kernels| {
            let settings = Settings { kernels, ..Settings::default() };
            let batch = Batch::compile(&[(&program, function)], settings);
            batch.functions()[0].run(&arguments, &options).expect("the arguments fit")
        });
        assert_eq!(runs[0].outcome, Outcome::Values(Vec::new()), "{text}");
        assert_eq!((&runs[0].outcome, &runs[0].memory), (&runs[1].outcome, &runs[1].memory), "{text}");
        // The body was not run.
        assert!(runs[1].fuel < runs[0].fuel, "{} {}", runs[1].fuel, runs[0].fuel);
    }
}

/// A product of parts of larger matrices, which begin somewhere: its kernel changes the elements that its body changes.
fn kernels_of_parts_are_what_they_stand_for() {
    let mut random = Random::new(25);
    for number in 0..16 {
        let [a, b, wide, first] = [1, 2, 4, 8].map(|bit| number & bit != 0);
        let element = if wide { "f64" } else { "f32" };
        let arrays = [[2, 9, 8], [2, 8, 9], [2, 6, 7]];
        let leading = Some(arrays.map(|[.., columns]| columns));
        let product = Product {
            sizes: [3, 4, 5],
            transposed: [a, b],
            swapped: false,
            element: element.to_owned(),
            leading,
        };
        let name = product.name();
        let (shapes, types) = (product.shapes(), product.types());
        let whole =
            arrays.map(|[batches, rows, columns]| format!("memref<{batches}x{rows}x{columns}x{element}>"));
        let views: String = (0..3)
            .map(|which| {
                let [rows, columns] = shapes[which];
                format!(
                    "  %v{which} = memref.subview %m{which}[%i, %j, %k] [1, {rows}, {columns}] [1, 1, 1] : {} to {}\n",
                    whole[which], types[which]
                )
            })
            .collect();
        let text = format!(
            "func.func @f(%m0: {}, %m1: {}, %m2: {}, %i: index, %j: index, %k: index) {{\n{views}  \
             func.call @{name}(%v0, %v1, %v2) : ({}) -> ()\n  return\n}}\n{}",
            whole[0],
            whole[1],
            whole[2],
            types.join(", "),
            product.text(&name)
        );
        let program = read(&text);
        let function = find_function(&program, "f").expect("the text has the function");
        let mut arguments: Vec<Value> = Vec::new();
        for shape in arrays {
            let count = shape.iter().product::<u64>();
            let exact = (0..count).map(|_| {
                let number = random.below(41) as f64 - 20.0;
                if wide { Value::f64(number) } else { Value::f32(number as f32) }
            });
            arguments.push(Value::Shaped(Shaped::new(shape.to_vec(), exact.collect::<Vec<_>>())));
        }
        arguments.extend([u128::from(first), 2, 3].map(|number| Value::int(64, number)));
        let options = Options::default();
        let runs = [false, true].map(|kernels| {
            let settings = Settings { kernels, parameters: Parameters::Defined, ..Settings::default() };
            let batch = Batch::compile(&[(&program, function)], settings);
            batch.functions()[0].run(&arguments, &options).expect("the arguments fit")
        });
        assert_eq!(runs[0].outcome, Outcome::Values(Vec::new()), "{text}");
        assert_eq!((&runs[0].outcome, &runs[0].memory), (&runs[1].outcome, &runs[1].memory), "{text}");
        assert!(runs[1].fuel < runs[0].fuel, "{} {}", runs[1].fuel, runs[0].fuel);
    }
}

assay_testing::tests!(
    kernels_of_parts_are_what_they_stand_for,
    memory_of_open_extents_is_an_argument,
    kernels_are_what_they_stand_for,
    both_engines_agree_on_vectors_in_registers,
    fuel_that_is_paid_before_a_loop_runs_out_where_it_would_in_it,
);
