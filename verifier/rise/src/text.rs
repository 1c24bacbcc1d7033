//! Derivations as lines: the law, its instance, its premise.

use std::collections::BTreeMap;

use assay_rise::index::{Atom, Fact, Law as IndexLaw};
use assay_rise::nat::{Nat, Symbol};

use crate::derivation::{Derivation, Instance, Law, Premise, Property};
use crate::normal::{Access, Fold, Head, LAST, Normal, Operation, Product};

/// Bytes of a term that are printed.
const MAX_TERM: usize = 400;

/// The lines of a derivation over parameters of these names.
pub fn lines(derivation: &Derivation, parameters: &[String]) -> Vec<String> {
    let text = Text { atoms: &derivation.atoms, parameters };
    let mut lines: Vec<String> =
        derivation.positive.iter().map(|length| format!("assumes {length} >= 1")).collect();
    lines.extend(derivation.facts.iter().filter_map(|fact| text.fact(fact)));
    lines.extend(derivation.laws.iter().map(|instance| text.instance(instance)));
    lines
}

/// The text of an index.
pub fn index(index: &Nat, atoms: &[Atom]) -> String {
    Text { atoms, parameters: &[] }.index(index)
}

impl std::fmt::Display for Premise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Premise { operation, scalar, property } = self;
        match property {
            Property::Associative => write!(f, "`{operation}` is associative on {scalar}"),
            Property::Commutative => write!(f, "`{operation}` is commutative on {scalar}"),
            Property::Idempotent => write!(f, "`{operation}` is idempotent on {scalar}"),
            Property::Neutral(number) => write!(f, "{number} is neutral for `{operation}` on {scalar}"),
        }
    }
}

struct Text<'d> {
    atoms: &'d [Atom],
    parameters: &'d [String],
}

