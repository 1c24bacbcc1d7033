//! The terms that runs of a program compute, and what was looked up of its operations for them.

use std::cell::RefCell;
use std::rc::Rc;

use assay_ir::data::{OpId, Program, Signedness, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::term_rules::Rule;
use crate::engine::Options;
use crate::prime_fields::RingOperation;
use crate::term::TermKind;
use crate::terms::{Choice, Terms};

/// An operation with terms, as it was looked up.
pub(super) struct Known {
    pub(super) rule: Option<Rule>,
    pub(super) choice: Option<Choice>,
    /// The operation with all that its results depend on beside its operands.
    pub(super) signature: u64,
    /// The same without the permissions to choose: one of the results that it allows.
    pub(super) without_permissions: u64,
    pub(super) commutative: bool,
    /// The sum or product that it is, where these are those of a ring.
    pub(super) ring: Option<RingOperation>,
    /// Of the elements of results; `None` where they are no numbers.
    pub(super) results: Vec<Option<TermKind>>,
    pub(super) operands: usize,
}

/// The terms that runs of a program compute.
pub(super) struct Symbolic<'t> {
    pub(super) terms: &'t RefCell<Terms>,
    pub(super) choices: FxHashMap<OpId, Choice>,
    pub(super) moving: FxHashSet<OpId>,
    pub(super) known: RefCell<FxHashMap<OpId, Rc<Known>>>,
}

/// The kind of a type's numbers.
pub(super) fn kind(program: &Program, options: &Options, ty: TypeId) -> Option<TermKind> {
    match program.ctx().type_kind(ty) {
        TypeKind::Float(kind) => Some(TermKind::Float(*kind)),
        // Operations read the sign off the type, which is no part of a term.
        TypeKind::Integer { signedness, .. } if *signedness != Signedness::Signless => None,
        _ => options.width(program, ty).map(TermKind::Int),
    }
}

impl<'t> Symbolic<'t> {
    pub(super) fn new(
        terms: &'t RefCell<Terms>,
        choices: FxHashMap<OpId, Choice>,
        moving: FxHashSet<OpId>,
    ) -> Symbolic<'t> {
        Symbolic { terms, choices, moving, known: RefCell::default() }
    }
}
