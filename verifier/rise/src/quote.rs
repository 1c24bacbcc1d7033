//! From values to normal forms: a value is applied to fresh indices and arguments until it is a number.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_ir::ops;
use assay_rise::nat::Nat;
use assay_rise::types::{Scalar, Type};

use crate::derivation::{Instance, Law};
use crate::laws::{self, Premises};
use crate::normal::{Access, Head, LAST, Normal, Product, Reduction, add, multiply};
use crate::value::{Neutral, Origin, Proof, Reduced, Use, Value, Why, apply, element, reflect};

/// The normal form of a value of a type.
///
/// # Errors
/// Why there is none.
pub fn quote(ty: &Type, value: &Value, premises: &Premises, proof: &mut Proof) -> Result<Normal, Why> {
    proof.nested(|proof| match ty {
        Type::Pair(first, second) => match value {
            Value::Pair(pair) => {
                let one = quote(first, &pair.0, premises, proof)?;
                Ok(Normal::Pair(Box::new(one), Box::new(quote(second, &pair.1, premises, proof)?)))
            }
            _ => Err(Why::Unsupported("a pair of another form".to_owned())),
        },
        Type::Array(length, inner) => {
            if length.is_zero() {
                return Ok(Normal::Nothing);
            }
            if let Some(count) = length.number().filter(|_| proof.by_elements) {
                let mut all = Normal::Nothing;
                for index in 0..count {
                    let value = element(value, &Nat::constant(index), proof)?;
                    let one = quote(inner, &value, premises, proof)?;
                    all = Normal::Pair(Box::new(all), Box::new(one));
                }
                return Ok(all);
            }
            let element = under(length, proof, |index, proof| {
                let value = element(value, index, proof)?;
                quote(inner, &value, premises, proof)
            })?;
            Ok(Normal::Array(length.clone(), Box::new(element)))
        }
        Type::Fun(from, to) => {
            let level = proof.depth;
            let argument = reflect(from, Rc::new(Neutral { origin: Origin::Bound(level), uses: Vec::new() }));
            proof.depth += 1;
            let result = apply(value, argument, proof).and_then(|value| quote(to, &value, premises, proof));
            proof.depth = level;
            Ok(Normal::Function(Box::new(result?)))
        }
        _ => number(value, premises, proof),
    })
}

/// Works under a fresh index below a length.
fn under<T>(
    length: &Nat,
    proof: &mut Proof,
    work: impl FnOnce(&Nat, &mut Proof) -> Result<T, Why>,
) -> Result<T, Why> {
    let (level, known) = (proof.depth, proof.atoms.known());
    let index = proof.atoms.variable(level, length);
    proof.depth += 1;
    let result = work(&index, proof);
    proof.depth = level;
    proof.atoms.forget(known);
    result
}

fn number(value: &Value, premises: &Premises, proof: &mut Proof) -> Result<Normal, Why> {
    match value {
        Value::Neutral(neutral) => chain(neutral, premises, proof),
        Value::Literal(digits, scalar) if scalar.is_float() => {
            let exact =
                digits.parse::<f64>().map_or_else(|_| digits.to_string(), |number| format!("{number:?}"));
            Ok(Normal::Float(*scalar, exact.into()))
        }
        Value::Literal(digits, scalar) => {
            let number = digits.parse::<i128>().map_err(|_| Why::Limit)?;
            Ok(Normal::constant(*scalar, number))
        }
        Value::Operation(name, scalar, operands) => {
            let operands =
                operands.iter().map(|operand| proof.nested(|proof| number(operand, premises, proof)));
            let operands = operands.collect::<Vec<_>>();
            let operands = operands.into_iter().collect::<Result<Vec<_>, Why>>()?;
            arithmetic(name, *scalar, operands, proof)
        }
        _ => Err(Why::Unsupported("a number of another form".to_owned())),
    }
}

