//! MLIR text: reads programs, types and attributes, and prints them in one canonical form, pretty or generic.
//! Knows how operations are written, not what they mean, nor whether a program is well-formed.

mod affine;
mod alias_table;
mod aliases;
mod attrs;
mod custom;
mod dense;
mod dialect_types;
mod dialects;
mod embedded;
mod lexer;
mod line_cache;
mod lines;
mod locations;
mod names;
mod nesting_limit;
mod number;
mod op_state;
mod ops;
mod parser;
mod print_ops;
mod print_types;
mod printer;
mod regions;
mod resources;
mod scope;
mod types;
mod value_names;
mod values;

pub(crate) use custom::llvm_types;
pub use custom::{attribute_names, fill_with_implied_body, implies_body};
pub use dialects::flag_words;
pub use embedded::pdl_in_cpp;
pub use parser::{MAX_DIAGNOSTICS, MAX_NESTING};
pub use printer::PrintOptions;
pub use value_names::value_names;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::data::{AttrId, Context, OpId, Pos, Program, Source, Span, TypeId, ValueId};
use crate::diagnostic::Diagnostic;
use lexer::Kind;
use parser::{Parser, Read};
use print_types::Elide;
use printer::Printer;

/// What reading a text gives.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// Everything that could be read.
    pub program: Program,
    /// Everything that was wrong with the text, in the order of the text; empty when all was read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a program: one `module`, or a list of operations. After an error reading goes on at the next operation,
/// so that every error of the text is reported.
///
/// ```
/// use assay_ir::data::{Context, Source};
/// let ctx = Context::new();
/// let source = Source::new("f.mlir", "%0 = \"test.op\"() : () -> i32\n");
/// let parsed = assay_ir::text::parse(&ctx, &source);
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(assay_ir::text::print(&parsed.program, &Default::default()), "%0 = \"test.op\"() : () -> i32\n");
/// ```
pub fn parse(ctx: &Arc<Context>, source: &Arc<Source>) -> Parsed {
    if source.text().len() >= u32::MAX as usize {
        let diagnostic = Diagnostic::error(Span::NONE, "the text is larger than 4 GiB");
        return Parsed { program: Program::new(ctx), diagnostics: vec![diagnostic] };
    }
    let mut parser = Parser::new(ctx, source.text());
    let top = parser.program.top_block();
    parser.scopes.push(Pos(0));
    loop {
        parser.op_list(top);
        parser.unwinding = None;
        let start = parser.token.start;
        let read = match parser.kind() {
            Kind::Eof => break,
            Kind::RBrace => {
                let here = parser.here();
                parser.bump();
                parser.fail(
                    Diagnostic::error(here, "this `}` closes nothing")
                        .help("remove it, or add the `{` it belongs to"),
                )
            }
            Kind::Caret => {
                let read = parser.error_here::<()>("there are no blocks outside of a region");
                parser.recover(start);
                read
            }
            _ => Ok(()),
        };
        let _reported: Read<()> = read;
    }
    parser.report_undefined();
    parser.replace_placeholders();
    let deepest = parser.deepest;
    let mut program = parser.program;
    program.set_resources(parser.resources);
    program.set_source(Arc::clone(source));
    let top = program.top_block();
    if let Some(only) = program.first_op(top).filter(|first| program.last_op(top) == Some(*first)) {
        program.promote(only);
    }
    let mut diagnostics = parser.diagnostics;
    if diagnostics.is_empty() {
        diagnostics.extend(nesting_limit::beyond_limit(&program, deepest));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    Parsed { program, diagnostics }
}

/// Reads the bytes of a file.
///
/// # Errors
/// One diagnostic without a place when the bytes are no MLIR text at all: bytecode, NUL bytes, invalid UTF-8, or
/// more than 4 GiB.
pub fn parse_bytes(ctx: &Arc<Context>, name: &str, bytes: &[u8]) -> Result<Parsed, Diagnostic> {
    parse_file(ctx, name, bytes.to_vec())
}

/// The encoding that the first bytes of a text name, where that is not UTF-8.
#[must_use]
pub fn other_encoding(bytes: &[u8]) -> Option<&'static str> {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    (begins(b"\xff\xfe") || begins(b"\xfe\xff")).then_some("UTF-16")
}

