//! Forms of transform operations whose regions need hand-written functions: sequences, alternatives, conversion
//! patterns.

use super::Hand;
use super::attribute::{AttrForm, dense, numbers};
use super::builtin::ensure_block;
use super::format::Enum;
use super::func::{print_func, print_function_attributes, read_func};
use super::lists::property;
use super::pieces::{BARE, Shape};
use super::scf::{
    ensure_terminator, last_region, operand_types, optional_dictionary, optional_keyword_dictionary,
    resolve_all, result_types, terminated,
};
use crate::data::{OpId, RegionId, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[
    ("transform.alternatives", read_alternatives, print_alternatives),
    ("transform.apply_conversion_patterns", read_conversion, print_conversion),
    ("transform.named_sequence", read_func, print_func),
    ("transform.sequence", read_sequence, print_sequence),
    ("transform.tune.alternatives", read_tuned, print_tuned),
];

const YIELD: &str = "transform.yield";

/// A region that ends with `transform.yield`, which may be left out.
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

/// Keywords for how a sequence deals with failures.
fn failure_modes() -> Option<&'static Enum> {
    super::forms::enumeration("transform", "FailurePropagationMode")
}

fn optional_results(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.eat(Kind::Arrow) { p.type_list(&mut state.results) } else { Ok(()) }
}

fn print_optional_results(p: &mut Printer<'_>, op: OpId) {
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.types(results);
    }
}

// --- alternatives -------------------------------------------------------------------------------------------

/// `%scope : T -> U attributes {..} {..}, {..}`
fn read_alternatives(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.at(Kind::Percent) {
        let scope = p.value_use()?;
        p.expect(Kind::Colon, "`:` and the type of the scope")?;
        let ty = p.read_type()?;
        resolve_all(p, state, &[scope], &[ty])?;
    }
    optional_results(p, state)?;
    optional_keyword_dictionary(p, state)?;
    p.comma_list(|p| yielding(p, state))
}

fn print_alternatives(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, regions: None, ..BARE }.check(p, op)?;
    let program = p.program;
    let regions = program.op_regions(op);
    if program.operand_count(op) > 1 || regions.is_empty() {
        return None;
    }
    if let [ty] = operand_types(p, op)[..] {
        p.write(" ");
        p.values(program.operands(op));
        p.write(" : ");
        p.ty(ty);
    }
    print_optional_results(p, op);
    print_function_attributes(p, op, &[]);
    for (index, region) in regions.iter().enumerate() {
        p.write(if index > 0 { ", " } else { " " });
        print_yielding(p, *region)?;
    }
    Some(())
}

/// `<"name"> selected_region = 1 attributes {..} : T -> U {..}, {..}`
fn read_tuned(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    p.expect(Kind::Less, "`<` and a name")?;
    let name = AttrForm::Text.read(p)?;
    let key = p.ident("name");
    state.properties.push((key, name));
    p.expect(Kind::Greater, "`>` behind the name")?;
    let mut selected = None;
    if p.eat_keyword("selected_region") {
        p.expect(Kind::Equal, "`=` and a number or a value")?;
        if p.at(Kind::Percent) {
            selected = Some(p.value_use()?);
        } else {
            let ty = p.ctx.index();
            let number = p.read_attr(Some(ty))?;
            let key = p.ident("selected_region_attr");
            state.properties.push((key, number));
        }
    }
    optional_keyword_dictionary(p, state)?;
    if let Some(selected) = selected {
        p.expect(Kind::Colon, "`:` and the type of the number")?;
        let ty = p.read_type()?;
        resolve_all(p, state, &[selected], &[ty])?;
    }
    optional_results(p, state)?;
    p.comma_list(|p| yielding(p, state))
}

fn print_tuned(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, regions: None, ..BARE }.check(p, op)?;
    let program = p.program;
    let regions = program.op_regions(op);
    let property = |p: &Printer<'_>, key: &str| p.ctx.entry(program.op(op).properties, p.ctx.ident(key));
    let number = property(p, "selected_region_attr");
    let types = operand_types(p, op);
    if types.len() + usize::from(number.is_some()) > 1 || regions.is_empty() {
        return None;
    }
    p.write("<");
    AttrForm::Text.print(p, property(p, "name")?)?;
    p.write(">");
    if number.is_some() || !types.is_empty() {
        p.write(" selected_region = ");
        p.values(program.operands(op));
    }
    if let Some(number) = number {
        AttrForm::Number("index").print(p, number)?;
    }
    print_function_attributes(p, op, &["name", "selected_region_attr"]);
    if let [ty] = types[..] {
        p.write(" : ");
        p.ty(ty);
    }
    print_optional_results(p, op);
    for (index, region) in regions.iter().enumerate() {
        p.write(if index > 0 { ", " } else { " " });
        print_yielding(p, *region)?;
    }
    Some(())
}

