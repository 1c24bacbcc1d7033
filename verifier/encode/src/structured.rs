//! Structured operations, which are a region for each place of an iteration space: those of `linalg` in row-major order of their
//! places, `tensor.generate` and `tensor.pad`.

use assay_ir::affine::Map;
use assay_ir::data::{OpId, RegionId};
use assay_ir::structured;

use crate::attributes::{groups, integer, mixed};
use crate::dynamic_shape::open_shape;
use crate::layout::{INDEX, size};
use crate::machine::{Run, SymbolicExecutor};
use crate::slices::Padding;
use crate::state::Item;
use crate::unsupported::EncodeError;
use crate::views::{fixed_shape, places};
use assay_semantics::arrange::shape_of;
use assay_semantics::{Scalar, Value};
use assay_term::node::TermId;

/// Places of an iteration space beyond which nothing is encoded.
const MOST_PLACES: u64 = 4096;

pub(crate) const OPS: &[(&str, Run)] =
    &[("linalg.index", index), ("tensor.generate", generate), ("tensor.pad", pad)];

/// An operand of a structured operation with its extents; none for a number.
struct Operand {
    item: Item,
    extents: Vec<u64>,
    map: Map,
}

/// The place that a region is followed for, in one dimension.
fn index(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let dim = integer(m, op, "dim").and_then(|dim| usize::try_from(dim).ok());
    let (owner, place) = m.places.last().cloned().ok_or_else(|| m.unsupported(op))?;
    let at = dim.and_then(|dim| place.get(dim).copied()).filter(|_| m.program.parent_op(op) == Some(owner));
    let at = at.ok_or_else(|| m.unsupported(op))?;
    let bits = m.pool().number(INDEX, u128::from(at));
    let number = m.sound(bits);
    m.bind_value(op, Value { shape: None, elements: vec![number] })
}

impl SymbolicExecutor<'_, '_> {
    /// Follows the region of an operation for a place; what it yields.
    fn at_place(
        &mut self,
        op: OpId,
        region: RegionId,
        place: &[u64],
        arguments: Vec<Item>,
    ) -> Result<Vec<Item>, EncodeError> {
        self.places.push((op, place.to_vec()));
        let exits = self.region(region, arguments)?;
        self.places.pop();
        self.join(exits)?.ok_or(EncodeError::Aliases)
    }

    pub(crate) fn place(&mut self, at: &[u64]) -> Vec<TermId> {
        at.iter().map(|at| self.encoder.pool.number(INDEX, u128::from(*at))).collect()
    }
}

/// The operands of a structured operation, and how many come before the outputs.
fn operands(m: &SymbolicExecutor<'_, '_>, op: OpId) -> Result<(Vec<Operand>, usize), EncodeError> {
    let items = m.items(op, 0)?;
    let mut extents = Vec::with_capacity(items.len());
    for item in &items {
        extents.push(match item {
            Item::Numbers(value) => value.shape.as_deref().unwrap_or_default().to_vec(),
            Item::View(view) => view.extents(&m.encoder.pool).ok_or_else(|| m.lacks_types(op))?,
            Item::Pointer(_) | Item::Fields(_) => return Err(m.lacks_types(op)),
        });
    }
    let ranks: Vec<usize> = extents.iter().map(Vec::len).collect();
    let (maps, inputs) = structured::maps(m.program, op, &ranks).map_err(|_| m.lacks_attribute(op))?;
    let all = items.into_iter().zip(extents).zip(maps);
    Ok((all.map(|((item, extents), map)| Operand { item, extents, map }).collect(), inputs))
}

/// The iteration space: each dimension is as long as the dimensions of the operands that it is; they have to agree.
fn space(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    all: &[Operand],
) -> Result<Option<Vec<u64>>, EncodeError> {
    let mut space: Vec<Option<u64>> = vec![None; all.first().map_or(0, |operand| operand.map.dims)];
    for Operand { extents, map, .. } in all {
        if map.len() != extents.len() || map.symbols != 0 {
            return Err(m.lacks_attribute(op));
        }
        for (at, extent) in extents.iter().enumerate() {
            let Some(dim) = map.dim(at) else { continue };
            let known = space.get_mut(dim).ok_or_else(|| m.lacks_attribute(op))?;
            if known.is_some_and(|known| known != *extent) {
                return Ok(None);
            }
            *known = Some(*extent);
        }
    }
    let space: Option<Vec<u64>> = space.into_iter().collect();
    let space = space.ok_or_else(|| m.lacks_attribute(op))?;
    let size = space.iter().try_fold(1u64, |size, extent| size.checked_mul(*extent));
    if size.is_none_or(|size| size > MOST_PLACES) { Err(EncodeError::Size) } else { Ok(Some(space)) }
}

/// The number of the element of an operand that a place leads to; `None` outside of it.
fn led_to(operand: &Operand, place: &[u64]) -> Option<(Vec<u64>, usize)> {
    let dims: Vec<i64> = place.iter().map(|at| i64::try_from(*at).ok()).collect::<Option<_>>()?;
    let at = operand.map.at(&dims, &[])?;
    let at: Vec<u64> = at.into_iter().map(|at| u64::try_from(at).ok()).collect::<Option<_>>()?;
    let inside = at.iter().zip(&operand.extents).all(|(at, extent)| at < extent);
    let linear = at.iter().zip(&operand.extents).fold(0, |sum, (at, extent)| sum * extent + at);
    inside.then_some((at, linear as usize))
}

