//! Vectors that are read from memory or a tensor, and written there.

use assay_ir::data::{AttrKind, OpId};
use assay_ir::ops;

use crate::attributes::{addresses, groups, projection};
use crate::layout::INDEX;
use crate::machine::{Run, SymbolicExecutor};
use crate::state::View;
use crate::state::{Item, State, chosen};
use crate::unsupported::EncodeError;
use crate::views::places;
use assay_semantics::{Scalar, Value};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("vector.load", load),
    ("vector.maskedload", masked_load),
    ("vector.maskedstore", masked_store),
    ("vector.store", store),
    ("vector.transfer_read", transfer_read),
    ("vector.transfer_write", transfer_write),
];

/// What is read or written.
enum Source {
    Memory(View),
    Tensor(Value),
}

impl Source {
    fn from_item(m: &SymbolicExecutor<'_, '_>, op: OpId, item: &Item) -> Result<Source, EncodeError> {
        match item {
            Item::View(view) => Ok(Source::Memory(view.clone())),
            Item::Numbers(value) => Ok(Source::Tensor(value.clone())),
            Item::Pointer(_) | Item::Fields(_) => Err(m.lacks_types(op)),
        }
    }

    fn sizes(&self, m: &mut SymbolicExecutor<'_, '_>) -> Vec<TermId> {
        match self {
            Source::Memory(view) => view.sizes.clone(),
            Source::Tensor(value) => {
                let shape = value.shape.iter().flatten();
                shape.map(|extent| m.encoder.pool.number(INDEX, u128::from(*extent))).collect()
            }
        }
    }

    fn read(&self, m: &mut SymbolicExecutor<'_, '_>, place: &[TermId]) -> Result<Scalar, EncodeError> {
        match self {
            Source::Memory(view) => m.load(view, place),
            Source::Tensor(value) => {
                let at = cell_of(m, value, place)?;
                let mut found = *value.elements.first().ok_or(EncodeError::Size)?;
                for (number, element) in value.elements.iter().enumerate().skip(1) {
                    let number = m.pool().number(INDEX, number as u128);
                    let here = m.pool().equal(at, number);
                    found = chosen(m.pool(), here, *element, found);
                }
                Ok(found)
            }
        }
    }

    fn write(
        &mut self,
        m: &mut SymbolicExecutor<'_, '_>,
        place: &[TermId],
        value: Scalar,
    ) -> Result<(), EncodeError> {
        match self {
            Source::Memory(view) => m.store(view, place, value),
            Source::Tensor(tensor) => {
                let at = cell_of(m, tensor, place)?;
                let path = m.state.path;
                for (number, element) in tensor.elements.iter_mut().enumerate() {
                    let number = m.pool().number(INDEX, number as u128);
                    let here = m.pool().equal(at, number);
                    let here = m.pool().and(path, here);
                    *element = chosen(m.pool(), here, value, *element);
                }
                Ok(())
            }
        }
    }
}

/// The number of a place of a tensor; outside of it is undefined behaviour.
fn cell_of(
    m: &mut SymbolicExecutor<'_, '_>,
    tensor: &Value,
    place: &[TermId],
) -> Result<TermId, EncodeError> {
    let shape = tensor.shape.clone().unwrap_or_default();
    if shape.len() != place.len() {
        return Err(EncodeError::Size);
    }
    let mut cell = m.pool().zero(INDEX);
    for (extent, at) in shape.iter().zip(place) {
        let extent = m.pool().number(INDEX, u128::from(*extent));
        let beyond = m.pool().compare(Compare::ULe, extent, *at);
        m.undefined_if(beyond);
        let rows = m.pool().binary(Binary::Mul, cell, extent);
        cell = m.pool().binary(Binary::Add, rows, *at);
    }
    Ok(cell)
}

/// A place of a vector, from a start on in the last dimensions.
fn moved(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    start: &[TermId],
    at: &[u64],
) -> Result<Vec<TermId>, EncodeError> {
    let skipped = start.len().checked_sub(at.len()).ok_or_else(|| m.unsupported(op))?;
    let mut place = start.to_vec();
    for (dim, at) in at.iter().enumerate() {
        let at = m.pool().number(INDEX, u128::from(*at));
        place[skipped + dim] = m.pool().binary(Binary::Add, place[skipped + dim], at);
    }
    Ok(place)
}

