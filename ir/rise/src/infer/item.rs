//! The check of a definition or rule: its declarations, its expressions, its premises.

use std::collections::BTreeSet;
use std::sync::Arc;

use assay_ir::diagnostic::Diagnostic;
use assay_ir::nearest::nearest;

use super::expr::Checker;
use super::unify::Unknowns;
use crate::core::{self, Checked, Definition, Module, Node, Premise, Rule};
use crate::nat::Symbol;
use crate::primitive::{Fresh as _, Primitive};
use crate::syntax::tree::{self, Body, Expr, Item, Name, TypeTree};
use crate::types::{Scalar, Type};

/// Checks an item below a module; `names` are those of all items above it.
pub(super) fn check(item: &Item, module: &Module, names: &[String]) -> (Option<Checked>, Vec<Diagnostic>) {
    let broken = names.iter().filter(|name| module.definition(name).is_none()).cloned().collect();
    let mut checker = Checker {
        module,
        unknowns: Unknowns::default(),
        errors: Vec::new(),
        lengths: Vec::new(),
        scope: Vec::new(),
        variables: 0,
        broken,
        own: item.name.text.clone(),
    };
    if names.contains(&item.name.text) {
        checker.error(item.name.span, format!("expected a new name, found `{}` again", item.name.text));
    }
    if Primitive::parse(&item.name.text).is_some() {
        checker.error(
            item.name.span,
            format!("expected a new name, found `{}`, which is a pattern", item.name.text),
        );
    }
    let checked = checker.item(item);
    let mut errors = checker.errors;
    errors.sort_by_key(|error| error.span.start);
    (checked.filter(|_| errors.is_empty()), errors)
}

impl Checker<'_> {
    fn item(&mut self, item: &Item) -> Option<Checked> {
        self.unique(&item.lengths, "length");
        let parameters: Vec<Name> = item.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        self.unique(&parameters, "parameter");
        let symbols = item.lengths.iter().enumerate();
        self.lengths =
            symbols.map(|(rank, name)| Symbol::Name(rank as u32, name.text.as_str().into())).collect();
        let is_rule = matches!(item.body, Body::Rule(..));
        let parameters: Vec<core::Parameter> =
            item.parameters.iter().map(|parameter| self.parameter(parameter, is_rule)).collect();
        let scope = parameters.iter().map(|one| (one.variable.clone(), one.ty.clone()));
        self.scope = scope.collect();
        let (name, lengths, span) = (item.name.text.as_str().into(), self.lengths.clone(), item.name.span);
        match &item.body {
            Body::Definition(body) => {
                let body = self.infer(body);
                let body = self.finished(&body)?;
                self.errors.is_empty().then_some(())?;
                Some(Checked::Definition(Definition { name, lengths, parameters, body, span }))
            }
            Body::Rule(left, right, premises) => {
                let (left, right) = self.sides(left, right);
                let premises: Vec<Option<Premise>> = premises.iter().map(|one| self.premise(one)).collect();
                let (left, right) = (self.finished(&left), self.finished(&right));
                let premises = premises.into_iter().collect::<Option<Vec<_>>>()?;
                let (left, right) = (left?, right?);
                self.errors.is_empty().then_some(())?;
                Some(Checked::Rule(Rule { name, lengths, parameters, left, right, premises, span }))
            }
        }
    }

    fn sides(&mut self, left: &Expr, right: &Expr) -> (Node, Node) {
        let before = self.infer(left);
        let after = self.infer(right);
        let (wanted, found) = (self.describe(&before.ty), self.describe(&after.ty));
        if self.unknowns.unify(&before.ty, &after.ty).is_err() {
            let message = format!("expected both sides of one type, found {wanted} and {found}");
            self.error(right.span, message);
        }
        (before, after)
    }

    fn unique(&mut self, names: &[Name], what: &str) {
        let mut known = BTreeSet::new();
        for name in names {
            if !known.insert(name.text.as_str()) {
                self.error(
                    name.span,
                    format!("expected another name, found the {what} `{}` twice", name.text),
                );
            }
        }
    }

    fn parameter(&mut self, parameter: &tree::Parameter, is_rule: bool) -> core::Parameter {
        let ty = self.ty(&parameter.ty, is_rule);
        let span = parameter.name.span;
        self.lengths_hold(&ty, span);
        let wrong = if is_rule { holds_inside(&ty) } else { ty.has_function() };
        if wrong {
            let message = match is_rule {
                true => format!("expected arrays and pairs of data, found functions in {ty}"),
                false => format!("expected data, found a function: {ty}"),
            };
            self.error(span, message);
        }
        core::Parameter { variable: self.variable(&parameter.name), ty }
    }

    fn ty(&mut self, tree: &TypeTree, is_rule: bool) -> Type {
        match tree {
            TypeTree::Name(name) => match Scalar::parse(&name.text) {
                Some(scalar) => Type::Scalar(scalar),
                None if is_rule
                    && !self.lengths.iter().any(|length| super::expr::is_named(length, &name.text)) =>
                {
                    Type::Variable(name.text.as_str().into())
                }
                None => {
                    let known = ["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "index"];
                    let near = nearest(&name.text, known);
                    let hint = near.map_or_else(String::new, |near| format!("; there is `{near}`"));
                    self.error(name.span, format!("expected a type, found `{}`{hint}", name.text));
                    Type::Error
                }
            },
            TypeTree::Array(length, element) => {
                let length = self.length(length);
                let element = self.ty(element, is_rule);
                length.map_or(Type::Error, |length| Type::array(length, element))
            }
            TypeTree::Pair(first, second) => Type::pair(self.ty(first, is_rule), self.ty(second, is_rule)),
            TypeTree::Fun(from, to) => Type::function(self.ty(from, is_rule), self.ty(to, is_rule)),
        }
    }

    fn premise(&mut self, premise: &tree::Premise) -> Option<Premise> {
        let arity = match premise.name.text.as_str() {
            "neutral" => 2,
            "assoc" | "comm" | "idem" => 1,
            other => {
                let known = ["neutral", "assoc", "comm", "idem"];
                let hint =
                    nearest(other, known).map_or_else(String::new, |near| format!("; there is `{near}`"));
                let message = format!("expected `neutral`, `assoc`, `comm` or `idem`, found `{other}`{hint}");
                self.error(premise.name.span, message);
                return None;
            }
        };
        if premise.arguments.len() != arity {
            let message = format!("expected {arity} arguments, found {}", premise.arguments.len());
            self.error(premise.name.span, message);
            return None;
        }
        let ty = self.unknowns.any();
        let operation = Type::curried([ty.clone(), ty.clone()], ty.clone());
        let mut arguments = premise.arguments.iter();
        let value = if arity == 2 { arguments.next().map(|value| self.check(value, &ty)) } else { None };
        let op = self.check(arguments.next()?, &operation);
        let value = value.map(|value| self.finished(&value));
        let op: Arc<Node> = self.finished(&op)?;
        Some(match (premise.name.text.as_str(), value) {
            ("neutral", Some(value)) => Premise::Neutral(value?, op),
            ("comm", _) => Premise::Commutative(op),
            ("idem", _) => Premise::Idempotent(op),
            _ => Premise::Associative(op),
        })
    }
}

/// Tells if an array or pair in it holds a function.
fn holds_inside(ty: &Type) -> bool {
    match ty {
        Type::Array(_, element) => element.has_function(),
        Type::Pair(first, second) => first.has_function() || second.has_function(),
        Type::Fun(from, to) => holds_inside(from) || holds_inside(to),
        _ => false,
    }
}
