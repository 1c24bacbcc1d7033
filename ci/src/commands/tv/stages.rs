//! The steps of one run of a text: all passes as one step, each pass of a pipeline, or each application of a C++ pattern
//! in the stock binary. Patterns are named by the log of actions; the counter of the driver stops behind each.

use std::cell::OnceCell;

use assay_mlir::MlirOpt;
use assay_mlir::process::Ending;

use super::function_report::fingerprint;
use super::passes::Passes;
use super::through::After;
use crate::attempts::{self, Attempt};

/// One step from a program to the next.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The pass, in the words of the user, or the pattern.
    pub(super) label: String,
    /// The C++ pattern, where the step is one application of it.
    pub(super) pattern: Option<String>,
    /// The symbol of the operation that a pass ran on, where that is not the whole program.
    pub(super) symbol: Option<String>,
    /// The program before, in generic form.
    pub(super) before: String,
    /// The program after.
    pub(super) after: After,
    fingerprint: OnceCell<String>,
}

impl Step {
    /// A step of a pass.
    pub(super) fn of_pass(label: String, before: String, after: After) -> Step {
        Step { label, pattern: None, symbol: None, before, after, fingerprint: OnceCell::new() }
    }

    /// One application of a pattern in passes.
    pub(super) fn of_pattern(passes: &Passes, pattern: &str, before: &str, after: &str) -> Step {
        let label = format!("{} {pattern}", passes.label);
        let after = After::Program(after.to_owned());
        Step { pattern: Some(pattern.to_owned()), ..Step::of_pass(label, before.to_owned(), after) }
    }

    /// The key of the step in a baseline.
    pub(super) fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| fingerprint(&self.label, &self.before))
    }
}

/// The line that MLIR writes before each program that it prints behind a pass.
const DUMP: &str = "// -----// IR Dump After ";

/// The steps of a pipeline, pass by pass; nothing where the binary did not print them.
pub(super) fn of_pipeline(opt: &MlirOpt, text: &str, plain: &str, passes: &Passes) -> Vec<Step> {
    let mut flags = vec!["--allow-unregistered-dialect".to_owned(), "--mlir-print-op-generic".to_owned()];
    flags.extend(["--mlir-print-ir-after-all".to_owned(), "--mlir-print-ir-module-scope".to_owned()]);
    flags.extend(passes.arguments.iter().cloned());
    let Ending::Exit { stderr, .. } = opt.ask(text, &flags) else { return Vec::new() };
    let printed = stderr.text();
    let mut before = plain.to_owned();
    let mut steps = Vec::new();
    for dump in printed.split(DUMP).skip(1) {
        let Some((head, program)) = dump.split_once('\n') else { continue };
        let name = head.split(" //-----").next().unwrap_or(head).trim();
        // `Canonicalizer (canonicalize) ('func.func' operation: @f)`: the argument is what a user writes.
        let label = name.split(['(', ')']).nth(1).unwrap_or(name).to_owned();
        let after = program.to_owned();
        if after != before {
            let old = std::mem::replace(&mut before, after.clone());
            let symbol =
                name.rsplit_once("operation: @").map(|(_, symbol)| symbol.trim_end_matches(')').to_owned());
            steps.push(Step { symbol, ..Step::of_pass(label, old, After::Program(after)) });
        }
    }
    steps
}

/// A name for what a driver does besides applying patterns.
pub(super) const FOLDING: &str = "(folding)";

/// One application of a pattern after the other, and how often each pattern was tried.
pub(super) fn of_patterns(
    opt: &MlirOpt,
    text: &str,
    plain: &str,
    passes: &Passes,
) -> (Vec<Step>, Vec<Attempt>) {
    let names = attempts::tried(opt, text, &passes.arguments);
    let driven = Driven { opt, text, passes };
    let Some(first) = driven.up_to(0) else { return (Vec::new(), names) };
    let mut steps = Vec::new();
    // `plain` may be printed with other aliases.
    if first != plain && attempts::up_to(opt, text, &[], 0).as_ref() != Some(&first) {
        steps.push(Step::of_pattern(passes, FOLDING, plain, &first));
    }
    let Some(last) = driven.up_to(names.len()) else { return (steps, names) };
    driven.divide((0, &first), (names.len(), &last), &mut |at, before, after| {
        let Some(attempt) = names.get(at) else { return };
        steps.push(Step::of_pattern(passes, &attempt.pattern, before, after));
    });
    (steps, names)
}

/// The class of the pattern behind which passes come to no program; `None` where they do not without any pattern either, and where the
/// binary names none.
pub(super) fn failing(opt: &MlirOpt, text: &str, passes: &Passes) -> Option<String> {
    let names = attempts::tried(opt, text, &passes.arguments);
    let driven = Driven { opt, text, passes };
    if driven.up_to(names.len()).is_some() || driven.up_to(0).is_none() {
        return None;
    }
    let (mut good, mut bad) = (0, names.len());
    while good + 1 < bad {
        let middle = good.midpoint(bad);
        if driven.up_to(middle).is_some() { good = middle } else { bad = middle }
    }
    names.get(bad - 1).map(Attempt::name)
}

/// The passes with drivers that apply no pattern.
pub(super) fn without_patterns(passes: &Passes) -> Passes {
    counted(passes, 0, 0)
}

/// The passes with drivers that leave out the first attempts, perform the next ones up to a number, and no others.
pub(super) fn counted(passes: &Passes, skipped: usize, count: usize) -> Passes {
    let counter = attempts::counter(skipped, count);
    let mut out = passes.clone();
    out.again.push_str(&format!(" --pass {}", crate::shell::quoted(&counter)));
    out.arguments.push(counter);
    out
}

struct Driven<'d> {
    opt: &'d MlirOpt,
    text: &'d str,
    passes: &'d Passes,
}

impl Driven<'_> {
    fn up_to(&self, count: usize) -> Option<String> {
        attempts::up_to(self.opt, self.text, &self.passes.arguments, count)
    }

    /// Finds the attempts between two counts after which another program comes out.
    fn divide(&self, low: (usize, &str), high: (usize, &str), found: &mut dyn FnMut(usize, &str, &str)) {
        if low.1 == high.1 {
            return;
        }
        if low.0 + 1 >= high.0 {
            return found(low.0, low.1, high.1);
        }
        let middle = low.0.midpoint(high.0);
        // A program that the verifier refuses in between ends the search there.
        let Some(text) = self.up_to(middle) else { return };
        self.divide(low, (middle, &text), found);
        self.divide((middle, &text), high, found);
    }
}
