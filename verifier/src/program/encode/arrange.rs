//! Operations that move elements of vectors and tensors, and that combine those of one.

use assay_ir::data::{AttrId, AttrKind, OpId, TypeId};

use super::attributes::{DYNAMIC, counts, integers};
use super::encoder::{INDEX, Missing};
use super::machine::{Item, Machine, Run};
use super::views::places;
use crate::values::expr::Sort;
use crate::values::meaning::{self, Attribute, Element, Layout, Scalar, Subject, Value};

pub(super) const OPS: &[(&str, Run)] = &[
    ("tensor.cast", reshape),
    ("tensor.collapse_shape", reshape),
    ("tensor.dim", extent),
    ("tensor.expand_shape", reshape),
    ("tensor.extract_slice", |m, op| slice(m, op, ["static_offsets", "static_sizes", "static_strides"])),
    ("tensor.from_elements", from_elements),
    ("tensor.insert_slice", |m, op| {
        insert_slice(m, op, ["static_offsets", "static_sizes", "static_strides"])
    }),
    ("tensor.splat", broadcast),
    ("vector.broadcast", broadcast),
    ("vector.constant_mask", constant_mask),
    ("vector.extract", extract),
    ("vector.extract_strided_slice", strided_slice),
    ("vector.from_elements", from_elements),
    ("vector.insert", insert),
    ("vector.insert_strided_slice", insert_strided_slice),
    ("vector.interleave", interleave),
    ("vector.multi_reduction", reduce_dims),
    ("vector.reduction", reduce),
    ("vector.shape_cast", reshape),
    ("vector.shuffle", shuffle),
    ("vector.splat", broadcast),
    ("vector.step", step),
    ("vector.to_elements", to_elements),
    ("vector.transpose", transpose),
];

/// The number of a place in row-major order.
fn linear(shape: &[u64], place: &[u64]) -> usize {
    shape.iter().zip(place).fold(0, |sum, (extent, at)| sum * extent + at) as usize
}

fn shape_of(value: &Value) -> &[u64] {
    value.shape.as_deref().unwrap_or(&[])
}

/// The element at a place, if there is one.
fn element(value: &Value, place: &[u64]) -> Option<Scalar> {
    let shape = shape_of(value);
    let inside = place.len() == shape.len() && place.iter().zip(shape).all(|(at, extent)| at < extent);
    value.elements.get(linear(shape, place)).copied().filter(|_| inside)
}

impl Machine<'_, '_> {
    /// Binds the only result, element by element.
    fn bind_each(
        &mut self,
        op: OpId,
        mut make: impl FnMut(&mut Self, &[u64]) -> Option<Scalar>,
    ) -> Result<(), Missing> {
        let layout = self.result_layout(op, 0)?;
        let mut elements = Vec::with_capacity(layout.size());
        for place in places(layout.shape.as_deref().unwrap_or(&[])) {
            elements.push(make(self, &place).ok_or_else(|| self.lacking(op))?);
        }
        self.bind_value(op, Value { shape: layout.shape, elements })
    }

