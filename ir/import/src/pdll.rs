//! PDLL texts around `mlir-pdll`: the sections of a file, a prelude before them, and the names of the text for what the
//! tool numbers. Parses no PDLL.

use std::fmt::Write;

use assay_ir::data::known;
use rustc_hash::{FxHashMap, FxHashSet};

/// The line between two sections.
const SEPARATOR: &str = "// -----";

/// The sections of a text, each with an empty line for every line before it, so that places stay what they are.
///
/// ```
/// let sections = assay_import::pdll::sections("a\n// -----\nb\n");
/// assert_eq!(sections, ["a\n", "\n\nb\n"]);
/// ```
pub fn sections(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match (line.trim_end() == SEPARATOR, all.last_mut()) {
            (false, Some(section)) => section.push_str(line),
            _ => all.push("\n".repeat(number + 1)),
        }
    }
    let whole = all.len() == 1;
    all.retain(|section| whole || !section.trim().is_empty());
    all
}

/// The text with a file included first, on its own first line.
pub fn with_prelude(text: &str, prelude: &str) -> String {
    format!("#include {prelude:?} {text}")
}

/// PDL that `mlir-pdll` printed of `text`, in which values have the names that the text gives them: `%root` for what
/// `let root = ..` made, `%root.0` for `root.0`. `file` is the name of the text in locations. Values without a name keep
/// their number.
pub fn named(pdl: &str, text: &str, file: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let places = places(pdl, file);
    let mut out = String::with_capacity(pdl.len() + pdl.len() / 4);
    let mut pattern: Vec<&str> = Vec::new();
    for line in pdl.split_inclusive('\n') {
        if line.trim_start().starts_with(known::text(known::PDL_PATTERN)) {
            flush(&pattern, &lines, &places, &mut out);
            pattern.clear();
        }
        pattern.push(line);
    }
    flush(&pattern, &lines, &places, &mut out);
    out
}

/// Line and column, from 1, by the alias of a location.
type Places<'p> = FxHashMap<&'p str, (usize, usize)>;

fn places<'p>(pdl: &'p str, file: &str) -> Places<'p> {
    let start = format!("loc({file:?}:");
    let place = |line: &'p str| {
        let (alias, location) = line.strip_prefix('#')?.split_once(" = ")?;
        let (line, column) = location.strip_prefix(&start)?.strip_suffix(')')?.split_once(':')?;
        Some((alias, (line.parse().ok()?, column.parse().ok()?)))
    };
    pdl.lines().filter_map(place).collect()
}

/// Appends the lines of one pattern under the names of the text.
fn flush(pattern: &[&str], lines: &[&str], places: &Places<'_>, out: &mut String) {
    let mut names: FxHashMap<&str, String> = FxHashMap::default();
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for line in pattern {
        let Some((number, made)) = definition(line) else { continue };
        let alias =
            line.rsplit_once("loc(#").and_then(|(_, rest)| rest.split_once(')')).map(|(alias, _)| alias);
        let place = alias.and_then(|alias| places.get(alias));
        let Some(wanted) = place.and_then(|(line, column)| name_at(lines, *line, *column, made)) else {
            continue;
        };
        let mut name = wanted.clone();
        let mut count = 2;
        while !taken.insert(name.clone()) {
            name = format!("{wanted}_{count}");
            count += 1;
        }
        names.insert(number, name);
    }
    for line in pattern {
        let mut rest = *line;
        while let Some(at) = rest.find('%') {
            let (before, from) = rest.split_at(at + 1);
            let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
            out.push_str(before);
            let _ = match names.get(&from[..end]) {
                Some(name) => write!(out, "{name}"),
                None => write!(out, "{}", &from[..end]),
            };
            rest = &from[end..];
        }
        out.push_str(rest);
    }
}

/// The number that a line defines, and what it makes: `operation`, `operands` and so on.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (number, made) = line.trim_start().strip_prefix('%')?.split_once(" = ")?;
    Some((number, made.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '.').next()?))
}

/// The name of what the text makes at a place.
fn name_at(lines: &[&str], line: usize, column: usize, made: &str) -> Option<String> {
    let made = made.rsplit('.').next()?;
    let text = lines.get(line.checked_sub(1)?)?;
    let (before, from) = text.split_at_checked(column.checked_sub(1)?)?;
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let literal = ["op<", "type<", "attr<", "op ", "("].iter().any(|start| from.starts_with(start));
    if !literal {
        let end = from.find(|c: char| !part(c) && c != '.').unwrap_or(from.len());
        let name = from[..end].trim_end_matches('.');
        return name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then(|| name.to_owned());
    }
    let base = let_name(before).or_else(|| {
        let name = from.strip_prefix("op<")?.split('>').next()?;
        let local = name.rsplit('.').next()?;
        (!local.is_empty() && local.chars().all(part)).then(|| local.to_owned())
    })?;
    match made {
        "operands" | "types" | "operand" | "result" | "results" => Some(format!("{base}.{made}")),
        "type" if !from.starts_with("type<") => Some(format!("{base}.type")),
        _ => Some(base),
    }
}

/// The name of the `let` that ends here: `let root = ` or `let root : Op = `.
fn let_name(before: &str) -> Option<String> {
    let head = before.trim_end().strip_suffix('=')?;
    let name = head.rsplit_once("let ")?.1.split(':').next()?.trim();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_names_of_the_text() {
        let text =
            "Pattern P {\n  let c = op<a.b>(x: Value);\n  let root = op<a.c>(c.0);\n  erase root;\n}\n";
        let pdl = "pdl.pattern @P : benefit(0) {\n  %0 = operand loc(#loc1)\n  %1 = operation \"a.b\"(%0 : !pdl.value) loc(#loc2)\n  %2 = result 0 of %1 loc(#loc3)\n  %3 = operation \"a.c\"(%2 : !pdl.value) loc(#loc4)\n  rewrite %3 {\n    erase %3 loc(#loc5)\n  } loc(#loc5)\n} loc(#loc)\n#loc1 = loc(\"<stdin>\":2:19)\n#loc2 = loc(\"<stdin>\":2:11)\n#loc3 = loc(\"<stdin>\":3:22)\n#loc4 = loc(\"<stdin>\":3:14)\n";
        let named = named(pdl, text, "<stdin>");
        for line in ["%x = operand", "%c = operation \"a.b\"(%x", "%c.0 = result 0 of %c", "erase %root"] {
            assert!(named.contains(line), "{line}:\n{named}");
        }
    }

    #[test]
    fn a_text_of_separators_alone_has_one_section() {
        assert_eq!(sections("").len(), 1);
        assert_eq!(sections("a\n// -----\n\n// -----\nb").len(), 2);
    }
}
