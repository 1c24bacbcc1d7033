//! S106: a created operation is given an operand that need not be available right before the root. Asked at the end: a
//! later `replace` may still have put a good value into its place.

use crate::pattern::model::{CreatedIx, OpRef};
use crate::structure::findings::{Placement, Run};
use crate::structure::message::Message;
use crate::structure::state::{Place, Val};
use crate::verdict::Rule;

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for index in 0..run.state.sites.len() {
        let site = &run.state.sites[index];
        let Place::Operand(created, _) = site.place else { continue };
        let good = |value| at_created(run, created, value);
        if !site.present || good(site.current()) || site.spoiled_by(good).is_some() {
            continue;
        }
        let site = site.clone();
        let step = run.step_of(created);
        let message = Message::OperandUnavailable(run.named(OpRef::Created(created)));
        let placement = placement_before_root(run, site.current());
        run.violate(Rule::S106, step, message, placement);
    }
}

/// Whether a value is available at a created operation, wherever the match stands.
pub(crate) fn at_created(run: &Run<'_, '_>, created: CreatedIx, value: Val) -> bool {
    match value {
        Val::Matched(value) => run.available.at(run.classes, run.anchor(), value),
        Val::Created(other, _) => run.graph || other < created,
    }
}

/// The placement in which a value is not available at the root.
pub(crate) fn placement_before_root(run: &Run<'_, '_>, value: Val) -> Placement {
    let late = match value {
        Val::Matched(value) if run.classes.definition(value).is_none() => Some(value),
        _ => None,
    };
    Placement { first: Some(run.model.anchor), late, ..Placement::default() }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, codes_of, proved};
    use crate::verdict::Rule;

    #[test]
    fn the_result_of_the_root_is_not_available_before_it() {
        let rewrite = "    %rv = pdl.result 0 of %root\n    %n = pdl.operation \"lab.n\"(%rv : !pdl.value)";
        assert_eq!(codes(rewrite), [Rule::S106]);
    }

    #[test]
    fn a_replacement_moves_the_bad_operand_away() {
        let rewrite = "    %rv = pdl.result 0 of %root
    %n = pdl.operation \"lab.n\"(%rv : !pdl.value)
    pdl.replace %root with (%y : !pdl.value)";
        assert!(proved(rewrite));
    }

    #[test]
    fn the_value_that_is_there_at_the_end_decides() {
        let body = "  %t = pdl.type : i32\n  %z = pdl.operand : %t
  %root = pdl.operation \"lab.b\" -> (%t : !pdl.type)\n  %rv = pdl.result 0 of %root
  %user = pdl.operation \"lab.b\"(%rv, %z : !pdl.value, !pdl.value)\n  pdl.rewrite %root {
    %w = pdl.result 0 of %root
    %n = pdl.operation \"lab.n\"(%w : !pdl.value)
    pdl.replace %root with (%z : !pdl.value)\n  }\n";
        let mut codes = codes_of(body);
        codes.sort_unstable();
        assert_eq!(codes, [Rule::S103, Rule::S106, Rule::S107]);
    }
}
