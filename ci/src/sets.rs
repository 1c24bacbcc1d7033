//! The patterns of one text as a set, as it is reported. Decides nothing.

use std::collections::BTreeMap;

use assay_ir::data::OpId;
use assay_ir::pdl::Pattern;
use assay_ir::spec::Registry;
use assay_reports::{SetReport, Sources};
use assay_verifier::pipeline;
use assay_verifier::stage::Options;
use assay_verifier::verdict::Judgement;

use crate::present;
use crate::rules::Selection;
use crate::texts::File;

/// One set for each text of which two patterns or more were judged.
pub(crate) fn of_texts<'j>(
    files: &[File],
    judged: impl Iterator<Item = (usize, OpId, &'j Judgement)>,
    registry: &Registry,
    options: &Options,
    sources: &Sources,
    selection: &Selection,
) -> Vec<SetReport> {
    let mut texts: BTreeMap<usize, Vec<(OpId, &Judgement)>> = BTreeMap::new();
    for (file, pattern, judgement) in judged.filter(|_| selection.asked().termination) {
        texts.entry(file).or_default().push((pattern, judgement));
    }
    let several = texts.into_iter().filter(|(_, members)| members.len() > 1);
    let mut sets: Vec<SetReport> =
        several.map(|(file, members)| of_text(&files[file], &members, registry, options, sources)).collect();
    for set in &mut sets {
        set.findings.retain(|finding| selection.shows(finding.code));
    }
    sets
}

fn of_text(
    file: &File,
    members: &[(OpId, &Judgement)],
    registry: &Registry,
    options: &Options,
    sources: &Sources,
) -> SetReport {
    let program = &file.program;
    let name = |op: OpId| Pattern { program, op }.name().unwrap_or_default().to_owned();
    let judged = pipeline::judge_set(program, registry, options, members);
    let only: String = judged.cycle.iter().map(|op| format!(" --only {}", name(*op))).collect();
    let command = |_: assay_ir::rule::Rule| format!("assay check {}{only}", file.name);
    let findings = judged.findings.iter();
    SetReport {
        patterns: members.iter().map(|(op, _)| name(*op)).collect(),
        verdict: present::word(&judged.verdict),
        findings: findings.map(|found| present::finding(file.place(sources), found, &command)).collect(),
    }
}
