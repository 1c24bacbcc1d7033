//! The termination stage: does the pattern feed itself for ever? Runs the greedy engine on the smallest payload; a state that
//! comes again, or a run that outlasts its budget, refutes (N401). Ending here proves nothing: that is scope, not `unknown`.

use assay_ir::pdl::Pattern;
use assay_ir::rewrite::{CompiledPattern, GreedyOptions, GreedyOutcome, Meaning, apply_greedily};

use crate::confirm::{self, Scenario, replay, text};
use crate::stage::{StageResult, Task};
use crate::structure::decode::decode;
use crate::verdict::{Claim, Finding, Level, StageVerdict, Witness};

/// A run that still goes on after the budget is given this many times as much, before it counts as endless.
const PATIENCE: usize = 4;

/// Asks whether the pattern feeds itself.
pub fn stage(task: &Task<'_>) -> StageResult {
    let not_proved =
        |why: &str| StageResult::of(StageVerdict::NotAsked(format!("termination is not proved: {why}")));
    let model = match decode(task.program, task.registry, task.pattern) {
        Ok(model) => model,
        Err(why) => return not_proved(why.subject()),
    };
    if !model.constraints.is_empty() || !model.makers.is_empty() {
        return not_proved("it depends on native code");
    }
    let Ok(compiled) = CompiledPattern::new(Pattern { program: task.program, op: task.pattern }) else {
        return not_proved("MLIR 22 cannot lower the matcher");
    };
    let Ok(payload) = confirm::build(&model, task.registry, &Scenario::default()) else {
        return not_proved("no payload was made");
    };
    let mut after = payload.program.clone();
    let limits =
        GreedyOptions { rewrites: task.options.rewrite_budget * PATIENCE, rounds: None, find_cycles: true };
    let top = after.top();
    let options = replay::options(task.registry, Meaning::Mlir22);
    let failure = match apply_greedily(&mut after, top, &[compiled], &options, &limits) {
        GreedyOutcome::Cycle { rewrites, length } => {
            format!("after {rewrites} rewrites the program is the one that it was {length} rewrites before")
        }
        GreedyOutcome::BudgetSpent(rewrites) => {
            format!("after {rewrites} rewrites the pattern still matches")
        }
        GreedyOutcome::Done(_) | GreedyOutcome::Failed { .. } => {
            return not_proved("the runs that were tried end");
        }
    };
    let witness = Witness {
        before: text::program(&payload.program),
        after: text::program(&after),
        failure,
        pattern: text::operation(task.program, task.pattern),
    };
    let claim = Claim {
        code: "N401",
        level: Level::Error,
        op: model.rewrite,
        span: task.program.op(model.rewrite).span,
        message: "the pattern matches what it made itself, without end".to_owned(),
        labels: Vec::new(),
        help: None,
    };
    let finding = Finding { claim, witness: Some(witness) };
    StageResult { findings: vec![finding], ..StageResult::of(StageVerdict::Refuted) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Options;
    use assay_ir::data::{Context, Source};

    fn endless(made: &str) -> bool {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let text = format!(
            "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand
  %root = pdl.operation \"lab.a\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{
    %n = pdl.operation \"{made}\"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }}\n}}\n"
        );
        let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        let pattern = assay_ir::pdl::patterns(&parsed.program)[0].op;
        let task =
            Task { program: &parsed.program, pattern, registry: &registry, options: &Options::default() };
        matches!(stage(&task).verdict, StageVerdict::Refuted)
    }

    #[test]
    fn a_pattern_that_swaps_back_and_forth_is_endless() {
        assert!(endless("lab.a"));
    }

    #[test]
    fn a_pattern_that_makes_another_operation_ends() {
        assert!(!endless("lab.b"));
    }
}
