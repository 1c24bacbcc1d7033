//! The types and lengths that a verdict speaks of: all of them where the definitions list them, and otherwise what was compared
//! and what was not.

use std::process::Command;

/// The verdict of the only pattern of a text, with its scope, and the dialect and the meanings of `acme`.
fn verdict(pattern: &str, types: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let dialect = format!(
        "irdl.dialect @acme {{\n  irdl.operation @avg {{\n{types}    irdl.operands(a: %t, b: %t)\n    irdl.results(r: %t)\n  }}\n}}\n"
    );
    let meaning = "!w = i8
func.func @avg(%a: !w, %b: !w) -> !w attributes {assay.meaning = \"acme.avg\"} {
  %both = arith.andi %a, %b : !w
  %one = arith.xori %a, %b : !w
  %k = arith.constant 1 : !w
  %half = arith.shrui %one, %k : !w
  %r = arith.addi %both, %half : !w
  return %r : !w
}
";
    for (name, text) in [("p.mlir", pattern), ("acme.irdl.mlir", &dialect), ("meanings.mlir", meaning)] {
        std::fs::write(folder.path().join(name), text).expect("tests can write files");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .args([
            "check",
            "p.mlir",
            "--dialect",
            "acme.irdl.mlir",
            "--meanings",
            "meanings.mlir",
            "--format",
            "json",
        ])
        .output()
        .expect("the program was built");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let record = &report["patterns"][0];
    let word = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
    (word("verdict"), word("scope"))
}

/// `avg(x, x) -> x`, whose result types are a range or one type.
fn of_itself(ranges: bool) -> String {
    let (types, kind) = if ranges { ("types", "!pdl.range<type>") } else { ("type", "!pdl.type") };
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.{types}
  %x = pdl.operand
  %root = pdl.operation \"acme.avg\"(%x, %x : !pdl.value, !pdl.value) -> (%t : {kind})
  pdl.rewrite %root {{
    pdl.replace %root with (%x : !pdl.value)
  }}
}}
"
    )
}

const THREE: &str =
    "    %a = irdl.is i8\n    %b = irdl.is i16\n    %c = irdl.is i32\n    %t = irdl.any_of(%a, %b, %c)\n";

pub(crate) fn types_that_a_definition_lists_are_all_there_are() {
    for ranges in [false, true] {
        assert_eq!(verdict(&of_itself(ranges), THREE).0, "proved", "{ranges}");
    }
    // One of them is too wide to be looked at, and one is no number.
    for other in ["i128", "vector<4xi8>"] {
        let types = THREE.replace("i32", other);
        let (word, scope) = verdict(&of_itself(false), &types);
        assert_eq!(word, "bounded", "{other}: {scope}");
        assert!(scope.starts_with("i8, i16; ") || scope.starts_with("i1..i16; "), "{scope}");
        assert!(scope.contains("not compared: wider integers"), "{scope}");
    }
}

fn of_any_types_the_scope_names_what_was_compared_and_what_was_not() {
    // A quotient of a product by a factor is no identity of rings: no argument speaks for all widths.
    let (word, scope) = verdict(&of_itself(false), "    %t = irdl.any\n");
    assert_eq!(word, "bounded", "{scope}");
    assert!(scope.contains("not compared: "), "{scope}");
}

/// As PDLL writes patterns without types of results: a range, of which the definition of the operation admits one length.
pub(crate) fn a_range_of_one_length_is_as_good_as_a_type() {
    let pattern = |operands: &str, names: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  {operands}
  %t = pdl.types
  %inner = pdl.operation \"arith.ori\"({names}) -> (%t : !pdl.range<type>)
  %v = pdl.result 0 of %inner
  %w = pdl.result 0 of %inner
  %s = pdl.types
  %root = pdl.operation \"arith.andi\"(%v, %w : !pdl.value, !pdl.value) -> (%s : !pdl.range<type>)
  pdl.rewrite %root {{
    pdl.replace %root with (%v : !pdl.value)
  }}
}}
"
        )
    };
    let single = pattern("%a = pdl.operand\n  %b = pdl.operand", "%a, %b : !pdl.value, !pdl.value");
    let range = pattern("%all = pdl.operands", "%all : !pdl.range<value>");
    for text in [single, range] {
        assert_eq!(verdict(&text, THREE).0, "proved", "{text}");
    }
    // Of a conjunction in hardware there are as many parts as somebody writes.
    let variadic = "pdl.pattern @p : benefit(1) {
  %all = pdl.operands
  %t = pdl.type
  %inner = pdl.operation \"comb.and\"(%all : !pdl.range<value>) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %w = pdl.result 0 of %inner
  %root = pdl.operation \"comb.and\"(%v, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%v : !pdl.value)
  }
}
";
    let (word, scope) = verdict(variadic, THREE);
    assert_eq!(word, "bounded", "{scope}");
    assert!(scope.contains("longer ranges"), "{scope}");
}

assay_testing::tests!(
    types_that_a_definition_lists_are_all_there_are,
    of_any_types_the_scope_names_what_was_compared_and_what_was_not,
    a_range_of_one_length_is_as_good_as_a_type,
);
