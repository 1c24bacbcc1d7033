//! Runs the program before and the program after a rewrite on one input, in the interpreter and in a second engine. Knows no
//! pattern and no solver; what operations mean is for the engines to say.

use assay_backend::engine::{Engine, IndexWidth, Options, Outcome, SecondEngine};
use assay_backend::interp::Interpreter;
pub use assay_backend::value::Value;
use assay_ir::data::{AttrKind, Ident, OpId, Pos, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::meanings::expand;
use assay_ir::spec::Registry;

/// What an engine made of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomePair {
    /// Outcome of the program before the rewrite.
    pub source: Outcome,
    /// Outcome of the program after it.
    pub target: Outcome,
}

impl OutcomePair {
    /// Whether both outcomes are known and the second is none that the first allows.
    pub fn differs(&self) -> bool {
        self.source.is_decided() && self.target.is_decided() && !self.source.allows(&self.target)
    }

    /// Whether both outcomes are known and the second is allowed by the first.
    pub fn agrees(&self) -> bool {
        self.source.is_decided() && self.target.is_decided() && self.source.allows(&self.target)
    }
}

/// What both engines made of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    interpreted: Outcome,
    /// `None` without a second engine.
    compiled: Option<Outcome>,
}

/// What both engines made of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The interpreter.
    pub interpreted: OutcomePair,
    /// Compiled code; `None` without a second engine.
    pub compiled: Option<OutcomePair>,
}

impl Executed {
    /// Puts what was made of the program before the rewrite beside what was made of it after.
    pub fn new(source: Outcomes, target: Outcomes) -> Executed {
        let compiled =
            source.compiled.zip(target.compiled).map(|(source, target)| OutcomePair { source, target });
        Executed {
            interpreted: OutcomePair { source: source.interpreted, target: target.interpreted },
            compiled,
        }
    }

    /// Returns true when compiled code shows that the programs differ.
    pub fn differs_in_machine_code(&self) -> bool {
        self.compiled.as_ref().is_some_and(OutcomePair::differs)
    }
}

/// The only function of a program.
pub fn function(program: &Program) -> Option<OpId> {
    program.walk(program.top()).find(|op| program.op(*op).name == known::FUNC_FUNC)
}

/// The parameters of a function.
pub fn parameters(program: &Program, function: OpId) -> Vec<ValueId> {
    let region = program.op_regions(function).first().copied();
    let entry = region.and_then(|region| program.region(region).blocks.first().copied());
    entry.map(|entry| program.block(entry).arguments.to_vec()).unwrap_or_default()
}

/// Operations of a function that no engine knows and that something follows or reads.
pub fn opaque(program: &Program, function: OpId, registry: &Registry) -> Vec<OpId> {
    let last = |op: OpId| program.op(op).block.and_then(|block| program.last_op(block)) == Some(op);
    let read = |op: OpId| program.result_count(op) > 0 || !last(op);
    let unknown = |op: &OpId| !is_known(registry, program.op(*op).name) && read(*op);
    program.walk(function).filter(unknown).collect()
}

/// The parameters of a function once the results of these operations are parameters too.
pub fn parameters_with(program: &Program, function: OpId, opaque: &[OpId]) -> Vec<ValueId> {
    let mut all = parameters(program, function);
    all.extend(opaque.iter().flat_map(|op| program.results(*op)));
    all
}

/// What the programs before and after a rewrite are run on.
#[derive(Clone, Debug)]
pub struct Call {
    /// Operations that no engine knows: parameters take the place of their results.
    pub opaque: Vec<OpId>,
    /// The arguments, those of such results last.
    pub arguments: Vec<Value>,
    /// The width of `index`.
    pub index: u32,
}

impl Call {
    /// Runs a program, with bodies that users wrote in place of the operations that they compute. The program is the same
    /// afterwards.
    ///
    /// # Errors
    /// Why there is nothing to run.
    pub fn run(
        &self,
        program: &mut Program,
        registry: &Registry,
        second: SecondEngine,
    ) -> Result<Outcomes, String> {
        program.tentatively(|program| {
            abstract_results(program, &self.opaque);
            expand(program, registry);
            let interpreted = outcome(&Interpreter, program, &self.arguments, self.index)?;
            let compiled = match second {
                Some(engine) => Some(outcome(engine, program, &self.arguments, self.index)?),
                None => None,
            };
            Ok(Outcomes { interpreted, compiled })
        })
    }
}

