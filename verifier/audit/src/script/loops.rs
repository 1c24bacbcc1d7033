//! The loops of structured operations: their number, extents and which of them reduce. Those of named operations are rows of
//! `conditions.txt`, those of `linalg.generic` are read from its maps.

use assay_ir::data::{AttrId, AttrKind, OpId, Program, TypeKind, ValueId};
use assay_ir::ops;

use super::conditions::table;
use super::payload::Part;
use super::run::Run;
use super::{kinds, text};

/// One loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) reduces: bool,
    /// The number of iterations, where it is static and known.
    pub(super) extent: Option<i64>,
}

impl Run<'_> {
    /// The loops of a part; `None` where they are not known.
    pub(super) fn loops(&self, part: Part) -> Option<Vec<Loop>> {
        let names = self.state.payload.names(part)?;
        let [name] = names[..] else { return None };
        let given = self.original(part);
        let extents = |index: usize| given.and_then(|(given, op)| extents(given, given.operand(op, index)?));
        match table().loops.get(self.ctx().str(name)).map(Vec::as_slice) {
            Some(["rank"]) => {
                let (given, op) = given?;
                let last = given.operand_count(op).checked_sub(1)?;
                let all = extents(last)?;
                Some(all.into_iter().map(|extent| Loop { reduces: false, extent }).collect())
            }
            Some(row) => {
                let one = |word: &&str| {
                    let (operand, dim) = word[1..].split_once('.')?;
                    let (operand, dim): (usize, usize) = (operand.parse().ok()?, dim.parse().ok()?);
                    let extent = extents(operand).and_then(|all| all.get(dim).copied().flatten());
                    Some(Loop { reduces: word.starts_with('r'), extent })
                };
                row.iter().map(one).collect()
            }
            None => given.and_then(|(given, op)| generic(given, op)),
        }
    }
}

/// Tells if a structured operation says the kinds of its loops.
pub(super) fn is_generic(given: &Program, op: OpId) -> bool {
    let record = ops::op(given.op_name(op)).filter(|record| record.has_interface(kinds::LINALG));
    record.is_some_and(|record| record.is_inherent("iterator_types"))
}

/// The loops of a `linalg.generic` all of whose maps list dimensions.
fn generic(given: &Program, op: OpId) -> Option<Vec<Loop>> {
    if !is_generic(given, op) {
        return None;
    }
    let kinds = text::attr(given, op, "iterator_types")?;
    let maps = text::attr(given, op, "indexing_maps")?;
    let reduces = |kind| !assay_ir::text::attr_text(given.ctx(), kind).contains("parallel");
    let mut loops: Vec<Loop> = text::elements(given, kinds)
        .iter()
        .map(|kind| Loop { reduces: reduces(*kind), extent: None })
        .collect();
    for (value, map) in given.operands(op).zip(text::elements(given, maps)) {
        let (Some(shape), Some((_, results))) = (extents(given, value), dimensions(given, *map)) else {
            continue;
        };
        for (extent, dim) in shape.into_iter().zip(results) {
            if let Some(found) = dim.and_then(|dim| loops.get_mut(dim)) {
                found.extent = found.extent.or(extent);
            }
        }
    }
    Some(loops)
}

/// The number of dimensions of an affine map, and its results, `None` for one that is not a dimension alone.
pub(super) fn dimensions(given: &Program, map: AttrId) -> Option<(usize, Vec<Option<usize>>)> {
    let AttrKind::AffineMap(map) = given.ctx().attr_kind(map) else { return None };
    let (dims, results) = given.ctx().str(map.0).split_once("->")?;
    let list = |text: &str| {
        let inside = text.trim().trim_start_matches('(').trim_end_matches(')');
        inside.split(',').map(|one| one.trim().to_owned()).filter(|one| !one.is_empty()).collect::<Vec<_>>()
    };
    let dims = list(dims);
    let results = list(results).iter().map(|result| dims.iter().position(|dim| dim == result)).collect();
    Some((dims.len(), results))
}

/// The extents of a shaped value.
pub(super) fn extents(given: &Program, value: ValueId) -> Option<Vec<Option<i64>>> {
    match given.ctx().type_kind(given.value_type(value)) {
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
            Some(shape.iter().map(|extent| extent.and_then(|extent| i64::try_from(extent).ok())).collect())
        }
        _ => None,
    }
}
