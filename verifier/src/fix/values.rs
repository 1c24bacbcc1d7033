//! Which changes may repair a rewrite that computes something else: of flags, signedness, predicates, constants, widths and
//! the order of operands in what is created, and what a match can be restricted to. Must not judge whether they do.

use assay_ir::data::{AttrKind, IntValue, OpId, Span, ValueId};
use assay_ir::ops::{FLAGS, op};
use assay_ir::pdl::{Attribute, Operation, Pattern, PdlOp};

use super::edit::{Edit, Text};
use super::repairs::Repair;
use super::restrict;

/// Native rewrites that differ in the signedness of a number alone, the signed one first; operations have it in their records.
const NATIVES: &[(&str, &str)] = &[
    ("attr_shr_signed", "attr_shr_unsigned"),
    ("attr_min_signed", "attr_min_unsigned"),
    ("attr_max_signed", "attr_max_unsigned"),
];

/// Operations of two operands whose order matters, by the end of their names.
const ORDERED: &[&str] = &[
    "subi", "sub", "subf", "divsi", "divui", "divs", "divu", "sdiv", "udiv", "divf", "remsi", "remui",
    "shli", "shrsi", "shrui", "shl", "cmpi", "icmp", "cmp",
];

/// The changes to try, best first.
pub(super) fn propose(text: &Text<'_>) -> Vec<Repair> {
    let pattern = Pattern { program: text.program, op: text.pattern };
    let created: Vec<Operation<'_>> = operations(pattern.rewrite_ops()).collect();
    let matched: Vec<Operation<'_>> = pattern.operations().collect();
    let mut out = Vec::new();
    for operation in &created {
        out.extend(weaker(text, *operation));
    }
    out.extend(together(
        "make all of them without flags",
        created.iter().map(|operation| without_flags(text, *operation)),
    ));
    let pairs = || created.iter().map(|operation| operation.op).chain(natives(pattern));
    for op in pairs() {
        out.extend(renamed(text, op, of_other_sign));
    }
    for to_first in [true, false] {
        let words = if to_first {
            "make signed operations throughout"
        } else {
            "make unsigned operations throughout"
        };
        let all = pairs().map(|op| toward(text, op, to_first));
        out.extend(together(words, all));
    }
    for operation in &created {
        out.extend(predicates(text, *operation));
    }
    for operation in &created {
        out.extend(constants(text, *operation));
    }
    for operation in &created {
        out.extend(renamed(text, operation.op, of_other_rounding));
        out.extend(swapped(text, *operation));
    }
    out.extend(widths(text, pattern));
    out.extend(restrict::promises(text, &matched));
    for operation in &matched {
        out.extend(
            renamed(text, operation.op, of_other_sign).into_iter().map(|repair| Repair {
                title: format!("match another operation: {}", repair.title),
                ..repair
            }),
        );
    }
    out.extend(restrict::natives(text, pattern));
    out
}

fn operations<'a>(ops: impl Iterator<Item = PdlOp<'a>>) -> impl Iterator<Item = Operation<'a>> {
    ops.filter_map(|op| match op {
        PdlOp::Operation(operation) => Some(operation),
        _ => None,
    })
}

/// Native rewrites of the rewriting part.
fn natives(pattern: Pattern<'_>) -> impl Iterator<Item = OpId> + '_ {
    pattern.rewrite_ops().filter_map(|op| match op {
        PdlOp::NativeRewrite(native) => Some(native.op),
        _ => None,
    })
}

/// Changes that are made at once, where there are several.
fn together(title: &str, parts: impl Iterator<Item = Vec<Edit>>) -> Option<Repair> {
    let parts: Vec<Vec<Edit>> = parts.filter(|edits| !edits.is_empty()).collect();
    (parts.len() > 1).then(|| Repair { title: title.to_owned(), edits: parts.concat() })
}

/// What an operation is called in a sentence.
fn title<'a>(text: &Text<'a>, operation: Operation<'a>) -> &'a str {
    operation.value().and_then(|value| text.name(value)).unwrap_or("the operation")
}

/// The same operation with fewer flags.
fn weaker<'a>(text: &Text<'a>, operation: Operation<'a>) -> Vec<Repair> {
    let mut out = Vec::new();
    for (name, value) in operation.attributes() {
        let flag = text.program.ctx().str(name);
        if !FLAGS.contains(&flag) {
            continue;
        }
        let literal = literal(text, value).map(|(_, literal)| literal);
        for (word, rest) in literal.into_iter().flat_map(fewer) {
            if let Some(edits) = other_value(text, operation, value, &rest) {
                out.push(Repair {
                    title: format!("make {} without `{word}`", title(text, operation)),
                    edits,
                });
            }
        }
        if let Some(edits) = without(text, operation, flag, value) {
            let words =
                literal.and_then(split_flags).map_or_else(|| flag.to_owned(), |(_, words)| words.join(", "));
            out.push(Repair { title: format!("make {} without `{words}`", title(text, operation)), edits });
        }
    }
    out
}

