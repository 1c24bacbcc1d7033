//! Ways out of a function and what is paid on the way: guards, exits with a number, fuel, scopes of allocations.
//! Knows no operation.

use assay_ir::data::OpId;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{AbiParam, Block, BlockArg, InstBuilder, Signature, Type, Value};
use smallvec::SmallVec;

use crate::lowering::{Lane, Lowering, Nan, trusted};
use crate::runtime::{self, STATE_FUEL};
use crate::types::Kind;
use crate::unit::Exit;
use assay_backend::engine::Undefined;

/// Exits, fuel, poison, and calls of the runtime.
impl Lowering<'_, '_, '_> {
    /// Leaves the function if a flag is set.
    pub(super) fn guard(&mut self, bad: Option<Value>, exit: Exit) {
        let Some(bad) = bad else { return };
        let cold = self.exit_block(exit);
        let next = self.b.create_block();
        self.b.ins().brif(bad, cold, &[], next, &[]);
        self.b.switch_to_block(next);
    }

    /// Leaves the function if a flag is set: the operation that is being lowered is undefined.
    pub(super) fn guard_ub(&mut self, bad: Option<Value>, why: Undefined) {
        self.guard(bad, Exit::Ub(self.at, why));
    }

    /// Leaves the function.
    pub(super) fn leave(&mut self, exit: Exit) {
        let cold = self.exit_block(exit);
        self.b.ins().jump(cold, &[]);
    }

    /// A block that leaves the function.
    pub(super) fn exit_block(&mut self, exit: Exit) -> Block {
        let number = self.tables.exit(exit);
        let cold = self.b.create_block();
        self.b.set_cold_block(cold);
        self.cold.push((cold, number));
        cold
    }

    /// Leaves the function as a callee did, if it did.
    pub(super) fn pass_on(&mut self, status: Value) {
        let next = self.b.create_block();
        self.b.ins().brif(status, self.fail, &[BlockArg::Value(status)], next, &[]);
        self.b.switch_to_block(next);
    }

    /// Pays for work that is about to be done again.
    pub(super) fn charge(&mut self, cost: i64) {
        let left = self.fuel_left();
        let cost = self.b.ins().iconst(I64, cost);
        let left = self.b.ins().isub(left, cost);
        self.set_fuel(left);
        let zero = self.b.ins().iconst(I64, 0);
        let out = self.b.ins().icmp(IntCC::SignedLessThan, left, zero);
        self.guard(Some(out), Exit::Limit(assay_backend::engine::Limit::Fuel));
    }

    /// Notes how much fuel is left.
    pub(super) fn set_fuel(&mut self, left: Value) {
        match self.fuel {
            Some(fuel) => self.b.def_var(fuel, left),
            None => {
                self.b.ins().store(trusted(), left, self.state, STATE_FUEL);
            }
        }
    }

    pub(super) fn fuel_left(&mut self) -> Value {
        match self.fuel {
            Some(fuel) => self.b.use_var(fuel),
            None => self.b.ins().load(I64, trusted(), self.state, STATE_FUEL),
        }
    }

    /// Writes the fuel that is left to where others read it.
    pub(super) fn save_fuel(&mut self) {
        if let Some(fuel) = self.fuel {
            let left = self.b.use_var(fuel);
            self.b.ins().store(trusted(), left, self.state, STATE_FUEL);
        }
    }

    /// Takes the fuel that others have left.
    pub(super) fn take_fuel(&mut self) {
        if let Some(fuel) = self.fuel {
            let left = self.b.ins().load(I64, trusted(), self.state, STATE_FUEL);
            self.b.def_var(fuel, left);
        }
    }

    /// Begins the scope of an operation, if memory is allocated for it.
    pub(super) fn open_scope(&mut self, op: OpId) {
        if self.unit.scopes.contains(&op) {
            let mark =
                self.call_runtime(runtime::begin_scope as *const () as usize, &[self.state], &[I64])[0];
            self.scopes.insert(op, mark);
        }
    }

    /// Ends the scope of an operation.
    pub(super) fn close_scope(&mut self, op: OpId) {
        if let Some(mark) = self.scopes.get(&op) {
            self.call_runtime(runtime::end_scope as *const () as usize, &[self.state, *mark], &[]);
        }
    }

    /// A flag in a register.
    pub(super) fn flag(&mut self, flag: Option<Value>) -> Value {
        flag.unwrap_or_else(|| self.b.ins().iconst(I8, 0))
    }

    /// A flag that is set when one of two is.
    pub(super) fn or(&mut self, a: Option<Value>, b: Option<Value>) -> Option<Value> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => Some(self.b.ins().bor(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// Calls a function of the runtime.
    pub(super) fn call_runtime(
        &mut self,
        address: usize,
        arguments: &[Value],
        results: &[Type],
    ) -> SmallVec<[Value; 2]> {
        let mut signature = Signature::new(self.unit.convention);
        for argument in arguments {
            signature.params.push(AbiParam::new(self.b.func.dfg.value_type(*argument)));
        }
        signature.returns.extend(results.iter().map(|ty| AbiParam::new(*ty)));
        let signature = self.b.import_signature(signature);
        let callee = self.b.ins().iconst(I64, address as i64);
        let call = self.b.ins().call_indirect(signature, callee, arguments);
        self.b.inst_results(call).iter().copied().collect()
    }

    /// A float whose bits are those that the value has.
    pub(super) fn canonical(&mut self, kind: Kind, lane: Lane) -> Lane {
        if lane.nan != Nan::Pending || !kind.is_float() {
            return lane;
        }
        let nan = self.float_constant(kind, f64::NAN);
        let is_nan = self.b.ins().fcmp(FloatCC::Unordered, lane.bits, lane.bits);
        let bits = self.b.ins().select(is_nan, nan, lane.bits);
        Lane { bits, nan: Nan::Settled, ..lane }
    }

    /// A constant of a float kind; any NaN is the quiet positive one without payload.
    pub(super) fn float_constant(&mut self, kind: Kind, value: f64) -> Value {
        match kind {
            Kind::F32 if value.is_nan() => {
                self.b.ins().f32const(cranelift_codegen::ir::immediates::Ieee32::with_bits(0x7fc0_0000))
            }
            Kind::F32 => self.b.ins().f32const(value as f32),
            _ if value.is_nan() => {
                let bits = 0x7ff8_0000_0000_0000;
                self.b.ins().f64const(cranelift_codegen::ir::immediates::Ieee64::with_bits(bits))
            }
            _ => self.b.ins().f64const(value),
        }
    }
}
