//! A program that is run many times: the meaning and the cost of each of its operations are looked up once. Decides nothing.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use assay_ir::affine::{Map, Set};
use assay_ir::data::{AttrId, Ident, OpId, Program, TypeId, TypeKind};
use assay_ir::llvm;
use rustc_hash::FxHashMap;

use super::control::{Stop, Values};
use super::flags::FastMath;
use super::symbolic::Symbolic;
use super::{OpInterpreter, meaning};
use crate::constant::static_shape;
use crate::engine::Options;
use crate::terms::{Choice, Terms};
use crate::value::count;

/// A program with its operations as they were looked up. Made for one width of `index`.
pub struct Prepared<'p> {
    program: &'p Program,
    options: Options,
    /// By operation, as far as it was executed.
    known: RefCell<FxHashMap<OpId, Known>>,
    /// Types of the llvm dialect by their parts.
    kinds: RefCell<FxHashMap<TypeId, Option<Rc<llvm::Kind>>>>,
    /// Sizes of types in memory.
    sizes: RefCell<FxHashMap<TypeId, Option<llvm::Size>>>,
    /// Names of attributes.
    names: RefCell<FxHashMap<String, Ident>>,
    /// The flags of operations on floating-point numbers.
    flags: RefCell<FxHashMap<OpId, FastMath>>,
    /// Affine maps and integer sets, as they were read.
    maps: RefCell<FxHashMap<AttrId, Option<Rc<Map>>>>,
    sets: RefCell<FxHashMap<AttrId, Option<Rc<Set>>>>,
    /// The terms that runs compute.
    symbolic: Option<Symbolic<'p>>,
    /// Room for the values of an activation, kept from the last one.
    spare: Cell<Option<Values>>,
}

/// An operation that was looked up.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// What it means, if that is known.
    pub(super) meaning: Option<&'static OpInterpreter>,
    /// The fuel that it costs by its types.
    pub(super) cost: u64,
}

impl<'p> Prepared<'p> {
    /// Looks at nothing yet.
    pub fn new(program: &'p Program, options: Options) -> Prepared<'p> {
        Prepared {
            program,
            options,
            known: RefCell::default(),
            kinds: RefCell::default(),
            sizes: RefCell::default(),
            names: RefCell::default(),
            flags: RefCell::default(),
            maps: RefCell::default(),
            sets: RefCell::default(),
            symbolic: None,
            spare: Cell::default(),
        }
    }

    /// Runs compute terms of what their arguments have terms for. Beside the operations that are admitted for all programs, `moving` ones are,
    /// of which the caller knows that they only move numbers.
    pub fn with_terms(
        self,
        terms: &'p RefCell<Terms>,
        choices: impl IntoIterator<Item = (OpId, Choice)>,
        moving: impl IntoIterator<Item = OpId>,
    ) -> Prepared<'p> {
        let symbolic = Symbolic::new(terms, choices.into_iter().collect(), moving.into_iter().collect());
        Prepared { symbolic: Some(symbolic), ..self }
    }

    /// The terms that runs compute, if they do.
    pub(super) fn symbolic(&self) -> Option<&Symbolic<'p>> {
        self.symbolic.as_ref()
    }

    /// The parts of a type of the llvm dialect.
    pub(super) fn llvm_kind(&self, ty: TypeId) -> Option<Rc<llvm::Kind>> {
        let mut kinds = self.kinds.borrow_mut();
        kinds.entry(ty).or_insert_with(|| llvm::kind(self.program.ctx(), ty).map(Rc::new)).clone()
    }

    /// The size of a type in memory.
    pub(super) fn llvm_size(&self, ty: TypeId) -> Option<llvm::Size> {
        *self.sizes.borrow_mut().entry(ty).or_insert_with(|| llvm::size(self.program.ctx(), ty))
    }

    /// The name of an attribute.
    pub(super) fn name(&self, name: &str) -> Ident {
        if let Some(known) = self.names.borrow().get(name) {
            return *known;
        }
        let ident = self.program.ctx().ident(name);
        self.names.borrow_mut().insert(name.to_owned(), ident);
        ident
    }

    /// The flags of an operation on floating-point numbers, which `read` reads when they are first asked for.
    pub(super) fn flags(
        &self,
        op: OpId,
        read: impl FnOnce() -> Result<FastMath, Stop>,
    ) -> Result<FastMath, Stop> {
        if let Some(known) = self.flags.borrow().get(&op) {
            return Ok(*known);
        }
        let flags = read()?;
        self.flags.borrow_mut().insert(op, flags);
        Ok(flags)
    }

    /// The affine map in an attribute; `None` of another attribute.
    pub(super) fn map(&self, attr: AttrId) -> Option<Rc<Map>> {
        let mut maps = self.maps.borrow_mut();
        maps.entry(attr).or_insert_with(|| Map::from_attr(self.program.ctx(), attr).map(Rc::new)).clone()
    }

    /// The integer set in an attribute; `None` of another attribute.
    pub(super) fn set(&self, attr: AttrId) -> Option<Rc<Set>> {
        let mut sets = self.sets.borrow_mut();
        sets.entry(attr).or_insert_with(|| Set::from_attr(self.program.ctx(), attr).map(Rc::new)).clone()
    }

    /// The program.
    pub(super) fn program(&self) -> &'p Program {
        self.program
    }

    /// The settings of every run.
    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    pub(super) fn known(&self, op: OpId) -> Known {
        if let Some(known) = self.known.borrow().get(&op) {
            return *known;
        }
        let known = Known { meaning: meaning(self.program.op_name(op)), cost: self.cost(op) };
        self.known.borrow_mut().insert(op, known);
        known
    }

    /// Room for values, empty.
    pub(super) fn room(&self) -> Values {
        self.spare.take().unwrap_or_default()
    }

    /// Gives room back.
    pub(super) fn give_back(&self, mut values: Values) {
        values.clear();
        self.spare.set(Some(values));
    }

    fn cost(&self, op: OpId) -> u64 {
        let values = self.program.operands(op).chain(self.program.results(op));
        let costs = values.map(|value| self.cost_of(self.program.value_type(value)));
        costs.fold(1u64, u64::saturating_add)
    }

    fn cost_of(&self, ty: TypeId) -> u64 {
        let ctx = self.program.ctx();
        let of_element = |ty| self.options.width(self.program, ty).map_or(1, cost);
        match ctx.type_kind(ty) {
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } => match static_shape(ctx, ty) {
                Some((shape, element)) => {
                    count(&shape).unwrap_or(u64::MAX).saturating_mul(of_element(element)).max(1)
                }
                None => 1,
            },
            _ => of_element(ty),
        }
    }
}

/// Fuel that a value of a width costs: time grows up to its square, memory with it.
fn cost(width: u32) -> u64 {
    let words = u64::from(width / 64);
    if width <= 128 { 1 } else { 1 + words / 8 + words * words / 4096 }
}
