//! The meanings of operations one by one: what a function gives on inputs that tell the reading of the documentation from
//! others, in both engines where both know it.

use crate::programs::{read, run, run_with};
use assay_backend::engine::{Limit, Options, Outcome, Undefined, Unsupported};
use assay_backend::value::{Float, Shaped, Value};
use assay_ir::data::FloatKind;

fn index(number: i64) -> Value {
    Value::int(64, number as u64 as u128)
}

/// The values that `@f` returns.
#[track_caller]
fn gives(text: &str, arguments: &[Value], expected: &[Value]) {
    assert_eq!(run(text, arguments), Outcome::Values(expected.to_vec()), "{text}");
}

#[track_caller]
fn undefined(text: &str, arguments: &[Value], expected: Undefined) {
    match run(text, arguments) {
        Outcome::Ub { why, .. } => assert_eq!(why, expected, "{text}"),
        other => panic!("{other:?}:\n{text}"),
    }
}

#[track_caller]
fn lacks(text: &str, arguments: &[Value], expected: Unsupported) {
    match run(text, arguments) {
        Outcome::Unsupported { gap, .. } => assert_eq!(gap, expected, "{text}"),
        other => panic!("{other:?}:\n{text}"),
    }
}

fn apply(map: &str) -> String {
    format!(
        "func.func @f(%a: index, %b: index) -> index {{
  %r = affine.apply affine_map<{map}>(%a)[%b]
  return %r : index
}}"
    )
}

fn an_affine_map_rounds_down_and_its_remainder_is_never_negative() {
    gives(&apply("(d0)[s0] -> (d0 floordiv 3 + s0 * 0)"), &[index(-7), index(0)], &[index(-3)]);
    gives(&apply("(d0)[s0] -> (d0 mod 3 + s0 * 0)"), &[index(-7), index(0)], &[index(2)]);
    gives(&apply("(d0)[s0] -> (d0 ceildiv 3 + s0 * 0)"), &[index(-7), index(0)], &[index(-2)]);
    gives(&apply("(d0)[s0] -> (d0 mod s0)"), &[index(7), index(4)], &[index(3)]);
}

fn an_affine_map_that_overflows_is_poison_and_a_divisor_that_is_not_positive_undefined() {
    gives(&apply("(d0)[s0] -> (d0 * 2 + s0)"), &[index(i64::MAX), index(0)], &[Value::Poison]);
    gives(&apply("(d0)[s0] -> (d0 + s0)"), &[index(i64::MAX), index(1)], &[Value::Poison]);
    gives(&apply("(d0)[s0] -> (d0 + s0)"), &[Value::Poison, index(1)], &[Value::Poison]);
    undefined(&apply("(d0)[s0] -> (d0 mod s0)"), &[index(7), index(0)], Undefined::DivisorNotPositive);
    undefined(&apply("(d0)[s0] -> (d0 floordiv s0)"), &[index(7), index(-1)], Undefined::DivisorNotPositive);
}

fn an_affine_divisor_that_is_poison_is_undefined_and_poison_elsewhere_is_a_result() {
    let why = Undefined::DivisorNotPositive;
    for operator in ["mod", "floordiv", "ceildiv"] {
        let text = apply(&format!("(d0)[s0] -> (d0 {operator} s0)"));
        for dividend in [index(7), Value::Poison] {
            undefined(&text, &[dividend.clone(), Value::Poison], why);
            undefined(&text, &[dividend, index(0)], why);
        }
        gives(&text, &[Value::Poison, index(2)], &[Value::Poison]);
        // A number that does not fit is poison, and so no divisor.
        let text = apply(&format!("(d0)[s0] -> (d0 {operator} (s0 * 2))"));
        undefined(&text, &[index(7), index(i64::MAX)], why);
        // A fault counts behind poison, too.
        let text = apply(&format!("(d0)[s0] -> (d0 * 2 + 7 {operator} s0)"));
        undefined(&text, &[index(i64::MAX), index(0)], why);
        gives(&text, &[index(i64::MAX), index(8)], &[Value::Poison]);
    }
    // An argument that a map does not use does not count.
    gives(&apply("(d0)[s0] -> (d0)"), &[index(7), Value::Poison], &[index(7)]);
    let least = "func.func @f(%a: index, %b: index) -> index {
  %r = affine.min affine_map<(d0)[s0] -> (d0, 9 floordiv s0)>(%a)[%b]
  return %r : index
}";
    gives(least, &[index(7), index(2)], &[index(4)]);
    undefined(least, &[index(7), Value::Poison], why);
    gives(least, &[Value::Poison, index(2)], &[Value::Poison]);
}

