//! Expressions as SMT-LIB: a query whose shared parts have names of their own, and its model as values of the variables.
//! Knows no operation.

mod float;

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::float::{Arithmetic, From, Order, Test};
use crate::node::{Binary, Compare, Node, Sort, TermId, Var, parts};
use assay_smt::term::{app, bits, bits_sort, indexed, name};
use assay_smt::{Query, SExpr};

/// Bytes from which on a term has a name although it stands in one place: each term is a text that holds those of its parts,
/// and a solver reads it with a stack.
const LONG: usize = 2048;

/// The question whether all of these hold at once. It observes the variables of [`TermArena::variables_of`], in their order.
pub fn query(pool: &TermArena, statements: &[TermId]) -> Query {
    let mut query = Query::new();
    let cone = pool.cone(statements);
    let mut uses: FxHashMap<TermId, usize> = FxHashMap::default();
    for part in cone.iter().flat_map(|ex| parts(pool.node(*ex))).chain(statements.iter().copied()) {
        *uses.entry(part).or_default() += 1;
    }
    let mut printer = Printer { pool, terms: FxHashMap::default() };
    for (number, ex) in cone.iter().enumerate() {
        let sort = match pool.sort(*ex) {
            Sort::Bool => "Bool".to_owned(),
            Sort::Bits(width) => bits_sort(width),
            Sort::Float(format) => float::sort(format),
        };
        if let Some(var) = pool.as_variable(*ex) {
            let variable = pool.variables()[var.0 as usize].name.as_str();
            let mut term = name(variable);
            match pool.sort(*ex) {
                // By its bits, which every solver writes alike.
                Sort::Float(format) => {
                    query.declare_const(variable, &bits_sort(format.width()));
                    term = float::of_bits(format, &term);
                }
                _ => query.declare_const(variable, &sort),
            }
            query.observe(variable);
            printer.terms.insert(*ex, term);
            continue;
        }
        let term = printer.term(*ex);
        let leaf = matches!(pool.node(*ex), Node::Bool(_) | Node::Number { .. });
        let shared = uses.get(ex).copied().unwrap_or(0) > 1;
        if (shared && !leaf) || term.len() > LONG {
            let name = format!("e{number}");
            query.define_const(&name, &sort, &term);
            printer.terms.insert(*ex, name);
        } else {
            printer.terms.insert(*ex, term);
        }
    }
    for statement in statements {
        query.assert(printer.text(*statement));
    }
    query
}

/// The value of an observed variable; a truth value as 0 or 1.
pub fn value(item: &SExpr) -> Option<u128> {
    item.boolean().map(u128::from).or_else(|| item.bits().map(|(_, value)| value))
}

/// The model of a query as values of these variables.
pub fn model(variables: &[Var], answer: &[(String, SExpr)]) -> Option<FxHashMap<Var, u128>> {
    if variables.len() != answer.len() {
        return None;
    }
    variables.iter().zip(answer).map(|(var, (_, item))| Some((*var, value(item)?))).collect()
}

struct Printer<'p> {
    pool: &'p TermArena,
    terms: FxHashMap<TermId, String>,
}

