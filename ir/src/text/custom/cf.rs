//! Custom forms of the cf dialect.

use smallvec::SmallVec;

use super::Hand;
use crate::data::{AttrId, AttrKind, DenseData, Ident, OpId, TypeId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[("cf.switch", read_switch, print_switch)];

pub(super) fn i32_array(p: &Parser<'_>, numbers: &[usize]) -> AttrId {
    let element = p.ctx.integer(32);
    let values = numbers.iter().map(|n| p.ctx.integer_attr(*n as i128, element)).collect();
    p.ctx.attr(AttrKind::DenseArray { element, values })
}

/// `^bb1(%a, %b : i32, i32)`: operands go to the state; returns how many there were.
pub(super) fn read_destination<'s>(p: &mut Parser<'s>, state: &mut OpState) -> Read<usize> {
    let block = p.successor()?;
    state.successors.push(block);
    if !p.eat(Kind::LParen) {
        return Ok(0);
    }
    let mut uses: SmallVec<[Use<'s>; 2]> = SmallVec::new();
    p.comma_list(|p| {
        uses.push(p.value_use()?);
        Ok(())
    })?;
    p.expect(Kind::Colon, "`:` and types")?;
    let mut types = Vec::new();
    p.type_list(&mut types)?;
    if types.len() != uses.len() {
        return p.error_here("as many types as operands are needed");
    }
    p.expect(Kind::RParen, "`)`")?;
    for (one, ty) in uses.iter().zip(types) {
        let value = p.resolve(one, ty);
        state.operands.push((value, one.pos));
    }
    Ok(uses.len())
}

fn read_switch(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let flag = p.value_use()?;
    p.expect(Kind::Colon, "`:` and the type of the flag")?;
    let ty = p.read_type()?;
    let value = p.resolve(&flag, ty);
    state.operands.push((value, flag.pos));
    p.expect(Kind::Comma, "`,`")?;
    p.expect(Kind::LSquare, "`[`")?;
    p.expect_keyword("default")?;
    p.expect(Kind::Colon, "`:`")?;
    let defaults = read_destination(p, state)?;
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    while p.eat(Kind::Comma) {
        values.push(p.read_attr(Some(ty))?);
        p.expect(Kind::Colon, "`:` and a block")?;
        sizes.push(read_destination(p, state)?);
    }
    p.expect(Kind::RSquare, "`]` or `,`")?;
    if p.at(Kind::LBrace) {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    finish_switch(p, state, ty, values, defaults, &sizes);
    Ok(())
}

/// The properties of a switch: values of the cases, and how many operands each successor takes.
pub(super) fn finish_switch(
    p: &mut Parser<'_>,
    state: &mut OpState,
    ty: TypeId,
    values: Vec<AttrId>,
    defaults: usize,
    sizes: &[usize],
) {
    if !values.is_empty() {
        let shape = Box::new([(values.len() as u64, false)]);
        let vector = p.ctx.ty(TypeKind::Vector { shape, element: ty });
        let same = values.windows(2).all(|pair| pair[0] == pair[1]);
        let data = if same { DenseData::Splat(values[0]) } else { DenseData::Elements(values.into()) };
        let values = p.ctx.attr(AttrKind::Dense { data, ty: vector });
        let key = p.ident("case_values");
        state.properties.push((key, values));
    }
    let key = p.ident("case_operand_segments");
    let segments = i32_array(p, sizes);
    state.properties.push((key, segments));
    let all = i32_array(p, &[1, defaults, sizes.iter().sum()]);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, all));
}

pub(super) fn numbers(p: &Printer<'_>, attr: AttrId) -> Option<Vec<usize>> {
    let AttrKind::DenseArray { values, .. } = p.ctx.attr_kind(attr) else { return None };
    let number = |value: &AttrId| match p.ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
        _ => None,
    };
    values.iter().map(number).collect()
}

pub(super) fn print_destination(p: &mut Printer<'_>, op: OpId, successor: usize, start: usize, count: usize) {
    let program = p.program;
    p.block_name(program.successors(op)[successor]);
    if count == 0 {
        return;
    }
    p.write("(");
    p.values(program.operands(op).skip(start).take(count));
    p.write(" : ");
    p.types(program.operands(op).skip(start).take(count).map(|value| program.value_type(value)));
    p.write(")");
}

