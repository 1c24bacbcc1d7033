//! Laws of numbers that are extended or truncated, each for all widths in the order that the expressions themselves show: a
//! truncation is one of the operands, and a quotient of extended numbers an extended quotient. So products and quotients of two widths
//! become the same ones of one width. Knows neither operations of programs nor solvers.
//!
//! The laws, `n` being the narrower width, `zero` and `sign` the extensions from it:
//! - the low `n` bits of `a + b`, `a - b`, `a * b`, `a and b`, `a or b`, `a xor b` are those of the operands' low `n` bits,
//!   and of a selection the selection of those;
//! - the low `n` bits of `sign a / sign b` are those of `a / b`, which also holds by zero and where that wraps around;
//! - `zero a / zero b` is all ones where `b` is zero, else `zero (a / b)`; the remainder is `zero (a % b)`;
//! - `sign a % sign b` is `sign (a % b)`.
//!
//! That extensions of extensions, and truncations of either, are one or none is what [`TermArena`] knows when they are made.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::node::{Binary, Node, TermId};
use crate::simplify::assume::rebuilt;

/// Nested operations through which a truncation is looked at; what is deeper stays.
const MAX_DEPTH: usize = 256;

/// A statement that holds for the same values, with numbers as narrow as the laws make them.
pub fn narrowed(pool: &mut TermArena, statement: TermId) -> TermId {
    let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut cuts = FxHashMap::default();
    for ex in pool.cone(&[statement]) {
        let new = match *pool.node(ex) {
            Node::Extract { of, low: 0, width } => low(pool, &mut cuts, made[&of], width, 0),
            Node::Binary(op, a, b) => {
                let (a, b) = (made[&a], made[&b]);
                divided(pool, op, a, b).unwrap_or_else(|| pool.binary(op, a, b))
            }
            _ => rebuilt(pool, ex, &made),
        };
        made.insert(ex, new);
    }
    made[&statement]
}

/// The low bits of a number, by those of its operands.
fn low(
    pool: &mut TermArena,
    cuts: &mut FxHashMap<(TermId, u32), TermId>,
    of: TermId,
    width: u32,
    depth: usize,
) -> TermId {
    use Binary::{Add, And, Mul, Or, SDiv, Sub, Xor};
    if let Some(known) = cuts.get(&(of, width)) {
        return *known;
    }
    let new = match *pool.node(of) {
        _ if depth >= MAX_DEPTH || pool.width(of) == width => pool.extract(of, 0, width),
        Node::Binary(op @ (Add | Sub | Mul | And | Or | Xor), a, b) => {
            let (a, b) = (low(pool, cuts, a, width, depth + 1), low(pool, cuts, b, width, depth + 1));
            pool.binary(op, a, b)
        }
        Node::Choice(condition, a, b) => {
            let (a, b) = (low(pool, cuts, a, width, depth + 1), low(pool, cuts, b, width, depth + 1));
            pool.choice(condition, a, b)
        }
        Node::Binary(SDiv, a, b) => match (*pool.node(a), *pool.node(b)) {
            (Node::SignExtend(x, _), Node::SignExtend(y, _))
                if pool.width(x) == pool.width(y) && width <= pool.width(x) =>
            {
                let quotient = pool.binary(SDiv, x, y);
                low(pool, cuts, quotient, width, depth + 1)
            }
            _ => pool.extract(of, 0, width),
        },
        // Narrower ones of the same, or of a number that it is extended from.
        Node::ZeroExtend(inner, _) | Node::SignExtend(inner, _) if width <= pool.width(inner) => {
            low(pool, cuts, inner, width, depth + 1)
        }
        Node::Extract { of, low: 0, .. } => low(pool, cuts, of, width, depth + 1),
        _ => pool.extract(of, 0, width),
    };
    cuts.insert((of, width), new);
    new
}

