//! S116: the replaced operation gives its users a right that the replacement may lack: to be a constant, to be an affine
//! dimension or symbol. No definition says which users ask for it, so that a proof lists it as an assumption.

use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, NodeIx, OpRef, Step, ValueRef};
use crate::structure::roles::Roles;
use crate::verdict::{Assumption, Rule};

/// What a proof takes for granted of the users of what is replaced.
pub(crate) fn assumptions(model: &Model, classes: &Classes<'_>, roles: &Roles<'_>) -> Vec<Assumption> {
    let mut out = Vec::new();
    for action in &model.actions {
        let Step::Replace { target: OpRef::Node(node), values, .. } = &action.step else { continue };
        let mut rights = Vec::new();
        if may_be_constant(classes, roles, *node)
            && !values.iter().all(|value| is_constant(model, classes, roles, *value))
        {
            rights.push("a constant");
        }
        if may_index(model, classes, roles, *node) {
            rights.push("an affine dimension or symbol");
        }
        if rights.is_empty() {
            continue;
        }
        let name = match classes.name(*node) {
            Some(name) => format!("`{}`", roles.text(name)),
            None => "an operation without a name".to_owned(),
        };
        let text = format!("no user requires the result of {name} to be {}", rights.join(" or "));
        let assumption = Assumption { code: Rule::S116, text };
        if !out.contains(&assumption) {
            out.push(assumption);
        }
    }
    out
}

/// Whether a matched operation with results may be a constant: no definition says that it is none.
fn may_be_constant(classes: &Classes<'_>, roles: &Roles<'_>, node: NodeIx) -> bool {
    let model = classes.model();
    let fits = !model.nodes[node].results.is_empty() && model.nodes[node].operands.is_empty();
    fits && match classes.name(node).and_then(|name| roles.spec(name)) {
        Some(spec) => spec.traits.constant_like || spec.lossy,
        None => true,
    }
}

fn is_constant(model: &Model, classes: &Classes<'_>, roles: &Roles<'_>, value: ValueRef) -> bool {
    let name = match value {
        ValueRef::Matched(value) => classes.definition(value).and_then(|(node, _)| classes.name(node)),
        ValueRef::Created(created, _) => Some(model.created[created].name),
        ValueRef::Held(..) | ValueRef::Copied(..) => None,
    };
    name.is_some_and(|name| roles.is_constant_like(name))
}

/// Whether a result may be of type `index`, the only one that affine maps take.
fn may_index(model: &Model, classes: &Classes<'_>, roles: &Roles<'_>, node: NodeIx) -> bool {
    model.nodes[node].results.iter().any(|result| {
        let constant = classes.type_constant(model.values[*result].ty);
        constant.is_none_or(|ty| ty == roles.context().index())
    })
}

#[cfg(test)]
mod tests {
    use crate::stage::Options;
    use crate::structure::testing::ask;
    use crate::verdict::Rule;

    fn assumptions(matched: &str, ty: &str) -> Vec<String> {
        let body = format!(
            "  %t = pdl.type : {ty}\n  %x = pdl.operand : %t\n  %root = pdl.operation \"{matched}\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{\n    pdl.replace %root with (%x : !pdl.value)\n  }}\n"
        );
        let result = ask(&body, &Options::default());
        let rights = result.assumptions.into_iter().filter(|assumption| assumption.code == Rule::S116);
        rights.map(|assumption| assumption.text).collect()
    }

    #[test]
    fn an_index_may_be_an_affine_dimension() {
        assert_eq!(
            assumptions("arith.addi", "index"),
            ["no user requires the result of `arith.addi` to be an affine dimension or symbol"]
        );
    }

    #[test]
    fn nothing_is_asked_of_an_integer_that_is_no_constant() {
        assert!(assumptions("arith.addi", "i32").is_empty());
    }
}
