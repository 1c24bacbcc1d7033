//! The reader's state and its small steps: tokens, expectations, diagnostics, nesting. Knows no grammar.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use assay_ops::Op;

use super::alias_table::{Aliases, Size};
use super::lexer::{self, Kind, Token};
use super::lines::Lines;
use super::op_state::{OpState, RegionState, Signature};
use super::scope::Scopes;
use crate::data::{AttrId, Context, Ident, LocId, OpId, Program, Span, TypeId, ValueId};
use crate::diagnostic::Diagnostic;

/// How deep regions, types, attributes and locations may nest in one another, all counted together. Every
/// recursive step of the reader counts, so that no text can exhaust the stack (2 MiB suffice).
pub const MAX_NESTING: usize = 200;

/// How many diagnostics one text may cause before the reader gives up.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// How often the whole text may be searched for a bracket that is not there, and how many bytes more: errors of
/// that kind could cost the square of the text's length.
const MAX_SEARCHES: usize = 16;
const SEARCH_ROOM: usize = 1 << 22;

/// A diagnostic has been recorded; the caller stops what it was reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed;

pub(super) type Read<T> = Result<T, Failed>;

/// What is known about an operation name.
#[derive(Clone, Copy)]
pub(super) struct NameInfo {
    pub(super) ident: Ident,
    pub(super) record: Option<&'static Op>,
}

/// Reads one text.
pub(super) struct Parser<'s> {
    pub(super) ctx: Arc<Context>,
    pub(super) text: &'s str,
    pub(super) token: Token,
    /// End of the token before the current one.
    pub(super) last_end: u32,
    pub(super) program: Program,
    /// Hashes of the bytes of resources, by key.
    pub(super) resources: BTreeMap<Ident, u64>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Bytes that were searched in vain for closing brackets.
    pub(super) searched: usize,
    pub(super) depth: usize,
    /// The deepest level so far.
    pub(super) deepest: usize,
    /// Set by an error about the depth: the operation is skipped as a whole.
    pub(super) too_deep: bool,
    pub(super) scopes: Scopes<'s>,
    /// Definitions of values that were used before, by the placeholder that stands in for each.
    pub(super) settled: FxHashMap<ValueId, ValueId>,
    pub(super) aliases: Aliases<'s>,
    /// Dialects whose prefix may be dropped, innermost last.
    pub(super) default_dialects: Vec<&'static str>,
    /// Operations whose regions are open, outermost first, with the indentation of the line where the region opens.
    pub(super) open_ops: Vec<(OpId, Ident, usize)>,
    /// A place and where its line starts.
    pub(super) line: (usize, usize),
    /// Set while regions close because the brace of an outer operation is missing.
    pub(super) unwinding: Option<OpId>,
    /// Set where a `:` behind an attribute belongs to the operation.
    pub(super) no_colon: bool,
    /// The alias here may be defined below: only the location of an operation has that freedom.
    pub(super) forward_alias: bool,
    /// Whether the end of the text inside a region was reported.
    pub(super) end_reported: bool,
    pub(super) regions: Vec<RegionState<'s>>,
    #[expect(clippy::vec_box, reason = "a state is large, and changes hands for each operation")]
    pub(super) spare_states: Vec<Box<OpState>>,
    pub(super) normal: FxHashMap<(Ident, AttrId), AttrId>,
    /// The properties of custom forms by the name of the operation and what was read of it.
    pub(super) properties: FxHashMap<SmallVec<[u32; 8]>, AttrId>,
    pub(super) names: FxHashMap<&'s str, NameInfo>,
    /// The operations of bare names, with the dialect whose prefix could be dropped there.
    pub(super) words: FxHashMap<&'s str, (&'static str, &'static Op, Ident)>,
    /// The latest operation name in quotes: in most programs the next one is often the same.
    pub(super) latest_name: Option<(&'s str, NameInfo)>,
    pub(super) latest_signature: Option<Signature<'s>>,
    /// `None` while a line is looked for.
    pub(super) lines: Option<Box<Lines<'s>>>,
    pub(super) idents: FxHashMap<&'s str, Ident>,
    pub(super) dictionaries: FxHashMap<&'s str, (AttrId, u64)>,
    pub(super) simple_types: FxHashMap<&'s str, TypeId>,
    pub(super) locations: FxHashMap<&'s str, (LocId, Size)>,
    /// Types that rules of custom forms name.
    pub(super) fixed_types: FxHashMap<Place, Option<TypeId>>,
    /// Names that the tables of custom forms hold.
    known_idents: FxHashMap<Place, Ident>,
    /// Attributes of the sizes of groups.
    pub(super) segment_sizes: FxHashMap<SmallVec<[i64; 4]>, AttrId>,
}

/// Where a text of a table is in memory, which says as much as the text.
pub(super) type Place = (usize, usize);

/// The place of a text of a table.
pub(super) fn place(text: &'static str) -> Place {
    (text.as_ptr().addr(), text.len())
}

