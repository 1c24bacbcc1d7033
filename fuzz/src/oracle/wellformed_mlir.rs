//! The checker against MLIR's verifier on the same program: both take it, or both refuse it.

use assay_ir::data::{BlockId, InsertPoint, OpId, Program, Source, ValueDef, ValueId};
use assay_ir::text::{self, PrintOptions};
use assay_ir::{ops, wellformed};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{Batch, MlirOpt, Outcome};

use super::Failure;
use crate::generate::choose::Choose;
use crate::generate::{ChoiceSource, bytes};
use crate::subject::FuzzContext;

/// A program, and copies of it in which something was put where it does not belong: MLIR is asked about all at once.
pub fn variants(program: &Program, seed: u64) -> Vec<Program> {
    let mut out = vec![program.clone()];
    let noise = bytes(seed ^ 0x5EED, 256);
    let mut bytes = arbitrary::Unstructured::new(&noise);
    let dice = &mut ChoiceSource(&mut bytes);
    for _ in 0..4 {
        let mut damaged = program.clone();
        for _ in 0..1 + dice.below(2) {
            damage(&mut damaged, dice);
        }
        if !reads_from_the_dark(&damaged) {
            out.push(damaged);
        }
    }
    out
}

/// Whether a block that nothing reaches uses a value of a region that does not hold it. Such a program has a text for
/// MLIR alone: its reader lets a name that a nested region defines stand for a use before it, and its verifier asks
/// nothing of blocks that nothing reaches. For ours the name ends with the region.
fn reads_from_the_dark(program: &Program) -> bool {
    let around = |op: OpId| std::iter::successors(Some(op), |op| program.parent_op(*op));
    let block = |op: OpId| program.op(op).block;
    program.walk(program.top()).any(|op| {
        let dark = || around(op).filter_map(block).any(|block| !is_reached(program, block));
        let seen = |value: ValueId| {
            let defined = match program.value(value).def {
                ValueDef::Result(op, _) => block(op),
                ValueDef::Argument(block, _) => Some(block),
            };
            let region = defined.map(|block| program.block(block).region);
            around(op).filter_map(block).any(|block| Some(program.block(block).region) == region)
        };
        program.operands(op).any(|value| !seen(value)) && dark()
    })
}

/// Whether control gets from the entry of its region to a block.
fn is_reached(program: &Program, block: BlockId) -> bool {
    let Some(entry) = program.region(program.block(block).region).blocks.first().copied() else {
        return false;
    };
    let mut reached = vec![entry];
    let mut at = 0;
    while let Some(from) = reached.get(at).copied() {
        at += 1;
        for to in program.last_op(from).map_or(&[][..], |last| program.successors(last)) {
            if !reached.contains(to) {
                reached.push(*to);
            }
        }
    }
    reached.contains(&block)
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
                    && (ops::has_role(name, "scope")
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

/// What both are asked about.
pub fn text(program: &Program) -> String {
    text::print(program, &PrintOptions { generic: true, locations: false })
}

/// Asks both about many programs.
pub fn check_all(world: &FuzzContext, opt: &MlirOpt, programs: &[&Program]) -> Vec<Result<(), Failure>> {
    let options = ParseOptions { generic: true, allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(opt, &options);
    let texts: Vec<String> = programs.iter().map(|program| self::text(program)).collect();
    texts.iter().for_each(|text| batch.push_text(text));
    let outcomes = batch.run();
    texts.iter().zip(outcomes).map(|(text, outcome)| compare(world, text, &outcome)).collect()
}

/// Our answer is about the text, as MLIR's is: what cannot be written is not compared.
fn compare(world: &FuzzContext, text: &str, outcome: &Outcome) -> Result<(), Failure> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Program {
        let parsed = text::parse(&assay_ir::data::Context::new(), &Source::new("t", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        parsed.program
    }

    /// Lets the operation `lab.use` read what `lab.def` defines.
    fn tied(text: &str) -> Program {
        let mut program = read(text);
        let find = |name: &str| program.walk(program.top()).find(|op| program.op_name(*op) == name);
        let (reader, definition) = find("lab.use").zip(find("lab.def")).expect("both are there");
        let value = program.result(definition, 0).expect("it has a result");
        program.set_operands(reader, &[value]);
        program
    }

    #[test]
    fn a_value_of_a_nested_region_is_read_from_the_dark_only_where_nothing_gets() {
        let body = "  \"lab.use\"() : () -> ()\n  scf.execute_region {\n    %0 = \"lab.def\"() : () -> i1\n    scf.yield\n  }\n  \
                    return\n}\n";
        assert!(!reads_from_the_dark(&tied(&format!("func.func @f() {{\n{body}"))));
        let dark = tied(&format!("func.func @f() {{\n  return\n^bb1:\n{body}"));
        assert!(reads_from_the_dark(&dark));
    }

    #[test]
    fn values_of_the_same_or_an_outer_region_are_seen() {
        let text = "func.func @f() {\n  return\n^bb1:\n  %0 = \"lab.def\"() : () -> i1\n  scf.execute_region {\n    \
                    \"lab.use\"() : () -> ()\n    scf.yield\n  }\n  return\n}\n";
        assert!(!reads_from_the_dark(&tied(text)));
    }
}
