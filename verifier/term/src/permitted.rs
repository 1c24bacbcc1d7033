//! Results that fast-math flags permit beside the one of IEEE 754: of a sum or a product each order of its terms (`reassoc`), of a sum
//! with a product the fused operation (`contract`), of a quotient the product with the reciprocal (`arcp`). An operation may be
//! replaced as often as its flags permit, so that an expression is permitted in the place of another one where such steps lead to it.
//! Nothing leads back: a product with a reciprocal is not permitted to become a quotient.
//!
//! Source of the flags' meaning: "Fast-Math Flags" in LLVM's language reference, to which the `arith` dialect refers.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::float::Arithmetic;
use crate::node::{Node, Sort, TermId};

/// Most terms of a sum or factors of a product, and most nested operations that are looked at.
const MAX_TERMS: usize = 16;

/// Most comparisons of expressions in one answer.
const MAX_STEPS: usize = 4096;

/// Flags of an operation, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Permissions(pub u32);

impl Permissions {
    /// The flags in the order of their bits.
    pub const FLAGS: [&str; 4] = ["reassoc", "contract", "arcp", "afn"];
    /// All of them, as `fast` permits.
    pub const ALL: Permissions = Permissions((1 << Self::FLAGS.len()) - 1);

    /// The flag of this name; `None` where none permits another result.
    pub fn named(flag: &str) -> Option<Permissions> {
        Self::FLAGS.iter().position(|known| *known == flag).map(|bit| Permissions(1 << bit))
    }

    /// Both sets of flags.
    #[must_use]
    pub fn with(self, other: Permissions) -> Permissions {
        Permissions(self.0 | other.0)
    }

    /// True where no flag is there.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn reassociates(self) -> bool {
        self.0 & 1 != 0
    }

    fn contracts(self) -> bool {
        self.0 & 2 != 0
    }

    fn takes_reciprocals(self) -> bool {
        self.0 & 4 != 0
    }

    fn contain(self, other: Permissions) -> bool {
        other.0 & !self.0 == 0
    }
}

/// An operation on floating-point numbers with flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flagged {
    /// The operation.
    pub op: Arithmetic,
    /// Its operands.
    pub operands: [TermId; 2],
    /// Its flags.
    pub permissions: Permissions,
}

/// The operations with flags on both sides, by their results.
pub struct Operations<'a> {
    /// Before the rewrite.
    pub before: FxHashMap<TermId, Flagged>,
    /// After it.
    pub after: FxHashMap<TermId, Flagged>,
    /// Equal numbers of the program before and of that after.
    pub equal: &'a FxHashMap<TermId, TermId>,
}

/// A term of a sum, or the number that is negated or not.
#[derive(Clone, Copy)]
struct Signed {
    negated: bool,
    value: Value,
}

#[derive(Clone, Copy)]
enum Value {
    Term(TermId),
    /// The product in a fused operation.
    Product(TermId, TermId),
}

impl Operations<'_> {
    /// True if the number `after` is permitted in the place of the result `before` of an operation with flags.
    pub fn permit(&self, pool: &TermArena, before: TermId, after: TermId) -> bool {
        let mut search = Search { operations: self, pool, steps: 0 };
        search.permits(before, after)
    }
}

struct Search<'a> {
    operations: &'a Operations<'a>,
    pool: &'a TermArena,
    steps: usize,
}

