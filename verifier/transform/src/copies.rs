//! Copies of operations of one program in another one of the same context, and what each became.

use assay_ir::data::{BlockId, InsertPoint, NewOp, OpId, Pos, Program, Span, TypeId, ValueId};
use rustc_hash::FxHashMap;

/// Values, operations and blocks of one program as those of another one of the same context.
#[derive(Debug, Default)]
pub struct Copies {
    ops: FxHashMap<OpId, OpId>,
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    /// Operands that were defined behind their use.
    late: Vec<(OpId, OpId)>,
    /// Copies keep their places, which are those of the text of the other program.
    has_places: bool,
}

impl Copies {
    /// Copies that keep the places of the text that they come from.
    #[must_use]
    pub fn with_places() -> Copies {
        Copies { has_places: true, ..Copies::default() }
    }

    /// Copies an operation with all that it holds. Operands from outside of it are those of earlier copies.
    pub fn copy(&mut self, program: &mut Program, from: &Program, op: OpId, at: InsertPoint) -> OpId {
        let new = self.op(program, from, op, at);
        for (old, new) in std::mem::take(&mut self.late) {
            let operands: Vec<ValueId> =
                from.operands(old).filter_map(|value| self.values.get(&value).copied()).collect();
            program.set_operands(new, &operands);
        }
        new
    }

    /// The copy of an operation.
    pub fn copied(&self, op: OpId) -> Option<OpId> {
        self.ops.get(&op).copied()
    }

    fn op(&mut self, program: &mut Program, from: &Program, op: OpId, at: InsertPoint) -> OpId {
        let data = from.op(op);
        let known: Vec<Option<ValueId>> =
            from.operands(op).map(|value| self.values.get(&value).copied()).collect();
        let all = known.iter().all(Option::is_some);
        let operands: Vec<(ValueId, Pos)> = match all {
            true => known.into_iter().flatten().map(|value| (value, Pos::NONE)).collect(),
            false => Vec::new(),
        };
        let results: Vec<(TypeId, Pos)> =
            from.results(op).map(|value| (from.value_type(value), Pos::NONE)).collect();
        let successors: Vec<BlockId> =
            from.successors(op).iter().filter_map(|block| self.blocks.get(block).copied()).collect();
        let new = NewOp {
            name: data.name,
            operands: &operands,
            results: &results,
            successors: &successors,
            regions: from.op_regions(op).len(),
            properties: data.properties,
            attributes: data.attributes,
            loc: data.loc,
            span: if self.has_places { data.span } else { Span::NONE },
        };
        let new = program.create(&new, at);
        self.ops.insert(op, new);
        if !all {
            self.late.push((op, new));
        }
        self.values.extend(from.results(op).zip(program.results(new)));
        let regions: Vec<_> =
            from.op_regions(op).iter().copied().zip(program.op_regions(new).to_vec()).collect();
        for (old, region) in regions {
            for block in &from.region(old).blocks {
                let copy = program.add_block(region, Span::NONE);
                self.blocks.insert(*block, copy);
                for argument in &from.block(*block).arguments {
                    let value = program.add_argument(copy, from.value_type(*argument), Pos::NONE);
                    self.values.insert(*argument, value);
                }
            }
            for block in &from.region(old).blocks {
                let copy = self.blocks[block];
                let inside: Vec<OpId> = from.ops_in(*block).collect();
                for op in inside {
                    self.op(program, from, op, InsertPoint::End(copy));
                }
            }
        }
        new
    }
}
