//! Programs with all types: what checks, runs, proofs, lowering and rules work on. Application is of one argument at a time. Knows no
//! meaning.

use std::fmt;
use std::sync::Arc;

use assay_ir::data::Span;

use crate::nat::{Nat, Symbol};
use crate::primitive::Primitive;
use crate::syntax::tree::Item;
use crate::types::{Scalar, Type};

/// A bound name: two of one text differ by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// The number.
    pub number: u32,
    /// The text.
    pub name: Arc<str>,
}

/// How an application is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `f(a)`.
    #[default]
    Call,
    /// `a |> f`.
    Pipe,
    /// A sign between both arguments, as in `a + b` and `f >> g`.
    Sign,
}

/// A part of a program.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its kind.
    pub kind: Kind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kind of a part.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A bound name.
    Variable(Variable),
    /// A number as it is written; its type is that of the part.
    Literal(Arc<str>),
    /// A function.
    Lambda(Variable, Arc<Node>),
    /// An application.
    Apply(Arc<Node>, Arc<Node>, Style),
    /// A pattern or scalar operation with its lengths.
    Primitive(Primitive, Vec<Nat>),
    /// An operation of a dialect as a function of numbers.
    Embed(Arc<str>),
    /// A pair.
    Pair(Arc<Node>, Arc<Node>),
    /// A definition above, with the lengths that its names stand for.
    Definition(Arc<str>, Vec<Nat>),
}

impl Node {
    /// The function and its arguments, of applications one after the other.
    pub fn spine(&self) -> (&Node, Vec<&Arc<Node>>) {
        let (mut head, mut arguments) = (self, Vec::new());
        while let Kind::Apply(function, argument, _) = &head.kind {
            arguments.push(argument);
            head = function;
        }
        arguments.reverse();
        (head, arguments)
    }

    /// Calls for this part and all parts in it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Node)) {
        visit(self);
        match &self.kind {
            Kind::Lambda(_, body) => body.walk(visit),
            Kind::Apply(one, two, _) | Kind::Pair(one, two) => {
                one.walk(visit);
                two.walk(visit);
            }
            _ => {}
        }
    }
}

/// A name with its type.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub variable: Variable,
    /// The type.
    pub ty: Type,
}

/// A definition.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: Arc<str>,
    /// Declared lengths.
    pub lengths: Vec<Symbol>,
    /// Parameters.
    pub parameters: Vec<Parameter>,
    /// Its expression.
    pub body: Arc<Node>,
    /// Place of the name.
    pub span: Span,
}

/// A premise of a rule.
#[derive(Clone, Debug)]
pub enum Premise {
    /// The value is neutral for the operation, on both sides.
    Neutral(Arc<Node>, Arc<Node>),
    /// The operation is associative.
    Associative(Arc<Node>),
    /// The operation is commutative.
    Commutative(Arc<Node>),
    /// The operation is idempotent.
    Idempotent(Arc<Node>),
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its name.
    pub name: Arc<str>,
    /// Declared lengths.
    pub lengths: Vec<Symbol>,
    /// Parameters, which match anything of their type.
    pub parameters: Vec<Parameter>,
    /// The program before.
    pub left: Arc<Node>,
    /// The program after.
    pub right: Arc<Node>,
    /// Premises.
    pub premises: Vec<Premise>,
    /// Place of the name.
    pub span: Span,
}

/// A definition or a rule.
#[derive(Clone, Debug)]
pub enum Checked {
    /// A definition.
    Definition(Definition),
    /// A rule.
    Rule(Rule),
}

/// The items of a text that are well-typed, each with its tree.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// In the order of the text.
    pub items: Vec<(Item, Checked)>,
}

impl Module {
    /// The definitions.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.items.iter().filter_map(|(_, item)| match item {
            Checked::Definition(definition) => Some(definition),
            Checked::Rule(_) => None,
        })
    }

    /// The rules.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.items.iter().filter_map(|(_, item)| match item {
            Checked::Rule(rule) => Some(rule),
            Checked::Definition(_) => None,
        })
    }

    /// The definition of a name.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions().find(|definition| &*definition.name == name)
    }
}

impl Definition {
    /// The type of the result.
    pub fn result(&self) -> &Type {
        &self.body.ty
    }
}

/// The lengths of a definition or rule that are at least one: those that stand in `split` and `slide`.
pub fn positive(nodes: &[&Node]) -> Vec<Nat> {
    let mut found: Vec<Nat> = Vec::new();
    for node in nodes {
        node.walk(&mut |node| {
            if let Kind::Primitive(primitive @ (Primitive::Split | Primitive::Slide), naturals) = &node.kind {
                let written = primitive.naturals().len();
                let new = |natural: &&Nat| !natural.is_at_least(1);
                found.extend(naturals[..written.min(naturals.len())].iter().filter(new).cloned());
            }
        });
    }
    found.sort();
    found.dedup();
    found
}

impl fmt::Display for Definition {
    /// The name and the type of the result, as a check prints it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}: {}", self.name, self.result())
    }
}

/// The number type of an operation that is embedded: `true` for floats; `None` where it is no operation on numbers of one type without
/// attributes that have to be said.
pub fn embedded(operation: &str) -> Option<(usize, bool)> {
    let record = assay_ir::ops::op(operation)?;
    let operands: Vec<_> = record.operands().collect();
    let (results, regions) = (record.results().count(), record.regions());
    let said = |attribute: assay_ir::ops::Attribute| {
        attribute.kind != "unit" && !attribute.optional && attribute.default.is_none()
    };
    let alike = record.has("pure") && record.has("SameOperandsAndResultType") && record.has("Elementwise");
    let fits = alike && !record.attributes().any(said) && results == 1 && regions == (0, false);
    let float = operands.first()?.constraint.contains("Float");
    (fits && (1..=2).contains(&operands.len())).then_some((operands.len(), float))
}

/// Returns true where an operation takes numbers of this type.
pub fn takes(is_float: bool, scalar: Scalar) -> bool {
    scalar.is_float() == is_float
}
