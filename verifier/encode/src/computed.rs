//! Operations on numbers, with the meaning that patterns give them, and the extents of their results.

use assay_ir::data::{OpId, Program, TypeId, TypeKind};
use assay_semantics::arrange::shape_of;
use assay_semantics::{Attribute, Element, Layout, OpInstance, Unsupported, Value};

use crate::attributes::{counts, integer};
use crate::encoder::Encoder;
use crate::layout::number_of;
use crate::machine::{SymbolicExecutor, has_open_extents};
use crate::state::Item;
use crate::unsupported::EncodeError;

/// An operation on numbers, with the meaning that patterns give it, or a function of real numbers.
pub(crate) fn computed(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (program, ctx) = (m.program, m.program.ctx());
    let name = program.op_name(op);
    if !assay_semantics::is_followed(name) {
        return Err(m.unsupported(op));
    }
    let operands = (0..program.operand_count(op)).map(|at| m.numbers(op, at));
    let operands: Vec<Value> = operands.collect::<Result<_, _>>()?;
    let element = |value| number_of(ctx, program.value_type(value)).map(|layout| layout.element);
    let elements: Vec<Element> = program.operands(op).map(element).collect::<Result<_, _>>()?;
    if is_open(program, op) && assay_semantics::is_followed_by_elements(name) {
        let shapes = operands.iter().filter_map(|value| value.shape.as_ref());
        let first = shapes.clone().next();
        if !shapes.clone().all(|shape| Some(shape) == first) {
            return m.set_undefined(op, first.map(|shape| &**shape));
        }
    }
    if program.result_count(op) == 1 && has_open_extents(ctx, m.result_type(op, 0)?) {
        let undefined = match extents_of(m, op, &operands)? {
            Extents::Are(shape) => !m.fits_result(op, &shape)?,
            Extents::Undefined => true,
            Extents::Unknown => false,
        };
        if undefined {
            let shape = operands.first().and_then(|first| first.shape.as_deref());
            return m.set_undefined(op, shape);
        }
    }
    let results = (0..program.result_count(op)).map(|at| layout_like(m, op, at, &operands));
    let results: Vec<Layout> = results.collect::<Result<_, _>>()?;
    let types: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
    let attribute = |name: &str| match program.attr(op, ctx.ident(name)) {
        Some(attr) => Attribute::Known(attr),
        None => Attribute::Absent,
    };
    let subject = OpInstance {
        ctx,
        name,
        operands: &operands,
        operand_elements: &elements,
        results: &results,
        result_types: &types,
        attribute: &attribute,
    };
    let Encoder { pool, roles, .. } = &mut *m.encoder;
    let done = assay_semantics::execute(pool, roles, &subject)
        .map_err(|lack: Unsupported| EncodeError::for_op(name, lack))?;
    m.undefined_if(done.undefined);
    m.bind(op, done.results.into_iter().map(Item::Numbers).collect())
}

/// The layout of a result of an elementwise operation; extents that its type leaves open are those of the operands.
fn layout_like(
    m: &SymbolicExecutor<'_, '_>,
    op: OpId,
    index: usize,
    operands: &[Value],
) -> Result<Layout, EncodeError> {
    let ty = m.result_type(op, index)?;
    let ctx = m.program.ctx();
    let name = m.program.op_name(op);
    let follows = assay_semantics::is_followed_by_elements(name) || name == "tensor.insert";
    let open = has_open_extents(ctx, ty);
    if let Extents::Are(shape) = extents_of(m, op, operands)?
        && open
    {
        crate::layout::size(&shape).ok_or_else(|| m.lacks_types(op))?;
        return Ok(Layout { shape: Some(shape.into()), ..number_of(ctx, ty)? });
    }
    let open = open && follows;
    let shape = operands.iter().filter_map(|value| value.shape.as_ref()).next_back().filter(|_| open);
    match shape {
        Some(shape) => Ok(Layout { shape: Some(shape.clone()), ..number_of(ctx, ty)? }),
        None => m.result_layout(op, index),
    }
}

