//! Which matched operations, values, types and attributes may be one: congruence closure over the pattern with what
//! the specs say of fixed positions. Must not know what the rewrite does.
//!
//! Domain: partitions of nodes, values, types and attributes. Order: finer below coarser; `merge_*` gives the least
//! coarser partition that is closed under "one operation has one list of operands, results and attributes" and
//! "one value has one definition". A conflict (two names, two counts, two constants, two definitions, a cycle of
//! operands) proves that no payload realises the merge. The converse is not proved here: types that only a constraint
//! such as `any_of` excludes are found where the payload is built.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use assay_ir::data::{AttrId, Context, Ident, TypeId, UnionFind};
use assay_ir::spec::{Constraint, Group, Infer, ListTerm, OpSpec, Registry, Var, Variadicity};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::counts;
use super::model::*;

/// Why two things cannot be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// Two different names.
    Name,
    /// Different numbers of operands or results, or a number that the spec excludes.
    Count,
    /// Two different constants, or an attribute without the type it needs.
    Constant,
    /// Results of different operations, or different results of one.
    Definition,
    /// An operation would feed itself.
    Cycle,
    /// A native constraint promises otherwise.
    Promise,
    /// Two terminators that one operation holds give it different types.
    Holder,
}

type Merge = Result<(), Conflict>;

enum Job {
    Nodes(usize, usize),
    Values(usize, usize),
    Types(usize, usize),
    Attributes(usize, usize),
    Spec(usize),
}

type Jobs = SmallVec<[Job; 8]>;

/// The classes under one set of merges.
#[derive(Clone)]
pub struct Classes<'a> {
    model: &'a Model,
    registry: &'a Registry,
    cycles_allowed: bool,
    nodes: UnionFind,
    values: UnionFind,
    types: UnionFind,
    attributes: UnionFind,
    names: SmallVec<[Option<Ident>; 6]>,
    definitions: SmallVec<[Option<(u32, u32)>; 12]>,
    type_constants: SmallVec<[Option<TypeId>; 6]>,
    held: SmallVec<[AttrFacts; 2]>,
    /// Attributes of operations that several handles name.
    joined: FxHashMap<usize, List<(Ident, AttrIx)>>,
    /// Whether anything was made one.
    merged: bool,
    steps: usize,
}

/// Which type each variable of a definition stands for.
type Bindings = SmallVec<[(Var, TypeIx); 6]>;

/// What is known of a class of attributes.
#[derive(Clone, Copy)]
struct AttrFacts {
    constant: Option<AttrId>,
    ty: Option<TypeIx>,
}

