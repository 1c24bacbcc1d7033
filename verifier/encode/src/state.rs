//! The state of a function that is followed: values, memory, ends, and accesses of loops without order.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_ir::data::OpId;
use assay_semantics::{Layout, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::TermId;

/// Where a block comes from, and so what may end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// An argument or an `alloc`.
    Heap,
    /// An `alloca`.
    Stack,
    /// A global.
    Global,
    /// A global that is never written.
    Constant,
}

/// What a block of memory is, whatever is in it.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) origin: Origin,
    /// Of an element; `None` before the first access says it.
    pub(crate) layout: Option<Layout>,
    /// Bytes of all of it.
    pub(crate) bytes: u64,
}

/// What is in a block.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    pub(crate) cells: Cells,
    /// It was not freed.
    pub(crate) live: TermId,
}

impl Contents {
    pub(crate) fn chosen(
        pool: &mut TermArena,
        condition: TermId,
        then: &Contents,
        otherwise: &Contents,
    ) -> Contents {
        let cells = match Rc::ptr_eq(&then.cells, &otherwise.cells) {
            true => Rc::clone(&then.cells),
            false => {
                // On a path that does not use a block nothing says what its elements are.
                let [then, otherwise] =
                    [(then, otherwise), (otherwise, then)].map(|(one, other)| match one.cells.is_empty() {
                        true => other
                            .cells
                            .iter()
                            .map(|cell| Scalar { poison: pool.boolean(true), ..*cell })
                            .collect(),
                        false => one.cells.to_vec(),
                    });
                Rc::new(chosen_all(pool, condition, &then, &otherwise))
            }
        };
        Contents { cells, live: pool.choice(condition, then.live, otherwise.live) }
    }
}

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) block: usize,
    /// The element of the block at which the memory starts that the offset is counted from.
    pub(crate) start: TermId,
    pub(crate) offset: TermId,
    pub(crate) sizes: Vec<TermId>,
    pub(crate) strides: Vec<i64>,
}

impl View {
    /// The extents where all are known.
    pub(crate) fn extents(&self, pool: &TermArena) -> Option<Vec<u64>> {
        self.sizes.iter().map(|size| pool.value(*size).map(|size| size as u64)).collect()
    }
}

/// An address: a number of bytes from the start of a block, or from null.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    /// `None` is null.
    pub(crate) block: Option<usize>,
    /// The distance is counted in these bytes.
    pub(crate) unit: u64,
    /// The distance, which is signed.
    pub(crate) offset: TermId,
    pub(crate) poison: TermId,
}

/// The value of an SSA name.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// A number, vector or tensor.
    Numbers(Value),
    /// A memref.
    View(View),
    /// An address.
    Pointer(Pointer),
    /// A structure or array of the llvm dialect.
    Fields(Vec<Item>),
}

impl Item {
    pub(crate) fn as_view(&self) -> Option<&View> {
        match self {
            Item::View(view) => Some(view),
            _ => None,
        }
    }
}

/// What changes from operation to operation.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The condition under which control is here.
    pub(crate) path: TermId,
    /// The number that stands for the events so far.
    pub(crate) history: TermId,
    /// Contents of the blocks of memory, by their numbers.
    pub(crate) memory: BTreeMap<usize, Contents>,
}

/// The ways in which a function may end, but for returning.
pub(crate) struct ExitConditions {
    pub(crate) undefined: TermId,
    pub(crate) trapped: TermId,
    /// The events before it ended.
    pub(crate) stopped: TermId,
    pub(crate) cut: TermId,
    /// The arguments that are memory, each with the condition under which it is stored to or freed.
    pub(crate) touched: Vec<TermId>,
}

/// Cells that are shared until they are written.
pub(crate) type Cells = Rc<Vec<Scalar>>;

/// A number by a condition.
pub(crate) fn chosen(pool: &mut TermArena, condition: TermId, then: Scalar, otherwise: Scalar) -> Scalar {
    Scalar {
        bits: pool.choice(condition, then.bits, otherwise.bits),
        poison: pool.choice(condition, then.poison, otherwise.poison),
    }
}

/// Numbers by a condition.
pub(crate) fn chosen_all(
    pool: &mut TermArena,
    condition: TermId,
    then: &[Scalar],
    otherwise: &[Scalar],
) -> Vec<Scalar> {
    then.iter().zip(otherwise).map(|(a, b)| chosen(pool, condition, *a, *b)).collect()
}

/// An access of memory in an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Access {
    pub(crate) block: usize,
    /// The cell; `None` for all of the block.
    pub(crate) cell: Option<TermId>,
    pub(crate) writes: bool,
    /// The condition under which it happens.
    pub(crate) path: TermId,
}

/// Accesses of the iterations of loops without order that are being followed.
#[derive(Debug, Default)]
pub(crate) struct Races {
    /// The number of loops around.
    pub(crate) depth: usize,
    pub(crate) made: Vec<Access>,
}

/// The iterations of one loop.
pub(crate) struct Iterations {
    pub(crate) op: OpId,
    /// For each iteration, its first access, and what had happened when it began.
    pub(crate) began: Vec<(usize, Happened)>,
}

/// The events up to a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Happened {
    pub(crate) undefined: TermId,
    pub(crate) trapped: TermId,
    pub(crate) events: usize,
}
