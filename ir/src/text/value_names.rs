//! The names of values in the text that a program was read from. Names are no part of a program: they are looked up where its
//! operations and blocks were written.

use rustc_hash::FxHashMap;

use super::printer::{PrintOptions, Printer};
use crate::data::{BlockId, OpId, Program, Source, ValueId};

/// The names of all values in an operation: those that were written, and where none was, such as in an implied body, those that
/// [`print_op`](super::print_op) prints. Where two values would have one name, all are printed.
///
/// ```
/// use assay_ir::{data::{Context, Source}, text};
/// let source = "func.func @f(%a: i8) -> i8 {\n  %s = arith.addi %a, %a : i8\n  return %s : i8\n}\n";
/// let program = text::parse(&Context::new(), &Source::new("f.mlir", source)).program;
/// let function = program.ops_in(program.top_block()).next().unwrap();
/// let names = text::value_names(&program, function);
/// assert_eq!(text::print_op_named(&program, function, names).trim_end(), source.trim_end());
/// ```
#[must_use]
pub fn value_names(program: &Program, root: OpId) -> FxHashMap<ValueId, String> {
    let mut printer = Printer::new(program, root, true, PrintOptions::default());
    let printed: FxHashMap<ValueId, String> =
        values(program, root).into_iter().map(|value| (value, printer.name_of(value))).collect();
    let mut names = written(program, root);
    for (value, name) in &printed {
        names.entry(*value).or_insert_with(|| name.clone());
    }
    if are_distinct(program, &names) { names } else { printed }
}

/// The values that an operation and what is in it define.
fn values(program: &Program, root: OpId) -> Vec<ValueId> {
    let mut out = Vec::new();
    for op in program.walk(root) {
        out.extend(program.results(op));
        for region in program.op_regions(op) {
            for block in &program.region(*region).blocks {
                out.extend(program.block(*block).arguments.iter().copied());
            }
        }
    }
    out
}

/// The names that were written.
fn written(program: &Program, root: OpId) -> FxHashMap<ValueId, String> {
    let mut out = FxHashMap::default();
    let Some(source) = program.source() else { return out };
    for op in program.walk(root) {
        let mut head = source.slice(program.op(op).span);
        let mut results = program.results(op);
        if let (Some(first), Some((name, rest))) = (results.next(), head.split_once('=')) {
            let name = name.trim();
            let name = name.split_once(':').map_or(name, |(name, _)| name.trim());
            if is_name(name) {
                head = rest;
                out.extend(std::iter::once(first).chain(results).map(|value| (value, name.to_owned())));
            }
        }
        for region in program.op_regions(op) {
            for (at, block) in program.region(*region).blocks.iter().enumerate() {
                let arguments = &program.block(*block).arguments;
                let names = arguments_of(program, source, *block, (at == 0).then_some(head));
                if names.len() == arguments.len() {
                    out.extend(arguments.iter().copied().zip(names));
                }
            }
        }
    }
    out
}

/// Tells if no two values have one name; results of one operation share theirs.
fn are_distinct(program: &Program, names: &FxHashMap<ValueId, String>) -> bool {
    let mut owners: FxHashMap<&str, (Option<OpId>, ValueId)> = FxHashMap::default();
    names.iter().all(|(value, name)| {
        let mine = (program.defining_op(*value), *value);
        let owner = *owners.entry(name).or_insert(mine);
        owner == mine || mine.0.is_some() && owner.0 == mine.0
    })
}

/// The names of the arguments of a block: in its label, or in the head of its operation, where it is the first one.
fn arguments_of(program: &Program, source: &Source, block: BlockId, head: Option<&str>) -> Vec<String> {
    let data = program.block(block);
    if source.slice(data.span).starts_with('^') {
        let label = source.text().get(data.span.start as usize..).and_then(|text| text.lines().next());
        return defined(label.unwrap_or_default(), ':');
    }
    let Some(head) = head else { return Vec::new() };
    let end = head.find("{\n").or_else(|| head.find('\n')).unwrap_or(head.len());
    // Functions write `%a: i8`, loops `%i = %low`.
    let names = defined(&head[..end], ':');
    if names.len() == data.arguments.len() { names } else { defined(&head[..end], '=') }
}

/// The names in a text that stand before this sign.
fn defined(text: &str, sign: char) -> Vec<String> {
    let parts = text.split('%').skip(1).filter_map(|part| {
        let end = part.find(|c: char| !is_part(c)).unwrap_or(part.len());
        part[end..].trim_start().starts_with(sign).then(|| format!("%{}", &part[..end]))
    });
    parts.collect()
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-')
}

fn is_name(text: &str) -> bool {
    text.strip_prefix('%').is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Context;
    use crate::text::{parse, print_op_named};

    fn printed(source: &str) -> String {
        let program = parse(&Context::new(), &Source::new("f.mlir", source)).program;
        let function = program.ops_in(program.top_block()).next().expect("there is a function");
        print_op_named(&program, function, value_names(&program, function))
    }

    #[test]
    fn names_of_loops_and_blocks_are_those_that_were_written() {
        for source in [
            "func.func @f(%n: index, %x: i32) -> i32 {\n  %r = scf.for %i = %n to %n step %n iter_args(%acc = %x) -> (i32) {\n    \
             scf.yield %acc : i32\n  }\n  return %r : i32\n}",
            "func.func @f(%a: i8) -> i8 {\n  cf.br ^bb1(%a : i8)\n^bb1(%b: i8):  // pred: ^bb0\n  return %b : i8\n}",
        ] {
            let now = printed(source);
            let names = |text: &str| {
                text.split('%')
                    .skip(1)
                    .map(|part| part.split(|c| !is_part(c)).next().unwrap_or("").to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(names(&now), names(source), "{now}");
        }
    }

    #[test]
    fn names_that_two_values_have_are_not_taken() {
        let source = "func.func @f(%a: i1) {\n  scf.if %a {\n    %x = arith.constant 1 : i8\n  } else {\n    %x = arith.constant 2 : i8\n  }\n  return\n}";
        assert!(printed(source).contains("%0 = arith.constant 1"), "{}", printed(source));
    }
}
