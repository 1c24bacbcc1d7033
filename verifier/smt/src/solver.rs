//! A solver process that answers queries: found, configured, started again after every failure. Whatever
//! goes wrong with it is `unknown` with a reason, never another answer.

use crate::answer::{Answer, UnknownReason};
use crate::config::{Isolation, SolverConfig};
use crate::dialogue::Dialogue;
use crate::query::Query;

/// A solver: a process that is used for query after query and started again when it failed. Queries that begin with one
/// prelude are put to a second process first, which has read it once; from that, only that there is no model is taken,
/// because anything else may depend on what it was asked before.
pub struct Solver {
    config: SolverConfig,
    dialogue: Option<Dialogue>,
    prover: Option<Dialogue>,
}

impl Solver {
    /// A solver that starts its process with the first query.
    pub fn new(config: SolverConfig) -> Solver {
        Solver { config, dialogue: None, prover: None }
    }

    /// Asks `query`.
    ///
    /// A process that served queries before and now dies or talks nonsense may do so because of those;
    /// the query is then asked once more in a new process, so that the answer does not depend on them.
    pub fn check(&mut self, query: &Query) -> Answer {
        #[cfg(feature = "z3-inproc")]
        if let Some(solver) = self.in_process() {
            return solver.check(query, self.config.resource_units, self.config.timeout);
        }
        if query.prelude().is_some() && self.config.isolation == Isolation::Reset {
            match self.prove(query) {
                Ok(Answer::Unsat) => return Answer::Unsat,
                // It would hang again.
                Err(UnknownReason::TimedOut) => return Answer::Unknown(UnknownReason::TimedOut),
                _ => {}
            }
        }
        let used = self.dialogue.as_ref().is_some_and(Dialogue::is_used);
        let mut answer = self.ask(query);
        let failed = matches!(
            answer,
            Err(UnknownReason::SolverDied(_) | UnknownReason::Garbage(_) | UnknownReason::OutOfMemory(_))
        );
        if used && failed {
            answer = self.ask(query);
        }
        answer.unwrap_or_else(Answer::Unknown)
    }

    /// Name and version that the solver gives itself, such as `Z3 4.8.12`.
    ///
    /// # Errors
    /// When it does not answer.
    pub fn identity(&mut self) -> Result<String, UnknownReason> {
        #[cfg(feature = "z3-inproc")]
        if let Some(solver) = self.in_process() {
            return Ok(solver.identity());
        }
        self.dialogue().map(|dialogue| dialogue.identity().to_owned())
    }

    /// What it was made with.
    pub fn config(&self) -> &SolverConfig {
        &self.config
    }

    #[cfg(feature = "z3-inproc")]
    fn in_process(&self) -> Option<crate::InProcess> {
        if self.config.path != Path::new(IN_PROCESS) {
            return None;
        }
        crate::InProcess::new().ok()
    }

    fn ask(&mut self, query: &Query) -> Result<Answer, UnknownReason> {
        let answer = self.dialogue()?.check(query);
        if answer.is_err() {
            // Dropping it kills the process.
            self.dialogue = None;
        }
        answer
    }

    fn prove(&mut self, query: &Query) -> Result<Answer, UnknownReason> {
        let prover = match &mut self.prover {
            Some(prover) => prover,
            none => {
                let config = SolverConfig { isolation: Isolation::Scope, ..self.config.clone() };
                none.insert(Dialogue::start(&config)?)
            }
        };
        let answer = prover.check(query);
        if answer.is_err() {
            self.prover = None;
        }
        answer
    }

    fn dialogue(&mut self) -> Result<&mut Dialogue, UnknownReason> {
        match &mut self.dialogue {
            Some(dialogue) => Ok(dialogue),
            none => Ok(none.insert(Dialogue::start(&self.config)?)),
        }
    }
}
