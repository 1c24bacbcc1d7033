//! Places of a program as seen from one operation, and questions about what is there. A place is looked at once for an
//! operation, however often it is asked about.

use smallvec::{SmallVec, smallvec};

use super::register::Slot;
use crate::data::{AttrId, Ident, OpId, Program, ValueId};
use crate::spec::Registry;

/// A place in the payload, by its number in the tree. Place 0 is the operation at which patterns are tried.
pub(super) type Place = u32;

/// The way to a place from one with a lower number. It says what is at the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AccessPath {
    Start,
    Operand(Place, u32),
    Result(Place, u32),
    DefiningOp(Place),
    /// The operation that defines an operand.
    Producer(Place, u32),
    TypeOf(Place),
    /// The type of an operand.
    OperandType(Place, u32),
    AttributeType(Place),
    Attribute(Place, Ident),
}

/// The kind of entity at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Operation,
    Value,
    Type,
    Attribute,
}

/// A question about places; its answer is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Name(Place),
    OperandCount(Place),
    ResultCount(Place),
    /// Which type or attribute it is.
    OptionalIndex(Place),
    // These are answered with `YES` or not at all.
    NotNull(Place),
    OperandsAtLeast(Place, u32),
    ResultsAtLeast(Place, u32),
    Equal(Place, Place),
}

/// The answer to a question that has but one.
pub(super) const YES: u32 = 1;

/// With more places on one way, they are looked at without recursion.
pub(super) const DEEP: u32 = 64;

/// The entity at a place, whose kind the place says: its index and one, or zero where there is none.
pub(super) type OptionalIndex = u32;

/// The index of an entity; `None` for 0.
#[inline(always)]
fn index_of(number: OptionalIndex) -> Option<usize> {
    (number as usize).checked_sub(1)
}

/// An entity by its index.
#[inline(always)]
pub(super) fn hold(index: Option<usize>) -> OptionalIndex {
    index.map_or(0, |index| index as OptionalIndex + 1)
}

impl AccessPath {
    /// The place that it starts from.
    pub(super) fn from(self) -> Place {
        match self {
            AccessPath::Start => 0,
            AccessPath::Operand(of, _)
            | AccessPath::OperandType(of, _)
            | AccessPath::Producer(of, _)
            | AccessPath::Result(of, _) => of,
            AccessPath::Attribute(of, _)
            | AccessPath::DefiningOp(of)
            | AccessPath::TypeOf(of)
            | AccessPath::AttributeType(of) => of,
        }
    }

    /// The kind of entity that it leads to.
    pub(super) fn kind(self) -> Kind {
        match self {
            AccessPath::Start | AccessPath::DefiningOp(_) | AccessPath::Producer(..) => Kind::Operation,
            AccessPath::Operand(..) | AccessPath::Result(..) => Kind::Value,
            AccessPath::TypeOf(_) | AccessPath::OperandType(..) | AccessPath::AttributeType(_) => Kind::Type,
            AccessPath::Attribute(..) => Kind::Attribute,
        }
    }
}

impl Question {
    /// The places that it asks about.
    pub(super) fn places(self) -> SmallVec<[Place; 2]> {
        match self {
            Question::Name(of) | Question::OperandCount(of) | Question::ResultCount(of) => smallvec![of],
            Question::OptionalIndex(of) | Question::NotNull(of) => smallvec![of],
            Question::OperandsAtLeast(of, _) | Question::ResultsAtLeast(of, _) => smallvec![of],
            Question::Equal(a, b) => smallvec![a, b],
        }
    }

    /// Where two questions exclude as many patterns, the one of the lower class goes first.
    pub(super) fn class(self) -> usize {
        match self {
            Question::Name(_) => 0,
            Question::OperandCount(_) | Question::ResultCount(_) => 1,
            Question::OptionalIndex(_) => 2,
            _ => 3,
        }
    }
}

/// The operation from which all places are seen, which is place 0.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) program: &'a Program,
    pub(super) registry: Option<&'a Registry>,
    pub(super) op: OpId,
}

