//! What a dialect declares about its operations: IRDL constraints and the traits IRDL cannot say. Data only;
//! who checks a program against it is `wellformed`, who asks whether one implies another is the verifier.

mod registry;

pub use registry::Registry;

use std::sync::Arc;

use crate::data::{AttrId, Ident, Source, Span};

/// A constraint variable of one definition: an index into [`OpSpec::constraints`]. Every place that names the
/// variable holds the same type or attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// What `irdl.base` and `irdl.parametric` name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BaseRef {
    /// `@d::@t`, a type definition.
    Type {
        /// Dialect.
        dialect: Ident,
        /// Name without the dialect.
        name: Ident,
    },
    /// `@d::@a`, an attribute definition.
    Attribute {
        /// Dialect.
        dialect: Ident,
        /// Name without the dialect.
        name: Ident,
    },
    /// `"!builtin.integer"`: the text between the quotes.
    Named(Ident),
}

/// What a variable has to satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// `irdl.any`
    Any,
    /// `irdl.is X`; a type stands as a type attribute.
    Is(AttrId),
    /// `irdl.base`
    Base(BaseRef),
    /// `irdl.parametric @d::@t<%a, %b>`
    Parametric(BaseRef, Vec<Var>),
    /// `irdl.any_of(%a, %b)`
    AnyOf(Vec<Var>),
    /// `irdl.all_of(%a, %b)`
    AllOf(Vec<Var>),
    /// `irdl.c_pred "text"`
    CPred(Ident),
}

/// How many values stand in one named group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variadicity {
    /// Exactly one.
    Single,
    /// None or one.
    Optional,
    /// Any number.
    Variadic,
}

/// A named group of operands or results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Name.
    pub name: Ident,
    /// Constraint of its elements.
    pub var: Var,
    /// How many.
    pub variadicity: Variadicity,
    /// Where it is written.
    pub span: Span,
}

/// An attribute that a definition lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttributeSpec {
    /// Name.
    pub name: Ident,
    /// Constraint.
    pub var: Var,
    /// Whether it may be absent (`assay.optional_attributes`; plain IRDL requires all that it lists).
    pub optional: bool,
    /// Where it is written.
    pub span: Span,
}

/// A region that a definition lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionSpec {
    /// Name.
    pub name: Ident,
    /// Entry block arguments; `None` says nothing about them.
    pub arguments: Option<Vec<Var>>,
    /// Number of blocks; `None` says nothing.
    pub blocks: Option<u32>,
    /// Whether it may be without any block (`assay.traits` name `may_be_empty`).
    pub may_be_empty: bool,
}

/// Names of relations between parameters that IRDL cannot say, from `assay.relations`, such as
/// `width(in) < width(out)`; see `corpus/dialects/README.md` for the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Left side.
    pub left: Term,
    /// How both sides compare.
    pub compare: Compare,
    /// Right side.
    pub right: Term,
}

/// A comparison in a [`Relation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compare {
    /// `==`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
}

/// One side of a [`Relation`]; names are operand, result or attribute group names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// `type(x)`: the type of a value, or of a typed attribute.
    Type(Ident),
    /// `element(x)`: the element type of a shaped type, or the type itself.
    Element(Ident),
    /// `width(x)`: the bit width of the (element) type.
    Width(Ident),
    /// `shape(x)`: container and extents: a scalar, or a shaped type without its element type.
    Shape(Ident),
    /// A written type or number.
    Constant(AttrId),
}

/// What IRDL cannot say about an operation, read from `assay.traits`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// `terminator`: ends its block.
    pub terminator: bool,
    /// `isolated`: regions see no values from outside.
    pub isolated: bool,
    /// `graph`: regions are graph regions (no dominance).
    pub graph: bool,
    /// `single_block`: regions have exactly one block.
    pub single_block: bool,
    /// `no_terminator`: blocks of its regions need no terminator.
    pub no_terminator: bool,
    /// `implicit_terminator=d.op`
    pub implicit_terminator: Option<Ident>,
    /// `parents=a.b|c.d`: required parents; empty says any.
    pub parents: Vec<Ident>,
    /// `symbol`: defines a symbol.
    pub symbol: bool,
    /// `symbol_table`: its region is a scope for symbols.
    pub symbol_table: bool,
    /// `symbol_user`: refers to symbols that have to exist.
    pub symbol_user: bool,
    /// `pure`: no effect, may be dropped.
    pub pure: bool,
    /// `deterministic`: a function of operands and attributes.
    pub deterministic: bool,
    /// `commutative`
    pub commutative: bool,
    /// `infer=first_operand` and the like: result types follow from the rest.
    pub infers_results: bool,
    /// `return_like`: its operands are the results of the parent (see `returns_to`).
    pub return_like: bool,
    /// `operand_segments`: carries `operandSegmentSizes`.
    pub operand_segments: bool,
    /// `result_segments`: carries `resultSegmentSizes`.
    pub result_segments: bool,
    /// `successors=N`: exact number of successors; `None` says nothing known, plain specs mean zero.
    pub successors: Option<u32>,
    /// `any_successors`: any number of successors.
    pub any_successors: bool,
    /// `constant_like`
    pub constant_like: bool,
    /// `scoped_allocation`: an allocation scope.
    pub allocation_scope: bool,
    /// Names that no field above stands for, kept so that nothing is lost.
    pub other: Vec<Ident>,
}

/// The declaration of one operation.
#[derive(Clone, Debug)]
pub struct OpSpec {
    /// Full name, such as `arith.addi`.
    pub name: Ident,
    /// Text that declares it.
    pub source: Option<Arc<Source>>,
    /// Where it is declared.
    pub span: Span,
    /// Constraint of each variable, with where it is written.
    pub constraints: Vec<(Constraint, Span)>,
    /// Operand groups in order.
    pub operands: Vec<Group>,
    /// Result groups in order.
    pub results: Vec<Group>,
    /// Attributes by name.
    pub attributes: Vec<AttributeSpec>,
    /// Regions in order; `None` when the definition says nothing about regions and a trait leaves them open.
    pub regions: Option<Vec<RegionSpec>>,
    /// What IRDL cannot say.
    pub traits: Traits,
    /// Relations between types.
    pub relations: Vec<Relation>,
    /// `variadic` binds per element (specs that come from ODS) instead of making all elements equal.
    pub variadic_per_element: bool,
}

/// The declaration of one type or attribute.
#[derive(Clone, Debug)]
pub struct ParametricSpec {
    /// Dialect.
    pub dialect: Ident,
    /// Name without the dialect.
    pub name: Ident,
    /// Constraint of each variable.
    pub constraints: Vec<(Constraint, Span)>,
    /// Parameters in order: name and constraint.
    pub parameters: Vec<(Ident, Var)>,
    /// Where it is declared.
    pub span: Span,
}

impl OpSpec {
    /// The constraint of a variable.
    pub fn constraint(&self, var: Var) -> &Constraint {
        &self.constraints[var.0 as usize].0
    }
}
