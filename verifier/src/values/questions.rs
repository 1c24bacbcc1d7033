//! The questions about a pattern at given types, as expressions. Asks no solver.

use super::builder::Types;
use super::encode::encode;
use super::refine::broken;
use super::types::{Case, Choice, Kind, plan};
use crate::pattern::classes::Classes;
use crate::pattern::decode::Unnamed;
use crate::pattern::model::Model;
use crate::stage::Task;
use assay_term::arena::TermArena;
use assay_term::node::TermId;

/// The known facts of a match at given types, and the statement that must never hold besides; `None` where that has no meaning.
pub(super) fn question(
    task: &Task<'_>,
    model: &Model,
    classes: &Classes<'_>,
    types: &Types,
) -> Option<(TermArena, TermId, TermId)> {
    let mut sides = encode((task.program, task.registry), model, classes, types).ok()?;
    let questions = broken(&mut sides);
    let facts = sides.pool.all(sides.roles.facts.clone());
    let any = sides.pool.any(questions.iter().map(|question| question.statement));
    let (facts, any) = sides.substitute_choices(facts, any);
    Some((sides.pool, facts, any))
}

/// The questions about a pattern with one open integer type, at a width of it: each must never hold. Empty where there is
/// none, or more that is open.
pub fn questions_at(task: &Task<'_>, width: u32) -> Vec<(TermArena, TermId)> {
    let models = task.instances(Unnamed::Plain).map_or(&[][..], |all| &all.models);
    let mut out = Vec::new();
    for model in models.iter().filter(|model| model.impossible.is_empty()) {
        let Ok(classes) = Classes::new(model, task.registry, false) else { continue };
        let Some(plan) = plan(task.registry, model, &classes, width) else { continue };
        let alone = |case: &&Case| case.kinds == [Kind::Integer] && !case.index;
        for case in plan.cases.iter().filter(alone).filter(|case| case.widths.contains(&vec![width])) {
            let types = plan.at(task.registry.ctx(), case, &[width], Choice::PLAIN);
            if let Some((mut pool, facts, any)) = question(task, model, &classes, &types) {
                let statement = pool.and(facts, any);
                out.push((pool, statement));
            }
        }
    }
    out
}
