//! Forms of the llvm dialect's calls, exception handling and switch. An operand bundle is a tag with operands;
//! their sizes and tags are properties.

use super::cf;
use super::format::Call;
use super::func::{Signature, dictionaries, dictionary_list, print_attrs, push_dictionaries, read_signature};
use super::lists::property;
use super::llvm_types as types;
use super::pieces::{BARE, Shape};
use super::read::Reading;
use super::scf::{operand_types, resolve_all, result_types};
use super::write::Groups;
use crate::data::{AttrId, AttrKind, Ident, OpId, TypeId, known};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Calling conventions by their keywords.
const CONVENTIONS: [&str; 48] = [
    "ccc",
    "fastcc",
    "coldcc",
    "cc_10",
    "cc_11",
    "anyregcc",
    "preserve_mostcc",
    "preserve_allcc",
    "swiftcc",
    "cxx_fast_tlscc",
    "tailcc",
    "cfguard_checkcc",
    "swifttailcc",
    "x86_stdcallcc",
    "x86_fastcallcc",
    "arm_apcscc",
    "arm_aapcscc",
    "arm_aapcs_vfpcc",
    "msp430_intrcc",
    "x86_thiscallcc",
    "ptx_kernelcc",
    "ptx_devicecc",
    "spir_funccc",
    "spir_kernelcc",
    "intel_ocl_bicc",
    "x86_64_sysvcc",
    "win64cc",
    "x86_vectorcallcc",
    "hhvmcc",
    "hhvm_ccc",
    "x86_intrcc",
    "avr_intrcc",
    "avr_signalcc",
    "avr_builtincc",
    "amdgpu_vscc",
    "amdgpu_gscc",
    "amdgpu_pscc",
    "amdgpu_cscc",
    "amdgpu_kernelcc",
    "x86_regcallcc",
    "amdgpu_hscc",
    "msp430_builtincc",
    "amdgpu_lscc",
    "amdgpu_escc",
    "aarch64_vectorcallcc",
    "aarch64_sve_vectorcallcc",
    "wasm_emscripten_invokecc",
    "amdgpu_gfxcc",
];

const TAIL_KINDS: [&str; 3] = ["tail", "musttail", "notail"];

// --- keywords that stand for `#llvm.name<keyword>` ----------------------------------------------------------

/// One of some keywords, as the property `#llvm.name<keyword>`.
pub(super) fn read_word(
    p: &mut Parser<'_>,
    state: &mut OpState,
    key: &'static str,
    name: &str,
    words: &[&str],
) -> bool {
    if !p.at(Kind::Ident) || !words.contains(&p.spelling()) {
        return false;
    }
    let token = p.bump();
    let body = p.ident(p.slice(token));
    let (dialect, name, key) = (p.ctx.ident("llvm"), p.ctx.ident(name), p.ident(key));
    state.properties.push((key, p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None })));
    true
}

/// The text of a property `#llvm.name<text>`.
pub(super) fn inside<'p>(p: &Printer<'p>, op: OpId, key: &str, name: &str) -> Option<&'p str> {
    match p.ctx.attr_kind(property(p, op, key)?) {
        AttrKind::Opaque { dialect, name: found, body, ty: None } => {
            (p.ctx.str(*dialect) == "llvm" && p.ctx.str(*found) == name).then(|| p.ctx.str(*body))
        }
        _ => None,
    }
}

/// The keyword of a property `#llvm.name<keyword>`.
pub(super) fn word<'p>(p: &Printer<'p>, op: OpId, key: &str, name: &str, words: &[&str]) -> Option<&'p str> {
    inside(p, op, key, name).filter(|text| words.contains(text))
}

pub(super) fn read_convention(p: &mut Parser<'_>, state: &mut OpState) {
    read_word(p, state, "CConv", "cconv", &CONVENTIONS);
}

