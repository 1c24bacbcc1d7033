//! Operations of `vector` that combine elements, and products: one after the other in the order of the other engine.

use assay_ir::data::{AttrKind, OpId, Program};
use assay_ir::ops;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use super::arrange::{count, number_of, place, result_shape, shaped};
use crate::attributes::{attr, has, integer, numbers};
use crate::floats::{Promises, may_promise, number_of as float_extremum, promises};
use crate::lowering::{ControlFlow, Lane, Lanes, Lowered, Lowering, Nan};
use crate::meaning::{Nans, OpLowering};
use crate::types::Kind;
use assay_backend::engine::Unsupported;
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("vector.contract", contract).may_poison(may_promise).nans(Nans::Own),
    OpLowering::new("vector.multi_reduction", reduce_dims).nans(Nans::Own),
    OpLowering::new("vector.outerproduct", outer_product).nans(Nans::Own),
    OpLowering::new("vector.reduction", reduce).may_poison(may_promise).nans(Nans::Own),
    OpLowering::new("vector.scan", scan).nans(Nans::Own),
];

/// The word of `#vector.kind<..>`; a sum where there is none.
fn kind_of(program: &Program, op: OpId) -> Result<String, Unsupported> {
    let ctx = program.ctx();
    let Some(attr) = attr(program, op, "kind") else { return Ok("add".to_owned()) };
    let text = match ctx.attr_kind(attr) {
        AttrKind::Opaque { body, .. } => ctx.str(*body),
        AttrKind::Dialect { params, .. } => match params[..] {
            [only] => match ctx.attr_kind(only) {
                AttrKind::String { text, .. } => ctx.str(*text),
                _ => return Err(Unsupported::Attribute),
            },
            _ => return Err(Unsupported::Attribute),
        },
        _ => return Err(Unsupported::Attribute),
    };
    text.split_whitespace().next_back().map(str::to_owned).ok_or(Unsupported::Attribute)
}

/// One way to combine numbers of one kind.
struct Combination {
    word: String,
    kind: Kind,
    promises: Promises,
}

impl Combination {
    fn for_kind(
        l: &Lowering<'_, '_, '_>,
        op: OpId,
        kind: Kind,
        flags: bool,
    ) -> Result<Combination, Unsupported> {
        let promises = if flags { promises(l.program, op)? } else { Promises::default() };
        Ok(Combination { word: kind_of(l.program, op)?, kind, promises })
    }

    fn product(&self) -> Combination {
        Combination { word: "mul".to_owned(), kind: self.kind, promises: self.promises }
    }

    fn apply(&self, l: L<'_, '_, '_, '_>, a: Lane, b: Lane) -> Result<Lane, Unsupported> {
        let operands = l.or(a.poison, b.poison);
        match self.kind {
            Kind::Int(width) => {
                let bits = self.integer(l, width, a, b)?;
                Ok(Lane::integer(bits, operands))
            }
            kind => {
                let (x, y) = (a.bits, b.bits);
                let bits = match &self.word[..] {
                    "add" => l.b.ins().fadd(x, y),
                    "mul" => l.b.ins().fmul(x, y),
                    "maximumf" => l.b.ins().fmax(x, y),
                    "minimumf" => l.b.ins().fmin(x, y),
                    "maxnumf" => float_extremum(l, x, y, true),
                    "minnumf" => float_extremum(l, x, y, false),
                    _ => return Err(Unsupported::Type),
                };
                let mut poison = operands;
                for number in [x, y, bits] {
                    let broken = self.promises.broken(l, kind, number);
                    poison = l.or(poison, broken);
                }
                Ok(Lane { bits, poison, constant: None, nan: Nan::Pending })
            }
        }
    }

