//! Programs as terms: bound names, substitution, and the normal form of functions. Knows no rule and no meaning.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::core::{Kind, Node, Style, Variable};
use crate::primitive::Primitive;
use crate::types::Type;

/// Numbers for new bound names.
#[derive(Debug)]
pub struct Names {
    next: u32,
}

impl Names {
    /// Numbers behind all that programs have.
    pub fn after<'n>(programs: impl IntoIterator<Item = &'n Node>) -> Names {
        let mut next = 0;
        for program in programs {
            program.walk(&mut |node| {
                if let Kind::Variable(variable) | Kind::Lambda(variable, _) = &node.kind {
                    next = next.max(variable.number + 1);
                }
            });
        }
        Names { next }
    }

    /// Leaves out the number of a name.
    pub fn reserve(&mut self, variable: &Variable) {
        self.next = self.next.max(variable.number + 1);
    }

    /// A new name of this text.
    pub fn fresh(&mut self, text: &Arc<str>) -> Variable {
        self.next += 1;
        Variable { number: self.next - 1, name: Arc::clone(text) }
    }
}

/// Bound names with what stands for them.
pub(super) type Values = BTreeMap<u32, Arc<Node>>;

/// Tells if a name is free in a program.
pub(super) fn mentions(node: &Node, variable: u32) -> bool {
    let mut found = false;
    node.walk(&mut |node| found |= matches!(&node.kind, Kind::Variable(one) if one.number == variable));
    found
}

/// The program with names replaced. Bound names get new numbers, so that none is captured.
pub(super) fn substituted(node: &Arc<Node>, values: &Values, names: &mut Names) -> Arc<Node> {
    let kind = match &node.kind {
        Kind::Variable(variable) => match values.get(&variable.number) {
            Some(value) => return Arc::clone(value),
            None => return Arc::clone(node),
        },
        Kind::Lambda(variable, body) => {
            let new = names.fresh(&variable.name);
            let mut inside = values.clone();
            inside.insert(variable.number, named(&new, argument(&node.ty), node));
            Kind::Lambda(new, substituted(body, &inside, names))
        }
        Kind::Apply(function, argument, style) => {
            Kind::Apply(substituted(function, values, names), substituted(argument, values, names), *style)
        }
        Kind::Pair(one, two) => Kind::Pair(substituted(one, values, names), substituted(two, values, names)),
        _ => return Arc::clone(node),
    };
    Arc::new(Node { kind, ..(**node).clone() })
}

/// A name as a program; `like` has its place.
pub(super) fn named(variable: &Variable, ty: Type, like: &Node) -> Arc<Node> {
    Arc::new(Node { kind: Kind::Variable(variable.clone()), ty, span: like.span })
}

/// The type of the argument of a function.
pub(super) fn argument(ty: &Type) -> Type {
    match ty {
        Type::Fun(from, _) => (**from).clone(),
        _ => Type::Error,
    }
}

/// The type of the result of a function.
fn result(ty: &Type) -> Type {
    match ty {
        Type::Fun(_, to) => (**to).clone(),
        _ => Type::Error,
    }
}

/// A function on an argument.
pub(super) fn applied(function: Arc<Node>, argument: Arc<Node>) -> Arc<Node> {
    let (ty, span) = (result(&function.ty), argument.span);
    Arc::new(Node { kind: Kind::Apply(function, argument, Style::Call), ty, span })
}

/// Tells if programs are the same but for bound names and how applications are written.
pub(super) fn same(one: &Node, two: &Node, bound: &mut Vec<(u32, u32)>) -> bool {
    match (&one.kind, &two.kind) {
        (Kind::Variable(a), Kind::Variable(b)) => {
            let known = bound.iter().rev().find(|(left, right)| *left == a.number || *right == b.number);
            known.map_or(a.number == b.number, |pair| *pair == (a.number, b.number))
        }
        (Kind::Lambda(a, left), Kind::Lambda(b, right)) => {
            bound.push((a.number, b.number));
            let same = same(left, right, bound);
            bound.pop();
            same
        }
        (Kind::Apply(f, a, _), Kind::Apply(g, b, _)) | (Kind::Pair(f, a), Kind::Pair(g, b)) => {
            same(f, g, bound) && same(a, b, bound)
        }
        (Kind::Literal(a), Kind::Literal(b)) => a == b && one.ty == two.ty,
        (Kind::Primitive(p, a), Kind::Primitive(q, b)) => p == q && a == b && one.ty == two.ty,
        (Kind::Embed(a), Kind::Embed(b)) => a == b && one.ty == two.ty,
        (Kind::Definition(a, m), Kind::Definition(b, n)) => a == b && m == n,
        _ => false,
    }
}

/// The normal form of functions: arguments stand for names (beta), a function that only applies another one is that one (eta), and
/// a composition is a function. `None` where it takes more than this number of steps.
pub(super) fn data_flow(node: &Arc<Node>, names: &mut Names, steps: &mut u32) -> Option<Arc<Node>> {
    *steps = steps.checked_sub(1)?;
    match &node.kind {
        Kind::Apply(function, argument, style) => {
            let function = data_flow(function, names, steps)?;
            let argument = data_flow(argument, names, steps)?;
            if let Kind::Lambda(variable, body) = &function.kind {
                let values = Values::from([(variable.number, argument)]);
                return data_flow(&substituted(body, &values, names), names, steps);
            }
            Some(Arc::new(Node { kind: Kind::Apply(function, argument, *style), ..(**node).clone() }))
                .map(|node| composed(&node, names))
                .and_then(|(node, again)| if again { data_flow(&node, names, steps) } else { Some(node) })
        }
        Kind::Lambda(variable, body) => {
            let body = data_flow(body, names, steps)?;
            if let Kind::Apply(function, argument, _) = &body.kind
                && matches!(&argument.kind, Kind::Variable(one) if one == variable)
                && !mentions(function, variable.number)
                && !is_operator(function)
            {
                return Some(Arc::clone(function));
            }
            Some(Arc::new(Node { kind: Kind::Lambda(variable.clone(), body), ..(**node).clone() }))
        }
        Kind::Pair(one, two) => {
            let kind = Kind::Pair(data_flow(one, names, steps)?, data_flow(two, names, steps)?);
            Some(Arc::new(Node { kind, ..(**node).clone() }))
        }
        _ => Some(Arc::clone(node)),
    }
}

/// Tells if it is an operation on numbers with its first operand, which is written with a sign.
fn is_operator(node: &Node) -> bool {
    let (head, arguments) = node.spine();
    matches!(head.kind, Kind::Primitive(primitive, _) if primitive.is_scalar()) && arguments.len() == 1
}

/// A composition as a function.
fn composed(node: &Arc<Node>, names: &mut Names) -> (Arc<Node>, bool) {
    let (head, arguments) = node.spine();
    match (&head.kind, &arguments[..]) {
        (Kind::Primitive(Primitive::Compose, _), [first, second]) => {
            let variable = names.fresh(&Arc::from("x"));
            let value = named(&variable, argument(&first.ty), node);
            let body = applied(Arc::clone(second), applied(Arc::clone(first), value));
            let kind = Kind::Lambda(variable, body);
            (Arc::new(Node { kind, ..(**node).clone() }), true)
        }
        (Kind::Primitive(Primitive::Compose, _), [first, second, value]) => {
            let between = applied(Arc::clone(first), Arc::clone(value));
            (applied(Arc::clone(second), between), true)
        }
        _ => (Arc::clone(node), false),
    }
}
