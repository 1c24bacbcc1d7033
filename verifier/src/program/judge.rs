//! All inputs of a pair of functions: the reference interpreter runs both, and compiled code confirms a difference. Agreement on
//! drawn inputs is no proof; where all inputs were run it is a bounded one.

use std::cell::{Cell, OnceCell};
use std::fmt;

use assay_backend::agreement::{Agreement, agreement};
use assay_backend::engine::{Engine, IndexWidth, Limit, Options, Outcome, Run, Runner, Touched, entry_block};
use assay_backend::inputs::{Inputs, Range};
use assay_backend::interp::{Interpreter, Prepared};
use assay_backend::value::Value;
use assay_ir::data::{OpId, Program, TypeKind, ValueId, known};
use assay_ir::spec::Registry;
use assay_ir::{text, wellformed};

use super::compare::{Compared, compare, touches_more};
use super::exact::is_counted;
use super::fingerprint::AllValues;
use super::float_nondet::FloatNondeterminism;
use super::pair::{Pair, has_other_index, has_surroundings};
use super::parameter_attributes;
use super::settings::ENOUGH;
pub(crate) use super::settings::{Open, Settings};
use super::stored::only_read;
use super::trace_diff::{Diverges, diverges};
use crate::verdict::{Confirmed, Rule, Unknown};
use assay_encode::EncodeError;

/// An input on which the program after does something else.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The rule.
    pub code: Rule,
    /// The input.
    pub arguments: Vec<Value>,
    /// The run before, with its trace.
    pub source: Run,
    /// The run after, with its trace.
    pub target: Run,
    /// The engines that saw it.
    pub confirmed: Confirmed,
    /// The first operations that differ.
    pub diverges: Option<Diverges>,
    /// The argument, among those that are memory, that the run after alone stores to or frees, where that is all of the difference.
    pub touches: Option<(usize, Touched)>,
    /// The operation after whose iterations, which have no order, ran from the last to the first.
    pub backward: Option<OpId>,
    /// Operations without a meaning in these functions: the difference is there for all values that they may come to.
    pub undescribed: Vec<String>,
}

impl Difference {
    /// The difference that two runs show, without traces.
    pub(super) fn of_runs(code: Rule, arguments: &[Value], source: Run, target: Run) -> Difference {
        Difference {
            code,
            arguments: arguments.to_vec(),
            source,
            target,
            confirmed: Confirmed::Executed,
            diverges: None,
            touches: None,
            backward: None,
            undescribed: Vec::new(),
        }
    }
}

/// The reason for which agreement on inputs is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproved {
    /// There is no symbolic form of a function.
    Encode(EncodeError),
    /// A solver did not answer.
    Solver(Unknown),
    /// Loops have more iterations than this on all inputs.
    Bounds(usize),
    /// The solver found a difference that needs globals, or functions without a body, that the runs did not have.
    Surroundings,
    /// The solver found a difference that is none when it is run, in results that an operation may choose.
    Choices,
    /// The bits of a NaN may show, of which the symbolic form knows one.
    NanBits,
    /// The solver found a difference that is none when it is run, in functions of real numbers.
    Functions,
    /// The function after has attributes on its parameters or results that the one before has not.
    Promises,
    /// The function after assumes an alignment that the one before does not.
    Alignment,
    /// They agree on inputs where an argument is memory that it may be, in these words, which is not proved.
    Overlap(String),
    /// Vectors of scalable extents were those of one machine.
    Vscale,
    /// The symbolic form of a function contradicts the interpreter on this input.
    Contradiction(String),
}

