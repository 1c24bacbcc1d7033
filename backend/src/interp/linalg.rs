//! `linalg`: structured operations. Each is its region, run once for each place of an iteration space in row-major
//! order, on the elements to which its maps lead; what it yields replaces the elements of its outputs.

use assay_ir::data::{AttrKind, OpId};

use super::Meaning;
use super::attributes::{counts, dense_ints, number};
use super::machine::{Executed, Flow, Machine, Stop};
use super::memory::{linear, places};
use super::shapes::element;
use crate::affine::Map;
use crate::engine::{Gap, Undefined};
use crate::value::{Shaped, Value, count};

macro_rules! structured {
    ($($name:literal),+ $(,)?) => {
        pub(super) const OPS: &[Meaning] = &[
            Meaning::plain("linalg.index", index),
            Meaning::plain("linalg.yield", leave),
            $(Meaning::region($name, begin, next)),+
        ];
    };
}

structured! {
    "linalg.abs", "linalg.add", "linalg.batch_matmul", "linalg.batch_matvec", "linalg.batch_vecmat", "linalg.broadcast",
    "linalg.ceil", "linalg.contract", "linalg.conv_1d", "linalg.conv_2d", "linalg.conv_2d_nchw_fchw",
    "linalg.conv_2d_nhwc_fhwc", "linalg.conv_2d_nhwc_hwcf", "linalg.copy", "linalg.div", "linalg.div_unsigned",
    "linalg.dot", "linalg.elementwise", "linalg.erf", "linalg.exp", "linalg.fill", "linalg.floor", "linalg.generic",
    "linalg.log", "linalg.map", "linalg.matmul", "linalg.matvec", "linalg.max", "linalg.min", "linalg.mul",
    "linalg.negf", "linalg.pooling_nchw_max", "linalg.pooling_nchw_sum", "linalg.pooling_nhwc_max",
    "linalg.pooling_nhwc_min", "linalg.pooling_nhwc_sum", "linalg.powf", "linalg.quantized_batch_matmul", "linalg.quantized_matmul", "linalg.reciprocal", "linalg.reduce",
    "linalg.round", "linalg.rsqrt", "linalg.select", "linalg.sqrt", "linalg.square", "linalg.sub", "linalg.tanh",
    "linalg.transpose", "linalg.vecmat",
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(Flow::Leave(m.operands_from(op, 0)?))
}

/// The place that the structured operation around runs, in one dimension.
fn index(m: &mut Machine<'_>, op: OpId) -> Executed {
    let dim = usize::try_from(number(m, op, "dim")?).map_err(|_| Gap::Attribute)?;
    let owner = m.program.parent_op(op).ok_or(Gap::Malformed)?;
    let at = *m.progress(owner)?.at.get(dim).ok_or(Gap::Malformed)?;
    Ok(Flow::Next(vec![m.index(at)]))
}

/// An operation with its operands and the maps to them.
struct Structured {
    operands: Vec<Value>,
    maps: Vec<Map>,
    /// How many operands come before the outputs.
    inputs: usize,
}

fn structured(m: &Machine<'_>, op: OpId) -> Result<Structured, Stop> {
    let operands = m.operands_from(op, 0)?;
    let inputs = match m.program.op_name(op) {
        "linalg.map" | "linalg.transpose" | "linalg.broadcast" => operands.len().checked_sub(1),
        "linalg.reduce" => Some(operands.len() / 2),
        _ => counts(m, op, "operandSegmentSizes")?.first().copied(),
    };
    let inputs = inputs.filter(|inputs| *inputs <= operands.len()).ok_or(Gap::Malformed)?;
    let maps = written(m, op)?.map_or_else(|| implied(m, op, &operands, inputs), Ok)?;
    if maps.len() != operands.len() || maps.windows(2).any(|pair| pair[0].dims != pair[1].dims) {
        return Err(Gap::Malformed.into());
    }
    Ok(Structured { operands, maps, inputs })
}

/// The maps that an attribute gives.
fn written(m: &Machine<'_>, op: OpId) -> Result<Option<Vec<Map>>, Stop> {
    let ctx = m.program.ctx();
    let memoized = || m.attr(op, "linalg.memoized_indexing_maps");
    let Some(attr) = m.attr(op, "indexing_maps").or_else(memoized) else { return Ok(None) };
    let AttrKind::Array(maps) = ctx.attr_kind(attr) else { return Err(Gap::Attribute.into()) };
    let maps: Option<Vec<Map>> = maps.iter().map(|map| Map::of(ctx, *map)).collect();
    Ok(Some(maps.ok_or(Gap::Attribute)?))
}