fn without_flags<'a>(text: &Text<'a>, operation: Operation<'a>) -> Vec<Edit> {
    let flags = operation.attributes().filter_map(|(name, value)| {
        let flag = text.program.ctx().str(name);
        FLAGS.contains(&flag).then(|| without(text, operation, flag, value)).flatten()
    });
    flags.flatten().collect()
}

/// What stands before the flags of `#arith.overflow<nsw, nuw>`, and the flags.
fn split_flags(literal: &str) -> Option<(&str, Vec<&str>)> {
    let (head, rest) = literal.split_once('<')?;
    let (body, _) = rest.rsplit_once('>')?;
    Some((head, body.split(',').map(str::trim).collect()))
}

/// The flag that goes and the attribute without it, where others are left.
fn fewer(literal: &str) -> Vec<(String, String)> {
    let Some((head, words)) = split_flags(literal) else { return Vec::new() };
    if words.len() < 2 {
        return Vec::new();
    }
    let without = |at: usize| {
        let left: Vec<&str> =
            words.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, word)| *word).collect();
        (words[at].to_owned(), format!("{head}<{}>", left.join(", ")))
    };
    (0..words.len()).map(without).collect()
}

/// The constant of a `pdl.attribute` as it is written, with its place.
fn literal<'a>(text: &Text<'a>, value: ValueId) -> Option<(Span, &'a str)> {
    let op = text.program.defining_op(value)?;
    Attribute { program: text.program, op }.constant()?;
    let (head, literal) = text.of_op(op).split_once("pdl.attribute = ")?;
    let start = text.program.op(op).span.start + (head.len() + "pdl.attribute = ".len()) as u32;
    let literal = literal.trim_end();
    Some((Span { start, end: start + literal.len() as u32 }, literal))
}

/// Another constant for an attribute of an operation: where it is written, or by an attribute of its own.
fn other_value<'a>(
    text: &Text<'a>,
    operation: Operation<'a>,
    value: ValueId,
    constant: &str,
) -> Option<Vec<Edit>> {
    let (span, _) = literal(text, value)?;
    if text.program.uses(value).count() == 1 {
        return Some(vec![Edit { span, text: constant.to_owned() }]);
    }
    let name = text.fresh(text.name(value)?);
    let line = format!("{name} = pdl.attribute = {constant}");
    Some(vec![text.line_before(operation.op, &line), text.renamed(place(text, operation, value)?, &name)?])
}

/// Where an operation names a value.
fn place(text: &Text<'_>, operation: Operation<'_>, value: ValueId) -> Option<u32> {
    let slot =
        text.program.operand_ids(operation.op).find(|slot| text.program.operand_value(*slot) == value)?;
    Some(text.program.operand_pos(slot).0)
}

/// An operation without one of its attributes, which goes with it if nothing else uses it.
fn without<'a>(text: &Text<'a>, operation: Operation<'a>, name: &str, value: ValueId) -> Option<Vec<Edit>> {
    let whole = text.of_op(operation.op);
    let at = whole.find(&format!("\"{name}\" = "))?;
    let end = at + name.len() + "\"\" = ".len() + text.name(value)?.len();
    let (before, after) = (&whole[..at], &whole[end..]);
    let (start, end) = if let Some(rest) = after.strip_prefix(',') {
        (at, end + 1 + (rest.len() - rest.trim_start().len()))
    } else if let Some(head) = before.trim_end().strip_suffix(',') {
        (head.len(), end)
    } else {
        let head = before.trim_end().strip_suffix('{')?.trim_end().len();
        (head, end + after.find('}')? + 1)
    };
    let base = text.program.op(operation.op).span.start;
    let mut edits =
        vec![Edit { span: Span { start: base + start as u32, end: base + end as u32 }, text: String::new() }];
    let defined = text.program.defining_op(value)?;
    if text.program.uses(value).count() == 1 && literal(text, value).is_some() {
        edits.push(text.without(defined));
    }
    Some(edits)
}

/// The name in quotes that an operation or a native is written with.
fn quoted<'a>(text: &Text<'a>, op: OpId) -> Option<(Span, &'a str)> {
    let whole = text.of_op(op);
    let at = whole.find('"')? + 1;
    let name = whole[at..].split('"').next()?;
    let start = text.program.op(op).span.start + at as u32;
    Some((Span { start, end: start + name.len() as u32 }, name))
}

