//! Promises about what a native rewrite makes: operations, and the types and operations that its results are. Reads them, and
//! finds the results of a call that they determine.

use super::read::{CREATES, INDEX, REPLACES, Reader};
use super::signature::Own;
use super::{Entity, Form, Product, RangeOf, Role, Summary};
use crate::data::{AttrId, AttrKind, Ident, OpId, Program, TypeId};
use crate::pdl::Bound;

impl Reader<'_> {
    /// The names of the operations that a rewrite makes.
    pub(super) fn creates(&mut self, op: OpId) -> Vec<Ident> {
        let names = self.texts(op, CREATES).filter(|names| names.iter().all(|name| name.contains('.')));
        let Some(names) = names else {
            self.error(
                op,
                "`assay.creates` is the full name of an operation in quotes, or a list of such names",
            );
            return Vec::new();
        };
        names.iter().map(|name| self.ctx.ident(name)).collect()
    }

    /// A promise about a result.
    pub(super) fn product(
        &mut self,
        op: OpId,
        place: &str,
        (index, form): (usize, &Form),
        extra: &Own,
        summary: &mut Summary,
    ) {
        let before = summary.products.len();
        for (name, value) in extra {
            let read = match name.as_str() {
                "assay.type" | "assay.flags" | INDEX => continue,
                "assay.returns_type_of" => self.type_of(*value, form, summary),
                "assay.result_type" => self.types(*value, form),
                "assay.returns_operation" => self.operation(*value, form, summary),
                "assay.returns_value" => self.value(*value, form, summary),
                _ => Err("is not known of a result; known are assay.returns_type_of, assay.result_type, \
                          assay.returns_operation, assay.returns_value, assay.type, assay.flags, assay.index"),
            };
            match read {
                Ok(_) if summary.role == Role::Constraint => {
                    self.error(op, format!("{place}: `{name}` can only be promised by a rewrite"));
                }
                Ok(product) => summary.products.push((index, product)),
                Err(why) => self.error(op, format!("{place}: `{name}` {why}")),
            }
        }
        if summary.products.len() > before + 1 {
            self.error(op, format!("{place} has two promises, of which one is enough"));
        }
    }

    fn type_of(&self, value: AttrId, form: &Form, summary: &Summary) -> Result<Product, &'static str> {
        if form.entity() != Entity::Type {
            return Err("can be said of a type");
        }
        let carries = [Entity::Value, Entity::Attribute];
        self.argument(value, summary, &carries)
            .map(Product::TypeOf)
            .ok_or("is the number of an argument that is a value or an attribute")
    }

    fn operation(&self, value: AttrId, form: &Form, summary: &Summary) -> Result<Product, &'static str> {
        if form.entity() != Entity::Operation {
            return Err("can be said of an operation");
        }
        self.argument(value, summary, &[Entity::Operation])
            .map(Product::Operation)
            .ok_or("is the number of an argument that is an operation")
    }

    fn value(&self, value: AttrId, form: &Form, summary: &Summary) -> Result<Product, &'static str> {
        if form.entity() != Entity::Value {
            return Err("can be said of a value");
        }
        self.argument(value, summary, &[Entity::Value])
            .map(Product::Value)
            .ok_or("is the number of an argument that is a value")
    }

    fn types(&self, value: AttrId, form: &Form) -> Result<Product, &'static str> {
        let one = |attr: AttrId| match self.ctx.attr_kind(attr) {
            AttrKind::Type(ty) => Some(*ty),
            _ => None,
        };
        let types: Option<Vec<TypeId>> = match self.ctx.attr_kind(value) {
            AttrKind::Array(list) => list.iter().map(|item| one(*item)).collect(),
            _ => one(value).map(|ty| vec![ty]),
        };
        let several = form.entity() == Entity::Operation;
        match form.entity() {
            Entity::Range(_) => Err("cannot be said of a range"),
            _ => types
                .filter(|types| several || types.len() == 1)
                .map(Product::Types)
                .ok_or("is a type, or of an operation a list of types"),
        }
    }

    /// The number of an argument of one of these kinds.
    fn argument(&self, value: AttrId, summary: &Summary, kinds: &[Entity]) -> Option<usize> {
        let AttrKind::Integer { value, .. } = self.ctx.attr_kind(value) else { return None };
        let index = usize::try_from(value.to_i64()?).ok()?;
        let entity = summary.arguments.get(index)?.form.entity();
        kinds.contains(&entity).then_some(index)
    }

    /// The promises of a rewrite together.
    pub(super) fn whole(&mut self, op: OpId, summary: &mut Summary) {
        let count =
            |kinds: &[Entity]| summary.results.iter().filter(|form| kinds.contains(&form.entity())).count();
        let (operations, values) = (count(&[Entity::Operation]), count(&[Entity::Value]));
        let ranges = count(&[Entity::Range(RangeOf::Values), Entity::Range(RangeOf::Operations)]);
        if let Some(value) = self.program.attr(op, self.ctx.ident(REPLACES)) {
            summary.replaces = self.argument(value, summary, &[Entity::Operation]);
            if summary.replaces.is_none() {
                self.error(op, "`assay.replaces` is the number of an argument that is an operation");
            }
            if summary.creates.is_empty() {
                self.error(op, "`assay.replaces` needs `assay.creates`: what replaces the operation");
            }
        }
        if summary.creates.is_empty() {
            return;
        }
        if summary.pure || summary.discardable || summary.has_body() {
            self.error(op, "what makes operations is not `assay.pure`, and has no body");
        }
        if operations + values > 1 || ranges > 0 {
            self.error(op, "what makes operations gives the last one of them, or its result, or neither");
        }
    }
}

/// The results of a call that its summary determines; `None` for one that it does not. Nothing in the program changes.
pub fn produced(program: &Program, summary: &Summary, arguments: &[Bound]) -> Vec<Option<Bound>> {
    let one = |index: usize| match summary.product(index)? {
        Product::Operation(argument) => match arguments.get(*argument)? {
            Bound::Operation(op) => Some(Bound::Operation(*op)),
            _ => None,
        },
        Product::Value(argument) => match arguments.get(*argument)? {
            Bound::Value(value) => Some(Bound::Value(*value)),
            _ => None,
        },
        Product::TypeOf(argument) => match arguments.get(*argument)? {
            Bound::Value(value) => Some(Bound::Type(program.value_type(*value))),
            Bound::Attribute(Some(attr)) => type_of(program, *attr).map(Bound::Type),
            _ => None,
        },
        Product::Types(types) => match (summary.results[index].entity(), types.as_slice()) {
            (Entity::Type, [ty]) => Some(Bound::Type(*ty)),
            _ => None,
        },
    };
    (0..summary.results.len()).map(one).collect()
}

/// The type that an attribute carries, or is.
fn type_of(program: &Program, attr: AttrId) -> Option<TypeId> {
    match program.ctx().attr_kind(attr) {
        AttrKind::Type(ty) => Some(*ty),
        _ => program.ctx().attr_type(attr),
    }
}
