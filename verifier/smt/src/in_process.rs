//! Z3 as a library: the same commands that a process is sent, read and decided in this process. Knows nothing of what is
//! asked. A query has a context of its own, so that no answer depends on what was asked before. There is no limit of
//! memory here, and a crash of the library is one of this program: that is why processes are the default.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Ast, Dynamic};
use z3::{Config, Params, SatResult, Solver};

use crate::answer::why_unknown;
use crate::answer::{Answer, UnknownReason};
use crate::query::Query;
use crate::sexpr::SExpr;

/// Older libraries answer wrongly through this interface, or crash.
const OLDEST: (u32, u32, u32) = (4, 13, 3);

/// The library, which is recent enough.
#[derive(Clone, Copy, Debug)]
pub struct InProcess(());

impl InProcess {
    /// The library that this program was linked with.
    ///
    /// # Errors
    /// In words, when it is too old.
    pub fn new() -> Result<InProcess, String> {
        match version() >= OLDEST {
            true => Ok(InProcess(())),
            false => {
                let (a, b, c) = OLDEST;
                Err(format!("the library is {}; {a}.{b}.{c} is the oldest that works", z3::full_version()))
            }
        }
    }

    /// Name and version.
    pub fn identity(self) -> String {
        format!("{} in process", z3::full_version())
    }

    /// Asks `query` with these limits.
    pub fn check(self, query: &Query, units: Option<u64>, timeout: Duration) -> Answer {
        let units = match (query.units(), units) {
            (Some(own), Some(all)) => Some(own.min(all)),
            (own, all) => own.or(all),
        };
        let observed: Vec<String> = query.observed().map(str::to_owned).collect();
        let text = query.commands();
        let ask = move || ask(&text, &observed, units, timeout);
        z3::with_z3_config(&Config::new(), ask).unwrap_or_else(Answer::Unknown)
    }
}

/// The first three numbers of the version, which the library tells as text such as `Z3 4.13.3.0`.
fn version() -> (u32, u32, u32) {
    let text = z3::full_version();
    let mut numbers = text
        .split_whitespace()
        .find(|word| word.contains('.'))
        .into_iter()
        .flat_map(|word| word.split('.'))
        .map(|number| number.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    (next(), next(), next())
}

fn ask(
    text: &str,
    observed: &[String],
    units: Option<u64>,
    timeout: Duration,
) -> Result<Answer, UnknownReason> {
    let solver = Solver::new();
    let mut params = Params::new();
    if let Some(units) = units {
        params.set_u32("rlimit", u32::try_from(units).unwrap_or(u32::MAX));
    }
    params.set_u32("timeout", u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX));
    solver.from_string(text);
    solver.set_params(&params);
    // What the library cannot read it leaves out without a word, and answers another question.
    let assertions = solver.get_assertions();
    let asked = text.lines().filter(|line| line.starts_with("(assert")).count();
    if assertions.len() != asked {
        let read = assertions.len();
        return Err(UnknownReason::Garbage(format!("{read} of {asked} assertions were read")));
    }
    match solver.check() {
        SatResult::Unsat => Ok(Answer::Unsat),
        SatResult::Unknown => Err(why_unknown(solver.get_reason_unknown().unwrap_or_default())),
        SatResult::Sat => {
            let roots = assertions.iter().map(|assertion| Dynamic::from_ast(assertion)).collect();
            values(&solver, constants(roots), observed).map(Answer::Sat)
        }
    }
}

/// The constants in some terms, by name.
fn constants(mut stack: Vec<Dynamic>) -> FxHashMap<String, Dynamic> {
    let (mut found, mut seen) = (FxHashMap::default(), FxHashSet::default());
    while let Some(term) = stack.pop() {
        if !seen.insert(term.clone()) {
            continue;
        }
        if term.is_const() {
            found.insert(term.decl().name(), term.clone());
        }
        stack.extend(term.children());
    }
    found
}

fn values(
    solver: &Solver,
    constants: FxHashMap<String, Dynamic>,
    observed: &[String],
) -> Result<Vec<(String, SExpr)>, UnknownReason> {
    let garbage = |what: &str| UnknownReason::Garbage(what.to_owned());
    let model = solver.get_model().ok_or_else(|| garbage("no model"))?;
    let value = |name: &String| {
        let term = constants.get(name).ok_or_else(|| garbage("a constant that no assertion is about"))?;
        let value = model.eval(term, true).ok_or_else(|| garbage("a constant without a value"))?.to_string();
        match SExpr::read_all(&value).as_deref() {
            Ok([read]) => Ok((name.clone(), read.clone())),
            _ => Err(garbage(&value)),
        }
    };
    observed.iter().map(value).collect()
}
