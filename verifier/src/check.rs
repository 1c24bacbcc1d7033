//! The verifier as a library: a text in, a judgement of each of its patterns out. Opens no file and starts no solver.

use assay_ir::data::Source;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::spec::Registry;
use assay_ir::text;

use crate::options::Options;
use crate::pattern::AnalyzedPattern;
use crate::pipeline::{self, EnabledStages};
use crate::stage::Task;
use crate::verdict::Judgement;
use assay_smt::SolverPool;

/// The answers about the patterns of one text.
#[derive(Clone, Debug)]
pub struct Checked {
    /// One judgement for each pattern, in text order.
    pub judgements: Vec<Judgement>,
    /// Messages of the reader that concern no pattern.
    pub diagnostics: Vec<Diagnostic>,
}

/// Judges all patterns of a text by all stages, without a solver: questions of types and values that need one are
/// `unknown(no solver)`. The types of the text live in the context of `registry` as long as it does.
pub fn check(text: &str, registry: &Registry, options: &Options) -> Checked {
    check_with(text, registry, options, EnabledStages::default(), None)
}

/// Judges all patterns of a text by the stages that are `asked`, with a solver if there is one.
pub fn check_with(
    text: &str,
    registry: &Registry,
    options: &Options,
    asked: EnabledStages,
    solvers: Option<&SolverPool>,
) -> Checked {
    let parsed = text::parse(registry.ctx(), &Source::new("input", text));
    let program = &parsed.program;
    let (candidates, diagnostics) = pipeline::candidates(program, &parsed.diagnostics, registry);
    let judge = |candidate: &pipeline::Candidate| {
        let subject = AnalyzedPattern::new(program, candidate.pattern, registry);
        pipeline::judge(&Task::new(&subject, options), candidate, asked, solvers)
    };
    Checked { judgements: candidates.iter().map(judge).collect(), diagnostics }
}
