//! Inputs that are large or deep, or built to be slow to read: each is read or refused in a moment, without a stack
//! overflow and without printing more than fits. A reader that took the square of their size would take hours.

use std::fmt::Write;

use assay_ir::data::{Context, Source};
use assay_ir::spec::Registry;
use assay_ir::text::{self, MAX_DIAGNOSTICS, Parsed, PrintOptions};
use assay_ir::wellformed::{self, Options};

fn read(input: impl Into<String>) -> Parsed {
    text::parse(&Context::new(), &Source::new("large", input))
}

fn messages(parsed: &Parsed) -> Vec<&str> {
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect()
}

/// Reads without an error; printed and read again it prints alike.
fn survives(input: impl Into<String>) {
    let parsed = read(input);
    assert!(parsed.diagnostics.is_empty(), "{:?}", messages(&parsed).first());
    for generic in [false, true] {
        let options = PrintOptions { generic, locations: true };
        let once = text::print(&parsed.program, &options);
        let again = read(once.as_str());
        assert!(again.diagnostics.is_empty(), "{:?}", messages(&again).first());
        assert!(text::print(&again.program, &options) == once, "printing is a fixed point");
    }
}

/// Either is right for what no program says: reading must end, and what was read print alike again.
fn read_or_refused(input: String) {
    let parsed = read(input.as_str());
    match parsed.diagnostics.is_empty() {
        true => survives(input),
        false => refused(input, ""),
    }
}

fn refused(input: impl Into<String>, why: &str) {
    let parsed = read(input);
    assert!(messages(&parsed).iter().any(|message| message.contains(why)), "{:?}", messages(&parsed).first());
    for generic in [false, true] {
        text::print(&parsed.program, &PrintOptions { generic, locations: true });
    }
}

fn one_line_of_fifty_megabytes_is_read() {
    let string = format!("\"a.b\"() {{a = \"{}\"}} : () -> ()", "x".repeat(50 << 20));
    assert!(read(string).diagnostics.is_empty());
    let comment = format!("//{}\n\"a.b\"() : () -> ()", "x".repeat(50 << 20));
    assert!(read(comment).diagnostics.is_empty());
    let space = format!("\"a.b\"(){}: () -> ()", " ".repeat(50 << 20));
    assert!(read(space).diagnostics.is_empty());
}

fn one_line_of_many_operations_is_read() {
    survives("\"a.b\"() : () -> () ".repeat(100_000));
}

fn one_line_with_an_error_at_its_end_is_read_on_below() {
    let parsed =
        read(format!("{}\"a.b\"({{\n{}", "\"a.b\"() : () -> () ".repeat(50_000), "  1\n".repeat(200_000)));
    assert_eq!(messages(&parsed).len(), 1);
}

fn bytes_that_are_no_text_in_large_files_are_refused() {
    let ctx = Context::new();
    for byte in [0u8, 0xFF] {
        let mut bytes = "\"a.b\"() : () -> ()\n".repeat(100_000).into_bytes();
        bytes.push(byte);
        assert!(text::parse_bytes(&ctx, "f", &bytes).is_err());
    }
    let crlf = format!("\u{feff}{}", "\"a.b\"() : () -> ()\r\n".repeat(10_000));
    assert!(text::parse_bytes(&ctx, "f", crlf.as_bytes()).is_ok_and(|parsed| parsed.diagnostics.is_empty()));
}

// --- numbers ----------------------------------------------------------------------------------------------------

fn an_integer_of_a_million_digits_is_refused_by_a_stated_limit() {
    for digits in ["9".repeat(1_000_000), format!("0x{}", "F".repeat(1_000_000)), "0".repeat(50 << 20)] {
        refused(format!("\"a.b\"() {{a = {digits} : i16777215}} : () -> ()"), "at most 1048576 bits");
    }
    refused(format!("\"a.b\"() {{a = affine_map<() -> ({})>}} : () -> ()", "9".repeat(1_000_000)), "");
    refused(format!("\"a.b\"() {{a = tensor<{}xi8>}} : () -> ()", "9".repeat(1_000_000)), "63 bits");
    refused(format!("\"a.b\"() {{a = i{}}} : () -> ()", "9".repeat(1_000_000)), "bits wide");
}

