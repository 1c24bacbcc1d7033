//! Steps of MLIR on loops, dead code, common subexpressions: where what they make is known here they run in this process, else by `mlir-opt`. Those that MLIR does
//! without a look at accesses to memory are refused first where they change the order of these.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text;
use assay_ir::data::{OpId, Program};
use assay_ir::ops;
use assay_ir::rewrite::Listener;
use assay_ir::strategy::Refusal;

use super::machine::Run;
use super::state::Follower;
use crate::counted::{Counted, is_outside};
use crate::order::{self, Policy, Reorder};
use crate::steps::own::Edit;
use crate::steps::upstream;

/// A function that runs a step.
type Step = fn(&mut Run<'_, '_>, OpId) -> StepOutcome;

/// Erases operations in one; their number, `None` where it is not known which.
type Erase = fn(&mut Program, &mut dyn Listener, OpId) -> Option<usize>;

const UPSTREAM_OPS: &[(&str, Step)] = &[
    ("transform.loop.unroll", |run, op| run.unrolled(op)),
    ("transform.loop.peel", |run, op| run.peeled(op)),
    ("transform.loop.promote_if_one_iteration", |run, op| run.promoted(op)),
    ("transform.apply_dce", |run, op| run.erased(op, upstream::erase_dead)),
    ("transform.apply_cse", |run, op| run.erased(op, upstream::erase_common)),
    ("transform.loop.unroll_and_jam", |run, op| run.jammed(op)),
    ("transform.loop.fuse_sibling", |run, op| run.fused(op)),
];

impl Run<'_, '_> {
    /// Runs a step of MLIR that is known here; `None` for another one.
    pub(super) fn upstream(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let step = UPSTREAM_OPS.iter().find(|(known, _)| *known == name)?.1;
        Some(step(self, op))
    }

    fn unrolled(&mut self, op: OpId) -> StepOutcome {
        let factor = i128::from(text::number(self.script.program, op, "factor").unwrap_or(0));
        let targets = self.ops(op, 0);
        if !targets.iter().all(|target| upstream::is_unrolled(self.payload, *target, factor)) {
            return self.foreign(op);
        }
        self.edited(op, |edit| targets.iter().for_each(|target| upstream::unroll(edit, *target, factor)));
        StepOutcome::Goes
    }

    fn peeled(&mut self, op: OpId) -> StepOutcome {
        let targets = self.ops(op, 0);
        let front = text::flag(self.script.program, op, "peel_front");
        if front || !targets.iter().all(|target| upstream::is_peeled(self.payload, *target)) {
            return self.foreign(op);
        }
        let pairs: Vec<[OpId; 2]> = self
            .edited(op, |edit| targets.iter().filter_map(|target| upstream::peel(edit, *target)).collect());
        for result in 0..2 {
            self.give_ops(op, result, pairs.iter().map(|pair| pair[result]).collect());
        }
        StepOutcome::Goes
    }

    fn promoted(&mut self, op: OpId) -> StepOutcome {
        let targets = self.ops(op, 0);
        if !targets.iter().all(|target| upstream::is_promoted(self.payload, *target)) {
            return self.foreign(op);
        }
        self.edited(op, |edit| targets.iter().for_each(|target| upstream::promote_single(edit, *target)));
        StepOutcome::Goes
    }

    /// Erases operations of the targets, where it is known which.
    fn erased(&mut self, op: OpId, erase: Erase) -> StepOutcome {
        let targets = self.ops(op, 0);
        let holds_script =
            |target: &OpId| self.payload.walk(*target).any(|inner| text::is_sequence(self.payload, inner));
        if targets.iter().any(holds_script) {
            return self.stops(op, "the target holds the script".to_owned());
        }
        let before = self.payload.checkpoint();
        let replaced = self.state.replacements();
        let mut follower = Follower::new(&mut self.state);
        let mut erased = Some(0);
        for target in targets {
            let more = erase(self.payload, &mut follower, target);
            erased = erased.zip(more).map(|(all, more)| all + more);
        }
        match erased {
            Some(erased) => {
                self.payload.commit(before);
                if erased > 0 {
                    self.tell(op, Some((0, erased)), Vec::new());
                }
                StepOutcome::Goes
            }
            None => {
                self.payload.rollback(before);
                self.state.forget_behind(replaced);
                self.foreign(op)
            }
        }
    }

