//! `tosa` on tensors of integers and floating-point numbers, after MLIR's lowering to `linalg` where the specification leaves
//! integers that overflow open: they wrap around. Axes of one place are repeated. Products, whose shift is an operand, and
//! what takes a shape as an operand are left out.

use crate::arrange::{element, joined, linear, shape_of, transposed};
use crate::attribute::{element_bits, enumerant};
use crate::float::{self, magnitude_of};
use crate::integer::{Rounding, divisible, extremum, is_too_far, quotient, selection, without_flags};
use crate::math::{first_one, magnitude};
use crate::rounding::{integral, rounded};
use crate::{
    Attribute, Element, ElementCtx, ElementResult, OpSemantics, Scalar, TensorCtx, Unsupported, Value,
};
use assay_term::bits::mask;
use assay_term::float::{Arithmetic, Format, From, Integral, Order, Test};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::spread("tosa.abs", |element| match is_float(element) {
        true => magnitude_of(element),
        false => magnitude(element),
    }),
    OpSemantics::spread("tosa.add", |element| sum(element, Binary::Add, Arithmetic::Add)),
    OpSemantics::spread("tosa.sub", |element| sum(element, Binary::Sub, Arithmetic::Sub)),
    OpSemantics::spread("tosa.bitwise_and", |element| without_flags(element, Binary::And)),
    OpSemantics::spread("tosa.bitwise_not", inverted),
    OpSemantics::spread("tosa.bitwise_or", |element| without_flags(element, Binary::Or)),
    OpSemantics::spread("tosa.bitwise_xor", |element| without_flags(element, Binary::Xor)),
    OpSemantics::spread("tosa.clz", |element| first_one(element, true)),
    OpSemantics::spread("tosa.logical_and", |element| without_flags(element, Binary::And)),
    OpSemantics::spread("tosa.logical_not", inverted),
    OpSemantics::spread("tosa.logical_or", |element| without_flags(element, Binary::Or)),
    OpSemantics::spread("tosa.logical_xor", |element| without_flags(element, Binary::Xor)),
    OpSemantics::spread("tosa.arithmetic_right_shift", shift_right),
    OpSemantics::spread("tosa.logical_left_shift", |element| shift(element, Binary::Shl)),
    OpSemantics::spread("tosa.logical_right_shift", |element| shift(element, Binary::LShr)),
    OpSemantics::spread("tosa.intdiv", |element| {
        let [a, b] = divisible(element, true)?;
        let bits = quotient(element, a.bits, b.bits, true, Rounding::Zero);
        element.total(&[a, b], bits)
    }),
    OpSemantics::spread("tosa.ceil", |element| integral(element, Integral::Up)),
    OpSemantics::spread("tosa.floor", |element| integral(element, Integral::Down)),
    OpSemantics::spread("tosa.reciprocal", reciprocal),
    OpSemantics::spread("tosa.equal", |element| compared(element, None, Order::Equal)),
    OpSemantics::spread("tosa.greater", |element| compared(element, Some(Compare::SLt), Order::Less)),
    OpSemantics::spread("tosa.greater_equal", |element| {
        compared(element, Some(Compare::SLe), Order::LessOrEqual)
    }),
    OpSemantics::spread("tosa.maximum", |element| larger(element, true)),
    OpSemantics::spread("tosa.minimum", |element| larger(element, false)),
    OpSemantics::spread("tosa.clamp", clamped),
    OpSemantics::spread("tosa.select", selection),
    OpSemantics::spread("tosa.cast", cast),
    OpSemantics::spread("tosa.const", |element| Ok(vec![element.constant("values")?])),
    OpSemantics::spread("tosa.identity", |element| Ok(vec![element.operand(0)?])),
    OpSemantics::whole("tosa.concat", |w| {
        let axis = axis(w)?;
        joined(w, axis)
    }),
    OpSemantics::whole("tosa.reverse", reversed),
    OpSemantics::whole("tosa.transpose", |w| transposed(w, "perms")),
    OpSemantics::whole("tosa.reduce_all", |w| reduced(w, None, |w, a, b| w.pool.binary(Binary::And, a, b))),
    OpSemantics::whole("tosa.reduce_any", |w| reduced(w, None, |w, a, b| w.pool.binary(Binary::Or, a, b))),
    OpSemantics::whole("tosa.reduce_max", |w| reduced(w, None, |w, a, b| picked(w, a, b, true))),
    OpSemantics::whole("tosa.reduce_min", |w| reduced(w, None, |w, a, b| picked(w, a, b, false))),
    OpSemantics::whole("tosa.reduce_product", |w| {
        reduced(w, Some(1), |w, a, b| w.pool.binary(Binary::Mul, a, b))
    }),
    OpSemantics::whole("tosa.reduce_sum", |w| {
        reduced(w, Some(0), |w, a, b| w.pool.binary(Binary::Add, a, b))
    }),
];

fn is_float(element: &ElementCtx<'_, '_>) -> bool {
    matches!(element.subject.operand_elements.first(), Some(Element::Float(_)))
}

