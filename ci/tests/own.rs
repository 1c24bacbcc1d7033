//! `assay fuzz PATHS`: the patterns of a user on generated programs, and changes of them as a test of their guards. The
//! expected screen was read line by line; its numbers are those of the drawn programs.

use std::path::Path;
use std::process::{Command, Output};

/// A pattern that needs its guard, one that does not, one that nothing tests, one that is wrong on a run alone, and one that
/// cannot be run.
const LIBRARY: &str = r#"pdl.pattern @times_one : benefit(1) {
  %t = pdl.type
  %x = pdl.operand : %t
  %c = pdl.attribute : %t
  pdl.apply_native_constraint "one_here"(%c : !pdl.attribute)
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %v = pdl.result 0 of %k
  %root = pdl.operation "arith.muli"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

pdl.pattern @plus_zero : benefit(1) {
  %t = pdl.type : i16
  %x = pdl.operand : %t
  %c = pdl.attribute = 0 : i16
  pdl.apply_native_constraint "even_here"(%c : !pdl.attribute)
  %k = pdl.operation "arith.constant" {"value" = %c} -> (%t : !pdl.type)
  %v = pdl.result 0 of %k
  %root = pdl.operation "arith.addi"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}

pdl.pattern @power_again : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %c = pdl.attribute = 0 : i16
  pdl.apply_native_constraint "even_here"(%c : !pdl.attribute)
  %root = pdl.operation "math.exp2"(%x : !pdl.value) {"n" = %c} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "math.exp2"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

pdl.pattern @root_of_power : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %c = pdl.attribute = 0 : i16
  pdl.apply_native_constraint "even_here"(%c : !pdl.attribute)
  %root = pdl.operation "math.exp2"(%x : !pdl.value) {"n" = %c} -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "math.sqrt"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}

pdl.pattern @of_a_range : benefit(1) {
  %xs = pdl.operands
  %t = pdl.type : i8
  %root = pdl.operation "lab.a"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "lab.b"(%xs : !pdl.range<value>) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

const NATIVES: &str = r#"!w = i8
func.func @one_here(%c: !w) -> i1 attributes {assay.native = "constraint"} {
  %one = arith.constant 1 : !w
  %is = arith.cmpi eq, %c, %one : !w
  return %is : i1
}
func.func @even_here(%c: i16) -> i1 attributes {assay.native = "constraint"} {
  %one = arith.constant 1 : i16
  %zero = arith.constant 0 : i16
  %low = arith.andi %c, %one : i16
  %is = arith.cmpi eq, %low, %zero : i16
  return %is : i1
}
"#;

const SCREEN: &str = "5 patterns, 4 rounds of seed 0: 388 programs, 13419 inputs; 1 wrong
3 changes on purpose: 1 caught, 2 right as well, 0 open

pattern                     check        programs    inputs    caught  result
lib.mlir:39 @root_of_power  well-formed        52      2855         -  wrong: V301
lib.mlir:51 @of_a_range     well-formed       160         0         -  not run: no meaning: lab.a
lib.mlir:14 @plus_zero      proved             64      4096         -  no fault found
lib.mlir:27 @power_again    well-formed        52      3328         -  no fault found
lib.mlir:1 @times_one       proved             60      3140    1 of 1  no fault found

lib.mlir:39:1: on -617139.75 the program gives 0.0 before, and gives nan (0x7FC00000) after [V301]
  assay replay assay-fuzz/lib.root_of_power.V301.mlir --natives natives.mlir

lib.mlir:14 @plus_zero: without the guard `even_here` the pattern is right all the same
lib.mlir:27 @power_again: without the guard `even_here` the pattern is right all the same

1 finding (1 error); exit code 1
";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(library: &str) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        folder.write("lib.mlir", library);
        folder.write("natives.mlir", NATIVES);
        folder
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("it is written");
    }

    fn assay(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        command.current_dir(self.path()).args(arguments).output().expect("it runs")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn the_screen_tells_the_worst_first_and_what_guards_are_worth() {
    let folder = Folder::new(LIBRARY);
    let of = |jobs: &str| {
        let done = folder.assay(&["fuzz", "lib.mlir", "--natives", "natives.mlir", "--jobs", jobs]);
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let (code, screen, errors) = of("1");
    let note =
        "note: the next run draws these programs again; runs with `--out DIR` go on with others and add up\n";
    assert_eq!((code, &screen[..], &errors[..]), (Some(1), SCREEN, note));
    assert_eq!(of("3").1, screen, "the number of threads changes nothing");
}

fn a_fault_that_only_a_run_shows_is_written_replayed_and_reported() {
    let folder = Folder::new(LIBRARY);
    let done = folder.assay(&["check", "lib.mlir", "--natives", "natives.mlir", "--only", "root_of_power"]);
    assert_eq!(done.status.code(), Some(0), "the judgement alone finds nothing: {}", text(&done.stdout));
    let natives = ["--natives", "natives.mlir"];
    let json = ["fuzz", "lib.mlir", "--only", "root_of_power", "--format", "json", "--out", "found"];
    let done = folder.assay(&[&json[..], &natives, &["--format", "html=report.html"]].concat());
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("JSON");
    let pattern = &report["patterns"][0];
    assert_eq!(
        (pattern["verdict"].as_str(), pattern["name"].as_str()),
        (Some("refuted"), Some("root_of_power"))
    );
    let errors = pattern["findings"].as_array().expect("findings");
    let finding = errors.iter().find(|one| one["level"] == "error").expect("an error");
    assert_eq!((finding["code"].as_str(), finding["line"].as_u64()), (Some("V301"), Some(39)));
    let replayed = folder.assay(&[&["replay", "found/lib.root_of_power.V301.mlir"][..], &natives].concat());
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stdout));
    let page = std::fs::read_to_string(folder.path().join("report.html")).expect("a page");
    assert!(page.contains("root_of_power") && page.contains("V301"));
}

