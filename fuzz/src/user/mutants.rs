//! Small changes of a pattern, such as its author could have made by mistake: a guard forgotten, operands exchanged, another
//! operation or constant. Judges none of them.

use assay_ir::data::{AttrKind, OpId, Program, ValueId, known};
use assay_ir::ops::op;
use assay_ir::pdl::Pattern;

/// A changed pattern.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The change, in words.
    pub what: String,
    /// Whether the change takes a native constraint away.
    pub guard: bool,
    /// The line of the change comes from this operation of the pattern.
    pub at: OpId,
    /// The text with the change.
    pub program: Program,
    /// The pattern in it.
    pub pattern: OpId,
}

/// All changes of a pattern, in the order of its operations; each is a copy of the library, which is judged beside the others.
pub fn all_mutants(pattern: Pattern<'_>) -> Vec<Mutant> {
    let program = pattern.program;
    let operands: Vec<ValueId> = program
        .walk(pattern.op)
        .filter(|op| program.op(*op).name == known::PDL_OPERAND)
        .filter_map(|op| program.result(op, 0))
        .collect();
    let mut out = Vec::new();
    for op in program.walk(pattern.op) {
        let mut add = |guard: bool, what: String, changed: Option<Program>| {
            out.extend(changed.map(|program| Mutant { what, guard, at: op, program, pattern: pattern.op }));
        };
        match program.op(op).name {
            known::PDL_NATIVE_CONSTRAINT => {
                let name = text(program, op, "name").unwrap_or_default();
                add(true, format!("without the guard `{name}`"), without(program, op));
            }
            known::PDL_OPERATION if is_created(program, op) => {
                let name = text(program, op, "opName").unwrap_or_default();
                if let Some(other) = mistaken(&name) {
                    add(false, format!("creates `{other}` for `{name}`"), renamed(program, op, other));
                }
                add(false, format!("exchanges the operands of `{name}`"), exchanged(program, op));
            }
            known::PDL_ATTRIBUTE => {
                if let Some((what, changed)) = constant(program, op) {
                    add(false, what, Some(changed));
                }
            }
            known::PDL_REPLACE => {
                for (number, value) in operands.iter().enumerate() {
                    let what = format!("replaces by the matched operand #{number}");
                    add(false, what, replaced(program, op, *value));
                }
            }
            _ => {}
        }
    }
    out
}

/// Tells if an operation lies in the rewrite.
fn is_created(program: &Program, op: OpId) -> bool {
    let parent = program.op(op).block.map(|block| program.block_parent_op(block));
    parent.is_some_and(|parent| program.op(parent).name == known::PDL_REWRITE)
}

fn text(program: &Program, op: OpId, key: &str) -> Option<String> {
    let ctx = program.ctx();
    match ctx.attr_kind(program.attr(op, ctx.ident(key))?) {
        AttrKind::String { text, .. } => Some(ctx.str(*text).to_owned()),
        _ => None,
    }
}

/// The operation that is written for another one by mistake: as the facts of its record say, or the one of the other signedness.
fn mistaken(name: &str) -> Option<&'static str> {
    let op = op(name)?;
    ["mistaken", "unsigned", "signed"].into_iter().find_map(|fact| op.fact(fact))
}

fn without(program: &Program, op: OpId) -> Option<Program> {
    if program.results(op).any(|value| program.has_uses(value)) {
        return None;
    }
    let mut out = program.clone();
    out.erase(op);
    Some(out)
}

/// The program with another value of a property.
fn with(program: &Program, op: OpId, key: &str, value: assay_ir::data::AttrId) -> Program {
    let ctx = program.ctx();
    let key = ctx.ident(key);
    let entries = ctx.entries(program.op(op).properties).iter();
    let entries: Vec<_> =
        entries.map(|(name, old)| (*name, if *name == key { value } else { *old })).collect();
    let mut out = program.clone();
    out.set_properties(op, ctx.dictionary(entries));
    out
}

fn renamed(program: &Program, op: OpId, name: &str) -> Option<Program> {
    Some(with(program, op, "opName", program.ctx().string_attr(name)))
}

/// The first two operands of a created operation in the other order.
fn exchanged(program: &Program, op: OpId) -> Option<Program> {
    let mut all: Vec<ValueId> = program.operands(op).collect();
    let ty = |value: &ValueId| program.value_type(*value);
    let (first, second) = (all.first()?, all.get(1)?);
    // Operands come first; attributes and types have types of their own.
    let value = program.op(program.defining_op(*first)?).name;
    let is_value = matches!(value, known::PDL_OPERAND | known::PDL_RESULT);
    if !is_value || first == second || ty(first) != ty(second) {
        return None;
    }
    all.swap(0, 1);
    let mut out = program.clone();
    out.set_operands(op, &all);
    Some(out)
}

/// A written integer and the next one.
fn constant(program: &Program, op: OpId) -> Option<(String, Program)> {
    let ctx = program.ctx();
    let AttrKind::Integer { value, ty } = ctx.attr_kind(program.attr(op, ctx.ident("value"))?) else {
        return None;
    };
    let old = value.to_i64()?;
    let new = if old == i64::MAX { old - 1 } else { old + 1 };
    let new_attr = ctx.integer_attr(i128::from(new), *ty);
    Some((format!("writes {new} for {old}"), with(program, op, "value", new_attr)))
}

/// One replacement value, where the rewrite replaces by values, exchanged for another one.
fn replaced(program: &Program, op: OpId, value: ValueId) -> Option<Program> {
    let mut all: Vec<ValueId> = program.operands(op).collect();
    let [_, old] = &mut all[..] else { return None };
    if *old == value || program.value_type(*old) != program.value_type(value) {
        return None;
    }
    *old = value;
    let mut out = program.clone();
    out.set_operands(op, &all);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_ir::data::{Context, Source};
    use assay_ir::{pdl, text};

    #[test]
    fn each_change_is_one_that_an_author_could_make() {
        let source = "pdl.pattern @p : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  pdl.apply_native_constraint \"ok\"(%x : !pdl.value)
  %root = pdl.operation \"arith.muli\"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %c = pdl.attribute = 3 : i8
    %k = pdl.operation \"arith.constant\" {\"value\" = %c} -> (%t : !pdl.type)
    %v = pdl.result 0 of %k
    %n = pdl.operation \"arith.subi\"(%x, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    %r = pdl.result 0 of %n
    pdl.replace %root with (%r : !pdl.value)
  }
}";
        let ctx = Context::new();
        let program = text::parse(&ctx, &Source::new("p", source)).program;
        let pattern = pdl::patterns(&program)[0];
        let mutants = all_mutants(pattern);
        let words: Vec<&str> = mutants.iter().map(|mutant| &*mutant.what).collect();
        assert_eq!(
            words,
            [
                "without the guard `ok`",
                "writes 4 for 3",
                "creates `arith.addi` for `arith.subi`",
                "exchanges the operands of `arith.subi`",
                "replaces by the matched operand #0",
                "replaces by the matched operand #1",
            ]
        );
        for mutant in &mutants {
            let found = Pattern { program: &mutant.program, op: mutant.pattern };
            assert!(pdl::validate(found, None).is_empty(), "{}", mutant.what);
            assert_ne!(pdl::canonical(found), pdl::canonical(pattern), "{}", mutant.what);
        }
    }
}
