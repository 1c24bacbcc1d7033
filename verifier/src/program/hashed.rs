//! All values at once, by compiled code: a program on numbers of 128 bits that stand for terms. An element that comes from an input is a
//! number drawn from the seed; a constant is the fingerprint of its bits; an operation whose results are functions of the operands
//! at one place becomes a mixture of their numbers with that of the operation; all else moves numbers, or computes with sizes and
//! places, which stay as they are. Any engine runs that program at the speed of a program on integers.
//!
//! The theorem is that of `assay_backend::terms`, with a fingerprint in the place of each term: where both programs come to equal numbers,
//! both are equal on all inputs, but for a collision. Operations are admitted one by one and are those of runs on terms without what has
//! no order, chooses among results, or may be undefined for data. Poison, and memory that was not written, is zero, which is no fingerprint:
//! what is computed of it after is computed of it before, and is poison there. Programs are compared as they are: constants are not folded. Decides nothing itself.

use std::sync::Arc;

use assay_backend::constant::{attribute_of, value_of};
use assay_backend::engine::{Engine, IndexWidth, Options, Outcome, entry_block};
use assay_backend::interp::{elementwise_signature, is_admitted};
use assay_backend::terms::{Choice, print_of_number, print_of_text};
use assay_backend::value::{Shaped, Value, count};
use assay_ir::data::{
    BlockId, Context, InsertPoint, NewOp, OpId, Pos, Program, Signedness, Span, TypeId, TypeKind, ValueId,
    known,
};
use assay_ir::ops;
use rustc_hash::FxHashMap;

use super::float_nondet::FloatNondeterminism;
use super::pair::Pair;
use super::settings::NoTerms;
use super::stored::only_read;

/// Work of a run; an operation that makes a term is about forty. These are minutes.
const FUEL: u64 = 1 << 35;

/// Returns true of an operation that moves numbers, and is decided by sizes and places alone. Loops without an order, structured operations
/// and calls are left out with intent: compiled code neither looks for races nor for overlaps.
fn moves(name: &str) -> bool {
    ops::op(name).is_some_and(|record| record.fact("moves").is_some())
}

/// Runs both functions of a pair on fingerprints, by an engine; a bound on the number of terms.
///
/// # Errors
/// The reason for which that says nothing of the pair.
pub(super) fn equal_prints(pair: &Pair<'_>, seed: u64, engine: &dyn Engine) -> Result<u64, NoTerms> {
    let read = |program, function| only_read(program, function);
    let more = read(pair.source, pair.function).into_iter().zip(read(pair.target, pair.later));
    if more.into_iter().any(|(source, target)| source && !target) {
        return Err(NoTerms::Undefined);
    }
    let run = |program: &Program, function: OpId| {
        let Rewritten { program: numbers, entry, lanes } = Rewriting::program(program, function, seed)?;
        let arguments = arguments(program, function, seed).ok_or(NoTerms::Pair)?;
        let options = Options { fuel: FUEL, memory: 1 << 30, depth: 10, ..Options::default() };
        let run = engine.run(&numbers, entry, &arguments, &options).map_err(|_| NoTerms::Pair)?;
        match run.outcome {
            Outcome::Values(values) => Ok((values, run.memory, run.fuel.saturating_mul(lanes))),
            Outcome::Unsupported { name, .. } => Err(NoTerms::Operation(name)),
            _ => Err(NoTerms::Outcome),
        }
    };
    let (results, memory, work) = run(pair.source, pair.function)?;
    let (later_results, later_memory, later_work) = run(pair.target, pair.later)?;
    match results == later_results && memory == later_memory {
        true => Ok(work + later_work),
        false => Err(NoTerms::Differ),
    }
}

/// The fingerprints of all arguments.
fn arguments(program: &Program, function: OpId, seed: u64) -> Option<Vec<Value>> {
    let ctx = program.ctx();
    let mut number = 0u64;
    let mut input = || {
        number += 1;
        Value::int(128, print_of_text(seed, &format!("input {number}")))
    };
    let entry = entry_block(program, function)?;
    let mut argument = |value: &ValueId| {
        let kind = ctx.type_kind(program.value_type(*value));
        let shape: Vec<u64> = match kind {
            TypeKind::Vector { shape, .. } => {
                shape.iter().map(|(extent, scales)| (!scales).then_some(*extent)).collect::<Option<_>>()?
            }
            TypeKind::MemRef { shape, layout: None, .. } => shape.iter().copied().collect::<Option<_>>()?,
            _ => return is_data(ctx, program.value_type(*value)).then(&mut input),
        };
        let size = count(&shape)?;
        Some(Shaped::new(shape, (0..size).map(|_| input()).collect::<Vec<_>>()).into())
    };
    program.block(entry).arguments.iter().map(&mut argument).collect()
}

