//! How each kind of attribute stands in a custom form, and the pieces of forms that ODS calls `custom<..>`.

use super::format::Table;
use super::read::Reading;
use super::write::Groups;
use super::{arith, builtin, irdl, memref, pdl, pieces};
use crate::data::{AttrId, AttrKind, FloatKind, IntValue, OpId, TypeId, TypeKind, known};
use crate::text::dialects;
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Kinds of atomic updates (`AtomicRMWKind`), by value; also the reductions of parallel loops.
pub(super) const ATOMIC: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

/// Keywords of integer enumerations, by kind; the position is the value unless a number follows.
fn cases(kind: &str) -> Option<(&'static [&'static str], u32)> {
    Some(match kind {
        "cmpi" => (&["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"], 64),
        "cmpf" => (
            &[
                "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
                "une", "uno", "true",
            ],
            64,
        ),
        "rounding" => (&["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"], 32),
        "atomic" => (ATOMIC, 64),
        "winograd" => (&["F_2_3", "F_4_3", "F_2_5"], 32),
        _ => return pieces::keywords(kind),
    })
}

/// The integer type that a kind such as `i32` names.
fn integer_type(p: &Parser<'_>, kind: &str) -> Option<TypeId> {
    integer_kind(&p.ctx, kind)
}

fn integer_kind(ctx: &crate::data::Context, kind: &str) -> Option<TypeId> {
    if kind == "index" {
        return Some(ctx.index());
    }
    kind.strip_prefix('i')?.parse().ok().map(|width| ctx.integer(width))
}

/// The dialect and name of an enumeration kind such as `flags(arith.overflow)`.
fn enumeration(kind: &str) -> Option<(&str, &str)> {
    kind.strip_prefix("flags(")?.strip_suffix(')')?.split_once('.')
}

/// Whether an attribute of a kind can start at the current token.
pub(super) fn attr_starts(p: &Parser<'_>, kind: &str) -> bool {
    if let Some(spelling) = pieces::spelling(kind) {
        return (spelling.starts)(p);
    }
    match kind {
        "symname" | "sym" => p.at(Kind::At),
        "str" => p.at(Kind::Str),
        "type" => p.at_type(),
        "i64array" | "i32array" | "array" => p.at(Kind::LSquare),
        "any" => {
            matches!(
                p.kind(),
                Kind::Int
                    | Kind::Float
                    | Kind::Minus
                    | Kind::Str
                    | Kind::LSquare
                    | Kind::LBrace
                    | Kind::At
                    | Kind::Hash
            ) || p.at_type()
                || p.at(Kind::Ident) && !p.spelling().contains('.') && p.at_attr_word()
        }
        _ if cases(kind).is_some() => {
            cases(kind).is_some_and(|(cases, _)| p.at(Kind::Ident) && cases.contains(&p.spelling()))
        }
        _ if integer_type(p, kind).is_some() => matches!(p.kind(), Kind::Int | Kind::Minus),
        _ if enumeration(kind).is_some() => p.at(Kind::Less) || p.at(Kind::Hash),
        _ => true,
    }
}

