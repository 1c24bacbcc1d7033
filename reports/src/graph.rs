//! The operations that a pattern matches and makes, as a graph.

use serde::{Deserialize, Serialize};

/// A graph of the operations of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// Operations and inputs; each one comes after those that it uses.
    pub nodes: Vec<Node>,
    /// Uses, each from a node to a later one.
    pub edges: Vec<(usize, usize)>,
    /// Replacements: the number of the matched node, then of the node that takes its place.
    pub replaced: Vec<(usize, usize)>,
}

/// A node of a [`Graph`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// Its name in the pattern.
    pub name: String,
    /// The operation that it stands for; empty for an input.
    pub op: String,
    /// Where it belongs.
    pub side: Side,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// Where a node belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// A value that the match is given.
    Input,
    /// A matched operation.
    Matched,
    /// A created operation, or the result of native code.
    Created,
}
