//! Small patterns, enumerated, against all small payloads, enumerated: what is proved breaks on none of them, and what
//! is refuted breaks on one. The enumeration shares no code with the analysis. `ASSAY_EXHAUSTIVE=N` lets N choices of a
//! pattern differ from the simplest one, `ASSAY_LAYOUTS=N` N choices of a payload, `ASSAY_PATTERNS=N` asks about N of
//! the patterns, spread over all.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use assay_fuzz::config::{Config, Mode, PatternConfig};
use assay_fuzz::generate::choose::ChoiceEnumerator;
use assay_fuzz::generate::pattern::{generate, text};
use assay_fuzz::oracle::verdict::{Class, ask, options_for};
use assay_fuzz::subject::{FuzzContext, GeneratedPattern};

/// Warnings, and what a program without specs does not show.
const HARMLESS: [&str; 4] = ["S102", "S112", "S115", "S116"];

fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn the_verdict_on_small_patterns_is_what_happens_on_all_small_payloads() {
    let (deviations, layouts) = (number("ASSAY_EXHAUSTIVE", 2), number("ASSAY_LAYOUTS", 2));
    let mut config = Config::for_mode(Mode::Valid);
    let limits = PatternConfig { nodes: 2, operands: 2, results: 1, actions: 2, ranges: 0, ..config.pattern };
    config.pattern = PatternConfig { wildcards: 0, terminators: 0, ..limits };
    config.payload.exhaustive = layouts;
    let mut odometer = ChoiceEnumerator::bounded(deviations);
    let (mut seen, mut sketches) = (BTreeSet::new(), Vec::new());
    loop {
        let sketch = generate(&config.pattern, &mut odometer);
        if sketch.nodes.len() <= 2 && seen.insert(text(&sketch)) {
            sketches.push(sketch);
        }
        if !odometer.advance() {
            break;
        }
    }
    let step = (sketches.len() / number("ASSAY_PATTERNS", 100).max(1)).max(1);
    let mut world = FuzzContext::new();
    let mut table: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let (mut asked, mut tried, mut wrong) = (0, 0, Vec::new());
    for sketch in sketches.iter().step_by(step) {
        let subject = GeneratedPattern::of_sketch(&world, sketch.clone());
        if !subject.valid {
            continue;
        }
        asked += 1;
        let answer = ask(&world, &subject, &options_for(&config.payload));
        let mut broken = None;
        tried += subject.exhaust(&world, &config.payload, &mut |trial| {
            if trial.outcome().breaks_structure() {
                broken = Some(assay_ir::text::print(&trial.payload.program, &Default::default()));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let outcome = if broken.is_some() { "breaks" } else { "works" };
        *table.entry((answer.class.word(), outcome)).or_default() += 1;
        let claimed =
            answer.codes.iter().any(|code| code.starts_with('S') && !HARMLESS.contains(&code.as_str()));
        match (answer.class, broken) {
            (Class::Proved | Class::Vacuous, Some(payload)) => {
                wrong.push(format!("{} but breaks\n{}{payload}", answer.class.word(), subject.text));
            }
            (Class::Refuted, None) if claimed => {
                wrong.push(format!("refuted {:?} but works\n{}", answer.codes, subject.text));
            }
            _ => {}
        }
        if asked % 500 == 0 {
            world = FuzzContext::new();
        }
    }
    println!("{asked} of {} patterns, {tried} payloads: {table:?}", sketches.len());
    wrong.iter().take(6).for_each(|case| println!("{case}"));
    assert!(wrong.is_empty(), "{} of {asked} patterns", wrong.len());
    assert!(asked > 50, "{asked} patterns");
}

assay_testing::tests!(the_verdict_on_small_patterns_is_what_happens_on_all_small_payloads,);
