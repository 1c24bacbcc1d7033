//! Remarks on a refutation that is true and of little use: that it takes tensors of static and dynamic shapes beside each other,
//! or that a type can only be `i0`. Forms no verdict.

use assay_ir::data::{AttrKind, TypeId, TypeKind, ValueId};

use super::fits::constant_type;
use super::question::{Obligation, Origin};
use super::stage::{SAME_TYPE, Stage};
use crate::verdict::{Claim, Label};
use assay_type_solver::ask::Solution;
use assay_type_solver::concrete::Value;
use assay_type_solver::term::{Formula, Term, Variable};

/// Tensor types whose shapes are held against each other.
const MOST: usize = 4;

impl Stage<'_> {
    /// Adds the remarks to a claim that an example shows.
    pub(super) fn remark(&self, claim: &mut Claim, obligation: &Obligation, values: &[(Variable, Value)]) {
        if self.takes_mixed_shapes(obligation, values) {
            claim.message.push_str(", only with tensors of mixed shapes");
            claim.help.get_or_insert_with(|| SAME_TYPE.to_owned());
        }
        let program = self.task.program;
        for value in self.only_empty(values) {
            let Some(op) = program.defining_op(value) else { continue };
            let text = "can only be `i0`".to_owned();
            claim.labels.push(Label { span: program.op(op).span, text });
        }
    }

    /// Tells if an obligation holds wherever tensors of compatible shapes have one shape.
    fn takes_mixed_shapes(&self, obligation: &Obligation, values: &[(Variable, Value)]) -> bool {
        let ctx = self.asker.ctx();
        let is_tensor = |ty| matches!(ctx.type_kind(ty), TypeKind::RankedTensor { .. });
        let tensors: Vec<Variable> =
            self.matched_types(values).filter(|(.., ty)| is_tensor(*ty)).map(|(v, ..)| v).collect();
        if !(2..=MOST).contains(&tensors.len()) {
            return false;
        }
        let none = constant_type(ctx, ctx.ty(TypeKind::None));
        let mut parts = vec![obligation.formula.clone().negate()];
        for (number, one) in tensors.iter().enumerate() {
            for other in &tensors[..number] {
                let (one, other) = (Term::Variable(*one), Term::Variable(*other));
                let same = Formula::equal(one.with_element(&none), other.with_element(&none));
                parts.push(Formula::any([same, Formula::Compatible(one, other).negate()]));
            }
        }
        self.is_impossible(&Formula::all(parts))
    }

    /// The types that are `i0` in an example and in every match.
    fn only_empty(&self, values: &[(Variable, Value)]) -> Vec<ValueId> {
        let ctx = self.asker.ctx();
        let empty = ctx.integer(0);
        let found = self.matched_types(values).filter(|(.., ty)| *ty == empty);
        let only = found.filter(|(variable, ..)| {
            let same = Formula::equal(Term::Variable(*variable), constant_type(ctx, empty));
            self.is_impossible(&same.negate())
        });
        only.map(|(_, value, _)| value).collect()
    }

    /// The types of a match in an example, each with the value of the pattern that binds it.
    fn matched_types<'v>(
        &'v self,
        values: &'v [(Variable, Value)],
    ) -> impl Iterator<Item = (Variable, ValueId, TypeId)> + 'v {
        values.iter().filter_map(|(variable, value)| {
            let (origin, _) = self.question.unknowns[variable.0 as usize];
            let (Origin::Type(bound) | Origin::Operand(bound) | Origin::Element(bound, _)) = origin else {
                return None;
            };
            match self.asker.ctx().attr_kind((*value)?) {
                AttrKind::Type(ty) => Some((*variable, bound, *ty)),
                _ => None,
            }
        })
    }

    /// Tells if no match is such that a statement holds.
    fn is_impossible(&self, statement: &Formula) -> bool {
        let statement = self.left.reduced.apply(self.asker.ctx(), statement);
        self.solve(&Formula::all([self.left.about(&statement), statement])) == Solution::None
    }
}