/// Returns true of the type of numbers that terms stand for. Truth values decide, and so do sizes and places.
fn is_data(ctx: &Context, ty: TypeId) -> bool {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, signedness: Signedness::Signless } => (2..=128).contains(width),
        TypeKind::Float(_) => true,
        _ => false,
    }
}

/// A program on numbers.
struct Rewritten {
    program: Program,
    entry: OpId,
    /// The most numbers that one operation computes.
    lanes: u64,
}

/// A function as it is rewritten.
struct Rewriting<'p> {
    from: &'p Program,
    to: Program,
    ctx: Arc<Context>,
    seed: u64,
    number: TypeId,
    values: FxHashMap<ValueId, ValueId>,
    blocks: FxHashMap<BlockId, BlockId>,
    /// The block in which constants are.
    top: Option<BlockId>,
    constants: FxHashMap<(u128, TypeId), ValueId>,
    /// Factors of mixtures.
    factors: [u128; 2],
    lanes: u64,
}

impl<'p> Rewriting<'p> {
    fn program(from: &'p Program, function: OpId, seed: u64) -> Result<Rewritten, NoTerms> {
        let ctx = Arc::clone(from.ctx());
        let number = ctx.integer(128);
        let factors = ["a factor", "another factor"].map(|text| print_of_text(seed, text) | 1);
        let mut all = Rewriting {
            from,
            to: Program::new(&ctx),
            number,
            seed,
            values: FxHashMap::default(),
            blocks: FxHashMap::default(),
            top: None,
            constants: FxHashMap::default(),
            factors,
            lanes: 1,
            ctx,
        };
        let entry = all.function(function)?;
        Ok(Rewritten { program: all.to, entry, lanes: all.lanes })
    }

    fn function(&mut self, function: OpId) -> Result<OpId, NoTerms> {
        let (ctx, from) = (Arc::clone(&self.ctx), self.from);
        let ty = from.attr(function, known::FUNCTION_TYPE).and_then(|attr| ctx.as_type(attr));
        let Some(TypeKind::Function { inputs, results }) = ty.map(|ty| ctx.type_kind(ty)) else {
            return Err(NoTerms::Pair);
        };
        let mut mapped = |types: &[TypeId]| types.iter().map(|ty| self.ty(*ty)).collect::<Option<Vec<_>>>();
        let (Some(inputs), Some(results)) = (mapped(inputs), mapped(results)) else {
            return Err(NoTerms::Pair);
        };
        let ty = ctx.ty(TypeKind::Function { inputs: inputs.into(), results: results.into() });
        let name = from.attr(function, known::SYM_NAME).ok_or(NoTerms::Pair)?;
        let entries = [(known::SYM_NAME, name), (known::FUNCTION_TYPE, ctx.type_attr(ty))];
        let new =
            NewOp { regions: 1, properties: ctx.dictionary(entries), ..NewOp::named(&ctx, known::FUNC_FUNC) };
        let top = self.to.top_block();
        let made = self.to.create(&new, InsertPoint::End(top));
        self.regions(function, made)?;
        Ok(made)
    }

    /// A type with numbers in the place of data; `None` of one that is neither moved here nor decides.
    fn ty(&mut self, ty: TypeId) -> Option<TypeId> {
        let mut kind = self.ctx.type_kind(ty).clone();
        match &mut kind {
            _ if is_data(&self.ctx, ty) => return Some(self.number),
            TypeKind::Integer { width: 1, signedness: Signedness::Signless } | TypeKind::Index => {
                return Some(ty);
            }
            TypeKind::Vector { shape, element } => {
                let extents: Vec<u64> = shape.iter().map(|(extent, _)| *extent).collect();
                self.lanes = self.lanes.max(count(&extents)?);
                *element = self.ty(*element)?;
            }
            // Sizes and truth values in memory could be read before they are written.
            TypeKind::MemRef { element, .. } if is_data(&self.ctx, *element) => *element = self.number,
            _ => return None,
        }
        Some(self.ctx.ty(kind))
    }

