//! The memory of a run: numbered buffers of elements that are written one by one. What was never written is poison.
//! Knows no operation.

use std::collections::BTreeMap;

use assay_ir::data::{FloatKind, Program, TypeId, TypeKind};
use assay_ir::llvm;
use rustc_hash::FxHashMap;

use super::control::Stop;
use super::races::Races;
use crate::engine::{IndexWidth, Limit, Touched, Undefined, Unsupported, element_bytes};
use crate::value::{MemRef, Pointer, Shaped, Value, count};

/// Where a buffer comes from, and so what may end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An argument or an `alloc`: may be freed.
    Heap,
    /// An `alloca`: ends with its scope.
    Stack,
    /// A global: never ends.
    Global,
    /// A global that is never written.
    Constant,
}

/// The numbers that a place of memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// An integer of this width, or `index`.
    Int(u32),
    Float(FloatKind),
    Complex(FloatKind),
    Pointer,
}

/// The elements of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) number: Number,
    /// Bytes of each.
    pub(super) bytes: u64,
}

impl Unit {
    /// Elements of a type.
    pub(super) fn for_type(program: &Program, ty: TypeId, index: IndexWidth) -> Option<Unit> {
        let ctx = program.ctx();
        let number = match ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => Number::Int(*width),
            TypeKind::Index => Number::Int(index.bits()),
            TypeKind::Float(kind) => Number::Float(*kind),
            TypeKind::Complex(part) => match ctx.type_kind(*part) {
                TypeKind::Float(kind) => Number::Complex(*kind),
                _ => return None,
            },
            _ if ty == llvm::pointer(ctx) => return Some(Unit { number: Number::Pointer, bytes: 8 }),
            _ => return None,
        };
        Some(Unit { number, bytes: element_bytes(program, ty, index)? })
    }

    /// Returns true of integers and floats that fill their bytes, of which one register holds several.
    fn is_bytes(self) -> bool {
        let bits = match self.number {
            Number::Int(width) => width,
            Number::Float(kind) => kind.bits(),
            Number::Complex(_) | Number::Pointer => return false,
        };
        self.bytes <= 8 && u64::from(bits) == 8 * self.bytes
    }

    /// The number of these bits.
    fn number_of(self, bits: u128) -> Value {
        match self.number {
            Number::Float(kind) => Value::float(kind, bits),
            _ => Value::int(8 * self.bytes as u32, bits),
        }
    }

    /// A number as one of these, bit by bit.
    ///
    /// # Errors
    /// A number of other bits.
    pub(super) fn cast(self, value: Value) -> Result<Value, Stop> {
        let bits = match (&value, self.number) {
            (Value::Poison, _)
            | (Value::Complex(_), Number::Complex(_))
            | (Value::Pointer(_), Number::Pointer) => return Ok(value),
            (Value::Int(int), Number::Int(width)) if int.width() == width => return Ok(value),
            (Value::Float(float), Number::Float(kind)) if float.kind == kind => return Ok(value),
            (Value::Int(int), Number::Float(kind)) if int.width() == kind.bits() => int.to_u128(),
            (Value::Float(float), Number::Int(width)) if float.kind.bits() == width => Some(float.bits),
            _ => None,
        };
        match (bits, self.number) {
            (Some(bits), Number::Int(width)) => Ok(Value::int(width, bits)),
            (Some(bits), Number::Float(kind)) => Ok(Value::float(kind, bits)),
            _ => Err(Unsupported::Type.into()),
        }
    }
}

/// A buffer that lies in another one, from one of its bytes on.
#[derive(Clone, Copy, PartialEq)]
struct Part {
    /// The buffer that holds the elements, which is no part itself.
    whole: usize,
    /// Bytes from its start.
    start: i64,
}

#[derive(Clone, PartialEq)]
struct Buffer {
    elements: u64,
    /// Where the elements are that are in another buffer.
    part: Option<Part>,
    /// The elements; `None` before the first access says it.
    unit: Option<Unit>,
    bytes: u64,
    origin: Origin,
    live: bool,
    touched: Touched,
    /// Contents of elements that were not written.
    most: Value,
    /// Elements that were written; so a large buffer costs nothing until it is used.
    cells: FxHashMap<u64, Value>,
}

/// All buffers of a run; their numbers are never used again.
#[derive(Clone, Default)]
pub(super) struct Memory {
    buffers: Vec<Buffer>,
    used: u64,
    /// Accesses in loops without order.
    pub(super) races: Races,
    /// The buffer that takes down the order of events, which iterations may use without a race.
    pub(super) events: Option<usize>,
    /// Turns without order used it.
    pub(super) disordered: bool,
    /// Elements may be terms, which have no bytes.
    terms: bool,
}