/// The properties that reading the form of a switch gives; the sizes are those of `given`.
fn switch_properties(
    p: &Printer<'_>,
    given: AttrId,
    values: &[AttrId],
    element: TypeId,
) -> Vec<(Ident, AttrId)> {
    let sizes = [known::OPERAND_SEGMENT_SIZES, p.ctx.ident("case_operand_segments")];
    let mut entries: Vec<_> =
        sizes.iter().filter_map(|key| Some((*key, p.ctx.entry(given, *key)?))).collect();
    if let Some(first) = values.first() {
        let same = values.iter().all(|value| value == first);
        let data = if same { DenseData::Splat(*first) } else { DenseData::Elements(values.into()) };
        let ty = p.ctx.ty(TypeKind::Vector { shape: Box::new([(values.len() as u64, false)]), element });
        entries.push((p.ctx.ident("case_values"), p.ctx.attr(AttrKind::Dense { data, ty })));
    }
    entries
}

/// What a switch says: the type of its flag, how many operands the default takes, and the cases.
pub(super) struct Switch {
    pub(super) ty: TypeId,
    pub(super) defaults: usize,
    pub(super) sizes: Vec<usize>,
    pub(super) values: Vec<AttrId>,
}

/// The parts of a switch; `None` when they do not fit each other, or when the form could not say them.
pub(super) fn switch_parts(p: &Printer<'_>, op: OpId) -> Option<Switch> {
    let program = p.program;
    let data = program.op(op);
    let all = numbers(p, p.ctx.entry(data.properties, known::OPERAND_SEGMENT_SIZES)?)?;
    let sizes = numbers(p, p.ctx.entry(data.properties, p.ctx.ident("case_operand_segments"))?)?;
    let [1, defaults, cases] = all[..] else { return None };
    let fits = 1usize.checked_add(defaults)?.checked_add(cases)? == program.operand_count(op)
        && sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))? == cases
        && program.successors(op).len() == sizes.len() + 1
        && program.result_count(op) == 0;
    // MLIR writes `%x#1` in the lists of a switch and cannot read it.
    let numbered = |value| program.defining_op(value).is_some_and(|op| program.result_count(op) > 1);
    if program.operands(op).skip(1).any(numbered) {
        return None;
    }
    let ty = program.value_type(program.operand(op, 0)?);
    let values: Vec<AttrId> = match p.ctx.entry(data.properties, p.ctx.ident("case_values")) {
        None => Vec::new(),
        Some(attr) => match p.ctx.attr_kind(attr) {
            AttrKind::Dense { data: DenseData::Splat(one), .. } => vec![*one; sizes.len()],
            AttrKind::Dense { data: DenseData::Elements(list), .. } => list.to_vec(),
            _ => return None,
        },
    };
    if !fits || values.len() != sizes.len() || values.iter().any(|value| p.ctx.attr_type(*value) != Some(ty))
    {
        return None;
    }
    // The form says neither the type of the values nor other values of these properties.
    let written = switch_properties(p, data.properties, &values, ty);
    if written.iter().any(|(key, value)| p.ctx.entry(data.properties, *key) != Some(*value)) {
        return None;
    }
    Some(Switch { ty, defaults, sizes, values })
}

fn print_switch(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let Switch { ty, defaults, sizes, values } = switch_parts(p, op)?;
    let program = p.program;
    let data = program.op(op);
    p.write(" ");
    p.value(program.operand(op, 0)?);
    p.write(" : ");
    p.ty(ty);
    p.write(", [default: ");
    print_destination(p, op, 0, 1, defaults);
    let mut start = 1 + defaults;
    for (index, (value, size)) in values.iter().zip(&sizes).enumerate() {
        p.write(", ");
        p.number(*value);
        p.write(": ");
        print_destination(p, op, index + 1, start, *size);
        start += size;
    }
    p.write("]");
    if data.attributes != p.ctx.empty_dictionary() {
        p.write(" ");
        let entries = p.ctx.entries(data.attributes);
        p.dictionary(entries);
    }
    Some(())
}
