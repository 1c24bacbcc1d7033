//! Operations with regions and callees, run as MLIR's interpreter runs them.

use assay_ir::data::OpId;
use assay_ir::rule::Rule;

use super::alias::MayMust;
use super::function_of;
use super::handles::Handle;
use super::interpret::{Interpreter, StepOutcome};
use super::kinds::isolated;
use super::payload::{NodeId, Part, What};
use super::run::{Run, Step};
use super::text::{self, Role};

/// Iterations of one `foreach` that are run one by one.
const ITERATIONS: usize = 256;
/// Operations of the payload that matchers are tried on one by one.
const MATCHED: usize = 4096;

/// Operations with regions or callees.
const CONTROL_OPS: &[(&str, Step)] = &[
    ("transform.sequence", |run, op| run.sequence(op)),
    ("transform.with_pdl_patterns", |run, op| run.sequence(op)),
    ("transform.include", |run, op| run.include(op)),
    ("transform.foreach", |run, op| run.foreach(op)),
    ("transform.foreach_match", |run, op| run.foreach_match(op)),
    ("transform.collect_matching", |run, op| run.collect_matching(op)),
    ("transform.alternatives", |run, op| run.alternatives(op)),
    ("transform.tune.alternatives", |run, op| run.tuned(op)),
    ("transform.match.structured", |run, op| run.match_structured(op)),
    ("transform.named_sequence", |_, _| StepOutcome::Goes),
];

