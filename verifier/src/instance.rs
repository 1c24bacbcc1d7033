//! A pattern at given types as two functions: the smallest program that it matches, and that program after one application. They are
//! judged as functions are everywhere else, with regions, views and open extents, where the pattern has no form as expressions.
//!
//! Theorem: *refines* says of every match at these types that the rewritten program refines the original, within the named bounds.
//! It is said only where the program is like every match: all that the pattern leaves open beside operands makes the original less
//! defined, and what stands between matched operations cannot change what they compute.

mod constants;
mod pointers;

use assay_backend::engine::{Outcome, Undefined};
use assay_ir::data::{AttrId, Ident, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::ops;
use assay_ir::pdl::Pattern;
use assay_ir::spec::Registry;
use assay_ir::text::implies_body;
use assay_smt::SolverPool;
use rustc_hash::FxHashMap;

use self::constants::Constant;
use self::pointers::with_memory;
use crate::pattern::classes::Classes;
use crate::pattern::model::{Definition, Model, OpRef, Step, TypeIx, ValueRef};
use crate::pattern::promises::is_hardware;
use crate::program::judge::{Answer, Difference};
use crate::program::rests::{INDEX_OF_64_BITS, LITTLE_ENDIAN, Reliances};
use crate::program::settings::Settings;
use crate::program::validate::{Overlaps, Trials, Validator};
use crate::program::{Programs, trace};
use crate::stage::Task;
use crate::verdict::{Confirmed, Rule, Trace, Witness};
use crate::witness::execute::{self, Call, Executed};
use crate::witness::payload::{self, Payload};
use crate::witness::replay::replay_summarised;
use crate::witness::{Outcome as Replayed, PdlValue, Scenario, UsePlace, file, text as print};

/// Iterations of loops that solvers are asked about.
const ITERATIONS: usize = 8;

/// The types of a pattern, by its handles.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    /// Those of single types.
    pub(crate) single: FxHashMap<ValueId, TypeId>,
    /// Those of ranges, element by element.
    pub(crate) ranges: FxHashMap<ValueId, Vec<TypeId>>,
    /// Those of all classes.
    pub(crate) classes: FxHashMap<TypeIx, TypeId>,
}

/// The answer about a pattern at given types.
#[derive(Clone, Debug)]
pub(crate) enum Instance {
    /// The rewritten program refines the original one in each match at these types.
    Refines {
        /// The bounds within which it does, in words.
        within: Vec<String>,
        /// What that rests on.
        rests: Reliances,
    },
    /// It does something else on an input.
    Differs {
        /// The rule.
        code: Rule,
        /// The result that differs, of the operation that the rewrite replaces; `None` where the behaviour does.
        result: Option<(OpId, usize)>,
        /// The operands of the pattern on this input, each with its place among the inputs of the trace and its value in words.
        operands: Vec<(usize, PdlValue, String)>,
        /// The programs.
        witness: Box<Witness>,
    },
    /// Not decided.
    Open,
}

/// The programs that a bound of a proof leaves out.
pub(crate) fn beyond(bound: &str) -> &'static str {
    match bound {
        INDEX_OF_64_BITS => "`index` of other widths",
        LITTLE_ENDIAN => "other orders of bytes",
        _ => "larger extents, longer loops",
    }
}

/// Returns true when all operations of a pattern can be run, and nothing in it is native.
pub(crate) fn has_functions(registry: &Registry, model: &Model, classes: &Classes<'_>) -> bool {
    let runs = |name: Ident| {
        let ends = registry.op(name).is_some_and(|spec| spec.traits.terminator);
        let calls = ops::op(registry.ctx().str(name)).is_some_and(|record| record.has("symbol_user"));
        // Functions may be given poison.
        execute::is_known(registry, name) && !ends && !calls && !is_hardware(registry, name)
    };
    let matched = |node: usize| classes.name(classes.node(node)).is_some_and(runs);
    model.constraints.is_empty()
        && model.makers.is_empty()
        && model.native_creation().is_none()
        && (0..model.nodes.len()).all(matched)
        && model.created.iter().all(|created| runs(created.name))
}