impl PartialEq for Memory {
    /// Compares what a run goes on with; accesses up to now only report it.
    fn eq(&self, other: &Memory) -> bool {
        self.used == other.used && self.buffers == other.buffers
    }
}

/// A whole buffer in row-major order.
pub(super) fn whole(buffer: usize, sizes: Vec<u64>) -> MemRef {
    MemRef { buffer, offset: 0, strides: row_major(&sizes), sizes: sizes.into() }
}

/// Strides of extents in row-major order.
pub(super) fn row_major(sizes: &[u64]) -> Box<[i64]> {
    let mut stride = 1i64;
    let mut strides: Vec<i64> = Vec::with_capacity(sizes.len());
    for size in sizes.iter().rev() {
        strides.push(stride);
        stride = stride.wrapping_mul(i64::try_from(*size).unwrap_or(i64::MAX));
    }
    strides.reverse();
    strides.into()
}

/// The places of a shape in row-major order.
pub(super) fn places(shape: &[u64]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let shape: Vec<i64> = shape.iter().map(|extent| i64::try_from(*extent).unwrap_or(i64::MAX)).collect();
    let mut next = (!shape.contains(&0)).then(|| vec![0i64; shape.len()]);
    std::iter::from_fn(move || {
        let place = next.take()?;
        let mut after = place.clone();
        for (at, extent) in after.iter_mut().zip(&shape).rev() {
            *at += 1;
            if *at < *extent {
                next = Some(after);
                break;
            }
            *at = 0;
        }
        Some(place)
    })
}

/// The number in row-major order of a place inside a shape; `None` outside of it.
pub(super) fn linear(shape: &[u64], place: &[i64]) -> Option<u64> {
    if shape.len() != place.len() {
        return None;
    }
    shape.iter().zip(place).try_fold(0u64, |sum, (extent, at)| {
        let at = u64::try_from(*at).ok().filter(|at| at < extent)?;
        sum.checked_mul(*extent)?.checked_add(at)
    })
}

impl Memory {
    /// No buffers, of elements that may be terms.
    pub(super) fn with_terms(terms: bool) -> Memory {
        Memory { terms, ..Memory::default() }
    }

    /// A new buffer of a number of elements; `None` is more than 2^64.
    pub(super) fn allocate(
        &mut self,
        elements: Option<u64>,
        unit: Unit,
        origin: Origin,
        limit: u64,
    ) -> Result<usize, Stop> {
        let bytes = elements.and_then(|elements| elements.checked_mul(unit.bytes)).ok_or(Limit::Memory)?;
        let buffer = self.allocate_bytes(bytes, origin, limit)?;
        (self.buffers[buffer].unit, self.buffers[buffer].elements) = (Some(unit), elements.unwrap_or(0));
        Ok(buffer)
    }

    /// A new buffer of bytes whose elements are what the first access takes them for.
    pub(super) fn allocate_bytes(&mut self, bytes: u64, origin: Origin, limit: u64) -> Result<usize, Stop> {
        let used = self.used.checked_add(bytes).filter(|used| *used <= limit).ok_or(Limit::Memory)?;
        self.used = used;
        let (most, cells) = (Value::Poison, FxHashMap::default());
        let touched = Touched::Read;
        self.buffers.push(Buffer {
            elements: 0,
            part: None,
            unit: None,
            bytes,
            origin,
            live: true,
            touched,
            most,
            cells,
        });
        Ok(self.buffers.len() - 1)
    }

    /// The elements of a buffer, which are these where nothing said so before.
    pub(super) fn settle(&mut self, buffer: usize, wanted: Unit) -> Unit {
        let buffer = &mut self.buffers[buffer];
        *buffer.unit.get_or_insert_with(|| {
            buffer.elements = buffer.bytes / wanted.bytes;
            wanted
        })
    }

