//! All values at once: both functions are run on arguments whose elements are terms, and where no term decided where control goes or
//! what memory is accessed, equal results are equal on all inputs of these sizes.
//!
//! The theorem is that of `assay_backend::terms`. It says nothing of other sizes, of memory that overlaps, of globals, of functions
//! without a body, nor of the bits of NaNs, so that pairs with one of these are left to others. What is undefined for some values
//! after has to be undefined for these before: the conditions of one run are among those of the other one. Results that an operation
//! after may choose are those that the same operation before chooses.

use std::cell::RefCell;
use std::collections::BTreeSet;

use assay_backend::engine::{Limit, Options, Outcome, Run, Unsupported, entry_block};
use assay_backend::interp::Prepared;
use assay_backend::term::TermKind;
use assay_backend::terms::{Choice, Terms};
use assay_backend::value::{Shaped, Value, count};
use assay_ir::data::{AttrId, Ident, OpId, Program, Signedness, TypeId, TypeKind, ValueId, known};
use assay_ir::{ops, text};

use super::compare::{Compared, compare, touches_more};
use super::extents::{self, Choices as Extents};
use super::float_nondet::FloatNondeterminism;
use super::hashed;
use super::pair::{Pair, is_promised_or_global, returns_memory};
use super::settings::{NoTerms, Settings};
use super::stored::{is_memory, only_read};
use super::type_conversion::called_by;

/// Work of a run, at first and where compiled code cannot run the program on fingerprints.
const FUEL: [u64; 2] = [1 << 23, 1 << 25];

/// Elements of an argument.
const ELEMENTS: u64 = 1 << 22;

/// The answer of runs on terms about a pair whose results agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllValues {
    /// The greatest extent that was chosen, where types leave extents open.
    pub extents: Option<u64>,
    /// The number of terms, where there were too many to compare them but by their fingerprints.
    pub hashed: Option<u64>,
    /// True when compiled code made the fingerprints.
    pub compiled: bool,
    /// True when flags of the program before were dropped.
    pub without_flags: bool,
    /// Where expressions are equal as polynomials and not as they stand.
    pub polynomials: Option<Polynomials>,
    /// Operations that were executed, before and after, at all extents together. Compiled code does not tell.
    pub operations: Option<[u64; 2]>,
}

/// What equality of polynomials says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polynomials {
    /// True when sums or products of floating-point numbers are among them: both sides round elsewhere.
    pub reals: bool,
    /// The greatest degree.
    pub degree: u32,
    /// The longest chain of sums and products.
    pub chain: u32,
}

impl AllValues {
    /// Returns true when it speaks of all inputs, by terms that were compared.
    pub fn is_whole(&self) -> bool {
        self.extents.is_none() && self.hashed.is_none()
    }

