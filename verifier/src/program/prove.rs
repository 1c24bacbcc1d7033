//! The proof that a function refines another one: summaries of both over the same arguments, and the question what must never
//! hold of them. Before an answer is believed, both summaries are evaluated on inputs that the reference interpreter runs; a
//! model is an input that is run, too.

use std::collections::BTreeSet;

use assay_backend::engine::{IndexWidth, Options, Outcome, entry_block};
use assay_backend::inputs::{Inputs, Range};
use assay_backend::interp::Prepared;
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, OpId, Program, TypeId, TypeKind};

use super::crosscheck::{Evaluated, bits_of};
use super::extents::{self, Choices};
use super::induction::{self, Claims};
use super::judge::{Answer, Bounds, Open, Settings, Unproved, replay};
use super::pair::Pair;
use super::stored::only_read;
use assay_encode::{Argument, EncodeError, Encoder, Summary};
use assay_semantics::{Scalar, Value as Numbers};
use assay_smt::{SolverPool, Undecided};
use assay_term::arena::TermArena;
use assay_term::budget::Budget;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_term::eval::{Evaluator, Model};
use assay_term::float::Test;
use assay_term::model_search::local::climbed;
use assay_term::model_search::random::samples;
use assay_term::node::{TermId, Var};
use assay_term::simplify::by_range::ranged;
use assay_term::sweep;
use assay_term::sweep::Effort;

/// How a proof is looked for.
#[derive(Clone, Copy)]
pub struct Prover<'s> {
    /// Solvers.
    pub solvers: &'s SolverPool,
    /// Functions whose bodies are drawn: a proof takes nothing of what they do for granted.
    pub drawn: &'s BTreeSet<String>,
    /// Turns of a loop that are followed where its bounds are not constants.
    pub iterations: usize,
}

/// Resource units for one question; all questions about single results of a pair have twice as many.
pub(super) const UNITS: u64 = 4_000_000;

/// Resource units for the first question about all results at once, before values that show a difference are looked for.
const FIRST_UNITS: u64 = 200_000;

/// Resource units for the same question afterwards, before such values are looked for at length.
const FEW_UNITS: u64 = 1_500_000;

/// Resource units for the last question about a pair, about all results at once.
const MOST_UNITS: u64 = 20_000_000;

/// Inputs on which a summary is compared with what the interpreter does.
const CHECKED: usize = 64;

/// Questions without an answer after which no further ones are asked.
const UNANSWERED: usize = 2;

/// Drawn values on which both summaries are compared before a solver is asked.
const DRAWN: usize = 4096;

/// Steps of evaluation in the search for values that show a difference, at first.
const FIRST_CLIMBED: usize = 1 << 25;

/// Steps of the same search where the solver gives up with some more units.
const CLIMBED: usize = 1 << 28;

/// The answer about a pair whose functions agree on all inputs that were run: proved, decided within bounds, refuted by an
/// input that a solver found, or the answer that was given.
pub fn prove(pair: &Pair<'_>, settings: &Settings, prover: &Prover<'_>, run: Answer) -> Answer {
    let races = matches!(run, Answer::Open(Open::Race));
    if !races && !matches!(run, Answer::Tested { .. } | Answer::Bounded { close: false, .. }) {
        return run;
    }
    if pair.promises_differ() {
        return match run {
            Answer::Tested { inputs, .. } => Answer::Tested { inputs, unproved: Some(Unproved::Promises) },
            other => other,
        };
    }
    match find(pair, settings, prover) {
        Ok(ProofOutcome::Within(Bounds { iterations: None, extents: None })) => Answer::Proved,
        // All inputs were run.
        Ok(ProofOutcome::Within(_)) | Err(_) if matches!(run, Answer::Bounded { .. }) => run,
        Ok(ProofOutcome::Within(bounds)) => Answer::Followed(bounds),
        Ok(ProofOutcome::Input { arguments, may_agree }) => {
            match (replay(pair, settings, &arguments), may_agree, run) {
                (Ok(Some(found)), ..) => Answer::Refuted(Box::new(found)),
                (Ok(None), Some(why), Answer::Tested { inputs, .. }) => {
                    Answer::Tested { inputs, unproved: Some(why) }
                }
                (Ok(None), Some(_), run) => run,
                (Ok(None), None, _) => {
                    Answer::Open(Open::Disagreement("a model is no difference when it is run".to_owned()))
                }
                (Err(why), ..) => Answer::Open(why),
            }
        }
        Err(unproved) => match run {
            Answer::Tested { inputs, .. } => Answer::Tested { inputs, unproved: Some(unproved) },
            other => other,
        },
    }
}

