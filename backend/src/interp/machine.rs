//! The state of a run and how control moves through it: activations of functions on an explicit stack, values
//! by name, fuel, trace. Knows no operation but `func.func`; the regions of an activation need no stack, since
//! what follows the end of a region is written in the operation that owns it.

use assay_ir::data::{AttrId, BlockId, Ident, OpId, Program, RegionId, TypeKind, ValueId, known};
use rustc_hash::FxHashMap;

use super::meaning;
use crate::engine::{CallError, Gap, Limit, Options, Outcome, Run, Step, Undefined};
use crate::int::Int;
use crate::value::Value;

/// Where control goes after an operation was executed.
pub(super) enum Flow {
    /// On behind it, with these results.
    Next(Vec<Value>),
    /// To a block of its region, with these arguments.
    Branch(BlockId, Vec<Value>),
    /// Into the entry block of one of its own regions, with these arguments.
    Enter(RegionId, Vec<Value>),
    /// Out of its region, whose owner gets these values.
    Leave(Vec<Value>),
    /// Into a function, with these arguments.
    Call(OpId, Vec<Value>),
}

/// What executing an operation comes to.
pub(super) type Executed = Result<Flow, Stop>;

/// Why a run does not go on.
pub(super) enum Stop {
    /// Undefined behaviour.
    Ub(Undefined),
    /// The program ended itself.
    Trap(String),
    /// The operation cannot be executed.
    Gap(Gap),
    /// The run is given up.
    Limit(Limit),
    /// The function that was run returned.
    Return(Vec<Value>),
}

impl From<Undefined> for Stop {
    fn from(why: Undefined) -> Stop {
        Stop::Ub(why)
    }
}

impl From<Gap> for Stop {
    fn from(gap: Gap) -> Stop {
        Stop::Gap(gap)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

/// One call that has not returned.
struct Activation {
    /// The call that waits for it; `None` for the function that is run.
    call: Option<OpId>,
    /// Values of the function and of all regions in it: each is set before it is read, for a definition
    /// dominates its uses.
    values: FxHashMap<ValueId, Value>,
}

/// A run in progress.
pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) options: &'a Options,
    /// The operation that is executed next, or now.
    at: OpId,
    stack: Vec<Activation>,
    trace: Vec<Step>,
    fuel: u64,
    /// Functions of each module in which one was called.
    functions: FxHashMap<OpId, FxHashMap<&'a str, OpId>>,
}

/// Fuel that a value of a width costs: time grows up to its square, memory with it.
fn cost(width: u32) -> u64 {
    let words = u64::from(width / 64);
    if width <= 128 { 1 } else { 1 + words / 8 + words * words / 4096 }
}

