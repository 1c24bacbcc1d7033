//! The formats for other programs against golden files, and what holds of accepted findings in all of them.

use super::samples::{golden, report, sources};
use assay_reports::render::json::Schema;
use assay_reports::render::{concise, github, gitlab, human, index, json, junit, markdown, sarif};
use assay_reports::{Options, RulePage};

fn page() -> RulePage {
    RulePage::parse(include_str!("../golden/page.md")).expect("the sample is a page")
}

pub(super) fn sarif_carries_flows_witnesses_and_suppressions() {
    let text = sarif::render(&report(), &sources(), &[page()]);
    golden("report.sarif", &text);
}

pub(super) fn junit_has_one_case_a_pattern() {
    golden("report.junit.xml", &junit::render(&report(), &sources()));
}

pub(super) fn github_annotations_carry_the_witness() {
    golden("report.github.txt", &github::render(&report(), &sources()));
}

pub(super) fn gitlab_issues() {
    golden("report.gitlab.json", &gitlab::render(&report()));
}

pub(super) fn the_markdown_summary() {
    golden("report.md", &markdown::render(&report(), &sources()));
}

pub(super) fn the_index_of_rules() {
    golden("index.md", &index::render(&[page()]));
}

pub(super) fn an_accepted_finding_is_counted_and_not_shown_to_people() {
    let report = report();
    let shown = [
        human::render(&report, &sources(), Options::default()),
        concise::render(&report),
        github::render(&report, &sources()),
        gitlab::render(&report),
        junit::render(&report, &sources()),
        markdown::render(&report, &sources()),
    ];
    for text in shown {
        assert!(!text.contains("S105"), "{text}");
    }
    let kept = json::render(&report, &sources(), Schema::Two);
    assert!(kept.contains("dead by construction"));
    assert_eq!(report.summary().accepted, 1);
}