fn rank(value: &Value) -> usize {
    match value {
        Value::Shaped(shaped) => shaped.shape().len(),
        Value::MemRef(memref) => memref.sizes.len(),
        _ => 0,
    }
}

/// The maps that the name of an operation implies.
fn implied(m: &Machine<'_>, op: OpId, operands: &[Value], inputs: usize) -> Result<Vec<Map>, Stop> {
    let name = m.program.op_name(op).trim_start_matches("linalg.");
    let out = rank(operands.get(inputs).ok_or(Gap::Malformed)?);
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
            let dims = rank(&operands[0]);
            let kept = others(&counts(m, op, "dimensions")?, dims);
            let of = |number| if number < inputs { Map::identity(dims) } else { Map::select(dims, &kept) };
            (0..operands.len()).map(of).collect()
        }
        "broadcast" => {
            let kept = others(&counts(m, op, "dimensions")?, out);
            vec![Map::select(out, &kept), Map::identity(out)]
        }
        "transpose" => {
            // Dimension i of the result is dimension `permutation[i]` of the source.
            let order = counts(m, op, "permutation")?;
            let mut from = vec![0; order.len()];
            for (to, dim) in order.iter().enumerate() {
                *from.get_mut(*dim).ok_or(Gap::Malformed)? = to;
            }
            vec![Map::select(out, &from), Map::identity(out)]
        }
        "conv_1d" => windows(2, &[&[(0, 1), (1, 1)]], &[1], &[0]),
        "conv_2d" => windows(4, &[&[(0, 1), (2, 1)], &[(1, 1), (3, 1)]], &[2, 3], &[0, 1]),
        "conv_2d_nhwc_hwcf" | "conv_2d_nhwc_fhwc" | "conv_2d_nchw_fchw" => {
            let [s, d] = steps(m, op)?;
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
            let [s, d] = steps(m, op)?;
            let (height, width) = ([(1, s[0]), (4, d[0])], [(2, s[1]), (5, d[1])]);
            windows(6, &[&[(0, 1)], &height, &width, &[(3, 1)]], &[4, 5], &[0, 1, 2, 3])
        }
        name if name.starts_with("pooling_nchw") => {
            let [s, d] = steps(m, op)?;
            let (height, width) = ([(2, s[0]), (4, d[0])], [(3, s[1]), (5, d[1])]);
            windows(6, &[&[(0, 1)], &[(1, 1)], &height, &width], &[4, 5], &[0, 1, 2, 3])
        }
        "generic" | "contract" | "elementwise" => vec![Map::identity(out); operands.len()],
        // Elementwise; a scalar counts everywhere.
        _ => {
            let of = |operand| if rank(operand) == out { Map::identity(out) } else { Map::select(out, &[]) };
            operands.iter().map(of).collect()
        }
    })
}

/// Maps of an image, a kernel and a result.
fn windows(dims: usize, image: &[&[(usize, i64)]], kernel: &[usize], result: &[usize]) -> Vec<Map> {
    vec![Map::of_sums(dims, image), Map::select(dims, kernel), Map::select(dims, result)]
}

/// Strides and dilations of two dimensions; one where they are not written.
fn steps(m: &Machine<'_>, op: OpId) -> Result<[[i64; 2]; 2], Stop> {
    let read = |name: &str| -> Result<[i64; 2], Stop> {
        let Some(attr) = m.attr(op, name) else { return Ok([1, 1]) };
        let ints = dense_ints(m, attr, 2, 64)?;
        let steps: Option<Vec<i64>> = ints.iter().map(|int| i64::try_from(&int.to_signed()).ok()).collect();
        Ok(steps.and_then(|steps| steps.try_into().ok()).ok_or(Gap::Attribute)?)
    };
    Ok([read("strides")?, read("dilations")?])
}

fn extents(value: &Value) -> Result<&[u64], Stop> {
    match value {
        Value::Shaped(shaped) => Ok(shaped.shape()),
        Value::MemRef(memref) => Ok(&memref.sizes),
        _ => Ok(&[]),
    }
}

