//! What expressions come to for given values of the variables, with the meaning that SMT-LIB gives every operation.
//! Knows neither operations of programs nor solvers.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::bits::{mask, signed};
use crate::float::{FORMATS, Format, From};
use crate::node::{Binary, Compare, Node, Sort, TermId, Var};
use crate::node::{apply, compare};

/// Values of variables; what is not named is zero.
pub type Model = FxHashMap<Var, u128>;

/// Bits of a variable.
pub fn width(pool: &TermArena, var: Var) -> u32 {
    match pool.variables()[var.0 as usize].sort {
        Sort::Bool => 1,
        Sort::Bits(width) => width,
        Sort::Float(format) => format.width(),
    }
}

/// Whether a statement holds for these values.
pub fn holds(pool: &TermArena, statement: TermId, model: &Model) -> bool {
    let mut evaluator = Evaluator::new(pool, &[statement]);
    evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
    evaluator.holds(statement)
}

/// Some expressions, ready to be evaluated often.
pub struct Evaluator<'a> {
    pool: &'a TermArena,
    cone: Vec<TermId>,
    /// One step for each of the cone, over places in `values`.
    steps: Vec<Step>,
    /// Values of the cone.
    values: Vec<u128>,
}

/// A step over places of values, with the widths that it needs. What stays as it is has none.
#[derive(Clone, Copy)]
enum Step {
    Variable(Var, u128),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    Equal(u32, u32),
    Choice(u32, u32, u32),
    Binary(Binary, u32, u32, u32),
    Compare(Compare, u32, u32, u32),
    Extract(u32, u32, u128),
    Concat(u32, u32, u32),
    Same(u32),
    SignExtend(u32, u32, u128),
    /// All others, by their nodes.
    Other(TermId),
    Nothing,
}

