//! Meanings that users bring, on the command line: they reach verdicts, engines and replays, and their mistakes are reported.

use std::path::Path;
use std::process::{Command, Output};

const RELU: &str = r#"!w = i8
func.func @relu(%x: !w) -> !w attributes {assay.meaning = "my.relu", assay.elementwise} {
  %zero = arith.constant 0 : !w
  %made = arith.maxsi %x, %zero : !w
  return %made : !w
}
"#;

/// `relu(relu(x)) -> relu(x)`, or `relu(x) -> x`, which is wrong below zero.
fn pattern(ty: &str, right: bool) -> String {
    let (inner, by) = match right {
        true => (
            "  %a = pdl.operation \"my.relu\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %r = pdl.result 0 of %a\n",
            "%r",
        ),
        false => ("", "%x"),
    };
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type{ty}\n  %x = pdl.operand : %t\n{inner}  \
         %root = pdl.operation \"my.relu\"({by} : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{\n    \
         pdl.replace %root with ({by} : !pdl.value)\n  }}\n}}\n"
    )
}

fn assay(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.current_dir(folder).args(args).output().expect("the binary under test can be run")
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder can be written");
}

/// The words of `check` about a pattern, with a description of its operations.
fn output(pattern: &str, meanings: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", pattern);
    write(folder.path(), "m.mlir", meanings);
    let args = ["check", "--isolated", "--meanings", "m.mlir", "--format", "concise", "p.mlir"];
    let output = assay(folder.path(), &[&args, more].concat());
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The words of `check` about a pattern, with more flags; files that these name are in the folder.
fn judged(folder: &Path, pattern: &str, more: &[&str]) -> String {
    write(folder, "p.mlir", pattern);
    let args = ["check", "--isolated", "--format", "concise", "p.mlir"];
    String::from_utf8(assay(folder, &[&args, more].concat()).stdout).expect("output is UTF-8")
}

/// The faults of a description.
fn wrong(meanings: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern("", true));
    write(folder.path(), "m.mlir", meanings);
    let output = assay(folder.path(), &["check", "--isolated", "--meanings", "m.mlir", "p.mlir"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    String::from_utf8(output.stderr).expect("output is UTF-8")
}

fn a_body_decides_values_at_all_widths_and_on_shapes() {
    assert!(output(&pattern("", true), RELU, &[]).contains(" 1 bounded"));
    for ty in [" : i32", " : vector<2x2xi8>", " : tensor<4xi16>", " : tensor<i8>"] {
        assert!(output(&pattern(ty, true), RELU, &[]).contains(" 1 proved"), "{ty}");
        let text = output(&pattern(ty, false), RELU, &[]);
        assert!(text.contains("error[V301]"), "{ty}: {text}");
    }
}

fn types_that_no_function_fits_are_not_decided() {
    let text = output(&pattern(" : f32", true), RELU, &[]);
    assert!(text.contains("`my.relu` on these types"), "{text}");
    assert!(output(&pattern(" : ui8", true), RELU, &[]).contains("note[U001]"));
    let shaped = RELU.replace(", assay.elementwise", "");
    assert!(output(&pattern(" : vector<4xi8>", true), &shaped, &[]).contains("`my.relu` on these types"));
}

fn the_scope_says_which_types_were_compared() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern("", true));
    // The constant 5 fits from three bits on.
    let five = RELU.replace("arith.constant 0", "arith.constant 5");
    write(folder.path(), "m.mlir", &five.replace("!w = i8", "!w = i16"));
    let output = assay(
        folder.path(),
        &["check", "--isolated", "--width-max", "12", "--meanings", "m.mlir", "--format", "json", "p.mlir"],
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let pattern = &report["patterns"][0];
    assert_eq!(pattern["verdict"], "bounded");
    assert!(
        pattern["scope"].to_string().contains("i3..i8, integers of 9 bits and more"),
        "{}",
        pattern["scope"]
    );
    let assumptions = pattern["assumptions"].to_string();
    assert!(assumptions.contains("`my.relu` is what its description says (m.mlir)"), "{assumptions}");
}

fn undefined_behaviour_and_poison_of_the_body_are_the_operations() {
    let divide = r#"!w = i8
func.func @relu(%x: !w) -> !w attributes {assay.meaning = "my.relu"} {
  %one = arith.constant 1 : !w
  %made = arith.divui %one, %x : !w
  return %made : !w
}
"#;
    let introduced = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %root = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %q = pdl.operation "my.relu"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;
    assert!(output(introduced, divide, &[]).contains("error[V302]"));
    let shift = divide.replace("arith.divui %one, %x", "arith.shli %one, %x");
    let text = output(introduced, &shift, &[]);
    assert!(!text.contains("V302"), "{text}");
    let forwarded = introduced
        .replace("with (%x : !pdl.value)", "with %q")
        .replace("arith.addi\"(%x, %x", "arith.andi\"(%x, %x");
    assert!(output(&forwarded, &shift, &[]).contains("error[V30"), "{}", output(&forwarded, &shift, &[]));
}

fn a_witness_replays_with_the_description() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern(" : i8", false));
    write(folder.path(), "m.mlir", RELU);
    let check = ["check", "--isolated", "--meanings", "m.mlir", "--witness-dir", "w", "p.mlir"];
    assert_eq!(assay(folder.path(), &check).status.code(), Some(1));
    let mut files = std::fs::read_dir(folder.path().join("w")).expect("there are witnesses");
    let file = files.next().expect("there is one").expect("it can be read").path();
    let replay =
        assay(folder.path(), &["replay", "--meanings", "m.mlir", file.to_str().expect("a plain name")]);
    let text = String::from_utf8_lossy(&replay.stdout).into_owned();
    assert_eq!(replay.status.code(), Some(1), "{text}");
    assert!(text.contains("compiled code and the interpreter ran before and after"), "{text}");
}

