//! Blocks of memory whose places are expressions each. What was never written is poison; an access outside of a view or its
//! block, or after the block was freed, is undefined behaviour.

use std::rc::Rc;

use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind};

use super::attributes::{addresses, groups, has_unit};
use super::encoder::{INDEX, Missing, layout_of};
use super::machine::{Cells, Item, Machine, Run, chosen, chosen_all};
use super::views::{View, places};
use crate::values::expr::{Binary, Compare, Ex, Pool};
use crate::values::meaning::{Layout, Scalar, Value};

/// Blocks of more places are not modelled.
pub(super) const MOST_PLACES: usize = 256;

pub(super) const OPS: &[(&str, Run)] = &[
    ("memref.alloc", |m, op| allocate(m, op, Origin::Heap)),
    ("memref.alloca", |m, op| allocate(m, op, Origin::Stack)),
    ("memref.copy", copy),
    ("memref.dealloc", free),
    ("memref.get_global", global),
    ("memref.load", load),
    ("memref.prefetch", |_, _| Ok(())),
    ("memref.store", store),
];

/// Where a block comes from, and so what may end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An argument or an `alloc`.
    Heap,
    /// An `alloca`.
    Stack,
    /// A global that is never written.
    Constant,
}

/// What a block of memory is, whatever is in it.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) origin: Origin,
    /// Of an element.
    pub(super) layout: Layout,
}

/// What is in a block.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    pub(super) cells: Cells,
    /// It was not freed.
    pub(super) live: Ex,
}

impl Contents {
    pub(super) fn chosen(pool: &mut Pool, condition: Ex, then: &Contents, otherwise: &Contents) -> Contents {
        let cells = match Rc::ptr_eq(&then.cells, &otherwise.cells) {
            true => Rc::clone(&then.cells),
            false => Rc::new(chosen_all(pool, condition, &then.cells, &otherwise.cells)),
        };
        Contents { cells, live: pool.choice(condition, then.live, otherwise.live) }
    }
}

impl Machine<'_, '_> {
    /// The layout of the elements of a memref type.
    pub(super) fn element_layout(&self, op: OpId, ty: TypeId) -> Result<Layout, Missing> {
        let TypeKind::MemRef { element, .. } = self.program.ctx().type_kind(ty) else {
            return Err(self.lacks_types(op));
        };
        let layout = layout_of(self.program.ctx(), *element)?;
        if layout.shape.is_some() { Err(self.lacks_types(op)) } else { Ok(layout) }
    }

    /// A new block with contents.
    pub(super) fn add_block(&mut self, block: Block, cells: Vec<Scalar>) -> usize {
        self.blocks.push(block);
        let number = self.blocks.len() - 1;
        let live = self.pool().boolean(true);
        self.state.memory.insert(number, Contents { cells: Rc::new(cells), live });
        number
    }

    /// The contents of a block; one that is not on this path is never used.
    fn block_contents(&self, block: usize) -> Result<Contents, Missing> {
        self.state.memory.get(&block).cloned().ok_or(Missing::Aliases)
    }

    /// The number of a place in its block; undefined behaviour where there is none.
    fn cell(&mut self, view: &View, place: &[Ex]) -> Result<Ex, Missing> {
        let contents = self.block_contents(view.block)?;
        if place.len() != view.sizes.len() {
            return Err(Missing::Aliases);
        }
        let pool = &mut self.encoder.pool;
        let mut outside = pool.not(contents.live);
        let mut cell = view.offset;
        for ((at, size), stride) in place.iter().zip(&view.sizes).zip(&view.strides) {
            let beyond = pool.compare(Compare::ULe, *size, *at);
            outside = pool.or(outside, beyond);
            let stride = pool.number(INDEX, *stride as u128);
            let step = pool.binary(Binary::Mul, *at, stride);
            cell = pool.binary(Binary::Add, cell, step);
        }
        let end = pool.number(INDEX, contents.cells.len() as u128);
        let beyond = pool.compare(Compare::ULe, end, cell);
        outside = pool.or(outside, beyond);
        self.undefined_if(outside);
        Ok(cell)
    }