impl<'a> Classes<'a> {
    /// The finest partition that the pattern itself and the specs leave.
    ///
    /// # Errors
    /// When the pattern contradicts itself or the specs: it never matches.
    pub fn new(
        model: &'a Model,
        registry: &'a Registry,
        cycles_allowed: bool,
    ) -> Result<Classes<'a>, (NodeIx, Conflict)> {
        let definition = |value: &Value| match value.def {
            Definition::Free(_) => None,
            Definition::Result(node, index) => Some((node as u32, index as u32)),
        };
        let held = |attribute: &Attribute| AttrFacts { constant: attribute.constant, ty: attribute.ty };
        let mut classes = Classes {
            model,
            registry,
            cycles_allowed,
            nodes: UnionFind::new(model.nodes.len()),
            values: UnionFind::new(model.values.len()),
            types: UnionFind::new(model.types.len()),
            attributes: UnionFind::new(model.attributes.len()),
            names: model.nodes.iter().map(|node| node.name).collect(),
            definitions: model.values.iter().map(definition).collect(),
            type_constants: model.types.iter().map(|ty| ty.constant).collect(),
            held: model.attributes.iter().map(held).collect(),
            joined: FxHashMap::default(),
            merged: false,
            steps: 0,
        };
        classes.check_attributes().map_err(|why| (model.anchor, why))?;
        if !model.equal_values.is_empty() || !model.equal_types.is_empty() {
            let values = model.equal_values.iter().map(|(a, b)| Job::Values(*a, *b));
            let types = model.equal_types.iter().map(|(a, b)| Job::Types(*a, *b));
            let jobs = values.chain(types).collect();
            classes.run(jobs).and_then(|()| classes.check_acyclic()).map_err(|why| (model.anchor, why))?;
        }
        let mut jobs = Jobs::new();
        for node in 0..model.nodes.len() {
            repeated_attributes(&model.nodes[node], &mut jobs);
            jobs.push(Job::Spec(node));
            classes.run_jobs(&mut jobs).map_err(|conflict| (node, conflict))?;
            for (_, attribute) in &model.nodes[node].attributes {
                classes.check_attribute(*attribute).map_err(|conflict| (node, conflict))?;
            }
        }
        classes.join_returns(&mut jobs)?;
        classes.check_attributes().map_err(|why| (model.anchor, why))?;
        if !model.promises.is_empty() {
            classes
                .check_acyclic()
                .and_then(|()| classes.keeps_promises())
                .map_err(|why| (model.anchor, why))?;
        }
        Ok(classes)
    }

    /// Operands of terminators that stand in one function have the types that it returns. Values connect all that PDL
    /// matches and do not leave an isolated region, so that terminators which one isolated kind of operation has to
    /// hold, and whose types it declares, are all held by one operation. A native constraint may connect without values.
    fn join_returns(&mut self, jobs: &mut Jobs) -> Result<(), (NodeIx, Conflict)> {
        if !self.model.constraints.is_empty() {
            return Ok(());
        }
        let declared = |list: &[ListTerm]| list.iter().any(|term| matches!(term, ListTerm::Yields(_)));
        let returns = |node: &NodeIx| {
            let Some(spec) = self.spec(*node).filter(|spec| spec.traits.return_like) else { return false };
            let [parent] = spec.traits.parents.as_slice() else { return false };
            self.registry.op(*parent).is_some_and(|parent| {
                let mut signatures = parent.signatures.iter();
                parent.traits.isolated && signatures.any(|s| declared(&s.left) || declared(&s.right))
            })
        };
        let all: List<NodeIx> = (0..self.model.nodes.len()).filter(returns).collect();
        for (index, node) in all.iter().enumerate() {
            let Some(first) = all[..index].iter().find(|first| self.name(**first) == self.name(*node)) else {
                continue;
            };
            let (one, two) = (&self.model.nodes[*first].operands, &self.model.nodes[*node].operands);
            if one.len() != two.len() {
                return Err((*node, Conflict::Holder));
            }
            let types = |value: &ValueIx| self.model.values[*value].ty;
            jobs.extend(one.iter().zip(two).map(|(a, b)| Job::Types(types(a), types(b))));
            self.run_jobs(jobs).map_err(|_| (*node, Conflict::Holder))?;
        }
        Ok(())
    }

    /// Steps of the closure until now.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Makes two matched operations one.
    ///
    /// # Errors
    /// What excludes it; the classes are then of no use.
    pub fn merge_nodes(&mut self, a: NodeIx, b: NodeIx) -> Merge {
        self.run(smallvec![Job::Nodes(a, b)])?;
        self.check_acyclic()?;
        self.keeps_promises()
    }

    /// Makes two values one.
    ///
    /// # Errors
    /// What excludes it; the classes are then of no use.
    pub fn merge_values(&mut self, a: ValueIx, b: ValueIx) -> Merge {
        self.run(smallvec![Job::Values(a, b)])?;
        self.check_acyclic()?;
        self.keeps_promises()
    }

    /// Gives a type class a constant.
    ///
    /// # Errors
    /// When it has another one.
    pub fn set_type(&mut self, ty: TypeIx, constant: TypeId) -> Merge {
        let class = self.ty(ty);
        match self.type_constants[class] {
            Some(old) if old != constant => Err(Conflict::Constant),
            _ => {
                self.type_constants[class] = Some(constant);
                Ok(())
            }
        }
    }

    /// The pattern.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The class of a matched operation.
    pub fn node(&self, node: NodeIx) -> usize {
        self.nodes.find(node)
    }

    /// The class of a matched value.
    pub fn value(&self, value: ValueIx) -> usize {
        self.values.find(value)
    }

    /// The class of a type.
    pub fn ty(&self, ty: TypeIx) -> usize {
        self.types.find(ty)
    }

    /// The class of an attribute.
    pub fn attribute(&self, attribute: AttrIx) -> usize {
        self.attributes.find(attribute)
    }

    /// The name of an operation, when one of its handles has one.
    pub fn name(&self, node: NodeIx) -> Option<Ident> {
        self.names[self.node(node)]
    }

    /// What defines a value: a class of operations and a result number, or nothing that was matched.
    pub fn definition(&self, value: ValueIx) -> Option<(usize, usize)> {
        let (node, index) = self.definitions[self.value(value)]?;
        Some((self.node(node as usize), index as usize))
    }

    /// The constant of a type.
    pub fn type_constant(&self, ty: TypeIx) -> Option<TypeId> {
        self.type_constants[self.ty(ty)]
    }

    /// The constant of an attribute.
    pub fn attribute_constant(&self, attribute: AttrIx) -> Option<AttrId> {
        self.held[self.attribute(attribute)].constant
    }

    /// Whether constants do not keep two types apart.
    pub fn types_may_be_one(&self, a: TypeIx, b: TypeIx) -> bool {
        match (self.type_constant(a), self.type_constant(b)) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        }
    }

    /// The type that an attribute has to carry.
    pub fn attribute_type(&self, attribute: AttrIx) -> Option<TypeIx> {
        self.held[self.attribute(attribute)].ty
    }

    /// Attributes that an operation has to have, over all its handles.
    pub fn attributes_of(&self, node: NodeIx) -> &[(Ident, AttrIx)] {
        let class = self.node(node);
        self.joined.get(&class).map_or(&self.model.nodes[class].attributes, |list| list)
    }

    /// The spec of an operation.
    pub fn spec(&self, node: NodeIx) -> Option<&'a OpSpec> {
        self.name(node).and_then(|name| self.registry.op(name)).map(|spec| &**spec)
    }

    /// Representatives of the classes of operations, in text order.
    pub fn node_classes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.model.nodes.len()).filter(|node| self.node(*node) == *node)
    }

    fn run(&mut self, mut jobs: Jobs) -> Merge {
        self.run_jobs(&mut jobs)?;
        // Types may have become known after an attribute was looked at.
        self.check_attributes()
    }

    fn check_attributes(&mut self) -> Merge {
        (0..self.model.attributes.len()).try_for_each(|attribute| self.check_attribute(attribute))
    }

    fn run_jobs(&mut self, jobs: &mut Jobs) -> Merge {
        while let Some(job) = jobs.pop() {
            self.steps += 1;
            match job {
                Job::Nodes(a, b) => self.join_nodes(a, b, jobs)?,
                Job::Values(a, b) => self.join_values(a, b, jobs)?,
                Job::Types(a, b) => self.join_types(a, b)?,
                Job::Attributes(a, b) => self.join_attributes(a, b, jobs)?,
                Job::Spec(node) => self.apply_spec(node, jobs)?,
            }
        }
        Ok(())
    }

    fn join_nodes(&mut self, a: usize, b: usize, jobs: &mut Jobs) -> Merge {
        let Some((keep, drop)) = self.nodes.join(a, b) else { return Ok(()) };
        let (one, two) = (&self.model.nodes[keep], &self.model.nodes[drop]);
        if one.operands.len() != two.operands.len() || one.results.len() != two.results.len() {
            return Err(Conflict::Count);
        }
        let differ = |a: &Option<Vec<usize>>, b: &Option<Vec<usize>>| a.is_some() && b.is_some() && a != b;
        if differ(&one.operand_sizes, &two.operand_sizes) || differ(&one.result_sizes, &two.result_sizes) {
            return Err(Conflict::Count);
        }
        match (self.names[keep], self.names[drop]) {
            (Some(a), Some(b)) if a != b => return Err(Conflict::Name),
            (None, Some(name)) => self.names[keep] = Some(name),
            _ => {}
        }
        let pairs = one.operands.iter().zip(&two.operands).chain(one.results.iter().zip(&two.results));
        jobs.extend(pairs.map(|(a, b)| Job::Values(*a, *b)));
        self.merged = true;
        let list = |classes: &Self, node: usize| {
            classes.joined.get(&node).unwrap_or(&classes.model.nodes[node].attributes).clone()
        };
        let moved = list(self, drop);
        if !moved.is_empty() {
            let mut all = list(self, keep);
            for (name, attribute) in moved {
                match all.iter().find(|(other, _)| *other == name) {
                    Some((_, other)) => jobs.push(Job::Attributes(*other, attribute)),
                    None => all.push((name, attribute)),
                }
            }
            self.joined.insert(keep, all);
        }
        jobs.push(Job::Spec(keep));
        Ok(())
    }

    fn join_values(&mut self, a: usize, b: usize, jobs: &mut Jobs) -> Merge {
        let Some((keep, drop)) = self.values.join(a, b) else { return Ok(()) };
        self.merged = true;
        match (self.definitions[keep], self.definitions[drop]) {
            (Some((n, i)), Some((m, j))) => {
                if i != j {
                    return Err(Conflict::Definition);
                }
                jobs.push(Job::Nodes(n as usize, m as usize));
            }
            (None, Some(def)) => self.definitions[keep] = Some(def),
            _ => {}
        }
        jobs.push(Job::Types(self.model.values[keep].ty, self.model.values[drop].ty));
        Ok(())
    }

    fn join_types(&mut self, a: usize, b: usize) -> Merge {
        let Some((keep, drop)) = self.types.join(a, b) else { return Ok(()) };
        match (self.type_constants[keep], self.type_constants[drop]) {
            (Some(a), Some(b)) if a != b => return Err(Conflict::Constant),
            (None, constant) => self.type_constants[keep] = constant,
            _ => {}
        }
        Ok(())
    }

    fn join_attributes(&mut self, a: usize, b: usize, jobs: &mut Jobs) -> Merge {
        let Some((keep, drop)) = self.attributes.join(a, b) else { return Ok(()) };
        let (kept, dropped) = (self.held[keep], self.held[drop]);
        match (kept.constant, dropped.constant) {
            (Some(a), Some(b)) if a != b => return Err(Conflict::Constant),
            (None, constant) => self.held[keep].constant = constant,
            _ => {}
        }
        match (kept.ty, dropped.ty) {
            (Some(a), Some(b)) => jobs.push(Job::Types(a, b)),
            (None, ty) => self.held[keep].ty = ty,
            _ => {}
        }
        Ok(())
    }

    /// A constant attribute has the type that is asked of it.
    fn check_attribute(&mut self, attribute: usize) -> Merge {
        let (Some(constant), Some(ty)) = (self.attribute_constant(attribute), self.attribute_type(attribute))
        else {
            return Ok(());
        };
        match self.ctx().attr_type(constant) {
            Some(carried) => self.set_type(ty, carried),
            None => Err(Conflict::Constant),
        }
    }

    fn ctx(&self) -> &'a Context {
        self.registry.ctx()
    }

    /// What the spec says of counts, and of types at fixed positions.
    fn apply_spec(&mut self, node: usize, jobs: &mut Jobs) -> Merge {
        let Some(spec) = self.spec(node) else { return Ok(()) };
        let model = self.model;
        let matched = &model.nodes[node];
        let alike = (spec.traits.same_operand_sizes, spec.traits.same_result_sizes);
        if !counts::admits(&spec.operands, alike.0, matched.operands.len())
            || !counts::admits(&spec.results, alike.1, matched.results.len())
        {
            return Err(Conflict::Count);
        }
        let mut variables = Bindings::new();
        let (operand_sizes, result_sizes) =
            (matched.operand_sizes.as_deref(), matched.result_sizes.as_deref());
        for (groups, alike, values, sizes) in [
            (&spec.operands, alike.0, &matched.operands, operand_sizes),
            (&spec.results, alike.1, &matched.results, result_sizes),
        ] {
            let Some(positions) = counts::positions(groups, alike, values.len(), sizes) else { continue };
            for (value, group) in values.iter().zip(positions) {
                self.apply_group(spec, &groups[group], model.values[*value].ty, &mut variables, jobs)?;
            }
        }
        self.apply_inferred(spec, node, jobs)
    }

    /// A result that has the type of an attribute: a literal one fixes it.
    fn apply_inferred(&mut self, spec: &OpSpec, node: usize, jobs: &mut Jobs) -> Merge {
        let matched = &self.model.nodes[node];
        for (rule, result) in spec.traits.infer.iter().zip(&matched.results) {
            let Infer::Type(name) = rule else { continue };
            let attribute = matched.attributes.iter().find(|(known, _)| known == name).map(|(_, it)| *it);
            let Some(attribute) = attribute else { continue };
            let ty = self.model.values[*result].ty;
            let literal = self.attribute_constant(attribute).and_then(|it| self.ctx().attr_type(it));
            if let Some(carried) = literal {
                self.set_type(ty, carried)?;
            } else if let Some(asked) = self.attribute_type(attribute) {
                jobs.push(Job::Types(asked, ty));
            }
        }
        Ok(())
    }

    fn apply_group(
        &mut self,
        spec: &OpSpec,
        group: &Group,
        ty: TypeIx,
        variables: &mut Bindings,
        jobs: &mut Jobs,
    ) -> Merge {
        if let Some(constant) = required_type(self.ctx(), spec, group.var) {
            self.set_type(ty, constant)?;
        }
        if group.variadicity != Variadicity::Single && spec.variadic_per_element {
            return Ok(());
        }
        match variables.iter().find(|(var, _)| *var == group.var) {
            Some((_, other)) => jobs.push(Job::Types(*other, ty)),
            None => variables.push((group.var, ty)),
        }
        Ok(())
    }

    /// In a region with dominance no operation feeds itself, directly or through others.
    fn check_acyclic(&self) -> Merge {
        if self.cycles_allowed
            || self.is_in_order()
            || self.topological().len() == self.node_classes().count()
        {
            return Ok(());
        }
        Err(Conflict::Cycle)
    }

    /// Whether producers come first in the text.
    pub fn is_in_order(&self) -> bool {
        (!self.merged && self.model.promises.is_empty())
            || self.node_classes().all(|node| self.producers(node).all(|producer| producer < node))
    }

    /// Classes of matched operations that feed this one directly.
    pub fn producers(&self, node: NodeIx) -> impl Iterator<Item = usize> + '_ {
        let operands = self.model.nodes[self.node(node)].operands.iter().copied();
        let above = self.values_promised_above(node);
        let feeding = operands.chain(above).filter_map(|operand| self.definition(operand));
        feeding.map(|(producer, _)| producer).chain(self.operations_promised_above(node))
    }

    /// Classes of operations, producers first, else in text order; those on a cycle are missing.
    pub fn topological(&self) -> Vec<usize> {
        if self.is_in_order() {
            return self.node_classes().collect();
        }
        let count = self.model.nodes.len();
        let mut missing = vec![0; count];
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); count];
        for node in self.node_classes() {
            for producer in self.producers(node) {
                missing[node] += 1;
                users[producer].push(node);
            }
        }
        let ready = self.node_classes().filter(|node| missing[*node] == 0).map(Reverse);
        let mut ready: BinaryHeap<Reverse<usize>> = ready.collect();
        let mut order = Vec::with_capacity(count);
        while let Some(Reverse(node)) = ready.pop() {
            order.push(node);
            for user in &users[node] {
                missing[*user] -= 1;
                if missing[*user] == 0 {
                    ready.push(Reverse(*user));
                }
            }
        }
        order
    }
}

