//! Blocks of regions and the values that control flow joins in them. Knows no operation.

use assay_ir::data::{BlockId, OpId, RegionId, ValueId};
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use smallvec::SmallVec;

use crate::lowering::{ControlFlow, HeldValue, Lane, Lanes, Lowered, Lowering, Nan, Work};
use crate::slots::descriptor;
use crate::types::Form;
use crate::unit::{cost_of, reverse_post_order};
use assay_backend::engine::Unsupported;

impl Lowering<'_, '_, '_> {
    /// Makes the blocks of a region and puts them to work before anything else; the entry block comes first.
    pub(super) fn open(&mut self, region: RegionId) -> Result<Block, Unsupported> {
        let entry = *self.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
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
    pub(super) fn schedule(&mut self, region: RegionId) -> Vec<BlockId> {
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
    pub(super) fn join_of_results(&mut self, op: OpId) -> Result<Block, Unsupported> {
        let block = self.b.create_block();
        self.program.results(op).try_for_each(|result| self.join_parameter(block, result))?;
        Ok(block)
    }

    fn join_parameter(&mut self, block: Block, name: ValueId) -> Result<(), Unsupported> {
        let (poison, nan) = self.join_facts(name);
        let held = match self.form(name)? {
            Form::Lanes { kind, shape, count } => {
                let registers = shape.and_then(|_| self.registers_for(kind, count));
                let ty = registers.unwrap_or(kind.container());
                let parameters: Vec<Value> = (0..count / ty.lane_count() as usize)
                    .map(|_| self.b.append_block_param(block, ty))
                    .collect();
                // The lanes of registers are taken out where the block begins.
                let mut lanes = Lanes::new();
                for number in 0..count {
                    let bits = parameters[number / ty.lane_count() as usize];
                    let poison = poison.then(|| self.b.append_block_param(block, I8));
                    lanes.push(Lane { bits, poison, constant: None, nan });
                }
                HeldValue::Lanes(lanes)
            }
            Form::MemRef(form) => {
                let buffer = self.b.append_block_param(block, I64);
                let flag = poison.then(|| self.b.append_block_param(block, I8));
                let b = &mut self.b;
                HeldValue::MemRef(descriptor(&form, buffer, flag, || b.append_block_param(block, I64)))
            }
        };
        self.values.insert(name, held);
        Ok(())
    }

    /// Begins to emit a block whose parameters are the join of these names.
    pub(super) fn enter(&mut self, block: Block, names: &[ValueId]) {
        self.b.switch_to_block(block);
        for name in names {
            let Some(HeldValue::Lanes(lanes)) = self.values.get(name) else { continue };
            let mut lanes = lanes.clone();
            let lane_type = |l: &Self, lane: &Lane| l.b.func.dfg.value_type(lane.bits);
            let mut start = 0;
            while let Some(first) = lanes.get(start).filter(|lane| lane_type(self, lane).is_vector()) {
                let taken = self.taken(first.bits);
                lanes[start..].iter_mut().zip(&taken).for_each(|(lane, bits)| lane.bits = *bits);
                start += taken.len();
            }
            self.values.insert(*name, HeldValue::Lanes(lanes));
        }
    }

    fn join_facts(&self, name: ValueId) -> (bool, Nan) {
        let nan = if self.facts.raw(name) { Nan::Raw } else { Nan::Pending };
        (self.facts.poison(name), nan)
    }

    /// The arguments that a join of these names takes for these values.
    pub(super) fn join_arguments(
        &mut self,
        names: impl IntoIterator<Item = ValueId>,
        values: &[HeldValue],
    ) -> Result<SmallVec<[BlockArg; 8]>, Unsupported> {
        let mut all = SmallVec::new();
        let names: SmallVec<[ValueId; 4]> = names.into_iter().collect();
        if names.len() != values.len() {
            return Err(Unsupported::Malformed);
        }
        for (name, held) in names.into_iter().zip(values) {
            let (poison, nan) = self.join_facts(name);
            let form = self.form(name)?;
            if !self.fits(held, &form) {
                return Err(Unsupported::Malformed);
            }
            match (held, form) {
                (HeldValue::Lanes(lanes), Form::Lanes { kind, shape, count }) => {
                    let lanes = if nan == Nan::Raw { self.all_canonical(kind, lanes) } else { lanes.clone() };
                    match shape.and_then(|_| self.registers_for(kind, count)) {
                        Some(ty) => {
                            for lanes in lanes.chunks_exact(ty.lane_count() as usize) {
                                all.push(BlockArg::Value(self.joined(ty, lanes)));
                            }
                        }
                        None => all.extend(lanes.iter().map(|lane| BlockArg::Value(lane.bits))),
                    }
                    for lane in lanes {
                        debug_assert!(poison || lane.poison.is_none(), "the facts foresee all poison");
                        if poison {
                            let flag = self.flag(lane.poison);
                            all.push(BlockArg::Value(flag));
                        }
                    }
                }
                (HeldValue::MemRef(memref), Form::MemRef(form)) => {
                    all.push(BlockArg::Value(memref.buffer));
                    if poison {
                        let flag = self.flag(memref.poison);
                        all.push(BlockArg::Value(flag));
                    }
                    let numbers = self.dynamic_numbers(memref, &form);
                    all.extend(numbers.into_iter().map(BlockArg::Value));
                }
                _ => return Err(Unsupported::Malformed),
            }
        }
        Ok(all)
    }

    /// Jumps to a block whose parameters are the join of these names.
    pub(super) fn jump(
        &mut self,
        block: Block,
        names: impl IntoIterator<Item = ValueId>,
        values: &[HeldValue],
    ) -> Lowered {
        let arguments = self.join_arguments(names, values)?;
        self.b.ins().jump(block, &arguments);
        Ok(ControlFlow::Closed)
    }

    /// The block and the arguments with which control reaches a successor of an operation.
    pub(super) fn successor_edge(
        &mut self,
        op: OpId,
        index: usize,
        values: &[HeldValue],
    ) -> Result<(Block, SmallVec<[BlockArg; 8]>), Unsupported> {
        let target = *self.program.successors(op).get(index).ok_or(Unsupported::Malformed)?;
        let block = *self.blocks.get(&target).ok_or(Unsupported::Malformed)?;
        let names = self.program.block(target).arguments.clone();
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
