//! Handles out of handles: matches, parents, producers, consumers, values, and lists that are split, merged and selected; and the operations that
//! look at the payload, mark it, or move what does not change out of its loops.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::{Filter, text};
use assay_ir::data::{AttrId, Ident, OpId, ValueDef, ValueId};
use assay_ir::ops;

use super::machine::Run;
use super::state::{Follower, Part};
use crate::steps::hoist::{hoist, is_loop};

/// A function that runs a step.
type Step = fn(&mut Run<'_, '_>, OpId) -> StepOutcome;

const HANDLE_OPS: &[(&str, Step)] = &[
    ("transform.structured.match", |run, op| run.matched(op)),
    ("transform.get_parent_op", |run, op| run.parents(op)),
    ("transform.cast", |run, op| run.same(op)),
    ("transform.merge_handles", |run, op| run.merged(op)),
    ("transform.split_handle", |run, op| run.split(op)),
    ("transform.select", |run, op| run.selected(op)),
    ("transform.replicate", |run, op| run.replicated(op)),
    ("transform.get_result", |run, op| run.values_of(op, true)),
    ("transform.get_operand", |run, op| run.values_of(op, false)),
    ("transform.get_defining_op", |run, op| run.definitions(op)),
    ("transform.get_producer_of_operand", |run, op| run.producer(op)),
    ("transform.get_consumers_of_result", |run, op| run.consumers(op)),
    ("transform.annotate", |run, op| run.annotate(op)),
    ("transform.print", |run, op| run.print(op)),
    ("transform.debug.emit_remark_at", |run, op| run.remark(op)),
    ("transform.debug.emit_param_as_remark", |run, op| run.remark(op)),
    ("transform.verify", |_, _| StepOutcome::Goes),
    ("transform.apply_licm", |run, op| run.hoisted(op)),
];

impl Run<'_, '_> {
    /// Runs an operation that makes handles out of handles; `None` for another one.
    pub(super) fn navigate(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let step = HANDLE_OPS.iter().find(|(known, _)| *known == name)?.1;
        Some(step(self, op))
    }

    fn matched(&mut self, op: OpId) -> StepOutcome {
        let targets = self.ops(op, 0);
        let [target] = targets[..] else {
            let message = format!(
                "a match needs a handle to exactly one operation, and this one has {}",
                targets.len()
            );
            return self.stops(op, message);
        };
        let filter = Filter::read(self.script.program, op);
        let payload = &*self.payload;
        let found = payload.walk_post(target).filter(|one| filter.fits(payload, *one)).collect();
        self.give_ops(op, 0, found)
    }

    fn same(&mut self, op: OpId) -> StepOutcome {
        let parts = self.parts_of(op, 0);
        self.give(op, 0, parts);
        StepOutcome::Goes
    }

    fn parents(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let levels = text::number(program, op, "nth_parent").unwrap_or(1);
        let wanted = text::attr(program, op, "op_name").and_then(|name| text::string(program, name));
        let isolated = text::flag(program, op, "isolated_from_above");
        let fits = |run: &Self, one: OpId| {
            let named = wanted.is_none_or(|name| run.payload.op(one).name == name);
            let record = ops::op(run.payload.op_name(one));
            named && (!isolated || record.is_some_and(|record| record.has("isolated")))
        };
        let mut out: Vec<OpId> = Vec::new();
        for target in self.ops(op, 0) {
            let mut at = Some(target);
            for _ in 0..levels.max(1) {
                at = at.and_then(|one| self.payload.parent_op(one));
                while let Some(one) = at.filter(|one| !fits(self, *one)) {
                    at = self.payload.parent_op(one);
                }
            }
            match at {
                Some(parent) => out.push(parent),
                None if text::flag(program, op, "allow_empty_results") => {
                    return self.give_ops(op, 0, Vec::new());
                }
                None => return self.fails(op, "there is no such parent".to_owned()),
            }
        }
        if text::flag(program, op, "deduplicate") {
            let mut seen = rustc_hash::FxHashSet::default();
            out.retain(|one| seen.insert(*one));
        }
        self.give_ops(op, 0, out)
    }

