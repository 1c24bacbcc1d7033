//! Definitions that may be replaced when modules are linked. The linkages `weak`, `linkonce`, `common` and `extern_weak` are
//! interposable (`llvm/IR/GlobalValue.h`): calls and reads are of whichever definition is linked, so that the body or initial value at
//! hand says nothing about them. Their ODR twins are only replaced by something equivalent.

use std::sync::Arc;

use assay_backend::engine::{entry_block, is_function};
use assay_ir::data::{AttrId, Ident, InsertPoint, NewOp, OpId, Program, TypeKind, known};
use assay_ir::text::attr_text;

use super::type_conversion::type_of;

/// The word of the linkage of a function or global, `external` where none is written.
pub(crate) fn linkage(program: &Program, symbol: OpId) -> String {
    let ctx = program.ctx();
    let attr = ["linkage", "llvm.linkage"].iter().find_map(|name| program.attr(symbol, ctx.ident(name)));
    let text = attr.map(|attr| attr_text(ctx, attr)).unwrap_or_default();
    let word = text.split_once('<').and_then(|(_, rest)| rest.strip_suffix('>'));
    word.unwrap_or("external").to_owned()
}

fn is_interposable(program: &Program, symbol: OpId) -> bool {
    ["weak", "linkonce", "common", "extern_weak"].contains(&linkage(program, symbol).as_str())
}

/// Makes references to functions that may be replaced those of functions without a body, and takes the initial values from globals
/// that may be replaced.
pub(crate) fn without_interposable(program: &mut Program) {
    let all: Vec<OpId> = program.walk(program.top()).collect();
    for op in all.into_iter().filter(|op| is_interposable(program, *op)).collect::<Vec<_>>() {
        match is_function(program, op) {
            true if entry_block(program, op).is_some() => declared_again(program, op),
            true => {}
            false => without_value(program, op),
        }
    }
}

fn without_value(program: &mut Program, global: OpId) {
    let ctx = Arc::clone(program.ctx());
    let is_value = |name: &Ident| ["value", "initial_value"].contains(&ctx.str(*name));
    let kept = ctx.entries(program.op(global).properties).iter().copied();
    let kept: Vec<(Ident, AttrId)> = kept.filter(|(name, _)| !is_value(name)).collect();
    program.set_properties(global, ctx.dictionary(kept));
}

/// Declares the function that is linked beside a definition, and makes all references lead there.
fn declared_again(program: &mut Program, function: OpId) {
    let ctx = Arc::clone(program.ctx());
    let Some(name) = program.attr_text(function, known::SYM_NAME).map(str::to_owned) else { return };
    let Some((inputs, results)) = type_of(program, function) else { return };
    let linked = format!("{name} as linked");
    let ty = ctx.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() });
    let properties = ctx.dictionary([
        (known::SYM_NAME, ctx.string_attr(&linked)),
        (known::SYM_VISIBILITY, ctx.string_attr("private")),
        (known::FUNCTION_TYPE, ctx.type_attr(ty)),
    ]);
    let own = ctx.symbol_attr(&name);
    let other = ctx.symbol_attr(&linked);
    let users: Vec<OpId> = program.walk(program.top()).collect();
    for op in users {
        let entries = ctx.entries(program.op(op).properties);
        if !entries.iter().any(|(_, attr)| *attr == own) {
            continue;
        }
        let swapped = entries.iter().map(|(key, attr)| (*key, if *attr == own { other } else { *attr }));
        let swapped = ctx.dictionary(swapped.collect::<Vec<_>>());
        program.set_properties(op, swapped);
    }
    let new = NewOp { regions: 1, properties, ..NewOp::named(&ctx, known::FUNC_FUNC) };
    program.create(&new, InsertPoint::Before(function));
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use super::*;

    #[test]
    fn what_may_be_replaced_is_called_and_read_as_unknown() {
        let of = |linkage: &str| {
            let text = format!(
                "llvm.mlir.global {linkage} constant @a(7 : i8) : i8\n\
                 llvm.func {linkage} @k(%x: i8) -> i8 {{\n  llvm.return %x : i8\n}}\n\
                 llvm.func @f(%x: i8) -> i8 {{\n  %r = llvm.call @k(%x) : (i8) -> i8\n  llvm.return %r : i8\n}}\n"
            );
            let mut program = text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
            without_interposable(&mut program);
            let printed = text::print(&program, &text::PrintOptions::default());
            (printed.contains("as linked"), printed.contains("(7 : i8)"))
        };
        for linkage in ["weak", "linkonce"] {
            assert_eq!(of(linkage), (true, false), "{linkage}");
        }
        for linkage in ["weak_odr", "linkonce_odr", "internal", "external"] {
            assert_eq!(of(linkage), (false, true), "{linkage}");
        }
    }
}
