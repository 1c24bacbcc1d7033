//! Regions, branches, loops and calls: all paths are followed, and where they meet, each number is a choice by their conditions.

use assay_ir::data::{AttrKind, BlockId, OpId, RegionId, ValueId, known};
use assay_ir::ops;
use rustc_hash::FxHashMap;

use crate::any_state::OneIteration;
use crate::attributes::{counts, has_unit, integers};
use crate::loop_invariant::Bounds;
use crate::machine::{Run, SymbolicExecutor};
use crate::pointers;
use crate::state::{Contents, Item, State, View, chosen_all};
use crate::unsupported::EncodeError;
use assay_semantics::{Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::bits::signed;
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("cf.assert", assert),
    ("func.call", call),
    ("llvm.call", call),
    ("scf.execute_region", inline),
    ("memref.alloca_scope", inline),
    ("scf.for", loop_over_range),
    ("scf.if", branch),
    ("scf.index_switch", switch),
    ("scf.while", loop_while),
];

/// Conditions and operands of the destinations of a terminator with successors.
type Destinations =
    fn(&mut SymbolicExecutor<'_, '_>, OpId, &[Item]) -> Result<Vec<(TermId, Vec<Item>)>, EncodeError>;

const BRANCH_OPS: &[(&str, Destinations)] = &[
    ("cf.br", jump),
    ("llvm.br", jump),
    ("cf.cond_br", either),
    ("llvm.cond_br", either),
    ("cf.switch", |m, op, items| m.cases(op, items)),
    ("llvm.switch", |m, op, items| m.cases(op, items)),
];

fn jump(
    m: &mut SymbolicExecutor<'_, '_>,
    _: OpId,
    items: &[Item],
) -> Result<Vec<(TermId, Vec<Item>)>, EncodeError> {
    Ok(vec![(m.pool().boolean(true), items.to_vec())])
}

fn either(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    items: &[Item],
) -> Result<Vec<(TermId, Vec<Item>)>, EncodeError> {
    let condition = m.condition(op, 0)?;
    let not = m.pool().not(condition);
    let segments = counts(m, op, "operandSegmentSizes")?;
    let [_, first, _] = segments[..] else { return Err(m.unsupported(op)) };
    let (one, other) = items[1..].split_at_checked(first).ok_or_else(|| m.unsupported(op))?;
    Ok(vec![(condition, one.to_vec()), (not, other.to_vec())])
}

/// Terminators that leave their region with their operands.
fn leaves(name: &str) -> bool {
    ops::op(name).is_some_and(|record| {
        let returns = record.has("pure") || record.has_interface("RegionBranchTerminatorOpInterface");
        record.has("terminator") && returns && record.successors() == (0, false)
    })
}

/// Turns of a loop whose bounds are constants.
const CONSTANT_ITERATIONS: usize = 256;

/// A way out of a region.
pub(crate) struct Exit {
    state: State,
    values: Vec<Item>,
    /// The terminator.
    pub(crate) op: Option<OpId>,
}

/// A jump to a block.
struct Edge {
    block: BlockId,
    state: State,
    values: Vec<Item>,
    /// The values of all names where control leaves a block of a loop.
    names: Option<FxHashMap<ValueId, Item>>,
}

/// An operation that ends a block, but for those of the dialects that nothing here has an operation of.
pub(crate) fn ends_block(name: &str) -> bool {
    let unreachable = || ops::op(name).is_some_and(|record| record.fact("unreachable").is_some());
    leaves(name) || BRANCH_OPS.iter().any(|(one, _)| *one == name) || unreachable()
}

