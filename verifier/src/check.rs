//! The verifier as a library: patterns of a text, two programs, a witness and a rule in, what is known of them out. Opens no file and
//! starts no solver.

use assay_backend::engine::SecondEngine;
use assay_ir::data::{Program, Source};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::text;

use crate::options::Options;
use crate::pattern::AnalyzedPattern;
use crate::pipeline::{self, EnabledStages};
use crate::program::{Compared, Side, Validator};
use crate::rise::Premises;
use crate::rules::PAGES;
use crate::stage::Task;
use crate::verdict::{Judgement, Verdict};
use crate::witness::file::{Rerun, rerun};
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

/// Premises of laws of array programs about operations on numbers, each judged as a pattern.
pub fn premises<'a>(registry: &'a Registry, solvers: Option<&'a SolverPool>) -> Premises<'a> {
    let asked = EnabledStages { termination: false, ..EnabledStages::default() };
    let proves = move |text: &str| {
        let checked = check_with(text, registry, &Options::default(), asked, solvers);
        matches!(&checked.judgements[..], [one] if one.verdict == Verdict::Proved)
    };
    Premises::new(Box::new(proves), solvers)
}

/// Judges the functions of two programs: does each of the program after do what that of the program before may do?
///
/// # Errors
/// The first message of the reader about a text.
///
/// ```
/// use assay_verifier::check_program;
/// use assay_verifier::program::{Answer, Settings, Side, Validator};
///
/// let text = |op: &str| format!("func.func @f(%a: i8) -> i8 {{\n%r = {op} %a, %a : i8\nreturn %r : i8\n}}");
/// let (before, after) = (text("arith.addi"), text("arith.ori"));
/// let sides = [("before", &before), ("after", &after)].map(|(name, text)| Side { name, text });
/// let compared = check_program(sides[0], sides[1], &Validator::new(Settings::default()))?;
/// assert_eq!(compared.functions[0].name, "f");
/// assert!(matches!(compared.functions[0].answer, Some(Answer::Refuted(_))));
/// # Ok::<(), String>(())
/// ```
pub fn check_program(
    before: Side<'_>,
    after: Side<'_>,
    validator: &Validator<'_>,
) -> Result<Compared, String> {
    validator.texts(&validator.context(), before, after)
}

/// Rewrites after which a replay that still goes on counts as endless.
pub const REPLAY_BUDGET: usize = 256;

/// Applies the pattern of `module @patterns` to `module @ir`, and compares what both programs do on the arguments that stand beside
/// them. The program is the same afterwards.
///
/// ```
/// use assay_ir::data::{Context, Source};
/// use assay_verifier::{Rerun, replay};
///
/// let ctx = Context::new();
/// let text = r#"
/// module @patterns {
///   pdl.pattern @p : benefit(1) {
///     %root = pdl.operation "lab.a"
///     pdl.rewrite %root {
///       pdl.erase %root
///     }
///   }
/// }
/// module @ir {
///   "lab.a"() : () -> ()
/// }
/// "#;
/// let mut program = assay_ir::text::parse(&ctx, &Source::new("witness", text)).program;
/// let registry = assay_corpus::load_builtin(&ctx);
/// assert!(matches!(replay(&mut program, &registry, None), Rerun::Works { .. }));
/// ```
pub fn replay(program: &mut Program, registry: &Registry, second: SecondEngine) -> Rerun {
    rerun(program, registry, second, REPLAY_BUDGET)
}

/// The manual page of a rule, as Markdown; `None` for one of another crate.
///
/// ```
/// use assay_ir::rule::Rule;
///
/// let page = assay_verifier::explain(Rule::S105).expect("a rule of the verifier");
/// assert!(page.starts_with("# S105: "));
/// ```
pub fn explain(rule: Rule) -> Option<&'static str> {
    let title = format!("# {}:", rule.code());
    PAGES.iter().copied().find(|page| page.starts_with(&title))
}
