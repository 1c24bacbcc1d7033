//! Blocks of memory whose places are expressions each. What was never written is poison; an access outside of a view or its
//! block, or after the block was freed, is undefined behaviour.

use crate::state::{Block, Contents, Origin};
use std::collections::BTreeMap;
use std::rc::Rc;

use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind, known};
use assay_ir::ops;

use crate::attributes::{addresses, groups, has_unit};
use crate::layout::{INDEX, MOST_PLACES, element_bytes, layout_of};
use crate::machine::{Run, SymbolicExecutor};
use crate::state::{Item, View, chosen};
use crate::unsupported::EncodeError;
use crate::views::places;
use assay_semantics::{Element, Layout, Scalar, Value};
use assay_term::node::{Binary, Compare, TermId};

/// Elements of views of one block beyond which a copy is not followed: each is compared with each.
const MOST_COMPARED: usize = 64;

pub(crate) const OPS: &[(&str, Run)] = &[
    ("memref.alloc", |m, op| allocate(m, op, Origin::Heap)),
    ("memref.alloca", |m, op| allocate(m, op, Origin::Stack)),
    ("memref.copy", copy),
    ("memref.dealloc", free),
    ("memref.get_global", global),
    ("memref.load", load),
    ("memref.prefetch", |_, _| Ok(())),
    ("memref.store", store),
];

impl SymbolicExecutor<'_, '_> {
    /// The layout of the elements of a memref type.
    pub(crate) fn element_layout(&self, op: OpId, ty: TypeId) -> Result<Layout, EncodeError> {
        let TypeKind::MemRef { element, .. } = self.program.ctx().type_kind(ty) else {
            return Err(self.lacks_types(op));
        };
        let layout = layout_of(self.program.ctx(), *element)?;
        if layout.shape.is_some() { Err(self.lacks_types(op)) } else { Ok(layout) }
    }

    /// A new block with contents.
    pub(crate) fn add_block(&mut self, block: Block, cells: Vec<Scalar>) -> usize {
        self.blocks.push(block);
        let number = self.blocks.len() - 1;
        let live = self.pool().boolean(true);
        self.state.memory.insert(number, Contents { cells: Rc::new(cells), live });
        number
    }

    /// Settles the elements of a block that has none yet; `None` where they are others.
    pub(crate) fn settle(&mut self, number: usize, layout: &Layout) -> Option<()> {
        let block = &mut self.blocks[number];
        let is_float =
            |layout: &Layout| matches!(layout.element, Element::Float(_)).then_some(layout.element);
        let known = block.layout.get_or_insert_with(|| layout.clone());
        if known.width != layout.width || is_float(known) != is_float(layout) {
            return None;
        }
        let count = usize::try_from(block.bytes / element_bytes(layout)).ok()?;
        let mut contents = self.state.memory.get(&number).cloned()?;
        if contents.cells.is_empty() && count > 0 {
            let unwritten = self.poison(layout);
            contents.cells = Rc::new(vec![unwritten; Some(count).filter(|count| *count <= MOST_PLACES)?]);
            self.state.memory.insert(number, contents);
        }
        Some(())
    }

    /// The layout of the elements of a block.
    pub(crate) fn layout_in(&self, block: usize) -> Result<Layout, EncodeError> {
        self.blocks[block].layout.clone().ok_or(EncodeError::Aliases)
    }

    /// The bytes of a block.
    pub(crate) fn block_bytes(&self, block: usize) -> u64 {
        self.blocks[block].bytes
    }

    /// The contents of a block; one that is not on this path is never used.
    pub(crate) fn block_contents(&self, block: usize) -> Result<Contents, EncodeError> {
        self.state.memory.get(&block).cloned().ok_or(EncodeError::Aliases)
    }

