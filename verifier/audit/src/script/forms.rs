//! Normal forms: the shape that a transform needs its operations to have. An operation of the given program has a form as it is
//! written, until a step changes it; from then on a form holds only where a step makes it, and is lost where a step makes the
//! opposite one. A step that changes operations in place drops what it does not keep. The table `forms.txt` says which transform
//! needs, makes and keeps which form.
//!
//! Order: a form holds, is missing, or is not known. Domain: operations that are still those of the given program, and places
//! where a step of the table ran. Not covered: forms that patterns and passes bring about; of these nothing is known.

use std::sync::OnceLock;

use assay_ir::data::{OpId, Program, TypeKind, ValueDef, ValueId};
use assay_ir::rule::Rule;

use super::alias::Certainty;
use super::payload::{NodeId, Part, What};
use super::run::{Flow, Run};
use super::text;

/// A normal form of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Two or more loops that hold nothing but the next one, none with bounds that an outer one computes.
    Nest,
    /// The bounds and the step of a loop are constants.
    ConstantBounds,
    /// The bounds of loops in a loop are computed outside of it.
    OutsideBounds,
    /// Its operands are no memrefs.
    Tensors,
    /// Its operands are no tensors.
    Buffers,
    /// No extent of an operand is open.
    StaticShapes,
}

impl Form {
    const ALL: [(Form, &'static str, &'static str); 6] = [
        (Form::Nest, "nest", "a perfect nest of loops with bounds that do not depend on one another"),
        (Form::ConstantBounds, "constant-bounds", "a loop with constant bounds"),
        (Form::OutsideBounds, "outside-bounds", "inner loops with bounds from outside of the loop"),
        (Form::Tensors, "tensors", "operands that are tensors"),
        (Form::Buffers, "buffers", "operands that are memrefs"),
        (Form::StaticShapes, "static-shapes", "operands of static shapes"),
    ];

    fn read(word: &str) -> Option<Form> {
        Form::ALL.iter().find(|(_, name, _)| *name == word).map(|(form, ..)| *form)
    }

    fn words(self) -> &'static str {
        Form::ALL.iter().find(|(form, ..)| *form == self).map_or("", |(.., words)| words)
    }

    fn opposite(self) -> Option<Form> {
        match self {
            Form::Tensors => Some(Form::Buffers),
            Form::Buffers => Some(Form::Tensors),
            _ => None,
        }
    }
}

/// A step that brought what it was given to a form.
#[derive(Clone, Debug)]
pub(super) struct Made {
    scope: Part,
    form: Form,
    by: OpId,
}

/// The table.
#[derive(Default)]
struct Table {
    needs: Vec<(&'static str, Form, Option<&'static str>)>,
    makes: Vec<(&'static str, Form)>,
    keeps: Vec<(&'static str, Form)>,
    enables: Vec<(Form, &'static str)>,
}

fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        for line in include_str!("forms.txt").lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&'static str> = line.split(' ').collect();
            match words[..] {
                ["needs", name, form] => {
                    table.needs.extend(Form::read(form).map(|form| (name, form, None)));
                }
                ["needs", name, form, "unless", unless] => {
                    table.needs.extend(Form::read(form).map(|form| (name, form, Some(unless))));
                }
                ["keeps", name, ref forms @ ..] => {
                    table.keeps.extend(forms.iter().filter_map(|form| Some((name, Form::read(form)?))));
                }
                ["makes", name, form] => table.makes.extend(Form::read(form).map(|form| (name, form))),
                ["enables", form, name] => table.enables.extend(Form::read(form).map(|form| (form, name))),
                _ => {}
            }
        }
        table
    })
}

