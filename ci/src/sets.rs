//! The patterns of one text as a set, as it is reported. Decides nothing.

use std::collections::BTreeMap;

use assay_ir::data::OpId;
use assay_ir::pdl::Pattern;
use assay_ir::verdict::VerdictKind;
use assay_reports::SetReport;
use assay_verifier::pipeline;
use assay_verifier::stage::Options;

use crate::check_loop;
use crate::convert;
use crate::digest;
use crate::frontend::File;
use crate::library::Library;
use crate::request::Request;

/// The members of the sets, collected while patterns are judged.
#[derive(Debug, Default)]
pub(crate) struct Members {
    /// Pattern and verdict, by number of the text.
    texts: BTreeMap<usize, Vec<(OpId, VerdictKind)>>,
}

impl Members {
    /// Adds a judged pattern of a text.
    pub(crate) fn add(&mut self, file: usize, pattern: OpId, verdict: VerdictKind) {
        self.texts.entry(file).or_default().push((pattern, verdict));
    }

    /// One set for each text of which two patterns or more were judged.
    pub(crate) fn judge(&self, library: &Library, request: &Request) -> Vec<SetReport> {
        let several = self.texts.iter().filter(|(_, members)| members.len() > 1);
        let set = |(file, members): (&usize, &Vec<(OpId, VerdictKind)>)| {
            let mut set = of_text(&library.files[*file], members, library, &request.options);
            set.findings.retain(|finding| request.selection.shows(finding.code));
            set
        };
        several.map(set).collect()
    }
}

fn of_text(file: &File, members: &[(OpId, VerdictKind)], library: &Library, options: &Options) -> SetReport {
    let program = &file.program;
    let name = |op: OpId| Pattern { program, op }.name().unwrap_or_default().to_owned();
    let judged = pipeline::judge_set(program, &library.registry, options, members);
    let only: String = judged.cycle.iter().map(|op| format!(" --only {}", name(*op))).collect();
    let command = |_: assay_ir::rule::Rule| format!("assay check {}{only}", file.name);
    let place = file.place(&library.sources);
    let cycle =
        if judged.cycle.is_empty() { members.iter().map(|(op, _)| *op).collect() } else { judged.cycle };
    let mut prints: Vec<String> = cycle.iter().map(|op| check_loop::fingerprint(file, *op)).collect();
    prints.sort();
    SetReport {
        fingerprint: digest::short_digest(&prints.join(",")),
        patterns: members.iter().map(|(op, _)| name(*op)).collect(),
        verdict: judged.verdict,
        findings: judged.findings.iter().map(|found| convert::finding(place, found, &command)).collect(),
    }
}
