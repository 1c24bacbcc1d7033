//! The order in which MLIR 22.1.8 tries patterns of equal benefit. `PatternSet` has its matches sorted by benefit, stably, so that among equals
//! the first one counts that the merged matcher of all patterns finds (`PDLByteCode::match`). That matcher is a tree
//! (`MatcherNode::generateMatcherTree` in `lib/Conversion/PDLToPDLInterp/PredicateTree.cpp`): predicates are sorted by how many patterns share
//! them, each pattern is pushed through them in that order, and nodes are visited before what is behind their failure.
//!
//! The predicates are the checks of [`Code`], which has MLIR's order. Left out: results of native constraints that others depend on are
//! not moved behind these.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::compile::{Action, Code, Reg};
use crate::data::{AttrId, Ident, OpId, TypeId};

/// A position in the payload, by its number.
type Place = usize;

/// The kind of a position, in the order of MLIR's kinds, with the position that it is found from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Position {
    Root,
    /// The operation that defines a value.
    Definition(Place),
    /// One of the users of a value, with the number of the choice.
    User(Place, u32),
    Operand(Place, u32),
    OperandGroup(Place, Option<u32>, bool),
    Attribute(Place, Ident),
    Result(Place, u32),
    ResultGroup(Place, Option<u32>, bool),
    Type(Place),
    AttributeLiteral(Option<AttrId>),
    TypeLiteral(Vec<TypeId>),
    /// A result of a native constraint, with its number.
    Native(usize, u32),
}

impl Position {
    fn kind(&self) -> u8 {
        match self {
            Position::Root | Position::Definition(_) | Position::User(..) => 0,
            Position::Operand(..) => 1,
            Position::OperandGroup(..) => 2,
            Position::Attribute(..) => 3,
            Position::Native(..) => 4,
            Position::Result(..) => 5,
            Position::ResultGroup(..) => 6,
            Position::Type(_) => 7,
            Position::AttributeLiteral(_) => 8,
            Position::TypeLiteral(_) => 9,
        }
    }
}

/// A question about a position, in the order of MLIR's kinds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Question {
    IsNotNull,
    Name,
    Type,
    Attribute,
    OperandsAtLeast,
    Operands,
    ResultsAtLeast,
    Results,
    EqualTo(Place),
    /// A native constraint of this name, of these arguments.
    Native(String, Vec<Place>),
}

impl Question {
    fn kind(&self) -> u8 {
        match self {
            Question::IsNotNull => 0,
            Question::Name => 1,
            Question::Type => 2,
            Question::Attribute => 3,
            Question::OperandsAtLeast => 4,
            Question::Operands => 5,
            Question::ResultsAtLeast => 6,
            Question::Results => 7,
            Question::EqualTo(_) => 8,
            Question::Native(..) => 9,
        }
    }
}

/// The answer that a pattern wants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Answer {
    Yes,
    No,
    Name(Ident),
    Count(u32),
    Attribute(AttrId),
    Types(Vec<TypeId>),
}

/// A question about a position, and how patterns share it.
#[derive(Debug)]
struct Predicate {
    place: Place,
    question: Question,
    /// Occurrences in all patterns.
    primary: u32,
    /// Sums of the squares of `primary` over the predicates of each pattern that has it.
    secondary: u32,
}

/// Positions and predicates of all patterns.
#[derive(Debug, Default)]
struct Predicates {
    places: FxHashMap<Position, Place>,
    /// Each position with the depth of its operation and its kind.
    list: Vec<(u32, u8)>,
    numbers: FxHashMap<(Place, Question), usize>,
    all: Vec<Predicate>,
}

