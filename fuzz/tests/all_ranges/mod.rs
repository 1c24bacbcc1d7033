//! Patterns whose lists of operands and results mix single values, ranges, groups and written types in any order, against all
//! programs of a stated list: what is proved breaks nowhere, what is vacuous matches nowhere, what is refuted was shown on
//! a program that breaks. The programs know no pattern: every count up to three, every choice of operands. Our engine and
//! checker run them, by rules that share nothing with the analysis. `ASSAY_ALL_RANGES=N` looks at N patterns.

mod patterns;
mod programs;

use std::collections::BTreeMap;

use assay_fuzz::execute::apply_at;
use assay_fuzz::oracle::verdict::{self, Class};
use assay_fuzz::subject::FuzzContext;
use assay_ir::data::Source;
use assay_ir::pdl;
use assay_ir::rewrite::CompiledPattern;

use assay_verifier::pattern::decode::UNTRIED;
use patterns::Inner;
use programs::Listed;

/// What the programs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Observation {
    NoMatch,
    Works,
    Breaks,
}

/// Runs the pattern on every program, until one breaks; the number of the last one that says so.
fn observe(compiled: &CompiledPattern<'_>, programs: &[Listed], world: &FuzzContext) -> (Observation, usize) {
    let (mut seen, mut shown) = (Observation::NoMatch, 0);
    for (number, listed) in programs.iter().enumerate() {
        for run in apply_at(compiled, &listed.program, listed.root, &world.registry) {
            if run.outcome.breaks_structure() {
                return (Observation::Breaks, number);
            }
            (seen, shown) = (Observation::Works, number);
        }
    }
    (seen, shown)
}

fn agree(class: Class, why: &str, seen: Observation) -> bool {
    match class {
        Class::Vacuous => seen == Observation::NoMatch,
        Class::Proved => seen != Observation::Breaks,
        Class::Refuted => true,
        // So many ranges that MLIR does not compare are not tried together.
        Class::Unknown => why.ends_with(UNTRIED),
        Class::Malformed => false,
    }
}

fn patterns_with_ranges_are_judged_as_all_programs_show() {
    let count = std::env::var("ASSAY_ALL_RANGES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let world = FuzzContext::new();
    let (feeding, siblings) = (programs::all(&world, "lab.a"), programs::all(&world, "lab.b"));
    let (mut table, mut wrong) = (BTreeMap::<String, usize>::new(), Vec::new());
    let mut looked_at = 0;
    for seed in 0.. {
        if looked_at == count {
            break;
        }
        let (inner, text) = patterns::drawn(seed);
        let programs = if inner == Inner::Sibling { &siblings } else { &feeding };
        let parsed = assay_ir::text::parse(world.ctx(), &Source::new("pattern", text.as_str()));
        assert!(parsed.diagnostics.is_empty(), "{text}\n{:?}", parsed.diagnostics);
        let pattern = pdl::patterns(&parsed.program)[0];
        if !pdl::validate(pattern, Some(&world.registry)).is_empty() {
            continue;
        }
        looked_at += 1;
        let answer = verdict::ask_pattern(&world, pattern);
        let compiled = CompiledPattern::new(pattern).expect("a valid pattern without natives is lowered");
        let (seen, shown) = observe(&compiled, programs, &world);
        *table.entry(format!("{:?} {seen:?}", answer.class)).or_default() += 1;
        let fine =
            answer.disagreements.is_empty() && !answer.unshown && agree(answer.class, &answer.why, seen);
        if !fine {
            let program = assay_ir::text::print(&programs[shown].program, &Default::default());
            let class = answer.class;
            wrong.push(format!(
                "seed {seed}: {class:?} {:?} {}, but {seen:?}\n{text}\n{program}",
                answer.codes, answer.why
            ));
        }
    }
    println!("{looked_at} patterns, {} programs: {table:?}", feeding.len() + siblings.len());
    wrong.iter().take(8).for_each(|wrong| println!("{wrong}"));
    assert!(wrong.is_empty(), "{} patterns are judged wrong", wrong.len());
    let open: usize = ["Unknown Breaks", "Unknown Works", "Unknown NoMatch"]
        .iter()
        .filter_map(|class| table.get(*class))
        .sum();
    assert!(open * 50 <= looked_at, "{open} patterns are left open");
    for class in ["Proved Works", "Refuted Breaks", "Vacuous NoMatch"] {
        assert!(table.contains_key(class), "no pattern is {class}");
    }
}

assay_testing::tests!(patterns_with_ranges_are_judged_as_all_programs_show,);
