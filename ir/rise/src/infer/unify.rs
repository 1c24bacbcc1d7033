//! Unknown types and lengths, and what they come to be: two types are made equal, or are not. A length that cannot be solved for
//! yet waits until more is known.

use crate::nat::{Nat, Symbol};
use crate::primitive::Fresh;
use crate::types::{Scalar, Type};

/// The types that a type variable may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Nothing.
    Any,
    /// It is that of a number.
    Number,
    /// It is that of a literal without a fraction.
    Integer,
    /// It is that of a literal with one.
    Decimal,
}

/// The unknowns of one item.
#[derive(Default)]
pub(super) struct Unknowns {
    types: Vec<(Option<Type>, Class)>,
    lengths: Vec<Option<Nat>>,
    /// Differences of lengths that have to be zero, and are not known to be.
    pub(super) waiting: Vec<Nat>,
}

/// Levels of a type, and parts of one, that are looked at.
const MAX_LEVELS: usize = 120;
const MAX_PARTS: usize = 2_000;

/// Two types that are not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch;

impl Fresh for Unknowns {
    fn length(&mut self) -> Nat {
        self.lengths.push(None);
        Nat::symbol(Symbol::Meta(self.lengths.len() as u32 - 1))
    }

    fn data(&mut self) -> Type {
        self.of_class(Class::Any)
    }

    fn any(&mut self) -> Type {
        self.of_class(Class::Any)
    }

    fn number(&mut self) -> Type {
        self.of_class(Class::Number)
    }
}

impl Unknowns {
    pub(super) fn of_class(&mut self, class: Class) -> Type {
        self.types.push((None, class));
        Type::Meta(self.types.len() as u32 - 1)
    }

    /// The type as far as its outermost part is known.
    pub(super) fn head(&self, ty: &Type) -> Type {
        let mut ty = ty;
        while let Type::Meta(number) = ty
            && let (Some(bound), _) = &self.types[*number as usize]
        {
            ty = bound;
        }
        ty.clone()
    }

    /// A length with what is known of it.
    pub(super) fn length_of(&self, length: &Nat) -> Option<Nat> {
        let mut length = length.clone();
        for _ in 0..=self.lengths.len() {
            let known = |symbol: &Symbol| match symbol {
                Symbol::Meta(number) => self.lengths[*number as usize].clone(),
                Symbol::Name(..) => None,
            };
            let next = length.substituted(&known)?;
            if next == length {
                return Some(length);
            }
            length = next;
        }
        None
    }

    /// A type with all that is known of it; literals without another type are `i32` and `f32`. `None` where it is too large.
    pub(super) fn whole(&self, ty: &Type) -> Option<Type> {
        let mut parts = MAX_PARTS;
        self.part(ty, MAX_LEVELS, &mut parts)
    }

    fn part(&self, ty: &Type, levels: usize, parts: &mut usize) -> Option<Type> {
        *parts = parts.checked_sub(1)?;
        let levels = levels.checked_sub(1)?;
        Some(match self.head(ty) {
            Type::Array(length, element) => {
                Type::array(self.length_of(&length)?, self.part(&element, levels, parts)?)
            }
            Type::Pair(one, two) => {
                Type::pair(self.part(&one, levels, parts)?, self.part(&two, levels, parts)?)
            }
            Type::Fun(one, two) => {
                Type::function(self.part(&one, levels, parts)?, self.part(&two, levels, parts)?)
            }
            Type::Meta(number) => match self.types[number as usize].1 {
                Class::Integer => Type::Scalar(Scalar::Int(32)),
                Class::Decimal => Type::Scalar(Scalar::Float(assay_ir::data::FloatKind::F32)),
                _ => Type::Meta(number),
            },
            other => other,
        })
    }

    fn mentions(&self, ty: &Type, number: u32) -> bool {
        match self.head(ty) {
            Type::Meta(other) => other == number,
            Type::Array(_, element) => self.mentions(&element, number),
            Type::Pair(one, two) | Type::Fun(one, two) => {
                self.mentions(&one, number) || self.mentions(&two, number)
            }
            _ => false,
        }
    }

