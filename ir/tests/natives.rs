//! Summaries of native code: what the reader refuses, each mistake with its line, and what it keeps.

use assay_corpus::{load_builtin, load_natives_text};
use assay_ir::data::{Context, Source};
use assay_ir::natives::{Form, Promise, Width};
use assay_ir::spec::Registry;

fn registry() -> Registry {
    load_builtin(&Context::new())
}

/// Line and message of each mistake.
fn mistakes(text: &str) -> Vec<(u32, String)> {
    let source = Source::new("natives.mlir", text);
    let diagnostics = load_natives_text(&mut registry(), "natives.mlir", text);
    let line = |start| source.line_column(start).line;
    diagnostics.into_iter().map(|one| (line(one.span.start), one.message)).collect()
}

fn one(text: &str) -> String {
    let found = mistakes(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].1.clone()
}

fn every_mistake_of_a_file_is_reported_at_its_line() {
    let text = r#"
func.func private @a(!pdl.value {assay.is_unsued}) attributes {assay.native = "constraint"}
func.func private @b(!pdl.value)
func.func private @c(!pdl.type {assay.is_unused}) attributes {assay.native = "constraint"}
func.func private @d(!pdl.value {assay.dominates = 0}, !pdl.operation) attributes {assay.native = "constraint"}
func.func private @e(!pdl.operation {assay.has_one_use}) -> !pdl.value attributes {assay.native = "rewrite"}
func.func private @f(i8) attributes {assay.native = "constraint"}
func.func private @g(!pdl.value) attributes {assay.native = "constraint", assay.pure}
func.func private @h() attributes {assay.native = "rewrite"}
func.func private @i(f32) attributes {assay.native = "constraint"}
"#;
    let expected = [
        (2, "argument 0: `assay.is_unsued` promises nothing"),
        (3, "@b does not say what it is"),
        (4, "argument 0: `assay.is_unused` cannot be said of it"),
        (5, "argument 0: `assay.dominates` is the number of another argument that is an operation"),
        (6, "argument 0: `assay.has_one_use` can only be promised by a constraint"),
        (7, "argument 0 is an integer, but there is no body that could see it"),
        (8, "`assay.pure` can only be said of a rewrite"),
        (9, "a rewrite has an argument or a result"),
        (10, "argument 0 is neither a pdl type nor an integer"),
    ];
    let expected: Vec<(u32, String)> = expected.map(|(line, text)| (line, text.to_owned())).into();
    assert_eq!(mistakes(text), expected);
}

fn what_a_rewrite_makes_is_said_once_and_of_what_it_fits() {
    let text = r#"
func.func private @a(!pdl.type) -> (!pdl.type {assay.returns_type_of = 0}) attributes {assay.native = "rewrite"}
func.func private @b(!pdl.value) -> (!pdl.value {assay.returns_type_of = 0}) attributes {assay.native = "rewrite"}
func.func private @c(!pdl.value) -> (!pdl.operation {assay.returns_operation = 0}) attributes {assay.native = "rewrite"}
func.func private @d() -> (!pdl.type {assay.result_type = [i8, i16]}) attributes {assay.native = "rewrite"}
func.func private @e() -> (!pdl.type {assay.result_typ = i8}) attributes {assay.native = "rewrite"}
func.func private @f(!pdl.type) -> (!pdl.type {assay.result_type = i8}) attributes {assay.native = "constraint"}
func.func private @g() -> !pdl.value attributes {assay.native = "rewrite", assay.creates = "nodot"}
func.func private @h(!pdl.operation) attributes {assay.native = "rewrite", assay.replaces = 0}
func.func private @i(!pdl.operation) attributes {assay.native = "rewrite", assay.creates = "d.op", assay.replaces = 1}
func.func private @j() -> (!pdl.value, !pdl.value) attributes {assay.native = "rewrite", assay.creates = "d.op"}
func.func private @k() -> !pdl.value attributes {assay.native = "rewrite", assay.creates = "d.op", assay.pure}
func.func private @l(!pdl.value) -> (!pdl.type {assay.result_type = i8, assay.returns_type_of = 0}) attributes {assay.native = "rewrite"}
"#;
    let not_known = "is not known of a result; known are assay.returns_type_of, assay.result_type, \
                     assay.returns_operation, assay.returns_value, assay.type, assay.flags, assay.index";
    let expected = [
        (
            2,
            "result 0: `assay.returns_type_of` is the number of an argument that is a value or an attribute"
                .to_owned(),
        ),
        (3, "result 0: `assay.returns_type_of` can be said of a type".to_owned()),
        (
            4,
            "result 0: `assay.returns_operation` is the number of an argument that is an operation"
                .to_owned(),
        ),
        (5, "result 0: `assay.result_type` is a type, or of an operation a list of types".to_owned()),
        (6, format!("result 0: `assay.result_typ` {not_known}")),
        (7, "result 0: `assay.result_type` can only be promised by a rewrite".to_owned()),
        (8, "`assay.creates` is the full name of an operation in quotes, or a list of such names".to_owned()),
        (9, "`assay.replaces` needs `assay.creates`: what replaces the operation".to_owned()),
        (10, "`assay.replaces` is the number of an argument that is an operation".to_owned()),
        (11, "what makes operations gives the last one of them, or its result, or neither".to_owned()),
        (12, "what makes operations is not `assay.pure`, and has no body".to_owned()),
        (13, "result 0 has two promises, of which one is enough".to_owned()),
    ];
    assert_eq!(mistakes(text), expected);
}

