//! Prints programs in their one canonical form, pretty or generic. Knows no dialect: custom forms are in
//! `custom`, types and attributes in `spell`.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use assay_ops::Op;

use super::names::Names;
use super::number::push_number;
use super::print_types::{self, Elide};
use crate::data::{
    AttrId, BlockId, Context, Ident, LocId, OpId, Program, RegionId, TypeId, ValueDef, ValueId,
};

/// How a program is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// Every operation in generic form.
    pub generic: bool,
    /// With `loc(..)`.
    pub locations: bool,
}

/// Bytes of text that are handed over at once, at least.
const PIECE: usize = 1 << 16;

/// Facts about the name of an operation.
struct OpName {
    record: Option<&'static Op>,
    /// In quotes, with the `(` of the operands.
    head: Box<str>,
}

/// Types of operands and results, and their text: in most programs the next operation often has the same ones.
#[derive(Default)]
struct Signature {
    types: Vec<TypeId>,
    operands: usize,
    text: String,
}

impl Signature {
    /// Tells if these are the types of an operation.
    fn is_of(&self, program: &Program, op: OpId) -> bool {
        let mut types = self.types.iter();
        let mut typed = |value| types.next() == Some(&program.value_type(value));
        self.operands == program.operand_count(op)
            && self.types.len() == self.operands + program.result_count(op)
            && program.operands(op).all(&mut typed)
            && program.results(op).all(&mut typed)
    }
}

/// An operation in generic form, and its text behind the operands.
struct Generic {
    name: Ident,
    properties: AttrId,
    attributes: AttrId,
    /// Where its name is in `op_names`.
    at: usize,
    tail: String,
}

/// Prints one program.
pub(super) struct Printer<'p> {
    pub(super) program: &'p Program,
    pub(super) ctx: &'p Context,
    pub(super) options: PrintOptions,
    names: Names,
    /// Names that stand in place of the canonical ones.
    given: FxHashMap<ValueId, String>,
    /// The offset at which each operation begins, where it is asked for.
    starts: Option<FxHashMap<OpId, usize>>,
    out: String,
    /// Takes finished text from time to time.
    pub(super) sink: Option<&'p mut dyn FnMut(&str)>,
    /// How many operations around are tried in custom form: when one turns out to have none, its text is taken back.
    pub(super) tried: usize,
    indent: usize,
    pub(super) default_dialects: Vec<&'static str>,
    /// Texts of types: most programs have few.
    types: FxHashMap<TypeId, Box<str>>,
    /// Texts of dictionaries with braces.
    dictionaries: FxHashMap<AttrId, Box<str>>,
    op_names: Vec<OpName>,
    /// Where each name is in `op_names`.
    op_name_at: FxHashMap<Ident, usize>,
    /// The latest name: in most programs the next operation often has the same one.
    latest_name: Option<(Ident, usize)>,
    latest_signature: Option<Signature>,
    /// The latest operation in generic form that has no other form, no regions, no successors and no location; its types are those of
    /// the latest signature.
    latest_generic: Option<Generic>,
    defaults: RefCell<FxHashMap<&'static str, Option<AttrId>>>,
}

impl<'p> Printer<'p> {
    pub(super) fn new(
        program: &'p Program,
        root: OpId,
        standalone: bool,
        options: PrintOptions,
    ) -> Printer<'p> {
        Printer {
            program,
            ctx: program.ctx(),
            options,
            names: Names::new(program, root, standalone),
            given: FxHashMap::default(),
            starts: None,
            out: String::new(),
            sink: None,
            tried: 0,
            indent: 0,
            default_dialects: vec!["builtin"],
            types: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
            op_names: Vec::new(),
            op_name_at: FxHashMap::default(),
            latest_name: None,
            latest_signature: None,
            latest_generic: None,
            defaults: RefCell::default(),
        }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Prints these values by these names.
    pub(super) fn named(mut self, names: FxHashMap<ValueId, String>) -> Self {
        self.given = names;
        self
    }

