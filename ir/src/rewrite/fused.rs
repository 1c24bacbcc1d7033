//! Many patterns as one matcher: a tree of the questions that their matching code asks, shared from the front. What many
//! patterns ask of one place with different answers (a name, a count, a type, an attribute) is one look into a hash table, so
//! that the time for an operation does not grow with the number of patterns.
//!
//! The tree is a filter. It leaves out what depends on ranges, users and native code, so that every pattern that matches
//! passes it, and few others do; the one-pattern matcher decides, by benefit. That one is also the oracle of the tree.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::compile::{Action, Code};
use super::slot::Slot;
use super::{Applied, CompiledPattern, Listener, Match, Options, RewriteError};
use crate::data::{AttrId, Ident, OpId, Program, TypeId, ValueId};
use crate::spec::Registry;

/// With fewer patterns the tree costs more than it saves.
const FEW: usize = 4;

/// A register of the tree: register 0 holds the operation, each look on the way down writes the next one.
type Reg = u32;

/// A look from what one register holds at something next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Operand(Reg, u32),
    Result(Reg, u32),
    DefiningOp(Reg),
    TypeOf(Reg),
    Attribute(Reg, Ident),
}

/// A question with one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ask {
    Name(Reg),
    OperandCount(Reg),
    ResultCount(Reg),
    Attribute(Reg),
    Type(Reg),
}

/// A fact that holds or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    NotNull(Reg),
    OperandsAtLeast(Reg, u32),
    ResultsAtLeast(Reg, u32),
    Equal(Reg, Reg),
}

/// One step of a path down the tree.
#[derive(Clone, Copy, Debug)]
enum Step {
    Look(Look),
    Ask(Ask, u32),
    Check(Check),
}

/// A step without an alternative.
#[derive(Clone, Copy, Debug)]
enum Lead {
    /// A look, and the register that keeps what is seen.
    Look(Look, Reg),
    /// A question, and the only answer that leads on.
    Ask(Ask, u32),
    Check(Check),
}

#[derive(Debug, Default)]
struct Node {
    /// Steps on the way into the node: where one fails, nothing below it is reached.
    leads: Vec<Lead>,
    /// Patterns, by rank, that ask nothing further.
    ends: Vec<u32>,
    looks: Vec<(Look, u32)>,
    checks: Vec<(Check, u32)>,
    asks: Vec<(Ask, FxHashMap<u32, u32>)>,
}

/// The value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Null,
    Operation(OpId),
    Value(ValueId),
    Type(TypeId),
    Attribute(AttrId),
}

/// A node of a finished tree: ranges of its lists, as start and end.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    leads: (u32, u32),
    ends: (u32, u32),
    ways: (u32, u32),
}

/// A way from a node to one below it.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A subtree that begins with a look.
    Look(u32),
    Check(Check, u32),
    /// A question with one answer that leads on.
    Ask(Ask, u32, u32),
    /// A question with several; the table that has them.
    AskOf(Ask, u32),
}

/// The tree, with what its nodes hold in lists one behind the other.
#[derive(Debug, Default)]
struct Tree {
    places: Vec<Place>,
    leads: Vec<Lead>,
    ends: Vec<u32>,
    ways: Vec<Way>,
    answers: Vec<FxHashMap<u32, u32>>,
    registers: usize,
}

/// A tree that is made.
#[derive(Debug)]
struct Growing {
    nodes: Vec<Node>,
    registers: usize,
}

/// Patterns in the order in which they are tried: higher benefit first; among equals the later one first, as MLIR 22.1.8 was
/// seen to do for identical matchers. A pattern's place in that order is its rank.
#[derive(Debug)]
pub struct PatternSet<'s, 'p> {
    patterns: &'s [CompiledPattern<'p>],
    order: Vec<usize>,
    tree: Option<Tree>,
}

/// The counts of one pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Operations at which the whole pattern was compared.
    pub tried: u64,
    /// Those at which it matched.
    pub matched: u64,
    /// Rewrites that were kept.
    pub applied: u64,
    /// Time of all that.
    pub time: Duration,
}

/// Memory that is used again from one operation to the next, and what is counted.
#[derive(Debug, Default)]
pub struct Candidates {
    ranks: Vec<usize>,
    held: Vec<Held>,
    stack: Vec<u32>,
    /// For each pattern by its place in the list; empty when nothing is to be counted.
    counts: Vec<Counts>,
}

