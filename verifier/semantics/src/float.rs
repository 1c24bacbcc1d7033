//! `arith` on floating-point numbers: IEEE, rounded to the nearest, every NaN like any other. A broken `nnan` or `ninf` makes
//! poison; `nsz`, and what treats zeros of both signs as it likes, choose a sign; of other fast-math flags only what they leave
//! as it is is followed.

use assay_ir::data::AttrKind;

use crate::attribute::Key;
use crate::{Attribute, Element, ElementCtx, LaneResult, OpSemantics, Role, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::float::{Arithmetic, Format, From, Order, Test};
use assay_term::node::{Node, Sort, TermId};
use assay_term::nondet::Chooser;

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("arith.addf", |lane| arithmetic(lane, Arithmetic::Add)),
    OpSemantics::each("arith.subf", |lane| arithmetic(lane, Arithmetic::Sub)),
    OpSemantics::each("arith.mulf", |lane| arithmetic(lane, Arithmetic::Mul)),
    OpSemantics::each("arith.divf", |lane| arithmetic(lane, Arithmetic::Div)),
    OpSemantics::each("arith.negf", |lane| {
        let [a] = numbers(lane)?;
        let bits = lane.pool.float_negated(a.bits);
        promised(lane, &[a], bits)
    }),
    OpSemantics::each("arith.maximumf", |lane| extremum(lane, true)),
    OpSemantics::each("arith.minimumf", |lane| extremum(lane, false)),
    OpSemantics::each("arith.maxnumf", |lane| number_extremum(lane, true)),
    OpSemantics::each("arith.minnumf", |lane| number_extremum(lane, false)),
    OpSemantics::each("arith.cmpf", compared),
    OpSemantics::each("arith.extf", converted),
    OpSemantics::each("arith.truncf", converted),
    OpSemantics::each("arith.sitofp", |lane| from_integer(lane, From::Signed)),
    OpSemantics::each("arith.uitofp", |lane| from_integer(lane, From::Unsigned)),
    OpSemantics::each("arith.fptosi", |lane| to_integer(lane, true)),
    OpSemantics::each("arith.fptoui", |lane| to_integer(lane, false)),
];

/// All operands, which have to be this many numbers.
pub(crate) fn numbers<const N: usize>(lane: &ElementCtx<'_, '_>) -> Result<[Scalar; N], Unsupported> {
    if lane.subject.operand_elements.iter().any(|element| !matches!(element, Element::Float(_))) {
        return Err(Unsupported::Type);
    }
    lane.operands.try_into().map_err(|_| Unsupported::Type)
}

pub(crate) fn pair(lane: &ElementCtx<'_, '_>) -> Result<[Scalar; 2], Unsupported> {
    let [a, b] = numbers(lane)?;
    if lane.pool.sort(a.bits) == lane.pool.sort(b.bits) { Ok([a, b]) } else { Err(Unsupported::Type) }
}

pub(crate) fn format(lane: &ElementCtx<'_, '_>) -> Result<Format, Unsupported> {
    match lane.subject.results.first().map(|layout| layout.element) {
        Some(Element::Float(format)) => Ok(format),
        _ => Err(Unsupported::Type),
    }
}

/// Promises that no operand and no result is NaN, or infinite, and what is permitted.
struct FastMath {
    no_nans: TermId,
    no_infinities: TermId,
    /// The sign of a zero is either one.
    any_zero: bool,
    /// The permissions of `reassoc`, `contract`, `arcp` and `afn`: a bit for each.
    loose: u32,
}

/// Flags that permit other results than the one of IEEE, of which none is known.
const LOOSE: [&str; 4] = ["reassoc", "contract", "arcp", "afn"];

