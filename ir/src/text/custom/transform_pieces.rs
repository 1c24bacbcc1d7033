//! Pieces of the transform dialect's forms: lists of static, dynamic and scalable sizes, positions, options of
//! passes, pairs of matchers and actions. Knows attributes and operands only.

use super::format::Target;
use super::pieces::{Piece, PrintPiece, ReadPiece};
use super::read::Reading;
use super::transform_regions as regions;
use super::write::Groups;
use crate::data::{AttrId, AttrKind, Ident, OpId, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const fn sizes(
    name: &'static str,
    read: ReadPiece,
    print: PrintPiece,
    attrs: &'static [&'static str],
) -> Piece {
    Piece { name, read, print, attrs, types: &[] as &[Target] }
}

pub(super) const PIECES: &[Piece] = &[
    sizes("transform.Body", regions::read_body, regions::print_body, &[]),
    sizes(
        "transform.Positions",
        read_positions,
        print_positions,
        &["raw_position_list", "is_inverted", "is_all"],
    ),
    sizes("transform.PassOptions", read_options, print_options, &["options"]),
    sizes("transform.MatchFlags", read_flags, print_flags, &["restrict_root", "flatten_results"]),
    sizes("transform.MatchActions", read_actions, print_actions, &["matchers", "actions"]),
    sizes(
        "transform.TileSizes",
        |p, state, reading| read_sizes(p, state, reading, 1, "static_sizes", Some("scalable_sizes")),
        |p, op, groups| print_sizes(p, op, groups, 1, "static_sizes", Some("scalable_sizes")),
        &["static_sizes", "scalable_sizes"],
    ),
    sizes(
        "transform.PackedSizes",
        |p, state, reading| read_sizes(p, state, reading, 1, "static_packed_sizes", None),
        |p, op, groups| print_sizes(p, op, groups, 1, "static_packed_sizes", None),
        &["static_packed_sizes"],
    ),
    sizes("transform.PadMultiples", read_pad, print_pad, &["static_pad_to_multiple_of"]),
    sizes("transform.VectorSizes", read_vector, print_vector, &["static_vector_sizes", "scalable_sizes"]),
    sizes("transform.FuseSizes", read_fuse, print_fuse, &["static_tile_sizes", "static_tile_interchange"]),
    sizes("transform.ForallSizes", read_forall, print_forall, &["static_num_threads", "static_tile_sizes"]),
    sizes("transform.PaddingSizes", read_padding, print_padding, &["static_padding_sizes"]),
    sizes(
        "transform.GreedySizes",
        read_greedy,
        print_greedy,
        &["static_matmul_packed_sizes", "matmul_padded_sizes_next_multiple_of", "matmul_inner_dims_order"],
    ),
    sizes("transform.SplitPoint", read_split, print_split, &["static_chunk_sizes"]),
];

// --- lists of sizes -----------------------------------------------------------------------------------------

/// Stands for a size that is an operand.
const DYNAMIC: i64 = i64::MIN;

fn numbers(p: &Parser<'_>, width: u32, values: &[i64]) -> AttrId {
    let element = p.ctx.integer(width);
    let values = values.iter().map(|value| p.ctx.integer_attr(i128::from(*value), element)).collect();
    p.ctx.attr(AttrKind::DenseArray { element, values })
}

fn push(p: &mut Parser<'_>, state: &mut OpState, key: &'static str, value: AttrId) {
    let key = p.ident(key);
    state.properties.push((key, value));
}

/// `[4, %p, [8]]`: static sizes, operands, and scalable sizes in brackets.
fn read_sizes<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    reading: &mut Reading<'s>,
    group: usize,
    fixed: &'static str,
    scalable: Option<&'static str>,
) -> Read<()> {
    let (mut values, mut flags) = (Vec::new(), Vec::new());
    p.expect(Kind::LSquare, "`[` and sizes")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        let bracket = scalable.is_some() && p.eat(Kind::LSquare);
        if p.at(Kind::Percent) {
            reading.uses[group].push(p.value_use()?);
            values.push(DYNAMIC);
        } else {
            values.push(p.small_int("a size or a value")?);
        }
        if bracket {
            p.expect(Kind::RSquare, "`]` behind a scalable size")?;
        }
        flags.push(i64::from(bracket));
        Ok(())
    })?;
    let attr = numbers(p, 64, &values);
    push(p, state, fixed, attr);
    if let Some(scalable) = scalable {
        let attr = numbers(p, 1, &flags);
        push(p, state, scalable, attr);
    }
    Ok(())
}