/// Looks for a proof, for each choice of open extents.
fn find(pair: &Pair<'_>, settings: &Settings, prover: &Prover<'_>) -> Result<ProofOutcome, Unproved> {
    let program = pair.source;
    let entry = entry_block(program, pair.function).ok_or(Unproved::Encode(EncodeError::Size))?;
    let types: Vec<TypeId> =
        program.block(entry).arguments.iter().map(|value| program.value_type(*value)).collect();
    let Choices { types, most } =
        extents::choices(program.ctx(), &types).ok_or(Unproved::Encode(EncodeError::Size))?;
    let mut bounds = Bounds { iterations: None, extents: most };
    for types in types {
        match (Proof { pair, settings, prover, types }).find()? {
            ProofOutcome::Within(found) => bounds.iterations = bounds.iterations.max(found.iterations),
            input => return Ok(input),
        }
    }
    Ok(ProofOutcome::Within(bounds))
}

/// The parts of two runs that are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ComparedParts {
    /// All that a caller and functions without a body may see.
    All,
    /// Results, contents of memory, and how the functions end.
    Values,
}

/// What a solver found.
enum ProofOutcome {
    /// Proved within these bounds.
    Within(Bounds),
    /// Both functions differ on this input, as far as the summaries say.
    Input {
        arguments: Vec<Value>,
        /// The reason for which the difference may be none when it is run.
        may_agree: Option<Unproved>,
    },
}

/// Drawn values for which one of these statements holds.
fn drawn(pool: &TermArena, statements: &[TermId]) -> Option<Model> {
    let mut evaluator = Evaluator::new(pool, statements);
    let rows = samples(pool, &pool.cone(statements), DRAWN);
    let found = rows.into_iter().find(|row| {
        evaluator.run(&|var| row[var.0 as usize]);
        statements.iter().any(|statement| evaluator.holds(*statement))
    })?;
    Some(found.into_iter().enumerate().map(|(var, value)| (Var(var as u32), value)).collect())
}

/// Tells if one of the statements ever holds: by their form, on drawn values, all at once within a few units and some more,
/// by a search for values, one by one as they are merged with more effort, and all at once as they were.
fn decided(pool: &mut TermArena, statements: &[TermId], decider: &Decider<'_>) -> Decision {
    let at_once = |pool: &mut TermArena, list: &[TermId], units: u64| {
        let any = pool.any(list.to_vec());
        Decider { shortcuts: false, units: Some(units), ..*decider }.decide(pool, &[any])
    };
    if statements.iter().all(|statement| pool.value(*statement) == Some(0)) {
        return Decision::Never;
    }
    if let Some(model) = drawn(pool, statements) {
        return Decision::Holds(model);
    }
    let plain = ranged(pool, statements);
    let merged = sweep::merged(pool, &plain, decider, Effort::Little);
    if merged
        .iter()
        .all(|statement| Decider { solvers: None, ..*decider }.decide(pool, &[*statement]) == Decision::Never)
    {
        return Decision::Never;
    }
    match at_once(pool, &merged, FIRST_UNITS) {
        Decision::Unknown(_) => {}
        known => return known,
    }
    if let Some(model) = climbed(pool, &merged, FIRST_CLIMBED) {
        return Decision::Holds(model);
    }
    match at_once(pool, &merged, FEW_UNITS) {
        Decision::Unknown(_) => {}
        known => return known,
    }
    if let Some(model) = climbed(pool, &merged, CLIMBED) {
        return Decision::Holds(model);
    }
    let merged = sweep::merged(pool, &merged, decider, Effort::More);
    match one_by_one(pool, merged, decider) {
        Decision::Unknown(Undecided::Timeout) => at_once(pool, statements, MOST_UNITS),
        known => known,
    }
}

/// Tells if one of the statements ever holds, each by itself.
fn one_by_one(pool: &mut TermArena, statements: Vec<TermId>, decider: &Decider<'_>) -> Decision {
    let budget = Budget::new(UNITS).at_most(2 * UNITS);
    let limited = Decider { budget: Some(&budget), ..*decider };
    let mut unknown = Vec::new();
    for statement in statements {
        let plain = pool.value(statement).is_some();
        if unknown.len() >= UNANSWERED || !plain && sweep::never_holds(pool, statement, decider) {
            continue;
        }
        match limited.decide(pool, &[statement]) {
            Decision::Never => {}
            Decision::Unknown(why) => unknown.push(why),
            found => return found,
        }
    }
    unknown.into_iter().next().map_or(Decision::Never, Decision::Unknown)
}

/// What is done with loops whose bounds are not known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loops {
    /// Their iterations are followed up to a limit.
    Followed,
    /// They are compared iteration by iteration with those of the other side.
    Kept,
    /// One iteration is followed, from any state.
    AnyState,
}

