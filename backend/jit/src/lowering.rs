//! The state of lowering one function: values in registers, blocks, work that is left. Shared by the lowerings of
//! all dialects and by the driver; knows no operation.

use assay_ir::data::{AttrId, BlockId, OpId, Program, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64, I128};
use cranelift_codegen::ir::{AbiParam, Block, InstBuilder, MemFlagsData, Signature, Type, Value};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::facts::Facts;
use crate::types::{Form, Kind, MemRefForm, form_of};
use crate::unit::{Tables, Unit};
use assay_backend::engine::Unsupported;
use assay_ir::affine::Map;

/// The result of lowering an operation.
pub(super) type Lowered = Result<ControlFlow, Unsupported>;

/// Where control goes after an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ControlFlow {
    /// On behind it, in the current block.
    Next,
    /// The current block is closed.
    Closed,
}

/// Knowledge about the bits of a float that may be a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nan {
    /// The bits are those that the value has, whatever they are.
    Raw,
    /// No NaN, or the one NaN that arithmetic makes.
    Settled,
    /// A NaN means the one that arithmetic makes, whatever its bits are.
    Pending,
}

/// One number in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lane {
    /// An integer is zero-extended, also when it is poison.
    pub(super) bits: Value,
    /// An `i8` that is one when the number is poison and else zero; `None` when it never is.
    pub(super) poison: Option<Value>,
    /// Its bits where they are known.
    pub(super) constant: Option<u128>,
    /// Of floats alone.
    pub(super) nan: Nan,
}

impl Lane {
    /// The result of an operation on integers.
    pub(super) fn integer(bits: Value, poison: Option<Value>) -> Lane {
        Lane { bits, poison, constant: None, nan: Nan::Settled }
    }
}

/// The place in a register that a lane was taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) register: Value,
    pub(super) number: u8,
}

/// Where an integer stays, by its signed reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// Both ends are included.
    pub(super) least: i128,
    pub(super) most: i128,
    /// Numbers of 64 bits that it is below.
    pub(super) below: SmallVec<[Value; 2]>,
}

/// The elements of a value.
pub(super) type Lanes = SmallVec<[Lane; 1]>;

/// A number of a descriptor.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    Known(i64),
    At(Value),
}

/// A memref in registers.
#[derive(Clone, Debug)]
pub(super) struct Descriptor {
    /// The kind of an element.
    pub(super) kind: Kind,
    /// Address of the [`runtime::Buffer`].
    pub(super) buffer: Value,
    pub(super) offset: Extent,
    pub(super) sizes: SmallVec<[Extent; 4]>,
    pub(super) strides: SmallVec<[Extent; 4]>,
    pub(super) poison: Option<Value>,
}

impl Descriptor {
    /// Returns true when it has all that its type says: checks of bounds are left out where the type alone decides.
    fn fits(&self, form: &MemRefForm) -> bool {
        let known = |number: &Extent, wanted: Option<i64>| match wanted {
            None => true,
            Some(wanted) => matches!(number, Extent::Known(number) if *number == wanted),
        };
        let sizes = form.sizes.iter().map(|size| size.map(|size| size as i64));
        self.kind == form.kind
            && self.sizes.len() == form.sizes.len()
            && self.strides.len() == form.strides.len()
            && known(&self.offset, form.offset)
            && self.sizes.iter().zip(sizes).all(|(number, wanted)| known(number, wanted))
            && self.strides.iter().zip(&form.strides).all(|(number, wanted)| known(number, *wanted))
    }
}

/// An SSA value in registers.
#[derive(Clone, Debug)]
pub(super) enum HeldValue {
    Lanes(Lanes),
    MemRef(Descriptor),
}

/// Actions of the terminators of an operation's regions.
#[derive(Clone)]
pub(super) enum End {
    /// Pass the results to a block.
    Results(Block),
    /// Start the next iteration of a loop over a range, or pass the results to a block.
    Range(Range),
    /// Go to the first region, or from it to the second or to the block of the results.
    While { before: Block, after: Block, done: Block },
    /// Keep what is yielded and go to the next place of a space.
    Space(Box<Space>),
}

/// How the iterations of a loop are paid for.
#[derive(Clone, Copy)]
pub(super) enum Paid {
    /// This much at the end of each.
    Each(i64),
    /// All of them before the loop. The flag is set where fuel runs out at the end of the last one that the upper bound allows.
    Before(Value),
}

/// A loop over a range.
#[derive(Clone)]
pub(super) struct Range {
    pub(super) body: Block,
    pub(super) done: Block,
    pub(super) width: u32,
    pub(super) below: IntCC,
    pub(super) upper: Value,
    pub(super) step: Value,
    /// Set when the induction variable may leave its type.
    pub(super) may_wrap: bool,
    pub(super) paid: Paid,
}

