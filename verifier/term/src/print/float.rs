//! Floating-point numbers as SMT-LIB. Numbers of formats that its theory does not have are numbers of `f32`, which holds all of
//! them, and are rounded by functions of the theory: to the digits of the format, or, among the smallest ones, to a
//! multiple of the smallest.

use crate::float::{Arithmetic, Family, Format, Integral, SINGLE};
use assay_smt::term::{app, bits, indexed};

/// The rounding mode: to the nearest, ties to even.
const NEAREST: &str = "RNE";

/// The format of the theory that the numbers of a format are given in.
fn carrier(format: Format) -> Format {
    match format.family {
        Family::Ieee | Family::X87 => format,
        Family::AllOnes | Family::MinusZero | Family::Finite => SINGLE,
    }
}

/// Tells if the theory rounds to this format.
fn is_known(format: Format) -> bool {
    carrier(format) == format
}

/// The sort of numbers of a format.
pub(super) fn sort(format: Format) -> String {
    let carrier = carrier(format);
    indexed("FloatingPoint", &[carrier.exponent, carrier.significand])
}

fn to_float(exponent: u32, significand: u32, arguments: &[&str]) -> String {
    app(indexed("to_fp", &[exponent, significand]), arguments)
}

/// A number rounded to a format of the theory, or widened to it.
fn to_format(format: Format, number: &str) -> String {
    to_float(format.exponent, format.significand, &[NEAREST, number])
}

/// A term that names another one `name`, which `of` uses.
fn with(name: &str, value: &str, of: &str) -> String {
    format!("(let (({name} {value})) {of})")
}

fn choice(condition: &str, then: &str, otherwise: &str) -> String {
    app("ite", &[condition, then, otherwise])
}

fn both(a: &str, b: &str) -> String {
    app("concat", &[a, b])
}

fn part(of: &str, high: u32, low: u32) -> String {
    app(indexed("extract", &[high, low]), &[of])
}

fn nan(format: Format) -> String {
    let carrier = carrier(format);
    indexed("NaN", &[carrier.exponent, carrier.significand])
}

fn power_of_two(format: Format, power: i32) -> String {
    of_bits(format, &bits(format.width(), format.nearest(false, 1, power)))
}

/// The number with these bits.
pub(super) fn of_bits(format: Format, term: &str) -> String {
    match format.family {
        Family::Ieee => to_float(format.exponent, format.significand, &[term]),
        Family::X87 => with("x", term, &of_x87(format)),
        Family::AllOnes | Family::MinusZero | Family::Finite => with("x", term, &of_few(format)),
    }
}

/// The number with the bits `x`, of which the first one of the significand is written.
fn of_x87(format: Format) -> String {
    let (field, first) = (part("x", 78, 64), part("x", 63, 63));
    let (none, set) = (app("=", &[field.as_str(), &bits(15, 0)]), app("=", &[first.as_str(), &bits(1, 1)]));
    // One of the smallest numbers with that bit is written in another way.
    let smallest = app("and", &[none.as_str(), &set]);
    let field = choice(&smallest, &bits(15, 1), &field);
    let number = both(&part("x", 79, 79), &both(&field, &part("x", 62, 0)));
    let number = to_float(format.exponent, format.significand, &[&number]);
    let strange = app("not", &[app("or", &[none, set])]);
    choice(&strange, &nan(format), &number)
}

/// The number with the bits `x`: as if the exponent had the bias of `f32`, then multiplied by what that is off.
fn of_few(format: Format) -> String {
    let (last, spare) = (format.width() - 1, SINGLE.fraction() - format.fraction());
    let low = both(&part("x", last - 1, 0), &bits(spare, 0));
    let magnitude = both(&bits(SINGLE.exponent - format.exponent, 0), &low);
    let number = to_float(SINGLE.exponent, SINGLE.significand, &[&both(&part("x", last, last), &magnitude)]);
    let factor = power_of_two(SINGLE, format.lowest() - SINGLE.lowest() - spare as i32);
    let number = app("fp.mul", &[NEAREST, &number, &factor]);
    let is_nan = match format.family {
        Family::AllOnes => app("=", &[part("x", last - 1, 0), bits(last, u128::MAX)]),
        Family::MinusZero => app("=", &["x".to_owned(), bits(last + 1, 1 << last)]),
        _ => return number,
    };
    choice(&is_nan, &nan(format), &number)
}

pub(super) fn arithmetic(format: Format, op: Arithmetic, [a, b]: [&str; 2]) -> String {
    let computed = app(super::arithmetic(op), &[NEAREST, a, b]);
    // With more than twice the digits, it is as if rounded once.
    if is_known(format) { computed } else { rounded(format, SINGLE, &computed) }
}

