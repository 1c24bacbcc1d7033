//! What operations mean, symbolically: bits with a truth value beside them that says poison, and a condition under which
//! the behaviour is undefined. One file per dialect, written apart from the engines that execute programs, so that each
//! can catch the other; `integer` is what dialects share, `attribute` how attributes are read, `described` what users bring.

mod arith;
pub mod arrange;
mod attribute;
mod comb;
pub mod described;
mod float;
pub mod functions;
mod index;
mod integer;
mod llvm;
mod llvm_integers;
mod math;
pub mod places;
mod reduce;
mod refinement;
mod rounding;
mod tensor;
mod tosa;
mod ub;

use std::sync::OnceLock;

use assay_ir::data::{Context, FloatKind, TypeId, TypeKind};
use assay_ir::ops;
use rustc_hash::FxHashMap;

pub use assay_ir::unsupported::Unsupported;
use assay_term::arena::TermArena;
use assay_term::float::{FORMATS, Format, From};
use assay_term::node::{MAX_WIDTH, Sort, TermId};
use assay_term::nondet::Chooser;
pub use attribute::integers;
pub use attribute::{Application, Attribute, Key, Role, Roles, overflow_flags};
pub use refinement::compare;

/// Elements in each dimension of a tensor of which a type says nothing, where its values are compared and shown.
pub const OPEN_EXTENT: u64 = 2;

/// A number that may be poison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Its bits; anything where it is poison.
    pub bits: TermId,
    /// Whether it is poison.
    pub poison: TermId,
}

/// A value: one number, or the elements of a vector or tensor in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Extents; `None` for a scalar.
    pub shape: Option<Box<[u64]>>,
    /// The numbers.
    pub elements: Vec<Scalar>,
}

/// What the numbers of a type are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// A signless integer.
    Integer,
    /// The one value of `i0`, as one bit that is 0.
    Empty,
    /// `index`.
    Index,
    /// A floating-point number.
    Float(Format),
    /// Something that is only passed on.
    Opaque,
}

/// How the values of a type are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Extents; `None` for a scalar.
    pub shape: Option<Box<[u64]>>,
    /// What the elements are.
    pub element: Element,
    /// Bits of an element.
    pub width: u32,
}

/// Vectors and tensors of more elements are not looked at.
const MAX_ELEMENTS: u64 = 64;

/// Bits that stand for a value that is only passed on. More values than variables are never needed to tell them apart.
const OPAQUE_WIDTH: u32 = 8;

impl Layout {
    /// The layout of a type, with `index` of this width; `None` when its values are not modelled.
    pub fn for_type(ctx: &Context, ty: TypeId, index: u32) -> Option<Layout> {
        let (shape, element): (Option<Box<[u64]>>, TypeId) = match ctx.type_kind(ty) {
            TypeKind::Vector { shape, element } => {
                let fixed = |(extent, scalable): &(u64, bool)| (!scalable).then_some(*extent);
                (Some(shape.iter().map(fixed).collect::<Option<_>>()?), *element)
            }
            TypeKind::RankedTensor { shape, element, .. } => {
                (Some(shape.iter().copied().collect::<Option<_>>()?), *element)
            }
            TypeKind::UnrankedTensor(_) => return None,
            _ => (None, ty),
        };
        let (element, width) = match ctx.type_kind(element) {
            TypeKind::Integer { width, .. } if (1..=MAX_WIDTH).contains(width) => (Element::Integer, *width),
            TypeKind::Integer { width: 0, .. } => (Element::Empty, 1),
            TypeKind::Integer { .. } => return None,
            TypeKind::Index => (Element::Index, index),
            TypeKind::Float(kind) => match format_of(*kind) {
                Some(format) => (Element::Float(format), format.width()),
                None => (Element::Opaque, OPAQUE_WIDTH),
            },
            _ => (Element::Opaque, OPAQUE_WIDTH),
        };
        let size = shape.iter().flatten().try_fold(1u64, |size, extent| size.checked_mul(*extent));
        size.filter(|size| *size <= MAX_ELEMENTS)?;
        Some(Layout { shape, element, width })
    }

