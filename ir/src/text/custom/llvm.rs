//! Custom forms of the llvm dialect: functions and the operations that integer and memory programs lower to.

use super::Spec;
use super::format::op;
use super::func::{Signature, print_function_attributes, print_signature, push_dictionaries, read_signature};
use super::llvm_types::{function_type, signature};
use crate::data::{AttrId, AttrKind, OpId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const FASTMATH: &str = "fastmathFlags:any=#llvm.fastmath<none>";

const fn binary(name: &'static str) -> Spec {
    op(name).ins("lhs rhs").outs("res").types("lhs=rhs=res").form("$lhs `,` $rhs attr-dict `:` type($res)")
}

const fn wrapping(name: &'static str) -> Spec {
    binary(name)
        .attrs("overflowFlags:llvmflags=0:i32")
        .form("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($res)")
}

const fn exact(name: &'static str) -> Spec {
    binary(name).attrs("isExact:unit").form("(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)")
}

const fn float(name: &'static str) -> Spec {
    binary(name).attrs(FASTMATH)
}

const fn cast(name: &'static str) -> Spec {
    op(name).ins("arg").outs("res").form("$arg attr-dict `:` type($arg) `to` type($res)")
}

const fn widening(name: &'static str) -> Spec {
    cast(name).attrs("nonNeg:unit").form("(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")
}

const fn nullary(name: &'static str) -> Spec {
    op(name).outs("res").form("attr-dict `:` type($res)")
}

const fn intrinsic(name: &'static str) -> Spec {
    op(name)
        .ins("a b")
        .outs("res")
        .form("`` `(` operands `)` attr-dict `:` functional-type(operands, results)")
}

pub(super) const OPS: &[Spec] = &[
    op("llvm.func")
        .attrs(
            "sym_name:symname sym_visibility:str? function_type:type linkage:any=#llvm.linkage<external> \
             CConv:any=#llvm.cconv<ccc> unnamed_addr:any=0 visibility_:any=0 arg_attrs:array? res_attrs:array? \
             personality:any? dso_local:unit comdat:any? garbageCollector:any? passthrough:any? memory_effects:any? \
             no_inline:unit always_inline:unit optimize_none:unit no_unwind:unit will_return:unit alignment:any? \
             section:any? convergent:unit target_cpu:any?",
        )
        .regions("body")
        .isolated()
        .hand(read_func, print_func),
    op("llvm.return").ins("arg?").form("attr-dict ($arg^ `:` type($arg))?"),
    op("llvm.unreachable").form("attr-dict"),
    op("llvm.mlir.constant").outs("res").attrs("value:any").form("`` `(` $value `)` attr-dict `:` type($res)"),
    nullary("llvm.mlir.undef"),
    nullary("llvm.mlir.poison"),
    nullary("llvm.mlir.zero"),
    op("llvm.mlir.addressof").outs("res").attrs("global_name:sym").form("$global_name attr-dict `:` type($res)"),
    wrapping("llvm.add"),
    wrapping("llvm.sub"),
    wrapping("llvm.mul"),
    wrapping("llvm.shl"),
    exact("llvm.udiv"),
    exact("llvm.sdiv"),
    exact("llvm.lshr"),
    exact("llvm.ashr"),
    binary("llvm.urem"),
    binary("llvm.srem"),
    binary("llvm.and"),
    binary("llvm.xor"),
    binary("llvm.or")
        .attrs("isDisjoint:unit")
        .form("(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"),
    float("llvm.fadd"),
    float("llvm.fsub"),
    float("llvm.fmul"),
    float("llvm.fdiv"),
    float("llvm.frem"),
    op("llvm.fneg")
        .ins("operand")
        .outs("res")
        .attrs(FASTMATH)
        .types("operand=res")
        .form("$operand attr-dict `:` type($res)"),
    op("llvm.icmp")
        .ins("lhs rhs")
        .outs("res")
        .attrs("predicate:icmp")
        .types("lhs=rhs res=i1like(lhs)")
        .form("$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("llvm.fcmp")
        .ins("lhs rhs")
        .outs("res")
        .attrs("predicate:fcmp fastmathFlags:any=#llvm.fastmath<none>")
        .types("lhs=rhs res=i1like(lhs)")
        .form("$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("llvm.select")
        .ins("condition trueValue falseValue")
        .outs("res")
        .attrs(FASTMATH)
        .types("trueValue=falseValue=res")
        .form("$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($res)"),
    op("llvm.freeze").ins("val").outs("res").types("val=res").form("$val attr-dict `:` type($val)"),
    cast("llvm.sext"),
    widening("llvm.zext"),
    widening("llvm.uitofp"),
    cast("llvm.trunc").attrs("overflowFlags:llvmflags=0:i32").form(
        "$arg (`overflow` `` $overflowFlags^)? attr-dict `:` type($arg) `to` type($res)",
    ),
    cast("llvm.bitcast"),
    cast("llvm.ptrtoint"),
    cast("llvm.inttoptr"),
    cast("llvm.sitofp"),
    cast("llvm.fptosi"),
    cast("llvm.fptoui"),
    cast("llvm.fpext").attrs(FASTMATH),
    cast("llvm.fptrunc").attrs(FASTMATH),
    intrinsic("llvm.intr.smax"),
    intrinsic("llvm.intr.smin"),
    intrinsic("llvm.intr.umax"),
    intrinsic("llvm.intr.umin"),
    op("llvm.load")
        .ins("addr")
        .outs("res")
        .attrs("alignment:i64? ordering:any=0 volatile_:unit nontemporal:unit")
        .form("(`volatile` $volatile_^)? $addr attr-dict `:` type($addr) `->` type($res)"),
    op("llvm.store")
        .ins("value addr")
        .attrs("alignment:i64? ordering:any=0 volatile_:unit nontemporal:unit")
        .form("(`volatile` $volatile_^)? $value `,` $addr attr-dict `:` type($value) `,` type($addr)"),
    op("llvm.alloca")
        .ins("arraySize")
        .outs("res")
        .attrs("alignment:i64? elem_type:type inalloca:unit")
        .form("(`inalloca` $inalloca^)? $arraySize `x` $elem_type attr-dict `:` functional-type(operands, results)"),
    op("llvm.br").ins("destOperands*").successors("dest").form(
        "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict",
    ),
    op("llvm.cond_br")
        .ins("condition trueDestOperands* falseDestOperands*")
        .attrs("branch_weights:i32array? loop_annotation:any?")
        .successors("trueDest falseDest")
        .types("condition=i1")
        .segments()
        .form(
            "$condition (`weights` `(` $branch_weights^ `)`)? `,` \
             $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` \
             $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict",
        ),
    op("llvm.landingpad").outs("res").attrs("cleanup:unit").ins("clauses*").form("(`cleanup` $cleanup^)? attr-dict `:` type($res)"),
    op("llvm.insertvalue")
        .ins("container value")
        .outs("res")
        .attrs("position:i64array")
        .types("container=res value=member(container)")
        .form("$value `,` $container `` $position attr-dict `:` type($container)"),
    op("llvm.extractvalue")
        .ins("container")
        .outs("res")
        .attrs("position:i64array")
        .types("res=member(container)")
        .form("$container `` $position attr-dict `:` type($container)"),
    op("llvm.call")
        .attrs(
            "callee:sym? var_callee_type:any? CConv:any=#llvm.cconv<ccc> fastmathFlags:any=#llvm.fastmath<none> \
             TailCallKind:any=#llvm.tailcallkind<none> op_bundle_sizes:any=array<i32> operandSegmentSizes:any",
        )
        .hand(read_call, print_call),
    op("llvm.invoke")
        .attrs("callee:sym? CConv:any=#llvm.cconv<ccc> op_bundle_sizes:any=array<i32> operandSegmentSizes:any")
        .hand(read_invoke, print_invoke),
];

/// Linkages as a function's head names them; `external` is left out.
const LINKAGES: [&str; 11] = [
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
];

fn opaque(p: &Parser<'_>, name: &str, body: &str) -> AttrId {
    let (dialect, name, body) = (p.ctx.ident("llvm"), p.ctx.ident(name), p.ctx.ident(body));
    p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None })
}

fn push(p: &mut Parser<'_>, state: &mut OpState, key: &str, value: AttrId) {
    let key = p.ctx.ident(key);
    state.properties.push((key, value));
}

fn read_func(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.at(Kind::Ident) {
        let word = p.spelling();
        if !LINKAGES.contains(&word) {
            return p.expected("a linkage or a symbol name");
        }
        p.bump();
        let linkage = opaque(p, "linkage", word);
        push(p, state, "linkage", linkage);
    }
    let text = p.symbol_name()?;
    let name = p.ctx.attr(AttrKind::String { text, ty: None });
    state.properties.push((known::SYM_NAME, name));
    let (signature, variadic): (Signature<'_>, bool) = read_signature(p, true)?;
    let inputs: Vec<_> = signature.arguments.iter().map(|argument| argument.ty).collect();
    let ty = match function_type(&p.ctx, &inputs, &signature.results, variadic) {
        Some(ty) => p.ctx.type_attr(ty),
        None => return p.error_here("a function returns at most one value"),
    };
    state.properties.push((known::FUNCTION_TYPE, ty));
    push_dictionaries(p, state, &signature);
    if p.eat_keyword("attributes") {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    if p.at(Kind::LBrace) {
        return p.region(state, &signature.arguments);
    }
    let op = p.holder(state);
    p.program.add_region(op);
    Ok(())
}

fn print_func(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let syntax = super::syntax("llvm.func")?;
    let entries = p.ctx.entries(program.op(op).properties);
    let [region] = *program.op_regions(op) else { return None };
    if !entries.iter().all(|(key, _)| syntax.is_inherent(p.ctx.str(*key))) || program.operand_count(op) > 0 {
        return None;
    }
    let entry = |p: &Printer<'_>, name: &str| p.ctx.entry(program.op(op).properties, p.ctx.ident(name));
    let AttrKind::Type(ty) = *p.ctx.attr_kind(entry(p, "function_type")?) else { return None };
    let (inputs, results, variadic) = signature(program.ctx(), ty)?;
    let AttrKind::String { text: name, ty: None } = *p.ctx.attr_kind(entry(p, "sym_name")?) else {
        return None;
    };
    let AttrKind::Opaque { body: linkage, .. } = *p.ctx.attr_kind(entry(p, "linkage")?) else { return None };
    // What the head of the function would have to say in words of its own is left to the generic form.
    for (key, text) in &syntax.defaults {
        if *key != "linkage" && entry(p, key) != p.default_attr(text) {
            return None;
        }
    }
    let linkage = p.ctx.str(linkage);
    p.write(" ");
    if linkage != "external" {
        p.write(linkage);
        p.write(" ");
    }
    p.symbol(name);
    print_signature(p, op, &inputs, &results, variadic)?;
    let elided = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "linkage",
        "CConv",
        "unnamed_addr",
        "visibility_",
    ];
    print_function_attributes(p, op, &elided);
    if let Some(block) = program.region(region).blocks.first() {
        let empty = program.first_op(*block).is_none() && inputs.is_empty();
        p.write(" ");
        p.region(region, empty, false);
    }
    Some(())
}

/// `@f(%a, %b)` or `%f(%a, %b)`: the callee becomes a property or the first operand.
fn read_callee<'s>(p: &mut Parser<'s>, state: &mut OpState) -> Read<Vec<crate::text::ops::Use<'s>>> {
    let mut uses = Vec::new();
    if p.at(Kind::At) {
        let callee = p.symbol_ref()?;
        push(p, state, "callee", callee);
    } else {
        uses.push(p.value_use()?);
    }
    uses.extend(super::scf::use_list(p)?);
    Ok(uses)
}

