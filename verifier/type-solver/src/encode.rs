//! Questions as SMT-LIB 2: every term becomes a term of one datatype (`prelude.smt2`), every formula a Bool. Knows no
//! solver and no pattern.
//!
//! Let `M` be the encoding. For all values of the unknowns that real types and attributes can take, `M(f)` is true
//! exactly when `f` is (`concrete` computes the latter); statements about shapes of more than [`DEPTH`] extents are
//! the exception, of which `M` keeps only what is certain. The datatype has further values that no real attribute
//! has, such as a vector of functions; [`Encoder::valid`] excludes the shallow ones. Both make more models, never
//! fewer: `unsat` is a proof, and a model is only a candidate. Every accessor stands under its tester.

use std::fmt::Write as _;
use std::sync::OnceLock;

use assay_ir::data::{
    AttrId, AttrKind, Context, FloatKind, Ident, IntValue, Signedness, TypeId, TypeKind, known,
};

use rustc_hash::FxHashSet;

use crate::blob::Blob;
use crate::term::{Formula, Number, Order, Term, Variable};
use assay_smt::term::{app, int};
use assay_smt::{Prelude, Query};

/// Extents of a shape that are looked at one by one.
pub const DEPTH: usize = 5;

const PRELUDE: &str = include_str!("prelude.smt2");
const SHAPES: &str = include_str!("shapes.smt2");
const VALIDITY: &str = include_str!("validity.smt2");

/// What every question begins with: the datatype and functions over it. `None` would be a mistake in the text.
pub fn prelude() -> Option<&'static Prelude> {
    static READ: OnceLock<Option<Prelude>> = OnceLock::new();
    let read = || {
        let mut query = Query::new();
        // Float widths are needed by the functions after the datatype and need nothing of it.
        query.read(&float_widths()).ok()?;
        query.read(PRELUDE).ok()?;
        query.read(&shapes()).ok()?;
        Some(Prelude::from_query(&query))
    };
    READ.get_or_init(read).as_ref()
}

/// Turns terms and formulas into text and remembers which number stands for which name.
pub struct Encoder<'a> {
    pub(crate) ctx: &'a Context,
    /// Dialect types and attributes by number.
    pub(crate) names: Vec<(Ident, Ident)>,
    /// Texts of string attributes by number.
    pub(crate) strings: Vec<Ident>,
    /// Attributes that are compared as a whole, by number.
    pub(crate) blobs: Vec<BlobEntry>,
    unread: Vec<(Ident, usize)>,
    /// Whether some constant was met that the encoding has no number for: the question cannot be asked.
    pub beyond: bool,
    /// Definitions of functions over lists and extents, by the statement they unfold.
    pub(crate) unfolded: Vec<(String, String)>,
}

/// What a blob's number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlobEntry {
    /// This attribute.
    Attribute(AttrId),
    /// The text of a dialect's type or attribute.
    Body(Ident),
}

fn number_in<E: PartialEq>(table: &mut Vec<E>, entry: E) -> usize {
    match table.iter().position(|known| *known == entry) {
        Some(index) => index,
        None => {
            table.push(entry);
            table.len() - 1
        }
    }
}

/// The name of an opaque type or attribute; `!d<name ..>` carries it inside the brackets.
fn opaque_name(ctx: &Context, name: Ident, body: Ident) -> Ident {
    if name != known::EMPTY {
        return name;
    }
    ctx.ident(ctx.str(body).split(['<', ' ']).next().unwrap_or(""))
}

/// The number of a float type in the encoding.
pub(crate) fn float_number(kind: FloatKind) -> usize {
    kind as usize
}

pub(crate) fn sign_number(sign: Signedness) -> usize {
    match sign {
        Signedness::Signless => 0,
        Signedness::Signed => 1,
        Signedness::Unsigned => 2,
    }
}

/// How a variable is called in the encoding.
pub fn variable_name(variable: Variable) -> String {
    format!("v{}", variable.0)
}

