//! Words as a shell reads them, in one line whatever they hold.

use std::fmt::Write as _;

/// A word that a shell reads as this one: bare where it can be, else in single quotes. A word with control characters, a
/// line break among them, is written as `$'...'` with escapes, so that a command that is shown cannot forge a line.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_@%+=:,./-".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if !word.contains(char::is_control) {
        return format!("'{}'", word.replace('\'', r"'\''"));
    }
    let mut out = String::from("$'");
    for c in word.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\'' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    // Writing to a string does not fail.
                    let _ = write!(out, "\\x{byte:02x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('\'');
    out
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::quoted;

    #[test]
    fn a_shell_reads_back_what_was_quoted_and_the_text_is_one_line() {
        for word in [
            "",
            "a b",
            "it's",
            "a;touch b;",
            "x\n::error::y",
            "\u{1b}[31m",
            "\u{85}é\\n",
            "$HOME",
            "a/b.mlir",
        ] {
            let text = quoted(word);
            assert!(!text.contains(char::is_control), "{text:?}");
            let script = format!("printf %s {text}");
            let done = Command::new("bash").args(["-c", &script]).output().expect("bash runs");
            assert_eq!(String::from_utf8_lossy(&done.stdout), word, "{text}");
        }
    }
}
