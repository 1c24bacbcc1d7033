//! `assay tv A.rise B.rise`: definitions of the same name are held against each other, by runs and by a proof for all sizes.

use std::num::NonZero;
use std::path::Path;

use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use assay_reports::{Finding, Label, PatternReport, Sources, Subject};
use assay_verifier::rise::{self, Verdict};

use crate::args::{FailOn, TvArgs};
use crate::baseline::Baseline;
use crate::diagnostics;
use crate::exit::Exit;
use crate::origin::locate;
use crate::output::Outputs;
use crate::rise::{RiseFile, present};
use crate::solvers;

/// Judges each definition of the first file against the one of its name in the second.
pub(crate) fn run(args: &TvArgs, before: &Path, after: &Path) -> anyhow::Result<Exit> {
    let mut baseline = args.baseline.as_deref().map(Baseline::read).transpose()?;
    let (Some((before, mut sources)), Some((after, others))) = (super::load(before)?, super::load(after)?)
    else {
        return Ok(Exit::Trouble);
    };
    sources.insert(&after.name, others.text(&after.name).unwrap_or_default());
    let wanted = args.entry.as_deref().map(|name| name.trim_start_matches('@'));
    let mut stream = Outputs::parse(&args.format, args.color, args.quiet)?.open()?;
    stream.start(&diagnostics::tool(), &mut [], &sources)?;
    let (one, two) = (super::shared(&before), super::shared(&after));
    let (mut exit, mut unknown) = (Exit::Clean, 0);
    let registry = assay_corpus::builtin_on_demand(&Context::new());
    let pool = solvers::pool(&args.solvers, NonZero::<usize>::MIN).ok();
    let premises = assay_verifier::premises(&registry, pool.as_ref());
    for definition in one.definitions().filter(|one| wanted.is_none_or(|name| name == &*one.name)) {
        let Some(other) = two.definition(&definition.name) else { continue };
        let verdict = rise::definitions((definition, &one), (other, &two), &premises);
        let at = locate(&sources, &before.name, definition.span);
        let mut report = PatternReport::new(&definition.name, &at, VerdictKind::Unknown);
        report.subject = Subject::Definitions;
        present(&verdict, &mut report);
        match &verdict {
            Verdict::Refuted(example) => {
                report.findings.push(after.finding(example, other.span, &sources));
            }
            Verdict::Different(why) => report.findings.push(different(&after, why, other.span, &sources)),
            Verdict::Disagreement(example) => {
                eprintln!("error: internal disagreement, please report it: {}", example.lines().join("; "));
                exit = Exit::Trouble;
            }
            Verdict::Proved(_) | Verdict::Bounded(..) | Verdict::Unknown(..) => {}
        }
        if let Some(baseline) = &mut baseline {
            baseline.accept(&mut report);
        }
        unknown += usize::from(report.verdict == VerdictKind::Unknown);
        stream.pattern(&mut report, &sources)?;
    }
    let fixed = baseline.map(Baseline::fixed).unwrap_or_default();
    stream.finish(&mut [], &mut [], &fixed, &sources)?;
    if stream.summary().patterns == 0 {
        eprintln!("error: no definition of one name in both files");
        return Ok(Exit::NoPattern);
    }
    let found = &stream.summary().findings;
    let fail_on = args.fail_on.unwrap_or(FailOn::Error);
    let warnings = if fail_on == FailOn::Warning { found.warning } else { 0 };
    let exit = exit.and(match fail_on {
        _ if found.error + warnings > 0 => Exit::Findings,
        FailOn::Unknown if unknown > 0 => Exit::Unknown,
        _ => Exit::Clean,
    });
    stream.conclude(exit.code())?;
    Ok(exit)
}

/// Definitions of other types as a finding.
fn different(file: &RiseFile, why: &str, span: assay_ir::data::Span, sources: &Sources) -> Finding {
    let at = locate(sources, &file.name, span);
    let message = format!("the definitions have other types: {why}");
    let mut finding = Finding::new(Rule::P000, Severity::Error, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    finding
}