/// Tells if the type of an operand or result leaves extents open.
fn is_open(program: &Program, op: OpId) -> bool {
    let mut values = program.operands(op).chain(program.results(op));
    values.any(|value| has_open_extents(program.ctx(), program.value_type(value)))
}

/// Extents of which each is the largest of those of the operands, where axes of one place are repeated; `None` where they do not
/// agree.
pub(crate) fn spread(operands: &[Value]) -> Option<Vec<u64>> {
    let mut shape = operands.first().map(|first| shape_of(first).to_vec())?;
    for operand in operands {
        if shape_of(operand).len() != shape.len() {
            return None;
        }
        for (extent, given) in shape.iter_mut().zip(shape_of(operand)) {
            match (*extent, *given) {
                (extent, given) if extent == given || given == 1 => {}
                (1, given) => *extent = given,
                _ => return None,
            }
        }
    }
    Some(shape)
}

/// Tells if an operand is a tensor without elements. Types of `tosa` have "HasNo0Dimensions": an extent that is none at run time is
/// undefined behaviour.
pub(crate) fn is_empty(m: &SymbolicExecutor<'_, '_>, op: OpId) -> bool {
    let is_tensor = |at: &usize| {
        let ty = m.program.operand(op, *at).map(|value| m.program.value_type(value));
        ty.is_some_and(|ty| matches!(m.program.ctx().type_kind(ty), TypeKind::RankedTensor { .. }))
    };
    let tensors = (0..m.program.operand_count(op)).filter(is_tensor);
    m.program.op_name(op).starts_with("tosa.")
        && tensors.filter_map(|at| m.numbers(op, at).ok()).any(|value| shape_of(&value).contains(&0))
}

/// The extents of the result of an operation that its operands determine.
enum Extents {
    /// These.
    Are(Vec<u64>),
    /// None: the behaviour is undefined.
    Undefined,
    /// Nothing is known.
    Unknown,
}

/// The extents of the result of an operation whose type leaves them open.
fn extents_of(m: &SymbolicExecutor<'_, '_>, op: OpId, operands: &[Value]) -> Result<Extents, EncodeError> {
    let name = m.program.op_name(op);
    if assay_semantics::is_spread(name) {
        return Ok(spread(operands).map_or(Extents::Undefined, Extents::Are));
    }
    let Some(first) = operands.first() else { return Ok(Extents::Unknown) };
    let shape = shape_of(first).to_vec();
    let shape = match EXTENT_OPS.iter().find(|(one, _)| *one == name) {
        Some((_, extents)) => extents(m, op, shape)?,
        None if name.starts_with("tosa.reduce_") => reduced(m, op, shape)?,
        None => return Ok(Extents::Unknown),
    };
    Ok(Extents::Are(shape))
}

type ResultExtents = fn(&SymbolicExecutor<'_, '_>, OpId, Vec<u64>) -> Result<Vec<u64>, EncodeError>;

/// The extents of a result from those of the first operand.
const EXTENT_OPS: &[(&str, ResultExtents)] =
    &[("tosa.reverse", |_, _, shape| Ok(shape)), ("tosa.transpose", transposed)];

fn transposed(m: &SymbolicExecutor<'_, '_>, op: OpId, shape: Vec<u64>) -> Result<Vec<u64>, EncodeError> {
    let order = counts(m, op, "perms")?;
    let all = order.iter().map(|dim| shape.get(*dim).copied()).collect::<Option<Vec<u64>>>();
    all.ok_or_else(|| m.lacks_attribute(op))
}

fn reduced(m: &SymbolicExecutor<'_, '_>, op: OpId, mut shape: Vec<u64>) -> Result<Vec<u64>, EncodeError> {
    let axis = integer(m, op, "axis").and_then(|axis| usize::try_from(axis).ok());
    let extent = axis.and_then(|axis| shape.get_mut(axis));
    *extent.ok_or_else(|| m.lacks_attribute(op))? = 1;
    Ok(shape)
}
