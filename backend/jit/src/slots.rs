//! Values in cells of memory: arguments, results, traces. Knows no operation.

use assay_ir::data::ValueId;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value};
use cranelift_frontend::FunctionBuilder;
use smallvec::SmallVec;

use crate::lowering::{
    ControlFlow, Descriptor, Extent, HeldValue, Lane, Lowered, Lowering, Nan, load, store, trusted,
};
use crate::runtime::{CELL, CELL_POISON};
use crate::types::{Form, MemRefForm};
use crate::unit::declared_results;
use assay_backend::engine::Unsupported;

/// A descriptor from its type and the numbers that the type leaves open, in order.
pub(super) fn descriptor(
    form: &MemRefForm,
    buffer: Value,
    poison: Option<Value>,
    mut next: impl FnMut() -> Value,
) -> Descriptor {
    let mut number = |known: Option<i64>| known.map_or_else(|| Extent::At(next()), Extent::Known);
    Descriptor {
        kind: form.kind,
        buffer,
        poison,
        offset: number(form.offset),
        sizes: form.sizes.iter().map(|size| number(size.map(|size| size as i64))).collect(),
        strides: form.strides.iter().map(|stride| number(*stride)).collect(),
    }
}

impl Lowering<'_, '_, '_> {
    /// Reads a value from its cells.
    pub(super) fn read_cells(&mut self, form: &Form, base: Value, offset: i32, poison: bool) -> HeldValue {
        let b = &mut self.b;
        let at = |index: usize| offset + index as i32 * CELL;
        match form {
            Form::Lanes { kind, count, .. } => HeldValue::Lanes(
                (0..*count)
                    .map(|index| {
                        let bits = load(b, kind.container(), base, at(index));
                        let flag = |b: &mut FunctionBuilder<'_>| {
                            b.ins().load(I8, trusted(), base, at(index) + CELL_POISON)
                        };
                        let poison = poison.then(|| flag(b));
                        Lane { bits, poison, constant: None, nan: Nan::Raw }
                    })
                    .collect(),
            ),
            Form::MemRef(form) => {
                let buffer = b.ins().load(I64, trusted(), base, at(0));
                let flag = poison.then(|| b.ins().load(I8, trusted(), base, at(0) + CELL_POISON));
                let mut index = 0;
                HeldValue::MemRef(descriptor(form, buffer, flag, || {
                    index += 1;
                    b.ins().load(I64, trusted(), base, at(index))
                }))
            }
        }
    }

    /// Writes a value to its cells.
    pub(super) fn write_cells(
        &mut self,
        form: &Form,
        held: &HeldValue,
        base: Value,
        offset: i32,
    ) -> Result<(), Unsupported> {
        if !self.fits(held, form) {
            return Err(Unsupported::Malformed);
        }
        let at = |index: usize| offset + index as i32 * CELL;
        match (form, held) {
            (Form::Lanes { kind, .. }, HeldValue::Lanes(lanes)) => {
                for (index, lane) in self.all_canonical(*kind, lanes).into_iter().enumerate() {
                    store(&mut self.b, lane.bits, base, at(index));
                    let flag = self.flag(lane.poison);
                    self.b.ins().store(trusted(), flag, base, at(index) + CELL_POISON);
                }
                Ok(())
            }
            (Form::MemRef(form), HeldValue::MemRef(memref)) => {
                self.b.ins().store(trusted(), memref.buffer, base, at(0));
                let flag = self.flag(memref.poison);
                self.b.ins().store(trusted(), flag, base, at(0) + CELL_POISON);
                for (index, number) in self.dynamic_numbers(memref, form).into_iter().enumerate() {
                    self.b.ins().store(trusted(), number, base, at(index + 1));
                }
                Ok(())
            }
            _ => Err(Unsupported::Malformed),
        }
    }

    /// The numbers of a descriptor that its type leaves open, in registers.
    pub(super) fn dynamic_numbers(&mut self, memref: &Descriptor, form: &MemRefForm) -> SmallVec<[Value; 4]> {
        let known = form.sizes.iter().map(Option::is_some);
        let known = std::iter::once(form.offset.is_some()).chain(known);
        let known = known.chain(form.strides.iter().map(Option::is_some));
        let numbers = std::iter::once(&memref.offset).chain(&memref.sizes).chain(&memref.strides);
        let open: SmallVec<[Extent; 4]> =
            known.zip(numbers).filter(|(known, _)| !known).map(|(_, number)| *number).collect();
        open.into_iter().map(|number| self.number(number)).collect()
    }

    /// Returns from the function with these values.
    pub(super) fn return_values(&mut self, values: &[HeldValue], names: &[ValueId]) -> Lowered {
        let declared = declared_results(self.program, self.function).ok_or(Unsupported::Malformed)?;
        if !names.iter().map(|name| self.program.value_type(*name)).eq(declared.iter().copied()) {
            return Err(Unsupported::Malformed);
        }
        let mut offset = 0;
        for (held, name) in values.iter().zip(names) {
            let form = self.form(*name)?;
            self.write_cells(&form, held, self.results, offset)?;
            offset += form.cells() as i32 * CELL;
        }
        self.close_scope(self.function);
        self.save_fuel();
        let done = self.b.ins().iconst(I32, 0);
        self.b.ins().return_(&[done]);
        Ok(ControlFlow::Closed)
    }

    /// Room for cells on the stack.
    pub(super) fn cells_on_stack(&mut self, count: usize) -> Value {
        let size = (count.max(1) as u32) * CELL as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        self.b.ins().stack_addr(I64, slot, 0)
    }
}
