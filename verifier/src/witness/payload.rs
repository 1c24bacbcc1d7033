//! Makes the smallest valid program that a pattern matches in a given way: one function, the matched operations in one
//! order, and nothing that the scenario does not request. Must not know the claim that it serves.

use std::sync::Arc;

use assay_ir::data::{
    AttrId, BlockId, Context, Ident, InsertPoint, NewOp, OpId, Pos, Program, Span, TypeId, TypeKind, ValueId,
    known,
};
use assay_ir::ops;
use assay_ir::spec::Registry;
use assay_ir::text::implies_body;
use assay_ir::wellformed;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::choose::node_segments;
use super::scenario::{CannotBuild, PdlValue, Scenario, TypeName, UsePlace};
use super::types::{Assignment, Other, assign};
use crate::limits::Resource;
use crate::pattern::AnalyzedPattern;
use crate::pattern::classes::Classes;
use crate::pattern::dominance::{Available, fed_by};
use crate::pattern::model::{AttrIx, Definition, Model, NodeIx, Type, Value, ValueIx};

/// A program that the pattern matches.
#[derive(Clone, Debug)]
pub struct Payload {
    /// The program.
    pub program: Program,
    /// The payload operation of each matched `pdl.operation`.
    pub ops: FxHashMap<OpId, OpId>,
    /// The payload value of each `pdl.operand`.
    pub operands: FxHashMap<OpId, ValueId>,
    /// The payload value of each element of each `pdl.operand` and `pdl.operands`.
    pub elements: FxHashMap<(OpId, u32), ValueId>,
    /// The payload operation at the root.
    pub anchor: OpId,
}

/// [`build`] that takes what it makes from the account of the pattern.
///
/// # Errors
/// As there, and when nothing is left.
pub(crate) fn within(
    subject: &AnalyzedPattern<'_>,
    model: &Model,
    scenario: &Scenario,
) -> Result<Payload, CannotBuild> {
    let account = subject.account();
    account.charge(Resource::Programs, (model.nodes.len() + model.values.len()) as u64);
    let spent = [Resource::Evidence, Resource::Programs].into_iter().find(|one| account.is_spent(*one));
    if let Some(spent) = spent {
        return Err(CannotBuild::Limit(spent));
    }
    build(model, subject.registry, scenario)
}

/// Makes a payload for a decoded pattern and checks that it is well-formed.
///
/// # Errors
/// Why there is none.
pub fn build(model: &Model, registry: &Registry, scenario: &Scenario) -> Result<Payload, CannotBuild> {
    if scenario.graph && is_ordered(model, registry) {
        let ordered = Scenario { graph: false, ..scenario.clone() };
        return build(model, registry, &ordered).map_err(|why| match why {
            // Part of the match may stand in a graph region inside.
            CannotBuild::Impossible => {
                CannotBuild::Unsupported("a cycle around a terminator of an ordered region".to_owned())
            }
            why => why,
        });
    }
    let classes = classes_of(model, registry, scenario)?;
    let attributes = given_attributes(&classes, scenario);
    let differ = differing(&classes, scenario)?;
    let assignment = assign(registry, &classes, &attributes, &differ)?;
    let mut builder = Builder::new(model, registry, scenario, &classes, assignment)?;
    builder.run()?;
    builder.keep_promises();
    let broken = builder.broken_promise();
    let payload = builder.finish();
    if let Some(name) = broken {
        let what = format!("a program that keeps what {name} promises was not made");
        return Err(CannotBuild::Unsupported(what));
    }
    let violations = wellformed::check(&payload.program, registry, &wellformed::Options::default());
    match violations.first() {
        None => Ok(payload),
        Some(violation) => Err(CannotBuild::IllFormed(violation.message.clone())),
    }
}

/// Returns true when the parent of a matched terminator has an ordered region that sees no values from outside, as the
/// function around `func.return`: the whole match is in that region.
fn is_ordered(model: &Model, registry: &Registry) -> bool {
    let spec = |name: Ident| registry.op(name).map(|spec| &spec.traits);
    let ordered = |parent: &Ident| spec(*parent).is_some_and(|traits| traits.isolated && !traits.graph);
    model
        .nodes
        .iter()
        .filter_map(|node| spec(node.name?))
        .any(|traits| traits.terminator && !traits.parents.is_empty() && traits.parents.iter().all(ordered))
}

