//! Normal forms: what a program is at fresh indices. Two programs of one normal form are equal. Integers are polynomials over their
//! parts, with coefficients modulo the width; bound variables are levels, so that names play no part.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_rise::nat::Nat;
use assay_rise::types::Scalar;

/// Levels of last results of reductions start here, apart from those of arguments of functions.
pub const LAST: u32 = 1_000_000;

/// The start of a chain of accesses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Head {
    /// A parameter, by number.
    Parameter(u32),
    /// The binder of each level.
    Bound(u32),
    /// A reduction.
    Reduction(Rc<Reduction>),
}

/// An access.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// The element at an index.
    Index(Nat),
    /// The first of a pair.
    First,
    /// The second of a pair.
    Second,
    /// The result for an argument.
    Argument(Normal),
}

/// A reduction that no law makes simpler.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reduction {
    /// The number of elements.
    pub length: Nat,
    /// The start.
    pub start: Normal,
    /// The next result, of the element's index and the last result.
    pub step: Normal,
}

/// A combination of elements by an operation that is associative.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fold {
    /// The operation.
    pub operation: Operation,
    /// Lengths of the indices, the outermost first.
    pub lengths: Vec<Nat>,
    /// The element at the indices.
    pub element: Normal,
    /// The start.
    pub start: Normal,
}

/// An operation on two values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Of a dialect, on a number type.
    Scalar(Rc<str>, Scalar),
    /// A parameter, by number.
    Parameter(u32),
}

/// A product of parts, sorted.
pub type Product = Vec<Normal>;

/// A normal form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Normal {
    /// A parameter, bound variable or reduction with accesses.
    Chain(Head, Vec<Access>),
    /// An integer: a polynomial with coefficients modulo the width. The empty product is the constant.
    Integer(Scalar, BTreeMap<Product, i128>),
    /// A length as an integer.
    Length(Nat),
    /// A sum of integers over indices below lengths.
    Sum(Scalar, Vec<Nat>, Box<Normal>),
    /// A floating-point number.
    Float(Scalar, Rc<str>),
    /// An operation on numbers; operands of commutative ones are sorted.
    Operation(Rc<str>, Scalar, Vec<Normal>),
    /// A combination of elements.
    Fold(Rc<Fold>),
    /// A pair.
    Pair(Box<Normal>, Box<Normal>),
    /// An array: the element at the index that the level binds.
    Array(Nat, Box<Normal>),
    /// An array without elements.
    Nothing,
    /// A function: the result for the argument that the level binds.
    Function(Box<Normal>),
}

/// The bits of an integer type.
pub fn width(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Int(width) => width,
        _ => 64,
    }
}

/// A coefficient modulo the width, the one of smallest size.
fn modulo(number: i128, scalar: Scalar) -> i128 {
    let modulus = 1i128 << width(scalar);
    let rest = number.rem_euclid(modulus);
    if rest >= modulus / 2 && width(scalar) > 1 { rest - modulus } else { rest }
}

impl Normal {
    /// An integer constant.
    pub fn constant(scalar: Scalar, number: i128) -> Normal {
        let mut terms = BTreeMap::new();
        add(&mut terms, scalar, Vec::new(), number);
        Normal::Integer(scalar, terms)
    }

    /// The polynomial of an integer.
    pub fn polynomial(self) -> BTreeMap<Product, i128> {
        match self {
            Normal::Integer(_, terms) => terms,
            part => BTreeMap::from([(vec![part], 1)]),
        }
    }

    /// The same where a polynomial is only one part.
    #[must_use]
    pub fn integer(scalar: Scalar, terms: BTreeMap<Product, i128>) -> Normal {
        if terms.len() == 1
            && let Some((product, 1)) = terms.first_key_value().map(|(product, factor)| (product, *factor))
            && let [part] = &product[..]
        {
            return part.clone();
        }
        Normal::Integer(scalar, terms)
    }

    /// Tells if something holds of a part of it, itself included.
    pub fn any(&self, holds: &mut dyn FnMut(&Normal) -> bool) -> bool {
        if holds(self) {
            return true;
        }
        match self {
            Normal::Chain(head, accesses) => {
                let inside = match head {
                    Head::Reduction(reduction) => reduction.start.any(holds) || reduction.step.any(holds),
                    _ => false,
                };
                inside
                    || accesses.iter().any(|access| match access {
                        Access::Argument(argument) => argument.any(holds),
                        _ => false,
                    })
            }
            Normal::Integer(_, terms) => terms.keys().flatten().any(|part| part.any(holds)),
            Normal::Sum(_, _, element) | Normal::Array(_, element) | Normal::Function(element) => {
                element.any(holds)
            }
            Normal::Operation(_, _, operands) => operands.iter().any(|operand| operand.any(holds)),
            Normal::Fold(fold) => fold.element.any(holds) || fold.start.any(holds),
            Normal::Pair(first, second) => first.any(holds) || second.any(holds),
            Normal::Length(_) | Normal::Float(..) | Normal::Nothing => false,
        }
    }

    /// Calls for each index and length in it.
    pub fn indices(&self, visit: &mut dyn FnMut(&Nat)) {
        self.any(&mut |part| {
            match part {
                Normal::Chain(head, accesses) => {
                    for access in accesses {
                        if let Access::Index(index) = access {
                            visit(index);
                        }
                    }
                    if let Head::Reduction(reduction) = head {
                        visit(&reduction.length);
                    }
                }
                Normal::Length(length) | Normal::Array(length, _) => visit(length),
                Normal::Sum(_, lengths, _) => lengths.iter().for_each(&mut *visit),
                Normal::Fold(fold) => fold.lengths.iter().for_each(&mut *visit),
                _ => {}
            }
            false
        });
    }

    /// Tells if a value that a level binds is in it.
    pub fn mentions(&self, level: u32) -> bool {
        self.any(&mut |part| matches!(part, Normal::Chain(Head::Bound(other), _) if *other == level))
    }
}

/// Adds a product to a polynomial.
pub fn add(terms: &mut BTreeMap<Product, i128>, scalar: Scalar, product: Product, factor: i128) {
    let old = terms.get(&product).copied().unwrap_or(0);
    match modulo(old + modulo(factor, scalar), scalar) {
        0 => terms.remove(&product),
        sum => terms.insert(product, sum),
    };
}

/// The product of two polynomials.
pub fn multiply(
    one: &BTreeMap<Product, i128>,
    two: &BTreeMap<Product, i128>,
    scalar: Scalar,
) -> BTreeMap<Product, i128> {
    let mut terms = BTreeMap::new();
    for (left, a) in one {
        for (right, b) in two {
            let mut product: Product = left.iter().chain(right).cloned().collect();
            product.sort();
            // Coefficients are below 2^64 in size: so is the product of their residues after the next step.
            let factor = a.wrapping_mul(*b);
            add(&mut terms, scalar, product, factor);
        }
    }
    terms
}
