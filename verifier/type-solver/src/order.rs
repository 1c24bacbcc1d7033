//! What follows from equations between terms and from comparisons of numbers alone, so that long rows of them need neither
//! guessing nor a solver. Terms that a conjunct equates are in one class; each number that a conjunct compares has a least
//! value, the length of the longest way of comparisons to it. Classes only grow and values only rise; a value that rises
//! more often than there are numbers stands in a circle, which nothing satisfies. Disjunctions are looked into for parts
//! that contradict the rest, not for what follows from them. Where no contradiction is found, nothing is said.

use std::collections::VecDeque;

use assay_ir::data::{Context, UnionFind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::concrete::Evaluator;
use crate::term::{Formula, Number, Order, Term, Variable};

/// A formula with the same solutions, in which no part of a disjunction contradicts what stands beside it.
pub fn simplify(ctx: &Context, formula: Formula) -> Formula {
    let mut current = formula;
    // What is left of a disjunction may be a fact that others contradict.
    loop {
        let next = step(ctx, &current);
        match next {
            Some(next) => current = next,
            None => return current,
        }
    }
}

/// One round; `None` when nothing changes.
fn step(ctx: &Context, formula: &Formula) -> Option<Formula> {
    let conjuncts = formula.conjuncts();
    let known = Known::new(ctx, conjuncts);
    if !known.has_solution(0) {
        return (*formula != Formula::False).then_some(Formula::False);
    }
    let mut changed = false;
    let kept: Vec<Formula> = conjuncts
        .iter()
        .map(|conjunct| {
            let next = known.reduced(conjunct);
            changed |= next.is_some();
            next.unwrap_or_else(|| conjunct.clone())
        })
        .collect();
    changed.then(|| Formula::all(kept))
}

/// Least widths of unknowns that satisfy the comparisons of a formula, where these ask for many different ones.
pub(crate) fn least_widths(ctx: &Context, formula: &Formula) -> FxHashMap<Variable, u32> {
    let known = Known::new(ctx, formula.conjuncts());
    let values = known.least(1).or_else(|| known.least(0)).unwrap_or_default();
    let mut found = FxHashMap::default();
    for (term, id) in &known.classes.ids {
        let Term::Variable(variable) = term else { continue };
        let node = Node::Measure(Kind::Width, known.classes.root(*id));
        let width = known.nodes.get(&node).map(|place| values.get(*place).copied().unwrap_or(0));
        if let Some(width) = width.and_then(|width| u32::try_from(width).ok()) {
            found.insert(*variable, width);
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Width,
    Rank,
    Container,
    Length,
}

/// A number: a written one, or a measure of a class of equal terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Constant(i128),
    Measure(Kind, usize),
}

/// Terms in classes of equal ones.
#[derive(Default)]
struct Classes<'f> {
    ids: FxHashMap<&'f Term, usize>,
    forest: UnionFind,
}

impl<'f> Classes<'f> {
    fn id(&mut self, term: &'f Term) -> usize {
        *self.ids.entry(term).or_insert_with(|| self.forest.add())
    }

    fn root(&self, id: usize) -> usize {
        self.forest.find(id)
    }

    fn equate(&mut self, a: &'f Term, b: &'f Term) {
        let [a, b] = [a, b].map(|term| self.id(term));
        self.forest.join(a, b);
    }

    fn same(&self, a: &Term, b: &Term) -> bool {
        let root = |term| self.ids.get(term).map(|id| self.root(*id));
        a == b || root(a).is_some_and(|a| root(b) == Some(a))
    }
}

/// What the conjuncts of a formula say.
struct Known<'f> {
    ctx: &'f Context,
    facts: FxHashSet<&'f Formula>,
    denied: FxHashSet<&'f Formula>,
    classes: Classes<'f>,
    /// The numbers that are known to be ones.
    nodes: FxHashMap<Node, usize>,
    constants: Vec<(usize, i128)>,
    /// From each number to those that are larger by this much at least.
    above: Vec<Vec<(usize, i128)>>,
}

