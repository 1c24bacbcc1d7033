//! S113: an operation that may define a symbol ends, or is made under a name that may be taken. Asked at the end. References to
//! symbols are attributes, which no `replace` moves.

use crate::pattern::model::{AttrRef, CreatedIx, OpRef};
use crate::structure::findings::{Placement, Run, Undecided};
use crate::structure::message::Message;
use crate::structure::roles::Is;
use crate::verdict::Rule;
use assay_ir::data::{AttrKind, known};

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for node in 0..run.state.nodes_ended.len() {
        let Some(step) = run.state.nodes_ended[node] else { continue };
        let is = run.roles.symbol(run.classes, node);
        if is == Is::No || taken_over(run, node) {
            continue;
        }
        let op = run.named(OpRef::Node(node));
        let message = Message::SymbolErased { op, certain: is == Is::Yes };
        let name = run.classes.name(node);
        if let Some(name) = name.filter(|name| is == Is::Yes && !run.roles.is_defined(*name)) {
            run.suspect(name, Some((Rule::S113, message)), step);
            continue;
        }
        let placement = Placement { symbol: Some(node), ..Placement::default() };
        run.violate(Rule::S113, step, message, placement);
    }
    for created in run.state.standing_now() {
        if run.roles.named_symbol(run.model.created[created].name) == Is::Yes {
            created_symbol(run, created);
        }
    }
}

/// The name under which a created operation defines a symbol.
fn name_of(run: &Run<'_, '_>, created: CreatedIx) -> Option<AttrRef> {
    let attributes = &run.model.created[created].attributes;
    attributes.iter().find(|(name, _)| *name == known::SYM_NAME).map(|(_, value)| *value)
}

/// Whether a created operation of the same kind defines the symbol of a matched one from now on.
fn taken_over(run: &Run<'_, '_>, node: usize) -> bool {
    run.state.standing().any(|created| {
        Some(run.model.created[created].name) == run.classes.name(node)
            && same_name(run, name_of(run, created), node)
    })
}

fn same_name(run: &Run<'_, '_>, name: Option<AttrRef>, node: usize) -> bool {
    let own = run.classes.attributes_of(node).iter().find(|(name, _)| *name == known::SYM_NAME);
    let Some((_, own)) = own else { return false };
    match name {
        Some(AttrRef::Matched(name)) => run.classes.attribute(name) == run.classes.attribute(*own),
        Some(AttrRef::Constant(name)) => run.classes.attribute_constant(*own) == Some(name),
        _ => false,
    }
}

fn created_symbol(run: &mut Run<'_, '_>, created: CreatedIx) {
    let step = run.step_of(created);
    let root = run.anchor();
    let op = run.named(OpRef::Created(created));
    let name = run.model.created[created].name;
    let taken = run.state.nodes_ended[root].is_some() && same_name(run, name_of(run, created), root);
    if !run.roles.is_defined(name) {
        if !taken {
            run.suspect(name, Some((Rule::S113, Message::SymbolTaken(op))), step);
        }
        return;
    }
    if run.roles.symbol(run.classes, root) != Is::Yes {
        let message = Message::SymbolOutsideTable(op);
        return run.violate(Rule::S115, step, message, Placement::default());
    }
    let symbol = name_of(run, created);
    if taken {
        return;
    }
    let constant = match symbol {
        Some(AttrRef::Constant(constant)) => Some(constant),
        Some(AttrRef::Matched(attribute)) => run.classes.attribute_constant(attribute),
        _ => None,
    };
    let text = constant.map(|constant| run.roles.context().attr_kind(constant).clone());
    let Some(AttrKind::String { text, .. }) = text else {
        let span = run.model.created[created].span;
        return run.undecided.push(Undecided { what: "the name of a created symbol", span });
    };
    let message = Message::SymbolTaken(op);
    let placement = Placement { taken: Some(text), ..Placement::default() };
    run.violate(Rule::S113, step, message, placement);
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, codes_of, proved};
    use crate::verdict::Rule;

    const FUNCTION: &str =
        "  %u = pdl.attribute = unit\n  %root = pdl.operation \"func.func\" {\"unused\" = %u}\n";

    #[test]
    fn a_function_that_ends_may_be_called() {
        assert_eq!(
            codes_of(&format!("{FUNCTION}  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n")),
            [Rule::S113]
        );
    }

    #[test]
    fn a_function_may_stay() {
        let body = format!(
            "{FUNCTION}  pdl.rewrite %root {{\n    %n = pdl.operation \"lab.n\" {{\"unused\" = %u}}\n  }}\n"
        );
        assert!(codes_of(&body).is_empty());
    }

    #[test]
    fn an_operation_without_name_operands_and_results_may_be_a_function() {
        let body = "  %root = pdl.operation\n  pdl.rewrite %root {\n    pdl.erase %root\n  }\n";
        assert!(codes_of(body).contains(&Rule::S113));
    }

    fn open(matched: &str) -> Vec<Rule> {
        let body = format!("{matched}  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n");
        let result = crate::structure::testing::ask(&body, &crate::stage::Options::default());
        assert!(matches!(result.verdict, crate::verdict::StageVerdict::Unknown(_)), "{}", result.verdict);
        result.findings.iter().map(|finding| finding.claim.code).collect()
    }

    #[test]
    fn a_symbol_of_the_table_is_one_whose_definition_is_missing() {
        assert_eq!(open("  %root = pdl.operation \"spirv.GlobalVariable\"\n"), [Rule::S113]);
    }

    #[test]
    fn an_operation_with_the_name_of_a_symbol_defines_one() {
        let named = "  %s = pdl.attribute\n  %root = pdl.operation \"lab.symbol\" {\"sym_name\" = %s}\n";
        assert_eq!(open(named), [Rule::S113]);
    }

    #[test]
    fn an_operation_that_knows_no_symbols_is_safe() {
        assert!(proved("    %n = pdl.operation \"lab.n\"(%x : !pdl.value)"));
        assert!(codes("    %n = pdl.operation \"lab.n\"(%x : !pdl.value)").is_empty());
    }
}
