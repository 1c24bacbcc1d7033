//! The points of a script: all choices that break no constraint. What a choice has nothing to do with is counted apart and multiplied.

use std::cell::RefCell;
use std::ops::ControlFlow;

use assay_ir::data::{OpId, Program};
use assay_smt::SolverPool;
use rustc_hash::FxHashMap;

use super::decisions::{self, Condition, Constrained, Decision, Decisions, Fault, Operand};
use crate::constraint::Constraint;
use crate::run::{Bound, Chosen, Script};

/// Combinations of choices that are looked at for a count.
const LOOKED_AT: u64 = 10_000_000;
/// Points of a component that are listed to be drawn from.
const LISTED: usize = 1 << 16;
/// Draws of a component without a list.
const DRAWS: usize = 10_000;

/// A choice for each decision of a script; `None` for those that are not made.
pub type Point = Vec<Option<usize>>;

/// The number of points of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// All of them.
    Exactly(u128),
    /// There are more than were counted.
    AtLeast(u128),
}

/// Decisions that constraints and conditions connect.
#[derive(Debug)]
struct Component {
    decisions: Vec<usize>,
    /// The constraints to ask behind each decision.
    checks: Vec<Vec<usize>>,
    /// The points, where they are few.
    listed: Option<Vec<Point>>,
}

/// All points of a script.
pub struct Space<'p> {
    program: &'p Program,
    solvers: Option<&'p SolverPool>,
    decisions: Vec<Decision>,
    constraints: Vec<Constrained>,
    undecided: Vec<OpId>,
    components: Vec<Component>,
    /// Answers about constraints at numbers.
    answers: RefCell<FxHashMap<(usize, Vec<i128>), bool>>,
}

