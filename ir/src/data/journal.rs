//! The records of the journal of a program: what each edit replaced, and the lengths of the arenas at each open checkpoint. Knows
//! no edit; those are of the program ([`Program`](super::Program)).

use std::sync::Arc;

use smallvec::SmallVec;

use super::tail::Tail;
use super::{AttrId, BlockId, Ident, LocId, OpId, OperandId, RegionId, Source, Span, TypeId, ValueId};

/// The data that one edit replaced: words that are copied, so that dropping a record costs nothing.
#[derive(Clone, Copy)]
pub(super) enum Undo {
    Links {
        op: OpId,
        block: Option<BlockId>,
        prev: Option<OpId>,
        next: Option<OpId>,
    },
    /// The link before an operation in its block.
    Prev {
        op: OpId,
        prev: Option<OpId>,
    },
    /// The link behind an operation in its block.
    Next {
        op: OpId,
        next: Option<OpId>,
    },
    /// An operation with this number of operands was erased; where it was in a block is noted before.
    Erased {
        op: OpId,
        operands: u32,
    },
    /// An operation with this number of operands was taken out from behind `prev`, which is older than the checkpoint, and
    /// erased. The links of its neighbours follow from these.
    ErasedBehind {
        op: OpId,
        prev: OpId,
        next: Option<OpId>,
        operands: u32,
    },
    /// The same from before `next`, which is older than the checkpoint, with a newer operation or nothing before it.
    ErasedBefore {
        op: OpId,
        prev: Option<OpId>,
        next: OpId,
        operands: u32,
    },
    Ends {
        block: BlockId,
        first: Option<OpId>,
        last: Option<OpId>,
    },
    Operands {
        op: OpId,
        start: u32,
        len: u32,
    },
    Results {
        op: OpId,
        start: u32,
        len: u32,
    },
    Tail {
        op: OpId,
        tail: Tail,
    },
    Name {
        op: OpId,
        name: Ident,
    },
    Properties {
        op: OpId,
        properties: AttrId,
    },
    Attributes {
        op: OpId,
        attributes: AttrId,
    },
    Loc {
        op: OpId,
        loc: LocId,
    },
    OpSpan {
        op: OpId,
        span: Span,
    },
    BlockSpan {
        block: BlockId,
        span: Span,
    },
    /// An operand slot was put at the head of the use list of its value.
    Linked {
        slot: OperandId,
    },
    /// An operand slot that held `value` was taken out of the use list of it, from between two neighbours.
    Unlinked {
        slot: OperandId,
        value: ValueId,
        prev: Option<OperandId>,
        next: Option<OperandId>,
    },
    Type {
        value: ValueId,
        ty: TypeId,
    },
    Successors {
        list: u32,
        start: u32,
        len: u32,
    },
    Regions {
        list: u32,
        start: u32,
        len: u32,
    },
    /// A block was added at the end of a region.
    BlockAdded {
        region: RegionId,
    },
    /// The blocks of a region: the last [`Wide`].
    Blocks {
        region: RegionId,
    },
    /// An argument was added to a block.
    ArgumentAdded {
        block: BlockId,
    },
    /// The arguments of a block: the last [`Wide`].
    Arguments {
        block: BlockId,
    },
    Top {
        op: OpId,
    },
    /// The source of the program: the last [`Wide`].
    Source,
}

/// Replaced data that is more than a few words, which rare edits have.
pub(super) enum Wide {
    Blocks(SmallVec<[BlockId; 1]>),
    Arguments(SmallVec<[ValueId; 2]>),
    Source(Option<Arc<Source>>),
}

/// Lengths of the arenas.
#[derive(Clone, Copy, Default)]
pub(super) struct Lengths {
    pub(super) ops: usize,
    pub(super) blocks: usize,
    pub(super) regions: usize,
    pub(super) values: usize,
    pub(super) operands: usize,
    pub(super) lists: usize,
    pub(super) op_regions: usize,
    pub(super) op_successors: usize,
}

/// An open checkpoint.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub(super) lengths: Lengths,
    /// The floor before it.
    pub(super) floor: Lengths,
    /// Edits noted before it.
    pub(super) noted: usize,
    pub(super) serial: u64,
}

/// A state of a program to which it can go back; made by `Program::checkpoint`, closed by `Program::rollback` or
/// `Program::commit`.
#[derive(Debug)]
#[must_use = "a checkpoint is open until it is rolled back or committed"]
pub struct Checkpoint {
    pub(super) depth: usize,
    pub(super) serial: u64,
}

/// The edits since the outermost open checkpoint.
#[derive(Default)]
pub(super) struct Journal {
    pub(super) log: Vec<Undo>,
    /// For each edit of the log that needs one, in the same order.
    pub(super) wide: Vec<Wide>,
    pub(super) marks: Vec<Mark>,
    /// Lengths at the latest checkpoint, all 0 without one: what lies behind them needs no note. A commit below another checkpoint
    /// leaves them: an edit that was noted is undone right only when all later edits of the same data are noted.
    pub(super) floor: Lengths,
    pub(super) serial: u64,
}

impl std::fmt::Debug for Journal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Journal").field("edits", &self.log.len()).field("open", &self.marks.len()).finish()
    }
}

impl Clone for Journal {
    /// A copy of a program has no checkpoints.
    fn clone(&self) -> Journal {
        Journal::default()
    }
}

impl Journal {
    pub(super) fn is_open(&self) -> bool {
        !self.marks.is_empty()
    }
}