    /// That of which it speaks, in words.
    pub fn scope(&self) -> String {
        let extents = self.extents.map(|most| format!("open extents up to {most}"));
        let hashed = self.hashed.map(|terms| {
            // The square of the number of terms, by 2^128.
            let bits = match self.polynomials {
                None => 128.0 - 2.0 * (terms as f64).log2(),
                // Two polynomials are equal at drawn elements with the chance of their degree by 2^60, in both fields.
                Some(one) => 120.0 - 2.0 * (terms as f64).log2() - 2.0 * f64::from(one.degree).log2(),
            };
            let by = if self.compiled { "at most " } else { "" };
            format!("fingerprints of {by}{terms} terms, collision bound 2^-{bits:.0}")
        });
        let polynomials = self.polynomials.map(|one| match one.reals {
            false => "integers as in a ring".to_owned(),
            true => format!("as real numbers: up to {} roundings one after the other", one.chain),
        });
        let compiled = self.compiled.then(|| "by compiled code".to_owned());
        let flags = self.without_flags.then(|| "flags before dropped".to_owned());
        let all = "all values at these sizes".to_owned();
        let scope = [Some(all), extents, polynomials, hashed, compiled, flags];
        scope.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Runs both functions on terms, at all choices of open extents, as they are and without flags of the program before.
///
/// # Errors
/// The reason for which that says nothing of the pair.
pub fn all_values(pair: &Pair<'_>, settings: &Settings) -> Result<AllValues, NoTerms> {
    is_pair(pair)?;
    match with_flags(pair, settings, FUEL[0]) {
        Err(NoTerms::Fuel) => of_long(pair, settings),
        Err(NoTerms::Differ) => as_polynomials(pair, settings),
        found => found,
    }
}

/// Runs both functions on elements of prime fields, where sums and products of integers, and of floating-point numbers where the program
/// before may reorder them, are those of a ring.
fn as_polynomials(pair: &Pair<'_>, settings: &Settings) -> Result<AllValues, NoTerms> {
    let program = pair.source;
    let reals = reassociated(pair);
    let plain = without_flags(program);
    let ways = [Some(program), plain.as_ref()].into_iter().flatten();
    let mut found = Err(NoTerms::Differ);
    for (at, source) in ways.enumerate() {
        let pair = Pair { source, ..*pair };
        found = at_all_extents(&pair, (settings.seed, FUEL[0], Some(&reals)));
        if let Ok(found) = &mut found {
            found.without_flags = at > 0;
        }
        if !matches!(found, Err(NoTerms::Differ)) {
            break;
        }
    }
    found
}

/// The operations on floating-point numbers that the program before may reorder wherever it has them: they have `reassoc`, or they are the
/// sums of an operation that says no order. None of them where the program after assumes more of their values.
fn reassociated(pair: &Pair<'_>) -> BTreeSet<&'static str> {
    let names = ["add", "sub", "mul"].into_iter().filter_map(ops::float_op);
    let flags = |program: &Program, op: OpId| {
        let attr = program.attr(op, program.ctx().ident("fastmath"));
        let text = attr.map(|attr| text::attr_text(program.ctx(), attr)).unwrap_or_default();
        let has = |flag: &str| text.contains(flag) || text.contains("fast>");
        (has("reassoc"), [has("nnan"), has("ninf")])
    };
    let named = |program: &Program, function: OpId, name: &str| -> Vec<OpId> {
        program.walk(function).filter(|op| program.op_name(*op) == name).collect()
    };
    let source = |name: &str| named(pair.source, pair.function, name);
    let may_reorder = |op: OpId| {
        flags(pair.source, op).0 || is_sum(pair.source.op_name(op)) && sums_in_any_order(pair.source, op)
    };
    let all: BTreeSet<&'static str> = names
        .filter(|name| source(name).into_iter().all(may_reorder))
        .filter(|name| !source(name).is_empty() || is_sum(name) && has_open_sums(pair))
        .collect();
    let assumed = |program: &Program, function: OpId, least: bool| {
        let ops = all.iter().flat_map(|name| named(program, function, name));
        let each: Vec<[bool; 2]> = ops.map(|op| flags(program, op).1).collect();
        [0, 1].map(|at| if least { each.iter().all(|one| one[at]) } else { each.iter().any(|one| one[at]) })
    };
    let (old, new) = (assumed(pair.source, pair.function, true), assumed(pair.target, pair.later, false));
    match [0, 1].into_iter().any(|at| new[at] && !old[at]) {
        true => BTreeSet::new(),
        false => all,
    }
}

/// Returns true of the sum of two floating-point numbers.
fn is_sum(name: &str) -> bool {
    ops::float_op("add") == Some(name)
}

/// Returns true of a sum in the body of an operation that says no order of its sums, and has no other sum.
fn sums_in_any_order(program: &Program, op: OpId) -> bool {
    let Some(owner) = program.parent_op(op).filter(|owner| program.op_name(*owner).starts_with("linalg."))
    else {
        return false;
    };
    let sums = program.walk(owner).filter(|inner| is_sum(program.op_name(*inner))).count();
    FloatNondeterminism::choice(program, owner) == Some(Choice::Free) && sums == 1
}

/// Returns true when the program before has sums without a body that say no order.
fn has_open_sums(pair: &Pair<'_>) -> bool {
    let program = pair.source;
    program.walk(pair.function).any(|op| {
        let name = program.op_name(op);
        let says = || ops::op(name).is_some_and(|record| record.fact("sums").is_some());
        let sums = name.starts_with("vector.") || says();
        sums && FloatNondeterminism::choice(program, op) == Some(Choice::Free)
    })
}

/// Runs both functions, which run for long, on fingerprints by compiled code; by the interpreter what compiled code lacks.
///
/// # Errors
/// The reason for which that says nothing of the pair.
pub fn of_long(pair: &Pair<'_>, settings: &Settings) -> Result<AllValues, NoTerms> {
    match compiled(pair, settings) {
        Err(NoTerms::Operation(_) | NoTerms::Pair) => {
            is_pair(pair)?;
            with_flags(pair, settings, FUEL[1])
        }
        found => found,
    }
}

/// Looks for what runs do not compare.
fn is_pair(pair: &Pair<'_>) -> Result<(), NoTerms> {
    let sides = [(pair.source, pair.function), (pair.target, pair.later)];
    let shows_bits = |(program, function): (&Program, OpId)| {
        FloatNondeterminism::for_function(program, function).shows_bits().is_some()
    };
    let is_new = || sides.into_iter().all(|(program, function)| returns_new_memory(program, function));
    if is_promised_or_global(pair) || returns_memory(pair) && !is_new() || sides.into_iter().any(shows_bits) {
        return Err(NoTerms::Pair);
    }
    Ok(())
}

/// Returns true when all memory that a function returns is allocated by it, each piece once: of such memory nothing but the contents is
/// seen, which runs compare.
fn returns_new_memory(program: &Program, function: OpId) -> bool {
    let is_end = |op: &OpId| program.op(*op).name == known::FUNC_RETURN;
    program.walk(function).filter(is_end).all(|end| {
        let memory: Vec<_> = program.operands(end).filter(|value| is_memory(program, *value)).collect();
        let allocated = |value: &ValueId| {
            program.defining_op(*value).is_some_and(|op| hashed::allocates_on_heap(program.op_name(op)))
        };
        memory.iter().all(allocated) && memory.iter().collect::<BTreeSet<_>>().len() == memory.len()
    })
}

/// The operations by which a caller of the type before passes tensors as new buffers, and takes those that it gets back: it does nothing else,
/// so that no tensor shares its memory with another value.
fn passed_as_buffers(program: &Program, function: OpId) -> Vec<OpId> {
    let is_step: [fn(&Program, OpId) -> bool; 4] = [
        |program, op| ops::has_role(program.op_name(op), "buffer"),
        |program, op| program.op(op).name == known::FUNC_CALL,
        |program, op| ops::has_role(program.op_name(op), "tensor"),
        |program, op| program.op(op).name == known::FUNC_RETURN,
    ];
    let is_caller =
        program.attr_text(function, known::SYM_NAME).is_some_and(|name| called_by(name).is_some());
    let all: Vec<OpId> = program.walk(function).skip(1).collect();
    let at = |op: &OpId| is_step.iter().position(|is_step| is_step(program, *op));
    let in_order = all.is_sorted_by_key(at) && all.iter().all(|op| at(op).is_some());
    if is_caller && in_order { all } else { Vec::new() }
}

/// Runs both functions on fingerprints, by compiled code, as they are and without flags of the program before.
///
/// # Errors
/// The reason for which that says nothing of the pair.
pub fn compiled(pair: &Pair<'_>, settings: &Settings) -> Result<AllValues, NoTerms> {
    is_pair(pair)?;
    let engine = settings.second_engine.ok_or(NoTerms::Pair)?;
    let found = |pair: &Pair<'_>, without_flags| {
        let terms = hashed::equal_prints(pair, settings.seed, engine)?;
        Ok(AllValues {
            extents: None,
            hashed: Some(terms),
            compiled: true,
            without_flags,
            polynomials: None,
            operations: None,
        })
    };
    match found(pair, false) {
        Err(NoTerms::Differ) => {
            let plain = without_flags(pair.source).ok_or(NoTerms::Differ)?;
            found(&Pair { source: &plain, ..*pair }, true)
        }
        found => found,
    }
}

fn with_flags(pair: &Pair<'_>, settings: &Settings, fuel: u64) -> Result<AllValues, NoTerms> {
    let how = (settings.seed, fuel, None);
    match at_all_extents(pair, how) {
        Err(NoTerms::Differ) => {
            let plain = without_flags(pair.source).ok_or(NoTerms::Differ)?;
            let found = at_all_extents(&Pair { source: &plain, ..*pair }, how)?;
            Ok(AllValues { without_flags: true, ..found })
        }
        found => found,
    }
}

/// How functions are run: the seed, the work, and where sums and products are those of a ring the operations on floating-point numbers that
/// are.
type How<'h> = (u64, u64, Option<&'h BTreeSet<&'static str>>);

fn at_all_extents(pair: &Pair<'_>, how: How<'_>) -> Result<AllValues, NoTerms> {
    let program = pair.source;
    let entry = entry_block(program, pair.function).ok_or(NoTerms::Pair)?;
    let types = program.block(entry).arguments.iter().map(|value| program.value_type(*value));
    let types: Vec<TypeId> = types.collect();
    let Extents { types, most } = extents::choices(program.ctx(), &types).ok_or(NoTerms::Pair)?;
    let mut found = AllValues {
        extents: most,
        hashed: None,
        compiled: false,
        without_flags: false,
        polynomials: None,
        operations: Some([0; 2]),
    };
    for types in types {
        let (terms, executed) = at_types(pair, how, &types)?;
        let sum = found.operations.zip(executed).map(|(sum, more)| [sum[0] + more[0], sum[1] + more[1]]);
        found.operations = sum;
        found.hashed = found.hashed.max((!terms.is_exact()).then(|| terms.count()));
        if let Some((degree, chain)) = terms.polynomials() {
            let reals = how.2.is_some_and(|reals| !reals.is_empty());
            let most = found.polynomials.unwrap_or(Polynomials { reals, degree, chain });
            let (degree, chain) = (degree.max(most.degree), chain.max(most.chain));
            found.polynomials = Some(Polynomials { degree, chain, ..most });
        }
    }
    Ok(found)
}

/// Compares the runs on arguments of some types; their terms, and the operations that each executed.
fn at_types(
    pair: &Pair<'_>,
    (seed, fuel, reals): How<'_>,
    types: &[TypeId],
) -> Result<(Terms, Option<[u64; 2]>), NoTerms> {
    let terms = Terms::new(seed);
    let terms = match reals {
        None => terms,
        Some(reals) => terms.with_ring(reals.clone()),
    };
    let terms = RefCell::new(terms);
    let input = |ty: &TypeId| input(&mut terms.borrow_mut(), pair.source, *ty);
    let arguments: Vec<Value> = types.iter().map(input).collect::<Option<_>>().ok_or(NoTerms::Pair)?;
    // The program after comes first: the one before makes its choices.
    let target = run(pair.target, pair.later, (&terms, fuel), &arguments)?;
    let conditions = terms.borrow_mut().turn();
    let source = run(pair.source, pair.function, (&terms, fuel), &arguments)?;
    let allowed = terms.borrow_mut().restart();
    let terms = terms.into_inner();
    if compare(&FloatNondeterminism::NONE, &source, &target) != Compared::Refines || terms.collided() {
        return Err(NoTerms::Differ);
    }
    let more = touches_more(&only_read(pair.source, pair.function), &source, &target);
    if more.is_some() || !conditions.is_subset(&allowed) {
        return Err(NoTerms::Undefined);
    }
    Ok((terms, source.operations.zip(target.operations).map(|(source, target)| [source, target])))
}

fn run(
    program: &Program,
    function: OpId,
    (terms, fuel): (&RefCell<Terms>, u64),
    arguments: &[Value],
) -> Result<Run, NoTerms> {
    let choices =
        program.walk(program.top()).filter_map(|op| Some((op, FloatNondeterminism::choice(program, op)?)));
    let options = Options { fuel, memory: 1 << 28, depth: 200, ..Options::default() };
    let prepared =
        Prepared::new(program, options).with_terms(terms, choices, passed_as_buffers(program, function));
    let run = prepared.run(function, arguments).map_err(|_| NoTerms::Pair)?;
    match &run.outcome {
        Outcome::Values(_) if run.unsaid.is_some() || run.unordered.is_some() || !run.globals.is_empty() => {
            Err(NoTerms::Outcome)
        }
        Outcome::Values(_) => Ok(run),
        Outcome::Unsupported { name, gap: Unsupported::Data, .. } => Err(NoTerms::Data(name.clone())),
        Outcome::Unsupported { name, .. } => Err(NoTerms::Operation(name.clone())),
        Outcome::OutOfFuel(Limit::Fuel) => Err(NoTerms::Fuel),
        Outcome::Ub { .. } | Outcome::Trap { .. } | Outcome::OutOfFuel(_) => Err(NoTerms::Outcome),
    }
}

/// An argument of a type whose elements are terms; `None` where it is none of known sizes.
fn input(terms: &mut Terms, program: &Program, ty: TypeId) -> Option<Value> {
    let ctx = program.ctx();
    let kind = |ty: TypeId| match ctx.type_kind(ty) {
        TypeKind::Integer { width, signedness: Signedness::Signless } => Some(TermKind::Int(*width)),
        TypeKind::Index => Some(TermKind::Int(Options::default().index.bits())),
        TypeKind::Float(kind) => Some(TermKind::Float(*kind)),
        _ => None,
    };
    let (shape, element): (Option<Vec<u64>>, TypeId) = match ctx.type_kind(ty) {
        TypeKind::Vector { shape, element } => {
            let extent = |(extent, scales): &(u64, bool)| (!scales).then_some(*extent);
            (shape.iter().map(extent).collect(), *element)
        }
        TypeKind::RankedTensor { shape, element, .. }
        | TypeKind::MemRef { shape, element, layout: None, .. } => {
            (shape.iter().copied().collect(), *element)
        }
        _ => return Some(terms.input(kind(ty)?)),
    };
    let (shape, kind) = (shape?, kind(element)?);
    let size = count(&shape).filter(|size| *size <= ELEMENTS)?;
    let elements: Vec<Value> = (0..size).map(|_| terms.input(kind)).collect();
    Some(Shaped::new(shape, elements).into())
}

/// Attributes that make poison of some results, or permit others. A program without them refines the one with them.
const FLAGS: [&str; 4] = ["fastmath", "overflowFlags", "isExact", "nonNeg"];

/// A program without flags; `None` where it has none.
fn without_flags(program: &Program) -> Option<Program> {
    let ctx = program.ctx();
    let is_flag = |(name, _): &(Ident, AttrId)| FLAGS.contains(&ctx.str(*name));
    let flagged = |op: &OpId| ctx.entries(program.op(*op).properties).iter().any(is_flag);
    let all: BTreeSet<OpId> = program.walk(program.top()).filter(flagged).collect();
    if all.is_empty() {
        return None;
    }
    let mut plain = program.clone();
    for op in all {
        let rest = ctx.entries(program.op(op).properties).iter().copied().filter(|entry| !is_flag(entry));
        plain.set_properties(op, ctx.dictionary(rest.collect::<Vec<_>>()));
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use assay_backend::interp::Interpreter;
    use assay_ir::data::{Context, Source};

    use super::*;
    use crate::program::{Paired, pairs};

    fn found(signature: &str, source: &str, target: &str) -> Result<AllValues, NoTerms> {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!("func.func @f{signature} {{\n{body}}}\n");
            let parsed = text::parse(&ctx, &Source::new("f.mlir", text));
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            parsed.program
        };
        let (source, target) = (read(source), read(target));
        match pairs(&source, &target).into_iter().next().expect("a function").2 {
            Paired::Both(pair) => {
                let found = all_values(&pair, &Settings::default());
                let settings = Settings { second_engine: Some(&Interpreter), ..Settings::default() };
                let by_prints = compiled(&pair, &settings);
                assert!(found.is_ok() || by_prints.is_err(), "{found:?} {by_prints:?}");
                found.map(|found| AllValues { operations: None, ..found })
            }
            _ => panic!("it is a pair"),
        }
    }

    const WHOLE: AllValues = AllValues {
        extents: None,
        hashed: None,
        compiled: false,
        without_flags: false,
        polynomials: None,
        operations: None,
    };

    const VECTORS: &str = "(%a: memref<8xf32>, %b: memref<8xf32>)";

    /// A loop over all elements, with a step; the body is one turn at `%i`.
    fn each(step: usize, turn: &str) -> String {
        format!(
            "%z = arith.constant 0 : index\n%o = arith.constant 1 : index\n%n = arith.constant 8 : index\n\
             %s = arith.constant {step} : index\nscf.for %i = %z to %n step %s {{\n{turn}}}\nreturn\n"
        )
    }

    fn turn(index: &str, name: &str) -> String {
        format!(
            "%x{name} = memref.load %a[{index}] : memref<8xf32>\n%y{name} = memref.load %b[{index}] : memref<8xf32>\n\
             %p{name} = arith.mulf %x{name}, %y{name} : f32\n%q{name} = arith.addf %p{name}, %y{name} : f32\n\
             memref.store %q{name}, %b[{index}] : memref<8xf32>\n"
        )
    }

    #[test]
    fn an_unrolled_loop_does_the_same_and_with_a_wrong_index_it_does_not() {
        let source = each(1, &turn("%i", "0"));
        let unrolled = |add: &str| {
            each(2, &format!("{}%j = arith.addi %i, {add} : index\n{}", turn("%i", "0"), turn("%j", "1")))
        };
        assert_eq!(found(VECTORS, &source, &unrolled("%o")), Ok(WHOLE));
        assert_eq!(found(VECTORS, &source, &unrolled("%z")), Err(NoTerms::Differ));
        assert_eq!(found(VECTORS, &source, &each(2, &turn("%i", "0"))), Err(NoTerms::Differ));
        let swapped = source.replace("arith.addf %p0, %y0", "arith.addf %y0, %p0");
        assert_eq!(found(VECTORS, &source, &swapped), Ok(WHOLE));
        let other = source.replace("arith.addf %p0, %y0", "arith.subf %y0, %p0");
        assert_eq!(found(VECTORS, &source, &other), Err(NoTerms::Differ));
    }

    #[test]
    fn operations_of_both_runs_are_counted() {
        let ctx = Context::new();
        let read = |body: &str| {
            let text = format!("func.func @f(%x: i8) -> i8 {{\n{body}return %r : i8\n}}\n");
            text::parse(&ctx, &Source::new("f.mlir", text)).program
        };
        let (source, target) = (
            read("%y = arith.addi %x, %x : i8\n%r = arith.addi %x, %x : i8\n"),
            read("%r = arith.addi %x, %x : i8\n"),
        );
        let Paired::Both(pair) = pairs(&source, &target).into_iter().next().expect("a function").2 else {
            panic!("it is a pair")
        };
        let found = all_values(&pair, &Settings::default()).expect("they are the same");
        // The return counts.
        assert_eq!(found.operations, Some([3, 2]));
    }

    #[test]
    fn flags_may_be_dropped_and_not_added() {
        let sum = |flags: &str| format!("%r = arith.addi %x, %y{flags} : i8\nreturn %r : i8\n");
        let signature = "(%x: i8, %y: i8) -> i8";
        let (plain, flagged) = (sum(""), sum(" overflow<nsw>"));
        assert_eq!(found(signature, &plain, &plain), Ok(WHOLE));
        assert_eq!(found(signature, &flagged, &flagged), Ok(WHOLE));
        assert_eq!(found(signature, &flagged, &plain), Ok(AllValues { without_flags: true, ..WHOLE }));
        assert_eq!(found(signature, &plain, &flagged), Err(NoTerms::Differ));
    }

    #[test]
    fn a_division_that_was_not_there_may_be_undefined() {
        let signature = "(%x: i8, %y: i8) -> i8";
        let divided = "%q = arith.divui %x, %y : i8\nreturn %x : i8\n";
        assert_eq!(found(signature, divided, "return %x : i8\n"), Ok(WHOLE));
        assert_eq!(found(signature, "return %x : i8\n", divided), Err(NoTerms::Undefined));
        let by = |number: &str| {
            format!("%c = arith.constant {number} : i8\n%q = arith.divsi %x, %c : i8\nreturn %x : i8\n")
        };
        assert_eq!(found(signature, "return %x : i8\n", &by("3")), Ok(WHOLE));
        assert_eq!(found(signature, "return %x : i8\n", &by("-1")), Err(NoTerms::Undefined));
    }

    #[test]
    fn data_decides_neither_control_nor_addresses() {
        let signature = "(%x: i1, %i: index, %m: memref<4xi8>) -> i8";
        let by_control = "%r = scf.if %x -> i8 {\n%c = arith.constant 1 : i8\nscf.yield %c : i8\n} else {\n\
                          %d = arith.constant 2 : i8\nscf.yield %d : i8\n}\nreturn %r : i8\n";
        assert_eq!(found(signature, by_control, by_control), Err(NoTerms::Data("scf.if".to_owned())));
        let by_address = "%r = memref.load %m[%i] : memref<4xi8>\nreturn %r : i8\n";
        assert_eq!(found(signature, by_address, by_address), Err(NoTerms::Data("memref.load".to_owned())));
    }

    #[test]
    fn a_choice_is_made_once_and_before_as_after() {
        let signature = "(%x: f32, %y: f32) -> (f32, f32)";
        let once = |flags: &str| format!("%r = arith.addf %x, %y{flags} : f32\nreturn %r, %r : f32, f32\n");
        let twice = "%r = arith.addf %x, %y fastmath<nsz> : f32\n%s = arith.addf %x, %y fastmath<nsz> : f32\n\
                     return %r, %s : f32, f32\n";
        let chosen = once(" fastmath<nsz>");
        assert_eq!(found(signature, &chosen, &chosen), Ok(WHOLE));
        // Both copies may have zeros of other signs.
        assert_eq!(found(signature, &chosen, twice), Err(NoTerms::Differ));
        assert_eq!(found(signature, &once(""), &chosen), Err(NoTerms::Differ));
        assert_eq!(found(signature, &chosen, &once("")), Ok(WHOLE));
        assert_eq!(found(signature, twice, twice), Ok(WHOLE));
    }

    #[test]
    fn bits_of_nans_and_the_order_of_a_sum_are_left_to_others() {
        let bits = "%r = arith.bitcast %x : f32 to i32\nreturn %r : i32\n";
        assert_eq!(found("(%x: f32) -> i32", bits, bits), Err(NoTerms::Pair));
        let signature = "(%x: f32, %y: f32, %z: f32) -> f32";
        let sum = |one: &str, other: &str| {
            format!("%s = arith.addf {one} : f32\n%r = arith.addf {other} : f32\nreturn %r : f32\n")
        };
        let in_order = sum("%x, %y", "%s, %z");
        assert_eq!(found(signature, &in_order, &sum("%y, %z", "%x, %s")), Err(NoTerms::Differ));
        let reduced = "%v = vector.from_elements %x, %y, %z : vector<3xf32>\n\
                       %r = vector.reduction <add>, %v : vector<3xf32> into f32\nreturn %r : f32\n";
        assert_eq!(found(signature, reduced, &in_order), Ok(WHOLE));
        assert_eq!(found(signature, reduced, reduced), Ok(WHOLE));
        assert_eq!(found(signature, &in_order, reduced), Err(NoTerms::Differ));
    }

    #[test]
    fn open_extents_are_chosen_up_to_a_bound() {
        let signature = "(%m: tensor<?xi8>) -> tensor<?xi8>";
        let same = "%r = tensor.cast %m : tensor<?xi8> to tensor<?xi8>\nreturn %r : tensor<?xi8>\n";
        let found = found(signature, same, "return %m : tensor<?xi8>\n").expect("they are the same");
        assert!(found.extents.is_some() && !found.is_whole());
    }

    #[test]
    fn an_operation_that_is_not_listed_ends_the_method() {
        // A base of zero has no inverse: the program after is undefined there.
        let power = "%c = arith.constant -2 : i8\n%p = math.ipowi %x, %c : i8\nreturn %x : i8\n";
        let ends = |name: &str| Err(NoTerms::Operation(name.to_owned()));
        assert_eq!(found("(%x: i8) -> i8", "return %x : i8\n", power), ends("math.ipowi"));
        // So does one that gets known numbers alone.
        let constant = "%c = llvm.mlir.constant(1 : i8) : i8\nreturn %x : i8\n";
        assert_eq!(found("(%x: i8) -> i8", "return %x : i8\n", constant), ends("llvm.mlir.constant"));
        let aliased = "%t = bufferization.to_tensor %m restrict : memref<2xi8> to tensor<2xi8>\n\
                       return %t : tensor<2xi8>\n";
        let signature = "(%m: memref<2xi8>) -> tensor<2xi8>";
        assert_eq!(found(signature, aliased, aliased), ends("bufferization.to_tensor"));
    }

    #[test]
    fn numbers_with_a_sign_of_their_type_are_left_to_others() {
        let same = "return %x : si8\n";
        assert_eq!(found("(%x: si8) -> si8", same, same), Err(NoTerms::Pair));
    }

    #[test]
    fn one_edit_makes_another_term() {
        let signature = "(%x: i8, %y: i8, %f: f32, %g: f32) -> (i16, i1, i8, f32, i1, i8)";
        let source = "%a = arith.extsi %x : i8 to i16\n%b = arith.cmpi slt, %x, %y : i8\n\
                      %c = arith.subi %x, %y : i8\n%d = arith.maximumf %f, %g : f32\n\
                      %e = arith.cmpf olt, %f, %g : f32\n%h = arith.select %b, %x, %y : i8\n\
                      return %a, %b, %c, %d, %e, %h : i16, i1, i8, f32, i1, i8\n";
        assert_eq!(found(signature, source, source), Ok(WHOLE));
        let edits = [
            ("extsi", "extui"),
            ("slt", "ult"),
            ("slt", "sle"),
            ("subi %x, %y : i8", "subi %y, %x : i8"),
            ("subi %x, %y : i8", "subi %x, %y overflow<nuw> : i8"),
            ("maximumf", "minimumf"),
            ("maximumf", "maxnumf"),
            ("maximumf %f, %g", "maximumf %f, %g fastmath<nnan>"),
            ("olt", "ult"),
            ("select %b, %x, %y", "select %b, %y, %x"),
        ];
        for (old, new) in edits {
            assert!(source.contains(old), "{old}");
            assert_eq!(found(signature, source, &source.replace(old, new)), Err(NoTerms::Differ), "{new}");
        }
    }

    #[test]
    fn memory_that_nobody_wrote_refines_nothing() {
        let signature = "(%x: i8) -> i8";
        let unwritten = "%z = arith.constant 0 : index\n%m = memref.alloc() : memref<1xi8>\n\
                         %r = memref.load %m[%z] : memref<1xi8>\nreturn %r : i8\n";
        assert_eq!(found(signature, unwritten, "return %x : i8\n"), Ok(WHOLE));
        assert_eq!(found(signature, "return %x : i8\n", unwritten), Err(NoTerms::Differ));
    }

    #[test]
    fn stores_keep_their_order_and_their_places() {
        let signature = "(%x: i8, %y: i8, %m: memref<2xi8>)";
        let stores = |list: &[(&str, &str)]| {
            let store =
                |(value, at): &(&str, &str)| format!("memref.store {value}, %m[{at}] : memref<2xi8>\n");
            let list: String = list.iter().map(store).collect();
            format!("%z = arith.constant 0 : index\n%o = arith.constant 1 : index\n{list}return\n")
        };
        let source = stores(&[("%x", "%z"), ("%y", "%z")]);
        assert_eq!(found(signature, &source, &stores(&[("%y", "%z")])), Ok(WHOLE));
        assert_eq!(found(signature, &source, &stores(&[("%y", "%z"), ("%x", "%z")])), Err(NoTerms::Differ));
        assert_eq!(found(signature, &source, &stores(&[("%x", "%z"), ("%y", "%o")])), Err(NoTerms::Differ));
        // Memory that is only read may be constant: no store is added, even of what is there.
        let same = "%z = arith.constant 0 : index\n%v = memref.load %m[%z] : memref<2xi8>\n";
        let written = format!("{same}memref.store %v, %m[%z] : memref<2xi8>\nreturn\n");
        let read = format!("{same}return\n");
        assert_eq!(found(signature, &read, &written), Err(NoTerms::Undefined));
    }
}