impl Predicates {
    fn place(&mut self, position: Position) -> Place {
        if let Some(known) = self.places.get(&position) {
            return *known;
        }
        let depth = match &position {
            Position::Root
            | Position::AttributeLiteral(_)
            | Position::TypeLiteral(_)
            | Position::Native(..) => 0,
            Position::Definition(of) | Position::User(of, _) => self.list[*of].0 + 1,
            Position::Operand(of, _)
            | Position::OperandGroup(of, ..)
            | Position::Attribute(of, _)
            | Position::Result(of, _)
            | Position::ResultGroup(of, ..)
            | Position::Type(of) => self.list[*of].0,
        };
        self.list.push((depth, position.kind()));
        self.places.insert(position, self.list.len() - 1);
        self.list.len() - 1
    }

    /// Counts an occurrence of a predicate; its number.
    fn occurs(&mut self, place: Place, question: Question) -> usize {
        let next = self.all.len();
        let number = *self.numbers.entry((place, question.clone())).or_insert(next);
        if number == next {
            self.all.push(Predicate { place, question, primary: 0, secondary: 0 });
        }
        self.all[number].primary += 1;
        number
    }

    /// The predicates of a pattern with the answers that it wants, of which the first one counts.
    fn collect(&mut self, code: &Code, native: &dyn Fn(OpId) -> (String, bool)) -> BTreeMap<usize, Answer> {
        let mut at: Vec<Place> = vec![0; code.registers as usize];
        at[0] = self.place(Position::Root);
        let mut choices: FxHashMap<Place, u32> = FxHashMap::default();
        // The operand by which a user is reached is compared, and not asked for more.
        let mut reached: Option<Reg> = None;
        let mut found = BTreeMap::new();
        for step in &code.steps {
            let mut ask = |all: &mut Predicates, place, question, answer| {
                found.entry(all.occurs(place, question)).or_insert(answer);
            };
            let of = |reg: &Reg| at[*reg as usize];
            let counted = |count: u32, at_least: bool, [least, exact]: [Question; 2]| match at_least {
                true => (count > 0).then_some((least, Answer::Count(count))),
                false => Some((exact, Answer::Count(count))),
            };
            let user = reached;
            let found_at = match &step.action {
                Action::Operand { of: reg, index, to } => Some((*to, Position::Operand(of(reg), *index))),
                Action::Operands { of: reg, index, range, to } => {
                    Some((*to, Position::OperandGroup(of(reg), *index, *range)))
                }
                Action::Result { of: reg, index, to } => Some((*to, Position::Result(of(reg), *index))),
                Action::Results { of: reg, index, range, to } => {
                    Some((*to, Position::ResultGroup(of(reg), *index, *range)))
                }
                Action::Attribute { of: reg, name, to } => Some((*to, Position::Attribute(of(reg), *name))),
                Action::DefiningOp { of: reg, to } => Some((*to, Position::Definition(of(reg)))),
                Action::TypeOf { of: reg, to } => Some((*to, Position::Type(of(reg)))),
                Action::ConstantAttribute { value, to } => Some((*to, Position::AttributeLiteral(*value))),
                Action::ConstantType { value, to } => Some((*to, Position::TypeLiteral(vec![*value]))),
                Action::ConstantTypes { value, to } => Some((*to, Position::TypeLiteral(value.to_vec()))),
                Action::EachUser { of: reg, to } => {
                    let choice = choices.entry(of(reg)).or_default();
                    *choice += 1;
                    reached = Some(*to + 1);
                    Some((*to, Position::User(of(reg), *choice)))
                }
                Action::NotNull(reg) if user == Some(*reg) => {
                    reached = None;
                    None
                }
                Action::NotNull(reg) => {
                    ask(self, of(reg), Question::IsNotNull, Answer::Yes);
                    None
                }
                Action::Name(reg, name) => {
                    ask(self, of(reg), Question::Name, Answer::Name(*name));
                    None
                }
                Action::OperandCount { of: reg, count, at_least } => {
                    let said = counted(*count, *at_least, [Question::OperandsAtLeast, Question::Operands]);
                    said.into_iter().for_each(|(question, answer)| ask(self, of(reg), question, answer));
                    None
                }
                Action::ResultCount { of: reg, count, at_least } => {
                    let said = counted(*count, *at_least, [Question::ResultsAtLeast, Question::Results]);
                    said.into_iter().for_each(|(question, answer)| ask(self, of(reg), question, answer));
                    None
                }
                Action::IsAttribute(reg, value) => {
                    ask(self, of(reg), Question::Attribute, Answer::Attribute(*value));
                    None
                }
                Action::IsType(reg, ty) => {
                    ask(self, of(reg), Question::Type, Answer::Types(vec![*ty]));
                    None
                }
                Action::AreTypes(reg, types) => {
                    ask(self, of(reg), Question::Type, Answer::Types(types.to_vec()));
                    None
                }
                // Only written, not asked for by MLIR.
                Action::Equal { written_only: true, .. } => None,
                Action::Equal { a, b, .. } => {
                    let (a, b) = (of(a), of(b));
                    // The deeper one is asked about.
                    let (place, other) = if self.list[b].0 < self.list[a].0 { (a, b) } else { (b, a) };
                    ask(self, place, Question::EqualTo(other), Answer::Yes);
                    None
                }
                Action::Native(registers) => {
                    let arguments: Vec<Place> = registers.0.iter().map(of).collect();
                    let (name, negated) = native(step.place);
                    // The first of the deepest ones is asked about.
                    let deepest = arguments.iter().copied().rev().max_by_key(|place| self.list[*place].0);
                    let answer = if negated { Answer::No } else { Answer::Yes };
                    let place = deepest.unwrap_or(0);
                    ask(self, place, Question::Native(name, arguments), answer);
                    None
                }
            };
            if let Some((to, position)) = found_at {
                at[to as usize] = self.place(position);
            }
            if let Action::Native(registers) = &step.action {
                for (number, reg) in registers.1.iter().enumerate() {
                    at[*reg as usize] = self.place(Position::Native(step.place.index(), number as u32));
                }
            }
        }
        found
    }
}

