//! The encoding of a rewrite at given types while it is built: the inputs of the match, what operations compute in the source and in
//! the target, what is observable, and what the builder knows. Computes nothing.

use std::cell::RefCell;

use assay_ir::data::{Context, Ident, OpId, Program, TypeId};
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

use super::memory::{Memory, Place, Write};
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, OpRef, TypeIx, ValueRef};
use crate::witness::PdlValue;
use assay_semantics::{Layout, OpResult, Roles, Value};
use assay_term::arena::TermArena;
use assay_term::node::TermId;
use assay_term::nondet::Side;
use assay_term::sample::Sample;

/// Something that the match is given.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// What it is in the pattern.
    pub value: PdlValue,
    /// Its type.
    pub ty: TypeId,
    /// Its layout.
    pub layout: Layout,
    /// The variables that stand for it.
    pub numbers: Value,
}

/// An operation of one side with its results.
#[derive(Clone, Debug)]
pub(crate) struct Computed {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Its name.
    pub name: Ident,
    /// Whether the rewrite makes it.
    pub created: bool,
    /// Types of its results.
    pub types: Vec<TypeId>,
    /// Its results.
    pub results: Vec<Value>,
    /// What it is given, where it has no results: that is what others see of it.
    pub given: Vec<Value>,
    /// When its behaviour is undefined.
    pub undefined: TermId,
}

/// Something that is there to be seen, before and after.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    /// The PDL operation of the rewrite that changes it.
    pub op: OpId,
    /// The matched `pdl.operation` at which it is seen.
    pub target: OpId,
    /// What is seen there.
    pub seen: Observable,
    /// What there was before.
    pub before: Value,
    /// What there is afterwards.
    pub after: Value,
    /// When the operation at which it is seen is undefined, where that need not run whenever the root does.
    pub undefined: TermId,
}

/// What can be seen of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observable {
    /// The result of this number, by its users.
    Result(usize),
    /// The operand of this number, by the block or operation that a terminator forwards it to.
    Handed(usize),
    /// The operand of this number, by an operation that is made again.
    Passed(usize),
    /// What a place holds after it, by later loads.
    Stored(Place, Change),
}

/// How stores changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// There are as many as before.
    Kept,
    /// There are fewer.
    Gone,
    /// There are more.
    New,
}

/// Both sides.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    /// All expressions.
    pub pool: TermArena,
    /// What the match is given.
    pub inputs: Vec<Input>,
    /// Unknown attributes.
    pub roles: Roles,
    /// An integer type that another one is looked at for.
    pub narrowed_type: Option<(TypeId, TypeId)>,
    /// The matched operations, those with a meaning, each after what feeds it.
    pub before: Vec<Computed>,
    /// What there is afterwards.
    pub after: Vec<Computed>,
    /// All that is there to be seen and may have changed: replaced results in the order of the rewrite, then effects.
    pub observed: Vec<Observed>,
    /// What memory holds.
    pub memory: Memory,
    /// When the matched operations that surely run are undefined.
    pub undefined_before: TermId,
    /// When the operations afterwards are.
    pub undefined_after: TermId,
    /// Matched operations that need not run when the root does: users of it may stand in a region that is not entered or a
    /// block that is not reached.
    pub uncertain: Vec<Uncertain>,
    /// Native constraints of the model of which nothing is known; they may exclude any match.
    pub silent: Vec<usize>,
    /// Native constraints of which a consequence is known, and not when they hold.
    pub supposed: Vec<usize>,
}

/// Why there are no sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EncodeError {
    /// The rewrite erases or creates an operation without a meaning: its name, and the PDL operation.
    NoMeaning(String, OpId),
    /// Something with a meaning that has none here.
    Unsupported {
        /// What.
        what: String,
        /// The PDL operation.
        op: OpId,
    },
    /// An operation that a user describes on other types.
    Undescribed {
        /// What.
        what: String,
        /// The PDL operation.
        op: OpId,
    },
    /// An attribute or type that native code makes.
    Native(OpId),
    /// No program matches at these types, or native code that the rewrite calls refuses them.
    Refused,
    /// These types do not fit together.
    IllTyped,
}

