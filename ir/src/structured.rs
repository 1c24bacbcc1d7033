//! The maps of structured operations, which lead from places of an iteration space to elements of their operands: written in an
//! attribute, or implied by the name. Knows no values.

use crate::affine::Map;
use crate::data::{AttrId, AttrKind, DenseData, OpId, Program};
use crate::ops;
use crate::unsupported::Unsupported;

/// The dialect of structured operations with a name of their own.
const DIALECT: &str = "linalg";

/// True for an operation that is its region at each place of an iteration space, as its record says.
pub fn is_structured(name: &str) -> bool {
    ops::op(name).is_some_and(|record| record.fact("structured").is_some())
}

/// The names of all such operations.
pub fn names() -> impl Iterator<Item = &'static str> {
    let all = ops::dialect(DIALECT).into_iter().flat_map(ops::Dialect::names);
    all.filter(|name| is_structured(name))
}

/// The maps to the operands of an operation of `linalg`, which have these ranks, and how many operands come before the outputs.
///
/// # Errors
/// An operation or attribute of another form.
pub fn maps(program: &Program, op: OpId, ranks: &[usize]) -> Result<(Vec<Map>, usize), Unsupported> {
    let has = |word| assay_ops::op(program.op_name(op)).is_some_and(|record| record.has(word));
    let inputs = match (has("operand_segments"), has("SameVariadicOperandSize")) {
        (true, _) => counts(program, op, "operandSegmentSizes")?.first().copied(),
        // As many outputs.
        (false, true) => Some(ranks.len() / 2),
        (false, false) => ranks.len().checked_sub(1),
    };
    let inputs = inputs.filter(|inputs| *inputs <= ranks.len()).ok_or(Unsupported::Malformed)?;
    let maps = written(program, op)?.map_or_else(|| implied(program, op, ranks, inputs), Ok)?;
    if maps.len() != ranks.len() || maps.windows(2).any(|pair| pair[0].dims != pair[1].dims) {
        return Err(Unsupported::Malformed);
    }
    Ok((maps, inputs))
}

fn attr(program: &Program, op: OpId, name: &str) -> Option<AttrId> {
    program.attr(op, program.ctx().ident(name))
}

/// The numbers of a list that counts or numbers something.
fn counts(program: &Program, op: OpId, name: &str) -> Result<Vec<usize>, Unsupported> {
    let ctx = program.ctx();
    let (AttrKind::DenseArray { values, .. } | AttrKind::Array(values)) =
        ctx.attr_kind(attr(program, op, name).ok_or(Unsupported::Malformed)?)
    else {
        return Err(Unsupported::Attribute);
    };
    let number = |attr: &AttrId| match ctx.attr_kind(*attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    };
    values.iter().map(number).collect::<Option<_>>().ok_or(Unsupported::Attribute)
}

/// The maps that an attribute gives.
fn written(program: &Program, op: OpId) -> Result<Option<Vec<Map>>, Unsupported> {
    let ctx = program.ctx();
    let memoized = || attr(program, op, "linalg.memoized_indexing_maps");
    let Some(attr) = attr(program, op, "indexing_maps").or_else(memoized) else { return Ok(None) };
    let AttrKind::Array(maps) = ctx.attr_kind(attr) else { return Err(Unsupported::Attribute) };
    let maps: Option<Vec<Map>> = maps.iter().map(|map| Map::from_attr(ctx, *map)).collect();
    Ok(Some(maps.ok_or(Unsupported::Attribute)?))
}

/// The maps that the name of an operation implies.
fn implied(program: &Program, op: OpId, ranks: &[usize], inputs: usize) -> Result<Vec<Map>, Unsupported> {
    let name = program.op_name(op).trim_start_matches("linalg.");
    let out = *ranks.get(inputs).ok_or(Unsupported::Malformed)?;
    let select = |dims, lists: &[&[usize]]| lists.iter().map(|list| Map::select(dims, list)).collect();
    let others = |skipped: &[usize], dims: usize| -> Vec<usize> {
        (0..dims).filter(|dim| !skipped.contains(dim)).collect()
    };
    Ok(match name {
        "matmul" => select(3, &[&[0, 2], &[2, 1], &[0, 1]]),
        "quantized_matmul" => select(3, &[&[0, 2], &[2, 1], &[], &[], &[0, 1]]),
        "quantized_batch_matmul" => select(4, &[&[0, 1, 3], &[0, 3, 2], &[], &[], &[0, 1, 2]]),
        "batch_matmul" => select(4, &[&[0, 1, 3], &[0, 3, 2], &[0, 1, 2]]),
        "matvec" => select(2, &[&[0, 1], &[1], &[0]]),
        "vecmat" => select(2, &[&[1], &[1, 0], &[0]]),
        "batch_matvec" => select(3, &[&[0, 1, 2], &[0, 2], &[0, 1]]),
        "batch_vecmat" => select(3, &[&[0, 2], &[0, 2, 1], &[0, 1]]),
        "dot" => select(1, &[&[0], &[0], &[]]),
        "reduce" => {
            let dims = ranks[0];
            let kept = others(&counts(program, op, "dimensions")?, dims);
            let of = |number| if number < inputs { Map::identity(dims) } else { Map::select(dims, &kept) };
            (0..ranks.len()).map(of).collect()
        }
        "broadcast" => {
            let kept = others(&counts(program, op, "dimensions")?, out);
            vec![Map::select(out, &kept), Map::identity(out)]
        }
        "transpose" => {
            // Dimension i of the result is dimension `permutation[i]` of the source.
            let order = counts(program, op, "permutation")?;
            let mut from = vec![0; order.len()];
            for (to, dim) in order.iter().enumerate() {
                *from.get_mut(*dim).ok_or(Unsupported::Malformed)? = to;
            }
            vec![Map::select(out, &from), Map::identity(out)]
        }
        name if name.starts_with("conv") || name.starts_with("pooling") => windowed(program, op, name)?,
        "generic" | "contract" | "elementwise" => vec![Map::identity(out); ranks.len()],
        // Elementwise; a scalar counts everywhere.
        _ => {
            let of = |rank: &usize| if *rank == out { Map::identity(out) } else { Map::select(out, &[]) };
            ranks.iter().map(of).collect()
        }
    })
}