pub(super) fn print_convention(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let convention = word(p, op, "CConv", "cconv", &CONVENTIONS)?;
    if convention != "ccc" {
        p.write(" ");
        p.write(convention);
    }
    Some(())
}

// --- bundles ------------------------------------------------------------------------------------------------

#[derive(Default)]
struct Bundles<'s> {
    tags: Vec<AttrId>,
    sizes: Vec<usize>,
    uses: Vec<Use<'s>>,
    types: Vec<TypeId>,
}

/// `["tag"(%a, %b : T, U), "other"()]`
fn read_bundles<'s>(p: &mut Parser<'s>) -> Read<Bundles<'s>> {
    let mut bundles = Bundles::default();
    if !p.eat(Kind::LSquare) {
        return Ok(bundles);
    }
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        let tag = p.string("the tag of an operand bundle")?;
        bundles.tags.push(p.ctx.attr(AttrKind::String { text: tag, ty: None }));
        let first = bundles.uses.len();
        p.expect(Kind::LParen, "`(` and operands")?;
        if !p.eat(Kind::RParen) {
            p.comma_list(|p| {
                bundles.uses.push(p.value_use()?);
                Ok(())
            })?;
            p.expect(Kind::Colon, "`:` and types")?;
            p.type_list(&mut bundles.types)?;
            p.expect(Kind::RParen, "`)`")?;
        }
        bundles.sizes.push(bundles.uses.len() - first);
        if bundles.types.len() != bundles.uses.len() {
            return p.error_here("as many types as operands are needed");
        }
        Ok(())
    })?;
    Ok(bundles)
}

fn push_bundles(p: &mut Parser<'_>, state: &mut OpState, bundles: &Bundles<'_>) {
    let sizes = cf::i32_array(p, &bundles.sizes);
    let key = p.ident("op_bundle_sizes");
    state.properties.push((key, sizes));
    if !bundles.tags.is_empty() {
        let tags = p.ctx.attr(AttrKind::Array(bundles.tags.as_slice().into()));
        let key = p.ident("op_bundle_tags");
        state.properties.push((key, tags));
    }
}

/// Bundles whose operands start at `start` and are `count`; nothing when there are none.
fn print_bundles(p: &mut Printer<'_>, op: OpId, start: usize, count: usize) -> Option<()> {
    let sizes = match property(p, op, "op_bundle_sizes") {
        Some(attr) => cf::numbers(p, attr)?,
        None => Vec::new(),
    };
    let tags: Vec<AttrId> = match property(p, op, "op_bundle_tags").map(|attr| p.ctx.attr_kind(attr)) {
        Some(AttrKind::Array(tags)) if !tags.is_empty() => tags.to_vec(),
        Some(_) => return None,
        None => Vec::new(),
    };
    let total = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))?;
    if sizes.len() != tags.len() || total != count {
        return None;
    }
    if tags.is_empty() {
        return Some(());
    }
    let program = p.program;
    let mut first = start;
    p.write("[");
    for (index, (tag, size)) in tags.iter().zip(sizes).enumerate() {
        let AttrKind::String { text, ty: None } = p.ctx.attr_kind(*tag) else { return None };
        p.write(if index > 0 { ", " } else { "" });
        p.string(*text);
        p.write("(");
        if size > 0 {
            p.values(program.operands(op).skip(first).take(size));
            p.write(" : ");
            p.types(program.operands(op).skip(first).take(size).map(|value| program.value_type(value)));
        }
        p.write(")");
        first += size;
    }
    p.write("]");
    Some(())
}

fn print_spaced_bundles(p: &mut Printer<'_>, op: OpId, start: usize, count: usize) -> Option<()> {
    if property(p, op, "op_bundle_tags").is_some() {
        p.write(" ");
    }
    print_bundles(p, op, start, count)
}

