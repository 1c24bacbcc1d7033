//! Operations with custom forms, with operands of the types that they want, so that printing uses those forms.
//! Knows what MLIR accepts, not what anything means.

use std::sync::OnceLock;

use arbitrary::Result;
use assay_ir::data::{AttrId, AttrKind, BlockId, IntValue, TypeId, TypeKind, ValueId};
use assay_ir::ops::{self, Group, Many, Op};

use super::generator::{Parts, ProgramGenerator};

/// Dialects whose operations are built wrong on purpose.
const DIALECTS: [&str; 12] =
    ["arith", "func", "cf", "scf", "builtin", "pdl", "irdl", "ub", "memref", "tensor", "llvm", "vector"];

/// A known name, for an operation that is built wrong on purpose.
pub(crate) fn any_name(bytes: &mut arbitrary::Unstructured<'_>) -> Result<&'static str> {
    let dialect = ops::dialect(bytes.choose(&DIALECTS)?).ok_or(arbitrary::Error::IncorrectFormat)?;
    let names: Vec<&'static str> = dialect.names().collect();
    Ok(*bytes.choose(&names)?)
}

/// Operations of `arith`, `math` and `index` that compute one value of the type of all their operands.
struct Alike {
    constraint: &'static str,
    operands: usize,
    /// The one attribute, if there is one.
    attribute: Option<&'static str>,
    names: OnceLock<Vec<&'static str>>,
}

impl Alike {
    const fn new(constraint: &'static str, operands: usize, attribute: Option<&'static str>) -> Alike {
        Alike { constraint, operands, attribute, names: OnceLock::new() }
    }

    /// Their names, as the records say.
    fn names(&self) -> &[&'static str] {
        let fits = |record: &&'static Op| {
            let one = |group: Group| group.many == Many::One && group.constraint == self.constraint;
            let same = record.has("SameOperandsAndResultType") || self.constraint == "Index";
            same && record.operands().count() == self.operands
                && record.results().count() == 1
                && record.operands().chain(record.results()).all(one)
                && record.attribute_names().eq(self.attribute)
        };
        let dialects = || ["arith", "math", "index"].into_iter().filter_map(ops::dialect);
        let all = || dialects().flat_map(ops::Dialect::names).filter_map(ops::op).filter(fits);
        self.names.get_or_init(|| all().map(|record| record.name).collect())
    }
}

static WRAPPING: Alike = Alike::new("SignlessIntegerOrIndexLike", 2, Some("overflowFlags"));
static EXACT: Alike = Alike::new("SignlessIntegerOrIndexLike", 2, Some("isExact"));
static INTEGER: Alike = Alike::new("SignlessIntegerOrIndexLike", 2, None);
static INTEGER_UNARY: Alike = Alike::new("SignlessIntegerOrIndexLike", 1, None);
static FLOAT: Alike = Alike::new("FloatLike", 2, Some("fastmath"));
static FLOAT_UNARY: Alike = Alike::new("FloatLike", 1, Some("fastmath"));
static FLOAT_TERNARY: Alike = Alike::new("FloatLike", 3, Some("fastmath"));
static INDEX: Alike = Alike::new("Index", 2, None);
const FASTMATH: &[&str] = &["none", "fast", "nnan", "reassoc,nsz", "nnan,ninf,contract"];

/// A function that adds an operation of a name to a block, with regions of at most a depth.
type Add = fn(&mut ProgramGenerator<'_, '_, '_>, &'static str, BlockId, usize) -> Result<()>;

/// Single operations. Those with regions come last.
const SINGLE_OPS: &[(&str, Add)] = &[
    ("arith.constant", constant),
    ("arith.constant", constant),
    ("arith.cmpi", integer_comparison),
    ("arith.cmpf", float_comparison),
    ("arith.select", select),
    ("index.constant", index_constant),
    ("ub.poison", poison),
    ("builtin.unrealized_conversion_cast", unrealized),
    ("cf.assert", assertion),
    ("func.call", call),
    ("memref.load", load),
    ("memref.store", store),
    ("tensor.extract", extract),
    ("tensor.insert", insert),
    ("func.func", function),
    ("func.func", function),
    ("builtin.module", module),
    ("scf.if", conditional),
    ("scf.if", conditional),
    ("scf.for", counted),
    ("scf.while", repeated),
    ("scf.index_switch", index_switch),
    ("scf.execute_region", execute),
];

