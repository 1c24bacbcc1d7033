//! Programs for tests: read from text, run by both engines, and passed to MLIR. Expects nothing itself.

pub(crate) mod generate;
pub(crate) mod random;
pub(crate) mod shaped;

use std::io::Write;
use std::process::{Command, Stdio};

use assay_backend::engine::{Engine, Options, Outcome, Run, values_allow};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_jit::Jit;
use assay_testing::Missing;
pub(crate) use generate::Random;

/// Reads a program that is known to be in order.
pub(crate) fn read(text: &str) -> Program {
    let source = Source::new("test.mlir", text);
    let parsed = assay_ir::text::parse(&Context::new(), &source);
    assert!(parsed.diagnostics.is_empty(), "{:#?}\n{text}", parsed.diagnostics);
    parsed.program
}

/// A number from the environment: campaigns ask for more than tests do.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().expect("a number"))
}

/// Runs a function of a program, and holds the JIT against what became of it.
pub(crate) fn run_with(program: &Program, name: &str, arguments: &[Value], options: &Options) -> Run {
    let function = find_function(program, name).unwrap_or_else(|| panic!("there is no @{name}"));
    let run = Interpreter.run(program, function, arguments, options);
    let run = run.unwrap_or_else(|error| panic!("@{name}: {error}"));
    agrees(program, function, arguments, options, &run);
    run
}

/// Runs the JIT where the interpreter came to an outcome, and says whether it compiles all that is reached.
///
/// # Panics
/// When it comes to an outcome that the interpreter's does not allow, or by way of other values.
pub(crate) fn agrees(
    program: &Program,
    function: OpId,
    arguments: &[Value],
    options: &Options,
    expected: &Run,
) -> bool {
    let got = Jit.run(program, function, arguments, options).expect("the interpreter took the arguments");
    compare(program, options, expected, &got)
}

/// Holds a run of the JIT against one of the interpreter, and says whether both came to an outcome.
///
/// # Panics
/// As `agrees` does.
pub(crate) fn compare(program: &Program, options: &Options, expected: &Run, got: &Run) -> bool {
    if matches!(got.outcome, Outcome::Unsupported { .. }) || !expected.outcome.is_decided() {
        return false;
    }
    let same = match &expected.outcome {
        // A load of poison may be any number to the JIT, so that it may go on where the interpreter does not.
        Outcome::Ub { .. } => got.outcome == expected.outcome || Jit.loads_without_poison(program),
        outcome => outcome.allows(&got.outcome),
    };
    assert!(same, "interpreter: {:?}\nJIT: {:?}", expected.outcome, got.outcome);
    assert!(values_allow(&expected.memory, &got.memory), "{:?}\n{:?}", expected.memory, got.memory);
    if options.trace && matches!(expected.outcome, Outcome::Values(_)) {
        assert_eq!(expected.trace.len(), got.trace.len());
        for (expected, got) in expected.trace.iter().zip(&got.trace) {
            let same = expected.op == got.op && values_allow(&expected.results, &got.results);
            assert!(same, "interpreter: {expected:?}\nJIT: {got:?}");
        }
    }
    true
}

/// Runs the function `@f` of a text under the default options.
pub(crate) fn run(text: &str, arguments: &[Value]) -> Outcome {
    run_with(&read(text), "f", arguments, &Options::default()).outcome
}

/// The output of a tool of LLVM 22 for an input.
///
/// # Errors
/// When the tool is missing.
///
/// # Panics
/// When the tool fails.
pub(crate) fn tool(name: &str, arguments: &[&str], input: &str) -> Result<String, Missing> {
    let mut command = Command::new(assay_testing::program(name)?);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool was found");
    let mut stdin = child.stdin.take().expect("standard input is piped above");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the tool was started and can be waited for");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name} failed: {}",
        stderr.lines().take(20).collect::<Vec<_>>().join("\n")
    );
    writer.join().expect("the writer does not panic").expect("a tool that succeeds has read its input");
    Ok(String::from_utf8(output.stdout).expect("mlir-opt prints UTF-8"))
}

/// Values of arguments.
impl Random {
    /// An integer of at most 128 bits: any, or small, or at an end of its range; sometimes poison.
    pub(crate) fn value(&mut self, width: u32) -> Value {
        let any = u128::from(self.bits()) << 64 | u128::from(self.bits());
        let near = u128::from(self.below(5)).wrapping_sub(2);
        let bits = match self.below(16) {
            0 => return Value::Poison,
            1..=5 => any,
            6..=7 => any >> self.below(128),
            8..=10 => near,
            11..=13 => (1u128 << (width - 1)).wrapping_add(near),
            14 => 1 << self.below(u64::from(width)),
            _ => u128::from(width).wrapping_add(near),
        };
        Value::int(width, bits)
    }

    /// A value of a type.
    pub(crate) fn argument(&mut self, ty: generate::Type) -> Value {
        match ty {
            generate::Type::Int(width) => self.value(width),
            generate::Type::Index => match self.once_in(12) {
                true => Value::Poison,
                false => Value::int(64, u128::from(self.below(12)).wrapping_sub(2)),
            },
            generate::Type::F32 => match self.below(8) {
                0 => Value::f32(f32::from_bits(self.bits() as u32)),
                1 => Value::f32(self.choose(&[
                    f32::NAN,
                    -f32::NAN,
                    f32::INFINITY,
                    -0.0,
                    f32::MIN_POSITIVE / 4.0,
                ])),
                2 if self.once_in(2) => Value::Poison,
                _ => Value::f32((self.below(4000) as f32 - 2000.0) / 16.0),
            },
            generate::Type::F64 => match self.below(8) {
                0 => Value::f64(f64::from_bits(self.bits())),
                1 => Value::f64(self.choose(&[
                    f64::NAN,
                    -f64::NAN,
                    f64::NEG_INFINITY,
                    -0.0,
                    f64::MIN_POSITIVE / 4.0,
                ])),
                2 if self.once_in(2) => Value::Poison,
                _ => Value::f64((self.below(4000) as f64 - 2000.0) / 16.0),
            },
        }
    }
}