pub(crate) fn right_patterns_are_clean_and_leave_no_folder() {
    let folder = Folder::new(LIBRARY);
    let only = ["fuzz", "lib.mlir", "--natives", "natives.mlir", "--only", "times_one", "--rounds", "1"];
    let done = folder.assay(&only);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stdout));
    assert!(!folder.path().join("assay-fuzz").exists());
    // The guard is what makes it right, and nothing without a summary is run.
    let without = LIBRARY.replace("  pdl.apply_native_constraint \"one_here\"(%c : !pdl.attribute)\n", "");
    folder.write("lib.mlir", &without);
    let done = folder.assay(&only);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stdout));
    folder.write("lib.mlir", LIBRARY);
    let done = folder.assay(&["fuzz", "lib.mlir", "--only", "times_one", "--rounds", "1"]);
    assert!(
        text(&done.stdout).contains("not run: no summary describes its native code"),
        "{}",
        text(&done.stdout)
    );
    assert_eq!(done.status.code(), Some(3), "{}", text(&done.stderr));
}

pub(crate) fn no_fault_is_found_of_what_did_not_run() {
    let pattern =
        LIBRARY.split("pdl.pattern").find(|text| text.contains("@power_again")).expect("it is there");
    let folder = Folder::new(&format!("pdl.pattern{}", pattern.replace("math.exp2", "lab.power")));
    let done = folder.assay(&["fuzz", "lib.mlir", "--natives", "natives.mlir", "--time", "1h"]);
    let (screen, errors) = (text(&done.stdout), text(&done.stderr));
    assert_eq!(done.status.code(), Some(3), "{screen}{errors}");
    assert!(screen.contains("  not run: ") && !screen.contains("no fault"), "{screen}");
    assert!(errors.contains("error: nothing was run"), "{errors}");
}

fn time_ends_the_rounds() {
    let folder = Folder::new(LIBRARY);
    let only = ["fuzz", "lib.mlir", "--natives", "natives.mlir", "--only", "times_one", "--time", "4s"];
    let done = folder.assay(&only);
    assert_eq!(done.status.code(), Some(0), "{}{}", text(&done.stdout), text(&done.stderr));
}

fn bad_input_is_exit_code_two_or_three_and_campaigns_stand_apart() {
    let folder = Folder::new("module {}");
    assert_eq!(folder.assay(&["fuzz", "lib.mlir"]).status.code(), Some(3));
    assert_eq!(folder.assay(&["fuzz", "none.mlir"]).status.code(), Some(2));
    folder.write("lib.mlir", LIBRARY);
    assert_eq!(folder.assay(&["fuzz", "lib.mlir", "--only", "nothing"]).status.code(), Some(2));
    for wrong in [&["lib.mlir", "--count", "3"][..], &["--time", "1s"], &["lib.mlir", "--time", "soon"]] {
        let done = folder.assay(&[&["fuzz"], wrong].concat());
        assert_eq!(done.status.code(), Some(2), "{wrong:?}");
        assert!(text(&done.stderr).contains("error:"), "{wrong:?}: {}", text(&done.stderr));
    }
    folder.write("broken.mlir", "pdl.pattern @p : benefit(1) {\n  %x = pdl.operand\n");
    let done = folder.assay(&["fuzz", "broken.mlir", "lib.mlir", "--rounds", "1"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
    let line = "broken.mlir:1 @p            malformed           0         0         -  wrong: P000";
    assert!(text(&done.stdout).contains(line), "{}", text(&done.stdout));
}

assay_testing::tests!(
    the_screen_tells_the_worst_first_and_what_guards_are_worth,
    a_fault_that_only_a_run_shows_is_written_replayed_and_reported,
    right_patterns_are_clean_and_leave_no_folder,
    no_fault_is_found_of_what_did_not_run,
    time_ends_the_rounds,
    bad_input_is_exit_code_two_or_three_and_campaigns_stand_apart,
);