    /// The number of a place in its block, wherever that is.
    fn number_of_cell(&mut self, view: &View, place: &[TermId]) -> TermId {
        let pool = &mut self.encoder.pool;
        let mut cell = pool.binary(Binary::Add, view.start, view.offset);
        for (at, stride) in place.iter().zip(&view.strides) {
            let stride = pool.number(INDEX, *stride as u128);
            let step = pool.binary(Binary::Mul, *at, stride);
            cell = pool.binary(Binary::Add, cell, step);
        }
        cell
    }

    /// The number of a place in its block, which is accessed; undefined behaviour where there is none.
    fn cell(&mut self, view: &View, place: &[TermId], writes: bool) -> Result<TermId, EncodeError> {
        let contents = self.block_contents(view.block)?;
        if place.len() != view.sizes.len() {
            return Err(EncodeError::Aliases);
        }
        let cell = self.number_of_cell(view, place);
        let pool = &mut self.encoder.pool;
        let mut outside = pool.not(contents.live);
        for (at, size) in place.iter().zip(&view.sizes) {
            let beyond = pool.compare(Compare::ULe, *size, *at);
            outside = pool.or(outside, beyond);
        }
        let end = pool.number(INDEX, contents.cells.len() as u128);
        let beyond = pool.compare(Compare::ULe, end, cell);
        outside = pool.or(outside, beyond);
        self.undefined_if(outside);
        self.touch(view.block, Some(cell), writes);
        Ok(cell)
    }

