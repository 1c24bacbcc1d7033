//! Rewrites in other forms, as `assay check` judges them and `assay import` prints them: DRR and PDLL of the corpus against
//! their expectations, places in their files, and PDL in the spelling of other tools. Runs the built program.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use assay_corpus::expect::{Expectation, ExpectedVerdict, read};
use assay_mlir::{MlirPdll, Tblgen};
use assay_testing::{Checked, Missing};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder").to_owned()
}

fn assay(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(arguments).output().expect("the program was built")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The verdicts of all patterns of a file, with the codes of the errors of each, or the class of what leaves it open.
fn verdicts(arguments: &[&str]) -> BTreeMap<String, (String, Vec<String>)> {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let json = folder.path().join("report.json");
    let format = format!("json={}", json.display());
    let output = assay(&[&["check", "--format", &format], arguments].concat());
    let text = std::fs::read(&json).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let report: serde_json::Value = serde_json::from_slice(&text).expect("reports are JSON");
    let patterns = report["patterns"].as_array().cloned().unwrap_or_default();
    let name = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let verdict = |pattern: &serde_json::Value| {
        let findings = pattern["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
        let errors = findings.iter().filter(|finding| finding["level"] == "error");
        let class = pattern["reason"]["class"].as_str().map(str::to_owned);
        let codes = errors.map(|finding| name(&finding["code"])).chain(class).collect();
        (name(&pattern["name"]), (name(&pattern["verdict"]), codes))
    };
    patterns.iter().map(verdict).collect()
}

/// The folder of the ODS files: those that are installed, or that `ci/setup.sh` unpacked.
fn ods() -> Result<String, Missing> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let unpacked = target.join("mlir-22/include");
    let folders = [PathBuf::from(assay_mlir::tblgen::ODS), unpacked];
    let found = folders.into_iter().find(|folder| folder.join("mlir/IR/PatternBase.td").is_file());
    let found = found.ok_or_else(|| Missing::new("the ODS files of libmlir-22-dev"))?;
    Ok(found.display().to_string())
}

/// Tells if a verdict, with the codes of errors or the class of what is open, is the expected one.
fn fits(expected: &ExpectedVerdict, verdict: &str, codes: &[String]) -> bool {
    let (name, wanted): (&str, &[String]) = match expected {
        ExpectedVerdict::Proved => ("proved", &[]),
        ExpectedVerdict::Bounded => ("bounded", &[]),
        ExpectedVerdict::Vacuous => ("vacuous", &[]),
        ExpectedVerdict::WellFormed => ("well-formed", &[]),
        ExpectedVerdict::Unknown(class) => ("unknown", std::slice::from_ref(class)),
        ExpectedVerdict::Refuted(wanted) => ("refuted", wanted),
        ExpectedVerdict::Malformed(wanted) => ("malformed", wanted),
    };
    name == verdict && (wanted.is_empty() || wanted.iter().any(|code| codes.contains(code)))
}

/// Compares a file of the corpus with its expectations; each pattern has one.
fn compare(file: &str, arguments: &[&str]) -> usize {
    let path = root().join("corpus").join(file);
    let text = std::fs::read_to_string(path.with_extension("expect")).expect("expectations can be read");
    let found = verdicts(&[&[path.to_str().expect("paths here are UTF-8")], arguments].concat());
    let mut expected: BTreeMap<String, ExpectedVerdict> = BTreeMap::new();
    for statement in read(&text).expect("expectations are well written") {
        if let Expectation::Verdict { pattern, verdict, .. } = statement.expectation {
            expected.insert(pattern, verdict);
        }
    }
    let mut faults = Vec::new();
    for (name, (verdict, codes)) in &found {
        match expected.remove(name) {
            Some(wanted) if fits(&wanted, verdict, codes) => {}
            wanted => faults.push(format!("@{name} is {verdict} {codes:?}, expected {wanted:?}")),
        }
    }
    faults.extend(expected.keys().map(|name| format!("@{name} was not imported")));
    assert!(faults.is_empty(), "{file}:\n  {}", faults.join("\n  "));
    found.len()
}

fn every_record_of_the_corpus_is_imported_and_judged_as_argued() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let ods = ods()?;
    let files = [
        "flags",
        "casts",
        "logic",
        "natives",
        "groups",
        "dialects",
        "definitions",
        "unmapped",
        "unnamed",
        "applied",
        "results",
        "hints",
    ];
    let count: usize =
        files.iter().map(|file| compare(&format!("drr/{file}.td"), &["--include", &ods])).sum();
    assert!(count >= 150, "{count}");
    Ok(())
}

