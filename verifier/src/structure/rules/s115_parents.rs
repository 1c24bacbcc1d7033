//! S115: contracts between an operation and what holds it: a required parent, the kind of a terminator, the types that a parent
//! relates to the operands of a terminator. Asked at the end, of created operations: they stand where the root stands.

use crate::verdict::Rule;
use assay_ir::data::{Ident, known};
use assay_ir::spec::OpSpec;

use crate::pattern::model::{CreatedIx, OpRef, TypeIx, TypeRef};
use crate::structure::findings::{Placement, Run, Undecided};
use crate::structure::message::Message;
use crate::structure::roles::Is;
use crate::structure::state::Val;

/// Whether two types are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Same {
    /// In every match.
    Yes,
    /// In none.
    No,
    /// Not in a match where these differ.
    Maybe(TypeIx, TypeRef),
    /// Not decided.
    Unknown,
}

impl Same {
    /// Whether all pairs are one: a difference in all matches says most.
    pub(crate) fn all(pairs: impl Iterator<Item = Same>) -> Same {
        let mut out = Same::Yes;
        for pair in pairs {
            out = match (out, pair) {
                (Same::No, _) | (_, Same::No) => Same::No,
                (Same::Maybe(old, new), _) | (_, Same::Maybe(old, new)) => Same::Maybe(old, new),
                (Same::Unknown, _) | (_, Same::Unknown) => Same::Unknown,
                (Same::Yes, Same::Yes) => Same::Yes,
            };
        }
        out
    }
}

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for created in run.state.standing_now() {
        let Some(spec) = run.roles.spec(run.model.created[created].name) else { continue };
        if spec.traits.terminator {
            terminator(run, created, spec);
        } else {
            ordinary(run, created, spec);
        }
    }
}

/// Whatever holds the root has to accept what is created beside it.
fn ordinary(run: &mut Run<'_, '_>, created: CreatedIx, spec: &OpSpec) {
    let root = run.classes.name(run.anchor()).and_then(|name| run.roles.spec(name));
    let required: &[Ident] = root.map_or(&[], |root| &root.traits.parents);
    if !required.is_empty() && run.classes.name(run.anchor()) != Some(run.model.created[created].name) {
        let choosy = |parent: &Ident| {
            let children = run.roles.spec(*parent).map_or(&[][..], |spec| &spec.traits.children);
            !children.is_empty() && !children.contains(&run.model.created[created].name)
        };
        if let Some(parent) = required.iter().copied().find(choosy) {
            let message = Message::ChildNotAllowed { op: run.named(OpRef::Created(created)), parent };
            return refuse(run, created, message, Some(parent));
        }
    }
    let accepted = &spec.traits.parents;
    if accepted.is_empty() {
        return;
    }
    let other = match required {
        [] if accepted.contains(&known::FUNC_FUNC) => Some(run.roles.context().ident("assay.region")),
        [] => None,
        required => match required.iter().copied().find(|parent| !accepted.contains(parent)) {
            Some(parent) => Some(parent),
            None => return,
        },
    };
    let message = Message::ParentRequired(run.named(OpRef::Created(created)));
    refuse(run, created, message, other);
}

fn refuse(run: &mut Run<'_, '_>, created: CreatedIx, message: Message, parent: Option<Ident>) {
    let step = run.step_of(created);
    let parent = parent.map(|parent| (run.anchor(), parent));
    run.violate(Rule::S115, step, message, Placement { parent, ..Placement::default() });
}