    /// Memory that starts at a byte of a buffer, as elements that may be others than those of the buffer.
    ///
    /// # Errors
    /// Other elements that are not whole bytes.
    pub(super) fn part(&mut self, buffer: usize, start: i64, unit: Unit) -> Result<usize, Stop> {
        let Part { whole, start: first } =
            self.buffers[buffer].part.unwrap_or(Part { whole: buffer, start: 0 });
        let start = first.checked_add(start).ok_or(Undefined::OutOfBounds)?;
        let of = self.settle(whole, unit);
        if start == 0 && of == unit {
            return Ok(whole);
        }
        let step = i64::try_from(of.bytes).map_err(|_| Unsupported::Type)?;
        let lies_between = of != unit || start % step != 0;
        if lies_between && (self.terms || !(of.is_bytes() && unit.is_bytes())) {
            return Err(Unsupported::Type.into());
        }
        let Buffer { bytes, origin, .. } = self.buffers[whole];
        let left = u64::try_from(i128::from(bytes) - i128::from(start)).unwrap_or(0);
        self.buffers.push(Buffer {
            elements: left / unit.bytes,
            part: Some(Part { whole, start }),
            unit: Some(unit),
            bytes: left,
            origin,
            live: true,
            touched: Touched::Read,
            most: Value::Poison,
            cells: FxHashMap::default(),
        });
        Ok(self.buffers.len() - 1)
    }

    /// The buffer that holds the elements of a buffer, and the byte of it at which they start.
    pub(super) fn start(&self, buffer: usize) -> (usize, i64) {
        self.buffers[buffer].part.map_or((buffer, 0), |part| (part.whole, part.start))
    }

    /// The elements of a buffer; `None` where nothing says so.
    pub(super) fn unit(&self, buffer: usize) -> Option<Unit> {
        self.buffers[buffer].unit
    }

    /// The bytes of a buffer.
    pub(super) fn bytes(&self, buffer: usize) -> u64 {
        self.buffers[buffer].bytes
    }

    /// The place of an element that a pointer leads to, as a memref of rank 0, and what the place holds.
    ///
    /// # Errors
    /// Undefined behaviour where it does not lead into memory that is there; elements of another size.
    pub(super) fn element(&mut self, pointer: Pointer, wanted: Unit) -> Result<(MemRef, Unit), Stop> {
        let number = pointer.buffer.ok_or(Undefined::OutOfBounds)?;
        let buffer = &self.buffers[number];
        if !buffer.live {
            return Err(Undefined::UseAfterFree.into());
        }
        let start = u64::try_from(pointer.offset).map_err(|_| Undefined::OutOfBounds)?;
        let end = start.checked_add(wanted.bytes).filter(|end| *end <= buffer.bytes);
        end.ok_or(Undefined::OutOfBounds)?;
        let unit = self.settle(number, wanted);
        if unit.bytes != wanted.bytes || start % unit.bytes != 0 {
            return Err(Unsupported::Type.into());
        }
        let offset = (start / unit.bytes) as i64;
        Ok((MemRef { buffer: number, offset, sizes: [].into(), strides: [].into() }, unit))
    }

    /// Frees what an allocation gave: its first byte says which.
    pub(super) fn free_at(&mut self, pointer: Pointer) -> Result<(), Stop> {
        let Some(number) = pointer.buffer else {
            return if pointer.offset == 0 { Ok(()) } else { Err(Undefined::BadFree.into()) };
        };
        let buffer = &self.buffers[number];
        if !buffer.live || buffer.origin != Origin::Heap || pointer.offset != 0 {
            return Err(Undefined::BadFree.into());
        }
        self.free_buffer(number)
    }

    /// Writes a new buffer from its start.
    pub(super) fn fill(&mut self, buffer: usize, values: &Shaped) {
        let buffer = &mut self.buffers[buffer];
        if let Some((most, others)) = values.few() {
            buffer.most = most.clone();
            buffer.cells = others.iter().map(|(at, value)| (*at, value.clone())).collect();
            return;
        }
        let cells = values.elements().iter().enumerate().filter(|(_, value)| !value.is_poison());
        buffer.cells = cells.map(|(at, value)| (at as u64, value.clone())).collect();
    }

    fn end(&mut self, buffer: usize) {
        let buffer = &mut self.buffers[buffer];
        if std::mem::take(&mut buffer.live) {
            self.used -= buffer.bytes;
            buffer.touched = Touched::Freed;
            buffer.cells = FxHashMap::default();
        }
    }

    /// Ends a buffer whose scope ended.
    pub(super) fn leave(&mut self, buffer: usize) {
        self.end(buffer);
    }

    /// Frees what `alloc` gave: all of it, once.
    pub(super) fn free(&mut self, memref: &MemRef) -> Result<(), Stop> {
        let buffer = &self.buffers[memref.buffer];
        let all = memref.offset == 0
            && buffer.part.is_none()
            && count(&memref.sizes) == Some(buffer.elements)
            && (buffer.elements == 0 || memref.strides == row_major(&memref.sizes));
        if !buffer.live || buffer.origin != Origin::Heap || !all {
            return Err(Undefined::BadFree.into());
        }
        self.free_buffer(memref.buffer)
    }