    /// Takes down where operations begin.
    pub(super) fn placed(mut self) -> Self {
        self.starts = Some(FxHashMap::default());
        self
    }

    /// The text, and the line of each operation in it, from 0.
    pub(super) fn finish_with_lines(self) -> (String, FxHashMap<OpId, usize>) {
        let ends: Vec<usize> = self.out.match_indices('\n').map(|(at, _)| at).collect();
        let line = |offset: usize| ends.partition_point(|end| *end < offset);
        let starts = self.starts.unwrap_or_default();
        let lines = starts.into_iter().map(|(op, offset)| (op, line(offset))).collect();
        (self.out, lines)
    }

    /// Gives the finished text to a writer, piece by piece.
    pub(super) fn hand_over(&mut self) {
        if let Some(sink) = &mut self.sink {
            sink(&self.out);
            self.out.clear();
        }
    }

    // --- pieces that custom forms use ---------------------------------------------------------------------

    #[inline]
    pub(super) fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(super) fn length(&self) -> usize {
        self.out.len()
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.out.truncate(length);
    }

    pub(super) fn attr(&mut self, attr: AttrId) {
        print_types::attr(self.ctx, &mut self.out, attr, Elide::Never);
    }

    /// A number without its type.
    pub(super) fn number(&mut self, attr: AttrId) {
        print_types::attr(self.ctx, &mut self.out, attr, Elide::Always);
    }

    pub(super) fn ty(&mut self, ty: TypeId) {
        if let Some(text) = self.types.get(&ty) {
            self.out.push_str(text);
            return;
        }
        let start = self.out.len();
        print_types::ty(self.ctx, &mut self.out, ty);
        self.types.insert(ty, Box::from(&self.out[start..]));
    }

    pub(super) fn types(&mut self, types: impl IntoIterator<Item = TypeId>) {
        for (index, ty) in types.into_iter().enumerate() {
            if index > 0 {
                self.write(", ");
            }
            self.ty(ty);
        }
    }

    /// `(a, b) -> c`
    pub(super) fn functional_type(&mut self, inputs: &[TypeId], results: &[TypeId]) {
        self.write("(");
        self.types(inputs.iter().copied());
        self.write(") -> ");
        self.arrow_types(results);
    }

    /// What follows `->`.
    pub(super) fn arrow_types(&mut self, results: &[TypeId]) {
        match results {
            [one] if !print_types::is_function(self.ctx, *one) => self.ty(*one),
            _ => {
                self.write("(");
                self.types(results.iter().copied());
                self.write(")");
            }
        }
    }

    /// `@name`
    pub(super) fn symbol(&mut self, name: Ident) {
        print_types::symbol(self.ctx, &mut self.out, name);
    }

    pub(super) fn string(&mut self, text: Ident) {
        print_types::quoted(&mut self.out, self.ctx.str(text));
    }

    /// `{a = b}`
    pub(super) fn dictionary(&mut self, entries: &[(Ident, AttrId)]) {
        print_types::dictionary(self.ctx, &mut self.out, entries);
    }

    /// `%0`, `%0#1`, `%arg0`
    pub(super) fn value(&mut self, value: ValueId) {
        self.value_name(value);
        if let ValueDef::Result(op, index) = self.program.value(value).def
            && self.program.result_count(op) > 1
        {
            self.out.push('#');
            push_number(&mut self.out, u64::from(index));
        }
    }

    /// The name of a value, without the number of a result.
    pub(super) fn name_of(&mut self, value: ValueId) -> String {
        let start = self.out.len();
        self.value_name(value);
        self.out.split_off(start)
    }

