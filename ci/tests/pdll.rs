//! PDLL files, and PDL in C++ files, as `assay check` judges them: where findings point to, and what happens without
//! the tool. Runs the built program; knows nothing of its insides.

use std::path::Path;
use std::process::{Command, Output};

use assay_mlir::MlirPdll;
use assay_testing::{Checked, Missing};

const RIGHT: &str = "Pattern Right with benefit(1) {
  let root = op<lab.id>(x: Value) -> (t: Type);
  replace root with x;
}
";

const WRONG: &str = "Pattern Wrong with benefit(1) {
  let t = type<\"i32\">;
  let root = op<lab.id>(x: Value<t>) -> (t);
  erase root;
}
";

/// Files of one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().expect("tests can make folders");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has the folder"))
                .expect("tests can make folders");
            std::fs::write(path, text).expect("tests can write files");
        }
        Folder(folder)
    }

    /// `assay check` of the structure, run in the folder.
    fn check(&self, arguments: &[&str]) -> Output {
        self.command(arguments).args(["--format", "concise"]).output().expect("the program was built")
    }

    /// The same without any tool on the path.
    fn check_without_tools(&self, arguments: &[&str]) -> Output {
        self.command(arguments)
            .args(["--format", "concise"])
            .env("PATH", self.path())
            .output()
            .expect("the program was built")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(self.0.path()).args(["check", "--rules", "S"]);
        command.args(arguments);
        command
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn pdll() -> Checked {
    MlirPdll::find().map(|_| ()).map_err(Missing::new)
}

fn findings_point_at_the_line_of_the_pdll() -> Checked {
    pdll()?;
    let folder = Folder::with(&[("f.pdll", &format!("{RIGHT}\n{WRONG}"))]);
    let output = folder.check(&["f.pdll"]);
    assert!(stdout(&output).starts_with("f.pdll:9:3: error[S105] "), "{}", stdout(&output));
    // Values have the names of the PDLL, so that a guard can be said of them.
    let counts = "2 patterns: 1 refuted (harmless under a guard: 1), 1 well-formed";
    assert!(stdout(&output).contains(counts), "{}", stdout(&output));
    assert_eq!(code(&output), Some(1));
    Ok(())
}

fn the_snippet_of_a_finding_shows_the_pdll() -> Checked {
    pdll()?;
    let folder = Folder::with(&[("f.pdll", WRONG)]);
    let output = folder.command(&["f.pdll"]).output().expect("the program was built");
    assert!(stdout(&output).contains(" --> f.pdll:4:3\n"), "{}", stdout(&output));
    assert!(stdout(&output).contains("4 |   erase root;\n  |   ^^^^^^^^^^\n"), "{}", stdout(&output));
    Ok(())
}

fn an_error_of_mlir_pdll_is_a_finding_at_its_place() -> Checked {
    pdll()?;
    let folder = Folder::with(&[("f.pdll", "\nPattern Bad { erase nothing; }\n")]);
    let output = folder.check(&["f.pdll"]);
    assert!(stdout(&output).starts_with("f.pdll:2:21: error[P000] undefined reference to `nothing`"));
    assert_eq!(code(&output), Some(1));
    Ok(())
}

fn included_files_are_found_beside_the_file_and_in_include_folders() -> Checked {
    pdll()?;
    let file = format!("#include \"beside.pdll\"\n#include \"there.pdll\"\n{RIGHT}");
    let there = format!("\n{WRONG}");
    let folder =
        Folder::with(&[("sub/f.pdll", &file), ("sub/beside.pdll", ""), ("elsewhere/there.pdll", &there)]);
    let output = folder.check(&["sub/f.pdll", "--include", "elsewhere"]);
    assert!(stdout(&output).starts_with("elsewhere/there.pdll:5:3: error[S105]"), "{}", stdout(&output));
    assert!(stdout(&output).contains("2 patterns:"), "{}", stdout(&output));

    let output = folder.check(&["sub/f.pdll"]);
    assert!(
        stdout(&output).starts_with("sub/f.pdll:2:10: error[P000] unable to open include file"),
        "{}",
        stdout(&output)
    );
    Ok(())
}

fn an_included_file_that_is_missing_is_one_finding_for_all_files() -> Checked {
    pdll()?;
    assay_mlir::Tblgen::find().map_err(Missing::new)?;
    let asks = format!("#include \"not/there.pdll\"\n{RIGHT}");
    let record = "include \"not/there.td\"\ndef P : Pat<(A $x), (B $x)>;\n";
    let other = format!("// first\n#include \"nor/there.pdll\"\n{RIGHT}");
    let mut files: Vec<(String, &str)> = Vec::new();
    for number in 0..12 {
        files.push((format!("a{number:02}.pdll"), &asks));
        files.push((format!("r{number:02}.td"), record));
    }
    files.push(("other.pdll".to_owned(), &other));
    let listed: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = Folder::with(&listed);
    let mut names: Vec<&str> = listed.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let said = stdout(&folder.check(&names));
    for (file, what) in [
        ("a00.pdll:1:10", "not/there.pdll"),
        ("other.pdll:2:10", "nor/there.pdll"),
        ("r00.td:1:9", "not/there.td"),
    ] {
        let told: Vec<&str> = said.lines().filter(|line| line.contains(what)).collect();
        assert!(told.len() == 1 && told[0].starts_with(&format!("{file}: error[P000]")), "{what}: {said}");
    }
    assert_eq!(said.matches("P000").count(), 3, "{said}");
    let whole = folder.command(&names).output().expect("the program was built");
    let whole = stdout(&whole).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(whole.contains("no pattern of a00.pdll and 11 other files was judged"), "{whole}");
    assert!(whole.contains("see: a01.pdll:1:10: included here, too"), "{whole}");
    assert_eq!(whole.matches("included here, too").count(), 16, "{whole}");
    // A program that is alone in this is named alone.
    assert!(whole.contains("no pattern of other.pdll was judged"), "{whole}");
    Ok(())
}

fn findings_name_what_pdll_names() -> Checked {
    pdll()?;
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let text = "Pattern swap {\n  let t: Type = type<\"i8\">;\n  let before = op<arith.subi>(left: Value, right: Value) -> (t);\n  \
                rewrite before with {\n    let other = op<arith.subi>(right, left) -> (t);\n    replace before with other;\n  };\n}\n";
    let said = stdout(&Folder::with(&[("s.pdll", text)]).check(&["s.pdll", "--rules", "V"]));
    let line = said.lines().find(|line| line.contains("error[V301]")).expect("the values differ");
    assert!(line.contains("result #0 of %before") && line.contains("%left = 0, %right = 1"), "{line}");
    Ok(())
}

fn an_error_in_an_included_file_points_into_that_file() -> Checked {
    pdll()?;
    let part = "\nPattern Bad { erase nothing; }\n";
    let folder = Folder::with(&[("f.pdll", "#include \"part.pdll\"\n"), ("part.pdll", part)]);
    let output = folder.check(&["f.pdll"]);
    assert!(stdout(&output).contains("part.pdll:2:21: error[P000]"), "{}", stdout(&output));
    Ok(())
}

fn an_error_in_one_section_is_said_of_that_section() -> Checked {
    pdll()?;
    let folder =
        Folder::with(&[("f.pdll", &format!("{RIGHT}\n// -----\nPattern Bad {{ erase nothing; }}\n"))]);
    let output = folder.command(&["f.pdll"]).output().expect("the program was built");
    let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("no pattern of this section of f.pdll was judged"), "{said}");
    assert!(said.contains("1 pattern"), "{said}");
    Ok(())
}

