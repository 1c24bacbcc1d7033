//! Operations of `vector` and `tensor` that move elements, for shapes and positions that are written.

use crate::attribute::integers;
use crate::rounding::fused;
use crate::{Attribute, Layout, OpSemantics, Scalar, TensorCtx, Unsupported, Value};
use assay_term::node::Compare;

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::whole("tensor.cast", reshape),
    OpSemantics::whole("tensor.collapse_shape", reshape),
    OpSemantics::whole("tensor.concat", |w| {
        let dim = w.numbers("dim")?;
        joined(w, dim.first().copied().ok_or(Unsupported::Attribute)?)
    }),
    OpSemantics::whole("tensor.dim", extent),
    OpSemantics::whole("tensor.expand_shape", reshape),
    OpSemantics::whole("tensor.extract", extract_computed),
    OpSemantics::whole("tensor.extract_slice", slice),
    OpSemantics::whole("tensor.from_elements", from_elements),
    OpSemantics::whole("tensor.insert", insert_computed),
    OpSemantics::whole("tensor.insert_slice", insert_slice),
    OpSemantics::whole("tensor.rank", |w| {
        let (rank, width) = (shape_of(w.operand(0)?).len() as u128, w.result(0)?.width);
        let bits = w.pool.number(width, rank);
        let rank = w.sound(bits);
        w.one(rank)
    }),
    OpSemantics::whole("tensor.splat", broadcast),
    OpSemantics::whole("vector.broadcast", broadcast),
    OpSemantics::whole("vector.constant_mask", constant_mask),
    OpSemantics::whole("vector.create_mask", create_mask),
    OpSemantics::whole("vector.deinterleave", deinterleave),
    OpSemantics::whole("vector.extract", extract),
    OpSemantics::whole("vector.extract_strided_slice", strided_slice),
    OpSemantics::each("vector.fma", fused),
    OpSemantics::whole("vector.from_elements", from_elements),
    OpSemantics::whole("vector.insert", insert),
    OpSemantics::whole("vector.insert_strided_slice", insert_strided_slice),
    OpSemantics::whole("vector.interleave", interleave),
    OpSemantics::whole("vector.shape_cast", reshape),
    OpSemantics::whole("vector.shuffle", shuffle),
    OpSemantics::whole("vector.step", step),
    OpSemantics::whole("vector.to_elements", to_elements),
    OpSemantics::whole("vector.transpose", |w| transposed(w, "permutation")),
];

type ElementResult = Result<Vec<Value>, Unsupported>;

/// All places of a shape in row-major order.
pub fn places(shape: &[u64]) -> Vec<Vec<u64>> {
    let mut out = vec![Vec::new()];
    for extent in shape {
        let longer = |place: &Vec<u64>| {
            (0..*extent).map(|at| place.iter().copied().chain([at]).collect()).collect::<Vec<Vec<u64>>>()
        };
        out = out.iter().flat_map(longer).collect();
    }
    out
}

/// The number of a place in row-major order.
pub fn linear(shape: &[u64], place: &[u64]) -> usize {
    shape.iter().zip(place).fold(0, |sum, (extent, at)| sum * extent + at) as usize
}

/// The extents of a value; none of a scalar.
pub fn shape_of(value: &Value) -> &[u64] {
    value.shape.as_deref().unwrap_or(&[])
}

/// The element at a place, if there is one.
pub(crate) fn element(value: &Value, place: &[u64]) -> Option<Scalar> {
    let shape = shape_of(value);
    let inside = place.len() == shape.len() && place.iter().zip(shape).all(|(at, extent)| at < extent);
    value.elements.get(linear(shape, place)).copied().filter(|_| inside)
}

impl TensorCtx<'_, '_> {
    fn operand(&self, index: usize) -> Result<&Value, Unsupported> {
        self.subject.operands.get(index).ok_or(Unsupported::Type)
    }

    fn scalar(&self, index: usize) -> Result<Scalar, Unsupported> {
        match self.operand(index)? {
            Value { shape: None, elements } if elements.len() == 1 => Ok(elements[0]),
            _ => Err(Unsupported::Type),
        }
    }

    fn result(&self, index: usize) -> Result<&Layout, Unsupported> {
        self.subject.results.get(index).ok_or(Unsupported::Type)
    }

    /// A number that is known.
    fn sound(&mut self, bits: assay_term::node::TermId) -> Scalar {
        Scalar { bits, poison: self.pool.boolean(false) }
    }

    /// One number as the only result.
    fn one(&mut self, scalar: Scalar) -> ElementResult {
        Ok(vec![Value { shape: None, elements: vec![scalar] }])
    }

