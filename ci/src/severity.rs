//! Levels that a project gives to rules in place of their own. Changes no verdict.

use std::collections::BTreeMap;

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_reports::Finding;
use serde::Deserialize;

/// The word for a level in the configuration file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Word {
    Error,
    Warning,
    Note,
}

/// The levels of rules that a project names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Severities(BTreeMap<Rule, Severity>);

impl Severities {
    /// No levels.
    pub(crate) const fn none() -> Severities {
        Severities(BTreeMap::new())
    }

    /// The rules with their levels.
    pub(crate) fn list(&self) -> impl Iterator<Item = (Rule, Severity)> {
        self.0.iter().map(|(rule, level)| (*rule, *level))
    }

    /// Gives a rule a level.
    pub(crate) fn set(&mut self, rule: Rule, word: Word) {
        let level = match word {
            Word::Error => Severity::Error,
            Word::Warning => Severity::Warning,
            Word::Note => Severity::Note,
        };
        self.0.insert(rule, level);
    }

    /// Gives findings the levels of their rules.
    pub(crate) fn apply(&self, findings: &mut [Finding]) {
        if self.0.is_empty() {
            return;
        }
        for finding in findings {
            finding.level = self.0.get(&finding.code).copied().unwrap_or(finding.level);
        }
    }
}
