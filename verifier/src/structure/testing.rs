//! What the tests of the stage share: a pattern as text in, rule codes out. Compiled for tests only.

use assay_ir::data::{Context, Source};
use assay_ir::pdl::patterns;

use crate::pattern::AnalyzedPattern;
use crate::stage::{Options, RegionKind, StageResult, Task};
use crate::verdict::{Rule, Severity, StageVerdict};

/// What is matched by most tests: `%root = lab.r(%pv, %y)` with `%pv = lab.p(%x)`, all of type `i32`.
const MATCHER: &str = "  %t = pdl.type : i32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)
  %pv = pdl.result 0 of %p
  %root = pdl.operation \"lab.r\"(%pv, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
";

/// What is found out about a whole pattern body with the default options.
pub(crate) fn with_pattern<T>(body: &str, look: impl FnOnce(&Task<'_>) -> T) -> T {
    with_options(body, &Options::default(), look)
}

fn with_options<T>(body: &str, options: &Options, look: impl FnOnce(&Task<'_>) -> T) -> T {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let text = format!("pdl.pattern @p : benefit(1) {{\n{body}}}\n");
    let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let pattern = patterns(&parsed.program)[0];
    look(&Task::new(&AnalyzedPattern::new(&parsed.program, pattern.op, &registry), options))
}

/// The answer of the stage on a whole pattern body.
pub(crate) fn ask(body: &str, options: &Options) -> StageResult {
    let result = with_options(body, options, crate::pipeline::structural);
    assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
    result
}

/// The codes of the errors for a whole pattern body.
pub(crate) fn codes_of(body: &str) -> Vec<Rule> {
    codes_in(&ask(body, &Options::default()))
}

/// The codes of the errors of an answer.
pub(crate) fn codes_in(result: &StageResult) -> Vec<Rule> {
    let errors = result.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
    errors.map(|finding| finding.claim.code).collect()
}

/// The codes of the errors for a rewriting part over the usual matcher.
pub(crate) fn codes(rewrite: &str) -> Vec<Rule> {
    codes_of(&format!("{MATCHER}  pdl.rewrite %root {{\n{rewrite}\n  }}\n"))
}

/// The answer for a rewriting part over the usual matcher.
pub(crate) fn answer(rewrite: &str) -> StageResult {
    ask(&format!("{MATCHER}  pdl.rewrite %root {{\n{rewrite}\n  }}\n"), &Options::default())
}

/// Whether a rewriting part over the usual matcher is proved.
pub(crate) fn proved(rewrite: &str) -> bool {
    matches!(answer(rewrite).verdict, StageVerdict::Proved)
}

/// The codes of the errors for a whole pattern body in graph regions.
pub(crate) fn codes_in_graph(body: &str) -> Vec<Rule> {
    codes_in(&ask(body, &Options { region_kind: RegionKind::Graph, ..Options::default() }))
}
