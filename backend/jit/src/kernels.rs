//! Functions of the library of kernels as calls of machine code that was not compiled here: it adds the products of an element in an
//! order of its own and may fuse them with the sums, so that floats may differ by rounding from the plain nest.

use assay_ir::data::ValueId;
use assay_ir::library::Product;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::lowering::{Extent, HeldValue, Lowering, trusted};
use crate::runtime::{self, CELL};
use crate::types::Kind;
use crate::unit::Exit;
use assay_backend::engine::Unsupported;

/// Calls the kernel of a function that is being lowered; returns false where it has none for these parameters.
pub(super) fn call(l: &mut Lowering<'_, '_, '_>, parameters: &[ValueId]) -> bool {
    let Some(product) = Product::read(l.program, l.function) else { return false };
    let mut buffers: Vec<Value> = Vec::new();
    let mut offsets: Vec<Extent> = Vec::new();
    let mut kernel = None;
    for name in parameters {
        match l.value(*name) {
            Ok(HeldValue::MemRef(memref)) if memref.poison.is_none() => {
                buffers.push(memref.buffer);
                offsets.push(memref.offset);
                kernel = match memref.kind {
                    Kind::F32 => Some(runtime::product_f32 as *const () as usize),
                    Kind::F64 => Some(runtime::product_f64 as *const () as usize),
                    Kind::Int(_) => None,
                };
            }
            _ => return false,
        }
    }
    let Some(kernel) = kernel.filter(|_| !l.unit.settings.trace) else { return false };
    let columns = product.shapes().map(|[_, columns]| columns);
    let [a, b] = product.transposed.map(i64::from);
    let known = product.sizes.into_iter().chain(product.leading.unwrap_or(columns)).map(|size| size as i64);
    let numbers: Vec<Extent> =
        offsets.into_iter().chain(known.chain([a | b << 1]).map(Extent::Known)).collect();
    let cells = l.cells_on_stack(numbers.len());
    for (at, number) in numbers.into_iter().enumerate() {
        let number = l.number(number);
        l.b.ins().store(trusted(), number, cells, at as i32 * CELL);
    }
    buffers.push(cells);
    let done = l.call_runtime(kernel, &buffers, &[I64])[0];
    let refused = l.is(64, done, 0);
    l.guard(Some(refused), Exit::Unsupported(l.function, Unsupported::Type));
    // The function returns nothing.
    l.return_values(&[], &[]).is_ok()
}
