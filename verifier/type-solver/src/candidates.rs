//! Plain types and attributes, in the order in which they are tried, and those that a formula speaks of.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, FloatKind, Ident, Signedness, TypeId, TypeKind};
use assay_ir::spec::{Predicate, TypeClass};

use crate::concrete::Value;
use crate::term::{Formula, Term};

/// Parameters of a dialect's type beyond which no plain ones are tried.
const MAX_PARAMETERS: usize = 8;

/// What an unknown can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A type.
    Type,
    /// An attribute that is there.
    Attribute,
    /// An attribute that may be absent.
    Optional,
}

/// Values worth trying for the unknowns of a question.
pub struct Candidates {
    types: Vec<Value>,
    attributes: Vec<Value>,
}

impl Candidates {
    /// The plain ones, and what the formulas mention.
    pub fn collect(ctx: &Context, formulas: &[&Formula]) -> Candidates {
        let mut found = Mentioned::default();
        for formula in formulas {
            found.formula(formula);
        }
        let mut types = plain_types(ctx);
        let mut attributes = plain_attributes(ctx);
        let written: Vec<AttrId> = found.constants.clone();
        for attr in found.constants {
            match ctx.attr_kind(attr) {
                AttrKind::Type(ty) => {
                    types.push(*ty);
                    attributes.extend(of_type(ctx, *ty));
                }
                _ => attributes.push(attr),
            }
        }
        for (dialect, name) in found.types {
            types.extend(instances(ctx, dialect, name, &found.parameters, &written));
        }
        for (dialect, name) in found.attributes {
            let params = Box::new([ctx.string_attr("none")]);
            attributes.push(ctx.attr(AttrKind::Dialect { dialect, name, params: Box::new([]) }));
            attributes.push(ctx.attr(AttrKind::Dialect { dialect, name, params }));
        }
        if found.functions {
            types.push(ctx.ty(TypeKind::Function { inputs: Box::new([]), results: Box::new([]) }));
        }
        let types: Vec<AttrId> = types.into_iter().map(|ty| ctx.type_attr(ty)).collect();
        attributes.extend(types.iter().take(3));
        attributes.extend(types.last().filter(|_| found.functions));
        Candidates { types: unique(types), attributes: unique(attributes) }
    }

    /// More than the plain ones: an instance of every class of builtin types that definitions tell apart, and attributes of
    /// all of these types.
    pub fn wide(ctx: &Context, formula: &Formula) -> Candidates {
        let Candidates { mut types, mut attributes } = Candidates::collect(ctx, &[formula]);
        let mut found = Mentioned::default();
        found.formula(formula);
        for value in found.numbers {
            let carriers = [ctx.integer(64), ctx.integer(32), ctx.index()];
            attributes.extend(carriers.map(|ty| Some(ctx.integer_attr(value, ty))));
        }
        types.extend(builtin_types(ctx).map(|ty| Some(ctx.type_attr(ty))));
        for attr in types.iter().flatten() {
            if let AttrKind::Type(ty) = ctx.attr_kind(*attr) {
                attributes.extend(of_type(ctx, *ty).into_iter().map(Some));
            }
        }
        let nothing = ctx.ty(TypeKind::Function { inputs: Box::new([]), results: Box::new([]) });
        attributes.push(Some(ctx.type_attr(nothing)));
        let empty = |element| ctx.attr(AttrKind::DenseArray { element, values: Box::new([]) });
        attributes.push(Some(empty(ctx.integer(1))));
        Candidates {
            types: unique(types.into_iter().flatten()),
            attributes: unique(attributes.into_iter().flatten()),
        }
    }

    /// The plainest value.
    pub fn first(&self, sort: Sort) -> Option<Value> {
        self.list(sort).next()
    }

    /// All values, plain ones first.
    pub fn list(&self, sort: Sort) -> impl Iterator<Item = Value> + '_ {
        let (absent, list) = match sort {
            Sort::Type => (None, &self.types),
            Sort::Attribute => (None, &self.attributes),
            Sort::Optional => (Some(None), &self.attributes),
        };
        absent.into_iter().chain(list.iter().copied())
    }
}

