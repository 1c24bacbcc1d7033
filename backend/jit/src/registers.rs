//! Elements of vectors in registers of 128 bits. A lane remembers the register that it was taken out of: lanes that come from one
//! register in its order are that register again, so that operations which know no registers move lanes as ever. Flags of poison
//! stay with the lanes. An instruction that takes a lane out is dropped by the code generator where nothing uses the lane.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::{F32X4, F64X2, I8, I32X4, I64X2};
use cranelift_codegen::ir::{ConstantData, Endianness, InstBuilder, MemFlagsData, Type, Value};
use smallvec::SmallVec;

use crate::lowering::{Lane, Lanes, Lowering, Nan, Source};
use crate::types::Kind;

impl Lowering<'_, '_, '_> {
    /// The type of registers that hold elements of a kind; `None` where elements of it stay alone.
    pub(super) fn register_type(&self, kind: Kind) -> Option<Type> {
        match kind {
            _ if !has_registers() => None,
            Kind::F32 => Some(F32X4),
            Kind::F64 => Some(F64X2),
            Kind::Int(32) => Some(I32X4),
            Kind::Int(64) => Some(I64X2),
            Kind::Int(_) => None,
        }
    }

    /// The type of registers that a number of elements fill.
    pub(super) fn registers_for(&self, kind: Kind, count: usize) -> Option<Type> {
        self.register_type(kind).filter(|ty| count > 0 && count.is_multiple_of(ty.lane_count() as usize))
    }

    /// The elements of a register.
    pub(super) fn taken(&mut self, register: Value) -> SmallVec<[Value; 4]> {
        let lanes = self.b.func.dfg.value_type(register).lane_count() as u8;
        (0..lanes)
            .map(|number| {
                let bits = self.b.ins().extractlane(register, number);
                self.sources.insert(bits, Source { register, number });
                bits
            })
            .collect()
    }

    /// The flags of a register in which an element is all ones or zero.
    fn flags_taken(&mut self, register: Value) -> SmallVec<[Value; 4]> {
        let lanes = self.b.func.dfg.value_type(register).lane_count() as u8;
        (0..lanes)
            .map(|number| {
                let all = self.b.ins().extractlane(register, number);
                let low = self.b.ins().ireduce(I8, all);
                let one = self.b.ins().iconst(I8, 1);
                let bit = self.b.ins().band(low, one);
                self.sources.insert(bit, Source { register, number });
                bit
            })
            .collect()
    }

    /// The register that lanes are, all of them in its order.
    fn register_of(&self, lanes: &[Lane]) -> Option<Value> {
        let first = self.sources.get(&lanes.first()?.bits)?.register;
        let whole = self.b.func.dfg.value_type(first).lane_count() as usize == lanes.len();
        let here = |(number, lane): (usize, &Lane)| {
            self.sources.get(&lane.bits) == Some(&Source { register: first, number: number as u8 })
        };
        (whole && lanes.iter().enumerate().all(here)).then_some(first)
    }

    /// The registers that lanes are; `None` where some of them would have to be put together.
    pub(super) fn registers_of(&mut self, kind: Kind, lanes: &[Lane]) -> Option<Vec<Value>> {
        let ty = self.registers_for(kind, lanes.len())?;
        let chunks = lanes.chunks_exact(ty.lane_count() as usize);
        let held = |lanes: &[Lane]| self.register_of(lanes).is_some() || is_one_number(lanes);
        if !chunks.clone().all(held) {
            return None;
        }
        Some(chunks.map(|lanes| self.joined(ty, lanes)).collect())
    }

    /// Lanes in one register.
    pub(super) fn joined(&mut self, ty: Type, lanes: &[Lane]) -> Value {
        if let Some(register) = self.register_of(lanes) {
            return register;
        }
        if is_one_number(lanes) {
            return self.b.ins().splat(ty, lanes[0].bits);
        }
        let constants: Option<Vec<u128>> = lanes.iter().map(|lane| lane.constant).collect();
        if let Some(constants) = constants {
            let bytes = ty.lane_bits() as usize / 8;
            let data: Vec<u8> =
                constants.iter().flat_map(|number| number.to_le_bytes().into_iter().take(bytes)).collect();
            let constant = self.b.func.dfg.constants.insert(ConstantData::from(&data[..]));
            return self.b.ins().vconst(ty, constant);
        }
        let mut register = self.b.ins().splat(ty, lanes[0].bits);
        for (number, lane) in lanes.iter().enumerate().skip(1) {
            register = self.b.ins().insertlane(register, lane.bits, number as u8);
        }
        register
    }

    /// The bits of the results of an operation on the registers of operands with elements of one kind; `None` where no operand is in
    /// registers. Where the operation compares, they are flags.
    pub(super) fn by_registers<const N: usize>(
        &mut self,
        kind: Kind,
        operands: [&Lanes; N],
        compares: bool,
        apply: impl Fn(&mut Self, [Value; N]) -> Value,
    ) -> Option<Vec<Value>> {
        let ty = self.registers_for(kind, operands.first()?.len())?;
        let size = ty.lane_count() as usize;
        let mut all = Vec::with_capacity(operands[0].len());
        if !operands.iter().any(|lanes| self.register_of(&lanes[..size]).is_some()) {
            return None;
        }
        for start in (0..operands[0].len()).step_by(size) {
            let registers = operands.map(|lanes| self.joined(ty, &lanes[start..start + size]));
            let result = apply(self, registers);
            all.extend(if compares { self.flags_taken(result) } else { self.taken(result) });
        }
        Some(all)
    }

    /// A flag of how two floats, or the elements of two registers of them, compare. The machine compares registers in fewer ways.
    pub(super) fn compared_floats(&mut self, code: FloatCC, a: Value, b: Value) -> Value {
        let parts = match code {
            FloatCC::OrderedNotEqual => [FloatCC::Ordered, FloatCC::NotEqual],
            FloatCC::UnorderedOrEqual => [FloatCC::Unordered, FloatCC::Equal],
            code => [code, code],
        };
        if parts[0] == parts[1] || !self.b.func.dfg.value_type(a).is_vector() {
            return self.b.ins().fcmp(code, a, b);
        }
        let [first, second] = parts.map(|code| self.b.ins().fcmp(code, a, b));
        match code {
            FloatCC::OrderedNotEqual => self.b.ins().band(first, second),
            _ => self.b.ins().bor(first, second),
        }
    }

    /// The first of two numbers, or of the elements of two registers, where a flag is set, else the second.
    pub(super) fn picked(&mut self, flag: Value, a: Value, b: Value) -> Value {
        let ty = self.b.func.dfg.value_type(a);
        let flags = self.b.func.dfg.value_type(flag);
        if !flags.is_vector() {
            return self.b.ins().select(flag, a, b);
        }
        let flag = match ty == flags {
            true => flag,
            false => self.b.ins().bitcast(ty, MemFlagsData::new().with_endianness(Endianness::Little), flag),
        };
        self.b.ins().bitselect(flag, a, b)
    }

    /// Elements of two vectors in registers, by flags in registers or one flag; `None` where they are not.
    pub(super) fn picked_by_registers(
        &mut self,
        kind: Kind,
        flags: &Lanes,
        a: &Lanes,
        b: &Lanes,
    ) -> Option<Vec<Value>> {
        let size = self.registers_for(kind, a.len())?.lane_count() as usize;
        if let [flag] = flags[..] {
            return self.by_registers(kind, [a, b], false, |l, [a, b]| l.b.ins().select(flag.bits, a, b));
        }
        let masks: Option<Vec<Value>> =
            flags.chunks_exact(size).map(|lanes| self.register_of(lanes)).collect();
        let masks = masks.filter(|masks| masks.len() * size == a.len())?;
        let mut all = Vec::with_capacity(a.len());
        let ty = self.register_type(kind)?;
        for (number, mask) in masks.into_iter().enumerate() {
            let part = number * size..(number + 1) * size;
            let (a, b) = (self.joined(ty, &a[part.clone()]), self.joined(ty, &b[part]));
            let result = self.picked(mask, a, b);
            all.extend(self.taken(result));
        }
        Some(all)
    }

    /// Floats whose bits are those that the values have.
    pub(super) fn all_canonical(&mut self, kind: Kind, lanes: &Lanes) -> Lanes {
        let pending = kind.is_float() && lanes.iter().all(|lane| lane.nan == Nan::Pending);
        let bits = pending.then(|| {
            self.by_registers(kind, [lanes], false, |l, [register]| {
                let nan = l.float_constant(kind, f64::NAN);
                let ty = l.b.func.dfg.value_type(register);
                let nan = l.b.ins().splat(ty, nan);
                let is_nan = l.b.ins().fcmp(FloatCC::Unordered, register, register);
                l.picked(is_nan, nan, register)
            })
        });
        match bits.flatten() {
            Some(bits) => {
                let settled = |(lane, bits): (&Lane, Value)| Lane { bits, nan: Nan::Settled, ..*lane };
                lanes.iter().zip(bits).map(settled).collect()
            }
            None => lanes.iter().map(|lane| self.canonical(kind, *lane)).collect(),
        }
    }
}

/// Returns true on machines for which the code generator is known to have all that is emitted for registers.
fn has_registers() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::arch::is_x86_feature_detected!("sse4.2");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has
}

/// Returns true when all lanes are one number.
fn is_one_number(lanes: &[Lane]) -> bool {
    let one = |lane: &Lane| {
        lane.bits == lanes[0].bits || lane.constant.is_some() && lane.constant == lanes[0].constant
    };
    lanes.iter().all(one)
}
