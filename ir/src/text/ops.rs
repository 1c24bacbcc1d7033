//! Reads operations: results, the generic form, the hand-over to custom forms, and going on after an error.

use smallvec::SmallVec;

use assay_ops::Op;

use super::custom;
use super::lexer::{self, Kind, Token};
use super::op_state::{OpState, ResultName, Signature, Use, count};
use super::parser::{NameInfo, Parser, Read, span};
use crate::data::{AttrId, BlockId, Context, Ident, InsertPoint, NewOp, OpId, Pos, Span, TypeId, known};
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;

/// Most properties of custom forms that are kept.
const MOST_PROPERTIES: usize = 1 << 12;

/// Longest text of a [`Signature`].
const LONGEST_SIGNATURE: usize = 128;

impl<'s> Parser<'s> {
    /// Reads operations up to a `}`, a block label or the end of the text.
    pub(super) fn op_list(&mut self, block: BlockId) {
        while self.unwinding.is_none() {
            match self.kind() {
                Kind::Eof | Kind::RBrace | Kind::Caret => return,
                Kind::Ident | Kind::Str if self.starts_outer_op() => return,
                Kind::Hash | Kind::Bang if self.regions.is_empty() && self.at_alias_definition() => {
                    let start = self.token.start;
                    if self.alias_definition().is_err() {
                        self.recover(start);
                    }
                    continue;
                }
                Kind::OpenMetadata if self.regions.is_empty() => {
                    // An open section ends with the text.
                    let _reported = self.resource_section();
                    continue;
                }
                _ => {}
            }
            let start = self.token.start;
            if self.op(block).is_err() && self.unwinding.is_none() {
                self.recover(start);
            }
            if self.gave_up() {
                self.seek(self.text.len());
            }
        }
    }