impl<'a> Machine<'a> {
    /// Ready to run a function.
    pub(super) fn start(
        program: &'a Program,
        function: OpId,
        arguments: &[Value],
        options: &'a Options,
    ) -> Result<Machine<'a>, CallError> {
        let entry = entry_of(program, function).ok_or(CallError::NotAFunction)?;
        let parameters = &program.block(entry).arguments;
        let (expected, given) = (parameters.len(), arguments.len());
        if expected != given {
            return Err(CallError::ArgumentCount { expected, given });
        }
        let fits = |(parameter, value): (&ValueId, &Value)| match value {
            Value::Poison => true,
            Value::Int(int) => options.width(program, program.value_type(*parameter)) == Some(int.width()),
            _ => false,
        };
        if let Some(index) = parameters.iter().zip(arguments).position(|pair| !fits(pair)) {
            return Err(CallError::ArgumentType { index });
        }
        let mut machine = Machine {
            program,
            options,
            at: program.first_op(entry).ok_or(CallError::NotAFunction)?,
            stack: vec![Activation { call: None, values: FxHashMap::default() }],
            trace: Vec::new(),
            fuel: 0,
            functions: FxHashMap::default(),
        };
        parameters.iter().zip(arguments).for_each(|(name, value)| machine.set(*name, value.clone()));
        Ok(machine)
    }

    /// Runs to an outcome.
    pub(super) fn run(mut self) -> Run {
        let stop = loop {
            if let Err(stop) = self.step() {
                break stop;
            }
        };
        let op = self.at;
        let outcome = match stop {
            Stop::Return(values) => Outcome::Values(values),
            Stop::Ub(why) => Outcome::Ub { op, why },
            Stop::Trap(message) => Outcome::Trap { op, message },
            Stop::Limit(limit) => Outcome::OutOfFuel(limit),
            Stop::Gap(gap) => Outcome::Unsupported { op, name: self.program.op_name(op).to_owned(), gap },
        };
        Run { outcome, trace: self.trace, memory: Vec::new(), fuel: self.fuel }
    }

    fn step(&mut self) -> Result<(), Stop> {
        let op = self.at;
        self.spend(op)?;
        let meaning = meaning(self.program.op_name(op)).ok_or(Gap::Operation)?;
        let flow = (meaning.run)(self, op)?;
        self.follow(op, flow)
    }

    fn spend(&mut self, op: OpId) -> Result<(), Stop> {
        let program = self.program;
        let values = program.operands(op).chain(program.results(op));
        let widths = values.map(|value| self.options.width(program, program.value_type(value)).unwrap_or(1));
        self.fuel = self.fuel.saturating_add(1 + widths.map(cost).sum::<u64>());
        if self.fuel > self.options.fuel { Err(Limit::Fuel.into()) } else { Ok(()) }
    }

    /// Moves control from `op` as `flow` says.
    fn follow(&mut self, mut op: OpId, mut flow: Flow) -> Result<(), Stop> {
        loop {
            self.at = op;
            flow = match flow {
                Flow::Next(results) => return self.finish(op, results),
                Flow::Branch(block, arguments) => return self.enter(block, arguments),
                Flow::Enter(region, arguments) => {
                    let entry = *self.program.region(region).blocks.first().ok_or(Gap::Malformed)?;
                    return self.enter(entry, arguments);
                }
                Flow::Call(function, arguments) => {
                    let entry = entry_of(self.program, function).ok_or(Gap::Body)?;
                    self.stack.push(Activation { call: Some(op), values: FxHashMap::default() });
                    return self.enter(entry, arguments);
                }
                Flow::Leave(values) => {
                    let owner = self.program.parent_op(op).ok_or(Gap::Malformed)?;
                    if self.program.op(owner).name == known::FUNC_FUNC {
                        let call = self.stack.pop().and_then(|activation| activation.call);
                        op = call.ok_or_else(|| Stop::Return(values.clone()))?;
                        Flow::Next(values)
                    } else {
                        let resume = meaning(self.program.op_name(owner)).and_then(|owner| owner.resume);
                        let terminator = std::mem::replace(&mut op, owner);
                        self.at = owner;
                        resume.ok_or(Gap::Malformed)?(self, owner, terminator, values)?
                    }
                }
            };
        }
    }

    /// Gives an operation its results and goes on behind it.
    fn finish(&mut self, op: OpId, results: Vec<Value>) -> Result<(), Stop> {
        if results.len() != self.program.result_count(op) {
            return Err(Gap::Malformed.into());
        }
        if self.options.trace && !results.is_empty() {
            self.trace.push(Step { op, results: results.clone() });
        }
        self.program.results(op).zip(results).for_each(|(name, value)| self.set(name, value));
        self.at = self.program.next_op(op).ok_or(Gap::Malformed)?;
        Ok(())
    }

    /// Gives a block its arguments and goes to its start.
    fn enter(&mut self, block: BlockId, arguments: Vec<Value>) -> Result<(), Stop> {
        let names = &self.program.block(block).arguments;
        if names.len() != arguments.len() {
            return Err(Gap::Malformed.into());
        }
        names.iter().zip(arguments).for_each(|(name, value)| self.set(*name, value));
        self.at = self.program.first_op(block).ok_or(Gap::Malformed)?;
        Ok(())
    }

    fn set(&mut self, name: ValueId, value: Value) {
        if let Some(activation) = self.stack.last_mut() {
            activation.values.insert(name, value);
        }
    }

    /// The value that a name has now.
    pub(super) fn value(&self, name: ValueId) -> Result<Value, Stop> {
        let activation = self.stack.last().ok_or(Gap::Malformed)?;
        Ok(activation.values.get(&name).ok_or(Gap::Malformed)?.clone())
    }

    /// The value of operand number `index`.
    pub(super) fn operand(&self, op: OpId, index: usize) -> Result<Value, Stop> {
        self.value(self.program.operand(op, index).ok_or(Gap::Malformed)?)
    }

    /// The values of all operands from number `from` on.
    pub(super) fn operands_from(&self, op: OpId, from: usize) -> Result<Vec<Value>, Stop> {
        self.program.operands(op).skip(from).map(|name| self.value(name)).collect()
    }

    /// The integer in operand number `index`, which decides where control goes.
    pub(super) fn deciding(&self, op: OpId, index: usize) -> Result<Int, Stop> {
        match self.operand(op, index)? {
            Value::Int(int) => Ok(int),
            Value::Poison => Err(Undefined::ControlByPoison.into()),
            _ => Err(Gap::Type.into()),
        }
    }

    /// Whether operand number `index`, which decides where control goes, is true.
    pub(super) fn condition(&self, op: OpId, index: usize) -> Result<bool, Stop> {
        Ok(!self.deciding(op, index)?.is_zero())
    }

    /// Width of the integers of a value's type.
    pub(super) fn width(&self, name: ValueId) -> Result<u32, Stop> {
        Ok(self.options.width(self.program, self.program.value_type(name)).ok_or(Gap::Type)?)
    }

    /// Width of the integers of result number `index`.
    pub(super) fn result_width(&self, op: OpId, index: usize) -> Result<u32, Stop> {
        self.width(self.program.result(op, index).ok_or(Gap::Malformed)?)
    }

    /// An inherent attribute.
    pub(super) fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.program.attr(op, self.program.ctx().ident(name))
    }

    /// Region number `index`.
    pub(super) fn region(&self, op: OpId, index: usize) -> Result<RegionId, Stop> {
        Ok(*self.program.op_regions(op).get(index).ok_or(Gap::Malformed)?)
    }

    /// The function that a name means at an operation: in the nearest module around it.
    pub(super) fn function(&mut self, from: OpId, name: Ident) -> Result<OpId, Stop> {
        let program = self.program;
        let is_module = |op: &OpId| program.op(*op).name == known::BUILTIN_MODULE;
        let module = std::iter::successors(Some(from), |op| program.parent_op(*op)).find(is_module);
        let module = module.ok_or(Gap::Malformed)?;
        let functions = self.functions.entry(module).or_insert_with(|| functions_in(program, module));
        Ok(*functions.get(program.ctx().str(name)).ok_or(Gap::Malformed)?)
    }
}

/// The functions right in a module, by name.
fn functions_in(program: &Program, module: OpId) -> FxHashMap<&str, OpId> {
    let blocks = program.op_regions(module).iter().flat_map(|region| &program.region(*region).blocks);
    let functions = blocks
        .flat_map(|block| program.ops_in(*block))
        .filter(|op| program.op(*op).name == known::FUNC_FUNC)
        .filter_map(|op| Some((program.attr_text(op, known::SYM_NAME)?, op)));
    functions.collect()
}

/// The entry block of a function with a body.
fn entry_of(program: &Program, function: OpId) -> Option<BlockId> {
    let [region] = program.op_regions(function) else { return None };
    let entry = *program.region(*region).blocks.first()?;
    (program.op(function).name == known::FUNC_FUNC && !program.is_erased(function)).then_some(entry)
}

/// Whether a type is an integer type or `index`, in which arithmetic has a meaning here.
pub(super) fn is_scalar(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Integer { .. } | TypeKind::Index)
}
