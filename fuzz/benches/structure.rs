//! How many generated patterns the structure rules judge in a second on one core: the verdict without witness, and
//! witnesses that were built, replayed and made small; and how the time grows with the size of a pattern.
//! Judged are patterns that were just read, and the same ones after all were read.
//! `cargo bench -p assay-fuzz --bench structure [-- COUNT]`

use std::ops::Range;
use std::time::Duration;

use assay_fuzz::config::{Mode, PatternConfig};
use assay_fuzz::generate;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::Registry;
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure::{self, Outlook};
use assay_verifier::verdict::Level;
use stopwatch::Stopwatch;

mod stopwatch;

/// Patterns of one distribution that PDL accepts; reading is no part of a verdict.
fn population(registry: &Registry, mode: Mode, seeds: Range<u64>) -> Vec<(Program, OpId)> {
    let config = PatternConfig::of(mode);
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

/// Patterns that are read and then judged together.
const SLICE: u64 = 64;
/// Parts of a population, of which the middle rate counts: others may use the core too.
const PARTS: u64 = 9;

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

/// `length` operations of one name, each fed by the one before it in all its operands; the root gives way to what
/// feeds the first one.
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
            let task = Task { program: &parsed.program, pattern, registry, options };
            let start = Stopwatch::start();
            let outlook = structure::outlook(&task);
            (start.elapsed(), outlook)
        });
        for (length, (time, outlook)) in sizes.into_iter().zip(times) {
            let each = time.as_secs_f64() * 1e6 / length as f64;
            println!("{what} of {length}: {outlook:?}, {each:.2} microseconds per operation");
        }
    }
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000);
    let registry = assay_corpus::load_builtin(&Context::new());
    let options = Options::default();
    for mode in [Mode::Valid, Mode::Prototype] {
        let mut patterns = Vec::new();
        let mut claimed = 0;
        let mut judge = |patterns: &[(Program, OpId)]| {
            let start = Stopwatch::start();
            for (program, op) in patterns {
                let task = Task { program, pattern: *op, registry: &registry, options: &options };
                claimed += usize::from(structure::outlook(&task) == Outlook::Broken);
            }
            start.elapsed()
        };
        let mut fresh = Vec::new();
        for part in 0..PARTS {
            let (mut time, before) = (Duration::ZERO, patterns.len());
            let seeds = count * part / PARTS..count * (part + 1) / PARTS;
            for first in seeds.clone().step_by(SLICE as usize) {
                let slice = population(&registry, mode, first..seeds.end.min(first + SLICE));
                time += judge(&slice);
                patterns.extend(slice);
            }
            fresh.push(per_second(patterns.len() - before, time));
        }
        let parts = patterns.chunks(patterns.len().div_ceil(PARTS as usize).max(1));
        let later = parts.map(|part| per_second(part.len(), judge(part))).collect();
        println!("{}: {} patterns, {} with claims", mode.word(), patterns.len(), claimed / 2);
        println!("{}: verdicts without witness per second: {}", mode.word(), middle(fresh));
        println!("{}: the same where patterns were read long before: {}", mode.word(), middle(later));
        let start = Stopwatch::start();
        let mut witnesses = 0;
        for (program, op) in patterns.iter().take(patterns.len() / 10) {
            let task = Task { program, pattern: *op, registry: &registry, options: &options };
            let findings = structure::stage(&task).findings;
            witnesses +=
                findings.iter().filter(|f| f.claim.level == Level::Error && f.witness.is_some()).count();
        }
        let time = start.elapsed();
        println!("{}: {witnesses} witnesses, {:.0} per second", mode.word(), per_second(witnesses, time));
    }
    growth(&registry, &options);
}
