//! What operations do beside giving results, and what can be seen of it: loads and stores at their moment, what a terminator
//! forwards, and operations without a meaning that are functions of what they are given. Asks no solver.
//!
//! What the rewrite makes stands right before the root, so that it happens at the moment of the root; what stays keeps
//! its own moment.

use assay_ir::data::{OpId, TypeId};
use assay_ir::text::type_text;

use super::builder::{Builder, Change, EncodeError, EvalState, Observable, Observed, OperandMap};
use super::coverage::{self, forwards_operands};
use super::memory::{self, Place, Write, plain_memref};
use crate::pattern::model::{OpRef, Step};
use assay_semantics::{self, Layout, OpResult, Value};
use assay_term::node::TermId;

impl Builder<'_> {
    fn anchor(&self) -> OpRef {
        OpRef::Node(self.classes.node(self.model.anchor))
    }

    pub(super) fn canonical_op(&self, op: OpRef) -> OpRef {
        match op {
            OpRef::Node(node) => OpRef::Node(self.classes.node(node)),
            created => created,
        }
    }

    pub(super) fn ended_classes(&self) -> Vec<OpRef> {
        self.ended().into_iter().map(|op| self.canonical_op(op)).collect()
    }

    /// The step that ends an operation.
    fn ender(&self, ended: OpRef) -> Option<OpId> {
        let ends = |step: &Step| match step {
            Step::Replace { target, .. } | Step::Erase(target) => self.canonical_op(*target) == ended,
            _ => false,
        };
        self.model.actions.iter().find(|action| ends(&action.step)).map(|action| action.op)
    }

    /// Extents and elements of memory that is read or written with as many indices.
    fn plain_access(&self, ty: TypeId, indices: usize) -> Option<(Vec<u64>, Layout)> {
        let (extents, element) = plain_memref(self.registry.ctx(), ty)?;
        let layout = Layout::for_type(self.registry.ctx(), element, self.types.index)?;
        // An operation that is no memory access breaks its definition, which other rules report.
        (extents.len() == indices).then_some((extents, layout))
    }

    /// Tells if the place of a load or a store is known, or the operation is another one on memory.
    pub(super) fn is_plain_access(&self, wires: &OperandMap, op: OpRef, name: &str) -> bool {
        if coverage::makes_views(name) {
            return true;
        }
        let (list, at) = (wires.operands(op), usize::from(coverage::stores(name)));
        let ty = list.get(at).and_then(|memref| self.value_type(*memref).ok());
        ty.is_some_and(|ty| self.plain_access(ty, list.len() - at - 1).is_some())
    }

    /// A load or a store, or what says which memory.
    pub(super) fn access(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        op: OpRef,
        name: &str,
    ) -> Result<(), EncodeError> {
        if coverage::makes_views(name) {
            return self.memref_op(wires, memo, op, name);
        }
        let list = wires.operands(op);
        let stores = coverage::stores(name);
        let at = usize::from(stores);
        let memref = *list.get(at).ok_or(EncodeError::IllTyped)?;
        let ctx = self.registry.ctx();
        let unknown = format!("{name} on {}", type_text(ctx, self.value_type(memref)?));
        let view = self.view(wires, memo, memref)?.filter(|(_, view)| !self.is_made(view));
        // Operations that stay as they are need not be known.
        let Some((memref, view)) = view else { return self.unknown_unless_kept(op, unknown) };
        let Some((extents, layout)) = self.plain_access(view.ty, list.len() - at - 1) else {
            return self.unknown_unless_kept(op, unknown);
        };
        if let OpRef::Created(index) = op {
            let created = &self.model.created[index];
            if created.attributes.iter().any(|(name, _)| ctx.str(*name) == "alignment") {
                let what = "a promise about the alignment of memory".to_owned();
                return Err(EncodeError::Unsupported { what, op: created.op });
            }
        }
        let mut values: Vec<Value> = Vec::with_capacity(list.len());
        for value in list {
            values.push(self.value(wires, memo, value)?);
        }
        let first = |value: &Value| value.elements.first().copied().ok_or(EncodeError::IllTyped);
        let indices = values[at + 1..].iter().map(first).collect::<Result<_, _>>()?;
        let Some((place, beyond)) = self.place_in(&view, indices) else {
            return self.unknown_unless_kept(op, unknown);
        };
        let outside = place.outside(&mut self.pool, &extents);
        let undefined = self.pool.any([memref.poison, beyond, outside]);
        let mut results = Vec::new();
        let own = self.model.handle(op);
        if stores {
            let value = values.remove(0);
            memo.writes.push((op, Write { op: own, place, value: value.clone() }));
            memo.given.insert(op, std::iter::once(value).chain(values.into_iter().skip(1)).collect());
        } else {
            results.push(self.held_before(memo, op, &place, &layout)?);
        }
        memo.done.insert(op, Some(OpResult { results, undefined }));
        memo.order.push(op);
        Ok(())
    }

    /// The contents of a place right before an operation.
    pub(super) fn held_before(
        &mut self,
        memo: &EvalState,
        op: OpRef,
        place: &Place,
        layout: &Layout,
    ) -> Result<Value, EncodeError> {
        let own = self.model.handle(op);
        let at_root = op == self.anchor() || matches!(op, OpRef::Created(_));
        let moment = match at_root {
            true => (self.model.handle(self.anchor()), matches!(op, OpRef::Created(_))),
            false => (own, false),
        };
        let held = self.memory.read(&mut self.pool, &mut self.roles.facts, moment, place, layout);
        let before: Vec<Write> = if at_root { made_before(memo, op) } else { Vec::new() };
        memory::after(&mut self.pool, &before, place, held).ok_or_else(|| views_of_two_types(own))
    }

    /// Operands forwarded by terminators that the rewrite erases, and by those that take their place.
    pub(super) fn forwarded(
        &mut self,
        (first, before): (&OperandMap, &mut EvalState),
        (last, after): (&OperandMap, &mut EvalState),
    ) -> Result<Vec<Observed>, EncodeError> {
        let registry = self.registry;
        let hands =
            |builder: &Self, op: &OpRef| builder.name(*op).is_some_and(|n| forwards_operands(registry, n));
        let ended: Vec<OpRef> = self.ended_classes().into_iter().filter(|op| hands(self, op)).collect();
        let created: Vec<OpRef> =
            (0..self.model.created.len()).map(OpRef::Created).filter(|op| hands(self, op)).collect();
        let (old, new) = match (&ended[..], &created[..]) {
            ([], []) => return Ok(Vec::new()),
            ([old], [new]) if *old == self.anchor() && self.name(*old) == self.name(*new) => (*old, *new),
            ([other, ..], _) | (_, [other, ..]) => {
                let what = "reordered terminators".to_owned();
                return Err(EncodeError::Unsupported { what, op: self.model.handle(*other) });
            }
        };
        let (op, target) = (self.model.handle(new), self.model.handle(old));
        let (olds, news) = (first.operands(old), last.operands(new));
        let silent =
            self.name(old).and_then(|name| registry.op(name)).is_some_and(|s| !s.attributes.is_empty());
        if olds.len() != news.len() || silent {
            let what = "a terminator with another number of operands, or with attributes".to_owned();
            return Err(EncodeError::Unsupported { what, op });
        }
        let mut out = Vec::with_capacity(olds.len());
        for (number, (old, new)) in olds.into_iter().zip(news).enumerate() {
            let ty = self.value_type(old)?;
            let before = self.value(first, before, old)?;
            let after = self.value(last, after, new)?;
            self.assert_comparable(op, ty, &before, &after)?;
            let undefined = self.pool.boolean(false);
            out.push(Observed { op, target, seen: Observable::Handed(number), before, after, undefined });
        }
        Ok(out)
    }

    /// What memory holds after the root, and after each store that is ended, wherever that may have changed.
    pub(super) fn stored(
        &mut self,
        before: &EvalState,
        after: &EvalState,
    ) -> Result<Vec<Observed>, EncodeError> {
        let anchor = self.anchor();
        let old: Vec<Write> = only(before, anchor);
        let mut new = made_before(after, anchor);
        new.extend(only(after, anchor));
        let change = match new.len().cmp(&old.len()) {
            std::cmp::Ordering::Less => Change::Gone,
            std::cmp::Ordering::Equal => Change::Kept,
            std::cmp::Ordering::Greater => Change::New,
        };
        let target = self.model.handle(anchor);
        let mut places: Vec<Place> = Vec::new();
        let mut out = Vec::new();
        let same = |(a, b): (&Write, &Write)| a.place == b.place && a.value == b.value;
        let alike = new.len() == old.len() && new.iter().zip(&old).all(same);
        for write in new.iter().chain(&old) {
            if alike || places.contains(&write.place) {
                continue;
            }
            places.push(write.place.clone());
            let Some((ty, held)) = self.contents(target, &write.place) else { continue };
            let seen_before = memory::after(&mut self.pool, &old, &write.place, held.clone());
            let seen_after = memory::after(&mut self.pool, &new, &write.place, held);
            let (Some(before), Some(after)) = (seen_before, seen_after) else {
                return Err(views_of_two_types(write.op));
            };
            if before != after {
                let made = new.iter().any(|other| other.op == write.op) && write.op != target;
                let op = if made { write.op } else { self.ender(anchor).unwrap_or(write.op) };
                self.assert_comparable(op, ty, &before, &after)?;
                let seen = Observable::Stored(write.place.clone(), change);
                let undefined = self.pool.boolean(false);
                out.push(Observed { op, target, seen, before, after, undefined });
            }
        }
        for ended in self.ended_classes().into_iter().filter(|ended| *ended != anchor) {
            for write in only(before, ended) {
                let Some((_, after)) = self.contents(write.op, &write.place) else { continue };
                let op = self.ender(ended).unwrap_or(write.op);
                let undefined = match before.done.get(&ended) {
                    Some(Some(done)) => done.undefined,
                    _ => self.pool.boolean(false),
                };
                let seen = Observable::Stored(write.place, Change::Gone);
                out.push(Observed { op, target: write.op, seen, before: write.value, after, undefined });
            }
        }
        Ok(out)
    }

    /// What a place holds right before a matched operation, and its type.
    fn contents(&mut self, moment: OpId, place: &Place) -> Option<(TypeId, Value)> {
        let (_, element) = plain_memref(self.registry.ctx(), place.ty)?;
        let layout = Layout::for_type(self.registry.ctx(), element, self.types.index)?;
        let facts = &mut self.roles.facts;
        Some((element, self.memory.read(&mut self.pool, facts, (moment, false), place, &layout)))
    }

    /// Operations without a meaning whose definition says that they are functions of what they are given: where they are
    /// given the same they give the same.
    pub(super) fn functions(&mut self, wires: &OperandMap, memo: &mut EvalState) -> Result<(), EncodeError> {
        let classes: Vec<usize> = self.classes.node_classes().collect();
        let functions: Vec<usize> =
            classes.into_iter().filter(|node| self.is_function(memo, *node)).collect();
        for (number, one) in functions.iter().enumerate() {
            for other in &functions[..number] {
                if self.names_alike(*one, *other) {
                    self.give_the_same(wires, memo, [*one, *other])?;
                }
            }
        }
        Ok(())
    }

    fn is_function(&self, memo: &EvalState, node: usize) -> bool {
        let opaque = matches!(memo.done.get(&OpRef::Node(node)), Some(None));
        opaque
            && self.classes.spec(node).is_some_and(|spec| {
                let closed = spec.regions.as_ref().is_none_or(|regions| regions.is_empty());
                let named = self.classes.attributes_of(node);
                // What the pattern does not name may be anything.
                let told = spec.attributes.iter().all(|a| named.iter().any(|(name, _)| *name == a.name));
                !spec.lossy && spec.traits.deterministic && closed && told
            })
    }

    /// Whether two operations have one name and the same attributes.
    fn names_alike(&self, one: usize, other: usize) -> bool {
        let attributes = |node: usize| {
            let list = self.classes.attributes_of(node).iter();
            list.map(|(name, attribute)| {
                let class = self.classes.attribute(*attribute);
                let known = self.classes.attribute_constant(class);
                (*name, known, if known.is_some() { usize::MAX } else { class })
            })
            .collect::<std::collections::BTreeSet<_>>()
        };
        self.classes.name(one) == self.classes.name(other) && attributes(one) == attributes(other)
    }

    fn give_the_same(
        &mut self,
        wires: &OperandMap,
        memo: &mut EvalState,
        [one, other]: [usize; 2],
    ) -> Result<(), EncodeError> {
        let (left, right) = (wires.operands(OpRef::Node(one)), wires.operands(OpRef::Node(other)));
        if left.len() != right.len()
            || self.model.nodes[one].results.len() != self.model.nodes[other].results.len()
        {
            return Ok(());
        }
        let mut premise = self.pool.boolean(true);
        for (a, b) in left.into_iter().zip(right) {
            if self.value_type(a)? != self.value_type(b)? {
                return Ok(());
            }
            let (a, b) = (self.value(wires, memo, a)?, self.value(wires, memo, b)?);
            if a != b {
                // Poison may be read as something else each time.
                let same = memory::identical(&mut self.pool, &a, &b);
                let poison: Vec<TermId> = a.elements.iter().map(|scalar| scalar.poison).collect();
                let poison = self.pool.any(poison);
                let sound = self.pool.not(poison);
                let same = self.pool.and(same, sound);
                premise = self.pool.and(premise, same);
            }
        }
        for index in 0..self.model.nodes[one].results.len() {
            let of = |builder: &Self, node: usize| builder.model.result(OpRef::Node(node), index);
            let (a, b) = (of(self, one), of(self, other));
            if self.value_type(a)? != self.value_type(b)? {
                return Ok(());
            }
            let (a, b) = (self.value(wires, memo, a)?, self.value(wires, memo, b)?);
            let same = memory::identical(&mut self.pool, &a, &b);
            let apart = self.pool.not(premise);
            let fact = self.pool.or(apart, same);
            self.roles.facts.push(fact);
        }
        Ok(())
    }
}

/// Stores of created operations that come before an operation at the root.
fn made_before(memo: &EvalState, op: OpRef) -> Vec<Write> {
    let mut made: Vec<(usize, &Write)> = memo
        .writes
        .iter()
        .filter_map(|(by, write)| match (by, op) {
            (OpRef::Created(by), OpRef::Created(op)) if *by >= op => None,
            (OpRef::Created(by), _) => Some((*by, write)),
            _ => None,
        })
        .collect();
    made.sort_by_key(|(by, _)| *by);
    made.into_iter().map(|(_, write)| write.clone()).collect()
}

/// Stores of one operation.
fn only(memo: &EvalState, op: OpRef) -> Vec<Write> {
    memo.writes.iter().filter(|(by, _)| *by == op).map(|(_, write)| write.clone()).collect()
}

fn views_of_two_types(op: OpId) -> EncodeError {
    EncodeError::Unsupported { what: "memory that is seen through memrefs of two types".to_owned(), op }
}
