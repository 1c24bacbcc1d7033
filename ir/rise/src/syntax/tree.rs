//! The tree of a text of array programs, as it is written. Knows no types of expressions.

use assay_ir::data::Span;

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub enum TypeTree {
    /// A name of a number type, or a type variable.
    Name(Name),
    /// An array.
    Array(Expr, Box<TypeTree>),
    /// A pair.
    Pair(Box<TypeTree>, Box<TypeTree>),
    /// A function.
    Fun(Box<TypeTree>, Box<TypeTree>),
}

/// A sign between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A sum.
    Plus,
    /// A difference.
    Minus,
    /// A product.
    Times,
    /// A quotient, of lengths alone.
    Over,
}

impl Sign {
    /// Its character.
    pub const fn text(self) -> &'static str {
        match self {
            Sign::Plus => "+",
            Sign::Minus => "-",
            Sign::Times => "*",
            Sign::Over => "/",
        }
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name.
    Name(String),
    /// An integer, with its sign.
    Integer(String),
    /// A decimal number, with its sign.
    Decimal(String),
    /// An operation of a dialect as a function.
    Embed(String),
    /// `f(a, b)`.
    Call(Box<Expr>, Vec<Expr>),
    /// `a |> f`.
    Pipe(Box<Expr>, Box<Expr>),
    /// `f >> g`.
    Compose(Box<Expr>, Box<Expr>),
    /// `fun(x, y => e)`.
    Lambda(Vec<Name>, Box<Expr>),
    /// `(a, b)`.
    Pair(Box<Expr>, Box<Expr>),
    /// `a + b`; the place is that of the sign.
    Binary(Sign, Span, Box<Expr>, Box<Expr>),
}

/// A parameter with its type.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: TypeTree,
}

/// A premise of a rule, such as `assoc(op)`.
#[derive(Clone, Debug)]
pub struct Premise {
    /// `neutral`, `assoc`, `comm` or `idem`.
    pub name: Name,
    /// Its arguments.
    pub arguments: Vec<Expr>,
}

/// The body of an item.
#[derive(Clone, Debug)]
pub enum Body {
    /// The expression of a definition.
    Definition(Expr),
    /// The sides of a rule, and its premises.
    Rule(Expr, Expr, Vec<Premise>),
}

/// A definition or rule.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: Name,
    /// Declared lengths.
    pub lengths: Vec<Name>,
    /// Parameters.
    pub parameters: Vec<Parameter>,
    /// Its body.
    pub body: Body,
    /// All of it.
    pub span: Span,
}