const LOOP: &str = "func.func @f(%n: index, %x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = affine.for %i = max affine_map<(d0) -> (d0, 2)>(%n) to min affine_map<(d0) -> (d0 + 7, 9)>(%n) step 3
      iter_args(%a = %x) -> (i32) {
    %j = arith.index_cast %i : index to i32
    %m = arith.muli %a, %c : i32
    %s = arith.addi %m, %j : i32
    affine.yield %s : i32
  }
  return %r : i32
}";

fn an_affine_loop_runs_from_the_greatest_lower_to_the_least_upper_bound() {
    // 2, 5, 8; then 4, 7; then none.
    gives(LOOP, &[index(2), Value::int(32, 1)], &[Value::int(32, ((3 + 2) * 3 + 5) * 3 + 8)]);
    gives(LOOP, &[index(4), Value::int(32, 0)], &[Value::int(32, 4 * 3 + 7)]);
    gives(LOOP, &[index(20), Value::int(32, 6)], &[Value::int(32, 6)]);
    undefined(LOOP, &[Value::Poison, Value::int(32, 6)], Undefined::ControlByPoison);
    undefined(LOOP, &[index(i64::MAX), Value::int(32, 6)], Undefined::ControlByPoison);
}

fn an_affine_loop_that_does_not_end_soon_is_given_up() {
    let text = "func.func @f(%n: index) {\n  affine.for %i = 0 to %n {\n  }\n  return\n}";
    let options = Options { fuel: 1000, ..Options::default() };
    let outcome = run_with(&read(text), "f", &[index(i64::MAX)], &options).outcome;
    assert_eq!(outcome, Outcome::OutOfFuel(Limit::Fuel));
    let text =
        "func.func @f(%n: index) {\n  affine.parallel (%i, %j) = (0, 0) to (%n, %n) {\n  }\n  return\n}";
    let outcome = run_with(&read(text), "f", &[index(i64::MAX)], &options).outcome;
    assert_eq!(outcome, Outcome::OutOfFuel(Limit::Fuel));
}

fn a_condition_by_a_set_needs_all_of_its_constraints() {
    let text = "func.func @f(%n: index, %k: index) -> i32 {
  %c = arith.constant 1 : i32
  %d = arith.constant 2 : i32
  %r = affine.if affine_set<(d0)[s0] : (d0 - 5 >= 0, s0 - d0 == 0)>(%n)[%k] -> i32 {
    affine.yield %c : i32
  } else {
    affine.yield %d : i32
  }
  return %r : i32
}";
    gives(text, &[index(5), index(5)], &[Value::int(32, 1)]);
    gives(text, &[index(4), index(4)], &[Value::int(32, 2)]);
    gives(text, &[index(6), index(5)], &[Value::int(32, 2)]);
    undefined(text, &[index(6), Value::Poison], Undefined::ControlByPoison);
}

fn an_affine_access_outside_is_undefined() {
    let text = "func.func @f(%m: memref<4xi32>, %n: index) -> i32 {
  %r = affine.load %m[%n * 2 - 1] : memref<4xi32>
  affine.store %r, %m[%n - 1] : memref<4xi32>
  return %r : i32
}";
    let memory = || Shaped::new([4], (10..14).map(|at| Value::int(32, at)).collect::<Vec<_>>()).into();
    gives(text, &[memory(), index(2)], &[Value::int(32, 13)]);
    undefined(text, &[memory(), index(3)], Undefined::OutOfBounds);
    undefined(text, &[memory(), index(0)], Undefined::OutOfBounds);
    undefined(text, &[memory(), Value::Poison], Undefined::AddressByPoison);
}

