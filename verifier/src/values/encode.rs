//! Both sides of a rewrite at given types: what every matched and created operation computes before and after, when the
//! behaviour is undefined, and what has to be compared. Knows meanings, no solver and no verdict.

use std::cell::RefCell;

use assay_ir::data::{Ident, Program, TypeId};
use assay_ir::spec::Registry;
use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::builder::{
    Builder, Computed, EncodeError, Encoding, EvalState, Input, Observable, Observed, OperandMap,
    RecreatedRoot, Types, Uncertain,
};
use super::coverage;
use super::display::unsupported_reason;
use super::memory::Memory;
use super::types::works_on_shapes;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrRef, Definition, Model, OpRef, Step, TypeRef, ValueIx, ValueRef};
use crate::pattern::promises::{self, is_hardware};
use crate::witness::PdlValue;
use assay_semantics::described::Evaluator;
use assay_semantics::{self, Attribute, Element, Key, Layout, OpInstance, Roles, Scalar, Unsupported, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Sort, TermId};
use assay_term::nondet::Side;

/// Gives both sides of a pattern a meaning.
///
/// # Errors
/// Why that cannot be.
pub(super) fn encode(
    (program, registry): (&Program, &Registry),
    model: &Model,
    classes: &Classes<'_>,
    types: &Types,
) -> Result<Encoding, EncodeError> {
    Builder::new((program, registry), model, classes, types).encode()
}

/// The answer of native constraints with a summary of a match at these types; false where one refuses all of them.
pub(super) fn constrained(
    (program, registry): (&Program, &Registry),
    model: &Model,
    classes: &Classes<'_>,
    types: &Types,
) -> Option<(TermArena, TermId)> {
    let mut builder = Builder::new((program, registry), model, classes, types);
    builder.constraints().ok()?;
    let facts = builder.pool.all(builder.roles.facts.clone());
    Some((builder.pool, facts))
}

impl<'a> Builder<'a> {
    fn new(
        (program, registry): (&'a Program, &'a Registry),
        model: &'a Model,
        classes: &'a Classes<'a>,
        types: &'a Types,
    ) -> Builder<'a> {
        Builder {
            program,
            registry,
            calls: FxHashMap::default(),
            model,
            classes,
            types,
            pool: TermArena::speaking_for(types.width_sample),
            roles: Roles::default(),
            inputs: Vec::new(),
            free: FxHashMap::default(),
            made_types: RefCell::default(),
            memory: Memory::default(),
            remade: RecreatedRoot::find(registry, model, classes),
            elements: are_elements(registry, model, classes),
            poison_free: model
                .nodes
                .iter()
                .filter_map(|node| node.name)
                .any(|name| is_hardware(registry, name)),
        }
    }
}

/// Tells if all operations of a pattern are ones that work on each element alone.
fn are_elements(registry: &Registry, model: &Model, classes: &Classes<'_>) -> bool {
    let nodes = (0..model.nodes.len()).map(|node| classes.name(classes.node(node)));
    let mut names = nodes.chain(model.created.iter().map(|created| Some(created.name)));
    names.all(|name| {
        name.is_some_and(|name| {
            registry.semantics(name).is_none() && assay_semantics::is_elementwise(registry.ctx().str(name))
        })
    })
}