/// A created terminator takes the place of the root: any parent that accepts the root has to accept it.
fn terminator(run: &mut Run<'_, '_>, created: CreatedIx, spec: &OpSpec) {
    let root = run.anchor();
    // S101 has found the placement in which the root is no terminator, or stays.
    let Some(name) = run.classes.name(root) else { return };
    if run.roles.terminator(run.classes, root) != Is::Yes || run.state.nodes_ended[root].is_none() {
        return;
    }
    // A terminator before the last operation replaces none: S101 has blamed it.
    if run.state.standing().next_back() != Some(created) {
        return;
    }
    let Some(old) = run.roles.spec(name) else { return };
    let made = run.model.created[created].name;
    if made != name {
        let accepted = &spec.traits.parents;
        let refuses = |parent: &Ident| {
            (!accepted.is_empty() && !accepted.contains(parent)) || run.roles.requires(*parent, name)
        };
        let parent = match old.traits.parents.as_slice() {
            [] if accepted.is_empty() => None,
            [] if accepted.contains(&known::FUNC_FUNC) => Some(run.roles.context().ident("assay.region")),
            [] => Some(known::FUNC_FUNC),
            parents => parents.iter().copied().find(refuses),
        };
        if let Some(parent) = parent {
            let message = Message::WrongTerminator { op: run.named(OpRef::Created(created)), parent };
            return refuse(run, created, message, Some(parent));
        }
    }
    let yields = |spec: &OpSpec| spec.traits.return_like || spec.traits.returns.is_some();
    if yields(old) && yields(spec) {
        yielded(run, root, created);
    }
}

fn yielded(run: &mut Run<'_, '_>, root: usize, created: CreatedIx) {
    let step = run.step_of(created);
    let message = Message::ReturnTypes(run.named(OpRef::Created(created)));
    match same_operand_types(run, root, created) {
        Same::Yes => {}
        Same::No => run.violate(Rule::S115, step, message, Placement::default()),
        Same::Maybe(old, new) => {
            let placement = Placement { differ: Some((old, new)), ..Placement::default() };
            run.violate(Rule::S115, step, message, placement);
        }
        Same::Unknown => {
            let span = run.model.created[created].span;
            run.undecided.push(Undecided { what: "the types that a terminator returns", span });
        }
    }
}

fn same_operand_types(run: &Run<'_, '_>, root: usize, created: CreatedIx) -> Same {
    let operands = &run.model.nodes[root].operands;
    if operands.len() != run.model.created[created].operands.len() {
        return Same::No;
    }
    let pairs = operands
        .iter()
        .enumerate()
        .map(|(index, old)| same_type(run, run.model.values[*old].ty, type_now(run, created, index)));
    Same::all(pairs)
}

/// Whether a type of the matcher and one of the rewrite are one.
pub(crate) fn same_type(run: &Run<'_, '_>, old: TypeIx, new: TypeRef) -> Same {
    let classes = run.classes;
    let constant = match new {
        TypeRef::Open => return Same::Unknown,
        TypeRef::Matched(ty) if classes.ty(ty) == classes.ty(old) => return Same::Yes,
        TypeRef::Matched(ty) => classes.type_constant(ty),
        TypeRef::Constant(ty) => Some(ty),
    };
    match (classes.type_constant(old), constant) {
        (Some(old), Some(new)) if old == new => Same::Yes,
        (Some(_), Some(_)) => Same::No,
        _ => Same::Maybe(old, new),
    }
}

/// The type of what an operand of a created operation holds now.
pub(crate) fn type_now(run: &Run<'_, '_>, created: CreatedIx, index: usize) -> TypeRef {
    // Every operand of a standing operation has a site.
    run.state.operand_of(created, index).map_or(TypeRef::Open, |value| type_of(run, value))
}