fn every_cpp_body_of_the_corpus_is_judged_as_argued() -> Checked {
    let count: usize = ["folds", "patterns", "forms", "drivers", "halves", "library"]
        .iter()
        .map(|file| compare(&format!("cpp/{file}.cpp"), &[]))
        .sum();
    assert!(count >= 65, "{count}");
    Ok(())
}

fn findings_about_the_form_of_cpp_have_their_lines() -> Checked {
    let file = root().join("corpus/cpp/drivers.cpp").display().to_string();
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    let line = |part: &str| text.lines().position(|line| line.contains(part)).expect("it is there") + 1;
    let output = assay(&["check", &file, "--format", "concise"]);
    let shown = stdout(&output);
    for (code, part) in [
        ("D101", "Value zero = "),
        ("D102", "arith::OrIOp::create"),
        ("D103", "op->setOperand(1"),
        ("U001", "if (elsewhere::"),
    ] {
        let place = format!("{file}:{}:", line(part));
        assert!(
            shown.lines().any(|line| line.starts_with(&place) && line.contains(code)),
            "{code} {place}\n{shown}"
        );
    }
    Ok(())
}

/// `x - y` for `x + y`, in a folder with a file that holds no rewrite and one that is no C++.
fn cpp_in_folders_is_read_where_that_is_asked_for() -> Checked {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let body = "struct P : public OpRewritePattern<arith::AddIOp> {\n  LogicalResult matchAndRewrite(arith::AddIOp op, \
                PatternRewriter &r) const override {\n    r.replaceOpWithNewOp<arith::SubIOp>(op, op.getLhs(), \
                op.getRhs());\n    return success();\n  }\n};\n";
    std::fs::write(folder.path().join("a.cpp"), format!("int broken = @@;\n{body}"))
        .expect("tests can write files");
    std::fs::write(folder.path().join("b.cpp"), "int main() { return 0; }\n").expect("tests can write files");
    let path = folder.path().display().to_string();
    assert_eq!(assay(&["check", &path]).status.code(), Some(3), "no pattern is there");
    let output = assay(&["check", &path, "--cpp", "--format", "concise"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("a.cpp:4:") && stdout(&output).contains("V30"), "{}", stdout(&output));
    let allowed = format!("{path}/assay.toml");
    std::fs::write(
        &allowed,
        "[[allow]]\npattern = \"P\"\nrules = [\"V301\", \"V303\"]\nreason = \"known\"\n",
    )
    .expect("tests can write files");
    let output = assay(&["check", &format!("{path}/a.cpp"), "--config", &allowed]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    Ok(())
}

fn checks_in_cpp_of_what_is_made_are_listed() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let (ods, file) = (ods()?, root().join("corpus/drr/definitions.td").display().to_string());
    let listed = |only: &str| {
        let output = assay(&["check", &file, "--include", &ods, "--only", only, "--show", "assumptions"]);
        stdout(&output).contains("lab.checked is checked in C++, too")
    };
    assert!(listed("CheckedInstead"));
    assert!(!listed("CopyIsItsOperand"));
    Ok(())
}

fn every_pdll_pattern_of_the_corpus_is_judged_as_argued() -> Checked {
    MlirPdll::find().map_err(Missing::new)?;
    let prelude = root().join("corpus/pdll/prelude.pdll").display().to_string();
    let count = compare("pdll/laws.pdll", &[]) + compare("pdll/declared.pdll", &["--pdll-prelude", &prelude]);
    assert_eq!(count, 20);
    Ok(())
}

fn a_file_of_the_user_describes_cpp_without_a_build() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let (ods, folder) = (ods()?, root().join("corpus/drr"));
    let file = folder.join("unmapped.td").display().to_string();
    let natives = folder.join("unmapped.natives.mlir").display().to_string();
    let found = verdicts(&[&file, "--include", &ods, "--natives", &natives, "--only", "BehindOurTest"]);
    assert_ne!(found["BehindOurTest"].0, "unknown", "{found:?}");
    Ok(())
}

fn findings_point_at_the_operation_in_the_record() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let ods = ods()?;
    let file = root().join("corpus/drr/logic.td").display().to_string();
    let output = assay(&["check", &file, "--include", &ods, "--only", "SltAsUlt", "--format", "concise"]);
    let text = std::fs::read_to_string(&file).expect("the file can be read");
    let line = text.lines().position(|line| line.contains("def SltAsUlt")).expect("it is there") + 1;
    assert!(stdout(&output).starts_with(&format!("{file}:{line}:")), "{}", stdout(&output));
    Ok(())
}

