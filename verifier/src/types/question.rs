//! The question about one pattern: what is known before (left), what has to hold afterwards (right), each with where it
//! comes from. Knows PDL and specs; neither solvers nor payloads.
//!
//! Left: the pattern's own statements about types and attributes, and the definitions of the matched operations, since
//! the matched program is valid. Right: the definitions of the created operations (T201), that each replaced result has
//! the type of its replacement (T202), that each created operation has result types at all (T203).
//!
//! Definitions of surviving matched operations need no statement of their own: with T202 their operands keep their types
//! and then they are as valid as before; without it the pattern is refuted anyway, because a user outside the match may
//! be any operation.

use std::sync::Arc;

use assay_ir::data::{AttrId, Ident, OpId, Span, ValueId};
use assay_ir::spec::OpSpec;
use rustc_hash::FxHashMap;

use super::fits::Described;
use crate::verdict::{Rule, Unknown};
use assay_type_solver::candidates::Sort;
use assay_type_solver::term::{Formula, Term, Variable};

/// What an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The type that a `pdl.type` binds.
    Type(ValueId),
    /// The type of what a `pdl.operand` without a type binds.
    Operand(ValueId),
    /// The type of an element of what a `pdl.types`, or a `pdl.operands` without types, binds.
    Element(ValueId, usize),
    /// The attribute that a `pdl.attribute` binds.
    Attribute(ValueId),
    /// An attribute of a matched `pdl.operation` that the pattern does not name.
    Unlisted(OpId, Ident),
    /// The type in an operand place of a matched operation that MLIR 22 does not compare with the value written there.
    Loose(OpId, usize),
    /// Made by native code: a call and which of its results.
    Native(OpId),
}

impl Origin {
    /// Whether it stands for a type that the pattern binds or compares.
    pub fn is_matched_type(self) -> bool {
        matches!(self, Origin::Type(_) | Origin::Operand(_) | Origin::Element(..) | Origin::Loose(..))
    }
}

/// Something known of every match.
#[derive(Clone, Debug)]
pub struct Fact {
    /// What.
    pub formula: Formula,
    /// The PDL operation that says so, or that matches an operation whose definition says so.
    pub op: OpId,
}

/// Something that has to hold after the rewrite.
#[derive(Clone, Debug)]
pub struct Obligation {
    /// The rule that is broken otherwise.
    pub code: Rule,
    /// The PDL operation that is blamed.
    pub op: OpId,
    /// What has to hold.
    pub formula: Formula,
    /// What it is about.
    pub about: About,
}

/// What an obligation is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The definition of a created operation.
    Definition {
        /// The operation.
        name: Ident,
        /// Where it is declared, in the text of the spec.
        declared: Span,
    },
    /// A created operation that its dialect does not declare.
    Undeclared(Ident),
    /// A created operation of a known dialect that has no definition here.
    Undefined(Ident),
    /// Result number `index` of `target`.
    Replacement {
        /// The replaced `pdl.operation`.
        target: OpId,
        /// Which result.
        index: usize,
        /// Type before.
        from: Term,
        /// Type after.
        to: Term,
    },
    /// Result types of a created operation.
    ResultTypes(Ident),
}

/// An operation with a definition, and what stands at its places.
#[derive(Clone, Debug)]
pub struct Use {
    /// The `pdl.operation`.
    pub op: OpId,
    /// Its definition.
    pub spec: Arc<OpSpec>,
    /// Whether the rewrite makes it.
    pub created: bool,
    /// Types of its operands.
    pub operands: Vec<Term>,
    /// Types of its results.
    pub results: Vec<Term>,
    /// The attributes that the pattern names.
    pub attributes: Vec<(Ident, Term)>,
}

/// All about one pattern.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What each unknown is, by its number.
    pub unknowns: Vec<(Origin, Sort)>,
    /// Left side.
    pub facts: Vec<Fact>,
    /// What is known besides once the native code of the rewrite has succeeded.
    pub made: Vec<Fact>,
    /// Right side.
    pub obligations: Vec<Obligation>,
    /// Things to know that are not on the left side although they may exclude some of its solutions: open counts. A
    /// solution may then be none; a proof is one all the same.
    pub loose: Vec<Unknown>,
    /// Native constraints, which narrow the match.
    pub natives: Vec<(OpId, Ident)>,
    /// What was taken for granted, in words.
    pub assumed: Vec<String>,
    /// The operations with definitions, as far as their places are known one by one.
    pub uses: Vec<Use>,
    /// The operations that are described without a definition.
    pub described: Vec<Described>,
    /// What stands in the way of a proof, whatever the obligations say.
    pub undecided: Vec<Unknown>,
    /// The number of each unknown, by what it is.
    numbers: FxHashMap<Origin, u32>,
}

impl Question {
    /// The unknowns with their sorts.
    pub fn sorts(&self) -> Vec<(Variable, Sort)> {
        self.unknowns.iter().enumerate().map(|(index, (_, sort))| (Variable(index as u32), *sort)).collect()
    }

    /// All that is known on the left.
    pub fn left(&self) -> Formula {
        Formula::all(self.facts.iter().map(|fact| fact.formula.clone()))
    }

    /// All that is known when the rewrite has run: the left side and what native code has made.
    pub fn after(&self) -> Formula {
        Formula::all(self.facts.iter().chain(&self.made).map(|fact| fact.formula.clone()))
    }

    pub(super) fn fresh(&mut self, origin: Origin, sort: Sort) -> Term {
        let next = self.unknowns.len() as u32;
        // A call may make several things.
        let number = match origin {
            Origin::Native(_) => next,
            _ => *self.numbers.entry(origin).or_insert(next),
        };
        if number == next {
            self.unknowns.push((origin, sort));
        }
        Term::Variable(Variable(number))
    }

    /// The native calls that a formula rests on.
    pub fn natives_of(&self, formula: &Formula) -> Vec<OpId> {
        let origins = formula.variables().into_iter().map(|variable| self.unknowns[variable.0 as usize].0);
        let native = |origin| if let Origin::Native(op) = origin { Some(op) } else { None };
        let mut list: Vec<OpId> = origins.filter_map(native).collect();
        list.dedup();
        list
    }
}

/// A part of a list of types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// One type.
    One(Term),
    /// Any number of types: those of a range, by the value that binds it.
    Many(ValueId),
    /// Types that nothing determines.
    Undetermined,
}

/// The types of a list without open parts.
pub(super) fn known(parts: &[Part]) -> Option<Vec<Term>> {
    parts.iter().map(|part| if let Part::One(term) = part { Some(term.clone()) } else { None }).collect()
}

pub(super) fn constant(attr: AttrId) -> Term {
    Term::Constant(attr)
}
