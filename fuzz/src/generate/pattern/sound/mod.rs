//! Patterns that are right in structure and types by construction, and right or wrong in what they compute: an expression,
//! rewritten by identities, in about half of the patterns with one wrong step. Modules in reading order: `expr` expressions
//! and templates, `rules` the identities, `edit` wrong steps, `lower` the pattern.

mod edit;
mod expr;
mod lower;
mod rules;

use std::sync::OnceLock;

use super::sketch::Sketch;
use crate::generate::choose::Choose;
use edit::promises;
use expr::{Bindings, Expr, Kind, Number, Template, Term, term};
use lower::{FAMILIES, Family, lower};

/// Operations of one side at most.
const SIZE: usize = 9;

/// One identity, in one direction.
struct Rule {
    from: Template,
    to: Template,
}

fn rules() -> &'static [Rule] {
    static RULES: OnceLock<Vec<Rule>> = OnceLock::new();
    RULES.get_or_init(|| {
        let both = rules::RULES.iter().flat_map(|(left, back, right)| {
            let (left, right) = (Template::read(left), Template::read(right));
            let back = back.then(|| Rule { from: right.clone(), to: left.clone() });
            std::iter::once(Rule { from: left, to: right }).chain(back)
        });
        both.collect()
    })
}

/// Makes a pattern.
pub(super) fn sketch<C: Choose>(dice: &mut C, ranges: usize) -> Sketch {
    let mut chance = dice.below(100);
    let mut family = &FAMILIES[0];
    for other in &FAMILIES {
        if chance < other.share {
            family = other;
            break;
        }
        chance -= other.share;
    }
    let wide = dice.percent(ranges);
    for _ in 0..8 {
        let mut maker = SoundGenerator { dice, family, leaves: Vec::new(), ranges: 0, wide };
        if let Some((before, after)) = maker.sides() {
            let leaves = maker.leaves;
            return lower(dice, family, &before, &after, &leaves);
        }
    }
    let leaf = Expr::Leaf(Kind::Base, 0);
    let plain = term("add", None, 0, vec![leaf.clone(), leaf]);
    lower(dice, family, &plain.clone(), &plain, &[(Kind::Base, 0)])
}

struct SoundGenerator<'d, C> {
    dice: &'d mut C,
    family: &'static Family,
    /// Values that the match is given.
    leaves: Vec<(Kind, usize)>,
    /// How many ranges there are.
    ranges: usize,
    /// Whether a range has to be among the operands.
    wide: bool,
}

