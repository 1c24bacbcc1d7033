//! Rules, and the normal form of functions, as steps of strategies.

use std::sync::Arc;

use assay_ir::data::{InsertPoint, OpId, Program};
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Kind as ArgumentKind, Parameter, Refusal, Step, StepError};

use super::matching::{Match, Prepared};
use super::terms::{Values, data_flow, substituted};
use super::tree::Tree;
use crate::core::{Kind, Node, Premise, Rule};
use crate::nat::Nat;
use crate::types::Type;

/// Tells if a premise of a rule holds of the programs that its operation and its value stand for.
pub type Holds<'a> = &'a dyn Fn(&Premise, &Node, Option<&Node>) -> bool;

/// Parameters of a step that is given lengths.
const GIVEN: [Parameter; 4] = [
    Parameter { name: "the first length", kind: ArgumentKind::Number },
    Parameter { name: "the second length", kind: ArgumentKind::Number },
    Parameter { name: "the third length", kind: ArgumentKind::Number },
    Parameter { name: "the fourth length", kind: ArgumentKind::Number },
];

/// A rule as a step.
pub struct RuleStep<'a> {
    tree: &'a Tree,
    rule: &'a Rule,
    prepared: Prepared,
    /// The same as a rule on functions, where the last argument on the left is any: the function and the argument.
    partial: Option<(Prepared, Arc<Node>)>,
    number: usize,
    holds: Holds<'a>,
}

impl std::fmt::Debug for RuleStep<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RuleStep({})", self.rule.name)
    }
}

impl<'a> RuleStep<'a> {
    /// The step of a rule; `None` where a length of it is too large, or more than four have to be given.
    pub fn new(rule: &'a Rule, tree: &'a Tree, holds: Holds<'a>) -> Option<RuleStep<'a>> {
        let prepared = Prepared::new(rule)?;
        let partial = partial(rule).and_then(|(rule, last)| Some((Prepared::new(&rule)?, last)));
        rule.parameters.iter().for_each(|one| tree.names.borrow_mut().reserve(&one.variable));
        let number = tree.counts.borrow().len();
        tree.counts.borrow_mut().push(0);
        let fits = prepared.open.len() <= GIVEN.len();
        fits.then_some(RuleStep { tree, rule, prepared, partial, number, holds })
    }

    /// The number of its applications.
    pub fn count(&self) -> usize {
        self.tree.counts.borrow()[self.number]
    }

    /// The match at an operation.
    fn found<'m>(
        &'m self,
        program: &'m Program,
        at: OpId,
        arguments: &[Argument],
    ) -> Result<Match<'m>, Refusal> {
        let given: Vec<u64> = arguments.iter().filter_map(|argument| argument.number()).collect();
        let whole = Match::new(&self.prepared, self.tree, program, at, &given);
        let found = match (whole, &self.partial) {
            (Ok(found), _) => found,
            (Err(why), Some((partial, _))) => {
                Match::new(partial, self.tree, program, at, &given).map_err(|_| Refusal::new(why))?
            }
            (Err(why), None) => return Err(Refusal::new(why)),
        };
        for premise in &self.rule.premises {
            self.premise(premise, &found)?;
        }
        Ok(found)
    }

    fn premise(&self, premise: &Premise, found: &Match<'_>) -> Result<(), Refusal> {
        let (op, value) = match premise {
            Premise::Neutral(value, op) => (op, Some(value)),
            Premise::Associative(op) | Premise::Commutative(op) | Premise::Idempotent(op) => (op, None),
        };
        let of = |node: &Node| match &node.kind {
            Kind::Variable(variable) => found.value(variable),
            _ => None,
        };
        let value = value.map(|value| of(value));
        let holds = match (of(op), &value) {
            (Some(op), None) => (self.holds)(premise, &op, None),
            (Some(op), Some(Some(value))) => (self.holds)(premise, &op, Some(value)),
            _ => false,
        };
        match holds {
            true => Ok(()),
            false => Err(Refusal::new("a premise of the rule is not known to hold of this operation")),
        }
    }
}