fn both_engines_run_the_body_in_place_of_the_operation() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let program = "func.func @f(%x: tensor<3xi8>) -> tensor<3xi8> {\n  \
                   %r = \"my.relu\"(%x) : (tensor<3xi8>) -> tensor<3xi8>\n  return %r : tensor<3xi8>\n}\n";
    write(folder.path(), "f.mlir", program);
    write(folder.path(), "m.mlir", RELU);
    let args = ["run", "f.mlir", "--meanings", "m.mlir", "--engine", "both", "--args", "dense<[5, 0, -7]>"];
    let output = assay(folder.path(), &args);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("= ([5, 0, 0])  [interpreter, jit]"), "{text}");
    let unknown = assay(folder.path(), &["run", "f.mlir", "--args", "dense<[5, 0, -7]>"]);
    assert_eq!(unknown.status.code(), Some(4));
}

fn an_attribute_is_a_number_or_a_place_in_a_list() {
    let meanings = r#"!w = i8
func.func @step(%x: !w, %by: !w {assay.attribute = "by", assay.scalar, assay.absent = 1 : i8},
                %down: i1 {assay.attribute = "down", assay.cases = [false, unit], assay.absent = 0})
    -> !w attributes {assay.meaning = "my.step", assay.elementwise} {
  %up = arith.addi %x, %by : !w
  %less = arith.subi %x, %by : !w
  %made = arith.select %down, %less, %up : !w
  return %made : !w
}
"#;
    let step =
        |attributes: &str| format!("\"my.step\"(%x : !pdl.value) {{{attributes}}} -> (%t : !pdl.type)");
    let rewrite = |matched: &str, made: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i8\n  %unit = pdl.attribute = unit\n  \
             %one = pdl.attribute = 1 : i8\n  %minus = pdl.attribute = -1 : i8\n  %no = pdl.attribute = false\n  \
             %x = pdl.operand : %t\n  %a = pdl.operation {matched}\n  pdl.rewrite %a {{\n    \
             %n = pdl.operation {made}\n    pdl.replace %a with %n\n  }}\n}}\n",
        )
    };
    let down = step("\"by\" = %one, \"down\" = %unit");
    let up = step("\"by\" = %minus, \"down\" = %no");
    assert!(!output(&rewrite(&down, &up), meanings, &["--rules", "V"]).contains("V301"));
    // An absent attribute is the number that the description gives it.
    let less = step("\"by\" = %minus, \"down\" = %no");
    let plain = step("\"down\" = %no");
    assert!(output(&rewrite(&less, &plain), meanings, &["--rules", "V"]).contains("error[V301]"));
    // Attributes that the pattern does not name may be there.
    assert!(output(&rewrite(&plain, &plain), meanings, &["--rules", "V"]).contains("error[V301]"));
}

