//! `assay fuzz`: the same bytes whatever the number of workers and however often it was stopped, tables that add up, and
//! findings that `assay replay` runs.

use std::path::Path;
use std::process::{Command, Output};

fn assay() -> Command {
    Command::new(env!("CARGO_BIN_EXE_assay"))
}

/// A campaign in a folder.
fn fuzz(folder: &Path, arguments: &[&str]) -> Output {
    assay().arg("fuzz").args(arguments).arg("--out").arg(folder).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("it prints UTF-8")
}

fn the_same_seed_gives_the_same_bytes_for_any_number_of_workers() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let run = |name: &str, jobs: &str| {
        let out = folder.path().join(name);
        let done = fuzz(&out, &["--count", "300", "--seed", "5", "--payloads", "4", "--jobs", jobs]);
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        (text(&done.stdout), std::fs::read(out.join("records.jsonl")).expect("it was written"))
    };
    let (one, two) = (run("one", "1"), run("two", "2"));
    assert_eq!(one.0, two.0);
    assert!(one.1 == two.1, "the records differ");
    assert_eq!(text(&one.1).lines().count(), 300);
    for heading in [
        "all patterns",
        "connected and matched",
        "xdsl-pdl's categories:",
        "all stages of a pattern together",
    ] {
        assert!(one.0.contains(heading), "{}", one.0);
    }
}

fn emitted_patterns_are_those_of_the_campaign_under_names_of_their_numbers() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let file = folder.path().join("patterns.mlir");
    let arguments = ["fuzz", "--mode", "dialect", "--count", "40", "--seed", "8"];
    let emit = |to: &Path| assay().args(arguments).arg("--emit").arg(to).output().expect("it runs");
    let done = emit(&file);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let emitted = std::fs::read(&file).expect("it was written");
    assert_eq!(emit(Path::new("-")).stdout, emitted);

    let out = folder.path().join("campaign");
    let done = fuzz(&out, &[&arguments[1..], &["--payloads", "1"]].concat());
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done.stderr));
    let records = std::fs::read_to_string(out.join("records.jsonl")).expect("it was written");
    let of_campaign: String = records
        .lines()
        .enumerate()
        .map(|(index, line)| {
            let record: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
            let text = record["text"].as_str().expect("it has the text of the pattern");
            text.replacen("@p ", &format!("@p{index} "), 1)
        })
        .collect();
    assert_eq!(text(&emitted), of_campaign);
}

fn a_campaign_needs_a_folder_unless_its_patterns_are_emitted() {
    let done = assay().args(["fuzz", "--count", "1"]).output().expect("it runs");
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stdout));
    assert!(text(&done.stderr).contains("--out"), "{}", text(&done.stderr));
}

fn a_campaign_that_was_cut_short_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let arguments = ["--count", "260", "--mode", "safe", "--payloads", "2", "--jobs", "1"];
    let done = fuzz(folder.path(), &arguments);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let path = folder.path().join("records.jsonl");
    let whole = std::fs::read(&path).expect("it was written");
    // In the middle of a line, as it is after being killed.
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("it can be written");
    let again = fuzz(folder.path(), &arguments);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert!(std::fs::read(&path).expect("it was written") == whole, "the records differ");
    // Finished: the tables once more, with nothing made anew.
    let tables = |output: &Output| {
        let printed = text(&output.stdout);
        let start = printed.find("verdict against execution").expect("the tables are printed");
        printed[start..].to_owned()
    };
    assert_eq!(tables(&done), tables(&again));
    let finished = fuzz(folder.path(), &arguments);
    assert_eq!(tables(&done), tables(&finished));
    assert!(text(&finished.stdout).starts_with("nothing new: all 260 records were there already\n"));
    assert!(!text(&finished.stdout).contains("not met"), "{}", text(&finished.stdout));
}

/// The findings are those of a `mlir-opt` that takes everything.
fn the_findings_of_a_campaign_depend_on_no_stop() {
    let tools = tempfile::tempdir().expect("the temporary directory is writable");
    let tool = tools.path().join("mlir-opt-22");
    std::fs::write(
        &tool,
        "#!/bin/sh\ncase \"$*\" in *--version*) echo 'LLVM version 22.1.8'; exit;; esac\nexec cat\n",
    )
    .expect("it can be written");
    std::fs::set_permissions(&tool, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .expect("it is there");
    let path = format!("{}:{}", tools.path().display(), std::env::var("PATH").expect("there is one"));
    let run = |folder: &Path| {
        let arguments =
            ["--mode", "adversarial", "--mlir", "1", "--count", "40", "--seed", "5", "--jobs", "1"];
        let mut command = assay();
        command.arg("fuzz").args(arguments).arg("--out").arg(folder).env("PATH", &path);
        let done = command.output().expect("it runs");
        assert_eq!(done.status.code(), Some(1), "{}{}", text(&done.stdout), text(&done.stderr));
        done
    };
    let findings = |folder: &Path| {
        let entries = std::fs::read_dir(folder.join("findings")).expect("there are some");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("it is there").path()).collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| std::fs::read(path).expect("it was written");
        paths.iter().map(|path| (path.file_name().map(ToOwned::to_owned), read(path))).collect::<Vec<_>>()
    };
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    run(folder.path());
    let wanted = findings(folder.path());
    assert!(!wanted.is_empty());
    let records = folder.path().join("records.jsonl");
    let whole = std::fs::read_to_string(&records).expect("it was written");
    // The findings that are reduced lie before the cut.
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let wrong = lines.iter().scan(0, |count, line| {
        *count += usize::from(!line.contains("\"wrong\":null"));
        Some(*count)
    });
    let cut = wrong.take_while(|count| *count <= 8).count();
    assert!(cut < lines.len(), "some records come after");
    std::fs::write(&records, lines[..cut].concat()).expect("it can be written");
    std::fs::remove_dir_all(folder.path().join("findings")).expect("it is there");
    run(folder.path());
    assert_eq!(std::fs::read_to_string(&records).expect("it was written"), whole);
    assert!(
        findings(folder.path()).is_empty(),
        "what was reduced once is not made again from other patterns"
    );
    std::fs::write(&records, "").expect("it can be written");
    run(folder.path());
    assert_eq!(findings(folder.path()), wanted);
}

