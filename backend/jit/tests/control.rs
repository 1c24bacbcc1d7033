//! Where control goes: `func`, `cf`, `scf` and `ub`, one fact at a time, and that every run comes to an end.

use std::sync::Arc;

use crate::programs::{read, run, run_with};
use assay_backend::engine::{CallError, Engine, IndexWidth, Limit, Options, Outcome, Undefined, Unsupported};
use assay_backend::int::Int;
use assay_backend::interp::{Interpreter, find_function, operations};
use assay_backend::value::Value;
use assay_ir::data::{InsertPoint, NewOp, Span};

fn i8s<const N: usize>(numbers: [i128; N]) -> Vec<Value> {
    numbers.map(|number| Value::Int(Int::from_i128(8, number))).to_vec()
}

fn values(numbers: &[i128]) -> Outcome {
    Outcome::Values(numbers.iter().map(|number| Value::Int(Int::from_i128(8, *number))).collect())
}

fn bool(value: bool) -> Value {
    Value::bool(value)
}

fn index(number: i128) -> Value {
    Value::Int(Int::from_i128(64, number))
}

#[track_caller]
fn undefined(outcome: Outcome, expected: Undefined) {
    assert!(matches!(outcome, Outcome::Ub { why, .. } if why == expected), "{outcome:?}");
}

const COND_BR: &str = "
func.func @f(%c: i1, %a: i8, %b: i8) -> (i8, i8) {
  cf.cond_br %c, ^two(%a, %b : i8, i8), ^one(%b : i8)
^one(%x: i8):
  cf.br ^two(%x, %x : i8, i8)
^two(%y: i8, %z: i8):
  return %y, %z : i8, i8
}";

fn a_conditional_branch_hands_each_successor_its_own_operands() {
    let with = |c| run(COND_BR, &[vec![bool(c)], i8s([1, 2])].concat());
    assert_eq!(with(true), values(&[1, 2]));
    assert_eq!(with(false), values(&[2, 2]));
}

fn a_branch_on_poison_is_undefined() {
    undefined(run(COND_BR, &[vec![Value::Poison], i8s([1, 2])].concat()), Undefined::ControlByPoison);
}

fn poison_that_decides_nothing_is_handed_on() {
    let outcome = run(COND_BR, &[vec![bool(true), Value::Poison], i8s([2])].concat());
    assert_eq!(outcome, Outcome::Values([vec![Value::Poison], i8s([2])].concat()));
}

fn block_arguments_are_set_all_at_once() {
    let text = "
func.func @f(%n: i8, %a: i8, %b: i8) -> (i8, i8) {
  %one = arith.constant 1 : i8
  %zero = arith.constant 0 : i8
  cf.br ^head(%n, %a, %b : i8, i8, i8)
^head(%i: i8, %x: i8, %y: i8):
  %end = arith.cmpi eq, %i, %zero : i8
  %j = arith.subi %i, %one : i8
  cf.cond_br %end, ^exit, ^head(%j, %y, %x : i8, i8, i8)
^exit:
  return %x, %y : i8, i8
}";
    assert_eq!(run(text, &i8s([3, 10, 20])), values(&[20, 10]));
}

const SWITCH: &str = "
func.func @f(%flag: i8, %a: i8, %b: i8) -> (i8, i8) {
  cf.switch %flag : i8, [
    default: ^two(%a, %a : i8, i8),
    5: ^one(%b : i8),
    -1: ^two(%a, %b : i8, i8),
    7: ^two(%b, %b : i8, i8)
  ]
^one(%x: i8):
  return %x, %flag : i8, i8
^two(%y: i8, %z: i8):
  return %y, %z : i8, i8
}";

fn a_switch_goes_to_the_case_that_equals_its_flag() {
    assert_eq!(run(SWITCH, &i8s([5, 1, 2])), values(&[2, 5]));
    assert_eq!(run(SWITCH, &i8s([-1, 1, 2])), values(&[1, 2]));
    assert_eq!(run(SWITCH, &i8s([7, 1, 2])), values(&[2, 2]));
    assert_eq!(run(SWITCH, &i8s([6, 1, 2])), values(&[1, 1]));
    undefined(run(SWITCH, &[vec![Value::Poison], i8s([1, 2])].concat()), Undefined::ControlByPoison);
}

