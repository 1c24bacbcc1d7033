//! The interface of compiled code to the rest of the process: the state of a run, memory of memrefs, and the functions
//! that it calls for what the machine lacks. Nothing here unwinds or trusts a size that the program chose.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use assay_backend::value::Value;

/// One number where values cross a call: an integer zero-extended, the bits of a float, an address.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Cell {
    pub(super) low: u64,
    pub(super) high: u64,
    /// Not zero when the number is poison.
    pub(super) poison: u8,
}

/// Bytes of a [`Cell`], and where its parts are.
pub(super) const CELL: i32 = 24;
pub(super) const CELL_POISON: i32 = 16;

/// An allocation. Compiled code reads `data` and `freed`.
#[repr(C)]
pub(super) struct Buffer {
    data: *mut u8,
    /// Elements.
    pub(super) len: u64,
    /// One after it was freed.
    pub(super) freed: u64,
    /// In the order of the run, arguments first.
    pub(super) number: u64,
    layout: Layout,
    /// Its share of the limit of memory, in bytes.
    bytes: u64,
    /// True when `memref.dealloc` may free it.
    heap: bool,
}

pub(super) const BUFFER_DATA: i32 = 0;
pub(super) const BUFFER_FREED: i32 = 16;

/// The state of a run. Compiled code reads and writes the first three fields.
#[repr(C)]
pub(super) struct State {
    /// Fuel left; negative when it ran out.
    pub(super) fuel: i64,
    /// How many more calls may wait for their return.
    pub(super) depth: i64,
    /// Bytes that may still be allocated.
    pub(super) memory: u64,
    // Boxed, because compiled code holds their addresses.
    #[allow(clippy::vec_box)]
    buffers: Vec<Box<Buffer>>,
    /// Numbers of the buffers that end with a scope, inner scopes last.
    scoped: Vec<usize>,
    /// Results of operations as they ended: the number of the trace site, and its cells.
    pub(super) trace: Vec<(u32, Vec<Cell>)>,
}

pub(super) const STATE_FUEL: i32 = 0;
pub(super) const STATE_DEPTH: i32 = 8;

impl State {
    pub(super) fn new(fuel: u64, depth: u32, memory: u64) -> State {
        State {
            fuel: i64::try_from(fuel).unwrap_or(i64::MAX),
            depth: i64::from(depth),
            memory,
            buffers: Vec::new(),
            scoped: Vec::new(),
            trace: Vec::new(),
        }
    }

    /// Zeroed memory for a number of elements; `None` beyond the limit.
    pub(super) fn allocate(&mut self, len: u64, element: u64, heap: bool) -> Option<*const Buffer> {
        let bytes = len.checked_mul(element).filter(|bytes| *bytes <= self.memory)?;
        let layout = Layout::from_size_align(usize::try_from(bytes).ok()?.max(1), 16).ok()?;
        // SAFETY: the layout has at least one byte.
        let data = unsafe { alloc_zeroed(layout) };
        if data.is_null() {
            return None;
        }
        self.memory -= bytes;
        let number = self.buffers.len() as u64;
        self.buffers.push(Box::new(Buffer { data, len, freed: 0, number, layout, bytes, heap }));
        self.buffers.last().map(|buffer| &raw const **buffer)
    }

    /// The bytes of an allocation that was not freed.
    pub(super) fn bytes(&self, number: usize) -> Option<&[u8]> {
        let buffer = self.buffers.get(number).filter(|buffer| buffer.freed == 0)?;
        // SAFETY: `data` is an allocation of this size that lives until it is freed or the state is dropped; it was
        // zeroed, so all of it is initialised.
        Some(unsafe { std::slice::from_raw_parts(buffer.data, buffer.layout.size()) })
    }

    /// The same, to fill it.
    pub(super) fn bytes_mut(&mut self, number: usize) -> Option<&mut [u8]> {
        let buffer = self.buffers.get_mut(number).filter(|buffer| buffer.freed == 0)?;
        // SAFETY: as above, and the state is borrowed for writing.
        Some(unsafe { std::slice::from_raw_parts_mut(buffer.data, buffer.layout.size()) })
    }

