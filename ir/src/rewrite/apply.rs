//! The rewriting part: creates, replaces and erases step by step, and stops at the first step that MLIR does
//! not define. All bookkeeping of what is gone is `Program`'s own.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::error::{Broken, RewriteError};
use super::matcher::group;
use super::plan::{Action, Create, Plan, Replaced, Replacement, WrittenType};
use super::register::{Side, Slot, Types, Values, is_gone};
use super::{Applied, Listener, Match, Options, PdlSemantics};
use crate::data::{
    AttrId, BlockId, Ident, InsertPoint, LocId, NewOp, OpId, Pos, Program, SmallMap, Span, TypeId, ValueId,
    known,
};
use crate::pdl::{Bound, NativeCall, NativeFailure, Pattern, Rewriter};
use crate::spec::Registry;
use crate::spec::{OpSpec, infer_results};

/// Where created operations go: at the end of a block, or before one of its operations.
#[derive(Clone, Copy)]
struct Place {
    block: BlockId,
    before: Option<OpId>,
}

pub(super) struct Engine<'a> {
    pattern: Pattern<'a>,
    program: &'a mut Program,
    options: &'a Options<'a>,
    /// The first binding of a value counts.
    values: SmallMap<ValueId, Slot>,
    place: Option<Place>,
    /// The location of what is created, once something is.
    loc: Option<LocId>,
    /// The locations of the operations that were matched.
    matched: SmallVec<[LocId; 4]>,
    listener: &'a mut dyn Listener,
    applied: Applied,
    /// What a step of native code broke.
    broken: Option<Broken>,
}

type Step<T = ()> = Result<T, Broken>;

/// A list that is mostly short.
type Short<T> = SmallVec<[T; 4]>;

/// Runs the plan of a pattern on a match.
pub(super) fn apply(
    pattern: Pattern<'_>,
    plan: &Plan,
    program: &mut Program,
    found: &Match,
    options: &Options<'_>,
    listener: &mut dyn Listener,
) -> Result<Applied, RewriteError> {
    let at = |op: OpId, broken| RewriteError { op, span: pattern.program.op(op).span, broken };
    if program.is_erased(found.anchor) {
        return Err(at(plan.rewrite, Broken::UseOfErasedOp { op: found.anchor }));
    }
    let mut engine = Engine::new(pattern, plan, program, found, options, listener);
    for step in &plan.steps {
        engine.step(step.op, &step.action).map_err(|broken| at(step.op, broken))?;
    }
    Ok(engine.applied)
}