/// Elements that a region reads or writes.
#[derive(Clone)]
pub(super) enum Elements {
    Scalar(Lane),
    Cells(Cells),
    Memory(Box<(Descriptor, MemRefForm)>),
}

/// The elements of a tensor in cells on the stack.
#[derive(Clone)]
pub(super) struct Cells {
    pub(super) kind: Kind,
    /// Extents; `None` for one number.
    pub(super) shape: Option<Vec<u64>>,
    pub(super) base: Value,
}

/// Where a loop keeps what its region yields: a map to elements, and the word of the reduction that combines it with what is there.
pub(super) type Output = (Map, Elements, Option<&'static str>);

/// A loop whose region runs.
#[derive(Clone)]
pub(super) struct Space {
    pub(super) head: Block,
    pub(super) exit: Block,
    /// The place that runs.
    pub(super) at: Vec<Value>,
    pub(super) extents: Vec<Extent>,
    pub(super) outputs: Vec<Output>,
    pub(super) cost: i64,
}

/// Work that is left; the last one is done first.
pub(super) enum Work {
    Block(BlockId),
    After(OpId, Block),
}

/// A function that is being lowered.
pub(super) struct Lowering<'u, 'p, 'b> {
    pub(super) program: &'p Program,
    pub(super) unit: &'u Unit<'p>,
    pub(super) facts: &'u Facts,
    pub(super) tables: &'u mut Tables,
    pub(super) b: FunctionBuilder<'b>,
    pub(super) function: OpId,
    pub(super) values: FxHashMap<ValueId, HeldValue>,
    /// The registers that lanes were taken out of, by the bits of the lanes.
    pub(super) sources: FxHashMap<Value, Source>,
    pub(super) blocks: FxHashMap<BlockId, Block>,
    /// Place in the order of lowering; a branch to no later one goes back.
    pub(super) order: FxHashMap<BlockId, usize>,
    pub(super) work: Vec<Work>,
    /// Actions of the terminators of an operation's regions.
    pub(super) ends: FxHashMap<OpId, End>,
    /// Where integers stay, as the loops around say.
    pub(super) intervals: FxHashMap<ValueId, Interval>,
    /// Where numbers in registers of 64 bits stay.
    pub(super) numbers: FxHashMap<Value, Interval>,
    /// Marks of the scopes that allocate, by their operation.
    pub(super) scopes: FxHashMap<OpId, Value>,
    pub(super) cold: Vec<(Block, u32)>,
    pub(super) fail: Block,
    pub(super) state: Value,
    pub(super) results: Value,
    pub(super) fuel: Option<Variable>,
    /// The operation that is being lowered.
    pub(super) at: OpId,
}

/// Parameters of every compiled function: the state, cells of the arguments, cells for the results. Returns zero or
/// the number of an exit.
pub(super) fn signature(convention: CallConv) -> Signature {
    let mut signature = Signature::new(convention);
    signature.params.extend([AbiParam::new(I64); 3]);
    signature.returns.push(AbiParam::new(I32));
    signature
}

pub(super) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// Of an access that is inside of memory but may begin anywhere in it.
pub(super) fn unaligned() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

pub(super) fn load(b: &mut FunctionBuilder<'_>, ty: Type, base: Value, offset: i32) -> Value {
    if ty != I128 {
        return b.ins().load(ty, trusted(), base, offset);
    }
    let low = b.ins().load(I64, trusted(), base, offset);
    let high = b.ins().load(I64, trusted(), base, offset + 8);
    b.ins().iconcat(low, high)
}

pub(super) fn store(b: &mut FunctionBuilder<'_>, bits: Value, base: Value, offset: i32) {
    if b.func.dfg.value_type(bits) != I128 {
        b.ins().store(trusted(), bits, base, offset);
        return;
    }
    let (low, high) = b.ins().isplit(bits);
    b.ins().store(trusted(), low, base, offset);
    b.ins().store(trusted(), high, base, offset + 8);
}

impl<'u, 'p, 'b> Lowering<'u, 'p, 'b> {
    /// A function with a body before its first operation, in its entry block; and the address of the arguments.
    pub(super) fn new(
        unit: &'u Unit<'p>,
        facts: &'u Facts,
        tables: &'u mut Tables,
        mut b: FunctionBuilder<'b>,
        function: OpId,
    ) -> (Lowering<'u, 'p, 'b>, Value) {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let (state, arguments, results) =
            (b.block_params(entry)[0], b.block_params(entry)[1], b.block_params(entry)[2]);
        let fail = b.create_block();
        b.append_block_param(fail, I32);
        b.set_cold_block(fail);
        let lowering = Lowering {
            program: unit.program,
            unit,
            facts,
            tables,
            b,
            function,
            values: FxHashMap::default(),
            sources: FxHashMap::default(),
            blocks: FxHashMap::default(),
            order: FxHashMap::default(),
            work: Vec::new(),
            ends: FxHashMap::default(),
            intervals: FxHashMap::default(),
            numbers: FxHashMap::default(),
            scopes: FxHashMap::default(),
            cold: Vec::new(),
            fail,
            state,
            results,
            fuel: None,
            at: function,
        };
        (lowering, arguments)
    }
}

