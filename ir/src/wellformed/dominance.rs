//! Hierarchical dominance. A definition properly dominates a use when, after the use is lifted to the operation of the
//! definition's region that holds it, the definition's block dominates that block and, within one block of a region
//! with order, the definition comes first. In unreachable blocks any value may be used, as in MLIR 22.1.8;
//! what is defined in them dominates nothing reachable.

use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Checker, ViolationKind};
use crate::data::{BlockId, OpId, OperandId, Pos, Program, RegionId, Span, ValueDef, ValueId};

/// Dominator trees of the regions and orders of the blocks that were asked about, each made once.
#[derive(Default)]
pub(super) struct Dominance {
    /// Operations that the walk came to, by id: in a block whose owner it came to, it has been at all operations up
    /// to the current one.
    visited: Vec<bool>,
    regions: FxHashMap<RegionId, Tree>,
    blocks: FxHashSet<BlockId>,
    positions: FxHashMap<OpId, u32>,
}

/// The dominator tree of one region as intervals: a block dominates those whose interval lies in its own.
/// Unreachable blocks have none.
struct Tree(FxHashMap<BlockId, (u32, u32)>);

impl Tree {
    fn new(program: &Program, region: RegionId) -> Tree {
        let blocks = &program.region(region).blocks;
        let mut graph = DiGraph::<BlockId, ()>::with_capacity(blocks.len(), blocks.len());
        let nodes: FxHashMap<BlockId, NodeIndex> =
            blocks.iter().map(|block| (*block, graph.add_node(*block))).collect();
        for block in blocks {
            for successor in program.last_op(*block).map_or(&[][..], |op| program.successors(op)) {
                if let Some(to) = nodes.get(successor) {
                    graph.add_edge(nodes[block], *to, ());
                }
            }
        }
        match blocks.first() {
            Some(entry) => {
                let root = nodes[entry];
                Tree::number(&graph, root, &simple_fast(&graph, root))
            }
            None => Tree(FxHashMap::default()),
        }
    }

    fn number(graph: &DiGraph<BlockId, ()>, root: NodeIndex, dominators: &Dominators<NodeIndex>) -> Tree {
        let mut children: FxHashMap<NodeIndex, Vec<NodeIndex>> = FxHashMap::default();
        for node in graph.node_indices() {
            if let Some(parent) = dominators.immediate_dominator(node) {
                children.entry(parent).or_default().push(node);
            }
        }
        let mut intervals = FxHashMap::default();
        let mut clock = 0;
        let mut stack = vec![(root, false)];
        while let Some((node, done)) = stack.pop() {
            clock += 1;
            if done {
                if let Some((_, end)) = intervals.get_mut(&graph[node]) {
                    *end = clock;
                }
                continue;
            }
            intervals.insert(graph[node], (clock, clock));
            stack.push((node, true));
            stack.extend(children.get(&node).into_iter().flatten().map(|child| (*child, false)));
        }
        Tree(intervals)
    }

    fn is_reachable(&self, block: BlockId) -> bool {
        self.0.contains_key(&block)
    }

    /// Returns true when `above` dominates `below`, or `below` is unreachable.
    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        match (self.0.get(&above), self.0.get(&below)) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(above), Some(below)) => above.0 <= below.0 && below.1 <= above.1,
        }
    }
}

impl Dominance {
    pub(super) fn new(program: &Program) -> Dominance {
        Dominance { visited: vec![false; program.op_slots()], ..Dominance::default() }
    }

    /// Says that the walk, parents first and in text order, has come to an operation.
    pub(super) fn visit(&mut self, op: OpId) {
        self.visited[op.index()] = true;
    }

    fn was_visited(&self, op: OpId) -> bool {
        self.visited.get(op.index()).copied().unwrap_or(false)
    }

    /// Returns true when `first` is before `second` in `block`, which holds both; `second` is the operation that the walk
    /// is at, or holds it.
    fn before(&mut self, program: &Program, block: BlockId, first: OpId, second: OpId) -> bool {
        if self.was_visited(program.block_parent_op(block)) {
            return first != second && self.was_visited(first);
        }
        if self.blocks.insert(block) {
            self.positions.extend(program.ops_in(block).zip(0..));
        }
        self.positions.get(&first) < self.positions.get(&second)
    }

    fn tree(&mut self, program: &Program, region: RegionId) -> &Tree {
        self.regions.entry(region).or_insert_with(|| Tree::new(program, region))
    }

    fn is_reachable(&mut self, program: &Program, block: BlockId) -> bool {
        let region = program.block(block).region;
        program.region(region).blocks.first() == Some(&block)
            || self.tree(program, region).is_reachable(block)
    }
}

/// A block whose operations are checked.
#[derive(Clone, Copy)]
pub(super) struct Home {
    block: BlockId,
    reachable: bool,
    /// Definitions come before their uses.
    ordered: bool,
    /// The walk came to the operation around it, so that it comes to all of its operations in order.
    walked: bool,
}