fn parallel_turns_are_reduced_and_none_give_the_identity() {
    let text = "func.func @f(%n: index) -> (i32, i32, f32) {
  %c = arith.constant 1.5 : f32
  %r:3 = affine.parallel (%i, %j) = (0, 1) to (min(%n, 3), 5) step (1, 2) reduce (\"addi\", \"muli\", \"maximumf\") -> (i32, i32, f32) {
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i, %j)
    %v = arith.index_cast %k : index to i32
    affine.yield %v, %v, %c : i32, i32, f32
  }
  return %r#0, %r#1, %r#2 : i32, i32, f32
}";
    let numbers = [1u128, 3, 11, 13];
    let (sum, product) = (numbers.iter().sum(), numbers.iter().product());
    gives(text, &[index(2)], &[Value::int(32, sum), Value::int(32, product), Value::f32(1.5)]);
    gives(text, &[index(-1)], &[Value::int(32, 0), Value::int(32, 1), Value::f32(f32::NEG_INFINITY)]);
}

fn the_coordinates_of_a_number_and_back() {
    let text = "func.func @f(%n: index, %b: index) -> (index, index, index) {
  %d:3 = affine.delinearize_index %n into (%b, 4) : index, index, index
  return %d#0, %d#1, %d#2 : index, index, index
}";
    gives(text, &[index(-1), index(3)], &[index(-1), index(2), index(3)]);
    gives(text, &[index(29), index(3)], &[index(2), index(1), index(1)]);
    undefined(text, &[index(29), index(0)], Undefined::DivisorNotPositive);
    // "The product of all basis elements is positive as an `index` as well."
    undefined(text, &[index(29), index(i64::MAX)], Undefined::DivisorNotPositive);
    undefined(text, &[index(29), Value::Poison], Undefined::DivisorNotPositive);
    gives(text, &[Value::Poison, index(3)], &[Value::Poison, Value::Poison, Value::Poison]);
    let bounded = text.replace("(%b, 4)", "(3, %b, 4)");
    gives(&bounded, &[index(23), index(2)], &[index(2), index(1), index(3)]);
    for outside in [24, -1] {
        gives(&bounded, &[index(outside), index(2)], &[Value::Poison, Value::Poison, Value::Poison]);
    }
    let text = "func.func @f(%a: index, %b: index) -> (index, index) {
  %l = affine.linearize_index [%a, %b] by (3, 5) : index
  %d = affine.linearize_index disjoint [%a, %b] by (3, 5) : index
  return %l, %d : index, index
}";
    gives(text, &[index(2), index(4)], &[index(14), index(14)]);
    gives(text, &[index(-2), index(4)], &[index(-6), index(-6)]);
    gives(text, &[index(2), index(5)], &[index(15), Value::Poison]);
    gives(text, &[index(3), index(0)], &[index(15), Value::Poison]);
    gives(text, &[index(i64::MAX), index(0)], &[Value::Poison, Value::Poison]);
}

fn complex(real: f32, imaginary: f32) -> Value {
    [real, imaginary].map(|part| Float { kind: FloatKind::F32, bits: part.to_bits().into() }).into()
}

