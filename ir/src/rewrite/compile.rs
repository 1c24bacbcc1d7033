//! The matching part as straight-line code over registers: look somewhere, check something, or try each user
//! of a value. The steps and the positions that are compared are those of MLIR 22's `PredicateTree.cpp`.

use std::sync::OnceLock;

use smallvec::SmallVec;

use super::plan::Plan;
use crate::data::{AttrId, Ident, OpId, SmallMap, TypeId, ValueId};
use crate::pdl::roots::{self, NoOrder, RootEdge, UpStep};
use crate::pdl::{NativeConstraint, Operation, Pattern, PdlOp, ResultOf};

/// A register of the matching code.
pub(super) type Reg = u32;

/// One step; `place` is the pdl operation that asks for it.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) place: OpId,
    pub(super) action: Action,
}

/// What a step does. All but the checks write the register `to`.
#[derive(Clone, Debug)]
pub(super) enum Action {
    Operand {
        of: Reg,
        index: u32,
        to: Reg,
    },
    Operands {
        of: Reg,
        index: Option<u32>,
        range: bool,
        to: Reg,
    },
    Result {
        of: Reg,
        index: u32,
        to: Reg,
    },
    Results {
        of: Reg,
        index: Option<u32>,
        range: bool,
        to: Reg,
    },
    Attribute {
        of: Reg,
        name: Ident,
        to: Reg,
    },
    DefiningOp {
        of: Reg,
        to: Reg,
    },
    TypeOf {
        of: Reg,
        to: Reg,
    },
    ConstantAttribute {
        value: Option<AttrId>,
        to: Reg,
    },
    ConstantType {
        value: TypeId,
        to: Reg,
    },
    ConstantTypes {
        value: Box<[TypeId]>,
        to: Reg,
    },
    EachUser {
        of: Reg,
        to: Reg,
    },
    NotNull(Reg),
    Name(Reg, Ident),
    OperandCount {
        of: Reg,
        count: u32,
        at_least: bool,
    },
    ResultCount {
        of: Reg,
        count: u32,
        at_least: bool,
    },
    IsAttribute(Reg, AttrId),
    IsType(Reg, TypeId),
    AreTypes(Reg, Box<[TypeId]>),
    Equal {
        a: Reg,
        b: Reg,
        written_only: bool,
    },
    /// The arguments, and the registers of the results.
    Native(Box<(Vec<Reg>, Vec<Reg>)>),
}

/// The matching code of one pattern. Register 0 holds the payload operation at the anchor.
#[derive(Clone, Debug)]
pub struct Code {
    pub(super) anchor: OpId,
    pub(super) anchor_name: Option<Ident>,
    pub(super) steps: Vec<Step>,
    /// How many registers there are.
    pub(super) registers: Reg,
    /// The register of each pdl value of the matching part, in the order in which they were met.
    pub(super) values: Vec<(ValueId, Reg)>,
    /// The rewriting part, once it was asked for.
    pub(super) plan: OnceLock<Option<Plan>>,
}

/// A pattern that MLIR's verifier accepts and its lowering crashes on (measured on MLIR 22.1.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unmatchable {
    /// The pattern matches no operation.
    Empty,
    /// More ways from one root to another than are looked at: nothing is known of what MLIR does.
    TooLarge,
    /// Values do not connect this `pdl.operation` with the rest.
    Unreachable(OpId),
    /// This value of the matching part is used, but nothing binds it to the payload.
    Unbound(OpId),
}

impl Unmatchable {
    /// The pdl operation that is to blame.
    pub fn op(self) -> Option<OpId> {
        match self {
            Unmatchable::Empty | Unmatchable::TooLarge => None,
            Unmatchable::Unreachable(op) | Unmatchable::Unbound(op) => Some(op),
        }
    }
}

impl std::error::Error for Unmatchable {}