    /// A result, element by element.
    fn each(
        &mut self,
        result: usize,
        mut make: impl FnMut(&mut Self, &[u64]) -> Option<Scalar>,
    ) -> Result<Value, Unsupported> {
        let shape = self.result(result)?.shape.clone();
        let all = places(shape.as_deref().unwrap_or(&[]));
        let elements: Option<Vec<Scalar>> = all.iter().map(|place| make(self, place)).collect();
        Ok(Value { shape, elements: elements.ok_or(Unsupported::Type)? })
    }

    /// The only result, element by element.
    pub(crate) fn all(&mut self, make: impl FnMut(&mut Self, &[u64]) -> Option<Scalar>) -> ElementResult {
        Ok(vec![self.each(0, make)?])
    }

    /// The integers of a list, or the one of a number.
    pub(crate) fn numbers(&self, name: &str) -> Result<Vec<i64>, Unsupported> {
        match (self.subject.attribute)(name) {
            Attribute::Known(attr) => integers(self.subject.ctx, attr).ok_or(Unsupported::Attribute),
            _ => Err(Unsupported::Attribute),
        }
    }

    /// The same where they count something; what is computed is left out.
    pub(crate) fn counts(&self, name: &str) -> Result<Vec<u64>, Unsupported> {
        let all = self.numbers(name)?.into_iter().map(|number| u64::try_from(number).ok());
        all.collect::<Option<_>>().ok_or(Unsupported::Attribute)
    }
}

/// Leading dimensions are repeated, and so are those of one place.
fn broadcast(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let [source] = w.subject.operands else { return Err(Unsupported::Type) };
    let shape = shape_of(source);
    w.all(|_, place| {
        let place = place.get(place.len().checked_sub(shape.len())?..)?.iter().zip(shape);
        let place: Vec<u64> = place.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        element(source, &place)
    })
}

/// The same elements in another shape.
fn reshape(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (source, layout) = (w.operand(0)?, w.result(0)?);
    if layout.size() != source.elements.len() {
        return Err(Unsupported::Type);
    }
    Ok(vec![Value { shape: layout.shape.clone(), elements: source.elements.clone() }])
}

/// Tensors one after the other in a dimension.
pub(crate) fn joined(w: &mut TensorCtx<'_, '_>, dim: i64) -> ElementResult {
    let parts = w.subject.operands;
    let dim = usize::try_from(dim).map_err(|_| Unsupported::Attribute)?;
    let sum: Option<u64> = parts.iter().map(|part| shape_of(part).get(dim).copied()).sum();
    if sum.is_none() || sum != w.result(0)?.shape.iter().flatten().nth(dim).copied() {
        return Err(Unsupported::Type);
    }
    w.all(|_, place| {
        let mut place = place.to_vec();
        for part in parts {
            let size = *shape_of(part).get(dim)?;
            if place[dim] < size {
                return element(part, &place);
            }
            place[dim] -= size;
        }
        None
    })
}

/// An extent; a dimension that there is not is undefined, and so is poison.
fn extent(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (shape, index) = (shape_of(w.operand(0)?).to_vec(), w.scalar(1)?);
    let width = w.pool.width(index.bits);
    let mut size = w.pool.zero(width);
    for (dim, extent) in shape.iter().enumerate() {
        let (dim, extent) = (w.pool.number(width, dim as u128), w.pool.number(width, u128::from(*extent)));
        let asked = w.pool.equal(index.bits, dim);
        size = w.pool.choice(asked, extent, size);
    }
    let rank = w.pool.number(width, shape.len() as u128);
    let beyond = w.pool.compare(Compare::ULe, rank, index.bits);
    w.undefined_if(index.poison);
    w.undefined_if(beyond);
    let size = w.sound(size);
    w.one(size)
}

/// For each place of a tensor, the condition that operands from a number on name it; none does outside, which is undefined.
fn named(
    w: &mut TensorCtx<'_, '_>,
    shape: &[u64],
    from: usize,
) -> Result<Vec<assay_term::node::TermId>, Unsupported> {
    let indices: Vec<Scalar> =
        (from..w.subject.operands.len()).map(|at| w.scalar(at)).collect::<Result<_, _>>()?;
    if indices.len() != shape.len() {
        return Err(Unsupported::Type);
    }
    for (index, extent) in indices.iter().zip(shape) {
        let width = w.pool.width(index.bits);
        let extent = w.pool.number(width, u128::from(*extent));
        let beyond = w.pool.compare(Compare::ULe, extent, index.bits);
        w.undefined_if(index.poison);
        w.undefined_if(beyond);
    }
    let here = |place: &Vec<u64>| {
        let each: Vec<_> = place
            .iter()
            .zip(&indices)
            .map(|(at, index)| {
                let at = w.pool.number(w.pool.width(index.bits), u128::from(*at));
                w.pool.equal(index.bits, at)
            })
            .collect();
        w.pool.all(each)
    };
    Ok(places(shape).iter().map(here).collect())
}

