//! Drawn inputs of array programs: values of any type, functions as tables, operations with the properties that premises ask for.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, PoisonError};

use assay_backend::interp::rise::{Data, literal};
use assay_backend::value::Value;
use assay_ir::data::FloatKind;
use assay_rise::nat::Nat;
use assay_rise::sizes::{Sizes, number};
use assay_rise::types::{Scalar, Type};

/// SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// How plain the values are: the first inputs have small numbers, later ones all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Range {
    /// From -2 to 9.
    Small,
    /// Numbers that round, and borders.
    Wide,
}

/// Numbers whose sums and products round, with borders.
const FLOATS: [&str; 12] = [
    "0.1",
    "0.7",
    "-0.3",
    "1.5",
    "100000000.0",
    "-100000000.0",
    "0.0001",
    "3.3",
    "-2.7",
    "16777217.0",
    "-0.0",
    "1.0e30",
];

/// The most elements of one array that is drawn.
const MAX_ELEMENTS: i128 = 4096;

/// A value of a type without functions and without type variables.
pub(super) fn value(ty: &Type, sizes: &Sizes, range: Range, random: &mut Random) -> Option<Data> {
    match ty {
        Type::Scalar(scalar) => number_of(*scalar, range, random).map(Data::Number),
        Type::Pair(first, second) => {
            let first = value(first, sizes, range, random)?;
            Some(Data::pair(first, value(second, sizes, range, random)?))
        }
        Type::Array(length, element) => {
            let count = extent(length, sizes)?;
            let elements = (0..count).map(|_| value(element, sizes, range, random));
            Some(Data::Array(elements.collect::<Option<Vec<_>>>()?.into()))
        }
        _ => None,
    }
}

fn extent(length: &Nat, sizes: &Sizes) -> Option<i128> {
    number(length, sizes).filter(|count| (0..=MAX_ELEMENTS).contains(count))
}

fn number_of(scalar: Scalar, range: Range, random: &mut Random) -> Option<Value> {
    match (scalar, range) {
        (Scalar::Float(_), Range::Small) => literal(&format!("{}.0", random.below(12) as i64 - 2), scalar),
        (Scalar::Float(FloatKind::F32 | FloatKind::F64), Range::Wide) => {
            literal(FLOATS[random.below(FLOATS.len() as u64) as usize], scalar)
        }
        (Scalar::Float(_), Range::Wide) => literal(FLOATS[random.below(4) as usize], scalar),
        (Scalar::Int(width), Range::Wide) => Some(Value::int(width, u128::from(random.next()) & mask(width))),
        (Scalar::Index, _) => literal(&random.below(10).to_string(), scalar),
        (Scalar::Int(1), _) => Some(Value::bool(random.below(2) == 1)),
        (Scalar::Int(_), Range::Small) => literal(&(random.below(12) as i64 - 2).to_string(), scalar),
    }
}

fn mask(width: u32) -> u128 {
    (1u128 << width) - 1
}

/// The rows of a function: its arguments, and the result.
pub(super) type Rows = Arc<Mutex<BTreeMap<String, String>>>;

/// A function of a type, as a table that is drawn where it is asked; `None` where an argument is a function.
pub(super) fn function(ty: &Type, sizes: &Sizes, range: Range, random: &mut Random) -> Option<(Data, Rows)> {
    let (mut arity, mut result) = (0, ty);
    while let Type::Fun(from, to) = result {
        if from.has_function() {
            return None;
        }
        arity += 1;
        result = to;
    }
    // That it can be drawn at all is known before it is called.
    value(result, sizes, range, &mut random.clone())?;
    let (result, sizes, seed) = (result.clone(), sizes.clone(), random.next());
    let rows = Rows::default();
    let table = Arc::clone(&rows);
    let call = move |arguments: &[Data]| {
        let shown: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let shown = shown.join(", ");
        let mut hasher = DefaultHasher::new();
        (seed, &shown).hash(&mut hasher);
        let mut random = Random(hasher.finish());
        let result = value(&result, &sizes, range, &mut random).unwrap_or(Data::Number(Value::Poison));
        table.lock().unwrap_or_else(PoisonError::into_inner).insert(shown, result.to_string());
        result
    };
    Some((Data::native(arity, Arc::new(call)), rows))
}

/// An operation with properties, on numbers element by element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    /// Its name.
    pub(super) name: &'static str,
    pub(super) associative: bool,
    pub(super) commutative: bool,
    pub(super) idempotent: bool,
    /// The number that is neutral, for any type.
    pub(super) neutral: Option<i64>,
    call: fn(i64, i64) -> i64,
}

