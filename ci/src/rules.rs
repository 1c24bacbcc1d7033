//! `--rules`: families (`S`) and codes (`S103`) that are asked and shown.

use anyhow::bail;
use assay_ir::rule::{Family, Rule};
use assay_verifier::pipeline::EnabledStages;

use crate::names;

/// The selection; empty means everything.
#[derive(Debug)]
pub(crate) struct Selection {
    wanted: Vec<Wanted>,
}

/// One word of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Family(Family),
    Rule(Rule),
}

impl Wanted {
    fn parse(word: &str) -> Option<Wanted> {
        let mut letters = word.chars();
        let family = match (letters.next(), letters.next()) {
            (Some(letter), None) => Family::ALL.into_iter().find(|family| family.letter() == letter),
            _ => None,
        };
        family.map(Wanted::Family).or_else(|| Rule::parse(word).map(Wanted::Rule))
    }

    fn family(self) -> Family {
        match self {
            Wanted::Family(family) => family,
            Wanted::Rule(rule) => rule.family(),
        }
    }
}

impl Selection {
    /// Reads words that each name a rule or a family of rules.
    ///
    /// # Errors
    /// All words that name neither.
    pub(crate) fn parse(words: &[String]) -> anyhow::Result<Selection> {
        let read = |word: &String| {
            let word = word.trim().to_ascii_uppercase();
            Wanted::parse(&word).ok_or(word)
        };
        let (wanted, wrong): (Vec<_>, Vec<_>) = words.iter().map(read).partition(Result::is_ok);
        let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
        if !wrong.is_empty() {
            let line = |one: &String| {
                let near = names::meant_rule(one);
                format!(
                    "`{one}` is neither a rule nor a family of rules; `assay explain` lists the rules{near}"
                )
            };
            bail!("{}", wrong.iter().map(line).collect::<Vec<_>>().join("\nerror: "));
        }
        Ok(Selection { wanted: wanted.into_iter().filter_map(Result::ok).collect() })
    }

    /// The stages that have to run.
    pub(crate) fn asked(&self) -> EnabledStages {
        let any = |families: &[Family]| {
            self.wanted.is_empty() || self.wanted.iter().any(|word| families.contains(&word.family()))
        };
        EnabledStages {
            matching: any(&[Family::Matching]),
            structure: any(&[Family::Structure]),
            types: any(&[Family::Types]),
            values: any(&[Family::Values]),
            differences: true,
            termination: any(&[Family::Termination]),
        }
    }

    /// Tells if the stage that finds this rule runs.
    pub(crate) fn asks(&self, rule: Rule) -> bool {
        let asked = self.asked();
        match rule.family() {
            Family::Matching => asked.matching,
            Family::Structure => asked.structure,
            Family::Types => asked.types,
            Family::Values => asked.values,
            Family::Termination => asked.termination,
            Family::Acceptance | Family::Drivers | Family::Lint | Family::Pdl | Family::Undecided => true,
            Family::Passes | Family::Contracts => false,
        }
    }

    /// Tells if everything is asked.
    pub(crate) fn is_whole(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Tells if findings of this rule are shown. Malformed, vacuous and undecided patterns always are, and so is
    /// what concerns suppressions.
    pub(crate) fn shows(&self, rule: Rule) -> bool {
        let named = |wanted: &Wanted| match wanted {
            Wanted::Family(family) => rule.family() == *family,
            Wanted::Rule(one) => rule == *one,
        };
        self.wanted.is_empty()
            || matches!(rule.family(), Family::Acceptance | Family::Pdl | Family::Undecided)
            || self.wanted.iter().any(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selection(words: &[&str]) -> Selection {
        Selection::parse(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_family_asks_its_stage_only() {
        assert_eq!(
            selection(&["s"]).asked(),
            EnabledStages {
                matching: false,
                structure: true,
                types: false,
                values: false,
                differences: true,
                termination: false
            }
        );
        assert_eq!(selection(&[]).asked(), EnabledStages::default());
    }

    #[test]
    fn a_single_rule_hides_its_family_but_not_the_malformed() {
        let selection = selection(&["S103"]);
        assert!(selection.shows(Rule::S103) && selection.shows(Rule::P004) && !selection.shows(Rule::S105));
    }

    #[test]
    fn a_word_that_is_no_rule_is_refused() {
        assert!(Selection::parse(&["S999".to_owned()]).is_err());
        assert!(Selection::parse(&["Q".to_owned()]).is_err());
    }
}