impl Run<'_> {
    /// A transform whose operations lack a form that it needs fails.
    pub(super) fn lacks_form(&mut self, op: OpId, name: &str) -> Option<Flow> {
        let given = |unless: &Option<&str>| {
            let list =
                |name| text::attr(self.program, op, name).map(|attr| text::elements(self.program, attr));
            unless.is_some_and(|name| list(name).is_some_and(|list| !list.is_empty()))
        };
        let needed: Vec<Form> = table()
            .needs
            .iter()
            .filter(|(one, _, unless)| *one == name && !given(unless))
            .map(|(_, form, _)| *form)
            .collect();
        needed.into_iter().find_map(|form| self.lacks(op, form))
    }

    fn lacks(&mut self, op: OpId, form: Form) -> Option<Flow> {
        let parts = self.parts(op, 0);
        if let Some(made) = parts.iter().find_map(|part| self.lost(*part, form)) {
            let by = text::step(self.program, made);
            let message = format!("this needs {}, and {by} ran before", form.words());
            let related = vec![(made, format!("{} are made here", Form::words(form.opposite()?)))];
            let certain = parts.iter().any(|part| matches!(part, Part::Op(_)));
            let certainty = if certain { Certainty::Must } else { Certainty::May };
            self.report(Rule::C502, certainty, op, None, message, related);
            return certain.then_some(Flow::Fails(op));
        }
        let nodes = self.exact(op, 0)?;
        let given = self.given?;
        let lacks = |node| self.intact(node, form).filter(|op| !has(given, *op, form));
        let missing = nodes.into_iter().find_map(lacks)?;
        let enabling = table().enables.iter().find(|(one, _)| *one == form);
        let hint = enabling.map_or_else(String::new, |(_, name)| format!("; `{name}` before it may help"));
        let what = given.op_name(missing);
        let message =
            format!("this needs {}; the `{what}` that it is given has another form{hint}", form.words());
        Some(self.fails(op, message))
    }

    /// The step after which a part has no longer a form.
    fn lost(&self, part: Part, form: Form) -> Option<OpId> {
        let at = match part {
            Part::Op(node) => node,
            Part::Group(_) => self.state.payload.place(part),
        };
        let payload = &self.state.payload;
        let inside = |made: &&Made| matches!(made.scope, Part::Op(scope) if payload.is_within(at, scope));
        let last = self.state.made.iter().rev().filter(inside);
        let mut last = last.filter(|made| made.form == form || Some(made.form) == form.opposite());
        last.next().filter(|made| made.form != form).map(|made| made.by)
    }

    /// Remembers the forms that a transform brings about.
    pub(super) fn make_forms(&mut self, op: OpId, name: &str) {
        for (_, form) in table().makes.iter().filter(|(one, _)| *one == name) {
            let made = self.parts(op, 0).into_iter().map(|scope| Made { scope, form: *form, by: op });
            let made: Vec<Made> = made.collect();
            self.state.made.extend(made);
        }
    }

    /// The operation of the given program that a node is with all that it holds, while no step changed it but those that keep
    /// a form.
    fn intact(&self, node: NodeId, form: Form) -> Option<OpId> {
        let payload = &self.state.payload;
        let What::Op { payload: Some(op), .. } = payload.node(node).what else { return None };
        let given = self.given.filter(|_| payload.of_op(op) == Some(node))?;
        let keeps = |step: OpId| {
            let name = self.program.op_name(step);
            table().keeps.iter().any(|(one, kept)| *one == name && *kept == form)
        };
        let below = payload.post_order(node);
        let same = |node: &NodeId| {
            let node = payload.node(*node);
            node.alive && matches!(node.what, What::Op { payload: Some(_), .. })
        };
        let near = |other: NodeId| payload.is_within(other, node) || payload.is_within(node, other);
        let kept = self.state.in_place.iter().all(|(other, step)| keeps(*step) || !near(*other));
        (kept && below.len() == given.walk(op).count() && below.iter().all(same)).then_some(op)
    }
}

/// Tells if an operation has a form; also where that is not decided.
fn has(program: &Program, op: OpId, form: Form) -> bool {
    let loops = program.op_name(op) == "scf.for";
    let shaped = |value: ValueId| program.ctx().type_kind(program.value_type(value));
    match form {
        Form::Nest => !loops || is_nest(program, op),
        Form::ConstantBounds => !loops || bounds(program, op).all(|value| is_constant(program, value)),
        Form::OutsideBounds => {
            let mut inner = program.walk(op).skip(1).filter(|inner| program.op_name(*inner) == "scf.for");
            !loops || inner.all(|inner| bounds(program, inner).all(|value| !is_inside(program, value, op)))
        }
        Form::Tensors => !program.operands(op).any(|value| matches!(shaped(value), TypeKind::MemRef { .. })),
        Form::Buffers => {
            !program.operands(op).any(|value| matches!(shaped(value), TypeKind::RankedTensor { .. }))
        }
        Form::StaticShapes => !program.operands(op).any(|value| match shaped(value) {
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                shape.iter().any(Option::is_none)
            }
            _ => false,
        }),
    }
}

/// Lower bound, upper bound and step.
fn bounds(program: &Program, op: OpId) -> impl Iterator<Item = ValueId> + '_ {
    program.operands(op).take(3)
}

fn is_constant(program: &Program, value: ValueId) -> bool {
    program.defining_op(value).is_some_and(|op| program.op_name(op) == "arith.constant")
}

/// Tells if a value is computed in an operation.
fn is_inside(program: &Program, value: ValueId, op: OpId) -> bool {
    let owner = match program.value(value).def {
        ValueDef::Result(owner, _) => program.parent_op(owner),
        ValueDef::Argument(block, _) => Some(program.block_parent_op(block)),
    };
    let mut around = std::iter::successors(owner, |owner| program.parent_op(*owner));
    around.any(|around| around == op)
}

/// A loop that holds one loop alone, whose bounds it does not compute. What it carries is not looked at.
fn is_nest(program: &Program, op: OpId) -> bool {
    let Some(block) = text::body(program, op) else { return true };
    let inner: Vec<OpId> = program.ops_in(block).collect();
    match inner[..] {
        [only, _] if program.op_name(only) == "scf.for" => {
            bounds(program, only).all(|value| !is_inside(program, value, op))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::effects;
    use super::*;

    #[test]
    fn every_line_is_read_and_names_a_transform() {
        let lines = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#')).count();
        let table = table();
        let keeping: BTreeSet<&str> = table.keeps.iter().map(|(name, _)| *name).collect();
        assert_eq!(table.needs.len() + table.makes.len() + keeping.len() + table.enables.len(), lines);
        let needs = table.needs.iter().map(|(name, ..)| *name);
        let makes = table.makes.iter().map(|(name, _)| *name);
        let enables = table.enables.iter().map(|(_, name)| *name);
        for name in needs.chain(makes).chain(keeping).chain(enables) {
            assert!(effects::of(name).is_some(), "{name}");
        }
    }
}
