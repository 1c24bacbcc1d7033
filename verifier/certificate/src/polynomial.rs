//! The check of a ring identity: under each way in which truth values come out, the statement is false, where numbers are equal
//! if their polynomials are. What no polynomial says of a number is a name for it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::FIRST;
use super::terms::{Constant, Function, Sort, Term, constant};

/// Ways in which truth values come out, before nothing is said.
const MOST_WAYS: usize = 1 << 17;
/// Truth values that are assumed at once.
const MOST_FACTS: usize = 512;
/// Products of a polynomial; a larger one is a name.
const MOST_PRODUCTS: usize = 256;

/// Names that are multiplied, in order, a name once for each time that it is a factor.
type Product = Vec<usize>;
/// Coefficients that are not zero.
type Polynomial = BTreeMap<Product, i128>;

/// A number that polynomials do not tell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Name {
    Term(usize),
    Constant(Constant, u32),
    Applied(String, u32, Polynomial, Polynomial),
}

/// A truth value that may come out either way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Fact {
    Term(usize),
    Zero(u32, Polynomial),
    Less { signed: bool, width: u32, a: Polynomial, b: Polynomial },
}

/// The value of a term under the assumed facts.
#[derive(Clone, Debug)]
enum Value {
    Truth(bool),
    /// It is this fact, or the opposite of it.
    Fact(Fact),
    Number(Polynomial),
    /// It follows from terms that are not known yet.
    Open,
}

/// Checks that the statement never holds.
pub(super) fn check(question: &[Term]) -> Result<(), &'static str> {
    let mut search = Search { question, names: FxHashMap::default(), facts: FxHashMap::default(), ways: 0 };
    search.is_false()
}

struct Search<'a> {
    question: &'a [Term],
    names: FxHashMap<Name, usize>,
    /// The truth values that are assumed.
    facts: FxHashMap<Fact, bool>,
    ways: usize,
}

