//! Many programs of one pattern, short ranges and small types first: each is rewritten once, and both sides run on the same inputs. Narrow
//! types are gone through, wide ones sampled. Forms no verdict: it counts, and keeps the first difference of each kind.

use std::mem::discriminant;

use assay_backend::engine::{Engine, IndexWidth, Options as EngineOptions, Outcome, Unsupported};
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;
use assay_ir::data::{AttrId, OpId, Program, TypeId};
use assay_ir::meanings::expand;
use assay_ir::pdl::{Natives, Pattern};
use assay_ir::rewrite::{Broken, CompiledPattern, Match, Options, PdlSemantics};
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::{text, wellformed};
use assay_jit::Jit;

use super::choices::Choices;
use super::form::{CannotRun, Choice, Instance, forms};
use super::inputs::{self, Numbers};
use super::judge::{Comparison, Difference, compare};
use crate::generate::choose::Choose;
use crate::outcome::{Outcome as Broke, of_error, of_violations};

/// How much is tried.
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    /// The dialects.
    pub registry: &'a Registry,
    /// Native code.
    pub natives: &'a dyn Natives,
    /// Open integer types are gone through from one bit to this many.
    pub narrow: u32,
    /// Widths that open integer types are drawn from after that.
    pub wide: &'a [u32],
    /// Programs whose types are drawn.
    pub drawn: usize,
    /// Most programs that have one assignment of narrow types.
    pub programs: usize,
    /// Most inputs of one program.
    pub inputs: usize,
    /// Inputs of a program that run as machine code, too.
    pub compiled: usize,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Plan").field("narrow", &self.narrow).field("wide", &self.wide).finish_non_exhaustive()
    }
}

/// An input on which a rewrite is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is wrong.
    pub difference: Difference,
    /// The program before.
    pub before: String,
    /// The program after.
    pub after: String,
    /// Arguments.
    pub inputs: Vec<Value>,
    /// What the program before comes to.
    pub outcome_before: Outcome,
    /// What the program after comes to.
    pub outcome_after: Outcome,
    /// The program before: a copy, as evidence that outlives the search.
    pub instance: Instance,
    /// Bits of `index`.
    pub index: u32,
}

/// A program that a rewrite leaves ill-formed, or on which it breaks down.
#[derive(Clone, Debug)]
pub struct BrokenAt {
    /// The rule that is broken.
    pub rule: Rule,
    /// The error at which the rewrite stopped, in words; none where it went through.
    pub error: Option<String>,
    /// The program before: a copy, as evidence that outlives the search.
    pub before: Instance,
    /// The program as far as the rewrite got.
    pub after: String,
}

/// A rewrite that did not leave a program that can be run.
enum Fault {
    /// Native code says nothing about types like these, or nothing describes it.
    Native { unknown: bool },
    /// It broke down, or left an ill-formed program.
    Broken { rule: Option<Broke>, error: Option<String>, note: String, after: String },
}

/// What was tried and found.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Programs that the pattern matched.
    pub matched: usize,
    /// Programs that it did not match, because native code or an attribute said no.
    pub unmatched: usize,
    /// Programs that it would match if native code says yes that nothing describes.
    pub assumed: usize,
    /// Runs that were compared.
    pub runs: usize,
    /// Runs of the original that were undefined behaviour.
    pub undefined: usize,
    /// Runs that decided nothing.
    pub undecided: usize,
    /// The first difference of each kind.
    pub findings: Vec<Finding>,
    /// The first program that is not in order after the rewrite, or on which the rewrite breaks down; before and after.
    pub broken: Option<(String, String)>,
    /// The first of those that breaks a rule.
    pub broken_at: Option<BrokenAt>,
    /// The first case on which interpreter and compiled code differ, as text.
    pub engines: Option<String>,
}

impl Tally {
    /// The first finding of a rule.
    pub fn first(&self, code: &str) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.difference.code() == code)
    }
}

/// Tries a pattern.
///
/// # Errors
/// When no program shows what it does.
pub fn search(pattern: Pattern<'_>, plan: &Plan<'_>) -> Result<Tally, CannotRun> {
    let compiled = CompiledPattern::new(pattern).map_err(|_| CannotRun::Malformed)?;
    let forms = forms(pattern, plan.registry)?;
    let mut tally = Tally::default();
    let mut numbers = Numbers::new(plan.seed);
    for form in forms.iter().take(FORMS) {
        let poison = form.dialects().iter().any(|dialect| dialect != "comb" && dialect != "hw");
        let choices =
            Choices { form, registry: plan.registry, narrow: plan.narrow, wide: plan.wide, poison, numbers };
        let mut trial = Trial { choices, compiled: &compiled, plan, tally };
        trial.programs()?;
        (tally, numbers) = (trial.tally, trial.choices.numbers);
    }
    Ok(tally)
}

struct Trial<'a> {
    choices: Choices<'a>,
    compiled: &'a CompiledPattern<'a>,
    plan: &'a Plan<'a>,
    tally: Tally,
}

/// Most lengths of the ranges of a pattern that are tried, short ones first.
const FORMS: usize = 4;

