//! From judgements to findings that can be shown: names of files, lines, codes of verdicts. Decides nothing
//! about a pattern.

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::verdict::UnknownKind;
use assay_reports::{
    After, Answer, Confirmation, Evidence, EvidenceKind, Finding, Label, Mark, NotChecked, PatternReport,
    Program as Shown, Reason, Related, Sign, Witness,
};
use assay_verifier::verdict as v;
use assay_verifier::witness::file;

use crate::origin::Place;
use crate::timeout_advice;

/// A judgement as it is reported; `command` is what shows a witness again, given the code of its rule, and `registry`
/// is what is known of native code and operations.
pub(crate) fn pattern(
    place: Place<'_>,
    judgement: &v::Judgement,
    command: &dyn Fn(Rule) -> String,
    registry: &Registry,
) -> PatternReport {
    let at = place.head(judgement.span);
    let mut findings: Vec<Finding> =
        judgement.findings.iter().map(|found| finding(place, found, command)).collect();
    findings.extend(verdict_finding(place, judgement, registry));
    let name = judgement.name.as_deref().unwrap_or_default();
    PatternReport {
        scope: scope(judgement),
        assumptions: judgement.assumptions.iter().map(|assumption| assumption.text.clone()).collect(),
        domain: judgement.domain.clone(),
        reason: reason(place, judgement),
        findings,
        stages: judgement.stages.iter().map(|(stage, answer)| (*stage, answer_of(place, answer))).collect(),
        ..PatternReport::new(name, &at, judgement.verdict.kind())
    }
}

/// What a proof covers: the stages that hold, since a pattern can keep every program well-formed and still
/// compute something else.
fn scope(judgement: &v::Judgement) -> Option<String> {
    match &judgement.verdict {
        v::Verdict::Bounded(set) => Some(set.clone()),
        v::Verdict::Proved | v::Verdict::WellFormed(_) => {
            let asked = judgement.stages.iter().filter(|(stage, answer)| {
                matches!(stage, v::Stage::Structure | v::Stage::Types | v::Stage::Values)
                    && matches!(answer, v::StageVerdict::Proved | v::StageVerdict::Bounded(_))
            });
            let words: Vec<&str> = asked.map(|(stage, _)| stage.word()).collect();
            Some(if words.is_empty() { "PDL's own rules".to_owned() } else { words.join(" and ") })
        }
        _ => None,
    }
}

fn answer_of(place: Place<'_>, answer: &v::StageVerdict) -> Answer {
    match answer {
        v::StageVerdict::Proved => Answer::Proved,
        v::StageVerdict::Bounded(set) => Answer::Bounded(set.clone()),
        v::StageVerdict::Refuted => Answer::Refuted,
        v::StageVerdict::Vacuous => Answer::Vacuous,
        v::StageVerdict::Unknown(why) => Answer::Unknown(reason_of(place, why)),
        v::StageVerdict::NotChecked(v::Reason::LeftOut) => Answer::NotChecked(NotChecked::NotRequested),
        v::StageVerdict::NotChecked(why) => Answer::NotChecked(NotChecked::Because(why.to_string())),
    }
}

fn reason(place: Place<'_>, judgement: &v::Judgement) -> Option<Reason> {
    match &judgement.verdict {
        v::Verdict::Unknown(why) => Some(reason_of(place, why)),
        v::Verdict::WellFormed(v::Reason::NoMeaning { name, span }) => {
            let line = (!span.is_none()).then(|| place.head(*span).line);
            Some(Reason { class: UnknownKind::NoMeaning, subject: name.clone(), line })
        }
        v::Verdict::WellFormed(v::Reason::NoSpec { name, span }) => {
            let line = (!span.is_none()).then(|| place.head(*span).line);
            Some(Reason { class: UnknownKind::NoSpec, subject: name.clone(), line })
        }
        v::Verdict::WellFormed(v::Reason::MatchesOnly) => {
            Some(Reason { class: UnknownKind::MatchesOnly, subject: String::new(), line: None })
        }
        v::Verdict::WellFormed(_) => {
            Some(Reason { class: UnknownKind::NotRequested, subject: not_requested(judgement), line: None })
        }
        _ => None,
    }
}

