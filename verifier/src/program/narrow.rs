//! Narrower types in the text of a program in generic form, one operation a line: types of values, functions and constants are
//! replaced, those in other properties (predicates, positions, segments) are not. What fits no operation is for a reader to
//! refuse. Decides nothing.

/// A replacement of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Narrowing {
    /// Integers of one width become those of another.
    Width(u32, u32),
    /// All integers wider than a byte become half as wide.
    Halves,
    /// `f64` becomes `f32`.
    Single,
}

/// Properties that hold the type of a value.
const TYPED: [&str; 4] = ["value = ", "function_type = ", "type = ", "initial_value = "];

/// The replacements for integers of these widths, the narrowest first.
pub(super) fn narrowings(widths: &[u32], double: bool) -> Vec<Narrowing> {
    let wide: Vec<u32> = widths.iter().copied().filter(|width| *width > 8).collect();
    let mut out: Vec<Narrowing> = wide.iter().map(|width| Narrowing::Width(*width, 8)).collect();
    if wide.len() > 1 {
        out.push(Narrowing::Halves);
    }
    out.extend(wide.iter().filter(|width| **width > 16).map(|width| Narrowing::Width(*width, width / 2)));
    out.extend(double.then_some(Narrowing::Single));
    out
}

/// The text with narrower types.
pub(super) fn narrowed(text: &str, by: Narrowing) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line.split_once("<{") {
        None => types(line, by),
        Some((head, rest)) => {
            let (properties, tail) = rest.split_once("}>").unwrap_or((rest, ""));
            let properties: Vec<String> = entries(properties).into_iter().map(|one| entry(one, by)).collect();
            format!("{}<{{{}}}>{}", types(head, by), properties.join(","), types(tail, by))
        }
    });
    lines.collect()
}

/// The entries of a dictionary, with the white space before them.
fn entries(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut out) = (0i32, false, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' | b'<' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'>' if at > 0 && text.as_bytes()[at - 1] != b'-' => depth -= 1,
            b',' if depth == 0 => {
                out.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out
}

fn entry(text: &str, by: Narrowing) -> String {
    if !TYPED.iter().any(|key| text.trim_start().starts_with(key)) {
        return text.to_owned();
    }
    let narrow = types(text, by);
    match narrow.rsplit_once(" : ") {
        Some((literal, ty)) if narrow != text => match width(ty) {
            Some(width) => format!("{} : {ty}", wrapped(literal, width)),
            None => narrow,
        },
        _ => narrow,
    }
}

/// The width of the integers of a type.
fn width(ty: &str) -> Option<u32> {
    let digits = ty.rsplit_once('i')?.1;
    digits.trim_end_matches('>').parse().ok()
}

/// The numbers of a literal as numbers of a width, by their low bits.
fn wrapped(literal: &str, width: u32) -> String {
    let mut out = String::new();
    let mut rest = literal;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let start = if rest[..at].ends_with('-') { at - 1 } else { at };
        let digits = rest[at..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |end| at + end);
        out.push_str(&rest[..start]);
        match rest[start..digits].parse::<i128>() {
            Ok(number) if width < 128 => {
                let unused = 128 - width;
                out.push_str(&(number << unused >> unused).to_string());
            }
            _ => out.push_str(&rest[start..digits]),
        }
        rest = &rest[digits..];
    }
    out + rest
}

/// The text with types replaced wherever one is written.
fn types(text: &str, by: Narrowing) -> String {
    let mut out = String::new();
    for (at, part) in text.split('"').enumerate() {
        if at > 0 {
            out.push('"');
        }
        // Every second part is quoted.
        out.push_str(&if at % 2 == 0 { unquoted(part, by) } else { part.to_owned() });
    }
    out
}

fn unquoted(text: &str, by: Narrowing) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphanumeric() || "%@#!^_".contains(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let sigil = rest.starts_with(['%', '@', '#', '!', '^']);
        let body =
            rest.chars().skip(1).take_while(|c| c.is_ascii_alphanumeric() || "_$.".contains(*c)).count();
        let (word, behind) = rest.split_at(1 + body);
        rest = behind;
        out.push_str(&if sigil { word.to_owned() } else { narrow_word(word, by) });
    }
    out + rest
}

/// A word such as `i32`, or the last extent and the element of a shape, such as `4xi32`.
fn narrow_word(word: &str, by: Narrowing) -> String {
    let (shape, element) =
        word.rsplit_once('x').map_or(("", word), |(shape, _)| word.split_at(shape.len() + 1));
    let is_shape = shape.chars().all(|c| c.is_ascii_digit() || c == 'x');
    let width = element.strip_prefix('i').and_then(|digits| digits.parse::<u32>().ok());
    let narrow = match (by, width) {
        (Narrowing::Width(from, to), Some(width)) if width == from => Some(format!("i{to}")),
        (Narrowing::Halves, Some(width)) if width > 8 => Some(format!("i{}", width / 2)),
        (Narrowing::Single, None) if element == "f64" => Some("f32".to_owned()),
        _ => None,
    };
    narrow.filter(|_| is_shape).map_or_else(|| word.to_owned(), |narrow| format!("{shape}{narrow}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_values_and_constants_are_narrowed_and_those_of_predicates_are_not() {
        let line = "  %c1_i64 = \"arith.constant\"() <{value = 258 : i64}> : () -> i64\n  %1 = \"arith.cmpi\"(%c1_i64, %0) <{predicate = 2 : i64}> : (i64, i64) -> i1\n";
        let expected = "  %c1_i64 = \"arith.constant\"() <{value = 2 : i8}> : () -> i8\n  %1 = \"arith.cmpi\"(%c1_i64, %0) <{predicate = 2 : i64}> : (i8, i8) -> i1\n";
        assert_eq!(narrowed(line, Narrowing::Width(64, 8)), expected);
    }

    #[test]
    fn shapes_and_the_type_of_the_function_are_narrowed() {
        let line = "\"func.func\"() <{function_type = (memref<4x?xi32>, i16) -> vector<2xi32>, sym_name = \"i32\"}> ({\n";
        let expected = "\"func.func\"() <{function_type = (memref<4x?xi16>, i8) -> vector<2xi16>, sym_name = \"i32\"}> ({\n";
        assert_eq!(narrowed(line, Narrowing::Halves), expected);
        let dense =
            "%0 = \"arith.constant\"() <{value = dense<[300, -1]> : vector<2xi32>}> : () -> vector<2xi32>";
        let expected =
            "%0 = \"arith.constant\"() <{value = dense<[44, -1]> : vector<2xi8>}> : () -> vector<2xi8>";
        assert_eq!(narrowed(dense, Narrowing::Width(32, 8)), expected);
        assert_eq!(narrowed("^bb0(%a: f64, %f64: f32):", Narrowing::Single), "^bb0(%a: f32, %f64: f32):");
    }

    #[test]
    fn only_wide_types_are_narrowed() {
        assert_eq!(narrowings(&[1, 8], false), []);
        let both = [Narrowing::Width(16, 8), Narrowing::Width(64, 8), Narrowing::Halves];
        assert_eq!(narrowings(&[16, 64], true)[..3], both);
    }
}
