//! Normal forms: the shape that a transform needs its operations to have, the table of the steps that need, make and keep one,
//! and the check of a program. The table is `forms.txt`; `held` follows the forms through a script.
//!
//! A form is a property of an operation with all that it holds. Not covered: loops of `affine` for nests and constant bounds.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use assay_ir::data::{AttrKind, OpId, Program, TypeKind, ValueDef, ValueId};
use assay_ir::ops::{self, Many};

use super::{kinds, text};

/// A normal form of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Two or more loops that hold nothing but the next one, none with bounds that an outer one computes.
    Nest,
    /// The bounds and the step of a loop are constants.
    ConstantBounds,
    /// The bounds of loops in a loop are computed outside of it.
    OutsideBounds,
    /// A loop runs from zero by one.
    Normalized,
    /// Its operands are no memrefs.
    Tensors,
    /// Its operands are no tensors.
    Buffers,
    /// No extent of an operand is open.
    StaticShapes,
    /// It makes no tensor out of elements: tensors are written to destinations.
    DestinationStyle,
    /// Each of its regions has at most one block.
    SingleBlock,
    /// It holds no scalar operation without a use, and each constant once in a block.
    Canonical,
    /// It holds no `affine.apply`.
    NoAffineApply,
    /// It holds no `builtin.unrealized_conversion_cast`.
    NoCasts,
}

impl Form {
    /// All forms with their names and what they are, in words.
    pub const ALL: [(Form, &'static str, &'static str); 12] = [
        (Form::Nest, "nest", "a perfect nest of loops with bounds that do not depend on one another"),
        (Form::ConstantBounds, "constant-bounds", "a loop with constant bounds"),
        (Form::OutsideBounds, "outside-bounds", "inner loops with bounds from outside of the loop"),
        (Form::Normalized, "normalized", "loops that run from zero by one"),
        (Form::Tensors, "tensors", "operands that are tensors"),
        (Form::Buffers, "buffers", "operands that are memrefs"),
        (Form::StaticShapes, "static-shapes", "operands of static shapes"),
        (Form::DestinationStyle, "destination-style", "tensors that are written to destinations"),
        (Form::SingleBlock, "single-block", "regions of one block"),
        (Form::Canonical, "canonical", "no scalar operation without a use and each constant once"),
        (Form::NoAffineApply, "no-affine-apply", "no `affine.apply`"),
        (Form::NoCasts, "no-casts", "no `builtin.unrealized_conversion_cast`"),
    ];

    /// The form of a name.
    pub fn parse(word: &str) -> Option<Form> {
        Form::ALL.iter().find(|(_, name, _)| *name == word).map(|(form, ..)| *form)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Form::ALL.iter().find(|(form, ..)| *form == self).map_or("", |(_, name, _)| name)
    }

    pub(super) fn describe(self) -> &'static str {
        Form::ALL.iter().find(|(form, ..)| *form == self).map_or("", |(.., words)| words)
    }

    /// The form that an operation with operands of shaped types lacks where it has this one.
    pub(super) fn opposite(self) -> Option<Form> {
        match self {
            Form::Tensors => Some(Form::Buffers),
            Form::Buffers => Some(Form::Tensors),
            _ => None,
        }
    }
}

/// A need of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    pub(super) form: Form,
    /// With this operand or attribute it does not need it.
    pub(super) unless: Option<&'static str>,
    /// The operations of this name in the target need it, and not the target.
    pub(super) inside: Option<&'static str>,
}

/// A step that brings operations to a form.
#[derive(Clone, Debug)]
pub struct HandleMaker {
    /// A transform, `pass:NAME` or `patterns:NAME`.
    pub step: &'static str,
    /// The form.
    pub form: Form,
    /// The operations that get it; empty for all.
    pub of: Vec<&'static str>,
}

/// The effect of a step on a form that an operation has, or lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandleFate {
    /// An operation that had the form has it.
    Had,
    /// An operation has the form if, and only if, it had it.
    Same,
}

