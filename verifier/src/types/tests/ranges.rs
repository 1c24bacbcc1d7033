//! Patterns with ranges: their lengths are unknowns of the question, too.

use super::{Fixture, word};

/// Definitions that count.
const COUNTED: &str = r#"
irdl.dialect @v {
  irdl.operation @any attributes {assay.variadic = "each"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @alike attributes {assay.variadic = "same"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @ints attributes {assay.variadic = "each"} {
    %t = irdl.base "!builtin.integer"
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @one {
    %t = irdl.any
    irdl.operands(x: %t)
  }
  irdl.operation @some attributes {assay.relations = ["0 < count(xs)"], assay.variadic = "each"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @few attributes {assay.relations = ["count(xs) <= 4"], assay.variadic = "each"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @fewer attributes {assay.relations = ["count(xs) <= 3"], assay.variadic = "each"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
  }
  irdl.operation @two attributes {assay.variadic = "each"} {
    %t = irdl.any
    %u = irdl.base "!builtin.integer"
    irdl.operands(xs: variadic %t, ys: variadic %u)
  }
  irdl.operation @grows attributes {assay.relations = ["2 < count(xs)", "count(xs) < count(rs)"], assay.variadic = "each"} {
    %t = irdl.any
    irdl.operands(xs: variadic %t)
    irdl.results(rs: variadic %t)
  }
  irdl.operation @results attributes {assay.variadic = "each"} {
    %t = irdl.any
    %u = irdl.any
    irdl.operands(xs: variadic %t)
    irdl.results(rs: variadic %u)
  }
}
"#;

fn world() -> Fixture {
    let mut world = Fixture::new();
    let said = assay_corpus::load_text(&mut world.registry, "v.irdl.mlir", COUNTED);
    assert!(said.is_empty(), "{said:?}");
    world
}

/// What is said of `root(range)` that becomes `created(operands)`.
fn say(root: &str, created: &str, operands: &str) -> String {
    let count = operands.split(", ").count();
    let kinds: Vec<&str> = operands
        .split(", ")
        .map(|name| if name == "%x" { "!pdl.value" } else { "!pdl.range<value>" })
        .take(count)
        .collect();
    world().say(&format!(
        "pdl.pattern : benefit(1) {{\n  %xs = pdl.operands\n  %root = pdl.operation \"{root}\"(%xs : !pdl.range<value>)\n  \
         pdl.rewrite %root {{\n    %n = pdl.operation \"{created}\"({operands} : {})\n    pdl.erase %root\n  }}\n}}\n",
        kinds.join(", ")
    ))
}

#[test]
fn each_element_of_a_range_has_a_type_of_its_own() {
    assert_eq!(say("v.any", "v.any", "%xs"), "proved");
    assert_eq!(say("v.ints", "v.any", "%xs"), "proved");
    assert_eq!(say("v.ints", "v.ints", "%xs"), "proved");
    assert_eq!(say("v.any", "v.ints", "%xs"), "refuted T201");
    assert_eq!(say("v.alike", "v.any", "%xs"), "proved");
    assert_eq!(say("v.alike", "v.alike", "%xs"), "proved");
    // This takes two elements.
    assert_eq!(say("v.any", "v.alike", "%xs"), "refuted T201");
}

#[test]
fn no_operation_is_reached_through_an_empty_range_of_its_results() {
    let pattern = |created: &str| {
        format!(
            r#"
pdl.pattern : benefit(1) {{
  %xs = pdl.operands
  %ts = pdl.types
  %below = pdl.operation "v.results"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  %rs = pdl.results of %below
  %root = pdl.operation "v.any"(%rs : !pdl.range<value>)
  pdl.rewrite %root {{
    %n = pdl.operation "{created}"(%rs : !pdl.range<value>)
    pdl.erase %root
  }}
}}
"#
        )
    };
    // Of no elements it would break the definition: such a match does not exist.
    assert_eq!(world().say(&pattern("v.some")), "proved");
    assert_eq!(world().say(&pattern("v.one")), "refuted T201");
}

#[test]
fn lengths_up_to_two_beyond_the_largest_number_are_looked_at() {
    // Three operands at least, and more results than that.
    let text = r#"
pdl.pattern : benefit(1) {
  %xs = pdl.operands
  %ts = pdl.types
  %root = pdl.operation "v.grows"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  pdl.rewrite %root {
    %n = pdl.operation "v.one"(%xs : !pdl.range<value>)
    pdl.erase %root
  }
}
"#;
    assert_eq!(world().say(text), "refuted T201");
}

#[test]
fn the_length_of_a_range_is_open() {
    assert_eq!(say("v.any", "v.one", "%xs"), "refuted T201");
    assert_eq!(say("v.one", "v.one", "%xs"), "proved");
    assert_eq!(say("v.some", "v.any", "%xs"), "proved");
    assert_eq!(say("v.some", "v.some", "%xs"), "proved");
    assert_eq!(say("v.any", "v.some", "%xs"), "refuted T201");
    assert_eq!(say("v.fewer", "v.few", "%xs"), "proved");
    // This takes four elements.
    assert_eq!(say("v.few", "v.fewer", "%xs"), "refuted T201");
    assert_eq!(say("v.any", "v.few", "%xs"), "refuted T201");
}

#[test]
fn a_range_may_stand_twice_in_a_row() {
    let twice = |created: &str| {
        world().say(&format!(
            "pdl.pattern : benefit(1) {{\n  %xs = pdl.operands\n  %root = pdl.operation \"v.one\"(%xs : !pdl.range<value>)\n  \
             pdl.rewrite %root {{\n    %both = pdl.range %xs, %xs : !pdl.range<value>, !pdl.range<value>\n    \
             %n = pdl.operation \"{created}\"(%both : !pdl.range<value>)\n    pdl.erase %root\n  }}\n}}\n"
        ))
    };
    assert_eq!(twice("v.any"), "proved");
    assert_eq!(twice("v.one"), "refuted T201");
    assert_eq!(twice("v.alike"), "proved");
}

#[test]
fn groups_that_segment_sizes_tell_apart_need_these_sizes() {
    let sizes = |sizes: &str| {
        world().say(&format!(
            "pdl.pattern : benefit(1) {{\n  %xs = pdl.operands\n  %root = pdl.operation \"v.ints\"(%xs : !pdl.range<value>)\n  \
             pdl.rewrite %root {{\n    %k = pdl.attribute = array<i32: {sizes}>\n    \
             %n = pdl.operation \"v.two\"(%xs : !pdl.range<value>) {{\"operandSegmentSizes\" = %k}}\n    \
             pdl.erase %root\n  }}\n}}\n"
        ))
    };
    // Right for one length only.
    assert_eq!(sizes("0, 3"), "refuted T201");
    assert_eq!(say("v.ints", "v.two", "%xs"), "refuted T201");
}

#[test]
fn a_range_of_results_may_be_replaced_by_another_one_of_the_same_types_only() {
    let replaced = |by: &str| {
        world().say(&format!(
            "pdl.pattern : benefit(1) {{\n  %ts = pdl.types\n  %xs = pdl.operands\n  \
             %root = pdl.operation \"v.results\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)\n  \
             pdl.rewrite %root {{\n    {by}\n  }}\n}}\n"
        ))
    };
    let operation = "%n = pdl.operation \"v.results\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)\n    \
                     pdl.replace %root with %n";
    assert_eq!(replaced(operation), "proved");
    assert_eq!(replaced("pdl.replace %root with (%xs : !pdl.range<value>)"), "refuted T202");
}

#[test]
fn accesses_of_memory_have_as_many_indices_as_the_rank() {
    let said = |created: &str| {
        world().say(&format!(
            "pdl.pattern : benefit(1) {{\n  %t = pdl.type\n  %m = pdl.operand\n  %i = pdl.operands\n  \
             %root = pdl.operation \"memref.load\"(%m, %i : !pdl.value, !pdl.range<value>) -> (%t : !pdl.type)\n  \
             pdl.rewrite %root {{\n    %n = pdl.operation \"{created}\"(%m, %i : !pdl.value, !pdl.range<value>) -> (%t : !pdl.type)\n    \
             pdl.replace %root with %n\n  }}\n}}\n"
        ))
    };
    assert_eq!(said("memref.load"), "proved");
    assert_eq!(said("tensor.extract"), "refuted T201");
}

#[test]
fn a_pattern_that_no_length_fits_is_vacuous() {
    let text = "pdl.pattern : benefit(1) {\n  %x = pdl.operand\n  %y = pdl.operand\n  %xs = pdl.operands\n  \
                %root = pdl.operation \"v.one\"(%x, %y, %xs : !pdl.value, !pdl.value, !pdl.range<value>)\n  \
                pdl.rewrite %root {\n    pdl.erase %root\n  }\n}\n";
    let results = world().all(text, Some(&super::pool()));
    assert_eq!(word(&results[0]), "vacuous");
}
