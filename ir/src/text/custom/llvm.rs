//! Custom forms of the llvm dialect: the table, and the pieces for indices, positions and flags. Calls are in
//! `llvm_calls`, functions and globals in `llvm_symbols`, intrinsics in `llvm_intrinsics`, the spelling of types in
//! `llvm_types`.

use super::Spec;
use super::directives::{self, keyword_case};
use super::format::{Target, op};
use super::llvm_calls as calls;
use super::llvm_symbols as symbols;
use super::llvm_types as types;
use super::pieces::{GAP, Keywords, Piece, Spelling};
use super::read::Reading;
use super::write::Groups;
use crate::data::{AttrId, AttrKind, OpId, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const KEYWORDS: &[Keywords] = &[
    Keywords {
        kind: "llvm.ordering",
        cases: &["not_atomic", "unordered", "monotonic", GAP, "acquire", "release", "acq_rel", "seq_cst"],
        width: 64,
    },
    Keywords {
        kind: "llvm.atomic",
        cases: &[
            "xchg",
            "add",
            "sub",
            "_and",
            "nand",
            "_or",
            "_xor",
            "max",
            "min",
            "umax",
            "umin",
            "fadd",
            "fsub",
            "fmax",
            "fmin",
            "uinc_wrap",
            "udec_wrap",
            "usub_cond",
            "usub_sat",
            "fmaximum",
            "fminimum",
        ],
        width: 64,
    },
    Keywords {
        kind: "llvm.comdat",
        cases: &["any", "exactmatch", "largest", "nodeduplicate", "samesize"],
        width: 64,
    },
    Keywords { kind: "llvm.icmp", cases: ICMP, width: 64 },
    Keywords { kind: "llvm.fcmp", cases: FCMP, width: 64 },
    Keywords {
        kind: "llvm.rounding",
        cases: &["towardzero", "tonearest", "upward", "downward", "tonearestaway", GAP, GAP, "dynamic"],
        width: 64,
    },
    Keywords { kind: "llvm.exceptions", cases: &["ignore", "maytrap", "strict"], width: 64 },
    Keywords { kind: "llvm.visibility", cases: &[GAP, "hidden", "protected"], width: 64 },
    Keywords { kind: "llvm.unnamed_addr", cases: &[GAP, "local_unnamed_addr", "unnamed_addr"], width: 64 },
];

const ICMP: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
const FCMP: &[&str] = &[
    "_false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "_true",
];

pub(super) const SPELLINGS: &[Spelling] = &[
    Spelling {
        kind: "#llvm.icmp",
        starts: |p| p.at(Kind::Str),
        read: |p| keyword_case(p, ICMP, 64),
        print: |p, attr| print_quoted(p, "llvm.icmp", attr),
    },
    Spelling {
        kind: "#llvm.fcmp",
        starts: |p| p.at(Kind::Str),
        read: |p| keyword_case(p, FCMP, 64),
        print: |p, attr| print_quoted(p, "llvm.fcmp", attr),
    },
    Spelling {
        kind: "#llvm.overflow",
        starts: |p| p.at_keyword("overflow"),
        read: read_overflow,
        print: print_overflow,
    },
    Spelling {
        kind: "#llvm.no_wrap",
        starts: |p| no_wrap(p.spelling()).is_some(),
        read: read_no_wrap,
        print: print_no_wrap,
    },
];

pub(super) const PIECES: &[Piece] = &[
    Piece {
        name: "llvm.GEPIndices",
        read: read_indices,
        print: print_indices,
        attrs: &["rawConstantIndices"],
        types: &[],
    },
    Piece {
        name: "llvm.FieldOfFirst",
        read: read_field,
        print: print_field,
        attrs: &[],
        types: &[Target::Results],
    },
    Piece {
        name: "llvm.FieldIsSecond",
        read: read_inserted,
        print: print_inserted,
        attrs: &[],
        types: &[Target::In(1)],
    },
    Piece {
        name: "llvm.ShuffleType",
        read: read_shuffle,
        print: print_shuffle,
        attrs: &[],
        types: &[Target::Results],
    },
    Piece {
        name: "llvm.PairWithFlag",
        read: read_pair,
        print: print_pair,
        attrs: &[],
        types: &[Target::Results],
    },
    Piece {
        name: "llvm.Properties",
        read: read_properties,
        print: print_properties,
        attrs: &["failureKind"],
        types: &[],
    },
    Piece {
        name: "llvm.Bundles",
        read: calls::read_assumed,
        print: calls::print_assumed,
        attrs: &["op_bundle_sizes", "op_bundle_tags"],
        types: &[Target::In(1)],
    },
];

// --- the table ----------------------------------------------------------------------------------------------

pub(super) const FAST: &str = "fastmathFlags:flags(llvm.fastmath)=#llvm.fastmath<none>";
const CAST: &str = "$arg attr-dict `:` type($arg) `to` type($res)";

const fn binary(name: &'static str) -> Spec {
    op(name).ins("lhs rhs").outs("res").types("lhs=rhs=res").form("$lhs `,` $rhs attr-dict `:` type($res)")
}

const fn wrapping(name: &'static str) -> Spec {
    binary(name)
        .attrs("overflowFlags:#llvm.overflow=0:i32")
        .form("$lhs `,` $rhs ($overflowFlags^)? attr-dict `:` type($res)")
}

const fn exact(name: &'static str) -> Spec {
    binary(name).attrs("isExact:unit").form("(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)")
}

const fn float(name: &'static str) -> Spec {
    binary(name).attrs(FAST)
}

const fn cast(name: &'static str) -> Spec {
    op(name).ins("arg").outs("res").form(CAST)
}

const fn widening(name: &'static str) -> Spec {
    cast(name).attrs("nonNeg:unit").form("(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)")
}

const fn undefined(name: &'static str) -> Spec {
    op(name).outs("res").form("attr-dict `:` type($res)")
}

pub(super) const OPS: &[Spec] = &[
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
        .attrs(FAST)
        .types("operand=res")
        .form("$operand attr-dict `:` type($res)"),
    op("llvm.icmp")
        .ins("lhs rhs")
        .outs("res")
        .attrs("predicate:#llvm.icmp")
        .types("lhs=rhs res=i1like(lhs)")
        .form("$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("llvm.fcmp")
        .ins("lhs rhs")
        .outs("res")
        .attrs("predicate:#llvm.fcmp fastmathFlags:flags(llvm.fastmath)=#llvm.fastmath<none>")
        .types("lhs=rhs res=i1like(lhs)")
        .form("$predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("llvm.select")
        .ins("condition trueValue falseValue")
        .outs("res")
        .attrs(FAST)
        .types("trueValue=falseValue=res")
        .form("operands attr-dict `:` type($condition) `,` type($res)"),
    op("llvm.freeze").ins("val").outs("res").types("val=res").form("$val attr-dict `:` type($val)"),
    // --- casts
    cast("llvm.bitcast"),
    cast("llvm.addrspacecast"),
    cast("llvm.inttoptr")
        .attrs("dereferenceable:flags(llvm.dereferenceable)?")
        .form("$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)"),
    cast("llvm.ptrtoint"),
    cast("llvm.sext"),
    widening("llvm.zext"),
    cast("llvm.trunc")
        .attrs("overflowFlags:#llvm.overflow=0:i32")
        .form("$arg ($overflowFlags^)? attr-dict `:` type($arg) `to` type($res)"),
    cast("llvm.sitofp"),
    widening("llvm.uitofp"),
    cast("llvm.fptosi"),
    cast("llvm.fptoui"),
    cast("llvm.fpext"),
    cast("llvm.fptrunc"),
    // --- constants
    op("llvm.mlir.constant").outs("res").attrs("value:any").form("`(` $value `)` attr-dict `:` type($res)"),
    undefined("llvm.mlir.undef"),
    undefined("llvm.mlir.poison"),
    undefined("llvm.mlir.zero"),
    undefined("llvm.mlir.none"),
    op("llvm.mlir.addressof")
        .outs("res")
        .attrs("global_name:sym")
        .form("$global_name attr-dict `:` type($res)"),
    op("llvm.blockaddress")
        .outs("res")
        .attrs("block_addr:flags(llvm.blockaddress)")
        .form("$block_addr attr-dict `:` type($res)"),
    op("llvm.blocktag").attrs("tag:flags(llvm.blocktag)").form("$tag attr-dict"),
    op("llvm.dso_local_equivalent")
        .outs("res")
        .attrs("function_name:sym")
        .form("$function_name attr-dict `:` type($res)"),
    // --- memory
    op("llvm.alloca")
        .ins("arraySize")
        .outs("res")
        .attrs("alignment:i64? elem_type:type inalloca:unit")
        .form(
            "(`inalloca` $inalloca^)? $arraySize `x` $elem_type attr-dict `:` functional-type(operands, results)",
        ),
    op("llvm.getelementptr")
        .ins("base dynamicIndices*")
        .outs("res")
        .attrs("rawConstantIndices:any elem_type:type noWrapFlags:#llvm.no_wrap=0:i32")
        .form(
            "($noWrapFlags^)? $base `[` custom<llvm.GEPIndices> `]` attr-dict `:` \
             functional-type(operands, results) `,` $elem_type",
        ),
    op("llvm.load")
        .ins("addr")
        .outs("res")
        .attrs(
            "alignment:i64? volatile_:unit nontemporal:unit invariant:unit invariantGroup:unit \
             ordering:llvm.ordering=0:i64 syncscope:str? dereferenceable:flags(llvm.dereferenceable)? \
             access_groups:any? alias_scopes:any? noalias_scopes:any? tbaa:any?",
        )
        .form(
            "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
             (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? \
             (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($addr) `->` type($res)",
        ),
    op("llvm.store")
        .ins("value addr")
        .attrs(
            "alignment:i64? volatile_:unit nontemporal:unit invariantGroup:unit \
             ordering:llvm.ordering=0:i64 syncscope:str? \
             access_groups:any? alias_scopes:any? noalias_scopes:any? tbaa:any?",
        )
        .form(
            "(`volatile` $volatile_^)? $value `,` $addr \
             (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
             (`invariant_group` $invariantGroup^)? attr-dict `:` type($value) `,` type($addr)",
        ),
    op("llvm.atomicrmw")
        .ins("ptr val")
        .outs("res")
        .attrs(
            "bin_op:llvm.atomic ordering:llvm.ordering syncscope:str? alignment:i64? volatile_:unit \
             access_groups:any? alias_scopes:any? noalias_scopes:any? tbaa:any?",
        )
        .types("val=res")
        .form(
            "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering \
             attr-dict `:` type($ptr) `,` type($val)",
        ),
    op("llvm.cmpxchg")
        .ins("ptr cmp val")
        .outs("res")
        .attrs(
            "success_ordering:llvm.ordering failure_ordering:llvm.ordering syncscope:str? alignment:i64? \
             weak:unit volatile_:unit access_groups:any? alias_scopes:any? noalias_scopes:any? tbaa:any?",
        )
        .types("cmp=val")
        .form(
            "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val \
             (`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering attr-dict `:` type($ptr) \
             `,` type($val) custom<llvm.PairWithFlag>",
        ),
    op("llvm.fence")
        .attrs("ordering:llvm.ordering syncscope:str?")
        .form("(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"),
    // --- aggregates and vectors
    op("llvm.extractvalue")
        .ins("container")
        .outs("res")
        .attrs("position:i64array")
        .form("$container `` $position attr-dict `:` type($container) custom<llvm.FieldOfFirst>"),
    op("llvm.insertvalue")
        .ins("container value")
        .outs("res")
        .attrs("position:i64array")
        .types("container=res")
        .form("$value `,` $container `` $position attr-dict `:` type($container) custom<llvm.FieldIsSecond>"),
    op("llvm.extractelement")
        .ins("vector position")
        .outs("res")
        .types("res=element(vector)")
        .form("$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"),
    op("llvm.insertelement")
        .ins("vector value position")
        .outs("res")
        .types("vector=res value=element(vector)")
        .form("$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"),
    op("llvm.shufflevector")
        .ins("v1 v2")
        .outs("res")
        .attrs("mask:i32array")
        .types("v1=v2")
        .form("$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<llvm.ShuffleType>"),
    op("llvm.va_arg").ins("arg").outs("res").form("$arg attr-dict `:` functional-type($arg, $res)"),
    // --- control flow
    op("llvm.br")
        .ins("destOperands*")
        .attrs("loop_annotation:any?")
        .successors("dest")
        .form("$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"),
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
    op("llvm.switch")
        .attrs("case_values:any? case_operand_segments:any branch_weights:any?")
        .segments()
        .hand(calls::read_switch, calls::print_switch),
    op("llvm.indirectbr")
        .attrs("indbr_operand_segments:any")
        .hand(calls::read_indirect_branch, calls::print_indirect_branch),
    op("llvm.return").ins("arg?").form("attr-dict ($arg^ `:` type($arg))?"),
    op("llvm.resume").ins("value").form("$value attr-dict `:` type($value)"),
    op("llvm.unreachable"),
    // --- calls
    op("llvm.call").attrs(calls::CALL_ATTRS).segments().hand(calls::read_call, calls::print_call),
    op("llvm.invoke").attrs(calls::INVOKE_ATTRS).segments().hand(calls::read_invoke, calls::print_invoke),
    op("llvm.landingpad").attrs("cleanup:unit").hand(calls::read_landingpad, calls::print_landingpad),
    op("llvm.call_intrinsic")
        .attrs(calls::INTRINSIC_ATTRS)
        .segments()
        .hand(calls::read_intrinsic, calls::print_intrinsic),
    op("llvm.inline_asm")
        .ins("operands*")
        .outs("res?")
        .attrs(
            "asm_string:str constraints:str has_side_effects:unit is_align_stack:unit \
             tail_call_kind:flags(llvm.tailcallkind)=#llvm.tailcallkind<none> asm_dialect:i64? operand_attrs:array?",
        )
        .form(
            "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? \
             (`tail_call_kind` `=` $tail_call_kind^)? (`operand_attrs` `=` $operand_attrs^)? attr-dict \
             $asm_string `,` $constraints $operands `:` functional-type(operands, results)",
        ),
    // --- symbols
    op("llvm.func").attrs(symbols::FUNC_ATTRS).regions("body").isolated().hand(symbols::read_func, symbols::print_func),
    op("llvm.mlir.global")
        .attrs(symbols::GLOBAL_ATTRS)
        .regions("initializer")
        .isolated()
        .hand(symbols::read_global, symbols::print_global),
    op("llvm.mlir.alias")
        .attrs(symbols::ALIAS_ATTRS)
        .regions("initializer")
        .isolated()
        .hand(symbols::read_alias, symbols::print_alias),
    op("llvm.mlir.ifunc").attrs(symbols::IFUNC_ATTRS).hand(symbols::read_ifunc, symbols::print_ifunc),
    op("llvm.mlir.global_ctors")
        .attrs("ctors:array priorities:array data:array")
        .form("`ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"),
    op("llvm.mlir.global_dtors")
        .attrs("dtors:array priorities:array data:array")
        .form("`dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict"),
    op("llvm.comdat").attrs("sym_name:symname").regions("body").form("$sym_name custom<OneBlock> attr-dict"),
    op("llvm.comdat_selector")
        .attrs("sym_name:symname comdat:llvm.comdat")
        .form("$sym_name $comdat attr-dict"),
    op("llvm.linker_options").attrs("options:array").form("$options attr-dict"),
    op("llvm.module_flags").attrs("flags:array").form("$flags attr-dict"),
];

// --- attributes ---------------------------------------------------------------------------------------------

fn print_quoted(p: &mut Printer<'_>, kind: &str, attr: AttrId) -> Option<()> {
    p.write("\"");
    directives::print_attr(p, kind, attr)?;
    p.write("\"");
    Some(())
}

fn small(p: &Printer<'_>, attr: AttrId) -> Option<i64> {
    match p.ctx.attr_kind(attr) {
        AttrKind::Integer { value, ty } if *ty == p.ctx.integer(32) => value.to_i64(),
        _ => None,
    }
}

/// `overflow<nsw, nuw>`
fn read_overflow(p: &mut Parser<'_>) -> Read<AttrId> {
    p.expect_keyword("overflow")?;
    p.expect(Kind::Less, "`<`")?;
    let mut bits = 0;
    p.list_until(Kind::Greater, "`>` or `,`", |p| {
        bits |= match p.spelling() {
            "nsw" => 1,
            "nuw" => 2,
            "none" => 0,
            _ => return p.expected("`nsw`, `nuw` or `none`"),
        };
        p.bump();
        Ok(())
    })?;
    let ty = p.ctx.integer(32);
    Ok(p.ctx.integer_attr(bits, ty))
}

fn print_overflow(p: &mut Printer<'_>, attr: AttrId) -> Option<()> {
    p.write(match small(p, attr)? {
        0 => "overflow<none>",
        1 => "overflow<nsw>",
        2 => "overflow<nuw>",
        3 => "overflow<nsw, nuw>",
        _ => return None,
    });
    Some(())
}

fn no_wrap(word: &str) -> Option<i128> {
    Some(match word {
        "none" => 0,
        "inbounds_flag" => 1,
        "nusw" => 2,
        "inbounds" => 3,
        "nuw" => 4,
        _ => return None,
    })
}

/// `inbounds|nuw`
fn read_no_wrap(p: &mut Parser<'_>) -> Read<AttrId> {
    let mut bits = 0;
    loop {
        match no_wrap(p.spelling()) {
            Some(bit) => bits |= bit,
            None => return p.expected("`inbounds`, `nusw` or `nuw`"),
        }
        p.bump();
        if !p.eat(Kind::Bar) {
            let ty = p.ctx.integer(32);
            return Ok(p.ctx.integer_attr(bits, ty));
        }
    }
}

fn print_no_wrap(p: &mut Printer<'_>, attr: AttrId) -> Option<()> {
    p.write(match small(p, attr)? {
        0 => "none",
        1 => "inbounds_flag",
        2 => "nusw",
        3 => "inbounds",
        4 => "nuw",
        5 => "inbounds_flag|nuw",
        6 => "nusw|nuw",
        7 => "inbounds|nuw",
        _ => return None,
    });
    Some(())
}

// --- pieces -------------------------------------------------------------------------------------------------

/// Stands for an index that is an operand.
const DYNAMIC: i128 = i32::MIN as i128;

pub(super) fn property(p: &Printer<'_>, op: OpId, key: &str) -> Option<AttrId> {
    p.ctx.entry(p.program.op(op).properties, p.ctx.ident(key))
}

/// The numbers of `array<iN: ..>`.
pub(super) fn numbers(ctx: &crate::data::Context, attr: AttrId) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { values, .. } = ctx.attr_kind(attr) else { return None };
    let number = |value: &AttrId| match ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    values.iter().map(number).collect()
}

/// `0, %i, 2`
fn read_indices<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let element = p.ctx.integer(32);
    let mut values = Vec::new();
    if !p.at(Kind::RSquare) {
        p.comma_list(|p| {
            if p.at(Kind::Percent) {
                reading.uses[1].push(p.value_use()?);
                values.push(p.ctx.integer_attr(DYNAMIC, element));
            } else {
                let start = p.here();
                let value = p.read_attr(Some(element))?;
                if !matches!(p.ctx.attr_kind(value), AttrKind::Integer { .. }) {
                    return p.fail(crate::diagnostic::Diagnostic::error(
                        start,
                        "an index is a number or a value",
                    ));
                }
                values.push(value);
            }
            Ok(())
        })?;
    }
    let attr = p.ctx.attr(AttrKind::DenseArray { element, values: values.into() });
    let key = p.ident("rawConstantIndices");
    state.properties.push((key, attr));
    Ok(())
}

fn print_indices(p: &mut Printer<'_>, op: OpId, groups: &Groups) -> Option<()> {
    let values = numbers(p.ctx, property(p, op, "rawConstantIndices")?)?;
    let (start, count) = groups.ins[1];
    let dynamic = |value: &i64| i128::from(*value) == DYNAMIC;
    if values.iter().filter(|value| dynamic(value)).count() != count {
        return None;
    }
    let program = p.program;
    let mut operands = program.operands(op).skip(start);
    for (index, value) in values.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        if dynamic(value) {
            p.value(operands.next()?);
        } else {
            p.write(&value.to_string());
        }
    }
    Some(())
}

/// `<{..}>`
fn read_properties<'s>(p: &mut Parser<'s>, state: &mut OpState, _: &mut Reading<'s>) -> Read<()> {
    p.expect(Kind::Less, "`<` and properties")?;
    p.nested(|p| p.dictionary_entries(&mut state.properties))?;
    p.expect(Kind::Greater, "`>` behind the properties").map(|_| ())
}

fn print_properties(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let entries = p.ctx.entries(p.program.op(op).properties);
    p.write("<");
    p.dictionary(entries);
    p.write(">");
    Some(())
}

fn read_position(p: &Parser<'_>, state: &OpState) -> Vec<i64> {
    let position = state.properties.iter().find(|(key, _)| p.ctx.str(*key) == "position");
    position.and_then(|(_, attr)| numbers(&p.ctx, *attr)).unwrap_or_default()
}

fn first_type(reading: &Reading<'_>, group: usize) -> Option<TypeId> {
    reading.in_types[group].as_ref().and_then(|types| types.first().copied())
}

/// The type of the part of the first operand that the position names.
fn part(p: &mut Parser<'_>, state: &OpState, reading: &Reading<'_>) -> Read<TypeId> {
    let position = read_position(p, state);
    match first_type(reading, 0).and_then(|ty| types::field(&p.ctx, ty, &position)) {
        Some(ty) => Ok(ty),
        None => p.error_here("the aggregate type has no part at this position"),
    }
}

fn printed_part(p: &Printer<'_>, op: OpId) -> Option<TypeId> {
    let position = numbers(p.ctx, property(p, op, "position")?)?;
    let container = p.program.value_type(p.program.operand(op, 0)?);
    types::field(p.program.ctx(), container, &position)
}

fn read_field<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    reading.out_types[0] = Some(smallvec::smallvec![part(p, state, reading)?]);
    Ok(())
}

