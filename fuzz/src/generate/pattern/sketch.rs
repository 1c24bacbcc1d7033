//! A pattern as plain data: what is matched and what is done, by indices. Says nothing about what is right.

use crate::generate::vocabulary::{At, Ty};

/// A `pdl.type` of the matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeVar {
    /// The type that the payload has here unless another one fits.
    pub concrete: Ty,
    /// Whether it is written as a constant.
    pub constant: bool,
    /// Whether a spec has a word in it, so that any other type may be wrong.
    pub bound: bool,
}

/// A `pdl.attribute` of the matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// What the payload has here.
    pub concrete: At,
    /// What is written.
    pub kind: AttributeKind,
}

/// How an attribute is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// `pdl.attribute = X`
    Constant,
    /// `pdl.attribute`
    Open,
    /// `pdl.attribute : %t`
    Typed(usize),
}

/// A `pdl.operand` or, as a range, `pdl.operands`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Free {
    /// The type that the payload has here where no type variable says it.
    pub concrete: Ty,
    /// Its type variable; of a range, which then stands for two values of this type.
    pub ty: Option<usize>,
    /// True for a range of values.
    pub range: bool,
    /// Whether a spec has a word in its type.
    pub bound: bool,
}

/// What stands in an operand place of the matcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `pdl.operand` or `pdl.operands`.
    Free(usize),
    /// `pdl.result`; operand places with the same handle share one.
    Result {
        /// Which matched operation.
        node: usize,
        /// Which result.
        index: usize,
        /// Which of several `pdl.result`s of it.
        handle: usize,
    },
    /// `pdl.results`: all results.
    Results(usize),
}

/// The results of a matched operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Results {
    /// One type variable for each.
    Types(Vec<usize>),
    /// `pdl.types`: any number, of this type in the payload.
    Range(Ty),
}

impl Results {
    /// How many there are, if that is written.
    pub fn count(&self) -> Option<usize> {
        match self {
            Results::Types(types) => Some(types.len()),
            Results::Range(_) => None,
        }
    }
}

/// A `pdl.operation` of the matcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name; `None` matches any.
    pub name: Option<&'static str>,
    /// Whether a spec prescribes operands and results.
    pub real: bool,
    /// Operands.
    pub operands: Vec<Operand>,
    /// Attributes: name and index.
    pub attributes: Vec<(&'static str, usize)>,
    /// Results.
    pub results: Results,
}

/// An operation in the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpRef {
    /// A matched one.
    Node(usize),
    /// What this action creates.
    Made(usize),
}

/// A value in the rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Used {
    /// A `pdl.operand` or `pdl.operands` of the matcher.
    Free(usize),
    /// The `pdl.result` with this handle of the matcher.
    Bound {
        /// Which matched operation.
        node: usize,
        /// Which result.
        index: usize,
        /// Which handle.
        handle: usize,
    },
    /// A `pdl.result` in the rewrite; its index may be out of range.
    Result {
        /// Of which operation.
        of: OpRef,
        /// Which.
        index: usize,
    },
    /// `pdl.results` in the rewrite.
    Results(OpRef),
}

/// A result type of a created operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeType {
    /// A type variable of the matcher.
    Var(usize),
    /// A written type.
    Constant(Ty),
}

/// An operation that the rewrite creates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedOp {
    /// Its name.
    pub name: &'static str,
    /// Operands.
    pub operands: Vec<Used>,
    /// Constant attributes.
    pub attributes: Vec<(&'static str, At)>,
    /// Attributes of the matcher that it takes over.
    pub carried: Vec<(&'static str, usize)>,
    /// Result types; nothing is written when there are none.
    pub results: Vec<MadeType>,
    /// How many results it has: more than are written where the types are inferred.
    pub count: usize,
}

/// A step of the rewrite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `pdl.operation`
    Create(CreatedOp),
    /// `pdl.replace .. with %op`
    ReplaceByOp(OpRef, OpRef),
    /// `pdl.replace .. with (..)`
    ReplaceByValues(OpRef, Vec<Used>),
    /// `pdl.erase`
    Erase(OpRef),
}

/// A pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Types of the matcher.
    pub types: Vec<TypeVar>,
    /// Attributes of the matcher.
    pub attributes: Vec<Attribute>,
    /// Free operands.
    pub free: Vec<Free>,
    /// Matched operations; operands are results of earlier ones.
    pub nodes: Vec<Node>,
    /// The root, unless none is named.
    pub root: Option<usize>,
    /// The rewrite.
    pub actions: Vec<Action>,
    /// Whether the root has the attribute of a single application.
    pub once: bool,
    /// The rule that a deliberate flaw breaks.
    pub flaw: Option<&'static str>,
}

impl Sketch {
    /// The operation that carries the marker of a single application.
    pub fn marked(&self) -> usize {
        self.root.unwrap_or(self.nodes.len().saturating_sub(1))
    }

    /// The type of a free operand in the payload as it is sketched.
    pub fn free_type(&self, free: usize) -> Ty {
        let free = self.free[free];
        free.ty.map_or(free.concrete, |ty| self.types[ty].concrete)
    }

    /// The type of a result of a matched operation as it is sketched.
    pub fn result_type(&self, node: usize, index: usize) -> Ty {
        match &self.nodes[node].results {
            Results::Types(types) => types.get(index).map_or(0, |ty| self.types[*ty].concrete),
            Results::Range(ty) => *ty,
        }
    }

    /// How many results an operation has, if that is written.
    pub fn result_count(&self, op: OpRef) -> Option<usize> {
        match op {
            OpRef::Node(node) => self.nodes[node].results.count(),
            OpRef::Made(action) => match self.actions.get(action) {
                Some(Action::Create(made)) => Some(made.count),
                _ => None,
            },
        }
    }

    /// The matched operations that an operation reads, itself among them, as a bit set.
    pub fn needs(&self, node: usize) -> u64 {
        let mut set = 1u64 << node;
        // Operands are results of earlier operations.
        for index in (0..=node).rev() {
            if set >> index & 1 == 1 {
                for operand in &self.nodes[index].operands {
                    if let Operand::Result { node, .. } | Operand::Results(node) = operand {
                        set |= 1 << node;
                    }
                }
            }
        }
        set
    }

    /// Whether it matches operands or results of open number.
    pub fn has_ranges(&self) -> bool {
        self.free.iter().any(|free| free.range)
            || self.nodes.iter().any(|node| matches!(node.results, Results::Range(_)))
    }

    /// Whether values connect all matched operations.
    pub fn is_connected(&self) -> bool {
        let mut component: Vec<usize> = (0..self.nodes.len()).collect();
        let find = |component: &[usize], mut at: usize| {
            while component[at] != at {
                at = component[at];
            }
            at
        };
        let mut first_user: Vec<Option<usize>> = vec![None; self.free.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for operand in &node.operands {
                let other = match operand {
                    Operand::Free(free) => *first_user[*free].get_or_insert(index),
                    Operand::Result { node, .. } | Operand::Results(node) => *node,
                };
                let (one, two) = (find(&component, index), find(&component, other));
                component[one] = two;
            }
        }
        (1..self.nodes.len()).all(|index| find(&component, index) == find(&component, 0))
    }

    /// Names of matched and created operations.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        let made = self.actions.iter().filter_map(|action| match action {
            Action::Create(made) => Some(made.name),
            _ => None,
        });
        self.nodes.iter().filter_map(|node| node.name).chain(made)
    }
}
