//! The stage before all others: can the matcher match any valid payload at all, and does MLIR 22 match more than is written
//! (M501)? Decides the contradictions that counts, names,
//! constants and shared variables of the specs make; finer ones are for the types stage. Must not look at the rewrite.

mod over_match;
mod reuse;

use std::cell::LazyCell;

use assay_ir::data::{Ident, OpId, Span};
use assay_ir::pdl::PdlOp;
use assay_ir::rewrite::{PdlSemantics, Unmatchable};

use crate::stage::{StageResult, Task};
use crate::witness::{self, CannotBuild, Scenario};
use over_match::Reuses;

use crate::limits::Resource;
use crate::pattern::classes::{Classes, Conflict};
use crate::pattern::decode::Unnamed;
use crate::pattern::model::Model;
use crate::verdict::{Claim, Finding, Label, Reason, Rule, Severity, StageVerdict, Unknown};

/// Asks whether a payload exists, and whether MLIR 22 matches more than is written (M501). Proved means that a payload was
/// made and matches.
pub fn stage(task: &Task<'_>) -> StageResult {
    let reuses = LazyCell::new(|| Reuses::find(task));
    let mut result = answer(task, &|| reuses.may_match());
    let not_read = task.instances(Unnamed::Plain).is_err() || task.compiled().is_err();
    if not_read || matches!(result.verdict, StageVerdict::Vacuous) {
        return result;
    }
    let all_tried = !reuses.untried || !reuses.shown.is_empty();
    result.findings.extend_from_slice(&reuses.shown);
    if let Some(why) = &reuses.open {
        result.leave_open(why.clone());
    }
    if !all_tried {
        result.leave_open(task.untried());
    }
    match (reuses.shown.is_empty(), result.against("")) {
        (false, _) => result.verdict = StageVerdict::Refuted,
        (true, Some(open)) if reuses.open.is_some() || !all_tried => result.verdict = open,
        _ => {}
    }
    result
}

/// Tells if MLIR 22 is shown to match more than is written, which one place suffices for.
pub fn is_refuted(task: &Task<'_>) -> bool {
    let read = task.instances(Unnamed::Plain).is_ok() && task.compiled().is_ok();
    read && !Reuses::first(task).shown.is_empty()
}

/// Asks only whether a payload exists.
pub fn matches(task: &Task<'_>) -> StageResult {
    answer(task, &|| Reuses::find(task).may_match())
}

fn answer(task: &Task<'_>, in_mlir: &dyn Fn() -> bool) -> StageResult {
    let found = match task.instances(Unnamed::Plain) {
        Ok(found) => found,
        Err(why) => return not_checked(Reason::NotAnalysed(why.subject().to_owned())),
    };
    let mut models = Vec::new();
    let mut contradicted = None;
    for model in &found.models {
        if let Some((op, name)) = undeclared(task, model) {
            return misspelt(task, op, name);
        }
        match contradiction(task, model) {
            None => models.push(model),
            Some(contradiction) => {
                contradicted.get_or_insert(contradiction);
            }
        }
    }
    match contradicted {
        Some((op, message)) if models.is_empty() && found.complete => {
            return vacuous(task, op, message, in_mlir());
        }
        _ if models.is_empty() => return not_checked(Reason::Untried),
        _ => {}
    }
    if let Err(why) = task.compiled() {
        return cannot_lower(task, why);
    }
    let mut not_built = None;
    for model in &models {
        match witness::build(model, task.registry, &Scenario::default()) {
            Ok(payload) => return confirm(task, model, &payload),
            Err(CannotBuild::Impossible) => {}
            Err(why) => {
                not_built.get_or_insert(why);
            }
        }
    }
    match not_built {
        Some(why) => not_checked(Reason::NoPayload(Some(why.to_string()))),
        None => {
            let message =
                "the types that are written do not satisfy the definitions of the matched operations";
            vacuous(task, models[0].nodes[models[0].anchor].op, message.to_owned(), in_mlir())
        }
    }
}

/// The first matched operation that its dialect, all operations of which are known, does not have.
fn undeclared(task: &Task<'_>, model: &Model) -> Option<(OpId, Ident)> {
    let named = model.nodes.iter().filter_map(|node| Some((node.op, node.name?)));
    named.into_iter().find(|(_, name)| task.registry.lacks(*name))
}