impl Builder<'_> {
    fn encode(&mut self) -> Result<Encoding, EncodeError> {
        let first = OperandMap {
            nodes: self
                .model
                .nodes
                .iter()
                .map(|node| node.operands.iter().map(|value| ValueRef::Matched(*value)).collect())
                .collect(),
            created: self.model.created.iter().map(|created| created.operands.to_vec()).collect(),
        };
        self.ended_have_meanings()?;
        let silent = self.constraints()?;
        if self.roles.facts.iter().any(|fact| self.pool.value(*fact) == Some(0)) {
            return Err(EncodeError::Refused);
        }
        let mut before = EvalState::new(Side::Before);
        for node in 0..self.model.nodes.len() {
            self.compute(&first, &mut before, OpRef::Node(node))?;
        }
        let supposed = self.facts_of_values(&first, &mut before)?;
        let (last, moves) = self.rewrite(&first);
        let mut after = EvalState::new(Side::After);
        for created in 0..self.model.created.len() {
            self.compute(&last, &mut after, OpRef::Created(created))?;
        }
        let ended: FxHashSet<OpRef> = self.ended().into_iter().collect();
        let certain = self.certain();
        for node in 0..self.model.nodes.len() {
            if !ended.contains(&OpRef::Node(node)) {
                self.compute(&last, &mut after, OpRef::Node(node))?;
            }
        }
        let mut observed = Vec::new();
        for (action, target, index, by) in moves {
            // What the rewrite itself makes has no users from before.
            if promises::is_unused(self.classes, self.model.result(target, index)) {
                continue;
            }
            let op = self.model.actions[action].op;
            let undefined = self.stopped(&before, target, &certain);
            let before = self.value(&first, &mut before, self.model.result(target, index))?;
            let after = self.value(&last, &mut after, by)?;
            let ty = self.type_of(self.model.type_of(self.model.result(target, index)))?;
            self.assert_comparable(op, ty, &before, &after)?;
            let target = self.model.handle(target);
            observed.push(Observed { op, target, seen: Observable::Result(index), before, after, undefined });
        }
        observed.extend(self.forwarded((&first, &mut before), (&last, &mut after))?);
        observed.extend(self.passed((&first, &mut before), (&last, &mut after))?);
        observed.extend(self.stored(&before, &after)?);
        self.functions(&first, &mut before)?;
        if self.registry.has_semantics() && self.roles.at_odds().is_some() {
            let what = "an attribute that two operations read in different ways".to_owned();
            return Err(EncodeError::Unsupported { what, op: self.model.pattern });
        }
        let surely = |op: &OpRef| match op {
            OpRef::Node(node) => certain.contains(*node),
            // One that the rewrite erases again never runs.
            OpRef::Created(_) => !ended.contains(op),
        };
        let undefined_before = self.undefined(&before, &surely);
        let undefined_after = self.undefined(&after, &surely);
        let uncertain = (0..self.model.nodes.len()).filter(|node| !certain.contains(*node));
        let uncertain = uncertain.map(|node| self.uncertain(node)).collect();
        let before = self.listed(&before)?;
        let after = self.listed(&after)?;
        Ok(Encoding {
            narrowed_type: self.types.narrowed_type,
            pool: std::mem::take(&mut self.pool),
            inputs: std::mem::take(&mut self.inputs),
            roles: std::mem::take(&mut self.roles),
            before,
            after,
            observed,
            memory: std::mem::take(&mut self.memory),
            undefined_before,
            undefined_after,
            uncertain,
            silent,
            supposed,
        })
    }

    /// Operations that the rewrite erases or replaces.
    pub(super) fn ended(&self) -> Vec<OpRef> {
        let ended = self.model.actions.iter().filter_map(|action| match action.step {
            Step::Replace { target, .. } | Step::Erase(target) => Some(target),
            _ => None,
        });
        ended.collect()
    }

    fn ended_have_meanings(&self) -> Result<(), EncodeError> {
        match super::poison::without_meaning(self.registry, self.model, self.classes) {
            Some((name, op)) => Err(EncodeError::NoMeaning(name, op)),
            None => self.model.native_creation().map_or(Ok(()), |made| Err(EncodeError::Native(made.op))),
        }
    }

    pub(super) fn undefined(&mut self, memo: &EvalState, counts: &dyn Fn(&OpRef) -> bool) -> TermId {
        let list: Vec<TermId> = memo
            .order
            .iter()
            .filter(|op| counts(op))
            .filter_map(|op| memo.done[op].as_ref().map(|done| done.undefined))
            .collect();
        self.pool.any(list)
    }

    fn listed(&self, memo: &EvalState) -> Result<Vec<Computed>, EncodeError> {
        let mut out = Vec::new();
        for op in &memo.order {
            let Some(done) = &memo.done[op] else { continue };
            let Some(name) = self.name(*op) else { continue };
            out.push(Computed {
                op: self.model.handle(*op),
                name,
                created: matches!(op, OpRef::Created(_)),
                types: self.result_types(*op)?,
                results: done.results.clone(),
                given: memo.given.get(op).cloned().unwrap_or_default(),
                undefined: done.undefined,
            });
        }
        Ok(out)
    }

    pub(super) fn name(&self, op: OpRef) -> Option<Ident> {
        match op {
            OpRef::Node(node) => self.classes.name(self.classes.node(node)),
            OpRef::Created(created) => Some(self.model.created[created].name),
        }
    }

    /// Follows the rewrite: where every operand points to in the end, and for each replaced result what its users see.
    fn rewrite(&self, first: &OperandMap) -> (OperandMap, Vec<(usize, OpRef, usize, ValueRef)>) {
        let mut wires = first.clone();
        let mut copies: Vec<Vec<ValueRef>> = self.model.copies.clone();
        let mut moves = Vec::new();
        let mut made = 0;
        for (number, action) in self.model.actions.iter().enumerate() {
            match &action.step {
                Step::Create(created) => {
                    made = created + 1;
                    let now = |value: &ValueRef| self.now(&wires, &copies, *value);
                    wires.created[*created] = wires.created[*created].iter().map(now).collect();
                }
                Step::Copy(copy) => {
                    let now = |value: &ValueRef| self.now(&wires, &copies, *value);
                    copies[*copy] = copies[*copy].iter().map(now).collect();
                }
                Step::Replace { target, values, .. } => {
                    let values: Vec<ValueRef> =
                        values.iter().map(|value| self.now(&wires, &copies, *value)).collect();
                    for (index, by) in values.iter().enumerate() {
                        if index >= self.model.result_count(*target) {
                            continue;
                        }
                        let old = self.canonical(self.model.result(*target, index));
                        let lists = wires.nodes.iter_mut().chain(wires.created.iter_mut().take(made));
                        for slot in lists.flatten() {
                            if self.canonical(*slot) == old {
                                *slot = *by;
                            }
                        }
                        // Users that were sent to this value before go on with it.
                        for (_, _, _, seen) in &mut moves {
                            if self.canonical(*seen) == old {
                                *seen = *by;
                            }
                        }
                        moves.push((number, *target, index, *by));
                    }
                }
                _ => {}
            }
        }
        (wires, moves)
    }

    /// What a value of the rewrite is at this moment.
    fn now(&self, wires: &OperandMap, copies: &[Vec<ValueRef>], value: ValueRef) -> ValueRef {
        match value {
            ValueRef::Held(node, slot) => wires.nodes[node][slot],
            ValueRef::Copied(copy, index) => copies[copy][index],
            other => other,
        }
    }

    fn canonical(&self, value: ValueRef) -> ValueRef {
        match value {
            ValueRef::Matched(value) => ValueRef::Matched(self.classes.value(value)),
            other => other,
        }
    }

    /// The value that users of `value` see.
    pub(super) fn value(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        value: ValueRef,
    ) -> Result<Value, EncodeError> {
        match self.canonical(value) {
            ValueRef::Matched(value) => match self.model.values[value].def {
                Definition::Free(_) => self.free(value),
                Definition::Result(node, index) => {
                    let node = self.canonical_op(OpRef::Node(node));
                    if !memo.done.contains_key(&node) {
                        self.compute(wires, memo, node)?;
                    }
                    match &memo.done[&node] {
                        Some(done) => done.results.get(index).cloned().ok_or(EncodeError::IllTyped),
                        None => self.free(value),
                    }
                }
            },
            ValueRef::Created(created, index) => {
                if !memo.done.contains_key(&OpRef::Created(created)) {
                    self.compute(wires, memo, OpRef::Created(created))?;
                }
                let done = memo.done[&OpRef::Created(created)].as_ref();
                done.and_then(|done| done.results.get(index).cloned()).ok_or(EncodeError::IllTyped)
            }
            // Both were resolved when the rewrite was followed.
            ValueRef::Held(..) | ValueRef::Copied(..) => Err(EncodeError::IllTyped),
        }
    }

    /// Variables for a value that is given.
    pub(super) fn free(&mut self, value: ValueIx) -> Result<Value, EncodeError> {
        let class = self.classes.value(value);
        if let Some(known) = self.free.get(&class) {
            return Ok(known.clone());
        }
        let data = &self.model.values[class];
        let ty = self.type_of(TypeRef::Matched(data.ty))?;
        let (named, op) = match data.def {
            Definition::Free(op) if data.element > 0 => (PdlValue::Element(op, data.element as u32), op),
            Definition::Free(op) => (PdlValue::Operand(op), op),
            Definition::Result(node, index) => {
                let op = self.model.nodes[node].op;
                (PdlValue::Result(op, index as u32), op)
            }
        };
        let layout = self.layout(ty, op)?;
        // In hardware, too, a division by zero is poison, and an operation without meaning may be one.
        let clean = self.poison_free
            && match data.def {
                Definition::Free(_) => true,
                Definition::Result(node, _) => {
                    self.classes.name(node).is_some_and(|name| self.registry.promises(name).never_poison)
                }
            };
        let number = self.inputs.len();
        let elements = (0..layout.size())
            .map(|element| {
                let name = if layout.shape.is_some() {
                    format!("v{number}.{element}")
                } else {
                    format!("v{number}")
                };
                let bits = match layout.element {
                    Element::Empty => self.pool.zero(1),
                    _ => self.pool.variable(name.as_str(), layout.sort()),
                };
                let poison = match clean {
                    true => self.pool.boolean(false),
                    false => self.pool.variable(format!("{name}.poison"), Sort::Bool),
                };
                Scalar { bits, poison }
            })
            .collect();
        let numbers = Value { shape: layout.shape.clone(), elements };
        self.inputs.push(Input { value: named, ty, layout, numbers: numbers.clone() });
        self.free.insert(class, numbers.clone());
        Ok(numbers)
    }

    /// Computes an operation after what feeds it, with a list of what is begun in place of a recursion: patterns may be deep.
    fn compute(&mut self, wires: &OperandMap, memo: &mut EvalState, op: OpRef) -> Result<(), EncodeError> {
        let mut begun: Vec<(OpRef, bool)> = vec![(self.canonical_op(op), false)];
        while let Some((op, fed)) = begun.pop() {
            if fed {
                self.compute_one(wires, memo, op)?;
                continue;
            }
            if memo.done.contains_key(&op) {
                continue;
            }
            // A value that feeds itself has no value here; the structure stage speaks about such rewrites.
            memo.done.insert(op, None);
            begun.push((op, true));
            let feeders = self.feeders(wires, op);
            begun.extend(feeders.into_iter().rev().map(|feeder| (feeder, false)));
        }
        Ok(())
    }

    /// The operations that have to be computed before one is.
    fn feeders(&self, wires: &OperandMap, op: OpRef) -> Vec<OpRef> {
        let (name, registry) = (self.name(op), self.registry);
        let access = name.and_then(|name| coverage::access(registry, name));
        let is_access = access.is_some_and(|name| self.is_plain_access(wires, op, name));
        if !is_access && !name.is_some_and(|name| coverage::is_computed(registry, name)) {
            return Vec::new();
        }
        let definer = |value: ValueRef| match self.canonical(value) {
            ValueRef::Matched(value) => match self.model.values[value].def {
                Definition::Result(node, _) => Some(self.canonical_op(OpRef::Node(node))),
                Definition::Free(_) => None,
            },
            ValueRef::Created(created, _) => Some(OpRef::Created(created)),
            ValueRef::Held(..) | ValueRef::Copied(..) => None,
        };
        wires.operands(op).into_iter().filter_map(definer).collect()
    }

    /// Computes an operation; whatever feeds it is computed, or feeds itself.
    fn compute_one(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        op: OpRef,
    ) -> Result<(), EncodeError> {
        let handle = self.model.handle(op);
        let registry = self.registry;
        if let Some(remade) = self.remade.filter(|remade| op == OpRef::Created(remade.created)) {
            return self.recreate(memo, remade);
        }
        let Some(ident) = self.name(op) else { return Ok(()) };
        if let Some(name) = coverage::access(registry, ident) {
            return self.access(wires, memo, op, name);
        }
        if !coverage::is_computed(registry, ident) {
            return Ok(());
        }
        let name = registry.ctx().str(ident);
        let list = wires.operands(op);
        let mut operands = Vec::with_capacity(list.len());
        let mut operand_elements: Vec<Element> = Vec::with_capacity(list.len());
        let mut operand_types: Vec<TypeId> = Vec::with_capacity(list.len());
        for value in list {
            operand_types.push(self.value_type(value)?);
            operand_elements.push(self.layout(self.value_type(value)?, handle)?.element);
            operands.push(self.value(wires, memo, value)?);
        }
        let types = self.result_types(op)?;
        let results: Vec<Layout> =
            types.iter().map(|ty| self.layout(*ty, handle)).collect::<Result<_, EncodeError>>()?;
        let attributes = self.attributes(op)?;
        let attribute = |name: &str| {
            let name = registry.ctx().ident(name);
            let found = attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
            found.unwrap_or(match op {
                OpRef::Node(node) if promises::lacks(self.classes, node, name) => Attribute::Absent,
                OpRef::Node(node) => Attribute::Unknown(Key::Unlisted(self.model.nodes[node].op, name)),
                OpRef::Created(_) => Attribute::Absent,
            })
        };
        let subject = OpInstance {
            ctx: registry.ctx(),
            name,
            operands: &operands,
            operand_elements: &operand_elements,
            results: &results,
            result_types: &types,
            attribute: &attribute,
        };
        let (pool, roles) = (&mut self.pool, &mut self.roles);
        roles.choices.side = Some(memo.side);
        roles.choices.node = match op {
            OpRef::Node(node) => Some(node),
            OpRef::Created(_) => None,
        };
        let done = match registry.semantics(ident).filter(|semantics| !semantics.variants.is_empty()) {
            Some(semantics) => {
                let mut evaluator =
                    Evaluator { pool, roles, registry: Some(registry), index: self.types.index };
                evaluator.described(semantics, &subject, &operand_types)
            }
            None => assay_semantics::execute(pool, roles, &subject),
        };
        match done {
            Ok(done) => {
                memo.done.insert(op, Some(done));
                memo.order.push(op);
                Ok(())
            }
            Err(Unsupported::Invalid) if matches!(op, OpRef::Node(_)) => Err(EncodeError::Refused),
            Err(lack) => {
                let what = unsupported_reason(registry.ctx(), name, lack, &operand_types);
                let shaped = lack == Unsupported::Type && works_on_shapes(name);
                Err(match lack == Unsupported::Undescribed || shaped {
                    true => EncodeError::Undescribed { what, op: handle },
                    false => EncodeError::Unsupported { what, op: handle },
                })
            }
        }
    }

    pub(super) fn attributes(&mut self, op: OpRef) -> Result<Vec<(Ident, Attribute)>, EncodeError> {
        let (model, classes) = (self.model, self.classes);
        let matched = |attribute: usize| {
            let class = classes.attribute(attribute);
            match classes.attribute_constant(class) {
                Some(attr) => Attribute::Known(attr),
                None => Attribute::Unknown(Key::Bound(model.attributes[class].handle)),
            }
        };
        match op {
            OpRef::Node(node) => Ok(classes
                .attributes_of(classes.node(node))
                .iter()
                .map(|(name, attribute)| (*name, matched(*attribute)))
                .collect()),
            OpRef::Created(index) => {
                let created = &model.created[index];
                let mut out = Vec::with_capacity(created.attributes.len());
                for (name, attribute) in &created.attributes {
                    let value = match attribute {
                        AttrRef::Matched(attribute) => matched(*attribute),
                        AttrRef::Constant(attr) => Attribute::Known(*attr),
                        AttrRef::Null => Attribute::Absent,
                        AttrRef::Open => self.created_attribute(created.op, *name)?,
                    };
                    out.push((*name, value));
                }
                Ok(out)
            }
        }
    }

    /// The matched operations that run whenever the root does: those that feed it, and itself.
    pub(super) fn certain(&self) -> FixedBitSet {
        self.run_with(self.model.anchor)
    }

    /// When the results of an operation are not seen: it, or what feeds it, is undefined. All of them run before those that see
    /// them.
    pub(super) fn stopped(&mut self, before: &EvalState, op: OpRef, certain: &FixedBitSet) -> TermId {
        let OpRef::Node(node) = op else { return self.pool.boolean(false) };
        let mut others = self.run_with(node);
        others.difference_with(certain);
        self.undefined(before, &|op| matches!(op, OpRef::Node(node) if others.contains(*node)))
    }

    /// The matched operations that run whenever one does: those that feed it, and itself.
    fn run_with(&self, node: usize) -> FixedBitSet {
        let count = self.model.nodes.len();
        let mut inside = FixedBitSet::with_capacity(count);
        let mut stack = vec![self.classes.node(node)];
        while let Some(node) = stack.pop() {
            if !inside.put(node) {
                stack.extend(self.classes.producers(node));
            }
        }
        (0..count).filter(|node| inside.contains(self.classes.node(*node))).collect()
    }

    pub(super) fn uncertain(&self, node: usize) -> Uncertain {
        let with = self.run_with(node).ones().map(|other| self.model.nodes[other].op).collect();
        Uncertain { op: self.model.nodes[node].op, with }
    }
}
