//! Long runs and large inputs: what is shown of one wrong function of many, what is known already, and what several runs add up to.

use std::path::Path;

use assay_testing::{Checked, Missing};

use crate::command::{RIGHT, assay, text};

pub(crate) fn one_wrong_function_of_fifty_is_shown_alone() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let function = |number: usize, sum: &str, call: &str| {
        format!(
            "func.func @f{number}(%a: i8, %b: i8) -> i8 {{\n  %s = {sum} %a, %b : i8\n  %c = call @{call}(%s) : (i8) -> i8\n  \
             return %c : i8\n}}\n"
        )
    };
    let helper = "func.func @helper(%a: i8) -> i8 {\n  return %a : i8\n}\n";
    let module = |wrong: &str| {
        let sum = |number| if number == 25 { wrong } else { "arith.addi" };
        helper.to_owned() + &(0..50).map(|number| function(number, sum(number), "helper")).collect::<String>()
    };
    for (name, sum) in [("before.mlir", "arith.addi"), ("after.mlir", "arith.subi")] {
        std::fs::write(folder.path().join(name), module(sum)).expect("the folder can be written");
    }
    let done = assay(folder.path(), &["tv", "before.mlir", "after.mlir"]);
    let said = String::from_utf8(done.stdout).expect("output is UTF-8");
    assert!(said.lines().count() <= 45 && said.contains("func.func @helper"), "{said}");
    assert!(!said.contains("@f24") && said.starts_with("error[V301]: `@f25("), "{said}");
    assert!(
        said.contains("functions     51\n") && !said.contains("pattern") && !said.contains("malformed"),
        "{said}"
    );
    assert_eq!(said.lines().last(), Some("1 finding (1 error); exit code 1"));
    Ok(())
}

fn a_campaign_runs_past_what_is_known() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let bug = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/bugs/mlir/passes/expanded_powf.mlir");
    std::fs::copy(bug, folder.path().join("powf.mlir")).expect("the defect is in the corpus");
    let known = "[[known]]\npass = \"math-expand-ops\"\nkind = \"V301\"\nreason = \"reported\"\n\n\
                 [[known]]\npass = \"cse\"\nkind = \"V302\"\nreason = \"reported\"\n";
    std::fs::write(folder.path().join("known.toml"), known).expect("the folder can be written");
    std::fs::write(folder.path().join("bad.toml"), known.replace("V301", "V031"))
        .expect("the folder can be written");
    let run = |more: &[&str]| {
        let words = ["tv", "powf.mlir", "--pass", "--math-expand-ops", "--no-proof"];
        assay(folder.path(), &[&words, more].concat())
    };
    let new = run(&[]);
    assert_eq!(new.status.code(), Some(1), "{}", text(&new));
    let past = run(&["--known", "known.toml"]);
    assert_eq!(past.status.code(), Some(0), "{}", text(&past));
    assert!(text(&past).contains("accepted      1"), "{}", text(&past));
    assert!(text(&past).contains("1 of the findings in `--known` did not occur"), "{}", text(&past));
    let bad = run(&["--known", "bad.toml"]);
    assert!(text(&bad).contains("bad.toml:1:1: `V031` is no rule; did you mean `V301`?"), "{}", text(&bad));
    assert_eq!(bad.status.code(), Some(2));
    Ok(())
}

pub(crate) fn nights_add_up_and_draw_other_programs() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("p.mlir"), RIGHT).expect("the folder can be written");
    let night = |more: &[&str]| {
        let words = [
            "fuzz",
            "p.mlir",
            "--rounds",
            "2",
            "--out",
            "camp",
            "--format",
            "json=r.json",
            "--format",
            "html=r.html",
        ];
        text(&assay(folder.path(), &[&words, more].concat()))
    };
    let first = night(&[]);
    assert!(
        first.contains("1 run in camp: 2 rounds") && first.contains("0 new since the last run"),
        "{first}"
    );
    let second = night(&[]);
    assert!(second.contains("2 runs in camp: 4 rounds"), "{second}");
    assert!(night(&["--seed", "7"]).contains("go on with `--seed 0`"));
    let alone = text(&assay(folder.path(), &["fuzz", "p.mlir", "--rounds", "1"]));
    assert!(alone.contains("runs with `--out DIR` go on with others and add up"), "{alone}");
    assert!(!first.contains("`--out DIR`"), "{first}");
    let other = ["fuzz", "p.mlir", "--rounds", "3", "--seed", "7", "--out", "more/camp"];
    assay(folder.path(), &other);
    std::fs::rename(folder.path().join("camp"), folder.path().join("more/first")).expect("one file system");
    let stats = assay(folder.path(), &["fuzz", "--stats", "more"]);
    let said = text(&stats);
    assert_eq!(stats.status.code(), Some(0), "{said}");
    assert!(said.contains("more/camp: 1 run of seed 7: 3 rounds"), "{said}");
    assert!(said.contains("more/first: 2 runs of seed 0: 4 rounds"), "{said}");
    assert!(said.contains("together: 3 runs: 7 rounds"), "{said}");
    let report = std::fs::read_to_string(folder.path().join("r.json")).expect("the report was written");
    let report: serde_json::Value = serde_json::from_str(&report).expect("it is JSON");
    let trials = &report["patterns"][0]["trials"];
    assert!(trials["programs"].as_u64() > Some(0) && trials["inputs"].as_u64() > Some(0), "{trials}");
    let page = std::fs::read_to_string(folder.path().join("r.html")).expect("the page was written");
    assert!(page.contains(" programs, ") && page.contains("changes on purpose"), "the page has no runs");
    Ok(())
}

assay_testing::tests!(
    one_wrong_function_of_fifty_is_shown_alone,
    a_campaign_runs_past_what_is_known,
    nights_add_up_and_draw_other_programs,
);
