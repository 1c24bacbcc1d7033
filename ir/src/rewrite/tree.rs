//! The questions of many patterns as one tree. What many patterns ask of one place with different answers (a name, a count, a
//! type, an attribute) is one look into a hash table, so that the time for an operation does not grow with the number of
//! patterns. All patterns ask their questions in one order: first those that exclude the most patterns by a single answer. A
//! place is looked at once for an operation, however many paths ask about it.
//!
//! The tree is a filter. It leaves out ranges, users and native code, so that every pattern that matches passes it, and few
//! others do.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::compile::{self, Action, Code};
use super::slot::Slot;
use crate::data::{AttrId, Ident, OpId, Program, TypeId, ValueId};
use crate::spec::Registry;

/// A place in the payload, by its number in the tree. Place 0 is the operation at which patterns are tried.
type Place = u32;

/// The way to a place from one with a lower number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Look {
    Start,
    Operand(Place, u32),
    Result(Place, u32),
    DefiningOp(Place),
    /// The operation that defines an operand.
    Producer(Place, u32),
    TypeOf(Place),
    Attribute(Place, Ident),
}

/// A question about places; its answer is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Name(Place),
    OperandCount(Place),
    ResultCount(Place),
    Attribute(Place),
    Type(Place),
    // These are answered with `YES` or not at all.
    NotNull(Place),
    OperandsAtLeast(Place, u32),
    ResultsAtLeast(Place, u32),
    Equal(Place, Place),
}

/// The answer to a question that has but one.
const YES: u32 = 1;

/// With more places on one way, they are looked at without recursion.
const DEEP: u32 = 64;

/// The entity at a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Held {
    #[default]
    Null,
    Operation(OpId),
    Value(ValueId),
    Type(TypeId),
    Attribute(AttrId),
}

/// A question, by its place in the order, and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    question: u32,
    answer: u32,
}

/// Part of a list, as start and end.
type Part = (u32, u32);

/// A node: parts of the lists of its tree.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Steps on the way into the node: where one fails, nothing below it is reached.
    leads: Part,
    /// Patterns, by rank, that ask nothing further.
    ends: Part,
    ways: Part,
}

/// A way from a node to those below it.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A question with one answer that leads on.
    Only(Step, u32),
    /// A question with several; the table that has them.
    Table(u32, u32),
}

/// The tree, with what its nodes hold in lists one behind the other.
#[derive(Debug, Default)]
pub(super) struct Tree {
    looks: Vec<Look>,
    /// The places that the ways of the first node ask about, each behind the one from which it is reached.
    early: Vec<Place>,
    /// Too many places lie on one way for recursion.
    deep: bool,
    questions: Vec<Question>,
    nodes: Vec<Node>,
    leads: Vec<Step>,
    ends: Vec<u32>,
    ways: Vec<Way>,
    tables: Vec<FxHashMap<u32, u32>>,
}

/// Memory of a walk, which is used again from one operation to the next.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// The entity at each place, and the walk that saw it.
    seen: Vec<(u32, Held)>,
    walk: u32,
    stack: Vec<u32>,
}

