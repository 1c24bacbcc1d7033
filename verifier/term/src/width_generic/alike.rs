//! Is a question the same at every width? Made at several widths it has to be one and the same expression, with each number one
//! that is written alike at all widths. What then holds of it without a look at the width holds at all of them from
//! [`FROM`] on; the widths below are asked one by one.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::node::{Node, Sort, TermId, parts};
use crate::sample::{FROM, constant};

/// True if two questions are one that are made at two samples of the open widths.
pub fn alike(first: (&TermArena, TermId), second: (&TermArena, TermId), widths: [&[u32]; 2]) -> bool {
    let mut same: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut stack = vec![(first.1, second.1)];
    while let Some((a, b)) = stack.pop() {
        match same.insert(a, b) {
            Some(known) if known == b => continue,
            Some(_) => return false,
            None => {}
        }
        if !sorts_agree(first.0.sort(a), second.0.sort(b), widths)
            || !nodes_agree(first.0, a, second.0, b, widths)
        {
            return false;
        }
        stack.extend(parts(first.0.node(a)).zip(parts(second.0.node(b))));
    }
    true
}

/// The same open width on both sides, twice that, or one that is fixed and small.
fn sorts_agree(a: Sort, b: Sort, widths: [&[u32]; 2]) -> bool {
    match (a, b) {
        (Sort::Bool, Sort::Bool) => true,
        (Sort::Bits(a), Sort::Bits(b)) => {
            let mut open = widths[0].iter().zip(widths[1]);
            a == b && a < FROM
                || open.any(|(one, other)| [a, b] == [*one, *other] || [a, b] == [2 * one, 2 * other])
        }
        _ => false,
    }
}

