//! What a solver says, as S-expressions: read with limits, so that no reply can exhaust the reader,
//! with every `let` replaced by what it binds. Knows no commands.

use std::fmt;

use smtlib_lowlevel::Storage;
use smtlib_lowlevel::ast;
use smtlib_lowlevel::ast::SpecConstant;

use crate::symbol::{read_symbol, symbol};

/// How deep a reply may be nested: the parser calls itself once per level.
const DEPTH: usize = 400;

/// How many nodes a reply may have once each `let` is replaced, which can make it exponentially larger.
const NODES: usize = 1 << 20;

/// An S-expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SExpr {
    /// A symbol, as the name it stands for.
    Symbol(String),
    /// A reserved word, such as `_`, `as` or the name of a command.
    Reserved(String),
    /// A keyword, with its colon.
    Keyword(String),
    /// A numeral, in decimal digits.
    Numeral(String),
    /// A decimal fraction.
    Decimal(String),
    /// `#b..`: the binary digits.
    Binary(String),
    /// `#x..`: the hexadecimal digits.
    Hexadecimal(String),
    /// A string, without its quotes.
    String(String),
    /// A list.
    List(Vec<SExpr>),
}

/// Why a text is not a sequence of S-expressions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Brackets are missing or too many, or a character begins no token.
    #[error("not an S-expression")]
    Malformed,
    /// It is nested too deeply, or becomes too large when each `let` is replaced.
    #[error("too deep or too large")]
    TooLarge,
}

impl SExpr {
    /// Every S-expression of `text`, in order.
    ///
    /// # Errors
    /// When the text as a whole is not a sequence of S-expressions, or is too large.
    pub fn read_all(text: &str) -> Result<Vec<SExpr>, ReadError> {
        Reader { bound: Some(Vec::new()), nodes: NODES }.read(text)
    }