    /// The number of the allocation at an address that compiled code had.
    pub(super) fn number_at(&self, address: u64) -> Option<usize> {
        // Most often it is one of the first.
        self.buffers.iter().position(|buffer| &raw const **buffer as u64 == address)
    }

    /// Ends an allocation; whether it was live.
    fn end(&mut self, number: usize) -> bool {
        let Some(buffer) = self.buffers.get_mut(number).filter(|buffer| buffer.freed == 0) else {
            return false;
        };
        // SAFETY: allocated with this layout and freed once, for `freed` is set and checked.
        unsafe { dealloc(buffer.data, buffer.layout) };
        buffer.freed = 1;
        buffer.data = std::ptr::null_mut();
        self.memory += buffer.bytes;
        true
    }
}

// SAFETY: the allocations belong to the state alone; no address of them is kept elsewhere between calls.
unsafe impl Send for State {}

impl Drop for State {
    fn drop(&mut self) {
        for buffer in self.buffers.iter().filter(|buffer| buffer.freed == 0) {
            // SAFETY: allocated with this layout and not freed.
            unsafe { dealloc(buffer.data, buffer.layout) };
        }
    }
}

/// Allocates memory of these extents, none of which is negative; the address of a [`Buffer`], or zero beyond the
/// limit. What is not on the heap ends with its scope.
pub(super) extern "C" fn allocate(
    state: *mut State,
    sizes: *const Cell,
    rank: u64,
    element: u64,
    heap: u64,
) -> u64 {
    // SAFETY: compiled code passes on the state that it was called with, which outlives the call and is borrowed by
    // nothing else meanwhile; it filled `rank` cells on its stack.
    let (state, sizes) = unsafe { (&mut *state, std::slice::from_raw_parts(sizes, rank as usize)) };
    let sizes: Vec<u64> = sizes.iter().map(|cell| cell.low).collect();
    let len = assay_backend::value::count(&sizes);
    let Some(buffer) = len.and_then(|len| state.allocate(len, element, heap != 0)) else { return 0 };
    if heap == 0 {
        state.scoped.push(state.buffers.len() - 1);
    }
    buffer as u64
}

/// Frees; zero when the memref is not all of a live allocation on the heap.
pub(super) extern "C" fn release(state: *mut State, memref: *const Cell, rank: u64) -> u64 {
    // SAFETY: as in `allocate`; the descriptor is that of a memref of this rank.
    let view = unsafe { View::read(memref, rank as usize) };
    let buffer = view.buffer;
    let mut stride = 1i64;
    let mut whole = view.offset == 0;
    let sizes: Vec<u64> = view.sizes.iter().map(|size| *size as u64).collect();
    whole &= assay_backend::value::count(&sizes) == Some(buffer.len);
    for (size, given) in view.sizes.iter().zip(&view.strides).rev() {
        whole &= buffer.len == 0 || *given == stride;
        stride = stride.wrapping_mul(*size);
    }
    let (number, good) = (buffer.number as usize, whole && buffer.heap);
    // SAFETY: as in `allocate`; the reference to the buffer is not used any more.
    let state = unsafe { &mut *state };
    u64::from(good && state.end(number))
}

/// Begins a scope at whose end what it allocates ends: a mark for [`end_scope`].
pub(super) extern "C" fn begin_scope(state: *mut State) -> u64 {
    // SAFETY: as in `allocate`.
    let state = unsafe { &mut *state };
    state.scoped.len() as u64
}

/// Ends what was allocated for scopes since the mark.
pub(super) extern "C" fn end_scope(state: *mut State, mark: u64) {
    // SAFETY: as in `allocate`.
    let state = unsafe { &mut *state };
    while state.scoped.len() as u64 > mark {
        if let Some(number) = state.scoped.pop() {
            state.end(number);
        }
    }
}