fn outcome(
    engine: &dyn Engine,
    program: &Program,
    arguments: &[Value],
    index: u32,
) -> Result<Outcome, String> {
    let index = if index == 32 { IndexWidth::W32 } else { IndexWidth::W64 };
    let options = Options { index, ..Options::default() };
    let function = function(program).ok_or("there is no function")?;
    engine
        .run(program, function, arguments, &options)
        .map(|run| run.outcome)
        .map_err(|error| error.to_string())
}

/// Makes parameters of the results of operations that no engine knows, and leaves the operations out, so that the rest can
/// run; in the order in which they are given. Operations are those of the program before a rewrite, which the program after
/// it shares.
fn abstract_results(program: &mut Program, opaque: &[OpId]) {
    let Some(function) = function(program) else { return };
    let region = program.op_regions(function).first();
    let Some(entry) = region.and_then(|region| program.region(*region).blocks.first().copied()) else {
        return;
    };
    for op in opaque {
        let gone = program.is_erased(*op);
        for result in program.results(*op).collect::<Vec<_>>() {
            let ty = program.value_type(result);
            let parameter = program.add_argument(entry, ty, Pos::NONE);
            // Nothing reads what is erased; the parameter keeps the programs alike.
            if !gone {
                program.replace_uses(result, parameter);
            }
        }
        if !gone {
            program.erase(*op);
        }
    }
    sign(program, function, None);
}

/// Makes the type of a function what its parameters are, and its results these, if they are given.
pub fn sign(program: &mut Program, function: OpId, returned: Option<Box<[TypeId]>>) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let old = program.attr(function, known::FUNCTION_TYPE).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Type(old)) = old else { return };
    let TypeKind::Function { results, .. } = ctx.type_kind(*old) else { return };
    let inputs: Box<[TypeId]> =
        parameters(program, function).into_iter().map(|value| program.value_type(value)).collect();
    let results = returned.unwrap_or_else(|| results.clone());
    let ty = ctx.ty(TypeKind::Function { inputs, results });
    let entries: Vec<_> = ctx
        .entries(program.op(function).properties)
        .iter()
        .map(|(name, value)| (*name, if *name == known::FUNCTION_TYPE { ctx.type_attr(ty) } else { *value }))
        .collect();
    program.set_properties(function, ctx.dictionary(entries));
}

/// Whether an engine can be asked about an operation.
pub fn is_known(registry: &Registry, name: Ident) -> bool {
    Interpreter.has_semantics(registry.ctx().str(name)) && !registry.is_forgotten(name)
        || registry.computes(name)
}

/// What an engine makes of both programs, in words.
pub(crate) fn failure(arguments: &[Value], ran: &OutcomePair) -> String {
    use assay_backend::engine::Outcome;
    let inputs: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    let call = format!("@f({})", inputs.join(", "));
    match (&ran.source, &ran.target) {
        (Outcome::Values(_), Outcome::Values(_)) => {
            format!("{call} returns {} before and {} after", describe(&ran.source), describe(&ran.target))
        }
        _ => format!("{call} {} before and {} after", does(&ran.source), does(&ran.target)),
    }
}

/// The behaviour of a call, in words.
fn does(outcome: &assay_backend::engine::Outcome) -> String {
    use assay_backend::engine::Outcome;
    match outcome {
        Outcome::Values(_) => format!("returns {}", describe(outcome)),
        Outcome::Ub { .. } | Outcome::Trap { .. } => format!("has {}", describe(outcome)),
        Outcome::OutOfFuel(_) => format!("is given up ({})", describe(outcome)),
        Outcome::Unsupported { .. } => format!("is {}", describe(outcome)),
    }
}

/// Whether a program returns poison: a machine computes some number for it.
pub(super) fn has_poison(ran: &OutcomePair) -> bool {
    use assay_backend::engine::Outcome;
    [&ran.source, &ran.target]
        .into_iter()
        .any(|outcome| matches!(outcome, Outcome::Values(values) if values.iter().any(Value::has_poison)))
}

pub(super) fn describe(outcome: &assay_backend::engine::Outcome) -> String {
    use assay_backend::engine::Outcome;
    match outcome {
        Outcome::Values(values) => match &values[..] {
            [only] => only.to_string(),
            _ => format!("({})", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        },
        Outcome::Ub { why, .. } => format!("undefined behaviour ({why})"),
        Outcome::OutOfFuel(limit) => limit.to_string(),
        Outcome::Trap { message, .. } => format!("a trap ({message})"),
        Outcome::Unsupported { name, gap, .. } => format!("unknown (`{name}`: {gap})"),
    }
}