    fn merged(&mut self, op: OpId) -> StepOutcome {
        let count = self.script.program.operand_count(op);
        let mut parts: Vec<Part> = (0..count).flat_map(|index| self.parts_of(op, index)).collect();
        if text::flag(self.script.program, op, "deduplicate") {
            let mut seen = rustc_hash::FxHashSet::default();
            parts.retain(|one| seen.insert(*one));
        }
        self.give(op, 0, parts);
        StepOutcome::Goes
    }

    fn split(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let (parts, count) = (self.parts_of(op, 0), program.result_count(op));
        let on = |name: &str| text::attr(program, op, name).is_none() || text::flag(program, op, name);
        let overflow = text::number(program, op, "overflow_result").and_then(|at| usize::try_from(at).ok());
        if parts.is_empty() && on("pass_through_empty_handle") {
            self.give_all(op, vec![Vec::new(); count]);
            return StepOutcome::Goes;
        }
        let small = parts.len() < count && on("fail_on_payload_too_small");
        if small || (parts.len() > count && overflow.is_none()) {
            let message = format!("the handle has {} parts, and there are {count} results", parts.len());
            return self.fails(op, message);
        }
        let excess = parts.len().saturating_sub(count);
        let mut rest = parts.into_iter();
        for index in 0..count {
            let take = 1 + if overflow == Some(index) { excess } else { 0 };
            let share = rest.by_ref().take(take).collect();
            self.give(op, index, share);
        }
        StepOutcome::Goes
    }

    fn selected(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let wanted = text::attr(program, op, "op_name").and_then(|name| text::string(program, name));
        let mut found = self.ops(op, 0);
        found.retain(|one| Some(self.payload.op(*one).name) == wanted);
        self.give_ops(op, 0, found)
    }

    fn replicated(&mut self, op: OpId) -> StepOutcome {
        let times = self.parts_of(op, 0).len();
        for index in 0..self.script.program.result_count(op) {
            let parts = self.parts_of(op, index + 1).repeat(times);
            self.give(op, index, parts);
        }
        StepOutcome::Goes
    }

    // --- values ---------------------------------------------------------------------------------------------

    fn values_of(&mut self, op: OpId, results: bool) -> StepOutcome {
        let program = self.script.program;
        let list = text::integers(program, op, "raw_position_list").unwrap_or_default();
        let (inverted, all) = (text::flag(program, op, "is_inverted"), text::flag(program, op, "is_all"));
        let mut out = Vec::new();
        for target in self.ops(op, 0) {
            let values: Vec<ValueId> = match results {
                true => self.payload.results(target).collect(),
                false => self.payload.operands(target).collect(),
            };
            match text::chosen(&list, inverted, all, values.len()) {
                Ok(positions) => out.extend(positions.into_iter().map(|at| Part::Value(values[at]))),
                Err(message) => return self.fails(op, message),
            }
        }
        self.give(op, 0, out);
        StepOutcome::Goes
    }

    fn definitions(&mut self, op: OpId) -> StepOutcome {
        let mut out = Vec::new();
        for part in self.parts_of(op, 0) {
            let Part::Value(value) = part else { continue };
            match self.payload.value(value).def {
                ValueDef::Result(by, _) => out.push(by),
                ValueDef::Argument(..) => {
                    return self.fails(op, "a block argument has no defining operation".to_owned());
                }
            }
        }
        self.give_ops(op, 0, out)
    }

    fn producer(&mut self, op: OpId) -> StepOutcome {
        let number = text::number(self.script.program, op, "operand_number").unwrap_or(0);
        let mut out = Vec::new();
        for target in self.ops(op, 0) {
            let operand = usize::try_from(number).ok().and_then(|at| self.payload.operand(target, at));
            let Some(operand) = operand else {
                return self.fails(op, format!("the operation has no operand {number}"));
            };
            match self.payload.value(operand).def {
                ValueDef::Result(by, _) => out.push(by),
                ValueDef::Argument(..) => {
                    return self
                        .fails(op, format!("operand {number} is a block argument: nothing produces it"));
                }
            }
        }
        self.give_ops(op, 0, out)
    }