/// Reads the bytes of a file, which the program keeps as its source: large ones are not copied.
///
/// # Errors
/// Those of [`parse_bytes`].
pub fn parse_file(ctx: &Arc<Context>, name: &str, bytes: Vec<u8>) -> Result<Parsed, Diagnostic> {
    let refuse = |message: String, help: &str| Err(Diagnostic::error(Span::NONE, message).help(help));
    if bytes.len() >= u32::MAX as usize {
        return refuse("this is larger than 4 GiB".to_owned(), "split it");
    }
    if bytes.starts_with(b"ML\xEFR") {
        return refuse(
            "this is MLIR bytecode, not text".to_owned(),
            "convert it with `mlir-opt`, which prints text by default",
        );
    }
    let line_of = |text: &[u8], at: usize| text[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            if let Some(encoding) = other_encoding(error.as_bytes()) {
                return refuse(format!("this is {encoding}, not UTF-8"), "save the file as UTF-8");
            }
            let line = line_of(error.as_bytes(), error.utf8_error().valid_up_to());
            return refuse(format!("this is not UTF-8: line {line}"), "save the file as UTF-8");
        }
    };
    if text.as_bytes().contains(&0) {
        let at = text.bytes().position(|byte| byte == 0).unwrap_or(0);
        let line = line_of(text.as_bytes(), at);
        return refuse(format!("this holds a NUL byte: line {line}"), "this is no MLIR text");
    }
    Ok(parse(ctx, &Source::new(name, text)))
}

/// Whether a text holds comments other than those that MLIR prints behind block labels.
pub fn holds_comments(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        let token = lexer::next(bytes, at);
        let between = text.get(at..token.start as usize).unwrap_or("");
        let mut comments = between.lines().filter_map(|line| line.trim().strip_prefix("//"));
        let own = |comment: &str| {
            let mut words = comment.split_whitespace();
            matches!(
                (words.next(), words.next()),
                (Some("no"), Some("predecessors")) | (Some("pred:"), _) | (Some(_), Some("preds:"))
            )
        };
        if comments.any(|comment| !own(comment)) {
            return true;
        }
        if token.kind == Kind::Eof {
            return false;
        }
        at = token.end as usize;
    }
}