    fn value_name(&mut self, value: ValueId) {
        if let Some(name) = self.given.get(&value) {
            self.out.push_str(name);
            return;
        }
        match self.names.value(value) {
            Some((number, argument)) => {
                self.out.push_str(if argument { "%arg" } else { "%" });
                push_number(&mut self.out, u64::from(number));
            }
            // A use of an erased or detached operation's result: no program that was read has one.
            None => self.out.push_str("%erased"),
        }
    }

    pub(super) fn values(&mut self, values: impl IntoIterator<Item = ValueId>) {
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.write(", ");
            }
            self.value(value);
        }
    }

    /// `^bb1`
    pub(super) fn block_name(&mut self, block: BlockId) {
        match self.names.block(block) {
            Some(number) => {
                self.out.push_str("^bb");
                push_number(&mut self.out, u64::from(number));
            }
            None => self.out.push_str("^erased"),
        }
    }

    /// The value of a default attribute by its text.
    pub(super) fn default_attr(&self, text: &'static str) -> Option<AttrId> {
        let known = self.defaults.borrow().get(text).copied();
        known.unwrap_or_else(|| {
            let attr = super::parse_attr(self.program.ctx(), text).ok();
            self.defaults.borrow_mut().insert(text, attr);
            attr
        })
    }

    // --- regions ------------------------------------------------------------------------------------------

    /// `{ ... }`. `arguments` says whether the entry block's arguments are written here; `terminator` is left out
    /// where asked.
    pub(super) fn region(&mut self, region: RegionId, arguments: bool, skip_terminator: bool) {
        self.write("{\n");
        let blocks = &self.program.region(region).blocks;
        self.indent += 1;
        for (index, block) in blocks.iter().enumerate() {
            let data = self.program.block(*block);
            let empty = self.program.first_op(*block).is_none();
            let labelled = if index > 0 {
                true
            } else {
                arguments && (!data.arguments.is_empty() || empty) || self.names.is_target(*block)
            };
            if labelled {
                self.label(*block);
            }
            self.ops(*block, skip_terminator);
        }
        self.indent -= 1;
        self.pad();
        self.write("}");
    }

    fn label(&mut self, block: BlockId) {
        self.indent -= 1;
        self.pad();
        self.indent += 1;
        self.block_name(block);
        let program = self.program;
        let arguments = &program.block(block).arguments;
        if !arguments.is_empty() {
            self.write("(");
            for (index, argument) in arguments.iter().enumerate() {
                self.write(if index > 0 { ", " } else { "" });
                self.value(*argument);
                self.write(": ");
                self.ty(program.value_type(*argument));
            }
            self.write(")");
        }
        self.write(":\n");
    }

    /// The operations of a block, one a line.
    pub(super) fn ops(&mut self, block: BlockId, skip_terminator: bool) {
        let mut next = self.program.first_op(block);
        while let Some(op) = next {
            next = self.program.next_op(op);
            if skip_terminator && next.is_none() {
                return;
            }
            self.pad();
            self.op(op);
            self.write("\n");
            if self.out.len() >= PIECE && self.tried == 0 {
                self.hand_over();
            }
        }
    }

    /// A line break, for forms that go on in the next line.
    pub(super) fn line(&mut self) {
        self.write("\n");
        self.pad();
    }

    fn pad(&mut self) {
        const SPACES: &str = "                                                                ";
        let width = self.indent * 2;
        if width <= SPACES.len() {
            self.out.push_str(&SPACES[..width]);
        } else {
            self.out.extend(std::iter::repeat_n(' ', width));
        }
    }

    // --- operations ---------------------------------------------------------------------------------------

    /// One operation, without a line break behind it.
    pub(super) fn op(&mut self, op: OpId) {
        let program = self.program;
        if let Some(starts) = &mut self.starts {
            starts.insert(op, self.out.len());
        }
        let count = program.result_count(op);
        if let Some(first) = program.result(op, 0) {
            self.value_name(first);
            if count > 1 {
                self.write(":");
                push_number(&mut self.out, count as u64);
            }
            self.write(" = ");
        }
        self.op_without_results(op);
    }

    /// The record of an operation, if there is one.
    pub(super) fn record(&mut self, op: OpId) -> Option<&'static Op> {
        let at = self.op_name(op);
        self.op_names[at].record
    }

    /// Where the name of an operation is in `op_names`.
    fn op_name(&mut self, op: OpId) -> usize {
        let name = self.program.op(op).name;
        if let Some((latest, at)) = self.latest_name
            && latest == name
        {
            return at;
        }
        let (ctx, names) = (self.ctx, &mut self.op_names);
        let at = *self.op_name_at.entry(name).or_insert_with(|| {
            let mut head = String::new();
            print_types::quoted(&mut head, ctx.str(name));
            head.push('(');
            names.push(OpName { record: ctx.record(ctx.str(name)), head: head.into() });
            names.len() - 1
        });
        self.latest_name = Some((name, at));
        at
    }

    pub(super) fn custom_name(&mut self, name: &'static str) {
        let short = name.split_once('.').filter(|(dialect, rest)| {
            self.default_dialects.last() == Some(dialect) && !dialect.is_empty() && !rest.contains('.')
        });
        self.write(short.map_or(name, |(_, rest)| rest));
    }

    pub(super) fn location(&mut self, loc: LocId) {
        self.write(" loc(");
        print_types::location(self.ctx, &mut self.out, loc);
        self.write(")");
    }

    pub(super) fn generic(&mut self, op: OpId) {
        let program = self.program;
        let data = program.op(op);
        let name = self.op_name(op);
        self.out.push_str(&self.op_names[name].head);
        self.values(program.operands(op));
        let behind = self.out.len();
        self.write(")");
        let successors = program.successors(op);
        if !successors.is_empty() {
            self.write("[");
            for (index, block) in successors.iter().enumerate() {
                self.write(if index > 0 { ", " } else { "" });
                self.block_name(*block);
            }
            self.write("]");
        }
        let empty = self.ctx.empty_dictionary();
        if data.properties != empty {
            self.write(" <");
            self.whole_dictionary(data.properties);
            self.write(">");
        }
        let regions = program.op_regions(op);
        if !regions.is_empty() {
            self.default_dialects.push("");
            self.write(" (");
            for (index, region) in regions.iter().enumerate() {
                self.write(if index > 0 { ", " } else { "" });
                self.region(*region, true, false);
            }
            self.write(")");
            self.default_dialects.pop();
        }
        if data.attributes != empty {
            self.write(" ");
            self.whole_dictionary(data.attributes);
        }
        self.signature(op);
        // The form of an operation that has one may depend on more, such as what follows it.
        let always = self.options.generic || self.op_names[name].record.is_none();
        let plain = successors.is_empty() && regions.is_empty() && !self.options.locations && always;
        self.latest_generic = plain.then(|| {
            let mut tail = self.latest_generic.take().map_or_else(String::new, |latest| latest.tail);
            tail.clear();
            tail.push_str(&self.out[behind..]);
            Generic {
                name: data.name,
                properties: data.properties,
                attributes: data.attributes,
                at: name,
                tail,
            }
        });
    }

    /// Prints an operation that differs from the latest one in the names of its values only; returns false and does nothing where
    /// it is another one.
    pub(super) fn repeat(&mut self, op: OpId) -> bool {
        let program = self.program;
        let data = program.op(op);
        let Some(latest) = &mut self.latest_generic else { return false };
        let same = latest.name == data.name
            && latest.properties == data.properties
            && latest.attributes == data.attributes
            && program.successors(op).is_empty()
            && program.op_regions(op).is_empty()
            && self.latest_signature.as_ref().is_some_and(|types| types.is_of(program, op));
        if same {
            let tail = std::mem::take(&mut latest.tail);
            self.out.push_str(&self.op_names[latest.at].head);
            self.values(program.operands(op));
            self.out.push_str(&tail);
            if let Some(latest) = &mut self.latest_generic {
                latest.tail = tail;
            }
        }
        same
    }

    /// ` : (a, b) -> c`; the same as before is not spelled again.
    fn signature(&mut self, op: OpId) {
        let program = self.program;
        if let Some(latest) = self.latest_signature.as_ref().filter(|latest| latest.is_of(program, op)) {
            self.out.push_str(&latest.text);
            return;
        }
        let mut latest = self.latest_signature.take().unwrap_or_default();
        latest.types.clear();
        let values = program.operands(op).chain(program.results(op));
        latest.types.extend(values.map(|value| program.value_type(value)));
        latest.operands = program.operand_count(op);
        let start = self.out.len();
        let (inputs, results) = latest.types.split_at(latest.operands);
        self.write(" : ");
        self.functional_type(inputs, results);
        latest.text.clear();
        latest.text.push_str(&self.out[start..]);
        self.latest_signature = Some(latest);
    }

    /// A dictionary attribute; the same one is spelled once.
    fn whole_dictionary(&mut self, dictionary: AttrId) {
        if let Some(text) = self.dictionaries.get(&dictionary) {
            self.out.push_str(text);
            return;
        }
        let start = self.out.len();
        print_types::dictionary(self.ctx, &mut self.out, self.ctx.entries(dictionary));
        if self.out.len() - start < 4096 && self.dictionaries.len() < 1 << 16 {
            self.dictionaries.insert(dictionary, Box::from(&self.out[start..]));
        }
    }
}

