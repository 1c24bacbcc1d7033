//! S113 and S114: operations that define or use symbols. Symbols of the payload are not modelled, so that what touches
//! them is undecided, by name.

use crate::structure::roles::Is;
use crate::structure::run::{Run, Undecided};

/// Asked at the end of a run.
pub fn check(run: &mut Run<'_, '_>) {
    for node in run.classes.node_classes().collect::<Vec<_>>() {
        let Some(step) = run.state.nodes_ended[node] else { continue };
        if run.roles.symbol(run.classes, node) != Is::No {
            let span = run.model.actions[step].span;
            run.undecided.push(Undecided { what: "symbols", span });
        }
    }
    for created in run.state.standing().collect::<Vec<_>>() {
        let made = &run.model.created[created];
        let Some(spec) = run.roles.spec(made.name) else { continue };
        if spec.traits.symbol || spec.traits.symbol_user {
            run.undecided.push(Undecided { what: "symbols", span: made.span });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};

    use crate::stage::Options;
    use crate::structure::testing::ask;
    use crate::verdict::StageVerdict;

    #[test]
    fn a_created_call_is_undecided() {
        let body =
            "  %x = pdl.operand\n  %root = pdl.operation \"lab.a\"(%x : !pdl.value)\n  pdl.rewrite %root {
    %k = pdl.attribute = @g\n    %n = pdl.operation \"func.call\"(%x : !pdl.value) {\"callee\" = %k}\n  }\n";
        let verdict = ask(body, &Options::default()).verdict;
        assert!(matches!(verdict, StageVerdict::Unknown(why) if why.subject() == "symbols"));
    }

    #[test]
    fn an_operation_that_knows_no_symbols_is_decided() {
        assert!(proved("    %n = pdl.operation \"lab.n\"(%x : !pdl.value)"));
        assert!(codes("    %n = pdl.operation \"lab.n\"(%x : !pdl.value)").is_empty());
    }
}