impl SymbolicExecutor<'_, '_> {
    /// Follows a region from its entry; all ways out of it.
    pub(crate) fn region(
        &mut self,
        region: RegionId,
        arguments: Vec<Item>,
    ) -> Result<Vec<Exit>, EncodeError> {
        let order = self.order(region);
        let Some(entry) = order.first().copied() else { return Ok(Vec::new()) };
        let number: FxHashMap<BlockId, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let is_back = |from: BlockId, to: BlockId| number.get(&to).is_some_and(|at| *at <= number[&from]);
        let after =
            |block: BlockId| self.program.last_op(block).map_or(&[][..], |op| self.program.successors(op));
        let loops = order.iter().any(|block| after(*block).iter().any(|next| is_back(*block, *next)));
        let mut exits = Vec::new();
        let mut edges =
            vec![Edge { block: entry, state: self.state.clone(), values: arguments, names: None }];
        // Each round takes one edge back more than the one before.
        for iteration in 0.. {
            let mut next = Vec::new();
            for block in &order {
                let (here, rest): (Vec<Edge>, Vec<Edge>) =
                    edges.into_iter().partition(|edge| edge.block == *block);
                edges = rest;
                if here.is_empty() {
                    continue;
                }
                self.enter(*block, here)?;
                for mut edge in self.block(*block, &mut exits)? {
                    // In a loop a block is left with other values each time.
                    edge.names = loops.then(|| self.values.clone());
                    if is_back(*block, edge.block) { next.push(edge) } else { edges.push(edge) }
                }
            }
            if next.is_empty() {
                break;
            }
            // A loop that surely has another iteration is followed like one with constant bounds.
            let sure = next.iter().all(|edge| self.encoder.pool.value(edge.state.path) == Some(1));
            if iteration >= self.encoder.iterations && !(sure && iteration < CONSTANT_ITERATIONS) {
                for edge in next {
                    self.state = edge.state;
                    self.cut_here();
                }
                break;
            }
            edges = next;
        }
        Ok(exits)
    }

    /// The blocks that control reaches, each before those that it goes on to but for loops.
    fn order(&self, region: RegionId) -> Vec<BlockId> {
        let Some(entry) = self.program.region(region).blocks.first().copied() else { return Vec::new() };
        let after =
            |block: BlockId| self.program.last_op(block).map_or(&[][..], |op| self.program.successors(op));
        let (mut done, mut seen) = (Vec::new(), vec![entry]);
        let mut stack = vec![(entry, 0)];
        while let Some((block, at)) = stack.pop() {
            match after(block).get(at) {
                None => done.push(block),
                Some(next) => {
                    stack.push((block, at + 1));
                    if !seen.contains(next) {
                        seen.push(*next);
                        stack.push((*next, 0));
                    }
                }
            }
        }
        done.reverse();
        done
    }

    /// Goes to a block by all edges that lead there.
    fn enter(&mut self, block: BlockId, edges: Vec<Edge>) -> Result<(), EncodeError> {
        let mut edges = edges.into_iter();
        let Some(Edge { mut state, mut values, mut names, .. }) = edges.next() else { return Ok(()) };
        for edge in edges {
            let condition = edge.state.path;
            values = self.chosen_items(condition, &edge.values, &values)?;
            if let (Some(known), Some(others)) = (&mut names, &edge.names) {
                self.chosen_names(condition, others, known);
            }
            state = self.chosen_state(edge.state, state);
        }
        self.state = state;
        if let Some(names) = names {
            self.values = names;
        }
        let arguments = self.program.block(block).arguments.clone();
        self.values.extend(arguments.into_iter().zip(values));
        Ok(())
    }

    /// Names by a condition; one that only one path has, or that names different memory, is not used behind.
    fn chosen_names(
        &mut self,
        condition: TermId,
        then: &FxHashMap<ValueId, Item>,
        names: &mut FxHashMap<ValueId, Item>,
    ) {
        let all = std::mem::take(names);
        for (name, otherwise) in all {
            let item = then.get(&name).map(|then| self.chosen_item(condition, then, &otherwise));
            if let Some(Ok(item)) = item {
                names.insert(name, item);
            }
        }
    }

    /// Follows the operations of a block; the edges out of it.
    fn block(&mut self, block: BlockId, exits: &mut Vec<Exit>) -> Result<Vec<Edge>, EncodeError> {
        let last = self.program.last_op(block);
        let mut next = self.program.first_op(block);
        while let Some(op) = next {
            let name = self.program.op_name(op);
            if Some(op) == last && (leaves(name) || !self.program.successors(op).is_empty()) {
                break;
            }
            if ops::op(name).is_some_and(|record| record.fact("unreachable").is_some()) {
                let yes = self.pool().boolean(true);
                self.undefined_if(yes);
                return Ok(Vec::new());
            }
            self.operation(op)?;
            next = self.program.next_op(op);
        }
        let Some(last) = next else {
            // A region that needs no terminator.
            exits.push(Exit { state: self.state.clone(), values: Vec::new(), op: None });
            return Ok(Vec::new());
        };
        if leaves(self.program.op_name(last)) {
            let values = self.items(last, 0)?;
            exits.push(Exit { state: self.state.clone(), values, op: Some(last) });
            return Ok(Vec::new());
        }
        self.edges(last)
    }

