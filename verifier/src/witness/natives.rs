//! What the summaries of native constraints promise, as a payload has to keep it. Must not judge: a program that breaks a
//! promise is no match, and is not offered as one.

use assay_ir::data::{InsertPoint, NewOp, Pos, ValueId};
use assay_ir::natives::promised;
use assay_ir::pdl::{Answer, Bound, NativeCall};

use super::payload::Builder;
use crate::pattern::model::Promised;
use crate::pattern::model::{Argument, ValueIx};

impl Builder<'_, '_> {
    /// Makes the free values that have to be there before an operation.
    pub(super) fn define_above(&mut self, node: usize) {
        let classes = self.classes;
        let above: Vec<ValueIx> = classes.values_promised_above(node).collect();
        for value in above {
            let class = classes.value(value);
            if self.values[class].is_none() && classes.definition(class).is_none() {
                let ty = self.type_of(value);
                self.values[class] = Some(self.define(ty));
            }
        }
    }

    /// Whether something is promised of the uses of a result of an operation.
    pub(super) fn speaks_of_uses(&self, node: usize, result: usize) -> bool {
        let own = |value: &ValueIx| {
            let definition = self.classes.definition(*value);
            definition.is_some_and(|(definer, at)| definer == self.classes.node(node) && at == result)
        };
        self.model.promises.iter().any(|promise| match promise {
            Promised::Unused(values) | Promised::OneUse(values) => values.iter().any(own),
            _ => false,
        })
    }

    /// Gives a use to what has to have one and has none yet.
    pub(super) fn keep_promises(&mut self) {
        let groups = self.model.promises.iter().filter_map(|promise| match promise {
            Promised::OneUse(values) => Some(values),
            _ => None,
        });
        for values in groups {
            let made: Vec<ValueId> =
                values.iter().filter_map(|value| self.values[self.classes.value(*value)]).collect();
            if made.iter().any(|value| self.program.has_uses(*value)) {
                continue;
            }
            let Some(value) = made.first().copied() else { continue };
            let at = match self.program.defining_op(value) {
                Some(op) => InsertPoint::After(op),
                None => {
                    let region = self.program.op_regions(self.function)[0];
                    InsertPoint::Start(self.program.region(region).blocks[0])
                }
            };
            let name = self.ctx.ident("assay.use");
            let new = NewOp { operands: &[(value, Pos::NONE)], ..NewOp::named(&self.ctx, name) };
            self.program.create(&new, at);
        }
    }

    /// A native constraint that is known not to let the program through.
    pub(super) fn broken_promise(&self) -> Option<String> {
        for call in &self.model.constraints {
            let arguments: Option<Vec<Bound>> =
                call.arguments.iter().map(|argument| self.bound(argument)).collect();
            let Some(arguments) = arguments else { continue };
            let asked = NativeCall { name: &call.name, arguments: &arguments, results: &[] };
            let answer = promised(&self.program, self.registry, &asked);
            let stops =
                if call.negated { matches!(answer, Answer::Holds(_)) } else { answer == Answer::Fails };
            if stops {
                return Some(call.name.clone());
            }
        }
        None
    }

    fn bound(&self, argument: &Argument) -> Option<Bound> {
        let value = |value: &ValueIx| self.values[self.classes.value(*value)];
        match argument {
            Argument::Op(node) => self.ops[self.classes.node(*node)].map(Bound::Operation),
            Argument::Values(values) if values.len() == 1 => value(&values[0]).map(Bound::Value),
            Argument::Values(values) => values.iter().map(value).collect::<Option<_>>().map(Bound::Values),
            Argument::Attribute(attribute) => {
                let class = self.classes.attribute(*attribute);
                Some(Bound::Attribute(self.classes.attribute_constant(class)))
            }
            // Nothing is promised about types.
            Argument::Other => Some(Bound::Values(Vec::new())),
        }
    }
}
