//! Remarks on what is written and probably not meant. They change no verdict.
//!
//! L601: the literal of a matched constant has no type, which means `i64`, and the type of the constant is open otherwise:
//! the pattern matches at `i64` alone.

use assay_ir::data::{AttrKind, OpId, Program, TypeKind, ValueId};
use assay_ir::pdl::{Operation, Pattern, PdlOp};
use assay_ir::spec::Registry;

use crate::stage::Task;
use crate::verdict::{Claim, Finding, Label, Rule, Severity};

/// All remarks on a pattern.
pub(crate) fn remarks(task: &Task<'_>) -> Vec<Finding> {
    let (program, pattern) = (task.program, Pattern { program: task.program, op: task.pattern });
    let Some(body) = pattern.body() else { return Vec::new() };
    let matched = program.ops_in(body).filter_map(|op| match PdlOp::view(program, op) {
        PdlOp::Operation(operation) => untyped_constant(program, task.registry, operation),
        _ => None,
    });
    matched.map(|claim| Finding { claim, witness: None }).collect()
}

/// L601 at a matched operation.
fn untyped_constant(program: &Program, registry: &Registry, operation: Operation<'_>) -> Option<Claim> {
    let name = operation.name().filter(|name| registry.is_constant_like(*name))?;
    let literal = |value: ValueId| {
        let op = program.defining_op(value)?;
        Some((op, untyped_literal(program, op)?))
    };
    let (op, literal) = operation.attribute_values().find_map(literal)?;
    let open = |value: ValueId| {
        let op = program.defining_op(value)?;
        matches!(PdlOp::view(program, op), PdlOp::Type(ty) if ty.constant().is_none()).then_some(op)
    };
    let ty = operation.result_types().find_map(open)?;
    let name = program.ctx().str(name);
    Some(Claim {
        code: Rule::L601,
        level: Severity::Warning,
        op,
        span: program.op(op).span,
        message: format!("the literal `{literal}` has no type, so `{name}` is matched at i64 alone"),
        labels: vec![Label { span: program.op(ty).span, text: "open otherwise".to_owned() }],
        help: Some(format!("write `{literal} : i64` if i64 is meant, else a pattern for each type")),
    })
}

/// The literal of a `pdl.attribute` whose number is written without a type: it is 64 bits wide, whatever it is used for.
pub(crate) fn untyped_literal(program: &Program, op: OpId) -> Option<&str> {
    let PdlOp::Attribute(attribute) = PdlOp::view(program, op) else { return None };
    let ctx = program.ctx();
    let AttrKind::Integer { ty, .. } = ctx.attr_kind(attribute.constant()?) else { return None };
    let TypeKind::Integer { width: 64, .. } = ctx.type_kind(*ty) else { return None };
    let span = program.op(op).span;
    let written = program.source()?.text().get(span.start as usize..span.end as usize)?;
    // `%name = pdl.attribute = LITERAL`, in a region of PDL without the prefix.
    let (_, body) = written.split_once('=')?;
    let body = body.trim_start();
    let literal = body.strip_prefix("pdl.").unwrap_or(body).strip_prefix("attribute")?;
    let literal = literal.trim_start().strip_prefix('=')?.trim();
    literal.trim_start_matches('-').chars().all(|c| c.is_ascii_alphanumeric()).then_some(literal)
}

#[cfg(test)]
mod tests {
    use assay_ir::data::Context;

    use crate::verdict::Rule;
    use crate::{Options, check};

    /// The lints of a pattern that matches a constant with this attribute, at this type.
    fn lints(attribute: &str, ty: &str) -> Vec<String> {
        let registry = assay_corpus::load_builtin(&Context::new());
        let text = format!(
            r#"pdl.pattern @p : benefit(1) {{
  %t = {ty}
  %x = pdl.operand : %t
  %a = {attribute}
  %c = pdl.operation "arith.constant" {{"value" = %a}} -> (%t : !pdl.type)
  %v = pdl.result 0 of %c
  %root = pdl.operation "arith.addi"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {{
    pdl.replace %root with (%x : !pdl.value)
  }}
}}
"#
        );
        let checked = check(&text, &registry, &Options::default());
        let findings = &checked.judgements[0].findings;
        let lints = findings.iter().filter(|finding| finding.claim.code == Rule::L601);
        lints.map(|finding| finding.claim.message.clone()).collect()
    }

    #[test]
    fn a_literal_without_a_type_narrows_an_open_type() {
        let message = "has no type, so `arith.constant` is matched at i64 alone";
        assert_eq!(lints("pdl.attribute = 0", "pdl.type"), [format!("the literal `0` {message}")]);
        assert_eq!(lints("attribute = -1", "type"), [format!("the literal `-1` {message}")]);
    }

    #[test]
    fn a_literal_with_a_type_or_at_a_written_type_is_right() {
        assert_eq!(lints("pdl.attribute = 0 : i64", "pdl.type"), [""; 0]);
        assert_eq!(lints("pdl.attribute = 0 : i8", "pdl.type"), [""; 0]);
        assert_eq!(lints("pdl.attribute = 0", "pdl.type : i64"), [""; 0]);
        assert_eq!(lints("pdl.attribute", "pdl.type"), [""; 0]);
    }
}
