//! Tokens of MLIR text as byte ranges; no allocation, no knowledge of grammar.

/// What a token is. Its text is a slice of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// End of the text.
    Eof,
    /// A byte that starts no token, or a string that does not end.
    Bad,
    /// `foo`, `a.b`
    Ident,
    /// `@foo`, `@"foo"`
    At,
    /// `%0`
    Percent,
    /// `^bb0`
    Caret,
    /// `#x`, `#1`
    Hash,
    /// `!x`
    Bang,
    /// `12`, `0x1F`
    Int,
    /// `1.5e3`
    Float,
    /// `"text"`
    Str,
    Arrow,
    Colon,
    ColonColon,
    Comma,
    Equal,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LSquare,
    RSquare,
    Less,
    Greater,
    Plus,
    Minus,
    Star,
    Slash,
    Question,
    Bar,
    Ellipsis,
    /// `{-#`
    OpenMetadata,
    /// `#-}`
    CloseMetadata,
}

/// One token: `start..end` in the source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

const IDENT: u8 = 1; // letters and `_`
const DIGIT: u8 = 2;
const EXTRA: u8 = 4; // `$`, `.`
const DASH: u8 = 8; // `-`
const SPACE: u8 = 16;

/// Classes of bytes.
const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        table[byte] = if b.is_ascii_alphabetic() || b == b'_' {
            IDENT
        } else if b.is_ascii_digit() {
            DIGIT
        } else if b == b'$' || b == b'.' {
            EXTRA
        } else if b == b'-' {
            DASH
        } else if b == b' ' || b == b'\n' || b == b'\t' || b == b'\r' {
            SPACE
        } else {
            0
        };
        byte += 1;
    }
    table
};

#[inline]
fn run(bytes: &[u8], mut at: usize, classes: u8) -> usize {
    while at < bytes.len() && CLASS[bytes[at] as usize] & classes != 0 {
        at += 1;
    }
    at
}

/// Skips white space and comments from `at`.
#[inline]
pub(super) fn skip_trivia(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = run(bytes, at, SPACE);
        if bytes.get(at) == Some(&b'/') && bytes.get(at + 1) == Some(&b'/') {
            at = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n);
        } else {
            return at;
        }
    }
}

/// The end of the string literal that opens at `at`, or where it breaks off.
fn string_end(bytes: &[u8], at: usize) -> (usize, bool) {
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'"' => return (end + 1, true),
            b'\n' => break,
            b'\\' => match bytes.get(end + 1..) {
                Some([b'"' | b'\\' | b'n' | b't', ..]) => end += 2,
                Some([a, b, ..]) if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => end += 3,
                // No escape that MLIR knows.
                _ => break,
            },
            _ => end += 1,
        }
    }
    (end.min(bytes.len()), false)
}

/// The end of the number that starts at `at`, and whether it is a float.
fn number_end(bytes: &[u8], at: usize) -> (usize, bool) {
    let hex = |b: &u8| b.is_ascii_hexdigit();
    if bytes[at] == b'0' && bytes.get(at + 1) == Some(&b'x') && bytes.get(at + 2).is_some_and(hex) {
        let mut end = at + 2;
        while bytes.get(end).is_some_and(hex) {
            end += 1;
        }
        return (end, false);
    }
    let mut end = run(bytes, at, DIGIT);
    if bytes.get(end) != Some(&b'.') {
        return (end, false);
    }
    end = run(bytes, end + 1, DIGIT);
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let digits = run(bytes, end + 1 + sign, DIGIT);
        if digits > end + 1 + sign {
            end = digits;
        }
    }
    (end, true)
}

/// The end of a name behind a sigil: digits alone, or letters, digits, `_`, `$`, `.`, `-`.
fn suffix_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b) if b.is_ascii_digit() => run(bytes, at, DIGIT),
        _ => run(bytes, at, IDENT | DIGIT | EXTRA | DASH),
    }
}

/// The end of the name of a value that starts at `at`; `None` where there is none.
pub(super) fn value_end(bytes: &[u8], at: usize) -> Option<usize> {
    let end = suffix_end(bytes, at + 1);
    (bytes.get(at) == Some(&b'%') && end > at + 1).then_some(end)
}

/// The number of line breaks: sums of a byte, which the compiler turns into wide additions.
pub(super) fn lines(bytes: &[u8]) -> usize {
    let part = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    bytes.chunks(usize::from(u8::MAX)).map(|chunk| usize::from(part(chunk))).sum()
}

/// The token at or after `at`.
pub(super) fn next(bytes: &[u8], at: usize) -> Token {
    let start = skip_trivia(bytes, at);
    let (kind, end) = token_at(bytes, start);
    Token { kind, start: start as u32, end: end as u32 }
}

