//! Inputs on which a program runs for too long in the interpreter: compiled code runs both sides, and the interpreter runs again what
//! these runs tell apart.

use assay_backend::engine::{Limit, Outcome, Run};
use assay_backend::interp::{Interpreter, Prepared};
use assay_backend::value::Value;

use super::compare::{Compared, compare, undecided};
use super::judge::{Difference, Open, Search, Settings, options};

/// Work of a compiled run before; the program after may do eight times as much, as in the interpreter.
const COMPILED: u64 = 1 << 27;
/// Work of an interpreted run with its trace, which takes about 100 bytes for each operation.
const TRACED: u64 = 1 << 18;
/// Work of an interpreted run without trace.
const UNTRACED: u64 = 1 << 24;

/// Neither engine comes to an end.
const OVER: Compared = Compared::Open(Open::Limit(Limit::Fuel));

impl Search<'_> {
    /// The difference on an input; without one, what compiled runs come to, or those of the interpreter where compiled ones differ: a
    /// machine computes some number for poison.
    pub(super) fn long(&self, arguments: &[Value]) -> Result<Difference, Compared> {
        // Compiled code has no poison in memory.
        if arguments.iter().any(Value::has_poison) {
            return self.interpreted(arguments);
        }
        match self.compiled(arguments) {
            Compared::Breaks(_) => self.interpreted(arguments),
            compared => Err(compared),
        }
    }

    fn compiled(&self, arguments: &[Value]) -> Compared {
        let Some(engine) = self.settings.second_engine else { return OVER };
        let settings = Settings { fuel: COMPILED, ..*self.settings };
        let search = self.on(&settings);
        let run = |after| search.run(engine, arguments, after, false);
        let decided = |run: &Run| undecided(&run.outcome).is_none();
        let Some(before) = run(false).filter(decided) else { return OVER };
        if matches!(before.outcome, Outcome::Ub { .. }) {
            return compare(self.freedom, &before, &before);
        }
        match run(true).filter(decided) {
            Some(after) => compare(self.freedom, &before, &after),
            None => OVER,
        }
    }

    /// The difference in the interpreter, with traces where these are short; without one, what its runs come to.
    fn interpreted(&self, arguments: &[Value]) -> Result<Difference, Compared> {
        let traced = Settings { fuel: TRACED, ..*self.settings };
        let search = self.on(&traced);
        match search.compared(arguments) {
            Compared::Breaks(code) => {
                return search.difference(arguments, code, true).map_err(Compared::Open);
            }
            Compared::Open(Open::Limit(Limit::Fuel)) => {}
            compared => return Err(compared),
        }
        let untraced = Settings { fuel: UNTRACED, ..*self.settings };
        let search = self.on(&untraced);
        let run = |after| search.run(&Interpreter, arguments, after, false);
        let (Some(before), Some(after)) = (run(false), run(true)) else { return Err(OVER) };
        let in_order = before.unordered.is_none() && after.unordered.is_none() && after.unsaid.is_none();
        match compare(self.freedom, &before, &after) {
            Compared::Breaks(code) if in_order => {
                search.difference(arguments, code, false).map_err(Compared::Open)
            }
            Compared::Breaks(_) => Err(OVER),
            compared => Err(compared),
        }
    }

    /// The same search with other limits.
    fn on<'s>(&'s self, settings: &'s Settings) -> Search<'s> {
        let sides = [(self.pair.before, false), (self.pair.after, true)]
            .map(|(program, after)| Prepared::new(program, options(settings, after, false)));
        Search { pair: self.pair, settings, freedom: self.freedom, sides, only_read: self.only_read.clone() }
    }
}
