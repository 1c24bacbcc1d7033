//! `mlirOpt(pipeline)`: passes of the user's `mlir-opt` on one function, as a step. The function is printed, sent, read back and put in the place
//! of the old one; where the binary refuses it, crashes or does not end, the program is what it was.

use assay_ir::data::{BlockId, InsertPoint, NewOp, OpId, Pos, Program, Source, Span, TypeId, ValueId, known};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Kind, Parameter, Refusal, Step, StepError};
use assay_ir::text::{self, PrintOptions};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};
use rustc_hash::FxHashMap;

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
        let new = copied(program, &read.program, *function, at);
        listener.inserted(program, new);
        listener.replaced(program, at, &[]);
        listener.erased(program, at);
        program.erase(at);
        Ok(Applied { created: vec![new], erased: vec![at], touched: Vec::new() })
    }
}

/// Values and blocks of one program as those of another one of the same context.
#[derive(Default)]
struct Copies {
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    /// Operands that were defined behind their use.
    late: Vec<(OpId, OpId)>,
}

/// A copy of an operation of another program, before an operation of this one.
fn copied(program: &mut Program, from: &Program, op: OpId, before: OpId) -> OpId {
    let mut copies = Copies::default();
    let new = copies.op(program, from, op, InsertPoint::Before(before));
    for (old, new) in std::mem::take(&mut copies.late) {
        let operands: Vec<ValueId> =
            from.operands(old).filter_map(|value| copies.values.get(&value).copied()).collect();
        program.set_operands(new, &operands);
    }
    new
}

impl Copies {
    fn op(&mut self, program: &mut Program, from: &Program, op: OpId, at: InsertPoint) -> OpId {
        let data = from.op(op);
        let known: Vec<Option<ValueId>> =
            from.operands(op).map(|value| self.values.get(&value).copied()).collect();
        let all = known.iter().all(Option::is_some);
        let operands: Vec<(ValueId, Pos)> = match all {
            true => known.into_iter().flatten().map(|value| (value, Pos::NONE)).collect(),
            false => Vec::new(),
        };
        let results: Vec<(TypeId, Pos)> =
            from.results(op).map(|value| (from.value_type(value), Pos::NONE)).collect();
        let successors: Vec<BlockId> =
            from.successors(op).iter().filter_map(|block| self.blocks.get(block).copied()).collect();
        let new = NewOp {
            name: data.name,
            operands: &operands,
            results: &results,
            successors: &successors,
            regions: from.op_regions(op).len(),
            properties: data.properties,
            attributes: data.attributes,
            loc: data.loc,
            span: Span::NONE,
        };
        let new = program.create(&new, at);
        if !all {
            self.late.push((op, new));
        }
        self.values.extend(from.results(op).zip(program.results(new)));
        let regions: Vec<_> =
            from.op_regions(op).iter().copied().zip(program.op_regions(new).to_vec()).collect();
        for (old, region) in regions {
            for block in &from.region(old).blocks {
                let copy = program.add_block(region, Span::NONE);
                self.blocks.insert(*block, copy);
                for argument in &from.block(*block).arguments {
                    let value = program.add_argument(copy, from.value_type(*argument), Pos::NONE);
                    self.values.insert(*argument, value);
                }
            }
            for block in &from.region(old).blocks {
                let copy = self.blocks[block];
                let inside: Vec<OpId> = from.ops_in(*block).collect();
                for op in inside {
                    self.op(program, from, op, InsertPoint::End(copy));
                }
            }
        }
        new
    }
}