fn unique(list: impl IntoIterator<Item = AttrId>) -> Vec<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    list.into_iter().filter(|attr| seen.insert(*attr)).map(Some).collect()
}

/// The first of the plain values, each made when it is reached.
pub(crate) fn plainest(ctx: &Context, sort: Sort) -> impl Iterator<Item = Value> {
    let types = matches!(sort, Sort::Type).then(|| plainest_types(ctx).map(|ty| ctx.type_attr(ty)));
    let absent = matches!(sort, Sort::Optional).then_some(None);
    let attributes = (!matches!(sort, Sort::Type)).then(|| plainest_attributes(ctx));
    let values = types.into_iter().flatten().chain(attributes.into_iter().flatten()).map(Some);
    absent.into_iter().chain(values)
}

fn plainest_attributes(ctx: &Context) -> impl Iterator<Item = AttrId> {
    let makers: [fn(&Context) -> AttrId; 8] = [
        |ctx| ctx.integer_attr(1, ctx.integer(32)),
        |ctx| ctx.integer_attr(0, ctx.integer(32)),
        |ctx| ctx.integer_attr(2, ctx.integer(32)),
        |ctx| ctx.integer_attr(0, ctx.integer(64)),
        |ctx| ctx.integer_attr(1, ctx.integer(64)),
        |ctx| ctx.integer_attr(1, ctx.integer(1)),
        |ctx| ctx.integer_attr(0, ctx.index()),
        |ctx| ctx.attr(AttrKind::Float { bits: 0, ty: ctx.ty(TypeKind::Float(FloatKind::F32)) }),
    ];
    makers.into_iter().map(|make| make(ctx))
}

fn plainest_types(ctx: &Context) -> impl Iterator<Item = TypeId> {
    let makers: [fn(&Context) -> TypeId; 7] = [
        |ctx| ctx.integer(32),
        |ctx| ctx.ty(TypeKind::Float(FloatKind::F32)),
        Context::index,
        |ctx| ctx.integer(64),
        |ctx| ctx.integer(1),
        |ctx| ctx.integer(8),
        |ctx| ctx.integer(16),
    ];
    makers.into_iter().map(|make| make(ctx))
}

fn plain_types(ctx: &Context) -> Vec<TypeId> {
    let (i32, f32) = (ctx.integer(32), ctx.ty(TypeKind::Float(FloatKind::F32)));
    let vector = |element| ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element });
    let tensor = |extent, element| {
        ctx.ty(TypeKind::RankedTensor { shape: Box::new([extent]), element, encoding: None })
    };
    let memref = |shape: &[Option<u64>], element| {
        ctx.ty(TypeKind::MemRef { shape: shape.into(), element, layout: None, space: None })
    };
    let mut types: Vec<TypeId> = plainest_types(ctx).collect();
    types.extend([vector(i32), vector(f32), vector(ctx.integer(1)), ctx.ty(TypeKind::Float(FloatKind::F64))]);
    types.extend([
        tensor(Some(4), i32),
        tensor(None, i32),
        tensor(Some(4), f32),
        tensor(Some(4), ctx.integer(1)),
    ]);
    types.extend([memref(&[Some(4)], i32), memref(&[None], i32), memref(&[Some(4)], f32), memref(&[], i32)]);
    types.extend([
        ctx.ty(TypeKind::UnrankedTensor(i32)),
        ctx.ty(TypeKind::None),
        ctx.ty(TypeKind::Complex(f32)),
    ]);
    types
}

/// Builtin types of every class, plain ones first; shaped ones with elements of every class.
pub fn builtin_types(ctx: &Context) -> impl Iterator<Item = TypeId> {
    plain_types(ctx).into_iter().chain(wide_types(ctx))
}

