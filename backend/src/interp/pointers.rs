//! Memory of the `llvm` dialect: pointers are bytes of allocations, whose elements are numbers as in a memref; structures and arrays;
//! and the descriptors that memrefs become. An access of bytes that are not the whole of an element has no meaning here, nor has
//! the number of an address.

use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind};
use assay_ir::llvm::{self, Kind};
use assay_ir::ops;

use super::OpInterpreter;
use super::attributes::{has_unit, numbers};
use super::machine::{ControlFlow, Executed, Machine, Stop, address, addresses, extents, shaped};
use super::memory::{Number, Origin, Unit};
use crate::constant::{self, static_shape};
use crate::engine::{Undefined, Unsupported};
use crate::value::{MemRef, Pointer, Shaped, Value};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("llvm.alloca", allocate),
    OpInterpreter::without_regions("llvm.extractvalue", extract),
    OpInterpreter::without_regions("llvm.getelementptr", element_address),
    OpInterpreter::without_regions("llvm.insertvalue", insert),
    OpInterpreter::without_regions("llvm.intr.memcpy", copy),
    OpInterpreter::without_regions("llvm.load", load),
    OpInterpreter::without_regions("llvm.mlir.addressof", global),
    OpInterpreter::without_regions("llvm.ptrtoint", number),
    OpInterpreter::without_regions("llvm.store", store),
];

/// Stands for an index that is an operand.
const DYNAMIC: i64 = i32::MIN as i64;

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

fn nothing() -> Executed {
    Ok(ControlFlow::Next(Vec::new()))
}