impl std::fmt::Display for Unmatchable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unmatchable::Empty => "the pattern matches no operation",
            Unmatchable::TooLarge => "the pattern has more roots than can be put in an order",
            Unmatchable::Unreachable(_) => "an operation of the pattern is not connected with the others",
            Unmatchable::Unbound(_) => "nothing binds a value that the pattern uses",
        })
    }
}

/// Where in the payload a pdl value is looked for.
#[derive(Clone, Copy)]
enum Position {
    Anchor,
    /// The operation that defines a value.
    Definition,
    /// A user of a value; this operand was compared on the way up.
    User(Option<u32>),
    Operand,
    /// A group of operands; the flag says whether it is one group of several.
    OperandGroup(bool),
    Attribute,
    Type,
}

enum Task {
    Visit { value: ValueId, reg: Reg, position: Position },
    Step(OpId, Action),
}

struct Compiler<'a> {
    pattern: Pattern<'a>,
    code: Code,
    bound: SmallMap<ValueId, Reg>,
}

/// Steps of a pattern for each operation in it, more or less.
const STEPS_OF_AN_OPERATION: usize = 4;

pub(super) fn compile(pattern: Pattern<'_>) -> Result<Code, Unmatchable> {
    let order = roots::order(pattern).map_err(|why| match why {
        NoOrder::Empty => Unmatchable::Empty,
        NoOrder::TooLarge => Unmatchable::TooLarge,
        NoOrder::Unreachable(op) => Unmatchable::Unreachable(op),
    })?;
    let PdlOp::Operation(anchor) = PdlOp::view(pattern.program, order.anchor) else {
        return Err(Unmatchable::Empty);
    };
    let code = Code {
        anchor: anchor.op,
        anchor_name: anchor.name(),
        steps: Vec::with_capacity(STEPS_OF_AN_OPERATION * pattern.body_ops().count()),
        registers: 1,
        values: Vec::new(),
        plan: OnceLock::new(),
    };
    let mut compiler = Compiler { pattern, code, bound: SmallMap::default() };
    if let Some(value) = anchor.value() {
        compiler.visit_all(value, 0, Position::Anchor);
    }
    for edge in &order.edges {
        compiler.up(edge)?;
    }
    compiler.rest()?;
    compiler.used_by_rewrite_is_bound()?;
    let Compiler { mut code, bound, .. } = compiler;
    code.values = bound.entries().to_vec();
    Ok(code)
}

impl<'a> Compiler<'a> {
    fn fresh(&mut self) -> Reg {
        self.code.registers += 1;
        self.code.registers - 1
    }

    fn emit(&mut self, place: OpId, action: Action) {
        self.code.steps.push(Step { place, action });
    }

    fn bind(&mut self, value: ValueId, reg: Reg) {
        self.bound.add(value, reg);
    }

