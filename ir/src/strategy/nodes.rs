//! Strategies as data: nodes in one list, named by their numbers.

use super::step::Argument;
use crate::data::{Ident, Span};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(pub(super) u32);

/// The kinds of children of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Operations directly in its regions, in text order.
    Inside,
    /// Operations that define its operands, in the order of the operands.
    Operands,
    /// Operations that use its results, each once, first use first.
    Users,
    /// Regions of an operation.
    Regions,
    /// Blocks of a region.
    Blocks,
    /// Blocks of a region that its entry leads to, each before those that only come behind it.
    Reachable,
    /// Operations of a block.
    Ops,
    /// The body of a function, in a tree of a program.
    Body,
    /// The function of an application, in a tree of a program.
    Function,
    /// The arguments of applications one after the other, in a tree of a program.
    Arguments,
}

/// A number or a text, or a parameter that stands for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// This one.
    Constant(Argument),
    /// Argument number `.0` of the definition around.
    Parameter(usize),
}

/// An argument of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actual {
    /// A strategy.
    Strategy(NodeId),
    /// A number, a text, or a parameter of any kind.
    Literal(Literal),
}

/// An operation made from another one, in its place: types of results, uses and location stay; unless it is bare, regions and attributes,
/// too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromOp {
    /// The new name.
    pub name: Ident,
    /// The names of the values that are the operands, each with a mark where it may be unbound; none keeps the operands.
    pub operands: Vec<(Ident, bool)>,
    /// True for a new operation, which has neither attributes nor regions.
    pub bare: bool,
}

/// Which of the children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// The child of this number, from 0.
    Nth(Literal),
    /// The first one at which the strategy succeeds.
    One,
    /// All; it fails where it fails at one of them.
    All,
    /// All at which it succeeds, and at least one.
    Some,
}

/// A way through everything below a place, down the regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Traversal {
    /// `s <+ one(topDown(s))`: the first place from above.
    TopDown,
    /// `one(bottomUp(s)) <+ s`: the first place from below.
    BottomUp,
    /// `s ; all(allTopDown(s))`.
    AllTopDown,
    /// `all(allBottomUp(s)) ; s`.
    AllBottomUp,
    /// `bottomUp(s)` until it fails everywhere.
    Innermost,
}

/// A fact about an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// It has this name.
    Is(Ident),
    /// It has an attribute of this name.
    Has(Ident),
    /// One operand uses its results, in all.
    OneUse,
    /// Nothing uses its results.
    Unused,
    /// It is operation number `.0` of its block, from 0.
    At(Literal),
    /// Its first result has the type of the value of this name.
    Typed(Ident),
    /// Its attribute `.0` is printed as `.1`.
    Equals(Ident, Literal),
    /// It is the last operation of its block.
    Last,
}

/// One strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Succeeds.
    Id,
    /// Fails.
    Fail,
    /// Applies the step of this place in the list at the place, with these arguments.
    Step(usize, Vec<Literal>),
    /// Binds a name to the operand of this number; succeeds where the name is free, or bound to the same value.
    Bind(Literal, Literal),
    /// The names that the strategy binds are free again behind it.
    Scope(NodeId),
    /// Changes the operation at the place to another one.
    FromOp(FromOp),
    /// Gives the operation at the place an attribute.
    Set(Ident, Literal),
    /// Does what the strategy does as one step, which is judged as a whole.
    AsOne(NodeId),
    /// Succeeds where the fact holds.
    Test(Predicate),
    /// `s ; t`: one after the other, each where the one before it ended.
    Seq(Vec<NodeId>),
    /// `s <+ t`: the first one that succeeds.
    Choice(Vec<NodeId>),
    /// `s <+ id`
    Try(NodeId),
    /// As often as it succeeds.
    Repeat(NodeId),
    /// Succeeds without a change where the strategy fails.
    Not(NodeId),
    /// Succeeds without a change where the strategy succeeds.
    Require(NodeId),
    /// At children of the place; the place stays.
    Child(Axis, Select, NodeId),
    /// Through everything below the place; the place stays.
    Everywhere(Traversal, NodeId),
    /// Best-first search over the alternatives, at most this number of programs; ends at the cheapest.
    Explore(Vec<NodeId>, usize),
    /// A definition with its arguments.
    Call(usize, Vec<Actual>),
    /// Argument number `.0` of the definition around.
    Parameter(usize),
}

/// A named strategy.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Names of its parameters.
    pub parameters: Vec<String>,
    /// Its kind.
    pub body: NodeId,
    /// Where the name is written.
    pub span: Span,
}

/// Definitions of strategies.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    pub(super) nodes: Vec<(Node, Span)>,
    pub(super) definitions: Vec<Definition>,
}

impl Strategy {
    /// No strategy yet.
    pub fn new() -> Strategy {
        Strategy::default()
    }

    /// Adds a node.
    pub fn add(&mut self, node: Node, span: Span) -> NodeId {
        self.nodes.push((node, span));
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize].0
    }

    /// Where a node is written.
    pub fn span(&self, id: NodeId) -> Span {
        self.nodes[id.0 as usize].1
    }

    /// All definitions, in text order.
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The definition of a name.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }

    /// Places in the list of the steps that a strategy can apply, ascending, each once.
    pub fn steps(&self, from: NodeId) -> Vec<usize> {
        let mut steps = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = vec![from];
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match self.node(id) {
                Node::Step(step, _) => steps.push(*step),
                Node::Seq(all) | Node::Choice(all) | Node::Explore(all, _) => stack.extend(all),
                Node::Try(inner)
                | Node::Repeat(inner)
                | Node::Not(inner)
                | Node::Require(inner)
                | Node::Scope(inner)
                | Node::AsOne(inner)
                | Node::Child(_, _, inner)
                | Node::Everywhere(_, inner) => stack.push(*inner),
                Node::Call(definition, arguments) => {
                    stack.push(self.definitions[*definition].body);
                    stack.extend(arguments.iter().filter_map(|argument| match argument {
                        Actual::Strategy(node) => Some(*node),
                        Actual::Literal(_) => None,
                    }));
                }
                Node::Id
                | Node::Fail
                | Node::Test(_)
                | Node::Parameter(_)
                | Node::Bind(..)
                | Node::FromOp(_)
                | Node::Set(..) => {}
            }
        }
        steps.sort_unstable();
        steps.dedup();
        steps
    }
}