#[cfg(test)]
mod tests {
    /// Operations that differ in the names of values only, and others between them.
    #[test]
    fn what_is_printed_again_is_what_is_printed_alone() {
        let lines = [
            "%0 = \"l.a\"() {k = 1 : i8} : () -> i32",
            "%1 = \"l.b\"(%0) : (i32) -> i32",
            "%2 = \"l.b\"(%1) : (i32) -> i32",
            "%3 = \"l.b\"(%2) {k = 1 : i8} : (i32) -> i32",
            "%4 = \"l.b\"(%3) {k = 1 : i8} : (i32) -> i32",
            "%5 = \"l.b\"(%4) <{k = 1 : i8}> : (i32) -> i32",
            "%6 = \"l.b\"(%5) <{k = 1 : i8}> ({\n}) : (i32) -> i32",
            "%7 = \"l.b\"(%6) <{k = 1 : i8}> : (i32) -> i8",
            "%8:2 = \"l.b\"(%7) <{k = 1 : i8}> : (i8) -> (i8, i8)",
            "%9:2 = \"l.b\"(%8#1) <{k = 1 : i8}> : (i8) -> (i8, i8)",
            "%10 = \"l.b\"(%9#0) <{k = 1 : i8}> : (i8) -> i8",
            "%11 = \"l.c\"(%10) <{k = 1 : i8}> : (i8) -> i8",
        ];
        let text = lines.join("\n") + "\n";
        let parsed = crate::text::parse(&crate::data::Context::new(), &crate::data::Source::new("t", &text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        assert_eq!(crate::text::print(&parsed.program, &Default::default()), text);
    }

    /// A form that cannot be written in front of a definition can in front of a brace.
    #[test]
    fn an_operation_with_a_form_is_not_printed_again_without_it() {
        let text = concat!(
            "pdl.pattern : benefit(1) {\n%r = operation\nrewrite %r {\n%w = result 0 of %r\n",
            "\"pdl.replace\"(%r, %w) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()\n",
            "%v = result 0 of %r\nreplace %r with(%v : !pdl.value)\n}\n}\n",
        );
        let parsed = crate::text::parse(&crate::data::Context::new(), &crate::data::Source::new("t", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let printed = crate::text::print(&parsed.program, &Default::default());
        assert!(printed.contains("\"pdl.replace\"(") && printed.contains("replace %0 with"), "{printed}");
    }
}
