//! `affine`: loops, conditions and addresses by affine maps and integer sets of `index` values.
//!
//! A number on the way that does not fit `index` is poison in the operations without side effects ("undefined behavior
//! occurs if the linearization computation overflows in the signed sense", "as with other affine ops"; our reading is
//! that such operations may be speculated, so that it is deferred), and undefined where it decides an address or where
//! control goes. A divisor that is not positive is undefined ("the `integer-literal` operand for ceildiv, floordiv, and mod is
//! always expected to be positive"; "a dynamic basis element being 0 or negative causes undefined behavior"), and so is one that
//! is poison, as it may be such a number.

use std::rc::Rc;

use assay_ir::data::{OpId, TypeId, TypeKind};

use super::OpInterpreter;
use super::attributes::{FastMath, counts, groups, has_unit, number, numbers};
use super::combine::Kind;
use super::machine::{ControlFlow, Executed, Machine, Stop, address, addresses};
use super::parallel;
use super::slices::mixed;
use super::vector::{read_row, write_row};
use crate::engine::{Undefined, Unsupported};
use crate::float::Float;
use crate::int::Int;
use crate::term::TermKind;
use crate::value::Value;
use assay_ir::affine::{Fault, Map};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("affine.apply", |m, op| mapped(m, op, |numbers| numbers.first().copied())),
    OpInterpreter::without_regions("affine.delinearize_index", delinearize),
    OpInterpreter::region("affine.for", loop_over_range, next_in_range),
    OpInterpreter::region("affine.if", branch, |_, _, _, values| Ok(ControlFlow::Next(values))),
    OpInterpreter::without_regions("affine.linearize_index", linearize),
    OpInterpreter::without_regions("affine.load", load),
    OpInterpreter::without_regions("affine.max", |m, op| {
        mapped(m, op, |numbers| numbers.iter().max().copied())
    }),
    OpInterpreter::without_regions("affine.min", |m, op| {
        mapped(m, op, |numbers| numbers.iter().min().copied())
    }),
    OpInterpreter::region("affine.parallel", run_parallel, next_parallel),
    OpInterpreter::without_regions("affine.prefetch", |_, _| Ok(ControlFlow::Next(Vec::new()))),
    OpInterpreter::without_regions("affine.store", store),
    OpInterpreter::without_regions("affine.vector_load", vector_load),
    OpInterpreter::without_regions("affine.vector_store", vector_store),
    OpInterpreter::without_regions("affine.yield", |m, op| Ok(ControlFlow::Leave(m.operands_from(op, 0)?))),
];

/// Numbers, of which `None` is poison.
type Numbers = Vec<Option<i64>>;

/// The arguments of a map or set, first those of dimensions.
fn arguments(values: &[Value], dims: usize, symbols: usize) -> Result<(Numbers, Numbers), Stop> {
    if values.len() != dims.saturating_add(symbols) {
        return Err(Unsupported::Malformed.into());
    }
    let number = |value: &Value| (!value.is_poison()).then(|| address(value)).transpose();
    let mut dimensions: Numbers = values.iter().map(number).collect::<Result<_, Stop>>()?;
    let symbols = dimensions.split_off(dims);
    Ok((dimensions, symbols))
}

/// The end of a run by a fault of an operation with a map or set.
fn stopped(m: &mut Machine<'_>, op: OpId, fault: Fault) -> Stop {
    match fault {
        Fault::Divisor => {
            m.leaves_open(op);
            Undefined::DivisorNotPositive.into()
        }
        Fault::Missing => Unsupported::Malformed.into(),
    }
}

/// The map in an attribute.
fn map(m: &Machine<'_>, op: OpId, name: &str) -> Result<Rc<Map>, Stop> {
    m.affine_map(m.attr(op, name).ok_or(Unsupported::Malformed)?)
}

/// The results of a map; `None` where one is poison.
fn results(m: &mut Machine<'_>, op: OpId, map: &Map, values: &[Value]) -> Result<Option<Vec<i64>>, Stop> {
    let (dims, symbols) = arguments(values, map.dims, map.symbols)?;
    let width = m.options.index.bits();
    let numbers: Option<Vec<i64>> =
        map.evaluate(width, &dims, &symbols).map_err(|fault| stopped(m, op, fault))?.into_iter().collect();
    if numbers.is_none() && map.overflows_on_the_way(width, &dims, &symbols) {
        m.leaves_open(op);
    }
    Ok(numbers)
}

/// The results of a map that decide something, for which poison is undefined.
fn decided(
    m: &mut Machine<'_>,
    op: OpId,
    name: &str,
    values: &[Value],
    poison: Undefined,
) -> Result<Vec<i64>, Stop> {
    let map = map(m, op, name)?;
    Ok(results(m, op, &map, values)?.ok_or(poison)?)
}