/// The table.
#[derive(Default)]
pub(super) struct Table {
    pub(super) needs: Vec<(&'static str, Need)>,
    pub(super) makes: Vec<HandleMaker>,
    pub(super) keeps: Vec<(&'static str, Form, HandleFate)>,
    pub(super) enables: Vec<(Form, &'static str)>,
    /// Operations and dialects that never have a form, or lack it for what they hold.
    lacks: Vec<(Form, &'static str)>,
    /// Operations and dialects that always have a form.
    admits: Vec<(Form, &'static str)>,
}

impl Table {
    /// The effect of a step on a form; `None` where it may do anything.
    pub(super) fn effect(&self, step: &str, form: Form) -> Option<HandleFate> {
        let rows = self.keeps.iter().filter(|(one, kept, _)| *one == step && *kept == form);
        rows.map(|(.., kept)| *kept).max()
    }

    /// Tells if a list names an operation, or its dialect, for a form.
    fn names(list: &[(Form, &'static str)], form: Form, name: &str) -> bool {
        list.iter().any(|(one, word)| *one == form && (*word == name || *word == ops::dialect_of(name)))
    }
}

pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        for line in include_str!("forms.txt").lines().filter(|line| !line.starts_with('#')) {
            read(&mut table, line);
        }
        table
    })
}

fn read(table: &mut Table, line: &'static str) {
    let words: Vec<&'static str> = line.split(' ').collect();
    let mut need = |step, form, unless, inside| {
        table.needs.extend(Form::parse(form).map(|form| (step, Need { form, unless, inside })));
    };
    match words[..] {
        ["needs", step, form] => need(step, form, None, None),
        ["needs", step, form, "unless", unless] => need(step, form, Some(unless), None),
        ["needs", step, form, "in", inside] => need(step, form, None, Some(inside)),
        ["makes", step, form] => {
            table.makes.extend(Form::parse(form).map(|form| HandleMaker { step, form, of: Vec::new() }));
        }
        ["makes", step, form, "of", ref of @ ..] => {
            table.makes.extend(Form::parse(form).map(|form| HandleMaker { step, form, of: of.to_vec() }));
        }
        [word @ ("keeps" | "leaves"), step, ref forms @ ..] => {
            let kept = if word == "keeps" { HandleFate::Had } else { HandleFate::Same };
            table.keeps.extend(forms.iter().filter_map(|form| Some((step, Form::parse(form)?, kept))));
        }
        [word @ ("lacks" | "admits"), form, ref names @ ..] => {
            let list = if word == "lacks" { &mut table.lacks } else { &mut table.admits };
            let form = Form::parse(form);
            list.extend(names.iter().filter_map(|name| Some((form?, *name))));
        }
        ["enables", form, step] => table.enables.extend(Form::parse(form).map(|form| (form, step))),
        _ => {}
    }
}

/// The steps that bring operations to forms.
pub fn makers() -> &'static [HandleMaker] {
    &table().makes
}

/// The steps that keep forms.
pub fn keepers() -> &'static [(&'static str, Form, HandleFate)] {
    &table().keeps
}

/// Tells if an operation has a form; one that the form says nothing about has it.
pub fn has(program: &Program, op: OpId, form: Form) -> bool {
    let name = program.op_name(op);
    let loops = bounds(program, op).is_some();
    let shaped = |value: ValueId| program.ctx().type_kind(program.value_type(value));
    match form {
        Form::Nest => !loops || is_nest(program, op),
        Form::ConstantBounds => has_bounds(program, op, None),
        Form::Normalized => has_bounds(program, op, Some((0, 1))),
        Form::OutsideBounds => {
            let mut inner = program.walk(op).skip(1).filter_map(|inner| bounds(program, inner)).flatten();
            !loops || inner.all(|value| !is_inside(program, value, op))
        }
        Form::Tensors => !program.operands(op).any(|value| matches!(shaped(value), TypeKind::MemRef { .. })),
        Form::Buffers => {
            Table::names(&table().admits, form, name)
                || !program.operands(op).any(|value| matches!(shaped(value), TypeKind::RankedTensor { .. }))
        }
        Form::StaticShapes => !program.operands(op).any(|value| match shaped(value) {
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                shape.iter().any(Option::is_none)
            }
            _ => false,
        }),
        Form::DestinationStyle => !Table::names(&table().lacks, form, name),
        Form::SingleBlock => program.op_regions(op).iter().all(|id| program.region(*id).blocks.len() <= 1),
        Form::Canonical => is_canonical(program, op),
        Form::NoAffineApply | Form::NoCasts => {
            !program.walk(op).any(|inner| Table::names(&table().lacks, form, program.op_name(inner)))
        }
    }
}

/// Tells if all operations in one, and it itself, have a form. A nest of loops is looked at from its outermost loop.
pub fn all_have(program: &Program, around: OpId, form: Form) -> bool {
    let is_loop = |op: OpId| bounds(program, op).is_some();
    let inner = |op: &OpId| form == Form::Nest && program.parent_op(*op).is_some_and(is_loop);
    match form {
        Form::Canonical | Form::NoAffineApply | Form::NoCasts => has(program, around, form),
        _ => program.walk(around).filter(|op| !inner(op)).all(|op| has(program, op, form)),
    }
}

/// Lower bound, upper bound and step of a loop that has them as its first operands.
pub(super) fn bounds(program: &Program, op: OpId) -> Option<[ValueId; 3]> {
    let record = ops::op(program.op_name(op)).filter(|record| record.has_interface(kinds::LOOP))?;
    let names = record.operands().filter(|group| group.many == Many::One).map(|group| group.name);
    if !names.take(3).eq(["lowerBound", "upperBound", "step"]) {
        return None;
    }
    Some([program.operand(op, 0)?, program.operand(op, 1)?, program.operand(op, 2)?])
}