/// Rounds of drawn types after which a pattern that nothing matched is given up.
const DRAWN_IN_VAIN: usize = 8;

impl Trial<'_> {
    /// Programs of narrow types, then drawn ones.
    fn programs(&mut self) -> Result<(), CannotRun> {
        for types in self.choices.narrow_types() {
            self.programs_of(&types)?;
        }
        if self.choices.form.types.iter().all(Option::is_some) && self.plan.wide.is_empty() {
            return Ok(());
        }
        let mut left = self.plan.drawn;
        for round in 0..self.plan.drawn * 20 {
            // Types that nothing was matched at so far are soon given up.
            if left == 0 || self.tally.matched == 0 && round > DRAWN_IN_VAIN {
                break;
            }
            let types = self.choices.drawn_types();
            left -= usize::from(self.drawn_program(&types)?);
        }
        Ok(())
    }

    /// All programs of narrow types, or many of them.
    fn programs_of(&mut self, types: &[TypeId]) -> Result<(), CannotRun> {
        let attributes: Vec<Vec<Option<AttrId>>> = (0..self.choices.form.attributes.len())
            .map(|slot| self.choices.domain(slot, types))
            .collect::<Result<_, _>>()?;
        let flags: Vec<Vec<Option<AttrId>>> =
            (0..self.choices.form.flags.len()).map(|flag| self.choices.flag_domain(flag)).collect();
        let sizes = attributes.iter().map(Vec::len).chain(flags.iter().map(Vec::len));
        let total =
            sizes.clone().try_fold(1usize, |total, size| total.checked_mul(size)).unwrap_or(usize::MAX);
        let most = self.plan.programs;
        let mut refused = 0;
        for number in 0..total.min(most) {
            let mut rest = if total <= most { number } else { self.choices.numbers.draw() as usize % total };
            let mut digit = |size: usize| {
                let digit = rest % size;
                rest /= size;
                digit
            };
            let choice = Choice {
                types: types.to_vec(),
                attributes: attributes.iter().map(|domain| domain[digit(domain.len())]).collect(),
                flags: flags.iter().map(|domain| domain[digit(domain.len())]).collect(),
            };
            match self.choices.form.build(&choice) {
                Some(mut instance) => {
                    self.try_program(&mut instance, self.plan.inputs);
                }
                None => refused += 1,
            }
            // Types that no definition admits are not tried with every attribute.
            if refused > 16 && refused == number + 1 {
                break;
            }
        }
        Ok(())
    }

    /// One program of drawn types; whether the pattern matched it.
    fn drawn_program(&mut self, types: &[TypeId]) -> Result<bool, CannotRun> {
        for attempt in 0..80 {
            let Some(choice) = self.choices.drawn(types)? else { return Ok(false) };
            let Some(mut instance) = self.choices.form.build(&choice) else {
                if attempt > 3 {
                    return Ok(false);
                }
                continue;
            };
            if self.try_program(&mut instance, self.plan.inputs.min(64)) {
                return Ok(true);
            }
            if self.choices.form.attributes.iter().all(|slot| slot.constant.is_some()) {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Whether the pattern matches the program; if so both sides are run. The program is the same afterwards.
    fn try_program(&mut self, instance: &mut Instance, most: usize) -> bool {
        let plan = self.plan;
        let options = Options {
            registry: Some(plan.registry),
            natives: plan.natives,
            meaning: PdlSemantics::Mlir22,
            work: None,
        };
        let Some(found) =
            self.compiled.match_at(&instance.payload.program, instance.payload.anchor, &options)
        else {
            self.tally.unmatched += 1;
            return false;
        };
        if !found.assumed.is_empty() {
            self.tally.assumed += 1;
            self.tally.undecided += 1;
            return false;
        }
        let (function, registry) = (instance.function, plan.registry);
        let represented = |ty| registry.representation(registry.ctx(), ty);
        let types: Vec<TypeId> = instance.parameter_types().into_iter().map(represented).collect();
        let ran = instance.payload.program.tentatively(|program| {
            self.rewrite(program, &found, &options)?;
            expand(program, registry);
            let (engine, lists) = self.inputs(&types, most);
            let sides: Vec<Option<Outcome>> = lists
                .iter()
                .enumerate()
                .map(|(number, list)| self.run(program, function, (number, list), &engine))
                .collect();
            Ok((engine, lists, sides))
        });
        match ran {
            Ok((engine, lists, sides)) => {
                self.tally.matched += 1;
                let before: Vec<Option<Outcome>> = instance.payload.program.tentatively(|program| {
                    expand(program, registry);
                    let numbered = lists.iter().enumerate();
                    numbered
                        .map(|(number, list)| self.run(program, function, (number, list), &engine))
                        .collect()
                });
                for (list, (left, right)) in lists.iter().zip(before.into_iter().zip(sides)) {
                    self.compare(instance, (&found, &options), list, (left, right), &engine);
                }
                true
            }
            Err(Fault::Native { unknown }) => {
                self.tally.assumed += usize::from(unknown);
                self.tally.unmatched += 1;
                false
            }
            Err(Fault::Broken { rule, error, note, after }) => {
                self.tally.matched += 1;
                self.note_broken(instance, note);
                self.blame(rule, error, instance, after);
                true
            }
        }
    }

    /// Rewrites, and checks what is left.
    fn rewrite(&self, program: &mut Program, found: &Match, options: &Options<'_>) -> Result<(), Fault> {
        if let Err(error) = self.compiled.apply(program, found, options) {
            return Err(match error.broken {
                Broken::NativeFailed => Fault::Native { unknown: false },
                Broken::NativeUnknown { .. } => Fault::Native { unknown: true },
                _ => Fault::Broken {
                    rule: Some(of_error(&error)),
                    error: Some(error.to_string()),
                    note: format!("{:?}", error.broken),
                    after: text::print(program, &Default::default()),
                },
            });
        }
        let violations = wellformed::check(program, self.plan.registry, &wellformed::Options::default());
        if violations.is_empty() {
            return Ok(());
        }
        let after = text::print(program, &Default::default());
        Err(Fault::Broken { rule: of_violations(&violations), error: None, note: after.clone(), after })
    }

    fn inputs(&mut self, types: &[TypeId], most: usize) -> (EngineOptions, Vec<Vec<Value>>) {
        let index = if self.choices.numbers.below(2) == 0 { IndexWidth::W64 } else { IndexWidth::W32 };
        let engine = EngineOptions { index, ..EngineOptions::default() };
        let ctx = self.plan.registry.ctx();
        let lists =
            inputs::lists(ctx, types, index.bits(), self.choices.poison, most, &mut self.choices.numbers);
        (engine, lists)
    }

    fn note_broken(&mut self, instance: &Instance, after: String) {
        if self.tally.broken.is_none() {
            self.tally.broken = Some((instance.text(), after));
        }
    }

    fn blame(&mut self, outcome: Option<Broke>, error: Option<String>, before: &Instance, after: String) {
        let rule = outcome.and_then(|outcome| outcome.rule()).and_then(Rule::parse);
        if let (None, Some(rule)) = (&self.tally.broken_at, rule) {
            self.tally.broken_at = Some(BrokenAt { rule, error, before: before.clone(), after });
        }
    }

    /// Runs one program on the input of this number: interpreted, and, if it is one of the first, as machine code, which has
    /// to agree where both decide.
    fn run(
        &mut self,
        program: &Program,
        function: OpId,
        (number, list): (usize, &[Value]),
        engine: &EngineOptions,
    ) -> Option<Outcome> {
        let run = |one: &dyn Engine| one.run(program, function, list, engine).ok().map(|run| run.outcome);
        let reference = run(&Interpreter);
        if number >= self.plan.compiled {
            return reference;
        }
        let (Some(reference), Some(compiled)) = (&reference, run(&Jit)) else { return reference };
        let decided = reference.is_decided() && compiled.is_decided();
        if decided && !(reference.allows(&compiled) && discriminant(reference) == discriminant(&compiled)) {
            let text = text::print(program, &Default::default());
            let shown = format!("// {list:?}: {reference:?}, compiled: {compiled:?}\n{text}");
            self.tally.engines.get_or_insert(shown);
        }
        Some(reference.clone())
    }

    fn compare(
        &mut self,
        instance: &mut Instance,
        (found, options): (&Match, &Options<'_>),
        list: &[Value],
        sides: (Option<Outcome>, Option<Outcome>),
        engine: &EngineOptions,
    ) {
        let (Some(left), Some(right)) = sides else {
            self.tally.undecided += 1;
            return;
        };
        self.tally.undefined += usize::from(matches!(left, Outcome::Ub { .. }));
        let compared = match compare(&left, &right) {
            // Another number may be one that flags permit.
            Comparison::Differs(Difference::Value)
                if !instance.excludes(self.plan.registry, &left, &right) =>
            {
                Comparison::Undecided
            }
            compared => compared,
        };
        let malformed = matches!(
            (&left, &right),
            (Outcome::Values(_), Outcome::Unsupported { gap: Unsupported::Malformed, .. })
        );
        match compared {
            Comparison::Undecided => self.tally.undecided += 1,
            Comparison::Allowed | Comparison::Differs(_) => self.tally.runs += 1,
        }
        let known = |difference| self.tally.findings.iter().any(|finding| finding.difference == difference);
        match compared {
            Comparison::Undecided if malformed && self.tally.broken.is_none() => {
                let after = self.text_after(instance, found, options);
                self.note_broken(instance, after);
            }
            Comparison::Differs(difference) if !known(difference) => {
                let after = self.text_after(instance, found, options);
                self.tally.findings.push(Finding {
                    difference,
                    before: instance.text(),
                    after,
                    inputs: list.to_vec(),
                    outcome_before: left,
                    outcome_after: right,
                    instance: instance.clone(),
                    index: engine.index.bits(),
                });
            }
            _ => {}
        }
    }

    /// Text of the program after the rewrite, which was seen to go through.
    fn text_after(&self, instance: &mut Instance, found: &Match, options: &Options<'_>) -> String {
        instance.payload.program.tentatively(|program| {
            let _ = self.compiled.apply(program, found, options);
            text::print(program, &Default::default())
        })
    }
}