fn load(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let items = m.items(op, 1)?;
    let start = addresses(m, op, &items)?;
    let shape = m.result_layout(op, 0)?.shape.unwrap_or_default();
    let mut elements = Vec::new();
    for at in places(&shape) {
        let place = moved(m, op, &start, &at)?;
        elements.push(m.load(&view, &place)?);
    }
    m.bind_value(op, Value { shape: Some(shape), elements })
}

fn store(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (value, view) = (m.numbers(op, 0)?, m.view(op, 1)?);
    let items = m.items(op, 2)?;
    let start = addresses(m, op, &items)?;
    let shape = value.shape.clone().unwrap_or_default();
    for (at, element) in places(&shape).iter().zip(&value.elements) {
        let place = moved(m, op, &start, at)?;
        m.store(&view, &place, *element)?;
    }
    Ok(())
}

/// The start and the mask of an access to the elements that a mask selects: a bit for each element, where a bit that is poison is
/// undefined behaviour.
fn masked(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
) -> Result<(View, Vec<TermId>, Vec<TermId>, Value), EncodeError> {
    let items = m.items(op, 0)?;
    let [Item::View(view), start @ .., Item::Numbers(mask), Item::Numbers(vector)] = &items[..] else {
        return Err(m.lacks_types(op));
    };
    let (view, mask, vector) = (view.clone(), mask.clone(), vector.clone());
    if mask.elements.len() != vector.elements.len() {
        return Err(m.lacks_types(op));
    }
    let start = addresses(m, op, start)?;
    let mut left_out = Vec::with_capacity(mask.elements.len());
    for bit in &mask.elements {
        m.undefined_if(bit.poison);
        let zero = m.pool().zero(1);
        left_out.push(m.pool().equal(bit.bits, zero));
    }
    Ok((view, start, left_out, vector))
}

fn masked_load(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (view, start, left_out, vector) = masked(m, op)?;
    let shape = vector.shape.clone().unwrap_or_default();
    let mut elements = vector.elements.clone();
    for ((at, element), left_out) in places(&shape).iter().zip(&mut elements).zip(left_out) {
        let place = moved(m, op, &start, at)?;
        let mut found = *element;
        unless(m, left_out, |m| {
            found = m.load(&view, &place)?;
            Ok(())
        })?;
        *element = chosen(m.pool(), left_out, *element, found);
    }
    m.bind_value(op, Value { shape: vector.shape, elements })
}

fn masked_store(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (view, start, left_out, vector) = masked(m, op)?;
    let shape = vector.shape.clone().unwrap_or_default();
    for ((at, element), left_out) in places(&shape).iter().zip(&vector.elements).zip(left_out) {
        let place = moved(m, op, &start, at)?;
        unless(m, left_out, |m| m.store(&view, &place, *element))?;
    }
    Ok(())
}

/// How a transfer goes from places of its vector to places of its source.
struct Transfer {
    map: Vec<Option<usize>>,
    start: Vec<TermId>,
    in_bounds: Vec<bool>,
}

impl Transfer {
    fn for_op(
        m: &mut SymbolicExecutor<'_, '_>,
        op: OpId,
        start: &[Item],
        mask: &[Item],
    ) -> Result<Transfer, EncodeError> {
        let ctx = m.program.ctx();
        let attr = m.program.attr(op, m.ident("permutation_map"));
        let (dims, map) = attr.and_then(|attr| projection(ctx, attr)).ok_or_else(|| m.lacks_attribute(op))?;
        let in_bounds = match m.program.attr(op, m.ident("in_bounds")).map(|attr| ctx.attr_kind(attr)) {
            Some(AttrKind::Array(all)) => {
                let no = |attr: &assay_ir::data::AttrId| matches!(ctx.attr_kind(*attr), AttrKind::Integer { value, .. } if value.to_i64() == Some(0));
                all.iter().map(|attr| !no(attr)).collect()
            }
            None => vec![false; map.len()],
            Some(_) => return Err(m.lacks_attribute(op)),
        };
        let masks = |parent| {
            let record = ops::op(m.program.op_name(parent));
            record.is_some_and(|record| record.has_interface("MaskingOpInterface"))
        };
        let masked = m.program.parent_op(op).is_some_and(masks);
        if masked || !mask.is_empty() || in_bounds.len() != map.len() || dims != start.len() {
            return Err(m.lacks_types(op));
        }
        let start = addresses(m, op, start)?;
        for (dim, _) in map.iter().zip(&in_bounds).filter(|(_, in_bounds)| !**in_bounds) {
            let start = dim.and_then(|dim| start.get(dim).copied());
            let zero = m.pool().zero(INDEX);
            let below = start.map(|start| m.pool().compare(Compare::SLt, start, zero));
            below.into_iter().for_each(|below| m.undefined_if(below));
        }
        Ok(Transfer { map, start, in_bounds })
    }