impl Machine<'_> {
    /// The pointer in operand number `index`, which says where an access goes.
    fn pointer(&self, op: OpId, index: usize) -> Result<Pointer, Stop> {
        match self.operand(op, index)? {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Poison => Err(Undefined::AddressByPoison.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    /// The bytes of a type in memory.
    fn bytes(&self, ty: TypeId) -> Result<i64, Stop> {
        let size = self.llvm_size(ty).and_then(|size| i64::try_from(size.bytes).ok());
        Ok(size.ok_or(Unsupported::Type)?)
    }

    /// The type of an attribute.
    fn type_in(&self, op: OpId, name: &str) -> Result<TypeId, Stop> {
        match self.program.ctx().attr_kind(self.attr(op, name).ok_or(Unsupported::Malformed)?) {
            AttrKind::Type(ty) => Ok(*ty),
            _ => Err(Unsupported::Attribute.into()),
        }
    }
}

/// Poison of a type, in each field of a structure or array.
pub(super) fn poison(m: &Machine<'_>, ty: TypeId) -> Result<Value, Stop> {
    fields(m, ty, &|m, ty| poison(m, ty), &|m, ty| Ok(constant::poison(m.program.ctx(), ty)?))
}

/// A value of a type by its fields.
pub(super) fn fields(
    m: &Machine<'_>,
    ty: TypeId,
    field: &dyn Fn(&Machine<'_>, TypeId) -> Result<Value, Stop>,
    other: &dyn Fn(&Machine<'_>, TypeId) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    match m.llvm_kind(ty).as_deref() {
        Some(Kind::Struct(fields)) => {
            Ok(Value::Aggregate(fields.iter().map(|ty| field(m, *ty)).collect::<Result<_, _>>()?))
        }
        Some(Kind::Array { count, element }) => {
            let count =
                usize::try_from(*count).ok().filter(|count| *count <= MOST).ok_or(Unsupported::Type)?;
            Ok(Value::Aggregate(vec![field(m, *element)?; count].into()))
        }
        _ => other(m, ty),
    }
}

/// Arrays of more elements are no values here.
const MOST: usize = 1 << 16;

fn extract(m: &mut Machine<'_>, op: OpId) -> Executed {
    let mut value = m.operand(op, 0)?;
    for at in numbers(m, op, "position")? {
        let Value::Aggregate(mut all) = value else { return Err(Unsupported::Type.into()) };
        let field = usize::try_from(at).ok().and_then(|at| all.get_mut(at)).ok_or(Unsupported::Malformed)?;
        value = std::mem::replace(field, Value::Poison);
    }
    next(value)
}

fn insert(m: &mut Machine<'_>, op: OpId) -> Executed {
    let mut value = m.operand(op, 0)?;
    let mut place = &mut value;
    for at in numbers(m, op, "position")? {
        let Value::Aggregate(all) = place else { return Err(Unsupported::Type.into()) };
        place = usize::try_from(at).ok().and_then(|at| all.get_mut(at)).ok_or(Unsupported::Malformed)?;
    }
    *place = m.operand(op, 1)?;
    next(value)
}

/// "The first index is always treated as an index into an array", the others lead into what is there.
fn element_address(m: &mut Machine<'_>, op: OpId) -> Executed {
    let mut dynamic = m.operands_from(op, 1)?.into_iter();
    let mut ty = m.type_in(op, "elem_type")?;
    let base = m.operand(op, 0)?;
    let (mut distance, mut poison, mut negative) = (Some(0i64), base.is_poison(), false);
    for (depth, constant) in numbers(m, op, "rawConstantIndices")?.into_iter().enumerate() {
        let index = match constant {
            DYNAMIC => match dynamic.next().ok_or(Unsupported::Malformed)? {
                value @ Value::Int(_) => address(&value)?,
                Value::Poison => {
                    poison = true;
                    0
                }
                _ => return Err(Unsupported::Type.into()),
            },
            constant => constant,
        };
        negative |= index < 0;
        let step = if depth == 0 { index.checked_mul(m.bytes(ty)?) } else { into_field(m, &mut ty, index)? };
        distance = distance.zip(step).and_then(|(sum, step)| sum.checked_add(step));
    }
    let flags = m.attr(op, "noWrapFlags").map(|attr| m.program.ctx().attr_kind(attr));
    let flags = match flags {
        Some(AttrKind::Integer { value, .. }) => value.to_i64().ok_or(Unsupported::Attribute)?,
        None => 0,
        _ => return Err(Unsupported::Attribute.into()),
    };
    let (in_bounds, no_unsigned_wrap) = (flags & 1 != 0, flags & 4 != 0);
    if poison || no_unsigned_wrap && negative {
        return next(Value::Poison);
    }
    let Value::Pointer(base) = base else { return Err(Unsupported::Type.into()) };
    let offset = distance.and_then(|distance| base.offset.checked_add(distance));
    let size = base.buffer.map_or(0, |buffer| m.memory.bytes(buffer));
    let inside = |offset: i64| u64::try_from(offset).is_ok_and(|offset| offset <= size);
    match offset {
        Some(offset) if !in_bounds || inside(base.offset) && inside(offset) => {
            next(Pointer { offset, ..base })
        }
        Some(_) => next(Value::Poison),
        // Nothing is that large.
        None if flags != 0 => next(Value::Poison),
        None => Err(Unsupported::Type.into()),
    }
}

/// The distance of a part from the start of a structure or array, whose type becomes that of the part.
fn into_field(m: &Machine<'_>, ty: &mut TypeId, index: i64) -> Result<Option<i64>, Stop> {
    match m.llvm_kind(*ty).as_deref() {
        Some(Kind::Array { element, .. }) => {
            *ty = *element;
            Ok(index.checked_mul(m.bytes(*element)?))
        }
        Some(Kind::Struct(fields)) => {
            let index = usize::try_from(index).map_err(|_| Unsupported::Malformed)?;
            let (offsets, _) = llvm::offsets(m.program.ctx(), *ty).ok_or(Unsupported::Type)?;
            *ty = *fields.get(index).ok_or(Unsupported::Malformed)?;
            Ok(i64::try_from(offsets[index]).ok())
        }
        _ => Err(Unsupported::Type.into()),
    }
}

/// The units of an access, one for each lane of a vector, and the shape of a vector.
fn units(m: &Machine<'_>, op: OpId, ty: TypeId) -> Result<(Unit, Option<u64>), Stop> {
    let plain = |name: &str| m.attr(op, name).is_none() && !has_unit(m, op, name);
    let ordering = m.attr(op, "ordering").map(|attr| m.program.ctx().attr_kind(attr));
    let atomic = match ordering {
        None => false,
        Some(AttrKind::Integer { value, .. }) => value.to_i64() != Some(0),
        Some(_) => true,
    };
    if atomic || !["volatile_", "invariant", "invariantGroup"].iter().all(|name| plain(name)) {
        return Err(Unsupported::Attribute.into());
    }
    let lanes = match m.program.ctx().type_kind(ty) {
        TypeKind::Vector { .. } => {
            let (shape, _) = static_shape(m.program.ctx(), ty).ok_or(Unsupported::Type)?;
            let [lanes] = shape[..] else { return Err(Unsupported::Type.into()) };
            Some(lanes)
        }
        _ => None,
    };
    let unit = m.unit(m.element_type(ty)).ok_or(Unsupported::Type)?;
    let bits = match unit.number {
        Number::Int(width) => u64::from(width),
        Number::Float(kind) => u64::from(kind.bits()),
        Number::Complex(_) => return Err(Unsupported::Type.into()),
        Number::Pointer => 64,
    };
    // Elements of a vector that do not fill their bytes share them.
    if lanes.is_some() && bits != 8 * unit.bytes {
        return Err(Unsupported::Type.into());
    }
    if let Some(attr) = m.attr(op, "alignment") {
        let AttrKind::Integer { value, .. } = m.program.ctx().attr_kind(attr) else {
            return Err(Unsupported::Attribute.into());
        };
        if value.to_i64().is_none_or(|alignment| alignment as u64 > unit.bytes) {
            return Err(Unsupported::Attribute.into());
        }
    }
    Ok((unit, lanes))
}

/// A pointer that is a number of bytes further.
fn beyond(pointer: Pointer, bytes: u64) -> Result<Pointer, Stop> {
    let offset = i64::try_from(bytes).ok().and_then(|bytes| pointer.offset.checked_add(bytes));
    Ok(Pointer { offset: offset.ok_or(Undefined::OutOfBounds)?, ..pointer })
}

fn load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ty = m.result_type(op, 0)?;
    let (unit, lanes) = units(m, op, ty)?;
    let pointer = m.pointer(op, 0)?;
    let mut values = Vec::new();
    for lane in 0..lanes.unwrap_or(1) {
        let (place, _) = m.memory.element(beyond(pointer, lane * unit.bytes)?, unit)?;
        values.push(unit.cast(m.memory.load(&place, &[])?)?);
    }
    match (lanes, values.pop()) {
        (None, Some(value)) => next(value),
        (Some(lanes), last) => {
            values.extend(last);
            next(Shaped::new([lanes], values))
        }
        _ => Err(Unsupported::Malformed.into()),
    }
}

fn store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (value, ty) = (m.operand(op, 0)?, m.operand_type(op, 0)?);
    let (unit, lanes) = units(m, op, ty)?;
    let pointer = m.pointer(op, 1)?;
    let values = match lanes {
        None => vec![value],
        Some(_) => shaped(&value)?.elements().to_vec(),
    };
    for (lane, value) in values.into_iter().enumerate() {
        let (place, there) = m.memory.element(beyond(pointer, lane as u64 * unit.bytes)?, unit)?;
        m.memory.store(&place, &[], there.cast(value)?)?;
    }
    nothing()
}

/// "The allocated memory is uninitialized, and is automatically released when the function returns."
fn allocate(m: &mut Machine<'_>, op: OpId) -> Executed {
    if has_unit(m, op, "inalloca") {
        return Err(Unsupported::Attribute.into());
    }
    let count = address(&m.operand(op, 0)?)?;
    let count = u64::try_from(count).map_err(|_| Undefined::BadExtent)?;
    let bytes = m.bytes(m.type_in(op, "elem_type")?)?;
    let bytes = u64::try_from(bytes).ok().and_then(|bytes| bytes.checked_mul(count)).unwrap_or(u64::MAX);
    let buffer = m.memory.allocate_bytes(bytes, Origin::Stack, m.options.memory)?;
    m.until_end_of_scope(op, buffer);
    next(Pointer { buffer: Some(buffer), offset: 0 })
}

/// Runs a function of the C library that the lowering of memrefs calls; `None` of any other.
pub(super) fn library(m: &mut Machine<'_>, name: &str, given: &[Value]) -> Option<Executed> {
    match (name, given) {
        ("malloc", [size]) => Some(address(size).and_then(|size| {
            let buffer = m.memory.allocate_bytes(size as u64, Origin::Heap, m.options.memory)?;
            next(Pointer { buffer: Some(buffer), offset: 0 })
        })),
        ("free", [Value::Pointer(pointer)]) => Some(m.memory.free_at(*pointer).and_then(|()| nothing())),
        ("free", [Value::Poison]) => Some(Err(Undefined::AddressByPoison.into())),
        _ => None,
    }
}

/// The distance from null, which is how the size of a type is computed. Other addresses have no number.
fn number(m: &mut Machine<'_>, op: OpId) -> Executed {
    let width = m.result_width(op, 0)?;
    match m.operand(op, 0)? {
        Value::Poison => next(Value::Poison),
        Value::Pointer(Pointer { buffer: None, offset }) => {
            next(crate::int::Int::from_i128(width, offset.into()))
        }
        _ => Err(Unsupported::Choice.into()),
    }
}

/// Whole elements, from one place to another that is the same or does not overlap it.
fn copy(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (target, source) = (m.pointer(op, 0)?, m.pointer(op, 1)?);
    let bytes = u64::try_from(address(&m.operand(op, 2)?)?).map_err(|_| Undefined::OutOfBounds)?;
    let volatile = m.attr(op, "isVolatile").map(|attr| m.program.ctx().attr_kind(attr));
    if let Some(AttrKind::Integer { value, .. }) = volatile
        && value.to_i64() != Some(0)
    {
        return Err(Unsupported::Attribute.into());
    }
    if bytes == 0 || source == target {
        return nothing();
    }
    let distance = i128::from(source.offset) - i128::from(target.offset);
    if source.buffer == target.buffer && distance.unsigned_abs() < u128::from(bytes) {
        return Err(Undefined::Overlap.into());
    }
    let there = |pointer: Pointer| pointer.buffer.and_then(|buffer| m.memory.unit(buffer));
    // Where nothing was written yet, there is nothing but poison to copy.
    let unit = there(source).or(there(target)).ok_or(Unsupported::Type)?;
    if bytes % unit.bytes != 0 {
        return Err(Unsupported::Type.into());
    }
    m.charge(Some(bytes / unit.bytes))?;
    for distance in (0..bytes).step_by(unit.bytes as usize) {
        let (from, _) = m.memory.element(beyond(source, distance)?, unit)?;
        let (to, there) = m.memory.element(beyond(target, distance)?, unit)?;
        let value = m.memory.load(&from, &[])?;
        m.memory.store(&to, &[], there.cast(value)?)?;
    }
    nothing()
}

/// The buffer of a global, whose elements are one after the other, whatever arrays they are in.
fn global(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    let name = match ctx.attr_kind(m.attr(op, "global_name").ok_or(Unsupported::Malformed)?) {
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => *root,
        _ => return Err(Unsupported::Attribute.into()),
    };
    let global = m.symbol(op, name)?;
    if ops::op(m.program.op_name(global)).is_none_or(|record| record.fact("global").is_none()) {
        return Err(Unsupported::Type.into());
    }
    if let Some(used) = m.globals.get(&global) {
        return next(Pointer { buffer: Some(used.memref.buffer), offset: 0 });
    }
    let mut element = m.type_in(global, "global_type")?;
    let mut shape = Vec::new();
    while let Some(Kind::Array { count, element: inner }) = m.llvm_kind(element).as_deref() {
        shape.push(*count);
        element = *inner;
    }
    let initial = m.attr(global, "value").ok_or(Unsupported::Body)?;
    let contents = match shape[..] {
        [] => {
            let value = constant::value_of(ctx, initial, element, m.options.index)?;
            if value.as_shaped().is_some() {
                return Err(Unsupported::Type.into());
            }
            Shaped::new([], [value])
        }
        _ => {
            let shape: Box<[Option<u64>]> = shape.iter().copied().map(Some).collect();
            let ty = ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None });
            let value = constant::value_of(ctx, initial, ty, m.options.index)?;
            value.as_shaped().cloned().ok_or(Unsupported::Attribute)?
        }
    };
    let unit = m.unit(element).ok_or(Unsupported::Type)?;
    let constant = has_unit(m, global, "constant");
    let memref = m.add_global(global, unit, Some(&contents), shape, constant)?;
    next(Pointer { buffer: Some(memref.buffer), offset: 0 })
}

