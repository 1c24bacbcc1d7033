//! Solvers shared by threads: each query has a process to itself while it runs, and there are never more
//! processes than was said. Answers may be kept in a cache, and a second solver may have to agree.

use std::num::NonZero;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use super::cache::{Cache, CacheKey, CacheMode};
use super::query::Query;
use super::solver::{Answer, Solver, SolverConfig, UnknownReason};

/// Questions without an answer in time after which a solver that never answered any is given up.
const TRIES: u32 = 3;

/// A bounded number of solvers of one configuration. Share it by reference between threads; use as many
/// processes as there are threads, so that none has to wait.
pub struct SolverPool {
    config: SolverConfig,
    state: Mutex<State>,
    returned: Condvar,
    second: Option<Box<SolverPool>>,
    fallback: Option<Box<SolverPool>>,
    cache: Option<Cache>,
    identity: OnceLock<String>,
    /// Whether any question was answered, and how many were not in time.
    answered: AtomicBool,
    late: AtomicU32,
}

struct State {
    /// The solver returned last is taken first: its process is warm.
    idle: Vec<Solver>,
    /// How many solvers may still be made.
    unmade: usize,
}

impl SolverPool {
    /// A pool of at most `processes` solvers; each is started when it is first needed.
    pub fn new(config: SolverConfig, processes: NonZero<usize>) -> SolverPool {
        let state = State { idle: Vec::new(), unmade: processes.get() };
        SolverPool {
            config,
            state: Mutex::new(state),
            returned: Condvar::new(),
            second: None,
            fallback: None,
            cache: None,
            identity: OnceLock::new(),
            answered: AtomicBool::new(false),
            late: AtomicU32::new(0),
        }
    }

    /// With a second solver that has to agree: an answer that it contradicts or does not know is unknown.
    pub fn with_second(self, second: SolverPool) -> SolverPool {
        SolverPool { second: Some(Box::new(second)), ..self }
    }

    /// With another solver that is asked where this one gives up or does not know; it has its own limits.
    pub fn with_fallback(self, fallback: SolverPool) -> SolverPool {
        SolverPool { fallback: Some(Box::new(fallback)), ..self }
    }

    /// With a cache of answers.
    pub fn with_cache(self, cache: Cache) -> SolverPool {
        SolverPool { cache: Some(cache), ..self }
    }

    /// The cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Answers `query`: from the cache, else by a solver that is free, waiting for one if need be.
    pub fn check(&self, query: &Query) -> Answer {
        let Some(cache) = &self.cache else { return self.ask(query) };
        let key = match self.key(query) {
            Ok(key) => key,
            Err(why) => return Answer::Unknown(why),
        };
        let observed: Vec<&str> = query.observed().collect();
        if let Some(answer) = cache.find(&key, &observed) {
            return answer;
        }
        if cache.mode() == CacheMode::Require {
            return Answer::Unknown(UnknownReason::NotCached);
        }
        let answer = self.ask(query);
        cache.keep(&key, &answer);
        answer
    }

    /// Whether a query was found to have no model by someone else, who needs no solver but time; what `work` finds is kept
    /// under their name where there is a cache.
    pub fn never_by(&self, who: &str, query: &Query, work: impl FnOnce() -> bool) -> bool {
        let Some(cache) = &self.cache else { return work() };
        let key = CacheKey::new(who, "", &query.commands());
        if cache.find(&key, &[]) == Some(Answer::Unsat) {
            return true;
        }
        let never = work();
        if never {
            cache.keep(&key, &Answer::Unsat);
        }
        never
    }

    /// Names and versions of its solvers.
    ///
    /// # Errors
    /// When one of them does not answer.
    pub fn identity(&self) -> Result<String, UnknownReason> {
        if let Some(known) = self.identity.get() {
            return Ok(known.clone());
        }
        if self.never_answers() {
            return Err(UnknownReason::NeverAnswered);
        }
        // Who it is, is no question: only that this takes too long is noted.
        let mut identity = self.check_out().identity().inspect_err(|why| {
            if *why == UnknownReason::TimedOut {
                self.late.fetch_add(1, Ordering::Relaxed);
            }
        })?;
        if let Some(fallback) = &self.fallback {
            identity = format!("{identity} or {}", fallback.identity()?);
        }
        if let Some(second) = &self.second {
            identity = format!("{identity} and {}", second.identity()?);
        }
        Ok(self.identity.get_or_init(|| identity).clone())
    }

