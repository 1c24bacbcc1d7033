//! S111: a created operation needs regions or successors, which PDL cannot make. Asked at the end, of what stands.

use crate::pattern::model::OpRef;
use crate::structure::findings::{Placement, Run, Undecided};
use crate::structure::message::Message;
use crate::verdict::Rule;

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for created in run.state.standing_now() {
        let Some(spec) = run.roles.spec(run.model.created[created].name) else { continue };
        let step = run.step_of(created);
        let successors = match &spec.regions {
            None => {
                let span = run.model.actions[step].span;
                run.undecided
                    .push(Undecided { what: "a created operation whose regions no spec describes", span });
                continue;
            }
            Some(regions) if regions.iter().any(|region| !region.variadic) => false,
            Some(_) if spec.traits.successors.is_some_and(|count| count > 0) => true,
            Some(_) => continue,
        };
        let message = Message::CannotMake { op: run.named(OpRef::Created(created)), successors };
        run.violate(Rule::S111, step, message, Placement::default());
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    #[test]
    fn a_created_operation_may_not_need_regions() {
        let rewrite = "    %n = pdl.operation \"scf.execute_region\" -> (%t : !pdl.type)\n    pdl.replace %root with %n";
        assert_eq!(codes(rewrite), [Rule::S111]);
    }

    #[test]
    fn a_created_operation_without_regions_is_complete() {
        let rewrite = "    %n = pdl.operation \"lab.n\" -> (%t : !pdl.type)\n    pdl.replace %root with %n";
        assert!(proved(rewrite));
    }
}
