//! Runs with much memory in few words: the first element that differs, inputs by their sizes. Judges nothing.

use assay_backend::engine::{Outcome, Run};
use assay_backend::value::Value;
use assay_ir::data::OpId;
use assay_verifier::program::{Programs, differs, is_memory};
use assay_verifier::witness::execute::parameters;

/// Characters of a headline.
pub(super) const HEADLINE: usize = 160;

/// Characters that a label keeps in a headline.
const LABEL: usize = 40;

/// Characters of a value that is shown whole.
const WHOLE: usize = 120;

/// The first element that differs.
pub(super) struct FirstDifference {
    /// The element, such as `%arg2[0, 5]`.
    pub(super) place: String,
    /// Its value before.
    pub(super) before: String,
    /// Its value after.
    pub(super) after: String,
    /// The number of elements that differ, this one included.
    pub(super) count: usize,
}

/// The first element of results, and then of memory, that the program before may not come to; `None` where runs differ in more.
pub(super) fn first_difference(
    programs: &Programs<'_>,
    function: OpId,
    [before, after]: [&Run; 2],
) -> Option<FirstDifference> {
    let (Outcome::Values(old), Outcome::Values(new)) = (&before.outcome, &after.outcome) else { return None };
    let mut of_values = programs.names(programs.source);
    let memory: Vec<String> = parameters(programs.source, function)
        .into_iter()
        .filter(|value| is_memory(programs.source, *value))
        .filter_map(|value| of_values.remove(&value))
        .collect();
    let results = (0..old.len())
        .map(|at| if old.len() == 1 { "the result".to_owned() } else { format!("result {at}") });
    let names: Vec<String> = results.chain(memory).collect();
    let pairs = old.iter().chain(&before.memory).zip(new.iter().chain(&after.memory));
    let differ = differs(programs.source, function);
    let (mut first, mut count) = (None, 0);
    for (name, (old, new)) in names.into_iter().zip(pairs) {
        match (old, new) {
            (Value::Shaped(a), Value::Shaped(b)) if a.shape() == b.shape() => {
                for (at, (x, y)) in a.elements().iter().zip(b.elements()).enumerate() {
                    if differ(x, y) {
                        count += 1;
                        first.get_or_insert_with(|| {
                            (format!("{name}[{}]", place(a.shape(), at as u64)), x.to_string(), y.to_string())
                        });
                    }
                }
            }
            _ if differ(old, new) => {
                count += 1;
                first.get_or_insert_with(|| (name, old.to_string(), new.to_string()));
            }
            _ => {}
        }
    }
    let (place, before, after) = first?;
    Some(FirstDifference { place, before, after, count })
}

/// The indices of an element by its number.
fn place(shape: &[u64], number: u64) -> String {
    let mut rest = number;
    let mut indices: Vec<String> = Vec::with_capacity(shape.len());
    for extent in shape.iter().rev() {
        indices.push((rest % (*extent).max(1)).to_string());
        rest /= (*extent).max(1);
    }
    indices.reverse();
    indices.join(", ")
}

/// A list of values: all of a short one, else its long ones by their sizes.
pub(super) fn abridged(values: &[Value], word: impl Fn(&Value) -> String) -> String {
    let words: Vec<String> = values.iter().map(&word).collect();
    let whole = words.join(", ");
    if whole.chars().count() <= WHOLE {
        return whole;
    }
    let short = |(word, value): (String, &Value)| match value {
        Value::Shaped(shaped) if word.chars().count() > WHOLE / 4 => {
            let extents: Vec<String> = shaped.shape().iter().map(u64::to_string).collect();
            format!("[{} numbers]", extents.join("x"))
        }
        _ => word,
    };
    words.into_iter().zip(values).map(short).collect::<Vec<_>>().join(", ")
}

/// Tells if a text is longer than a headline.
pub(super) fn is_long(text: &str) -> bool {
    text.chars().count() > HEADLINE
}

/// A text with a label, of which the middle is left out where the text is longer than a headline.
pub(super) fn with_label(label: &str, text: impl Fn(&str) -> String) -> String {
    let (whole, length) = (text(label), label.chars().count());
    let more = whole.chars().count().saturating_sub(HEADLINE);
    if more == 0 || length <= LABEL {
        return whole;
    }
    let ends = length.saturating_sub(more + 3).max(LABEL) / 2;
    let (head, tail): (String, String) =
        (label.chars().take(ends).collect(), label.chars().skip(length - ends).collect());
    text(&format!("{head}...{tail}"))
}

/// The first characters of a text that is longer than a headline.
pub(super) fn headline(text: String) -> String {
    match text.char_indices().nth(HEADLINE) {
        None => text,
        Some(_) => {
            let mut short: String = text.chars().take(HEADLINE - 3).collect();
            // No opening backtick stays without its other one.
            if !short.matches('`').count().is_multiple_of(2) {
                short = short.chars().take(HEADLINE - 4).collect();
                short.push('`');
            }
            short + "..."
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_backend::value::Shaped;

    use super::*;

    #[test]
    fn an_element_is_named_by_its_indices() {
        assert_eq!(place(&[4, 5], 13), "2, 3");
        assert_eq!(place(&[], 0), "");
    }

    #[test]
    fn long_values_are_shown_by_their_sizes() {
        let one = Value::int(8, 1);
        let many: Value = Shaped::new(vec![24, 24], vec![one.clone(); 576]).into();
        let listed = |value: &Value| match value {
            Value::Shaped(shaped) => format!("{:?}", vec![1; shaped.elements().len()]),
            value => value.to_string(),
        };
        assert_eq!(abridged(&[one.clone(), many], listed), "1, [24x24 numbers]");
        assert_eq!(abridged(&[one.clone(), one], listed), "1, 1");
    }

    #[test]
    fn a_headline_ends_after_its_characters() {
        assert_eq!(headline("short".to_owned()), "short");
        for text in ["x".repeat(500), format!("{}`{}`", "x".repeat(100), "y".repeat(100))] {
            let short = headline(text);
            assert!(
                short.chars().count() <= HEADLINE && short.matches('`').count().is_multiple_of(2),
                "{short}"
            );
        }
    }
}
