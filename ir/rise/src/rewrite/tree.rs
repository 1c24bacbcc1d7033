//! Programs as trees of operations, for strategies: an operation for each part, whose regions hold its parts, so that what is
//! applied last comes first on the way down. The operations have no text.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use assay_ir::data::{AttrId, AttrKind, Context, Ident, InsertPoint, NewOp, OpId, Program, Span};

use assay_ir::strategy::TREE_OPS;

use super::terms::Names;
use crate::core::{Kind, Node, Style, Variable};
use crate::nat::Nat;
use crate::primitive::Primitive;
use crate::types::Type;

/// The head of a part, without its parts.
#[derive(Clone, Debug)]
pub(super) enum Leaf {
    Variable(Variable),
    Literal(Arc<str>),
    Lambda(Variable),
    Apply(Style),
    Primitive(Primitive, Vec<Nat>),
    Embed(Arc<str>),
    Pair,
    Definition(Arc<str>, Vec<Nat>),
}

/// A part with its type and its place in the text.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) leaf: Leaf,
    pub(super) ty: Type,
    pub(super) span: Span,
}

/// The names of the operations of parts that are no patterns: functions and applications first, pairs, names, numbers, operations,
/// definitions.
const PART_OPS: [&str; 7] = [
    TREE_OPS[0],
    TREE_OPS[1],
    "rise.tuple",
    "rise.variable",
    "rise.literal",
    "rise.embed",
    "rise.definition",
];

/// The parts of the programs of one context.
#[derive(Debug)]
pub struct Tree {
    ctx: Arc<Context>,
    key: Ident,
    ops: [Ident; 7],
    patterns: Vec<Ident>,
    leaves: RefCell<Vec<Rc<Part>>>,
    pub(super) names: RefCell<Names>,
    /// Applications of rules, by number.
    pub(super) counts: RefCell<Vec<usize>>,
    /// Lengths that have to be at least one for what was applied.
    pub(super) assumed: RefCell<BTreeSet<Nat>>,
}

impl Tree {
    /// No parts yet; new names are behind those of `names`.
    pub fn new(ctx: &Arc<Context>, names: Names) -> Tree {
        let name = |primitive: &Primitive| ctx.ident(&format!("rise.{}", primitive.name()));
        Tree {
            ctx: Arc::clone(ctx),
            key: ctx.ident("part"),
            ops: PART_OPS.map(|name| ctx.ident(name)),
            patterns: Primitive::ALL.iter().map(name).collect(),
            leaves: RefCell::default(),
            names: RefCell::new(names),
            counts: RefCell::default(),
            assumed: RefCell::default(),
        }
    }

    /// Lengths that have to be at least one for what was applied.
    pub fn assumed(&self) -> Vec<Nat> {
        self.assumed.borrow().iter().cloned().collect()
    }

    fn name(&self, leaf: &Leaf) -> Ident {
        let at = match leaf {
            Leaf::Lambda(_) => 0,
            Leaf::Apply(_) => 1,
            Leaf::Pair => 2,
            Leaf::Variable(_) => 3,
            Leaf::Literal(_) => 4,
            Leaf::Embed(_) => 5,
            Leaf::Definition(..) => 6,
            Leaf::Primitive(primitive, _) => return self.patterns[*primitive as usize],
        };
        self.ops[at]
    }

