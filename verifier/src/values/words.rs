//! Words of the answers about values: widths that were decided, and what is wrong with something that is seen.

use super::eval::signed;
use super::sides::{Change, Observed, Seen};
use crate::verdict::Rule;

/// Widths that were decided among others that were left out, in runs where there is one width.
pub(super) fn spans(widths: &[&[u32]]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for widths in widths {
        match (*widths, runs.last_mut()) {
            ([width], Some((_, last))) if *last + 1 == *width => *last = *width,
            ([width], _) => runs.push((*width, *width)),
            (several, _) => {
                let most = several.iter().max().copied().unwrap_or(0);
                runs.push((most, most));
            }
        }
    }
    if widths.iter().any(|widths| widths.len() != 1) {
        let last = runs.iter().map(|(_, last)| *last).max().unwrap_or(0);
        return format!("{} combinations of widths, each at most {last}", widths.len());
    }
    let word = |(first, last): &(u32, u32)| match first == last {
        true => format!("i{first}"),
        false => format!("i{first}..i{last}"),
    };
    runs.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// Widths that were not decided, small ones first.
pub(super) fn named(rest: &[Vec<u32>]) -> Option<String> {
    match (rest.first()?.as_slice(), rest.last()?.as_slice()) {
        ([first], [last]) if first == last => Some(format!("i{first}")),
        ([first], [last]) => Some(format!("i{first}..i{last}")),
        (first, _) if rest.len() == 1 => Some(format!("widths {first:?}")),
        (first, _) => Some(format!("{} combinations of widths from {first:?} on", rest.len())),
    }
}

/// What is wrong with something that is seen at the operation of this name.
pub(super) fn broken_words(code: Rule, observed: &Observed, name: &str) -> String {
    let what = match observed.seen {
        Seen::Result(index) => format!("result #{index} of {name}"),
        Seen::Handed(index) => format!("operand #{index} that {name} forwards"),
        Seen::Stored(_, Change::Gone) => return format!("what {name} stores is not stored any more"),
        Seen::Stored(_, Change::New) => return format!("memory is changed at {name} where it was not"),
        Seen::Stored(_, Change::Kept) if code == Rule::V304 => format!("what {name} stores"),
        Seen::Stored(_, Change::Kept) => format!("what memory holds after {name}"),
    };
    match code {
        Rule::V304 => format!("{what} depends on when memory is read"),
        Rule::V303 => format!("{what} becomes poison where it was a value"),
        _ => format!("value mismatch: {what} differs"),
    }
}

pub(super) fn short(number: Option<u128>, width: u32) -> String {
    match number {
        None => "poison".to_owned(),
        Some(value) if width == 1 => value.to_string(),
        Some(value) => signed(value, width).to_string(),
    }
}
