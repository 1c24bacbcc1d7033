//! `// assay: allow(S103, reason = "...", until = "YYYY-MM-DD")`: found in a text line by line and read. Knows neither
//! rules nor patterns.

use std::ops::Range;

use crate::date::Date;

/// What a comment allows.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    /// Codes as written, in upper case.
    pub(crate) codes: Vec<String>,
    /// Why; not empty.
    pub(crate) reason: String,
    /// The last day.
    pub(crate) until: Option<Date>,
}

/// A comment that speaks to Assay.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    /// Its bytes in the text.
    pub(crate) span: Range<usize>,
    /// The first line (from 1) below it that is neither empty nor a comment.
    pub(crate) below: Option<usize>,
    /// What it says, or why that cannot be read.
    pub(crate) allow: Result<Allowed, String>,
}

/// All comments of a text that start with `assay:`.
pub(crate) fn find(text: &str) -> Vec<Comment> {
    let mut found = Vec::new();
    let mut waiting = 0;
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let trimmed = line.trim();
        if let Some(comment) = trimmed.strip_prefix("//") {
            if let Some(words) = comment.trim_start_matches('/').trim_start().strip_prefix("assay:") {
                let from = start + (line.len() - line.trim_start().len());
                let span = from..from + trimmed.len();
                found.push(Comment { span, below: None, allow: read(words.trim()) });
            }
        } else if !trimmed.is_empty() {
            for comment in &mut found[waiting..] {
                comment.below = Some(number + 1);
            }
            waiting = found.len();
        }
        start += line.len();
    }
    found
}

const FORM: &str =
    "write `assay: allow(S103, reason = \"...\")`, with `until = \"YYYY-MM-DD\"` if it expires";

fn read(words: &str) -> Result<Allowed, String> {
    let inside = words
        .strip_prefix("allow")
        .map(str::trim)
        .and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'))
        .ok_or_else(|| format!("invalid suppression; {FORM}"))?;
    let (mut codes, mut reason, mut until) = (Vec::new(), None, None);
    for part in split(inside)? {
        let Some((key, value)) = part.split_once('=') else {
            codes.push(part.to_ascii_uppercase());
            continue;
        };
        let value = text(value.trim())?;
        match key.trim() {
            "reason" => reason = Some(value),
            "until" => {
                let date =
                    Date::parse(&value).ok_or_else(|| format!("`{value}` is no day; write YYYY-MM-DD"))?;
                until = Some(date);
            }
            other => return Err(format!("`{other}` is neither `reason` nor `until`; {FORM}")),
        }
    }
    if codes.is_empty() {
        return Err(format!("an allow needs the code of a rule; {FORM}"));
    }
    match reason.filter(|reason| !reason.trim().is_empty()) {
        Some(reason) => Ok(Allowed { codes, reason, until }),
        None => Err(format!("an allow needs a reason; {FORM}")),
    }
}

/// Cuts at commas that stand outside of quotes.
fn split(inside: &str) -> Result<Vec<&str>, String> {
    let (mut parts, mut from, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                parts.push(inside[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    if quoted {
        return Err("a quotation mark is missing".to_owned());
    }
    parts.push(inside[from..].trim());
    parts.retain(|part| !part.is_empty());
    Ok(parts)
}

fn text(quoted: &str) -> Result<String, String> {
    let inside = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inside {
        Some(inside) => Ok(inside.replace("\\\"", "\"").replace("\\\\", "\\")),
        None => Err(format!("`{quoted}` has to stand in quotation marks")),
    }
}

#[cfg(test)]
mod tests {
    use super::{find, read};

    #[test]
    fn codes_reason_and_last_day_are_read() {
        let allow = read("allow(s103, S105, reason = \"a, \\\"b\\\"\", until = \"2030-01-02\")").unwrap();
        assert_eq!((allow.codes, allow.reason.as_str()), (vec!["S103".into(), "S105".into()], "a, \"b\""));
        assert_eq!(allow.until.map(|day| day.to_string()), Some("2030-01-02".to_owned()));
    }

    #[test]
    fn an_allow_without_a_reason_is_refused() {
        for wrong in [
            "allow(S103)",
            "allow(S103, reason = \" \")",
            "allow(reason = \"x\")",
            "allow S103",
            "deny(S103)",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn faults_are_named() {
        assert!(read("allow(S103, reason = \"x)").unwrap_err().contains("quotation mark"));
        assert!(read("allow(S103, reason = x)").unwrap_err().contains("quotation marks"));
        assert!(read("allow(S103, reason = \"x\", until = \"soon\")").unwrap_err().contains("no day"));
        assert!(read("allow(S103, why = \"x\")").unwrap_err().contains("`why`"));
    }

    #[test]
    fn comments_belong_to_the_next_line_that_says_something() {
        let text = "// assay: allow(S1)\n\n// words\npdl.pattern {\n  /// assay: what\n";
        let found = find(text);
        assert_eq!(found.iter().map(|c| c.below).collect::<Vec<_>>(), [Some(4), None]);
        assert_eq!(&text[found[0].span.clone()], "// assay: allow(S1)");
        assert_eq!(&text[found[1].span.clone()], "/// assay: what");
    }
}