/// An attribute name that is written twice means one attribute.
fn repeated_attributes(node: &Node, jobs: &mut Jobs) {
    for (index, (name, attribute)) in node.attributes.iter().enumerate() {
        if let Some((_, first)) = node.attributes[..index].iter().find(|(other, _)| other == name) {
            jobs.push(Job::Attributes(*first, *attribute));
        }
    }
}

/// The one type that a constraint admits, where it says so directly.
pub(crate) fn required_type(ctx: &Context, spec: &OpSpec, var: Var) -> Option<TypeId> {
    match spec.constraint(var) {
        Constraint::Is(attr) => ctx.as_type(*attr),
        Constraint::AllOf(list) | Constraint::AnyOf(list) if list.len() == 1 => {
            required_type(ctx, spec, list[0])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::AnalyzedPattern;
    use crate::pattern::decode::Unnamed;
    use assay_ir::data::Source;

    #[test]
    fn operations_with_groups_of_different_sizes_are_not_one() {
        let ctx = Context::new();
        let registry = assay_corpus::load_builtin(&ctx);
        let kinds = "!pdl.value, !pdl.range<value>, !pdl.range<value>";
        let branch = format!("pdl.operation \"cf.cond_br\"(%c, %xs, %ys : {kinds})");
        let text = format!(
            "pdl.pattern @p : benefit(1) {{\n  %c = pdl.operand\n  %xs = pdl.operands\n  %ys = pdl.operands
  %a = {branch}\n  %root = {branch}\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n}}\n"
        );
        let parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        let pattern = assay_ir::pdl::patterns(&parsed.program)[0].op;
        let subject = AnalyzedPattern::new(&parsed.program, pattern, &registry);
        let found = subject.instances(Unnamed::Plain).expect("the pattern is decoded");
        let same =
            |a: &Node, b: &Node| a.operands.len() == b.operands.len() && a.operand_sizes == b.operand_sizes;
        let models = found.models.iter().filter(|model| model.impossible.is_empty());
        let mut compared = 0;
        for model in models {
            let mut model = model.clone();
            let mut base = Classes::new(&model, &registry, true).expect("the branches match");
            assert!(same(&model.nodes[0], &model.nodes[1]) && base.merge_nodes(0, 1).is_ok());
            let Some(sizes) = &mut model.nodes[0].operand_sizes else { continue };
            let last = sizes.len() - 1;
            if sizes[last] == 0 {
                continue;
            }
            // The same operands in other groups.
            sizes[last] -= 1;
            sizes[last - 1] += 1;
            let mut other = Classes::new(&model, &registry, true).expect("the branches match");
            assert_eq!(other.merge_nodes(0, 1), Err(Conflict::Count));
            compared += 1;
        }
        assert!(compared > 0);
    }
}
