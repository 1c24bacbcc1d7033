//! One text for each pattern, the same for patterns that differ only in names, places and spelling: for
//! baselines and for finding copies. Keeps the order of operations; knows nothing of what they mean.

use std::fmt::Write as _;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

use super::pattern::Pattern;
use crate::data::{AttrId, BlockId, Ident, OpId, ValueId, known};
use crate::text::{attr_text, push_attr, push_number, push_type};

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
    let numbers = FxHashMap::with_capacity_and_hasher(32, FxBuildHasher);
    let mut writer = Writer { pattern, numbers, out: String::with_capacity(2048) };
    writer.op(pattern.op, 0);
    writer.out
}

struct Writer<'a> {
    pattern: Pattern<'a>,
    numbers: FxHashMap<ValueId, u64>,
    out: String,
}

impl Writer<'_> {
    /// Values by number, each with its type where it stands first.
    fn values(&mut self, values: impl Iterator<Item = ValueId>) {
        for (index, value) in values.enumerate() {
            self.out.push_str(if index == 0 { "%" } else { ", %" });
            let next = self.numbers.len() as u64;
            let number = *self.numbers.entry(value).or_insert(next);
            push_number(&mut self.out, number);
            if number == next {
                self.out.push_str(": ");
                let ty = self.pattern.program.value_type(value);
                push_type(self.pattern.program.ctx(), &mut self.out, ty);
            }
        }
    }

    fn op(&mut self, op: OpId, depth: usize) {
        let program = self.pattern.program;
        self.indent(depth);
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
        self.indent(depth - 1);
    }

    fn indent(&mut self, depth: usize) {
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }

    /// The attributes, properties among them, by name.
    fn attributes(&mut self, op: OpId) {
        let program = self.pattern.program;
        let (ctx, data) = (program.ctx(), program.op(op));
        let all = ctx.entries(data.properties).iter().chain(ctx.entries(data.attributes)).copied();
        let kept = all.filter(|(key, attr)| !self.is_left_out(op, *key, *attr));
        let mut entries: SmallVec<[(&str, AttrId); 4]> =
            kept.map(|(key, attr)| (ctx.str(key), attr)).collect();
        entries.sort_by(|(a, one), (b, two)| {
            // A property and an attribute may have one name.
            a.cmp(b).then_with(|| attr_text(ctx, *one).cmp(&attr_text(ctx, *two)))
        });
        for (index, (key, attr)) in entries.iter().enumerate() {
            self.out.push_str(if index == 0 { " {" } else { ", " });
            match key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte)) {
                true => self.out.push_str(key),
                // It may look like the text of others.
                false => {
                    let _ = write!(self.out, "{key:?}");
                }
            }
            self.out.push_str(" = ");
            push_attr(ctx, &mut self.out, *attr);
        }
        if !entries.is_empty() {
            self.out.push('}');
        }
    }

    fn is_left_out(&self, op: OpId, key: Ident, attr: AttrId) -> bool {
        let program = self.pattern.program;
        let name = program.op(op).name;
        let is_false = || attr_text(program.ctx(), attr) == "false";
        (op == self.pattern.op && key == known::SYM_NAME)
            || (name == known::PDL_NATIVE_CONSTRAINT && key == known::IS_NEGATED && is_false())
            || (key == known::OPERAND_SEGMENT_SIZES && program.operand_count(op) == 0)
    }
}
