//! Reads regions and blocks: labels, block arguments, successors, and where reading goes on after an error.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::lexer::Kind;
use super::op_state::{Argument, Label, OpState, RegionState};
use super::parser::{Parser, Read, span};
use crate::data::{BlockId, OpId, Pos, RegionId, Span, known};
use crate::diagnostic::Diagnostic;

/// How many levels of [`super::MAX_NESTING`] a region takes.
const REGION_LEVELS: usize = 1;

/// Operations that stand in no region of an operation but a module.
const OUTER: [crate::data::Ident; 2] = [known::PDL_PATTERN, known::IRDL_DIALECT];

impl<'s> Parser<'s> {
    /// `{ ... }`, a region of the operation that is being read.
    pub(super) fn region(&mut self, state: &mut OpState, arguments: &[Argument<'s>]) -> Read<()> {
        if !self.at(Kind::LBrace) {
            return self.expected("`{` and a region");
        }
        let op = self.holder(state);
        let region = self.program.add_region(op);
        let isolated = state.record.is_some_and(|record| record.has("isolated"));
        self.region_of(op, region, arguments, isolated)
    }

    /// `{ ... }` into a region that is there already.
    pub(super) fn region_into(&mut self, op: OpId, region: RegionId, arguments: &[Argument<'s>]) -> Read<()> {
        let record = self.ctx.record(self.program.op_name(op));
        self.region_of(op, region, arguments, record.is_some_and(|record| record.has("isolated")))
    }

    fn region_of(
        &mut self,
        op: OpId,
        region: RegionId,
        arguments: &[Argument<'s>],
        isolated: bool,
    ) -> Read<()> {
        let open = self.expect(Kind::LBrace, "`{` and a region")?;
        let name = self.program.op(op).name;
        self.deeper(REGION_LEVELS, |p| {
            let indent = if p.is_outer_name(name) { p.indentation(open.start) } else { 0 };
            p.open_ops.push((op, name, indent));
            if isolated {
                p.scopes.push_isolated();
            }
            p.scopes.push(Pos(open.start));
            p.region_body(region, arguments, span(open));
            p.scopes.pop();
            if isolated {
                p.close_isolated();
            }
            p.open_ops.pop();
            Ok(())
        })?;
        match self.unwinding {
            Some(outer) if outer == op => self.unwinding = None,
            Some(_) => {}
            None => {
                if !self.eat(Kind::RBrace) {
                    self.unclosed(op, span(open));
                }
            }
        }
        Ok(())
    }

    /// Reports a region whose `}` is missing.
    fn unclosed(&mut self, op: OpId, open: Span) {
        let name = self.program.op_name(op).to_owned();
        if self.at(Kind::Eof) {
            if !std::mem::replace(&mut self.end_reported, true) {
                self.report(
                    Diagnostic::error(open, format!("the region of `{name}` is not closed"))
                        .label("opened here"),
                );
            }
            return;
        }
        let here = self.here();
        self.report(
            Diagnostic::error(open, format!("the region of `{name}` is not closed"))
                .label("opened here")
                .also(here, "this operation cannot stand inside")
                .help("a `}` is missing in front of it"),
        );
        // Close every region up to the one that the next operation belongs to.
        let outer = self.open_ops.iter().rev().find(|(_, outer, _)| self.is_outer_name(*outer));
        self.unwinding = match outer {
            Some((outer, ..)) if *outer != op => Some(*outer),
            _ => None,
        };
    }

    fn region_body(&mut self, region: RegionId, arguments: &[Argument<'s>], open: Span) {
        if self.at(Kind::RBrace) && arguments.is_empty() {
            return;
        }
        self.regions.push(RegionState { region, labels: FxHashMap::default(), order: SmallVec::new() });
        if !self.at(Kind::Caret) || !arguments.is_empty() {
            let block = self.program.add_block(region, open);
            if let Some(state) = self.regions.last_mut() {
                state.order.push(block);
            }
            for argument in arguments {
                let value = self.program.add_argument(block, argument.ty, argument.pos);
                if !argument.name.is_empty() {
                    self.define(argument.name, value, 1, argument.pos);
                }
            }
            self.op_list(block);
        }
        while self.at(Kind::Caret) && self.unwinding.is_none() {
            let start = self.token.start;
            match self.block_label() {
                Ok(block) => self.op_list(block),
                Err(_) => {
                    // What stands in the block is read all the same.
                    self.recover(start);
                    if let Some(block) = self.program.region(region).blocks.last().copied() {
                        self.op_list(block);
                    }
                }
            }
        }
        self.close_labels();
    }

    fn close_labels(&mut self) {
        let Some(state) = self.regions.pop() else { return };
        let mut undefined: Vec<(&'s str, Label)> = state
            .labels
            .iter()
            .filter(|(_, label)| !label.defined)
            .map(|(name, label)| (*name, *label))
            .collect();
        undefined.sort_by_key(|(_, label)| label.first_seen.start);
        let mut order = state.order;
        for (name, label) in undefined {
            let message = format!("block `{name}` is used but not defined");
            self.report(Diagnostic::error(label.first_seen, message).label("not defined in this region"));
            order.push(label.block);
        }
        if *order != *self.program.region(state.region).blocks {
            self.program.reorder_blocks(state.region, &order);
        }
    }

    /// `^bb1(%a: i32):`
    fn block_label(&mut self) -> Read<BlockId> {
        let token = self.bump();
        let name = self.slice(token);
        let place = span(token);
        let block = self.block_named(name, place);
        let Some(state) = self.regions.last_mut() else {
            return self.error_here("a block outside of a region");
        };
        let first = match state.labels.get_mut(name) {
            Some(label) if label.defined => Some(label.first_seen),
            Some(label) => {
                label.defined = true;
                label.first_seen = place;
                state.order.push(block);
                None
            }
            None => None,
        };
        if let Some(first) = first {
            self.report(
                Diagnostic::error(place, format!("block `{name}` is defined twice"))
                    .label("defined again here")
                    .also(first, "first defined here"),
            );
            return Err(super::parser::Failed);
        }
        self.program.set_block_span(block, place);
        if self.eat(Kind::LParen) {
            self.list_until(Kind::RParen, "`)` or `,`", |p| {
                let token = p.expect(Kind::Percent, "a block argument such as `%0`")?;
                p.expect(Kind::Colon, "`:` and a type")?;
                let ty = p.read_type()?;
                p.optional_location()?;
                let pos = Pos(token.start);
                let value = p.program.add_argument(block, ty, pos);
                let name = &p.slice(token)[1..];
                p.define(name, value, 1, pos);
                Ok(())
            })?;
        }
        self.expect(Kind::Colon, "`:` behind a block label")?;
        Ok(block)
    }

    fn block_named(&mut self, name: &'s str, place: Span) -> BlockId {
        let Some(state) = self.regions.last_mut() else { return self.program.top_block() };
        if let Some(label) = state.labels.get(name) {
            return label.block;
        }
        let block = self.program.add_block(state.region, place);
        state.labels.insert(name, Label { block, first_seen: place, defined: false });
        block
    }

    /// `^bb1` as a successor.
    pub(super) fn successor(&mut self) -> Read<BlockId> {
        let token = self.expect(Kind::Caret, "a block such as `^bb1`")?;
        if self.regions.is_empty() {
            return self.error_at(span(token), "there are no blocks outside of a region");
        }
        let name = self.slice(token);
        Ok(self.block_named(name, span(token)))
    }

    // --- going on after an error --------------------------------------------------------------------------

    fn is_outer_name(&self, name: crate::data::Ident) -> bool {
        OUTER.contains(&name)
    }

    /// Tells if an operation starts here that cannot stand in the open regions, at the start of a line that is indented no deeper
    /// than the operation of that name around it: a brace was forgotten.
    pub(super) fn starts_outer_op(&mut self) -> bool {
        let word = self.spelling().trim_matches('"');
        if !OUTER.map(known::text).contains(&word) {
            return false;
        }
        if self.open_ops.is_empty() || !self.at_line_start() {
            return false;
        }
        let own = self.column(self.token.start);
        self.open_ops.iter().any(|(_, name, indent)| self.ctx.str(*name) == word && own <= *indent)
    }

    /// Skips to the next place where an operation can start, after the one at `start` could not be read.
    pub(super) fn recover(&mut self, start: u32) {
        if self.gave_up() {
            return self.seek(self.text.len());
        }
        let stopped = self.token.start;
        // What lies deeper than the limit is passed over as a whole.
        let whole = std::mem::take(&mut self.too_deep);
        self.seek(start as usize);
        let mut braces = 0usize;
        let mut first = true;
        // Asked for only where a line follows.
        let mut indent = None;
        // In a list of names that ends in no `=`, no other name starts one that does.
        let mut no_results_before = 0;
        loop {
            let passed = self.token.start >= stopped;
            match self.kind() {
                Kind::Eof => return,
                Kind::LBrace | Kind::OpenMetadata => braces += 1,
                Kind::RBrace if braces == 0 => return,
                Kind::RBrace | Kind::CloseMetadata => braces = braces.saturating_sub(1),
                _ if passed && !first && self.at_line_start() => {
                    let outer = matches!(self.kind(), Kind::Ident | Kind::Str) && self.names_outer_op();
                    // An operation no deeper in the line than the broken one is no part of it.
                    let mut beside =
                        || self.column(self.token.start) <= *indent.get_or_insert_with(|| self.column(start));
                    let ends = braces == 0 || !whole && beside();
                    if outer && !whole || ends && self.looks_like_start(&mut no_results_before) {
                        return;
                    }
                }
                _ => {}
            }
            first = false;
            self.bump();
        }
    }

    /// Bytes between the start of the line and an offset.
    fn column(&mut self, offset: u32) -> usize {
        let (at, (known, start)) = (offset as usize, self.line);
        // Places mostly ascend, so that no line is measured many times.
        let (from, start) = if known <= at { (known, start) } else { (0, 0) };
        let end = self.text.as_bytes()[from..at].iter().rposition(|byte| *byte == b'\n');
        let start = end.map_or(start, |end| from + end + 1);
        self.line = (at, start);
        at - start
    }

    /// The column of the first token in the line of an offset.
    fn indentation(&mut self, offset: u32) -> usize {
        let line = offset as usize - self.column(offset);
        self.text.as_bytes()[line..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    fn names_outer_op(&self) -> bool {
        let word = self.spelling().trim_matches('"');
        OUTER.into_iter().chain([known::FUNC_FUNC]).any(|name| known::text(name) == word)
    }

    /// Whether an operation, a block or an alias definition plausibly starts at the current token.
    fn looks_like_start(&self, no_results_before: &mut u32) -> bool {
        match self.kind() {
            Kind::Caret => true,
            Kind::Str => self.peek().kind == Kind::LParen,
            Kind::Ident => {
                let word = self.spelling();
                word.contains('.') || self.default_syntax_exists(word)
            }
            Kind::Percent => {
                self.token.start >= *no_results_before
                    && self.results_end().map_err(|end| *no_results_before = end).is_ok()
            }
            Kind::Hash | Kind::Bang => self.at_alias_definition(),
            _ => false,
        }
    }

    fn default_syntax_exists(&self, word: &str) -> bool {
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        [dialect, "builtin", "func"].iter().any(|dialect| self.ctx.record_in(dialect, word).is_some())
    }

    /// `%a, %b:2 =` ahead.
    pub(super) fn results_follow(&self) -> bool {
        self.results_end().is_ok()
    }

    /// Where the `=` of `%a, %b:2 =` ahead stands, else the end of the list that lacks it.
    fn results_end(&self) -> Result<u32, u32> {
        let bytes = self.text.as_bytes();
        let mut token = self.token;
        loop {
            if token.kind != Kind::Percent {
                return Err(token.start);
            }
            token = super::lexer::next(bytes, token.end as usize);
            if token.kind == Kind::Colon {
                token = super::lexer::next(bytes, token.end as usize);
                token = super::lexer::next(bytes, token.end as usize);
            }
            match token.kind {
                Kind::Equal => return Ok(token.start),
                Kind::Comma => token = super::lexer::next(bytes, token.end as usize),
                _ => return Err(token.start),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::data::{Context, Source};

    /// The messages of a text.
    fn messages(text: &str) -> Vec<String> {
        let parsed = crate::text::parse(&Context::new(), &Source::new("t", text));
        parsed.diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn a_brace_was_forgotten_where_an_outer_operation_follows_that_is_not_indented() {
        let nested = "\"irdl.dialect\"() ({\n  \"irdl.dialect\"() ({\n  }) : () -> ()\n}) : () -> ()\n";
        assert!(messages(nested).is_empty(), "{:?}", messages(nested));
        let open = "\"irdl.dialect\"() ({\n\"irdl.dialect\"() ({\n}) : () -> ()\n";
        let closed = "the region of `irdl.dialect` is not closed";
        assert!(messages(open).iter().any(|said| said == closed), "{:?}", messages(open));
    }
}
