//! Inputs of functions, drawn from a seed: the borders of every type first, then numbers at random. Knows no operation.

use assay_ir::data::{Context, FloatKind, OpId, Program, TypeId, TypeKind};

use crate::constant::static_shape;
use crate::engine::{IndexWidth, entry_block};
use crate::float::is_modelled;
use crate::int::Int;
use crate::value::{Shaped, Value, count};

/// More elements than this are not drawn for one parameter.
const MOST: u64 = 1 << 20;

/// A sequence of inputs; the same for the same seed and function.
#[derive(Clone, Debug)]
pub struct Inputs<'p> {
    ctx: &'p Context,
    types: Vec<TypeId>,
    index: IndexWidth,
    random: Random,
    /// Number of the next input.
    number: u64,
}

/// SplitMix64.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
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

/// How many kinds of borders an integer or float has.
const BORDERS: u64 = 8;

impl<'p> Inputs<'p> {
    /// Inputs of a function; `None` when it has no body, or a parameter is of a type that has no values here or whose
    /// shape is open.
    pub fn of(program: &'p Program, function: OpId, index: IndexWidth, seed: u64) -> Option<Inputs<'p>> {
        let ctx = program.ctx();
        let entry = entry_block(program, function)?;
        let types: Vec<TypeId> =
            program.block(entry).arguments.iter().map(|name| program.value_type(*name)).collect();
        let known = types.iter().all(|ty| match static_shape(ctx, *ty) {
            Some((shape, element)) => {
                count(&shape).is_some_and(|count| count <= MOST) && is_scalar(ctx, element)
            }
            None => is_scalar(ctx, *ty),
        });
        known.then_some(Inputs { ctx, types, index, random: Random(seed), number: 0 })
    }

    /// Returns true when the function has no parameters, so that all inputs are the same.
    pub fn is_constant(&self) -> bool {
        self.types.is_empty()
    }

    fn value(&mut self, ty: TypeId, border: Option<u64>) -> Value {
        match static_shape(self.ctx, ty) {
            None => self.scalar(ty, border),
            Some((shape, element)) => {
                let size = count(&shape).unwrap_or(0);
                let elements: Vec<Value> = (0..size)
                    .map(|at| self.scalar(element, border.map(|border| (border + at) % BORDERS)))
                    .collect();
                Shaped::new(shape, elements).into()
            }
        }
    }

    fn scalar(&mut self, ty: TypeId, border: Option<u64>) -> Value {
        match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => self.integer(*width, border).into(),
            TypeKind::Index => self.integer(self.index.bits(), border).into(),
            TypeKind::Float(kind) => self.float(*kind, border),
            _ => Value::Poison,
        }
    }

    fn integer(&mut self, width: u32, border: Option<u64>) -> Int {
        let small = Int::signed_min(width);
        let one = Int::new(width, 1);
        match border {
            Some(0) => Int::new(width, 0),
            Some(1) => one,
            Some(2) => Int::all_ones(width),
            Some(3) => small,
            Some(4) => small.sub(&one),
            Some(5) => Int::new(width, 2),
            Some(6) => Int::new(width, u128::from(width.saturating_sub(1))),
            Some(_) => Int::all_ones(width).sub(&one),
            None if self.random.below(3) == 0 => Int::new(width, u128::from(self.random.below(16))),
            None => (0..width.div_ceil(64)).fold(Int::new(width, 0), |all, _| {
                let part = Int::new(width, u128::from(self.random.next()));
                if width > 64 { all.shl(64).or(&part) } else { part }
            }),
        }
    }

    /// Bit patterns: of IEEE kinds the borders are zeros, one, infinities, a NaN, the smallest and the largest number.
    fn float(&mut self, kind: FloatKind, border: Option<u64>) -> Value {
        use crate::float::Float;
        let from = |value: f64| Float::from_f64(kind, value).map_or(0, |float| float.bits);
        let infinity = from(f64::INFINITY);
        let bits = match border {
            Some(0) => 0,
            Some(1) => from(1.0),
            Some(2) => from(-0.0),
            Some(3) => infinity,
            Some(4) => from(f64::NEG_INFINITY),
            Some(5) => from(f64::NAN),
            Some(6) => 1,
            Some(_) => infinity.saturating_sub(1),
            None if self.random.below(3) == 0 => from(self.random.below(64) as f64 / 4.0 - 8.0),
            None => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
        };
        let mask = if kind.bits() == 128 { u128::MAX } else { (1 << kind.bits()) - 1 };
        Value::float(kind, bits & mask)
    }
}

fn is_scalar(ctx: &Context, ty: TypeId) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Index => true,
        TypeKind::Float(kind) => is_modelled(*kind),
        _ => false,
    }
}

impl Iterator for Inputs<'_> {
    type Item = Vec<Value>;

    /// Never ends. The first inputs are borders: the same one for all parameters, then combinations; after that,
    /// borders and random numbers alternate.
    fn next(&mut self) -> Option<Vec<Value>> {
        let number = self.number;
        self.number += 1;
        let types = self.types.clone();
        let draw = |(place, ty): (usize, &TypeId)| {
            let border = match number {
                0..BORDERS => Some(number),
                _ if number.is_multiple_of(2) => Some(self.random.below(BORDERS)),
                _ if place % 2 == number as usize / 2 % 2 && self.random.below(4) == 0 => {
                    Some(self.random.below(BORDERS))
                }
                _ => None,
            };
            self.value(*ty, border)
        };
        Some(types.iter().enumerate().map(draw).collect())
    }
}
