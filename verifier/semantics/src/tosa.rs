//! `tosa` on tensors of integers and floating-point numbers, after MLIR's lowering to `linalg` where the specification leaves
//! integers that overflow open: they wrap around. Axes of one place are repeated. Products, whose shift is an operand, and
//! what takes a shape as an operand are left out.

use crate::arrange::{element, joined, linear, shape_of, transposed};
use crate::attribute::{element as element_of, enumerant};
use crate::float::{self, magnitude_of};
use crate::integer::{Rounding, divisible, extremum, is_too_far, plain, quotient, selection};
use crate::math::{first_one, magnitude};
use crate::rounding::{integral, rounded};
use crate::{Attribute, Element, Lack, Lane, Made, Meaning, Scalar, Value, Whole};
use assay_term::bits::mask;
use assay_term::float::{Arithmetic, Format, From, Integral, Order, Test};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[Meaning] = &[
    Meaning::spread("tosa.abs", |lane| match is_float(lane) {
        true => magnitude_of(lane),
        false => magnitude(lane),
    }),
    Meaning::spread("tosa.add", |lane| sum(lane, Binary::Add, Arithmetic::Add)),
    Meaning::spread("tosa.sub", |lane| sum(lane, Binary::Sub, Arithmetic::Sub)),
    Meaning::spread("tosa.bitwise_and", |lane| plain(lane, Binary::And)),
    Meaning::spread("tosa.bitwise_not", inverted),
    Meaning::spread("tosa.bitwise_or", |lane| plain(lane, Binary::Or)),
    Meaning::spread("tosa.bitwise_xor", |lane| plain(lane, Binary::Xor)),
    Meaning::spread("tosa.clz", |lane| first_one(lane, true)),
    Meaning::spread("tosa.logical_and", |lane| plain(lane, Binary::And)),
    Meaning::spread("tosa.logical_not", inverted),
    Meaning::spread("tosa.logical_or", |lane| plain(lane, Binary::Or)),
    Meaning::spread("tosa.logical_xor", |lane| plain(lane, Binary::Xor)),
    Meaning::spread("tosa.arithmetic_right_shift", shift_right),
    Meaning::spread("tosa.logical_left_shift", |lane| shift(lane, Binary::Shl)),
    Meaning::spread("tosa.logical_right_shift", |lane| shift(lane, Binary::LShr)),
    Meaning::spread("tosa.intdiv", |lane| {
        let [a, b] = divisible(lane, true)?;
        let bits = quotient(lane, a.bits, b.bits, true, Rounding::Zero);
        lane.total(&[a, b], bits)
    }),
    Meaning::spread("tosa.ceil", |lane| integral(lane, Integral::Up)),
    Meaning::spread("tosa.floor", |lane| integral(lane, Integral::Down)),
    Meaning::spread("tosa.reciprocal", reciprocal),
    Meaning::spread("tosa.equal", |lane| compared(lane, None, Order::Equal)),
    Meaning::spread("tosa.greater", |lane| compared(lane, Some(Compare::SLt), Order::Less)),
    Meaning::spread("tosa.greater_equal", |lane| compared(lane, Some(Compare::SLe), Order::LessOrEqual)),
    Meaning::spread("tosa.maximum", |lane| larger(lane, true)),
    Meaning::spread("tosa.minimum", |lane| larger(lane, false)),
    Meaning::spread("tosa.clamp", clamped),
    Meaning::spread("tosa.select", selection),
    Meaning::spread("tosa.cast", cast),
    Meaning::spread("tosa.const", |lane| Ok(vec![lane.constant("values")?])),
    Meaning::spread("tosa.identity", |lane| Ok(vec![lane.operand(0)?])),
    Meaning::whole("tosa.concat", |w| {
        let axis = axis(w)?;
        joined(w, axis)
    }),
    Meaning::whole("tosa.reverse", reversed),
    Meaning::whole("tosa.transpose", |w| transposed(w, "perms")),
    Meaning::whole("tosa.reduce_all", |w| reduced(w, None, |w, a, b| w.pool.binary(Binary::And, a, b))),
    Meaning::whole("tosa.reduce_any", |w| reduced(w, None, |w, a, b| w.pool.binary(Binary::Or, a, b))),
    Meaning::whole("tosa.reduce_max", |w| reduced(w, None, |w, a, b| picked(w, a, b, true))),
    Meaning::whole("tosa.reduce_min", |w| reduced(w, None, |w, a, b| picked(w, a, b, false))),
    Meaning::whole("tosa.reduce_product", |w| {
        reduced(w, Some(1), |w, a, b| w.pool.binary(Binary::Mul, a, b))
    }),
    Meaning::whole("tosa.reduce_sum", |w| reduced(w, Some(0), |w, a, b| w.pool.binary(Binary::Add, a, b))),
];

fn is_float(lane: &Lane<'_, '_>) -> bool {
    matches!(lane.subject.operand_elements.first(), Some(Element::Float(_)))
}

fn sum(lane: &mut Lane<'_, '_>, of_integers: Binary, of_floats: Arithmetic) -> Made {
    if !is_float(lane) {
        return plain(lane, of_integers);
    }
    let [a, b] = float::pair(lane)?;
    let bits = lane.pool.float_arithmetic(of_floats, a.bits, b.bits);
    lane.total(&[a, b], bits)
}

