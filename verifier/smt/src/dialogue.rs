//! What is said to a solver process and how its replies are understood: one write per step, what
//! comes between two echoed markers is the reply, and one that is not exactly what was asked for is no
//! answer.

use smtlib_lowlevel::ast::{self, Command, InfoFlag};
use smtlib_lowlevel::lexicon::{Numeral, Symbol};

use assay_mlir::process::{AskError, Program, Session};

use crate::answer::{Answer, LIMITS, UnknownReason, why_unknown};
use crate::config::{Isolation, SolverConfig};
use crate::query::{Prelude, Query};
use crate::sexpr::SExpr;

/// Bytes that a reply may have.
const REPLY: usize = 16 << 20;

/// How every marker begins.
const MARKER: &str = "assay-";

/// Characters of a wrong reply that are reported.
const REPORTED: usize = 200;

/// Limits of glibc's allocator below which memory stays with the process (`mallopt(3)`): a solver frees what it holds between queries,
/// which by default goes to the system and comes back page by page.
const ALLOCATOR: [(&str, u64); 2] =
    [("MALLOC_TRIM_THRESHOLD_", 256 << 20), ("MALLOC_MMAP_THRESHOLD_", 32 << 20)];

/// A solver process in use. After an error it is of no further use.
pub(super) struct Dialogue {
    session: Session,
    config: SolverConfig,
    identity: String,
    /// What makes the process ready for a query of its own.
    fresh: String,
    /// What makes the process as new, where that is not said before every query.
    renewed: String,
    /// What it was told before the scopes of the queries.
    base: Option<&'static Prelude>,
    steps: u64,
    used: bool,
    /// Whether it counts resource units.
    limited: bool,
}

impl Dialogue {
    /// Starts the process and asks who it is.
    pub(super) fn start(config: &SolverConfig) -> Result<Dialogue, UnknownReason> {
        let mut program = Program::new(&config.path).args(config.arguments.iter().cloned());
        for (variable, bytes) in ALLOCATOR {
            program = program.env(variable, bytes.to_string());
        }
        let session = Session::start(&program, config.memory, REPLY)
            .map_err(|error| UnknownReason::SpawnFailed(error.to_string()))?;
        let (identity, fresh, renewed) = (String::new(), String::new(), String::new());
        let mut dialogue = Dialogue {
            session,
            config: config.clone(),
            identity,
            fresh,
            renewed,
            base: None,
            steps: 0,
            used: false,
            limited: false,
        };
        dialogue.introduce()?;
        Ok(dialogue)
    }

    /// Name and version of the solver.
    pub(super) fn identity(&self) -> &str {
        &self.identity
    }

    /// Whether a query was put to this process before.
    pub(super) fn is_used(&self) -> bool {
        self.used
    }

    /// Puts a query to the solver.
    pub(super) fn check(&mut self, query: &Query) -> Result<Answer, UnknownReason> {
        let scoped = self.config.isolation == Isolation::Scope;
        let base = query.prelude().filter(|_| scoped);
        let mut commands = match (base, self.base) {
            (Some(asked), Some(told)) if !std::ptr::eq(asked, told) => self.renewed.clone(),
            (None, Some(_)) => self.renewed.clone(),
            _ if scoped && self.used => format!("{}\n", Command::Pop(Numeral::from_u128(1))),
            _ => String::new(),
        };
        if let Some(base) = base.filter(|base| !self.base.is_some_and(|told| std::ptr::eq(*base, told))) {
            commands.push_str(base.commands());
        }
        self.base = base;
        self.used = true;
        commands.push_str(&self.fresh);
        if !scoped {
            commands.push_str(&lines(&[Command::SetLogic(Symbol(query.logic()))]));
        }
        if let Some(units) =
            query.units().filter(|_| self.limited && self.config.isolation == Isolation::Reset)
        {
            let units = units.min(self.config.resource_units.unwrap_or(u64::MAX));
            commands.push_str(&lines(&[limit(units)]));
        }
        match base {
            Some(_) => commands.push_str(&query.own_commands()),
            None => commands.push_str(&query.commands()),
        }
        commands.push_str(&Command::CheckSat.to_string());
        // An error message before the answer means that a command was ignored: the answer is then one to
        // another question. Hence nothing but the answer is accepted.
        let replies = self.say(&commands)?;
        match replies.as_slice() {
            [SExpr::Symbol(answer)] => match answer.as_str() {
                "sat" => self.model(query).map(Answer::Sat),
                "unsat" => Ok(Answer::Unsat),
                "unknown" => {
                    let reason = self.info(InfoFlag::ReasonUnknown)?;
                    Ok(Answer::Unknown(why_unknown(reason)))
                }
                _ => Err(garbage(&replies)),
            },
            _ => Err(garbage(&replies)),
        }
    }

    fn introduce(&mut self) -> Result<(), UnknownReason> {
        let quiet = Command::SetOption(ast::Option::PrintSuccess(false));
        self.say(&quiet.to_string())?;
        self.identity = format!("{} {}", self.info(InfoFlag::Name)?, self.info(InfoFlag::Version)?);
        let mut setup = vec![quiet, Command::SetOption(ast::Option::ProduceModels(true))];
        if let Some(units) = self.config.resource_units {
            let limit = limit(units);
            // A solver that has no such limit says `unsupported` or reports an error.
            if self.say(&limit.to_string())?.is_empty() {
                setup.push(limit);
                self.limited = true;
            }
        }
        match self.config.isolation {
            // Each query has a logic of its own.
            Isolation::Reset => setup.insert(0, Command::Reset),
            Isolation::Scope => {
                setup.push(Command::SetLogic(Symbol("ALL")));
                // The options hold for the whole life of the process.
                let mut once = vec![Command::Reset];
                once.append(&mut setup);
                self.renewed = lines(&once);
                match self.say(&self.renewed.clone())?.as_slice() {
                    [] => setup = vec![Command::Push(Numeral::from_u128(1))],
                    replies => return Err(garbage(replies)),
                }
            }
        }
        self.fresh = lines(&setup);
        Ok(())
    }

