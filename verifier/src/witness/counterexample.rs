//! Shows an input on which a rewrite computes something else: builds the program that the input speaks of, applies the
//! rewrite, runs both programs in both engines, and holds what they say against what the symbolic meaning predicts.

use std::collections::BTreeMap;

use assay_backend::int::Int;
use assay_ir::data::{Context, TypeId, TypeKind, ValueId};
use assay_ir::pdl::Pattern;
use assay_ir::spec::Registry;
use rustc_hash::FxHashMap;

use super::execute::{self, Call, Executed, OutcomePair, Value, describe, failure};
use super::harness::{self, build_harness};
use super::input::{Counterexample, Number, Observation, place};
use super::payload::{self, Payload};
use super::replay::{Outcome, replay_summarised};
use super::scenario::{PdlValue, Scenario, UsePlace};
use super::widen::{widen, width_of};
use super::{file, text as print};
use crate::pattern::model::Model;
use crate::stage::Task;
use crate::verdict::{Confirmed, Rule, Witness};
use assay_semantics::OPEN_EXTENT;

/// The widest integer that a [`Number`] holds.
const WIDEST: u32 = 128;

/// The outcome of showing a counterexample.
#[derive(Clone, Debug)]
pub(crate) enum Demonstration {
    /// The programs differ as predicted.
    Differs {
        /// The programs.
        witness: Box<Witness>,
        /// The reason for which the program after the rewrite is undefined, where it is.
        undefined: Option<String>,
    },
    /// The engines and the symbolic meaning do not agree: an error of ours, in words.
    Disagreement(String),
    /// It could not be run, for this reason.
    NotRun(String),
}

/// Shows a counterexample.
pub(crate) fn show(task: &Task<'_>, model: &Model, example: &Counterexample) -> Demonstration {
    let pattern = Pattern { program: task.program, op: task.pattern };
    let scenario = Scenario {
        types: example.types.clone(),
        range_types: example.range_types.clone(),
        attributes: example.attributes.clone(),
        unlisted: example.unlisted.clone(),
        uses: example
            .observed
            .iter()
            .filter_map(|observation| match observation {
                Observation::Result(op, index) => {
                    Some((PdlValue::Result(*op, *index as u32), UsePlace::Returned))
                }
                _ => None,
            })
            .collect(),
        same_value: example.same.clone(),
        ..Scenario::default()
    };
    let mut payload = match payload::build(model, task.registry, &scenario) {
        Ok(payload) => payload,
        Err(why) => return Demonstration::NotRun(why.to_string()),
    };
    let padding = match build_harness(&mut payload, task.registry, example) {
        Ok(padding) => padding,
        Err(why) => return Demonstration::NotRun(why),
    };
    let Rewritten { call, executed, after } = match rewritten(task, &mut payload, example) {
        Ok(rewritten) => rewritten,
        Err(shown) => return shown,
    };
    let arguments = call.arguments;
    let OutcomePair { source: ran, target: ran_after } = &executed.interpreted;
    if !ran.is_decided() || !ran_after.is_decided() {
        // A definition may ask for an attribute whose value the interpreter does not know.
        let (ran, ran_after) = (describe(ran), describe(ran_after));
        return Demonstration::NotRun(format!("the interpreter has no outcome: {ran} and {ran_after}"));
    }
    if example.narrow.is_some() && !breaks_alike(example.code, &executed.interpreted) {
        return Demonstration::NotRun("the extended numbers do not break it".to_owned());
    }
    if let Some(why) = disagreement(&payload, example, padding, &executed) {
        let inputs: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let why = format!("{why}, on ({})", inputs.join(", "));
        // An operation may not come to whatever it was taken to come to.
        return match assumed(&payload, example, task.registry) {
            Some(name) => Demonstration::NotRun(format!("what `{name}` comes to is not known; {why}")),
            None => Demonstration::Disagreement(why),
        };
    }
    // Poison is an idea of the model: a machine computes some number for it.
    let executed_too = executed.differs_in_machine_code() && example.code != Rule::V303;
    let confirmed = if executed_too { Confirmed::Executed } else { Confirmed::Interpreted };
    let failure = failure(&arguments, &executed.interpreted);
    let mut witness =
        file::counterexample(pattern, &mut payload, after, failure, (&arguments, example.index));
    witness.confirmed = confirmed;
    let undefined = match &executed.interpreted.target {
        assay_backend::engine::Outcome::Ub { why, .. } => Some(why.to_string()),
        _ => None,
    };
    Demonstration::Differs { witness: Box::new(witness), undefined }
}