#[inline]
fn token_at(bytes: &[u8], start: usize) -> (Kind, usize) {
    let Some(&byte) = bytes.get(start) else { return (Kind::Eof, start) };
    let one = |kind| (kind, start + 1);
    let second = bytes.get(start + 1).copied().unwrap_or(0);
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => (Kind::Ident, run(bytes, start + 1, IDENT | DIGIT | EXTRA)),
        b'0'..=b'9' => {
            let (end, float) = number_end(bytes, start);
            (if float { Kind::Float } else { Kind::Int }, end)
        }
        b'%' | b'^' | b'!' => {
            let end = suffix_end(bytes, start + 1);
            let kind = match byte {
                _ if end == start + 1 => Kind::Bad,
                b'%' => Kind::Percent,
                b'^' => Kind::Caret,
                _ => Kind::Bang,
            };
            (kind, end)
        }
        b'#' if second == b'-' && bytes.get(start + 2) == Some(&b'}') => (Kind::CloseMetadata, start + 3),
        b'#' => {
            // A dash is part of `%a-b`, not of `#a`.
            let end = match second {
                b'0'..=b'9' => run(bytes, start + 1, DIGIT),
                _ => run(bytes, start + 1, IDENT | DIGIT | EXTRA | DASH),
            };
            (if end == start + 1 { Kind::Bad } else { Kind::Hash }, end)
        }
        b'@' if second == b'"' => {
            let (end, closed) = string_end(bytes, start + 1);
            (if closed { Kind::At } else { Kind::Bad }, end)
        }
        b'@' => {
            let end = run(bytes, start + 1, IDENT | DIGIT | EXTRA);
            (if end == start + 1 { Kind::Bad } else { Kind::At }, end)
        }
        b'"' => {
            let (end, closed) = string_end(bytes, start);
            (if closed { Kind::Str } else { Kind::Bad }, end)
        }
        b'-' if second == b'>' => (Kind::Arrow, start + 2),
        b'-' => one(Kind::Minus),
        b':' if second == b':' => (Kind::ColonColon, start + 2),
        b':' => one(Kind::Colon),
        b',' => one(Kind::Comma),
        b'=' => one(Kind::Equal),
        b'(' => one(Kind::LParen),
        b')' => one(Kind::RParen),
        b'{' if second == b'-' && bytes.get(start + 2) == Some(&b'#') => (Kind::OpenMetadata, start + 3),
        b'{' => one(Kind::LBrace),
        b'}' => one(Kind::RBrace),
        b'[' => one(Kind::LSquare),
        b']' => one(Kind::RSquare),
        b'<' => one(Kind::Less),
        b'>' => one(Kind::Greater),
        b'+' => one(Kind::Plus),
        b'*' => one(Kind::Star),
        b'/' => one(Kind::Slash),
        b'?' => one(Kind::Question),
        b'|' => one(Kind::Bar),
        b'.' if second == b'.' && bytes.get(start + 2) == Some(&b'.') => (Kind::Ellipsis, start + 3),
        0x80.. => {
            // One error per run of characters outside ASCII.
            let end = bytes[start..].iter().position(|b| *b < 0x80).map_or(bytes.len(), |n| start + n);
            (Kind::Bad, end)
        }
        _ => one(Kind::Bad),
    }
}

/// Decodes the escapes of a string literal's inside. Bytes that are no UTF-8 stay as `\HH`.
pub(super) fn unescape(inside: &str) -> std::borrow::Cow<'_, str> {
    if !inside.contains('\\') {
        return std::borrow::Cow::Borrowed(inside);
    }
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        match tail {
            [b'n', more @ ..] => (bytes.push(b'\n'), rest = more).1,
            [b't', more @ ..] => (bytes.push(b'\t'), rest = more).1,
            [c @ (b'"' | b'\\'), more @ ..] => (bytes.push(*c), rest = more).1,
            [a, b, more @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                bytes.push(hex_digit(*a) * 16 + hex_digit(*b));
                rest = more;
            }
            _ => bytes.push(b'\\'),
        }
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\{byte:02X}"));
        }
    }
    std::borrow::Cow::Owned(text)
}

fn hex_digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        _ => byte - b'A' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let mut at = 0;
        let mut out = Vec::new();
        loop {
            let token = next(text.as_bytes(), at);
            if token.kind == Kind::Eof {
                return out;
            }
            at = token.end as usize;
            out.push((token.kind, &text[token.start as usize..at]));
        }
    }

    #[test]
    fn a_number_with_a_dot_is_a_float_and_one_without_is_not() {
        assert_eq!(
            kinds("1.5e+3 12 0x1F 1e3"),
            [
                (Kind::Float, "1.5e+3"),
                (Kind::Int, "12"),
                (Kind::Int, "0x1F"),
                (Kind::Int, "1"),
                (Kind::Ident, "e3")
            ]
        );
    }

    #[test]
    fn names_behind_sigils_hold_dots_and_dashes() {
        assert_eq!(
            kinds("%a-b.c#1 !pdl.value ^bb0 @\"x y\"::@z"),
            [
                (Kind::Percent, "%a-b.c"),
                (Kind::Hash, "#1"),
                (Kind::Bang, "!pdl.value"),
                (Kind::Caret, "^bb0"),
                (Kind::At, "@\"x y\""),
                (Kind::ColonColon, "::"),
                (Kind::At, "@z")
            ]
        );
    }

    #[test]
    fn a_string_that_does_not_end_stops_at_the_end_of_its_line() {
        assert_eq!(kinds("\"ab\nc"), [(Kind::Bad, "\"ab"), (Kind::Ident, "c")]);
    }

    #[test]
    fn escapes_are_decoded_and_other_bytes_stay_escaped() {
        assert_eq!(unescape(r"a\22\0A\\\n\FF"), "a\"\n\\\n\\FF");
    }
}
