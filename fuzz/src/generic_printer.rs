//! A second printer, of generic form alone: what the printer of programs is held against, and how programs are written
//! down that show what is wrong with it. Shares nothing with it but the spelling of types and attributes.

use std::fmt::Write as _;

use assay_ir::data::{AttrId, BlockId, OpId, Program, RegionId, TypeId, ValueDef, ValueId};
use assay_ir::text::{attr_text, type_text};

/// A program in generic form; the outermost module is left out.
pub fn print(program: &Program) -> String {
    let mut plain = Plain { program, out: String::new() };
    for op in program.ops_in(program.top_block()) {
        plain.op(op);
    }
    plain.out
}

struct Plain<'p> {
    program: &'p Program,
    out: String,
}

/// Something between commas.
fn join<T>(items: impl IntoIterator<Item = T>, text: impl Fn(T) -> String) -> String {
    items.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// `"text"`
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => _ = write!(out, "\\{:02X}", c as u32),
            c if c.is_ascii_control() => _ = write!(out, "\\{:02X}", c as u32),
            c => out.push(c),
        }
    }
    out + "\""
}

impl Plain<'_> {
    fn value(&self, value: ValueId) -> String {
        match self.program.value(value).def {
            ValueDef::Result(op, index) if self.program.result_count(op) > 1 => {
                format!("%o{}#{index}", op.index())
            }
            ValueDef::Result(op, _) => format!("%o{}", op.index()),
            ValueDef::Argument(..) => format!("%a{}", value.index()),
        }
    }

    fn ty(&self, ty: TypeId) -> String {
        type_text(self.program.ctx(), ty)
    }

    fn type_of(&self, value: ValueId) -> String {
        self.ty(self.program.value_type(value))
    }

    fn dictionary(&self, dictionary: AttrId) -> String {
        let ctx = self.program.ctx();
        let entry =
            |(name, value): &(_, AttrId)| format!("{} = {}", quoted(ctx.str(*name)), attr_text(ctx, *value));
        format!("{{{}}}", join(ctx.entries(dictionary), entry))
    }

    fn op(&mut self, op: OpId) {
        let program = self.program;
        let data = program.op(op);
        match program.result_count(op) {
            0 => {}
            1 => _ = write!(self.out, "%o{} = ", op.index()),
            count => _ = write!(self.out, "%o{}:{count} = ", op.index()),
        }
        let operands = join(program.operands(op), |value| self.value(value));
        _ = write!(self.out, "{}({operands})", quoted(program.op_name(op)));
        let successors = program.successors(op);
        if !successors.is_empty() {
            _ = write!(self.out, "[{}]", join(successors, |block| format!("^b{}", block.index())));
        }
        let empty = program.ctx().empty_dictionary();
        if data.properties != empty {
            let dictionary = self.dictionary(data.properties);
            _ = write!(self.out, " <{dictionary}>");
        }
        for (index, region) in program.op_regions(op).iter().enumerate() {
            self.out.push_str(if index == 0 { " (" } else { ", " });
            self.region(*region);
        }
        if !program.op_regions(op).is_empty() {
            self.out.push(')');
        }
        if data.attributes != empty {
            let dictionary = self.dictionary(data.attributes);
            _ = write!(self.out, " {dictionary}");
        }
        let inputs = join(program.operands(op), |value| self.type_of(value));
        let results = join(program.results(op), |value| self.type_of(value));
        _ = writeln!(self.out, " : ({inputs}) -> ({results})");
    }

    fn region(&mut self, region: RegionId) {
        self.out.push_str("{\n");
        for block in &self.program.region(region).blocks {
            self.block(*block);
        }
        self.out.push('}');
    }

    fn block(&mut self, block: BlockId) {
        let arguments = &self.program.block(block).arguments;
        _ = write!(self.out, "^b{}", block.index());
        if !arguments.is_empty() {
            let argument = |value: &ValueId| format!("{}: {}", self.value(*value), self.type_of(*value));
            let arguments = join(arguments, argument);
            _ = write!(self.out, "({arguments})");
        }
        self.out.push_str(":\n");
        for op in self.program.ops_in(block) {
            self.op(op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{shape, top_ops};
    use assay_ir::data::{Context, Source};

    #[test]
    fn what_is_printed_reads_back_as_the_same_program() {
        let ctx = Context::new();
        let read = |text: &str| {
            let parsed = assay_ir::text::parse(&ctx, &Source::new("t", text));
            assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
            parsed.program
        };
        let program = read(
            "func.func @f(%a: i32) -> i32 {\n  %0:2 = \"l.a\"(%a) ({\n  ^bb0(%b: i1):\n    \"l.b\"(%b) {\"a b\"} : (i1) -> ()\n  \
             }, {}) {k = \"q\\22\"} : (i32) -> (i32, i32)\n  cf.br ^bb1(%0#1 : i32)\n^bb1(%c: i32):\n  return %c : i32\n}",
        );
        let again = read(&print(&program));
        assert_eq!(shape(&program, &top_ops(&program)), shape(&again, &top_ops(&again)));
    }
}
