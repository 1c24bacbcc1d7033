//! What has to stand around a match so that a run shows what an input is said to show: stores that make memory what it is
//! said to hold, loads that look at it, a region around what does not run. Must not know the rewrite.

use std::sync::Arc;

use assay_ir::data::{
    AttrId, AttrKind, Context, DenseData, InsertPoint, NewOp, OpId, Pos, Program, RegionId, Span, TypeId,
    TypeKind, ValueId, known,
};
use assay_ir::spec::Registry;
use assay_ir::{ops, wellformed};

use super::execute;
use super::input::{Counterexample, InitialStore, MemoryCell, Number, Observation, Probe, place};
use super::payload::Payload;
use super::scenario::PdlValue;

/// Adds to a payload what the input needs; the number of values that the function returns beside the observed ones.
///
/// # Errors
/// Why it cannot be, in words.
pub(super) fn build_harness(
    payload: &mut Payload,
    registry: &Registry,
    example: &Counterexample,
) -> Result<usize, String> {
    let mut furnisher = HarnessBuilder { ctx: Arc::clone(payload.program.ctx()), payload, example };
    furnisher.poison()?;
    furnisher.callees()?;
    for fill in example.fills.iter().filter(|fill| !example.idle.contains(&fill.before)) {
        furnisher.fill(fill)?;
    }
    if let Some(probe) = &example.probe {
        furnisher.probe(probe)?;
    }
    let mut more = Vec::new();
    for observation in &example.observed {
        match observation {
            Observation::Result(..) => {}
            Observation::Stored(after, spot) => more.push(furnisher.look(*after, spot)?),
            Observation::Handed(op, index) => more.extend(furnisher.forwarded(*op, *index)?),
        }
    }
    let idle = furnisher.set_aside(registry)?;
    let added = idle.len();
    more.extend(idle);
    if !more.is_empty() {
        furnisher.return_too(&more)?;
    }
    let program = &furnisher.payload.program;
    let violations = wellformed::check(program, registry, &wellformed::Options::default());
    match violations.first() {
        None => Ok(added),
        Some(violation) => Err(format!("the program that was made is not valid: {}", violation.message)),
    }
}

struct HarnessBuilder<'a> {
    ctx: Arc<Context>,
    payload: &'a mut Payload,
    example: &'a Counterexample,
}

