//! The cost of the journal and of undoing, beside a copy of the program: time of rewriting every operation of a chain
//! without a journal, with a checkpoint for each rewrite, and below one that stays open; time of undoing 100 rewrites; bytes
//! that are allocated for each rewrite. `cargo bench -p assay-ir --bench rewrite [-- SIZE ...]`

#[path = "../tests/common/chain.rs"]
mod chain;

use std::alloc::System;
use std::hint::black_box;
use std::time::{Duration, Instant};

use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{CompiledPattern, Options, Silent};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Rewrites that are undone.
const UNDONE: usize = 100;

/// Runs of which the fastest counts.
const RUNS: usize = 5;

#[derive(Clone, Copy, PartialEq)]
enum Journal {
    Off,
    EachRewrite,
    Open,
}

/// Rewrites these operations; the time.
fn rewrite(program: &mut Program, ops: &[OpId], pattern: &CompiledPattern<'_>, journal: Journal) -> Duration {
    let options = Options::default();
    let outer = (journal == Journal::Open).then(|| program.checkpoint());
    let began = Instant::now();
    for op in ops {
        let Some(found) = pattern.match_at(program, *op, &options) else { continue };
        let applied = match journal {
            Journal::EachRewrite => pattern.try_apply(program, &found, &options, &mut Silent),
            Journal::Off | Journal::Open => pattern.apply(program, &found, &options),
        };
        assert!(black_box(applied).is_ok(), "the rewrite is fine");
    }
    let time = began.elapsed();
    outer.into_iter().for_each(|outer| program.commit(outer));
    time
}

/// Time of undoing some rewrites, and of copying the program instead.
fn undo(program: &mut Program, ops: &[OpId], pattern: &CompiledPattern<'_>) -> (Duration, Duration) {
    let began = Instant::now();
    drop(black_box(program.clone()));
    let copied = began.elapsed();
    let step = (ops.len() / UNDONE).max(1);
    let chosen: Vec<OpId> = ops.iter().step_by(step).copied().collect();
    let checkpoint = program.checkpoint();
    rewrite(program, &chosen, pattern, Journal::Off);
    let began = Instant::now();
    program.rollback(checkpoint);
    (began.elapsed(), copied)
}

fn row(size: usize, ctx: &std::sync::Arc<Context>, pattern: &CompiledPattern<'_>) {
    let program = assay_ir::text::parse(ctx, &Source::new("chain", chain::text(size))).program;
    let ops: Vec<OpId> = program.walk(program.top()).filter(|op| program.op_name(*op) == "foo.x").collect();
    let mut best = [Duration::MAX; 3];
    let mut bytes = 0;
    let (mut undone, mut copied) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        for (at, journal) in [Journal::Off, Journal::EachRewrite, Journal::Open].into_iter().enumerate() {
            let mut copy = program.clone();
            // The use lists are made before the clock starts.
            let ready = copy.checkpoint();
            copy.commit(ready);
            let region = Region::new(ALLOCATOR);
            best[at] = best[at].min(rewrite(&mut copy, &ops, pattern, journal));
            if journal == Journal::EachRewrite {
                let change = region.change();
                // A list that grows in place counts what it grows by.
                let grown = change.bytes_allocated as isize + change.bytes_reallocated;
                bytes = grown / ops.len() as isize;
            }
        }
        let mut copy = program.clone();
        let (back, whole) = undo(&mut copy, &ops, pattern);
        (undone, copied) = (undone.min(back), copied.min(whole));
    }
    let nanos = |time: Duration| time.as_nanos() as f64 / ops.len() as f64;
    let over = |time: Duration| (nanos(time) / nanos(best[0]) - 1.0) * 100.0;
    println!(
        "{size:>8} {:>8.0} ns {:>8.0} ns {:>+5.1} % {:>8.0} ns {:>+5.1} % {:>10.1} us {:>12.1} us {bytes:>8}",
        nanos(best[0]),
        nanos(best[1]),
        over(best[1]),
        nanos(best[2]),
        over(best[2]),
        undone.as_nanos() as f64 / 1e3,
        copied.as_nanos() as f64 / 1e3,
    );
}

fn main() {
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000, 1_000_000] } else { sizes };
    let ctx = Context::new();
    let source = assay_ir::text::parse(&ctx, &Source::new("pattern", chain::PATTERN)).program;
    let pattern = CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered");
    println!(
        "{:>8} {:>11} {:>11} {:>7} {:>11} {:>7} {:>13} {:>15} {:>8}",
        "ops", "no journal", "each", "", "one open", "", "100 undone", "a copy instead", "bytes"
    );
    sizes.into_iter().for_each(|size| row(size, &ctx, &pattern));
}
