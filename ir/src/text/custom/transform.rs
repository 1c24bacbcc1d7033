//! Custom forms of the transform dialect: those that schedules of the core dialects need.

use super::Spec;
use super::format::op;
use super::func::{print_func, read_func};
use super::scf::{
    ensure_terminator, last_region, optional_keyword_dictionary, print_keyword_dictionary, resolve_all,
};
use crate::data::OpId;
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const OPS: &[Spec] = &[
    op("transform.named_sequence")
        .attrs("sym_name:symname function_type:type sym_visibility:str? arg_attrs:array? res_attrs:array?")
        .regions("body")
        .isolated()
        .hand(read_func, print_func),
    op("transform.sequence")
        .ins("root? extra_bindings*")
        .outs("results*")
        .attrs("failure_propagation_mode:propagation")
        .regions("body:transform.yield")
        .segments()
        .dialect("transform")
        .form(
            "($root^ `:` type($root))? (`->` type($results)^)? `failures` `(` $failure_propagation_mode `)` \
             attr-dict-with-keyword $body",
        ),
    op("transform.yield").ins("args*").form("$args attr-dict (`:` type($args)^)?"),
    op("transform.structured.match")
        .ins("target")
        .outs("results")
        .attrs("ops:array? interface:any? op_attrs:any? filter_result_type:any? filter_operand_types:any?")
        .form(
            "(`ops` `{` $ops^ `}`)? (`attributes` $op_attrs^)? `in` $target attr-dict `:` \
             functional-type($target, $results)",
        ),
    op("transform.loop.unroll").ins("target").attrs("factor:i64").form("$target attr-dict `:` type($target)"),
    op("transform.get_parent_op")
        .ins("target")
        .outs("parent")
        .attrs("isolated_from_above:unit allow_empty_results:unit op_name:str? deduplicate:unit nth_parent:i64=1")
        .form("$target attr-dict `:` functional-type(operands, results)"),
    op("transform.apply_registered_pass")
        .ins("target dynamic_options*")
        .outs("result")
        .attrs("pass_name:str options:any={}")
        .form("$pass_name `to` $target attr-dict `:` functional-type(operands, results)"),
    op("transform.include")
        .ins("args*")
        .outs("results*")
        .attrs("target:sym failure_propagation_mode:propagation arg_attrs:array? res_attrs:array?")
        .form(
            "$target `failures` `(` $failure_propagation_mode `)` `(` $args `)` attr-dict `:` \
             functional-type($args, $results)",
        ),
    op("transform.annotate")
        .ins("target param?")
        .attrs("name:str")
        .form("$target $name attr-dict (`=` $param^)? `:` type($target) (`,` type($param)^)?"),
    op("transform.cast").ins("input").outs("output").form("$input attr-dict `:` type($input) `to` type($output)"),
    op("transform.merge_handles")
        .ins("handles*")
        .outs("result")
        .attrs("deduplicate:unit")
        .types("handles=result")
        .form("(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)"),
    op("transform.param.constant").outs("param").attrs("value:any").form("$value attr-dict `->` type($param)"),
    op("transform.print").ins("target?").attrs("name:str?").form("$target attr-dict (`:` type($target)^)?"),
    op("transform.alternatives").hand(read_alternatives, print_alternatives),
];

/// `[%scope : type] [-> types] [attributes {..}] {..}, {..}`
fn read_alternatives(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.at(Kind::Percent) {
        let scope = p.value_use()?;
        p.expect(Kind::Colon, "`:` and a type")?;
        let ty = p.read_type()?;
        resolve_all(p, state, &[scope], &[ty])?;
    }
    if p.eat(Kind::Arrow) {
        p.type_list(&mut state.results)?;
    }
    optional_keyword_dictionary(p, state)?;
    p.comma_list(|p| {
        p.region(state, &[])?;
        if let Some(region) = last_region(p, state) {
            ensure_terminator(p, region, "transform.yield");
        }
        Ok(())
    })
}

fn print_alternatives(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let regions = program.op_regions(op);
    let properties = program.op(op).properties != p.ctx.empty_dictionary();
    if regions.is_empty() || properties || program.operand_count(op) > 1 {
        return None;
    }
    if let Some(scope) = program.operand(op, 0) {
        p.write(" ");
        p.value(scope);
        p.write(" : ");
        p.ty(program.value_type(scope));
    }
    if program.result_count(op) > 0 {
        p.write(" -> ");
        p.types(program.results(op).map(|value| program.value_type(value)));
    }
    print_keyword_dictionary(p, op);
    for (index, region) in regions.iter().enumerate() {
        p.write(if index > 0 { ", " } else { " " });
        p.region(*region, true, false);
    }
    Some(())
}