    /// The edges of a terminator with successors.
    fn edges(&mut self, op: OpId) -> Result<Vec<Edge>, EncodeError> {
        let successors = self.program.successors(op).to_vec();
        let items = self.items(op, 0)?;
        let name = self.program.op_name(op);
        let (_, destinations) =
            BRANCH_OPS.iter().find(|(one, _)| *one == name).ok_or_else(|| self.unsupported(op))?;
        let choices = destinations(self, op, &items)?;
        let mut out = Vec::new();
        for (block, (condition, values)) in successors.into_iter().zip(choices) {
            let mut state = self.state.clone();
            state.path = self.pool().and(state.path, condition);
            if self.pool().value(state.path) != Some(0) {
                out.push(Edge { block, state, values, names: None });
            }
        }
        Ok(out)
    }

    /// Conditions and operands of the destinations of a `cf.switch`, the default first.
    fn cases(&mut self, op: OpId, items: &[Item]) -> Result<Vec<(TermId, Vec<Item>)>, EncodeError> {
        let flag = self.deciding(op, 0)?;
        let numbers = match self.program.attr(op, self.ident("case_values")) {
            Some(_) => integers(self, op, "case_values")?,
            None => Vec::new(),
        };
        let default = *counts(self, op, "operandSegmentSizes")?.get(1).ok_or_else(|| self.unsupported(op))?;
        let sizes = counts(self, op, "case_operand_segments")?;
        let mut rest = items[1..].to_vec();
        let mut take = |count: usize| rest.drain(..count.min(rest.len())).collect::<Vec<Item>>();
        let first = take(default);
        let operands: Vec<Vec<Item>> = sizes.iter().map(|size| take(*size)).collect();
        if operands.len() != numbers.len() && !(numbers.len() == 1 && operands.len() > 1) {
            return Err(self.lacks_attribute(op));
        }
        let mut open = self.pool().boolean(true);
        let mut out = Vec::new();
        for (at, values) in operands.into_iter().enumerate() {
            let number = *numbers.get(at).or(numbers.first()).ok_or_else(|| self.lacks_attribute(op))?;
            let width = self.pool().width(flag);
            let number = self.pool().number(width, number as u128);
            let equal = self.pool().equal(flag, number);
            out.push((self.encoder.pool.and(open, equal), values));
            let not = self.pool().not(equal);
            open = self.pool().and(open, not);
        }
        out.insert(0, (open, first));
        Ok(out)
    }

    /// Goes on behind a region by all ways out of it; the values that it is left with, `None` where there is no way.
    pub(crate) fn join(&mut self, mut exits: Vec<Exit>) -> Result<Option<Vec<Item>>, EncodeError> {
        let is_taken = |pool: &TermArena, exit: &Exit| pool.value(exit.state.path) != Some(0);
        match exits.iter().any(|exit| is_taken(&self.encoder.pool, exit)) {
            true => exits.retain(|exit| is_taken(&self.encoder.pool, exit)),
            false => exits.truncate(1),
        }
        let mut exits = exits.into_iter();
        let Some(Exit { mut state, mut values, .. }) = exits.next() else {
            self.state.path = self.pool().boolean(false);
            return Ok(None);
        };
        for exit in exits {
            values = self.chosen_items(exit.state.path, &exit.values, &values)?;
            state = self.chosen_state(exit.state, state);
        }
        self.state = state;
        Ok(Some(values))
    }

    /// Joins and names the results of the operation that owns the region.
    fn join_to(&mut self, op: OpId, exits: Vec<Exit>) -> Result<(), EncodeError> {
        match self.join(exits)? {
            Some(values) => self.bind(op, values),
            None => {
                let blank = |machine: &mut Self, at| {
                    let layout = machine.blank_layout(op, at)?;
                    let poison = machine.poison(&layout);
                    let elements = vec![poison; layout.size()];
                    Ok(Item::Numbers(Value { shape: layout.shape, elements }))
                };
                let all = (0..self.program.result_count(op)).map(|at| blank(self, at));
                let all = all.collect::<Result<_, EncodeError>>()?;
                self.bind(op, all)
            }
        }
    }