/// `: (types) -> type`, with the pointer's type in front for calls through one.
fn read_call_types<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    uses: &[crate::text::ops::Use<'s>],
) -> Read<()> {
    p.expect(Kind::Colon, "`:` and the type of the call")?;
    let mut types = Vec::new();
    if !state.properties.iter().any(|(key, _)| p.ctx.str(*key) == "callee") {
        types.push(p.read_type()?);
        p.expect(Kind::Comma, "`,` and a function type")?;
    }
    let (inputs, results) = p.function_parts()?;
    types.extend(inputs);
    state.results = results.into_iter().filter(|ty| !is_void(p, *ty)).collect();
    super::scf::resolve_all(p, state, uses, &types)
}

fn is_void(p: &Parser<'_>, ty: crate::data::TypeId) -> bool {
    matches!(p.ctx.type_kind(ty), TypeKind::Dialect { dialect, name, .. }
        if p.ctx.str(*dialect) == "llvm" && p.ctx.str(*name) == "void")
}

fn push_segments(p: &mut Parser<'_>, state: &mut OpState, sizes: &[usize]) {
    let i32 = p.ctx.integer(32);
    let values = sizes.iter().map(|size| p.ctx.integer_attr(*size as i128, i32)).collect();
    let sizes = p.ctx.attr(AttrKind::DenseArray { element: i32, values });
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
}