fn classes_of<'a>(
    model: &'a Model,
    registry: &'a Registry,
    scenario: &Scenario,
) -> Result<Classes<'a>, CannotBuild> {
    let mut classes = Classes::new(model, registry, scenario.graph).map_err(|_| CannotBuild::Impossible)?;
    for (a, b) in &scenario.same_op {
        let (Some(a), Some(b)) = (node_of(model, *a), node_of(model, *b)) else { continue };
        classes.merge_nodes(a, b).map_err(|_| CannotBuild::Impossible)?;
    }
    for (a, b) in &scenario.same_value {
        let (Some(a), Some(b)) = (value_of(model, *a), value_of(model, *b)) else { continue };
        classes.merge_values(a, b).map_err(|_| CannotBuild::Impossible)?;
    }
    for (index, ty) in model.types.iter().enumerate() {
        let single = ty.handle.and_then(|handle| scenario.types.get(&handle));
        let element = ty.range.and_then(|(handle, at)| scenario.range_types.get(&handle)?.get(at));
        if let Some(given) = single.or(element) {
            classes.set_type(index, *given).map_err(|_| CannotBuild::Impossible)?;
        }
    }
    Ok(classes)
}

/// The classes of types that the scenario keeps apart.
fn differing(classes: &Classes<'_>, scenario: &Scenario) -> Result<Vec<(usize, Other)>, CannotBuild> {
    let class = |name: TypeName| {
        let named = |ty: &Type| match name {
            TypeName::Single(handle) => ty.handle == Some(handle),
            TypeName::Element(handle, index) => ty.range == Some((handle, index)),
            TypeName::Constant(_) => false,
        };
        classes.model().types.iter().position(named).map(|ty| classes.ty(ty))
    };
    let mut out = Vec::new();
    for (a, b) in &scenario.differ {
        let (a, b) = if class(*a).is_some() { (*a, *b) } else { (*b, *a) };
        let Some(first) = class(a) else { continue };
        let other = match b {
            TypeName::Constant(ty) => Other::Constant(ty),
            name => Other::Class(class(name).ok_or(CannotBuild::Impossible)?),
        };
        if other == Other::Class(first) {
            return Err(CannotBuild::Impossible);
        }
        out.push((first, other));
    }
    Ok(out)
}

fn given_attributes(classes: &Classes<'_>, scenario: &Scenario) -> FxHashMap<AttrIx, AttrId> {
    let attributes = classes.model().attributes.iter().enumerate();
    let given = attributes
        .filter_map(|(index, attribute)| Some((index, *scenario.attributes.get(&attribute.handle)?)));
    given.map(|(index, value)| (classes.attribute(index), value)).collect()
}

/// The matched operation that a `pdl.operation` stands for.
pub(crate) fn node_of(model: &Model, op: OpId) -> Option<NodeIx> {
    model.nodes.iter().position(|node| node.op == op)
}

/// The matched value that is named so.
pub(crate) fn value_of(model: &Model, value: PdlValue) -> Option<ValueIx> {
    match value {
        PdlValue::Operand(op) => value_of(model, PdlValue::Element(op, 0)),
        PdlValue::Element(op, element) => {
            let wanted =
                |value: &Value| value.def == Definition::Free(op) && value.element == element as usize;
            model.values.iter().position(wanted)
        }
        PdlValue::Result(op, index) => model.nodes[node_of(model, op)?].results.get(index as usize).copied(),
    }
}

pub(super) struct Builder<'a, 'c> {
    pub(super) ctx: Arc<Context>,
    pub(super) model: &'a Model,
    pub(super) registry: &'a Registry,
    pub(super) scenario: &'c Scenario,
    pub(super) classes: &'c Classes<'a>,
    pub(super) assignment: Assignment,
    pub(super) available: Available,
    pub(super) program: Program,
    pub(super) function: OpId,
    pub(super) block: BlockId,
    /// Payload operation of each class.
    pub(super) ops: Vec<Option<OpId>>,
    /// Payload value of each class.
    pub(super) values: Vec<Option<ValueId>>,
    /// Types that the function returns, once a `func.return` is made.
    pub(super) returns: Option<Vec<TypeId>>,
    /// Regions that were opened for operations with a required parent: the block around each, and its name.
    pub(super) nest: Vec<(BlockId, Ident)>,
    /// Values that stand for results which are defined further down, with the class of the result.
    pub(super) placeholders: Vec<(usize, ValueId)>,
}