    /// As [`SExpr::read_all`], with each `let` left as it is.
    ///
    /// # Errors
    /// As [`SExpr::read_all`].
    pub fn read_all_verbatim(text: &str) -> Result<Vec<SExpr>, ReadError> {
        Reader { bound: None, nodes: NODES }.read(text)
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[SExpr]> {
        match self {
            SExpr::List(items) => Some(items),
            _ => None,
        }
    }

    /// The name, if it is a symbol.
    pub fn name(&self) -> Option<&str> {
        match self {
            SExpr::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    pub fn boolean(&self) -> Option<bool> {
        match self.name()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The integer, if it is a numeral or `(- numeral)` that fits.
    pub fn integer(&self) -> Option<i128> {
        match self {
            SExpr::Numeral(digits) => digits.parse().ok(),
            SExpr::List(items) => match &items[..] {
                [SExpr::Symbol(minus), SExpr::Numeral(digits)] if minus == "-" => {
                    format!("-{digits}").parse().ok()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Width and value, if it is a bit-vector of at most 128 bits, in any of the three notations.
    pub fn bits(&self) -> Option<(u32, u128)> {
        let (width, value) = match self {
            SExpr::Binary(digits) => (digits.len(), u128::from_str_radix(digits, 2).ok()?),
            SExpr::Hexadecimal(digits) => (digits.len() * 4, u128::from_str_radix(digits, 16).ok()?),
            SExpr::List(items) => match &items[..] {
                [SExpr::Reserved(index), SExpr::Symbol(value), SExpr::Numeral(width)] if index == "_" => {
                    (width.parse().ok()?, value.strip_prefix("bv")?.parse().ok()?)
                }
                _ => return None,
            },
            _ => return None,
        };
        (width <= 128).then_some((u32::try_from(width).ok()?, value))
    }

    /// Constructor and arguments, if it is a value of a datatype: `c`, `(c a ..)`, and the same with
    /// `(as c Sort)` for `c`.
    pub fn constructor(&self) -> Option<(&str, &[SExpr])> {
        if let Some(name) = self.qualified_name() {
            return Some((name, &[]));
        }
        let (head, arguments) = self.list()?.split_first()?;
        Some((head.qualified_name()?, arguments))
    }

    fn qualified_name(&self) -> Option<&str> {
        match self {
            SExpr::Symbol(name) => Some(name),
            SExpr::List(items) => match &items[..] {
                [SExpr::Reserved(word), SExpr::Symbol(name), _] if word == "as" => Some(name),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for SExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SExpr::Symbol(name) => f.write_str(&symbol(name)),
            SExpr::Reserved(text) | SExpr::Keyword(text) | SExpr::Numeral(text) | SExpr::Decimal(text) => {
                f.write_str(text)
            }
            SExpr::Binary(digits) => write!(f, "#b{digits}"),
            SExpr::Hexadecimal(digits) => write!(f, "#x{digits}"),
            SExpr::String(text) => write!(f, "\"{}\"", text.replace('"', "\"\"")),
            SExpr::List(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Brackets outside strings, bars and comments match and are not nested too deeply.
fn check_nesting(text: &str) -> Result<(), ReadError> {
    let mut depth: usize = 0;
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' | '|' => {
                characters.by_ref().find(|end| *end == c).ok_or(ReadError::Malformed)?;
            }
            ';' => {
                characters.by_ref().find(|end| *end == '\n');
            }
            '(' if depth == DEPTH => return Err(ReadError::TooLarge),
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or(ReadError::Malformed)?,
            _ => {}
        }
    }
    if depth == 0 { Ok(()) } else { Err(ReadError::Malformed) }
}

/// One reading of a text.
struct Reader {
    /// What the names bound by the surrounding `let`s stand for, innermost last; `None` when a `let` is
    /// left as it is.
    bound: Option<Vec<(String, SExpr)>>,
    /// How many nodes the result may still get.
    nodes: usize,
}

impl Reader {
    fn read(mut self, text: &str) -> Result<Vec<SExpr>, ReadError> {
        check_nesting(text)?;
        let storage = Storage::new();
        // The parser stops after one expression without looking at what follows, so it gets the whole
        // sequence as one list; the brackets were just found to match.
        let list = ast::SExpr::parse(&storage, &format!("({text}\n)")).map_err(|_| ReadError::Malformed)?;
        let ast::SExpr::Paren(items) = list else { return Err(ReadError::Malformed) };
        items.iter().map(|item| self.convert(item)).collect()
    }

    fn convert(&mut self, from: &ast::SExpr<'_>) -> Result<SExpr, ReadError> {
        self.spend(1)?;
        Ok(match from {
            ast::SExpr::Symbol(printed) => self.symbol(printed.0)?,
            ast::SExpr::Reserved(word) => SExpr::Reserved(word.0.into()),
            ast::SExpr::Keyword(keyword) => SExpr::Keyword(keyword.0.into()),
            ast::SExpr::SpecConstant(constant) => literal(constant),
            ast::SExpr::Paren([ast::SExpr::Reserved(word), ast::SExpr::Paren(bindings), body])
                if word.0 == "let" && self.bound.is_some() =>
            {
                self.replace_let(bindings, body)?
            }
            ast::SExpr::Paren(items) => {
                let items: Result<_, _> = items.iter().map(|item| self.convert(item)).collect();
                SExpr::List(items?)
            }
        })
    }

    fn symbol(&mut self, printed: &str) -> Result<SExpr, ReadError> {
        let name = read_symbol(printed);
        let value = self.bound.iter().flatten().rev().find(|(bound, _)| *bound == name);
        if let Some((_, value)) = value {
            let value = value.clone();
            self.spend(size(&value))?;
            return Ok(value);
        }
        // The parser reserves fewer words than we do.
        let reserved = !printed.starts_with('|') && symbol(&name) != name;
        Ok(if reserved { SExpr::Reserved(name) } else { SExpr::Symbol(name) })
    }

    fn replace_let(
        &mut self,
        bindings: &[ast::SExpr<'_>],
        body: &ast::SExpr<'_>,
    ) -> Result<SExpr, ReadError> {
        let mut inner = Vec::with_capacity(bindings.len());
        for binding in bindings {
            let ast::SExpr::Paren([ast::SExpr::Symbol(name), value]) = binding else {
                return Err(ReadError::Malformed);
            };
            // The names of one `let` are bound at the same time: none is visible in the values.
            inner.push((read_symbol(name.0), self.convert(value)?));
        }
        let outside = self.bound.as_ref().map_or(0, Vec::len);
        self.bound.get_or_insert_default().extend(inner);
        let body = self.convert(body)?;
        self.bound.get_or_insert_default().truncate(outside);
        Ok(body)
    }

    fn spend(&mut self, nodes: usize) -> Result<(), ReadError> {
        self.nodes = self.nodes.checked_sub(nodes).ok_or(ReadError::TooLarge)?;
        Ok(())
    }
}

fn literal(constant: &SpecConstant<'_>) -> SExpr {
    match constant {
        SpecConstant::Numeral(numeral) => SExpr::Numeral(numeral.to_string()),
        SpecConstant::Decimal(decimal) => SExpr::Decimal(decimal.0.into()),
        SpecConstant::Binary(binary) => SExpr::Binary(binary.0[2..].into()),
        SpecConstant::Hexadecimal(hexadecimal) => SExpr::Hexadecimal(hexadecimal.0[2..].into()),
        SpecConstant::String(text) => {
            let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            SExpr::String(inner.unwrap_or(text).replace("\"\"", "\""))
        }
    }
}

fn size(value: &SExpr) -> usize {
    match value {
        SExpr::List(items) => 1 + items.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> SExpr {
        let items = SExpr::read_all(text).expect("the text is an S-expression");
        <[SExpr; 1]>::try_from(items).map(|[item]| item).expect("there is one")
    }

    #[test]
    fn expressions_print_as_they_were_written() {
        for text in [
            "sat",
            "(a (b) 1 1.5 #b01 #xfF :k \"a \"\"b\"\"\" |x y|)",
            "()",
            "((_ is c) (as nil (List Int)))",
        ] {
            assert_eq!(read(text).to_string(), text);
        }
    }

    #[test]
    fn a_sequence_is_read_to_its_end() {
        assert_eq!(SExpr::read_all("sat ; comment )\n((x 1))\n").map(|items| items.len()), Ok(2));
        assert_eq!(SExpr::read_all(""), Ok(vec![]));
    }

    #[test]
    fn text_that_is_no_expression_is_refused() {
        for text in ["(", ")", "a) (b", "\"", "|", "{}", "é", "a\0", "(a \u{1b}[0m)"] {
            assert_eq!(SExpr::read_all(text), Err(ReadError::Malformed), "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
        // The smallest stack that a thread of a pool may be expected to have left.
        let reader = std::thread::Builder::new().stack_size(1 << 20);
        let read = move || (SExpr::read_all(&nested(DEPTH)), SExpr::read_all(&nested(1_000_000)));
        let (fits, too_deep) =
            reader.spawn(read).expect("a thread can start").join().expect("it does not overflow");
        assert!(fits.is_ok());
        assert_eq!(too_deep, Err(ReadError::TooLarge));
    }

    #[test]
    fn each_let_is_replaced_by_what_it_binds() {
        let text = "(let ((a 1) (b 2)) (let ((a (f b)) (b a)) (g a b)))";
        assert_eq!(read(text).to_string(), "(g (f 2) 1)");
    }

    #[test]
    fn a_let_that_doubles_again_and_again_is_refused() {
        let mut text = String::from("x");
        for _ in 0..60 {
            text = format!("(let ((x (c x x))) {text})");
        }
        assert_eq!(SExpr::read_all(&text), Err(ReadError::TooLarge));
    }

    #[test]
    fn numbers_are_read_in_every_notation() {
        assert_eq!(read("(- 170141183460469231731687303715884105728)").integer(), Some(i128::MIN));
        assert_eq!(read("7").integer(), Some(7));
        assert_eq!(read("(+ 7)").integer(), None);
        for text in ["#x0f", "#b00001111", "(_ bv15 8)"] {
            assert_eq!(read(text).bits(), Some((8, 15)), "{text}");
        }
        assert_eq!(read("(_ bv15 129)").bits(), None);
    }

    #[test]
    fn values_of_datatypes_show_their_constructor() {
        assert_eq!(read("nil").constructor(), Some(("nil", &[][..])));
        assert_eq!(read("(as nil (List Int))").constructor(), Some(("nil", &[][..])));
        let one = [SExpr::Numeral("1".into())];
        assert_eq!(read("(c 1)").constructor(), Some(("c", &one[..])));
        assert_eq!(read("((as |c d| T) 1)").constructor(), Some(("c d", &one[..])));
        assert_eq!(read("1").constructor(), None);
    }
}
