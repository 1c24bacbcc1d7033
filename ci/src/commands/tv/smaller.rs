//! Smaller programs with the same finding: the library proposes, `mlir-opt` and the engines say what keeps it.

use std::sync::Arc;

use assay_ir::data::{Context, Program};
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_mlir::MlirOpt;
use assay_verifier::program::reduce;
use assay_verifier::program::{Answer, Difference, Settings};

use super::passes::Passes;
use super::through::{self, After};
use assay_verifier::program::{Compared, Overlaps, Side, Trials, Validator};

/// A program that is small, in generic form.
pub(super) struct Small {
    pub(super) program: Program,
    pub(super) text: String,
    pub(super) after: After,
}

/// How a program breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaks {
    /// The function computes something else, by this rule.
    Values(Rule),
    /// The binary crashes.
    Crash,
    /// It does not end.
    Endless,
    /// It leaves what the verifier refuses.
    IllFormed,
}

/// Reduces a program around a function.
pub(super) fn smaller(
    opt: &MlirOpt,
    passes: &Passes,
    judge: &Validator<'_>,
    start: &Program,
    name: &str,
    how: Breaks,
) -> Small {
    let only = match how {
        Breaks::Values(code) => Some(code),
        _ => None,
    };
    let settings = Settings { only, ..judge.settings };
    let reduction = Reduction {
        opt,
        passes,
        judge: Validator {
            settings,
            entry: Some(name.to_owned()),
            overlaps: Overlaps::Off,
            trials: Trials::Off,
            proofs: None,
            origin: None,
            own: judge.own,
        },
        how,
    };
    let program = reduce(start, name, &mut |texts| reduction.keeps(texts));
    let text = generic(&program);
    let after =
        reduction.after(std::slice::from_ref(&text)).pop().unwrap_or_else(|| After::Refused(String::new()));
    Small { program, text, after }
}

struct Reduction<'r> {
    opt: &'r MlirOpt,
    passes: &'r Passes,
    judge: Validator<'r>,
    how: Breaks,
}

impl Reduction<'_> {
    fn after(&self, texts: &[String]) -> Vec<After> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        through::after(self.opt, &texts, &texts, self.passes)
    }

    fn keeps(&self, texts: &[String]) -> Vec<bool> {
        let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
        let accepted = through::before(self.opt, &plain);
        let afters = self.after(texts);
        let held = |((before, after), accepted): ((&String, After), Option<String>)| {
            accepted.is_some() && self.holds(before, &after)
        };
        texts.iter().zip(afters).zip(accepted).map(held).collect()
    }

    fn holds(&self, before: &str, after: &After) -> bool {
        match (self.how, after) {
            (Breaks::Values(code), After::Program(text)) => {
                let found = reparse(&self.judge.context(), before)
                    .and_then(|before| difference(&self.judge, before, text));
                found.is_some_and(|(_, found)| found.code == code)
            }
            (Breaks::Crash, After::Crash(..))
            | (Breaks::Endless, After::Endless)
            | (Breaks::IllFormed, After::IllFormed(_)) => true,
            _ => false,
        }
    }
}

/// The difference of a program behind passes, with the programs that were run.
pub(super) fn difference(
    judge: &Validator<'_>,
    before: Program,
    after: &str,
) -> Option<(Compared, Box<Difference>)> {
    let after = assay_verifier::program::read(before.ctx(), Side { name: "after", text: after }).ok()?;
    let mut compared = judge.programs(before, after);
    let functions = std::mem::take(&mut compared.functions);
    let found = functions.into_iter().find_map(|judged| match judged.answer {
        Some(Answer::Refuted(found)) => Some(found),
        _ => None,
    });
    Some((compared, found?))
}

/// A program in generic form.
pub(super) fn generic(program: &Program) -> String {
    text::print(program, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// A program as `text` in the context that is given.
pub(super) fn reparse(ctx: &Arc<Context>, text: &str) -> Option<Program> {
    assay_verifier::program::read(ctx, Side { name: "before", text }).ok()
}
