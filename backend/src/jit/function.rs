//! Lowers one function: walks its operations in an order in which definitions come before uses, keeps what each
//! value is in registers, and leaves the function with the number of an exit wherever the program has no defined
//! way on. Knows no operation; nothing it emits can trap.

use assay_ir::data::{AttrId, BlockId, OpId, Program, RegionId, ValueId};
use cranelift_codegen::ir::types::{I8, I32, I64, I128};
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, InstBuilder, MemFlagsData, Signature, StackSlotData, StackSlotKind, Type,
    Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, Variable};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::facts::Facts;
use super::runtime::{self, CELL, CELL_POISON, STATE_FUEL};
use super::scf::End;
use super::types::{Form, Kind, MemRefForm, form_of};
use super::unit::{Exit, Tables, Unit, cost_of};
use crate::engine::Gap;

/// What lowering an operation comes to.
pub(super) type Lowered = Result<Flow, Gap>;

/// Where control goes after an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// On behind it, in the current block.
    Next,
    /// The current block is closed.
    Closed,
}

/// What is known about the bits of a float that may be a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nan {
    /// The bits are those that the value has, whatever they are.
    Raw,
    /// No NaN, or the one NaN that arithmetic makes.
    Settled,
    /// If it is a NaN it stands for the one that arithmetic makes, whatever its bits are.
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
    /// Address of the [`runtime::Buffer`].
    pub(super) buffer: Value,
    pub(super) offset: Extent,
    pub(super) sizes: SmallVec<[Extent; 4]>,
    pub(super) strides: SmallVec<[Extent; 4]>,
    pub(super) poison: Option<Value>,
}

/// What an SSA value is in registers.
#[derive(Clone, Debug)]
pub(super) enum Held {
    Lanes(Lanes),
    MemRef(Descriptor),
}

/// What is left to do; the last one first.
enum Work {
    Block(BlockId),
    After(OpId, Block),
}

/// A function on its way.
pub(super) struct Lowering<'u, 'p, 'b> {
    pub(super) program: &'p Program,
    pub(super) unit: &'u Unit<'p>,
    pub(super) facts: &'u Facts,
    pub(super) tables: &'u mut Tables,
    pub(super) b: FunctionBuilder<'b>,
    pub(super) function: OpId,
    values: FxHashMap<ValueId, Held>,
    blocks: FxHashMap<BlockId, Block>,
    /// Place in the order of lowering; a branch to no later one goes back.
    order: FxHashMap<BlockId, usize>,
    work: Vec<Work>,
    /// What the terminators of an operation's regions do.
    pub(super) ends: FxHashMap<OpId, End>,
    /// Values of an integer that are known from the loop it belongs to, both included.
    pub(super) ranges: FxHashMap<ValueId, (i128, i128)>,
    /// Marks of the scopes that allocate, by their operation.
    pub(super) scopes: FxHashMap<OpId, Value>,
    pub(super) cold: Vec<(Block, u32)>,
    pub(super) fail: Block,
    pub(super) state: Value,
    results: Value,
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

