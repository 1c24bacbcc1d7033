//! `arith` on floating-point numbers: IEEE, rounded to the nearest, every NaN like any other. A broken `nnan` or `ninf` makes
//! poison; `nsz`, and what treats zeros of both signs as it likes, choose a sign; of other fast-math flags only what they leave
//! as it is is followed.

use assay_ir::data::AttrKind;
use assay_ir::ops;

use crate::attribute::Key;
use crate::{Attribute, Element, ElementCtx, ElementResult, OpSemantics, Role, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::float::{Arithmetic, Format, From, Order, Test};
use assay_term::node::{Node, Sort, TermId};
use assay_term::nondet::Chooser;
use assay_term::permitted::{Flagged, Permissions};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("arith.addf", |element| arithmetic(element, Arithmetic::Add)),
    OpSemantics::each("arith.subf", |element| arithmetic(element, Arithmetic::Sub)),
    OpSemantics::each("arith.mulf", |element| arithmetic(element, Arithmetic::Mul)),
    OpSemantics::each("arith.divf", |element| arithmetic(element, Arithmetic::Div)),
    OpSemantics::each("arith.negf", |element| {
        let [a] = numbers(element)?;
        let bits = element.pool.float_negated(a.bits);
        promised(element, &[a], bits)
    }),
    OpSemantics::each("arith.maximumf", |element| extremum(element, true)),
    OpSemantics::each("arith.minimumf", |element| extremum(element, false)),
    OpSemantics::each("arith.maxnumf", |element| number_extremum(element, true)),
    OpSemantics::each("arith.minnumf", |element| number_extremum(element, false)),
    OpSemantics::each("arith.cmpf", compared),
    OpSemantics::each("arith.extf", converted),
    OpSemantics::each("arith.truncf", converted),
    OpSemantics::each("arith.sitofp", |element| from_integer(element, From::Signed)),
    OpSemantics::each("arith.uitofp", |element| from_integer(element, From::Unsigned)),
    OpSemantics::each("arith.fptosi", |element| to_integer(element, true)),
    OpSemantics::each("arith.fptoui", |element| to_integer(element, false)),
];

/// All operands, which have to be this many numbers.
pub(crate) fn numbers<const N: usize>(element: &ElementCtx<'_, '_>) -> Result<[Scalar; N], Unsupported> {
    if element.subject.operand_elements.iter().any(|element| !matches!(element, Element::Float(_))) {
        return Err(Unsupported::Type);
    }
    element.operands.try_into().map_err(|_| Unsupported::Type)
}

pub(crate) fn pair(element: &ElementCtx<'_, '_>) -> Result<[Scalar; 2], Unsupported> {
    let [a, b] = numbers(element)?;
    if element.pool.sort(a.bits) == element.pool.sort(b.bits) { Ok([a, b]) } else { Err(Unsupported::Type) }
}

pub(crate) fn format(element: &ElementCtx<'_, '_>) -> Result<Format, Unsupported> {
    match element.subject.results.first().map(|layout| layout.element) {
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
    /// The flags that permit other results than the one of IEEE 754.
    loose: Permissions,
}

fn fast_math(element: &mut ElementCtx<'_, '_>) -> Result<FastMath, Unsupported> {
    let (mut no_nans, mut no_infinities, mut any_zero) = (false, false, false);
    let mut loose = Permissions::default();
    let (name, owner) = match element.subject.name.starts_with("llvm.") {
        true => ("fastmathFlags", "llvm"),
        false => ("fastmath", "arith"),
    };
    match element.attribute(name) {
        Attribute::Absent => {}
        Attribute::Known(attr) => {
            let ctx = element.subject.ctx;
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
                        loose = Permissions::ALL;
                    }
                    word => loose = loose.with(Permissions::named(word).ok_or(Unsupported::Attribute)?),
                }
            }
        }
        // A permission on the left allows more; an operation that is kept does after what it did before.
        Attribute::Unknown(key) => {
            // A bound flag may be kept; it then permits beside the result of IEEE what it permitted before.
            element.roles.keeps_flags |= matches!(key, Key::Bound(_));
            return Ok(FastMath {
                no_nans: element.roles.variable(element.pool, key, Role::NoNans),
                no_infinities: element.roles.variable(element.pool, key, Role::NoInfinities),
                any_zero: false,
                loose: Permissions::default(),
            });
        }
        Attribute::Number(_) => return Err(Unsupported::Attribute),
    }
    let (no_nans, no_infinities) = (element.pool.boolean(no_nans), element.pool.boolean(no_infinities));
    Ok(FastMath { no_nans, no_infinities, any_zero, loose })
}

/// Tells if the sign of a zero is either one.
pub(crate) fn any_zero(element: &mut ElementCtx<'_, '_>) -> Result<bool, Unsupported> {
    fast_math(element).map(|flags| flags.any_zero)
}

/// Whether a promise is broken by one of these numbers.
pub(crate) fn broken(element: &mut ElementCtx<'_, '_>, list: &[TermId]) -> Result<TermId, Unsupported> {
    let flags = fast_math(element)?;
    Ok(breaks(element, &flags, list))
}

