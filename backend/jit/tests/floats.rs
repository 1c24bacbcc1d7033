//! Floating-point operations, bit by bit: the interpreter (software) and the JIT (this machine) against what is written
//! here: the operators of Rust on `f32` and `f64`, exact fractions on `f16` and `bf16`. Every NaN that arithmetic makes
//! has to be the quiet, positive one without payload.

use std::cmp::Ordering;

use crate::programs::{Random, read};
use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::Value;
use assay_ir::data::{FloatKind, Program};
use assay_ir::text::{PrintOptions, print_op};
use assay_jit::{Batch, Effort, Settings};
use num_bigint::BigInt;

/// Bits of numbers of a kind that are at some border.
fn special(kind: FloatKind) -> Vec<u64> {
    let (mantissa, exponent) = layout(kind);
    let sign = 1u64 << (mantissa + exponent);
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let one = ((1u64 << (exponent - 1)) - 1) << mantissa;
    let positive = [
        0,
        1,
        (1 << mantissa) - 1,
        1 << mantissa,
        (1 << mantissa) + 1,
        one,
        one - 1,
        one + 1,
        one + (1 << mantissa),
        one + (3 << (mantissa - 1)),
        infinity - 1,
        infinity - (1 << mantissa),
        infinity,
        // A quiet NaN, one with a payload, a signalling one.
        infinity | 1 << (mantissa - 1),
        infinity | 1 << (mantissa - 1) | 5,
        infinity | 1,
    ];
    positive.iter().flat_map(|bits| [*bits, *bits | sign]).collect()
}

/// Bits of mantissa and exponent.
fn layout(kind: FloatKind) -> (u32, u32) {
    match kind {
        FloatKind::F16 => (10, 5),
        FloatKind::BF16 => (7, 8),
        FloatKind::F32 => (23, 8),
        FloatKind::F64 => (52, 11),
        other => panic!("{other:?} is not tested"),
    }
}

fn nan(kind: FloatKind) -> u64 {
    let (mantissa, exponent) = layout(kind);
    ((1 << (exponent + 1)) - 1) << (mantissa - 1)
}

fn is_nan(kind: FloatKind, bits: u64) -> bool {
    let (mantissa, exponent) = layout(kind);
    bits & ((1 << (mantissa + exponent)) - 1) > ((1 << exponent) - 1) << mantissa
}

fn name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::F16 => "f16",
        FloatKind::BF16 => "bf16",
        FloatKind::F32 => "f32",
        _ => "f64",
    }
}

/// Numbers of a kind at random: any bits, or an exponent near that of one, so that sums do not just round away.
fn drawn(random: &mut Random, kind: FloatKind) -> u64 {
    let (mantissa, exponent) = layout(kind);
    let all = random.bits() & (u64::MAX >> (63 - mantissa - exponent));
    match random.below(3) {
        0 => all,
        1 => special(kind)[random.below(32) as usize],
        _ => {
            let near = (1 << (exponent - 1)) - 4 + random.below(8);
            all & !(((1 << exponent) - 1) << mantissa) | near << mantissa
        }
    }
}

/// Tuples of arguments: all pairs of borders (for one or two operands), then numbers at random.
fn tuples(random: &mut Random, kind: FloatKind, operands: usize, count: usize) -> Vec<Vec<u64>> {
    let borders = special(kind);
    let mut all: Vec<Vec<u64>> = match operands {
        1 => borders.iter().map(|a| vec![*a]).collect(),
        _ => borders
            .iter()
            .flat_map(|a| borders.iter().map(move |b| vec![*a, *b]))
            .map(|mut pair| {
                while pair.len() < operands {
                    pair.push(borders[random.below(borders.len() as u64) as usize]);
                }
                pair
            })
            .collect(),
    };
    all.extend((0..count).map(|_| (0..operands).map(|_| drawn(random, kind)).collect()));
    all
}

