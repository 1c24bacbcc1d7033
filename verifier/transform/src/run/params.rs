//! Parameters, predicates on them and on handles, and the knobs whose value was chosen.

use assay_audit::script::interpret::{Interpreter, StepOutcome};
use assay_audit::script::text;
use assay_ir::data::{AttrId, AttrKind, OpId, TypeKind};

use super::machine::Run;
use super::state::Part;

/// A function that runs a step.
type Step = fn(&mut Run<'_, '_>, OpId) -> StepOutcome;

const PARAM_OPS: &[(&str, Step)] = &[
    ("transform.param.constant", |run, op| run.constant(op)),
    ("transform.num_associations", |run, op| run.number_of_parts(op)),
    ("transform.match.param.cmpi", |run, op| run.compare(op)),
    ("transform.match.operation_name", |run, op| run.has_name(op)),
    ("transform.match.operation_empty", |run, op| run.is_empty(op)),
    ("transform.tune.knob", |run, op| run.knob(op)),
    ("transform.smt.constrain_params", |run, op| run.constrain(op)),
];

impl Run<'_, '_> {
    /// Runs an operation about parameters, or a predicate; `None` for another one.
    pub(super) fn params(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let step = PARAM_OPS.iter().find(|(known, _)| *known == name)?.1;
        Some(step(self, op))
    }

    fn give_param(&mut self, op: OpId, attr: Option<AttrId>) -> StepOutcome {
        self.give(op, 0, attr.into_iter().map(Part::Param).collect());
        StepOutcome::Goes
    }

    fn constant(&mut self, op: OpId) -> StepOutcome {
        let value = text::attr(self.script.program, op, "value");
        self.give_param(op, value)
    }

    fn number_of_parts(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let ctx = program.ctx();
        let ty = program.result(op, 0).and_then(|result| match ctx.type_kind(program.value_type(result)) {
            TypeKind::Dialect { params, .. } => ctx.as_type(*params.first()?),
            _ => None,
        });
        let count = self.parts_of(op, 0).len() as i128;
        let attr = ctx.integer_attr(count, ty.unwrap_or_else(|| ctx.integer(64)));
        self.give_param(op, Some(attr))
    }

    fn compare(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let (left, right) = (self.attrs(op, 0), self.attrs(op, 1));
        if left.len() != right.len() {
            return self.fails(op, format!("{} parameters and {} do not compare", left.len(), right.len()));
        }
        for (a, b) in left.into_iter().zip(right) {
            let (Some(a), Some(b)) = (text::integer(program, a), text::integer(program, b)) else {
                return self.stops(op, "only integers compare".to_owned());
            };
            let holds = match text::number(program, op, "predicate") {
                Some(0) => a == b,
                Some(1) => a != b,
                Some(2) => a < b,
                Some(3) => a <= b,
                Some(4) => a > b,
                _ => a >= b,
            };
            if !holds {
                return self.fails(op, format!("{a} and {b} do not compare as asked"));
            }
        }
        StepOutcome::Goes
    }

    fn has_name(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let list = text::attr(program, op, "op_names").map_or(&[][..], |list| text::elements(program, list));
        let wanted: Vec<_> = list.iter().filter_map(|name| text::string(program, *name)).collect();
        let targets = self.ops(op, 0);
        let [target] = targets[..] else {
            let message = format!("a matcher needs exactly one operation, and there are {}", targets.len());
            return self.stops(op, message);
        };
        match wanted.contains(&self.payload.op(target).name) {
            true => StepOutcome::Goes,
            false => self.fails(op, "the operation has another name".to_owned()),
        }
    }

    fn is_empty(&mut self, op: OpId) -> StepOutcome {
        match self.parts_of(op, 0).is_empty() {
            true => StepOutcome::Goes,
            false => self.fails(op, "the handle is not empty".to_owned()),
        }
    }

    fn knob(&mut self, op: OpId) -> StepOutcome {
        let program = self.script.program;
        let chosen = self.choice(op).and_then(|choice| {
            let options = text::attr(program, op, "options")?;
            text::elements(program, options).get(choice).copied()
        });
        match text::attr(program, op, "selected").or(chosen) {
            Some(value) => self.give_param(op, Some(value)),
            None => self.stops(op, "no value of the knob is selected, which `assay tune` does".to_owned()),
        }
    }

    /// The integers of parameters; `None` where one is none.
    pub(super) fn integers(&self, op: OpId, index: usize) -> Option<Vec<i128>> {
        let number = |attr: AttrId| match self.script.program.ctx().attr_kind(attr) {
            AttrKind::Integer { value, .. } => value.to_i64().map(i128::from),
            _ => None,
        };
        self.attrs(op, index).into_iter().map(number).collect()
    }
}