impl<'a> Engine<'a> {
    fn new(
        pattern: Pattern<'a>,
        plan: &Plan,
        program: &'a mut Program,
        found: &Match,
        options: &'a Options<'a>,
        listener: &'a mut dyn Listener,
    ) -> Engine<'a> {
        let bound = |(value, slot): &(ValueId, Slot)| match options.meaning {
            PdlSemantics::Mlir22 => (*value, slot.clone()),
            PdlSemantics::Written => (*value, slot.frozen(program)),
        };
        let mut values = SmallMap::default();
        values.extend(found.bindings.iter().map(bound));
        let block = program.op(found.anchor).block;
        let place = block.map(|block| Place { block, before: Some(found.anchor) });
        let matched = matched_locations(plan, program, &values);
        let (loc, applied, broken) = (None, Applied::default(), None);
        Engine { pattern, program, options, values, place, loc, matched, listener, applied, broken }
    }

    /// The location of what is created: as MLIR 22.1.8 does (measured), those of all matched operations in one.
    fn location(&mut self) -> LocId {
        *self.loc.get_or_insert_with(|| self.program.ctx().fused_loc(&self.matched))
    }

    fn step(&mut self, op: OpId, action: &Action) -> Step {
        match action {
            Action::Create(create) => self.create_operation(op, create),
            Action::Replace(replacement) => self.replace_operation(replacement),
            Action::Erase(target) => {
                let target = self.target(*target)?;
                self.erase_op(target)
            }
            Action::Result { value, parent, index, single, range } => {
                let slot = self.result(*parent, *index, *single, *range)?;
                // MLIR only crashes where the missing result is used.
                self.bind(*value, if slot == Slot::Null { Slot::Missing(op) } else { slot });
                Ok(())
            }
            Action::Range { value, elements, of_types } => self.range(*value, elements, *of_types),
            Action::Native { name, arguments, results } => {
                let name = name.ok_or(Broken::NativeUnknown { native: op })?;
                self.native(op, name, arguments, results)
            }
            Action::Bind(value, slot) => {
                self.bind(*value, slot.clone());
                Ok(())
            }
        }
    }

    // ---- what pdl values are bound to

    fn bind(&mut self, value: Option<ValueId>, slot: Slot) {
        if let Some(value) = value {
            self.values.add(value, slot);
        }
    }

    fn lookup(&self, value: ValueId) -> Option<&Slot> {
        self.values.get(value)
    }

    fn slot(&self, value: ValueId) -> Step<&Slot> {
        match self.lookup(value) {
            None => Err(self.unbound(value)),
            Some(Slot::Missing(result)) => Err(Broken::ResultIndexOutOfRange { result: *result }),
            Some(Slot::Assumed(native)) => Err(Broken::NativeUnknown { native: *native }),
            Some(slot) => Ok(slot),
        }
    }

    fn unbound(&self, value: ValueId) -> Broken {
        Broken::Unbound { definition: self.pattern.program.defining_op(value).unwrap_or(self.pattern.op) }
    }

    /// The operation that a value is bound to, which may be gone.
    fn op_of(&self, value: Option<ValueId>) -> Step<OpId> {
        let value = value.ok_or(Broken::Unbound { definition: self.pattern.op })?;
        match self.slot(value)? {
            Slot::Operation(op) => Ok(*op),
            _ => Err(self.unbound(value)),
        }
    }

    fn live_op(&self, value: Option<ValueId>) -> Step<OpId> {
        let op = self.op_of(value)?;
        if self.program.is_erased(op) { Err(Broken::UseOfErasedOp { op }) } else { Ok(op) }
    }

    /// The operation that is to be erased or replaced.
    fn target(&self, value: Option<ValueId>) -> Step<OpId> {
        let op = self.op_of(value)?;
        if self.program.is_erased(op) { Err(Broken::DoubleErase { op }) } else { Ok(op) }
    }

    /// The payload values behind values and ranges of values.
    fn payload_values(&self, values: &[ValueId]) -> Step<Short<ValueId>> {
        let mut all = SmallVec::new();
        for value in values {
            match self.slot(*value)? {
                Slot::Value(value) => all.push(*value),
                Slot::Values(range) => all.extend(range.read(self.program).map_err(gone)?),
                _ => return Err(self.unbound(*value)),
            }
        }
        match all.iter().find(|value| is_gone(self.program, **value)) {
            Some(value) => Err(Broken::UseOfErasedValue { value: *value }),
            None => Ok(all),
        }
    }

    // ---- steps

    fn result(&self, parent: Option<ValueId>, index: Option<u32>, single: bool, range: bool) -> Step<Slot> {
        let parent = self.live_op(parent)?;
        Ok(match (single, index) {
            (true, Some(index)) => {
                self.program.result(parent, index as usize).map_or(Slot::Null, Slot::Value)
            }
            (_, index) => group(self.program, self.options, parent, Side::Results, index, range),
        })
    }

    fn range(&mut self, value: Option<ValueId>, elements: &[ValueId], of_types: bool) -> Step {
        let slot = if of_types {
            let mut types = SmallVec::new();
            for element in elements {
                self.push_types(*element, &mut types)?;
            }
            Slot::Types(Types::Owned(types.as_slice().into()))
        } else {
            Slot::Values(Values::Owned(self.payload_values(elements)?.as_slice().into()))
        };
        self.bind(value, slot);
        Ok(())
    }

    fn push_types(&self, value: ValueId, types: &mut Short<TypeId>) -> Step {
        match self.slot(value)? {
            Slot::Type(ty) => types.push(*ty),
            Slot::Types(range) => types.extend(range.read(self.program).map_err(gone)?),
            Slot::Null => return Err(Broken::NoType),
            _ => return Err(self.unbound(value)),
        }
        Ok(())
    }

    fn create_operation(&mut self, place: OpId, create: &Create) -> Step {
        let name = create.name.ok_or(Broken::Unbound { definition: place })?;
        let operands = self.payload_values(&create.operands)?;
        let mut attributes = SmallVec::new();
        for (key, value) in &create.attributes {
            match self.slot(*value)? {
                Slot::Attribute(attr) => attributes.push((*key, *attr)),
                // MLIR leaves a null attribute out (measured on MLIR 22.1.8).
                Slot::Null => {}
                _ => return Err(self.unbound(*value)),
            }
        }
        let spec = self.options.registry.and_then(|registry| registry.op(name)).map(Arc::as_ref);
        let types = self.result_types(create, spec, &operands, &attributes)?;
        let (properties, attributes) = self.sort_attributes(spec, attributes);
        let operands: Short<(ValueId, Pos)> = operands.into_iter().map(|value| (value, Pos::NONE)).collect();
        let results: Short<(TypeId, Pos)> = types.into_iter().map(|ty| (ty, Pos::NONE)).collect();
        let loc = self.location();
        let op = self.create_at_place(&NewOp {
            name,
            operands: &operands,
            results: &results,
            successors: &[],
            regions: 0,
            properties,
            attributes,
            loc,
            span: Span::NONE,
        })?;
        self.bind(create.value, Slot::Operation(op));
        self.bind_result_types(create, op);
        Ok(())
    }

    /// Inherent attributes become properties, all others stay discardable.
    fn sort_attributes(&self, spec: Option<&OpSpec>, attributes: Short<(Ident, AttrId)>) -> (AttrId, AttrId) {
        if attributes.is_empty() {
            let empty = self.program.ctx().empty_dictionary();
            return (empty, empty);
        }
        let inherent = |key: Ident| {
            spec.is_some_and(|spec| {
                spec.attributes.iter().any(|attribute| attribute.name == key)
                    || (spec.traits.operand_segments && key == known::OPERAND_SEGMENT_SIZES)
                    || (spec.traits.result_segments && key == known::RESULT_SEGMENT_SIZES)
            })
        };
        let (properties, attributes): (Short<_>, Short<_>) =
            attributes.into_iter().partition(|(key, _)| inherent(*key));
        let ctx = self.program.ctx();
        (ctx.dictionary(properties), ctx.dictionary(attributes))
    }

    /// MLIR's order: the types that are written; inference; the types of the operation that this one
    /// replaces; no results.
    fn result_types(
        &self,
        create: &Create,
        spec: Option<&OpSpec>,
        operands: &[ValueId],
        attributes: &[(Ident, AttrId)],
    ) -> Step<Short<TypeId>> {
        if !create.types.is_empty()
            && let Some(types) = self.written_types(create)?
        {
            return Ok(types);
        }
        if let Some(spec) = spec.filter(|spec| spec.traits.infers_results) {
            let operands: Short<TypeId> =
                operands.iter().map(|value| self.program.value_type(*value)).collect();
            let attribute = |key| attributes.iter().find(|(name, _)| *name == key).map(|(_, attr)| *attr);
            return infer_results(self.program.ctx(), spec, &operands, &attribute)
                .map(SmallVec::from_vec)
                .ok_or(Broken::InferenceFailed);
        }
        let there = |target: &&Replaced| target.matched || self.lookup(target.value).is_some();
        match create.replaced.iter().find(there) {
            Some(target) => {
                let replaced = self.live_op(Some(target.value))?;
                Ok(self.program.results(replaced).map(|value| self.program.value_type(value)).collect())
            }
            None if create.types.is_empty() => Ok(SmallVec::new()),
            None => Err(Broken::CannotInferTypes),
        }
    }

    /// The written types, `None` when one of them is a type of the rewriting part that nothing gave yet.
    fn written_types(&self, create: &Create) -> Step<Option<Short<TypeId>>> {
        let mut types = SmallVec::new();
        for written in &create.types {
            if !written.matched && self.lookup(written.value).is_none() {
                return Ok(None);
            }
            self.push_types(written.value, &mut types)?;
        }
        Ok(Some(types))
    }

    /// Types of the rewriting part that were written but not given are those of the created results.
    fn bind_result_types(&mut self, create: &Create, op: OpId) {
        let single_range = matches!(create.types[..], [WrittenType { range: true, .. }]);
        let mut grouped = false;
        for (index, written) in create.types.iter().enumerate() {
            grouped |= written.range;
            if self.lookup(written.value).is_some() {
                continue;
            }
            let index = index as u32;
            let results = if single_range {
                group(self.program, self.options, op, Side::Results, None, true)
            } else if grouped {
                group(self.program, self.options, op, Side::Results, Some(index), written.range)
            } else {
                self.program.result(op, index as usize).map_or(Slot::Null, Slot::Value)
            };
            let slot = results.type_of(self.program, self.options.registry);
            self.bind(Some(written.value), slot);
        }
    }

    fn replace_operation(&mut self, replacement: &Replacement) -> Step {
        let target = self.target(replacement.target)?;
        let Some(by) = replacement.by_operation else {
            if replacement.by_values.is_empty() {
                return self.erase_op(target);
            }
            let values = self.payload_values(&replacement.by_values)?;
            return self.replace_op(target, &values);
        };
        // MLIR erases an operation that the pattern writes without results, whatever it has.
        if replacement.without_results {
            return self.erase_op(target);
        }
        let by = self.live_op(Some(by))?;
        let values: Short<ValueId> = self.program.results(by).collect();
        self.replace_op(target, &values)
    }

    fn native(&mut self, op: OpId, name: Ident, arguments: &[ValueId], results: &[ValueId]) -> Step {
        let arguments =
            arguments.iter().map(|value| self.native_argument(*value)).collect::<Step<Vec<_>>>()?;
        let program = self.pattern.program;
        let types: Vec<TypeId> = results.iter().map(|value| program.value_type(*value)).collect();
        let call = NativeCall { name: program.ctx().str(name), arguments: &arguments, results: &types };
        let natives = self.options.natives;
        let answers = natives.rewrite(self, &call).map_err(|failure| match failure {
            NativeFailure::Unknown => Broken::NativeUnknown { native: op },
            NativeFailure::Failed => Broken::NativeFailed,
            NativeFailure::Broken => self.broken.take().unwrap_or(Broken::NativeFailed),
        })?;
        if answers.len() != results.len() {
            return Err(Broken::NativeFailed);
        }
        for (value, answer) in results.iter().zip(answers) {
            self.bind(Some(*value), Slot::from_bound(answer));
        }
        Ok(())
    }

    fn native_argument(&self, value: ValueId) -> Step<Bound> {
        let slot = self.slot(value)?;
        match slot.to_bound(self.program) {
            Some(bound) => Ok(bound),
            None => Err(match slot {
                Slot::Operation(op) => Broken::UseOfErasedOp { op: *op },
                Slot::Value(value) => Broken::UseOfErasedValue { value: *value },
                Slot::Values(Values::Part { owner, .. })
                | Slot::Types(Types::Of(Values::Part { owner, .. })) => Broken::UseOfErasedOp { op: *owner },
                _ => self.unbound(value),
            }),
        }
    }

    // ---- changes of the payload

    fn create_at_place(&mut self, new: &NewOp<'_>) -> Step<OpId> {
        let place = self.place.ok_or(Broken::InsertionPointGone)?;
        let at = match place.before {
            Some(op) => InsertPoint::Before(op),
            None => InsertPoint::End(place.block),
        };
        let op = self.program.create(new, at);
        self.applied.created.push(op);
        self.applied.touched.push(op);
        self.listener.inserted(self.program, op);
        Ok(op)
    }

    fn replace_op(&mut self, op: OpId, values: &[ValueId]) -> Step {
        let results: Short<ValueId> = self.program.results(op).collect();
        if values.len() > results.len() {
            let (results, values) = (results.len(), values.len());
            return Err(Broken::TooManyReplacements { op, results, values });
        }
        self.listener.replaced(self.program, op, values);
        let first = self.applied.touched.len();
        for (result, value) in results.iter().zip(values) {
            let users = self.program.uses(*result).map(|slot| self.program.operand_owner(slot));
            self.applied.touched.extend(users);
            self.program.replace_uses(*result, *value);
        }
        let mut told = FxHashSet::default();
        for user in &self.applied.touched[first..] {
            if self.applied.touched.len() - first == 1 || told.insert(*user) {
                self.listener.modified(self.program, *user);
            }
        }
        if values.len() < results.len() {
            let used = results[values.len()..].iter().any(|result| self.program.has_uses(*result));
            let (results, values) = (results.len(), values.len());
            return Err(Broken::TooFewReplacements { op, results, values, used });
        }
        if self.outside_user(op).is_some() && values.iter().any(|value| results.contains(value)) {
            return Err(Broken::ReplaceByOwnResult { op });
        }
        self.erase_op(op)
    }

    fn erase_op(&mut self, op: OpId) -> Step {
        if let Some((value, user)) = self.outside_user(op) {
            // What an operation holds in its regions goes with it.
            return Err(match self.program.defining_op(value) == Some(op) {
                true => Broken::EraseWithUses { op, user },
                false => Broken::UseOfErasedValue { value },
            });
        }
        touch_operands(self.program, op, &mut self.applied.touched);
        if let Some(place) = &mut self.place
            && place.before == Some(op)
        {
            place.before = self.program.next_op(op);
        }
        self.listener.erased(self.program, op);
        self.program.erase(op);
        let alive = |place: &Place| !self.program.is_erased(self.program.block_parent_op(place.block));
        self.place = self.place.filter(alive);
        self.applied.erased.push(op);
        Ok(())
    }

    /// A use, outside of `op`, of a value that goes when `op` goes.
    fn outside_user(&self, op: OpId) -> Option<(ValueId, OpId)> {
        let program = &*self.program;
        let outside = |value: ValueId| {
            let users = program.uses(value).map(|slot| program.operand_owner(slot));
            users.filter(|user| !program.is_within(*user, op)).map(|user| (value, user)).next()
        };
        if program.op_regions(op).is_empty() {
            return program.results(op).find_map(outside);
        }
        program.walk(op).find_map(|inner| {
            let blocks = program.op_regions(inner).iter().flat_map(|region| &program.region(*region).blocks);
            let arguments = blocks.flat_map(|block| &program.block(*block).arguments).copied();
            program.results(inner).chain(arguments).find_map(outside)
        })
    }

    fn remember(&mut self, step: Step) -> Result<(), NativeFailure> {
        step.map_err(|broken| {
            self.broken = Some(broken);
            NativeFailure::Broken
        })
    }
}

