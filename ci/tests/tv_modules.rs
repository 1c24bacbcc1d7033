//! `assay tv` on hardware modules and on types that a user describes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assay_testing::{Checked, Missing, compared};
use serde_json::Value;

/// Writes two texts and compares them; the record of each function, by its name.
fn judged(
    name: &str,
    before: &str,
    after: &str,
    files: &[(&str, &str)],
    more: &[&str],
) -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("tv_modules_{name}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the file can be written");
        path
    };
    let named: Vec<String> = files
        .iter()
        .flat_map(|(flag, text)| {
            [(*flag).to_owned(), write(&format!("{}.mlir", &flag[2..]), text).display().to_string()]
        })
        .collect();
    let more: Vec<&str> = named.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let (before, after) = (write("before.mlir", before), write("after.mlir", after));
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), &before, &after, &more);
    records.into_iter().map(|one| (one["name"].as_str().unwrap_or_default().to_owned(), one)).collect()
}

const BEFORE: &str = "hw.module @reordered(in %a : i8, in %b : i8, out x : i8, out y : i1) {
  %c1 = hw.constant 1 : i8
  %2 = comb.icmp eq %1, %a : i8
  %0 = comb.add %a, %b : i8
  %1 = comb.add %0, %c1 : i8
  hw.output %1, %2 : i8, i1
}
hw.module @signed(in %a : i8, in %b : i8, out x : i8) {
  %0 = comb.divu %a, %b : i8
  hw.output %0 : i8
}
hw.module @no_poison(in %a : i8, out x : i8) {
  %c0 = hw.constant 0 : i8
  hw.output %c0 : i8
}
hw.module @register(in %a : i8, in %clk : i1, out x : i8) {
  %c1 = hw.constant 1 : i8
  %0 = comb.add %r, %c1 : i8
  %r = \"seq.compreg\"(%0, %clk) : (i8, i1) -> i8
  hw.output %r : i8
}
hw.module @instance(in %a : i8, in %b : i8, out x : i8) {
  %0, %1 = \"hw.instance\"(%a, %b) {instanceName = \"i\", moduleName = @reordered, argNames = [\"a\", \"b\"], \
                      resultNames = [\"x\", \"y\"]} : (i8, i8) -> (i8, i1)
  hw.output %0 : i8
}
hw.module @holds_a_register(in %a : i8, in %b : i1, out x : i8) {
  %0 = \"hw.instance\"(%a, %b) {instanceName = \"i\", moduleName = @register, argNames = [\"a\", \"clk\"], \
                      resultNames = [\"x\"]} : (i8, i1) -> i8
  hw.output %0 : i8
}
hw.module @cycle(in %a : i8, out x : i8) {
  %0 = comb.add %1, %a : i8
  %1 = comb.add %0, %a : i8
  hw.output %0 : i8
}
hw.module @retyped(in %a : i8, out x : i8) {
  hw.output %a : i8
}
hw.module @exchanged(in %a : i8, in %b : i8, out x : i8) {
  hw.output %a : i8
}
hw.module @renamed(in %a : i8, in %b : i8, out x : i8) {
  %0 = comb.sub %a, %b : i8
  hw.output %0 : i8
}
";

const AFTER: &str = "hw.module @reordered(in %a : i8, in %b : i8, out x : i8, out y : i1) {
  %c1 = hw.constant 1 : i8
  %c-1 = hw.constant -1 : i8
  %0 = comb.add %b, %c1, %a : i8
  %2 = comb.icmp eq %b, %c-1 : i8
  hw.output %0, %2 : i8, i1
}
hw.module @signed(in %a : i8, in %b : i8, out x : i8) {
  %0 = comb.divs %a, %b : i8
  hw.output %0 : i8
}
hw.module @no_poison(in %a : i8, out x : i8) {
  %c0 = hw.constant 0 : i8
  %0 = comb.and %a, %c0 : i8
  hw.output %0 : i8
}
hw.module @register(in %a : i8, in %clk : i1, out x : i8) {
  %c1 = hw.constant 2 : i8
  %0 = comb.add %r, %c1 : i8
  %r = \"seq.compreg\"(%0, %clk) : (i8, i1) -> i8
  hw.output %r : i8
}
hw.module @instance(in %a : i8, in %b : i8, out x : i8) {
  %c1 = hw.constant 1 : i8
  %0 = comb.add %b, %a, %c1 : i8
  hw.output %0 : i8
}
hw.module @holds_a_register(in %a : i8, in %b : i1, out x : i8) {
  hw.output %a : i8
}
hw.module @cycle(in %a : i8, out x : i8) {
  %0 = comb.add %1, %a : i8
  %1 = comb.add %a, %0 : i8
  hw.output %0 : i8
}
hw.module @retyped(in %a : i8, out x : i8, out y : i8) {
  hw.output %a, %a : i8, i8
}
hw.module @exchanged(in %b : i8, in %a : i8, out x : i8) {
  hw.output %b : i8
}
hw.module @renamed(in %a : i8, in %b : i8, out y : i8) {
  %0 = comb.sub %a, %b : i8
  hw.output %0 : i8
}
";