    /// Where an element of the vector is in the source, and when it is left out because it is outside and may be.
    fn place(&self, m: &mut SymbolicExecutor<'_, '_>, sizes: &[TermId], at: &[u64]) -> (Vec<TermId>, TermId) {
        let pool = &mut m.encoder.pool;
        let mut place = self.start.clone();
        let mut outside = pool.boolean(false);
        for (index, at) in at.iter().enumerate() {
            let Some(dim) = self.map[index] else { continue };
            let at = pool.number(INDEX, u128::from(*at));
            let here = pool.binary(Binary::Add, place[dim], at);
            let beyond = pool.compare(Compare::ULe, sizes[dim], here);
            place[dim] = here;
            if !self.in_bounds[index] {
                outside = pool.or(outside, beyond);
            }
        }
        (place, outside)
    }
}

/// Does something where a condition does not hold.
fn unless(
    m: &mut SymbolicExecutor<'_, '_>,
    condition: TermId,
    run: impl FnOnce(&mut SymbolicExecutor<'_, '_>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    if m.encoder.pool.value(condition) == Some(0) {
        return run(m);
    }
    let before = m.state.clone();
    let not = m.pool().not(condition);
    m.state.path = m.encoder.pool.and(before.path, not);
    run(m)?;
    let done = m.state.clone();
    let path = before.path;
    let other = m.encoder.pool.and(path, condition);
    let joined = m.chosen_state(done, State { path: other, ..before });
    m.state = State { path, ..joined };
    Ok(())
}

fn transfer_read(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [source, start, padding, mask] = groups::<4>(m, op)?;
    let ([source], [Item::Numbers(padding)]) = (&source[..], &padding[..]) else {
        return Err(m.lacks_types(op));
    };
    let [padding] = padding.elements[..] else { return Err(m.lacks_types(op)) };
    let transfer = Transfer::for_op(m, op, &start, &mask)?;
    let source = Source::from_item(m, op, source)?;
    let sizes = source.sizes(m);
    let shape = m.result_layout(op, 0)?.shape.unwrap_or_default();
    let mut elements = Vec::new();
    for at in places(&shape) {
        let (place, outside) = transfer.place(m, &sizes, &at);
        let mut found = padding;
        unless(m, outside, |m| {
            found = source.read(m, &place)?;
            Ok(())
        })?;
        elements.push(chosen(m.pool(), outside, padding, found));
    }
    m.bind_value(op, Value { shape: Some(shape), elements })
}

fn transfer_write(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [vector, target, start, mask] = groups::<4>(m, op)?;
    let ([Item::Numbers(vector)], [target]) = (&vector[..], &target[..]) else {
        return Err(m.lacks_types(op));
    };
    let transfer = Transfer::for_op(m, op, &start, &mask)?;
    let mut target = Source::from_item(m, op, target)?;
    let sizes = target.sizes(m);
    let shape = vector.shape.clone().unwrap_or_default();
    for (at, element) in places(&shape).iter().zip(&vector.elements) {
        let (place, outside) = transfer.place(m, &sizes, at);
        unless(m, outside, |m| target.write(m, &place, *element))?;
    }
    match target {
        Source::Memory(_) => Ok(()),
        Source::Tensor(tensor) => m.bind_value(op, tensor),
    }
}
