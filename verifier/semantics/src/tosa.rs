//! `tosa` on tensors of integers and floating-point numbers, after MLIR's lowering to `linalg` where the specification leaves
//! integers that overflow open: they wrap around. Axes of one place are repeated. Products, whose shift is an operand, and
//! what takes a shape as an operand are left out.

use crate::arrange::{element, joined, linear, shape_of, transposed};
use crate::attribute::{element as element_of, enumerant};
use crate::float::{self, magnitude_of};
use crate::integer::{Rounding, divisible, extremum, is_too_far, quotient, selection, without_flags};
use crate::math::{first_one, magnitude};
use crate::rounding::{integral, rounded};
use crate::{Attribute, Element, ElementCtx, LaneResult, OpSemantics, Scalar, TensorCtx, Unsupported, Value};
use assay_term::bits::mask;
use assay_term::float::{Arithmetic, Format, From, Integral, Order, Test};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::spread("tosa.abs", |lane| match is_float(lane) {
        true => magnitude_of(lane),
        false => magnitude(lane),
    }),
    OpSemantics::spread("tosa.add", |lane| sum(lane, Binary::Add, Arithmetic::Add)),
    OpSemantics::spread("tosa.sub", |lane| sum(lane, Binary::Sub, Arithmetic::Sub)),
    OpSemantics::spread("tosa.bitwise_and", |lane| without_flags(lane, Binary::And)),
    OpSemantics::spread("tosa.bitwise_not", inverted),
    OpSemantics::spread("tosa.bitwise_or", |lane| without_flags(lane, Binary::Or)),
    OpSemantics::spread("tosa.bitwise_xor", |lane| without_flags(lane, Binary::Xor)),
    OpSemantics::spread("tosa.clz", |lane| first_one(lane, true)),
    OpSemantics::spread("tosa.logical_and", |lane| without_flags(lane, Binary::And)),
    OpSemantics::spread("tosa.logical_not", inverted),
    OpSemantics::spread("tosa.logical_or", |lane| without_flags(lane, Binary::Or)),
    OpSemantics::spread("tosa.logical_xor", |lane| without_flags(lane, Binary::Xor)),
    OpSemantics::spread("tosa.arithmetic_right_shift", shift_right),
    OpSemantics::spread("tosa.logical_left_shift", |lane| shift(lane, Binary::Shl)),
    OpSemantics::spread("tosa.logical_right_shift", |lane| shift(lane, Binary::LShr)),
    OpSemantics::spread("tosa.intdiv", |lane| {
        let [a, b] = divisible(lane, true)?;
        let bits = quotient(lane, a.bits, b.bits, true, Rounding::Zero);
        lane.total(&[a, b], bits)
    }),
    OpSemantics::spread("tosa.ceil", |lane| integral(lane, Integral::Up)),
    OpSemantics::spread("tosa.floor", |lane| integral(lane, Integral::Down)),
    OpSemantics::spread("tosa.reciprocal", reciprocal),
    OpSemantics::spread("tosa.equal", |lane| compared(lane, None, Order::Equal)),
    OpSemantics::spread("tosa.greater", |lane| compared(lane, Some(Compare::SLt), Order::Less)),
    OpSemantics::spread("tosa.greater_equal", |lane| compared(lane, Some(Compare::SLe), Order::LessOrEqual)),
    OpSemantics::spread("tosa.maximum", |lane| larger(lane, true)),
    OpSemantics::spread("tosa.minimum", |lane| larger(lane, false)),
    OpSemantics::spread("tosa.clamp", clamped),
    OpSemantics::spread("tosa.select", selection),
    OpSemantics::spread("tosa.cast", cast),
    OpSemantics::spread("tosa.const", |lane| Ok(vec![lane.constant("values")?])),
    OpSemantics::spread("tosa.identity", |lane| Ok(vec![lane.operand(0)?])),
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

fn is_float(lane: &ElementCtx<'_, '_>) -> bool {
    matches!(lane.subject.operand_elements.first(), Some(Element::Float(_)))
}

