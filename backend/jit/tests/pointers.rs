//! Memory of the `llvm` dialect and the casts between memrefs and their descriptors, one fact at a time.

use crate::programs::run;
use assay_backend::engine::{Outcome, Undefined, Unsupported};
use assay_backend::value::{Shaped, Value};

fn word(number: i64) -> Value {
    Value::int(64, u128::from(number as u64))
}

fn i32s(numbers: &[i64]) -> Value {
    let all: Vec<Value> = numbers.iter().map(|number| Value::int(32, *number as u128)).collect();
    Shaped::new([all.len() as u64], all).into()
}

/// A function over four numbers of 32 bits that reads through a pointer.
fn read(address: &str, ty: &str) -> String {
    format!(
        "func.func @f(%m: memref<4xi32>, %i: i64) -> {ty} {{
  %d = builtin.unrealized_conversion_cast %m : memref<4xi32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  {address}
  %r = llvm.load %q : !llvm.ptr -> {ty}
  return %r : {ty}
}}"
    )
}

fn at(address: &str, ty: &str, index: i64) -> Outcome {
    run(&read(address, ty), &[i32s(&[10, 11, 12, 13]), word(index)])
}

#[track_caller]
fn undefined(outcome: Outcome, expected: Undefined) {
    assert!(matches!(outcome, Outcome::Ub { why, .. } if why == expected), "{outcome:?}");
}

const PLAIN: &str = "%q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32";
const INBOUNDS: &str = "%q = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32";

fn an_address_is_counted_in_elements_of_its_type() {
    assert_eq!(at(PLAIN, "i32", 2), Outcome::Values(vec![Value::int(32, 12)]));
    let bytes = "%q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8";
    assert_eq!(at(bytes, "i32", 8), Outcome::Values(vec![Value::int(32, 12)]));
    let fields = "%q = llvm.getelementptr %p[%i, 1, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i8, array<2 x i32>)>";
    assert_eq!(at(fields, "i32", 0), Outcome::Values(vec![Value::int(32, 12)]));
    assert_eq!(at(fields, "f32", 0), Outcome::Values(vec![Value::f32(f32::from_bits(12))]));
}

fn an_access_outside_is_undefined_and_a_promise_that_is_broken_poison() {
    for (address, why) in [(PLAIN, Undefined::OutOfBounds), (INBOUNDS, Undefined::AddressByPoison)] {
        undefined(at(address, "i32", 5), why);
        undefined(at(address, "i32", -1), why);
    }
    // One behind the last byte is a place, though nothing is there.
    undefined(at(INBOUNDS, "i32", 4), Undefined::OutOfBounds);
    let back = "%o = llvm.getelementptr inbounds %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %q = llvm.getelementptr %o[-5] : (!llvm.ptr) -> !llvm.ptr, i32";
    undefined(at(back, "i32", 6), Undefined::AddressByPoison);
    let back = back.replace("inbounds ", "");
    assert_eq!(at(&back, "i32", 6), Outcome::Values(vec![Value::int(32, 11)]));
}

fn parts_of_elements_have_no_meaning_here() {
    for (ty, index) in [("i64", 0), ("i16", 0)] {
        let outcome = at(PLAIN, ty, index);
        assert!(matches!(outcome, Outcome::Unsupported { gap: Unsupported::Type, .. }), "{outcome:?}");
    }
    let bytes = "%q = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8";
    let outcome = at(bytes, "i32", 2);
    assert!(matches!(outcome, Outcome::Unsupported { gap: Unsupported::Type, .. }), "{outcome:?}");
    assert_eq!(at(PLAIN, "vector<2xi32>", 1), Outcome::Values(vec![i32s(&[11, 12])]));
    undefined(at(PLAIN, "vector<2xi32>", 3), Undefined::OutOfBounds);
}

/// Memory from `malloc` that is written, freed as `ends` says, and read.
fn heap(ends: &str) -> Outcome {
    let text = format!(
        "llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
func.func @f(%v: i32) -> i32 {{
  %z = llvm.mlir.zero : !llvm.ptr
  %e = llvm.getelementptr %z[2] : (!llvm.ptr) -> !llvm.ptr, i32
  %n = llvm.ptrtoint %e : !llvm.ptr to i64
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %q = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %v, %q : i32, !llvm.ptr
  %r = llvm.load %q : !llvm.ptr -> i32
  {ends}
  return %r : i32
}}"
    );
    run(&text, &[Value::int(32, 7)])
}