/// Values and attributes.
impl Lowering<'_, '_, '_> {
    /// The type of a value in machine terms.
    pub(super) fn form(&self, name: ValueId) -> Result<Form, Unsupported> {
        form_of(self.program, self.program.value_type(name), self.unit.settings.index)
    }

    /// A value in registers.
    pub(super) fn value(&self, name: ValueId) -> Result<HeldValue, Unsupported> {
        self.values.get(&name).cloned().ok_or(Unsupported::Type)
    }

    /// Returns true when a value in registers is one of a type. A program that is not well-formed is refused where it is
    /// not, so that no number of the program is taken for an address and no check of bounds is left out wrongly.
    pub(super) fn fits(&self, held: &HeldValue, form: &Form) -> bool {
        match (held, form) {
            (HeldValue::Lanes(lanes), Form::Lanes { kind, count, .. }) => {
                let container = kind.container();
                lanes.len() == *count
                    && lanes.iter().all(|lane| self.b.func.dfg.value_type(lane.bits) == container)
            }
            (HeldValue::MemRef(memref), Form::MemRef(form)) => memref.fits(form),
            _ => false,
        }
    }

    pub(super) fn set(&mut self, name: ValueId, held: HeldValue) {
        self.values.insert(name, held);
    }

    /// Gives result number `index` of an operation its lanes.
    pub(super) fn set_result(&mut self, op: OpId, index: usize, lanes: Lanes) -> Result<(), Unsupported> {
        let name = self.program.result(op, index).ok_or(Unsupported::Malformed)?;
        self.values.insert(name, HeldValue::Lanes(lanes));
        Ok(())
    }

    /// The one result of an operation.
    pub(super) fn give(&mut self, op: OpId, lanes: Lanes) -> Lowered {
        self.set_result(op, 0, lanes)?;
        if self.program.result_count(op) == 1 { Ok(ControlFlow::Next) } else { Err(Unsupported::Malformed) }
    }

    pub(super) fn operand(&self, op: OpId, index: usize) -> Result<HeldValue, Unsupported> {
        self.value(self.program.operand(op, index).ok_or(Unsupported::Malformed)?)
    }

    /// Kind and elements of operand number `index`.
    pub(super) fn lanes(&self, op: OpId, index: usize) -> Result<(Kind, Lanes), Unsupported> {
        let name = self.program.operand(op, index).ok_or(Unsupported::Malformed)?;
        match (self.value(name)?, self.form(name)?) {
            (HeldValue::Lanes(lanes), Form::Lanes { kind, .. }) => Ok((kind, lanes)),
            _ => Err(Unsupported::Type),
        }
    }

    /// Operand number `index`, which is one number.
    pub(super) fn scalar(&self, op: OpId, index: usize) -> Result<(Kind, Lane), Unsupported> {
        let name = self.program.operand(op, index).ok_or(Unsupported::Malformed)?;
        match (self.value(name)?, self.form(name)?) {
            (HeldValue::Lanes(lanes), Form::Lanes { kind, shape: None, .. }) => Ok((kind, lanes[0])),
            _ => Err(Unsupported::Type),
        }
    }

    pub(super) fn operands_from(&self, op: OpId, from: usize) -> Result<Vec<HeldValue>, Unsupported> {
        self.program.operands(op).skip(from).map(|name| self.value(name)).collect()
    }

    /// Kind and number of elements of result number `index`.
    pub(super) fn result_kind(&self, op: OpId, index: usize) -> Result<(Kind, usize), Unsupported> {
        match self.form(self.program.result(op, index).ok_or(Unsupported::Malformed)?)? {
            Form::Lanes { kind, count, .. } => Ok((kind, count)),
            Form::MemRef(_) => Err(Unsupported::Type),
        }
    }

    pub(super) fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.program.attr(op, self.program.ctx().ident(name))
    }

    /// A number of a descriptor in a register.
    pub(super) fn number(&mut self, number: Extent) -> Value {
        match number {
            Extent::Known(number) => self.b.ins().iconst(I64, number),
            Extent::At(value) => value,
        }
    }
}
