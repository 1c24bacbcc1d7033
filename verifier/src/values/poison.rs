//! Results of operations of which it is not known what they come to, and the poison that such operations are given. Asks no
//! solver.

use assay_ir::data::{Ident, OpId};
use assay_ir::spec::Registry;

use super::builder::{Encoding, Input, RecreatedRoot};
use super::coverage;
use super::trace::is_memory;
use super::types::Plan;
use crate::pattern::classes::Classes;
use crate::pattern::model::{Definition, Model, OpRef, Step};
use crate::witness::PdlValue;
use assay_semantics::{Scalar, Value};
use assay_term::node::{TermId, Var};

/// An operation without a meaning that the rewrite ends or creates, other than one that it makes again.
pub(super) fn without_meaning(
    registry: &Registry,
    model: &Model,
    classes: &Classes<'_>,
) -> Option<(String, OpId)> {
    let ended = model.actions.iter().filter_map(|action| match action.step {
        Step::Replace { target, .. } | Step::Erase(target) => Some(target),
        _ => None,
    });
    let mut all = ended.chain((0..model.created.len()).map(OpRef::Created));
    let name = |op: OpRef| match op {
        OpRef::Node(node) => classes.name(classes.node(node)),
        OpRef::Created(created) => Some(model.created[created].name),
    };
    let remade = RecreatedRoot::find(registry, model, classes);
    let lacking = all.find(|op| {
        name(*op).is_none_or(|name| !coverage::has_meaning(registry, name))
            && !remade.is_some_and(|remade| remade.is(op.class(classes)))
    })?;
    let text = name(lacking).map_or("any operation", |name| registry.ctx().str(name));
    Some((text.to_owned(), model.handle(lacking)))
}

/// The matcher.
#[derive(Clone, Copy)]
pub(super) struct Match<'a> {
    pub(super) registry: &'a Registry,
    pub(super) model: &'a Model,
    pub(super) classes: &'a Classes<'a>,
}

impl Match<'_> {
    /// The inputs that are results of operations of which it is not known what they come to.
    fn unknowns<'s>(&self, sides: &'s Encoding) -> Vec<(Ident, OpId, &'s Input)> {
        let ctx = self.registry.ctx();
        let named = |input: &'s Input| {
            let PdlValue::Result(op, _) = input.value else { return None };
            let node = self.model.nodes.iter().position(|node| node.op == op)?;
            let name = self.classes.name(self.classes.node(node))?;
            (!self.registry.is_opaque(name) && !is_memory(ctx, input.ty)).then_some((name, op, input))
        };
        sides.inputs.iter().filter_map(named).collect()
    }

    /// An operation without a definition that has a type which the pattern leaves open.
    pub(super) fn without_spec(&self, plan: &Plan) -> Option<(Ident, OpId)> {
        self.model.nodes.iter().enumerate().find_map(|(number, node)| {
            let name = self.classes.name(self.classes.node(number))?;
            let mut values = node.operands.iter().chain(node.results.iter());
            let is_open = |value: &usize| plan.open.contains(&self.classes.ty(self.model.values[*value].ty));
            (self.registry.op(name).is_none() && values.any(is_open)).then_some((name, node.op))
        })
    }

    /// An operation of unknown meaning on whose result a statement depends, by its number or by its poison.
    pub(super) fn without_meaning(&self, sides: &Encoding, statement: TermId) -> Option<(Ident, OpId)> {
        self.asked(sides, statement).first().map(|(name, op, _)| (*name, *op))
    }

    /// The results that are not known on which a statement depends, by their numbers or by their poison.
    fn asked<'s>(&self, sides: &'s Encoding, statement: TermId) -> Vec<(Ident, OpId, &'s Input)> {
        let inside = sides.pool.variables_of(&[statement]);
        let counts = |input: &Input| {
            let mut all = input.numbers.elements.iter().flat_map(|scalar| [scalar.bits, scalar.poison]);
            all.any(|ex| sides.pool.as_variable(ex).is_some_and(|var| inside.contains(&var)))
        };
        self.unknowns(sides).into_iter().filter(|(.., input)| counts(input)).collect()
    }

    /// The variables of results that are not known, with those that operations of unknown meaning are given, and of their
    /// poison; `None` where one of them may be poison on every input.
    pub(super) fn results(&self, sides: &Encoding, statement: TermId) -> Option<(Vec<Var>, Vec<Var>)> {
        let all = self.unknowns(sides);
        let scalars = || all.iter().flat_map(|(.., input)| &input.numbers.elements);
        let variables = |of: &dyn Fn(&Scalar) -> TermId| -> Vec<Var> {
            scalars().filter_map(|scalar| sides.pool.as_variable(of(scalar))).collect()
        };
        let mut results = variables(&|scalar| scalar.bits);
        results.extend(self.inputs(sides, statement)?);
        Some((results, variables(&|scalar| scalar.poison)))
    }

    /// The variables of what operations of unknown meaning are given on whose results a statement depends; `None` where one is
    /// given nothing, an attribute, a number that is computed or not known, or one number twice: it may always be poison or
    /// undefined then.
    ///
    /// Where a statement holds whatever they are, an operation excuses it only if it is poison or undefined on every input.
    fn inputs(&self, sides: &Encoding, statement: TermId) -> Option<Vec<Var>> {
        let variables = |input: &Input| -> Vec<Var> {
            let bits = input.numbers.elements.iter().map(|scalar| scalar.bits);
            bits.filter_map(|ex| sides.pool.as_variable(ex)).collect()
        };
        let mut out = Vec::new();
        for (_, op, _) in self.asked(sides, statement) {
            let node = self.model.nodes.iter().position(|node| node.op == op)?;
            let fixed = !self.classes.attributes_of(self.classes.node(node)).is_empty();
            if fixed || self.model.nodes[node].operands.is_empty() {
                return None;
            }
            let mut before = Vec::new();
            for value in self.model.nodes.iter().filter(|node| node.op == op).flat_map(|node| &node.operands)
            {
                let named = PdlValue::for_value(self.model, self.classes.value(*value));
                // Another operation of the match says what it is, or nothing does.
                if before.contains(&named) || matches!(named, PdlValue::Result(..)) {
                    return None;
                }
                if let Some(input) = sides.inputs.iter().find(|input| input.value == named) {
                    out.extend(variables(input));
                }
                before.push(named);
            }
        }
        Some(out)
    }

    /// When an operation of unknown meaning is given poison.
    pub(super) fn fed_by_poison(&self, sides: &mut Encoding) -> TermId {
        let ops: Vec<OpId> = self.unknowns(sides).into_iter().map(|(_, op, _)| op).collect();
        let nodes = self.model.nodes.iter().filter(|node| ops.contains(&node.op));
        let given = nodes.flat_map(|node| &node.operands);
        let poison: Vec<TermId> = given
            .filter_map(|value| self.numbers(sides, *value))
            .flat_map(|value| value.elements.iter().map(|scalar| scalar.poison))
            .collect();
        sides.pool.any(poison)
    }

    /// The matched value before the rewrite.
    fn numbers<'s>(&self, sides: &'s Encoding, value: usize) -> Option<&'s Value> {
        let value = self.classes.value(value);
        let named = PdlValue::for_value(self.model, value);
        if let Some(input) = sides.inputs.iter().find(|input| input.value == named) {
            return Some(&input.numbers);
        }
        let Definition::Result(node, index) = self.model.values[value].def else { return None };
        let op = self.model.nodes[self.classes.node(node)].op;
        sides.before.iter().find(|computed| computed.op == op)?.results.get(index)
    }
}
