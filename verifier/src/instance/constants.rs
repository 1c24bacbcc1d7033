//! Constants whose numbers a pattern leaves open, as arguments of the functions. What is shown of all arguments holds of all numbers;
//! a difference holds of the constants that it is about alone, and poison is no constant.

use assay_backend::constant::attribute_of;
use assay_backend::engine::entry_block;
use assay_backend::value::Value;
use assay_ir::data::{AttrId, Context, OpId, Pos, Program, TypeId, TypeKind, ValueId};
use assay_ir::ops;
use rustc_hash::FxHashMap;

use super::Types;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrIx, AttrRef, Model};
use crate::witness::execute::{self, sign};
use crate::witness::payload::Payload;

/// A constant of the match with an open number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constant {
    /// Its `pdl.operation`.
    op: OpId,
    /// Its attribute.
    pub(super) attribute: AttrIx,
    /// The `pdl.attribute`.
    handle: ValueId,
    /// The type of its result.
    ty: TypeId,
}

/// The constants of a pattern whose attributes say nothing else; `None` where an open attribute does.
pub(super) fn open(
    ctx: &Context,
    (model, classes): (&Model, &Classes<'_>),
    types: &Types,
) -> Option<Vec<Constant>> {
    let mut found = Vec::new();
    for (attribute, one) in model.attributes.iter().enumerate() {
        let class = classes.attribute(attribute);
        if classes.attribute_constant(class).is_some() {
            continue;
        }
        let same = |other: &AttrIx| classes.attribute(*other) == class;
        let mut users = model
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.attributes.iter().any(|(_, own)| same(own)));
        let ((number, node), None) = (users.next()?, users.next()) else { return None };
        let is_constant = classes
            .name(classes.node(number))
            .is_some_and(|name| ops::op(ctx.str(name)).is_some_and(|record| record.has("constant_like")));
        let [(key, _)] = node.attributes[..] else { return None };
        let used = model.created.iter().flat_map(|created| &created.attributes);
        let mut used = used.filter(|(_, made)| matches!(made, AttrRef::Matched(own) if same(own)));
        let [result] = node.results[..] else { return None };
        if !is_constant || key != ctx.ident("value") || used.next().is_some() {
            return None;
        }
        let ty = *types.classes.get(&classes.ty(model.values[result].ty))?;
        found.push(Constant { op: node.op, attribute, handle: one.handle, ty });
    }
    Some(found)
}

/// The attributes of constants that are zero; `None` where a type has no such number here.
pub(super) fn zeros(ctx: &Context, constants: &[Constant]) -> Option<FxHashMap<ValueId, AttrId>> {
    let zero = |one: &Constant| match ctx.type_kind(one.ty) {
        TypeKind::Integer { width, .. } => Some(Value::int(*width, 0)),
        TypeKind::Index => Some(Value::int(64, 0)),
        TypeKind::Float(kind) => Some(Value::float(*kind, 0)),
        _ => None,
    };
    let values: Vec<Value> = constants.iter().map(zero).collect::<Option<_>>()?;
    attributes(ctx, constants, &values)
}

/// The attributes of constants by these numbers; `None` where one has none, as poison.
pub(super) fn attributes(
    ctx: &Context,
    constants: &[Constant],
    values: &[Value],
) -> Option<FxHashMap<ValueId, AttrId>> {
    let of = |(one, value): (&Constant, &Value)| Some((one.handle, attribute_of(ctx, value, one.ty)?));
    constants.iter().zip(values).map(of).collect()
}

/// A program with an argument, after the others, in place of each constant.
pub(super) fn as_arguments(program: &Program, payload: &Payload, constants: &[Constant]) -> Option<Program> {
    let mut program = program.clone();
    let function = execute::function(&program)?;
    let entry = entry_block(&program, function)?;
    for one in constants {
        let result = program.result(*payload.ops.get(&one.op)?, 0)?;
        let argument = program.add_argument(entry, program.value_type(result), Pos::NONE);
        program.replace_uses(result, argument);
    }
    sign(&mut program, function, None);
    Some(program)
}