    /// The layout where every operation works on each element alone: extents that are open are as many as
    /// [`OPEN_EXTENT`], those that scale are taken once.
    ///
    /// What holds of the elements of one place holds of all, and so do two of them for any number.
    pub fn of_elements(ctx: &Context, ty: TypeId, index: u32) -> Option<Layout> {
        let closed = match ctx.type_kind(ty) {
            TypeKind::Vector { shape, element } if shape.iter().any(|(_, scales)| *scales) => {
                let shape = shape.iter().map(|(extent, _)| (*extent, false)).collect();
                ctx.ty(TypeKind::Vector { shape, element: *element })
            }
            TypeKind::RankedTensor { shape, element, encoding } if shape.contains(&None) => {
                let shape = shape.iter().map(|extent| extent.or(Some(OPEN_EXTENT))).collect();
                ctx.ty(TypeKind::RankedTensor { shape, element: *element, encoding: *encoding })
            }
            _ => return None,
        };
        Layout::for_type(ctx, closed, index)
    }

    /// What the elements are as expressions.
    pub fn sort(&self) -> Sort {
        match self.element {
            Element::Float(format) => Sort::Float(format),
            Element::Integer | Element::Empty | Element::Index | Element::Opaque => Sort::Bits(self.width),
        }
    }

    /// How many elements there are.
    pub fn size(&self) -> usize {
        self.shape.iter().flatten().product::<u64>() as usize
    }
}

/// The format of a floating-point type, where that is modelled. `f8E8M0FNU` is not: it has neither zero nor sign, and MLIR folds
/// differences of its numbers to others that no pattern of its bits is.
pub fn format_of(kind: FloatKind) -> Option<Format> {
    use FloatKind::{
        BF16, F4E2M1FN, F6E2M3FN, F6E3M2FN, F8E3M4, F8E4M3, F8E4M3B11FNUZ, F8E4M3FN, F8E4M3FNUZ, F8E5M2,
        F8E5M2FNUZ, F16, F32, F64, F80, F128, TF32,
    };
    let common = [F16, BF16, F32, F64, F8E5M2, F8E4M3, F8E3M4, TF32, F128, F80];
    let few = [F8E4M3FN, F8E5M2FNUZ, F8E4M3FNUZ, F8E4M3B11FNUZ, F4E2M1FN, F6E2M3FN, F6E3M2FN];
    let mut kinds = common.iter().chain(&few);
    kinds.position(|one| *one == kind).map(|at| FORMATS[at])
}

/// An operation to give a meaning to.
pub struct OpInstance<'a> {
    /// Owner of all ids.
    pub ctx: &'a Context,
    /// Full name.
    pub name: &'a str,
    /// Values of the operands.
    pub operands: &'a [Value],
    /// What the numbers of each operand are.
    pub operand_elements: &'a [Element],
    /// Layouts of the results.
    pub results: &'a [Layout],
    /// Types of the results.
    pub result_types: &'a [TypeId],
    /// Its attributes.
    pub attribute: &'a dyn Fn(&str) -> Attribute,
}

/// What an operation does.
#[derive(Clone, Debug)]
pub struct OpResult {
    /// Its results.
    pub results: Vec<Value>,
    /// When its behaviour is undefined.
    pub undefined: TermId,
}

/// Whether an operation has a meaning, by its full name.
pub fn has_semantics(name: &str) -> bool {
    meaning(name).is_some()
}

/// Tells if the meaning of an operation says the same of each element of vectors and of tensors.
pub fn is_elementwise(name: &str) -> bool {
    // Other dialects have no vectors, or no tensors.
    let shaped = ["arith.", "math."].iter().any(|dialect| name.starts_with(dialect)) || name == "ub.poison";
    shaped && has_semantics(name)
}

/// Tells if an operation has a meaning in programs, where functions of real numbers have one, too.
pub fn is_followed(name: &str) -> bool {
    followed(name).is_some()
}

/// The same as [`is_elementwise`], in programs.
pub fn is_followed_by_elements(name: &str) -> bool {
    is_elementwise(name)
        || functions::meaning(name).is_some_and(|meaning| matches!(meaning.form, Form::Each(_)))
}

/// Tells if an operation works on each element, where axes of one place are repeated.
pub fn is_spread(name: &str) -> bool {
    followed(name).is_some_and(|meaning| matches!(meaning.form, Form::Spread(_)))
}

