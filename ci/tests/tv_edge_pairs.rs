//! `assay tv` over the pairs of `corpus/tv/edges`: no right one is refuted, no wrong one is proved, and four of five are decided.
//! Prints a table by kind.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use assay_testing::{Checked, Missing, compared};
use serde_json::Value;

use crate::campaign;

/// Pairs that there are at least.
const PAIRS: usize = 120;

/// A file after, and what is true of it.
struct Pair {
    kind: String,
    name: String,
    /// `right`, `wrong`, or `apart`, which is right of arguments that do not overlap.
    truth: String,
    before: PathBuf,
    after: PathBuf,
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("the folder can be read");
    let mut all: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    all.sort();
    all
}

fn word(path: &Path) -> String {
    path.file_name().expect("a file has a name").to_string_lossy().into_owned()
}

/// The pairs of all kinds, each of which is a folder.
fn pairs() -> Vec<Pair> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/tv/edges");
    let mut out = Vec::new();
    for folder in listed(&corpus).into_iter().filter(|path| path.is_dir()) {
        for after in listed(&folder) {
            let file = word(&after);
            let Some((name, truth)) = file.trim_end_matches(".mlir").rsplit_once('.') else {
                panic!("{file}")
            };
            if truth == "before" {
                continue;
            }
            assert!(["right", "wrong", "apart"].contains(&truth), "{file}");
            let before = folder.join(format!("{name}.before.mlir"));
            let (kind, name, truth) = (word(&folder), name.to_owned(), truth.to_owned());
            out.push(Pair { kind, name, truth, before, after });
        }
    }
    out
}

/// The verdict about all functions and globals of a pair, and the levels of the findings.
fn judged(pair: &Pair, more: &[&str]) -> (&'static str, Vec<String>) {
    let more = [&["--no-reduce"], more].concat();
    let (records, _) = compared(env!("CARGO_BIN_EXE_assay"), &pair.before, &pair.after, &more);
    let findings = records.iter().filter_map(|record| record["findings"].as_array()).flatten();
    let levels = findings.filter_map(|finding| finding["level"].as_str()).map(str::to_owned).collect();
    let all = |list: &[&str]| {
        let is_it = |record: &Value| record["verdict"].as_str().is_some_and(|word| list.contains(&word));
        !records.is_empty() && records.iter().all(is_it)
    };
    let verdict = match () {
        () if records.iter().any(|record| record["verdict"] == "refuted") => "refuted",
        () if all(&["proved"]) => "proved",
        () if all(&["proved", "bounded"]) => "bounded",
        () => "unknown",
    };
    (verdict, levels)
}

fn of_the_pairs_at_the_edges_four_of_five_are_decided_and_none_wrongly() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let (mut table, mut wrongly) = (BTreeMap::<_, usize>::new(), Vec::new());
    let pairs = pairs();
    for pair in &pairs {
        let (verdict, levels) = judged(pair, &[]);
        let is_wrongly = match pair.truth.as_str() {
            "wrong" => ["proved", "bounded"].contains(&verdict),
            // A difference where arguments overlap is a warning, and an error where they may.
            "apart" => levels != ["warning"] || judged(pair, &["--alias"]).0 != "refuted",
            _ => verdict == "refuted",
        };
        if is_wrongly {
            wrongly.push(format!("{}/{}.{}: {verdict} {levels:?}", pair.kind, pair.name, pair.truth));
        }
        let truth = if pair.truth == "wrong" { "wrong" } else { "right" };
        *table.entry((pair.kind.as_str(), truth, verdict)).or_default() += 1;
    }
    assay_testing::note!(
        "{:<10} {:<6} {:>7} {:>7} {:>7} {:>7}",
        "kind",
        "truth",
        "proved",
        "bounded",
        "refuted",
        "unknown"
    );
    let rows: std::collections::BTreeSet<_> = table.keys().map(|(kind, truth, _)| (*kind, *truth)).collect();
    for (kind, truth) in rows {
        let [a, b, c, d] = ["proved", "bounded", "refuted", "unknown"]
            .map(|verdict| table.get(&(kind, truth, verdict)).copied().unwrap_or_default());
        assay_testing::note!("{kind:<10} {truth:<6} {a:>7} {b:>7} {c:>7} {d:>7}");
    }
    let sum = |of: &dyn Fn(&str, &str) -> bool| -> usize {
        table.iter().filter(|((_, truth, verdict), _)| of(truth, verdict)).map(|(_, count)| count).sum()
    };
    let (right, open) = (sum(&|truth, _| truth == "right"), sum(&|_, verdict| verdict == "unknown"));
    assert!(wrongly.is_empty(), "{wrongly:#?}");
    let all = pairs.len();
    assert!(all >= PAIRS && right * 5 >= all * 2 && right * 5 <= all * 3, "{right} of {all} are right");
    assert!(open * 5 <= all, "{open} of {all} are not decided");
    Ok(())
}

/// A sample of `ci/campaigns/edge_pairs.py`.
fn drawn_pairs_are_judged_by_what_is_true_of_them() -> Checked {
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    campaign::sample("edge_pairs.py", &["3", "40"]);
    Ok(())
}

assay_testing::tests!(
    of_the_pairs_at_the_edges_four_of_five_are_decided_and_none_wrongly,
    drawn_pairs_are_judged_by_what_is_true_of_them,
);