/// A rule whose left side ends in an argument that is any, as one on functions, with that argument.
fn partial(rule: &Rule) -> Option<(Rule, Arc<Node>)> {
    let Kind::Apply(function, last, _) = &rule.left.kind else { return None };
    let Kind::Variable(variable) = &last.kind else { return None };
    let own = rule.parameters.iter().find(|one| one.variable == *variable)?;
    let mut found = matches!(&function.kind, Kind::Variable(_)) || matches!(own.ty, Type::Fun(..));
    function.walk(&mut |node| found |= matches!(&node.kind, Kind::Variable(one) if one == variable));
    if found {
        return None;
    }
    let ty = Type::function(last.ty.clone(), rule.right.ty.clone());
    let kind = Kind::Lambda(variable.clone(), Arc::clone(&rule.right));
    let right = Arc::new(Node { kind, ty, span: rule.right.span });
    let parameters = rule.parameters.iter().filter(|one| one.variable != *variable).cloned().collect();
    let rule = Rule { left: Arc::clone(function), right, parameters, ..rule.clone() };
    Some((rule, Arc::clone(last)))
}

/// Puts a program in the place of an operation.
fn replace(tree: &Tree, program: &mut Program, at: OpId, new: &Node, listener: &mut dyn Listener) -> Applied {
    let made = tree.put(program, new, InsertPoint::Before(at));
    replaced(program, at, made, listener)
}

/// Erases an operation in whose place another one was put.
fn replaced(program: &mut Program, at: OpId, made: OpId, listener: &mut dyn Listener) -> Applied {
    listener.inserted(program, made);
    listener.erased(program, at);
    program.erase(at);
    Applied { created: vec![made], erased: vec![at], touched: Vec::new() }
}

impl Step for RuleStep<'_> {
    fn name(&self) -> &str {
        &self.rule.name
    }

    fn parameters(&self) -> &[Parameter] {
        &GIVEN[..self.prepared.open.len()]
    }

    fn applies(&self, program: &Program, at: OpId, arguments: &[Argument]) -> Result<(), Refusal> {
        self.found(program, at, arguments).map(drop)
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        arguments: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let found = self.found(program, at, arguments)?;
        self.tree.counts.borrow_mut()[self.number] += 1;
        self.tree.assumed.borrow_mut().extend(found.assumed());
        let found = found.found().map_err(Refusal::new)?;
        let made = found.put(self.tree, program, InsertPoint::Before(at));
        Ok(replaced(program, at, made, listener))
    }
}

/// `dataFlow`: the normal form of functions below a place.
#[derive(Debug)]
pub struct DataFlow<'a>(pub &'a Tree);

/// Steps of one normal form.
const MAX_STEPS: u32 = 20_000;

impl DataFlow<'_> {
    fn result(&self, program: &Program, at: OpId) -> Result<Arc<Node>, Refusal> {
        let none = || Refusal::new("it is no part of a program");
        let node = self.0.node(program, at).ok_or_else(none)?;
        let new = data_flow(&node, &mut self.0.names.borrow_mut(), &mut MAX_STEPS.clone());
        new.ok_or_else(|| Refusal::new("its normal form takes too many steps"))
    }
}

impl Step for DataFlow<'_> {
    fn name(&self) -> &'static str {
        "dataFlow"
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        self.result(program, at).map(drop)
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let new = self.result(program, at)?;
        Ok(replace(self.0, program, at, &new, listener))
    }
}

/// The program of a definition at these lengths; bound names are new.
pub fn instance(body: &Arc<Node>, lengths: &[(crate::nat::Symbol, Nat)], tree: &Tree) -> Option<Arc<Node>> {
    let with = |symbol: &crate::nat::Symbol| {
        lengths.iter().find(|(name, _)| name == symbol).map(|(_, length)| length.clone())
    };
    let node = super::matching::instance(body, &|_| None, &with)?;
    Some(substituted(&node, &Values::new(), &mut tree.names.borrow_mut()))
}
