//! Translation validation of two programs: functions are paired, surrounded by what their callers may do, run, and asked about; one
//! answer for each function.
//!
//! Theorem: an answer that says *proved* holds for all inputs within the bounds that it names, under the assumptions that it rests on.
//! What an operation or function without a meaning does is an assumption, or leaves the function open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_backend::engine::Limit;
use assay_ir::data::{Context, OpId, Program, Source, known};
use assay_ir::meanings::expand;
use assay_ir::spec::{Registry, UpstreamOp};
use assay_ir::{text, wellformed};
use assay_smt::SolverPool;

use super::aliases::{Memory, Overlapping, overlapping, stem};
use super::aligned::{assumes, with_assumptions};
use super::callers::{trial_of, with_trials};
use super::elementwise::OneElement;
use super::fingerprint::{all_values, of_long};
use super::identity_layouts::without_identity_layouts;
use super::judge::{Answer, Difference, Unproved, judge, replay};
use super::linked::{linkage, without_interposable};
use super::modules::{functions_of_modules, with_other_ports};
use super::outline::{BODY, Functions, Knowledge, has_opaque, number_types, outline};
use super::pair::{Pair, Paired, internal, is_hidden, pairs};
use super::parameter_attributes::with_promises;
use super::prove::{Prover, prove};
use super::rests::{Reliances, is_scalable, rests};
use super::settings::{NoTerms, Open, Settings};
use super::stubs::{bodiless, called, observed, unknown};
use super::symbols::{Changed, Conversions, changed};
use super::type_conversion::{declared, with_callers};
use super::undescribed::differs_for_all_functions;

/// A text before or after.
#[derive(Clone, Copy, Debug)]
pub struct Side<'t> {
    /// The name for messages.
    pub name: &'t str,
    /// The text.
    pub text: &'t str,
}

/// A function of the program before with its answer.
#[derive(Debug)]
pub struct Judged {
    /// Its name.
    pub name: String,
    /// The answer; `None` where it is gone and others could not call it, so that there is nothing to compare.
    pub answer: Option<Answer>,
    /// The assumptions of the verdict.
    pub rests: Reliances,
    /// The caller that the answer is about, which passes memory that overlaps; `None` where it is about the function.
    pub caller: Option<String>,
    /// A difference where arguments overlap, with the caller that shows it, of a function that has none where they do not.
    pub overlap: Option<(String, Box<Difference>)>,
    /// Time until the answer.
    pub time: Duration,
}

/// Two programs with the answers about their functions.
#[derive(Debug)]
pub struct Compared {
    /// The program before, with all that was added to it.
    pub source: Program,
    /// The program after.
    pub target: Program,
    /// The functions that were asked about.
    pub functions: Vec<Judged>,
    /// The programs with callers that pass memory that overlaps, where there are some.
    pub overlapping: Option<(Program, Program)>,
    /// Symbols that other modules see as others.
    pub symbols: Vec<Changed>,
    /// The programs as they were, where some operations have no meaning.
    pub written: Option<Written>,
    /// The programs as they were read, where operations were described: what is compared has bodies in their place.
    pub read: Option<(Program, Program)>,
}

/// Two programs with operations in whose place calls stood when they were run.
#[derive(Debug)]
pub struct Written {
    /// The program before.
    pub source: Program,
    /// The program after.
    pub target: Program,
    /// The functions that were called, with the names of the operations.
    pub calls: BTreeMap<String, String>,
}

/// The treatment of arguments that overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlaps {
    /// No memory overlaps, that of globals neither.
    Off,
    /// A difference is a warning.
    Warned,
    /// Each way to overlap has an answer of its own.
    Judged,
}

/// Callers that check the judge itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trials {
    /// None.
    Off,
    /// Each pair that is proved is held against callers of it.
    On,
    /// The callers alone are judged.
    Only,
}