fn an_integer_of_many_digits_is_read() {
    survives(format!("\"a.b\"() {{a = {} : i16777215}} : () -> ()", "9".repeat(20_000)));
    survives(format!("\"a.b\"() {{a = -0x{} : i16777215}} : () -> ()", "8".repeat(20_000)));
}

fn small_numbers_of_very_wide_types_cost_what_they_are_long() {
    let values = vec!["-1, 7, 0x10"; 20_000].join(", ");
    survives(format!("\"a.b\"() {{a = array<i16777215: {values}>}} : () -> ()"));
    survives(format!("\"a.b\"() {{a = dense<[{values}]> : tensor<60000xsi16777215>}} : () -> ()"));
}

fn a_float_of_a_million_digits_is_read() {
    survives(format!("\"a.b\"() {{a = 1.{}}} : () -> ()", "3".repeat(1_000_000)));
    survives(format!("\"a.b\"() {{a = 1.0e-{} : f128}} : () -> ()", "9".repeat(1_000_000)));
}

// --- nesting ----------------------------------------------------------------------------------------------------

/// Deep chains of aliases, for types, attributes and locations.
fn chain(depth: usize, sign: char, first: &str, link: impl Fn(usize) -> String) -> String {
    let mut input = format!("{sign}a0 = {first}\n");
    for n in 1..depth {
        writeln!(input, "{sign}a{n} = {}", link(n - 1)).expect("strings take any text");
    }
    input
}

fn aliases_of_twenty_thousand_levels_are_refused() {
    refused(chain(20_000, '!', "i32", |n| format!("tuple<!a{n}>")), "deeper");
    refused(chain(20_000, '#', "1", |n| format!("[#a{n}]")), "deeper");
    refused(chain(20_000, '#', "loc(\"x\")", |n| format!("loc(\"x\"(#a{n}))")), "deeper");
    refused(chain(20_000, '#', "loc(\"x\")", |n| format!("loc(callsite(#a{n} at #a0))")), "deeper");
}

/// A location that was used before is remembered: its depth and its size count all the same.
fn locations_that_were_used_before_count_like_all_others() {
    let used = |input: String, levels: usize| {
        let mut all = String::new();
        for (n, line) in input.lines().enumerate() {
            writeln!(all, "{line}\n\"a.b\"() : () -> () loc(#a{n})").expect("strings take any text");
        }
        assert!(levels <= input.lines().count());
        all
    };
    refused(used(chain(20_000, '#', "loc(\"x\")", |n| format!("loc(\"x\"(#a{n}))")), 20_000), "deeper");
    refused(
        used(chain(60, '#', "loc(\"x\")", |n| format!("loc(fused[#a{n}, #a{n}])")), 60),
        "more than 262144 parts",
    );
}

fn aliases_that_stand_for_themselves_are_refused() {
    refused("!a = !a\n\"a.b\"() {a = !a} : () -> ()", "defined by itself");
    refused("#a = [#b]\n#b = {c = #a}\n\"a.b\"() {a = #b} : () -> ()", "defined by itself");
    refused("#a = loc(#b)\n#b = loc(fused[#a])\n\"a.b\"() : () -> () loc(#b)", "defined by itself");
    let mut ring = String::new();
    for n in 0..20_000 {
        writeln!(ring, "!a{n} = !a{}", (n + 1) % 20_000).expect("strings take any text");
    }
    assert!(!read(ring).diagnostics.is_empty());
}

fn uses_of_aliases_stand_for_little_together() {
    let mut input = chain(15, '!', "i32", |n| format!("tuple<!a{n}, !a{n}>"));
    for n in 0..200 {
        writeln!(input, "\"a.b\"() {{a = !a14, n = {n}}} : () -> ()\n\"a.b\"() {{a = !a14}} : () -> ()")
            .expect("strings take any text");
    }
    refused(input, "stand for more than");
}

fn many_uses_of_an_alias_of_some_size_are_read() {
    let big = vec!["1"; 1000].join(", ");
    survives(format!("#a = [{big}]\n{}", "\"a.b\"() {a = #a} : () -> ()\n".repeat(60)));
}

