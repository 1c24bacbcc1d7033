//! A payload as a program: goes through the matched operations in an order that their operands allow and decides
//! before each of them where it stands. Everything goes through one chooser.

use std::sync::Arc;

use assay_ir::data::{
    AttrId, AttrKind, BlockId, Context, Ident, InsertPoint, NewOp, OpId, Pos, Program, Span, TypeId,
    TypeKind, ValueId, known,
};

use super::classes::{Classes, Val};
use super::{Payload, Placement};
use crate::config::PayloadConfig;
use crate::generate::choose::Choose;
use crate::generate::pattern::Sketch;
use crate::generate::vocabulary::{LAB, ONCE, SCOPE, Vocabulary, is_terminator};

/// Why the choices make no payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cannot {
    /// What is to be one cannot be.
    Contradiction,
    /// An operation needs what is not visible any more where it has to stand.
    OutOfScope,
    /// A terminator does not fit where it has to stand.
    Terminator,
}

/// What a branch of the tree of places is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    /// One side of a fork; the other side is the block.
    Fork(BlockId),
    /// A region of an operation, and the block around that operation.
    Region(OpId, BlockId),
}

/// Where operations go at the moment.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) kind: Kind,
    /// Values that are visible in it and not around it.
    pub(super) values: Vec<Val>,
}

/// A program under construction.
pub(super) struct Builder<'a, C> {
    pub(super) ctx: &'a Arc<Context>,
    pub(super) words: &'a Vocabulary,
    pub(super) sketch: &'a Sketch,
    pub(super) config: &'a PayloadConfig,
    pub(super) dice: &'a mut C,
    pub(super) classes: Classes,
    pub(super) program: Program,
    pub(super) function: OpId,
    pub(super) entry: BlockId,
    pub(super) block: BlockId,
    /// Whether the current block has its terminator.
    pub(super) closed: bool,
    pub(super) scopes: Vec<Scope>,
    /// Payload value of each value, while it is visible.
    pub(super) made: Vec<Option<ValueId>>,
    /// Payload operation of each class.
    pub(super) ops: Vec<Option<OpId>>,
    /// Types that the function returns, once one of its terminators is there.
    pub(super) returns: Option<Vec<TypeId>>,
    /// Blocks of the function that want a terminator.
    pub(super) open: Vec<BlockId>,
    /// Uses that wait for the root.
    pub(super) before_root: Vec<Val>,
    /// Uses that follow the root.
    pub(super) after_root: Vec<Val>,
    /// Uses at the end, in another block.
    pub(super) at_end: Vec<Val>,
    /// What the last terminator of the function returns.
    pub(super) returned: Vec<Val>,
    pub(super) placements: u32,
}

/// Makes a payload from choices.
///
/// # Errors
/// When the choices make none.
pub fn build<C: Choose>(
    sketch: &Sketch,
    ctx: &Arc<Context>,
    words: &Vocabulary,
    config: &PayloadConfig,
    dice: &mut C,
) -> Result<Payload, Cannot> {
    let classes = Classes::choose(sketch, config, dice).ok_or(Cannot::Contradiction)?;
    let mut program = Program::new(ctx);
    let isolated = !config.executable && dice.one_in(12);
    let at = InsertPoint::End(if isolated { inner_module(&mut program) } else { program.top_block() });
    let function = program.create(&NewOp { regions: 1, ..NewOp::named(ctx, known::FUNC_FUNC) }, at);
    let entry = program.add_block(program.op_regions(function)[0], Span::NONE);
    let (values, nodes) = (classes.types.len(), sketch.nodes.len());
    let placements = classes.placements | if isolated { Placement::Isolated.bit() } else { 0 };
    let mut builder = Builder {
        ctx,
        words,
        sketch,
        config,
        dice,
        classes,
        program,
        function,
        entry,
        block: entry,
        closed: false,
        scopes: vec![Scope { kind: Kind::Function, values: Vec::new() }],
        made: vec![None; values],
        ops: vec![None; nodes],
        returns: None,
        open: Vec::new(),
        before_root: Vec::new(),
        after_root: Vec::new(),
        at_end: Vec::new(),
        returned: Vec::new(),
        placements,
    };
    builder.arguments();
    if config.graph {
        builder.unordered()?
    } else {
        builder.ordered()?
    }
    builder.finish()
}

