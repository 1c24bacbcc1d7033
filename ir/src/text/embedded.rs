//! PDL inside of C++: the raw strings that `mlir-pdll -x=cpp` and people write around patterns. Knows as much C++ as
//! it takes to tell a raw string from comments and other strings, and reads no PDL.

use crate::data::known;

/// The text with everything but the contents of raw strings that hold `pdl.pattern` replaced by spaces, so that every
/// place in it is the place in the C++ text. `None` when there is no such string.
///
/// ```
/// let cpp = "auto p = R\"mlir(pdl.pattern @a : benefit(1) {})mlir\";\n";
/// let pdl = assay_ir::text::pdl_in_cpp(cpp).unwrap();
/// assert_eq!(pdl.trim(), "pdl.pattern @a : benefit(1) {}");
/// assert_eq!(pdl.find("pdl"), cpp.find("pdl"));
/// ```
pub fn pdl_in_cpp(cpp: &str) -> Option<String> {
    let bytes = cpp.as_bytes();
    let mut out: Vec<u8> = Vec::new();
    let mut at = 0;
    let blank = |out: &mut Vec<u8>, to: usize| {
        let from = out.len();
        out.extend(
            bytes[from..to].iter().map(|byte| if matches!(byte, b'\n' | b'\r') { *byte } else { b' ' }),
        );
    };
    while at < bytes.len() {
        match bytes[at] {
            b'R' if bytes.get(at + 1) == Some(&b'"') && starts_literal(&bytes[..at]) => {
                let Some((start, end, after)) = raw_string(cpp, at + 2) else {
                    at += 2;
                    continue;
                };
                if cpp[start..end].contains(known::text(known::PDL_PATTERN)) {
                    blank(&mut out, start);
                    out.extend(&bytes[start..end]);
                }
                at = after;
            }
            b'"' => at = after_literal(bytes, at),
            // A quote behind a letter or digit separates digits: 1'000.
            b'\'' if !bytes[..at].last().is_some_and(u8::is_ascii_alphanumeric) => {
                at = after_literal(bytes, at);
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = cpp[at..].find('\n').map_or(bytes.len(), |end| at + end);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = cpp[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            _ => at += 1,
        }
    }
    if out.is_empty() {
        return None;
    }
    blank(&mut out, bytes.len());
    // Whole characters were blanked or kept, so this always is UTF-8.
    String::from_utf8(out).ok()
}

/// The longest delimiter of a raw string.
const DELIMITER: usize = 16;

/// Whether an `R` behind this text starts a raw string: alone, or behind one of `u8`, `u`, `U`, `L`.
fn starts_literal(before: &[u8]) -> bool {
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let start = before.iter().rposition(|byte| !word(byte)).map_or(0, |at| at + 1);
    matches!(&before[start..], b"" | b"u8" | b"u" | b"U" | b"L")
}

/// Start and end of the contents, and the end of the literal; `start` is behind the quote. One that is not closed goes
/// on to the end of the text and holds nothing.
fn raw_string(cpp: &str, start: usize) -> Option<(usize, usize, usize)> {
    let open = cpp.as_bytes()[start..].iter().take(DELIMITER + 1).position(|byte| *byte == b'(')?;
    let delimiter = &cpp[start..start + open];
    let allowed = |c: char| !c.is_whitespace() && !matches!(c, ')' | '\\' | '"');
    if !delimiter.chars().all(allowed) {
        return None;
    }
    let contents = start + open + 1;
    let close = format!("){delimiter}\"");
    Some(match cpp[contents..].find(&close) {
        Some(length) => (contents, contents + length, contents + length + close.len()),
        None => (contents, contents, cpp.len()),
    })
}

/// The end of a string or character literal that starts at `at`; literals end with their line.
fn after_literal(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let mut at = at + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'\n' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::pdl_in_cpp;

    fn found(cpp: &str) -> Vec<String> {
        let text = pdl_in_cpp(cpp).unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn every_raw_string_with_a_pattern_is_kept_in_its_place() {
        let cpp = "a(R\"(pdl.pattern 1)\");\nb(u8R\"x(no)x\");\nc(R\"mlir(\npdl.pattern 2)\" )mlir\");\n";
        let text = pdl_in_cpp(cpp).unwrap();
        assert_eq!(text.len(), cpp.len());
        assert_eq!(found(cpp), ["pdl.pattern", "1", "pdl.pattern", "2)\""]);
        assert_eq!(text.find("2)"), cpp.find("2)"));
        assert_eq!(text.lines().count(), cpp.lines().count());
    }

    #[test]
    fn comments_strings_and_characters_hide_raw_strings() {
        assert_eq!(
            pdl_in_cpp("// R\"(pdl.pattern)\"\n/* R\"(pdl.pattern)\" */ \"R\\\"(pdl.pattern)\""),
            None
        );
        assert_eq!(found("int n = 1'000; char q = '\"'; f(R\"(pdl.pattern)\");"), ["pdl.pattern"]);
    }

    #[test]
    fn an_identifier_that_ends_in_r_starts_no_raw_string() {
        assert_eq!(pdl_in_cpp("VAR\"(pdl.pattern)\""), None);
    }

    #[test]
    fn unfinished_text_is_no_trouble() {
        for cpp in
            ["R\"", "R\"(pdl.pattern", "R\"a b(pdl.pattern)a b\"", "'", "\"\\", "/*", "R\"ä(pdl.pattern"]
        {
            assert_eq!(pdl_in_cpp(cpp), None, "{cpp}");
        }
        assert_eq!(found("ä \"ö\" R\"ü(pdl.pattern ß)ü\" é"), ["pdl.pattern", "ß"]);
    }
}
