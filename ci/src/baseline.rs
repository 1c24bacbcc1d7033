//! The baseline: findings that were there when it was made. Keyed by rule and by what the pattern says, so that moving
//! or renaming a pattern changes nothing; copies are counted.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use assay_ir::rule::Rule;
use assay_reports::{Acceptance, AcceptedIn, Fixed, Level, Report};
use serde::{Deserialize, Serialize};

/// The number of the format.
const VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    assay_baseline: u32,
    findings: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    file: String,
    pattern: String,
    #[serde(with = "code")]
    code: Rule,
    /// Of the pattern.
    fingerprint: String,
}

/// Rules in JSON, by code.
mod code {
    use assay_ir::rule::Rule;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(rule.code())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        let code = String::deserialize(deserializer)?;
        Rule::parse(&code).ok_or_else(|| serde::de::Error::custom(format!("`{code}` is no rule")))
    }
}

/// The open findings of a report that are more than a note, as the text of a baseline. Faults of whole files are left
/// out: text that cannot be read has to be mended.
pub(crate) fn text(report: &Report) -> anyhow::Result<(String, usize)> {
    let mut findings = Vec::new();
    for pattern in &report.patterns {
        for finding in &pattern.findings {
            if finding.accepted.is_none() && finding.level > Level::Note {
                findings.push(Entry {
                    file: pattern.file.clone(),
                    pattern: pattern.name.clone(),
                    code: finding.code,
                    fingerprint: pattern.fingerprint.clone(),
                });
            }
        }
    }
    findings.sort();
    let count = findings.len();
    let mut text = serde_json::to_string_pretty(&File { assay_baseline: VERSION, findings })?;
    text.push('\n');
    Ok((text, count))
}

/// Accepts what the baseline in `path` lists; what it lists and is gone is noted in the report, if `whole`: all of the
/// library was judged, by all rules.
pub(crate) fn apply(path: &Path, report: &mut Report, whole: bool) -> anyhow::Result<()> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the baseline {name}"))?;
    let file: File = serde_json::from_str(&text)
        .with_context(|| format!("{name} is no baseline; `assay baseline` writes one"))?;
    if file.assay_baseline != VERSION {
        bail!("{name} is a baseline of format {}, this is for {VERSION}", file.assay_baseline);
    }
    let mut left: BTreeMap<(Rule, String), Vec<Entry>> = BTreeMap::new();
    for entry in file.findings {
        left.entry((entry.code, entry.fingerprint.clone())).or_default().push(entry);
    }
    for pattern in &mut report.patterns {
        for finding in &mut pattern.findings {
            let key = (finding.code, pattern.fingerprint.clone());
            let Some(entries) = left.get_mut(&key) else { continue };
            if entries.is_empty() {
                continue;
            }
            // The entry of the same name first, so that of two copies the right one is called fixed.
            let at = entries.iter().position(|entry| entry.pattern == pattern.name).unwrap_or(0);
            entries.remove(at);
            if finding.accepted.is_none() {
                let reason = format!("listed in {name}");
                finding.accepted = Some(Acceptance { place: AcceptedIn::Baseline, reason });
            }
        }
    }
    if whole {
        report.fixed = left
            .into_values()
            .flatten()
            .map(|entry| Fixed { code: entry.code, pattern: entry.pattern, file: entry.file })
            .collect();
        report.fixed.sort();
    }
    Ok(())
}
