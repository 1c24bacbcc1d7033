//! Operations that compute indices by a map, as those of `affine`: their C++ asks that each operand is a dimension or a symbol where the
//! operation stands, which no type says. A created one stands where the root does, so that what the root takes for one is one there
//! (`isValidDim` and `isValidSymbol` of MLIR 22.1.8).

use assay_ir::affine::Map;
use assay_ir::data::{Context, OpId, Program, ValueId};
use assay_ir::ops;
use assay_ir::pdl::{Operation, Pattern, PdlOp};
use rustc_hash::FxHashMap;

/// A value: the operation of the pattern that binds it, and which of its results.
type Key = (OpId, Option<u32>);

/// Tells if a created operation has a map that fits its operands, each of which the root takes as a dimension or symbol, in its map or by
/// way of operations that only apply one.
pub(super) fn takes_what_the_root_takes(
    program: &Program,
    pattern: Pattern<'_>,
    created: Operation<'_>,
) -> bool {
    let Some(root) = pattern.root().map(|op| PdlOp::view(program, op)) else { return false };
    let (PdlOp::Operation(root), Some(map)) = (root, map(program, created)) else { return false };
    let mut symbols = FxHashMap::default();
    collect(program, root, &mut symbols, true);
    let known = |(at, value): (usize, ValueId)| match symbols.get(&key(program, value)) {
        Some(is_symbol) => *is_symbol || at < map.dims,
        None => false,
    };
    let results = if applies(program, created) { 1..=1 } else { 1..=usize::MAX };
    results.contains(&map.len())
        && created.operands().len() == map.dims + map.symbols
        && created.operands().enumerate().all(known)
}

/// The values that an operation takes as dimensions or symbols, with true for symbols.
fn collect(program: &Program, op: Operation<'_>, out: &mut FxHashMap<Key, bool>, symbols: bool) {
    let Some(map) = map(program, op) else { return };
    for (at, value) in op.operands().enumerate() {
        let is_symbol = symbols && at >= map.dims;
        let key = key(program, value);
        if out.get(&key).is_some_and(|known| *known || !is_symbol) {
            continue;
        }
        out.insert(key, is_symbol);
        let definer = PdlOp::view(program, key.0);
        if let PdlOp::Operation(definer) = definer
            && applies(program, definer)
        {
            collect(program, definer, out, is_symbol);
        }
    }
}

fn key(program: &Program, value: ValueId) -> Key {
    let op = program.defining_op(value);
    match op.map(|op| PdlOp::view(program, op)) {
        Some(PdlOp::Result(result)) if !result.is_results() => {
            (result.parent_op().unwrap_or(result.op), result.index())
        }
        _ => (op.unwrap_or(program.top()), None),
    }
}

/// The written map of an operation all of whose operands are those of the map.
fn map(program: &Program, op: Operation<'_>) -> Option<Map> {
    let ctx: &Context = program.ctx();
    let record = ops::op(ctx.str(op.name()?)).filter(|record| record.operands().count() == 1)?;
    let named =
        |(name, _): &(assay_ir::data::Ident, ValueId)| ctx.str(*name) == "map" && record.is_inherent("map");
    let (_, value) = op.attributes().find(named)?;
    let PdlOp::Attribute(attribute) = PdlOp::view(program, program.defining_op(value)?) else { return None };
    Map::from_attr(ctx, attribute.constant()?)
}

/// Tells if an operation is its map, so that its result is a dimension where its operands are.
fn applies(program: &Program, op: Operation<'_>) -> bool {
    let record = op.name().and_then(|name| ops::op(program.ctx().str(name)));
    record.is_some_and(|record| record.fact("applies").is_some())
}