impl Home {
    /// Returns true for a result of an operation of this block that `user`, the operation that the walk is at, may use. False
    /// says nothing.
    #[inline]
    fn defines_before(self, program: &Program, value: ValueId, user: OpId, dominance: &Dominance) -> bool {
        let ValueDef::Result(def, _) = program.value(value).def else { return false };
        let before = || self.walked && def != user && dominance.was_visited(def);
        program.op(def).block == Some(self.block)
            && !program.is_erased(def)
            && (!self.reachable || !self.ordered || before())
    }
}

/// How a use looks from the region of the definition.
enum Lifted {
    /// The operation of that region that is, or holds, the user.
    At(OpId, BlockId),
    /// An isolated operation is between them.
    Isolated(OpId),
    /// The user is not below that region.
    Elsewhere,
}

impl Checker<'_> {
    pub(super) fn operands(&mut self, op: OpId, dominance: &mut Dominance) {
        let program = self.program;
        let home = program.op(op).block.map(|block| self.home(block, dominance));
        let reachable = home.is_some_and(|home| home.reachable);
        for operand in program.operand_ids(op) {
            let value = program.operand_value(operand);
            if home.is_some_and(|home| home.defines_before(program, value, op, dominance)) {
                continue;
            }
            match self.defining_block(value) {
                Some(block) => self.operand(op, operand, value, block, reachable, dominance),
                None => self.null_operand(op, operand),
            }
        }
    }

    /// Facts about a block; in most programs the next operation is in the same one.
    fn home(&mut self, block: BlockId, dominance: &mut Dominance) -> Home {
        if let Some(home) = self.latest_home.filter(|home| home.block == block) {
            return home;
        }
        let program = self.program;
        let home = Home {
            block,
            reachable: dominance.is_reachable(program, block),
            ordered: self.has_order(program.block(block).region),
            walked: dominance.was_visited(program.block_parent_op(block)),
        };
        *self.latest_home.insert(home)
    }

    /// The block of a definition; `None` when it hangs in no program any more.
    fn defining_block(&self, value: ValueId) -> Option<BlockId> {
        match self.program.value(value).def {
            ValueDef::Result(op, _) => self.program.op(op).block.filter(|_| !self.program.is_erased(op)),
            ValueDef::Argument(block, _) => {
                (!self.program.is_erased(self.program.block_parent_op(block))).then_some(block)
            }
        }
    }

    fn null_operand(&mut self, op: OpId, operand: OperandId) {
        let index = self.program.operand_index(operand);
        let message = format!("null operand found: the definition of operand #{index} was erased");
        self.violate_at(op, self.operand_span(op, operand), ViolationKind::NullOperand(operand), message);
    }

    fn operand_span(&self, op: OpId, operand: OperandId) -> Span {
        match self.program.operand_pos(operand) {
            Pos::NONE => self.program.op(op).span,
            pos => Span { start: pos.0, end: pos.0 + 1 },
        }
    }

    fn operand(
        &mut self,
        op: OpId,
        operand: OperandId,
        value: ValueId,
        block: BlockId,
        reachable: bool,
        dominance: &mut Dominance,
    ) {
        let index = self.program.operand_index(operand);
        let span = self.operand_span(op, operand);
        let region = self.program.block(block).region;
        match self.lift(op, region) {
            Lifted::Isolated(isolated) => {
                let message = format!(
                    "using value defined outside the region: operand #{index} comes from outside of `{}`",
                    self.name_of(isolated)
                );
                let kind = ViolationKind::UseOfValueFromIsolatedParent { operand, isolated };
                self.violate_at(op, span, kind, message);
            }
            Lifted::At(user, user_block) => {
                if reachable && !self.dominates(value, block, user, user_block, dominance) {
                    self.not_dominated(op, operand, span);
                }
            }
            Lifted::Elsewhere if reachable => self.not_dominated(op, operand, span),
            Lifted::Elsewhere => {}
        }
    }

    fn not_dominated(&mut self, op: OpId, operand: OperandId, span: Span) {
        let message = format!("operand #{} does not dominate this use", self.program.operand_index(operand));
        self.violate_at(op, span, ViolationKind::DominanceViolation(operand), message);
    }

    fn lift(&self, user: OpId, region: RegionId) -> Lifted {
        let mut current = user;
        loop {
            let Some(block) = self.program.op(current).block else { return Lifted::Elsewhere };
            let here = self.program.block(block).region;
            if here == region {
                return Lifted::At(current, block);
            }
            let owner = self.program.region(here).op;
            if self.registry.op(self.program.op(owner).name).is_some_and(|spec| spec.traits.isolated) {
                return Lifted::Isolated(owner);
            }
            current = owner;
        }
    }

    fn dominates(
        &self,
        value: ValueId,
        block: BlockId,
        user: OpId,
        user_block: BlockId,
        dominance: &mut Dominance,
    ) -> bool {
        if block != user_block {
            let region = self.program.block(block).region;
            return dominance.tree(self.program, region).dominates(block, user_block);
        }
        match self.program.value(value).def {
            ValueDef::Argument(..) => true,
            ValueDef::Result(def, _) => {
                !self.has_order(self.program.block(block).region)
                    || dominance.before(self.program, block, def, user)
            }
        }
    }
}