fn property(p: &Printer<'_>, op: OpId, key: &str) -> Option<AttrId> {
    p.ctx.entry(p.program.op(op).properties, p.ctx.ident(key))
}

fn number_list(p: &Printer<'_>, attr: AttrId, width: u32) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { element, values } = p.ctx.attr_kind(attr) else { return None };
    if *element != p.ctx.integer(width) {
        return None;
    }
    let number = |value: &AttrId| match p.ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    values.iter().map(number).collect()
}

fn print_sizes(
    p: &mut Printer<'_>,
    op: OpId,
    groups: &Groups,
    group: usize,
    fixed: &str,
    scalable: Option<&str>,
) -> Option<()> {
    let values = number_list(p, property(p, op, fixed)?, 64)?;
    let flags = match scalable {
        Some(key) => number_list(p, property(p, op, key)?, 1)?,
        None => vec![0; values.len()],
    };
    let (start, count) = groups.ins[group];
    if flags.len() != values.len() || values.iter().filter(|value| **value == DYNAMIC).count() != count {
        return None;
    }
    let program = p.program;
    let mut operands = program.operands(op).skip(start);
    p.write("[");
    for (index, (value, flag)) in values.iter().zip(flags).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.write(if flag != 0 { "[" } else { "" });
        if *value == DYNAMIC {
            p.value(operands.next()?);
        } else {
            p.write(&value.to_string());
        }
        p.write(if flag != 0 { "]" } else { "" });
    }
    p.write("]");
    Some(())
}

fn read_vector<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if p.eat_keyword("vector_sizes") {
        read_sizes(p, state, reading, 1, "static_vector_sizes", Some("scalable_sizes"))?;
    }
    Ok(())
}

fn print_vector(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    if property(p, op, "static_vector_sizes").is_none() && property(p, op, "scalable_sizes").is_none() {
        return (groups.ins[1].1 == 0).then_some(());
    }
    p.write("vector_sizes ");
    print_sizes(p, op, groups, 1, "static_vector_sizes", Some("scalable_sizes"))
}

fn read_pad<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if p.eat_keyword("pad_to_multiple_of") {
        read_sizes(p, state, reading, 1, "static_pad_to_multiple_of", None)?;
    }
    Ok(())
}

fn print_pad(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    print_optional(p, op, groups, 1, "pad_to_multiple_of", "static_pad_to_multiple_of")
}

fn read_padding<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if p.eat_keyword("padding_sizes") {
        read_sizes(p, state, reading, 1, "static_padding_sizes", None)?;
    }
    Ok(())
}

fn print_padding(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    if number_list(p, property(p, op, "static_padding_sizes")?, 64)?.is_empty() {
        return (groups.ins[1].1 == 0).then_some(());
    }
    print_optional(p, op, groups, 1, "padding_sizes", "static_padding_sizes")
}

/// `matmul_packed_sizes = [..] matmul_padded_sizes_next_multiple_of = [..] matmul_inner_dims_order = [..]`
fn read_greedy<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    for (word, key) in GREEDY {
        if p.eat_keyword(word) {
            p.expect(Kind::Equal, "`=` and sizes")?;
            // Only the first list may hold values.
            if word == GREEDY[0].0 {
                read_sizes(p, state, reading, 1, key, None)?;
            } else {
                let list = super::directives::read_attr(p, "i64array")?;
                push(p, state, key, list);
            }
        }
    }
    Ok(())
}