    /// Puts a program at a place.
    pub fn put(&self, program: &mut Program, node: &Node, at: InsertPoint) -> OpId {
        let (leaf, parts): (Leaf, Vec<&Arc<Node>>) = match &node.kind {
            Kind::Variable(variable) => (Leaf::Variable(variable.clone()), Vec::new()),
            Kind::Literal(digits) => (Leaf::Literal(Arc::clone(digits)), Vec::new()),
            Kind::Lambda(variable, body) => (Leaf::Lambda(variable.clone()), vec![body]),
            Kind::Apply(function, argument, style) => (Leaf::Apply(*style), vec![function, argument]),
            Kind::Primitive(primitive, naturals) => {
                (Leaf::Primitive(*primitive, naturals.clone()), Vec::new())
            }
            Kind::Embed(name) => (Leaf::Embed(Arc::clone(name)), Vec::new()),
            Kind::Pair(one, two) => (Leaf::Pair, vec![one, two]),
            Kind::Definition(name, lengths) => {
                (Leaf::Definition(Arc::clone(name), lengths.clone()), Vec::new())
            }
        };
        let op = self.make(program, leaf, (&node.ty, node.span), parts.len(), at);
        for (number, part) in parts.into_iter().enumerate() {
            let place = self.place(program, op, number);
            self.put(program, part, place);
        }
        op
    }

    /// An operation of a part without its parts.
    pub(super) fn make(
        &self,
        program: &mut Program,
        leaf: Leaf,
        (ty, span): (&Type, Span),
        parts: usize,
        at: InsertPoint,
    ) -> OpId {
        let name = self.name(&leaf);
        let number = self.leaves.borrow().len();
        self.leaves.borrow_mut().push(Rc::new(Part { leaf, ty: ty.clone(), span }));
        let number = self.ctx.integer_attr(number as i128, self.ctx.integer(64));
        let attributes = self.ctx.dictionary([(self.key, number)]);
        let new = NewOp { regions: parts, attributes, ..NewOp::named(&self.ctx, name) };
        program.create(&new, at)
    }

    /// The place of a part of an operation that has none there yet.
    pub(super) fn place(&self, program: &mut Program, op: OpId, number: usize) -> InsertPoint {
        let region = program.op_regions(op)[number];
        InsertPoint::End(program.add_block(region, Span::NONE))
    }

    /// Tells if a name is free in the program of an operation.
    pub(super) fn mentions(&self, program: &Program, op: OpId, variable: u32) -> bool {
        program.walk(op).any(|op| {
            let part = self.leaf(program, op);
            part.is_some_and(|part| matches!(&part.leaf, Leaf::Variable(one) if one.number == variable))
        })
    }

    fn number(&self, program: &Program, op: OpId) -> Option<usize> {
        let attr: AttrId = program.attr(op, self.key)?;
        match self.ctx.attr_kind(attr) {
            AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
            _ => None,
        }
    }

    /// The head of a part, its type and its place in the text.
    pub(super) fn leaf(&self, program: &Program, op: OpId) -> Option<Rc<Part>> {
        self.leaves.borrow().get(self.number(program, op)?).map(Rc::clone)
    }

    /// A part of an operation, by number.
    pub(super) fn part(&self, program: &Program, op: OpId, number: usize) -> Option<OpId> {
        let region = program.op_regions(op).get(number)?;
        program.first_op(*program.region(*region).blocks.first()?)
    }

    /// The program of an operation.
    pub fn node(&self, program: &Program, op: OpId) -> Option<Arc<Node>> {
        let own = self.leaf(program, op)?;
        let (leaf, ty, span) = (own.leaf.clone(), own.ty.clone(), own.span);
        let part = |number| self.node(program, self.part(program, op, number)?);
        let kind = match leaf {
            Leaf::Variable(variable) => Kind::Variable(variable),
            Leaf::Literal(digits) => Kind::Literal(digits),
            Leaf::Lambda(variable) => Kind::Lambda(variable, part(0)?),
            Leaf::Apply(style) => Kind::Apply(part(0)?, part(1)?, style),
            Leaf::Primitive(primitive, naturals) => Kind::Primitive(primitive, naturals),
            Leaf::Embed(name) => Kind::Embed(name),
            Leaf::Pair => Kind::Pair(part(0)?, part(1)?),
            Leaf::Definition(name, lengths) => Kind::Definition(name, lengths),
        };
        Some(Arc::new(Node { kind, ty, span }))
    }
}
