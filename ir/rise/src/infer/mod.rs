//! Types of programs: every expression gets one, lengths are solved for where one unknown occurs linearly, and all errors are
//! found, each with its place.

mod expr;
mod finish;
mod item;
mod messages;
mod unify;

use assay_ir::diagnostic::Diagnostic;

use crate::core::Module;
use crate::syntax::{parse, tree::Item};

/// A checked text.
#[derive(Debug, Default)]
pub struct Read {
    /// The items that are well-typed.
    pub module: Module,
    /// All items that can be read, in order, each with its errors of types.
    pub items: Vec<(Item, Vec<Diagnostic>)>,
    /// Errors of the text outside of these.
    pub unreadable: Vec<Diagnostic>,
}

impl Read {
    /// All errors, in the order of the text.
    pub fn errors(&self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = self.unreadable.clone();
        all.extend(self.items.iter().flat_map(|(_, errors)| errors.iter().cloned()));
        all.sort_by_key(|error| error.span.start);
        all
    }
}

/// Reads and checks a text.
pub fn read(text: &str) -> Read {
    let (items, unreadable) = parse(text);
    let mut read = Read { unreadable, ..Read::default() };
    for item in items {
        let names = read.items.iter().map(|(other, _)| other.name.text.clone()).collect::<Vec<_>>();
        let (checked, errors) = item::check(&item, &read.module, &names);
        if let Some(checked) = checked {
            read.module.items.push((item.clone(), checked));
        }
        read.items.push((item, errors));
    }
    read
}