    fn integer(
        &self,
        l: L<'_, '_, '_, '_>,
        width: u32,
        a: Lane,
        b: Lane,
    ) -> Result<cranelift_codegen::ir::Value, Unsupported> {
        let (x, y) = (a.bits, b.bits);
        let code = match &self.word[..] {
            "add" => {
                let sum = l.b.ins().iadd(x, y);
                return Ok(l.mask(width, sum));
            }
            "mul" => {
                let product = l.b.ins().imul(x, y);
                return Ok(l.mask(width, product));
            }
            "and" => return Ok(l.b.ins().band(x, y)),
            "or" => return Ok(l.b.ins().bor(x, y)),
            "xor" => return Ok(l.b.ins().bxor(x, y)),
            "maxsi" => IntCC::SignedGreaterThan,
            "maxui" => IntCC::UnsignedGreaterThan,
            "minsi" => IntCC::SignedLessThan,
            "minui" => IntCC::UnsignedLessThan,
            _ => return Err(Unsupported::Type),
        };
        let first = l.compare(width, code, x, y);
        Ok(l.b.ins().select(first, x, y))
    }
}

/// Two numbers of one kind as one, by the word of a reduction.
pub(crate) fn combined(
    l: L<'_, '_, '_, '_>,
    kind: Kind,
    word: &str,
    a: Lane,
    b: Lane,
) -> Result<Lane, Unsupported> {
    Combination { word: word.to_owned(), kind, promises: Promises::default() }.apply(l, a, b)
}

/// Tells if an operation says which lanes of the one in its region run.
pub(super) fn masks(program: &Program, op: OpId) -> bool {
    ops::op(program.op_name(op)).is_some_and(|record| record.has_interface("MaskingOpInterface"))
}

/// A masked operation is not compiled.
fn not_masked(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<(), Unsupported> {
    let masked = l.program.parent_op(op).is_some_and(|owner| masks(l.program, owner));
    if masked { Err(Unsupported::Operation) } else { Ok(()) }
}

fn reduce(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    not_masked(l, op)?;
    let (kind, lanes) = l.lanes(op, 0)?;
    let combination = Combination::for_kind(l, op, kind, true)?;
    let mut all: Vec<Lane> = Vec::new();
    if l.program.operand_count(op) > 1 {
        let (other, start) = l.scalar(op, 1)?;
        if other != kind {
            return Err(Unsupported::Malformed);
        }
        all.push(start);
    }
    all.extend(lanes);
    let (first, rest) = all.split_first().ok_or(Unsupported::Malformed)?;
    let mut sum = *first;
    for lane in rest {
        sum = combination.apply(l, sum, *lane)?;
    }
    l.give(op, smallvec::smallvec![sum])
}

fn reduce_dims(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    not_masked(l, op)?;
    let ((shape, lanes), (target, mut sums)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let kind = l.lanes(op, 0)?.0;
    if l.lanes(op, 1)?.0 != kind {
        return Err(Unsupported::Malformed);
    }
    let combination = Combination::for_kind(l, op, kind, false)?;
    let reduced = numbers(l.program, op, "reduction_dims")?;
    for (number, lane) in lanes.iter().enumerate() {
        let place = place(&shape, number);
        let kept = place.iter().enumerate().filter(|(dim, _)| !reduced.contains(&(*dim as i64)));
        let kept: Vec<u64> = kept.map(|(_, at)| *at).collect();
        let at = number_of(&target, &kept).ok_or(Unsupported::Malformed)?;
        sums[at] = combination.apply(l, sums[at], *lane)?;
    }
    l.give(op, sums)
}

fn outer_product(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    not_masked(l, op)?;
    let (kind, left) = l.lanes(op, 0)?;
    let ((_, right), shape) = (shaped(l, op, 1)?, result_shape(l, op)?);
    let combination = Combination::for_kind(l, op, kind, false)?;
    let sums = if l.program.operand_count(op) > 2 { Some(shaped(l, op, 2)?.1) } else { None };
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let place = place(&shape, number);
        let row = *place.first().ok_or(Unsupported::Malformed)?;
        let a = *left.get(row as usize).ok_or(Unsupported::Malformed)?;
        let b = *right.get(place.get(1).map_or(0, |at| *at as usize)).ok_or(Unsupported::Malformed)?;
        let product = combination.product().apply(l, a, b)?;
        all.push(match &sums {
            Some(sums) => combination.apply(l, *sums.get(number).ok_or(Unsupported::Malformed)?, product)?,
            None => product,
        });
    }
    l.give(op, all)
}

/// More products than these are not compiled.
const MOST_PRODUCTS: u64 = 1 << 12;

fn contract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    not_masked(l, op)?;
    let ((a, left), (b, right), (target, mut sums)) =
        (shaped(l, op, 0)?, shaped(l, op, 1)?, shaped(l, op, 2)?);
    let kind = l.lanes(op, 0)?.0;
    if (0..3).any(|at| l.lanes(op, at).map(|(kind, _)| kind) != Ok(kind)) {
        return Err(Unsupported::Type);
    }
    let combination = Combination::for_kind(l, op, kind, true)?;
    let ctx = l.program.ctx();
    let AttrKind::Array(maps) =
        ctx.attr_kind(attr(l.program, op, "indexing_maps").ok_or(Unsupported::Malformed)?)
    else {
        return Err(Unsupported::Attribute);
    };
    let maps: Vec<Map> = maps
        .iter()
        .map(|map| Map::from_attr(ctx, *map))
        .collect::<Option<_>>()
        .ok_or(Unsupported::Attribute)?;
    let [of_left, of_right, of_sum] = &maps[..] else { return Err(Unsupported::Malformed) };
    let mut extents = vec![None; of_left.dims];
    for (map, shape) in [(of_left, &a), (of_right, &b)] {
        for (index, extent) in shape.iter().enumerate() {
            let dim = map.dim(index).ok_or(Unsupported::Attribute)?;
            *extents.get_mut(dim).ok_or(Unsupported::Malformed)? = Some(*extent);
        }
    }
    let extents: Vec<u64> = extents.into_iter().collect::<Option<_>>().ok_or(Unsupported::Malformed)?;
    if assay_backend::value::count(&extents).is_none_or(|count| count > MOST_PRODUCTS) {
        return Err(Unsupported::Size);
    }
    for number in 0..count(&extents) {
        let place: Vec<u64> = place(&extents, number);
        let at = |map: &Map, shape: &[u64]| {
            let dims = (0..map.len()).map(|index| place.get(map.dim(index)?).copied());
            number_of(shape, &dims.collect::<Option<Vec<u64>>>()?)
        };
        let [x, y, z] = [at(of_left, &a), at(of_right, &b), at(of_sum, &target)];
        let (x, y, z) = (
            x.ok_or(Unsupported::Attribute)?,
            y.ok_or(Unsupported::Attribute)?,
            z.ok_or(Unsupported::Attribute)?,
        );
        let product = combination.product().apply(l, left[x], right[y])?;
        sums[z] = combination.apply(l, sums[z], product)?;
    }
    l.give(op, sums)
}