impl Search<'_> {
    fn is_false(&mut self) -> Result<(), &'static str> {
        self.ways += 1;
        if self.ways > MOST_WAYS {
            return Err("truth values come out in too many ways");
        }
        let mut values = Vec::with_capacity(self.question.len());
        for at in 0..self.question.len() {
            let value = self.value(at, &values);
            values.push(value);
        }
        let statement = self.question.len() - 1;
        match values.last() {
            Some(Value::Truth(false)) => return Ok(()),
            Some(Value::Truth(true)) => return Err("the statement may hold"),
            _ => {}
        }
        let Some(fact) = self.undecided(statement, &values) else { return Err("nothing is left to assume") };
        if self.facts.len() >= MOST_FACTS {
            return Err("truth values come out in too many ways");
        }
        for value in [true, false] {
            self.facts.insert(fact.clone(), value);
            self.is_false()?;
        }
        self.facts.remove(&fact);
        Ok(())
    }

    /// A fact that a term which is not known depends on.
    fn undecided(&self, mut at: usize, values: &[Value]) -> Option<Fact> {
        loop {
            if let Value::Fact(fact) = &values[at] {
                return Some(fact.clone());
            }
            let is_open = |operand: &&usize| matches!(values[**operand], Value::Open | Value::Fact(_));
            at = *self.question[at].operands.iter().find(is_open)?;
        }
    }

    fn value(&mut self, at: usize, values: &[Value]) -> Value {
        let term = &self.question[at];
        let of = |place: usize| &values[term.operands[place]];
        match term.sort {
            Sort::Bool => match (&term.function, term.name()) {
                (Function::Known(value), _) => Value::Truth(*value),
                (_, Some("not")) => match of(0) {
                    Value::Truth(value) => Value::Truth(!value),
                    _ => Value::Open,
                },
                (_, Some("and")) => connected(of(0), of(1), false),
                (_, Some("or")) => connected(of(0), of(1), true),
                (_, Some("ite")) => chosen(of(0), of(1), of(2)),
                (_, Some("=")) if !matches!(self.question[term.operands[0]].sort, Sort::Bits(_)) => {
                    match (of(0), of(1)) {
                        (Value::Truth(a), Value::Truth(b)) => Value::Truth(a == b),
                        _ => Value::Open,
                    }
                }
                (_, Some(name @ ("=" | "bvult" | "bvule" | "bvslt" | "bvsle"))) => match (of(0), of(1)) {
                    (Value::Number(a), Value::Number(b)) => {
                        let width = self.question[term.operands[0]].width().unwrap_or_default();
                        self.compared(at, name, width, a, b)
                    }
                    _ => Value::Open,
                },
                _ => self.fact(Fact::Term(at), true),
            },
            Sort::Bits(width) => self.number(at, width, values),
        }
    }

    fn fact(&self, fact: Fact, value: bool) -> Value {
        match self.facts.get(&fact) {
            Some(known) => Value::Truth(*known == value),
            None => Value::Fact(fact),
        }
    }

    fn compared(&self, at: usize, name: &str, width: u32, a: &Polynomial, b: &Polynomial) -> Value {
        let signed = matches!(name, "bvslt" | "bvsle");
        match name {
            "=" => {
                let Some(rest) = sum(a, b, -1) else { return self.fact(Fact::Term(at), true) };
                let rest = modulo(rest, width);
                match rest.iter().next() {
                    None => Value::Truth(true),
                    // A small number is not zero at any width.
                    Some((product, value))
                        if rest.len() == 1
                            && product.is_empty()
                            && (width < FIRST || value.unsigned_abs() <= 128) =>
                    {
                        Value::Truth(false)
                    }
                    Some((_, value)) if *value < 0 => {
                        let negated = rest.iter().map(|(product, value)| (product.clone(), -value)).collect();
                        self.fact(Fact::Zero(width, negated), true)
                    }
                    Some(_) => self.fact(Fact::Zero(width, rest), true),
                }
            }
            "bvult" | "bvslt" => self.less(signed, width, a, b, true),
            _ => self.less(signed, width, b, a, false),
        }
    }

    fn less(&self, signed: bool, width: u32, a: &Polynomial, b: &Polynomial, value: bool) -> Value {
        // Nothing is below itself, nor below the least number.
        if a == b || !signed && b.is_empty() {
            return Value::Truth(!value);
        }
        self.fact(Fact::Less { signed, width, a: a.clone(), b: b.clone() }, value)
    }

    fn number(&mut self, at: usize, width: u32, values: &[Value]) -> Value {
        let term = &self.question[at];
        if let Function::Number(value) = &term.function {
            return Value::Number(match constant(*value, width) {
                Some(Constant::Small(small)) => modulo(known(small), width),
                Some(other) => self.named(Name::Constant(other, width)),
                None => self.named(Name::Term(at)),
            });
        }
        let (name, of) = (term.name().unwrap_or_default(), |place: usize| &values[term.operands[place]]);
        if name == "ite" {
            return chosen(of(0), of(1), of(2));
        }
        let is_arithmetic = name.starts_with("bv") && term.operands.len() == 2;
        match is_arithmetic.then(|| (of(0), of(1))) {
            Some((Value::Number(a), Value::Number(b))) => {
                let made = self.applied(name, width, a, b).map(|made| modulo(made, width));
                let made = made.filter(|made| made.len() <= MOST_PRODUCTS);
                Value::Number(made.unwrap_or_else(|| self.named(Name::Term(at))))
            }
            Some(_) => Value::Open,
            None => Value::Number(self.named(Name::Term(at))),
        }
    }

    fn applied(&mut self, name: &str, width: u32, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        match name {
            "bvadd" => sum(a, b, 1),
            "bvsub" => sum(a, b, -1),
            "bvmul" => product(a, b),
            "bvand" => self.both(width, a, b),
            // A bit of either counts once where both have it, and not at all in the other case.
            "bvor" => sum(&sum(a, b, 1)?, &self.both(width, a, b)?, -1),
            "bvxor" => sum(&sum(a, b, 1)?, &self.both(width, a, b)?, -2),
            // Remainders are what quotients leave; by zero, too, where SMT-LIB says that `a` is left.
            "bvurem" | "bvsrem" => {
                let quotient = self.opaque(if name == "bvurem" { "bvudiv" } else { "bvsdiv" }, width, a, b);
                sum(a, &product(&quotient, b)?, -1)
            }
            "bvudiv" | "bvsdiv" if *b == known(1) => Some(a.clone()),
            "bvshl" | "bvlshr" | "bvashr" if b.is_empty() => Some(a.clone()),
            "bvshl" => match number_of(b) {
                Some(by @ 0..=64) => product(a, &known(1 << by)),
                _ => {
                    let power = self.opaque("bvshl", width, &known(1), b);
                    product(a, &power)
                }
            },
            _ => Some(self.opaque(name, width, a, b)),
        }
    }

    /// The bits that both have.
    fn both(&mut self, width: u32, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let ones = known(-1);
        // `x and not y` is `x` less `x and y`. Of a number and its complement, the one whose last coefficient is positive stays.
        for (x, y) in [(a, b), (b, a)] {
            let is_complement = y.values().next_back().is_some_and(|last| *last < 0);
            if number_of(y).is_none() && is_complement {
                let complement = sum(&ones, y, -1)?;
                let both = self.both(width, x, &complement)?;
                return sum(x, &both, -1);
            }
        }
        if a == b || *b == ones {
            return Some(a.clone());
        }
        if *a == ones {
            return Some(b.clone());
        }
        if a.is_empty() || b.is_empty() {
            return Some(Polynomial::new());
        }
        Some(self.opaque("bvand", width, a.min(b), a.max(b)))
    }

    fn opaque(&mut self, name: &str, width: u32, a: &Polynomial, b: &Polynomial) -> Polynomial {
        self.named(Name::Applied(name.to_owned(), width, a.clone(), b.clone()))
    }

    fn named(&mut self, name: Name) -> Polynomial {
        let next = self.names.len();
        Polynomial::from([(vec![*self.names.entry(name).or_insert(next)], 1)])
    }
}

