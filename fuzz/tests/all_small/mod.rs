//! The structure verdict against all patterns with at most two matched operations and two actions, on all placements of a
//! stated list: proved exactly where nothing breaks, refuted exactly where something does, vacuous only where nothing
//! matches. Patterns and placements are enumerated here, by rules that share nothing with the analysis or the
//! generators; our engine and checker run them. `ASSAY_ALL_SMALL=N` takes each N-th matcher and of its patterns each N-th
//! (1: all).

mod patterns;
mod placements;

use std::collections::BTreeMap;

use assay_fuzz::execute::apply_at;
use assay_ir::data::{Context, Program, Source};
use assay_ir::pdl::{self, Pattern};
use assay_ir::rewrite::CompiledPattern;
use assay_ir::spec::Registry;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline;
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::StageVerdict;

use patterns::Matcher;

/// What the stages say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Vacuous,
    Proved,
    Refuted,
    Unknown,
}

/// What the placements show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Observation {
    NoMatch,
    Works,
    Breaks,
}

fn verdict(task: &Task<'_>) -> Verdict {
    let result = pipeline::structural(task);
    assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
    match result.verdict {
        StageVerdict::Proved => Verdict::Proved,
        StageVerdict::Refuted => Verdict::Refuted,
        StageVerdict::Vacuous => Verdict::Vacuous,
        StageVerdict::Bounded(_) | StageVerdict::Unknown(_) | StageVerdict::NotChecked(_) => Verdict::Unknown,
    }
}

/// Runs the pattern on every program, until one breaks; the number of that program.
fn observe(
    compiled: &CompiledPattern<'_>,
    programs: &[Program],
    registry: &Registry,
) -> (Observation, usize) {
    let mut seen = Observation::NoMatch;
    for (index, program) in programs.iter().enumerate() {
        for op in program.walk(program.top()) {
            for run in apply_at(compiled, program, op, registry) {
                if run.outcome.breaks_structure() {
                    return (Observation::Breaks, index);
                }
                seen = Observation::Works;
            }
        }
    }
    (seen, 0)
}

fn agree(verdict: Verdict, seen: Observation) -> bool {
    matches!(
        (verdict, seen),
        (Verdict::Proved, Observation::Works)
            | (Verdict::Refuted, Observation::Breaks)
            | (Verdict::Vacuous, Observation::NoMatch)
    )
}

/// All patterns over one matcher whose number is a multiple of the stride.
fn over(matcher: &Matcher, stride: usize, counted: &mut Counted) {
    let ctx = Context::new();
    let registry = assay_corpus::load_builtin(&ctx);
    let programs = placements::all(matcher, &registry);
    for rewrite in matcher.rewrites().into_iter().step_by(stride) {
        counted.patterns += 1;
        let text = matcher.text(&rewrite);
        let parsed = assay_ir::text::parse(&ctx, &Source::new("pattern", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{text}");
        let pattern: Pattern<'_> = pdl::patterns(&parsed.program)[0];
        if !pdl::validate(pattern, Some(&registry)).is_empty() {
            *counted.table.entry("malformed".to_owned()).or_default() += 1;
            continue;
        }
        let options = Options::default();
        let subject = AnalyzedPattern::new(&parsed.program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        let verdict = verdict(&task);
        let compiled = CompiledPattern::new(pattern).expect("a valid pattern without natives is lowered");
        let (seen, shown) = observe(&compiled, &programs, &registry);
        *counted.table.entry(format!("{verdict:?} {seen:?}")).or_default() += 1;
        if !agree(verdict, seen) {
            let program =
                programs.get(shown).map(|program| assay_ir::text::print(program, &Default::default()));
            counted.wrong.push(format!("{verdict:?}, but {seen:?}\n{text}\n{}", program.unwrap_or_default()));
        }
    }
}

/// What was found.
#[derive(Default)]
struct Counted {
    patterns: usize,
    table: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

fn all_small_patterns_are_judged_as_all_placements_show() {
    let stride = std::env::var("ASSAY_ALL_SMALL").ok().and_then(|text| text.parse().ok()).unwrap_or(31);
    let mut counted = Counted::default();
    for (number, matcher) in patterns::matchers().into_iter().enumerate() {
        if number % stride == stride / 2 {
            over(&matcher, stride, &mut counted);
        }
    }
    println!("{} patterns: {:?}", counted.patterns, counted.table);
    counted.wrong.iter().take(8).for_each(|wrong| println!("{wrong}"));
    assert!(counted.wrong.is_empty(), "{} patterns are judged wrong", counted.wrong.len());
    for class in ["Proved Works", "Refuted Breaks"] {
        assert!(counted.table.contains_key(class), "no pattern is {class}");
    }
}

assay_testing::tests!(all_small_patterns_are_judged_as_all_placements_show,);
