//! Equalities of indices as questions of a solver: integers, with quotients by what defines them.

use std::collections::BTreeSet;

use assay_rise::index::Atom;
use assay_rise::nat::{Nat, Symbol};
use assay_rise_proof::derivation::Equality;
use assay_smt::Query;

/// Resource units of one question.
const UNITS: u64 = 2_000_000;

/// Asks for values at which both indices differ; there are none where they are equal.
pub(super) fn question(equality: &Equality, atoms: &[Atom], positive: &[Nat]) -> Query {
    let mut asked = Asked { atoms, query: Query::new(), declared: BTreeSet::new() };
    asked.query.limit(UNITS);
    for length in positive {
        let length = asked.index(length);
        asked.query.assert(&format!("(>= {length} 1)"));
    }
    for (level, length) in &equality.below {
        let below = asked.index(length);
        let variable = asked.variable(*level);
        asked.query.assert(&format!("(and (<= 0 {variable}) (< {variable} {below}))"));
    }
    let (one, two) = (asked.index(&equality.sides.0), asked.index(&equality.sides.1));
    asked.query.assert(&format!("(not (= {one} {two}))"));
    asked.query
}

struct Asked<'a> {
    atoms: &'a [Atom],
    query: Query,
    declared: BTreeSet<String>,
}

impl Asked<'_> {
    /// Tells if a name was not declared before.
    fn declared(&mut self, name: &str) -> bool {
        let new = self.declared.insert(name.to_owned());
        if new {
            self.query.declare_const(name, "Int");
        }
        new
    }

    fn variable(&mut self, level: u32) -> String {
        let name = format!("i{level}");
        self.declared(&name);
        name
    }

    fn index(&mut self, index: &Nat) -> String {
        let terms: Vec<(i128, Vec<(Symbol, u32)>)> =
            index.terms().map(|(factor, powers)| (factor, powers.to_vec())).collect();
        let mut sum = vec!["0".to_owned()];
        for (factor, powers) in terms {
            let mut product =
                vec![if factor < 0 { format!("(- {})", factor.unsigned_abs()) } else { factor.to_string() }];
            for (symbol, power) in powers {
                let value = self.symbol(&symbol);
                product.extend((0..power).map(|_| value.clone()));
            }
            sum.push(format!("(* {} 1)", product.join(" ")));
        }
        format!("(+ {} 0)", sum.join(" "))
    }

    fn symbol(&mut self, symbol: &Symbol) -> String {
        let number = match symbol {
            Symbol::Name(rank, _) => {
                let name = format!("n{rank}");
                if self.declared(&name) {
                    self.query.assert(&format!("(>= {name} 0)"));
                }
                return name;
            }
            Symbol::Meta(number) => *number,
        };
        let name = format!("q{number}");
        match self.atoms.get(number as usize).cloned() {
            Some(Atom::Variable(level, _)) => self.variable(level),
            Some(Atom::Quotient(one, by)) => {
                let (one, by) = (self.index(&one), self.index(&by));
                if self.declared(&name) {
                    let whole = format!("(* {by} {name})");
                    self.query.assert(&format!("(and (<= {whole} {one}) (< {one} (+ {whole} {by})))"));
                }
                name
            }
            Some(Atom::Minimum(one, two)) => {
                let (one, two) = (self.index(&one), self.index(&two));
                format!("(ite (<= {one} {two}) {one} {two})")
            }
            Some(Atom::Maximum(one, two)) => {
                let (one, two) = (self.index(&one), self.index(&two));
                format!("(ite (>= {one} {two}) {one} {two})")
            }
            // Nothing is known of it.
            None => {
                self.declared(&name);
                name
            }
        }
    }
}
