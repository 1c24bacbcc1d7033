//! The constraints of narrower definitions that ask for more than the operation alone: what is around it, what computes its
//! operands, and whether its results are used. A definition names such a constraint and says the rest.

use std::collections::{BTreeMap, BTreeSet};

use assay_ir::affine::Map;
use assay_ir::data::{
    AttrId, AttrKind, BlockId, DenseData, Dim, OpId, Program, TypeId, TypeKind, ValueDef, ValueId, known,
};
use assay_ir::ops;
use assay_ir::spec::OpSpec;

use super::element::dialect;
use super::types::types_in;

/// The narrower definitions of each operation by their constraint.
pub(super) type Definitions<'n> = BTreeMap<String, Vec<(String, &'n OpSpec)>>;

/// Decides the constraints that no definition can state, which ask for more than the operation alone.
pub(super) fn surrounded(
    program: &Program,
    op: OpId,
    constraint: &str,
    definitions: &Definitions<'_>,
) -> bool {
    match constraint {
        DECLARED => is_declaration(program, op),
        FED => is_fed(program, op),
        CLOSED => {
            program.walk(op).all(|inner| dialect(program.op_name(inner)) == dialect(program.op_name(op)))
        }
        FREE => is_free(program, op),
        STILL => is_still(program, op),
        DIRECT => transfers_in_steps(program, op, |stride| stride == Some(1)),
        STRIDING => transfers_in_steps(program, op, |stride| stride != Some(1)),
        KEPT => is_kept(program, op),
        STEADY => is_steady(program, op),
        UNRANKED => is_passed_unranked(program, op),
        LONE => is_lone(program, op),
        UNUSED => !program.results(op).any(|value| program.has_uses(value)),
        SETTLED => is_settled(program, op),
        SHRINKING => is_shrinking(program, op),
        TENSORS => has_type(program, op, "tensor"),
        BUSY => is_busy(program, op),
        LOOSE => is_loose(program, op),
        MINIFLOAT => has_type(program, op, MINIFLOAT),
        INNER => is_inner(program, op),
        BOUNDED => is_bounded(program, op, definitions),
        _ => true,
    }
}

/// The constraint of an operation all of whose regions are empty, such as a function without a body.
pub(super) const DECLARED: &str = "declared";

pub(super) fn is_declaration(program: &Program, op: OpId) -> bool {
    let regions = program.op_regions(op);
    !regions.is_empty() && regions.iter().all(|region| program.region(*region).blocks.is_empty())
}

/// The constraint of an operation that holds none but those of its dialect.
pub(super) const CLOSED: &str = "closed";

/// The constraint of an operation in a region that may have several blocks, as far as the operation around it is a function.
const FREE: &str = "free";

fn is_free(program: &Program, op: OpId) -> bool {
    program.parent_op(op).is_some_and(|around| program.attr(around, known::FUNCTION_TYPE).is_some())
}

/// The constraint of an operation that takes an index which a block or an operation of another dialect defines.
const FED: &str = "fed";

fn is_fed(program: &Program, op: OpId) -> bool {
    let own = dialect(program.op_name(op));
    program.operands(op).any(|value| {
        let is_index = matches!(program.ctx().type_kind(program.value_type(value)), TypeKind::Index);
        is_index && program.defining_op(value).is_none_or(|op| dialect(program.op_name(op)) != own)
    })
}

/// The constraint of an operation whose own types have a tensor in them.
const TENSORS: &str = "tensors";

/// The constraint of an operation whose own types have a float in them that its arithmetic does not take.
const MINIFLOAT: &str = "minifloat";

/// Tells if the types of an operation have one of a word in them.
fn has_type(program: &Program, op: OpId, word: &str) -> bool {
    let mut types: Vec<TypeId> = program.operands(op).map(|value| program.value_type(value)).collect();
    types.extend(program.results(op).map(|value| program.value_type(value)));
    let written = program.attr(op, known::FUNCTION_TYPE);
    types.extend(written.and_then(|attr| program.ctx().as_type(attr)));
    let mut words = BTreeSet::new();
    types.into_iter().for_each(|ty| types_in(program, ty, &mut words));
    words.contains(word)
}

/// The constraint of the end of a function that no other module sees.
const INNER: &str = "inner";

