//! Reads the text between the brackets of other dialects' types and attributes. Dialects that MLIR defines with a syntax
//! of their own keep that text; what is known of its grammar is checked. Knows no operations.

use super::dialects;
use super::lexer::{self, Kind};
use super::parser::{Parser, Read};
use crate::data::{Ident, Span};
use crate::diagnostic::Diagnostic;

/// Parameters of a type or an attribute, between angle brackets.
pub(super) enum Body {
    Params(Box<[crate::data::AttrId]>),
    Text(Ident),
}

/// Attributes that are one keyword.
const WORDS: [(&str, &str, &[&str]); 6] = [
    ("linalg", "iterator_type", &["parallel", "reduction", "window"]),
    ("linalg", "type_fn", &["cast_signed", "cast_unsigned"]),
    ("llvm", "linkage", &[]),
    ("llvm", "cconv", &[]),
    ("llvm", "tailcallkind", &["none", "tail", "musttail", "notail"]),
    ("vector", "iterator_type", &["parallel", "reduction"]),
];

/// Attributes of the llvm dialect that are lists of `key = value`, by how their names start.
const STRUCTS: &str = "access_group alias_scope blockaddress blocktag di_ loop_ memory_effects tbaa_root tbaa_type_desc \
     tbaa_tag tbaa_member vscale_range";

/// The keywords of an attribute that is one keyword; none for another attribute.
pub(super) fn keywords(dialect: &str, name: &str) -> Option<&'static [&'static str]> {
    WORDS.iter().find(|one| one.0 == dialect && one.1 == name).map(|one| one.2)
}

impl<'s> Parser<'s> {
    /// The parameters between `<` and `>`: as attributes when all of them read so, else as text.
    pub(super) fn body(&mut self, dialect: &str, name: &str) -> Read<Body> {
        if dialects::is_builtin_text(dialect) {
            return self.text_body(dialect, name).map(Body::Text);
        }
        let open = self.token;
        let end = self.body_end(open.end as usize)?;
        let (reported, last_end) = (self.diagnostics.len(), self.last_end);
        let mut params = Vec::new();
        self.bump();
        let read = self.list_until(Kind::Greater, "`>`", |p| {
            let attr = p.nested(|p| p.read_attr(None))?;
            params.push(attr);
            Ok(())
        });
        if read.is_ok() && self.last_end as usize == end + 1 {
            return Ok(Body::Params(params.into()));
        }
        self.diagnostics.truncate(reported);
        (self.token, self.last_end) = (open, last_end);
        self.verbatim(end).map(Body::Text)
    }

    /// The text between `<` and its `>`, folded; the current token is `<`. It has the grammar that is known of the
    /// attribute or type of this name.
    pub(super) fn text_body(&mut self, dialect: &str, name: &str) -> Read<Ident> {
        let (open, last_end) = (self.token, self.last_end);
        let end = self.body_end(open.end as usize)?;
        self.bump();
        self.nested(|p| p.grammar(dialect, name, end))?;
        if self.token.start as usize != end {
            return self.expected("`>`");
        }
        (self.token, self.last_end) = (open, last_end);
        self.verbatim(end)
    }

    /// Reports a type, or else an attribute, that a dialect of MLIR does not have.
    pub(super) fn check_name(&mut self, start: u32, dialect: &str, is_type: bool, name: &str) -> Read<()> {
        if !lacks(dialect, is_type, name) {
            return Ok(());
        }
        let what = if is_type { "type" } else { "attribute" };
        self.error_since(start, format!("the `{dialect}` dialect has no {what} `{name}`"))
    }

    fn verbatim(&mut self, end: usize) -> Read<Ident> {
        let expanded = self.without_aliases(self.token.end as usize, end)?;
        let body = dialects::fold(&expanded);
        self.last_end = end as u32 + 1;
        self.seek(end + 1);
        Ok(self.ctx.ident(&body))
    }

