//! Custom forms of the pdl_interp dialect: what MLIR compiles patterns to.

use smallvec::smallvec;

use super::Spec;
use super::format::{Target, op};
use super::func::{print_func, read_func};
use super::llvm::property;
use super::pieces::{BARE, Piece, Shape};
use super::read::Reading;
use super::scf::{
    argument_name, entry_types, operand_types, optional_dictionary, print_dictionary, resolve_all,
};
use super::write::Groups;
use crate::data::{AttrKind, Context, OpId, TypeId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::regions::Argument;

/// A test that goes on at one of two blocks.
const fn test(name: &'static str) -> Spec {
    op(name).successors("trueDest falseDest")
}

/// A choice among blocks by a list of values.
const fn choice(name: &'static str, form: &'static str) -> Spec {
    op(name)
        .ins("value")
        .attrs("caseValues:any")
        .successors("defaultDest cases*")
        .types("value=!pdl.operation")
        .form(form)
}

const OF: &str = "`of` $value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest";
const DIRECT: &str = "$value `to` $caseValues `(` $cases `)` attr-dict `->` $defaultDest";
const COUNT: &str =
    "`of` $inputOp `is` (`at_least` $compareAtLeast^)? $count attr-dict `->` $trueDest `,` $falseDest";

/// One part of an operation by its number.
const fn numbered(name: &'static str) -> Spec {
    op(name)
        .ins("inputOp")
        .outs("value")
        .attrs("index:i32")
        .types("inputOp=!pdl.operation value=!pdl.value")
        .form("$index `of` $inputOp attr-dict")
}

/// All parts of an operation, or a group of them.
const fn grouped(name: &'static str) -> Spec {
    op(name)
        .ins("inputOp")
        .outs("value")
        .attrs("index:i32?")
        .types("inputOp=!pdl.operation")
        .form("($index^)? `of` $inputOp `:` type($value) attr-dict")
}

pub(super) const OPS: &[Spec] = &[
    op("pdl_interp.func")
        .attrs("sym_name:symname function_type:type arg_attrs:array? res_attrs:array?")
        .regions("body")
        .isolated()
        .hand(read_func, print_func),
    op("pdl_interp.finalize"),
    op("pdl_interp.continue"),
    op("pdl_interp.branch").successors("dest").form("$dest attr-dict"),
    op("pdl_interp.foreach").regions("region").hand(read_foreach, print_foreach),
    // --- tests
    test("pdl_interp.apply_constraint")
        .ins("args*")
        .outs("results*")
        .attrs("name:str isNegated:bool=false")
        .form(
            "$name `(` $args `:` type($args) `)` (`:` type($results)^)? attr-dict `->` $trueDest `,` $falseDest",
        ),
    test("pdl_interp.are_equal")
        .ins("lhs rhs")
        .types("lhs=rhs")
        .form("$lhs `,` $rhs `:` type($lhs) attr-dict `->` $trueDest `,` $falseDest"),
    test("pdl_interp.check_attribute")
        .ins("attribute")
        .attrs("constantValue:any")
        .types("attribute=!pdl.attribute")
        .form("$attribute `is` $constantValue attr-dict `->` $trueDest `,` $falseDest"),
    test("pdl_interp.check_operand_count")
        .ins("inputOp")
        .attrs("count:i32 compareAtLeast:unit")
        .types("inputOp=!pdl.operation")
        .form(COUNT),
    test("pdl_interp.check_result_count")
        .ins("inputOp")
        .attrs("count:i32 compareAtLeast:unit")
        .types("inputOp=!pdl.operation")
        .form(COUNT),
    test("pdl_interp.check_operation_name")
        .ins("inputOp")
        .attrs("name:str")
        .types("inputOp=!pdl.operation")
        .form("`of` $inputOp `is` $name attr-dict `->` $trueDest `,` $falseDest"),
    test("pdl_interp.check_type")
        .ins("value")
        .attrs("type:type")
        .types("value=!pdl.type")
        .form("$value `is` $type attr-dict `->` $trueDest `,` $falseDest"),
    test("pdl_interp.check_types")
        .ins("value")
        .attrs("types:array")
        .types("value=!pdl.range<type>")
        .form("$value `are` $types attr-dict `->` $trueDest `,` $falseDest"),
    test("pdl_interp.is_not_null")
        .ins("value")
        .form("$value `:` type($value) attr-dict `->` $trueDest `,` $falseDest"),
    // --- choices
    choice("pdl_interp.switch_attribute", DIRECT).types("value=!pdl.attribute"),
    choice("pdl_interp.switch_operand_count", OF),
    choice("pdl_interp.switch_operation_name", OF),
    choice("pdl_interp.switch_result_count", OF),
    choice("pdl_interp.switch_type", DIRECT).types("value=!pdl.type"),
    choice("pdl_interp.switch_types", DIRECT).types("value=!pdl.range<type>"),
    // --- looking at operations
    op("pdl_interp.extract")
        .ins("range")
        .outs("result")
        .attrs("index:i32")
        .form("$index `of` $range `:` type($result) custom<pdl_interp.RangeOfResult> attr-dict"),
    op("pdl_interp.get_attribute")
        .ins("inputOp")
        .outs("attribute")
        .attrs("name:str")
        .types("inputOp=!pdl.operation attribute=!pdl.attribute")
        .form("$name `of` $inputOp attr-dict"),
    op("pdl_interp.get_attribute_type")
        .ins("value")
        .outs("result")
        .types("value=!pdl.attribute result=!pdl.type")
        .form("`of` $value attr-dict"),
    op("pdl_interp.get_defining_op")
        .ins("value")
        .outs("inputOp")
        .types("inputOp=!pdl.operation")
        .form("`of` $value `:` type($value) attr-dict"),
    numbered("pdl_interp.get_operand"),
    numbered("pdl_interp.get_result"),
    grouped("pdl_interp.get_operands"),
    grouped("pdl_interp.get_results"),
    op("pdl_interp.get_users")
        .ins("value")
        .outs("operations")
        .types("operations=!pdl.range<operation>")
        .form("`of` $value `:` type($value) attr-dict"),
    op("pdl_interp.get_value_type")
        .ins("value")
        .outs("result")
        .form("`of` $value `:` type($result) custom<pdl_interp.ValueOfType> attr-dict"),
    // --- making and changing them
    op("pdl_interp.apply_rewrite")
        .ins("args*")
        .outs("results*")
        .attrs("name:str")
        .form("$name (`(` $args^ `:` type($args) `)`)? (`:` type($results)^)? attr-dict"),
    op("pdl_interp.create_attribute")
        .outs("attribute")
        .attrs("value:any")
        .types("attribute=!pdl.attribute")
        .form("$value attr-dict-with-keyword"),
    op("pdl_interp.create_operation")
        .ins("inputOperands* inputAttributes* inputResultTypes*")
        .outs("resultOp")
        .attrs("name:str inputAttributeNames:array inferredResultTypes:unit")
        .types("inputAttributes=!pdl.attribute resultOp=!pdl.operation")
        .segments()
        .form(
            "$name (`(` $inputOperands^ `:` type($inputOperands) `)`)? custom<pdl_interp.Attributes> \
             custom<pdl_interp.ResultTypes> attr-dict",
        ),
    op("pdl_interp.create_range")
        .ins("arguments*")
        .outs("result")
        .form("($arguments^ `:` type($arguments))? custom<RangeType> attr-dict"),
    op("pdl_interp.create_type")
        .outs("result")
        .attrs("value:type")
        .types("result=!pdl.type")
        .form("$value attr-dict"),
    op("pdl_interp.create_types")
        .outs("result")
        .attrs("value:array")
        .types("result=!pdl.range<type>")
        .form("$value attr-dict"),
    op("pdl_interp.erase").ins("inputOp").types("inputOp=!pdl.operation").form("$inputOp attr-dict"),
    op("pdl_interp.record_match")
        .ins("inputs* matchedOps*")
        .attrs("rewriter:sym rootKind:str? generatedOps:array? benefit:i16")
        .successors("dest")
        .types("matchedOps=!pdl.operation")
        .segments()
        .form(
            "$rewriter (`(` $inputs^ `:` type($inputs) `)`)? `:` `benefit` `(` $benefit `)` `,` \
             (`generatedOps` `(` $generatedOps^ `)` `,`)? `loc` `(` `[` $matchedOps `]` `)` \
             (`,` `root` `(` $rootKind^ `)`)? attr-dict `->` $dest",
        ),
    op("pdl_interp.replace")
        .ins("inputOp replValues*")
        .types("inputOp=!pdl.operation")
        .form("$inputOp `with` `(` ($replValues^ `:` type($replValues))? `)` attr-dict"),
];

pub(super) const PIECES: &[Piece] = &[
    Piece {
        name: "pdl_interp.RangeOfResult",
        read: read_range,
        print: print_range,
        attrs: &[],
        types: &[Target::In(0)],
    },
    Piece {
        name: "pdl_interp.ValueOfType",
        read: read_value,
        print: print_value,
        attrs: &[],
        types: &[Target::In(0)],
    },
    Piece {
        name: "pdl_interp.Attributes",
        read: read_attributes,
        print: print_attributes,
        attrs: &["inputAttributeNames"],
        types: &[],
    },
    Piece {
        name: "pdl_interp.ResultTypes",
        read: read_results,
        print: print_results,
        attrs: &["inferredResultTypes"],
        types: &[Target::In(2)],
    },
];

// --- types --------------------------------------------------------------------------------------------------

/// `!pdl.range<T>` of `!pdl.T`.
fn range_of(ctx: &Context, element: TypeId) -> Option<TypeId> {
    match ctx.type_kind(element) {
        TypeKind::Dialect { dialect, name, params } if *dialect == known::D_PDL && params.is_empty() => {
            Some(ctx.pdl_range(*name))
        }
        _ => None,
    }
}

/// The type of values whose types have this one.
fn value_of(ctx: &Context, types: TypeId) -> TypeId {
    if types == ctx.pdl_range(known::T_TYPE) {
        ctx.pdl_range(known::VALUE)
    } else {
        ctx.pdl_type(known::VALUE)
    }
}

fn result_type(reading: &Reading<'_>) -> Option<TypeId> {
    reading.out_types[0].as_ref().and_then(|types| types.first().copied())
}

fn read_range<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    match result_type(reading).and_then(|ty| range_of(&p.ctx, ty)) {
        Some(ty) => {
            reading.in_types[0] = Some(smallvec![ty]);
            Ok(())
        }
        None => p.error_here("expected a pdl type that is no range"),
    }
}