fn fast_math(lane: &mut ElementCtx<'_, '_>) -> Result<FastMath, Unsupported> {
    let (mut no_nans, mut no_infinities, mut any_zero, mut loose) = (false, false, false, 0);
    let (name, owner) = match lane.subject.name.starts_with("llvm.") {
        true => ("fastmathFlags", "llvm"),
        false => ("fastmath", "arith"),
    };
    match lane.attribute(name) {
        Attribute::Absent => {}
        Attribute::Known(attr) => {
            let ctx = lane.subject.ctx;
            let AttrKind::Opaque { dialect, name, body, .. } = ctx.attr_kind(attr) else {
                return Err(Unsupported::Attribute);
            };
            if ctx.str(*dialect) != owner || ctx.str(*name) != "fastmath" {
                return Err(Unsupported::Attribute);
            }
            for word in ctx.str(*body).split(',').map(str::trim) {
                match word {
                    "none" => {}
                    "nnan" => no_nans = true,
                    "ninf" => no_infinities = true,
                    "nsz" => any_zero = true,
                    "fast" => {
                        (no_nans, no_infinities, any_zero) = (true, true, true);
                        loose = (1 << LOOSE.len()) - 1;
                    }
                    word => match LOOSE.iter().position(|flag| *flag == word) {
                        Some(flag) => loose |= 1 << flag,
                        None => return Err(Unsupported::Attribute),
                    },
                }
            }
        }
        // A permission on the left allows more; an operation that is kept does after what it did before.
        Attribute::Unknown(key) => {
            // A bound flag may be kept; it then permits beside the result of IEEE what it permitted before.
            lane.roles.keeps_flags |= matches!(key, Key::Bound(_));
            return Ok(FastMath {
                no_nans: lane.roles.variable(lane.pool, key, Role::NoNans),
                no_infinities: lane.roles.variable(lane.pool, key, Role::NoInfinities),
                any_zero: false,
                loose: 0,
            });
        }
        Attribute::Number(_) => return Err(Unsupported::Attribute),
    }
    let (no_nans, no_infinities) = (lane.pool.boolean(no_nans), lane.pool.boolean(no_infinities));
    Ok(FastMath { no_nans, no_infinities, any_zero, loose })
}

/// Tells if the sign of a zero is either one.
pub(crate) fn any_zero(lane: &mut ElementCtx<'_, '_>) -> Result<bool, Unsupported> {
    fast_math(lane).map(|flags| flags.any_zero)
}

/// Whether a promise is broken by one of these numbers.
pub(crate) fn broken(lane: &mut ElementCtx<'_, '_>, list: &[TermId]) -> Result<TermId, Unsupported> {
    let flags = fast_math(lane)?;
    Ok(breaks(lane, &flags, list))
}

fn breaks(lane: &mut ElementCtx<'_, '_>, flags: &FastMath, list: &[TermId]) -> TermId {
    let mut broken = lane.pool.boolean(false);
    for (flag, test) in [(flags.no_nans, Test::NaN), (flags.no_infinities, Test::Infinite)] {
        for number in list {
            let holds = lane.pool.float_test(test, *number);
            let both = lane.pool.and(flag, holds);
            broken = lane.pool.or(broken, both);
        }
    }
    broken
}

/// A number that the flags permit in the place of the computed one.
fn permitted(
    lane: &mut ElementCtx<'_, '_>,
    flags: &FastMath,
    operands: &[Scalar],
    computed: TermId,
) -> Result<TermId, Unsupported> {
    let mut bits = computed;
    if flags.loose != 0 {
        let by = lane.chooser(flags.loose);
        // A single operation is what it is, but that a quotient may be a product with the reciprocal.
        let fed = operands.iter().any(|operand| lane.roles.choices.is_loose(operand.bits));
        let matters = fed || !is_alone(lane.subject.name);
        let choices = &mut lane.roles.choices;
        bits = choices.loosen(lane.pool, by, bits, matters).ok_or(Unsupported::Attribute)?;
    }
    if flags.any_zero {
        let mut zero = lane.pool.float_test(Test::Zero, bits);
        if let ("arith.divf" | "llvm.fdiv", [_, divisor]) = (lane.subject.name, operands) {
            // The sign of a zero that divides is that of the quotient.
            let by_zero = lane.pool.float_test(Test::Zero, divisor.bits);
            zero = lane.pool.or(zero, by_zero);
        }
        let by = lane.chooser(u32::MAX);
        let choices = &mut lane.roles.choices;
        let negative = choices.choose(lane.pool, by, Sort::Bool, zero).ok_or(Unsupported::Attribute)?;
        let plus = absolute(lane, bits);
        let minus = lane.pool.float_negated(plus);
        let signed = lane.pool.choice(negative, minus, plus);
        bits = lane.pool.choice(zero, signed, bits);
    }
    if flags.loose != 0 {
        lane.roles.choices.note_loose(bits);
    }
    Ok(bits)
}

/// Tells if flags permit nothing else of an operation by itself, whatever it is joined with.
fn is_alone(name: &str) -> bool {
    let short = name.split_once('.').map_or(name, |(_, short)| short);
    ["addf", "subf", "mulf", "negf", "fadd", "fsub", "fmul", "fneg"].contains(&short)
}

pub(crate) fn promised(lane: &mut ElementCtx<'_, '_>, operands: &[Scalar], bits: TermId) -> LaneResult {
    let flags = fast_math(lane)?;
    let bits = permitted(lane, &flags, operands, bits)?;
    let list: Vec<TermId> = operands.iter().map(|scalar| scalar.bits).chain([bits]).collect();
    let broken = breaks(lane, &flags, &list);
    lane.unless(operands, broken, bits)
}