fn combinational_modules_are_functions_and_registers_are_named() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let records = judged("modules", BEFORE, AFTER, &[], &["--no-reduce"]);
    let verdicts: Vec<(&str, &str)> = records
        .iter()
        .map(|(name, one)| (name.as_str(), one["verdict"].as_str().unwrap_or_default()))
        .collect();
    let expected = [
        ("cycle", "unknown"),
        ("exchanged", "unknown"),
        ("holds_a_register", "unknown"),
        ("instance", "proved"),
        ("no_poison", "proved"),
        ("register", "unknown"),
        ("renamed", "unknown"),
        ("reordered", "proved"),
        ("retyped", "unknown"),
        ("signed", "refuted"),
    ];
    assert_eq!(verdicts, expected);
    for (name, word) in [
        ("register", "`seq.compreg`"),
        ("holds_a_register", "`seq.compreg`"),
        ("cycle", "cycle at `comb.add`"),
        ("exchanged", "the signature of the function or module"),
    ] {
        let reason = records[name]["reason"].to_string();
        assert!(reason.contains(word), "{reason}");
    }
    assert_eq!(records["signed"]["findings"][0]["line"], 8);
    let one = judged("entry", BEFORE, AFTER, &[], &["--entry", "signed"]);
    assert_eq!(one.keys().collect::<Vec<_>>(), ["signed"]);
    Ok(())
}