/// One number of the results of a map.
fn mapped(m: &mut Machine<'_>, op: OpId, choose: fn(&[i64]) -> Option<i64>) -> Executed {
    let map = map(m, op, "map")?;
    let operands = m.operands_from(op, 0)?;
    let value = match results(m, op, &map, &operands)? {
        Some(numbers) => m.index(choose(&numbers).ok_or(Unsupported::Malformed)?),
        None => Value::Poison,
    };
    Ok(ControlFlow::Next(vec![value]))
}

/// "The lower and upper bounds specify a half-open range"; of several results "the bound is the maximum/minimum".
fn loop_over_range(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [lower, _, carried] = groups::<3>(m, op)?;
    let numbers = decided(m, op, "lowerBoundMap", &lower, Undefined::ControlByPoison)?;
    let lower = *numbers.iter().max().ok_or(Unsupported::Malformed)?;
    if step(m, op)? <= 0 {
        return Err(Unsupported::Malformed.into());
    }
    iterate(m, op, Some(lower), carried)
}

fn step(m: &Machine<'_>, op: OpId) -> Result<i64, Stop> {
    number(m, op, "step")
}

fn next_in_range(m: &mut Machine<'_>, op: OpId, _: OpId, carried: Vec<Value>) -> Executed {
    let body = *m.program.region(m.region(op, 0)?).blocks.first().ok_or(Unsupported::Malformed)?;
    let current = *m.program.block(body).arguments.first().ok_or(Unsupported::Malformed)?;
    let next = address(&m.value(current)?)?.checked_add(step(m, op)?);
    iterate(m, op, next, carried)
}

/// One more iteration, if the induction variable is below the upper bound; a loop ends where it would leave its type.
fn iterate(m: &mut Machine<'_>, op: OpId, at: Option<i64>, carried: Vec<Value>) -> Executed {
    let [_, upper, _] = groups::<3>(m, op)?;
    let numbers = decided(m, op, "upperBoundMap", &upper, Undefined::ControlByPoison)?;
    let upper = *numbers.iter().min().ok_or(Unsupported::Malformed)?;
    match at.filter(|at| *at < upper) {
        None => Ok(ControlFlow::Next(carried)),
        Some(at) => {
            let arguments = std::iter::once(m.index(at)).chain(carried).collect();
            Ok(ControlFlow::Enter(m.region(op, 0)?, arguments))
        }
    }
}

/// "The condition of the `affine.if` is represented by an integer set (a conjunction of affine constraints)".
fn branch(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "condition").ok_or(Unsupported::Malformed)?;
    let set = m.integer_set(attr)?;
    let (dims, symbols) = arguments(&m.operands_from(op, 0)?, set.dims, set.symbols)?;
    let width = m.options.index.bits();
    let inside = set.contains(width, &dims, &symbols).map_err(|fault| stopped(m, op, fault))?;
    if inside.is_none() && set.overflows_on_the_way(width, &dims, &symbols) {
        m.leaves_open(op);
    }
    let inside = inside.ok_or(Undefined::ControlByPoison)?;
    let region = m.region(op, usize::from(!inside))?;
    // Without results the second region may be empty.
    match m.program.region(region).blocks.is_empty() {
        true => Ok(ControlFlow::Next(Vec::new())),
        false => Ok(ControlFlow::Enter(region, Vec::new())),
    }
}

/// The place that the map of an access leads to, of the operands behind the memref.
fn place(m: &mut Machine<'_>, op: OpId, memref: usize) -> Result<Vec<i64>, Stop> {
    let map = map(m, op, "map")?;
    // Most maps select operands.
    let selected = |at: usize| map.dim(at).map(|dim| memref + 1 + dim);
    let operands_of = m.program.operand_count(op) == memref + 1 + map.dims && map.symbols == 0;
    if operands_of && let Some(selected) = (0..map.len()).map(selected).collect::<Option<Vec<usize>>>() {
        return selected.into_iter().map(|operand| address(&m.operand(op, operand)?)).collect();
    }
    let operands = m.operands_from(op, memref + 1)?;
    decided(m, op, "map", &operands, Undefined::AddressByPoison)
}

fn load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let place = place(m, op, 0)?;
    Ok(ControlFlow::Next(vec![m.load(op, 0, &place)?]))
}

fn store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let place = place(m, op, 1)?;
    let value = m.operand(op, 0)?;
    m.store(op, 1, &place, value)?;
    Ok(ControlFlow::Next(Vec::new()))
}

fn vector_load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let start = place(m, op, 0)?;
    read_row(m, op, &start)
}