/// One when a slice lies inside of an extent, else zero.
pub(super) extern "C" fn slice_is_inside(offset: i64, size: i64, stride: i64, extent: i64) -> i64 {
    let (first, extent) = (i128::from(offset), i128::from(extent));
    let last = first + (i128::from(size) - 1) * i128::from(stride);
    let inside = |at: i128| (0..extent).contains(&at);
    let empty = size == 0 && (0..=extent).contains(&first);
    i64::from(empty || inside(first) && inside(last))
}

/// Keeps the results of an operation.
pub(super) extern "C" fn record(state: *mut State, site: u64, cells: *const Cell, count: u64) {
    // SAFETY: as in `allocate`; compiled code filled `count` cells on its stack.
    let (state, cells) = unsafe { (&mut *state, std::slice::from_raw_parts(cells, count as usize)) };
    state.trace.push((site as u32, cells.to_vec()));
}

/// A memref where compiled code hands it to [`copy`]: cells of the address, offset, sizes and strides.
struct View<'a> {
    buffer: &'a Buffer,
    offset: i64,
    sizes: Vec<i64>,
    strides: Vec<i64>,
}

impl View<'_> {
    /// # Safety
    /// `cells` are `2 + 2 * rank` and the first holds the address of a live [`Buffer`].
    unsafe fn read<'a>(cells: *const Cell, rank: usize) -> View<'a> {
        // SAFETY: promised by the caller.
        let cells = unsafe { std::slice::from_raw_parts(cells, 2 + 2 * rank) };
        let number = |cell: &Cell| cell.low as i64;
        View {
            // SAFETY: promised by the caller; buffers are boxed and live as long as the state.
            buffer: unsafe { &*(cells[0].low as *const Buffer) },
            offset: number(&cells[1]),
            sizes: cells[2..2 + rank].iter().map(number).collect(),
            strides: cells[2 + rank..].iter().map(number).collect(),
        }
    }

    /// Numbers of the elements in row-major order; `None` when one is outside of the allocation.
    fn elements(&self) -> Option<Vec<usize>> {
        let mut all = vec![i128::from(self.offset)];
        for (size, stride) in self.sizes.iter().zip(&self.strides) {
            let steps = 0..i128::from(*size);
            all =
                all.iter().flat_map(|at| steps.clone().map(move |k| at + k * i128::from(*stride))).collect();
        }
        let inside = |at: i128| usize::try_from(at).ok().filter(|at| (*at as u64) < self.buffer.len);
        all.into_iter().map(inside).collect()
    }
}

/// Returns one when all elements of a memref lie in its allocation, or it has none.
pub(super) extern "C" fn lies_inside(memref: *const Cell, rank: u64) -> u64 {
    // SAFETY: compiled code fills the descriptor of a memref of this rank.
    let view = unsafe { View::read(memref, rank as usize) };
    let (mut least, mut most) = (i128::from(view.offset), i128::from(view.offset));
    for (size, stride) in view.sizes.iter().zip(&view.strides) {
        if *size <= 0 {
            return 1;
        }
        let Some(span) = (i128::from(*size) - 1).checked_mul(i128::from(*stride)) else { return 0 };
        let end = if span < 0 { &mut least } else { &mut most };
        let Some(moved) = end.checked_add(span) else { return 0 };
        *end = moved;
    }
    u64::from(least >= 0 && most < i128::from(view.buffer.len))
}

/// The outcome of a copy.
pub(super) const COPY_DONE: i64 = 0;
pub(super) const COPY_FREED: i64 = 1;
pub(super) const COPY_EXTENT: i64 = 2;
pub(super) const COPY_BOUNDS: i64 = 3;
pub(super) const COPY_OVERLAP: i64 = 4;
pub(super) const COPY_FUEL: i64 = 5;

