//! The end of the check of an item: everything that was looked for is put in, and what holds of whole types is asked: no functions
//! in arrays and pairs, no length below zero.

use std::sync::Arc;

use assay_ir::data::Span;

use super::expr::Checker;
use super::messages;
use crate::core::{Kind, Node, takes};
use crate::nat::Nat;
use crate::primitive::Primitive;
use crate::types::{Scalar, Type};

impl Checker<'_> {
    /// The expression with all that was found; errors are added where something is not.
    pub(super) fn finished(&mut self, node: &Node) -> Option<Arc<Node>> {
        let Some(ty) = self.unknowns.whole(&node.ty) else {
            self.error(node.span, "the type is too large");
            return None;
        };
        let kind = match &node.kind {
            Kind::Lambda(variable, body) => Kind::Lambda(variable.clone(), self.finished(body)?),
            Kind::Apply(function, argument, style) => {
                let function = self.finished(function);
                let argument = self.finished(argument);
                Kind::Apply(function?, argument?, *style)
            }
            Kind::Pair(first, second) => {
                let first = self.finished(first);
                let second = self.finished(second);
                Kind::Pair(first?, second?)
            }
            Kind::Primitive(primitive, naturals) => {
                let naturals = naturals.iter().map(|length| self.unknowns.length_of(length));
                let naturals = naturals.collect::<Option<Vec<_>>>()?;
                self.primitive_holds(*primitive, &naturals, &ty, node.span);
                Kind::Primitive(*primitive, naturals)
            }
            Kind::Definition(name, lengths) => {
                let lengths = lengths.iter().map(|length| self.unknowns.length_of(length));
                Kind::Definition(name.clone(), lengths.collect::<Option<_>>()?)
            }
            Kind::Literal(digits) => {
                self.literal_fits(digits, &ty, node.span);
                Kind::Literal(digits.clone())
            }
            Kind::Embed(operation) => {
                let on = ty_of_number(&ty);
                let float = crate::core::embedded(operation).is_some_and(|(_, float)| float);
                if on.is_some_and(|scalar| !takes(float, scalar)) {
                    self.error(node.span, format!("`{operation}` does not take {ty}"));
                }
                Kind::Embed(operation.clone())
            }
            Kind::Variable(variable) => Kind::Variable(variable.clone()),
        };
        if is_open(&ty) && !self.errors.iter().any(|error| error.span.start >= node.span.start) {
            let message =
                format!("expected a type that follows from the program, found {}", messages::any(&ty));
            self.error(node.span, message);
        }
        Some(Arc::new(Node { kind, ty, span: node.span }))
    }

    /// Asks what holds of each pattern.
    fn primitive_holds(&mut self, primitive: Primitive, naturals: &[Nat], ty: &Type, span: Span) {
        let is_function_of_functions = matches!(primitive, Primitive::Compose | Primitive::Identity);
        if !is_function_of_functions && holds_function(ty) {
            let message = match primitive {
                Primitive::ReduceSeq | Primitive::Reduce | Primitive::ToMem => {
                    "expected elements and results that are data, found functions"
                }
                _ => "expected elements that are data: the elements are functions",
            };
            self.error(span, message);
        }
        let least = match primitive {
            Primitive::Split | Primitive::Slide => 1,
            _ => 0,
        };
        for (natural, name) in naturals.iter().zip(primitive.naturals()) {
            let wrong = match natural.number() {
                Some(number) => number < least,
                None => !natural.is_at_least(0) && natural.counterexample(0).is_some(),
            };
            if wrong {
                let message = format!("expected {name} of at least {least}, found {natural}");
                self.error(span, message);
            }
        }
        if let (Primitive::Slide, [size, step], Type::Fun(from, to)) = (primitive, naturals, ty)
            && let (Type::Array(length, _), Type::Array(windows, _)) = (&**from, &**to)
            && !self.is_length(windows)
        {
            let form = messages::windows(size, step);
            let example = negative(windows);
            self.error(
                span,
                format!("expected a length {form} for w windows: {length} is no {form}{example}"),
            );
            return;
        }
        self.lengths_hold(ty, span);
    }

    /// Tells if a length is at least zero for all values.
    pub(super) fn is_length(&self, length: &Nat) -> bool {
        length.is_at_least(0)
    }

    /// Asks all lengths of a type to be at least zero.
    pub(super) fn lengths_hold(&mut self, ty: &Type, span: Span) {
        let mut wrong = None;
        ty.lengths(&mut |length| {
            if !self.is_length(length)
                && length.symbols().iter().all(|one| matches!(one, crate::nat::Symbol::Name(..)))
            {
                wrong.get_or_insert_with(|| length.clone());
            }
        });
        if let Some(length) = wrong {
            let example = negative(&length);
            self.error(
                span,
                format!("expected a length of at least 0 at every size, found {length}{example}"),
            );
        }
    }

    fn literal_fits(&mut self, digits: &str, ty: &Type, span: Span) {
        let width = match ty {
            Type::Scalar(Scalar::Int(width)) => *width,
            Type::Scalar(Scalar::Index) => 64,
            _ => return,
        };
        let Ok(number) = digits.parse::<i128>() else { return };
        if number < -(1i128 << (width - 1)) || number >= 1i128 << width {
            self.error(
                span,
                format!("expected a number of {ty}, found {digits}, which has more than {width} bits"),
            );
        }
    }
}

/// Values for which a length is negative, in words.
fn negative(length: &Nat) -> String {
    let Some(values) = length.counterexample(0) else { return String::new() };
    let values: Vec<String> = values.iter().map(|(symbol, value)| format!("{symbol} = {value}")).collect();
    format!(", for {}", values.join(", "))
}

fn ty_of_number(ty: &Type) -> Option<Scalar> {
    match ty {
        Type::Fun(from, _) => from.scalar(),
        _ => None,
    }
}

/// Tells if an array or pair in it, or an argument that is data, holds a function.
fn holds_function(ty: &Type) -> bool {
    match ty {
        Type::Array(_, element) => element.has_function(),
        Type::Pair(first, second) => first.has_function() || second.has_function(),
        Type::Fun(from, to) => holds_function(from) || holds_function(to),
        _ => false,
    }
}

/// Tells if something in it was not found.
fn is_open(ty: &Type) -> bool {
    match ty {
        Type::Meta(_) => true,
        Type::Array(length, element) => {
            length.symbols().iter().any(|symbol| matches!(symbol, crate::nat::Symbol::Meta(_)))
                || is_open(element)
        }
        Type::Pair(one, two) | Type::Fun(one, two) => is_open(one) || is_open(two),
        _ => false,
    }
}