/// The first contradiction, with the operation to blame.
fn contradiction(task: &Task<'_>, model: &Model) -> Option<(OpId, String)> {
    if let Some(found) = model.impossible.first() {
        return Some(found.clone());
    }
    let graph = true;
    match Classes::new(model, task.registry, graph) {
        Ok(_) => None,
        Err((node, conflict)) => {
            let message = match conflict {
                Conflict::Count => "its numbers of operands and results do not fit its definition",
                Conflict::Constant => "its types or attributes contradict each other or its definition",
                Conflict::Promise => "a native constraint promises what the match contradicts",
                Conflict::Holder => "it returns other types than another terminator of the same function",
                Conflict::Name | Conflict::Definition | Conflict::Cycle => {
                    "what is asked of it contradicts itself"
                }
            };
            Some((model.nodes[node].op, message.to_owned()))
        }
    }
}

/// MLIR 22 accepts the pattern and crashes on it.
fn cannot_lower(task: &Task<'_>, why: &Unmatchable) -> StageResult {
    if *why == Unmatchable::TooLarge {
        return StageResult::unknown(Unknown::Limit(Resource::Roots));
    }
    let op = why.op().unwrap_or(task.pattern);
    let message = "nothing leads from the root to this, and MLIR 22 crashes while it lowers the matcher";
    let span = task.program.op(op).span;
    let help = Some("use it in an operation that the root is connected with, or drop it".to_owned());
    let claim = Claim { help, code: Rule::M502, ..claim(op, span, message.to_owned(), Severity::Warning) };
    let finding = Finding { claim, witness: None };
    let verdict = StageVerdict::Unknown(Unknown::Unsupported {
        what: "a matcher that MLIR 22 cannot lower".to_owned(),
        span,
    });
    StageResult { findings: vec![finding], ..StageResult::from_verdict(verdict) }
}

fn not_checked(why: Reason) -> StageResult {
    StageResult::from_verdict(StageVerdict::NotChecked(why))
}

/// No program has an operation of this name: a mistake, whatever else the pattern says.
fn misspelt(task: &Task<'_>, op: OpId, name: Ident) -> StageResult {
    let text = task.program.ctx().str(name);
    let dialect = text.split('.').next().unwrap_or("");
    let message = format!("the dialect {dialect} has no operation `{text}`");
    let meant = |name| task.registry.meant(name).map(|near| format!("did you mean `{near}`?"));
    let others = task.program.walk(task.pattern).filter(|other| *other != op).filter_map(|other| {
        let PdlOp::Operation(operation) = PdlOp::view(task.program, other) else { return None };
        let name = operation.name().filter(|name| task.registry.lacks(*name))?;
        let near = meant(name).map(|near| format!("; {near}")).unwrap_or_default();
        let text = format!("nor is there `{}`{near}", task.program.ctx().str(name));
        Some(Label { span: task.program.op(other).span, text })
    });
    let labels = others.collect();
    let span = task.program.op(op).span;
    let claim = Claim { help: meant(name), labels, ..claim(op, span, message, Severity::Error) };
    let findings = vec![Finding { claim, witness: None }];
    StageResult { findings, ..StageResult::from_verdict(StageVerdict::Vacuous) }
}

/// No program matches the pattern as written; MLIR 22 may match one all the same (M501).
fn vacuous(task: &Task<'_>, op: OpId, message: String, in_mlir: bool) -> StageResult {
    let claim = claim(op, task.program.op(op).span, message, Severity::Warning);
    let finding = Finding { claim, witness: None };
    let verdict = match in_mlir {
        true => StageVerdict::NotChecked(Reason::MatchesInMlirOnly),
        false => StageVerdict::Vacuous,
    };
    StageResult { findings: vec![finding], ..StageResult::from_verdict(verdict) }
}

fn claim(op: OpId, span: Span, message: String, level: Severity) -> Claim {
    Claim { code: Rule::P101, level, op, span, message, labels: Vec::new(), help: None }
}

