//! Handles out of handles: parents, producers, consumers, values, and lists that are split, merged and selected.

use std::rc::Rc;

use assay_ir::data::{OpId, Program, ValueDef, ValueId};

use super::function_of;
use super::handles::Handle;
use super::interpret::{Interpreter, StepOutcome};
use super::kinds::isolated;
use super::payload::{GroupId, NodeId, Part, What};
use super::run::{Run, Step};
use super::text::{self, Role, chosen};

/// Operations that make handles out of handles.
const HANDLE_OPS: &[(&str, Step)] = &[
    ("transform.structured.match", |run, op| run.matched(op)),
    ("transform.get_parent_op", |run, op| run.parents(op)),
    ("transform.cast", |run, op| run.same(op)),
    ("transform.merge_handles", |run, op| run.merge(op)),
    ("transform.split_handle", |run, op| run.split(op)),
    ("transform.select", |run, op| run.select(op)),
    ("transform.replicate", |run, op| run.replicate(op)),
    ("transform.get_result", |run, op| run.results_of(op)),
    ("transform.get_operand", |run, op| run.operands_of(op)),
    ("transform.get_defining_op", |run, op| run.definitions(op)),
    ("transform.get_producer_of_operand", |run, op| run.producer(op)),
    ("transform.get_consumers_of_result", |run, op| run.consumers(op)),
    ("transform.match.structured.init", |run, op| run.structured_operands(op)),
    ("transform.match.structured.input", |run, op| run.structured_operands(op)),
    ("transform.match.structured.result", |run, op| run.consumers_or_values(op)),
];

