//! The interpreter against real execution: random programs, lowered by real MLIR and run on this machine's processor
//! by its runner. Every call that is defined and free of poison here has to give the same bits there, any NaN for a
//! NaN. `ASSAY_RUNNER_PROGRAMS` says how many programs (default 120), `ASSAY_RUNNER_SEED` from which seed; a campaign is
//! `ASSAY_RUNNER_PROGRAMS=2600 cargo test -p assay-jit --test tests runner:: -- --nocapture`.

use std::fmt::Write;
use std::time::Duration;

use crate::programs::random::{Mix, PARAMETERS, RESULTS, Random, Type, function};
use crate::programs::shaped::{DIALECTS, Dialect};
use crate::programs::{agrees, number, read};
use assay_backend::engine::{Engine, Limit, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::FloatKind;
use assay_mlir::MlirOpt;
use assay_mlir::process::Limits;
use assay_mlir::runner::{HEX, MAIN, MlirRunner, NAN, printing};
use assay_testing::{Checked, Missing};

/// The passes that come before, for programs in `tensor`, `linalg`, `affine` and `vector`.
const LOWER_SHAPED: [&str; 12] = [
    "--one-shot-bufferize",
    "--convert-linalg-to-loops",
    "--expand-strided-metadata",
    "--lower-affine",
    "--lower-vector-mask",
    "--test-vector-scan-lowering",
    "--lower-vector-multi-reduction",
    "--convert-vector-to-scf=full-unroll target-rank=1",
    "--lower-affine",
    "--canonicalize",
    "--cse",
    "--fold-memref-alias-ops",
];

/// The bits that are printed for a value.
fn bits(value: &Value) -> Option<u64> {
    match value {
        Value::Int(int) => u64::try_from(int.to_u128()?).ok(),
        Value::Float(float) if float.is_nan() => Some(NAN),
        Value::Float(float) => u64::try_from(float.bits).ok(),
        _ => None,
    }
}

fn argument(random: &mut Random, ty: Type) -> Value {
    match ty {
        Type::Int(width) => Value::Int(assay_backend::int::Int::from_i128(width, random.integer(width))),
        Type::Index => Value::int(64, random.integer(64) as u64 as u128),
        Type::F32 => {
            let special =
                [0.0, -0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MIN_POSITIVE, 1.0e-45];
            let drawn = f32::from_bits(random.next() as u32);
            Value::f32(if random.one_in(2) { random.pick(&special) } else { drawn })
        }
        Type::F64 => {
            let special = [0.0, -0.0, 1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 5.0e-324];
            let drawn = f64::from_bits(random.next());
            Value::f64(if random.one_in(2) { random.pick(&special) } else { drawn })
        }
    }
}

/// A constant of a value.
fn constant(value: &Value) -> String {
    match value {
        Value::Int(int) => format!("{} : i{}", int.to_signed(), int.width()),
        Value::Float(float) if float.kind == FloatKind::F32 => format!("0x{:08X} : f32", float.bits),
        Value::Float(float) => format!("0x{:016X} : f64", float.bits),
        other => panic!("no parameter of the programs here is {other}"),
    }
}

/// What a run of a batch came to.
#[derive(Default, Debug)]
struct Counts {
    programs: usize,
    defined_programs: usize,
    calls: usize,
    defined_calls: usize,
    undefined_calls: usize,
    poison_calls: usize,
    unfinished_calls: usize,
    /// Calls that the JIT compiles and that it agrees on.
    jit_calls: usize,
    results: usize,
}

/// One call in a module: the function, its arguments, what it gives.
struct Call {
    function: usize,
    arguments: Vec<Value>,
    expected: Vec<u64>,
}

fn main_of(calls: &[Call]) -> String {
    let mut text = format!("func.func @{MAIN}() {{\n");
    for (number, call) in calls.iter().enumerate() {
        for (index, argument) in call.arguments.iter().enumerate() {
            let _ = writeln!(text, "  %a{number}_{index} = arith.constant {}", constant(argument));
        }
        let names: Vec<String> = (0..PARAMETERS.len()).map(|index| format!("%a{number}_{index}")).collect();
        let _ = writeln!(
            text,
            "  %r{number}:4 = func.call @f{}({}) : ({}) -> ({})",
            call.function,
            names.join(", "),
            PARAMETERS.map(Type::text).join(", "),
            RESULTS.map(Type::text).join(", ")
        );
        for (index, ty) in RESULTS.iter().enumerate() {
            let (value, wide) = (format!("%r{number}#{index}"), format!("%w{number}_{index}"));
            text.push_str(&printing(&ty.text(), &value, &wide).expect("results are narrow"));
        }
    }
    text.push_str("  return\n}\n");
    text
}

/// The runner, with time for many calls.
fn runner() -> Result<MlirRunner, Missing> {
    let limits = Limits { wall: Duration::from_secs(600), ..Limits::default() };
    let opt = MlirOpt::find().map_err(Missing::new)?.with_limits(limits);
    Ok(MlirRunner::find(opt).map_err(Missing::new)?.with_limits(limits))
}

/// Runs functions here and there, each on four inputs; `passes` go before those that lower scalars. The functions are `@f0`, `@f1` and so on.
fn batch(random: &mut Random, functions: &[String], passes: &[&str], counts: &mut Counts) -> Checked {
    let text = functions.concat();
    let program = read(&text);
    let options = Options { fuel: 200_000, ..Options::default() };
    let mut calls = Vec::new();
    for (number, source) in functions.iter().enumerate() {
        let before = calls.len();
        for _ in 0..4 {
            let arguments: Vec<Value> = PARAMETERS.iter().map(|ty| argument(random, *ty)).collect();
            counts.calls += 1;
            let function = find_function(&program, &format!("f{number}")).expect("it was generated");
            let run = Interpreter.run(&program, function, &arguments, &options).expect("they fit");
            counts.jit_calls += usize::from(agrees(&program, function, &arguments, &options, &run));
            match run.outcome {
                Outcome::Values(values) if values.iter().any(Value::is_poison) => counts.poison_calls += 1,
                Outcome::Values(values) => {
                    let expected =
                        values.iter().map(|value| bits(value).expect("results are narrow")).collect();
                    calls.push(Call { function: number, arguments, expected });
                }
                Outcome::Ub { .. } => counts.undefined_calls += 1,
                Outcome::OutOfFuel(Limit::Fuel) => counts.unfinished_calls += 1,
                other => panic!("{other:?} of @f{number}:\n{source}"),
            }
        }
        counts.defined_programs += usize::from(calls.len() > before);
    }
    counts.programs += functions.len();
    counts.defined_calls += calls.len();
    let module = format!("{HEX}{text}{}", main_of(&calls));
    let numbers = runner()?.numbers(&module, passes).unwrap_or_else(|why| panic!("{why}"));
    let mut numbers = numbers.into_iter();
    for call in &calls {
        for (index, expected) in call.expected.iter().enumerate() {
            let real = numbers.next().expect("the runner prints every result");
            assert_eq!(
                *expected,
                real,
                "result {index} of @f{} on {:?}: {expected:#x} here, {real:#x} there\n{}",
                call.function,
                call.arguments.iter().map(ToString::to_string).collect::<Vec<_>>(),
                functions[call.function - call.function % 3..=call.function].concat()
            );
            counts.results += 1;
        }
    }
    assert_eq!(numbers.next(), None, "the runner prints nothing else");
    Ok(())
}

/// Functions of scalars and scalar memory.
fn scalar_functions(random: &mut Random, size: usize) -> Vec<String> {
    let function = |number: usize| {
        // Calls go to earlier functions of the same small group, so that they stay short.
        let callable = (number - number % 3..number).map(|other| format!("f{other}")).collect();
        function(random, Mix::ALL, &format!("f{number}"), callable)
    };
    (0..size).map(function).collect()
}

fn shaped_functions(random: &mut Random, dialect: Dialect, size: usize) -> Vec<String> {
    (0..size)
        .map(|number| crate::programs::shaped::function(random, dialect, &format!("f{number}")))
        .collect()
}

/// How many programs a test takes of each kind, and from which seed.
fn asked(default: u64) -> (usize, u64) {
    (number("ASSAY_RUNNER_PROGRAMS", default) as usize, number("ASSAY_RUNNER_SEED", 1))
}

fn random_programs_compute_what_the_processor_computes() -> Checked {
    let (programs, seed) = asked(120);
    let mut counts = Counts::default();
    let mut batch_seed = seed << 32;
    while counts.programs < programs {
        batch_seed += 1;
        let mut random = Random::new(batch_seed);
        let functions = scalar_functions(&mut random, 60);
        batch(&mut random, &functions, &[], &mut counts)?;
    }
    assay_testing::note!("{counts:?}");
    assert!(counts.defined_programs * 2 > counts.programs, "most programs have to be defined: {counts:?}");
    Ok(())
}

fn programs_of_elements_and_memory_compute_what_the_processor_computes() -> Checked {
    let (programs, seed) = asked(20);
    for dialect in DIALECTS {
        let mut counts = Counts::default();
        let mut batch_seed = seed << 32 | (dialect as u64) << 24;
        while counts.programs < programs {
            batch_seed += 1;
            let mut random = Random::new(batch_seed);
            let functions = shaped_functions(&mut random, dialect, 40.min(programs));
            batch(&mut random, &functions, &LOWER_SHAPED, &mut counts)?;
        }
        assay_testing::note!("{dialect:?}: {counts:?}");
        assert!(
            counts.defined_programs * 10 > counts.programs * 9,
            "almost all have to be defined: {counts:?}"
        );
    }
    Ok(())
}

assay_testing::tests!(
    random_programs_compute_what_the_processor_computes,
    programs_of_elements_and_memory_compute_what_the_processor_computes,
);
