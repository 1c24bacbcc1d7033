//! Two binaries, and texts that both of them read in the same way. Programs that they print are compared as the new one prints them:
//! another version may write the same program in other words.

use assay_mlir::{MlirOpt, Outcome};

use super::super::passes::Passes;
use super::super::request::Request;
use super::super::through::{self, After};

/// Two binaries, and how their results are judged.
pub(super) struct Both<'b> {
    pub(super) request: &'b Request,
    pub(super) old: &'b MlirOpt,
    pub(super) new: &'b MlirOpt,
}

/// A text as two binaries read it.
pub(super) enum Reading {
    /// In generic form, the same program for both.
    Same(String),
    /// Both accept it, as programs that differ.
    Different,
    /// The old binary, the new one or both refuse it, each in its words.
    Refused { old: Option<Outcome>, new: Option<Outcome> },
}

impl Both<'_> {
    /// Each text as both binaries read it.
    pub(super) fn readings(&self, texts: &[&str]) -> Vec<Reading> {
        let new = through::readings(self.new, texts);
        let old = through::readings(self.old, texts);
        let refusal = |outcome| Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Ok(_)));
        let reading = |(new, old): (Outcome, Outcome)| match (new, old) {
            (Outcome::Ok(new), Outcome::Ok(old)) if new == old => Reading::Same(new),
            (Outcome::Ok(new), Outcome::Ok(old)) => match self.in_one_form(&[&new, &old])[..] {
                [ref one, ref other] if one == other => Reading::Same(new),
                _ => Reading::Different,
            },
            (new, old) => Reading::Refused { old: refusal(old), new: refusal(new) },
        };
        new.into_iter().zip(old).map(reading).collect()
    }

    /// Programs as the new binary prints them; one that it does not read stays as it is.
    pub(super) fn in_one_form(&self, texts: &[&str]) -> Vec<String> {
        let printed = through::before(self.new, texts).into_iter();
        texts
            .iter()
            .zip(printed)
            .map(|(text, printed)| printed.unwrap_or_else(|| (*text).to_owned()))
            .collect()
    }

    /// The outcomes of passes on texts by the old binary and the new one. Programs are in one form where they differ in words.
    pub(super) fn outcomes(&self, texts: &[&str], plain: &[&str], passes: &Passes) -> Vec<(After, After)> {
        let old = through::after(self.old, texts, plain, passes);
        let new = through::after(self.new, texts, plain, passes);
        let mut pairs: Vec<(After, After)> = old.into_iter().zip(new).collect();
        let mut differing: Vec<(&MlirOpt, &mut After)> = Vec::new();
        for (old, new) in &mut pairs {
            if old != new {
                differing.extend([(self.old, old), (self.new, new)]);
            }
        }
        let text = |after: &After| match after {
            After::Program(text) => text.clone(),
            _ => String::new(),
        };
        let texts: Vec<String> = differing.iter().map(|(_, after)| text(after)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        for ((opt, after), printed) in differing.into_iter().zip(through::before(self.new, &texts)) {
            match (&mut *after, printed) {
                (After::Program(text), Some(printed)) => *text = printed,
                // Another version may write what this one does not read, but reads it itself.
                (After::Program(_), None) => through::read_again(opt, after),
                _ => {}
            }
        }
        pairs
    }
}