fn vector_store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let start = place(m, op, 1)?;
    write_row(m, op, &start)
}

/// The elements of a basis; `None` where one is poison.
fn basis(m: &Machine<'_>, op: OpId, computed: &[Value]) -> Result<Option<Vec<i64>>, Stop> {
    if computed.iter().any(Value::is_poison) {
        return Ok(None);
    }
    Ok(Some(mixed(m, op, "static_basis", computed)?))
}

fn fits(m: &Machine<'_>, number: i128) -> bool {
    let most = 1i128 << (m.options.index.bits() - 1);
    (-most..most).contains(&number)
}

/// "{x / (B * C), (x mod (B * C)) / C, x mod C}"; "A dynamic basis element being 0 or negative causes undefined
/// behavior", and "lowerings of delinearize_index may assume [...] that the product of all basis elements is positive as an `index`
/// as well": they divide by it. An outer bound "may be used during analysis and canonicalization [...] to enable conclusions about the total size of `%linear_index`":
/// one that does not hold is poison.
fn delinearize(m: &mut Machine<'_>, op: OpId) -> Executed {
    let count = m.program.result_count(op);
    let all_poison = Ok(ControlFlow::Next(vec![Value::Poison; count]));
    let basis = basis(m, op, &m.operands_from(op, 1)?)?.ok_or(Undefined::DivisorNotPositive)?;
    let positive = basis.iter().all(|element| *element > 0);
    let product = basis.iter().try_fold(1i128, |product, element| product.checked_mul((*element).into()));
    let product = product.filter(|product| positive && fits(m, *product));
    let product = product.ok_or(Undefined::DivisorNotPositive)?;
    // With an outer bound there is an element for each result; the first one divides nothing.
    let inner = match basis.len() {
        length if length == count && count > 0 => &basis[1..],
        length if length + 1 == count => &basis[..],
        _ => return Err(Unsupported::Malformed.into()),
    };
    let linear = m.operand(op, 0)?;
    if linear.is_poison() {
        return all_poison;
    }
    let mut rest = address(&linear)?;
    if basis.len() == count && !(0..product).contains(&rest.into()) {
        // "The first one will not be used during computations."
        m.leaves_open(op);
        return all_poison;
    }
    let mut places: Vec<Value> = Vec::with_capacity(count);
    for element in inner.iter().rev() {
        places.push(m.index(rest.rem_euclid(*element)));
        rest = rest.div_euclid(*element);
    }
    places.push(m.index(rest));
    places.reverse();
    Ok(ControlFlow::Next(places))
}

/// "sum(i = 0 to N-1) %idx_i * product(j = i + 1 to N-1) B_j". A broken `disjoint` is poison: "an optimization hint that,
/// for all `i`, `0 <= %idx_i < B_i` [...] except that `%idx_0` may be negative".
fn linearize(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [indices, dynamic] = groups::<2>(m, op)?;
    let poison = Ok(ControlFlow::Next(vec![Value::Poison]));
    let Some(basis) = basis(m, op, &dynamic)?.filter(|_| !indices.iter().any(Value::is_poison)) else {
        return poison;
    };
    let indices = addresses(&indices)?;
    let outer = match indices.len().checked_sub(basis.len()) {
        Some(0) => 0,
        Some(1) => 1,
        _ => return Err(Unsupported::Malformed.into()),
    };
    let disjoint = has_unit(m, op, "disjoint");
    let inside = |(at, element): (usize, &i64)| {
        let index = indices[at + outer];
        *element >= 0 && index < *element && (index >= 0 || at + outer == 0)
    };
    if disjoint && !basis.iter().enumerate().all(inside) {
        return poison;
    }
    let (mut sum, mut stride) = (0i128, 1i128);
    for (at, index) in indices.iter().enumerate().rev() {
        let part = i128::from(*index) * stride;
        sum += part;
        if !fits(m, part) || !fits(m, sum) {
            return poison;
        }
        if let Some(at) = at.checked_sub(outer).filter(|at| *at + outer > 0) {
            stride *= i128::from(basis[at]);
            if !fits(m, stride) {
                return poison;
            }
        }
    }
    Ok(ControlFlow::Next(vec![m.index(sum as i64)]))
}

/// The bounds of one side of a parallel loop: of each group of results the least or the greatest.
fn bounds(m: &mut Machine<'_>, op: OpId, side: &str, values: &[Value]) -> Result<Vec<i64>, Stop> {
    let numbers = decided(m, op, &format!("{side}BoundsMap"), values, Undefined::ControlByPoison)?;
    let sizes = super::attributes::elements(m, op, &format!("{side}BoundsGroups"))?;
    let mut left = &numbers[..];
    let mut all = Vec::new();
    for size in sizes {
        let size = usize::try_from(size).map_err(|_| Unsupported::Malformed)?;
        let (group, rest) = left.split_at_checked(size).ok_or(Unsupported::Malformed)?;
        let bound = if side == "lower" { group.iter().max() } else { group.iter().min() };
        all.push(*bound.ok_or(Unsupported::Malformed)?);
        left = rest;
    }
    if left.is_empty() { Ok(all) } else { Err(Unsupported::Malformed.into()) }
}