    /// A value and all below it, in MLIR's order; without recursion, so that deep patterns are harmless.
    fn visit_all(&mut self, value: ValueId, reg: Reg, position: Position) {
        let mut tasks = vec![Task::Visit { value, reg, position }];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Step(place, action) => self.emit(place, action),
                Task::Visit { value, reg, position } => {
                    let below = tasks.len();
                    self.visit(value, reg, position, &mut tasks);
                    tasks[below..].reverse();
                }
            }
        }
    }

    fn visit(&mut self, value: ValueId, reg: Reg, position: Position, out: &mut Vec<Task>) {
        let Some(definition) = self.pattern.definition(value) else { return };
        if let Some(first) = self.bound.get(value).copied() {
            if !matches!(position, Position::Anchor) {
                let compared = matches!(
                    definition,
                    PdlOp::Attribute(_) | PdlOp::Operand(_) | PdlOp::Operation(_) | PdlOp::Type(_)
                );
                let action = Action::Equal { a: reg, b: first, written_only: !compared };
                out.push(Task::Step(definition.op(), action));
            }
            return;
        }
        self.bound.add(value, reg);
        match position {
            Position::Attribute => self.attribute(definition, reg, out),
            Position::Operand => self.operand(definition, reg, true, out),
            Position::OperandGroup(indexed) => self.operand(definition, reg, indexed, out),
            Position::Type => constant_type(definition, reg, out),
            Position::Anchor | Position::Definition | Position::User(_) => {
                if let PdlOp::Operation(operation) = definition {
                    self.operation(operation, reg, position, out);
                }
            }
        }
    }

    fn attribute(&mut self, definition: PdlOp<'a>, reg: Reg, out: &mut Vec<Task>) {
        out.push(Task::Step(definition.op(), Action::NotNull(reg)));
        let PdlOp::Attribute(view) = definition else { return };
        if let Some(ty) = view.ty() {
            self.type_of(view.op, ty, reg, out);
        } else if let Some(value) = view.constant() {
            out.push(Task::Step(view.op, Action::IsAttribute(reg, value)));
        }
    }

    fn type_of(&mut self, place: OpId, ty: ValueId, of: Reg, out: &mut Vec<Task>) {
        let to = self.fresh();
        out.push(Task::Step(place, Action::TypeOf { of, to }));
        out.push(Task::Visit { value: ty, reg: to, position: Position::Type });
    }

    fn operand(&mut self, definition: PdlOp<'a>, reg: Reg, indexed: bool, out: &mut Vec<Task>) {
        match definition {
            PdlOp::Operand(view) => {
                if !view.is_range() || indexed {
                    out.push(Task::Step(view.op, Action::NotNull(reg)));
                }
                if let Some(ty) = view.ty() {
                    self.type_of(view.op, ty, reg, out);
                }
            }
            PdlOp::Result(view) => {
                if view.index().is_some() {
                    out.push(Task::Step(view.op, Action::NotNull(reg)));
                }
                let parent = self.fresh();
                out.push(Task::Step(view.op, Action::DefiningOp { of: reg, to: parent }));
                out.push(Task::Step(view.op, Action::NotNull(parent)));
                let result = self.fresh();
                out.push(Task::Step(view.op, result_of(view, parent, result)));
                out.push(Task::Step(view.op, Action::Equal { a: result, b: reg, written_only: false }));
                if let Some(value) = view.parent() {
                    out.push(Task::Visit { value, reg: parent, position: Position::Definition });
                }
            }
            _ => {}
        }
    }

    fn operation(&mut self, view: Operation<'a>, reg: Reg, position: Position, out: &mut Vec<Task>) {
        let mut step = |action| out.push(Task::Step(view.op, action));
        if !matches!(position, Position::Anchor) {
            step(Action::NotNull(reg));
        }
        if let Some(name) = view.name() {
            step(Action::Name(reg, name));
        }
        let operands = self.with_ranges(view.operands());
        let (count, open) = least(&operands);
        step(Action::OperandCount { of: reg, count, at_least: open });
        let types = self.with_ranges(view.result_types());
        let (count, open) = least(&types);
        step(Action::ResultCount { of: reg, count, at_least: open });
        for (name, value) in view.attributes() {
            let to = self.fresh();
            out.push(Task::Step(view.op, Action::Attribute { of: reg, name, to }));
            out.push(Task::Visit { value, reg: to, position: Position::Attribute });
        }
        self.operation_operands(view, &operands, reg, position, out);
        self.operation_types(view, &types, reg, out);
    }

    fn with_ranges(&self, values: impl Iterator<Item = ValueId>) -> SmallVec<[(ValueId, bool); 4]> {
        values.map(|value| (value, crate::pdl::is_range(self.pattern.program, value))).collect()
    }

    fn operation_operands(
        &mut self,
        view: Operation<'a>,
        operands: &[(ValueId, bool)],
        reg: Reg,
        position: Position,
        out: &mut Vec<Task>,
    ) {
        if let [(value, true)] = operands {
            // On the way up the one range was compared already.
            if !matches!(position, Position::User(_)) {
                let to = self.fresh();
                out.push(Task::Step(view.op, Action::Operands { of: reg, index: None, range: true, to }));
                out.push(Task::Visit { value: *value, reg: to, position: Position::OperandGroup(false) });
            }
            return;
        }
        let mut grouped = false;
        for (index, (value, range)) in operands.iter().enumerate() {
            let index = index as u32;
            grouped |= range;
            if matches!(position, Position::User(Some(seen)) if seen == index) {
                continue;
            }
            let to = self.fresh();
            let (action, position) = if grouped {
                (
                    Action::Operands { of: reg, index: Some(index), range: *range, to },
                    Position::OperandGroup(true),
                )
            } else {
                (Action::Operand { of: reg, index, to }, Position::Operand)
            };
            out.push(Task::Step(view.op, action));
            out.push(Task::Visit { value: *value, reg: to, position });
        }
    }

    fn operation_types(
        &mut self,
        view: Operation<'a>,
        types: &[(ValueId, bool)],
        reg: Reg,
        out: &mut Vec<Task>,
    ) {
        if let [(value, true)] = types {
            let to = self.fresh();
            out.push(Task::Step(view.op, Action::Results { of: reg, index: None, range: true, to }));
            self.type_of(view.op, *value, to, out);
            return;
        }
        let mut grouped = false;
        for (index, (value, range)) in types.iter().enumerate() {
            let index = index as u32;
            grouped |= range;
            let to = self.fresh();
            let action = if grouped {
                Action::Results { of: reg, index: Some(index), range: *range, to }
            } else {
                Action::Result { of: reg, index, to }
            };
            out.push(Task::Step(view.op, action));
            out.push(Task::Step(view.op, Action::NotNull(to)));
            self.type_of(view.op, *value, to, out);
        }
    }

    /// From a bound value up to another root.
    fn up(&mut self, edge: &RootEdge) -> Result<(), Unmatchable> {
        if self.bound.contains(edge.target) {
            return Ok(());
        }
        let unreachable = Unmatchable::Unreachable(self.definition_op(edge.target));
        let mut reg = *self.bound.get(edge.connector).ok_or(unreachable)?;
        for step in &edge.path {
            reg = match self.pattern.definition(step.parent) {
                Some(PdlOp::Operation(view)) => self.up_to_user(view, *step, reg),
                Some(PdlOp::Result(view)) => {
                    let to = self.fresh();
                    self.emit(view.op, result_of(view, reg, to));
                    self.bind(step.parent, to);
                    to
                }
                _ => return Err(unreachable),
            };
        }
        Ok(())
    }

    fn up_to_user(&mut self, view: Operation<'a>, step: UpStep, from: Reg) -> Reg {
        let user = self.fresh();
        self.emit(view.op, Action::EachUser { of: from, to: user });
        let operand = self.fresh();
        let operands = self.with_ranges(view.operands());
        self.emit(
            view.op,
            match step.index {
                None => Action::Operands { of: user, index: None, range: true, to: operand },
                Some(index) => {
                    let upto = operands.iter().take(index as usize + 1);
                    let range = upto.clone().next_back().is_some_and(|(_, range)| *range);
                    match upto.clone().any(|(_, range)| *range) {
                        true => Action::Operands { of: user, index: Some(index), range, to: operand },
                        false => Action::Operand { of: user, index, to: operand },
                    }
                }
            },
        );
        self.emit(view.op, Action::NotNull(operand));
        self.emit(view.op, Action::Equal { a: operand, b: from, written_only: false });
        self.visit_all(step.parent, user, Position::User(step.index));
        user
    }

    /// What the trees from the roots do not reach: constants, further results, native constraints.
    fn rest(&mut self) -> Result<(), Unmatchable> {
        for definition in self.pattern.matcher() {
            match definition {
                PdlOp::Attribute(view) => {
                    // Without a value this is MLIR's null attribute: a created operation goes without it.
                    let value = view.constant();
                    self.constant(view.value(), view.op, |to| Action::ConstantAttribute { value, to });
                }
                PdlOp::Type(view) => {
                    if let Some(value) = view.constant() {
                        self.constant(view.value(), view.op, |to| Action::ConstantType { value, to });
                    }
                }
                PdlOp::Types(view) => {
                    if let Some(value) = view.constants() {
                        self.constant(view.value(), view.op, |to| Action::ConstantTypes {
                            value: value.into(),
                            to,
                        });
                    }
                }
                PdlOp::Result(view) => self.result(view)?,
                PdlOp::NativeConstraint(view) => self.native(view)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn constant(&mut self, value: Option<ValueId>, place: OpId, action: impl FnOnce(Reg) -> Action) {
        let Some(value) = value.filter(|value| !self.bound.contains(*value)) else { return };
        let to = self.fresh();
        self.emit(place, action(to));
        self.bind(value, to);
    }

    fn result(&mut self, view: ResultOf<'a>) -> Result<(), Unmatchable> {
        let (Some(value), Some(parent)) = (view.value(), view.parent()) else { return Ok(()) };
        if self.bound.contains(value) {
            return Ok(());
        }
        let of = self.register(parent)?;
        let to = self.fresh();
        self.emit(view.op, result_of(view, of, to));
        if view.index().is_some() {
            self.emit(view.op, Action::NotNull(to));
        }
        self.bind(value, to);
        Ok(())
    }

    fn native(&mut self, view: NativeConstraint<'a>) -> Result<(), Unmatchable> {
        let arguments = view.arguments().map(|value| self.register(value)).collect::<Result<Vec<_>, _>>()?;
        let results: Vec<Reg> = view.results().map(|_| self.fresh()).collect();
        self.emit(view.op, Action::Native(Box::new((arguments, results.clone()))));
        for (value, reg) in view.results().zip(results) {
            match self.bound.get(value).copied() {
                Some(first) => {
                    self.emit(view.op, Action::Equal { a: first, b: reg, written_only: false });
                }
                None => self.bind(value, reg),
            }
        }
        Ok(())
    }

    fn register(&self, value: ValueId) -> Result<Reg, Unmatchable> {
        self.bound.get(value).copied().ok_or(Unmatchable::Unbound(self.definition_op(value)))
    }

    fn definition_op(&self, value: ValueId) -> OpId {
        self.pattern.program.defining_op(value).unwrap_or(self.pattern.op)
    }

    fn used_by_rewrite_is_bound(&self) -> Result<(), Unmatchable> {
        let Some(rewrite) = self.pattern.rewrite() else { return Ok(()) };
        let inner = rewrite.ops().flat_map(|op| self.pattern.program.operands(op.op()));
        for value in rewrite.root().into_iter().chain(rewrite.external_arguments()).chain(inner) {
            let definition = self.definition_op(value);
            if self.pattern.in_matcher(definition) && !self.bound.contains(value) {
                return Err(Unmatchable::Unbound(definition));
            }
        }
        Ok(())
    }
}

fn result_of(view: ResultOf<'_>, of: Reg, to: Reg) -> Action {
    match (view.is_results(), view.index()) {
        (false, Some(index)) => Action::Result { of, index, to },
        (_, index) => Action::Results { of, index, range: view.is_range(), to },
    }
}

fn constant_type(definition: PdlOp<'_>, reg: Reg, out: &mut Vec<Task>) {
    match definition {
        PdlOp::Type(view) => {
            out.extend(view.constant().map(|ty| Task::Step(view.op, Action::IsType(reg, ty))));
        }
        PdlOp::Types(view) => {
            out.extend(
                view.constants().map(|types| Task::Step(view.op, Action::AreTypes(reg, types.into()))),
            );
        }
        _ => {}
    }
}

/// How many values there are at least, and whether there may be more.
fn least(values: &[(ValueId, bool)]) -> (u32, bool) {
    let single = values.iter().filter(|(_, range)| !range).count();
    (single as u32, single != values.len())
}