/// A payload was made; if the pattern does not match it, one of us is wrong.
fn confirm(task: &Task<'_>, model: &Model, payload: &witness::Payload) -> StageResult {
    if witness::replay::find(task, payload, PdlSemantics::Mlir22).is_some() {
        return StageResult::from_verdict(StageVerdict::Proved);
    }
    let op = model.nodes[model.anchor].op;
    let message = "the payload that was made for this pattern is not matched by it".to_owned();
    let disagreement = claim(op, task.program.op(op).span, message, Severity::Note);
    StageResult { disagreements: vec![disagreement], ..not_checked(Reason::NoPayload(None)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::AnalyzedPattern;
    use crate::stage::Options;
    use crate::verdict::Rule;
    use assay_ir::data::{Context, Source};

    fn answer(matcher: &str) -> StageVerdict {
        whole(matcher).verdict
    }

    fn whole(matcher: &str) -> StageResult {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let text = format!(
            "pdl.pattern @p : benefit(1) {{\n{matcher}\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n}}\n"
        );
        let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let pattern = assay_ir::pdl::patterns(&parsed.program)[0].op;
        stage(&Task::new(&AnalyzedPattern::new(&parsed.program, pattern, &registry), &Options::default()))
    }

    #[test]
    fn a_wrong_number_of_operands_never_matches() {
        let matcher = "  %t = pdl.type\n  %x = pdl.operand\n  %root = pdl.operation \"arith.addi\"(%x : !pdl.value) -> (%t : !pdl.type)";
        assert!(matches!(answer(matcher), StageVerdict::Vacuous));
    }

    #[test]
    fn a_type_that_the_definition_excludes_never_matches() {
        let matcher = "  %t = pdl.type : f32\n  %x = pdl.operand : %t\n  %root = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)";
        assert!(matches!(answer(matcher), StageVerdict::Vacuous));
    }

    #[test]
    fn returns_of_one_function_return_the_same_types() {
        let two = |first: &str, second: &str| {
            answer(&format!(
                "  %t = pdl.type : i32\n  %s = pdl.type : i1\n  %x = pdl.operand : %t\n  %y = pdl.operand : %s
  %z = pdl.operation \"lab.a\"(%x, %y : !pdl.value, !pdl.value)
  %other = pdl.operation \"{first}\n  %root = pdl.operation \"{second}"
            ))
        };
        let (x, y, both) = ("(%x : !pdl.value)", "(%y : !pdl.value)", "(%x, %y : !pdl.value, !pdl.value)");
        let name = |name: &str, operands: &str| format!("{name}\"{operands}");
        let returns = |a: &str, b: &str| two(&name("func.return", a), &name("func.return", b));
        assert!(matches!(returns(x, x), StageVerdict::Proved));
        assert!(matches!(returns(x, y), StageVerdict::Vacuous));
        assert!(matches!(returns(x, both), StageVerdict::Vacuous));
        // Two operations may hold these.
        assert!(matches!(two(&name("scf.yield", x), &name("scf.yield", y)), StageVerdict::Proved));
    }

    #[test]
    fn a_missing_result_never_matches() {
        let matcher = "  %p = pdl.operation \"lab.p\"\n  %v = pdl.result 0 of %p\n  %root = pdl.operation \"lab.r\"(%v : !pdl.value)";
        assert!(matches!(answer(matcher), StageVerdict::Vacuous));
    }

    #[test]
    fn what_only_a_native_constraint_uses_crashes_mlir() {
        let matcher = "  %x = pdl.operand\n  %free = pdl.operand\n  pdl.apply_native_constraint \"c\"(%free : !pdl.value)\n  %root = pdl.operation \"lab.r\"(%x : !pdl.value)";
        let result = whole(matcher);
        assert!(result.findings.iter().any(|finding| finding.claim.code == Rule::M502));
        assert!(whole("  %x = pdl.operand\n  pdl.apply_native_constraint \"c\"(%x : !pdl.value)\n  %root = pdl.operation \"lab.r\"(%x : !pdl.value)").findings.is_empty());
    }

    #[test]
    fn a_payload_that_matches_is_proof() {
        let matcher = "  %t = pdl.type\n  %x = pdl.operand\n  %root = pdl.operation \"arith.addi\"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)";
        assert!(matches!(answer(matcher), StageVerdict::Proved));
    }
}
