//! The things that users of a review missed most, one test for each of its fifteen checks, by its number. Parts that have a test elsewhere are
//! called here, so that the list is one.

use std::path::Path;
use std::process::Output;

use assay_testing::{Checked, Missing};

use crate::command::{assay, text};
use crate::{campaign_reports, gate, init, lsp, mistakes, natives, own, scopes, tidy, tv_own, walk};

/// A folder with the dialect of the guides and its configuration.
fn acme() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("../reports/docs/walks/acme");
    for entry in std::fs::read_dir(files).expect("the guides have files") {
        let path = entry.expect("the folder can be read").path();
        std::fs::copy(&path, folder.path().join(path.file_name().expect("it has a name")))
            .expect("the folder can be written");
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("the folder can be written");
}

/// The command behind `run:` of a finding.
fn run_line(said: &str) -> &str {
    said.lines().find_map(|line| line.trim().strip_prefix("= run: ")).unwrap_or_else(|| panic!("{said}"))
}

/// Holds the exit code and parts of what was printed.
fn holds(done: &Output, code: i32, parts: &[&str]) {
    let said = text(done);
    let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(done.status.code(), Some(code), "{said}");
    for part in parts {
        assert!(said.contains(part) || flat.contains(part), "`{part}`: {said}");
    }
}

fn solver() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new).map(drop)
}

fn c01_operations_of_ones_own_are_known_to_every_command() -> Checked {
    solver()?;
    let folder = acme();
    let folder = folder.path();
    let wrong = assay(folder, &["tv", "fold.mlir", "folded.mlir"]);
    holds(&wrong, 1, &["error[V301]: `@mean("]);
    let right = "func.func @mean(%x: i8, %y: i8) -> i8 {\n  %m = \"acme.avg\"(%y, %x) : (i8, i8) -> i8\n  return %m : i8\n}\n";
    write(folder, "right.mlir", right);
    holds(&assay(folder, &["tv", "fold.mlir", "right.mlir"]), 0, &["proved        1"]);
    let bare = assay(folder, &["tv", "fold.mlir", "folded.mlir", "--isolated"]);
    holds(&bare, 0, &["no meaning: acme.avg", "`--meanings FILE` describes it"]);
    holds(&assay(folder, &["check", "acme.pdl.mlir", "--witness-dir", "w"]), 1, &["@avg_lowered"]);
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder.join("w")).expect("there are witnesses") {
        let path = entry.expect("it can be read").path();
        holds(&assay(folder, &["replay", &path.display().to_string()]), 1, &[]);
        replayed += 1;
    }
    assert!(replayed >= 1);
    Ok(())
}

fn c02_the_gate_of_the_readme_works_as_written() {
    gate::the_recipe_of_a_gate_works_as_it_is_written();
}

fn c03_a_name_that_does_not_exist_never_passes() -> Checked {
    mistakes::about_binaries()?;
    gate::a_misspelt_operation_is_an_error_with_the_nearest_name();
    let folder = acme();
    let audited =
        assay(folder.path(), &["audit", "--pipeline", "lower-acme,canonicalize", "--final", "llvm.*"]);
    assert_ne!(audited.status.code(), Some(0), "{}", text(&audited));
    assert!(text(&audited).contains("lower-acme"), "{}", text(&audited));
    Ok(())
}

fn c04_the_readme_is_short_and_its_commands_run() -> Checked {
    tidy::the_readme_is_short();
    walk::the_readme_names_commands_that_run()
}

fn c05_a_compiler_of_ones_own_is_followed() -> Checked {
    tv_own::run_lines_of_a_binary_of_the_user_are_followed()?;
    // The command of a finding names the binary, and gives the same finding.
    let folder = tempfile::tempdir().expect("a folder can be made");
    let script = "#!/bin/sh\ncase \"$*\" in\n*cse*) mlir-opt-22 \"$@\" | sed 's/arith.addi/arith.subi/' ;;\n\
                  *) exec mlir-opt-22 \"$@\" ;;\nesac\n";
    write(folder.path(), "acme-opt", script);
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("acme-opt"), executable).expect("the file is ours");
    write(
        folder.path(),
        "f.mlir",
        "func.func @f(%a: i8, %b: i8) -> i8 {\n  %s = \"arith.addi\"(%a, %b) : (i8, i8) -> i8\n  return %s : i8\n}\n",
    );
    let first = assay(folder.path(), &["tv", "f.mlir", "--pass", "cse", "--mlir-opt", "./acme-opt"]);
    let said = String::from_utf8_lossy(&first.stdout).into_owned();
    let words: Vec<&str> = run_line(&said).split_whitespace().skip(1).collect();
    assert!(first.status.code() == Some(1) && words.contains(&"--mlir-opt"), "{said}");
    let again = assay(folder.path(), &words);
    let message = |said: &str| said.lines().next().map(str::to_owned);
    assert_eq!(message(&String::from_utf8_lossy(&again.stdout)), message(&said));
    Ok(())
}

