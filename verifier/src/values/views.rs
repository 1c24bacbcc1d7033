//! Memrefs that a pattern makes of others, or allocates: which memory they are, their extents, and which part. What is not known is
//! not claimed: an operation that stays is like any other without a meaning, one that is ended or made has no answer.
//!
//! A cast is the memref itself. A part is known by where it begins, its extents and steps, an allocation by its extents; two of them
//! are the same only where these are, and never told apart otherwise.

use assay_ir::data::{AttrKind, TypeId, TypeKind};
use assay_ir::text::type_text;

use super::builder::{Builder, EncodeError, EvalState, OperandMap};
use super::coverage::on_memory;
use super::memory::{Allocated, Like, Place, Slice, View, Write, plain_memref};
use crate::pattern::model::{OpRef, ValueRef};
use crate::pattern::promises;
use assay_semantics::arrange::places;
use assay_semantics::places::{leaves, row_major};
use assay_semantics::{Attribute, Layout, OpResult, Scalar, Value, integers};
use assay_term::node::{Binary, Compare, Sort, TermId};

/// Copies of more elements are not followed.
const MOST_COPIED: usize = 16;

/// A number of a slice that an operand gives.
const DYNAMIC: i64 = i64::MIN;

type Known = Result<Option<OpResult>, EncodeError>;

