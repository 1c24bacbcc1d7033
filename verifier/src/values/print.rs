//! Expressions as SMT-LIB: a query whose shared parts have names of their own, and its model as values of the variables.
//! Knows no operation.

use rustc_hash::FxHashMap;

use super::expr::{Binary, Compare, Ex, Node, Pool, Sort, Var, parts};
use super::float::{Arithmetic, Format, From, Order, Test};
use crate::smt::{Query, SExpr, Storage, Term, Terms};

/// The question whether all of these hold at once. It observes the variables of [`Pool::variables_of`], in their order.
pub fn query<'st>(pool: &Pool, storage: &'st Storage, statements: &[Ex]) -> Query<'st> {
    let mut query = Query::new(storage);
    let cone = pool.cone(statements);
    let mut uses: FxHashMap<Ex, usize> = FxHashMap::default();
    for part in cone.iter().flat_map(|ex| parts(pool.node(*ex))).chain(statements.iter().copied()) {
        *uses.entry(part).or_default() += 1;
    }
    let mut printer = Printer { pool, terms: FxHashMap::default() };
    for (number, ex) in cone.iter().enumerate() {
        let sort = match pool.sort(*ex) {
            Sort::Bool => query.terms().bool_sort(),
            Sort::Bits(width) => query.terms().bits_sort(width),
            Sort::Float(format) => query
                .terms()
                .indexed_sort("FloatingPoint", &[format.exponent.into(), format.significand.into()]),
        };
        if let Some(var) = pool.as_variable(*ex) {
            let name = pool.variables()[var.0 as usize].name.as_str();
            let mut term = query.terms().name(name);
            match pool.sort(*ex) {
                // By its bits, which every solver writes alike.
                Sort::Float(format) => {
                    query.declare_const(name, query.terms().bits_sort(format.width()));
                    term = to_float(query.terms(), format, &[term]);
                }
                _ => query.declare_const(name, sort),
            }
            query.observe(name);
            printer.terms.insert(*ex, term);
            continue;
        }
        let term = printer.term(&query, *ex);
        let leaf = matches!(pool.node(*ex), Node::Bool(_) | Node::Number { .. });
        if uses.get(ex).copied().unwrap_or(0) > 1 && !leaf {
            let name = format!("e{number}");
            query.define_fun(&name, &[], sort, term);
            printer.terms.insert(*ex, query.terms().name(&name));
        } else {
            printer.terms.insert(*ex, term);
        }
    }
    for statement in statements {
        let term = printer.of(*statement);
        query.assert(term);
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

struct Printer<'p, 'st> {
    pool: &'p Pool,
    terms: FxHashMap<Ex, Term<'st>>,
}

impl<'st> Printer<'_, 'st> {
    /// The parts of an expression are printed before it.
    fn of(&self, ex: Ex) -> Term<'st> {
        self.terms[&ex]
    }

    fn term(&self, query: &Query<'st>, ex: Ex) -> Term<'st> {
        let terms = query.terms();
        let app = |name: &str, list: &[Ex]| {
            let list: Vec<Term<'st>> = list.iter().map(|part| self.of(*part)).collect();
            terms.app(name, &list)
        };
        match *self.pool.node(ex) {
            Node::Bool(value) => terms.boolean(value),
            Node::Number { width, value } => terms.bits(width, value),
            // Declared where it is first met.
            Node::Variable(var) => terms.name(&self.pool.variables()[var.0 as usize].name),
            Node::Not(a) => app("not", &[a]),
            Node::And(a, b) => app("and", &[a, b]),
            Node::Or(a, b) => app("or", &[a, b]),
            Node::Equal(a, b) => app("=", &[a, b]),
            Node::Choice(c, a, b) => app("ite", &[c, a, b]),
            Node::Binary(op, a, b) => app(binary(op), &[a, b]),
            Node::Compare(op, a, b) => app(compare(op), &[a, b]),
            Node::Extract { of, low, width } => {
                let high = u128::from(low + width - 1);
                terms.indexed("extract", &[high, u128::from(low)], &[self.of(of)])
            }
            Node::Concat(high, low) => app("concat", &[high, low]),
            Node::ZeroExtend(a, width) => {
                terms.indexed("zero_extend", &[u128::from(width - self.pool.width(a))], &[self.of(a)])
            }
            Node::SignExtend(a, width) => {
                terms.indexed("sign_extend", &[u128::from(width - self.pool.width(a))], &[self.of(a)])
            }
            Node::FloatArithmetic(op, a, b) => {
                let name = match op {
                    Arithmetic::Add => "fp.add",
                    Arithmetic::Sub => "fp.sub",
                    Arithmetic::Mul => "fp.mul",
                    Arithmetic::Div => "fp.div",
                };
                terms.app(name, &[terms.name(NEAREST), self.of(a), self.of(b)])
            }
            Node::FloatNegated(a) => app("fp.neg", &[a]),
            Node::FloatTest(test, a) => match test {
                Test::NaN => app("fp.isNaN", &[a]),
                Test::Infinite => app("fp.isInfinite", &[a]),
                Test::Zero => app("fp.isZero", &[a]),
                Test::Negative => app("fp.isNegative", &[a]),
            },
            Node::FloatOrder(order, a, b) => match order {
                Order::Equal => app("fp.eq", &[a, b]),
                Order::Less => app("fp.lt", &[a, b]),
                Order::LessOrEqual => app("fp.leq", &[a, b]),
            },
            Node::FloatFrom(from, a, format) => {
                let (nearest, a) = (terms.name(NEAREST), self.of(a));
                let sizes = [format.exponent.into(), format.significand.into()];
                match from {
                    From::Bits => to_float(terms, format, &[a]),
                    From::Float | From::Signed => to_float(terms, format, &[nearest, a]),
                    From::Unsigned => terms.indexed("to_fp_unsigned", &sizes, &[nearest, a]),
                }
            }
        }
    }
}

/// The rounding mode: to the nearest, ties to even.
const NEAREST: &str = "RNE";

fn to_float<'st>(terms: Terms<'st>, format: Format, arguments: &[Term<'st>]) -> Term<'st> {
    terms.indexed("to_fp", &[format.exponent.into(), format.significand.into()], arguments)
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
