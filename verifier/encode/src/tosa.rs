//! Operations of `tosa` with operands that are shapes or single numbers, which have to be known, and the extents of those whose types
//! leave them open. Integers that overflow wrap around where MLIR's lowering to `linalg` adds and multiplies, and are cut to
//! the range of the result where it clamps. Sums of floating-point numbers, whose order is open, are left out.

use assay_ir::data::{OpId, TypeKind};
use assay_ir::ops;

use crate::attributes::{integer, integers};
use crate::computed::spread;
use crate::layout::INDEX;
use crate::layout::size;
use crate::machine::{Run, SymbolicExecutor};
use crate::slices::{Padding, joined};
use crate::unsupported::EncodeError;
use crate::views::{fixed_shape, places};
use assay_semantics::arrange::{linear, shape_of};
use assay_semantics::{self, Element, Scalar, Value};
use assay_term::node::{Binary, Compare, MAX_WIDTH, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("tosa.concat", |m, op| {
        let axis = integer(m, op, "axis").and_then(|axis| usize::try_from(axis).ok());
        let axis = axis.ok_or_else(|| m.lacks_attribute(op))?;
        joined(m, op, axis)
    }),
    ("tosa.const_shape", const_shape),
    ("tosa.matmul", product),
    ("tosa.mul", multiply),
    ("tosa.negate", negate),
    ("tosa.pad", pad),
    ("tosa.reshape", reshape),
    ("tosa.slice", slice),
    ("tosa.tile", tile),
];

fn const_shape(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let mut values = integers(m, op, "values")?;
    let ctx = m.program.ctx();
    let ty = m.program.attr(op, m.ident("values")).and_then(|attr| ctx.attr_type(attr));
    let count = match ty.map(|ty| ctx.type_kind(ty)) {
        Some(TypeKind::RankedTensor { shape, .. }) => shape.iter().flatten().product::<u64>(),
        _ => return Err(m.lacks_attribute(op)),
    };
    if let [one] = values[..] {
        values = vec![one; count as usize];
    }
    let mut elements = Vec::with_capacity(values.len());
    for value in &values {
        let bits = m.pool().number(INDEX, u128::from(*value as u64));
        elements.push(m.sound(bits));
    }
    m.bind_value(op, Value { shape: Some([values.len() as u64].into()), elements })
}

/// The numbers of an operand that is a shape.
fn shape_operand(m: &SymbolicExecutor<'_, '_>, op: OpId, index: usize) -> Result<Vec<i64>, EncodeError> {
    let numbers: Vec<TermId> = m.numbers(op, index)?.elements.iter().map(|number| number.bits).collect();
    fixed_shape(&m.encoder.pool, &numbers).ok_or_else(|| m.lacks_types(op))
}

/// The only element of an operand of one element.
fn only(m: &SymbolicExecutor<'_, '_>, op: OpId, index: usize) -> Result<Scalar, EncodeError> {
    match m.numbers(op, index)?.elements[..] {
        [only] => Ok(only),
        _ => Err(m.lacks_types(op)),
    }
}

/// An element that is an integer, as wide as all that is computed of two of them.
fn widened(m: &mut SymbolicExecutor<'_, '_>, op: OpId, number: Scalar) -> Result<Scalar, EncodeError> {
    if !matches!(m.pool().sort(number.bits), assay_term::node::Sort::Bits(width) if width <= MAX_WIDTH / 2) {
        return Err(m.lacks_types(op));
    }
    Ok(Scalar { bits: m.pool().sign_extend(number.bits, MAX_WIDTH), ..number })
}

/// Bits of the elements of the result, which are integers.
fn result_width(m: &SymbolicExecutor<'_, '_>, op: OpId) -> Result<u32, EncodeError> {
    let layout = crate::layout::number_of(m.program.ctx(), m.result_type(op, 0)?)?;
    if layout.element == Element::Integer { Ok(layout.width) } else { Err(m.lacks_types(op)) }
}

fn binary(m: &mut SymbolicExecutor<'_, '_>, op: Binary, a: Scalar, b: Scalar) -> Scalar {
    let pool = m.pool();
    Scalar { bits: pool.binary(op, a.bits, b.bits), poison: pool.or(a.poison, b.poison) }
}

/// The low bits of a number that was computed wide.
fn cut_off(m: &mut SymbolicExecutor<'_, '_>, number: Scalar, width: u32) -> Scalar {
    Scalar { bits: m.pool().extract(number.bits, 0, width), ..number }
}

