//! The solvers of a run, as the command line describes them.

use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use assay_smt::{Cache, CacheMode, SolverConfig, SolverNotFound, SolverPath, SolverPool};

use crate::args::{self, SolverArgs};
use crate::key;

/// Resource units that are asked for with a second of time; Z3 spends one to five million.
const UNITS_PER_SECOND: u64 = 2_000_000;

/// Seconds of a question to Bitwuzla that is asked of its own accord.
const FALLBACK_SECONDS: u64 = 2;

/// The fallback that is none.
const NO_SOLVER: &str = "none";

/// The solver that answers are checked with where none is named.
const CROSS_CHECK: &str = "cvc5";

/// Resource units of a question that is only a check: half a second, or what is not confirmed takes as long as all else.
const UNITS_OF_A_CHECK: u64 = UNITS_PER_SECOND / 2;

/// The pool that answers the questions of a run.
pub(crate) fn pool(args: &SolverArgs, processes: NonZero<usize>) -> Result<SolverPool, SolverNotFound> {
    let one = |path: Option<&Path>| -> Result<SolverPool, SolverNotFound> {
        let mut config = SolverConfig::new(SolverPath::find(path)?);
        if let Some(seconds) = args.timeout {
            config.timeout = Duration::from_secs(seconds);
            config.resource_units = Some(seconds.saturating_mul(UNITS_PER_SECOND));
        }
        config.memory = Some(args.solver_memory.unwrap_or(4096).saturating_mul(1 << 20));
        Ok(SolverPool::new(config, processes))
    };
    let mut pool = one(args.solver.as_deref())?;
    let beside = || SolverPath::bitwuzla_beside().filter(|_| args.solver.is_none());
    match &args.fallback_solver {
        Some(none) if none == Path::new(NO_SOLVER) => {}
        Some(fallback) => pool = pool.with_fallback(one(Some(fallback))?),
        None => {
            if let Some(bitwuzla) = beside() {
                let timeout = Duration::from_secs(args.timeout.unwrap_or(FALLBACK_SECONDS));
                let config = SolverConfig { timeout, ..SolverConfig::new(bitwuzla) };
                pool = pool.with_fallback(SolverPool::new(config, processes));
            }
        }
    }
    let second = args.second_solver.as_deref();
    pool = match (second, args.cross_check) {
        (second, Some(percent)) => {
            let mut config = one(Some(second.unwrap_or(Path::new(CROSS_CHECK))))?.config().clone();
            config.resource_units = Some(UNITS_OF_A_CHECK);
            pool.with_cross_check(SolverPool::new(config, processes), percent)
        }
        (Some(second), None) => pool.with_second(one(Some(second))?),
        (None, None) => pool,
    };
    if let Some(folder) = &args.cache {
        let mode = match args.cache_mode.unwrap_or(args::CacheMode::ReadWrite) {
            args::CacheMode::ReadWrite => CacheMode::ReadWrite,
            args::CacheMode::ReadOnly => CacheMode::ReadOnly,
            args::CacheMode::Require => CacheMode::Require,
        };
        match key::of_user() {
            Ok(key) => pool = pool.with_cache(Cache::with_key(folder, mode, &key)),
            Err(error) => eprintln!("note: the cache is not used: {error:#}"),
        }
    }
    Ok(pool)
}

/// A line about answers that had to be in the cache and are not.
pub(crate) fn missing(pool: &SolverPool) -> Option<String> {
    let cache = pool.cache().filter(|cache| cache.mode() == CacheMode::Require)?;
    let (_, missing) = cache.counts();
    let answers = if missing == 1 { "answer is" } else { "answers are" };
    (missing > 0).then(|| {
        format!("{missing} {answers} not in the cache; run once with `--cache-mode read-write` to keep them")
    })
}

/// Lines about solvers that were given up, and about answers in the cache that were not believed.
pub(crate) fn notes(pool: &SolverPool) -> Vec<String> {
    let mut lines = given_up(pool);
    lines.extend(unsigned(pool));
    lines
}

fn unsigned(pool: &SolverPool) -> Option<String> {
    let count = pool.cache()?.unsigned();
    let answers = if count == 1 { "answer of the cache is" } else { "answers of the cache are" };
    (count > 0).then(|| format!("{count} {answers} not signed with your key and do not count"))
}

fn given_up(pool: &SolverPool) -> Vec<String> {
    let line = |name: String| format!("the solver {name} never answered in time and was given up");
    pool.given_up().into_iter().map(line).collect()
}