fn complex_numbers_are_computed_step_by_step() {
    let of = |name: &str| {
        format!(
            "func.func @f(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {{
  %r = complex.{name} %a, %b : complex<f32>
  return %r : complex<f32>
}}"
        )
    };
    gives(&of("add"), &[complex(-0.0, 1.0), complex(0.0, 2.0)], &[complex(0.0, 3.0)]);
    gives(&of("sub"), &[complex(1.0, 1.0), complex(0.5, 2.0)], &[complex(0.5, -1.0)]);
    gives(&of("mul"), &[complex(1.0, 2.0), complex(3.0, -4.0)], &[complex(11.0, 2.0)]);
    gives(&of("mul"), &[Value::Poison, complex(3.0, -4.0)], &[Value::Poison]);
    let flagged = of("add").replace(" : complex<f32>\n  return", " fastmath<ninf> : complex<f32>\n  return");
    gives(&flagged, &[complex(f32::INFINITY, 2.0), complex(3.0, -4.0)], &[Value::Poison]);
    let parts = "func.func @f(%a: complex<f32>, %x: f32) -> (f32, f32, i1, i1, complex<f32>) {
  %re = complex.re %a : complex<f32>
  %im = complex.im %a : complex<f32>
  %n = complex.create %re, %x : complex<f32>
  %e = complex.eq %a, %n : complex<f32>
  %d = complex.neq %a, %n : complex<f32>
  %c = complex.conj %a : complex<f32>
  return %re, %im, %e, %d, %c : f32, f32, i1, i1, complex<f32>
}";
    let expected = |equal| {
        [Value::f32(1.0), Value::f32(0.0), Value::bool(equal), Value::bool(!equal), complex(1.0, -0.0)]
    };
    gives(parts, &[complex(1.0, 0.0), Value::f32(-0.0)], &expected(true));
    gives(parts, &[complex(1.0, 0.0), Value::f32(f32::NAN)], &expected(false));
}

fn complex_constants_are_pairs() {
    let text = "func.func @f() -> (complex<f32>, tensor<2xcomplex<f32>>) {
  %a = complex.constant [1.0 : f32, -2.0 : f32] : complex<f32>
  %b = arith.constant dense<[(1.0, 2.0), (3.0, -0.0)]> : tensor<2xcomplex<f32>>
  return %a, %b : complex<f32>, tensor<2xcomplex<f32>>
}";
    let tensor = Shaped::new([2], vec![complex(1.0, 2.0), complex(3.0, -0.0)]);
    gives(text, &[], &[complex(1.0, -2.0), tensor.into()]);
}

fn llvm_floats_are_those_of_arith_with_their_promises() {
    let text = "func.func @f(%a: f32, %b: f32) -> (f32, f32, i1, i8) {
  %s = llvm.fadd %a, %b : f32
  %n = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<nnan, contract>} : f32
  %c = llvm.fcmp \"ult\" %a, %b : f32
  %i = llvm.fptosi %a : f32 to i8
  return %s, %n, %c, %i : f32, f32, i1, i8
}";
    let nan = Value::f32(f32::NAN);
    let number = |at: f32| Value::f32(at);
    gives(
        text,
        &[number(1.5), number(2.0)],
        &[number(3.5), number(3.5), Value::bool(true), Value::int(8, 1)],
    );
    gives(text, &[number(300.0), nan.clone()], &[nan, Value::Poison, Value::bool(true), Value::Poison]);
}

fn llvm_constants_and_what_is_not_defined() {
    let text = "func.func @f() -> (i32, vector<2xf32>, f32) {
  %a = llvm.mlir.constant(-3 : i32) : i32
  %z = llvm.mlir.zero : vector<2xf32>
  %p = llvm.mlir.poison : f32
  return %a, %z, %p : i32, vector<2xf32>, f32
}";
    let zeros = Shaped::new([2], vec![Value::f32(0.0), Value::f32(0.0)]);
    gives(text, &[], &[Value::int(32, -3i128 as u128), zeros.into(), Value::Poison]);
    let undefined = "func.func @f() -> i8 {\n  %u = llvm.mlir.undef : i8\n  return %u : i8\n}";
    lacks(undefined, &[], Unsupported::Operation);
    let freeze = "func.func @f(%a: i8) -> i8 {\n  %r = llvm.freeze %a : i8\n  return %r : i8\n}";
    gives(freeze, &[Value::int(8, 7)], &[Value::int(8, 7)]);
    lacks(freeze, &[Value::Poison], Unsupported::Choice);
}