/// A function of each operation, run by both engines (the JIT only where it has the kind).
struct Subjects {
    program: Program,
    operations: usize,
    jits: Vec<Batch>,
}

impl Subjects {
    /// From the right sides of definitions in terms of `%a0`, `%a1`, .., and their types.
    fn new(operations: &[(String, Vec<String>, String)], jit: bool) -> Subjects {
        let mut text = String::new();
        for (number, (right, parameters, result)) in operations.iter().enumerate() {
            let head: Vec<String> =
                parameters.iter().enumerate().map(|(at, ty)| format!("%a{at}: {ty}")).collect();
            let head = head.join(", ");
            text += &format!(
                "func.func @f{number}({head}) -> {result} {{\n  %r = {right}\n  return %r : {result}\n}}\n"
            );
        }
        let program = read(&text);
        let functions: Vec<_> = (0..operations.len())
            .map(|number| find_function(&program, &format!("f{number}")).expect("the program has it"))
            .collect();
        let asked: Vec<_> = functions.iter().map(|function| (&program, *function)).collect();
        let efforts = if jit { &[Effort::Compile, Effort::Run][..] } else { &[] };
        let compile =
            |effort: &Effort| Batch::compile(&asked, Settings { effort: *effort, ..Settings::default() });
        let jits = efforts.iter().map(compile).collect();
        Subjects { program, operations: operations.len(), jits }
    }

    /// Operation number `number` on some arguments has to give a value.
    #[track_caller]
    fn check(&self, number: usize, arguments: &[Value], expected: &Value) {
        assert!(number < self.operations);
        let function = find_function(&self.program, &format!("f{number}")).expect("it was made");
        let options = Options::default();
        let run = Interpreter.run(&self.program, function, arguments, &options).expect("they fit");
        let expected = Outcome::Values(vec![expected.clone()]);
        let what = || print_op(&self.program, function, &PrintOptions::default());
        assert_eq!(run.outcome, expected, "interpreter on {arguments:?}:\n{}", what());
        for jit in &self.jits {
            let run = jit.functions()[number].run(arguments, &options).expect("they fit");
            assert_eq!(run.outcome, expected, "JIT on {arguments:?}:\n{}", what());
        }
    }
}

type Reference = fn(&[u64]) -> u64;

/// One operation, how many operands it has, and its reference on the bits of `f32` and of `f64`.
struct Operation {
    text: &'static str,
    operands: usize,
    single: Reference,
    double: Reference,
}

/// An operation by the same expression on both kinds.
macro_rules! operation {
    ($text:literal, |$($x:ident),+| $body:expr) => {
        Operation {
            text: $text,
            operands: [$(stringify!($x)),+].len(),
            single: |bits| {
                let mut bits = bits.iter();
                $(let $x = f32::from_bits(bits.next().copied().unwrap_or_default() as u32);)+
                let result: f32 = $body;
                u64::from(result.to_bits())
            },
            double: |bits| {
                let mut bits = bits.iter();
                $(let $x = f64::from_bits(bits.next().copied().unwrap_or_default());)+
                let result: f64 = $body;
                result.to_bits()
            },
        }
    };
}

/// The larger of two numbers that are no NaN, plus zero above minus zero.
macro_rules! larger {
    ($a:expr, $b:expr) => {
        if $a > $b || $a == $b && $b.is_sign_negative() { $a } else { $b }
    };
}

/// The smaller one.
macro_rules! smaller {
    ($a:expr, $b:expr) => {
        if $a < $b || $a == $b && $a.is_sign_negative() { $a } else { $b }
    };
}

