//! Types of expressions. The arguments of a function are looked at before those that are functions themselves, so that an error
//! inside of a function is found where it is written.

use std::sync::Arc;

use assay_ir::data::Span;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::nearest::nearest;

use super::messages::{self, Misfit};
use super::unify::{Class, Unknowns};
use crate::core::{Kind, Module, Node, Style, Variable, embedded};
use crate::nat::{Nat, Symbol};
use crate::primitive::{Fresh as _, Primitive, scheme};
use crate::syntax::tree::{Expr, ExprKind, Name, Sign};
use crate::types::Type;

/// The check of one item.
pub(super) struct Checker<'m> {
    pub(super) module: &'m Module,
    pub(super) unknowns: Unknowns,
    pub(super) errors: Vec<Diagnostic>,
    /// Declared lengths.
    pub(super) lengths: Vec<Symbol>,
    /// Names in scope, the innermost last.
    pub(super) scope: Vec<(Variable, Type)>,
    /// Variables so far.
    pub(super) variables: u32,
    /// Names of items above that are not well-typed, and of the item itself.
    pub(super) broken: Vec<String>,
    pub(super) own: String,
}

/// The sign or head of an application.
struct Callee {
    node: Node,
    primitive: Option<Primitive>,
    naturals: Vec<Nat>,
    span: Span,
}

