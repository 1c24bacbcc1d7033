//! Custom forms of the pdl dialect: all 15 operations. Where MLIR prints what it cannot read back, the generic
//! form is printed instead.

use super::Spec;
use super::format::op;
use super::read::Reading;
use super::write::Groups;
use crate::data::{AttrKind, OpId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const OPS: &[Spec] = &[
    op("pdl.pattern")
        .attrs("sym_name:symname? benefit:i16")
        .regions("bodyRegion")
        .dialect("pdl")
        .isolated()
        .form("($sym_name^)? `:` `benefit` `(` $benefit `)` attr-dict-with-keyword $bodyRegion"),
    op("pdl.rewrite")
        .ins("root? externalArgs*")
        .attrs("name:str?")
        .regions("bodyRegion")
        .types("root=!pdl.operation")
        .segments()
        .dialect("pdl")
        .form(
            "($root^)? (`with` $name^ (`(` $externalArgs^ `:` type($externalArgs) `)`)?)? ($bodyRegion^)? \
             attr-dict-with-keyword",
        ),
    op("pdl.operation")
        .ins("operandValues* attributeValues* typeValues*")
        .outs("op")
        .attrs("opName:str? attributeValueNames:array")
        .types("attributeValues=!pdl.attribute op=!pdl.operation")
        .segments()
        .form(
            "($opName^)? (`(` $operandValues^ `:` type($operandValues) `)`)? custom<OperationAttributes> \
             (`->` `(` $typeValues^ `:` type($typeValues) `)`)? attr-dict",
        ),
    op("pdl.operand")
        .ins("valueType?")
        .outs("value")
        .types("valueType=!pdl.type value=!pdl.value")
        .form("(`:` $valueType^)? attr-dict"),
    op("pdl.operands")
        .ins("valueType?")
        .outs("value")
        .types("valueType=!pdl.range<type> value=!pdl.range<value>")
        .form("(`:` $valueType^)? attr-dict"),
    op("pdl.attribute")
        .ins("valueType?")
        .outs("attr")
        .attrs("value:any?")
        .types("valueType=!pdl.type attr=!pdl.attribute")
        .form("(`:` $valueType^)? (`=` $value^)? attr-dict-with-keyword"),
    op("pdl.type")
        .outs("result")
        .attrs("constantType:type?")
        .types("result=!pdl.type")
        .form("attr-dict (`:` $constantType^)?"),
    op("pdl.types")
        .outs("result")
        .attrs("constantTypes:array?")
        .types("result=!pdl.range<type>")
        .form("attr-dict (`:` $constantTypes^)?"),
    op("pdl.result")
        .ins("parent")
        .outs("val")
        .attrs("index:i32")
        .types("parent=!pdl.operation val=!pdl.value")
        .form("$index `of` $parent attr-dict"),
    op("pdl.results")
        .ins("parent")
        .outs("val")
        .attrs("index:i32?")
        .types("parent=!pdl.operation")
        .form("($index^)? `of` $parent custom<ResultsType> attr-dict"),
    op("pdl.apply_native_constraint")
        .ins("args*")
        .outs("results*")
        .attrs("name:str isNegated:bool=false")
        .form("$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict"),
    op("pdl.apply_native_rewrite")
        .ins("args*")
        .outs("results*")
        .attrs("name:str")
        .form("$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"),
    op("pdl.range")
        .ins("arguments*")
        .outs("result")
        .form("($arguments^ `:` type($arguments))? custom<RangeType> attr-dict"),
    op("pdl.replace")
        .ins("opValue replOperation? replValues*")
        .types("opValue=!pdl.operation replOperation=!pdl.operation")
        .segments()
        .form("$opValue `with` (`(` $replValues^ `:` type($replValues) `)`)? custom<ReplaceEnd> attr-dict"),
    op("pdl.erase").ins("opValue").types("opValue=!pdl.operation").form("$opValue attr-dict"),
];

/// Reads the body of a pattern whose head is wrong, so that the pattern stays known by its name.
pub(super) fn read_body_anyway(p: &mut Parser<'_>, state: &mut OpState) {
    while state.op.is_none() {
        match p.kind() {
            Kind::LBrace => {
                // What is wrong inside is reported there.
                let _reported = p.region(state, &[]);
                return;
            }
            Kind::Eof | Kind::RBrace => break,
            _ if p.at_line_start() => break,
            _ => {
                p.bump();
            }
        }
    }
    p.holder(state);
}

/// `{"name" = %value, ..}`; a dictionary of attributes (keys with other values) is left alone.
pub(super) fn read_operation_attributes<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    reading: &mut Reading<'s>,
) -> Read<()> {
    let mut names = Vec::new();
    if p.at(Kind::LBrace) && values_follow(p) {
        p.bump();
        p.list_until(Kind::RBrace, "`}` or `,`", |p| {
            let name = p.string("an attribute name in quotes")?;
            p.expect(Kind::Equal, "`=`")?;
            reading.uses[1].push(p.value_use()?);
            names.push(p.ctx.attr(AttrKind::String { text: name, ty: None }));
            Ok(())
        })?;
    }
    let names = p.ctx.attr(AttrKind::Array(names.into()));
    state.properties.push((known::ATTRIBUTE_VALUE_NAMES, names));
    Ok(())
}