/// The merged matcher. A slot holds a node or nothing.
#[derive(Debug, Default)]
struct Matcher {
    slots: Vec<Option<Node>>,
}

#[derive(Debug)]
enum Node {
    /// Asks a predicate; the slots behind its answers and behind failure.
    Asks { predicate: usize, answers: BTreeMap<Answer, usize>, failure: usize },
    /// A pattern matches; the slot behind it.
    Matches { pattern: usize, failure: usize },
}

impl Matcher {
    fn slot(&mut self) -> usize {
        self.slots.push(None);
        self.slots.len() - 1
    }

    /// Pushes a pattern through its predicates, which are in their order.
    fn push(&mut self, pattern: usize, predicates: &[(usize, &Answer)]) {
        let mut at = 0;
        for (predicate, answer) in predicates {
            at = loop {
                if self.slots[at].is_none() {
                    let failure = self.slot();
                    self.slots[at] =
                        Some(Node::Asks { predicate: *predicate, answers: BTreeMap::new(), failure });
                }
                let fresh = self.slots.len();
                match self.slots[at].as_mut() {
                    Some(Node::Asks { predicate: asked, answers, .. }) if *asked == *predicate => {
                        let next = *answers.entry((*answer).clone()).or_insert(fresh);
                        if next == fresh {
                            self.slot();
                        }
                        break next;
                    }
                    Some(Node::Asks { failure, .. } | Node::Matches { failure, .. }) => at = *failure,
                    None => return,
                }
            };
        }
        let failure = self.slot();
        self.slots[failure] = self.slots[at].take();
        self.slots[at] = Some(Node::Matches { pattern, failure });
    }

    /// The patterns in the order in which they are found.
    fn order(&self) -> Vec<usize> {
        let (mut out, mut stack) = (Vec::new(), vec![0]);
        while let Some(at) = stack.pop() {
            match &self.slots[at] {
                None => {}
                Some(Node::Matches { pattern, failure }) => {
                    out.push(*pattern);
                    stack.push(*failure);
                }
                Some(Node::Asks { answers, failure, .. }) => {
                    stack.push(*failure);
                    // Of the least counts the greatest is asked about first; other answers exclude each other.
                    stack.extend(answers.values());
                }
            }
        }
        out
    }
}

