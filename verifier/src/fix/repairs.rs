//! Which changes of the text may repair a broken place, by the rule that is broken. Must not judge whether they do.

use assay_ir::data::{OpId, Span, TypeKind, ValueId, known};
use assay_ir::pdl::{Operation, Pattern, PdlOp};
use assay_ir::spec::Registry;
use assay_ir::text::type_text;

use super::edit::{Edit, Text};
use crate::lint::untyped_literal;
use crate::verdict::{Claim, Rule};

/// A change that may help.
#[derive(Clone, Debug)]
pub(crate) struct Repair {
    /// What it does.
    pub title: String,
    /// The changes.
    pub edits: Vec<Edit>,
}

/// The changes to try for what is claimed, best first.
pub(crate) fn propose(text: &Text<'_>, claim: &Claim) -> Vec<Repair> {
    let mut out = Vec::new();
    match claim.code {
        Rule::S103 | Rule::S105 | Rule::S107 => out.extend(leave_alone(text, claim.op)),
        Rule::S109 => out.extend(end_once(text, claim.op)),
        Rule::S102 | Rule::S104 => out.extend(end_last(text, claim)),
        Rule::M501 => out.extend(read_again(text, claim.op)),
        _ => {}
    }
    out
}

/// The literals of matched constants without a type get that of the constant, where it is written: without one they are `i64`,
/// and a constant of another type never matches.
pub(crate) fn typed(text: &Text<'_>, registry: &Registry) -> Option<Repair> {
    let pattern = Pattern { program: text.program, op: text.pattern };
    let mut found: Vec<(Edit, String)> =
        pattern.operations().filter_map(|operation| typed_literal(text, registry, operation)).collect();
    found.sort();
    found.dedup();
    let (edits, words): (Vec<Edit>, Vec<String>) = found.into_iter().unzip();
    let title = format!("write {}, as a literal without a type is i64", words.join(" and "));
    (!edits.is_empty()).then_some(Repair { title, edits })
}

/// The type behind the literal of a matched constant, and the literal with it.
fn typed_literal(text: &Text<'_>, registry: &Registry, operation: Operation<'_>) -> Option<(Edit, String)> {
    let program = text.program;
    operation.name().filter(|name| registry.is_constant_like(*name))?;
    let literal = |value: ValueId| {
        let op = program.defining_op(value)?;
        Some((op, untyped_literal(program, op)?))
    };
    let (op, literal) = operation.attribute_values().find_map(literal)?;
    let written = |value: ValueId| match PdlOp::view(program, program.defining_op(value)?) {
        PdlOp::Type(ty) => ty.constant(),
        _ => None,
    };
    let ty = operation.result_types().find_map(written)?;
    let is_integer = matches!(program.ctx().type_kind(ty), TypeKind::Integer { .. } | TypeKind::Index);
    let ty = type_text(program.ctx(), ty);
    let end = program.op(op).span.end;
    let edit = Edit { span: Span { start: end, end }, text: format!(" : {ty}") };
    is_integer.then(|| (edit, format!("`{literal} : {ty}`")))
}

/// What is replaced or erased, as the text names it.
fn target<'a>(text: &Text<'a>, op: OpId) -> Option<(ValueId, &'a str)> {
    let name = text.program.op(op).name;
    if name != known::PDL_REPLACE && name != known::PDL_ERASE {
        return None;
    }
    let handle = text.program.operand(op, 0)?;
    Some((handle, text.name(handle)?))
}

/// An operation that is not the root stays: once nothing uses it, dead-code elimination takes it.
fn leave_alone(text: &Text<'_>, op: OpId) -> Option<Repair> {
    let (handle, name) = target(text, op)?;
    let pattern = Pattern { program: text.program, op: text.pattern };
    if pattern.anchor() == text.program.defining_op(handle) {
        return None;
    }
    let title = format!("leave {name} alone; once nothing uses it, dead-code elimination takes it");
    Some(Repair { title, edits: vec![text.without(op)] })
}

fn end_once(text: &Text<'_>, op: OpId) -> Option<Repair> {
    let (handle, name) = target(text, op)?;
    let pattern = Pattern { program: text.program, op: text.pattern };
    let ends = |other: &OpId| target(text, *other).is_some_and(|(target, _)| target == handle);
    let title = match pattern.rewrite_ops().map(assay_ir::pdl::PdlOp::op).filter(ends).count() {
        0 | 1 => format!("leave {name} alone, as it may have ended already"),
        _ => format!("end {name} once only"),
    };
    Some(Repair { title, edits: vec![text.without(op)] })
}

/// What ended too early ends last.
fn end_last(text: &Text<'_>, claim: &Claim) -> Option<Repair> {
    let pattern = Pattern { program: text.program, op: text.pattern };
    let steps: Vec<OpId> = pattern.rewrite_ops().map(assay_ir::pdl::PdlOp::op).collect();
    let ended = claim.labels.iter().find_map(|label| {
        steps
            .iter()
            .copied()
            .find(|op| text.program.op(*op).span == label.span && target(text, *op).is_some())
    })?;
    let last = steps.last().copied().filter(|last| *last != ended)?;
    let (_, name) = target(text, ended)?;
    let edits = vec![text.without(ended), text.line_after(last, text.of_op(ended))];
    Some(Repair { title: format!("end {name} last"), edits })
}

/// A second place gets a result that is read a second time, which MLIR compares.
fn read_again(text: &Text<'_>, op: OpId) -> Option<Repair> {
    let program = text.program;
    let repeated = program.operand_ids(op).filter_map(|slot| {
        let value = program.operand_value(slot);
        let read = program.defining_op(value)?;
        let is_read = matches!(program.op(read).name, known::PDL_RESULT | known::PDL_RESULTS);
        let twice = program.uses(value).filter(|other| is_operand_place(text, program.operand_owner(*other)));
        (is_read && twice.count() > 1).then_some((slot, value, read))
    });
    let (slot, value, read) = repeated.last()?;
    let old = text.name(value)?;
    let new = text.fresh(&format!("{old}_again"));
    let (_, rest) = text.of_op(read).split_once('=')?;
    let edits = vec![
        text.line_after(read, &format!("{new} ={rest}")),
        text.renamed(program.operand_pos(slot).0, &new)?,
    ];
    Some(Repair { title: format!("read {old} a second time for the second place"), edits })
}

fn is_operand_place(text: &Text<'_>, op: OpId) -> bool {
    text.program.op(op).name == known::PDL_OPERATION
}