impl Search<'_> {
    fn permits(&mut self, before: TermId, after: TermId) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return false;
        }
        if self.is_equal(before, after) {
            return true;
        }
        let Some(flagged) = self.operations.before.get(&before).copied() else { return false };
        match flagged.op {
            Arithmetic::Add | Arithmetic::Sub | Arithmetic::Mul => {
                let (mut wanted, mut found) = (Terms::new(flagged), Terms::new(flagged));
                self.terms_before(before, flagged, false, &mut wanted);
                // An operation that several become has the flags that all of them have.
                let shared = Flagged { permissions: wanted.shared, ..flagged };
                self.terms_after(after, shared, (false, true), &wanted, &mut found);
                let same = wanted.terms.len() == found.terms.len() && wanted.terms.len() <= MAX_TERMS;
                same && wanted.negated == found.negated && self.same_terms(&wanted.terms, &mut found.terms)
            }
            Arithmetic::Div => self.permits_quotient(flagged, after),
        }
    }

    fn permits_quotient(&mut self, flagged: Flagged, after: TermId) -> bool {
        let [x, y] = flagged.operands;
        match self.operation_after(after, flagged.permissions) {
            Some((Arithmetic::Div, [p, q])) => self.permits(x, p) && self.permits(y, q),
            Some((Arithmetic::Mul, [p, q])) if flagged.permissions.takes_reciprocals() => {
                [(p, q), (q, p)].into_iter().any(|(factor, reciprocal)| {
                    let divisor = self.reciprocal_of(reciprocal, flagged.permissions);
                    divisor.is_some_and(|divisor| self.permits(x, factor) && self.permits(y, divisor))
                })
            }
            _ => false,
        }
    }

    fn is_equal(&self, before: TermId, after: TermId) -> bool {
        before == after || self.operations.equal.get(&before) == Some(&after)
    }

    /// The number of which this one is the reciprocal.
    fn reciprocal_of(&self, term: TermId, permissions: Permissions) -> Option<TermId> {
        let (Arithmetic::Div, [one, divisor]) = self.operation_after(term, permissions)? else { return None };
        let Sort::Float(format) = self.pool.sort(one) else { return None };
        (self.pool.float_value(one)? == format.from_f64(1.0)).then_some(divisor)
    }

    /// An operation after the rewrite that has no flags but these.
    fn operation_after(&self, term: TermId, permissions: Permissions) -> Option<(Arithmetic, [TermId; 2])> {
        if let Some(flagged) = self.operations.after.get(&term) {
            return permissions.contain(flagged.permissions).then_some((flagged.op, flagged.operands));
        }
        match *self.pool.node(term) {
            Node::FloatArithmetic(op, a, b) => Some((op, [a, b])),
            _ => None,
        }
    }

    /// The terms of a sum or the factors of a product before: of the operation itself, and of those in it that may be reordered
    /// with it.
    fn terms_before(&self, term: TermId, root: Flagged, negated: bool, out: &mut Terms) {
        let flagged = self.operations.before.get(&term).filter(|flagged| {
            let first = out.nested == 0;
            let both = flagged.permissions.reassociates() && root.permissions.reassociates();
            is_alike(flagged.op, root.op) && (first || both)
        });
        match (flagged, self.pool.node(term)) {
            (Some(flagged), _) if out.enter() => {
                out.shared.0 &= flagged.permissions.0;
                let [a, b] = flagged.operands;
                self.terms_before(a, root, negated, out);
                self.terms_before(b, root, negated != (flagged.op == Arithmetic::Sub), out);
            }
            (None, Node::FloatNegated(inner)) if out.enter() => {
                self.terms_before(*inner, root, !negated, out)
            }
            _ => out.add(root.op, negated, Value::Term(term)),
        }
    }

    /// The same after the rewrite, where operations without flags are reordered, too, but for those that are terms before.
    fn terms_after(
        &self,
        term: TermId,
        root: Flagged,
        (negated, first): (bool, bool),
        wanted: &Terms,
        out: &mut Terms,
    ) {
        let is_wanted = wanted
            .terms
            .iter()
            .any(|one| matches!(one.value, Value::Term(before) if self.is_equal(before, term)));
        let opens = !is_wanted && (first || root.permissions.reassociates());
        let operation = self.operation_after(term, root.permissions).filter(|(op, _)| is_alike(*op, root.op));
        match (operation, *self.pool.node(term)) {
            (Some((op, [a, b])), _) if opens && out.enter() => {
                self.terms_after(a, root, (negated, false), wanted, out);
                self.terms_after(b, root, (negated != (op == Arithmetic::Sub), false), wanted, out);
            }
            (None, Node::FloatFused(a, b, c)) if opens && root.fuses() && out.enter() => {
                out.add(root.op, negated, Value::Product(a, b));
                self.terms_after(c, root, (negated, false), wanted, out);
            }
            (None, Node::FloatNegated(inner)) if !is_wanted && out.enter() => {
                self.terms_after(inner, root, (!negated, first), wanted, out);
            }
            _ => out.add(root.op, negated, Value::Term(term)),
        }
    }

    /// True if each term before is met by another one after.
    fn same_terms(&mut self, wanted: &[Signed], found: &mut Vec<Signed>) -> bool {
        let Some((first, rest)) = wanted.split_first() else { return found.is_empty() };
        for index in 0..found.len() {
            if !self.meets(*first, found[index]) {
                continue;
            }
            let taken = found.swap_remove(index);
            if self.same_terms(rest, found) {
                return true;
            }
            found.push(taken);
            let last = found.len() - 1;
            found.swap(index, last);
        }
        false
    }

    fn meets(&mut self, wanted: Signed, found: Signed) -> bool {
        match (wanted.value, found.value) {
            (Value::Term(before), Value::Term(after)) => {
                wanted.negated == found.negated && self.permits(before, after)
            }
            (Value::Term(before), Value::Product(p, q)) => {
                let product = self.operations.before.get(&before).copied();
                let Some(product) = product.filter(|product| product.op == Arithmetic::Mul) else {
                    return false;
                };
                if !product.permissions.contracts() {
                    return false;
                }
                let ([x, y], [p, q]) =
                    (product.operands.map(|one| self.stripped(one)), [p, q].map(|one| self.stripped(one)));
                let signs =
                    [x, y, p, q].into_iter().fold(wanted.negated != found.negated, |sign, one| sign != one.0);
                let pairs = [[(x.1, p.1), (y.1, q.1)], [(x.1, q.1), (y.1, p.1)]];
                !signs
                    && pairs
                        .into_iter()
                        .any(|pairs| pairs.into_iter().all(|(before, after)| self.permits(before, after)))
            }
            (Value::Product(..), _) => false,
        }
    }

    /// A number without its negation.
    fn stripped(&self, term: TermId) -> (bool, TermId) {
        match *self.pool.node(term) {
            Node::FloatNegated(inner) => (true, inner),
            _ => (false, term),
        }
    }
}