fn promises_without_a_body_reach_the_verdict() {
    let log = "func.func private @log(i32) attributes {assay.meaning = \"my.log\", assay.writes}\n";
    let erase = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "my.log"(%x : !pdl.value)
  pdl.rewrite %a {
    pdl.erase %a
  }
}
"#;
    assert!(output(erase, log, &[]).contains("note[U010]"));
    let constant = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %a = pdl.operation "my.old" -> (%t : !pdl.type)
  pdl.rewrite %a {
    %b = pdl.operation "my.new" -> (%t : !pdl.type)
    pdl.replace %a with %b
  }
}
"#;
    let promise = |name: &str| {
        format!(
            "func.func private @{name}() -> i32 attributes {{assay.meaning = \"my.{name}\", assay.constant_like}}\n"
        )
    };
    let right = "to be a constant";
    let full = |meanings: &str| {
        let folder = tempfile::tempdir().expect("a folder for the test");
        write(folder.path(), "p.mlir", constant);
        write(folder.path(), "m.mlir", meanings);
        let args = ["check", "--isolated", "--meanings", "m.mlir", "--format", "json", "p.mlir"];
        String::from_utf8(assay(folder.path(), &args).stdout).expect("output is UTF-8")
    };
    assert!(full(&promise("old")).contains(right));
    assert!(!full(&promise("new")).contains(right));
}

fn an_opaque_result_may_be_chosen_by_a_counterexample() {
    let text = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %x = pdl.operand : %t
  %a = pdl.operation "my.any" -> (%t : !pdl.type)
  %r = pdl.result 0 of %a
  %b = pdl.operation "arith.addi"(%x, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %b {
    pdl.replace %b with (%x : !pdl.value)
  }
}
"#;
    let opaque = "func.func private @any() -> i32 attributes {assay.meaning = \"my.any\", assay.opaque}\n";
    let pure = opaque.replace("assay.opaque", "assay.pure");
    assert!(output(text, opaque, &[]).contains("error[V301]"));
    assert!(output(text, &pure, &[]).contains("note[U010]"));
}

fn all_mistakes_of_a_file_are_reported_with_their_places() {
    let text = wrong(
        r#"!w = i8
func.func @a(%x: !w) -> !w { return %x : !w }
func.func @b(%x: !w) -> !w attributes {assay.meaning = "arith.addi"} { return %x : !w }
func.func @c(%x: !w {assay.atribute = "a"}) -> !w attributes {assay.meaning = "my.c", assay.elementwize} {
  return %x : !w
}
func.func @d(%x: !w) -> !w attributes {assay.meaning = "my.d"} {
  %y = "my.unknown"(%x) : (!w) -> !w %f = arith.constant 1.0 : f32
  %z = math.exp %f : f32
  return %y : !w
}
func.func @e(%x: !w) -> !w attributes {assay.meaning = "my.e"} { return %x : !w }
func.func @e2(%x: !w) -> !w attributes {assay.meaning = "my.e"} { return %x : !w }
func.func @f(%x: !w) -> !w attributes {assay.meaning = "my.f"} {
  %y = "my.g"(%x) : (!w) -> !w
  return %y : !w
}
func.func @g(%x: !w) -> !w attributes {assay.meaning = "my.g"} {
  %y = "my.f"(%x) : (!w) -> !w
  return %y : !w
}
func.func private @h(i8) attributes {assay.meaning = "my.h"}
func.func private @i(i8) attributes {assay.meaning = "my.i", assay.pure, assay.writes}
func.func @j(%a: i8 {assay.attribute = "a"}, %x: i8) -> i8 attributes {assay.meaning = "my.j"} { return %x : i8 }
func.func @k(%a: i1 {assay.attribute = "a", assay.cases = [unit, 1 : i8, 2 : i8]}) -> i1
    attributes {assay.meaning = "my.k"} { return %a : i1 }
func.func @l(%x: vector<4x!w>) -> vector<4x!w> attributes {assay.meaning = "my.l"} { return %x : vector<4x!w> }
func.func @m(%x: i8) -> i16 attributes {assay.meaning = "my.m"} { return %x : i8 }
"#,
    );
    for (place, message) in [
        ("m.mlir:2:1", "does not say which operation it describes"),
        ("m.mlir:3:1", "`arith.addi` has a meaning in Assay already"),
        ("m.mlir:4:1", "`assay.atribute` says nothing here"),
        ("m.mlir:4:1", "`assay.elementwize` says nothing about an operation"),
        ("m.mlir:8:3", "`my.unknown` in a body: it has no meaning"),
        ("m.mlir:9:3", "`math.exp` in a body: the solver has no meaning of it"),
        ("m.mlir:13:1", "`my.e` is described twice on these types"),
        ("m.mlir:14:1", "`my.f` is computed by itself"),
        ("m.mlir:18:1", "`my.g` is computed by itself"),
        ("m.mlir:22:1", "a declaration without a promise says nothing"),
        ("m.mlir:23:1", "neither pure nor a constant"),
        ("m.mlir:24:1", "operands come before attributes"),
        ("m.mlir:25:1", "3 places do not fit i1"),
        ("m.mlir:27:1", "an alias of an integer stands alone"),
    ] {
        assert!(text.contains(place) && text.contains(message), "{place} {message}\n{text}");
    }
    assert!(text.contains("m.mlir:28:"), "a body of another type\n{text}");
}