/// The region for each place: its arguments are elements of the operands, what it yields goes to those of the outputs.
pub(crate) fn each(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (mut all, inputs) = operands(m, op)?;
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let entry = *m.program.region(region).blocks.first().ok_or_else(|| m.unsupported(op))?;
    let wanted = m.program.block(entry).arguments.len();
    let Some(space) = space(m, op, &all)? else {
        let yes = m.pool().boolean(true);
        m.undefined_if(yes);
        m.state.path = m.pool().boolean(false);
        return finish(m, op, all, inputs);
    };
    for place in places(&space) {
        let mut arguments = Vec::with_capacity(wanted);
        // Some regions see the inputs alone.
        let seen = if wanted == inputs { inputs } else { all.len() };
        for operand in &all[..seen] {
            let led = led_to(operand, &place).ok_or_else(|| m.lacks_types(op))?;
            let element = match &operand.item {
                Item::Numbers(value) => {
                    value.elements.get(led.1).copied().ok_or_else(|| m.unsupported(op))?
                }
                Item::View(view) => {
                    let place = m.place(&led.0);
                    m.load(view, &place)?
                }
                Item::Pointer(_) | Item::Fields(_) => return Err(m.lacks_types(op)),
            };
            arguments.push(Item::Numbers(Value { shape: None, elements: vec![element] }));
        }
        let yielded = m.at_place(op, region, &place, arguments)?;
        if yielded.len() != all.len() - inputs {
            return Err(m.unsupported(op));
        }
        for (operand, item) in all[inputs..].iter_mut().zip(yielded) {
            let Item::Numbers(Value { elements, .. }) = item else { return Err(m.lacks_types(op)) };
            let [number] = elements[..] else { return Err(m.lacks_types(op)) };
            let led = led_to(operand, &place).ok_or_else(|| m.lacks_types(op))?;
            put(m, op, operand, led, number)?;
        }
    }
    finish(m, op, all, inputs)
}

/// Writes an element of an output.
fn put(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    operand: &mut Operand,
    (place, linear): (Vec<u64>, usize),
    number: Scalar,
) -> Result<(), EncodeError> {
    match &mut operand.item {
        Item::Numbers(value) if value.shape.is_some() => {
            *value.elements.get_mut(linear).ok_or_else(|| m.unsupported(op))? = number;
            Ok(())
        }
        Item::Numbers(_) | Item::Pointer(_) | Item::Fields(_) => Err(m.lacks_types(op)),
        Item::View(view) => {
            let (view, place) = (view.clone(), m.place(&place));
            m.store(&view, &place, number)
        }
    }
}

/// Binds the outputs that are tensors.
fn finish(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    all: Vec<Operand>,
    inputs: usize,
) -> Result<(), EncodeError> {
    let outputs = all.into_iter().skip(inputs).map(|operand| operand.item);
    m.bind(op, outputs.filter(|item| item.as_view().is_none()).collect())
}

/// The element that the region of an operation yields for a place, which is its arguments.
fn yielded(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    region: RegionId,
    place: &[u64],
) -> Result<Scalar, EncodeError> {
    let numbers = m.place(place);
    let sound = |bits| Item::Numbers(Value { shape: None, elements: vec![m.sound(bits)] });
    let arguments = numbers.into_iter().map(sound).collect();
    match &m.at_place(op, region, place, arguments)?[..] {
        [Item::Numbers(Value { shape: None, elements })] if elements.len() == 1 => Ok(elements[0]),
        _ => Err(m.lacks_types(op)),
    }
}

/// The region for each place of the result, whose element it yields.
fn generate(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let shape = open_shape(m, op, 0)?;
    let mut elements = Vec::new();
    for place in places(&shape) {
        elements.push(yielded(m, op, region, &place)?);
    }
    m.bind_value(op, Value { shape: Some(shape.into()), elements })
}

/// The source, and the region for each place around it.
fn pad(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, low, high] = groups::<3>(m, op)?;
    let source = m.numbers(op, 0)?;
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let (low, high) = (mixed(m, op, "static_low", &low)?, mixed(m, op, "static_high", &high)?);
    let known = [low, high].map(|numbers| fixed_shape(&m.encoder.pool, &numbers));
    let [Some(low), Some(high)] = known else { return Err(m.lacks_types(op)) };
    let extents = shape_of(&source).to_vec();
    if [low.len(), high.len()] != [extents.len(); 2] {
        return Err(m.unsupported(op));
    }
    let Some(padding) = Padding::new(source, low, &high) else { return m.set_undefined(op, Some(&extents)) };
    if size(&padding.shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let mut elements = Vec::new();
    for place in places(&padding.shape) {
        elements.push(match padding.source_element(&place) {
            Some(element) => element,
            None => yielded(m, op, region, &place)?,
        });
    }
    m.bind_tensor(op, padding.shape, elements)
}