/// How two programs are validated, and the functions that are asked about.
pub struct Validator<'s> {
    /// How pairs are run.
    pub settings: Settings,
    /// The only function that is asked about; `None` for all that others can call.
    pub entry: Option<String>,
    /// The treatment of arguments that overlap.
    pub overlaps: Overlaps,
    /// Callers that check the judge itself.
    pub trials: Trials,
    /// Solvers and the iterations of loops that they are asked about; `None` where agreement on inputs is enough.
    pub proofs: Option<(&'s SolverPool, usize)>,
    /// The text before all passes, which says of what types functions were declared.
    pub origin: Option<&'s str>,
    /// The user's operations, of the context of the programs; what they compute stands in the place of those with a meaning.
    pub own: Option<&'s Registry>,
}

/// Steps of a run on tensors whose elements are all the same.
const LONG_RUN: u64 = 1 << 25;

/// Inputs of a caller that passes memory that overlaps, at least.
const FEWEST: usize = 12;

/// Functions without a body.
struct Unknown {
    /// All that are called, with a body that is drawn.
    drawn: BTreeSet<String>,
    /// Those that only the program after knows.
    added: BTreeSet<String>,
    /// Those that stand for operations.
    outlined: Functions,
    /// Arguments that are numbers in the place of values of types of which nothing is known, by their functions.
    numbers: BTreeMap<String, BTreeSet<usize>>,
}

impl Unknown {
    /// The assumptions of a verdict about operations that calls stand for.
    fn deterministic(&self, pair: &Pair<'_>) -> BTreeSet<String> {
        self.standing(pair).into_iter().map(|op| format!("`{op}` is deterministic")).collect()
    }

    /// The operations of a pair that calls stand for, by their names.
    fn standing(&self, pair: &Pair<'_>) -> Vec<String> {
        let stands = |name: &String| {
            let names = BTreeSet::from([name.clone()]);
            called(pair.source, pair.function, &names).is_some()
                || called(pair.target, pair.later, &names).is_some()
        };
        let used = self.outlined.iter().filter(|(name, _)| stands(name));
        used.map(|(_, op)| op.clone()).collect::<BTreeSet<String>>().into_iter().collect()
    }
}

impl Validator<'static> {
    /// A validator that runs functions and warns of memory that overlaps; it asks for no proof.
    pub fn new(settings: Settings) -> Validator<'static> {
        Validator {
            settings,
            entry: None,
            overlaps: Overlaps::Warned,
            trials: Trials::Off,
            proofs: None,
            origin: None,
            own: None,
        }
    }
}