/// Copies the elements of one memref to another of the same rank; says what became of it.
pub(super) extern "C" fn copy(
    state: *mut State,
    source: *const Cell,
    target: *const Cell,
    rank: u64,
    element: u64,
) -> i64 {
    // SAFETY: as in `allocate`.
    let state = unsafe { &mut *state };
    // SAFETY: compiled code fills the descriptors of two memrefs of this rank.
    let (source, target) = unsafe { (View::read(source, rank as usize), View::read(target, rank as usize)) };
    if source.sizes != target.sizes || source.sizes.iter().any(|size| *size < 0) {
        return COPY_EXTENT;
    }
    let sizes: Vec<u64> = source.sizes.iter().map(|size| *size as u64).collect();
    let count =
        assay_backend::value::count(&sizes).and_then(|count| i64::try_from(count).ok()).unwrap_or(i64::MAX);
    state.fuel = state.fuel.saturating_sub(count);
    if state.fuel < 0 {
        return COPY_FUEL;
    }
    if count == 0 {
        return COPY_DONE;
    }
    if source.buffer.freed != 0 || target.buffer.freed != 0 {
        return COPY_FREED;
    }
    let (Some(from), Some(to)) = (source.elements(), target.elements()) else { return COPY_BOUNDS };
    let same_buffer = std::ptr::eq(source.buffer, target.buffer);
    // A copy to the very same view does nothing.
    if same_buffer && source.offset == target.offset && source.strides == target.strides {
        return COPY_DONE;
    }
    if same_buffer {
        let mut sorted = from.clone();
        sorted.sort_unstable();
        if to.iter().any(|at| sorted.binary_search(at).is_ok()) {
            return COPY_OVERLAP;
        }
    }
    let element = element as usize;
    for (from, to) in from.into_iter().zip(to) {
        // SAFETY: both numbers are below the number of elements of their live allocations, whose elements have
        // this size; the ranges of one allocation do not overlap.
        unsafe {
            let from = source.buffer.data.add(from * element);
            std::ptr::copy_nonoverlapping(from, target.buffer.data.add(to * element), element);
        }
    }
    COPY_DONE
}

/// A matrix of a product in memory: its address, and its strides.
type Matrix<T> = (*mut T, [isize; 2]);

/// A kernel of the library: sizes, A, B and C.
type Kernel<T> = fn([usize; 3], Matrix<T>, Matrix<T>, Matrix<T>);

/// Numbers of a product: where A, B and C begin, the extents of i, j and k, the distances of rows, and two bits for what is transposed.
const NUMBERS: usize = 10;

/// Adds the product of two matrices to a third one that is apart from both; zero when they are not so, or not as large as is said.
fn product<T>(buffers: [*const Buffer; 3], numbers: *const Cell, kernel: Kernel<T>) -> u64 {
    // SAFETY: compiled code hands over addresses of buffers, which live as long as the state, and of that many cells.
    let ([a, b, c], numbers) =
        unsafe { (buffers.map(|buffer| &*buffer), std::slice::from_raw_parts(numbers, NUMBERS)) };
    let number = |at: usize| numbers[at].low;
    let ([m, n, k], transposed) = ([number(3), number(4), number(5)], number(9));
    if std::ptr::eq(a, c) || std::ptr::eq(b, c) {
        return 0;
    }
    let matrix = |which: usize, buffer: &Buffer, [rows, columns]: [u64; 2]| -> Option<Matrix<T>> {
        let (offset, leading) = (number(which), number(6 + which));
        let other_way = transposed >> which & 1 != 0;
        let [rows, columns] = if other_way { [columns, rows] } else { [rows, columns] };
        let last = rows.checked_sub(1)?.checked_mul(leading)?.checked_add(columns)?.checked_add(offset)?;
        if buffer.freed != 0 || last > buffer.len || columns > leading {
            return None;
        }
        let leading = isize::try_from(leading).ok()?;
        let strides = if other_way { [1, leading] } else { [leading, 1] };
        // SAFETY: the offset is below the number of elements of a live allocation.
        Some((unsafe { buffer.data.cast::<T>().add(offset as usize) }, strides))
    };
    let parts = (matrix(0, a, [m, k]), matrix(1, b, [k, n]), matrix(2, c, [m, n]));
    let (Some(a), Some(b), Some(c)) = parts else { return 0 };
    kernel([m, n, k].map(|size| size as usize), a, b, c);
    1
}