impl Candidates {
    /// Counts from here on, for this number of patterns.
    pub fn count(&mut self, patterns: usize) {
        self.counts = vec![Counts::default(); patterns];
    }

    /// The counts, for each pattern by its place in the list.
    pub fn counts(&self) -> &[Counts] {
        &self.counts
    }
}

impl<'s, 'p> PatternSet<'s, 'p> {
    /// The set of these patterns.
    pub fn new(patterns: &'s [CompiledPattern<'p>]) -> PatternSet<'s, 'p> {
        let mut order: Vec<usize> = (0..patterns.len()).collect();
        order.sort_by_cached_key(|slot| {
            (std::cmp::Reverse(patterns[*slot].benefit()), std::cmp::Reverse(*slot))
        });
        let tree = (patterns.len() >= FEW).then(|| Tree::of(order.iter().map(|slot| patterns[*slot].code())));
        PatternSet { patterns, order, tree }
    }

    /// Memory for [`candidates`](Self::candidates).
    pub fn scratch(&self) -> Candidates {
        Candidates::default()
    }

    /// The patterns, in the order in which they were given.
    pub fn patterns(&self) -> &'s [CompiledPattern<'p>] {
        self.patterns
    }

    /// The pattern of a rank.
    pub fn pattern(&self, rank: usize) -> &'s CompiledPattern<'p> {
        &self.patterns[self.order[rank]]
    }

    /// The place in the list of the pattern of a rank.
    pub fn place(&self, rank: usize) -> usize {
        self.order[rank]
    }

    /// Ranks, ascending, of the patterns that may match at an operation: all that do are among them.
    pub fn candidates<'c>(
        &self,
        program: &Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &'c mut Candidates,
    ) -> &'c [usize] {
        scratch.ranks.clear();
        if program.is_erased(op) {
            return &scratch.ranks;
        }
        match &self.tree {
            Some(tree) => {
                let steps = tree.walk(program, op, options.registry, scratch);
                if options.work.is_some_and(|work| !work.take(steps)) {
                    scratch.ranks.clear();
                }
                scratch.ranks.sort_unstable();
            }
            None => {
                let name = program.op(op).name;
                let fits = |rank: &usize| self.pattern(*rank).code.anchor_name.is_none_or(|own| own == name);
                scratch.ranks.extend((0..self.order.len()).filter(fits));
            }
        }
        &scratch.ranks
    }

    /// The first match at an operation, with the rank of its pattern.
    pub fn match_at(
        &self,
        program: &Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &mut Candidates,
    ) -> Option<(usize, Match)> {
        self.candidates(program, op, options, scratch);
        for index in 0..scratch.ranks.len() {
            let rank = scratch.ranks[index];
            let began = (!scratch.counts.is_empty()).then(Instant::now);
            let found = self.pattern(rank).match_at(program, op, options);
            if let Some(began) = began {
                let counts = &mut scratch.counts[self.order[rank]];
                counts.tried += 1;
                counts.matched += u64::from(found.is_some());
                counts.time += began.elapsed();
            }
            if let Some(found) = found {
                return Some((rank, found));
            }
        }
        None
    }

    /// Applies the first pattern that matches at an operation.
    ///
    /// # Errors
    /// The place in the list of the pattern that breaks, and how; the program is then what it was.
    pub fn rewrite_at(
        &self,
        program: &mut Program,
        op: OpId,
        options: &Options<'_>,
        scratch: &mut Candidates,
        listener: &mut dyn Listener,
    ) -> Result<Option<Applied>, (usize, RewriteError)> {
        let Some((rank, found)) = self.match_at(program, op, options, scratch) else { return Ok(None) };
        self.apply_counted(rank, &found, program, options, scratch, listener).map(Some)
    }

    /// [`apply`](Self::apply) that counts, where counts are asked for.
    pub(super) fn apply_counted(
        &self,
        rank: usize,
        found: &Match,
        program: &mut Program,
        options: &Options<'_>,
        scratch: &mut Candidates,
        listener: &mut dyn Listener,
    ) -> Result<Applied, (usize, RewriteError)> {
        let began = (!scratch.counts.is_empty()).then(Instant::now);
        let done = self.apply(rank, found, program, options, listener);
        if let Some(began) = began {
            let counts = &mut scratch.counts[self.order[rank]];
            counts.applied += u64::from(done.is_ok());
            counts.time += began.elapsed();
        }
        done
    }

    /// Applies the pattern of a rank at an operation; `None` where it does not match.
    pub fn apply_ranked(
        &self,
        rank: usize,
        program: &mut Program,
        op: OpId,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Option<Result<Applied, (usize, RewriteError)>> {
        let found = self.pattern(rank).match_at(program, op, options)?;
        Some(self.apply(rank, &found, program, options, listener))
    }

    /// Applies a match of the pattern of a rank.
    ///
    /// # Errors
    /// As [`rewrite_at`](Self::rewrite_at).
    pub fn apply(
        &self,
        rank: usize,
        found: &Match,
        program: &mut Program,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Result<Applied, (usize, RewriteError)> {
        let pattern = self.order[rank];
        listener.matched(program, pattern, found);
        match self.patterns[pattern].try_apply(program, found, options, listener) {
            Ok(applied) => {
                listener.applied(program, pattern, &applied);
                Ok(applied)
            }
            Err(error) => {
                listener.undone(program, pattern);
                Err((pattern, error))
            }
        }
    }
}

impl Tree {
    fn of<'c>(codes: impl Iterator<Item = &'c std::sync::Arc<Code>>) -> Tree {
        let grown = Growing::of(codes);
        let mut tree = Tree { registers: grown.registers, ..Tree::default() };
        tree.places.resize(grown.nodes.len(), Place::default());
        for (place, node) in grown.nodes.into_iter().enumerate() {
            tree.places[place] = tree.place(node);
        }
        tree
    }

    /// Puts what a node holds behind what is in the lists.
    fn place(&mut self, node: Node) -> Place {
        let lengths = |tree: &Tree| [tree.leads.len() as u32, tree.ends.len() as u32, tree.ways.len() as u32];
        let before = lengths(self);
        self.leads.extend(node.leads);
        self.ends.extend(node.ends);
        self.ways.extend(node.looks.into_iter().map(|(_, child)| Way::Look(child)));
        self.ways.extend(node.checks.into_iter().map(|(check, child)| Way::Check(check, child)));
        for (ask, children) in node.asks {
            let only = children.iter().next().filter(|_| children.len() == 1);
            let way = match only {
                Some((answer, child)) => Way::Ask(ask, *answer, *child),
                None => {
                    self.answers.push(children);
                    Way::AskOf(ask, self.answers.len() as u32 - 1)
                }
            };
            self.ways.push(way);
        }
        let after = lengths(self);
        let [leads, ends, ways] = [0, 1, 2].map(|list| (before[list], after[list]));
        Place { leads, ends, ways }
    }

    /// Collects the ranks of the patterns that nothing excludes; returns the number of nodes that were visited.
    fn walk(
        &self,
        program: &Program,
        op: OpId,
        registry: Option<&Registry>,
        scratch: &mut Candidates,
    ) -> u64 {
        let Candidates { ranks, held, stack, .. } = scratch;
        // Each path writes a register before it reads it: what another one left there is not seen.
        if held.len() < self.registers {
            held.resize(self.registers, Held::Null);
        }
        held[0] = Held::Operation(op);
        stack.clear();
        stack.push(0);
        let part = |(start, end): (u32, u32)| start as usize..end as usize;
        let mut visited = 0;
        while let Some(at) = stack.pop() {
            visited += 1;
            let place = self.places[at as usize];
            if !self.leads[part(place.leads)].iter().all(|lead| lead.leads_on(program, registry, held)) {
                continue;
            }
            ranks.extend(self.ends[part(place.ends)].iter().map(|rank| *rank as usize));
            for way in &self.ways[part(place.ways)] {
                let child = match *way {
                    Way::Look(child) => Some(child),
                    Way::Check(check, child) => check.holds(program, held).then_some(child),
                    Way::Ask(ask, answer, child) => {
                        (ask.answer(program, held) == Some(answer)).then_some(child)
                    }
                    Way::AskOf(ask, table) => {
                        let answer = ask.answer(program, held);
                        answer.and_then(|answer| self.answers[table as usize].get(&answer).copied())
                    }
                };
                stack.extend(child);
            }
        }
        visited
    }
}