    pub(crate) fn chosen_items(
        &mut self,
        condition: TermId,
        then: &[Item],
        otherwise: &[Item],
    ) -> Result<Vec<Item>, EncodeError> {
        then.iter().zip(otherwise).map(|(a, b)| self.chosen_item(condition, a, b)).collect()
    }

    fn chosen_item(&mut self, condition: TermId, then: &Item, otherwise: &Item) -> Result<Item, EncodeError> {
        match (then, otherwise) {
            (Item::Numbers(a), Item::Numbers(b)) if a.shape == b.shape => {
                let elements = chosen_all(self.pool(), condition, &a.elements, &b.elements);
                Ok(Item::Numbers(Value { shape: a.shape.clone(), elements }))
            }
            (Item::Numbers(_), Item::Numbers(_)) => Err(EncodeError::Extents),
            (Item::View(a), Item::View(b)) => {
                let offset = self.pool().choice(condition, a.offset, b.offset);
                let same = a.block == b.block && a.sizes == b.sizes && a.strides == b.strides;
                let start = self.pool().choice(condition, a.start, b.start);
                let view = View { start, offset, ..a.clone() };
                same.then_some(Item::View(view)).ok_or(EncodeError::Aliases)
            }
            (Item::Pointer(a), Item::Pointer(b)) => {
                self.chosen_pointer(condition, a, b).map(Item::Pointer).ok_or(EncodeError::Aliases)
            }
            (Item::Fields(a), Item::Fields(b)) if a.len() == b.len() => {
                Ok(Item::Fields(self.chosen_items(condition, a, b)?))
            }
            _ => Err(EncodeError::Aliases),
        }
    }

    pub(crate) fn chosen_state(&mut self, then: State, otherwise: State) -> State {
        let condition = then.path;
        let pool = self.pool();
        let path = pool.or(then.path, otherwise.path);
        let history = pool.choice(condition, then.history, otherwise.history);
        let mut memory = otherwise.memory;
        for (block, contents) in then.memory {
            let joined = match memory.get(&block) {
                // Made on one path alone.
                None => Contents { live: pool.and(condition, contents.live), ..contents },
                Some(other) => Contents::chosen(pool, condition, &contents, other),
            };
            memory.insert(block, joined);
        }
        State { path, history, memory }
    }
}

fn assert(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let holds = m.condition(op, 0)?;
    let fails = m.pool().not(holds);
    m.traps_if(fails);
    Ok(())
}

fn inline(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let exits = m.region(region, Vec::new())?;
    m.join_to(op, exits)
}

/// A function with a body, followed where it is called.
fn call(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let callee = m.program.attr(op, m.ident("callee")).map(|attr| m.program.ctx().attr_kind(attr));
    let Some(AttrKind::SymbolRef { root, nested }) = callee else { return Err(m.lacks_attribute(op)) };
    let name = m.program.ctx().str(*root).to_owned();
    let function = m.callee(&name).filter(|_| nested.is_empty());
    let is_function = |op: &OpId| matches!(m.program.op(*op).name, known::FUNC_FUNC | known::LLVM_FUNC);
    let function = function.filter(is_function);
    let Some(function) = function else { return Err(m.lacks_attribute(op)) };
    if m.encoder.is_unknown(&name) {
        return m.event(op, &name);
    }
    if m.callers.contains(&function) {
        return Err(EncodeError::Recursion(name));
    }
    let region = *m.program.op_regions(function).first().ok_or_else(|| m.unsupported(op))?;
    let mut arguments = m.items(op, 0)?;
    if let Ok(sizes) = counts(m, op, "operandSegmentSizes") {
        arguments.truncate(sizes.first().copied().unwrap_or(0));
    }
    if m.program.region(region).blocks.is_empty() {
        let known = pointers::library(m, op, &name, &arguments)?;
        return if known { Ok(()) } else { Err(EncodeError::Body(name)) };
    }
    m.callers.push(function);
    let exits = m.region(region, arguments)?;
    m.callers.pop();
    m.join_to(op, exits)
}

