//! Custom forms of the memref and tensor dialects, and their lists of static and dynamic numbers. Forms that no
//! table can say are in `memref_hand`.

use super::format::{Table, op};
use super::read::Reading;
use super::write::Groups;
use super::{Spec, memref_hand};
use crate::data::{AttrId, AttrKind, Ident, OpId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const SLICE_ATTRS: &str = "static_offsets:i64array static_sizes:i64array static_strides:i64array";
const SLICE_TYPES: &str = "offsets=index sizes=index strides=index";

const fn allocation(name: &'static str) -> Spec {
    op(name)
        .ins("dynamicSizes* symbolOperands*")
        .outs("memref")
        .attrs("alignment:i64?")
        .types("dynamicSizes=index symbolOperands=index")
        .segments()
        .form("`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)")
}

pub(super) const fn cast(name: &'static str) -> Spec {
    op(name).ins("source").outs("dest").form("$source attr-dict `:` type($source) `to` type($dest)")
}

const fn collapse(name: &'static str) -> Spec {
    op(name)
        .ins("src")
        .outs("result")
        .attrs("reassociation:array")
        .form("$src $reassociation attr-dict `:` type($src) `into` type($result)")
}

const fn expand(name: &'static str) -> Spec {
    op(name)
        .ins("src output_shape*")
        .outs("result")
        .attrs("reassociation:array static_output_shape:i64array")
        .types("output_shape=index")
        .form(
            "$src $reassociation `output_shape` custom<Dyn:output_shape:static_output_shape> attr-dict `:` \
             type($src) `into` type($result)",
        )
}

const fn dim(name: &'static str) -> Spec {
    op(name)
        .ins("source at")
        .outs("result")
        .types("at=index result=index")
        .form("$source `,` $at attr-dict `:` type($source)")
}

const fn rank(name: &'static str) -> Spec {
    op(name).ins("source").outs("result").types("result=index").form("$source attr-dict `:` type($source)")
}

pub(super) const OPS: &[Spec] = &[
    allocation("memref.alloc"),
    allocation("memref.alloca"),
    op("memref.dealloc").ins("memref").form("$memref attr-dict `:` type($memref)"),
    op("memref.load")
        .ins("memref indices*")
        .outs("result")
        .attrs("nontemporal:bool? alignment:i64?")
        .types("indices=index result=element(memref)")
        .form("$memref `[` $indices `]` attr-dict `:` type($memref)"),
    op("memref.store")
        .ins("value memref indices*")
        .attrs("nontemporal:bool? alignment:i64?")
        .types("indices=index value=element(memref)")
        .form("$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"),
    dim("memref.dim"),
    rank("memref.rank"),
    cast("memref.cast"),
    cast("memref.memory_space_cast"),
    op("memref.copy")
        .ins("source target")
        .form("$source `,` $target attr-dict `:` type($source) `to` type($target)"),
    op("memref.get_global").outs("result").attrs("name:sym").form("$name `:` type($result) attr-dict"),
    op("memref.global")
        .attrs("sym_name:symname sym_visibility:str? type:type initial_value:any? constant:unit alignment:i64?")
        .form("($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemref> attr-dict"),
    op("memref.subview")
        .ins("source offsets* sizes* strides*")
        .outs("result")
        .attrs(SLICE_ATTRS)
        .types(SLICE_TYPES)
        .segments()
        .form(
            "$source `` custom<Dyn:offsets:static_offsets> custom<Dyn:sizes:static_sizes> \
             custom<Dyn:strides:static_strides> attr-dict `:` type($source) `to` type($result)",
        ),
    op("memref.reinterpret_cast")
        .ins("source offsets* sizes* strides*")
        .outs("result")
        .attrs(SLICE_ATTRS)
        .types(SLICE_TYPES)
        .segments()
        .form(
            "$source `to` `offset` `` `:` custom<Dyn:offsets:static_offsets> `,` `sizes` `` `:` \
             custom<Dyn:sizes:static_sizes> `,` `strides` `` `:` custom<Dyn:strides:static_strides> attr-dict `:` \
             type($source) `to` type($result)",
        ),
    collapse("memref.collapse_shape"),
    expand("memref.expand_shape"),
    op("memref.assume_alignment")
        .ins("memref")
        .outs("result")
        .attrs("alignment:i32")
        .types("memref=result")
        .form("$memref `,` $alignment attr-dict `:` type($memref)"),
    op("memref.atomic_rmw")
        .ins("value memref indices*")
        .outs("result")
        .attrs("kind:atomic")
        .types("indices=index")
        .form(
            "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` \
             type($result)",
        ),
    op("memref.generic_atomic_rmw")
        .ins("memref indices*")
        .outs("result")
        .regions("atomic_body")
        .types("indices=index result=element(memref)")
        .form("$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict"),
    op("memref.atomic_yield").ins("result").form("$result attr-dict `:` type($result)"),
    op("memref.distinct_objects")
        .ins("objects*")
        .outs("outs*")
        .types("outs=objects")
        .form("$objects attr-dict `:` type($objects)"),
    op("memref.alloca_scope").hand(memref_hand::read_scope, memref_hand::print_scope),
    op("memref.alloca_scope.return").ins("results*").form("attr-dict ($results^ `:` type($results))?"),
    op("memref.dma_start").hand(memref_hand::read_dma_start, memref_hand::print_dma_start),
    op("memref.dma_wait")
        .ins("tagMemRef tagIndices* numElements")
        .types("tagIndices=index numElements=index")
        .form("$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"),
    op("memref.extract_aligned_pointer_as_index")
        .ins("source")
        .outs("aligned_pointer")
        .form("$source `:` type($source) `->` type(results) attr-dict"),
    op("memref.extract_strided_metadata")
        .ins("source")
        .outs("base_buffer offset sizes* strides*")
        .form("$source `:` type($source) `->` type(results) attr-dict"),
    op("memref.prefetch")
        .attrs("isWrite:bool localityHint:i32 isDataCache:bool")
        .hand(memref_hand::read_prefetch, memref_hand::print_prefetch),
    op("memref.realloc")
        .ins("source dynamicResultSize?")
        .outs("result")
        .attrs("alignment:i64?")
        .types("dynamicResultSize=index")
        .form("$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"),
    op("memref.reshape")
        .ins("source shape")
        .outs("result")
        .form("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    op("memref.transpose")
        .attrs("permutation:any")
        .hand(memref_hand::read_transpose, memref_hand::print_transpose),
    op("memref.view")
        .ins("source byte_shift sizes*")
        .outs("result")
        .types("byte_shift=index sizes=index")
        .form("$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)"),
    op("tensor.concat")
        .ins("inputs*")
        .outs("result")
        .attrs("dim:i64")
        .form("`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"),
    op("tensor.gather").ins("source indices").outs("result").attrs("gather_dims:i64array unique:unit").form(
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? attr-dict `:` \
         functional-type(operands, results)",
    ),
    op("tensor.scatter").ins("source dest indices").outs("result").attrs("scatter_dims:i64array unique:unit").form(
        "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` (`unique` $unique^)? attr-dict \
         `:` functional-type(operands, results)",
    ),
    op("tensor.parallel_insert_slice")
        .ins("source dest offsets* sizes* strides*")
        .attrs(SLICE_ATTRS)
        .types(SLICE_TYPES)
        .segments()
        .form(
            "$source `into` $dest `` custom<Dyn:offsets:static_offsets> custom<Dyn:sizes:static_sizes> \
             custom<Dyn:strides:static_strides> attr-dict `:` type($source) `into` type($dest)",
        ),
    op("tensor.empty")
        .ins("dynamicSizes*")
        .outs("result")
        .types("dynamicSizes=index")
        .form("`(` $dynamicSizes `)` attr-dict `:` type($result)"),
    op("tensor.extract")
        .ins("tensor indices*")
        .outs("result")
        .types("indices=index result=element(tensor)")
        .form("$tensor `[` $indices `]` attr-dict `:` type($tensor)"),
    op("tensor.insert")
        .ins("scalar dest indices*")
        .outs("result")
        .types("indices=index scalar=element(dest) dest=result")
        .form("$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"),
    dim("tensor.dim"),
    rank("tensor.rank"),
    cast("tensor.cast"),
    cast("tensor.bitcast"),
    op("tensor.from_elements")
        .ins("elements*")
        .outs("result")
        .types("elements=element(result)")
        .form("$elements attr-dict `:` type($result)"),
    op("tensor.splat")
        .ins("input dynamicSizes*")
        .outs("aggregate")
        .types("dynamicSizes=index input=element(aggregate)")
        .form("$input (`` `[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"),
    op("tensor.extract_slice")
        .ins("source offsets* sizes* strides*")
        .outs("result")
        .attrs(SLICE_ATTRS)
        .types(SLICE_TYPES)
        .segments()
        .form(
            "$source `` custom<Dyn:offsets:static_offsets> custom<Dyn:sizes:static_sizes> \
             custom<Dyn:strides:static_strides> attr-dict `:` type($source) `to` type($result)",
        ),
    op("tensor.insert_slice")
        .ins("source dest offsets* sizes* strides*")
        .outs("result")
        .attrs(SLICE_ATTRS)
        .types("offsets=index sizes=index strides=index dest=result")
        .segments()
        .form(
            "$source `into` $dest `` custom<Dyn:offsets:static_offsets> custom<Dyn:sizes:static_sizes> \
             custom<Dyn:strides:static_strides> attr-dict `:` type($source) `into` type($dest)",
        ),
    op("tensor.generate")
        .ins("dynamicExtents*")
        .outs("result")
        .regions("body")
        .types("dynamicExtents=index")
        .form("$dynamicExtents $body attr-dict `:` type($result)"),
    op("tensor.pad")
        .ins("source low* high*")
        .outs("result")
        .attrs("static_low:i64array static_high:i64array nofold:unit")
        .regions("region")
        .types("low=index high=index")
        .segments()
        .form(
            "$source (`nofold` $nofold^)? `low` `` custom<Dyn:low:static_low> `high` `` custom<Dyn:high:static_high> \
             $region attr-dict `:` type($source) `to` type($result)",
        ),
    op("tensor.yield").ins("value").form("$value attr-dict `:` type($value)"),
    op("tensor.reshape")
        .ins("source shape")
        .outs("result")
        .form("$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"),
    collapse("tensor.collapse_shape"),
    expand("tensor.expand_shape"),
];

/// What stands in a static list where a dynamic value is meant.
const DYNAMIC: i64 = i64::MIN;

/// `Dyn:group:attribute` (in square brackets) or `DynRound:group:attribute` as its parts.
fn parts(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("Dyn:").or_else(|| name.strip_prefix("DynRound:"))?.split_once(':')
}

/// Whether a list stands in round brackets.
fn is_round(name: &str) -> bool {
    name.starts_with("DynRound:")
}

/// The attribute that a list writes.
pub(super) fn bound(name: &'static str) -> Option<&'static str> {
    parts(name).map(|(_, attr)| attr)
}

/// `[%a, 0, %b]`: values go to a group, numbers to an attribute.
pub(super) fn read_list<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    table: &'static Table,
    reading: &mut Reading<'s>,
    name: &str,
) -> Read<()> {
    let Some((group, attr)) = parts(name) else { return p.expected("a list") };
    let Some(group) = table.ins.iter().position(|other| other.name == group) else {
        return p.expected("a list");
    };
    let element = p.ctx.integer(64);
    let mut values = Vec::new();
    let round = is_round(name);
    p.expect(if round { Kind::LParen } else { Kind::LSquare }, if round { "`(`" } else { "`[`" })?;
    let close = if round { Kind::RParen } else { Kind::RSquare };
    p.list_until(close, "`,` or the end of the list", |p| {
        if p.at(Kind::Percent) {
            reading.uses[group].push(p.value_use()?);
            values.push(p.ctx.integer_attr(i128::from(DYNAMIC), element));
        } else {
            values.push(p.read_attr(Some(element))?);
        }
        Ok(())
    })?;
    let attr = p.ctx.ident(attr);
    let values = p.ctx.attr(AttrKind::DenseArray { element, values: values.into() });
    state.properties.push((attr, values));
    Ok(())
}

pub(super) fn print_list(
    p: &mut Printer<'_>,
    op: OpId,
    table: &Table,
    groups: &Groups,
    name: &str,
) -> Option<()> {
    let (group, attr) = parts(name)?;
    let group = table.ins.iter().position(|other| other.name == group)?;
    let (start, length) = groups.ins[group];
    let program = p.program;
    let attr = p.ctx.entry(program.op(op).properties, p.ctx.ident(attr))?;
    let AttrKind::DenseArray { element, values } = p.ctx.attr_kind(attr) else { return None };
    let dynamic = p.ctx.integer_attr(i128::from(DYNAMIC), p.ctx.integer(64));
    let marked = values.iter().filter(|value| **value == dynamic).count();
    if *element != p.ctx.integer(64) || marked != length {
        return None;
    }
    let mut uses = program.operands(op).skip(start).take(length);
    p.write(if is_round(name) { "(" } else { "[" });
    for (index, value) in values.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        match uses_next(*value == dynamic, &mut uses) {
            Some(operand) => p.value(operand),
            None => p.number(*value),
        }
    }
    p.write(if is_round(name) { ")" } else { "]" });
    Some(())
}

fn uses_next<T>(dynamic: bool, uses: &mut impl Iterator<Item = T>) -> Option<T> {
    if dynamic { uses.next() } else { None }
}

/// `type`, `type = uninitialized` or `type = value` with the value's type left out.
pub(super) fn read_global(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    let ty = p.read_type()?;
    let TypeKind::MemRef { shape, element, .. } = p.ctx.type_kind(ty).clone() else {
        return p.error_here("a global has a memref type");
    };
    let mut push = |p: &mut Parser<'_>, name: &str, attr: AttrId| {
        let key: Ident = p.ctx.ident(name);
        state.properties.push((key, attr));
    };
    let attr = p.ctx.type_attr(ty);
    push(p, "type", attr);
    if !p.eat(Kind::Equal) {
        return Ok(());
    }
    let value = if p.eat_keyword("uninitialized") {
        p.ctx.unit()
    } else {
        let tensor = p.ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None });
        p.read_attr(Some(tensor))?
    };
    push(p, "initial_value", value);
    Ok(())
}