/// Adds a single operation.
fn add(m: &mut ProgramGenerator<'_, '_, '_>, name: &str, block: BlockId, depth: usize) -> Result<()> {
    let known = SINGLE_OPS.iter().find(|(one, _)| *one == name);
    let (name, add) = known.ok_or(arbitrary::Error::IncorrectFormat)?;
    add(m, name, block, depth)
}

/// One operation of a known dialect.
pub(crate) fn operation(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId, depth: usize) -> Result<()> {
    let flat = |(name, _): &&(&str, Add)| ops::op(name).is_some_and(|record| record.regions() == (0, false));
    let flat = SINGLE_OPS.iter().filter(flat).count();
    let count = if depth > 0 { SINGLE_OPS.len() } else { flat };
    match m.bytes.int_in_range(0..=9 + count)? {
        0 => integer(m, block, &WRAPPING, Flags::Overflow),
        1 => integer(m, block, &EXACT, Flags::Exact),
        2 => integer(m, block, &INTEGER, Flags::None),
        3 => integer(m, block, &INTEGER_UNARY, Flags::None),
        4 => float(m, block, &FLOAT),
        5 => float(m, block, &FLOAT_UNARY),
        6 => float(m, block, &FLOAT_TERNARY),
        7 => cast(m, block),
        8 => extended(m, block),
        9 => index(m, block),
        number => {
            let (name, add) = SINGLE_OPS[number - 10];
            add(m, name, block, depth.saturating_sub(1))
        }
    }
}

enum Flags {
    None,
    Overflow,
    Exact,
}

fn i32_array(m: &ProgramGenerator<'_, '_, '_>, numbers: &[usize]) -> AttrId {
    let element = m.ctx().integer(32);
    let values = numbers.iter().map(|number| m.ctx().integer_attr(*number as i128, element)).collect();
    m.ctx().attr(AttrKind::DenseArray { element, values })
}

fn written(m: &ProgramGenerator<'_, '_, '_>, text: &str) -> Result<AttrId> {
    m.types.attributes().written(text)
}

/// A scalar, or a vector or tensor of it.
fn like(m: &mut ProgramGenerator<'_, '_, '_>, element: TypeId) -> Result<TypeId> {
    match m.bytes.int_in_range(0..=4u8)? {
        3 => m.types.vector_of(m.bytes, element),
        4 => {
            let shape = Box::new([*m.bytes.choose(&[Some(4), None])?]);
            Ok(m.ctx().ty(TypeKind::RankedTensor { shape, element, encoding: None }))
        }
        _ => Ok(element),
    }
}

/// The type of a comparison's result.
fn booleans(m: &ProgramGenerator<'_, '_, '_>, ty: TypeId) -> TypeId {
    let element = m.ctx().integer(1);
    match m.ctx().type_kind(ty).clone() {
        TypeKind::Vector { shape, .. } => m.ctx().ty(TypeKind::Vector { shape, element }),
        TypeKind::RankedTensor { shape, encoding, .. } => {
            m.ctx().ty(TypeKind::RankedTensor { shape, element, encoding })
        }
        _ => element,
    }
}

fn same(
    m: &mut ProgramGenerator<'_, '_, '_>,
    block: BlockId,
    ty: TypeId,
    count: usize,
) -> Result<Vec<ValueId>> {
    (0..count).map(|_| m.value(block, ty)).collect()
}

fn constant(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let attrs = m.types.attributes();
    let (ty, value) = match m.bytes.int_in_range(0..=4u8)? {
        3 => {
            let ty = m.types.float(m.bytes)?;
            (ty, attrs.float_of(m.bytes, ty)?)
        }
        4 => {
            let text = *m.bytes.choose(&[
                "dense<[1, -2]> : tensor<2xi8>",
                "dense<true> : vector<4xi1>",
                "dense<[[1.0], [0x7FC00000]]> : vector<2x1xf32>",
                "dense<> : tensor<0xi32>",
            ])?;
            let value = written(m, text)?;
            // Dense attributes have a type.
            (m.ctx().attr_type(value).ok_or(arbitrary::Error::IncorrectFormat)?, value)
        }
        2 => (m.ctx().index(), attrs.integer_of(m.bytes, m.ctx().index())?),
        _ => {
            let ty = m.types.signless(m.bytes)?;
            (ty, attrs.integer_of(m.bytes, ty)?)
        }
    };
    m.push(block, name, Parts { results: &[ty], properties: &[("value", value)], ..Parts::default() })
        .map(|_| ())
}