fn a_second_file_describes_no_operation_again() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern("", true));
    write(folder.path(), "a.mlir", RELU);
    write(folder.path(), "b.mlir", RELU);
    let args = ["check", "--isolated", "--meanings", "a.mlir", "--meanings", "b.mlir", "p.mlir"];
    let output = assay(folder.path(), &args);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("`my.relu` has a meaning already, at a.mlir:2"), "{text}");
}

fn the_configuration_names_files_below_its_folder() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern(" : i8", true));
    write(folder.path(), "m.mlir", RELU);
    write(folder.path(), "assay.toml", "meanings = [\"m.mlir\"]\n");
    let output = assay(folder.path(), &["check", "--format", "concise", "p.mlir"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(" 1 proved"), "{text}");
    // A file that is named once more is the same file.
    let named = ["check", "--format", "concise", "p.mlir", "--meanings", "./m.mlir"];
    let output = assay(folder.path(), &named);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

fn a_description_that_cannot_be_used_is_the_only_trouble() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    write(folder.path(), "p.mlir", &pattern(" : i8", true));
    write(folder.path(), "m.mlir", "garbage\n");
    let output = assay(folder.path(), &["check", "p.mlir", "--meanings", "m.mlir", "--only", "p"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("m.mlir:1:1") && !text.contains("no pattern @"), "{text}");
}

fn a_body_that_grows_beyond_all_bounds_is_refused() {
    let mut text = "!w = i8\n".to_owned();
    let mut last = "arith.addi".to_owned();
    for step in 0..20 {
        let used = format!("\"{last}\"(%x, %x) : (!w, !w) -> !w");
        text.push_str(&format!(
            "func.func @f{step}(%x: !w, %y: !w) -> !w attributes {{assay.meaning = \"my.f{step}\"}} {{\n  \
             %a = {used}\n  %b = {used}\n  return %b : !w\n}}\n"
        ));
        last = format!("my.f{step}");
    }
    assert!(wrong(&text).contains("the body of `my.f19` comes to more than 10000"));
}

/// A wrong rewrite of operations with a range of operands, whose types nothing but their meaning fixes.
const ON_A_RANGE: &str = r#"pdl.pattern @p : benefit(1) {
  %t0 = pdl.type
  %t2 = pdl.type : i1
  %a0 = pdl.attribute : %t0
  %a1 = pdl.attribute = 4 : i64
  %x0 = pdl.operands
  %n0 = pdl.operation "my.min"(%x0 : !pdl.range<value>) -> (%t0 : !pdl.type)
  %n1 = pdl.operation "arith.constant" {"value" = %a0} -> (%t0 : !pdl.type)
  %r1_0_0 = pdl.result 0 of %n1
  %x1 = pdl.operand : %t0
  %n2 = pdl.operation "arith.shrui"(%r1_0_0, %x1 : !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  %r0_0_0 = pdl.result 0 of %n0
  %r2_0_0 = pdl.result 0 of %n2
  %n3 = pdl.operation "arith.cmpi"(%r0_0_0, %r2_0_0 : !pdl.value, !pdl.value) {"predicate" = %a1} -> (%t2 : !pdl.type)
  %n4 = pdl.operation "my.min"(%x0 : !pdl.range<value>) -> (%t0 : !pdl.type)
  %r3_0_0 = pdl.result 0 of %n3
  %r4_0_0 = pdl.result 0 of %n4
  %x2 = pdl.operand : %t0
  %n5 = pdl.operation "arith.select"(%r3_0_0, %r4_0_0, %x2 : !pdl.value, !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
  pdl.rewrite %n5 {
    %c0 = pdl.operation "arith.constant" {"value" = %a0} -> (%t0 : !pdl.type)
    %w0 = pdl.result 0 of %c0
    %c1 = pdl.operation "arith.shrui"(%w0, %x1 : !pdl.value, !pdl.value)
    %w1 = pdl.result 0 of %c1
    %k0 = pdl.attribute = 3 : i64
    %c2 = pdl.operation "arith.cmpi"(%r0_0_0, %w1 : !pdl.value, !pdl.value) {"predicate" = %k0} -> (%t2 : !pdl.type)
    %k1 = pdl.attribute = false
    %c3 = pdl.operation "arith.constant" {"value" = %k1} -> (%t2 : !pdl.type)
    %w2 = pdl.result 0 of %c2
    %w3 = pdl.result 0 of %c3
    %c4 = pdl.operation "arith.addi"(%w2, %w3 : !pdl.value, !pdl.value)
    %w4 = pdl.result 0 of %c4
    %c5 = pdl.operation "arith.select"(%w4, %x1, %r0_0_0 : !pdl.value, !pdl.value, !pdl.value) -> (%t0 : !pdl.type)
    %w5 = pdl.result 0 of %c5
    "pdl.replace"(%n5, %w5) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
  }
}
"#;

fn a_range_has_the_types_of_the_input_that_breaks_a_rewrite() {
    let meanings = "!w = i8\nfunc.func @min(%x: !w, %y: !w) -> !w attributes {assay.meaning = \"my.min\"} {\n  \
                    %made = arith.minui %x, %y : !w\n  return %made : !w\n}\n";
    let text = output(ON_A_RANGE, meanings, &[]);
    assert!(text.contains("error[V301]"), "{text}");
}

/// `(x + x < x) -> (x < 0)` under `nsw`, which is right, as the sum that wraps is poison.
const DOUBLED: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %b = pdl.type : i1
  %less = pdl.attribute = 2 : i64
  %nsw = pdl.attribute = #arith.overflow<nsw>
  %x = pdl.operand : %t
  %sum = pdl.operation "arith.addi"(%x, %x : !pdl.value, !pdl.value) {"overflowFlags" = %nsw} -> (%t : !pdl.type)
  %r = pdl.result 0 of %sum
  %root = pdl.operation "arith.cmpi"(%r, %x : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %n = pdl.attribute = 0 : i8
    %zero = pdl.operation "arith.constant" {"value" = %n} -> (%t : !pdl.type)
    %v = pdl.result 0 of %zero
    %new = pdl.operation "arith.cmpi"(%x, %v : !pdl.value, !pdl.value) {"predicate" = %less} -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// `(x + y) ^ 1 -> x + y`, which is wrong whatever the sum is.
const INVERTED: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %n = pdl.attribute = 1 : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %c = pdl.operation "arith.constant" {"value" = %n} -> (%t : !pdl.type)
  %one = pdl.result 0 of %c
  %sum = pdl.operation "arith.addi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %sum
  %root = pdl.operation "arith.xori"(%r, %one : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%r : !pdl.value)
  }
}
"#;

/// Of shifts by too much both are poison.
const SHIFTED: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.shrsi"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %s
  %z = pdl.operand : %t
  %root = pdl.operation "arith.xori"(%r, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %u = pdl.operation "arith.shrui"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %w = pdl.result 0 of %u
    %n = pdl.operation "arith.subi"(%w, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %n
    %o = pdl.operation "arith.ori"(%v, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %q = pdl.result 0 of %o
    %m = pdl.operation "arith.xori"(%q, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
"#;

/// Of divisions by zero both are poison.
const DIVIDED: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "comb.divu"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %s
  %root = pdl.operation "comb.xor"(%x, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %u = pdl.operation "comb.divs"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %w = pdl.result 0 of %u
    %n = pdl.operation "comb.xor"(%x, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
  }
}
"#;

/// A remainder by itself in one bit is undefined for all inputs.
const BY_ITSELF: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type : i1
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %s = pdl.operation "arith.remsi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %s
  %root = pdl.operation "arith.shli"(%y, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %m = pdl.operation "arith.remui"(%r, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %m
  }
}
"#;

fn a_refutation_by_poison_is_none_where_an_operation_without_a_meaning_may_be_poison() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    for (pattern, op) in [(SHIFTED, "arith.shrsi"), (DIVIDED, "comb.divu"), (BY_ITSELF, "arith.remsi")] {
        let said = |more: &[&str]| judged(folder.path(), pattern, more);
        let (with, without) = (said(&[]), said(&["--without-meaning", op]));
        assert!(with.contains(" 1 proved") && without.contains(" 1 unknown"), "{with}\n{without}");
    }
}

fn a_refutation_chooses_nothing_that_an_operation_without_a_meaning_is_given() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let said = |pattern: &str, more: &[&str]| judged(folder.path(), pattern, more);
    let less = ["--without-meaning", "arith.addi"];
    let (with, without) = (said(DOUBLED, &[]), said(DOUBLED, &less));
    assert!(with.contains(" 1 proved") && without.contains(" 1 unknown"), "{with}\n{without}");
    let (with, without) = (said(INVERTED, &[]), said(INVERTED, &less));
    assert!(with.contains("error[V301]") && without.contains("error[V301]"), "{with}\n{without}");
}

/// `most(x, y) -> more(y, x)`, where `y` has the type of `x` or any.
fn swapped(second: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand : %t\n  %y = pdl.operand{second}\n  \
         %a = pdl.operation \"my.most\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %a {{\n    \
         %b = pdl.operation \"my.more\"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    \
         pdl.replace %a with %b\n  }}\n}}\n"
    )
}

/// `most(most(x, y), y) -> most(x, y)`, where nothing ties the type of `y`.
const AGAIN: &str = r#"pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %y = pdl.operand
  %a = pdl.operation "my.most"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %r = pdl.result 0 of %a
  %root = pdl.operation "my.most"(%r, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %b = pdl.operation "my.most"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %b
  }
}
"#;

fn a_created_operation_without_a_definition_is_compared_on_the_types_of_its_description() {
    let body = |name: &str, by: &str| {
        format!(
            "func.func @{name}(%x: i8, %y: i8) -> i8 attributes {{assay.meaning = \"my.{name}\", assay.elementwise}} {{\n  \
             %r = arith.{by} %x, %y : i8\n  return %r : i8\n}}\n"
        )
    };
    let both = body("most", "maxui") + &body("more", "maxui");
    let decided = |text: &str| text.contains(" 1 bounded") || text.contains(" 1 proved");
    let one = output(&swapped(" : %t"), &both, &[]);
    assert!(decided(&one), "{one}");
    // `tensor<4xi8>` and `tensor<?xi8>`: a definition may refuse these in the other order.
    let two = output(&swapped(""), &both, &[]);
    assert!(two.contains("U011") && two.contains("`my.more`") && two.contains(" 1 well-formed"), "{two}");
    // The types that were matched are types that it can have.
    let again = output(AGAIN, &both, &[]);
    assert!(decided(&again), "{again}");
    // A wrong value is wrong on the types of the description.
    let wrong = output(&swapped(""), &(body("most", "maxui") + &body("more", "minui")), &[]);
    assert!(wrong.contains("error[V301]"), "{wrong}");
}

/// `r = (y + y) + u`, replaced by `u`, which `maker` makes.
fn kept_unknown(maker: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type : i8\n  %y = pdl.operand : %t\n{maker}  \
         %u = pdl.result 0 of %u_op\n  \
         %b_op = pdl.operation \"arith.addi\"(%y, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  \
         %b = pdl.result 0 of %b_op\n  \
         %r = pdl.operation \"arith.addi\"(%b, %u : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %r {{\n    \
         pdl.replace %r with (%u : !pdl.value)\n  }}\n}}\n"
    )
}