fn records_as_json_need_no_tool() -> Checked {
    let tool = Tblgen::find().map_err(Missing::new)?;
    let text = std::fs::read(root().join("corpus/drr/flags.td")).expect("the file can be read");
    let assay_mlir::Outcome::Ok(json) = tool.records(&text, &[PathBuf::from(ods()?)]) else {
        panic!("the tool reads the corpus");
    };
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("flags.td.json");
    std::fs::write(&path, json).expect("tests can write files");
    std::fs::write(folder.path().join("flags.td"), text).expect("tests can write files");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.args(["check", "flags.td.json", "--rules", "S", "--format", "concise"]);
    let output = command.current_dir(folder.path()).env("PATH", "").output().expect("the program was built");
    assert!(stdout(&output).contains("12 patterns: "), "{}", stdout(&output));
    Ok(())
}

fn import_prints_the_names_of_the_record() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let file = root().join("corpus/drr/logic.td").display().to_string();
    let output = assay(&["import", &file, "--include", &ods()?]);
    let printed = stdout(&output);
    assert!(printed.contains("pdl.pattern @AndSelf : benefit(1) {"), "{printed}");
    assert!(
        printed.contains("%root = pdl.operation \"arith.andi\"(%x, %x : !pdl.value, !pdl.value)"),
        "{printed}"
    );
    assert!(!printed.contains("loc("));
    Ok(())
}

fn names_come_from_lines_of_the_file_alone() {
    let names = |json: &str| {
        let folder = tempfile::tempdir().expect("tests can make folders");
        std::fs::write(folder.path().join("a.td.json"), json).expect("tests can write files");
        let found = verdicts(&[folder.path().join("a.td.json").to_str().expect("paths here are UTF-8")]);
        found.into_keys().collect::<Vec<_>>()
    };
    let record = |number: usize| {
        format!(
            "\"anonymous_{number}\": {{\"!superclasses\": [\"Pattern\"], \"!anonymous\": true, \"!locs\": [\"a.td:7\"]}}"
        )
    };
    let file = |one: usize, other: usize| {
        let listed = format!("{{\"Pattern\": [\"anonymous_{one}\", \"anonymous_{other}\"]}}");
        format!("{{\"!instanceof\": {listed}, {}, {}}}", record(one), record(other))
    };
    assert_eq!(names(&file(9, 10)), ["line7", "line7_no2"]);
    assert_eq!(names(&file(99, 100)), ["line7", "line7_no2"]);
}

/// A condition that a damaged file should describe would be taken as unknown, and the verdicts would look as if nothing were wrong.
fn nothing_is_judged_with_a_damaged_file_of_the_user() {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let (pattern, natives) = (folder.path().join("p.mlir"), folder.path().join("n.mlir"));
    std::fs::write(&pattern, and_self("", "")).expect("tests can write files");
    let arguments = |natives: &Path| {
        let words = ["check", "--isolated", "--format", "concise", "--natives"].map(str::to_owned);
        [words.to_vec(), vec![natives.display().to_string(), pattern.display().to_string()]].concat()
    };
    let run = || {
        let arguments = arguments(&natives);
        assay(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let good = "func.func private @f(!pdl.operation) attributes {assay.native = \"rewrite\"}\n";
    std::fs::write(&natives, good).expect("tests can write files");
    let output = run();
    assert!(output.status.success() && stdout(&output).contains("proved"), "{}", stdout(&output));
    let bad = format!(
        "{good}func.func private @g(!pdl.operation) attributes {{assay.native = \"rewrite\", assay.guess}}\n"
    );
    std::fs::write(&natives, bad).expect("tests can write files");
    let output = run();
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    assert!(String::from_utf8_lossy(&output.stderr).contains("assay.guess"));
}

/// `root(x)` for `transform.pdl_match`, or for code that runs.
fn matching(rewrite: &str, op: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : i8
  %u = pdl.type : i16
  %x = pdl.operand : %t
  %r = pdl.operation \"{op}\"(%x : !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %r with \"{rewrite}\"
}}\n"
    )
}