fn casts_between_index_and_its_integer_are_the_identity() {
    let text = |ty: &str| {
        format!(
            "func.func @f(%a: {ty}) -> index {{
  %r = builtin.unrealized_conversion_cast %a : {ty} to index
  return %r : index
}}"
        )
    };
    gives(&text("i64"), &[index(-3)], &[index(-3)]);
    lacks(&text("i32"), &[Value::int(32, 3)], Unsupported::Type);
}

fn vector(elements: &[u128]) -> Value {
    Shaped::new([elements.len() as u64], elements.iter().map(|at| Value::int(32, *at)).collect::<Vec<_>>())
        .into()
}

fn bits(elements: &[bool]) -> Value {
    Shaped::new([elements.len() as u64], elements.iter().map(|at| Value::bool(*at)).collect::<Vec<_>>())
        .into()
}

fn masked_lanes_do_not_count() {
    let reduce = "func.func @f(%m: vector<3xi1>, %v: vector<3xi32>, %a: i32) -> (i32, i32) {
  %r = vector.mask %m { vector.reduction <add>, %v, %a : vector<3xi32> into i32 } : vector<3xi1> -> i32
  %s = vector.mask %m { vector.reduction <mul>, %v : vector<3xi32> into i32 } : vector<3xi1> -> i32
  return %r, %s : i32, i32
}";
    let v = vector(&[5, 7, 11]);
    gives(
        reduce,
        &[bits(&[true, false, true]), v.clone(), Value::int(32, 1)],
        &[Value::int(32, 17), Value::int(32, 55)],
    );
    lacks(reduce, &[bits(&[false; 3]), v, Value::int(32, 1)], Unsupported::Choice);
    let access = "func.func @f(%m: vector<3xi1>, %t: vector<3xi32>, %mem: memref<2xi32>, %p: i32) -> (vector<3xi32>, vector<3xi32>) {
  %c = arith.constant 0 : index
  %r = vector.mask %m { vector.transfer_read %mem[%c], %p : memref<2xi32>, vector<3xi32> } : vector<3xi1> -> vector<3xi32>
  %s = vector.mask %m, %t { vector.transfer_read %mem[%c], %p : memref<2xi32>, vector<3xi32> } : vector<3xi1> -> vector<3xi32>
  vector.mask %m { vector.transfer_write %t, %mem[%c] : vector<3xi32>, memref<2xi32> } : vector<3xi1>
  return %r, %s : vector<3xi32>, vector<3xi32>
}";
    let given = [bits(&[false, true, true]), vector(&[1, 2, 3]), vector(&[20, 30]), Value::int(32, 9)];
    gives(access, &given, &[vector(&[9, 30, 9]), vector(&[1, 30, 9])]);
    let run = run_with(&read(access), "f", &given, &Options::default());
    assert_eq!(run.memory, vec![vector(&[20, 2])]);
}

assay_testing::tests!(
    an_affine_map_rounds_down_and_its_remainder_is_never_negative,
    an_affine_map_that_overflows_is_poison_and_a_divisor_that_is_not_positive_undefined,
    an_affine_divisor_that_is_poison_is_undefined_and_poison_elsewhere_is_a_result,
    an_affine_loop_runs_from_the_greatest_lower_to_the_least_upper_bound,
    an_affine_loop_that_does_not_end_soon_is_given_up,
    a_condition_by_a_set_needs_all_of_its_constraints,
    an_affine_access_outside_is_undefined,
    parallel_turns_are_reduced_and_none_give_the_identity,
    the_coordinates_of_a_number_and_back,
    complex_numbers_are_computed_step_by_step,
    complex_constants_are_pairs,
    llvm_floats_are_those_of_arith_with_their_promises,
    llvm_constants_and_what_is_not_defined,
    casts_between_index_and_its_integer_are_the_identity,
    masked_lanes_do_not_count,
);