    fn free_buffer(&mut self, number: usize) -> Result<(), Stop> {
        if self.races.frees(number) {
            return Err(Undefined::Race.into());
        }
        self.end(number);
        Ok(())
    }

    /// The use of a buffer so far.
    pub(super) fn touched(&self, memref: &MemRef) -> Touched {
        self.buffers[self.start(memref.buffer).0].touched
    }

    /// Takes down that all elements are read that are there.
    pub(super) fn touch_all(&mut self, memref: &MemRef) -> Result<(), Stop> {
        for place in places(&memref.sizes) {
            if let Ok(cell) = self.cell(memref, &place) {
                self.touch(memref, cell, false)?;
            }
        }
        Ok(())
    }

    /// Takes down an access of an element.
    fn touch(&mut self, memref: &MemRef, cell: u64, writes: bool) -> Result<(), Stop> {
        let (whole, cells) = self.cells(memref.buffer, cell);
        let mut races = false;
        for cell in cells {
            races |= self.races.touches(whole, cell, writes);
        }
        match races {
            false => Ok(()),
            true if self.events == Some(whole) => {
                self.disordered = true;
                Ok(())
            }
            true => Err(Undefined::Race.into()),
        }
    }

    /// The number of an element in its buffer.
    fn cell(&self, memref: &MemRef, place: &[i64]) -> Result<u64, Stop> {
        let buffer = &self.buffers[memref.buffer];
        if !self.buffers[self.start(memref.buffer).0].live {
            return Err(Undefined::UseAfterFree.into());
        }
        linear(&memref.sizes, place).ok_or(Undefined::OutOfBounds)?;
        let distance = |(at, stride): (&i64, &i64)| i128::from(*at) * i128::from(*stride);
        let sum = i128::from(memref.offset) + place.iter().zip(&memref.strides).map(distance).sum::<i128>();
        let cell = u64::try_from(sum).ok().filter(|cell| *cell < buffer.elements);
        let starts = |cell: &u64| self.first_byte(memref.buffer, *cell).is_some();
        Ok(cell.filter(starts).ok_or(Undefined::OutOfBounds)?)
    }

    /// The first byte of an element of a buffer in the one that holds it; `None` before its start.
    fn first_byte(&self, buffer: usize, cell: u64) -> Option<u64> {
        let bytes = self.buffers[buffer].unit.map_or(1, |unit| unit.bytes);
        let first = i128::from(self.start(buffer).1) + i128::from(cell) * i128::from(bytes);
        u64::try_from(first).ok()
    }

    /// The elements that hold an element of a buffer, and their buffer.
    fn cells(&self, buffer: usize, cell: u64) -> (usize, std::ops::RangeInclusive<u64>) {
        let Some(Part { whole, .. }) = self.buffers[buffer].part else { return (buffer, cell..=cell) };
        let bytes = |buffer: usize| self.buffers[buffer].unit.map_or(1, |unit| unit.bytes);
        let first = self.first_byte(buffer, cell).unwrap_or(0);
        (whole, first / bytes(whole)..=(first + bytes(buffer) - 1) / bytes(whole))
    }

    /// The element at a place.
    pub(super) fn load(&mut self, memref: &MemRef, place: &[i64]) -> Result<Value, Stop> {
        let cell = self.cell(memref, place)?;
        self.touch(memref, cell, false)?;
        Ok(self.element_at(memref, cell))
    }

    fn element_at(&self, memref: &MemRef, cell: u64) -> Value {
        let (whole, mut cells) = self.cells(memref.buffer, cell);
        let of = &self.buffers[whole];
        let held = |cell: u64| of.cells.get(&cell).unwrap_or(&of.most).clone();
        let (Some(unit), Some(own)) = (of.unit, self.buffers[memref.buffer].unit) else {
            return Value::Poison;
        };
        if unit == own && cells.start() == cells.end() {
            return held(*cells.start());
        }
        let skipped = self.first_byte(memref.buffer, cell).unwrap_or(0) % unit.bytes;
        let together = cells.try_rfold(0u128, |sum, cell| Some(sum << (8 * unit.bytes) | bits(&held(cell))?));
        match together {
            Some(bits) => own.number_of(bits >> (8 * skipped) & mask(own.bytes)),
            None => Value::Poison,
        }
    }