/// Adds a product of matrices of `f32`.
pub(super) extern "C" fn product_f32(
    a: *const Buffer,
    b: *const Buffer,
    c: *const Buffer,
    numbers: *const Cell,
) -> u64 {
    product::<f32>([a, b, c], numbers, |[m, n, k], (a, sa), (b, sb), (c, sc)| {
        // SAFETY: `product` compared the places with live allocations, which are aligned for the elements, and the result is
        // apart from the factors.
        unsafe {
            matrixmultiply::sgemm(m, k, n, 1.0, a, sa[0], sa[1], b, sb[0], sb[1], 1.0, c, sc[0], sc[1]);
        }
    })
}

/// Adds a product of matrices of `f64`.
pub(super) extern "C" fn product_f64(
    a: *const Buffer,
    b: *const Buffer,
    c: *const Buffer,
    numbers: *const Cell,
) -> u64 {
    product::<f64>([a, b, c], numbers, |[m, n, k], (a, sa), (b, sb), (c, sc)| {
        // SAFETY: as for `f32`.
        unsafe {
            matrixmultiply::dgemm(m, k, n, 1.0, a, sa[0], sa[1], b, sb[0], sb[1], 1.0, c, sc[0], sc[1]);
        }
    })
}

/// The bits of a number; none of what is no number.
pub(super) fn bits(value: &Value) -> u128 {
    match value {
        Value::Int(int) => int.to_u128().unwrap_or(0),
        Value::Float(float) => float.bits,
        Value::Complex(_)
        | Value::Shaped(_)
        | Value::MemRef(_)
        | Value::Pointer(_)
        | Value::Aggregate(_)
        | Value::Term(_)
        | Value::Poison => 0,
    }
}

/// The contents of a memref as they lie in memory, row-major.
pub(super) fn write_element(bytes: &mut [u8], value: &Value) {
    let len = bytes.len();
    bytes.copy_from_slice(&bits(value).to_le_bytes()[..len]);
}

/// The two halves of a wide integer, as the C calling convention returns them.
#[repr(C)]
pub(super) struct Wide {
    low: u64,
    high: u64,
}

fn wide(low: u64, high: u64) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

fn halves(value: u128) -> Wide {
    Wide { low: value as u64, high: (value >> 64) as u64 }
}

/// Quotient; the divisor is not zero (guarded before the call; else zero).
pub(super) extern "C" fn div_unsigned(a0: u64, a1: u64, b0: u64, b1: u64) -> Wide {
    halves(wide(a0, a1).checked_div(wide(b0, b1)).unwrap_or(0))
}

/// Quotient of the signed readings; guarded as the unsigned one, and wraps.
pub(super) extern "C" fn div_signed(a0: u64, a1: u64, b0: u64, b1: u64) -> Wide {
    let (a, b) = (wide(a0, a1) as i128, wide(b0, b1) as i128);
    halves(if b == 0 { 0 } else { a.wrapping_div(b) as u128 })
}

/// High half of the unsigned product.
pub(super) extern "C" fn mul_high_unsigned(a0: u64, a1: u64, b0: u64, b1: u64) -> Wide {
    let part = |x: u64, y: u64| u128::from(x) * u128::from(y);
    let low = part(a0, b0);
    let (middle, carry) = part(a1, b0).overflowing_add(low >> 64);
    let (middle, more) = part(a0, b1).overflowing_add(middle);
    halves(part(a1, b1) + (middle >> 64) + (u128::from(carry || more) << 64))
}

/// High half of the signed product.
pub(super) extern "C" fn mul_high_signed(a0: u64, a1: u64, b0: u64, b1: u64) -> Wide {
    let (a, b) = (wide(a0, a1), wide(b0, b1));
    let unsigned = mul_high_unsigned(a0, a1, b0, b1);
    let mut high = wide(unsigned.low, unsigned.high);
    if a as i128 >> 127 != 0 {
        high = high.wrapping_sub(b);
    }
    if b as i128 >> 127 != 0 {
        high = high.wrapping_sub(a);
    }
    halves(high)
}

pub(super) extern "C" fn signed_to_f32(a0: u64, a1: u64) -> f32 {
    wide(a0, a1) as i128 as f32
}