fn regions_nest_to_the_limit_whatever_stands_in_them() {
    for (open, close) in [
        ("func.func @f() {", "return }"),
        ("module { module {", "} }"),
        ("\"a.b\"() ({ ^bb0:", "}) : () -> () loc(fused[\"x\"(\"y\")])"),
        ("\"a.b\"() ({ \"a.c\"() ({", "}) {a = [[[1]]]} : () -> ()}) : () -> ()"),
    ] {
        for depth in [90, 20_000] {
            let parsed = read(format!("{}{}", open.repeat(depth), close.repeat(depth)));
            assert_eq!(parsed.diagnostics.is_empty(), depth == 90, "{open}: {:?}", messages(&parsed).first());
        }
    }
}

/// Brackets of every kind, each level written out.
fn brackets_of_twenty_thousand_levels_are_refused() {
    let attribute = |text: String| format!("\"a.b\"() {{a = {text}}} : () -> ()\n\"a.c\"() : () -> ()");
    let located = |text: String| format!("\"a.b\"() : () -> () loc({text})\n\"a.c\"() : () -> ()");
    let nested = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    let in_attribute = [
        ("[", "1", "]"),
        ("{a = ", "1", "}"),
        ("tuple<", "i1", ">"),
        ("complex<", "i1", ">"),
        ("vector<1x", "i1", ">"),
        ("tensor<1x", "i1", ">"),
        ("memref<1x", "i1", ">"),
        ("tensor<1xi1, ", "1", ">"),
        ("(", "i1", ") -> ()"),
        ("() -> (", "i1", ")"),
        ("!pdl.range<", "type", ">"),
        ("!llvm.array<1 x ", "i1", ">"),
        ("!llvm.struct<(", "i1", ")>"),
        ("!smt.array<[", "i1", " -> !smt.int]>"),
        ("loc(callsite(\"a\" at ", "\"b\"", "))"),
        ("distinct[0]<", "1", ">"),
    ];
    for (open, middle, close) in in_attribute {
        read_or_refused(attribute(nested(open, middle, close, 20_000)));
    }
    for (open, close) in
        [("\"x\"(", ")"), ("callsite(\"x\" at ", ")"), ("callsite(", " at \"x\")"), ("fused[", "]")]
    {
        refused(located(nested(open, "\"y\"", close, 20_000)), "deeper");
        survives(located(nested(open, "\"y\"", close, 50)));
    }
    let map = |open: &str, middle: &str, close: &str, depth| {
        attribute(format!("affine_map<(d0) -> ({})>", nested(open, middle, close, depth)))
    };
    for (open, middle, close) in [
        ("(", "d0", ")"),
        ("-", "d0", ""),
        ("(1 + ", "d0", ")"),
        ("(", "d0", " mod 2)"),
        ("2 * (", "d0", " ceildiv 2)"),
    ] {
        refused(map(open, middle, close, 20_000), "deeper");
        survives(map(open, middle, close, 50));
    }
    let dense = |depth| attribute(format!("dense<{}> : tensor<1xi1>", nested("[", "1", "]", depth)));
    refused(dense(20_000), "deeper");
    // Bodies that are kept as text may be as deep as they like.
    for (open, close) in [("<", ">"), ("(", ")"), ("[", "]"), ("{", "}"), ("<x = [", "]>")] {
        let body = nested(open, "x", close, 20_000);
        for sign in ["!", "#"] {
            read_or_refused(attribute(format!("{sign}a.b<{body}>")));
        }
    }
}

/// A sum is no deeper than its operators are many, and is read in a row.
fn sums_of_twenty_thousand_terms_are_read_or_refused() {
    for operator in [" + ", " - ", " * 2 + "] {
        let sum = vec!["d0"; 20_000].join(operator);
        for form in ["affine_map<(d0) -> ({})>", "affine_set<(d0) : ({} >= 0)>"] {
            let parsed = read(format!("\"a.b\"() {{a = {}}} : () -> ()", form.replace("{}", &sum)));
            for generic in [false, true] {
                text::print(&parsed.program, &PrintOptions { generic, locations: false });
            }
        }
    }
}