fn breaks(element: &mut ElementCtx<'_, '_>, flags: &FastMath, list: &[TermId]) -> TermId {
    let mut broken = element.pool.boolean(false);
    for (flag, test) in [(flags.no_nans, Test::NaN), (flags.no_infinities, Test::Infinite)] {
        for number in list {
            let holds = element.pool.float_test(test, *number);
            let both = element.pool.and(flag, holds);
            broken = element.pool.or(broken, both);
        }
    }
    broken
}

/// A number that the flags permit in the place of the computed one.
fn permitted(
    element: &mut ElementCtx<'_, '_>,
    flags: &FastMath,
    operands: &[Scalar],
    (op, computed): (Option<Arithmetic>, TermId),
) -> Result<TermId, Unsupported> {
    let mut bits = computed;
    if !flags.loose.is_empty() {
        let by = element.chooser(flags.loose.0);
        // A single operation is what it is, but that a quotient may be a product with the reciprocal.
        let fed = operands.iter().any(|operand| element.roles.choices.is_loose(operand.bits));
        let matters = fed || !is_alone(element.subject.name);
        let choices = &mut element.roles.choices;
        bits = choices.loosen(element.pool, by, bits, matters).ok_or(Unsupported::Attribute)?;
    }
    if flags.any_zero {
        let mut zero = element.pool.float_test(Test::Zero, bits);
        let function = ops::op(element.subject.name).and_then(|record| record.fact("float"));
        if let (Some("div"), [_, divisor]) = (function, operands) {
            // The sign of a zero that divides is that of the quotient.
            let by_zero = element.pool.float_test(Test::Zero, divisor.bits);
            zero = element.pool.or(zero, by_zero);
        }
        let by = element.chooser(u32::MAX);
        let choices = &mut element.roles.choices;
        let negative = choices.choose(element.pool, by, Sort::Bool, zero).ok_or(Unsupported::Attribute)?;
        let plus = absolute(element, bits);
        let minus = element.pool.float_negated(plus);
        let signed = element.pool.choice(negative, minus, plus);
        bits = element.pool.choice(zero, signed, bits);
    }
    if !flags.loose.is_empty() {
        let flagged = op.zip(<[Scalar; 2]>::try_from(operands.to_vec()).ok()).map(|(op, operands)| Flagged {
            op,
            operands: operands.map(|scalar| scalar.bits),
            permissions: flags.loose,
        });
        element.roles.choices.note_loose(bits, flagged);
    }
    Ok(bits)
}

/// Tells if flags permit nothing else of an operation by itself, whatever it is joined with.
fn is_alone(name: &str) -> bool {
    let short = name.split_once('.').map_or(name, |(_, short)| short);
    ["addf", "subf", "mulf", "negf", "fadd", "fsub", "fmul", "fneg"].contains(&short)
}

pub(crate) fn promised(element: &mut ElementCtx<'_, '_>, operands: &[Scalar], bits: TermId) -> ElementResult {
    promised_by(element, operands, (None, bits))
}

/// The same, of an operation on two numbers where one is named.
fn promised_by(
    element: &mut ElementCtx<'_, '_>,
    operands: &[Scalar],
    computed: (Option<Arithmetic>, TermId),
) -> ElementResult {
    let flags = fast_math(element)?;
    let bits = permitted(element, &flags, operands, computed)?;
    let list: Vec<TermId> = operands.iter().map(|scalar| scalar.bits).chain([bits]).collect();
    let broken = breaks(element, &flags, &list);
    element.unless(operands, broken, bits)
}

pub(crate) fn arithmetic(element: &mut ElementCtx<'_, '_>, op: Arithmetic) -> ElementResult {
    let [a, b] = pair(element)?;
    // Without NaN and infinity, a quotient by zero is nothing that is documented.
    if op == Arithmetic::Div && !format(element)?.has_nan() {
        return Err(Unsupported::Type);
    }
    let bits = element.pool.float_arithmetic(op, a.bits, b.bits);
    promised_by(element, &[a, b], (Some(op), bits))
}

/// The number with the sign plus.
pub(crate) fn absolute(element: &mut ElementCtx<'_, '_>, a: TermId) -> TermId {
    let negative = element.pool.float_test(Test::Negative, a);
    let opposite = element.pool.float_negated(a);
    element.pool.choice(negative, opposite, a)
}

/// The number with the sign plus, where nothing is promised.
pub(crate) fn magnitude_of(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    let bits = absolute(element, a.bits);
    element.total(&[a], bits)
}

