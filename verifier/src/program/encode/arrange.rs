//! Operations that combine elements of one vector. Those that move elements are what patterns say of them.

use assay_ir::data::{AttrId, AttrKind, OpId, TypeId};

use super::attributes::counts;
use super::encoder::Missing;
use super::machine::{Machine, Run};
use crate::values::expr::Sort;
use crate::values::meaning::arrange::{linear, places, shape_of};
use crate::values::meaning::{self, Attribute, Element, Layout, Scalar, Subject, Value};

pub(super) const OPS: &[(&str, Run)] =
    &[("vector.multi_reduction", reduce_dims), ("vector.reduction", reduce)];

impl Machine<'_, '_> {
    /// The elements of a constant.
    pub(super) fn constant(
        &mut self,
        ty: TypeId,
        attr: AttrId,
        layout: &Layout,
    ) -> Result<Vec<Scalar>, Missing> {
        let subject = Subject {
            ctx: self.program.ctx(),
            name: "arith.constant",
            operands: &[],
            operand_elements: &[],
            results: std::slice::from_ref(layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Known(attr),
        };
        let encoder = &mut *self.encoder;
        let done = meaning::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let mut done = done.map_err(|lack| Missing::of("memref.global", lack))?;
        Ok(done.results.swap_remove(0).elements)
    }

    /// Two numbers combined by the operation of this name.
    pub(super) fn combined(
        &mut self,
        op: OpId,
        name: &str,
        pair: [Scalar; 2],
        element: Element,
    ) -> Result<Scalar, Missing> {
        let width = self.pool().width(pair[0].bits);
        let layout = Layout { shape: None, element, width };
        let operands = pair.map(|scalar| Value { shape: None, elements: vec![scalar] });
        let ty = self.program.ctx().index();
        let subject = Subject {
            ctx: self.program.ctx(),
            name,
            operands: &operands,
            operand_elements: &[element, element],
            results: std::slice::from_ref(&layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Absent,
        };
        let encoder = &mut *self.encoder;
        let done = meaning::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let done = done.map_err(|lack| Missing::of(self.program.op_name(op), lack))?;
        self.undefined_if(done.undefined);
        Ok(done.results[0].elements[0])
    }
}

/// The operation of `arith` that combines two elements of a reduction; those of floating-point numbers leave their order
/// open.
fn combining(m: &Machine<'_, '_>, op: OpId) -> Result<&'static str, Missing> {
    let ctx = m.program.ctx();
    let attr = m.program.attr(op, m.ident("kind")).map(|attr| ctx.attr_kind(attr));
    let text = match attr {
        Some(AttrKind::Opaque { body, .. }) => ctx.str(*body),
        Some(AttrKind::Dialect { params, .. }) => match params.first().map(|only| ctx.attr_kind(*only)) {
            Some(AttrKind::String { text, .. }) => ctx.str(*text),
            _ => "",
        },
        _ => "",
    };
    Ok(match text.split_whitespace().next_back().unwrap_or_default() {
        "add" => "arith.addi",
        "mul" => "arith.muli",
        "and" => "arith.andi",
        "or" => "arith.ori",
        "xor" => "arith.xori",
        "minui" => "arith.minui",
        "minsi" => "arith.minsi",
        "maxui" => "arith.maxui",
        "maxsi" => "arith.maxsi",
        _ => return Err(m.lacks_attribute(op)),
    })
}

/// What is combined is an integer, whose combinations have no order.
fn combined_all(
    m: &mut Machine<'_, '_>,
    op: OpId,
    first: Scalar,
    rest: &[Scalar],
) -> Result<Scalar, Missing> {
    let name = combining(m, op)?;
    let parent = m.program.parent_op(op).map(|parent| m.program.op_name(parent));
    if !matches!(m.pool().sort(first.bits), Sort::Bits(_)) || parent == Some("vector.mask") {
        return Err(m.lacks_types(op));
    }
    rest.iter().try_fold(first, |sum, one| m.combined(op, name, [sum, *one], Element::Integer))
}

fn reduce(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let source = m.numbers(op, 0)?;
    let (first, rest) = match m.program.operand_count(op) {
        1 => {
            source.elements.split_first().map(|(first, rest)| (*first, rest)).ok_or_else(|| m.lacking(op))?
        }
        _ => (m.scalar(op, 1)?, &source.elements[..]),
    };
    let sum = combined_all(m, op, first, rest)?;
    m.bind_value(op, Value { shape: None, elements: vec![sum] })
}

fn reduce_dims(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (source, start) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let reduced = counts(m, op, "reduction_dims")?;
    let mut sums: Vec<Vec<Scalar>> = vec![Vec::new(); start.elements.len()];
    for (place, element) in places(shape_of(&source)).iter().zip(&source.elements) {
        let kept = place.iter().enumerate().filter(|(dim, _)| !reduced.contains(dim));
        let kept: Vec<u64> = kept.map(|(_, at)| *at).collect();
        sums.get_mut(linear(shape_of(&start), &kept)).ok_or_else(|| m.lacking(op))?.push(*element);
    }
    let mut elements = Vec::with_capacity(sums.len());
    for (first, rest) in start.elements.iter().zip(sums) {
        elements.push(combined_all(m, op, *first, &rest)?);
    }
    m.bind_value(op, Value { shape: start.shape, elements })
}
