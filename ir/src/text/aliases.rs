//! `#x = attr` and `!x = type`: aliases. A use of an unknown name looks for its definition in the whole text once; one
//! below is taken for the location of an operation only, as in MLIR.

use std::borrow::Cow;

use super::alias_table::{Alias, AliasTarget, Size};
use super::lexer::{self, Kind, Token};
use super::parser::{MAX_NESTING, Parser, Read, span};
use crate::data::{AttrId, TypeId};
use crate::diagnostic::Diagnostic;

/// An alias that stands for more nested parts than this is refused, and so are the uses of a text that do so
/// together (more when the text is long): printing them would fill the disk.
const MAX_WEIGHT: u64 = 1 << 18;

/// How many parts the uses of all aliases may stand for together, per byte of text.
const WEIGHT_PER_BYTE: u64 = 64;

impl<'s> Parser<'s> {
    /// Whether an alias definition starts at the current token.
    pub(super) fn at_alias_definition(&self) -> bool {
        matches!(self.kind(), Kind::Hash | Kind::Bang) && self.peek().kind == Kind::Equal
    }

    /// `#x = attr` or `!x = type` at the top level.
    pub(super) fn alias_definition(&mut self) -> Read<()> {
        let token = self.token;
        let key = self.slice(token);
        if key.contains('.') {
            return self.fail(
                Diagnostic::error(span(token), format!("alias `{key}` has a dot in its name"))
                    .help("names with a dot belong to dialects"),
            );
        }
        let at = self.peek().end;
        match self.aliases.known.get(key).copied() {
            Some(alias) if alias.name.start != token.start => {
                self.seek(at as usize);
                let message = format!("alias `{key}` is defined twice");
                self.report(
                    Diagnostic::error(span(token), message).also(span(alias.name), "first defined here"),
                );
                self.read_alias_value(key).map(|_| ())
            }
            Some(alias) if !matches!(alias.meaning, AliasTarget::At(_)) => {
                self.last_end = alias.end;
                self.seek(alias.end as usize);
                Ok(())
            }
            _ => {
                self.aliases.known.insert(key, Alias { meaning: AliasTarget::At(at), name: token, end: at });
                self.load_alias(key);
                let end = self.aliases.known.get(key).map_or(at, |alias| alias.end);
                self.last_end = end;
                self.seek(end as usize);
                Ok(())
            }
        }
    }

    /// Reads the value of a definition in place; the current token stays as it is.
    fn load_alias(&mut self, key: &'s str) {
        let Some(alias) = self.aliases.known.get(key).copied() else { return };
        let AliasTarget::At(at) = alias.meaning else { return };
        self.aliases.known.insert(key, Alias { meaning: AliasTarget::Busy, ..alias });
        let (token, last_end, depth) = (self.token, self.last_end, self.depth);
        let (deepest, weight) = (self.aliases.deepest, self.aliases.weight);
        let no_colon = std::mem::replace(&mut self.no_colon, false);
        self.aliases.deepest = 0;
        self.aliases.weight = 0;
        self.aliases.loading += 1;
        self.seek(at as usize);
        self.last_end = at;
        let meaning = match self.deeper(2, |p| p.read_alias_value(key)) {
            Ok(meaning) => meaning,
            Err(_) => {
                self.skip_to_next_line();
                AliasTarget::Broken
            }
        };
        let end = self.last_end;
        self.aliases.known.insert(key, Alias { meaning, end, ..alias });
        self.no_colon = no_colon;
        self.token = token;
        self.last_end = last_end;
        self.depth = depth;
        self.aliases.deepest = deepest;
        self.aliases.weight = weight;
        self.aliases.loading -= 1;
    }

    fn read_alias_value(&mut self, key: &'s str) -> Read<AliasTarget> {
        let start = self.token.start;
        let meaning = if key.starts_with('!') {
            AliasTarget::Type(self.read_type()?, Size::default())
        } else {
            AliasTarget::Attr(self.read_attr(None)?, Size::default())
        };
        // Its own text cannot nest deeper than its brackets, nor have more parts than commas and brackets.
        let text = self.slice_range(start as usize, self.last_end as usize);
        let (own_depth, own_weight) = text_size(text);
        let depth = own_depth + self.aliases.deepest;
        let weight = own_weight.saturating_add(self.aliases.weight);
        if depth > MAX_NESTING || weight > MAX_WEIGHT && self.aliases.weight > 0 {
            let what = if depth > MAX_NESTING {
                format!("nests deeper than {MAX_NESTING} levels")
            } else {
                format!("stands for more than {MAX_WEIGHT} parts")
            };
            let place = self.since(start);
            return self.error_at(place, format!("alias `{key}` {what}"));
        }
        Ok(match meaning {
            AliasTarget::Type(ty, _) => AliasTarget::Type(ty, Size { depth, weight }),
            AliasTarget::Attr(attr, _) => AliasTarget::Attr(attr, Size { depth, weight }),
            other => other,
        })
    }

    fn skip_to_next_line(&mut self) {
        let from = self.token.start as usize;
        let bytes = self.text.as_bytes();
        let end = bytes[from..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| from + n);
        self.last_end = end as u32;
    }

    /// Finds all definitions of the text: `#x =` and `!x =` at the start of a line.
    fn search_aliases(&mut self) {
        if std::mem::replace(&mut self.aliases.searched, true) {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let first = bytes[start..]
                .iter()
                .position(|b| !matches!(b, b' ' | b'\t'))
                .map_or(bytes.len(), |n| start + n);
            if matches!(bytes.get(first), Some(b'#' | b'!')) {
                let name = lexer::next(bytes, first);
                let equal = lexer::next(bytes, name.end as usize);
                if matches!(name.kind, Kind::Hash | Kind::Bang) && equal.kind == Kind::Equal {
                    let alias = Alias { meaning: AliasTarget::At(equal.end), name, end: equal.end };
                    self.aliases.known.entry(self.slice(name)).or_insert(alias);
                }
            }
            start = match self.text[first..].find('\n') {
                Some(n) => first + n + 1,
                None => bytes.len(),
            };
        }
    }