    /// Writes the bytes of an element of a part to the elements that hold them.
    ///
    /// # Errors
    /// Some bytes of an element that are poison, of which others are not.
    fn scatter(&mut self, memref: &MemRef, cell: u64, value: &Value) -> Result<(), Stop> {
        let (whole, cells) = self.cells(memref.buffer, cell);
        let (Some(unit), Some(own)) = (self.buffers[whole].unit, self.buffers[memref.buffer].unit) else {
            return Err(Unsupported::Type.into());
        };
        let first = self.first_byte(memref.buffer, cell).unwrap_or(0);
        for at in cells {
            // The bytes of this element that are written, and the first of them in the value.
            let from = first.max(at * unit.bytes);
            let end = (first + own.bytes).min((at + 1) * unit.bytes);
            let is_whole = end - from == unit.bytes;
            let of = &mut self.buffers[whole];
            let old = of.cells.get(&at).unwrap_or(&of.most);
            let new = match (bits(value), bits(old)) {
                (None, _) if is_whole => Value::Poison,
                (Some(new), _) if is_whole => unit.number_of(new >> (8 * (from - first)) & mask(unit.bytes)),
                (Some(new), Some(old)) => {
                    let place = 8 * (from - at * unit.bytes);
                    let written = new >> (8 * (from - first)) & mask(end - from);
                    unit.number_of(old & !(mask(end - from) << place) | written << place)
                }
                (None, None) => Value::Poison,
                _ => return Err(Unsupported::Type.into()),
            };
            of.cells.insert(at, new);
        }
        Ok(())
    }

    /// Writes the element at a place.
    pub(super) fn store(&mut self, memref: &MemRef, place: &[i64], value: Value) -> Result<(), Stop> {
        let cell = self.cell(memref, place)?;
        if self.buffers[memref.buffer].origin == Origin::Constant {
            return Err(Undefined::ConstantWritten.into());
        }
        self.touch(memref, cell, true)?;
        let (whole, places) = self.cells(memref.buffer, cell);
        self.buffers[whole].touched = Touched::Stored;
        let is_part = self.buffers[memref.buffer].part.is_some();
        if is_part
            && (self.buffers[whole].unit != self.buffers[memref.buffer].unit
                || places.start() != places.end())
        {
            return self.scatter(memref, cell, &value);
        }
        let (cell, Buffer { most, cells, .. }) = (*places.start(), &mut self.buffers[whole]);
        match value == *most {
            true => cells.remove(&cell),
            false => cells.insert(cell, value),
        };
        Ok(())
    }

    /// Returns true when both have the same elements at the same places.
    pub(super) fn are_same(&self, a: &MemRef, b: &MemRef) -> bool {
        let first = |memref: &MemRef| {
            let (whole, start) = self.start(memref.buffer);
            let unit = self.buffers[memref.buffer].unit;
            let bytes = unit.map_or(1, |unit| i128::from(unit.bytes));
            (whole, unit, i128::from(start) + i128::from(memref.offset) * bytes)
        };
        first(a) == first(b) && a.sizes == b.sizes && a.strides == b.strides
    }

    /// Returns true when some place of one is a place of the other; where that is not plain, by trying all.
    pub(super) fn overlap(&self, a: &MemRef, b: &MemRef) -> Result<bool, Stop> {
        if self.start(a.buffer).0 != self.start(b.buffer).0 {
            return Ok(false);
        }
        let of = |memref: &MemRef| -> Result<rustc_hash::FxHashSet<u64>, Stop> {
            let mut all = rustc_hash::FxHashSet::default();
            let bytes = self.buffers[memref.buffer].unit.map_or(1, |unit| unit.bytes);
            for place in places(&memref.sizes) {
                let first = self.first_byte(memref.buffer, self.cell(memref, &place)?).unwrap_or(0);
                all.extend(first..first + bytes);
            }
            Ok(all)
        };
        let first = of(a)?;
        Ok(of(b)?.iter().any(|byte| first.contains(byte)))
    }