/// The part of a deep aggregate is found without looking at each level's text again.
fn parts_of_deep_aggregates_are_found_or_refused() {
    for depth in [100, 20_000] {
        let ty = format!("!llvm.array<1 x {}i32{}", "array<1 x ".repeat(depth - 1), ">".repeat(depth));
        let position = vec!["0"; depth].join(", ");
        let parsed = read(format!(
            "%a = llvm.mlir.undef : {ty}\n%b = llvm.extractvalue %a[{position}] : {ty}\n%c = llvm.insertvalue %b, %a[{position}] : {ty}"
        ));
        assert_eq!(parsed.diagnostics.is_empty(), depth == 100, "{:?}", messages(&parsed).first());
        text::print(&parsed.program, &PrintOptions::default());
    }
}

/// A form that nests: what opens and closes each level (`?` stands for its number), and what stands around all.
struct Nest {
    before: &'static str,
    open: &'static str,
    close: &'static str,
    after: &'static str,
}

const fn nest(before: &'static str, open: &'static str, close: &'static str, after: &'static str) -> Nest {
    Nest { before, open, close, after }
}

const IN_SEQUENCE: &str = "transform.sequence failures(propagate) {\n^bb0(%a: !transform.any_op):\n";
const IN_FUNC: &str = "func.func @f(%c: index, %b: i1, %v: i32, %m: memref<4xi32>) {\n";

const NESTS: &[Nest] = &[
    nest("", "module {\n", "}\n", ""),
    nest("", "func.func @f() {\n", "return }\n", ""),
    nest("", "llvm.func @f() {\n", "llvm.return }\n", ""),
    nest("", "llvm.mlir.global internal @g() : i32 {\n", "}\n", ""),
    nest(IN_FUNC, "scf.if %b {\n", "}\n", "return }"),
    nest(IN_FUNC, "scf.if %b {\n} else {\n", "}\n", "return }"),
    nest(IN_FUNC, "scf.for %i? = %c to %c step %c {\n", "}\n", "return }"),
    nest(IN_FUNC, "scf.while : () -> () {\n", "scf.condition(%b) } do { scf.yield }\n", "return }"),
    nest(IN_FUNC, "scf.execute_region {\n", "scf.yield }\n", "return }"),
    nest(IN_FUNC, "scf.parallel (%i?) = (%c) to (%c) step (%c) {\n", "scf.reduce }\n", "return }"),
    nest(IN_FUNC, "scf.forall (%i?) in (4) {\n", "}\n", "return }"),
    nest(IN_FUNC, "scf.forall (%i?) = (0) to (4) step (1) {\n", "}\n", "return }"),
    nest(IN_FUNC, "affine.for %i? = 0 to 4 {\n", "}\n", "return }"),
    nest(IN_FUNC, "affine.if affine_set<() : (0 == 0)>() {\n", "}\n", "return }"),
    nest(IN_FUNC, "affine.if affine_set<() : (0 == 0)>() {\n} else {\n", "}\n", "return }"),
    nest(IN_FUNC, "affine.parallel (%i?) = (0) to (4) {\n", "}\n", "return }"),
    nest(IN_FUNC, "memref.alloca_scope {\n", "}\n", "return }"),
    nest(
        IN_FUNC,
        "linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} \
         outs(%m : memref<4xi32>) {\n^bb0(%i?: i32):\n",
        "linalg.yield %v : i32\n}\n",
        "return }",
    ),
    nest(IN_FUNC, "linalg.map outs(%m : memref<4xi32>) () {\n", "linalg.yield %v : i32\n}\n", "return }"),
    nest(IN_FUNC, "scf.index_switch %c default {\n", "scf.yield }\n", "return }"),
    nest(
        IN_FUNC,
        "%t? = tensor.generate {\n^bb0(%i?: index):\n",
        "tensor.yield %v : i32\n} : tensor<8xi32>\n",
        "return }",
    ),
    nest("", "smt.solver() : () -> () {\n", "}\n", ""),
    nest("smt.solver() : () -> () {\n", "smt.check sat {\n", "} unknown { } unsat { }\n", "}"),
    nest("", "hw.module @m() {\n", "hw.output }\n", ""),
    nest("pdl.pattern : benefit(1) {\n", "rewrite {\n", "}\n", "}"),
    nest("irdl.dialect @d {\n", "irdl.operation @d {\n", "}\n", "}"),
    nest("", "transform.sequence failures(propagate) {\n^bb0(%a?: !transform.any_op):\n", "}\n", ""),
    nest("", "transform.alternatives {\n", "}, {\n}\n", ""),
    nest(
        IN_SEQUENCE,
        "transform.foreach %a : !transform.any_op {\n^bb0(%b?: !transform.any_op):\n",
        "}\n",
        "}",
    ),
    nest(IN_SEQUENCE, "transform.apply_patterns to %a {\n", "} : !transform.any_op\n", "}"),
];