fn a_pattern_that_only_matches_is_a_class_of_its_own() {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("p.mlir");
    let json = folder.path().join("report.json");
    std::fs::write(&path, matching("transform.dialect", "arith.extui")).expect("tests can write files");
    assay(&[
        "check",
        "--isolated",
        "--format",
        &format!("json={}", json.display()),
        &path.display().to_string(),
    ]);
    let text = std::fs::read_to_string(&json).expect("the report is written");
    let report: serde_json::Value = serde_json::from_str(&text).expect("reports are JSON");
    assert_eq!(report["patterns"][0]["verdict"], "well-formed", "{text}");
    assert_eq!(report["patterns"][0]["reason"]["class"], "matches only", "{text}");
    assert_eq!(check("p.mlir", &matching("rewriter", "arith.extui"), &[])["p"].0, "unknown");
}

/// The result is the second argument, or one that nothing uses.
fn a_native_rewrite_may_give_what_it_is_given() {
    let pattern = |call: &str, by: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.andi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    %n = pdl.operation \"arith.ori\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %v = pdl.result 0 of %n
    %m = pdl.apply_native_rewrite \"{call}\"(%x, %v : !pdl.value, !pdl.value) : !pdl.value
    pdl.replace %r with (%{by} : !pdl.value)
  }}
}}\n"
        )
    };
    let summary =
        "func.func private @second(!pdl.value, !pdl.value) -> (!pdl.value {assay.returns_value = 1})
    attributes {assay.native = \"rewrite\", assay.only_discardable_attributes_of = 1}
func.func private @some(!pdl.value, !pdl.value) -> !pdl.value
    attributes {assay.native = \"rewrite\", assay.only_discardable_attributes_of = 1}\n";
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("n.mlir");
    std::fs::write(&path, summary).expect("tests can write files");
    let natives = path.display().to_string();
    let verdict = |call, by| check("p.mlir", &pattern(call, by), &["--natives", &natives])["p"].0.clone();
    assert_eq!(verdict("second", "m"), "proved");
    assert_eq!(verdict("some", "v"), "proved");
    assert_eq!(verdict("some", "m"), "unknown");
    let wrong = |call, by| {
        let text = pattern(call, by).replace("arith.ori", "arith.xori");
        check("p.mlir", &text, &["--natives", &natives])["p"].0.clone()
    };
    assert_eq!(wrong("second", "m"), "refuted");
    assert_eq!(wrong("some", "v"), "refuted");
}

/// `m_One` holds for 1 alone: x & 1 is not x, and x * 1 is.
fn matchers_of_numbers_are_what_their_names_say() -> Checked {
    Tblgen::find().map_err(Missing::new)?;
    let text = |condition: &str, op: &str| {
        format!(
            "include \"mlir/IR/PatternBase.td\"\ninclude \"mlir/Dialect/Arith/IR/ArithOps.td\"
def Test : AttrConstraint<CPred<\"{condition}\">>;
def P : Pat<(Arith_{op} $x, (Arith_ConstantOp Test:$c)), (replaceWithValue $x)>;\n"
        )
    };
    let ods = ods()?;
    let verdict =
        |condition: &str, op: &str| check("p.td", &text(condition, op), &["--include", &ods])["P"].0.clone();
    let integer = "::mlir::isa<::mlir::IntegerAttr>($_self) && ::mlir::cast<::mlir::IntegerAttr>($_self)";
    let all_ones = format!("{integer}.getValue().isAllOnes()");
    for (condition, right, wrong) in [
        ("::mlir::matchPattern($_self, ::mlir::m_Zero())", "OrIOp", "AndIOp"),
        ("matchPattern($_self, m_One())", "CeilDivUIOp", "AndIOp"),
        ("matchPattern($_self, m_AllOnes())", "AndIOp", "OrIOp"),
        (all_ones.as_str(), "AndIOp", "XOrIOp"),
    ] {
        let found = verdict(condition, right);
        assert!(["proved", "bounded"].contains(&found.as_str()), "{condition} {right}: {found}");
        assert_eq!(verdict(condition, wrong), "refuted", "{condition} {wrong}");
    }
    Ok(())
}

fn pdll_includes_the_files_of_mlir() -> Checked {
    MlirPdll::find().map_err(Missing::new)?;
    let ods = ods()?;
    let text = "#include \"mlir/Dialect/Arith/IR/ArithOps.td\"
Pattern P {\n  let root = op<arith.andi>(x: Value, x);\n  replace root with x;\n}\n";
    // Without written types, PDLL leaves the number of results open; the definition says that there is one.
    assert_eq!(check("p.pdll", text, &["--include", &ods])["P"].0, "proved");
    Ok(())
}

/// Checks a text as a file of its own.
fn check(name: &str, text: &str, arguments: &[&str]) -> BTreeMap<String, (String, Vec<String>)> {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("tests can write files");
    verdicts(&[&[path.to_str().expect("paths here are UTF-8")], arguments].concat())
}

fn names_of_group_sizes_before_llvm_17_are_read() {
    let text = |operands: &str| {
        format!(
            "\"pdl.pattern\"() ({{
  %t = \"pdl.type\"() {{constantType = i8}} : () -> !pdl.type
  %x = \"pdl.operand\"(%t) : (!pdl.type) -> !pdl.value
  %root = \"pdl.operation\"(%x, %x, %t) {{attributeValueNames = [], opName = \"arith.andi\", {operands} = array<i32: 2, 0, 1>}} : (!pdl.value, !pdl.value, !pdl.type) -> !pdl.operation
  \"pdl.rewrite\"(%root) ({{
    \"pdl.replace\"(%root, %x) <{{{operands} = array<i32: 1, 0, 1>}}> : (!pdl.operation, !pdl.value) -> ()
  }}) {{{operands} = array<i32: 1, 0>}} : (!pdl.operation) -> ()
}}) {{benefit = 1 : i16, sym_name = \"p\"}} : () -> ()\n"
        )
    };
    for name in ["operand_segment_sizes", "operandSegmentSizes"] {
        let found = check("p.mlir", &text(name), &[]);
        assert_eq!(found["p"].0, "proved", "{name}: {found:?}");
    }
}