impl<'p> Space<'p> {
    /// Reads the space of a script.
    ///
    /// # Errors
    /// Knobs without options, and constraints that no point satisfies.
    pub fn read(
        script: &Script<'p>,
        bound: &[Bound],
        solvers: Option<&'p SolverPool>,
    ) -> Result<Space<'p>, Vec<Fault>> {
        let Decisions { list, constraints, undecided } = decisions::read(script, bound)?;
        let mut space = Space {
            program: script.program,
            solvers,
            decisions: list,
            constraints,
            undecided,
            components: Vec::new(),
            answers: RefCell::default(),
        };
        space.connect();
        let empty = space.components.iter().find(|one| one.listed.as_ref().is_some_and(Vec::is_empty));
        let Some(empty) = empty else { return Ok(space) };
        let mut ops = empty.checks.iter().flatten().map(|check| space.constraints[*check].op);
        let at = ops.next_back().unwrap_or(script.entry);
        Err(vec![Fault { at, message: "no choice of the knobs satisfies the constraints".to_owned() }])
    }

    /// Constraints that the choices alone do not decide: a point that breaks one fails when it is run.
    pub fn undecided(&self) -> &[OpId] {
        &self.undecided
    }

    /// Puts the decisions together that depend on each other.
    fn connect(&mut self) {
        let mut roots: Vec<usize> = (0..self.decisions.len()).collect();
        fn root(roots: &[usize], mut at: usize) -> usize {
            while roots[at] != at {
                at = roots[at];
            }
            at
        }
        let mut join = |all: &[usize]| {
            for pair in all.windows(2) {
                let (a, b) = (root(&roots, pair[0]), root(&roots, pair[1]));
                roots[a.max(b)] = a.min(b);
            }
        };
        for (at, decision) in self.decisions.iter().enumerate() {
            let mut all = vec![at];
            all.extend(decision.active.iter().map(|(other, _)| *other));
            join(&all);
        }
        let used: Vec<Vec<usize>> = self.constraints.iter().map(involved).collect();
        used.iter().for_each(|all| join(all));
        for first in (0..self.decisions.len()).filter(|at| roots[*at] == *at) {
            let decisions: Vec<usize> =
                (0..self.decisions.len()).filter(|at| root(&roots, *at) == first).collect();
            let mut checks = vec![Vec::new(); decisions.len()];
            for (number, all) in used.iter().enumerate() {
                if let Some(at) =
                    all.iter().max().and_then(|last| decisions.iter().position(|one| one == last))
                {
                    checks[at].push(number);
                }
            }
            self.components.push(Component { decisions, checks, listed: None });
        }
        // Constraints of constants alone hold for all points or for none.
        let constant: Vec<usize> = (0..used.len()).filter(|at| used[*at].is_empty()).collect();
        if !constant.is_empty() {
            self.components.push(Component { decisions: Vec::new(), checks: vec![constant], listed: None });
        }
        let listed: Vec<Option<Vec<Point>>> = self.components.iter().map(|one| self.list(one)).collect();
        self.components.iter_mut().zip(listed).for_each(|(one, listed)| one.listed = listed);
    }

    /// The points of a component; `None` where they are many.
    fn list(&self, component: &Component) -> Option<Vec<Point>> {
        let mut all = Vec::new();
        let mut looked_at = 0;
        let mut point = vec![None; self.decisions.len()];
        self.walk(component, 0, &mut point, &mut looked_at, &mut |point| {
            all.push(point.clone());
            if all.len() > LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_continue()
        .then_some(all)
    }

    /// Walks over the points of a component.
    fn walk(
        &self,
        component: &Component,
        at: usize,
        point: &mut Point,
        looked_at: &mut u64,
        visit: &mut dyn FnMut(&Point) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        *looked_at += 1;
        if *looked_at > LOOKED_AT {
            return ControlFlow::Break(());
        }
        let holds = |point: &Point, at: usize| {
            let mut checks = component.checks.get(at).into_iter().flatten();
            checks.all(|check| self.holds(*check, point))
        };
        let Some(decision) = component.decisions.get(at).copied() else {
            // A component of constants has checks, and no decision.
            return if at > 0 || holds(point, 0) { visit(point) } else { ControlFlow::Continue(()) };
        };
        let choices = self.choices(decision, point);
        for choice in choices {
            point[decision] = choice;
            if holds(point, at) {
                self.walk(component, at + 1, point, looked_at, visit)?;
            }
        }
        point[decision] = None;
        ControlFlow::Continue(())
    }

    /// The options of a decision, given those before it.
    fn choices(&self, decision: usize, point: &Point) -> Vec<Option<usize>> {
        let one = &self.decisions[decision];
        match is_active(&one.active, point) {
            true => (0..one.words.len()).map(Some).collect(),
            false => vec![None],
        }
    }

    /// Tells if a constraint holds at a point, as far as its choices decide it.
    fn holds(&self, number: usize, point: &Point) -> bool {
        let one = &self.constraints[number];
        if !is_active(&one.active, point) {
            return true;
        }
        let value = |operand: &Operand| match operand {
            Operand::Number(number) => Some(*number),
            Operand::Choice(choice) => self.decisions[*choice].numbers[point[*choice]?],
        };
        let Some(values) = one.operands.iter().map(value).collect::<Option<Vec<i128>>>() else { return true };
        let key = (number, values);
        if let Some(known) = self.answers.borrow().get(&key) {
            return *known;
        }
        let constraint = Constraint { program: self.program, op: one.op };
        // A question that the solver leaves open is asked again by the run.
        let holds = constraint.solve(&key.1, self.solvers).map_or(true, |found| found.is_some());
        self.answers.borrow_mut().insert(key, holds);
        holds
    }

    /// The number of points.
    pub fn count(&self) -> Count {
        let (mut all, mut whole) = (1u128, true);
        for component in &self.components {
            let (mut count, mut looked_at) = (0u128, 0);
            let mut point = vec![None; self.decisions.len()];
            let walked = match &component.listed {
                Some(list) => {
                    count = list.len() as u128;
                    ControlFlow::Continue(())
                }
                None => self.walk(component, 0, &mut point, &mut looked_at, &mut |_| {
                    count += 1;
                    ControlFlow::Continue(())
                }),
            };
            whole &= walked.is_continue();
            all = all.saturating_mul(count);
        }
        if whole && all < u128::MAX { Count::Exactly(all) } else { Count::AtLeast(all) }
    }

    /// The number of choices without constraints.
    pub fn combinations(&self) -> u128 {
        self.decisions.iter().fold(1, |all, one| all.saturating_mul(one.words.len() as u128))
    }

    /// All points, in the order of the text; `None` where they are more than this.
    pub fn all(&self, most: u128) -> Option<Vec<Point>> {
        let Count::Exactly(count) = self.count() else { return None };
        if count > most || self.components.iter().any(|one| one.listed.is_none()) {
            return None;
        }
        let mut points = vec![vec![None; self.decisions.len()]];
        for component in &self.components {
            let list = component.listed.as_ref()?;
            points =
                points.iter().flat_map(|point| list.iter().map(|one| component.put(point, one))).collect();
        }
        points.sort();
        Some(points)
    }

    /// Draws a point by numbers below a bound; `None` where none was found.
    pub fn draw(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Point> {
        let mut point = vec![None; self.decisions.len()];
        for component in &self.components {
            point = match &component.listed {
                Some(list) => component.put(&point, &list[below(list.len())]),
                None => (0..DRAWS).find_map(|_| self.draw_from(component, &point, below))?,
            };
        }
        Some(point)
    }

    fn draw_from(
        &self,
        component: &Component,
        start: &Point,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Point> {
        let mut point = start.clone();
        for (at, decision) in component.decisions.iter().enumerate() {
            let choices = self.choices(*decision, &point);
            point[*decision] = choices[below(choices.len())];
            if !component.checks[at].iter().all(|check| self.holds(*check, &point)) {
                return None;
            }
        }
        Some(point)
    }

    /// The points that differ from one in a single choice: the next option of a knob on either side, or another region.
    pub fn neighbours(&self, point: &Point) -> Vec<Point> {
        let mut all = Vec::new();
        for (at, decision) in self.decisions.iter().enumerate() {
            let Some(choice) = point[at] else { continue };
            for other in 0..decision.words.len() {
                if other != choice && (!decision.ordered || other.abs_diff(choice) == 1) {
                    let mut near = point.clone();
                    near[at] = Some(other);
                    all.extend(self.completed(near));
                }
            }
        }
        all
    }

    /// The point with the decisions that its choices make open or void; `None` where it breaks a constraint.
    fn completed(&self, mut point: Point) -> Option<Point> {
        for (at, decision) in self.decisions.iter().enumerate() {
            point[at] = match is_active(&decision.active, &point) {
                true => point[at].or(Some(0)),
                false => None,
            };
        }
        (0..self.constraints.len()).all(|number| self.holds(number, &point)).then_some(point)
    }

    /// Tells if a point is one of the space.
    pub fn contains(&self, point: &Point) -> bool {
        point.len() == self.decisions.len() && self.completed(point.clone()).as_ref() == Some(point)
    }

    /// The choices of a point by the operations of the script.
    pub fn chosen(&self, point: &Point) -> Chosen {
        let pairs = self.decisions.iter().zip(point);
        pairs.flat_map(|(one, choice)| one.ops.iter().filter_map(move |op| Some((*op, (*choice)?)))).collect()
    }

    /// The point that these words are for.
    pub fn point(&self, words: &str) -> Option<Point> {
        let mut point = vec![None; self.decisions.len()];
        let mut rest = words;
        for (at, one) in self.decisions.iter().enumerate() {
            let Some(value) = rest.strip_prefix(&format!("{} = ", one.name)) else { continue };
            // Options may hold what is between two choices: the longest that fits is meant.
            let fits = |word: &&String| {
                value
                    .strip_prefix(word.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
            };
            let word = one.words.iter().filter(fits).max_by_key(|word| word.len())?;
            point[at] = one.words.iter().position(|other| other == word);
            rest = value[word.len()..].trim_start_matches(", ");
        }
        (rest.is_empty() && self.contains(&point)).then_some(point)
    }

    /// The point in words: `name = option` for each choice.
    pub fn words(&self, point: &Point) -> String {
        let pairs = self.decisions.iter().zip(point);
        let words =
            pairs.filter_map(|(one, choice)| Some(format!("{} = {}", one.name, one.words[(*choice)?])));
        words.collect::<Vec<_>>().join(", ")
    }
}

impl Component {
    /// A point with the choices of this component from another one.
    fn put(&self, point: &Point, from: &Point) -> Point {
        let mut all = point.clone();
        self.decisions.iter().for_each(|at| all[*at] = from[*at]);
        all
    }
}

/// Tells if a choice is made where these others are.
fn is_active(conditions: &[Condition], point: &Point) -> bool {
    conditions.iter().all(|(other, fits)| point[*other].is_some_and(|choice| fits[choice]))
}

/// The decisions that a constraint depends on.
fn involved(constraint: &Constrained) -> Vec<usize> {
    let operands = constraint.operands.iter().filter_map(|operand| match operand {
        Operand::Choice(choice) => Some(*choice),
        Operand::Number(_) => None,
    });
    operands.chain(constraint.active.iter().map(|(choice, _)| *choice)).collect()
}
