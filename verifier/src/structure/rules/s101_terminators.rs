//! S101: a block must end with a terminator and hold no other one. Asked at the end, of every matched operation that
//! ended and of every created operation that stands.

use crate::pattern::model::{CreatedIx, OpRef};
use crate::structure::findings::{Containment, Placement, Run, Undecided};
use crate::structure::message::Message;
use crate::structure::roles::Is;
use crate::verdict::Rule;

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for node in 0..run.state.nodes_ended.len() {
        if let Some(step) = run.state.nodes_ended[node] {
            ended(run, node, step);
        }
    }
    for created in run.state.standing_now() {
        standing(run, created);
    }
}

fn created_terminator(run: &Run<'_, '_>, created: CreatedIx) -> Is {
    run.roles.named_terminator(run.model.created[created].name)
}

/// A terminator that ended needs a terminator in its place.
fn ended(run: &mut Run<'_, '_>, node: usize, step: usize) {
    // The block that it ended is gone.
    let gone = |c: &Containment| c.holds(node) && run.state.nodes_ended[c.outer].is_some();
    if run.containment.is_some_and(gone) {
        return;
    }
    let is = run.roles.terminator(run.classes, node);
    let name = run.classes.name(node);
    if is == Is::No {
        if let Some(name) = name.filter(|name| run.roles.is_unlisted(*name)) {
            run.suspect(name, None, step);
        }
        return;
    }
    if is == Is::Yes && !run.model.nodes[node].results.is_empty() {
        let span = run.model.nodes[node].span;
        return run.undecided.push(Undecided { what: "results of a terminator", span });
    }
    if node == run.anchor() {
        let standing: Vec<CreatedIx> = run.state.standing().collect();
        match standing.last().map(|last| created_terminator(run, *last)) {
            Some(Is::Yes) => return,
            Some(Is::Maybe) => {
                let span = run.model.actions[step].span;
                return run
                    .undecided
                    .push(Undecided { what: "an operation without a spec as a terminator", span });
            }
            _ => {}
        }
        // A terminator that is created but does not stand last is blamed by itself.
        if standing.iter().any(|created| created_terminator(run, *created) == Is::Yes) {
            return;
        }
    }
    let op = run.named(OpRef::Node(node));
    let message = Message::TerminatorErased { op, certain: is == Is::Yes };
    if let Some(name) = name.filter(|name| is == Is::Yes && !run.roles.is_defined(*name)) {
        return run.suspect(name, Some((Rule::S101, message)), step);
    }
    let placement = Placement { terminator: Some(node), ..Placement::default() };
    run.violate(Rule::S101, step, message, placement);
}

