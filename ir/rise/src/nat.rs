//! Lengths: polynomials with integer coefficients over names, in one normal form, so that equal for all values is equal. Knows no
//! program.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// An indeterminate of a length.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A declared name; the rank is its place in the declaration, by which sums and products are ordered.
    Name(u32, Arc<str>),
    /// A length that inference looks for.
    Meta(u32),
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Name(_, name) => f.write_str(name),
            Symbol::Meta(number) => write!(f, "?{number}"),
        }
    }
}

/// A product of powers, sorted by symbol; none is the number one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Monomial(Vec<(Symbol, u32)>);

impl Monomial {
    fn degree(&self) -> u32 {
        self.0.iter().map(|(_, power)| power).sum()
    }

    fn times(&self, other: &Monomial) -> Option<Monomial> {
        let mut powers = self.0.clone();
        for (symbol, power) in &other.0 {
            match powers.binary_search_by(|(own, _)| own.cmp(symbol)) {
                Ok(at) => powers[at].1 = powers[at].1.checked_add(*power)?,
                Err(at) => powers.insert(at, (symbol.clone(), *power)),
            }
        }
        let product = Monomial(powers);
        (product.degree() <= MAX_DEGREE).then_some(product)
    }

    /// The quotient, where it is one.
    fn over(&self, other: &Monomial) -> Option<Monomial> {
        let mut powers = self.0.clone();
        for (symbol, power) in &other.0 {
            let at = powers.binary_search_by(|(own, _)| own.cmp(symbol)).ok()?;
            powers[at].1 = powers[at].1.checked_sub(*power)?;
        }
        powers.retain(|(_, power)| *power > 0);
        Some(Monomial(powers))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Monomial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Monomial {
    /// Higher degrees first, then by powers of the first symbols: an order of monomials as division needs it.
    fn cmp(&self, other: &Monomial) -> Ordering {
        other.degree().cmp(&self.degree()).then_with(|| {
            // The first symbol whose power differs; a power that only one has is compared with none.
            let (mut own, mut others) = (self.0.iter().peekable(), other.0.iter().peekable());
            loop {
                match (own.peek(), others.peek()) {
                    (None, None) => return Ordering::Equal,
                    (Some(_), None) => return Ordering::Less,
                    (None, Some(_)) => return Ordering::Greater,
                    (Some((a, power)), Some((b, most))) => match a.cmp(b).then(most.cmp(power)) {
                        Ordering::Equal => {
                            own.next();
                            others.next();
                        }
                        order => return order,
                    },
                }
            }
        })
    }
}

/// The highest degree of a length.
const MAX_DEGREE: u32 = 24;
/// Most terms of a length.
const MAX_TERMS: usize = 200;
/// The largest coefficient of a length.
const MAX_COEFFICIENT: i128 = 1 << 62;

/// A length. Every operation answers `None` where the result would be larger than lengths may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nat(Arc<BTreeMap<Monomial, i128>>);

impl Nat {
    /// A number.
    pub fn constant(number: i128) -> Nat {
        let mut terms = BTreeMap::new();
        if number != 0 {
            terms.insert(Monomial::default(), number);
        }
        Nat(Arc::new(terms))
    }

    /// An indeterminate.
    pub fn symbol(symbol: Symbol) -> Nat {
        Nat::with_terms(BTreeMap::from([(Monomial(vec![(symbol, 1)]), 1)]))
    }

    /// A declared name with its rank.
    pub fn name(rank: u32, name: &str) -> Nat {
        Nat::symbol(Symbol::Name(rank, name.into()))
    }

    fn with_terms(terms: BTreeMap<Monomial, i128>) -> Nat {
        Nat(Arc::new(terms))
    }

    fn checked(terms: BTreeMap<Monomial, i128>) -> Option<Nat> {
        let fits = terms.len() <= MAX_TERMS && terms.values().all(|factor| factor.abs() <= MAX_COEFFICIENT);
        fits.then_some(Nat(Arc::new(terms)))
    }

    fn add_term(terms: &mut BTreeMap<Monomial, i128>, monomial: Monomial, factor: i128) -> Option<()> {
        let sum = terms.get(&monomial).copied().unwrap_or(0).checked_add(factor)?;
        match sum {
            0 => terms.remove(&monomial),
            _ => terms.insert(monomial, sum),
        };
        Some(())
    }

    /// The sum.
    pub fn plus(&self, other: &Nat) -> Option<Nat> {
        if let (Some(one), Some(two)) = (self.number(), other.number()) {
            let sum = one.checked_add(two).filter(|sum| sum.abs() <= MAX_COEFFICIENT);
            return sum.map(Nat::constant);
        }
        let mut terms = (*self.0).clone();
        for (monomial, factor) in &*other.0 {
            Nat::add_term(&mut terms, monomial.clone(), *factor)?;
        }
        Nat::checked(terms)
    }

    /// The difference, which may be negative.
    pub fn minus(&self, other: &Nat) -> Option<Nat> {
        self.plus(&other.scaled(-1)?)
    }

    /// A multiple by a number.
    pub fn scaled(&self, by: i128) -> Option<Nat> {
        self.times(&Nat::constant(by))
    }

    /// The product.
    pub fn times(&self, other: &Nat) -> Option<Nat> {
        if let (Some(one), Some(two)) = (self.number(), other.number()) {
            let product = one.checked_mul(two).filter(|product| product.abs() <= MAX_COEFFICIENT);
            return product.map(Nat::constant);
        }
        if self.0.len() * other.0.len() > MAX_TERMS * 4 {
            return None;
        }
        let mut terms = BTreeMap::new();
        for (one, a) in &*self.0 {
            for (two, b) in &*other.0 {
                Nat::add_term(&mut terms, one.times(two)?, a.checked_mul(*b)?)?;
            }
        }
        Nat::checked(terms)
    }

    /// The quotient where it is exact for all values.
    pub fn over(&self, by: &Nat) -> Option<Nat> {
        let (quotient, rest) = self.divided(by)?;
        rest.is_zero().then_some(quotient)
    }

    /// Quotient and rest of the division of polynomials: no term of the rest is a multiple of the first term of the divisor. `None`
    /// for a divisor of zero.
    pub fn divided(&self, by: &Nat) -> Option<(Nat, Nat)> {
        let (first, factor) = by.0.first_key_value()?;
        let (mut left, mut quotient, mut rest) = (self.clone(), Nat::default(), BTreeMap::new());
        while let Some((monomial, coefficient)) = left.0.first_key_value() {
            let (monomial, coefficient) = (monomial.clone(), *coefficient);
            match monomial.over(first).filter(|_| coefficient.div_euclid(*factor) != 0) {
                Some(part) => {
                    let whole = coefficient.div_euclid(*factor);
                    let part = Nat::with_terms(BTreeMap::from([(part, whole)]));
                    quotient = quotient.plus(&part)?;
                    left = left.minus(&part.times(by)?)?;
                    let over = Arc::make_mut(&mut left.0).remove(&monomial);
                    if let Some(over) = over {
                        rest.insert(monomial, over);
                    }
                }
                None => {
                    Arc::make_mut(&mut left.0).remove(&monomial);
                    rest.insert(monomial, coefficient);
                }
            }
        }
        Some((quotient, Nat(Arc::new(rest))))
    }

    /// Returns true for the number zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number, where it is one.
    pub fn number(&self) -> Option<i128> {
        match self.0.first_key_value() {
            None => Some(0),
            Some((monomial, factor)) => (self.0.len() == 1 && monomial.0.is_empty()).then_some(*factor),
        }
    }

    /// The symbol, where it is one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match self.0.first_key_value() {
            Some((Monomial(powers), 1)) if self.0.len() == 1 => match &powers[..] {
                [(symbol, 1)] => Some(symbol),
                _ => None,
            },
            _ => None,
        }
    }

