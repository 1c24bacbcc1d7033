//! Numbers that depend on inputs as elements of two prime fields of about 61 bits: sums and products as there, all else a variable. Two polynomials
//! over the integers that differ are equal at drawn elements of both fields with a chance of at most the square of their degree by
//! the number of elements (Schwartz and Zippel). Knows no operation and no program.

use rustc_hash::FxHashMap;

use crate::int::Int;
use crate::siphash::hash;
use crate::value::Value;

/// Degrees beyond which a product is a variable, far below the size of a field.
const DEGREE: u32 = 1 << 16;

/// A sum or product of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RingOperation {
    /// Of both.
    Sum,
    /// Of the first without the second.
    Difference,
    /// Of both.
    Product,
}

/// Two prime fields, and what is known of the polynomials that were made.
#[derive(Debug)]
pub(crate) struct Ring {
    keys: [u64; 2],
    primes: [u64; 2],
    /// By fingerprints, polynomials that are no single variable.
    made: FxHashMap<[u64; 2], Polynomial>,
    /// The greatest degree, and the longest chain.
    most: (u32, u32),
}

/// A polynomial at the drawn elements.
#[derive(Clone, Copy, Debug)]
struct Polynomial {
    value: [u64; 2],
    /// The same with differences as sums and constants without signs. Nothing cancels here, so that polynomials with equal ones are made of
    /// the same variables: where one of these is poison, both are.
    absolute: [u64; 2],
    degree: u32,
    /// The longest chain of sums and products.
    chain: u32,
}

impl Ring {
    /// Fields whose primes are a function of these words.
    pub(crate) fn new(words: [u64; 2]) -> Ring {
        let prime = |word: u64| {
            let start = 1 << 60 | word >> 4 | 1;
            (start..).step_by(2).find(|number| is_prime(*number)).unwrap_or(MERSENNE)
        };
        let first = prime(words[0]);
        // The same word twice would be the same field twice.
        let second = prime(words[1] ^ u64::from(words[0] == words[1]) << 32);
        Ring { keys: words, primes: [first, second], made: FxHashMap::default(), most: (1, 0) }
    }

    /// A fingerprint as a drawn element.
    pub(crate) fn element(&self, print: [u64; 2]) -> [u64; 2] {
        [print[0] % self.primes[0], print[1] % self.primes[1]]
    }

    /// The greatest degree, and the longest chain of operations.
    pub(crate) fn most(&self) -> (u32, u32) {
        self.most
    }

    /// The fingerprint of a sum or product; `None` where a number is none of the fields, or the degree is too great.
    pub(crate) fn apply(&mut self, operation: RingOperation, values: [&Value; 2]) -> Option<[u64; 2]> {
        let [a, b] = values.map(|value| self.polynomial(value));
        let (a, b) = (a?, b?);
        let is_product = operation == RingOperation::Product;
        // A product with zero would be made of no variable.
        if is_product && [a, b].iter().any(|one| one.absolute == [0, 0]) {
            return None;
        }
        let degree = if is_product { a.degree.checked_add(b.degree)? } else { a.degree.max(b.degree) };
        if degree > DEGREE {
            return None;
        }
        let combined = |operation: RingOperation, a: [u64; 2], b: [u64; 2]| {
            [0, 1].map(|at| {
                let (x, y, prime) = (u128::from(a[at]), u128::from(b[at]), u128::from(self.primes[at]));
                let exact = match operation {
                    RingOperation::Sum => x + y,
                    RingOperation::Difference => x + prime - y,
                    RingOperation::Product => x * y,
                };
                (exact % prime) as u64
            })
        };
        let without_sign = if is_product { RingOperation::Product } else { RingOperation::Sum };
        let value = combined(operation, a.value, b.value);
        let absolute = combined(without_sign, a.absolute, b.absolute);
        let chain = a.chain.max(b.chain).saturating_add(1);
        self.most = (self.most.0.max(degree), self.most.1.max(chain));
        let print = match value == absolute {
            true => value,
            false => hash(self.keys, &[value[0], value[1], absolute[0], absolute[1]]),
        };
        let made = self.made.entry(print).or_insert(Polynomial { value, absolute, degree, chain });
        // The same polynomial on another way has the larger of both.
        (made.degree, made.chain) = (made.degree.max(degree), made.chain.max(chain));
        Some(print)
    }

