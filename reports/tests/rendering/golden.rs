//! Every renderer against golden files, and the facts that hold for all of them.
//! `ASSAY_BLESS=1 cargo test -p assay-reports` rewrites the files; read them before you commit.

use super::samples::{finding, folder, full, golden, pattern, report, sources};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use assay_reports::render::json::Schema;
use assay_reports::render::{concise, explain, funnel, human, json};
use assay_reports::{
    After, Edit, Finding, Fix, Label, Location, Options, Program, Report, RulePage, Sources, Tool, Witness,
};

const PLAIN: Options = Options { color: false, width: 80, verbose: false };

fn with(finding: Finding) -> Report {
    let mut commute = pattern("commute", VerdictKind::Refuted);
    commute.findings = vec![finding];
    let tool = Tool { name: "assay".to_owned(), version: "0.1.0".to_owned(), with: Default::default() };
    Report::new(tool, vec![commute], Vec::new(), Vec::new())
}

fn witness(before: &str, after: &str, mark: &str) -> Finding {
    let mut finding =
        finding(Rule::S105, Severity::Error, "pdl.erase %root", 0, "the erased op may have uses");
    finding.witness = Some(Witness {
        before: Program::new(before),
        after: After::Program(Program::new(after).mark(mark, 0, "has lost its operand")),
        path: None,
        command: None,
        applications: Vec::new(),
        trace: None,
    });
    finding
}

pub(super) fn a_whole_report_reads_well() {
    golden("report.human.txt", &human::render(&report(), &sources(), PLAIN));
}

pub(super) fn colors_change_nothing_but_the_escapes() {
    let colored = human::render(&report(), &sources(), Options { color: true, ..PLAIN });
    let mut plain = String::new();
    let mut rest = colored.as_str();
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.split_once('m').expect("an escape ends with m").1;
    }
    plain.push_str(rest);
    let trimmed: String = plain.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    assert_eq!(trimmed, human::render(&report(), &sources(), PLAIN));
    assert!(colored.contains("\x1b["));
}

pub(super) fn a_wide_witness_is_stacked() {
    let program = "%0 = \"t.a_name_that_is_rather_long\"(%a, %b) : (i32, i32) -> i32\n";
    let after = "\"t.another_name_that_is_long\"(<<NULL VALUE>>) : (i32) -> ()\n";
    golden(
        "wide_witness.human.txt",
        &human::render(&with(witness(program, after, "<<NULL VALUE>>")), &sources(), PLAIN),
    );
}

pub(super) fn an_outcome_stands_below_the_program() {
    let mut finding =
        finding(Rule::N401, Severity::Error, "pdl.rewrite %root", 0, "the pattern feeds itself");
    finding.witness = Some(Witness {
        before: Program::new("%0 = \"t.root\"(%a) : (i1) -> i1\n"),
        after: After::Outcome(
            "the rewrite was stopped after 1000 applications; the program had grown to 1001 ops by then"
                .to_owned(),
        ),
        path: None,
        command: Some("assay replay commute.N401.mlir".to_owned()),
        applications: Vec::new(),
        trace: None,
    });
    golden("outcome.human.txt", &human::render(&with(finding), &sources(), PLAIN));
}

pub(super) fn a_file_without_text_gives_only_the_place() {
    golden("no_source.human.txt", &human::render(&with(full()), &Sources::new(), PLAIN));
}

pub(super) fn one_line_a_finding() {
    golden("report.concise.txt", &concise::render(&report()));
}

pub(super) fn the_funnel_counts_scopes_and_reasons() {
    golden("report.funnel.txt", &funnel::render(&report().summary(), PLAIN));
}

pub(super) fn the_json_of_a_report() {
    golden("report.json", &json::render(&report(), &sources(), Schema::Two));
    golden("report.v1.json", &json::render(&report(), &sources(), Schema::One));
}

pub(super) fn a_page_reads_well_on_a_terminal() {
    let page = RulePage::parse(include_str!("../golden/page.md")).expect("the sample is a page");
    golden("page.explain.txt", &explain::render(&page, PLAIN));
}

