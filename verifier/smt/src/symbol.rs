//! Names as SMT-LIB 2 symbols: any text becomes a symbol, different texts become different symbols, and
//! a symbol that a solver prints becomes the text again.

use std::borrow::Cow;
use std::fmt::Write;

/// Words that SMT-LIB 2.7 reserves, besides the names of commands.
const RESERVED: [&str; 15] = [
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "forall",
    "HEXADECIMAL",
    "lambda",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "simplify",
];

/// The symbol for `name`: the name itself where that is a simple symbol, else one between bars in which
/// `!` begins an escape: `!7c;` is the character 7c (hexadecimal).
///
/// Names of functions of a theory, such as `and` or `bvadd`, stand for those functions.
pub fn symbol(name: &str) -> Cow<'_, str> {
    let reserved = RESERVED.contains(&name) || is_command(name);
    if is_simple(name) && !reserved {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("|");
    for (index, c) in name.chars().enumerate() {
        // Bars and backslashes cannot stand in a symbol, and not every lexer reads beyond ASCII. One
        // escape in a reserved word is enough to make it another symbol.
        let printable = matches!(c, ' '..='~') && !matches!(c, '!' | '|' | '\\');
        if printable && !(reserved && index == 0) {
            quoted.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(quoted, "!{:x};", u32::from(c));
        }
    }
    if name.is_empty() {
        quoted.push_str("!;");
    }
    quoted.push('|');
    Cow::Owned(quoted)
}

/// The name that a printed symbol stands for; the inverse of [`symbol`]. Symbols that a solver made up
/// itself stay as they are, without their bars.
pub fn read_symbol(printed: &str) -> String {
    let Some(content) = printed.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) else {
        return printed.to_owned();
    };
    let mut name = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('!') {
        name.push_str(&rest[..at]);
        rest = &rest[at..];
        match escape(rest) {
            Some((character, length)) => {
                name.extend(character);
                rest = &rest[length..];
            }
            None => {
                name.push('!');
                rest = &rest[1..];
            }
        }
    }
    name.push_str(rest);
    name
}

/// The character of the escape at the start of `text`, none for the empty escape, and its length.
fn escape(text: &str) -> Option<(Option<char>, usize)> {
    let (digits, _) = text[1..].split_once(';')?;
    if digits.is_empty() {
        return Some((None, 2));
    }
    let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    Some((Some(character), digits.len() + 2))
}

fn is_simple(name: &str) -> bool {
    let in_symbol = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(in_symbol)
}

fn is_command(name: &str) -> bool {
    const WORDS: [&str; 6] = ["assert", "echo", "eval", "exit", "pop", "push"];
    const PREFIXES: [&str; 9] =
        ["check-sat", "declare-", "define-", "get-", "set-", "reset", "assert-", "maximize", "minimize"];
    WORDS.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simple_name_is_its_own_symbol() {
        for name in ["x", "%0", "builtin.i32", "a!7c", "=>", "x-y"] {
            assert_eq!(symbol(name), name);
        }
    }

    #[test]
    fn every_name_comes_back_from_its_symbol() {
        let names = [
            "x", "a b", "", "0", "a|b", "a\\b", "é", "let", "!", "a !b", "!7c;", "a\n", "!;", "(x)", "reset",
            "#t",
        ];
        for name in names {
            assert_eq!(read_symbol(&symbol(name)), name, "{}", symbol(name));
        }
    }

    #[test]
    fn different_names_are_different_symbols() {
        // `|abc|` and `abc` are the same symbol, so bars do not count.
        let names =
            ["a|", "a!7c;", "a!7c", "a|7c", "let", "!6c;et", "let ", "", "!;", "!", "!21;", "|", "0", " 0"];
        let contents: Vec<String> =
            names.iter().map(|name| symbol(name).trim_matches('|').to_owned()).collect();
        for (index, content) in contents.iter().enumerate() {
            assert!(!contents[..index].contains(content), "{content}");
        }
    }

    #[test]
    fn symbols_a_solver_made_up_stay_as_they_are() {
        for (printed, name) in [("x!0", "x!0"), ("|a b!0|", "a b!0"), ("|a!zz;|", "a!zz;")] {
            assert_eq!(read_symbol(printed), name);
        }
    }
}