/// Tells if terms of both are terms of one sum, or factors of one product.
fn is_alike(a: Arithmetic, b: Arithmetic) -> bool {
    let sums = [Arithmetic::Add, Arithmetic::Sub];
    a == b || sums.contains(&a) && sums.contains(&b)
}

impl Flagged {
    /// True for a sum that may be fused with a product.
    fn fuses(self) -> bool {
        self.permissions.contracts() && is_alike(self.op, Arithmetic::Add)
    }
}

/// The terms of a sum, or the factors of a product with the sign of all.
struct Terms {
    terms: Vec<Signed>,
    negated: bool,
    nested: usize,
    /// The flags of all operations that were looked at.
    shared: Permissions,
}

impl Terms {
    fn new(root: Flagged) -> Terms {
        Terms { terms: Vec::new(), negated: false, nested: 0, shared: root.permissions }
    }

    /// True while few enough operations were looked at.
    fn enter(&mut self) -> bool {
        self.nested += 1;
        self.nested <= 2 * MAX_TERMS
    }

    fn add(&mut self, op: Arithmetic, negated: bool, value: Value) {
        let of_product = op == Arithmetic::Mul;
        self.negated ^= of_product && negated;
        self.terms.push(Signed { negated: negated && !of_product, value });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::SINGLE;
    use crate::model_search::random::Random;

    /// An expression over four numbers.
    #[derive(Clone)]
    enum Tree {
        Leaf(usize),
        Negated(Box<Tree>),
        Binary(Arithmetic, Box<Tree>, Box<Tree>),
        Fused(Box<Tree>, Box<Tree>, Box<Tree>),
        Reciprocal(Box<Tree>),
    }

    fn drawn(random: &mut Random, depth: usize) -> Tree {
        use Arithmetic::{Add, Div, Mul, Sub};
        if depth == 0 || random.below(4) == 0 {
            return Tree::Leaf(random.below(4));
        }
        let op = [Add, Sub, Mul, Add, Mul, Div][random.below(6)];
        // A divisor is a power of two, so that everything is exact.
        let second = if op == Div { Tree::Leaf(3) } else { drawn(random, depth - 1) };
        Tree::Binary(op, drawn(random, depth - 1).into(), second.into())
    }

    /// The expression after some steps that all flags permit.
    fn rewritten(random: &mut Random, tree: &Tree) -> Tree {
        use Arithmetic::{Add, Div, Mul, Sub};
        let Tree::Binary(op, a, b) = tree else { return tree.clone() };
        let (a, b) = (rewritten(random, a), rewritten(random, b));
        match (*op, a, b) {
            (Div, a, b) if random.below(2) == 0 => {
                Tree::Binary(Mul, a.into(), Tree::Reciprocal(b.into()).into())
            }
            (Add, Tree::Binary(Mul, x, y), b) if random.below(2) == 0 => Tree::Fused(x, y, b.into()),
            (Sub, Tree::Binary(Mul, x, y), b) if random.below(2) == 0 => {
                Tree::Fused(x, y, Tree::Negated(b.into()).into())
            }
            (op @ (Add | Mul), Tree::Binary(inner, x, y), b) if op == inner && random.below(2) == 0 => {
                Tree::Binary(op, y, Tree::Binary(op, b.into(), x).into())
            }
            (op @ (Add | Mul), a, b) if random.below(2) == 0 => Tree::Binary(op, b.into(), a.into()),
            (op, a, b) => Tree::Binary(op, a.into(), b.into()),
        }
    }

    /// The expression with another leaf or another operation somewhere.
    fn edited(random: &mut Random, tree: &Tree) -> Tree {
        let mut both = |a: &Tree, b: &Tree| match random.below(2) {
            0 => (edited(random, a).into(), b.clone().into()),
            _ => (a.clone().into(), edited(random, b).into()),
        };
        match tree {
            Tree::Leaf(leaf) => Tree::Leaf((leaf + 1) % 4),
            Tree::Negated(a) => (**a).clone(),
            Tree::Reciprocal(a) => Tree::Negated(Tree::Reciprocal(a.clone()).into()),
            Tree::Fused(a, b, c) => {
                let (a, b) = both(a, b);
                Tree::Fused(a, b, c.clone())
            }
            Tree::Binary(op, a, b) => {
                let (a, b) = both(a, b);
                Tree::Binary(*op, a, b)
            }
        }
    }

    fn value(tree: &Tree, numbers: [f64; 4]) -> f64 {
        match tree {
            Tree::Leaf(leaf) => numbers[*leaf],
            Tree::Negated(a) => -value(a, numbers),
            Tree::Reciprocal(a) => 1.0 / value(a, numbers),
            Tree::Fused(a, b, c) => value(a, numbers).mul_add(value(b, numbers), value(c, numbers)),
            Tree::Binary(op, a, b) => {
                let (a, b) = (value(a, numbers), value(b, numbers));
                match op {
                    Arithmetic::Add => a + b,
                    Arithmetic::Sub => a - b,
                    Arithmetic::Mul => a * b,
                    Arithmetic::Div => a / b,
                }
            }
        }
    }

    /// Expressions as terms: before with the same flags on each operation, after without.
    #[derive(Default)]
    struct Terms {
        pool: TermArena,
        before: FxHashMap<TermId, Flagged>,
    }

    impl Terms {
        fn leaf(&mut self, leaf: usize) -> TermId {
            let name = format!("x{leaf}");
            let known = self.pool.variables().iter().position(|variable| variable.name == name);
            match known {
                Some(known) => self.pool.of_variable(crate::node::Var(known as u32)),
                None => self.pool.variable(name, Sort::Float(SINGLE)),
            }
        }

        fn with_flags(&mut self, tree: &Tree, permissions: Permissions) -> TermId {
            match tree {
                Tree::Leaf(leaf) => self.leaf(*leaf),
                Tree::Binary(op, a, b) => {
                    let operands = [self.with_flags(a, permissions), self.with_flags(b, permissions)];
                    // A variable, as the result of a choice depends on one.
                    let result = self.pool.variable(format!("r{}", self.before.len()), Sort::Float(SINGLE));
                    self.before.insert(result, Flagged { op: *op, operands, permissions });
                    result
                }
                _ => unreachable!("drawn expressions are binary"),
            }
        }

        fn strict(&mut self, tree: &Tree) -> TermId {
            match tree {
                Tree::Leaf(leaf) => self.leaf(*leaf),
                Tree::Negated(a) => {
                    let a = self.strict(a);
                    self.pool.float_negated(a)
                }
                Tree::Reciprocal(a) => {
                    let a = self.strict(a);
                    let bits = self.pool.number(32, SINGLE.from_f64(1.0));
                    let one = self.pool.float_from(crate::float::From::Bits, bits, SINGLE);
                    self.pool.float_arithmetic(Arithmetic::Div, one, a)
                }
                Tree::Binary(op, a, b) => {
                    let (a, b) = (self.strict(a), self.strict(b));
                    self.pool.float_arithmetic(*op, a, b)
                }
                Tree::Fused(a, b, c) => {
                    let (a, b, c) = (self.strict(a), self.strict(b), self.strict(c));
                    self.pool.float_fused(a, b, c)
                }
            }
        }
    }

    fn permits(before: &Tree, after: &Tree, permissions: Permissions) -> bool {
        let mut terms = Terms::default();
        let (from, to) = (terms.with_flags(before, permissions), terms.strict(after));
        let (after, equal) = (FxHashMap::default(), FxHashMap::default());
        Operations { before: terms.before, after, equal: &equal }.permit(&terms.pool, from, to)
    }

    #[test]
    fn steps_that_flags_permit_are_and_other_expressions_are_not() {
        const INPUTS: [[f64; 4]; 3] =
            [[3.0, 5.0, -7.0, 2.0], [-1.0, 11.0, 13.0, 4.0], [6.0, -9.0, 2.0, -8.0]];
        let mut random = Random::new();
        let (mut right, mut permitted, mut wrong) = (0, 0, 0);
        for _ in 0..4000 {
            let before = drawn(&mut random, 3);
            let after = rewritten(&mut random, &before);
            let other = edited(&mut random, &after);
            for (after, is_edited) in [(after, false), (other, true)] {
                let answer = permits(&before, &after, Permissions::ALL);
                let equal = INPUTS.iter().all(|numbers| value(&before, *numbers) == value(&after, *numbers));
                assert!(equal || !answer, "an expression with another value is permitted");
                right += u32::from(!is_edited);
                permitted += u32::from(!is_edited && answer);
                wrong += u32::from(!equal);
            }
        }
        assert!(permitted * 10 >= right * 8 && wrong > 3000, "{permitted} of {right}, {wrong}");
    }

    #[test]
    fn each_flag_permits_its_own_steps() {
        use Arithmetic::{Add, Div, Mul};
        let leaf = |number| Box::new(Tree::Leaf(number));
        let sum = |a, b| Tree::Binary(Add, a, b);
        let nested = (sum(sum(leaf(0), leaf(1)).into(), leaf(2)), sum(leaf(0), sum(leaf(1), leaf(2)).into()));
        let product = Tree::Binary(Mul, leaf(0), leaf(1));
        let fused = (sum(product.into(), leaf(2)), Tree::Fused(leaf(0), leaf(1), leaf(2)));
        let reciprocal = Tree::Reciprocal(leaf(1)).into();
        let quotient = (Tree::Binary(Div, leaf(0), leaf(1)), Tree::Binary(Mul, leaf(0), reciprocal));
        let swapped = (sum(leaf(0), leaf(1)), sum(leaf(1), leaf(0)));
        for (known, flag) in Permissions::FLAGS.into_iter().enumerate() {
            let flags = Permissions::named(flag).expect("a flag");
            for (step, (before, after)) in [&nested, &fused, &quotient].into_iter().enumerate() {
                assert_eq!(permits(before, after, flags), step == known, "{flag}, step {step}");
            }
            assert!(permits(&swapped.0, &swapped.1, flags), "both orders are one operation");
        }
    }
    #[test]
    fn a_step_over_several_operations_needs_the_flag_of_each() {
        let [reassoc, contract] =
            ["reassoc", "contract"].map(|flag| Permissions::named(flag).expect("a flag"));
        for inner in [reassoc, reassoc.with(contract)] {
            let mut terms = Terms::default();
            let [x, y, z, w] = [0, 1, 2, 3].map(|leaf| terms.leaf(leaf));
            let mut flagged = |op, operands, permissions| {
                let result = terms.pool.variable(format!("r{}", terms.before.len()), Sort::Float(SINGLE));
                terms.before.insert(result, Flagged { op, operands, permissions });
                result
            };
            let product = flagged(Arithmetic::Mul, [x, y], contract);
            let sum = flagged(Arithmetic::Add, [product, z], inner);
            let before = flagged(Arithmetic::Add, [sum, w], reassoc.with(contract));
            let fused = terms.pool.float_fused(x, y, z);
            let after = terms.pool.float_arithmetic(Arithmetic::Add, fused, w);
            let (none, equal) = (FxHashMap::default(), FxHashMap::default());
            let operations = Operations { before: terms.before, after: none, equal: &equal };
            assert_eq!(operations.permit(&terms.pool, before, after), inner != reassoc);
        }
    }
}