fn sum(element: &mut ElementCtx<'_, '_>, of_integers: Binary, of_floats: Arithmetic) -> ElementResult {
    if !is_float(element) {
        return without_flags(element, of_integers);
    }
    let [a, b] = float::pair(element)?;
    let bits = element.pool.float_arithmetic(of_floats, a.bits, b.bits);
    element.total(&[a, b], bits)
}

fn inverted(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = element.numbers()?;
    let ones = element.pool.ones(element.pool.width(a.bits));
    let bits = element.pool.binary(Binary::Xor, a.bits, ones);
    element.total(&[a], bits)
}

/// An amount that is negative or not below the width is poison, as of the shift that it lowers to.
fn shift(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = element.pool.binary(op, a.bits, b.bits);
    let broken = is_too_far(element, b.bits);
    element.unless(&[a, b], broken, bits)
}

/// With `round`, the last bit that is shifted out is added.
fn shift_right(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let round = match element.attribute("round") {
        Attribute::Known(_) => element.present("round")?,
        _ => return Err(Unsupported::Attribute),
    };
    let [a, b] = element.pair()?;
    let width = element.pool.width(a.bits);
    let (zero, one) = (element.pool.zero(width), element.pool.number(width, 1));
    let shifted = element.pool.binary(Binary::AShr, a.bits, b.bits);
    let before = element.pool.binary(Binary::Sub, b.bits, one);
    let last = element.pool.binary(Binary::AShr, a.bits, before);
    let last = element.pool.binary(Binary::And, last, one);
    let none = element.pool.equal(b.bits, zero);
    let some = element.pool.not(none);
    let added = element.pool.and(round, some);
    let more = element.pool.choice(added, last, zero);
    let bits = element.pool.binary(Binary::Add, shifted, more);
    let broken = is_too_far(element, b.bits);
    element.unless(&[a, b], broken, bits)
}

fn reciprocal(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = float::numbers(element)?;
    let format = float::format(element)?;
    if !format.has_nan() {
        return Err(Unsupported::Type);
    }
    let one = element.pool.number(format.width(), format.from_integer(false, 1));
    let one = element.pool.float_from(From::Bits, one, format);
    let bits = element.pool.float_arithmetic(Arithmetic::Div, one, a.bits);
    element.total(&[a], bits)
}

/// A comparison: the integers are signed, and no order holds of a NaN. Orders are of the second to the first operand.
fn compared(
    element: &mut ElementCtx<'_, '_>,
    of_integers: Option<Compare>,
    of_floats: Order,
) -> ElementResult {
    let (a, b, truth) = if is_float(element) {
        let [a, b] = float::pair(element)?;
        (a, b, element.pool.float_order(of_floats, b.bits, a.bits))
    } else {
        let [a, b] = element.pair()?;
        let truth = match of_integers {
            None => element.pool.equal(a.bits, b.bits),
            Some(order) => element.pool.compare(order, b.bits, a.bits),
        };
        (a, b, truth)
    };
    let bits = element.pool.bit(truth);
    element.total(&[a, b], bits)
}

/// Succeeds where a NaN makes a NaN; otherwise it is left open which zero is taken.
fn propagates(element: &ElementCtx<'_, '_>) -> Result<(), Unsupported> {
    let words = &["UNKNOWN", "PROPAGATE", "IGNORE"];
    match element.attribute("nan_mode") {
        Attribute::Absent => Ok(()),
        Attribute::Known(attr) if enumerant(element.subject.ctx, attr, words) == Some(1) => Ok(()),
        _ => Err(Unsupported::Attribute),
    }
}

fn larger(element: &mut ElementCtx<'_, '_>, larger: bool) -> ElementResult {
    if !is_float(element) {
        return extremum(element, Compare::SLe, larger);
    }
    propagates(element)?;
    let [a, b] = float::pair(element)?;
    let bits = float::larger(element, a.bits, b.bits, larger);
    element.total(&[a, b], bits)
}

/// "Clamp to an arbitrary minimum and maximum value."
fn clamped(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let value = element.operand(0)?;
    let width = element.result_width()?;
    let bound = |element: &ElementCtx<'_, '_>, name: &str| match element.attribute(name) {
        Attribute::Known(attr) => element_bits(element.subject.ctx, attr, 0).ok_or(Unsupported::Attribute),
        _ => Err(Unsupported::Attribute),
    };
    let (least, most) = (bound(element, "min_val")?, bound(element, "max_val")?);
    let [least, most] = [least, most].map(|bits| element.pool.number(width, bits & mask(width)));
    if is_float(element) {
        propagates(element)?;
        let format = float::format(element)?;
        let [least, most] = [least, most].map(|bits| element.pool.float_from(From::Bits, bits, format));
        let below = float::larger(element, value.bits, most, false);
        let bits = float::larger(element, below, least, true);
        return element.total(&[value], bits);
    }
    let [value] = element.numbers()?;
    let low = element.pool.compare(Compare::SLt, value.bits, least);
    let above = element.pool.choice(low, least, value.bits);
    let high = element.pool.compare(Compare::SLt, most, above);
    let bits = element.pool.choice(high, most, above);
    element.total(&[value], bits)
}

