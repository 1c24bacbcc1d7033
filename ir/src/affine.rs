//! Affine maps and integer sets: read from their canonical text and evaluated. Knows no operation.

use crate::data::{AttrId, AttrKind, Context};

/// A term over dimensions and symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// The dimension of this number.
    Dim(usize),
    /// The symbol of this number.
    Symbol(usize),
    /// A number.
    Constant(i64),
    /// An operation on two terms.
    Binary(Operator, Box<Term>, Box<Term>),
}

impl Term {
    /// Returns true when each division and remainder is by a constant that is positive.
    pub fn divides_by_positive_constants(&self) -> bool {
        self.divides_by(&|divisor| matches!(divisor, Term::Constant(1..)))
    }

    /// Returns true when all divisors of divisions and remainders are accepted.
    pub fn divides_by(&self, accepts: &dyn Fn(&Term) -> bool) -> bool {
        match self {
            Term::Binary(operator, a, b) => {
                let divides = matches!(operator, Operator::FloorDiv | Operator::CeilDiv | Operator::Mod);
                (!divides || accepts(b)) && a.divides_by(accepts) && b.divides_by(accepts)
            }
            _ => true,
        }
    }
}

/// An operation on two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// Addition.
    Add,
    /// Multiplication.
    Mul,
    /// Division, rounded towards negative infinity.
    FloorDiv,
    /// Division, rounded towards positive infinity.
    CeilDiv,
    /// The remainder of `FloorDiv`, which is not negative.
    Mod,
}

/// `(d0, d1)[s0] -> (d1, d0 + s0)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Number of dimensions.
    pub dims: usize,
    /// Number of symbols.
    pub symbols: usize,
    /// The terms of the results.
    pub results: Vec<Term>,
}

/// Why a term has no value, not even poison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The divisor of a division or remainder is poison or not positive.
    Divisor,
    /// A dimension or symbol has no argument.
    Missing,
}

impl Map {
    /// The map of an `affine_map<..>` attribute.
    pub fn from_attr(ctx: &Context, attr: AttrId) -> Option<Map> {
        match ctx.attr_kind(attr) {
            AttrKind::AffineMap(layout) => Map::read(ctx.str(layout.0)),
            _ => None,
        }
    }

    /// `(d0, .., d(n-1)) -> (those of these numbers)`
    pub fn select(dims: usize, results: &[usize]) -> Map {
        Map { dims, symbols: 0, results: results.iter().map(|dim| Term::Dim(*dim)).collect() }
    }

    /// `(d0, .., d(n-1)) -> (d0, .., d(n-1))`
    pub fn identity(dims: usize) -> Map {
        Map::select(dims, &(0..dims).collect::<Vec<_>>())
    }

    /// Each result as a sum of products of a dimension and a factor.
    pub fn of_sums(dims: usize, results: &[&[(usize, i64)]]) -> Map {
        let product = |(dim, factor): &(usize, i64)| {
            Term::Binary(Operator::Mul, Box::new(Term::Dim(*dim)), Box::new(Term::Constant(*factor)))
        };
        let sum = |a, b| Term::Binary(Operator::Add, Box::new(a), Box::new(b));
        let term =
            |parts: &&[(usize, i64)]| parts.iter().map(product).reduce(sum).unwrap_or(Term::Constant(0));
        Map { dims, symbols: 0, results: results.iter().map(term).collect() }
    }

    fn read(text: &str) -> Option<Map> {
        let (arguments, results) = text.split_once("->")?;
        let (dims, symbols) = argument_counts(arguments);
        let mut reader = Reader { rest: results.trim() };
        let results = reader.list(|reader| reader.sum(0))?;
        reader.rest.is_empty().then_some(Map { dims, symbols, results })
    }

    /// Number of results.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Tells if there are no results.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The results; `None` on overflow, a missing argument or a division by what is not positive.
    pub fn at(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|term| value(term, 64, dims, symbols).ok()?).collect()
    }

    /// The results; `None` is poison, and so is what is computed of it or does not fit a width.
    ///
    /// # Errors
    /// The fault of the first term that has one.
    pub fn evaluate(
        &self,
        width: u32,
        dims: &[Option<i64>],
        symbols: &[Option<i64>],
    ) -> Result<Vec<Option<i64>>, Fault> {
        self.results.iter().map(|term| value(term, width, dims, symbols)).collect()
    }

    /// Returns true when a result is poison for a number on the way that does not fit the width, while the result does: affine
    /// functions are functions of integers, and MLIR does not say what becomes of numbers between.
    pub fn overflows_on_the_way(&self, width: u32, dims: &[Option<i64>], symbols: &[Option<i64>]) -> bool {
        self.results.iter().any(|term| overflows_on_the_way(term, width, dims, symbols))
    }

    /// The dimension that result number `index` is, if it is one alone.
    pub fn dim(&self, index: usize) -> Option<usize> {
        match self.results.get(index)? {
            Term::Dim(dim) => Some(*dim),
            _ => None,
        }
    }
}

