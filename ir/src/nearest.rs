//! The name that a misspelt one was meant to be: the one at the smallest edit distance, if that is small for its length.

/// The candidate with the smallest edit distance from `name`, the first in alphabetical order of several; `None` where more
/// than one character in four differs, or `name` itself is a candidate.
///
/// ```
/// let known = ["canonicalize", "cse", "sccp"];
/// assert_eq!(assay_ir::nearest::nearest("canonicalise", known), Some("canonicalize"));
/// assert_eq!(assay_ir::nearest::nearest("inline", known), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let most = (length / 4).max(usize::from(length > 2));
    let near = |candidate: &&str| candidate.len().abs_diff(name.len()) <= 4 * most;
    let all = candidates.into_iter().filter(near);
    let found = all.map(|candidate| (distance(name, candidate), candidate)).min()?;
    (1..=most).contains(&found.0).then_some(found.1)
}

/// The number of characters to insert, delete, replace, or exchange with their neighbours.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    // The rows of the table for one character less, and for two less.
    let (mut before, mut last) = (Vec::new(), (0..=other.len()).collect::<Vec<usize>>());
    for (row, c) in one.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, d) in other.iter().enumerate() {
            let replaced = last[column] + usize::from(c != d);
            let mut best = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && *c == other[column - 1] && one[row - 1] == *d {
                best = best.min(before[column - 1] + 1);
            }
            next.push(best);
        }
        (before, last) = (last, next);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted() {
        for (one, other, edits) in [
            ("", "", 0),
            ("a", "", 1),
            ("", "ab", 2),
            ("abc", "abc", 0),
            ("abc", "acb", 1),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!((distance(one, other), distance(other, one)), (edits, edits), "{one} {other}");
        }
    }

    #[test]
    fn a_name_that_is_there_or_far_has_no_nearest() {
        assert_eq!(nearest("cse", ["cse", "csd"]), None);
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest("arith.adi", ["arith.divsi", "arith.addi"]), Some("arith.addi"));
    }
}
