//! Plain types and attributes to try before anything else, and the search for some that satisfy a formula. What it finds is
//! checked by `concrete`; that it finds nothing means nothing.

use assay_ir::data::{AttrId, AttrKind, Context, DenseData, FloatKind, Ident, TypeId, TypeKind};
use assay_ir::spec::{Predicate, TypeClass};
use rustc_hash::FxHashMap;

use super::concrete::{Evaluator, Value};
use super::order::least_widths;
use super::term::{Formula, Term, Variable};

/// Evaluations after which a search gives up.
const MAX_STEPS: usize = 30_000;

/// Widths in a row beyond which the plain types are not enough.
const PLAIN_WIDTHS: u32 = 4;

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
    pub fn of(ctx: &Context, formulas: &[&Formula]) -> Candidates {
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

    /// The plainest value.
    pub fn first(&self, sort: Sort) -> Option<Value> {
        self.list(sort).next()
    }

    fn list(&self, sort: Sort) -> impl Iterator<Item = Value> + '_ {
        let (absent, list) = match sort {
            Sort::Type => (None, &self.types),
            Sort::Attribute => (None, &self.attributes),
            Sort::Optional => (Some(None), &self.attributes),
        };
        absent.into_iter().chain(list.iter().copied())
    }
}

fn unique(list: Vec<AttrId>) -> Vec<Value> {
    let mut seen = rustc_hash::FxHashSet::default();
    list.into_iter().filter(|attr| seen.insert(*attr)).map(Some).collect()
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
    let mut types =
        vec![i32, f32, ctx.index(), ctx.integer(64), ctx.integer(1), ctx.integer(8), ctx.integer(16)];
    types.extend([vector(i32), vector(f32), vector(ctx.integer(1)), ctx.ty(TypeKind::Float(FloatKind::F64))]);
    types.extend([
        tensor(Some(4), i32),
        tensor(None, i32),
        tensor(Some(4), f32),
        tensor(Some(4), ctx.integer(1)),
    ]);
    types.extend([memref(&[Some(4)], i32), memref(&[Some(4)], f32), memref(&[], i32)]);
    types.extend([
        ctx.ty(TypeKind::UnrankedTensor(i32)),
        ctx.ty(TypeKind::None),
        ctx.ty(TypeKind::Complex(f32)),
    ]);
    types
}

/// Types with elements of this width.
fn of_width(ctx: &Context, width: u32) -> Vec<Value> {
    let element = ctx.integer(width);
    let vector = ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element });
    let tensor = ctx.ty(TypeKind::RankedTensor { shape: Box::new([Some(4)]), element, encoding: None });
    [element, vector, tensor].into_iter().map(|ty| Some(ctx.type_attr(ty))).collect()
}

fn plain_attributes(ctx: &Context) -> Vec<AttrId> {
    let (i32, i64, f32) = (ctx.integer(32), ctx.integer(64), ctx.ty(TypeKind::Float(FloatKind::F32)));
    let vector = ctx.ty(TypeKind::Vector { shape: Box::new([(4, false)]), element: i32 });
    let mut list = vec![ctx.integer_attr(1, i32), ctx.integer_attr(0, i32), ctx.integer_attr(2, i32)];
    list.extend([ctx.integer_attr(0, i64), ctx.integer_attr(1, i64), ctx.integer_attr(1, ctx.integer(1))]);
    list.extend([ctx.integer_attr(0, ctx.index()), ctx.attr(AttrKind::Float { bits: 0, ty: f32 })]);
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
    if assay_ir::spec::element_type(ctx, ty).is_some() {
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
pub(super) fn mentioned(formula: &Formula) -> Vec<(Predicate, Ident, Ident)> {
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
            Predicate::Type(TypeClass::Function) => self.functions = true,
            _ => {}
        }
    }
}

/// Values for the unknowns under which `formula` holds, plain ones first; `None` says that none was found.
pub fn search(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
    candidates: &Candidates,
) -> Option<Vec<(Variable, Value)>> {
    let sheet = Sheet::new(ctx, formula, unknowns)?;
    let widths = least_widths(ctx, formula);
    let many = widths.values().any(|width| *width > PLAIN_WIDTHS);
    let own = |(variable, sort): &(Variable, Sort)| match widths.get(variable) {
        Some(width) if many && *sort == Sort::Type => of_width(ctx, *width),
        _ => Vec::new(),
    };
    let own: Vec<Vec<Value>> = unknowns.iter().map(own).collect();
    let mut search = Dive { sheet: &sheet, unknowns, own: &own, candidates, chosen: Vec::new(), steps: 0 };
    search.run().then(|| {
        let values = search.chosen;
        unknowns.iter().zip(values).map(|((variable, _), value)| (*variable, value)).collect()
    })
}