/// The name of an operation that a fact of the records names.
fn named(op: Option<&'static str>) -> &'static str {
    op.expect("the records have the operations that a witness is built of")
}

impl HarnessBuilder<'_> {
    fn op(&self, handle: OpId) -> Result<OpId, String> {
        self.payload.ops.get(&handle).copied().ok_or_else(|| "an operation that was not made".to_owned())
    }

    fn function(&self) -> Result<OpId, String> {
        execute::function(&self.payload.program).ok_or_else(|| "there is no function".to_owned())
    }

    fn memref(&self, spot: &MemoryCell) -> Result<(ValueId, TypeId), String> {
        let value = place(self.payload, spot.memref).ok_or("a memref that was not made")?;
        let element = self.ctx.element_type(self.payload.program.value_type(value));
        Ok((value, element.ok_or("a memref without elements")?))
    }

    /// A constant right before an operation.
    fn constant(&mut self, value: AttrId, ty: TypeId, at: OpId) -> ValueId {
        self.make(named(ops::integer_op("constant")), &[], Some(ty), Some(value), InsertPoint::Before(at)).1
    }

    fn make(
        &mut self,
        name: &str,
        operands: &[ValueId],
        result: Option<TypeId>,
        value: Option<AttrId>,
        at: InsertPoint,
    ) -> (OpId, ValueId) {
        let program = &mut self.payload.program;
        let properties = self.ctx.dictionary(value.map(|value| (known::VALUE, value)));
        let new = NewOp { properties, ..NewOp::named(&self.ctx, self.ctx.ident(name)) };
        let op = program.build(&new, operands, result.as_slice(), at);
        (op, program.result(op, 0).unwrap_or(ValueId::new(0)))
    }

    fn indices(&mut self, spot: &MemoryCell, at: OpId) -> Vec<ValueId> {
        let index = self.ctx.index();
        let numbers = spot.indices.iter().map(|number| self.ctx.integer_attr(*number as i128, index));
        let attributes: Vec<AttrId> = numbers.collect();
        attributes.into_iter().map(|attr| self.constant(attr, index, at)).collect()
    }

    /// Makes memrefs poison that are said to be: an argument is always some memory.
    fn poison(&mut self) -> Result<(), String> {
        let given = self.example.given.iter().filter(|given| given.numbers[..] == [None]);
        let values: Vec<ValueId> = given.filter_map(|given| place(self.payload, given.value)).collect();
        for value in values {
            let program = &self.payload.program;
            let ty = program.value_type(value);
            if !matches!(self.ctx.type_kind(ty), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. }) {
                continue;
            }
            let function = self.function()?;
            let region = program.op_regions(function).first().copied();
            let entry = region.and_then(|region| program.region(region).blocks.first().copied());
            let at = InsertPoint::Start(entry.ok_or("there is no function")?);
            let (_, poison) = self.make(named(ops::role_op("poison")), &[], Some(ty), None, at);
            self.payload.program.replace_uses(value, poison);
        }
        Ok(())
    }

    /// Gives declared functions a body that returns what matched calls of them are said to come to. One of whose results nothing
    /// is said stays as it is.
    fn callees(&mut self) -> Result<(), String> {
        let calls: Vec<(OpId, OpId)> = self
            .payload
            .ops
            .iter()
            .filter(|(_, op)| self.payload.program.op(**op).name == known::FUNC_CALL)
            .map(|(handle, op)| (*handle, *op))
            .collect();
        for (handle, call) in calls {
            let numbers = |index: usize| {
                let named = PdlValue::Result(handle, index as u32);
                Some(&self.example.given.iter().find(|given| given.value == named)?.numbers)
            };
            let count = self.payload.program.result_count(call);
            let Some(given) = (0..count).map(numbers).collect::<Option<Vec<_>>>() else { continue };
            let Some(region) = self.declared(call) else { continue };
            let program = &mut self.payload.program;
            let block = program.add_block(region, Span::NONE);
            for ty in program.operands(call).map(|value| program.value_type(value)).collect::<Vec<_>>() {
                program.add_argument(block, ty, Pos::NONE);
            }
            let types: Vec<TypeId> = program.results(call).map(|value| program.value_type(value)).collect();
            let (end, _) =
                self.make(known::text(known::FUNC_RETURN), &[], None, None, InsertPoint::End(block));
            let returned = given.into_iter().zip(types).map(|(numbers, ty)| self.filling(numbers, ty, end));
            let returned = returned.collect::<Result<Vec<_>, _>>()?;
            self.payload.program.set_operands(end, &returned);
        }
        Ok(())
    }

    /// The empty body of the function that an operation calls, where the program declares it.
    fn declared(&self, call: OpId) -> Option<RegionId> {
        let program = &self.payload.program;
        let callee = program.attr(call, self.ctx.ident("callee"))?;
        let AttrKind::SymbolRef { root, .. } = self.ctx.attr_kind(callee) else { return None };
        let named = |op: &OpId| program.attr_text(*op, known::SYM_NAME) == Some(self.ctx.str(*root));
        let function = program.ops_in(program.top_block()).find(named)?;
        let region = program.op_regions(function).first().copied()?;
        program.region(region).blocks.is_empty().then_some(region)
    }

    /// Stores what a place holds right before an operation.
    fn fill(&mut self, fill: &InitialStore) -> Result<(), String> {
        let at = self.op(fill.before)?;
        let (memref, element) = self.memref(&fill.spot)?;
        if fill.numbers.iter().all(|number| *number == Some(0)) && self.is_untouched(memref, at) {
            return Ok(());
        }
        let value = self.filling(&fill.numbers, element, at)?;
        let mut operands = vec![value, memref];
        operands.extend(self.indices(&fill.spot, at));
        self.make(named(ops::memory_op("store")), &operands, None, None, InsertPoint::Before(at));
        Ok(())
    }

    /// Whether memory is what the function is given, which is zero, until an operation runs.
    fn is_untouched(&self, memref: ValueId, until: OpId) -> bool {
        let program = &self.payload.program;
        let mut before = program.walk(program.top()).take_while(|op| *op != until);
        program.defining_op(memref).is_none()
            && before.all(|op| {
                let record = ops::op(program.op_name(op));
                let word = record.and_then(|record| record.fact("memory"));
                program.op(op).name != known::FUNC_CALL && !matches!(word, Some("store" | "copy"))
            })
    }

    /// A value of the element type of a memref: a number, or one for each element of a vector.
    fn filling(&mut self, numbers: &[Number], ty: TypeId, at: OpId) -> Result<ValueId, String> {
        let known: Option<Vec<u128>> = numbers.iter().copied().collect();
        let Some(known) = known else {
            return match numbers.iter().all(Option::is_none) {
                true => Ok(self
                    .make(named(ops::role_op("poison")), &[], Some(ty), None, InsertPoint::Before(at))
                    .1),
                false => Err("memory of vectors that are poison in part".to_owned()),
            };
        };
        let value = match self.ctx.type_kind(ty) {
            TypeKind::Vector { element, .. } => {
                let list = known.iter().map(|bits| self.number(*bits, *element)).collect::<Result<_, _>>()?;
                self.ctx.attr(AttrKind::Dense { data: DenseData::Elements(list), ty })
            }
            _ => self.number(*known.first().ok_or("memory of nothing")?, ty)?,
        };
        Ok(self.constant(value, ty, at))
    }

    fn number(&self, bits: u128, ty: TypeId) -> Result<AttrId, String> {
        let width = match self.ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => *width,
            TypeKind::Index => self.example.index,
            TypeKind::Float(_) => return Ok(self.ctx.attr(AttrKind::Float { bits, ty })),
            _ => return Err("memory of what is no number".to_owned()),
        };
        let unused = 128 - width.min(128);
        let signed = if width == 1 { bits as i128 } else { (bits << unused) as i128 >> unused };
        Ok(self.ctx.integer_attr(signed, ty))
    }

    /// Divides by whether a result is the number that it is before the rewrite.
    fn probe(&mut self, probe: &Probe) -> Result<(), String> {
        let cannot = "a result beside what a matched terminator returns";
        let value = place(self.payload, PdlValue::Result(probe.op, probe.index as u32)).ok_or(cannot)?;
        let ty = self.payload.program.value_type(value);
        if !matches!(self.ctx.type_kind(ty), TypeKind::Integer { .. } | TypeKind::Index) {
            return Err(format!("{cannot}, of a type that is not compared"));
        }
        let next = self.payload.program.next_op(self.op(probe.op)?).ok_or(cannot)?;
        let bit = self.ctx.integer(1);
        let number = self.number(probe.number, ty)?;
        let expected = self.constant(number, ty, next);
        let (compare, same) = self.make(
            named(ops::integer_op("cmp")),
            &[value, expected],
            Some(bit),
            None,
            InsertPoint::Before(next),
        );
        let equal = (self.ctx.ident("predicate"), self.ctx.integer_attr(0, self.ctx.integer(64)));
        self.payload.program.set_properties(compare, self.ctx.dictionary([equal]));
        self.make(named(ops::integer_op("divu")), &[same, same], Some(bit), None, InsertPoint::Before(next));
        Ok(())
    }

    /// Loads what a place holds right after an operation.
    fn look(&mut self, after: OpId, spot: &MemoryCell) -> Result<ValueId, String> {
        let op = self.op(after)?;
        let (memref, element) = self.memref(spot)?;
        let next = self.payload.program.next_op(op).ok_or("nothing comes after a terminator")?;
        let mut operands = vec![memref];
        operands.extend(self.indices(spot, next));
        Ok(self
            .make(named(ops::memory_op("load")), &operands, Some(element), None, InsertPoint::Before(next))
            .1)
    }

    /// The value that stands for an operand that a terminator forwards; none where the function returns it.
    fn forwarded(&self, handle: OpId, index: usize) -> Result<Option<ValueId>, String> {
        let op = self.op(handle)?;
        let program = &self.payload.program;
        let parent = program.parent_op(op).ok_or("a terminator without a parent")?;
        if parent == self.function()? {
            return Ok(None);
        }
        program.result(parent, index).map(Some).ok_or_else(|| "what is handed on is no result".to_owned())
    }

    /// Puts what does not run into a region that is not entered; the values that stand for its results.
    fn set_aside(&mut self, registry: &Registry) -> Result<Vec<ValueId>, String> {
        let anchor = self.payload.anchor;
        let made: Vec<OpId> =
            self.example.idle.iter().filter_map(|handle| self.payload.ops.get(handle)).copied().collect();
        let program = &self.payload.program;
        let ends = |op: OpId| registry.op(program.op(op).name).is_some_and(|spec| spec.traits.terminator);
        // In the order in which they stand.
        let idle: Vec<OpId> =
            program.walk(program.top()).filter(|op| made.contains(op) && !ends(*op)).collect();
        if idle.is_empty() {
            return Ok(Vec::new());
        }
        let results: Vec<ValueId> = idle.iter().flat_map(|op| program.results(*op)).collect();
        let types: Vec<TypeId> = results.iter().map(|value| program.value_type(*value)).collect();
        let Some(entry) = program
            .op_regions(self.function()?)
            .first()
            .and_then(|region| program.region(*region).blocks.first().copied())
        else {
            return Err("there is no function".to_owned());
        };
        let program = &mut self.payload.program;
        let enter = program.add_argument(entry, self.ctx.integer(1), Pos::NONE);
        let other: Vec<ValueId> =
            types.iter().map(|ty| program.add_argument(entry, *ty, Pos::NONE)).collect();
        let choice = self.ctx.ident(named(ops::role_op("choice")));
        let new = NewOp { regions: 2, ..NewOp::named(&self.ctx, choice) };
        let guard = program.build(&new, &[enter], &types, InsertPoint::After(anchor));
        let blocks: Vec<_> = program
            .op_regions(guard)
            .to_vec()
            .into_iter()
            .map(|region| program.add_block(region, Span::NONE))
            .collect();
        for op in idle {
            program.detach(op);
            program.insert(op, InsertPoint::End(blocks[0]));
        }
        for (block, values) in blocks.into_iter().zip([results, other]) {
            let new = NewOp::named(&self.ctx, known::SCF_YIELD);
            program.build(&new, &values, &[], InsertPoint::End(block));
        }
        Ok(program.results(guard).collect())
    }

    /// Lets the function return more.
    fn return_too(&mut self, more: &[ValueId]) -> Result<(), String> {
        let function = self.function()?;
        let program = &mut self.payload.program;
        let returns: Vec<OpId> = program
            .walk(function)
            .filter(|op| {
                program.op(*op).name == known::FUNC_RETURN && program.parent_op(*op) == Some(function)
            })
            .collect();
        let [only] = returns[..] else { return Err("a function with several ends".to_owned()) };
        if only == self.payload.anchor {
            return Err("a function that returns at the root".to_owned());
        }
        let values: Vec<ValueId> = program.operands(only).chain(more.iter().copied()).collect();
        program.set_operands(only, &values);
        let types: Box<[TypeId]> = values.iter().map(|value| program.value_type(*value)).collect();
        execute::sign(program, function, Some(types));
        Ok(())
    }
}

/// Types of what the only function of a program returns.
pub(super) fn returned(program: &Program) -> Vec<TypeId> {
    let Some(function) = execute::function(program) else { return Vec::new() };
    let mut ends = program
        .walk(function)
        .filter(|op| program.op(*op).name == known::FUNC_RETURN && program.parent_op(*op) == Some(function));
    let Some(end) = ends.next() else { return Vec::new() };
    program.operands(end).map(|value| program.value_type(value)).collect()
}
