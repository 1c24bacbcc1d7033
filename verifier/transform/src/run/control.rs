//! Operations with regions or callees: alternatives that are undone when they fail, iterations, and matchers with actions.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text::{self, Role};
use assay_ir::data::{BlockId, OpId};
use assay_ir::ops;

use super::machine::Run;
use super::state::{Handle, Part};

/// A function that runs a step.
type Step = fn(&mut Run<'_, '_>, OpId) -> StepOutcome;

const CONTROL_OPS: &[(&str, Step)] = &[
    ("transform.sequence", |run, op| run.sequence(op)),
    ("transform.include", |run, op| run.include(op)),
    ("transform.foreach", |run, op| run.foreach(op)),
    ("transform.foreach_match", |run, op| run.foreach_match(op)),
    ("transform.collect_matching", |run, op| run.collect_matching(op)),
    ("transform.alternatives", |run, op| run.alternatives(op)),
    ("transform.tune.alternatives", |run, op| run.chosen_region(op)),
];

impl Run<'_, '_> {
    /// Runs an operation with regions or callees; `None` for another one.
    pub(super) fn control(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let step = CONTROL_OPS.iter().find(|(known, _)| *known == name)?.1;
        Some(step(self, op))
    }

    fn foreach(&mut self, op: OpId) -> StepOutcome {
        let Some(block) = text::body(self.script.program, op) else { return StepOutcome::Goes };
        let targets = self.operand_handles(op);
        self.each(op, block, &targets)
    }

    // --- alternatives ---------------------------------------------------------------------------------------

    fn alternatives(&mut self, op: OpId) -> StepOutcome {
        let scope = match self.script.program.operand_count(op) {
            0 => self.whole(),
            _ => Handle::new(Role::Ops, self.parts_of(op, 0)),
        };
        let open = scope.parts.iter().find_map(|part| match part {
            Part::Op(op) => {
                let name = self.payload.op_name(*op);
                let isolated = ops::op(name).is_some_and(|record| record.has("isolated"));
                (!isolated).then(|| name.to_owned())
            }
            Part::Value(_) | Part::Param(_) => None,
        });
        if let Some(name) = open {
            return self.stops(op, format!("the scope is `{name}`, which is not isolated from above"));
        }
        for region in self.script.program.op_regions(op) {
            let Some(block) = self.script.program.region(*region).blocks.first().copied() else { continue };
            match self.tried(block, &scope) {
                StepOutcome::Fails(_) => {}
                StepOutcome::Stops => return StepOutcome::Stops,
                StepOutcome::Goes | StepOutcome::MayFail(_) => {
                    let values = text::yielded(self.script.program, block);
                    self.bind_results(op, &values);
                    return StepOutcome::Goes;
                }
            }
        }
        self.fails(op, "all alternatives fail".to_owned())
    }

    /// Runs one alternative; the program, the handles and the steps are as before where it fails.
    fn tried(&mut self, block: BlockId, scope: &Handle) -> StepOutcome {
        let before = self.payload.checkpoint();
        let (state, steps) = (self.state.clone(), self.observer.count());
        self.state.open_frame();
        self.bind_arguments(block, std::slice::from_ref(scope));
        self.around.failing.push(None);
        let flow = self.block(block, false);
        self.around.failing.pop();
        self.state.close_frame();
        match flow {
            StepOutcome::Fails(_) => {
                self.payload.rollback(before);
                self.state = state;
                self.observer.undone(steps);
            }
            _ => self.payload.commit(before),
        }
        flow
    }

    /// The region that was selected.
    fn chosen_region(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let written = text::number(program, op, "selected_region_attr");
        let param = self.attrs(op, 0).first().and_then(|attr| text::integer(program, *attr));
        let regions = program.op_regions(op);
        let chosen = self.choice(op).and_then(|choice| i64::try_from(choice).ok());
        let Some(index) = written.or(param).or(chosen) else {
            return self.stops(op, "no region is selected".to_owned());
        };
        let region = usize::try_from(index).ok().and_then(|index| regions.get(index));
        let Some(block) = region.and_then(|region| program.region(*region).blocks.first().copied()) else {
            return self.stops(op, format!("region {index} is selected, and there are {}", regions.len()));
        };
        let flow = self.block(block, false);
        let values = text::yielded(program, block);
        self.bind_results(op, &values);
        flow
    }

    // --- matchers -------------------------------------------------------------------------------------------

    /// The operations in the first operand, children first, without the roots where those are left out.
    fn candidates(&self, op: OpId, with_roots: bool) -> Vec<OpId> {
        let roots = self.ops(op, 0);
        let all = roots.iter().flat_map(|root| self.payload.walk_post(*root));
        all.filter(|one| with_roots || !roots.contains(one)).collect()
    }

    fn foreach_match(&mut self, op: OpId) -> StepOutcome {
        let pairs = self.pairs(op);
        let forwarded: Vec<Handle> = self.operand_handles(op).into_iter().skip(1).collect();
        let roots = self.parts_of(op, 0);
        let mut results = vec![Vec::new(); self.script.program.result_count(op)];
        let mut failed = None;
        for candidate in self.candidates(op, text::flag(self.script.program, op, "restrict_root")) {
            if self.payload.is_erased(candidate) {
                continue;
            }
            for (matcher, action) in &pairs {
                let mut handles = vec![Handle::new(Role::Ops, vec![Part::Op(candidate)])];
                handles.extend(forwarded.iter().cloned());
                let Some((flow, block)) = self.call(*matcher, &handles, false) else { continue };
                match flow {
                    StepOutcome::Stops => return StepOutcome::Stops,
                    StepOutcome::Fails(_) => continue,
                    StepOutcome::Goes | StepOutcome::MayFail(_) => {}
                }
                let values = text::yielded(self.script.program, block);
                let handles: Vec<Handle> = values.into_iter().map(|value| self.handle(value)).collect();
                // An action runs to its end behind a failure, and the whole fails then.
                if let Some((flow, block)) = self.call(*action, &handles, true) {
                    self.collect(block, results.get_mut(1..).unwrap_or_default());
                    match flow {
                        StepOutcome::Stops => return StepOutcome::Stops,
                        StepOutcome::Fails(at) => failed = Some(at),
                        StepOutcome::Goes | StepOutcome::MayFail(_) => {}
                    }
                }
                break;
            }
        }
        if let Some(first) = results.first_mut() {
            *first = roots;
        }
        self.give_all(op, results);
        failed.map_or(StepOutcome::Goes, StepOutcome::Fails)
    }

    fn collect_matching(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let target = text::targets(program, op).first().copied();
        let matcher = target.and_then(|target| self.script.symbols.find(program, op, target));
        let mut results = vec![Vec::new(); program.result_count(op)];
        for candidate in self.candidates(op, true) {
            let handles = [Handle::new(Role::Ops, vec![Part::Op(candidate)])];
            match matcher.and_then(|matcher| self.call(matcher, &handles, false)) {
                Some((StepOutcome::Stops, _)) => return StepOutcome::Stops,
                Some((StepOutcome::Goes, block)) => self.collect(block, &mut results),
                _ => {}
            }
        }
        self.give_all(op, results);
        StepOutcome::Goes
    }
}