/// The conjuncts of a formula by the unknowns that they are about.
struct Sheet<'f> {
    ctx: &'f Context,
    /// The place of each unknown.
    places: FxHashMap<Variable, usize>,
    /// The conjuncts about each unknown, each with whether all its unknowns have values once this one has.
    about: Vec<Vec<(&'f Formula, bool)>>,
}

impl<'f> Sheet<'f> {
    /// `None` when a conjunct does not hold whatever the unknowns are.
    fn new(ctx: &'f Context, formula: &'f Formula, unknowns: &[(Variable, Sort)]) -> Option<Sheet<'f>> {
        let places: FxHashMap<Variable, usize> =
            unknowns.iter().enumerate().map(|(place, (variable, _))| (*variable, place)).collect();
        let mut about = vec![Vec::new(); unknowns.len()];
        let conjuncts = formula.conjuncts();
        for conjunct in conjuncts {
            let inside = conjunct.variables();
            let all: Option<Vec<usize>> = inside.iter().map(|v| places.get(v).copied()).collect();
            // One about something that gets no value here is never known to hold.
            let all = all?;
            let Some(last) = all.iter().copied().max() else {
                let evaluator = Evaluator { ctx, values: &|_| None };
                if evaluator.holds(conjunct) != Some(true) {
                    return None;
                }
                continue;
            };
            for place in all {
                about[place].push((conjunct, place == last));
            }
        }
        Some(Sheet { ctx, places, about })
    }

    /// Whether nothing speaks against these values of the first unknowns, as far as the last of them has a say.
    fn allows(&self, chosen: &[Value], place: usize) -> bool {
        let values = |variable: Variable| chosen.get(*self.places.get(&variable)?).copied();
        let evaluator = Evaluator { ctx: self.ctx, values: &values };
        self.about[place].iter().all(|(conjunct, complete)| match evaluator.holds(conjunct) {
            Some(holds) => holds,
            // With all values, what is not known to hold is left alone.
            None => !complete && chosen.len() < self.places.len(),
        })
    }
}

struct Dive<'a> {
    sheet: &'a Sheet<'a>,
    unknowns: &'a [(Variable, Sort)],
    /// What to try first for each unknown.
    own: &'a [Vec<Value>],
    candidates: &'a Candidates,
    chosen: Vec<Value>,
    steps: usize,
}

impl Dive<'_> {
    /// Finds values for all unknowns, without recursion: there may be many.
    fn run(&mut self) -> bool {
        // For each unknown that has a value, the candidates that were not tried yet.
        let mut rest: Vec<Box<dyn Iterator<Item = Value> + '_>> = Vec::new();
        let (unknowns, own, candidates) = (self.unknowns, self.own, self.candidates);
        let list = |place: usize, sort| Box::new(own[place].iter().copied().chain(candidates.list(sort)));
        let Some((_, sort)) = unknowns.first() else { return true };
        rest.push(list(0, *sort));
        while !rest.is_empty() {
            let place = rest.len() - 1;
            self.chosen.truncate(place);
            let Some(value) = rest[place].next() else {
                rest.pop();
                continue;
            };
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            self.chosen.push(value);
            if !self.sheet.allows(&self.chosen, place) {
                continue;
            }
            match unknowns.get(place + 1) {
                Some((_, sort)) => rest.push(list(place + 1, *sort)),
                None => return true,
            }
        }
        false
    }
}

/// What a formula says under these values.
pub fn holds(ctx: &Context, formula: &Formula, chosen: &[(Variable, Value)]) -> Option<bool> {
    let map: FxHashMap<Variable, Value> = chosen.iter().copied().collect();
    Evaluator { ctx, values: &|variable| map.get(&variable).copied() }.holds(formula)
}

/// Makes a solution plainer, one unknown at a time, as long as `formula` holds.
pub fn improve(
    ctx: &Context,
    formula: &Formula,
    unknowns: &[(Variable, Sort)],
    candidates: &Candidates,
    solution: &mut [(Variable, Value)],
) {
    if holds(ctx, formula, solution) != Some(true) {
        return;
    }
    let all: Vec<(Variable, Sort)> =
        solution.iter().map(|(variable, _)| (*variable, Sort::Optional)).collect();
    let Some(sheet) = Sheet::new(ctx, formula, &all) else { return };
    let mut values: Vec<Value> = solution.iter().map(|(_, value)| *value).collect();
    for (variable, sort) in unknowns {
        let Some(place) = sheet.places.get(variable).copied() else { continue };
        let before = values[place];
        let plainer = candidates.list(*sort).take_while(|value| *value != before).find(|value| {
            values[place] = *value;
            sheet.allows(&values, place)
        });
        values[place] = plainer.unwrap_or(before);
    }
    for ((_, slot), value) in solution.iter_mut().zip(values) {
        *slot = value;
    }
}
