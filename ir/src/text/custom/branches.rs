//! Pieces that list blocks with the operands that each takes: the cases of a switch, the targets of an indirect branch.

use super::attribute::{dense, numbers};
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Anchor, Argument, Call};
use super::lists::{property, push};
use crate::data::{AttrId, AttrKind, Context, DenseData, IntValue, OpId, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::number::from_bits;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("SwitchOpCases", read_cases, print_cases),
    Piece::new("SwitchCases", read_bracketed_cases, print_bracketed_cases),
    Piece::new("IndirectBrOpSucessors", read_targets, print_targets),
];

/// The groups of successors and of operands that a piece lists.
fn groups(call: &Call) -> Option<[usize; 2]> {
    let successors = call.arguments.iter().find_map(|one| match one {
        Argument::Of(Anchor::Successor(group), _) => Some(*group),
        _ => None,
    });
    let operands = call.arguments.iter().find_map(|one| match one {
        Argument::Of(Anchor::In(group), _) => Some(*group),
        _ => None,
    });
    successors.zip(operands).map(<[usize; 2]>::from)
}

/// The attributes that a piece writes: values of cases, if there are any, and how many operands each block takes.
fn attributes(call: &Call) -> Vec<&'static str> {
    (0..call.arguments.len()).filter_map(|index| call.attribute(index)).collect()
}

/// `^bb1(%a, %b : i32, i32)`; returns how many operands there were.
fn read_target<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    [to, group]: [usize; 2],
) -> Read<i64> {
    reading.successors[to].push(p.successor()?);
    let types = reading.in_types[group].get_or_insert_default();
    if !p.eat(Kind::LParen) {
        return Ok(0);
    }
    let before = types.len();
    p.comma_list(|p| {
        reading.uses[group].push(p.value_use()?);
        Ok(())
    })?;
    p.expect(Kind::Colon, "`:` and types")?;
    let mut more = Vec::new();
    p.type_list(&mut more)?;
    types.extend(more);
    if types.len() != reading.uses[group].len() {
        return p.error_here("as many types as operands are needed");
    }
    p.expect(Kind::RParen, "`)`")?;
    Ok((types.len() - before) as i64)
}

/// Blocks with their operands: as many as the sizes say, behind what `before` prints for each.
fn print_list(
    p: &mut Printer<'_>,
    op: OpId,
    all: &Groups,
    call: &Call,
    mut before: impl FnMut(&mut Printer<'_>, usize),
) -> Option<()> {
    let [to, group] = groups(call)?;
    let sizes = numbers(p.ctx, property(p, op, attributes(call).last()?)?, 32)?;
    let ((mut start, count), (first, blocks)) = (all.ins[group], all.successors[to]);
    let total = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(usize::try_from(*size).ok()?))?;
    let program = p.program;
    // MLIR writes `%x#1` in these lists and cannot read it.
    let numbered = |value| program.defining_op(value).is_some_and(|op| program.result_count(op) > 1);
    if total != count || sizes.len() != blocks || program.operands(op).skip(1).any(numbered) {
        return None;
    }
    for (index, size) in sizes.iter().enumerate() {
        before(p, index);
        let size = usize::try_from(*size).ok()?;
        p.block_name(program.successors(op)[first + index]);
        if size > 0 {
            p.write("(");
            p.values(program.operands(op).skip(start).take(size));
            p.write(" : ");
            p.types(program.operands(op).skip(start).take(size).map(|value| program.value_type(value)));
            p.write(")");
        }
        start += size;
    }
    Some(())
}

// --- cases --------------------------------------------------------------------------------------------------

/// The values of cases as `dense<..> : vector<NxT>`.
fn values_attr(ctx: &Context, values: &[AttrId], element: TypeId) -> AttrId {
    let shape = Box::new([(values.len() as u64, false)]);
    let ty = ctx.ty(TypeKind::Vector { shape, element });
    let same = values.windows(2).all(|pair| pair[0] == pair[1]);
    let data = if same { DenseData::Splat(values[0]) } else { DenseData::Elements(values.into()) };
    ctx.attr(AttrKind::Dense { data, ty })
}

/// A value of 64 bits, cut to the width of the flag.
fn case_value(p: &mut Parser<'_>, ty: TypeId) -> Read<AttrId> {
    let value = p.small_int("a number")?;
    let value = match *p.ctx.type_kind(ty) {
        TypeKind::Integer { width, signedness } if width < 64 => {
            from_bits(u128::from(value as u64), width, signedness)
        }
        _ => IntValue::Small(i128::from(value)),
    };
    Ok(p.ctx.attr(AttrKind::Integer { value, ty }))
}