/// A program from one operation on.
pub(super) struct View<'a> {
    pub(super) start: Start<'a>,
    pub(super) looks: &'a [AccessPath],
    /// Too many places lie on one way for recursion.
    pub(super) deep: bool,
    pub(super) seen: &'a mut [(u32, OptionalIndex)],
    pub(super) walk: u32,
}

impl View<'_> {
    #[inline]
    pub(super) fn answer(&mut self, question: Question) -> Option<u32> {
        answer(self.start.program, question, |place| self.at(place))
    }

    /// The entity at a place.
    #[inline]
    fn at(&mut self, place: Place) -> OptionalIndex {
        match self.seen[place as usize] {
            (walk, held) if walk == self.walk => held,
            _ => self.see(place),
        }
    }

    /// Looks at a place that was not seen yet.
    fn see(&mut self, place: Place) -> OptionalIndex {
        let look = self.looks[place as usize];
        let from = match self.seen[look.from() as usize] {
            (walk, held) if walk == self.walk => held,
            _ if self.deep => return self.reach(place),
            _ => self.see(look.from()),
        };
        let held = look_at(self.start, look, from);
        self.seen[place as usize] = (self.walk, held);
        held
    }

    /// The same without recursion.
    fn reach(&mut self, place: Place) -> OptionalIndex {
        let mut way: SmallVec<[Place; 8]> = SmallVec::new();
        let mut at = place;
        while self.seen[at as usize].0 != self.walk {
            way.push(at);
            at = self.looks[at as usize].from();
        }
        let mut held = self.seen[at as usize].1;
        while let Some(next) = way.pop() {
            held = look_at(self.start, self.looks[next as usize], held);
            self.seen[next as usize] = (self.walk, held);
        }
        held
    }
}

/// The answer to a question, from the entities at places.
#[inline(always)]
pub(super) fn answer(
    program: &Program,
    question: Question,
    mut at: impl FnMut(Place) -> OptionalIndex,
) -> Option<u32> {
    let mut op = |place| index_of(at(place)).map(OpId::new);
    match question {
        Question::Name(of) => op(of).map(|op| program.op(op).name.index() as u32),
        Question::OperandCount(of) => op(of).map(|op| program.operand_count(op) as u32),
        Question::ResultCount(of) => op(of).map(|op| program.result_count(op) as u32),
        Question::OperandsAtLeast(of, count) => {
            op(of).filter(|op| program.operand_count(*op) >= count as usize).map(|_| YES)
        }
        Question::ResultsAtLeast(of, count) => {
            op(of).filter(|op| program.result_count(*op) >= count as usize).map(|_| YES)
        }
        Question::OptionalIndex(of) => Some(at(of)).filter(|held| *held != 0),
        Question::NotNull(of) => (at(of) != 0).then_some(YES),
        Question::Equal(a, b) => (at(a) == at(b)).then_some(YES),
    }
}

/// The entity that a look sees, from the one where it starts.
#[inline(always)]
pub(super) fn look_at(start: Start<'_>, look: AccessPath, from: OptionalIndex) -> OptionalIndex {
    let Some(from) = index_of(from) else { return 0 };
    let Start { program, registry, .. } = start;
    hold(match look {
        AccessPath::Start => Some(from),
        AccessPath::Operand(_, index) => program.operand(OpId::new(from), index as usize).map(ValueId::index),
        AccessPath::Result(_, index) => program.result(OpId::new(from), index as usize).map(ValueId::index),
        AccessPath::Producer(_, index) => {
            let value = program.operand(OpId::new(from), index as usize);
            value.and_then(|value| program.defining_op(value)).map(OpId::index)
        }
        AccessPath::DefiningOp(_) => program.defining_op(ValueId::new(from)).map(OpId::index),
        AccessPath::Attribute(_, name) => program.attr(OpId::new(from), name).map(AttrId::index),
        AccessPath::TypeOf(_) => Some(program.value_type(ValueId::new(from)).index()),
        AccessPath::OperandType(_, index) => {
            let value = program.operand(OpId::new(from), index as usize);
            value.map(|value| program.value_type(value).index())
        }
        AccessPath::AttributeType(_) => match Slot::Attribute(AttrId::new(from)).type_of(program, registry) {
            Slot::Type(ty) => Some(ty.index()),
            _ => None,
        },
    })
}
