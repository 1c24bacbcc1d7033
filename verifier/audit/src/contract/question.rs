//! The question of an audit: a pipeline, what is there at its start, and what may be left at its end, as sets of kinds.

use std::collections::BTreeSet;

use assay_ir::ops;

use super::document::Contracts;
use super::element::{Element, dialect};
use super::kinds::OpKind;
use super::pipeline::Step;
use super::universe::{KindInterner, Kinds};

/// A pipeline with the conditions at its ends.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The passes.
    pub steps: Vec<Step>,
    /// The kinds that may be present at the start.
    pub start: Vec<Element>,
    /// The kinds of a program at the start, exactly, its types among them.
    pub program: Option<Vec<OpKind>>,
    /// Those of its kinds of which no operation is sure to stay: each one folds or is dead.
    pub fleeting: Vec<OpKind>,
    /// Those of them that stay where nothing erases dead code.
    pub dead: Vec<OpKind>,
    /// The kinds of which every operation folds to a constant.
    pub folding: Vec<OpKind>,
    /// The kinds that may be present at the end; empty for any.
    pub last: Vec<Element>,
}

/// The universe of a question.
pub fn universe(contracts: &Contracts, question: &Question) -> KindInterner {
    let anchors: Vec<Element> = question
        .steps
        .iter()
        .flat_map(|step| step.anchors.iter().skip(1).filter(|anchor| *anchor != "any"))
        .map(|anchor| Element::Op(anchor.clone()))
        .collect();
    let of_program = question.program.iter().flatten().filter_map(|kind| kind.name.parse().ok());
    let others: Vec<Element> = of_program.chain(anchors).collect();
    KindInterner::new(contracts, question.start.iter().chain(&question.last).chain(&others))
}

/// Words that hold of no program unless it says so: because of them conversions to the LLVM dialect leave operations.
const RARE: [&str; 14] = [
    "linked",
    "async",
    "signed",
    "spaced",
    "tensor",
    "shape",
    "scalable",
    "ragged",
    "foreign",
    "formless",
    "minifloat",
    "unreachable",
    "quotient",
    "encoded",
];

/// The kinds at the start as a set. Where no type is named, every type but the rare ones may be there.
pub fn start(universe: &KindInterner, question: &Question) -> Kinds {
    let mut out = universe.set(&question.start);
    match &question.program {
        Some(kinds) => {
            out.union_with(&set_of(universe, kinds));
        }
        None if !question.start.iter().any(|element| matches!(element, Element::Type(_))) => {
            out.union_with(&universe.types());
            let rare = RARE.map(|name| Element::Type(name.to_owned()));
            out.difference_with(&universe.set(&rare));
        }
        None => {}
    }
    out
}

/// The kinds at the start that neither fold nor are dead in every operation.
pub(super) fn lasting(universe: &KindInterner, question: &Question) -> Kinds {
    let mut out = start(universe, question);
    out.difference_with(&set_of(universe, &question.fleeting));
    out
}

/// The kinds at the start of which some operation is dead, and does not fold.
pub(super) fn dead(universe: &KindInterner, question: &Question) -> Kinds {
    set_of(universe, &question.dead)
}

/// The kinds at the start of which every operation folds to a constant.
pub(super) fn folding(universe: &KindInterner, question: &Question) -> Kinds {
    set_of(universe, &question.folding)
}

/// The constants that folding takes and makes.
pub(super) fn constants(universe: &KindInterner) -> Kinds {
    let Some(name) = ops::integer_op("constant") else { return universe.set(&[]) };
    let constant =
        |holds| Element::Constrained { op: name.to_owned(), constraint: "tensor".to_owned(), holds };
    let mut out = universe.set(&[Element::Op(name.to_owned())]);
    out.difference_with(&universe.apart(&[constant(true)]));
    out
}

/// The dialects that are loaded before the first pass runs: those of the operations of the program, and those that the passes bring.
pub fn loaded(contracts: &Contracts, question: &Question) -> BTreeSet<String> {
    let of_program = question.program.iter().flatten().map(|kind| dialect(&kind.name).to_owned());
    let brought = question.steps.iter().filter_map(|step| contracts.found(step));
    of_program.chain(brought.flat_map(|contract| contract.loads.iter().cloned())).collect()
}

/// The final kinds as a set; every kind where none is given.
pub fn last(universe: &KindInterner, question: &Question) -> Kinds {
    match question.last.is_empty() {
        true => universe.set(&[Element::Any]),
        false => universe.set(&question.last),
    }
}

fn set_of(universe: &KindInterner, kinds: &[OpKind]) -> Kinds {
    let mut out = universe.none();
    let numbers = kinds.iter().filter_map(|kind| universe.kind(&kind.name, &kind.satisfies));
    numbers.for_each(|kind| out.insert(kind));
    out
}