/// Reads an attribute of a kind.
pub(super) fn read_attr(p: &mut Parser<'_>, kind: &str) -> Read<AttrId> {
    if let Some(spelling) = pieces::spelling(kind) {
        return (spelling.read)(p);
    }
    match kind {
        "any" => p.read_attr(None),
        "symname" => {
            let text = p.symbol_name()?;
            Ok(p.ctx.attr(AttrKind::String { text, ty: None }))
        }
        "sym" => p.symbol_ref(),
        "str" => {
            let text = p.string("a string")?;
            Ok(p.ctx.attr(AttrKind::String { text, ty: None }))
        }
        "bool" => match p.spelling() {
            "true" | "false" => p.read_attr(None),
            _ => p.expected("`true` or `false`"),
        },
        "type" => {
            let ty = p.read_type()?;
            Ok(p.ctx.type_attr(ty))
        }
        "f64" => {
            let ty = p.ctx.ty(TypeKind::Float(FloatKind::F64));
            p.read_attr(Some(ty))
        }
        "array" => p.nested(Parser::array_attr),
        "i64array" | "i32array" => {
            let element = p.ctx.integer(if kind == "i64array" { 64 } else { 32 });
            let mut values = Vec::new();
            p.expect(Kind::LSquare, "`[`")?;
            p.list_until(Kind::RSquare, "`]` or `,`", |p| {
                let value = p.read_attr(Some(element))?;
                values.push(value);
                Ok(())
            })?;
            Ok(p.ctx.attr(AttrKind::DenseArray { element, values: values.into() }))
        }
        _ => {
            if kind == "indexcmp" {
                return index_predicate(p);
            }
            if let Some((cases, width)) = cases(kind) {
                return keyword_case(p, cases, width);
            }
            if let Some(ty) = integer_type(p, kind) {
                return match p.kind() {
                    Kind::Int | Kind::Minus => p.read_attr(Some(ty)),
                    _ => p.expected("a number"),
                };
            }
            match enumeration(kind) {
                Some(_) if p.at(Kind::Hash) => p.read_attr(None),
                Some((dialect, name)) => {
                    let (dialect, name) = (p.ctx.ident(dialect), p.ctx.ident(name));
                    let body = p.opaque_body()?;
                    let flags =
                        dialects::canonical_flags(p.ctx.str(dialect), p.ctx.str(name), p.ctx.str(body));
                    let body = flags.map_or(body, |flags| p.ctx.ident(&flags));
                    Ok(p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None }))
                }
                None => p.read_attr(None),
            }
        }
    }
}

/// `slt` as `#index<cmp_predicate slt>`.
fn index_predicate(p: &mut Parser<'_>) -> Read<AttrId> {
    let word = p.keyword("a predicate")?;
    let (dialect, body) = (p.ctx.ident("index"), p.ctx.ident(&format!("cmp_predicate {word}")));
    Ok(p.ctx.attr(AttrKind::Opaque { dialect, name: known::EMPTY, body, ty: None }))
}

pub(super) fn keyword_case(p: &mut Parser<'_>, cases: &[&str], width: u32) -> Read<AttrId> {
    let word = p.spelling();
    let word = word.trim_matches('"');
    match cases.iter().position(|case| *case == word) {
        Some(value) => {
            p.bump();
            let ty = p.ctx.integer(width);
            Ok(p.ctx.integer_attr(value as i128, ty))
        }
        None => p.expected(&format!("one of `{}`", cases.join("`, `"))),
    }
}

/// Prints an attribute of a kind; `None` when it is not of that kind.
pub(super) fn print_attr(p: &mut Printer<'_>, kind: &str, attr: AttrId) -> Option<()> {
    if let Some(spelling) = pieces::spelling(kind) {
        return (spelling.print)(p, attr);
    }
    let ctx = p.ctx;
    match (kind, ctx.attr_kind(attr)) {
        ("any", _) => p.attr(attr),
        ("symname", AttrKind::String { text, ty: None }) => p.symbol(*text),
        ("sym", AttrKind::SymbolRef { .. }) => p.attr(attr),
        ("str", AttrKind::String { ty: None, .. }) => p.attr(attr),
        ("bool", AttrKind::Integer { ty, .. }) if *ty == ctx.integer(1) => p.attr(attr),
        ("type", AttrKind::Type(ty)) => p.ty(*ty),
        ("f64", AttrKind::Float { ty, .. }) if *ty == ctx.ty(TypeKind::Float(FloatKind::F64)) => {
            p.number(attr)
        }
        ("array", AttrKind::Array(_)) => p.attr(attr),
        ("i64array" | "i32array", AttrKind::DenseArray { element, values }) => {
            let wanted = ctx.integer(if kind == "i64array" { 64 } else { 32 });
            if *element != wanted {
                return None;
            }
            p.write("[");
            for (index, value) in values.iter().enumerate() {
                p.write(if index > 0 { ", " } else { "" });
                p.number(*value);
            }
            p.write("]");
        }
        ("indexcmp", AttrKind::Opaque { dialect, name, body, ty: None }) if *name == known::EMPTY => {
            let word = p.ctx.str(*body).strip_prefix("cmp_predicate ")?;
            if ctx.str(*dialect) != "index" {
                return None;
            }
            p.write(word);
        }
        (_, AttrKind::Integer { value: IntValue::Small(value), ty }) => {
            if let Some((cases, width)) = cases(kind) {
                let word = usize::try_from(*value).ok().and_then(|value| cases.get(value))?;
                if *ty != ctx.integer(width) {
                    return None;
                }
                // What is no identifier stands in quotes.
                let quote = if word.contains('-') { "\"" } else { "" };
                p.write(quote);
                p.write(word);
                p.write(quote);
            } else if integer_kind(ctx, kind) == Some(*ty) {
                p.number(attr);
            } else {
                return None;
            }
        }
        (_, AttrKind::Opaque { dialect, name, body, ty: None }) => {
            let (wanted_dialect, wanted_name) = enumeration(kind)?;
            if ctx.str(*dialect) != wanted_dialect || ctx.str(*name) != wanted_name {
                return None;
            }
            p.write("<");
            p.write(&dialects::fold(ctx.str(*body)));
            p.write(">");
        }
        _ => return None,
    }
    Some(())
}

