//! The reference interpreter: what each operation means, written as plainly as possible. Every other engine is
//! held against it, so it is simple and slow, and it never panics on a well-formed program.

mod affine;
mod arith;
mod attributes;
mod bufferization;
mod builtin;
mod cf;
mod comb;
mod combine;
mod complex;
mod control;
mod elementwise;
mod flags;
mod func;
mod index;
mod integer;
mod linalg;
mod llvm;
mod llvm_integers;
mod machine;
mod math;
mod memory;
mod memref;
mod one_outcome;
mod packing;
mod parallel;
mod pointers;
mod prepared;
mod promises;
mod races;
mod recurrence;
pub mod rise;
mod scf;
mod shapes;
mod slices;
mod symbolic;
mod tensor;
mod term_rules;
mod terms;
mod tosa;
mod ub;
mod vector;

use assay_ir::data::{OpId, Program, known};
use assay_ir::ops;

use crate::engine::{CallError, Engine, Options, Run, Runner, is_function};
use crate::table::{Named, Table};
use crate::value::Value;
use machine::{Executed, Machine};
pub use prepared::Prepared;
pub use terms::{elementwise_signature, is_admitted};

/// The reference interpreter.
///
/// ```
/// use assay_backend::engine::{Engine, Options, Outcome, Undefined};
/// use assay_backend::interp::{Interpreter, find_function};
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
///     Interpreter.run(&program, function, &arguments, &Options::default()).unwrap().outcome
/// };
/// assert_eq!(divide(7, 2), Outcome::Values(vec![Value::int(8, 3)]));
/// assert!(matches!(divide(7, 0), Outcome::Ub { why: Undefined::DivisionByZero, .. }));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

/// The meaning of one operation.
struct OpInterpreter {
    /// Full name.
    name: &'static str,
    /// Executes it.
    run: fn(&mut Machine<'_>, OpId) -> Executed,
    /// For operations with regions: what happens when one of them ends. The second operation is the terminator.
    resume: Option<Resume>,
    /// True if it looks at the mask around it.
    reads_mask: bool,
}

type Resume = fn(&mut Machine<'_>, OpId, OpId, Vec<Value>) -> Executed;

impl OpInterpreter {
    const fn without_regions(
        name: &'static str,
        run: fn(&mut Machine<'_>, OpId) -> Executed,
    ) -> OpInterpreter {
        OpInterpreter { name, run, resume: None, reads_mask: false }
    }

    const fn region(
        name: &'static str,
        run: fn(&mut Machine<'_>, OpId) -> Executed,
        resume: Resume,
    ) -> OpInterpreter {
        OpInterpreter { name, run, resume: Some(resume), reads_mask: false }
    }

    /// The same one, which looks at the mask around it.
    const fn masked(self) -> OpInterpreter {
        OpInterpreter { reads_mask: true, ..self }
    }

    /// Returns true when buffers of `alloca` in its regions end with them.
    fn is_allocation_scope(&self) -> bool {
        ops::op(self.name).is_some_and(|record| record.has("scoped_allocation"))
    }
}

impl Named for OpInterpreter {
    fn name(&self) -> &'static str {
        self.name
    }
}

static TABLE: Table<OpInterpreter> = Table::new(
    &[
        affine::OPS,
        arith::OPS,
        arith::INTEGER_OPS,
        arith::FLOAT_OPS,
        bufferization::OPS,
        builtin::OPS,
        cf::OPS,
        comb::OPS,
        complex::OPS,
        func::OPS,
        index::OPS,
        linalg::OPS,
        llvm::OPS,
        llvm_integers::OPS,
        math::OPS,
        memref::OPS,
        packing::OPS,
        parallel::OPS,
        pointers::OPS,
        scf::OPS,
        tensor::OPS,
        tosa::ARRANGE_OPS,
        tosa::ELEMENTWISE_OPS,
        tosa::REDUCE_OPS,
        tosa::SCALE_OPS,
        ub::OPS,
        vector::ARRANGE_OPS,
        vector::MASK_OPS,
        vector::REDUCE_OPS,
        vector::ACCESS_OPS,
    ],
    linalg::structured_ops,
);

fn meaning(name: &str) -> Option<&'static OpInterpreter> {
    TABLE.get(name)
}

/// Full names of the operations that the interpreter executes, in the order of their dialects. `func.func` is
/// not among them: it is called, not executed.
pub fn operations() -> impl Iterator<Item = &'static str> {
    TABLE.names()
}

/// The first function of this name in the top module or a module nested in it.
pub fn find_function(program: &Program, name: &str) -> Option<OpId> {
    program
        .walk(program.top())
        .find(|op| is_function(program, *op) && program.attr_text(*op, known::SYM_NAME) == Some(name))
}

/// The results of one operation on values for its operands, wherever it stands; `None` where it is undefined, has no meaning
/// here, costs more than the fuel, or leads somewhere else than behind itself.
pub fn evaluate(program: &Program, op: OpId, operands: &[Value], options: &Options) -> Option<Vec<Value>> {
    Machine::evaluate(&Prepared::new(program, options.clone()), op, operands)
}

impl Engine for Interpreter {
    fn name(&self) -> &'static str {
        "interpreter"
    }

    fn has_semantics(&self, operation: &str) -> bool {
        meaning(operation).is_some() || operation == "func.func"
    }

    fn run(
        &self,
        program: &Program,
        function: OpId,
        arguments: &[Value],
        options: &Options,
    ) -> Result<Run, CallError> {
        Prepared::new(program, options.clone()).run(function, arguments)
    }

    fn prepare<'r>(&'r self, program: &'r Program, function: OpId, options: &Options) -> Runner<'r> {
        let prepared = Prepared::new(program, options.clone());
        Box::new(move |arguments| prepared.run(function, arguments))
    }
}