/// A quotient or remainder of two numbers that are extended from one width.
fn divided(pool: &mut TermArena, op: Binary, a: TermId, b: TermId) -> Option<TermId> {
    let width = pool.width(a);
    let (x, y) = match (op, *pool.node(a), *pool.node(b)) {
        (Binary::UDiv | Binary::URem, Node::ZeroExtend(x, _), Node::ZeroExtend(y, _))
        | (Binary::SRem, Node::SignExtend(x, _), Node::SignExtend(y, _)) => (x, y),
        _ => return None,
    };
    if pool.width(x) != pool.width(y) {
        return None;
    }
    let narrow = pool.binary(op, x, y);
    Some(match op {
        Binary::SRem => pool.sign_extend(narrow, width),
        Binary::URem => pool.zero_extend(narrow, width),
        _ => {
            let (zero, ones) = (pool.zero(pool.width(y)), pool.ones(width));
            let by_zero = pool.equal(y, zero);
            let quotient = pool.zero_extend(narrow, width);
            pool.choice(by_zero, ones, quotient)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::node::Sort;

    const BINARY: [Binary; 13] = {
        use Binary::{AShr, Add, And, LShr, Mul, Or, SDiv, SRem, Shl, Sub, UDiv, URem, Xor};
        [Add, Sub, Mul, UDiv, URem, SDiv, SRem, And, Or, Xor, Shl, LShr, AShr]
    };

    /// Two variables of a width extended to a wider one in each way, an operation on them, and what is left of that at a narrow one.
    fn statements(pool: &mut TermArena, [narrow, own, wide]: [u32; 3]) -> Vec<TermId> {
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(own)));
        let extended =
            |pool: &mut TermArena, ex: TermId| [pool.zero_extend(ex, wide), pool.sign_extend(ex, wide)];
        let (left, right) = (extended(pool, x), extended(pool, y));
        let mut out = Vec::new();
        for (a, b) in left.iter().flat_map(|a| right.iter().map(move |b| (*a, *b))) {
            for op in BINARY {
                let whole = pool.binary(op, a, b);
                let sum = pool.binary(Binary::Add, whole, a);
                let less = pool.compare(crate::node::Compare::SLt, a, b);
                let chosen = pool.choice(less, sum, whole);
                for made in [whole, sum, chosen] {
                    out.extend([made, pool.extract(made, 0, own), pool.extract(made, 0, narrow)]);
                }
            }
        }
        out
    }

    #[test]
    fn every_law_holds_at_all_small_widths() {
        let mut changed = 0;
        for wide in 1..=5 {
            for own in 1..=wide {
                for narrow in 1..=own {
                    let mut pool = TermArena::default();
                    let list = statements(&mut pool, [narrow, own, wide]);
                    let new: Vec<TermId> = list.iter().map(|ex| narrowed(&mut pool, *ex)).collect();
                    changed += list.iter().zip(&new).filter(|(old, new)| old != new).count();
                    let all: Vec<TermId> = list.iter().chain(&new).copied().collect();
                    let mut evaluator = Evaluator::new(&pool, &all);
                    for (x, y) in (0..1 << own).flat_map(|x| (0..1 << own).map(move |y| (x, y))) {
                        evaluator.run(&|var| [x, y][var.0 as usize]);
                        for (old, new) in list.iter().zip(&new) {
                            let (was, is) = (evaluator.value(*old), evaluator.value(*new));
                            assert_eq!(
                                is,
                                was,
                                "{:?} of {narrow}, {own}, {wide} at {x}, {y}",
                                pool.node(*old)
                            );
                        }
                    }
                }
            }
        }
        assert!(changed > 500, "{changed}");
    }

    #[test]
    fn a_truncated_product_is_that_of_the_narrow_numbers() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(18)));
        let (a, b) = (pool.zero_extend(x, 52), pool.sign_extend(y, 52));
        let product = pool.binary(Binary::Mul, a, b);
        let cut = pool.extract(product, 0, 18);
        let narrow = pool.binary(Binary::Mul, x, y);
        assert_ne!(cut, narrow);
        assert_eq!(narrowed(&mut pool, cut), narrow);
    }
}