impl<'u, 'p, 'b> Lowering<'u, 'p, 'b> {
    /// Lowers a function with a body.
    pub(super) fn run(
        unit: &'u Unit<'p>,
        facts: &'u Facts,
        tables: &'u mut Tables,
        mut b: FunctionBuilder<'b>,
        function: OpId,
    ) -> FunctionBuilder<'b> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let (state, arguments, results) =
            (b.block_params(entry)[0], b.block_params(entry)[1], b.block_params(entry)[2]);
        let fail = b.create_block();
        b.append_block_param(fail, I32);
        b.set_cold_block(fail);
        let mut lowering = Lowering {
            program: unit.program,
            unit,
            facts,
            tables,
            b,
            function,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            order: FxHashMap::default(),
            work: Vec::new(),
            ends: FxHashMap::default(),
            ranges: FxHashMap::default(),
            scopes: FxHashMap::default(),
            cold: Vec::new(),
            fail,
            state,
            results,
            fuel: None,
            at: function,
        };
        lowering.enter(arguments);
        lowering.finish()
    }

    fn enter(&mut self, arguments: Value) {
        if self.facts.loops(self.function) {
            let fuel = self.b.declare_var(I64);
            let left = self.b.ins().load(I64, trusted(), self.state, STATE_FUEL);
            self.b.def_var(fuel, left);
            self.fuel = Some(fuel);
        }
        self.open_scope(self.function);
        let region = self.program.op_regions(self.function)[0];
        let entry = self.program.region(region).blocks[0];
        let mut offset = 0;
        let parameters = self.program.block(entry).arguments.clone();
        for parameter in parameters {
            match self.form(parameter) {
                Ok(form) => {
                    let held = self.read_cells(&form, arguments, offset, self.facts.poison(parameter));
                    offset += form.cells() as i32 * CELL;
                    self.values.insert(parameter, held);
                }
                Err(gap) => {
                    // Nobody calls it: arguments of this type cannot be given.
                    self.leave(Exit::Gap(self.function, gap));
                    return;
                }
            }
        }
        self.schedule(region);
        // The entry block of a function has no predecessors: its operations go where the arguments were read.
        self.work.pop();
        self.lower_from(self.program.first_op(entry));
        while let Some(work) = self.work.pop() {
            match work {
                Work::Block(block) => {
                    self.b.switch_to_block(self.blocks[&block]);
                    self.lower_from(self.program.first_op(block));
                }
                Work::After(op, block) => {
                    self.b.switch_to_block(block);
                    self.record(op);
                    self.lower_from(self.program.next_op(op));
                }
            }
        }
    }

    fn finish(mut self) -> FunctionBuilder<'b> {
        for (block, exit) in std::mem::take(&mut self.cold) {
            self.b.switch_to_block(block);
            let exit = self.b.ins().iconst(I32, i64::from(exit));
            self.b.ins().jump(self.fail, &[BlockArg::Value(exit)]);
        }
        self.b.switch_to_block(self.fail);
        self.save_fuel();
        let exit = self.b.block_params(self.fail)[0];
        self.b.ins().return_(&[exit]);
        self.b.seal_all_blocks();
        self.b
    }

    fn lower_from(&mut self, first: Option<OpId>) {
        let Some(mut op) = first else {
            self.leave(Exit::Gap(self.at, Gap::Malformed));
            return;
        };
        loop {
            self.at = op;
            let lowered = match self.tables.meaning(self.program, op) {
                Some(meaning) => (meaning.lower)(self, op),
                None => Err(Gap::Operation),
            };
            match lowered {
                Ok(Flow::Next) => {
                    self.record(op);
                    match self.program.next_op(op) {
                        Some(next) => op = next,
                        None => return self.leave(Exit::Gap(op, Gap::Malformed)),
                    }
                }
                Ok(Flow::Closed) => return,
                Err(gap) => return self.leave(Exit::Gap(op, gap)),
            }
        }
    }

    /// Makes the blocks of a region and puts them to work before anything else; the entry block comes first.
    pub(super) fn open(&mut self, region: RegionId) -> Result<Block, Gap> {
        let entry = *self.program.region(region).blocks.first().ok_or(Gap::Malformed)?;
        let order = self.schedule(region);
        for block in order {
            let clif = self.b.create_block();
            self.blocks.insert(block, clif);
            let arguments = self.program.block(block).arguments.clone();
            arguments.iter().try_for_each(|argument| self.join_parameter(clif, *argument))?;
        }
        Ok(self.blocks[&entry])
    }

    /// Puts the blocks of a region that can be reached to work, each after all that dominate it.
    fn schedule(&mut self, region: RegionId) -> Vec<BlockId> {
        let order = reverse_post_order(self.program, region);
        for (place, block) in order.iter().enumerate() {
            self.order.insert(*block, place);
        }
        // The blocks of a function's body are made here, those of other regions by who opens them.
        if self.program.region(region).op == self.function {
            for block in order.iter().skip(1) {
                let clif = self.b.create_block();
                self.blocks.insert(*block, clif);
                let arguments = self.program.block(*block).arguments.clone();
                for argument in arguments {
                    // A type without a form is met again, with its place, where a value of it is used.
                    let _ = self.join_parameter(clif, argument);
                }
            }
        }
        self.work.extend(order.iter().rev().map(|block| Work::Block(*block)));
        order
    }

    /// Goes on behind an operation in `block` when the regions that were opened are done.
    pub(super) fn go_on(&mut self, op: OpId, block: Block) {
        self.work.push(Work::After(op, block));
    }

    /// A block whose parameters are the results of an operation.
    pub(super) fn join_of_results(&mut self, op: OpId) -> Result<Block, Gap> {
        let block = self.b.create_block();
        self.program.results(op).try_for_each(|result| self.join_parameter(block, result))?;
        Ok(block)
    }

    fn join_parameter(&mut self, block: Block, name: ValueId) -> Result<(), Gap> {
        let (poison, nan) = self.join_facts(name);
        let held = match self.form(name)? {
            Form::Lanes { kind, count, .. } => {
                let mut lanes = Lanes::new();
                for _ in 0..count {
                    let bits = self.b.append_block_param(block, kind.container());
                    let poison = poison.then(|| self.b.append_block_param(block, I8));
                    lanes.push(Lane { bits, poison, constant: None, nan });
                }
                Held::Lanes(lanes)
            }
            Form::MemRef(form) => {
                let buffer = self.b.append_block_param(block, I64);
                let flag = poison.then(|| self.b.append_block_param(block, I8));
                let b = &mut self.b;
                Held::MemRef(descriptor(&form, buffer, flag, || b.append_block_param(block, I64)))
            }
        };
        self.values.insert(name, held);
        Ok(())
    }

    fn join_facts(&self, name: ValueId) -> (bool, Nan) {
        let nan = if self.facts.raw(name) { Nan::Raw } else { Nan::Pending };
        (self.facts.poison(name), nan)
    }

    /// The arguments that a join of these names takes for these values.
    pub(super) fn join_arguments(
        &mut self,
        names: impl IntoIterator<Item = ValueId>,
        values: &[Held],
    ) -> Result<SmallVec<[BlockArg; 8]>, Gap> {
        let mut all = SmallVec::new();
        let mut count = 0;
        for (name, held) in names.into_iter().zip(values) {
            count += 1;
            let (poison, nan) = self.join_facts(name);
            match (held, self.form(name)?) {
                (Held::Lanes(lanes), Form::Lanes { kind, .. }) => {
                    for lane in lanes {
                        let lane = if nan == Nan::Raw { self.settled(kind, *lane) } else { *lane };
                        all.push(BlockArg::Value(lane.bits));
                        debug_assert!(poison || lane.poison.is_none(), "the facts foresee all poison");
                        if poison {
                            let flag = self.flag(lane.poison);
                            all.push(BlockArg::Value(flag));
                        }
                    }
                }
                (Held::MemRef(memref), Form::MemRef(form)) => {
                    all.push(BlockArg::Value(memref.buffer));
                    if poison {
                        let flag = self.flag(memref.poison);
                        all.push(BlockArg::Value(flag));
                    }
                    let numbers = self.dynamic_numbers(memref, &form);
                    all.extend(numbers.into_iter().map(BlockArg::Value));
                }
                _ => return Err(Gap::Malformed),
            }
        }
        if count == values.len() { Ok(all) } else { Err(Gap::Malformed) }
    }

    /// Jumps to a block whose parameters are the join of these names.
    pub(super) fn jump(
        &mut self,
        block: Block,
        names: impl IntoIterator<Item = ValueId>,
        values: &[Held],
    ) -> Lowered {
        let arguments = self.join_arguments(names, values)?;
        self.b.ins().jump(block, &arguments);
        Ok(Flow::Closed)
    }

    /// The block and the arguments with which control reaches a successor of an operation.
    pub(super) fn successor_edge(
        &mut self,
        op: OpId,
        index: usize,
        values: &[Held],
    ) -> Result<(Block, SmallVec<[BlockArg; 8]>), Gap> {
        let target = *self.program.successors(op).get(index).ok_or(Gap::Malformed)?;
        let block = *self.blocks.get(&target).ok_or(Gap::Malformed)?;
        let names = self.program.block(target).arguments.clone();
        if names.len() != values.len() {
            return Err(Gap::Malformed);
        }
        Ok((block, self.join_arguments(names, values)?))
    }

    /// Pays for going back, if a branch to one of the successors of an operation does.
    pub(super) fn charge_back_edges(&mut self, op: OpId) {
        let place = self.program.op(op).block.and_then(|block| self.order.get(&block)).copied();
        let back = |target: &BlockId| self.order.get(target).copied() <= place;
        if self.program.successors(op).iter().any(back) {
            let cost = self.program.op(op).block.map_or(1, |block| cost_of(self.program, block));
            self.charge(cost);
        }
    }
}

