//! Tokens of array programs. A decimal number is not followed by a dot, so that `3.3.i32` is a type.

use assay_ir::data::Span;
use assay_ir::diagnostic::Diagnostic;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Name(String),
    Integer(String),
    Decimal(String),
    Text(String),
    Sign(&'static str),
    End,
}

impl Token {
    /// The token as messages quote it.
    pub(super) fn describe(&self) -> String {
        match self {
            Token::Name(text) | Token::Integer(text) | Token::Decimal(text) => format!("`{text}`"),
            Token::Text(text) => format!("\"{text}\""),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the text".to_owned(),
        }
    }
}

/// Signs, longer ones first.
const SIGNS: [&str; 18] =
    ["|>", ">>", "~>", "=>", "->", "(", ")", "[", "]", ",", ":", ".", "+", "-", "*", "/", "=", "@"];

/// The tokens of a text, and errors about characters that begin none.
pub(super) fn tokens(text: &str) -> (Vec<(Token, Span)>, Vec<Diagnostic>) {
    let (mut found, mut errors, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if c.is_whitespace() {
            c.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let (token, length) = token(rest, c);
            match token {
                Ok(token) => found.push((token, Span::new(at, at + length))),
                Err(message) => errors.push(Diagnostic::error(Span::new(at, at + length), message)),
            }
            length
        };
        at += length;
    }
    found.push((Token::End, Span::new(text.len(), text.len())));
    (found, errors)
}

fn token(rest: &str, c: char) -> (Result<Token, String>, usize) {
    if c.is_ascii_alphabetic() || c == '_' {
        let length = prefix(rest, |c| c.is_ascii_alphanumeric() || c == '_');
        return (Ok(Token::Name(rest[..length].to_owned())), length);
    }
    if c.is_ascii_digit() {
        return number(rest);
    }
    if c == '"' {
        let end = rest[1..].find(['"', '\n']).map(|end| end + 1);
        return match end.filter(|end| rest[*end..].starts_with('"')) {
            Some(end) => (Ok(Token::Text(rest[1..end].to_owned())), end + 1),
            None => (Err("a text that does not end on its line".to_owned()), end.unwrap_or(rest.len())),
        };
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => (Ok(Token::Sign(sign)), sign.len()),
        None => (Err(format!("expected a token, found `{}`", c.escape_default())), c.len_utf8()),
    }
}

fn number(rest: &str) -> (Result<Token, String>, usize) {
    let digits = |text: &str| prefix(text, |c| c.is_ascii_digit());
    let whole = digits(rest);
    let fraction = rest[whole..].strip_prefix('.').map_or(0, digits);
    if fraction == 0 {
        return (Ok(Token::Integer(rest[..whole].to_owned())), whole);
    }
    let mut length = whole + 1 + fraction;
    if let Some(exponent) = rest[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let power = digits(&exponent[sign..]);
        length += if power > 0 { 1 + sign + power } else { 0 };
    }
    if rest[length..].starts_with('.') {
        return (Ok(Token::Integer(rest[..whole].to_owned())), whole);
    }
    (Ok(Token::Decimal(rest[..length].to_owned())), length)
}

fn prefix(text: &str, of: impl Fn(char) -> bool) -> usize {
    text.find(|c| !of(c)).unwrap_or(text.len())
}
