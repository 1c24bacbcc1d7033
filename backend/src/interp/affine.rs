//! Affine maps: read from their canonical text and evaluated. Knows no operation.

use assay_ir::data::{AttrId, AttrKind, Context};

/// A term over dimensions and symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Dim(usize),
    Symbol(usize),
    Constant(i64),
    Binary(Operator, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Sub,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

/// `(d0, d1)[s0] -> (d1, d0 + s0)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Map {
    /// Number of dimensions.
    pub(super) dims: usize,
    /// Number of symbols.
    pub(super) symbols: usize,
    results: Vec<Term>,
}

impl Map {
    /// The map of an `affine_map<..>` attribute.
    pub(super) fn of(ctx: &Context, attr: AttrId) -> Option<Map> {
        match ctx.attr_kind(attr) {
            AttrKind::AffineMap(layout) => Map::read(ctx.str(layout.0)),
            _ => None,
        }
    }

    /// `(d0, .., d(n-1)) -> (those of these numbers)`
    pub(super) fn select(dims: usize, results: &[usize]) -> Map {
        Map { dims, symbols: 0, results: results.iter().map(|dim| Term::Dim(*dim)).collect() }
    }

    /// `(d0, .., d(n-1)) -> (d0, .., d(n-1))`
    pub(super) fn identity(dims: usize) -> Map {
        Map::select(dims, &(0..dims).collect::<Vec<_>>())
    }

    /// Each result as a sum of products of a dimension and a factor.
    pub(super) fn of_sums(dims: usize, results: &[&[(usize, i64)]]) -> Map {
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
        let (dims, symbols) = match arguments.split_once('[') {
            Some((dims, symbols)) => (dims, symbols),
            None => (arguments, ""),
        };
        let count = |list: &str| list.split(',').filter(|name| name.contains(['d', 's'])).count();
        let mut reader = Reader { rest: results.trim() };
        reader.take("(")?;
        let mut terms = Vec::new();
        while reader.take(")").is_none() {
            if !terms.is_empty() {
                reader.take(",")?;
            }
            terms.push(reader.sum(0)?);
        }
        reader.rest.is_empty().then_some(Map { dims: count(dims), symbols: count(symbols), results: terms })
    }

    /// Number of results.
    pub(super) fn len(&self) -> usize {
        self.results.len()
    }

    /// The results; `None` on overflow, a missing argument or a division by what is not positive.
    pub(super) fn at(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|term| value(term, dims, symbols)).collect()
    }

    /// The dimension that result number `index` is, if it is one alone.
    pub(super) fn dim(&self, index: usize) -> Option<usize> {
        match self.results.get(index)? {
            Term::Dim(dim) => Some(*dim),
            _ => None,
        }
    }
}

fn value(term: &Term, dims: &[i64], symbols: &[i64]) -> Option<i64> {
    match term {
        Term::Dim(dim) => dims.get(*dim).copied(),
        Term::Symbol(symbol) => symbols.get(*symbol).copied(),
        Term::Constant(constant) => Some(*constant),
        Term::Binary(operator, a, b) => {
            let (a, b) = (value(a, dims, symbols)?, value(b, dims, symbols)?);
            match operator {
                Operator::Add => a.checked_add(b),
                Operator::Sub => a.checked_sub(b),
                Operator::Mul => a.checked_mul(b),
                _ if b <= 0 => None,
                Operator::FloorDiv => Some(a.div_euclid(b)),
                Operator::CeilDiv => a.checked_neg()?.div_euclid(b).checked_neg(),
                Operator::Mod => Some(a.rem_euclid(b)),
            }
        }
    }
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
    use super::Map;

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
}