pub(super) struct Proof<'p> {
    pub(super) pair: &'p Pair<'p>,
    pub(super) settings: &'p Settings,
    pub(super) prover: &'p Prover<'p>,
    /// Of the arguments.
    pub(super) types: Vec<TypeId>,
}

/// Summaries of both functions over their arguments.
pub(super) struct FunctionPairEncoding {
    pub(super) encoder: Encoder,
    pub(super) arguments: Vec<Argument>,
    source: Summary,
    target: Summary,
}

impl Proof<'_> {
    fn find(&self) -> Result<ProofOutcome, Unproved> {
        let mut sides = self.sides(self.prover.drawn, Loops::Followed)?;
        let covered = match sides.encoder.has_events() {
            true => self.agrees(&self.sides(&BTreeSet::new(), Loops::Followed)?)?,
            false => self.agrees(&sides)?,
        };
        if sides.is_cut() && (self.holds_iteration_by_iteration() || self.holds_by_induction()) {
            return Ok(ProofOutcome::Within(Bounds::default()));
        }
        let (statements, cut) = sides.statements(ComparedParts::All);
        let decider =
            Decider { solvers: Some(self.prover.solvers), shortcuts: true, units: Some(UNITS), budget: None };
        match decided(&mut sides.encoder.pool, &statements, &decider) {
            Decision::Never => {}
            Decision::Holds(model) => return self.input(&sides, &model),
            Decision::Unknown(why) => return Err(Unproved::Solver(why.into())),
        }
        let nan_bits = sides.nan_bits();
        if decider.decide(&mut sides.encoder.pool, &[nan_bits]) != Decision::Never {
            return Err(Unproved::NanBits);
        }
        if decider.decide(&mut sides.encoder.pool, &[cut]) == Decision::Never {
            return Ok(ProofOutcome::Within(Bounds::default()));
        }
        // Something has to be within the bounds.
        if covered == 0 {
            Err(Unproved::Bounds(self.prover.iterations))
        } else {
            Ok(ProofOutcome::Within(Bounds { iterations: Some(self.prover.iterations), extents: None }))
        }
    }

    /// Tells if both functions keep their loops, an iteration of each refines one of the other, and so does the rest.
    fn holds_iteration_by_iteration(&self) -> bool {
        let Ok(mut sides) = self.sides(self.prover.drawn, Loops::Kept) else { return false };
        if !sides.encoder.has_loops() || !sides.encoder.choices().is_empty() {
            return false;
        }
        let budget = Budget::new(UNITS).at_most(UNITS);
        let solvers = Some(self.prover.solvers);
        let decider = Decider { solvers, shortcuts: true, units: Some(UNITS), budget: Some(&budget) };
        for pair in sides.encoder.loops() {
            let differs = sides.encoder.same_iterations(pair);
            if decider.decide(&mut sides.encoder.pool, &[differs]) == Decision::Never {
                sides.encoder.assume_same(pair);
            }
        }
        let (statements, cut) = sides.statements(ComparedParts::All);
        let mut all = statements.into_iter().chain([cut]);
        all.all(|statement| decider.decide(&mut sides.encoder.pool, &[statement]) == Decision::Never)
    }

    /// Tells if one function has a loop, and the other one is a closed form of it.
    fn holds_by_induction(&self) -> bool {
        let Ok(mut sides) = self.sides(self.prover.drawn, Loops::AnyState) else { return false };
        let [one] = sides.encoder.any_states() else { return false };
        let one = one.clone();
        let encoder = &sides.encoder;
        if encoder.has_events() || !encoder.choices().is_empty() || !encoder.functions().is_empty() {
            return false;
        }
        let other = if one.target { &sides.source } else { &sides.target };
        let closed = other.results.iter().flat_map(|value| &value.elements).map(|one| one.bits).collect();
        let undefined = sides.source.undefined;
        let pool = &mut sides.encoder.pool;
        let defined = if one.target { pool.not(undefined) } else { pool.boolean(true) };
        let (mut wrong, cut) = sides.statements(ComparedParts::All);
        wrong.extend([cut, sides.nan_bits()]);
        let claims = Claims { closed, defined, wrong };
        let budget = Budget::new(UNITS).at_most(UNITS);
        let solvers = Some(self.prover.solvers);
        let decider = Decider { solvers, shortcuts: true, units: Some(UNITS), budget: Some(&budget) };
        induction::holds(&mut sides.encoder, &one, &claims, &decider)
    }

    /// Summaries of both functions, for which calls of these functions are events.
    pub(super) fn sides(
        &self,
        unknown: &BTreeSet<String>,
        loops: Loops,
    ) -> Result<FunctionPairEncoding, Unproved> {
        let Pair { source, function, target, later } = *self.pair;
        let mut encoder = Encoder::new(self.prover.iterations).without(unknown);
        encoder.only_read = only_read(source, function);
        encoder = match loops {
            Loops::Followed => encoder,
            Loops::Kept => encoder.keeping_loops(),
            Loops::AnyState => encoder.from_any_state(),
        };
        let arguments = encoder.arguments(source.ctx(), &self.types)?;
        let source = assay_encode::summary(&mut encoder, source, function, &arguments)?;
        encoder.begin_target();
        let target = assay_encode::summary(&mut encoder, target, later, &arguments)?;
        if source.views != target.views || source.kept.len() != target.kept.len() {
            return Err(Unproved::Encode(EncodeError::Identity));
        }
        // The result of a call may depend on a choice before it.
        if encoder.has_events() && !encoder.choices().is_empty() {
            return Err(Unproved::Choices);
        }
        // So may that of a function.
        if encoder.applies_to_choices() {
            return Err(Unproved::Choices);
        }
        Ok(FunctionPairEncoding { encoder, arguments, source, target })
    }

    /// Compares the summaries with what the interpreter does; the number of inputs that are within their bounds and defined.
    fn agrees(&self, sides: &FunctionPairEncoding) -> Result<usize, Unproved> {
        let Pair { source, function, target, later } = *self.pair;
        let (seed, types) = (self.settings.seed, self.types.clone());
        let inputs = Inputs::of_types(source.ctx(), types, IndexWidth::W64, seed, Range::WHOLE);
        let rows: Vec<Vec<Value>> = match inputs.all(CHECKED as u64) {
            Some(all) => all.into_iter().collect(),
            None => inputs.take(CHECKED).collect(),
        };
        // For each input the number of sides that are within their bounds and defined on it.
        let mut within = vec![0; rows.len()];
        let options = Options {
            fuel: self.settings.fuel.saturating_mul(8),
            memory: 1 << 24,
            depth: 200,
            ..Options::default()
        };
        for (program, function, summary) in
            [(source, function, &sides.source), (target, later, &sides.target)]
        {
            let engine = Prepared::new(program, options.clone());
            let mut evaluated = Evaluated::new(&sides.encoder, summary);
            for (row, within) in rows.iter().zip(&mut within) {
                let Ok(run) = engine.run(function, row) else { continue };
                evaluated.at(sides.model(row));
                match evaluated.compared(summary, &run) {
                    Some(true) => *within += usize::from(matches!(run.outcome, Outcome::Values(_))),
                    Some(false) => return Err(self.contradiction(program, function, row)),
                    None => {}
                }
            }
        }
        Ok(within.into_iter().filter(|sides| *sides == 2).count())
    }

    fn contradiction(&self, program: &Program, function: OpId, row: &[Value]) -> Unproved {
        let name = program.attr_text(function, assay_ir::data::known::SYM_NAME).unwrap_or_default();
        let row: Vec<String> = row.iter().map(ToString::to_string).collect();
        Unproved::Contradiction(format!("@{name}({})", row.join(", ")))
    }

    /// The arguments of a model.
    pub(super) fn row(&self, sides: &FunctionPairEncoding, model: &Model) -> Option<Vec<Value>> {
        let types = self.types.iter().copied();
        let value =
            |(argument, ty): (&Argument, TypeId)| sides.value(self.pair.source.ctx(), argument, ty, model);
        sides.arguments.iter().zip(types).map(value).collect()
    }

    /// A model as an input.
    fn input(&self, sides: &FunctionPairEncoding, model: &Model) -> Result<ProofOutcome, Unproved> {
        let all = self.row(sides, model);
        let none = || Unproved::Solver(crate::Unknown::Solver("a model is no input".to_owned()));
        let may_agree = if sides.encoder.has_events() || !sides.encoder.globals().is_empty() {
            Some(Unproved::Surroundings)
        } else if !sides.encoder.choices().is_empty() {
            Some(Unproved::Choices)
        } else if !sides.encoder.functions().is_empty() {
            Some(Unproved::Functions)
        } else {
            None
        };
        Ok(ProofOutcome::Input { arguments: all.ok_or_else(none)?, may_agree })
    }
}