fn an_operation_that_may_be_poison_on_all_that_it_is_given_refutes_nothing() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let verdict = |pattern: &str, without: &[&str]| {
        let flags: Vec<&str> = without.iter().flat_map(|op| ["--without-meaning", op]).collect();
        judged(folder.path(), pattern, &flags)
    };
    let poison = "  %u_op = pdl.operation \"ub.poison\" -> (%t : !pdl.type)\n";
    let number = "  %n = pdl.attribute = 9 : i8\n  \
        %c_op = pdl.operation \"arith.constant\" {\"value\" = %n} -> (%t : !pdl.type)\n  %c = pdl.result 0 of %c_op\n";
    let shifted = format!(
        "{number}  %x = pdl.operand : %t\n  %u_op = pdl.operation \"arith.shli\"(%x, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n"
    );
    for (maker, without) in [(poison, &["ub.poison"][..]), (&shifted, &["arith.shli", "arith.constant"])] {
        let (with, less) = (verdict(&kept_unknown(maker), &[]), verdict(&kept_unknown(maker), without));
        assert!(with.contains(" 1 proved") && less.contains(" 1 unknown"), "{with}\n{less}");
    }
    // Of a number that is anything, an operation comes to something.
    let other = "  %x = pdl.operand : %t\n  %z = pdl.operand : %t\n  %u_op = pdl.operation \"arith.shli\"(%x, %z : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n";
    let other = verdict(&kept_unknown(other), &["arith.shli"]);
    assert!(other.contains("error[V301]"), "{other}");
    // So does one that names what it takes.
    let named = "  %x = pdl.operand : %t\n  %n = pdl.attribute = 9 : i8\n  \
        %u_op = pdl.operation \"my.shift\"(%x : !pdl.value) {\"by\" = %n} -> (%t : !pdl.type)\n";
    let named = verdict(&kept_unknown(named), &[]);
    assert!(named.contains(" 1 unknown (no meaning: 1)"), "{named}");
}