pub(super) extern "C" fn signed_to_f64(a0: u64, a1: u64) -> f64 {
    wide(a0, a1) as i128 as f64
}

pub(super) extern "C" fn unsigned_to_f32(a0: u64, a1: u64) -> f32 {
    wide(a0, a1) as f32
}

pub(super) extern "C" fn unsigned_to_f64(a0: u64, a1: u64) -> f64 {
    wide(a0, a1) as f64
}

/// Towards zero; saturates.
pub(super) extern "C" fn f64_to_signed(a: f64) -> Wide {
    halves(a as i128 as u128)
}

/// Towards zero; saturates.
pub(super) extern "C" fn f64_to_unsigned(a: f64) -> Wide {
    halves(a as u128)
}

/// The remainder of the quotient rounded towards zero.
pub(super) extern "C" fn remainder_f32(a: f32, b: f32) -> f32 {
    libm::fmodf(a, b)
}

/// The remainder of the quotient rounded towards zero.
pub(super) extern "C" fn remainder_f64(a: f64, b: f64) -> f64 {
    libm::fmod(a, b)
}

/// Calls an elementary function, given by its address.
#[allow(improper_ctypes_definitions)] // The address goes through compiled code as a number.
pub(super) extern "C" fn unary_f32(function: fn(f32) -> f32, a: f32) -> f32 {
    function(a)
}

/// Calls an elementary function, given by its address.
#[allow(improper_ctypes_definitions)] // The address goes through compiled code as a number.
pub(super) extern "C" fn unary_f64(function: fn(f64) -> f64, a: f64) -> f64 {
    function(a)
}

/// Calls an elementary function, given by its address.
#[allow(improper_ctypes_definitions)] // The address goes through compiled code as a number.
pub(super) extern "C" fn binary_f32(function: fn(f32, f32) -> f32, a: f32, b: f32) -> f32 {
    function(a, b)
}

/// Calls an elementary function, given by its address.
#[allow(improper_ctypes_definitions)] // The address goes through compiled code as a number.
pub(super) extern "C" fn binary_f64(function: fn(f64, f64) -> f64, a: f64, b: f64) -> f64 {
    function(a, b)
}

/// To the nearest whole number, ties away from zero.
pub(super) fn round_f32(a: f32) -> f32 {
    a.round()
}

/// To the nearest whole number, ties away from zero.
pub(super) fn round_f64(a: f64) -> f64 {
    a.round()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_high_half_of_a_product_is_that_of_the_integers() {
        let samples =
            [0, 1, 2, 3, u64::MAX as u128, 1 << 64, 1 << 127, u128::MAX, u128::MAX - 1, 0x1234 << 90];
        for (a, b) in samples.iter().flat_map(|a| samples.iter().map(move |b| (*a, *b))) {
            use num_bigint::{BigInt, BigUint};
            let [a0, a1, b0, b1] = [a as u64, (a >> 64) as u64, b as u64, (b >> 64) as u64];
            let high = |wide: Wide| u128::from(wide.low) | u128::from(wide.high) << 64;
            let expected: BigUint = (BigUint::from(a) * BigUint::from(b)) >> 128;
            assert_eq!(BigUint::from(high(mul_high_unsigned(a0, a1, b0, b1))), expected, "{a} {b}");
            let expected: BigInt = (BigInt::from(a as i128) * BigInt::from(b as i128)) >> 128;
            assert_eq!(BigInt::from(high(mul_high_signed(a0, a1, b0, b1)) as i128), expected, "{a} {b}");
        }
    }

    #[test]
    fn memory_beyond_the_limit_is_not_allocated_and_freed_memory_counts_again() {
        let mut state = State::new(0, 0, 64);
        assert!(state.allocate(1 << 60, 16, true).is_none());
        assert!(state.allocate(u64::MAX, 2, true).is_none());
        assert!(state.allocate(16, 4, true).is_some() && state.allocate(1, 1, true).is_none());
        assert!(state.end(0) && !state.end(0));
        assert!(state.allocate(16, 4, false).is_some());
    }
}