fn arithmetic() -> Vec<Operation> {
    vec![
        operation!("arith.addf %a0, %a1", |a, b| a + b),
        operation!("arith.subf %a0, %a1", |a, b| a - b),
        operation!("arith.mulf %a0, %a1", |a, b| a * b),
        operation!("arith.divf %a0, %a1", |a, b| a / b),
        operation!("arith.remf %a0, %a1", |a, b| a % b),
        operation!("math.fma %a0, %a1, %a2", |a, b, c| a.mul_add(b, c)),
        operation!("math.sqrt %a0", |a| a.sqrt()),
        operation!("math.ceil %a0", |a| a.ceil()),
        operation!("math.floor %a0", |a| a.floor()),
        operation!("math.trunc %a0", |a| a.trunc()),
        operation!("math.round %a0", |a| a.round()),
        operation!("math.roundeven %a0", |a| a.round_ties_even()),
        operation!("arith.maximumf %a0, %a1", |a, b| {
            if a.is_nan() || b.is_nan() { a + b } else { larger!(a, b) }
        }),
        operation!("arith.minimumf %a0, %a1", |a, b| {
            if a.is_nan() || b.is_nan() { a + b } else { smaller!(a, b) }
        }),
        operation!("arith.maxnumf %a0, %a1", |a, b| {
            if a.is_nan() {
                b
            } else if b.is_nan() {
                a
            } else {
                larger!(a, b)
            }
        }),
        operation!("arith.minnumf %a0, %a1", |a, b| {
            if a.is_nan() {
                b
            } else if b.is_nan() {
                a
            } else {
                smaller!(a, b)
            }
        }),
    ]
}

fn arithmetic_on_singles_and_doubles_is_that_of_the_machine() {
    let mut random = Random::new(21);
    for kind in [FloatKind::F32, FloatKind::F64] {
        let operations = arithmetic();
        let texts: Vec<_> = operations
            .iter()
            .map(|operation| {
                let ty = name(kind).to_owned();
                (format!("{} : {ty}", operation.text), vec![ty.clone(); operation.operands], ty)
            })
            .collect();
        let bench = Subjects::new(&texts, true);
        for (number, operation) in operations.iter().enumerate() {
            let reference = if kind == FloatKind::F32 { operation.single } else { operation.double };
            for bits in tuples(&mut random, kind, operation.operands, 500) {
                let expected = reference(&bits);
                let expected = if is_nan(kind, expected) { nan(kind) } else { expected };
                let arguments: Vec<Value> =
                    bits.iter().map(|bits| Value::float(kind, u128::from(*bits))).collect();
                bench.check(number, &arguments, &Value::float(kind, u128::from(expected)));
            }
        }
    }
}

fn operations_on_the_sign_keep_the_bits_of_a_nan() {
    let mut random = Random::new(22);
    for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64] {
        let ty = name(kind).to_owned();
        let one = |text: &str, count: usize| (format!("{text} : {ty}"), vec![ty.clone(); count], ty.clone());
        let same = ("arith.select %a0, %a1, %a2", [String::from("i1"), ty.clone(), ty.clone()]);
        let operations = [
            one("arith.negf %a0", 1),
            one("math.absf %a0", 1),
            one("math.copysign %a0, %a1", 2),
            (format!("{} : {ty}", same.0), same.1.to_vec(), ty.clone()),
        ];
        let (mantissa, exponent) = layout(kind);
        let sign = 1u64 << (mantissa + exponent);
        let bench = Subjects::new(&operations, matches!(kind, FloatKind::F32 | FloatKind::F64));
        for bits in tuples(&mut random, kind, 2, 500) {
            let [a, b] = [bits[0], bits[1]];
            let [value, other] = [a, b].map(|bits| Value::float(kind, u128::from(bits)));
            let float = |bits: u64| Value::float(kind, u128::from(bits));
            bench.check(0, std::slice::from_ref(&value), &float(a ^ sign));
            bench.check(1, std::slice::from_ref(&value), &float(a & !sign));
            bench.check(2, &[value.clone(), other.clone()], &float(a & !sign | b & sign));
            bench.check(3, &[Value::bool(true), value.clone(), other.clone()], &value);
            bench.check(3, &[Value::bool(false), value, other.clone()], &other);
        }
    }
}

