//! Inputs of functions, drawn from a seed: the borders of every type first, then numbers at random; or all of them where
//! they are few. Knows no operation.

use assay_ir::data::{AttrKind, Context, FloatKind, OpId, Program, TypeId, TypeKind};

use crate::constant::static_shape;
use crate::engine::{IndexWidth, entry_block};
use crate::float::{Float, is_modelled};
use crate::int::Int;
use crate::value::{LISTED, Shaped, Value, count};

/// More elements than this are not drawn for one parameter.
const MOST: u64 = 1 << 20;

/// The values that are drawn besides defined ones of static shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// Poison, first in each parameter alone, later in one input of four.
    pub poison: bool,
    /// Small numbers for `index`, negative ones among them, in most inputs: bounds of loops, extents and places.
    pub small_index: bool,
    /// Tensors and memrefs of open extents, each extent from 0 to 4, and memrefs of strided layouts.
    pub open_extents: bool,
}

impl Range {
    /// All that a program may be given.
    pub const WHOLE: Range = Range { poison: true, small_index: true, open_extents: true };
}

/// A sequence of inputs; the same for the same seed and function.
#[derive(Clone, Debug)]
pub struct Inputs<'p> {
    ctx: &'p Context,
    types: Vec<TypeId>,
    index: IndexWidth,
    range: Range,
    random: Random,
    /// The open extents of this input, by the number of the dimension.
    extents: [u64; 4],
    /// Where this input has poison.
    poison: Poison,
    /// True when numbers of `index` are small in this input.
    small: bool,
    /// True when floats are numbers of usual size in this input.
    usual: bool,
    /// Number of the next input.
    number: u64,
}

/// The places of poison in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poison {
    Nowhere,
    /// In one parameter: all of a scalar, some elements of others.
    One(usize),
    /// Anywhere.
    Anywhere,
}

/// Inputs with poison in each parameter alone, for functions of up to as many parameters as are listed.
const POISONED: [u64; 4] = [2, 4, 6, 6];

/// Numbers by SplitMix64.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number below a bound, which is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}

/// How many kinds of borders an integer or float has.
const BORDERS: u64 = 8;

