//! Memory of the `llvm` dialect: pointers into blocks, structures and arrays, and the descriptors that memrefs become. An access of
//! bytes that are not the whole of an element has no symbolic form, nor has the number of an address.

use crate::state::Pointer;
use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind};
use assay_ir::llvm::{self, Kind};

use crate::attributes::{addresses, has_unit, integer, integers};
use crate::computed::computed;
use crate::layout::element_bytes;
use crate::layout::{INDEX, layout_of};
use crate::machine::{Run, SymbolicExecutor};
use crate::state::Item;
use crate::state::View;
use crate::state::{Block, Origin};
use crate::unsupported::EncodeError;
use crate::views::fixed_shape;
use assay_semantics::{Layout, Scalar, Value};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("builtin.unrealized_conversion_cast", cast),
    ("llvm.alloca", allocate),
    ("llvm.extractvalue", extract),
    ("llvm.getelementptr", element_address),
    ("llvm.insertvalue", insert),
    ("llvm.intr.memcpy", copy),
    ("llvm.load", load),
    ("llvm.mlir.poison", poison),
    ("llvm.mlir.zero", zero),
    ("llvm.ptrtoint", number),
    ("llvm.store", store),
];

/// Stands for an index that is an operand.
const DYNAMIC: i64 = i32::MIN as i64;

impl SymbolicExecutor<'_, '_> {
    fn start(&mut self, block: Option<usize>) -> Pointer {
        let (offset, poison) = (self.pool().number(INDEX, 0), self.pool().boolean(false));
        Pointer { block, unit: 1, offset, poison }
    }

    fn pointer(&self, op: OpId, index: usize) -> Result<Pointer, EncodeError> {
        match self.item(op, index)? {
            Item::Pointer(pointer) => Ok(pointer),
            _ => Err(self.lacks_types(op)),
        }
    }

    fn type_in(&self, op: OpId, name: &str) -> Result<TypeId, EncodeError> {
        let attr = self.program.attr(op, self.ident(name)).map(|attr| self.program.ctx().attr_kind(attr));
        match attr {
            Some(AttrKind::Type(ty)) => Ok(*ty),
            _ => Err(self.lacks_attribute(op)),
        }
    }

    fn bytes(&self, op: OpId, ty: TypeId) -> Result<i64, EncodeError> {
        let size = llvm::size(self.program.ctx(), ty).and_then(|size| i64::try_from(size.bytes).ok());
        size.ok_or_else(|| self.lacks_types(op))
    }

    fn word(&mut self, number: i64) -> Item {
        let bits = self.pool().number(INDEX, u128::from(number as u64));
        let scalar = self.sound(bits);
        Item::Numbers(Value { shape: None, elements: vec![scalar] })
    }

    /// The same place, counted in other bytes.
    fn counted(&mut self, pointer: &Pointer, unit: u64) -> Option<Pointer> {
        if pointer.unit == unit {
            return Some(pointer.clone());
        }
        let offset = match self.pool().value(pointer.offset) {
            Some(offset) => {
                let bytes = (offset as i64).checked_mul(i64::try_from(pointer.unit).ok()?)?;
                let unit = i64::try_from(unit).ok()?;
                let count = (bytes % unit == 0).then_some(bytes / unit)?;
                self.pool().number(INDEX, u128::from(count as u64))
            }
            None => {
                let factor = pointer.unit.is_multiple_of(unit).then_some(pointer.unit / unit)?;
                let factor = self.pool().number(INDEX, u128::from(factor));
                self.pool().binary(Binary::Mul, pointer.offset, factor)
            }
        };
        Some(Pointer { unit, offset, ..pointer.clone() })
    }

    /// The number of the element at a distance that is not known to be one of whole elements; nothing is said of one that is not.
    fn number_at(&mut self, pointer: &Pointer, bytes: u64) -> Option<TermId> {
        let distance = self.counted(pointer, 1)?.offset;
        let pool = self.pool();
        let rest = pool.number(INDEX, u128::from(bytes - 1));
        let rest = pool.binary(Binary::And, distance, rest);
        let zero = pool.number(INDEX, 0);
        let between = pool.differ(rest, zero);
        let shift = pool.number(INDEX, u128::from(bytes.trailing_zeros()));
        let place = pool.binary(Binary::LShr, distance, shift);
        self.cut_if(between);
        Some(place)
    }