/// The bundles of `llvm.intr.assume`.
pub(super) fn read_assumed<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    reading: &mut Reading<'s>,
    _: &Call,
) -> Read<()> {
    let bundles = read_bundles(p)?;
    push_bundles(p, state, &bundles);
    reading.in_types[1] = Some(bundles.types.iter().copied().collect());
    reading.uses[1] = bundles.uses.into_iter().collect();
    Ok(())
}

pub(super) fn print_assumed(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let (start, count) = groups.ins[1];
    print_bundles(p, op, start, count)
}

// --- what calls share ---------------------------------------------------------------------------------------

fn uses<'s>(p: &mut Parser<'s>) -> Read<Vec<Use<'s>>> {
    super::scf::use_list(p)
}

/// `@callee(` or `%callee(`: the arguments behind it, the callee value first.
fn read_callee<'s>(p: &mut Parser<'s>, state: &mut OpState) -> Read<(Option<Use<'s>>, Vec<Use<'s>>)> {
    let indirect = if p.at(Kind::Percent) {
        Some(p.value_use()?)
    } else {
        let callee = p.symbol_ref()?;
        let key = p.ident("callee");
        state.properties.push((key, callee));
        None
    };
    Ok((indirect, uses(p)?))
}

/// `vararg(!llvm.func<..>)`
fn read_vararg(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.eat_keyword("vararg") {
        p.expect(Kind::LParen, "`(` and a function type")?;
        let ty = p.read_type()?;
        p.expect(Kind::RParen, "`)`")?;
        let key = p.ident("var_callee_type");
        let ty = p.ctx.type_attr(ty);
        state.properties.push((key, ty));
    }
    Ok(())
}

fn print_vararg(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    if let Some(attr) = property(p, op, "var_callee_type") {
        let AttrKind::Type(ty) = p.ctx.attr_kind(attr) else { return None };
        p.write(" vararg(");
        p.ty(*ty);
        p.write(")");
    }
    Some(())
}

fn dictionary(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    super::scf::optional_dictionary(p, state)
}

/// `: (types) -> type`, with the type of the callee in front for an indirect call.
fn read_types<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    indirect: Option<Use<'s>>,
    uses: &[Use<'s>],
) -> Read<Signature<'s>> {
    p.expect(Kind::Colon, "`:` and types")?;
    if let Some(callee) = indirect {
        let ty = p.read_type()?;
        p.expect(Kind::Comma, "`,` and a function type")?;
        resolve_all(p, state, &[callee], &[ty])?;
    }
    let signature = read_signature(p, false)?;
    let inputs: Vec<TypeId> = signature.arguments.iter().map(|argument| argument.ty).collect();
    resolve_all(p, state, uses, &inputs)?;
    state.results.clone_from(&signature.results);
    push_dictionaries(p, state, &signature);
    Ok(signature)
}

fn push_segments(p: &mut Parser<'_>, state: &mut OpState, sizes: &[usize]) {
    let attr = cf::i32_array(p, sizes);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, attr));
}

fn segments(p: &Printer<'_>, op: OpId) -> Option<Vec<usize>> {
    let sizes = cf::numbers(p, p.ctx.entry(p.program.op(op).properties, known::OPERAND_SEGMENT_SIZES)?)?;
    let total = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))?;
    (total == p.program.operand_count(op)).then_some(sizes)
}

/// ` @callee(%args)`; returns whether the first operand is the callee.
fn print_callee(p: &mut Printer<'_>, op: OpId, arguments: usize) -> Option<bool> {
    let program = p.program;
    p.write(" ");
    let indirect = match property(p, op, "callee") {
        Some(callee) => {
            if !matches!(p.ctx.attr_kind(callee), AttrKind::SymbolRef { .. }) {
                return None;
            }
            p.attr(callee);
            false
        }
        None => {
            if arguments == 0 {
                return None;
            }
            p.value(program.operand(op, 0)?);
            true
        }
    };
    let skip = usize::from(indirect);
    p.write("(");
    p.values(program.operands(op).skip(skip).take(arguments - skip));
    p.write(")");
    Some(indirect)
}

