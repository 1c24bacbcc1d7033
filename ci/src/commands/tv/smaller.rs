//! Smaller programs with the same finding: the library proposes, `mlir-opt` and the engines say what keeps it.

use std::num::NonZero;
use std::sync::Arc;

use assay_backend::engine::{Engine as _, Options, Outcome as Ran, entry_block};
use assay_backend::inputs::Inputs;
use assay_backend::interp::Interpreter;
use assay_ir::data::{Context, Program, known};
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_mlir::MlirOpt;
use assay_verifier::program::{Answer, Change, Changed, Difference, Proposals, Settings, reduce};

use super::passes::Passes;
use super::through::{self, After};
use crate::{interrupt, ordered_pool};
use assay_verifier::program::{Compared, Overlaps, Side, Trials, Validator};

/// A program that is small, in generic form.
pub(super) struct Small {
    pub(super) program: Program,
    pub(super) text: String,
    pub(super) after: After,
}

/// How a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// The function computes something else, by this rule.
    Values(Rule),
    /// Other modules see another symbol; a predicate for it.
    Symbol(String),
    /// The binary crashes; the signal and the message, without names and numbers.
    Crash(String),
    /// It does not end.
    Endless,
    /// It leaves what the verifier refuses; the message, without names and numbers.
    IllFormed(String),
}

impl Breaks {
    /// The fault of an outcome by itself; `None` for a program, which may be another one than before, and for a refusal.
    pub(super) fn of_outcome(after: &After) -> Option<Breaks> {
        match after {
            After::Crash(signal, message) => Some(Breaks::Crash(format!("{signal} {}", stem(message)))),
            After::Endless => Some(Breaks::Endless),
            After::IllFormed(message) => Some(Breaks::IllFormed(stem(message))),
            After::Program(_) | After::Refused(_) | After::Fails(..) => None,
        }
    }

    /// How smaller programs are proposed: a process that fails says nothing of the other texts that it has.
    pub(super) fn proposals(&self) -> Proposals {
        match self {
            Breaks::Values(_) | Breaks::Symbol(_) => Proposals::Apart,
            Breaks::Crash(_) | Breaks::Endless | Breaks::IllFormed(_) => Proposals::Together,
        }
    }

    /// The rule of the finding.
    pub(super) fn rule(&self) -> Rule {
        match self {
            Breaks::Values(code) => *code,
            Breaks::Symbol(_) => Rule::V306,
            Breaks::Crash(_) => Rule::X701,
            Breaks::Endless => Rule::X702,
            Breaks::IllFormed(_) => Rule::X703,
        }
    }
}

/// The first line of a message with the names of its operations, and without what else it quotes and its numbers: a smaller program
/// has other names and types.
fn stem(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let is_operation = |text: &str| {
        text.contains('.') && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
    };
    let parts = line.split('\'').enumerate().map(|(at, part)| match at % 2 {
        1 if !is_operation(part) => String::new(),
        1 => part.to_owned(),
        _ => part.chars().filter(|c| !c.is_ascii_digit()).collect(),
    });
    parts.collect::<Vec<_>>().join("'")
}

/// Reduces a program around a function; each smaller one has to be of the kind that `is_same` knows, too.
pub(super) fn smaller(
    opt: &MlirOpt,
    passes: &Passes,
    judge: &Validator<'_>,
    start: &Program,
    name: &str,
    how: Breaks,
    is_same: &dyn Fn(&str) -> bool,
) -> Small {
    let fault = Fault::new(opt, judge, name, how);
    let program = reduce(start, name, fault.how.proposals(), &mut |texts| {
        let held = fault.is_in(texts, passes);
        held.into_iter().zip(texts).map(|(held, text)| held && is_same(text)).collect()
    });
    let text = generic(&program);
    let after = fault.after(&[&text], passes).pop().unwrap_or_else(|| After::Refused(String::new()));
    Small { program, text, after }
}

/// A fault of a binary that programs are held against.
pub(super) struct Fault<'r> {
    opt: &'r MlirOpt,
    judge: Validator<'r>,
    pub(super) how: Breaks,
    /// Programs that are undefined on all inputs have the fault, too.
    pub(super) undefined: bool,
    /// Programs that are tried at once.
    pub(super) threads: NonZero<usize>,
    /// Runs of a program after which it is said not to have the fault.
    pub(super) runs: usize,
}

/// Runs of a program on which a crash comes in some runs alone.
pub(super) const RUNS_OF_UNSTEADY: usize = 8;