fn memory_of_the_heap_lives_until_it_is_freed_once_at_its_start() {
    let free = "llvm.call @free(%p) : (!llvm.ptr) -> ()";
    assert_eq!(heap(""), Outcome::Values(vec![Value::int(32, 7)]));
    assert_eq!(heap(free), Outcome::Values(vec![Value::int(32, 7)]));
    undefined(heap(&format!("{free}\n  {free}")), Undefined::BadFree);
    undefined(heap("llvm.call @free(%q) : (!llvm.ptr) -> ()"), Undefined::BadFree);
    undefined(heap(&format!("{free}\n  %s = llvm.load %q : !llvm.ptr -> i32")), Undefined::UseAfterFree);
    undefined(heap("llvm.store %v, %z : i32, !llvm.ptr"), Undefined::OutOfBounds);
    // The number of an address is nothing that a program may depend on.
    let outcome = heap("%a = llvm.ptrtoint %p : !llvm.ptr to i64");
    assert!(matches!(outcome, Outcome::Unsupported { gap: Unsupported::Choice, .. }), "{outcome:?}");
}

fn the_memory_of_a_frame_ends_with_it() {
    let text = "llvm.func @g() -> !llvm.ptr {
  %one = llvm.mlir.constant(1 : i64) : i64
  %p = llvm.alloca %one x i32 : (i64) -> !llvm.ptr
  llvm.return %p : !llvm.ptr
}
func.func @f() -> i32 {
  %p = llvm.call @g() : () -> !llvm.ptr
  %r = llvm.load %p : !llvm.ptr -> i32
  return %r : i32
}";
    undefined(run(text, &[]), Undefined::UseAfterFree);
}

fn a_descriptor_and_a_memref_are_one_place() {
    let text = "func.func @f(%m: memref<2x3xi32>, %v: i32) -> i32 {
  %s = memref.subview %m[1, 1] [1, 2] [1, 1] : memref<2x3xi32> to memref<1x2xi32, strided<[3, 1], offset: 4>>
  %d = builtin.unrealized_conversion_cast %s : memref<1x2xi32, strided<[3, 1], offset: 4>> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %o = llvm.extractvalue %d[2] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  %q = llvm.getelementptr %p[%o] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  llvm.store %v, %q : i32, !llvm.ptr
  %b = builtin.unrealized_conversion_cast %d : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<1x2xi32, strided<[3, 1], offset: 4>>
  %c = arith.constant 0 : index
  %r = memref.load %b[%c, %c] : memref<1x2xi32, strided<[3, 1], offset: 4>>
  return %r : i32
}";
    let matrix = Shaped::new([2, 3], (0..6).map(|at| Value::int(32, at)).collect::<Vec<_>>());
    assert_eq!(run(text, &[matrix.into(), Value::int(32, 99)]), Outcome::Values(vec![Value::int(32, 99)]));
    let unwritten = text.replace("  llvm.store %v, %q : i32, !llvm.ptr\n", "");
    let matrix = Shaped::new([2, 3], (0..6).map(|at| Value::int(32, at)).collect::<Vec<_>>());
    assert_eq!(
        run(&unwritten, &[matrix.into(), Value::int(32, 99)]),
        Outcome::Values(vec![Value::int(32, 4)])
    );
}

fn a_copy_of_bytes_moves_whole_elements_that_do_not_overlap() {
    let text = |from: i64, to: i64| {
        format!(
            "func.func @f(%m: memref<4xi32>) -> memref<4xi32> {{
  %d = builtin.unrealized_conversion_cast %m : memref<4xi32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %p = llvm.extractvalue %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  %a = llvm.getelementptr %p[{from}] : (!llvm.ptr) -> !llvm.ptr, i32
  %b = llvm.getelementptr %p[{to}] : (!llvm.ptr) -> !llvm.ptr, i32
  %n = llvm.mlir.constant(8 : i64) : i64
  \"llvm.intr.memcpy\"(%b, %a, %n) <{{isVolatile = false}}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  return %m : memref<4xi32>
}}"
        )
    };
    let copied = |from, to| run(&text(from, to), &[i32s(&[1, 2, 3, 4])]);
    assert_eq!(copied(0, 2), Outcome::Values(vec![i32s(&[1, 2, 1, 2])]));
    assert_eq!(copied(1, 1), Outcome::Values(vec![i32s(&[1, 2, 3, 4])]));
    undefined(copied(0, 1), Undefined::Overlap);
    undefined(copied(0, 3), Undefined::OutOfBounds);
}

assay_testing::tests!(
    an_address_is_counted_in_elements_of_its_type,
    an_access_outside_is_undefined_and_a_promise_that_is_broken_poison,
    parts_of_elements_have_no_meaning_here,
    memory_of_the_heap_lives_until_it_is_freed_once_at_its_start,
    the_memory_of_a_frame_ends_with_it,
    a_descriptor_and_a_memref_are_one_place,
    a_copy_of_bytes_moves_whole_elements_that_do_not_overlap,
);