pub(super) fn print_global(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let entry = |name: &str| p.ctx.entry(program.op(op).properties, p.ctx.ident(name));
    let AttrKind::Type(ty) = *p.ctx.attr_kind(entry("type")?) else { return None };
    let value = entry("initial_value");
    let TypeKind::MemRef { shape, element, .. } = p.ctx.type_kind(ty) else { return None };
    let tensor = p.ctx.ty(TypeKind::RankedTensor { shape: shape.clone(), element: *element, encoding: None });
    p.ty(ty);
    match value {
        None => {}
        Some(value) if value == p.ctx.unit() => p.write(" = uninitialized"),
        Some(value) if p.ctx.attr_type(value) == Some(tensor) => {
            let start = p.length();
            p.write(" = ");
            p.attr(value);
            // The type behind the value is the memref's shape again.
            let suffix = format!(" : {}", crate::text::type_text(p.ctx, tensor));
            let end = p.length().checked_sub(suffix.len()).filter(|end| *end > start)?;
            p.truncate(end);
        }
        Some(_) => return None,
    }
    Some(())
}

/// The number of elements of a vector, for `vector.to_elements`.
pub(super) fn elements(shape: &[(u64, bool)]) -> Option<usize> {
    let product = shape.iter().try_fold(1u64, |product, (size, _)| product.checked_mul(*size))?;
    usize::try_from(product).ok().filter(|count| *count < 1 << 20)
}

/// The length of a property that is a list of numbers.
pub(super) fn list_length(kind: &AttrKind) -> Option<u64> {
    match kind {
        AttrKind::DenseArray { values, .. } => Some(values.len() as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_its_group_and_its_attribute() {
        assert_eq!(parts("Dyn:offsets:static_offsets"), Some(("offsets", "static_offsets")));
        assert_eq!(bound("RangeType"), None);
    }
}