impl Growing {
    fn of<'c>(codes: impl Iterator<Item = &'c std::sync::Arc<Code>>) -> Growing {
        let mut tree = Growing { nodes: vec![Node::default()], registers: 1 };
        let mut path = Path::default();
        for (rank, code) in codes.enumerate() {
            let mut at = 0;
            let mut next = 1;
            for step in path.of(code) {
                at = tree.child(at, *step, next);
                if matches!(step, Step::Look(_)) {
                    next += 1;
                    tree.registers = tree.registers.max(next as usize);
                }
            }
            tree.nodes[at].ends.push(rank as u32);
        }
        (0..tree.nodes.len()).for_each(|at| tree.join(at));
        tree
    }

    /// Takes what lies behind the only way out of a node, where no pattern ends, into the node itself.
    fn join(&mut self, at: usize) {
        loop {
            let node = &self.nodes[at];
            let (lead, child) = match (&node.ends[..], &node.looks[..], &node.checks[..], &node.asks[..]) {
                ([], [(_, child)], [], []) => (None, *child),
                ([], [], [(check, child)], []) => (Some(Lead::Check(*check)), *child),
                ([], [], [], [(ask, children)]) if children.len() == 1 => {
                    let Some((answer, child)) = children.iter().next() else { return };
                    (Some(Lead::Ask(*ask, *answer)), *child)
                }
                _ => return,
            };
            let below = std::mem::take(&mut self.nodes[child as usize]);
            let node = &mut self.nodes[at];
            let mut leads = std::mem::take(&mut node.leads);
            leads.extend(lead.into_iter().chain(below.leads.iter().copied()));
            *node = Node { leads, ..below };
        }
    }

    /// The node behind a step, which is made where there is none.
    fn child(&mut self, at: usize, step: Step, to: Reg) -> usize {
        let fresh = self.nodes.len() as u32;
        let node = &mut self.nodes[at];
        let (child, lead) = match step {
            Step::Look(look) => (found_or_pushed(&mut node.looks, look, fresh), Some(Lead::Look(look, to))),
            Step::Check(check) => (found_or_pushed(&mut node.checks, check, fresh), None),
            Step::Ask(ask, answer) => {
                let slot = node.asks.iter().position(|(other, _)| *other == ask).unwrap_or_else(|| {
                    node.asks.push((ask, FxHashMap::default()));
                    node.asks.len() - 1
                });
                (*node.asks[slot].1.entry(answer).or_insert(fresh), None)
            }
        };
        if child == fresh {
            self.nodes.push(Node { leads: lead.into_iter().collect(), ..Node::default() });
        }
        child as usize
    }
}

