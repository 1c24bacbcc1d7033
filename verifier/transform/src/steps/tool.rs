//! `mlirOpt(pipeline)`: passes of the user's `mlir-opt` on one function, as a step. The function is printed, sent, read back and put in the place
//! of the old one; where the binary refuses it, crashes or does not end, the program is what it was.

use assay_ir::data::{InsertPoint, OpId, Program, Source, known};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Kind, Parameter, Refusal, Step, StepError};
use assay_ir::text::{self, PrintOptions};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};

use crate::copies::Copies;

/// The step `mlirOpt`.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The binary; `None` where there is none.
    opt: Option<MlirOpt>,
}

impl Tool {
    /// The step that asks this binary.
    pub fn new(opt: Option<MlirOpt>) -> Tool {
        Tool { opt }
    }

    fn binary(&self, program: &Program, at: OpId) -> Result<&MlirOpt, Refusal> {
        let is_function = program.op(at).name == known::FUNC_FUNC;
        if !is_function {
            return Err(Refusal::new(format!("`{}` is no function", program.op_name(at))));
        }
        self.opt.as_ref().ok_or_else(|| Refusal::new("there is no `mlir-opt-22` (`--mlir-opt PATH`)"))
    }
}

impl Step for Tool {
    fn name(&self) -> &'static str {
        "mlirOpt"
    }

    fn parameters(&self) -> &[Parameter] {
        &[Parameter { name: "pipeline", kind: Kind::Text }]
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        self.binary(program, at).map(|_| ())
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let opt = self.binary(program, at)?;
        let pipeline =
            arguments.first().and_then(|argument| argument.text(program.ctx())).unwrap_or_default();
        let sent = text::print_op(program, at, &PrintOptions { generic: true, ..PrintOptions::default() });
        let options = ParseOptions {
            generic: true,
            allow_unregistered: true,
            extra: vec![format!("--pass-pipeline=builtin.module({pipeline})")],
            ..ParseOptions::default()
        };
        let printed = match opt.parse_print(&sent, &options) {
            Outcome::Ok(printed) => printed,
            Outcome::Error(said) => {
                let first = said.first().map_or_else(String::new, |one| one.message.clone());
                return Err(Refusal::new(format!("`mlir-opt` refuses it: {first}")).into());
            }
            Outcome::Crash { signal, .. } => {
                return Err(Refusal::new(format!("`mlir-opt` crashes (signal {signal})")).into());
            }
            Outcome::TimedOut => return Err(Refusal::new("`mlir-opt` does not end").into()),
            Outcome::OutOfMemory => return Err(Refusal::new("`mlir-opt` runs out of memory").into()),
            Outcome::NoAnswer(why) => return Err(Refusal::new(why).into()),
        };
        let read = text::parse(program.ctx(), &Source::new("mlir-opt", &printed));
        let function = read.program.ops_in(read.program.top_block()).collect::<Vec<_>>();
        let ([function], true) = (&function[..], read.diagnostics.is_empty()) else {
            return Err(Refusal::new("what `mlir-opt` prints is not one function that can be read").into());
        };
        let new = Copies::default().copy(program, &read.program, *function, InsertPoint::Before(at));
        listener.inserted(program, new);
        listener.replaced(program, at, &[]);
        listener.erased(program, at);
        program.erase(at);
        Ok(Applied { created: vec![new], erased: vec![at], touched: Vec::new() })
    }
}
