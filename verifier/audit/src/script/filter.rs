//! The conditions of `transform.structured.match` on one operation.

use std::rc::Rc;

use assay_ir::data::{AttrId, Ident, OpId, Program, TypeId};

use super::kinds::{self, Interface, Names};
use super::text;

/// The conditions of a match on an operation.
#[derive(Clone, Debug)]
pub struct Filter {
    pub(super) names: Names,
    pub(super) interface: Option<Interface>,
    pub(super) attributes: Vec<(Ident, AttrId)>,
    pub(super) result: Option<TypeId>,
    pub(super) operands: Option<Vec<TypeId>>,
}

impl Filter {
    /// The conditions of an operation of a script.
    pub fn read(program: &Program, op: OpId) -> Filter {
        let ctx = program.ctx();
        let ty = |name: &str| ctx.as_type(text::attr(program, op, name)?);
        let interface = match text::number(program, op, "interface") {
            Some(0) => Some(Interface::Linalg),
            Some(1) => Some(Interface::Tiling),
            Some(2) => Some(Interface::Loop),
            _ => None,
        };
        let operands = text::attr(program, op, "filter_operand_types")
            .and_then(|list| text::elements(program, list).iter().map(|ty| ctx.as_type(*ty)).collect());
        let attributes =
            text::attr(program, op, "op_attrs").map_or_else(Vec::new, |list| ctx.entries(list).to_vec());
        Filter {
            names: text::searched_names(program, op),
            interface,
            attributes,
            result: ty("filter_result_type"),
            operands,
        }
    }

    /// Everything but the names, to tell questions apart.
    pub(super) fn others(&self, op: OpId, program: &Program) -> Rc<[(Ident, AttrId)]> {
        let mut others = self.attributes.clone();
        for key in ["interface", "filter_result_type", "filter_operand_types"] {
            if let Some(value) = text::attr(program, op, key) {
                others.push((program.ctx().ident(key), value));
            }
        }
        others.into()
    }

    /// Tells if an operation of a program fits.
    pub fn fits(&self, program: &Program, op: OpId) -> bool {
        let name = program.op(op).name;
        let implements = |interface| kinds::implements(interface, program.ctx().str(name)) == Some(true);
        self.names.as_ref().is_none_or(|names| names.contains(&name))
            && self.interface.is_none_or(implements)
            && self.attributes.iter().all(|(key, value)| program.attr(op, *key) == Some(*value))
            && self.types_fit(program, op)
    }

    /// Tells if the types of an operation of a program fit.
    pub(super) fn types_fit(&self, program: &Program, op: OpId) -> bool {
        let results: Vec<TypeId> = program.results(op).map(|value| program.value_type(value)).collect();
        if self.result.is_some_and(|ty| results != [ty]) {
            return false;
        }
        let mut operands = program.operands(op).map(|value| program.value_type(value));
        match self.operands.as_deref() {
            None => true,
            Some([one]) => operands.all(|ty| ty == *one),
            Some(list) => operands.eq(list.iter().copied()),
        }
    }
}
