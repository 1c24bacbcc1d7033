//! Runs the program before and the program after a rewrite on one input, in the interpreter and as compiled code. Knows no
//! pattern and no solver; what operations mean is for the engines to say.

use assay_backend::engine::{Engine, IndexWidth, Options, Outcome};
use assay_backend::interp::Interpreter;
#[cfg(feature = "jit")]
use assay_backend::jit::Jit;
pub use assay_backend::value::Value;
use assay_ir::data::{AttrKind, Ident, OpId, Pos, Program, TypeId, TypeKind, ValueId, known};
use assay_ir::meanings::expanded;
use assay_ir::spec::Registry;

/// What an engine made of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// Outcome of the program before the rewrite.
    pub before: Outcome,
    /// Outcome of the program after it.
    pub after: Outcome,
}

impl Ran {
    /// Whether both outcomes are known and the second is none that the first allows.
    pub fn differs(&self) -> bool {
        self.before.is_decided() && self.after.is_decided() && !self.before.allows(&self.after)
    }

    /// Whether both outcomes are known and the second is allowed by the first.
    pub fn agrees(&self) -> bool {
        self.before.is_decided() && self.after.is_decided() && self.before.allows(&self.after)
    }
}

/// What both engines made of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    /// The interpreter.
    pub interpreted: Ran,
    /// Compiled code; `None` without the feature `jit`.
    pub compiled: Option<Ran>,
}

impl Executed {
    /// Returns true when compiled code shows that the programs differ.
    pub fn differs_in_machine_code(&self) -> bool {
        self.compiled.as_ref().is_some_and(Ran::differs)
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

/// Runs both programs on the same arguments, with bodies that users wrote in place of the operations that they compute;
/// `index` is the width of `index`.
///
/// # Errors
/// Why there is nothing to run.
pub fn execute(
    before: &Program,
    after: &Program,
    arguments: &[Value],
    index: u32,
    registry: &Registry,
) -> Result<Executed, String> {
    let (before, after) = (expanded(before, registry), expanded(after, registry));
    let interpreted = both(&Interpreter, &before, &after, arguments, index)?;
    #[cfg(feature = "jit")]
    let compiled = Some(both(&Jit, &before, &after, arguments, index)?);
    #[cfg(not(feature = "jit"))]
    let compiled = None;
    Ok(Executed { interpreted, compiled })
}

fn both(
    engine: &dyn Engine,
    before: &Program,
    after: &Program,
    arguments: &[Value],
    index: u32,
) -> Result<Ran, String> {
    let index = if index == 32 { IndexWidth::W32 } else { IndexWidth::W64 };
    let options = Options { index, ..Options::default() };
    let run = |program: &Program| {
        let function = function(program).ok_or("there is no function")?;
        let run = engine.run(program, function, arguments, &options).map_err(|error| error.to_string())?;
        Ok::<Outcome, String>(run.outcome)
    };
    Ok(Ran { before: run(before)?, after: run(after)? })
}

/// Makes parameters of the results of operations that no engine knows, and leaves the operations out, so that the rest can
/// run; in the order in which they are given. Operations are those of the program before, which the program after shares.
pub fn abstracted(program: &Program, opaque: &[OpId]) -> Program {
    let mut out = program.clone();
    let Some(function) = function(&out) else { return out };
    let Some(entry) =
        out.op_regions(function).first().and_then(|region| out.region(*region).blocks.first().copied())
    else {
        return out;
    };
    for op in opaque {
        if out.is_erased(*op) {
            // Nothing reads it any more; the parameter keeps the programs alike.
            for ty in program.results(*op).map(|result| program.value_type(result)).collect::<Vec<_>>() {
                out.add_argument(entry, ty, Pos::NONE);
            }
            continue;
        }
        for result in out.results(*op).collect::<Vec<_>>() {
            let ty = out.value_type(result);
            let parameter = out.add_argument(entry, ty, Pos::NONE);
            out.replace_uses(result, parameter);
        }
        out.erase(*op);
    }
    sign(&mut out, function, None);
    out
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
    Interpreter.knows(registry.ctx().str(name)) && !registry.is_forgotten(name) || registry.computes(name)
}
