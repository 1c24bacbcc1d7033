//! What a pdl value is bound to while a pattern runs. Matched ranges are views of an operation's operands or
//! results, not copies: MLIR 22.1.8 reads them late, so that a range of operands shows what was replaced in
//! between (measured).

use std::sync::Arc;

use crate::data::{AttrId, AttrKind, OpId, Program, TypeId, TypeKind, ValueDef, ValueId};
use crate::pdl::Bound;
use crate::spec::Registry;

/// Which values of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Operands,
    Results,
}

/// A range of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    /// `len` operands or results of `owner` from `start` on, as they are when they are read.
    Part { owner: OpId, side: Side, start: u32, len: u32 },
    /// These values.
    Owned(Arc<[ValueId]>),
}

/// A range of types.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Types {
    /// The types of a range of values, as they are when they are read.
    Of(Values),
    /// These types.
    Owned(Arc<[TypeId]>),
}

/// What one pdl value is bound to.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    /// MLIR's null: an attribute that is not there, the type of an untyped attribute.
    Null,
    Operation(OpId),
    Value(ValueId),
    Type(TypeId),
    Attribute(AttrId),
    Values(Values),
    Types(Types),
    /// A result that does not exist, from this pdl operation: MLIR crashes when it is used.
    Missing(OpId),
    /// Result of an unregistered native constraint.
    Assumed(OpId),
}

/// Whether the operation behind a value was erased.
pub(super) fn is_gone(program: &Program, value: ValueId) -> bool {
    match program.value(value).def {
        ValueDef::Result(op, _) => program.is_erased(op),
        ValueDef::Argument(block, _) => program.is_erased(program.block_parent_op(block)),
    }
}

impl Values {
    /// The values, unless the operation that they are read from is gone.
    pub(super) fn read(&self, program: &Program) -> Result<Vec<ValueId>, OpId> {
        match self {
            Values::Owned(values) => Ok(values.to_vec()),
            Values::Part { owner, .. } if program.is_erased(*owner) => Err(*owner),
            Values::Part { owner, side: Side::Operands, start, len } => {
                Ok(program.operands(*owner).skip(*start as usize).take(*len as usize).collect())
            }
            Values::Part { owner, side: Side::Results, start, len } => {
                Ok(program.results(*owner).skip(*start as usize).take(*len as usize).collect())
            }
        }
    }

    pub(super) fn first(&self, program: &Program) -> Option<ValueId> {
        match self {
            Values::Owned(values) => values.first().copied(),
            Values::Part { len: 0, .. } => None,
            Values::Part { owner, side: Side::Operands, start, .. } => {
                program.operand(*owner, *start as usize)
            }
            Values::Part { owner, side: Side::Results, start, .. } => program.result(*owner, *start as usize),
        }
    }

    fn owned(&self, program: &Program) -> Values {
        match self.read(program) {
            Ok(values) => Values::Owned(values.into()),
            Err(_) => self.clone(),
        }
    }
}

impl Types {
    /// The types, unless the operation that they are read from is gone.
    pub(super) fn read(&self, program: &Program) -> Result<Vec<TypeId>, OpId> {
        match self {
            Types::Owned(types) => Ok(types.to_vec()),
            Types::Of(values) => {
                Ok(values.read(program)?.into_iter().map(|value| program.value_type(value)).collect())
            }
        }
    }
}

impl Slot {
    /// The type, or types, of what is bound.
    pub(super) fn type_of(&self, program: &Program, registry: Option<&Registry>) -> Slot {
        match self {
            Slot::Value(value) => Slot::Type(program.value_type(*value)),
            Slot::Values(values) => Slot::Types(Types::Of(values.clone())),
            Slot::Attribute(attr) => attribute_type(program, registry, *attr).map_or(Slot::Null, Slot::Type),
            Slot::Assumed(op) => Slot::Assumed(*op),
            _ => Slot::Null,
        }
    }

    /// Whether both are bound to the same thing; what a native constraint assumes fits everything.
    pub(super) fn same(&self, other: &Slot, program: &Program) -> bool {
        match (self, other) {
            (Slot::Assumed(_), _) | (_, Slot::Assumed(_)) => true,
            (Slot::Values(a), Slot::Values(b)) => a.read(program) == b.read(program),
            (Slot::Types(a), Slot::Types(b)) => a.read(program) == b.read(program),
            _ => self == other,
        }
    }

    /// With ranges copied as they are now.
    pub(super) fn frozen(&self, program: &Program) -> Slot {
        match self {
            Slot::Values(values) => Slot::Values(values.owned(program)),
            Slot::Types(types) => match types.read(program) {
                Ok(types) => Slot::Types(Types::Owned(types.into())),
                Err(_) => self.clone(),
            },
            _ => self.clone(),
        }
    }

    /// As it is handed to native code.
    pub(super) fn to_bound(&self, program: &Program) -> Option<Bound> {
        Some(match self {
            Slot::Null => Bound::Attribute(None),
            Slot::Operation(op) if program.is_erased(*op) => return None,
            Slot::Operation(op) => Bound::Operation(*op),
            Slot::Value(value) if is_gone(program, *value) => return None,
            Slot::Value(value) => Bound::Value(*value),
            Slot::Type(ty) => Bound::Type(*ty),
            Slot::Attribute(attr) => Bound::Attribute(Some(*attr)),
            Slot::Values(values) => Bound::Values(values.read(program).ok()?),
            Slot::Types(types) => Bound::Types(types.read(program).ok()?),
            Slot::Missing(_) | Slot::Assumed(_) => return None,
        })
    }

    /// What native code returned.
    pub(super) fn from_bound(bound: Bound) -> Slot {
        match bound {
            Bound::Attribute(attr) => attr.map_or(Slot::Null, Slot::Attribute),
            Bound::Type(ty) => Slot::Type(ty),
            Bound::Value(value) => Slot::Value(value),
            Bound::Operation(op) => Slot::Operation(op),
            Bound::Types(types) => Slot::Types(Types::Owned(types.into())),
            Bound::Values(values) => Slot::Values(Values::Owned(values.into())),
        }
    }
}

/// The type that MLIR's `TypedAttr` reports: strings, and attributes of dialects that are not loaded, have the
/// type `none` where none is written (measured on MLIR 22.1.8).
fn attribute_type(program: &Program, registry: Option<&Registry>, attr: AttrId) -> Option<TypeId> {
    let ctx = program.ctx();
    let loaded = |dialect| registry.is_some_and(|registry| registry.has_dialect(dialect));
    match ctx.attr_kind(attr) {
        AttrKind::String { ty: None, .. } => Some(ctx.ty(TypeKind::None)),
        AttrKind::Dialect { dialect, .. } | AttrKind::Opaque { dialect, ty: None, .. } => {
            (!loaded(*dialect)).then(|| ctx.ty(TypeKind::None))
        }
        _ => ctx.attr_type(attr),
    }
}