impl Printer<'_> {
    /// The parts of an expression are printed before it.
    fn text(&self, ex: TermId) -> &str {
        &self.terms[&ex]
    }

    fn term(&self, ex: TermId) -> String {
        let call = |function: &str, list: &[TermId]| {
            let list: Vec<&str> = list.iter().map(|part| self.text(*part)).collect();
            app(function, &list)
        };
        match *self.pool.node(ex) {
            Node::Bool(value) => value.to_string(),
            Node::Number { width, value } => bits(width, value),
            // Declared where it is first met.
            Node::Variable(var) => name(&self.pool.variables()[var.0 as usize].name),
            ref node @ (Node::Not(_)
            | Node::And(..)
            | Node::Or(..)
            | Node::Equal(..)
            | Node::Choice(..)
            | Node::Binary(..)
            | Node::Compare(..)) => {
                let list: Vec<TermId> = parts(node).collect();
                call(function(node).unwrap_or_default(), &list)
            }
            Node::Extract { of, low, width } => {
                app(indexed("extract", &[low + width - 1, low]), &[self.text(of)])
            }
            Node::Concat(high, low) => call("concat", &[high, low]),
            Node::ZeroExtend(a, width) => {
                app(indexed("zero_extend", &[width - self.pool.width(a)]), &[self.text(a)])
            }
            Node::SignExtend(a, width) => {
                app(indexed("sign_extend", &[width - self.pool.width(a)]), &[self.text(a)])
            }
            Node::FloatArithmetic(op, a, b) => match self.pool.sort(a) {
                Sort::Float(format) => float::arithmetic(format, op, [self.text(a), self.text(b)]),
                Sort::Bool | Sort::Bits(_) => call(arithmetic(op), &[a, b]),
            },
            Node::FloatNegated(a) => match self.pool.sort(a) {
                Sort::Float(format) => float::negated(format, self.text(a)),
                Sort::Bool | Sort::Bits(_) => call("fp.neg", &[a]),
            },
            Node::FloatIntegral(to, a) => match self.pool.sort(a) {
                Sort::Float(format) => float::integral(format, to, self.text(a)),
                Sort::Bool | Sort::Bits(_) => call("fp.roundToIntegral", &[a]),
            },
            Node::FloatRoot(a) => match self.pool.sort(a) {
                Sort::Float(format) => float::root(format, self.text(a)),
                Sort::Bool | Sort::Bits(_) => call("fp.sqrt", &[a]),
            },
            Node::FloatFused(a, b, c) => match self.pool.sort(a) {
                Sort::Float(format) => float::fused(format, [self.text(a), self.text(b), self.text(c)]),
                Sort::Bool | Sort::Bits(_) => call("fp.fma", &[a, b, c]),
            },
            Node::FloatTest(test, a) => match test {
                Test::NaN => call("fp.isNaN", &[a]),
                Test::Infinite => call("fp.isInfinite", &[a]),
                Test::Zero => call("fp.isZero", &[a]),
                Test::Negative => call("fp.isNegative", &[a]),
            },
            Node::FloatOrder(order, a, b) => match order {
                Order::Equal => call("fp.eq", &[a, b]),
                Order::Less => call("fp.lt", &[a, b]),
                Order::LessOrEqual => call("fp.leq", &[a, b]),
            },
            Node::FloatFrom(from, a, format) => match (from, self.pool.sort(a)) {
                (From::Float, Sort::Float(own)) => float::converted(own, format, self.text(a)),
                (From::Bits | From::Float, _) => float::of_bits(format, self.text(a)),
                (From::Signed | From::Unsigned, _) => {
                    float::of_integer(format, from == From::Signed, (self.text(a), self.pool.width(a)))
                }
            },
            Node::FloatTo { of, signed, width } => {
                let function = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
                app(indexed(function, &[width]), &[TOWARDS_ZERO, self.text(of)])
            }
        }
    }
}

/// The function of SMT-LIB that a node is of its parts, where that has no index and is none of floating-point numbers.
pub fn function(node: &Node) -> Option<&'static str> {
    Some(match node {
        Node::Not(_) => "not",
        Node::And(..) => "and",
        Node::Or(..) => "or",
        Node::Equal(..) => "=",
        Node::Choice(..) => "ite",
        Node::Binary(op, ..) => binary(*op),
        Node::Compare(op, ..) => compare(*op),
        _ => return None,
    })
}

/// The rounding mode of conversions to integers.
const TOWARDS_ZERO: &str = "RTZ";

fn arithmetic(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::Add => "fp.add",
        Arithmetic::Sub => "fp.sub",
        Arithmetic::Mul => "fp.mul",
        Arithmetic::Div => "fp.div",
    }
}

fn binary(op: Binary) -> &'static str {
    match op {
        Binary::Add => "bvadd",
        Binary::Sub => "bvsub",
        Binary::Mul => "bvmul",
        Binary::UDiv => "bvudiv",
        Binary::URem => "bvurem",
        Binary::SDiv => "bvsdiv",
        Binary::SRem => "bvsrem",
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Shl => "bvshl",
        Binary::LShr => "bvlshr",
        Binary::AShr => "bvashr",
    }
}

fn compare(op: Compare) -> &'static str {
    match op {
        Compare::ULt => "bvult",
        Compare::ULe => "bvule",
        Compare::SLt => "bvslt",
        Compare::SLe => "bvsle",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_long_chain_grows_with_its_length() {
        let size = |length: usize| {
            let mut pool = TermArena::default();
            let (a, b) = (pool.variable("a", Sort::Bits(32)), pool.variable("b", Sort::Bits(32)));
            let last = (0..length).fold(a, |last, _| pool.binary(Binary::UDiv, last, b));
            let statement = pool.equal(last, b);
            query(&pool, &[statement]).to_string().len()
        };
        assert!(size(10_000) <= 12 * size(1_000), "{} {}", size(1_000), size(10_000));
    }
}