    /// Edits the program, and tells the observer where that changed it.
    fn edited<T>(&mut self, op: OpId, edit: impl FnOnce(&mut Edit<'_>) -> T) -> T {
        let mut follower = Follower::new(&mut self.state);
        let (policy, mut notes) = (self.options.policy, Vec::new());
        let done =
            edit(&mut Edit { program: self.payload, listener: &mut follower, policy, notes: &mut notes });
        let counts = (follower.created, follower.erased);
        if counts != (0, 0) {
            self.tell(op, Some(counts), notes);
        }
        done
    }

    // --- order ----------------------------------------------------------------------------------------------

    fn jammed(&mut self, op: OpId) -> StepOutcome {
        let factor = i128::from(text::number(self.script.program, op, "factor").unwrap_or(1));
        let policy = self.options.policy;
        let targets = self.ops(op, 0);
        for target in &targets {
            if let Err(Refusal { message }) = jam_keeps_order(self.payload, policy, *target, factor) {
                return self.fails(op, message);
            }
        }
        match targets[..] {
            [target] if upstream::is_jammed(self.payload, target, factor) => {
                self.edited(op, |edit| upstream::jam(edit, target, factor));
                StepOutcome::Goes
            }
            _ => self.foreign(op),
        }
    }

    fn fused(&mut self, op: OpId) -> StepOutcome {
        if let ([target], [source]) = (&self.ops(op, 0)[..], &self.ops(op, 1)[..])
            && let Err(Refusal { message }) =
                fusion_keeps_order(self.payload, self.options.policy, [*target, *source])
        {
            return self.fails(op, message);
        }
        let loops = match (&self.ops(op, 0)[..], &self.ops(op, 1)[..]) {
            ([target], [source]) => upstream::siblings(self.payload, *target, *source),
            _ => None,
        };
        let Some(loops) = loops else { return self.foreign(op) };
        let fused = self.edited(op, |edit| upstream::fuse_siblings(edit, loops));
        self.give_ops(op, 0, vec![fused]);
        StepOutcome::Goes
    }
}

/// Checks the order of accesses where some turns of the outer loop of a perfect nest are done side by side in each turn of the inner ones. Of
/// others nothing is said.
fn jam_keeps_order(program: &Program, policy: Policy<'_>, at: OpId, factor: i128) -> Result<(), Refusal> {
    let mut nest: Vec<Counted> = Counted::any(program, at).into_iter().collect();
    while let Some(inner) = nest.last().and_then(|last| last.perfect(program).ok()) {
        let bounds = [inner.lower, inner.upper, inner.step];
        if !bounds.iter().all(|bound| is_outside(program, *bound, at)) {
            return Ok(());
        }
        nest.push(inner);
    }
    if nest.len() < 2 || factor < 2 {
        return Ok(());
    }
    let mut sizes = vec![1; nest.len()];
    sizes[0] = factor;
    order::keeps_order(program, policy, &nest, &Reorder::Tile(&sizes)).map(|_| ())
}

/// Checks the order of accesses where two loops of a block become one.
fn fusion_keeps_order(program: &Program, policy: Policy<'_>, loops: [OpId; 2]) -> Result<(), Refusal> {
    let [Some(one), Some(other)] = loops.map(|at| Counted::any(program, at)) else { return Ok(()) };
    let follows = |from: OpId, to: OpId| {
        let behind = std::iter::successors(program.next_op(from), |op| program.next_op(*op));
        let between: Vec<OpId> = behind.take_while(|op| *op != to).collect();
        (program.op(from).block == program.op(to).block
            && between.last().map_or(program.next_op(from), |last| program.next_op(*last)) == Some(to))
        .then_some(between)
    };
    let (first, second, between) = match (follows(one.op, other.op), follows(other.op, one.op)) {
        (Some(between), _) => (one, other, between),
        (_, Some(between)) => (other, one, between),
        _ => return Ok(()),
    };
    let pure = |op: &&OpId| ops::op(program.op_name(**op)).is_some_and(|record| record.has("pure"));
    if let Some(other) = between.iter().find(|op| !pure(op)).filter(|_| !policy.forced) {
        let name = program.op_name(*other);
        return Err(Refusal::new(format!("the loops are no neighbours: `{name}` is between them")));
    }
    order::keeps_order(program, policy, &[first, second], &Reorder::Fuse).map(|_| ())
}
