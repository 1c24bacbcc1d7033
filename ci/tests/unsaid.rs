//! Where MLIR does not say what a program does, or says that it is undefined, nothing is refuted; a result that no reading allows
//! is. Each rule has a pair that it permits and one just outside of it.

use std::process::Command;

/// The verdict of `assay tv` about a function before and after.
#[track_caller]
fn verdict(before: &str, after: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path
    };
    let files = [path("before.mlir", before), path("after.mlir", after)];
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .arg("tv")
        .args(files)
        .args(["--format", "json"])
        .output()
        .expect("the binary under test can be run");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let record = &report["patterns"][0];
    record["verdict"].as_str().unwrap_or_else(|| panic!("{report}")).to_owned()
}

#[track_caller]
fn permitted(before: &str, after: &str) {
    assert_ne!(verdict(before, after), "refuted", "{before}{after}");
    // Left equals left.
    assert_ne!(verdict(before, before), "refuted", "{before}");
}

#[track_caller]
fn caught(before: &str, after: &str) {
    assert_eq!(verdict(before, after), "refuted", "{before}{after}");
}

/// `@f(%a: index, %b: index) -> index` with `%k`, which is one, and `%p`, a power of two or poison.
fn numbers(body: &str) -> String {
    format!(
        "func.func @f(%a: index, %b: index) -> index {{\n  %k = arith.constant 1 : index\n  %p = arith.shli %k, %b : index\n\
         {body}  return %r : index\n}}\n"
    )
}

fn apply(map: &str) -> String {
    numbers(&format!("  %r = affine.apply affine_map<(d0)[s0] -> ({map})>(%a)[%p]\n"))
}

/// "The `integer-literal` operand for ceildiv, floordiv, and mod is always expected to be positive": poison may be another number,
/// so that a division of `arith` by it, which is undefined, may follow. Poison elsewhere stays poison.
fn an_affine_divisor_is_a_promise_and_what_is_divided_is_none() {
    permitted(&apply("d0 floordiv s0"), &numbers("  %r = arith.floordivsi %a, %p : index\n"));
    // One by itself, where it is not poison.
    let itself = numbers("  %o = arith.divsi %p, %p : index\n  %r = arith.muli %p, %o : index\n");
    permitted(&apply("s0 mod s0 + s0"), &itself);
    caught(&apply("s0"), &itself);
}

/// `affine.apply` has no side effects and may be moved, while what it does with such a divisor is not said; `arith.floordivsi` is
/// undefined then.
fn an_affine_division_may_be_executed_where_it_was_not() {
    let branch = |before: &str, inside: &str| {
        numbers(&format!(
            "  %z = arith.constant 0 : index\n  %c = arith.cmpi sgt, %b, %z : index\n{before}  %r = scf.if %c -> (index) {{\n\
             {inside}    scf.yield %q : index\n  }} else {{\n    scf.yield %k : index\n  }}\n"
        ))
    };
    let affine = "    %q = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%a)[%b]\n";
    permitted(&branch("", affine), &branch(affine, ""));
    let division = "    %q = arith.floordivsi %a, %b : index\n";
    caught(&branch("", division), &branch(division, ""));
}

/// "A function f defined on a vector v in Z^n": a number on the way to a result may overflow or not; the result may not.
fn a_number_on_the_way_to_an_affine_result_may_overflow() {
    permitted(&apply("(d0 + s0) * 4"), &apply("d0 * 4 + s0 * 4"));
    permitted(&apply("d0 * 4 + s0 * 4"), &apply("(d0 + s0) * 4"));
    caught(&apply("(d0 + s0) * 4"), &apply("d0 * 4 + s0 * 4 + 1"));
    caught(&numbers("  %r = arith.addi %a, %k : index\n"), &apply("d0 + 1"));
}

/// MLIR has no difference: `d0 - d1` is `d0 + d1 * -1`, of which the product overflows for the least number.
fn an_affine_difference_is_a_sum_with_a_product() {
    let sum = |negated: &str| {
        numbers(&format!(
            "  %m = arith.constant -1 : index\n  %n = arith.muli %p, %m overflow<nsw> : index\n  %r = arith.addi %a, {negated} : index\n"
        ))
    };
    permitted(&apply("d0 - s0"), &sum("%n"));
    caught(&apply("d0 - s0"), &sum("%p"));
}