const GREEDY: [(&str, &str); 3] = [
    ("matmul_packed_sizes", "static_matmul_packed_sizes"),
    ("matmul_padded_sizes_next_multiple_of", "matmul_padded_sizes_next_multiple_of"),
    ("matmul_inner_dims_order", "matmul_inner_dims_order"),
];

fn print_greedy(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let start = p.length();
    for (word, key) in GREEDY {
        let attr = property(p, op, key)?;
        if number_list(p, attr, 64)?.is_empty() {
            continue;
        }
        p.write(if p.length() > start { " " } else { "" });
        p.write(word);
        p.write(" = ");
        if word == GREEDY[0].0 {
            print_sizes(p, op, groups, 1, key, None)?;
        } else {
            super::directives::print_attr(p, "i64array", attr)?;
        }
    }
    Some(())
}

/// `word [..]` where the sizes are given.
fn print_optional(
    p: &mut Printer<'_>,
    op: OpId,
    groups: &Groups,
    group: usize,
    word: &str,
    fixed: &str,
) -> Option<()> {
    if property(p, op, fixed).is_none() {
        return (groups.ins[group].1 == 0).then_some(());
    }
    p.write(word);
    p.write(" ");
    print_sizes(p, op, groups, group, fixed, None)
}

fn read_fuse<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    loop {
        if p.eat_keyword("tile_sizes") {
            read_sizes(p, state, reading, 1, "static_tile_sizes", None)?;
        } else if p.eat_keyword("interchange") {
            read_sizes(p, state, reading, 2, "static_tile_interchange", None)?;
        } else {
            return Ok(());
        }
    }
}

fn print_fuse(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let start = p.length();
    print_optional(p, op, groups, 1, "tile_sizes", "static_tile_sizes")?;
    if p.length() > start && property(p, op, "static_tile_interchange").is_some() {
        p.write(" ");
    }
    print_optional(p, op, groups, 2, "interchange", "static_tile_interchange")
}

fn read_forall<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    loop {
        let (group, fixed) = match p.spelling() {
            "num_threads" => (1, "static_num_threads"),
            "tile_sizes" => (2, "static_tile_sizes"),
            _ => return Ok(()),
        };
        p.bump();
        if p.eat(Kind::Star) {
            p.expect(Kind::LParen, "`(` and the handle to all sizes")?;
            reading.uses[group + 2].push(p.value_use()?);
            p.expect(Kind::RParen, "`)`")?;
            let none = numbers(p, 64, &[]);
            push(p, state, fixed, none);
        } else {
            read_sizes(p, state, reading, group, fixed, None)?;
        }
    }
}

fn print_forall(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let program = p.program;
    let start = p.length();
    for (group, word, fixed) in
        [(1, "num_threads", "static_num_threads"), (2, "tile_sizes", "static_tile_sizes")]
    {
        let (packed, count) = groups.ins[group + 2];
        let given = property(p, op, fixed);
        if (given.is_some() || count > 0) && p.length() > start {
            p.write(" ");
        }
        if count > 0 {
            if groups.ins[group].1 > 0 || !number_list(p, given?, 64)?.is_empty() {
                return None;
            }
            p.write(word);
            p.write(" *(");
            p.values(program.operands(op).skip(packed).take(1));
            p.write(")");
        } else {
            print_optional(p, op, groups, group, word, fixed)?;
        }
    }
    Some(())
}

fn read_split<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let value = if p.at(Kind::Percent) {
        reading.uses[1].push(p.value_use()?);
        DYNAMIC
    } else {
        p.small_int("where to split")?
    };
    let ty = p.ctx.integer(64);
    let attr = p.ctx.integer_attr(i128::from(value), ty);
    push(p, state, "static_chunk_sizes", attr);
    Ok(())
}

fn print_split(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let attr = property(p, op, "static_chunk_sizes")?;
    let AttrKind::Integer { value, ty } = p.ctx.attr_kind(attr) else { return None };
    let dynamic = value.to_i64()? == DYNAMIC;
    let (start, count) = groups.ins[1];
    if *ty != p.ctx.integer(64) || dynamic != (count == 1) {
        return None;
    }
    if dynamic {
        let program = p.program;
        p.values(program.operands(op).skip(start).take(1));
    } else {
        p.number(attr);
    }
    Some(())
}

