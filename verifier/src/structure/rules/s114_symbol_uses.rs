//! S114: a created operation refers to a symbol that the payload need not hold, or holds as something else. Asked at the end.
//! A symbol exists if a matched operation that refers to symbols refers to it, and it is what that operation takes it for.

use crate::verdict::Rule;
use assay_ir::data::{AttrKind, Ident};

use crate::pattern::model::{AttrRef, CreatedIx, NodeIx, OpRef, TypeRef};
use crate::structure::findings::{Placement, Run, Undecided};
use crate::structure::message::{Message, Named};
use crate::structure::rules::s115_parents::{Same, same_type, type_now};
use crate::structure::state::Val;

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for created in run.state.standing_now() {
        let made = &run.model.created[created];
        let Some(spec) = run.roles.spec(made.name).filter(|spec| spec.traits.symbol_user) else { continue };
        let listed = |name: Ident| spec.attributes.iter().any(|listed| listed.name == name);
        for (name, attribute) in made.attributes.iter().filter(|(name, _)| listed(*name)) {
            reference(run, created, *name, *attribute);
        }
    }
}

fn is_symbol(run: &Run<'_, '_>, attribute: AttrRef) -> Option<bool> {
    let constant = match attribute {
        AttrRef::Constant(constant) => constant,
        AttrRef::Matched(attribute) => match run.classes.attribute_constant(attribute) {
            Some(constant) => constant,
            None => return Some(run.classes.attribute_type(attribute).is_none()),
        },
        AttrRef::Null => return Some(false),
        AttrRef::Open => return None,
    };
    Some(matches!(run.roles.context().attr_kind(constant), AttrKind::SymbolRef { .. }))
}

fn reference(run: &mut Run<'_, '_>, created: CreatedIx, name: Ident, attribute: AttrRef) {
    let span = run.model.created[created].span;
    match is_symbol(run, attribute) {
        Some(true) => {}
        Some(false) => return,
        None => {
            return run.undecided.push(Undecided { what: "a symbol that native code makes", span });
        }
    }
    let known: Vec<NodeIx> =
        run.classes.node_classes().filter(|node| refers(run, *node, name, attribute)).collect();
    let step = run.step_of(created);
    let op = run.named(OpRef::Created(created));
    let Some(node) = known.first().copied() else {
        let message = Message::SymbolMissing(op);
        let missing = match attribute {
            AttrRef::Matched(attribute) => Some(attribute),
            _ => None,
        };
        let placement = Placement { missing, ..Placement::default() };
        return run.violate(Rule::S114, step, message, placement);
    };
    if run.classes.name(node) != Some(run.model.created[created].name) {
        return run
            .undecided
            .push(Undecided { what: "a symbol that another kind of operation refers to", span });
    }
    match same_signature(run, node, created) {
        Same::Yes => {}
        Same::Unknown => {
            run.undecided
                .push(Undecided { what: "whether a symbol has the types that are asked of it", span });
        }
        Same::No => wrong_types(run, step, op, Placement::default()),
        Same::Maybe(old, new) => {
            let placement = Placement { differ: Some((old, new)), ..Placement::default() };
            wrong_types(run, step, op, placement);
        }
    }
}

fn wrong_types(run: &mut Run<'_, '_>, step: usize, op: Named, placement: Placement) {
    run.violate(Rule::S114, step, Message::SymbolTypes(op), placement);
}

/// Whether a matched operation refers to the symbol that an attribute names.
fn refers(run: &Run<'_, '_>, node: NodeIx, name: Ident, attribute: AttrRef) -> bool {
    let user = run.classes.spec(node).is_some_and(|spec| {
        spec.traits.symbol_user && spec.attributes.iter().any(|listed| listed.name == name)
    });
    user && run.classes.attributes_of(node).iter().any(|(other, held)| {
        *other == name
            && match attribute {
                AttrRef::Matched(attribute) => {
                    run.classes.attribute(attribute) == run.classes.attribute(*held)
                        || (run.classes.attribute_constant(attribute).is_some()
                            && run.classes.attribute_constant(attribute)
                                == run.classes.attribute_constant(*held))
                }
                AttrRef::Constant(constant) => run.classes.attribute_constant(*held) == Some(constant),
                AttrRef::Null | AttrRef::Open => false,
            }
    })
}

/// Whether a created operation has the operand and result types of a matched one.
fn same_signature(run: &Run<'_, '_>, node: NodeIx, created: CreatedIx) -> Same {
    let old = &run.model.nodes[node];
    let new = &run.model.created[created];
    if old.operands.len() != new.operands.len() || old.results.len() != new.results.len() {
        return Same::No;
    }
    let operands = old
        .operands
        .iter()
        .enumerate()
        .map(|(index, value)| (run.model.values[*value].ty, type_now(run, created, index)));
    let results = old.results.iter().enumerate().map(|(index, value)| {
        let made = Val::Created(created, index);
        (run.model.values[*value].ty, crate::structure::rules::s115_parents::type_of(run, made))
    });
    let pairs: Vec<(usize, TypeRef)> = operands.chain(results).collect();
    Same::all(pairs.into_iter().map(|(old, new)| same_type(run, old, new)))
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::codes_of;
    use crate::verdict::Rule;

    fn call(matched: &str, rewrite: &str) -> Vec<Rule> {
        codes_of(&format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t\n  %k = pdl.attribute
  %root = pdl.operation \"{matched}\"(%x : !pdl.value) {{\"callee\" = %k}}\n  pdl.rewrite %root {{\n{rewrite}\n    pdl.erase %root\n  }}\n"
        ))
    }

    #[test]
    fn a_written_symbol_need_not_exist() {
        let rewrite = "    %g = pdl.attribute = @g\n    %n = pdl.operation \"func.call\"(%x : !pdl.value) {\"callee\" = %g}";
        assert_eq!(call("lab.a", rewrite), [Rule::S114]);
    }

    #[test]
    fn an_attribute_of_an_operation_that_knows_no_symbols_need_not_name_one() {
        let rewrite = "    %n = pdl.operation \"func.call\"(%x : !pdl.value) {\"callee\" = %k}";
        assert_eq!(call("lab.a", rewrite), [Rule::S114]);
    }

    #[test]
    fn a_symbol_that_a_matched_call_names_exists_with_its_types() {
        let rewrite = "    %n = pdl.operation \"func.call\"(%x : !pdl.value) {\"callee\" = %k}";
        assert!(call("func.call", rewrite).is_empty());
        let rewrite =
            "    %n = pdl.operation \"func.call\"(%x, %x : !pdl.value, !pdl.value) {\"callee\" = %k}";
        assert_eq!(call("func.call", rewrite), [Rule::S114]);
    }
}
