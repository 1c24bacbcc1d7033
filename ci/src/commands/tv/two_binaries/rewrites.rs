//! Rewrites that one of two binaries does and the other one does not: how often each pattern is applied, and the smallest program on
//! which that differs.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use assay_ir::data::{Context, Program};
use assay_mlir::MlirOpt;
use assay_verifier::program::{Proposals, reduce};

use super::super::function_report::function_text;
use super::super::passes::Passes;
use super::super::smaller::{functions, generic, reparse};
use super::super::stages;
use super::super::through::After;
use super::both::{Both, Reading};
use crate::interrupt;

/// Programs that a reduction tries.
const TRIES: usize = 64;

/// The applications of each pattern, and of folding, on a text.
pub(super) fn applications(
    opt: &MlirOpt,
    text: &str,
    plain: &str,
    passes: &Passes,
) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let (steps, _) = stages::of_patterns(opt, text, plain, passes);
    let names = steps.into_iter().filter_map(|step| step.pattern);
    names.for_each(|name| *counts.entry(name).or_default() += 1);
    counts
}

/// The applications of a pattern among counts of all.
pub(super) fn times(counts: &BTreeMap<String, usize>, name: &str) -> usize {
    counts.get(name).copied().unwrap_or(0)
}

/// A pattern that one binary applies more often than the other one.
pub(super) struct Rewrite<'r> {
    pub(super) both: &'r Both<'r>,
    pub(super) passes: &'r Passes,
    pub(super) name: &'r str,
    /// The applications of the old binary, as against those of the new one.
    pub(super) order: Ordering,
}

impl Rewrite<'_> {
    /// The smallest program that is found on which the applications differ in the same way; `None` where Assay does not read the program.
    pub(super) fn smallest(&self, plain: &str, function: &str) -> Option<String> {
        let start = reparse(&Context::new(), plain)?;
        let left = Cell::new(TRIES);
        let small = reduce(&start, function, Proposals::Together, &mut |texts| {
            if left.get() < texts.len() || interrupt::is_over() {
                return vec![false; texts.len()];
            }
            left.set(left.get() - texts.len());
            texts.iter().map(|text| self.is_in(text)).collect()
        });
        Some(generic(&small))
    }

    fn is_in(&self, text: &str) -> bool {
        let Some(Reading::Same(plain)) = self.both.readings(&[text]).pop() else { return false };
        let Some((old, new)) = self.both.outcomes(&[text], &[&plain], self.passes).pop() else {
            return false;
        };
        let are_programs = matches!((&old, &new), (After::Program(_), After::Program(_)));
        let count = |opt| times(&applications(opt, text, &plain, self.passes), self.name);
        are_programs && old != new && count(self.both.old).cmp(&count(self.both.new)) == self.order
    }
}

/// The first function of a program that two results differ in.
pub(super) fn differing(plain: &str, old: &After, new: &After) -> Option<String> {
    let (After::Program(old), After::Program(new)) = (old, new) else { return None };
    let ctx = Context::new();
    let [start, old, new] = [reparse(&ctx, plain)?, reparse(&ctx, old)?, reparse(&ctx, new)?];
    let text = |program: &Program, name: &str| function_text(program, name);
    let differs = |name: &String| text(&old, name) != text(&new, name);
    functions(&start).into_iter().find(differs)
}