    /// Reads `<name>` or `<name<..>>` behind a dialect, the long spelling of `d.name` and `d.name<..>`, with the reader
    /// of what stands behind the name; none for another text.
    pub(super) fn pretty<T>(&mut self, read: impl FnOnce(&mut Self, &'s str) -> Read<T>) -> Read<Option<T>> {
        let bytes = self.text.as_bytes();
        let end = self.body_end(self.token.end as usize)?;
        let start = lexer::skip_trivia(bytes, self.token.end as usize);
        let Some(name_end) = dialects::pretty_name(bytes, start, end) else { return Ok(None) };
        let name = self.slice_range(start, name_end);
        self.seek(name_end);
        let value = self.nested(|p| read(p, name))?;
        self.expect(Kind::Greater, "`>`")?;
        Ok(Some(value))
    }

    /// Where the `>` stands that closes a body which starts at `start`.
    fn body_end(&mut self, start: usize) -> Read<usize> {
        match dialects::balanced_end(self.text.as_bytes(), start) {
            Ok(end) => Ok(end),
            Err(stopped) => {
                let place = Span::new(start.saturating_sub(1), start);
                let before = self.gave_up();
                self.searched += stopped.saturating_sub(start);
                if self.gave_up() && !before {
                    return self.error_at(place, "too many `<` have no matching `>`; the rest is left out");
                }
                self.fail(Diagnostic::error(place, "this `<` has no matching `>`").label("opened here"))
            }
        }
    }

    // --- grammars -----------------------------------------------------------------------------------------

    /// Reads what is known of the grammar between the brackets, up to `end`.
    fn grammar(&mut self, dialect: &str, name: &str, end: usize) -> Read<()> {
        if let Some(words) = dialects::flag_words(dialect, name) {
            return self.comma_list(|p| p.one_of(&[words, &["none", "fast"]].concat()));
        }
        if let Some(words) = keywords(dialect, name) {
            return self.one_of(words);
        }
        match name {
            _ if dialect != "llvm" => {}
            "di_file" => {
                self.string("the name of a file")?;
                self.expect_keyword("in")?;
                return self.string("a directory").map(|_| ());
            }
            "di_expression" if self.at(Kind::Greater) => {}
            "di_expression" => {
                self.expect(Kind::LSquare, "`[`")?;
                self.comma_list(Self::debug_operation)?;
                return self.expect(Kind::RSquare, "`]` or `,`").map(|_| ());
            }
            "mlir.module_flag" => {
                self.keyword("a behavior")?;
                self.expect(Kind::Comma, "`,`")?;
                self.string("a key")?;
                self.expect(Kind::Comma, "`,`")?;
                return self.read_attr(None).map(|_| ());
            }
            _ if STRUCTS.split(' ').any(|start| name.starts_with(start)) => return self.fields(),
            _ => {}
        }
        while (self.token.start as usize) < end {
            if self.at(Kind::Bad) && self.spelling().starts_with('"') {
                return self.expected("a string");
            }
            self.bump();
        }
        Ok(())
    }

    /// One of these words; any where there are none.
    fn one_of(&mut self, words: &[&str]) -> Read<()> {
        if !self.at(Kind::Ident) || !words.is_empty() && !words.contains(&self.spelling()) {
            return self.expected("a keyword of this attribute");
        }
        self.bump();
        Ok(())
    }

    /// `DW_OP_plus_uconst(4)`
    fn debug_operation(&mut self) -> Read<()> {
        if !self.spelling().starts_with("DW_OP_") {
            return self.expected("an operation such as `DW_OP_deref`");
        }
        self.bump();
        if self.eat(Kind::LParen) {
            self.comma_list(|p| match p.at(Kind::Ident) {
                true => p.keyword("a name").map(|_| ()),
                false => p.small_int("a number").map(|_| ()),
            })?;
            self.expect(Kind::RParen, "`)` or `,`")?;
        }
        Ok(())
    }

    /// `key = value, ..` up to `>`; a value may be a list, `types = #a, #b`.
    fn fields(&mut self) -> Read<()> {
        let mut keys = Vec::new();
        if self.at(Kind::Greater) {
            return Ok(());
        }
        self.comma_list(|p| {
            if !keys.is_empty() && !p.at(Kind::Ident) {
                return p.field_value();
            }
            let place = p.here();
            let key = p.keyword("the name of a parameter")?;
            p.expect(Kind::Equal, "`=`")?;
            if keys.contains(&key) {
                return p.error_at(place, format!("`{key}` is given twice"));
            }
            keys.push(key);
            p.field_value()
        })
    }

    /// An attribute, an attribute without its name, or keywords.
    fn field_value(&mut self) -> Read<()> {
        if self.at(Kind::Less) {
            let end = self.body_end(self.token.end as usize)?;
            self.bump();
            let name = if self.peek().kind == Kind::Equal { "di_" } else { "" };
            self.nested(|p| p.grammar("llvm", name, end))?;
            return self.expect(Kind::Greater, "`>`").map(|_| ());
        }
        if !self.at(Kind::Ident) || self.at_type() || self.at_attr_word() {
            return self.read_attr(None).map(|_| ());
        }
        loop {
            self.keyword("a keyword")?;
            if !self.eat(Kind::Bar) {
                return Ok(());
            }
        }
    }

    /// The text between `<` and its `>` where nothing is known of it.
    pub(super) fn opaque_body(&mut self) -> Read<Ident> {
        self.text_body("", "")
    }
}

/// Tells if a dialect of MLIR has no type, or else no attribute, of this name.
fn lacks(dialect: &str, is_type: bool, name: &str) -> bool {
    let lacks = |known: &assay_ops::Dialect| {
        if is_type { known.lacks_type(name) } else { known.lacks_attribute(name) }
    };
    assay_ops::dialect(dialect).is_some_and(lacks)
}