/// Types for the classes of a pattern, and the width of `index`.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    /// By class.
    pub of: FxHashMap<TypeIx, TypeId>,
    /// The width of `index`.
    pub index: u32,
    /// An integer type that another one is looked at for.
    pub narrowed_type: Option<(TypeId, TypeId)>,
    /// The widths that these types speak for, besides their own.
    pub width_sample: Option<Sample>,
}

impl Types {
    /// The type that is looked at for one that is written.
    pub(super) fn instead_of(&self, ty: TypeId) -> TypeId {
        self.narrowed_type.filter(|(wide, _)| *wide == ty).map_or(ty, |(_, narrow)| narrow)
    }

    /// The types by their texts, each once.
    pub(super) fn describe(&self, ctx: &Context) -> Vec<String> {
        let mut classes: Vec<(&TypeIx, &TypeId)> = self.of.iter().collect();
        classes.sort_unstable_by_key(|(class, _)| *class);
        let mut words: Vec<String> = Vec::new();
        for (_, ty) in classes {
            let text = match *ty == ctx.index() {
                true => format!("index at {} bits", self.index),
                false => assay_ir::text::type_text(ctx, *ty),
            };
            if !words.contains(&text) {
                words.push(text);
            }
        }
        words
    }
}

pub(super) struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) registry: &'a Registry,
    pub(super) model: &'a Model,
    pub(super) classes: &'a Classes<'a>,
    pub(super) types: &'a Types,
    pub(super) pool: TermArena,
    pub(super) roles: Roles,
    /// What native code comes to, by its calls.
    pub(super) calls: FxHashMap<OpId, Call>,
    pub(super) inputs: Vec<Input>,
    /// Variables of values that no operation with a meaning computes, by class.
    pub(super) free: FxHashMap<usize, Value>,
    /// Types of the results of created operations, as far as they were looked at.
    pub(super) made_types: RefCell<Vec<Result<Vec<TypeId>, EncodeError>>>,
    pub(super) memory: Memory,
    pub(super) poison_free: bool,
    /// The operation that the rewrite makes again.
    pub(super) remade: Option<RecreatedRoot>,
    /// Whether every operation works on each element alone.
    pub(super) elements: bool,
}

/// A matched operation that need not run when the root does.
#[derive(Clone, Debug)]
pub(crate) struct Uncertain {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Itself and the matched operations that feed it: they run whenever it does.
    pub with: Vec<OpId>,
}

/// What a call comes to.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// When the summary says something: its body is neither undefined nor poison.
    pub(super) defined: TermId,
    /// What the body returns.
    pub(super) results: Vec<TermId>,
}

/// A matched operation and the created one that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecreatedRoot {
    pub(super) name: Ident,
    /// The class of the matched operation.
    pub(super) node: usize,
    /// The index of the created one.
    pub(super) created: usize,
}

/// The operands of all operations at one moment.
#[derive(Clone, Debug)]
pub(super) struct OperandMap {
    pub(super) nodes: Vec<Vec<ValueRef>>,
    pub(super) created: Vec<Vec<ValueRef>>,
}

/// The results of one moment.
pub(super) struct EvalState {
    pub(super) side: Side,
    pub(super) done: FxHashMap<OpRef, Option<OpResult>>,
    pub(super) order: Vec<OpRef>,
    /// What operations store.
    pub(super) writes: Vec<(OpRef, Write)>,
    /// Operands of operations without results.
    pub(super) given: FxHashMap<OpRef, Vec<Value>>,
}

impl EvalState {
    pub(super) fn new(side: Side) -> EvalState {
        let (done, order, writes, given) = Default::default();
        EvalState { side, done, order, writes, given }
    }
}

impl OperandMap {
    /// Operands of an operation.
    pub(super) fn operands(&self, op: OpRef) -> Vec<ValueRef> {
        match op {
            OpRef::Node(node) => self.nodes[node].clone(),
            OpRef::Created(created) => self.created[created].clone(),
        }
    }
}