impl<'f> Known<'f> {
    fn new(ctx: &'f Context, conjuncts: &'f [Formula]) -> Known<'f> {
        let mut known = Known {
            ctx,
            facts: conjuncts.iter().collect(),
            denied: FxHashSet::default(),
            classes: Classes::default(),
            nodes: FxHashMap::default(),
            constants: Vec::new(),
            above: Vec::new(),
        };
        for conjunct in conjuncts {
            match conjunct {
                Formula::Equal(a, b) => known.classes.equate(a, b),
                Formula::Not(inner) => {
                    known.denied.insert(inner);
                }
                Formula::Compare(a, _, b) => {
                    for term in [a, b].into_iter().filter_map(Number::term) {
                        known.classes.id(term);
                    }
                }
                _ => {}
            }
        }
        for conjunct in conjuncts {
            if let Formula::Compare(a, order, b) = conjunct {
                let ends = [a, b].map(|number| known.node(number).map(|node| known.place(node)));
                if let [Some(a), Some(b)] = ends {
                    known.compare(a, *order, b);
                }
            }
        }
        // What is denied says something of what is known to be a number.
        for conjunct in conjuncts {
            let Formula::Not(inner) = conjunct else { continue };
            let Formula::Compare(a, order, b) = &**inner else { continue };
            if let (Some(a), Some(b)) = (known.number(a), known.number(b)) {
                match order {
                    Order::Less => known.compare(b, Order::LessOrEqual, a),
                    Order::LessOrEqual => known.compare(b, Order::Less, a),
                    Order::NotEqual => known.compare(a, Order::Equal, b),
                    Order::Equal => {}
                }
            }
        }
        known.order_constants();
        known
    }

    fn order_constants(&mut self) {
        self.constants.sort_by_key(|(_, value)| *value);
        for pair in self.constants.windows(2) {
            let [(low, a), (high, b)] = pair else { continue };
            self.above[*low].push((*high, b - a));
        }
    }

    /// The node of a number, when its term is one of those that are compared.
    fn node(&self, number: &Number) -> Option<Node> {
        let (kind, term) = match number {
            Number::Constant(value) => return Some(Node::Constant(*value)),
            Number::Width(term) => (Kind::Width, term),
            Number::Rank(term) => (Kind::Rank, term),
            Number::Container(term) => (Kind::Container, term),
            Number::Length(term) => (Kind::Length, term),
        };
        if let Term::Constant(_) = term {
            let written = Evaluator { ctx: self.ctx, values: &|_| None }.number(number);
            return written.flatten().map(Node::Constant);
        }
        self.classes.ids.get(term).map(|id| Node::Measure(kind, self.classes.root(*id)))
    }

    fn place(&mut self, node: Node) -> usize {
        let next = self.nodes.len();
        let place = *self.nodes.entry(node).or_insert(next);
        if place == next {
            self.above.push(Vec::new());
            if let Node::Constant(value) = node {
                self.constants.push((next, value));
            }
        }
        place
    }

    /// The place of what is known to be a number.
    fn number(&self, number: &Number) -> Option<usize> {
        self.nodes.get(&self.node(number)?).copied()
    }

    fn compare(&mut self, a: usize, order: Order, b: usize) {
        match order {
            Order::Less => self.above[a].push((b, 1)),
            Order::LessOrEqual => self.above[a].push((b, 0)),
            Order::Equal => {
                self.above[a].push((b, 0));
                self.above[b].push((a, 0));
            }
            Order::NotEqual => {}
        }
    }

    fn has_solution(&self, start: i128) -> bool {
        self.least(start).is_some()
    }

    /// The least values, none below `start`; `None` when there are none.
    fn least(&self, start: i128) -> Option<Vec<i128>> {
        let count = self.above.len();
        let mut values = vec![start; count];
        let mut written = vec![false; count];
        for (place, value) in &self.constants {
            values[*place] = *value;
            written[*place] = true;
        }
        let mut rises = vec![0usize; count];
        let mut waiting = vec![true; count];
        let mut queue: VecDeque<usize> = (0..count).collect();
        while let Some(place) = queue.pop_front() {
            waiting[place] = false;
            for (larger, gap) in &self.above[place] {
                let least = values[place] + gap;
                if values[*larger] >= least {
                    continue;
                }
                rises[*larger] += 1;
                if written[*larger] || rises[*larger] > count {
                    return None;
                }
                values[*larger] = least;
                if !waiting[*larger] {
                    waiting[*larger] = true;
                    queue.push_back(*larger);
                }
            }
        }
        Some(values)
    }

    /// Whether `a <= b` follows, or with `strict` even `a < b`.
    fn follows(&self, a: usize, b: usize, strict: bool) -> bool {
        let mut seen: FxHashSet<(usize, bool)> = FxHashSet::default();
        let mut open = vec![(a, false)];
        while let Some((place, less)) = open.pop() {
            if place == b && (less || !strict) {
                return true;
            }
            if seen.insert((place, less)) {
                open.extend(self.above[place].iter().map(|(next, gap)| (*next, less || *gap > 0)));
            }
        }
        false
    }

    /// Whether a comparison holds, as far as others tell.
    fn compares(&self, a: &Number, order: Order, b: &Number) -> Option<bool> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        let (less, greater) = (|strict| self.follows(a, b, strict), |strict| self.follows(b, a, strict));
        let equal = || match less(true) || greater(true) {
            true => Some(false),
            false => (less(false) && greater(false)).then_some(true),
        };
        match order {
            Order::Less if less(true) => Some(true),
            Order::Less => greater(false).then_some(false),
            Order::LessOrEqual if less(false) => Some(true),
            Order::LessOrEqual => greater(true).then_some(false),
            Order::Equal => equal(),
            Order::NotEqual => equal().map(|equal| !equal),
        }
    }

    /// Whether no solution of the conjuncts satisfies (or, with `denied`, fails) a statement.
    fn contradicts(&self, statement: &Formula, denied: bool) -> bool {
        let said = if denied { &self.facts } else { &self.denied };
        if said.contains(statement) {
            return true;
        }
        match statement {
            Formula::True => denied,
            Formula::False => !denied,
            Formula::Not(inner) => self.contradicts(inner, !denied),
            Formula::And(parts) | Formula::Or(parts) => {
                let contradicts = |part: &Formula| self.contradicts(part, denied);
                match matches!(statement, Formula::And(_)) == denied {
                    true => parts.iter().all(contradicts),
                    false => parts.iter().any(contradicts),
                }
            }
            Formula::Equal(a, b) => denied && (*a != *b) && self.classes.same(a, b),
            Formula::Compare(a, order, b) => self.compares(a, *order, b) == Some(denied),
            _ => false,
        }
    }

    /// A conjunct without the alternatives that the others contradict; `None` when all stay.
    fn reduced(&self, conjunct: &Formula) -> Option<Formula> {
        let (parts, denied) = match conjunct {
            Formula::Or(parts) => (parts, false),
            Formula::Not(inner) => match &**inner {
                Formula::And(parts) => (parts, true),
                Formula::Equal(a, b) if a != b && self.classes.same(a, b) => return Some(Formula::False),
                Formula::Compare(a, order, b) if self.compares(a, *order, b) == Some(true) => {
                    return Some(Formula::False);
                }
                _ => return None,
            },
            _ => return None,
        };
        let kept: Vec<&Formula> = parts.iter().filter(|part| !self.contradicts(part, denied)).collect();
        let part = |part: &&Formula| if denied { (**part).clone().negate() } else { (**part).clone() };
        (kept.len() < parts.len()).then(|| Formula::any(kept.iter().map(part).collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(number: u32) -> Term {
        Term::Variable(Variable(number))
    }

    fn less(a: u32, b: u32) -> Formula {
        Formula::Compare(Number::Width(term(a)), Order::Less, Number::Width(term(b)))
    }

    fn row(length: u32) -> Formula {
        Formula::all((0..length).map(|number| less(number, number + 1)))
    }

    #[test]
    fn a_row_of_comparisons_has_least_widths() {
        let widths = least_widths(&Context::new(), &row(500));
        assert!((0..=500).all(|number| widths[&Variable(number)] == number + 1));
    }

    #[test]
    fn a_circle_of_comparisons_has_no_solution() {
        let circle = Formula::all([row(500), less(500, 0)]);
        assert_eq!(simplify(&Context::new(), circle), Formula::False);
    }

    #[test]
    fn what_follows_from_a_row_cannot_be_denied() {
        let ctx = Context::new();
        let denied = Formula::all([row(500), less(0, 500).negate()]);
        assert_eq!(simplify(&ctx, denied), Formula::False);
        // The type in place 7 may have no width, so that nothing follows.
        let other = Formula::all([row(5), less(0, 7).negate()]);
        assert_eq!(simplify(&ctx, other.clone()), other);
    }

    #[test]
    fn a_written_width_bounds_the_others() {
        let ctx = Context::new();
        let written = Number::Width(Term::Constant(ctx.type_attr(ctx.integer(3))));
        let below =
            |number| Formula::Compare(Number::Width(term(number)), Order::LessOrEqual, written.clone());
        assert_eq!(simplify(&ctx, Formula::all([row(4), below(4)])), Formula::False);
        let fits = Formula::all([row(3), below(3)]);
        assert_eq!(simplify(&ctx, fits.clone()), fits);
    }

    #[test]
    fn alternatives_that_contradict_the_rest_go() {
        let ctx = Context::new();
        let (a, b) = (Formula::Equal(term(0), term(1)), Formula::Equal(term(1), term(2)));
        let apart = Formula::all([Formula::Equal(term(0), term(2)), less(3, 4)]).negate();
        let left = simplify(&ctx, Formula::all([a.clone(), b.clone(), apart]));
        assert_eq!(left, Formula::all([a, b, less(3, 4).negate()]));
    }
}