/// A value of one type as one of the type that the conversion to `llvm` gives it, or back; `None` where neither is so.
pub(super) fn converted(
    m: &mut Machine<'_>,
    value: &Value,
    from: TypeId,
    to: TypeId,
) -> Option<Result<Value, Stop>> {
    let ctx = m.program.ctx();
    let becomes = |from: TypeId, to: TypeId| from != to && llvm::lowered(ctx, from) == Some(to);
    if becomes(from, to) {
        return Some(lowered(m, value, from, to));
    }
    becomes(to, from).then(|| raised(m, value, to))
}

fn lowered(m: &Machine<'_>, value: &Value, from: TypeId, to: TypeId) -> Result<Value, Stop> {
    match (m.program.ctx().type_kind(from), value) {
        (TypeKind::MemRef { .. }, Value::MemRef(memref)) => Ok(descriptor(m, memref)),
        (TypeKind::MemRef { .. } | TypeKind::Complex(_), Value::Poison) => poison(m, to),
        (TypeKind::Complex(_), Value::Complex(parts)) => {
            Ok(Value::Aggregate(parts.iter().map(|part| Value::Float(*part)).collect()))
        }
        (TypeKind::Vector { .. }, Value::Shaped(all)) => Ok(rows(all.shape(), all.elements())),
        (TypeKind::Index, _) => Ok(value.clone()),
        _ => Err(Unsupported::Type.into()),
    }
}

