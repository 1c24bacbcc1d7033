//! Memory of compiled code: what a dropped batch gives back. Alone in its process, because it reads what the process
//! has mapped. Linux only; elsewhere there is nothing to read.
#![cfg(target_os = "linux")]

use assay_backend::engine::{Options, Outcome};
use assay_backend::interp::find_function;
use assay_backend::value::Value;
use assay_ir::data::{Context, Program, Source};
use assay_jit::{Batch, Settings};

fn read(text: &str) -> Program {
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("test.mlir", text));
    assert!(parsed.diagnostics.is_empty(), "{:#?}", parsed.diagnostics);
    parsed.program
}

/// Pages of this process that can be executed, in bytes, and all of its address space in use.
fn mapped() -> (u64, u64) {
    let maps = std::fs::read_to_string("/proc/self/maps").expect("Linux has it");
    let (mut code, mut all) = (0, 0);
    for line in maps.lines() {
        let mut words = line.split_whitespace();
        let (range, rights) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let ends = range.split_once('-').expect("a range has two ends");
        let [start, end] =
            [ends.0, ends.1].map(|end| u64::from_str_radix(end, 16).expect("ends are hexadecimal"));
        all += end - start;
        if rights.contains('x') {
            code += end - start;
        }
    }
    (code, all)
}

#[test]
fn the_code_of_a_batch_is_freed_when_the_batch_is_dropped() {
    let mut text = String::new();
    for number in 0..40 {
        text += &format!(
            "func.func @f{number}(%a: i32) -> i32 {{
  %k = arith.constant {number} : i32
  %r = arith.addi %a, %k : i32
  %s = arith.divsi %r, %r : i32
  %t = arith.muli %r, %s : i32
  return %t : i32
}}
"
        );
    }
    let program = read(&text);
    let functions: Vec<_> = (0..40)
        .map(|number| (&program, find_function(&program, &format!("f{number}")).expect("it is there")))
        .collect();
    let compile = || Batch::compile(&functions, Settings::default());
    let run = |batch: &Batch| {
        let run = batch.functions()[39].run(&[Value::int(32, 3)], &Options::default());
        assert_eq!(run.map(|run| run.outcome), Ok(Outcome::Values(vec![Value::int(32, 42)])));
    };
    // What is set up once stays.
    run(&compile());
    let before = mapped();
    let kept = compile();
    let held = mapped();
    assert!(held.0 > before.0 && held.1 > before.1, "code takes pages: {before:?}, {held:?}");
    for _ in 0..60 {
        run(&compile());
    }
    let after = mapped();
    // The allocator may keep some pages of its own; sixty batches of code would be far more.
    let (batch, grown) = (held.1 - before.1, after.1.saturating_sub(held.1));
    assert!(after.0 <= held.0 && grown < batch, "{before:?}, {held:?}, {after:?}");
    run(&kept);
    drop(kept);
    assert!(mapped().0 <= before.0, "the last batch is freed, too");
}