/// NaN where an operand is; of zeros the positive one is larger.
pub(crate) fn extremum(element: &mut ElementCtx<'_, '_>, is_larger: bool) -> ElementResult {
    let [a, b] = pair(element)?;
    let bits = larger(element, a.bits, b.bits, is_larger);
    promised(element, &[a, b], bits)
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
pub(crate) fn larger(element: &mut ElementCtx<'_, '_>, a: TermId, b: TermId, larger: bool) -> TermId {
    let pool = &mut *element.pool;
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
pub(crate) fn number_extremum(element: &mut ElementCtx<'_, '_>, is_larger: bool) -> ElementResult {
    let [a, b] = pair(element)?;
    let flags = fast_math(element)?;
    // In both orders it has the same results.
    let [a, b] = if a.bits > b.bits { [b, a] } else { [a, b] };
    let [x, y] = [a, b].map(|one| element.pool.float_test(Test::NaN, one.bits));
    let zeros = [a, b].map(|one| element.pool.float_test(Test::Zero, one.bits));
    let same = element.pool.equal(a.bits, b.bits);
    let other = element.pool.not(same);
    let either = element.pool.all([zeros[0], zeros[1], other]);
    let negative = if element.pool.value(either) == Some(0) {
        either
    } else {
        let by = Chooser { operands: vec![a.bits, a.poison, b.bits, b.poison], ..element.chooser(0) };
        let choices = &mut element.roles.choices;
        choices.choose(element.pool, by, Sort::Bool, either).ok_or(Unsupported::Operation)?
    };
    let bits = larger(element, a.bits, b.bits, is_larger);
    let plus = absolute(element, a.bits);
    let minus = element.pool.float_negated(plus);
    let signed = element.pool.choice(negative, minus, plus);
    let bits = element.pool.choice(either, signed, bits);
    let bits = element.pool.choice(y, a.bits, bits);
    let bits = element.pool.choice(x, b.bits, bits);
    let bits = permitted(element, &flags, &[a, b], (None, bits))?;
    let broken = breaks(element, &flags, &[a.bits, b.bits, bits]);
    element.unless(&[a, b], broken, bits)
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

pub(crate) fn compared(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, b] = pair(element)?;
    let number = match element.attribute("predicate") {
        Attribute::Known(attr) => {
            let AttrKind::Integer { value, .. } = element.subject.ctx.attr_kind(attr) else {
                return Err(Unsupported::Attribute);
            };
            let number = value.to_i64().and_then(|number| u128::try_from(number).ok());
            let number =
                number.filter(|number| *number < PREDICATES.len() as u128).ok_or(Unsupported::Attribute)?;
            element.pool.number(4, number)
        }
        Attribute::Unknown(key) => element.roles.variable(element.pool, key, Role::FloatPredicate),
        Attribute::Number(number) if element.pool.width(number) >= 4 => element.pool.extract(number, 0, 4),
        Attribute::Absent | Attribute::Number(_) => return Err(Unsupported::Attribute),
    };
    let pool = &mut *element.pool;
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
    let broken = broken(element, &[a.bits, b.bits])?;
    element.unless(&[a, b], broken, bits)
}

/// The condition that one of these tests holds of a number, or, unless `wanted`, that none does.
pub(crate) fn tested(element: &mut ElementCtx<'_, '_>, tests: &[Test], wanted: bool) -> ElementResult {
    let [a] = numbers(element)?;
    let holds: Vec<TermId> = tests.iter().map(|test| element.pool.float_test(*test, a.bits)).collect();
    let any = element.pool.any(holds);
    let truth = if wanted { any } else { element.pool.not(any) };
    let bits = element.pool.bit(truth);
    let broken = broken(element, &[a.bits])?;
    element.unless(&[a], broken, bits)
}

pub(crate) fn converted(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    let rounds = ops::op(element.subject.name).is_some_and(|record| record.is_inherent("roundingmode"));
    if rounds && element.attribute("roundingmode") != Attribute::Absent {
        return Err(Unsupported::Attribute);
    }
    let to = format(element)?;
    // Nor is the number for a NaN or an infinity.
    if matches!(element.pool.sort(a.bits), Sort::Float(from) if from.has_nan() && !to.has_nan()) {
        return Err(Unsupported::Type);
    }
    let bits = element.pool.float_from(From::Float, a.bits, to);
    promised(element, &[a], bits)
}

pub(crate) fn from_integer(element: &mut ElementCtx<'_, '_>, from: From) -> ElementResult {
    let [a] = element.numbers()?;
    if !matches!(element.pool.sort(a.bits), Sort::Bits(_)) {
        return Err(Unsupported::Type);
    }
    let to = format(element)?;
    let bits = element.pool.float_from(from, a.bits, to);
    let never = element.pool.boolean(false);
    element.unless(&[a], never, bits)
}

/// The integer that a number comes to, rounded towards zero; poison where it does not fit.
pub(crate) fn to_integer(element: &mut ElementCtx<'_, '_>, signed: bool) -> ElementResult {
    let [a] = numbers(element)?;
    let to = element.subject.results.first().ok_or(Unsupported::Type)?;
    if to.element != Element::Integer {
        return Err(Unsupported::Type);
    }
    let (bits, fits) = element.pool.float_to(a.bits, signed, to.width);
    let lost = element.pool.not(fits);
    element.unless(&[a], lost, bits)
}
