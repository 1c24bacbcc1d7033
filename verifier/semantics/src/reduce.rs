//! Reductions of integers, whose order shows nowhere; those of floating-point numbers leave it open. One in a `vector.mask` does
//! something else: patterns take for granted that none is matched there.

use crate::arrange::{linear, places, shape_of};
use crate::attribute::enumerant;
use crate::integer::extreme;
use crate::{Attribute, Element, OpSemantics, Scalar, TensorCtx, Unsupported, Value};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::whole("vector.multi_reduction", reduce_dims),
    OpSemantics::whole("vector.reduction", reduce),
];

/// The words of `#vector.kind` (VectorAttributes.td), in the order of their numbers.
const KINDS: &[&str] = &[
    "add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "maximumf",
    "minimumf",
];

/// How two numbers are combined.
#[derive(Clone, Copy)]
enum Kind {
    Computed(Binary),
    /// The larger one in this order, or the smaller one.
    Ordered(Compare, bool),
}

fn kind(w: &TensorCtx<'_, '_>) -> Result<Kind, Unsupported> {
    let Attribute::Known(attr) = (w.subject.attribute)("kind") else { return Err(Unsupported::Attribute) };
    let number = enumerant(w.subject.ctx, attr, KINDS).ok_or(Unsupported::Attribute)?;
    Ok(match KINDS[number as usize] {
        "add" => Kind::Computed(Binary::Add),
        "mul" => Kind::Computed(Binary::Mul),
        "and" => Kind::Computed(Binary::And),
        "or" => Kind::Computed(Binary::Or),
        "xor" => Kind::Computed(Binary::Xor),
        "minui" => Kind::Ordered(Compare::ULe, false),
        "minsi" => Kind::Ordered(Compare::SLe, false),
        "maxui" => Kind::Ordered(Compare::ULe, true),
        "maxsi" => Kind::Ordered(Compare::SLe, true),
        _ => return Err(Unsupported::Attribute),
    })
}

fn combined(w: &mut TensorCtx<'_, '_>, kind: Kind, a: Scalar, b: Scalar) -> Scalar {
    let bits = match kind {
        Kind::Computed(op) => w.pool.binary(op, a.bits, b.bits),
        Kind::Ordered(order, larger) => extreme(w.pool, order, larger, a.bits, b.bits),
    };
    Scalar { bits, poison: w.pool.or(a.poison, b.poison) }
}

/// Integers alone are combined here.
fn are_integers(w: &TensorCtx<'_, '_>) -> Result<(), Unsupported> {
    let given = w.subject.operand_elements.iter().copied();
    let mut all = given.chain(w.subject.results.iter().map(|layout| layout.element));
    let integers = all.all(|element| matches!(element, Element::Integer | Element::Index));
    integers.then_some(()).ok_or(Unsupported::Type)
}

fn reduce(w: &mut TensorCtx<'_, '_>) -> Result<Vec<Value>, Unsupported> {
    are_integers(w)?;
    let kind = kind(w)?;
    let (source, first) = match w.subject.operands {
        [source] => (source, None),
        [source, Value { shape: None, elements }] => {
            (source, Some(*elements.first().ok_or(Unsupported::Type)?))
        }
        _ => return Err(Unsupported::Type),
    };
    let mut all = first.into_iter().chain(source.elements.iter().copied());
    let start = all.next().ok_or(Unsupported::Type)?;
    let sum = all.fold(start, |sum, one| combined(w, kind, sum, one));
    Ok(vec![Value { shape: None, elements: vec![sum] }])
}

/// The elements whose other dimensions are those of a place of the result, with what the result starts from.
fn reduce_dims(w: &mut TensorCtx<'_, '_>) -> Result<Vec<Value>, Unsupported> {
    are_integers(w)?;
    let kind = kind(w)?;
    let [source, start] = w.subject.operands else { return Err(Unsupported::Type) };
    let reduced = w.counts("reduction_dims")?;
    let mut sums = start.elements.clone();
    for (place, element) in places(shape_of(source)).iter().zip(&source.elements) {
        let kept = place.iter().zip(0u64..).filter(|(_, dim)| !reduced.contains(dim));
        let kept: Vec<u64> = kept.map(|(at, _)| *at).collect();
        if kept.len() != shape_of(start).len() {
            return Err(Unsupported::Type);
        }
        let sum = sums.get_mut(linear(shape_of(start), &kept)).ok_or(Unsupported::Type)?;
        *sum = combined(w, kind, *sum, *element);
    }
    Ok(vec![Value { shape: start.shape.clone(), elements: sums }])
}
