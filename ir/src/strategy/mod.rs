//! Strategies: which step is applied where, and in which order. A strategy is a function from a program and a place in it to
//! success at a place, or to failure; where it fails it leaves the program as it was, by the journal. Combinators and
//! traversals follow ELEVATE (Hagedorn et al., ICFP 2020), places those of its version for MLIR: operations, blocks, regions.
//!
//! A [`Strategy`] is read from text by [`read`], or put together from [`Node`]s; a [`Runner`] runs it.

mod check;
mod cost;
mod dead;
mod edit;
mod nodes;
mod places;
mod read;
mod run;
mod search;
mod step;

pub use cost::{Cost, OpCount};
pub use dead::EraseDead;
pub use nodes::{
    Actual, Axis, Definition, FromOp, Literal, Node, NodeId, Predicate, Select, Strategy, Traversal,
};
pub use places::{Place, TREE_OPS};
pub use read::{Read, read};
pub use run::{End, Failure, Limits, Replacement, Runner, Why};
pub use step::{Argument, Kind, Parameter, PatternStep, Refusal, Signature, Step, StepError};