impl Text<'_> {
    fn index(&self, index: &Nat) -> String {
        let mut text = index.to_string();
        // The last ones first: `?1` is in `?10`, too.
        for symbol in index.symbols().into_iter().rev() {
            if let Symbol::Meta(number) = symbol {
                text = text.replace(&format!("?{number}"), &self.atom(number));
            }
        }
        text
    }

    fn atom(&self, number: u32) -> String {
        match self.atoms.get(number as usize) {
            Some(Atom::Variable(level, _)) => format!("i{level}"),
            Some(Atom::Quotient(a, b)) => format!("(({}) / ({}))", self.index(a), self.index(b)),
            Some(Atom::Minimum(a, b)) => format!("min({}, {})", self.index(a), self.index(b)),
            Some(Atom::Maximum(a, b)) => format!("max({}, {})", self.index(a), self.index(b)),
            None => format!("?{number}"),
        }
    }

    /// A law of an index; `None` where both sides are one text.
    fn fact(&self, fact: &Fact) -> Option<String> {
        let (one, two) = (self.index(&fact.operands.0), self.index(&fact.operands.1));
        let result = self.index(&fact.result);
        let other = if fact.result == fact.operands.0 { &two } else { &one };
        let rest = |by: &Nat| {
            let (_, rest) = fact.operands.0.divided(by)?;
            Some(format!("0 <= {} < {}", self.index(&rest), self.index(by)))
        };
        let (before, premise) = match &fact.law {
            IndexLaw::Division => (format!("({one}) / ({two})"), rest(&fact.operands.1)?),
            IndexLaw::Factor(factor) => (format!("({one}) / ({two})"), rest(factor)?),
            IndexLaw::Nested => (format!("({one}) / ({two})"), "both divisors are at least one".to_owned()),
            IndexLaw::Minimum => (format!("min({one}, {two})"), format!("{result} <= {other}")),
            IndexLaw::Maximum => (format!("max({one}, {two})"), format!("{result} >= {other}")),
        };
        (before != result).then(|| format!("{before} = {result} where {premise}"))
    }

    fn instance(&self, instance: &Instance) -> String {
        let Instance { law, level, before, after } = instance;
        let name = match law {
            Law::Linear => "a sum is linear",
            Law::Blocks(..) => "a reduction over blocks is one over all, by associativity",
            Law::Order(_) => "reductions change places, by associativity and commutativity",
            Law::Nested => "a reduction of reductions is one, by a start that is neutral or idempotent",
            Law::Commuted => "operands change places, by commutativity",
        };
        format!("{name}: {} = {}", self.short(before, *level), self.short(after, *level))
    }

    fn short(&self, term: &Normal, level: u32) -> String {
        let mut text = self.term(term, level);
        if let Some((at, _)) = text.char_indices().nth(MAX_TERM) {
            text.truncate(at);
            text.push_str(" ..");
        }
        text
    }

    fn parameter(&self, number: u32) -> String {
        self.parameters.get(number as usize).cloned().unwrap_or_else(|| format!("p{number}"))
    }

    /// A term whose next binder has this level.
    fn term(&self, term: &Normal, level: u32) -> String {
        match term {
            Normal::Chain(head, accesses) => {
                let mut text = match head {
                    Head::Parameter(number) => self.parameter(*number),
                    Head::Bound(own) if *own >= LAST => format!("last{}", own - LAST),
                    Head::Bound(own) => format!("a{own}"),
                    Head::Reduction(one) => {
                        let (start, step) = (self.term(&one.start, level), self.term(&one.step, level + 1));
                        format!("reduce(i{level} < {}, from {start}, {step})", self.index(&one.length))
                    }
                };
                for access in accesses {
                    text.push_str(&match access {
                        Access::Index(index) => format!("[{}]", self.index(index)),
                        Access::First => ".fst".to_owned(),
                        Access::Second => ".snd".to_owned(),
                        Access::Argument(value) => format!("({})", self.term(value, level)),
                    });
                }
                text
            }
            Normal::Integer(_, terms) => self.polynomial(terms, level),
            Normal::Length(length) => length.to_string(),
            Normal::Sum(_, lengths, element) => format!("sum({})", self.below(lengths, element, level)),
            Normal::Float(_, digits) => digits.to_string(),
            Normal::Operation(name, _, operands) => {
                let operands: Vec<String> = operands.iter().map(|one| self.term(one, level)).collect();
                format!("{name}({})", operands.join(", "))
            }
            Normal::Fold(fold) => self.fold(fold, level),
            Normal::Pair(one, two) => format!("({}, {})", self.term(one, level), self.term(two, level)),
            Normal::Array(length, element) => {
                format!("[i{level} < {length}: {}]", self.term(element, level + 1))
            }
            Normal::Nothing => "[]".to_owned(),
            Normal::Function(result) => format!("fun(a{level} => {})", self.term(result, level + 1)),
        }
    }

    fn fold(&self, fold: &Fold, level: u32) -> String {
        let operation = match &fold.operation {
            Operation::Scalar(name, _) => name.to_string(),
            Operation::Parameter(number) => self.parameter(*number),
        };
        let start = self.term(&fold.start, level);
        format!("{operation} of ({}) from {start}", self.below(&fold.lengths, &fold.element, level))
    }

    fn below(&self, lengths: &[Nat], element: &Normal, level: u32) -> String {
        let indices = (level..).zip(lengths).map(|(level, length)| format!("i{level} < {length}"));
        let indices: Vec<String> = indices.collect();
        format!("{}: {}", indices.join(", "), self.term(element, level + lengths.len() as u32))
    }

    fn polynomial(&self, terms: &BTreeMap<Product, i128>, level: u32) -> String {
        let one = |(product, factor): (&Product, &i128)| {
            let mut parts: Vec<String> = product.iter().map(|part| self.term(part, level)).collect();
            if *factor != 1 || parts.is_empty() {
                parts.insert(0, factor.to_string());
            }
            parts.join(" * ")
        };
        let all: Vec<String> = terms.iter().map(one).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(" + ") }
    }
}