    /// The element at a place.
    pub(super) fn load(&mut self, view: &View, place: &[Ex]) -> Result<Scalar, Missing> {
        let cell = self.cell(view, place)?;
        let cells = self.block_contents(view.block)?.cells;
        let layout = self.blocks[view.block].layout.clone();
        let mut value = match self.encoder.pool.value(cell) {
            Some(at) => return Ok(cells.get(at as usize).copied().unwrap_or_else(|| self.poison(&layout))),
            None => cells.first().copied().unwrap_or_else(|| self.poison(&layout)),
        };
        let pool = &mut self.encoder.pool;
        for (at, element) in cells.iter().enumerate().skip(1) {
            let at = pool.number(INDEX, at as u128);
            let here = pool.equal(cell, at);
            value = chosen(pool, here, *element, value);
        }
        self.encoder.bounded()?;
        Ok(value)
    }

    /// Writes the element at a place.
    pub(super) fn store(&mut self, view: &View, place: &[Ex], value: Scalar) -> Result<(), Missing> {
        let cell = self.cell(view, place)?;
        if self.blocks[view.block].origin == Origin::Constant {
            let yes = self.pool().boolean(true);
            self.undefined_if(yes);
            return Ok(());
        }
        let Contents { mut cells, live } = self.block_contents(view.block)?;
        let pool = &mut self.encoder.pool;
        let list = Rc::make_mut(&mut cells);
        match pool.value(cell) {
            Some(at) => {
                if let Some(element) = list.get_mut(at as usize) {
                    *element = value;
                }
            }
            None => {
                for (at, element) in list.iter_mut().enumerate() {
                    let at = pool.number(INDEX, at as u128);
                    let here = pool.equal(cell, at);
                    *element = chosen(pool, here, value, *element);
                }
            }
        }
        self.state.memory.insert(view.block, Contents { cells, live });
        self.encoder.bounded()
    }

    /// All elements of a view of known extents, in row-major order; poison where the block was freed.
    pub(super) fn contents(&mut self, view: &View) -> Result<Value, Missing> {
        let shape = view.extents(&self.encoder.pool).ok_or(Missing::Aliases)?;
        let contents = self.block_contents(view.block)?;
        let layout = self.blocks[view.block].layout.clone();
        let mut elements = Vec::new();
        let offset = self.encoder.pool.value(view.offset).ok_or(Missing::Aliases)? as i64;
        for place in places(&shape) {
            let cell =
                place.iter().zip(&view.strides).fold(offset, |sum, (at, stride)| sum + *at as i64 * stride);
            let found = usize::try_from(cell).ok().and_then(|cell| contents.cells.get(cell).copied());
            let found = found.unwrap_or_else(|| self.poison(&layout));
            let freed = self.poison(&layout);
            elements.push(chosen(&mut self.encoder.pool, contents.live, found, freed));
        }
        Ok(Value { shape: Some(shape.into()), elements })
    }
}

/// A new block for the type of a result.
fn allocate(m: &mut Machine<'_, '_>, op: OpId, origin: Origin) -> Result<(), Missing> {
    let [dynamic, symbols] = groups::<2>(m, op)?;
    let ty = m.result_type(op, 0)?;
    let TypeKind::MemRef { shape, layout: None, .. } = m.program.ctx().type_kind(ty) else {
        return Err(m.lacks_types(op));
    };
    let mut computed = addresses(m, op, &dynamic)?.into_iter();
    let mut extents: Vec<u64> = Vec::new();
    for extent in shape {
        let known = match extent {
            Some(extent) => Some(*extent),
            None => computed.next().and_then(|size| m.encoder.pool.value(size)).map(|size| size as u64),
        };
        extents.push(known.filter(|_| symbols.is_empty()).ok_or_else(|| m.lacks_types(op))?);
    }
    let layout = m.element_layout(op, ty)?;
    let size = extents.iter().try_fold(1u64, |size, extent| size.checked_mul(*extent));
    let size = size.filter(|size| *size <= MOST_PLACES as u64).ok_or_else(|| m.lacks_types(op))?;
    let unwritten = m.poison(&layout);
    let block = m.add_block(Block { origin, layout }, vec![unwritten; size as usize]);
    let view = m.whole(block, &extents);
    m.bind(op, vec![Item::View(view)])
}

