//! The second engine: lowers functions to machine code of this CPU through Cranelift and runs them in this process.
//! Written apart from the interpreter, so that each can catch the other. The only room with `unsafe` code: compiled
//! code is called, and shares memory with `runtime`.
//!
//! A value is one register for each element and, where it can be poison, a flag beside it. Whatever is undefined is
//! compared first and leaves the function with the number of an exit; no instruction that could trap is reached.
//!
//! Modules in reading order: `types` what types are in machine terms, `facts` which values can be poison,
//! `unit` the functions of a program, `function` how one is lowered, one file for each dialect, `runtime` what
//! compiled code calls, `batch` modules of machine code and their runs.

mod arith;
mod attributes;
mod batch;
mod cells;
mod cf;
mod comb;
mod exits;
mod facts;
mod floats;
mod func;
mod function;
mod index;
mod integers;
mod math;
mod memref;
#[allow(unsafe_code)] // Memory that compiled code shares; each block says why it is sound.
mod runtime;
mod scf;
mod types;
mod ub;
mod unit;
mod vector;

use std::sync::OnceLock;

use assay_ir::data::{OpId, Program};
use rustc_hash::FxHashMap;

pub use batch::{Batch, Compiled};

use crate::engine::{CallError, Engine, IndexWidth, Options, Run};
use crate::value::Value;
use function::{Lowered, Lowering};

/// What may be given for the parameters of a compiled function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// Any value, also poison.
    MayBePoison,
    /// Numbers alone; a run with poison for a scalar is refused.
    Defined,
}

/// What compiled code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// It runs a few times: compile quickly.
    Compile,
    /// It runs for long: optimise.
    Run,
}

/// How functions are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The width of `index`.
    pub index: IndexWidth,
    /// Whether runs keep [`Run::trace`].
    pub trace: bool,
    /// What may be given for parameters.
    pub parameters: Parameters,
    /// What the code is for.
    pub effort: Effort,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            index: IndexWidth::default(),
            trace: false,
            parameters: Parameters::MayBePoison,
            effort: Effort::Compile,
        }
    }
}

/// What one operation means.
struct Meaning {
    /// Full name.
    name: &'static str,
    /// How it is lowered.
    lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered,
    /// Where the poison of its results comes from.
    origin: Origin,
    /// Which NaN it gives.
    nans: Nans,
}

/// Which NaN an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nans {
    /// That of an operand.
    Kept,
    /// The one that arithmetic makes.
    Made,
    /// One with bits of its own.
    Own,
}

/// Where the poison of results comes from.
#[derive(Clone, Copy)]
enum Origin {
    /// From poison operands, or from the operation where this says so.
    Operands(fn(&Program, OpId) -> bool),
    /// From memory, where none is kept.
    Memory,
}

impl Meaning {
    /// An operation that makes no poison itself.
    const fn of(name: &'static str, lower: fn(&mut Lowering<'_, '_, '_>, OpId) -> Lowered) -> Meaning {
        Meaning { name, lower, origin: Origin::Operands(|_, _| false), nans: Nans::Kept }
    }

    const fn may_poison(self, makes: fn(&Program, OpId) -> bool) -> Meaning {
        Meaning { origin: Origin::Operands(makes), ..self }
    }

    const fn nans(self, nans: Nans) -> Meaning {
        Meaning { nans, ..self }
    }

    const fn reads_memory(self) -> Meaning {
        Meaning { origin: Origin::Memory, ..self }
    }
}

const DIALECTS: &[&[Meaning]] = &[
    arith::OPS,
    floats::OPS,
    cf::OPS,
    comb::OPS,
    func::OPS,
    index::OPS,
    math::OPS,
    memref::OPS,
    scf::OPS,
    ub::OPS,
    vector::OPS,
];

fn meaning(name: &str) -> Option<&'static Meaning> {
    static TABLE: OnceLock<FxHashMap<&'static str, &'static Meaning>> = OnceLock::new();
    let table = TABLE.get_or_init(|| DIALECTS.iter().copied().flatten().map(|op| (op.name, op)).collect());
    table.get(name).copied()
}

/// Full names of the operations that the JIT compiles, in the order of their dialects.
pub fn operations() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().copied().flatten().map(|op| op.name)
}

/// Whether a program loads from memory somewhere, in operations that the JIT compiles: such a load gives some value
/// where the interpreter's gives poison.
pub fn reads_memory(program: &Program) -> bool {
    program.walk(program.top()).any(|op| {
        meaning(program.op_name(op)).is_some_and(|meaning| matches!(meaning.origin, Origin::Memory))
    })
}

/// The JIT as an engine: compiles a function and all that it calls for one run. To compile once and run often, or
/// many functions at a time, see [`Batch`].
///
/// ```
/// use assay_backend::engine::{Engine, Options, Outcome, Undefined};
/// use assay_backend::interp::find_function;
/// use assay_backend::jit::Jit;
/// use assay_backend::value::Value;
/// use assay_ir::data::{Context, Source};
///
/// let text = "func.func @f(%a: i8, %b: i8) -> i8 {
///   %r = arith.divui %a, %b : i8
///   return %r : i8
/// }";
/// let program = assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
/// let function = find_function(&program, "f").unwrap();
/// let divide = |a, b| {
///     let arguments = [Value::int(8, a), Value::int(8, b)];
///     Jit.run(&program, function, &arguments, &Options::default()).unwrap().outcome
/// };
/// assert_eq!(divide(7, 2), Outcome::Values(vec![Value::int(8, 3)]));
/// assert!(matches!(divide(7, 0), Outcome::Ub { why: Undefined::DivisionByZero, .. }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Jit;

impl Engine for Jit {
    fn name(&self) -> &'static str {
        "jit"
    }

    fn knows(&self, operation: &str) -> bool {
        meaning(operation).is_some() || operation == "func.func"
    }

    fn run(
        &self,
        program: &Program,
        function: OpId,
        arguments: &[Value],
        options: &Options,
    ) -> Result<Run, CallError> {
        let settings = Settings { index: options.index, trace: options.trace, ..Settings::default() };
        let batch = Batch::compile(&[(program, function)], settings);
        batch.functions()[0].run(arguments, options)
    }
}