/// `(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// Number of dimensions.
    pub dims: usize,
    /// Number of symbols.
    pub symbols: usize,
    /// Terms that are zero, where the flag is set, or else not negative.
    pub constraints: Vec<(Term, bool)>,
}

impl Set {
    /// The set of an `affine_set<..>` attribute.
    pub fn from_attr(ctx: &Context, attr: AttrId) -> Option<Set> {
        match ctx.attr_kind(attr) {
            AttrKind::IntegerSet(layout) => Set::read(ctx.str(layout.0)),
            _ => None,
        }
    }

    fn read(text: &str) -> Option<Set> {
        let (arguments, constraints) = text.split_once(':')?;
        let (dims, symbols) = argument_counts(arguments);
        let mut reader = Reader { rest: constraints.trim() };
        let constraints = reader.list(|reader| {
            let term = reader.sum(0)?;
            let is_equality = reader.take("==").is_some();
            if !is_equality {
                reader.take(">=")?;
            }
            reader.take("0")?;
            Some((term, is_equality))
        })?;
        reader.rest.is_empty().then_some(Set { dims, symbols, constraints })
    }

    /// Returns true when a constraint is poison as a result of [`Map::overflows_on_the_way`] is.
    pub fn overflows_on_the_way(&self, width: u32, dims: &[Option<i64>], symbols: &[Option<i64>]) -> bool {
        self.constraints.iter().any(|(term, _)| overflows_on_the_way(term, width, dims, symbols))
    }

    /// Returns true when a point is in the set; `None` is poison, as it is for [`Map::evaluate`], and makes all of it poison.
    ///
    /// # Errors
    /// The fault of the first term that has one.
    pub fn contains(
        &self,
        width: u32,
        dims: &[Option<i64>],
        symbols: &[Option<i64>],
    ) -> Result<Option<bool>, Fault> {
        let numbers = self.constraints.iter().map(|(term, _)| value(term, width, dims, symbols));
        let numbers: Vec<Option<i64>> = numbers.collect::<Result<_, Fault>>()?;
        let holds = |number: i64, is_equality| if is_equality { number == 0 } else { number >= 0 };
        let mut all = true;
        for (number, (_, is_equality)) in numbers.into_iter().zip(&self.constraints) {
            let Some(number) = number else { return Ok(None) };
            all &= holds(number, *is_equality);
        }
        Ok(Some(all))
    }
}

/// How many dimensions and symbols `(d0, ..)[s0, ..]` has.
fn argument_counts(text: &str) -> (usize, usize) {
    let (dims, symbols) = text.split_once('[').unwrap_or((text, ""));
    let count = |list: &str| list.split(',').filter(|name| name.contains(['d', 's'])).count();
    (count(dims), count(symbols))
}

/// The value of a term, `None` where it is poison. A division or remainder by poison is a fault, as one by a number that is
/// not positive is: poison may be such a number.
fn value<N: Copy + Into<Option<i64>>>(
    term: &Term,
    width: u32,
    dims: &[N],
    symbols: &[N],
) -> Result<Option<i64>, Fault> {
    let argument = |of: &[N], at: usize| of.get(at).map(|number| (*number).into()).ok_or(Fault::Missing);
    let number = match term {
        Term::Dim(dim) => argument(dims, *dim)?,
        Term::Symbol(symbol) => argument(symbols, *symbol)?,
        Term::Constant(constant) => Some(*constant),
        Term::Binary(operator, a, b) => {
            let (a, b) = (value(a, width, dims, symbols)?, value(b, width, dims, symbols)?);
            let divides = matches!(operator, Operator::FloorDiv | Operator::CeilDiv | Operator::Mod);
            if divides && b.is_none_or(|divisor| divisor <= 0) {
                return Err(Fault::Divisor);
            }
            a.zip(b).and_then(|(a, b)| match operator {
                Operator::Add => a.checked_add(b),
                Operator::Mul => a.checked_mul(b),
                Operator::FloorDiv => Some(a.div_euclid(b)),
                Operator::CeilDiv => Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)),
                Operator::Mod => Some(a.rem_euclid(b)),
            })
        }
    };
    let unused = 64 - width.min(64);
    Ok(number.filter(|number| number << unused >> unused == *number))
}

