//! The rewriting part of a pattern, read once: what each step names, in the order of the text. Knows no payload.

use super::register::{Slot, Types};
use crate::data::{Ident, OpId, ValueId, known};
use crate::pdl::{self, Operation, Pattern, PdlOp, Replace, Rewrite};

/// The rewriting part of one pattern.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// The `pdl.rewrite`.
    pub(super) rewrite: OpId,
    /// The values of the matched operations, in the order of the text.
    pub(super) matched: Box<[ValueId]>,
    pub(super) steps: Box<[Step]>,
}

/// A step, and the pdl operation that asks for it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) op: OpId,
    pub(super) action: Action,
}

/// The effect of a step.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Create(Create),
    /// Replaces by values or by an operation.
    Replace(Replacement),
    Erase(Option<ValueId>),
    Result {
        value: Option<ValueId>,
        parent: Option<ValueId>,
        index: Option<u32>,
        /// A single result, rather than a group.
        single: bool,
        range: bool,
    },
    Range {
        value: Option<ValueId>,
        elements: Box<[ValueId]>,
        of_types: bool,
    },
    Native {
        name: Option<Ident>,
        arguments: Box<[ValueId]>,
        results: Box<[ValueId]>,
    },
    /// Binds a value to a constant.
    Bind(Option<ValueId>, Slot),
}

/// An operation that is created.
#[derive(Clone, Debug)]
pub(super) struct Create {
    pub(super) value: Option<ValueId>,
    pub(super) name: Option<Ident>,
    pub(super) operands: Box<[ValueId]>,
    pub(super) attributes: Box<[(Ident, ValueId)]>,
    pub(super) types: Box<[WrittenType]>,
    /// The values of the operations that it is written to replace.
    pub(super) replaced: Box<[Replaced]>,
}

/// A result type as written.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenType {
    pub(super) value: ValueId,
    /// The matching part defines it.
    pub(super) matched: bool,
    pub(super) range: bool,
}

/// An operation that a created one replaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replaced {
    pub(super) value: ValueId,
    pub(super) matched: bool,
}

/// An operation that is replaced, and by what.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub(super) target: Option<ValueId>,
    /// The target is written as an operation of the pattern without results.
    pub(super) without_results: bool,
    pub(super) by_operation: Option<ValueId>,
    pub(super) by_values: Box<[ValueId]>,
}

impl Plan {
    /// The plan of a pattern; `None` without a rewriting part.
    pub(super) fn new(pattern: Pattern<'_>) -> Option<Plan> {
        let rewrite = pattern.rewrite()?;
        let mut matched: Vec<ValueId> = pattern.operations().filter_map(Operation::value).collect();
        matched.sort_unstable();
        let steps = match rewrite.external() {
            Some(name) => [external(rewrite, name)].into(),
            None => rewrite.ops().filter_map(|op| step(pattern, op)).collect(),
        };
        Some(Plan { rewrite: rewrite.op, matched: matched.into(), steps })
    }
}

fn external(rewrite: Rewrite<'_>, name: Ident) -> Step {
    let arguments = rewrite.root().into_iter().chain(rewrite.external_arguments()).collect();
    Step { op: rewrite.op, action: Action::Native { name: Some(name), arguments, results: [].into() } }
}

/// The step of an operation of the rewriting part; `None` for one without effect.
fn step(pattern: Pattern<'_>, op: PdlOp<'_>) -> Option<Step> {
    let action = match op {
        PdlOp::Operation(view) => Action::Create(create(pattern, view)),
        PdlOp::Replace(view) => Action::Replace(replacement(pattern, view)),
        PdlOp::Erase(view) => Action::Erase(view.target()),
        PdlOp::Result(view) => Action::Result {
            value: view.value(),
            parent: view.parent(),
            index: view.index(),
            single: !view.is_results(),
            range: view.is_range(),
        },
        PdlOp::Range(view) => Action::Range {
            value: view.value(),
            elements: view.elements().collect(),
            of_types: view.value().is_some_and(|value| pdl::range_is_of(view.program, value, known::T_TYPE)),
        },
        PdlOp::NativeRewrite(view) => Action::Native {
            name: view.name(),
            arguments: view.arguments().collect(),
            results: view.results().collect(),
        },
        PdlOp::Attribute(view) => {
            Action::Bind(view.value(), view.constant().map_or(Slot::Null, Slot::Attribute))
        }
        // A type without a constant is bound by the operation that is created with it.
        PdlOp::Type(view) => Action::Bind(view.value(), Slot::Type(view.constant()?)),
        PdlOp::Types(view) => Action::Bind(view.value(), Slot::Types(Types::Owned(view.constants()?.into()))),
        // Static rules let nothing else into a rewriting part.
        _ => return None,
    };
    Some(Step { op: op.op(), action })
}

fn create(pattern: Pattern<'_>, view: Operation<'_>) -> Create {
    let written = |value| WrittenType {
        value,
        matched: is_matched(pattern, value),
        range: pdl::is_range(view.program, value),
    };
    let types: Box<[WrittenType]> = view.result_types().map(written).collect();
    // Types that the matching part gives need no other source.
    let given = !types.is_empty() && types.iter().all(|written| written.matched);
    Create {
        value: view.value(),
        name: view.name(),
        operands: view.operands().collect(),
        attributes: view.attributes().collect(),
        types,
        replaced: if given { [].into() } else { replaced_by(pattern, view) },
    }
}

fn is_matched(pattern: Pattern<'_>, value: ValueId) -> bool {
    pattern.program.defining_op(value).is_some_and(|op| pattern.in_matcher(op))
}

/// The operation values that an operation is written to replace.
fn replaced_by(pattern: Pattern<'_>, view: Operation<'_>) -> Box<[Replaced]> {
    let program = view.program;
    let Some(value) = view.value() else { return [].into() };
    let targets = program.uses(value).filter_map(|slot| {
        let PdlOp::Replace(replace) = PdlOp::view(program, program.operand_owner(slot)) else { return None };
        let value = replace.target()?;
        program.defining_op(value)?;
        (program.operand_index(slot) != 0).then(|| Replaced { value, matched: is_matched(pattern, value) })
    });
    targets.collect()
}

fn replacement(pattern: Pattern<'_>, view: Replace<'_>) -> Replacement {
    let definition = view.target().and_then(|value| pattern.definition(value));
    let without_results =
        matches!(definition, Some(PdlOp::Operation(operation)) if operation.types_are_left_open());
    Replacement {
        target: view.target(),
        without_results,
        by_operation: view.by_operation(),
        by_values: view.by_values().collect(),
    }
}