    fn alias_meaning(&mut self, token: Token) -> Read<AliasTarget> {
        let key = self.slice(token);
        let forward = std::mem::take(&mut self.forward_alias);
        if !self.aliases.known.contains_key(key) {
            self.search_aliases();
        }
        self.load_alias(key);
        match self.aliases.known.get(key).map(|alias| (alias.meaning, alias.name)) {
            Some((AliasTarget::Busy | AliasTarget::At(_), name)) => self.fail(
                Diagnostic::error(span(token), format!("alias `{key}` is defined by itself"))
                    .label("used here")
                    .also(span(name), "defined here"),
            ),
            Some((AliasTarget::Broken, _)) => Err(super::parser::Failed),
            Some((_, name)) if name.start > token.start && !forward => self.fail(
                Diagnostic::error(span(token), format!("alias `{key}` is used before its definition"))
                    .label("only the location of an operation may be defined below")
                    .also(span(name), "defined here"),
            ),
            Some((meaning @ (AliasTarget::Attr(_, size) | AliasTarget::Type(_, size)), _)) => {
                self.use_alias(token, size)?;
                Ok(meaning)
            }
            None => self.fail(
                Diagnostic::error(span(token), format!("alias `{key}` is not defined"))
                    .label("no definition in this text")
                    .help(format!("define it at the top level: `{key} = ...`")),
            ),
        }
    }

    /// Goes on behind the name of an alias, unless it nests too deep here or stands for too much.
    pub(super) fn use_alias(&mut self, token: Token, size: Size) -> Read<()> {
        if self.depth + size.depth > MAX_NESTING {
            let message = format!("nested deeper than {MAX_NESTING} levels");
            return self.fail(Diagnostic::error(span(token), message).label("too deep with this alias"));
        }
        self.deepest = self.deepest.max(self.depth + size.depth);
        self.aliases.deepest = self.aliases.deepest.max(size.depth);
        self.aliases.weight = self.aliases.weight.saturating_add(size.weight);
        if self.aliases.loading == 0 {
            self.charge(size.weight)?;
        }
        self.bump();
        Ok(())
    }

    /// Counts what the uses of aliases stand for.
    pub(super) fn charge(&mut self, weight: u64) -> Read<()> {
        self.aliases.charged = self.aliases.charged.saturating_add(weight);
        let limit = MAX_WEIGHT + WEIGHT_PER_BYTE * self.text.len() as u64;
        if self.aliases.charged > limit {
            return self.error_here(format!("the aliases up to here stand for more than {limit} parts"));
        }
        Ok(())
    }

    /// A text that is kept as it stands, with what its aliases mean in their place: they are gone when it is printed.
    /// The new text counts against the limit byte by byte.
    pub(super) fn without_aliases(&mut self, start: usize, end: usize) -> Read<Cow<'s, str>> {
        let whole = self.slice_range(start, end);
        if !whole.bytes().any(|byte| matches!(byte, b'#' | b'!')) {
            return Ok(Cow::Borrowed(whole));
        }
        let bytes = self.text.as_bytes();
        let (mut out, mut copied, mut at) = (String::new(), start, start);
        while at < end {
            let token = match bytes[at] {
                b'"' | b'#' | b'!' => lexer::next(bytes, at),
                _ => {
                    at += 1;
                    continue;
                }
            };
            at = (token.end as usize).clamp(at + 1, end);
            let key = self.slice(token);
            let named = matches!(token.kind, Kind::Hash | Kind::Bang) && !key.contains('.') && key.len() > 1;
            if !named || token.end as usize > end || bytes.get(at) == Some(&b'<') {
                continue;
            }
            if !self.aliases.known.contains_key(key) {
                self.search_aliases();
            }
            if !self.aliases.known.contains_key(key) {
                continue;
            }
            let text = match self.alias_meaning(token)? {
                AliasTarget::Attr(attr, _) => super::attr_text(&self.ctx, attr),
                AliasTarget::Type(ty, _) => super::type_text(&self.ctx, ty),
                // Neither is answered.
                AliasTarget::At(_) | AliasTarget::Busy | AliasTarget::Broken => continue,
            };
            self.charge(text.len() as u64)?;
            out.push_str(self.slice_range(copied, token.start as usize));
            out.push_str(&text);
            copied = at;
        }
        out.push_str(self.slice_range(copied, end));
        Ok(Cow::Owned(out))
    }

    pub(super) fn attr_alias(&mut self, token: Token) -> Read<AttrId> {
        match self.alias_meaning(token)? {
            AliasTarget::Attr(attr, _) => Ok(attr),
            // `#x` is only ever defined by an attribute.
            _ => Err(super::parser::Failed),
        }
    }

    pub(super) fn type_alias(&mut self, token: Token) -> Read<TypeId> {
        match self.alias_meaning(token)? {
            AliasTarget::Type(ty, _) => Ok(ty),
            // `!x` is only ever defined by a type.
            _ => Err(super::parser::Failed),
        }
    }
}

/// How deep the brackets of a text nest, and how many parts it has.
pub(super) fn text_size(text: &str) -> (usize, u64) {
    let (mut depth, mut deepest, mut parts) = (0usize, 0usize, 1u64);
    for byte in text.bytes() {
        match byte {
            b'<' | b'(' | b'[' | b'{' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => parts += 1,
            _ => {}
        }
    }
    (deepest, parts)
}