/// At 20,000 levels each is refused once for its depth, and what was read of it can be printed, checked and dropped.
fn custom_forms_nest_to_the_limit() {
    for Nest { before, open, close, after } in NESTS {
        let nested = |depth: usize| {
            let mut input = String::from(*before);
            (0..depth).for_each(|n| input.push_str(&open.replace('?', &n.to_string())));
            input + &close.repeat(depth) + after
        };
        survives(nested(20));
        let deep = read(nested(20_000));
        // The deepest level may hold an operation whose own types are one level deeper.
        let found = messages(&deep);
        assert!((1..=2).contains(&found.len()), "{open}: {found:?}");
        assert!(found.iter().all(|message| *message == "nested deeper than 200 levels"), "{open}: {found:?}");
        for generic in [false, true] {
            text::print(&deep.program, &PrintOptions { generic, locations: true });
        }
        wellformed::check(&deep.program, &Registry::new(deep.program.ctx()), &Options::default());
    }
}

/// Custom forms that leave levels out: what stands around the deep part (`?`), its levels and their middle.
const HIDDEN_LEVELS: &[(&str, &str, &str, &str)] = &[
    ("func.func private @f(?)", "tuple<", "i1", ">"),
    ("func.func @f(%a: ?) { return }", "tuple<", "i1", ">"),
    ("func.func private @f() -> ?", "tuple<", "i1", ">"),
    ("func.func private @f(i1 {a.b = ?})", "[", "1", "]"),
    ("func.func private @f() -> (i1 {a.b = ?})", "{c = ", "1", "}"),
    ("module attributes {a.b = ?} {}", "[", "1", "]"),
    ("module { module attributes {a.b = ?} {} }", "[", "1", "]"),
    ("module @m { ? }", "module @m {", "", "}"),
    ("%a = \"a.b\"() : () -> i1  %b = builtin.unrealized_conversion_cast %a : i1 to ?", "tuple<", "i1", ">"),
    (
        "pdl.pattern : benefit(1) { %t = type : ?  %r = operation \"a.b\" -> (%t : !pdl.type)  rewrite %r { erase %r } }",
        "tuple<",
        "i1",
        ">",
    ),
    (
        "pdl.pattern : benefit(1) { %t = types : [?]  %r = operation \"a.b\" -> (%t : !pdl.range<type>)  rewrite %r { erase %r } }",
        "tuple<",
        "i1",
        ">",
    ),
    ("irdl.dialect @d { irdl.type @t { %a = irdl.is ?  irdl.parameters(a: %a) } }", "tuple<", "i1", ">"),
    (
        "func.func @f(%a: index) { %0 = affine.apply affine_map<(d0) -> (?)>(%a)  return }",
        "(2 * ",
        "(d0 mod 3)",
        ")",
    ),
    (
        "func.func @f(%m: memref<?xf32>, %a: index) { %0 = affine.load %m[?] : memref<?xf32>  return }",
        "(2 * ",
        "(%a mod 3)",
        ")",
    ),
    (
        "func.func @f(%m: memref<4x4xf32>) { ? return }",
        "affine.if affine_set<() : (0 == 0)>() {",
        "linalg.matmul ins(%m, %m : memref<4x4xf32>, memref<4x4xf32>) outs(%m : memref<4x4xf32>)",
        "}",
    ),
    ("func.func @f(%c: i1) { ? return }", "scf.if %c {", "", "}"),
];