fn a_switch_without_cases_goes_to_its_default() {
    let text = "
func.func @f(%flag: i8) -> i8 {
  cf.switch %flag : i8, [
    default: ^end(%flag : i8)
  ]
^end(%x: i8):
  return %x : i8
}";
    assert_eq!(run(text, &i8s([3])), values(&[3]));
}

const ASSERT: &str = "
func.func @f(%c: i1) {
  cf.assert %c, \"must hold\"
  return
}";

fn an_assertion_that_fails_traps_with_its_message() {
    assert_eq!(run(ASSERT, &[bool(true)]), values(&[]));
    let failed = run(ASSERT, &[bool(false)]);
    assert!(matches!(failed, Outcome::Trap { message, .. } if message == "must hold"));
    undefined(run(ASSERT, &[Value::Poison]), Undefined::ControlByPoison);
}

const IF: &str = "
func.func @f(%c: i1, %a: i8, %b: i8) -> i8 {
  %r = scf.if %c -> (i8) {
    scf.yield %a : i8
  } else {
    scf.yield %b : i8
  }
  return %r : i8
}";

fn an_if_runs_one_of_its_regions() {
    assert_eq!(run(IF, &[vec![bool(true)], i8s([1, 2])].concat()), values(&[1]));
    assert_eq!(run(IF, &[vec![bool(false)], i8s([1, 2])].concat()), values(&[2]));
    undefined(run(IF, &[vec![Value::Poison], i8s([1, 2])].concat()), Undefined::ControlByPoison);
}

fn the_region_that_is_not_run_cannot_be_undefined() {
    let text = "
func.func @f(%c: i1, %a: i8) {
  scf.if %c {
    %zero = arith.constant 0 : i8
    %x = arith.divui %a, %zero : i8
  }
  return
}";
    assert_eq!(run(text, &[vec![bool(false)], i8s([1])].concat()), values(&[]));
    undefined(run(text, &[vec![bool(true)], i8s([1])].concat()), Undefined::DivisionByZero);
}

/// Counts the turns and adds up the induction variable.
fn range(unsigned: bool) -> String {
    let unsigned = if unsigned { "unsigned " } else { "" };
    format!(
        "
func.func @f(%l: i8, %u: i8, %s: i8) -> (i8, i8) {{
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %n, %sum = scf.for {unsigned}%i = %l to %u step %s iter_args(%x = %zero, %y = %zero) -> (i8, i8) : i8 {{
    %x1 = arith.addi %x, %one : i8
    %y1 = arith.addi %y, %i : i8
    scf.yield %x1, %y1 : i8, i8
  }}
  return %n, %sum : i8, i8
}}"
    )
}

fn a_loop_over_a_range_runs_while_its_variable_is_below_the_bound() {
    let with = |numbers| run(&range(false), &i8s(numbers));
    assert_eq!(with([0, 10, 3]), values(&[4, 18]));
    assert_eq!(with([-3, 3, 2]), values(&[3, -3]));
    assert_eq!(with([3, 3, 1]), values(&[0, 0]));
    assert_eq!(with([4, 3, 1]), values(&[0, 0]));
}

fn an_unsigned_loop_compares_unsigned() {
    let with = |numbers| run(&range(true), &i8s(numbers));
    assert_eq!(with([120, -126, 5]), values(&[2, -11]));
    assert_eq!(with([-1, 0, 1]), values(&[0, 0]));
    assert_eq!(with([0, -1, -56]), values(&[2, -56]));
}

fn a_loop_ends_where_its_variable_would_leave_its_type() {
    assert_eq!(run(&range(false), &i8s([0, 127, 100])), values(&[2, 100]));
    assert_eq!(run(&range(false), &i8s([-128, 127, 100])), values(&[3, -84]));
    assert_eq!(run(&range(true), &i8s([0, -1, 100])), values(&[3, 44]));
}