/// True when something holds of two numbers.
type Holds = fn(f64, f64) -> bool;

/// Predicates of `arith.cmpf` and when they hold.
const ORDERS: [(&str, Holds); 16] = [
    ("false", |_, _| false),
    ("oeq", |a, b| a == b),
    ("ogt", |a, b| a > b),
    ("oge", |a, b| a >= b),
    ("olt", |a, b| a < b),
    ("ole", |a, b| a <= b),
    ("one", |a, b| a.partial_cmp(&b).is_some_and(Ordering::is_ne)),
    ("ord", |a, b| !a.is_nan() && !b.is_nan()),
    ("ueq", |a, b| a.partial_cmp(&b).is_none_or(Ordering::is_eq)),
    ("ugt", |a, b| a > b || a.is_nan() || b.is_nan()),
    ("uge", |a, b| a >= b || a.is_nan() || b.is_nan()),
    ("ult", |a, b| a < b || a.is_nan() || b.is_nan()),
    ("ule", |a, b| a <= b || a.is_nan() || b.is_nan()),
    ("une", |a, b| a != b),
    ("uno", |a, b| a.is_nan() || b.is_nan()),
    ("true", |_, _| true),
];

const CLASSES: [(&str, Holds); 3] = [
    ("math.isnan", |a, _| a.is_nan()),
    ("math.isinf", |a, _| a.is_infinite()),
    ("math.isfinite", |a, _| a.is_finite()),
];

fn comparisons_and_classes_are_those_of_the_machine() {
    let mut random = Random::new(23);
    for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64] {
        let ty = name(kind).to_owned();
        let pair = vec![ty.clone(), ty.clone()];
        let mut operations: Vec<_> = ORDERS
            .iter()
            .map(|(order, _)| (format!("arith.cmpf {order}, %a0, %a1 : {ty}"), pair.clone(), "i1".to_owned()))
            .collect();
        operations.extend(
            CLASSES.iter().map(|(class, _)| (format!("{class} %a0 : {ty}"), pair.clone(), "i1".to_owned())),
        );
        let bench = Subjects::new(&operations, matches!(kind, FloatKind::F32 | FloatKind::F64));
        for bits in tuples(&mut random, kind, 2, 300) {
            let [a, b] = [bits[0], bits[1]].map(|bits| exact_f64(kind, bits));
            let arguments = [bits[0], bits[1]].map(|bits| Value::float(kind, u128::from(bits)));
            for (number, (_, holds)) in ORDERS.iter().chain(&CLASSES).enumerate() {
                bench.check(number, &arguments, &Value::bool(holds(a, b)));
            }
        }
    }
}

/// A number of a kind as a double, by the definition of its bits.
fn exact_f64(kind: FloatKind, bits: u64) -> f64 {
    let (mantissa, exponent) = layout(kind);
    if kind == FloatKind::F64 {
        return f64::from_bits(bits);
    }
    let sign = if bits >> (mantissa + exponent) & 1 == 1 { -1.0 } else { 1.0 };
    let fraction = (bits & ((1 << mantissa) - 1)) as f64;
    let power = (bits >> mantissa & ((1 << exponent) - 1)) as i32;
    let (bias, unit) = ((1 << (exponent - 1)) - 1, f64::powi(2.0, mantissa as i32));
    let magnitude = match power {
        0 => fraction / unit * f64::powi(2.0, 1 - bias),
        _ if power == (1 << exponent) - 1 => {
            return if fraction == 0.0 { sign * f64::INFINITY } else { f64::NAN };
        }
        _ => (1.0 + fraction / unit) * f64::powi(2.0, power - bias),
    };
    sign * magnitude
}

/// Bits of fraction in [`Exact`]: a product of two of the smallest numbers of `bf16` fits.
const FRACTION: usize = 300;