/// Tells if an operation combines elements, which it does for a part of them in a `vector.mask`.
pub fn is_reduction(name: &str) -> bool {
    reduce::OPS.iter().any(|op| op.name == name)
}

/// Full names of all operations with a meaning, in the order of their dialects.
pub fn operations() -> impl Iterator<Item = &'static str> {
    DIALECTS.iter().copied().flatten().map(|op| op.name)
}

/// The meaning of an operation.
///
/// # Errors
/// Why it has none.
pub fn execute(
    pool: &mut TermArena,
    roles: &mut Roles,
    subject: &OpInstance<'_>,
) -> Result<OpResult, Unsupported> {
    let meaning = match &roles.functions {
        None => meaning(subject.name),
        Some(_) => followed(subject.name),
    };
    let meaning = meaning.ok_or(Unsupported::Operation)?;
    let run = match meaning.form {
        Form::Each(run) | Form::Choice(run) => run,
        Form::Spread(run) => return spread(pool, roles, subject, run),
        Form::Whole(run) => return whole(pool, subject, run),
    };
    let shape = subject
        .operands
        .iter()
        .map(|operand| &operand.shape)
        .chain(subject.results.iter().map(|layout| &layout.shape))
        .flatten()
        .next();
    let size = shape.map_or(1, |shape| shape.iter().product::<u64>() as usize);
    // One number for many, or many for one, is what some definitions let pass and what no element makes.
    let shapes = subject.operands.iter().map(|operand| &operand.shape).skip(meaning.scalar_operands(subject));
    let mut shapes = shapes.chain(subject.results.iter().map(|layout| &layout.shape));
    if shapes.any(|other| other.as_ref() != shape) {
        return Err(Unsupported::Type);
    }
    let mut undefined = pool.boolean(false);
    let mut columns: Vec<Vec<Scalar>> = vec![Vec::with_capacity(size); subject.results.len()];
    for element in 0..size {
        let mut operands = Vec::with_capacity(subject.operands.len());
        for operand in subject.operands {
            let at = if operand.shape.is_none() { 0 } else { element };
            operands.push(*operand.elements.get(at).ok_or(Unsupported::Type)?);
        }
        let mut one = ElementCtx { pool, roles, subject, operands: &operands, element, undefined };
        let made = run(&mut one)?;
        undefined = one.undefined;
        fill(pool, subject, &mut columns, made)?;
    }
    Ok(done(subject, columns, undefined))
}

/// Puts the results of one element where they belong.
fn fill(
    pool: &mut TermArena,
    subject: &OpInstance<'_>,
    columns: &mut [Vec<Scalar>],
    made: Vec<Scalar>,
) -> Result<(), Unsupported> {
    if made.len() != columns.len() {
        return Err(Unsupported::Type);
    }
    for ((column, scalar), layout) in columns.iter_mut().zip(made).zip(subject.results) {
        if pool.sort(scalar.bits) != layout.sort() {
            return Err(Unsupported::Type);
        }
        column.push(if layout.element == Element::Empty { empty(pool, subject, scalar)? } else { scalar });
    }
    Ok(())
}

fn done(subject: &OpInstance<'_>, columns: Vec<Vec<Scalar>>, undefined: TermId) -> OpResult {
    let results = columns
        .into_iter()
        .zip(subject.results)
        .map(|(elements, layout)| Value { shape: layout.shape.clone(), elements });
    OpResult { results: results.collect(), undefined }
}