fn scan(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    not_masked(l, op)?;
    let ((shape, lanes), (line_shape, initial)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let kind = l.lanes(op, 0)?.0;
    if l.lanes(op, 1)?.0 != kind {
        return Err(Unsupported::Malformed);
    }
    let combination = Combination::for_kind(l, op, kind, false)?;
    let dim =
        usize::try_from(integer(l.program, op, "reduction_dim")?).map_err(|_| Unsupported::Attribute)?;
    let inclusive = has(l.program, op, "inclusive");
    let (mut sums, mut results) = (initial.clone(), Lanes::new());
    for (number, lane) in lanes.iter().enumerate() {
        let mut kept = place(&shape, number);
        if dim >= kept.len() {
            return Err(Unsupported::Malformed);
        }
        let step = kept.remove(dim);
        let line = number_of(&line_shape, &kept).ok_or(Unsupported::Malformed)?;
        let mut before = place(&shape, number);
        before[dim] = step.wrapping_sub(1);
        let result = match (inclusive, step) {
            (true, 0) => *lane,
            (true, _) => combination.apply(l, sums[line], *lane)?,
            (false, 0) => initial[line],
            (false, _) => {
                let before = number_of(&shape, &before).ok_or(Unsupported::Malformed)?;
                combination.apply(l, sums[line], lanes[before])?
            }
        };
        results.push(result);
        sums[line] = result;
    }
    l.set_result(op, 0, results)?;
    l.set_result(op, 1, sums)?;
    Ok(ControlFlow::Next)
}
