//! SMT-LIB text as a query: reads the commands that the encoding is written in. Knows the language, not the encoding.

use crate::smt::{Constructor, Datatype, Query, SExpr, Sort, Term};

/// Adds the commands of a text to a query; `None` when the text is not in the part of the language that is read here,
/// which would be a mistake in the encoding.
pub(super) fn read_into(query: &mut Query<'_>, text: &str) -> Option<()> {
    for command in SExpr::read_all_verbatim(text).ok()? {
        let items = command.list()?;
        let (head, rest) = items.split_first()?;
        match (word(head)?, rest) {
            ("declare-datatypes", [sorts, bodies]) => datatypes(query, sorts.list()?, bodies.list()?)?,
            ("declare-const", [name, sort]) => query.declare_const(name.name()?, sort_of(query, sort)?),
            ("declare-fun", [name, arguments, result]) => {
                let sorts =
                    arguments.list()?.iter().map(|sort| sort_of(query, sort)).collect::<Option<Vec<_>>>()?;
                query.declare_fun(name.name()?, &sorts, sort_of(query, result)?);
            }
            ("define-fun", [name, arguments, result, body]) => {
                let arguments = fields(query, arguments.list()?)?;
                let (result, body) = (sort_of(query, result)?, term(query, body)?);
                query.define_fun(name.name()?, &arguments, result, body);
            }
            ("assert", [statement]) => {
                let statement = term(query, statement)?;
                query.assert(statement);
            }
            _ => return None,
        }
    }
    Some(())
}

fn word(item: &SExpr) -> Option<&str> {
    match item {
        SExpr::Symbol(text) | SExpr::Reserved(text) => Some(text),
        _ => None,
    }
}

fn sort_of<'st>(query: &Query<'st>, sort: &SExpr) -> Option<Sort<'st>> {
    Some(query.terms().sort(sort.name()?, &[]))
}

fn fields<'a, 'st>(query: &Query<'st>, items: &'a [SExpr]) -> Option<Vec<(&'a str, Sort<'st>)>> {
    let field = |item: &'a SExpr| match item.list()? {
        [name, sort] => Some((name.name()?, sort_of(query, sort)?)),
        _ => None,
    };
    items.iter().map(field).collect()
}

fn datatypes(query: &mut Query<'_>, sorts: &[SExpr], bodies: &[SExpr]) -> Option<()> {
    let mut list = Vec::new();
    for (sort, body) in sorts.iter().zip(bodies) {
        let mut constructors = Vec::new();
        for constructor in body.list()? {
            let (name, items) = constructor.list()?.split_first()?;
            constructors.push(Constructor { name: name.name()?, fields: fields(query, items)? });
        }
        list.push(Datatype { name: sort.list()?.first()?.name()?, constructors });
    }
    query.declare_datatypes(&list);
    Some(())
}

fn term<'st>(query: &Query<'st>, item: &SExpr) -> Option<Term<'st>> {
    let terms = query.terms();
    if let Some(value) = item.boolean() {
        return Some(terms.boolean(value));
    }
    match item {
        SExpr::Numeral(digits) => Some(terms.int(digits.parse().ok()?)),
        SExpr::Symbol(name) => Some(terms.name(name)),
        SExpr::List(items) => {
            let (head, rest) = items.split_first()?;
            let arguments = rest.iter().map(|item| term(query, item)).collect::<Option<Vec<_>>>()?;
            match (head, &arguments[..]) {
                (SExpr::Symbol(name), _) => Some(terms.app(name, &arguments)),
                (SExpr::List(tester), [argument]) => match &tester[..] {
                    [SExpr::Reserved(index), is, constructor] if index == "_" && is.name() == Some("is") => {
                        Some(terms.is(constructor.name()?, argument))
                    }
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::Storage;

    #[test]
    fn every_kind_of_command_is_read() {
        let text = "(declare-datatypes ((T 0)) (((A (n Int)) (B))))\n(declare-const x T)\n\
                    (define-fun f ((a T)) Bool (and ((_ is A) a) (= (n a) (- 1)) true))\n\
                    (declare-fun g (T T) Bool)\n(assert (f x))\n";
        let storage = Storage::new();
        let mut query = Query::new(&storage);
        assert_eq!(read_into(&mut query, text), Some(()));
        let printed = query.commands();
        assert!(
            printed.contains("((_ is A) a)")
                && printed.contains("(- 1)")
                && printed.contains("(assert (f x))")
        );
    }

    #[test]
    fn what_is_not_read_is_refused() {
        let storage = Storage::new();
        assert_eq!(read_into(&mut Query::new(&storage), "(push 1)"), None);
        assert_eq!(read_into(&mut Query::new(&storage), "(assert"), None);
    }
}