fn read_call(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let uses = read_callee(p, state)?;
    if p.eat_keyword("vararg") {
        p.expect(Kind::LParen, "`(`")?;
        let ty = p.read_type()?;
        p.expect(Kind::RParen, "`)`")?;
        let ty = p.ctx.type_attr(ty);
        push(p, state, "var_callee_type", ty);
    }
    super::scf::optional_dictionary(p, state)?;
    read_call_types(p, state, &uses)?;
    push_segments(p, state, &[uses.len(), 0]);
    Ok(())
}

/// Prints callee and arguments when `sizes` are the segments and all other properties have their defaults.
fn print_callee(p: &mut Printer<'_>, op: OpId, name: &str, sizes: &[usize]) -> Option<()> {
    let program = p.program;
    let syntax = super::syntax(name)?;
    let entry = |p: &Printer<'_>, name: &str| p.ctx.entry(program.op(op).properties, p.ctx.ident(name));
    let i32 = p.ctx.integer(32);
    let values = sizes.iter().map(|size| p.ctx.integer_attr(*size as i128, i32)).collect();
    let segments = p.ctx.attr(AttrKind::DenseArray { element: i32, values });
    let known_all =
        p.ctx.entries(program.op(op).properties).iter().all(|(key, _)| syntax.is_inherent(p.ctx.str(*key)));
    let defaults = syntax
        .defaults
        .iter()
        .all(|(key, text)| *key == "fastmathFlags" || entry(p, key) == p.default_attr(text));
    if entry(p, "operandSegmentSizes") != Some(segments) || !known_all || !defaults {
        return None;
    }
    p.write(" ");
    let mut skip = 0;
    match entry(p, "callee") {
        Some(callee) => p.attr(callee),
        None => {
            p.value(program.operand(op, 0)?);
            skip = 1;
        }
    }
    p.write("(");
    p.values(program.operands(op).skip(skip).take(sizes[0].checked_sub(skip)?));
    p.write(")");
    Some(())
}

