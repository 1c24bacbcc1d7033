//! Equality of array programs for all sizes: both are applied to fresh indices until they are numbers, patterns vanish by their
//! table, and what is left has a normal form. Knows no engine, and no rule of `check`.
//!
//! Theorem: two programs of one normal form have the same value at all lengths at which what stands in `split` and `slide` is at least
//! one and both are defined. A program of another normal form may be equal: nothing is said.
//!
//! Modules in reading order: [`value`] programs at indices that are not known, [`eval`] from programs to them,
//! [`normal`] normal forms, [`laws`] of reductions, [`quote`] from values to normal forms, [`derivation`] what a proof rests on, [`check`]
//! the check of one, [`text`] what of it is printed.

pub mod check;
pub mod derivation;
pub mod eval;
pub mod laws;
pub mod normal;
pub mod quote;
pub mod text;
pub mod value;

use std::rc::Rc;
use std::sync::Arc;

use assay_rise::core::{self, Definition, Kind, Module, Node, Parameter, Premise, Rule};
use assay_rise::nat::{Nat, Symbol};
use assay_rise::types::Type;

use assay_rise::index::Atoms;
use derivation::{Derivation, Open};
use eval::Scope;
use laws::Premises;
use value::{Proof, Value, Why};

/// Work of one side of a comparison.
const FUEL: u64 = 3_000_000;

/// The answer about two programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The second one is a refinement of the first at all sizes, where what is left open holds.
    Proved(Derivation, Open),
    /// Both have one normal form, and the check of the derivation refuses it: a defect of Assay.
    Refused(String),
    /// Their normal forms differ, which says nothing.
    Differ,
    /// Not decided.
    Unknown(Why),
}

/// Compares both sides of a rule; these lengths stand for others, or none does.
pub fn rule(rule: &Rule, module: &Rc<Module>, sizes: &[(Symbol, Nat)]) -> Answer {
    let positive = with(core::positive(&[&rule.left, &rule.right]), sizes);
    let side = |body| Side {
        body,
        parameters: &rule.parameters,
        premises: &rule.premises,
        module,
        lengths: sizes.to_vec(),
    };
    compared(&side(&rule.left), &side(&rule.right), positive, !sizes.is_empty())
}

/// Lengths where these stand for others.
fn with(lengths: Vec<Nat>, sizes: &[(Symbol, Nat)]) -> Vec<Nat> {
    let of = |symbol: &Symbol| sizes.iter().find(|(name, _)| name == symbol).map(|(_, size)| size.clone());
    lengths.iter().filter_map(|length| length.substituted(&of)).collect()
}

/// Compares two definitions of the same parameters and lengths, which are known by their places; these lengths of the first stand for
/// others, or none does.
pub fn definitions(
    before: (&Definition, &Rc<Module>),
    after: (&Definition, &Rc<Module>),
    sizes: &[(Symbol, Nat)],
) -> Answer {
    let names = &before.0.lengths;
    let size = |name: &Symbol| sizes.iter().find(|(other, _)| other == name).map(|(_, size)| size.clone());
    let own = names.iter().map(|name| size(name).unwrap_or_else(|| Nat::symbol(name.clone())));
    let lengths: Vec<_> = after.0.lengths.iter().cloned().zip(own).collect();
    let mut positive = with(core::positive(&[&before.0.body]), sizes);
    positive.extend(with(core::positive(&[&after.0.body]), &lengths));
    positive.sort();
    positive.dedup();
    let left = Side {
        body: &before.0.body,
        parameters: &before.0.parameters,
        premises: &[],
        module: before.1,
        lengths: sizes.to_vec(),
    };
    let right = Side {
        body: &after.0.body,
        parameters: &after.0.parameters,
        premises: &[],
        module: after.1,
        lengths,
    };
    compared(&left, &right, positive, !sizes.is_empty())
}

/// A program with parameters.
struct Side<'a> {
    body: &'a Arc<Node>,
    parameters: &'a [Parameter],
    premises: &'a [Premise],
    module: &'a Rc<Module>,
    /// The substitution of its lengths, where they are instantiated.
    lengths: Vec<(Symbol, Nat)>,
}