fn a_step_that_is_not_positive_and_a_bound_that_is_poison_are_undefined() {
    for step in [0, -1] {
        undefined(run(&range(false), &i8s([0, 5, step])), Undefined::StepNotPositive);
    }
    undefined(run(&range(true), &i8s([0, 5, 0])), Undefined::StepNotPositive);
    for place in 0..3 {
        let mut arguments = i8s([0, 5, 1]);
        arguments[place] = Value::Poison;
        undefined(run(&range(false), &arguments), Undefined::ControlByPoison);
    }
}

const WHILE: &str = "
func.func @f(%n: i8) -> (i8, i8) {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %r, %k = scf.while (%x = %n, %y = %zero) : (i8, i8) -> (i8, i8) {
    %c = arith.cmpi ne, %x, %zero : i8
    scf.condition(%c) %y, %x : i8, i8
  } do {
  ^bb0(%y: i8, %x: i8):
    %x1 = arith.subi %x, %one : i8
    %y1 = arith.addi %y, %x : i8
    scf.yield %x1, %y1 : i8, i8
  }
  return %r, %k : i8, i8
}";

fn a_while_loop_passes_on_what_its_condition_says() {
    assert_eq!(run(WHILE, &i8s([4])), values(&[10, 0]));
    assert_eq!(run(WHILE, &i8s([0])), values(&[0, 0]));
    undefined(run(WHILE, &[Value::Poison]), Undefined::ControlByPoison);
}

fn a_region_that_is_executed_may_have_many_blocks() {
    let text = "
func.func @f(%c: i1, %a: i8, %b: i8) -> i8 {
  %r = scf.execute_region -> i8 {
    cf.cond_br %c, ^one, ^two(%b : i8)
  ^one:
    scf.yield %a : i8
  ^two(%x: i8):
    %y = arith.addi %x, %a : i8
    scf.yield %y : i8
  }
  return %r : i8
}";
    assert_eq!(run(text, &[vec![bool(true)], i8s([1, 2])].concat()), values(&[1]));
    assert_eq!(run(text, &[vec![bool(false)], i8s([1, 2])].concat()), values(&[3]));
}

const INDEX_SWITCH: &str = "
func.func @f(%i: index, %a: i8, %b: i8) -> i8 {
  %r = scf.index_switch %i -> i8
  case 2 {
    scf.yield %a : i8
  }
  case -5 {
    scf.yield %b : i8
  }
  default {
    %s = arith.addi %a, %b : i8
    scf.yield %s : i8
  }
  return %r : i8
}";

fn an_index_switch_runs_the_region_of_its_case() {
    let with = |number| run(INDEX_SWITCH, &[vec![index(number)], i8s([1, 2])].concat());
    assert_eq!(with(2), values(&[1]));
    assert_eq!(with(-5), values(&[2]));
    assert_eq!(with(0), values(&[3]));
    undefined(run(INDEX_SWITCH, &[vec![Value::Poison], i8s([1, 2])].concat()), Undefined::ControlByPoison);
}

const CALL: &str = "
func.func private @outside(i8) -> i8
func.func @twice(%a: i8) -> (i8, i8) {
  return %a, %a : i8, i8
}
module {
  func.func @twice(%a: i8) -> i8 {
    return %a : i8
  }
  func.func @inner(%a: i8) -> i8 {
    %r = func.call @twice(%a) : (i8) -> i8
    return %r : i8
  }
}
func.func @f(%a: i8) -> (i8, i8) {
  %r:2 = func.call @twice(%a) : (i8) -> (i8, i8)
  return %r#0, %r#1 : i8, i8
}
func.func @g(%a: i8) -> i8 {
  %r = func.call @outside(%a) : (i8) -> i8
  return %r : i8
}";

fn a_call_means_the_function_of_its_own_module() {
    assert_eq!(run(CALL, &i8s([3])), values(&[3, 3]));
    assert_eq!(run_with(&read(CALL), "inner", &i8s([3]), &Options::default()).outcome, values(&[3]));
}

fn a_call_of_a_function_without_a_body_is_not_supported() {
    let outcome = run_with(&read(CALL), "g", &i8s([3]), &Options::default()).outcome;
    assert!(
        matches!(outcome, Outcome::Unsupported { name, gap: Unsupported::Body, .. } if name == "func.call")
    );
}

