//! Small patterns, enumerated, against all small payloads, enumerated: what is proved breaks on none of them, and what
//! is refuted breaks on one. The enumeration shares no code with the analysis. `ASSAY_EXHAUSTIVE=N` lets N choices of a
//! pattern differ from the simplest one, `ASSAY_LAYOUTS=N` N choices of a payload.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use assay_fuzz::config::{Config, Mode, PatternConfig};
use assay_fuzz::generate::choose::Odometer;
use assay_fuzz::generate::pattern::made;
use assay_fuzz::oracle::verdict::{Class, ask};
use assay_fuzz::subject::{Subject, World};

fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn the_verdict_on_small_patterns_is_what_happens_on_all_small_payloads() {
    let (deviations, layouts) = (number("ASSAY_EXHAUSTIVE", 2), number("ASSAY_LAYOUTS", 2));
    let mut config = Config::of(Mode::Valid);
    let limits = PatternConfig { nodes: 2, operands: 2, results: 1, actions: 2, ranges: 0, ..config.pattern };
    config.pattern = PatternConfig { wildcards: 0, terminators: 0, ..limits };
    config.payload.exhaustive = layouts;
    let mut odometer = Odometer::bounded(deviations);
    let mut world = World::new();
    let mut seen = BTreeSet::new();
    let mut table: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let (mut tried, mut wrong) = (0, Vec::new());
    loop {
        let sketch = made(&config.pattern, &mut odometer);
        let small = sketch.nodes.len() <= 2;
        let subject = Subject::of_sketch(&world, sketch);
        if small && subject.valid && seen.insert(subject.text.clone()) {
            let answer = ask(&world, &subject, &config.payload);
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
            let claimed = answer.codes.iter().any(|code| code.starts_with('S'));
            match (answer.class, broken) {
                (Class::Proved | Class::Vacuous, Some(payload)) => {
                    wrong.push(format!("{} but breaks\n{}{payload}", answer.class.word(), subject.text));
                }
                (Class::Refuted, None) if claimed => {
                    wrong.push(format!("refuted {:?} but works\n{}", answer.codes, subject.text));
                }
                _ => {}
            }
            if seen.len() % 500 == 0 {
                world = World::new();
            }
        }
        if !odometer.advance() {
            break;
        }
    }
    println!("{} patterns, {tried} payloads: {table:?}", seen.len());
    wrong.iter().take(6).for_each(|case| println!("{case}"));
    assert!(wrong.is_empty(), "{} of {} patterns", wrong.len(), seen.len());
    assert!(seen.len() > 50, "{} patterns", seen.len());
}