/// The stages that were not requested, in their order.
fn not_requested(judgement: &v::Judgement) -> String {
    let left_out = |(stage, answer): &(v::Stage, v::StageVerdict)| {
        matches!(answer, v::StageVerdict::NotChecked(v::Reason::LeftOut)).then(|| stage.to_string())
    };
    let list: Vec<String> = judgement.stages.iter().filter_map(left_out).collect();
    if list.is_empty() { v::Stage::Values.to_string() } else { list.join(", ") }
}

fn reason_of(place: Place<'_>, why: &v::Unknown) -> Reason {
    let line = (!why.span().is_none()).then(|| place.head(why.span()).line);
    Reason { class: why.kind(), subject: why.subject().to_owned(), line }
}

/// The reason of an `unknown`, in words.
fn describe(why: &v::Unknown) -> String {
    match why {
        v::Unknown::Unsupported { what, .. } => format!("this is not analysed: {what}"),
        v::Unknown::Native { name, .. } => {
            format!("depends on native function `{name}`, which has no summary (see `--natives`)")
        }
        v::Unknown::NoMeaning { name, .. } => format!("the meaning of `{name}` is not known"),
        v::Unknown::NoSpec { name, .. } => format!("`{name}` has no definition here"),
        v::Unknown::Verifier { name, .. } => {
            format!("C++ of MLIR decides if `{name}` is valid here, by more than its record says")
        }
        v::Unknown::Timeout => "the solver ran out of time".to_owned(),
        v::Unknown::NoSolver => "there is no solver to ask".to_owned(),
        v::Unknown::Solver(text) => format!("the solver gave no answer: {text}"),
        v::Unknown::Limit(resource) => {
            format!("more {} than are allowed for one pattern", resource.describe())
        }
        v::Unknown::Internal(text) => format!("Assay failed: {text}"),
    }
}

