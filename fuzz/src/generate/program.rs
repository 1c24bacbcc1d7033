//! Programs: modules, nested regions, blocks that stand in another order than they dominate each other in, uses
//! before definitions, unknown operations in all shapes, and operations with custom forms (`known`).

use std::sync::Arc;

use arbitrary::{Result, Unstructured};
use assay_ir::data::{
    AttrId, BlockId, Context, InsertPoint, NewOp, OpId, Pos, Program, RegionId, TypeId, TypeKind, ValueId,
};

use super::generator::{Parts, ProgramGenerator};
use super::known;
use super::types::{NAMES, Types};
use crate::config::ProgramConfig;

/// Names of unknown operations: plain ones and ones that need care.
const OPS: &[&str] = &[
    "lab.a",
    "lab.b",
    "lab.dotted.name",
    "Upper.camelCase",
    "no_dot",
    "lab.with space",
    "lab.quote\"d",
    "lab.back\\slash",
    "lab.é",
    "lab-dash.x",
    "lab.0",
];

/// A program from bytes.
///
/// # Errors
/// None that is the caller's concern: `arbitrary` reports bytes that it cannot use.
pub fn program(ctx: &Arc<Context>, config: &ProgramConfig, bytes: &mut Unstructured<'_>) -> Result<Program> {
    let mut maker = ProgramGenerator {
        types: Types { ctx, config },
        program: Program::new(ctx),
        bytes,
        visible: Vec::new(),
        functions: Vec::new(),
        symbols: 0,
        left: config.operations,
    };
    let top = maker.program.top_block();
    let count = maker.bytes.int_in_range(1..=config.operations)?;
    let depth = config.region_depth;
    maker.fill(top, count, depth)?;
    maker.rewire(&[top], config.malformed)?;
    Ok(maker.program)
}

