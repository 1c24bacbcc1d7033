//! Native code by its summaries: the body of a summary, read at the widths of a call, becomes expressions over the
//! attributes that the call is given. Where a summary does not say what happens, neither does this.

use std::sync::Arc;

use assay_ir::data::{AttrId, AttrKind, IntValue, OpId, Program, TypeId, TypeKind, ValueId};
use assay_ir::natives::{Form, Role as Called, Summary, Width};
use assay_ir::pdl::PdlOp;

use super::builder::{Builder, Call, EncodeError, EvalState, OperandMap};
use crate::pattern::model::ValueRef;
use crate::witness::PdlValue;
use crate::witness::payload::value_of;
use assay_semantics::described::Evaluator;
use assay_semantics::{self, Attribute, Element, Key, Layout, Role, Roles, Scalar, Value};
use assay_term::bits::mask;
use assay_term::node::TermId;

/// The bits of the number that an attribute of type `index` holds.
const INDEX_ATTRIBUTE: u32 = 64;

/// What is known of a call.
enum Known {
    /// This.
    Says(Call),
    /// The call refuses its arguments: they are not what the summary says.
    Refuses,
    /// Nothing.
    Nothing,
}

/// A type as a summary sees it.
enum WidthSeen {
    /// An integer of this width.
    Integer(u32),
    /// Any other.
    Other,
}

/// The matched value that a handle stands for.
fn handle(program: &Program, value: ValueId) -> Option<PdlValue> {
    let op = program.defining_op(value)?;
    match PdlOp::view(program, op) {
        PdlOp::Operand(_) => Some(PdlValue::Operand(op)),
        PdlOp::Result(result) => Some(PdlValue::Result(result.parent_op()?, result.index()?)),
        _ => None,
    }
}

