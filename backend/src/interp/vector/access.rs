//! Operations that read and write memory, and read and update tensors.

use std::rc::Rc;

use assay_ir::data::{AttrKind, IntValue, OpId};

use super::arrange::index_at;
use super::mask::mask_of;
use crate::engine::{Undefined, Unsupported};
use crate::interp::OpInterpreter;
use crate::interp::attributes::groups;
use crate::interp::machine::{ControlFlow, Executed, Machine, Stop, addresses, shaped};
use crate::interp::memory::{linear, places};
use crate::interp::memref::row;
use crate::interp::shapes::element;
use crate::value::{MemRef, Shaped, Value};
use assay_ir::affine::Map;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("vector.gather", gather),
    OpInterpreter::without_regions("vector.load", load),
    OpInterpreter::without_regions("vector.maskedload", masked_load),
    OpInterpreter::without_regions("vector.maskedstore", masked_store),
    OpInterpreter::without_regions("vector.store", store),
    OpInterpreter::without_regions("vector.transfer_read", transfer_read).masked(),
    OpInterpreter::without_regions("vector.transfer_write", transfer_write).masked(),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

fn load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let start = addresses(&m.operands_from(op, 1)?)?;
    read_row(m, op, &start)
}

/// The elements of the memref in operand number 0 from a place on.
pub(in crate::interp) fn read_row(m: &mut Machine<'_>, op: OpId, start: &[i64]) -> Executed {
    let (memref, shape) = (m.memref(op, 0)?, m.shape(m.result_type(op, 0)?, &[])?);
    let mut elements = Vec::new();
    for place in places(&shape) {
        elements.push(m.memory.load(&memref, &row(&memref, start, &shape, &place)?)?);
    }
    next(Shaped::new(shape, elements))
}

fn store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let start = addresses(&m.operands_from(op, 2)?)?;
    write_row(m, op, &start)
}

/// Writes the vector in operand number 0 into the memref in operand number 1 from a place on.
pub(in crate::interp) fn write_row(m: &mut Machine<'_>, op: OpId, start: &[i64]) -> Executed {
    let (vector, memref) = (m.shaped(op, 0)?, m.memref(op, 1)?);
    for (place, value) in places(vector.shape()).zip(vector.elements()) {
        m.memory.store(&memref, &row(&memref, start, vector.shape(), &place)?, value.clone())?;
    }
    Ok(ControlFlow::Next(Vec::new()))
}

/// Returns true when a bit of a mask is set, which decides whether memory is touched.
fn is_set(mask: &Shaped, place: &[i64]) -> Result<bool, Stop> {
    match element(mask, place).ok_or(Unsupported::Malformed)? {
        Value::Int(bit) => Ok(!bit.is_zero()),
        Value::Poison => Err(Undefined::AddressByPoison.into()),
        _ => Err(Unsupported::Type.into()),
    }
}

/// Memory, first place, mask and vector of a masked access.
fn masked(m: &Machine<'_>, op: OpId) -> Result<(MemRef, Vec<i64>, Shaped, Shaped), Stop> {
    let all = m.operands_from(op, 1)?;
    let [start @ .., mask, vector] = &all[..] else { return Err(Unsupported::Malformed.into()) };
    Ok((m.memref(op, 0)?, addresses(start)?, shaped(mask)?.clone(), shaped(vector)?.clone()))
}

fn masked_load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (memref, start, mask, otherwise) = masked(m, op)?;
    let shape = otherwise.shape().to_vec();
    let mut elements = otherwise.elements().to_vec();
    for (place, value) in places(&shape).zip(&mut elements) {
        if is_set(&mask, &place)? {
            *value = m.memory.load(&memref, &row(&memref, &start, &shape, &place)?)?;
        }
    }
    next(Shaped::new(shape, elements))
}

fn masked_store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (memref, start, mask, vector) = masked(m, op)?;
    for (place, value) in places(vector.shape()).zip(vector.elements()) {
        if is_set(&mask, &place)? {
            m.memory.store(&memref, &row(&memref, &start, vector.shape(), &place)?, value.clone())?;
        }
    }
    Ok(ControlFlow::Next(Vec::new()))
}

/// Elements of memory or a tensor at a place each, whose last coordinate an index vector moves.
fn gather(m: &mut Machine<'_>, op: OpId) -> Executed {
    let all = m.operands_from(op, 0)?;
    let [source, start @ .., indices, mask, otherwise] = &all[..] else {
        return Err(Unsupported::Malformed.into());
    };
    let (start, mask, otherwise) = (addresses(start)?, shaped(mask)?, shaped(otherwise)?);
    let source = Source::from_value(source)?;
    let mut elements = otherwise.elements().to_vec();
    for (place, value) in places(otherwise.shape()).zip(&mut elements) {
        if is_set(mask, &place)? {
            let mut at = start.clone();
            let last = at.last_mut().ok_or(Unsupported::Malformed)?;
            *last = last.checked_add(index_at(indices, &place)?).ok_or(Undefined::OutOfBounds)?;
            *value = source.read(m, &at)?;
        }
    }
    next(Shaped::new(otherwise.shape(), elements))
}

/// The elements that are read or written.
enum Source {
    Memory(MemRef),
    Tensor(Shaped),
}

