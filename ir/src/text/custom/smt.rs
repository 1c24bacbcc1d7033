//! Custom forms of the smt dialect. Types of bit-vectors, arrays and functions determine others; what is inside
//! of them is read from their text.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use smallvec::smallvec;

use super::Spec;
use super::format::{Target, op};
use super::pieces::{BARE, Keywords, Piece, Shape};
use super::read::{Reading, Types};
use super::scf::{
    ensure_terminator, last_region, operand_types, optional_dictionary, print_dictionary, resolve_all,
    result_types, terminated,
};
use super::write::Groups;
use crate::data::{AttrId, AttrKind, Context, IntValue, OpId, RegionId, Signedness, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parse_type;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const KEYWORDS: &[Keywords] = &[
    Keywords { kind: "smt.int_predicate", cases: &["lt", "le", "gt", "ge"], width: 64 },
    Keywords {
        kind: "smt.bv_predicate",
        cases: &["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"],
        width: 64,
    },
];

const fn binary(name: &'static str) -> Spec {
    op(name)
        .ins("lhs rhs")
        .outs("result")
        .types("lhs=rhs=result")
        .form("$lhs `,` $rhs attr-dict `:` type($result)")
}

const fn unary(name: &'static str) -> Spec {
    op(name).ins("input").outs("result").types("input=result").form("$input attr-dict `:` type($result)")
}

const fn integers(name: &'static str) -> Spec {
    op(name).ins("inputs*").outs("result").types("inputs=!smt.int result=!smt.int").form("$inputs attr-dict")
}

const fn booleans(name: &'static str) -> Spec {
    op(name)
        .ins("inputs*")
        .outs("result")
        .types("inputs=!smt.bool result=!smt.bool")
        .form("$inputs attr-dict")
}

const fn compared(name: &'static str) -> Spec {
    op(name)
        .ins("inputs*")
        .outs("result")
        .types("result=!smt.bool")
        .form("$inputs attr-dict `:` custom<smt.SameType>")
}

const fn quantifier(name: &'static str) -> Spec {
    op(name)
        .attrs("weight:i32=0:i32 noPattern:unit boundVarNames:array?")
        .regions("body")
        .hand(read_quantifier, print_quantifier)
}

pub(super) const OPS: &[Spec] = &[
    op("smt.declare_fun")
        .outs("result")
        .attrs("namePrefix:str?")
        .form("($namePrefix^)? attr-dict `:` type($result)"),
    op("smt.constant").outs("result").attrs("value:bool").types("result=!smt.bool").form("$value attr-dict"),
    op("smt.solver")
        .ins("inputs*")
        .outs("results*")
        .regions("body")
        .isolated()
        .form("`(` $inputs `)` attr-dict `:` functional-type($inputs, $results) custom<smt.Body>"),
    op("smt.set_logic").attrs("logic:str").form("$logic attr-dict"),
    op("smt.assert").ins("input").types("input=!smt.bool").form("$input attr-dict"),
    op("smt.reset"),
    op("smt.push").attrs("count:i32").form("$count attr-dict"),
    op("smt.pop").attrs("count:i32").form("$count attr-dict"),
    op("smt.check").regions("sat unknown unsat").hand(read_check, print_check),
    op("smt.yield").ins("values*").form("($values^ `:` type($values))? attr-dict"),
    op("smt.apply_func")
        .ins("func args*")
        .outs("result")
        .form("$func `(` $args `)` attr-dict `:` type($func) custom<smt.Applied>"),
    compared("smt.eq"),
    compared("smt.distinct"),
    op("smt.ite")
        .ins("cond thenValue elseValue")
        .outs("result")
        .types("cond=!smt.bool thenValue=elseValue=result")
        .form("$cond `,` $thenValue `,` $elseValue attr-dict `:` type($result)"),
    op("smt.not")
        .ins("input")
        .outs("result")
        .types("input=!smt.bool result=!smt.bool")
        .form("$input attr-dict"),
    booleans("smt.and"),
    booleans("smt.or"),
    booleans("smt.xor"),
    op("smt.implies")
        .ins("lhs rhs")
        .outs("result")
        .types("lhs=!smt.bool rhs=!smt.bool result=!smt.bool")
        .form("$lhs `,` $rhs attr-dict"),
    quantifier("smt.forall"),
    quantifier("smt.exists"),
    // --- integers
    op("smt.int.constant").attrs("value:any").hand(read_int, print_int),
    integers("smt.int.add"),
    integers("smt.int.mul"),
    integers("smt.int.abs").ins("input").types("input=!smt.int result=!smt.int").form("$input attr-dict"),
    integers("smt.int.sub").ins("lhs rhs").types(INTEGERS).form("$lhs `,` $rhs attr-dict"),
    integers("smt.int.div").ins("lhs rhs").types(INTEGERS).form("$lhs `,` $rhs attr-dict"),
    integers("smt.int.mod").ins("lhs rhs").types(INTEGERS).form("$lhs `,` $rhs attr-dict"),
    op("smt.int.cmp")
        .ins("lhs rhs")
        .outs("result")
        .attrs("pred:smt.int_predicate")
        .types("lhs=!smt.int rhs=!smt.int result=!smt.bool")
        .form("$pred $lhs `,` $rhs attr-dict"),
    op("smt.int2bv")
        .ins("input")
        .outs("result")
        .types("input=!smt.int")
        .form("$input attr-dict `:` type($result)"),
    // --- bit-vectors
    op("smt.bv.constant")
        .outs("result")
        .attrs("value:any")
        .types("result=valuetype()")
        .form("$value attr-dict"),
    unary("smt.bv.not"),
    unary("smt.bv.neg"),
    binary("smt.bv.and"),
    binary("smt.bv.or"),
    binary("smt.bv.xor"),
    binary("smt.bv.add"),
    binary("smt.bv.mul"),
    binary("smt.bv.udiv"),
    binary("smt.bv.sdiv"),
    binary("smt.bv.urem"),
    binary("smt.bv.srem"),
    binary("smt.bv.smod"),
    binary("smt.bv.shl"),
    binary("smt.bv.lshr"),
    binary("smt.bv.ashr"),
    op("smt.bv.cmp")
        .ins("lhs rhs")
        .outs("result")
        .attrs("pred:smt.bv_predicate")
        .types("lhs=rhs result=!smt.bool")
        .form("$pred $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("smt.bv.concat")
        .ins("lhs rhs")
        .outs("result")
        .form("$lhs `,` $rhs attr-dict `:` type(operands) custom<smt.SumOfWidths>"),
    op("smt.bv.extract")
        .ins("input")
        .outs("result")
        .attrs("lowBit:i32")
        .form("$input `from` $lowBit attr-dict `:` functional-type($input, $result)"),
    op("smt.bv.repeat").hand(read_repeat, print_repeat),
    op("smt.bv2int")
        .ins("input")
        .outs("result")
        .attrs("is_signed:unit")
        .types("result=!smt.int")
        .form("$input (`signed` $is_signed^)? attr-dict `:` type($input)"),
    // --- arrays
    op("smt.array.store")
        .ins("array index value")
        .outs("result")
        .types("array=result")
        .form("$array `[` $index `]` `,` $value attr-dict `:` type($array) custom<smt.Stored>"),
    op("smt.array.select")
        .ins("array index")
        .outs("result")
        .form("$array `[` $index `]` attr-dict `:` type($array) custom<smt.Selected>"),
    op("smt.array.broadcast")
        .ins("value")
        .outs("result")
        .form("$value attr-dict `:` type($result) custom<smt.Broadcast>"),
];

const INTEGERS: &str = "lhs=!smt.int rhs=!smt.int result=!smt.int";

pub(super) const PIECES: &[Piece] = &[
    Piece { name: "smt.Body", read: read_body, print: print_body, attrs: &[], types: &[] },
    Piece { name: "smt.SameType", read: read_same, print: print_same, attrs: &[], types: &[Target::In(0)] },
    Piece {
        name: "smt.Applied",
        read: read_applied,
        print: print_applied,
        attrs: &[],
        types: &[Target::In(1), Target::Results],
    },
    Piece {
        name: "smt.SumOfWidths",
        read: read_concat,
        print: print_concat,
        attrs: &[],
        types: &[Target::Results],
    },
    Piece {
        name: "smt.Stored",
        read: read_stored,
        print: print_stored,
        attrs: &[],
        types: &[Target::In(1), Target::In(2)],
    },
    Piece {
        name: "smt.Selected",
        read: read_selected,
        print: print_selected,
        attrs: &[],
        types: &[Target::In(1), Target::Results],
    },
    Piece {
        name: "smt.Broadcast",
        read: read_broadcast,
        print: print_broadcast,
        attrs: &[],
        types: &[Target::In(0)],
    },
];

// --- types --------------------------------------------------------------------------------------------------

/// The text between the brackets of `!smt.name<..>`.
fn body<'c>(ctx: &'c Context, ty: TypeId, wanted: &str) -> Option<&'c str> {
    let TypeKind::Opaque { dialect, name, body } = ctx.type_kind(ty) else { return None };
    (ctx.str(*dialect) == "smt" && ctx.str(*name) == wanted).then(|| ctx.str(*body))
}