/// Unknown has a code and a line like everything else, and so has a verdict without values.
fn verdict_finding(place: Place<'_>, judgement: &v::Judgement, registry: &Registry) -> Option<Finding> {
    let (code, span, message, help) = match &judgement.verdict {
        v::Verdict::Unknown(why @ v::Unknown::Native { name, span }) if registry.native(name).is_some() => {
            let message =
                format!("no verdict: depends on native function `{name}`, whose summary does not say enough");
            (why.code(), *span, message, None)
        }
        v::Verdict::Unknown(why) => {
            let near = match why {
                v::Unknown::NoMeaning { name, .. } | v::Unknown::NoSpec { name, .. } => meant(registry, name),
                _ => None,
            };
            let built_in = match why {
                v::Unknown::NoMeaning { name, .. } => built_in(name),
                _ => None,
            };
            let limit = matches!(why, v::Unknown::Timeout).then(|| {
                let text = place.program.source().map_or("", |source| source.slice(judgement.span));
                timeout_advice::advice(text)
            });
            let help = near.or(built_in).or(limit).or(why.advice().map(str::to_owned));
            (why.code(), why.span(), format!("no verdict: {}", describe(why)), help)
        }
        v::Verdict::WellFormed(v::Reason::NoMeaning { name, span }) => {
            let message = format!("values were not compared: the meaning of `{name}` is not known");
            (Rule::U010, *span, message, meant(registry, name).or_else(|| built_in(name)))
        }
        v::Verdict::WellFormed(v::Reason::NoSpec { name, span }) => {
            let message =
                format!("values were compared only where the types of `{name}` are those described");
            let help = v::Unknown::NoSpec { name: name.clone(), span: *span }.advice();
            (Rule::U011, *span, message, meant(registry, name).or(help.map(str::to_owned)))
        }
        _ => return None,
    };
    let at = place.head(if span.is_none() { judgement.span } else { span });
    let mut finding = Finding::new(code, Severity::Note, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    finding.help.extend(help);
    Some(finding)
}

/// A description of the operation that is built in and has to be asked for.
fn built_in(name: &str) -> Option<String> {
    let dialect = assay_corpus::meaning_of(name)?;
    Some(format!(
        "`assay meaning --file {dialect} > {dialect}.mlir` writes a description of it for `--meanings {dialect}.mlir`"
    ))
}

/// A question about an operation that is declared nowhere and has a name that is near to one that is.
fn meant(registry: &Registry, name: &str) -> Option<String> {
    let name = registry.ctx().ident(name);
    let near = registry.op(name).is_none().then(|| registry.meant(name)).flatten()?;
    Some(format!("did you mean `{near}`?"))
}

/// A finding as it is reported; `command` is what shows its witness again, given the code of its rule.
pub(crate) fn finding(place: Place<'_>, found: &v::Finding, command: &dyn Fn(Rule) -> String) -> Finding {
    let claim = &found.claim;
    let at = place.head(claim.span);
    let mut finding = Finding::new(claim.code, claim.level, at.clone(), claim.message.clone());
    for label in &claim.labels {
        let (there, text) = (place.head(label.span), label.text.clone());
        match there.file == at.file {
            true => finding.labels.push(Label { span: there.span(), text, primary: false }),
            false => finding.related.push(Related { at: there, message: text }),
        }
    }
    match finding.labels.iter_mut().find(|label| label.span == at.span()) {
        Some(label) => label.primary = true,
        None => finding.labels.push(Label { span: at.span(), text: String::new(), primary: true }),
    }
    finding.help.extend(claim.help.clone());
    if let Some(witness) = &found.witness {
        finding.witness = Some(witness_report(place, witness, command(claim.code)));
        let text = match &witness.trace {
            Some(trace) => {
                format!(
                    "{}// {}\n",
                    file::text(witness, claim.code),
                    trace.to_string().trim_end().replace('\n', "\n// ")
                )
            }
            None => file::text(witness, claim.code),
        };
        finding.evidence = Some(Evidence { kind: EvidenceKind::Payload, text, path: None });
        finding.confirmation =
            Confirmation { how: witness.confirmed, details: vec![witness.failure.clone()], mlir: None };
    }
    finding
}

/// A witness with its remarks; lines of the pattern are those of the file of the user.
fn witness_report(place: Place<'_>, witness: &v::Witness, command: String) -> Witness {
    let marks = |marks: &[v::Mark]| marks.iter().map(|one| mark(place, one)).collect();
    let before = Shown { text: witness.before.clone(), marks: marks(&witness.marks.before) };
    let after = Shown { text: witness.after.clone(), marks: marks(&witness.marks.after) };
    let says_nothing = witness.after == witness.before && after.marks.is_empty();
    let stopped = witness.stopped.filter(|_| says_nothing).map(|span| place.head(span).line);
    Witness {
        before,
        after: match stopped {
            Some(line) => After::Outcome(format!("the rewrite stops at line {line}: {}", witness.failure)),
            None if witness.after.is_empty() => After::Outcome(witness.failure.clone()),
            None => After::Program(after),
        },
        path: None,
        command: Some(command),
        applications: witness.applications.clone(),
        trace: witness.trace.clone(),
    }
}

fn mark(place: Place<'_>, mark: &v::Mark) -> Mark {
    let by = match mark.by.is_none() {
        true => String::new(),
        false => format!(" (line {})", place.head(mark.by).line),
    };
    let sign = if mark.gone { Sign::Gone } else { Sign::Here };
    Mark { line: mark.line, sign, text: format!("{}{by}", mark.text) }
}
