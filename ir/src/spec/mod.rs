//! What a dialect declares about its operations: IRDL constraints and the traits IRDL cannot say. Data only;
//! who checks a program against it is `wellformed`, who asks whether one implies another is the verifier.

mod check;
mod compare;
mod conform;
mod groups;
mod lazy_dialects;
mod load;
pub mod meaning;
pub mod native;
mod ods;
mod predicate;
mod record;
mod registry;
mod relation;
mod solve;
mod tables;
mod traits;
mod upstream;

pub use check::{Check, CheckKind};
pub use compare::{dynamic, infer_results, with_element};
pub use conform::{Conformance, Failure, conform};
pub use groups::{
    Fault, OpInstance, Place, RegionShape, open_groups, operand_groups, result_groups, sizes_by_count,
};
pub use load::{CheckSubset, Named, Side, check_subsets, load};
pub use ods::OdsTraits;
pub use predicate::{AttrClass, Predicate, TypeClass};
pub use registry::Registry;
pub use relation::{Compare, ListTerm, Relation, Signature, Term};
pub use solve::{Answer, Goal, satisfy};
pub use traits::{Infer, Traits};
pub use upstream::{UpstreamOp, has_records, is_of_upstream, upstream_names, upstream_op};

use std::sync::Arc;

use crate::data::{AttrId, Context, Ident, Source, Span};

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

impl Group {
    /// True where there may be none, or several.
    pub fn is_open(&self) -> bool {
        self.variadicity != Variadicity::Single
    }
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
    /// Largest number of blocks; `None` says nothing.
    pub at_most: Option<u32>,
    /// Any number of regions like this one stands here (only the last one of an operation may say so).
    pub variadic: bool,
    /// Whether it may be without any block (`assay.traits` name `may_be_empty`).
    pub may_be_empty: bool,
    /// The operation that ends its blocks (`ends=r:d.op`); `None` says nothing.
    pub terminator: Option<Ident>,
}

impl RegionSpec {
    /// A region about which nothing is known but its name.
    pub fn open(name: Ident) -> RegionSpec {
        RegionSpec {
            name,
            arguments: None,
            blocks: None,
            at_most: None,
            variadic: false,
            may_be_empty: true,
            terminator: None,
        }
    }
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
    /// Relations between types; all of them hold.
    pub relations: Vec<Relation>,
    /// Lists of types that are equal, such as the operands of a branch and the arguments of its block.
    pub signatures: Vec<Signature>,
    /// Checks that its verifier makes in C++.
    pub checks: Vec<Check>,
    /// `variadic` binds per element (specs that come from ODS) instead of making all elements equal.
    pub variadic_per_element: bool,
    /// Written by `tblgen-to-irdl` and not completed by hand: traits are lost, so that the operation may be a
    /// terminator, define a symbol, have successors or infer its result types; and attributes with a default are listed
    /// like required ones, so that any of them may be absent.
    pub lossy: bool,
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
    /// Tells if the sizes of groups are a property, which is there and all zeros in an operation that is created without them:
    /// in MLIR so for operations of its own (observed with MLIR 22.1.8), where IRDL makes them an attribute that has to be there.
    pub fn sizes_are_a_property(&self, ctx: &Context) -> bool {
        upstream_op(ctx.str(self.name)).is_some()
    }

    /// The operands or results of a name.
    pub fn group(&self, name: Ident) -> Option<&Group> {
        self.operands.iter().chain(&self.results).find(|group| group.name == name)
    }

    /// The constraint of a variable.
    pub fn constraint(&self, var: Var) -> &Constraint {
        &self.constraints[var.0 as usize].0
    }
}