    /// The values of the observed constants, after `sat`.
    fn model(&mut self, query: &Query) -> Result<Vec<(String, SExpr)>, UnknownReason> {
        let Some(command) = query.get_value() else { return Ok(Vec::new()) };
        let replies = self.say(&command)?;
        let [SExpr::List(pairs)] = replies.as_slice() else { return Err(garbage(&replies)) };
        if pairs.len() != query.observed().len() {
            return Err(garbage(&replies));
        }
        let value_of = |(name, pair): (&str, &SExpr)| match pair.list() {
            Some([term, value]) if term.name() == Some(name) => Some((name.to_owned(), value.clone())),
            _ => None,
        };
        let model: Option<Vec<_>> = query.observed().zip(pairs).map(value_of).collect();
        model.ok_or_else(|| garbage(&replies))
    }

    /// The answer to `(get-info flag)`, as text.
    fn info(&mut self, flag: InfoFlag<'_>) -> Result<String, UnknownReason> {
        let replies = self.say(&Command::GetInfo(flag).to_string())?;
        let [SExpr::List(pair)] = replies.as_slice() else { return Err(garbage(&replies)) };
        match pair.as_slice() {
            [SExpr::Keyword(key), SExpr::String(text)] if *key == flag.to_string() => Ok(text.clone()),
            [SExpr::Keyword(key), value] if *key == flag.to_string() => Ok(value.to_string()),
            _ => Err(garbage(&replies)),
        }
    }

    /// Says `commands` in one write and reads up to the end of the replies, without `success`.
    fn say(&mut self, commands: &str) -> Result<Vec<SExpr>, UnknownReason> {
        self.steps += 1;
        let (first, marker) = (format!("{MARKER}{}-begins", self.steps), format!("{MARKER}{}", self.steps));
        let [begin, quoted] = [&first, &marker].map(|text| format!("\"{text}\""));
        let request = format!("{}\n{commands}\n{}\n", Command::Echo(&begin), Command::Echo(&quoted));
        // Solvers differ in whether they echo the quotes.
        let is_last = |line: &[u8]| line == marker.as_bytes() || line == quoted.as_bytes();
        let reply = self.session.ask(request.as_bytes(), self.config.timeout, is_last).map_err(reason)?;
        let text = String::from_utf8_lossy(&reply);
        let mut replies = SExpr::read_all(&text).map_err(|_| UnknownReason::Garbage(beginning(&text)))?;
        replies.retain(|reply| reply.name() != Some("success"));
        match replies.first() {
            Some(SExpr::Symbol(text) | SExpr::String(text)) if *text == first => Ok(replies.split_off(1)),
            // What comes before belongs to something that was said earlier, so nothing here can be trusted.
            _ => Err(garbage(&replies)),
        }
    }
}

fn limit(units: u64) -> Command<'static> {
    Command::SetOption(ast::Option::ReproducibleResourceLimit(Numeral::from_u128(units.into())))
}

fn lines(commands: &[Command<'_>]) -> String {
    commands.iter().map(|command| format!("{command}\n")).collect()
}

fn reason(error: AskError) -> UnknownReason {
    match error {
        AskError::TimedOut => UnknownReason::TimedOut,
        AskError::Flooded { head } => UnknownReason::Garbage(beginning(&head)),
        AskError::Pipe(error) => UnknownReason::SolverDied(error),
        AskError::Died { stdout, stderr } => {
            let told = |line: &&str| !line.is_empty() && !line.trim_matches('"').starts_with(MARKER);
            let said = [&stderr, &stdout].into_iter().flat_map(|text| text.lines()).find(told);
            let said = said.map_or_else(|| "it said nothing".into(), beginning);
            if is_memory(&said) { UnknownReason::OutOfMemory(said) } else { UnknownReason::SolverDied(said) }
        }
    }
}

fn garbage(replies: &[SExpr]) -> UnknownReason {
    let texts: Vec<String> = replies.iter().map(SExpr::to_string).collect();
    let said = beginning(&texts.join(" "));
    // Limits may be reached outside of the check, where they are errors.
    let is_error = !replies.is_empty() && replies.iter().all(|reply| reply.list().is_some_and(is_error));
    match is_error {
        true if is_memory(&said) => UnknownReason::OutOfMemory(said),
        true if LIMITS.iter().any(|word| said.to_lowercase().contains(word)) => {
            UnknownReason::Exhausted(said)
        }
        _ => UnknownReason::Garbage(said),
    }
}

fn is_error(items: &[SExpr]) -> bool {
    matches!(items, [head, SExpr::String(_)] if head.name() == Some("error"))
}

/// Whether a solver says that it has no memory left.
fn is_memory(said: &str) -> bool {
    let lower = said.to_lowercase();
    ["out of memory", "bad_alloc", "memout", "failed to allocate"].iter().any(|word| lower.contains(word))
}

fn beginning(text: &str) -> String {
    text.trim().chars().take(REPORTED).collect()
}