/// Operations beyond which no room is made ahead: lines may hold anything.
const MOST_RESERVED: usize = 1 << 21;

impl<'s> Parser<'s> {
    pub(super) fn new(ctx: &Arc<Context>, text: &'s str) -> Parser<'s> {
        // A byte order mark is no part of the text.
        let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut program = Program::new(ctx);
        program.reserve(lexer::lines(text.as_bytes()).min(MOST_RESERVED));
        Parser {
            ctx: Arc::clone(ctx),
            text,
            token: lexer::next(text.as_bytes(), start),
            last_end: start as u32,
            program,
            resources: BTreeMap::new(),
            diagnostics: Vec::new(),
            searched: 0,
            depth: 0,
            deepest: 0,
            too_deep: false,
            scopes: Scopes::new(),
            settled: FxHashMap::default(),
            aliases: Aliases::default(),
            default_dialects: vec!["builtin"],
            open_ops: Vec::new(),
            line: (0, 0),
            unwinding: None,
            no_colon: false,
            forward_alias: false,
            end_reported: false,
            regions: Vec::new(),
            spare_states: Vec::new(),
            normal: FxHashMap::default(),
            properties: FxHashMap::default(),
            names: FxHashMap::default(),
            words: FxHashMap::default(),
            latest_name: None,
            latest_signature: None,
            lines: None,
            idents: FxHashMap::default(),
            dictionaries: FxHashMap::default(),
            simple_types: FxHashMap::default(),
            locations: FxHashMap::default(),
            fixed_types: FxHashMap::default(),
            known_idents: FxHashMap::default(),
            segment_sizes: FxHashMap::default(),
        }
    }

    // --- tokens -------------------------------------------------------------------------------------------

    #[inline]
    pub(super) fn bump(&mut self) -> Token {
        let token = self.token;
        self.last_end = token.end;
        self.token = lexer::next(self.text.as_bytes(), token.end as usize);
        token
    }

    /// The token after the current one.
    pub(super) fn peek(&self) -> Token {
        lexer::next(self.text.as_bytes(), self.token.end as usize)
    }

    /// Goes on reading at a byte offset.
    pub(super) fn seek(&mut self, at: usize) {
        self.token = lexer::next(self.text.as_bytes(), at);
    }

    #[inline]
    pub(super) fn kind(&self) -> Kind {
        self.token.kind
    }

    #[inline]
    pub(super) fn at(&self, kind: Kind) -> bool {
        self.token.kind == kind
    }

    #[inline]
    pub(super) fn eat(&mut self, kind: Kind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump();
        }
        found
    }