/// `(x & x) -> x` with what stands for the type and before the rewrite.
fn and_self(ty: &str, before: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type{ty}
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.andi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
{before}  pdl.rewrite %r {{
    pdl.replace %r with (%x : !pdl.value)
  }}
}}\n"
    )
}

fn a_negation_behind_the_constraint_is_read() {
    let negated = "  pdl.apply_native_constraint \"one_use\"(%x : !pdl.value)";
    let (new, old) = (format!("{negated} is_negated = true\n"), format!("{negated} {{isNegated = true}}\n"));
    let (new, old) = (check("p.mlir", &and_self("", &new), &[]), check("p.mlir", &and_self("", &old), &[]));
    assert_eq!(new, old);
    assert_eq!(new["p"].1, Vec::<String>::new(), "{new:?}");
}

fn a_foreign_type_may_stand_for_any_integer() {
    let text = and_self(" : !transfer.integer", "");
    assert_eq!(check("p.mlir", &text, &[])["p"].0, "vacuous");
    let found = check("p.mlir", &text, &["--type-alias", "!transfer.integer=iN"]);
    assert!(["proved", "bounded"].contains(&found["p"].0.as_str()), "{found:?}");
}

/// `andi(extui x, extui y) -> made(andi(x, y))`.
fn and_of_extended(made: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : !transfer.integer
  %u = pdl.type : !transfer.integer
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %e = pdl.operation \"arith.extui\"(%x : !pdl.value) -> (%u : !pdl.type)
  %r = pdl.result 0 of %e
  %g = pdl.operation \"arith.extui\"(%y : !pdl.value) -> (%u : !pdl.type)
  %s = pdl.result 0 of %g
  %f = pdl.operation \"arith.andi\"(%r, %s : !pdl.value, !pdl.value) -> (%u : !pdl.type)
  pdl.rewrite %f {{
    %n = pdl.operation \"arith.andi\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %m = pdl.result 0 of %n
    %k = pdl.operation \"{made}\"(%m : !pdl.value) -> (%u : !pdl.type)
    pdl.replace %f with %k
  }}
}}\n"
    )
}

fn each_type_of_a_foreign_type_has_a_width_of_its_own() {
    let alias = ["--type-alias", "!transfer.integer=iN"];
    let found = check("p.mlir", &and_of_extended("arith.extui"), &alias);
    assert_eq!(found["p"].0, "proved", "{found:?}");
    let found = check("p.mlir", &and_of_extended("arith.extsi"), &alias);
    assert_eq!(found["p"], ("refuted".to_owned(), vec!["V301".to_owned()]));
}