fn each_activation_has_values_of_its_own() {
    let text = "
func.func @f(%n: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %end = arith.cmpi eq, %n, %zero : i8
  %r = scf.if %end -> (i8) {
    scf.yield %one : i8
  } else {
    %m = arith.subi %n, %one : i8
    %q = func.call @f(%m) : (i8) -> i8
    %p = arith.muli %q, %n : i8
    scf.yield %p : i8
  }
  return %r : i8
}";
    assert_eq!(run(text, &i8s([5])), values(&[120]));
}

/// Programs that end too late, if ever, and what is known of them.
const ENDLESS: [(&str, Limit); 5] = [
    ("func.func @f() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}", Limit::Endless),
    ("func.func @f() {\n  func.call @f() : () -> ()\n  return\n}", Limit::Fuel),
    (
        "func.func @f() {
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}",
        Limit::Endless,
    ),
    (
        "func.func @f() {
  %m = memref.alloca() : memref<i64>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  memref.store %zero, %m[] : memref<i64>
  cf.br ^a
^a:
  %n = memref.load %m[] : memref<i64>
  %next = arith.addi %n, %one : i64
  memref.store %next, %m[] : memref<i64>
  %stop = arith.cmpi eq, %n, %one : i64
  cf.cond_br %stop, ^b, ^a
^b:
  memref.store %zero, %m[] : memref<i64>
  cf.br ^a
}",
        Limit::Endless,
    ),
    (
        "func.func @f() {
  %l = arith.constant 0 : i64
  %s = arith.constant 1 : i64
  %u = arith.constant 9223372036854775807 : i64
  scf.for %i = %l to %u step %s : i64 {
  }
  return
}",
        Limit::Fuel,
    ),
];

fn what_does_not_end_is_given_up() {
    for (text, limit) in ENDLESS {
        let options = Options { fuel: 100_000, depth: u32::MAX, ..Options::default() };
        assert_eq!(run_with(&read(text), "f", &[], &options).outcome, Outcome::OutOfFuel(limit), "{text}");
    }
}

/// The same values, and each time something else in memory.
fn a_loop_that_moves_memory_alone_is_not_taken_for_endless() {
    let text = "func.func @f() -> i64 {
  %m = memref.alloca() : memref<i64>
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %most = arith.constant 5000 : i64
  memref.store %zero, %m[] : memref<i64>
  scf.while : () -> () {
    %n = memref.load %m[] : memref<i64>
    %more = arith.cmpi ult, %n, %most : i64
    scf.condition(%more)
  } do {
    %n = memref.load %m[] : memref<i64>
    %next = arith.addi %n, %one : i64
    memref.store %next, %m[] : memref<i64>
    scf.yield
  }
  %r = memref.load %m[] : memref<i64>
  return %r : i64
}";
    let run = run_with(&read(text), "f", &[], &Options::default());
    assert_eq!(run.outcome, Outcome::Values(vec![Value::int(64, 5000)]));
    let tight = Options { fuel: run.fuel, ..Options::default() };
    assert_eq!(run_with(&read(text), "f", &[], &tight).outcome, Outcome::Values(vec![Value::int(64, 5000)]));
}

fn fuel_is_used_up_by_wide_numbers_sooner() {
    let of = |width: u32| {
        let text = format!(
            "func.func @f(%a: i{width}) -> i{width} {{\n  %r = arith.divui %a, %a : i{width}\n  return %r : i{width}\n}}"
        );
        let run = run_with(&read(&text), "f", &[Value::int(width, 7)], &Options::default());
        (run.outcome, run.fuel)
    };
    assert_eq!(of(8), (Outcome::Values(vec![Value::int(8, 1)]), 6));
    let (outcome, fuel) = of(4096);
    assert_eq!(outcome, Outcome::Values(vec![Value::int(4096, 1)]));
    assert!(fuel > 20);
    assert_eq!(of(16_777_215).0, Outcome::OutOfFuel(Limit::Fuel));
}

