//! From a solution to evidence: the types and attributes become a payload, the pattern is applied, and the checker has to
//! refuse the result at the claimed place. Decides nothing about types itself.

use assay_ir::data::{AttrKind, OpId, known};

use super::question::{About, Obligation, Origin, Question};
use crate::limits::Resource;
use crate::pattern::decode::Lengths;
use crate::pattern::model::Model;
use crate::stage::Task;
use crate::verdict::{Rule, Unknown, Witness};
use crate::witness::replay::{Failure, Outcome, replay_in_part};
use crate::witness::scenario::{CannotBuild, PdlValue, Scenario, UsePlace};
use crate::witness::text::Printed;
use crate::witness::{file, payload};
use assay_type_solver::concrete::Value;
use assay_type_solver::term::Variable;

/// What a replay showed.
#[derive(Clone, Debug)]
pub(super) enum Shown {
    /// The claim, on this program; `assumed` when native constraints were taken to hold.
    Fails {
        /// The program.
        witness: Box<Witness>,
        /// Tells if unregistered native constraints were taken to hold.
        assumed: bool,
    },
    /// Something else, before what is claimed can show: a rewrite that breaks half-way leaves nothing to check.
    Earlier {
        /// The failure.
        failure: Failure,
        /// The program.
        witness: Box<Witness>,
        /// Tells if unregistered native constraints were taken to hold.
        assumed: bool,
    },
    /// It does not fail as claimed.
    Works,
    /// No payload was made, for this reason.
    Unreplayed(String),
    /// The pattern has parts that no payload is made for.
    Undecided(Unknown),
}

/// Replays a solution of the left side that breaks an obligation.
pub(super) fn show(
    task: &Task<'_>,
    question: &Question,
    obligation: &Obligation,
    values: &[(Variable, Value)],
    lengths: &Lengths,
) -> Shown {
    let model = match task.at_lengths(lengths) {
        Ok(model) => model,
        Err(why) => return Shown::Undecided(why),
    };
    // MLIR drops a created operation that nothing uses before it looks at its types. Where the uses break something else
    // first, it is shown without them.
    let plain = scenario(task, question, obligation, values);
    let used = Scenario { keep: true, ..plain.clone() };
    match attempt(task, question, obligation, &model, &used) {
        shown @ Shown::Fails { .. } => shown,
        _ => attempt(task, question, obligation, &model, &plain),
    }
}

/// Replays one payload.
fn attempt(
    task: &Task<'_>,
    question: &Question,
    obligation: &Obligation,
    model: &Model,
    scenario: &Scenario,
) -> Shown {
    let mut payload = match payload::within(task, model, scenario) {
        Ok(payload) => payload,
        Err(CannotBuild::Limit(spent)) => return Shown::Undecided(Unknown::Limit(spent)),
        Err(why) => return Shown::Unreplayed(why.to_string()),
    };
    let pattern = task.view();
    let (failures, after, assumed) = match replay_in_part(task, &mut payload, |after, _| Printed::new(after))
    {
        Outcome::Fails { failures, after, assumed } => (failures, after, assumed),
        Outcome::NoMatch if task.compiled().is_err() => {
            return Shown::Unreplayed("MLIR cannot lower the pattern".to_owned());
        }
        // Native constraints ask for more than types that fit.
        Outcome::NoMatch if let Some((call, _)) = question.natives.first() => {
            return Shown::Undecided(native(task, *call));
        }
        Outcome::GaveUp => return Shown::Undecided(Unknown::Limit(Resource::Matching)),
        Outcome::Works(_) | Outcome::NoMatch => return Shown::Works,
    };
    let Some(failure) = failures.iter().find(|failure| shows(failure, obligation)) else {
        return match failures.iter().find(|failure| !about_types(failure) && !failure.codes.is_empty()) {
            None => Shown::Works,
            Some(failure) => {
                let witness = Box::new(file::failing(pattern, &mut payload, after, failure));
                Shown::Earlier { failure: failure.clone(), witness, assumed }
            }
        };
    };
    let witness = file::failing(pattern, &mut payload, after, failure);
    task.account().charge(Resource::Evidence, witness.size());
    Shown::Fails { witness: Box::new(witness), assumed }
}

/// The reason that the effect of a native call is unknown.
pub(super) fn native(task: &Task<'_>, call: OpId) -> Unknown {
    let name = task.program.attr_text(call, known::NAME).unwrap_or("").to_owned();
    Unknown::Native { name, span: task.program.op(call).span }
}

/// Whether a failure is the one that the obligation speaks of: at the created operation, or for a replacement at an
/// operation that was there before and sees another type now.
fn shows(failure: &Failure, obligation: &Obligation) -> bool {
    let at = |op: OpId| failure.op() == Some(op);
    match obligation.about {
        About::Replacement { .. } => failure.op().is_none() && about_types(failure),
        About::Definition { .. } | About::Undeclared(_) => {
            at(obligation.op) && failure.codes.contains(&Rule::T201)
        }
        About::ResultTypes(_) => at(obligation.op),
        // Nothing is known that could break.
        About::Undefined(_) => false,
    }
}

fn about_types(failure: &Failure) -> bool {
    failure.codes.iter().any(|code| matches!(*code, Rule::S115 | Rule::T201))
}

fn scenario(
    task: &Task<'_>,
    question: &Question,
    obligation: &Obligation,
    values: &[(Variable, Value)],
) -> Scenario {
    let mut scenario = Scenario::default();
    for (variable, value) in values {
        let (origin, _) = question.unknowns[variable.0 as usize];
        let Some(attr) = value else { continue };
        match (origin, task.registry.ctx().attr_kind(*attr)) {
            (Origin::Type(handle) | Origin::Operand(handle), AttrKind::Type(ty)) => {
                scenario.types.insert(handle, *ty);
            }
            (Origin::Element(handle, _), AttrKind::Type(ty)) => {
                // The elements of a range are numbered in order.
                scenario.range_types.entry(handle).or_default().push(*ty);
            }
            (Origin::Attribute(handle), _) => {
                scenario.attributes.insert(handle, *attr);
            }
            (Origin::Loose(op, slot), _) => scenario.loose.push((op, slot)),
            _ => {}
        }
    }
    if let About::Replacement { target, index, .. } = obligation.about {
        scenario.uses.push((PdlValue::Result(target, index as u32), UsePlace::Returned));
    }
    scenario
}