    /// Text of the current token.
    #[inline]
    pub(super) fn spelling(&self) -> &'s str {
        self.slice(self.token)
    }

    #[inline]
    pub(super) fn slice(&self, token: Token) -> &'s str {
        self.slice_range(token.start as usize, token.end as usize)
    }

    /// The text between two offsets, empty when they are no character boundaries.
    #[inline]
    pub(super) fn slice_range(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).unwrap_or("")
    }

    pub(super) fn at_keyword(&self, word: &str) -> bool {
        self.at(Kind::Ident) && self.spelling() == word
    }

    pub(super) fn eat_keyword(&mut self, word: &str) -> bool {
        let found = self.at_keyword(word);
        if found {
            self.bump();
        }
        found
    }

    /// Span of the current token.
    pub(super) fn here(&self) -> Span {
        span(self.token)
    }

    /// From `start` to the end of the last token read.
    pub(super) fn since(&self, start: u32) -> Span {
        Span::new(start as usize, self.last_end.max(start) as usize)
    }

    /// Whether white space holds a line break right before the current token.
    pub(super) fn at_line_start(&self) -> bool {
        let before = &self.text.as_bytes()[..self.token.start as usize];
        let space = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t' | b'\r')).count();
        before.len() == space || before[before.len() - space - 1] == b'\n'
    }

    // --- expectations -------------------------------------------------------------------------------------

    pub(super) fn expect(&mut self, kind: Kind, what: &str) -> Read<Token> {
        if self.at(kind) { Ok(self.bump()) } else { self.expected(what) }
    }

    pub(super) fn expect_keyword(&mut self, word: &str) -> Read<Token> {
        if self.at_keyword(word) { Ok(self.bump()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Reads `item (, item)*`.
    pub(super) fn comma_list(&mut self, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        loop {
            item(self)?;
            if !self.eat(Kind::Comma) {
                return Ok(());
            }
        }
    }

    /// Reads items up to and with a closing token, none allowed.
    pub(super) fn list_until(
        &mut self,
        close: Kind,
        what: &str,
        item: impl FnMut(&mut Self) -> Read<()>,
    ) -> Read<()> {
        if self.eat(close) {
            return Ok(());
        }
        self.comma_list(item)?;
        self.expect(close, what).map(|_| ())
    }

    // --- diagnostics --------------------------------------------------------------------------------------

    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else if self.diagnostics.len() == MAX_DIAGNOSTICS {
            let span = diagnostic.span;
            let message = format!("more than {MAX_DIAGNOSTICS} errors; the rest is left out");
            self.diagnostics.push(Diagnostic::error(span, message));
            self.seek(self.text.len());
            self.end_reported = true;
        }
        Failed
    }

    /// Whether there were too many errors to go on.
    pub(super) fn gave_up(&self) -> bool {
        self.diagnostics.len() > MAX_DIAGNOSTICS
            || self.searched > SEARCH_ROOM + MAX_SEARCHES * self.text.len()
    }

    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Read<T> {
        Err(self.report(diagnostic))
    }

    pub(super) fn error_at<T>(&mut self, place: Span, message: impl Into<String>) -> Read<T> {
        self.fail(Diagnostic::error(place, message))
    }

    pub(super) fn error_here<T>(&mut self, message: impl Into<String>) -> Read<T> {
        self.error_at(self.here(), message)
    }

    /// Reports what was read from `start` on.
    pub(super) fn error_since<T>(&mut self, start: u32, message: impl Into<String>) -> Read<T> {
        let place = self.since(start);
        self.error_at(place, message)
    }

    /// Reports that something else should stand at the current token.
    pub(super) fn expected<T>(&mut self, what: &str) -> Read<T> {
        if self.at(Kind::Eof) && self.end_reported {
            // The region that is not closed was reported; everything around it lacks its end too.
            return Err(Failed);
        }
        let found = self.found();
        let mut diagnostic = Diagnostic::error(self.here(), format!("expected {what}, found {found}"));
        if self.at(Kind::Bad) && self.spelling().starts_with(['"', '@']) {
            diagnostic = diagnostic.label("this string does not end on its line");
        } else {
            diagnostic = diagnostic.label(format!("expected {what}"));
        }
        self.fail(diagnostic)
    }

    fn found(&self) -> String {
        match self.kind() {
            Kind::Eof => "the end of the text".into(),
            _ => {
                let text = self.spelling();
                let short: String = text.chars().take(40).collect();
                let dots = if short.len() < text.len() { "..." } else { "" };
                format!("`{short}{dots}`")
            }
        }
    }

    /// Runs `read` one level deeper; refuses to go deeper than [`MAX_NESTING`].
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        self.deeper(1, read)
    }

    /// Runs `read` some levels deeper.
    pub(super) fn deeper<T>(&mut self, levels: usize, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth + levels > MAX_NESTING {
            let here = self.here();
            self.too_deep = true;
            return self.fail(
                Diagnostic::error(here, format!("nested deeper than {MAX_NESTING} levels"))
                    .label("too deep")
                    .help("regions, types, attributes and locations count together"),
            );
        }
        self.depth += levels;
        self.deepest = self.deepest.max(self.depth);
        let result = read(self);
        self.depth -= levels;
        result
    }

    // --- names --------------------------------------------------------------------------------------------

    /// Interns a slice of the text; repeated names cost one look-up without a lock.
    pub(super) fn ident(&mut self, text: &'s str) -> Ident {
        if let Some(ident) = self.idents.get(text) {
            return *ident;
        }
        let ident = self.ctx.ident(text);
        self.idents.insert(text, ident);
        ident
    }

    /// Interns a name of a table.
    pub(super) fn known_ident(&mut self, text: &'static str) -> Ident {
        *self.known_idents.entry(place(text)).or_insert_with(|| self.ctx.ident(text))
    }

    /// A bare identifier without a dot, such as a keyword of an enumeration.
    pub(super) fn keyword(&mut self, what: &str) -> Read<&'s str> {
        if !self.at(Kind::Ident) {
            return self.expected(what);
        }
        let token = self.bump();
        Ok(self.slice(token))
    }

    /// A bare identifier, or any name in quotes.
    pub(super) fn name(&mut self, what: &str) -> Read<Ident> {
        if self.at(Kind::Str) {
            return self.string(what);
        }
        let word = self.keyword(what)?;
        Ok(self.ident(word))
    }

    /// A string literal, its escapes decoded.
    pub(super) fn string(&mut self, what: &str) -> Read<Ident> {
        if !self.at(Kind::Str) {
            return self.expected(what);
        }
        let token = self.bump();
        let inside = self.slice_range(token.start as usize + 1, token.end as usize - 1);
        if inside.contains('\\') {
            return Ok(self.ctx.ident(&lexer::unescape(inside)));
        }
        Ok(self.ident(inside))
    }

    /// `@name`, without the sign.
    pub(super) fn symbol_name(&mut self) -> Read<Ident> {
        if !self.at(Kind::At) {
            return self.expected("a symbol name such as `@name`");
        }
        let token = self.bump();
        let name = self.slice_range(token.start as usize + 1, token.end as usize);
        match name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(quoted) => Ok(self.ctx.ident(&lexer::unescape(quoted))),
            None => Ok(self.ident(name)),
        }
    }
}

pub(super) fn span(token: Token) -> Span {
    Span { start: token.start, end: token.end }
}
