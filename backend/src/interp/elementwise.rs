//! Operations on scalars that work on vectors and tensors element by element. Knows no operation.

use assay_ir::data::{OpId, TypeKind};

use super::machine::{ControlFlow, Executed, Machine, Stop};
use super::terms::TermOperation;
use crate::engine::Unsupported;
use crate::int::Int;
use crate::value::{Float, Shaped, Value};

/// Applies a function of the `N` operands to scalars, or to each place of vectors and tensors; a scalar among these
/// counts for all places. The function sees poison.
pub(super) fn map<const N: usize, const R: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    mut apply: impl FnMut([&Value; N]) -> Result<[Value; R], Stop>,
) -> Executed {
    let mut operands = [const { Value::Poison }; N];
    if m.program.operand_count(op) != N {
        return Err(Unsupported::Malformed.into());
    }
    for (operand, name) in operands.iter_mut().zip(m.program.operands(op)) {
        *operand = m.value(name)?;
    }
    let symbolic = m.symbolic().map(|symbolic| (symbolic, symbolic.known(m, op)));
    let mut apply = |values: [&Value; N]| match &symbolic {
        None => apply(values),
        Some((symbolic, known)) => match symbolic.at_place(known, &values, TermOperation::Itself)? {
            Some(results) => Ok(results),
            None => apply(values),
        },
    };
    let Some(first) = operands.iter().find_map(Value::as_shaped) else {
        return Ok(ControlFlow::Next(apply(operands.each_ref())?.into()));
    };
    if operands.iter().filter_map(Value::as_shaped).any(|other| other.shape() != first.shape()) {
        return Err(Unsupported::Malformed.into());
    }
    let places = first.elements().len();
    m.charge(Some(places as u64))?;
    let mut results: [Vec<Value>; R] = std::array::from_fn(|_| Vec::with_capacity(places));
    for place in 0..places {
        let at = |value| at(value, place);
        let values = apply(operands.each_ref().map(at))?;
        results.iter_mut().zip(values).for_each(|(all, value)| all.push(value));
    }
    let shaped = |elements: Vec<Value>| Shaped::new(first.shape(), elements).into();
    Ok(ControlFlow::Next(results.map(shaped).into()))
}

fn at(value: &Value, place: usize) -> &Value {
    value.as_shaped().map_or(value, |shaped| &shaped.elements()[place])
}

/// The integers, `None` when one is poison.
pub(super) fn ints<'v, const N: usize>(values: &[&'v Value; N]) -> Result<Option<[&'v Int; N]>, Stop> {
    pick(values, |value| value.as_int())
}

/// The floating-point numbers, `None` when one is poison.
pub(super) fn floats<const N: usize>(values: &[&Value; N]) -> Result<Option<[Float; N]>, Stop> {
    pick(values, |value| value.as_float())
}

/// The complex numbers, `None` when one is poison.
pub(super) fn complexes<const N: usize>(values: &[&Value; N]) -> Result<Option<[[Float; 2]; N]>, Stop> {
    pick(values, |value| value.as_complex())
}

fn pick<'v, T, const N: usize>(
    values: &[&'v Value; N],
    of: impl Fn(&'v Value) -> Option<T>,
) -> Result<Option<[T; N]>, Stop> {
    let mut all = Vec::with_capacity(N);
    for value in values.iter().filter(|value| !value.is_poison()) {
        all.push(of(value).ok_or(Unsupported::Type)?);
    }
    Ok(all.try_into().ok())
}

/// Returns true when operands and results are all scalars, or all of one shape.
///
/// # Errors
/// When they are not.
pub(super) fn shaped_alike(m: &Machine<'_>, op: OpId) -> Result<(), Stop> {
    let program = m.program;
    let shape = |value| {
        let ty = program.value_type(value);
        match program.ctx().type_kind(ty) {
            TypeKind::Vector { shape, .. } => Some(shape.clone()),
            _ => None,
        }
    };
    let mut shapes = program.operands(op).chain(program.results(op)).map(shape);
    let first = shapes.next();
    if shapes.all(|other| first.as_ref() == Some(&other)) {
        Ok(())
    } else {
        Err(Unsupported::Malformed.into())
    }
}

/// Returns true when the scalars of all operands and results are integers or `index`.
///
/// # Errors
/// When one is not: poison of another type has no meaning there.
pub(super) fn only_integers(m: &Machine<'_>, op: OpId) -> Result<(), Stop> {
    only(m, op, |kind| matches!(kind, TypeKind::Integer { .. } | TypeKind::Index))
}

/// Returns true when the scalars of all operands and results are integers, `index` or floating-point numbers.
///
/// # Errors
/// When one is not.
pub(super) fn only_numbers(m: &Machine<'_>, op: OpId) -> Result<(), Stop> {
    only(m, op, |kind| matches!(kind, TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)))
}

/// Returns true when the scalars of all operands and results are of some kind.
pub(super) fn only(m: &Machine<'_>, op: OpId, is: impl Fn(&TypeKind) -> bool) -> Result<(), Stop> {
    let program = m.program;
    let mut values = program.operands(op).chain(program.results(op));
    let good = |value| is(program.ctx().type_kind(m.element_type(program.value_type(value))));
    if values.all(good) { Ok(()) } else { Err(Unsupported::Type.into()) }
}