fn is_inner(program: &Program, op: OpId) -> bool {
    let visibility = program.ctx().ident("sym_visibility");
    let around = program.parent_op(op);
    around.and_then(|around| program.attr_text(around, visibility)).is_some_and(|text| text == "private")
}

/// Constraints that only say what is there for sure. Folding around an operation changes them, and nothing else depends on them.
pub(super) const CERTAIN: [&str; 7] = [FED, BUSY, LOOSE, UNRANKED, LONE, "indexed", "ranked"];

/// The constraint of a loop up to an extent or number that the function is given, with effects in each iteration: nothing takes it
/// away.
const BUSY: &str = "busy";

fn is_busy(program: &Program, op: OpId) -> bool {
    let given = |value: ValueId| match program.value(value).def {
        ValueDef::Argument(block, _) => {
            predecessors(program, block) == 0
                && program.attr(program.block_parent_op(block), known::FUNCTION_TYPE).is_some()
        }
        ValueDef::Result(..) => false,
    };
    let is_open = |value: ValueId| match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::MemRef { shape, .. } | TypeKind::RankedTensor { shape, .. } => {
            shape.iter().all(Dim::is_none)
        }
        _ => false,
    };
    let is_given = |value: ValueId| {
        let extent = program
            .defining_op(value)
            .filter(|op| reads_extent(program, *op))
            .and_then(|op| program.operands(op).next());
        given(value) || extent.is_some_and(|source| given(source) && is_open(source))
    };
    let body = program.op_regions(op).first().and_then(|region| program.region(*region).blocks.first());
    let acts = body.is_some_and(|block| {
        let last = program.last_op(*block);
        let mut others = program.ops_in(*block).filter(|op| Some(*op) != last);
        others.any(|op| program.results(op).next().is_none() && program.op_regions(op).is_empty())
    });
    program.operands(op).nth(1).is_some_and(is_given) && acts
}

/// The constraint of an operation that takes an unranked memory or tensor, which another makes of one with a rank.
const UNRANKED: &str = "unranked";

fn is_passed_unranked(program: &Program, op: OpId) -> bool {
    let kind = |value: ValueId| program.ctx().type_kind(program.value_type(value));
    let is_unranked = |value: &ValueId| {
        matches!(kind(*value), TypeKind::UnrankedTensor(_) | TypeKind::UnrankedMemRef { .. })
    };
    let is_ranked =
        |value: ValueId| matches!(kind(value), TypeKind::RankedTensor { .. } | TypeKind::MemRef { .. });
    let makers = program.operands(op).filter(is_unranked).filter_map(|value| program.defining_op(value));
    makers.into_iter().any(|maker| program.operands(maker).any(is_ranked))
}

/// The constraint of an operation that neither takes what another of its name makes nor gives it anything: nothing undoes it.
const LONE: &str = "lone";

fn is_lone(program: &Program, op: OpId) -> bool {
    let makers = program.operands(op).filter_map(|value| program.defining_op(value));
    let users = program
        .results(op)
        .flat_map(|value| program.uses(value).map(|slot| program.operand_owner(slot)).collect::<Vec<_>>());
    makers.chain(users).all(|other| program.op_name(other) != program.op_name(op))
}

/// The constraint of an operation without a use of its results.
pub(super) const UNUSED: &str = "unused";

/// The constraint of a transfer that may leave the memory in the first of its dimensions.
const LOOSE: &str = "loose";

fn is_loose(program: &Program, op: OpId) -> bool {
    let attr = |name: &str| program.attr(op, program.ctx().ident(name));
    let inside = attr("in_bounds").is_some_and(|attr| match program.ctx().attr_kind(attr) {
        AttrKind::Array(items) => items.first().is_some_and(|item| {
            matches!(program.ctx().attr_kind(*item), AttrKind::Integer { value, .. } if value.to_i64() != Some(0))
        }),
        _ => true,
    });
    let map = attr("permutation_map").and_then(|attr| Map::from_attr(program.ctx(), attr));
    !inside && map.is_some_and(|map| map.dim(0).is_some())
}

/// The constraint of a view of which only the extents are run-time values, in memory of one dimension.
const STILL: &str = "still";

fn is_still(program: &Program, op: OpId) -> bool {
    let is_known = |name: &str| {
        let attr = program.attr(op, program.ctx().ident(name)).map(|attr| program.ctx().attr_kind(attr));
        let is_number = |value: &AttrId| matches!(program.ctx().attr_kind(*value), AttrKind::Integer { value, .. } if value.to_i64() != Some(i64::MIN));
        matches!(attr, Some(AttrKind::DenseArray { values, .. }) if values.len() == 1 && values.iter().all(is_number))
    };
    is_known("static_offsets") && is_known("static_strides")
}