/// The exact product shifted to the right, rounded half up, modulo two to the width of the result.
fn multiply(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let operands = [m.numbers(op, 0)?, m.numbers(op, 1)?];
    let ty = m.program.operands(op).next().map(|value| m.program.value_type(value));
    let of = crate::layout::number_of(m.program.ctx(), ty.ok_or_else(|| m.unsupported(op))?)?.element;
    let Some(shape) = spread(&operands) else {
        return m.set_undefined(op, operands[0].shape.as_deref());
    };
    if size(&shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let mut elements = Vec::new();
    let product = ops::float_op("mul").ok_or_else(|| m.lacks_types(op))?;
    for place in places(&shape) {
        let [a, b] = [0, 1].map(|at| repeated(&operands[at], &place));
        elements.push(match of {
            Element::Float(_) => m.combined(op, product, [a, b], of)?,
            Element::Integer => shifted_product(m, op, a, b)?,
            _ => return Err(m.lacks_types(op)),
        });
    }
    m.bind_tensor(op, shape, elements)
}

/// The element at a place, where axes of one place are repeated.
fn repeated(value: &Value, place: &[u64]) -> Scalar {
    let shape = shape_of(value);
    let place = place.iter().zip(shape).map(|(at, extent)| if *extent == 1 { 0 } else { *at });
    value.elements[linear(shape, &place.collect::<Vec<u64>>())]
}

fn shifted_product(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    a: Scalar,
    b: Scalar,
) -> Result<Scalar, EncodeError> {
    let (shift, width) = (only(m, op, 2)?, result_width(m, op)?);
    let shift = m.encoder.pool.value(shift.bits).filter(|shift| *shift < 64);
    let shift = shift.ok_or_else(|| m.lacks_types(op))?;
    if shift == 0 {
        // Narrow products are simpler.
        let [a, b] = [a, b].map(|one| Scalar { bits: m.encoder.pool.sign_extend(one.bits, width), ..one });
        return Ok(binary(m, Binary::Mul, a, b));
    }
    let (a, b) = (widened(m, op, a)?, widened(m, op, b)?);
    let product = binary(m, Binary::Mul, a, b);
    let [half, shift] = [1 << (shift - 1), shift].map(|number| m.encoder.pool.number(MAX_WIDTH, number));
    let rounded = m.pool().binary(Binary::Add, product.bits, half);
    let shifted = m.pool().binary(Binary::AShr, rounded, shift);
    Ok(cut_off(m, Scalar { bits: shifted, ..product }, width))
}

/// Zero points are added back and the difference is cut to the range, so that the smallest number becomes the largest one.
fn negate(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.numbers(op, 0)?;
    let layout = crate::layout::number_of(m.program.ctx(), m.result_type(op, 0)?)?;
    if let Element::Float(_) = layout.element {
        let negated = |one: &Scalar| Scalar { bits: m.encoder.pool.float_negated(one.bits), ..*one };
        let elements = source.elements.iter().map(negated).collect();
        return m.bind_tensor(op, shape_of(&source).to_vec(), elements);
    }
    let width = result_width(m, op)?;
    let zeros = match m.program.operand_count(op) {
        3 => {
            let (input, output) = (only(m, op, 1)?, only(m, op, 2)?);
            let (input, output) = (widened(m, op, input)?, widened(m, op, output)?);
            binary(m, Binary::Add, input, output)
        }
        _ => {
            let bits = m.pool().zero(MAX_WIDTH);
            m.sound(bits)
        }
    };
    let mut elements = Vec::with_capacity(source.elements.len());
    for element in &source.elements {
        let element = widened(m, op, *element)?;
        let difference = binary(m, Binary::Sub, zeros, element);
        let pool = m.pool();
        let most = (1u128 << (width - 1)) - 1;
        let [least, most] = [!most, most].map(|bound| pool.number(MAX_WIDTH, bound));
        let low = pool.compare(Compare::SLt, difference.bits, least);
        let bits = pool.choice(low, least, difference.bits);
        let high = pool.compare(Compare::SLt, most, bits);
        let bits = pool.choice(high, most, bits);
        elements.push(cut_off(m, Scalar { bits, ..difference }, width));
    }
    m.bind_tensor(op, shape_of(&source).to_vec(), elements)
}

/// Sums of products of numbers without their zero points, in the width of the result.
fn product(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (left, right) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let width = result_width(m, op)?;
    let ([batches, rows, inner], [others, depth, columns]) = (shape_of(&left), shape_of(&right)) else {
        return Err(m.lacks_types(op));
    };
    let shape = vec![*batches, *rows, *columns];
    if batches != others || inner != depth {
        return m.set_undefined(op, Some(&shape));
    }
    if size(&shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let extended = |m: &mut SymbolicExecutor<'_, '_>, number: Scalar| match m.pool().sort(number.bits) {
        assay_term::node::Sort::Bits(given) if given <= width => {
            Ok(Scalar { bits: m.pool().sign_extend(number.bits, width), ..number })
        }
        _ => Err(m.lacks_types(op)),
    };
    let nothing = m.pool().zero(width);
    let nothing = m.sound(nothing);
    let zeros = match m.program.operand_count(op) {
        4 => {
            let (a, b) = (only(m, op, 2)?, only(m, op, 3)?);
            [extended(m, a)?, extended(m, b)?]
        }
        _ => [nothing, nothing],
    };
    let mut elements = Vec::new();
    for place in places(&shape) {
        let mut sum = nothing;
        for at in 0..*inner {
            let a = left.elements[linear(shape_of(&left), &[place[0], place[1], at])];
            let b = right.elements[linear(shape_of(&right), &[place[0], at, place[2]])];
            let (a, b) = (extended(m, a)?, extended(m, b)?);
            let (a, b) = (binary(m, Binary::Sub, a, zeros[0]), binary(m, Binary::Sub, b, zeros[1]));
            let product = binary(m, Binary::Mul, a, b);
            sum = binary(m, Binary::Add, sum, product);
        }
        elements.push(sum);
    }
    m.bind_tensor(op, shape, elements)
}

/// Places before and after each dimension by iterations, which show the constant.
fn pad(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, around, constant) = (m.numbers(op, 0)?, shape_operand(m, op, 1)?, only(m, op, 2)?);
    let [low, high] = [0, 1].map(|first| around.iter().skip(first).step_by(2).copied().collect::<Vec<i64>>());
    let rank = shape_of(&source).len();
    let padding = Padding::new(source, low, &high).filter(|_| around.len() == 2 * rank);
    let padding = padding.ok_or_else(|| m.lacks_attribute(op))?;
    if size(&padding.shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let shown = places(&padding.shape)
        .iter()
        .map(|place| padding.source_element(place).unwrap_or(constant))
        .collect();
    m.bind_tensor(op, padding.shape, shown)
}

/// An extent of minus one is what the others leave.
fn reshape(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, wanted) = (m.numbers(op, 0)?, shape_operand(m, op, 1)?);
    let count = source.elements.len() as u64;
    let known: Vec<u64> = wanted.iter().filter_map(|extent| u64::try_from(*extent).ok()).collect();
    let others = size(&known).ok_or_else(|| m.lacks_types(op))?;
    let rest = count.checked_div(others).unwrap_or(0);
    let extent = |extent: &i64| if *extent == -1 { Some(rest) } else { u64::try_from(*extent).ok() };
    let shape = wanted.iter().map(extent).collect::<Option<Vec<u64>>>();
    let shape = shape.ok_or_else(|| m.lacks_types(op))?;
    if size(&shape) != Some(count) {
        return m.set_undefined(op, Some(&shape));
    }
    m.bind_tensor(op, shape, source.elements)
}

/// A size of minus one is what is left of the dimension.
fn slice(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, start, sizes) = (m.numbers(op, 0)?, shape_operand(m, op, 1)?, shape_operand(m, op, 2)?);
    let extents = shape_of(&source);
    if [start.len(), sizes.len()] != [extents.len(); 2] {
        return Err(m.unsupported(op));
    }
    let all = start.iter().zip(&sizes).zip(extents).map(|((start, taken), extent)| {
        let start = u64::try_from(*start).ok()?;
        let taken = if *taken == -1 { extent.checked_sub(start) } else { u64::try_from(*taken).ok() }?;
        Some((start, taken))
    });
    let all: Option<Vec<(u64, u64)>> = all.collect();
    let (start, shape): (Vec<u64>, Vec<u64>) = all.ok_or_else(|| m.lacks_types(op))?.into_iter().unzip();
    if size(&shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let mut elements = Vec::new();
    for place in places(&shape) {
        let from: Vec<u64> = place.iter().zip(&start).map(|(at, start)| at + start).collect();
        if from.iter().zip(extents).any(|(at, extent)| at >= extent) {
            return m.set_undefined(op, Some(&shape));
        }
        elements.push(source.elements[linear(extents, &from)]);
    }
    m.bind_tensor(op, shape, elements)
}

/// Each dimension as often as a number says.
fn tile(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, times) = (m.numbers(op, 0)?, shape_operand(m, op, 1)?);
    let extents = shape_of(&source);
    let pairs = times.iter().zip(extents);
    let shape: Option<Vec<u64>> =
        pairs.map(|(times, extent)| u64::try_from(*times).ok()?.checked_mul(*extent)).collect();
    let shape = shape.filter(|shape| size(shape).is_some() && times.len() == extents.len());
    let shape = shape.ok_or_else(|| m.lacks_types(op))?;
    let from = |place: &Vec<u64>| -> Vec<u64> {
        place.iter().zip(extents).map(|(at, extent)| at % extent).collect()
    };
    let elements =
        places(&shape).iter().map(|place| source.elements[linear(extents, &from(place))]).collect();
    m.bind_tensor(op, shape, elements)
}