impl<'a> Evaluator<'a> {
    /// Evaluates these expressions, and what they are made of.
    pub fn new(pool: &'a TermArena, roots: &[TermId]) -> Evaluator<'a> {
        let cone = pool.cone(roots);
        let mut values = vec![0; cone.len()];
        let mut steps = Vec::with_capacity(cone.len());
        for (at, ex) in cone.iter().enumerate() {
            let step = step(pool, &cone, *ex);
            match *pool.node(*ex) {
                Node::Bool(value) => values[at] = u128::from(value),
                Node::Number { value, .. } => values[at] = value,
                _ => {}
            }
            steps.push(step);
        }
        Evaluator { pool, cone, steps, values }
    }

    /// The number of steps of an evaluation.
    pub fn steps(&self) -> usize {
        self.steps.len()
    }

    /// Computes everything for these values of the variables; a truth value is 0 or 1.
    pub fn run(&mut self, given: &dyn Fn(Var) -> u128) {
        for at in 0..self.steps.len() {
            let of = |place: u32| self.values[place as usize];
            let truth = u128::from;
            self.values[at] = match self.steps[at] {
                Step::Nothing => continue,
                Step::Variable(var, mask) => given(var) & mask,
                Step::Not(a) => 1 - of(a),
                Step::And(a, b) => of(a) & of(b),
                Step::Or(a, b) => of(a) | of(b),
                Step::Equal(a, b) => truth(of(a) == of(b)),
                Step::Choice(c, a, b) => of(if of(c) == 1 { a } else { b }),
                Step::Binary(op, width, a, b) => apply(op, width, of(a), of(b)),
                Step::Compare(op, width, a, b) => truth(compare(op, width, of(a), of(b))),
                Step::Extract(a, low, mask) => of(a) >> low & mask,
                Step::Concat(high, low, width) => of(high) << width | of(low),
                Step::Same(a) => of(a),
                Step::SignExtend(a, width, mask) => signed(of(a), width) as u128 & mask,
                Step::Other(ex) => self.other(ex, given),
            };
        }
    }

    /// What an expression of the cone came to.
    ///
    /// # Panics
    /// When it is none of the cone.
    pub fn value(&self, ex: TermId) -> u128 {
        self.values[place(&self.cone, ex) as usize]
    }

    /// Where an expression of the cone stands, for [`value_at`](Self::value_at).
    ///
    /// # Panics
    /// When it is none of the cone.
    pub fn place(&self, ex: TermId) -> u32 {
        place(&self.cone, ex)
    }

    /// The value that the expression at a place came to.
    pub fn value_at(&self, place: u32) -> u128 {
        self.values[place as usize]
    }

    /// Whether a truth value of the cone came out as true.
    pub fn holds(&self, ex: TermId) -> bool {
        self.value(ex) == 1
    }

    /// The format of an expression that is a floating-point number.
    fn format(&self, ex: TermId) -> Format {
        match self.pool.sort(ex) {
            Sort::Float(format) => format,
            // Only such expressions are made; any format would do.
            Sort::Bool | Sort::Bits(_) => FORMATS[0],
        }
    }

    /// Floating-point numbers.
    fn other(&self, ex: TermId, given: &dyn Fn(Var) -> u128) -> u128 {
        let of = |ex: TermId| self.value(ex);
        let truth = u128::from;
        match *self.pool.node(ex) {
            Node::Variable(var) => self.format(ex).read(given(var)),
            Node::FloatArithmetic(op, a, b) => self.format(a).apply(op, of(a), of(b)),
            Node::FloatNegated(a) => self.format(a).negated(of(a)),
            Node::FloatIntegral(to, a) => self.format(a).integral(to, of(a)),
            Node::FloatRoot(a) => self.format(a).root(of(a)),
            Node::FloatFused(a, b, c) => self.format(a).fused(of(a), of(b), of(c)),
            Node::FloatTest(test, a) => truth(self.format(a).test(test, of(a))),
            Node::FloatOrder(order, a, b) => truth(self.format(a).order(order, of(a), of(b))),
            Node::FloatFrom(From::Bits, a, format) => format.read(of(a)),
            Node::FloatFrom(From::Float, a, format) => self.format(a).converted(format, of(a)),
            Node::FloatFrom(From::Unsigned, a, format) => format.from_integer(false, of(a)),
            Node::FloatFrom(From::Signed, a, format) => {
                let number = signed(of(a), self.pool.width(a));
                format.from_integer(number < 0, number.unsigned_abs())
            }
            Node::FloatTo { of: a, signed, width } => {
                self.format(a).to_integer(of(a), signed, width).unwrap_or(0)
            }
            // Everything else is a step of its own.
            _ => 0,
        }
    }
}

/// Where an expression of a cone stands in it.
fn place(cone: &[TermId], ex: TermId) -> u32 {
    cone.binary_search_by_key(&ex.0, |other| other.0).expect("a cone holds what its expressions are made of")
        as u32
}

fn step(pool: &TermArena, cone: &[TermId], ex: TermId) -> Step {
    let at = |ex: TermId| place(cone, ex);
    match *pool.node(ex) {
        Node::Bool(_) | Node::Number { .. } => Step::Nothing,
        Node::Variable(var) => match pool.sort(ex) {
            Sort::Float(_) => Step::Other(ex),
            Sort::Bool | Sort::Bits(_) => Step::Variable(var, mask(pool.width(ex))),
        },
        Node::Not(a) => Step::Not(at(a)),
        Node::And(a, b) => Step::And(at(a), at(b)),
        Node::Or(a, b) => Step::Or(at(a), at(b)),
        Node::Equal(a, b) => Step::Equal(at(a), at(b)),
        Node::Choice(c, a, b) => Step::Choice(at(c), at(a), at(b)),
        Node::Binary(op, a, b) => Step::Binary(op, pool.width(a), at(a), at(b)),
        Node::Compare(op, a, b) => Step::Compare(op, pool.width(a), at(a), at(b)),
        Node::Extract { of, low, width } => Step::Extract(at(of), low, mask(width)),
        Node::Concat(high, low) => Step::Concat(at(high), at(low), pool.width(low)),
        Node::ZeroExtend(a, _) => Step::Same(at(a)),
        Node::SignExtend(a, width) => Step::SignExtend(at(a), pool.width(a), mask(width)),
        Node::FloatArithmetic(..)
        | Node::FloatNegated(_)
        | Node::FloatIntegral(..)
        | Node::FloatRoot(_)
        | Node::FloatFused(..)
        | Node::FloatTest(..)
        | Node::FloatOrder(..)
        | Node::FloatFrom(..)
        | Node::FloatTo { .. } => Step::Other(ex),
    }
}