    fn consumers(&mut self, op: OpId) -> StepOutcome {
        let number = text::number(self.script.program, op, "result_number").unwrap_or(0);
        let targets = self.ops(op, 0);
        let [target] = targets[..] else {
            if targets.is_empty() {
                return self.give_ops(op, 0, Vec::new());
            }
            return self.stops(op, format!("it takes one operation, and there are {}", targets.len()));
        };
        let result = usize::try_from(number).ok().and_then(|at| self.payload.result(target, at));
        let Some(result) = result else {
            return self.stops(op, format!("the operation has no result {number}"));
        };
        let users = self.payload.uses(result).map(|slot| self.payload.operand_owner(slot)).collect();
        self.give_ops(op, 0, users)
    }

    // --- marks and prints -----------------------------------------------------------------------------------

    fn annotate(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let Some(name) = text::attr(program, op, "name").and_then(|name| text::string(program, name)) else {
            return StepOutcome::Goes;
        };
        let params = self.attrs(op, 1);
        let has_param = program.operand_count(op) > 1;
        let value = match params[..] {
            [one] => one,
            _ if !has_param => program.ctx().unit(),
            _ => return self.stops(op, format!("it takes one parameter, and there are {}", params.len())),
        };
        let targets = self.ops(op, 0);
        for target in &targets {
            self.set_attribute(*target, name, value);
        }
        if !targets.is_empty() {
            self.tell(op, Some((0, 0)), Vec::new());
        }
        StepOutcome::Goes
    }

    fn set_attribute(&mut self, target: OpId, name: Ident, value: AttrId) {
        let ctx = std::sync::Arc::clone(self.payload.ctx());
        let others = ctx.entries(self.payload.op(target).attributes).iter().copied();
        let all: Vec<_> = others.filter(|(key, _)| *key != name).chain([(name, value)]).collect();
        self.payload.set_attributes(target, ctx.dictionary(all));
    }

    fn print(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let name = text::attr(program, op, "name").and_then(|name| text::string(program, name));
        let name = name.map_or("", |name| program.ctx().str(name));
        let targets = match program.operand_count(op) {
            0 => vec![self.payload.top()],
            _ => self.ops(op, 0),
        };
        let mut said = format!("[[[ IR printer: {name} ]]]\n");
        for target in targets {
            said.push_str(&assay_ir::text::print_op(self.payload, target, &Default::default()));
            said.push('\n');
        }
        self.observer.says(&said);
        StepOutcome::Goes
    }

    fn remark(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let message = text::attr(program, op, "message").and_then(|text| text::string(program, text));
        let mut said = message.map_or_else(String::new, |text| program.ctx().str(text).to_owned());
        let params = self.attrs(op, 0).into_iter();
        let params: Vec<String> = params.map(|attr| assay_ir::text::attr_text(program.ctx(), attr)).collect();
        if !params.is_empty() {
            said.push_str(&format!(" {}", params.join(", ")));
        }
        self.observer.says(&format!("remark: {}\n", said.trim()));
        StepOutcome::Goes
    }

    // --- invariant code -------------------------------------------------------------------------------------

    fn hoisted(&mut self, op: OpId) -> StepOutcome {
        let targets = self.ops(op, 0);
        if targets.iter().any(|target| !is_loop(self.payload, *target)) {
            // Other loops are known to `mlir-opt`.
            return self.foreign(op);
        }
        let mut follower = Follower::new(&mut self.state);
        let moved: usize = targets.iter().map(|target| hoist(self.payload, &mut follower, *target)).sum();
        if moved > 0 {
            self.tell(op, Some((0, 0)), Vec::new());
        }
        StepOutcome::Goes
    }
}