impl FunctionPairEncoding {
    /// Tells if a loop may have more iterations than are followed.
    fn is_cut(&self) -> bool {
        let never = |cut| self.encoder.pool.value(cut) == Some(0);
        !never(self.source.cut) || !never(self.target.cut)
    }

    /// The condition that the bits of a NaN are read. The symbolic form has one NaN: a product with 1 is the number itself,
    /// although its NaN may have other bits.
    pub(super) fn nan_bits(&mut self) -> TermId {
        let facts = self.encoder.facts();
        let read: Vec<TermId> = self.encoder.choices().bound().map(|(_, number)| number).collect();
        let pool = &mut self.encoder.pool;
        let read: Vec<TermId> = read.into_iter().map(|number| pool.float_test(Test::NaN, number)).collect();
        let (read, cut) = (pool.any(read), pool.or(self.source.cut, self.target.cut));
        let (followed, defined) = (pool.not(cut), pool.not(self.source.undefined));
        pool.all([facts, followed, defined, read])
    }

    /// What must never hold, and when a loop has more iterations than are followed.
    pub(super) fn statements(&mut self, parts: ComparedParts) -> (Vec<TermId>, TermId) {
        let facts = self.encoder.facts();
        let globals = self.globals();
        let pool = &mut self.encoder.pool;
        let (source, target) = (&self.source, &self.target);
        let cut = pool.or(source.cut, target.cut);
        let (followed, defined) = (pool.not(cut), pool.not(source.undefined));
        let defined = pool.and(facts, defined);
        let in_bounds = pool.and(followed, defined);
        let mut out = vec![pool.and(in_bounds, target.undefined)];
        let still = pool.not(target.undefined);
        let both = pool.and(in_bounds, still);
        let ends = pool.differ(source.trapped, target.trapped);
        out.push(pool.and(both, ends));
        if parts == ComparedParts::All {
            // Memory that was only read may be constant.
            for (old, new) in source.touched.iter().zip(&target.touched) {
                let only_read = pool.not(*old);
                out.push(pool.all([both, only_read, *new]));
            }
            let other_calls = pool.differ(source.history, target.history);
            out.push(pool.and(both, other_calls));
        }
        let either = pool.or(source.trapped, target.trapped);
        let returns = pool.not(either);
        let returns = pool.and(both, returns);
        let pairs = source.results.iter().zip(&target.results);
        let memory = source.memory.iter().zip(&target.memory);
        for (old, new) in pairs.chain(memory).chain(globals.iter().map(|(old, new)| (old, new))) {
            if old.shape.is_some() && new.shape.is_some() && old.shape != new.shape {
                out.push(returns);
            }
            for (old, new) in old.elements.iter().zip(&new.elements) {
                let [old, new] = [old, new].map(|one| Numbers { shape: None, elements: vec![*one] });
                let (differs, poisoned) = assay_semantics::compare(pool, &old, &new);
                for wrong in [differs, poisoned] {
                    out.push(pool.and(returns, wrong));
                }
            }
        }
        for (old, new) in source.live.iter().zip(&target.live) {
            let gone = pool.not(*new);
            out.push(pool.all([returns, *old, gone]));
        }
        // A function without a body may have kept its arguments.
        for (old, new) in source.kept.iter().zip(&target.kept).filter(|_| parts == ComparedParts::All) {
            let lives = pool.and(returns, old.live);
            let gone = pool.not(new.live);
            out.push(pool.and(lives, gone));
            let (differs, poisoned) = assay_semantics::compare(pool, &old.contents, &new.contents);
            for wrong in [differs, poisoned] {
                out.push(pool.and(lives, wrong));
            }
        }
        let cut = pool.and(cut, defined);
        let pairs =
            source.results.iter().zip(&target.results).chain(source.memory.iter().zip(&target.memory));
        let bits: Vec<(TermId, TermId)> = pairs
            .chain(globals.iter().map(|(old, new)| (old, new)))
            .flat_map(|(old, new)| old.elements.iter().zip(&new.elements))
            .map(|(old, new)| (old.bits, new.bits))
            .collect();
        (self.encoder.substitute_choices(facts, out, &bits), cut)
    }