/// Frees all of what `alloc` gave, once.
fn free(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let view = m.view(op, 0)?;
    let contents = m.block_contents(view.block)?;
    let extents = view.extents(&m.encoder.pool).ok_or_else(|| m.lacks_types(op))?;
    let all = m.whole(view.block, &extents);
    let is_whole = view == all && extents.iter().product::<u64>() == contents.cells.len() as u64;
    let freeable = m.blocks[view.block].origin == Origin::Heap && is_whole;
    let gone = m.pool().not(contents.live);
    let yes = m.pool().boolean(true);
    m.undefined_if(if freeable { gone } else { yes });
    let live = m.pool().boolean(false);
    m.state.memory.insert(view.block, Contents { cells: contents.cells, live });
    Ok(())
}

fn load(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let view = m.view(op, 0)?;
    let items = m.items(op, 1)?;
    let place = addresses(m, op, &items)?;
    let value = m.load(&view, &place)?;
    m.bind_value(op, Value { shape: None, elements: vec![value] })
}

fn store(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (value, view) = (m.scalar(op, 0)?, m.view(op, 1)?);
    let items = m.items(op, 2)?;
    let place = addresses(m, op, &items)?;
    m.store(&view, &place, value)
}

/// Element by element, between blocks or from a view to itself; parts of one block are left out, which may overlap.
fn copy(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, target) = (m.view(op, 0)?, m.view(op, 1)?);
    let extents = [&source, &target].map(|view| view.extents(&m.encoder.pool));
    let [Some(shape), Some(other)] = extents else { return Err(m.lacks_types(op)) };
    if shape != other || source.block == target.block && source != target {
        return Err(m.lacks_types(op));
    }
    for place in places(&shape) {
        let place: Vec<Ex> = place.iter().map(|at| m.encoder.pool.number(INDEX, u128::from(*at))).collect();
        let value = m.load(&source, &place)?;
        m.store(&target, &place, value)?;
    }
    Ok(())
}

/// A constant global: one block with the contents that are written.
fn global(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (program, ctx) = (m.program, m.program.ctx());
    let name = program.attr(op, m.ident("name")).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::SymbolRef { root, .. }) = name else { return Err(m.lacks_attribute(op)) };
    let global = m.callee(ctx.str(*root)).filter(|global| program.op_name(*global) == "memref.global");
    let global = global.filter(|global| has_unit(m, *global, "constant")).ok_or_else(|| m.lacking(op))?;
    let ty = m.result_type(op, 0)?;
    let TypeKind::MemRef { shape, layout: None, .. } = ctx.type_kind(ty) else {
        return Err(m.lacks_types(op));
    };
    let extents: Option<Vec<u64>> = shape.iter().copied().collect();
    let extents = extents.ok_or_else(|| m.lacks_types(op))?;
    let block = match m.globals.get(&global) {
        Some(block) => *block,
        None => {
            let layout = m.element_layout(op, ty)?;
            let mut all = layout.clone();
            all.shape = Some(extents.clone().into());
            if all.size() > MOST_PLACES {
                return Err(m.lacks_types(op));
            }
            let value =
                program.attr(global, m.ident("initial_value")).ok_or_else(|| m.lacks_attribute(op))?;
            let cells = m.constant(op, value, &all)?;
            let block = m.add_block(Block { origin: Origin::Constant, layout }, cells);
            m.globals.insert(global, block);
            block
        }
    };
    if !m.state.memory.contains_key(&block) {
        return Err(Missing::Aliases);
    }
    let view = m.whole(block, &extents);
    m.bind(op, vec![Item::View(view)])
}
