//! Statements as text for people: one line for each. Reads nothing back.

use assay_ir::data::{Context, Ident};
use assay_ir::spec::{Predicate, TypeClass};
use assay_ir::text::attr_text;

use crate::encode::variable_name;
use crate::term::{CONTAINERS, Formula, Number, Order, Term};

/// A statement in one line.
pub fn formula(ctx: &Context, statement: &Formula) -> String {
    let list = |word: &str, parts: &[Formula]| {
        let texts: Vec<String> = parts.iter().map(|part| formula(ctx, part)).collect();
        format!("({})", texts.join(word))
    };
    match statement {
        Formula::True => "true".to_owned(),
        Formula::False => "false".to_owned(),
        Formula::And(parts) => list(" and ", parts),
        Formula::Or(parts) => list(" or ", parts),
        Formula::Not(inner) => format!("not {}", formula(ctx, inner)),
        Formula::Equal(a, b) => format!("{} = {}", term(ctx, a), term(ctx, b)),
        Formula::Holds(t, predicate) => match &**predicate {
            Predicate::Type(TypeClass::Any) => format!("{} is a type", term(ctx, t)),
            Predicate::Unknown(text) => format!("`{}`({})", ctx.str(*text), term(ctx, t)),
            predicate => format!("{} is {}", term(ctx, t), predicate.describe(ctx)),
        },
        Formula::Parameters(t, count) => format!("{} has {count} parameters", term(ctx, t)),
        Formula::Compare(a, order, b) => {
            let sign = match order {
                Order::Equal => "=",
                Order::NotEqual => "!=",
                Order::Less => "<",
                Order::LessOrEqual => "<=",
            };
            format!("{} {sign} {}", number(ctx, a), number(ctx, b))
        }
        Formula::Compatible(a, b) => format!("shape({}) ~ shape({})", term(ctx, a), term(ctx, b)),
        Formula::Unread(statement, terms) => unread(ctx, statement.text, terms),
    }
}

fn unread(ctx: &Context, text: Ident, terms: &[Term]) -> String {
    let terms: Vec<String> = terms.iter().map(|one| term(ctx, one)).collect();
    format!("{} ({})", ctx.str(text), terms.join(", "))
}

/// What a term denotes, as an expression.
pub fn term(ctx: &Context, of: &Term) -> String {
    match of {
        Term::Variable(variable) => variable_name(*variable),
        Term::Constant(attr) => attr_text(ctx, *attr),
        Term::Absent => "absent".to_owned(),
        Term::Parameter(of, index) => format!("{}.{index}", term(ctx, of)),
        Term::TypeOf(of) => format!("type({})", term(ctx, of)),
        Term::Element(of) => format!("element({})", term(ctx, of)),
        Term::Reshape { like, element } => format!("{} of {}", term(ctx, like), term(ctx, element)),
    }
}

fn number(ctx: &Context, of: &Number) -> String {
    match of {
        Number::Constant(value) => value.to_string(),
        Number::Width(t) => format!("width({})", term(ctx, t)),
        Number::Rank(t) => format!("rank({})", term(ctx, t)),
        Number::Container(t) => format!("container({}, of {})", term(ctx, t), CONTAINERS.len()),
        Number::Length(t) => format!("count({})", term(ctx, t)),
    }
}
