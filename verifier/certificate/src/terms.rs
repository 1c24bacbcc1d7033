//! Terms over numbers of several widths, as SMT-LIB means them, and when those of two samples are the same.

use rustc_hash::FxHashMap;

use super::FIRST;

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A number of this many bits.
    Bits(u32),
}

/// A term: a function of terms before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its sort.
    pub sort: Sort,
    /// The function.
    pub function: Function,
    /// The places of its operands.
    pub operands: Vec<usize>,
}

/// A function, named as in SMT-LIB.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// Any value of the sort.
    Variable(String),
    /// A truth value.
    Known(bool),
    /// A number, read unsigned.
    Number(u128),
    /// The bits from this one on.
    Extract(u32),
    /// Another one.
    Named(String),
}

impl Term {
    /// The width of a number.
    pub(super) fn width(&self) -> Option<u32> {
        match self.sort {
            Sort::Bits(width) => Some(width),
            Sort::Bool => None,
        }
    }

    /// The name of a function that has one.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.function {
            Function::Named(name) => Some(name),
            _ => None,
        }
    }
}

/// A number that is the same at every width: a small one, or the one that only the highest bit of is set, or only that is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Constant {
    Small(i128),
    Least,
    Most,
}

pub(super) fn constant(value: u128, width: u32) -> Option<Constant> {
    if width == 0 || width > 128 {
        return None;
    }
    let signed = (value << (128 - width)) as i128 >> (128 - width);
    let (least, most) = (-1 << (width - 1), i128::MAX >> (128 - width));
    match signed {
        -64..=64 => Some(Constant::Small(signed)),
        _ if signed == least => Some(Constant::Least),
        _ if signed == most => Some(Constant::Most),
        _ => None,
    }
}

/// True if two questions at two samples are one: each open width where the other has its own, or twice that.
pub(super) fn alike(one: (&[Term], &[u32]), other: (&[Term], &[u32])) -> bool {
    let (Some(first), Some(second)) = (one.0.len().checked_sub(1), other.0.len().checked_sub(1)) else {
        return false;
    };
    let mut seen = FxHashMap::default();
    let mut open = vec![(first, second)];
    while let Some((a, b)) = open.pop() {
        match seen.insert(a, b) {
            Some(known) if known == b => continue,
            Some(_) => return false,
            None => {}
        }
        let (a, b) = (&one.0[a], &other.0[b]);
        if a.operands.len() != b.operands.len() || !agree((a, one.1), (b, other.1)) {
            return false;
        }
        open.extend(a.operands.iter().copied().zip(b.operands.iter().copied()));
    }
    true
}

fn agree((a, ours): (&Term, &[u32]), (b, theirs): (&Term, &[u32])) -> bool {
    let mut widths = ours.iter().zip(theirs);
    let sorts = match (a.sort, b.sort) {
        (Sort::Bool, Sort::Bool) => true,
        (Sort::Bits(a), Sort::Bits(b)) => {
            a == b && a < FIRST || widths.any(|(x, y)| a == *x && b == *y || a == 2 * x && b == 2 * y)
        }
        _ => false,
    };
    sorts
        && match (&a.function, &b.function) {
            (Function::Number(x), Function::Number(y)) => {
                let named =
                    |value: &u128, term: &Term| term.width().and_then(|width| constant(*value, width));
                a.sort == b.sort && x == y || named(x, a).is_some() && named(x, a) == named(y, b)
            }
            (Function::Extract(x), Function::Extract(y)) => {
                *x == 0 && *y == 0 || ours.iter().zip(theirs).any(|(one, other)| x == one && y == other)
            }
            (x, y) => x == y,
        }
}

/// The truth value of a term of truth values, by those of its operands.
pub(super) fn truth(term: &Term, of: impl Fn(usize) -> bool) -> bool {
    let operand = |place: usize| of(term.operands[place]);
    match &term.function {
        Function::Known(value) => *value,
        Function::Named(name) => match name.as_str() {
            "not" => !operand(0),
            "and" => operand(0) && operand(1),
            "or" => operand(0) || operand(1),
            "ite" => operand(if operand(0) { 1 } else { 2 }),
            _ => operand(0) == operand(1),
        },
        _ => false,
    }
}
