//! How many generated patterns the structure stage judges in a second on one core, as `assay check --rules S` runs it: refuted
//! ones with a witness that was replayed and made small. And how the time grows with the size of a pattern.
//! `cargo bench -p assay-fuzz --bench structure [-- COUNT]`

use std::ops::Range;
use std::time::Duration;

use assay_fuzz::config::{Mode, PatternConfig};
use assay_fuzz::generate;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::Registry;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure;
use assay_verifier::verdict::Severity;
use stopwatch::Stopwatch;

mod stopwatch;

/// Patterns of one distribution that PDL accepts; reading is no part of a verdict.
fn population(registry: &Registry, mode: Mode, seeds: Range<u64>) -> Vec<(Program, OpId)> {
    let config = PatternConfig::for_mode(mode);
    let mut out = Vec::new();
    for seed in seeds {
        let bytes = generate::bytes(seed, 4096);
        let mut bytes = arbitrary::Unstructured::new(&bytes);
        let text = generate::pattern::text(&generate::sketch(&config, &mut bytes));
        let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text));
        let Some(pattern) = patterns(&parsed.program).first().copied() else { continue };
        let (op, valid) = (pattern.op, validate(pattern, Some(registry)).is_empty());
        if valid {
            out.push((parsed.program, op));
        }
    }
    out
}

/// Parts of a population, of which the middle rate counts: other processes may use the core too.
const PARTS: usize = 9;

/// The middle one of some rates, and how far they are apart.
fn middle(mut rates: Vec<f64>) -> String {
    rates.sort_by(f64::total_cmp);
    match (rates.first(), rates.get(rates.len() / 2), rates.last()) {
        (Some(least), Some(middle), Some(most)) => format!("{middle:.0} ({least:.0} to {most:.0})"),
        _ => "none".to_owned(),
    }
}

fn per_second(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

/// `length` operations of one name, each fed by the one before it in all its operands; the root is replaced by the
/// operand of the first one.
fn tower(length: usize, operands: usize) -> String {
    let mut out =
        "pdl.pattern @p : benefit(1) {\n  %t = pdl.type : i32\n  %v0 = pdl.operand : %t\n".to_owned();
    for number in 1..=length {
        let list = vec![format!("%v{}", number - 1); operands].join(", ");
        let types = vec!["!pdl.value"; operands].join(", ");
        out += &format!("  %o{number} = pdl.operation \"lab.a\"({list} : {types}) -> (%t : !pdl.type)\n");
        if number < length {
            out += &format!("  %v{number} = pdl.result 0 of %o{number}\n");
        }
    }
    out + &format!(
        "  pdl.rewrite %o{length} {{\n    pdl.replace %o{length} with (%v0 : !pdl.value)\n  }}\n}}\n"
    )
}

fn growth(registry: &Registry, options: &Options) {
    for (what, sizes, operands) in [("chain", [500, 5_000], 1), ("diamond", [100, 1_000], 2)] {
        let times = sizes.map(|length| {
            let source = Source::new("pattern", tower(length, operands));
            let parsed = assay_ir::text::parse(registry.ctx(), &source);
            let pattern = patterns(&parsed.program)[0].op;
            let start = Stopwatch::start();
            let result = structure::stage(&Task::new(
                &AnalyzedPattern::new(&parsed.program, pattern, registry),
                options,
            ));
            (start.elapsed(), result.verdict)
        });
        for (length, (time, verdict)) in sizes.into_iter().zip(times) {
            let each = time.as_secs_f64() * 1e6 / length as f64;
            println!("{what} of {length}: {verdict:?}, {each:.2} microseconds per operation");
        }
    }
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000);
    let registry = assay_corpus::load_builtin(&Context::new());
    let options = Options::default();
    for mode in [Mode::Safe, Mode::Valid, Mode::Prototype] {
        let patterns = population(&registry, mode, 0..count);
        let mut witnesses = 0;
        let mut judge = |patterns: &[(Program, OpId)]| {
            let start = Stopwatch::start();
            for (program, op) in patterns {
                let result =
                    structure::stage(&Task::new(&AnalyzedPattern::new(program, *op, &registry), &options));
                let shown = result.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
                witnesses += shown.filter(|finding| finding.witness.is_some()).count();
            }
            per_second(patterns.len(), start.elapsed())
        };
        let parts = patterns.chunks(patterns.len().div_ceil(PARTS).max(1));
        let rates = parts.map(&mut judge).collect();
        println!(
            "{}: {} patterns, {witnesses} witnesses, {} patterns per second",
            mode.word(),
            patterns.len(),
            middle(rates)
        );
    }
    growth(&registry, &options);
}