/// The blocks of a region that can be reached, each after all that dominate it.
pub(super) fn reverse_post_order(program: &Program, region: RegionId) -> Vec<BlockId> {
    let Some(entry) = program.region(region).blocks.first() else { return Vec::new() };
    if program.region(region).blocks.len() == 1 {
        return vec![*entry];
    }
    let successors = |block| program.last_op(block).map_or(&[][..], |op| program.successors(op));
    let mut seen: rustc_hash::FxHashSet<BlockId> = [*entry].into_iter().collect();
    let mut stack = vec![(*entry, 0)];
    let mut order = Vec::new();
    while let Some((block, next)) = stack.last_mut() {
        match successors(*block).get(*next) {
            Some(successor) => {
                *next += 1;
                if seen.insert(*successor) {
                    stack.push((*successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// A descriptor from its type and the numbers that the type leaves open, in order.
pub(super) fn descriptor(
    form: &MemRefForm,
    buffer: Value,
    poison: Option<Value>,
    mut next: impl FnMut() -> Value,
) -> Descriptor {
    let mut number = |known: Option<i64>| known.map_or_else(|| Extent::At(next()), Extent::Known);
    Descriptor {
        buffer,
        poison,
        offset: number(form.offset),
        sizes: form.sizes.iter().map(|size| number(size.map(|size| size as i64))).collect(),
        strides: form.strides.iter().map(|stride| number(*stride)).collect(),
    }
}

/// Values and their cells.
impl Lowering<'_, '_, '_> {
    /// The type of a value in machine terms.
    pub(super) fn form(&self, name: ValueId) -> Result<Form, Gap> {
        form_of(self.program, self.program.value_type(name), self.unit.settings.index)
    }

    /// What a value is in registers.
    pub(super) fn value(&self, name: ValueId) -> Result<Held, Gap> {
        self.values.get(&name).cloned().ok_or(Gap::Type)
    }

    pub(super) fn set(&mut self, name: ValueId, held: Held) {
        self.values.insert(name, held);
    }

    /// Gives result number `index` of an operation its lanes.
    pub(super) fn set_result(&mut self, op: OpId, index: usize, lanes: Lanes) -> Result<(), Gap> {
        let name = self.program.result(op, index).ok_or(Gap::Malformed)?;
        self.values.insert(name, Held::Lanes(lanes));
        Ok(())
    }

    /// The one result of an operation.
    pub(super) fn give(&mut self, op: OpId, lanes: Lanes) -> Lowered {
        self.set_result(op, 0, lanes)?;
        if self.program.result_count(op) == 1 { Ok(Flow::Next) } else { Err(Gap::Malformed) }
    }

    pub(super) fn operand(&self, op: OpId, index: usize) -> Result<Held, Gap> {
        self.value(self.program.operand(op, index).ok_or(Gap::Malformed)?)
    }

    /// Kind and elements of operand number `index`.
    pub(super) fn lanes(&self, op: OpId, index: usize) -> Result<(Kind, Lanes), Gap> {
        let name = self.program.operand(op, index).ok_or(Gap::Malformed)?;
        match (self.value(name)?, self.form(name)?) {
            (Held::Lanes(lanes), Form::Lanes { kind, .. }) => Ok((kind, lanes)),
            _ => Err(Gap::Type),
        }
    }

    /// Operand number `index`, which is one number.
    pub(super) fn scalar(&self, op: OpId, index: usize) -> Result<(Kind, Lane), Gap> {
        let name = self.program.operand(op, index).ok_or(Gap::Malformed)?;
        match (self.value(name)?, self.form(name)?) {
            (Held::Lanes(lanes), Form::Lanes { kind, shape: None, .. }) => Ok((kind, lanes[0])),
            _ => Err(Gap::Type),
        }
    }

    pub(super) fn operands_from(&self, op: OpId, from: usize) -> Result<Vec<Held>, Gap> {
        self.program.operands(op).skip(from).map(|name| self.value(name)).collect()
    }

    /// Kind and number of elements of result number `index`.
    pub(super) fn result_kind(&self, op: OpId, index: usize) -> Result<(Kind, usize), Gap> {
        match self.form(self.program.result(op, index).ok_or(Gap::Malformed)?)? {
            Form::Lanes { kind, count, .. } => Ok((kind, count)),
            Form::MemRef(_) => Err(Gap::Type),
        }
    }

    pub(super) fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.program.attr(op, self.program.ctx().ident(name))
    }

    /// Reads a value from its cells.
    pub(super) fn read_cells(&mut self, form: &Form, base: Value, offset: i32, poison: bool) -> Held {
        let b = &mut self.b;
        let at = |index: usize| offset + index as i32 * CELL;
        match form {
            Form::Lanes { kind, count, .. } => Held::Lanes(
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
                Held::MemRef(descriptor(form, buffer, flag, || {
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
        held: &Held,
        base: Value,
        offset: i32,
    ) -> Result<(), Gap> {
        let at = |index: usize| offset + index as i32 * CELL;
        match (form, held) {
            (Form::Lanes { kind, .. }, Held::Lanes(lanes)) => {
                for (index, lane) in lanes.iter().enumerate() {
                    let lane = self.settled(*kind, *lane);
                    store(&mut self.b, lane.bits, base, at(index));
                    let flag = self.flag(lane.poison);
                    self.b.ins().store(trusted(), flag, base, at(index) + CELL_POISON);
                }
                Ok(())
            }
            (Form::MemRef(form), Held::MemRef(memref)) => {
                self.b.ins().store(trusted(), memref.buffer, base, at(0));
                let flag = self.flag(memref.poison);
                self.b.ins().store(trusted(), flag, base, at(0) + CELL_POISON);
                for (index, number) in self.dynamic_numbers(memref, form).into_iter().enumerate() {
                    self.b.ins().store(trusted(), number, base, at(index + 1));
                }
                Ok(())
            }
            _ => Err(Gap::Malformed),
        }
    }

    fn dynamic_numbers(&mut self, memref: &Descriptor, form: &MemRefForm) -> SmallVec<[Value; 4]> {
        let known = form.sizes.iter().map(Option::is_some);
        let known = std::iter::once(form.offset.is_some()).chain(known);
        let known = known.chain(form.strides.iter().map(Option::is_some));
        let numbers = std::iter::once(&memref.offset).chain(&memref.sizes).chain(&memref.strides);
        let open: SmallVec<[Extent; 4]> =
            known.zip(numbers).filter(|(known, _)| !known).map(|(_, number)| *number).collect();
        open.into_iter().map(|number| self.number(number)).collect()
    }

    /// A number of a descriptor in a register.
    pub(super) fn number(&mut self, number: Extent) -> Value {
        match number {
            Extent::Known(number) => self.b.ins().iconst(I64, number),
            Extent::At(value) => value,
        }
    }

    /// Returns from the function with these values.
    pub(super) fn return_values(&mut self, values: &[Held], names: &[ValueId]) -> Lowered {
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
        Ok(Flow::Closed)
    }

    /// Room for cells on the stack.
    pub(super) fn cells_on_stack(&mut self, count: usize) -> Value {
        let size = (count.max(1) as u32) * CELL as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        self.b.ins().stack_addr(I64, slot, 0)
    }

    /// Keeps the results of an operation, when a trace is asked for.
    fn record(&mut self, op: OpId) {
        if !self.unit.settings.trace || self.program.result_count(op) == 0 {
            return;
        }
        let names: Vec<ValueId> = self.program.results(op).collect();
        let forms: Option<Vec<Form>> = names.iter().map(|name| self.form(*name).ok()).collect();
        let Some(forms) = forms else { return };
        let count = forms.iter().map(Form::cells).sum();
        let cells = self.cells_on_stack(count);
        let mut offset = 0;
        for (name, form) in names.iter().zip(&forms) {
            let Some(held) = self.values.get(name).cloned() else { return };
            if self.write_cells(form, &held, cells, offset).is_err() {
                return;
            }
            offset += form.cells() as i32 * CELL;
        }
        let site = self.tables.trace_site(op, forms);
        let site = self.b.ins().iconst(I64, i64::from(site));
        let count = self.b.ins().iconst(I64, count as i64);
        self.call_runtime(runtime::record as *const () as usize, &[self.state, site, cells, count], &[]);
    }
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