// --- positions ----------------------------------------------------------------------------------------------

/// `all`, `except(0, 1)` or `0, 1`
fn read_positions<'s>(p: &mut Parser<'s>, state: &mut OpState, _reading: &mut Reading<'s>) -> Read<()> {
    let unit = p.ctx.unit();
    let mut values = Vec::new();
    if p.eat_keyword("all") {
        push(p, state, "is_all", unit);
    } else {
        let except = p.eat_keyword("except");
        if except {
            push(p, state, "is_inverted", unit);
            p.expect(Kind::LParen, "`(` and positions")?;
        }
        p.comma_list(|p| {
            values.push(p.small_int("a position")?);
            Ok(())
        })?;
        if except {
            p.expect(Kind::RParen, "`)`")?;
        }
    }
    let attr = numbers(p, 64, &values);
    push(p, state, "raw_position_list", attr);
    Ok(())
}

fn print_positions(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let values = number_list(p, property(p, op, "raw_position_list")?, 64)?;
    let all = property(p, op, "is_all").is_some();
    let inverted = property(p, op, "is_inverted").is_some();
    if all {
        p.write("all");
        return (values.is_empty() && !inverted).then_some(());
    }
    let list: Vec<String> = values.iter().map(i64::to_string).collect();
    p.write(if inverted { "except(" } else { "" });
    p.write(&list.join(", "));
    p.write(if inverted { ")" } else { "" });
    (!values.is_empty()).then_some(())
}

// --- options of passes --------------------------------------------------------------------------------------

/// `with options = {"a" = 1, "b" = %p, "c" = [%q]}`: values become operands with their number in their place.
fn read_options<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if !p.eat_keyword("with") {
        return Ok(());
    }
    p.expect_keyword("options")?;
    p.expect(Kind::Equal, "`=`")?;
    p.expect(Kind::LBrace, "`{` and options")?;
    let mut entries: Vec<(Ident, AttrId)> = Vec::new();
    p.list_until(Kind::RBrace, "`}` or `,`", |p| {
        let key = match p.kind() {
            Kind::Str => p.string("an option")?,
            _ => {
                let word = p.keyword("the name of an option")?;
                p.ident(word)
            }
        };
        p.expect(Kind::Equal, "`=` and a value")?;
        let value = option_value(p, reading)?;
        if entries.iter().any(|(other, _)| *other == key) {
            return p.error_here("this option is given twice");
        }
        entries.push((key, value));
        Ok(())
    })?;
    let dictionary = p.ctx.dictionary(entries);
    push(p, state, "options", dictionary);
    Ok(())
}

fn option_value<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>) -> Read<AttrId> {
    match p.kind() {
        Kind::Percent => {
            let body = p.ctx.ident(&format!("index = {} : i64", reading.uses[1].len()));
            reading.uses[1].push(p.value_use()?);
            let (dialect, name) = (p.ctx.ident("transform"), p.ctx.ident("param_operand"));
            Ok(p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None }))
        }
        Kind::LSquare => p.nested(|p| {
            let mut items = Vec::new();
            p.bump();
            p.list_until(Kind::RSquare, "`]` or `,`", |p| {
                items.push(option_value(p, reading)?);
                Ok(())
            })?;
            Ok(p.ctx.attr(AttrKind::Array(items.into())))
        }),
        _ => p.read_attr(None),
    }
}

fn print_options(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let Some(options) = property(p, op, "options").filter(|options| *options != p.ctx.empty_dictionary())
    else {
        return (groups.ins[1].1 == 0).then_some(());
    };
    let AttrKind::Dictionary(entries) = p.ctx.attr_kind(options) else { return None };
    p.write("with options = {");
    let mut next = 0;
    for (index, (key, value)) in entries.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.string(*key);
        p.write(" = ");
        print_option(p, op, groups, *value, &mut next)?;
    }
    p.write("}");
    // Operands that are used out of order would read as others.
    (next == groups.ins[1].1).then_some(())
}