impl Source {
    fn from_value(value: &Value) -> Result<Source, Stop> {
        match value {
            Value::MemRef(memref) => Ok(Source::Memory(memref.clone())),
            Value::Shaped(tensor) => Ok(Source::Tensor(tensor.clone())),
            Value::Poison => Err(Undefined::AddressByPoison.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    fn shape(&self) -> &[u64] {
        match self {
            Source::Memory(memref) => &memref.sizes,
            Source::Tensor(tensor) => tensor.shape(),
        }
    }

    fn read(&self, m: &mut Machine<'_>, place: &[i64]) -> Result<Value, Stop> {
        match self {
            Source::Memory(memref) => m.memory.load(memref, place),
            Source::Tensor(tensor) => Ok(element(tensor, place).ok_or(Undefined::OutOfBounds)?.clone()),
        }
    }
}

/// How a transfer goes from places of its vector to places of its source.
struct Transfer {
    map: Rc<Map>,
    start: Vec<i64>,
    in_bounds: Vec<bool>,
    mask: Option<Shaped>,
}

impl Transfer {
    fn for_op(m: &Machine<'_>, op: OpId, start: &[Value], mask: &[Value]) -> Result<Transfer, Stop> {
        let ctx = m.program.ctx();
        let map = m.affine_map(m.attr(op, "permutation_map").ok_or(Unsupported::Attribute)?)?;
        let is_true = |attr: &assay_ir::data::AttrId| {
            !matches!(ctx.attr_kind(*attr), AttrKind::Integer { value: IntValue::Small(0), .. })
        };
        let in_bounds = match m.attr(op, "in_bounds").map(|attr| ctx.attr_kind(attr)) {
            Some(AttrKind::Array(all)) => all.iter().map(is_true).collect(),
            None => vec![false; map.len()],
            Some(_) => return Err(Unsupported::Attribute.into()),
        };
        let written = mask.first().map(|mask| shaped(mask).cloned()).transpose()?;
        let around = mask_of(m, op)?;
        if written.is_some() && around.is_some() {
            return Err(Unsupported::Malformed.into());
        }
        let mask = written.or(around);
        // A mask has the shape of what is read, before dimensions are swapped or repeated.
        let first = map.dims.checked_sub(map.len()).ok_or(Unsupported::Attribute)?;
        let plain = (0..map.len()).all(|index| map.dim(index) == Some(first + index));
        if mask.is_some() && !plain || in_bounds.len() != map.len() {
            return Err(Unsupported::Attribute.into());
        }
        Ok(Transfer { map, start: addresses(start)?, in_bounds, mask })
    }

    /// Where an element of the vector is in the source; `None` where it is masked out, or outside where that is allowed: "accesses
    /// (including the starting point) may run out-of-bounds along the respective vector dimension as the index increases", so
    /// above the source and not below it.
    fn place(
        &self,
        m: &mut Machine<'_>,
        op: OpId,
        shape: &[u64],
        at: &[i64],
    ) -> Result<Option<Vec<i64>>, Stop> {
        if let Some(mask) = &self.mask
            && !is_set(mask, at)?
        {
            return Ok(None);
        }
        let mut place = self.start.clone();
        let mut allowed = vec![false; place.len()];
        for (index, at) in at.iter().enumerate() {
            if let Some(dim) = self.map.dim(index) {
                let here = place.get_mut(dim).ok_or(Unsupported::Malformed)?;
                *here = here.saturating_add(*at);
                allowed[dim] = !self.in_bounds[index];
            }
        }
        if place.len() != shape.len() {
            return Err(Unsupported::Malformed.into());
        }
        if self.start.iter().zip(&allowed).any(|(start, allowed)| *allowed && *start < 0) {
            m.leaves_open(op);
            return Err(Undefined::StartNegative.into());
        }
        for (dim, extent) in shape.iter().enumerate() {
            if !u64::try_from(place[dim]).is_ok_and(|at| at < *extent) {
                return if allowed[dim] { Ok(None) } else { Err(Undefined::OutOfBounds.into()) };
            }
        }
        Ok(Some(place))
    }
}

fn transfer_read(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [source, start, padding, mask] = groups::<4>(m, op)?;
    let ([source], [padding]) = (&source[..], &padding[..]) else {
        return Err(Unsupported::Malformed.into());
    };
    // Reads of tensors have no side effects, and may be moved to where they were not executed.
    if matches!(source, Value::Shaped(_)) && start.iter().any(Value::is_poison) {
        m.leaves_open(op);
    }
    let transfer = Transfer::for_op(m, op, &start, &mask)?;
    let source = Source::from_value(source)?;
    let shape = m.shape(m.result_type(op, 0)?, &[])?;
    let mut read = Vec::new();
    for at in places(&shape) {
        read.push(match transfer.place(m, op, source.shape(), &at)? {
            Some(place) => source.read(m, &place)?,
            None => padding.clone(),
        });
    }
    next(Shaped::new(shape, read))
}

fn transfer_write(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [vector, target, start, mask] = groups::<4>(m, op)?;
    let ([vector], [target]) = (&vector[..], &target[..]) else { return Err(Unsupported::Malformed.into()) };
    let transfer = Transfer::for_op(m, op, &start, &mask)?;
    let vector = shaped(vector)?.clone();
    let target = Source::from_value(target)?;
    let mut written = Vec::new();
    for (at, value) in places(vector.shape()).zip(vector.elements()) {
        if let Some(place) = transfer.place(m, op, target.shape(), &at)? {
            written.push((place, value.clone()));
        }
    }
    match target {
        Source::Memory(memref) => {
            written.into_iter().try_for_each(|(place, value)| m.memory.store(&memref, &place, value))?;
            Ok(ControlFlow::Next(Vec::new()))
        }
        Source::Tensor(tensor) => {
            let mut elements = tensor.elements().to_vec();
            for (place, value) in written {
                elements[linear(tensor.shape(), &place).ok_or(Undefined::OutOfBounds)? as usize] = value;
            }
            next(Shaped::new(tensor.shape(), elements))
        }
    }
}