/// The maps of a convolution or a pool.
fn windowed(program: &Program, op: OpId, name: &str) -> Result<Vec<Map>, Unsupported> {
    Ok(match name {
        "conv_1d" => windows(2, &[&[(0, 1), (1, 1)]], &[1], &[0]),
        "conv_2d" => windows(4, &[&[(0, 1), (2, 1)], &[(1, 1), (3, 1)]], &[2, 3], &[0, 1]),
        "conv_2d_nhwc_hwcf" | "conv_2d_nhwc_fhwc" | "conv_2d_nchw_fchw" => {
            let [s, d] = steps(program, op)?;
            // Batch, height, width, feature; kernel height, kernel width, channel.
            let (height, width) = ([(1, s[0]), (4, d[0])], [(2, s[1]), (5, d[1])]);
            match name {
                "conv_2d_nhwc_hwcf" => {
                    windows(7, &[&[(0, 1)], &height, &width, &[(6, 1)]], &[4, 5, 6, 3], &[0, 1, 2, 3])
                }
                "conv_2d_nhwc_fhwc" => {
                    windows(7, &[&[(0, 1)], &height, &width, &[(6, 1)]], &[3, 4, 5, 6], &[0, 1, 2, 3])
                }
                // Batch, feature, height, width; channel, kernel height, kernel width.
                _ => {
                    let (height, width) = ([(2, s[0]), (5, d[0])], [(3, s[1]), (6, d[1])]);
                    windows(7, &[&[(0, 1)], &[(4, 1)], &height, &width], &[1, 4, 5, 6], &[0, 1, 2, 3])
                }
            }
        }
        name if name.starts_with("pooling_nhwc") => {
            let [s, d] = steps(program, op)?;
            let (height, width) = ([(1, s[0]), (4, d[0])], [(2, s[1]), (5, d[1])]);
            windows(6, &[&[(0, 1)], &height, &width, &[(3, 1)]], &[4, 5], &[0, 1, 2, 3])
        }
        name if name.starts_with("pooling_nchw") => {
            let [s, d] = steps(program, op)?;
            let (height, width) = ([(2, s[0]), (4, d[0])], [(3, s[1]), (5, d[1])]);
            windows(6, &[&[(0, 1)], &[(1, 1)], &height, &width], &[4, 5], &[0, 1, 2, 3])
        }
        _ => return Err(Unsupported::Operation),
    })
}

/// Maps of an image, a kernel and a result.
fn windows(dims: usize, image: &[&[(usize, i64)]], kernel: &[usize], result: &[usize]) -> Vec<Map> {
    vec![Map::of_sums(dims, image), Map::select(dims, kernel), Map::select(dims, result)]
}

/// Strides and dilations of two dimensions; one where they are not written.
fn steps(program: &Program, op: OpId) -> Result<[[i64; 2]; 2], Unsupported> {
    let ctx = program.ctx();
    let read = |name: &str| -> Result<[i64; 2], Unsupported> {
        let Some(attr) = attr(program, op, name) else { return Ok([1, 1]) };
        let AttrKind::Dense { data, .. } = ctx.attr_kind(attr) else { return Err(Unsupported::Attribute) };
        let number = |one: &AttrId| match ctx.attr_kind(*one) {
            AttrKind::Integer { value, .. } => value.to_i64(),
            _ => None,
        };
        let steps: Option<Vec<i64>> = match data {
            DenseData::Elements(all) => all.iter().map(number).collect(),
            DenseData::Splat(one) => number(one).map(|one| vec![one; 2]),
            DenseData::Hex(_) => None,
        };
        steps.and_then(|steps| steps.try_into().ok()).ok_or(Unsupported::Attribute)
    };
    Ok([read("strides")?, read("dilations")?])
}