    /// The contents of the globals at the end; one that a function cannot use is as it was at the start.
    fn globals(&self) -> Vec<(Numbers, Numbers)> {
        let all = self.encoder.globals().iter();
        let at_end = |side: &Summary, name: &String, start: &Numbers| {
            side.globals.get(name).cloned().unwrap_or_else(|| start.clone())
        };
        all.map(|(name, one)| (at_end(&self.source, name, &one.any), at_end(&self.target, name, &one.any)))
            .collect()
    }

    /// The values of the variables for an input.
    pub(super) fn model(&self, row: &[Value]) -> Model {
        let mut model = Model::default();
        for (argument, value) in self.arguments.iter().zip(row) {
            let numbers = &argument.value().elements;
            match value {
                Value::Shaped(shaped) => {
                    for (number, value) in numbers.iter().zip(shaped.elements()) {
                        self.set(&mut model, number, value);
                    }
                }
                value => numbers.iter().for_each(|number| self.set(&mut model, number, value)),
            }
        }
        let pool = &self.encoder.pool;
        for global in self.encoder.globals().values() {
            for (any, first) in global.any.elements.iter().zip(&global.first.elements) {
                for (any, first) in [(any.bits, first.bits), (any.poison, first.poison)] {
                    if let (Some(variable), Some(value)) = (pool.as_variable(any), pool.value(first)) {
                        model.insert(variable, value);
                    }
                }
            }
        }
        model
    }

