//! The entry of one operation in the table of its dialect.

use assay_ir::data::{OpId, Program};

use crate::lowering::{Lowered, Lowering};
use assay_backend::table::Named;

/// The lowering of one operation, and what the facts need to know about its results.
pub(super) struct OpLowering {
    /// Full name.
    pub(super) name: &'static str,
    /// Emits its code.
    pub(super) lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered,
    /// The source of the poison of its results.
    pub(super) origin: Origin,
    /// The NaN that it gives.
    pub(super) nans: Nans,
    /// True when it pays for work itself.
    pub(super) pays: bool,
}

/// The NaN that an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nans {
    /// That of an operand.
    Kept,
    /// The one that arithmetic makes.
    Made,
    /// One with other bits.
    Own,
}

/// The source of the poison of results.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// From poison operands, or from the operation where this says so.
    Operands(fn(&Program, OpId) -> bool),
    /// From memory, where none is kept.
    Memory,
    /// From memory, where none is kept, and from operands.
    MemoryAndOperands,
}

impl OpLowering {
    /// An operation that makes no poison itself.
    pub(super) const fn new(
        name: &'static str,
        lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered,
    ) -> OpLowering {
        OpLowering { name, lower, origin: Origin::Operands(|_, _| false), nans: Nans::Kept, pays: false }
    }

    /// The same, but it makes poison where `makes` returns true.
    pub(super) const fn may_poison(self, makes: fn(&Program, OpId) -> bool) -> OpLowering {
        OpLowering { origin: Origin::Operands(makes), ..self }
    }

    /// The same with another NaN.
    pub(super) const fn nans(self, nans: Nans) -> OpLowering {
        OpLowering { nans, ..self }
    }

    /// The same, but it pays for work itself.
    pub(super) const fn pays(self) -> OpLowering {
        OpLowering { pays: true, ..self }
    }

    /// The same, but its results are loaded from memory or come from operands.
    pub(super) const fn reads_memory_or_operands(self) -> OpLowering {
        OpLowering { origin: Origin::MemoryAndOperands, ..self }
    }

    /// The same, but its results are loaded from memory.
    pub(super) const fn reads_memory(self) -> OpLowering {
        OpLowering { origin: Origin::Memory, ..self }
    }
}

impl Named for OpLowering {
    fn name(&self) -> &'static str {
        self.name
    }
}
