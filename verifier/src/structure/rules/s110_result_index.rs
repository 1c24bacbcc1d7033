//! S110: the rewrite uses a result that the operation does not have. Reading it without use does no harm in MLIR 22.

use crate::pattern::model::OpRef;
use crate::structure::findings::{Go, Placement, Run};
use crate::structure::message::Message;
use crate::verdict::Rule;

/// Asked where such a result is used; the `pdl.result` is blamed. MLIR makes a created operation for which no result type is
/// written as its definition says; without one it is not known how many results that are.
pub(crate) fn check(run: &mut Run<'_, '_>, step: usize, op: OpRef) -> Go {
    let message = Message::NoSuchResult { op: run.named(op), results: run.model.result_count(op) };
    let inferred = match op {
        OpRef::Created(created) => Some(&run.model.created[created]),
        OpRef::Node(_) => None,
    };
    let inferred = inferred.filter(|made| made.declared_without_results && !run.roles.is_defined(made.name));
    match inferred.map(|made| made.name).or_else(|| run.open_counts()) {
        Some(name) => run.suspect(name, Some((Rule::S110, message)), step),
        None => run.violate(Rule::S110, step, message, Placement::default()),
    }
    Go::Break(())
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{answer, codes, proved};
    use crate::verdict::{Rule, StageVerdict, Unknown};

    #[test]
    fn a_missing_result_breaks_where_it_is_used() {
        let read = "    %p3 = pdl.result 3 of %p";
        assert_eq!(
            codes(&format!("{read}\n    %n = pdl.operation \"lab.n\"(%p3 : !pdl.value)")),
            [Rule::S110]
        );
    }

    #[test]
    fn an_operation_without_a_definition_may_infer_its_results() {
        let used = |made: &str| {
            format!(
                "    %n = {made}\n    %v = pdl.result 0 of %n\n    pdl.replace %root with (%v : !pdl.value)"
            )
        };
        let created = |types: &str| used(&format!("pdl.operation \"lab.n\"(%y : !pdl.value){types}"));
        assert!(proved(&created(" -> (%t : !pdl.type)")));
        let answer = answer(&created(""));
        let StageVerdict::Unknown(Unknown::NoSpec { name, .. }) = &answer.verdict else {
            panic!("{}", answer.verdict)
        };
        assert_eq!(name, "lab.n");
        assert!(answer.findings.iter().any(|finding| finding.claim.code == Rule::S110));
    }

    #[test]
    fn reading_a_missing_result_does_no_harm() {
        assert!(proved("    %p3 = pdl.result 3 of %p\n    pdl.replace %root with (%y : !pdl.value)"));
    }
}
