//! The termination stage: does the pattern feed itself forever? Runs the greedy engine on small payloads; a state that comes
//! again, or a run that outlasts its budget, refutes (N401). Ending here proves nothing: that is scope, not `unknown`.
//! [`set`] asks the same of patterns that are applied together (N402).

pub(crate) mod set;

use std::ops::ControlFlow;

use assay_ir::data::Program;
use assay_ir::rewrite::{
    self, Applied, CompiledPattern, GreedyOptions, GreedyOutcome, Listener, PatternSet, PdlSemantics,
    apply_greedily, apply_set_greedily,
};

use crate::limits::Resource;
use crate::pattern::classes::Classes;
use crate::pattern::decode::Unnamed;
use crate::pattern::dominance::Available;
use crate::pattern::merges;
use crate::pattern::model::Model;
use crate::stage::{Options, RegionKind, StageResult, Task};
use crate::verdict::{
    Application, Claim, Finding, NonTermination, Reason, Rule, Severity, StageVerdict, Unknown,
};
use crate::witness::{self, Payload, Scenario, file, replay};

/// A run that still goes on after the budget is given this many times as much, before it counts as endless.
const PATIENCE: usize = 4;
/// Payloads that are run at most.
const MAX_PAYLOADS: usize = 12;

/// Asks whether the pattern feeds itself.
pub(crate) fn stage(task: &Task<'_>) -> StageResult {
    let not_proved =
        |why: NonTermination| StageResult::from_verdict(StageVerdict::NotChecked(Reason::MayNotEnd(why)));
    let not_analysed = |why: Unknown| not_proved(NonTermination::NotAnalysed(why.subject().to_owned()));
    let model = match task.plainest() {
        Ok(model) => model,
        Err(why) => return not_analysed(why),
    };
    if !model.constraints.is_empty() || !model.makers.is_empty() {
        return not_proved(NonTermination::Native);
    }
    let pattern = task.view();
    let Ok(compiled) = task.compiled() else {
        return not_proved(NonTermination::NotLowered);
    };
    let lengths = match task.instances(Unnamed::Plain) {
        Ok(found) => &found.models,
        Err(why) => return not_analysed(why),
    };
    let patterns = [compiled];
    let (options, limits) = (replay::options_of(task, PdlSemantics::Mlir22), runs_for(task.options));
    let mut tried = 0;
    let plain_first = std::iter::once(model).chain(lengths.iter().filter(|_| lengths.len() > 1));
    for mut payload in plain_first.flat_map(|model| payloads(task, model)).take(MAX_PAYLOADS) {
        tried += 1;
        let endless = endless(&patterns, &mut payload, &options, &limits);
        if task.account().is_spent(Resource::Matching) {
            return not_proved(NonTermination::TooLong);
        }
        let Some(Endless { failure, after, applications }) = endless else { continue };
        let witness = file::endless(&[pattern], &payload, after, failure, applications);
        let claim = Claim {
            code: Rule::N401,
            level: Severity::Error,
            op: model.rewrite,
            span: task.program.op(model.rewrite).span,
            message: "the pattern applies to its own output forever".to_owned(),
            labels: Vec::new(),
            help: None,
        };
        let finding = Finding { claim, witness: Some(witness) };
        return StageResult { findings: vec![finding], ..StageResult::from_verdict(StageVerdict::Refuted) };
    }
    not_proved(if tried == 0 { NonTermination::NoPayload } else { NonTermination::RunsEnd })
}

/// A run that does not end.
struct Endless {
    /// In words.
    failure: String,
    /// Text of the program where the run was left.
    after: String,
    applications: Vec<Application>,
}

/// Runs the patterns on a payload, which is the same afterwards; `None` where the run ends.
fn endless(
    patterns: &[CompiledPattern<'_>],
    payload: &mut Payload,
    options: &rewrite::Options<'_>,
    limits: &GreedyOptions<'_>,
) -> Option<Endless> {
    let top = payload.program.top();
    let (outcome, failure, after) = payload.program.tentatively(|program| {
        let outcome = apply_greedily(program, top, patterns, options, limits);
        let failure = endless_in_words(&outcome)?;
        Some((outcome, failure, witness::text::program(program)))
    })?;
    let applications = applications(patterns, payload, options, limits, &outcome);
    Some(Endless { failure, after, applications })
}

/// Rewrites that are shown of a run.
const TURNS: usize = 8;
/// Rewrites that are shown of a run in which the program does not repeat.
const GROWTH: usize = 3;

/// Takes down each rewrite of a run.
struct Recorder<'a, 'p> {
    patterns: &'a [CompiledPattern<'p>],
    applications: Vec<Application>,
}

impl Listener for Recorder<'_, '_> {
    fn applied(&mut self, program: &Program, pattern: usize, _: &Applied) {
        let pattern = self.patterns[pattern].pattern().name().map(str::to_owned);
        self.applications.push(Application { pattern, program: witness::text::program(program) });
    }
}