/// The signed, or the unsigned, operation or native that one of the other signedness is mistaken for.
fn of_sign(name: &str, signed: bool) -> Option<&'static str> {
    let fact = if signed { "signed" } else { "unsigned" };
    let native = |(first, second): &(&'static str, &'static str)| match signed {
        true => (name == *second).then_some(*first),
        false => (name == *first).then_some(*second),
    };
    op(name).and_then(|op| op.fact(fact)).or_else(|| NATIVES.iter().find_map(native))
}

fn of_other_sign(name: &str) -> Vec<&'static str> {
    [false, true].into_iter().filter_map(|signed| of_sign(name, signed)).collect()
}

/// The operations whose rounding is mistaken for that of another one.
fn of_other_rounding(name: &str) -> Vec<&'static str> {
    let names = op(name).and_then(|op| op.fact("rounding"));
    names.into_iter().flat_map(|names| names.split('|')).collect()
}

/// The same with another name.
fn renamed(text: &Text<'_>, op: OpId, others: fn(&str) -> Vec<&'static str>) -> Vec<Repair> {
    let Some((span, name)) = quoted(text, op) else { return Vec::new() };
    let repair = |other: &str| Repair {
        title: format!("`{other}` instead of `{name}`"),
        edits: vec![Edit { span, text: other.to_owned() }],
    };
    others(name).into_iter().map(repair).collect()
}

/// The signed, or the unsigned, name of an operation that has the other one.
fn toward(text: &Text<'_>, op: OpId, signed: bool) -> Vec<Edit> {
    let Some((span, name)) = quoted(text, op) else { return Vec::new() };
    of_sign(name, signed).map(|other| Edit { span, text: other.to_owned() }).into_iter().collect()
}

/// The number of an attribute that is an integer, and what is written behind it.
fn number<'a>(text: &Text<'a>, value: ValueId) -> Option<(&'a IntValue, &'a str)> {
    let op = text.program.defining_op(value)?;
    let attr = Attribute { program: text.program, op }.constant()?;
    let AttrKind::Integer { value: number, .. } = text.program.ctx().attr_kind(attr) else { return None };
    let (_, written) = literal(text, value)?;
    let (_, ty) = written.split_once(" : ")?;
    Some((number, ty))
}

/// Predicates of `arith.cmpi`: first the one of the other sign, those with or without equality, and the opposite.
const INTEGER_PREDICATES: [&[i64]; 10] = [
    &[1, 3, 7, 2, 6],
    &[0, 2, 6, 4, 8],
    &[6, 3, 5, 4, 1, 8],
    &[7, 2, 4, 5, 6, 9],
    &[8, 5, 3, 2, 1, 6],
    &[9, 4, 2, 3, 8, 7],
    &[2, 7, 9, 8, 1, 4],
    &[3, 6, 8, 9, 2, 5],
    &[4, 9, 7, 6, 1, 2],
    &[5, 8, 6, 7, 4, 3],
];

const INTEGER_NAMES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// A comparison by another predicate.
fn predicates<'a>(text: &Text<'a>, operation: Operation<'a>) -> Vec<Repair> {
    let name = operation.name().map(|name| text.program.ctx().str(name));
    let named = |(key, _): &(_, ValueId)| text.program.ctx().str(*key) == "predicate";
    let Some((_, value)) = operation.attributes().find(named) else { return Vec::new() };
    let Some((number, ty)) = number(text, value) else { return Vec::new() };
    let Some(number) = number.to_i64() else { return Vec::new() };
    let float = name.and_then(op).is_some_and(|record| record.fact("float") == Some("cmp"));
    let others: Vec<i64> = match usize::try_from(number) {
        Ok(at) if float && at < 16 => float_predicates(at as i64),
        Ok(at) if !float && at < 10 => INTEGER_PREDICATES[at].to_vec(),
        _ => return Vec::new(),
    };
    let repair = |other: i64| {
        let edits = other_value(text, operation, value, &format!("{other} : {ty}"))?;
        let words = match float {
            true => format!("predicate {other} instead of {number}"),
            false => {
                format!("`{}` instead of `{}`", INTEGER_NAMES[other as usize], INTEGER_NAMES[number as usize])
            }
        };
        Some(Repair { title: format!("compare by {words} in {}", title(text, operation)), edits })
    };
    others.into_iter().filter_map(repair).collect()
}

/// Predicates of `arith.cmpf`: with unordered numbers or without them, and the opposite.
fn float_predicates(number: i64) -> Vec<i64> {
    let other = match number {
        1..=6 => number + 7,
        8..=13 => number - 7,
        _ => 21 - number,
    };
    let mut out: Vec<i64> = vec![other, 15 - number];
    out.retain(|one| (0..16).contains(one) && *one != number);
    out.dedup();
    out
}

