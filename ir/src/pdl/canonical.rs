//! One text for each pattern, the same for patterns that differ only in names, places and spelling: for
//! baselines and for finding copies. Keeps the order of operations; knows nothing of what they mean.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::pattern::Pattern;
use crate::data::{BlockId, Ident, OpId, ValueId, known};
use crate::text::{attr_text, type_text};

/// The canonical text of a pattern: values are numbered in order, the name of the pattern, locations and
/// attributes that say the default are left out, and each operation is in one generic form.
///
/// ```
/// use assay_ir::{data::{Context, Source}, pdl, text};
/// let ctx = Context::new();
/// let read = |text: &str| text::parse(&ctx, &Source::new("p.mlir", text)).program;
/// let one = read("pdl.pattern @a : benefit(1) { %r = operation \"x.y\" rewrite %r { erase %r } }");
/// let two = read("pdl.pattern @b : benefit(1) {\n  %q = pdl.operation \"x.y\"\n  pdl.rewrite %q {\n    pdl.erase %q\n  }\n}");
/// assert_eq!(pdl::canonical(pdl::patterns(&one)[0]), pdl::canonical(pdl::patterns(&two)[0]));
/// ```
pub fn canonical(pattern: Pattern<'_>) -> String {
    let mut writer = Writer { pattern, numbers: FxHashMap::default(), out: String::new() };
    writer.op(pattern.op, 0);
    writer.out
}

struct Writer<'a> {
    pattern: Pattern<'a>,
    numbers: FxHashMap<ValueId, usize>,
    out: String,
}

impl Writer<'_> {
    fn number(&mut self, value: ValueId) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(value).or_insert(next)
    }

    fn values(&mut self, values: impl Iterator<Item = ValueId>) {
        for (index, value) in values.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            let (number, ty) = (self.number(value), self.pattern.program.value_type(value));
            let ty = type_text(self.pattern.program.ctx(), ty);
            // Writing to a string does not fail.
            let _ = write!(self.out, "{comma}%{number}: {ty}");
        }
    }

    fn op(&mut self, op: OpId, depth: usize) {
        let program = self.pattern.program;
        self.out.extend(std::iter::repeat_n(' ', 2 * depth));
        if program.result_count(op) > 0 {
            self.values(program.results(op));
            self.out.push_str(" = ");
        }
        self.out.push_str(program.op_name(op));
        if program.operand_count(op) > 0 {
            self.out.push('(');
            self.values(program.operands(op));
            self.out.push(')');
        }
        self.attributes(op);
        for region in program.op_regions(op) {
            self.out.push_str(" {");
            for block in &program.region(*region).blocks {
                self.block(*block, depth + 1);
            }
            self.out.push('}');
        }
        self.out.push('\n');
    }

    /// The regions of a pattern are two deep; what else is nested there is malformed, and is cut off so that
    /// no text makes this recursion deep.
    fn block(&mut self, block: BlockId, depth: usize) {
        self.out.push('\n');
        if depth > 16 {
            return;
        }
        for op in self.pattern.program.ops_in(block) {
            self.op(op, depth);
        }
        self.out.extend(std::iter::repeat_n(' ', 2 * (depth - 1)));
    }

    fn attributes(&mut self, op: OpId) {
        let program = self.pattern.program;
        let (ctx, data) = (program.ctx(), program.op(op));
        let all = ctx.entries(data.properties).iter().chain(ctx.entries(data.attributes)).copied();
        let mut entries: Vec<(&str, String)> = all
            .map(|(key, attr)| (key, attr_text(ctx, attr)))
            .filter(|(key, text)| !self.is_left_out(op, *key, text))
            .map(|(key, text)| (ctx.str(key), text))
            .collect();
        entries.sort();
        for (index, (key, text)) in entries.iter().enumerate() {
            let open = if index == 0 { " {" } else { ", " };
            let _ = write!(self.out, "{open}{key} = {text}");
        }
        if !entries.is_empty() {
            self.out.push('}');
        }
    }

    fn is_left_out(&self, op: OpId, key: Ident, text: &str) -> bool {
        let name = self.pattern.program.op(op).name;
        (op == self.pattern.op && key == known::SYM_NAME)
            || (name == known::PDL_NATIVE_CONSTRAINT && key == known::IS_NEGATED && text == "false")
            || (key == known::OPERAND_SEGMENT_SIZES && self.pattern.program.operand_count(op) == 0)
    }
}
