//! The second engine: lowers functions to machine code of this CPU through Cranelift and runs them in this process.
//! Written apart from the interpreter, so that each can catch the other. The only crate with `unsafe` code: compiled
//! code is called, and shares memory with `runtime`.
//!
//! A value is one register for each element and, where it can be poison, a flag beside it; the elements of a vector may be parts of
//! wider registers. Whatever is undefined is
//! compared first and leaves the function with the number of an exit; no instruction that could trap is reached.
//!
//! Modules from the lowest to the highest: `types`, `settings` and `runtime`; `unit` the functions of a program;
//! `facts` which values can be poison; `lowering` the state of lowering a function, and `exits`, `integers`, `intervals`, `slots`,
//! `joins`, `registers`, `terms` and `space` what it emits; one file for each dialect, with entries of `meaning`; `dialects` the table of them;
//! `analysis` finds the facts; `kernels` calls of a library; `driver` lowers a function; `batch` modules of machine code and their runs.

mod affine;
mod analysis;
mod arith;
mod attributes;
mod batch;
mod builtin;
mod cells;
mod cf;
mod comb;
mod dialects;
mod driver;
mod exits;
mod facts;
mod floats;
mod func;
mod index;
mod integers;
mod intervals;
mod joins;
mod kernels;
mod linalg;
mod llvm;
mod llvm_integers;
mod lowering;
mod math;
mod meaning;
mod memref;
mod registers;
#[allow(unsafe_code)] // Memory that compiled code shares; each block says why it is sound.
mod runtime;
mod scf;
mod settings;
mod slots;
mod space;
mod tensor;
mod terms;
mod types;
mod ub;
mod unit;
mod vector;
mod views;

use assay_ir::data::{OpId, Program};

pub use batch::{Batch, Compiled};
pub use dialects::operations;
pub use settings::{Effort, Parameters, Settings};

use assay_backend::engine::{CallError, Engine, Options, Run, Runner};
use assay_backend::value::Value;

/// The JIT as an engine: compiles a function and all that it calls for one run. To compile once and run often, or
/// many functions at a time, see [`Batch`].
///
/// ```
/// use assay_backend::engine::{Engine, Options, Outcome, Undefined};
/// use assay_backend::interp::find_function;
/// use assay_jit::Jit;
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

    fn loads_without_poison(&self, program: &Program) -> bool {
        dialects::reads_memory(program)
    }

    fn has_semantics(&self, operation: &str) -> bool {
        dialects::meaning(operation).is_some() || operation == "func.func"
    }

    fn run(
        &self,
        program: &Program,
        function: OpId,
        arguments: &[Value],
        options: &Options,
    ) -> Result<Run, CallError> {
        self.prepare(program, function, options)(arguments)
    }

    fn prepare<'r>(&'r self, program: &'r Program, function: OpId, options: &Options) -> Runner<'r> {
        let settings = Settings { index: options.index, trace: options.trace, ..Settings::default() };
        let batch = Batch::compile(&[(program, function)], settings);
        let options = options.clone();
        Box::new(move |arguments| batch.functions()[0].run(arguments, &options))
    }
}
