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
const TRIES: usize = 480;

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
    /// A smaller program on which the applications differ in the same way: what the binaries make of it differs after each step, and at
    /// the end the applications are counted, which takes many runs. `None` where Assay does not read the program, and where they do not.
    pub(super) fn smallest(&self, plain: &str, function: &str) -> Option<String> {
        let start = reparse(&Context::new(), plain)?;
        let left = Cell::new(TRIES);
        let small = reduce(&start, function, Proposals::Apart, &mut |texts| {
            if left.get() < texts.len() || interrupt::is_over() {
                return vec![false; texts.len()];
            }
            left.set(left.get() - texts.len());
            self.differ(texts)
        });
        let small = generic(&small);
        self.is_in(&small).then_some(small)
    }

    /// Tells of each text if the binaries come to programs that differ.
    fn differ(&self, texts: &[String]) -> Vec<bool> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut held = vec![false; texts.len()];
        let readings = self.both.readings(&texts).into_iter().enumerate();
        let accepted: Vec<(usize, String)> = readings
            .filter_map(|(at, reading)| match reading {
                Reading::Same(plain) => Some((at, plain)),
                _ => None,
            })
            .collect();
        let sent: Vec<&str> = accepted.iter().map(|(at, _)| texts[*at]).collect();
        let plain: Vec<&str> = accepted.iter().map(|(_, plain)| plain.as_str()).collect();
        for ((at, _), (old, new)) in accepted.iter().zip(self.both.outcomes(&sent, &plain, self.passes)) {
            held[*at] = matches!((&old, &new), (After::Program(old), After::Program(new)) if old != new);
        }
        held
    }

    fn is_in(&self, text: &str) -> bool {
        let Some(Reading::Same(plain)) = self.both.readings(&[text]).pop() else { return false };
        let count = |opt| times(&applications(opt, text, &plain, self.passes), self.name);
        count(self.both.old).cmp(&count(self.both.new)) == self.order
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