    /// The elements of a constant.
    pub(super) fn constant(
        &mut self,
        ty: TypeId,
        attr: AttrId,
        layout: &Layout,
    ) -> Result<Vec<Scalar>, Missing> {
        let subject = Subject {
            ctx: self.program.ctx(),
            name: "arith.constant",
            operands: &[],
            operand_elements: &[],
            results: std::slice::from_ref(layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Known(attr),
        };
        let encoder = &mut *self.encoder;
        let done = meaning::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let mut done = done.map_err(|lack| Missing::of("memref.global", lack))?;
        Ok(done.results.swap_remove(0).elements)
    }

    /// Two numbers combined by the operation of this name.
    pub(super) fn combined(
        &mut self,
        op: OpId,
        name: &str,
        pair: [Scalar; 2],
        element: Element,
    ) -> Result<Scalar, Missing> {
        let width = self.pool().width(pair[0].bits);
        let layout = Layout { shape: None, element, width };
        let operands = pair.map(|scalar| Value { shape: None, elements: vec![scalar] });
        let ty = self.program.ctx().index();
        let subject = Subject {
            ctx: self.program.ctx(),
            name,
            operands: &operands,
            operand_elements: &[element, element],
            results: std::slice::from_ref(&layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Absent,
        };
        let encoder = &mut *self.encoder;
        let done = meaning::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let done = done.map_err(|lack| Missing::of(self.program.op_name(op), lack))?;
        self.undefined_if(done.undefined);
        Ok(done.results[0].elements[0])
    }
}

/// Leading dimensions are repeated, and so are those of one place.
fn broadcast(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    if m.program.operand_count(op) != 1 {
        return Err(m.lacks_types(op));
    }
    let source = m.numbers(op, 0)?;
    let shape = shape_of(&source).to_vec();
    m.bind_each(op, |_, place| {
        let place = place.get(place.len().checked_sub(shape.len())?..)?.iter().zip(&shape);
        let place: Vec<u64> = place.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        element(&source, &place)
    })
}

/// The same elements in another shape.
fn reshape(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let layout = m.result_layout(op, 0)?;
    if layout.size() != source.elements.len() {
        return Err(m.lacks_types(op));
    }
    m.bind_value(op, Value { shape: layout.shape, elements: source.elements })
}

fn extent(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, index) = (m.numbers(op, 0)?, m.scalar(op, 1)?);
    let at = m.pool().value(index.bits).and_then(|at| shape_of(&source).get(at as usize).copied());
    let size = at.ok_or_else(|| m.lacks_types(op))?;
    let bits = m.pool().number(INDEX, u128::from(size));
    let size = Scalar { bits, poison: index.poison };
    m.bind_value(op, Value { shape: None, elements: vec![size] })
}

/// A written position; a computed one is left out.
fn position(m: &Machine<'_, '_>, op: OpId) -> Result<Vec<u64>, Missing> {
    let all = integers(m, op, "static_position")?;
    match all.iter().any(|at| *at == DYNAMIC || *at < 0) {
        true => Err(m.lacks_attribute(op)),
        false => Ok(all.into_iter().map(|at| at as u64).collect()),
    }
}

fn extract(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, start) = (m.numbers(op, 0)?, position(m, op)?);
    let inner = shape_of(&source).len().checked_sub(start.len()).ok_or_else(|| m.lacking(op))?;
    m.bind_each(op, |_, place| {
        // A vector of rank zero is one element.
        let rest = if inner == 0 { &[][..] } else { place };
        element(&source, &[&start[..], rest].concat())
    })
}

fn insert(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (value, target, start) = (m.numbers(op, 0)?, m.numbers(op, 1)?, position(m, op)?);
    m.bind_each(op, |_, place| match place.strip_prefix(&start[..]) {
        Some(_) if value.elements.len() == 1 && shape_of(&value).is_empty() => {
            value.elements.first().copied()
        }
        Some(rest) => element(&value, rest),
        None => element(&target, place),
    })
}

fn from_elements(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let all = (0..m.program.operand_count(op)).map(|at| m.scalar(op, at));
    let elements: Vec<Scalar> = all.collect::<Result<_, _>>()?;
    let layout = m.result_layout(op, 0)?;
    if layout.size() != elements.len() {
        return Err(m.lacking(op));
    }
    m.bind_value(op, Value { shape: layout.shape, elements })
}

fn to_elements(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let item = |element: &Scalar| Item::Numbers(Value { shape: None, elements: vec![*element] });
    let items = source.elements.iter().map(item).collect();
    m.bind(op, items)
}

fn transpose(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, order) = (m.numbers(op, 0)?, counts(m, op, "permutation")?);
    m.bind_each(op, |_, place| {
        let mut from = vec![0; shape_of(&source).len()];
        for (at, dim) in place.iter().zip(&order) {
            *from.get_mut(*dim)? = *at;
        }
        element(&source, &from)
    })
}

/// Rows of the first and the second operand one after the other; -1 is poison.
fn shuffle(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (a, b, mask) = (m.numbers(op, 0)?, m.numbers(op, 1)?, integers(m, op, "mask")?);
    let rows = shape_of(&a).first().copied().unwrap_or(1);
    let layout = m.result_layout(op, 0)?;
    m.bind_each(op, |m, place| {
        let (first, rest) = place.split_first()?;
        let row = *mask.get(*first as usize)?;
        let Ok(row) = u64::try_from(row) else { return Some(m.poison(&layout)) };
        let (source, row) = if row < rows { (&a, row) } else { (&b, row - rows) };
        match shape_of(source).is_empty() {
            true => element(source, &[]),
            false => element(source, &[&[row], rest].concat()),
        }
    })
}

