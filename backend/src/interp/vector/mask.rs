//! `vector.mask`: which lanes of the one operation in its region run.

use assay_ir::data::OpId;

use crate::engine::Unsupported;
use crate::interp::attributes::is_mask;
use crate::interp::machine::{ControlFlow, Executed, Machine, Stop, shaped};
use crate::interp::{OpInterpreter, meaning};
use crate::value::{Shaped, Value};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::region("vector.mask", enter, leave),
    OpInterpreter::without_regions("vector.yield", |m, op| Ok(ControlFlow::Leave(m.operands_from(op, 0)?))),
];

/// The mask of the operation around an operation, if that is a mask.
pub(super) fn mask_of(m: &Machine<'_>, op: OpId) -> Result<Option<Shaped>, Stop> {
    match m.program.parent_op(op).filter(|owner| is_mask(m.program.op_name(*owner))) {
        Some(owner) => Ok(Some(m.shaped(owner, 0)?)),
        None => Ok(None),
    }
}

/// The bit of a mask for the lane of a number, which says that it runs; set for all lanes without a mask.
pub(super) fn runs(mask: Option<&Shaped>, lane: usize) -> Result<Value, Stop> {
    match mask {
        None => Ok(Value::bool(true)),
        Some(mask) => Ok(mask.elements().get(lane).ok_or(Unsupported::Malformed)?.clone()),
    }
}

fn enter(m: &mut Machine<'_>, op: OpId) -> Executed {
    let region = m.region(op, 0)?;
    let block = *m.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
    let inner: Vec<&str> = m.program.ops_in(block).map(|op| m.program.op_name(op)).collect();
    match inner[..] {
        // One alone may be masked.
        [name, _] if meaning(name).is_some_and(|one| one.reads_mask) => {
            Ok(ControlFlow::Enter(region, Vec::new()))
        }
        // The terminator alone.
        [_] => Ok(ControlFlow::Enter(region, Vec::new())),
        _ => Err(Unsupported::Type.into()),
    }
}

/// "The masked-off lanes in the result vector are taken from the corresponding lanes of the pass-thru argument, if
/// provided, or left unmodified, otherwise."
fn leave(m: &mut Machine<'_>, op: OpId, _: OpId, mut values: Vec<Value>) -> Executed {
    let operands = m.operands_from(op, 0)?;
    let [mask, through] = &operands[..] else { return Ok(ControlFlow::Next(values)) };
    let [value] = &mut values[..] else { return Err(Unsupported::Malformed.into()) };
    let (mask, through, result) = (shaped(mask)?, shaped(through)?, shaped(value)?);
    if mask.shape() != result.shape() || through.shape() != result.shape() {
        return Err(Unsupported::Type.into());
    }
    let lanes = mask.elements().iter().zip(result.elements()).zip(through.elements());
    let lane = |((bit, on), off): ((&Value, &Value), &Value)| match bit {
        Value::Int(bit) if bit.is_zero() => Ok(off.clone()),
        Value::Int(_) => Ok(on.clone()),
        Value::Poison => Ok(Value::Poison),
        _ => Err(Unsupported::Data),
    };
    let lanes: Vec<Value> = lanes.map(lane).collect::<Result<_, Unsupported>>()?;
    *value = Shaped::new(result.shape(), lanes).into();
    Ok(ControlFlow::Next(values))
}
