//! The types of the values of a pattern at the types of one sample: written, bound or inferred.

use assay_ir::data::{Ident, OpId, TypeId};
use assay_ir::spec::infer_results;

use super::builder::{Builder, EncodeError};
use crate::pattern::model::{AttrRef, OpRef, TypeRef, ValueRef};
use assay_semantics::Layout;

impl Builder<'_> {
    pub(super) fn type_of(&self, ty: TypeRef) -> Result<TypeId, EncodeError> {
        match ty {
            TypeRef::Matched(ty) => {
                let class = self.classes.ty(ty);
                self.types.of.get(&class).copied().ok_or(EncodeError::IllTyped)
            }
            TypeRef::Constant(ty) => Ok(self.types.instead_of(ty)),
            TypeRef::Open => Err(EncodeError::IllTyped),
        }
    }

    pub(super) fn layout(&self, ty: TypeId, op: OpId) -> Result<Layout, EncodeError> {
        let ctx = self.registry.ctx();
        let elements = || Layout::of_elements(ctx, ty, self.types.index).filter(|_| self.elements);
        Layout::for_type(ctx, ty, self.types.index).or_else(elements).ok_or_else(|| {
            EncodeError::Unsupported {
                what: format!("values of type `{}`", assay_ir::text::type_text(self.registry.ctx(), ty)),
                op,
            }
        })
    }

    /// Types of the results; those of a created operation that writes none are inferred.
    pub(super) fn result_types(&self, op: OpRef) -> Result<Vec<TypeId>, EncodeError> {
        match op {
            OpRef::Node(node) => self.model.nodes[node]
                .results
                .iter()
                .map(|value| self.type_of(TypeRef::Matched(self.model.values[*value].ty)))
                .collect(),
            OpRef::Created(index) => {
                // The operands of an operation were created before it.
                loop {
                    let known = self.made_types.borrow();
                    if let Some(types) = known.get(index) {
                        return types.clone();
                    }
                    let next = known.len();
                    drop(known);
                    let created = &self.model.created[next];
                    let types: Result<Vec<TypeId>, EncodeError> =
                        created.results.iter().map(|ty| self.type_of(*ty)).collect();
                    let types = types.or_else(|_| self.inferred(next));
                    self.made_types.borrow_mut().push(types);
                }
            }
        }
    }

    fn inferred(&self, index: usize) -> Result<Vec<TypeId>, EncodeError> {
        let created = &self.model.created[index];
        let spec = self.registry.op(created.name).ok_or(EncodeError::IllTyped)?;
        let operands: Result<Vec<TypeId>, EncodeError> =
            created.operands.iter().map(|value| self.given_type(index, *value)).collect();
        let operands = operands?;
        let attribute = |name: Ident| {
            let (_, attribute) = created.attributes.iter().find(|(known, _)| *known == name)?;
            match attribute {
                AttrRef::Constant(attr) => Some(*attr),
                AttrRef::Matched(attribute) => {
                    self.classes.attribute_constant(self.classes.attribute(*attribute))
                }
                _ => None,
            }
        };
        let types = infer_results(self.registry.ctx(), spec, &operands, &attribute);
        let types = types.ok_or_else(|| self.native_of(index))?;
        Ok(types.into_iter().map(|ty| self.types.instead_of(ty)).collect())
    }

    /// The type of an operand of a created operation.
    fn given_type(&self, index: usize, value: ValueRef) -> Result<TypeId, EncodeError> {
        match value {
            ValueRef::Created(earlier, _) if earlier >= index => Err(EncodeError::IllTyped),
            other => self.value_type(other),
        }
    }

    /// The lack of a created operation that native code makes.
    fn native_of(&self, created: usize) -> EncodeError {
        EncodeError::Native(self.model.created[created].op)
    }

    pub(super) fn value_type(&self, value: ValueRef) -> Result<TypeId, EncodeError> {
        match value {
            ValueRef::Created(created, index) => {
                self.result_types(OpRef::Created(created))?.get(index).copied().ok_or(EncodeError::IllTyped)
            }
            other => self.type_of(self.model.type_of(other)),
        }
    }
}