/// One element after the other, where axes of one place are repeated.
fn spread(
    pool: &mut TermArena,
    roles: &mut Roles,
    subject: &OpInstance<'_>,
    run: ElementRun,
) -> Result<OpResult, Unsupported> {
    let [layout] = subject.results else { return Err(Unsupported::Type) };
    let shape = layout.shape.as_deref().ok_or(Unsupported::Type)?;
    if layout.element == Element::Empty {
        return Err(Unsupported::Type);
    }
    // Each extent of the result is the largest of the operands'.
    for (dim, extent) in shape.iter().enumerate() {
        let mut given = subject.operands.iter().map(|operand| operand.shape.as_deref()?.get(dim).copied());
        let fits = |given: &Option<u64>| given.is_some_and(|given| given == *extent || given == 1);
        let some = subject.operands.is_empty() || given.clone().any(|given| given == Some(*extent));
        if !some || !given.all(|given| fits(&given)) {
            return Err(Unsupported::Type);
        }
    }
    if subject.operands.iter().any(|operand| arrange::shape_of(operand).len() != shape.len()) {
        return Err(Unsupported::Type);
    }
    let mut undefined = pool.boolean(false);
    let mut columns = vec![Vec::with_capacity(layout.size())];
    for (element, place) in arrange::places(shape).iter().enumerate() {
        let at = |operand: &Value| {
            let place = place.iter().zip(arrange::shape_of(operand));
            let place: Vec<u64> = place.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
            arrange::element(operand, &place)
        };
        let operands: Option<Vec<Scalar>> = subject.operands.iter().map(at).collect();
        let operands = operands.ok_or(Unsupported::Type)?;
        let mut one = ElementCtx { pool, roles, subject, operands: &operands, element, undefined };
        let made = run(&mut one)?;
        undefined = one.undefined;
        fill(pool, subject, &mut columns, made)?;
    }
    Ok(done(subject, columns, undefined))
}

/// All elements at once.
fn whole(pool: &mut TermArena, subject: &OpInstance<'_>, run: WholeRun) -> Result<OpResult, Unsupported> {
    let operands = subject.operands.iter().map(|operand| &operand.shape);
    let shaped = operands.chain(subject.results.iter().map(|layout| &layout.shape)).any(Option::is_some);
    if !shaped {
        return Err(Unsupported::Type);
    }
    let undefined = pool.boolean(false);
    let mut one = TensorCtx { pool, subject, undefined };
    let results = run(&mut one)?;
    let undefined = one.undefined;
    let fits = |(value, layout): (&Value, &Layout)| {
        value.shape == layout.shape
            && value.elements.len() == layout.size()
            && value.elements.iter().all(|element| pool.sort(element.bits) == layout.sort())
    };
    if results.len() != subject.results.len() || !results.iter().zip(subject.results).all(fits) {
        return Err(Unsupported::Type);
    }
    Ok(OpResult { results, undefined })
}

/// A result of type `i0`, computed as if it were `i1`.
fn empty(pool: &mut TermArena, subject: &OpInstance<'_>, scalar: Scalar) -> Result<Scalar, Unsupported> {
    let narrows = subject.operand_elements.iter().any(|element| *element != Element::Empty);
    let record = ops::op(subject.name);
    let fact = |word| record.and_then(|record| record.fact(word));
    // A promise that nothing is lost breaks for other numbers than at one bit.
    let promises =
        fact("integer") == Some("trunc") && (subject.attribute)("overflowFlags") != Attribute::Absent;
    if promises && narrows {
        return Err(Unsupported::Type);
    }
    // Every amount is the width or more.
    let poison = if fact("poison") == Some("amount") { pool.boolean(true) } else { scalar.poison };
    Ok(Scalar { bits: pool.zero(1), poison })
}

/// One element of everything.
struct ElementCtx<'p, 'a> {
    pool: &'p mut TermArena,
    roles: &'p mut Roles,
    subject: &'p OpInstance<'a>,
    operands: &'p [Scalar],
    element: usize,
    undefined: TermId,
}

type ElementResult = Result<Vec<Scalar>, Unsupported>;

impl ElementCtx<'_, '_> {
    fn operand(&self, index: usize) -> Result<Scalar, Unsupported> {
        self.operands.get(index).copied().ok_or(Unsupported::Type)
    }

    /// All operands, which have to be this many numbers.
    fn numbers<const N: usize>(&self) -> Result<[Scalar; N], Unsupported> {
        let number =
            |element: &Element| matches!(element, Element::Integer | Element::Empty | Element::Index);
        if !self.subject.operand_elements.iter().all(number) {
            return Err(Unsupported::Type);
        }
        self.operands.try_into().map_err(|_| Unsupported::Type)
    }