fn width(ctx: &Context, ty: TypeId) -> Option<u64> {
    body(ctx, ty, "bv")?.trim().parse().ok()
}

fn bit_vector(ctx: &Context, width: u64) -> TypeId {
    let (dialect, name) = (ctx.ident("smt"), ctx.ident("bv"));
    ctx.ty(TypeKind::Opaque { dialect, name, body: ctx.ident(&width.to_string()) })
}

/// Domain and range of `!smt.array<[domain -> range]>`.
fn array(ctx: &Arc<Context>, ty: TypeId) -> Option<(TypeId, TypeId)> {
    let inside = body(ctx, ty, "array")?.strip_prefix('[')?.strip_suffix(']')?;
    let (mut depth, bytes) = (0usize, inside.as_bytes());
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'-' if depth == 0 && bytes.get(at + 1) == Some(&b'>') => {
                let part = |text: &str| parse_type(ctx, text.trim()).ok();
                return Some((part(&inside[..at])?, part(&inside[at + 2..])?));
            }
            b'<' | b'[' | b'(' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b']' | b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// Domain types and range of `!smt.func<(domain) range>`.
fn function(ctx: &Arc<Context>, ty: TypeId) -> Option<(Vec<TypeId>, TypeId)> {
    let text = body(ctx, ty, "func")?;
    // With an arrow it is a function type of MLIR.
    let (mut depth, bytes) = (0usize, text.as_bytes());
    let mut close = None;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'<' | b'[' | b'(' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b']' | b')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && *byte == b')' {
                    close = Some(at);
                    break;
                }
            }
            _ => {}
        }
    }
    let close = close?;
    let whole = parse_type(ctx, &format!("{} -> {}", &text[..=close], text[close + 1..].trim())).ok()?;
    match ctx.type_kind(whole) {
        TypeKind::Function { inputs, results } => Some((inputs.to_vec(), *results.first()?)),
        _ => None,
    }
}

