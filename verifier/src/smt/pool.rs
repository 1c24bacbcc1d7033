//! Solvers shared by threads: each query has a process to itself while it runs, and there are never more
//! processes than was said.

use std::num::NonZero;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Query;
use super::solver::{Answer, Solver, SolverConfig};

/// A bounded number of solvers of one configuration. Share it by reference between threads; use as many
/// processes as there are threads, so that none has to wait.
pub struct SolverPool {
    config: SolverConfig,
    state: Mutex<State>,
    returned: Condvar,
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
        SolverPool { config, state: Mutex::new(state), returned: Condvar::new() }
    }

    /// Asks `query` of a solver that is free, waiting for one if need be.
    pub fn check(&self, query: &Query<'_>) -> Answer {
        self.check_out().check(query)
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