/// The value of a term as an integer of any size, `None` where a dimension or symbol is poison or missing, a divisor is not
/// positive, or a number does not fit 128 bits.
fn exact(term: &Term, dims: &[Option<i64>], symbols: &[Option<i64>]) -> Option<i128> {
    Some(match term {
        Term::Dim(dim) => (*dims.get(*dim)?)?.into(),
        Term::Symbol(symbol) => (*symbols.get(*symbol)?)?.into(),
        Term::Constant(constant) => (*constant).into(),
        Term::Binary(operator, a, b) => {
            let (a, b) = (exact(a, dims, symbols)?, exact(b, dims, symbols)?);
            match operator {
                Operator::Add => a.checked_add(b)?,
                Operator::Mul => a.checked_mul(b)?,
                _ if b <= 0 => return None,
                Operator::FloorDiv => a.div_euclid(b),
                Operator::CeilDiv => a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0),
                Operator::Mod => a.rem_euclid(b),
            }
        }
    })
}

/// Returns true when a term is poison for a number on the way, while its value as an integer fits the width.
fn overflows_on_the_way(term: &Term, width: u32, dims: &[Option<i64>], symbols: &[Option<i64>]) -> bool {
    let most = 1i128 << (width.min(64) - 1);
    value(term, width, dims, symbols) == Ok(None)
        && exact(term, dims, symbols).is_some_and(|number| (-most..most).contains(&number))
}

/// The rest of the text.
struct Reader<'a> {
    rest: &'a str,
}

/// Deeper nesting of parentheses is refused.
const DEPTH: usize = 256;

