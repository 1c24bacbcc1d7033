//! Native functions of the rewriting half: what their summaries say that they make. Without a summary one that sees and gives
//! nothing but attributes and types is taken to make some.

use std::sync::Arc;

use assay_ir::data::{Ident, OpId, ValueId, known};
use assay_ir::natives::{Entity, Product, Role, Summary};
use smallvec::smallvec;

use super::super::counts;
use super::super::model::*;
use super::{Decoded, Decoder, ValueBinding, is_range};
use crate::verdict::Unknown;

impl Decoder<'_> {
    /// A native function that is the whole rewrite: the root, if it is named, is the first argument.
    pub(super) fn external_rewrite(&mut self, rewrite: OpId) -> Decoded<()> {
        let Some(summary) = self.described(rewrite) else { return Err(self.native(rewrite)) };
        if !summary.is_harmless() && summary.creates.is_empty() {
            return Err(self.native(rewrite));
        }
        self.perform(rewrite, &summary)
    }

    pub(super) fn native_rewrite(&mut self, op: OpId) -> Decoded<()> {
        let summary = self.described(op);
        if let Some(summary) = summary.filter(|summary| self.is_whole(op, summary)) {
            return self.perform(op, &summary);
        }
        let ctx = self.program.ctx();
        let one = [ctx.pdl_type(known::T_ATTRIBUTE), ctx.pdl_type(known::T_TYPE)];
        let many = [ctx.pdl_range(known::T_ATTRIBUTE), ctx.pdl_range(known::T_TYPE)];
        let harmless = |value: ValueId| {
            let ty = self.program.value_type(value);
            one.contains(&ty) || many.contains(&ty)
        };
        let pure = self.described(op).is_some_and(|summary| summary.is_harmless());
        let arguments_harmless = pure || self.program.operands(op).all(harmless);
        let results_harmless =
            self.program.results(op).all(|value| one.contains(&self.program.value_type(value)));
        let results: Vec<ValueId> = self.program.results(op).collect();
        if arguments_harmless && results_harmless {
            let call = self.call(op);
            self.model.makers.push(call);
            for result in results {
                self.created(result, None);
            }
            return Ok(());
        }
        if arguments_harmless || results.is_empty() {
            return Err(self.native(op));
        }
        // Blamed where the product is used, when it is; the call itself may change anything too.
        let name = self.native_name(op);
        let used = results.iter().find_map(|result| self.program.uses(*result).last());
        let place = used.map_or(op, |slot| self.program.operand_owner(slot));
        Err(Unknown::Native { name, span: self.program.op(place).span })
    }

    /// The summary of what a call runs, if it speaks of this many arguments and results.
    fn described(&self, op: OpId) -> Option<Arc<Summary>> {
        let (arguments, results) = (self.program.operands(op).count(), self.program.results(op).count());
        let fits = |summary: &&Arc<Summary>| {
            let same = summary.arguments.len() == arguments && summary.results.len() == results;
            summary.role == Role::Rewrite && same
        };
        self.registry.native(&self.native_name(op)).filter(fits).cloned()
    }

    /// Tells if a summary says all that a rewrite does to the program, and what each operation and value is that it gives.
    fn is_whole(&self, op: OpId, summary: &Summary) -> bool {
        let known = |(index, value): (usize, ValueId)| match summary.results[index].entity() {
            Entity::Attribute | Entity::Type => true,
            Entity::Operation | Entity::Value => {
                let known = matches!(summary.product(index), Some(Product::Operation(_) | Product::Value(_)));
                known || !summary.creates.is_empty() || self.program.uses(value).next().is_none()
            }
            Entity::Range(_) => !is_range(self.program, value),
        };
        let whole = summary.is_harmless() || !summary.creates.is_empty();
        whole && self.program.results(op).enumerate().all(known)
    }

    /// Does what the summary says.
    fn perform(&mut self, op: OpId, summary: &Summary) -> Decoded<()> {
        let call = self.call(op);
        self.model.makers.push(call);
        self.look_at_arguments(op);
        let target = match summary.replaces {
            Some(argument) => Some(self.operation_argument(op, argument)?),
            None => None,
        };
        let last = self.create_all(op, summary, target)?;
        if let (Some(target), Some(created)) = (target, last) {
            let by = OpRef::Created(created);
            let values = (0..self.model.result_count(by)).map(|index| self.model.result(by, index)).collect();
            self.step(op, Step::Replace { target, by: Some(by), values });
        }
        let results: Vec<ValueId> = self.program.results(op).collect();
        for (index, result) in results.into_iter().enumerate() {
            self.product(op, (index, result), summary, last)?;
        }
        Ok(())
    }

    /// Native code sees what it is given.
    fn look_at_arguments(&mut self, op: OpId) {
        for value in self.program.operands(op).collect::<Vec<_>>() {
            match self.meanings.get(&value) {
                Some(ValueBinding::Op(target) | ValueBinding::View(target, _)) => {
                    let target = *target;
                    self.step(op, Step::Read(target));
                }
                Some(ValueBinding::Values(values)) => {
                    let values = values.iter().copied().collect();
                    self.step(op, Step::Take(values));
                }
                _ => {}
            }
        }
    }

    /// The operations that native code makes; the last one of them.
    fn create_all(
        &mut self,
        op: OpId,
        summary: &Summary,
        target: Option<OpRef>,
    ) -> Decoded<Option<CreatedIx>> {
        let gives = |kind| (0..summary.results.len()).find(|index| summary.results[*index].entity() == kind);
        let product = gives(Entity::Operation).or(gives(Entity::Value));
        let Some((last, others)) = summary.creates.split_last() else { return Ok(None) };
        for name in others {
            let results = self.results_of_definition(*name).unwrap_or_default();
            self.native_creation(op, *name, results);
        }
        let results = match (target, product.map(|index| summary.product(index))) {
            (Some(target), _) => {
                let results =
                    (0..self.model.result_count(target)).map(|index| self.model.result(target, index));
                results.map(|value| self.model.type_of(value)).collect()
            }
            (None, Some(Some(Product::Types(types)))) => {
                types.iter().copied().map(TypeRef::Constant).collect()
            }
            (None, Some(_)) => self.results_of_definition(*last).ok_or_else(|| self.native(op))?,
            (None, None) => self.results_of_definition(*last).unwrap_or_default(),
        };
        Ok(Some(self.native_creation(op, *last, results)))
    }

    /// One result of a call.
    fn product(
        &mut self,
        op: OpId,
        (index, result): (usize, ValueId),
        summary: &Summary,
        last: Option<CreatedIx>,
    ) -> Decoded<()> {
        let product = summary.product(index);
        let meaning = match (summary.results[index].entity(), product, last) {
            (Entity::Type | Entity::Attribute, ..) => {
                let ty = self.product_type(op, product);
                self.created(result, ty);
                return Ok(());
            }
            (Entity::Operation, Some(Product::Operation(argument)), _) => {
                ValueBinding::Op(self.operation_argument(op, *argument)?)
            }
            (Entity::Operation, _, Some(created)) => ValueBinding::Op(OpRef::Created(created)),
            (Entity::Value, Some(Product::Value(argument)), _) => self.value_argument(op, *argument)?,
            (Entity::Value, _, Some(created)) if !self.model.created[created].results.is_empty() => {
                ValueBinding::Values(smallvec![ValueRef::Created(created, 0)])
            }
            _ if self.program.uses(result).next().is_none() => return Ok(()),
            _ => return Err(self.native(op)),
        };
        self.meanings.insert(result, meaning);
        Ok(())
    }

    /// An attribute or a type that native code makes.
    fn created(&mut self, result: ValueId, ty: Option<TypeRef>) {
        let is_type = self.program.value_type(result) == self.program.ctx().pdl_type(known::T_TYPE);
        let meaning = match is_type {
            true => ValueBinding::Types(smallvec![ty.unwrap_or(TypeRef::Open)]),
            false => ValueBinding::Attribute(AttrRef::Open),
        };
        self.meanings.insert(result, meaning);
    }

    /// The type that a result is, as far as the pattern names it.
    fn product_type(&self, op: OpId, product: Option<&Product>) -> Option<TypeRef> {
        match product? {
            Product::Types(types) => types.first().copied().map(TypeRef::Constant),
            Product::TypeOf(argument) => match self.meanings.get(&self.program.operand(op, *argument)?)? {
                ValueBinding::Values(values) => values.first().map(|value| self.model.type_of(*value)),
                ValueBinding::Attribute(AttrRef::Matched(attribute)) => {
                    self.model.attributes[*attribute].ty.map(TypeRef::Matched)
                }
                _ => None,
            },
            Product::Operation(_) | Product::Value(_) => None,
        }
    }

    fn value_argument(&self, op: OpId, argument: usize) -> Decoded<ValueBinding> {
        match self.program.operand(op, argument).and_then(|value| self.meanings.get(&value)) {
            Some(meaning @ ValueBinding::Values(_)) => Ok(meaning.clone()),
            _ => Err(self.native(op)),
        }
    }

    fn operation_argument(&self, op: OpId, argument: usize) -> Decoded<OpRef> {
        match self.program.operand(op, argument).and_then(|value| self.meanings.get(&value)) {
            Some(ValueBinding::Op(target)) => Ok(*target),
            _ => Err(self.native(op)),
        }
    }

    /// The open types of the results of an operation, if its definition says how many it has.
    fn results_of_definition(&self, name: Ident) -> Option<List<TypeRef>> {
        let count = counts::fixed_count(&self.registry.definition(name)?.results)?;
        Some((0..count).map(|_| TypeRef::Open).collect())
    }

    /// The values that native code may use: all that are there before the root, and not erased.
    fn within_reach(&self) -> List<ValueRef> {
        let gone = |op: OpRef| {
            self.model.actions.iter().any(|action| match &action.step {
                Step::Replace { target, .. } | Step::Erase(target) => *target == op,
                _ => false,
            })
        };
        let here = |value: &Value| match value.def {
            Definition::Free(_) => true,
            Definition::Result(node, _) => node != self.model.anchor && !gone(OpRef::Node(node)),
        };
        let matched = self.model.values.iter().enumerate().filter(|(_, value)| here(value));
        let matched = matched.map(|(value, _)| ValueRef::Matched(value));
        let made = (0..self.model.created.len()).filter(|created| !gone(OpRef::Created(*created)));
        let made = made.flat_map(|created| {
            (0..self.model.created[created].results.len()).map(move |index| ValueRef::Created(created, index))
        });
        matched.chain(made).collect()
    }

    fn native_creation(&mut self, op: OpId, name: Ident, results: List<TypeRef>) -> CreatedIx {
        let created = Created {
            op,
            span: self.program.op(op).span,
            name,
            operands: self.within_reach(),
            attributes: List::new(),
            declared_without_results: results.is_empty(),
            results,
            types_of: None,
            native: true,
            untyped: false,
        };
        let index = self.model.created.len();
        self.model.created.push(created);
        self.step(op, Step::Create(index));
        index
    }
}
