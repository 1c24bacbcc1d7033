//! The steps of scripts ([`own`](super::own)) as steps of strategies. A strategy is at a loop: steps on two loops take the one in it, or the
//! one behind it. Their names are those of scripts without the words before them: `tile(32, 32)`, `vectorize(8)`, `toLibrary`.

use assay_ir::data::{OpId, Program};
use assay_ir::library::GEMM;
use assay_ir::rewrite::{Applied, Both, Listener, Silent};
use assay_ir::strategy::{Argument, Kind, Parameter, Refusal, Step, StepError};

use super::own::{Call, Edit, Operand, OwnStep, STEPS};
use crate::counted::Counted;
use crate::order::Policy;

/// The one whose name strategies have for a combinator.
const NORMALIZE: (&str, &str) = ("assay.loop_normalize", "loopNormalize");

/// A step of scripts at a loop.
pub(super) struct AtLoop<'p> {
    name: String,
    own: &'static dyn OwnStep,
    parameters: Vec<Parameter>,
    policy: Policy<'p>,
}

impl<'p> AtLoop<'p> {
    /// All steps, under assumptions about orders.
    pub(super) fn all(policy: Policy<'p>) -> impl Iterator<Item = AtLoop<'p>> {
        STEPS.into_iter().map(move |own| {
            let numbers = own.operands().iter().filter_map(|operand| match operand {
                Operand::Numbers(name) => Some(Parameter { name, kind: Kind::Number }),
                Operand::Consumed(_) | Operand::Read(_) | Operand::Text(_) => None,
            });
            AtLoop { name: name(own.name()), own, parameters: numbers.collect(), policy }
        })
    }

    /// The operands at a loop.
    fn call(&self, program: &Program, at: OpId, arguments: &[Argument]) -> Result<Call, Refusal> {
        let mut call = Call { loops: vec![at], ..Call::default() };
        call.numbers = arguments.iter().filter_map(|one| one.number()).map(i128::from).collect();
        for operand in self.own.operands().iter().skip(1) {
            match operand {
                Operand::Read(_) => {
                    let inner = Counted::any_at(program, at)?.perfect(program)?;
                    call.loops.push(inner.op);
                }
                Operand::Consumed(_) => {
                    let next = program.next_op(at).filter(|op| Counted::any(program, *op).is_some());
                    call.loops.push(next.ok_or_else(|| Refusal::new("no loop is behind it"))?);
                }
                Operand::Numbers(_) => {}
                Operand::Text(_) => call.text = GEMM.to_owned(),
            }
        }
        Ok(call)
    }
}

/// `assay.loop_unroll_full` as `unrollFull`.
fn name(sequence: &str) -> String {
    if sequence == NORMALIZE.0 {
        return NORMALIZE.1.to_owned();
    }
    let words = sequence.trim_start_matches("assay.").trim_start_matches("loop_");
    let mut out = String::new();
    for (number, word) in words.split('_').enumerate() {
        let (first, rest) = word.split_at(word.len().min(1));
        out.push_str(&if number == 0 { first.to_owned() } else { first.to_uppercase() });
        out.push_str(rest);
    }
    out
}

/// Collects what a step makes, erases and changes.
#[derive(Default)]
struct Collected(Applied);

impl Listener for Collected {
    fn inserted(&mut self, _: &Program, op: OpId) {
        self.0.created.push(op);
    }

    fn modified(&mut self, _: &Program, op: OpId) {
        self.0.touched.push(op);
    }

    fn erased(&mut self, _: &Program, op: OpId) {
        self.0.erased.push(op);
    }
}

impl Step for AtLoop<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    fn repeats(&self) -> bool {
        !self.parameters.is_empty()
    }

    /// It is done on a copy: what it asks of the program it asks between its edits.
    fn applies(&self, program: &Program, at: OpId, arguments: &[Argument]) -> Result<(), Refusal> {
        match self.apply(&mut program.clone(), at, arguments, &mut Silent) {
            Ok(_) | Err(StepError::Mismatch | StepError::Broken(_)) => Ok(()),
            Err(StepError::Refused(refusal)) => Err(refusal),
        }
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let call = self.call(program, at, arguments)?;
        let before = program.checkpoint();
        let mut collected = Collected::default();
        let mut listener = Both(listener, &mut collected);
        let mut notes = Vec::new();
        let mut edit = Edit { program, listener: &mut listener, policy: self.policy, notes: &mut notes };
        match self.own.apply(&mut edit, &call) {
            Ok(_) => {
                program.commit(before);
                let mut applied = collected.0;
                applied.created.retain(|op| !program.is_erased(*op));
                applied.touched.retain(|op| !program.is_erased(*op));
                Ok(applied)
            }
            Err(refusal) => {
                program.rollback(before);
                Err(refusal.into())
            }
        }
    }
}
