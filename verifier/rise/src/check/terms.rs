//! Terms of a check: arithmetic of integers modulo a width, and indices replaced.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_ir::ops;
use assay_rise::types::{Scalar, Type};

use super::index::{Checked, Indices, Replace};
use crate::normal::{Access, Fold, Head, LAST, Normal, Product, Reduction};

/// A polynomial over terms.
pub(super) type Terms = BTreeMap<Product, i128>;

/// A number of a program.
pub(super) fn literal(digits: &str, ty: &Type) -> Checked<Normal> {
    let scalar = ty.scalar().ok_or("a number without a type")?;
    if scalar.is_float() {
        let exact = digits.parse::<f64>().map_or_else(|_| digits.to_owned(), |number| format!("{number:?}"));
        return Ok(Normal::Float(scalar, exact.into()));
    }
    let number = digits.parse::<i128>().map_err(|_| "a number that is too large")?;
    let mut terms = Terms::new();
    gather(&mut terms, scalar, Product::new(), number);
    Ok(Normal::Integer(scalar, terms))
}

/// The polynomial that an integer is.
pub(super) fn terms(term: &Normal) -> Terms {
    match term {
        Normal::Integer(_, terms) => terms.clone(),
        part => Terms::from([(vec![part.clone()], 1)]),
    }
}

/// The integer that a polynomial is: one part alone stands for itself.
pub(super) fn integer(scalar: Scalar, terms: Terms) -> Normal {
    match terms.first_key_value() {
        Some((product, 1)) if terms.len() == 1 && product.len() == 1 => product[0].clone(),
        _ => Normal::Integer(scalar, terms),
    }
}

/// Adds a product, modulo the width, to a polynomial.
pub(super) fn gather(terms: &mut Terms, scalar: Scalar, product: Product, factor: i128) {
    let bits = if let Scalar::Int(width) = scalar { width } else { 64 };
    let modulus = 1i128 << bits;
    let sum = (terms.get(&product).unwrap_or(&0) + factor.rem_euclid(modulus)).rem_euclid(modulus);
    let signed = if bits > 1 && sum >= modulus / 2 { sum - modulus } else { sum };
    if signed == 0 {
        terms.remove(&product);
    } else {
        terms.insert(product, signed);
    }
}

/// The product of two polynomials.
pub(super) fn product(one: &Terms, two: &Terms, scalar: Scalar) -> Terms {
    let mut all = Terms::new();
    for (left, a) in one {
        for (right, b) in two {
            let mut both = [&left[..], &right[..]].concat();
            both.sort();
            gather(&mut all, scalar, both, a.wrapping_mul(*b));
        }
    }
    all
}

/// An operation on numbers as a term: operands of commutative ones are sorted, and one operand twice is that operand where
/// the record says so. Answers the properties that this rests on.
pub(super) fn applied(name: &str, scalar: Scalar, mut operands: Vec<Normal>) -> (Normal, [bool; 2]) {
    let is = |word: &str| ops::integer_op(word) == Some(name);
    if let [one, two] = &operands[..] {
        if is("add") || is("sub") {
            let mut sum = terms(one);
            let sign = if is("sub") { -1 } else { 1 };
            terms(two)
                .into_iter()
                .for_each(|(product, factor)| gather(&mut sum, scalar, product, sign * factor));
            return (integer(scalar, sum), [false; 2]);
        }
        if is("mul") {
            return (integer(scalar, product(&terms(one), &terms(two), scalar)), [false; 2]);
        }
    }
    let record = ops::op(name);
    let swapped = operands.len() == 2 && operands[1] < operands[0];
    let commutes = swapped && record.is_some_and(|record| record.has("commutative"));
    if commutes {
        operands.reverse();
    }
    let once = record.is_some_and(|record| record.fact("idempotent").is_some()) && !scalar.is_float();
    match &operands[..] {
        [one, two] if once && one == two => (one.clone(), [commutes, true]),
        _ => (Normal::Operation(name.into(), scalar, operands), [commutes, false]),
    }
}

/// A term with the variables of indices replaced, and the levels of other bound values renamed.
pub(super) fn replaced(
    term: &Normal,
    indices: &mut Indices<'_>,
    with: Replace<'_>,
    level: &dyn Fn(u32) -> u32,
) -> Checked<Normal> {
    let mut inner = |term: &Normal| replaced(term, indices, with, level);
    Ok(match term {
        Normal::Chain(head, accesses) => {
            let head = match head {
                Head::Reduction(one) => {
                    let (length, start) = (one.length.clone(), inner(&one.start)?);
                    Head::Reduction(Rc::new(Reduction { length, start, step: inner(&one.step)? }))
                }
                Head::Bound(own) if *own >= LAST => Head::Bound(LAST + level(own - LAST)),
                Head::Bound(own) => Head::Bound(level(*own)),
                Head::Parameter(number) => Head::Parameter(*number),
            };
            let mut new = Vec::new();
            for access in accesses {
                new.push(match access {
                    Access::Index(index) => Access::Index(indices.replaced(index, with)?),
                    Access::Argument(value) => Access::Argument(replaced(value, indices, with, level)?),
                    part => part.clone(),
                });
            }
            Normal::Chain(head, new)
        }
        Normal::Integer(scalar, old) => {
            let mut sum = Terms::new();
            for (parts, factor) in old {
                let mut one = Terms::from([(Product::new(), *factor)]);
                for part in parts {
                    one = product(&one, &terms(&inner(part)?), *scalar);
                }
                one.into_iter().for_each(|(parts, factor)| gather(&mut sum, *scalar, parts, factor));
            }
            integer(*scalar, sum)
        }
        Normal::Operation(name, scalar, operands) => {
            let operands = operands.iter().map(inner).collect::<Checked<Vec<_>>>()?;
            applied(name, *scalar, operands).0
        }
        Normal::Sum(scalar, lengths, element) => {
            Normal::Sum(*scalar, lengths.clone(), Box::new(inner(element)?))
        }
        Normal::Fold(fold) => {
            let (element, start) = (inner(&fold.element)?, inner(&fold.start)?);
            let (operation, lengths) = (fold.operation.clone(), fold.lengths.clone());
            Normal::Fold(Rc::new(Fold { operation, lengths, element, start }))
        }
        Normal::Pair(one, two) => Normal::Pair(Box::new(inner(one)?), Box::new(inner(two)?)),
        Normal::Array(length, element) => Normal::Array(length.clone(), Box::new(inner(element)?)),
        Normal::Function(result) => Normal::Function(Box::new(inner(result)?)),
        Normal::Length(_) | Normal::Float(..) | Normal::Nothing => term.clone(),
    })
}

/// Tells if the index of a level is in a term. The lengths of what it binds say nothing of indices.
pub(super) fn has_index(term: &Normal, level: u32, indices: &Indices<'_>) -> bool {
    let mentions = |one: &Access| matches!(one, Access::Index(at) if indices.mentions(at, level));
    term.any(&mut |part| matches!(part, Normal::Chain(_, accesses) if accesses.iter().any(mentions)))
}