/// The type of a value.
pub(crate) fn type_of(run: &Run<'_, '_>, value: Val) -> TypeRef {
    match value {
        Val::Matched(value) => TypeRef::Matched(run.model.values[value].ty),
        Val::Created(created, index) => {
            run.model.created[created].results.get(index).copied().unwrap_or(TypeRef::Open)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, codes_of, proved};
    use crate::verdict::Rule;

    fn ending(matched: &str, operands: &str, rewrite: &str) -> Vec<Rule> {
        codes_of(&format!(
            "  %t = pdl.type : i32\n  %s = pdl.type\n  %c = pdl.type : i1\n  %x = pdl.operand : %t\n  %y = pdl.operand : %s\n  %b = pdl.operand : %c
  %root = pdl.operation \"{matched}\"{operands}\n  pdl.rewrite %root {{\n    %n = pdl.operation {rewrite}\n    pdl.erase %root\n  }}\n"
        ))
    }

    const TWO: &str = "(%x, %y : !pdl.value, !pdl.value)";

    /// A dialect whose `list` holds items only.
    const LIST: &str = "irdl.dialect @t {
  irdl.operation @list attributes {assay.traits = [\"children=t.item\"]} {
    %r = irdl.region\n    irdl.regions(body: %r)\n  }
  irdl.operation @other {\n  }
  irdl.operation @item attributes {assay.traits = [\"parents=t.list\"]} {\n  }\n}\n";

    #[test]
    fn a_parent_that_lists_its_children_accepts_no_other_operation() {
        let beside = |name: &str| {
            let ctx = assay_ir::data::Context::new();
            let mut registry = assay_corpus::load_builtin(&ctx);
            let diagnostics = assay_corpus::load_text(&mut registry, "list", LIST);
            assert!(diagnostics.is_empty(), "{diagnostics:?}");
            let text = format!(
                "pdl.pattern @p : benefit(1) {{\n  %root = pdl.operation \"t.item\"\n  pdl.rewrite %root {{
    %n = pdl.operation \"{name}\"\n  }}\n}}\n"
            );
            let parsed = assay_ir::text::parse(&ctx, &assay_ir::data::Source::new("test", text));
            let op = assay_ir::pdl::patterns(&parsed.program)[0].op;
            let (subject, options) = (
                crate::pattern::AnalyzedPattern::new(&parsed.program, op, &registry),
                crate::stage::Options::default(),
            );
            let task = crate::stage::Task::new(&subject, &options);
            let answers = crate::structure::claims(&task, Default::default()).expect("it is analysed");
            let candidates = answers.into_iter().flat_map(|answer| answer.candidates);
            candidates.map(|candidate| candidate.claim.code).collect::<Vec<_>>()
        };
        assert_eq!(beside("t.other"), [Rule::S115]);
        assert!(beside("t.item").is_empty());
    }

    #[test]
    fn a_return_of_other_types_breaks_the_contract_with_the_function() {
        assert_eq!(ending("func.return", TWO, "\"func.return\"(%x : !pdl.value)"), [Rule::S115]);
        assert_eq!(
            ending("func.return", TWO, "\"func.return\"(%x, %x : !pdl.value, !pdl.value)"),
            [Rule::S115]
        );
    }

    #[test]
    fn a_return_of_the_same_types_keeps_the_contract() {
        assert!(ending("func.return", TWO, "\"func.return\"(%x, %y : !pdl.value, !pdl.value)").is_empty());
        assert!(
            proved("    pdl.replace %root with (%y : !pdl.value)")
                && codes("    pdl.erase %root") == [Rule::S105]
        );
    }

    #[test]
    fn every_terminator_is_shown_in_a_parent_of_its_own() {
        let two = "(%x, %y : !pdl.value, !pdl.value)";
        assert!(ending("scf.yield", TWO, &format!("\"scf.yield\"{two}")).is_empty());
        assert_eq!(ending("scf.yield", TWO, "\"scf.yield\"(%y, %x : !pdl.value, !pdl.value)"), [Rule::S115]);
        let three = "(%b, %x, %y : !pdl.value, !pdl.value, !pdl.value)";
        assert!(ending("scf.condition", three, &format!("\"scf.condition\"{three}")).is_empty());
        assert_eq!(
            ending("scf.condition", three, "\"scf.condition\"(%b, %x : !pdl.value, !pdl.value)"),
            [Rule::S115]
        );
    }

    #[test]
    fn a_terminator_of_another_kind_needs_a_parent_that_accepts_it() {
        assert!(ending("func.return", TWO, "\"llvm.unreachable\"").is_empty());
        assert_eq!(
            ending("scf.yield", TWO, "\"func.return\"(%x, %y : !pdl.value, !pdl.value)"),
            [Rule::S115]
        );
        assert_eq!(ending("llvm.unreachable", "", "\"func.return\""), [Rule::S115]);
    }
}
