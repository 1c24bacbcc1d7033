//! The checker against MLIR's verifier on the same program: both take it, or both refuse it.

use assay_ir::data::{InsertPoint, OpId, Program, Source, ValueId};
use assay_ir::text::{self, PrintOptions};
use assay_ir::wellformed;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};

use super::Failure;
use crate::generate::choose::Choose;
use crate::generate::{Dice, bytes};
use crate::subject::World;

/// A program, and some in which something was put where it does not belong.
pub fn variants(program: &Program, seed: u64) -> Vec<Program> {
    let mut out = vec![program.clone()];
    let noise = bytes(seed ^ 0x5EED, 256);
    let mut bytes = arbitrary::Unstructured::new(&noise);
    let dice = &mut Dice(&mut bytes);
    for _ in 0..4 {
        let mut damaged = program.clone();
        for _ in 0..1 + dice.below(2) {
            damage(&mut damaged, dice);
        }
        out.push(damaged);
    }
    out
}

fn damage<C: Choose>(program: &mut Program, dice: &mut C) {
    let ops: Vec<OpId> = program.walk(program.top()).skip(2).collect();
    let Some(op) = dice.pick(&ops).copied() else { return };
    match dice.below(6) {
        // Moves it next to another one.
        0 | 1 => {
            let Some(other) = dice.pick(&ops).copied() else { return };
            if op != other && !program.is_within(other, op) {
                program.detach(op);
                let at = if dice.one_in(2) { InsertPoint::Before(other) } else { InsertPoint::After(other) };
                program.insert(op, at);
            }
        }
        // Lets it read another value.
        2 => {
            let count = program.operand_count(op);
            if count == 0 {
                return;
            }
            let mut values: Vec<ValueId> = program.operands(op).collect();
            let slot = dice.below(count);
            let ty = program.value_type(values[slot]);
            let any = ops.iter().flat_map(|op| program.results(*op)).collect::<Vec<_>>();
            let same: Vec<ValueId> =
                any.iter().copied().filter(|value| program.value_type(*value) == ty).collect();
            let from = if dice.one_in(4) { any } else { same };
            if let Some(value) = dice.pick(&from) {
                values[slot] = *value;
                program.set_operands(op, &values);
            }
        }
        // Takes it away, if nothing needs it.
        3 => {
            let used = program
                .walk(op)
                .collect::<Vec<_>>()
                .into_iter()
                .any(|op| program.results(op).any(|value| program.has_uses(value)));
            if !used {
                program.erase(op);
            }
        }
        // Lets its block end with an operation that is no terminator.
        4 => {
            let Some(last) = program.op(op).block.and_then(|block| program.last_op(block)) else { return };
            let known = |op: &OpId| {
                let name = program.op_name(*op);
                *op != last
                    && !program.is_within(last, *op)
                    && (name == "scf.execute_region"
                        || name.starts_with("arith.")
                        || name.starts_with("llvm."))
            };
            let known: Vec<OpId> = ops.iter().copied().filter(known).collect();
            let used = program.results(last).any(|value| program.has_uses(value));
            if let Some(other) = dice.pick(&known).copied().filter(|_| !used) {
                program.detach(other);
                program.insert(other, InsertPoint::After(last));
                program.erase(last);
            }
        }
        // Changes the type of a result.
        _ => {
            if let Some(value) = program.results(op).next() {
                let ty = program.ctx().integer(64);
                program.set_value_type(value, ty);
            }
        }
    }
}

/// Asks both about many programs.
pub fn check_all(world: &World, opt: &MlirOpt, programs: &[&Program]) -> Vec<Result<(), Failure>> {
    let options = ParseOptions { generic: true, allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(opt, &options);
    let generic = PrintOptions { generic: true, locations: false };
    let texts: Vec<String> = programs.iter().map(|program| text::print(program, &generic)).collect();
    texts.iter().for_each(|text| batch.push_text(text));
    let outcomes = batch.run();
    texts.iter().zip(outcomes).map(|(text, outcome)| compare(world, text, &outcome)).collect()
}

/// Our answer is about the text, as MLIR's is: what cannot be written is not asked.
fn compare(world: &World, text: &str, outcome: &Outcome) -> Result<(), Failure> {
    let parsed = text::parse(world.ctx(), &Source::new("program", text));
    let violations = wellformed::check(&parsed.program, &world.registry, &wellformed::Options::default());
    let ours = parsed.diagnostics.is_empty() && violations.is_empty();
    let shown = |theirs: &str| {
        let first = violations.first().map(|violation| violation.message.as_str()).unwrap_or("");
        format!("ours: {ours} {first} {:?}, MLIR: {theirs}\n{text}", parsed.diagnostics.first())
    };
    match outcome {
        Outcome::Ok(_) if !ours => Err(Failure::new("what MLIR takes is well-formed", shown("takes it"))),
        Outcome::Error(diagnostics) if ours => {
            let message = diagnostics.first().map(|diagnostic| diagnostic.message.as_str()).unwrap_or("");
            Err(Failure::new("what MLIR refuses is ill-formed", shown(message)))
        }
        _ => Ok(()),
    }
}