fn a_body_that_mlir_would_refuse_is_refused() {
    let text = r#"
!w = i8
func.func @f(%a: !w, %b: i32) -> i1 attributes {assay.native = "constraint"} {
  %c = "arith.cmpi"(%a, %b) <{predicate = 0 : i64}> : (!w, i32) -> i1
  return %c : i1
}
"#;
    assert_eq!(mistakes(text)[0].0, 4);
}

fn a_body_holds_operations_of_arith_only() {
    let text = r#"
func.func private @g(i8)
func.func @f(%a: i8) -> i8 attributes {assay.native = "rewrite"} {
  %b = "lab.magic"(%a) : (i8) -> i8
  return %b : i8
}
"#;
    let found = mistakes(text);
    assert!(found.iter().any(|(line, text)| *line == 4 && text.contains("in a body: it has no meaning")));
}

fn a_constant_that_fits_no_other_width_is_found_when_the_body_is_asked_for() {
    let text = r#"
!w = i8
func.func @f(%a: !w) -> !w attributes {assay.native = "rewrite"} {
  %b = arith.constant 200 : !w
  return %b : !w
}
"#;
    let mut registry = registry();
    assert_eq!(load_natives_text(&mut registry, "n", text), []);
    let summary = registry.native("f").expect("it was loaded").clone();
    let read = |width| summary.instance(registry.ctx(), &[width]).expect("it has a body").is_ok();
    assert!(read(8) && read(64) && !read(7));
}

fn every_width_is_bound_by_an_argument() {
    let text = r#"
!w = i8
!v = i16
func.func @f(%a: !w) -> !v attributes {assay.native = "rewrite"} {
  %b = arith.constant 1 : !v
  return %b : !v
}
"#;
    assert_eq!(one(text), "no argument says how wide `!v` is");
}

fn a_name_stands_once_in_a_file_and_the_later_file_wins() {
    let twice = r#"
module @a { func.func private @f(!pdl.value) attributes {assay.native = "constraint"} }
module @b { func.func private @f(!pdl.value) attributes {assay.native = "constraint"} }
"#;
    assert_eq!(one(twice), "@f is described twice");
    let mut registry = registry();
    let own = "func.func private @one_use(!pdl.value) attributes {assay.native = \"constraint\"}";
    assert_eq!(load_natives_text(&mut registry, "own.mlir", own), []);
    let summary = registry.native("one_use").expect("it was loaded");
    assert!(!summary.exact && summary.promises().next().is_none());
    assert_eq!(summary.at, ("own.mlir".to_owned(), 1));
}