impl<C: Choose> SoundGenerator<'_, C> {
    /// Both sides; nothing where the family lacks an operation or one side is too large.
    fn sides(&mut self) -> Option<(Expr, Expr)> {
        let rules = rules();
        let rule = &rules[self.dice.below(rules.len())];
        let mut bound = Bindings::default();
        self.bind(&rule.from, &mut bound);
        let mut before = rule.from.build(&mut bound, self.dice)?;
        let mut after = rule.to.build(&mut bound, self.dice)?;
        if !matches!(before, Expr::Op(_)) || self.wide && self.ranges == 0 {
            return None;
        }
        for _ in 0..self.dice.below(3) {
            self.step(&mut after);
        }
        match self.dice.below(100) {
            0..44 => {
                edit::edit(&mut after, &self.leaves, self.family.flags, self.dice);
            }
            44..50 => drop_promise(&mut before),
            50..58 => after = edit::narrow(&before).unwrap_or(after),
            _ => {}
        }
        if self.family.flags {
            self.promise(&mut before);
        }
        let fits = |expr: &Expr| expr.size() <= SIZE && self.family.has(expr);
        (fits(&before) && fits(&after)).then_some((before, after))
    }

    /// Something for each variable of a side.
    fn bind(&mut self, template: &Template, bound: &mut Bindings) {
        let mut names = Vec::new();
        template.variables(&mut names);
        // The side that is matched has to be an operation.
        let alone = matches!(template, Template::Variable(_));
        let base = if self.dice.one_in(12) { Kind::Bool } else { Kind::Base };
        for (at, name) in names.iter().enumerate() {
            if names[..at].contains(name) {
                continue;
            }
            let kind = match name {
                'n' | 'm' => Kind::Narrow,
                'c' | 'd' => Kind::Bool,
                _ => base,
            };
            let once = names.iter().filter(|other| *other == name).count() == 1;
            let wants = self.wide && self.ranges == 0 && kind == Kind::Base;
            let expr = match once || wants {
                _ if alone => self.operation(kind),
                true if wants || self.dice.one_in(4) => self.operation(kind),
                _ => self.leaf(kind),
            };
            bound.variables.push((*name, expr));
        }
    }

    /// An operation of two operands, or of a range.
    fn operation(&mut self, kind: Kind) -> Expr {
        let words = ["add", "and", "sub", "xor", "or", "shl", "shru", "mul", "divu", "shrs", "maxs", "minu"];
        let words: Vec<&str> = words.into_iter().filter(|word| self.family.name(word).is_some()).collect();
        let word = words[self.dice.below(words.len())];
        if self.wide && kind == Kind::Base && self.ranges == 0 {
            self.ranges += 1;
            let range = Expr::Range(self.ranges - 1);
            let variadic = self.family.variadic.contains(&word) && self.dice.one_in(2);
            let args = if variadic { vec![self.leaf(kind), range] } else { vec![range] };
            return Expr::Op(Box::new(Term { word, kind, predicate: None, flags: 0, args }));
        }
        let args = vec![self.leaf(kind), self.leaf(kind)];
        term(word, None, 0, args)
    }

    fn leaf(&mut self, kind: Kind) -> Expr {
        if self.dice.one_in(10) {
            return match self.dice.below(4) {
                0 => Expr::Constant(kind, Number::Other(self.dice.below(8) as u8)),
                _ => Expr::Constant(kind, Number::Open(self.dice.below(2) as u8)),
            };
        }
        let same: Vec<usize> =
            self.leaves.iter().filter(|(of, _)| *of == kind).map(|(_, leaf)| *leaf).collect();
        if self.dice.one_in(5)
            && let Some(leaf) = self.dice.pick(&same)
        {
            return Expr::Leaf(kind, *leaf);
        }
        let leaf = self.leaves.len();
        self.leaves.push((kind, leaf));
        Expr::Leaf(kind, leaf)
    }

    /// Applies an identity somewhere, if one fits there.
    fn step(&mut self, expr: &mut Expr) {
        let rules = rules();
        let mut number = self.dice.below(expr.parts());
        let first = self.dice.below(rules.len());
        let size = expr.size();
        let Some(part) = expr.part(&mut number) else { return };
        for at in 0..rules.len() {
            let rule = &rules[(first + at) % rules.len()];
            let mut bound = Bindings::default();
            if !matches!(part, Expr::Op(_)) || !rule.from.matches(part, &mut bound) {
                continue;
            }
            if let Some(new) = rule.to.build(&mut bound, self.dice)
                && new.kind() == part.kind()
                && size + new.size() <= SIZE + part.size()
                && self.family.has(&new)
            {
                *part = new;
                return;
            }
        }
    }

    /// Now and then what is matched carries promises: the rewrite need not keep them.
    fn promise(&mut self, expr: &mut Expr) {
        for number in 0..expr.parts() {
            let mut number = number;
            if self.dice.one_in(8)
                && let Some(Expr::Op(term)) = expr.part(&mut number)
                && let Some(flags) = self.dice.pick(promises(term.word))
            {
                term.flags |= flags;
            }
        }
    }
}

/// Takes the promises from what is matched.
fn drop_promise(expr: &mut Expr) {
    for number in 0..expr.parts() {
        if let Some(Expr::Op(term)) = expr.part(&mut { number }) {
            term.flags = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_reads_and_binds_what_its_right_side_needs() {
        for rule in rules() {
            let (mut from, mut to) = (Vec::new(), Vec::new());
            rule.from.variables(&mut from);
            rule.to.variables(&mut to);
            assert!(to.iter().all(|name| from.contains(name)), "{:?} -> {:?}", rule.from, rule.to);
        }
        assert!(rules().len() > 150, "{}", rules().len());
    }
}
