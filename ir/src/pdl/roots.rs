//! Where MLIR starts to match a pattern and how it reaches the other roots: candidate roots, the cost of
//! going from one to another through a shared value, and the cheapest tree over them. Follows
//! `PredicateTree.cpp` and `RootOrdering.cpp` of MLIR 22 step by step, because the choice can be observed.

use std::collections::{BTreeMap, VecDeque, hash_map};

use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::Pattern;
use super::views::{Operation, PdlOp, is_range};
use crate::data::{OpId, SmallMap, UnionFind, ValueId};

/// The order in which MLIR visits the roots of a pattern.
#[derive(Clone, Debug)]
pub struct RootOrder {
    /// The operation at which matching starts.
    pub anchor: OpId,
    /// How each further root is reached, in this order.
    pub edges: Vec<RootEdge>,
}

/// How one root is reached: from a value that was bound before, up through its users.
#[derive(Clone, Debug)]
pub struct RootEdge {
    /// The root, a `pdl.operation` value.
    pub target: ValueId,
    /// The value at which the way up begins.
    pub connector: ValueId,
    /// The way up; the last step arrives at the root.
    pub path: Vec<UpStep>,
}

/// One step from a value up to what uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpStep {
    /// The `pdl.operation` that uses the value, or the `pdl.result(s)` of the operation.
    pub parent: ValueId,
    /// Which operand, or which result; `None` is all of them.
    pub index: Option<u32>,
}

/// Why there is no order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOrder {
    /// The pattern matches no operation.
    Empty,
    /// More ways from one root to another than are looked at ([`MAX_EDGES`]).
    TooLarge,
    /// This `pdl.operation` cannot be reached through values. MLIR 22 refuses most such patterns
    /// (rule S120) and crashes on those that only a native constraint connects.
    Unreachable(OpId),
}

/// Ways from one root to another beyond which no order is looked for: their number grows with the square of that of the roots,
/// and so do time and memory, here as in MLIR.
pub const MAX_EDGES: usize = 6_000_000;

type Cost = (u32, u32);

#[derive(Clone, Copy)]
struct Entry {
    cost: Cost,
    connector: Option<ValueId>,
}

/// Edges by target, then source. Targets are kept in the order in which they were found, as in MLIR.
#[derive(Clone, Default)]
struct Graph(Vec<(ValueId, BTreeMap<ValueId, Entry>)>);

impl Graph {
    fn get(&self, target: ValueId) -> Option<&BTreeMap<ValueId, Entry>> {
        self.0.iter().find(|(node, _)| *node == target).map(|(_, edges)| edges)
    }
}

/// The way up from each value below one root.
type Parents = FxHashMap<ValueId, Option<UpStep>>;

/// The candidate roots in text order: matched operations whose results no other matched operation uses, and
/// the written root.
pub fn candidates(pattern: Pattern<'_>) -> Vec<ValueId> {
    let mut used = SmallMap::default();
    for operation in pattern.operations() {
        for operand in operation.operands() {
            if let Some(PdlOp::Result(result)) = pattern.definition(operand) {
                used.extend(result.parent().map(|parent| (parent, ())));
            }
        }
    }
    let root = pattern.rewrite().and_then(|rewrite| rewrite.root());
    let is_root = |value: &ValueId| root == Some(*value) || !used.contains(*value);
    pattern.operations().filter_map(Operation::value).filter(is_root).collect()
}

/// The order in which the roots of a pattern are visited.
///
/// # Errors
/// [`NoOrder`] when nothing is matched or a root cannot be reached.
pub fn order(pattern: Pattern<'_>) -> Result<RootOrder, NoOrder> {
    let roots = candidates(pattern);
    let written = pattern.rewrite().and_then(|rewrite| rewrite.root());
    if let [only] = roots[..]
        && written.is_none_or(|root| root == only)
    {
        let anchor = pattern.program.defining_op(only).ok_or(NoOrder::Empty)?;
        return Ok(RootOrder { anchor, edges: Vec::new() });
    }
    let (graph, parents) = cost_graph(pattern, &roots)?;
    let starts = match written {
        Some(root) => vec![root],
        None => roots.clone(),
    };
    let edges: usize = graph.0.iter().map(|(_, edges)| edges.len()).sum();
    if starts.len().saturating_mul(edges) > MAX_EDGES {
        return Err(NoOrder::TooLarge);
    }
    let mut best: Option<(u32, ValueId, FxHashMap<ValueId, ValueId>)> = None;
    for start in starts {
        let mut branching = FxHashMap::default();
        let cost = solve(graph.clone(), start, &mut branching)
            .map_err(|node| NoOrder::Unreachable(operation_of(pattern, node)))?;
        if let Some(lost) = roots.iter().find(|root| **root != start && !branching.contains_key(root)) {
            return Err(NoOrder::Unreachable(operation_of(pattern, *lost)));
        }
        if best.as_ref().is_none_or(|(least, ..)| *least > cost) {
            best = Some((cost, start, branching));
        }
    }
    let (_, start, branching) = best.ok_or(NoOrder::Empty)?;
    let anchor = pattern.program.defining_op(start).ok_or(NoOrder::Empty)?;
    let edges = pre_order(&roots, start, &branching)
        .into_iter()
        .filter_map(|(target, source)| {
            let connector = graph.get(target)?.get(&source)?.connector?;
            let slot = roots.iter().position(|root| *root == target)?;
            Some(RootEdge { target, connector, path: way_up(&parents[slot], connector)? })
        })
        .collect();
    Ok(RootOrder { anchor, edges })
}

