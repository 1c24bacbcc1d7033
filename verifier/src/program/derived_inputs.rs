//! Numbers that an input determines beside those that it consists of: results of functions of real numbers, as the engines
//! compute them, and the bits of numbers.

use assay_backend::elementary;
use assay_backend::float::Float;
use assay_ir::data::FloatKind;

use assay_semantics::Application;
use assay_semantics::format_of;
use assay_term::arena::TermArena;
use assay_term::eval::Evaluator;
use assay_term::eval::Model;
use assay_term::float::Format;
use assay_term::node::{Sort, TermId};
use assay_term::nondet::Choices;

/// The variables that others determine.
pub(super) struct Completed<'s> {
    evaluator: Evaluator<'s>,
    pool: &'s TermArena,
    functions: &'s [Application],
    /// Variables, each with a number whose bits it has.
    bits: Vec<(TermId, TermId)>,
}

impl<'s> Completed<'s> {
    pub(super) fn new(pool: &'s TermArena, functions: &'s [Application], choices: &Choices) -> Completed<'s> {
        let bits: Vec<(TermId, TermId)> = choices.bound().collect();
        let operands = functions.iter().flat_map(|one| one.operands.iter().copied());
        let operands: Vec<TermId> = operands.chain(bits.iter().map(|(_, like)| *like)).collect();
        Completed { evaluator: Evaluator::new(pool, &operands), pool, functions, bits }
    }

    /// Gives each variable its value.
    pub(super) fn complete(&mut self, model: &mut Model) {
        // Each depends on earlier ones alone, so that one more is right after each pass, and mostly all of a depth.
        for _ in 0..self.functions.len() + self.bits.len() {
            self.evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
            let results = self.functions.iter().map(|one| (one.result, self.result(one).unwrap_or(0)));
            let bits = self.bits.iter().map(|(chosen, like)| (*chosen, self.evaluator.value(*like)));
            let mut changed = false;
            for (ex, value) in results.chain(bits) {
                let Some(variable) = self.pool.as_variable(ex) else { continue };
                changed |= model.insert(variable, value).unwrap_or(0) != value;
            }
            if !changed {
                return;
            }
        }
    }

    /// The bits of a result; `None` where the engines have none.
    fn result(&self, one: &Application) -> Option<u128> {
        let Sort::Float(format) = self.pool.sort(one.result) else { return None };
        let kind = kind_of(format)?;
        let number = |ex: &TermId| Float { kind, bits: self.evaluator.value(*ex) };
        let numbers: Vec<Float> = one.operands.iter().map(number).collect();
        let result = match numbers[..] {
            [a] => elementary::unary(&one.function)?.apply(a)?,
            [a, b] if *one.function == *"remf" => a.checked_rem(b)?,
            [a, b] => elementary::binary(&one.function)?.apply(a, b)?,
            _ => return None,
        };
        Some(format.read(result.bits))
    }
}

fn kind_of(format: Format) -> Option<FloatKind> {
    FloatKind::ALL.iter().copied().find(|kind| format_of(*kind) == Some(format))
}