/// The block of a module in the outermost one, which holds something else too: alone it would be read as outermost.
fn inner_module(program: &mut Program) -> BlockId {
    let ctx = Arc::clone(program.ctx());
    let at = InsertPoint::End(program.top_block());
    let module = program.create(&NewOp { regions: 1, ..NewOp::named(&ctx, known::BUILTIN_MODULE) }, at);
    program.create(&NewOp::named(&ctx, ctx.ident("lab.other")), at);
    program.add_block(program.op_regions(module)[0], Span::NONE)
}

impl<C: Choose> Builder<'_, C> {
    // ---- free operands

    /// Some free operands are arguments; the others are defined where they are needed first.
    fn arguments(&mut self) {
        for value in 0..self.classes.types.len() {
            let free = self.classes.find(value) == value && self.classes.defined[value].is_none();
            if free && !self.dice.one_in(3) {
                let ty = self.ty(value);
                self.made[value] = Some(self.program.add_argument(self.entry, ty, Pos::NONE));
            }
        }
    }

    pub(super) fn ty(&self, value: Val) -> TypeId {
        self.words.types[self.classes.types[value] as usize]
    }

    pub(super) fn flag(&mut self, placement: Placement) {
        self.placements |= placement.bit();
    }

    // ---- operations

    pub(super) fn create(
        &mut self,
        name: Ident,
        operands: &[ValueId],
        results: &[TypeId],
        successors: &[BlockId],
        regions: usize,
    ) -> OpId {
        let new = NewOp { successors, regions, ..NewOp::named(self.ctx, name) };
        self.program.build(&new, operands, results, InsertPoint::End(self.block))
    }

    pub(super) fn lab(&mut self, name: &str, operands: &[ValueId], results: &[TypeId]) -> OpId {
        let name = self.ctx.ident(name);
        self.create(name, operands, results, &[], 0)
    }

    /// `"lab.def"() : () -> ty`, or a parameter where the program is to be run.
    pub(super) fn define(&mut self, ty: TypeId) -> ValueId {
        if self.config.executable {
            return self.program.add_argument(self.entry, ty, Pos::NONE);
        }
        let op = self.lab("lab.def", &[], &[ty]);
        self.program.result(op, 0).expect("it was made with one result")
    }

    /// The payload value of a visible or free value; a free one that is not there yet is made.
    pub(super) fn value(&mut self, value: Val) -> Option<ValueId> {
        let value = self.classes.find(value);
        if let Some(made) = self.made[value] {
            return Some(made);
        }
        if self.classes.defined[value].is_some() {
            return None;
        }
        let ty = self.ty(value);
        let made = self.define(ty);
        self.flag(Placement::LateOperand);
        self.show(value, made);
        Some(made)
    }

    /// A value is visible from here on.
    pub(super) fn show(&mut self, value: Val, made: ValueId) {
        self.made[value] = Some(made);
        if let Some(scope) = self.scopes.last_mut() {
            scope.values.push(value);
        }
    }

    pub(super) fn is_ready(&self, node: usize) -> bool {
        self.classes.operands[node].iter().all(|value| {
            let value = self.classes.find(*value);
            self.made[value].is_some() || self.classes.defined[value].is_none()
        })
    }

    /// The matched operation itself, at the end of the current block.
    pub(super) fn matched(
        &mut self,
        node: usize,
        name: &str,
        successors: &[BlockId],
        regions: usize,
    ) -> Result<OpId, Cannot> {
        let operands: Option<Vec<ValueId>> =
            self.classes.operands[node].clone().into_iter().map(|value| self.value(value)).collect();
        let operands = operands.ok_or(Cannot::OutOfScope)?;
        let values = self.classes.results[node].clone();
        let results: Vec<TypeId> = values.iter().map(|value| self.ty(*value)).collect();
        let ident = self.ctx.ident(name);
        let op = self.create(ident, &operands, &results, successors, regions);
        for (value, made) in values.into_iter().zip(self.program.results(op)) {
            let value = self.classes.find(value);
            self.show(value, made);
        }
        self.ops[node] = Some(op);
        self.attributes(node, op);
        Ok(op)
    }

    fn attributes(&mut self, node: usize, op: OpId) {
        let marked = self.sketch.once && self.classes.class_of(self.sketch.marked()) == node;
        if self.classes.attributes[node].is_empty() && !marked {
            return;
        }
        let word = |at: u8| self.words.attributes[at as usize];
        let mut discardable: Vec<(Ident, AttrId)> = Vec::new();
        let mut properties: Vec<(Ident, AttrId)> = Vec::new();
        // What a spec prescribes has no name of ours.
        for (name, value) in &self.classes.attributes[node] {
            let entry = (self.ctx.ident(name), word(*value));
            let ours = matches!(*name, "k" | "l" | "m");
            if self.sketch.nodes[node].real && !ours {
                properties.push(entry)
            } else {
                discardable.push(entry)
            }
        }
        if marked {
            discardable.push((self.ctx.ident(ONCE), self.ctx.unit()));
        }
        self.program.set_attributes(op, self.ctx.dictionary(discardable));
        self.program.set_properties(op, self.ctx.dictionary(properties));
    }

    // ---- the whole

    fn ordered(&mut self) -> Result<(), Cannot> {
        let mut left: Vec<usize> =
            (0..self.sketch.nodes.len()).filter(|node| self.classes.class_of(*node) == *node).collect();
        let root = self.classes.class_of(self.sketch.marked());
        let mut first = true;
        while !left.is_empty() {
            self.cut(first);
            first = false;
            let ready: Vec<usize> = (0..left.len()).filter(|at| self.is_ready(left[*at])).collect();
            let at = self.dice.pick(&ready).copied().ok_or(Cannot::OutOfScope)?;
            let node = left.swap_remove(at);
            left.sort_unstable();
            if node == root {
                let waiting = std::mem::take(&mut self.before_root);
                self.use_all(waiting, Placement::UseBeforeRoot);
            }
            self.place(node, &mut left)?;
            if node == root && !self.closed {
                let waiting = std::mem::take(&mut self.after_root);
                self.use_all(waiting, Placement::UseAfterRoot);
            }
        }
        Ok(())
    }

    /// In a region without order: operations stand anywhere.
    fn unordered(&mut self) -> Result<(), Cannot> {
        self.flag(Placement::Graph);
        let name = self.ctx.ident("lab.graph");
        let op = self.create(name, &[], &[], &[], 1);
        let region = self.program.op_regions(op)[0];
        let outer = std::mem::replace(&mut self.block, self.program.add_block(region, Span::NONE));
        let mut left: Vec<usize> =
            (0..self.sketch.nodes.len()).filter(|node| self.classes.class_of(*node) == *node).collect();
        while !left.is_empty() {
            let at = (0..left.len()).find(|at| self.is_ready(left[*at])).ok_or(Cannot::Contradiction)?;
            let node = left.remove(at);
            let name = match self.sketch.nodes[node].name {
                Some(name) if is_terminator(name) => return Err(Cannot::Terminator),
                Some(name) => name,
                None => "lab.w",
            };
            let op = self.matched(node, name, &[], 0)?;
            if self.dice.one_in(2) {
                let results: Vec<ValueId> = self.program.results(op).collect();
                if !results.is_empty() {
                    self.lab("lab.use", &results, &[]);
                }
            }
        }
        let ops: Vec<OpId> = self.program.ops_in(self.block).collect();
        for op in &ops {
            let before = ops[self.dice.below(ops.len())];
            if before != *op && self.dice.one_in(2) {
                self.program.detach(*op);
                self.program.insert(*op, InsertPoint::Before(before));
            }
        }
        self.block = outer;
        Ok(())
    }

    fn finish(mut self) -> Result<Payload, Cannot> {
        while self.scopes.len() > 1 {
            self.leave();
        }
        self.end_function();
        self.sign();
        let ops: Option<Vec<OpId>> =
            (0..self.sketch.nodes.len()).map(|node| self.ops[self.classes.class_of(node)]).collect();
        let ops = ops.ok_or(Cannot::OutOfScope)?;
        if ops.iter().all(|op| self.program.op(*op).block == Some(self.entry)) {
            self.flag(Placement::OneBlock);
        }
        Ok(Payload { program: self.program, ops, placements: self.placements })
    }

    fn end_function(&mut self) {
        if !self.closed {
            let waiting = std::mem::take(&mut self.at_end);
            if !waiting.is_empty() && !self.config.graph {
                self.branch();
                self.use_all(waiting, Placement::UseInOtherBlock);
            }
            let returned = std::mem::take(&mut self.returned);
            let values: Vec<ValueId> = match &self.returns {
                None => {
                    returned.into_iter().filter_map(|value| self.made[self.classes.find(value)]).collect()
                }
                Some(types) => types.clone().into_iter().map(|ty| self.define(ty)).collect(),
            };
            if self.returns.is_none() {
                if !values.is_empty() {
                    self.flag(Placement::UseByTerminator);
                }
                self.returns = Some(values.iter().map(|value| self.program.value_type(*value)).collect());
            }
            self.create(known::FUNC_RETURN, &values, &[], &[], 0);
        }
        for block in std::mem::take(&mut self.open) {
            self.block = block;
            let types = self.returns.clone().unwrap_or_default();
            let values: Vec<ValueId> = types.into_iter().map(|ty| self.define(ty)).collect();
            self.create(known::FUNC_RETURN, &values, &[], &[], 0);
        }
    }

    fn sign(&mut self) {
        let inputs: Box<[TypeId]> = self
            .program
            .block(self.entry)
            .arguments
            .iter()
            .map(|value| self.program.value_type(*value))
            .collect();
        let results = self.returns.clone().unwrap_or_default().into_boxed_slice();
        let ty = self.ctx.ty(TypeKind::Function { inputs, results });
        let entries =
            [(known::SYM_NAME, self.ctx.string_attr("f")), (known::FUNCTION_TYPE, self.ctx.type_attr(ty))];
        self.program.set_properties(self.function, self.ctx.dictionary(entries));
    }

    // ---- blocks and regions

    pub(super) fn new_block(&mut self) -> BlockId {
        let region = self.program.block(self.block).region;
        self.program.add_block(region, Span::NONE)
    }

    /// Ends the block with a branch into a new one; now and then a free operand becomes its argument.
    pub(super) fn branch(&mut self) {
        let next = self.new_block();
        let unmade = (0..self.classes.types.len()).find(|value| {
            self.classes.find(*value) == *value
                && self.classes.defined[*value].is_none()
                && self.made[*value].is_none()
        });
        let mut passed = Vec::new();
        if let Some(value) = unmade
            && self.dice.one_in(2)
        {
            let ty = self.ty(value);
            passed.push(self.define(ty));
            let argument = self.program.add_argument(next, ty, Pos::NONE);
            self.show(value, argument);
            self.flag(Placement::BlockArgument);
        }
        self.create(known::CF_BR, &passed, &[], &[next], 0);
        self.block = next;
    }

    /// Ends the block with a fork and goes into its first side.
    pub(super) fn fork(&mut self) {
        let condition = self.define(self.ctx.integer(1));
        let (here, there) = (self.new_block(), self.new_block());
        let op = self.create(known::CF_COND_BR, &[condition], &[], &[here, there], 0);
        let element = self.ctx.integer(32);
        let sizes = [1, 0, 0].map(|size| self.ctx.integer_attr(size, element));
        let sizes = self.ctx.attr(AttrKind::DenseArray { element, values: Box::new(sizes) });
        self.program.set_properties(op, self.ctx.dictionary([(known::OPERAND_SEGMENT_SIZES, sizes)]));
        self.scopes.push(Scope { kind: Kind::Fork(there), values: Vec::new() });
        self.block = here;
    }

    /// Opens `scf.execute_region`.
    pub(super) fn nest(&mut self) {
        let name = self.ctx.ident(SCOPE);
        let op = self.create(name, &[], &[], &[], 1);
        let region = self.program.op_regions(op)[0];
        self.scopes.push(Scope { kind: Kind::Region(op, self.block), values: Vec::new() });
        self.block = self.program.add_block(region, Span::NONE);
    }

    /// Leaves the innermost scope: what was made in it is not visible any more.
    pub(super) fn leave(&mut self) {
        let Some(scope) = self.scopes.pop() else { return };
        match scope.kind {
            Kind::Function => self.scopes.push(scope),
            Kind::Fork(other) => {
                self.end_side();
                self.block = other;
                self.closed = false;
                self.hide(&scope.values);
            }
            Kind::Region(_, around) => {
                if !self.closed {
                    self.create(known::SCF_YIELD, &[], &[], &[], 0);
                }
                self.block = around;
                self.closed = false;
                self.hide(&scope.values);
            }
        }
    }

    /// Ends one side of a fork; in a function with a return, in a region with a yield.
    fn end_side(&mut self) {
        if self.closed {
            return;
        }
        match self.region_depth() {
            0 => self.open.push(self.block),
            _ => {
                self.create(known::SCF_YIELD, &[], &[], &[], 0);
            }
        }
    }

    pub(super) fn region_depth(&self) -> usize {
        self.scopes.iter().filter(|scope| matches!(scope.kind, Kind::Region(..))).count()
    }

    fn hide(&mut self, values: &[Val]) {
        for value in values {
            self.made[*value] = None;
        }
    }

    /// Something of no spec that an operation without a name may be.
    pub(super) fn any_name(&mut self) -> &'static str {
        ["lab.w", LAB[0], LAB[1]][self.dice.below(3)]
    }
}