/// The constraint of metadata of a memref of which nothing is used that the type states, so that no folding makes a constant of it.
const SETTLED: &str = "settled";

fn is_settled(program: &Program, op: OpId) -> bool {
    let Some(memref) = program.operands(op).next() else { return false };
    let memref = without_casts(program, memref);
    let TypeKind::MemRef { shape, layout, .. } = program.ctx().type_kind(program.value_type(memref)) else {
        return false;
    };
    let known_strides: Vec<bool> = match layout.map(|layout| program.ctx().attr_kind(layout)) {
        None => (0..shape.len()).map(|at| shape[at + 1..].iter().all(Dim::is_some)).collect(),
        Some(AttrKind::Strided { strides, .. }) => strides.iter().map(Option::is_some).collect(),
        Some(_) => return false,
    };
    let known_offset = match layout.map(|layout| program.ctx().attr_kind(layout)) {
        Some(AttrKind::Strided { offset, .. }) => offset.is_some(),
        _ => true,
    };
    let known = std::iter::once(known_offset).chain(shape.iter().map(Dim::is_some)).chain(known_strides);
    program.results(op).skip(1).zip(known).all(|(value, known)| !known || !program.has_uses(value))
}

/// The constraint of an operation that gives a memory a smaller extent, both known.
const SHRINKING: &str = "shrinking";

fn is_shrinking(program: &Program, op: OpId) -> bool {
    let extents = |value: ValueId| match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::MemRef { shape, .. } => shape.to_vec(),
        _ => Vec::new(),
    };
    let (Some(before), Some(after)) = (program.operands(op).next(), program.results(op).next()) else {
        return false;
    };
    let pairs = extents(before).into_iter().zip(extents(after));
    pairs
        .into_iter()
        .any(|(before, after)| matches!((before, after), (Some(before), Some(after)) if after < before))
}

/// Tells if an operation reads an extent of its operand.
fn reads_extent(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has_interface("ShapedDimOpInterface"))
}

/// The memref that folding takes in the place of one: what is given another type, but from one of no rank.
fn without_casts(program: &Program, mut memref: ValueId) -> ValueId {
    while let Some(op) = program.defining_op(memref).filter(|op| program.op_name(*op) == "memref.cast")
        && let Some(source) = program.operands(op).next()
        && matches!(program.ctx().type_kind(program.value_type(source)), TypeKind::MemRef { .. })
    {
        memref = source;
    }
    memref
}

/// The constraint of a transfer over the last dimension of a memory whose elements lie side by side in it.
const DIRECT: &str = "direct";

/// The constraint of a transfer over the last dimension of another memory.
const STRIDING: &str = "striding";

/// Tells if the last stride of the only memref of an operation is as asked.
fn transfers_in_steps(program: &Program, op: OpId, is_asked: impl Fn(Option<i64>) -> bool) -> bool {
    let stride = |value: ValueId| match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::MemRef { layout: None, .. } => Some(Some(1)),
        TypeKind::MemRef { layout: Some(layout), .. } => match program.ctx().attr_kind(*layout) {
            AttrKind::Strided { strides, .. } => Some(strides.last().copied().flatten()),
            _ => None,
        },
        _ => None,
    };
    program.operands(op).find_map(stride).is_some_and(is_asked)
}

/// The constraint of the end of a loop each of whose tensors is the one of the iteration before, written to.
const KEPT: &str = "kept";

fn is_kept(program: &Program, op: OpId) -> bool {
    carries(program, op, |_| true)
}

/// The same, where nothing that writes to a tensor folds: it takes what has another type first.
const STEADY: &str = "steady";

fn is_steady(program: &Program, op: OpId) -> bool {
    carries(program, op, |writer| {
        let first = program.operands(writer).next().map(|value| program.value_type(value));
        dialect(program.op_name(writer)) != dialect(program.op_name(op))
            && first != program.results(writer).next().map(|value| program.value_type(value))
    })
}