/// A created terminator has to stand last, in the place of a terminator.
fn standing(run: &mut Run<'_, '_>, created: CreatedIx) {
    let anchor = run.anchor();
    let role = run.roles.terminator(run.classes, anchor);
    let is = created_terminator(run, created);
    if is == Is::No {
        return;
    }
    let step = run.step_of(created);
    if is == Is::Maybe {
        let span = run.model.actions[step].span;
        return run.undecided.push(Undecided { what: "an operation without a spec as a terminator", span });
    }
    let last = run.state.standing().next_back() == Some(created);
    if last && run.state.nodes_ended[anchor].is_some() && role == Is::Yes {
        return;
    }
    let message = Message::TerminatorNotLast(run.named(OpRef::Created(created)));
    let name = run.model.created[created].name;
    if !run.roles.is_defined(name) {
        return run.suspect(name, Some((Rule::S101, message)), step);
    }
    let no_terminator = (role == Is::Maybe).then_some(anchor);
    // Where the root does not end its block something may follow that the rewrite does not end as well.
    let followed = (role != Is::Yes && run.state.nodes_ended[anchor].is_some()).then_some(anchor);
    let placement = Placement { no_terminator, followed, ..Placement::default() };
    run.violate(Rule::S101, step, message, placement);
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    use crate::structure::testing::{ask, codes_in_graph, codes_of};
    use crate::verdict::StageVerdict;

    fn open(name: &str, rewrite: &str) -> (Vec<Rule>, String) {
        let body = format!(
            "  %x = pdl.operands\n  %root = pdl.operation \"{name}\"(%x : !pdl.range<value>)
  pdl.rewrite %root {{\n{rewrite}\n  }}\n"
        );
        let result = ask(&body, &crate::stage::Options::default());
        assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
        let StageVerdict::Unknown(why) = &result.verdict else { panic!("{name}: {}", result.verdict) };
        (result.findings.iter().map(|finding| finding.claim.code).collect(), why.to_string())
    }

    #[test]
    fn a_terminator_of_the_table_is_one_whose_definition_is_missing() {
        let erased = open("spirv.Return", "    pdl.erase %root");
        assert_eq!(erased, (vec![Rule::S101], "verifier: spirv.Return".to_owned()));
        let made = open("lab.a", "    %n = pdl.operation \"spirv.Return\"(%x : !pdl.range<value>)");
        assert_eq!(made, (vec![Rule::S101], "verifier: spirv.Return".to_owned()));
    }

    #[test]
    fn an_operation_that_a_dialect_of_mlir_does_not_have_may_be_a_terminator() {
        let erased = open("spirv.invented", "    pdl.erase %root");
        assert_eq!(erased, (Vec::new(), "no spec: spirv.invented".to_owned()));
    }

    fn returning(rewrite: &str) -> Vec<Rule> {
        codes_of(&format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation \"func.return\"(%x : !pdl.value)\n  pdl.rewrite %root {{\n{rewrite}\n  }}\n"
        ))
    }

    fn wildcard(attributes: &str) -> Vec<Rule> {
        let ctx = assay_ir::data::Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let text = format!(
            "pdl.pattern @p : benefit(1) {attributes} {{\n  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %root = pdl.operation (%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{
    pdl.replace %root with (%x : !pdl.value)\n  }}\n}}\n"
        );
        let parsed = assay_ir::text::parse(&ctx, &assay_ir::data::Source::new("test", text));
        let op = assay_ir::pdl::patterns(&parsed.program)[0].op;
        let options = crate::stage::Options::default();
        let subject = crate::pattern::AnalyzedPattern::new(&parsed.program, op, &registry);
        let task = crate::stage::Task::new(&subject, &options);
        crate::structure::testing::codes_in(&crate::structure::stage(&task))
    }

    #[test]
    fn a_terminator_may_not_disappear() {
        assert_eq!(returning("    pdl.erase %root"), [Rule::S101]);
    }

    #[test]
    fn a_terminator_may_give_way_to_one() {
        assert!(
            returning("    %n = pdl.operation \"func.return\"(%x : !pdl.value)\n    pdl.erase %root")
                .is_empty()
        );
    }

    #[test]
    fn a_terminator_among_operations_of_a_graph_region_gets_a_nested_region() {
        let erased = |matched: &str| {
            codes_in_graph(&format!(
                "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %v = pdl.result 0 of %p
{matched}\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n"
            ))
        };
        for name in ["\"cf.br\"", "\"scf.yield\"", "\"func.return\"", ""] {
            let matched = format!("  %root = pdl.operation {name}(%v : !pdl.value)");
            assert_eq!(erased(&matched), [Rule::S101], "{name}");
        }
        // What reads the result of a terminator comes behind it.
        let matched = "  %n = pdl.operation (%v : !pdl.value) -> (%t : !pdl.type)\n  %r = pdl.result 0 of %n
  %root = pdl.operation \"lab.r\"(%r : !pdl.value)";
        let rewrite = "  pdl.rewrite %root {\n    pdl.erase %root\n    pdl.erase %n\n  }\n";
        let body = format!("  %t = pdl.type : i32\n  %v = pdl.operand : %t\n{matched}\n{rewrite}");
        assert_eq!(codes_in_graph(&body), [Rule::S105, Rule::S101]);
    }

    #[test]
    fn a_terminator_is_not_created_in_the_middle() {
        assert_eq!(codes("    %n = pdl.operation \"func.return\"(%x : !pdl.value)"), [Rule::S101]);
        assert!(proved("    %n = pdl.operation \"lab.n\"(%x : !pdl.value)"));
    }

    #[test]
    fn a_terminator_that_is_created_does_not_take_the_place_of_one_that_follows_the_root() {
        let body = "  %x = pdl.operand\n  %root = pdl.operation \"lab.a\"(%x : !pdl.value)
  %last = pdl.operation \"func.return\"(%x : !pdl.value)\n  pdl.rewrite %root {
    %n = pdl.operation \"func.return\"(%x : !pdl.value)\n    pdl.erase %root\n    pdl.erase %last\n  }\n";
        let result = ask(body, &crate::stage::Options::default());
        assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
        let blamed: Vec<_> = result.findings.iter().filter(|f| f.claim.code == Rule::S101).collect();
        assert_eq!(blamed.len(), 2);
    }

    #[test]
    fn an_operation_without_a_name_may_end_its_block_unless_the_pattern_denies_it() {
        assert_eq!(wildcard(""), [Rule::S101]);
        assert!(wildcard("attributes {assay.wildcards = \"no_terminator\"}").is_empty());
    }
}