fn sum(lane: &mut ElementCtx<'_, '_>, of_integers: Binary, of_floats: Arithmetic) -> LaneResult {
    if !is_float(lane) {
        return without_flags(lane, of_integers);
    }
    let [a, b] = float::pair(lane)?;
    let bits = lane.pool.float_arithmetic(of_floats, a.bits, b.bits);
    lane.total(&[a, b], bits)
}

fn inverted(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = lane.numbers()?;
    let ones = lane.pool.ones(lane.pool.width(a.bits));
    let bits = lane.pool.binary(Binary::Xor, a.bits, ones);
    lane.total(&[a], bits)
}

/// An amount that is negative or not below the width is poison, as of the shift that it lowers to.
fn shift(lane: &mut ElementCtx<'_, '_>, op: Binary) -> LaneResult {
    let [a, b] = lane.pair()?;
    let bits = lane.pool.binary(op, a.bits, b.bits);
    let broken = is_too_far(lane, b.bits);
    lane.unless(&[a, b], broken, bits)
}

/// With `round`, the last bit that is shifted out is added.
fn shift_right(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let round = match lane.attribute("round") {
        Attribute::Known(_) => lane.present("round")?,
        _ => return Err(Unsupported::Attribute),
    };
    let [a, b] = lane.pair()?;
    let width = lane.pool.width(a.bits);
    let (zero, one) = (lane.pool.zero(width), lane.pool.number(width, 1));
    let shifted = lane.pool.binary(Binary::AShr, a.bits, b.bits);
    let before = lane.pool.binary(Binary::Sub, b.bits, one);
    let last = lane.pool.binary(Binary::AShr, a.bits, before);
    let last = lane.pool.binary(Binary::And, last, one);
    let none = lane.pool.equal(b.bits, zero);
    let some = lane.pool.not(none);
    let added = lane.pool.and(round, some);
    let more = lane.pool.choice(added, last, zero);
    let bits = lane.pool.binary(Binary::Add, shifted, more);
    let broken = is_too_far(lane, b.bits);
    lane.unless(&[a, b], broken, bits)
}

fn reciprocal(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = float::numbers(lane)?;
    let format = float::format(lane)?;
    if !format.has_nan() {
        return Err(Unsupported::Type);
    }
    let one = lane.pool.number(format.width(), format.from_integer(false, 1));
    let one = lane.pool.float_from(From::Bits, one, format);
    let bits = lane.pool.float_arithmetic(Arithmetic::Div, one, a.bits);
    lane.total(&[a], bits)
}

/// A comparison: the integers are signed, and no order holds of a NaN. Orders are of the second to the first operand.
fn compared(lane: &mut ElementCtx<'_, '_>, of_integers: Option<Compare>, of_floats: Order) -> LaneResult {
    let (a, b, truth) = if is_float(lane) {
        let [a, b] = float::pair(lane)?;
        (a, b, lane.pool.float_order(of_floats, b.bits, a.bits))
    } else {
        let [a, b] = lane.pair()?;
        let truth = match of_integers {
            None => lane.pool.equal(a.bits, b.bits),
            Some(order) => lane.pool.compare(order, b.bits, a.bits),
        };
        (a, b, truth)
    };
    let bits = lane.pool.bit(truth);
    lane.total(&[a, b], bits)
}

/// Succeeds where a NaN makes a NaN; otherwise it is left open which zero is taken.
fn propagates(lane: &ElementCtx<'_, '_>) -> Result<(), Unsupported> {
    let words = &["UNKNOWN", "PROPAGATE", "IGNORE"];
    match lane.attribute("nan_mode") {
        Attribute::Absent => Ok(()),
        Attribute::Known(attr) if enumerant(lane.subject.ctx, attr, words) == Some(1) => Ok(()),
        _ => Err(Unsupported::Attribute),
    }
}

fn larger(lane: &mut ElementCtx<'_, '_>, larger: bool) -> LaneResult {
    if !is_float(lane) {
        return extremum(lane, Compare::SLe, larger);
    }
    propagates(lane)?;
    let [a, b] = float::pair(lane)?;
    let bits = float::larger(lane, a.bits, b.bits, larger);
    lane.total(&[a, b], bits)
}