fn found_or_pushed<T: PartialEq>(list: &mut Vec<(T, u32)>, wanted: T, fresh: u32) -> u32 {
    match list.iter().find(|(other, _)| *other == wanted) {
        Some((_, child)) => *child,
        None => {
            list.push((wanted, fresh));
            fresh
        }
    }
}

/// The steps of matching code that a tree can ask: names first, then counts, then types and attributes, then all else, as names
/// exclude the most patterns. A look goes right before the first question that needs it; registers are numbered in the order in
/// which they are written, so that patterns that ask the same share the steps.
#[derive(Default)]
struct Path {
    /// The look that writes each register of the code, over registers of the code.
    looks: Vec<Option<Look>>,
    /// The register of the tree for each register of the code whose look is on the path.
    registers: Vec<Option<Reg>>,
    /// Registers of the tree that are written.
    written: Reg,
    /// Questions over registers of the code, by class.
    questions: [Vec<Step>; Step::CLASSES],
    steps: Vec<Step>,
}

impl Path {
    /// The path of a code; memory is used again from one to the next.
    fn of(&mut self, code: &Code) -> &[Step] {
        self.steps.clear();
        self.looks.clear();
        self.looks.resize(code.registers, None);
        self.registers.clear();
        self.registers.resize(code.registers, None);
        self.registers[0] = Some(0);
        self.written = 1;
        self.read(code);
        let mut questions = std::mem::take(&mut self.questions);
        for question in questions.iter_mut().flat_map(|class| class.drain(..)) {
            let renamed = self.renamed(question);
            self.steps.extend(renamed);
        }
        self.questions = questions;
        &self.steps
    }

