//! Errors of the tools that read PDLL and TableGen, as findings. An included file that is missing is one finding, however many
//! files ask for it, with the places of some of them.

use assay_ir::diagnostic::Severity;
use assay_reports::{Finding, Label, Location, Related, Sources};

/// Places of one error that are listed.
const MOST: usize = 8;

/// Errors that were found so far, each with the tool and the files of which nothing was read.
#[derive(Default)]
pub(crate) struct Refusals {
    list: Vec<Refusal>,
}

struct Refusal {
    finding: Finding,
    tool: String,
    files: Vec<String>,
}

impl Refusals {
    /// Takes the findings about a file, or a part of one, that a tool refused, in the order in which the tool reported them.
    pub(crate) fn add(&mut self, name: &str, tool: &str, findings: Vec<Finding>, sources: &Sources) {
        let mut missing: Vec<Location> = Vec::new();
        for finding in findings {
            // Behind a missing file the tool reports what it makes of its absence.
            if missing.contains(&finding.at) {
                continue;
            }
            if finding.level != Severity::Error {
                self.list.push(Refusal::new(finding, tool, None));
                continue;
            }
            let Some(statement) = include(&finding.at, sources) else {
                self.list.push(Refusal::new(finding, tool, Some(name)));
                continue;
            };
            missing.push(finding.at.clone());
            let same = |known: &&mut Refusal| {
                let at = &known.finding.at;
                known.finding.message == finding.message && include(at, sources) == Some(statement)
            };
            match self.list.iter_mut().find(same) {
                None => self.list.push(Refusal::new(finding, tool, Some(name))),
                Some(known) => known.repeat(name, finding.at),
            }
        }
    }

    /// The findings.
    pub(crate) fn into_findings(self) -> Vec<Finding> {
        self.list.into_iter().map(Refusal::into_finding).collect()
    }
}

impl Refusal {
    fn new(finding: Finding, tool: &str, name: Option<&str>) -> Refusal {
        Refusal { finding, tool: tool.to_owned(), files: name.map(str::to_owned).into_iter().collect() }
    }

    /// The same error in another file; a file that both include has one place.
    fn repeat(&mut self, name: &str, at: Location) {
        let known = at == self.finding.at || self.finding.related.iter().any(|related| related.at == at);
        if !known && self.finding.related.len() < MOST {
            self.finding.related.push(Related { at, message: "included here, too".to_owned() });
        }
        self.files.push(name.to_owned());
    }

    fn into_finding(self) -> Finding {
        let Refusal { mut finding, tool, files } = self;
        let names = match files.as_slice() {
            [] => return finding,
            [one] => one.clone(),
            [one, other] => format!("{one} and {other}"),
            [one, rest @ ..] => format!("{one} and {} other files", rest.len()),
        };
        finding.notes.push(format!("{tool} stops here; no pattern of {names} was judged"));
        if files.len() > 1 {
            finding.help.push("`--include DIR` names a folder with included files".to_owned());
        }
        finding
    }
}

/// The statement at a place, if it includes a file.
fn include<'s>(at: &Location, sources: &'s Sources) -> Option<&'s str> {
    let line = sources.text(&at.file)?.lines().nth(at.line.checked_sub(1)?)?.trim();
    line.trim_start_matches('#').starts_with("include").then_some(line)
}

/// A finding of a tool, with its place marked.
pub(crate) fn finding(mut finding: Finding) -> Finding {
    let label = Label { span: finding.at.span(), text: String::new(), primary: true };
    finding.labels.push(label);
    finding
}