/// Tells if the runs break the rule that is claimed, whatever was predicted.
fn breaks_alike(code: Rule, ran: &OutcomePair) -> bool {
    use assay_backend::engine::Outcome;
    let is_undefined = matches!(ran.target, Outcome::Ub { .. });
    let is_poison = matches!(&ran.target, Outcome::Values(values) if values.iter().any(Value::has_poison));
    !ran.agrees()
        && match code {
            Rule::V302 => is_undefined,
            Rule::V303 => is_poison && !is_undefined,
            _ => !is_poison && !is_undefined,
        }
}

/// A payload that was run, rewritten, run again and put back.
struct Rewritten {
    call: Call,
    executed: Executed,
    /// Text of the program after the rewrite.
    after: String,
}

fn rewritten(
    task: &Task<'_>,
    payload: &mut Payload,
    example: &Counterexample,
) -> Result<Rewritten, Demonstration> {
    let registry = task.registry;
    let second = task.options.second_engine;
    let called = call(payload, example, registry).and_then(|call| {
        let before = call.run(&mut payload.program, registry, second)?;
        Ok((call, before))
    });
    let seen = replay_summarised(task, payload, |after, failures| {
        // A program that is broken is not run.
        let call = called.as_ref().ok().filter(|_| failures.is_empty());
        call.map(|(call, _)| (call.run(after, registry, second), print::program(after)))
    });
    let seen = match seen {
        Outcome::Works(seen) => seen,
        Outcome::GaveUp => {
            return Err(Demonstration::NotRun("matching takes more steps than are allowed".to_owned()));
        }
        Outcome::NoMatch => {
            return Err(Demonstration::Disagreement("the pattern does not match the program".to_owned()));
        }
        Outcome::Fails { failures, .. } => {
            let text = failures.first().map_or("it fails", |failure| failure.text.as_str());
            return Err(Demonstration::NotRun(format!("the rewrite breaks the program: {text}")));
        }
    };
    let (call, before) = called.map_err(Demonstration::NotRun)?;
    let (later, after) = seen.ok_or_else(|| Demonstration::NotRun("it was not run".to_owned()))?;
    let later = later.map_err(Demonstration::NotRun)?;
    Ok(Rewritten { call, executed: Executed::new(before, later), after })
}

/// The arguments that the input speaks of.
fn call(payload: &Payload, example: &Counterexample, registry: &Registry) -> Result<Call, String> {
    let program = &payload.program;
    let function = execute::function(program).ok_or("there is no function")?;
    let opaque = execute::opaque(program, function, registry);
    let given: FxHashMap<ValueId, &[Number]> = inputs(payload, example);
    let arguments: Vec<Value> = execute::parameters_with(program, function, &opaque)
        .into_iter()
        .map(|value| {
            let ty = program.value_type(value);
            let numbers = given.get(&value).copied();
            match (example.narrow, width_of(program.ctx(), ty)) {
                (Some(narrow), Some(width)) if width > WIDEST => Some(wide(numbers, narrow, width)),
                _ => argument(program.ctx(), ty, numbers, example.index),
            }
        })
        .collect::<Option<_>>()
        .ok_or("a parameter of a type that no engine takes")?;
    Ok(Call { opaque, arguments, index: example.index })
}

/// What the values of a payload are; a result that regions yield is what each of them yields.
fn inputs<'e>(payload: &Payload, example: &'e Counterexample) -> FxHashMap<ValueId, &'e [Number]> {
    let program = &payload.program;
    let mut out = FxHashMap::default();
    for given in &example.given {
        let Some(value) = place(payload, given.value) else { continue };
        out.insert(value, &given.numbers[..]);
        let PdlValue::Result(handle, index) = given.value else { continue };
        let Some(op) = payload.ops.get(&handle) else { continue };
        for region in program.op_regions(*op) {
            let last = program.region(*region).blocks.first().and_then(|block| program.last_op(*block));
            let yielded = last.and_then(|last| program.operand(last, index as usize));
            out.extend(yielded.map(|value| (value, &given.numbers[..])));
        }
    }
    out
}

/// A matched operation that runs although it was taken to come to what is given.
fn assumed(payload: &Payload, example: &Counterexample, registry: &Registry) -> Option<String> {
    let given = example.given.iter().filter_map(|given| match given.value {
        PdlValue::Result(op, _) => payload.ops.get(&op),
        _ => None,
    });
    let mut names = given.map(|op| payload.program.op(*op).name);
    let name = names.find(|name| execute::is_known(registry, *name))?;
    Some(registry.ctx().str(name).to_owned())
}

