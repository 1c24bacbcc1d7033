//! Verdicts of rules and pairs of array programs: runs on small sizes first, then a proof for all sizes. A refutation is an input on
//! which the reference interpreter was run on both sides.

mod draw;
mod search;

use std::rc::Rc;
use std::sync::Arc;

use assay_ir::rule::Rule as Code;
use assay_rise::core::{self, Definition, Kind, Module, Node, Parameter, Premise, Rule};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::primitive::Primitive;
use assay_rise::types::Type;
pub use assay_rise_proof::Derivation;
use assay_rise_proof::value::Why;
use assay_rise_proof::{Answer, Fact};
pub use search::Counterexample;
use search::{Found, search};

/// One side of a comparison.
pub(crate) struct Side<'a> {
    body: &'a Arc<Node>,
    parameters: &'a [Parameter],
    lengths: &'a [Symbol],
    module: &'a Module,
    /// It has a `reduce`, whose order is free.
    any_order: bool,
}

/// Two programs over the same parameters.
pub(crate) struct Pair<'a> {
    before: Side<'a>,
    after: Side<'a>,
    premises: &'a [Premise],
    positive: Vec<Nat>,
}

/// The verdict about a rule, or about two definitions.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds at all sizes.
    Proved(Derivation),
    /// It does not hold on this input.
    Refuted(Box<Counterexample>),
    /// All inputs that were run agree, and nothing was proved: the reason, and the number of inputs.
    Unknown(String, usize),
    /// The proof and a run contradict each other: a defect of Assay.
    Disagreement(Box<Counterexample>),
    /// The definitions have other parameters or results.
    Different(String),
}

/// Judges a rule.
pub fn rule(rule: &Rule, module: &Rc<Module>) -> Verdict {
    let side = |body| Side {
        body,
        parameters: &rule.parameters,
        lengths: &rule.lengths,
        module,
        any_order: has_reduce(body, module),
    };
    let pair = Pair {
        before: side(&rule.left),
        after: side(&rule.right),
        premises: &rule.premises,
        positive: core::positive(&[&rule.left, &rule.right]),
    };
    decided(&pair, || assay_rise_proof::rule(rule, module))
}

/// Judges a definition against another one that is to compute the same.
pub fn definitions(before: (&Definition, &Rc<Module>), after: (&Definition, &Rc<Module>)) -> Verdict {
    if let Some(difference) = difference(before.0, after.0) {
        return Verdict::Different(difference);
    }
    let side = |(definition, module): (&'_ Definition, &'_ Rc<Module>)| {
        (Arc::clone(&definition.body), has_reduce(&definition.body, module))
    };
    let ((one, first), (two, second)) = (side(before), side(after));
    let names = |symbol: &Symbol| {
        let at = after.0.lengths.iter().position(|name| name == symbol)?;
        before.0.lengths.get(at).cloned().map(Nat::symbol)
    };
    let mut positive = core::positive(&[&one]);
    positive.extend(core::positive(&[&two]).iter().filter_map(|length| length.substituted(&names)));
    let pair = Pair {
        before: Side {
            body: &one,
            parameters: &before.0.parameters,
            lengths: &before.0.lengths,
            module: before.1,
            any_order: first,
        },
        after: Side {
            body: &two,
            parameters: &after.0.parameters,
            lengths: &after.0.lengths,
            module: after.1,
            any_order: second,
        },
        premises: &[],
        positive,
    };
    decided(&pair, || assay_rise_proof::definitions(before, after))
}

/// The first difference between the types of two definitions, in words; lengths are known by their places.
fn difference(before: &Definition, after: &Definition) -> Option<String> {
    let counts = |one: &Definition| (one.lengths.len(), one.parameters.len());
    if counts(before) != counts(after) {
        let ((a, b), (c, d)) = (counts(before), counts(after));
        return Some(format!("expected {a} lengths and {b} parameters, found {c} and {d}"));
    }
    let names = |symbol: &Symbol| {
        let at = after.lengths.iter().position(|name| name == symbol)?;
        before.lengths.get(at).cloned().map(Nat::symbol)
    };
    let types = |one: &Definition| -> Vec<Type> {
        let parameters = one.parameters.iter().map(|parameter| parameter.ty.clone());
        parameters.chain([one.result().clone()]).collect()
    };
    let pairs = types(before).into_iter().zip(types(after));
    pairs
        .filter_map(|(one, two)| Some((one, two.with_lengths(&names)?)))
        .find(|(one, two)| one != two)
        .map(|(one, two)| format!("expected {one}, found {two}"))
}

fn has_reduce(node: &Node, module: &Module) -> bool {
    let mut found = false;
    node.walk(&mut |node| match &node.kind {
        Kind::Primitive(Primitive::Reduce, _) => found = true,
        // A definition is above what uses it: there is an end.
        Kind::Definition(name, _) => {
            found |= module.definition(name).is_some_and(|definition| has_reduce(&definition.body, module));
        }
        _ => {}
    });
    found
}

fn decided(pair: &Pair<'_>, prove: impl FnOnce() -> Answer) -> Verdict {
    let Found { example, inputs, all_zeros } = search(pair);
    let answer = prove();
    match (example, answer) {
        (Some(example), Answer::Proved(_)) if example.code == Code::V301 => {
            Verdict::Disagreement(Box::new(example))
        }
        (Some(example), _) => Verdict::Refuted(Box::new(example)),
        (None, Answer::Proved(derivation)) if all_zeros => Verdict::Proved(derivation),
        (None, Answer::Proved(_)) => Verdict::Unknown(
            "its sizes are too many to run each of them as zero and as one".to_owned(),
            inputs,
        ),
        (None, Answer::Differ) => Verdict::Unknown("both sides have another normal form".to_owned(), inputs),
        (None, Answer::Unknown(Why::Limit)) => Verdict::Unknown("the proof is too large".to_owned(), inputs),
        (None, Answer::Unknown(Why::Unsupported(what))) => Verdict::Unknown(what, inputs),
    }
}

/// The lines of a derivation: each law, its instance and its premise.
pub fn derivation_lines(derivation: &Derivation) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(derivation.positive.iter().map(|length| format!("assumes {length} >= 1")));
    let fact = |fact: &Fact| format!("{} = {} where {}", fact.before, fact.after, fact.premise);
    lines.extend(derivation.facts.iter().map(fact));
    lines.extend(derivation.laws.iter().cloned());
    lines
}