fn interleave(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (even, odd) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    m.bind_each(op, |_, place| {
        let mut from = place.to_vec();
        let last = from.last_mut()?;
        let source = if *last % 2 == 0 { &even } else { &odd };
        *last /= 2;
        if shape_of(source).is_empty() {
            from.clear();
        }
        element(source, &from)
    })
}

fn step(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    m.bind_each(op, |m, place| {
        let bits = m.pool().number(INDEX, u128::from(*place.first()?));
        Some(m.sound(bits))
    })
}

fn constant_mask(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let bounds = integers(m, op, "mask_dim_sizes")?;
    m.bind_each(op, |m, place| {
        let set = match place.is_empty() {
            true => *bounds.first()? > 0,
            false => place.iter().zip(&bounds).all(|(at, bound)| i128::from(*at) < i128::from(*bound)),
        };
        let bits = m.pool().number(1, u128::from(set));
        Some(m.sound(bits))
    })
}

/// Offsets, sizes and strides that are all written; there are no others here.
fn written(m: &Machine<'_, '_>, op: OpId, names: [&str; 3]) -> Result<[Vec<u64>; 3], Missing> {
    let read = |name| {
        let all = counts(m, op, name)?;
        Ok(all.into_iter().map(|number| number as u64).collect::<Vec<u64>>())
    };
    Ok([read(names[0])?, read(names[1])?, read(names[2])?])
}

/// The place in the whole of a place of a slice.
fn in_whole(offsets: &[u64], strides: &[u64], place: &[u64]) -> Vec<u64> {
    offsets.iter().zip(strides).zip(place).map(|((offset, stride), at)| offset + stride * at).collect()
}

/// A place of a slice from one of a shape with fewer dimensions: those that are missing have one place.
fn spread(sizes: &[u64], shape: &[u64], place: &[u64]) -> Option<Vec<u64>> {
    let mut out = Vec::new();
    let mut next = 0;
    for (dim, size) in sizes.iter().enumerate() {
        let left = sizes.len() - dim;
        let wanted = shape.len() - next;
        if wanted > 0 && shape[next] == *size && (*size != 1 || left == wanted) {
            out.push(place[next]);
            next += 1;
        } else if *size == 1 {
            out.push(0);
        } else {
            return None;
        }
    }
    (next == shape.len() || shape[next..].iter().all(|extent| *extent == 1)).then_some(out)
}

fn slice(m: &mut Machine<'_, '_>, op: OpId, names: [&str; 3]) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let [offsets, sizes, strides] = written(m, op, names)?;
    let shape = m.result_layout(op, 0)?.shape.unwrap_or_default();
    m.bind_each(op, |_, place| {
        element(&source, &in_whole(&offsets, &strides, &spread(&sizes, &shape, place)?))
    })
}

/// A slice of the leading dimensions.
fn strided_slice(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let [offsets, _, strides] = written(m, op, ["offsets", "sizes", "strides"])?;
    m.bind_each(op, |_, place| {
        let first = in_whole(&offsets, &strides, place);
        element(&source, &[&first[..], place.get(offsets.len()..)?].concat())
    })
}

/// The place in a slice of a place of the whole, if it is one.
fn in_slice(offsets: &[u64], sizes: &[u64], strides: &[u64], place: &[u64]) -> Option<Vec<u64>> {
    place
        .iter()
        .enumerate()
        .map(|(dim, at)| {
            let distance = at.checked_sub(offsets[dim])?;
            let stride = strides[dim].max(1);
            (distance % stride == 0 && distance / stride < sizes[dim]).then_some(distance / stride)
        })
        .collect()
}

fn insert_slice(m: &mut Machine<'_, '_>, op: OpId, names: [&str; 3]) -> Result<(), Missing> {
    let (source, target) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let [offsets, sizes, strides] = written(m, op, names)?;
    let shape = shape_of(&target).to_vec();
    let fits = |dim: usize| sizes[dim] == 0 || offsets[dim] + (sizes[dim] - 1) * strides[dim] < shape[dim];
    if sizes.len() != shape.len()
        || !(0..shape.len()).all(fits)
        || sizes.iter().product::<u64>() != source.elements.len() as u64
    {
        return Err(m.lacks_types(op));
    }
    m.bind_each(op, |_, place| match in_slice(&offsets, &sizes, &strides, place) {
        Some(at) => source.elements.get(linear(&sizes, &at)).copied(),
        None => element(&target, place),
    })
}