/// "Accesses (including the starting point) may run out-of-bounds along the respective vector dimension as the index increases":
/// above the source, and not below.
fn a_transfer_that_starts_below_its_source_may_do_anything() {
    let function = |body: &str| {
        format!(
            "func.func @f(%m: memref<4xi8>, %i: index, %p: i8) -> i8 {{\n  %z = arith.constant 0 : index\n\
             %e = arith.constant 4 : index\n{body}  %x = vector.extract %r[0] : i8 from vector<1xi8>\n  return %x : i8\n}}\n"
        )
    };
    let read = "  %r = vector.transfer_read %m[%i], %p : memref<4xi8>, vector<1xi8>\n";
    let guarded = |order: &str| {
        format!(
            "  %c = arith.cmpi {order}, %i, %e : index\n  %r = scf.if %c -> (vector<1xi8>) {{\n    %v = memref.load %m[%i] : memref<4xi8>\n\
             %w = vector.broadcast %v : i8 to vector<1xi8>\n    scf.yield %w : vector<1xi8>\n  }} else {{\n\
             %w = vector.broadcast %p : i8 to vector<1xi8>\n    scf.yield %w : vector<1xi8>\n  }}\n"
        )
    };
    permitted(&function(read), &function(&guarded("slt")));
    caught(&function(read), &function(&guarded("sle")));
    permitted(&function(&guarded("ult")), &function(read));
}

/// "The reassociation maps applied to the result tensor with the higher rank must result in the operand tensor with the smaller
/// rank": extents that do not agree are undefined, also where there are as many elements.
fn extents_of_an_expanded_tensor_agree_group_by_group() {
    let function = |body: &str, result: &str| {
        format!(
            "func.func @f(%t: tensor<?x?xi8>, %a: index, %b: index) -> tensor<?x?xi8> {{\n{body}  return {result} : tensor<?x?xi8>\n}}\n"
        )
    };
    let round = |extents: &str| {
        format!(
            "  %x = tensor.expand_shape %t [[0, 1], [2]] output_shape [{extents}] : tensor<?x?xi8> into tensor<?x2x?xi8>\n\
             %y = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x2x?xi8> into tensor<?x?xi8>\n"
        )
    };
    permitted(&function(&round("%a, 2, %b"), "%y"), &function("", "%t"));
    let extents = "  %z = arith.constant 0 : index\n  %o = arith.constant 1 : index\n  %w = arith.constant 2 : index\n\
                     %d = tensor.dim %t, %z : tensor<?x?xi8>\n  %h = arith.divui %d, %w : index\n\
                     %e = tensor.dim %t, %o : tensor<?x?xi8>\n";
    let halves = format!("{extents}{}", round("%h, 2, %e"));
    let other = format!("{extents}  %y = tensor.empty(%z, %e) : tensor<?x?xi8>\n");
    permitted(&function(&halves, "%y"), &function("", "%t"));
    caught(&function(&halves, "%y"), &function(&other, "%y"));
}

/// A function that the program before does not declare may do what an operation did; one that it declares is called as it was.
fn a_call_of_a_new_function_without_a_body_refutes_nothing() {
    let caller = |body: &str| {
        format!(
            "func.func @f(%m: memref<4xi8>, %x: i8) {{\n{body}  return\n}}\nfunc.func private @library(i8, memref<4xi8>)\n"
        )
    };
    let fill = "  linalg.fill ins(%x : i8) outs(%m : memref<4xi8>)\n";
    let call = "  call @library(%x, %m) : (i8, memref<4xi8>) -> ()\n";
    let undeclared = caller(fill).replace("func.func private @library(i8, memref<4xi8>)\n", "");
    permitted(&undeclared, &caller(call));
    caught(&caller(call), &caller(""));
    caught(&caller(call), &caller(&call.repeat(2)));
}