impl Run<'_> {
    /// Runs an operation with regions or callees; `None` for another one.
    pub(super) fn control(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        function_of(CONTROL_OPS, name).map(|step| step(self, op))
    }

    // --- foreach --------------------------------------------------------------------------------------------

    fn foreach(&mut self, op: OpId) -> StepOutcome {
        let Some(block) = text::body(self.program, op) else { return StepOutcome::Goes };
        let targets = self.operand_handles(op);
        let known = |handle: &Handle| handle.parts.iter().all(|part| matches!(part, Part::Op(_)));
        let ops = targets.iter().all(|handle| handle.role != Role::Param);
        if targets.iter().all(known) && ops && targets.iter().all(|handle| handle.parts.len() <= ITERATIONS) {
            return self.each(op, block, &targets);
        }
        // Two iterations: what the first one consumes meets what the second one uses.
        let mut results = vec![Vec::new(); self.program.result_count(op)];
        let mut flow = StepOutcome::Goes;
        let shortest = text::flag(self.program, op, "with_zip_shortest");
        self.partial += u32::from(shortest);
        for _ in 0..2 {
            self.bind_arguments(block, &targets);
            let body = self.block(block, false);
            self.collect(block, &mut results);
            if body != StepOutcome::Goes {
                flow = body;
            }
            if matches!(flow, StepOutcome::Fails(_) | StepOutcome::Stops) {
                break;
            }
        }
        self.partial -= u32::from(shortest);
        self.give_all(op, results);
        flow
    }

    // --- matchers -------------------------------------------------------------------------------------------

    /// The operations that matchers are tried on, where all of them are known.
    fn candidates(&self, op: OpId, skip_root: bool) -> Option<Vec<NodeId>> {
        let mut all = Vec::new();
        for root in self.exact(op, 0)? {
            for node in self.state.payload.post_order(root) {
                if matches!(self.state.payload.node(node).what, What::Cloud(_)) {
                    return None;
                }
                if !(skip_root && node == root) {
                    all.push(node);
                }
            }
        }
        (all.len() <= MATCHED).then_some(all)
    }

    fn foreach_match(&mut self, op: OpId) -> StepOutcome {
        let pairs = self.pairs(op);
        let forwarded: Vec<Handle> = self.operand_handles(op).into_iter().skip(1).collect();
        let mut results = vec![Vec::new(); self.program.result_count(op)];
        let mut out = StepOutcome::Goes;
        let known = self.candidates(op, !text::flag(self.program, op, "restrict_root"));
        let candidates = match &known {
            Some(nodes) => nodes.iter().map(|node| Part::Op(*node)).collect(),
            None => self.anything_in(op),
        };
        for part in candidates {
            if matches!(part, Part::Op(node) if !self.state.payload.node(node).alive) {
                continue;
            }
            for (matcher, action) in &pairs {
                let mut handles = vec![Handle::from_parts(Role::Ops, vec![part])];
                handles.extend(forwarded.iter().cloned());
                let Some((flow, block)) = self.call(*matcher, &handles, false) else { continue };
                if matches!(flow, StepOutcome::Fails(_) | StepOutcome::Stops) {
                    continue;
                }
                let values = text::yielded(self.program, block);
                let handles: Vec<Handle> = values.into_iter().map(|value| self.handle(value)).collect();
                // An action runs to its end behind a failure, and the whole fails then.
                if let Some((action, block)) = self.call(*action, &handles, true) {
                    self.collect(block, results.get_mut(1..).unwrap_or_default());
                    out = match (out, action) {
                        (_, StepOutcome::Stops) => return StepOutcome::Stops,
                        (StepOutcome::Goes, StepOutcome::Fails(at))
                            if flow == StepOutcome::Goes && known.is_some() =>
                        {
                            StepOutcome::Fails(at)
                        }
                        (StepOutcome::Goes, StepOutcome::Fails(at) | StepOutcome::MayFail(at)) => {
                            StepOutcome::MayFail(at)
                        }
                        (out, _) => out,
                    };
                }
                if flow == StepOutcome::Goes && known.is_some() {
                    break;
                }
            }
        }
        if let Some(first) = results.first_mut() {
            *first = self.parts(op, 0);
        }
        self.give_all(op, results);
        out
    }

    fn collect_matching(&mut self, op: OpId) -> StepOutcome {
        let target = text::targets(self.program, op).first().copied();
        let matcher = target.and_then(|target| self.symbols.find(self.program, op, target));
        let mut results = vec![Vec::new(); self.program.result_count(op)];
        let known = self.candidates(op, false);
        let candidates = match &known {
            Some(nodes) => nodes.iter().map(|node| Part::Op(*node)).collect(),
            None => self.anything_in(op),
        };
        for part in candidates {
            let handles = [Handle::from_parts(Role::Ops, vec![part])];
            if let Some((flow, block)) = matcher.and_then(|matcher| self.call(matcher, &handles, false))
                && !matches!(flow, StepOutcome::Fails(_) | StepOutcome::Stops)
            {
                self.collect(block, &mut results);
            }
        }
        self.give_all(op, results);
        StepOutcome::Goes
    }

    /// Groups of unknown operations in the operations of the first operand.
    pub(super) fn anything_in(&mut self, op: OpId) -> Vec<Part> {
        let parts = self.parts(op, 0);
        let within = |part: &Part| match part {
            Part::Op(node) => *node,
            Part::Group(group) => self.state.payload.group(*group).within,
        };
        let places: Vec<NodeId> = parts.iter().map(within).collect();
        places.into_iter().map(|place| Part::Group(self.state.payload.add_group(place, None))).collect()
    }

    fn match_structured(&mut self, op: OpId) -> StepOutcome {
        let Some(block) = text::body(self.program, op) else { return StepOutcome::Goes };
        let handles = self.operand_handles(op);
        self.bind_arguments(block, &handles);
        let suppress = text::suppresses(self.program, op);
        let flow = match self.block(block, suppress) {
            StepOutcome::Fails(at) if suppress => StepOutcome::MayFail(at),
            flow => flow,
        };
        let values = text::yielded(self.program, block);
        self.bind_results(op, &values);
        let predicate = self.predicate(op);
        if flow == StepOutcome::Goes { predicate } else { flow }
    }

    // --- alternatives ---------------------------------------------------------------------------------------

    fn alternatives(&mut self, op: OpId) -> StepOutcome {
        let scope = match self.program.operand_count(op) {
            0 => vec![Part::Op(self.state.root)],
            _ => self.parts(op, 0),
        };
        let open = scope.iter().find_map(|part| match part {
            Part::Op(node) => self
                .state
                .payload
                .name(*node)
                .filter(|name| isolated(self.program.ctx().str(*name)) == Some(false)),
            Part::Group(_) => None,
        });
        if let Some(name) = open {
            self.spoil_results(op);
            let name = self.program.ctx().str(name);
            return self.stops(op, format!("the scope is `{name}`, which is not isolated from above"));
        }
        let mut uncertain = None;
        for region in self.program.op_regions(op) {
            let Some(block) = self.program.region(*region).blocks.first().copied() else { continue };
            let before = self.state.clone();
            self.state.open_frame();
            self.bind_arguments(block, &[Handle::from_parts(Role::Ops, scope.clone())]);
            self.around.failing.push(None);
            let flow = self.block(block, false);
            self.around.failing.pop();
            self.state.close_frame();
            match flow {
                StepOutcome::Goes if uncertain.is_none() => {
                    let values = text::yielded(self.program, block);
                    self.bind_results(op, &values);
                    return StepOutcome::Goes;
                }
                StepOutcome::Stops => {
                    self.state = before;
                    self.spoil_results(op);
                    return StepOutcome::Stops;
                }
                StepOutcome::Goes | StepOutcome::MayFail(_) => uncertain = Some(before),
                StepOutcome::Fails(_) => self.state = uncertain.clone().unwrap_or(before),
            }
            if flow == StepOutcome::Goes {
                break;
            }
            if let Some(before) = &uncertain {
                self.state = before.clone();
            }
        }
        match uncertain {
            Some(before) => {
                self.state = before;
                self.either(op, &scope);
                StepOutcome::Goes
            }
            None => {
                self.spoil_results(op);
                self.fails(op, "all alternatives fail".to_owned())
            }
        }
    }

    /// The state after one of several alternatives: the scope holds anything.
    fn either(&mut self, op: OpId, scope: &[Part]) {
        self.forgets_forms(op);
        self.state.payload.version += 1;
        let mut whole = Vec::new();
        for part in scope {
            if let Part::Op(node) = part {
                self.state.payload.clear(*node);
                self.state.payload.add(Some(*node), What::Cloud(super::kinds::Contents::any()));
                whole.push(Part::Group(self.state.payload.add_group(*node, None)));
            } else {
                whole.push(*part);
            }
        }
        for index in 0..self.program.result_count(op) {
            let mut parts = scope.to_vec();
            parts.extend(whole.iter().filter(|part| !scope.contains(part)));
            self.give(op, index, parts);
        }
    }

    fn spoil_results(&mut self, op: OpId) {
        for result in self.program.results(op).collect::<Vec<_>>() {
            let mut handle = Handle::from_parts(text::role(self.program, result), Vec::new());
            handle.poisoned = true;
            self.state.define(result, handle);
        }
    }

    fn tuned(&mut self, op: OpId) -> StepOutcome {
        let chosen = text::number(self.program, op, "selected_region_attr").or_else(|| {
            let handle = self.state.get(self.program.operand(op, 0)?)?;
            text::integer(self.program, handle.param?)
        });
        let regions = self.program.op_regions(op);
        if let Some(index) = chosen {
            let region = usize::try_from(index).ok().and_then(|index| regions.get(index));
            let Some(block) = region.and_then(|region| self.program.region(*region).blocks.first().copied())
            else {
                self.spoil_results(op);
                let message = format!("region {index} is selected, and there are {}", regions.len());
                self.report(Rule::C514, MayMust::Must, op, None, message, Vec::new());
                return StepOutcome::Stops;
            };
            let flow = self.block(block, false);
            let values = text::yielded(self.program, block);
            self.bind_results(op, &values);
            return flow;
        }
        if self.program.operand_count(op) == 0 {
            self.spoil_results(op);
            let message = "no region is selected".to_owned();
            self.report(Rule::C514, MayMust::Must, op, None, message, Vec::new());
            return StepOutcome::Stops;
        }
        let mut results = vec![Vec::new(); self.program.result_count(op)];
        self.partial += 1;
        for region in regions {
            if let Some(block) = self.program.region(*region).blocks.first().copied() {
                self.block(block, false);
                self.collect(block, &mut results);
            }
        }
        self.partial -= 1;
        self.give_all(op, results);
        StepOutcome::Goes
    }
}