impl<'a, 'c> Builder<'a, 'c> {
    fn new(
        model: &'a Model,
        registry: &'a Registry,
        scenario: &'c Scenario,
        classes: &'c Classes<'a>,
        assignment: Assignment,
    ) -> Result<Builder<'a, 'c>, CannotBuild> {
        let ctx = Arc::clone(registry.ctx());
        let mut program = Program::new(&ctx);
        let at = InsertPoint::End(program.top_block());
        let function = program.create(&NewOp { regions: 1, ..NewOp::named(&ctx, known::FUNC_FUNC) }, at);
        let region = program.op_regions(function)[0];
        let block = program.add_block(region, Span::NONE);
        Ok(Builder {
            available: Available::new(scenario.graph),
            ctx,
            model,
            registry,
            scenario,
            classes,
            assignment,
            program,
            function,
            block,
            ops: vec![None; model.nodes.len()],
            values: vec![None; model.values.len()],
            returns: None,
            nest: Vec::new(),
            placeholders: Vec::new(),
        })
    }

    fn run(&mut self) -> Result<(), CannotBuild> {
        self.arguments();
        let outer = self.block;
        if self.scenario.graph {
            self.open_graph();
        }
        self.matched()?;
        self.close_parents();
        self.block = if self.scenario.graph { outer } else { self.block };
        self.fill_placeholders()?;
        if self.program.last_op(self.block).is_none_or(|op| self.program.op(op).name != known::FUNC_RETURN) {
            self.end_block()?;
        }
        self.declare_symbols();
        if self.scenario.keep {
            self.keep();
        }
        Ok(())
    }

    /// Continues in a new region without order.
    fn open_graph(&mut self) {
        let op = self.create(self.ctx.ident("assay.graph"), &[], &[], &[], 1);
        let region = self.program.op_regions(op)[0];
        self.block = self.program.add_block(region, Span::NONE);
    }

    /// The class of the operation that comes first with what it needs.
    fn first(&self) -> Option<usize> {
        let first = self.scenario.first.and_then(|op| node_of(self.model, op));
        first.map(|node| self.classes.node(node))
    }

    fn keep(&mut self) {
        let pure = |op: &OpId| {
            self.registry.is_pure(self.program.op(*op).name)
                && self.program.result_count(*op) > 0
                && self.program.results(*op).all(|result| !self.program.has_uses(result))
        };
        let unused: Vec<(usize, OpId)> = (0..self.ops.len())
            .filter_map(|node| Some((node, self.ops[node]?)))
            .filter(|(_, op)| pure(op))
            .collect();
        let name = self.ctx.ident("assay.use");
        for (node, op) in unused {
            let free = |(index, _): &(usize, ValueId)| !self.speaks_of_uses(node, *index);
            let results = self.program.results(op).enumerate().filter(free);
            let results: Vec<ValueId> = results.map(|(_, value)| value).collect();
            if !results.is_empty() {
                self.program.build(&NewOp::named(&self.ctx, name), &results, &[], InsertPoint::After(op));
            }
        }
    }

    fn matched(&mut self) -> Result<(), CannotBuild> {
        let order = self.order()?;
        let held = self.contained()?;
        let first = self.first();
        // A graph region has no order: what comes first there is what a nested region uses.
        let mut nests = self.scenario.graph && first.is_some();
        for (index, node) in order.iter().enumerate() {
            if held.contains(node) {
                continue;
            }
            if nests && first.is_some_and(|first| !self.available.dominates(self.classes, *node, first)) {
                self.open_graph();
                nests = false;
            }
            let last = order[index + 1..].iter().all(|other| held.contains(other));
            self.place(*node, last && self.scenario_returns().is_empty())?;
        }
        Ok(())
    }

