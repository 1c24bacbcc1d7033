//! How fast the JIT is on one core, in processor time: payloads compiled and run, runs of one payload, and the loops of
//! a product of matrices. Prints what it measured and judges nothing. `cargo bench -p assay-backend --bench jit`
//!
//! With the arguments `matmul FILE` it runs only the function `@main` of that file and prints what it returns and its
//! seconds, which `matmul.sh` sets beside those of MLIR's own runner. With `product FILE` it runs `@product` of that file once on
//! memory that it fills, kernels of the library included, and prints the sum of the last third of the memory and the seconds of the
//! code alone, for `ci/bench/product.py`.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use assay_backend::engine::{Options, Outcome};
use assay_backend::interp::find_function;
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, OpId, Program, Source, TypeId, TypeKind};
use assay_jit::{Batch, Effort, Parameters, Settings};
use generate::{Random, Type, straight};

#[allow(dead_code)] // The tests use the rest.
#[path = "../tests/programs/generate.rs"]
mod generate;

const WIDTHS: &[u32] = &[1, 8, 13, 16, 32, 32, 33, 64, 64];

/// Payloads that are compiled into one module.
const BATCH: usize = 256;

fn read(text: &str) -> (Program, OpId) {
    let program = assay_ir::text::parse(&Context::new(), &Source::new("bench.mlir", text)).program;
    let function =
        find_function(&program, "f").or_else(|| find_function(&program, "main")).expect("there is @f");
    (program, function)
}

fn argument(random: &mut Random, ty: Type) -> Value {
    match ty {
        Type::Int(width) => Value::int(width, u128::from(random.bits())),
        Type::Index => Value::int(64, u128::from(random.bits())),
        Type::F32 => Value::f32(f32::from_bits(random.bits() as u32)),
        Type::F64 => Value::f64(f64::from_bits(random.bits())),
    }
}

/// A payload, ready to be compiled and run once.
struct Payload {
    text: String,
    program: Program,
    function: OpId,
    arguments: Vec<Value>,
}

fn payloads(operations: usize, count: usize) -> Vec<Payload> {
    let mut random = Random::new(operations as u64);
    (0..count)
        .map(|_| {
            // The divisions' divisors and constants are operations too: no more than asked for in all.
            loop {
                let generated = straight(&mut random, operations, WIDTHS);
                let lines = generated.text.lines().count() - 3;
                if lines.abs_diff(operations * 5 / 4) > operations / 4 {
                    continue;
                }
                let (program, function) = read(&generated.text);
                let arguments = generated.parameters.iter().map(|ty| argument(&mut random, *ty)).collect();
                return Payload { text: generated.text, program, function, arguments };
            }
        })
        .collect()
}

/// Payloads per second, compiled in batches and each run once.
fn compiled_and_run(payloads: &[Payload], parameters: Parameters) -> f64 {
    let options = Options::default();
    let settings = Settings { parameters, ..Settings::default() };
    let start = processor_seconds();
    for batch in payloads.chunks(BATCH) {
        let asked: Vec<_> = batch.iter().map(|payload| (&payload.program, payload.function)).collect();
        let compiled = Batch::compile(&asked, settings);
        for (payload, function) in batch.iter().zip(compiled.functions()) {
            black_box(function.run(&payload.arguments, &options).expect("the arguments fit"));
        }
    }
    payloads.len() as f64 / (processor_seconds() - start)
}

fn report(operations: usize, count: usize) {
    let payloads = payloads(operations, count);
    let lines: usize = payloads.iter().map(|payload| payload.text.lines().count() - 3).sum();
    let start = processor_seconds();
    for payload in &payloads {
        black_box(read(&payload.text));
    }
    let reading = (processor_seconds() - start) / payloads.len() as f64;
    for (parameters, what) in [
        (Parameters::MayBePoison, "any parameter may be poison"),
        (Parameters::Defined, "parameters are numbers"),
    ] {
        let speed = (0..3).map(|_| compiled_and_run(&payloads, parameters)).fold(0.0, f64::max);
        println!(
            "payloads of {:.1} ops: {speed:.0} per second compiled and run ({what}); reading the text takes {:.0} us more",
            lines as f64 / payloads.len() as f64,
            reading * 1e6
        );
    }
}