/// The square root of a number of a format of the theory.
pub(super) fn root(format: Format, a: &str) -> String {
    // Twice as many digits and two more make it as if rounded once, and of more digits solvers are right.
    if format.is_narrow() && format != SINGLE {
        let wide = app("fp.sqrt", &[NEAREST, &to_format(SINGLE, a)]);
        return to_format(format, &wide);
    }
    app("fp.sqrt", &[NEAREST, a])
}

/// A product and a sum of numbers of a format of the theory, rounded once.
pub(super) fn fused(_: Format, [a, b, c]: [&str; 3]) -> String {
    app("fp.fma", &[NEAREST, a, b, c])
}

pub(super) fn negated(format: Format, a: &str) -> String {
    let opposite = app("fp.neg", &[a]);
    match format.family {
        Family::MinusZero => choice(&app("fp.isZero", &[a]), a, &opposite),
        _ => opposite,
    }
}

/// The integral number beside `a`, which is one of the format.
pub(super) fn integral(format: Format, to: Integral, a: &str) -> String {
    let mode = match to {
        Integral::Down => "RTN",
        Integral::Up => "RTP",
        Integral::Zero => "RTZ",
        Integral::NearestEven => NEAREST,
        Integral::NearestAway => "RNA",
    };
    let rounded = |a: &str| app("fp.roundToIntegral", &[mode, a]);
    // Z3 is wrong about numbers of few digits.
    if is_known(format) && format.significand < SINGLE.significand {
        return to_format(format, &rounded(&to_format(SINGLE, a)));
    }
    let rounded = rounded(a);
    match format.family {
        Family::MinusZero => {
            let zero = indexed("+zero", &[SINGLE.exponent, SINGLE.significand]);
            with("i", &rounded, &choice(&app("fp.isZero", &["i"]), &zero, "i"))
        }
        _ => rounded,
    }
}

/// The number of the format `to` nearest to one of another.
pub(super) fn converted(from: Format, to: Format, a: &str) -> String {
    let own = carrier(from);
    match is_known(to) {
        true => to_format(to, a),
        false if own.is_narrow() => rounded(to, SINGLE, &to_format(SINGLE, a)),
        false => rounded(to, own, a),
    }
}

/// Z3 does not know shorter integers as numbers of few digits.
const LEAST_WIDTH: u32 = 16;

/// The number nearest to an integer `a` of a width.
pub(super) fn of_integer(format: Format, is_signed: bool, (a, width): (&str, u32)) -> String {
    let (function, longer) = match is_signed {
        true => ("to_fp", "sign_extend"),
        false => ("to_fp_unsigned", "zero_extend"),
    };
    let number =
        |known: Format, a: &str| app(indexed(function, &[known.exponent, known.significand]), &[NEAREST, a]);
    if is_known(format) {
        return number(format, a);
    }
    let a = match LEAST_WIDTH.checked_sub(width) {
        Some(missing) => app(indexed(longer, &[missing]), &[a]),
        None => a.to_owned(),
    };
    limited(format, &to_format(SINGLE, &number(digits_of(format), &a)))
}

/// The digits of a format, with the exponents of `f32`.
fn digits_of(format: Format) -> Format {
    SINGLE.with_significand(format.significand)
}

/// A number of a format of the theory rounded to one that it does not have.
fn rounded(format: Format, from: Format, number: &str) -> String {
    let least = power_of_two(from, format.lowest() + format.fraction() as i32);
    let [down, up] = [format.lowest(), -format.lowest()].map(|power| power_of_two(from, power));
    let units = app("fp.roundToIntegral", &[NEAREST, &app("fp.mul", &[NEAREST, "t", &up])]);
    let units = app("fp.mul", &[NEAREST, &units, &down]);
    let small = to_format(SINGLE, &units);
    let usual = to_format(SINGLE, &to_format(digits_of(format), "t"));
    let is_small = app("fp.lt", &[app("fp.abs", &["t"]), least]);
    with("t", number, &limited(format, &choice(&is_small, &small, &usual)))
}

/// A number with as many digits as a format has, or what that has for it if it is beyond the largest one.
fn limited(format: Format, number: &str) -> String {
    let largest = of_bits(format, &bits(format.width(), format.largest()));
    let beyond = app("fp.gt", &[app("fp.abs", &["r"]), largest.clone()]);
    let strange = match format.family {
        Family::Finite => choice(&app("fp.isNegative", &["r"]), &app("fp.neg", &[&largest]), &largest),
        _ => nan(format),
    };
    let inside = match format.family {
        Family::MinusZero => choice(&app("fp.isZero", &["r"]), &app("fp.abs", &["r"]), "r"),
        _ => "r".to_owned(),
    };
    with("r", number, &choice(&beyond, &strange, &inside))
}