/// A finite number times two to the [`FRACTION`].
fn exact(kind: FloatKind, bits: u64) -> BigInt {
    let (mantissa, exponent) = layout(kind);
    let bias = (1i64 << (exponent - 1)) - 1;
    let fraction = bits & ((1 << mantissa) - 1);
    let power = (bits >> mantissa & ((1 << exponent) - 1)) as i64;
    let (significand, power) = match power {
        0 => (fraction, 1),
        _ => (fraction | 1 << mantissa, power),
    };
    let shift = FRACTION as i64 + power - bias - i64::from(mantissa);
    let magnitude = BigInt::from(significand) << shift as usize;
    if bits >> (mantissa + exponent) & 1 == 1 { -magnitude } else { magnitude }
}

/// The bits of the number of a kind that is nearest to an exact one that is not zero, ties to even.
fn nearest(kind: FloatKind, value: &BigInt) -> u64 {
    let (mantissa, exponent) = layout(kind);
    let infinity = ((1u64 << exponent) - 1) << mantissa;
    let magnitude = BigInt::from(value.magnitude().clone());
    // Bits of positive numbers are in their order; infinity counts as the next power of two.
    let (mut low, mut high) = (0, infinity);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if exact(kind, middle) <= magnitude { low = middle } else { high = middle }
    }
    let double: BigInt = &magnitude * 2;
    let middle = exact(kind, low) + exact(kind, high);
    let bits = match double.cmp(&middle) {
        Ordering::Less => low,
        Ordering::Greater => high,
        Ordering::Equal => low + low % 2,
    };
    let sign = u64::from(value.sign() == num_bigint::Sign::Minus);
    bits | sign << (mantissa + exponent)
}

/// The exact result of an operation of finite numbers, times two to the [`FRACTION`].
fn exactly(operation: usize, [a, b, c]: [&BigInt; 3]) -> BigInt {
    match operation {
        0 => a + b,
        1 => a - b,
        2 => (a * b) >> FRACTION,
        _ => ((a * b) >> FRACTION) + c,
    }
}

fn arithmetic_on_half_precision_is_exact_and_rounded_once() {
    let mut random = Random::new(24);
    for kind in [FloatKind::F16, FloatKind::BF16] {
        let ty = name(kind).to_owned();
        let texts = [
            ("arith.addf %a0, %a1", 2),
            ("arith.subf %a0, %a1", 2),
            ("arith.mulf %a0, %a1", 2),
            ("math.fma %a0, %a1, %a2", 3),
        ];
        let operations: Vec<_> = texts
            .iter()
            .map(|(text, count)| (format!("{text} : {ty}"), vec![ty.clone(); *count], ty.clone()))
            .collect();
        let bench = Subjects::new(&operations, false);
        let mut count = 0;
        for (number, (_, operands)) in texts.iter().enumerate() {
            for bits in tuples(&mut random, kind, *operands, 500) {
                let (mantissa, exponent) = layout(kind);
                let finite = |bits: &u64| bits >> mantissa & ((1 << exponent) - 1) != (1 << exponent) - 1;
                if !bits.iter().all(finite) {
                    continue;
                }
                let numbers: Vec<BigInt> = bits.iter().map(|bits| exact(kind, *bits)).collect();
                let [a, b] = [&numbers[0], &numbers[1]];
                let result = exactly(number, [a, b, numbers.last().expect("there are operands")]);
                if result == BigInt::ZERO {
                    continue;
                }
                let arguments: Vec<Value> =
                    bits.iter().map(|bits| Value::float(kind, u128::from(*bits))).collect();
                bench.check(number, &arguments, &Value::float(kind, u128::from(nearest(kind, &result))));
                count += 1;
            }
        }
        assert!(count > 1_500, "{count}");
    }
}