    /// Sorts the steps of a code into looks and questions.
    fn read(&mut self, code: &Code) {
        for step in &code.steps {
            let (look, to) = match &step.action {
                Action::Operand { of, index, to } => (Look::Operand(*of as Reg, *index), *to),
                Action::Result { of, index, to } => (Look::Result(*of as Reg, *index), *to),
                Action::DefiningOp { of, to } => (Look::DefiningOp(*of as Reg), *to),
                Action::TypeOf { of, to } => (Look::TypeOf(*of as Reg), *to),
                Action::Attribute { of, name, to } => (Look::Attribute(*of as Reg, *name), *to),
                other => {
                    if let Some(question) = question(other) {
                        self.questions[question.class()].push(question);
                    }
                    continue;
                }
            };
            self.looks[to] = Some(look);
        }
    }

    /// The register of the tree that holds what a register of the code does, once the looks that lead to it are on the path;
    /// `None` where the tree has no such look.
    fn register(&mut self, of: Reg) -> Option<Reg> {
        let mut chain: SmallVec<[Reg; 8]> = SmallVec::new();
        let mut at = of;
        while self.registers[at as usize].is_none() {
            chain.push(at);
            at = self.looks[at as usize]?.of();
        }
        while let Some(next) = chain.pop() {
            let look = self.looks[next as usize]?;
            let from = self.registers[look.of() as usize]?;
            self.steps.push(Step::Look(look.from(from)));
            self.registers[next as usize] = Some(self.written);
            self.written += 1;
        }
        self.registers[of as usize]
    }

    /// A question over registers of the tree.
    fn renamed(&mut self, step: Step) -> Option<Step> {
        Some(match step {
            Step::Look(look) => Step::Look(look),
            Step::Ask(ask, answer) => {
                let of = self.register(ask.of())?;
                Step::Ask(ask.from(of), answer)
            }
            Step::Check(Check::Equal(a, b)) => {
                let a = self.register(a)?;
                Step::Check(Check::Equal(a, self.register(b)?))
            }
            Step::Check(Check::NotNull(of)) => Step::Check(Check::NotNull(self.register(of)?)),
            Step::Check(Check::OperandsAtLeast(of, count)) => {
                Step::Check(Check::OperandsAtLeast(self.register(of)?, count))
            }
            Step::Check(Check::ResultsAtLeast(of, count)) => {
                Step::Check(Check::ResultsAtLeast(self.register(of)?, count))
            }
        })
    }
}

impl Step {
    const CLASSES: usize = 4;

    /// When a question is asked: those of lower classes go first.
    fn class(&self) -> usize {
        match self {
            Step::Ask(Ask::Name(_), _) => 0,
            Step::Ask(Ask::OperandCount(_) | Ask::ResultCount(_), _) => 1,
            Step::Ask(..) => 2,
            Step::Look(_) | Step::Check(_) => 3,
        }
    }
}

impl Look {
    /// The register that it starts from.
    fn of(self) -> Reg {
        match self {
            Look::Operand(of, _) | Look::Result(of, _) | Look::Attribute(of, _) => of,
            Look::DefiningOp(of) | Look::TypeOf(of) => of,
        }
    }

    /// The same look from another register.
    fn from(self, of: Reg) -> Look {
        match self {
            Look::Operand(_, index) => Look::Operand(of, index),
            Look::Result(_, index) => Look::Result(of, index),
            Look::DefiningOp(_) => Look::DefiningOp(of),
            Look::TypeOf(_) => Look::TypeOf(of),
            Look::Attribute(_, name) => Look::Attribute(of, name),
        }
    }
}

impl Ask {
    /// The register that it is about.
    fn of(self) -> Reg {
        match self {
            Ask::Name(of) | Ask::OperandCount(of) | Ask::ResultCount(of) => of,
            Ask::Attribute(of) | Ask::Type(of) => of,
        }
    }

    /// The same question about another register.
    fn from(self, of: Reg) -> Ask {
        match self {
            Ask::Name(_) => Ask::Name(of),
            Ask::OperandCount(_) => Ask::OperandCount(of),
            Ask::ResultCount(_) => Ask::ResultCount(of),
            Ask::Attribute(_) => Ask::Attribute(of),
            Ask::Type(_) => Ask::Type(of),
        }
    }
}

