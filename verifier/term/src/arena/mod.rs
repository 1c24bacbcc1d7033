//! Expressions over bits and truth values, each stored once. What can be computed without knowing a variable is computed
//! when the expression is made. Knows neither operations nor solvers.

use std::cmp::Ordering;

mod bits;
mod boolean;
mod float;
mod powers;

use rustc_hash::FxHashMap;

use crate::bits::mask;
use crate::node::{Binary, Node, Sort, TermId, Var, parts};
use crate::sample::{FROM, Sample};

/// Bits of a number that holds every width of MLIR, also read as signed.
const WIDTH_BITS: u32 = 32;

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// A name that no other variable of the pool has.
    pub name: String,
    /// What it is.
    pub sort: Sort,
}

/// All expressions of one question.
#[derive(Clone, Debug, Default)]
pub struct TermArena {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    known: FxHashMap<Node, TermId>,
    /// Bits as truth values.
    truths: FxHashMap<TermId, TermId>,
    variables: Vec<Variable>,
    /// Variables that are open widths, with those at the sample.
    widths: Vec<(TermId, u32)>,
    /// Whether something in it was made bit by bit, so that it is not the same expression at another width even where it
    /// looks so.
    pub width_dependent: bool,
    /// Of a question that is made for other widths, too: numbers that are not the same at all of them make it uneven.
    pub width_sample: Option<Sample>,
}

impl TermArena {
    /// No expression yet; of a question that is made for other widths, too, where one is given.
    pub fn speaking_for(width_sample: Option<Sample>) -> TermArena {
        TermArena { width_sample, ..TermArena::default() }
    }

    /// The expression itself.
    pub fn node(&self, ex: TermId) -> &Node {
        &self.nodes[ex.0 as usize]
    }

    /// The number of all expressions.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Its sort.
    pub fn sort(&self, ex: TermId) -> Sort {
        self.sorts[ex.0 as usize]
    }

    /// Its width; 1 for a truth value.
    pub fn width(&self, ex: TermId) -> u32 {
        match self.sort(ex) {
            Sort::Bool => 1,
            Sort::Bits(width) => width,
            Sort::Float(format) => format.width(),
        }
    }

    /// The variables, by their numbers.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// A new variable.
    pub fn variable(&mut self, name: impl Into<String>, sort: Sort) -> TermId {
        let var = Var(self.variables.len() as u32);
        if let (Some(width_sample), Sort::Bits(width)) = (self.width_sample, sort) {
            self.width_dependent |= !width_sample.has(width);
        }
        self.variables.push(Variable { name: name.into(), sort });
        self.intern(Node::Variable(var), sort)
    }

    /// The variable that an expression is.
    pub fn as_variable(&self, ex: TermId) -> Option<Var> {
        match self.node(ex) {
            Node::Variable(var) => Some(*var),
            _ => None,
        }
    }

    /// The expression that a variable is.
    pub fn of_variable(&mut self, var: Var) -> TermId {
        let sort = self.variables[var.0 as usize].sort;
        self.intern(Node::Variable(var), sort)
    }