impl Pattern<'_> {
    /// The operation at which MLIR starts to match and before which it puts created ones, as [`order`] has it: the root, or
    /// without one the cheapest candidate, ties to the first. `None` when nothing is matched. Found in proportion to the size of
    /// the pattern where the root is written.
    pub fn anchor(self) -> Option<OpId> {
        let Some(written) = self.rewrite().and_then(|rewrite| rewrite.root()) else {
            return order(self).ok().map(|order| order.anchor);
        };
        // A root leads to all that share a value with it, and so on.
        let roots = candidates(self);
        let mut groups = UnionFind::new(roots.len());
        let mut owners: FxHashMap<ValueId, usize> = FxHashMap::default();
        for (index, root) in roots.iter().enumerate() {
            let mut queue = Queue::from([(*root, None, 0)]);
            while let Some((value, ..)) = queue.pop_front() {
                match owners.entry(value) {
                    hash_map::Entry::Occupied(owner) => {
                        groups.join(index, *owner.get());
                    }
                    hash_map::Entry::Vacant(owner) => {
                        owner.insert(index);
                        push_below(self, value, 0, &mut queue);
                    }
                }
            }
        }
        let start = groups.find(roots.iter().position(|root| *root == written)?);
        let connected = (0..roots.len()).all(|root| groups.find(root) == start);
        connected.then(|| self.program.defining_op(written)).flatten()
    }
}

fn operation_of(pattern: Pattern<'_>, value: ValueId) -> OpId {
    pattern.program.defining_op(value).unwrap_or(pattern.op)
}

fn way_up(parents: &Parents, connector: ValueId) -> Option<Vec<UpStep>> {
    let mut path = Vec::new();
    let mut step = *parents.get(&connector)?;
    while let Some(up) = step {
        path.push(up);
        step = *parents.get(&up.parent)?;
    }
    Some(path)
}

/// Walks down from each root, breadth first, and joins the roots that meet in a value.
fn cost_graph(pattern: Pattern<'_>, roots: &[ValueId]) -> Result<(Graph, Vec<Parents>), NoOrder> {
    let mut all = Vec::new();
    let mut meetings: Vec<(ValueId, Vec<(ValueId, u32)>)> = Vec::new();
    let mut slots: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut ways = 0;
    for root in roots {
        let mut parents = Parents::default();
        let mut queue = VecDeque::from([(*root, None, 0u32)]);
        while let Some((value, up, depth)) = queue.pop_front() {
            if parents.contains_key(&value) {
                continue;
            }
            parents.insert(value, up);
            let slot = *slots.entry(value).or_insert_with(|| {
                meetings.push((value, Vec::new()));
                meetings.len() - 1
            });
            let others = &mut meetings[slot].1;
            ways += 2 * others.len();
            if ways > MAX_EDGES {
                return Err(NoOrder::TooLarge);
            }
            others.push((*root, depth));
            push_below(pattern, value, depth, &mut queue);
        }
        all.push(parents);
    }
    Ok((join(&meetings), all))
}

type Queue = VecDeque<(ValueId, Option<UpStep>, u32)>;

fn push_below(pattern: Pattern<'_>, value: ValueId, depth: u32, queue: &mut Queue) {
    match pattern.definition(value) {
        Some(PdlOp::Operation(operation)) => {
            let operands: Vec<ValueId> = operation.operands().collect();
            if let [only] = operands[..]
                && is_range(pattern.program, only)
            {
                queue.push_back((only, Some(UpStep { parent: value, index: None }), depth + 1));
                return;
            }
            for (index, operand) in operands.into_iter().enumerate() {
                let up = UpStep { parent: value, index: Some(index as u32) };
                queue.push_back((operand, Some(up), depth + 1));
            }
        }
        Some(PdlOp::Result(result)) => {
            if let Some(parent) = result.parent() {
                let up = UpStep { parent: value, index: result.index() };
                queue.push_back((parent, Some(up), depth));
            }
        }
        _ => {}
    }
}