impl<'a> Encoder<'a> {
    /// An encoder without any names yet.
    pub fn new(ctx: &'a Context) -> Encoder<'a> {
        Encoder {
            ctx,
            names: Vec::new(),
            strings: Vec::new(),
            blobs: Vec::new(),
            unread: Vec::new(),
            beyond: false,
            unfolded: Vec::new(),
        }
    }

    /// What comes after the prelude and before the unknowns: predicates met so far. Called after everything that is to be
    /// asserted was encoded.
    pub fn declarations(&self) -> String {
        let mut text = String::new();
        for (index, (name, arity)) in self.unread.iter().enumerate() {
            let sorts = vec!["T"; *arity].join(" ");
            // Writing to a String cannot fail.
            let _ = writeln!(text, "; {}", self.ctx.str(*name).replace(['\n', '\r'], " "));
            let _ = writeln!(text, "(declare-fun p{index} ({sorts}) Bool)");
        }
        for (_, definition) in &self.unfolded {
            text.push_str(definition);
        }
        text
    }

    /// What a formula says, as a term of sort Bool.
    pub fn formula(&mut self, formula: &Formula) -> String {
        match formula {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::And(parts) => self.connective("and", parts),
            Formula::Or(parts) => self.connective("or", parts),
            Formula::Not(inner) => format!("(not {})", self.formula(inner)),
            Formula::Equal(a, b) => {
                let statement = format!("(= {} {})", self.term(a), self.term(b));
                self.guarded([a, b], statement)
            }
            Formula::Holds(t, predicate) => {
                let text = self.term(t);
                let statement = self.predicate(predicate, &text);
                self.guarded([t], statement)
            }
            Formula::Parameters(t, count) => {
                let statement = parameter_count(&self.term(t), *count);
                self.guarded([t], statement)
            }
            Formula::Compare(a, order, b) => self.compare(a, *order, b),
            Formula::Compatible(a, b) => {
                let (x, y) = (self.term(a), self.term(b));
                let statement = format!("(compatible {x} {y})");
                self.guarded([a, b], statement)
            }
            Formula::Unread(text, terms) => {
                let arguments: Vec<String> = terms.iter().map(|term| self.term(term)).collect();
                let statement = self.unread(text.text, &arguments);
                self.guarded(terms, statement)
            }
        }
    }

    /// A statement by a text without meaning: an uninterpreted predicate.
    pub(crate) fn unread(&mut self, text: Ident, arguments: &[String]) -> String {
        let index = number_in(&mut self.unread, (text, arguments.len()));
        app(format!("p{index}"), arguments)
    }

    /// The number of a dialect's type or attribute.
    pub(crate) fn name(&mut self, dialect: Ident, name: Ident) -> usize {
        number_in(&mut self.names, (dialect, name))
    }

    fn connective(&mut self, word: &str, parts: &[Formula]) -> String {
        let parts: Vec<String> = parts.iter().map(|part| self.formula(part)).collect();
        app(word, &parts)
    }

    /// `statement` and that every term denotes something.
    fn guarded<'t>(&mut self, terms: impl IntoIterator<Item = &'t Term>, statement: String) -> String {
        let mut guards = Vec::new();
        for term in terms {
            self.denotes(term, &mut guards);
        }
        if guards.is_empty() {
            return statement;
        }
        guards.push(statement);
        app("and", &guards)
    }

    fn denotes(&mut self, term: &Term, guards: &mut Vec<String>) {
        match term {
            Term::Variable(_) | Term::Constant(_) | Term::Absent => {}
            Term::TypeOf(of) | Term::Element(of) => self.denotes(of, guards),
            Term::Parameter(of, index) => {
                self.denotes(of, guards);
                let mut list = format!("(list-of {})", self.term(of));
                guards.push(format!("(not (has-body {list}))"));
                for _ in 0..*index {
                    guards.push(format!("((_ is cons) {list})"));
                    list = format!("(tail {list})");
                }
                guards.push(format!("((_ is cons) {list})"));
            }
            Term::Reshape { like, element } => {
                for part in [like, element] {
                    self.denotes(part, guards);
                    guards.push(format!("(is-type {})", self.term(part)));
                }
            }
        }
    }

    fn compare(&mut self, a: &Number, order: Order, b: &Number) -> String {
        let mut guards = Vec::new();
        let (left, right) = (self.number(a, &mut guards), self.number(b, &mut guards));
        guards.push(match order {
            Order::Equal => format!("(= {left} {right})"),
            Order::NotEqual => format!("(not (= {left} {right}))"),
            Order::Less => format!("(< {left} {right})"),
            Order::LessOrEqual => format!("(<= {left} {right})"),
        });
        app("and", &guards)
    }

    fn number(&mut self, number: &Number, guards: &mut Vec<String>) -> String {
        let Some(term) = number.term() else {
            let Number::Constant(value) = number else { return "0".to_owned() };
            return int(*value);
        };
        self.denotes(term, guards);
        let text = self.term(term);
        let (value, guard) = match number {
            Number::Rank(_) => (format!("(rank-{DEPTH} (dims-of {text}))"), format!("(is-ranked {text})")),
            Number::Container(_) => (format!("(container-of {text})"), format!("(is-type {text})")),
            Number::Length(_) => (format!("(length-of {text})"), format!("(<= 0 (length-of {text}))")),
            Number::Width(_) | Number::Constant(_) => {
                (format!("(width-of {text})"), format!("(<= 0 (width-of {text}))"))
            }
        };
        guards.push(guard);
        value
    }

