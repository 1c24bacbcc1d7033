//! What expressions come to for given values of the variables, with the meaning that SMT-LIB gives every operation.
//! Knows neither operations of programs nor solvers.

use super::expr::{Binary, Compare, Ex, Node, Pool, Sort, Var};
use super::float::{FORMATS, Format, From};

/// So many ones.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The signed reading.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.min(128);
    (value << unused) as i128 >> unused
}

/// Arithmetic; division by zero as in SMT-LIB.
pub fn apply(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let by_zero = b == 0;
    let amount = (b < u128::from(width)).then_some(b as u32);
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if by_zero => {
            if x < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Binary::SDiv => x.wrapping_div(y) as u128,
        Binary::SRem if by_zero => a,
        Binary::SRem => x.wrapping_rem(y) as u128,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => amount.map_or(0, |by| a << by),
        Binary::LShr => amount.map_or(0, |by| a >> by),
        Binary::AShr => (x >> amount.unwrap_or(127)) as u128,
    };
    value & mask(width)
}

/// Order.
pub fn compare(op: Compare, width: u32, a: u128, b: u128) -> bool {
    match op {
        Compare::ULt => a < b,
        Compare::ULe => a <= b,
        Compare::SLt => signed(a, width) < signed(b, width),
        Compare::SLe => signed(a, width) <= signed(b, width),
    }
}

/// Some expressions, ready to be evaluated often.
pub struct Evaluator<'a> {
    pool: &'a Pool,
    cone: Vec<Ex>,
    /// Values of the cone, by the number of the expression.
    values: Vec<u128>,
}

impl<'a> Evaluator<'a> {
    /// Evaluates these expressions, and what they are made of.
    pub fn new(pool: &'a Pool, roots: &[Ex]) -> Evaluator<'a> {
        let cone = pool.cone(roots);
        let size = cone.last().map_or(0, |last| last.0 as usize + 1);
        Evaluator { pool, cone, values: vec![0; size] }
    }

    /// Computes everything for these values of the variables; a truth value is 0 or 1.
    pub fn run(&mut self, values: &dyn Fn(Var) -> u128) {
        for ex in &self.cone {
            self.values[ex.0 as usize] = self.one(*ex, values);
        }
    }

    /// What an expression of the cone came to.
    pub fn value(&self, ex: Ex) -> u128 {
        self.values[ex.0 as usize]
    }

    /// Whether a truth value of the cone came out as true.
    pub fn holds(&self, ex: Ex) -> bool {
        self.value(ex) == 1
    }

    /// The format of an expression that is a floating-point number.
    fn format(&self, ex: Ex) -> Format {
        match self.pool.sort(ex) {
            Sort::Float(format) => format,
            // Only such expressions are made; any format would do.
            Sort::Bool | Sort::Bits(_) => FORMATS[0],
        }
    }

    fn one(&self, ex: Ex, values: &dyn Fn(Var) -> u128) -> u128 {
        let of = |ex: Ex| self.values[ex.0 as usize];
        let truth = u128::from;
        match *self.pool.node(ex) {
            Node::Bool(value) => truth(value),
            Node::Number { value, .. } => value,
            Node::Variable(var) => match self.pool.sort(ex) {
                Sort::Float(format) => format.read(values(var)),
                _ => values(var) & mask(self.pool.width(ex)),
            },
            Node::Not(a) => 1 - of(a),
            Node::And(a, b) => of(a) & of(b),
            Node::Or(a, b) => of(a) | of(b),
            Node::Equal(a, b) => truth(of(a) == of(b)),
            Node::Choice(c, a, b) => {
                if of(c) == 1 {
                    of(a)
                } else {
                    of(b)
                }
            }
            Node::Binary(op, a, b) => apply(op, self.pool.width(a), of(a), of(b)),
            Node::Compare(op, a, b) => truth(compare(op, self.pool.width(a), of(a), of(b))),
            Node::Extract { of: a, low, width } => of(a) >> low & mask(width),
            Node::Concat(high, low) => of(high) << self.pool.width(low) | of(low),
            Node::ZeroExtend(a, _) => of(a),
            Node::SignExtend(a, width) => signed(of(a), self.pool.width(a)) as u128 & mask(width),
            Node::FloatArithmetic(op, a, b) => self.format(a).apply(op, of(a), of(b)),
            Node::FloatNegated(a) => self.format(a).negated(of(a)),
            Node::FloatTest(test, a) => truth(self.format(a).test(test, of(a))),
            Node::FloatOrder(order, a, b) => truth(self.format(a).order(order, of(a), of(b))),
            Node::FloatFrom(From::Bits, a, format) => format.read(of(a)),
            Node::FloatFrom(From::Float, a, format) => format.from_f64(self.format(a).to_f64(of(a))),
            Node::FloatFrom(From::Unsigned, a, format) => format.from_integer(false, of(a)),
            Node::FloatFrom(From::Signed, a, format) => {
                let number = signed(of(a), self.pool.width(a));
                format.from_integer(number < 0, number.unsigned_abs())
            }
        }
    }
}
