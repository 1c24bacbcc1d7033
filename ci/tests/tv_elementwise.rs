//! `assay tv` on functions that do the same to each element of tensors of one shape: one element decides, whatever the extents are, and
//! nothing else is taken for one element.

use crate::text_pairs::assert_verdict;

/// A function of two values of a type that returns `%r`.
fn function(ty: &str, body: &str) -> String {
    format!("func.func @f(%x: {ty}, %y: {ty}) -> {ty} {{\n{body}  return %r : {ty}\n}}\n")
}

fn difference_of_sum(ty: &str) -> String {
    function(ty, &format!("  %a = arith.addi %x, %y : {ty}\n  %r = arith.subi %a, %y : {ty}\n"))
}

fn first(ty: &str) -> String {
    format!("func.func @f(%x: {ty}, %y: {ty}) -> {ty} {{\n  return %x : {ty}\n}}\n")
}

fn one_element_decides_for_any_extents() {
    for ty in ["tensor<?x?xi32>", "tensor<1024x512xi32>", "vector<[4]xi32>"] {
        assert_verdict(&difference_of_sum(ty), &first(ty), "proved");
    }
    let wrong = |ty: &str| function(ty, &format!("  %r = arith.subi %x, %y : {ty}\n"));
    for ty in ["tensor<?x?xi32>", "tensor<1024x512xi32>", "vector<[4]xi32>"] {
        assert_verdict(&difference_of_sum(ty), &wrong(ty), "refuted");
    }
}

/// A function of a vector of one scalable element.
fn of_scalable(body: &str) -> String {
    format!("func.func @f(%x: vector<[1]xi1>) -> i1 {{\n{body}  return %r : i1\n}}\n")
}

fn agreement_on_one_machine_is_no_proof_for_others() {
    let first = of_scalable("  %r = vector.extract %x[0] : i1 from vector<[1]xi1>\n");
    let sum = of_scalable("  %r = vector.reduction <add>, %x : vector<[1]xi1> into i1\n");
    let same = of_scalable(
        "  %y = arith.andi %x, %x : vector<[1]xi1>\n  %r = vector.extract %y[0] : i1 from vector<[1]xi1>\n",
    );
    let not = of_scalable(
        "  %y = arith.subi %x, %x : vector<[1]xi1>\n  %r = vector.extract %y[0] : i1 from vector<[1]xi1>\n",
    );
    assert_verdict(&first, &sum, "unknown");
    assert_verdict(&first, &same, "unknown");
    assert_verdict(&first, &not, "refuted");
    let scale = |body: &str| format!("func.func @f() -> index {{\n{body}  return %r : index\n}}\n");
    let [one, two] = [1, 2].map(|number| scale(&format!("  %r = arith.constant {number} : index\n")));
    assert_verdict(&scale("  %r = vector.vscale\n"), &one, "unknown");
    assert_verdict(&scale("  %r = vector.vscale\n"), &two, "refuted");
}

fn open_extents_are_the_same_where_operations_put_them_together() {
    let ty = "tensor<?xi32>";
    assert_verdict(&first(ty), &difference_of_sum(ty), "refuted");
    // Both arguments are used, and their extents are never compared.
    let apart = function(ty, &format!("  %a = arith.addi %y, %y : {ty}\n  %r = arith.addi %x, %x : {ty}\n"));
    let together =
        function(ty, &format!("  %a = arith.addi %x, %y : {ty}\n  %r = arith.addi %x, %x : {ty}\n"));
    // `arith` does not say what a sum of tensors of other extents is.
    assert_verdict(&apart, &together, "unknown");
    assert_verdict(&together, &apart, "proved");
}

fn a_constant_of_several_elements_is_no_constant_of_one() {
    let ty = "tensor<2xi32>";
    let with = |constant: &str| {
        function(
            ty,
            &format!("  %k = arith.constant dense<{constant}> : {ty}\n  %r = arith.addi %x, %k : {ty}\n"),
        )
    };
    assert_verdict(&with("1"), &with("[1, 1]"), "proved");
    assert_verdict(&with("1"), &with("[1, 2]"), "refuted");
    assert_verdict(&with("[1, 2]"), &with("[2, 1]"), "refuted");
}

fn undefined_behaviour_of_one_element_is_that_of_all() {
    let ty = "tensor<?xi8>";
    let quotient = function(ty, &format!("  %r = arith.divui %x, %y : {ty}\n"));
    let unused = function(
        ty,
        &format!(
            "  %q = arith.divui %x, %y : {ty}\n  %a = arith.muli %q, %y : {ty}\n  %b = arith.remui %x, %y : {ty}\n  %r = arith.addi %a, %b : {ty}\n"
        ),
    );
    assert_verdict(&unused, &first(ty), "proved");
    assert_verdict(&first(ty), &unused, "refuted");
    assert_verdict(&quotient, &first(ty), "refuted");
}

fn a_condition_for_all_elements_is_one_number() {
    let text = |body: &str| {
        format!(
            "func.func @f(%c: i1, %x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {{\n  %j = arith.addi %x, %y : tensor<?xi32>\n{body}  return %r : tensor<?xi32>\n}}\n"
        )
    };
    let chosen = text("  %r = arith.select %c, %x, %x : tensor<?xi32>\n");
    assert_verdict(&chosen, &text("  %r = arith.ori %x, %x : tensor<?xi32>\n"), "proved");
    assert_verdict(&chosen, &text("  %r = arith.select %c, %x, %y : tensor<?xi32>\n"), "refuted");
}

assay_testing::tests!(
    one_element_decides_for_any_extents,
    agreement_on_one_machine_is_no_proof_for_others,
    open_extents_are_the_same_where_operations_put_them_together,
    a_constant_of_several_elements_is_no_constant_of_one,
    undefined_behaviour_of_one_element_is_that_of_all,
    a_condition_for_all_elements_is_one_number,
);