fn first(types: Option<&Types>) -> Option<TypeId> {
    types.and_then(|types| types.first().copied())
}

fn ty_of(p: &Printer<'_>, op: OpId, operand: usize) -> Option<TypeId> {
    Some(p.program.value_type(p.program.operand(op, operand)?))
}

fn result_of(p: &Printer<'_>, op: OpId) -> Option<TypeId> {
    Some(p.program.value_type(p.program.result(op, 0)?))
}

// --- pieces -------------------------------------------------------------------------------------------------

fn read_same<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let ty = p.read_type()?;
    reading.in_types[0] = Some(reading.uses[0].iter().map(|_| ty).collect());
    Ok(())
}

fn print_same(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let types = operand_types(p, op);
    let first = *types.first()?;
    p.ty(first);
    types.iter().all(|ty| *ty == first).then_some(())
}

fn read_applied<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    match first(reading.in_types[0].as_ref()).and_then(|ty| function(&p.ctx, ty)) {
        Some((inputs, result)) => {
            reading.in_types[1] = Some(inputs.into());
            reading.out_types[0] = Some(smallvec![result]);
            Ok(())
        }
        None => p.error_here("expected `!smt.func<(..) ..>`"),
    }
}

fn print_applied(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let types = operand_types(p, op);
    let (inputs, result) = function(p.program.ctx(), *types.first()?)?;
    (types[1..] == inputs && result_of(p, op)? == result).then_some(())
}

fn read_concat<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let one = |group: usize| first(reading.in_types[group].as_ref()).and_then(|ty| width(&p.ctx, ty));
    match one(0).zip(one(1)).and_then(|(low, high)| low.checked_add(high)) {
        Some(sum) => {
            reading.out_types[0] = Some(smallvec![bit_vector(&p.ctx, sum)]);
            Ok(())
        }
        None => p.error_here("only bit-vectors can be concatenated"),
    }
}

fn print_concat(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let sum = width(p.ctx, ty_of(p, op, 0)?)?.checked_add(width(p.ctx, ty_of(p, op, 1)?)?)?;
    (width(p.ctx, result_of(p, op)?)? == sum).then_some(())
}

fn parts(p: &mut Parser<'_>, ty: Option<TypeId>) -> Read<(TypeId, TypeId)> {
    match ty.and_then(|ty| array(&p.ctx, ty)) {
        Some(parts) => Ok(parts),
        None => p.error_here("expected `!smt.array<[.. -> ..]>`"),
    }
}