/// Both sides share the atoms of their indices, so that equal indices are the same.
fn compared(left: &Side<'_>, right: &Side<'_>, positive: Vec<Nat>, by_elements: bool) -> Answer {
    let mut proof = Proof {
        atoms: Atoms::new(&positive),
        fuel: FUEL,
        depth: 0,
        nesting: 0,
        laws: Default::default(),
        traps: false,
        orders: false,
        by_elements,
    };
    let before = match left.normal(&mut proof) {
        Ok(before) => before,
        Err(why) => return Answer::Unknown(why),
    };
    (proof.traps, proof.orders, proof.fuel) = (false, false, FUEL);
    let after = match right.normal(&mut proof) {
        Ok(after) => after,
        Err(why) => return Answer::Unknown(why),
    };
    if proof.traps && may_trap(right.body) {
        return Answer::Unknown(Why::Unsupported("an embedded operation that may be undefined".to_owned()));
    }
    if proof.orders {
        return Answer::Unknown(Why::Unsupported("a `reduce` whose order matters".to_owned()));
    }
    let same = before == after;
    let (facts, laws) = (proof.atoms.facts.iter().cloned().collect(), proof.laws.into_iter().collect());
    let derivation = Derivation { atoms: proof.atoms.into_list(), facts, laws, positive };
    if by_elements {
        // A sum that is written out has no law to check.
        return if same { Answer::Proved(derivation, Open::default()) } else { Answer::Differ };
    }
    match check::check(&left.program(), &right.program(), left.premises, &derivation) {
        Ok(open) => Answer::Proved(derivation, open),
        Err(why) if same => Answer::Refused(why),
        Err(_) => Answer::Differ,
    }
}

/// Tells if an embedded operation in it may be undefined for some operands.
fn may_trap(node: &Node) -> bool {
    let mut found = false;
    node.walk(&mut |node| {
        if let Kind::Embed(name) = &node.kind {
            found |= !assay_ir::ops::op(name).is_some_and(|op| op.has("AlwaysSpeculatableImplTrait"));
        }
    });
    found
}

impl Side<'_> {
    /// The program as a check reads it.
    fn program(&self) -> check::Program<'_> {
        check::Program {
            body: self.body,
            parameters: self.parameters,
            module: self.module,
            lengths: self.lengths.clone(),
        }
    }

    /// Its normal form.
    fn normal(&self, proof: &mut Proof) -> Result<normal::Normal, Why> {
        let mut scope = Scope::renamed(Rc::clone(self.module), self.lengths.clone());
        for (at, one) in self.parameters.iter().enumerate() {
            let ty = scope.ty(&one.ty)?;
            scope = scope.with(one.variable.number, eval::parameter(at as u32, &ty));
        }
        let premises = known(self.premises, self.parameters, &scope, proof)?;
        let value: Value = eval::eval(self.body, &scope, proof)?;
        quote::quote(&scope.ty(&self.body.ty)?, &value, &premises, proof)
    }
}

/// The premises about parameters.
fn known(
    premises: &[Premise],
    parameters: &[Parameter],
    scope: &Scope,
    proof: &mut Proof,
) -> Result<Premises, Why> {
    let number = |node: &Node| match &node.kind {
        Kind::Variable(variable) => {
            parameters.iter().position(|one| one.variable == *variable).map(|at| at as u32)
        }
        _ => None,
    };
    let mut known = Premises::default();
    for premise in premises {
        match premise {
            Premise::Associative(op) => known.associative.extend(number(op)),
            Premise::Commutative(op) => known.commutative.extend(number(op)),
            Premise::Idempotent(op) => known.idempotent.extend(number(op)),
            Premise::Neutral(value, op) => {
                let Some(op) = number(op) else { continue };
                let ty: &Type = &value.ty;
                let value = eval::eval(value, scope, proof)?;
                let normal = quote::quote(ty, &value, &Premises::default(), proof)?;
                known.neutral.push((normal, op));
            }
        }
    }
    Ok(known)
}
