//! The state of a run and how control moves through it: activations of functions on an explicit stack, values
//! by name, memory, fuel, trace. Knows no operation but `func.func`; the regions of an activation need no stack,
//! since what follows the end of a region is written in the operation that owns it.

use std::rc::Rc;

use assay_ir::affine::{Map, Set};
use assay_ir::data::{
    AttrId, AttrKind, BlockId, Ident, OpId, Program, RegionId, TypeId, TypeKind, ValueId, known,
};
use assay_ir::llvm;
use rustc_hash::{FxHashMap, FxHashSet};

use super::OpInterpreter;
use super::control::{Activation, Progress};
pub(super) use super::control::{ControlFlow, Executed, Stop};
use super::flags::FastMath;
use super::memory::{Memory, Origin, Unit, places, whole};
use super::prepared::Prepared;
use super::recurrence::Recurrence;
use super::symbolic::Symbolic;
use crate::constant::{poison, static_shape};
use crate::engine::{
    CallError, Global, Limit, Options, Outcome, Run, Step, Undefined, Unsupported, entry_block, is_function,
};
use crate::int::Int;
use crate::value::{Float, MemRef, Shaped, Value, count};

/// A global that is used in a run.
pub(super) struct UsedGlobal {
    /// Its only buffer, whole.
    pub(super) memref: MemRef,
    /// The contents at the start, of one that may be written.
    pub(super) initial: Option<Value>,
}

/// A run in progress.
pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) options: &'a Options,
    prepared: &'a Prepared<'a>,
    pub(super) memory: Memory,
    /// Buffers of globals.
    pub(super) globals: FxHashMap<OpId, UsedGlobal>,
    /// Memrefs among the arguments.
    arguments: Vec<MemRef>,
    /// The operation that is executed next, or now.
    at: OpId,
    stack: Vec<Activation>,
    trace: Vec<Step>,
    fuel: u64,
    /// Operations executed.
    operations: u64,
    /// The first operation for which MLIR does not say what it does.
    unsaid: Option<OpId>,
    /// The first operation whose outcome depends on an order of iterations that there is not.
    unordered: Option<OpId>,
    /// Functions of each module in which one was called.
    functions: FxHashMap<OpId, FxHashMap<&'a str, OpId>>,
}

impl Prepared<'_> {
    /// Runs a function.
    ///
    /// # Errors
    /// Arguments that do not fit it.
    pub fn run(&self, function: OpId, arguments: &[Value]) -> Result<Run, CallError> {
        Ok(Machine::start(self, function, arguments)?.run())
    }
}

