//! Reads `affine_map<..>` and `affine_set<..>` into canonical text: dimensions become `d0, d1, ..`, symbols
//! `s0, s1, ..`, white space one form. Computes nothing.

use rustc_hash::FxHashMap;

use super::lexer::Kind;
use super::parser::{Parser, Read, span};
use crate::data::{AttrId, AttrKind, LayoutMap};
use crate::diagnostic::Diagnostic;

impl<'s> Parser<'s> {
    /// `affine_map<(d0)[s0] -> (d0 + s0)>`, `affine_set<(d0) : (d0 >= 0)>`
    pub(super) fn affine_attr(&mut self) -> Read<AttrId> {
        let set = self.bump();
        let set = self.slice(set) == "affine_set";
        self.expect(Kind::Less, "`<`")?;
        let text = self.affine_text(set)?;
        self.expect(Kind::Greater, "`>`")?;
        let map = LayoutMap(self.ctx.ident(&text));
        Ok(self.ctx.attr(if set { AttrKind::IntegerSet(map) } else { AttrKind::AffineMap(map) }))
    }

    /// The inside of a map or set, canonical.
    pub(super) fn affine_text(&mut self, set: bool) -> Read<String> {
        let mut names = FxHashMap::default();
        let mut out = String::from("(");
        self.expect(Kind::LParen, "`(` and the dimensions")?;
        self.affine_names(Kind::RParen, "d", &mut names, &mut out)?;
        out.push(')');
        if self.eat(Kind::LSquare) {
            let before = out.len();
            out.push('[');
            self.affine_names(Kind::RSquare, "s", &mut names, &mut out)?;
            out.push(']');
            if out.ends_with("[]") {
                out.truncate(before);
            }
        }
        if set {
            self.expect(Kind::Colon, "`:`")?;
            out.push_str(" : (");
        } else {
            self.expect(Kind::Arrow, "`->`")?;
            out.push_str(" -> (");
        }
        self.expect(Kind::LParen, "`(` and expressions")?;
        let mut depth = 0usize;
        while !(depth == 0 && self.at(Kind::RParen)) {
            self.affine_token(&names, &mut depth, &mut out)?;
        }
        self.bump();
        out.push(')');
        Ok(out)
    }

    fn affine_names(
        &mut self,
        close: Kind,
        prefix: &str,
        names: &mut FxHashMap<&'s str, String>,
        out: &mut String,
    ) -> Read<()> {
        let mut count = 0;
        self.list_until(close, "`,` or the end of the list", |p| {
            let token = p.token;
            let name = p.keyword("a name")?;
            let new = format!("{prefix}{count}");
            if count > 0 {
                out.push_str(", ");
            }
            out.push_str(&new);
            count += 1;
            if names.insert(name, new).is_some() {
                return p.fail(Diagnostic::error(span(token), format!("`{name}` is listed twice")));
            }
            Ok(())
        })
    }

    /// Copies one token of an expression list.
    fn affine_token(
        &mut self,
        names: &FxHashMap<&'s str, String>,
        depth: &mut usize,
        out: &mut String,
    ) -> Read<()> {
        let token = self.token;
        let text = self.slice(token);
        match token.kind {
            Kind::Ident => match names.get(text) {
                Some(name) => out.push_str(name),
                None if matches!(text, "mod" | "floordiv" | "ceildiv") => {
                    out.push(' ');
                    out.push_str(text);
                    out.push(' ');
                }
                None if text == "symbol" => out.push_str(text),
                None => {
                    return self.fail(
                        Diagnostic::error(
                            span(token),
                            format!("`{text}` is no dimension and no symbol here"),
                        )
                        .label("not listed"),
                    );
                }
            },
            Kind::Int => out.push_str(text),
            Kind::LParen => {
                *depth += 1;
                out.push('(');
            }
            Kind::RParen => {
                *depth -= 1;
                out.push(')');
            }
            Kind::Comma => out.push_str(", "),
            Kind::Plus => out.push_str(" + "),
            Kind::Star => out.push_str(" * "),
            // A minus with nothing on its left is a sign.
            Kind::Minus if out.ends_with(['(', ' ']) => out.push('-'),
            Kind::Minus => out.push_str(" - "),
            Kind::Greater | Kind::Less | Kind::Equal => {
                self.bump();
                let relation = match (token.kind, self.kind()) {
                    (Kind::Equal, Kind::Equal) => " == ",
                    (Kind::Greater, Kind::Equal) => " >= ",
                    (Kind::Less, Kind::Equal) => " <= ",
                    _ => return self.expected("`==`, `>=` or `<=`"),
                };
                out.push_str(relation);
            }
            _ => return self.expected("an affine expression"),
        }
        self.bump();
        Ok(())
    }
}
