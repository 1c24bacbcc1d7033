//! `{-# dialect_resources: {..} #-}`: the bytes of each key are hashed; resources of other tools are dropped.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::lexer::Kind;
use super::parser::{Parser, Read, span};
use crate::diagnostic::Diagnostic;

impl Parser<'_> {
    /// Reads a section of resources; reading goes on behind one that is wrong.
    pub(super) fn resource_section(&mut self) -> Read<()> {
        let open = self.bump();
        let read = self.list_until(Kind::CloseMetadata, "`#-}` or `,`", |p| {
            let dialects = p.at_keyword("dialect_resources");
            if !dialects && !p.at_keyword("external_resources") {
                return p.expected("`dialect_resources` or `external_resources`");
            }
            p.bump();
            p.resource_group(|p| {
                if dialects && !p.at_keyword("builtin") {
                    return p.expected("`builtin`, the one dialect with resources");
                }
                p.keyword("a name")?;
                p.resource_group(|p| p.resource(dialects))
            })
        });
        if read.is_err() {
            while !self.at(Kind::CloseMetadata) {
                if self.at(Kind::Eof) {
                    let message = "this resource section is not closed";
                    return self.fail(Diagnostic::error(span(open), message).label("opened here"));
                }
                self.bump();
            }
            self.bump();
        }
        read
    }

    /// `: {item, ..}`
    fn resource_group(&mut self, item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.expect(Kind::Colon, "`:`")?;
        self.expect(Kind::LBrace, "`{`")?;
        self.list_until(Kind::RBrace, "`}` or `,`", item)
    }

    /// `key: "0x08000000.."`; those of other tools may be strings and truth values, too.
    fn resource(&mut self, blob: bool) -> Read<()> {
        if !self.at(Kind::Str) && !self.at(Kind::Ident) {
            return self.expected("the key of a resource");
        }
        let key = self.program.ctx().ident(self.spelling().trim_matches('"'));
        self.bump();
        self.expect(Kind::Colon, "`:`")?;
        let text = self.spelling();
        let read = match self.kind() {
            Kind::Str if blob || text.starts_with("\"0x") => is_blob(text.trim_matches('"')),
            Kind::Str => true,
            _ => !blob && matches!(text, "true" | "false"),
        };
        if !read {
            return self.expected("hexadecimal bytes, the first four of them a power of two");
        }
        if blob {
            let mut bytes = DefaultHasher::new();
            text.trim_matches('"').to_ascii_lowercase().hash(&mut bytes);
            self.resources.insert(key, bytes.finish());
        }
        self.bump();
        Ok(())
    }
}

/// `0x` and bytes, of which the first four are an alignment in little endian.
fn is_blob(text: &str) -> bool {
    let Some(digits) = text.strip_prefix("0x") else { return false };
    let alignment = digits.get(..8).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let alignment = alignment.map(u32::swap_bytes);
    digits.len().is_multiple_of(2)
        && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        && alignment.is_some_and(|alignment| alignment == 0 || alignment.is_power_of_two())
}