fn what_breaks_at_some_types_alone_is_not_refuted_where_a_definition_may_exclude_them() {
    let doubled = kept_unknown(
        "  %x = pdl.operand : %t\n  %u_op = pdl.operation \"my.any\"(%x : !pdl.value) -> (%t : !pdl.type)\n",
    );
    let open = doubled.replace("pdl.type : i8", "pdl.type");
    let folder = tempfile::tempdir().expect("a folder for the test");
    let said = |pattern: &str, definition: Option<&str>| match definition {
        Some(definition) => {
            write(folder.path(), "my.irdl.mlir", definition);
            judged(folder.path(), pattern, &["--dialect", "my.irdl.mlir"])
        }
        None => judged(folder.path(), pattern, &[]),
    };
    let bits = "irdl.dialect @my {\n  irdl.operation @any {\n    %0 = irdl.is i1\n    irdl.operands(x: %0)\n    irdl.results(y: %0)\n  }\n}\n";
    // In one bit `y + y` is zero.
    let (without, with) = (said(&open, None), said(&open, Some(bits)));
    assert!(without.contains("warning[V301]") && without.contains(" 1 unknown (no spec: 1)"), "{without}");
    assert!(with.contains(" 1 proved"), "{with}");
    // At the type that is written it breaks whatever a definition says.
    let fixed = said(&doubled, None);
    assert!(fixed.contains("error[V301]"), "{fixed}");
}