fn inverted(lane: &mut Lane<'_, '_>) -> Made {
    let [a] = lane.numbers()?;
    let ones = lane.pool.ones(lane.pool.width(a.bits));
    let bits = lane.pool.binary(Binary::Xor, a.bits, ones);
    lane.total(&[a], bits)
}

/// An amount that is negative or not below the width is poison, as of the shift that it lowers to.
fn shift(lane: &mut Lane<'_, '_>, op: Binary) -> Made {
    let [a, b] = lane.pair()?;
    let bits = lane.pool.binary(op, a.bits, b.bits);
    let broken = is_too_far(lane, b.bits);
    lane.unless(&[a, b], broken, bits)
}

/// With `round`, the last bit that is shifted out is added.
fn shift_right(lane: &mut Lane<'_, '_>) -> Made {
    let round = match lane.attribute("round") {
        Attribute::Known(_) => lane.present("round")?,
        _ => return Err(Lack::Attribute),
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

fn reciprocal(lane: &mut Lane<'_, '_>) -> Made {
    let [a] = float::numbers(lane)?;
    let format = float::format(lane)?;
    if !format.has_nan() {
        return Err(Lack::Type);
    }
    let one = lane.pool.number(format.width(), format.from_integer(false, 1));
    let one = lane.pool.float_from(From::Bits, one, format);
    let bits = lane.pool.float_arithmetic(Arithmetic::Div, one, a.bits);
    lane.total(&[a], bits)
}

/// A comparison: the integers are signed, and no order holds of a NaN. Orders are of the second to the first operand.
fn compared(lane: &mut Lane<'_, '_>, of_integers: Option<Compare>, of_floats: Order) -> Made {
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
fn propagates(lane: &Lane<'_, '_>) -> Result<(), Lack> {
    let words = &["UNKNOWN", "PROPAGATE", "IGNORE"];
    match lane.attribute("nan_mode") {
        Attribute::Absent => Ok(()),
        Attribute::Known(attr) if enumerant(lane.subject.ctx, attr, words) == Some(1) => Ok(()),
        _ => Err(Lack::Attribute),
    }
}

fn larger(lane: &mut Lane<'_, '_>, larger: bool) -> Made {
    if !is_float(lane) {
        return extremum(lane, Compare::SLe, larger);
    }
    propagates(lane)?;
    let [a, b] = float::pair(lane)?;
    let bits = float::larger(lane, a.bits, b.bits, larger);
    lane.total(&[a, b], bits)
}

/// "Clamp to an arbitrary minimum and maximum value."
fn clamped(lane: &mut Lane<'_, '_>) -> Made {
    let value = lane.operand(0)?;
    let width = lane.result_width()?;
    let bound = |lane: &Lane<'_, '_>, name: &str| match lane.attribute(name) {
        Attribute::Known(attr) => element_of(lane.subject.ctx, attr, 0).ok_or(Lack::Attribute),
        _ => Err(Lack::Attribute),
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
fn cast(lane: &mut Lane<'_, '_>) -> Made {
    let value = lane.operand(0)?;
    let to = lane.subject.results.first().ok_or(Lack::Type)?.clone();
    let from = *lane.subject.operand_elements.first().ok_or(Lack::Type)?;
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
        _ => return Err(Lack::Type),
    };
    lane.total(&[value], bits)
}

/// The next integer, the even one of two, cut to the range of the result; poison of a NaN.
fn whole_number(lane: &mut Lane<'_, '_>, format: Format) -> Made {
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

fn is_not_zero(lane: &mut Lane<'_, '_>, bits: TermId) -> TermId {
    let zero = lane.pool.zero(lane.pool.width(bits));
    let set = lane.pool.differ(bits, zero);
    lane.pool.bit(set)
}

fn axis(w: &Whole<'_, '_>) -> Result<i64, Lack> {
    w.numbers("axis")?.first().copied().ok_or(Lack::Attribute)
}

fn reversed(w: &mut Whole<'_, '_>) -> Result<Vec<Value>, Lack> {
    let source = w.subject.operands.first().ok_or(Lack::Type)?;
    let axis = usize::try_from(axis(w)?).map_err(|_| Lack::Attribute)?;
    let extent = *shape_of(source).get(axis).ok_or(Lack::Attribute)?;
    w.all(|_, place| {
        let mut from = place.to_vec();
        let at = from.get_mut(axis)?;
        *at = extent.checked_sub(1)?.checked_sub(*at)?;
        element(source, &from)
    })
}

/// The larger or the smaller of two signed numbers.
fn picked(w: &mut Whole<'_, '_>, a: TermId, b: TermId, larger: bool) -> TermId {
    let ordered = w.pool.compare(Compare::SLe, a, b);
    if larger { w.pool.choice(ordered, b, a) } else { w.pool.choice(ordered, a, b) }
}

/// The integers along an axis, which stays with one place, as one.
fn reduced(
    w: &mut Whole<'_, '_>,
    start: Option<u128>,
    combine: fn(&mut Whole<'_, '_>, TermId, TermId) -> TermId,
) -> Result<Vec<Value>, Lack> {
    let source = w.subject.operands.first().ok_or(Lack::Type)?;
    if w.subject.operand_elements.first() != Some(&Element::Integer) {
        return Err(Lack::Type);
    }
    let axis = usize::try_from(axis(w)?).map_err(|_| Lack::Attribute)?;
    let shape = shape_of(source);
    let extent = *shape.get(axis).ok_or(Lack::Attribute)?;
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