impl Checker<'_> {
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        // One place is blamed once.
        if !self.errors.iter().any(|error| error.span == span) {
            self.errors.push(Diagnostic::error(span, message));
        }
    }

    fn broken(span: Span) -> Node {
        Node { kind: Kind::Literal("".into()), ty: Type::Error, span }
    }

    pub(super) fn variable(&mut self, name: &Name) -> Variable {
        self.variables += 1;
        Variable { number: self.variables, name: name.text.as_str().into() }
    }

    /// The length that an expression says.
    pub(super) fn length(&mut self, expr: &Expr) -> Option<Nat> {
        let length = match &expr.kind {
            ExprKind::Integer(digits) => {
                digits.parse::<i64>().ok().map(|number| Nat::constant(number.into()))
            }
            ExprKind::Name(name) => match self.lengths.iter().find(|known| is_named(known, name)) {
                Some(symbol) => return Some(Nat::symbol(symbol.clone())),
                None => {
                    let names: Vec<String> = self.lengths.iter().map(ToString::to_string).collect();
                    let near = nearest(name, names.iter().map(String::as_str));
                    let hint = near.map_or_else(String::new, |near| format!("; there is `{near}`"));
                    self.error(expr.span, format!("expected a declared length, found `{name}`{hint}"));
                    return None;
                }
            },
            ExprKind::Binary(sign, _, left, right) => {
                let (left, right) = (self.length(left), self.length(right));
                let (left, right) = (left?, right?);
                match sign {
                    Sign::Plus => left.plus(&right),
                    Sign::Minus => left.minus(&right),
                    Sign::Times => left.times(&right),
                    Sign::Over => match left.over(&right) {
                        Some(quotient) => Some(quotient),
                        None => {
                            let message = format!(
                                "expected a quotient that is exact: {left} is no multiple of {right}"
                            );
                            self.error(expr.span, message);
                            return None;
                        }
                    },
                }
            }
            _ => {
                self.error(
                    expr.span,
                    "expected a length: a number, a declared name, or +, -, * and / of these",
                );
                return None;
            }
        };
        if length.is_none() {
            self.error(expr.span, "expected a length below 2^62 of few terms, found a larger one");
        }
        length
    }

    /// The expression with its type.
    pub(super) fn infer(&mut self, expr: &Expr) -> Node {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Integer(digits) => self.literal(digits, Class::Integer, span),
            ExprKind::Decimal(digits) => self.literal(digits, Class::Decimal, span),
            ExprKind::Pair(first, second) => {
                let (first, second) = (self.infer(first), self.infer(second));
                let ty = Type::pair(first.ty.clone(), second.ty.clone());
                Node { kind: Kind::Pair(Arc::new(first), Arc::new(second)), ty, span }
            }
            ExprKind::Lambda(..) => {
                let expected = self.unknowns.any();
                self.check(expr, &expected)
            }
            ExprKind::Binary(sign, at, left, right) => self.binary(*sign, *at, left, right, span),
            ExprKind::Compose(left, right) => self.compose(left, right, span),
            ExprKind::Name(_) | ExprKind::Embed(_) | ExprKind::Call(..) | ExprKind::Pipe(..) => {
                self.application(expr)
            }
        }
    }

    fn literal(&mut self, digits: &str, class: Class, span: Span) -> Node {
        if class == Class::Integer && digits.parse::<i128>().is_err() {
            self.error(span, format!("expected a number of at most 64 bits, found {digits}"));
            return Self::broken(span);
        }
        Node { kind: Kind::Literal(digits.into()), ty: self.unknowns.of_class(class), span }
    }

    /// The expression with the type that it has to have; functions take the types of their parameters from it.
    pub(super) fn check(&mut self, expr: &Expr, expected: &Type) -> Node {
        let ExprKind::Lambda(names, body) = &expr.kind else {
            let node = self.infer(expr);
            self.same(&node, expected);
            return node;
        };
        let (mut left, mut parameters) = (expected.clone(), Vec::new());
        for name in names {
            let (from, to) = match self.unknowns.head(&left) {
                Type::Fun(from, to) => ((*from).clone(), (*to).clone()),
                Type::Error => (Type::Error, Type::Error),
                other => {
                    let (from, to) = (self.unknowns.any(), self.unknowns.any());
                    let function = Type::function(from.clone(), to.clone());
                    if self.unknowns.unify(&other, &function).is_err() {
                        let wanted = self.describe(&other);
                        let message = format!("expected {wanted}, found a function of `{}`", name.text);
                        self.error(name.span, message);
                        (Type::Error, Type::Error)
                    } else {
                        (from, to)
                    }
                }
            };
            parameters.push((self.variable(name), from));
            left = to;
        }
        let before = self.scope.len();
        self.scope.extend(parameters.iter().cloned());
        let mut node = self.check(body, &left);
        self.scope.truncate(before);
        for (variable, from) in parameters.into_iter().rev() {
            let ty = Type::function(from, node.ty.clone());
            node = Node { kind: Kind::Lambda(variable, Arc::new(node)), ty, span: expr.span };
        }
        node
    }

    /// Holds an expression against the type that it has to have.
    fn same(&mut self, node: &Node, expected: &Type) {
        let (wanted, found) = (self.describe(expected), self.describe(&node.ty));
        if self.unknowns.unify(expected, &node.ty).is_err() {
            self.error(node.span, format!("expected {wanted}, found {found}"));
        }
    }

    pub(super) fn describe(&self, ty: &Type) -> String {
        self.unknowns.whole(ty).map_or_else(|| "a type that is too large".to_owned(), |ty| messages::any(&ty))
    }

    fn binary(&mut self, sign: Sign, at: Span, left: &Expr, right: &Expr, span: Span) -> Node {
        let (left, right) = (self.infer(left), self.infer(right));
        let primitive = match sign {
            Sign::Plus => Primitive::Add,
            Sign::Minus => Primitive::Sub,
            Sign::Times => Primitive::Mul,
            Sign::Over => {
                let message = "expected `+`, `-` or `*`, found `/`: lengths alone are divided; of numbers write `embed \"arith.divsi\"`";
                self.error(at, message);
                return Self::broken(span);
            }
        };
        if self.is_error(&left) || self.is_error(&right) {
            return Self::broken(span);
        }
        let number = self.unknowns.number();
        let types = [self.unknowns.whole(&left.ty), self.unknowns.whole(&right.ty)];
        let fits =
            self.unknowns.unify(&left.ty, &number).and_then(|()| self.unknowns.unify(&right.ty, &number));
        if fits.is_err() {
            let [left, right] = types.map(|ty| ty.unwrap_or(Type::Error));
            self.error(at, messages::operands(sign.text(), &left, &right));
            return Self::broken(span);
        }
        let ty = Type::curried([number.clone(), number.clone()], number.clone());
        let head = Node { kind: Kind::Primitive(primitive, Vec::new()), ty, span: at };
        let partial = Type::function(number.clone(), number.clone());
        let one = applied(head, left, partial, span, Style::Sign);
        applied(one, right, number, span, Style::Sign)
    }

    fn compose(&mut self, left: &Expr, right: &Expr, span: Span) -> Node {
        let (s, t, u) = (self.unknowns.any(), self.unknowns.any(), self.unknowns.any());
        let first = Type::function(s.clone(), t.clone());
        let left = self.check(left, &first);
        let second = Type::function(t.clone(), u.clone());
        let right = self.check(right, &second);
        let result = Type::function(s, u);
        let ty = Type::curried([first, second.clone()], result.clone());
        let head = Node { kind: Kind::Primitive(Primitive::Compose, Vec::new()), ty, span };
        let one = applied(head, left, Type::function(second, result.clone()), span, Style::Sign);
        applied(one, right, result, span, Style::Sign)
    }

    pub(super) fn is_error(&self, node: &Node) -> bool {
        self.unknowns.head(&node.ty) == Type::Error
    }

    /// A function with its arguments, those that are piped into it included.
    fn application(&mut self, expr: &Expr) -> Node {
        let mut arguments: Vec<(&Expr, Style, Span)> = Vec::new();
        let mut head = expr;
        loop {
            match &head.kind {
                ExprKind::Pipe(argument, function) => {
                    arguments.push((argument, Style::Pipe, head.span));
                    head = function;
                }
                ExprKind::Call(function, list) => {
                    arguments.extend(list.iter().rev().map(|argument| (argument, Style::Call, head.span)));
                    head = function;
                }
                _ => break,
            }
        }
        arguments.reverse();
        let Some((callee, written)) = self.callee(head, &arguments) else {
            // Errors in the arguments are reported, too.
            arguments.iter().for_each(|(argument, ..)| drop(self.infer(argument)));
            return Self::broken(expr.span);
        };
        self.applied_to(callee, &arguments[written..], expr.span)
    }

    /// The function of an application, and how many of its arguments are lengths.
    fn callee(&mut self, head: &Expr, arguments: &[(&Expr, Style, Span)]) -> Option<(Callee, usize)> {
        let span = head.span;
        let plain = |node: Node| Some((Callee { node, primitive: None, naturals: Vec::new(), span }, 0));
        let name = match &head.kind {
            ExprKind::Name(name) => name,
            ExprKind::Embed(operation) => return plain(self.embed(operation, span)?),
            _ => return plain(self.infer(head)),
        };
        if let Some((variable, ty)) = self.scope.iter().rev().find(|(known, _)| &*known.name == name) {
            return plain(Node { kind: Kind::Variable(variable.clone()), ty: ty.clone(), span });
        }
        if let Some(primitive) = Primitive::parse(name) {
            return self.primitive(primitive, arguments, span);
        }
        if let Some(definition) = self.module.definition(name) {
            return plain(self.definition(definition.clone(), span)?);
        }
        self.unknown_name(name, span);
        None
    }

    fn unknown_name(&mut self, name: &str, span: Span) {
        if self.broken.iter().any(|other| other == name) {
            // Its errors are said where it is.
            return;
        }
        if name == self.own {
            self.error(
                span,
                format!("expected a definition above, found `{name}` itself: there is no recursion"),
            );
            return;
        }
        if self.lengths.iter().any(|length| is_named(length, name)) {
            self.error(span, format!("expected a value, found `{name}`, which is a length"));
            return;
        }
        let scope = self.scope.iter().map(|(variable, _)| variable.name.to_string());
        let names: Vec<String> = scope
            .chain(Primitive::ALL.iter().map(|primitive| primitive.name().to_owned()))
            .chain(self.module.definitions().map(|definition| definition.name.to_string()))
            .collect();
        let near = nearest(name, names.iter().map(String::as_str));
        let hint = near.map_or_else(String::new, |near| format!("; there is `{near}`"));
        let message = format!("expected a parameter, a pattern or a definition above, found `{name}`{hint}");
        self.error(span, message);
    }

    fn primitive(
        &mut self,
        primitive: Primitive,
        arguments: &[(&Expr, Style, Span)],
        span: Span,
    ) -> Option<(Callee, usize)> {
        let names = primitive.naturals();
        let written: Vec<&(&Expr, Style, Span)> =
            arguments.iter().take(names.len()).take_while(|(_, style, _)| *style == Style::Call).collect();
        if written.len() < names.len() {
            let message = format!(
                "expected {} written in `{}({})`, found {}",
                if names.len() == 1 { "a length".to_owned() } else { format!("{} lengths", names.len()) },
                primitive.name(),
                names.join(", "),
                written.len()
            );
            self.error(span, message);
            return None;
        }
        let naturals: Vec<Option<Nat>> = written.iter().map(|(expr, ..)| self.length(expr)).collect();
        let naturals: Vec<Nat> = naturals.into_iter().collect::<Option<_>>()?;
        let Some(ty) = scheme(primitive, &naturals, &mut self.unknowns) else {
            self.error(span, "expected a length below 2^62 of few terms, found a larger one");
            return None;
        };
        let node = Node { kind: Kind::Primitive(primitive, naturals.clone()), ty, span };
        Some((Callee { node, primitive: Some(primitive), naturals, span }, names.len()))
    }

    fn embed(&mut self, operation: &str, span: Span) -> Option<Node> {
        let Some((operands, _)) = embedded(operation) else {
            let message = format!(
                "expected an operation on numbers of one type without attributes, such as \"arith.divsi\", found \"{operation}\""
            );
            self.error(span, message);
            return None;
        };
        let float = embedded(operation).is_some_and(|(_, float)| float);
        let number = self.unknowns.of_class(if float { Class::Decimal } else { Class::Integer });
        let ty = Type::curried(vec![number.clone(); operands], number);
        Some(Node { kind: Kind::Embed(operation.into()), ty, span })
    }

    /// A definition with fresh lengths for its names.
    fn definition(&mut self, definition: crate::core::Definition, span: Span) -> Option<Node> {
        let fresh: Vec<(Symbol, Nat)> =
            definition.lengths.iter().map(|name| (name.clone(), self.unknowns.length())).collect();
        let with =
            |symbol: &Symbol| fresh.iter().find(|(name, _)| name == symbol).map(|(_, length)| length.clone());
        let parameters = definition.parameters.iter().map(|parameter| parameter.ty.clone());
        let ty = Type::curried(parameters.collect::<Vec<_>>(), definition.result().clone());
        let ty = ty.with_lengths(&with)?;
        let lengths = fresh.into_iter().map(|(_, length)| length).collect();
        Some(Node { kind: Kind::Definition(definition.name.clone(), lengths), ty, span })
    }

    fn applied_to(&mut self, callee: Callee, arguments: &[(&Expr, Style, Span)], span: Span) -> Node {
        let Callee { node: head, primitive, naturals, span: at } = callee;
        let (mut left, mut types) = (head.ty.clone(), Vec::new());
        for _ in arguments {
            match self.unknowns.head(&left) {
                Type::Fun(from, to) => {
                    types.push((*from).clone());
                    left = (*to).clone();
                }
                Type::Error => {
                    types.push(Type::Error);
                    left = Type::Error;
                }
                other => {
                    let (from, to) = (self.unknowns.any(), self.unknowns.any());
                    if self.unknowns.unify(&other, &Type::function(from.clone(), to.clone())).is_err() {
                        let message = match types.len() {
                            0 => format!("expected a function, found {}", self.describe(&other)),
                            most => format!("expected at most {most} arguments, found {}", arguments.len()),
                        };
                        self.error(at, message);
                        arguments.iter().for_each(|(argument, ..)| drop(self.infer(argument)));
                        return Self::broken(span);
                    }
                    types.push(from);
                    left = to;
                }
            }
        }
        let is_function = |checker: &Self, index: usize| {
            matches!(checker.unknowns.head(&types[index]), Type::Fun(..))
                || matches!(arguments[index].0.kind, ExprKind::Lambda(..))
        };
        let mut order: Vec<usize> = (0..arguments.len()).collect();
        order.sort_by_key(|index| is_function(self, *index));
        let mut nodes: Vec<Option<Node>> = arguments.iter().map(|_| None).collect();
        for index in order {
            let misfit = (primitive, &naturals[..], index, at);
            nodes[index] = Some(self.argument(arguments[index].0, &types[index], misfit));
        }
        let wrong = nodes.iter().flatten().any(|node| self.is_error(node));
        let mut node = head;
        for (index, argument) in nodes.into_iter().flatten().enumerate() {
            let to = match self.unknowns.head(&node.ty) {
                Type::Fun(_, to) => (*to).clone(),
                _ => Type::Error,
            };
            let (_, style, whole) = arguments[index];
            node = applied(node, argument, to, whole, style);
        }
        if wrong || self.unknowns.whole(&node.ty).is_none() {
            if !wrong {
                self.error(at, "the type is too large");
            }
            return Self::broken(span);
        }
        node
    }

    fn argument(
        &mut self,
        argument: &Expr,
        expected: &Type,
        (callee, naturals, index, at): (Option<Primitive>, &[Nat], usize, Span),
    ) -> Node {
        if matches!(argument.kind, ExprKind::Lambda(..)) {
            return self.check(argument, expected);
        }
        let node = self.infer(argument);
        let (wanted, found) = (self.unknowns.whole(expected), self.unknowns.whole(&node.ty));
        if self.unknowns.unify(expected, &node.ty).is_ok() {
            return node;
        }
        let (Some(expected), Some(found)) = (wanted, found) else {
            self.error(node.span, "the type is too large");
            return Self::broken(node.span);
        };
        let misfit = Misfit { callee, naturals, index, expected, found };
        self.error(at, messages::argument(&misfit));
        Self::broken(node.span)
    }
}

/// Returns true for the length of a name.
pub(super) fn is_named(symbol: &Symbol, name: &str) -> bool {
    matches!(symbol, Symbol::Name(_, other) if &**other == name)
}

fn applied(function: Node, argument: Node, ty: Type, span: Span, style: Style) -> Node {
    Node { kind: Kind::Apply(Arc::new(function), Arc::new(argument), style), ty, span }
}