pub(crate) fn arithmetic(lane: &mut ElementCtx<'_, '_>, op: Arithmetic) -> LaneResult {
    let [a, b] = pair(lane)?;
    // Without NaN and infinity, a quotient by zero is nothing that is documented.
    if op == Arithmetic::Div && !format(lane)?.has_nan() {
        return Err(Unsupported::Type);
    }
    let bits = lane.pool.float_arithmetic(op, a.bits, b.bits);
    promised(lane, &[a, b], bits)
}

/// The number with the sign plus.
pub(crate) fn absolute(lane: &mut ElementCtx<'_, '_>, a: TermId) -> TermId {
    let negative = lane.pool.float_test(Test::Negative, a);
    let opposite = lane.pool.float_negated(a);
    lane.pool.choice(negative, opposite, a)
}

/// The number with the sign plus, where nothing is promised.
pub(crate) fn magnitude_of(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = numbers(lane)?;
    let bits = absolute(lane, a.bits);
    lane.total(&[a], bits)
}

/// NaN where an operand is; of zeros the positive one is larger.
pub(crate) fn extremum(lane: &mut ElementCtx<'_, '_>, is_larger: bool) -> LaneResult {
    let [a, b] = pair(lane)?;
    let bits = larger(lane, a.bits, b.bits, is_larger);
    promised(lane, &[a, b], bits)
}

/// Tells if the bits of a floating-point number are known and no NaN.
fn is_number(pool: &TermArena, ex: TermId) -> bool {
    match *pool.node(ex) {
        Node::FloatFrom(From::Bits, of, format) => {
            pool.value(of).is_some_and(|bits| !format.to_f64(bits).is_nan())
        }
        _ => false,
    }
}

/// The larger or smaller of two numbers: NaN where one is; of zeros the positive one is larger.
pub(crate) fn larger(lane: &mut ElementCtx<'_, '_>, a: TermId, b: TermId, larger: bool) -> TermId {
    let pool = &mut *lane.pool;
    // Both orders are one expression: there is one NaN, and of equal zeros either is both. A known number comes last.
    let rank = |ex: TermId| (is_number(pool, ex), ex);
    let (a, b) = if rank(a) > rank(b) { (b, a) } else { (a, b) };
    let [x, y] = [a, b].map(|bits| pool.float_test(Test::NaN, bits));
    let zeros = [a, b].map(|bits| pool.float_test(Test::Zero, bits));
    let zeros = pool.and(zeros[0], zeros[1]);
    let negative = pool.float_test(Test::Negative, a);
    let (low, high) = if larger { (b, a) } else { (a, b) };
    let ordered = pool.float_order(Order::Less, low, high);
    // Whether the first operand is taken.
    let positive = pool.not(negative);
    let of_zeros = if larger { positive } else { negative };
    let first = pool.choice(zeros, of_zeros, ordered);
    let bits = pool.choice(first, a, b);
    let bits = pool.choice(y, b, bits);
    pool.choice(x, a, bits)
}

/// The other operand where one is NaN; of zeros of both signs either.
pub(crate) fn number_extremum(lane: &mut ElementCtx<'_, '_>, is_larger: bool) -> LaneResult {
    let [a, b] = pair(lane)?;
    let flags = fast_math(lane)?;
    // In both orders it has the same results.
    let [a, b] = if a.bits > b.bits { [b, a] } else { [a, b] };
    let [x, y] = [a, b].map(|one| lane.pool.float_test(Test::NaN, one.bits));
    let zeros = [a, b].map(|one| lane.pool.float_test(Test::Zero, one.bits));
    let same = lane.pool.equal(a.bits, b.bits);
    let other = lane.pool.not(same);
    let either = lane.pool.all([zeros[0], zeros[1], other]);
    let negative = if lane.pool.value(either) == Some(0) {
        either
    } else {
        let by = Chooser { operands: vec![a.bits, a.poison, b.bits, b.poison], ..lane.chooser(0) };
        let choices = &mut lane.roles.choices;
        choices.choose(lane.pool, by, Sort::Bool, either).ok_or(Unsupported::Operation)?
    };
    let bits = larger(lane, a.bits, b.bits, is_larger);
    let plus = absolute(lane, a.bits);
    let minus = lane.pool.float_negated(plus);
    let signed = lane.pool.choice(negative, minus, plus);
    let bits = lane.pool.choice(either, signed, bits);
    let bits = lane.pool.choice(y, a.bits, bits);
    let bits = lane.pool.choice(x, b.bits, bits);
    let bits = permitted(lane, &flags, &[a, b], bits)?;
    let broken = breaks(lane, &flags, &[a.bits, b.bits, bits]);
    lane.unless(&[a, b], broken, bits)
}

