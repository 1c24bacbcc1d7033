//! The questions that the codes of many patterns ask, counted, in the one order in which all patterns ask them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::access::{AccessPath, Kind, Place, Question, YES, hold};
use super::compile::{self, Action, Code};

/// A question, by its place in the order, and an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    pub(super) question: u32,
    pub(super) answer: u32,
}

/// The places of the trees, each with one number.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) looks: Vec<AccessPath>,
    /// Places on the way to each.
    pub(super) depths: Vec<u32>,
    numbers: FxHashMap<AccessPath, Place>,
}

impl Default for Places {
    fn default() -> Places {
        Places { looks: vec![AccessPath::Start], depths: vec![0], numbers: FxHashMap::default() }
    }
}

impl Places {
    fn kind(&self, place: Place) -> Kind {
        self.looks[place as usize].kind()
    }

    fn number(&mut self, look: AccessPath) -> Place {
        let look = match look {
            AccessPath::DefiningOp(of) => match self.looks[of as usize] {
                AccessPath::Operand(of, index) => AccessPath::Producer(of, index),
                _ => look,
            },
            AccessPath::TypeOf(of) => match self.looks[of as usize] {
                AccessPath::Operand(of, index) => AccessPath::OperandType(of, index),
                _ if self.kind(of) == Kind::Attribute => AccessPath::AttributeType(of),
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
struct QuestionCount {
    question: Question,
    patterns: usize,
    /// The first answer that a pattern wants, and how many different ones there are.
    first: u32,
    answers: usize,
}

/// Reads codes: what a tree can ask, and who asks it.
#[derive(Debug, Default)]
pub(super) struct Reader {
    pub(super) places: Places,
    asked: Vec<QuestionCount>,
    numbers: FxHashMap<Question, u32>,
    /// Wanted answers that differ from the first one.
    others: FxHashSet<(u32, u32)>,
    /// The place of each register of the code that is read.
    registers: Vec<Option<Place>>,
    /// The questions of each code by number.
    paths: Vec<Vec<Step>>,
}

impl Reader {
    pub(super) fn read(&mut self, code: &Code) {
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

    /// The place of a register, where it holds what is asked about.
    fn at(&self, of: compile::Reg, kind: Kind) -> Option<Place> {
        self.place(of).filter(|place| self.places.kind(*place) == kind)
    }

    /// Takes a step that leads to a place; false for all others.
    fn look(&mut self, action: &Action) -> bool {
        use Kind::Operation;
        let (look, to) = match action {
            Action::Operand { of, index, to } => {
                (self.at(*of, Operation).map(|of| AccessPath::Operand(of, *index)), to)
            }
            Action::Result { of, index, to } => {
                (self.at(*of, Operation).map(|of| AccessPath::Result(of, *index)), to)
            }
            Action::DefiningOp { of, to } => (self.at(*of, Kind::Value).map(AccessPath::DefiningOp), to),
            Action::TypeOf { of, to } => {
                let typed = |of: &Place| matches!(self.places.kind(*of), Kind::Value | Kind::Attribute);
                (self.place(*of).filter(typed).map(AccessPath::TypeOf), to)
            }
            Action::Attribute { of, name, to } => {
                (self.at(*of, Operation).map(|of| AccessPath::Attribute(of, *name)), to)
            }
            _ => return false,
        };
        self.registers[*to as usize] = look.map(|look| self.places.number(look));
        true
    }

    /// The question of a step and the answer that it wants; `None` where a tree cannot ask it.
    fn question(&self, action: &Action) -> Option<(Question, u32)> {
        use Kind::Operation;
        Some(match action {
            Action::NotNull(of) => (Question::NotNull(self.place(*of)?), YES),
            Action::Name(of, name) => (Question::Name(self.at(*of, Operation)?), name.index() as u32),
            Action::OperandCount { of, count, at_least: false } => {
                (Question::OperandCount(self.at(*of, Operation)?), *count)
            }
            Action::OperandCount { of, count, .. } => {
                (Question::OperandsAtLeast(self.at(*of, Operation)?, *count), YES)
            }
            Action::ResultCount { of, count, at_least: false } => {
                (Question::ResultCount(self.at(*of, Operation)?), *count)
            }
            Action::ResultCount { of, count, .. } => {
                (Question::ResultsAtLeast(self.at(*of, Operation)?, *count), YES)
            }
            Action::IsAttribute(of, attr) => {
                (Question::OptionalIndex(self.at(*of, Kind::Attribute)?), hold(Some(attr.index())))
            }
            Action::IsType(of, ty) => {
                (Question::OptionalIndex(self.at(*of, Kind::Type)?), hold(Some(ty.index())))
            }
            Action::Equal { a, b, written_only: false } => {
                let (a, b) = (self.place(*a)?, self.place(*b)?);
                if self.places.kind(a) != self.places.kind(b) {
                    return None;
                }
                (Question::Equal(a, b), YES)
            }
            _ => return None,
        })
    }

    /// Counts a question; its number.
    fn ask(&mut self, question: Question, answer: u32) -> u32 {
        let fresh = self.asked.len() as u32;
        let number = *self.numbers.entry(question).or_insert(fresh);
        if number == fresh {
            self.asked.push(QuestionCount { question, patterns: 0, first: answer, answers: 1 });
        }
        let asked = &mut self.asked[number as usize];
        asked.patterns += 1;
        if answer != asked.first && self.others.insert((number, answer)) {
            asked.answers += 1;
        }
        number
    }

    /// The questions in the order in which they are asked, and the paths by them, ascending, with their ranks.
    pub(super) fn ordered(&mut self) -> (Vec<Question>, Vec<(Vec<Step>, u32)>) {
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

impl QuestionCount {
    /// Patterns that an answer excludes, when all are wanted alike.
    fn excluded(&self) -> usize {
        self.patterns - self.patterns.div_ceil(self.answers)
    }
}