/// What is read in one form is not refused in the other for its depth.
fn both_forms_have_one_limit_of_levels() {
    for (around, open, middle, close) in HIDDEN_LEVELS {
        let around = around.replace("<?x", "<QUESTIONx");
        let of_depth = |depth| {
            let deep = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
            around.replace('?', &deep).replace("QUESTION", "?")
        };
        let accepted = |depth| read(of_depth(depth)).diagnostics.is_empty();
        let last = (150..210).rev().find(|depth| accepted(*depth));
        let last = last.unwrap_or_else(|| panic!("{around}: {:?}", messages(&read(of_depth(150))).first()));
        assert!(last < 209, "{around}");
        for depth in last - 4..=last {
            survives(of_depth(depth));
        }
    }
}

// --- many of one kind -------------------------------------------------------------------------------------------

fn a_dictionary_of_many_keys_is_read() {
    let keys: Vec<String> = (0..200_000).map(|n| format!("k{n}")).collect();
    let dictionary = keys.join(", ");
    assert!(read(format!("\"a.b\"() {{{dictionary}}} : () -> ()")).diagnostics.is_empty());
    refused(format!("\"a.b\"() {{{dictionary}, k7}} : () -> ()"), "given twice");
}

fn many_results_used_before_their_definition_are_read() {
    let uses: Vec<String> = (0..100_000).map(|n| format!("%x#{n}")).collect();
    let types = vec!["i1"; 100_000].join(", ");
    let uses = uses.join(", ");
    let input = format!("\"a.b\"({uses}) : ({types}) -> ()\n\"a.b\"({uses}) : ({types}) -> ()\n");
    assert!(read(format!("{input}%x:100000 = \"a.c\"() : () -> ({types})")).diagnostics.is_empty());
    refused(input, "not defined");
}

fn many_names_without_a_definition_are_read_over() {
    assert!(!read(format!("\"a.b\"(\n{}", "%a,\n".repeat(300_000))).diagnostics.is_empty());
}

fn many_errors_end_the_reading() {
    for line in
        ["\"a.b\"() : () -> !x.y<\n", "\"a.b\"(\n", "^bb0:\n", "}\n", "%0 = \"a.b\"() ({\n", "!a = #\n"]
    {
        let parsed = read(line.repeat(200_000));
        assert!((1..=MAX_DIAGNOSTICS + 1).contains(&parsed.diagnostics.len()), "{line}");
    }
}

fn many_blocks_and_many_uses_of_them_are_read() {
    let mut input = String::from("\"a.b\"() ({\n");
    for n in 0..50_000 {
        writeln!(input, "^b{n}:\n  \"a.c\"()[^b{}, ^b0] : () -> ()", 49_999 - n)
            .expect("strings take any text");
    }
    input.push_str("}) : () -> ()");
    survives(input);
}

assay_testing::tests!(
    one_line_of_fifty_megabytes_is_read,
    one_line_of_many_operations_is_read,
    one_line_with_an_error_at_its_end_is_read_on_below,
    bytes_that_are_no_text_in_large_files_are_refused,
    an_integer_of_a_million_digits_is_refused_by_a_stated_limit,
    an_integer_of_many_digits_is_read,
    small_numbers_of_very_wide_types_cost_what_they_are_long,
    a_float_of_a_million_digits_is_read,
    aliases_of_twenty_thousand_levels_are_refused,
    locations_that_were_used_before_count_like_all_others,
    aliases_that_stand_for_themselves_are_refused,
    uses_of_aliases_stand_for_little_together,
    many_uses_of_an_alias_of_some_size_are_read,
    regions_nest_to_the_limit_whatever_stands_in_them,
    brackets_of_twenty_thousand_levels_are_refused,
    sums_of_twenty_thousand_terms_are_read_or_refused,
    parts_of_deep_aggregates_are_found_or_refused,
    custom_forms_nest_to_the_limit,
    both_forms_have_one_limit_of_levels,
    a_dictionary_of_many_keys_is_read,
    many_results_used_before_their_definition_are_read,
    many_names_without_a_definition_are_read_over,
    many_errors_end_the_reading,
    many_blocks_and_many_uses_of_them_are_read,
);