/// Judges a pattern at given types.
pub(crate) fn judge(
    task: &Task<'_>,
    (model, classes): (&Model, &Classes<'_>),
    types: &Types,
    solvers: Option<&SolverPool>,
) -> Instance {
    open_constants(task, (model, classes), types, solvers).unwrap_or(Instance::Open)
}

/// The answer where constants of open numbers are arguments of the functions; a difference is one of the constants that it is about.
fn open_constants(
    task: &Task<'_>,
    (model, classes): (&Model, &Classes<'_>),
    types: &Types,
    solvers: Option<&SolverPool>,
) -> Option<Instance> {
    let ctx = task.registry.ctx();
    let open = constants::open(ctx, (model, classes), types).unwrap_or_default();
    let numbers = constants::zeros(ctx, &open).unwrap_or_default();
    let open = if numbers.len() == open.len() { open } else { Vec::new() };
    match found(task, (model, classes), types, solvers, (&open, numbers))? {
        Found::Constants(numbers) => match found(task, (model, classes), types, solvers, (&[], numbers))? {
            Found::Instance(differs @ Instance::Differs { .. }) => Some(differs),
            _ => None,
        },
        Found::Instance(answer) => Some(answer),
    }
}

/// The answer about the functions of a pattern.
enum Found {
    Instance(Instance),
    /// They differ where the constants that are arguments have these attributes.
    Constants(FxHashMap<ValueId, AttrId>),
}

fn found(
    task: &Task<'_>,
    (model, classes): (&Model, &Classes<'_>),
    types: &Types,
    solvers: Option<&SolverPool>,
    (open, numbers): (&[Constant], FxHashMap<ValueId, AttrId>),
) -> Option<Found> {
    let replaced = replaced(model);
    let uses = replaced.iter().map(|(op, index)| (PdlValue::Result(*op, *index as u32), UsePlace::Returned));
    let scenario = Scenario {
        types: types.single.clone(),
        range_types: types.ranges.clone(),
        attributes: numbers,
        uses: uses.collect(),
        ..Scenario::default()
    };
    let mut payload = payload::within(task.subject, model, &scenario).ok()?;
    if !has_types(&payload, (model, classes), types) {
        return None;
    }
    let has_pointers = with_memory(&mut payload)?;
    let rewritten = replay_summarised(task, &mut payload, |program, failures| {
        failures.is_empty().then(|| program.clone())
    });
    let Replayed::Works(Some(after)) = rewritten else { return None };
    let validator = Validator {
        settings: Settings { second_engine: task.options.second_engine, ..Settings::default() },
        entry: None,
        overlaps: Overlaps::Off,
        trials: Trials::Off,
        proofs: Some((solvers?, ITERATIONS)),
        origin: None,
        own: Some(task.registry),
    };
    let before = constants::as_arguments(&payload.program, &payload, open)?;
    let after = constants::as_arguments(&after, &payload, open)?;
    let compared = validator.programs(before, after);
    let [judged] = &compared.functions[..] else { return None };
    let within = match judged.answer.as_ref()? {
        Answer::Refuted(difference) if !open.is_empty() => {
            let first = difference.arguments.len().checked_sub(open.len())?;
            let values = difference.arguments.get(first..)?;
            return constants::attributes(task.registry.ctx(), open, values).map(Found::Constants);
        }
        Answer::Refuted(difference) => {
            let trace = trace(&Programs::of_function(&compared, &judged.name), difference);
            return differs(task, &mut payload, &replaced, (difference, trace)).map(Found::Instance);
        }
        // Other pointers may come to something else.
        _ if has_pointers => return None,
        Answer::Same | Answer::Proved | Answer::Bounded { close: false, .. } => Vec::new(),
        Answer::Followed(bounds) => vec![bounds.scope()],
        Answer::AllValues(found) if found.is_whole() && !found.polynomials.is_some_and(|one| one.reals) => {
            Vec::new()
        }
        Answer::AllValues(found) => vec![found.scope()],
        _ => return None,
    };
    let rests = judged.rests.clone();
    is_like_every_match(task.registry, (model, classes), &payload, open).then_some(())?;
    Some(Found::Instance(Instance::Refines { within, rests }))
}

/// Tells if the values of a program are of these types: none that no handle stands for was chosen otherwise.
fn has_types(payload: &Payload, (model, classes): (&Model, &Classes<'_>), types: &Types) -> bool {
    model.values.iter().all(|value| {
        let made = match value.def {
            Definition::Free(op) => payload.elements.get(&(op, value.element as u32)).copied(),
            Definition::Result(node, index) => {
                let op = payload.ops.get(&model.nodes[node].op);
                op.and_then(|op| payload.program.result(*op, index))
            }
        };
        let wanted = types.classes.get(&classes.ty(value.ty));
        made.map(|made| payload.program.value_type(made)).as_ref() == wanted
    })
}

/// The results that the rewrite gives other values, each once.
fn replaced(model: &Model) -> Vec<(OpId, usize)> {
    let mut out = Vec::new();
    for action in &model.actions {
        let Step::Replace { target: OpRef::Node(node), .. } = action.step else { continue };
        let op = model.nodes[node].op;
        let results = (0..model.nodes[node].results.len()).map(|index| (op, index));
        out.extend(results.filter(|one| !out.contains(one)).collect::<Vec<_>>());
    }
    out
}

/// Attributes of accesses to memory that promise something of the address, or change no value.
const ADDRESS_PROMISES: [&str; 2] = ["alignment", "nontemporal"];

/// Returns true when what is shown of one program holds of every match at its types.
fn is_like_every_match(
    registry: &Registry,
    (model, classes): (&Model, &Classes<'_>),
    payload: &Payload,
    open: &[Constant],
) -> bool {
    let ctx = registry.ctx();
    let memory = |value: &ValueId| {
        matches!(
            ctx.type_kind(payload.program.value_type(*value)),
            TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }
        )
    };
    let is_constant = |attr: usize| {
        classes.attribute_constant(classes.attribute(attr)).is_some()
            || open.iter().any(|one| one.attribute == attr)
    };
    let stays = |node: usize| {
        let is_result = |value: &ValueRef| match value {
            ValueRef::Matched(value) => {
                matches!(model.values[*value].def, Definition::Result(other, _) if classes.node(other) == classes.node(node))
            }
            _ => false,
        };
        let created = model.created.iter().flat_map(|created| created.operands.iter());
        let by = model.actions.iter().flat_map(|action| match &action.step {
            Step::Replace { values, .. } => &values[..],
            _ => &[],
        });
        created.chain(by).any(is_result)
    };
    let fits = |node: usize| {
        let Some(name) = classes.name(classes.node(node)) else { return false };
        let definition = registry.definition(name);
        let described = registry.semantics(name).filter(|_| registry.computes(name));
        let is_anchor = classes.node(node) == classes.node(model.anchor);
        let listed = |name: Ident| model.nodes[node].attributes.iter().any(|(other, _)| *other == name);
        // The promises of an operation that goes make the original less defined, and those of one that stays its results.
        // An access promises that its address is aligned; an allocation sees to it.
        let results = payload.ops.get(&model.nodes[node].op).map(|op| payload.program.results(*op));
        let is_access = !results.into_iter().flatten().any(|value| memory(&value));
        let is_promise = |name: Ident| {
            let name = ctx.str(name);
            (ops::FLAGS.contains(&name) || is_access && ADDRESS_PROMISES.contains(&name)) && !stays(node)
        };
        let complete = match (definition, described) {
            (Some(spec), _) => {
                spec.attributes.iter().all(|attr| listed(attr.name) || attr.optional && is_promise(attr.name))
            }
            (None, Some(semantics)) => semantics.attributes().all(listed),
            (None, None) => return false,
        };
        let pure = definition.is_some_and(|spec| spec.traits.pure) || registry.is_pure(name);
        let name = ctx.str(name);
        let closed = ops::op(name).is_none_or(|record| record.regions() == (0, false)) || implies_body(name);
        let on_tensors = || {
            let op = payload.ops.get(&model.nodes[node].op);
            implies_body(name)
                && op.is_some_and(|op| !payload.program.operands(*op).any(|value| memory(&value)))
        };
        complete && closed && (is_anchor || pure || on_tensors())
    };
    let arguments = execute::function(&payload.program)
        .map(|function| execute::parameters(&payload.program, function))
        .unwrap_or_default();
    // One argument may be the memory of another.
    arguments.iter().filter(|value| memory(value)).count() <= 1
        && (0..model.attributes.len()).all(is_constant)
        && (0..model.nodes.len()).all(fits)
}

/// Returns true of an operation that satisfies its definition as a whole, given that it satisfies the known part and can be run.
fn is_valid(registry: &Registry, program: &Program, op: OpId) -> bool {
    let name = program.op_name(op);
    // A description of an operation without a definition holds where its types fit, without which it is not run.
    let is_described =
        || registry.definition(program.op(op).name).is_none() && registry.computes(program.op(op).name);
    if registry.op(program.op(op).name).is_some() || is_described() {
        return true;
    }
    // The interpreter holds operands against maps; the results of structured operations are of the types of their outputs.
    let outputs = || {
        let first = program.operand_count(op).checked_sub(program.result_count(op));
        first.is_some_and(|first| {
            let types = program.operands(op).skip(first).map(|value| program.value_type(value));
            types.eq(program.results(op).map(|value| program.value_type(value)))
        })
    };
    implies_body(name) && outputs() || ops::op(name).is_some_and(|record| record.is_inherent("map"))
}

/// Runs the programs of a difference as those who are shown it will.
fn differs(
    task: &Task<'_>,
    payload: &mut Payload,
    replaced: &[(OpId, usize)],
    (difference, trace): (&Difference, Trace),
) -> Option<Instance> {
    let (registry, second) = (task.registry, task.options.second_engine);
    let mut matched = payload.ops.values();
    if !matched.all(|op| is_valid(registry, &payload.program, *op)) {
        return None;
    }
    let call = Call { opaque: Vec::new(), arguments: difference.arguments.clone(), index: 64 };
    let before = call.run(&mut payload.program, registry, second).ok()?;
    let seen = replay_summarised(task, payload, |after, failures| {
        failures.is_empty().then(|| (call.run(after, registry, second), print::program(after)))
    });
    let Replayed::Works(Some((after, printed))) = seen else { return None };
    let executed = Executed::new(before, after.ok()?);
    let ran = &executed.interpreted;
    if ran.agrees() || !ran.source.is_decided() || !ran.target.is_decided() {
        return None;
    }
    // TOSA knows no empty tensors and MLIR has them: what an operation of one makes of them is no finding.
    if matches!(ran.target, Outcome::Ub { why: Undefined::BadExtent, .. }) {
        return None;
    }
    let result = match (&ran.source, &ran.target) {
        (Outcome::Values(one), Outcome::Values(other)) => {
            let at = one.iter().zip(other).position(|(one, other)| !one.allows(other))?;
            Some(*replaced.get(at)?)
        }
        _ => None,
    };
    let operands = operands(payload, difference);
    let failure = execute::failure(&call.arguments, ran);
    let executed_too = executed.differs_in_machine_code() && difference.code != Rule::V303;
    let pattern = Pattern { program: task.program, op: task.pattern };
    let mut witness = file::counterexample(pattern, payload, printed, failure, (&call.arguments, call.index));
    witness.trace = Some(trace);
    witness.confirmed = if executed_too { Confirmed::Executed } else { Confirmed::Interpreted };
    Some(Instance::Differs { code: difference.code, result, operands, witness: Box::new(witness) })
}

/// The operands of the pattern, each with its parameter of the function and its value on the input of a difference.
fn operands(payload: &Payload, difference: &Difference) -> Vec<(usize, PdlValue, String)> {
    let Some(function) = execute::function(&payload.program) else { return Vec::new() };
    let parameters = execute::parameters(&payload.program, function);
    let mut elements: Vec<(&(OpId, u32), &ValueId)> = payload.elements.iter().collect();
    elements.sort_unstable();
    let place = |value: &ValueId| parameters.iter().position(|parameter| parameter == value);
    let named = elements.into_iter().filter_map(|((op, element), value)| {
        let parameter = place(value)?;
        let argument = difference.arguments.get(parameter)?;
        let name = match element {
            0 => PdlValue::Operand(*op),
            element => PdlValue::Element(*op, *element),
        };
        Some((parameter, name, argument.to_string()))
    });
    named.collect()
}