fn deep_nesting_does_not_exhaust_the_stack() {
    let mut program = read("func.func @f() {\n  return\n}");
    let ctx = Arc::clone(program.ctx());
    let function = find_function(&program, "f").expect("the program has @f");
    let block = program.region(program.op_regions(function)[0]).blocks[0];
    let mut at = InsertPoint::Start(block);
    for _ in 0..100_000 {
        let execute = NewOp { regions: 1, ..NewOp::named(&ctx, ctx.ident("scf.execute_region")) };
        let execute = program.create(&execute, at);
        let inner = program.add_block(program.op_regions(execute)[0], Span::NONE);
        program.create(&NewOp::named(&ctx, ctx.ident("scf.yield")), InsertPoint::End(inner));
        at = InsertPoint::Start(inner);
    }
    assert_eq!(run_with(&program, "f", &[], &Options::default()).outcome, values(&[]));
}

fn deep_recursion_does_not_exhaust_the_stack() {
    let options = Options { fuel: 4_000_000, depth: 100_001, ..Options::default() };
    let text = "
func.func @f(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  cf.cond_br %end, ^end, ^on
^end:
  return %n : i32
^on:
  %m = arith.subi %n, %one : i32
  %r = func.call @f(%m) : (i32) -> i32
  return %r : i32
}";
    let run = run_with(&read(text), "f", &[Value::int(32, 100_000)], &options);
    assert_eq!(run.outcome, Outcome::Values(vec![Value::int(32, 0)]));
    let options = Options { depth: 100_000, ..options };
    let run = run_with(&read(text), "f", &[Value::int(32, 100_000)], &options);
    assert_eq!(run.outcome, Outcome::OutOfFuel(Limit::Depth));
}

fn the_trace_has_each_value_in_the_order_in_which_it_came_to_be() {
    let program = read(IF);
    let options = Options { trace: true, ..Options::default() };
    let run = run_with(&program, "f", &[vec![bool(true)], i8s([1, 2])].concat(), &options);
    let steps: Vec<(&str, &[Value])> =
        run.trace.iter().map(|step| (program.op_name(step.op), &step.results[..])).collect();
    assert_eq!(steps, [("scf.if", &i8s([1])[..])]);
    let without = run_with(&program, "f", &[vec![bool(true)], i8s([1, 2])].concat(), &Options::default());
    assert!(without.trace.is_empty());
}

fn the_trace_of_a_loop_has_each_turn() {
    let program = read(&range(false));
    let options = Options { trace: true, ..Options::default() };
    let run = run_with(&program, "f", &i8s([0, 2, 1]), &options);
    let names: Vec<&str> = run.trace.iter().map(|step| program.op_name(step.op)).collect();
    let turn = ["arith.addi", "arith.addi"];
    assert_eq!(names, [&["arith.constant"; 2][..], &turn, &turn, &["scf.for"]].concat());
}

fn poison_and_unreachable_code_are_what_they_say() {
    let text = "func.func @f() -> i8 {\n  %p = ub.poison : i8\n  return %p : i8\n}";
    assert_eq!(run(text, &[]), Outcome::Values(vec![Value::Poison]));
    undefined(run("func.func @f() {\n  ub.unreachable\n}", &[]), Undefined::Unreachable);
}

fn an_operation_without_a_meaning_is_named() {
    let text = "func.func @f() -> i8 {\n  %p = \"other.op\"() : () -> i8\n  return %p : i8\n}";
    let outcome = run(text, &[]);
    assert!(
        matches!(outcome, Outcome::Unsupported { name, gap: Unsupported::Operation, .. } if name == "other.op")
    );
    assert!(!Interpreter.has_semantics("other.op") && Interpreter.has_semantics("func.func"));
    assert!(operations().all(|name| Interpreter.has_semantics(name)));
}

fn arguments_have_to_fit_the_function() {
    let program = read(IF);
    let function = find_function(&program, "f").expect("the program has @f");
    let with = |arguments: &[Value]| Interpreter.run(&program, function, arguments, &Options::default());
    assert_eq!(with(&[]).unwrap_err(), CallError::ArgumentCount { expected: 3, given: 0 });
    let wrong = [vec![bool(true)], i8s([1]), vec![Value::int(9, 1)]].concat();
    assert_eq!(with(&wrong).unwrap_err(), CallError::ArgumentType { index: 2 });
    let top = Interpreter.run(&program, program.top(), &[], &Options::default());
    assert_eq!(top.unwrap_err(), CallError::NotAFunction);
}