/// Whether a custom directive that may be absent stands here.
pub(super) fn starts(p: &Parser<'_>, name: &str) -> bool {
    let _ = (p, name);
    true
}

/// Reads a custom directive.
pub(super) fn read<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    table: &'static Table,
    reading: &mut Reading<'s>,
    name: &str,
) -> Read<()> {
    if let Some(piece) = pieces::piece(name) {
        return (piece.read)(p, state, reading);
    }
    match name {
        "OperationAttributes" => pdl::read_operation_attributes(p, state, reading),
        "ResultsType" => pdl::read_results_type(p, state, reading),
        "RangeType" => pdl::read_range_type(p, reading),
        "ReplaceEnd" => pdl::read_replace_end(p, reading),
        "OneBlock" => builtin::read_one_block(p, state),
        "SelectType" => arith::read_select_type(p, reading),
        "SingleBlock" => irdl::read_single_block(p, state),
        "NamedVariadics" => irdl::read_named(p, state, reading, true),
        "NamedValues" => irdl::read_named(p, state, reading, false),
        "AttributesOp" => irdl::read_attributes(p, state, reading),
        "RegionArguments" => irdl::read_region_arguments(p, state, reading),
        "GlobalMemref" => memref::read_global(p, state),
        _ => memref::read_list(p, state, table, reading, name),
    }
}

/// Prints a custom directive.
pub(super) fn print(p: &mut Printer<'_>, op: OpId, table: &Table, groups: &Groups, name: &str) -> Option<()> {
    if let Some(piece) = pieces::piece(name) {
        return (piece.print)(p, op, groups);
    }
    match name {
        "OperationAttributes" => pdl::print_operation_attributes(p, op, groups),
        "ResultsType" => pdl::print_results_type(p, op),
        "RangeType" => pdl::print_range_type(p, op),
        "ReplaceEnd" => pdl::print_replace_end(p, op, groups),
        "OneBlock" => builtin::print_one_block(p, op),
        "SelectType" => arith::print_select_type(p, op),
        "SingleBlock" => irdl::print_single_block(p, op),
        "NamedVariadics" => irdl::print_named(p, op, true),
        "NamedValues" => irdl::print_named(p, op, false),
        "AttributesOp" => irdl::print_attributes(p, op),
        "RegionArguments" => irdl::print_region_arguments(p, op),
        "GlobalMemref" => memref::print_global(p, op),
        _ => memref::print_list(p, op, table, groups, name),
    }
}

/// Attributes that a custom directive writes.
pub(super) fn bound_by(name: &'static str) -> Vec<&'static str> {
    if let Some(piece) = pieces::piece(name) {
        return piece.attrs.to_vec();
    }
    let names: &[&'static str] = match name {
        "GlobalMemref" => &["type", "initial_value"],
        "OperationAttributes" => &["attributeValueNames"],
        "NamedVariadics" => &["names", "variadicity"],
        "NamedValues" => &["names"],
        "AttributesOp" => &["attributeValueNames"],
        "RegionArguments" => &["constrainedArguments"],
        _ => return memref::bound(name).into_iter().collect(),
    };
    names.to_vec()
}