/// Each region under its condition; an empty one does nothing.
pub(crate) fn regions(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    choices: &[(TermId, usize)],
) -> Result<(), EncodeError> {
    let before = m.state.clone();
    let mut exits = Vec::new();
    for (condition, index) in choices {
        m.state = before.clone();
        m.state.path = m.encoder.pool.and(before.path, *condition);
        if m.encoder.pool.value(m.state.path) == Some(0) {
            continue;
        }
        let region = *m.program.op_regions(op).get(*index).ok_or_else(|| m.unsupported(op))?;
        match m.program.region(region).blocks.is_empty() {
            true => exits.push(Exit { state: m.state.clone(), values: Vec::new(), op: None }),
            false => exits.extend(m.region(region, Vec::new())?),
        }
    }
    m.join_to(op, exits)
}

fn branch(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let condition = m.condition(op, 0)?;
    let not = m.pool().not(condition);
    regions(m, op, &[(condition, 0), (not, 1)])
}

/// The first region is the default, then come the cases in order.
fn switch(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let flag = m.deciding(op, 0)?;
    let width = m.pool().width(flag);
    let mut open = m.pool().boolean(true);
    let mut choices = Vec::new();
    for (at, case) in integers(m, op, "cases")?.into_iter().enumerate() {
        let number = m.pool().number(width, case as u128);
        let equal = m.pool().equal(flag, number);
        choices.push((m.encoder.pool.and(open, equal), at + 1));
        let not = m.pool().not(equal);
        open = m.pool().and(open, not);
    }
    choices.push((open, 0));
    regions(m, op, &choices)
}

/// A loop over a range: a step that is not positive is undefined behaviour, and the loop ends where its induction variable would
/// leave its type.
fn loop_over_range(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let unsigned = has_unit(m, op, "unsignedCmp");
    let (lower, upper, step) = (m.deciding(op, 0)?, m.deciding(op, 1)?, m.deciding(op, 2)?);
    let zero = {
        let width = m.pool().width(step);
        m.pool().zero(width)
    };
    let idle = match unsigned {
        true => m.pool().equal(step, zero),
        false => m.pool().compare(Compare::SLe, step, zero),
    };
    m.undefined_if(idle);
    let iterations = m.pool().not(idle);
    m.state.path = m.encoder.pool.and(m.state.path, iterations);
    let order = if unsigned { Compare::ULt } else { Compare::SLt };
    let carried = m.items(op, 3)?;
    over_range(m, op, &Bounds { lower, upper, step, order }, carried)
}

/// A loop over a range with a step that is positive.
pub(crate) fn over_range(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    bounds: &Bounds,
    mut carried: Vec<Item>,
) -> Result<(), EncodeError> {
    let Bounds { lower, upper, step, order } = *bounds;
    let known = [lower, upper, step].iter().all(|bound| m.encoder.pool.value(*bound).is_some());
    let most = if known { CONSTANT_ITERATIONS } else { m.encoder.iterations };
    if m.encoder.kept.on && !(known && iterations_at_most(m, [lower, upper, step], most)) {
        return m.keep_loop(op, bounds, &carried);
    }
    if m.encoder.any_states.is_some() && !(known && iterations_at_most(m, [lower, upper, step], most)) {
        return range_from_any_state(m, op, bounds, carried);
    }
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let mut at = lower;
    let mut exits = Vec::new();
    for iteration in 0.. {
        let below = m.pool().compare(order, at, upper);
        if !leave_unless(m, below, &carried, &mut exits) {
            break;
        }
        if iteration >= most {
            m.cut_here();
            break;
        }
        let induction = m.sound(at);
        let mut arguments = vec![Item::Numbers(Value { shape: None, elements: vec![induction] })];
        arguments.extend(carried);
        let iterations = m.region(region, arguments)?;
        let Some(values) = m.join(iterations)? else { break };
        carried = values;
        let next = m.pool().binary(Binary::Add, at, step);
        let wraps = m.pool().compare(order, next, at);
        let stays = m.pool().not(wraps);
        if !leave_unless(m, stays, &carried, &mut exits) {
            break;
        }
        at = next;
    }
    m.join_to(op, exits)
}