fn what_would_repair_a_pattern_is_said_in_the_names_of_the_pdll() -> Checked {
    pdll()?;
    let text = "Pattern P {
  let t = type<\"i32\">;
  let inner = op<lab.pure>(x: Value<t>) -> (t);
  let root = op<lab.id>(inner.0) -> (t);
  rewrite root with {
    replace root with x;
    erase inner;
  };
}
";
    let folder = Folder::with(&[("f.pdll", text)]);
    let output = folder.command(&["f.pdll", "--fix"]).output().expect("the program was built");
    let said = stdout(&output).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("to repair it: leave %inner alone"), "{said}");
    assert_eq!(std::fs::read_to_string(folder.path().join("f.pdll")).expect("it is there"), text);
    Ok(())
}

fn a_named_pdll_file_without_the_tool_exits_with_two_and_hides_no_verdict() {
    let mlir = "pdl.pattern @p : benefit(1) {\n  %r = pdl.operation \"lab.sink\"\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n}\n";
    let folder = Folder::with(&[("f.pdll", RIGHT), ("g.mlir", mlir)]);
    let output = folder.check_without_tools(&["f.pdll", "g.mlir"]);
    assert!(
        stderr(&output).contains("error: f.pdll: PDLL needs mlir-pdll, install mlir-22-tools"),
        "{}",
        stderr(&output)
    );
    assert!(stdout(&output).contains(" 1 well-formed"), "{}", stdout(&output));
    assert_eq!(code(&output), Some(2));
}

fn folders_without_the_tool_leave_pdll_out_and_say_so() {
    let mlir = "pdl.pattern @p : benefit(1) {\n  %r = pdl.operation \"lab.sink\"\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n}\n";
    let folder = Folder::with(&[("f.pdll", WRONG), ("g.mlir", mlir)]);
    let output = folder.check_without_tools(&["."]);
    assert!(
        stderr(&output).starts_with("note: 1 .pdll file was left out: mlir-pdll-22 is not installed"),
        "{}",
        stderr(&output)
    );
    assert_eq!(code(&output), Some(0));
    // With --require, files that were not read are errors.
    let output = folder.check_without_tools(&[".", "--require", "structure"]);
    assert!(stderr(&output).contains("error: 1 .pdll file was left out: "), "{}", stderr(&output));
    assert!(stdout(&output).contains(" 1 well-formed"), "{}", stdout(&output));
    assert_eq!(code(&output), Some(2));
}