    /// Makes two types one.
    pub(super) fn unify(&mut self, one: &Type, two: &Type) -> Result<(), Mismatch> {
        let (one, two) = (self.head(one), self.head(two));
        match (&one, &two) {
            (Type::Error, _) | (_, Type::Error) => Ok(()),
            (Type::Meta(a), Type::Meta(b)) if a == b => Ok(()),
            (Type::Meta(a), Type::Meta(b)) => {
                let (left, right) = (self.types[*a as usize].1, self.types[*b as usize].1);
                let class = left.max(right);
                if left.min(right) == Class::Integer && class == Class::Decimal {
                    return Err(Mismatch);
                }
                self.types[*a as usize].0 = Some(two.clone());
                self.types[*b as usize].1 = class;
                Ok(())
            }
            (Type::Meta(number), other) | (other, Type::Meta(number)) => self.bind(*number, other),
            (Type::Scalar(a), Type::Scalar(b)) if a == b => Ok(()),
            (Type::Variable(a), Type::Variable(b)) if a == b => Ok(()),
            (Type::Array(a, s), Type::Array(b, t)) => {
                let lengths = self.equal(a, b);
                self.unify(s, t)?;
                lengths
            }
            (Type::Pair(a, b), Type::Pair(c, d)) | (Type::Fun(a, b), Type::Fun(c, d)) => {
                self.unify(a, c)?;
                self.unify(b, d)
            }
            _ => Err(Mismatch),
        }
    }

    fn bind(&mut self, number: u32, ty: &Type) -> Result<(), Mismatch> {
        let fits = match (self.types[number as usize].1, ty) {
            (Class::Any, _) => true,
            (Class::Number, Type::Scalar(_)) => true,
            (Class::Integer, Type::Scalar(scalar)) => !scalar.is_float(),
            (Class::Decimal, Type::Scalar(scalar)) => scalar.is_float(),
            _ => false,
        };
        if !fits || self.whole(ty).is_none() || self.mentions(ty, number) {
            return Err(Mismatch);
        }
        self.types[number as usize].0 = Some(ty.clone());
        Ok(())
    }

    /// Makes two lengths one.
    pub(super) fn equal(&mut self, one: &Nat, two: &Nat) -> Result<(), Mismatch> {
        let difference = one.minus(two).ok_or(Mismatch)?;
        self.is_zero(&difference)?;
        self.again()
    }

    /// Tries those that wait, until nothing more is solved.
    fn again(&mut self) -> Result<(), Mismatch> {
        loop {
            let waiting = std::mem::take(&mut self.waiting);
            let before = waiting.len();
            for difference in &waiting {
                self.is_zero(difference)?;
            }
            if self.waiting.len() == before {
                return Ok(());
            }
        }
    }

    fn is_zero(&mut self, difference: &Nat) -> Result<(), Mismatch> {
        let difference = self.length_of(difference).ok_or(Mismatch)?;
        if difference.is_zero() {
            return Ok(());
        }
        let unknown: Vec<Symbol> =
            difference.symbols().into_iter().filter(|symbol| matches!(symbol, Symbol::Meta(_))).collect();
        for symbol in &unknown {
            let Some(solution) = difference.solved(symbol) else { continue };
            if let Symbol::Meta(number) = symbol {
                self.lengths[*number as usize] = Some(solution);
            }
            return Ok(());
        }
        let linear = |symbol: &Symbol| {
            difference
                .terms()
                .all(|(_, powers)| powers.iter().all(|(other, power)| other != symbol || *power == 1))
        };
        match &unknown[..] {
            [] => Err(Mismatch),
            // Its quotient is none, whatever else is found.
            [only] if linear(only) => Err(Mismatch),
            _ => {
                self.waiting.push(difference);
                Ok(())
            }
        }
    }
}
