//! Conditions that every meaning has in common: an operation with an effect, a terminator, an owner of regions and the definition of a
//! symbol may not disappear, and none may appear. Asked where the meaning of an operation is not known; solves nothing.
//!
//! Rewrites make operations at the root and give them no regions and no successors. So of these operations the root alone
//! may be made again, once, with its operands and attributes; all else depends on a meaning.

use assay_ir::data::{Ident, OpId};
use assay_ir::pdl::{Pattern, PdlOp};
use assay_ir::spec::{Registry, upstream_op};

use super::coverage::has_meaning;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrRef, Model, OpRef, Step, ValueRef};
use crate::stage::{StageResult, Task};
use crate::verdict::{Reason, StageVerdict, Unknown};

/// Effects of an operation besides its results.
#[derive(Clone, Copy, Default)]
struct Does {
    /// It reads or writes something, ends a block, or defines a symbol.
    acts: bool,
    /// It has regions or successors, which no rewrite makes.
    holds: bool,
}

/// Tells if an operation does more than to give results, regions apart.
pub(super) fn acts(registry: &Registry, name: Ident) -> bool {
    does(registry, name).acts
}

fn does(registry: &Registry, name: Ident) -> Does {
    let spec = registry.op(name).filter(|spec| !spec.lossy);
    let upstream = upstream_op(registry.ctx().str(name));
    let said = |word: &str| upstream.is_some_and(|op| op.has(word));
    let traits = spec.map(|spec| &spec.traits);
    let promises = registry.promises(name);
    let pure = said("pure") || promises.pure || traits.is_some_and(|traits| traits.pure);
    let regions = spec.and_then(|spec| spec.regions.as_ref()).is_some_and(|regions| !regions.is_empty());
    let regions = regions || upstream.is_some_and(|op| op.regions() != (0, false));
    let successors = traits.is_some_and(|traits| traits.any_successors || traits.successors.unwrap_or(0) > 0);
    let terminates = said("terminator") || traits.is_some_and(|traits| traits.terminator);
    let defines = said("symbol") || traits.is_some_and(|traits| traits.symbol);
    Does {
        // Of an operation that is not upstream's, silence about effects says nothing.
        acts: terminates || defines || promises.reads || promises.writes || upstream.is_some() && !pure,
        holds: regions || successors,
    }
}

/// An operation that disappears, or appears, though it does more than to give results.
pub(super) fn changed(registry: &Registry, model: &Model, classes: &Classes<'_>) -> Option<(Ident, OpId)> {
    let mut ended: Vec<OpRef> = Vec::new();
    for action in &model.actions {
        if let Step::Replace { target, .. } | Step::Erase(target) = action.step {
            let target = target.class(classes);
            if !ended.contains(&target) {
                ended.push(target);
            }
        }
    }
    let does = |name: Option<Ident>| name.map_or_else(Does::default, |name| does(registry, name));
    let standing = |index: &usize| !ended.contains(&OpRef::Created(*index));
    let made: Vec<usize> = (0..model.created.len())
        .filter(standing)
        .filter(|index| does(Some(model.created[*index].name)).acts)
        .collect();
    let root = classes.node(model.anchor);
    let mut again = false;
    for op in &ended {
        let OpRef::Node(node) = *op else { continue };
        let Some(name) = classes.name(node) else { continue };
        let Does { acts, holds } = does(Some(name));
        if !acts && !holds {
            continue;
        }
        again =
            node == root && !holds && made.len() == 1 && is_again(registry, model, classes, node, made[0]);
        if !again {
            return Some((name, model.nodes[node].op));
        }
    }
    let appears = made.into_iter().find(|_| !again)?;
    Some((model.created[appears].name, model.created[appears].op))
}

