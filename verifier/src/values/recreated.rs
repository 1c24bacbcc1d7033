//! An operation without a meaning that the rewrite makes again in place of the root: the same operation, at the same moment,
//! once. Where it is given what it was given, it does what it did and gives the same results, whatever that is. Asks no solver.

use assay_ir::data::{Ident, known};
use assay_ir::spec::{Registry, open_groups};

use super::builder::{Builder, EncodeError, EvalState, Observable, Observed, OperandMap, RecreatedRoot};
use super::coverage;
use super::necessary_effects::{acts, keeps_attributes};
use crate::pattern::classes::Classes;
use crate::pattern::model::{Model, OpRef, Step};
use assay_semantics::OpResult;

impl RecreatedRoot {
    /// The operation that a rewrite makes again, if that is all that it does besides computing values.
    pub(super) fn find(registry: &Registry, model: &Model, classes: &Classes<'_>) -> Option<RecreatedRoot> {
        let node = classes.node(model.anchor);
        let name = classes.name(node).filter(|name| !coverage::has_meaning(registry, *name))?;
        let mut made = (0..model.created.len()).filter(|index| model.created[*index].name == name);
        let (Some(created), None) = (made.next(), made.next()) else { return None };
        let remade = RecreatedRoot { name, node, created };
        let (old, new) = (&model.nodes[node], &model.created[created]);
        let alike = !new.native
            && old.operands.len() == new.operands.len()
            && keeps_attributes(registry, model, classes, node, created)
            && remade.is_told(registry, classes);
        (alike && remade.is_alone(registry, model, classes)).then_some(remade)
    }

    /// Tells if the pattern names all that the operation may depend on besides its operands and the moment.
    fn is_told(self, registry: &Registry, classes: &Classes<'_>) -> bool {
        let Some(spec) = registry.op(self.name).filter(|spec| !spec.lossy) else { return false };
        // The record of an operation does not tell what its C++ depends on.
        if spec.source.is_none() {
            return false;
        }
        let named = classes.attributes_of(self.node);
        let told = spec.attributes.iter().all(|one| named.iter().any(|(name, _)| *name == one.name));
        let plain = !spec.traits.any_successors && spec.traits.successors.unwrap_or(0) == 0;
        let closed = spec.regions.as_ref().is_none_or(|regions| regions.is_empty());
        // The sizes of several open groups are one more attribute, which need not be named.
        let one_way = open_groups(&spec.operands) <= 1 && open_groups(&spec.results) <= 1;
        let sized = spec.traits.operand_segments || spec.traits.result_segments;
        // Of a call that is another assumption, which is said.
        closed && plain && one_way && !sized && (told || self.is_call())
    }

    /// Tells if all else that ends or is made only computes values.
    fn is_alone(self, registry: &Registry, model: &Model, classes: &Classes<'_>) -> bool {
        let mut ended = model.actions.iter().filter_map(|action| match action.step {
            Step::Replace { target, .. } | Step::Erase(target) => Some(target.class(classes)),
            _ => None,
        });
        let disturbs = |name: Option<Ident>| {
            name.is_none_or(|name| coverage::access(registry, name).is_some() || acts(registry, name))
        };
        let mut made = (0..model.created.len()).filter(|index| *index != self.created);
        ended.clone().any(|op| op == OpRef::Node(self.node))
            && ended.all(|op| match op {
                OpRef::Node(node) => node == self.node || !disturbs(classes.name(node)),
                OpRef::Created(index) => index != self.created,
            })
            && !made.any(|index| disturbs(Some(model.created[index].name)))
    }

    /// Tells if it is a call: of a function that is whatever a program says.
    pub(super) fn is_call(self) -> bool {
        self.name == known::FUNC_CALL
    }

    /// Tells if something that breaks shows nothing: the operation need not look at what it is given, and may be undefined or
    /// never come to an end; a function that does neither can be called.
    pub(super) fn hides(self, observed: Option<&Observed>) -> bool {
        !self.is_call() || observed.is_some_and(|observed| matches!(observed.seen, Observable::Passed(_)))
    }

    pub(super) fn is(self, op: OpRef) -> bool {
        op == OpRef::Node(self.node) || op == OpRef::Created(self.created)
    }
}

impl Builder<'_> {
    /// The results of the operation that is made again: those of the matched one.
    pub(super) fn recreate(
        &mut self,
        memo: &mut EvalState,
        remade: RecreatedRoot,
    ) -> Result<(), EncodeError> {
        let (old, new) = (OpRef::Node(remade.node), OpRef::Created(remade.created));
        if self.result_types(old)? != self.result_types(new)? {
            return Err(self.another(remade));
        }
        let values = self.model.nodes[remade.node].results.clone();
        let results = values.into_iter().map(|value| self.free(value)).collect::<Result<_, _>>()?;
        let undefined = self.pool.boolean(false);
        memo.done.insert(new, Some(OpResult { results, undefined }));
        Ok(())
    }

    /// The operation with other types.
    fn another(&self, remade: RecreatedRoot) -> EncodeError {
        let handle = self.model.handle(OpRef::Created(remade.created));
        EncodeError::NoMeaning(self.registry.ctx().str(remade.name).to_owned(), handle)
    }

    /// The operands of the operation that is made again, before and after.
    pub(super) fn passed(
        &mut self,
        (first, before): (&OperandMap, &mut EvalState),
        (last, after): (&OperandMap, &mut EvalState),
    ) -> Result<Vec<Observed>, EncodeError> {
        let Some(remade) = self.remade else { return Ok(Vec::new()) };
        let (old, new) = (OpRef::Node(remade.node), OpRef::Created(remade.created));
        let (op, target) = (self.model.handle(new), self.model.handle(old));
        let mut out = Vec::new();
        for (number, (old, new)) in first.operands(old).into_iter().zip(last.operands(new)).enumerate() {
            let ty = self.value_type(old)?;
            if self.value_type(new)? != ty {
                return Err(self.another(remade));
            }
            let before = self.value(first, before, old)?;
            let after = self.value(last, after, new)?;
            self.assert_comparable(op, ty, &before, &after)?;
            let undefined = self.pool.boolean(false);
            out.push(Observed { op, target, seen: Observable::Passed(number), before, after, undefined });
        }
        Ok(out)
    }
}
