//! The trace of a difference: the input and the operations of both runs with their values. Judges nothing.

use assay_backend::engine::{Outcome, Run, Step};
use assay_backend::interp::find_function;
use assay_backend::value::Value;
use assay_ir::data::{AttrKind, OpId, Program, ValueDef, ValueId, known};
use assay_ir::text;
use assay_ir::verdict::{Trace, TraceInput, TraceStep};
use rustc_hash::FxHashMap;

use super::judge::Difference;
use super::rests::is_scalable;
use super::validate::{Compared, Written};
use crate::witness::execute::parameters;

/// Operations of a run that a trace has.
const STEPS: usize = 60;

/// The programs of a difference.
#[derive(Clone, Copy, Debug)]
pub struct Programs<'p> {
    /// The program before.
    pub source: &'p Program,
    /// The program after.
    pub target: &'p Program,
    /// Name of the function in both.
    pub name: &'p str,
    /// Both as they were, where calls stand for operations of them.
    pub written: Option<&'p Written>,
    /// Both as they were read, where operations were described.
    pub read: Option<&'p (Program, Program)>,
}

impl<'p> Programs<'p> {
    /// The programs that were compared, with the function of a difference.
    pub fn of_function(compared: &'p Compared, name: &'p str) -> Programs<'p> {
        let (source, target) = (&compared.source, &compared.target);
        let (written, read) = (compared.written.as_ref(), compared.read.as_ref());
        Programs { source, target, name, written, read }
    }

    /// The names of the values of the function in one of the programs.
    pub fn names(&self, program: &Program) -> FxHashMap<ValueId, String> {
        let Some(function) = find_function(program, self.name) else { return FxHashMap::default() };
        let mut names = text::value_names(program, function);
        // Arguments have the names of the text that is shown.
        let shown = self.read.map(|(source, target)| match std::ptr::eq(program, self.source) {
            true => source,
            false => target,
        });
        let shown = shown.and_then(|shown| Some((shown, find_function(shown, self.name)?)));
        if let Some((shown, there)) = shown {
            let own = text::value_names(shown, there);
            let pairs = parameters(program, function).into_iter().zip(parameters(shown, there));
            names.extend(pairs.filter_map(|(value, written)| Some((value, own.get(&written)?.clone()))));
        }
        names
    }

    /// Tells if the function before depends on the machine's `vscale`.
    pub fn is_scalable(&self) -> bool {
        find_function(self.source, self.name).is_some_and(|function| is_scalable(self.source, function))
    }

    /// The name of an operation in the text of the user; `None` inside of a body that was drawn for one.
    pub fn name_of<'n>(&'n self, program: &'n Program, op: OpId) -> Option<&'n str> {
        let Some(written) = self.written else { return Some(program.op_name(op)) };
        let mut outer = Some(op);
        while let Some(at) = outer {
            if program.attr_text(at, known::SYM_NAME).is_some_and(|name| written.calls.contains_key(name)) {
                return None;
            }
            outer = program.parent_op(at);
        }
        let callee = program.attr(op, program.ctx().ident("callee"));
        let stands = callee.and_then(|callee| match program.ctx().attr_kind(callee) {
            AttrKind::SymbolRef { root, .. } => written.calls.get(program.ctx().str(*root)),
            _ => None,
        });
        Some(stands.map_or_else(|| program.op_name(op), String::as_str))
    }
}

/// The trace of a difference; nothing is said of the results.
pub fn trace(programs: &Programs<'_>, found: &Difference) -> Trace {
    Trace {
        inputs: inputs(programs, found),
        before: steps(programs, (programs.source, &programs.names(programs.source)), &found.source),
        after: steps(programs, (programs.target, &programs.names(programs.target)), &found.target),
        first_wrong: first_wrong(programs, found),
        seen: None,
        is_whole: false,
    }
}

fn inputs(programs: &Programs<'_>, found: &Difference) -> Vec<TraceInput> {
    let Some(function) = find_function(programs.source, programs.name) else { return Vec::new() };
    let names = programs.names(programs.source);
    let input = |(at, (value, argument)): (usize, (ValueId, &Value))| TraceInput {
        name: names.get(&value).cloned().unwrap_or_else(|| format!("%arg{at}")),
        ty: Some(text::type_text(programs.source.ctx(), programs.source.value_type(value))),
        value: argument.to_string(),
    };
    let parameters = parameters(programs.source, function).into_iter();
    parameters.zip(&found.arguments).enumerate().map(input).collect()
}

/// The operations that ran with their results, the first ones.
fn steps(
    programs: &Programs<'_>,
    (program, names): (&Program, &FxHashMap<ValueId, String>),
    run: &Run,
) -> Vec<TraceStep> {
    let operand = |value: ValueId| {
        let name = names.get(&value)?;
        match program.value(value).def {
            ValueDef::Result(op, at) if program.result_count(op) > 1 => Some(format!("{name}#{at}")),
            _ => Some(name.clone()),
        }
    };
    let undefined = |step: &Step| match &run.outcome {
        Outcome::Ub { op, why } if *op == step.op => Some(why.to_string()),
        _ => None,
    };
    let shown = |step: &Step| {
        let op = programs.name_of(program, step.op)?.to_owned();
        let results = program.results(step.op);
        let first = program.result(step.op, 0).and_then(|value| names.get(&value).cloned());
        Some(TraceStep {
            name: first.unwrap_or_default(),
            op,
            operands: program.operands(step.op).filter_map(operand).collect(),
            types: results.map(|value| text::type_text(program.ctx(), program.value_type(value))).collect(),
            values: step.results.iter().map(ToString::to_string).collect(),
            undefined: undefined(step),
            ..TraceStep::default()
        })
    };
    run.trace.iter().filter_map(shown).take(STEPS).collect()
}

/// The operation of the program after at which the runs part, among those of the trace.
fn first_wrong(programs: &Programs<'_>, found: &Difference) -> Option<usize> {
    let op = found.diverges?.target?;
    let shown = |step: &&Step| programs.name_of(programs.target, step.op).is_some();
    let steps: Vec<&Step> = found.target.trace.iter().filter(shown).take(STEPS).collect();
    steps.iter().rposition(|step| step.op == op)
}
