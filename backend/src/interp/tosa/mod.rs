//! `tosa`: operations on tensors of one rank, where an axis of one place is repeated. The specification leaves integers that
//! overflow open; our reading is that of MLIR's lowering to `linalg`: they wrap around where it adds and multiplies, and are cut to
//! the range of the result where it clamps. Convolutions, pools, transforms, resizing, variables and control flow have no meaning
//! here.

mod arrange;
mod elementwise;
mod reduce;
mod scale;

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::machine::{ControlFlow, Executed, Machine, Stop, shaped};
use super::slices::check_shape;
use crate::engine::{Undefined, Unsupported};
use crate::value::Shaped;

pub(super) const ARRANGE_OPS: &[OpInterpreter] = arrange::OPS;
pub(super) const ELEMENTWISE_OPS: &[OpInterpreter] = elementwise::OPS;
pub(super) const REDUCE_OPS: &[OpInterpreter] = reduce::OPS;
pub(super) const SCALE_OPS: &[OpInterpreter] = scale::OPS;

/// A tensor as the one result, whose type has to allow its shape.
fn result(m: &Machine<'_>, op: OpId, tensor: Shaped) -> Executed {
    check_shape(m, m.result_type(op, 0)?, tensor.shape())?;
    Ok(ControlFlow::Next(vec![tensor.into()]))
}

/// An operand that is a tensor: their types have "HasNo0Dimensions", so that an extent that is none at run time is undefined.
fn tensor(m: &Machine<'_>, op: OpId, index: usize) -> Result<Shaped, Stop> {
    let tensor = m.shaped(op, index)?;
    if tensor.shape().contains(&0) { Err(Undefined::BadExtent.into()) } else { Ok(tensor) }
}

/// The only element of an operand of one element.
fn only(m: &Machine<'_>, op: OpId, index: usize) -> Result<crate::value::Value, Stop> {
    let operand = m.operand(op, index)?;
    match shaped(&operand)?.elements() {
        [only] => Ok(only.clone()),
        _ => Err(Unsupported::Type.into()),
    }
}

/// The numbers in an operand that is a shape; none of them may be poison.
fn shape_operand(m: &Machine<'_>, op: OpId, index: usize) -> Result<Vec<i64>, Stop> {
    super::machine::addresses(m.shaped(op, index)?.elements())
}

/// The number of an axis of a tensor.
fn axis(m: &Machine<'_>, op: OpId, of: &Shaped) -> Result<usize, Stop> {
    let axis =
        usize::try_from(super::attributes::number(m, op, "axis")?).map_err(|_| Unsupported::Attribute)?;
    if axis < of.shape().len() { Ok(axis) } else { Err(Unsupported::Malformed.into()) }
}