    /// The element at a place.
    pub(crate) fn load(&mut self, view: &View, place: &[TermId]) -> Result<Scalar, EncodeError> {
        let cell = self.cell(view, place, false)?;
        let cells = self.block_contents(view.block)?.cells;
        let layout = self.layout_in(view.block)?;
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
    pub(crate) fn store(&mut self, view: &View, place: &[TermId], value: Scalar) -> Result<(), EncodeError> {
        let cell = self.cell(view, place, true)?;
        if self.blocks[view.block].origin == Origin::Constant {
            let yes = self.pool().boolean(true);
            self.undefined_if(yes);
            return Ok(());
        }
        self.touches(view.block);
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

    /// Ends a block that can be freed, once.
    pub(crate) fn free_block(&mut self, block: usize) -> Result<(), EncodeError> {
        self.touch(block, None, true);
        let Contents { cells, live } = self.block_contents(block)?;
        let gone = self.pool().not(live);
        let yes = self.pool().boolean(true);
        self.undefined_if(if self.blocks[block].origin == Origin::Heap { gone } else { yes });
        self.touches(block);
        let live = self.pool().boolean(false);
        self.state.memory.insert(block, Contents { cells, live });
        Ok(())
    }

    /// All elements of a view of known extents, which are read: undefined behaviour where they are not there.
    pub(crate) fn elements(&mut self, view: &View) -> Result<Value, EncodeError> {
        let shape = view.extents(&self.encoder.pool).ok_or(EncodeError::Aliases)?;
        if shape.iter().product::<u64>() > MOST_PLACES as u64 {
            return Err(EncodeError::Size);
        }
        let mut elements = Vec::new();
        for place in places(&shape) {
            let place: Vec<TermId> =
                place.iter().map(|at| self.encoder.pool.number(INDEX, u128::from(*at))).collect();
            elements.push(self.load(view, &place)?);
        }
        Ok(Value { shape: Some(shape.into()), elements })
    }

    /// All elements of a view of known extents, in row-major order; poison where the block was freed.
    pub(crate) fn contents(&mut self, view: &View) -> Result<Value, EncodeError> {
        let shape = view.extents(&self.encoder.pool).ok_or(EncodeError::Aliases)?;
        let contents = self.block_contents(view.block)?;
        let layout = self.layout_in(view.block)?;
        let mut elements = Vec::new();
        let offset = self.encoder.pool.binary(Binary::Add, view.start, view.offset);
        let offset = self.encoder.pool.value(offset).ok_or(EncodeError::Aliases)? as i64;
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
fn allocate(m: &mut SymbolicExecutor<'_, '_>, op: OpId, origin: Origin) -> Result<(), EncodeError> {
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
    let bytes = size * element_bytes(&layout);
    let block = m.add_block(Block { origin, layout: Some(layout), bytes }, vec![unwritten; size as usize]);
    let view = m.whole(block, &extents);
    m.bind(op, vec![Item::View(view)])
}

/// Frees all of what `alloc` gave, once.
fn free(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let contents = m.block_contents(view.block)?;
    let extents = view.extents(&m.encoder.pool).ok_or_else(|| m.lacks_types(op))?;
    let all = m.whole(view.block, &extents);
    let is_whole = view == all && extents.iter().product::<u64>() == contents.cells.len() as u64;
    if !is_whole {
        let yes = m.pool().boolean(true);
        m.undefined_if(yes);
    }
    m.free_block(view.block)
}

fn load(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let items = m.items(op, 1)?;
    let place = addresses(m, op, &items)?;
    let value = m.load(&view, &place)?;
    m.bind_value(op, Value { shape: None, elements: vec![value] })
}

fn store(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (value, view) = (m.scalar(op, 0)?, m.view(op, 1)?);
    let items = m.items(op, 2)?;
    let place = addresses(m, op, &items)?;
    m.store(&view, &place, value)
}

/// Element by element. A copy of a view to itself leaves it as it is; any other overlap is undefined.
fn copy(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, target) = (m.view(op, 0)?, m.view(op, 1)?);
    let extents = [&source, &target].map(|view| view.extents(&m.encoder.pool));
    let [Some(shape), Some(other)] = extents else { return Err(m.lacks_types(op)) };
    if shape != other {
        let yes = m.pool().boolean(true);
        m.undefined_if(yes);
        return Ok(());
    }
    let places: Vec<Vec<TermId>> = places(&shape).iter().map(|place| m.place(place)).collect();
    if source.block == target.block && source != target {
        if places.len() > MOST_COMPARED {
            return Err(m.lacks_types(op));
        }
        overlaps(m, &source, &target, &places);
    }
    let values: Vec<Scalar> = places.iter().map(|place| m.load(&source, place)).collect::<Result<_, _>>()?;
    for (place, value) in places.iter().zip(values) {
        m.store(&target, place, value)?;
    }
    Ok(())
}

/// Undefined behaviour where two views of a block have a place in common, unless all of their places are the same.
fn overlaps(m: &mut SymbolicExecutor<'_, '_>, one: &View, other: &View, places: &[Vec<TermId>]) {
    let [cells, others] =
        [one, other].map(|view| places.iter().map(|place| m.number_of_cell(view, place)).collect::<Vec<_>>());
    let pool = &mut m.encoder.pool;
    let same = match one.strides == other.strides {
        true => cells.iter().zip(&others).map(|(a, b)| pool.equal(*a, *b)).collect(),
        false => vec![pool.boolean(false)],
    };
    let same = pool.all(same);
    let mut common = Vec::new();
    for cell in &cells {
        common.extend(others.iter().map(|other| pool.equal(*cell, *other)));
    }
    let (common, differ) = (pool.any(common), pool.not(same));
    let wrong = pool.and(common, differ);
    m.undefined_if(wrong);
}

/// A global: one block, with the contents that are written where it is constant.
fn global(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let ctx = m.program.ctx();
    let name = m.program.attr(op, m.ident("name")).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::SymbolRef { root, .. }) = name else { return Err(m.lacks_attribute(op)) };
    let global =
        m.callee(ctx.str(*root)).filter(|global| ops::has_role(m.program.op_name(*global), "global"));
    let global = global.ok_or_else(|| m.unsupported(op))?;
    if !m.globals.contains_key(&global) && has_unit(m, global, "constant") {
        let Shaped { layout, all, first } = m.global(global).ok_or_else(|| m.lacks_types(op))?;
        let first = first.filter(|first| first.elements.len() == all.size());
        let cells = first.ok_or_else(|| m.lacks_attribute(op))?.elements;
        let bytes = element_bytes(&layout) * cells.len() as u64;
        let block = m.add_block(Block { origin: Origin::Constant, layout: Some(layout), bytes }, cells);
        m.globals.insert(global, block);
    }
    let block = *m.globals.get(&global).ok_or_else(|| m.lacks_types(op))?;
    if !m.state.memory.contains_key(&block) {
        return Err(EncodeError::Aliases);
    }
    let ty = m.result_type(op, 0)?;
    let TypeKind::MemRef { shape, layout: None, .. } = ctx.type_kind(ty) else {
        return Err(m.lacks_types(op));
    };
    let extents: Option<Vec<u64>> = shape.iter().copied().collect();
    let extents = extents.ok_or_else(|| m.lacks_types(op))?;
    let view = m.whole(block, &extents);
    m.bind(op, vec![Item::View(view)])
}

/// A global of static extents.
struct Shaped {
    /// Of an element.
    layout: Layout,
    /// Of all of it.
    all: Layout,
    /// The contents at the start of the program; `None` where they are not known.
    first: Option<Value>,
}

impl SymbolicExecutor<'_, '_> {
    /// A global as it is declared; `None` where it has no symbolic form.
    fn global(&mut self, op: OpId) -> Option<Shaped> {
        let ctx = self.program.ctx();
        let AttrKind::Type(ty) = ctx.attr_kind(self.program.attr(op, self.ident("type"))?) else {
            return None;
        };
        let TypeKind::MemRef { shape, layout: None, .. } = ctx.type_kind(*ty) else { return None };
        let extents: Vec<u64> = shape.iter().copied().collect::<Option<_>>()?;
        let layout = self.element_layout(op, *ty).ok()?;
        let mut all = layout.clone();
        all.shape = Some(extents.into());
        if all.size() > MOST_PLACES {
            return None;
        }
        let value = self.program.attr(op, self.ident("initial_value"));
        let elements = match value {
            Some(value) if *ctx.attr_kind(value) == AttrKind::Unit => {
                Some(vec![self.poison(&layout); all.size()])
            }
            Some(value) => self.constant(*ty, value, &all).ok(),
            None => None,
        };
        let first = elements.map(|elements| Value { shape: all.shape.clone(), elements });
        Some(Shaped { layout, all, first })
    }

    /// A block for each global beside a function that may be written, with contents that are not known: what ran before may
    /// have written to it.
    pub(crate) fn changeable_globals(&mut self, function: OpId) -> Result<(), EncodeError> {
        let Some(block) = self.program.op(function).block else { return Ok(()) };
        let mut found = Vec::new();
        for op in self.program.ops_in(block).filter(|op| ops::has_role(self.program.op_name(*op), "global")) {
            let name = self.program.attr_text(op, known::SYM_NAME).unwrap_or_default();
            if !has_unit(self, op, "constant") && !self.encoder.is_drawn(name) {
                found.push((name.to_owned(), op));
            }
        }
        found.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        for (name, op) in found {
            let Some(Shaped { layout, all, first: Some(first) }) = self.global(op) else { continue };
            let any = self.encoder.global(&name, &all, first);
            if any.elements.len() != all.size() {
                return Err(EncodeError::Aliases);
            }
            let bytes = element_bytes(&layout) * any.elements.len() as u64;
            let block = Block { origin: Origin::Global, layout: Some(layout), bytes };
            let block = self.add_block(block, any.elements);
            self.globals.insert(op, block);
            self.reached.push((block, format!("@{name}")));
        }
        Ok(())
    }

    /// The globals that may be written, at the end.
    pub(crate) fn globals_at_end(&self) -> BTreeMap<String, Value> {
        let contents = |(op, block): (&OpId, &usize)| {
            let name = self.program.attr_text(*op, known::SYM_NAME)?;
            let changeable = self.blocks[*block].origin == Origin::Global;
            let elements = self.state.memory.get(block).filter(|_| changeable)?.cells.to_vec();
            Some((name.to_owned(), Value { shape: None, elements }))
        };
        self.globals.iter().filter_map(contents).collect()
    }
}