/// The rewrites of a run that does not end, from the first one to where the program repeats, or the first few.
fn applications(
    patterns: &[CompiledPattern<'_>],
    payload: &mut Payload,
    options: &rewrite::Options<'_>,
    limits: &GreedyOptions<'_>,
    outcome: &GreedyOutcome,
) -> Vec<Application> {
    let rewrites = match outcome {
        GreedyOutcome::Cycle { rewrites, .. } if *rewrites <= TURNS => *rewrites,
        _ => GROWTH,
    };
    let set = PatternSet::last_first(patterns);
    let (top, limits) = (payload.program.top(), GreedyOptions { rewrites, find_cycles: false, ..*limits });
    let mut recorder = Recorder { patterns, applications: Vec::new() };
    let scratch = &mut set.scratch();
    payload.program.tentatively(|program| {
        apply_set_greedily(program, top, &set, options, &limits, scratch, &mut recorder);
    });
    recorder.applications
}

/// How long a run goes on.
fn runs_for(options: &Options) -> GreedyOptions<'static> {
    GreedyOptions {
        rewrites: options.rewrite_budget * PATIENCE,
        rounds: None,
        find_cycles: true,
        ..GreedyOptions::default()
    }
}

/// Evidence that a run does not end; `None` for one that does.
fn endless_in_words(outcome: &GreedyOutcome) -> Option<String> {
    match outcome {
        GreedyOutcome::Cycle { length: 1, .. } => Some("the program repeats after every rewrite".to_owned()),
        GreedyOutcome::Cycle { length, .. } => Some(format!("the program repeats every {length} rewrites")),
        GreedyOutcome::Budget(rewrites) => {
            Some(format!("after {rewrites} rewrites the pattern still matches"))
        }
        GreedyOutcome::Converged(_) | GreedyOutcome::Broken { .. } => None,
    }
}

/// Programs to run on: the plainest one, and those in which operations or values that the rewrite speaks of are one. Where operations
/// are found in graph regions, values may form a cycle: an operation may be its own operand's.
fn payloads(task: &Task<'_>, model: &Model) -> Vec<Payload> {
    let mut named =
        model.nodes.iter().map(|node| node.name.is_some_and(|name| task.registry.is_in_graph(name)));
    if task.options.region_kind == RegionKind::Graph {
        return payloads_in(task, model, true);
    }
    let mut all = payloads_in(task, model, false);
    if named.all(|is_in_graph| is_in_graph) {
        all.truncate(MAX_PAYLOADS / 2);
        all.extend(payloads_in(task, model, true));
    }
    all
}

fn payloads_in(task: &Task<'_>, model: &Model, graph: bool) -> Vec<Payload> {
    if !model.impossible.is_empty() {
        return Vec::new();
    }
    let Ok(base) = Classes::new(model, task.registry, graph) else { return Vec::new() };
    let mut all = vec![Scenario { graph, ..Scenario::default() }];
    let _ = merges::each(&base, &Available::new(graph), graph, &mut |merge, _| {
        all.push(Scenario::of_merges(model, &[merge], graph));
        if all.len() < MAX_PAYLOADS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    all.into_iter().filter_map(|scenario| witness::payload::within(task, model, &scenario).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::AnalyzedPattern;
    use crate::stage::Options;
    use assay_ir::data::{Context, Source};

    fn endless(made: &str) -> bool {
        refuted(&format!(
            "pdl.pattern @p : benefit(1) {{\n  %t = pdl.type\n  %x = pdl.operand\n  %y = pdl.operand
  %root = pdl.operation \"lab.a\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{
    %n = pdl.operation \"{made}\"(%y, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n\n  }}\n}}\n"
        ))
    }

    fn refuted(text: &str) -> bool {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        let pattern = assay_ir::pdl::patterns(&parsed.program)[0].op;
        let subject = AnalyzedPattern::new(&parsed.program, pattern, &registry);
        let options = Options::default();
        let task = Task::new(&subject, &options);
        matches!(stage(&task).verdict, StageVerdict::Refuted)
    }

    #[test]
    fn a_pattern_that_swaps_back_and_forth_is_endless() {
        assert!(endless("lab.a"));
    }

    /// Tells if `name(c, a, name(c, b, d)) -> name(c, a, d)` is endless.
    fn endless_on_a_cycle(name: &str) -> bool {
        refuted(&format!(
            "pdl.pattern @p : benefit(1) {{\n  %i1 = pdl.type : i1\n  %t = pdl.type : i8\n  %c = pdl.operand : %i1
  %a = pdl.operand : %t\n  %b = pdl.operand : %t\n  %d = pdl.operand : %t
  %inner = pdl.operation \"{name}\"(%c, %b, %d : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %v = pdl.result 0 of %inner
  %root = pdl.operation \"{name}\"(%c, %a, %v : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    %n = pdl.operation \"{name}\"(%c, %a, %d : !pdl.value, !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n\n  }}\n}}\n"
        ))
    }

    #[test]
    fn operations_of_graph_regions_are_tried_on_a_cycle() {
        assert!(endless_on_a_cycle("comb.mux"));
        assert!(!endless_on_a_cycle("arith.select"));
    }

    #[test]
    fn a_pattern_that_makes_another_operation_ends() {
        assert!(!endless("lab.b"));
    }
}