fn parse_whole<T>(
    ctx: &Arc<Context>,
    text: &str,
    what: &str,
    read: impl FnOnce(&mut Parser<'_>) -> Read<T>,
) -> Result<T, Diagnostic> {
    if text.len() >= u32::MAX as usize {
        return Err(Diagnostic::error(Span::NONE, "the text is larger than 4 GiB"));
    }
    let mut parser = Parser::new(ctx, text);
    let result = read(&mut parser).and_then(|value| match parser.kind() {
        Kind::Eof => Ok(value),
        _ => parser.expected("the end of the text"),
    });
    match (result, parser.diagnostics.into_iter().next()) {
        (Ok(value), None) => Ok(value),
        (_, Some(first)) => Err(first),
        (Err(_), None) => Err(Diagnostic::error(Span::new(0, text.len()), format!("this is no {what}"))),
    }
}

/// Reads a type.
///
/// # Errors
/// The first thing that is wrong, with its place in `text`.
pub fn parse_type(ctx: &Arc<Context>, text: &str) -> Result<TypeId, Diagnostic> {
    parse_whole(ctx, text, "type", |p| p.read_type())
}

/// Reads an attribute.
///
/// # Errors
/// The first thing that is wrong, with its place in `text`.
pub fn parse_attr(ctx: &Arc<Context>, text: &str) -> Result<AttrId, Diagnostic> {
    parse_whole(ctx, text, "attribute", |p| p.read_attr(None))
}

/// The properties of an operation that is made, with the defaults of those that are absent, as reading its text gives them.
pub fn with_defaults(ctx: &Arc<Context>, name: &str, properties: AttrId) -> AttrId {
    crate::ops::op(name).map_or(properties, |record| custom::with_defaults(ctx, record, properties))
}

/// Prints a whole program. The outermost module is left out unless it has a name or attributes; reading the text
/// gives the same program again.
pub fn print(program: &Program, options: &PrintOptions) -> String {
    let mut printer = Printer::new(program, program.top(), false, *options);
    whole(program, &mut printer);
    printer.finish()
}

/// Prints a whole program as [`print()`] does and hands over the text piece by piece, so that a large program in
/// generic form needs no memory for its text.
///
/// ```
/// use assay_ir::{data::{Context, Source}, text};
/// let ctx = Context::new();
/// let program = text::parse(&ctx, &Source::new("f.mlir", "\"test.op\"() : () -> ()")).program;
/// let mut length = 0;
/// text::print_pieces(&program, &Default::default(), &mut |piece| length += piece.len());
/// assert_eq!(length, text::print(&program, &Default::default()).len());
/// ```
pub fn print_pieces(program: &Program, options: &PrintOptions, sink: &mut dyn FnMut(&str)) {
    let mut printer = Printer::new(program, program.top(), false, *options);
    printer.sink = Some(sink);
    whole(program, &mut printer);
    printer.hand_over();
}

fn whole(program: &Program, printer: &mut Printer<'_>) {
    let top = program.top();
    if is_bare(program, printer.options.locations) {
        printer.ops(program.top_block(), false);
    } else {
        printer.op(top);
        printer.write("\n");
    }
}

/// Whether the outermost module is left out in print.
fn is_bare(program: &Program, locations: bool) -> bool {
    let data = program.op(program.top());
    let ctx = program.ctx();
    let plain = data.properties == ctx.empty_dictionary() && data.attributes == ctx.empty_dictionary();
    let only_module = {
        let mut ops = program.ops_in(program.top_block());
        matches!((ops.next(), ops.next()), (Some(op), None) if program.op(op).name == data.name)
    };
    let bare = plain && !only_module && program.block(program.top_block()).arguments.is_empty();
    bare && !(locations && data.loc != ctx.unknown_loc())
}

/// Prints one operation with its regions. Values from outside get names of their own, and blocks that it branches to those of
/// their region.
///
/// ```
/// use assay_ir::{data::{Context, Source}, text};
/// let ctx = Context::new();
/// let source = "\"t.a\"() ({\n  \"t.b\"()[^bb1] : () -> ()\n^bb1:\n  \"t.c\"() : () -> ()\n}) : () -> ()";
/// let program = text::parse(&ctx, &Source::new("f.mlir", source)).program;
/// let branch = program.walk(program.top()).find(|op| program.op_name(*op) == "t.b").unwrap();
/// assert!(text::print_op(&program, branch, &Default::default()).contains("[^bb1]"));
/// ```
pub fn print_op(program: &Program, op: OpId, options: &PrintOptions) -> String {
    let mut printer = Printer::new(program, op, true, *options);
    printer.op(op);
    printer.finish()
}

/// Prints one operation with its regions; these values get these names, which have to be unique where they are used.
pub fn print_op_named(program: &Program, op: OpId, names: FxHashMap<ValueId, String>) -> String {
    let mut printer = Printer::new(program, op, true, PrintOptions::default()).named(names);
    printer.op(op);
    printer.finish()
}

/// Prints a whole program as [`print()`] does, and says on which line each operation begins, from 0.
///
/// ```
/// use assay_ir::{data::{Context, Source}, text};
/// let ctx = Context::new();
/// let program = text::parse(&ctx, &Source::new("f.mlir", "\"t.a\"() : () -> ()\n\"t.b\"() : () -> ()")).program;
/// let (text, lines) = text::print_with_lines(&program);
/// let last = program.last_op(program.top_block()).unwrap();
/// assert_eq!(text.lines().nth(lines[&last]), Some("\"t.b\"() : () -> ()"));
/// ```
pub fn print_with_lines(program: &Program) -> (String, FxHashMap<OpId, usize>) {
    let mut printer = Printer::new(program, program.top(), false, PrintOptions::default()).placed();
    whole(program, &mut printer);
    printer.finish_with_lines()
}

/// The text of a type.
pub fn type_text(ctx: &Context, ty: TypeId) -> String {
    let mut out = String::new();
    print_types::ty(ctx, &mut out, ty);
    out
}

/// Appends the text of a type.
pub(crate) fn push_type(ctx: &Context, out: &mut String, ty: TypeId) {
    print_types::ty(ctx, out, ty);
}

/// Appends the text of an attribute.
pub(crate) fn push_attr(ctx: &Context, out: &mut String, attr: AttrId) {
    print_types::attr(ctx, out, attr, Elide::Never);
}

/// Appends a number.
pub(crate) fn push_number(out: &mut String, number: u64) {
    number::push_number(out, number);
}

/// The keyword that MLIR writes for an inherent attribute of an operation, such as `slt` for the `predicate` 2 of `arith.cmpi`;
/// `None` where it writes none.
pub fn keyword<'c>(ctx: &'c Context, op: &str, key: &str, attr: AttrId) -> Option<&'c str> {
    custom::syntax(ctx, op)?.keyword(ctx, key, attr)
}

/// The text of an attribute.
pub fn attr_text(ctx: &Context, attr: AttrId) -> String {
    let mut out = String::new();
    print_types::attr(ctx, &mut out, attr, Elide::Never);
    out
}