/// Tells if each tensor that an iteration ends with is the one that it begins with, written to by operations that satisfy a
/// condition.
fn carries(program: &Program, op: OpId, is_fit: impl Fn(OpId) -> bool) -> bool {
    let Some(around) = program
        .parent_op(op)
        .filter(|around| program.operands(*around).len() > program.result_count(*around))
    else {
        return true;
    };
    let count = program.operands(op).len();
    let block = program.op_regions(around).first().and_then(|region| program.region(*region).blocks.first());
    let arguments = block.map_or(&[][..], |block| &program.block(*block).arguments);
    // A value yielded from a region without arguments is not carried from one iteration to the next.
    let Some(first) = arguments.len().checked_sub(count).filter(|_| !arguments.is_empty()) else {
        return true;
    };
    program.operands(op).zip(&arguments[first..]).all(|(value, argument)| {
        !is_tensor(program, value) || is_written_to(program, value, *argument, &is_fit)
    })
}

/// Tells if an operation names another one, such as the function that it calls.
pub(super) fn names_another(program: &Program, op: OpId) -> bool {
    let AttrKind::Dictionary(entries) = program.ctx().attr_kind(program.op(op).properties) else {
        return false;
    };
    entries.iter().any(|(_, attr)| matches!(program.ctx().attr_kind(*attr), AttrKind::SymbolRef { .. }))
}