    /// Reads one operation into a block.
    fn op(&mut self, block: BlockId) -> Read<()> {
        let start = self.token.start;
        if matches!(self.kind(), Kind::Percent | Kind::Ident | Kind::Str) && self.repeated_line(block) {
            return Ok(());
        }
        let reported = self.diagnostics.len();
        let mut names: SmallVec<[ResultName<'s>; 2]> = SmallVec::new();
        if self.at(Kind::Percent) && self.result_names(&mut names).is_err() {
            self.break_names(&names);
            return Err(super::parser::Failed);
        }
        let mut state = self.spare_states.pop().unwrap_or_default();
        state.named_results = names.iter().map(|name| name.count as usize).sum();
        let read = match self.kind() {
            Kind::Str => self.generic_op(&mut state),
            Kind::Ident => self.custom_op(&mut state, start),
            _ => self.expected("an operation"),
        };
        let result = match read {
            Ok(()) => self.finish_op(&mut state, &names, block, start),
            Err(failed) => {
                self.keep_broken(&mut state, block, start);
                Err(failed)
            }
        };
        match result {
            Ok(op) if self.diagnostics.len() == reported => self.keep_line(&state, &names, op, start),
            Ok(_) => {}
            Err(_) => self.break_names(&names),
        }
        state.clear();
        self.spare_states.push(state);
        result.map(|_| ())
    }

    /// An operation that could not be read stays in the program when it has regions already: what they hold was
    /// read and may be asked for.
    fn keep_broken(&mut self, state: &mut OpState, block: BlockId, start: u32) {
        let Some(op) = state.op else { return };
        self.program.set_op_span(op, self.since(start));
        self.attach_attributes(state, op, start);
        self.program.insert(op, InsertPoint::End(block));
    }

    fn break_names(&mut self, names: &[ResultName<'s>]) {
        for name in names {
            self.define_broken(name.name);
        }
    }

    /// `%a, %b:2 =`
    fn result_names(&mut self, names: &mut SmallVec<[ResultName<'s>; 2]>) -> Read<()> {
        loop {
            let token = self.expect(Kind::Percent, "a result name such as `%0`")?;
            let mut count = 1;
            if self.eat(Kind::Colon) {
                let place = self.here();
                if !self.at(Kind::Int) {
                    return self.expected("a number of results");
                }
                count = match u32::try_from(self.small_int("a number of results")?) {
                    Ok(count) if count > 0 && count < 1 << 24 => count,
                    _ => return self.error_at(place, "a name stands for at least one result"),
                };
            }
            names.push(ResultName { name: &self.slice(token)[1..], count, pos: Pos(token.start) });
            if !self.eat(Kind::Comma) {
                break;
            }
        }
        self.expect(Kind::Equal, "`=` behind the result names").map(|_| ())
    }

    // --- the generic form ---------------------------------------------------------------------------------

    fn generic_op(&mut self, state: &mut OpState) -> Read<()> {
        let token = self.bump();
        let text = self.slice_range(token.start as usize + 1, token.end as usize - 1);
        let info = match self.latest_name {
            Some((latest, info)) if latest == text => info,
            _ if text.contains('\\') => {
                let name = lexer::unescape(text);
                NameInfo { ident: self.ctx.ident(&name), record: self.ctx.record(&name) }
            }
            _ => {
                let info = self.name_info(text);
                self.latest_name = Some((text, info));
                info
            }
        };
        if text.is_empty() {
            return self.error_at(span(token), "an operation has a name");
        }
        state.name = Some(info.ident);
        state.record = info.record;
        let mut uses: SmallVec<[Use<'s>; 4]> = SmallVec::new();
        self.expect(Kind::LParen, "`(` and the operands")?;
        if !self.eat(Kind::RParen) {
            self.comma_list(|p| {
                let one = p.value_use()?;
                uses.push(one);
                Ok(())
            })?;
            self.expect(Kind::RParen, "`)` or `,`")?;
        }
        if self.eat(Kind::LSquare) {
            self.list_until(Kind::RSquare, "`]` or `,`", |p| {
                let block = p.successor()?;
                state.successors.push(block);
                Ok(())
            })?;
        }
        let mut properties = self.ctx.empty_dictionary();
        if self.eat(Kind::Less) {
            properties = self.cached_dictionary()?;
            self.expect(Kind::Greater, "`>` behind the properties")?;
        }
        if self.at(Kind::LParen) {
            self.bump();
            self.default_dialects.push("");
            let regions =
                self.list_until(Kind::RParen, "`)` or `,` behind a region", |p| p.region(state, &[]));
            self.default_dialects.pop();
            regions?;
        }
        let mut attributes = self.ctx.empty_dictionary();
        if self.at(Kind::LBrace) {
            attributes = self.cached_dictionary()?;
        }
        state.raw = Some((properties, attributes));
        self.expect(Kind::Colon, "`:` and the type of the operation")?;
        self.generic_types(state, &uses)
    }

    /// `(operand types) -> result types`; the same text as before is not read again.
    fn generic_types(&mut self, state: &mut OpState, uses: &[Use<'s>]) -> Read<()> {
        if self.repeated_signature(state, uses) {
            return Ok(());
        }
        let (start, reported) = (self.token.start as usize, self.diagnostics.len());
        self.written_types(state, uses)?;
        let end = self.last_end as usize;
        let line = &self.text.as_bytes()[start..];
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b" ,()->".contains(byte);
        let whole = line.get(end - start) == Some(&b'\n') && end - start < LONGEST_SIGNATURE;
        // Parentheses of the lists alone: types that nest count as levels.
        let flat = || line[..end - start].iter().filter(|byte| **byte == b'(').count() <= 2;
        if whole && self.diagnostics.len() == reported && line[..end - start].iter().all(plain) && flat() {
            let types = state.operands.iter().map(|(value, _)| self.program.value_type(*value));
            self.latest_signature = Some(Signature {
                text: self.slice_range(start, end + 1),
                operands: types.collect(),
                results: SmallVec::from_slice(&state.results),
            });
        }
        Ok(())
    }

    /// Takes the types of the latest signature where the same text stands here.
    fn repeated_signature(&mut self, state: &mut OpState, uses: &[Use<'s>]) -> bool {
        let start = self.token.start as usize;
        let Some(latest) = self.latest_signature.take() else { return false };
        let text = latest.text.as_bytes();
        let same = latest.operands.len() == uses.len() && self.text.as_bytes()[start..].starts_with(text);
        if same {
            for (one, ty) in uses.iter().zip(&latest.operands) {
                let value = self.resolve(one, *ty);
                state.operands.push((value, one.pos));
            }
            state.results.extend_from_slice(&latest.results);
            let end = start + text.len();
            self.last_end = end as u32 - 1;
            self.seek(end);
        }
        self.latest_signature = Some(latest);
        same
    }

    fn written_types(&mut self, state: &mut OpState, uses: &[Use<'s>]) -> Read<()> {
        let start = self.token.start;
        self.expect(Kind::LParen, "`(` and the operand types")?;
        let mut index = 0;
        if !self.eat(Kind::RParen) {
            loop {
                let ty = self.read_type()?;
                if let Some(one) = uses.get(index) {
                    let value = self.resolve(one, ty);
                    state.operands.push((value, one.pos));
                }
                index += 1;
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
            self.expect(Kind::RParen, "`)` or `,`")?;
        }
        if index != uses.len() {
            let place = self.since(start);
            let (types, values) = (count(index, "operand type"), count(uses.len(), "operand"));
            self.report(Diagnostic::error(place, format!("{types} for {values}")));
            let none = self.ctx.ty(crate::data::TypeKind::None);
            for one in uses.iter().skip(index) {
                let value = self.resolve_any(one, none);
                state.operands.push((value, one.pos));
            }
        }
        self.expect(Kind::Arrow, "`->` and the result types")?;
        if self.eat(Kind::LParen) {
            if !self.eat(Kind::RParen) {
                self.type_list(&mut state.results)?;
                self.expect(Kind::RParen, "`)` or `,`")?;
            }
        } else {
            state.results.push(self.read_type()?);
        }
        Ok(())
    }

    /// A dictionary; the same text is read once.
    fn cached_dictionary(&mut self) -> Read<AttrId> {
        if !self.at(Kind::LBrace) {
            return self.expected("`{`");
        }
        let start = self.token.start as usize;
        let simple = simple_dictionary_end(self.text.as_bytes(), start);
        let Some(end) = simple else { return self.nested(Self::dictionary) };
        let key = self.slice_range(start, end);
        if let Some((dictionary, weight)) = self.dictionaries.get(key).copied() {
            self.charge(weight)?;
            self.last_end = end as u32;
            self.seek(end);
            return Ok(dictionary);
        }
        let before = (self.diagnostics.len(), self.aliases.charged());
        let dictionary = self.nested(Self::dictionary)?;
        if self.diagnostics.len() == before.0 && self.last_end as usize == end {
            self.dictionaries.insert(key, (dictionary, self.aliases.charged() - before.1));
        }
        Ok(dictionary)
    }

    // --- custom forms -------------------------------------------------------------------------------------

    /// What is known about a full operation name.
    pub(super) fn name_info(&mut self, name: &'s str) -> NameInfo {
        if let Some(info) = self.names.get(name) {
            return *info;
        }
        let info = NameInfo { ident: self.ctx.ident(name), record: self.ctx.record(name) };
        self.names.insert(name, info);
        info
    }

    fn custom_op(&mut self, state: &mut OpState, start: u32) -> Read<()> {
        let token = self.token;
        let word = self.slice(token);
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        let (record, ident) = match self.words.get(word) {
            Some((inside, record, ident)) if *inside == dialect => (*record, *ident),
            _ => {
                let Some(record) = with_form(&self.ctx, dialect, word) else {
                    return self.unknown_custom(token);
                };
                let ident = self.ctx.ident(record.name);
                self.words.insert(word, (dialect, record, ident));
                (record, ident)
            }
        };
        let Some(syntax) = custom::form(record) else { return self.unknown_custom(token) };
        self.bump();
        state.name = Some(ident);
        state.record = Some(record);
        self.default_dialects.push(syntax.default_dialect);
        let read = custom::read(self, state, syntax, start);
        self.default_dialects.pop();
        read
    }

    fn unknown_custom(&mut self, token: Token) -> Read<()> {
        let word = self.slice(token);
        let place = span(token);
        let dialect = self.default_dialects.last().copied().unwrap_or("");
        let name = if word.contains('.') || dialect.is_empty() || dialect == "builtin" {
            format!("`{word}`")
        } else {
            format!("`{word}` (or `{dialect}.{word}`)")
        };
        if !word.contains('.') && (dialect.is_empty() || dialect == "builtin") {
            return self.fail(
                Diagnostic::error(place, format!("`{word}` is not the name of an operation"))
                    .label("an operation has a dialect, as in `arith.addi`"),
            );
        }
        let full = if word.contains('.') { word.to_owned() } else { format!("{dialect}.{word}") };
        let fault = custom::syntax(&self.ctx, &full).and_then(|syntax| syntax.fault.as_deref());
        let message = match fault {
            Some(why) => format!("the custom form of operation {name} cannot be read: {why}"),
            None => format!("the custom form of operation {name} is not known"),
        };
        let known = crate::ops::dialects().flat_map(|dialect| dialect.names());
        let help = match nearest(&full, known) {
            Some(near) if fault.is_none() && near != full => format!("did you mean `{near}`?"),
            _ => "print it in generic form with a compiler that knows it: `my-opt --mlir-print-op-generic`"
                .to_owned(),
        };
        self.fail(Diagnostic::error(place, message).label("cannot be read").help(help))
    }

    // --- values -------------------------------------------------------------------------------------------

    /// `%a` or `%a#1`
    pub(super) fn value_use(&mut self) -> Read<Use<'s>> {
        let token = self.expect(Kind::Percent, "a value such as `%0`")?;
        let name = &self.slice(token)[1..];
        let mut number = 0;
        if self.at(Kind::Hash) && self.token.start == token.end {
            let suffix = self.bump();
            match self.slice(suffix)[1..].parse() {
                Ok(parsed) => number = parsed,
                Err(_) => {
                    return self.error_at(span(suffix), "a result number should follow `#`");
                }
            }
        }
        Ok(Use { name, number, pos: Pos(token.start) })
    }

    /// Span of a use.
    pub(super) fn use_span(&self, one: &Use<'s>) -> Span {
        let start = one.pos.0 as usize;
        Span::new(start, start + 1 + one.name.len())
    }

    // --- making the operation -----------------------------------------------------------------------------

    /// The operation that owns the regions while it is read.
    pub(super) fn holder(&mut self, state: &mut OpState) -> OpId {
        if let Some(op) = state.op {
            return op;
        }
        let name = state.name.unwrap_or(known::EMPTY);
        let op = self.program.create(&NewOp::named(&self.ctx, name), InsertPoint::Detached);
        state.op = Some(op);
        op
    }

    fn finish_op(
        &mut self,
        state: &mut OpState,
        names: &[ResultName<'s>],
        block: BlockId,
        start: u32,
    ) -> Read<OpId> {
        let mut loc = self.ctx.unknown_loc();
        let mut failed = false;
        if self.at(Kind::Ident) {
            match self.optional_location() {
                Ok(found) => loc = found,
                Err(_) => failed = true,
            }
        }
        if let Some(early) = state.loc {
            loc = early;
        }
        if state.named_results != state.results.len() && !names.is_empty() {
            let place = Span::new(names[0].pos.0 as usize, self.last_end as usize);
            let (has, named) = (count(state.results.len(), "result"), count(state.named_results, "result"));
            self.report(Diagnostic::error(
                place,
                format!("the operation has {has}, its names stand for {named}"),
            ));
            failed = true;
        }
        let mut results: SmallVec<[(TypeId, Pos); 2]> = SmallVec::with_capacity(state.results.len());
        let mut positions = names.iter().flat_map(|name| std::iter::repeat_n(name.pos, name.count as usize));
        results.extend(state.results.iter().map(|ty| (*ty, positions.next().unwrap_or(Pos::NONE))));
        let span = self.since(start);
        let op = match state.op {
            Some(op) => {
                self.program.set_results(op, &results);
                self.program.set_operands_with_pos(op, &state.operands);
                self.program.set_successors(op, &state.successors);
                self.attach_attributes(state, op, start);
                self.program.set_loc(op, loc);
                self.program.set_op_span(op, span);
                self.program.insert(op, InsertPoint::End(block));
                op
            }
            None => {
                let (properties, attributes) = self.split_attributes(state, start);
                let new = NewOp {
                    name: state.name.unwrap_or(known::EMPTY),
                    operands: &state.operands,
                    results: &results,
                    successors: &state.successors,
                    regions: 0,
                    properties,
                    attributes,
                    loc,
                    span,
                };
                self.program.create(&new, InsertPoint::End(block))
            }
        };
        if failed {
            return Err(super::parser::Failed);
        }
        let mut first = 0;
        for name in names {
            if let Some(value) = self.program.result(op, first) {
                self.define(name.name, value, name.count, name.pos);
            }
            first += name.count as usize;
        }
        Ok(op)
    }

    fn attach_attributes(&mut self, state: &mut OpState, op: OpId, start: u32) {
        let (properties, attributes) = self.split_attributes(state, start);
        self.program.set_properties(op, properties);
        self.program.set_attributes(op, attributes);
    }

    /// A dictionary in which sizes of groups have the names of LLVM 17 and later; MLIR 22 reads the older ones, too.
    fn new_spelling(&self, syntax: &custom::OpSyntax, dictionary: AttrId) -> AttrId {
        let is_old =
            |name| name == known::OLD_OPERAND_SEGMENT_SIZES || name == known::OLD_RESULT_SEGMENT_SIZES;
        if !self.ctx.entries(dictionary).iter().any(|(name, _)| is_old(*name)) {
            return dictionary;
        }
        let old = [
            (known::OLD_OPERAND_SEGMENT_SIZES, known::OPERAND_SEGMENT_SIZES, syntax.table.operand_segments),
            (known::OLD_RESULT_SEGMENT_SIZES, known::RESULT_SEGMENT_SIZES, syntax.table.result_segments),
        ];
        let entries = self.ctx.entries(dictionary);
        let written = |name: Ident| entries.iter().any(|(known, _)| *known == name);
        let renamed = |name: Ident| {
            let new = old.iter().find(|(old, new, sized)| *sized && *old == name && !written(*new));
            new.map_or(name, |(_, new, _)| *new)
        };
        match entries.iter().any(|(name, _)| renamed(*name) != *name) {
            true => self.ctx.dictionary(entries.iter().map(|(name, value)| (renamed(*name), *value))),
            false => dictionary,
        }
    }

    /// Properties and discardable attributes. The same properties of a custom form are looked at once.
    fn split_attributes(&mut self, state: &mut OpState, start: u32) -> (AttrId, AttrId) {
        let (Some(name), None, true) = (state.name, state.raw, state.attributes.is_empty()) else {
            return self.sort_attributes(state, start);
        };
        let mut key: SmallVec<[u32; 8]> = SmallVec::new();
        key.push(name.index() as u32);
        key.extend(
            state.properties.iter().flat_map(|(key, value)| [key.index() as u32, value.index() as u32]),
        );
        if let Some(properties) = self.properties.get(key.as_slice()) {
            state.properties.clear();
            return (*properties, self.ctx.empty_dictionary());
        }
        let reported = self.diagnostics.len();
        let (properties, attributes) = self.sort_attributes(state, start);
        let plain = self.diagnostics.len() == reported && attributes == self.ctx.empty_dictionary();
        if plain && self.properties.len() < MOST_PROPERTIES {
            self.properties.insert(key, properties);
        }
        (properties, attributes)
    }

    /// Properties and discardable attributes: inherent attributes of known operations become properties, absent
    /// ones get their defaults.
    fn sort_attributes(&mut self, state: &mut OpState, start: u32) -> (AttrId, AttrId) {
        let Some(name) = state.name else {
            return (self.ctx.empty_dictionary(), self.ctx.empty_dictionary());
        };
        let (mut properties, mut attributes) = match state.raw {
            Some(raw) => raw,
            None => {
                let properties = self.ctx.dictionary(state.properties.drain(..));
                let attributes = self.ctx.dictionary(state.attributes.drain(..));
                (properties, attributes)
            }
        };
        let Some((record, syntax)) = state.record.and_then(|record| Some((record, custom::form(record)?)))
        else {
            return (properties, attributes);
        };
        properties = self.new_spelling(syntax, properties);
        attributes = self.new_spelling(syntax, attributes);
        // Forms in C++ take attributes of any kind.
        let mut check = state.raw.is_some() || !syntax.table.cpp;
        if attributes != self.ctx.empty_dictionary() {
            let ctx = std::sync::Arc::clone(&self.ctx);
            let (moved, kept): (Vec<_>, Vec<_>) =
                ctx.entries(attributes).iter().partition(|(key, _)| syntax.is_inherent(ctx.str(*key)));
            if !moved.is_empty() {
                check = check && custom::check_kinds(self, syntax, &moved, true, start).is_ok();
                properties = ctx.dictionary(moved.into_iter().chain(ctx.entries(properties).iter().copied()));
                attributes = ctx.dictionary(kept);
            }
        }
        if !syntax.cache.is_empty() && attributes != self.ctx.empty_dictionary() {
            let ctx = std::sync::Arc::clone(&self.ctx);
            let kept = ctx.entries(attributes).iter().filter(|(key, _)| ctx.str(*key) != syntax.cache);
            attributes = ctx.dictionary(kept.copied());
        }
        if properties == self.ctx.empty_dictionary() && syntax.table.attrs.is_empty() {
            return (properties, attributes);
        }
        let key = (name, properties);
        properties = match self.normal.get(&key) {
            Some(normal) => *normal,
            None => {
                let ctx = std::sync::Arc::clone(&self.ctx);
                let normal = custom::with_defaults(&ctx, record, properties);
                if check && custom::check_kinds(self, syntax, ctx.entries(properties), false, start).is_ok() {
                    self.normal.insert(key, normal);
                }
                normal
            }
        };
        (properties, attributes)
    }
}

/// The operation of a bare name, if it has a custom form: of that full name, or with the prefix of a dialect that may be dropped.
fn with_form(ctx: &Context, dialect: &str, word: &str) -> Option<&'static Op> {
    let has_form = |record: &&'static Op| custom::form(record).is_some_and(|syntax| syntax.has_form());
    let whole = if word.contains('.') { ctx.record(word).filter(has_form) } else { None };
    whole.or_else(|| ctx.record_in(dialect, word).filter(has_form))
}

/// The end of the dictionary that opens at `start`, when it is short and holds no braces, comments, escapes nor line
/// breaks.
fn simple_dictionary_end(bytes: &[u8], start: usize) -> Option<usize> {
    const LONGEST: usize = 256;
    let window = &bytes[start + 1..bytes.len().min(start + LONGEST)];
    let mut in_string = false;
    for (at, byte) in window.iter().enumerate() {
        match byte {
            b'"' => in_string = !in_string,
            b'\n' | b'\\' => return None,
            b'}' if !in_string => return Some(start + at + 2),
            b'{' | b'/' if !in_string => return None,
            _ => {}
        }
    }
    None
}