/// ` : (types) -> type`
fn print_types(p: &mut Printer<'_>, op: OpId, indirect: bool, arguments: usize) -> Option<()> {
    let inputs: Vec<TypeId> = operand_types(p, op).into_iter().take(arguments).collect();
    let (callee, inputs) = inputs.split_at(usize::from(indirect));
    let results = result_types(p, op);
    let argument_attrs = dictionary_list(p, op, "arg_attrs", inputs.len())?;
    let result_attrs = dictionary_list(p, op, "res_attrs", results.len())?;
    p.write(" : ");
    for ty in callee {
        p.ty(*ty);
        p.write(", ");
    }
    p.write("(");
    for (index, (ty, attrs)) in inputs.iter().zip(&argument_attrs).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.ty(*ty);
        print_attrs(p, *attrs);
    }
    p.write(") -> ");
    if dictionaries(p.ctx, &result_attrs).is_none() {
        p.arrow_types(&results);
        return Some(());
    }
    p.write("(");
    for (index, (ty, attrs)) in results.iter().zip(&result_attrs).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.ty(*ty);
        print_attrs(p, *attrs);
    }
    p.write(")");
    Some(())
}

/// The attributes that the form does not write elsewhere, without those that have their default.
pub(super) fn print_rest(p: &mut Printer<'_>, op: OpId, elided: &[&str], defaults: &[(&str, &'static str)]) {
    let data = p.program.op(op);
    let mut entries: Vec<(Ident, AttrId)> = p.ctx.entries(data.attributes).to_vec();
    for (key, value) in p.ctx.entries(data.properties) {
        let name = p.ctx.str(*key);
        let default = defaults.iter().find(|(other, _)| *other == name);
        let is_default = default.is_some_and(|(_, text)| p.default_attr(text) == Some(*value));
        if !elided.contains(&name) && !is_default {
            entries.push((*key, *value));
        }
    }
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
}

const WRITTEN: [&str; 10] = [
    "callee",
    "CConv",
    "TailCallKind",
    "var_callee_type",
    "operandSegmentSizes",
    "op_bundle_sizes",
    "op_bundle_tags",
    "arg_attrs",
    "res_attrs",
    "intrin",
];

const FAST: &[(&str, &str)] = &[("fastmathFlags", "#llvm.fastmath<none>")];

// --- call ---------------------------------------------------------------------------------------------------

pub(super) fn read_call(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_convention(p, state);
    read_word(p, state, "TailCallKind", "tailcallkind", &TAIL_KINDS);
    let (indirect, uses) = read_callee(p, state)?;
    read_vararg(p, state)?;
    let bundles = read_bundles(p)?;
    dictionary(p, state)?;
    read_types(p, state, indirect, &uses)?;
    push_segments(p, state, &[uses.len() + usize::from(indirect.is_some()), bundles.uses.len()]);
    push_bundles(p, state, &bundles);
    resolve_all(p, state, &bundles.uses, &bundles.types)
}

pub(super) fn print_call(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, ..BARE }.check(p, op)?;
    let [arguments, bundled] = segments(p, op)?[..] else { return None };
    print_convention(p, op)?;
    let kind = word(p, op, "TailCallKind", "tailcallkind", &["none", "tail", "musttail", "notail"])?;
    if kind != "none" {
        p.write(" ");
        p.write(kind);
    }
    let indirect = print_callee(p, op, arguments)?;
    print_vararg(p, op)?;
    print_spaced_bundles(p, op, arguments, bundled)?;
    print_rest(p, op, &WRITTEN, FAST);
    print_types(p, op, indirect, arguments)
}

// --- call_intrinsic -----------------------------------------------------------------------------------------

