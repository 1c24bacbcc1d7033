//! Splits a line into words: spaces separate, `"..."` keeps them, with `\"` and `\\` inside.

/// The words of a line; the error says what is wrong.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else {
            words.push(word(&mut chars)?);
        }
    }
    Ok(words)
}

fn word(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<String, String> {
    let mut text = String::new();
    let mut quoted = false;
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() && !quoted {
            break;
        }
        chars.next();
        match (c, quoted) {
            ('"', _) => quoted = !quoted,
            ('\\', true) => match chars.next() {
                Some(escaped @ ('"' | '\\')) => text.push(escaped),
                // Any other escape, such as `\n`, stays as it is for the reader of the text.
                Some(other) => text.extend(['\\', other]),
                None => return Err("a word ends after `\\`".to_owned()),
            },
            _ => text.push(c),
        }
    }
    if quoted {
        return Err("a quotation mark is not closed".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_spaces_and_escapes() {
        let words = split(r#"run @p  "a \"b\" \\ c\n" lacks"#);
        assert_eq!(words, Ok(vec!["run".into(), "@p".into(), r#"a "b" \ c\n"#.into(), "lacks".into()]));
    }

    #[test]
    fn an_open_quote_is_an_error() {
        assert!(split("a \"b").is_err());
    }
}
