//! The way of texts through `mlir-opt`: printed in generic form as they are, and behind the passes. A crash, a run that does not
//! end and an ill-formed result are told from a pass that refuses a program.

use std::time::Duration;

use assay_ir::data::Context;
use assay_ir::rule::Rule;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};
use assay_verifier::program::{Side, read as read_program};

use super::passes::Passes;

/// The outcome of passes on a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// A program in generic form.
    Program(String),
    /// The binary crashed; the signal and what it said.
    Crash(i32, String),
    /// It did not end.
    Endless,
    /// The passes ended and left what the verifier refuses; its message.
    IllFormed(String),
    /// The passes refuse it, or it could not be asked; in words.
    Refused(String),
    /// A step of a script fails; the rule, and how.
    Fails(Rule, String),
}

impl After {
    /// The outcome in words, as a predicate of the passes, where the binary fails by itself; `wall` is the time of one text.
    pub(super) fn failure(&self, wall: Duration) -> Option<String> {
        match self {
            After::Crash(signal, message) => {
                let message = message.lines().next().unwrap_or_default();
                let colon = if message.is_empty() { "" } else { ": " };
                Some(format!("crashes with signal {signal}{colon}{message}"))
            }
            After::Endless => Some(format!("did not end within {} s", wall.as_secs())),
            After::IllFormed(message) => Some(format!("leaves an ill-formed program: {message}")),
            After::Program(_) | After::Refused(_) | After::Fails(..) => None,
        }
    }
}

fn options(passes: &[String]) -> ParseOptions {
    ParseOptions {
        generic: true,
        allow_unregistered: true,
        extra: passes.to_vec(),
        ..ParseOptions::default()
    }
}

/// Texts as they are, in generic form; `None` where the binary does not accept one.
pub(super) fn before(opt: &MlirOpt, texts: &[&str]) -> Vec<Option<String>> {
    let accepted = |outcome| match outcome {
        Outcome::Ok(text) => Some(text),
        _ => None,
    };
    readings(opt, texts).into_iter().map(accepted).collect()
}

/// Texts as they are, in generic form, or the binary's refusal of one.
pub(super) fn readings(opt: &MlirOpt, texts: &[&str]) -> Vec<Outcome> {
    batch(opt, texts, &["--mlir-print-local-scope".to_owned()])
}

/// Texts behind passes. `plain` are the same texts in generic form, for scripts that stand behind them.
pub(super) fn after(opt: &MlirOpt, texts: &[&str], plain: &[&str], passes: &Passes) -> Vec<After> {
    let left = |text: &str| ill_formed(opt, text, passes);
    let mut afters = sent(opt, texts, plain, passes, &left);
    afters.iter_mut().filter(|after| !is_readable(after)).for_each(|after| read_again(opt, after));
    afters
}

/// Tells if an outcome that is a program is one that Assay reads.
fn is_readable(after: &After) -> bool {
    match after {
        After::Program(text) => read_program(&Context::new(), Side { name: "after", text }).is_ok(),
        _ => true,
    }
}

/// Takes a program that the binary does not read, though it printed it, for an ill-formed one.
pub(super) fn read_again(opt: &MlirOpt, after: &mut After) {
    let After::Program(text) = &*after else { return };
    let said = match readings(opt, &[text]).pop() {
        Some(Outcome::Error(said)) => said.first().map_or_else(String::new, |one| one.message.clone()),
        Some(Outcome::Crash { signal, .. }) => format!("the binary crashes on it with signal {signal}"),
        _ => return,
    };
    *after = After::IllFormed(format!("it does not read what it prints: {said}"));
}

/// Texts behind passes, as [`after`]; an ill-formed result is a refusal here, which saves two runs of the binary for each.
pub(super) fn verified(opt: &MlirOpt, texts: &[&str], plain: &[&str], passes: &Passes) -> Vec<After> {
    sent(opt, texts, plain, passes, &|_| None)
}

fn sent(
    opt: &MlirOpt,
    texts: &[&str],
    plain: &[&str],
    passes: &Passes,
    left: &dyn Fn(&str) -> Option<String>,
) -> Vec<After> {
    let wrapped: Vec<String> = plain.iter().filter_map(|text| passes.with_script(text)).collect();
    let sent: Vec<&str> =
        if passes.script.is_some() { wrapped.iter().map(String::as_str).collect() } else { texts.to_vec() };
    let outcomes = batch(opt, &sent, &passes.arguments);
    sent.iter().zip(outcomes).map(|(text, outcome)| read(outcome, &|| left(text))).collect()
}

fn batch(opt: &MlirOpt, texts: &[&str], extra: &[String]) -> Vec<Outcome> {
    let mut batch = Batch::of_texts(opt, &options(extra));
    texts.iter().for_each(|text| batch.push_text(text));
    batch.run()
}

/// An outcome; `left` is the verifier's message about what the passes leave, if that is ill-formed.
fn read(outcome: Outcome, left: &dyn Fn() -> Option<String>) -> After {
    match outcome {
        Outcome::Ok(text) => After::Program(text),
        Outcome::Crash { signal, stderr } => After::Crash(signal, stderr),
        Outcome::TimedOut => After::Endless,
        Outcome::OutOfMemory => After::Refused("it ran out of memory".to_owned()),
        Outcome::NoAnswer(why) => After::Refused(why),
        Outcome::Error(diagnostics) => {
            let said = diagnostics.first().map_or(String::new(), |diagnostic| diagnostic.message.clone());
            left().map_or(After::Refused(said), After::IllFormed)
        }
    }
}

/// The verifier's message about what the passes leave, where they end well without it.
fn ill_formed(opt: &MlirOpt, text: &str, passes: &Passes) -> Option<String> {
    let mut unverified = passes.arguments.clone();
    unverified.push("--verify-each=0".to_owned());
    let Outcome::Ok(left) = opt.parse_print(text, &options(&unverified)) else { return None };
    match opt.parse_print(&left, &options(&[])) {
        Outcome::Error(diagnostics) => diagnostics.first().map(|diagnostic| diagnostic.message.clone()),
        _ => None,
    }
}