/// Tells if a created operation is a matched one again, as far as the pattern names its parts.
fn is_again(registry: &Registry, model: &Model, classes: &Classes<'_>, node: usize, created: usize) -> bool {
    let (old, new) = (&model.nodes[node], &model.created[created]);
    if new.native {
        return false;
    }
    let same_value = |(old, new): (&usize, &ValueRef)| match new {
        ValueRef::Matched(new) => classes.value(*old) == classes.value(*new),
        _ => false,
    };
    let operands = old.operands.len() == new.operands.len()
        && old.operands.iter().zip(new.operands.iter()).all(same_value);
    classes.name(node) == Some(new.name)
        && operands
        && keeps_attributes(registry, model, classes, node, created)
}

/// Tells if a created operation has the attributes of a matched one, as far as the pattern names them, and the pattern names all
/// that have to be there.
pub(super) fn keeps_attributes(
    registry: &Registry,
    model: &Model,
    classes: &Classes<'_>,
    node: usize,
    created: usize,
) -> bool {
    let new = &model.created[created];
    let spec = registry.op(new.name).filter(|spec| !spec.lossy);
    // A discardable attribute means nothing to the operation.
    let inherent = |name: Ident| match spec {
        Some(spec) => spec.attributes.iter().any(|one| one.name == name),
        None => !registry.ctx().str(name).contains('.'),
    };
    let named: Vec<_> = classes.attributes_of(node).iter().filter(|(name, _)| inherent(*name)).collect();
    let same_attribute = |attribute: usize, other: &AttrRef| match other {
        AttrRef::Matched(other) => classes.attribute(*other) == classes.attribute(attribute),
        AttrRef::Constant(other) => classes.attribute_constant(classes.attribute(attribute)) == Some(*other),
        _ => false,
    };
    let kept = |(name, attribute): &&(Ident, usize)| {
        new.attributes.iter().any(|(other, value)| other == name && same_attribute(*attribute, value))
    };
    let required = spec.map_or(&[][..], |spec| &spec.attributes[..]);
    let given = new.attributes.iter().filter(|(name, _)| inherent(*name)).count();
    named.len() == given
        && named.iter().all(kept)
        && required.iter().all(|one| one.optional || named.iter().any(|(name, _)| *name == one.name))
}

/// Tells if something matches and the rewrite leaves it as it is, but for attributes that mean nothing to the program: then
/// every value is what it was, whatever the operations and the native constraints are.
pub(super) fn changes_nothing(task: &Task<'_>, models: &[Model]) -> bool {
    let mut possible = models.iter().filter(|model| model.impossible.is_empty()).peekable();
    let changes = |op: PdlOp<'_>| matches!(op, PdlOp::Operation(_) | PdlOp::Replace(_) | PdlOp::Erase(_));
    possible.peek().is_some()
        && !Pattern { program: task.program, op: task.pattern }.rewrite_ops().any(changes)
        && possible.all(|model| {
            model.created.is_empty() && !model.actions.iter().any(|action| action.step.changes())
        })
}

/// The answer where an operation has no meaning: `unknown` where the rewrite changes what every meaning must keep.
pub(super) fn without_values(task: &Task<'_>, models: &[Model], result: StageResult) -> StageResult {
    if !matches!(result.verdict, StageVerdict::NotChecked(Reason::NoMeaning { .. })) {
        return result;
    }
    let changed = models.iter().filter(|model| model.impossible.is_empty()).find_map(|model| {
        let classes = Classes::new(model, task.registry, false).ok()?;
        changed(task.registry, model, &classes)
    });
    match changed {
        // The meaning of something else is missing, then.
        Some((name, _)) if has_meaning(task.registry, name) => match result.verdict {
            StageVerdict::NotChecked(Reason::NoMeaning { name, span }) => {
                StageResult::unknown(Unknown::NoMeaning { name, span })
            }
            _ => result,
        },
        Some((name, op)) => {
            let name = task.registry.ctx().str(name).to_owned();
            StageResult::unknown(Unknown::NoMeaning { name, span: task.program.op(op).span })
        }
        None => result,
    }
}
