//! One pattern as a small abstract program: what is matched (nodes, values, types, attributes) and what is done
//! (actions). Indices instead of ids, every range at one length. Holds no analysis and no specs.

use assay_ir::data::{AttrId, Ident, OpId, Span, TypeId, ValueId};
use smallvec::SmallVec;

/// A matched operation: index into [`Model::nodes`].
pub type NodeIx = usize;
/// A matched value: index into [`Model::values`].
pub type ValueIx = usize;
/// A type of the matcher: index into [`Model::types`].
pub type TypeIx = usize;
/// An attribute of the matcher: index into [`Model::attributes`].
pub type AttrIx = usize;
/// An operation that the rewrite makes: index into [`Model::created`].
pub type CreatedIx = usize;

/// A list that is mostly short.
pub type List<T> = SmallVec<[T; 3]>;

/// A `pdl.operation` of the matcher.
#[derive(Clone, Debug)]
pub struct Node {
    /// The PDL operation.
    pub op: OpId,
    /// Where it is written.
    pub span: Span,
    /// Name; `None` matches any operation.
    pub name: Option<Ident>,
    /// Operands, in order; ranges flattened.
    pub operands: List<ValueIx>,
    /// What is written in the operand places.
    pub places: List<OperandPlace>,
    /// Results, in order; ranges flattened.
    pub results: List<ValueIx>,
    /// Attributes that have to be present.
    pub attributes: List<(Ident, AttrIx)>,
    /// Whether no result type is written: `replace` of such an operation by another one is an erasure.
    pub declared_without_results: bool,
    /// The pattern leaves the number of its operands or results open.
    pub counts_are_open: bool,
    /// Sizes of the operand groups of its definition, where the pattern speaks of groups.
    pub operand_sizes: Option<Vec<usize>>,
    /// Sizes of the result groups of its definition, where the pattern speaks of groups.
    pub result_sizes: Option<Vec<usize>>,
}

/// What is written in one operand place of a matched operation.
#[derive(Clone, Copy, Debug)]
pub struct OperandPlace {
    /// The PDL value: a value or a range of values.
    pub handle: ValueId,
    /// The first operand that it stands for.
    pub start: usize,
    /// For how many it stands.
    pub len: usize,
}

/// What defines a matched value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A `pdl.operand`: anything that dominates its users.
    Free(OpId),
    /// A result of a matched operation.
    Result(NodeIx, usize),
}

/// A matched value.
#[derive(Clone, Debug)]
pub struct Value {
    /// What defines it.
    pub def: Definition,
    /// Its number in the range that a `pdl.operands` binds; 0 for anything else.
    pub element: usize,
    /// Its type.
    pub ty: TypeIx,
}

/// A type of the matcher.
#[derive(Clone, Debug)]
pub struct Type {
    /// The `pdl.type`, or `None` for the type of something that has none written.
    pub handle: Option<ValueId>,
    /// The `pdl.types` and the number of the element.
    pub range: Option<(ValueId, usize)>,
    /// The constant.
    pub constant: Option<TypeId>,
}

/// An attribute of the matcher.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The `pdl.attribute`.
    pub handle: ValueId,
    /// The constant.
    pub constant: Option<AttrId>,
    /// The type that it has to carry.
    pub ty: Option<TypeIx>,
}

/// An operation during the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpRef {
    /// A matched one.
    Node(NodeIx),
    /// A created one.
    Created(CreatedIx),
}

/// A value during the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueRef {
    /// A matched one.
    Matched(ValueIx),
    /// What an operand of a matched operation holds when it is read: MLIR 22 keeps a matched range of operands as a view.
    Held(NodeIx, usize),
    /// What such an operand held when a `pdl.range` copied it: index into [`Model::copies`], and element.
    Copied(usize, usize),
    /// Result of a created operation.
    Created(CreatedIx, usize),
}

/// A type during the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    /// A type of the matcher.
    Matched(TypeIx),
    /// A written one.
    Constant(TypeId),
    /// Made by native code or by inference.
    Open,
}

/// An attribute during the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttrRef {
    /// One of the matcher.
    Matched(AttrIx),
    /// A written one.
    Constant(AttrId),
    /// MLIR's null attribute: the created operation goes without.
    Null,
    /// Made by native code.
    Open,
}

/// A `pdl.operation` of the rewrite.
#[derive(Clone, Debug)]
pub struct Created {
    /// The PDL operation.
    pub op: OpId,
    /// Where it is written.
    pub span: Span,
    /// Name.
    pub name: Ident,
    /// Operands, in order.
    pub operands: List<ValueRef>,
    /// Attributes.
    pub attributes: List<(Ident, AttrRef)>,
    /// Result types, one per result.
    pub results: List<TypeRef>,
    /// Whether no result type is written: `replace` of such an operation by another one is an erasure.
    pub declared_without_results: bool,
    /// The operation whose result types it takes over.
    pub types_of: Option<OpRef>,
    /// Made by native code: its attributes and regions are whatever its definition asks for, its operands some of those that
    /// stand here.
    pub native: bool,
    /// Result types are written that nothing gives, so that the rewrite stops here (T203).
    pub untyped: bool,
}

/// One step of the rewrite.
#[derive(Clone, Debug)]
pub enum Step {
    /// Makes an operation.
    Create(CreatedIx),
    /// Moves all uses of the results onto other values, then erases.
    Replace {
        /// What is replaced.
        target: OpRef,
        /// The operation whose results they are, when it is written as one.
        by: Option<OpRef>,
        /// By what.
        values: List<ValueRef>,
    },
    /// Erases.
    Erase(OpRef),
    /// Looks at values: `pdl.range`.
    Take(List<ValueRef>),
    /// Copies the values of [`Model::copies`].
    Copy(usize),
    /// Reads an operation: `pdl.result`, or a step that takes a range which is a view of the operation.
    Read(OpRef),
    /// Takes a result that the operation does not have; stands right before the step that takes it and blames the
    /// `pdl.result`.
    TakeMissing(OpRef),
}

