//! Inputs on which a program runs for too long in the interpreter: compiled code runs both sides, and the interpreter runs again what
//! these runs tell apart.

use assay_backend::engine::{Limit, Options, Outcome, Run, Runner};
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;

use super::compare::{Compared, compare, undecided};
use super::exact::{counts, is_exact};
use super::float_nondet::FloatNondeterminism;
use super::judge::{Difference, Open, Search, Settings, options};
use super::pair::Pair;
use super::settings::ENOUGH;
use crate::verdict::Rule;

/// Work of a compiled run before; the program after may do eight times as much, as in the interpreter.
const COMPILED: u64 = 1 << 27;
/// The same where both programs end by their text.
const COUNTED: u64 = 1 << 33;
/// Bytes of a compiled run.
const MEMORY: u64 = 1 << 28;
/// Work of an interpreted run with its trace, which takes about 100 bytes for each operation.
const TRACED: u64 = 1 << 18;
/// Work of an interpreted run without trace, of what compiled runs tell apart.
const UNTRACED: u64 = 1 << 24;
/// The same of what compiled code cannot run.
const NOT_COMPILED: u64 = 1 << 21;

/// Compiled code lacks an operation.
struct NotCompiled;

/// Neither engine comes to an end.
const OVER: Compared = Compared::Open(Open::Limit(Limit::Fuel));

impl<'s> Search<'s> {
    /// The difference on an input; without one, what compiled runs come to, or those of the interpreter where compiled ones differ: a
    /// machine computes some number for poison. What is too long for the interpreter is a difference where compiled code says all.
    pub(super) fn long(&self, arguments: &[Value]) -> Result<Difference, Compared> {
        // Compiled code has no poison in memory.
        if arguments.iter().any(Value::has_poison) {
            return self.interpreted(arguments, UNTRACED);
        }
        let (code, runs) = match self.compiled(arguments) {
            Ok((Compared::Breaks(code), Some(runs))) => (code, runs),
            Ok((compared, _)) => return Err(compared),
            Err(NotCompiled) if self.settings.interprets_long => {
                self.work.set(ENOUGH + 1);
                return self.interpreted(arguments, NOT_COMPILED);
            }
            Err(NotCompiled) => return Err(OVER),
        };
        // The interpreter never needs less work than compiled code.
        let is_too_long = runs[0].fuel > UNTRACED || runs[1].fuel > UNTRACED.saturating_mul(8);
        let found = if is_too_long { Err(OVER) } else { self.interpreted(arguments, UNTRACED) };
        match found {
            Err(OVER) => self.by_compiled_code(arguments, code, runs).ok_or(OVER),
            found => found,
        }
    }

    /// The relation of the runs of compiled code, and these runs where both came to an outcome.
    ///
    /// # Errors
    /// Compiled code lacks an operation.
    fn compiled(&self, arguments: &[Value]) -> Result<(Compared, Option<[Run; 2]>), NotCompiled> {
        let Some([source, target]) = self.compiled.get_or_init(|| self.compile()) else {
            return Ok((OVER, None));
        };
        let run = |side: &Runner<'_>| {
            let Ok(run) = side(arguments) else { return Ok(None) };
            self.work.set(self.work.get().saturating_add(run.fuel));
            match run.outcome {
                Outcome::Unsupported { .. } => Err(NotCompiled),
                _ => Ok(undecided(&run.outcome).is_none().then_some(run)),
            }
        };
        let Some(old) = run(source)? else { return Ok((OVER, None)) };
        if matches!(old.outcome, Outcome::Ub { .. }) {
            return Ok((compare(self.freedom, &old, &old), None));
        }
        Ok(match run(target)? {
            Some(new) => (compare(self.freedom, &old, &new), Some([old, new])),
            None => (OVER, None),
        })
    }

    fn compile(&self) -> Option<[Runner<'s>; 2]> {
        let engine = self.settings.second_engine?;
        let Pair { source, function, target, later } = *self.pair;
        let fuel = if counts(source, function) && counts(target, later) { COUNTED } else { COMPILED };
        let settings = Settings { fuel, ..*self.settings };
        let options = |target| Options { memory: MEMORY, ..options(&settings, target, false) };
        Some([
            engine.prepare(source, function, &options(false)),
            engine.prepare(target, later, &options(true)),
        ])
    }

    /// The difference that runs of compiled code show, of functions about which it says all.
    fn by_compiled_code(
        &self,
        arguments: &[Value],
        code: Rule,
        [source, target]: [Run; 2],
    ) -> Option<Difference> {
        let pair = self.pair;
        let later = FloatNondeterminism::for_function(pair.target, pair.later);
        let shows_bits = self.freedom.shows_bits().or(later.shows_bits()).is_some();
        let exact = is_exact(pair.source, pair.function, false) && is_exact(pair.target, pair.later, true);
        (exact && !shows_bits).then(|| Difference::of_runs(code, arguments, source, target))
    }

    /// The difference in the interpreter, with traces where these are short; without one, what its runs come to.
    fn interpreted(&self, arguments: &[Value], fuel: u64) -> Result<Difference, Compared> {
        let traced = Settings { fuel: TRACED, ..*self.settings };
        let search = self.on(&traced);
        match search.compared(arguments) {
            Compared::Breaks(code) => {
                return search.difference(arguments, code, true).map_err(Compared::Open);
            }
            Compared::Open(Open::Limit(Limit::Fuel)) => {}
            compared => return Err(compared),
        }
        let untraced = Settings { fuel, ..*self.settings };
        let search = self.on(&untraced);
        let run = |target| search.run(&Interpreter, arguments, target, false);
        let (Some(source), Some(target)) = (run(false), run(true)) else { return Err(OVER) };
        let in_order = source.unordered.is_none() && target.unordered.is_none() && target.unsaid.is_none();
        match compare(self.freedom, &source, &target) {
            Compared::Breaks(code) if in_order => {
                search.difference(arguments, code, false).map_err(Compared::Open)
            }
            Compared::Breaks(_) => Err(OVER),
            compared => Err(compared),
        }
    }

    /// The same search with other limits.
    fn on<'o>(&'o self, settings: &'o Settings) -> Search<'o> {
        Search::new(self.pair, settings, self.freedom)
    }
}
