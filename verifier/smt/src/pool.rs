//! Solvers shared by threads: each query has a process to itself while it runs, and there are never more
//! processes than was said. Answers may be kept in a cache, and a second solver may be asked about all of them or a share.

use std::num::NonZero;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest as _, Sha256};

use crate::answer::{Answer, UnknownReason};
use crate::cache::{Cache, CacheKey, CacheMode};
use crate::config::SolverConfig;
use crate::query::Query;
use crate::solver::Solver;

/// Questions without an answer in time after which a solver that never answered any is given up.
const TRIES: u32 = 3;

/// Bounds of the times by which questions are counted; the last count is of those that took longer than all of them.
pub const TIMES: [Duration; 5] = [
    Duration::from_millis(1),
    Duration::from_millis(10),
    Duration::from_millis(100),
    Duration::from_secs(1),
    Duration::from_secs(10),
];

/// A bounded number of solvers of one configuration. Share it by reference between threads; use as many
/// processes as there are threads, so that none has to wait.
pub struct SolverPool {
    own: Arc<Processes>,
    second: Option<Arc<Second>>,
    fallback: Option<Arc<SolverPool>>,
    cache: Option<Arc<Cache>>,
    identity: Arc<OnceLock<String>>,
    /// Answers `unsat` that were given, and those of them that a second solver gave, too.
    unsat: AtomicU32,
    confirmed: AtomicU32,
}

/// The processes of a pool.
struct Processes {
    config: SolverConfig,
    state: Mutex<State>,
    returned: Condvar,
    /// True once any question was answered; and the number of those not answered in time.
    answered: AtomicBool,
    late: AtomicU32,
    /// Questions by the time that they took.
    times: [AtomicU64; TIMES.len() + 1],
}

/// Another solver that is asked the same.
struct Second {
    pool: SolverPool,
    /// Of a hundred answers how many it is asked about; `None` where it has to agree with each.
    percent: Option<u8>,
}

