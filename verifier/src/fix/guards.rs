//! Which tests of the program around a match there are to try, weaker ones first, and how they are written: as the native
//! constraints of `corpus/natives/guards.mlir`. Must not judge whether they suffice.

use assay_ir::data::{OpId, known};
use assay_ir::pdl::{Pattern, PdlOp};

use super::edit::{Edit, Text};
use crate::pattern::model::{Definition, Model, NodeIx, OpRef, Step, ValueIx, ValueRef};
use crate::stage::Options;
use crate::verdict::Rule;

/// A test of the program around a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// The value is defined where it dominates the operation.
    Dominates(ValueIx, NodeIx),
    /// The operation is no terminator.
    NotTerminator(NodeIx),
    /// Both operations stand in one block.
    SameBlock(NodeIx, NodeIx),
    /// The value has one use.
    OneUse(ValueIx),
    /// Nothing uses the value.
    Unused(ValueIx),
}

impl Guard {
    /// The native constraint that tests it.
    pub(crate) fn native(self) -> &'static str {
        match self {
            Guard::Dominates(..) => "dominates",
            Guard::NotTerminator(_) => "not_terminator",
            Guard::SameBlock(..) => "same_block",
            Guard::OneUse(_) => "one_use",
            Guard::Unused(_) => "unused",
        }
    }
}

/// Tells if a violation of a rule can depend on the program around the match.
pub(crate) fn may_help(code: Rule) -> bool {
    matches!(
        code,
        Rule::S101 | Rule::S102 | Rule::S103 | Rule::S104 | Rule::S105 | Rule::S106 | Rule::S107 | Rule::S109
    )
}

/// The tests that the rewrite of a pattern may depend on.
pub(crate) fn find(model: &Model, options: &Options) -> Vec<Guard> {
    let mut out: Vec<Guard> = Vec::new();
    let mut add = |guard: Guard| {
        if !out.contains(&guard) {
            out.push(guard);
        }
    };
    let mut ended: Vec<NodeIx> = Vec::new();
    let matched = |values: &[ValueRef]| -> Vec<ValueIx> {
        let found = values.iter().filter_map(|value| match value {
            ValueRef::Matched(value) => Some(*value),
            _ => None,
        });
        found.collect()
    };
    for action in &model.actions {
        match &action.step {
            Step::Replace { target: OpRef::Node(node), values, .. } => {
                ended.push(*node);
                matched(values).into_iter().for_each(|value| add(Guard::Dominates(value, *node)));
            }
            Step::Erase(OpRef::Node(node)) => ended.push(*node),
            Step::Create(created) => {
                let operands = matched(&model.created[*created].operands);
                operands.into_iter().for_each(|value| add(Guard::Dominates(value, model.anchor)));
            }
            _ => {}
        }
    }
    for node in &ended {
        if model.nodes[*node].name.is_none() || options.unknown_ops.may_terminate {
            add(Guard::NotTerminator(*node));
        }
        if options.unknown_ops.may_own_regions && *node != model.anchor {
            add(Guard::SameBlock(*node, model.anchor));
        }
    }
    for node in &ended {
        model.nodes[*node].results.iter().for_each(|result| add(Guard::OneUse(*result)));
    }
    for node in &ended {
        model.nodes[*node].results.iter().for_each(|result| add(Guard::Unused(*result)));
    }
    out
}

