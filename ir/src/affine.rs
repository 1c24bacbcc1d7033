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
        match self {
            Term::Binary(operator, a, b) => {
                let divides = matches!(operator, Operator::FloorDiv | Operator::CeilDiv | Operator::Mod);
                let positive = matches!(**b, Term::Constant(1..));
                (!divides || positive)
                    && a.divides_by_positive_constants()
                    && b.divides_by_positive_constants()
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
    /// Subtraction.
    Sub,
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

/// Why a term has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A number does not fit the width.
    Overflow,
    /// The divisor of a division or remainder is not positive.
    Divisor,
    /// A dimension or symbol has no argument.
    Missing,
}

impl Map {
    /// The map of an `affine_map<..>` attribute.
    pub fn of(ctx: &Context, attr: AttrId) -> Option<Map> {
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
        self.evaluate(64, dims, symbols).ok()
    }

    /// The results, where every number on the way fits a width.
    ///
    /// # Errors
    /// The first term that has no number.
    pub fn evaluate(&self, width: u32, dims: &[i64], symbols: &[i64]) -> Result<Vec<i64>, Fault> {
        self.results.iter().map(|term| value(term, width, dims, symbols)).collect()
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
    pub fn of(ctx: &Context, attr: AttrId) -> Option<Set> {
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

    /// Returns true when a point is in the set; every number on the way has to fit a width.
    ///
    /// # Errors
    /// The first term that has no number.
    pub fn contains(&self, width: u32, dims: &[i64], symbols: &[i64]) -> Result<bool, Fault> {
        let numbers = self.constraints.iter().map(|(term, _)| value(term, width, dims, symbols));
        let numbers: Vec<i64> = numbers.collect::<Result<_, Fault>>()?;
        let holds = |(number, (_, is_equality)): (&i64, &(Term, bool))| match is_equality {
            true => *number == 0,
            false => *number >= 0,
        };
        Ok(numbers.iter().zip(&self.constraints).all(holds))
    }
}

/// How many dimensions and symbols `(d0, ..)[s0, ..]` has.
fn argument_counts(text: &str) -> (usize, usize) {
    let (dims, symbols) = text.split_once('[').unwrap_or((text, ""));
    let count = |list: &str| list.split(',').filter(|name| name.contains(['d', 's'])).count();
    (count(dims), count(symbols))
}

fn value(term: &Term, width: u32, dims: &[i64], symbols: &[i64]) -> Result<i64, Fault> {
    let number = match term {
        Term::Dim(dim) => *dims.get(*dim).ok_or(Fault::Missing)?,
        Term::Symbol(symbol) => *symbols.get(*symbol).ok_or(Fault::Missing)?,
        Term::Constant(constant) => *constant,
        Term::Binary(operator, a, b) => {
            let (a, b) = (value(a, width, dims, symbols)?, value(b, width, dims, symbols)?);
            let number = match operator {
                Operator::Add => a.checked_add(b),
                Operator::Sub => a.checked_sub(b),
                Operator::Mul => a.checked_mul(b),
                _ if b <= 0 => return Err(Fault::Divisor),
                Operator::FloorDiv => Some(a.div_euclid(b)),
                Operator::CeilDiv => Some(a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)),
                Operator::Mod => Some(a.rem_euclid(b)),
            };
            number.ok_or(Fault::Overflow)?
        }
    };
    let unused = 64 - width.min(64);
    if number << unused >> unused == number { Ok(number) } else { Err(Fault::Overflow) }
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

    fn sum(&mut self, depth: usize) -> Option<Term> {
        let mut sum = self.product(depth)?;
        loop {
            if self.take("+").is_some() {
                sum = Reader::binary(Operator::Add, sum, self.product(depth)?);
            } else if !self.rest.starts_with("->") && self.take("-").is_some() {
                sum = Reader::binary(Operator::Sub, sum, self.product(depth)?);
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
        assert_eq!(map.evaluate(32, &[1 << 30], &[]), Err(Fault::Overflow));
        assert_eq!(map.evaluate(64, &[1 << 30], &[]), Ok(vec![1 << 30]));
        assert_eq!(
            Map::read("(d0) -> (d0 ceildiv 2)").unwrap().at(&[i64::MIN], &[]),
            Some(vec![i64::MIN / 2])
        );
        assert_eq!(
            Map::read("(d0)[s0] -> (d0 mod s0)").unwrap().evaluate(64, &[1], &[0]),
            Err(Fault::Divisor)
        );
    }

    #[test]
    fn a_set_is_all_of_its_constraints() {
        let set = Set::read("(d0)[s0] : (d0 - 5 >= 0, -d0 + s0 == 0)").unwrap();
        assert_eq!((set.dims, set.symbols), (1, 1));
        assert_eq!(set.contains(64, &[5], &[5]), Ok(true));
        assert_eq!(set.contains(64, &[4], &[4]), Ok(false));
        assert_eq!(set.contains(64, &[6], &[5]), Ok(false));
        assert_eq!(Set::read("() : (1 == 0)").unwrap().contains(64, &[], &[]), Ok(false));
    }
}