impl Run<'_> {
    /// Runs an operation that makes handles out of handles; `None` for another one.
    pub(super) fn navigate(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        function_of(HANDLE_OPS, name).map(|step| step(self, op))
    }

    fn same(&mut self, op: OpId) -> StepOutcome {
        let values: Vec<ValueId> = self.program.operands(op).take(1).collect();
        self.bind_results(op, &values);
        StepOutcome::Goes
    }

    // --- parents --------------------------------------------------------------------------------------------

    fn parents(&mut self, op: OpId) -> StepOutcome {
        let parts = self.parts(op, 0);
        let steps = text::number(self.program, op, "nth_parent").unwrap_or(1).clamp(1, 64);
        let mut out = Vec::new();
        for part in parts {
            let mut at = Some(part);
            for _ in 0..steps {
                at = at.and_then(|part| self.parent_of(part, op));
            }
            match at {
                Some(parent) => out.push(parent),
                None if text::flag(self.program, op, "allow_empty_results") => break,
                None => {
                    self.give(op, 0, Vec::new());
                    return self.fails(op, "there is no such parent".to_owned());
                }
            }
        }
        if text::flag(self.program, op, "deduplicate") {
            let mut seen = Vec::new();
            out.retain(|part| {
                !seen.contains(part) && {
                    seen.push(*part);
                    true
                }
            });
        }
        self.give(op, 0, out);
        StepOutcome::Goes
    }

    fn parent_of(&mut self, part: Part, op: OpId) -> Option<Part> {
        let names = text::searched_names(self.program, op);
        let closed = text::flag(self.program, op, "isolated_from_above");
        let start = match part {
            Part::Op(node) => self.state.payload.node(node).parent,
            Part::Group(group) => {
                let group = self.state.payload.group(group);
                match group.inside {
                    Some(Part::Op(node)) => Some(node),
                    _ => Some(group.within),
                }
            }
        };
        let around: Vec<NodeId> = start
            .into_iter()
            .flat_map(|node| {
                std::iter::once(node).chain(self.state.payload.ancestors(node)).collect::<Vec<_>>()
            })
            .collect();
        let spread = matches!(part, Part::Group(_));
        for (index, node) in around.into_iter().enumerate() {
            match &self.state.payload.node(node).what {
                What::Op { name: Some(name), .. } => {
                    let named = names.as_ref().is_none_or(|names| names.contains(name));
                    let fits = named && (!closed || isolated(self.program.ctx().str(*name)) == Some(true));
                    // A group below an operation may have other operations in between.
                    let text = self.program.ctx().str(*name);
                    let alone = fits && !super::kinds::may_contain(text, text);
                    if spread && index == 0 && !alone {
                        return Some(self.unknown_parent(node, part, names));
                    }
                    if fits {
                        return Some(Part::Op(node));
                    }
                }
                What::Op { name: None, .. } => return Some(self.unknown_parent(node, part, names)),
                What::Cloud(contents) => {
                    let found = contents.filter(&names, self.program.ctx(), self.contracts);
                    let certain = names.as_ref().is_some_and(|names| names.len() == 1);
                    let closed = closed && certain.then_some(()).is_none();
                    if let Some(names) = found
                        && (certain || closed || names.is_none())
                    {
                        return Some(self.unknown_parent(node, part, names));
                    }
                }
            }
        }
        None
    }

    fn unknown_parent(&mut self, within: NodeId, part: Part, names: super::kinds::Names) -> Part {
        let group = self.state.payload.add_group(within, names);
        self.state.payload.group_mut(group).above = Some(part);
        Part::Group(group)
    }

    // --- lists ----------------------------------------------------------------------------------------------

    fn merge(&mut self, op: OpId) -> StepOutcome {
        let deduplicate = text::flag(self.program, op, "deduplicate");
        let mut parts: Vec<Part> = Vec::new();
        for value in self.program.operands(op).collect::<Vec<_>>() {
            let more = self.state.get(value).map_or_else(Vec::new, |handle| handle.parts.to_vec());
            for part in more {
                if !deduplicate || !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        self.give(op, 0, parts);
        StepOutcome::Goes
    }

    fn select(&mut self, op: OpId) -> StepOutcome {
        let names = text::searched_names(self.program, op);
        let mut parts = self.parts(op, 0);
        parts.retain(|part| super::kinds::meet(&self.state.payload.names(*part), &names));
        self.give(op, 0, parts);
        StepOutcome::Goes
    }

    fn replicate(&mut self, op: OpId) -> StepOutcome {
        let copies = self.exact(op, 0).map_or(2, |nodes| nodes.len());
        let values: Vec<ValueId> = self.program.operands(op).skip(1).collect();
        for (index, value) in values.into_iter().enumerate() {
            let Some(handle) = self.state.get(value).cloned() else { continue };
            let mut parts = Vec::new();
            for part in &*handle.parts {
                parts.extend(std::iter::repeat_n(*part, copies));
            }
            self.give(op, index, parts);
        }
        StepOutcome::Goes
    }

    fn split(&mut self, op: OpId) -> StepOutcome {
        let count = self.program.result_count(op);
        let flag = |name: &str, default: bool| match text::attr(self.program, op, name) {
            Some(attr) => text::integer(self.program, attr).map_or(default, |value| value != 0),
            None => default,
        };
        let param = self.program.operand(op, 0).is_some_and(|v| text::role(self.program, v) == Role::Param);
        if param {
            (0..count).for_each(|index| self.give(op, index, Vec::new()));
            return StepOutcome::Goes;
        }
        let overflow = text::number(self.program, op, "overflow_result");
        match self.exact(op, 0) {
            Some(nodes) => {
                let few = nodes.len() < count;
                let passed = nodes.is_empty() && flag("pass_through_empty_handle", true);
                let small = few && !passed && flag("fail_on_payload_too_small", true);
                let large = nodes.len() > count && overflow.is_none();
                if small || large {
                    (0..count).for_each(|index| self.give(op, index, Vec::new()));
                    let message = format!("{} operations are split into {count} handles", nodes.len());
                    return self.fails(op, message);
                }
                let overflow =
                    overflow.and_then(|index| usize::try_from(index).ok()).filter(|index| *index < count);
                let mut results = vec![Vec::new(); count];
                for (index, node) in nodes.into_iter().enumerate() {
                    // Without results there is nothing to take them.
                    let at = if index < count { index } else { overflow.unwrap_or(0) };
                    if let Some(result) = results.get_mut(at) {
                        result.push(Part::Op(node));
                    }
                }
                results.into_iter().enumerate().for_each(|(index, parts)| self.give(op, index, parts));
            }
            None => {
                let parts = self.parts(op, 0);
                for index in 0..count {
                    let shares = parts.iter().map(|part| self.share(*part, op, index)).collect();
                    self.give(op, index, shares);
                }
            }
        }
        StepOutcome::Goes
    }

    /// One of the shares into which a group is split.
    fn share(&mut self, part: Part, op: OpId, index: usize) -> Part {
        let Part::Group(whole) = part else { return part };
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        Part::Group(self.state.payload.add_share(whole, op, number))
    }

    // --- values ---------------------------------------------------------------------------------------------

    fn results_of(&mut self, op: OpId) -> StepOutcome {
        let parts = self.parts(op, 0);
        let values = self.values_of(op, |given, original| given.results(original).collect());
        self.give(op, 0, parts);
        self.give_values(op, values);
        StepOutcome::Goes
    }

    fn definitions(&mut self, op: OpId) -> StepOutcome {
        let parts = self.parts(op, 0);
        self.give(op, 0, parts);
        StepOutcome::Goes
    }

    /// The operation of the given program that a node still is.
    pub(super) fn original(&self, part: Part) -> Option<(&Program, OpId)> {
        let Part::Op(node) = part else { return None };
        let What::Op { payload: Some(op), .. } = self.state.payload.node(node).what else { return None };
        let untouched = self.state.payload.of_op(op) == Some(node) && !self.state.payload.is_shaken(node);
        Some((self.given.filter(|_| untouched)?, op))
    }

    fn owner(&self, given: &Program, value: ValueId) -> Option<Part> {
        let op = match given.value(value).def {
            ValueDef::Result(op, _) => op,
            ValueDef::Argument(block, _) => given.block_parent_op(block),
        };
        let node = self.state.payload.of_op(op)?;
        self.state.payload.node(node).alive.then_some(Part::Op(node))
    }

    /// Any operation in the nearest isolated operation around a part.
    fn nearby(&mut self, part: Part) -> Part {
        let place = self.state.payload.place(part);
        let mut around = vec![place];
        around.extend(self.state.payload.ancestors(place));
        let closed = |node: &NodeId| {
            let name = self.state.payload.name(*node);
            name.is_some_and(|name| isolated(self.program.ctx().str(name)) == Some(true))
        };
        let within = around.iter().copied().find(closed).unwrap_or(place);
        Part::Group(self.state.payload.add_group(within, None))
    }

    /// The values that a step chooses among those of the operations of its operand, where all are known.
    fn values_of(&self, op: OpId, of: impl Fn(&Program, OpId) -> Vec<ValueId>) -> Option<Rc<[ValueId]>> {
        let raw = text::integers(self.program, op, "raw_position_list").unwrap_or_default();
        let flag = |name| text::flag(self.program, op, name);
        let mut out = Vec::new();
        for part in self.parts(op, 0) {
            let (given, original) = self.original(part)?;
            let values = of(given, original);
            let positions = chosen(&raw, flag("is_inverted"), flag("is_all"), values.len()).ok()?;
            out.extend(positions.into_iter().filter_map(|at| values.get(at)));
        }
        Some(out.into())
    }

    fn give_values(&mut self, op: OpId, values: Option<Rc<[ValueId]>>) {
        if let Some(handle) = self.program.result(op, 0).and_then(|result| self.state.get_mut(result)) {
            handle.values = values;
        }
    }

    fn operands_of(&mut self, op: OpId) -> StepOutcome {
        let values = self.values_of(op, |given, original| given.operands(original).collect());
        self.give_owners(op, values);
        StepOutcome::Goes
    }

    fn structured_operands(&mut self, op: OpId) -> StepOutcome {
        self.give_owners(op, None);
        self.predicate(op)
    }

    /// Gives the operations that own values, any nearby where those are not known.
    fn give_owners(&mut self, op: OpId, values: Option<Rc<[ValueId]>>) {
        let owners: Option<Vec<Part>> = values
            .as_deref()
            .zip(self.given)
            .and_then(|(values, given)| values.iter().map(|value| self.owner(given, *value)).collect());
        let out = match owners {
            Some(owners) => owners,
            None => self.parts(op, 0).into_iter().map(|part| self.nearby(part)).collect(),
        };
        self.give(op, 0, out);
        self.give_values(op, values);
    }

    fn producer(&mut self, op: OpId) -> StepOutcome {
        let number = text::number(self.program, op, "operand_number").unwrap_or(0);
        let mut out = Vec::new();
        for part in self.parts(op, 0) {
            let value = self.original(part).and_then(|(given, original)| {
                let value = given.operand(original, usize::try_from(number).ok()?)?;
                Some((given.defining_op(value).is_some(), self.owner(given, value)?))
            });
            match value {
                Some((true, producer)) => out.push(producer),
                Some((false, _)) => {
                    self.give(op, 0, Vec::new());
                    return self
                        .fails(op, format!("operand {number} is a block argument: nothing produces it"));
                }
                None => out.push(self.nearby(part)),
            }
        }
        self.give(op, 0, out);
        StepOutcome::Goes
    }

    fn consumers(&mut self, op: OpId) -> StepOutcome {
        let number = text::number(self.program, op, "result_number").unwrap_or(0);
        let mut out = Vec::new();
        for part in self.parts(op, 0) {
            let users: Option<Vec<Part>> = self.original(part).and_then(|(given, original)| {
                let value = given.result(original, usize::try_from(number).ok()?)?;
                let users = given.uses(value).map(|slot| self.state.payload.of_op(given.operand_owner(slot)));
                users.map(|node| Some(Part::Op(node?))).collect()
            });
            match users {
                Some(parts) => out.extend(parts),
                None => out.push(self.nearby(part)),
            }
        }
        self.give(op, 0, out);
        StepOutcome::Goes
    }

    /// `match.structured.result` gives a value, or the operations that use it.
    fn consumers_or_values(&mut self, op: OpId) -> StepOutcome {
        let values = self.program.result(op, 0).is_some_and(|v| text::role(self.program, v) == Role::Values);
        let parts = self.parts(op, 0);
        let parts = if values { parts } else { parts.into_iter().map(|part| self.nearby(part)).collect() };
        self.give(op, 0, parts);
        self.predicate(op)
    }

    /// A group of the unknown operations that a step leaves.
    pub(super) fn fresh_group(&mut self, within: NodeId, names: super::kinds::Names) -> GroupId {
        let group = self.state.payload.add_group(within, names);
        let time = self.state.payload.time;
        let made = self.state.payload.group_mut(group);
        made.fresh = true;
        made.born = time;
        group
    }

    /// A handle that says nothing.
    pub(super) fn empty(&self, role: Role) -> Handle {
        Handle::from_parts(role, Vec::new())
    }
}