fn nodes_agree(first: &TermArena, a: TermId, second: &TermArena, b: TermId, widths: [&[u32]; 2]) -> bool {
    match (first.node(a), second.node(b)) {
        (Node::Number { width, value }, Node::Number { width: other, value: number }) => {
            let known = constant(*value, *width);
            width == other && value == number || known.is_some() && known == constant(*number, *other)
        }
        (Node::Bool(a), Node::Bool(b)) => a == b,
        (Node::Variable(a), Node::Variable(b)) => {
            first.variables()[a.0 as usize].name == second.variables()[b.0 as usize].name
        }
        (Node::Binary(a, ..), Node::Binary(b, ..)) => a == b,
        (Node::Compare(a, ..), Node::Compare(b, ..)) => a == b,
        // The low and the high half of a product.
        (Node::Extract { low: a, .. }, Node::Extract { low: b, .. }) => {
            [*a, *b] == [0, 0] || widths[0].iter().zip(widths[1]).any(|(one, other)| [a, b] == [one, other])
        }
        (Node::Concat(..), _) => false,
        // Numbers of fixed formats, made of ones that depend on the width.
        (
            Node::FloatFrom(..)
            | Node::FloatTo { .. }
            | Node::FloatArithmetic(..)
            | Node::FloatTest(..)
            | Node::FloatOrder(..),
            _,
        ) => false,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::mask;
    use crate::node::Binary;
    use crate::sample::{Constant, SAMPLES, Sample};

    #[test]
    fn a_known_remainder_that_recurs_with_the_width_is_not_spoken_for() {
        let width_dependent = |op: Binary, a: u128, b: u128| {
            let mut pool = TermArena::speaking_for(Some(Sample::of_all(SAMPLES[0])));
            let (a, b) = (pool.number(SAMPLES[0], a), pool.number(SAMPLES[0], b));
            assert!(!pool.width_dependent);
            pool.binary(op, a, b);
            pool.width_dependent
        };
        let (ones, least) = (u128::MAX, 1 << (SAMPLES[0] - 1));
        assert!(width_dependent(Binary::URem, ones, 7) && width_dependent(Binary::URem, ones, 5));
        assert!(
            width_dependent(Binary::SRem, least, 7)
                && width_dependent(Binary::SRem, least, 0u128.wrapping_sub(3))
        );
        assert!(!width_dependent(Binary::URem, ones, 4) && !width_dependent(Binary::SRem, least, 2));
        assert!(
            !width_dependent(Binary::URem, 5, 3)
                && !width_dependent(Binary::UDiv, 6, 0)
                && !width_dependent(Binary::SRem, ones, 3)
        );
    }

    #[test]
    fn a_number_is_resized_where_it_reads_alike_at_all_widths() {
        let width_dependent = |number: (u32, u128), resize: fn(&mut TermArena, TermId) -> TermId| {
            let mut pool = TermArena::speaking_for(Some(Sample::of_all(SAMPLES[0])));
            let number = pool.number(number.0, number.1);
            assert!(!pool.width_dependent);
            resize(&mut pool, number);
            pool.width_dependent
        };
        let (open, ones) = (SAMPLES[0], u128::MAX);
        assert!(width_dependent((open, ones), |pool, ex| pool.zero_extend(ex, 64)));
        assert!(!width_dependent((open, ones), |pool, ex| pool.sign_extend(ex, 64)));
        assert!(!width_dependent((open, 5), |pool, ex| pool.zero_extend(ex, 64)));
        // Zero in the low bits of all samples, and not in those of the widest numbers.
        assert!(width_dependent((64, 1 << 62), |pool, ex| pool.extract(ex, 0, SAMPLES[0])));
        assert!(!width_dependent((64, ones), |pool, ex| pool.extract(ex, 0, SAMPLES[0])));
        assert!(!width_dependent((64, 1000), |pool, ex| pool.extract(ex, 0, 16)));
    }

    #[test]
    fn only_widths_that_grow_alike_agree() {
        let agree = |a, b| sorts_agree(Sort::Bits(a), Sort::Bits(b), [&[9], &[17]]);
        assert!(agree(9, 17) && agree(18, 34) && agree(1, 1) && agree(8, 8));
        assert!(!agree(9, 9) && !agree(1, 2) && !agree(17, 9) && !agree(100, 100));
        assert!(!sorts_agree(Sort::Bool, Sort::Bits(1), [&[9], &[17]]));
    }

    #[test]
    fn several_open_widths_agree_each_with_itself() {
        let agree = |a, b| sorts_agree(Sort::Bits(a), Sort::Bits(b), [&[18, 52], &[36, 59]]);
        assert!(agree(18, 36) && agree(52, 59) && agree(104, 118) && agree(7, 7));
        assert!(!agree(18, 59) && !agree(52, 36) && !agree(36, 18) && !agree(36, 59));
    }

    #[test]
    fn a_constant_means_the_same_number_at_the_first_width_and_at_all_others() {
        let wide = 41;
        let mut numbers = rustc_hash::FxHashSet::default();
        for read in -600i128..=600 {
            let Some(known) = constant(read as u128 & mask(wide), wide) else { continue };
            let narrow = read as u128 & mask(FROM);
            assert_eq!(constant(narrow, FROM), Some(known), "{read}");
            assert!(numbers.insert(narrow), "{read} is another constant at {FROM} bits");
        }
        for wanted in [Constant::Least, Constant::Most] {
            let value =
                |width: u32| if wanted == Constant::Least { 1 << (width - 1) } else { mask(width) >> 1 };
            assert_eq!(constant(value(wide), wide), Some(wanted));
            assert_eq!(constant(value(FROM), FROM), Some(wanted));
            assert!(numbers.insert(value(FROM)), "{wanted:?} is another constant at {FROM} bits");
        }
    }

    #[test]
    fn a_number_that_is_no_constant_makes_two_questions() {
        let question = |width: u32, number: u128| {
            let mut pool = TermArena::default();
            let x = pool.variable("x", Sort::Bits(width));
            let number = pool.number(width, number);
            let equal = pool.equal(x, number);
            (pool, equal)
        };
        let [narrow, wide] = [SAMPLES[0], SAMPLES[1]];
        let alike_with = |number: u128| {
            let (first, second) = (question(narrow, number), question(wide, number));
            alike((&first.0, first.1), (&second.0, second.1), [&[narrow], &[wide]])
        };
        assert!(alike_with(64));
        assert!(!alike_with(65));
    }
}