fn a_folder_of_another_campaign_is_refused() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let arguments = ["--count", "5", "--payloads", "1", "--jobs", "1"];
    assert_eq!(fuzz(folder.path(), &arguments).status.code(), Some(0));
    let other = fuzz(folder.path(), &[&arguments[..], &["--seed", "9"]].concat());
    assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
    assert!(text(&other.stderr).contains("another campaign"), "{}", text(&other.stderr));
}

/// One in a hundred of `ci/campaigns/all-stages.sh`, without MLIR.
fn the_whole_loop_asks_every_stage_there_is() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let arguments = ["--mode", "dialect", "--count", "100", "--payloads", "2", "--jobs", "2", "--all-stages"];
    let done = fuzz(folder.path(), &arguments);
    let printed = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{printed}{}", text(&done.stderr));
    let line = |stage: &str| {
        let found = printed.lines().find(|line| line.trim_start().starts_with(stage));
        found.unwrap_or_else(|| panic!("{stage} is not in the table\n{printed}")).to_owned()
    };
    assert!(line("structure ").contains("proved"), "{printed}");
    assert!(line("types ").contains("refuted") || line("types ").contains("proved"), "{printed}");
    assert!(line("values ").contains("bounded") && line("values ").contains("refuted"), "{printed}");
    assert!(line("rewriting ").contains("works"), "{printed}");
    let compiled = line("compiled ");
    let count = |word: &str| -> usize {
        let part = compiled.split(',').find(|part| part.contains(word));
        part.and_then(|part| part.split_whitespace().last()?.parse().ok()).unwrap_or(0)
    };
    let ran = count("same result") + count("different result") + count("undefined");
    assert!(ran >= 20, "at least a fifth reaches execution\n{printed}");
}

fn a_finding_says_which_fact_it_is_about_and_is_run_again() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let file = folder.path().join("finding.mlir");
    let body = "module @patterns {\n  pdl.pattern @p : benefit(1) {\n    %r = pdl.operation \"lab.a\"\n    pdl.rewrite %r {\n      \
                pdl.erase %r\n    }\n  }\n}\nmodule @ir {\n  \"lab.a\"() : () -> ()\n}\n";
    for oracle in ["verdict", "print", "undo", "execution"] {
        std::fs::write(&file, format!("// oracle: {oracle}\n{body}")).expect("it can be written");
        let done = assay().arg("replay").arg(&file).output().expect("it runs");
        assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
        assert!(
            text(&done.stdout).contains(&format!("the fact `{oracle}` holds here")),
            "{}",
            text(&done.stdout)
        );
    }
    std::fs::write(&file, "// oracle: print\n\"lab.a\"( : () -> ()\n").expect("it can be written");
    let done = assay().arg("replay").arg(&file).output().expect("it runs");
    assert_eq!(
        done.status.code(),
        Some(2),
        "a text that does not read shows nothing: {}",
        text(&done.stdout)
    );
}

fn meanings_that_are_brought_are_run() {
    let folder = tempfile::tempdir().expect("the temporary directory is writable");
    let file = folder.path().join("lab.mlir");
    let body = "!w = i8\nfunc.func @a(%x: !w, %y: !w) -> !w attributes {assay.meaning = \"lab.a\"} {\n  \
                %r = arith.addi %x, %y : !w\n  return %r : !w\n}\n";
    std::fs::write(&file, body).expect("the folder is writable");
    let not_run = |out: &str, more: &[&str]| -> usize {
        let folder = folder.path().join(out);
        let arguments = ["--mode", "valid", "--seed", "5", "--count", "300", "--jobs", "2", "--all-stages"];
        let done = fuzz(&folder, &[&arguments, more].concat());
        let printed = text(&done.stdout);
        assert_eq!(done.status.code(), Some(0), "{printed}{}", text(&done.stderr));
        let line = printed.lines().find(|line| line.trim_start().starts_with("compiled "));
        let part = line.and_then(|line| line.split(',').find(|part| part.contains("not runnable")));
        let number = part.and_then(|part| part.split_whitespace().last()?.parse().ok());
        number.unwrap_or_else(|| panic!("{printed}"))
    };
    let file = file.to_str().expect("a plain name");
    let (without, with) = (not_run("without", &[]), not_run("with", &["--meanings", file]));
    assert!(with < without, "{with} with meanings, {without} without");
}

assay_testing::tests!(
    the_same_seed_gives_the_same_bytes_for_any_number_of_workers,
    emitted_patterns_are_those_of_the_campaign_under_names_of_their_numbers,
    a_campaign_needs_a_folder_unless_its_patterns_are_emitted,
    a_campaign_that_was_cut_short_goes_on_where_it_was,
    the_findings_of_a_campaign_depend_on_no_stop,
    a_folder_of_another_campaign_is_refused,
    the_whole_loop_asks_every_stage_there_is,
    a_finding_says_which_fact_it_is_about_and_is_run_again,
    meanings_that_are_brought_are_run,
);