/// A created constant with another number.
fn constants<'a>(text: &Text<'a>, operation: Operation<'a>) -> Vec<Repair> {
    let named = |(key, _): &(_, ValueId)| text.program.ctx().str(*key) == "value";
    let Some((_, value)) = operation.attributes().find(named) else { return Vec::new() };
    let Some((number, ty)) = number(text, value) else { return Vec::new() };
    let (Some(number), Some(width)) = (number.to_i64(), width_of(ty)) else { return Vec::new() };
    let (number, width) = (i128::from(number), i128::from(width));
    let half = 1i128 << (width - 1);
    let mut others = Vec::new();
    if number > 0 && number & (number - 1) == 0 {
        others.push(i128::from(number.trailing_zeros()));
    }
    if (0..width).contains(&number) {
        others.push(1 << number);
    }
    others.extend([
        number - 1,
        number + 1,
        -number,
        !number,
        width - 1,
        width,
        width / 2,
        0,
        1,
        -1,
        -half,
        half - 1,
    ]);
    let mut seen = vec![number];
    let mut repairs = Vec::new();
    for other in others {
        // As MLIR prints it: with a sign.
        let other = if other >= half && width > 1 { other - 2 * half } else { other };
        if seen.contains(&other) || other < -half || other >= half.max(2) {
            continue;
        }
        seen.push(other);
        if let Some(edits) = other_value(text, operation, value, &format!("{other} : {ty}")) {
            let of = title(text, operation);
            repairs.push(Repair { title: format!("{other} instead of {number} in {of}"), edits });
        }
    }
    repairs
}

/// The bits of a written integer type of up to 64, or of `index`.
fn width_of(ty: &str) -> Option<u32> {
    match ty.trim() {
        "index" => Some(64),
        ty => ty.strip_prefix('i')?.parse().ok().filter(|width| (1..=64).contains(width)),
    }
}

/// An operation with its two operands, or the arms of a `select`, the other way round.
fn swapped<'a>(text: &Text<'a>, operation: Operation<'a>) -> Option<Repair> {
    let name = text.program.ctx().str(operation.name()?);
    let (_, short) = name.rsplit_once('.')?;
    let operands: Vec<ValueId> = operation.operands().collect();
    let (first, second) = match (operands.len(), short) {
        (2, _) if ORDERED.contains(&short) => (0, 1),
        (3, "select" | "mux") => (1, 2),
        _ => return None,
    };
    let slots: Vec<_> = text.program.operand_ids(operation.op).collect();
    let at = |index: usize| slots.get(index).map(|slot| text.program.operand_pos(*slot).0);
    let edits = vec![
        text.renamed(at(first)?, text.name(operands[second])?)?,
        text.renamed(at(second)?, text.name(operands[first])?)?,
    ];
    (operands[first] != operands[second])
        .then(|| Repair { title: format!("swap the operands of {}", title(text, operation)), edits })
}

/// The rewriting part at other widths than it is written with.
fn widths(text: &Text<'_>, pattern: Pattern<'_>) -> Vec<Repair> {
    let types = |ops: &mut dyn Iterator<Item = PdlOp<'_>>| -> Vec<u32> {
        let mut found: Vec<u32> =
            ops.filter_map(|op| written_type(text, op)).map(|(_, width)| width).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    let matched = types(&mut pattern.matcher());
    let mut out = Vec::new();
    for width in types(&mut pattern.rewrite_ops()) {
        let mut others: Vec<u32> = matched.iter().map(|matched| 2 * matched).collect();
        others.extend(matched.iter().map(|matched| matched + 1));
        others.extend(matched.iter().copied());
        others.extend([2 * width, width + 1, width.saturating_sub(1)]);
        let mut seen = vec![0, width];
        for other in others {
            if seen.contains(&other) || other > 128 {
                continue;
            }
            seen.push(other);
            let places = pattern.rewrite_ops().filter_map(|op| written_type(text, op));
            let edits: Vec<Edit> = places
                .filter(|(_, found)| *found == width)
                .map(|(span, _)| Edit { span, text: format!("i{other}") })
                .collect();
            out.push(Repair { title: format!("compute in i{other} instead of i{width}"), edits });
        }
    }
    out
}

/// The integer type that a `pdl.type` or a typed `pdl.attribute` ends with.
fn written_type(text: &Text<'_>, op: PdlOp<'_>) -> Option<(Span, u32)> {
    let (mark, op) = match op {
        PdlOp::Type(ty) => ("pdl.type : ", ty.op),
        PdlOp::Attribute(attribute) => (" : ", attribute.op),
        _ => return None,
    };
    let whole = text.of_op(op).trim_end();
    let at = whole.rfind(mark)? + mark.len();
    let width = whole[at..].strip_prefix('i')?.parse().ok()?;
    let start = text.program.op(op).span.start;
    Some((Span { start: start + at as u32, end: start + whole.len() as u32 }, width))
}
