//! The interpreter against real execution: whole programs with calls, branches and loops, lowered by real MLIR
//! and run on this machine's processor by its runner.

use crate::programs::{read, run_with, tool};
use assay_backend::engine::{Options, Outcome};
use assay_backend::value::Value;
use assay_testing::Checked;

const LOWER: [&str; 7] = [
    "--convert-scf-to-cf",
    "--arith-expand",
    "--convert-cf-to-llvm",
    "--convert-arith-to-llvm",
    "--convert-func-to-llvm",
    "--convert-index-to-llvm",
    "--reconcile-unrealized-casts",
];

/// Runs `@main` of a program, which takes nothing and returns one `i64`, both ways.
#[track_caller]
fn agree(text: &str) -> Checked {
    let options = Options { fuel: 10_000_000, ..Options::default() };
    let ours = run_with(&read(text), "main", &[], &options).outcome;
    let lowered = tool("mlir-opt-22", &LOWER, text)?;
    let printed = tool("mlir-runner-22", &["-e", "main", "-entry-point-result=i64"], &lowered)?;
    let real: i64 = printed.trim().parse().expect("the runner prints the result, a number");
    assert_eq!(ours, Outcome::Values(vec![Value::int(64, real as u64 as u128)]), "the processor says {real}");
    Ok(())
}

/// `@main` adds up `@f` over a range of numbers, each sum multiplied by 31 so that order counts.
fn over(from: i64, to: i64, function: &str) -> String {
    format!(
        "{function}
func.func @main() -> i64 {{
  %l = arith.constant {from} : i64
  %u = arith.constant {to} : i64
  %one = arith.constant 1 : i64
  %p = arith.constant 31 : i64
  %zero = arith.constant 0 : i64
  %r = scf.for %i = %l to %u step %one iter_args(%sum = %zero) -> (i64) : i64 {{
    %v = func.call @f(%i) : (i64) -> i64
    %m = arith.muli %sum, %p : i64
    %s = arith.addi %m, %v : i64
    scf.yield %s : i64
  }}
  return %r : i64
}}"
    )
}

fn the_steps_of_collatz_sequences() -> Checked {
    agree(&over(
        1,
        60,
        "
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %last, %steps = scf.while (%x = %n, %k = %zero) : (i64, i64) -> (i64, i64) {
    %c = arith.cmpi ne, %x, %one : i64
    scf.condition(%c) %x, %k : i64, i64
  } do {
  ^bb0(%x: i64, %k: i64):
    %rest = arith.remui %x, %two : i64
    %odd = arith.cmpi eq, %rest, %one : i64
    %next = scf.if %odd -> (i64) {
      %m = arith.muli %x, %three : i64
      %p = arith.addi %m, %one : i64
      scf.yield %p : i64
    } else {
      %h = arith.shrui %x, %one : i64
      scf.yield %h : i64
    }
    %k1 = arith.addi %k, %one : i64
    scf.yield %next, %k1 : i64, i64
  }
  return %steps : i64
}",
    ))?;
    Ok(())
}

fn greatest_common_divisors_by_branches() -> Checked {
    agree(&over(
        1,
        80,
        "
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %k = arith.constant 5040 : i64
  cf.br ^head(%k, %n : i64, i64)
^head(%a: i64, %b: i64):
  %end = arith.cmpi eq, %b, %zero : i64
  cf.cond_br %end, ^exit(%a : i64), ^body
^body:
  %r = arith.remsi %a, %b : i64
  cf.br ^head(%b, %r : i64, i64)
^exit(%x: i64):
  return %x : i64
}",
    ))?;
    Ok(())
}

fn the_function_of_ackermann_by_recursion() -> Checked {
    agree(&over(
        0,
        7,
        "
func.func @ackermann(%m: i64, %n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %m0 = arith.cmpi eq, %m, %zero : i64
  %n0 = arith.cmpi eq, %n, %zero : i64
  %m1 = arith.subi %m, %one : i64
  %r = scf.if %m0 -> (i64) {
    %x = arith.addi %n, %one : i64
    scf.yield %x : i64
  } else {
    %inner = scf.if %n0 -> (i64) {
      scf.yield %one : i64
    } else {
      %n1 = arith.subi %n, %one : i64
      %x = func.call @ackermann(%m, %n1) : (i64, i64) -> i64
      scf.yield %x : i64
    }
    %y = func.call @ackermann(%m1, %inner) : (i64, i64) -> i64
    scf.yield %y : i64
  }
  return %r : i64
}
func.func @f(%n: i64) -> i64 {
  %two = arith.constant 2 : i64
  %r = func.call @ackermann(%two, %n) : (i64, i64) -> i64
  return %r : i64
}",
    ))?;
    Ok(())
}

fn even_and_odd_by_mutual_recursion_and_many_results() -> Checked {
    agree(&over(
        0,
        40,
        "
func.func @even(%n: i64, %k: i64) -> (i1, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %true = arith.constant true
  %end = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %end, ^exit, ^on
^exit:
  return %true, %k : i1, i64
^on:
  %m = arith.subi %n, %one : i64
  %j = arith.xori %k, %n : i64
  %r:2 = func.call @odd(%m, %j) : (i64, i64) -> (i1, i64)
  return %r#0, %r#1 : i1, i64
}
func.func @odd(%n: i64, %k: i64) -> (i1, i64) {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %false = arith.constant false
  %end = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %end, ^exit, ^on
^exit:
  return %false, %k : i1, i64
^on:
  %m = arith.subi %n, %one : i64
  %r:2 = func.call @even(%m, %k) : (i64, i64) -> (i1, i64)
  return %r#0, %r#1 : i1, i64
}
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %r:2 = func.call @even(%n, %zero) : (i64, i64) -> (i1, i64)
  %b = arith.extui %r#0 : i1 to i64
  %s = arith.addi %b, %r#1 : i64
  return %s : i64
}",
    ))?;
    Ok(())
}

