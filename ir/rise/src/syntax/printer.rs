//! The one form in which array programs are printed: items on lines of their own, a break behind the head of those that are long.

use std::fmt::Write as _;

use super::tree::{Body, Expr, ExprKind, Item, Name, Premise, Sign, TypeTree};

/// Columns above which the body of an item stands on its own lines.
const WIDTH: usize = 120;

/// The text of items.
pub fn print(items: &[Item]) -> String {
    let mut out = String::new();
    for item in items {
        out.push_str(&print_item(item));
        out.push('\n');
    }
    out
}

/// The text of an item.
pub fn print_item(item: &Item) -> String {
    let mut head = String::new();
    head.push_str(if matches!(item.body, Body::Rule(..)) { "rule " } else { "def " });
    head.push_str(&item.name.text);
    if !item.lengths.is_empty() {
        let _ = write!(head, "[{}]", names(&item.lengths));
    }
    let parameter = |one: &super::tree::Parameter| format!("{}: {}", one.name.text, type_text(&one.ty));
    let parameters: Vec<String> = item.parameters.iter().map(parameter).collect();
    let _ = write!(head, "({})", parameters.join(", "));
    match &item.body {
        Body::Definition(body) => {
            let body = text(body);
            if head.len() + body.len() + 3 > WIDTH {
                format!("{head} =\n  {body}")
            } else {
                format!("{head} = {body}")
            }
        }
        Body::Rule(left, right, premises) => {
            let (left, right) = (text(left), text(right));
            let premises = premises_text(premises);
            if head.len() + left.len() + right.len() + premises.len() + 6 > WIDTH {
                format!("{head}:\n  {left}\n  ~> {right}{premises}")
            } else {
                format!("{head}: {left} ~> {right}{premises}")
            }
        }
    }
}

fn names(all: &[Name]) -> String {
    all.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}

fn premises_text(premises: &[Premise]) -> String {
    if premises.is_empty() {
        return String::new();
    }
    let one = |premise: &Premise| format!("{}({})", premise.name.text, list(&premise.arguments));
    format!(" where {}", premises.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// The text of a type.
pub fn type_text(ty: &TypeTree) -> String {
    match ty {
        TypeTree::Name(name) => name.text.clone(),
        TypeTree::Array(length, element) => {
            let element = match **element {
                TypeTree::Fun(..) => format!("({})", type_text(element)),
                _ => type_text(element),
            };
            match length.kind {
                ExprKind::Name(_) | ExprKind::Integer(_) => format!("{}.{element}", text(length)),
                _ => format!("({}).{element}", text(length)),
            }
        }
        TypeTree::Pair(first, second) => format!("({}, {})", type_text(first), type_text(second)),
        TypeTree::Fun(from, to) => match **from {
            TypeTree::Fun(..) => format!("({}) -> {}", type_text(from), type_text(to)),
            _ => format!("{} -> {}", type_text(from), type_text(to)),
        },
    }
}

/// The text of an expression.
pub fn text(expr: &Expr) -> String {
    let mut out = String::new();
    write(expr, 0, &mut out);
    out
}

fn list(all: &[Expr]) -> String {
    all.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// How tightly an expression binds: pipes 0, compositions 1, sums 2, products 3, calls 4.
fn level(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Pipe(..) => 0,
        ExprKind::Compose(..) => 1,
        ExprKind::Binary(Sign::Plus | Sign::Minus, ..) => 2,
        ExprKind::Binary(Sign::Times | Sign::Over, ..) => 3,
        _ => 4,
    }
}

fn write(expr: &Expr, least: u8, out: &mut String) {
    let own = level(expr);
    if own < least {
        out.push('(');
    }
    match &expr.kind {
        ExprKind::Name(text) | ExprKind::Integer(text) | ExprKind::Decimal(text) => out.push_str(text),
        ExprKind::Embed(operation) => {
            let _ = write!(out, "embed \"{operation}\"");
        }
        ExprKind::Call(function, arguments) => {
            write(function, 4, out);
            let _ = write!(out, "({})", list(arguments));
        }
        ExprKind::Pipe(left, right) => two(left, " |> ", right, 0, out),
        ExprKind::Compose(left, right) => two(left, " >> ", right, 1, out),
        ExprKind::Binary(sign, _, left, right) => two(left, &format!(" {} ", sign.text()), right, own, out),
        ExprKind::Pair(first, second) => {
            let _ = write!(out, "({}, {})", text(first), text(second));
        }
        ExprKind::Lambda(parameters, body) => {
            let _ = write!(out, "fun({} => {})", names(parameters), text(body));
        }
    }
    if own < least {
        out.push(')');
    }
}

fn two(left: &Expr, sign: &str, right: &Expr, own: u8, out: &mut String) {
    write(left, own, out);
    out.push_str(sign);
    write(right, own + 1, out);
}
