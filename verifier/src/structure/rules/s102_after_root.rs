//! S102: an operation is created after the root ended. MLIR 22 goes on in the place of the root, so this is a remark;
//! when the root ended inside of another operation, no place is left and the rule is broken.

use crate::pattern::model::{CreatedIx, OpRef};
use crate::structure::findings::{Go, Run};
use crate::structure::message::Message;
use crate::verdict::Rule;

/// Asked before an operation is created.
pub(crate) fn check(run: &mut Run<'_, '_>, step: usize, created: CreatedIx) -> Go {
    let anchor = run.anchor();
    let Some(ended) = run.state.nodes_ended[anchor] else { return Go::Continue(()) };
    let lost = run.containment.is_some_and(|c| c.holds(anchor) && run.state.nodes_ended[c.outer].is_some());
    if !lost {
        run.after_root.push(created);
        return Go::Continue(());
    }
    let message = Message::NoInsertionPoint(run.named(OpRef::Created(created)));
    run.violate_after(Rule::S102, step, message, ended);
    Go::Break(())
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    use crate::stage::Options;
    use crate::structure::testing::{ask, codes_in};
    use crate::verdict::Severity;

    const SIBLINGS: &str = "  %x = pdl.operand
  %outer = pdl.operation \"lab.outer\"(%x : !pdl.value)
  %root = pdl.operation \"lab.inner\"(%x : !pdl.value)
  pdl.rewrite %root {
    pdl.erase %outer
    %n = pdl.operation \"lab.n\"(%x : !pdl.value)
  }
";

    #[test]
    fn creating_after_the_end_of_the_root_is_a_remark() {
        let body =
            "  %x = pdl.operand\n  %root = pdl.operation \"lab.a\"(%x : !pdl.value)\n  pdl.rewrite %root {
    pdl.erase %root\n    %n = pdl.operation \"lab.n\"(%x : !pdl.value)\n  }\n";
        let result = ask(body, &Options::default());
        let remark = result.findings.iter().find(|finding| finding.claim.code == Rule::S102);
        assert_eq!(remark.map(|finding| finding.claim.level), Some(Severity::Warning));
        assert!(codes_in(&result).is_empty());
    }

    #[test]
    fn creating_after_the_end_of_the_root_is_an_error_for_older_releases() {
        let body =
            "  %x = pdl.operand\n  %root = pdl.operation \"lab.a\"(%x : !pdl.value)\n  pdl.rewrite %root {
    pdl.erase %root\n    %n = pdl.operation \"lab.n\"(%x : !pdl.value)\n  }\n";
        let options = Options { target: crate::stage::Target::Portable, ..Options::default() };
        let result = ask(body, &options);
        assert_eq!(codes_in(&result), [Rule::S102]);
        assert!(result.findings.iter().all(|finding| finding.witness.is_some()));
    }

    #[test]
    fn no_place_is_left_when_the_root_ended_inside_of_another_operation() {
        let mut options = Options::default();
        assert!(codes_in(&ask(SIBLINGS, &options)).is_empty());
        options.unknown_ops.may_own_regions = true;
        assert_eq!(codes_in(&ask(SIBLINGS, &options)), [Rule::S102]);
    }

    #[test]
    fn creating_before_the_end_of_the_root_is_no_remark() {
        assert!(proved(
            "    %n = pdl.operation \"lab.n\"(%y : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %root with %n"
        ));
        assert!(codes("    %n = pdl.operation \"lab.n\"(%y : !pdl.value)").is_empty());
    }
}