fn switches_on_narrow_flags_and_on_index() -> Checked {
    agree(&over(
        -20,
        20,
        "
func.func @f(%n: i64) -> i64 {
  %flag = arith.trunci %n : i64 to i3
  %i = arith.index_cast %n : i64 to index
  %a = arith.constant 100 : i64
  cf.switch %flag : i3, [
    default: ^two(%n, %a : i64, i64),
    -1: ^one(%a : i64),
    2: ^two(%a, %n : i64, i64),
    -4: ^one(%n : i64)
  ]
^one(%x: i64):
  %k = arith.constant 7 : i64
  cf.br ^two(%x, %k : i64, i64)
^two(%y: i64, %z: i64):
  %r = scf.index_switch %i -> i64
  case -3 {
    scf.yield %y : i64
  }
  case 4 {
    %q = arith.subi %y, %z : i64
    scf.yield %q : i64
  }
  default {
    %q = arith.muli %y, %z : i64
    scf.yield %q : i64
  }
  return %r : i64
}",
    ))?;
    Ok(())
}

fn loops_over_ranges_in_loops_with_many_carried_values() -> Checked {
    agree(&over(
        -6,
        12,
        "
func.func @f(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %down = arith.constant -4 : i64
  %r:2 = scf.for %i = %down to %n step %three iter_args(%a = %zero, %b = %one) -> (i64, i64) : i64 {
    %s = scf.for unsigned %j = %zero to %three step %one iter_args(%c = %i) -> (i64) : i64 {
      %c1 = arith.xori %c, %j : i64
      scf.yield %c1 : i64
    }
    %t = scf.execute_region -> i64 {
      %p = arith.cmpi slt, %s, %b : i64
      cf.cond_br %p, ^low(%s : i64), ^high
    ^low(%x: i64):
      %y = arith.addi %x, %one : i64
      scf.yield %y : i64
    ^high:
      scf.yield %b : i64
    }
    %u = arith.addi %a, %t : i64
    scf.yield %t, %u : i64, i64
  }
  %x = arith.subi %r#0, %r#1 : i64
  return %x : i64
}",
    ))?;
    Ok(())
}

fn divisions_by_every_rounding() -> Checked {
    agree(&over(
        -40,
        40,
        "
func.func @f(%n: i64) -> i64 {
  %p = arith.constant 7 : i64
  %q = arith.constant -7 : i64
  %k = arith.constant 31 : i64
  %a = arith.divsi %n, %p : i64
  %b = arith.floordivsi %n, %q : i64
  %c = arith.ceildivsi %n, %q : i64
  %d = arith.ceildivui %n, %p : i64
  %e = arith.remsi %n, %q : i64
  %low, %high = arith.mulsi_extended %n, %q : i64
  %ab = arith.muli %a, %k : i64
  %abb = arith.addi %ab, %b : i64
  %bc = arith.muli %abb, %k : i64
  %bcc = arith.addi %bc, %c : i64
  %cd = arith.muli %bcc, %k : i64
  %cdd = arith.addi %cd, %d : i64
  %de = arith.muli %cdd, %k : i64
  %dee = arith.addi %de, %e : i64
  %f = arith.xori %dee, %high : i64
  return %f : i64
}",
    ))?;
    Ok(())
}

fn a_switch_with_so_many_cases_that_they_are_raw_bytes() -> Checked {
    let case = |number: i64| format!("    {}: ^end(%c{} : i64)", number * 1_000 - 50_000, number % 3);
    let cases: Vec<String> = (0..120).map(case).collect();
    let function = format!(
        "
func.func @f(%n: i64) -> i64 {{
  %c0 = arith.constant 11 : i64
  %c1 = arith.constant 13 : i64
  %c2 = arith.constant 17 : i64
  %k = arith.constant 500 : i64
  %m = arith.muli %n, %k : i64
  %flag = arith.trunci %m : i64 to i24
  cf.switch %flag : i24, [
    default: ^end(%n : i64),
{}
  ]
^end(%x: i64):
  return %x : i64
}}",
        cases.join(",\n")
    );
    let text = over(-110, 150, &function);
    agree(&text)?;
    // As MLIR prints it, the cases are hexadecimal bytes.
    let generic = tool("mlir-opt-22", &["--mlir-print-op-generic"], &text)?;
    assert!(generic.contains("dense<\"0x"), "{generic}");
    let ours = |text: &str| run_with(&read(text), "main", &[], &Options::default()).outcome;
    assert_eq!(ours(&generic), ours(&text));
    Ok(())
}

assay_testing::tests!(
    the_steps_of_collatz_sequences,
    greatest_common_divisors_by_branches,
    the_function_of_ackermann_by_recursion,
    even_and_odd_by_mutual_recursion_and_many_results,
    switches_on_narrow_flags_and_on_index,
    loops_over_ranges_in_loops_with_many_carried_values,
    divisions_by_every_rounding,
    a_switch_with_so_many_cases_that_they_are_raw_bytes,
);