/// A function without a body cannot tell a value from poison: given the value, it does what it did or less. It can tell two values.
fn a_call_with_a_value_in_place_of_poison_is_proved() {
    let calls = |first: &str, second: &str, results: &str| {
        format!(
            "func.func private @ext(i8) -> i8
func.func @f(%x: i8) -> (i8, i8) {{
  %one = arith.constant 1 : i8
  %zero = arith.constant 0 : i8
  %low, %high = arith.mului_extended %x, %one : i8
  %r = func.call @ext({first}) : (i8) -> i8
  %s = func.call @ext({second}) : (i8) -> i8
  return {results} : i8, i8
}}
"
        )
    };
    let before = calls("%high", "%one", "%r, %s");
    // The upper half is 0, or poison where %x is.
    assert_eq!(verdict(&before, &calls("%zero", "%one", "%r, %s")), "proved");
    caught(&before, &calls("%one", "%one", "%r, %s"));
    caught(&before, &calls("%one", "%zero", "%s, %r"));
    // The other way the program after may be given poison.
    assert_ne!(verdict(&calls("%zero", "%one", "%r, %s"), &before), "proved");
    let twice = calls("%high", "%zero", "%r, %s");
    assert_ne!(verdict(&twice, &calls("%zero", "%zero", "%s, %r")), "proved");
}

/// A buffer that is poison is read where its elements are, and not where it becomes a tensor.
fn a_tensor_of_a_buffer_that_is_poison_is_poison() {
    let text = |body: &str| {
        format!(
            "func.func @f(%a: memref<2xi8>, %b: memref<2xi8>, %c: i1) -> tensor<2xi8> {{\n{body}  return %t : tensor<2xi8>\n}}\n"
        )
    };
    let buffers = "  %s = arith.select %c, %a, %b : memref<2xi8>\n  %t = bufferization.to_tensor %s : memref<2xi8> to tensor<2xi8>\n";
    let tensors = |first: &str, second: &str| {
        format!(
            "  %x = bufferization.to_tensor %a : memref<2xi8> to tensor<2xi8>\n  %y = bufferization.to_tensor %b : memref<2xi8> to tensor<2xi8>\n\
             %t = arith.select %c, {first}, {second} : tensor<2xi8>\n"
        )
    };
    permitted(&text(&tensors("%x", "%y")), &text(buffers));
    caught(&text(&tensors("%y", "%x")), &text(buffers));
}

/// "The first one will not be used during computations, but may be used during analysis and canonicalization": a bound that is
/// added refutes nothing by itself.
fn an_outer_bound_that_does_not_hold_is_no_poison_after() {
    let function = |basis: &str, result: &str| {
        format!(
            "func.func @f(%a: index) -> index {{\n  %d:2 = affine.delinearize_index %a into ({basis}) : index, index\n  return {result} : index\n}}\n"
        )
    };
    permitted(&function("8", "%d#0"), &function("4, 8", "%d#0"));
    caught(&function("8", "%d#0"), &function("4, 8", "%d#1"));
}

/// A read of a tensor may be executed where it was not, at a place that is poison, too; a read of memory may not.
fn a_read_of_a_tensor_may_be_moved_out_of_a_branch() {
    let function = |ty: &str, before: &str, inside: &str| {
        format!(
            "func.func @f(%m: {ty}, %i: index, %c: i1, %p: i8, %o: vector<2xi8>) -> vector<2xi8> {{\n{before}  %r = scf.if %c -> (vector<2xi8>) {{\n\
             {inside}    scf.yield %v : vector<2xi8>\n  }} else {{\n    scf.yield %o : vector<2xi8>\n  }}\n  return %r : vector<2xi8>\n}}\n"
        )
    };
    let read = |ty: &str| format!("  %v = vector.transfer_read %m[%i], %p : {ty}, vector<2xi8>\n");
    let moved = |ty: &str| (function(ty, "", &read(ty)), function(ty, &read(ty), ""));
    let (before, after) = moved("tensor<4xi8>");
    permitted(&before, &after);
    let (before, after) = moved("memref<4xi8>");
    caught(&before, &after);
}

assay_testing::tests!(
    an_affine_divisor_is_a_promise_and_what_is_divided_is_none,
    an_affine_division_may_be_executed_where_it_was_not,
    a_number_on_the_way_to_an_affine_result_may_overflow,
    an_affine_difference_is_a_sum_with_a_product,
    a_transfer_that_starts_below_its_source_may_do_anything,
    extents_of_an_expanded_tensor_agree_group_by_group,
    a_call_of_a_new_function_without_a_body_refutes_nothing,
    a_call_with_a_value_in_place_of_poison_is_proved,
    a_tensor_of_a_buffer_that_is_poison_is_poison,
    an_outer_bound_that_does_not_hold_is_no_poison_after,
    a_read_of_a_tensor_may_be_moved_out_of_a_branch,
);
