//! The words of errors of types: what was expected and what was found, by the pattern at which they differ.

use crate::nat::Nat;
use crate::primitive::Primitive;
use crate::types::Type;

/// An argument that does not fit.
pub(super) struct Misfit<'a> {
    /// The function, where it is a pattern.
    pub(super) callee: Option<Primitive>,
    /// Its lengths.
    pub(super) naturals: &'a [Nat],
    /// The place of the argument among its values.
    pub(super) index: usize,
    /// The type of the parameter.
    pub(super) expected: Type,
    /// The type of the argument.
    pub(super) found: Type,
}

/// The message of an argument that does not fit.
pub(super) fn argument(misfit: &Misfit<'_>) -> String {
    use Primitive as P;
    let (expected, found) = (&misfit.expected, &misfit.found);
    let special = match (misfit.callee, found) {
        (Some(P::Zip), Type::Array(two, _)) => match expected {
            Type::Array(one, _) if misfit.index == 1 => {
                Some(format!("expected arrays of one length, found lengths {one} and {two}"))
            }
            _ => None,
        },
        (Some(P::First | P::Second), _) => Some(format!("expected a pair: {found} is no pair")),
        (Some(P::Transpose | P::Join), Type::Array(..)) => {
            Some(format!("expected an array of arrays: {found} is no array of arrays"))
        }
        (Some(P::Split), Type::Array(length, _)) => misfit.naturals.first().map(|block| {
            format!("expected a length that is a multiple of {block}: {length} is no multiple of {block}")
        }),
        (Some(P::Slide), Type::Array(length, _)) => match misfit.naturals {
            [size, step] => {
                let form = windows(size, step);
                Some(format!("expected a length {form} for w windows: {length} is no {form}"))
            }
            _ => None,
        },
        (Some(callee), _) if matches!(expected, Type::Array(..)) && !callee.is_scalar() => {
            (!matches!(found, Type::Array(..))).then(|| format!("expected an array: {found} is no array"))
        }
        _ => None,
    };
    special.unwrap_or_else(|| format!("expected {}, found {}", any(expected), any(found)))
}

/// The length of an array of `w` windows.
pub(super) fn windows(size: &Nat, step: &Nat) -> String {
    format!("(w - 1) * {} + {size}", step.in_type())
}

/// A type in a message, with words for what is not known.
pub(super) fn any(ty: &Type) -> String {
    match ty {
        Type::Meta(_) => "any type".to_owned(),
        Type::Fun(from, to) if matches!(**from, Type::Meta(_)) && matches!(**to, Type::Meta(_)) => {
            "a function".to_owned()
        }
        Type::Array(_, element) if matches!(**element, Type::Meta(_)) => "an array".to_owned(),
        other => other.to_string(),
    }
}

/// The message of operands that are no numbers of one type.
pub(super) fn operands(sign: &str, left: &Type, right: &Type) -> String {
    for side in [left, right] {
        if !matches!(side, Type::Scalar(_) | Type::Meta(_)) {
            return format!("`{sign}` expects numbers, found {}: it is no number", any(side));
        }
    }
    format!("`{sign}` expects numbers of one type, found {} and {}", any(left), any(right))
}
