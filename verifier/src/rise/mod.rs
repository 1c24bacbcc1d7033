//! Verdicts of rules and pairs of array programs: runs on small sizes first, then a proof for all sizes, or for all sizes up to a
//! bound. A refutation is an input on which the reference interpreter was run on both sides.

mod draw;
mod indices;
mod premises;
mod search;

use std::rc::Rc;
use std::sync::Arc;

use assay_ir::rule::Rule as Code;
use assay_rise::core::{self, Definition, Kind, Module, Node, Parameter, Premise, Rule};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::primitive::Primitive;
use assay_rise::types::Type;
use assay_rise_proof::derivation::{Derivation, Open, Premise as Needed, Property};
use assay_rise_proof::value::Why;
use assay_rise_proof::{self as proof, Answer};
pub use premises::{Premises, Proves};
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
    Proved(Box<Proof>),
    /// It holds at all sizes up to this one: the reason for which nothing is said of others, and the number of inputs that were run.
    Bounded(i128, String, usize),
    /// It does not hold on this input.
    Refuted(Box<Counterexample>),
    /// All inputs that were run agree, and nothing was proved: the reason, and the number of inputs.
    Unknown(String, usize),
    /// The proof and a run contradict each other: a defect of Assay.
    Disagreement(Box<Counterexample>),
    /// The definitions have other parameters or results.
    Different(String),
}

/// A proof for all sizes.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Lengths that have to be at least one.
    pub positive: Vec<Nat>,
    /// The lines of its derivation: each law, its instance, its premise.
    pub lines: Vec<String>,
}

/// Judges a rule.
pub fn rule(rule: &Rule, module: &Rc<Module>, premises: &Premises<'_>) -> Verdict {
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
    decided(&pair, premises, |lengths| proof::rule(rule, module, lengths))
}

/// Judges a definition against another one that is to compute the same.
pub fn definitions(
    before: (&Definition, &Rc<Module>),
    after: (&Definition, &Rc<Module>),
    premises: &Premises<'_>,
) -> Verdict {
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
    let prove = |lengths: &[(Symbol, Nat)]| proof::definitions(before, after, lengths);
    if !pads_nothing(&two, after.1)
        && let Answer::Proved(derivation, open) = prove(&[])
        && let Ok(proof) = proved(&pair, &derivation, &open, premises)
    {
        // No size makes the second one undefined that the proof does not name: no input is needed.
        return Verdict::Proved(Box::new(proof));
    }
    decided(&pair, premises, prove)
}