fn connected(a: &Value, b: &Value, absorbing: bool) -> Value {
    match (a, b) {
        (Value::Truth(value), _) | (_, Value::Truth(value)) if *value == absorbing => Value::Truth(absorbing),
        (Value::Truth(_), Value::Truth(_)) => Value::Truth(!absorbing),
        _ => Value::Open,
    }
}

fn chosen(condition: &Value, a: &Value, b: &Value) -> Value {
    let chosen = match condition {
        Value::Truth(true) => a,
        Value::Truth(false) => b,
        _ => return Value::Open,
    };
    match chosen {
        Value::Fact(_) => Value::Open,
        known => known.clone(),
    }
}

fn known(value: i128) -> Polynomial {
    if value == 0 { Polynomial::new() } else { Polynomial::from([(Vec::new(), value)]) }
}

/// The number that a polynomial is, if it is one.
fn number_of(polynomial: &Polynomial) -> Option<i128> {
    match polynomial.first_key_value() {
        None => Some(0),
        Some((product, value)) => (polynomial.len() == 1 && product.is_empty()).then_some(*value),
    }
}

/// `a + factor b`
fn sum(a: &Polynomial, b: &Polynomial, factor: i128) -> Option<Polynomial> {
    let mut out = a.clone();
    for (product, value) in b {
        let entry = out.entry(product.clone()).or_default();
        *entry = entry.checked_add(value.checked_mul(factor)?)?;
    }
    out.retain(|_, value| *value != 0);
    Some(out)
}

fn product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut out = Polynomial::new();
    if a.len() * b.len() > MOST_PRODUCTS * MOST_PRODUCTS {
        return None;
    }
    for (left, x) in a {
        for (right, y) in b {
            let mut names = [&left[..], &right[..]].concat();
            names.sort_unstable();
            let entry = out.entry(names).or_default();
            *entry = entry.checked_add(x.checked_mul(*y)?)?;
        }
    }
    out.retain(|_, value| *value != 0);
    Some(out)
}

/// At a fixed width coefficients count modulo two to the width, read as signed numbers.
fn modulo(mut polynomial: Polynomial, width: u32) -> Polynomial {
    if width < FIRST {
        let shift = 128 - width;
        polynomial.values_mut().for_each(|value| *value = *value << shift >> shift);
        polynomial.retain(|_, value| *value != 0);
    }
    polynomial
}