fn join(meetings: &[(ValueId, Vec<(ValueId, u32)>)]) -> Graph {
    let mut graph = Graph::default();
    let mut slots: FxHashMap<ValueId, usize> = FxHashMap::default();
    let mut next = 0;
    for (value, roots) in meetings {
        for (p, _) in roots {
            for (q, depth) in roots {
                if p == q {
                    continue;
                }
                let slot = *slots.entry(*q).or_insert_with(|| {
                    graph.0.push((*q, BTreeMap::new()));
                    graph.0.len() - 1
                });
                let edges = &mut graph.0[slot].1;
                let entry = edges.entry(*p).or_insert_with(|| {
                    next += 1;
                    Entry { cost: (u32::MAX, next - 1), connector: None }
                });
                if entry.connector.is_none() || entry.cost.0 > *depth {
                    entry.cost.0 = *depth;
                    entry.connector = Some(*value);
                }
            }
        }
    }
    graph
}

/// Edmonds' algorithm as MLIR has it: fills the parent of each node and returns the cost, or the node that
/// nothing leads to.
fn solve(mut graph: Graph, root: ValueId, parents: &mut FxHashMap<ValueId, ValueId>) -> Result<u32, ValueId> {
    parents.clear();
    let mut total = 0;
    let nodes: Vec<ValueId> = graph.0.iter().map(|(node, _)| *node).collect();
    for start in nodes {
        let mut node = start;
        let mut depths: Vec<(ValueId, u32)> = Vec::new();
        while node != root && !parents.contains_key(&node) {
            let edges = graph.get(node).ok_or(node)?;
            let (source, entry) = edges.iter().min_by_key(|(_, entry)| entry.cost).ok_or(node)?;
            parents.insert(node, *source);
            depths.push((node, entry.cost.0));
            total += entry.cost.0;
            node = *source;
        }
        if depths.iter().any(|(seen, _)| *seen == node) {
            return break_cycle(&mut graph, root, node, &depths, parents);
        }
    }
    Ok(total)
}

fn break_cycle(
    graph: &mut Graph,
    root: ValueId,
    rep: ValueId,
    depths: &[(ValueId, u32)],
    parents: &mut FxHashMap<ValueId, ValueId>,
) -> Result<u32, ValueId> {
    let mut cycle = vec![rep];
    while let Some(next) = cycle.last().and_then(|node| parents.get(node)).filter(|next| **next != rep) {
        cycle.push(*next);
    }
    let depth = |node: ValueId| depths.iter().find(|(n, _)| *n == node).map_or(0, |(_, d)| *d);
    let contracted = contract(graph, &cycle, depth);
    let mut total = solve(std::mem::take(graph), root, parents)?;
    for (node, parent) in parents.iter_mut() {
        if *parent == rep {
            *parent = *contracted.source.get(node).unwrap_or(&rep);
        }
    }
    let parent = *parents.get(&rep).ok_or(rep)?;
    let entry = contracted.target.get(&parent).copied();
    for (slot, node) in cycle.iter().enumerate() {
        total += depth(*node);
        let next = cycle[(slot + 1) % cycle.len()];
        parents.insert(*node, if Some(*node) == entry { parent } else { next });
    }
    Ok(total)
}

/// Which node of the cycle an edge of the contracted graph really leaves or enters.
#[derive(Default)]
struct Contracted {
    source: FxHashMap<ValueId, ValueId>,
    target: FxHashMap<ValueId, ValueId>,
}

/// Puts the first node of a cycle in the place of all of them.
fn contract(graph: &mut Graph, cycle: &[ValueId], depth: impl Fn(ValueId) -> u32) -> Contracted {
    let mut contracted = Contracted::default();
    let mut incoming: BTreeMap<ValueId, Entry> = BTreeMap::new();
    let rep = cycle[0];
    let inside: FxHashSet<ValueId> = cycle.iter().copied().collect();
    graph.0.retain_mut(|(target, edges)| {
        if inside.contains(target) {
            for (source, entry) in edges.iter().filter(|(source, _)| !inside.contains(source)) {
                let cost = (entry.cost.0.saturating_sub(depth(*target)), entry.cost.1);
                if incoming.get(source).is_none_or(|known| known.cost > cost) {
                    contracted.target.insert(*source, *target);
                    incoming.insert(*source, Entry { cost, connector: None });
                }
            }
            return false;
        }
        // No two edges have one cost.
        let leaving = cycle.iter().filter_map(|source| Some((*source, edges.remove(source)?)));
        if let Some((source, entry)) = leaving.min_by_key(|(_, entry)| entry.cost) {
            edges.insert(rep, Entry { cost: entry.cost, connector: None });
            contracted.source.insert(*target, source);
        }
        true
    });
    graph.0.push((rep, incoming));
    contracted
}

/// The edges of the tree as (target, source), breadth first from the start.
fn pre_order(
    roots: &[ValueId],
    start: ValueId,
    parents: &FxHashMap<ValueId, ValueId>,
) -> Vec<(ValueId, ValueId)> {
    let mut reached = vec![start];
    let mut edges = Vec::new();
    let mut next = 0;
    while next < reached.len() {
        let source = reached[next];
        next += 1;
        for root in roots {
            if *root != start && parents.get(root) == Some(&source) {
                reached.push(*root);
                edges.push((*root, source));
            }
        }
    }
    edges
}
