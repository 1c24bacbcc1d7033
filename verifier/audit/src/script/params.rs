//! Parameters and matchers: values that are known, and predicates that hold or fail for sure.

use assay_ir::data::{AttrKind, OpId, TypeKind};
use assay_ir::ops;
use assay_ir::rule::Rule;

use super::alias::MayMust;
use super::handles::Handle;
use super::interpret::{Interpreter, StepOutcome};
use super::kinds::{Interface, implements};
use super::run::{Run, Step};
use super::text::{self, Role};
use super::{function_of, shapes};

/// Operations about parameters, and predicates with a meaning here.
const PARAM_OPS: &[(&str, Step)] = &[
    ("transform.param.constant", |run, op| run.constant_param(op)),
    ("transform.num_associations", |run, op| run.number_of_parts(op)),
    ("transform.match.param.cmpi", |run, op| run.compare(op)),
    ("transform.match.operation_name", |run, op| run.named(op)),
    ("transform.match.operation_empty", |run, op| run.is_empty(op)),
    ("transform.tune.knob", |run, op| run.knob(op)),
    ("transform.smt.constrain_params", |run, op| run.constrain(op)),
];

/// Traits of predicates on what a handle holds.
const MATCHERS: [&str; 2] = ["transform::SingleOpMatcherOpTrait", "transform::SingleValueMatcherOpTrait"];