/// A type of the rewrite is that of the matcher; a type that only a constraint names is, too.
fn a_foreign_type_of_the_rewrite_is_that_of_the_matcher() {
    let text = |made: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : !transfer.integer
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    %u = pdl.type : !transfer.integer
    %n = pdl.operation \"{made}\"(%x, %x : !pdl.value, !pdl.value) -> (%u : !pdl.type)
    pdl.replace %r with %n
  }}
}}\n"
        )
    };
    let alias = ["--type-alias", "!transfer.integer=iN"];
    let found = check("p.mlir", &text("arith.addi"), &alias);
    assert!(["proved", "bounded"].contains(&found["p"].0.as_str()), "{found:?}");
    assert_eq!(check("p.mlir", &text("arith.muli"), &alias)["p"].0, "refuted");
}

fn xdsl_computes_before_the_rewrite() {
    let text = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.xori\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %z = pdl.apply_native_rewrite \"get_zero_attr\"(%t : !pdl.type) : !pdl.attribute
  pdl.rewrite %r {
    %c = pdl.operation \"arith.constant\" {\"value\" = %z} -> (%t : !pdl.type)
    pdl.replace %r with %c
  }
}\n";
    assert_eq!(check("p.mlir", text, &[])["p"].0, "malformed");
    assert_eq!(check("p.mlir", text, &["--compat", "xdsl"])["p"].0, "proved");
}

fn a_literal_attribute_fixes_the_type() {
    let text = |literal: &str, op: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %t = pdl.type
  %x = pdl.operand : %t
  %a = pdl.attribute = {literal}
  %c = pdl.operation \"arith.constant\" {{\"value\" = %a}} -> (%t : !pdl.type)
  %r = pdl.result 0 of %c
  %d = pdl.operation \"{op}\"(%x, %r : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %d {{
    pdl.replace %d with (%x : !pdl.value)
  }}
}}\n"
        )
    };
    assert_eq!(check("p.mlir", &text("1 : i64", "arith.divsi"), &[])["p"].0, "proved");
    let float = check("p.mlir", &text("0.0 : f64", "arith.addf"), &[]);
    assert_eq!(float["p"], ("refuted".to_owned(), vec!["V301".to_owned()]));
}

fn an_open_predicate_of_floats_is_any_of_them() {
    let text = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i1
  %f = pdl.type : f32
  %x = pdl.operand : %f
  %a = pdl.operation \"arith.cmpf\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %a {
    %v = pdl.attribute = true
    %b = pdl.operation \"arith.constant\" {\"value\" = %v} -> (%t : !pdl.type)
    pdl.replace %a with %b
  }
}\n";
    let found = check("p.mlir", text, &[]);
    assert_eq!(found["p"], ("refuted".to_owned(), vec!["V301".to_owned()]));
}

/// `op(c, d) -> native(c, d)` of two constants of one type.
fn folded(op: &str, native: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : i8
  %c = pdl.attribute : %t
  %d = pdl.attribute : %t
  %x = pdl.operation \"arith.constant\" {{\"value\" = %c}} -> (%t : !pdl.type)
  %y = pdl.operation \"arith.constant\" {{\"value\" = %d}} -> (%t : !pdl.type)
  %a = pdl.result 0 of %x
  %b = pdl.result 0 of %y
  %r = pdl.operation \"arith.{op}\"(%a, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    %m = pdl.apply_native_rewrite \"{native}\"(%c, %d : !pdl.attribute, !pdl.attribute) : !pdl.attribute
    %n = pdl.operation \"arith.constant\" {{\"value\" = %m}} -> (%t : !pdl.type)
    pdl.replace %r with %n
  }}
}}\n"
    )
}

/// A refutation is replayed by the concrete evaluation of a body, so that a symbolic one that differs is a disagreement.
fn shared_rewrites_are_what_their_names_say() {
    let pairs = [
        ("addi", "addi"),
        ("subi", "subi"),
        ("muli", "muli"),
        ("andi", "andi"),
        ("ori", "ori"),
        ("xori", "xori"),
        ("shli", "shl"),
    ];
    for (at, (op, native)) in pairs.iter().enumerate() {
        let found = check("p.mlir", &folded(op, native), &[]);
        assert_eq!(found["p"].0, "proved", "{op} {native}: {found:?}");
        let (_, other) = pairs[(at + 1) % pairs.len()];
        let found = check("p.mlir", &folded(op, other), &[]);
        assert_eq!(found["p"].0, "refuted", "{op} {other}: {found:?}");
    }
}

/// `op(x, c) -> x` behind a constraint on the constant.
fn guarded(op: &str, constraint: &str) -> String {
    format!(
        "pdl.pattern @p : benefit(1) {{
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %c = pdl.attribute : %t
  %y = pdl.operation \"arith.constant\" {{\"value\" = %c}} -> (%t : !pdl.type)
  %b = pdl.result 0 of %y
  %r = pdl.operation \"arith.{op}\"(%x, %b : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.apply_native_constraint \"{constraint}\"(%c : !pdl.attribute)
  pdl.rewrite %r {{
    pdl.replace %r with (%x : !pdl.value)
  }}
}}\n"
    )
}

