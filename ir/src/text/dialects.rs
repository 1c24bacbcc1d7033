//! Text of other dialects' types and attributes: finding its end, folding its white space, and which
//! dialects have a syntax of their own.

/// Tells if a dialect of MLIR 22 has parameters with a syntax of their own: their bodies stay text. All others are taken
/// for dialects defined in IRDL, whose parameters are attributes.
pub(super) fn is_builtin_text(dialect: &str) -> bool {
    let records = assay_ops::dialect(dialect).is_some_and(assay_ops::Dialect::is_upstream);
    dialect == "dlti" || records && !matches!(dialect, "pdl" | "vcix")
}

/// The words of a set of flags in MLIR's order, the lowest bit first: `overflow` and `fastmath` of arith and llvm.
pub fn flag_words(dialect: &str, name: &str) -> Option<&'static [&'static str]> {
    match (dialect, name) {
        ("arith" | "llvm", "overflow") => Some(&["nsw", "nuw"]),
        ("arith" | "llvm", "fastmath") => {
            Some(&["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"])
        }
        _ => None,
    }
}

/// Flag sets have one spelling: MLIR's order, `fast` for all fast-math flags. Other bodies stay as they are.
pub(super) fn canonical_flags(dialect: &str, name: &str, body: &str) -> Option<String> {
    let order = flag_words(dialect, name)?;
    let words: Vec<&str> = body.split(',').map(str::trim).collect();
    let known = words.iter().all(|word| order.contains(word) || matches!(*word, "none" | "fast"));
    if !known {
        return None;
    }
    let set: Vec<&str> = order.iter().filter(|flag| words.contains(flag)).copied().collect();
    let all = words.contains(&"fast") || name == "fastmath" && set.len() == order.len();
    Some(match set.is_empty() {
        _ if all => "fast".into(),
        true => "none".into(),
        false => set.join(", "),
    })
}

/// Where the name ends in `d<name>` or `d<name<..>>`, which MLIR takes for `d.name` and `d.name<..>`: the text
/// starts behind the outer `<`, and `end` is the offset of its `>`. A comment that starts between them may have moved the
/// start behind the end.
pub(super) fn pretty_name(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let first = bytes.get(start..end)?.first()?;
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let length = bytes[start..end]
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
        .count();
    let name_end = start + length;
    let rest = name_end == end || bytes[name_end] == b'<' && balanced_end(bytes, name_end + 1) == Ok(end - 1);
    rest.then_some(name_end)
}

/// The offset of the `>` that closes a body which starts at `start`: brackets balance, strings are skipped,
/// `->` closes nothing. Without one: how far the search went.
pub(super) fn balanced_end(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let mut open = vec![b'>'];
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'<' => open.push(b'>'),
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
            b'>' | b')' | b']' | b'}' => {
                if open.pop() != Some(byte) {
                    return Err(at);
                }
                if open.is_empty() {
                    return Ok(at);
                }
            }
            b'"' => {
                at += 1;
                loop {
                    match bytes.get(at) {
                        Some(b'"') => break,
                        Some(b'\n') | None => return Err(at.min(bytes.len())),
                        Some(b'\\') => at += 2,
                        Some(_) => at += 1,
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    Err(bytes.len())
}

/// One form for texts that differ in white space only: none at brackets, one space after commas, runs are one
/// space. Strings stay as they are.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    let mut string = false;
    let mut escaped = false;
    for c in text.trim().chars() {
        if string {
            out.push(c);
            string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        if c.is_ascii_whitespace() {
            space = true;
            continue;
        }
        let last = out.chars().next_back().unwrap_or(' ');
        let no_space_before = matches!(c, ',' | ')' | ']' | '}') || c == '>' && last != '-';
        if last == ',' || space && !no_space_before && !matches!(last, '(' | '[' | '{' | '<' | ' ') {
            out.push(' ');
        }
        out.push(c);
        space = false;
        string = c == '"';
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_does_not_close_and_strings_are_skipped() {
        let text = br#"(i32) -> i32, ">", <a>> rest"#;
        assert_eq!(balanced_end(text, 0), Ok(text.len() - 6));
        assert_eq!(balanced_end(b"(>", 0), Err(1));
    }

    #[test]
    fn flag_sets_have_one_spelling() {
        assert_eq!(canonical_flags("arith", "overflow", "nuw,nsw").as_deref(), Some("nsw, nuw"));
        let all = "nnan,ninf,nsz,arcp,contract,afn,reassoc";
        assert_eq!(canonical_flags("arith", "fastmath", all).as_deref(), Some("fast"));
        assert_eq!(canonical_flags("foo", "overflow", "nuw,nsw"), None);
    }

    #[test]
    fn white_space_folds_to_one_form() {
        assert_eq!(fold("variadicity_array[ single,  variadic]"), "variadicity_array[single, variadic]");
        assert_eq!(fold("a,b ,c  d \"x,  y\""), "a, b, c d \"x,  y\"");
        assert_eq!(fold(&fold("( i32 )->i32")), fold("( i32 )->i32"));
    }
}
