//! Bytes that rewriting allocates: as many for each rewrite in a large program as in a small one, since no path of it copies the
//! program. One test, as the allocator counts what all threads of the process allocate.

#[path = "common/chain.rs"]
mod chain;
#[allow(dead_code)] // The other users are in the other program.
mod common;

use std::alloc::System;
use std::sync::Arc;

use assay_ir::data::{Context, OpId, Program};
use assay_ir::pdl::patterns;
use assay_ir::rewrite::{CompiledPattern, GreedyOptions, GreedyOutcome, Options, Silent, apply_greedily};
use assay_ir::strategy::{self, End, Limits, OpCount, PatternStep, Runner, Signature, Step};
use common::read;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SMALL: usize = 1_000;
const LARGE: usize = 100_000;

/// A chain with its use lists, which are made once, when they are asked for first.
fn ready(ctx: &Arc<Context>, size: usize) -> Program {
    let mut program = read(ctx, "chain", &chain::text(size));
    program.tentatively(|_| ());
    program
}

/// Bytes that `run` allocates; a list that grows in place counts what it grows by.
fn bytes(run: impl FnOnce()) -> usize {
    let region = Region::new(ALLOCATOR);
    run();
    let change = region.change();
    usize::try_from(change.bytes_allocated as isize + change.bytes_reallocated.max(0))
        .expect("not below zero")
}

/// Rewrites all of a program.
type Rewriting<'a> = &'a dyn Fn(&mut Program);

/// Bytes for each rewrite of a chain by `rewrite`, which rewrites all of it.
fn per_rewrite(ctx: &Arc<Context>, size: usize, rewrite: Rewriting<'_>) -> usize {
    let mut program = ready(ctx, size);
    let spent = bytes(|| rewrite(&mut program));
    assert!(program.walk(program.top()).all(|op| program.op_name(op) != "foo.x"), "all are rewritten");
    spent / size
}

/// Bytes for one rewrite that is looked at and undone, in a program of this size.
fn undone(ctx: &Arc<Context>, size: usize, pattern: &CompiledPattern<'_>) -> usize {
    let (mut program, options) = (ready(ctx, size), Options::default());
    let op = program.walk(program.top()).nth(size / 2).expect("the chain is longer");
    let mut once = || {
        let found = pattern.match_at(&program, op, &options).expect("it matches");
        program.tentatively(|program| pattern.apply(program, &found, &options).expect("it goes through"));
    };
    // The first rewrite may let an arena grow, which the later ones use.
    once();
    bytes(once)
}

fn by_strategy(
    ctx: &Arc<Context>,
    program: &mut Program,
    patterns: &[CompiledPattern<'_>],
    definition: &str,
) {
    let text = strategy::read(ctx, definition, &[Signature::pattern("p")]);
    assert!(text.diagnostics.is_empty(), "{:?}", text.diagnostics);
    let (options, cost) = (Options::default(), OpCount::default());
    let limits = Limits { rewrites: usize::MAX };
    let top = program.top();
    let main = text.strategy.definition("main").expect("there is a main").body;
    let mut silent = Silent;
    let patterns = PatternStep::all(patterns, &options);
    let steps: Vec<&dyn Step> = patterns.iter().map(|pattern| pattern as &dyn Step).collect();
    let mut runner = Runner::new(&text.strategy, program, &steps, limits, &cost, &mut silent);
    assert!(matches!(runner.run(main, top), End::Success));
}

#[test]
fn a_rewrite_allocates_as_much_in_a_large_program_as_in_a_small_one() {
    let ctx = Context::new();
    let source = read(&ctx, "pattern", chain::PATTERN);
    let pattern = CompiledPattern::new(patterns(&source)[0]).expect("the pattern can be lowered");
    let all = std::slice::from_ref(&pattern);
    let options = Options::default();

    assert_eq!(undone(&ctx, SMALL, &pattern), undone(&ctx, LARGE, &pattern));

    let each = |program: &mut Program| {
        let ops: Vec<OpId> = program.walk(program.top()).collect();
        for op in ops {
            let Some(found) = pattern.match_at(program, op, &options) else { continue };
            pattern.try_apply(program, &found, &options, &mut Silent).expect("it goes through");
        }
    };
    let greedy = |find_cycles: bool| {
        move |program: &mut Program| {
            let limits = GreedyOptions { rewrites: usize::MAX, find_cycles, ..GreedyOptions::default() };
            let top = program.top();
            let outcome = apply_greedily(program, top, all, &options, &limits);
            assert!(matches!(outcome, GreedyOutcome::Converged(_)));
        }
    };
    let everywhere = |program: &mut Program| by_strategy(&ctx, program, all, "main = allTopDown(try(p))");
    let runs: [(&str, Rewriting<'_>); 4] = [
        ("a checkpoint for each", &each),
        ("the greedy driver", &greedy(false)),
        ("the greedy driver that looks for cycles", &greedy(true)),
        ("a strategy", &everywhere),
    ];
    for (name, rewrite) in runs {
        let (small, large) = (per_rewrite(&ctx, SMALL, rewrite), per_rewrite(&ctx, LARGE, rewrite));
        println!("{name}: {small} bytes each of {SMALL} rewrites, {large} each of {LARGE}");
        // Arenas and tables double in size: what the last doubling left over differs.
        assert!(large <= small * 3 / 2 && small <= large * 3 / 2, "{name}: {small} and {large}");
    }
}