fn wide_types(ctx: &Context) -> Vec<TypeId> {
    let mut types = Vec::new();
    // The kinds that definitions of upstream's dialects name one by one.
    let floats = [FloatKind::F16, FloatKind::BF16, FloatKind::F64, FloatKind::F80, FloatKind::F128];
    let floats = floats.map(|kind| ctx.ty(TypeKind::Float(kind)));
    types.extend(floats);
    let plain = [ctx.integer(32), ctx.ty(TypeKind::Float(FloatKind::F32)), ctx.integer(1), ctx.index()];
    for element in plain.into_iter().chain(floats) {
        let tensor = |extent| TypeKind::RankedTensor { shape: Box::new([extent]), element, encoding: None };
        let memref = |shape: &[Option<u64>]| TypeKind::MemRef {
            shape: shape.into(),
            element,
            layout: None,
            space: None,
        };
        let vector = TypeKind::Vector { shape: Box::new([(4, false)]), element };
        let kinds = [vector, tensor(Some(4)), memref(&[Some(4)]), memref(&[]), tensor(None)];
        types.extend(kinds.map(|kind| ctx.ty(kind)));
        let unranked = TypeKind::UnrankedMemRef { element, space: None };
        let others = [unranked, TypeKind::UnrankedTensor(element), TypeKind::Complex(element)];
        types.extend(others.map(|kind| ctx.ty(kind)));
    }
    let signs = [Signedness::Signed, Signedness::Unsigned];
    types.extend(signs.map(|signedness| ctx.ty(TypeKind::Integer { width: 32, signedness })));
    types.push(ctx.ty(TypeKind::Tuple(Box::new([]))));
    types.push(ctx.ty(TypeKind::Function { inputs: Box::new([]), results: Box::new([]) }));
    types
}

/// Types with elements of this width.
pub(crate) fn of_width(ctx: &Context, width: u32) -> Vec<Value> {
    let element = ctx.integer(width);
    let vector = ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element });
    let tensor = ctx.ty(TypeKind::RankedTensor { shape: Box::new([Some(4)]), element, encoding: None });
    [element, vector, tensor].into_iter().map(|ty| Some(ctx.type_attr(ty))).collect()
}

fn plain_attributes(ctx: &Context) -> Vec<AttrId> {
    let (i32, i64) = (ctx.integer(32), ctx.integer(64));
    let vector = ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element: i32 });
    let mut list: Vec<AttrId> = plainest_attributes(ctx).collect();
    list.extend([ctx.string_attr("x"), ctx.string_attr("y"), ctx.unit(), ctx.symbol_attr("f")]);
    list.push(ctx.attr(AttrKind::Array(Box::new([]))));
    list.push(ctx.attr(AttrKind::Dense { data: DenseData::Splat(ctx.integer_attr(0, i32)), ty: vector }));
    for element in [i32, i64] {
        list.push(ctx.attr(AttrKind::DenseArray { element, values: Box::new([]) }));
        let values = Box::new([ctx.integer_attr(0, element)]);
        list.push(ctx.attr(AttrKind::DenseArray { element, values }));
    }
    list
}

/// Attributes of a type: numbers, dense elements, or a string, which any type may annotate, and a resource of any shape.
fn of_type(ctx: &Context, ty: TypeId) -> Vec<AttrId> {
    let number = |ty: TypeId| match ctx.type_kind(ty) {
        TypeKind::Integer { .. } | TypeKind::Index => Some(ctx.integer_attr(0, ty)),
        TypeKind::Float(_) => Some(ctx.attr(AttrKind::Float { bits: 0, ty })),
        _ => None,
    };
    let splat = || match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } => number(*element),
        TypeKind::RankedTensor { shape, element, .. } if shape.iter().all(Option::is_some) => {
            number(*element)
        }
        _ => None,
    };
    let text = || ctx.attr(AttrKind::String { text: ctx.ident("x"), ty: Some(ty) });
    let dense = || Some(ctx.attr(AttrKind::Dense { data: DenseData::Splat(splat()?), ty }));
    let mut list = vec![number(ty).or_else(dense).unwrap_or_else(text)];
    if ctx.element_type(ty).is_some() {
        list.push(ctx.attr(AttrKind::DenseResource { key: ctx.ident("x"), ty }));
    }
    list
}

/// Written parameters beyond which the others are not tried in types of several parameters.
const MAX_WRITTEN: usize = 4;