impl<'a> Machine<'a> {
    /// Ready to run a function.
    pub(super) fn start(
        prepared: &'a Prepared<'a>,
        function: OpId,
        arguments: &[Value],
    ) -> Result<Machine<'a>, CallError> {
        let program = prepared.program();
        let entry = entry_block(program, function).ok_or(CallError::NotAFunction)?;
        let parameters = &program.block(entry).arguments;
        let (expected, given) = (parameters.len(), arguments.len());
        if expected != given {
            return Err(CallError::ArgumentCount { expected, given });
        }
        let mut machine = Machine::at(prepared, program.first_op(entry).ok_or(CallError::NotAFunction)?);
        for (index, (name, value)) in parameters.iter().zip(arguments).enumerate() {
            let value = machine.argument(program.value_type(*name), value);
            machine.set(*name, value.ok_or(CallError::ArgumentType { index })?);
        }
        Ok(machine)
    }

    /// Ready to execute an operation, with no value yet.
    fn at(prepared: &'a Prepared<'a>, op: OpId) -> Machine<'a> {
        Machine {
            program: prepared.program(),
            options: prepared.options(),
            prepared,
            memory: Memory::with_terms(prepared.symbolic().is_some()),
            globals: FxHashMap::default(),
            arguments: Vec::new(),
            at: op,
            stack: vec![Activation::new(None, prepared.room())],
            trace: Vec::new(),
            fuel: 0,
            operations: 0,
            unsaid: None,
            unordered: None,
            functions: FxHashMap::default(),
        }
    }

    /// The results of one operation on values for its operands; `None` where it has none, or leads somewhere else than behind
    /// itself.
    pub(super) fn evaluate(prepared: &'a Prepared<'a>, op: OpId, operands: &[Value]) -> Option<Vec<Value>> {
        let mut machine = Machine::at(prepared, op);
        let known = prepared.known(op);
        machine.charge(Some(known.cost)).ok()?;
        machine.program.operands(op).zip(operands).for_each(|(name, value)| machine.set(name, value.clone()));
        match (known.meaning?.run)(&mut machine, op) {
            Ok(ControlFlow::Next(results)) => Some(results),
            _ => None,
        }
    }

    /// An argument as a value of its type: a memref gets a buffer with the contents that are given.
    fn argument(&mut self, ty: TypeId, given: &Value) -> Option<Value> {
        let (program, ctx) = (self.program, self.program.ctx());
        let number = |ty: TypeId, float: &Float| match ctx.type_kind(ty) {
            TypeKind::Float(kind) => {
                float.kind == *kind && (kind.bits() == 128 || float.bits >> kind.bits() == 0)
            }
            _ => false,
        };
        let scalar = |ty: TypeId, value: &Value| match (ctx.type_kind(ty), value) {
            (_, Value::Poison) => true,
            (_, Value::Term(term)) => super::symbolic::kind(program, self.options, ty) == Some(term.kind),
            (_, Value::Float(float)) => number(ty, float),
            (TypeKind::Complex(part), Value::Complex(parts)) => {
                parts.iter().all(|float| number(*part, float))
            }
            (_, Value::Int(int)) => self.options.width(program, ty) == Some(int.width()),
            _ => false,
        };
        let fits = |extents: &[Option<u64>], element: TypeId| {
            let shaped = given.as_shaped()?;
            let same = extents.len() == shaped.shape().len()
                && extents
                    .iter()
                    .zip(shaped.shape())
                    .all(|(wanted, given)| wanted.is_none_or(|wanted| wanted == *given));
            (same && shaped.all(|value| scalar(element, value))).then(|| given.clone())
        };
        match ctx.type_kind(ty) {
            TypeKind::Vector { .. } | TypeKind::RankedTensor { .. } if given.is_poison() => {
                poison(ctx, ty).ok()
            }
            // Extents that scale are taken once: a machine may have such vectors.
            TypeKind::Vector { shape, element } => {
                fits(&shape.iter().map(|(extent, _)| Some(*extent)).collect::<Vec<_>>(), *element)
            }
            TypeKind::RankedTensor { shape, element, .. } => fits(shape, *element),
            TypeKind::MemRef { .. } if given.is_poison() => {
                let (shape, _) = static_shape(ctx, ty)?;
                self.buffer_argument(ty, shape, None)
            }
            TypeKind::MemRef { shape, element, layout: None, .. } => {
                let given = fits(shape, *element)?;
                let shaped = given.as_shaped()?;
                self.buffer_argument(ty, shaped.shape().to_vec(), Some(shaped))
            }
            TypeKind::MemRef { shape, element, layout: Some(layout), .. } => {
                let AttrKind::Strided { strides, offset } = ctx.attr_kind(*layout) else { return None };
                let given = fits(shape, *element)?;
                self.strided_argument(*element, strides, offset.unwrap_or(0), given.as_shaped()?)
            }
            _ => scalar(ty, given).then(|| given.clone()),
        }
    }

    fn buffer_argument(&mut self, ty: TypeId, shape: Vec<u64>, contents: Option<&Shaped>) -> Option<Value> {
        let TypeKind::MemRef { element, .. } = self.program.ctx().type_kind(ty) else { return None };
        let unit = self.unit(*element)?;
        let buffer = self.memory.allocate(count(&shape), unit, Origin::Heap, u64::MAX).ok()?;
        if let Some(contents) = contents {
            self.memory.fill(buffer, contents);
        }
        let memref = whole(buffer, shape);
        self.arguments.push(memref.clone());
        Some(Value::MemRef(memref))
    }

    /// A memref argument of a strided layout. Open strides are those of row-major order over what stands inside of
    /// them, an open offset is zero; the places that the layout skips are poison.
    fn strided_argument(
        &mut self,
        element: TypeId,
        strides: &[Option<i64>],
        offset: i64,
        contents: &Shaped,
    ) -> Option<Value> {
        let unit = self.unit(element)?;
        let sizes = contents.shape();
        let mut all = vec![0i64; sizes.len()];
        let mut inner = 1i64;
        for at in (0..sizes.len()).rev() {
            all[at] = (*strides.get(at)?).unwrap_or(inner);
            inner = inner.max(all[at].checked_mul(i64::try_from(sizes[at]).ok()?)?).max(1);
        }
        let place = |at: &[i64]| {
            let steps = at.iter().zip(&all).map(|(at, stride)| at * stride);
            u64::try_from(offset + steps.sum::<i64>()).ok()
        };
        let last: Vec<i64> = sizes.iter().map(|size| *size as i64 - 1).collect();
        let length = if contents.is_empty() { u64::try_from(offset).ok()? } else { place(&last)? + 1 };
        let mut cells = std::collections::BTreeMap::new();
        for (at, value) in places(sizes).zip(contents.elements()) {
            if cells.insert(place(&at)?, value.clone()).is_some() {
                return None;
            }
        }
        let buffer = self.memory.allocate(Some(length), unit, Origin::Heap, u64::MAX).ok()?;
        if length > 0 {
            self.memory.fill(buffer, &Shaped::mostly([length], Value::Poison, cells));
        }
        let memref = MemRef { buffer, offset, sizes: sizes.into(), strides: all.into() };
        self.arguments.push(memref.clone());
        Some(Value::MemRef(memref))
    }

    /// Runs to an outcome.
    pub(super) fn run(mut self) -> Run {
        let mut recurrence = Recurrence::new(self.options.fuel);
        let stop = loop {
            if let Err(stop) = self.step() {
                break stop;
            }
            if recurrence.is_back(self.at, &self.stack, &self.memory, self.fuel) {
                break Stop::Limit(Limit::Endless);
            }
        };
        let op = self.at;
        let (mut memory, mut globals) = (Vec::new(), Vec::new());
        let outcome = match stop {
            Stop::Return(values) => match self.contents(values) {
                Err(_) => Outcome::OutOfFuel(Limit::Fuel),
                Ok(values) => {
                    memory.extend(self.arguments.iter().map(|memref| self.memory.contents(memref)));
                    globals = self.changeable_globals();
                    Outcome::Values(values)
                }
            },
            Stop::Ub(why) => Outcome::Ub { op, why },
            Stop::Trap(message) => Outcome::Trap { op, message },
            Stop::Limit(limit) => Outcome::OutOfFuel(limit),
            Stop::Unsupported(gap) => {
                Outcome::Unsupported { op, name: self.program.op_name(op).to_owned(), gap }
            }
        };
        if let Some(activation) = self.stack.pop() {
            self.prepared.give_back(activation.values);
        }
        let touched = self.arguments.iter().map(|memref| self.memory.touched(memref)).collect();
        let Machine { trace, fuel, operations, unsaid, unordered, .. } = self;
        let operations = Some(operations);
        Run { outcome, trace, memory, touched, globals, fuel, operations, unsaid, unordered }
    }

    /// The globals that may be written, as they are now.
    fn changeable_globals(&mut self) -> Vec<Global> {
        let name = |op| self.program.attr_text(op, known::SYM_NAME).unwrap_or_default().to_owned();
        let used = std::mem::take(&mut self.globals).into_iter();
        let used = used.filter_map(|(op, used)| Some((name(op), used.memref, used.initial?)));
        let mut out: Vec<Global> = used
            .map(|(name, memref, initial)| Global { name, initial, contents: self.memory.contents(&memref) })
            .collect();
        out.sort_by(|a, b| a.name.cmp(&b.name));
        out
    }

    /// The results of a function, with the contents of memrefs in their place.
    fn contents(&mut self, mut values: Vec<Value>) -> Result<Vec<Value>, Stop> {
        for value in &mut values {
            if let Value::MemRef(memref) = value {
                self.charge(count(&memref.sizes))?;
                *value = self.memory.contents(memref);
            }
        }
        Ok(values)
    }

    fn step(&mut self) -> Result<(), Stop> {
        let op = self.at;
        let known = self.prepared.known(op);
        self.charge(Some(known.cost))?;
        self.operations += 1;
        if let Some(symbolic) = self.prepared.symbolic()
            && let Some(flow) = symbolic.before(self, op)?
        {
            return self.follow(op, flow);
        }
        let flow = (known.meaning.ok_or(Unsupported::Operation)?.run)(self, op)?;
        self.follow(op, flow)
    }

    /// Notes that MLIR does not say what an operation does on its operands.
    pub(super) fn leaves_open(&mut self, op: OpId) {
        self.unsaid.get_or_insert(op);
    }

    /// Notes that an operation comes to something else where iterations that have no order run in another one.
    pub(super) fn lacks_order(&mut self, op: OpId) {
        self.unordered.get_or_insert(op);
    }

    /// Uses up fuel for work that the types of an operation do not show; `None` is more than there can be.
    pub(super) fn charge(&mut self, work: Option<u64>) -> Result<(), Stop> {
        self.fuel = work.map_or(u64::MAX, |work| self.fuel.saturating_add(work));
        if self.fuel > self.options.fuel { Err(Limit::Fuel.into()) } else { Ok(()) }
    }

    /// Moves control from `op` as `flow` says.
    fn follow(&mut self, mut op: OpId, mut flow: ControlFlow) -> Result<(), Stop> {
        loop {
            self.at = op;
            flow = match flow {
                ControlFlow::Next(results) => return self.finish(op, results),
                ControlFlow::Branch(block, arguments) => return self.enter(block, arguments),
                ControlFlow::Enter(region, arguments) => {
                    let entry = *self.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
                    return self.enter(entry, arguments);
                }
                ControlFlow::Call(function, arguments) => {
                    let entry = entry_block(self.program, function).ok_or(Unsupported::Body)?;
                    if self.stack.len() >= self.options.depth as usize {
                        return Err(Limit::Depth.into());
                    }
                    self.stack.push(Activation::new(Some(op), self.prepared.room()));
                    return self.enter(entry, arguments);
                }
                ControlFlow::Leave(values) => {
                    let owner = self.program.parent_op(op).ok_or(Unsupported::Malformed)?;
                    self.end_scope(owner);
                    if is_function(self.program, owner) {
                        let Some(ended) = self.stack.pop() else { return Err(Unsupported::Malformed.into()) };
                        self.prepared.give_back(ended.values);
                        op = ended.call.ok_or_else(|| Stop::Return(values.clone()))?;
                        ControlFlow::Next(values)
                    } else {
                        let resume = self.prepared.known(owner).meaning.and_then(|owner| owner.resume);
                        let terminator = std::mem::replace(&mut op, owner);
                        self.at = owner;
                        resume.ok_or(Unsupported::Malformed)?(self, owner, terminator, values)?
                    }
                }
            };
        }
    }

    /// Ends what was allocated until the end of an operation.
    fn end_scope(&mut self, owner: OpId) {
        let Some(activation) = self.stack.last_mut() else { return };
        while let Some((scope, buffer)) = activation.allocas.last().copied()
            && scope == owner
        {
            activation.allocas.pop();
            self.memory.leave(buffer);
        }
    }

    /// Lets a buffer end with the nearest operation around that is such a scope.
    pub(super) fn until_end_of_scope(&mut self, op: OpId, buffer: usize) {
        let program = self.program;
        let is_scope =
            |op: &OpId| self.prepared.known(*op).meaning.is_none_or(OpInterpreter::is_allocation_scope);
        let scope = std::iter::successors(program.parent_op(op), |op| program.parent_op(*op)).find(is_scope);
        if let (Some(scope), Some(activation)) = (scope, self.stack.last_mut()) {
            activation.allocas.push((scope, buffer));
        }
    }

    /// Begins to run a region of an operation once for each place.
    pub(super) fn begin(&mut self, op: OpId, places: impl IntoIterator<Item = Vec<i64>>, values: Vec<Value>) {
        let mut left: Vec<Vec<i64>> = places.into_iter().collect();
        left.reverse();
        if let Some(activation) = self.stack.last_mut() {
            activation
                .progress
                .insert(op, Progress { left, at: Vec::new(), values, written: FxHashSet::default() });
        }
    }

    /// How far an operation is that began.
    pub(super) fn progress(&mut self, op: OpId) -> Result<&mut Progress, Stop> {
        let activation = self.stack.last_mut().ok_or(Unsupported::Malformed)?;
        Ok(activation.progress.get_mut(&op).ok_or(Unsupported::Malformed)?)
    }

    /// The next place of an operation that began; without one, ends it and answers what came out.
    pub(super) fn next_place(&mut self, op: OpId) -> Result<Result<Vec<i64>, Vec<Value>>, Stop> {
        let progress = self.progress(op)?;
        if let Some(place) = progress.left.pop() {
            progress.at.clone_from(&place);
            return Ok(Ok(place));
        }
        let values = std::mem::take(&mut progress.values);
        if let Some(activation) = self.stack.last_mut() {
            activation.progress.remove(&op);
        }
        Ok(Err(values))
    }

    /// Gives an operation its results and goes on behind it.
    fn finish(&mut self, op: OpId, results: Vec<Value>) -> Result<(), Stop> {
        if results.len() != self.program.result_count(op) {
            return Err(Unsupported::Malformed.into());
        }
        if self.options.trace && !results.is_empty() {
            self.trace.push(Step { op, results: results.clone() });
        }
        self.program.results(op).zip(results).for_each(|(name, value)| self.set(name, value));
        self.at = self.program.next_op(op).ok_or(Unsupported::Malformed)?;
        Ok(())
    }

    /// Gives a block its arguments and goes to its start.
    fn enter(&mut self, block: BlockId, arguments: Vec<Value>) -> Result<(), Stop> {
        let names = &self.program.block(block).arguments;
        if names.len() != arguments.len() {
            return Err(Unsupported::Malformed.into());
        }
        names.iter().zip(arguments).for_each(|(name, value)| self.set(*name, value));
        self.at = self.program.first_op(block).ok_or(Unsupported::Malformed)?;
        Ok(())
    }

    fn set(&mut self, name: ValueId, value: Value) {
        if let Some(activation) = self.stack.last_mut() {
            activation.values.insert(name, value);
        }
    }

    /// The value that a name has now.
    pub(super) fn value(&self, name: ValueId) -> Result<Value, Stop> {
        let activation = self.stack.last().ok_or(Unsupported::Malformed)?;
        Ok(activation.values.get(&name).ok_or(Unsupported::Malformed)?.clone())
    }

    /// The value of operand number `index`.
    pub(super) fn operand(&self, op: OpId, index: usize) -> Result<Value, Stop> {
        self.value(self.program.operand(op, index).ok_or(Unsupported::Malformed)?)
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
            Value::Term(_) => Err(Unsupported::Data.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    /// Returns true when operand number `index`, which decides where control goes, is true.
    pub(super) fn condition(&self, op: OpId, index: usize) -> Result<bool, Stop> {
        Ok(!self.deciding(op, index)?.is_zero())
    }

    /// The type of operand number `index`.
    pub(super) fn operand_type(&self, op: OpId, index: usize) -> Result<TypeId, Stop> {
        Ok(self.program.value_type(self.program.operand(op, index).ok_or(Unsupported::Malformed)?))
    }

    /// The type of result number `index`.
    pub(super) fn result_type(&self, op: OpId, index: usize) -> Result<TypeId, Stop> {
        Ok(self.program.value_type(self.program.result(op, index).ok_or(Unsupported::Malformed)?))
    }

    /// The type of the elements of a vector, tensor or memref type; any other type itself.
    pub(super) fn element_type(&self, ty: TypeId) -> TypeId {
        match self.program.ctx().type_kind(ty) {
            TypeKind::Vector { element, .. }
            | TypeKind::RankedTensor { element, .. }
            | TypeKind::MemRef { element, .. }
            | TypeKind::UnrankedTensor(element)
            | TypeKind::UnrankedMemRef { element, .. } => *element,
            _ => ty,
        }
    }

    /// The terms that the run computes, if it does.
    pub(super) fn symbolic(&self) -> Option<&'a Symbolic<'a>> {
        self.prepared.symbolic()
    }

    /// The parts of a type of the llvm dialect.
    pub(super) fn llvm_kind(&self, ty: TypeId) -> Option<Rc<llvm::Kind>> {
        self.prepared.llvm_kind(ty)
    }

    /// The size of a type in memory.
    pub(super) fn llvm_size(&self, ty: TypeId) -> Option<llvm::Size> {
        self.prepared.llvm_size(ty)
    }

    /// The elements of a buffer of a type.
    pub(super) fn unit(&self, ty: TypeId) -> Option<Unit> {
        Unit::for_type(self.program, ty, self.options.index)
    }

    /// Width of the integers, or of the integers in the elements, of result number `index`.
    pub(super) fn result_width(&self, op: OpId, index: usize) -> Result<u32, Stop> {
        let element = self.element_type(self.result_type(op, index)?);
        Ok(self.options.width(self.program, element).ok_or(Unsupported::Type)?)
    }

    /// The shape of a type, with the extents that it leaves open from `dynamic`, in order.
    pub(super) fn shape(&self, ty: TypeId, dynamic: &[u64]) -> Result<Vec<u64>, Stop> {
        let ctx = self.program.ctx();
        let extents: Vec<Option<u64>> = match ctx.type_kind(ty) {
            TypeKind::Vector { .. } => {
                static_shape(ctx, ty).ok_or(Unsupported::Type)?.0.into_iter().map(Some).collect()
            }
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => shape.to_vec(),
            _ => return Err(Unsupported::Type.into()),
        };
        let mut dynamic = dynamic.iter();
        let extent = |extent: Option<u64>| extent.or_else(|| dynamic.next().copied());
        Ok(extents.into_iter().map(extent).collect::<Option<_>>().ok_or(Unsupported::Malformed)?)
    }

    /// `index` from a number.
    pub(super) fn index(&self, number: i64) -> Value {
        Int::from_i128(self.options.index.bits(), number.into()).into()
    }

    /// The memref in operand number `index`, which says where an access goes.
    pub(super) fn memref(&self, op: OpId, index: usize) -> Result<MemRef, Stop> {
        match self.operand(op, index)? {
            Value::MemRef(memref) => Ok(memref),
            Value::Poison => Err(Undefined::AddressByPoison.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    /// The vector or tensor in operand number `index`.
    pub(super) fn shaped(&self, op: OpId, index: usize) -> Result<Shaped, Stop> {
        shaped(&self.operand(op, index)?).cloned()
    }

    /// An inherent attribute.
    pub(super) fn attr(&self, op: OpId, name: &str) -> Option<AttrId> {
        self.program.attr(op, self.prepared.name(name))
    }

    /// The flags of an operation, which `read` reads when they are first asked for.
    pub(super) fn flags(
        &self,
        op: OpId,
        read: impl FnOnce() -> Result<FastMath, Stop>,
    ) -> Result<FastMath, Stop> {
        self.prepared.flags(op, read)
    }

    /// The affine map in an attribute.
    pub(super) fn affine_map(&self, attr: AttrId) -> Result<Rc<Map>, Stop> {
        Ok(self.prepared.map(attr).ok_or(Unsupported::Attribute)?)
    }

    /// The integer set in an attribute.
    pub(super) fn integer_set(&self, attr: AttrId) -> Result<Rc<Set>, Stop> {
        Ok(self.prepared.set(attr).ok_or(Unsupported::Attribute)?)
    }

    /// The element at a place of the memref in operand number `index`.
    pub(super) fn load(&mut self, op: OpId, index: usize, place: &[i64]) -> Result<Value, Stop> {
        let name = self.program.operand(op, index).ok_or(Unsupported::Malformed)?;
        let activation = self.stack.last().ok_or(Unsupported::Malformed)?;
        match activation.values.get(&name).ok_or(Unsupported::Malformed)? {
            Value::MemRef(memref) => self.memory.load(memref, place),
            Value::Poison => Err(Undefined::AddressByPoison.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    /// Stores a value at a place of the memref in operand number `index`.
    pub(super) fn store(&mut self, op: OpId, index: usize, place: &[i64], value: Value) -> Result<(), Stop> {
        let name = self.program.operand(op, index).ok_or(Unsupported::Malformed)?;
        let activation = self.stack.last().ok_or(Unsupported::Malformed)?;
        match activation.values.get(&name).ok_or(Unsupported::Malformed)? {
            Value::MemRef(memref) => self.memory.store(memref, place, value),
            Value::Poison => Err(Undefined::AddressByPoison.into()),
            _ => Err(Unsupported::Type.into()),
        }
    }

    /// Region number `index`.
    pub(super) fn region(&self, op: OpId, index: usize) -> Result<RegionId, Stop> {
        Ok(*self.program.op_regions(op).get(index).ok_or(Unsupported::Malformed)?)
    }

    /// The operation that a symbol name means at an operation, in the nearest module around it.
    pub(super) fn symbol(&self, from: OpId, name: Ident) -> Result<OpId, Stop> {
        let program = self.program;
        let is_module = |op: &OpId| program.op(*op).name == known::BUILTIN_MODULE;
        let module = std::iter::successors(Some(from), |op| program.parent_op(*op)).find(is_module);
        let regions = program.op_regions(module.ok_or(Unsupported::Malformed)?);
        let mut ops = regions
            .iter()
            .flat_map(|region| program.region(*region).blocks.iter())
            .flat_map(|block| program.ops_in(*block));
        let named = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(program.ctx().str(name));
        Ok(ops.find(named).ok_or(Unsupported::Malformed)?)
    }

    /// The function that a name means at an operation: in the nearest module around it.
    pub(super) fn function(&mut self, from: OpId, name: Ident) -> Result<OpId, Stop> {
        let program = self.program;
        let is_module = |op: &OpId| program.op(*op).name == known::BUILTIN_MODULE;
        let module = std::iter::successors(Some(from), |op| program.parent_op(*op)).find(is_module);
        let module = module.ok_or(Unsupported::Malformed)?;
        let functions = self.functions.entry(module).or_insert_with(|| functions_in(program, module));
        Ok(*functions.get(program.ctx().str(name)).ok_or(Unsupported::Malformed)?)
    }
}

/// The functions right in a module, by name.
fn functions_in(program: &Program, module: OpId) -> FxHashMap<&str, OpId> {
    let blocks = program.op_regions(module).iter().flat_map(|region| &program.region(*region).blocks);
    let functions = blocks
        .flat_map(|block| program.ops_in(*block))
        .filter(|op| is_function(program, *op))
        .filter_map(|op| Some((program.attr_text(op, known::SYM_NAME)?, op)));
    functions.collect()
}

/// A vector or tensor.
pub(super) fn shaped(value: &Value) -> Result<&Shaped, Stop> {
    Ok(value.as_shaped().ok_or(Unsupported::Type)?)
}

/// Indices, extents, offsets or strides as numbers.
pub(super) fn addresses(values: &[Value]) -> Result<Vec<i64>, Stop> {
    values.iter().map(address).collect()
}

/// An index, extent, offset or stride as a number.
pub(super) fn address(value: &Value) -> Result<i64, Stop> {
    match value {
        // Wider than any index: not inside of anything.
        Value::Int(int) => Ok(i64::try_from(&int.to_signed()).unwrap_or(i64::MAX)),
        Value::Poison => Err(Undefined::AddressByPoison.into()),
        Value::Term(_) => Err(Unsupported::Data.into()),
        _ => Err(Unsupported::Type.into()),
    }
}

/// Numbers as extents; a negative one is undefined behaviour.
pub(super) fn extents(numbers: &[i64]) -> Result<Vec<u64>, Stop> {
    numbers.iter().map(|number| Ok(u64::try_from(*number).map_err(|_| Undefined::BadExtent)?)).collect()
}
