//! No bytes make the reader of array programs panic or go on without end; its errors point into the text; and what is printed reads
//! back as the same tree, by a comparison that does not print.

use assay_rise::syntax::printer;
use assay_rise::syntax::tree::{Body, Expr, ExprKind, Item};

use super::Failure;

/// Deepest expression that is looked at: deeper ones are for the limits of the reader.
const DEEP: usize = 200;

/// Reads, prints, and reads again: the number of items.
///
/// # Errors
/// The first fact that does not hold.
pub fn check(bytes: &[u8]) -> Result<usize, Failure> {
    let Ok(source) = std::str::from_utf8(bytes) else { return Ok(0) };
    let read = assay_rise::read(source);
    for error in read.errors() {
        let span = error.span;
        if !span.is_none() && (span.start > span.end || span.end as usize > bytes.len() + 1) {
            return Err(Failure::new("errors point into the text", format!("{error:?}")));
        }
    }
    if !read.unreadable.is_empty() {
        return Ok(0);
    }
    let items: Vec<Item> = read.items.iter().map(|(item, _)| item.clone()).collect();
    let printed = printer::print(&items);
    let again = assay_rise::read(&printed);
    if let Some(error) = again.unreadable.first() {
        return Err(Failure::new("what is printed reads", format!("{}\n{printed}", error.message)));
    }
    let (one, two) = (shape(items.iter()), shape(again.items.iter().map(|(item, _)| item)));
    if one != two {
        return Err(Failure::new(
            "what is printed reads back as the same tree",
            format!("{one}\n{two}\n{printed}"),
        ));
    }
    Ok(items.len())
}

/// Items with the operator of each expression in front, whatever binds how tightly.
fn shape<'i>(items: impl Iterator<Item = &'i Item>) -> String {
    let mut out = String::new();
    for item in items {
        out.push_str(&item.name.text);
        match &item.body {
            Body::Definition(body) => expression(body, DEEP, &mut out),
            Body::Rule(left, right, premises) => {
                expression(left, DEEP, &mut out);
                expression(right, DEEP, &mut out);
                for premise in premises {
                    out.push_str(&premise.name.text);
                    premise.arguments.iter().for_each(|one| expression(one, DEEP, &mut out));
                }
            }
        }
        out.push('\n');
    }
    out
}

fn expression(expr: &Expr, deep: usize, out: &mut String) {
    let Some(deep) = deep.checked_sub(1) else { return };
    let mut all = |head: &str, parts: &[&Expr]| {
        out.push_str(&format!(" {head}/{}", parts.len()));
        parts.iter().for_each(|part| expression(part, deep, out));
    };
    match &expr.kind {
        ExprKind::Name(text) | ExprKind::Integer(text) | ExprKind::Decimal(text) => all(text, &[]),
        ExprKind::Embed(operation) => all(&format!("embed {operation}"), &[]),
        ExprKind::Call(function, arguments) => {
            let parts: Vec<&Expr> = std::iter::once(function.as_ref()).chain(arguments).collect();
            all("call", &parts);
        }
        ExprKind::Pipe(left, right) => all("|>", &[left, right]),
        ExprKind::Compose(left, right) => all(">>", &[left, right]),
        ExprKind::Pair(left, right) => all("pair", &[left, right]),
        ExprKind::Binary(sign, _, left, right) => all(sign.text(), &[left, right]),
        ExprKind::Lambda(parameters, body) => {
            let names: Vec<&str> = parameters.iter().map(|name| name.text.as_str()).collect();
            all(&format!("fun {}", names.join(" ")), &[body]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn groups_survive_the_printer() {
        let source = "def f[n](x: n.i32) = x |> map(fun(e => e - (e - 1) * (2 + e)))\n";
        assert!(matches!(check(source.as_bytes()), Ok(1)));
        assert!(matches!(check(include_bytes!("../../../corpus/rise/rules.rise")), Ok(items) if items > 5));
    }
}