impl Step {
    /// Tells if it changes the program.
    pub fn changes(&self) -> bool {
        matches!(self, Step::Create(_) | Step::Replace { .. } | Step::Erase(_))
    }
}

/// One step with its place.
#[derive(Clone, Debug)]
pub struct Action {
    /// The PDL operation.
    pub op: OpId,
    /// Where it is written.
    pub span: Span,
    /// What it does.
    pub step: Step,
}

/// A native function that is called.
#[derive(Clone, Debug)]
pub struct NativeCall {
    /// The calling PDL operation.
    pub op: OpId,
    /// Its place.
    pub span: Span,
    /// The name.
    pub name: String,
    /// The arguments of a constraint.
    pub arguments: Vec<Argument>,
    /// Whether the constraint has to fail.
    pub negated: bool,
}

/// What a native constraint is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A matched operation.
    Op(NodeIx),
    /// Matched values.
    Values(Vec<ValueIx>),
    /// A matched attribute.
    Attribute(AttrIx),
    /// A type, or something that native code made.
    Other,
}

/// A pattern.
#[derive(Clone, Debug)]
pub struct Model {
    /// The `pdl.pattern`.
    pub pattern: OpId,
    /// The `pdl.rewrite`.
    pub rewrite: OpId,
    /// Whether `assay.wildcards = "no_terminator"` is set.
    pub wildcards_deny_terminators: bool,
    /// Matched operations in text order.
    pub nodes: Vec<Node>,
    /// Matched values.
    pub values: Vec<Value>,
    /// Types of the matcher.
    pub types: Vec<Type>,
    /// Attributes of the matcher.
    pub attributes: Vec<Attribute>,
    /// Operations that the rewrite makes, in order.
    pub created: Vec<Created>,
    /// Steps in order.
    pub actions: Vec<Action>,
    /// The root: created operations stand before it.
    pub anchor: NodeIx,
    /// Native constraints of the matcher.
    pub constraints: Vec<NativeCall>,
    /// What their summaries promise.
    pub promises: Vec<Promised>,
    /// Native functions of the rewrite, as far as something is known of them: they make attributes or types, or do what
    /// their summaries say.
    pub makers: Vec<NativeCall>,
    /// Reasons why nothing can match, found while reading: the PDL operation and a sentence.
    pub impossible: Vec<(OpId, String)>,
    /// Operations without a name that are taken for one whose definition has segment sizes.
    pub taken_for: Vec<NodeIx>,
    /// Values that are one because ranges overlap.
    pub equal_values: Vec<(ValueIx, ValueIx)>,
    /// Types that are one because ranges overlap.
    pub equal_types: Vec<(TypeIx, TypeIx)>,
    /// Types that stand in a place of their own instead of what is written there, and what is written.
    pub loose_types: Vec<(TypeIx, TypeIx)>,
    /// Values that a `pdl.range` copies after something was replaced.
    pub copies: Vec<Vec<ValueRef>>,
}

impl Model {
    /// The contents: operations, values, types and attributes, with the places that name them.
    pub fn size(&self) -> u64 {
        let places = self.nodes.iter().map(|node| node.operands.len() + node.results.len() + 1);
        let made = self.created.iter().map(|created| created.operands.len() + created.results.len() + 1);
        let parts = self.values.len() + self.types.len() + self.attributes.len() + self.actions.len();
        (places.sum::<usize>() + made.sum::<usize>() + parts) as u64
    }

    /// The first operation that native code makes.
    pub fn native_creation(&self) -> Option<&Created> {
        self.created.iter().find(|created| created.native)
    }

    /// The number of results of an operation.
    pub fn result_count(&self, op: OpRef) -> usize {
        match op {
            OpRef::Node(node) => self.nodes[node].results.len(),
            OpRef::Created(created) => self.created[created].results.len(),
        }
    }

    /// A result of an operation.
    pub fn result(&self, op: OpRef, index: usize) -> ValueRef {
        match op {
            OpRef::Node(node) => ValueRef::Matched(self.nodes[node].results[index]),
            OpRef::Created(created) => ValueRef::Created(created, index),
        }
    }

    /// The PDL operation that stands for an operation.
    pub fn handle(&self, op: OpRef) -> OpId {
        match op {
            OpRef::Node(node) => self.nodes[node].op,
            OpRef::Created(created) => self.created[created].op,
        }
    }

    /// The type of a value during the rewrite.
    pub fn type_of(&self, value: ValueRef) -> TypeRef {
        match value {
            ValueRef::Matched(value) => TypeRef::Matched(self.values[value].ty),
            ValueRef::Held(node, slot) => TypeRef::Matched(self.values[self.nodes[node].operands[slot]].ty),
            ValueRef::Copied(copy, index) => self.type_of(self.copies[copy][index]),
            ValueRef::Created(created, index) => self.created[created].results[index],
        }
    }
}

/// A promise in terms of the pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Promised {
    /// None of the values has a use.
    Unused(Vec<ValueIx>),
    /// The values together have one use.
    OneUse(Vec<ValueIx>),
    /// The operation is no terminator.
    NotTerminator(NodeIx),
    /// The value is available at the operation.
    ValueAbove(ValueIx, NodeIx),
    /// The first operation dominates the second one.
    NodeAbove(NodeIx, NodeIx),
    /// Both operations stand in one block.
    SameBlock(NodeIx, NodeIx),
    /// The operation has no attribute of this name.
    Lacks(NodeIx, Ident),
}
