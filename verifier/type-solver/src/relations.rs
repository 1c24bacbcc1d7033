//! The relations and signatures of a definition as formulas: what `assay.relations` says of the types of named groups.
//! A name that stands for several values states its relation of each of them, one that stands for none states nothing.

use assay_ir::data::{AttrKind, Ident, TypeKind, known};
use assay_ir::spec::{
    Check, CheckKind, Compare, Group, ListTerm, OpSpec, Registry, Relation, Signature, Term as Side,
};

use crate::places::Places;
use crate::term::{Formula, Number, Order, Statement, Term};

/// The groups of an operation by name, in one reading of its counts.
pub struct Named<'a> {
    registry: &'a Registry,
    spec: &'a OpSpec,
    places: &'a Places<'a>,
    groups: Vec<(Ident, &'a [Term])>,
}

/// One value of a side of a relation.
enum Measure {
    /// A type.
    Type(Term),
    /// The shape of a type.
    Shape(Term),
    /// A number.
    Number(Number),
    /// Nothing that is known here.
    Unread,
}

impl<'a> Named<'a> {
    /// The relations of an operation of this spec whose types and attributes lie in these places.
    pub fn new(
        registry: &'a Registry,
        spec: &'a OpSpec,
        places: &'a Places<'a>,
        operands: &[usize],
        results: &[usize],
    ) -> Named<'a> {
        let mut groups = spread(&spec.operands, operands, places.operands);
        groups.extend(spread(&spec.results, results, places.results));
        Named { registry, spec, places, groups }
    }

    /// All relations and signatures of the definition.
    pub fn relations(&self) -> Formula {
        let relations = self.spec.relations.iter().map(|relation| self.relation(relation));
        let signatures = self.spec.signatures.iter().map(|signature| self.signature(signature));
        let checks = self.spec.checks.iter().map(|check| self.check(check));
        Formula::all(relations.chain(signatures).chain(checks).collect::<Vec<_>>())
    }

    /// A check that the verifier of the operation makes in C++, which says nothing where an attribute is absent.
    fn check(&self, check: &Check) -> Formula {
        let (mut about, mut absent) = (Vec::new(), Vec::new());
        for name in &check.names {
            match self.group(*name) {
                Some(terms) => about.extend_from_slice(terms),
                None => {
                    let term = (self.places.attribute)(*name);
                    absent.push(Formula::equal(term.clone(), Term::Absent));
                    about.push(term);
                }
            }
        }
        // Values of one type broadcast to it.
        if check.kind == CheckKind::Broadcasts && about.iter().all(|term| *term == about[0]) {
            return Formula::True;
        }
        // A number initializes a value of its own type.
        if let (CheckKind::Initializes, [value, result]) = (check.kind, &about[..]) {
            absent.push(Formula::equal(value.clone().type_of(), result.clone()));
        }
        let ctx = self.registry.ctx();
        let text = format!("the relation `{}` of {}", check.text(ctx), ctx.str(self.spec.name));
        let statement = Statement { text: ctx.ident(&text), check: Some(check.kind) };
        absent.push(Formula::Unread(statement, about));
        Formula::any(absent)
    }

    /// The types of a group, or the type of a typed attribute, which may be absent.
    fn types(&self, name: Ident) -> Vec<Term> {
        match self.group(name) {
            Some(terms) => terms.to_vec(),
            None => vec![(self.places.attribute)(name).type_of()],
        }
    }

    fn group(&self, name: Ident) -> Option<&'a [Term]> {
        self.groups.iter().find(|(group, _)| *group == name).map(|(_, terms)| *terms)
    }

    fn relation(&self, relation: &Relation) -> Formula {
        let otherwise = relation.otherwise.iter().map(|other| self.relation(other));
        Formula::any([self.comparison(relation)].into_iter().chain(otherwise).collect::<Vec<_>>())
    }

    fn comparison(&self, relation: &Relation) -> Formula {
        let (left, right) = (self.measures(&relation.left), self.measures(&relation.right));
        let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (l, r)));
        let all = Formula::all(pairs.map(|(l, r)| self.compare(l, relation, r)).collect::<Vec<_>>());
        let silent = [&relation.left, &relation.right].map(|side| self.says_nothing(side));
        Formula::any([all].into_iter().chain(silent).collect::<Vec<_>>())
    }

    /// That the attribute of a side is not there, or has no type or no number of elements.
    fn says_nothing(&self, side: &Side) -> Formula {
        match side {
            Side::Type(name)
            | Side::Element(name)
            | Side::Width(name)
            | Side::Shape(name)
            | Side::Rank(name) => match self.group(*name) {
                Some(_) => Formula::False,
                None => Formula::equal((self.places.attribute)(*name).type_of(), Term::Absent),
            },
            Side::Count(name) => match self.count(*name) {
                Measure::Number(length @ Number::Length(_)) => {
                    Formula::Compare(length.clone(), Order::Equal, length).negate()
                }
                _ => Formula::False,
            },
            Side::Dynamic(_) | Side::Blocks(_) | Side::Constant(_) => Formula::False,
        }
    }

    fn measures(&self, side: &Side) -> Vec<Measure> {
        let each =
            |name: &Ident, measure: fn(Term) -> Measure| self.types(*name).into_iter().map(measure).collect();
        match side {
            Side::Type(name) => each(name, Measure::Type),
            Side::Element(name) => each(name, |term| Measure::Type(term.element())),
            Side::Width(name) => each(name, |term| Measure::Number(Number::Width(term))),
            Side::Shape(name) => each(name, Measure::Shape),
            Side::Rank(name) => each(name, |term| Measure::Number(Number::Rank(term))),
            Side::Count(name) => vec![self.count(*name)],
            Side::Dynamic(name) => match self.group(*name) {
                Some(terms) => terms.iter().map(|term| self.dynamic(term)).collect(),
                None => vec![self.marks(*name)],
            },
            Side::Blocks(_) if self.places.bare => Vec::new(),
            Side::Blocks(_) => vec![Measure::Unread],
            Side::Constant(attr) => vec![match self.registry.ctx().attr_kind(*attr) {
                AttrKind::Type(_) => Measure::Type(Term::Constant(*attr)),
                AttrKind::Integer { value, .. } => match value.to_i64() {
                    Some(value) => Measure::Number(Number::Constant(i128::from(value))),
                    None => Measure::Unread,
                },
                _ => Measure::Unread,
            }],
        }
    }

    /// How many extents of a shaped type are dynamic; other types have none and then no comparison holds.
    fn dynamic(&self, term: &Term) -> Measure {
        let ctx = self.registry.ctx();
        let Term::Constant(attr) = term else { return Measure::Unread };
        let AttrKind::Type(ty) = ctx.attr_kind(*attr) else { return Measure::Unread };
        match ctx.type_kind(*ty) {
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => {
                let open = shape.iter().filter(|extent| extent.is_none()).count();
                Measure::Number(Number::Constant(open as i128))
            }
            TypeKind::Vector { .. } => Measure::Number(Number::Constant(0)),
            _ => Measure::Unread,
        }
    }

    /// How many elements of a written attribute are marks for "dynamic".
    fn marks(&self, name: Ident) -> Measure {
        let marks = match (self.places.attribute)(name) {
            Term::Constant(attr) => assay_ir::spec::dynamic(self.registry.ctx(), attr),
            _ => None,
        };
        marks.map_or(Measure::Unread, |marks| Measure::Number(Number::Constant(i128::from(marks))))
    }

    fn count(&self, name: Ident) -> Measure {
        if let Some(terms) = self.group(name) {
            return Measure::Number(Number::Constant(terms.len() as i128));
        }
        let region = self.spec.regions.iter().flatten().any(|region| region.name == name);
        let successors = matches!(self.registry.ctx().str(name), "successors" | "later_successors");
        match region || successors {
            true if self.places.bare => Measure::Number(Number::Constant(0)),
            true => Measure::Unread,
            false => Measure::Number(Number::Length((self.places.attribute)(name))),
        }
    }

    fn compare(&self, left: &Measure, relation: &Relation, right: &Measure) -> Formula {
        let compare = relation.compare;
        let unread = || self.unread(&relation.text(self.registry.ctx()), &|_| true);
        match (left, right) {
            (Measure::Type(a), Measure::Type(b)) => match compare {
                Compare::Equal => Formula::equal(a.clone(), b.clone()),
                Compare::NotEqual => Formula::equal(a.clone(), b.clone()).negate(),
                _ => unread(),
            },
            (Measure::Shape(a), Measure::Shape(b)) => {
                let none = self.registry.ctx().type_attr(self.registry.ctx().ty(TypeKind::None));
                let shape = |term: &Term| term.with_element(&Term::Constant(none));
                match compare {
                    Compare::Equal => Formula::equal(shape(a), shape(b)),
                    Compare::NotEqual => Formula::equal(shape(a), shape(b)).negate(),
                    Compare::Compatible if a == b => Formula::True,
                    Compare::Compatible => Formula::Compatible(a.clone(), b.clone()),
                    Compare::Less | Compare::LessOrEqual => unread(),
                }
            }
            (Measure::Number(a), Measure::Number(b)) => {
                let order = match compare {
                    Compare::Equal => Order::Equal,
                    Compare::NotEqual => Order::NotEqual,
                    Compare::Less => Order::Less,
                    Compare::LessOrEqual => Order::LessOrEqual,
                    Compare::Compatible => return unread(),
                };
                match (a, b) {
                    (Number::Constant(a), Number::Constant(b)) if order.holds(*a, *b) => Formula::True,
                    (Number::Constant(_), Number::Constant(_)) => Formula::False,
                    _ => Formula::Compare(a.clone(), order, b.clone()),
                }
            }
            _ => unread(),
        }
    }

    fn signature(&self, signature: &Signature) -> Formula {
        let list = |terms: &[ListTerm]| -> Option<Vec<Term>> {
            let mut types = Vec::new();
            for term in terms {
                let ListTerm::Types(name) = term else { return None };
                types.extend_from_slice(self.group(*name)?);
            }
            Some(types)
        };
        match (list(&signature.left), list(&signature.right)) {
            (Some(left), Some(right)) if left.len() == right.len() => {
                Formula::all(left.into_iter().zip(right).map(|(a, b)| Formula::equal(a, b)))
            }
            (Some(_), Some(_)) => Formula::False,
            _ => {
                let terms: Vec<&ListTerm> = signature.left.iter().chain(&signature.right).collect();
                let groups =
                    |name: Ident| matches!(name, known::OPERAND_SEGMENT_SIZES | known::RESULT_SEGMENT_SIZES);
                let reads = |name: Ident| groups(name) || terms.iter().any(|term| term.reads(name));
                self.unread(&signature.text(self.registry.ctx()), &reads)
            }
        }
    }

    /// A statement that is only known to be the same of the same operands, results and attributes that it reads.
    fn unread(&self, text: &str, reads: &dyn Fn(Ident) -> bool) -> Formula {
        let attributes = self.spec.attributes.iter().map(|attribute| attribute.name);
        let attributes = attributes.filter(|name| reads(*name)).map(|name| (self.places.attribute)(name));
        let terms =
            self.places.operands.iter().chain(self.places.results).cloned().chain(attributes).collect();
        let text = format!("the relation `{text}` of {}", self.registry.ctx().str(self.spec.name));
        Formula::Unread(self.registry.ctx().ident(&text).into(), terms)
    }
}

fn spread<'a>(groups: &[Group], sizes: &[usize], values: &'a [Term]) -> Vec<(Ident, &'a [Term])> {
    let mut rest = values;
    let take = |(group, size): (&Group, &usize)| {
        let (here, after) = rest.split_at((*size).min(rest.len()));
        rest = after;
        (group.name, here)
    };
    groups.iter().zip(sizes).map(take).collect()
}