/// The patterns in the order in which MLIR finds them where they match; `native` tells the name of a native constraint and whether it
/// is negated.
pub(super) fn order<'c>(
    codes: impl Iterator<Item = &'c Code>,
    native: &dyn Fn(usize, OpId) -> (String, bool),
) -> Vec<usize> {
    let mut predicates = Predicates::default();
    let lists: Vec<BTreeMap<usize, Answer>> =
        codes.enumerate().map(|(at, code)| predicates.collect(code, &|op| native(at, op))).collect();
    for list in &lists {
        let square = |number: &usize| predicates.all[*number].primary.wrapping_pow(2);
        let total = list.keys().map(square).fold(0u32, u32::wrapping_add);
        for number in list.keys() {
            let secondary = &mut predicates.all[*number].secondary;
            *secondary = secondary.wrapping_add(total);
        }
    }
    let key = |number: &usize| {
        let Predicate { place, question, primary, secondary } = &predicates.all[*number];
        let (depth, kind) = predicates.list[*place];
        (Reverse((*primary, *secondary)), depth, kind, question.kind(), *number)
    };
    let mut matcher = Matcher::default();
    matcher.slot();
    for (pattern, list) in lists.iter().enumerate() {
        let mut sorted: Vec<(usize, &Answer)> =
            list.iter().map(|(number, answer)| (*number, answer)).collect();
        sorted.sort_by_cached_key(|(number, _)| key(number));
        matcher.push(pattern, &sorted);
    }
    matcher.order()
}

#[cfg(test)]
mod tests {
    use super::super::{CompiledPattern, PatternSet};
    use crate::data::{Context, Source};
    use crate::pdl::patterns;
    use crate::text;

    /// The name of the pattern that is tried first.
    fn first(pattern_texts: &[&str]) -> String {
        let ctx = Context::new();
        let program = text::parse(&ctx, &Source::new("p.mlir", pattern_texts.concat())).program;
        let compiled: Vec<CompiledPattern<'_>> = patterns(&program)
            .into_iter()
            .map(|pattern| CompiledPattern::new(pattern).expect("it can be lowered"))
            .collect();
        let set = PatternSet::new(&compiled);
        set.pattern(0).pattern().name().unwrap_or_default().to_owned()
    }

    const ATTRIBUTE: &str = "pdl.pattern @attribute : benefit(1) {
  %x = pdl.operand\n  %a = pdl.attribute\n  %t = pdl.type
  %root = pdl.operation \"t.n\"(%x : !pdl.value) {\"k\" = %a} -> (%t : !pdl.type)
  pdl.rewrite %root {\n    pdl.erase %root\n  }\n}\n";
    const DEFINED: &str = "pdl.pattern @defined : benefit(1) {
  %u = pdl.type\n  %o = pdl.operation \"t.a\" -> (%u : !pdl.type)\n  %v = pdl.result 0 of %o\n  %t = pdl.type
  %root = pdl.operation \"t.n\"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {\n    pdl.erase %root\n  }\n}\n";

    /// The program that `mlir-opt-22 -test-pdl-bytecode-pass` makes with these patterns in both orders.
    #[test]
    fn of_equal_benefit_the_one_counts_that_the_merged_matcher_finds_first() {
        assert_eq!(first(&[ATTRIBUTE, DEFINED]), "attribute");
        assert_eq!(first(&[DEFINED, ATTRIBUTE]), "defined");
    }

    #[test]
    fn of_equal_matchers_the_later_one_comes_first() {
        let other = ATTRIBUTE.replace("@attribute", "@other");
        assert_eq!(first(&[ATTRIBUTE, &other]), "other");
        assert_eq!(first(&[&other, ATTRIBUTE]), "attribute");
        assert_eq!(first(&[&other.replace("benefit(1)", "benefit(2)"), ATTRIBUTE]), "other");
    }
}