impl Builder<'_> {
    /// What the native constraints of the match say, as facts; lists those of which nothing is known.
    pub(super) fn constraints(&mut self) -> Result<Vec<usize>, EncodeError> {
        let mut silent = Vec::new();
        for index in 0..self.model.constraints.len() {
            let call = &self.model.constraints[index];
            let (op, negated) = (call.op, call.negated);
            let summary = self.registry.native(&call.name).cloned();
            let Some(summary) = summary.filter(|summary| summary.role == Called::Constraint) else {
                silent.push(index);
                continue;
            };
            if summary.sees_values() {
                // They are known only behind the operations of the match.
                if negated {
                    silent.push(index);
                }
                continue;
            }
            if !summary.has_body() {
                // Promises about the program around the match say nothing of values.
                if !summary.exact {
                    silent.push(index);
                }
                continue;
            }
            match self.call(op, &summary)? {
                Known::Nothing => silent.push(index),
                Known::Refuses => {
                    let fact = self.pool.boolean(negated);
                    self.roles.facts.push(fact);
                }
                Known::Says(called) => {
                    let Some(answer) = called.results.first().copied() else { continue };
                    let zero = self.pool.zero(self.pool.width(answer));
                    let fails = self.pool.equal(answer, zero);
                    let wanted = if negated { fails } else { self.pool.not(fails) };
                    let open = self.pool.not(called.defined);
                    let fact = self.pool.or(open, wanted);
                    self.roles.facts.push(fact);
                }
            }
        }
        Ok(silent)
    }

    /// Facts about values at run time that the constraints of the match state; lists those that say
    /// something.
    pub(super) fn facts_of_values(
        &mut self,
        wires: &OperandMap,
        before: &mut EvalState,
    ) -> Result<Vec<usize>, EncodeError> {
        let mut supposed = Vec::new();
        for index in 0..self.model.constraints.len() {
            let call = &self.model.constraints[index];
            let summary = self.registry.native(&call.name).cloned();
            let Some(summary) = summary.filter(|summary| summary.sees_values() && !call.negated) else {
                continue;
            };
            supposed.push(index);
            let arguments: Vec<ValueId> = self.program.operands(call.op).collect();
            let mut seen = Vec::new();
            for (value, argument) in arguments.iter().zip(&summary.arguments) {
                let matched = handle(self.program, *value).and_then(|value| value_of(self.model, value));
                let (Form::Value(width), Some(matched)) = (&argument.form, matched) else { break };
                let matched = ValueRef::Matched(matched);
                let ty = self.type_of(self.model.type_of(matched))?;
                if Layout::for_type(self.registry.ctx(), ty, self.types.index)
                    .is_some_and(|one| one.element == Element::Index)
                {
                    let never = self.pool.boolean(false);
                    self.roles.facts.push(never);
                }
                seen.push((*width, self.value(wires, before, matched)?));
            }
            if seen.len() == arguments.len() {
                self.fact_of_values(&summary, &seen);
            }
        }
        Ok(supposed)
    }

    /// The answer of a body on each element of values, unless one of them is poison.
    fn fact_of_values(&mut self, summary: &Summary, seen: &[(Width, Value)]) {
        let mut widths: Vec<Option<u32>> = vec![None; summary.widths.len()];
        for (width, value) in seen {
            let Some(first) = value.elements.first() else { return };
            let actual = self.pool.width(first.bits);
            match width {
                Width::Fixed(fixed) if *fixed != actual => return,
                Width::Open(open) if widths[*open].is_some_and(|known| known != actual) => return,
                Width::Open(open) => widths[*open] = Some(actual),
                Width::Fixed(_) => {}
            }
        }
        let Some(widths) = widths.into_iter().collect::<Option<Vec<u32>>>() else { return };
        let count = seen.iter().map(|(_, value)| value.elements.len()).min().unwrap_or(0);
        for element in 0..count {
            let scalars: Vec<Scalar> = seen.iter().map(|(_, value)| value.elements[element]).collect();
            let given: Vec<TermId> = scalars.iter().map(|scalar| scalar.bits).collect();
            let Some(called) = self.body(summary, &widths, &given) else { return };
            let Some(answer) = called.results.first().copied() else { return };
            let zero = self.pool.zero(self.pool.width(answer));
            let fails = self.pool.equal(answer, zero);
            let broken = self.pool.and(called.defined, fails);
            let poison = self.pool.any(scalars.iter().map(|scalar| scalar.poison));
            let holds = self.pool.not(broken);
            let fact = self.pool.or(poison, holds);
            self.roles.facts.push(fact);
        }
    }

    /// The attribute in a place of a created operation, where native code makes it.
    pub(super) fn created_attribute(
        &mut self,
        created: OpId,
        name: assay_ir::data::Ident,
    ) -> Result<Attribute, EncodeError> {
        let PdlOp::Operation(operation) = PdlOp::view(self.program, created) else {
            return Err(EncodeError::Native(created));
        };
        let value = operation.attributes().find(|(known, _)| *known == name).map(|(_, value)| value);
        let value = value.ok_or(EncodeError::Native(created))?;
        self.made_value(value)?.map(Attribute::Number).ok_or(EncodeError::Native(created))
    }

    /// The call that returns this PDL value, its summary, and the number of the result.
    fn maker(&self, value: ValueId) -> Option<(OpId, Arc<Summary>, usize)> {
        let op = self.program.defining_op(value)?;
        let index = self.program.results(op).position(|result| result == value).unwrap_or(0);
        let (name, role) = match PdlOp::view(self.program, op) {
            PdlOp::NativeRewrite(call) => (call.name(), Called::Rewrite),
            PdlOp::NativeConstraint(call) => (call.name(), Called::Constraint),
            _ => return None,
        };
        let summary = self.registry.native(self.registry.ctx().str(name?)).cloned();
        Some((op, summary.filter(|summary| summary.role == role)?, index))
    }

    /// The number that native code returns as this PDL value.
    fn made_value(&mut self, value: ValueId) -> Result<Option<TermId>, EncodeError> {
        let Some((op, summary, index)) = self.maker(value) else { return Ok(None) };
        // The answer of a constraint comes before its results.
        let index = if summary.role == Called::Constraint { index + 1 } else { index };
        match self.call(op, &summary)? {
            Known::Says(called) => Ok(called.results.get(index).copied()),
            Known::Refuses => Err(EncodeError::Refused),
            Known::Nothing => Ok(None),
        }
    }

    fn call(&mut self, op: OpId, summary: &Arc<Summary>) -> Result<Known, EncodeError> {
        if let Some(known) = self.calls.get(&op) {
            return Ok(Known::Says(known.clone()));
        }
        let arguments: Vec<ValueId> = self.program.operands(op).collect();
        if arguments.len() != summary.arguments.len() || !summary.has_body() {
            return Ok(Known::Nothing);
        }
        let mut widths: Vec<Option<u32>> = vec![None; summary.widths.len()];
        for (value, argument) in arguments.iter().zip(&summary.arguments) {
            if argument.form == Form::Index {
                match self.is_index_attribute(*value) {
                    Some(true) => continue,
                    Some(false) => return Ok(Known::Refuses),
                    None => return Ok(Known::Nothing),
                }
            }
            let (width, actual) = match &argument.form {
                Form::Integer(width) => (*width, self.width_of_attribute(*value)?),
                Form::Type { binds: Some(width), .. } => (*width, self.width_of_type(*value)),
                _ => continue,
            };
            let actual = match actual {
                Some(WidthSeen::Integer(width)) => width,
                // A summary speaks of integers alone.
                Some(WidthSeen::Other) => return Ok(Known::Refuses),
                None => return Ok(Known::Nothing),
            };
            match width {
                Width::Fixed(fixed) if fixed != actual => {
                    // Of the widths that a sample speaks for it may be one.
                    self.pool.width_dependent |= self.pool.width_sample.is_some();
                    return Ok(Known::Refuses);
                }
                Width::Open(open) if widths[open].is_some_and(|known| known != actual) => {
                    return Ok(Known::Refuses);
                }
                Width::Open(open) => widths[open] = Some(actual),
                Width::Fixed(_) => {}
            }
        }
        let Some(widths) = widths.into_iter().collect::<Option<Vec<u32>>>() else {
            return Ok(Known::Nothing);
        };
        let mut given = Vec::with_capacity(arguments.len());
        for (value, argument) in arguments.iter().zip(&summary.arguments) {
            given.push(match self.argument(*value, &argument.form, &widths)? {
                Some(ex) => ex,
                None => return Ok(Known::Nothing),
            });
        }
        let called = self.body(summary, &widths, &given);
        if let Some(called) = &called {
            self.calls.insert(op, called.clone());
        }
        Ok(called.map_or(Known::Nothing, Known::Says))
    }

    /// What a body sees of an argument.
    fn argument(
        &mut self,
        value: ValueId,
        form: &Form,
        widths: &[u32],
    ) -> Result<Option<TermId>, EncodeError> {
        let number = |width: Width| match width {
            Width::Fixed(width) => Some(width),
            Width::Open(open) => widths.get(open).copied(),
        };
        match form {
            Form::Integer(width) => {
                let Some(width) = number(*width) else { return Ok(None) };
                self.number_of_attribute(value, width)
            }
            Form::Index => self.number_of_attribute(value, INDEX_ATTRIBUTE),
            Form::Flags { bits, .. } => self.flags_of_attribute(value, *bits),
            Form::Type { number: seen, .. } => {
                let (Some(bits), Some(WidthSeen::Integer(width))) =
                    (number(*seen), self.width_of_type(value))
                else {
                    return Ok(None);
                };
                Ok(Some(self.pool.width_number(bits, width)))
            }
            Form::Value(_) => Ok(None),
            // No body looks at it.
            Form::Opaque(_) => Ok(Some(self.pool.boolean(false))),
        }
    }

    /// The class of a `pdl.attribute` of the match.
    fn attribute_class(&self, value: ValueId) -> Option<usize> {
        let index = self.model.attributes.iter().position(|attribute| attribute.handle == value)?;
        Some(self.classes.attribute(index))
    }

    /// The attribute that a `pdl.attribute` is, where that is known.
    fn known_attribute(&self, value: ValueId) -> Option<AttrId> {
        if let Some(class) = self.attribute_class(value) {
            return self.classes.attribute_constant(class);
        }
        match PdlOp::view(self.program, self.program.defining_op(value)?) {
            PdlOp::Attribute(attribute) => attribute.constant(),
            _ => None,
        }
    }

    /// The type of an attribute: its own, the one that it is written with, or that of the constant it stands in.
    fn attribute_type(&self, value: ValueId) -> Option<TypeId> {
        let ctx = self.registry.ctx();
        if let Some(attr) = self.known_attribute(value) {
            return ctx.attr_type(attr);
        }
        let class = self.attribute_class(value)?;
        if let Some(ty) = self.classes.attribute_type(class) {
            return self.types.of.get(&self.classes.ty(ty)).copied();
        }
        let value_name = ctx.ident("value");
        self.model.nodes.iter().enumerate().find_map(|(index, node)| {
            let holds =
                self.classes.attributes_of(self.classes.node(index)).iter().any(|(name, attribute)| {
                    *name == value_name && self.classes.attribute(*attribute) == class
                });
            let result = node.results.first().filter(|_| holds)?;
            self.types.of.get(&self.classes.ty(self.model.values[*result].ty)).copied()
        })
    }

    /// Whether a matched comparison has this attribute as its predicate.
    fn is_predicate(&self, class: usize) -> bool {
        let ctx = self.registry.ctx();
        let names = [ctx.ident("predicate"), ctx.ident("pred")];
        (0..self.model.nodes.len()).any(|node| {
            let list = self.classes.attributes_of(self.classes.node(node));
            list.iter()
                .any(|(name, attribute)| names.contains(name) && self.classes.attribute(*attribute) == class)
        })
    }

    fn width_of_attribute(&mut self, value: ValueId) -> Result<Option<WidthSeen>, EncodeError> {
        if let Some(made) = self.made_value(value)? {
            return Ok(Some(match self.is_index_attribute(value) {
                Some(true) => WidthSeen::Other,
                _ => WidthSeen::Integer(self.pool.width(made)),
            }));
        }
        if self.attribute_class(value).is_some_and(|class| self.is_predicate(class)) {
            return Ok(Some(WidthSeen::Integer(64)));
        }
        Ok(self.attribute_type(value).map(|ty| self.integer_width(ty)))
    }

    /// Tells if an attribute is of type `index`, where its type is known.
    fn is_index_attribute(&self, value: ValueId) -> Option<bool> {
        if let Some((_, summary, result)) = self.maker(value) {
            return summary.results.get(result).map(|form| *form == Form::Index);
        }
        let index = self.registry.ctx().index();
        self.attribute_type(value).map(|ty| ty == index)
    }

    fn width_of_type(&self, value: ValueId) -> Option<WidthSeen> {
        let ty = match self.model.types.iter().position(|ty| ty.handle == Some(value)) {
            Some(index) => *self.types.of.get(&self.classes.ty(index))?,
            None => match PdlOp::view(self.program, self.program.defining_op(value)?) {
                PdlOp::Type(ty) => ty.constant()?,
                _ => return None,
            },
        };
        Some(self.integer_width(ty))
    }

    fn integer_width(&self, ty: TypeId) -> WidthSeen {
        match self.registry.ctx().type_kind(ty) {
            TypeKind::Integer { width, .. } if *width > 0 => WidthSeen::Integer(*width),
            _ => WidthSeen::Other,
        }
    }

    fn number_of_attribute(&mut self, value: ValueId, width: u32) -> Result<Option<TermId>, EncodeError> {
        if let Some(made) = self.made_value(value)? {
            return Ok((self.pool.width(made) == width).then_some(made));
        }
        if let Some(attr) = self.known_attribute(value) {
            return Ok(match self.registry.ctx().attr_kind(attr) {
                AttrKind::Integer { value: IntValue::Small(value), .. } => {
                    Some(self.pool.number(width, *value as u128 & mask(width)))
                }
                _ => None,
            });
        }
        let Some(class) = self.attribute_class(value) else { return Ok(None) };
        let key = Key::Bound(self.model.attributes[class].handle);
        if self.is_predicate(class) {
            let number = self.roles.variable(&mut self.pool, key, Role::Predicate);
            return Ok((width >= 4).then(|| self.pool.zero_extend(number, width)));
        }
        let Some(ty) = self.attribute_type(value) else { return Ok(None) };
        self.roles.types.insert(key, ty);
        Ok(Some(self.roles.variable(&mut self.pool, key, Role::Number { element: 0, width })))
    }

    /// Overflow flags as MLIR numbers them: 1 is `nsw`, 2 is `nuw`.
    fn flags_of_attribute(&mut self, value: ValueId, bits: u32) -> Result<Option<TermId>, EncodeError> {
        if bits != 2 {
            return Ok(None);
        }
        if let Some(made) = self.made_value(value)? {
            return Ok((self.pool.width(made) == 2).then_some(made));
        }
        if let Some(attr) = self.known_attribute(value) {
            let flags = assay_semantics::overflow_flags(self.registry.ctx(), attr);
            let number = |(signed, unsigned): (bool, bool)| u128::from(signed) | u128::from(unsigned) << 1;
            return Ok(flags.map(|flags| self.pool.number(2, number(flags))));
        }
        let Some(class) = self.attribute_class(value) else { return Ok(None) };
        let key = Key::Bound(self.model.attributes[class].handle);
        let [signed, unsigned] = [Role::Signed, Role::Unsigned].map(|role| {
            let truth = self.roles.variable(&mut self.pool, key, role);
            self.pool.bit(truth)
        });
        Ok(Some(self.pool.concat(unsigned, signed)))
    }

    /// The body of a summary on these arguments; `None` where an operation of it has no meaning.
    fn body(&mut self, summary: &Summary, widths: &[u32], given: &[TermId]) -> Option<Call> {
        let instance = summary.instance(self.registry.ctx(), widths)?.ok()?;
        let sound = self.pool.boolean(false);
        let value =
            |bits: &TermId| Value { shape: None, elements: vec![Scalar { bits: *bits, poison: sound }] };
        let given = given.iter().map(value).collect();
        let mut roles = Roles::default();
        // C++ that runs in the compiler knows no target.
        let (pool, index) = (&mut self.pool, INDEX_ATTRIBUTE);
        let mut evaluator = Evaluator { pool, roles: &mut roles, registry: None, index };
        let returned = evaluator.body(&instance, given).ok()?;
        let scalars: Vec<Scalar> = returned.values.into_iter().flat_map(|value| value.elements).collect();
        let poison = self.pool.any(scalars.iter().map(|scalar| scalar.poison));
        let bad = self.pool.or(returned.undefined, poison);
        let results = scalars.iter().map(|scalar| scalar.bits).collect();
        Some(Call { defined: self.pool.not(bad), results })
    }
}
