//! Programs with other types in the place of some: of values, in the types of functions, and inside of tensors, vectors and memory.
//! Which types these are is for the caller to say. Evaluates nothing.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::data::{AttrId, AttrKind, Context, Ident, OpId, Program, TypeId, TypeKind, ValueId};
use crate::spec::{has_records, with_element};
use crate::text::type_text;

/// The attribute of an operation with the types that it had.
const TYPES: &str = "assay.types";

/// Puts types in the place of others. An operation of which MLIR knows nothing has the types that it had as an attribute, so that two
/// which differ in these alone still differ.
pub fn retype(program: &mut Program, by: &dyn Fn(TypeId) -> Option<TypeId>) {
    let ctx = Arc::clone(program.ctx());
    let mut types = Types { ctx: &ctx, by, made: FxHashMap::default() };
    let ops: Vec<OpId> = program.walk(program.top()).collect();
    // The types before, all of which have to be read before the first one is replaced.
    let had: Vec<Option<AttrId>> = ops.iter().map(|op| types.had(program, *op)).collect();
    for (op, had) in ops.iter().copied().zip(had) {
        let results = program.results(op);
        let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
        let arguments = blocks.flat_map(|block| program.block(*block).arguments.to_vec());
        for value in results.chain(arguments).collect::<Vec<ValueId>>() {
            let old = program.value_type(value);
            let new = types.converted(old);
            if new != old {
                program.set_value_type(value, new);
            }
        }
        let data = program.op(op);
        let (properties, attributes) = (data.properties, data.attributes);
        let new = types.dictionary(properties);
        if new != properties {
            program.set_properties(op, new);
        }
        let mut new = types.dictionary(attributes);
        if let Some(had) = had {
            let entries = ctx.entries(new).iter().copied().chain([(ctx.ident(TYPES), had)]);
            new = ctx.dictionary(entries.collect::<Vec<_>>());
        }
        if new != attributes {
            program.set_attributes(op, new);
        }
    }
}

/// A type with others in the place of it or of its parts.
pub(super) fn replaced(ctx: &Context, ty: TypeId, by: &dyn Fn(TypeId) -> Option<TypeId>) -> TypeId {
    Types { ctx, by, made: FxHashMap::default() }.converted(ty)
}

/// Types with others in their place.
struct Types<'t> {
    ctx: &'t Context,
    by: &'t dyn Fn(TypeId) -> Option<TypeId>,
    made: FxHashMap<TypeId, TypeId>,
}

impl Types<'_> {
    fn converted(&mut self, ty: TypeId) -> TypeId {
        if let Some(known) = self.made.get(&ty) {
            return *known;
        }
        let new = (self.by)(ty).unwrap_or_else(|| self.inside(ty));
        self.made.insert(ty, new);
        new
    }

    fn inside(&mut self, ty: TypeId) -> TypeId {
        let ctx = self.ctx;
        match ctx.type_kind(ty) {
            TypeKind::Function { inputs, results } => {
                let [inputs, results] =
                    [inputs, results].map(|list| list.iter().map(|ty| self.converted(*ty)).collect());
                ctx.ty(TypeKind::Function { inputs, results })
            }
            TypeKind::Tuple(list) => {
                let list = list.iter().map(|ty| self.converted(*ty)).collect();
                ctx.ty(TypeKind::Tuple(list))
            }
            _ => match ctx.element_type(ty) {
                Some(element) => {
                    let new = self.converted(element);
                    if new == element { ty } else { with_element(ctx, ty, new) }
                }
                None => ty,
            },
        }
    }

    fn dictionary(&mut self, dictionary: AttrId) -> AttrId {
        let ctx = self.ctx;
        let entries = ctx.entries(dictionary);
        let new: Vec<(Ident, AttrId)> =
            entries.iter().map(|(name, attr)| (*name, self.attr(*attr))).collect();
        if new.iter().eq(entries.iter()) { dictionary } else { ctx.dictionary(new) }
    }

    fn attr(&mut self, attr: AttrId) -> AttrId {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Type(ty) => {
                let new = self.converted(*ty);
                if new == *ty { attr } else { ctx.type_attr(new) }
            }
            AttrKind::Array(list) => {
                let new: Box<[AttrId]> = list.iter().map(|one| self.attr(*one)).collect();
                if new == *list { attr } else { ctx.attr(AttrKind::Array(new)) }
            }
            _ => attr,
        }
    }

    /// The types of operands and results of an operation, as a text; `None` where they stay, or its dialect is one that is known.
    fn had(&mut self, program: &Program, op: OpId) -> Option<AttrId> {
        let dialect = program.op_name(op).split('.').next().unwrap_or_default();
        let types: Vec<TypeId> =
            program.operands(op).chain(program.results(op)).map(|value| program.value_type(value)).collect();
        let changes = types.iter().any(|ty| self.converted(*ty) != *ty);
        let text = || types.iter().map(|ty| type_text(self.ctx, *ty)).collect::<Vec<_>>().join(", ");
        (changes && !has_records(dialect)).then(|| self.ctx.string_attr(&text()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Source;
    use crate::text::{self, PrintOptions};

    #[test]
    fn types_are_replaced_wherever_they_stand() {
        let text = "func.func @f(%a: !own.t, %b: tensor<2x!own.t>, %c: !own.u) -> !own.t {
  %r = \"own.f\"(%a, %b, %c) {ty = !own.t, all = [!own.t, i8]} : (!own.t, tensor<2x!own.t>, !own.u) -> !own.t
  return %r : !own.t
}";
        let ctx = Context::new();
        let mut program = text::parse(&ctx, &Source::new("f.mlir", text)).program;
        let own = text::parse_type(&ctx, "!own.t").expect("a type");
        retype(&mut program, &|ty| (ty == own).then(|| ctx.integer(24)));
        let shown = text::print(&program, &PrintOptions::default());
        let expected = "func.func @f(%arg0: i24, %arg1: tensor<2xi24>, %arg2: !own.u) -> i24 {
  %0 = \"own.f\"(%arg0, %arg1, %arg2) {all = [i24, i8], assay.types = \"!own.t, tensor<2x!own.t>, !own.u, !own.t\", ty = i24} : (i24, tensor<2xi24>, !own.u) -> i24
  return %0 : i24
}
";
        assert_eq!(shown, expected);
    }
}
