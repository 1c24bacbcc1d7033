//! `--rules`: families (`S`) and codes (`S103`) that are asked and shown.

use anyhow::bail;
use assay_verifier::pipeline::Asked;

use crate::accept;

/// The selection; empty means everything.
#[derive(Debug)]
pub(crate) struct Selection {
    wanted: Vec<String>,
}

impl Selection {
    /// Checks that each word names a rule or a family of rules.
    pub(crate) fn parse(words: &[String]) -> anyhow::Result<Selection> {
        let codes: Vec<String> = accept::pages()?.into_iter().map(|page| page.code).collect();
        let wanted: Vec<String> = words.iter().map(|word| word.trim().to_ascii_uppercase()).collect();
        for word in &wanted {
            let family = word.len() == 1;
            if !codes.iter().any(|code| code == word || family && code.starts_with(word.as_str())) {
                bail!("`{word}` is neither a rule nor a family of rules; `assay explain` lists the rules");
            }
        }
        Ok(Selection { wanted })
    }

    /// The stages that have to run.
    pub(crate) fn asked(&self) -> Asked {
        let any = |families: &[char]| {
            self.wanted.is_empty() || self.wanted.iter().any(|word| word.starts_with(families))
        };
        Asked {
            structure: any(&['S', 'M']),
            types: any(&['T']),
            values: any(&['V']),
            termination: any(&['N']),
        }
    }

    /// Whether the stage that finds this code runs.
    pub(crate) fn asks(&self, code: &str) -> bool {
        let asked = self.asked();
        match code.as_bytes().first() {
            Some(b'S' | b'M') => asked.structure,
            Some(b'T') => asked.types,
            Some(b'V') => asked.values,
            Some(b'N') => asked.termination,
            _ => true,
        }
    }

    /// Whether everything is asked.
    pub(crate) fn is_whole(&self) -> bool {
        self.wanted.is_empty()
    }

    /// Whether findings with this code are shown. Malformed, vacuous and unknown always are, and so is
    /// what is said about allows.
    pub(crate) fn shows(&self, code: &str) -> bool {
        self.wanted.is_empty()
            || code.starts_with(['A', 'P', 'U'])
            || self
                .wanted
                .iter()
                .any(|word| code == word || word.len() == 1 && code.starts_with(word.as_str()))
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
            Asked { structure: true, types: false, values: false, termination: false }
        );
        assert_eq!(selection(&[]).asked(), Asked::default());
    }

    #[test]
    fn a_single_rule_hides_its_family_but_not_the_malformed() {
        let selection = selection(&["S103"]);
        assert!(selection.shows("S103") && selection.shows("P004") && !selection.shows("S105"));
    }

    #[test]
    fn a_word_that_is_no_rule_is_refused() {
        assert!(Selection::parse(&["S999".to_owned()]).is_err());
        assert!(Selection::parse(&["Q".to_owned()]).is_err());
    }
}