    fn ask(&self, query: &Query) -> Answer {
        let mut first = self.ask_first(query);
        if let (Answer::Unknown(why), Some(fallback)) = (&first, &self.fallback)
            && gave_up(why)
        {
            first = match fallback.check(query) {
                // What the first one said is what is reported.
                Answer::Unknown(_) => first,
                answer => answer,
            };
        }
        let Some(second) = &self.second else { return first };
        if matches!(first, Answer::Unknown(_)) {
            return first;
        }
        match (&first, second.check(query)) {
            (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat, Answer::Unsat) => first,
            (_, Answer::Unknown(why)) => Answer::Unknown(UnknownReason::SecondUnknown(Box::new(why))),
            (Answer::Sat(_), _) => {
                Answer::Unknown(UnknownReason::Disagreement { first: "sat", second: "unsat" })
            }
            _ => Answer::Unknown(UnknownReason::Disagreement { first: "unsat", second: "sat" }),
        }
    }

    /// Asks a solver of its own, unless none of them ever answered.
    fn ask_first(&self, query: &Query) -> Answer {
        if self.never_answers() {
            return Answer::Unknown(UnknownReason::NeverAnswered);
        }
        let answer = self.check_out().check(query);
        match answer {
            Answer::Unknown(UnknownReason::TimedOut) => {
                self.late.fetch_add(1, Ordering::Relaxed);
            }
            _ => self.answered.store(true, Ordering::Relaxed),
        }
        answer
    }

    fn never_answers(&self) -> bool {
        !self.answered.load(Ordering::Relaxed) && self.late.load(Ordering::Relaxed) >= TRIES
    }

    /// The programs that were given up, because they never answered.
    pub fn given_up(&self) -> Vec<&Path> {
        let own = self.never_answers().then_some(self.config.path.as_path());
        let others = [&self.fallback, &self.second].into_iter().flatten();
        own.into_iter().chain(others.flat_map(|pool| pool.given_up())).collect()
    }

    fn key(&self, query: &Query) -> Result<CacheKey, UnknownReason> {
        let config = &self.config;
        let limits = format!("{:?} {:?} {:?}", config.arguments, config.resource_units, config.isolation);
        let limits = match query.units() {
            Some(units) => format!("{limits} {units}"),
            None => limits,
        };
        let observed: Vec<&str> = query.observed().collect();
        let question = format!("{}{}", query.commands(), observed.join(" "));
        Ok(CacheKey::new(&self.identity()?, &limits, &question))
    }

    /// A solver for several queries; it goes back when the guard is dropped. Start no parallel work while
    /// you hold one: a thread that waits for that work may be given work that waits for a solver.
    pub fn check_out(&self) -> CheckedOut<'_> {
        let mut state = self.state();
        loop {
            if let Some(solver) = state.idle.pop() {
                return CheckedOut { pool: self, solver: Some(solver) };
            }
            if state.unmade > 0 {
                state.unmade -= 1;
                return CheckedOut { pool: self, solver: Some(Solver::new(self.config.clone())) };
            }
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What its solvers are made with.
    pub fn config(&self) -> &SolverConfig {
        &self.config
    }

    /// No code panics while it holds the lock, and if it did, the state would still be sound.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether another solver may know more.
fn gave_up(why: &UnknownReason) -> bool {
    let limit = matches!(why, UnknownReason::Exhausted(_) | UnknownReason::TimedOut);
    limit || matches!(why, UnknownReason::SolverUnknown(_) | UnknownReason::NeverAnswered)
}

/// A solver taken from a [`SolverPool`], returned on drop.
pub struct CheckedOut<'a> {
    pool: &'a SolverPool,
    /// Present until the drop.
    solver: Option<Solver>,
}

impl Deref for CheckedOut<'_> {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        self.solver.as_ref().expect("only the drop takes it")
    }
}

impl DerefMut for CheckedOut<'_> {
    fn deref_mut(&mut self) -> &mut Solver {
        self.solver.as_mut().expect("only the drop takes it")
    }
}

impl Drop for CheckedOut<'_> {
    fn drop(&mut self) {
        let Some(mut solver) = self.solver.take() else { return };
        if std::thread::panicking() {
            // The panic may have come in the middle of a dialogue.
            solver = Solver::new(self.pool.config.clone());
        }
        self.pool.state().idle.push(solver);
        self.pool.returned.notify_one();
    }
}