impl Rewriter for Engine<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn registry(&self) -> Option<&Registry> {
        self.options.registry
    }

    fn create(&mut self, new: &NewOp<'_>) -> Result<OpId, NativeFailure> {
        let dead = new.operands.iter().find(|(value, _)| is_gone(self.program, *value));
        let step = match dead {
            Some((value, _)) => Err(Broken::UseOfErasedValue { value: *value }),
            None => self.create_at_place(new),
        };
        step.map_err(|broken| {
            self.broken = Some(broken);
            NativeFailure::Broken
        })
    }

    fn replace(&mut self, op: OpId, values: &[ValueId]) -> Result<(), NativeFailure> {
        let dead = values.iter().find(|value| is_gone(self.program, **value));
        let step = match dead {
            _ if self.program.is_erased(op) => Err(Broken::DoubleErase { op }),
            Some(value) => Err(Broken::UseOfErasedValue { value: *value }),
            None => self.replace_op(op, values),
        };
        self.remember(step)
    }

    fn erase(&mut self, op: OpId) -> Result<(), NativeFailure> {
        let step = match self.program.is_erased(op) {
            true => Err(Broken::DoubleErase { op }),
            false => self.erase_op(op),
        };
        self.remember(step)
    }
}

/// MLIR's `addOperandsToWorklist`: what defines an operand that at most one other operation uses.
pub(super) fn touch_operands(program: &Program, op: OpId, touched: &mut Vec<OpId>) {
    for value in program.operands(op) {
        let Some(definition) = program.defining_op(value) else { continue };
        let mut others = program.uses(value).map(|slot| program.operand_owner(slot)).filter(|u| *u != op);
        let other = others.next();
        if others.all(|user| Some(user) == other) {
            touched.push(definition);
        }
    }
}

/// The locations of the operations that the pattern matches, in the order of its text.
fn matched_locations(
    plan: &Plan,
    program: &Program,
    values: &SmallMap<ValueId, Slot>,
) -> SmallVec<[LocId; 4]> {
    let location = |value: &ValueId| match values.get(*value)? {
        Slot::Operation(op) => Some(program.op(*op).loc),
        _ => None,
    };
    plan.matched.iter().filter_map(location).collect()
}

fn gone(op: OpId) -> Broken {
    Broken::UseOfErasedOp { op }
}
