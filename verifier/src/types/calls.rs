//! Calls of native code as parts of a [`Question`](super::Question): unknowns for what it makes, and what its summary says of
//! them. [`super::natives`] is what a summary says by itself.

use std::sync::Arc;

use assay_ir::data::{AttrKind, Ident, OpId, ValueId, known as names};
use assay_ir::natives::{Product, Role, Summary};
use assay_ir::pdl::PdlOp;

use super::fits::constant_type;
use super::lower::Lowering;
use super::natives;
use super::question::{Fact, Origin, Part};
use crate::verdict::Unknown;
use assay_type_solver::candidates::Sort;
use assay_type_solver::term::{Formula, Term};

impl Lowering<'_> {
    /// A native function that is the whole rewrite. What it makes has the types of what it replaces.
    pub(super) fn external_rewrite(&mut self, op: OpId, name: Ident) {
        match self.summary(op, name, Role::Rewrite).filter(|summary| acts_as_described(summary)) {
            Some(summary) => self.assume(name, &summary),
            None => {
                let why = self.native_code(name, op);
                self.question.borrow_mut().undecided.push(why);
            }
        }
    }

    pub(super) fn native_rewrite(&mut self, op: OpId, name: Ident) {
        let summary = self.summary(op, name, Role::Rewrite);
        let touches = |value: ValueId| {
            let ty = self.program.value_type(value);
            let harmless = [names::T_ATTRIBUTE, names::T_TYPE].map(|name| self.ctx.pdl_type(name));
            !harmless.contains(&ty) && ty != self.ctx.pdl_range(names::T_TYPE)
        };
        let described = summary.as_deref().is_some_and(acts_as_described);
        if !described && self.program.operands(op).any(touches) {
            let why = self.native_code(name, op);
            self.question.borrow_mut().undecided.push(why);
        }
        let fact = self.results(op, summary.as_deref());
        if let (true, Some(summary)) = (fact != Formula::True, &summary) {
            self.question.borrow_mut().made.push(Fact { formula: fact, op });
            self.assume(name, summary);
        }
    }

    fn assume(&self, name: Ident, summary: &Summary) {
        let name = self.ctx.str(name);
        let text = format!("native rewrite {name} does what its summary says ({})", summary.at.0);
        self.question.borrow_mut().assumed.push(text);
    }

    pub(super) fn summary(&self, op: OpId, name: Ident, role: Role) -> Option<Arc<Summary>> {
        let (arguments, results) = (self.program.operands(op).count(), self.program.results(op).count());
        natives::summary(self.registry, self.ctx.str(name), role, arguments, results).cloned()
    }

    /// Unknowns for the results of native code, and what its summary says of them.
    pub(super) fn results(&mut self, op: OpId, summary: Option<&Summary>) -> Formula {
        let kinds = [names::T_ATTRIBUTE, names::T_TYPE].map(|name| self.ctx.pdl_type(name));
        let mut results = Vec::new();
        for value in self.program.results(op).collect::<Vec<_>>() {
            let ty = self.program.value_type(value);
            let sort = if ty == kinds[0] { Sort::Optional } else { Sort::Type };
            let term = self.fresh(Origin::Native(op), sort);
            self.terms.insert(value, term.clone());
            results.push(kinds.contains(&ty).then_some(term));
        }
        let Some(summary) = summary else { return Formula::True };
        let mut arguments = Vec::new();
        for value in self.program.operands(op).collect::<Vec<_>>() {
            arguments.push(match self.program.value_type(value) {
                ty if ty == kinds[0] => Some(self.attribute_term(value)),
                ty if ty == kinds[1] => Some(self.type_term(value)),
                _ => None,
            });
        }
        let products = self.products(op, summary);
        Formula::all([natives::says(self.registry.ctx(), summary, &arguments, &results), products])
    }

    /// What is promised of results.
    fn products(&mut self, op: OpId, summary: &Summary) -> Formula {
        let results: Vec<ValueId> = self.program.results(op).collect();
        let mut parts = Vec::new();
        for (index, product) in &summary.products {
            let value = results[*index];
            match product {
                Product::Operation(argument) => {
                    let given = self.program.operand(op, *argument);
                    let known = given.and_then(|given| self.results.get(&given)).cloned();
                    self.results.extend(known.map(|parts| (value, parts)));
                }
                // The types of a value are those of the one that it is.
                Product::TypeOf(argument) | Product::Value(argument) => {
                    let ty =
                        self.program.operand(op, *argument).and_then(|given| self.type_that_is_given(given));
                    parts.extend(ty.map(|ty| Formula::equal(self.terms[&value].clone(), ty)));
                }
                Product::Types(types) => {
                    let types: Vec<Term> = types.iter().map(|ty| constant_type(self.ctx, *ty)).collect();
                    parts.extend(self.of_types(value, types));
                }
            }
        }
        Formula::all(parts)
    }

    /// That a result is of these types, or is this one.
    fn of_types(&mut self, value: ValueId, types: Vec<Term>) -> Option<Formula> {
        let kind = self.program.value_type(value);
        if kind == self.ctx.pdl_type(names::T_OPERATION) {
            self.results.insert(value, types.into_iter().map(Part::One).collect());
            return None;
        }
        let term = match kind == self.ctx.pdl_type(names::T_ATTRIBUTE) {
            true => self.terms[&value].type_of(),
            false => self.terms[&value].clone(),
        };
        types.into_iter().next().map(|ty| Formula::equal(term, ty))
    }

    /// The type of a value, or that an attribute carries or is, as far as the pattern names it.
    fn type_that_is_given(&self, given: ValueId) -> Option<Term> {
        match self.pattern.definition(given) {
            Some(PdlOp::Attribute(attribute)) => match (attribute.constant(), attribute.ty()) {
                (Some(constant), _) => match self.ctx.attr_kind(constant) {
                    AttrKind::Type(ty) => Some(constant_type(self.ctx, *ty)),
                    _ => self.ctx.attr_type(constant).map(|ty| constant_type(self.ctx, ty)),
                },
                (None, ty) => ty.map(|ty| self.type_term(ty)),
            },
            _ => match self.value_parts(given).as_slice() {
                [Part::One(term)] => Some(term.clone()),
                _ => None,
            },
        }
    }

    pub(super) fn native_code(&self, name: Ident, op: OpId) -> Unknown {
        Unknown::Native { name: self.ctx.str(name).to_owned(), span: self.program.op(op).span }
    }
}

/// Tells if a summary says all that a rewrite does to the program.
fn acts_as_described(summary: &Summary) -> bool {
    summary.is_harmless() || !summary.creates.is_empty()
}
