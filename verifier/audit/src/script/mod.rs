//! Handles of transform scripts, followed through the text without running it.
//!
//! A script is executed on an abstract payload: the given program, or one operation with anything in it. A handle is a list of
//! parts of that payload; an operation that consumes a handle invalidates, as MLIR 22 does, the handle, every other handle to one
//! of its operations, and every handle to an operation or a value in them, as far as the region is not isolated from above.
//! Regions run as the interpreter runs them: a callee where it is included, the body of `foreach` for each operation, each
//! alternative on a copy of its scope, a suppressed failure is passed over and the next step runs.
//!
//! Domain: for each handle its parts and the step that invalidated it, ordered by certainty ([`MayMust`]). On a given payload the
//! parts are operations until a step rewrites them; what a step leaves is bounded by its kinds. A step succeeds, or fails, where
//! its text and the payload decide it; others are listed as open. Not proved: what an operation does that the table of [`effects`]
//! lacks; such an operation makes the answer unknown.
//!
//! Files in reading order: [`effects`] the table, `operands` the constraints of MLIR's definitions, `text` names and attributes of a script, `kinds` sets of names, `payload` the tree,
//! `walk` its nodes in order, `alias` the relation of parts, `handles` the state, [`interpret`] the walk over a text, `abstract_walk` that on this payload, `run` one step, `control` regions, `navigate` handles out of
//! handles, `shapes` the table of what transforms leave, `rewrite` its use, `passes` passes and patterns, `params` parameters, `conditions` the table of what
//! steps need, `decide` whether a step succeeds with `numbers`, `targets` and `loops`, [`Registry`] the passes of `mlir-opt`, `verify` what MLIR rejects before it
//! runs a script, `forms` normal forms and their table, `held` the forms along a script.

mod abstract_walk;
mod alias;
mod conditions;
mod control;
mod decide;
pub mod effects;
mod filter;
mod forms;
mod handles;
pub mod interpret;
mod kinds;
mod loops;
mod matches;
mod navigate;
mod normal_form_state;
mod numbers;
mod operands;
mod params;
mod passes;
mod payload;
mod registry;
mod rewrite;
mod run;
mod shapes;
mod targets;
#[cfg(test)]
mod tests;
pub mod text;
mod verify;
mod walk;

use std::rc::Rc;

use assay_ir::data::{OpId, Program, known};
use assay_ir::rule::Rule;

use crate::contract::Contracts;
pub use alias::{How, MayMust};
pub use filter::Filter;
pub use forms::{Form, HandleFate, HandleMaker, all_have, has, keepers, makers};
use handles::{State, Uses};
pub use normal_form_state::NormalForm;
use payload::Payload;
pub use registry::Registry;

/// The function of an operation in a table.
fn function_of<F: Copy>(table: &[(&str, F)], name: &str) -> Option<F> {
    table.iter().find(|(one, _)| *one == name).map(|(_, function)| *function)
}

/// The payload that a script is audited for.
#[derive(Clone, Copy, Debug)]
pub enum On<'p> {
    /// Any payload.
    Any,
    /// A program of the same context; the script itself where it holds one.
    Program(&'p Program),
}

/// What is known of passes.
#[derive(Clone, Copy, Debug)]
pub struct Known<'k> {
    /// Their contracts.
    pub contracts: &'k Contracts,
    /// The passes that `mlir-opt` has; without it no pass is known to succeed.
    pub registry: Option<&'k Registry>,
}

/// A fault of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The rule.
    pub rule: Rule,
    /// Its strength.
    pub certainty: MayMust,
    /// The operation that is blamed.
    pub at: OpId,
    /// The fault, as one sentence without a full stop.
    pub message: String,
    /// Other operations with their part in it.
    pub related: Vec<(OpId, String)>,
}

/// The answer about one sequence.
#[derive(Clone, Debug)]
pub struct Audited {
    /// Symbol name; empty without one.
    pub name: String,
    /// The sequence.
    pub at: OpId,
    /// The findings, in the order of the text.
    pub problems: Vec<Problem>,
    /// Operations whose effects are not known, or that were not followed.
    pub unknown: Vec<(OpId, String)>,
    /// Steps that are followed, and that may fail: neither the text nor the payload decides it.
    pub open: Vec<(OpId, String)>,
    /// The assumptions.
    pub assumptions: Vec<String>,
    /// The forms of the whole payload at the end; none where the script fails, or does not start here.
    pub forms: Vec<(Form, NormalForm)>,
}

/// Tells if a program holds a transform script.
pub fn is_script(program: &Program) -> bool {
    program.walk(program.top()).any(|op| text::is_entry(program, op))
}

/// Tells if a program holds something that is no script, so that the script may run on it.
pub fn has_payload(program: &Program) -> bool {
    let own = |op: &OpId| {
        *op != program.top()
            && program.op(*op).name != known::BUILTIN_MODULE
            && text::script_around(program, *op).is_none()
    };
    program.walk(program.top()).any(|op| own(&op))
}

/// Audits every sequence of a script that no other sequence includes. The payload is to have the forms `wanted` at the end.
pub fn audit(program: &Program, on: On<'_>, known: Known<'_>, wanted: &[Form]) -> Vec<Audited> {
    let symbols = text::Symbols::collect(program);
    let uses = Rc::new(Uses::collect(program));
    let rejected = verify::rejected(program, &symbols);
    let mut out = Vec::new();
    for entry in symbols.entries(program) {
        let main = symbols.is_main(program, entry);
        let (payload, root, given) = match on {
            On::Program(given) if main => {
                let (payload, root) = Payload::from_program(given);
                (payload, root, Some(given))
            }
            _ => {
                let name = main.then_some(known::BUILTIN_MODULE);
                let (payload, root) = Payload::unknown(name);
                (payload, root, None)
            }
        };
        let state = State::new(payload, root, Rc::clone(&uses));
        let run = run::Run::new(program, given, known, &symbols, state, wanted);
        out.push(run.entry(entry));
    }
    place(program, rejected, &mut out);
    out
}

/// The faults of a script for which MLIR rejects it before it runs.
pub fn rejected(program: &Program) -> Vec<Problem> {
    verify::rejected(program, &text::Symbols::collect(program))
}

/// Tells if an operation consumes an operand, by its effects or by the text of its region or callee.
pub fn consumes(program: &Program, symbols: &text::Symbols, op: OpId, index: usize) -> bool {
    let Some(effects) = effects::lookup(program.op_name(op)) else { return false };
    match effects.consumes {
        effects::Consumes::None => false,
        effects::Consumes::All => true,
        effects::Consumes::First { unless } => {
            index == 0 && !unless.is_some_and(|name| text::flag(program, op, name))
        }
        effects::Consumes::Text => verify::region_consumes(program, symbols, op, index, 0),
    }
}

/// Tells if an operation may be given one handle as several operands, and if it may consume one that holds an operation twice.
pub fn permits_repeats(name: &str) -> (bool, bool) {
    (shapes::table().has("repeats", name), shapes::table().has("twice", name))
}

/// Gives each rejection to the sequence that it is in, or to the first one.
fn place(program: &Program, rejected: Vec<Problem>, out: &mut [Audited]) {
    for problem in rejected {
        let inside = |audited: &Audited| program.is_within(problem.at, audited.at);
        let at = out.iter().position(inside).unwrap_or(0);
        if let Some(audited) = out.get_mut(at) {
            audited.problems.push(problem);
        }
    }
    for audited in out {
        audited.problems.sort_by_key(|problem| (program.op(problem.at).span.start, problem.rule));
    }
}