/// The answers of solvers that something rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Questions that a solver said to have no model.
    pub unsat: u32,
    /// Those of them that a second solver says so of, too.
    pub confirmed: u32,
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
        let own = Processes {
            config,
            state: Mutex::new(State { idle: Vec::new(), unmade: processes.get() }),
            returned: Condvar::new(),
            answered: AtomicBool::new(false),
            late: AtomicU32::new(0),
            times: Default::default(),
        };
        SolverPool {
            own: Arc::new(own),
            second: None,
            fallback: None,
            cache: None,
            identity: Arc::default(),
            unsat: AtomicU32::new(0),
            confirmed: AtomicU32::new(0),
        }
    }

    /// With a second solver that has to agree: an answer that it contradicts or does not know is unknown.
    pub fn with_second(self, second: SolverPool) -> SolverPool {
        SolverPool { second: Some(Arc::new(Second { pool: second, percent: None })), ..self }
    }

    /// With a second solver that is asked about `percent` of a hundred answers, drawn by the texts of the questions: an answer
    /// that it contradicts is unknown.
    pub fn with_cross_check(self, second: SolverPool, percent: u8) -> SolverPool {
        SolverPool { second: Some(Arc::new(Second { pool: second, percent: Some(percent) })), ..self }
    }

    /// With another solver that is asked where this one gives up or does not know; it has its own limits.
    pub fn with_fallback(self, fallback: SolverPool) -> SolverPool {
        SolverPool { fallback: Some(Arc::new(fallback)), ..self }
    }

    /// With a cache of answers.
    pub fn with_cache(self, cache: Cache) -> SolverPool {
        SolverPool { cache: Some(Arc::new(cache)), ..self }
    }

    /// The same solvers and cache with a tally of its own.
    pub fn counted(&self) -> SolverPool {
        SolverPool {
            own: Arc::clone(&self.own),
            second: self.second.clone(),
            fallback: self.fallback.clone(),
            cache: self.cache.clone(),
            identity: Arc::clone(&self.identity),
            unsat: AtomicU32::new(0),
            confirmed: AtomicU32::new(0),
        }
    }

    /// The tally of the answers that were given so far.
    pub fn tally(&self) -> Tally {
        let read = |count: &AtomicU32| count.load(Ordering::Relaxed);
        Tally { unsat: read(&self.unsat), confirmed: read(&self.confirmed) }
    }

    /// The numbers of questions that its own processes were asked, by the bounds of [`TIMES`].
    pub fn times(&self) -> Vec<u64> {
        self.own.times.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }

    /// The cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_deref()
    }

    /// Answers `query`: from the cache, else by a solver that is free, waiting for one if need be.
    pub fn check(&self, query: &Query) -> Answer {
        let (answer, confirmed) = self.look_up(query);
        if answer == Answer::Unsat {
            self.unsat.fetch_add(1, Ordering::Relaxed);
            self.confirmed.fetch_add(u32::from(confirmed), Ordering::Relaxed);
        }
        answer
    }

    /// The answer, and whether a second solver gives it, too.
    fn look_up(&self, query: &Query) -> (Answer, bool) {
        let Some(cache) = &self.cache else { return self.ask(query) };
        let key = match self.key(query) {
            Ok(key) => key,
            Err(why) => return (Answer::Unknown(why), false),
        };
        let observed: Vec<&str> = query.observed().collect();
        let by_second = self.second_for(query).is_some();
        if let Some(answer) = cache.find(&key, &observed) {
            return (answer, by_second);
        }
        if cache.mode() == CacheMode::Require {
            return (Answer::Unknown(UnknownReason::NotCached), false);
        }
        let (answer, confirmed) = self.ask(query);
        // An answer is kept if all solvers that have to be asked agree on it.
        if confirmed || !by_second {
            cache.keep(&key, &answer);
        }
        (answer, confirmed)
    }

    /// The second solver, where it is asked about this question.
    fn second_for(&self, query: &Query) -> Option<&Second> {
        let second = self.second.as_deref()?;
        let drawn = |percent: u8| {
            let digest = Sha256::digest(query.commands().as_bytes());
            u16::from_be_bytes([digest[0], digest[1]]) % 100 < u16::from(percent)
        };
        second.percent.is_none_or(drawn).then_some(second)
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
                self.own.late.fetch_add(1, Ordering::Relaxed);
            }
        })?;
        if let Some(fallback) = &self.fallback {
            identity = format!("{identity} or {}", fallback.identity()?);
        }
        if let Some(second) = &self.second {
            let share = second.percent.map_or_else(String::new, |percent| format!("{percent}% by "));
            identity = format!("{identity} and {share}{}", second.pool.identity()?);
        }
        Ok(self.identity.get_or_init(|| identity).clone())
    }

    fn ask(&self, query: &Query) -> (Answer, bool) {
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
        let Some(second) = self.second_for(query) else { return (first, false) };
        if matches!(first, Answer::Unknown(_)) {
            return (first, false);
        }
        // A check costs the budget nothing.
        let again = match second.percent {
            Some(_) => second.pool.check(&query.unlimited()),
            None => second.pool.check(query),
        };
        match (&first, again) {
            (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat, Answer::Unsat) => (first, true),
            (_, Answer::Unknown(_)) if second.percent.is_some() => (first, false),
            (_, Answer::Unknown(why)) => {
                (Answer::Unknown(UnknownReason::SecondUnknown(Box::new(why))), false)
            }
            (one, _) => {
                let (yes, no) = ("sat", "unsat");
                let (one, other) = if matches!(one, Answer::Sat(_)) { (yes, no) } else { (no, yes) };
                let (first, second) = (self.named(one), second.pool.named(other));
                (Answer::Unknown(UnknownReason::Disagreement { first, second }), false)
            }
        }
    }

    /// An answer with the name of the program that gives it.
    fn named(&self, answer: &str) -> String {
        let name = self.own.config.name();
        format!("{name} says {answer}")
    }

    /// Asks a solver of its own, unless none of them ever answered.
    fn ask_first(&self, query: &Query) -> Answer {
        if self.never_answers() {
            return Answer::Unknown(UnknownReason::NeverAnswered);
        }
        let mut solver = self.check_out();
        let start = Instant::now();
        let answer = solver.check(query);
        let time = start.elapsed();
        drop(solver);
        let bucket = TIMES.iter().position(|bound| time < *bound).unwrap_or(TIMES.len());
        self.own.times[bucket].fetch_add(1, Ordering::Relaxed);
        match answer {
            Answer::Unknown(UnknownReason::TimedOut) => {
                self.own.late.fetch_add(1, Ordering::Relaxed);
            }
            _ => self.own.answered.store(true, Ordering::Relaxed),
        }
        answer
    }

    fn never_answers(&self) -> bool {
        !self.own.answered.load(Ordering::Relaxed) && self.own.late.load(Ordering::Relaxed) >= TRIES
    }

    /// The programs that were given up, because they never answered.
    pub fn given_up(&self) -> Vec<String> {
        let own = self.never_answers().then(|| self.own.config.name());
        let others = [self.fallback.as_deref(), self.second.as_deref().map(|second| &second.pool)];
        let others = others.into_iter().flatten();
        own.into_iter().chain(others.flat_map(|pool| pool.given_up())).collect()
    }

    fn key(&self, query: &Query) -> Result<CacheKey, UnknownReason> {
        let config = &self.own.config;
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
        let own = &*self.own;
        let mut state = own.state();
        loop {
            if let Some(solver) = state.idle.pop() {
                return CheckedOut { pool: own, solver: Some(solver) };
            }
            if state.unmade > 0 {
                state.unmade -= 1;
                return CheckedOut { pool: own, solver: Some(Solver::new(own.config.clone())) };
            }
            state = own.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What its solvers are made with.
    pub fn config(&self) -> &SolverConfig {
        &self.own.config
    }
}

impl Processes {
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
    pool: &'a Processes,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::stub;

    fn pool(check: &str) -> SolverPool {
        SolverPool::new(stub(check, "echo '((x 1))'"), NonZero::<usize>::MIN)
    }

    fn question(number: usize) -> Query {
        let mut query = Query::new();
        query.declare_const("x", "Int");
        query.assert(&format!("(= x {number})"));
        query.observe("x");
        query
    }

    #[test]
    fn a_check_by_another_solver_names_who_contradicts() {
        let pool = pool("echo unsat").with_cross_check(pool("echo sat"), 100);
        let Answer::Unknown(why) = pool.check(&question(1)) else { panic!("they contradict each other") };
        assert_eq!(why.to_string(), "the solvers disagree: sh says unsat, sh says sat");
        assert_eq!(pool.tally(), Tally::default());
    }

    #[test]
    fn a_share_of_the_answers_is_checked_and_the_same_in_every_run() {
        let checked = || {
            let pool = pool("echo unsat").with_cross_check(pool("echo unsat"), 30);
            (0..100).for_each(|number| assert_eq!(pool.check(&question(number)), Answer::Unsat));
            pool.tally()
        };
        let first = checked();
        assert_eq!(first.unsat, 100);
        assert!((15..45).contains(&first.confirmed), "{first:?}");
        assert_eq!(checked(), first);
    }

    #[test]
    fn a_check_without_an_answer_changes_none_and_confirms_none() {
        let first = pool("echo unsat").with_cross_check(pool("echo unknown"), 100);
        assert_eq!(first.check(&question(1)), Answer::Unsat);
        assert_eq!(first.tally(), Tally { unsat: 1, confirmed: 0 });
        let second = pool("echo unsat").with_second(pool("echo unknown"));
        assert!(matches!(second.check(&question(1)), Answer::Unknown(UnknownReason::SecondUnknown(_))));
    }

    #[test]
    fn what_is_counted_for_one_pattern_is_not_counted_for_another() {
        let all = pool("echo unsat");
        let (one, other) = (all.counted(), all.counted());
        one.check(&question(1));
        assert_eq!((one.tally().unsat, other.tally().unsat, all.tally().unsat), (1, 0, 0));
    }
}
