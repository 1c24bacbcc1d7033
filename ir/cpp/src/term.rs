//! Integers that a body computes: numbers, values of attributes and widths of types, as terms with a width. Known operands
//! are computed at once. Knows no C++.

use std::rc::Rc;

/// The number of bits of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    /// This many.
    Bits(u32),
    /// As many as the type of this number has.
    Type(usize),
}

/// How a term gets another width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extension {
    /// Zeros come in.
    Zero,
    /// Copies of the highest bit come in.
    Sign,
}

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    /// A number, modulo the width.
    Number(i128, Width),
    /// The value of the attribute of this number.
    Attribute(usize, Width),
    /// The number that the SSA value of this number is when the program runs.
    Value(usize, Width),
    /// The number of bits of the type of this number.
    WidthOf(usize),
    /// An operation of `arith` on two integers of one width.
    Binary(&'static str, Rc<Term>, Rc<Term>),
    /// A comparison, by the predicates of `arith.cmpi`.
    Compare(&'static str, Rc<Term>, Rc<Term>),
    /// One of two integers.
    Select(Rc<Term>, Rc<Term>, Rc<Term>),
    /// A count of bits of an integer, in its own width, by the operation of `math`.
    Count(&'static str, Rc<Term>),
    /// The same integer with another width.
    Resize(Extension, Rc<Term>, Width),
}

/// The width of integers of C++.
pub(crate) const WORD: Width = Width::Bits(64);

impl Term {
    /// A truth value.
    pub(crate) fn truth(value: bool) -> Term {
        Term::Number(i128::from(value), Width::Bits(1))
    }

    /// An integer of C++.
    pub(crate) fn word(value: i128) -> Term {
        Term::Number(value, WORD)
    }

    /// Its number of bits.
    pub(crate) fn width(&self) -> Width {
        match self {
            Term::Number(_, width) | Term::Attribute(_, width) | Term::Value(_, width) => *width,
            Term::Resize(_, _, width) => *width,
            Term::WidthOf(_) => WORD,
            Term::Binary(_, left, _) => left.width(),
            Term::Compare(..) => Width::Bits(1),
            Term::Select(_, left, _) => left.width(),
            Term::Count(_, of) => of.width(),
        }
    }

    /// Tells if something holds of it or of a part of it.
    pub(crate) fn any(&self, holds: &dyn Fn(&Term) -> bool) -> bool {
        holds(self)
            || match self {
                Term::Number(..) | Term::Attribute(..) | Term::Value(..) | Term::WidthOf(_) => false,
                Term::Binary(_, left, right) | Term::Compare(_, left, right) => {
                    left.any(holds) || right.any(holds)
                }
                Term::Select(condition, left, right) => {
                    condition.any(holds) || left.any(holds) || right.any(holds)
                }
                Term::Resize(_, from, _) | Term::Count(_, from) => from.any(holds),
            }
    }

    /// The number that it is known to be, read as unsigned where its width is known, as written otherwise.
    pub(crate) fn known(&self) -> Option<i128> {
        match self {
            Term::Number(value, Width::Bits(bits)) => Some(unsigned(*value, *bits)),
            Term::Number(value, Width::Type(_)) => Some(*value),
            _ => None,
        }
    }

    /// The number that it is known to be, read as signed.
    pub(crate) fn known_signed(&self) -> Option<i128> {
        match self {
            Term::Number(value, Width::Bits(bits)) => Some(signed(*value, *bits)),
            Term::Number(value, Width::Type(_)) => Some(*value),
            _ => None,
        }
    }

    /// An operation on two integers of one width.
    pub(crate) fn binary(op: &'static str, left: Term, right: Term) -> Term {
        if let (Term::Number(a, Width::Bits(bits)), Term::Number(b, other)) = (&left, &right)
            && left.width() == *other
            && let Some(value) = compute(op, *a, *b, *bits)
        {
            return Term::Number(value, Width::Bits(*bits));
        }
        if left.width() == Width::Bits(1) {
            match (op, left.known(), right.known()) {
                ("andi", Some(0), _) | ("andi", _, Some(0)) => return Term::truth(false),
                ("ori", Some(1), _) | ("ori", _, Some(1)) => return Term::truth(true),
                ("andi", Some(1), _) | ("ori" | "xori", Some(0), _) => return right,
                ("andi", _, Some(1)) | ("ori" | "xori", _, Some(0)) => return left,
                _ => {}
            }
        }
        Term::Binary(op, Rc::new(left), Rc::new(right))
    }

    /// A comparison of two integers of one width.
    pub(crate) fn compare(predicate: &'static str, left: Term, right: Term) -> Term {
        let same = left == right;
        if let (Term::Number(a, Width::Bits(bits)), Term::Number(b, other)) = (&left, &right)
            && left.width() == *other
        {
            let (ua, ub) = (unsigned(*a, *bits), unsigned(*b, *bits));
            let (sa, sb) = (signed(*a, *bits), signed(*b, *bits));
            return Term::truth(match predicate {
                "eq" => ua == ub,
                "ne" => ua != ub,
                "ult" => ua < ub,
                "ule" => ua <= ub,
                "ugt" => ua > ub,
                "uge" => ua >= ub,
                "slt" => sa < sb,
                "sle" => sa <= sb,
                "sgt" => sa > sb,
                _ => sa >= sb,
            });
        }
        if same {
            return Term::truth(matches!(predicate, "eq" | "ule" | "uge" | "sle" | "sge"));
        }
        Term::Compare(predicate, Rc::new(left), Rc::new(right))
    }

    /// The negation of a truth value.
    pub(crate) fn negated(self) -> Term {
        let inverse = match &self {
            Term::Compare(predicate, left, right) => {
                let inverse = match *predicate {
                    "eq" => "ne",
                    "ne" => "eq",
                    "ult" => "uge",
                    "ule" => "ugt",
                    "ugt" => "ule",
                    "uge" => "ult",
                    "slt" => "sge",
                    "sle" => "sgt",
                    "sgt" => "sle",
                    _ => "slt",
                };
                Some(Term::Compare(inverse, Rc::clone(left), Rc::clone(right)))
            }
            _ => None,
        };
        inverse.unwrap_or_else(|| Term::binary("xori", self, Term::truth(true)))
    }

    /// One of two integers of one width.
    pub(crate) fn select(condition: Term, left: Term, right: Term) -> Term {
        match condition.known() {
            Some(0) => right,
            Some(_) => left,
            None if left == right => left,
            None => Term::Select(Rc::new(condition), Rc::new(left), Rc::new(right)),
        }
    }

    /// The same integer with another width.
    pub(crate) fn resize(self, extension: Extension, width: Width) -> Term {
        if self.width() == width {
            return self;
        }
        match (&self, extension) {
            // A count fits into the width of what it counts.
            (Term::Resize(Extension::Zero, from, _), _)
                if from.width() == width && matches!(**from, Term::Count(..)) =>
            {
                (**from).clone()
            }
            (Term::Number(value, Width::Bits(bits)), _) => {
                let value = match extension {
                    Extension::Zero => unsigned(*value, *bits),
                    Extension::Sign => signed(*value, *bits),
                };
                match width {
                    Width::Bits(bits) => Term::Number(signed(value, bits), width),
                    Width::Type(_) => Term::Number(value, width),
                }
            }
            // Of an open width only these mean the same at every other.
            (Term::Number(value @ (0 | 1), Width::Type(_)), Extension::Zero) => Term::Number(*value, width),
            (Term::Number(value @ (0 | -1), Width::Type(_)), Extension::Sign) => Term::Number(*value, width),
            _ => Term::Resize(extension, Rc::new(self), width),
        }
    }

    /// The number of its parts, up to a limit.
    pub(crate) fn size(&self, limit: usize) -> usize {
        if limit == 0 {
            return 1;
        }
        let rest = limit - 1;
        1 + match self {
            Term::Number(..) | Term::Attribute(..) | Term::Value(..) | Term::WidthOf(_) => 0,
            Term::Binary(_, left, right) | Term::Compare(_, left, right) => {
                let one = left.size(rest);
                one + right.size(rest.saturating_sub(one))
            }
            Term::Select(condition, left, right) => {
                let one = condition.size(rest);
                let two = one + left.size(rest.saturating_sub(one));
                two + right.size(rest.saturating_sub(two))
            }
            Term::Resize(_, from, _) | Term::Count(_, from) => from.size(rest),
        }
    }
}

fn unsigned(value: i128, bits: u32) -> i128 {
    if bits >= 127 { value } else { value & ((1_i128 << bits) - 1) }
}

fn signed(value: i128, bits: u32) -> i128 {
    let value = unsigned(value, bits);
    match bits {
        0 => 0,
        1..127 if value >> (bits - 1) & 1 == 1 => value - (1_i128 << bits),
        _ => value,
    }
}

/// The result of an operation of `arith`; `None` where it has none.
fn compute(op: &str, a: i128, b: i128, bits: u32) -> Option<i128> {
    if bits > 64 {
        return None;
    }
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let (sa, sb) = (signed(a, bits), signed(b, bits));
    let amount = || u32::try_from(ub).ok().filter(|amount| *amount < bits);
    let value = match op {
        "addi" => ua + ub,
        "subi" => ua - ub,
        "muli" => ua.checked_mul(ub)?,
        "divui" => ua.checked_div(ub)?,
        "remui" => ua.checked_rem(ub)?,
        "divsi" => sa.checked_div(sb)?,
        "remsi" => sa.checked_rem(sb)?,
        "andi" => ua & ub,
        "ori" => ua | ub,
        "xori" => ua ^ ub,
        "shli" => ua << amount()?,
        "shrui" => ua >> amount()?,
        "shrsi" => sa >> amount()?,
        "maxsi" => sa.max(sb),
        "minsi" => sa.min(sb),
        "maxui" => ua.max(ub),
        "minui" => ua.min(ub),
        _ => return None,
    };
    Some(unsigned(value, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_operands_are_computed_modulo_the_width() {
        let byte = |value| Term::Number(value, Width::Bits(8));
        assert_eq!(Term::binary("addi", byte(255), byte(2)).known(), Some(1));
        assert_eq!(Term::binary("divsi", byte(-8), byte(2)).known_signed(), Some(-4));
        assert_eq!(Term::compare("slt", byte(255), byte(0)).known(), Some(1));
        assert_eq!(Term::compare("ult", byte(255), byte(0)).known(), Some(0));
    }

    #[test]
    fn what_is_undefined_is_not_computed() {
        let byte = |value| Term::Number(value, Width::Bits(8));
        assert_eq!(Term::binary("divui", byte(1), byte(0)).known(), None);
        assert_eq!(Term::binary("shli", byte(1), byte(8)).known(), None);
    }

    #[test]
    fn a_number_of_an_open_width_is_extended_only_where_its_bits_are_known() {
        let one = Term::Number(1, Width::Type(0));
        assert_eq!(one.clone().resize(Extension::Zero, WORD), Term::word(1));
        assert!(matches!(one.resize(Extension::Sign, WORD), Term::Resize(..)));
        let ones = Term::Number(-1, Width::Type(0));
        assert!(matches!(ones.resize(Extension::Zero, WORD), Term::Resize(..)));
    }
}
