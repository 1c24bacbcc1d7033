//! How the attributes of operations are read: lists of numbers, flags, maps of dimensions. Knows no operation.

use assay_ir::data::{AttrId, AttrKind, Context, IntValue, OpId};

use crate::machine::SymbolicExecutor;
use crate::state::Item;
use crate::unsupported::EncodeError;
use assay_semantics::integers as numbers;
use assay_term::node::TermId;

/// In a list of numbers: one that is computed.
pub(crate) const DYNAMIC: i64 = i64::MIN;

/// An integer.
pub(crate) fn integer(m: &SymbolicExecutor<'_, '_>, op: OpId, name: &str) -> Option<i64> {
    match m.program.ctx().attr_kind(m.program.attr(op, m.ident(name))?) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    }
}

/// The integers of a list.
pub(crate) fn integers(m: &SymbolicExecutor<'_, '_>, op: OpId, name: &str) -> Result<Vec<i64>, EncodeError> {
    let attr = m.program.attr(op, m.ident(name));
    attr.and_then(|attr| numbers(m.program.ctx(), attr)).ok_or_else(|| m.lacks_attribute(op))
}

/// The numbers of a list that counts something.
pub(crate) fn counts(m: &SymbolicExecutor<'_, '_>, op: OpId, name: &str) -> Result<Vec<usize>, EncodeError> {
    let all = integers(m, op, name)?.into_iter().map(|number| usize::try_from(number).ok());
    all.collect::<Option<_>>().ok_or_else(|| m.lacks_attribute(op))
}

/// Tells if a unit attribute is there, or a boolean one is true.
pub(crate) fn has_unit(m: &SymbolicExecutor<'_, '_>, op: OpId, name: &str) -> bool {
    let kind = m.program.attr(op, m.ident(name)).map(|attr| m.program.ctx().attr_kind(attr));
    kind.is_some_and(|kind| !matches!(kind, AttrKind::Integer { value: IntValue::Small(0), .. }))
}

/// The operands in their groups.
pub(crate) fn groups<const N: usize>(
    m: &SymbolicExecutor<'_, '_>,
    op: OpId,
) -> Result<[Vec<Item>; N], EncodeError> {
    let sizes = counts(m, op, "operandSegmentSizes")?;
    let mut rest = m.items(op, 0)?;
    if sizes.len() != N || sizes.iter().sum::<usize>() != rest.len() {
        return Err(m.unsupported(op));
    }
    let all: Vec<Vec<Item>> = sizes.iter().map(|size| rest.drain(..*size).collect()).collect();
    all.try_into().map_err(|_| m.unsupported(op))
}

/// The numbers of a list as expressions, with those that it leaves open from `computed`, in order. A computed one that is poison
/// is undefined behaviour.
pub(crate) fn mixed(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    name: &str,
    computed: &[Item],
) -> Result<Vec<TermId>, EncodeError> {
    let mut left = addresses(m, op, computed)?.into_iter();
    let mut out = Vec::new();
    for number in integers(m, op, name)? {
        out.push(match number {
            DYNAMIC => left.next().ok_or_else(|| m.unsupported(op))?,
            known => m.pool().number(crate::layout::INDEX, known as u128),
        });
    }
    Ok(out)
}

/// Numbers of `index`; poison is undefined behaviour.
pub(crate) fn addresses(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    items: &[Item],
) -> Result<Vec<TermId>, EncodeError> {
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        let Item::Numbers(value) = item else { return Err(m.lacks_types(op)) };
        let [scalar] = value.elements[..] else { return Err(m.lacks_types(op)) };
        if m.pool().width(scalar.bits) != crate::layout::INDEX {
            return Err(m.lacks_types(op));
        }
        m.undefined_if(scalar.poison);
        out.push(scalar.bits);
    }
    Ok(out)
}

/// The dimensions that the results of `affine_map<(d0, d1) -> (d1, 0)>` are, `None` for zero, and the number of all dimensions;
/// nothing for other maps.
pub(crate) fn projection(ctx: &Context, attr: AttrId) -> Option<(usize, Vec<Option<usize>>)> {
    let AttrKind::AffineMap(map) = ctx.attr_kind(attr) else { return None };
    let text = ctx.str(map.0).trim();
    let text = text.strip_prefix("affine_map<").map_or(text, |text| text.trim_end_matches('>'));
    let (dims, results) = text.split_once("->")?;
    let words = |text: &str| -> Option<Vec<String>> {
        let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
        Some(inner.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect())
    };
    let (dims, results) = (words(dims)?, words(results)?);
    let result = |word: &String| match word.as_str() {
        "0" => Some(None),
        word => dims.iter().position(|dim| dim == word).map(Some),
    };
    Some((dims.len(), results.iter().map(result).collect::<Option<_>>()?))
}
