//! Sample reports for the tests of every renderer, and the comparison with golden files.
//! Samples are made by hand; no checker runs here.

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use std::collections::BTreeMap;
use std::path::PathBuf;

use assay_ir::verdict::{Confirmed, Observed, Stage, Trace, TraceInput, TraceStep, UnknownKind, VerdictKind};
use assay_reports::{
    Acceptance, AcceptedIn, After, Answer, Confirmation, Edit, Evidence, EvidenceKind, Finding, Fix, Fixed,
    Label, PatternReport, Program, Reason, Related, Report, SetReport, Sources, Tool, Witness,
};

/// The file that the samples point into.
pub(crate) const FILE: &str = "lib.mlir";

/// The folder of the golden files.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Compares with a golden file; with `ASSAY_BLESS=1` in the environment writes it instead.
pub(crate) fn golden(name: &str, actual: &str) {
    let path = folder().join(name);
    if std::env::var_os("ASSAY_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, actual).expect("the folder of golden files is writable while blessing");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; read it and bless with ASSAY_BLESS=1\n--- expected\n{expected}\n--- actual\n{actual}"
    );
}

/// The texts of the samples.
pub(crate) fn sources() -> Sources {
    let mut sources = Sources::new();
    sources.insert(FILE, include_str!("../golden/lib.mlir"));
    sources.insert("broken.mlir", "pdl.pattern @p : benefit(1) {\n  %x = pdl.operand :\n}\n");
    sources
}

/// Byte range of the `n`-th place (from 0) where `what` stands in the sample file.
pub(crate) fn span(what: &str, n: usize) -> std::ops::Range<usize> {
    let sources = sources();
    let text = sources.text(FILE).expect("the sample file is there");
    let (start, found) = text.match_indices(what).nth(n).expect("the sample file holds the words");
    start..start + found.len()
}

/// A finding at the `n`-th place where `what` stands in the sample file.
pub(crate) fn finding(code: Rule, level: Severity, what: &str, n: usize, message: &str) -> Finding {
    Finding::new(code, level, sources().locate(FILE, span(what, n)), message)
}

/// A pattern of the sample file without findings.
pub(crate) fn pattern(name: &str, verdict: VerdictKind) -> PatternReport {
    let place = sources().locate(FILE, span(&format!("@{name} "), 0));
    PatternReport {
        subject: Default::default(),
        hidden: Vec::new(),
        name: name.to_owned(),
        file: FILE.to_owned(),
        line: place.line,
        verdict,
        scope: None,
        assumptions: Vec::new(),
        domain: vec!["regions: ssacfg".to_owned(), "driver: one application".to_owned()],
        reason: None,
        findings: Vec::new(),
        stages: vec![(Stage::Structure, answer(verdict))],
        fingerprint: format!("fingerprint-of-{name}"),
        unsat: None,
        operations: None,
        trials: None,
        milliseconds: None,
        graph: None,
        questions: Vec::new(),
        inferred: None,
        derivation: Vec::new(),
    }
}

/// The answer of a stage that alone decides a verdict.
fn answer(verdict: VerdictKind) -> Answer {
    match verdict {
        VerdictKind::Proved => Answer::Proved,
        VerdictKind::WellFormed => Answer::Proved,
        VerdictKind::Bounded => Answer::Bounded("widths 1 to 64".to_owned()),
        VerdictKind::Refuted | VerdictKind::Malformed => Answer::Refuted,
        VerdictKind::Vacuous => Answer::Vacuous,
        VerdictKind::Unknown => {
            let subject = "isGood".to_owned();
            Answer::Unknown(Reason { class: UnknownKind::Native, subject, line: Some(26) })
        }
    }
}

/// An operation of a trace, of `%a`.
fn step(name: &str, op: &str, value: &str) -> TraceStep {
    TraceStep {
        name: name.to_owned(),
        op: op.to_owned(),
        operands: vec!["%a".to_owned()],
        types: vec!["i1".to_owned()],
        values: vec![value.to_owned()],
        ..TraceStep::default()
    }
}