fn every_half_precision_number_widens_to_what_its_bits_say() {
    for kind in [FloatKind::F16, FloatKind::BF16] {
        let ty = name(kind).to_owned();
        let operations = ["f32", "f64"]
            .map(|to| (format!("arith.extf %a0 : {ty} to {to}"), vec![ty.clone()], to.to_owned()));
        let bench = Subjects::new(&operations, false);
        for bits in (0..1u64 << 16).filter(|bits| bits % 5 == 0 || bits & 0x3FF < 2) {
            let double = exact_f64(kind, bits);
            let argument = [Value::float(kind, u128::from(bits))];
            let (single, double) = match double.is_nan() {
                true => (f32::NAN, f64::NAN),
                false => (double as f32, double),
            };
            bench.check(0, &argument, &Value::f32(single));
            bench.check(1, &argument, &Value::f64(double));
        }
    }
}

fn narrowing_rounds_to_the_nearest_and_as_the_mode_says() {
    let mut random = Random::new(25);
    for kind in [FloatKind::F16, FloatKind::BF16, FloatKind::F32] {
        let ty = name(kind).to_owned();
        let modes = ["", "to_nearest_even ", "downward ", "upward ", "toward_zero ", "to_nearest_away "];
        let operations = modes.map(|mode| {
            (format!("arith.truncf %a0 {mode}: f64 to {ty}"), vec!["f64".to_owned()], ty.clone())
        });
        let interpreter = Subjects::new(&operations, false);
        let both = Subjects::new(&operations[..2], kind == FloatKind::F32);
        let (mantissa, exponent) = layout(kind);
        let infinity = ((1u64 << exponent) - 1) << mantissa;
        for _ in 0..300 {
            // Near a number of the kind, at the middle between two, or anywhere.
            let near = drawn(&mut random, kind) & (infinity | ((1 << mantissa) - 1));
            let near = near.min(infinity - 1);
            let (low, high) = (exact_f64(kind, near), exact_f64(kind, near + 1));
            let middle = if high.is_finite() { (low + high) / 2.0 } else { low };
            let value = match random.below(4) {
                0 => low,
                1 => middle,
                2 => middle + (high.min(f64::MAX) - middle) * 0.25,
                _ => f64::from_bits(random.bits()).abs(),
            };
            let value = if random.once_in(2) { value } else { -value };
            let argument = [Value::f64(value)];
            if value.is_nan() {
                let expected = Value::float(kind, u128::from(nan(kind)));
                (0..6).for_each(|mode| interpreter.check(mode, &argument, &expected));
                continue;
            }
            let sign = if value.is_sign_negative() { infinity + (1 << mantissa) } else { 0 };
            // The largest number of the kind that is not above the magnitude, and the next one.
            let below = last(infinity, |bits| exact_f64(kind, bits) <= value.abs());
            let (low, exact) = (below, exact_f64(kind, below) == value.abs());
            let high = if exact || low == infinity { low } else { low + 1 };
            let top = match high == infinity && low != infinity {
                // Infinity counts as the next power of two.
                true => exact_f64(kind, low) + (exact_f64(kind, low) - exact_f64(kind, low - 1)),
                false => exact_f64(kind, high),
            };
            let distances = [value.abs() - exact_f64(kind, low), top - value.abs()];
            let nearer = match () {
                () if low == high || distances[0] < distances[1] => Some(low),
                () if distances[0] > distances[1] => Some(high),
                () => None,
            };
            let even = nearer.unwrap_or(low + low % 2);
            let (down, up) = if value.is_sign_negative() { (high, low) } else { (low, high) };
            let expected = [even, even, down, up, low, nearer.unwrap_or(high)];
            for (mode, bits) in expected.into_iter().enumerate() {
                let expected = Value::float(kind, u128::from(bits | sign));
                interpreter.check(mode, &argument, &expected);
                if mode < 2 {
                    both.check(mode, &argument, &expected);
                }
            }
        }
    }
}