impl Reader<'_> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(token)?.trim_start();
        Some(())
    }

    /// `(item, ..)`
    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.take("(")?;
        let mut all = Vec::new();
        while self.take(")").is_none() {
            if !all.is_empty() {
                self.take(",")?;
            }
            all.push(item(self)?);
        }
        Some(all)
    }

    fn binary(operator: Operator, a: Term, b: Term) -> Term {
        Term::Binary(operator, Box::new(a), Box::new(b))
    }

    /// A term times -1: MLIR has no difference, and prints `d0 + d1 * -2` as `d0 - d1 * 2`.
    fn negated(term: Term) -> Option<Term> {
        Some(match term {
            Term::Constant(number) => Term::Constant(number.checked_neg()?),
            Term::Binary(Operator::Mul, factor, constant) if matches!(*constant, Term::Constant(_)) => {
                Reader::binary(Operator::Mul, *factor, Reader::negated(*constant)?)
            }
            other => Reader::binary(Operator::Mul, other, Term::Constant(-1)),
        })
    }

    fn sum(&mut self, depth: usize) -> Option<Term> {
        let mut sum = self.product(depth)?;
        loop {
            if self.take("+").is_some() {
                sum = Reader::binary(Operator::Add, sum, self.product(depth)?);
            } else if !self.rest.starts_with("->") && self.take("-").is_some() {
                sum = Reader::binary(Operator::Add, sum, Reader::negated(self.product(depth)?)?);
            } else {
                return Some(sum);
            }
        }
    }

    fn product(&mut self, depth: usize) -> Option<Term> {
        let mut product = self.factor(depth)?;
        loop {
            let operators = [
                ("*", Operator::Mul),
                ("floordiv", Operator::FloorDiv),
                ("ceildiv", Operator::CeilDiv),
                ("mod", Operator::Mod),
            ];
            let Some((_, operator)) = operators.into_iter().find(|(token, _)| self.take(token).is_some())
            else {
                return Some(product);
            };
            product = Reader::binary(operator, product, self.factor(depth)?);
        }
    }

    fn factor(&mut self, depth: usize) -> Option<Term> {
        if depth > DEPTH {
            return None;
        }
        if self.take("(").is_some() {
            let inner = self.sum(depth + 1)?;
            self.take(")")?;
            return Some(inner);
        }
        if self.take("-").is_some() {
            return Some(Reader::binary(Operator::Mul, Term::Constant(-1), self.factor(depth + 1)?));
        }
        let named = ["d", "s"].into_iter().find(|prefix| self.take(prefix).is_some());
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest.trim_start();
        Some(match named {
            Some("d") => Term::Dim(number.parse().ok()?),
            Some(_) => Term::Symbol(number.parse().ok()?),
            None => Term::Constant(number.parse().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Map, Set};

    #[test]
    fn terms_are_evaluated_as_they_are_written() {
        let map =
            Map::read("(d0, d1)[s0] -> (d1, d0 * 3 - (d1 + s0) floordiv 2, -d0 mod 4, 7, d0 ceildiv 2)")
                .unwrap();
        assert_eq!((map.dims, map.symbols, map.len()), (2, 1, 5));
        assert_eq!(map.at(&[5, 2], &[1]), Some(vec![2, 14, 3, 7, 3]));
        assert_eq!(map.at(&[-5, 2], &[-9]), Some(vec![2, -11, 1, 7, -2]));
        assert_eq!((map.dim(0), map.dim(1)), (Some(1), None));
    }

    #[test]
    fn what_is_no_number_is_none() {
        let map = Map::read("(d0) -> (4 mod d0)").unwrap();
        assert_eq!(map.at(&[0], &[]), None);
        assert_eq!(map.at(&[3], &[]), Some(vec![1]));
        assert_eq!(Map::read("(d0) -> (d0 * d0)").unwrap().at(&[i64::MAX], &[]), None);
        assert_eq!(Map::read("() -> ()").unwrap().at(&[], &[]), Some(vec![]));
    }

    #[test]
    fn numbers_on_the_way_have_to_fit() {
        let map = Map::read("(d0) -> (d0 * 2 - d0)").unwrap();
        assert_eq!(map.evaluate(32, &[Some(1 << 30)], &[]), Ok(vec![None]));
        assert_eq!(map.evaluate(64, &[Some(1 << 30)], &[]), Ok(vec![Some(1 << 30)]));
        let least = Map::read("(d0) -> (7 - d0, 0 - d0 * 2, d0 - 7)").unwrap();
        assert_eq!(least.evaluate(64, &[Some(i64::MIN)], &[]), Ok(vec![None, None, None]));
        assert_eq!(
            least.evaluate(64, &[Some(1 << 62)], &[]),
            Ok(vec![Some(7 - (1 << 62)), Some(i64::MIN), Some((1 << 62) - 7)])
        );
        assert_eq!(
            Map::read("(d0) -> (d0 ceildiv 2)").unwrap().at(&[i64::MIN], &[]),
            Some(vec![i64::MIN / 2])
        );
    }

    #[test]
    fn a_number_on_the_way_is_told_from_a_result_that_does_not_fit() {
        let map = |text: &str, d0| Map::read(text).unwrap().overflows_on_the_way(64, &[d0], &[]);
        assert!(map("(d0) -> (d0 * 2 - d0)", Some(i64::MAX)));
        assert!(!map("(d0) -> (d0 * 2 - d0)", Some(5)));
        assert!(!map("(d0) -> (d0 * 2 - 5)", Some(i64::MAX)));
        assert!(!map("(d0) -> (d0 * 2 - d0)", None));
        let set =
            |d0| Set::read("(d0) : (d0 * 2 - d0 >= 0)").unwrap().overflows_on_the_way(64, &[Some(d0)], &[]);
        assert!(set(i64::MAX) && !set(1));
    }

    #[test]
    fn a_divisor_is_a_positive_number_and_poison_elsewhere_is_handed_on() {
        let at = |map: &str, d0, s0| Map::read(map).unwrap().evaluate(64, &[d0], &[s0]);
        for map in
            ["(d0)[s0] -> (d0 mod s0)", "(d0)[s0] -> (d0 ceildiv s0, 1)", "(d0)[s0] -> (3, d0 floordiv s0)"]
        {
            for divisor in [Some(0), Some(-1), None] {
                assert_eq!(at(map, Some(1), divisor), Err(Fault::Divisor), "{map}");
                assert_eq!(at(map, None, divisor), Err(Fault::Divisor), "{map}");
            }
        }
        assert_eq!(at("(d0)[s0] -> (d0 mod s0, s0)", None, Some(2)), Ok(vec![None, Some(2)]));
        assert_eq!(at("(d0)[s0] -> (7 mod (s0 + s0))", Some(1), Some(i64::MAX)), Err(Fault::Divisor));
        assert_eq!(at("(d0)[s0] -> (d0 * 2 + 4 mod s0)", Some(i64::MAX), Some(0)), Err(Fault::Divisor));
        assert_eq!(at("(d0)[s0] -> (d0)", Some(1), None), Ok(vec![Some(1)]));
    }

    #[test]
    fn a_set_is_all_of_its_constraints() {
        let set = Set::read("(d0)[s0] : (d0 - 5 >= 0, -d0 + s0 == 0)").unwrap();
        assert_eq!((set.dims, set.symbols), (1, 1));
        assert_eq!(set.contains(64, &[Some(5)], &[Some(5)]), Ok(Some(true)));
        assert_eq!(set.contains(64, &[Some(4)], &[Some(4)]), Ok(Some(false)));
        assert_eq!(set.contains(64, &[Some(6)], &[Some(5)]), Ok(Some(false)));
        assert_eq!(set.contains(64, &[Some(4)], &[None]), Ok(None));
        assert_eq!(Set::read("() : (1 == 0)").unwrap().contains(64, &[], &[]), Ok(Some(false)));
    }
}