assay_testing::tests!(
    a_body_decides_values_at_all_widths_and_on_shapes,
    types_that_no_function_fits_are_not_decided,
    the_scope_says_which_types_were_compared,
    undefined_behaviour_and_poison_of_the_body_are_the_operations,
    a_witness_replays_with_the_description,
    both_engines_run_the_body_in_place_of_the_operation,
    an_attribute_is_a_number_or_a_place_in_a_list,
    promises_without_a_body_reach_the_verdict,
    an_opaque_result_may_be_chosen_by_a_counterexample,
    all_mistakes_of_a_file_are_reported_with_their_places,
    a_second_file_describes_no_operation_again,
    the_configuration_names_files_below_its_folder,
    a_description_that_cannot_be_used_is_the_only_trouble,
    a_body_that_grows_beyond_all_bounds_is_refused,
    a_range_has_the_types_of_the_input_that_breaks_a_rewrite,
    a_refutation_by_poison_is_none_where_an_operation_without_a_meaning_may_be_poison,
    a_refutation_chooses_nothing_that_an_operation_without_a_meaning_is_given,
    a_created_operation_without_a_definition_is_compared_on_the_types_of_its_description,
    an_operation_that_may_be_poison_on_all_that_it_is_given_refutes_nothing,
    what_breaks_at_some_types_alone_is_not_refuted_where_a_definition_may_exclude_them,
);