impl<'r> Fault<'r> {
    /// The fault of a function, seen by runs alone.
    pub(super) fn new(opt: &'r MlirOpt, judge: &Validator<'r>, name: &str, how: Breaks) -> Fault<'r> {
        let only = match how {
            Breaks::Values(code) => Some(code),
            _ => None,
        };
        let judge = Validator {
            settings: Settings { only, ..judge.settings },
            entry: Some(name.to_owned()),
            overlaps: Overlaps::Off,
            trials: Trials::Off,
            proofs: judge.proofs,
            origin: None,
            own: judge.own,
        };
        Fault { opt, judge, how, undefined: true, threads: NonZero::<usize>::MIN, runs: 1 }
    }

    /// Takes a program to have the fault where the first difference of its runs is by the rule, which is the one that `assay tv` reports.
    pub(super) fn by_first_difference(&mut self) {
        self.judge.settings.only = None;
    }

    fn after(&self, texts: &[&str], passes: &Passes) -> Vec<After> {
        match self.how {
            Breaks::IllFormed(_) => through::after(self.opt, texts, texts, passes),
            _ => through::verified(self.opt, texts, texts, passes),
        }
    }

    /// Tells if a program crashes in some runs alone, as where memory is read that nothing wrote.
    pub(super) fn is_unsteady(&self, text: &str, passes: &Passes) -> bool {
        let is_crash = matches!(self.how, Breaks::Crash(_));
        is_crash && !(0..RUNS_OF_UNSTEADY).all(|_| self.once(&[text.to_owned()], passes) == [true])
    }

    /// Tells of each text if the binary accepts it and the passes show the fault in one of the runs.
    pub(super) fn is_in(&self, texts: &[String], passes: &Passes) -> Vec<bool> {
        let mut held = self.once(texts, passes);
        for _ in 1..self.runs {
            let left: Vec<usize> = (0..texts.len()).filter(|at| !held[*at]).collect();
            let again: Vec<String> = left.iter().map(|at| texts[*at].clone()).collect();
            for (at, found) in left.into_iter().zip(self.once(&again, passes)) {
                held[at] = found;
            }
        }
        held
    }

    fn once(&self, texts: &[String], passes: &Passes) -> Vec<bool> {
        let share = texts.len().div_ceil(self.threads.get()).max(1);
        let shares: Vec<&[String]> = texts.chunks(share).collect();
        let mut out = Vec::new();
        // Nothing is kept of a share that a signal left.
        let read = |at: usize, held: Option<Vec<bool>>| {
            out.extend(held.unwrap_or_else(|| vec![false; shares[at].len()]));
            Ok::<(), std::convert::Infallible>(())
        };
        let work = |at: usize| self.share(shares[at], passes);
        match ordered_pool::each(shares.len(), self.threads, || false, work, read) {
            Ok(()) => out,
        }
    }

    fn share(&self, texts: &[String], passes: &Passes) -> Vec<bool> {
        let mut held = vec![false; texts.len()];
        if interrupt::is_over() {
            return held;
        }
        let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
        let accepted = through::before(self.opt, &plain);
        let good: Vec<usize> = (0..texts.len()).filter(|at| accepted[*at].is_some()).collect();
        let sent: Vec<&str> = good.iter().map(|at| plain[*at]).collect();
        for (at, after) in good.into_iter().zip(self.after(&sent, passes)) {
            held[at] = self.holds(plain[at], &after);
        }
        // Processes that a signal ended say nothing.
        if interrupt::came() { vec![false; texts.len()] } else { held }
    }

    /// Tells if a program and what passes make of it show the fault.
    pub(super) fn holds(&self, before: &str, after: &After) -> bool {
        match (&self.how, after) {
            (Breaks::Values(code), After::Program(text)) => {
                let found = reparse(&self.judge.context(), before)
                    .and_then(|before| difference(&self.judge, before, text));
                found.is_some_and(|(_, found)| found.code == *code)
            }
            (Breaks::Symbol(what), After::Program(text)) => {
                let before = reparse(&self.judge.context(), before);
                before.is_some_and(|before| symbol(&self.judge, before, text, what).is_some())
            }
            (Breaks::Values(_) | Breaks::Symbol(_), _) => false,
            (how, after) => {
                let is_it = Breaks::of_outcome(after).as_ref() == Some(how);
                is_it && (self.undefined || is_defined(&self.judge, before))
            }
        }
    }
}

/// Inputs on which a program is run to see if it is undefined.
const RUNS: usize = 12;

/// Tells if each function of a program that can be run is defined on some input.
pub(super) fn is_defined(judge: &Validator<'_>, text: &str) -> bool {
    let Some(program) = reparse(&judge.context(), text) else { return true };
    let options = Options { fuel: judge.settings.fuel, ..Options::default() };
    let functions = program.walk(program.top()).filter(|op| entry_block(&program, *op).is_some());
    let mut all = functions.filter_map(|function| {
        let inputs = Inputs::for_function(&program, function, options.index, judge.settings.seed)?;
        let mut inputs = inputs.take(RUNS);
        let is_undefined = |input: Vec<_>| {
            let run = Interpreter.run(&program, function, &input, &options);
            run.is_ok_and(|run| matches!(run.outcome, Ran::Ub { .. }))
        };
        Some(!inputs.all(is_undefined))
    });
    all.all(|defined| defined)
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

/// The symbol that the judge asks about, where a predicate came to hold for it behind passes.
pub(super) fn symbol(
    judge: &Validator<'_>,
    before: Program,
    after: &str,
    predicate: &str,
) -> Option<Changed> {
    let after = assay_verifier::program::read(before.ctx(), Side { name: "after", text: after }).ok()?;
    let is_it = |one: &Changed| matches!(&one.change, Change::Seen { what, .. } if what == predicate);
    judge.programs(before, after).symbols.into_iter().find(is_it)
}

/// A program in generic form.
pub(super) fn generic(program: &Program) -> String {
    text::print(program, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// The names of the functions with a body.
pub(super) fn functions(program: &Program) -> Vec<String> {
    let with_body = program.walk(program.top()).filter(|op| entry_block(program, *op).is_some());
    with_body.filter_map(|op| program.attr_text(op, known::SYM_NAME).map(str::to_owned)).collect()
}

/// A program as `text` in the context that is given.
pub(super) fn reparse(ctx: &Arc<Context>, text: &str) -> Option<Program> {
    assay_verifier::program::read(ctx, Side { name: "before", text }).ok()
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn messages_about_programs_of_other_types_are_one() {
        let one = "'arith.cmpf' op requires the same type, but got 'tensor<4xf32>' and 'f32'";
        let other = "'arith.cmpf' op requires the same type, but got 'tensor<?xf64>' and 'f64'\nnote: see";
        assert_eq!(stem(one), stem(other));
        assert_ne!(stem(one), stem(&one.replace("cmpf", "addf")));
        assert_ne!(stem(one), stem(&one.replace("the same type", "another type")));
    }
}