/// The last number up to `most` that something holds for, where it holds from zero up to some number.
fn last(most: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

fn integers_become_the_nearest_number() {
    let mut random = Random::new(26);
    for kind in [FloatKind::F32, FloatKind::F64] {
        let ty = name(kind);
        let widths = [1u32, 8, 13, 32, 33, 64, 65, 100, 127, 128];
        let operations: Vec<_> = widths
            .iter()
            .flat_map(|width| ["sitofp", "uitofp"].map(|op| (op, width)))
            .map(|(op, width)| {
                (format!("arith.{op} %a0 : i{width} to {ty}"), vec![format!("i{width}")], ty.to_owned())
            })
            .collect();
        let bench = Subjects::new(&operations, true);
        for (at, width) in widths.iter().enumerate() {
            for _ in 0..400 {
                let Value::Int(int) = random.value(*width) else { continue };
                let bits = int.to_u128().expect("at most 128 bits");
                let signed = (bits as i128) << (128 - width) >> (128 - width);
                let [from_signed, from_unsigned] = match kind {
                    FloatKind::F32 => [Value::f32(signed as f32), Value::f32(bits as f32)],
                    _ => [Value::f64(signed as f64), Value::f64(bits as f64)],
                };
                bench.check(2 * at, &[int.clone().into()], &from_signed);
                bench.check(2 * at + 1, &[int.into()], &from_unsigned);
            }
        }
    }
}

fn numbers_become_their_integer_part_or_poison_where_it_does_not_fit() {
    let mut random = Random::new(27);
    for kind in [FloatKind::F32, FloatKind::F64] {
        let ty = name(kind).to_owned();
        let widths = [1u32, 8, 13, 31, 32, 33, 63, 64, 65, 128];
        let operations: Vec<_> = widths
            .iter()
            .flat_map(|width| ["fptosi", "fptoui"].map(|op| (op, width)))
            .map(|(op, width)| {
                (format!("arith.{op} %a0 : {ty} to i{width}"), vec![ty.clone()], format!("i{width}"))
            })
            .collect();
        let bench = Subjects::new(&operations, true);
        for (at, width) in widths.iter().enumerate() {
            let borders = special(kind).into_iter();
            let near = |random: &mut Random| {
                // Around the ends of the range.
                let end = f64::powi(2.0, *width as i32 - random.below(2) as i32);
                let value = [end, end - 1.0, end - 0.5, end + 1.0, 0.75, 1.5, 0.0][random.below(7) as usize];
                let value = if random.once_in(2) { -value } else { value };
                if kind == FloatKind::F32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
            };
            let drawn: Vec<u64> = (0..300).map(|_| near(&mut random)).collect();
            for bits in borders.chain(drawn) {
                let value = exact_f64(kind, bits);
                let whole = value.trunc();
                // Powers of two are exact; a NaN is in no range.
                let half = f64::powi(2.0, *width as i32 - 1);
                let signed = match (-half..half).contains(&whole) {
                    true => Value::int(*width, whole as i128 as u128),
                    false => Value::Poison,
                };
                let unsigned = match (0.0..half * 2.0).contains(&whole) {
                    true => Value::int(*width, whole as u128),
                    false => Value::Poison,
                };
                let argument = [Value::float(kind, u128::from(bits))];
                bench.check(2 * at, &argument, &signed);
                bench.check(2 * at + 1, &argument, &unsigned);
            }
        }
    }
}

assay_testing::tests!(
    arithmetic_on_singles_and_doubles_is_that_of_the_machine,
    operations_on_the_sign_keep_the_bits_of_a_nan,
    comparisons_and_classes_are_those_of_the_machine,
    arithmetic_on_half_precision_is_exact_and_rounded_once,
    every_half_precision_number_widens_to_what_its_bits_say,
    narrowing_rounds_to_the_nearest_and_as_the_mode_says,
    integers_become_the_nearest_number,
    numbers_become_their_integer_part_or_poison_where_it_does_not_fit,
);