fn read_stored<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let (domain, range) = parts(p, first(reading.in_types[0].as_ref()))?;
    reading.in_types[1] = Some(smallvec![domain]);
    reading.in_types[2] = Some(smallvec![range]);
    Ok(())
}

fn print_stored(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let found = array(p.program.ctx(), ty_of(p, op, 0)?)?;
    (found == (ty_of(p, op, 1)?, ty_of(p, op, 2)?)).then_some(())
}

fn read_selected<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let (domain, range) = parts(p, first(reading.in_types[0].as_ref()))?;
    reading.in_types[1] = Some(smallvec![domain]);
    reading.out_types[0] = Some(smallvec![range]);
    Ok(())
}

fn print_selected(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let found = array(p.program.ctx(), ty_of(p, op, 0)?)?;
    (found == (ty_of(p, op, 1)?, result_of(p, op)?)).then_some(())
}

fn read_broadcast<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let (_, range) = parts(p, first(reading.out_types[0].as_ref()))?;
    reading.in_types[0] = Some(smallvec![range]);
    Ok(())
}

fn print_broadcast(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let (_, range) = array(p.program.ctx(), result_of(p, op)?)?;
    (range == ty_of(p, op, 0)?).then_some(())
}

// --- regions ------------------------------------------------------------------------------------------------

const YIELD: &str = "smt.yield";

/// A region that ends with `smt.yield`, which may be left out.
fn yielding(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    p.region(state, &[])?;
    if let Some(region) = last_region(p, state) {
        ensure_terminator(p, region, YIELD);
    }
    Ok(())
}

fn print_yielding(p: &mut Printer<'_>, region: RegionId) -> Option<()> {
    let skip = terminated(p, region, YIELD)?;
    p.region(region, true, skip);
    Some(())
}

fn read_body<'s>(p: &mut Parser<'s>, state: &mut OpState, _: &mut Reading<'s>) -> Read<()> {
    yielding(p, state)
}

fn print_body(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let [region] = *p.program.op_regions(op) else { return None };
    print_yielding(p, region)
}

/// `{..} sat {..} unknown {..} unsat {..} -> T`
fn read_check(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    optional_dictionary(p, state)?;
    for word in ["sat", "unknown", "unsat"] {
        p.expect_keyword(word)?;
        yielding(p, state)?;
    }
    if p.eat(Kind::Arrow) {
        p.type_list(&mut state.results)?;
    }
    Ok(())
}

fn print_check(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { results: None, regions: Some(3), ..BARE }.check(p, op)?;
    let program = p.program;
    let regions = program.op_regions(op);
    if regions.len() != 3 || program.operand_count(op) > 0 {
        return None;
    }
    print_dictionary(p, op);
    for (word, region) in [" sat ", " unknown ", " unsat "].into_iter().zip(regions) {
        p.write(word);
        print_yielding(p, *region)?;
    }
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.types(results);
    }
    Some(())
}

