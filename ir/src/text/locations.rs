//! Reads locations: `loc("f":1:2)`, names, call sites, fused ones, aliases.

use super::lexer::Kind;
use super::number;
use super::parser::{Parser, Read, span};
use crate::data::{AttrKind, LocId, LocKind};

impl<'s> Parser<'s> {
    /// `loc(...)` where one stands, else unknown.
    pub(super) fn optional_location(&mut self) -> Read<LocId> {
        if self.at_keyword("loc") && self.peek().kind == Kind::LParen {
            self.forward_alias = true;
            let location = self.location();
            self.forward_alias = false;
            return location;
        }
        Ok(self.ctx.unknown_loc())
    }

    /// `loc(...)`
    pub(super) fn location(&mut self) -> Read<LocId> {
        self.expect_keyword("loc")?;
        self.expect(Kind::LParen, "`(`")?;
        let loc = self.location_inside()?;
        self.expect(Kind::RParen, "`)`")?;
        Ok(loc)
    }

    fn location_inside(&mut self) -> Read<LocId> {
        let forward = std::mem::take(&mut self.forward_alias);
        self.nested(|p| match p.kind() {
            Kind::Str => p.file_or_name(),
            Kind::Hash => {
                let token = p.token;
                let name = &p.slice(token)[1..];
                if let Some((loc, size)) = p.locations.get(name).copied() {
                    p.use_alias(token, size)?;
                    return Ok(loc);
                }
                p.forward_alias = forward;
                let attr = p.read_attr(None);
                p.forward_alias = false;
                let attr = attr?;
                match p.ctx.attr_kind(attr) {
                    AttrKind::Location(loc) => {
                        let loc = *loc;
                        if let Some(size) = p.aliases.size(p.slice(token)) {
                            p.locations.insert(name, (loc, size));
                        }
                        Ok(loc)
                    }
                    _ => p.error_at(span(token), "this alias is no location"),
                }
            }
            Kind::Ident => match p.spelling() {
                "unknown" => {
                    p.bump();
                    Ok(p.ctx.unknown_loc())
                }
                "callsite" => p.call_site(),
                "fused" => p.fused(),
                "loc" => p.location(),
                _ => p.expected("a location"),
            },
            _ => p.expected("a location"),
        })
    }

    fn file_or_name(&mut self) -> Read<LocId> {
        let text = self.string("a file or a name")?;
        if self.eat(Kind::Colon) {
            let line = self.number("a line")?;
            let (mut column, mut end) = (0, None);
            if self.eat(Kind::Colon) {
                column = self.number("a column")?;
                if self.eat_keyword("to") {
                    let last = if self.eat(Kind::Colon) { line } else { self.number("a line or `:`")? };
                    if last != line || !self.at(Kind::Int) {
                        self.expect(Kind::Colon, "`:` and a column")?;
                    }
                    end = Some((last, self.number("a column")?));
                }
            }
            return Ok(self.ctx.loc(LocKind::File { file: text, line, column, end }));
        }
        let mut child = None;
        if self.eat(Kind::LParen) {
            child = Some(self.location_inside()?);
            self.expect(Kind::RParen, "`)`")?;
        }
        let child = child.filter(|child| *child != self.ctx.unknown_loc());
        Ok(self.ctx.loc(LocKind::Name { name: text, child }))
    }

    fn number(&mut self, what: &str) -> Read<u64> {
        let token = self.expect(Kind::Int, what)?;
        match number::integer(self.slice(token)).and_then(|value| u32::try_from(value).ok()) {
            Some(number) => Ok(u64::from(number)),
            None => self.error_at(span(token), "lines and columns fit 32 bits"),
        }
    }

    fn call_site(&mut self) -> Read<LocId> {
        self.bump();
        self.expect(Kind::LParen, "`(`")?;
        let callee = self.location_inside()?;
        self.expect_keyword("at")?;
        let caller = self.location_inside()?;
        self.expect(Kind::RParen, "`)`")?;
        Ok(self.ctx.loc(LocKind::CallSite { callee, caller }))
    }

    fn fused(&mut self) -> Read<LocId> {
        self.bump();
        let mut metadata = None;
        if self.eat(Kind::Less) {
            metadata = Some(self.read_attr(None)?);
            self.expect(Kind::Greater, "`>`")?;
        }
        self.expect(Kind::LSquare, "`[`")?;
        let mut parts = Vec::new();
        self.list_until(Kind::RSquare, "`]` or `,`", |p| {
            let part = p.location_inside()?;
            parts.push(part);
            Ok(())
        })?;
        Ok(self.ctx.loc(LocKind::Fused { metadata, parts: parts.into() }))
    }
}
