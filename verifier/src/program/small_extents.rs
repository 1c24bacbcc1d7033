//! A program with small extents in the place of large ones: what a pass does is a function of the program, so that a pass that is wrong at
//! sizes at which a program runs for long is mostly wrong at small ones, where it is judged by many inputs and shown by few numbers.
//!
//! Extents of types, numbers in affine maps and sets, and constants of `index` are replaced by others in the same order, equal ones by
//! equal ones, and neighbours by neighbours, so that `1 to N - 1` stays inside of what has `N` elements. All else is left, and a program that is none then is for the reader
//! and for the passes to refuse. Says nothing of the program that it was made of.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Numbers up to this stay.
const SMALL: u64 = 8;

/// Extents that are replaced are above this, at least one of them.
const LARGE: u64 = 16;

/// Numbers that differ by less are neighbours.
const NEAR: u64 = 4;

/// A text in generic form with small extents, and which became which; `None` where none is large.
pub fn with_small_extents(text: &str) -> Option<(String, BTreeMap<u64, u64>)> {
    let places = places(text);
    let number = |place: &Range<usize>| text[place.clone()].parse::<u64>().ok();
    let numbers: BTreeSet<u64> = places.iter().filter_map(number).collect();
    let smaller = smaller(&numbers);
    if !smaller.keys().any(|large| *large > LARGE) {
        return None;
    }
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for place in places {
        let Some(new) = number(&place).and_then(|number| smaller.get(&number)) else { continue };
        out.push_str(&text[done..place.start]);
        out.push_str(&new.to_string());
        done = place.end;
    }
    out.push_str(&text[done..]);
    Some((out, smaller))
}

/// The number for each large one.
fn smaller(numbers: &BTreeSet<u64>) -> BTreeMap<u64, u64> {
    let mut out = BTreeMap::new();
    let mut last: Option<(u64, u64)> = None;
    for number in numbers.iter().copied().filter(|number| *number > SMALL) {
        let new = match last {
            Some((old, new)) if number - old < NEAR => new + (number - old),
            Some((_, new)) => new + 2,
            None => SMALL - 3,
        };
        last = Some((number, new));
        if new < number {
            out.insert(number, new);
        }
    }
    out
}

/// Where extents and numbers of maps and of `index` are written, in order.
fn places(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    for word in ["memref<", "tensor<"] {
        for (at, _) in text.match_indices(word) {
            extents(text, at + word.len(), &mut out);
        }
    }
    for word in ["affine_map<", "affine_set<"] {
        for (at, _) in text.match_indices(word) {
            of_map(text, at + word.len(), &mut out);
        }
    }
    for (at, _) in text.match_indices(" : index") {
        let digits = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
        let is_number = !text[..at - digits].ends_with(|c: char| c.is_alphanumeric() || "_-.%#".contains(c));
        if digits > 0 && is_number {
            out.push(at - digits..at);
        }
    }
    out.sort_by_key(|place| place.start);
    out.dedup();
    out
}

/// Extents from a place on, each with an `x` behind it.
fn extents(text: &str, mut at: usize, out: &mut Vec<Range<usize>>) {
    loop {
        let length = text[at..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'?').count();
        if length == 0 || !text[at + length..].starts_with('x') {
            return;
        }
        if !text[at..].starts_with('?') {
            out.push(at..at + length);
        }
        at += length + 1;
    }
}

/// Numbers of a map or set up to its end, which are no part of a name.
fn of_map(text: &str, start: usize, out: &mut Vec<Range<usize>>) {
    let mut depth = 1i32;
    let bytes = text.as_bytes();
    let mut at = start;
    while at < bytes.len() && depth > 0 {
        match bytes[at] {
            b'<' => depth += 1,
            // An arrow and a comparison end nothing.
            b'>' if !matches!(bytes[at - 1], b'-') && bytes.get(at + 1) != Some(&b'=') => depth -= 1,
            b'0'..=b'9' => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                if !bytes[at - 1].is_ascii_alphanumeric() {
                    out.push(at..at + length);
                }
                at += length - 1;
            }
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(text: &str) -> Option<String> {
        with_small_extents(text).map(|(text, _)| text)
    }

    #[test]
    fn extents_keep_their_order_and_their_neighbours() {
        let text = "memref<196x256xf32> tensor<?x195xi8> affine_map<(d0) -> (d0 + 194)> 256 : index";
        let expected = "memref<7x9xf32> tensor<?x6xi8> affine_map<(d0) -> (d0 + 5)> 9 : index";
        assert_eq!(small(text).as_deref(), Some(expected));
    }

    #[test]
    fn data_names_and_small_numbers_stay() {
        let text = "memref<20x4xf32> vector<16xf32> 20 : i32 %arg20 = 2 : index, affine_map<(d20)[s30] -> (d20 mod 3)> 1.20 : index";
        let expected = "memref<5x4xf32> vector<16xf32> 20 : i32 %arg20 = 2 : index, affine_map<(d20)[s30] -> (d20 mod 3)> 1.20 : index";
        assert_eq!(small(text).as_deref(), Some(expected));
    }

    #[test]
    fn a_program_without_large_extents_is_left() {
        assert_eq!(small("memref<16x8xf32>"), None);
        assert_eq!(small("1000 : i32 vector<64xf32>"), None);
    }

    #[test]
    fn a_set_is_read_to_its_end() {
        let text = "affine_set<(d0) : (d0 - 40 >= 0, -d0 + 90 >= 0)> 90";
        assert_eq!(small(text).as_deref(), Some("affine_set<(d0) : (d0 - 5 >= 0, -d0 + 7 >= 0)> 90"));
    }
}