/// A dialect's type with plain and with written parameters, as many as the question speaks of, and with itself as one.
fn instances(
    ctx: &Context,
    dialect: Ident,
    name: Ident,
    counts: &[usize],
    written: &[AttrId],
) -> Vec<TypeId> {
    let with = |params: &[AttrId]| ctx.ty(TypeKind::Dialect { dialect, name, params: params.into() });
    let of = |ty| with(&[ctx.type_attr(ty)]);
    let (i32, f32) = (ctx.integer(32), ctx.ty(TypeKind::Float(FloatKind::F32)));
    let mut list = vec![with(&[]), of(i32), of(f32), of(ctx.integer(8)), of(of(ctx.integer(8)))];
    let mut pool = vec![ctx.type_attr(i32), ctx.type_attr(f32)];
    let others: Vec<AttrId> = written.iter().copied().filter(|attr| !pool.contains(attr)).collect();
    pool.extend(others.into_iter().take(MAX_WRITTEN));
    for count in counts.iter().filter(|count| (2..=MAX_PARAMETERS).contains(*count)) {
        // All alike, and one of another kind in each place.
        for rest in &pool {
            list.push(with(&vec![*rest; *count]));
            for place in 0..*count {
                for other in pool.iter().filter(|other| *other != rest) {
                    let mut params = vec![*rest; *count];
                    params[place] = *other;
                    list.push(with(&params));
                }
            }
        }
    }
    list
}

/// The types and attributes of dialects that a formula speaks of, with what says so.
pub(crate) fn mentioned(formula: &Formula) -> Vec<(Predicate, Ident, Ident)> {
    let mut found = Mentioned::default();
    found.formula(formula);
    let types = found.types.into_iter().map(|(d, n)| (Predicate::DialectType(d, n), d, n));
    let attributes = found.attributes.into_iter().map(|(d, n)| (Predicate::DialectAttr(d, n), d, n));
    types.chain(attributes).collect()
}

#[derive(Default)]
struct Mentioned {
    constants: Vec<AttrId>,
    types: Vec<(Ident, Ident)>,
    attributes: Vec<(Ident, Ident)>,
    /// Numbers of parameters.
    parameters: Vec<usize>,
    /// Whether function types are mentioned.
    functions: bool,
    /// A number of each range of integers, 0 where it is one.
    numbers: Vec<i128>,
}

impl Mentioned {
    fn formula(&mut self, formula: &Formula) {
        formula.terms(&mut |term| self.term(term));
        self.predicates(formula);
        self.parameters.sort_unstable();
        self.parameters.dedup();
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Constant(attr) => self.constants.push(*attr),
            Term::Variable(_) | Term::Absent => {}
            Term::Parameter(of, _) | Term::TypeOf(of) | Term::Element(of) => self.term(of),
            Term::Reshape { like, element } => {
                self.term(like);
                self.term(element);
            }
        }
    }

    fn predicates(&mut self, formula: &Formula) {
        match formula {
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|part| self.predicates(part)),
            Formula::Not(inner) => self.predicates(inner),
            Formula::Holds(_, predicate) => self.predicate(predicate),
            Formula::Parameters(_, count) => self.parameters.push(*count),
            _ => {}
        }
    }

    fn predicate(&mut self, predicate: &Predicate) {
        match predicate {
            Predicate::And(parts) | Predicate::Or(parts) => {
                parts.iter().for_each(|part| self.predicate(part))
            }
            Predicate::Not(inner)
            | Predicate::Element(inner)
            | Predicate::TypeOfAttr(inner)
            | Predicate::ArrayOf(inner) => self.predicate(inner),
            Predicate::DialectType(dialect, name) if !self.types.contains(&(*dialect, *name)) => {
                self.types.push((*dialect, *name));
            }
            Predicate::DialectAttr(dialect, name) if !self.attributes.contains(&(*dialect, *name)) => {
                self.attributes.push((*dialect, *name));
            }
            Predicate::IntRange { min, max } => {
                let number = if (*min..=*max).contains(&0) { 0 } else { *min };
                self.numbers.push(i128::from(number));
            }
            Predicate::PowerOfTwo(_) => self.numbers.push(1),
            Predicate::Type(TypeClass::Function) => self.functions = true,
            _ => {}
        }
    }
}