fn integer(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId, alike: &Alike, flags: Flags) -> Result<()> {
    let name = m.bytes.choose(alike.names())?;
    let element = m.types.signless(m.bytes)?;
    let ty = like(m, element)?;
    let property = match flags {
        Flags::None => None,
        Flags::Overflow => {
            let text = m.bytes.choose(&["none", "nsw", "nuw", "nsw, nuw"])?;
            Some(("overflowFlags", written(m, &format!("#arith.overflow<{text}>"))?))
        }
        Flags::Exact => m.chance(2)?.then(|| ("isExact", m.ctx().unit())),
    };
    let operands = same(m, block, ty, alike.operands)?;
    let parts =
        Parts { operands: &operands, results: &[ty], properties: property.as_slice(), ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn fastmath(m: &mut ProgramGenerator<'_, '_, '_>) -> Result<(&'static str, AttrId)> {
    let flags = m.bytes.choose(FASTMATH)?;
    Ok(("fastmath", written(m, &format!("#arith.fastmath<{flags}>"))?))
}

fn float(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId, alike: &Alike) -> Result<()> {
    let name = m.bytes.choose(alike.names())?;
    let element = m.types.float(m.bytes)?;
    let ty = like(m, element)?;
    let property = fastmath(m)?;
    let operands = same(m, block, ty, alike.operands)?;
    let parts = Parts { operands: &operands, results: &[ty], properties: &[property], ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn integer_comparison(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let element = if m.chance(4)? { m.ctx().index() } else { m.types.signless(m.bytes)? };
    let ty = like(m, element)?;
    let predicate = m.bytes.int_in_range(0..=9)?;
    let predicate = m.ctx().integer_attr(predicate, m.ctx().integer(64));
    let operands = same(m, block, ty, 2)?;
    let results = [booleans(m, ty)];
    let properties = [("predicate", predicate)];
    let parts = Parts { operands: &operands, results: &results, properties: &properties, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn float_comparison(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let element = m.types.float(m.bytes)?;
    let ty = like(m, element)?;
    let predicate = m.bytes.int_in_range(0..=15)?;
    let predicate = m.ctx().integer_attr(predicate, m.ctx().integer(64));
    let operands = same(m, block, ty, 2)?;
    let results = [booleans(m, ty)];
    let properties = [("predicate", predicate), fastmath(m)?];
    let parts = Parts { operands: &operands, results: &results, properties: &properties, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn select(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let scalar = m.types.scalar(m.bytes)?;
    let ty = like(m, scalar)?;
    let condition_type = if m.chance(2)? { booleans(m, ty) } else { m.ctx().integer(1) };
    let condition = m.value(block, condition_type)?;
    let values = same(m, block, ty, 2)?;
    let operands = [condition, values[0], values[1]];
    m.push(block, name, Parts { operands: &operands, results: &[ty], ..Parts::default() }).map(|_| ())
}

fn cast(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId) -> Result<()> {
    const CAST_OPS: &[(&str, &str, &str)] = &[
        ("arith.extui", "i8", "i32"),
        ("arith.extsi", "vector<4xi1>", "vector<4xi64>"),
        ("arith.trunci", "i64", "i7"),
        ("arith.extf", "f16", "f64"),
        ("arith.truncf", "f64", "bf16"),
        ("arith.sitofp", "i32", "f32"),
        ("arith.uitofp", "tensor<?xi8>", "tensor<?xf64>"),
        ("arith.fptosi", "f32", "i1"),
        ("arith.fptoui", "vector<2x[4]xf32>", "vector<2x[4]xi16>"),
        ("arith.index_cast", "i32", "index"),
        ("arith.index_castui", "index", "i64"),
        ("arith.bitcast", "f32", "i32"),
        ("index.casts", "index", "i32"),
        ("index.castu", "i64", "index"),
    ];
    let (name, from, to) = *m.bytes.choose(CAST_OPS)?;
    let (from, to) = (m.types.written(from)?, m.types.written(to)?);
    let operands = [m.value(block, from)?];
    let flags = ops::op(name).is_some_and(|record| record.is_inherent("overflowFlags"));
    let property = match flags {
        true => Some(("overflowFlags", written(m, "#arith.overflow<none>")?)),
        false => None,
    };
    let parts =
        Parts { operands: &operands, results: &[to], properties: property.as_slice(), ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn extended(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId) -> Result<()> {
    let records = ops::dialect("arith").into_iter().flat_map(ops::Dialect::names).filter_map(ops::op);
    let records: Vec<&'static Op> = records.filter(|record| record.results().count() == 2).collect();
    let record = *m.bytes.choose(&records)?;
    let element = m.types.signless(m.bytes)?;
    let ty = like(m, element)?;
    let bit = record.results().any(|result| result.constraint == "BoolLike");
    let second = if bit { booleans(m, ty) } else { ty };
    let operands = same(m, block, ty, 2)?;
    let parts = Parts { operands: &operands, results: &[ty, second], ..Parts::default() };
    m.push(block, record.name, parts).map(|_| ())
}

fn index(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId) -> Result<()> {
    let index = m.ctx().index();
    let name = m.bytes.choose(INDEX.names())?;
    let operands = same(m, block, index, 2)?;
    m.push(block, name, Parts { operands: &operands, results: &[index], ..Parts::default() }).map(|_| ())
}

fn index_constant(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let index = m.ctx().index();
    let value = m.types.attributes().integer_of(m.bytes, index)?;
    let parts = Parts { results: &[index], properties: &[("value", value)], ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn poison(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let ty = m.types.any(m.bytes, 2)?;
    let value = written(m, "#ub.poison")?;
    m.push(block, name, Parts { results: &[ty], properties: &[("value", value)], ..Parts::default() })
        .map(|_| ())
}

fn unrealized(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let operands = m.any_values(block)?;
    let mut results = m.types.list(m.bytes, 2)?;
    results.push(m.types.any(m.bytes, 2)?);
    let parts = Parts { operands: &operands, results: &results, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn assertion(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    _: usize,
) -> Result<()> {
    let operands = [m.value(block, m.ctx().integer(1))?];
    let message = *m.bytes.choose(&["wrong", "\"quoted\"", ""])?;
    let message = m.ctx().string_attr(message);
    let parts = Parts { operands: &operands, properties: &[("msg", message)], ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn call(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    if m.functions.is_empty() {
        return add(m, "arith.constant", block, 0);
    }
    let at = m.below(m.functions.len())?;
    let (callee, ty) = m.functions[at].clone();
    let (inputs, results) = m.signature(ty);
    let operands = inputs.iter().map(|ty| m.value(block, *ty)).collect::<Result<Vec<_>>>()?;
    let callee = m.ctx().symbol_attr(&callee);
    let parts = Parts {
        operands: &operands,
        results: &results,
        properties: &[("callee", callee)],
        ..Parts::default()
    };
    m.push(block, name, parts).map(|_| ())
}

/// A memref or tensor, the type of its elements, and indices into it.
fn container(
    m: &mut ProgramGenerator<'_, '_, '_>,
    block: BlockId,
    kind: impl FnOnce(usize, TypeId) -> TypeKind,
) -> Result<(TypeId, Vec<ValueId>)> {
    let element = m.types.scalar(m.bytes)?;
    let rank = m.below(3)?;
    let ty = m.ctx().ty(kind(rank, element));
    let mut operands = vec![m.value(block, ty)?];
    let index = m.ctx().index();
    operands.extend(same(m, block, index, rank)?);
    Ok((ty, operands))
}

fn in_memory(rank: usize, element: TypeId) -> TypeKind {
    TypeKind::MemRef { shape: vec![Some(4); rank].into(), element, layout: None, space: None }
}

fn in_tensor(rank: usize, element: TypeId) -> TypeKind {
    TypeKind::RankedTensor { shape: vec![None; rank].into(), element, encoding: None }
}

fn element(m: &mut ProgramGenerator<'_, '_, '_>, ty: TypeId) -> Result<TypeId> {
    m.ctx().element_type(ty).ok_or(arbitrary::Error::IncorrectFormat)
}

fn load(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let (ty, operands) = container(m, block, in_memory)?;
    let results = [element(m, ty)?];
    m.push(block, name, Parts { operands: &operands, results: &results, ..Parts::default() }).map(|_| ())
}

fn store(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let (ty, mut operands) = container(m, block, in_memory)?;
    let element = element(m, ty)?;
    operands.insert(0, m.value(block, element)?);
    m.push(block, name, Parts { operands: &operands, ..Parts::default() }).map(|_| ())
}

fn extract(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let (ty, operands) = container(m, block, in_tensor)?;
    let results = [element(m, ty)?];
    m.push(block, name, Parts { operands: &operands, results: &results, ..Parts::default() }).map(|_| ())
}

fn insert(m: &mut ProgramGenerator<'_, '_, '_>, name: &'static str, block: BlockId, _: usize) -> Result<()> {
    let (ty, mut operands) = container(m, block, in_tensor)?;
    let element = element(m, ty)?;
    operands.insert(0, m.value(block, element)?);
    m.push(block, name, Parts { operands: &operands, results: &[ty], ..Parts::default() }).map(|_| ())
}

// --- branches ---------------------------------------------------------------------------------------------------

/// A function that ends a block by an operation of a name, on to the first block and perhaps to the other.
type End = fn(&mut ProgramGenerator<'_, '_, '_>, &'static str, BlockId, [BlockId; 2]) -> Result<()>;

const BRANCH_OPS: &[(&str, End)] =
    &[("lab.br", unknown), ("cf.br", jump), ("cf.cond_br", either), ("cf.switch", one_of_many)];

/// Ends a block: on to `next`, and perhaps to `back`.
pub(crate) fn branch(
    m: &mut ProgramGenerator<'_, '_, '_>,
    block: BlockId,
    next: BlockId,
    back: Option<BlockId>,
) -> Result<()> {
    let (name, end) = *m.bytes.choose(BRANCH_OPS)?;
    end(m, name, block, [next, back.unwrap_or(next)])
}

/// Values for the arguments of a block.
fn arguments(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId, to: BlockId) -> Result<Vec<ValueId>> {
    let wanted = m.program.block(to).arguments.clone();
    wanted.iter().map(|value| m.value(block, m.program.value_type(*value))).collect()
}

fn unknown(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    to: [BlockId; 2],
) -> Result<()> {
    let operands = m.any_values(block)?;
    let parts = Parts { operands: &operands, successors: &to, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn jump(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    [next, _]: [BlockId; 2],
) -> Result<()> {
    let operands = arguments(m, block, next)?;
    m.push(block, name, Parts { operands: &operands, successors: &[next], ..Parts::default() }).map(|_| ())
}

fn either(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    [next, other]: [BlockId; 2],
) -> Result<()> {
    let condition = m.value(block, m.ctx().integer(1))?;
    let (left, right) = (arguments(m, block, next)?, arguments(m, block, other)?);
    let sizes = i32_array(m, &[1, left.len(), right.len()]);
    let operands: Vec<_> = std::iter::once(condition).chain(left).chain(right).collect();
    let mut properties = vec![("operandSegmentSizes", sizes)];
    if m.chance(4)? {
        properties.push(("branch_weights", i32_array(m, &[7, 1])));
    }
    let successors = [next, other];
    let parts =
        Parts { operands: &operands, successors: &successors, properties: &properties, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

fn one_of_many(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    [next, other]: [BlockId; 2],
) -> Result<()> {
    let flag_type = m.types.signless(m.bytes)?;
    let flag = m.value(block, flag_type)?;
    let default = arguments(m, block, next)?;
    let cases = m.below(3)?;
    let mut operands = vec![flag];
    operands.extend(&default);
    let mut lengths = Vec::new();
    for _ in 0..cases {
        let case = arguments(m, block, other)?;
        lengths.push(case.len());
        operands.extend(case);
    }
    let mut properties = vec![
        ("case_operand_segments", i32_array(m, &lengths)),
        ("operandSegmentSizes", i32_array(m, &[1, default.len(), lengths.iter().sum()])),
    ];
    if cases > 0 {
        // MLIR's form takes all values for a vector.
        let as_tensor = m.types.config.malformed && m.chance(4)?;
        let kind = match as_tensor {
            true => {
                let shape = Box::new([Some(cases as u64)]);
                TypeKind::RankedTensor { shape, element: flag_type, encoding: None }
            }
            false => TypeKind::Vector { shape: Box::new([(cases as u64, false)]), element: flag_type },
        };
        let case = |n: usize| {
            let value = IntValue::from(n as i128 % 2 - i128::from(n > 1 && flag_type != m.ctx().integer(1)));
            m.ctx().attr(AttrKind::Integer { value, ty: flag_type })
        };
        let ty = m.ctx().ty(kind);
        let data = match cases {
            1 => assay_ir::data::DenseData::Splat(case(0)),
            _ => assay_ir::data::DenseData::Elements((0..cases).map(case).collect()),
        };
        properties.push(("case_values", m.ctx().attr(AttrKind::Dense { data, ty })));
    }
    let successors: Vec<BlockId> = std::iter::once(next).chain(vec![other; cases]).collect();
    let parts =
        Parts { operands: &operands, successors: &successors, properties: &properties, ..Parts::default() };
    m.push(block, name, parts).map(|_| ())
}

// --- regions ----------------------------------------------------------------------------------------------------

fn function(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    if !at_symbol_table(m, block) {
        return add(m, "scf.if", block, depth);
    }
    let ty = m.types.function(m.bytes, 2)?;
    let symbol = m.symbol()?;
    let declared = m.chance(3)?;
    let mut properties =
        vec![("sym_name", m.ctx().string_attr(&symbol)), ("function_type", m.ctx().type_attr(ty))];
    if declared || m.chance(3)? {
        properties.push(("sym_visibility", m.ctx().string_attr("private")));
    }
    let (inputs, results) = m.signature(ty);
    if !inputs.is_empty() && m.chance(3)? {
        let some = written(m, "{lab.x = 1 : i32}")?;
        let none = m.ctx().empty_dictionary();
        let all = (0..inputs.len()).map(|n| if n % 2 == 0 { some } else { none }).collect();
        properties.push(("arg_attrs", m.ctx().attr(AttrKind::Array(all))));
    }
    if !results.is_empty() && m.chance(3)? {
        let some = written(m, "{lab.y}")?;
        properties.push(("res_attrs", m.ctx().attr(AttrKind::Array(vec![some; results.len()].into()))));
    }
    let op = m.push(block, name, Parts { properties: &properties, regions: 1, ..Parts::default() })?;
    m.functions.push((symbol, ty));
    if declared {
        return Ok(());
    }
    let region = m.program.op_regions(op)[0];
    m.isolated(|m| {
        m.graph(region, &inputs, depth, |m, block| {
            let operands = results.iter().map(|ty| m.value(block, *ty)).collect::<Result<Vec<_>>>()?;
            m.push(block, "func.return", Parts { operands: &operands, ..Parts::default() }).map(|_| ())
        })
    })
}

/// Whether functions may stand in a block: directly in a module.
fn at_symbol_table(m: &ProgramGenerator<'_, '_, '_>, block: BlockId) -> bool {
    let owner = ops::op(m.program.op_name(m.program.block_parent_op(block)));
    owner.is_some_and(|owner| owner.has("symbol_table"))
}

fn module(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    if !at_symbol_table(m, block) {
        return add(m, "scf.execute_region", block, depth);
    }
    let mut properties = Vec::new();
    if m.chance(2)? {
        let symbol = m.symbol()?;
        properties.push(("sym_name", m.ctx().string_attr(&symbol)));
    }
    // A module takes attributes with the name of a dialect only.
    let text = *m.bytes.choose(&["{}", "{lab.mark}", "{lab.mark = [1 : i8], lab.more = \"x\"}"])?;
    let attributes = written(m, text)?;
    let parts = Parts { properties: &properties, regions: 1, ..Parts::default() };
    let op = m.push_with(block, name, parts, attributes)?;
    let region = m.program.op_regions(op)[0];
    let functions = std::mem::take(&mut m.functions);
    m.isolated(|m| {
        let inner = m.block(region, &[]);
        let count = m.below(4)?;
        m.fill(inner, count, depth)
    })?;
    m.functions = functions;
    Ok(())
}

/// One block with arguments, some operations and `scf.yield` of some types.
fn body(
    m: &mut ProgramGenerator<'_, '_, '_>,
    region: assay_ir::data::RegionId,
    arguments: &[TypeId],
    results: &[TypeId],
    depth: usize,
) -> Result<()> {
    let mark = m.visible.len();
    let block = m.block(region, arguments);
    let count = m.below(3)?;
    m.fill(block, count, depth)?;
    yields(m, block, results)?;
    m.visible.truncate(mark);
    Ok(())
}

fn yields(m: &mut ProgramGenerator<'_, '_, '_>, block: BlockId, results: &[TypeId]) -> Result<()> {
    let operands = results.iter().map(|ty| m.value(block, *ty)).collect::<Result<Vec<_>>>()?;
    let parts = Parts { operands: &operands, ..Parts::default() };
    if operands.is_empty() && !m.types.config.malformed {
        // MLIR leaves out a yield of nothing and loses its attributes.
        let none = m.ctx().empty_dictionary();
        return m.push_with(block, "scf.yield", parts, none).map(|_| ());
    }
    m.push(block, "scf.yield", parts).map(|_| ())
}

/// Hides the results of the operation that was made last while its regions are filled.
fn with_regions(
    m: &mut ProgramGenerator<'_, '_, '_>,
    op: assay_ir::data::OpId,
    fill: impl FnOnce(&mut ProgramGenerator<'_, '_, '_>, &[assay_ir::data::RegionId]) -> Result<()>,
) -> Result<()> {
    let own = m.visible.split_off(m.visible.len() - m.program.result_count(op));
    let regions = m.program.op_regions(op).to_vec();
    fill(m, &regions)?;
    m.visible.extend(own);
    Ok(())
}

fn conditional(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    let results = m.types.list(m.bytes, 1)?;
    let operands = [m.value(block, m.ctx().integer(1))?];
    let parts = Parts { operands: &operands, results: &results, regions: 2, ..Parts::default() };
    let op = m.push(block, name, parts)?;
    let with_else = !results.is_empty() || m.chance(2)?;
    with_regions(m, op, |m, regions| {
        body(m, regions[0], &[], &results, depth)?;
        if with_else { body(m, regions[1], &[], &results, depth) } else { Ok(()) }
    })
}

fn counted(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    let step = if m.chance(3)? { m.types.signless(m.bytes)? } else { m.ctx().index() };
    let carried = m.types.list(m.bytes, 1)?;
    let mut operands = same(m, block, step, 3)?;
    for ty in &carried {
        operands.push(m.value(block, *ty)?);
    }
    let property = m.chance(4)?.then(|| ("unsignedCmp", m.ctx().unit()));
    let parts = Parts {
        operands: &operands,
        results: &carried,
        properties: property.as_slice(),
        regions: 1,
        ..Parts::default()
    };
    let op = m.push(block, name, parts)?;
    let arguments: Vec<TypeId> = std::iter::once(step).chain(carried.iter().copied()).collect();
    with_regions(m, op, |m, regions| body(m, regions[0], &arguments, &carried, depth))
}

fn repeated(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    let before = m.types.list(m.bytes, 1)?;
    let after = m.types.list(m.bytes, 1)?;
    let operands = before.iter().map(|ty| m.value(block, *ty)).collect::<Result<Vec<_>>>()?;
    let parts = Parts { operands: &operands, results: &after, regions: 2, ..Parts::default() };
    let op = m.push(block, name, parts)?;
    with_regions(m, op, |m, regions| {
        let mark = m.visible.len();
        let block = m.block(regions[0], &before);
        let count = m.below(2)?;
        m.fill(block, count, depth)?;
        let mut operands = vec![m.value(block, m.ctx().integer(1))?];
        for ty in &after {
            operands.push(m.value(block, *ty)?);
        }
        m.push(block, "scf.condition", Parts { operands: &operands, ..Parts::default() })?;
        m.visible.truncate(mark);
        body(m, regions[1], &after, &before, depth)
    })
}

fn index_switch(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    let results = m.types.list(m.bytes, 1)?;
    let operands = [m.value(block, m.ctx().index())?];
    let cases = m.below(3)?;
    let element = m.ctx().integer(64);
    let values = (0..cases).map(|n| m.ctx().integer_attr(n as i128 * 7 - 3, element)).collect();
    let cases_attr = m.ctx().attr(AttrKind::DenseArray { element, values });
    let parts = Parts {
        operands: &operands,
        results: &results,
        properties: &[("cases", cases_attr)],
        regions: 1 + cases,
        ..Parts::default()
    };
    let op = m.push(block, name, parts)?;
    with_regions(m, op, |m, regions| {
        regions.iter().try_for_each(|region| body(m, *region, &[], &results, depth))
    })
}

fn execute(
    m: &mut ProgramGenerator<'_, '_, '_>,
    name: &'static str,
    block: BlockId,
    depth: usize,
) -> Result<()> {
    let results = m.types.list(m.bytes, 1)?;
    let op = m.push(block, name, Parts { results: &results, regions: 1, ..Parts::default() })?;
    with_regions(m, op, |m, regions| m.graph(regions[0], &[], depth, |m, block| yields(m, block, &results)))
}
