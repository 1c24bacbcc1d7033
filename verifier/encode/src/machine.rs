//! A function that is followed operation by operation, on all paths at once.

use crate::state::{ExitConditions, Item, State};
use std::collections::BTreeMap;

use assay_ir::data::{Context, Ident, OpId, Program, TypeId, TypeKind, ValueId, known};
use rustc_hash::FxHashMap;

use crate::encoder::{Argument, Encoder, Summary};
use crate::layout::element_bytes;
use crate::layout::{layout_of, number_of};
use crate::state::Races;
use crate::state::View;
use crate::state::{Block, Origin};
use crate::unsupported::EncodeError;
use assay_semantics::{self, Element, Layout, Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::TermId;

/// The meaning of one operation for the machine.
pub(crate) type Run = fn(&mut SymbolicExecutor<'_, '_>, OpId) -> Result<(), EncodeError>;

/// A function that is being followed.
pub(crate) struct SymbolicExecutor<'e, 'p> {
    pub(crate) encoder: &'e mut Encoder,
    pub(crate) program: &'p Program,
    /// The meaning of any operation that ends no block.
    step: Run,
    pub(crate) values: FxHashMap<ValueId, Item>,
    pub(crate) state: State,
    /// All blocks of memory.
    pub(crate) blocks: Vec<Block>,
    /// Blocks of globals.
    pub(crate) globals: FxHashMap<OpId, usize>,
    /// Blocks that functions without a body reach, each with what it is.
    pub(crate) reached: Vec<(usize, String)>,
    /// The events before the end of what did not return.
    stopped: TermId,
    undefined: TermId,
    trapped: TermId,
    cut: TermId,
    /// For each argument that is memory the condition under which it is stored to or freed; their blocks are the first.
    pub(crate) touched: Vec<TermId>,
    /// Functions that have not returned.
    pub(crate) callers: Vec<OpId>,
    /// Functions without a body that were called.
    pub(crate) events: usize,
    /// Accesses of memory in loops without order.
    pub(crate) races: Races,
    /// Structured operations whose regions are followed, each with its place.
    pub(crate) places: Vec<(OpId, Vec<u64>)>,
}

impl<'e, 'p> SymbolicExecutor<'e, 'p> {
    pub(crate) fn new(encoder: &'e mut Encoder, program: &'p Program, step: Run) -> SymbolicExecutor<'e, 'p> {
        let (yes, no) = (encoder.pool.boolean(true), encoder.pool.boolean(false));
        let history = encoder.no_events();
        SymbolicExecutor {
            encoder,
            program,
            step,
            values: FxHashMap::default(),
            state: State { path: yes, history, memory: BTreeMap::new() },
            blocks: Vec::new(),
            globals: FxHashMap::default(),
            reached: Vec::new(),
            stopped: history,
            undefined: no,
            trapped: no,
            cut: no,
            touched: Vec::new(),
            callers: Vec::new(),
            events: 0,
            races: Races::default(),
            places: Vec::new(),
        }
    }

    pub(crate) fn pool(&mut self) -> &mut TermArena {
        &mut self.encoder.pool
    }

    /// Follows a function from its entry to its end.
    pub(crate) fn function(mut self, function: OpId, arguments: &[Argument]) -> Result<Summary, EncodeError> {
        let region = self.program.op_regions(function).first().copied();
        let entry = region.and_then(|region| self.program.region(region).blocks.first().copied());
        let (Some(region), Some(entry)) = (region, entry) else { return Err(self.unsupported(function)) };
        let mut items = Vec::with_capacity(arguments.len());
        let names = self.program.block(entry).arguments.clone();
        for (name, argument) in names.iter().zip(arguments) {
            items.push(match argument {
                Argument::Numbers(value) => Item::Numbers(value.clone()),
                Argument::Memory(contents) => {
                    let ty = self.program.value_type(*name);
                    let layout = self.element_layout(function, ty)?;
                    let extents = contents.shape.clone().unwrap_or_default();
                    let bytes = element_bytes(&layout) * contents.elements.len() as u64;
                    let block = Block { origin: Origin::Heap, layout: Some(layout), bytes };
                    let block = self.add_block(block, contents.elements.clone());
                    Item::View(self.whole(block, &extents))
                }
            });
        }
        let given: Vec<View> = items.iter().filter_map(|item| item.as_view().cloned()).collect();
        self.touched = vec![self.pool().boolean(false); given.len()];
        self.reached =
            given.iter().enumerate().map(|(at, view)| (view.block, format!("argument {at}"))).collect();
        self.changeable_globals(function)?;
        self.callers.push(function);
        let exits = self.region(region, items)?;
        let returned = self.join(exits)?;
        let mut shown: Vec<&View> = Vec::new();
        let mut results = Vec::new();
        let list = returned.unwrap_or_default();
        for item in &list {
            results.push(match item {
                Item::Numbers(value) => value.clone(),
                Item::View(view) => {
                    if self.blocks[view.block].origin == Origin::Stack {
                        return Err(EncodeError::Aliases);
                    }
                    shown.push(view);
                    self.contents(view)?
                }
                Item::Pointer(_) | Item::Fields(_) => return Err(self.lacks_types(function)),
            });
        }
        let memory = given.iter().map(|view| self.contents(view)).collect::<Result<_, _>>()?;
        let views = self.returned(&given, &shown)?;
        let kept = self.escaped_memory()?;
        let globals = self.globals_at_end();
        let live = given.iter().map(|view| Ok(self.block_contents(view.block)?.live));
        let live = live.collect::<Result<_, EncodeError>>()?;
        let SymbolicExecutor { undefined, trapped, cut, stopped, touched, state, .. } = self;
        let history = self.encoder.pool.choice(trapped, stopped, state.history);
        Ok(Summary { undefined, trapped, cut, history, results, memory, touched, live, globals, views, kept })
    }

    /// The ways in which a function may end so far; from here on there are none.
    pub(crate) fn take_ends(&mut self) -> ExitConditions {
        let no = self.pool().boolean(false);
        let stopped = self.encoder.no_events();
        let touched = vec![no; self.touched.len()];
        self.put_ends(ExitConditions { undefined: no, trapped: no, stopped, cut: no, touched })
    }

    /// The same, and others instead.
    pub(crate) fn put_ends(&mut self, ends: ExitConditions) -> ExitConditions {
        let ExitConditions { undefined, trapped, stopped, cut, touched } = ends;
        ExitConditions {
            undefined: std::mem::replace(&mut self.undefined, undefined),
            trapped: std::mem::replace(&mut self.trapped, trapped),
            stopped: std::mem::replace(&mut self.stopped, stopped),
            cut: std::mem::replace(&mut self.cut, cut),
            touched: std::mem::replace(&mut self.touched, touched),
        }
    }

    /// The reason that an operation as such is not followed.
    pub(crate) fn unsupported(&self, op: OpId) -> EncodeError {
        EncodeError::Meaning(self.program.op_name(op).to_owned())
    }

    pub(crate) fn lacks_types(&self, op: OpId) -> EncodeError {
        EncodeError::Types(self.program.op_name(op).to_owned())
    }

    pub(crate) fn lacks_attribute(&self, op: OpId) -> EncodeError {
        EncodeError::Attribute(self.program.op_name(op).to_owned())
    }

    /// The behaviour is undefined where control is here and a condition holds.
    pub(crate) fn undefined_if(&mut self, condition: TermId) {
        let path = self.state.path;
        let here = self.pool().and(path, condition);
        self.undefined = self.encoder.pool.or(self.undefined, here);
    }

    /// A block is stored to or freed where control is here and a condition holds.
    pub(crate) fn touches_if(&mut self, block: usize, condition: TermId) {
        let path = self.state.path;
        let only_read = self.encoder.only_read.get(block) == Some(&true);
        let Some(touched) = self.touched.get_mut(block).filter(|_| only_read) else { return };
        let here = self.encoder.pool.and(path, condition);
        *touched = self.encoder.pool.or(*touched, here);
    }

    /// A block is stored to or freed where control is here.
    pub(crate) fn touches(&mut self, block: usize) {
        let yes = self.pool().boolean(true);
        self.touches_if(block, yes);
    }

    /// The behaviour is undefined where a condition holds, wherever control is.
    pub(crate) fn is_undefined_where(&mut self, condition: TermId) {
        self.undefined = self.encoder.pool.or(self.undefined, condition);
    }

    /// The conditions under which the behaviour is undefined and under which the function is ended, so far.
    pub(crate) fn ends(&self) -> (TermId, TermId) {
        (self.undefined, self.trapped)
    }

    /// The function ends where control is here and a condition holds.
    pub(crate) fn traps_if(&mut self, condition: TermId) {
        let path = self.state.path;
        let here = self.pool().and(path, condition);
        self.trapped = self.encoder.pool.or(self.trapped, here);
        self.stopped = self.encoder.pool.choice(here, self.state.history, self.stopped);
        let not = self.pool().not(condition);
        self.state.path = self.pool().and(path, not);
    }

    /// Nothing is said about what control does from here.
    pub(crate) fn cut_here(&mut self) {
        let yes = self.pool().boolean(true);
        self.cut_if(yes);
    }

    /// Nothing is said where control is here and a condition holds.
    pub(crate) fn cut_if(&mut self, condition: TermId) {
        let path = self.state.path;
        let here = self.pool().and(path, condition);
        self.cut = self.encoder.pool.or(self.cut, here);
    }

    pub(crate) fn item(&self, op: OpId, index: usize) -> Result<Item, EncodeError> {
        let value = self.program.operand(op, index).ok_or_else(|| self.unsupported(op))?;
        self.values.get(&value).cloned().ok_or_else(|| self.unsupported(op))
    }

    pub(crate) fn items(&self, op: OpId, from: usize) -> Result<Vec<Item>, EncodeError> {
        (from..self.program.operand_count(op)).map(|index| self.item(op, index)).collect()
    }

    /// An operand that is a number, vector or tensor.
    pub(crate) fn numbers(&self, op: OpId, index: usize) -> Result<Value, EncodeError> {
        match self.item(op, index)? {
            Item::Numbers(value) => Ok(value),
            _ => Err(self.lacks_types(op)),
        }
    }

    pub(crate) fn view(&self, op: OpId, index: usize) -> Result<View, EncodeError> {
        self.item(op, index)?.as_view().cloned().ok_or_else(|| self.lacks_types(op))
    }

    /// An operand that is one number.
    pub(crate) fn scalar(&self, op: OpId, index: usize) -> Result<Scalar, EncodeError> {
        match &self.numbers(op, index)? {
            Value { shape: None, elements } if elements.len() == 1 => Ok(elements[0]),
            _ => Err(self.lacks_types(op)),
        }
    }

    /// An operand that decides something, so that the behaviour is undefined where it is poison.
    pub(crate) fn deciding(&mut self, op: OpId, index: usize) -> Result<TermId, EncodeError> {
        let scalar = self.scalar(op, index)?;
        self.undefined_if(scalar.poison);
        Ok(scalar.bits)
    }

    /// The same as a truth value.
    pub(crate) fn condition(&mut self, op: OpId, index: usize) -> Result<TermId, EncodeError> {
        let bits = self.deciding(op, index)?;
        if self.pool().width(bits) != 1 {
            return Err(self.lacks_types(op));
        }
        Ok(self.pool().truth(bits))
    }

    /// Names the results of an operation.
    pub(crate) fn bind(&mut self, op: OpId, items: Vec<Item>) -> Result<(), EncodeError> {
        if items.len() != self.program.result_count(op) {
            return Err(self.unsupported(op));
        }
        self.values.extend(self.program.results(op).zip(items));
        Ok(())
    }

    /// Names the only result.
    pub(crate) fn bind_value(&mut self, op: OpId, value: Value) -> Result<(), EncodeError> {
        self.bind(op, vec![Item::Numbers(value)])
    }

    pub(crate) fn result_type(&self, op: OpId, index: usize) -> Result<TypeId, EncodeError> {
        let value = self.program.result(op, index).ok_or_else(|| self.unsupported(op))?;
        Ok(self.program.value_type(value))
    }

    /// The layout of a result.
    pub(crate) fn result_layout(&self, op: OpId, index: usize) -> Result<Layout, EncodeError> {
        let layout = layout_of(self.program.ctx(), self.result_type(op, index)?);
        layout.map_err(|_| self.lacks_types(op))
    }

    /// The layout of a result where control never is: without places in the dimensions that its type leaves open.
    pub(crate) fn blank_layout(&self, op: OpId, index: usize) -> Result<Layout, EncodeError> {
        let (ctx, ty) = (self.program.ctx(), self.result_type(op, index)?);
        match ctx.type_kind(ty) {
            TypeKind::RankedTensor { shape, .. } if shape.contains(&None) => {
                let shape = shape.iter().map(|extent| extent.unwrap_or(0)).collect();
                Ok(Layout { shape: Some(shape), ..number_of(ctx, ty)? })
            }
            _ => self.result_layout(op, index),
        }
    }

    /// The behaviour is undefined where control is here; the results are poison, in this shape.
    pub(crate) fn set_undefined(&mut self, op: OpId, shape: Option<&[u64]>) -> Result<(), EncodeError> {
        let yes = self.pool().boolean(true);
        self.undefined_if(yes);
        self.state.path = self.pool().boolean(false);
        let size = shape.into_iter().flatten().product::<u64>() as usize;
        let mut items = Vec::new();
        for at in 0..self.program.result_count(op) {
            let layout = number_of(self.program.ctx(), self.result_type(op, at)?)?;
            let elements = vec![self.poison(&layout); size];
            items.push(Item::Numbers(Value { shape: shape.map(Into::into), elements }));
        }
        self.bind(op, items)
    }

    /// A number that is known.
    pub(crate) fn sound(&mut self, bits: TermId) -> Scalar {
        Scalar { bits, poison: self.pool().boolean(false) }
    }

    /// A number that is poison.
    pub(crate) fn poison(&mut self, layout: &Layout) -> Scalar {
        use assay_term::float::From;
        let zero = self.pool().zero(layout.width);
        let bits = match layout.element {
            Element::Float(format) => self.pool().float_from(From::Bits, zero, format),
            _ => zero,
        };
        Scalar { bits, poison: self.pool().boolean(true) }
    }

    /// Follows one operation that ends no block.
    pub(crate) fn operation(&mut self, op: OpId) -> Result<(), EncodeError> {
        self.encoder.bounded()?;
        (self.step)(self, op)
    }

    pub(crate) fn ident(&self, text: &str) -> Ident {
        self.program.ctx().ident(text)
    }

    /// The function of a name beside the one that is followed.
    pub(crate) fn callee(&self, name: &str) -> Option<OpId> {
        let table = self.program.parent_op(*self.callers.first()?)?;
        let region = *self.program.op_regions(table).first()?;
        let block = *self.program.region(region).blocks.first()?;
        let named = |op: &OpId| self.program.attr_text(*op, known::SYM_NAME) == Some(name);
        self.program.ops_in(block).find(named)
    }
}

/// Tells if a tensor type leaves extents open.
pub(crate) fn has_open_extents(ctx: &Context, ty: TypeId) -> bool {
    matches!(ctx.type_kind(ty), TypeKind::RankedTensor { shape, .. } if shape.contains(&None))
}