    fn set(&self, model: &mut Model, number: &Scalar, value: &Value) {
        let pool = &self.encoder.pool;
        if let Some(poison) = pool.as_variable(number.poison) {
            model.insert(poison, u128::from(value.is_poison()));
        }
        if let (Some(bits), Some(value)) = (pool.as_variable(number.bits), bits_of(value)) {
            model.insert(bits, value);
        }
    }

    fn value(&self, ctx: &Context, argument: &Argument, ty: TypeId, model: &Model) -> Option<Value> {
        let of = |ex: TermId| {
            let variable = self.encoder.pool.as_variable(ex);
            variable.map_or(0, |var: Var| model.get(&var).copied().unwrap_or(0))
        };
        let (shape, element) = match ctx.type_kind(ty) {
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } | TypeKind::MemRef { .. } => {
                (argument.value().shape.clone(), ctx.element_type(ty)?)
            }
            _ => (None, ty),
        };
        let one = |number: &Scalar| match ctx.type_kind(element) {
            _ if of(number.poison) == 1 => Some(Value::Poison),
            TypeKind::Integer { width, .. } => Some(Value::int(*width, of(number.bits))),
            TypeKind::Index => Some(Value::int(IndexWidth::W64.bits(), of(number.bits))),
            TypeKind::Float(kind) => Some(Value::float(*kind, of(number.bits))),
            _ => None,
        };
        let elements: Option<Vec<Value>> = argument.value().elements.iter().map(one).collect();
        match shape {
            Some(shape) => Some(Shaped::new(shape, elements?).into()),
            None => elements?.into_iter().next(),
        }
    }
}

impl From<EncodeError> for Unproved {
    fn from(missing: EncodeError) -> Unproved {
        Unproved::Encode(missing)
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Source;
    use assay_ir::text;

    use super::*;
    use crate::program::{Paired, judge, pairs};
    use assay_smt::testing;

    /// The answer about two functions of these arguments and results.
    fn answer(signature: &str, source: &str, target: &str) -> Answer {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!(
                "func.func @f{signature} {{\n%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n{body}}}"
            );
            let parsed = text::parse(&ctx, &Source::new("f.mlir", text));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            parsed.program
        };
        let (source, target) = (read(source), read(target));
        let drawn = BTreeSet::new();
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let settings = Settings::default();
        match pairs(&source, &target).into_iter().next().expect("a function").2 {
            Paired::Both(pair) => {
                let run = judge(&pair, &settings);
                prove(&pair, &settings, &Prover { solvers: &solvers, drawn: &drawn, iterations: 4 }, run)
            }
            _ => panic!("it is a pair"),
        }
    }

    const NEST: &str = "cf.br ^outer(%a, %c0 : i32, index)
^outer(%s: i32, %i: index):
%p = arith.cmpi slt, %i, %c2 : index
cf.cond_br %p, ^inner(%s, %c0 : i32, index), ^end
^inner(%t: i32, %j: index):
%q = arith.cmpi slt, %j, %c2 : index
%u = arith.addi %t, %s : i32
cf.cond_br %q, ^again, ^back
^again:
%k = arith.addi %j, %c1 : index
cf.br ^inner(%u, %k : i32, index)
^back:
%l = arith.addi %i, %c1 : index
cf.br ^outer(%t, %l : i32, index)
^end:
return %s : i32
";

    #[test]
    fn a_value_of_an_outer_loop_is_that_of_its_own_iteration() {
        let nest = format!("%c2 = arith.constant 2 : index\n{NEST}");
        let nine = "%n = arith.constant 9 : i32\n%r = arith.muli %a, %n : i32\nreturn %r : i32\n";
        let found = answer("(%a: i32) -> i32", &nest, nine);
        // Six edges lead back, each of which is surely taken.
        assert!(matches!(found, Answer::Proved), "{found:?}");
        let once = nest.replace("%c2 = arith.constant 2", "%c2 = arith.constant 1");
        let found = answer("(%a: i32) -> i32", &once, "%r = arith.addi %a, %a : i32\nreturn %r : i32\n");
        assert!(matches!(found, Answer::Proved), "{found:?}");
    }

    #[test]
    fn memory_that_was_freed_or_never_written_is_not_read() {
        let signature = "(%a: i32, %n: index) -> i32";
        let alloc = "%m = memref.alloc() : memref<2xi32>\nmemref.store %a, %m[%c0] : memref<2xi32>\n";
        let read = format!("{alloc}%r = memref.load %m[%n] : memref<2xi32>\nreturn %r : i32\n");
        assert!(matches!(answer(signature, &read, "return %a : i32\n"), Answer::Proved));
        assert!(matches!(answer(signature, "return %a : i32\n", &read), Answer::Refuted(_)));
        let freed = format!("{alloc}memref.dealloc %m : memref<2xi32>\nreturn %a : i32\n");
        assert!(matches!(answer(signature, &freed, "return %a : i32\n"), Answer::Proved));
    }