fn folders_are_walked_for_pdll_files() -> Checked {
    pdll()?;
    let folder = Folder::with(&[("sub/f.pdll", WRONG)]);
    let output = folder.check(&["."]);
    assert!(stdout(&output).contains("sub/f.pdll:4:3: error[S105]"), "{}", stdout(&output));
    Ok(())
}

fn a_pdll_file_that_is_not_text_exits_with_two() -> Checked {
    pdll()?;
    let folder = Folder::with(&[]);
    std::fs::write(folder.path().join("f.pdll"), b"\xff\xfe").expect("tests can write files");
    let output = folder.check(&["f.pdll"]);
    assert!(stderr(&output).contains("f.pdll: this is not UTF-8"), "{}", stderr(&output));
    assert_eq!(code(&output), Some(2));
    Ok(())
}

/// What `mlir-pdll -x=cpp` writes around the same patterns.
fn cpp() -> String {
    let patterns = ["replace %1 with(%0 : !pdl.value)", "erase %1"].iter().enumerate().map(|(index, action)| {
        format!(
            "struct P{index} : ::mlir::PDLPatternModule {{\n    : ::mlir::PDLPatternModule(::mlir::parseSourceString<::mlir::ModuleOp>(\nR\"mlir(pdl.pattern @P{index} : benefit(1) {{\n  %t = type : i32 loc(\"f.pdll\":2:7)\n  %0 = operand : %t loc(\"f.pdll\":2:7)\n  %1 = operation \"lab.id\"(%0 : !pdl.value)  -> (%t : !pdl.type) loc(\"f.pdll\":3:7)\n  rewrite %1 {{\n    {action} loc(\"f.pdll\":4:3)\n  }} loc(\"f.pdll\":4:3)\n}} loc(\"f.pdll\":1:1)\n    )mlir\", context)) {{\n  }}\n}};\n"
        )
    });
    patterns.collect()
}

fn pdl_in_raw_strings_of_cpp_is_judged_at_the_line_of_the_cpp() {
    let text = cpp();
    let line = text.lines().position(|line| line.contains("erase %1")).expect("it is there") + 1;
    for name in ["f.cpp", "f.h", "f.inc"] {
        let folder = Folder::with(&[(name, &text)]);
        let output = folder.check(&[name]);
        assert!(stdout(&output).starts_with(&format!("{name}:{line}:5: error[S105]")), "{}", stdout(&output));
        assert!(stdout(&output).contains("2 patterns:"), "{}", stdout(&output));
    }
}

fn what_mlir_pdll_writes_as_cpp_is_judged_like_the_pdll() -> Checked {
    pdll()?;
    let folder = Folder::with(&[("f.pdll", &format!("{RIGHT}\n{WRONG}"))]);
    let tool = MlirPdll::find().expect("it was found before");
    let written = Command::new(tool.path())
        .current_dir(folder.path())
        .args(["-x=cpp", "f.pdll", "-o", "f.h.inc"])
        .status()
        .expect("it was found before");
    assert!(written.success());
    let output = folder.check(&["f.h.inc"]);
    assert!(stdout(&output).contains("2 patterns: 1 refuted, 1 well-formed"));
    let text = std::fs::read_to_string(folder.path().join("f.h.inc")).expect("it was written");
    let line = text.lines().position(|line| line.contains("erase %2")).expect("it is there") + 1;
    assert!(stdout(&output).starts_with(&format!("f.h.inc:{line}:5: error[S105]")), "{}", stdout(&output));
    Ok(())
}

fn cpp_without_pdl_exits_with_three() {
    let folder = Folder::with(&[("f.cpp", "int main() { return 0; } // R\"(pdl.pattern)\"\n")]);
    assert_eq!(code(&folder.check(&["f.cpp"])), Some(3));
}

fn folders_are_not_walked_for_cpp_files() {
    let folder = Folder::with(&[("f.cpp", &cpp())]);
    assert_eq!(code(&folder.check(&["."])), Some(3));
}

assay_testing::tests!(
    an_error_in_one_section_is_said_of_that_section,
    what_would_repair_a_pattern_is_said_in_the_names_of_the_pdll,
    findings_point_at_the_line_of_the_pdll,
    the_snippet_of_a_finding_shows_the_pdll,
    an_error_of_mlir_pdll_is_a_finding_at_its_place,
    included_files_are_found_beside_the_file_and_in_include_folders,
    an_included_file_that_is_missing_is_one_finding_for_all_files,
    findings_name_what_pdll_names,
    an_error_in_an_included_file_points_into_that_file,
    a_named_pdll_file_without_the_tool_exits_with_two_and_hides_no_verdict,
    folders_without_the_tool_leave_pdll_out_and_say_so,
    folders_are_walked_for_pdll_files,
    a_pdll_file_that_is_not_text_exits_with_two,
    pdl_in_raw_strings_of_cpp_is_judged_at_the_line_of_the_cpp,
    what_mlir_pdll_writes_as_cpp_is_judged_like_the_pdll,
    cpp_without_pdl_exits_with_three,
    folders_are_not_walked_for_cpp_files,
);