/// `["a"] no_pattern weight 2 attributes {..} {..} patterns {..}, {..}`
fn read_quantifier(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.at(Kind::LSquare) {
        let names = p.nested(Parser::array_attr)?;
        push(p, state, "boundVarNames", names);
    }
    if p.eat_keyword("no_pattern") {
        let unit = p.ctx.unit();
        push(p, state, "noPattern", unit);
    }
    if p.eat_keyword("weight") {
        let ty = p.ctx.integer(32);
        let weight = p.read_attr(Some(ty))?;
        push(p, state, "weight", weight);
    }
    if p.eat_keyword("attributes") {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    yielding(p, state)?;
    if p.eat_keyword("patterns") {
        p.comma_list(|p| yielding(p, state))?;
    }
    let bool = fixed(p, "!smt.bool")?;
    state.results.push(bool);
    Ok(())
}

fn push(p: &mut Parser<'_>, state: &mut OpState, key: &'static str, value: AttrId) {
    let key = p.ident(key);
    state.properties.push((key, value));
}

fn fixed(p: &mut Parser<'_>, text: &str) -> Read<TypeId> {
    match parse_type(&p.ctx, text) {
        Ok(ty) => Ok(ty),
        Err(diagnostic) => p.fail(diagnostic),
    }
}

fn property(p: &Printer<'_>, op: OpId, key: &str) -> Option<AttrId> {
    p.ctx.entry(p.program.op(op).properties, p.ctx.ident(key))
}

fn print_quantifier(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { results: Some(1), regions: None, ..BARE }.check(p, op)?;
    let program = p.program;
    let (regions, bool) = (program.op_regions(op), parse_type(program.ctx(), "!smt.bool").ok()?);
    if program.operand_count(op) > 0 || result_types(p, op) != [bool] {
        return None;
    }
    let (body, patterns) = regions.split_first()?;
    if let Some(names) = property(p, op, "boundVarNames") {
        p.write(" ");
        super::directives::print_attr(p, "array", names)?;
    }
    p.write(if property(p, op, "noPattern").is_some() { " no_pattern" } else { "" });
    let weight = property(p, op, "weight")?;
    if p.default_attr("0:i32") != Some(weight) {
        p.write(" weight ");
        p.number(weight);
    }
    super::func::print_function_attributes(p, op, &["boundVarNames", "noPattern", "weight"]);
    p.write(" ");
    print_yielding(p, *body)?;
    for (index, pattern) in patterns.iter().enumerate() {
        p.write(if index > 0 { ", " } else { " patterns " });
        print_yielding(p, *pattern)?;
    }
    Some(())
}

// --- bv.repeat ----------------------------------------------------------------------------------------------

/// `3 times %a {..} : T`
fn read_repeat(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let count = p.small_int("how often to repeat")?;
    p.expect_keyword("times")?;
    let input = p.value_use()?;
    optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    resolve_all(p, state, &[input], &[ty])?;
    let times = u64::try_from(count).ok().filter(|count| *count > 0);
    match times.zip(width(&p.ctx, ty)).and_then(|(times, width)| times.checked_mul(width)) {
        Some(width) => state.results.push(bit_vector(&p.ctx, width)),
        None => return p.error_here("a bit-vector is repeated at least once"),
    }
    Ok(())
}

fn print_repeat(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: Some(1), results: Some(1), ..BARE }.check(p, op)?;
    let (input, result) = (ty_of(p, op, 0)?, result_of(p, op)?);
    let (from, to) = (width(p.ctx, input)?, width(p.ctx, result)?);
    if to.checked_rem(from)? != 0 || to == 0 {
        return None;
    }
    p.write(&format!(" {} times ", to / from));
    let program = p.program;
    p.values(program.operands(op));
    print_dictionary(p, op);
    p.write(" : ");
    p.ty(input);
    Some(())
}

// --- int.constant -------------------------------------------------------------------------------------------

/// MLIR keeps such a constant as unsigned, in as many bits as reading its digits takes: four each, one more where
/// the first bit is set, 64 for zero.
fn constant_width(magnitude: &BigInt, digits: usize) -> u32 {
    if magnitude.sign() == Sign::NoSign {
        return 64;
    }
    let bits = 4 * digits as u32;
    if magnitude.bits() >= u64::from(bits) { bits + 1 } else { bits }
}

fn read_int(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let negative = p.eat(Kind::Minus);
    let token = p.expect(Kind::Int, "a number")?;
    let text = p.slice(token);
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits.trim_start_matches('0'), 16),
        None => (text.trim_start_matches('0'), 10),
    };
    // Turning digits into a number takes time in the square of their count.
    if digits.len() > 1 << 16 {
        return p.error_here("this number has too many digits");
    }
    let magnitude = BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    let width = constant_width(&magnitude, digits.len());
    let modulus = BigInt::from(1) << width;
    let value = if negative { (&modulus - magnitude) % modulus } else { magnitude };
    let ty = p.ctx.ty(TypeKind::Integer { width, signedness: Signedness::Unsigned });
    let attr = p.ctx.attr(AttrKind::Integer { value: IntValue::new(value), ty });
    push(p, state, "value", attr);
    optional_dictionary(p, state)?;
    let int = fixed(p, "!smt.int")?;
    state.results.push(int);
    Ok(())
}

fn print_int(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { results: Some(1), ..BARE }.check(p, op)?;
    let AttrKind::Integer { value, ty } = p.ctx.attr_kind(property(p, op, "value")?) else { return None };
    let TypeKind::Integer { width, signedness: Signedness::Unsigned } = *p.ctx.type_kind(*ty) else {
        return None;
    };
    let mut value = value.to_big();
    let half = BigInt::from(1) << width.checked_sub(1)?;
    let negative = value >= half;
    if negative {
        value = (half << 1) - value;
    }
    let digits = value.to_string();
    let int = parse_type(p.program.ctx(), "!smt.int").ok()?;
    // Digits that MLIR would keep in another number of bits are another attribute.
    if constant_width(&value, digits.len()) != width || result_types(p, op) != [int] {
        return None;
    }
    p.write(if negative { " -" } else { " " });
    p.write(&digits);
    print_dictionary(p, op);
    Some(())
}
