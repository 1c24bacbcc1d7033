//! Lowers one function: walks its operations in an order in which definitions come before uses, and leaves the
//! function with the number of an exit wherever the program has no defined way on. Nothing it emits can trap.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use cranelift_frontend::FunctionBuilder;

use crate::dialects::Meanings;
use crate::facts::Facts;
use crate::kernels;
use crate::lowering::{ControlFlow, Lowering, Work, trusted};
use crate::runtime::{self, CELL, STATE_FUEL};
use crate::types::Form;
use crate::unit::{Exit, Tables, Unit};
use assay_backend::engine::Unsupported;

struct Driver<'m, 'u, 'p, 'b> {
    l: Lowering<'u, 'p, 'b>,
    meanings: &'m mut Meanings,
}

/// Data that lowering the functions of one program shares.
pub(super) struct Shared<'u, 'p> {
    pub(super) unit: &'u Unit<'p>,
    pub(super) facts: &'u Facts,
    pub(super) tables: &'u mut Tables,
    pub(super) meanings: &'u mut Meanings,
}

/// Lowers a function with a body.
pub(super) fn lower<'b>(
    shared: &mut Shared<'_, '_>,
    b: FunctionBuilder<'b>,
    function: OpId,
) -> FunctionBuilder<'b> {
    let (l, arguments) = Lowering::new(shared.unit, shared.facts, shared.tables, b, function);
    let mut driver = Driver { l, meanings: shared.meanings };
    driver.enter(arguments);
    driver.finish()
}

impl<'b> Driver<'_, '_, '_, 'b> {
    fn enter(&mut self, arguments: Value) {
        if self.l.facts.loops(self.l.function) {
            let fuel = self.l.b.declare_var(I64);
            let left = self.l.b.ins().load(I64, trusted(), self.l.state, STATE_FUEL);
            self.l.b.def_var(fuel, left);
            self.l.fuel = Some(fuel);
        }
        self.l.open_scope(self.l.function);
        let region = self.l.program.op_regions(self.l.function)[0];
        let entry = self.l.program.region(region).blocks[0];
        let mut offset = 0;
        let parameters = self.l.program.block(entry).arguments.clone();
        for parameter in parameters {
            match self.l.form(parameter) {
                Ok(form) => {
                    let held = self.l.read_cells(&form, arguments, offset, self.l.facts.poison(parameter));
                    offset += form.cells() as i32 * CELL;
                    self.l.values.insert(parameter, held);
                }
                Err(gap) => {
                    // Never called: arguments of this type cannot be passed.
                    self.l.leave(Exit::Unsupported(self.l.function, gap));
                    return;
                }
            }
        }
        let parameters = self.l.program.block(entry).arguments.clone();
        if self.l.unit.settings.kernels && kernels::call(&mut self.l, &parameters) {
            return;
        }
        self.l.schedule(region);
        // The entry block of a function has no predecessors: its operations go where the arguments were read.
        self.l.work.pop();
        self.lower_from(self.l.program.first_op(entry));
        while let Some(work) = self.l.work.pop() {
            match work {
                Work::Block(block) => {
                    let names = self.l.program.block(block).arguments.clone();
                    self.l.enter(self.l.blocks[&block], &names);
                    self.lower_from(self.l.program.first_op(block));
                }
                Work::After(op, block) => {
                    let names: Vec<ValueId> = self.l.program.results(op).collect();
                    self.l.enter(block, &names);
                    self.record(op);
                    self.lower_from(self.l.program.next_op(op));
                }
            }
        }
    }

    fn finish(mut self) -> FunctionBuilder<'b> {
        for (block, exit) in std::mem::take(&mut self.l.cold) {
            self.l.b.switch_to_block(block);
            let exit = self.l.b.ins().iconst(I32, i64::from(exit));
            self.l.b.ins().jump(self.l.fail, &[BlockArg::Value(exit)]);
        }
        self.l.b.switch_to_block(self.l.fail);
        self.l.save_fuel();
        let exit = self.l.b.block_params(self.l.fail)[0];
        self.l.b.ins().return_(&[exit]);
        self.l.b.seal_all_blocks();
        self.l.b
    }

    fn lower_from(&mut self, first: Option<OpId>) {
        let Some(mut op) = first else {
            self.l.leave(Exit::Unsupported(self.l.at, Unsupported::Malformed));
            return;
        };
        loop {
            self.l.at = op;
            let lowered = match self.meanings.entry(self.l.program, op) {
                Some(meaning) => (meaning.lower)(&mut self.l, op),
                None => Err(Unsupported::Operation),
            };
            match lowered {
                Ok(ControlFlow::Next) if !self.gives_its_types(op) => {
                    return self.l.leave(Exit::Unsupported(op, Unsupported::Malformed));
                }
                Ok(ControlFlow::Next) => {
                    self.record(op);
                    match self.l.program.next_op(op) {
                        Some(next) => op = next,
                        None => return self.l.leave(Exit::Unsupported(op, Unsupported::Malformed)),
                    }
                }
                Ok(ControlFlow::Closed) => return,
                Err(gap) => return self.l.leave(Exit::Unsupported(op, gap)),
            }
        }
    }

    /// Returns true when every result is a value of its type.
    fn gives_its_types(&self, op: OpId) -> bool {
        self.l.program.results(op).all(|name| {
            let held = self.l.values.get(&name);
            held.is_none_or(|held| self.l.form(name).is_ok_and(|form| self.l.fits(held, &form)))
        })
    }

    /// Keeps the results of an operation, when a trace is asked for.
    fn record(&mut self, op: OpId) {
        if !self.l.unit.settings.trace || self.l.program.result_count(op) == 0 {
            return;
        }
        let names: Vec<ValueId> = self.l.program.results(op).collect();
        let forms: Option<Vec<Form>> = names.iter().map(|name| self.l.form(*name).ok()).collect();
        let Some(forms) = forms else { return };
        let count = forms.iter().map(Form::cells).sum();
        let cells = self.l.cells_on_stack(count);
        let mut offset = 0;
        for (name, form) in names.iter().zip(&forms) {
            let Some(held) = self.l.values.get(name).cloned() else { return };
            if self.l.write_cells(form, &held, cells, offset).is_err() {
                return;
            }
            offset += form.cells() as i32 * CELL;
        }
        let site = self.l.tables.trace_site(op, forms);
        let site = self.l.b.ins().iconst(I64, i64::from(site));
        let count = self.l.b.ins().iconst(I64, count as i64);
        self.l.call_runtime(runtime::record as *const () as usize, &[self.l.state, site, cells, count], &[]);
    }
}
