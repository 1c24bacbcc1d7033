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
);
