//! The quick answer: where two accesses have the same linear parts, the distance of two turns that meet is fixed for each loop, or free within its
//! bounds. By the signs that are possible no order may be reversed; else the exact question is asked.
//!
//! Domain: for each loop an interval of distances. It holds all real ones, so that "kept" is certain, and nothing is refused by it.

use super::affine::{Form, Space, Unknown};
use super::reorder::Reorder;

/// Distances of a loop between two turns.
#[derive(Clone, Copy, Debug)]
struct Interval {
    low: i128,
    high: i128,
}

/// Tells if no two turns that meet are reversed, by the signs of their distances alone. `keys` are the loops of the step; `places` those in the text.
pub(super) fn surely_kept(
    space: &Space<'_>,
    pairs: &[(Form, Form)],
    keys: &[usize],
    reorder: &Reorder<'_>,
    places: (usize, usize),
) -> bool {
    let Some(box_of) = intervals(space, pairs, keys, reorder) else { return true };
    if box_of.is_empty() {
        return false;
    }
    match reorder {
        Reorder::Fuse => box_of[0].low >= 0,
        Reorder::Reverse => box_of[0].low >= 0 && box_of[0].high <= 0,
        Reorder::Vectorize(width) => {
            // Turns close to each other, the earlier access later in the text.
            let forward = places.1 < places.0 && box_of[0].high >= 1 && box_of[0].low < *width;
            let backward = places.0 < places.1 && box_of[0].low <= -1 && box_of[0].high > -*width;
            !forward && !backward
        }
        Reorder::Permute(_) | Reorder::Tile(_) => !signs(&box_of, reorder),
    }
}

/// The intervals of the loops; `None` where the accesses never meet, empty where nothing is known.
fn intervals(
    space: &Space<'_>,
    pairs: &[(Form, Form)],
    keys: &[usize],
    reorder: &Reorder<'_>,
) -> Option<Vec<Interval>> {
    let free = |number: &usize| {
        let most = space.turns(*number).map_or(1 << 64, |turns| (turns - 1).max(0));
        Interval { low: -most, high: most }
    };
    let mut all: Vec<Interval> = keys.iter().map(free).collect();
    // Two loops that become one count the same turns.
    let of_fused = matches!(reorder, Reorder::Fuse);
    for (first, second) in pairs {
        let Some((loops, rest)) = difference(space, first, second, of_fused.then_some(keys)) else {
            continue;
        };
        let [(number, coefficient)] = loops[..] else {
            if loops.is_empty() && rest != 0 {
                return None;
            }
            continue;
        };
        let Some(at) = keys.iter().position(|key| *key == number) else { continue };
        // coefficient * distance = rest
        if rest % coefficient != 0 {
            return None;
        }
        let distance = rest / coefficient;
        let one = &mut all[if of_fused { 0 } else { at }];
        (one.low, one.high) = (one.low.max(distance), one.high.min(distance));
        if one.low > one.high {
            return None;
        }
    }
    Some(all)
}

/// Coefficients of the distances, second turn less first, and what they sum up to; `None` where the forms differ otherwise.
fn difference(
    space: &Space<'_>,
    first: &Form,
    second: &Form,
    fused: Option<&[usize]>,
) -> Option<(Vec<(usize, i128)>, i128)> {
    let mut others = [first.clone(), second.clone()];
    for form in &mut others {
        form.terms
            .retain(|unknown, _| !matches!(unknown, Unknown::Turn(number, _) if *number >= space.shared));
    }
    if others[0].terms != others[1].terms
        || others[0].terms.keys().any(|one| matches!(one, Unknown::Wraps(_)))
    {
        return None;
    }
    let of = |form: &Form, side: usize| -> Vec<(usize, i128)> {
        let turns = form.terms.iter().filter_map(|(unknown, coefficient)| match unknown {
            Unknown::Turn(number, at) if *number >= space.shared && *at == side => {
                Some((*number, *coefficient))
            }
            _ => None,
        });
        // The loops of a fusion are one loop.
        turns
            .map(|(number, coefficient)| {
                (fused.filter(|keys| keys.contains(&number)).map_or(number, |keys| keys[0]), coefficient)
            })
            .collect()
    };
    let (a, b) = (of(first, 0), of(second, 1));
    if a != b || first.terms.len() != others[0].terms.len() + a.len() {
        return None;
    }
    Some((a, first.constant - second.constant))
}

/// Tells if some signs of the distances are possible with which the order is reversed.
fn signs(box_of: &[Interval], reorder: &Reorder<'_>) -> bool {
    let mut chosen = vec![0_i8; box_of.len()];
    any_signs(box_of, reorder, &mut chosen, 0)
}

fn any_signs(box_of: &[Interval], reorder: &Reorder<'_>, chosen: &mut Vec<i8>, at: usize) -> bool {
    if at == box_of.len() {
        return reversed(box_of, reorder, chosen);
    }
    let Interval { low, high } = box_of[at];
    for (sign, possible) in [(-1, low < 0), (0, low <= 0 && high >= 0), (1, high > 0)] {
        chosen[at] = sign;
        if possible && any_signs(box_of, reorder, chosen, at + 1) {
            return true;
        }
    }
    chosen[at] = 0;
    false
}

fn first_sign(signs: impl Iterator<Item = i8>) -> i8 {
    signs.into_iter().find(|sign| *sign != 0).unwrap_or(0)
}

fn reversed(box_of: &[Interval], reorder: &Reorder<'_>, chosen: &[i8]) -> bool {
    let before = first_sign(chosen.iter().copied());
    match reorder {
        Reorder::Permute(order) => first_sign(order.iter().map(|at| chosen[*at])) == -before && before != 0,
        Reorder::Tile(sizes) => {
            // Turns at a distance below the size of the tile are in one tile, or in neighbours.
            let tiles: Vec<(i8, bool)> = sizes
                .iter()
                .zip(chosen)
                .zip(box_of)
                .filter(|((size, _), _)| **size != 0)
                .map(|((size, sign), one)| (*sign, one.low.max(-one.high).max(0) >= *size))
                .collect();
            tile_signs(&tiles, before)
        }
        Reorder::Fuse | Reorder::Reverse | Reorder::Vectorize(_) => true,
    }
}

/// Tells if the first tile that differs may differ the other way.
fn tile_signs(tiles: &[(i8, bool)], before: i8) -> bool {
    for (sign, surely) in tiles {
        if *sign == -before && before != 0 {
            return true;
        }
        if *sign != 0 && *surely {
            return false;
        }
    }
    false
}
