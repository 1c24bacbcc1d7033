//! Patterns in the spelling of other tools, changed into what MLIR means by them: foreign types that stand for any integer,
//! and native rewrites before the rewrite. Works on programs that were read; judges nothing.

use assay_ir::data::{Ident, InsertPoint, NewOp, OpId, Program, TypeId, ValueId, known};
use assay_ir::pdl::{Pattern, PdlOp};

/// The native constraint that a type meets which stood for any integer.
pub const ANY_INTEGER: &str = "type_is_integer";

/// Makes each `pdl.type` of one of these foreign types an open type, which a constraint keeps to signless integers. A type
/// that the matcher does not bind, as one of the rewrite, is that of the matcher; where the matcher binds several, they are
/// all one, and where it binds none, they stay.
pub fn open_types(program: &mut Program, foreign: &[TypeId]) {
    for pattern in patterns(program) {
        for ty in foreign {
            for one in one_types(program, pattern, *ty) {
                open_type(program, &one);
            }
        }
    }
}

/// The `pdl.type`s of a foreign type in groups that stand for one type each; the matcher binds the first of a group.
fn one_types(program: &Program, pattern: OpId, foreign: TypeId) -> Vec<Vec<OpId>> {
    let written = |op: &PdlOp<'_>| matches!(op, PdlOp::Type(ty) if ty.constant() == Some(foreign));
    let view = Pattern { program, op: pattern };
    let matched: Vec<OpId> = view.matcher().filter(written).map(PdlOp::op).collect();
    let (bound, loose): (Vec<OpId>, Vec<OpId>) = matched.into_iter().partition(|op| is_bound(program, *op));
    let made = view.rewrite().into_iter().flat_map(|it| it.ops()).filter(written).map(PdlOp::op);
    let others: Vec<OpId> = loose.into_iter().chain(made).collect();
    match (bound.is_empty(), others.is_empty()) {
        (true, _) => Vec::new(),
        (false, true) => bound.into_iter().map(|op| vec![op]).collect(),
        (false, false) => vec![bound.into_iter().chain(others).collect()],
    }
}

/// Tells if the matcher finds out what a type is.
fn is_bound(program: &Program, ty: OpId) -> bool {
    let binds = |op: OpId| {
        let names = [known::PDL_OPERAND, known::PDL_OPERATION, known::PDL_ATTRIBUTE];
        names.contains(&program.op(op).name) && program.op(op).block == program.op(ty).block
    };
    program
        .result(ty, 0)
        .is_some_and(|value| program.uses(value).any(|slot| binds(program.operand_owner(slot))))
}

fn open_type(program: &mut Program, one: &[OpId]) {
    let Some((first, others)) = one.split_first() else { return };
    let Some(open) = program.result(*first, 0) else { return };
    for op in others {
        if let Some(old) = program.result(*op, 0) {
            program.replace_uses(old, open);
            program.erase(*op);
        }
    }
    drop_attribute(program, *first, known::CONSTANT_TYPE);
    let ctx = std::sync::Arc::clone(program.ctx());
    let name = (known::NAME, ctx.string_attr(ANY_INTEGER));
    let new = NewOp {
        operands: &[(open, assay_ir::data::Pos::NONE)],
        properties: ctx.dictionary([name]),
        span: program.op(*first).span,
        ..NewOp::named(&ctx, known::PDL_NATIVE_CONSTRAINT)
    };
    program.create(&new, InsertPoint::After(*first));
}

fn drop_attribute(program: &mut Program, op: OpId, name: Ident) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let without =
        |dictionary| ctx.dictionary(ctx.entries(dictionary).iter().filter(|(key, _)| *key != name).copied());
    let (properties, attributes) = (program.op(op).properties, program.op(op).attributes);
    let (properties, attributes) = (without(properties), without(attributes));
    program.set_properties(op, properties);
    program.set_attributes(op, attributes);
}

/// Moves native rewrites of the matcher, which xDSL runs before a rewrite, to its start; those of which the matcher itself
/// uses a result stay where they are.
pub fn late_rewrites(program: &mut Program) {
    for pattern in patterns(program) {
        let view = Pattern { program: &*program, op: pattern };
        let Some(body) = view.rewrite().and_then(|rewrite| rewrite.body()) else { continue };
        let early: Vec<OpId> =
            view.matcher().filter(|op| matches!(op, PdlOp::NativeRewrite(_))).map(PdlOp::op).collect();
        // The last one first, so that what it uses comes before it.
        for op in early.into_iter().rev() {
            let late = |value: ValueId| {
                program.uses(value).all(|slot| program.op(program.operand_owner(slot)).block == Some(body))
            };
            if program.results(op).all(late) {
                program.detach(op);
                program.insert(op, InsertPoint::Start(body));
            }
        }
    }
}

fn patterns(program: &Program) -> Vec<OpId> {
    program.walk(program.top()).filter(|op| program.op(*op).name == known::PDL_PATTERN).collect()
}