    #[test]
    fn a_function_that_is_called_is_followed_and_a_flag_that_is_added_is_refuted() {
        let sum = |flags: &str| format!("%r = arith.addi %a, %b{flags} : i64\nreturn %r : i64\n");
        let signature = "(%a: i64, %b: i64) -> i64";
        assert!(matches!(answer(signature, &sum(" overflow<nsw>"), &sum("")), Answer::Proved));
        assert!(matches!(answer(signature, &sum(""), &sum(" overflow<nuw>")), Answer::Refuted(_)));
        let called = "%r = call @g(%b, %a) : (i64, i64) -> i64\nreturn %r : i64\n}\n\
                      func.func @g(%a: i64, %b: i64) -> i64 {\n%r = arith.addi %a, %b : i64\nreturn %r : i64\n";
        assert!(matches!(answer(signature, called, &sum("")), Answer::Proved));
    }

    #[test]
    fn a_choice_after_is_one_of_those_before() {
        let signature = "(%a: f32, %b: f32) -> f32";
        let least = |name: &str, order: &str| format!("%{name} = arith.minnumf {order} : f32\n");
        let one = |text: String| format!("{text}return %r : f32\n");
        let (straight, turned) = (one(least("r", "%a, %b")), one(least("r", "%b, %a")));
        assert!(matches!(answer(signature, &straight, &turned), Answer::Proved));
        // One zero minus another is negative where the first alone is, which one minus itself never is.
        let difference = "%r = arith.subf %p, %q : f32\n";
        let two = one(format!("{}{}{difference}", least("p", "%a, %b"), least("q", "%a, %b")));
        let same = one(format!("{}%r = arith.subf %p, %p : f32\n", least("p", "%a, %b")));
        assert!(matches!(answer(signature, &two, &same), Answer::Proved));
        assert!(!matches!(answer(signature, &same, &two), Answer::Proved | Answer::Refuted(_)));
        // It chooses among zeros alone.
        let most = one("%r = arith.maxnumf %a, %b : f32\n".to_owned());
        assert!(matches!(answer(signature, &straight, &most), Answer::Refuted(_)));
        let compared =
            one("%c = arith.cmpf olt, %a, %b : f32\n%r = arith.select %c, %a, %b : f32\n".to_owned());
        assert!(matches!(answer(signature, &straight, &compared), Answer::Refuted(_)));
    }

    #[test]
    fn a_function_of_real_numbers_gives_the_same_for_the_same() {
        let signature = "(%a: f32, %b: f32) -> f32";
        let of = |text: &str| format!("{text}\nreturn %r : f32\n");
        let sum = "%s = arith.addf %a, %b : f32\n";
        let turned = "%s = arith.addf %b, %a : f32\n";
        for name in ["math.exp", "math.tanh", "math.rsqrt"] {
            let function = format!("%r = {name} %s : f32");
            let answer =
                answer(signature, &of(&format!("{sum}{function}")), &of(&format!("{turned}{function}")));
            assert!(matches!(answer, Answer::Proved), "{name}: {answer:?}");
        }
        // Operands that are the same in each of two cases, and in no form.
        let chosen = "%c = arith.cmpf oeq, %a, %b : f32\n%z = arith.constant 0.0 : f32\n";
        let source = format!("{chosen}%p = arith.select %c, %a, %z : f32\n%r = math.log %p : f32");
        let target = format!(
            "{chosen}%p = math.log %b : f32\n%q = math.log %z : f32\n%r = arith.select %c, %p, %q : f32"
        );
        // Of equal zeros either may have the sign that a logarithm does not see, but a solver does not know.
        let found = answer(signature, &of(&source), &of(&target));
        assert!(matches!(found, Answer::Tested { unproved: Some(Unproved::Functions), .. }), "{found:?}");
        let found = answer(signature, &of(&source), &of(&target.replace("math.log %b", "math.log %a")));
        assert!(matches!(found, Answer::Proved), "{found:?}");
        let remainder = |first: &str, order: &str| of(&format!("{first}%r = arith.remf {order} : f32"));
        let straight = remainder(sum, "%s, %b");
        assert!(matches!(answer(signature, &straight, &remainder(turned, "%s, %b")), Answer::Proved));
        assert!(matches!(answer(signature, &straight, &remainder(sum, "%b, %s")), Answer::Refuted(_)));
        let other = "%r = math.exp2 %a : f32";
        assert!(matches!(answer(signature, &of("%r = math.exp %a : f32"), &of(other)), Answer::Refuted(_)));
    }