/// One of two values under a condition.
fn chosen(
    w: &mut TensorCtx<'_, '_>,
    condition: assay_term::node::TermId,
    then: Scalar,
    otherwise: Scalar,
) -> Scalar {
    Scalar {
        bits: w.pool.choice(condition, then.bits, otherwise.bits),
        poison: w.pool.choice(condition, then.poison, otherwise.poison),
    }
}

fn extract_computed(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let source = w.operand(0)?.clone();
    let conditions = named(w, shape_of(&source), 1)?;
    let mut found = *source.elements.first().ok_or(Unsupported::Type)?;
    for (condition, element) in conditions.iter().zip(&source.elements).skip(1) {
        found = chosen(w, *condition, *element, found);
    }
    w.one(found)
}

fn insert_computed(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (value, mut target) = (w.scalar(0)?, w.operand(1)?.clone());
    let conditions = named(w, shape_of(&target), 2)?;
    for (condition, element) in conditions.iter().zip(&mut target.elements) {
        *element = chosen(w, *condition, value, *element);
    }
    Ok(vec![target])
}

fn extract(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (source, start) = (w.operand(0)?.clone(), w.counts("static_position")?);
    let inner = shape_of(&source).len().checked_sub(start.len()).ok_or(Unsupported::Type)?;
    w.all(|_, place| {
        // A vector of rank zero is one element.
        let rest = if inner == 0 { &[][..] } else { place };
        element(&source, &[&start[..], rest].concat())
    })
}

fn insert(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (value, target) = (w.operand(0)?.clone(), w.operand(1)?.clone());
    let start = w.counts("static_position")?;
    // Outside, the result is poison.
    let fits = start.iter().zip(shape_of(&target)).all(|(at, extent)| at < extent);
    if !fits || start.len() + shape_of(&value).len() != shape_of(&target).len() {
        return Err(Unsupported::Attribute);
    }
    w.all(|_, place| match place.strip_prefix(&start[..]) {
        Some(rest) => element(&value, rest),
        None => element(&target, place),
    })
}

fn from_elements(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let all = (0..w.subject.operands.len()).map(|at| w.scalar(at));
    let elements: Vec<Scalar> = all.collect::<Result<_, _>>()?;
    let layout = w.result(0)?;
    if layout.size() != elements.len() {
        return Err(Unsupported::Type);
    }
    Ok(vec![Value { shape: layout.shape.clone(), elements }])
}

fn to_elements(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let source = w.operand(0)?;
    Ok(source.elements.iter().map(|one| Value { shape: None, elements: vec![*one] }).collect())
}

/// Dimension i of the result is the dimension of the source that the attribute lists there.
pub(crate) fn transposed(w: &mut TensorCtx<'_, '_>, name: &str) -> ElementResult {
    let (source, order) = (w.operand(0)?.clone(), w.counts(name)?);
    w.all(|_, place| {
        let mut from = vec![0; shape_of(&source).len()];
        for (at, dim) in place.iter().zip(&order) {
            *from.get_mut(usize::try_from(*dim).ok()?)? = *at;
        }
        element(&source, &from)
    })
}

/// Rows of the first and the second operand one after the other; -1 is poison.
fn shuffle(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (a, b, mask) = (w.operand(0)?.clone(), w.operand(1)?.clone(), w.numbers("mask")?);
    let rows = shape_of(&a).first().copied().unwrap_or(1);
    w.all(|w, place| {
        let (first, rest) = place.split_first()?;
        let row = *mask.get(usize::try_from(*first).ok()?)?;
        let Ok(row) = u64::try_from(row) else {
            let bits = a.elements.first()?.bits;
            return Some(Scalar { bits, poison: w.pool.boolean(true) });
        };
        let (source, row) = if row < rows { (&a, row) } else { (&b, row - rows) };
        match shape_of(source).is_empty() {
            true => element(source, &[]),
            false => element(source, &[&[row], rest].concat()),
        }
    })
}

