//! One straight-line program that a template stands for: a function whose arguments are the pattern's operands and whose
//! results are those of all matched operations that stay or are replaced. Runs nothing.

use std::fmt::Write as _;

use assay_ir::data::{AttrId, OpId, Program, Source, TypeId, known};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::text::{attr_text, type_text};

use super::template::{Origin, Template};
use crate::execute::is_wellformed;

/// What is chosen for everything that a template leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// A type for each of [`Template::types`].
    pub types: Vec<TypeId>,
    /// An attribute for each of [`Template::attributes`].
    pub attributes: Vec<AttrId>,
    /// An attribute, or none, for each of [`Template::flags`].
    pub flags: Vec<Option<AttrId>>,
}

/// A program that a pattern may match.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The program: one function `@f`.
    pub program: Program,
    /// Its text.
    pub text: String,
    /// The function.
    pub function: OpId,
    /// The operation where matching starts.
    pub root: OpId,
}

/// The program of a choice; `None` when a definition refuses it.
pub fn build(template: &Template<'_>, choice: &Choice, registry: &Registry) -> Option<Instance> {
    let text = print(template, choice, registry);
    let parsed = text::parse(registry.ctx(), &Source::new("instance.mlir", text.as_str()));
    if !parsed.diagnostics.is_empty() || !is_wellformed(&parsed.program, registry) {
        return None;
    }
    let program = parsed.program;
    let function = program.walk(program.top()).find(|op| program.op(*op).name == known::FUNC_FUNC)?;
    let body = *program.region(*program.op_regions(function).first()?).blocks.first()?;
    let root = program.ops_in(body).nth(template.root)?;
    Some(Instance { program, text, function, root })
}

fn print(template: &Template<'_>, choice: &Choice, registry: &Registry) -> String {
    let ctx = registry.ctx();
    let ty = |index: usize| type_text(ctx, choice.types[index]);
    let list = |items: Vec<String>| items.join(", ");
    let mut out = String::from("func.func @f(");
    let arguments = template.arguments.iter().enumerate();
    out.push_str(&list(arguments.map(|(at, index)| format!("%a{at}: {}", ty(*index))).collect()));
    let kept = || template.nodes.iter().enumerate().filter(|(_, node)| !node.erased);
    let results: Vec<String> =
        kept().flat_map(|(_, node)| node.results.iter().map(|index| ty(*index))).collect();
    let results = list(results);
    let _ = writeln!(out, ") -> ({results}) {{");
    for (number, node) in template.nodes.iter().enumerate() {
        let operand = |origin: &Origin| match origin {
            Origin::Argument(at) => (format!("%a{at}"), ty(template.arguments[*at])),
            Origin::Result(of, at) => {
                let index = template.nodes[*of].results.get(*at);
                (format!("%r{of}#{at}"), index.map_or_else(String::new, |index| ty(*index)))
            }
        };
        let (operands, types): (Vec<String>, Vec<String>) = node.operands.iter().map(operand).unzip();
        let named = node.attributes.iter().map(|(key, slot)| (*key, choice.attributes[*slot]));
        let flags = template.flags.iter().zip(&choice.flags).filter(|(flag, _)| flag.node == number);
        let flags = flags.filter_map(|(flag, attr)| Some((flag.key, (*attr)?)));
        let entry = |(key, attr)| format!("\"{}\" = {}", ctx.str(key), attr_text(ctx, attr));
        let attributes: Vec<String> = named.chain(flags).map(entry).collect();
        let left = match node.results.len() {
            0 => String::new(),
            count => format!("%r{number}:{count} = "),
        };
        let result_types: Vec<String> = node.results.iter().map(|index| ty(*index)).collect();
        let _ = writeln!(
            out,
            "  {left}\"{}\"({}) {{{}}} : ({}) -> ({})",
            ctx.str(node.name),
            list(operands),
            list(attributes),
            list(types),
            list(result_types),
        );
    }
    let returned =
        kept().flat_map(|(number, node)| (0..node.results.len()).map(move |at| format!("%r{number}#{at}")));
    let _ = writeln!(out, "  \"func.return\"({}) : ({results}) -> ()\n}}", list(returned.collect()));
    out
}