// --- sequence -----------------------------------------------------------------------------------------------

/// `%root, %more : (T, U) -> V failures(propagate) attributes {..} {..}`
fn read_sequence(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let (mut uses, mut types) = (Vec::new(), Vec::new());
    if p.at(Kind::Percent) {
        p.comma_list(|p| {
            uses.push(p.value_use()?);
            Ok(())
        })?;
        p.expect(Kind::Colon, "`:` and types")?;
        if p.eat(Kind::LParen) {
            p.type_list(&mut types)?;
            p.expect(Kind::RParen, "`)` or `,`")?;
        } else {
            types.push(p.read_type()?);
        }
    }
    resolve_all(p, state, &uses, &types)?;
    let root = i64::from(!uses.is_empty());
    let sizes = dense(&p.ctx, 32, &[root, (uses.len() as i64 - 1).max(0)]);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    optional_results(p, state)?;
    p.expect_keyword("failures")?;
    p.expect(Kind::LParen, "`(` and `propagate` or `suppress`")?;
    let Some(modes) = failure_modes() else { return p.expected("a mode") };
    let mode = modes.read(p)?;
    let key = p.ident("failure_propagation_mode");
    state.properties.push((key, mode));
    p.expect(Kind::RParen, "`)`")?;
    optional_keyword_dictionary(p, state)?;
    yielding(p, state)
}

fn print_sequence(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, regions: Some(1), ..BARE }.check(p, op)?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let types = operand_types(p, op);
    let count = types.len() as i64;
    if numbers(p.ctx, property(p, op, "operandSegmentSizes")?, 32)? != [count.min(1), (count - 1).max(0)] {
        return None;
    }
    if !types.is_empty() {
        p.write(" ");
        p.values(program.operands(op));
        p.write(" : ");
        if let [one] = types[..] {
            p.ty(one);
        } else {
            p.write("(");
            p.types(types);
            p.write(")");
        }
    }
    print_optional_results(p, op);
    p.write(" failures(");
    let mode = property(p, op, "failure_propagation_mode")?;
    AttrForm::Enum(failure_modes()?).print(p, mode)?;
    p.write(")");
    print_function_attributes(p, op, &["failure_propagation_mode", "operandSegmentSizes"]);
    p.write(" ");
    print_yielding(p, region)
}

// --- conversion patterns ------------------------------------------------------------------------------------

fn read_block(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    p.region(state, &[])?;
    ensure_block(p, state);
    Ok(())
}

/// `to %target {..} with type_converter {..} {..} : T`
fn read_conversion(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    p.expect_keyword("to")?;
    let target = p.value_use()?;
    read_block(p, state)?;
    if p.eat_keyword("with") {
        p.expect_keyword("type_converter")?;
        read_block(p, state)?;
    }
    optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    resolve_all(p, state, &[target], &[ty])
}

fn print_conversion(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: Some(1), regions: None, ..BARE }.check(p, op)?;
    let program = p.program;
    let regions = program.op_regions(op);
    let [ty] = operand_types(p, op)[..] else { return None };
    if !(1..=2).contains(&regions.len()) || program.result_count(op) > 0 {
        return None;
    }
    p.write(" to ");
    p.values(program.operands(op));
    for (index, region) in regions.iter().enumerate() {
        let [block] = program.region(*region).blocks[..] else { return None };
        if !program.block(block).arguments.is_empty() {
            return None;
        }
        p.write(if index > 0 { " with type_converter " } else { " " });
        p.region(*region, false, false);
    }
    let data = program.op(op);
    let mut entries = p.ctx.entries(data.attributes).to_vec();
    entries.extend_from_slice(p.ctx.entries(data.properties));
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    p.write(" : ");
    p.ty(ty);
    Some(())
}