    fn polynomial(&self, value: &Value) -> Option<Polynomial> {
        let constant = |value, absolute| Polynomial { value, absolute, degree: 0, chain: 0 };
        match value {
            Value::Term(term) => {
                let made = self.made.get(&term.print).copied();
                let variable = Polynomial { value: term.print, absolute: term.print, degree: 1, chain: 0 };
                Some(made.unwrap_or(variable))
            }
            Value::Int(int) => {
                let absolute = self.primes.map(|prime| {
                    let number = of_int(int, prime);
                    if int.is_negative() { (prime - number) % prime } else { number }
                });
                Some(constant(self.primes.map(|prime| of_int(int, prime)), absolute))
            }
            Value::Float(float) => {
                let exact = float.kind.bits() <= 64;
                let number = float.to_f64().filter(|number| exact && number.is_finite())?;
                let at = |number: f64| self.primes.map(|prime| of_float(number, prime));
                Some(constant(at(number), at(number.abs())))
            }
            _ => None,
        }
    }
}

/// A prime, for the search that always finds another one.
const MERSENNE: u64 = (1 << 61) - 1;

/// A number as its signed reading, which is the same modulo its width.
fn of_int(int: &Int, prime: u64) -> u64 {
    let signed = int.to_signed();
    let rest = signed % prime;
    let rest = i128::try_from(rest).unwrap_or(0);
    rest.rem_euclid(i128::from(prime)) as u64
}

/// A fraction by a power of two.
fn of_float(number: f64, prime: u64) -> u64 {
    let bits = number.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let (mantissa, exponent) = match exponent {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, exponent - 1075),
    };
    let base = if exponent < 0 { power(2, prime - 2, prime) } else { 2 };
    let scaled = product(mantissa % prime, power(base, exponent.unsigned_abs(), prime), prime);
    if number.is_sign_negative() { (prime - scaled) % prime } else { scaled }
}

fn product(a: u64, b: u64, prime: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(prime)) as u64
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut out = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = product(out, base, modulus);
        }
        base = product(base, base, modulus);
        exponent >>= 1;
    }
    out
}

/// The test of Miller and Rabin with the bases that decide all numbers of 64 bits.
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|base| {
        let mut x = power(*base, (number - 1) >> twos, number);
        if x == 1 || x == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            x = product(x, x, number);
            x == number - 1
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Term, TermKind};

    #[test]
    fn primes_are_told_from_products() {
        for prime in [2, 37, 41, 1_000_003, MERSENNE, 18_446_744_073_709_551_557] {
            assert!(is_prime(prime), "{prime}");
        }
        for other in [1, 39, 1_000_001, 3_215_031_751, (1 << 61) + 1, 18_446_744_073_709_551_556] {
            assert!(!is_prime(other), "{other}");
        }
        let ring = Ring::new([3, 3]);
        assert!(
            ring.primes.iter().all(|prime| is_prime(*prime) && *prime > 1 << 60)
                && ring.primes[0] != ring.primes[1]
        );
    }

    #[test]
    fn sums_and_products_are_those_of_a_ring() {
        let mut ring = Ring::new([7, 11]);
        let term = |print| Value::Term(Term { print, kind: TermKind::Int(8) });
        let [x, y, z] = [[5, 6], [7, 8], [9, 1]].map(term);
        let mut both =
            |operation, a: &Value, b: &Value| term(ring.apply(operation, [a, b]).expect("numbers"));
        use RingOperation::{Difference, Product, Sum};
        let (yz, xy, xz) = (both(Sum, &y, &z), both(Product, &x, &y), both(Product, &x, &z));
        let (one, other) = (both(Product, &x, &yz), both(Sum, &xz, &xy));
        assert_eq!(one, other);
        assert_ne!(one, both(Sum, &x, &xy));
        let minus = both(Product, &Value::int(8, 255), &x);
        assert_eq!(both(Sum, &minus, &xy), both(Difference, &xy, &x));
        // A term that cancels may be poison.
        let more = both(Sum, &x, &y);
        assert_ne!(both(Difference, &more, &y), x);
        let none = both(Difference, &y, &y);
        assert_eq!(both(Difference, &more, &y), both(Sum, &x, &none));
        assert_eq!(both(Sum, &Value::int(8, 0), &x), x);
        let half =
            both(Product, &Value::float(assay_ir::data::FloatKind::F64, u128::from(0.5f64.to_bits())), &x);
        assert_eq!(both(Sum, &half, &half), x);
    }

    #[test]
    fn a_product_with_zero_is_none() {
        let mut ring = Ring::new([7, 11]);
        let x = Value::Term(Term { print: [5, 6], kind: TermKind::Int(8) });
        assert_eq!(ring.apply(RingOperation::Product, [&x, &Value::int(8, 0)]), None);
    }

    #[test]
    fn a_power_beyond_the_degrees_is_none() {
        let mut ring = Ring::new([7, 11]);
        let mut x = Value::Term(Term { print: [5, 6], kind: TermKind::Int(8) });
        let mut squares = 0;
        while let Some(print) = ring.apply(RingOperation::Product, [&x, &x]) {
            x = Value::Term(Term { print, kind: TermKind::Int(8) });
            squares += 1;
        }
        assert_eq!(squares, 16);
    }
}
