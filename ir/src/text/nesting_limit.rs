//! Custom forms leave out levels that the generic form writes: the function type around the types of arguments, the
//! dictionary around properties, whole bodies. What was read near the limit of levels is refused when its generic form
//! goes beyond it, so that whatever is read can be printed in either form and read again. Knows no custom form.

use rustc_hash::FxHashMap;

use super::aliases::text_size;
use super::parser::{MAX_NESTING, Parser, Read};
use super::{is_bare, print_types, type_text};
use crate::data::{AttrId, OpId, Program, TypeId};
use crate::diagnostic::Diagnostic;

/// More levels than any custom form leaves out.
const ROOM: usize = 20;

/// An error at the first operation whose own attributes and types go beyond the limit in generic form; `deepest` is
/// the deepest level that was read.
pub(super) fn beyond_limit(program: &Program, deepest: usize) -> Option<Diagnostic> {
    if deepest + ROOM <= MAX_NESTING {
        return None;
    }
    let top = program.top();
    // Printed with its locations, a module may be written where it else is not.
    let top_level = if is_bare(program, true) { 0 } else { 1 };
    let mut levels: FxHashMap<OpId, usize> = FxHashMap::default();
    let mut place = program.op(top).span;
    for op in program.walk(top) {
        let level = match program.parent_op(op) {
            _ if op == top => 0,
            Some(parent) if parent == top => top_level,
            parent => parent.and_then(|parent| levels.get(&parent)).copied().unwrap_or(0) + 1,
        };
        if !program.op_regions(op).is_empty() {
            levels.insert(op, level);
        }
        // What a custom form leaves out stands where the operation around it does.
        let span = program.op(op).span;
        if !span.is_none() {
            place = span;
        }
        if !fits(program, op, level) {
            let message = format!("nested deeper than {MAX_NESTING} levels in generic form");
            return Some(
                Diagnostic::error(place, message)
                    .label("too deep")
                    .help("regions, types, attributes and locations count together"),
            );
        }
    }
    None
}

/// Whether attributes and types of one operation keep the limit; its regions are asked for by themselves.
fn fits(program: &Program, op: OpId, level: usize) -> bool {
    let data = program.op(op);
    let value_type = |value| program.value_type(value);
    let mut types = program.operands(op).map(value_type).chain(program.results(op).map(value_type));
    let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
    let mut arguments =
        blocks.flat_map(|block| &program.block(*block).arguments).map(|value| value_type(*value));
    let regions = program.op_regions(op).len().min(1);
    level + regions <= MAX_NESTING
        && [data.properties, data.attributes].into_iter().all(|attr| dictionary_fits(program, attr, level))
        && types.all(|ty| type_fits(program, ty, level))
        && arguments.all(|ty| type_fits(program, ty, level + 1))
}

fn dictionary_fits(program: &Program, attr: AttrId, level: usize) -> bool {
    let mut text = String::new();
    print_types::dictionary(program.ctx(), &mut text, program.ctx().entries(attr));
    text.is_empty() || reads(program, &text, level, |p| p.nested(Parser::dictionary).map(|_| ()))
}

fn type_fits(program: &Program, ty: TypeId, level: usize) -> bool {
    reads(program, &type_text(program.ctx(), ty), level, |p| p.read_type().map(|_| ()))
}

/// Whether a text is not too deep at a level. Far from the limit that is seen from its brackets.
fn reads(
    program: &Program,
    text: &str,
    level: usize,
    read: impl FnOnce(&mut Parser<'_>) -> Read<()>,
) -> bool {
    let (brackets, _) = text_size(text);
    if level + brackets + ROOM <= MAX_NESTING {
        return true;
    }
    let mut parser = Parser::new(program.ctx(), text);
    parser.depth = level;
    // Other errors are impossible in what was printed.
    let _read = read(&mut parser);
    !parser.too_deep
}
