//! Predicates of specs as SMT-LIB: what `ir::spec::Predicate` computes of one attribute, stated of a term of the
//! encoding. Knows predicates one by one; which question they belong to is not known here.

use std::fmt::Write as _;

use assay_ir::spec::{AttrClass, Predicate, TypeClass};

use crate::blob::Blob;
use crate::encode::{DEPTH, Encoder, float_number, sign_number};
use assay_smt::term::{app, int};

impl Encoder<'_> {
    /// That `x`, a term of sort `T`, satisfies a predicate.
    pub(crate) fn predicate(&mut self, predicate: &Predicate, x: &str) -> String {
        match predicate {
            Predicate::True => "true".to_owned(),
            Predicate::Not(inner) => format!("(not {})", self.predicate(inner, x)),
            Predicate::And(parts) => match parts.iter().find_map(type_selector) {
                Some(selector) => {
                    let ty = format!("({selector} {x})");
                    let part = |one: &Predicate| match one {
                        Predicate::TypeOfAttr(inner) => self.type_of_attribute(inner, &ty),
                        other => self.predicate(other, x),
                    };
                    app("and", &parts.iter().map(part).collect::<Vec<_>>())
                }
                None => self.parts("and", parts, x, "true"),
            },
            Predicate::Or(parts) => self.parts("or", parts, x, "false"),
            Predicate::Type(class) => type_class(*class, x),
            Predicate::Attr(class) => attr_class(*class, x),
            Predicate::Element(inner) => {
                let element = format!("(element-of {x})");
                format!("(and (is-shaped {x}) {})", self.predicate(inner, &element))
            }
            Predicate::TypeOfAttr(inner) => {
                let ty = format!("(attribute-type {x})");
                self.type_of_attribute(inner, &ty)
            }
            Predicate::Rank { min, max } => {
                let rank = format!("(rank-{DEPTH} (dims-of {x}))");
                format!("(and (is-ranked {x}) (<= {min} {rank}) (<= {rank} {max}))")
            }
            Predicate::StaticShape => format!("(and (is-ranked {x}) (static-{DEPTH} (dims-of {x})))"),
            Predicate::NoExtentIs(n) => self.extents(&format!("(not (= (extent a) {n}))"), x),
            Predicate::AllExtentsAre(n) => self.extents(&format!("(= (extent a) {n})"), x),
            Predicate::IntRange { min, max } => {
                let (min, max) = (int(i128::from(*min)), int(i128::from(*max)));
                format!("(and ((_ is IntA) {x}) (<= {min} (int-value {x})) (<= (int-value {x}) {max}))")
            }
            Predicate::PowerOfTwo(text) => {
                let is = |power: u32| format!("(= (int-value {x}) {})", int(1 << power));
                let powers: Vec<String> = (0..i64::BITS - 1).map(is).collect();
                // The smallest number of a type is one, too.
                let smallest = |width: u32| {
                    let number = int(-(1_i128 << (width - 1)));
                    format!("(and (= (int-width (int-type {x})) {width}) (= (int-value {x}) {number}))")
                };
                let smallest = [1, 8, 16, 32, 64].map(smallest).join(" ");
                let index = format!("(= (int-value {x}) {})", int(i128::from(i64::MIN)));
                let rest = self.unread(*text, &[x.to_owned()]);
                let usual = "(or (= w 1) (= w 8) (= w 16) (= w 32) (= w 64))";
                let integer = format!(
                    "(or {smallest} (let ((w (int-width (int-type {x})))) (and (not {usual}) {rest})))"
                );
                let negative = format!("(ite ((_ is IntT) (int-type {x})) {integer} {index})");
                let powers = powers.join(" ");
                format!("(and ((_ is IntA) {x}) (ite (< (int-value {x}) 0) {negative} (or {powers})))")
            }
            Predicate::ArrayOf(inner) => self.elements(inner, x),
            Predicate::DenseArrayOf(class) => {
                let element = type_class(*class, &format!("(darray-of {x})"));
                format!("(and ((_ is DenseArrayA) {x}) {element})")
            }
            Predicate::Length(n) => {
                let array = format!("(and ((_ is ArrayA) {x}) (= (length-{DEPTH} (array-of {x})) {n}))");
                format!("(or {array} (and ((_ is DenseArrayA) {x}) (= (darray-length {x}) {n})))")
            }
            Predicate::QuantizedStorage(bits) => {
                // Bodies of types are not taken apart: the same of the same, and no more.
                let text = self.ctx.ident(&format!("quantized storage of {bits} bits"));
                self.unread(text, &[x.to_owned()])
            }
            Predicate::DialectType(dialect, name) => {
                let number = self.name(*dialect, *name);
                format!("(and ((_ is DialectT) {x}) (= (type-name {x}) {number}))")
            }
            Predicate::DialectAttr(dialect, name) => {
                let number = self.name(*dialect, *name);
                format!("(and ((_ is DialectA) {x}) (= (attr-name {x}) {number}))")
            }
            Predicate::Unknown(text)
            | Predicate::IdentityLayout(text)
            | Predicate::FirstIsDynamic(text)
            | Predicate::NoneIsNegative(text)
            | Predicate::MinorIdentity(text)
            | Predicate::PlainDimensions(text) => self.unread(*text, &[x.to_owned()]),
        }
    }

    fn type_of_attribute(&mut self, inner: &Predicate, ty: &str) -> String {
        let rest = self.predicate(inner, ty);
        if holds_of_types_only(inner) { rest } else { format!("(and (is-type {ty}) {rest})") }
    }

    fn parts(&mut self, word: &str, parts: &[Predicate], x: &str, none: &str) -> String {
        if parts.is_empty() {
            return none.to_owned();
        }
        let parts: Vec<String> = parts.iter().map(|part| self.predicate(part, x)).collect();
        app(word, &parts)
    }

    /// A statement about each extent of a ranked shape.
    fn extents(&mut self, statement: &str, x: &str) -> String {
        let name = self.unfold(statement, "scalar", "inner", "D");
        format!("(and (is-ranked {x}) ({name}-{DEPTH} (dims-of {x})))")
    }

    /// A statement about each element of an array attribute.
    fn elements(&mut self, inner: &Predicate, x: &str) -> String {
        let statement = self.predicate(inner, "(head a)");
        let name = self.unfold(&statement, "nil", "tail", "L");
        format!("(and ((_ is ArrayA) {x}) ({name}-{DEPTH} (array-of {x})))")
    }

    /// Functions `NAME-0` to `NAME-DEPTH` that state something of each element; past the end, nothing is known.
    fn unfold(&mut self, statement: &str, end: &str, rest: &str, sort: &str) -> String {
        let key = format!("{sort} {statement}");
        if let Some(index) = self.unfolded.iter().position(|(known, _)| *known == key) {
            return format!("each{index}");
        }
        let name = format!("each{}", self.unfolded.len());
        let mut text = format!("(declare-fun {name}-rest ({sort}) Bool)\n");
        // Writing to a String cannot fail.
        let _ =
            writeln!(text, "(define-fun {name}-0 ((a {sort})) Bool (or ((_ is {end}) a) ({name}-rest a)))");
        for n in 1..=DEPTH {
            let _ = writeln!(
                text,
                "(define-fun {name}-{n} ((a {sort})) Bool (or ((_ is {end}) a) (and {statement} ({name}-{} ({rest} a)))))",
                n - 1
            );
        }
        self.unfolded.push((key, text));
        name
    }
}