    /// What a term denotes, as a term of sort `T`.
    pub fn term(&mut self, term: &Term) -> String {
        match term {
            Term::Variable(variable) => variable_name(*variable),
            Term::Constant(attr) => self.attribute(*attr),
            Term::Absent => "Absent".to_owned(),
            Term::Parameter(of, index) => {
                let mut list = format!("(list-of {})", self.term(of));
                for _ in 0..*index {
                    list = format!("(tail {list})");
                }
                format!("(head {list})")
            }
            Term::TypeOf(of) => format!("(attribute-type {})", self.term(of)),
            Term::Element(of) => format!("(element-of {})", self.term(of)),
            Term::Reshape { like, element } => {
                format!("(with-element {} {})", self.term(like), self.term(element))
            }
        }
    }

    fn optional(&mut self, attr: Option<AttrId>) -> String {
        attr.map_or_else(|| "Absent".to_owned(), |attr| self.attribute(attr))
    }

    fn optional_type(&mut self, ty: Option<TypeId>) -> String {
        ty.map_or_else(|| "Absent".to_owned(), |ty| self.ty(ty))
    }

    fn list(&mut self, items: impl DoubleEndedIterator<Item = String>) -> String {
        items.rev().fold("nil".to_owned(), |tail, head| format!("(cons {head} {tail})"))
    }

    fn types(&mut self, types: &[TypeId]) -> String {
        let items: Vec<String> = types.iter().map(|ty| self.ty(*ty)).collect();
        self.list(items.into_iter())
    }

    fn attributes(&mut self, attributes: &[AttrId]) -> String {
        let items: Vec<String> = attributes.iter().map(|attr| self.attribute(*attr)).collect();
        self.list(items.into_iter())
    }

    /// A written attribute.
    pub fn attribute(&mut self, attr: AttrId) -> String {
        let ctx = self.ctx;
        match ctx.attr_kind(attr) {
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Unit => "UnitA".to_owned(),
            AttrKind::Integer { value, ty } => {
                let number = match value {
                    IntValue::Small(small) => int(*small),
                    IntValue::Big(_) => {
                        self.beyond = true;
                        "0".to_owned()
                    }
                };
                format!("(IntA {number} {})", self.ty(*ty))
            }
            AttrKind::Float { bits, ty } => format!("(FloatA {} {})", int(*bits as i128), self.ty(*ty)),
            AttrKind::String { text, ty } => {
                let number = number_in(&mut self.strings, *text);
                format!("(StringA {number} {})", self.optional_type(*ty))
            }
            AttrKind::Array(items) => format!("(ArrayA {})", self.attributes(items)),
            AttrKind::Dialect { dialect, name, params } => {
                let number = self.name(*dialect, *name);
                format!("(DialectA {number} {})", self.attributes(params))
            }
            AttrKind::Opaque { dialect, name, body, ty } => {
                let number = self.name(*dialect, opaque_name(ctx, *name, *body));
                format!("(DialectA {number} (cons {} nil))", self.body(*body, *ty))
            }
            AttrKind::DenseArray { element, values } => {
                let number = number_in(&mut self.blobs, BlobEntry::Attribute(attr));
                format!("(DenseArrayA {} {number} {})", self.ty(*element), values.len())
            }
            AttrKind::Dense { ty, .. } => {
                let number = number_in(&mut self.blobs, BlobEntry::Attribute(attr));
                let length = crate::concrete::length(ctx, attr).unwrap_or(-1);
                format!("(DenseA {} {number} {})", self.ty(*ty), int(length))
            }
            other => {
                let kind = Blob::from_kind(other).map_or(Blob::ALL.len(), Blob::number);
                let number = number_in(&mut self.blobs, BlobEntry::Attribute(attr));
                format!("(BlobA {kind} {number} {})", self.optional_type(ctx.attr_type(attr)))
            }
        }
    }

    fn body(&mut self, text: Ident, ty: Option<TypeId>) -> String {
        let number = number_in(&mut self.blobs, BlobEntry::Body(text));
        format!("(BlobA {} {number} {})", Blob::Body.number(), self.optional_type(ty))
    }

