//! Advice where a solver gives up: the question is looked at for wide types and for flags.

/// Types of at most this width are narrow.
const NARROW: u32 = 16;

/// Ways to make the question about a text smaller, or its answer likelier.
pub(crate) fn advice(text: &str) -> String {
    let mut ways = Vec::new();
    match widest(text) {
        Some(width) if width > NARROW => {
            ways.push(format!("ask at `i{}` in the place of `i{width}`", narrower(width)));
        }
        // Open types are asked one after the other.
        None => ways.push(format!("ask at narrower types (`--width-max {NARROW}`)")),
        Some(_) => {}
    }
    let flags = flags(text);
    if !flags.is_empty() {
        let list: Vec<String> = flags.iter().map(|flag| format!("`{flag}`")).collect();
        ways.push(format!("leave {} out where the rewrite does not need it", list.join(", ")));
    }
    ways.push("ask another solver (`--fallback-solver cvc5`, or bitwuzla)".to_owned());
    ways.push("give it longer (`--timeout SECONDS`)".to_owned());
    ways.join("; ")
}

/// The greatest width of an integer type in a text.
fn widest(text: &str) -> Option<u32> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '%' || c == '@' || c == '#';
    let words = text.split(|c| !is_part(c));
    words.filter_map(|word| word.strip_prefix('i')?.parse().ok()).max()
}

/// The next narrower width that is usual.
fn narrower(width: u32) -> u32 {
    [8, 16, 32, 64].into_iter().rev().find(|usual| *usual < width).unwrap_or(8).min(NARROW)
}

/// The flags of operations in a text, each once, such as `overflow<nsw>`.
fn flags(text: &str) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for start in ["overflow<", "fastmath<"] {
        for (at, _) in text.match_indices(start) {
            let rest = &text[at..];
            let Some(end) = rest.find('>') else { continue };
            let flag = &rest[..=end];
            if !flag.contains("none") && !out.contains(&flag) {
                out.push(flag);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_is_about_the_widths_and_flags_of_the_question() {
        let text = "%i = arith.muli %x, %y overflow<nsw> : i64\n%j = arith.addi %x, %i overflow<none> : i64";
        let said = advice(text);
        assert!(said.starts_with("ask at `i16` in the place of `i64`; leave `overflow<nsw>` out"), "{said}");
        let open = advice("%t = pdl.type\n%x = pdl.operand : %t");
        assert!(open.starts_with("ask at narrower types (`--width-max 16`); ask another solver"), "{open}");
        assert!(advice("%x : i8").starts_with("ask another solver"), "{}", advice("%x : i8"));
    }
}