impl Run<'_> {
    /// Runs an operation about parameters, or a predicate; `None` for another one.
    pub(super) fn params(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        if let Some(step) = function_of(PARAM_OPS, name) {
            return Some(step(self, op));
        }
        let record = ops::op(name)?;
        if !MATCHERS.iter().any(|matcher| record.has(matcher)) {
            return None;
        }
        let structured = record.has("transform::StructuredOpPredicateOpTrait");
        let flow = if structured { self.predicate(op) } else { StepOutcome::MayFail(op) };
        self.define_empty(op);
        Some(flow)
    }

    fn constant_param(&mut self, op: OpId) -> StepOutcome {
        let mut handle = Handle::from_parts(Role::Param, Vec::new());
        handle.param = text::attr(self.program, op, "value");
        self.define_first(op, handle)
    }

    fn number_of_parts(&mut self, op: OpId) -> StepOutcome {
        let handle = self.counted(op);
        self.define_first(op, handle)
    }

    fn is_empty(&mut self, op: OpId) -> StepOutcome {
        match self.exact(op, 0) {
            Some(nodes) if nodes.is_empty() => StepOutcome::Goes,
            Some(_) => self.fails(op, "the handle is not empty".to_owned()),
            None => StepOutcome::MayFail(op),
        }
    }

    fn constrain(&mut self, op: OpId) -> StepOutcome {
        self.define_empty(op);
        let message = "constraints on parameters have no meaning for the interpreter of MLIR 22".to_owned();
        self.report(Rule::C514, MayMust::Must, op, None, message, Vec::new());
        StepOutcome::Stops
    }

    fn define_first(&mut self, op: OpId, handle: Handle) -> StepOutcome {
        if let Some(result) = self.program.result(op, 0) {
            self.state.define(result, handle);
        }
        StepOutcome::Goes
    }

    fn define_empty(&mut self, op: OpId) -> StepOutcome {
        for result in self.program.results(op).collect::<Vec<_>>() {
            let handle = self.empty(text::role(self.program, result));
            self.state.define(result, handle);
        }
        StepOutcome::Goes
    }

    fn counted(&self, op: OpId) -> Handle {
        let mut handle = Handle::from_parts(Role::Param, Vec::new());
        let ty = self.program.result(op, 0).and_then(|result| {
            match self.program.ctx().type_kind(self.program.value_type(result)) {
                TypeKind::Dialect { params, .. } => self.program.ctx().as_type(*params.first()?),
                _ => None,
            }
        });
        if let (Some(nodes), Some(ty)) = (self.exact(op, 0), ty) {
            handle.param = Some(self.program.ctx().integer_attr(nodes.len() as i128, ty));
        }
        handle
    }

    fn compare(&mut self, op: OpId) -> StepOutcome {
        let value = |index: usize| {
            let handle = self.state.get(self.program.operand(op, index)?)?;
            text::integer(self.program, handle.param?)
        };
        let (Some(a), Some(b)) = (value(0), value(1)) else { return StepOutcome::MayFail(op) };
        let holds = match text::number(self.program, op, "predicate") {
            Some(0) => a == b,
            Some(1) => a != b,
            Some(2) => a < b,
            Some(3) => a <= b,
            Some(4) => a > b,
            Some(5) => a >= b,
            _ => return StepOutcome::MayFail(op),
        };
        if holds { StepOutcome::Goes } else { self.fails(op, format!("{a} and {b} do not compare as asked")) }
    }

    fn named(&mut self, op: OpId) -> StepOutcome {
        let list = text::attr(self.program, op, "op_names");
        let list = list.map_or(&[][..], |list| text::elements(self.program, list));
        let wanted: Vec<_> = list.iter().filter_map(|name| text::string(self.program, *name)).collect();
        let parts = self.parts(op, 0);
        let names: Vec<_> = parts.iter().map(|part| self.state.payload.names(*part)).collect();
        let never = names.iter().flatten().any(|names| !names.iter().any(|name| wanted.contains(name)));
        let exact = self.exact(op, 0);
        if let Some(nodes) = exact.as_ref().filter(|nodes| nodes.len() != 1) {
            return self
                .fails(op, format!("a matcher needs exactly one operation, and there are {}", nodes.len()));
        }
        if never {
            return self.fails(op, "the operation has another name".to_owned());
        }
        let known = names.iter().flatten().count() == names.len();
        if exact.is_some() && known { StepOutcome::Goes } else { StepOutcome::MayFail(op) }
    }

    fn knob(&mut self, op: OpId) -> StepOutcome {
        let selected = text::attr(self.program, op, "selected");
        let mut handle = Handle::from_parts(Role::Param, Vec::new());
        handle.param = selected;
        self.define_first(op, handle);
        match selected {
            Some(_) => StepOutcome::Goes,
            None => {
                let message = "no value of the knob is selected".to_owned();
                self.report(Rule::C514, MayMust::Must, op, None, message, Vec::new());
                StepOutcome::Stops
            }
        }
    }

    /// The outcome of a predicate on structured operations.
    pub(super) fn predicate(&mut self, op: OpId) -> StepOutcome {
        let never = self.parts(op, 0).iter().any(|part| {
            let names = self.state.payload.names(*part);
            names.is_some_and(|names| {
                let linalg = |name| implements(Interface::Linalg, self.program.ctx().str(name));
                !names.is_empty() && names.iter().all(|name| linalg(*name) == Some(false))
            })
        });
        match never {
            true => self.fails(op, "the operation is no structured operation".to_owned()),
            false => StepOutcome::MayFail(op),
        }
    }

    // --- sizes ----------------------------------------------------------------------------------------------

    /// Checks the sizes of a tiling: their parameters, their number, and the number of loops.
    pub(super) fn sizes(&mut self, op: OpId, name: &str) -> Option<StepOutcome> {
        let [key, refused @ ..] = shapes::table().arguments("sizes", name)? else { return None };
        let sizes = text::integers(self.program, op, key).unwrap_or_default();
        for operand in self.program.operands(op).skip(1).collect::<Vec<_>>() {
            let any = text::kind(self.program, self.program.value_type(operand)) == Some("any_param");
            let value = self.state.get(operand).and_then(|handle| handle.param);
            let other = value.is_some_and(|value| {
                !matches!(self.program.ctx().attr_kind(value), AttrKind::Integer { .. })
            });
            if other || (any && !refused.is_empty()) {
                let spelled = text::spelled(self.program, operand);
                let message = match other {
                    true => format!("{spelled} is a tile size and holds no integer"),
                    false => format!(
                        "{spelled} is a tile size of type `!transform.any_param`: MLIR 22 crashes on it"
                    ),
                };
                self.report(Rule::C514, MayMust::Must, op, Some(operand), message, Vec::new());
                return Some(StepOutcome::Stops);
            }
        }
        self.divisible(op, &sizes);
        None
    }

    /// Remarks on sizes that are larger than the loop or do not divide it.
    fn divisible(&mut self, op: OpId, sizes: &[i64]) {
        let [part] = self.parts(op, 0)[..] else { return };
        let Some(loops) = self.loops(part) else { return };
        for (size, one) in sizes.iter().zip(loops) {
            let Some(bound) = one.extent.filter(|_| *size > 0) else { continue };
            if *size > bound {
                let message = format!("the tile size {size} is larger than the loop of {bound} iterations");
                self.report(Rule::C514, MayMust::Assumed, op, None, message, Vec::new());
            } else if bound % size != 0 {
                let message = format!("the tile size {size} does not divide the loop of {bound} iterations");
                self.report(Rule::C514, MayMust::Assumed, op, None, message, Vec::new());
            }
        }
    }
}
