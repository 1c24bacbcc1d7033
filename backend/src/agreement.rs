//! Comparison of a run of one engine with the reference interpreter's run of the same program on the same arguments.
//! Knows no operation.

use assay_ir::data::Program;

use crate::engine::{Engine, Outcome, Run, Undefined, values_allow};

/// The relation of another engine's run to that of the interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It does what the reference does, or what the reference's poison allows.
    Same,
    /// One of them was given up or lacks something, or went on with any value where the reference loads poison:
    /// nothing can be said.
    Open,
    /// They contradict each other. With traces on both sides, the number of the first step that differs.
    Differ {
        /// Place in both traces; `None` where the traces, as far as they go, are alike or were not kept.
        step: Option<usize>,
    },
}

/// Compares a run of an engine with the interpreter's. See [`Engine`] for what engines agree on.
pub fn agreement(engine: &dyn Engine, program: &Program, reference: &Run, other: &Run) -> Agreement {
    if !reference.outcome.is_decided() || !other.outcome.is_decided() {
        return Agreement::Open;
    }
    let same = match &reference.outcome {
        Outcome::Ub { .. } if reference.outcome == other.outcome => return Agreement::Same,
        // Compiled code runs turns that have no order in one of the orders.
        Outcome::Ub { why: Undefined::Race, .. } => return Agreement::Open,
        Outcome::Ub { .. } if engine.loads_without_poison(program) => return Agreement::Open,
        Outcome::Ub { .. } => false,
        outcome => outcome.allows(&other.outcome) && values_allow(&reference.memory, &other.memory),
    };
    let step = different_step(reference, other);
    if same && step.is_none() { Agreement::Same } else { Agreement::Differ { step } }
}

/// The first step, where both traces were kept, at which another operation ran or gave what is not allowed.
fn different_step(reference: &Run, other: &Run) -> Option<usize> {
    if reference.trace.is_empty() || other.trace.is_empty() {
        return None;
    }
    let pairs = reference.trace.iter().zip(&other.trace);
    let differs = pairs.clone().position(|(a, b)| a.op != b.op || !values_allow(&a.results, &b.results));
    let lengths = [reference.trace.len(), other.trace.len()];
    differs.or((lengths[0] != lengths[1]).then(|| pairs.len()))
}

#[cfg(test)]
mod tests {
    use assay_ir::data::{Context, Program, Source};

    use super::{Agreement, agreement};
    use crate::engine::{Engine, Options, Outcome, Run, Step};
    use crate::interp::{Interpreter, find_function};
    use crate::value::Value;

    fn run(text: &str, arguments: &[Value]) -> (Program, Run) {
        let program = assay_ir::text::parse(&Context::new(), &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("the text has @f");
        let options = Options { trace: true, ..Options::default() };
        let run = Interpreter.run(&program, function, arguments, &options).expect("the arguments fit");
        (program, run)
    }

    const SUM: &str = "func.func @f(%a: i8) -> i8 {
  %x = arith.addi %a, %a : i8
  %y = arith.addi %x, %a : i8
  return %y : i8
}";

    #[test]
    fn a_run_agrees_with_itself_and_not_with_another_value() {
        let (program, one) = run(SUM, &[Value::int(8, 1)]);
        assert_eq!(agreement(&Interpreter, &program, &one, &one), Agreement::Same);
        let mut other = one.clone();
        let Step { results, .. } = &mut other.trace[1];
        results[0] = Value::int(8, 4);
        other.outcome = Outcome::Values(vec![Value::int(8, 4)]);
        assert_eq!(agreement(&Interpreter, &program, &one, &other), Agreement::Differ { step: Some(1) });
        other.trace.clear();
        assert_eq!(agreement(&Interpreter, &program, &one, &other), Agreement::Differ { step: None });
    }

    #[test]
    fn poison_allows_a_number_and_not_the_other_way_round() {
        let (program, number) = run(SUM, &[Value::int(8, 1)]);
        let (_, poison) = run(SUM, &[Value::Poison]);
        let poison = Run { trace: number.trace.clone(), ..poison };
        assert_eq!(agreement(&Interpreter, &program, &poison, &number), Agreement::Same);
        assert_eq!(agreement(&Interpreter, &program, &number, &poison), Agreement::Differ { step: None });
    }

    #[test]
    fn undefined_behaviour_that_no_load_explains_has_to_be_found_by_both() {
        let divide = "func.func @f(%a: i8) -> i8 {\n  %x = arith.divui %a, %a : i8\n  return %x : i8\n}";
        let (program, undefined) = run(divide, &[Value::int(8, 0)]);
        let (_, defined) = run(divide, &[Value::int(8, 1)]);
        assert_eq!(agreement(&Interpreter, &program, &undefined, &undefined), Agreement::Same);
        assert_eq!(agreement(&Interpreter, &program, &undefined, &defined), Agreement::Differ { step: None });
        assert_eq!(agreement(&Interpreter, &program, &defined, &undefined), Agreement::Differ { step: None });
    }
}