fn c06_fuzz_says_only_what_it_ran() -> Checked {
    own::no_fault_is_found_of_what_did_not_run();
    own::right_patterns_are_clean_and_leave_no_folder();
    Ok(())
}

fn c07_reports_speak_of_what_was_judged() -> Checked {
    campaign_reports::one_wrong_function_of_fifty_is_shown_alone()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let function = |at: usize, number: usize, quotient: &str| {
        format!(
            "func.func @f{at}(%a: i8) -> i8 {{\n  %c = arith.constant {number} : i8\n  %q = {quotient} %a, %c : i8\n  return %q : i8\n}}\n"
        )
    };
    let before: String = (0..50).map(|at| function(at, 2, "arith.divsi")).collect();
    let wrong = function(25, 1, "arith.shrsi");
    write(folder.path(), "before.mlir", &before);
    write(folder.path(), "after.mlir", &before.replace(&function(25, 2, "arith.divsi"), &wrong));
    let done = assay(folder.path(), &["tv", "before.mlir", "after.mlir"]);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(said.lines().count() <= 40, "{} lines: {said}", said.lines().count());
    holds(
        &done,
        1,
        &["error[V301]: `@f25(-", "    %q = arith.divsi %a, %c  ", "functions     50", "    %a : i8 = -"],
    );
    for row in ["malformed", "vacuous", "well-formed", "pattern"] {
        assert!(!said.contains(row), "{row}: {said}");
    }
    Ok(())
}

fn c08_a_baseline_says_what_is_new_and_what_is_not_there() -> Checked {
    init::files_that_a_run_is_not_asked_about_are_not_called_fixed()?;
    lsp::the_baseline_of_the_project_counts()?;
    let folder = acme();
    let folder = folder.path();
    holds(&assay(folder, &["baseline", "acme.pdl.mlir"]), 0, &["1 finding"]);
    let patterns = std::fs::read_to_string(folder.join("acme.pdl.mlir")).expect("it is there");
    let more = patterns.replace("@avg_lowered", "@again").replace("arith.shrui\"(%s", "arith.shrsi\"(%s");
    write(folder, "more.pdl.mlir", &more);
    let done =
        assay(folder, &["check", "acme.pdl.mlir", "more.pdl.mlir", "--baseline", "assay-baseline.json"]);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(said.lines().last(), Some("1 new finding (1 error); 1 accepted; exit code 1"), "{said}");
    Ok(())
}

fn c09_bounded_means_something() -> Checked {
    scopes::types_that_a_definition_lists_are_all_there_are();
    scopes::a_range_of_one_length_is_as_good_as_a_type();
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let open = "Pattern AndTwiceOpen {\n  let in = op<arith.andi>(x: Value, y: Value);\n  let root = op<arith.andi>(in.0, y);\n  replace root with in;\n}\n";
    write(folder.path(), "and_twice.pdll", open);
    holds(&assay(folder.path(), &["check", "and_twice.pdll"]), 0, &["proved        1 pattern"]);
    let ran = assay(folder.path(), &["fuzz", "and_twice.pdll", "--rounds", "1"]);
    holds(&ran, 0, &["@AndTwiceOpen  proved", "no fault found"]);
    Ok(())
}