/// `value: ^block(..)` for every case; the flag is the first operand.
fn read_case_list<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    call: &Call,
    list: impl FnOnce(&mut Parser<'s>, &mut dyn FnMut(&mut Parser<'s>) -> Read<()>) -> Read<()>,
) -> Read<()> {
    let (Some(groups), [key, sizes_key]) = (groups(call), &attributes(call)[..]) else {
        return p.expected("cases");
    };
    let Some(ty) = reading.in_types[0].as_ref().and_then(|types| types.first().copied()) else {
        return p.expected("the type of the flag");
    };
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    list(p, &mut |p| {
        values.push(case_value(p, ty)?);
        p.expect(Kind::Colon, "`:` and a block")?;
        sizes.push(read_target(p, reading, groups)?);
        Ok(())
    })?;
    if !values.is_empty() {
        let values = values_attr(&p.ctx, &values, ty);
        push(p, reading.state, key, values);
    }
    let sizes = dense(&p.ctx, 32, &sizes);
    push(p, reading.state, sizes_key, sizes);
    Ok(())
}

/// The values of the cases, when they have the type of the flag.
fn case_values(p: &Printer<'_>, op: OpId, all: &Groups, call: &Call) -> Option<Vec<AttrId>> {
    let count = all.successors[groups(call)?[0]].1;
    let ty = p.program.value_type(p.program.operand(op, 0)?);
    let Some(attr) = property(p, op, attributes(call).first()?) else {
        return (count == 0).then(Vec::new);
    };
    let values = match p.ctx.attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => vec![*one; count],
        AttrKind::Dense { data: DenseData::Elements(list), .. } => list.to_vec(),
        _ => return None,
    };
    (values.len() == count && count > 0 && values_attr(p.ctx, &values, ty) == attr).then_some(values)
}

/// `, 1: ^a, 2: ^b(..)`
fn read_cases<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    read_case_list(p, reading, call, |p, case| {
        while p.eat(Kind::Comma) {
            case(p)?;
        }
        Ok(())
    })
}

fn print_cases(p: &mut Printer<'_>, op: OpId, all: &Groups, call: &Call) -> Option<()> {
    let values = case_values(p, op, all, call)?;
    print_list(p, op, all, call, |p, index| {
        p.write(", ");
        print_unsigned(p, values[index]);
        p.write(": ");
    })
}

/// Prints a number of less than 64 bits without sign.
fn print_unsigned(p: &mut Printer<'_>, attr: AttrId) {
    if let AttrKind::Integer { value, ty } = p.ctx.attr_kind(attr)
        && let TypeKind::Integer { width: width @ ..64, .. } = *p.ctx.type_kind(*ty)
        && let Some(value) = value.to_i64()
    {
        p.write(&(value as u64 & ((1 << width) - 1)).to_string());
    } else {
        p.number(attr);
    }
}

/// `[ 1: ^a, 2: ^b(..) ]`, a case on each line.
fn read_bracketed_cases<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    p.expect(Kind::LSquare, "`[` and cases")?;
    read_case_list(p, reading, call, |p, case| p.list_until(Kind::RSquare, "`]` or `,`", case))
}

fn print_bracketed_cases(p: &mut Printer<'_>, op: OpId, all: &Groups, call: &Call) -> Option<()> {
    let values = case_values(p, op, all, call)?;
    p.write("[");
    print_list(p, op, all, call, |p, index| {
        p.write(if index > 0 { "," } else { "" });
        p.line();
        p.write("  ");
        p.number(values[index]);
        p.write(": ");
    })?;
    p.line();
    p.write("]");
    Some(())
}

// --- targets ------------------------------------------------------------------------------------------------

/// `[^a(%x : T), ^b]`, a block on each line.
fn read_targets<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (Some(groups), Some(key)) = (groups(call), attributes(call).pop()) else {
        return p.expected("blocks");
    };
    let mut sizes = Vec::new();
    p.expect(Kind::LSquare, "`[` and the successors")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        sizes.push(read_target(p, reading, groups)?);
        Ok(())
    })?;
    let sizes = dense(&p.ctx, 32, &sizes);
    push(p, reading.state, key, sizes);
    Ok(())
}

fn print_targets(p: &mut Printer<'_>, op: OpId, all: &Groups, call: &Call) -> Option<()> {
    p.write("[");
    print_list(p, op, all, call, |p, index| {
        p.write(if index > 0 { "," } else { "" });
        p.line();
    })?;
    if !p.program.successors(op).is_empty() {
        p.line();
    }
    p.write("]");
    Some(())
}
