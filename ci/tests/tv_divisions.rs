//! `assay tv` on quotients and remainders of `affine` at 64 bits: what is one division is proved as one, and what is another one is
//! refuted.

use crate::text_pairs::assert_verdict;

/// A function of two numbers.
fn function(results: &str, body: &str) -> String {
    format!("func.func @f(%i: index, %n: index) -> {results} {{\n{body}}}\n")
}

fn one(body: &str) -> String {
    function("index", &format!("{body}  return %r : index\n"))
}

/// A map of `%i` and `%n` as the only result.
fn map(expression: &str) -> String {
    one(&format!("  %r = affine.apply affine_map<(d0)[s0] -> ({expression})>(%i)[%n]\n"))
}

fn a_quotient_and_its_remainder_are_those_of_one_division() {
    let same = one("  %c0 = arith.constant 0 : index\n  %r = arith.addi %i, %c0 : index\n");
    assert_verdict(&map("(d0 floordiv 5) * 5 + d0 mod 5"), &same, "proved");
    assert_verdict(&map("(d0 floordiv 5) * 5 + d0 mod 4"), &same, "refuted");
    // A divisor that is not positive is undefined behaviour.
    assert_verdict(&map("(d0 floordiv s0) * s0 + d0 mod s0"), &same, "proved");
    // The other way round a product may leave `index`, where the operation says nothing.
    assert_verdict(&same, &map("(d0 floordiv s0) * s0 + d0 mod s0"), "unknown");
}

fn a_quotient_of_a_quotient_is_one_by_the_product() {
    let nested = one(
        "  %q = affine.apply affine_map<(d0) -> (d0 floordiv 6)>(%i)\n  %r = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%q)\n",
    );
    assert_verdict(&nested, &map("d0 floordiv 24"), "proved");
    assert_verdict(&nested, &map("d0 floordiv 10"), "refuted");
    // Rounded up inside, and down outside.
    assert_verdict(&map("(d0 ceildiv 6) floordiv 4"), &map("d0 floordiv 24"), "refuted");
}

fn coordinates_are_quotients_and_remainders() {
    let three = |body: &str| function("(index, index)", &format!("{body}  return %a, %b : index, index\n"));
    let open = three("  %a, %b = affine.delinearize_index %i into (5) : index, index\n");
    let divided = |by: u32| {
        three(&format!(
            "  %a = affine.apply affine_map<(d0) -> (d0 floordiv {by})>(%i)\n  %b = affine.apply affine_map<(d0) -> (d0 mod {by})>(%i)\n"
        ))
    };
    assert_verdict(&open, &divided(5), "proved");
    assert_verdict(&open, &divided(6), "refuted");
    // An outer bound is a promise: where it is broken, anything is right after it, and nothing before it.
    let bounded = three("  %a, %b = affine.delinearize_index %i into (7, 5) : index, index\n");
    assert_verdict(&bounded, &divided(5), "proved");
    let back = |disjoint: &str| {
        one(&format!(
            "  %l = affine.linearize_index {disjoint}[%i, %n] by (4, 6) : index\n  %q, %r = affine.delinearize_index %l into (4, 6) : index, index\n"
        ))
    };
    let second = one("  %c0 = arith.constant 0 : index\n  %r = arith.addi %n, %c0 : index\n");
    assert_verdict(&back("disjoint "), &second, "proved");
    assert_verdict(&back(""), &second, "refuted");
}

assay_testing::tests!(
    a_quotient_and_its_remainder_are_those_of_one_division,
    a_quotient_of_a_quotient_is_one_by_the_product,
    coordinates_are_quotients_and_remainders,
);