/// Tells if `pad` may be asked to repeat the border of nothing.
fn pads_nothing(node: &Node, module: &Module) -> bool {
    let mut found = false;
    node.walk(&mut |node| match (&node.kind, &node.ty) {
        (Kind::Primitive(Primitive::Pad, _), Type::Fun(from, _)) => {
            found |= !matches!(&**from, Type::Array(length, _) if length.is_at_least(1));
        }
        (Kind::Definition(name, _), _) => {
            found |= module.definition(name).is_some_and(|one| pads_nothing(&one.body, module));
        }
        _ => {}
    });
    found
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

/// The largest size that is looked at where nothing is proved for all.
const MAX_SIZE: i128 = 3;
/// Most combinations of sizes that are looked at.
const MAX_SIZES: usize = 64;

/// Lengths with what stands for them.
type Lengths = Vec<(Symbol, Nat)>;

fn decided(pair: &Pair<'_>, premises: &Premises<'_>, prove: impl Fn(&[(Symbol, Nat)]) -> Answer) -> Verdict {
    let Found { example, inputs, all_zeros } = search(pair);
    let answer = prove(&[]);
    if let Some(example) = example {
        return match answer {
            Answer::Proved(_, open) if example.code == Code::V301 && open.equalities.is_empty() => {
                Verdict::Disagreement(Box::new(example))
            }
            _ => Verdict::Refuted(Box::new(example)),
        };
    }
    let why = match answer {
        Answer::Proved(derivation, open) if all_zeros => match proved(pair, &derivation, &open, premises) {
            Ok(proof) => return Verdict::Proved(Box::new(proof)),
            Err(why) => why,
        },
        Answer::Proved(..) => "its sizes are too many to run each of them as zero and as one".to_owned(),
        Answer::Refused(why) => format!("its derivation is refused: {why}"),
        Answer::Differ => "both sides have another normal form".to_owned(),
        Answer::Unknown(Why::Limit) => "the proof is too large".to_owned(),
        Answer::Unknown(Why::Unsupported(what)) => what,
    };
    match bounded(pair, premises, prove) {
        Some(most) => Verdict::Bounded(most, why, inputs),
        None => Verdict::Unknown(why, inputs),
    }
}

/// A derivation with the premises that it rests on, each of them shown.
fn proved(
    pair: &Pair<'_>,
    derivation: &Derivation,
    open: &Open,
    premises: &Premises<'_>,
) -> Result<Proof, String> {
    let mut shown =
        open.premises.iter().map(|premise| premises.shown(premise)).collect::<Result<Vec<_>, String>>()?;
    for equality in &open.equalities {
        shown.push(premises.equal(equality, &open.atoms, &derivation.positive)?);
    }
    let names: Vec<String> =
        pair.before.parameters.iter().map(|parameter| parameter.variable.name.to_string()).collect();
    let mut lines = proof::text::lines(derivation, &names);
    lines.extend(shown.into_iter().map(|premise| format!("premise: {premise}")));
    lines.extend(pair.premises.iter().filter_map(stated));
    Ok(Proof { positive: derivation.positive.clone(), lines })
}

/// A premise that the rule states.
fn stated(premise: &Premise) -> Option<String> {
    let name = |node: &Node| match &node.kind {
        Kind::Variable(variable) => Some(variable.name.to_string()),
        _ => None,
    };
    Some(match premise {
        Premise::Associative(op) => format!("premise: `{}` is associative, as the rule says", name(op)?),
        Premise::Commutative(op) => format!("premise: `{}` is commutative, as the rule says", name(op)?),
        Premise::Idempotent(op) => format!("premise: `{}` is idempotent, as the rule says", name(op)?),
        Premise::Neutral(value, op) => {
            format!("premise: `{}` is neutral for `{}`, as the rule says", name(value)?, name(op)?)
        }
    })
}

/// Tells if a premise of a rule holds of an operation on numbers: `value` is the one that is to be neutral.
pub fn premise_holds(premise: &Premise, op: &Node, value: Option<&Node>, premises: &Premises<'_>) -> bool {
    let on = |ty: &Type| match ty {
        Type::Fun(from, _) => from.scalar(),
        _ => None,
    };
    let Some(scalar) = on(&op.ty) else { return false };
    let operation = match &op.kind {
        Kind::Primitive(primitive, _) => primitive.operation(scalar).map(str::to_owned),
        Kind::Embed(name) => Some(name.to_string()),
        _ => None,
    };
    let property = match premise {
        Premise::Associative(_) => Some(Property::Associative),
        Premise::Commutative(_) => Some(Property::Commutative),
        Premise::Idempotent(_) => Some(Property::Idempotent),
        Premise::Neutral(..) => match value.map(|value| &value.kind) {
            Some(Kind::Literal(digits)) => digits.parse().ok().map(Property::Neutral),
            _ => None,
        },
    };
    let (Some(operation), Some(property)) = (operation, property) else { return false };
    premises.shown(&Needed { operation, scalar, property }).is_ok()
}

/// The largest size up to which a proof was found at each combination of sizes.
fn bounded(
    pair: &Pair<'_>,
    premises: &Premises<'_>,
    prove: impl Fn(&[(Symbol, Nat)]) -> Answer,
) -> Option<i128> {
    let names = pair.before.lengths;
    if names.is_empty() {
        return None;
    }
    (1..=MAX_SIZE).take_while(|most| (*most as usize + 1).pow(names.len() as u32) <= MAX_SIZES).fold(
        None,
        |held, most| {
            if held != Some(most - 1).filter(|last| *last > 0) {
                return held;
            }
            let all = combinations(names, most);
            let holds = |lengths: &Lengths| {
                let with = |symbol: &Symbol| {
                    lengths.iter().find(|(name, _)| name == symbol).map(|(_, length)| length.clone())
                };
                let defined = |length: &Nat| {
                    length.substituted(&with).and_then(|length| length.number()).is_some_and(|one| one >= 1)
                };
                !pair.positive.iter().all(defined)
                    || matches!(prove(lengths), Answer::Proved(derivation, open)
                        if proved(pair, &derivation, &open, premises).is_ok())
            };
            if all.iter().all(holds) { Some(most) } else { held }
        },
    )
}

/// All combinations of sizes up to one.
fn combinations(names: &[Symbol], most: i128) -> Vec<Lengths> {
    names.iter().fold(vec![Vec::new()], |all: Vec<Lengths>, name| {
        all.iter()
            .flat_map(|first| {
                (0..=most).map(|size| {
                    let mut longer = first.clone();
                    longer.push((name.clone(), Nat::constant(size)));
                    longer
                })
            })
            .collect()
    })
}