/// A vector as arrays of its last dimension.
fn rows(shape: &[u64], elements: &[Value]) -> Value {
    let [outer, inner @ ..] = shape else { return Value::Poison };
    if inner.is_empty() {
        return Shaped::new(shape, elements).into();
    }
    let size = elements.len() / (*outer).max(1) as usize;
    let row = |at: usize| rows(inner, &elements[at * size..(at + 1) * size]);
    Value::Aggregate((0..*outer as usize).map(row).collect())
}

/// The descriptor of a memref.
fn descriptor(m: &Machine<'_>, memref: &MemRef) -> Value {
    let (buffer, offset) = m.memory.start(memref.buffer);
    let start = Value::Pointer(Pointer { buffer: Some(buffer), offset });
    let word = |number: i64| Value::int(64, number as u128 & u128::from(u64::MAX));
    let mut fields = vec![start.clone(), start, word(memref.offset)];
    if !memref.sizes.is_empty() {
        let sizes = memref.sizes.iter().map(|size| word(*size as i64));
        let strides = memref.strides.iter().map(|stride| word(*stride));
        fields.extend([Value::Aggregate(sizes.collect()), Value::Aggregate(strides.collect())]);
    }
    Value::Aggregate(fields.into())
}

fn raised(m: &mut Machine<'_>, value: &Value, to: TypeId) -> Result<Value, Stop> {
    match (m.program.ctx().type_kind(to), value) {
        (TypeKind::MemRef { element, .. }, Value::Aggregate(fields)) => {
            let unit = m.unit(*element).ok_or(Unsupported::Type)?;
            memref(m, fields, unit)
        }
        (TypeKind::Complex(_), Value::Aggregate(parts)) => match &parts[..] {
            [Value::Float(real), Value::Float(imaginary)] => Ok([*real, *imaginary].into()),
            // A complex number is poison as a whole.
            _ => Ok(Value::Poison),
        },
        (TypeKind::Vector { .. }, _) => {
            let (shape, _) = static_shape(m.program.ctx(), to).ok_or(Unsupported::Type)?;
            let mut elements = Vec::new();
            flatten(value, &mut elements);
            match crate::value::count(&shape) == Some(elements.len() as u64) {
                true => Ok(Shaped::new(shape, elements).into()),
                false => Err(Unsupported::Type.into()),
            }
        }
        (TypeKind::Index, _) => Ok(value.clone()),
        _ => Err(Unsupported::Type.into()),
    }
}

