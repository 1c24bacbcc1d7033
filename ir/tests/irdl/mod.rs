//! IRDL definitions mean to us what they mean to MLIR: programs in `valid.mlir` are accepted by both, those in
//! `invalid.mlir` refused by both, those in `stricter.mlir` only by MLIR, whose `any_of` does not take back what a
//! failed alternative bound.

use std::path::{Path, PathBuf};

use assay_corpus::{load_builtin, load_text};
use assay_ir::data::{Context, Source};
use assay_ir::diagnostic::Severity;
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::wellformed::{Options, check};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, Outcome};
use assay_testing::Checked;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/irdl").join(name)
}

fn read(name: &str) -> String {
    std::fs::read_to_string(file(name)).expect("the file is part of the crate")
}

fn judge(program: &str) -> Vec<String> {
    let mut registry = load_builtin(&Context::new());
    assert_eq!(load_text(&mut registry, "definitions.irdl.mlir", &read("definitions.irdl.mlir")), []);
    let parsed = text::parse(registry.ctx(), &Source::new("use", program));
    let mut found: Vec<String> = parsed.diagnostics.into_iter().map(|one| one.message).collect();
    let violations = check(&parsed.program, &registry, &Options::default());
    found.extend(violations.into_iter().map(|one| format!("{}: {}", one.kind.name(), one.message)));
    found
}

/// All programs of a file are accepted, or all refused, by us and by MLIR.
fn compare(name: &str, we_accept: bool, mlir_accepts: bool) -> Checked {
    let text = read(name);
    let programs: Vec<&str> = text.split("// -----\n").collect();
    for program in &programs {
        let found = judge(program);
        assert_eq!(found.is_empty(), we_accept, "{found:?}\n{program}");
    }
    let opt = assay_testing::mlir()?;
    let options = ParseOptions {
        allow_unregistered: true,
        irdl: Some(file("definitions.irdl.mlir")),
        ..ParseOptions::default()
    };
    let mut batch = Batch::of_texts(&opt, &options);
    programs.iter().for_each(|program| batch.push_text(program));
    for (program, outcome) in programs.iter().zip(batch.run()) {
        assert_eq!(matches!(outcome, Outcome::Ok(_)), mlir_accepts, "{outcome:?}\n{program}");
    }
    Ok(())
}

fn valid_programs_are_accepted_by_both() -> Checked {
    compare("valid.mlir", true, true)?;
    Ok(())
}

fn invalid_programs_are_refused_by_both() -> Checked {
    compare("invalid.mlir", false, false)?;
    Ok(())
}

fn mlir_is_stricter_where_an_alternative_fails_late() -> Checked {
    compare("stricter.mlir", true, false)?;
    Ok(())
}

/// Diagnostics of an IRDL text as `line: message`, warnings marked.
fn remarks(definitions: &str) -> Vec<String> {
    let source = Source::new("d.irdl.mlir", definitions);
    let mut registry = Registry::new(&Context::new());
    let diagnostics = load_text(&mut registry, "d.irdl.mlir", definitions);
    let show = |one: &assay_ir::diagnostic::Diagnostic| {
        let mark = if one.severity == Severity::Warning { "warning: " } else { "" };
        format!("{}: {mark}{}", source.line_column(one.span.start).line, one.message)
    };
    diagnostics.iter().map(show).collect()
}

fn every_mistake_in_a_definition_is_reported_with_its_line() {
    let found = remarks(
        r#"irdl.dialect @d {
  irdl.operation @a attributes {assay.traits = ["terminator", "purple", "ends=body:d.x"]} {
    %t = irdl.any
    irdl.operands(x: %t)
  }
  irdl.operation @b attributes {assay.relations = ["width(x) < width(nope)", "width(x)"]} {
    %t = irdl.base @d::@missing
    irdl.operands(x: %t)
    irdl.operands(y: %t)
  }
  irdl.operation @c attributes {assay.optional_attributes = ["k"], assay.traits = "pure"} {
  }
}
"#,
    );
    let expected = [
        "2: warning: `purple` is no known trait",
        "2: `ends=body:d.x` names no region of this operation",
        "7: `@d::@missing` is not defined",
        "9: duplicate `irdl.operands` in one definition",
        "6: `width(x) < width(nope)`: the operation has no part named `nope`",
        "6: `width(x)` compares nothing: expected ==, !=, ~, < or <=",
        "11: `assay.traits` is no array of strings",
        "11: `k` is no attribute of this operation",
    ];
    assert_eq!(found, expected);
}

fn names_of_any_shape_are_read() {
    let found = remarks(
        r#""irdl.dialect"() <{sym_name = "Big"}> ({
  "irdl.type"() <{sym_name = "!camelCase"}> ({
  ^bb0:
  }) : () -> ()
  "irdl.operation"() <{sym_name = "dotted.camelCase"}> ({
    %0 = "irdl.base"() <{base_ref = @Big::@"!camelCase"}> : () -> !irdl.attribute
    "irdl.operands"(%0) <{names = ["fooBar"], variadicity = #irdl<variadicity_array[ variadic]>}> : (!irdl.attribute) -> ()
  }) : () -> ()
}) : () -> ()
"#,
    );
    assert_eq!(found, Vec::<String>::new());
}

fn a_second_definition_of_one_name_is_reported() {
    let found = remarks(
        r#"irdl.dialect @d {
  irdl.type @x {}
  irdl.attribute @y {}
  irdl.operation @a {}
  irdl.operation @a {}
  irdl.type @x {}
}
irdl.dialect @d {
  irdl.operation @a {}
  irdl.operation @b {}
}
irdl.dialect @e {
  irdl.operation @a {}
}
"#,
    );
    let expected = [
        "5: the operation `d.a` is defined twice",
        "6: the type `d.x` is defined twice",
        "9: the operation `d.a` is defined twice",
    ];
    assert_eq!(found, expected);
}

assay_testing::tests!(
    valid_programs_are_accepted_by_both,
    invalid_programs_are_refused_by_both,
    mlir_is_stricter_where_an_alternative_fails_late,
    every_mistake_in_a_definition_is_reported_with_its_line,
    names_of_any_shape_are_read,
    a_second_definition_of_one_name_is_reported,
);