    fn regions(&mut self, op: OpId, made: OpId) -> Result<(), NoTerms> {
        let from = self.from;
        let refused = || NoTerms::Operation(from.op_name(op).to_owned());
        for (at, region) in from.op_regions(op).iter().enumerate() {
            let to = self.to.op_regions(made)[at];
            for block in &from.region(*region).blocks {
                let new = self.to.add_block(to, Span::NONE);
                self.blocks.insert(*block, new);
                self.top = self.top.or(Some(new));
                for argument in &from.block(*block).arguments {
                    let ty = self.ty(from.value_type(*argument)).ok_or_else(refused)?;
                    let value = self.to.add_argument(new, ty, Pos::NONE);
                    self.values.insert(*argument, value);
                }
            }
            for block in &from.region(*region).blocks {
                // Blocks that are not in the order of dominance are left to others.
                for op in from.ops_in(*block) {
                    self.operation(op)?;
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, op: OpId) -> Result<(), NoTerms> {
        let from = self.from;
        let name = from.op_name(op);
        let refused = || NoTerms::Operation(name.to_owned());
        let operands: Vec<ValueId> = from
            .operands(op)
            .map(|value| self.values.get(&value).copied())
            .collect::<Option<_>>()
            .ok_or_else(refused)?;
        let results: Vec<TypeId> = from
            .results(op)
            .map(|value| self.ty(from.value_type(value)))
            .collect::<Option<_>>()
            .ok_or_else(refused)?;
        let is_data = |value| {
            let ty = from.value_type(value);
            is_data(&self.ctx, self.ctx.element_type(ty).unwrap_or(ty))
        };
        let with_data = from.operands(op).chain(from.results(op)).filter(|value| is_data(*value)).count();
        let all_data = with_data == from.operands(op).len() + from.result_count(op);
        let free = FloatNondeterminism::choice(from, op) == Some(Choice::Free);
        // Numbers that bound a loop decide; what is freed was allocated here.
        let record = ops::op(name);
        let decides = if record.is_some_and(counts) {
            from.operands(op).take(3).any(is_data)
        } else if ops::has_role(name, "free") {
            let owner = from.operands(op).next().and_then(|value| from.defining_op(value));
            owner.is_none_or(|owner| !allocates_on_heap(from.op_name(owner)))
        } else {
            false
        };
        if free || decides || !is_admitted(name) {
            return Err(refused());
        }
        if moves(name) || (with_data == 0 && from.op_regions(op).is_empty() && computes_places(name)) {
            return self.copied(op, &operands, &results);
        }
        if ops::has_role(name, "poison") && all_data {
            let made = self.everywhere(0, results[0]).ok_or_else(refused)?;
            self.values.extend(from.result(op, 0).map(|value| (value, made)));
            return Ok(());
        }
        if from.op(op).name == known::ARITH_CONSTANT && all_data {
            let attr = from.attr(op, self.ctx.ident("value")).ok_or_else(refused)?;
            let ty = from.result(op, 0).map(|value| from.value_type(value)).ok_or_else(refused)?;
            let value = value_of(&self.ctx, attr, ty, IndexWidth::W64).map_err(|_| refused())?;
            let seed = self.seed;
            let print = |value: &Value| Some(Value::int(128, print_of_number(seed, value)?));
            let prints = match &value {
                Value::Shaped(shaped) => {
                    let all: Option<Vec<Value>> = shaped.elements().iter().map(print).collect();
                    all.map(|all| Shaped::new(shaped.shape().to_vec(), all).into())
                }
                value => print(value),
            };
            let made =
                prints.and_then(|prints| self.constant(&prints, results[0], None)).ok_or_else(refused)?;
            self.values.extend(from.result(op, 0).map(|value| (value, made)));
            return Ok(());
        }
        let signature = elementwise_signature(from, op, &Options::default()).filter(|_| all_data);
        let signature = signature.ok_or_else(refused)?;
        let commutative = ops::op(name).is_some_and(|record| record.has("commutative"));
        for (at, (result, ty)) in from.results(op).zip(results).enumerate() {
            let key = print_of_text(self.seed, &format!("{signature} #{at}"));
            let block = self.blocks[&from.op(op).block.ok_or_else(refused)?];
            let made = self.mixture(block, key, &operands, commutative, ty).ok_or_else(refused)?;
            self.values.insert(result, made);
        }
        Ok(())
    }

    fn copied(&mut self, op: OpId, operands: &[ValueId], results: &[TypeId]) -> Result<(), NoTerms> {
        let from = self.from;
        let data = from.op(op);
        let refused = || NoTerms::Operation(from.op_name(op).to_owned());
        let successors: Option<Vec<BlockId>> =
            from.successors(op).iter().map(|block| self.blocks.get(block).copied()).collect();
        let new = NewOp {
            successors: &successors.ok_or_else(refused)?,
            regions: from.op_regions(op).len(),
            properties: data.properties,
            attributes: data.attributes,
            loc: data.loc,
            ..NewOp::named(&self.ctx, data.name)
        };
        let block = self.blocks[&data.block.ok_or_else(refused)?];
        let made = self.to.build(&new, operands, results, InsertPoint::End(block));
        let results: Vec<ValueId> = self.to.results(made).collect();
        self.values.extend(from.results(op).zip(results));
        self.regions(op, made)
    }

    /// A constant, in the first block; where it is one number at all places, the same one each time.
    fn constant(&mut self, value: &Value, ty: TypeId, splat: Option<u128>) -> Option<ValueId> {
        if let Some(made) = splat.and_then(|number| self.constants.get(&(number, ty))) {
            return Some(*made);
        }
        let attr = attribute_of(&self.ctx, value, ty)?;
        let properties = self.ctx.dictionary([(self.ctx.ident("value"), attr)]);
        let results = [(ty, Pos::NONE)];
        let new = NewOp { results: &results, properties, ..NewOp::named(&self.ctx, known::ARITH_CONSTANT) };
        let made = self.to.create(&new, InsertPoint::Start(self.top?));
        let made = self.to.result(made, 0)?;
        self.constants.extend(splat.map(|number| ((number, ty), made)));
        Some(made)
    }

    /// One number at all places of a type.
    fn everywhere(&mut self, number: u128, ty: TypeId) -> Option<ValueId> {
        let shape = match self.ctx.type_kind(ty) {
            TypeKind::Vector { shape, .. } => {
                Some(shape.iter().map(|(extent, _)| *extent).collect::<Vec<_>>())
            }
            _ => None,
        };
        let value = match shape {
            None => Value::int(128, number),
            Some(shape) => {
                let size = usize::try_from(count(&shape)?).ok()?;
                Shaped::new(shape, vec![Value::int(128, number); size]).into()
            }
        };
        self.constant(&value, ty, Some(number))
    }

    /// A function of two numbers, in the word of records.
    fn binary(
        &mut self,
        block: BlockId,
        function: &str,
        operands: [ValueId; 2],
        ty: TypeId,
    ) -> Option<ValueId> {
        let record = ops::op(ops::integer_op(function)?)?;
        let properties = match record.is_inherent("overflowFlags") {
            true => {
                let none = assay_ir::text::parse_attr(&self.ctx, "#arith.overflow<none>").ok()?;
                self.ctx.dictionary([(self.ctx.ident("overflowFlags"), none)])
            }
            false => self.ctx.empty_dictionary(),
        };
        let new = NewOp { properties, ..NewOp::named(&self.ctx, self.ctx.ident(record.name)) };
        let made = self.to.build(&new, &operands, &[ty], InsertPoint::End(block));
        self.to.result(made, 0)
    }

    /// A number for an operation and its operands: each is added by exclusive or, and a multiplication by an odd factor and a shift follow,
    /// as in the last steps of hashes that are in use; one more round ends it. Where the first two may be swapped, the lesser comes first.
    fn mixture(
        &mut self,
        block: BlockId,
        key: u128,
        operands: &[ValueId],
        commutative: bool,
        ty: TypeId,
    ) -> Option<ValueId> {
        let mut operands = operands.to_vec();
        if let (true, [one, other, ..]) = (commutative, &mut operands[..]) {
            let both = [*one, *other];
            *one = self.binary(block, "minu", both, ty)?;
            *other = self.binary(block, "maxu", both, ty)?;
        }
        let factors = self.factors;
        let factors = [self.everywhere(factors[0], ty)?, self.everywhere(factors[1], ty)?];
        let half = self.everywhere(64, ty)?;
        let mut mixed = self.everywhere(key, ty)?;
        let rounds = operands.iter().map(|operand| Some(*operand)).chain([None]);
        for (operand, factor) in rounds.zip(factors.into_iter().cycle()) {
            if let Some(operand) = operand {
                mixed = self.binary(block, "xor", [mixed, operand], ty)?;
            }
            mixed = self.binary(block, "mul", [mixed, factor], ty)?;
            let high = self.binary(block, "shru", [mixed, half], ty)?;
            mixed = self.binary(block, "xor", [mixed, high], ty)?;
        }
        Some(mixed)
    }
}

/// Returns true for a loop from a lower bound to an upper one.
fn counts(record: &ops::Op) -> bool {
    record.operands().next().is_some_and(|first| first.name == "lowerBound" && first.many == ops::Many::One)
}

/// Returns true for an operation that allocates memory which ends where it is freed.
pub(super) fn allocates_on_heap(name: &str) -> bool {
    ops::op(name)
        .is_some_and(|record| record.fact("memory") == Some("allocate") && record.fact("stack").is_none())
}

/// Returns true of an operation that computes with sizes, places and truth values.
fn computes_places(name: &str) -> bool {
    name.starts_with("arith.") || name.starts_with("index.") || name == "vector.step"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_that_move_are_those_of_runs_on_terms() {
        let all = ops::dialects().flat_map(ops::Dialect::names).filter(|name| moves(name));
        let others: Vec<&str> = all.filter(|name| !is_admitted(name)).collect();
        assert!(others.is_empty(), "{others:?}");
    }
}