fn shared_constraints_are_what_their_names_say() {
    let right = [("addi", "is_zero"), ("muli", "is_one"), ("divsi", "is_one"), ("andi", "is_minus_one")];
    for (op, constraint) in right {
        let found = check("p.mlir", &guarded(op, constraint), &[]);
        assert_eq!(found["p"].0, "proved", "{op} {constraint}: {found:?}");
    }
    let wrong = [("addi", "is_not_zero"), ("muli", "is_zero"), ("andi", "is_one"), ("divsi", "is_minus_one")];
    for (op, constraint) in wrong {
        let found = check("p.mlir", &guarded(op, constraint), &[]);
        assert_eq!(found["p"].0, "refuted", "{op} {constraint}: {found:?}");
    }
}

fn a_rewrite_of_discardable_attributes_alone_is_proved() {
    let pattern = "pdl.pattern @p : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %r = pdl.operation \"arith.negf\"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {
    %k = pdl.attribute = \"key\"
    pdl.apply_native_rewrite \"mark\"(%r, %k : !pdl.operation, !pdl.attribute)
  }
}\n";
    let summary = "func.func private @mark(!pdl.operation, !pdl.attribute)
    attributes {assay.native = \"rewrite\", assay.only_discardable_attributes_of = 0}\n";
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("n.mlir");
    std::fs::write(&path, summary).expect("tests can write files");
    let natives = path.display().to_string();
    assert_eq!(check("p.mlir", pattern, &[])["p"].0, "unknown");
    assert_eq!(check("p.mlir", pattern, &["--natives", &natives])["p"].0, "proved");
}

/// Whatever the operation is, its operands and results, and the constraint: nothing changes but what means nothing.
fn a_rewrite_that_changes_nothing_is_proved_behind_any_constraint() {
    let pattern = |rest: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %xs = pdl.operands
  %ts = pdl.types
  %r = pdl.operation \"linalg.generic\"(%xs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  %k = pdl.attribute = \"key\"
  pdl.apply_native_constraint \"hasAttr\"(%r, %k : !pdl.operation, !pdl.attribute) {{isNegated = true}}
  pdl.rewrite %r {{
    pdl.apply_native_rewrite \"mark\"(%r, %k : !pdl.operation, !pdl.attribute)
{rest}  }}
}}\n"
        )
    };
    let summary = "func.func private @mark(!pdl.operation, !pdl.attribute)
    attributes {assay.native = \"rewrite\", assay.only_discardable_attributes_of = 0}\n";
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("n.mlir");
    std::fs::write(&path, summary).expect("tests can write files");
    let natives = ["--natives", path.to_str().expect("paths here are UTF-8")];
    assert_eq!(check("p.mlir", &pattern(""), &natives)["p"].0, "proved");
    assert_eq!(check("p.mlir", &pattern("    pdl.erase %r\n"), &natives)["p"].0, "unknown");
    assert_eq!(check("p.mlir", &pattern(""), &[])["p"].0, "unknown");
}

/// Checks a text with `--fix`; gives the text afterwards.
fn fixed(text: &str) -> String {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let path = folder.path().join("p.mlir");
    std::fs::write(&path, text).expect("tests can write files");
    assay(&["check", "--isolated", "--fix", path.to_str().expect("paths here are UTF-8")]);
    std::fs::read_to_string(&path).expect("it is still there")
}

fn a_literal_without_a_type_gets_that_of_its_constant_where_nothing_matches() {
    let text = |ty: &str, literal: &str| {
        format!(
            "pdl.pattern @p : benefit(1) {{
  %t = pdl.type{ty}
  %x = pdl.operand : %t
  %a = pdl.attribute = {literal}
  %c = pdl.operation \"arith.constant\" {{\"value\" = %a}} -> (%t : !pdl.type)
  %v = pdl.result 0 of %c
  %r = pdl.operation \"arith.addi\"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %r {{
    pdl.replace %r with (%x : !pdl.value)
  }}
}}\n"
        )
    };
    assert_eq!(check("p.mlir", &text(" : i8", "0"), &[])["p"].0, "vacuous");
    assert_eq!(fixed(&text(" : i8", "0")), text(" : i8", "0 : i8"));
    // With its type it would be another number than the pattern is right for.
    assert_eq!(fixed(&text(" : i8", "1")), text(" : i8", "1"));
    // Where the type is open, i64 may be meant.
    assert_eq!(fixed(&text("", "0")), text("", "0"));
}