pub(super) fn read_intrinsic(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let text = p.string("the name of an intrinsic")?;
    let key = p.ident("intrin");
    state.properties.push((key, p.ctx.attr(AttrKind::String { text, ty: None })));
    let uses = uses(p)?;
    let bundles = read_bundles(p)?;
    dictionary(p, state)?;
    read_types(p, state, None, &uses)?;
    push_segments(p, state, &[uses.len(), bundles.uses.len()]);
    push_bundles(p, state, &bundles);
    resolve_all(p, state, &bundles.uses, &bundles.types)
}

pub(super) fn print_intrinsic(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, ..BARE }.check(p, op)?;
    let [arguments, bundled] = segments(p, op)?[..] else { return None };
    let AttrKind::String { text, ty: None } = p.ctx.attr_kind(property(p, op, "intrin")?) else {
        return None;
    };
    p.write(" ");
    p.string(*text);
    p.write("(");
    let program = p.program;
    p.values(program.operands(op).take(arguments));
    p.write(")");
    print_spaced_bundles(p, op, arguments, bundled)?;
    print_rest(p, op, &WRITTEN, FAST);
    print_types(p, op, false, arguments)
}

// --- invoke and landingpad ----------------------------------------------------------------------------------

pub(super) fn read_invoke(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_convention(p, state);
    let (indirect, uses) = read_callee(p, state)?;
    p.expect_keyword("to")?;
    // The operands of the destinations stand behind the arguments, whose types come last in the text.
    let normal = cf::read_destination(p, state)?;
    p.expect_keyword("unwind")?;
    let unwind = cf::read_destination(p, state)?;
    let destinations = std::mem::take(&mut state.operands);
    read_vararg(p, state)?;
    let bundles = read_bundles(p)?;
    dictionary(p, state)?;
    read_types(p, state, indirect, &uses)?;
    let arguments = uses.len() + usize::from(indirect.is_some());
    push_segments(p, state, &[arguments, normal, unwind, bundles.uses.len()]);
    push_bundles(p, state, &bundles);
    state.operands.extend(destinations);
    resolve_all(p, state, &bundles.uses, &bundles.types)
}

pub(super) fn print_invoke(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: None, successors: Some(2), ..BARE }.check(p, op)?;
    let [arguments, normal, unwind, bundled] = segments(p, op)?[..] else { return None };
    // MLIR 22 reads the operands of bundles in front of those of the destinations, though it prints them behind.
    if bundled > 0 && normal + unwind > 0 {
        return None;
    }
    print_convention(p, op)?;
    let indirect = print_callee(p, op, arguments)?;
    p.write(" to ");
    cf::print_destination(p, op, 0, arguments, normal);
    p.write(" unwind ");
    cf::print_destination(p, op, 1, arguments + normal, unwind);
    print_vararg(p, op)?;
    print_spaced_bundles(p, op, arguments + normal + unwind, bundled)?;
    print_rest(p, op, &WRITTEN, &[]);
    print_types(p, op, indirect, arguments)
}

/// `cleanup (catch %a : T) (filter %b : U) {..} : V`
pub(super) fn read_landingpad(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.eat_keyword("cleanup") {
        let (key, unit) = (p.ident("cleanup"), p.ctx.unit());
        state.properties.push((key, unit));
    }
    while p.eat(Kind::LParen) {
        if !p.eat_keyword("catch") && !p.eat_keyword("filter") {
            return p.expected("`catch` or `filter`");
        }
        let clause = p.value_use()?;
        p.expect(Kind::Colon, "`:` and a type")?;
        let ty = p.read_type()?;
        resolve_all(p, state, &[clause], &[ty])?;
        p.expect(Kind::RParen, "`)`")?;
    }
    dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    state.results.push(ty);
    Ok(())
}

