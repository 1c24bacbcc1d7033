//! S115: contracts between an operation and its parent. Decided where old and new place agree in all that a parent may
//! look at; anything else is undecided, by name.

use assay_ir::data::Ident;

use crate::structure::model::{CreatedIx, TypeRef};
use crate::structure::roles::Is;
use crate::structure::run::{Run, Undecided};
use crate::structure::state::{Place, Val};

/// Asked at the end of a run.
pub fn check(run: &mut Run<'_, '_>) {
    for created in run.state.standing().collect::<Vec<_>>() {
        let made = &run.model.created[created];
        let span = made.span;
        if run.roles.named_terminator(made.name) == Is::Yes {
            if !takes_place_of_root(run, created) {
                run.undecided
                    .push(Undecided { what: "a contract between a terminator and its parent", span });
            }
        } else if !parents_agree(run, made.name) {
            run.undecided.push(Undecided { what: "a required parent", span });
        }
    }
}

/// A created operation stands where the root stands: whatever holds the root has to be allowed.
fn parents_agree(run: &Run<'_, '_>, name: Ident) -> bool {
    let Some(spec) = run.roles.spec(name) else { return true };
    if spec.traits.parents.is_empty() {
        return true;
    }
    let root = run.classes.name(run.anchor()).and_then(|name| run.roles.spec(name));
    root.is_some_and(|root| {
        !root.traits.parents.is_empty()
            && root.traits.parents.iter().all(|parent| spec.traits.parents.contains(parent))
    })
}

/// Whether any parent that accepts the root accepts the created terminator too.
fn takes_place_of_root(run: &Run<'_, '_>, created: CreatedIx) -> bool {
    let root = run.anchor();
    let Some(old) = run.classes.name(root) else {
        // S101 has found the placement in which the root is no terminator.
        return true;
    };
    if run.roles.terminator(run.classes, root) != Is::Yes {
        return true;
    }
    let new = run.model.created[created].name;
    if run.roles.text(new) == "llvm.unreachable" {
        let dialect = run.roles.text(old).split('.').next().unwrap_or("");
        return matches!(dialect, "func" | "cf" | "llvm");
    }
    old == new && same_operand_types(run, root, created)
}

fn same_operand_types(run: &Run<'_, '_>, root: usize, created: CreatedIx) -> bool {
    let operands = &run.model.nodes[root].operands;
    let new: Vec<Val> = (0..run.model.created[created].operands.len())
        .map(|index| operand_now(run, created, index))
        .collect();
    operands.len() == new.len()
        && operands.iter().zip(new).all(|(old, new)| {
            let old = run.model.values[*old].ty;
            match type_of(run, new) {
                TypeRef::Matched(ty) => {
                    run.classes.ty(ty) == run.classes.ty(old)
                        || (run.classes.type_constant(ty).is_some()
                            && run.classes.type_constant(ty) == run.classes.type_constant(old))
                }
                TypeRef::Constant(ty) => run.classes.type_constant(old) == Some(ty),
                TypeRef::Open => false,
            }
        })
}

fn operand_now(run: &Run<'_, '_>, created: CreatedIx, index: usize) -> Val {
    let site = run.state.sites.iter().find(|site| site.place == Place::Operand(created, index));
    // Every operand of a standing operation has a site; the fallback is never used.
    site.map_or(Val::Created(created, 0), |site| site.current())
}

fn type_of(run: &Run<'_, '_>, value: Val) -> TypeRef {
    match value {
        Val::Matched(value) => TypeRef::Matched(run.model.values[value].ty),
        Val::Created(created, index) => {
            run.model.created[created].results.get(index).copied().unwrap_or(TypeRef::Open)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};

    use crate::stage::Options;
    use crate::structure::testing::ask;
    use crate::verdict::StageVerdict;

    fn returning(values: &str) -> StageVerdict {
        let body = format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation \"func.return\"(%x : !pdl.value)\n  pdl.rewrite %root {{
    %n = pdl.operation \"func.return\"{values}\n    pdl.erase %root\n  }}\n"
        );
        ask(&body, &Options::default()).verdict
    }

    #[test]
    fn a_return_of_other_types_is_undecided() {
        let verdict = returning("(%x, %x : !pdl.value, !pdl.value)");
        assert!(matches!(verdict, StageVerdict::Unknown(why) if why.subject().starts_with("a contract")));
    }

    #[test]
    fn a_return_of_the_same_types_keeps_the_contract() {
        assert!(matches!(returning("(%x : !pdl.value)"), StageVerdict::Proved));
        assert!(
            proved("    pdl.replace %root with (%y : !pdl.value)")
                && codes("    pdl.erase %root") == ["S105"]
        );
    }
}