fn names_of_widths_stay_apart_from_fixed_ones() {
    let text = r#"
!other = i4
!w = i8
func.func @"any name"(%a: !w, %b: i8, %flags: i2 {assay.flags = "arith.overflow"}) -> (!w, i4 {assay.type})
    attributes {assay.native = "rewrite"} {
  %c = arith.constant 3 : i4
  return %a, %c : !w, i4
}
"#;
    let mut registry = registry();
    assert_eq!(load_natives_text(&mut registry, "n", text), []);
    let summary = registry.native("any name").expect("it was loaded");
    let forms: Vec<&Form> = summary.arguments.iter().map(|argument| &argument.form).collect();
    let flags = Form::Flags { name: "arith.overflow".to_owned(), bits: 2 };
    assert_eq!(forms, [&Form::Integer(Width::Open(0)), &Form::Integer(Width::Fixed(8)), &flags]);
    assert_eq!(
        summary.results,
        [Form::Integer(Width::Open(0)), Form::Type { binds: None, number: Width::Fixed(4) }]
    );
    assert_eq!(summary.widths, ["w"]);
    let instance = summary.instance(registry.ctx(), &[5]).expect("it has a body").expect("it can be read");
    let types: Vec<String> = instance
        .block()
        .into_iter()
        .flat_map(|block| instance.program.block(block).arguments.clone())
        .map(|value| assay_ir::text::type_text(registry.ctx(), instance.program.value_type(value)))
        .collect();
    assert_eq!(types, ["i5", "i8", "i2"]);
}

fn attributes_of_index_and_values_are_seen_as_numbers() {
    let text = r#"
!w = i8
func.func @index(%a: i64 {assay.index}) -> (i64 {assay.index}) attributes {assay.native = "rewrite"} {
  return %a : i64
}
func.func @value(%a: !w {assay.value}) -> i1 attributes {assay.native = "constraint"} {
  %zero = arith.constant 0 : !w
  %answer = arith.cmpi sge, %a, %zero : !w
  return %answer : i1
}
"#;
    let mut registry = registry();
    assert_eq!(load_natives_text(&mut registry, "n", text), []);
    let index = registry.native("index").expect("it was loaded");
    assert_eq!((&index.arguments[0].form, &index.results[..]), (&Form::Index, &[Form::Index][..]));
    let value = registry.native("value").expect("it was loaded");
    assert_eq!(value.arguments[0].form, Form::Value(Width::Open(0)));
    assert!(value.sees_values() && !value.exact);

    let wrong = |argument: &str, role: &str| {
        let text = format!(
            "func.func @f(%a: {argument}) -> i1 attributes {{assay.native = \"{role}\"}} {{\n  %c = arith.constant true\n  return %c : i1\n}}"
        );
        let found = load_natives_text(&mut self::registry(), "n", &text);
        found.first().map(|one| one.message.clone()).unwrap_or_default()
    };
    assert_eq!(
        wrong("i32 {assay.index}", "constraint"),
        "argument 0: `assay.index` stands alone, on an `i64`"
    );
    assert_eq!(wrong("i8 {assay.value}", "rewrite"), "`assay.value` can only be said to a constraint");
}

fn promises_name_their_arguments() {
    let registry = registry();
    let promises = |name: &str| -> Vec<(usize, Promise)> {
        registry.native(name).expect("it is built in").promises().collect()
    };
    assert_eq!(promises("dominates"), [(0, Promise::Dominates(1))]);
    assert_eq!(promises("same_block"), [(0, Promise::SameBlock(1))]);
    assert_eq!(promises("unused"), [(0, Promise::IsUnused)]);
}

assay_testing::tests!(
    every_mistake_of_a_file_is_reported_at_its_line,
    what_a_rewrite_makes_is_said_once_and_of_what_it_fits,
    a_body_that_mlir_would_refuse_is_refused,
    a_body_holds_operations_of_arith_only,
    a_constant_that_fits_no_other_width_is_found_when_the_body_is_asked_for,
    every_width_is_bound_by_an_argument,
    a_name_stands_once_in_a_file_and_the_later_file_wins,
    names_of_widths_stay_apart_from_fixed_ones,
    attributes_of_index_and_values_are_seen_as_numbers,
    promises_name_their_arguments,
);