fn runs_of_one() {
    let payload = &payloads(20, 1)[0];
    let batch = Batch::compile(&[(&payload.program, payload.function)], Settings::default());
    let (function, options) = (&batch.functions()[0], Options::default());
    let count = 500_000;
    let start = processor_seconds();
    for _ in 0..count {
        black_box(function.run(&payload.arguments, &options).expect("the arguments fit"));
    }
    println!(
        "runs of one payload of 20 ops: {:.0} per second",
        f64::from(count) / (processor_seconds() - start)
    );
}

/// Seconds of processor time that this thread took so far.
#[cfg(unix)]
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds since the first call, for want of a clock of the thread.
#[cfg(not(unix))]
fn processor_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// The result of the function, and the processor time that it takes, the best of twenty runs.
fn timed(text: &str) -> (String, f64) {
    let (program, function) = read(text);
    let settings = Settings { effort: Effort::Run, ..Settings::default() };
    let batch = Batch::compile(&[(&program, function)], settings);
    let options = Options { fuel: u64::MAX >> 1, ..Options::default() };
    let run = || {
        let start = processor_seconds();
        let run = batch.functions()[0].run(&[], &options).expect("it takes no arguments");
        let seconds = processor_seconds() - start;
        let Outcome::Values(values) = run.outcome else { panic!("{:?}", run.outcome) };
        (values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "), seconds)
    };
    (0..20).map(|_| run()).min_by(|a, b| a.1.total_cmp(&b.1)).expect("it runs")
}

/// Memory for a parameter from element number `first` on: number t is ((7 t) mod 13 - 6) / 8.
fn filled(program: &Program, ty: TypeId, first: u64) -> Value {
    let TypeKind::MemRef { shape, .. } = program.ctx().type_kind(ty) else { panic!("parameters are memory") };
    let shape: Vec<u64> = shape.iter().map(|extent| extent.expect("extents are known")).collect();
    let count: u64 = shape.iter().product();
    let elements: Vec<Value> =
        (first..first + count).map(|at| Value::f32(((at * 7 % 13) as f32 - 6.0) / 8.0)).collect();
    Value::Shaped(Shaped::new(shape, elements))
}

fn product(text: &str) -> (f64, f64) {
    let program = assay_ir::text::parse(&Context::new(), &Source::new("bench.mlir", text)).program;
    let function = find_function(&program, "product").expect("there is @product");
    let settings = Settings { effort: Effort::Run, kernels: true, ..Settings::default() };
    let batch = Batch::compile(&[(&program, function)], settings);
    let compiled = &batch.functions()[0];
    let entry = program.region(program.op_regions(function)[0]).blocks[0];
    let (mut arguments, mut before): (Vec<Value>, Option<(TypeId, u64)>) = (Vec::new(), None);
    for parameter in &program.block(entry).arguments {
        let ty = program.value_type(*parameter);
        // Parameters of one type that follow each other are parts of one matrix.
        let first = before.filter(|(other, _)| *other == ty).map_or(0, |(_, end)| end);
        let value = filled(&program, ty, first);
        let count = if let Value::Shaped(shaped) = &value { shaped.len() } else { 0 };
        before = Some((ty, first + count));
        arguments.push(value);
    }
    let options = Options { fuel: u64::MAX >> 1, memory: 1 << 30, ..Options::default() };
    let time = compiled.time(&arguments, &options).expect("the arguments fit").expect("it comes to an end");
    let run = compiled.run(&arguments, &options).expect("the arguments fit");
    let results = &run.memory[run.memory.len() / 3 * 2..];
    let mut sum = 0.0;
    for memory in results {
        let Value::Shaped(shaped) = memory else { continue };
        for element in shaped.elements() {
            let Value::Float(float) = element else { panic!("elements are floats") };
            sum += f64::from(f32::from_bits(float.bits as u32));
        }
    }
    (sum, time.as_secs_f64())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, file, ..] = &arguments[..]
        && command == "matmul"
    {
        let text = std::fs::read_to_string(file).expect("the file can be read");
        let (values, seconds) = timed(&text);
        println!("{values} {seconds:.6}");
        return;
    }
    if let [command, file, ..] = &arguments[..]
        && command == "product"
    {
        let (sum, seconds) = product(&std::fs::read_to_string(file).expect("the file can be read"));
        println!("{sum} {seconds:.6}");
        return;
    }
    report(5, 4096);
    report(20, 2048);
    runs_of_one();
}