/// A dialect of a user in ODS.
const ACME: &str = r#"include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
def Acme : Dialect { let name = "acme"; let cppNamespace = "::acme"; }
def AvgOp : Op<Acme, "avg", [Pure, SameOperandsAndResultType]> {
  let arguments = (ins AnySignlessInteger:$x, AnySignlessInteger:$y);
  let results = (outs AnySignlessInteger:$r);
  let assemblyFormat = "$x `,` $y attr-dict `:` type($r)";
}
"#;

fn a_dialect_in_ods_is_loaded() -> Checked {
    let (ods, tool) = (ods()?, Tblgen::find().map_err(|error| Missing::new(error.to_string()))?);
    let folder = tempfile::tempdir().expect("tests can make folders");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("tests can write files");
        path.display().to_string()
    };
    let td = write("Acme.td", ACME);
    let json = match tool.records(ACME.as_bytes(), &[PathBuf::from(&ods)]) {
        assay_mlir::Outcome::Ok(json) => write("Acme.td.json", &json),
        other => panic!("{other:?}"),
    };
    let function =
        |op: &str| format!("func.func @f(%x: i8, %y: i8) -> i8 {{\n  {op}\n  return %r : i8\n}}\n");
    let right = write("right.mlir", &function("%r = \"acme.avg\"(%x, %y) : (i8, i8) -> i8"));
    let one = write("one.mlir", &function("%r = \"acme.avg\"(%x) : (i8) -> i8"));
    let other = write("other.mlir", &function("%r = \"acme.avrg\"(%x, %y) : (i8, i8) -> i8"));
    for given in [&[td.as_str(), "--include", &ods][..], &[&json]] {
        let tv = |file: &str| assay(&[&["tv", file, file, "--dialect"], given].concat());
        let output = tv(&right);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}{}", stdout(&output));
        for (file, word) in [(&one, "operand"), (&other, "acme.avrg")] {
            let output = tv(file);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{said}{}", stdout(&output));
            assert!(said.contains(word) && output.stdout.is_empty(), "{said}");
        }
    }
    // Errors of the tool have its lines.
    let broken = write("broken.td", &ACME.replace("SameOperandsAndResultType", "SameOperandsAndResultTyp"));
    let output = assay(&["tv", &right, &right, "--dialect", &broken, "--include", &ods]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("broken.td:5:"), "{said}");
    Ok(())
}

assay_testing::tests!(
    a_dialect_in_ods_is_loaded,
    names_come_from_lines_of_the_file_alone,
    nothing_is_judged_with_a_damaged_file_of_the_user,
    a_pattern_that_only_matches_is_a_class_of_its_own,
    a_native_rewrite_may_give_what_it_is_given,
    matchers_of_numbers_are_what_their_names_say,
    pdll_includes_the_files_of_mlir,
    a_rewrite_that_changes_nothing_is_proved_behind_any_constraint,
    a_literal_without_a_type_gets_that_of_its_constant_where_nothing_matches,
    shared_rewrites_are_what_their_names_say,
    shared_constraints_are_what_their_names_say,
    a_rewrite_of_discardable_attributes_alone_is_proved,
    every_record_of_the_corpus_is_imported_and_judged_as_argued,
    every_cpp_body_of_the_corpus_is_judged_as_argued,
    findings_about_the_form_of_cpp_have_their_lines,
    cpp_in_folders_is_read_where_that_is_asked_for,
    checks_in_cpp_of_what_is_made_are_listed,
    every_pdll_pattern_of_the_corpus_is_judged_as_argued,
    a_file_of_the_user_describes_cpp_without_a_build,
    findings_point_at_the_operation_in_the_record,
    records_as_json_need_no_tool,
    import_prints_the_names_of_the_record,
    names_of_group_sizes_before_llvm_17_are_read,
    a_negation_behind_the_constraint_is_read,
    a_foreign_type_may_stand_for_any_integer,
    each_type_of_a_foreign_type_has_a_width_of_its_own,
    a_foreign_type_of_the_rewrite_is_that_of_the_matcher,
    xdsl_computes_before_the_rewrite,
    a_literal_attribute_fixes_the_type,
    an_open_predicate_of_floats_is_any_of_them,
);