impl Builder<'_> {
    /// A memref operand as far as it is known; `None` for what is no memref with a rank.
    pub(super) fn view(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        value: ValueRef,
    ) -> Result<Option<(Scalar, View)>, EncodeError> {
        let ty = self.value_type(value)?;
        let TypeKind::MemRef { shape, .. } = self.registry.ctx().type_kind(ty) else { return Ok(None) };
        let numbers = self.value(wires, memo, value)?;
        let [memref] = numbers.elements[..] else { return Err(EncodeError::IllTyped) };
        if let Some(view) = self.memory.views.of.get(&memref.bits) {
            return Ok(Some((memref, view.clone())));
        }
        let width = self.types.index;
        let mut number = |extent: &u64| self.pool.number(width, u128::from(*extent));
        let sizes = shape.iter().map(|extent| extent.as_ref().map(&mut number)).collect();
        Ok(Some((memref, View { memref, ty, sizes, slice: None })))
    }

    /// Where a view is read or written at these indices: the place in the memref that it is of, and when it is none of the view.
    pub(super) fn place_in(&mut self, view: &View, indices: Vec<Scalar>) -> Option<(Place, TermId)> {
        let mut beyond = self.pool.boolean(false);
        let (memref, ty) = (view.memref, view.ty);
        let Some(slice) = &view.slice else { return Some((Place { memref, indices, ty }, beyond)) };
        let mut moved = Vec::with_capacity(indices.len());
        for (dim, index) in indices.iter().enumerate() {
            let size = (*view.sizes.get(dim)?)?;
            let pool = &mut self.pool;
            let outside = pool.compare(Compare::ULe, size, index.bits);
            let bad = pool.or(index.poison, outside);
            beyond = pool.or(beyond, bad);
            let stride = pool.number(self.types.index, slice.strides[dim] as u128);
            let step = pool.binary(Binary::Mul, index.bits, stride);
            moved.push(Scalar { bits: pool.binary(Binary::Add, slice.offsets[dim], step), ..*index });
        }
        Some((Place { memref, indices: moved, ty }, beyond))
    }

    /// An operation that makes a memref, asks for an extent or copies elements.
    pub(super) fn memref_op(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        op: OpRef,
        name: &str,
    ) -> Result<(), EncodeError> {
        let done = match on_memory(name).unwrap_or_default() {
            "extent" => self.extent(wires, memo, op),
            "cast" => self.cast(wires, memo, op),
            "part" => self.part(wires, memo, op),
            "copy" => self.copy(wires, memo, op),
            _ => self.allocation(wires, memo, op, name),
        }?;
        let Some(done) = done else {
            let ty = wires.operands(op).first().map(|value| self.value_type(*value)).transpose()?;
            let on = ty.map_or_else(String::new, |ty| format!(" on {}", type_text(self.registry.ctx(), ty)));
            return self.unknown_unless_kept(op, format!("{name}{on}"));
        };
        memo.done.insert(op, Some(done));
        memo.order.push(op);
        Ok(())
    }

    /// An index operand, of the width of `index`.
    fn number(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        value: ValueRef,
    ) -> Result<Scalar, EncodeError> {
        let value = self.value(wires, memo, value)?;
        match value.elements[..] {
            [number] if self.pool.sort(number.bits) == Sort::Bits(self.types.index) => Ok(number),
            _ => Err(EncodeError::IllTyped),
        }
    }

    fn extent(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef) -> Known {
        let [memref, index] = wires.operands(op)[..] else { return Err(EncodeError::IllTyped) };
        let Some((memref, view)) = self.view(wires, memo, memref)? else { return Ok(None) };
        let index = self.number(wires, memo, index)?;
        let pool = &mut self.pool;
        // Where the index is known, only that extent has to be.
        let known = pool.value(index.bits).and_then(|at| view.sizes.get(usize::try_from(at).ok()?).copied());
        let sizes = match known {
            Some(one) => one.map(|one| vec![one; view.sizes.len()]),
            None => view.sizes.iter().copied().collect(),
        };
        let Some(sizes) = sizes.filter(|sizes| !sizes.is_empty()) else { return Ok(None) };
        let width = pool.width(index.bits);
        let mut bits = sizes[0];
        for (dim, size) in sizes.iter().enumerate().skip(1) {
            let dim = pool.number(width, dim as u128);
            let here = pool.equal(index.bits, dim);
            bits = pool.choice(here, *size, bits);
        }
        let rank = pool.number(width, sizes.len() as u128);
        let beyond = pool.compare(Compare::ULe, rank, index.bits);
        let undefined = pool.any([memref.poison, index.poison, beyond]);
        let poison = pool.boolean(false);
        let result = Value { shape: None, elements: vec![Scalar { bits, poison }] };
        Ok(Some(OpResult { results: vec![result], undefined }))
    }

    /// The memref itself: undefined where an extent is not what the type of the result says.
    fn cast(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef) -> Known {
        let [source] = wires.operands(op)[..] else { return Err(EncodeError::IllTyped) };
        let ctx = self.registry.ctx();
        let kinds = (ctx.type_kind(self.value_type(source)?), ctx.type_kind(self.result_type(op)?));
        let (
            TypeKind::MemRef { layout: None, element: from, space: one, .. },
            TypeKind::MemRef { shape, layout: None, element: to, space: other },
        ) = kinds
        else {
            return Ok(None);
        };
        let Some((memref, view)) = self.view(wires, memo, source)? else { return Ok(None) };
        if view.sizes.len() != shape.len() || from != to || one != other {
            return Ok(None);
        }
        let mut undefined = memref.poison;
        for (size, extent) in view.sizes.iter().zip(shape) {
            let Some(extent) = extent else { continue };
            // The extent of a memref that is given is not known here.
            let Some(size) = size else { return Ok(None) };
            let wanted = self.pool.number(self.types.index, u128::from(*extent));
            let differs = self.pool.differ(*size, wanted);
            undefined = self.pool.or(undefined, differs);
        }
        self.memory.views.of.entry(memref.bits).or_insert(view);
        let result = Value { shape: None, elements: vec![memref] };
        Ok(Some(OpResult { results: vec![result], undefined }))
    }

    fn result_type(&self, op: OpRef) -> Result<TypeId, EncodeError> {
        self.result_types(op)?.first().copied().ok_or(EncodeError::IllTyped)
    }

    /// The value that stands for the memref that an operation makes: as for an operation without a meaning where it is matched.
    fn named(&mut self, op: OpRef) -> Result<TermId, EncodeError> {
        let bits = match op {
            OpRef::Node(node) => {
                let result = *self.model.nodes[node].results.first().ok_or(EncodeError::IllTyped)?;
                self.free(result)?.elements.first().ok_or(EncodeError::IllTyped)?.bits
            }
            OpRef::Created(created) => {
                let layout = self.layout(self.result_type(op)?, self.model.handle(op))?;
                self.pool.variable(format!("r{created}"), layout.sort())
            }
        };
        self.memory.views.named.insert(bits);
        Ok(bits)
    }

    fn attribute_of(&mut self, op: OpRef, name: &str) -> Result<Option<Attribute>, EncodeError> {
        let name = self.registry.ctx().ident(name);
        let found = self.attributes(op)?.into_iter().find(|(known, _)| *known == name);
        Ok(match (found, op) {
            (Some((_, attribute)), _) => Some(attribute),
            (None, OpRef::Node(node)) => {
                promises::lacks(self.classes, node, name).then_some(Attribute::Absent)
            }
            (None, OpRef::Created(_)) => Some(Attribute::Absent),
        })
    }

    /// Memory that nothing was written to. One that is made in the place of one that is ended, and like it, is the same.
    fn allocation(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef, name: &str) -> Known {
        let ty = self.result_type(op)?;
        let ctx = self.registry.ctx();
        let TypeKind::MemRef { shape, layout: None, element, space } = ctx.type_kind(ty) else {
            return Ok(None);
        };
        let given = wires.operands(op);
        if given.len() != shape.iter().filter(|extent| extent.is_none()).count() {
            return Ok(None);
        }
        let mut given = given.into_iter();
        let mut undefined = self.pool.boolean(false);
        let mut sizes = Vec::with_capacity(shape.len());
        for extent in shape {
            let size = match (extent, given.next()) {
                (Some(extent), _) => self.pool.number(self.types.index, u128::from(*extent)),
                (None, Some(value)) => {
                    let size = self.number(wires, memo, value)?;
                    let zero = self.pool.zero(self.types.index);
                    let negative = self.pool.compare(Compare::SLt, size.bits, zero);
                    undefined = self.pool.any([undefined, size.poison, negative]);
                    size.bits
                }
                (None, None) => return Ok(None),
            };
            sizes.push(Some(size));
        }
        let alignment = self.attribute_of(op, "alignment")?;
        let like = alignment.map(|alignment| Like {
            name: name.to_owned(),
            element: *element,
            space: *space,
            sizes: sizes.clone(),
            alignment,
        });
        let bits = self.allocated(op, like)?;
        let memref = Scalar { bits, poison: self.pool.boolean(false) };
        self.memory.views.of.entry(bits).or_insert(View { memref, ty, sizes, slice: None });
        let result = Value { shape: None, elements: vec![memref] };
        Ok(Some(OpResult { results: vec![result], undefined }))
    }

    /// The bits that stand for an allocation; `like` is not known where an attribute of it is not.
    fn allocated(&mut self, op: OpRef, like: Option<Like>) -> Result<TermId, EncodeError> {
        let ended = self.ended_classes();
        if let (OpRef::Created(_), Some(like)) = (op, &like) {
            let fits = |one: &&mut Allocated| !one.again && one.like == *like && ended.contains(&one.op);
            if let Some(one) = self.memory.views.allocated.iter_mut().find(fits) {
                one.again = true;
                return Ok(one.bits);
            }
        }
        let bits = self.named(op)?;
        match op {
            OpRef::Node(_) => {
                let is_known = self.memory.views.allocated.iter().any(|one| one.op == op);
                if let Some(like) = like.filter(|_| !is_known) {
                    self.memory.views.allocated.push(Allocated { op, like, bits, again: false });
                }
            }
            OpRef::Created(_) => {
                self.memory.views.made.insert(bits);
            }
        }
        Ok(bits)
    }

    /// Numbers of an attribute, those that it leaves open being operands.
    fn mixed(
        &mut self,
        (wires, memo): (&OperandMap, &mut EvalState),
        (op, name): (OpRef, &str),
        left: &mut impl Iterator<Item = ValueRef>,
        undefined: &mut TermId,
    ) -> Result<Option<Vec<TermId>>, EncodeError> {
        let ctx = self.registry.ctx();
        let Some(Attribute::Known(attr)) = self.attribute_of(op, name)? else { return Ok(None) };
        let mut out = Vec::new();
        for number in integers(ctx, attr).unwrap_or_default() {
            out.push(match number {
                DYNAMIC => {
                    let Some(value) = left.next() else { return Err(EncodeError::IllTyped) };
                    let number = self.number(wires, memo, value)?;
                    *undefined = self.pool.or(*undefined, number.poison);
                    number.bits
                }
                known => self.pool.number(self.types.index, known as u128),
            });
        }
        Ok(Some(out))
    }

    /// A part with as many dimensions, of a memref of which all extents are known.
    fn part(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef) -> Known {
        let list = wires.operands(op);
        let ty = self.result_type(op)?;
        let source = *list.first().ok_or(EncodeError::IllTyped)?;
        let Some((memref, view)) = self.view(wires, memo, source)? else { return Ok(None) };
        let mut left = list.into_iter().skip(1);
        let mut undefined = memref.poison;
        let mut numbers = Vec::with_capacity(3);
        for name in ["static_offsets", "static_sizes", "static_strides"] {
            let Some(list) = self.mixed((wires, memo), (op, name), &mut left, &mut undefined)? else {
                return Ok(None);
            };
            numbers.push(list);
        }
        let [offsets, sizes, strides] = &numbers[..] else { return Ok(None) };
        let fixed = |ex: &TermId| self.pool.value(*ex).map(|number| number as i64);
        let strides: Option<Vec<i64>> = strides.iter().map(fixed).collect();
        let (Some(strides), Some(extents)) =
            (strides, view.sizes.iter().copied().collect::<Option<Vec<TermId>>>())
        else {
            return Ok(None);
        };
        // Steps back, and negative numbers of 32 bits that look large.
        let forward = strides.iter().all(|stride| (1..1 << 31).contains(stride));
        if left.next().is_some()
            || !forward
            || [offsets.len(), sizes.len(), strides.len()] != [extents.len(); 3]
        {
            return Ok(None);
        }
        for (dim, extent) in extents.iter().enumerate() {
            let wrong = leaves(&mut self.pool, (offsets[dim], sizes[dim], strides[dim]), *extent);
            undefined = self.pool.or(undefined, wrong);
        }
        let slice = self.composed(&view, Slice { offsets: offsets.clone(), strides });
        let sizes: Vec<Option<TermId>> = sizes.iter().copied().map(Some).collect();
        if !self.is_type_of(ty, &view, &slice, &sizes) {
            return Ok(None);
        }
        let bits = self.part_named(op, (&view, self.value_type(source)?, memref.bits), &slice, &sizes, ty)?;
        let part = View { sizes, slice: Some(slice), ..view };
        self.memory.views.of.entry(bits).or_insert(part);
        let elements = vec![Scalar { bits, poison: self.pool.boolean(false) }];
        Ok(Some(OpResult { results: vec![Value { shape: None, elements }], undefined }))
    }

    /// A part of a part as one of what that is of.
    fn composed(&mut self, view: &View, slice: Slice) -> Slice {
        let Some(outer) = &view.slice else { return slice };
        let pool = &mut self.pool;
        let mut out = Slice { offsets: Vec::new(), strides: Vec::new() };
        for (dim, offset) in slice.offsets.iter().enumerate() {
            let stride = pool.number(self.types.index, outer.strides[dim] as u128);
            let step = pool.binary(Binary::Mul, *offset, stride);
            out.offsets.push(pool.binary(Binary::Add, outer.offsets[dim], step));
            out.strides.push(slice.strides[dim].saturating_mul(outer.strides[dim]));
        }
        out
    }

    /// The bits that stand for a part: for all of a memref in its own type, those of the memref.
    fn part_named(
        &mut self,
        op: OpRef,
        (view, source, bits): (&View, TypeId, TermId),
        slice: &Slice,
        sizes: &[Option<TermId>],
        ty: TypeId,
    ) -> Result<TermId, EncodeError> {
        let is_start = |offset: &TermId| self.pool.value(*offset) == Some(0);
        let whole = slice.offsets.iter().all(is_start) && slice.strides.iter().all(|stride| *stride == 1);
        if whole && view.slice.is_none() && sizes == view.sizes && source == ty {
            return Ok(bits);
        }
        let key = (view.memref.bits, slice.clone(), sizes.to_vec(), ty);
        if let Some(known) = self.memory.views.parts.get(&key) {
            return Ok(*known);
        }
        let bits = self.named(op)?;
        self.memory.views.parts.insert(key, bits);
        Ok(bits)
    }

    /// Tells if a type is one of a part of memory that lies in row-major order: what it says of extents, steps and beginning is so.
    fn is_type_of(&self, ty: TypeId, view: &View, slice: &Slice, sizes: &[Option<TermId>]) -> bool {
        let ctx = self.registry.ctx();
        let Some((extents, own)) = plain_memref(ctx, view.ty) else { return false };
        let TypeKind::MemRef { shape, element, layout, .. } = ctx.type_kind(ty) else { return false };
        let steps = row_major(&extents);
        let known = |ex: TermId| self.pool.value(ex).and_then(|number| i64::try_from(number).ok());
        let fits = |(extent, size): (&Option<u64>, &Option<TermId>)| {
            extent.is_none_or(|extent| size.and_then(known) == i64::try_from(extent).ok())
        };
        if *element != own || shape.len() != sizes.len() || !shape.iter().zip(sizes).all(fits) {
            return false;
        }
        let strides: Vec<i64> =
            slice.strides.iter().zip(&steps).map(|(stride, step)| stride.saturating_mul(*step)).collect();
        let mut places = slice.offsets.iter().zip(&steps);
        let offset =
            places.try_fold(0i64, |sum, (offset, step)| sum.checked_add(known(*offset)?.checked_mul(*step)?));
        match layout.map(|layout| ctx.attr_kind(layout)) {
            None => {
                let extents: Option<Vec<u64>> = shape.iter().copied().collect();
                offset == Some(0) && extents.is_some_and(|extents| row_major(&extents) == strides)
            }
            Some(AttrKind::Strided { strides: written, offset: start }) => {
                start.is_none_or(|start| offset == Some(start))
                    && written.len() == strides.len()
                    && written
                        .iter()
                        .zip(&strides)
                        .all(|(written, stride)| written.is_none_or(|one| one == *stride))
            }
            Some(_) => false,
        }
    }

    /// Element by element, between two memrefs of the same extents.
    fn copy(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef) -> Known {
        let [source, target] = wires.operands(op)[..] else { return Err(EncodeError::IllTyped) };
        let (Some(from), Some(to)) = (self.view(wires, memo, source)?, self.view(wires, memo, target)?)
        else {
            return Ok(None);
        };
        let ctx = self.registry.ctx();
        let mut undefined = self.pool.or(from.0.poison, to.0.poison);
        let (from, to) = (from.1, to.1);
        let (Some((extents, element)), Some((other, _))) =
            (plain_memref(ctx, from.ty), plain_memref(ctx, to.ty))
        else {
            return Ok(None);
        };
        if from.slice.is_some() || to.slice.is_some() || self.is_made(&from) || self.is_made(&to) {
            return Ok(None);
        }
        if extents != other {
            undefined = self.pool.boolean(true);
            return Ok(Some(OpResult { results: Vec::new(), undefined }));
        }
        let count = extents.iter().try_fold(1u64, |all, extent| all.checked_mul(*extent));
        if from.ty != to.ty || count.is_none_or(|count| count > MOST_COPIED as u64) {
            return Ok(None);
        }
        let Some(layout) = Layout::for_type(ctx, element, self.types.index) else { return Ok(None) };
        let poison = self.pool.boolean(false);
        let mut writes = Vec::new();
        for at in places(&extents) {
            let mut number =
                |at: &u64| Scalar { bits: self.pool.number(self.types.index, u128::from(*at)), poison };
            let indices: Vec<Scalar> = at.iter().map(&mut number).collect();
            let place = |view: &View| Place { memref: view.memref, indices: indices.clone(), ty: view.ty };
            let value = self.held_before(memo, op, &place(&from), &layout)?;
            writes.push((op, Write { op: self.model.handle(op), place: place(&to), value }));
        }
        memo.writes.extend(writes);
        Ok(Some(OpResult { results: Vec::new(), undefined }))
    }

    /// Tells if the rewrite allocates the memory of a view.
    pub(super) fn is_made(&self, view: &View) -> bool {
        self.memory.views.made.contains(&view.memref.bits)
    }

    /// Refuses to tell memory that is allocated, or a part of other memory, from what stands in its place.
    ///
    /// # Errors
    /// Where they are not the same expression.
    pub(super) fn assert_comparable(
        &self,
        op: assay_ir::data::OpId,
        ty: TypeId,
        before: &Value,
        after: &Value,
    ) -> Result<(), EncodeError> {
        if !matches!(
            self.registry.ctx().type_kind(ty),
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
        ) {
            return Ok(());
        }
        let bits = |value: &Value| value.elements.iter().map(|scalar| scalar.bits).collect::<Vec<TermId>>();
        let (before, after) = (bits(before), bits(after));
        let named = |ex: TermId| self.memory.views.named.contains(&ex);
        if before != after && self.pool.cone(&[before, after].concat()).into_iter().any(named) {
            let what = "memory that is allocated, or a part, in the place of other memory".to_owned();
            return Err(EncodeError::Unsupported { what, op });
        }
        Ok(())
    }

    /// Leaves an operation that stays as it is without a meaning.
    ///
    /// # Errors
    /// Where it is ended or made: `what` it is.
    pub(super) fn unknown_unless_kept(&self, op: OpRef, what: String) -> Result<(), EncodeError> {
        match op {
            OpRef::Node(_) if !self.ended_classes().contains(&op) => Ok(()),
            _ => Err(EncodeError::NoMeaning(what, self.model.handle(op))),
        }
    }
}