impl Tree {
    /// The tree of the codes, whose ranks are their places in the list.
    pub(super) fn of<'c>(codes: impl Iterator<Item = &'c Code>) -> Tree {
        let mut reader = Reader::default();
        codes.for_each(|code| reader.read(code));
        let (questions, paths) = reader.ordered();
        let Places { looks, depths, .. } = reader.places;
        let deep = depths.iter().any(|depth| *depth > DEEP);
        let mut tree = Tree { looks, deep, questions, ..Tree::default() };
        tree.grow(&paths);
        tree.early = tree.asked_first();
        tree
    }

    /// The places that the ways of the first node ask about, and those on the way to them, ascending.
    fn asked_first(&self) -> Vec<Place> {
        let (start, end) = self.nodes[0].ways;
        let asked = self.ways[start as usize..end as usize].iter().flat_map(|way| match *way {
            Way::Only(Step { question, .. }, _) | Way::Table(question, _) => {
                self.questions[question as usize].places()
            }
        });
        let mut places: Vec<Place> = Vec::new();
        for mut place in asked {
            while place != 0 {
                places.push(place);
                place = self.looks[place as usize].from();
            }
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Makes the nodes, from paths in ascending order.
    fn grow(&mut self, paths: &[(Vec<Step>, u32)]) {
        let mut open = vec![(0, 0..paths.len(), 0)];
        self.nodes.push(Node::default());
        while let Some((node, range, depth)) = open.pop() {
            let below = &paths[range.clone()];
            let (Some((first, _)), Some((last, _))) = (below.first(), below.last()) else { continue };
            let same = first[depth..].iter().zip(&last[depth..]).take_while(|(a, b)| a == b).count();
            let leads = self.lead(&first[depth..depth + same]);
            let depth = depth + same;
            let ended = below.partition_point(|(path, _)| path.len() == depth);
            let ends = self.ends.len() as u32;
            self.ends.extend(below[..ended].iter().map(|(_, rank)| *rank));
            let ways = self.ways.len() as u32;
            let mut at = ended;
            while at < below.len() {
                let question = below[at].0[depth].question;
                let asked = below[at..].partition_point(|(path, _)| path[depth].question == question);
                self.part(&below[at..at + asked], range.start + at, depth, &mut open);
                at += asked;
            }
            let (ends, ways) = ((ends, self.ends.len() as u32), (ways, self.ways.len() as u32));
            self.nodes[node] = Node { leads, ends, ways };
        }
    }

    /// The way to the nodes behind one question, at place `depth` of paths that all ask it.
    fn part(
        &mut self,
        paths: &[(Vec<Step>, u32)],
        start: usize,
        depth: usize,
        open: &mut Vec<(usize, std::ops::Range<usize>, usize)>,
    ) {
        let question = paths[0].0[depth].question;
        let mut table = FxHashMap::default();
        let mut at = 0;
        while at < paths.len() {
            let step = paths[at].0[depth];
            let equal = paths[at..].partition_point(|(path, _)| path[depth] == step);
            let node = self.nodes.len();
            self.nodes.push(Node::default());
            open.push((node, start + at..start + at + equal, depth + 1));
            if equal == paths.len() {
                self.ways.push(Way::Only(step, node as u32));
                return;
            }
            table.insert(step.answer, node as u32);
            at += equal;
        }
        self.ways.push(Way::Table(question, self.tables.len() as u32));
        self.tables.push(table);
    }

    /// The part of the list that has these steps; many patterns end like the one before.
    fn lead(&mut self, steps: &[Step]) -> Part {
        let (len, all) = (steps.len(), self.leads.len());
        if all >= len && self.leads[all - len..] == *steps {
            return ((all - len) as u32, all as u32);
        }
        self.leads.extend_from_slice(steps);
        (all as u32, self.leads.len() as u32)
    }

    /// Collects the ranks of the patterns that nothing excludes; returns the number of nodes that were visited.
    pub(super) fn walk(
        &self,
        program: &Program,
        op: OpId,
        registry: Option<&Registry>,
        memory: &mut Memory,
        ranks: &mut Vec<usize>,
    ) -> u64 {
        if memory.seen.len() < self.looks.len() || memory.walk == u32::MAX {
            (memory.seen, memory.walk) = (vec![(0, Held::Null); self.looks.len()], 0);
        }
        memory.walk += 1;
        let Memory { seen, walk, stack } = memory;
        seen[0] = (*walk, Held::Operation(op));
        let mut view = View { program, registry, looks: &self.looks, deep: self.deep, seen, walk: *walk };
        stack.clear();
        stack.push(0);
        let part = |(start, end): Part| start as usize..end as usize;
        let mut visited = 0;
        while let Some(at) = stack.pop() {
            visited += 1;
            let node = self.nodes[at as usize];
            let mut leads = self.leads[part(node.leads)].iter();
            if !leads.all(|step| view.answer(self.questions[step.question as usize]) == Some(step.answer)) {
                continue;
            }
            ranks.extend(self.ends[part(node.ends)].iter().map(|rank| *rank as usize));
            if at == 0 {
                view.see_all(&self.early);
            }
            for way in &self.ways[part(node.ways)] {
                match *way {
                    Way::Only(step, child) => {
                        let answer = view.answer(self.questions[step.question as usize]);
                        stack.extend((answer == Some(step.answer)).then_some(child));
                    }
                    Way::Table(question, table) => {
                        let answer = view.answer(self.questions[question as usize]);
                        let table = &self.tables[table as usize];
                        stack.extend(answer.and_then(|answer| table.get(&answer).copied()));
                    }
                }
            }
        }
        visited
    }
}

/// The places of the trees, each with one number.
#[derive(Debug)]
struct Places {
    looks: Vec<Look>,
    /// Places on the way to each.
    depths: Vec<u32>,
    numbers: FxHashMap<Look, Place>,
}

impl Default for Places {
    fn default() -> Places {
        Places { looks: vec![Look::Start], depths: vec![0], numbers: FxHashMap::default() }
    }
}

impl Places {
    fn number(&mut self, look: Look) -> Place {
        let look = match look {
            Look::DefiningOp(of) => match self.looks[of as usize] {
                Look::Operand(of, index) => Look::Producer(of, index),
                _ => look,
            },
            _ => look,
        };
        *self.numbers.entry(look).or_insert_with(|| {
            self.depths.push(1 + self.depths[look.from() as usize]);
            self.looks.push(look);
            self.looks.len() as Place - 1
        })
    }
}

/// A question and how often it is asked.
#[derive(Debug)]
struct Asked {
    question: Question,
    patterns: usize,
    /// The first answer that a pattern wants, and how many different ones there are.
    first: u32,
    answers: usize,
}

/// Reads codes: what a tree can ask, and who asks it.
#[derive(Debug, Default)]
struct Reader {
    places: Places,
    asked: Vec<Asked>,
    numbers: FxHashMap<Question, u32>,
    /// Wanted answers that differ from the first one.
    others: FxHashSet<(u32, u32)>,
    /// The place of each register of the code that is read.
    registers: Vec<Option<Place>>,
    /// The questions of each code by number.
    paths: Vec<Vec<Step>>,
}

impl Reader {
    fn read(&mut self, code: &Code) {
        self.registers.clear();
        self.registers.resize(code.registers as usize, None);
        self.registers[0] = Some(0);
        let mut path = Vec::with_capacity(code.steps.len());
        for step in &code.steps {
            if !self.look(&step.action)
                && let Some((question, answer)) = self.question(&step.action)
            {
                let question = self.ask(question, answer);
                path.push(Step { question, answer });
            }
        }
        self.paths.push(path);
    }

    fn place(&self, of: compile::Reg) -> Option<Place> {
        self.registers[of as usize]
    }

    /// Takes a step that leads to a place; false for all others.
    fn look(&mut self, action: &Action) -> bool {
        let (look, to) = match action {
            Action::Operand { of, index, to } => (self.place(*of).map(|of| Look::Operand(of, *index)), to),
            Action::Result { of, index, to } => (self.place(*of).map(|of| Look::Result(of, *index)), to),
            Action::DefiningOp { of, to } => (self.place(*of).map(Look::DefiningOp), to),
            Action::TypeOf { of, to } => (self.place(*of).map(Look::TypeOf), to),
            Action::Attribute { of, name, to } => (self.place(*of).map(|of| Look::Attribute(of, *name)), to),
            _ => return false,
        };
        self.registers[*to as usize] = look.map(|look| self.places.number(look));
        true
    }

    /// The question of a step and the answer that it wants; `None` where a tree cannot ask it.
    fn question(&self, action: &Action) -> Option<(Question, u32)> {
        Some(match action {
            Action::NotNull(of) => (Question::NotNull(self.place(*of)?), YES),
            Action::Name(of, name) => (Question::Name(self.place(*of)?), name.index() as u32),
            Action::OperandCount { of, count, at_least: false } => {
                (Question::OperandCount(self.place(*of)?), *count)
            }
            Action::OperandCount { of, count, .. } => {
                (Question::OperandsAtLeast(self.place(*of)?, *count), YES)
            }
            Action::ResultCount { of, count, at_least: false } => {
                (Question::ResultCount(self.place(*of)?), *count)
            }
            Action::ResultCount { of, count, .. } => {
                (Question::ResultsAtLeast(self.place(*of)?, *count), YES)
            }
            Action::IsAttribute(of, attr) => (Question::Attribute(self.place(*of)?), attr.index() as u32),
            Action::IsType(of, ty) => (Question::Type(self.place(*of)?), ty.index() as u32),
            Action::Equal { a, b, written_only: false } => {
                (Question::Equal(self.place(*a)?, self.place(*b)?), YES)
            }
            _ => return None,
        })
    }

    /// Counts a question; its number.
    fn ask(&mut self, question: Question, answer: u32) -> u32 {
        let fresh = self.asked.len() as u32;
        let number = *self.numbers.entry(question).or_insert(fresh);
        if number == fresh {
            self.asked.push(Asked { question, patterns: 0, first: answer, answers: 1 });
        }
        let asked = &mut self.asked[number as usize];
        asked.patterns += 1;
        if answer != asked.first && self.others.insert((number, answer)) {
            asked.answers += 1;
        }
        number
    }

    /// The questions in the order in which they are asked, and the paths by them, ascending, with their ranks.
    fn ordered(&mut self) -> (Vec<Question>, Vec<(Vec<Step>, u32)>) {
        let mut order: Vec<u32> = (0..self.asked.len() as u32).collect();
        order.sort_by_key(|number| {
            let asked = &self.asked[*number as usize];
            (std::cmp::Reverse(asked.excluded()), asked.question.class(), *number)
        });
        let mut ranks = vec![0; order.len()];
        for (rank, number) in order.iter().enumerate() {
            ranks[*number as usize] = rank as u32;
        }
        let mut paths: Vec<(Vec<Step>, u32)> = std::mem::take(&mut self.paths)
            .into_iter()
            .zip(0..)
            .map(|(mut path, rank)| {
                path.iter_mut().for_each(|step| step.question = ranks[step.question as usize]);
                path.sort_unstable();
                path.dedup();
                (path, rank)
            })
            .collect();
        paths.sort_unstable();
        (order.iter().map(|number| self.asked[*number as usize].question).collect(), paths)
    }
}

impl Asked {
    /// Patterns that an answer excludes, when all are wanted alike.
    fn excluded(&self) -> usize {
        self.patterns - self.patterns.div_ceil(self.answers)
    }
}

impl Question {
    /// The places that it asks about.
    fn places(self) -> SmallVec<[Place; 2]> {
        match self {
            Question::Name(of) | Question::OperandCount(of) | Question::ResultCount(of) => smallvec![of],
            Question::Attribute(of) | Question::Type(of) | Question::NotNull(of) => smallvec![of],
            Question::OperandsAtLeast(of, _) | Question::ResultsAtLeast(of, _) => smallvec![of],
            Question::Equal(a, b) => smallvec![a, b],
        }
    }

    /// Where two questions exclude as many patterns, the one of the lower class goes first.
    fn class(self) -> usize {
        match self {
            Question::Name(_) => 0,
            Question::OperandCount(_) | Question::ResultCount(_) => 1,
            Question::Attribute(_) | Question::Type(_) => 2,
            _ => 3,
        }
    }
}

/// A program from one operation on.
struct View<'a> {
    program: &'a Program,
    registry: Option<&'a Registry>,
    looks: &'a [Look],
    /// Too many places lie on one way for recursion.
    deep: bool,
    seen: &'a mut [(u32, Held)],
    walk: u32,
}