fn interleave(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (even, odd) = (w.operand(0)?.clone(), w.operand(1)?.clone());
    w.all(|_, place| {
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

fn deinterleave(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let source = w.operand(0)?.clone();
    let half = |w: &mut TensorCtx<'_, '_>, odd: u64| {
        w.each(odd as usize, |_, place| {
            let mut from = place.to_vec();
            let last = from.last_mut()?;
            *last = *last * 2 + odd;
            element(&source, &from)
        })
    };
    Ok(vec![half(w, 0)?, half(w, 1)?])
}

fn step(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let width = w.result(0)?.width;
    w.all(|w, place| {
        let bits = w.pool.number(width, u128::from(*place.first()?));
        Some(w.sound(bits))
    })
}

fn constant_mask(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let bounds = w.numbers("mask_dim_sizes")?;
    w.all(|w, place| {
        let set = match place.is_empty() {
            true => *bounds.first()? > 0,
            false => place.iter().zip(&bounds).all(|(at, bound)| i128::from(*at) < i128::from(*bound)),
        };
        let bits = w.pool.number(1, u128::from(set));
        Some(w.sound(bits))
    })
}

/// One bit for each place, set where it lies below a bound in every dimension; all poison where a bound is.
fn create_mask(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let bounds: Vec<Scalar> =
        (0..w.subject.operands.len()).map(|at| w.scalar(at)).collect::<Result<_, _>>()?;
    let rank = w.result(0)?.shape.as_deref().map_or(0, <[u64]>::len);
    if bounds.len() != rank.max(1) {
        return Err(Unsupported::Type);
    }
    let poison = w.pool.any(bounds.iter().map(|bound| bound.poison));
    w.all(|w, place| {
        // A mask of rank zero has one bound: it is set where that is above zero.
        let place = if place.is_empty() { &[0][..] } else { place };
        let below: Vec<_> = place
            .iter()
            .zip(&bounds)
            .map(|(at, bound)| {
                let at = w.pool.number(w.pool.width(bound.bits), u128::from(*at));
                w.pool.compare(Compare::SLt, at, bound.bits)
            })
            .collect();
        let all = w.pool.all(below);
        Some(Scalar { bits: w.pool.bit(all), poison })
    })
}

/// Offsets, sizes and strides that are all written.
fn written(w: &TensorCtx<'_, '_>) -> Result<[Vec<u64>; 3], Unsupported> {
    Ok([w.counts("static_offsets")?, w.counts("static_sizes")?, w.counts("static_strides")?])
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

fn slice(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let source = w.operand(0)?.clone();
    let [offsets, sizes, strides] = written(w)?;
    let shape = w.result(0)?.shape.clone().unwrap_or_default();
    w.all(|_, place| element(&source, &in_whole(&offsets, &strides, &spread(&sizes, &shape, place)?)))
}

/// A slice of the leading dimensions.
fn strided_slice(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let source = w.operand(0)?.clone();
    let (offsets, strides) = (w.counts("offsets")?, w.counts("strides")?);
    w.all(|_, place| {
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

fn insert_slice(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (source, target) = (w.operand(0)?.clone(), w.operand(1)?.clone());
    let [offsets, sizes, strides] = written(w)?;
    let shape = shape_of(&target).to_vec();
    if [offsets.len(), sizes.len(), strides.len()] != [shape.len(); 3] {
        return Err(Unsupported::Type);
    }
    let fits = |dim: usize| sizes[dim] == 0 || offsets[dim] + (sizes[dim] - 1) * strides[dim] < shape[dim];
    if !(0..shape.len()).all(fits) || sizes.iter().product::<u64>() != source.elements.len() as u64 {
        return Err(Unsupported::Type);
    }
    w.all(|_, place| match in_slice(&offsets, &sizes, &strides, place) {
        Some(at) => source.elements.get(linear(&sizes, &at)).copied(),
        None => element(&target, place),
    })
}

/// The source may have a smaller rank; then it goes to one place of the leading dimensions.
fn insert_strided_slice(w: &mut TensorCtx<'_, '_>) -> ElementResult {
    let (source, target) = (w.operand(0)?.clone(), w.operand(1)?.clone());
    let (offsets, strides) = (w.counts("offsets")?, w.counts("strides")?);
    let missing = shape_of(&target).len().checked_sub(shape_of(&source).len()).ok_or(Unsupported::Type)?;
    let ones = || std::iter::repeat_n(1u64, missing);
    let sizes: Vec<u64> = ones().chain(shape_of(&source).iter().copied()).collect();
    let strides: Vec<u64> = ones().chain(strides).collect();
    if [offsets.len(), strides.len()] != [sizes.len(); 2] {
        return Err(Unsupported::Type);
    }
    w.all(|_, place| match in_slice(&offsets, &sizes, &strides, place) {
        Some(at) => source.elements.get(linear(&sizes, &at)).copied(),
        None => element(&target, place),
    })
}
