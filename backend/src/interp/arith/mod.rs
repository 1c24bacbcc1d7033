//! `arith`, as MLIR 22 documents it. Poison flows from any operand to all results but through the arm that a `select`
//! does not take; a division by poison is undefined behaviour. Vectors and tensors work element by element.

mod float;
mod integer;

use assay_ir::data::{OpId, TypeKind};

use super::OpInterpreter;
use super::elementwise::{map, only_numbers};
use super::machine::{ControlFlow, Executed, Machine};
use crate::constant::value_of;
use crate::engine::Unsupported;
use crate::float::Float;
use crate::value::Value;
pub(super) use float::{
    compare as compare_floats, compared, convert, from_int, from_int_unless, mapped, to_int,
};

pub(super) const INTEGER_OPS: &[OpInterpreter] = integer::OPS;
pub(super) const FLOAT_OPS: &[OpInterpreter] = float::OPS;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("arith.constant", constant),
    OpInterpreter::without_regions("arith.select", select),
    OpInterpreter::without_regions("arith.bitcast", bitcast),
];

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}

/// Values of any type may be selected, by one bit or element by element.
pub(super) fn select(m: &mut Machine<'_>, op: OpId) -> Executed {
    let condition = m.element_type(m.operand_type(op, 0)?);
    if m.options.width(m.program, condition) != Some(1) {
        return Err(Unsupported::Type.into());
    }
    map(m, op, |[condition, on_true, on_false]| {
        Ok([match condition {
            Value::Poison => Value::Poison,
            Value::Int(condition) if condition.is_zero() => on_false.clone(),
            Value::Int(_) => on_true.clone(),
            _ => return Err(Unsupported::Type.into()),
        }])
    })
}

/// The bits of an integer or floating-point number, read as the other or the same.
pub(super) fn bitcast(m: &mut Machine<'_>, op: OpId) -> Executed {
    only_numbers(m, op)?;
    let element = m.element_type(m.result_type(op, 0)?);
    let target = m.program.ctx().type_kind(element).clone();
    map(m, op, |[value]| {
        let (width, bits) = match value {
            Value::Poison => return Ok([Value::Poison]),
            Value::Int(int) => (int.width(), int.clone()),
            Value::Float(Float { kind, bits }) => (kind.bits(), crate::int::Int::new(kind.bits(), *bits)),
            _ => return Err(Unsupported::Type.into()),
        };
        Ok([match target {
            TypeKind::Float(kind) if kind.bits() == width => {
                Value::float(kind, bits.to_u128().ok_or(Unsupported::Type)?)
            }
            TypeKind::Integer { width: to, .. } if to == width => bits.into(),
            TypeKind::Index => bits.into(),
            _ => return Err(Unsupported::Type.into()),
        }])
    })
}