/// The iteration space: each dimension is as long as the operands' dimensions that it is, which have to agree.
fn space(op: &Structured) -> Result<Vec<u64>, Stop> {
    let dims = op.maps.first().map_or(0, |map| map.dims);
    let mut space: Vec<Option<u64>> = vec![None; dims];
    for (map, operand) in op.maps.iter().zip(&op.operands) {
        let extents = extents(operand)?;
        if map.len() != extents.len() || map.symbols != 0 {
            return Err(Gap::Malformed.into());
        }
        for (index, extent) in extents.iter().enumerate() {
            let Some(dim) = map.dim(index) else { continue };
            let known = space.get_mut(dim).ok_or(Gap::Malformed)?;
            if known.is_some_and(|known| known != *extent) {
                return Err(Undefined::BadExtent.into());
            }
            *known = Some(*extent);
        }
    }
    Ok(space.into_iter().collect::<Option<_>>().ok_or(Gap::Malformed)?)
}

fn begin(m: &mut Machine<'_>, op: OpId) -> Executed {
    let all = structured(m, op)?;
    if all.operands[all.inputs..].iter().any(Value::is_poison) {
        return Err(Undefined::AddressByPoison.into());
    }
    let space = space(&all)?;
    m.charge(count(&space))?;
    // Tensors among the outputs are kept as their elements, one after the other.
    let tensors = all.operands[all.inputs..].iter().filter_map(Value::as_shaped);
    let elements: Vec<Value> = tensors.flat_map(|tensor| tensor.elements().to_vec()).collect();
    m.charge(Some(elements.len() as u64))?;
    m.begin(op, places(&space), elements);
    turn(m, op, &all)
}

/// Runs the region at the next place.
fn turn(m: &mut Machine<'_>, op: OpId, all: &Structured) -> Executed {
    let place = match m.next_place(op)? {
        Ok(place) => place,
        Err(elements) => return Ok(Flow::Next(results(all, elements)?)),
    };
    let region = m.region(op, 0)?;
    let entry = *m.program.region(region).blocks.first().ok_or(Gap::Malformed)?;
    let wanted = m.program.block(entry).arguments.len();
    let mut arguments = Vec::with_capacity(wanted);
    let mut kept = 0;
    for (number, (map, operand)) in all.maps.iter().zip(&all.operands).enumerate() {
        let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
        let value = match operand {
            Value::MemRef(memref) => m.memory.load(memref, &at)?,
            Value::Shaped(tensor) if number >= all.inputs => {
                let cell = linear(tensor.shape(), &at).ok_or(Undefined::OutOfBounds)? as usize + kept;
                kept += tensor.elements().len();
                m.progress(op)?.values.get(cell).ok_or(Gap::Malformed)?.clone()
            }
            Value::Shaped(tensor) => element(tensor, &at).ok_or(Undefined::OutOfBounds)?.clone(),
            scalar => scalar.clone(),
        };
        arguments.push(value);
    }
    // Some regions see only the inputs.
    if wanted == all.inputs {
        arguments.truncate(wanted);
    }
    Ok(Flow::Enter(region, arguments))
}

/// The tensors that came out.
fn results(all: &Structured, mut elements: Vec<Value>) -> Result<Vec<Value>, Stop> {
    let mut results = Vec::new();
    for tensor in all.operands[all.inputs..].iter().filter_map(Value::as_shaped) {
        let size = tensor.elements().len();
        if elements.len() < size {
            return Err(Gap::Malformed.into());
        }
        let rest = elements.split_off(size);
        results.push(Shaped::new(tensor.shape(), elements).into());
        elements = rest;
    }
    Ok(results)
}

fn next(m: &mut Machine<'_>, op: OpId, _: OpId, yielded: Vec<Value>) -> Executed {
    let all = structured(m, op)?;
    if yielded.len() != all.operands.len() - all.inputs {
        return Err(Gap::Malformed.into());
    }
    let place = m.progress(op)?.at.clone();
    let mut kept = 0;
    for ((map, output), value) in all.maps.iter().zip(&all.operands).skip(all.inputs).zip(yielded) {
        let at = map.at(&place, &[]).ok_or(Undefined::OutOfBounds)?;
        match output {
            Value::MemRef(memref) => m.memory.store(memref, &at, value)?,
            Value::Shaped(tensor) => {
                let cell = linear(tensor.shape(), &at).ok_or(Undefined::OutOfBounds)? as usize + kept;
                kept += tensor.elements().len();
                *m.progress(op)?.values.get_mut(cell).ok_or(Gap::Malformed)? = value;
            }
            _ => return Err(Gap::Type.into()),
        }
    }
    turn(m, op, &all)
}