    #[test]
    fn the_bits_of_a_number_are_compared_where_it_is_no_nan() {
        let signature = "(%a: f32, %b: f32) -> i32";
        // A sum where it is a number.
        let of = |order: &str| {
            format!(
                "%s = arith.addf {order} : f32\n%c = arith.cmpf ord, %s, %s : f32\n%z = arith.constant 0.0 : f32\n\
                 %n = arith.select %c, %s, %z : f32\n%r = arith.bitcast %n : f32 to i32\nreturn %r : i32\n"
            )
        };
        let found = answer(signature, &of("%a, %b"), &of("%b, %a"));
        assert!(matches!(found, Answer::Proved), "{found:?}");
        assert!(matches!(answer(signature, &of("%a, %b"), &of("%b, %b")), Answer::Refuted(_)));
        // A product with one may be another NaN than the number.
        let plain = "%r = arith.bitcast %a : f32 to i32\nreturn %r : i32\n";
        let product = "%o = arith.constant 1.0 : f32\n%p = arith.mulf %a, %o : f32\n%r = arith.bitcast %p : f32 to i32\n\
                       return %r : i32\n";
        let found = answer(signature, plain, product);
        assert!(!matches!(found, Answer::Proved | Answer::Refuted(_)), "{found:?}");
    }

    #[test]
    fn promises_about_functions_of_real_numbers_count() {
        let signature = "(%a: f32, %b: f32) -> f32";
        let log = |flags: &str| format!("%r = math.log %a {flags} : f32\nreturn %r : f32\n");
        assert!(matches!(answer(signature, &log("fastmath<nnan>"), &log("")), Answer::Proved));
        assert!(matches!(answer(signature, &log(""), &log("fastmath<nnan>")), Answer::Refuted(_)));
        // The operand is one of several numbers.
        let least = |order: &str| {
            format!("%m = arith.minnumf {order} : f32\n%r = math.rsqrt %m : f32\nreturn %r : f32\n")
        };
        let found = answer(signature, &least("%a, %b"), &least("%b, %a"));
        assert!(matches!(found, Answer::Tested { unproved: Some(Unproved::Choices), .. }), "{found:?}");
    }

    #[test]
    fn either_zero_will_do_where_the_program_before_says_so() {
        let signature = "(%a: f32, %b: f32) -> f32";
        let sum = |flags: &str| format!("%r = arith.addf %a, %b{flags} : f32\nreturn %r : f32\n");
        assert!(matches!(answer(signature, &sum(" fastmath<nsz>"), &sum("")), Answer::Proved));
        let turned = "%r = arith.addf %b, %a fastmath<nsz> : f32\nreturn %r : f32\n";
        assert!(matches!(answer(signature, &sum(" fastmath<nsz>"), turned), Answer::Proved));
        assert!(!matches!(answer(signature, &sum(""), &sum(" fastmath<nsz>")), Answer::Proved));
        let negated = "%r = arith.subf %b, %a fastmath<nsz> : f32\nreturn %r : f32\n";
        assert!(matches!(answer(signature, &sum(" fastmath<nsz>"), negated), Answer::Refuted(_)));
    }

    #[test]
    fn flags_of_llvm_and_choices_of_functions_that_are_called_count() {
        let signature = "(%a: f32, %b: f32) -> f32";
        let zero = "%z = llvm.mlir.constant(0.0 : f32) : f32\n";
        let sum = |flags: &str| format!("{zero}%r = llvm.fadd %a, %z {flags} : f32\nreturn %r : f32\n");
        let same = "return %a : f32\n";
        assert!(matches!(
            answer(signature, &sum("{fastmathFlags = #llvm.fastmath<nsz>}"), same),
            Answer::Proved
        ));
        assert!(matches!(answer(signature, &sum(""), same), Answer::Refuted(_)));
        let called = "%r = llvm.call @g(%a) : (f32) -> f32\nreturn %r : f32\n}\n\
                      llvm.func @g(%a: f32) -> f32 {\n%z = arith.constant 0.0 : f32\n\
                      %r = arith.addf %a, %z fastmath<nsz> : f32\nllvm.return %r : f32\n";
        assert!(!matches!(answer(signature, called, same), Answer::Refuted(_)));
    }

    #[test]
    fn all_inputs_do_not_speak_for_what_the_program_after_chooses() {
        let signature = "(%i: i1) -> f32";
        let minus = "%m = arith.constant -0.0 : f32\n";
        let source = format!("{minus}return %m : f32\n");
        let least = format!(
            "{minus}%p = arith.constant 0.0 : f32\n%r = arith.minnumf %m, %p : f32\nreturn %r : f32\n"
        );
        assert!(matches!(answer(signature, &source, &least), Answer::Tested { .. }));
        assert!(matches!(answer(signature, &least, &source), Answer::Proved));
    }
}