/// The selector of the type of attributes of one class. `attribute-type`, which goes through all classes, takes Z3 4.8.12
/// exponential time where functions on lists are defined by it.
fn type_selector(predicate: &Predicate) -> Option<&'static str> {
    match predicate {
        Predicate::Attr(AttrClass::Integer) => Some("int-type"),
        Predicate::Attr(AttrClass::Float) => Some("float-type"),
        Predicate::Attr(AttrClass::String) => Some("string-type"),
        Predicate::And(parts) => parts.iter().find_map(type_selector),
        _ => None,
    }
}

/// Returns true when what satisfies a predicate is a type, by its form alone.
fn holds_of_types_only(predicate: &Predicate) -> bool {
    match predicate {
        Predicate::Type(_) => true,
        Predicate::And(parts) => parts.iter().any(holds_of_types_only),
        Predicate::Or(parts) => parts.iter().all(holds_of_types_only),
        _ => false,
    }
}

fn type_class(class: TypeClass, x: &str) -> String {
    let constructor = match class {
        TypeClass::Any => return format!("(is-type {x})"),
        TypeClass::Integer(sign, bits) => {
            let mut parts = vec![format!("((_ is IntT) {x})")];
            parts.extend(sign.map(|sign| format!("(= (int-sign {x}) {})", sign_number(sign))));
            parts.extend(bits.map(|bits| format!("(= (int-width {x}) {bits})")));
            return app("and", &parts);
        }
        TypeClass::Float(Some(kind)) => {
            return format!("(and ((_ is FloatT) {x}) (= (float-kind {x}) {}))", float_number(kind));
        }
        TypeClass::ScalableVector => {
            return format!("(and ((_ is VectorT) {x}) (scales-{DEPTH} (vector-dims {x})))");
        }
        TypeClass::Float(None) => "FloatT",
        TypeClass::Index => "IndexT",
        TypeClass::None => "NoneT",
        TypeClass::Complex => "ComplexT",
        TypeClass::Tuple => "TupleT",
        TypeClass::Function => "FunctionT",
        TypeClass::Vector => "VectorT",
        TypeClass::RankedTensor => "TensorT",
        TypeClass::UnrankedTensor => "UTensorT",
        TypeClass::MemRef => "MemRefT",
        TypeClass::UnrankedMemRef => "UMemRefT",
    };
    format!("((_ is {constructor}) {x})")
}

fn attr_class(class: AttrClass, x: &str) -> String {
    let blob = |kind: Blob| format!("(and ((_ is BlobA) {x}) (= (blob-kind {x}) {}))", kind.number());
    let constructor = match class {
        AttrClass::Any => return format!("(not ((_ is Absent) {x}))"),
        AttrClass::Bool => return format!("(and ((_ is IntA) {x}) (= (int-type {x}) (IntT 1 0)))"),
        AttrClass::Dictionary => return blob(Blob::Dictionary),
        AttrClass::SymbolRef => {
            return format!("(or {} {})", blob(Blob::FlatSymbolRef), blob(Blob::NestedSymbolRef));
        }
        AttrClass::FlatSymbolRef => return blob(Blob::FlatSymbolRef),
        AttrClass::SparseElements => return blob(Blob::Sparse),
        AttrClass::DenseResource => return blob(Blob::DenseResource),
        AttrClass::AffineMap => return blob(Blob::AffineMap),
        AttrClass::IntegerSet => return blob(Blob::IntegerSet),
        AttrClass::Strided => return blob(Blob::Strided),
        AttrClass::Location => return blob(Blob::Location),
        AttrClass::Typed => return format!("(is-type (attribute-type {x}))"),
        AttrClass::Integer => "IntA",
        AttrClass::Float => "FloatA",
        AttrClass::String => "StringA",
        AttrClass::Array => "ArrayA",
        AttrClass::Unit => "UnitA",
        AttrClass::DenseArray => "DenseArrayA",
        AttrClass::DenseElements => "DenseA",
    };
    format!("((_ is {constructor}) {x})")
}