    /// The number, or truth value as 0 and 1, that an expression is.
    pub fn value(&self, ex: TermId) -> Option<u128> {
        match self.node(ex) {
            Node::Bool(value) => Some(u128::from(*value)),
            Node::Number { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// A known truth value.
    pub fn boolean(&mut self, value: bool) -> TermId {
        self.intern(Node::Bool(value), Sort::Bool)
    }

    /// A known number; bits beyond the width are dropped.
    pub fn number(&mut self, width: u32, value: u128) -> TermId {
        let value = value & mask(width);
        self.width_dependent |=
            self.width_sample.is_some_and(|width_sample| !width_sample.is_even(width, value));
        self.intern(Node::Number { width, value }, Sort::Bits(width))
    }

    /// A known number that is an extension or a part of another one.
    fn resized(&mut self, from: (u32, u128), (width, value): (u32, u128)) -> TermId {
        let value = value & mask(width);
        self.width_dependent |= self
            .width_sample
            .is_some_and(|width_sample| !width_sample.is_resized_evenly(from, (width, value)));
        self.number(width, value)
    }

    /// The width of a type as a number of `bits` bits; of a question that speaks for other widths any number, of which is known
    /// how it compares with other widths.
    pub fn width_number(&mut self, bits: u32, width: u32) -> TermId {
        let Some(width_sample) = self.width_sample.filter(|_| width >= FROM) else {
            return self.number(bits, u128::from(width));
        };
        let open = width_sample.widths.contains(&width);
        let name = match open {
            true => {
                let below = width_sample.widths.iter().filter(|other| **other < width).count();
                format!("open width {below} in {bits} bits")
            }
            false => format!("a width of {width} in {bits} bits"),
        };
        match self.variables.iter().position(|variable| variable.name == name) {
            Some(known) => self.of_variable(Var(known as u32)),
            None => {
                let number = self.variable(name, Sort::Bits(bits));
                if bits >= WIDTH_BITS && open {
                    self.widths.push((number, width));
                }
                number
            }
        }
    }

    /// How two widths compare as numbers at all widths that a question speaks for; one of them may be a width below all that are open.
    pub fn order_of_widths(&self, a: TermId, b: TermId) -> Option<Ordering> {
        let open = |ex: TermId| self.widths.iter().find(|(number, _)| *number == ex).map(|(_, width)| *width);
        let narrow = |ex: TermId| self.value(ex).filter(|width| *width < u128::from(FROM));
        match (open(a), open(b)) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            (Some(_), None) => narrow(b).map(|_| Ordering::Greater),
            (None, Some(_)) => narrow(a).map(|_| Ordering::Less),
            (None, None) => None,
        }
    }

    /// The width as a number of itself, to be compared with another one: at every width that a question speaks for, what is
    /// known beside it is on the same side of it.
    pub fn limit(&mut self, width: u32) -> TermId {
        self.intern(Node::Number { width, value: u128::from(width) & mask(width) }, Sort::Bits(width))
    }

    /// All bits zero.
    pub fn zero(&mut self, width: u32) -> TermId {
        self.number(width, 0)
    }

    /// All bits one.
    pub fn ones(&mut self, width: u32) -> TermId {
        self.number(width, u128::MAX)
    }

    /// The smallest signed number.
    pub fn signed_min(&mut self, width: u32) -> TermId {
        self.number(width, 1 << (width - 1))
    }

    /// The negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        match *self.node(a) {
            Node::Bool(value) => self.boolean(!value),
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// Both hold.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ if a == b => a,
            _ => match self.both_by_form(a, b) {
                Some(known) => known,
                None => self.intern(Node::And(a.min(b), a.max(b)), Sort::Bool),
            },
        }
    }