fn print_range(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let result = p.program.value_type(p.program.result(op, 0)?);
    (operand_types(p, op) == [range_of(p.ctx, result)?]).then_some(())
}

fn read_value<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    reading.in_types[0] = result_type(reading).map(|ty| smallvec![value_of(&p.ctx, ty)]);
    Ok(())
}

fn print_value(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let result = p.program.value_type(p.program.result(op, 0)?);
    (operand_types(p, op) == [value_of(p.ctx, result)]).then_some(())
}

// --- create_operation ---------------------------------------------------------------------------------------

/// `{"name" = %value, ..}`
fn read_attributes<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let mut names = Vec::new();
    if p.eat(Kind::LBrace) {
        p.list_until(Kind::RBrace, "`}` or `,`", |p| {
            let text = p.string("an attribute name in quotes")?;
            names.push(p.ctx.attr(AttrKind::String { text, ty: None }));
            p.expect(Kind::Equal, "`=` and a value")?;
            reading.uses[1].push(p.value_use()?);
            Ok(())
        })?;
    }
    let key = p.ident("inputAttributeNames");
    let names = p.ctx.attr(AttrKind::Array(names.into()));
    state.properties.push((key, names));
    Ok(())
}

fn print_attributes(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let AttrKind::Array(names) = p.ctx.attr_kind(property(p, op, "inputAttributeNames")?) else {
        return None;
    };
    let (start, count) = groups.ins[1];
    // A dictionary behind would be taken for this list.
    let dictionary = p.program.op(op).attributes != p.ctx.empty_dictionary();
    if names.len() != count || dictionary && count == 0 {
        return None;
    }
    if names.is_empty() {
        return Some(());
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

/// `-> <inferred>` or `-> (%types : T, ..)`
fn read_results<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if !p.eat(Kind::Arrow) {
        return Ok(());
    }
    if p.eat(Kind::Less) {
        p.expect_keyword("inferred")?;
        p.expect(Kind::Greater, "`>`")?;
        let (key, unit) = (p.ident("inferredResultTypes"), p.ctx.unit());
        state.properties.push((key, unit));
        return Ok(());
    }
    p.expect(Kind::LParen, "`(` and types, or `<inferred>`")?;
    p.comma_list(|p| {
        reading.uses[2].push(p.value_use()?);
        Ok(())
    })?;
    p.expect(Kind::Colon, "`:` and types")?;
    let mut types = Vec::new();
    p.type_list(&mut types)?;
    p.expect(Kind::RParen, "`)`")?;
    reading.in_types[2] = Some(types.into());
    Ok(())
}

fn print_results(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let (start, count) = groups.ins[2];
    if property(p, op, "inferredResultTypes").is_some() {
        p.write("-> <inferred>");
        return (count == 0).then_some(());
    }
    if count > 0 {
        let program = p.program;
        p.write("-> (");
        p.values(program.operands(op).skip(start));
        p.write(" : ");
        p.types(program.operands(op).skip(start).map(|value| program.value_type(value)));
        p.write(")");
    }
    Some(())
}

// --- foreach ------------------------------------------------------------------------------------------------

/// `%x : T in %range {..} {attributes} -> ^next`
fn read_foreach(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let (name, pos) = argument_name(p)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    p.expect_keyword("in")?;
    let range = p.value_use()?;
    match range_of(&p.ctx, ty) {
        Some(ty) => resolve_all(p, state, &[range], &[ty])?,
        None => return p.error_here("expected a pdl type that is no range"),
    }
    p.region(state, &[Argument { name, ty, pos }])?;
    optional_dictionary(p, state)?;
    p.expect(Kind::Arrow, "`->` and a block")?;
    let next = p.successor()?;
    state.successors.push(next);
    Ok(())
}

fn print_foreach(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: Some(1), successors: Some(1), regions: Some(1), ..BARE }.check(p, op)?;
    let program = p.program;
    let ([region], [next]) = (program.op_regions(op), program.successors(op)) else { return None };
    let [ty] = entry_types(p, *region)[..] else { return None };
    if operand_types(p, op) != [range_of(p.ctx, ty)?] {
        return None;
    }
    let entry = program.region(*region).blocks.first()?;
    p.write(" ");
    p.value(*program.block(*entry).arguments.first()?);
    p.write(" : ");
    p.ty(ty);
    p.write(" in ");
    p.values(program.operands(op));
    p.write(" ");
    p.region(*region, false, false);
    print_dictionary(p, op);
    p.write(" -> ");
    p.block_name(*next);
    Some(())
}
