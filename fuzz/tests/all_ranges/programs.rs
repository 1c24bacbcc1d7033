//! All programs of the stated list: an operation `lab.a`, or another `lab.b`, with up to two operands and three results, something of its own,
//! then `lab.b` with up to three operands of everything above and up to three results; the results of the first one
//! used right after it, at the end, or not at all, those of the second one at the end or not at all. Must not know any
//! pattern.

use assay_fuzz::subject::FuzzContext;
use assay_ir::data::{OpId, Program, Source};

/// A program with the operation at which patterns start.
pub(crate) struct Listed {
    pub(crate) program: Program,
    pub(crate) root: OpId,
}

const MOST: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    None,
    Above,
    AtEnd,
}

/// All with a first operation of this name.
pub(crate) fn all(world: &FuzzContext, name: &str) -> Vec<Listed> {
    let mut out = Vec::new();
    for feeding in [&[][..], &["%a0"], &["%a0", "%a0"], &["%a0", "%a1"]] {
        for made in 0..=MOST {
            let used: &[Use] = if made == 0 { &[Use::None] } else { &[Use::None, Use::Above, Use::AtEnd] };
            let mut sources = vec!["%a0".to_owned(), "%own".to_owned()];
            sources.extend((0..made).map(|number| format!("%n#{number}")));
            for first in used {
                for operands in (0..=MOST).flat_map(|count| lists(&sources, count)) {
                    for results in 0..=MOST {
                        let last: &[Use] = if results == 0 { &[Use::None] } else { &[Use::None, Use::AtEnd] };
                        for last in last {
                            let text = text(name, feeding, made, *first, &operands, results, *last);
                            out.push(read(world, &text));
                        }
                    }
                }
            }
        }
    }
    out
}

fn lists<'s>(of: &'s [String], count: usize) -> Vec<Vec<&'s str>> {
    let mut out: Vec<Vec<&'s str>> = vec![Vec::new()];
    for _ in 0..count {
        out = out
            .iter()
            .flat_map(|list| of.iter().map(|one| [list.as_slice(), &[one.as_str()]].concat()))
            .collect();
    }
    out
}

fn text(
    name: &str,
    feeding: &[&str],
    made: usize,
    first: Use,
    operands: &[&str],
    results: usize,
    last: Use,
) -> String {
    let types = |count: usize| vec!["i32"; count].join(", ");
    let op = |name: &str, results: usize, label: &str, operands: &[&str]| {
        let bound = if results == 0 { String::new() } else { format!("{name}:{results} = ") };
        let (operands, taken) = (operands.join(", "), types(operands.len()));
        format!("  {bound}\"{label}\"({operands}) : ({taken}) -> ({})\n", types(results))
    };
    let users = |name: &str, count: usize| -> String {
        (0..count).map(|number| format!("  \"lab.use\"({name}#{number}) : (i32) -> ()\n")).collect()
    };
    let mut out = "func.func @f(%a0: i32, %a1: i32) {\n".to_owned();
    out += &op("%n", made, name, feeding);
    if first == Use::Above {
        out += &users("%n", made);
    }
    out += "  %own = \"lab.own\"() : () -> i32\n";
    out += &op("%r", results, "lab.b", operands);
    if first == Use::AtEnd {
        out += &users("%n", made);
    }
    if last == Use::AtEnd {
        out += &users("%r", results);
    }
    out + "  func.return\n}\n"
}

fn read(world: &FuzzContext, text: &str) -> Listed {
    let parsed = assay_ir::text::parse(world.ctx(), &Source::new("program", text));
    assert!(parsed.diagnostics.is_empty(), "{text}");
    let program = parsed.program;
    let root =
        program.walk(program.top()).filter(|op| program.op_name(*op) == "lab.b").last().expect("it is there");
    Listed { program, root }
}