fn c10_help_teaches() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let list = text(&assay(folder.path(), &["--help"]));
    let verbs: Vec<&str> = list
        .lines()
        .filter_map(|line| {
            line.strip_prefix("  ").filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
        })
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(verbs.len() >= 18, "{verbs:?}");
    holds(&assay(folder.path(), &["man", "--out", "man"]), 0, &[]);
    for verb in &verbs {
        let help = text(&assay(folder.path(), &[verb, "--help"]));
        for part in ["Examples:", "Exit codes:", "Environment:"] {
            assert!(help.contains(part), "{verb} has no {part}");
        }
        let page = std::fs::read_to_string(folder.path().join(format!("man/assay-{verb}.1")));
        let page = page.expect("every command has a page");
        assert!(page.contains("EXIT STATUS") && page.contains("ENVIRONMENT"), "{verb}");
    }
    holds(
        &assay(folder.path(), &["explain", "exit-codes"]),
        0,
        &["check, tv, audit", "  4  nothing refuted"],
    );
    holds(&assay(folder.path(), &["--version"]), 0, &["assay ", "reads C++ rewrites"]);
    for verb in ["tv", "audit", "apply", "fuzz", "check"] {
        let help = text(&assay(folder.path(), &[verb, "-h"]));
        let groups = help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).count();
        assert!(groups >= 4, "{verb}: {help}");
    }
}

fn c11_descriptions_that_do_not_fit_are_named() {
    tv_own::a_name_that_nothing_uses_is_noted_with_the_nearest_one();
    tv_own::a_description_that_no_use_fits_is_an_error_at_its_line();
    tv_own::a_description_that_fits_no_definition_is_an_error_at_its_line();
    natives::bodies_use_all_operations_with_a_meaning();
}

fn c12_definitions_are_read_as_ods() -> Checked {
    assay_testing::ods()?;
    let lane = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lane");
    let (_, include) = assay_testing::ods()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let include = include.display().to_string();
    let of = |tool: &str, more: &[&str]| {
        let mut command = std::process::Command::new(tool);
        command.args(more).args(["-I", &include]).arg(lane.join("Lane.td"));
        command.output().ok().filter(|done| done.status.success()).map(|done| done.stdout)
    };
    let Some(printed) = of("tblgen-to-irdl-22", &["--gen-dialect-irdl-defs", "--dialect=lane"]) else {
        return Err(Missing::new("tblgen-to-irdl-22 does not print the dialect"));
    };
    std::fs::write(folder.path().join("lane.irdl.mlir"), printed).expect("the folder can be written");
    let pattern = "pdl.pattern @swapped : benefit(1) {\n  %t = pdl.type : i8\n  %x = pdl.operand : %t\n  %y = pdl.operand : %t\n  \
                   %root = pdl.operation \"lane.avg\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {\n    \
                   pdl.replace %root with (%x : !pdl.value)\n  }\n}\n";
    write(folder.path(), "p.mlir", pattern);
    let verdict = |arguments: &[&str]| {
        let words = [&["check", "p.mlir", "--format", "json", "--rules", "S,T"], arguments].concat();
        let done = assay(folder.path(), &words);
        let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("a report");
        report["patterns"][0]["verdict"].clone()
    };
    let td = lane.join("Lane.td").display().to_string();
    let of_ods = verdict(&["--dialect", &td, "--include", &include]);
    assert_eq!(of_ods, verdict(&["--dialect", "lane.irdl.mlir"]));
    Ok(())
}

fn c13_long_runs_speak_and_add_up() -> Checked {
    campaign_reports::nights_add_up_and_draw_other_programs()?;
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let words = ["tv", "--generate", "6", "--seed", "1", "--pass", "canonicalize", "--no-proof", "--timings"];
    let done = assay(folder.path(), &words);
    holds(&done, 0, &["6 functions in ", "; slowest: generated-0000000.mlir:"]);
    Ok(())
}

fn c14_mistakes_have_a_code_and_a_word() -> Checked {
    mistakes::on_the_command_line()?;
    mistakes::in_files()?;
    mistakes::a_full_disk_is_named()
}

fn c15_the_editor_shows_proofs() -> Checked {
    lsp::proofs_are_shown_beside_the_text()
}

assay_testing::tests!(
    c01_operations_of_ones_own_are_known_to_every_command,
    c02_the_gate_of_the_readme_works_as_written,
    c03_a_name_that_does_not_exist_never_passes,
    c04_the_readme_is_short_and_its_commands_run,
    c05_a_compiler_of_ones_own_is_followed,
    c06_fuzz_says_only_what_it_ran,
    c07_reports_speak_of_what_was_judged,
    c08_a_baseline_says_what_is_new_and_what_is_not_there,
    c09_bounded_means_something,
    c10_help_teaches,
    c11_descriptions_that_do_not_fit_are_named,
    c12_definitions_are_read_as_ods,
    c13_long_runs_speak_and_add_up,
    c14_mistakes_have_a_code_and_a_word,
    c15_the_editor_shows_proofs,
);