/// The source may have a smaller rank; then it goes to one place of the leading dimensions.
fn insert_strided_slice(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, target) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let (offsets, strides) = (counts(m, op, "offsets")?, counts(m, op, "strides")?);
    let missing =
        shape_of(&target).len().checked_sub(shape_of(&source).len()).ok_or_else(|| m.lacking(op))?;
    let ones = || std::iter::repeat_n(1u64, missing);
    let sizes: Vec<u64> = ones().chain(shape_of(&source).iter().copied()).collect();
    let strides: Vec<u64> = ones().chain(strides.into_iter().map(|stride| stride as u64)).collect();
    let offsets: Vec<u64> = offsets.into_iter().map(|offset| offset as u64).collect();
    if [offsets.len(), strides.len()] != [sizes.len(); 2] {
        return Err(m.lacking(op));
    }
    m.bind_each(op, |_, place| match in_slice(&offsets, &sizes, &strides, place) {
        Some(at) => source.elements.get(linear(&sizes, &at)).copied(),
        None => element(&target, place),
    })
}

/// The operation of `arith` that combines two elements of a reduction; those of floating-point numbers leave their order
/// open.
fn combining(m: &Machine<'_, '_>, op: OpId) -> Result<&'static str, Missing> {
    let ctx = m.program.ctx();
    let attr = m.program.attr(op, m.ident("kind")).map(|attr| ctx.attr_kind(attr));
    let text = match attr {
        Some(AttrKind::Opaque { body, .. }) => ctx.str(*body),
        Some(AttrKind::Dialect { params, .. }) => match params.first().map(|only| ctx.attr_kind(*only)) {
            Some(AttrKind::String { text, .. }) => ctx.str(*text),
            _ => "",
        },
        _ => "",
    };
    Ok(match text.split_whitespace().next_back().unwrap_or_default() {
        "add" => "arith.addi",
        "mul" => "arith.muli",
        "and" => "arith.andi",
        "or" => "arith.ori",
        "xor" => "arith.xori",
        "minui" => "arith.minui",
        "minsi" => "arith.minsi",
        "maxui" => "arith.maxui",
        "maxsi" => "arith.maxsi",
        _ => return Err(m.lacks_attribute(op)),
    })
}

/// What is combined is an integer, whose combinations have no order.
fn combined_all(
    m: &mut Machine<'_, '_>,
    op: OpId,
    first: Scalar,
    rest: &[Scalar],
) -> Result<Scalar, Missing> {
    let name = combining(m, op)?;
    let parent = m.program.parent_op(op).map(|parent| m.program.op_name(parent));
    if !matches!(m.pool().sort(first.bits), Sort::Bits(_)) || parent == Some("vector.mask") {
        return Err(m.lacks_types(op));
    }
    rest.iter().try_fold(first, |sum, one| m.combined(op, name, [sum, *one], Element::Integer))
}

fn reduce(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let (first, rest) = match m.program.operand_count(op) {
        1 => {
            source.elements.split_first().map(|(first, rest)| (*first, rest)).ok_or_else(|| m.lacking(op))?
        }
        _ => (m.scalar(op, 1)?, &source.elements[..]),
    };
    let sum = combined_all(m, op, first, rest)?;
    m.bind_value(op, Value { shape: None, elements: vec![sum] })
}

fn reduce_dims(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, start) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let reduced = counts(m, op, "reduction_dims")?;
    let mut sums: Vec<Vec<Scalar>> = vec![Vec::new(); start.elements.len()];
    for (place, element) in places(shape_of(&source)).iter().zip(&source.elements) {
        let kept = place.iter().enumerate().filter(|(dim, _)| !reduced.contains(dim));
        let kept: Vec<u64> = kept.map(|(_, at)| *at).collect();
        sums.get_mut(linear(shape_of(&start), &kept)).ok_or_else(|| m.lacking(op))?.push(*element);
    }
    let mut elements = Vec::with_capacity(sums.len());
    for (first, rest) in start.elements.iter().zip(sums) {
        elements.push(combined_all(m, op, *first, &rest)?);
    }
    m.bind_value(op, Value { shape: start.shape, elements })
}