/// Predicates in the order of their numbers: whether it holds of equal, greater, less and unordered numbers.
const PREDICATES: [[bool; 4]; 16] = [
    [false, false, false, false],
    [true, false, false, false],
    [false, true, false, false],
    [true, true, false, false],
    [false, false, true, false],
    [true, false, true, false],
    [false, true, true, false],
    [true, true, true, false],
    [true, false, false, true],
    [false, true, false, true],
    [true, true, false, true],
    [false, false, true, true],
    [true, false, true, true],
    [false, true, true, true],
    [false, false, false, true],
    [true, true, true, true],
];

pub(crate) fn compared(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a, b] = pair(lane)?;
    let number = match lane.attribute("predicate") {
        Attribute::Known(attr) => {
            let AttrKind::Integer { value, .. } = lane.subject.ctx.attr_kind(attr) else {
                return Err(Unsupported::Attribute);
            };
            let number = value.to_i64().and_then(|number| u128::try_from(number).ok());
            let number =
                number.filter(|number| *number < PREDICATES.len() as u128).ok_or(Unsupported::Attribute)?;
            lane.pool.number(4, number)
        }
        Attribute::Unknown(key) => lane.roles.variable(lane.pool, key, Role::FloatPredicate),
        Attribute::Number(number) if lane.pool.width(number) >= 4 => lane.pool.extract(number, 0, 4),
        Attribute::Absent | Attribute::Number(_) => return Err(Unsupported::Attribute),
    };
    let pool = &mut *lane.pool;
    let [x, y] = [a, b].map(|scalar| pool.float_test(Test::NaN, scalar.bits));
    let orders = [
        pool.float_order(Order::Equal, a.bits, b.bits),
        pool.float_order(Order::Less, b.bits, a.bits),
        pool.float_order(Order::Less, a.bits, b.bits),
        pool.or(x, y),
    ];
    let mut truth = pool.boolean(false);
    for (predicate, holds) in PREDICATES.iter().enumerate() {
        let it = pool.number(4, predicate as u128);
        let asked = pool.equal(number, it);
        let wanted: Vec<TermId> =
            orders.iter().zip(holds).filter(|(_, wanted)| **wanted).map(|(ex, _)| *ex).collect();
        let answer = if wanted.len() == orders.len() { pool.boolean(true) } else { pool.any(wanted) };
        let both = pool.and(asked, answer);
        truth = pool.or(truth, both);
    }
    let bits = pool.bit(truth);
    let broken = broken(lane, &[a.bits, b.bits])?;
    lane.unless(&[a, b], broken, bits)
}

/// The condition that one of these tests holds of a number, or, unless `wanted`, that none does.
pub(crate) fn tested(lane: &mut ElementCtx<'_, '_>, tests: &[Test], wanted: bool) -> LaneResult {
    let [a] = numbers(lane)?;
    let holds: Vec<TermId> = tests.iter().map(|test| lane.pool.float_test(*test, a.bits)).collect();
    let any = lane.pool.any(holds);
    let truth = if wanted { any } else { lane.pool.not(any) };
    let bits = lane.pool.bit(truth);
    let broken = broken(lane, &[a.bits])?;
    lane.unless(&[a], broken, bits)
}

pub(crate) fn converted(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = numbers(lane)?;
    if lane.attribute("roundingmode") != Attribute::Absent && lane.subject.name == "arith.truncf" {
        return Err(Unsupported::Attribute);
    }
    let to = format(lane)?;
    // Nor is the number for a NaN or an infinity.
    if matches!(lane.pool.sort(a.bits), Sort::Float(from) if from.has_nan() && !to.has_nan()) {
        return Err(Unsupported::Type);
    }
    let bits = lane.pool.float_from(From::Float, a.bits, to);
    promised(lane, &[a], bits)
}

pub(crate) fn from_integer(lane: &mut ElementCtx<'_, '_>, from: From) -> LaneResult {
    let [a] = lane.numbers()?;
    if !matches!(lane.pool.sort(a.bits), Sort::Bits(_)) {
        return Err(Unsupported::Type);
    }
    let to = format(lane)?;
    let bits = lane.pool.float_from(from, a.bits, to);
    let never = lane.pool.boolean(false);
    lane.unless(&[a], never, bits)
}

/// The integer that a number comes to, rounded towards zero; poison where it does not fit.
pub(crate) fn to_integer(lane: &mut ElementCtx<'_, '_>, signed: bool) -> LaneResult {
    let [a] = numbers(lane)?;
    let to = lane.subject.results.first().ok_or(Unsupported::Type)?;
    if to.element != Element::Integer {
        return Err(Unsupported::Type);
    }
    let (bits, fits) = lane.pool.float_to(a.bits, signed, to.width);
    let lost = lane.pool.not(fits);
    lane.unless(&[a], lost, bits)
}
