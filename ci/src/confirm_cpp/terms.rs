//! Straight-line programs as the terms that they return, so that two can be compared up to order, names, common and dead code.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use assay_backend::engine::{Engine as _, Options, Outcome};
use assay_backend::interp::Interpreter;
use assay_backend::value::Value;
use assay_ir::data::{Context, OpId, Program, Source, ValueId};
use assay_ir::text;
use assay_verifier::witness::execute;

/// Longest text of a term.
const LONGEST: usize = 1 << 16;

/// The terms that the function of a text returns; `None` where it is no such program.
pub(super) fn returned(ctx: &Arc<Context>, printed: &str) -> Option<Vec<String>> {
    let parsed = text::parse(ctx, &Source::new("program", printed));
    if !parsed.diagnostics.is_empty() {
        return None;
    }
    let program = parsed.program;
    let function = execute::function(&program)?;
    let region = program.op_regions(function).first()?;
    let [block] = program.region(*region).blocks[..] else { return None };
    let last = program.last_op(block)?;
    let mut terms = Terms { program: &program, known: HashMap::new() };
    for (number, argument) in program.block(block).arguments.iter().enumerate() {
        terms.known.insert(*argument, format!("argument {number}"));
    }
    program.operands(last).map(|value| terms.term(value, 0)).collect()
}

/// The values that a function without parameters returns; `None` where it has some, or returns none that are known.
pub(super) fn values(ctx: &Arc<Context>, printed: &str) -> Option<Vec<Value>> {
    let program = text::parse(ctx, &Source::new("program", printed)).program;
    let function = execute::function(&program)?;
    if !execute::parameters(&program, function).is_empty() {
        return None;
    }
    match Interpreter.run(&program, function, &[], &Options::default()).ok()?.outcome {
        Outcome::Values(values) if !values.iter().any(Value::has_poison) => Some(values),
        _ => None,
    }
}

struct Terms<'p> {
    program: &'p Program,
    known: HashMap<ValueId, String>,
}

impl Terms<'_> {
    fn term(&mut self, value: ValueId, depth: usize) -> Option<String> {
        if let Some(known) = self.known.get(&value) {
            return Some(known.clone());
        }
        let op = self.program.defining_op(value).filter(|_| depth < 256)?;
        let operands: Vec<ValueId> = self.program.operands(op).collect();
        let operands: Vec<String> =
            operands.into_iter().map(|operand| self.term(operand, depth + 1)).collect::<Option<_>>()?;
        let ctx = self.program.ctx();
        let number = self.program.results(op).position(|result| result == value)?;
        let mut term = self.program.op_name(op).to_owned();
        let _ = write!(term, "{}({})#{number} : ", self.attributes(op), operands.join(", "));
        term += &text::type_text(ctx, self.program.value_type(value));
        if term.len() > LONGEST {
            return None;
        }
        self.known.insert(value, term.clone());
        Some(term)
    }

    fn attributes(&self, op: OpId) -> String {
        let data = self.program.op(op);
        let ctx = self.program.ctx();
        let texts = [data.properties, data.attributes].map(|dictionary| text::attr_text(ctx, dictionary));
        texts.into_iter().filter(|text| text != "{}").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returned(body: &str) -> Option<Vec<String>> {
        let text = format!("func.func @f(%a: i8, %b: i8) -> i8 {{\n{body}\n}}");
        super::returned(&Context::new(), &text)
    }

    #[test]
    fn order_and_copies_do_not_count_and_operands_do() {
        let one = returned("%0 = arith.addi %a, %b : i8\n%1 = arith.muli %0, %0 : i8\nreturn %1 : i8");
        let copied = "%0 = arith.addi %a, %b : i8\n%1 = arith.addi %a, %b : i8\n%2 = arith.muli %1, %0 : i8\nreturn %2 : i8";
        assert!(one.is_some());
        assert_eq!(one, returned(copied));
        let swapped = returned("%0 = arith.addi %b, %a : i8\n%1 = arith.muli %0, %0 : i8\nreturn %1 : i8");
        assert_ne!(one, swapped);
    }
}