    /// All symbols in it.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let powers = self.0.keys().flat_map(|monomial| &monomial.0);
        powers.map(|(symbol, _)| symbol.clone()).collect()
    }

    /// Replaces symbols by lengths.
    pub fn substituted(&self, with: &dyn Fn(&Symbol) -> Option<Nat>) -> Option<Nat> {
        // Most lengths are a number or a name.
        if self.number().is_some() {
            return Some(self.clone());
        }
        if let Some(symbol) = self.as_symbol() {
            return Some(with(symbol).unwrap_or_else(|| self.clone()));
        }
        let mut sum = Nat::default();
        for (monomial, factor) in &*self.0 {
            let mut product = Nat::constant(*factor);
            for (symbol, power) in &monomial.0 {
                let base = with(symbol).unwrap_or_else(|| Nat::symbol(symbol.clone()));
                for _ in 0..*power {
                    product = product.times(&base)?;
                }
            }
            sum = sum.plus(&product)?;
        }
        Some(sum)
    }

    /// Its value where each symbol has one; `None` too where it leaves 63 bits.
    pub fn value(&self, of: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        self.substituted(&|symbol| of(symbol).map(Nat::constant))?.number()
    }

    /// The solution of `self = 0` for a symbol that occurs linearly, where it is a length without that symbol.
    pub fn solved(&self, symbol: &Symbol) -> Option<Nat> {
        let (mut factor, mut rest) = (Nat::default(), Nat::default());
        for (monomial, coefficient) in &*self.0 {
            let power = monomial.0.iter().find(|(other, _)| other == symbol).map_or(0, |(_, power)| *power);
            let term = Nat::with_terms(BTreeMap::from([(monomial.clone(), *coefficient)]));
            match power {
                0 => rest = rest.plus(&term)?,
                1 => factor = factor.plus(&term.over(&Nat::symbol(symbol.clone()))?)?,
                _ => return None,
            }
        }
        rest.scaled(-1)?.over(&factor)
    }

    /// Returns true where no value of its symbols makes it less than `least`: by its coefficients, so that `false` is no statement.
    pub fn is_at_least(&self, least: i128) -> bool {
        let rest = self.0.get(&Monomial::default()).copied().unwrap_or(0);
        let positive = self.0.iter().all(|(monomial, factor)| monomial.0.is_empty() || *factor >= 0);
        positive && rest >= least
    }

    /// Small values of its symbols that make it less than `least`.
    pub fn counterexample(&self, least: i128) -> Option<Vec<(Symbol, i128)>> {
        let symbols: Vec<Symbol> = self.symbols().into_iter().collect();
        let tries = 4usize.checked_pow(u32::try_from(symbols.len()).ok()?).filter(|tries| *tries <= 4096)?;
        (0..tries).find_map(|at| {
            let digit = |place: usize| ((at >> (2 * place)) & 3) as i128;
            let value = |symbol: &Symbol| symbols.iter().position(|other| other == symbol).map(digit);
            (self.value(&value)? < least)
                .then(|| symbols.iter().cloned().zip((0..symbols.len()).map(digit)).collect())
        })
    }

    /// The terms: the coefficient of each, and its powers.
    pub fn terms(&self) -> impl Iterator<Item = (i128, &[(Symbol, u32)])> {
        self.0.iter().map(|(monomial, factor)| (*factor, &monomial.0[..]))
    }

    /// As it is written before a dot: in parentheses where it is neither a number nor a name.
    pub fn in_type(&self) -> String {
        let is_plain = self.as_symbol().is_some() || self.number().is_some_and(|number| number >= 0);
        if is_plain { self.to_string() } else { format!("({self})") }
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (number, (monomial, factor)) in self.0.iter().enumerate() {
            match (number, *factor < 0) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                (_, negative) => f.write_str(if negative { " - " } else { " + " })?,
            }
            let size = factor.unsigned_abs();
            let mut parts: Vec<String> = Vec::new();
            if size != 1 || monomial.0.is_empty() {
                parts.push(size.to_string());
            }
            for (symbol, power) in &monomial.0 {
                parts.extend((0..*power).map(|_| symbol.to_string()));
            }
            f.write_str(&parts.join(" * "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Nat {
        Nat::name(0, "n")
    }

    fn m() -> Nat {
        Nat::name(1, "m")
    }

    #[test]
    fn equal_for_all_values_is_equal() {
        let left = n().times(&m().plus(&Nat::constant(1)).unwrap()).unwrap();
        let right = n().times(&m()).unwrap().plus(&n()).unwrap();
        assert_eq!(left, right);
        assert_eq!(left.to_string(), "n * m + n");
        assert_eq!(m().plus(&n()).unwrap().in_type(), "(n + m)");
    }

    #[test]
    fn a_quotient_is_exact() {
        let four = Nat::constant(4);
        assert_eq!(n().scaled(4).unwrap().over(&four), Some(n()));
        assert_eq!(Nat::constant(12).over(&Nat::constant(5)), None);
        assert_eq!(n().over(&four), None);
        let square = n().plus(&m()).unwrap();
        assert_eq!(square.times(&square).unwrap().over(&square), Some(square));
        assert_eq!(n().over(&Nat::constant(0)), None);
    }

    #[test]
    fn one_unknown_that_occurs_linearly_is_solved_for() {
        let w = Symbol::Meta(0);
        // (w - 1) * 2 + 3 = 7
        let windows = Nat::symbol(w.clone()).scaled(2).unwrap().plus(&Nat::constant(1)).unwrap();
        assert_eq!(windows.minus(&Nat::constant(7)).unwrap().solved(&w), Some(Nat::constant(3)));
        assert_eq!(windows.minus(&Nat::constant(8)).unwrap().solved(&w), None);
    }

    #[test]
    fn a_length_that_may_be_negative_has_an_example() {
        let less = n().minus(&Nat::constant(2)).unwrap();
        assert!(!less.is_at_least(0));
        assert_eq!(less.counterexample(0).unwrap()[0].1, 0);
        assert!(n().is_at_least(0) && n().counterexample(0).is_none());
    }

    #[test]
    fn too_large_is_no_length() {
        let mut length = n();
        let results: Vec<bool> = (0..8)
            .map(|_| match length.times(&length) {
                Some(square) => {
                    length = square;
                    true
                }
                None => false,
            })
            .collect();
        assert!(results.contains(&false));
    }
}