/// The question of a step, over registers of the code.
fn question(action: &Action) -> Option<Step> {
    let reg = |of: &super::compile::Reg| *of as Reg;
    Some(match action {
        Action::NotNull(of) => Step::Check(Check::NotNull(reg(of))),
        Action::Name(of, name) => Step::Ask(Ask::Name(reg(of)), name.index() as u32),
        Action::OperandCount { of, count, at_least: false } => Step::Ask(Ask::OperandCount(reg(of)), *count),
        Action::OperandCount { of, count, .. } => Step::Check(Check::OperandsAtLeast(reg(of), *count)),
        Action::ResultCount { of, count, at_least: false } => Step::Ask(Ask::ResultCount(reg(of)), *count),
        Action::ResultCount { of, count, .. } => Step::Check(Check::ResultsAtLeast(reg(of), *count)),
        Action::IsAttribute(of, attr) => Step::Ask(Ask::Attribute(reg(of)), attr.index() as u32),
        Action::IsType(of, ty) => Step::Ask(Ask::Type(reg(of)), ty.index() as u32),
        Action::Equal { a, b, written_only: false } => Step::Check(Check::Equal(reg(a), reg(b))),
        _ => return None,
    })
}

fn operation(held: &[Held], reg: Reg) -> Option<OpId> {
    match held[reg as usize] {
        Held::Operation(op) => Some(op),
        _ => None,
    }
}

impl Lead {
    /// Takes the step; returns true where it goes on.
    fn leads_on(self, program: &Program, registry: Option<&Registry>, held: &mut [Held]) -> bool {
        match self {
            Lead::Look(look, to) => {
                held[to as usize] = look.answer(program, registry, held);
                true
            }
            Lead::Ask(ask, answer) => ask.answer(program, held) == Some(answer),
            Lead::Check(check) => check.holds(program, held),
        }
    }
}

impl Look {
    fn answer(self, program: &Program, registry: Option<&Registry>, held: &[Held]) -> Held {
        let found = match self {
            Look::Operand(of, index) => {
                operation(held, of).and_then(|op| program.operand(op, index as usize)).map(Held::Value)
            }
            Look::Result(of, index) => {
                operation(held, of).and_then(|op| program.result(op, index as usize)).map(Held::Value)
            }
            Look::DefiningOp(of) => match held[of as usize] {
                Held::Value(value) => program.defining_op(value).map(Held::Operation),
                _ => None,
            },
            Look::Attribute(of, name) => {
                operation(held, of).and_then(|op| program.attr(op, name)).map(Held::Attribute)
            }
            Look::TypeOf(of) => match held[of as usize] {
                Held::Value(value) => Some(Held::Type(program.value_type(value))),
                Held::Attribute(attr) => match Slot::Attribute(attr).type_of(program, registry) {
                    Slot::Type(ty) => Some(Held::Type(ty)),
                    _ => None,
                },
                _ => None,
            },
        };
        found.unwrap_or(Held::Null)
    }
}

impl Ask {
    #[inline]
    fn answer(self, program: &Program, held: &[Held]) -> Option<u32> {
        match self {
            Ask::Name(of) => operation(held, of).map(|op| program.op(op).name.index() as u32),
            Ask::OperandCount(of) => operation(held, of).map(|op| program.operand_count(op) as u32),
            Ask::ResultCount(of) => operation(held, of).map(|op| program.result_count(op) as u32),
            Ask::Attribute(of) => match held[of as usize] {
                Held::Attribute(attr) => Some(attr.index() as u32),
                _ => None,
            },
            Ask::Type(of) => match held[of as usize] {
                Held::Type(ty) => Some(ty.index() as u32),
                _ => None,
            },
        }
    }
}

impl Check {
    fn holds(self, program: &Program, held: &[Held]) -> bool {
        match self {
            Check::NotNull(of) => held[of as usize] != Held::Null,
            Check::OperandsAtLeast(of, count) => {
                operation(held, of).is_some_and(|op| program.operand_count(op) >= count as usize)
            }
            Check::ResultsAtLeast(of, count) => {
                operation(held, of).is_some_and(|op| program.result_count(op) >= count as usize)
            }
            Check::Equal(a, b) => held[a as usize] == held[b as usize],
        }
    }
}