fn flatten(value: &Value, out: &mut Vec<Value>) {
    match value {
        Value::Aggregate(rows) => rows.iter().for_each(|row| flatten(row, out)),
        Value::Shaped(row) => out.extend_from_slice(row.elements()),
        _ => out.push(value.clone()),
    }
}

/// The memref of a descriptor; poison where a part of it is that says where the elements are.
fn memref(m: &mut Machine<'_>, fields: &[Value], unit: Unit) -> Result<Value, Stop> {
    let (Some(start), Some(offset)) = (fields.get(1), fields.get(2)) else {
        return Err(Unsupported::Type.into());
    };
    let list = |at: usize| match fields.get(at) {
        Some(Value::Aggregate(list)) => list.to_vec(),
        _ => Vec::new(),
    };
    let (sizes, strides) = (list(3), list(4));
    if [start, offset].into_iter().chain(&sizes).chain(&strides).any(Value::is_poison) {
        return Ok(Value::Poison);
    }
    let Value::Pointer(Pointer { buffer: Some(buffer), offset: bytes }) = start else {
        return Err(Unsupported::Type.into());
    };
    let buffer = m.memory.part(*buffer, *bytes, unit)?;
    let (offset, sizes, strides) = (address(offset)?, extents(&addresses(&sizes)?)?, addresses(&strides)?);
    Ok(MemRef { buffer, offset, sizes: sizes.into(), strides: strides.into() }.into())
}