fn print_field(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    (printed_part(p, op)? == p.program.value_type(p.program.result(op, 0)?)).then_some(())
}

fn read_inserted<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    reading.in_types[1] = Some(smallvec::smallvec![part(p, state, reading)?]);
    Ok(())
}

fn print_inserted(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    (printed_part(p, op)? == p.program.value_type(p.program.operand(op, 1)?)).then_some(())
}

/// A vector with as many elements as the mask has, scalable as the operand.
fn shuffled(ctx: &crate::data::Context, vector: TypeId, mask: AttrId) -> Option<TypeId> {
    let length = numbers(ctx, mask)?.len() as u64;
    let TypeKind::Vector { shape, element } = ctx.type_kind(vector) else { return None };
    let scalable = shape.first()?.1;
    Some(ctx.ty(TypeKind::Vector { shape: Box::new([(length, scalable)]), element: *element }))
}

fn read_shuffle<'s>(p: &mut Parser<'s>, state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    let mask = state.properties.iter().find(|(key, _)| p.ctx.str(*key) == "mask").map(|(_, mask)| *mask);
    let found = first_type(reading, 0).zip(mask).and_then(|(vector, mask)| shuffled(&p.ctx, vector, mask));
    match found {
        Some(ty) => reading.out_types[0] = Some(smallvec::smallvec![ty]),
        None => return p.error_here("only vectors can be shuffled"),
    }
    Ok(())
}

fn print_shuffle(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let vector = p.program.value_type(p.program.operand(op, 0)?);
    let ty = shuffled(p.ctx, vector, property(p, op, "mask")?)?;
    (ty == p.program.value_type(p.program.result(op, 0)?)).then_some(())
}

/// `!llvm.struct<(T, i1)>`
fn pair(ctx: &crate::data::Context, ty: TypeId) -> TypeId {
    types::named(ctx, "struct", &format!("({}, i1)", types::inside(ctx, ty)))
}

fn read_pair<'s>(p: &mut Parser<'s>, _state: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    if let Some(ty) = first_type(reading, 2) {
        reading.out_types[0] = Some(smallvec::smallvec![pair(&p.ctx, ty)]);
    }
    Ok(())
}

fn print_pair(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let ty = pair(p.ctx, p.program.value_type(p.program.operand(op, 2)?));
    (ty == p.program.value_type(p.program.result(op, 0)?)).then_some(())
}