fn index_has_the_width_that_the_options_say() {
    let text = "
func.func @f(%a: index) -> i1 {
  %one = arith.constant 1 : index
  %b = arith.addi %a, %one overflow<nuw> : index
  %c = arith.cmpi eq, %a, %b : index
  return %c : i1
}";
    let with = |index: IndexWidth, number| {
        let options = Options { index, ..Options::default() };
        run_with(&read(text), "f", &[Value::int(index.bits(), number)], &options).outcome
    };
    let max = u128::from(u32::MAX);
    assert_eq!(with(IndexWidth::W32, max), Outcome::Values(vec![Value::Poison]));
    assert_eq!(with(IndexWidth::W64, max), Outcome::Values(vec![bool(false)]));
}

fn a_program_that_is_not_well_formed_is_not_run_to_a_value() {
    let texts = [
        "func.func @f() {\n  \"test.region\"() ({\n    scf.yield\n  }) : () -> ()\n  return\n}",
        "func.func @f() {\n  func.call @missing() : () -> ()\n  return\n}",
        "func.func @f() -> i8 {\n  %r = \"arith.addi\"() : () -> i8\n  return %r : i8\n}",
        "func.func @f() -> i8 {\n  %r = \"arith.constant\"() : () -> i8\n  return %r : i8\n}",
        "func.func @f(%a: i8) -> i200 {\n  %z = arith.constant 0 : i200\n  %n = arith.constant -1 : i300\n  \
         %r = \"arith.subi\"(%z, %n) : (i200, i300) -> i200\n  return %r : i200\n}",
        "func.func @f() {\n  \"cf.br\"() : () -> ()\n}",
        "func.func @f() {\n  \"scf.yield\"() : () -> ()\n  \"func.return\"() : () -> ()\n}",
        "func.func @f() {\n  \"scf.while\"() : () -> ()\n}",
        "func.func @f(%a: i8) {\n  %r = \"arith.extsi\"(%a) : (i8) -> f32\n  return\n}",
    ];
    for text in texts {
        let program = read(text);
        let arguments = if text.contains("%a: i8") { i8s([1]) } else { Vec::new() };
        let outcome = run_with(&program, "f", &arguments, &Options::default()).outcome;
        assert!(!matches!(&outcome, Outcome::Values(values) if !values.is_empty()), "{text}: {outcome:?}");
    }
}

assay_testing::tests!(
    a_conditional_branch_hands_each_successor_its_own_operands,
    a_branch_on_poison_is_undefined,
    poison_that_decides_nothing_is_handed_on,
    block_arguments_are_set_all_at_once,
    a_switch_goes_to_the_case_that_equals_its_flag,
    a_switch_without_cases_goes_to_its_default,
    an_assertion_that_fails_traps_with_its_message,
    an_if_runs_one_of_its_regions,
    the_region_that_is_not_run_cannot_be_undefined,
    a_loop_over_a_range_runs_while_its_variable_is_below_the_bound,
    an_unsigned_loop_compares_unsigned,
    a_loop_ends_where_its_variable_would_leave_its_type,
    a_step_that_is_not_positive_and_a_bound_that_is_poison_are_undefined,
    a_while_loop_passes_on_what_its_condition_says,
    a_region_that_is_executed_may_have_many_blocks,
    an_index_switch_runs_the_region_of_its_case,
    a_call_means_the_function_of_its_own_module,
    a_call_of_a_function_without_a_body_is_not_supported,
    each_activation_has_values_of_its_own,
    what_does_not_end_is_given_up,
    a_loop_that_moves_memory_alone_is_not_taken_for_endless,
    fuel_is_used_up_by_wide_numbers_sooner,
    deep_nesting_does_not_exhaust_the_stack,
    deep_recursion_does_not_exhaust_the_stack,
    the_trace_has_each_value_in_the_order_in_which_it_came_to_be,
    the_trace_of_a_loop_has_each_turn,
    poison_and_unreachable_code_are_what_they_say,
    an_operation_without_a_meaning_is_named,
    arguments_have_to_fit_the_function,
    index_has_the_width_that_the_options_say,
    a_program_that_is_not_well_formed_is_not_run_to_a_value,
);