/// Tells if an operation is a constant.
pub(super) fn is_constant(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has("constant_like"))
}

fn constant(program: &Program, value: ValueId) -> Option<i64> {
    text::number(program, program.defining_op(value).filter(|op| is_constant(program, *op))?, "value")
}

/// Tells if the bounds of a loop are constants, and the lower ones and the steps these. Of other operations nothing is said.
fn has_bounds(program: &Program, op: OpId, exactly: Option<(i64, i64)>) -> bool {
    let fits = |value: Option<i64>, wanted: Option<i64>| match (value, wanted) {
        (Some(value), Some(wanted)) => value == wanted,
        (value, None) => value.is_some(),
        (None, _) => false,
    };
    let (from, by) = (exactly.map(|one| one.0), exactly.map(|one| one.1));
    let all = |key: &str, wanted| {
        let list = text::integers(program, op, key).unwrap_or_default();
        list.iter().all(|value| fits(Some(*value).filter(|value| *value != i64::MIN), wanted))
    };
    if let Some(bounds) = bounds(program, op) {
        let [lower, upper, step] = bounds.map(|value| constant(program, value));
        return fits(lower, from) && fits(step, by) && (exactly.is_some() || upper.is_some());
    }
    let Some(record) = ops::op(program.op_name(op)) else { return true };
    let has = |key| record.is_inherent(key);
    if has("staticLowerBound") {
        return all("staticLowerBound", from)
            && all("staticStep", by)
            && (exactly.is_some() || all("staticUpperBound", None));
    }
    // Steps of loops over maps are attributes.
    let maps = ["lowerBoundMap", "lowerBoundsMap"].into_iter().filter(|key| has(key));
    exactly.is_none()
        || maps.into_iter().all(|map| {
            let step = text::number(program, op, "step");
            is_zero(program, op, map) && step.is_none_or(|step| Some(step) == by) && all("steps", by)
        })
}

/// Tells if an affine map gives zeros alone.
fn is_zero(program: &Program, op: OpId, key: &str) -> bool {
    let Some(AttrKind::AffineMap(map)) = text::attr(program, op, key).map(|map| program.ctx().attr_kind(map))
    else {
        return false;
    };
    let results = program.ctx().str(map.0).rsplit("->").next().unwrap_or_default();
    results.trim().trim_matches(['(', ')']).split(',').all(|result| result.trim() == "0")
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
        [only, _] => bounds(program, only)
            .is_some_and(|bounds| bounds.iter().all(|value| !is_inside(program, *value, op))),
        _ => false,
    }
}

/// Tells if all in an operation is used that only computes, and no block has a constant twice.
fn is_canonical(program: &Program, op: OpId) -> bool {
    let mut constants = BTreeSet::new();
    program.walk(op).all(|inner| {
        let record = ops::op(program.op_name(inner));
        let only_computes = record.is_some_and(|record| record.has("pure") && !record.has("terminator"));
        let is_used = program.results(inner).any(|result| program.uses(result).next().is_some());
        let value = is_constant(program, inner).then(|| text::attr(program, inner, "value")).flatten();
        let is_new = value.is_none_or(|value| constants.insert((program.op(inner).block, value)));
        (!only_computes || is_used) && is_new
    })
}

#[cfg(test)]
mod tests {
    use super::super::effects;
    use super::*;

    #[test]
    fn every_line_is_read_and_names_a_transform() {
        let lines = include_str!("forms.txt").lines().filter(|line| !line.starts_with('#')).count();
        let table = table();
        let keeping = table.keeps.iter().map(|(step, _, kept)| (*step, *kept)).collect::<BTreeSet<_>>();
        let named = table.lacks.iter().chain(&table.admits).map(|(form, _)| form.name());
        let named = named.collect::<BTreeSet<_>>().len();
        let rows = table.needs.len() + table.makes.len() + keeping.len() + table.enables.len() + named;
        assert_eq!(rows, lines);
        let needs = table.needs.iter().map(|(step, ..)| *step);
        let makes = table.makes.iter().map(|maker| maker.step);
        let enables = table.enables.iter().map(|(_, step)| *step);
        for step in needs.chain(makes).chain(keeping.iter().map(|(step, _)| *step)).chain(enables) {
            let name = step.strip_prefix("patterns:").unwrap_or(step);
            assert!(step.starts_with("pass:") || effects::lookup(name).is_some(), "{step}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for (form, name, _) in Form::ALL {
            assert_eq!((Form::parse(name), form.name()), (Some(form), name));
        }
    }
}
