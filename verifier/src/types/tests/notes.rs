//! Remarks on refutations that are true and of little use.

use super::{Fixture, pool};

fn notes(matcher: &str, rewrite: &str) -> (String, Option<String>, Vec<String>) {
    let text = format!("pdl.pattern : benefit(1) {{\n{matcher}  pdl.rewrite %root {{\n{rewrite}  }}\n}}\n");
    let result = Fixture::new().all(&text, Some(&pool())).remove(0);
    let claim = result.findings.into_iter().next().expect("it is refuted").claim;
    (claim.message, claim.help, claim.labels.into_iter().map(|label| label.text).collect())
}

const SUM: &str = "  %t = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand\n  \
    %root = pdl.operation \"arith.addi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n";

#[test]
fn a_swap_that_only_tensors_of_mixed_shapes_break_says_so() {
    let swap = "    %n = pdl.operation \"arith.addi\"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
        pdl.replace %root with %n\n";
    let (message, help, _) = notes(SUM, swap);
    assert!(message.ends_with(", only with tensors of mixed shapes"), "{message}");
    assert_eq!(help.as_deref(), Some("give both the same type: one `pdl.type`, or `Value<t>` in PDLL"));
}

#[test]
fn what_other_types_break_as_well_does_not() {
    let float = "    %n = pdl.operation \"arith.addf\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
        pdl.replace %root with %n\n";
    let (message, ..) = notes(SUM, float);
    assert!(!message.contains("mixed shapes"), "{message}");
}

/// An extension of a type to `i1`: of `i0`.
const EXTENDED: &str = "  %t = pdl.type\n  %b = pdl.type : i1\n  %x = pdl.operand : %t\n  \
    %root = pdl.operation \"arith.extui\"(%x : !pdl.value) -> (%b : !pdl.type)\n";

#[test]
fn a_type_that_can_only_be_empty_is_labelled() {
    let rewrite = "    pdl.replace %root with (%x : !pdl.value)\n";
    let (.., labels) = notes(EXTENDED, rewrite);
    assert!(labels.iter().any(|label| label == "can only be `i0`"), "{labels:?}");
    let wider = EXTENDED.replace("pdl.type : i1", "pdl.type : i8");
    let (.., labels) = notes(&wider, rewrite);
    assert!(!labels.iter().any(|label| label == "can only be `i0`"), "{labels:?}");
}
