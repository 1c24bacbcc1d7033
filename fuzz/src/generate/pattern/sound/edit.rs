//! One wrong step: an edit after which an expression mostly computes something else, and rarely the same. Knows no dialect.

use super::expr::{EXACT, Expr, Flags, Kind, NSW, NUW, Number, PREDICATES, Term, term};
use crate::generate::choose::Choose;

/// Operations of which the order of operands matters.
const ORDERED: [&str; 8] = ["sub", "divu", "divs", "remu", "rems", "shl", "shru", "shrs"];

/// Operations that differ in whether they read their operands as signed.
const SIGNS: [(&str, &str); 7] = [
    ("shru", "shrs"),
    ("divu", "divs"),
    ("remu", "rems"),
    ("maxu", "maxs"),
    ("minu", "mins"),
    ("extu", "exts"),
    ("maxu", "minu"),
];

/// Operations that are taken for each other.
const CONFUSED: [(&str, &str); 5] =
    [("add", "or"), ("or", "xor"), ("and", "or"), ("add", "sub"), ("add", "xor")];

/// The promises that an operation can carry.
pub(super) fn promises(word: &str) -> &'static [Flags] {
    match word {
        "add" | "sub" | "mul" | "shl" => &[NSW, NUW, NSW | NUW],
        "shru" | "shrs" | "divu" | "divs" => &[EXACT],
        _ => &[],
    }
}

/// Changes one place of an expression; nothing where no edit fits.
pub(super) fn edit<C: Choose>(
    expr: &mut Expr,
    leaves: &[(Kind, usize)],
    flagged: bool,
    dice: &mut C,
) -> bool {
    let parts = expr.parts();
    for _ in 0..16 {
        let mut number = dice.below(parts);
        let Some(part) = expr.part(&mut number) else { continue };
        let done = match part {
            Expr::Op(term) => of_operation(term, flagged, dice),
            Expr::Constant(kind, number) => of_constant(*kind, number, dice),
            Expr::Leaf(kind, leaf) => of_leaf(*kind, leaf, leaves, dice),
            Expr::Range(_) => false,
        };
        if done {
            return true;
        }
    }
    false
}

fn of_constant<C: Choose>(kind: Kind, number: &mut Number, dice: &mut C) -> bool {
    let all = [Number::Zero, Number::One, Number::Ones, Number::Other(dice.below(8) as u8)];
    let others: Vec<Number> = all.into_iter().filter(|other| other != number).collect();
    match dice.pick(&others) {
        Some(other) if kind != Kind::Bool || *number == Number::Zero || *other == Number::Zero => {
            *number = *other;
            true
        }
        _ => false,
    }
}

fn of_leaf<C: Choose>(kind: Kind, leaf: &mut usize, leaves: &[(Kind, usize)], dice: &mut C) -> bool {
    let others: Vec<usize> =
        leaves.iter().filter(|(of, other)| *of == kind && other != leaf).map(|(_, other)| *other).collect();
    dice.pick(&others).is_some_and(|other| {
        *leaf = *other;
        true
    })
}

fn of_operation<C: Choose>(term: &mut Term, flagged: bool, dice: &mut C) -> bool {
    match dice.below(5) {
        0 => swap(term),
        1 => match &mut term.predicate {
            Some(predicate) => {
                let step = 1 + dice.below(PREDICATES.len() - 1);
                *predicate = ((usize::from(*predicate) + step) % PREDICATES.len()) as u8;
                true
            }
            None => swap(term),
        },
        2 if flagged => match dice.pick(promises(term.word)) {
            Some(flags) if term.flags != *flags => {
                term.flags |= flags;
                true
            }
            _ => false,
        },
        3 => other_word(term, &SIGNS, dice),
        _ => other_word(term, &CONFUSED, dice) || other_word(term, &SIGNS, dice),
    }
}

fn swap(term: &mut Term) -> bool {
    let at = term.args.len().saturating_sub(2);
    let ordered = ORDERED.contains(&term.word) || matches!(term.word, "cmp" | "select");
    match &mut term.args[at..] {
        [one, other] if ordered && one != other => {
            std::mem::swap(one, other);
            true
        }
        _ => false,
    }
}

fn other_word<C: Choose>(term: &mut Term, pairs: &[(&'static str, &'static str)], dice: &mut C) -> bool {
    let other = |(one, two): &(&'static str, &'static str)| match term.word {
        word if word == *one => Some(*two),
        word if word == *two => Some(*one),
        _ => None,
    };
    let others: Vec<&'static str> = pairs.iter().filter_map(other).collect();
    dice.pick(&others).is_some_and(|word| {
        term.word = word;
        term.flags = 0;
        true
    })
}

/// Computes `x` at the narrow type and widens what comes out, where it is computed at the base type of widened operands.
pub(super) fn narrow(expr: &Expr) -> Option<Expr> {
    let Expr::Op(whole) = expr else { return None };
    if !matches!(whole.word, "add" | "sub" | "mul" | "divs" | "divu" | "shl" | "shru" | "shrs") {
        return None;
    }
    let inner = |arg: &Expr| match arg {
        Expr::Op(inner) if matches!(inner.word, "extu" | "exts") => {
            Some((inner.word, inner.args.first()?.clone()))
        }
        _ => None,
    };
    let args: Option<Vec<(&'static str, Expr)>> = whole.args.iter().map(inner).collect();
    let args = args?;
    let extend = args.first()?.0;
    let narrow = term(whole.word, None, 0, args.into_iter().map(|(_, arg)| arg).collect());
    Some(term(extend, None, 0, vec![narrow]))
}