pub(super) fn print_landingpad(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, results: Some(1), ..BARE }.check(p, op)?;
    let program = p.program;
    let [result] = result_types(p, op)[..] else { return None };
    if property(p, op, "cleanup").is_some() {
        p.write(" cleanup");
    }
    for value in program.operands(op) {
        let ty = program.value_type(value);
        let array = types::parts(p.ctx, ty).is_some_and(|(name, _)| name == "array");
        p.write(if array { " (filter " } else { " (catch " });
        p.value(value);
        p.write(" : ");
        p.ty(ty);
        p.write(")");
    }
    print_rest(p, op, &["cleanup"], &[]);
    p.write(" : ");
    p.ty(result);
    Some(())
}

// --- switch -------------------------------------------------------------------------------------------------

/// `%v : T, ^default(..) [ 1: ^a, 2: ^b(..) ] {..}`
pub(super) fn read_switch(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let value = p.value_use()?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    resolve_all(p, state, &[value], &[ty])?;
    p.expect(Kind::Comma, "`,` and the default block")?;
    let defaults = cf::read_destination(p, state)?;
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    p.expect(Kind::LSquare, "`[` and cases")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        values.push(p.read_attr(Some(ty))?);
        p.expect(Kind::Colon, "`:` and a block")?;
        sizes.push(cf::read_destination(p, state)?);
        Ok(())
    })?;
    dictionary(p, state)?;
    cf::finish_switch(p, state, ty, values, defaults, &sizes);
    Ok(())
}

pub(super) fn print_switch(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, successors: None, ..BARE }.check(p, op)?;
    let parts = cf::switch_parts(p, op)?;
    let program = p.program;
    p.write(" ");
    p.value(program.operand(op, 0)?);
    p.write(" : ");
    p.ty(parts.ty);
    p.write(", ");
    cf::print_destination(p, op, 0, 1, parts.defaults);
    p.write(" [");
    let mut start = 1 + parts.defaults;
    for (index, (value, size)) in parts.values.iter().zip(&parts.sizes).enumerate() {
        p.write(if index > 0 { "," } else { "" });
        p.line();
        p.write("  ");
        p.number(*value);
        p.write(": ");
        cf::print_destination(p, op, index + 1, start, *size);
        start += size;
    }
    p.line();
    p.write("]");
    print_rest(p, op, &["case_values", "case_operand_segments", "operandSegmentSizes"], &[]);
    Some(())
}

// --- indirectbr ---------------------------------------------------------------------------------------------

/// `%address : T, [^a(%x : U), ^b] {..}`
pub(super) fn read_indirect_branch(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let value = p.value_use()?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    resolve_all(p, state, &[value], &[ty])?;
    p.expect(Kind::Comma, "`,` and the successors")?;
    let mut sizes = Vec::new();
    p.expect(Kind::LSquare, "`[` and the successors")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        sizes.push(cf::read_destination(p, state)?);
        Ok(())
    })?;
    dictionary(p, state)?;
    let sizes = cf::i32_array(p, &sizes);
    let key = p.ident("indbr_operand_segments");
    state.properties.push((key, sizes));
    Ok(())
}

pub(super) fn print_indirect_branch(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { operands: None, successors: None, ..BARE }.check(p, op)?;
    let program = p.program;
    let sizes = cf::numbers(p, property(p, op, "indbr_operand_segments")?)?;
    let total = sizes.iter().try_fold(1usize, |sum, size| sum.checked_add(*size))?;
    if total != program.operand_count(op) || sizes.len() != program.successors(op).len() {
        return None;
    }
    let address = program.operand(op, 0)?;
    p.write(" ");
    p.value(address);
    p.write(" : ");
    p.ty(program.value_type(address));
    p.write(", [");
    let mut start = 1;
    for (index, size) in sizes.iter().enumerate() {
        p.write(if index > 0 { "," } else { "" });
        p.line();
        cf::print_destination(p, op, index, start, *size);
        start += size;
    }
    if !sizes.is_empty() {
        p.line();
    }
    p.write("]");
    print_rest(p, op, &["indbr_operand_segments"], &[]);
    Some(())
}