/// A reduction by the number that `arith` gives it: how numbers are combined, and what a loop without iterations gives.
fn reduction(m: &Machine<'_>, number: usize, ty: TypeId) -> Result<(Kind, Value), Stop> {
    let kind = match number {
        0 | 1 => Kind::Add,
        2 => Kind::And,
        4 => Kind::Maximum,
        6 => Kind::MaxSigned,
        7 => Kind::MaxUnsigned,
        8 => Kind::Minimum,
        10 => Kind::MinSigned,
        11 => Kind::MinUnsigned,
        12 | 13 => Kind::Mul,
        14 => Kind::Or,
        15 => Kind::Xor,
        // An assignment, and the extrema that neglect a NaN, which have no identity that MLIR documents.
        _ => return Err(Unsupported::Attribute.into()),
    };
    let identity = match *m.program.ctx().type_kind(ty) {
        TypeKind::Float(float) => {
            let number = match kind {
                Kind::Add => 0.0,
                Kind::Mul => 1.0,
                Kind::Maximum => f64::NEG_INFINITY,
                Kind::Minimum => f64::INFINITY,
                _ => return Err(Unsupported::Attribute.into()),
            };
            Float::from_f64(float, number).ok_or(Unsupported::Type)?.into()
        }
        _ => {
            let width = m.options.width(m.program, ty).ok_or(Unsupported::Type)?;
            match kind {
                Kind::Add | Kind::Or | Kind::Xor | Kind::MaxUnsigned => Int::new(width, 0),
                Kind::Mul => Int::new(width, 1),
                Kind::And | Kind::MinUnsigned => Int::all_ones(width),
                Kind::MaxSigned => Int::signed_min(width),
                Kind::MinSigned => Int::signed_min(width).sub(&Int::new(width, 1)),
                _ => return Err(Unsupported::Attribute.into()),
            }
            .into()
        }
    };
    Ok((kind, identity))
}

fn reductions(m: &Machine<'_>, op: OpId) -> Result<Vec<(Kind, Value)>, Stop> {
    let kinds = counts(m, op, "reductions")?;
    if kinds.len() != m.program.result_count(op) {
        return Err(Unsupported::Malformed.into());
    }
    kinds.iter().enumerate().map(|(at, kind)| reduction(m, *kind, m.result_type(op, at)?)).collect()
}

/// The iterations of `affine.parallel` run in an order that MLIR leaves open, and so does the reduction: "the order of reduction is
/// unspecified". "Loops with a 0 trip count will produce as a result the identity value associated with each reduction".
fn run_parallel(m: &mut Machine<'_>, op: OpId) -> Executed {
    let values = m.operands_from(op, 0)?;
    let of_lower = map(m, op, "lowerBoundsMap")?;
    let (below, above) =
        values.split_at_checked(of_lower.dims + of_lower.symbols).ok_or(Unsupported::Malformed)?;
    let (lower, upper) = (bounds(m, op, "lower", below)?, bounds(m, op, "upper", above)?);
    let initial = reductions(m, op)?.into_iter().map(|(_, identity)| identity).collect();
    parallel::begin(m, op, &lower, &upper, &numbers(m, op, "steps")?, initial)?;
    parallel::iteration(m, op, false)
}

fn is_float(value: &Value) -> bool {
    match value {
        Value::Term(term) => matches!(term.kind, TermKind::Float(_)),
        value => value.as_float().is_some(),
    }
}

fn next_parallel(m: &mut Machine<'_>, op: OpId, _: OpId, values: Vec<Value>) -> Executed {
    let (kinds, symbolic) = (reductions(m, op)?, m.symbolic());
    let progress = m.progress(op)?;
    let sums = &mut progress.values;
    let mut ordered = false;
    if values.len() != kinds.len() || sums.len() != kinds.len() {
        return Err(Unsupported::Malformed.into());
    }
    for ((sum, value), (kind, _)) in sums.iter_mut().zip(&values).zip(kinds) {
        ordered |= is_float(value) && !matches!(kind, Kind::Maximum | Kind::Minimum);
        *sum = kind.apply(symbolic, FastMath::default(), sum, value)?;
    }
    if ordered && !progress.left.is_empty() {
        m.lacks_order(op);
    }
    parallel::iteration(m, op, false)
}