fn print_option(
    p: &mut Printer<'_>,
    op: OpId,
    groups: &Groups,
    value: AttrId,
    next: &mut usize,
) -> Option<()> {
    match p.ctx.attr_kind(value) {
        AttrKind::Opaque { dialect, name, body, .. }
            if p.ctx.str(*dialect) == "transform" && p.ctx.str(*name) == "param_operand" =>
        {
            let number = p.ctx.str(*body).strip_prefix("index = ")?.strip_suffix(" : i64")?;
            if number.parse() != Ok(*next) || *next >= groups.ins[1].1 {
                return None;
            }
            let program = p.program;
            p.value(program.operand(op, groups.ins[1].0 + *next)?);
            *next += 1;
        }
        AttrKind::Array(items) => {
            p.write("[");
            for (index, item) in items.iter().enumerate() {
                p.write(if index > 0 { ", " } else { "" });
                print_option(p, op, groups, *item, next)?;
            }
            p.write("]");
        }
        _ => p.attr(value),
    }
    Some(())
}

// --- foreach_match ------------------------------------------------------------------------------------------

fn read_flags<'s>(p: &mut Parser<'s>, state: &mut OpState, _reading: &mut Reading<'s>) -> Read<()> {
    let unit = p.ctx.unit();
    loop {
        let key = match p.spelling() {
            "restrict_root" => "restrict_root",
            "flatten_results" => "flatten_results",
            _ => return Ok(()),
        };
        p.bump();
        push(p, state, key, unit);
    }
}

fn print_flags(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let words = ["restrict_root", "flatten_results"];
    let given: Vec<&str> = words.into_iter().filter(|word| property(p, op, word).is_some()).collect();
    p.write(&given.join(" "));
    Some(())
}

/// `@matcher -> @action, ..`
fn read_actions<'s>(p: &mut Parser<'s>, state: &mut OpState, _reading: &mut Reading<'s>) -> Read<()> {
    let (mut matchers, mut actions) = (Vec::new(), Vec::new());
    p.comma_list(|p| {
        matchers.push(p.symbol_ref()?);
        p.expect(Kind::Arrow, "`->` and an action")?;
        actions.push(p.symbol_ref()?);
        Ok(())
    })?;
    for (key, list) in [("matchers", matchers), ("actions", actions)] {
        let attr = p.ctx.attr(AttrKind::Array(list.into()));
        push(p, state, key, attr);
    }
    Ok(())
}

fn print_actions(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let lists = [property(p, op, "matchers")?, property(p, op, "actions")?];
    let [AttrKind::Array(matchers), AttrKind::Array(actions)] = lists.map(|list| p.ctx.attr_kind(list))
    else {
        return None;
    };
    let symbols = matchers.iter().chain(actions);
    let all = symbols.into_iter().all(|item| matches!(p.ctx.attr_kind(*item), AttrKind::SymbolRef { .. }));
    if matchers.len() != actions.len() || matchers.is_empty() || !all {
        return None;
    }
    for (index, (matcher, action)) in matchers.iter().zip(actions).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.attr(*matcher);
        p.write(" -> ");
        p.attr(*action);
    }
    Some(())
}

/// The failure mode of a sequence as its property.
pub(super) fn failure_mode(p: &Printer<'_>, op: OpId) -> Option<AttrId> {
    property(p, op, "failure_propagation_mode")
}

/// Sizes of operand groups as their property.
pub(super) fn segments(p: &mut Parser<'_>, state: &mut OpState, sizes: &[i64]) {
    let attr = numbers(p, 32, sizes);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, attr));
}

/// The sizes of operand groups that an operation has.
pub(super) fn known_segments(p: &Printer<'_>, op: OpId) -> Option<Vec<i64>> {
    number_list(p, property(p, op, "operandSegmentSizes")?, 32)
}