    /// One of both holds.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (_, Some(1)) | (Some(0), _) => b,
            _ if a == b => a,
            _ => match self.either_by_form(a, b) {
                Some(known) => known,
                None => self.intern(Node::Or(a.min(b), a.max(b)), Sort::Bool),
            },
        }
    }

    /// All of these hold.
    pub fn all(&mut self, list: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.boolean(true);
        list.into_iter().fold(start, |all, one| self.and(all, one))
    }

    /// One of these holds.
    pub fn any(&mut self, list: impl IntoIterator<Item = TermId>) -> TermId {
        let start = self.boolean(false);
        list.into_iter().fold(start, |any, one| self.or(any, one))
    }

    /// Both are the same.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            _ if a == b => self.boolean(true),
            (Some(x), Some(y)) => self.boolean(x == y),
            (Some(known), _) if self.sort(a) == Sort::Bool => {
                if known == 1 {
                    b
                } else {
                    self.not(b)
                }
            }
            (_, Some(known)) if self.sort(a) == Sort::Bool => {
                if known == 1 {
                    a
                } else {
                    self.not(a)
                }
            }
            _ if self.sort(a) == Sort::Bits(1) => {
                let (p, q) = (self.truth(a), self.truth(b));
                self.equal(p, q)
            }
            _ if let Some(out) = self.power_of_two_is_zero(a, b) => out,
            _ if let (Some(x), Some(y)) = (self.float_value(a), self.float_value(b)) => self.boolean(x == y),
            _ if let Some(order) = self.order_of_widths(a, b) => self.boolean(order == Ordering::Equal),
            _ => self.intern(Node::Equal(a.min(b), a.max(b)), Sort::Bool),
        }
    }

    /// They differ.
    pub fn differ(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.equal(a, b);
        self.not(equal)
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub fn choice(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        if then == otherwise {
            return then;
        }
        match self.value(condition) {
            Some(1) => return then,
            Some(_) => return otherwise,
            None => {}
        }
        if let Node::Not(inner) = *self.node(condition) {
            return self.choice(inner, otherwise, then);
        }
        if self.sort(then) == Sort::Bool {
            // In terms of `and` and `or`, which know more.
            match (self.value(then), self.value(otherwise)) {
                (Some(1), _) => return self.or(condition, otherwise),
                (Some(_), _) => {
                    let not = self.not(condition);
                    return self.and(not, otherwise);
                }
                (_, Some(0)) => return self.and(condition, then),
                (_, Some(_)) => {
                    let not = self.not(condition);
                    return self.or(not, then);
                }
                _ => {}
            }
        }
        // A choice by the same condition inside, and one between equal numbers.
        match (*self.node(condition), *self.node(then), *self.node(otherwise)) {
            (_, Node::Choice(same, inner, _), _) if same == condition => {
                return self.choice(condition, inner, otherwise);
            }
            (_, _, Node::Choice(same, _, inner)) if same == condition => {
                return self.choice(condition, then, inner);
            }
            (Node::Equal(a, b), ..) if (a, b) == (then, otherwise) || (b, a) == (then, otherwise) => {
                return otherwise;
            }
            _ => {}
        }
        let (condition, then, otherwise) = self.in_order(condition, then, otherwise);
        if let Some(known) = self.value(condition) {
            return if known == 1 { then } else { otherwise };
        }
        self.intern(Node::Choice(condition, then, otherwise), self.sort(then))
    }

    /// Some of the bits.
    pub fn extract(&mut self, of: TermId, low: u32, width: u32) -> TermId {
        if low == 0 && width == self.width(of) {
            return of;
        }
        match *self.node(of) {
            Node::Number { width: own, value } => self.resized((own, value), (width, value >> low)),
            Node::Extract { of, low: below, .. } => self.extract(of, low + below, width),
            Node::ZeroExtend(inner, _) | Node::SignExtend(inner, _) if low + width <= self.width(inner) => {
                self.extract(inner, low, width)
            }
            Node::ZeroExtend(inner, _) if low >= self.width(inner) => self.zero(width),
            Node::Concat(high, rest) if low >= self.width(rest) => {
                let below = self.width(rest);
                self.extract(high, low - below, width)
            }
            Node::Concat(_, rest) if low + width <= self.width(rest) => self.extract(rest, low, width),
            _ => self.intern(Node::Extract { of, low, width }, Sort::Bits(width)),
        }
    }

    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (upper, lower) = (self.width(high), self.width(low));
        match (*self.node(high), *self.node(low)) {
            (Node::Number { value: x, .. }, Node::Number { value: y, .. }) => {
                self.number(upper + lower, x << lower | y)
            }
            // Neighbours that were cut apart.
            (Node::Extract { of: a, low: cut, width }, Node::Extract { of: b, low: from, width: below })
                if a == b && from + below == cut =>
            {
                self.extract(a, from, below + width)
            }
            _ => self.intern(Node::Concat(high, low), Sort::Bits(upper + lower)),
        }
    }

    /// With zeros above.
    pub fn zero_extend(&mut self, of: TermId, width: u32) -> TermId {
        match *self.node(of) {
            _ if width == self.width(of) => of,
            Node::Number { width: own, value } => self.resized((own, value), (width, value)),
            Node::ZeroExtend(inner, _) => self.zero_extend(inner, width),
            _ => self.intern(Node::ZeroExtend(of, width), Sort::Bits(width)),
        }
    }

    /// With copies of the highest bit above.
    pub fn sign_extend(&mut self, of: TermId, width: u32) -> TermId {
        let own = self.width(of);
        match *self.node(of) {
            _ if width == own => of,
            Node::Number { value, .. } => {
                self.resized((own, value), (width, crate::bits::signed(value, own) as u128))
            }
            Node::SignExtend(inner, _) => self.sign_extend(inner, width),
            Node::ZeroExtend(inner, _) => self.zero_extend(inner, width),
            _ => self.intern(Node::SignExtend(of, width), Sort::Bits(width)),
        }
    }

    /// A truth value as one bit.
    pub fn bit(&mut self, truth: TermId) -> TermId {
        let (one, zero) = (self.number(1, 1), self.number(1, 0));
        self.choice(truth, one, zero)
    }

    /// One bit as a truth value; what is computed bit by bit is computed with truth values.
    pub fn truth(&mut self, bit: TermId) -> TermId {
        let mut begun = vec![bit];
        while let Some(bit) = begun.last().copied() {
            let of: &[TermId] = match self.node(bit) {
                Node::Choice(_, a, b) | Node::Binary(Binary::And | Binary::Or | Binary::Xor, a, b) => {
                    &[*a, *b]
                }
                _ => &[],
            };
            let before = begun.len();
            begun.extend(of.iter().filter(|part| !self.truths.contains_key(part)));
            if begun.len() == before {
                begun.pop();
                let truth = self.truth_of(bit);
                self.truths.insert(bit, truth);
            }
        }
        self.truths[&bit]
    }

    /// One bit as a truth value where its parts are known as such.
    fn truth_of(&mut self, bit: TermId) -> TermId {
        match *self.node(bit) {
            Node::Number { value, .. } => self.boolean(value == 1),
            Node::Choice(condition, then, otherwise) => {
                let (then, otherwise) = (self.truths[&then], self.truths[&otherwise]);
                self.choice(condition, then, otherwise)
            }
            Node::Binary(op @ (Binary::And | Binary::Or | Binary::Xor), a, b) => {
                let (a, b) = (self.truths[&a], self.truths[&b]);
                match op {
                    Binary::And => self.and(a, b),
                    Binary::Or => self.or(a, b),
                    _ => self.differ(a, b),
                }
            }
            _ => {
                let one = self.number(1, 1);
                self.intern(Node::Equal(bit.min(one), bit.max(one)), Sort::Bool)
            }
        }
    }

    /// Everything that expressions are made of, themselves included, each after what it is made of.
    pub fn cone(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut inside = vec![false; self.nodes.len()];
        let mut stack: Vec<TermId> = roots.to_vec();
        while let Some(ex) = stack.pop() {
            if !std::mem::replace(&mut inside[ex.0 as usize], true) {
                stack.extend(parts(self.node(ex)));
            }
        }
        // What an expression is made of was made before it.
        (0..self.nodes.len() as u32).map(TermId).filter(|ex| inside[ex.0 as usize]).collect()
    }

    /// The variables of expressions, in order.
    pub fn variables_of(&self, roots: &[TermId]) -> Vec<Var> {
        let mut list: Vec<Var> = self.cone(roots).into_iter().filter_map(|ex| self.as_variable(ex)).collect();
        list.sort_unstable();
        list
    }

    /// The term of a node, stored once.
    pub fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let ex = TermId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.sorts.push(sort);
        self.known.insert(node, ex);
        ex
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Compare, apply};

    #[test]
    fn open_widths_compare_as_they_do_in_their_order() {
        let mut pool = TermArena::speaking_for(Some(Sample::of_several(&[18, 52])));
        let [low, high] = [18, 52].map(|width| pool.width_number(64, width));
        let (three, fifty) = (pool.width_number(64, 3), pool.width_number(64, 50));
        assert_eq!(pool.value(three), Some(3));
        let order = |pool: &mut TermArena, a, b| {
            let less = pool.compare(Compare::ULt, a, b);
            pool.value(less)
        };
        assert_eq!(order(&mut pool, low, high), Some(1));
        assert_eq!(order(&mut pool, high, low), Some(0));
        assert_eq!(order(&mut pool, three, low), Some(1));
        let same = pool.equal(low, high);
        assert_eq!(pool.value(same), Some(0));
        // How a number or a fixed width compares with an open one is not the same at all of them.
        let twenty = pool.number(64, 20);
        assert_eq!(order(&mut pool, low, twenty), None);
        assert_eq!(order(&mut pool, low, fifty), None);
    }

    #[test]
    fn equal_expressions_are_one() {
        let mut pool = TermArena::default();
        let (x, y) = (pool.variable("x", Sort::Bits(8)), pool.variable("y", Sort::Bits(8)));
        let (a, b) = (pool.binary(Binary::Add, x, y), pool.binary(Binary::Add, y, x));
        assert_eq!(a, b);
        assert_ne!(a, pool.binary(Binary::Sub, x, y));
    }

    #[test]
    fn a_minimum_is_one_expression_whichever_way_it_is_compared() {
        use crate::eval::Evaluator;
        for (strict, loose) in [(Compare::SLt, Compare::SLe), (Compare::ULt, Compare::ULe)] {
            let mut pool = TermArena::default();
            let (x, y) = (pool.variable("x", Sort::Bits(3)), pool.variable("y", Sort::Bits(3)));
            let mut least = Vec::new();
            let mut most = Vec::new();
            for (op, a, b) in [(strict, x, y), (strict, y, x), (loose, x, y), (loose, y, x)] {
                let before = pool.compare(op, a, b);
                least.push(pool.choice(before, a, b));
                most.push(pool.choice(before, b, a));
            }
            assert!(least.iter().all(|one| *one == least[0]));
            assert!(most.iter().all(|one| *one == most[0]));
            let mut evaluator = Evaluator::new(&pool, &[least[0], most[0]]);
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                evaluator.run(&|var| [a, b][var.0 as usize]);
                let (low, high) = match crate::node::compare(loose, 3, a, b) {
                    true => (a, b),
                    false => (b, a),
                };
                assert_eq!((evaluator.value(least[0]), evaluator.value(most[0])), (low, high));
            }
        }
    }

    const BINARY: [Binary; 13] = {
        use Binary::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr]
    };

    /// An expression, and what it comes to for given variables.
    type EvaluatedTerm = (TermId, Box<dyn Fn(u128, u128) -> u128>);

    /// Two variables, and every constant of a width, with what each is for given variables.
    type Leaf = (TermId, fn(u128, u128, u128) -> u128, u128);

    fn leaves(pool: &mut TermArena, sort: Sort, constants: u128) -> Vec<Leaf> {
        let mut all: Vec<Leaf> =
            vec![(pool.variable("x", sort), |x, _, _| x, 0), (pool.variable("y", sort), |_, y, _| y, 0)];
        for value in 0..constants {
            let constant = match sort {
                Sort::Bits(width) => pool.number(width, value),
                _ => pool.boolean(value == 1),
            };
            all.push((constant, |_, _, known| known, value));
        }
        all
    }

    #[test]
    fn numbers_are_simplified_to_what_they_are() {
        use crate::eval::Evaluator;
        use crate::node::compare;
        for width in 1..=3 {
            let mut pool = TermArena::default();
            let leaves = leaves(&mut pool, Sort::Bits(width), 1 << width);
            let mut made: Vec<EvaluatedTerm> = Vec::new();
            for (a, left, p) in leaves.iter().copied() {
                for (b, right, q) in leaves.iter().copied() {
                    for op in BINARY {
                        let value = move |x, y| apply(op, width, left(x, y, p), right(x, y, q));
                        made.push((pool.binary(op, a, b), Box::new(value)));
                    }
                    for op in [Compare::ULt, Compare::ULe, Compare::SLt, Compare::SLe] {
                        let order = pool.compare(op, a, b);
                        let value = move |x, y| u128::from(compare(op, width, left(x, y, p), right(x, y, q)));
                        made.push((order, Box::new(value)));
                        let chosen = pool.choice(order, b, a);
                        made.push((
                            chosen,
                            Box::new(move |x, y| match value(x, y) {
                                1 => right(x, y, q),
                                _ => left(x, y, p),
                            }),
                        ));
                    }
                    let equal = move |x, y| u128::from(left(x, y, p) == right(x, y, q));
                    made.push((pool.equal(a, b), Box::new(equal)));
                }
            }
            let all: Vec<TermId> = made.iter().map(|(ex, _)| *ex).collect();
            let mut evaluator = Evaluator::new(&pool, &all);
            for (x, y) in (0..1 << width).flat_map(|x| (0..1 << width).map(move |y| (x, y))) {
                evaluator.run(&|var| [x, y][var.0 as usize]);
                for (number, (ex, value)) in made.iter().enumerate() {
                    assert_eq!(evaluator.value(*ex), value(x, y), "{number} at {x}, {y} of width {width}");
                }
            }
        }
    }

    #[test]
    fn truth_values_are_simplified_to_what_they_are() {
        use crate::eval::Evaluator;
        let mut pool = TermArena::default();
        let leaves = leaves(&mut pool, Sort::Bool, 2);
        let mut made: Vec<EvaluatedTerm> = Vec::new();
        for (a, first, p) in leaves.iter().copied() {
            made.push((pool.not(a), Box::new(move |x, y| 1 - first(x, y, p))));
            for (b, second, q) in leaves.iter().copied() {
                made.push((pool.and(a, b), Box::new(move |x, y| first(x, y, p) & second(x, y, q))));
                made.push((pool.or(a, b), Box::new(move |x, y| first(x, y, p) | second(x, y, q))));
                for (c, third, r) in leaves.iter().copied() {
                    let value = move |x, y| match first(x, y, p) {
                        1 => second(x, y, q),
                        _ => third(x, y, r),
                    };
                    made.push((pool.choice(a, b, c), Box::new(value)));
                }
            }
        }
        let all: Vec<TermId> = made.iter().map(|(ex, _)| *ex).collect();
        let mut evaluator = Evaluator::new(&pool, &all);
        for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            evaluator.run(&|var| [x, y][var.0 as usize]);
            for (number, (ex, value)) in made.iter().enumerate() {
                assert_eq!(evaluator.value(*ex), value(x, y), "{number} at {x}, {y}");
            }
        }
    }

    #[test]
    fn a_number_that_is_cut_apart_is_put_together_again() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(8));
        let (high, low) = (pool.extract(x, 3, 5), pool.extract(x, 0, 3));
        assert_eq!(pool.concat(high, low), x);
    }

    #[test]
    fn the_truth_of_a_deep_bit_with_shared_parts_is_found() {
        let mut pool = TermArena::default();
        let [mut last, mut other] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(1)));
        for step in 0..100_000 {
            let op = if step % 2 == 0 { Binary::And } else { Binary::Or };
            let fresh = pool.variable(format!("z{step}"), Sort::Bits(1));
            let both = pool.binary(Binary::Xor, last, fresh);
            (last, other) = (pool.binary(op, both, other), last);
        }
        let truth = pool.truth(last);
        assert_eq!(pool.sort(truth), Sort::Bool);
    }

    #[test]
    fn a_bit_and_its_truth_are_inverse() {
        let mut pool = TermArena::default();
        let truth = pool.variable("p", Sort::Bool);
        let bit = pool.bit(truth);
        assert_eq!(pool.truth(bit), truth);
    }
}