impl<'p> Inputs<'p> {
    /// Inputs of a function; `None` when it has no body, or a parameter is of a type that has no values here or whose
    /// shape is open.
    pub fn for_function(
        program: &'p Program,
        function: OpId,
        index: IndexWidth,
        seed: u64,
    ) -> Option<Inputs<'p>> {
        Inputs::within(program, function, index, seed, Range::default()).ok()
    }

    /// Inputs of a function in a range.
    ///
    /// # Errors
    /// The first type of a parameter that has no values here; `None` when the function has no body.
    pub fn within(
        program: &'p Program,
        function: OpId,
        index: IndexWidth,
        seed: u64,
        range: Range,
    ) -> Result<Inputs<'p>, Option<TypeId>> {
        let ctx = program.ctx();
        let entry = entry_block(program, function).ok_or(None)?;
        let types: Vec<TypeId> =
            program.block(entry).arguments.iter().map(|name| program.value_type(*name)).collect();
        if let Some(strange) = types.iter().find(|ty| !is_drawn(ctx, **ty, range)) {
            return Err(Some(*strange));
        }
        Ok(Inputs::of_types(ctx, types, index, seed, range))
    }

    /// Inputs of these types, each of which has values.
    pub fn of_types(
        ctx: &'p Context,
        types: Vec<TypeId>,
        index: IndexWidth,
        seed: u64,
        range: Range,
    ) -> Inputs<'p> {
        let (random, extents) = (Random::new(seed), [2; 4]);
        let poison = Poison::Nowhere;
        Inputs { ctx, types, index, range, random, extents, poison, small: false, usual: false, number: 0 }
    }

    /// All inputs, poison included, when there are at most `most` of them.
    pub fn all(&self, most: u64) -> Option<Vec<Vec<Value>>> {
        let values = |ty: &TypeId| match self.ctx.type_kind(*ty) {
            TypeKind::Integer { width, .. } if *width < 32 => Some((*width, (1u64 << width) + 1)),
            _ => None,
        };
        let widths: Vec<(u32, u64)> = self.types.iter().map(values).collect::<Option<_>>()?;
        let size = widths.iter().try_fold(1u64, |all, (_, one)| all.checked_mul(*one))?;
        let input = |number: u64| {
            let mut rest = number;
            let one = |(width, count): &(u32, u64)| {
                let bits = rest % count;
                rest /= count;
                if bits >> width > 0 { Value::Poison } else { Value::int(*width, u128::from(bits)) }
            };
            widths.iter().map(one).collect()
        };
        (size <= most).then(|| (0..size).map(input).collect())
    }

    /// Returns true when the function has no parameters, so that all inputs are the same.
    pub fn is_constant(&self) -> bool {
        self.types.is_empty()
    }

    fn value(&mut self, place: usize, ty: TypeId, border: Option<u64>) -> Value {
        match self.shape(ty) {
            None if self.is_poison(place, false) => Value::Poison,
            None => self.scalar(ty, border),
            Some((shape, element)) => {
                let size = count(&shape).unwrap_or(0);
                if size > LISTED {
                    return self.large(shape, size, element, border);
                }
                let elements: Vec<Value> = (0..size)
                    .map(|at| match self.is_poison(place, true) {
                        true => Value::Poison,
                        false => self.scalar(element, border.map(|border| (border + at) % BORDERS)),
                    })
                    .collect();
                Shaped::new(shape, elements).into()
            }
        }
    }

    /// A shape of many elements: the first ones and some others are drawn, most are one.
    fn large(&mut self, shape: Vec<u64>, size: u64, element: TypeId, border: Option<u64>) -> Value {
        const DRAWN: u64 = 256;
        let most = self.scalar(element, border);
        let places: Vec<u64> = (0..DRAWN).chain((0..DRAWN).map(|_| self.random.below(size))).collect();
        let others = places.into_iter().map(|at| (at, self.scalar(element, None))).collect();
        Shaped::mostly(shape, most, others).into()
    }

    /// Extents and element type, with the open extents of this input.
    fn shape(&self, ty: TypeId) -> Option<(Vec<u64>, TypeId)> {
        static_shape(self.ctx, ty).or_else(|| match self.ctx.type_kind(ty) {
            TypeKind::RankedTensor { shape, element, .. } | TypeKind::MemRef { shape, element, .. } => {
                let extent = |(at, extent): (usize, &Option<u64>)| extent.unwrap_or(self.extents[at % 4]);
                Some((shape.iter().enumerate().map(extent).collect(), *element))
            }
            _ => None,
        })
    }

    /// Draws what holds for all of an input: extents, whether it has poison, whether numbers of `index` are small.
    fn start(&mut self) {
        if self.range.open_extents {
            let all = [2, 3, 1, 4, 0][(self.number % 5) as usize];
            self.extents = match self.random.below(3) {
                0 => std::array::from_fn(|_| self.random.below(5)),
                _ => [all; 4],
            };
        }
        self.poison = if self.range.poison { self.place_of_poison() } else { Poison::Nowhere };
        // Where many numbers come together, one that is none or infinite hides the others.
        self.usual = self.number % 4 == 3 && self.types.iter().any(|ty| self.has_many_floats(*ty));
        self.small = self.range.small_index && !(self.number > BORDERS && self.random.below(4) == 0);
    }

    fn has_many_floats(&self, ty: TypeId) -> bool {
        const MANY: u64 = 16;
        self.shape(ty).is_some_and(|(shape, element)| {
            let is_float = matches!(self.ctx.type_kind(element), TypeKind::Float(_) | TypeKind::Complex(_));
            is_float && count(&shape).is_some_and(|count| count > MANY)
        })
    }

    fn place_of_poison(&mut self) -> Poison {
        let count = self.types.len();
        let Some(number) = self.number.checked_sub(BORDERS).filter(|_| count > 0) else {
            return Poison::Nowhere;
        };
        let alone = POISONED.get(count - 1).map_or(0, |rounds| rounds * count as u64);
        match number < alone {
            true => Poison::One((number % count as u64) as usize),
            false if self.random.below(4) > 0 => Poison::Nowhere,
            false if self.random.below(2) == 0 => Poison::One(self.random.below(count as u64) as usize),
            false => Poison::Anywhere,
        }
    }

    /// Returns true when a scalar, or an element where `element` holds, of a parameter becomes poison.
    fn is_poison(&mut self, place: usize, element: bool) -> bool {
        match self.poison {
            Poison::Nowhere => false,
            Poison::One(one) => one == place && (!element || self.random.below(3) == 0),
            Poison::Anywhere => self.random.below(3) == 0,
        }
    }

    fn small_index(&mut self, border: Option<u64>) -> Int {
        const BORDER: [i64; BORDERS as usize] = [0, 1, 2, 3, 4, -1, 8, 5];
        let number = match border {
            Some(border) => BORDER[border as usize],
            None => self.random.below(12) as i64 - 2,
        };
        Int::new(self.index.bits(), number as u128)
    }

    fn scalar(&mut self, ty: TypeId, border: Option<u64>) -> Value {
        match self.ctx.type_kind(ty) {
            TypeKind::Index if self.small => self.small_index(border).into(),
            TypeKind::Integer { width, .. } => self.integer(*width, border).into(),
            TypeKind::Index => self.integer(self.index.bits(), border).into(),
            TypeKind::Float(kind) => self.float(*kind, border).into(),
            TypeKind::Complex(part) => match self.ctx.type_kind(*part) {
                // Another border in the other part, so that zeros of both signs meet.
                TypeKind::Float(kind) => {
                    let other = border.map(|border| (border * 3 + 2) % BORDERS);
                    [self.float(*kind, border), self.float(*kind, other)].into()
                }
                _ => Value::Poison,
            },
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
    fn float(&mut self, kind: FloatKind, border: Option<u64>) -> Float {
        let from = |value: f64| Float::from_f64(kind, value).map_or(0, |float| float.bits);
        let infinity = from(f64::INFINITY);
        let usual = |random: &mut Random| from(random.below(64) as f64 / 4.0 - 8.0);
        let bits = match border {
            _ if self.usual => usual(&mut self.random),
            Some(0) => 0,
            Some(1) => from(1.0),
            Some(2) => from(-0.0),
            Some(3) => infinity,
            Some(4) => from(f64::NEG_INFINITY),
            Some(5) => from(f64::NAN),
            Some(6) => 1,
            Some(_) => infinity.saturating_sub(1),
            None if self.random.below(3) == 0 => usual(&mut self.random),
            None => u128::from(self.random.next()) << 64 | u128::from(self.random.next()),
        };
        let mask = if kind.bits() == 128 { u128::MAX } else { (1 << kind.bits()) - 1 };
        let bits = match kind {
            // One pattern for each number.
            FloatKind::F80 if bits >> 64 & 0x7FFF == 0 => bits & !(1 << 63),
            FloatKind::F80 => bits | 1 << 63,
            _ => bits,
        };
        Float { kind, bits: bits & mask }
    }
}

/// Returns true when values of a type are drawn.
fn is_drawn(ctx: &Context, ty: TypeId, range: Range) -> bool {
    if let Some((shape, element)) = static_shape(ctx, ty) {
        return count(&shape).is_some_and(|count| count <= MOST) && is_scalar(ctx, element);
    }
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { shape, element, .. } => {
            range.open_extents && shape.len() <= 6 && is_scalar(ctx, *element)
        }
        TypeKind::MemRef { shape, element, layout, .. } => {
            let strided =
                layout.is_none_or(|layout| matches!(ctx.attr_kind(layout), AttrKind::Strided { .. }));
            range.open_extents && strided && shape.len() <= 6 && is_scalar(ctx, *element)
        }
        _ => is_scalar(ctx, ty),
    }
}