/// Operations to choose from; numbers are taken modulo 8, so that every type holds the results.
pub(super) const NAMED: [Named; 11] = [
    named("a + b modulo 8", [true, true, false], Some(0), |a, b| (a + b).rem_euclid(8)),
    named("a * b modulo 8", [true, true, false], Some(1), |a, b| (a * b).rem_euclid(8)),
    named("max(a, b)", [true, true, true], Some(0), |a, b| a.max(b)),
    named("min(a, b)", [true, true, true], Some(7), |a, b| a.min(b)),
    named("a", [true, false, true], None, |a, _| a),
    named("b", [true, false, true], None, |_, b| b),
    named("a - b modulo 8", [false, false, false], None, |a, b| (a - b).rem_euclid(8)),
    named("a * a + b * b + 3 modulo 8", [false, true, false], None, |a, b| (a * a + b * b + 3).rem_euclid(8)),
    named("a + b + a * b * (a + b) modulo 8", [false, true, false], Some(0), |a, b| {
        (a + b + a * b * (a + b)).rem_euclid(8)
    }),
    named("a, or b where a is 0", [true, false, true], Some(0), |a, b| if a == 0 { b } else { a }),
    named("max(a, b), or min(a, b) where a + b is odd", [false, true, true], None, |a, b| {
        if (a + b) % 2 == 0 { a.max(b) } else { a.min(b) }
    }),
];

const fn named(
    name: &'static str,
    [associative, commutative, idempotent]: [bool; 3],
    neutral: Option<i64>,
    call: fn(i64, i64) -> i64,
) -> Named {
    Named { name, associative, commutative, idempotent, neutral, call }
}

impl Named {
    /// The operation on values of a type.
    pub(super) fn data(self, ty: &Type) -> Data {
        let ty = ty.clone();
        Data::native(
            2,
            Arc::new(move |arguments: &[Data]| combine(self.call, &ty, &arguments[0], &arguments[1])),
        )
    }

    /// The neutral value of a type.
    pub(super) fn neutral(self, ty: &Type, sizes: &Sizes) -> Option<Data> {
        all(ty, sizes, self.neutral?)
    }
}

/// The value of a type all of whose numbers are one.
fn all(ty: &Type, sizes: &Sizes, number: i64) -> Option<Data> {
    match ty {
        Type::Scalar(scalar) => from_small(*scalar, number).map(Data::Number),
        Type::Pair(first, second) => {
            Some(Data::pair(all(first, sizes, number)?, all(second, sizes, number)?))
        }
        Type::Array(length, element) => {
            let elements = (0..extent(length, sizes)?).map(|_| all(element, sizes, number));
            Some(Data::Array(elements.collect::<Option<Vec<_>>>()?.into()))
        }
        _ => None,
    }
}

fn from_small(scalar: Scalar, number: i64) -> Option<Value> {
    let digits = if scalar.is_float() { format!("{number}.0") } else { number.to_string() };
    literal(&digits, scalar)
}

fn small(value: &Data) -> i64 {
    let text = value.to_string();
    let number = match text.as_str() {
        "true" => 1.0,
        text => text.parse::<f64>().unwrap_or(0.0),
    };
    (number as i64).rem_euclid(8)
}

fn combine(call: fn(i64, i64) -> i64, ty: &Type, one: &Data, two: &Data) -> Data {
    match (ty, one, two) {
        (Type::Pair(first, second), Data::Pair(a), Data::Pair(b)) => {
            Data::pair(combine(call, first, &a.0, &b.0), combine(call, second, &a.1, &b.1))
        }
        (Type::Array(_, element), Data::Array(a), Data::Array(b)) => {
            let elements = a.iter().zip(b.iter()).map(|(a, b)| combine(call, element, a, b));
            Data::Array(elements.collect::<Vec<_>>().into())
        }
        (Type::Scalar(scalar), ..) => {
            let number = call(small(one), small(two));
            Data::Number(from_small(*scalar, number).unwrap_or(Value::Poison))
        }
        _ => Data::Number(Value::Poison),
    }
}

/// A value of a type all of whose numbers are from zero to seven, so that the named operations have their properties on it.
pub(super) fn small_value(ty: &Type, sizes: &Sizes, random: &mut Random) -> Option<Data> {
    match ty {
        Type::Scalar(Scalar::Int(width)) if *width < 4 => None,
        Type::Scalar(scalar) => from_small(*scalar, random.below(8) as i64).map(Data::Number),
        Type::Pair(first, second) => {
            let first = small_value(first, sizes, random)?;
            Some(Data::pair(first, small_value(second, sizes, random)?))
        }
        Type::Array(length, element) => {
            let elements = (0..extent(length, sizes)?).map(|_| small_value(element, sizes, random));
            Some(Data::Array(elements.collect::<Option<Vec<_>>>()?.into()))
        }
        _ => None,
    }
}