impl Unproved {
    /// Tells if a solver ran out of time or steps.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Unproved::Solver(Unknown::Timeout))
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Encode(missing) => missing.fmt(f),
            Unproved::Solver(Unknown::Timeout) => f.write_str("the solver gave up"),
            Unproved::Solver(Unknown::NoSolver) => f.write_str("no solver"),
            Unproved::Solver(Unknown::Solver(why)) => write!(f, "the solver: {why}"),
            Unproved::Solver(why) => fmt::Display::fmt(&why.kind(), f),
            Unproved::Bounds(iterations) => write!(f, "loops turn more than {iterations} times"),
            Unproved::Surroundings => f.write_str(
                "they may differ with other contents of globals, or other functions without a body, than were drawn",
            ),
            Unproved::Choices => f.write_str("they may differ in results of which an operation may choose one"),
            Unproved::NanBits => f.write_str("a NaN payload may be observed"),
            Unproved::Functions => f.write_str(
                "of functions of real numbers a proof knows only that they give the same for the same operands",
            ),
            Unproved::Promises => f.write_str(
                "attributes of parameters or results differ, and a proof does not know what they promise",
            ),
            Unproved::Overlap(how) => write!(f, "they may differ with {how}"),
            Unproved::Alignment => f.write_str("an alignment is assumed that a caller need not keep"),
            Unproved::Vscale => f.write_str("scalable vectors were run with a `vscale` of 1 alone"),
            Unproved::Contradiction(input) => {
                write!(f, "symbolic and concrete meaning contradict each other on {input}")
            }
        }
    }
}

/// The limits within which a proof holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// No loop has more iterations.
    pub iterations: Option<usize>,
    /// No open extent of an argument is greater.
    pub extents: Option<u64>,
}

impl Bounds {
    /// The limits in words.
    pub fn scope(&self) -> String {
        let iterations = self.iterations.map(|iterations| format!("loops up to {iterations} iterations"));
        let extents = self.extents.map(|most| format!("open extents up to {most}"));
        [iterations, extents].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The answer about a pair.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Both functions are the same.
    Same,
    /// They differ on an input.
    Refuted(Box<Difference>),
    /// They agree on all inputs; their number, and whether an approximation is within its error only.
    Bounded {
        /// Number of inputs.
        inputs: usize,
        /// True when numbers were near each other and not equal.
        close: bool,
    },
    /// The function after refines the one before on all inputs.
    Proved,
    /// It does so within these bounds.
    Followed(Bounds),
    /// It does so for all values at the sizes that were run, on terms.
    AllValues(AllValues),
    /// They agree on this many drawn inputs.
    Tested {
        /// Number of inputs on which both were run to the end.
        inputs: usize,
        /// The reason why that is not proved of all others, where a proof was looked for.
        unproved: Option<Unproved>,
    },
    /// Not decided.
    Open(Open),
}

/// Inputs in a row that cannot be run before the rest is left out.
const PATIENCE: usize = 6;

/// The same where inputs differ in their numbers alone, and the interpreter runs for too long: it will on the others.
const PATIENCE_FOR_SIZES: usize = 1;

/// Inputs on which the interpreter runs for too long that are run as compiled code: the first ones, which are borders, and later ones.
const LONG_INPUTS: [usize; 2] = [4, 6];

/// Judges a pair of functions.
pub fn judge(pair: &Pair<'_>, settings: &Settings) -> Answer {
    if pair.is_same() {
        return Answer::Same;
    }
    let sides = [(pair.source, pair.function), (pair.target, pair.later)];
    if sides.into_iter().any(|(program, function)| has_other_index(program, function)) {
        return Answer::Open(Open::IndexBits);
    }
    // Numbers of `index` that are no bounds, extents or places have no reason to be small.
    let range = Range { small_index: has_places(pair.source, pair.function), ..Range::WHOLE };
    let drawn = Inputs::within(pair.source, pair.function, IndexWidth::W64, settings.seed, range);
    let drawn = match drawn {
        Ok(drawn) => drawn,
        Err(ty) => {
            let name = ty.map(|ty| text::type_text(pair.source.ctx(), ty)).unwrap_or_default();
            return Answer::Open(Open::Inputs(name));
        }
    };
    for (program, function) in [(pair.source, pair.function), (pair.target, pair.later)] {
        if let Some(fault) = fault(program, function) {
            return Answer::Open(Open::Unreadable(fault));
        }
    }
    let freedom = FloatNondeterminism::for_function(pair.source, pair.function);
    let search = Search::new(pair, settings, &freedom);
    match drawn.all(settings.exhaustive) {
        Some(all) => search.over(all.into_iter(), !has_surroundings(pair)),
        None => {
            let promised = |input| parameter_attributes::within(pair.source, pair.function, input);
            search.over(drawn.take(settings.inputs).map(promised), false)
        }
    }
}

/// Returns true when an input has poison, for which compiled code has no number.
fn poisoned(arguments: &[Value]) -> bool {
    arguments.iter().any(Value::has_poison)
}

/// The difference of a pair on one input, `None` where there is none.
///
/// # Errors
/// The reason for which the input decides nothing.
pub(crate) fn replay(
    pair: &Pair<'_>,
    settings: &Settings,
    arguments: &[Value],
) -> Result<Option<Difference>, Open> {
    let freedom = FloatNondeterminism::for_function(pair.source, pair.function);
    let search = Search::new(pair, settings, &freedom);
    match search.compared(arguments) {
        Compared::Breaks(code) => search.difference(arguments, code, true).map(Some),
        Compared::Open(Open::Limit(Limit::Fuel)) => match search.long(arguments) {
            Ok(found) => Ok(Some(found)),
            Err(Compared::Open(why)) => Err(why),
            Err(_) => Ok(None),
        },
        Compared::Open(why) => Err(why),
        Compared::Refines | Compared::Close | Compared::Excused | Compared::Raced => Ok(None),
    }
}

/// Returns true when a function has loops, memory or tensors.
fn has_places(program: &Program, function: OpId) -> bool {
    let ctx = program.ctx();
    let shaped = |value| {
        matches!(
            ctx.type_kind(program.value_type(value)),
            TypeKind::MemRef { .. } | TypeKind::RankedTensor { .. }
        )
    };
    let holds = |op: OpId| {
        let branches = !program.op_regions(op).is_empty() || !program.successors(op).is_empty();
        branches || program.operands(op).any(shaped) || program.op(op).name == known::FUNC_CALL
    };
    program.walk(function).skip(1).any(holds)
}

/// Returns true when a function runs about as long on all inputs: they are floating-point numbers, and memory, vectors and tensors of known
/// extents, and it has no loops but those that count.
fn has_sizes(program: &Program, function: OpId) -> bool {
    let ctx = program.ctx();
    let sized = |value: &ValueId| match ctx.type_kind(program.value_type(*value)) {
        TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. } => {
            shape.iter().all(Option::is_some)
        }
        TypeKind::Vector { .. } | TypeKind::Float(_) => true,
        _ => false,
    };
    let leads_on = |op: OpId| !program.successors(op).is_empty() || !is_counted(program, op);
    entry_block(program, function).is_some_and(|entry| program.block(entry).arguments.iter().all(sized))
        && !program.walk(function).any(leads_on)
}

