//! `assay meaning`: the page of an operation, and the list of all.

use std::process::{Command, Output};

fn meaning(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.arg("meaning").args(args).output().expect("the binary under test can be run")
}

fn a_page_says_what_is_undefined_and_who_knows_it() {
    let output = meaning(&["arith.divsi"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in [
        "  result ",
        "  poison ",
        "  undefined ",
        "smallest number by -1",
        "  source ",
        "solver, interpreter, JIT",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

fn the_list_names_each_operation_with_its_engines() {
    let text = String::from_utf8_lossy(&meaning(&[]).stdout).into_owned();
    let line =
        |name: &str| text.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
    assert!(line("arith.addi").ends_with("solver, interpreter, JIT"));
    assert!(line("memref.load").contains("solver, interpreter"));
    assert!(line("vector.bitcast").ends_with("  interpreter"));
    let symbolic = text.lines().filter(|line| line.contains("solver")).count();
    assert!(text.lines().count() > symbolic && symbolic >= 200, "{symbolic}");
}

fn a_page_says_what_an_operation_on_floats_does_with_nan() {
    for (name, parts) in [
        (
            "math.clampf",
            ["the smaller of the value", "maxf(minf(value, min), max)", "NaN where an operand is"],
        ),
        ("math.copysign", ["the magnitude of the first operand", "with either sign", "our reading"]),
        ("math.sqrt", ["rounded once", "NaN of a number below zero", "our reading"]),
    ] {
        let output = meaning(&[name]);
        let text = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(0), "{text}");
        for part in parts.into_iter().chain(["solver, interpreter"]) {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}

fn the_description_of_a_dialect_that_is_built_in_is_one_for_check() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let output = meaning(&["--file", "stablehlo"]);
    assert_eq!(output.status.code(), Some(0));
    std::fs::write(folder.path().join("stablehlo.mlir"), &output.stdout).expect("a file can be written");
    let pattern = "pdl.pattern @and_as_or : benefit(1) {
  %s = pdl.type : tensor<i8>
  %y = pdl.operand : %s
  %root = pdl.operation \"stablehlo.and\"(%y, %y : !pdl.value, !pdl.value) -> (%s : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation \"stablehlo.or\"(%y, %y : !pdl.value, !pdl.value) -> (%s : !pdl.type)
    pdl.replace %root with %new
  }
}
";
    std::fs::write(folder.path().join("p.mlir"), pattern).expect("a file can be written");
    let check = |extra: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
        let output = command.current_dir(folder.path()).args(["check", "p.mlir"]).args(extra).output();
        String::from_utf8(output.expect("the program was built").stdout).expect("output is UTF-8")
    };
    let alone = check(&[]);
    let alone = alone.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(alone.contains("assay meaning --file stablehlo"), "{alone}");
    let described = check(&["--meanings", "stablehlo.mlir"]);
    assert!(described.contains("proved        1"), "{described}");
    let other = meaning(&["--file", "my"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("there are: stablehlo"));
}

fn an_operation_without_a_meaning_is_an_error_with_a_remedy() {
    let output = meaning(&["my.relu"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--meanings FILE"));
}

assay_testing::tests!(
    a_page_says_what_is_undefined_and_who_knows_it,
    the_list_names_each_operation_with_its_engines,
    a_page_says_what_an_operation_on_floats_does_with_nan,
    an_operation_without_a_meaning_is_an_error_with_a_remedy,
    the_description_of_a_dialect_that_is_built_in_is_one_for_check,
);