impl View<'_> {
    #[inline]
    fn answer(&mut self, question: Question) -> Option<u32> {
        let program = self.program;
        match question {
            Question::Name(of) => self.operation(of).map(|op| program.op(op).name.index() as u32),
            Question::OperandCount(of) => self.operation(of).map(|op| program.operand_count(op) as u32),
            Question::ResultCount(of) => self.operation(of).map(|op| program.result_count(op) as u32),
            Question::Attribute(of) => match self.at(of) {
                Held::Attribute(attr) => Some(attr.index() as u32),
                _ => None,
            },
            Question::Type(of) => match self.at(of) {
                Held::Type(ty) => Some(ty.index() as u32),
                _ => None,
            },
            Question::NotNull(of) => (self.at(of) != Held::Null).then_some(YES),
            Question::OperandsAtLeast(of, count) => {
                self.operation(of).filter(|op| program.operand_count(*op) >= count as usize).map(|_| YES)
            }
            Question::ResultsAtLeast(of, count) => {
                self.operation(of).filter(|op| program.result_count(*op) >= count as usize).map(|_| YES)
            }
            Question::Equal(a, b) => (self.at(a) == self.at(b)).then_some(YES),
        }
    }

    #[inline]
    fn operation(&mut self, place: Place) -> Option<OpId> {
        match self.at(place) {
            Held::Operation(op) => Some(op),
            _ => None,
        }
    }

    /// The entity at a place.
    #[inline]
    fn at(&mut self, place: Place) -> Held {
        match self.seen[place as usize] {
            (walk, held) if walk == self.walk => held,
            _ => self.see(place),
        }
    }

    /// Looks at places in their order, each of which is reached from an earlier one or from place 0.
    fn see_all(&mut self, places: &[Place]) {
        for place in places {
            let look = self.looks[*place as usize];
            let held = self.look(look, self.seen[look.from() as usize].1);
            self.seen[*place as usize] = (self.walk, held);
        }
    }

    /// Looks at a place that was not seen yet.
    fn see(&mut self, place: Place) -> Held {
        let look = self.looks[place as usize];
        let from = match self.seen[look.from() as usize] {
            (walk, held) if walk == self.walk => held,
            _ if self.deep => return self.reach(place),
            _ => self.see(look.from()),
        };
        let held = self.look(look, from);
        self.seen[place as usize] = (self.walk, held);
        held
    }

    /// The same without recursion.
    fn reach(&mut self, place: Place) -> Held {
        let mut way: SmallVec<[Place; 8]> = SmallVec::new();
        let mut at = place;
        while self.seen[at as usize].0 != self.walk {
            way.push(at);
            at = self.looks[at as usize].from();
        }
        let mut held = self.seen[at as usize].1;
        while let Some(next) = way.pop() {
            held = self.look(self.looks[next as usize], held);
            self.seen[next as usize] = (self.walk, held);
        }
        held
    }

    /// The entity that a look sees, from the one where it starts.
    #[inline(always)]
    fn look(&self, look: Look, from: Held) -> Held {
        let program = self.program;
        let found = match (look, from) {
            (Look::Operand(_, index), Held::Operation(op)) => {
                program.operand(op, index as usize).map(Held::Value)
            }
            (Look::Result(_, index), Held::Operation(op)) => {
                program.result(op, index as usize).map(Held::Value)
            }
            (Look::Producer(_, index), Held::Operation(op)) => {
                let value = program.operand(op, index as usize);
                value.and_then(|value| program.defining_op(value)).map(Held::Operation)
            }
            (Look::DefiningOp(_), Held::Value(value)) => program.defining_op(value).map(Held::Operation),
            (Look::Attribute(_, name), Held::Operation(op)) => program.attr(op, name).map(Held::Attribute),
            (Look::TypeOf(_), Held::Value(value)) => Some(Held::Type(program.value_type(value))),
            (Look::TypeOf(_), Held::Attribute(attr)) => {
                match Slot::Attribute(attr).type_of(program, self.registry) {
                    Slot::Type(ty) => Some(Held::Type(ty)),
                    _ => None,
                }
            }
            _ => None,
        };
        found.unwrap_or_default()
    }
}

impl Look {
    /// The place that it starts from.
    fn from(self) -> Place {
        match self {
            Look::Start => 0,
            Look::Operand(of, _) | Look::Producer(of, _) | Look::Result(of, _) => of,
            Look::Attribute(of, _) | Look::DefiningOp(of) | Look::TypeOf(of) => of,
        }
    }
}