/// An operation on numbers: sums, differences and products of integers are polynomials.
fn arithmetic(
    name: &Rc<str>,
    scalar: Scalar,
    operands: Vec<Normal>,
    proof: &mut Proof,
) -> Result<Normal, Why> {
    let is = |word: &str| ops::integer_op(word) == Some(&**name);
    let sign = if is("add") {
        Some(1)
    } else if is("sub") {
        Some(-1)
    } else {
        None
    };
    let polynomial = |normal: &Normal| normal.clone().polynomial();
    match (&operands[..], sign) {
        ([one, two], Some(sign)) => {
            let mut terms: BTreeMap<Product, i128> = polynomial(one);
            let others = polynomial(two);
            proof.spend((terms.len() + others.len()) as u64)?;
            for (product, factor) in others {
                add(&mut terms, scalar, product, sign * factor);
            }
            Ok(Normal::integer(scalar, terms))
        }
        ([one, two], None) if is("mul") => {
            let (one, two) = (polynomial(one), polynomial(two));
            proof.spend((one.len() * two.len()) as u64)?;
            Ok(Normal::integer(scalar, multiply(&one, &two, scalar)))
        }
        _ => Ok(laws::operation(Rc::clone(name), scalar, operands)),
    }
}

fn chain(neutral: &Neutral, premises: &Premises, proof: &mut Proof) -> Result<Normal, Why> {
    let mut accesses = Vec::new();
    for access in &neutral.uses {
        accesses.push(match access {
            Use::Index(index) => Access::Index(index.clone()),
            Use::First => Access::First,
            Use::Second => Access::Second,
            Use::Argument(value, ty) => Access::Argument(quote(ty, value, premises, proof)?),
        });
    }
    let head = match &neutral.origin {
        Origin::Parameter(number) => {
            if let [Access::Argument(_), Access::Argument(_)] = &accesses[..]
                && premises.commutative.contains(number)
            {
                // The last result of a reduction stays behind the element.
                let is_last = |access: &Access| match access {
                    Access::Argument(argument) => argument.any(
                        &mut |part| matches!(part, Normal::Chain(Head::Bound(level), _) if *level >= LAST),
                    ),
                    _ => false,
                };
                let before = accesses.clone();
                accesses.sort_by(|a, b| is_last(a).cmp(&is_last(b)).then_with(|| a.cmp(b)));
                if before != accesses {
                    let of = |accesses| Normal::Chain(Head::Parameter(*number), accesses);
                    let (law, level) = (Law::Commuted, proof.depth);
                    proof.laws.insert(Instance {
                        law,
                        level,
                        before: of(before),
                        after: of(accesses.clone()),
                    });
                }
            }
            Head::Parameter(*number)
        }
        Origin::Bound(level) => Head::Bound(*level),
        Origin::Reduction(reduced) => {
            let normal = reduction(reduced, premises, proof)?;
            match (normal, accesses.is_empty()) {
                (normal, true) => return Ok(normal),
                (Normal::Chain(head, first), false) if first.is_empty() => head,
                _ => return Err(Why::Unsupported("a reduction to a value with parts".to_owned())),
            }
        }
    };
    Ok(Normal::Chain(head, accesses))
}

fn reduction(reduced: &Reduced, premises: &Premises, proof: &mut Proof) -> Result<Normal, Why> {
    let start = quote(&reduced.ty, &reduced.start, premises, proof)?;
    let (level, last) = (proof.depth, LAST + proof.depth);
    let step = under(&reduced.length, proof, |index, proof| {
        let neutral = Rc::new(Neutral { origin: Origin::Bound(last), uses: Vec::new() });
        let value = (reduced.step)(proof, index, reflect(&reduced.ty, neutral))?;
        quote(&reduced.ty, &value, premises, proof)
    })?;
    let scalar = reduced.ty.scalar();
    let normal = Reduction { length: reduced.length.clone(), start, step };
    let (normal, orderless) = laws::reduction(normal, scalar, (level, last), premises, proof)?;
    proof.orders |= reduced.any_order && !orderless;
    Ok(normal)
}