    /// All elements, in row-major order; poison where they cannot be read.
    pub(super) fn contents(&self, memref: &MemRef) -> Value {
        let buffer = &self.buffers[memref.buffer];
        if !self.buffers[self.start(memref.buffer).0].live && count(&memref.sizes).is_some() {
            return Shaped::mostly(memref.sizes.clone(), Value::Poison, BTreeMap::new()).into();
        }
        let is_whole = memref.offset == 0
            && buffer.part.is_none()
            && count(&memref.sizes) == Some(buffer.elements)
            && memref.strides == row_major(&memref.sizes);
        if is_whole {
            let cells = buffer.cells.iter().map(|(at, value)| (*at, value.clone()));
            return Shaped::mostly(memref.sizes.clone(), buffer.most.clone(), cells.collect()).into();
        }
        let read = |place: Vec<i64>| {
            self.cell(memref, &place).map_or(Value::Poison, |cell| self.element_at(memref, cell))
        };
        Shaped::new(memref.sizes.clone(), places(&memref.sizes).map(read).collect::<Vec<_>>()).into()
    }
}

/// The bits of a number; `None` of poison.
fn bits(value: &Value) -> Option<u128> {
    match value {
        Value::Int(int) => int.to_u128(),
        Value::Float(float) => Some(float.bits),
        _ => None,
    }
}

/// The bits of the first bytes of a register.
fn mask(bytes: u64) -> u128 {
    (1u128 << (8 * bytes)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTE: Unit = Unit { number: Number::Int(8), bytes: 1 };
    const WORD: Unit = Unit { number: Number::Int(32), bytes: 4 };
    const FLOAT: Unit = Unit { number: Number::Float(FloatKind::F32), bytes: 4 };

    /// A buffer of two words, and a memref that starts at a byte of it.
    fn memory(start: i64, unit: Unit, sizes: Vec<u64>) -> (Memory, MemRef, Result<MemRef, Stop>) {
        let mut memory = Memory::default();
        let buffer = memory.allocate(Some(2), WORD, Origin::Heap, 64).expect("it is small");
        let words = [0x0403_0201, 0x0807_0605].map(|word| Value::int(32, word));
        memory.fill(buffer, &Shaped::new([2], words));
        let part = memory.part(buffer, start, unit).map(|part| whole(part, sizes));
        (memory, whole(buffer, vec![2]), part)
    }

    fn load(memory: &mut Memory, memref: &MemRef, at: i64) -> Option<Value> {
        memory.load(memref, &[at]).ok()
    }

    #[test]
    fn bytes_and_words_in_one_buffer_are_the_same_memory() {
        let (mut all, words, bytes) = memory(3, BYTE, vec![8]);
        let bytes = bytes.expect("bytes are in words");
        assert_eq!(load(&mut all, &bytes, 1), Some(Value::int(8, 5)));
        assert_eq!(load(&mut all, &bytes, 5), None, "the buffer ends before it");
        all.store(&bytes, &[0], Value::int(8, 0xff)).expect("it is there");
        assert_eq!(load(&mut all, &words, 0), Some(Value::int(32, 0xff03_0201)));
        all.store(&words, &[1], Value::Poison).expect("it is there");
        assert_eq!(load(&mut all, &bytes, 1), Some(Value::Poison));
        assert!(all.store(&bytes, &[1], Value::int(8, 1)).is_err(), "the other bytes stay poison");
    }

    #[test]
    fn words_between_words_have_bytes_of_two() {
        let (mut all, words, between) = memory(2, WORD, vec![1]);
        let between = between.expect("it is in the buffer");
        assert_eq!(load(&mut all, &between, 0), Some(Value::int(32, 0x0605_0403)));
        all.store(&between, &[0], Value::int(32, 0)).expect("it is there");
        assert_eq!(load(&mut all, &words, 1), Some(Value::int(32, 0x0807_0000)));
        assert!(matches!(all.overlap(&words, &between), Ok(true)));
        assert!(all.free(&between).is_err());
        let same = MemRef { offset: 1, sizes: [1].into(), ..words.clone() };
        assert!(!all.are_same(&same, &between) && all.are_same(&words, &words));
        let second = all.part(words.buffer, 4, WORD).expect("it is in the buffer");
        assert!(all.are_same(&same, &whole(second, vec![1])));
        all.free(&words).expect("it is all of the buffer");
        assert_eq!(load(&mut all, &between, 0), None);
    }

    #[test]
    fn a_float_has_the_bits_of_the_integer() {
        let (mut all, words, floats) = memory(4, FLOAT, vec![1]);
        let floats = floats.expect("it is in the buffer");
        all.store(&floats, &[0], Value::float(FloatKind::F32, 0x3f80_0000)).expect("it is there");
        assert_eq!(load(&mut all, &words, 1), Some(Value::int(32, 0x3f80_0000)));
        assert!(memory(0, Unit { number: Number::Int(1), bytes: 1 }, vec![1]).2.is_err());
    }
}