/// A bit is zero or one as a number, and any number but zero a set bit; integers are extended with their sign.
fn cast(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let value = element.operand(0)?;
    let to = element.subject.results.first().ok_or(Unsupported::Type)?.clone();
    let from = *element.subject.operand_elements.first().ok_or(Unsupported::Type)?;
    let bits = match (from, to.element) {
        (Element::Integer, Element::Integer) => {
            let width = element.pool.width(value.bits);
            match (width, to.width) {
                (_, 1) => is_not_zero(element, value.bits),
                (1, to) => element.pool.zero_extend(value.bits, to),
                (width, to) if width < to => element.pool.sign_extend(value.bits, to),
                (_, to) => element.pool.extract(value.bits, 0, to),
            }
        }
        (Element::Integer, Element::Float(format)) => {
            let kind = if element.pool.width(value.bits) == 1 { From::Unsigned } else { From::Signed };
            element.pool.float_from(kind, value.bits, format)
        }
        (Element::Float(_), Element::Float(format)) => {
            element.pool.float_from(From::Float, value.bits, format)
        }
        (Element::Float(_), Element::Integer) if to.width == 1 => {
            let zero = element.pool.float_test(Test::Zero, value.bits);
            let set = element.pool.not(zero);
            element.pool.bit(set)
        }
        (Element::Float(format), Element::Integer) => return whole_number(element, format),
        _ => return Err(Unsupported::Type),
    };
    element.total(&[value], bits)
}

/// The next integer, the even one of two, cut to the range of the result; poison of a NaN.
fn whole_number(element: &mut ElementCtx<'_, '_>, format: Format) -> ElementResult {
    let value = element.operand(0)?;
    let width = element.result_width()?;
    let whole = rounded(element, Integral::NearestEven, format, value.bits)?;
    let (bits, fits) = element.pool.float_to(whole, true, width);
    let negative = element.pool.float_test(Test::Negative, whole);
    let [least, most] = [1 << (width - 1), mask(width - 1)].map(|bound| element.pool.number(width, bound));
    let bound = element.pool.choice(negative, least, most);
    let bits = element.pool.choice(fits, bits, bound);
    let nan = element.pool.float_test(Test::NaN, value.bits);
    element.unless(&[value], nan, bits)
}

fn is_not_zero(element: &mut ElementCtx<'_, '_>, bits: TermId) -> TermId {
    let zero = element.pool.zero(element.pool.width(bits));
    let set = element.pool.differ(bits, zero);
    element.pool.bit(set)
}

fn axis(w: &TensorCtx<'_, '_>) -> Result<i64, Unsupported> {
    w.numbers("axis")?.first().copied().ok_or(Unsupported::Attribute)
}

fn reversed(w: &mut TensorCtx<'_, '_>) -> Result<Vec<Value>, Unsupported> {
    let source = w.subject.operands.first().ok_or(Unsupported::Type)?;
    let axis = usize::try_from(axis(w)?).map_err(|_| Unsupported::Attribute)?;
    let extent = *shape_of(source).get(axis).ok_or(Unsupported::Attribute)?;
    w.all(|_, place| {
        let mut from = place.to_vec();
        let at = from.get_mut(axis)?;
        *at = extent.checked_sub(1)?.checked_sub(*at)?;
        element(source, &from)
    })
}

/// The larger or the smaller of two signed numbers.
fn picked(w: &mut TensorCtx<'_, '_>, a: TermId, b: TermId, larger: bool) -> TermId {
    let ordered = w.pool.compare(Compare::SLe, a, b);
    if larger { w.pool.choice(ordered, b, a) } else { w.pool.choice(ordered, a, b) }
}

/// The integers along an axis, which stays with one place, as one.
fn reduced(
    w: &mut TensorCtx<'_, '_>,
    start: Option<u128>,
    combine: fn(&mut TensorCtx<'_, '_>, TermId, TermId) -> TermId,
) -> Result<Vec<Value>, Unsupported> {
    let source = w.subject.operands.first().ok_or(Unsupported::Type)?;
    if w.subject.operand_elements.first() != Some(&Element::Integer) {
        return Err(Unsupported::Type);
    }
    let axis = usize::try_from(axis(w)?).map_err(|_| Unsupported::Attribute)?;
    let shape = shape_of(source);
    let extent = *shape.get(axis).ok_or(Unsupported::Attribute)?;
    w.all(|w, place| {
        let line = (0..extent).map(|at| {
            let mut place = place.to_vec();
            place[axis] = at;
            source.elements.get(linear(shape, &place)).copied()
        });
        let line: Vec<Scalar> = line.collect::<Option<_>>()?;
        let width = w.pool.width(line.first()?.bits);
        let poison = w.pool.any(line.iter().map(|one| one.poison));
        let start = start.map(|start| w.pool.number(width, start & mask(width)));
        let mut all = start.into_iter().chain(line.iter().map(|one| one.bits));
        let first = all.next()?;
        let bits = all.fold(first, |sum, one| combine(w, sum, one));
        Some(Scalar { bits, poison })
    })
}