    /// Two numbers of one width.
    fn pair(&self) -> Result<[Scalar; 2], Unsupported> {
        let [a, b] = self.numbers()?;
        if self.pool.width(a.bits) == self.pool.width(b.bits) { Ok([a, b]) } else { Err(Unsupported::Type) }
    }

    fn result_width(&self) -> Result<u32, Unsupported> {
        self.subject.results.first().map(|layout| layout.width).ok_or(Unsupported::Type)
    }

    /// Some number of the type of the result, which says nothing.
    fn blank(&mut self) -> Result<TermId, Unsupported> {
        let layout = self.subject.results.first().ok_or(Unsupported::Type)?;
        let zero = self.pool.zero(layout.width);
        Ok(match layout.element {
            Element::Float(format) => self.pool.float_from(From::Bits, zero, format),
            Element::Integer | Element::Empty | Element::Index | Element::Opaque => zero,
        })
    }

    fn attribute(&self, name: &str) -> Attribute {
        (self.subject.attribute)(name)
    }

    /// This operation as one that chooses a result, by flags.
    fn chooser(&self, flags: u32) -> Chooser {
        let operands = self.operands.iter().flat_map(|scalar| [scalar.bits, scalar.poison]).collect();
        Chooser { name: self.subject.name.into(), flags, operands }
    }

    fn undefined_if(&mut self, condition: TermId) {
        self.undefined = self.pool.or(self.undefined, condition);
    }
}

/// All elements of everything.
struct TensorCtx<'p, 'a> {
    pool: &'p mut TermArena,
    subject: &'p OpInstance<'a>,
    undefined: TermId,
}

impl TensorCtx<'_, '_> {
    fn undefined_if(&mut self, condition: TermId) {
        self.undefined = self.pool.or(self.undefined, condition);
    }
}

type ElementRun = fn(&mut ElementCtx<'_, '_>) -> ElementResult;
type WholeRun = fn(&mut TensorCtx<'_, '_>) -> Result<Vec<Value>, Unsupported>;

/// How the elements of the results depend on those of the operands.
enum Form {
    /// Each on those of its place.
    Each(ElementRun),
    /// The same, but that the first operand, a condition, may be one number for all.
    Choice(ElementRun),
    /// The same, but that axes of one place are repeated.
    Spread(ElementRun),
    /// Each on any of them.
    Whole(WholeRun),
}

/// The meaning of one operation.
struct OpSemantics {
    name: &'static str,
    form: Form,
}

impl OpSemantics {
    const fn each(name: &'static str, run: ElementRun) -> OpSemantics {
        OpSemantics { name, form: Form::Each(run) }
    }

    /// An elementwise operation whose first operand chooses between the others.
    const fn choice(name: &'static str, run: ElementRun) -> OpSemantics {
        OpSemantics { name, form: Form::Choice(run) }
    }

    /// An elementwise operation that repeats axes of one place.
    const fn spread(name: &'static str, run: ElementRun) -> OpSemantics {
        OpSemantics { name, form: Form::Spread(run) }
    }

    /// An operation on all elements at once.
    const fn whole(name: &'static str, run: WholeRun) -> OpSemantics {
        OpSemantics { name, form: Form::Whole(run) }
    }

    /// The number of leading operands that say the same to each element.
    fn scalar_operands(&self, subject: &OpInstance<'_>) -> usize {
        let conditional = matches!(self.form, Form::Choice(_));
        usize::from(conditional && subject.operands.first().is_some_and(|first| first.shape.is_none()))
    }
}

const DIALECTS: &[&[OpSemantics]] = &[
    arith::OPS,
    float::OPS,
    comb::OPS,
    index::OPS,
    llvm::OPS,
    llvm_integers::OPS,
    math::OPS,
    tensor::OPS,
    arrange::OPS,
    reduce::OPS,
    tosa::OPS,
    ub::OPS,
];

fn meaning(name: &str) -> Option<&'static OpSemantics> {
    static TABLE: OnceLock<FxHashMap<&'static str, &'static OpSemantics>> = OnceLock::new();
    let table = TABLE.get_or_init(|| DIALECTS.iter().copied().flatten().map(|op| (op.name, op)).collect());
    table.get(name).copied()
}

fn followed(name: &str) -> Option<&'static OpSemantics> {
    meaning(name).or_else(|| functions::meaning(name))
}