const FIXED: &str = "!w = i8
func.func private @fixed() attributes {assay.type = \"!acme.fixed<I, F>\", assay.is = \"i(I + F)\"}
func.func @add(%x: !w, %y: !w) -> !w attributes {assay.meaning = \"acme.add\", assay.elementwise} {
  %s = arith.addi %x, %y : !w
  return %s : !w
}
func.func @floor(%x: !w, %f: !w {assay.parameter = \"F\"}) -> !w attributes {assay.meaning = \"acme.floor\"} {
  %a = arith.shrsi %x, %f : !w
  %b = arith.shli %a, %f : !w
  return %b : !w
}
";

/// A function of two numbers of a type with this body, which gives `%r`.
fn of_fixed(ty: &str, body: &str) -> String {
    let body = body.replace("TY", ty);
    format!("func.func @f(%x: {ty}, %y: {ty}) -> {ty} {{\n{body}  return %r : {ty}\n}}\n")
}

fn a_type_is_what_its_description_says_with_its_parameters() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let ty = "!acme.fixed<16, 8>";
    let floor = |name: &str, of: &str| format!("  {name} = \"acme.floor\"({of}) : (TY) -> TY\n");
    let add = |name: &str, of: &str| format!("  {name} = \"acme.add\"({of}) : (TY, TY) -> TY\n");
    let cases = [
        (ty, add("%r", "%x, %y"), add("%r", "%y, %x"), "proved"),
        (ty, floor("%a", "%x") + &floor("%r", "%a"), floor("%r", "%x"), "proved"),
        // The sum of two fractions may be a whole.
        (
            ty,
            add("%a", "%x, %y") + &floor("%r", "%a"),
            floor("%a", "%x") + &floor("%b", "%y") + &add("%r", "%a, %b"),
            "refuted",
        ),
        // Without a fraction there is nothing to cut off.
        ("!acme.fixed<8, 0>", floor("%r", "%x"), add("%r", "%x, %x"), "refuted"),
        ("tensor<2x!acme.fixed<4, 4>>", add("%r", "%x, %y"), add("%r", "%y, %x"), "proved"),
    ];
    for (at, (ty, before, after, expected)) in cases.iter().enumerate() {
        let (before, after) = (of_fixed(ty, before), of_fixed(ty, after));
        let records = judged(&format!("fixed{at}"), &before, &after, &[("--meanings", FIXED)], &[]);
        assert_eq!(records["f"]["verdict"], *expected, "{before}{after}{}", records["f"]);
        if *expected == "proved" {
            let assumptions = records["f"]["assumptions"].to_string();
            assert!(assumptions.contains("`!acme.fixed` is what "), "{assumptions}");
        }
    }
    // Operations that nothing describes tell types apart that have one width.
    let call = |ty: &str| {
        format!(
            "func.func @f(%x: i8) -> i8 {{\n  %a = \"acme.make\"(%x) : (i8) -> {ty}\n  %r = \"acme.read\"(%a) : ({ty}) -> i8\n  return %r : i8\n}}\n"
        )
    };
    let (one, other) = (call("!acme.fixed<16, 8>"), call("!acme.fixed<8, 16>"));
    let records = judged("others", &one, &other, &[("--meanings", FIXED)], &[]);
    assert_eq!(records["f"]["verdict"], "unknown");
    Ok(())
}

/// A pattern that replaces floors of a type by other operations, both as statements on `%x` and `%y`.
fn fixed_pattern(
    name: &str,
    ty: &str,
    matched: &[(&str, &str, &str)],
    created: &[(&str, &str, &str)],
) -> String {
    let statement = |(value, op, operands): &(&str, &str, &str)| {
        let types = vec!["!pdl.value"; operands.split(',').count()].join(", ");
        format!(
            "  %{value}_op = pdl.operation \"{op}\"({operands} : {types}) -> (%t : !pdl.type)\n  \
             %{value} = pdl.result 0 of %{value}_op\n"
        )
    };
    let text = |all: &[(&str, &str, &str)]| all.iter().map(statement).collect::<String>();
    let last =
        |all: &[(&str, &str, &str)]| all.last().map_or_else(String::new, |(value, ..)| format!("%{value}"));
    let root = format!("{}_op", last(matched));
    let value = match created {
        [] => "%x".to_owned(),
        _ => last(created),
    };
    format!(
        "pdl.pattern @{name} : benefit(1) {{\n  %t = pdl.type : {ty}\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t\n{}  \
         pdl.rewrite {root} {{\n{}    pdl.replace {root} with ({value} : !pdl.value)\n  }}\n}}\n",
        text(matched),
        text(created)
    )
}

fn patterns_compute_with_described_types() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed_patterns");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let sum = ("s", "acme.add", "%x, %y");
    let wide = "!acme.fixed<16, 8>";
    let apart = [("a", "acme.floor", "%x"), ("b", "acme.floor", "%y"), ("c", "acme.add", "%a, %b")];
    let cases = [
        (
            "floor_of_floor",
            wide,
            vec![("a", "acme.floor", "%x"), ("f", "acme.floor", "%a"), ("r", "acme.add", "%f, %y")],
            "proved",
        ),
        ("floor_of_sum", wide, vec![sum, ("f", "acme.floor", "%s")], "refuted"),
        ("floor_without_fraction", "!acme.fixed<8, 0>", vec![sum, ("f", "acme.floor", "%s")], "proved"),
        ("in_tensors", "tensor<2x!acme.fixed<4, 4>>", vec![sum, ("r", "acme.add", "%s, %x")], "proved"),
    ];
    let created: [&[(&str, &str, &str)]; 4] = [
        &[("g", "acme.floor", "%x"), ("h", "acme.add", "%g, %y")],
        &apart,
        &apart,
        &[("d", "acme.add", "%x, %x"), ("e", "acme.add", "%d, %y")],
    ];
    let patterns: String = cases
        .iter()
        .zip(created)
        .map(|((name, ty, matched, _), created)| fixed_pattern(name, ty, matched, created))
        .collect();
    std::fs::write(folder.join("patterns.mlir"), patterns).expect("the file can be written");
    std::fs::write(folder.join("meanings.mlir"), FIXED).expect("the file can be written");
    let assay = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(&folder).args(arguments).output().expect("the command can be run")
    };
    let arguments = [
        "check",
        "patterns.mlir",
        "--meanings",
        "meanings.mlir",
        "--format",
        "json",
        "--witness-dir",
        "found",
    ];
    let done = assay(&arguments);
    let report: Value = serde_json::from_slice(&done.stdout).expect("the report is JSON");
    let records = report["patterns"].as_array().expect("a list").clone();
    let verdicts: Vec<_> =
        records.iter().map(|one| (one["name"].as_str(), one["verdict"].as_str())).collect();
    let expected: Vec<_> = cases.iter().map(|(name, _, _, verdict)| (Some(*name), Some(*verdict))).collect();
    assert_eq!(verdicts, expected, "{report:#}");
    let assumptions = records[0]["assumptions"].to_string();
    assert!(assumptions.contains("`!acme.fixed` is what "), "{assumptions}");
    let witness = "found/patterns.floor_of_sum.V301.mlir";
    let again = assay(&["replay", witness, "--meanings", "meanings.mlir"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    // Runs of the bodies are what campaigns compare, too.
    let fuzzed = assay(&["fuzz", "patterns.mlir", "--meanings", "meanings.mlir"]);
    let screen = String::from_utf8_lossy(&fuzzed.stdout);
    let row = |name: &str| screen.lines().find(|line| line.contains(name)).unwrap_or_default().to_owned();
    assert!(row("@floor_of_sum").ends_with("wrong: V301"), "{screen}");
    assert!(row("@floor_of_floor").ends_with("no fault found"), "{screen}");
    Ok(())
}

assay_testing::tests!(
    patterns_compute_with_described_types,
    combinational_modules_are_functions_and_registers_are_named,
    a_type_is_what_its_description_says_with_its_parameters,
);
