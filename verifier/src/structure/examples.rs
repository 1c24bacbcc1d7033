//! Claims about operations of MLIR whose C++ is not known here, shown on the valid programs that their records come with. Such a
//! program may be like no match of the pattern, and then shows nothing.

use assay_ir::data::{AttrKind, OpId, Program, Source, known};
use assay_ir::ops;
use assay_ir::wellformed;
use rustc_hash::FxHashMap;

use super::reason::explains;
use super::replay::{Judged, Shown, confirmed};
use crate::pattern::model::{Model, Node};
use crate::stage::Task;
use crate::verdict::{Claim, Finding};
use crate::witness::payload::Payload;
use crate::witness::replay::{self, Outcome, options_of};

/// The finding of a claim that the example of a matched operation shows.
pub(super) fn shown(task: &Task<'_>, model: &Model, claim: &Claim) -> Option<Finding> {
    model.nodes.iter().find_map(|node| on_example(task, model, node, claim))
}

fn on_example(task: &Task<'_>, model: &Model, node: &Node, claim: &Claim) -> Option<Finding> {
    let name = task.registry.ctx().str(node.name?);
    let text = ops::example(name, &symbol(task, model, node)?)?;
    let parsed = assay_ir::text::parse(task.registry.ctx(), &Source::new(name, text));
    let is_valid = parsed.diagnostics.is_empty()
        && wellformed::check(&parsed.program, task.registry, &wellformed::Options::default()).is_empty()
        && wellformed::check_traits(&parsed.program, task.registry, parsed.program.top()).is_empty();
    let payloads = is_valid.then(|| payloads(task, &parsed.program))?;
    payloads.into_iter().find_map(|mut payload| {
        let Outcome::Fails { failures, after, assumed: false } = replay::replay_by_traits(task, &mut payload)
        else {
            return None;
        };
        let failure = explains(task.view(), &payload, &failures, claim)?.clone();
        let shown = Shown { payload, after, failure, assumed: false };
        match confirmed(task, claim.clone(), shown) {
            Judged::Confirmed(finding) => Some(finding),
            _ => None,
        }
    })
}

/// The symbol that an operation has in a match; `None` where the pattern says it by something that no text can say.
fn symbol(task: &Task<'_>, model: &Model, node: &Node) -> Option<String> {
    let ctx = task.registry.ctx();
    let mut named = node.attributes.iter().filter(|(name, _)| *name == known::SYM_NAME);
    let Some((_, attribute)) = named.next() else { return Some("example".to_owned()) };
    let Some(constant) = model.attributes[*attribute].constant else { return Some("example".to_owned()) };
    let is_word = |text: &&str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    match ctx.attr_kind(constant) {
        AttrKind::String { text, .. } => Some(ctx.str(*text)).filter(is_word).map(str::to_owned),
        _ => None,
    }
}

/// The program with each match of the pattern in it.
fn payloads(task: &Task<'_>, program: &Program) -> Vec<Payload> {
    let Ok(compiled) = task.compiled() else { return Vec::new() };
    let options = options_of(task, assay_ir::rewrite::PdlSemantics::Mlir22);
    let matches = program.walk(program.top()).flat_map(|op| compiled.matches_at(program, op, &options));
    let payload = |found: assay_ir::rewrite::Match| {
        let bound = |value| Some((task.program.defining_op(value)?, found.operation(value)?));
        let ops: FxHashMap<OpId, OpId> = found.values().filter_map(bound).collect();
        let (operands, elements) = Default::default();
        Payload { program: program.clone(), ops, operands, elements, anchor: found.anchor }
    };
    matches.map(payload).collect()
}

#[cfg(test)]
mod tests {
    use assay_ir::ops;

    use crate::stage::Options;
    use crate::structure::testing::{ask, codes_of};
    use crate::verdict::{Rule, StageVerdict};

    fn matching(name: &str, rewrite: &str) -> String {
        format!(
            "  %x = pdl.operands\n  %r = pdl.operation \"{name}\"(%x : !pdl.range<value>)\n  pdl.rewrite %r {{\n{rewrite}  }}\n"
        )
    }

    #[test]
    fn an_example_shows_that_its_operation_is_needed() {
        for (file, text) in ops::EXAMPLES {
            let name = file.trim_end_matches(".mlir");
            let code = if text.contains("@example") { Rule::S113 } else { Rule::S101 };
            assert_eq!(codes_of(&matching(name, "    pdl.erase %r\n")), [code], "{name}");
        }
    }

    #[test]
    fn an_example_whose_operation_is_made_again_shows_nothing() {
        let again = "    %n = pdl.operation \"linalg.yield\"(%x : !pdl.range<value>)\n    pdl.erase %r\n";
        assert_eq!(codes_of(&matching("linalg.yield", again)), []);
    }

    #[test]
    fn a_match_that_is_like_no_example_leaves_the_question_open() {
        let marked = "  %x = pdl.operands\n  %m = pdl.attribute = unit\n  %r = pdl.operation \"linalg.yield\"(%x : !pdl.range<value>) {\"mark\" = %m}\n  pdl.rewrite %r {\n    pdl.erase %r\n  }\n";
        let result = ask(marked, &Options::default());
        assert!(matches!(result.verdict, StageVerdict::Unknown(_)), "{:?}", result.verdict);
    }
}
