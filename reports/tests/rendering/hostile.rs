//! Names, paths and values that would break a format if they were written as they are. No name forges a line, a tag or an
//! escape sequence, and what machines read keeps its schema.

use assay_reports::render::{Options, concise, github, gitlab, human, json, junit, markdown, sarif};
use assay_reports::{After, EvidenceKind, Program, Report};
use assay_testing::Checked;
use serde_json::Value;

use super::{samples, schema};

/// A line break with a command of a CI service, an escape sequence, ends of XML and Markdown blocks, a tag, an embedded
/// direction and a character that XML cannot hold.
const NAME: &str =
    "p\n::error file=x.c::forged\r\n\u{1b}[31m]]>\n```\n<script>\u{202e}\u{0}|&\"\'%0A,:\u{fffe}";

fn report() -> Report {
    let mut report = samples::report();
    let (patterns, sets) = (&mut report.patterns, &mut report.sets);
    for pattern in patterns.iter_mut() {
        pattern.name = NAME.to_owned();
        pattern.file = NAME.to_owned();
        pattern.scope = Some(NAME.to_owned());
        pattern.assumptions = vec![NAME.to_owned()];
        pattern.domain = vec![NAME.to_owned()];
        pattern.fingerprint = NAME.to_owned();
    }
    sets.iter_mut().for_each(|set| set.patterns = vec![NAME.to_owned(), NAME.to_owned()]);
    let findings = patterns.iter_mut().flat_map(|pattern| &mut pattern.findings);
    for finding in
        findings.chain(sets.iter_mut().flat_map(|set| &mut set.findings)).chain(&mut report.diagnostics)
    {
        finding.at.file = NAME.to_owned();
        finding.message = NAME.to_owned();
        finding.labels.iter_mut().for_each(|label| label.text = NAME.to_owned());
        finding.notes = vec![NAME.to_owned()];
        finding.help = vec![NAME.to_owned()];
        finding.guard = Some(NAME.to_owned());
        finding.confirmation.details = vec![NAME.to_owned()];
        finding.confirmation.mlir = Some(NAME.to_owned());
        for evidence in finding.evidence.iter_mut().filter(|one| one.kind != EvidenceKind::Payload) {
            evidence.text = NAME.to_owned();
        }
        let Some(witness) = &mut finding.witness else { continue };
        witness.path = Some(NAME.to_owned());
        witness.command = Some(NAME.to_owned());
        witness.after = After::Program(Program::new(NAME).mark("p", 0, NAME));
        let Some(trace) = &mut witness.trace else { continue };
        for step in trace.before.iter_mut().chain(&mut trace.after) {
            step.name = NAME.to_owned();
            step.operands = vec![NAME.to_owned()];
            step.values = vec![NAME.to_owned()];
            step.undefined = Some(NAME.to_owned());
        }
        trace.inputs.iter_mut().for_each(|input| input.name = NAME.to_owned());
        if let Some(seen) = &mut trace.seen {
            seen.place = NAME.to_owned();
            seen.before = NAME.to_owned();
        }
    }
    report.fixed.iter_mut().for_each(|fixed| fixed.pattern = NAME.to_owned());
    report
}

/// The parts of a Markdown text that are in no block and no span of code.
fn outside_of_code(text: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if ticks.len() > 2 => fence = Some(ticks),
            None => out.extend(line.replace("\\`", "").split('`').step_by(2)),
        }
    }
    assert_eq!(fence, None, "a block of code is open");
    out
}

pub(super) fn hostile_names_forge_nothing_in_any_format() {
    let (report, sources) = (report(), samples::sources());
    let options = Options::default();
    for (format, text) in [
        ("human", human::render(&report, &sources, options)),
        ("human", human::render(&report, &sources, Options { verbose: true, ..options })),
        ("concise", concise::render(&report)),
        ("github", github::render(&report, &sources)),
        ("markdown", markdown::render(&report, &sources)),
        ("gitlab", gitlab::render(&report)),
        ("junit", junit::render(&report, &sources)),
        ("sarif", sarif::render(&report, &sources, &[])),
        ("json", json::render(&report, &sources, json::Schema::Two)),
    ] {
        let forged = |line: &&str| line.trim_start().starts_with("::error file=x.c");
        assert_eq!(text.lines().find(forged), None, "{format}");
        assert!(!text.contains(['\u{1b}', '\u{0}', '\r']), "{format}");
        // JSON is no text for people.
        assert!(matches!(format, "gitlab" | "sarif" | "json") || !text.contains('\u{202e}'), "{format}");
        if format == "junit" {
            assert!(!text.contains("<script>"), "{text}");
        }
        if format == "markdown" {
            assert!(!outside_of_code(&text).contains("<script>"), "{text}");
        }
    }
}

pub(super) fn hostile_names_keep_the_schemas() -> Checked {
    let (report, sources) = (report(), samples::sources());
    for version in [json::Schema::One, json::Schema::Two] {
        let text = json::render(&report, &sources, version);
        assert_eq!(schema::faults(version.text(), &text), Vec::<String>::new());
    }
    let issues: Value = serde_json::from_str(&gitlab::render(&report)).expect("GitLab reads JSON");
    assert!(issues.as_array().is_some_and(|issues| !issues.is_empty()));
    schema::sarif_is_valid(&sarif::render(&report, &sources, &[]))?;
    schema::junit_is_valid(&junit::render(&report, &sources))
}
