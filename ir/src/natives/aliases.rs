//! Type aliases that make the integers of a text open at their width, and the text of a function with them. Reads lines, no
//! MLIR.

use std::sync::Arc;

use super::Body;
use crate::data::{Source, Span};

/// The type aliases of a text that are integers, and all alias lines as they are.
pub(crate) struct Aliases {
    lines: Vec<AliasLine>,
    /// Widths that stand in no type of the text, one for each integer alias.
    pub(crate) marks: Vec<u32>,
}

/// One line that defines an alias.
struct AliasLine {
    /// The name and the part of the line before the width, if it is an integer.
    integer: Option<(String, String)>,
    /// The rest, or the whole line.
    rest: String,
}

impl Aliases {
    /// Those of a text.
    pub(crate) fn find(source: &Source) -> Aliases {
        let mut lines = Vec::new();
        for line in source.text().lines() {
            let trimmed = line.trim_start();
            if !trimmed.starts_with(['!', '#']) || !trimmed.contains('=') {
                continue;
            }
            lines.push(match integer_alias(trimmed) {
                Some((name, before, rest)) => AliasLine { integer: Some((name, before)), rest },
                None => AliasLine { integer: None, rest: trimmed.to_owned() },
            });
        }
        let count = lines.iter().filter(|line| line.integer.is_some()).count();
        let unused = |width: &u32| !source.text().contains(&format!("i{width}"));
        Aliases { lines, marks: (3001..).filter(unused).take(count).collect() }
    }

    /// Their names, in order.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.lines.iter().filter_map(|line| line.integer.as_ref()).map(|(name, _)| name.as_str()).collect()
    }
}

/// `!w = i8` as its name, all before the 8, and all behind it.
fn integer_alias(line: &str) -> Option<(String, String, String)> {
    let (name, value) = line.strip_prefix('!')?.split_once('=')?;
    let value = value.trim_start();
    let digits = value.strip_prefix('i')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let (number, rest) = digits.split_at(end);
    number.parse::<u32>().ok()?;
    let comment = rest.trim_start();
    let name = name.trim();
    (comment.is_empty() || comment.starts_with("//")).then(|| {
        let before = format!("!{name} = i");
        (name.to_owned(), before, rest.to_owned())
    })
}

impl Aliases {
    /// The text of an operation with all aliases before it, open at the width of each.
    pub(crate) fn body(&self, source: &Arc<Source>, span: Span) -> Body {
        let mut pieces = Vec::new();
        let mut rest = String::new();
        for line in &self.lines {
            if let Some((_, before)) = &line.integer {
                rest.push_str(before);
                let index = pieces.len();
                pieces.push((std::mem::take(&mut rest), index));
            }
            rest.push_str(&line.rest);
            rest.push('\n');
        }
        rest.push_str(source.slice(span));
        rest.push('\n');
        Body { pieces, rest, source: Arc::clone(source) }
    }
}

impl Body {
    /// The same with only these widths open, numbered by their place in the list; the others are what is written.
    pub(crate) fn keeping(&self, used: &[usize], written: &[u32]) -> Body {
        let mut kept = Body { pieces: Vec::new(), rest: String::new(), source: Arc::clone(&self.source) };
        for (before, index) in &self.pieces {
            kept.rest.push_str(before);
            match used.iter().position(|other| other == index) {
                Some(index) => kept.pieces.push((std::mem::take(&mut kept.rest), index)),
                None => kept.rest.push_str(&written[*index].to_string()),
            }
        }
        kept.rest.push_str(&self.rest);
        kept
    }
}

impl Aliases {
    /// The widths that the text writes, in order.
    pub(crate) fn written(&self, source: &Source) -> Vec<u32> {
        let lines = source.text().lines().map(str::trim_start);
        let digits = lines.filter_map(|line| {
            let (_, before, _) = integer_alias(line)?;
            let value = line.split_once("= i").or_else(|| line.split_once("=i"))?.1;
            let end = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
            (!before.is_empty()).then(|| value[..end].parse().unwrap_or(1))
        });
        digits.collect()
    }
}

/// Returns true when a text uses the alias of a name.
pub(crate) fn names_alias(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || "_$.-".contains(c);
    text.match_indices(&format!("!{name}")).any(|(at, found)| !text[at + found.len()..].starts_with(part))
}