impl Validator<'_> {
    /// The context of programs to judge.
    pub fn context(&self) -> Arc<Context> {
        self.own.map_or_else(Context::new, |own| Arc::clone(own.ctx()))
    }

    /// Judges the functions of two texts.
    ///
    /// # Errors
    /// The first message of the reader about a text.
    pub fn texts(&self, ctx: &Arc<Context>, source: Side<'_>, target: Side<'_>) -> Result<Compared, String> {
        let read = |side: Side<'_>| {
            let program = read(ctx, side)?;
            match self.own.and_then(|own| broken(&program, own)) {
                Some(why) => Err(format!("{}: {why}", side.name)),
                None => Ok(program),
            }
        };
        Ok(self.programs(read(source)?, read(target)?))
    }

    /// A proof of a pair by one element, where its functions do the same to each element of vectors or tensors of one shape; of large
    /// ones a difference in one element is one in all of them.
    fn by_one_element(&self, pair: &Pair<'_>) -> Option<Answer> {
        self.proofs?;
        let one = OneElement::of_pair(pair)?;
        match self.pair(&one.pair()?, &BTreeSet::new()) {
            Answer::Same | Answer::Proved => Some(Answer::Proved),
            Answer::AllValues(found)
                if found.is_whole() && !found.polynomials.is_some_and(|one| one.reals) =>
            {
                Some(Answer::Proved)
            }
            Answer::Refuted(found) => {
                let arguments = one.repeated(pair, &found.arguments)?;
                let settings = Settings { fuel: self.settings.fuel.max(LONG_RUN), ..self.settings };
                let found = replay(pair, &settings, &arguments).ok()??;
                Some(Answer::Refuted(Box::new(found)))
            }
            _ => None,
        }
    }

    /// Runs both functions of a pair, and asks for a proof where they agree.
    fn pair(&self, pair: &Pair<'_>, drawn: &BTreeSet<String>) -> Answer {
        if let Some(answer) = self.by_one_element(pair).filter(|_| !pair.is_same()) {
            return answer;
        }
        let calls = [(pair.source, pair.function), (pair.target, pair.later)];
        let calls = calls.into_iter().any(|(program, function)| called(program, function, drawn).is_some());
        let answer = match judge(pair, &self.settings) {
            // Of functions without a body one behaviour was drawn.
            Answer::Bounded { inputs, .. } if calls => Answer::Tested { inputs, unproved: None },
            answer => answer,
        };
        let sides = [(pair.source, pair.function), (pair.target, pair.later)];
        if sides.into_iter().any(|(program, function)| is_scalable(program, function)) {
            return match answer {
                Answer::Bounded { inputs, .. } | Answer::Tested { inputs, .. } => {
                    Answer::Tested { inputs, unproved: Some(Unproved::Vscale) }
                }
                answer => answer,
            };
        }
        let Some((solvers, iterations)) = self.proofs else { return answer };
        let is_long = matches!(answer, Answer::Open(Open::Limit(Limit::Fuel)));
        // Equal as polynomials is less than a solver may say.
        let mut otherwise = None;
        let answer = match answer {
            Answer::Tested { .. } | Answer::Open(Open::Limit(Limit::Fuel) | Open::Freedom(_)) if !calls => {
                let found =
                    if is_long { of_long(pair, &self.settings) } else { all_values(pair, &self.settings) };
                match found {
                    Ok(found) if found.polynomials.is_some() => {
                        otherwise = Some(found);
                        answer
                    }
                    Ok(found) => return Answer::AllValues(found),
                    Err(NoTerms::Data(at)) if is_long => Answer::Open(Open::Data(at)),
                    Err(_) => answer,
                }
            }
            answer => answer,
        };
        match (prove(pair, &self.settings, &Prover { solvers, drawn, iterations }, answer), otherwise) {
            (Answer::Tested { .. } | Answer::Followed(_), Some(found)) => Answer::AllValues(found),
            (Answer::Open(Open::Limit(_) | Open::Freedom(_)), Some(found)) => Answer::AllValues(found),
            (Answer::Tested { inputs, unproved: Some(Unproved::Surroundings) }, None)
                if assumes(pair.target, pair.later) =>
            {
                Answer::Tested { inputs, unproved: Some(Unproved::Alignment) }
            }
            (answer, _) => answer,
        }
    }

    /// The answer about a pair, of which nothing is refuted where the program after calls what the program before does not know:
    /// a function of a library may do what an operation did.
    ///
    /// Where a function has operations that calls stand for, it is refuted by a difference that is there whatever they come to.
    fn conclude(&self, pair: &Pair<'_>, unknown: &Unknown) -> Answer {
        let answer = self.pair(pair, &unknown.drawn);
        if let Answer::Same | Answer::Proved | Answer::Followed(_) | Answer::AllValues(_) = answer {
            return answer;
        }
        let stands = unknown.standing(pair);
        match (answer, stands.first()) {
            (Answer::Refuted(found), Some(first)) => match self.whatever_they_do(pair, unknown, &found) {
                Some(found) => Answer::Refuted(Box::new(Difference { undescribed: stands, ..found })),
                None => Answer::Open(Open::NoMeaning(first.clone())),
            },
            (answer, Some(first)) => not_for_its_value(answer, first),
            (answer, None) => self.of_known(pair, unknown, answer),
        }
    }

    /// The answer about functions without operations that calls stand for.
    fn of_known(&self, pair: &Pair<'_>, unknown: &Unknown, answer: Answer) -> Answer {
        match answer {
            found @ Answer::Refuted(_) => match called(pair.target, pair.later, &unknown.added) {
                Some(name) => Answer::Open(Open::NoMeaning(format!("func.call @{name}"))),
                None => found,
            },
            answer => answer,
        }
    }

    /// A difference that is there for all values that operations without a meaning may come to, on the input of one that was found or
    /// on another one.
    fn whatever_they_do(&self, pair: &Pair<'_>, unknown: &Unknown, found: &Difference) -> Option<Difference> {
        let (solvers, iterations) = self.proofs?;
        let prover = Prover { solvers, drawn: &unknown.drawn, iterations };
        let name = pair.source.attr_text(pair.function, known::SYM_NAME).unwrap_or_default();
        let numbers = unknown.numbers.get(name)?;
        let start = (&found.arguments[..], numbers);
        let arguments = differs_for_all_functions(pair, &self.settings, &prover, start)?;
        match arguments == found.arguments {
            true => Some(found.clone()),
            false => replay(pair, &self.settings, &arguments).ok().flatten(),
        }
    }

    /// Judges the functions of two programs; those without a body that are called get one that is drawn. A private function
    /// that others call is judged by what these do, unless it is asked for by name.
    pub fn programs(&self, source: Program, target: Program) -> Compared {
        let trials = (self.trials == Trials::On).then(|| with_trials(&source, &target)).flatten();
        let mut compared = self.once(source, target);
        if let Some((source, target)) = trials {
            let overlaps = Overlaps::Off;
            let validator = Validator { trials: Trials::Only, entry: None, overlaps, origin: None, ..*self };
            hold_against(&mut compared.functions, validator.once(source, target).functions);
        }
        compared
    }

    fn once(&self, mut source: Program, mut target: Program) -> Compared {
        let described = self.own.map(|own| described(own, [&source, &target])).unwrap_or_default();
        let asked = |name: &str| self.entry.as_deref().is_none_or(|entry| name == entry);
        let conversions = match self.origin {
            Some(_) => Conversions::OfPasses,
            None => Conversions::Representations,
        };
        let mut symbols = changed(&source, &target, conversions);
        symbols.retain(|symbol| self.trials != Trials::Only && asked(&symbol.name));
        // What was not changed stays the same with all that is added to both programs.
        let same = |(name, _, paired): (String, OpId, Paired<'_>)| match paired {
            Paired::Both(pair) if pair.is_same() => Some(name),
            _ => None,
        };
        let same: BTreeSet<String> = pairs(&source, &target).into_iter().filter_map(same).collect();
        let read =
            described.values().any(|words| !words.is_empty()).then(|| (source.clone(), target.clone()));
        for program in [&mut source, &mut target] {
            self.own.iter().for_each(|own| expand(program, own));
            without_identity_layouts(program);
        }
        let written = (self.proofs.is_some() && [&source, &target].into_iter().any(has_opaque))
            .then(|| (source.clone(), target.clone()));
        let with_other_ports = with_other_ports(&source, &target);
        let mut open_modules = BTreeMap::new();
        for program in [&mut source, &mut target] {
            let is_pure = |program: &Program, op: OpId| self.is_pure(program, op);
            open_modules.extend(functions_of_modules(program, &is_pure));
        }
        open_modules.extend(with_other_ports);
        let mut numbers = BTreeMap::new();
        let outlined = match self.proofs {
            Some(_) => {
                let ctx = Arc::clone(source.ctx());
                let is_pure = |program: &Program, op: OpId| self.is_pure(program, op);
                let refines = |source: &str, target: &str| self.refines(&ctx, source, target);
                numbers = number_types(&mut source);
                number_types(&mut target);
                let knowledge = Knowledge { is_pure: &is_pure, refines: &refines };
                outline(&mut source, &mut target, &knowledge)
            }
            None => Functions::new(),
        };
        for program in [&mut source, &mut target] {
            without_interposable(program);
            with_promises(program);
        }
        let internal = internal(&source);
        let (source, target) = self.surrounded(source, target);
        let mut names = bodiless(&source);
        names.extend(bodiless(&target));
        let added = unknown(&target, &source);
        let is_asked = |name: &str| {
            !same.contains(name) && !internal.contains(name) && !names.contains(name) && asked(name)
        };
        let mut overlaps = match self.overlaps {
            Overlaps::Off => Overlapping::default(),
            Overlaps::Warned | Overlaps::Judged => overlapping(&source, &target, &is_asked),
        };
        let drawn = |(source, target): (Program, Program)| {
            let with_bodies = || Some((observed(&source, &names)?, observed(&target, &names)?));
            (!names.is_empty()).then(with_bodies).flatten().unwrap_or((source, target))
        };
        let (source, target) = drawn((source, target));
        let mut programs = overlaps.programs.take().map(drawn);
        let unknown = Unknown { drawn: names, added, outlined, numbers };
        let wanted = |name: &str| {
            let shown = self.entry.as_deref().map_or(!internal.contains(name), |entry| name == entry);
            let tried = self.trials != Trials::Only || name.contains(&trial_of(""));
            !unknown.drawn.contains(name) && shown && tried
        };
        let judged = |(name, function, paired): (String, OpId, Paired<'_>)| {
            let started = Instant::now();
            let (answer, rests) = match paired {
                Paired::Both(_) if same.contains(&name) => (Some(Answer::Same), Reliances::default()),
                Paired::Both(pair) => {
                    let answer = match (open_modules.get(&name), pair.is_same()) {
                        (Some(Open::Retyped), _) => Answer::Open(Open::Retyped),
                        // They differ as they are written, and not by what their operations are described to do. Functions that
                        // stand for operations or modules are the same in both.
                        (_, true) if unknown.standing(&pair).is_empty() => Answer::Proved,
                        (None, true) => Answer::Proved,
                        (Some(why), _) => Answer::Open(why.clone()),
                        (None, false) => self.conclude(&pair, &unknown),
                    };
                    let holds = agrees(&answer);
                    let mut grounds = if holds { rests(&pair) } else { Reliances::default() };
                    if holds {
                        grounds.assumptions.extend(unknown.deterministic(&pair));
                    }
                    grounds
                        .assumptions
                        .extend(described.get(&name).into_iter().flatten().filter(|_| holds).cloned());
                    let assumed = overlaps.assumed.get(&name).into_iter().flatten().filter(|_| holds);
                    grounds
                        .assumptions
                        .extend(assumed.map(|at| format!("%arg{at} is not the memory of a global")));
                    (Some(answer), grounds)
                }
                Paired::Gone if may_be_gone(&source, function) => (None, Reliances::default()),
                // The symbol says so.
                Paired::Gone | Paired::Retyped if symbols.iter().any(|symbol| symbol.name == name) => {
                    (None, Reliances::default())
                }
                Paired::Retyped => (Some(Answer::Open(Open::Retyped)), Reliances::default()),
                Paired::Gone => (Some(Answer::Open(Open::Gone)), Reliances::default()),
            };
            Judged { name, answer, rests, caller: None, overlap: None, time: started.elapsed() }
        };
        let mut functions: Vec<Judged> =
            pairs(&source, &target).into_iter().filter(|(name, ..)| wanted(name)).map(judged).collect();
        if let Some((source, target)) = &programs {
            self.overlapping(&overlaps, &pairs(source, target), &unknown, &mut functions);
        }
        if let Some((source, target)) = &mut programs {
            let shown = |judged: &Judged| {
                [judged.caller.clone(), judged.overlap.as_ref().map(|(caller, _)| caller.clone())]
            };
            let shown: BTreeSet<String> = functions.iter().flat_map(shown).flatten().collect();
            let mut others: BTreeSet<&str> =
                overlaps.callers.iter().map(|caller| caller.name.as_str()).collect();
            others.retain(|name| !shown.contains(*name));
            [source, target].into_iter().for_each(|program| erase(program, &others));
        }
        let calls = unknown.outlined;
        let written = written.map(|(source, target)| Written { source, target, calls });
        Compared { source, target, functions, overlapping: programs, symbols, written, read }
    }

    /// Tells if it is known that an operation has no effect: by its definition, by its description, by its record, or because it has
    /// those of its regions and these have none.
    fn is_pure(&self, program: &Program, op: OpId) -> bool {
        let name = program.op(op).name;
        let defined = self.own.and_then(|own| own.op(name)).is_some_and(|spec| spec.traits.pure);
        let promises = |own: &Registry| own.semantics(name).is_some_and(|one| one.promises.pure);
        let record = program.ctx().record(program.op_name(op));
        defined
            || self.own.is_some_and(promises)
            || record.is_some_and(|record| record.has("pure"))
            || record
                .is_some_and(|record| record.cpp_traits().any(|name| name == "HasRecursiveMemoryEffects"))
                && program.walk(op).skip(1).all(|inner| self.is_inert(program, inner))
    }

    /// Tells if an operation has no effect, and may be executed where it was not.
    fn is_inert(&self, program: &Program, op: OpId) -> bool {
        let record = program.ctx().record(program.op_name(op));
        let speculated = |record: UpstreamOp| {
            record.has("terminator") || record.cpp_traits().any(|name| name == "AlwaysSpeculatableImplTrait")
        };
        self.is_pure(program, op) && record.is_some_and(speculated)
    }

    /// Tells if the function of a region is proved to refine another one.
    fn refines(&self, ctx: &Arc<Context>, source: &str, target: &str) -> bool {
        let validator = Validator {
            entry: Some(BODY.to_owned()),
            overlaps: Overlaps::Off,
            trials: Trials::Off,
            origin: None,
            own: None,
            ..*self
        };
        let sides = [("before", source), ("after", target)].map(|(name, text)| Side { name, text });
        let [Ok(source), Ok(target)] = sides.map(|side| read(ctx, side)) else { return false };
        let compared = validator.once(source, target);
        let proved = |judged: &Judged| match judged.answer {
            Some(Answer::Same | Answer::Proved) => true,
            Some(Answer::AllValues(found)) => found.is_whole(),
            _ => false,
        };
        compared.functions.iter().any(|judged| judged.name == BODY) && compared.functions.iter().all(proved)
    }

    /// Judges functions on memory that overlaps.
    fn overlapping(
        &self,
        overlaps: &Overlapping,
        callers: &[(String, OpId, Paired<'_>)],
        unknown: &Unknown,
        functions: &mut Vec<Judged>,
    ) {
        let pair_of = |name: &str| {
            callers.iter().find_map(|(other, _, paired)| match paired {
                Paired::Both(pair) if other == name => Some(pair),
                _ => None,
            })
        };
        for caller in &overlaps.callers {
            // All callers of a function together are run about twice as often as the function.
            let same = overlaps.callers.iter().filter(|other| other.function == caller.function);
            let inputs =
                (2 * self.settings.inputs / same.count()).clamp(FEWEST, self.settings.inputs.max(FEWEST));
            // They are many, and what they show is a warning.
            let settings = Settings { inputs, interprets_long: false, ..self.settings };
            let runner = Validator { entry: None, proofs: None, settings, ..*self };
            let function = functions.iter().position(|judged| judged.name == caller.function);
            let (Some(at), Some(pair)) = (function, pair_of(&caller.name)) else { continue };
            let mine = &mut functions[at];
            let holds = mine.answer.as_ref().is_some_and(agrees);
            let is_tested = matches!(mine.answer, Some(Answer::Tested { .. }));
            match caller.memory {
                Memory::Arguments if self.overlaps == Overlaps::Judged => {
                    let started = Instant::now();
                    let answer = self.conclude(pair, unknown);
                    let rests = if agrees(&answer) { rests(pair) } else { Reliances::default() };
                    functions.push(Judged {
                        name: caller.name.clone(),
                        answer: Some(answer),
                        rests,
                        caller: Some(caller.name.clone()),
                        overlap: None,
                        time: started.elapsed(),
                    });
                }
                Memory::Arguments if holds && mine.overlap.is_none() => {
                    if let Answer::Refuted(found) = runner.conclude(pair, unknown) {
                        mine.overlap = Some((caller.name.clone(), found));
                    }
                }
                Memory::Arguments => {}
                Memory::Global | Memory::OtherElements if !holds => {}
                Memory::Global if !is_tested => {
                    let how = &caller.name[stem(&caller.function).len()..];
                    mine.weaken(self.conclude(pair, unknown), &caller.name, how);
                }
                Memory::Global | Memory::OtherElements => {
                    if let found @ Answer::Refuted(_) = runner.conclude(pair, unknown) {
                        mine.weaken(found, &caller.name, "");
                    }
                }
            }
        }
    }

    /// Both programs with callers of the declared types, and with assumptions about addresses.
    fn surrounded(&self, source: Program, target: Program) -> (Program, Program) {
        let mut types = declared(&source);
        let origin = self.origin.and_then(|text| read(source.ctx(), Side { name: "origin", text }).ok());
        types.extend(origin.iter().flat_map(declared));
        let called = |program: Program| with_callers(&program, &types).unwrap_or(program);
        let (source, target) = (called(source), called(target));
        with_assumptions(&source, &target).unwrap_or((source, target))
    }
}

impl Judged {
    /// Takes the answer about a caller into account that passes what any caller may pass.
    fn weaken(&mut self, answer: Answer, caller: &str, how: &str) {
        match answer {
            Answer::Same | Answer::Proved | Answer::Bounded { .. } => {}
            Answer::AllValues(found) if found.is_whole() => {}
            Answer::Followed(_) | Answer::AllValues(_) => self.answer = Some(answer),
            found @ Answer::Refuted(_) => {
                self.answer = Some(found);
                (self.rests, self.caller) = (Reliances::default(), Some(caller.to_owned()));
            }
            Answer::Tested { inputs, unproved } => {
                let why = unproved.map(|why| format!(": {why}")).unwrap_or_default();
                self.leave_open(inputs, format!("{how}{why}"));
            }
            Answer::Open(why @ Open::Disagreement(_)) => self.answer = Some(Answer::Open(why)),
            Answer::Open(_) => self.leave_open(0, how.to_owned()),
        }
    }

    fn leave_open(&mut self, inputs: usize, how: String) {
        let unproved = Some(Unproved::Overlap(how));
        (self.answer, self.rests) = (Some(Answer::Tested { inputs, unproved }), Reliances::default());
    }
}

/// Erases the functions of these names.
fn erase(program: &mut Program, names: &BTreeSet<&str>) {
    let all: Vec<OpId> = program.ops_in(program.top_block()).collect();
    let named = |op: &OpId| program.attr_text(*op, known::SYM_NAME).is_some_and(|name| names.contains(name));
    let all: Vec<OpId> = all.into_iter().filter(named).collect();
    all.into_iter().for_each(|op| program.erase(op));
}

/// The answer about functions with an operation without a meaning of which no difference is known: its meaning is missing where that is
/// all that keeps them open.
fn not_for_its_value(answer: Answer, name: &str) -> Answer {
    let other = match &answer {
        Answer::Open(why) => {
            matches!(why, Open::Limit(_) | Open::NanBits(_) | Open::Order(_) | Open::Disagreement(_))
        }
        Answer::Tested { unproved: Some(why), .. } => *why != Unproved::Surroundings,
        _ => false,
    };
    if other { answer } else { Answer::Open(Open::NoMeaning(name.to_owned())) }
}

/// Returns true of an answer of functions that do the same on all inputs that were run.
fn agrees(answer: &Answer) -> bool {
    !matches!(answer, Answer::Same | Answer::Refuted(_) | Answer::Open(_))
}

/// The first definition that a program breaks.
fn broken(program: &Program, own: &Registry) -> Option<String> {
    let violations = wellformed::check(program, own, &wellformed::Options::default());
    violations.first().map(|violation| violation.diagnostic().message)
}

/// For each function, what is taken from the descriptions of the operations in it.
fn described(own: &Registry, programs: [&Program; 2]) -> BTreeMap<String, BTreeSet<String>> {
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for program in programs {
        for function in program.ops_in(program.top_block()) {
            let Some(name) = program.attr_text(function, known::SYM_NAME) else { continue };
            let semantics = program.walk(function).filter_map(|op| own.semantics(program.op(op).name));
            let words = semantics.filter(|one| !one.variants.is_empty()).map(|one| {
                format!("`{}` computes what {}:{} says", own.ctx().str(one.name), one.at.0, one.at.1)
            });
            let entry = out.entry(name.to_owned()).or_default();
            entry.extend(words);
            let blocks = program.walk(function).flat_map(|op| program.op_regions(op));
            let blocks = blocks.flat_map(|region| &program.region(*region).blocks);
            let arguments = blocks.flat_map(|block| program.block(*block).arguments.iter().copied());
            let results = program.walk(function).flat_map(|op| program.results(op));
            for ty in arguments.chain(results).map(|value| program.value_type(value)) {
                let ty = program.ctx().element_type(ty).unwrap_or(ty);
                entry.extend(own.meaning_of(program.ctx(), ty).map(|meaning| {
                    let name = [meaning.dialect, meaning.name].map(|one| own.ctx().str(one));
                    format!("`!{}` is what {}:{} says", name.join("."), meaning.at.0, meaning.at.1)
                }));
            }
        }
    }
    out
}

/// Returns true when a function may be erased: others have no callers of it, or bring one of their own.
fn may_be_gone(program: &Program, function: OpId) -> bool {
    is_hidden(program, function) || linkage(program, function).starts_with("linkonce")
}

/// Makes a proof an internal disagreement where a caller of the function refutes it.
fn hold_against(functions: &mut [Judged], trials: Vec<Judged>) {
    let refuted = |judged: &Judged| matches!(judged.answer, Some(Answer::Refuted(_)));
    for trial in trials.iter().filter(|trial| refuted(trial)) {
        let proved = |judged: &&mut Judged| {
            let answer = match judged.answer {
                Some(Answer::Same | Answer::Proved | Answer::Bounded { .. }) => true,
                Some(Answer::AllValues(found)) => found.is_whole(),
                _ => false,
            };
            answer && trial.name.starts_with(&trial_of(&judged.name))
        };
        for judged in functions.iter_mut().filter(proved) {
            let how = &trial.name[trial_of(&judged.name).len()..];
            let words = format!("proved alone, and refuted by a caller with {how}");
            judged.answer = Some(Answer::Open(Open::Disagreement(words)));
        }
    }
}

/// Reads a text.
///
/// # Errors
/// The first message of the reader.
pub fn read(ctx: &Arc<Context>, side: Side<'_>) -> Result<Program, String> {
    let parsed = text::parse(ctx, &Source::new(side.name, side.text));
    match parsed.diagnostics.into_iter().next() {
        Some(fault) => Err(format!("{}: {}", side.name, fault.message)),
        None => Ok(parsed.program),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONSTANT: &str = "memref.global \"private\" constant @c : memref<1xi8> = dense<1>\n";

    #[test]
    fn a_proof_that_a_caller_refutes_is_an_internal_disagreement() {
        let validator = Validator {
            settings: Settings::default(),
            entry: None,
            overlaps: Overlaps::Off,
            trials: Trials::Off,
            proofs: None,
            origin: None,
            own: None,
        };
        let text = |store: &str| {
            format!(
                "{CONSTANT}func.func @\"f tried with constant %arg0\"() {{\n%z = arith.constant 0 : index\n\
                 %m = memref.get_global @c : memref<1xi8>\n%v = memref.load %m[%z] : memref<1xi8>\n{store}return\n}}"
            )
        };
        let ctx = Context::new();
        let store = text("memref.store %v, %m[%z] : memref<1xi8>\n");
        let sides = [("before", text("")), ("after", store)];
        let [source, target] = sides.each_ref().map(|(name, text)| Side { name, text });
        let trials = validator.texts(&ctx, source, target).expect("both are read").functions;
        let answer = |name: &str, answer| Judged {
            name: name.to_owned(),
            answer: Some(answer),
            rests: Reliances::default(),
            caller: None,
            overlap: None,
            time: Duration::ZERO,
        };
        let mut functions = vec![answer("f", Answer::Proved), answer("g", Answer::Proved)];
        hold_against(&mut functions, trials);
        assert!(matches!(functions[0].answer, Some(Answer::Open(Open::Disagreement(_)))));
        assert!(matches!(functions[1].answer, Some(Answer::Proved)));
    }
}