    /// Puts the results that are defined further down into the places where they are used.
    fn fill_placeholders(&mut self) -> Result<(), CannotBuild> {
        for (class, placeholder) in std::mem::take(&mut self.placeholders) {
            let value = self.values[class].ok_or(CannotBuild::Impossible)?;
            self.program.replace_uses(placeholder, value);
            if let Some(op) = self.program.defining_op(placeholder) {
                self.program.erase(op);
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Payload {
        self.sign_function();
        let mut ops = FxHashMap::default();
        for (index, node) in self.model.nodes.iter().enumerate() {
            if let Some(op) = self.ops[self.classes.node(index)] {
                ops.insert(node.op, op);
            }
        }
        let mut operands = FxHashMap::default();
        let mut elements = FxHashMap::default();
        for (index, value) in self.model.values.iter().enumerate() {
            if let (Definition::Free(op), Some(made)) = (value.def, self.values[self.classes.value(index)]) {
                elements.insert((op, value.element as u32), made);
                if value.element == 0 {
                    operands.insert(op, made);
                }
            }
        }
        // Every class of operations was placed, the root among them.
        let anchor = self.ops[self.classes.node(self.model.anchor)].unwrap_or(self.function);
        Payload { program: self.program, ops, operands, elements, anchor }
    }

    fn sign_function(&mut self) {
        let inputs: Box<[TypeId]> = {
            let region = self.program.op_regions(self.function)[0];
            let entry = self.program.region(region).blocks[0];
            self.program.block(entry).arguments.iter().map(|value| self.program.value_type(*value)).collect()
        };
        let results = self.returns.clone().unwrap_or_default().into_boxed_slice();
        let ty = self.ctx.ty(TypeKind::Function { inputs, results });
        let entries = [
            (known::SYM_NAME, self.ctx.string_attr(&self.function_name())),
            (known::FUNCTION_TYPE, self.ctx.type_attr(ty)),
        ];
        self.program.set_properties(self.function, self.ctx.dictionary(entries));
    }

    pub(super) fn type_of(&self, value: ValueIx) -> TypeId {
        let class = self.classes.ty(self.model.values[value].ty);
        // Every type class of a value was assigned before.
        self.assignment.types.get(&class).copied().unwrap_or_else(|| self.ctx.integer(32))
    }

    /// Free values are arguments, unless they have to be late.
    fn arguments(&mut self) {
        let late: Vec<usize> = self.late();
        for value in 0..self.model.values.len() {
            let class = self.classes.value(value);
            if class == value && self.classes.definition(value).is_none() && !late.contains(&class) {
                let ty = self.type_of(value);
                self.values[class] = Some(self.argument(ty));
            }
        }
    }

    pub(super) fn argument(&mut self, ty: TypeId) -> ValueId {
        let region = self.program.op_regions(self.function)[0];
        let entry = self.program.region(region).blocks[0];
        self.program.add_argument(entry, ty, Pos::NONE)
    }

    fn late(&self) -> Vec<usize> {
        let late = self.scenario.late.iter().filter_map(|value| value_of(self.model, *value));
        late.map(|value| self.classes.value(value)).collect()
    }

    pub(super) fn is_terminator(&self, node: usize) -> bool {
        let asked = self.scenario.terminator.and_then(|op| node_of(self.model, op));
        let named = self.classes.spec(node).is_some_and(|spec| spec.traits.terminator);
        named || asked.is_some_and(|asked| self.classes.node(asked) == node)
    }

    /// Classes in an order that producers come first in; terminators as late as possible, unless one of them or
    /// something else has to be first.
    fn order(&self) -> Result<Vec<usize>, CannotBuild> {
        let nodes = self.classes.topological();
        let all: Vec<usize> = self.classes.node_classes().collect();
        let nodes = if nodes.len() == all.len() { nodes } else { all };
        let first = self.first();
        let rank = |node: &usize| {
            let before = first.is_some_and(|first| self.available.dominates(self.classes, *node, first));
            let wish = self.scenario.order.iter().position(|op| {
                node_of(self.model, *op).is_some_and(|wished| self.classes.node(wished) == *node)
            });
            (!before, self.is_terminator(*node), wish.unwrap_or(usize::MAX))
        };
        let mut out = nodes;
        out.sort_by_key(rank);
        // What a terminator feeds comes after it.
        let mut sorted: Vec<usize> = Vec::with_capacity(out.len());
        let mut placed = FixedBitSet::with_capacity(self.model.nodes.len());
        let mut start = 0;
        while sorted.len() < out.len() {
            // All before it are placed, so that none is looked at again and again.
            start += out[start..].iter().take_while(|node| placed.contains(**node)).count();
            let waits = |producer: usize| !self.scenario.graph || self.is_terminator(producer);
            let ready = |node: &&usize| {
                let mut producers = self.classes.producers(**node);
                !placed.contains(**node) && producers.all(|p| placed.contains(p) || !waits(p))
            };
            match out[start..].iter().find(ready).copied() {
                Some(node) => {
                    placed.insert(node);
                    sorted.push(node);
                }
                None if self.scenario.graph => {
                    return Err(CannotBuild::Unsupported("a terminator that feeds itself".to_owned()));
                }
                None => return Err(CannotBuild::Impossible),
            }
        }
        Ok(sorted)
    }

    /// Classes that stand in the region of another one.
    pub(super) fn contained(&self) -> Result<Vec<usize>, CannotBuild> {
        let Some((_, inner)) = self.scenario.inside else { return Ok(Vec::new()) };
        let inner = node_of(self.model, inner).ok_or(CannotBuild::Impossible)?;
        let inner = self.classes.node(inner);
        let fed = fed_by(self.classes, inner);
        Ok(self.classes.node_classes().filter(|node| *node == inner || fed.contains(*node)).collect())
    }

    /// Whether the scenario puts something into a region of an operation.
    pub(super) fn is_holder(&self, node: usize) -> bool {
        let outer = self.scenario.inside.and_then(|(outer, _)| node_of(self.model, outer));
        outer.is_some_and(|outer| self.classes.node(outer) == node)
    }

    /// Places what stands in the region of an operation.
    pub(super) fn fill_with_held(&mut self, op: OpId) -> Result<(), CannotBuild> {
        let region = self.program.op_regions(op)[0];
        let outer = std::mem::replace(&mut self.block, self.program.add_block(region, Span::NONE));
        for held in self.contained()? {
            self.place(held, false)?;
        }
        self.block = outer;
        Ok(())
    }

    pub(super) fn scenario_returns(&self) -> Vec<ValueIx> {
        let uses = self.scenario.uses.iter().filter(|(_, place)| *place == UsePlace::Returned);
        uses.filter_map(|(value, _)| value_of(self.model, *value)).collect()
    }

    /// Puts one operation at the end of the current block, with what has to stand around it.
    fn place(&mut self, node: usize, last: bool) -> Result<(), CannotBuild> {
        let own = self.scenario.own_block.and_then(|op| node_of(self.model, op));
        if own.is_some_and(|own| self.classes.node(own) == node) && !self.scenario.graph {
            let next = self.new_block();
            self.create(known::CF_BR, &[], &[], &[next], 0);
            self.block = next;
        }
        if self.is_symbol(node) {
            return self.place_symbol(node);
        }
        let operands = self.operands(node);
        if self.is_terminator(node) {
            return match self.scenario.graph {
                true => self.place_in_graph(node, &operands),
                false => self.place_terminator(node, &operands, last),
            };
        }
        if let Some(parent) = self.parent_of(node) {
            self.open_parent(parent);
        }
        let name = self.classes.name(node).unwrap_or_else(|| self.ctx.ident("assay.any"));
        let holds = self.is_holder(node);
        let regions = if holds { 1 } else { self.regions_of(node) };
        let op = self.make(node, name, &operands, &[], regions);
        if holds {
            self.fill_with_held(op)?;
        } else if regions > 0 {
            self.fill_regions(node, op);
        }
        self.extra_uses(node);
        let followed = self.scenario.followed.and_then(|op| node_of(self.model, op));
        if followed.is_some_and(|followed| self.classes.node(followed) == node) {
            self.create(self.ctx.ident("assay.after"), &[], &[], &[], 0);
        }
        Ok(())
    }

    fn regions_of(&self, node: usize) -> usize {
        if self.classes.name(node).is_some_and(|name| implies_body(self.ctx.str(name))) {
            return 1;
        }
        let regions = self.classes.spec(node).and_then(|spec| spec.regions.as_ref());
        regions.map_or(0, |list| list.iter().filter(|region| !region.variadic).count())
    }

    /// Operand values; late ones and loose ones are made here.
    pub(super) fn operands(&mut self, node: usize) -> Vec<ValueId> {
        let model = self.model;
        self.define_above(node);
        let mut out = Vec::new();
        for (index, operand) in model.nodes[node].operands.iter().enumerate() {
            let place = model.nodes[node].places.iter().position(|place| place.start == index);
            let loose =
                self.scenario.loose.iter().any(|(op, at)| place == Some(*at) && *op == model.nodes[node].op);
            let ty = self.type_of(*operand);
            if loose {
                let value = self.argument(ty);
                out.push(value);
                continue;
            }
            let class = self.classes.value(*operand);
            let value = match self.values[class] {
                Some(value) => value,
                None => self.define(ty),
            };
            if self.values[class].is_none() && self.classes.definition(class).is_some() {
                self.placeholders.push((class, value));
            } else {
                self.values[class] = Some(value);
            }
            out.push(value);
        }
        out
    }

    /// `"assay.def"() : () -> ty`
    pub(super) fn define(&mut self, ty: TypeId) -> ValueId {
        let name = self.ctx.ident("assay.def");
        let op = self.create(name, &[], &[ty], &[], 0);
        let first = self.program.results(op).next();
        // The operation was made with one result.
        first.unwrap_or_else(|| ValueId::new(0))
    }

    pub(super) fn create(
        &mut self,
        name: Ident,
        operands: &[ValueId],
        results: &[TypeId],
        successors: &[BlockId],
        regions: usize,
    ) -> OpId {
        let new = NewOp { successors, regions, ..NewOp::named(&self.ctx, name) };
        self.program.build(&new, operands, results, InsertPoint::End(self.block))
    }

    pub(super) fn make(
        &mut self,
        node: usize,
        name: Ident,
        operands: &[ValueId],
        successors: &[BlockId],
        regions: usize,
    ) -> OpId {
        let model = self.model;
        let results: Vec<TypeId> =
            model.nodes[node].results.iter().map(|result| self.type_of(*result)).collect();
        let op = self.create(name, operands, &results, successors, regions);
        let made: Vec<ValueId> = self.program.results(op).collect();
        for (result, value) in model.nodes[node].results.iter().zip(made) {
            self.values[self.classes.value(*result)] = Some(value);
        }
        self.ops[node] = Some(op);
        self.attributes(node, op, name);
        op
    }

    fn attributes(&mut self, node: usize, op: OpId, name: Ident) {
        let mut entries: Vec<(Ident, AttrId)> = Vec::new();
        for (name, attribute) in self.classes.attributes_of(node) {
            let class = self.classes.attribute(*attribute);
            // Every attribute class was assigned before.
            let value = self.assignment.attributes.get(&class).copied().unwrap_or_else(|| self.ctx.unit());
            entries.push((*name, value));
        }
        let model = self.model;
        let own = |op: OpId| node_of(model, op).is_some_and(|other| self.classes.node(other) == node);
        let unlisted = self.scenario.unlisted.iter().filter(|(op, ..)| own(*op));
        entries.extend(unlisted.map(|(_, name, value)| (*name, *value)));
        let required = self.assignment.required.get(&node).into_iter().flatten().copied();
        let required: Vec<_> =
            required.filter(|(name, _)| entries.iter().all(|(known, _)| known != name)).collect();
        entries.extend(required);
        let spec = self.registry.op(name);
        if let Some(spec) = spec {
            let given = |name: Ident| entries.iter().any(|(other, _)| *other == name);
            let sizes: Vec<_> = node_segments(&self.ctx, spec, &self.model.nodes[node])
                .into_iter()
                .filter(|(name, _)| !given(*name))
                .collect();
            entries.extend(sizes);
        }
        let record = ops::op(self.ctx.str(name));
        let inherent = |name: Ident| {
            name == known::OPERAND_SEGMENT_SIZES
                || name == known::RESULT_SEGMENT_SIZES
                || record.is_some_and(|record| record.is_inherent(self.ctx.str(name)))
                || spec.is_some_and(|spec| spec.attributes.iter().any(|listed| listed.name == name))
        };
        let (properties, discardable): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|(name, _)| inherent(*name));
        let (properties, discardable) = (self.ctx.dictionary(properties), self.ctx.dictionary(discardable));
        self.program.set_properties(op, properties);
        self.program.set_attributes(op, discardable);
    }

    pub(super) fn extra_uses(&mut self, node: usize) {
        for (value, place) in &self.scenario.uses {
            let Some(value) = value_of(self.model, *value) else { continue };
            let own = self.classes.definition(value).is_some_and(|(definer, _)| definer == node);
            if let (true, UsePlace::AfterDefinition, Some(value)) =
                (own, place, self.values[self.classes.value(value)])
            {
                let name = self.ctx.ident("assay.use");
                self.create(name, &[value], &[], &[], 0);
            }
        }
    }
}