pub(super) fn no_line_of_prose_is_wider_than_asked() {
    for width in [44, 60, 80] {
        let text = funnel::render(&report().summary(), Options { color: false, width, verbose: false });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
    }
    let text = human::render(&report(), &sources(), PLAIN);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

pub(super) fn the_order_of_arrival_does_not_matter() {
    let sorted = report();
    let mut patterns = sorted.patterns.clone();
    patterns.reverse();
    let again = Report::new(sorted.tool.clone(), patterns, sorted.sets.clone(), sorted.diagnostics.clone());
    let again = Report { fixed: sorted.fixed.clone(), ..again };
    assert_eq!(again, sorted);
}

pub(super) fn the_verdicts_add_up() {
    let s = report().summary();
    let weaker = s.malformed + s.vacuous + s.refuted + s.unknown;
    assert_eq!(s.patterns, weaker + s.well_formed + s.bounded + s.proved);
}

pub(super) fn places_outside_the_text_do_no_harm() {
    let mut finding = full();
    for label in &mut finding.labels {
        label.span = 9_000..9_500;
    }
    finding.at.start = 9_000;
    finding.at.end = 2;
    finding.at.line = 4_000;
    if let Some(edit) = finding.fix.as_mut().and_then(|fix| fix.edits.first_mut()) {
        edit.at.start = 8_000;
        edit.at.end = 7_000;
    }
    let text = human::render(&with(finding), &sources(), PLAIN);
    assert!(text.contains("error[S103]"));
}

pub(super) fn labels_far_apart_do_not_print_the_file() {
    let mut text = String::from("first\n");
    text.push_str(&"x\n".repeat(5_000));
    text.push_str("last\n");
    let mut sources = Sources::new();
    sources.insert("f", text.as_str());
    let end = text.len();
    let mut finding = Finding::new(Rule::S103, Severity::Error, sources.locate("f", 0..5), "far");
    finding.labels = vec![Label { span: end - 5..end - 1, text: "here".to_owned(), primary: false }];
    let text = human::render(&with(finding), &sources, PLAIN);
    assert!(text.lines().count() < 30 && text.contains("at line 5002: here"), "{text}");
}

pub(super) fn every_golden_file_belongs_to_a_test() {
    let tests = [include_str!("golden.rs"), include_str!("formats.rs"), include_str!("samples.rs")].concat();
    for entry in std::fs::read_dir(folder()).expect("the folder of golden files is there") {
        let name = entry.expect("the folder can be read").file_name();
        let name = name.to_string_lossy();
        assert!(
            tests.contains(&format!("\"{name}\"")) || tests.contains(&format!("golden/{name}\"")),
            "{name} belongs to no test"
        );
    }
}

pub(super) fn a_long_line_is_cut_around_the_finding() {
    let words = "\"another_rather_long_name\" = %k";
    let mut finding =
        finding(Rule::T201, Severity::Warning, words, 0, "the attribute may have the wrong type");
    finding.labels = vec![Label {
        span: finding.at.span(),
        text: "a label that is itself long enough to need more room than is left".to_owned(),
        primary: true,
    }];
    golden("long_line.human.txt", &human::render(&with(finding), &sources(), PLAIN));
}

pub(super) fn no_span_makes_the_renderer_fail() {
    let text = "a\tü\r\n\nb c";
    let mut sources = Sources::new();
    sources.insert("f", text);
    let spans: Vec<_> = (0..=text.len() + 1).flat_map(|a| (0..=text.len() + 1).map(move |b| a..b)).collect();
    for primary in &spans {
        for other in &spans {
            let mut finding =
                Finding::new(Rule::S103, Severity::Error, sources.locate("f", primary.clone()), "m");
            finding.labels = vec![
                Label { span: primary.clone(), text: "here".to_owned(), primary: true },
                Label { span: other.clone(), text: "there".to_owned(), primary: false },
            ];
            let edit = |span: &std::ops::Range<usize>| Edit {
                at: Location { start: span.start, end: span.end, ..finding.at.clone() },
                text: "x".to_owned(),
            };
            finding.fix = Some(Fix { title: "t".to_owned(), edits: vec![edit(primary), edit(other)] });
            let text = human::render(&with(finding), &sources, PLAIN);
            assert!(text.contains("error[S103]: m"));
        }
    }
}