/// The reason that keeps a function from being run at all.
fn fault(program: &Program, function: OpId) -> Option<String> {
    let nothing = Registry::new(program.ctx());
    let found = wellformed::check(program, &nothing, &wellformed::Options { scope: Some(function) });
    found.into_iter().next().map(|violation| violation.message)
}

/// How a side is run; the program after may do more than the one before.
pub(super) fn options(settings: &Settings, target: bool, trace: bool) -> Options {
    let fuel = if target { settings.fuel.saturating_mul(8) } else { settings.fuel };
    Options { fuel, memory: 1 << 24, depth: 200, trace, ..Options::default() }
}

pub(super) struct Search<'s> {
    pub(super) pair: &'s Pair<'s>,
    pub(super) settings: &'s Settings,
    pub(super) freedom: &'s FloatNondeterminism,
    /// The program before and the program after, for the interpreter.
    pub(super) sides: [Prepared<'s>; 2],
    /// The arguments, among those that are memory, that the function before only reads.
    pub(super) only_read: Vec<bool>,
    /// Both functions as compiled code, for inputs on which they run for long; `None` without a second engine.
    pub(super) compiled: OnceCell<Option<[Runner<'s>; 2]>>,
    /// Work of compiled runs up to now.
    pub(super) work: Cell<u64>,
}

impl<'s> Search<'s> {
    pub(super) fn new(
        pair: &'s Pair<'s>,
        settings: &'s Settings,
        freedom: &'s FloatNondeterminism,
    ) -> Search<'s> {
        let sides = [(pair.source, false), (pair.target, true)]
            .map(|(program, target)| Prepared::new(program, options(settings, target, false)));
        let only_read = only_read(pair.source, pair.function);
        Search { pair, settings, freedom, sides, only_read, compiled: OnceCell::new(), work: Cell::new(0) }
    }

    fn over(&self, mut inputs: impl Iterator<Item = Vec<Value>>, whole: bool) -> Answer {
        let (mut agreed, mut excused, mut raced, mut close, mut row) = (0, 0, 0, false, 0);
        let mut open: Option<Open> = None;
        let mut long = Vec::new();
        let of_one_size =
            self.settings.second_engine.is_some() && has_sizes(self.pair.source, self.pair.function);
        for arguments in &mut inputs {
            match self.compared(&arguments) {
                Compared::Refines => agreed += 1,
                Compared::Close => (agreed, close) = (agreed + 1, true),
                Compared::Excused => excused += 1,
                Compared::Raced => raced += 1,
                Compared::Breaks(code) if self.settings.only.is_some_and(|only| only != code) => {}
                Compared::Breaks(code) => match self.difference(&arguments, code, true) {
                    Ok(found) => return Answer::Refuted(Box::new(found)),
                    Err(why @ Open::Disagreement(_)) => return Answer::Open(why),
                    Err(why) => open = open.or(Some(why)),
                },
                Compared::Open(why) => {
                    row += usize::from(!matches!(why, Open::Order(_)));
                    match why {
                        Open::Limit(Limit::Fuel) if long.len() < LONG_INPUTS[0] && !poisoned(&arguments) => {
                            long.push(arguments);
                        }
                        why => open = open.or(Some(why)),
                    }
                    let is_long = of_one_size && long.len() >= PATIENCE_FOR_SIZES;
                    if agreed == 0 && (row >= PATIENCE || is_long) {
                        break;
                    }
                }
            }
        }
        if !long.is_empty() {
            let mut others = inputs.filter(|arguments| !poisoned(arguments));
            let borders = LONG_INPUTS[0].saturating_sub(long.len());
            long.extend(others.by_ref().take(if of_one_size { borders } else { 0 }));
            // Those that are drawn first: there may be no time for all.
            let drawn = others.step_by(2).take(LONG_INPUTS[1]);
            long = drawn.chain(long).collect();
        }
        for arguments in long {
            if self.work.get() > ENOUGH {
                break;
            }
            match self.long(&arguments) {
                Ok(found) if self.settings.only.is_some_and(|only| only != found.code) => {}
                Ok(found) => return Answer::Refuted(Box::new(found)),
                Err(Compared::Refines) => agreed += 1,
                Err(Compared::Close) => (agreed, close) = (agreed + 1, true),
                Err(Compared::Excused) => excused += 1,
                Err(Compared::Raced) => raced += 1,
                Err(Compared::Open(why @ Open::Disagreement(_))) => return Answer::Open(why),
                Err(Compared::Open(why @ Open::Limit(_))) => {
                    open = open.or(Some(why));
                    break;
                }
                Err(Compared::Open(why)) => open = open.or(Some(why)),
                Err(Compared::Breaks(_)) => open = open.or(Some(Open::Limit(Limit::Fuel))),
            }
        }
        // The program after may choose other results than in these runs.
        let later = FloatNondeterminism::for_function(self.pair.target, self.pair.later);
        match open {
            None if whole && agreed > 0 && later.chooses() => {
                Answer::Tested { inputs: agreed, unproved: None }
            }
            None if whole && agreed + excused + raced > 0 => {
                Answer::Bounded { inputs: agreed + excused + raced, close }
            }
            _ if agreed > 0 => Answer::Tested { inputs: agreed, unproved: None },
            Some(why) => Answer::Open(why),
            None if raced > 0 => Answer::Open(Open::Race),
            None => Answer::Open(Open::Undefined),
        }
    }

    pub(super) fn run(
        &self,
        engine: &dyn Engine,
        arguments: &[Value],
        target: bool,
        trace: bool,
    ) -> Option<Run> {
        self.ordered(engine, arguments, (target, trace, false))
    }

    /// A run, where `backward` with the iterations that have no order from the last to the first.
    fn ordered(
        &self,
        engine: &dyn Engine,
        arguments: &[Value],
        (target, trace, backward): (bool, bool, bool),
    ) -> Option<Run> {
        let (program, function) = match target {
            false => (self.pair.source, self.pair.function),
            true => (self.pair.target, self.pair.later),
        };
        let options = Options { backward, ..options(self.settings, target, trace) };
        engine.run(program, function, arguments, &options).ok()
    }

    pub(super) fn compared(&self, arguments: &[Value]) -> Compared {
        let refused = || Compared::Open(Open::Inputs("an argument is refused".to_owned()));
        let Ok(source) = self.sides[0].run(self.pair.function, arguments) else { return refused() };
        // Nothing is learned from the other side.
        if matches!(source.outcome, Outcome::Ub { .. }) {
            return compare(self.freedom, &source, &source);
        }
        if let Some(open) = super::compare::undecided(&source.outcome) {
            return Compared::Open(open);
        }
        match self.sides[1].run(self.pair.later, arguments) {
            Ok(target) if source.unordered.is_none() && target.unordered.is_none() => {
                self.against(&source, &target, arguments)
            }
            Ok(target) => self.in_any_order(source, target, arguments),
            Err(_) => refused(),
        }
    }

    /// The relation of two runs, of which an operation after may leave open what it does.
    fn against(&self, source: &Run, target: &Run, arguments: &[Value]) -> Compared {
        match (self.related(source, target, arguments), target.unsaid) {
            (Compared::Breaks(_), Some(op)) => {
                Compared::Open(Open::Freedom(self.pair.target.op_name(op).to_owned()))
            }
            (compared, _) => compared,
        }
    }

    /// The relation of two runs that depend on an order of iterations that have none: each run after has to be one that the program before
    /// may do. Two orders are run, which is enough for a difference, and not for agreement.
    fn in_any_order(&self, source: Run, target: Run, arguments: &[Value]) -> Compared {
        let order = |program: &Program, op: OpId| Compared::Open(Open::Order(program.op_name(op).to_owned()));
        let (old, new) = (source.unordered, target.unordered);
        let both = |run: Run, later: bool| {
            let other = || self.ordered(&Interpreter, arguments, (later, false, true));
            let other = run.unordered.and_then(|_| other());
            [Some(run), other].into_iter().flatten().collect::<Vec<Run>>()
        };
        let (source, target) = (both(source, false), both(target, true));
        for target in &target {
            let mut found = Vec::new();
            for source in &source {
                match self.against(source, target, arguments) {
                    undefined @ (Compared::Excused | Compared::Raced) => return undefined,
                    compared => found.push(compared),
                }
            }
            if found.iter().any(|one| matches!(one, Compared::Refines | Compared::Close)) {
                continue;
            }
            return match (old, found.pop()) {
                (Some(op), _) => order(self.pair.source, op),
                (None, Some(compared)) => compared,
                (None, None) => Compared::Refines,
            };
        }
        match (new, old) {
            (Some(op), _) => order(self.pair.target, op),
            (None, Some(_)) | (None, None) => Compared::Refines,
        }
    }

    /// The relation of two runs. What the program before may choose is looked at where it keeps them from being told apart: on most
    /// inputs there is no choice.
    fn related(&self, source: &Run, target: &Run, arguments: &[Value]) -> Compared {
        let related = match compare(self.freedom, source, target) {
            related @ Compared::Open(Open::Freedom(_)) => {
                match self.run(&Interpreter, arguments, false, true) {
                    Some(traced) => compare(self.left_open(&traced), source, target),
                    None => related,
                }
            }
            related => related,
        };
        match related {
            Compared::Refines | Compared::Close if self.touches(source, target).is_some() => {
                Compared::Breaks(Rule::V302)
            }
            related => related,
        }
    }

    fn touches(&self, source: &Run, target: &Run) -> Option<(usize, Touched)> {
        touches_more(&self.only_read, source, target)
    }

    /// The choices that a run of the program before with its trace leaves open.
    fn left_open(&self, traced: &Run) -> &FloatNondeterminism {
        static NONE: FloatNondeterminism = FloatNondeterminism::NONE;
        if self.freedom.is_settled(self.pair.source, traced) { &NONE } else { self.freedom }
    }

    /// The difference on an input, as all engines see it. Without traces, which long runs have not, choices are taken as left open.
    pub(super) fn difference(
        &self,
        arguments: &[Value],
        code: Rule,
        trace: bool,
    ) -> Result<Difference, Open> {
        let again = |target| self.run(&Interpreter, arguments, target, trace);
        let (Some(source), Some(mut target)) = (again(false), again(true)) else {
            return Err(Open::Disagreement("the interpreter refuses what it ran".to_owned()));
        };
        let mut backward = target.unordered;
        if backward.is_some() && !matches!(self.against(&source, &target, arguments), Compared::Breaks(_)) {
            let other = self.ordered(&Interpreter, arguments, (true, true, true));
            target = other.unwrap_or(target);
        } else {
            backward = None;
        }
        let is_nan = |value: &Value| value.as_float().is_some_and(|float| float.is_nan());
        let nan = |run: &Run| run.trace.iter().flat_map(|step| &step.results).any(is_nan);
        let later = FloatNondeterminism::for_function(self.pair.target, self.pair.later);
        if let Some(name) = self.freedom.shows_bits().or(later.shows_bits())
            && (!trace || nan(&source) || nan(&target) || arguments.iter().any(is_nan))
        {
            return Err(Open::NanBits(name.to_owned()));
        }
        let confirmed = match backward {
            Some(_) => Confirmed::Interpreted,
            None => {
                let freedom = if trace { self.left_open(&source) } else { self.freedom };
                self.confirmed(arguments, code, (&source, &target), freedom)?
            }
        };
        let diverges = diverges(self.pair, &source, &target);
        let is_defined = !matches!(target.outcome, Outcome::Ub { .. });
        let touches = self.touches(&source, &target).filter(|_| code == Rule::V302 && is_defined);
        let (arguments, undescribed) = (arguments.to_vec(), Vec::new());
        Ok(Difference {
            code,
            arguments,
            source,
            target,
            confirmed,
            diverges,
            touches,
            backward,
            undescribed,
        })
    }

    fn confirmed(
        &self,
        arguments: &[Value],
        code: Rule,
        (source, target): (&Run, &Run),
        freedom: &FloatNondeterminism,
    ) -> Result<Confirmed, Open> {
        let Some(engine) = self.settings.second_engine else { return Ok(Confirmed::Interpreted) };
        let runs = [false, true].map(|later| self.run(engine, arguments, later, false));
        let [Some(one), Some(other)] = runs else { return Ok(Confirmed::Interpreted) };
        for (program, reference, run) in
            [(self.pair.source, source, &one), (self.pair.target, target, &other)]
        {
            let reference = Run { trace: Vec::new(), ..reference.clone() };
            if matches!(agreement(engine, program, &reference, run), Agreement::Differ { .. }) {
                let text = format!(
                    "the interpreter comes to {:?}, compiled code to {:?}",
                    reference.outcome, run.outcome
                );
                return Err(Open::Disagreement(text));
            }
        }
        // Compiled code only runs out of fuel where the run never ends.
        let endless = target.outcome == Outcome::OutOfFuel(Limit::Endless)
            && other.outcome == Outcome::OutOfFuel(Limit::Fuel)
            && one.outcome.is_decided();
        // Poison is an idea of the model: a machine computes some number for it.
        let differs = matches!(compare(freedom, &one, &other), Compared::Breaks(_));
        let executed = endless || differs && code != Rule::V303;
        Ok(if executed { Confirmed::Executed } else { Confirmed::Interpreted })
    }
}