/// Whether the brace here opens `{"name" = %value`.
fn values_follow(p: &Parser<'_>) -> bool {
    let bytes = p.text.as_bytes();
    let next = |at: u32| crate::text::lexer::next(bytes, at as usize);
    let name = p.peek();
    if name.kind != Kind::Str {
        return false;
    }
    let equal = next(name.end);
    equal.kind != Kind::Equal || next(equal.end).kind == Kind::Percent
}

pub(super) fn print_operation_attributes(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let names = p.program.attr(op, known::ATTRIBUTE_VALUE_NAMES)?;
    let AttrKind::Array(names) = p.ctx.attr_kind(names) else { return None };
    let (start, length) = groups.ins[1];
    if names.len() != length {
        return None;
    }
    // MLIR takes the dictionary behind for this list when neither stands between.
    let dictionary = p.program.op(op).attributes != p.ctx.empty_dictionary();
    if length == 0 {
        return (!dictionary || groups.ins[2].1 > 0).then_some(());
    }
    p.write("{");
    for (index, name) in names.iter().enumerate() {
        let AttrKind::String { text, ty: None } = p.ctx.attr_kind(*name) else { return None };
        p.write(if index > 0 { ", " } else { "" });
        p.string(*text);
        p.write(" = ");
        let value = p.program.operand(op, start + index)?;
        p.value(value);
    }
    p.write("}");
    Some(())
}

/// `-> type` behind `pdl.results I of %op`; without an index all results are meant.
pub(super) fn read_results_type<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    reading: &mut Reading<'s>,
) -> Read<()> {
    let indexed = state.properties.iter().any(|(name, _)| *name == known::INDEX);
    let ty = if indexed {
        p.expect(Kind::Arrow, "`->` and a type")?;
        p.read_type()?
    } else {
        p.ctx.pdl_range(known::VALUE)
    };
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

pub(super) fn print_results_type(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let ty = p.program.value_type(p.program.result(op, 0)?);
    if p.program.attr(op, known::INDEX).is_some() {
        p.write("-> ");
        p.ty(ty);
        return Some(());
    }
    (ty == p.ctx.pdl_range(known::VALUE)).then_some(())
}

/// `: type` of an empty range; otherwise the first element says it.
pub(super) fn read_range_type<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>) -> Read<()> {
    let first = reading.in_types[0].as_ref().and_then(|types| types.first()).copied();
    let ty = match first {
        Some(first) => match range_of(p.ctx.as_ref(), first) {
            Some(ty) => ty,
            None => return p.error_here("the elements of a range are pdl types or values"),
        },
        None => {
            p.expect(Kind::Colon, "`:` and a type")?;
            p.read_type()?
        }
    };
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

fn range_of(ctx: &crate::data::Context, element: crate::data::TypeId) -> Option<crate::data::TypeId> {
    match ctx.type_kind(element) {
        TypeKind::Dialect { dialect, name, .. } if *dialect == known::D_PDL => {
            Some(if *name == known::T_RANGE { element } else { ctx.pdl_range(*name) })
        }
        _ => None,
    }
}

pub(super) fn print_range_type(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let ty = p.program.value_type(p.program.result(op, 0)?);
    match p.program.operand(op, 0) {
        Some(first) => (range_of(p.ctx, p.program.value_type(first)) == Some(ty)).then_some(()),
        None => {
            p.write(": ");
            p.ty(ty);
            Some(())
        }
    }
}

/// The operation that replaces, unless `%x` starts the next operation.
pub(super) fn read_replace_end<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>) -> Read<()> {
    if p.at(Kind::Percent) && !p.result_definition_follows() {
        reading.uses[1].push(p.value_use()?);
    }
    Ok(())
}

pub(super) fn print_replace_end(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let (start, length) = groups.ins[1];
    if length > 0 {
        let value = p.program.operand(op, start)?;
        p.value(value);
        return Some(());
    }
    // MLIR would take the name of the next operation's result for the replacing operation.
    let next_has_name = p.program.next_op(op).is_some_and(|next| p.program.result_count(next) > 0);
    let dictionary = p.program.op(op).attributes != p.ctx.empty_dictionary();
    (!next_has_name || dictionary).then_some(())
}