    fn ty(&mut self, ty: TypeId) -> String {
        let ctx = self.ctx;
        match ctx.type_kind(ty) {
            TypeKind::Integer { width, signedness } => format!("(IntT {width} {})", sign_number(*signedness)),
            TypeKind::Index => "IndexT".to_owned(),
            TypeKind::Float(kind) => format!("(FloatT {})", float_number(*kind)),
            TypeKind::None => "NoneT".to_owned(),
            TypeKind::Complex(of) => format!("(ComplexT {})", self.ty(*of)),
            TypeKind::Tuple(parts) => format!("(TupleT {})", self.types(parts)),
            TypeKind::Function { inputs, results } => {
                format!("(FunctionT {} {})", self.types(inputs), self.types(results))
            }
            TypeKind::Vector { shape, element } => {
                let dims = dims(shape.iter().map(|(extent, scalable)| (i128::from(*extent), *scalable)));
                format!("(VectorT {dims} {})", self.ty(*element))
            }
            TypeKind::RankedTensor { shape, element, encoding } => {
                let dims = dims(shape.iter().map(|extent| (extent.map_or(-1, i128::from), false)));
                format!("(TensorT {dims} {} {})", self.ty(*element), self.optional(*encoding))
            }
            TypeKind::UnrankedTensor(of) => format!("(UTensorT {})", self.ty(*of)),
            TypeKind::MemRef { shape, element, layout, space } => {
                let dims = dims(shape.iter().map(|extent| (extent.map_or(-1, i128::from), false)));
                let (layout, space) = (self.optional(*layout), self.optional(*space));
                format!("(MemRefT {dims} {} {layout} {space})", self.ty(*element))
            }
            TypeKind::UnrankedMemRef { element, space } => {
                format!("(UMemRefT {} {})", self.ty(*element), self.optional(*space))
            }
            TypeKind::Dialect { dialect, name, params } => {
                let number = self.name(*dialect, *name);
                format!("(DialectT {number} {})", self.attributes(params))
            }
            TypeKind::Opaque { dialect, name, body } => {
                let number = self.name(*dialect, opaque_name(ctx, *name, *body));
                format!("(DialectT {number} (cons {} nil))", self.body(*body, None))
            }
        }
    }

    /// That an unknown has a value that real programs have, as far as one level of nesting shows.
    pub fn valid(&self, variable: Variable) -> String {
        let name = variable_name(variable);
        format!("(and (valid {name}) (valid (attribute-type {name})) (valid (element-of {name})))")
    }

    /// The same of every parameter that a formula speaks of, where there is one.
    pub fn valid_parameters(&mut self, formula: &Formula) -> Vec<String> {
        let (mut terms, mut seen) = (Vec::new(), FxHashSet::default());
        formula.terms(&mut |term| parameters_in(term, &mut seen, &mut terms));
        let statement = |term: &&Term| {
            let mut guards = Vec::new();
            self.denotes(term, &mut guards);
            let text = self.term(term);
            format!("(=> {} (and (valid {text}) (not ((_ is Absent) {text}))))", app("and", &guards))
        };
        terms.iter().map(statement).collect()
    }
}

fn parameters_in<'t>(term: &'t Term, seen: &mut FxHashSet<&'t Term>, found: &mut Vec<&'t Term>) {
    match term {
        Term::Variable(_) | Term::Constant(_) | Term::Absent => {}
        Term::Parameter(of, _) => {
            parameters_in(of, seen, found);
            if seen.insert(term) {
                found.push(term);
            }
        }
        Term::TypeOf(of) | Term::Element(of) => parameters_in(of, seen, found),
        Term::Reshape { like, element } => {
            parameters_in(like, seen, found);
            parameters_in(element, seen, found);
        }
    }
}

fn dims(extents: impl DoubleEndedIterator<Item = (i128, bool)>) -> String {
    let step = |tail: String, (extent, scalable)| format!("(dim {} {scalable} {tail})", int(extent));
    extents.rev().fold("scalar".to_owned(), step)
}

fn parameter_count(text: &str, count: usize) -> String {
    let mut list = format!("(list-of {text})");
    let mut parts = vec![
        format!("(or ((_ is DialectT) {text}) ((_ is DialectA) {text}))"),
        format!("(not (has-body {list}))"),
    ];
    for _ in 0..count {
        parts.push(format!("((_ is cons) {list})"));
        list = format!("(tail {list})");
    }
    parts.push(format!("((_ is nil) {list})"));
    app("and", &parts)
}

fn float_widths() -> String {
    let chain = FloatKind::ALL.iter().fold("(- 1)".to_owned(), |rest, kind| {
        format!("(ite (= k {}) {} {rest})", float_number(*kind), kind.bits())
    });
    format!("(define-fun float-width ((k Int)) Int {chain})\n")
}

/// The statements about extents and lists, unfolded [`DEPTH`] times over what the prelude says of the rest.
fn shapes() -> String {
    let mut text = String::new();
    for n in 1..=DEPTH {
        text.push_str(&SHAPES.replace("-N", &format!("-{n}")).replace("-M", &format!("-{}", n - 1)));
    }
    let (floats, blobs) = (FloatKind::ALL.len().to_string(), Blob::ALL.len().to_string());
    let validity = VALIDITY.replace("-N", &format!("-{DEPTH}"));
    let [sparse, resource] = [Blob::Sparse, Blob::DenseResource].map(|kind| kind.number().to_string());
    let validity = validity.replace("SPARSE", &sparse).replace("RESOURCE", &resource);
    text.push_str(&validity.replace("FLOATS", &floats).replace("BLOBS", &blobs));
    text
}