/// An integer that is wider than numbers are here, from one of `narrow` bits.
fn wide(numbers: Option<&[Number]>, narrow: u32, width: u32) -> Value {
    match numbers.map_or(Some(0), |list| list.first().copied().flatten()) {
        Some(bits) => Value::Int(Int::from_big(width, &widen(bits, narrow, width))),
        None => Value::Poison,
    }
}

/// An argument of a type; zero where nothing is said.
fn argument(ctx: &Context, ty: TypeId, numbers: Option<&[Number]>, index: u32) -> Option<Value> {
    let (shape, element) = match ctx.type_kind(ty) {
        TypeKind::Vector { shape, element } => {
            (Some(shape.iter().map(|(extent, _)| *extent).collect::<Vec<_>>()), *element)
        }
        TypeKind::RankedTensor { shape, element, .. } => {
            (Some(shape.iter().map(|extent| extent.unwrap_or(OPEN_EXTENT)).collect()), *element)
        }
        TypeKind::MemRef { shape, element, layout: None, .. } => {
            (Some(shape.iter().copied().collect::<Option<Vec<u64>>>()?), *element)
        }
        _ => (None, ty),
    };
    let one = |number: Number| match (number, ctx.type_kind(element)) {
        (None, _) => Some(Value::Poison),
        (Some(bits), TypeKind::Integer { width, .. }) => Some(Value::int(*width, bits)),
        (Some(bits), TypeKind::Index) => Some(Value::int(index, bits)),
        (Some(bits), TypeKind::Float(kind)) => Some(Value::float(*kind, bits)),
        _ => None,
    };
    match shape {
        None => one(numbers.map_or(Some(0), |list| list.first().copied().flatten())),
        Some(shape) => {
            let size = assay_backend::value::count(&shape)?;
            if numbers.is_none() || matches!(ctx.type_kind(element), TypeKind::Vector { .. }) {
                // What a memref of vectors holds is stored; before that it is zero.
                let zero = argument(ctx, element, None, index)?;
                return Some(assay_backend::value::Shaped::mostly(shape, zero, BTreeMap::new()).into());
            }
            let size = usize::try_from(size).ok()?;
            let number = |at: usize| numbers.map_or(Some(0), |list| list.get(at).copied().flatten());
            let elements: Vec<Value> = (0..size).map(|at| one(number(at))).collect::<Option<_>>()?;
            Some(assay_backend::value::Shaped::new(shape, elements).into())
        }
    }
}

/// Whether the three judges see different things; in words.
fn disagreement(
    payload: &Payload,
    example: &Counterexample,
    padding: usize,
    executed: &Executed,
) -> Option<String> {
    let Executed { interpreted, compiled } = executed;
    let types: Vec<TypeId> = harness::returned(&payload.program);
    for (side, foretold, outcome) in
        [("before", &example.before, &interpreted.source), ("after", &example.after, &interpreted.target)]
    {
        if example.narrow.is_some() {
            break;
        }
        // What is returned beside is zero, as all that nothing is said of.
        let mut foretold = foretold.clone();
        foretold.iter_mut().for_each(|lists| lists.extend(vec![Vec::new(); padding]));
        if !matches(payload.program.ctx(), &types, foretold.as_deref(), outcome, example.index) {
            return Some(format!(
                "{side} the rewrite the interpreter computes {}, the model does not",
                describe(outcome)
            ));
        }
    }
    if interpreted.agrees() {
        return Some("the interpreter sees no difference".to_owned());
    }
    let compiled = compiled.as_ref()?;
    for (side, one, other) in
        [("before", &interpreted.source, &compiled.source), ("after", &interpreted.target, &compiled.target)]
    {
        if other.is_decided() && !one.allows(other) {
            return Some(format!(
                "{side} the rewrite the interpreter computes {}, compiled code {}",
                describe(one),
                describe(other)
            ));
        }
    }
    None
}

/// Tells if an outcome is the predicted one.
fn matches(
    ctx: &Context,
    types: &[TypeId],
    foretold: Option<&[Vec<Number>]>,
    outcome: &assay_backend::engine::Outcome,
    index: u32,
) -> bool {
    use assay_backend::engine::Outcome;
    match (foretold, outcome) {
        (None, Outcome::Ub { .. }) => true,
        (Some(lists), Outcome::Values(values)) if lists.len() == values.len() => {
            lists.iter().zip(types).zip(values).all(|((numbers, ty), value)| {
                let numbers = (!numbers.is_empty()).then_some(&numbers[..]);
                let foretold = argument(ctx, *ty, numbers, index);
                // One NaN is as good as another.
                foretold.is_some_and(|foretold| {
                    foretold == *value || !foretold.has_poison() && foretold.allows(value)
                })
            })
        }
        _ => false,
    }
}