fn is_tensor(program: &Program, value: ValueId) -> bool {
    let ty = program.ctx().type_kind(program.value_type(value));
    matches!(ty, TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
}

/// Tells if a tensor is another one, written to by operations that give back what they write to: the operand with the
/// number of the result from the end, or the only one of its type.
fn is_written_to(
    program: &Program,
    mut value: ValueId,
    origin: ValueId,
    is_fit: impl Fn(OpId) -> bool,
) -> bool {
    while value != origin {
        let ValueDef::Result(op, number) = program.value(value).def else { return false };
        // A value with another use may be copied first.
        if names_another(program, op) || program.uses(value).nth(1).is_some() || !is_fit(op) {
            return false;
        }
        // A cast is the same tensor.
        if ops::op(program.op_name(op)).is_some_and(|record| record.has_interface("CastOpInterface")) {
            let Some(source) = program.operands(op).next() else { return false };
            value = source;
            continue;
        }
        let ty = program.value_type(value);
        let alike = |operand: &ValueId| program.value_type(*operand) == ty;
        let (count, results) = (program.operands(op).len(), program.result_count(op));
        let paired =
            count.checked_sub(results).and_then(|first| program.operands(op).nth(first + number as usize));
        let mut others = program.operands(op).filter(alike);
        value = match (paired.filter(alike), others.next(), others.next()) {
            (Some(paired), ..) => paired,
            (None, Some(only), None) => only,
            _ => return false,
        };
    }
    // An extent is read without the elements.
    let reads = |op: OpId| !reads_extent(program, op) && program.op_name(op) != "tensor.rank";
    program.uses(origin).filter(|slot| reads(program.operand_owner(*slot))).nth(1).is_none()
}

/// The constraint of an operation whose amount or positions are inside of their bounds as far as they are known, and stay open
/// otherwise: no folding makes a poison of it.
const BOUNDED: &str = "bounded";

/// Tells if each integer that selects bits or elements of the first operand is a constant that is small enough or stays open.
fn is_bounded(program: &Program, op: OpId, definitions: &Definitions<'_>) -> bool {
    let is_vector = |value: ValueId| {
        matches!(program.ctx().type_kind(program.value_type(value)), TypeKind::Vector { .. })
    };
    let of_vector = dialect(program.op_name(op)) == "vector";
    let positions = program.ctx().ident("static_position");
    let is_outside = |position: &AttrId| matches!(program.ctx().attr_kind(*position), AttrKind::Integer { value, .. } if value.to_i64() == Some(-1));
    if let Some(AttrKind::DenseArray { values, .. }) =
        program.attr(op, positions).map(|attr| program.ctx().attr_kind(attr))
        && values.iter().any(is_outside)
    {
        return false;
    }
    let mut selecting = program.operands(op).skip(1).filter(|value| !of_vector || !is_vector(*value));
    selecting.all(|value| stays_open(program, value, definitions) || is_small(program, value))
}

/// Tells if a value is a constant whose numbers are less than the width of its type.
fn is_small(program: &Program, value: ValueId) -> bool {
    let Some(op) = program.defining_op(value) else { return false };
    let Some(attr) = program.attr(op, known::VALUE) else { return false };
    let width = match program.ctx().type_kind(program.value_type(value)) {
        TypeKind::Vector { element, .. } | TypeKind::RankedTensor { element, .. } => *element,
        _ => program.value_type(value),
    };
    let TypeKind::Integer { width, .. } = program.ctx().type_kind(width) else { return false };
    let is_small = |attr: &AttrId| match program.ctx().attr_kind(*attr) {
        AttrKind::Integer { value, .. } => {
            value.to_i64().is_some_and(|number| (0..i64::from(*width)).contains(&number))
        }
        _ => false,
    };
    match program.ctx().attr_kind(attr) {
        AttrKind::Dense { data: DenseData::Splat(one), .. } => is_small(one),
        AttrKind::Dense { data: DenseData::Elements(all), .. } => all.iter().all(is_small),
        _ => is_small(&attr),
    }
}

/// The constraint of an operation that folds to nothing but 0 where one of its operands stays open.
const VARYING: &str = "varying";

/// Tells if folding leaves a value open, or makes 0 of it: an argument of a block that no simplification of branches takes away, or
/// what is computed from one.
fn stays_open(program: &Program, value: ValueId, definitions: &Definitions<'_>) -> bool {
    let mut open = vec![value];
    let mut seen = BTreeSet::new();
    while let Some(value) = open.pop() {
        let op = match program.value(value).def {
            ValueDef::Argument(block, _) if predecessors(program, block) != 1 => return true,
            ValueDef::Argument(..) => continue,
            ValueDef::Result(op, _) => op,
        };
        let list = definitions.get(program.op_name(op)).into_iter().flatten();
        let varies = program.operands(op).len() == 1 || list.clone().any(|(name, _)| name == VARYING);
        if varies && program.op_regions(op).is_empty() && seen.insert(op) {
            open.extend(program.operands(op));
        }
    }
    false
}

/// The number of branches to a block.
fn predecessors(program: &Program, block: BlockId) -> usize {
    let blocks = &program.region(program.block(block).region).blocks;
    let ends = blocks.iter().filter_map(|block| program.last_op(*block));
    ends.flat_map(|last| program.successors(last)).filter(|target| **target == block).count()
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Source};
    use assay_ir::text;

    use crate::contract::kinds::{Narrowed, census};

    /// The constraints that the operations of a name satisfy in a program.
    fn satisfied(source: &str, op: &str) -> Vec<String> {
        let ctx = Context::new();
        let registry = assay_corpus::load_narrowed(&ctx);
        let parsed = text::parse(&ctx, &Source::new("t.mlir", source));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        let census = census(&parsed.program, Narrowed::new(&registry));
        census.counts.into_keys().filter(|kind| kind.name == op).flat_map(|kind| kind.satisfies).collect()
    }

    #[test]
    fn an_amount_that_may_become_too_large_is_not_bounded() {
        let is_bounded = |amount: &str| {
            let text = format!(
                "func.func @f(%x: i8, %y: i8, %m: memref<i8>) -> i8 {{\n  %a = {amount}\n  %r = arith.shli %x, %a : i8\n  return %r : i8\n}}"
            );
            satisfied(&text, "arith.shli").contains(&"bounded".to_owned())
        };
        assert!(is_bounded("arith.constant 7 : i8"));
        assert!(!is_bounded("arith.constant 8 : i8"));
        assert!(!is_bounded("arith.constant -1 : i8"));
        assert!(is_bounded("arith.addi %x, %y : i8"));
        assert!(!is_bounded("arith.maxui %x, %y : i8"));
        assert!(is_bounded("memref.load %m[] : memref<i8>"));
    }

    #[test]
    fn metadata_of_a_cast_is_that_of_what_is_cast() {
        let is_settled = |ty: &str| {
            let text = format!(
                "func.func @f(%m: {ty}) -> index {{\n  %c = memref.cast %m : {ty} to memref<?xi8, strided<[?], offset: ?>>\n  %b, %o, %n, %s = memref.extract_strided_metadata %c : memref<?xi8, strided<[?], offset: ?>> -> memref<i8>, index, index, index\n  return %n : index\n}}"
            );
            satisfied(&text, "memref.extract_strided_metadata").contains(&"settled".to_owned())
        };
        assert!(is_settled("memref<?xi8>") && is_settled("memref<*xi8>") && !is_settled("memref<4xi8>"));
    }

    #[test]
    fn memory_that_gets_a_smaller_extent_shrinks() {
        let shrinks = |from: &str, to: &str| {
            let text = format!(
                "func.func @f(%m: memref<{from}xi8>) -> memref<{to}xi8> {{\n  %r = memref.realloc %m : memref<{from}xi8> to memref<{to}xi8>\n  return %r : memref<{to}xi8>\n}}"
            );
            satisfied(&text, "memref.realloc").contains(&"shrinking".to_owned())
        };
        assert!(shrinks("4", "2") && !shrinks("2", "4") && !shrinks("4", "4") && !shrinks("?", "2"));
    }

    #[test]
    fn a_position_outside_is_not_bounded() {
        let is_bounded = |position: &str| {
            let text = format!(
                "func.func @f(%v: vector<4xf32>, %i: index) -> f32 {{\n  %r = vector.extract %v[{position}] : f32 from vector<4xf32>\n  return %r : f32\n}}"
            );
            satisfied(&text, "vector.extract").contains(&"bounded".to_owned())
        };
        assert!(is_bounded("3") && is_bounded("%i") && !is_bounded("-1"));
    }

    #[test]
    fn a_block_that_one_branch_leads_to_keeps_no_position_open() {
        let text = "func.func @f(%v: vector<4xf32>, %i: index) -> f32 {\n  cf.br ^a(%i : index)\n^a(%j: index):\n  %r = vector.extract %v[%j] : f32 from vector<4xf32>\n  return %r : f32\n}";
        assert!(!satisfied(text, "vector.extract").contains(&"bounded".to_owned()));
    }

    #[test]
    fn an_assertion_in_a_loop_is_not_free() {
        let of = |before: &str, after: &str| {
            let text = format!(
                "func.func @f(%c: i1, %i: index) {{\n  {before}\n  cf.assert %c, \"no\"\n  {after}\n  return\n}}"
            );
            satisfied(&text, "cf.assert")
        };
        assert_eq!(of("", ""), ["free"]);
        assert!(of("scf.for %k = %i to %i step %i {", "}").is_empty());
    }

    #[test]
    fn metadata_that_the_type_states_and_an_operation_uses_is_not_settled() {
        let of = |memref: &str, used: &str| {
            let text = format!(
                "func.func @f(%m: {memref}) -> index {{\n  %b, %o, %n, %s = memref.extract_strided_metadata %m : {memref} -> memref<f32>, index, index, index\n  return {used} : index\n}}"
            );
            satisfied(&text, "memref.extract_strided_metadata")
        };
        assert!(of("memref<4xf32>", "%n").is_empty());
        assert!(of("memref<?xf32>", "%o").is_empty());
        assert_eq!(of("memref<?xf32>", "%n"), ["settled"]);
        assert_eq!(of("memref<4xf32, strided<[?], offset: ?>>", "%o"), ["settled"]);
    }

    #[test]
    fn a_loop_that_ends_with_another_tensor_keeps_none() {
        let of = |inside: &str, last: &str| {
            let text = format!(
                "func.func private @g(tensor<4xf32>) -> tensor<4xf32>\nfunc.func @f(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {{\n  %r = scf.for %k = %i to %i step %i iter_args(%u = %t) -> (tensor<4xf32>) {{\n    {inside}\n    scf.yield {last} : tensor<4xf32>\n  }}\n  return %r : tensor<4xf32>\n}}"
            );
            satisfied(&text, "scf.yield").contains(&"kept".to_owned())
        };
        assert!(of("%v = tensor.insert %x into %u[%k] : tensor<4xf32>", "%v"));
        assert!(of("", "%u"));
        assert!(!of(
            "%v = tensor.insert %x into %u[%k] : tensor<4xf32>\n    %y = tensor.extract %u[%k] : tensor<4xf32>",
            "%v"
        ));
        assert!(!of("", "%t"));
        assert!(!of("%v = func.call @g(%u) : (tensor<4xf32>) -> tensor<4xf32>", "%v"));
    }

    #[test]
    fn a_function_of_other_operations_is_not_closed() {
        let of = |inside: &str| {
            let text = format!("llvm.func @f() {{\n  {inside}\n  llvm.return\n}}");
            satisfied(&text, "llvm.func").contains(&"closed".to_owned())
        };
        assert!(of("%c = llvm.mlir.constant(1 : i32) : i32") && !of("%c = arith.constant 1 : i32"));
    }
}