/// A structural finding with everything that a finding can have.
pub(crate) fn full() -> Finding {
    let mut finding = finding(
        Rule::S103,
        Severity::Error,
        "pdl.replace %inner with %new",
        0,
        "the replacement does not dominate every use of the op that it replaces",
    );
    let label = |what, text: &str, primary| Label { span: span(what, 0), text: text.to_owned(), primary };
    finding.labels = vec![
        label("%inner = pdl.operation", "matched here; may have other users", false),
        label("%root = pdl.operation", "created ops go before this op", false),
        label("pdl.replace %inner with %new", "other users of %inner may stand before %new", true),
    ];
    finding.needed = Some("a replacement that stands before every user of `t.inner`".to_owned());
    finding.found = Some("`t.new` is created right before `t.root`, behind the other user".to_owned());
    finding.witness = Some(Witness {
        before: Program::new(
            "%0 = \"t.inner\"(%a) : (i1) -> i1\n\"t.use\"(%0) : (i1) -> ()\n%1 = \"t.root\"(%0) : (i1) -> i1\n",
        ),
        after: After::Program(
            Program::new("\"t.use\"(%0) : (i1) -> ()\n%0 = \"t.new\"(%a) : (i1) -> i1\n").mark(
                "%0",
                0,
                "used before it is defined",
            ),
        ),
        path: Some("witness/commute.S103.mlir".to_owned()),
        command: Some("assay replay witness/commute.S103.mlir".to_owned()),
        applications: Vec::new(),
        trace: Some(Trace {
            inputs: vec![TraceInput {
                name: "%a".to_owned(),
                ty: Some("i1".to_owned()),
                value: "true".to_owned(),
            }],
            before: vec![step("%inner", "t.inner", "true")],
            after: vec![step("%new", "t.new", "false")],
            first_wrong: Some(0),
            seen: Some(Observed {
                place: "users of %inner#0 see".to_owned(),
                before: "true".to_owned(),
                after: "false".to_owned(),
            }),
            is_whole: false,
        }),
    });
    finding.evidence = Some(Evidence {
        kind: EvidenceKind::Payload,
        text: "%0 = \"t.inner\"(%a) : (i1) -> i1\n".to_owned(),
        path: Some("witness/commute.S103.mlir".to_owned()),
    });
    finding.confirmation = Confirmation {
        how: Confirmed::Replayed,
        details: vec!["operand #0 does not dominate this use".to_owned()],
        mlir: Some("MLIR 22.1.8: error: operand #0 does not dominate this use".to_owned()),
    };
    finding.related = vec![Related {
        at: sources().locate(FILE, span("@fold", 0)),
        message: "this pattern makes such programs".to_owned(),
    }];
    finding.notes = vec!["`t.inner` has no definition; it is taken to be no terminator".to_owned()];
    finding.guard = Some("`t.inner` has no other use".to_owned());
    finding.help = vec!["leave `t.inner` to dead-code elimination".to_owned()];
    finding.fix = Some(Fix {
        title: "do not replace `t.inner`".to_owned(),
        edits: vec![Edit {
            at: sources().locate(FILE, span("    pdl.replace %inner with %new\n", 0)),
            text: String::new(),
        }],
    });
    finding
}

/// A finding about values, whose evidence is inputs.
pub(crate) fn values() -> Finding {
    let mut finding =
        finding(Rule::V301, Severity::Error, "pdl.replace %root with (%x", 0, "the result has another value");
    finding.evidence = Some(Evidence {
        kind: EvidenceKind::Inputs,
        text: "%x = 1\nbefore: 2\nafter:  1\n".to_owned(),
        path: None,
    });
    finding.confirmation = Confirmation { how: Confirmed::Executed, details: Vec::new(), mlir: None };
    finding
}

/// A report with a pattern of every verdict but one, a set and a file that cannot be read.
pub(crate) fn report() -> Report {
    let mut commute = pattern("commute", VerdictKind::Refuted);
    commute.findings = vec![full()];
    commute.assumptions = vec!["`t.inner` is no terminator".to_owned()];
    let mut fold = pattern("fold", VerdictKind::Refuted);
    let mut accepted =
        finding(Rule::S105, Severity::Error, "pdl.rewrite %root", 1, "the erased op may have uses");
    accepted.accepted = Some(Acceptance {
        place: AcceptedIn::Source,
        reason: "dead by construction".to_owned(),
        is_moved: false,
    });
    fold.findings = vec![values(), accepted];
    fold.stages.push((Stage::Values, Answer::Refuted));
    let mut native = pattern("grüße", VerdictKind::Unknown);
    native.reason = Some(Reason { class: UnknownKind::Native, subject: "isGood".to_owned(), line: Some(26) });
    native.findings = vec![finding(
        Rule::U002,
        Severity::Note,
        "pdl.apply_native_constraint \"isGood\"",
        0,
        "no contract says what `isGood` does",
    )];
    let mut opaque = pattern("fold", VerdictKind::WellFormed);
    opaque.name = "opaque".to_owned();
    opaque.scope = Some("structure and types".to_owned());
    opaque.assumptions = vec!["`t.inner` is no terminator".to_owned()];
    opaque.reason =
        Some(Reason { class: UnknownKind::NoMeaning, subject: "t.inner".to_owned(), line: Some(12) });
    opaque.findings = vec![finding(
        Rule::U010,
        Severity::Note,
        "pdl.rewrite %root",
        1,
        "values were not compared: `t.inner` has no meaning here",
    )];
    let mut wide = pattern("fold", VerdictKind::Proved);
    wide.name = "wide".to_owned();
    wide.scope = Some("widths 1 to 64".to_owned());
    let mut always = pattern("fold", VerdictKind::Proved);
    always.name = "always".to_owned();
    let mut small = pattern("fold", VerdictKind::Bounded);
    small.name = "small".to_owned();
    small.scope = Some("widths 1 to 8".to_owned());
    let set = SetReport {
        patterns: vec!["commute".to_owned(), "fold".to_owned()],
        fingerprint: "fingerprint-of-the-set".to_owned(),
        verdict: VerdictKind::Refuted,
        findings: vec![finding(
            Rule::N402,
            Severity::Error,
            "pdl.rewrite %root",
            0,
            "these patterns feed each other",
        )],
    };
    let unreadable = Finding::new(
        Rule::P000,
        Severity::Error,
        sources().locate("broken.mlir", 51..52),
        "expected a type behind `:`",
    );
    let tool = Tool {
        name: "assay".to_owned(),
        version: "0.1.0".to_owned(),
        with: BTreeMap::from([("z3".to_owned(), "4.8.12".to_owned())]),
    };
    let mut report = Report::new(
        tool,
        vec![wide, native, fold, small, always, commute, opaque],
        vec![set],
        vec![unreadable],
    );
    report.fixed =
        vec![Fixed { code: Rule::S104, pattern: "gone".to_owned(), file: FILE.to_owned(), changed: false }];
    report
}