impl ProgramGenerator<'_, '_, '_> {
    pub(crate) fn ctx(&self) -> &Context {
        self.types.ctx
    }

    pub(crate) fn chance(&mut self, one_in: u32) -> Result<bool> {
        // The last number: bytes that ran out mean no.
        Ok(self.bytes.int_in_range(1..=one_in)? == one_in)
    }

    pub(crate) fn below(&mut self, limit: usize) -> Result<usize> {
        self.bytes.int_in_range(0..=limit.max(1) - 1)
    }

    /// Appends an operation with random discardable attributes and location; its results become visible.
    pub(crate) fn push(&mut self, block: BlockId, name: &str, parts: Parts<'_>) -> Result<OpId> {
        let attrs = self.types.attributes();
        let depth = self.types.config.attribute_depth;
        let attributes = match self.bytes.int_in_range(0..=3u8)? {
            3 => attrs.dictionary(self.bytes, depth)?,
            _ => self.types.ctx.empty_dictionary(),
        };
        self.push_with(block, name, parts, attributes)
    }

    /// Appends an operation with given discardable attributes.
    pub(crate) fn push_with(
        &mut self,
        block: BlockId,
        name: &str,
        parts: Parts<'_>,
        attributes: AttrId,
    ) -> Result<OpId> {
        let loc = self.types.locations().any(self.bytes, self.types.config.location_depth)?;
        let ctx = Arc::clone(self.types.ctx);
        let properties = ctx.dictionary(parts.properties.iter().map(|(key, value)| (ctx.ident(key), *value)));
        let new = NewOp {
            successors: parts.successors,
            regions: parts.regions,
            properties,
            attributes,
            loc,
            ..NewOp::named(&ctx, ctx.ident(name))
        };
        let op = self.program.build(&new, parts.operands, parts.results, InsertPoint::End(block));
        self.visible.extend(self.program.results(op));
        Ok(op)
    }

    /// A visible value of a type, made on the spot where there is none.
    pub(crate) fn value(&mut self, block: BlockId, ty: TypeId) -> Result<ValueId> {
        let fitting: Vec<ValueId> =
            self.visible.iter().copied().filter(|value| self.program.value_type(*value) == ty).collect();
        if !fitting.is_empty() && !self.chance(8)? {
            // Nearby ones are more interesting than the oldest.
            let back = self.below(fitting.len().min(6))?;
            return Ok(fitting[fitting.len() - 1 - back]);
        }
        let op = self.push(block, "lab.source", Parts { results: &[ty], ..Parts::default() })?;
        // It was just made with one result.
        self.program.result(op, 0).ok_or(arbitrary::Error::IncorrectFormat)
    }

    fn any_value(&mut self, block: BlockId) -> Result<ValueId> {
        if self.visible.is_empty() || self.chance(6)? {
            let ty = self.types.any(self.bytes, self.types.config.type_depth)?;
            return self.value(block, ty);
        }
        let at = self.below(self.visible.len())?;
        Ok(self.visible[at])
    }

    pub(crate) fn any_values(&mut self, block: BlockId) -> Result<Vec<ValueId>> {
        let count = self.bytes.int_in_range(0..=self.types.config.list)?;
        (0..count).map(|_| self.any_value(block)).collect()
    }

    pub(crate) fn symbol(&mut self) -> Result<String> {
        self.symbols += 1;
        let name = self.bytes.choose(NAMES)?;
        Ok(format!("{name}{}", self.symbols))
    }

    /// Some operations.
    pub(crate) fn fill(&mut self, block: BlockId, count: usize, depth: usize) -> Result<()> {
        for _ in 0..count {
            if self.left == 0 {
                return Ok(());
            }
            self.left -= 1;
            if self.bytes.int_in_range(0..=2u8)? == 0 {
                self.unknown(block, depth)?;
            } else {
                known::operation(self, block, depth)?;
            }
        }
        Ok(())
    }

    /// An unknown operation of any shape.
    fn unknown(&mut self, block: BlockId, depth: usize) -> Result<()> {
        let operands = self.any_values(block)?;
        let results = match self.chance(12)? {
            true => vec![self.types.any(self.bytes, 1)?; self.below(40)?],
            false => self.types.list(self.bytes, self.types.config.type_depth)?,
        };
        let known = self.types.config.malformed && self.chance(4)?;
        let name = if known { known::any_name(self.bytes)? } else { *self.bytes.choose(OPS)? };
        // Of a known operation the reader takes only its own properties.
        let property = match !known && self.chance(4)? {
            true => Some(self.types.attributes().any(self.bytes, self.types.config.attribute_depth)?),
            false => None,
        };
        let properties: Vec<(&str, AttrId)> = property.iter().map(|value| ("property", *value)).collect();
        let regions = if depth > 0 { *self.bytes.choose(&[0, 0, 0, 1, 1, 2, 3])? } else { 0 };
        // What the regions use is visible before the operation's own results are.
        let before = self.visible.len();
        let parts = Parts {
            operands: &operands,
            results: &results,
            properties: &properties,
            regions,
            ..Parts::default()
        };
        let op = self.push(block, name, parts)?;
        let own = self.visible.split_off(before);
        // An unknown operation may be a symbol table: MLIR looks for no function beyond it.
        let functions = std::mem::take(&mut self.functions);
        for region in self.program.op_regions(op).to_vec() {
            self.free_region(region, depth - 1)?;
        }
        self.functions = functions;
        self.visible.extend(own);
        Ok(())
    }

    /// A region of an unknown operation: none, one or several blocks.
    fn free_region(&mut self, region: RegionId, depth: usize) -> Result<()> {
        match self.bytes.int_in_range(0..=4u8)? {
            0 => Ok(()),
            1 | 2 => {
                let types = self.types.list(self.bytes, 1)?;
                let mark = self.visible.len();
                let block = self.block(region, &types);
                let count = self.below(4)?;
                self.fill(block, count, depth)?;
                self.visible.truncate(mark);
                Ok(())
            }
            _ => self.graph(region, &[], depth, |maker, block| {
                let operands = maker.any_values(block)?;
                maker.push(block, "lab.end", Parts { operands: &operands, ..Parts::default() }).map(|_| ())
            }),
        }
    }

    /// A block whose arguments are visible from now on.
    pub(crate) fn block(&mut self, region: RegionId, arguments: &[TypeId]) -> BlockId {
        let block = self.program.add_block(region, assay_ir::data::Span::NONE);
        for ty in arguments {
            let value = self.program.add_argument(block, *ty, Pos::NONE);
            self.visible.push(value);
        }
        block
    }

    /// Blocks that each dominate all that were filled after them, in any order of text behind the entry. Each but
    /// the last goes on to the next one, and perhaps back; `end` closes the last one.
    pub(crate) fn graph(
        &mut self,
        region: RegionId,
        entry: &[TypeId],
        depth: usize,
        end: impl FnOnce(&mut Self, BlockId) -> Result<()>,
    ) -> Result<()> {
        let mark = self.visible.len();
        let count = self.bytes.int_in_range(1..=self.types.config.blocks)?;
        let mut blocks = Vec::with_capacity(count);
        for index in 0..count {
            let types = if index == 0 { entry.to_vec() } else { self.types.list(self.bytes, 1)? };
            let block = self.block(region, &types);
            // Its arguments are visible when it is filled, not before.
            let arguments = self.program.block(block).arguments.len();
            let all = self.visible.len();
            self.visible.truncate(all - arguments);
            blocks.push(block);
        }
        let mut end = Some(end);
        for (index, block) in blocks.iter().copied().enumerate() {
            let arguments = self.program.block(block).arguments.clone();
            self.visible.extend(arguments);
            let count = self.below(3)?;
            self.fill(block, count, depth)?;
            match blocks.get(index + 1) {
                Some(next) => {
                    let back = if index > 0 { Some(blocks[1 + self.below(index)?]) } else { None };
                    known::branch(self, block, *next, back)?;
                }
                None => {
                    if let Some(end) = end.take() {
                        end(self, block)?;
                    }
                }
            }
        }
        let mut order = blocks[1..].to_vec();
        for index in (1..order.len()).rev() {
            let other = self.below(index + 1)?;
            order.swap(index, other);
        }
        order.insert(0, blocks[0]);
        self.program.reorder_blocks(region, &order);
        if self.types.config.undominated {
            self.rewire(&order, true)?;
        }
        self.visible.truncate(mark);
        Ok(())
    }

    /// Lets some operands of these blocks be other values of these blocks, wherever they are defined; of the same
    /// type unless any will do.
    fn rewire(&mut self, blocks: &[BlockId], any: bool) -> Result<()> {
        let ops: Vec<OpId> = blocks.iter().flat_map(|block| self.program.ops_in(*block)).collect();
        let mut values: Vec<ValueId> = ops.iter().flat_map(|op| self.program.results(*op)).collect();
        if any {
            values.extend(blocks.iter().flat_map(|block| self.program.block(*block).arguments.clone()));
        }
        if values.is_empty() {
            return Ok(());
        }
        for op in ops {
            for slot in self.program.operand_ids(op) {
                if !self.chance(5)? {
                    continue;
                }
                let at = self.below(values.len())?;
                let old = self.program.value_type(self.program.operand_value(slot));
                if any || self.program.value_type(values[at]) == old {
                    self.program.set_operand(slot, values[at]);
                }
            }
        }
        Ok(())
    }

    /// An operation whose region sees nothing from outside: `inside` fills it.
    pub(crate) fn isolated(&mut self, inside: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let visible = std::mem::take(&mut self.visible);
        let result = inside(self);
        self.visible = visible;
        result
    }

    /// Input and result types of a function type.
    pub(crate) fn signature(&self, function: TypeId) -> (Vec<TypeId>, Vec<TypeId>) {
        match self.ctx().type_kind(function) {
            TypeKind::Function { inputs, results } => (inputs.to_vec(), results.to_vec()),
            _ => (Vec::new(), Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::text::{PrintOptions, print};

    use super::*;
    use crate::generate;

    fn text(seed: u64) -> String {
        let bytes = generate::bytes(seed, 4096);
        let program = program(&Context::new(), &ProgramConfig::VALID, &mut Unstructured::new(&bytes));
        print(&program.expect("bytes make a program"), &PrintOptions { generic: false, locations: true })
    }

    #[test]
    fn the_same_seed_gives_the_same_text() {
        for seed in 0..50 {
            assert_eq!(text(seed), text(seed));
        }
        assert_ne!(text(1), text(2));
    }

    #[test]
    fn no_bytes_make_a_small_program() {
        let program = program(&Context::new(), &ProgramConfig::ANY, &mut Unstructured::new(&[]));
        assert!(program.is_ok_and(|program| program.op_slots() < 10));
    }
}
