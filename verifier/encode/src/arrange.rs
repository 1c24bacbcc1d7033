//! Operations that combine elements of one vector. Those that move elements are what patterns say of them.

use assay_ir::data::{AttrId, OpId, TypeId};

use crate::computed::computed;
use crate::machine::{Run, SymbolicExecutor};
use crate::unsupported::EncodeError;
use assay_semantics::{self, Attribute, Element, Layout, OpInstance, Scalar, Value};

pub(crate) const OPS: &[(&str, Run)] =
    &[("vector.multi_reduction", unmasked), ("vector.reduction", unmasked)];

impl SymbolicExecutor<'_, '_> {
    /// The elements of a constant.
    pub(crate) fn constant(
        &mut self,
        ty: TypeId,
        attr: AttrId,
        layout: &Layout,
    ) -> Result<Vec<Scalar>, EncodeError> {
        let subject = OpInstance {
            ctx: self.program.ctx(),
            name: "arith.constant",
            operands: &[],
            operand_elements: &[],
            results: std::slice::from_ref(layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Known(attr),
        };
        let encoder = &mut *self.encoder;
        let done = assay_semantics::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let mut done = done.map_err(|lack| EncodeError::for_op("memref.global", lack))?;
        Ok(done.results.swap_remove(0).elements)
    }

    /// Two numbers combined by the operation of this name.
    pub(crate) fn combined(
        &mut self,
        op: OpId,
        name: &str,
        pair: [Scalar; 2],
        element: Element,
    ) -> Result<Scalar, EncodeError> {
        let width = self.pool().width(pair[0].bits);
        let layout = Layout { shape: None, element, width };
        let operands = pair.map(|scalar| Value { shape: None, elements: vec![scalar] });
        let ty = self.program.ctx().index();
        let subject = OpInstance {
            ctx: self.program.ctx(),
            name,
            operands: &operands,
            operand_elements: &[element, element],
            results: std::slice::from_ref(&layout),
            result_types: &[ty],
            attribute: &|_| Attribute::Absent,
        };
        let encoder = &mut *self.encoder;
        let done = assay_semantics::execute(&mut encoder.pool, &mut encoder.roles, &subject);
        let done = done.map_err(|lack| EncodeError::for_op(self.program.op_name(op), lack))?;
        self.undefined_if(done.undefined);
        Ok(done.results[0].elements[0])
    }
}

/// A reduction as patterns mean it, which take for granted that no mask is around it.
fn unmasked(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let parent = m.program.parent_op(op).map(|parent| m.program.op_name(parent));
    if parent == Some("vector.mask") { Err(m.lacks_types(op)) } else { computed(m, op) }
}
