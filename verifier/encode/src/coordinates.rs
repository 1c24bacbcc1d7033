//! `affine.delinearize_index` and `affine.linearize_index`: a number as coordinates in a basis, and back.

use assay_ir::affine::Operator;
use assay_ir::data::OpId;

use crate::affine::{Evaluation, wraps_signed};
use crate::attributes::{DYNAMIC, groups, has_unit, integers};
use crate::layout::INDEX;
use crate::machine::{Run, SymbolicExecutor};
use crate::state::Item;
use crate::unsupported::EncodeError;
use assay_semantics::{Scalar, Value};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] =
    &[("affine.delinearize_index", delinearize), ("affine.linearize_index", linearize)];

/// The elements of a basis, those that it leaves open from `computed`, in order.
fn basis(m: &mut SymbolicExecutor<'_, '_>, op: OpId, computed: &[Item]) -> Result<Vec<Scalar>, EncodeError> {
    let mut left = computed.iter();
    let mut out = Vec::new();
    for number in integers(m, op, "static_basis")? {
        out.push(match number {
            DYNAMIC => {
                let item = left.next().ok_or_else(|| m.unsupported(op))?;
                m.argument(op, item)?
            }
            known => {
                let bits = m.pool().number(INDEX, known as u128);
                m.sound(bits)
            }
        });
    }
    Ok(out)
}

/// "{x / (B * C), (x mod (B * C)) / C, x mod C}". Elements of the basis, and their product, are positive, or the behaviour is
/// undefined. A number that an outer bound excludes is poison.
fn delinearize(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let count = m.program.result_count(op);
    let (linear, computed) = (m.scalar(op, 0)?, m.items(op, 1)?);
    let basis = basis(m, op, &computed)?;
    let inner = match basis.len() {
        length if length == count && count > 0 => &basis[1..],
        length if length + 1 == count => &basis[..],
        _ => return Err(m.unsupported(op)),
    };
    let mut product = m.pool().number(INDEX, 1);
    for element in &basis {
        let zero = m.pool().zero(INDEX);
        let not_positive = m.pool().compare(Compare::SLe, element.bits, zero);
        let wraps = wraps_signed(m.pool(), Binary::Mul, product, element.bits);
        let wrong = m.pool().any([element.poison, not_positive, wraps]);
        m.undefined_if(wrong);
        product = m.pool().binary(Binary::Mul, product, element.bits);
    }
    let mut poison = linear.poison;
    if basis.len() == count {
        // Below zero it is a large number without a sign.
        let inside = m.pool().compare(Compare::ULt, linear.bits, product);
        let outside = m.pool().not(inside);
        poison = m.pool().or(poison, outside);
    }
    let mut evaluation = Evaluation::new(m.pool(), &[], &[]);
    let (mut rest, mut places) = (linear.bits, Vec::with_capacity(count));
    for element in inner.iter().rev() {
        places.push(evaluation.quotient(Operator::Mod, rest, *element));
        rest = evaluation.quotient(Operator::FloorDiv, rest, *element);
    }
    places.push(rest);
    let divisions = evaluation.end().1;
    m.encoder.relate(divisions);
    let number = |bits: TermId| Item::Numbers(Value { shape: None, elements: vec![Scalar { bits, poison }] });
    m.bind(op, places.into_iter().rev().map(number).collect())
}

/// "sum(i = 0 to N-1) %idx_i * product(j = i + 1 to N-1) B_j"; a number on the way that does not fit `index` is poison, and so is a
/// broken `disjoint`.
fn linearize(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [indices, computed] = groups::<2>(m, op)?;
    let basis = basis(m, op, &computed)?;
    let indices: Vec<Scalar> = indices.iter().map(|index| m.argument(op, index)).collect::<Result<_, _>>()?;
    let outer = match indices.len().checked_sub(basis.len()) {
        Some(outer) if outer <= 1 => outer,
        _ => return Err(m.unsupported(op)),
    };
    let disjoint = has_unit(m, op, "disjoint");
    let pool = m.pool();
    let (zero, one) = (pool.zero(INDEX), pool.number(INDEX, 1));
    let mut poison = pool.any(basis.iter().chain(&indices).map(|number| number.poison));
    for (at, element) in basis.iter().enumerate().filter(|_| disjoint) {
        let index = indices[at + outer].bits;
        let below = pool.compare(Compare::SLt, index, element.bits);
        let beyond = pool.not(below);
        let negative = pool.compare(Compare::SLt, index, zero);
        let negative_element = pool.compare(Compare::SLt, element.bits, zero);
        poison = pool.any([poison, beyond, negative_element]);
        if at + outer > 0 {
            poison = pool.or(poison, negative);
        }
    }
    let (mut sum, mut stride) = (zero, one);
    for (at, index) in indices.iter().enumerate().rev() {
        let wraps = wraps_signed(pool, Binary::Mul, index.bits, stride);
        let part = pool.binary(Binary::Mul, index.bits, stride);
        let leaves = wraps_signed(pool, Binary::Add, sum, part);
        sum = pool.binary(Binary::Add, sum, part);
        poison = pool.any([poison, wraps, leaves]);
        if let Some(element) = at.checked_sub(outer).filter(|_| at > 0).map(|at| basis[at].bits) {
            let wraps = wraps_signed(pool, Binary::Mul, stride, element);
            stride = pool.binary(Binary::Mul, stride, element);
            poison = pool.or(poison, wraps);
        }
    }
    m.bind_value(op, Value { shape: None, elements: vec![Scalar { bits: sum, poison }] })
}