/// A loop over a range in steps of one: an induction variable below the bound has a successor.
fn range_from_any_state(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    bounds: &Bounds,
    carried: Vec<Item>,
) -> Result<(), EncodeError> {
    let Bounds { lower, upper, step, order } = *bounds;
    if m.encoder.pool.value(step) != Some(1) {
        return Err(m.unsupported(op));
    }
    let region = *m.program.op_regions(op).first().ok_or_else(|| m.unsupported(op))?;
    let number = |one: Scalar| Item::Numbers(Value { shape: None, elements: vec![one] });
    let mut initial = vec![number(m.sound(lower))];
    initial.extend(carried);
    m.loop_from_any_state(op, &initial, Some((upper, order)), |m, state| {
        let Some((Item::Numbers(induction), left)) = state.split_first() else {
            return Err(m.lacks_types(op));
        };
        let at = induction.elements[0].bits;
        let goes_on = m.pool().compare(order, at, upper);
        m.state.path = goes_on;
        let exits = m.region(region, state.clone())?;
        let values = m.join(exits)?.ok_or_else(|| m.unsupported(op))?;
        let next = m.pool().binary(Binary::Add, at, step);
        let mut behind = vec![number(m.sound(next))];
        behind.extend(values);
        Ok(OneIteration { goes_on, left: left.to_vec(), next: behind })
    })
}

/// Tells if a loop with bounds that are known makes no more iterations than this.
fn iterations_at_most(m: &SymbolicExecutor<'_, '_>, bounds: [TermId; 3], most: usize) -> bool {
    let pool = &m.encoder.pool;
    let known = |bound| pool.value(bound).map(|value| signed(value, pool.width(bound)));
    let [lower, upper, step] = bounds.map(known);
    match (lower, upper, step) {
        (Some(lower), Some(upper), Some(step)) => {
            step > 0 && (upper.saturating_sub(lower)) / step <= most as i128
        }
        _ => false,
    }
}

/// Leaves a loop where a condition does not hold; false where it never holds.
fn leave_unless(
    m: &mut SymbolicExecutor<'_, '_>,
    condition: TermId,
    carried: &[Item],
    exits: &mut Vec<Exit>,
) -> bool {
    let path = m.state.path;
    let not = m.pool().not(condition);
    let out = m.pool().and(path, not);
    if m.encoder.pool.value(out) != Some(0) {
        let state = State { path: out, ..m.state.clone() };
        exits.push(Exit { state, values: carried.to_vec(), op: None });
    }
    m.state.path = m.encoder.pool.and(path, condition);
    m.encoder.pool.value(m.state.path) != Some(0)
}

/// The first region decides, the second is the body.
fn loop_while(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [first, second] = m.program.op_regions(op) else { return Err(m.unsupported(op)) };
    let (first, second) = (*first, *second);
    let mut carried = m.items(op, 0)?;
    if m.encoder.any_states.is_some() {
        return m.loop_from_any_state(op, &carried, None, |m, state| {
            let decided = m.region(first, state)?;
            let ended = decided.first().and_then(|exit| exit.op);
            let (Some(ended), 1) = (ended, decided.len()) else { return Err(m.lacks_types(op)) };
            let values = m.join(decided)?.ok_or_else(|| m.unsupported(op))?;
            let goes_on = m.condition(ended, 0)?;
            let left = values[1..].to_vec();
            m.state.path = m.encoder.pool.and(m.state.path, goes_on);
            let exits = m.region(second, left.clone())?;
            let next = m.join(exits)?.ok_or_else(|| m.unsupported(op))?;
            Ok(OneIteration { goes_on, left, next })
        });
    }
    let mut exits = Vec::new();
    for iteration in 0.. {
        let decided = m.region(first, carried)?;
        let ended = decided.first().and_then(|exit| exit.op);
        let (Some(ended), 1) = (ended, decided.len()) else { return Err(m.lacks_types(op)) };
        let Some(values) = m.join(decided)? else { break };
        let goes_on = m.condition(ended, 0)?;
        let values = values[1..].to_vec();
        if !leave_unless(m, goes_on, &values, &mut exits) {
            break;
        }
        if iteration >= m.encoder.iterations {
            m.cut_here();
            break;
        }
        let iterations = m.region(second, values)?;
        let Some(values) = m.join(iterations)? else { break };
        carried = values;
    }
    m.join_to(op, exits)
}