    /// A pointer by a condition, where both lead into one block.
    pub(crate) fn chosen_pointer(
        &mut self,
        condition: TermId,
        then: &Pointer,
        otherwise: &Pointer,
    ) -> Option<Pointer> {
        let always = |m: &Self, poison| m.encoder.pool.value(poison) == Some(1);
        let poison = self.pool().choice(condition, then.poison, otherwise.poison);
        if always(self, then.poison) {
            return Some(Pointer { poison, ..otherwise.clone() });
        }
        if always(self, otherwise.poison) {
            return Some(Pointer { poison, ..then.clone() });
        }
        let unit = divisor(then.unit, otherwise.unit);
        let (a, b) = (self.counted(then, unit)?, self.counted(otherwise, unit)?);
        let offset = self.pool().choice(condition, a.offset, b.offset);
        (a.block == b.block).then_some(Pointer { block: a.block, unit, offset, poison })
    }

    /// The element that a pointer leads to, as a view of rank 0 that is moved by a number of elements.
    fn element(
        &mut self,
        op: OpId,
        pointer: &Pointer,
        layout: &Layout,
        element: u64,
    ) -> Result<View, EncodeError> {
        self.undefined_if(pointer.poison);
        let block = pointer.block.ok_or_else(|| self.lacks_types(op))?;
        let bytes = element_bytes(layout);
        self.settle(block, layout).ok_or_else(|| self.lacks_types(op))?;
        let place = match self.counted(pointer, bytes) {
            Some(counted) => counted.offset,
            None => self.number_at(pointer, bytes).ok_or_else(|| self.lacks_types(op))?,
        };
        let element = self.pool().number(INDEX, u128::from(element));
        let offset = self.pool().binary(Binary::Add, place, element);
        let start = self.pool().number(INDEX, 0);
        Ok(View { block, start, offset, sizes: Vec::new(), strides: Vec::new() })
    }
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// A value of a type by its parts.
fn parts(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    ty: TypeId,
    of: &dyn Fn(&mut SymbolicExecutor<'_, '_>, TypeId) -> Result<Item, EncodeError>,
) -> Result<Item, EncodeError> {
    match llvm::kind(m.program.ctx(), ty) {
        Some(Kind::Struct(fields)) => {
            let all = fields.iter().map(|ty| parts(m, op, *ty, of));
            Ok(Item::Fields(all.collect::<Result<_, _>>()?))
        }
        Some(Kind::Array { count, element }) if count <= MOST => {
            let all = (0..count).map(|_| parts(m, op, element, of));
            Ok(Item::Fields(all.collect::<Result<_, _>>()?))
        }
        Some(Kind::Array { .. } | Kind::Function { .. }) => Err(m.lacks_types(op)),
        Some(Kind::Pointer) | None => of(m, ty),
    }
}

/// Arrays of more elements are not modelled.
const MOST: u64 = 256;

fn is_pointer(m: &SymbolicExecutor<'_, '_>, ty: TypeId) -> bool {
    llvm::kind(m.program.ctx(), ty) == Some(Kind::Pointer)
}

fn poison(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let ty = m.result_type(op, 0)?;
    let item = parts(m, op, ty, &|m, ty| {
        if is_pointer(m, ty) {
            let poison = m.pool().boolean(true);
            return Ok(Item::Pointer(Pointer { poison, ..m.start(None) }));
        }
        let layout = layout_of(m.program.ctx(), ty)?;
        let elements = (0..layout.size()).map(|_| m.poison(&layout)).collect();
        Ok(Item::Numbers(Value { shape: layout.shape, elements }))
    })?;
    m.bind(op, vec![item])
}

fn zero(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    if !is_pointer(m, m.result_type(op, 0)?) {
        return computed(m, op);
    }
    let null = m.start(None);
    m.bind(op, vec![Item::Pointer(null)])
}

fn extract(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let mut item = m.item(op, 0)?;
    for at in integers(m, op, "position")? {
        let Item::Fields(mut all) = item else { return Err(m.lacks_types(op)) };
        let at = usize::try_from(at).ok().filter(|at| *at < all.len()).ok_or_else(|| m.unsupported(op))?;
        item = all.swap_remove(at);
    }
    m.bind(op, vec![item])
}

fn insert(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let mut item = m.item(op, 0)?;
    let mut place = &mut item;
    for at in integers(m, op, "position")? {
        let Item::Fields(all) = place else { return Err(m.lacks_types(op)) };
        place = usize::try_from(at).ok().and_then(|at| all.get_mut(at)).ok_or_else(|| m.unsupported(op))?;
    }
    *place = m.item(op, 1)?;
    m.bind(op, vec![item])
}

/// A step of an address: an index and the bytes that it is counted in.
struct Step {
    index: Scalar,
    bytes: i64,
}

/// "The first index is always treated as an index into an array", the others lead into what is there.
fn element_address(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let pointer = m.pointer(op, 0)?;
    let flags = integer(m, op, "noWrapFlags").unwrap_or(0);
    let mut at = pointer;
    for step in steps(m, op)? {
        at = stepped(m, op, &at, &step, flags)?;
    }
    m.bind(op, vec![Item::Pointer(at)])
}

fn steps(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<Vec<Step>, EncodeError> {
    let mut dynamic = m.items(op, 1)?.into_iter();
    let mut ty = m.type_in(op, "elem_type")?;
    let mut out = Vec::new();
    for (depth, constant) in integers(m, op, "rawConstantIndices")?.into_iter().enumerate() {
        let index = match (constant, dynamic.len()) {
            (DYNAMIC, 1..) => match dynamic.next() {
                Some(Item::Numbers(value)) if value.shape.is_none() => value.elements[0],
                _ => return Err(m.lacks_types(op)),
            },
            _ => {
                let bits = m.pool().number(INDEX, u128::from(constant as u64));
                m.sound(bits)
            }
        };
        if m.pool().width(index.bits) != INDEX {
            return Err(m.lacks_types(op));
        }
        if depth == 0 {
            out.push(Step { index, bytes: m.bytes(op, ty)? });
            continue;
        }
        match llvm::kind(m.program.ctx(), ty) {
            Some(Kind::Array { element, .. }) => {
                ty = element;
                out.push(Step { index, bytes: m.bytes(op, ty)? });
            }
            Some(Kind::Struct(fields)) => {
                let number = usize::try_from(constant).ok().filter(|number| *number < fields.len());
                let number = number.ok_or_else(|| m.lacks_types(op))?;
                let (offsets, _) = llvm::offsets(m.program.ctx(), ty).ok_or_else(|| m.lacks_types(op))?;
                let distance = m.pool().number(INDEX, u128::from(offsets[number]));
                out.push(Step { index: m.sound(distance), bytes: 1 });
                ty = fields[number];
            }
            _ => return Err(m.lacks_types(op)),
        }
    }
    Ok(out)
}

/// A pointer after a step.
fn stepped(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    from: &Pointer,
    step: &Step,
    flags: i64,
) -> Result<Pointer, EncodeError> {
    let (in_bounds, no_unsigned_wrap) = (flags & 1 != 0, flags & 4 != 0);
    let lacking = |m: &SymbolicExecutor<'_, '_>| m.lacks_types(op);
    let size = from.block.map_or(0, |block| m.block_bytes(block));
    let known = m.pool().value(step.index.bits).map(|index| index as i64);
    let unit = match (known, m.pool().value(from.offset)) {
        // Without a promise the sum is modulo 2^64 bytes, which a count of larger units does not show.
        (None, _) if !in_bounds => 1,
        (Some(_), Some(_)) => 1,
        (Some(index), None) => {
            divisor(from.unit, step.bytes.checked_mul(index).ok_or_else(|| lacking(m))?.unsigned_abs())
        }
        (None, Some(offset)) => {
            let start = (offset as i64).checked_mul(from.unit as i64).ok_or_else(|| lacking(m))?;
            divisor(step.bytes as u64, start.unsigned_abs())
        }
        (None, None) => divisor(from.unit, step.bytes as u64),
    };
    let mut poison = m.encoder.pool.or(from.poison, step.index.poison);
    if unit == 0 {
        return Err(lacking(m));
    }
    let base = m.counted(from, unit).ok_or_else(|| lacking(m))?;
    let pool = &mut m.encoder.pool;
    let zero = pool.number(INDEX, 0);
    if no_unsigned_wrap {
        let negative = pool.compare(Compare::SLt, step.index.bits, zero);
        poison = pool.or(poison, negative);
    }
    let index = step.index.bits;
    let distance = match known {
        Some(index) => {
            let bytes = step.bytes.checked_mul(index).ok_or(EncodeError::Size)?;
            pool.number(INDEX, u128::from((bytes / unit as i64) as u64))
        }
        None => {
            let factor = pool.number(INDEX, (step.bytes as u64 / unit).into());
            pool.binary(Binary::Mul, index, factor)
        }
    };
    let offset = pool.binary(Binary::Add, base.offset, distance);
    if in_bounds {
        // No step that stays inside is longer; one that is this long does not wrap.
        let longest = pool.number(INDEX, u128::from(size));
        let shortest = pool.number(INDEX, u128::from((size as i64).wrapping_neg() as u64));
        let end = pool.number(INDEX, u128::from(size / unit));
        for (low, value, high) in [(shortest, index, longest), (zero, base.offset, end), (zero, offset, end)]
        {
            let below = pool.compare(Compare::SLt, value, low);
            let above = pool.compare(Compare::SLt, high, value);
            let outside = pool.or(below, above);
            poison = pool.or(poison, outside);
        }
    }
    Ok(Pointer { block: from.block, unit, offset, poison })
}

/// The layout of each number of an access, and the elements of a vector.
fn layout(m: &SymbolicExecutor<'_, '_>, op: OpId, ty: TypeId) -> Result<(Layout, Option<u64>), EncodeError> {
    let strange = ["volatile_", "invariant", "invariantGroup"].iter().any(|name| has_unit(m, op, name));
    if strange || integer(m, op, "ordering").is_some_and(|ordering| ordering != 0) {
        return Err(m.lacks_attribute(op));
    }
    let whole = layout_of(m.program.ctx(), ty).map_err(|_| m.lacks_types(op))?;
    let elements = match whole.shape.as_deref() {
        None => None,
        Some([elements]) => Some(*elements),
        Some(_) => return Err(m.lacks_types(op)),
    };
    let one = Layout { shape: None, ..whole };
    let bytes = element_bytes(&one);
    if elements.is_some() && u64::from(one.width) != 8 * bytes {
        return Err(m.lacks_types(op));
    }
    if integer(m, op, "alignment").is_some_and(|alignment| alignment as u64 > bytes) {
        return Err(m.lacks_attribute(op));
    }
    Ok((one, elements))
}

fn load(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    if is_pointer(m, m.result_type(op, 0)?) {
        return Err(m.lacks_types(op));
    }
    let (layout, extent) = layout(m, op, m.result_type(op, 0)?)?;
    let pointer = m.pointer(op, 0)?;
    let mut elements = Vec::new();
    for element in 0..extent.unwrap_or(1) {
        let view = m.element(op, &pointer, &layout, element)?;
        elements.push(m.load(&view, &[])?);
    }
    m.bind_value(op, Value { shape: extent.map(|extent| [extent].into()), elements })
}

fn store(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let value = m.numbers(op, 0)?;
    let ty = m.program.operand(op, 0).map(|value| m.program.value_type(value));
    let (layout, _) = layout(m, op, ty.ok_or_else(|| m.unsupported(op))?)?;
    let pointer = m.pointer(op, 1)?;
    for (element, scalar) in value.elements.into_iter().enumerate() {
        let view = m.element(op, &pointer, &layout, element as u64)?;
        m.store(&view, &[], scalar)?;
    }
    Ok(())
}

/// Whole elements of one block to another.
fn copy(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (target, source) = (m.pointer(op, 0)?, m.pointer(op, 1)?);
    let bytes = m.deciding(op, 2)?;
    let bytes = m.pool().value(bytes).and_then(|bytes| u64::try_from(bytes).ok());
    let volatile = integer(m, op, "isVolatile").is_some_and(|volatile| volatile != 0);
    let (Some(to), Some(from), false) = (target.block, source.block, volatile) else {
        return Err(m.lacks_types(op));
    };
    // Parts of one block may overlap.
    let layout = m.layout_in(from).or_else(|_| m.layout_in(to))?;
    let size = element_bytes(&layout);
    let count = bytes.filter(|bytes| to != from && bytes % size == 0 && bytes / size <= MOST);
    for element in 0..count.ok_or_else(|| m.lacks_types(op))? / size {
        let view = m.element(op, &source, &layout, element)?;
        let value = m.load(&view, &[])?;
        let view = m.element(op, &target, &layout, element)?;
        m.store(&view, &[], value)?;
    }
    Ok(())
}

/// A block of bytes whose elements are what the first access takes them for.
fn block_of(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    bytes: Option<u64>,
    origin: Origin,
) -> Result<Item, EncodeError> {
    let bytes = bytes.filter(|bytes| *bytes <= 8 * MOST).ok_or_else(|| m.lacks_types(op))?;
    let block = m.add_block(Block { origin, layout: None, bytes }, Vec::new());
    Ok(Item::Pointer(m.start(Some(block))))
}

fn allocate(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    if has_unit(m, op, "inalloca") {
        return Err(m.lacks_attribute(op));
    }
    let count = m.deciding(op, 0)?;
    let count = m.pool().value(count).and_then(|count| u64::try_from(count).ok());
    let bytes = m.bytes(op, m.type_in(op, "elem_type")?)? as u64;
    let item = block_of(m, op, count.and_then(|count| count.checked_mul(bytes)), Origin::Stack)?;
    m.bind(op, vec![item])
}

/// Follows functions of the C library that the lowering of memrefs calls; false for any other.
pub(crate) fn library(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    name: &str,
    given: &[Item],
) -> Result<bool, EncodeError> {
    match (name, given) {
        ("malloc", [size @ Item::Numbers(_)]) => {
            let [size] = addresses(m, op, std::slice::from_ref(size))?[..] else { return Ok(false) };
            let bytes = m.pool().value(size).and_then(|size| u64::try_from(size).ok());
            let item = block_of(m, op, bytes, Origin::Heap)?;
            m.bind(op, vec![item])?;
        }
        ("free", [Item::Pointer(pointer)]) => {
            m.undefined_if(pointer.poison);
            let block = pointer.block.ok_or_else(|| m.lacks_types(op))?;
            let start = m.pool().number(INDEX, 0);
            let inside = m.pool().differ(pointer.offset, start);
            m.undefined_if(inside);
            m.free_block(block)?;
            m.bind(op, Vec::new())?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The distance from null, which is how the size of a type is computed.
fn number(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let pointer = m.pointer(op, 0)?;
    let bytes = m.counted(&pointer, 1).filter(|_| pointer.block.is_none());
    let width = m.result_layout(op, 0)?.width;
    let bytes = bytes.filter(|_| width == INDEX).ok_or_else(|| m.lacks_types(op))?;
    m.bind_value(
        op,
        Value { shape: None, elements: vec![Scalar { bits: bytes.offset, poison: pointer.poison }] },
    )
}

/// A type as itself, and as what the conversion to `llvm` makes of it.
fn cast(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let ctx = m.program.ctx();
    if m.program.operand_count(op) != m.program.result_count(op) {
        return Err(m.lacks_types(op));
    }
    let mut items = Vec::new();
    for (at, item) in m.items(op, 0)?.into_iter().enumerate() {
        let from = m.program.operand(op, at).map(|value| m.program.value_type(value));
        let (from, to) = (from.ok_or_else(|| m.unsupported(op))?, m.result_type(op, at)?);
        let same = from == to;
        let lowered = llvm::lowered(ctx, from) == Some(to);
        let raised = llvm::lowered(ctx, to) == Some(from);
        items.push(match (ctx.type_kind(from), ctx.type_kind(to), item) {
            (_, _, item) if same => item,
            (TypeKind::MemRef { .. }, _, Item::View(view)) if lowered => descriptor(m, op, &view)?,
            (_, TypeKind::MemRef { element, .. }, Item::Fields(fields)) if raised => {
                let layout = layout_of(ctx, *element)?;
                Item::View(view(m, op, &fields, &layout)?)
            }
            (TypeKind::Vector { .. }, _, Item::Numbers(value)) if lowered => rows(&value),
            (_, TypeKind::Vector { .. }, item) if raised => {
                let layout = m.result_layout(op, at)?;
                let mut elements = Vec::new();
                flatten(&item, &mut elements);
                Item::Numbers(Value { shape: layout.shape, elements })
            }
            (TypeKind::Index, _, item) if lowered => item,
            (_, TypeKind::Index, item) if raised => item,
            _ => return Err(m.lacks_types(op)),
        });
    }
    m.bind(op, items)
}

/// A vector as arrays of its last dimension.
fn rows(value: &Value) -> Item {
    fn part(shape: &[u64], elements: &[Scalar]) -> Item {
        match shape {
            [outer, inner @ ..] if !inner.is_empty() => {
                let size = elements.len() / (*outer).max(1) as usize;
                let rows = (0..*outer as usize).map(|at| part(inner, &elements[at * size..(at + 1) * size]));
                Item::Fields(rows.collect())
            }
            _ => Item::Numbers(Value { shape: Some(shape.into()), elements: elements.to_vec() }),
        }
    }
    part(value.shape.as_deref().unwrap_or_default(), &value.elements)
}

fn flatten(item: &Item, out: &mut Vec<Scalar>) {
    match item {
        Item::Fields(rows) => rows.iter().for_each(|row| flatten(row, out)),
        Item::Numbers(value) => out.extend_from_slice(&value.elements),
        Item::View(_) | Item::Pointer(_) => {}
    }
}

/// The descriptor of a memref.
fn descriptor(m: &mut SymbolicExecutor<'_, '_>, op: OpId, view: &View) -> Result<Item, EncodeError> {
    let mut start = m.start(Some(view.block));
    if m.pool().value(view.start) != Some(0) {
        let unit = element_bytes(&m.layout_in(view.block).map_err(|_| m.lacks_types(op))?);
        start = Pointer { unit, offset: view.start, ..start };
    }
    let number = |m: &mut SymbolicExecutor<'_, '_>, bits: TermId| {
        let scalar = m.sound(bits);
        Item::Numbers(Value { shape: None, elements: vec![scalar] })
    };
    let offset = number(m, view.offset);
    let mut fields = vec![Item::Pointer(start.clone()), Item::Pointer(start), offset];
    if !view.sizes.is_empty() {
        let sizes = view.sizes.iter().map(|size| number(m, *size)).collect();
        let strides = view.strides.iter().map(|stride| m.word(*stride)).collect();
        fields.extend([Item::Fields(sizes), Item::Fields(strides)]);
    }
    Ok(Item::Fields(fields))
}

/// The memref of a descriptor whose strides are known.
fn view(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    fields: &[Item],
    layout: &Layout,
) -> Result<View, EncodeError> {
    let lacking = m.lacks_types(op);
    let mut poison = Vec::new();
    let mut number = |item: &Item| match item {
        Item::Numbers(value) => {
            let [scalar] = value.elements[..] else { return None };
            poison.push(scalar.poison);
            Some(scalar.bits)
        }
        _ => None,
    };
    let mut list = |at: usize| match fields.get(at) {
        None => Some(Vec::new()),
        Some(Item::Fields(list)) => list.iter().map(&mut number).collect(),
        Some(_) => None,
    };
    let (Some(sizes), Some(strides)) = (list(3), list(4)) else { return Err(lacking) };
    let (Some(Item::Pointer(start)), Some(offset)) = (fields.get(1), fields.get(2).and_then(number)) else {
        return Err(lacking);
    };
    let strides = fixed_shape(&m.encoder.pool, &strides).ok_or_else(|| lacking.clone())?;
    let block = start.block.ok_or_else(|| lacking.clone())?;
    m.settle(block, layout).ok_or_else(|| lacking.clone())?;
    let bytes = element_bytes(layout);
    // Nothing is said of a memref that is poison.
    poison.push(start.poison);
    let poison = m.pool().any(poison);
    m.cut_if(poison);
    let start = match m.counted(start, bytes) {
        Some(counted) => counted.offset,
        None => m.number_at(start, bytes).ok_or(lacking)?,
    };
    Ok(View { block, start, offset, sizes, strides })
}