fn print_call_types(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    p.write(" : ");
    let mut types = super::scf::operand_types(p, op);
    if p.ctx.entry(program.op(op).properties, p.ctx.ident("callee")).is_none() {
        if types.is_empty() {
            return None;
        }
        p.ty(types.remove(0));
        p.write(", ");
    }
    let results = super::scf::result_types(p, op);
    p.functional_type(&types, &results);
    Some(())
}

fn print_call(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    print_callee(p, op, "llvm.call", &[program.operand_count(op), 0])?;
    let properties = program.op(op).properties;
    if let Some(ty) = p.ctx.entry(properties, p.ctx.ident("var_callee_type")) {
        p.write(" vararg(");
        p.attr(ty);
        p.write(")");
    }
    let mut entries = p.ctx.entries(program.op(op).attributes).to_vec();
    let flags = p.ctx.ident("fastmathFlags");
    if let Some(value) =
        p.ctx.entry(properties, flags).filter(|v| p.default_attr("#llvm.fastmath<none>") != Some(*v))
    {
        entries.push((flags, value));
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
    }
    if !entries.is_empty() {
        p.write(" ");
        p.dictionary(&entries);
    }
    print_call_types(p, op)
}

fn read_invoke(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let uses = read_callee(p, state)?;
    let mut destinations: Vec<(Vec<_>, Vec<_>)> = Vec::new();
    for word in ["to", "unwind"] {
        p.expect_keyword(word)?;
        let block = p.successor()?;
        state.successors.push(block);
        let (mut values, mut types) = (Vec::new(), Vec::new());
        if p.eat(Kind::LParen) {
            p.comma_list(|p| {
                values.push(p.value_use()?);
                Ok(())
            })?;
            p.expect(Kind::Colon, "`:` and types")?;
            p.type_list(&mut types)?;
            p.expect(Kind::RParen, "`)`")?;
        }
        destinations.push((values, types));
    }
    super::scf::optional_dictionary(p, state)?;
    read_call_types(p, state, &uses)?;
    let mut sizes = vec![uses.len()];
    for (values, types) in destinations {
        super::scf::resolve_all(p, state, &values, &types)?;
        sizes.push(values.len());
    }
    sizes.push(0);
    push_segments(p, state, &sizes);
    Ok(())
}

fn print_invoke(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    // Operands of the successors are left to the generic form.
    print_callee(p, op, "llvm.invoke", &[program.operand_count(op), 0, 0, 0])?;
    let [normal, unwind] = *program.successors(op) else { return None };
    p.write(" to ");
    p.block_name(normal);
    p.write(" unwind ");
    p.block_name(unwind);
    super::scf::print_dictionary(p, op);
    print_call_types(p, op)
}
