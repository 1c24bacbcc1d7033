//! From checked programs back to their text: names are made different where one would hide another.

use std::sync::Arc;

use assay_ir::data::Span;

use crate::core::{Definition, Kind, Node, Parameter, Style, Variable};
use crate::nat::{Nat, Symbol};
use crate::primitive::Primitive;
use crate::syntax::tree::{self, Body, Expr, ExprKind, Item, Name, Sign, TypeTree};
use crate::types::Type;

/// The item of a definition.
pub fn item(definition: &Definition) -> Item {
    let mut scope = Scope { names: Vec::new(), taken: Vec::new() };
    let lengths: Vec<Name> = definition.lengths.iter().map(|length| name(&length.to_string())).collect();
    scope.taken.extend(lengths.iter().map(|length| length.text.clone()));
    scope.taken.extend(Primitive::ALL.iter().map(|primitive| primitive.name().to_owned()));
    definition.body.walk(&mut |node| {
        if let Kind::Definition(name, _) = &node.kind {
            scope.taken.push(name.to_string());
        }
    });
    let parameter =
        |one: &Parameter| tree::Parameter { name: scope.bind(&one.variable), ty: type_tree(&one.ty) };
    let parameters = definition.parameters.iter().map(parameter).collect();
    let body = Body::Definition(scope.expr(&definition.body));
    Item { name: name(&definition.name), lengths, parameters, body, span: Span::NONE }
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::NONE }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

fn binary(sign: Sign, one: Expr, two: Expr) -> Expr {
    expr(ExprKind::Binary(sign, Span::NONE, Box::new(one), Box::new(two)))
}

/// A type as it is written.
pub fn type_tree(ty: &Type) -> TypeTree {
    match ty {
        Type::Array(length, element) => TypeTree::Array(self::length(length), Box::new(type_tree(element))),
        Type::Pair(one, two) => TypeTree::Pair(Box::new(type_tree(one)), Box::new(type_tree(two))),
        Type::Fun(from, to) => TypeTree::Fun(Box::new(type_tree(from)), Box::new(type_tree(to))),
        other => TypeTree::Name(name(&other.to_string())),
    }
}

/// A length as it is written.
pub fn length(length: &Nat) -> Expr {
    let integer = |number: u128| expr(ExprKind::Integer(number.to_string()));
    let mut sum: Option<Expr> = None;
    for (factor, powers) in length.terms() {
        let powers: Vec<(Symbol, u32)> = powers.to_vec();
        let size = factor.unsigned_abs();
        let mut product = (size != 1 || powers.is_empty()).then(|| integer(size));
        for (symbol, power) in powers {
            for _ in 0..power {
                let one = expr(ExprKind::Name(symbol.to_string()));
                product = Some(match product {
                    None => one,
                    Some(product) => binary(Sign::Times, product, one),
                });
            }
        }
        let product = product.unwrap_or_else(|| integer(0));
        sum = Some(match (sum, factor < 0) {
            (None, false) => product,
            (None, true) => binary(Sign::Minus, integer(0), product),
            (Some(sum), negative) => binary(if negative { Sign::Minus } else { Sign::Plus }, sum, product),
        });
    }
    sum.unwrap_or_else(|| integer(0))
}

struct Scope {
    /// Numbers of bound names with their texts, the innermost last.
    names: Vec<(u32, String)>,
    taken: Vec<String>,
}

impl Scope {
    /// A text for a name that hides none in scope.
    fn bind(&mut self, variable: &Variable) -> Name {
        let free = |text: &str| {
            !self.taken.iter().any(|other| other == text)
                && !self.names.iter().any(|(_, other)| other == text)
        };
        let base = variable.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let base = if base.is_empty() { "x" } else { base };
        let mut text = variable.name.to_string();
        let mut number = 1;
        while !free(&text) {
            text = format!("{base}{number}");
            number += 1;
        }
        self.names.push((variable.number, text.clone()));
        name(&text)
    }

    fn expr(&mut self, node: &Arc<Node>) -> Expr {
        let kind = match &node.kind {
            Kind::Variable(variable) => {
                let known = self.names.iter().rev().find(|(number, _)| *number == variable.number);
                ExprKind::Name(known.map_or_else(|| variable.name.to_string(), |(_, text)| text.clone()))
            }
            Kind::Literal(digits) if digits.contains(['.', 'e', 'E']) => {
                ExprKind::Decimal(digits.to_string())
            }
            Kind::Literal(digits) => ExprKind::Integer(digits.to_string()),
            Kind::Embed(operation) => ExprKind::Embed(operation.to_string()),
            Kind::Definition(name, _) => ExprKind::Name(name.to_string()),
            Kind::Primitive(primitive, naturals) => return written(*primitive, naturals),
            Kind::Pair(one, two) => ExprKind::Pair(Box::new(self.expr(one)), Box::new(self.expr(two))),
            Kind::Lambda(..) => return self.function(node),
            Kind::Apply(function, argument, style) => {
                return self.application(node, function, argument, *style);
            }
        };
        expr(kind)
    }

    fn function(&mut self, node: &Arc<Node>) -> Expr {
        let (before, mut names, mut body) = (self.names.len(), Vec::new(), node);
        while let Kind::Lambda(variable, inner) = &body.kind {
            names.push(self.bind(variable));
            body = inner;
        }
        let body = self.expr(body);
        self.names.truncate(before);
        expr(ExprKind::Lambda(names, Box::new(body)))
    }

    fn application(&mut self, node: &Node, function: &Arc<Node>, argument: &Arc<Node>, style: Style) -> Expr {
        let (head, arguments) = node.spine();
        if let (Kind::Primitive(primitive, _), [one, two]) = (&head.kind, &arguments[..]) {
            let sign = [Sign::Plus, Sign::Minus, Sign::Times];
            let sign = sign.into_iter().find(|sign| primitive.sign() == Some(sign.text()));
            if let (Some(sign), Style::Sign) = (sign, style) {
                return binary(sign, self.expr(one), self.expr(two));
            }
            if *primitive == Primitive::Compose {
                return expr(ExprKind::Compose(Box::new(self.expr(one)), Box::new(self.expr(two))));
            }
        }
        if style == Style::Pipe {
            let argument = self.expr(argument);
            return expr(ExprKind::Pipe(Box::new(argument), Box::new(self.expr(function))));
        }
        let (function, argument) = (self.expr(function), self.expr(argument));
        let kind = match function.kind {
            ExprKind::Call(inner, mut first) => {
                first.push(argument);
                ExprKind::Call(inner, first)
            }
            kind => ExprKind::Call(Box::new(expr(kind)), vec![argument]),
        };
        expr(kind)
    }
}

/// A pattern with the lengths that are written.
fn written(primitive: Primitive, naturals: &[Nat]) -> Expr {
    let name = expr(ExprKind::Name(primitive.name().to_owned()));
    let lengths: Vec<Expr> = naturals.iter().take(primitive.naturals().len()).map(length).collect();
    if lengths.is_empty() { name } else { expr(ExprKind::Call(Box::new(name), lengths)) }
}
