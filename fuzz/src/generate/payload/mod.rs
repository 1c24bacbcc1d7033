//! Valid programs that a sketched pattern matches: which handles are one, types, order, blocks, regions, uses and
//! terminators, each by a choice. Modules in reading order: `classes` what is one, `build` the program.

pub mod build;
mod classes;
mod place;

use assay_ir::data::{OpId, Program};

pub use build::{Cannot, build};

/// What is special about a payload; a payload has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Placement {
    /// All in one block.
    OneBlock,
    /// A branch stands between two matched operations.
    Blocks,
    /// A matched operation stands on one side of a fork.
    Fork,
    /// A matched operation stands in a region that another one is around of.
    Nested,
    /// One payload operation is bound twice.
    SameOp,
    /// A free operand is the result of a matched operation, or two are one.
    SameValue,
    /// A free operand is defined right before its first user.
    LateOperand,
    /// A free operand is the argument of a later block.
    BlockArgument,
    /// A matched result has no use outside of the match.
    NoUse,
    /// A use stands right after the definition.
    UseAfterDefinition,
    /// A use stands right before the root.
    UseBeforeRoot,
    /// A use stands after the root.
    UseAfterRoot,
    /// A use stands in another block.
    UseInOtherBlock,
    /// A use stands in a nested region.
    UseInRegion,
    /// A terminator uses it.
    UseByTerminator,
    /// A matched operation ends its block.
    MatchedTerminator,
    /// A matched operation holds another one.
    Contained,
    /// The region has no order.
    Graph,
    /// The function is isolated once more, in a module of its own.
    Isolated,
}

impl Placement {
    /// Every kind.
    pub const ALL: [Placement; 19] = [
        Placement::OneBlock,
        Placement::Blocks,
        Placement::Fork,
        Placement::Nested,
        Placement::SameOp,
        Placement::SameValue,
        Placement::LateOperand,
        Placement::BlockArgument,
        Placement::NoUse,
        Placement::UseAfterDefinition,
        Placement::UseBeforeRoot,
        Placement::UseAfterRoot,
        Placement::UseInOtherBlock,
        Placement::UseInRegion,
        Placement::UseByTerminator,
        Placement::MatchedTerminator,
        Placement::Contained,
        Placement::Graph,
        Placement::Isolated,
    ];

    /// Its bit.
    pub fn bit(self) -> u32 {
        1 << self as u8
    }
}

/// A program that a pattern matches.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The program.
    pub program: Program,
    /// The payload operation of each matched operation.
    pub ops: Vec<OpId>,
    /// The bits of what is special about it.
    pub placements: u32,
}

impl Payload {
    /// Whether it is of a kind.
    pub fn is(&self, placement: Placement) -> bool {
        self.placements & placement.bit() != 0
    }
}
