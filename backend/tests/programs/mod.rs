//! Programs for tests: read from text, run by the interpreter, and put to real MLIR. Expects nothing itself.
#![allow(dead_code)] // Each test file uses a part of it.

use std::io::Write;
use std::process::{Command, Stdio};

use assay_backend::engine::{Engine, Options, Outcome, Run};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::{Context, Program, Source};

/// Reads a program that is known to be in order.
pub(crate) fn read(text: &str) -> Program {
    let source = Source::new("test.mlir", text);
    let parsed = assay_ir::text::parse(&Context::new(), &source);
    assert!(parsed.diagnostics.is_empty(), "{:#?}\n{text}", parsed.diagnostics);
    parsed.program
}

/// Runs a function of a program.
pub(crate) fn run_with(program: &Program, name: &str, arguments: &[Value], options: &Options) -> Run {
    let function = find_function(program, name).unwrap_or_else(|| panic!("there is no @{name}"));
    Interpreter.run(program, function, arguments, options).unwrap_or_else(|error| panic!("@{name}: {error}"))
}

/// Runs the function `@f` of a text under the default options.
pub(crate) fn run(text: &str, arguments: &[Value]) -> Outcome {
    run_with(&read(text), "f", arguments, &Options::default()).outcome
}

/// What a tool of LLVM 22 prints for an input. Without the tool says so and answers `None`.
///
/// # Panics
/// When the tool fails, or is missing and `ASSAY_REQUIRE_MLIR` is `1`.
pub(crate) fn tool(name: &str, arguments: &[&str], input: &str) -> Option<String> {
    let mut command = Command::new(name);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let required = std::env::var_os("ASSAY_REQUIRE_MLIR").is_some_and(|value| value == "1");
            assert!(!required, "ASSAY_REQUIRE_MLIR=1, but {name}: {error}");
            println!("skipped: {name} not found");
            return None;
        }
    };
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
    Some(String::from_utf8(output.stdout).expect("mlir-opt prints UTF-8"))
}

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
}