fn is_scalar(ctx: &Context, ty: TypeId) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Index => true,
        TypeKind::Float(kind) => is_modelled(*kind),
        TypeKind::Complex(part) => {
            matches!(ctx.type_kind(*part), TypeKind::Float(kind) if is_modelled(*kind))
        }
        _ => false,
    }
}

impl Iterator for Inputs<'_> {
    type Item = Vec<Value>;

    /// Never ends. The first inputs are borders: the same one for all parameters, then combinations; after that,
    /// borders and random numbers alternate.
    fn next(&mut self) -> Option<Vec<Value>> {
        let number = self.number;
        self.start();
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
            self.value(place, *ty, border)
        };
        Some(types.iter().enumerate().map(draw).collect())
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Source;

    use super::*;
    use crate::interp::find_function;

    fn program(parameters: &str) -> Program {
        let text = format!("func.func @f({parameters}) {{\n  return\n}}");
        assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text)).program
    }

    fn inputs(program: &Program, range: Range) -> Option<Inputs<'_>> {
        let function = find_function(program, "f").expect("it is there");
        Inputs::within(program, function, IndexWidth::W64, 1, range).ok()
    }

    #[test]
    fn all_inputs_are_listed_up_to_a_number_and_not_beyond() {
        let program = program("%a: i1, %b: i2");
        let inputs = inputs(&program, Range::WHOLE).expect("they are drawn");
        let all = inputs.all(15).expect("three times five");
        assert_eq!(all.len(), 15);
        assert!(all.contains(&vec![Value::Poison, Value::int(2, 3)]));
        assert_eq!(inputs.all(14), None);
    }

    #[test]
    fn of_many_floats_some_inputs_are_finite_throughout() {
        let finite = |value: &Value| matches!(value, Value::Float(float) if f32::from_bits(float.bits as u32).abs() <= 8.0);
        for (parameters, some) in [("%a: memref<17xf32>", true), ("%a: memref<16xf32>", false)] {
            let program = program(parameters);
            let inputs = inputs(&program, Range::WHOLE).expect("they are drawn");
            let whole = |input: &Vec<Value>| {
                input[0].as_shaped().is_some_and(|one| one.elements().iter().all(finite))
            };
            assert_eq!(inputs.take(10).any(|input| whole(&input)), some, "{parameters}");
        }
    }

    #[test]
    fn open_extents_are_drawn_only_where_the_range_says_so() {
        let program = program("%a: memref<?x2xi8>, %b: tensor<?xf32>, %c: memref<3xi8, strided<[2]>>");
        assert!(inputs(&program, Range::default()).is_none());
        let drawn: Vec<_> = inputs(&program, Range::WHOLE).expect("they are drawn").take(64).collect();
        for extent in 0..5 {
            let has = |input: &Vec<Value>| input[0].as_shaped().is_some_and(|one| one.shape() == [extent, 2]);
            assert!(drawn.iter().any(has), "{extent}");
        }
    }

    #[test]
    fn contents_of_a_strided_memref_are_those_that_are_drawn() {
        use crate::engine::{Engine, Options, Outcome};
        use crate::interp::Interpreter;
        let text = "func.func @f(%m: memref<3xi8, strided<[2], offset: 5>>) -> i8 {
  %c = arith.constant 2 : index
  %x = memref.load %m[%c] : memref<3xi8, strided<[2], offset: 5>>
  return %x : i8
}";
        let program = assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("it is there");
        let contents: Value = Shaped::new([3], [1, 2, 3].map(|bits| Value::int(8, bits))).into();
        let run = Interpreter.run(&program, function, std::slice::from_ref(&contents), &Options::default());
        let run = run.expect("the argument fits");
        assert_eq!(run.outcome, Outcome::Values(vec![Value::int(8, 3)]));
        assert_eq!(run.memory, [contents]);
    }

    #[test]
    fn poison_is_drawn_only_where_the_range_says_so() {
        let program = program("%a: i32, %b: vector<4xi8>");
        let poison = |range| {
            let mut drawn = inputs(&program, range).expect("they are drawn").take(200);
            drawn.any(|input| input.iter().any(Value::has_poison))
        };
        assert!(poison(Range::WHOLE) && !poison(Range::default()));
    }
}