/// "Clamp to an arbitrary minimum and maximum value."
fn clamped(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let value = lane.operand(0)?;
    let width = lane.result_width()?;
    let bound = |lane: &ElementCtx<'_, '_>, name: &str| match lane.attribute(name) {
        Attribute::Known(attr) => element_of(lane.subject.ctx, attr, 0).ok_or(Unsupported::Attribute),
        _ => Err(Unsupported::Attribute),
    };
    let (least, most) = (bound(lane, "min_val")?, bound(lane, "max_val")?);
    let [least, most] = [least, most].map(|bits| lane.pool.number(width, bits & mask(width)));
    if is_float(lane) {
        propagates(lane)?;
        let format = float::format(lane)?;
        let [least, most] = [least, most].map(|bits| lane.pool.float_from(From::Bits, bits, format));
        let below = float::larger(lane, value.bits, most, false);
        let bits = float::larger(lane, below, least, true);
        return lane.total(&[value], bits);
    }
    let [value] = lane.numbers()?;
    let low = lane.pool.compare(Compare::SLt, value.bits, least);
    let above = lane.pool.choice(low, least, value.bits);
    let high = lane.pool.compare(Compare::SLt, most, above);
    let bits = lane.pool.choice(high, most, above);
    lane.total(&[value], bits)
}

/// A bit is zero or one as a number, and any number but zero a set bit; integers are extended with their sign.
fn cast(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let value = lane.operand(0)?;
    let to = lane.subject.results.first().ok_or(Unsupported::Type)?.clone();
    let from = *lane.subject.operand_elements.first().ok_or(Unsupported::Type)?;
    let bits = match (from, to.element) {
        (Element::Integer, Element::Integer) => {
            let width = lane.pool.width(value.bits);
            match (width, to.width) {
                (_, 1) => is_not_zero(lane, value.bits),
                (1, to) => lane.pool.zero_extend(value.bits, to),
                (width, to) if width < to => lane.pool.sign_extend(value.bits, to),
                (_, to) => lane.pool.extract(value.bits, 0, to),
            }
        }
        (Element::Integer, Element::Float(format)) => {
            let kind = if lane.pool.width(value.bits) == 1 { From::Unsigned } else { From::Signed };
            lane.pool.float_from(kind, value.bits, format)
        }
        (Element::Float(_), Element::Float(format)) => lane.pool.float_from(From::Float, value.bits, format),
        (Element::Float(_), Element::Integer) if to.width == 1 => {
            let zero = lane.pool.float_test(Test::Zero, value.bits);
            let set = lane.pool.not(zero);
            lane.pool.bit(set)
        }
        (Element::Float(format), Element::Integer) => return whole_number(lane, format),
        _ => return Err(Unsupported::Type),
    };
    lane.total(&[value], bits)
}

/// The next integer, the even one of two, cut to the range of the result; poison of a NaN.
fn whole_number(lane: &mut ElementCtx<'_, '_>, format: Format) -> LaneResult {
    let value = lane.operand(0)?;
    let width = lane.result_width()?;
    let whole = rounded(lane, Integral::NearestEven, format, value.bits)?;
    let (bits, fits) = lane.pool.float_to(whole, true, width);
    let negative = lane.pool.float_test(Test::Negative, whole);
    let [least, most] = [1 << (width - 1), mask(width - 1)].map(|bound| lane.pool.number(width, bound));
    let bound = lane.pool.choice(negative, least, most);
    let bits = lane.pool.choice(fits, bits, bound);
    let nan = lane.pool.float_test(Test::NaN, value.bits);
    lane.unless(&[value], nan, bits)
}

fn is_not_zero(lane: &mut ElementCtx<'_, '_>, bits: TermId) -> TermId {
    let zero = lane.pool.zero(lane.pool.width(bits));
    let set = lane.pool.differ(bits, zero);
    lane.pool.bit(set)
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