/// The lines that add the tests to a pattern; `None` where something has no name in its text.
pub(crate) fn edits(text: &Text<'_>, model: &Model, guards: &[Guard]) -> Option<Vec<Edit>> {
    let mut lines: Vec<String> = Vec::new();
    for guard in guards {
        let native = guard.native();
        let line = match *guard {
            Guard::Dominates(value, node) => {
                let value = value_name(text, model, value, &mut lines)?;
                let node = op_name(text, model.nodes[node].op)?;
                format!(
                    "pdl.apply_native_constraint \"{native}\"({value}, {node} : !pdl.value, !pdl.operation)"
                )
            }
            Guard::NotTerminator(node) => {
                let node = op_name(text, model.nodes[node].op)?;
                format!("pdl.apply_native_constraint \"{native}\"({node} : !pdl.operation)")
            }
            Guard::SameBlock(first, second) => {
                let (first, second) =
                    (op_name(text, model.nodes[first].op)?, op_name(text, model.nodes[second].op)?);
                let kinds = "!pdl.operation, !pdl.operation";
                format!("pdl.apply_native_constraint \"{native}\"({first}, {second} : {kinds})")
            }
            Guard::OneUse(value) | Guard::Unused(value) => {
                let value = value_name(text, model, value, &mut lines)?;
                format!("pdl.apply_native_constraint \"{native}\"({value} : !pdl.value)")
            }
        };
        lines.push(line);
    }
    let mut edits: Vec<Edit> = lines.iter().map(|line| text.line_before(model.rewrite, line)).collect();
    // One place, one edit: the lines keep their order.
    let joined: String = edits.iter().map(|edit| edit.text.as_str()).collect();
    edits.truncate(1);
    edits.first_mut()?.text = joined;
    Some(edits)
}

/// What a test asks for.
pub(crate) fn describe(text: &Text<'_>, model: &Model, guard: Guard) -> String {
    let value = |value: ValueIx| match model.values[value].def {
        Definition::Free(op) => op_name(text, op).unwrap_or("the operand").to_owned(),
        Definition::Result(node, index) => {
            let of = op_name(text, model.nodes[node].op).unwrap_or("the operation");
            if model.nodes[node].results.len() == 1 {
                format!("the result of {of}")
            } else {
                format!("result {index} of {of}")
            }
        }
    };
    let node = |node: NodeIx| op_name(text, model.nodes[node].op).unwrap_or("the operation").to_owned();
    match guard {
        Guard::Dominates(first, then) => format!("{} dominates {}", value(first), node(then)),
        Guard::NotTerminator(only) => format!("{} is no terminator", node(only)),
        Guard::SameBlock(first, second) => {
            format!("{} and {} stand in one block", node(first), node(second))
        }
        Guard::OneUse(only) => format!("{} has one use", value(only)),
        Guard::Unused(only) => format!("nothing uses {}", value(only)),
    }
}

fn op_name<'a>(text: &Text<'a>, op: OpId) -> Option<&'a str> {
    text.name(text.program.result(op, 0)?)
}

/// The name of a matched value; a result that the text does not read yet is read by one more line.
fn value_name(text: &Text<'_>, model: &Model, value: ValueIx, lines: &mut Vec<String>) -> Option<String> {
    let (node, index) = match model.values[value].def {
        Definition::Free(op) => return op_name(text, op).map(str::to_owned),
        Definition::Result(node, index) => (node, index),
    };
    let handle = text.program.result(model.nodes[node].op, 0)?;
    let body = Pattern { program: text.program, op: text.pattern }.body()?;
    let read = text.program.ops_in(body).find(|op| match PdlOp::view(text.program, *op) {
        PdlOp::Result(_) if text.program.op(*op).name == known::PDL_RESULT => {
            let number = text.program.attr(*op, known::INDEX).and_then(|attr| number(text, attr));
            text.program.operand(*op, 0) == Some(handle) && number == Some(index)
        }
        _ => false,
    });
    if let Some(name) = read.and_then(|op| op_name(text, op)) {
        return Some(name.to_owned());
    }
    let of = text.name(handle)?;
    let ending = format!("= pdl.result {index} of {of}");
    if let Some(line) = lines.iter().find(|line| line.ends_with(&ending)) {
        return line.split_once(' ').map(|(name, _)| name.to_owned());
    }
    let name = text.fresh(&format!("{of}_result"));
    lines.push(format!("{name} {ending}"));
    Some(name)
}

fn number(text: &Text<'_>, attr: assay_ir::data::AttrId) -> Option<usize> {
    match text.program.ctx().attr_kind(attr) {
        assay_ir::data::AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
        _ => None,
    }
}
