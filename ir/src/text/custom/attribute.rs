//! How each kind of attribute is written in a custom form.

use std::sync::Arc;

use assay_ops::{Dialect, Enum};

use super::infer;
use crate::data::{AttrId, AttrKind, Context, Ident, TypeId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::print_types::is_bare;
use crate::text::printer::Printer;

/// A kind of attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum AttrForm {
    /// Any attribute, with its type.
    Any,
    /// Says all by being there.
    Unit,
    /// A string as the name of a symbol.
    Name,
    Symbol,
    Text,
    Bool,
    Type,
    Array,
    /// The inside of an affine map.
    Map,
    Dictionary,
    /// `[1, 2]` with the element type as text.
    Dense(&'static str),
    /// A number of a type given as text.
    Number(&'static str),
    /// A power of two of type `i64`.
    Alignment,
    /// The keyword of an integer enumeration.
    Enum(&'static Enum),
    /// The same, always in quotes.
    Quoted(&'static Enum),
    /// Keywords of bits, joined by `|`.
    Bits(&'static Enum),
    /// Keywords of bits behind a word: `overflow<nsw, nuw>`.
    Named(&'static str, &'static Enum),
    /// `<body>` of `#dialect.name<body>`.
    Flags(&'static str, &'static str),
    /// A keyword that stands for `#dialect<name keyword>`.
    Word(&'static str, &'static str, &'static Enum),
    /// A keyword that stands for `#dialect.name<keyword>`; where none is written, the first one is meant.
    Keyword(&'static str, &'static str, &'static Enum),
    /// A keyword that stands for the same string.
    Bare(&'static Enum),
}

impl AttrForm {
    /// The kind that a table names; `None` for a name that says nothing.
    pub(super) fn parse(text: &'static str, records: &'static Dialect) -> Option<AttrForm> {
        Some(match text {
            "any" => AttrForm::Any,
            "unit" => AttrForm::Unit,
            "symname" => AttrForm::Name,
            "sym" => AttrForm::Symbol,
            "str" => AttrForm::Text,
            "bool" => AttrForm::Bool,
            "type" => AttrForm::Type,
            "array" => AttrForm::Array,
            "map" => AttrForm::Map,
            "dict" => AttrForm::Dictionary,
            "alignment" => AttrForm::Alignment,
            _ => match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
                None => AttrForm::Number(text),
                Some(("dense", element)) => AttrForm::Dense(element),
                Some(("enum", name)) => AttrForm::Enum(records.enumeration(name)?),
                Some(("quoted", name)) => AttrForm::Quoted(records.enumeration(name)?),
                Some(("bits", name)) => AttrForm::Bits(records.enumeration(name)?),
                Some(("flags", name)) => name.split_once('.').map(|(d, n)| AttrForm::Flags(d, n))?,
                Some(("bare", name)) => AttrForm::Bare(records.enumeration(name)?),
                Some((kind @ ("word" | "keyword"), name)) => {
                    let (name, keywords) = name.split_once(':')?;
                    let (dialect, name) = name.split_once('.')?;
                    let new = if kind == "word" { AttrForm::Word } else { AttrForm::Keyword };
                    new(dialect, name, records.enumeration(keywords)?)
                }
                Some((head, name)) => {
                    AttrForm::Named(head.strip_suffix(":bits")?, records.enumeration(name)?)
                }
            },
        })
    }

    /// Tells if MLIR takes an attribute for one of this kind. A property needs the right class only, an entry of a
    /// dictionary (`whole`) the right type, too.
    pub(super) fn admits(self, ctx: &Arc<Context>, attr: AttrId, whole: bool) -> bool {
        let named =
            |[dialect, name]: [Ident; 2], wanted: [&str; 2]| [dialect, name].map(|id| ctx.str(id)) == wanted;
        match (self, ctx.attr_kind(attr)) {
            (AttrForm::Any | AttrForm::Named(..), _)
            | (AttrForm::Unit, AttrKind::Unit)
            | (AttrForm::Name | AttrForm::Text | AttrForm::Bare(_), AttrKind::String { .. })
            | (AttrForm::Symbol, AttrKind::SymbolRef { .. })
            | (AttrForm::Type, AttrKind::Type(_))
            | (AttrForm::Array, AttrKind::Array(_))
            | (AttrForm::Map, AttrKind::AffineMap(_))
            | (AttrForm::Dictionary, AttrKind::Dictionary(_)) => true,
            (AttrForm::Bool, AttrKind::Integer { ty, .. }) => *ty == ctx.integer(1),
            (AttrForm::Number(wanted), AttrKind::Float { ty, .. }) => {
                wanted.starts_with('f') && (!whole || infer::fixed(ctx, wanted) == Some(*ty))
            }
            (AttrForm::Number(wanted), AttrKind::Integer { ty, .. }) => {
                !wanted.starts_with('f') && (!whole || infer::fixed(ctx, wanted) == Some(*ty))
            }
            (AttrForm::Alignment, AttrKind::Integer { value, ty }) => {
                let power = value.to_i64().is_some_and(|value| value > 0 && value & (value - 1) == 0);
                !whole || power && *ty == ctx.integer(64)
            }
            (AttrForm::Dense(wanted), AttrKind::DenseArray { element, .. }) => {
                infer::fixed(ctx, wanted) == Some(*element)
            }
            (AttrForm::Enum(cases) | AttrForm::Quoted(cases), _) => number(ctx, attr, cases.width)
                .is_some_and(|value| cases.cases.iter().any(|(_, other)| *other == value)),
            (AttrForm::Bits(cases), _) => number(ctx, attr, cases.width).is_some(),
            (
                AttrForm::Flags(d, n) | AttrForm::Keyword(d, n, _),
                AttrKind::Dialect { dialect, name, .. } | AttrKind::Opaque { dialect, name, .. },
            ) => named([*dialect, *name], [d, n]),
            (AttrForm::Word(d, ..), AttrKind::Opaque { dialect, .. }) => ctx.str(*dialect) == d,
            _ => false,
        }
    }

    /// The name of the kind in a message.
    pub(super) fn describe(self) -> String {
        match self {
            AttrForm::Any | AttrForm::Named(..) => "an attribute".into(),
            AttrForm::Unit => "`unit`".into(),
            AttrForm::Name | AttrForm::Text => "a string".into(),
            AttrForm::Symbol => "a symbol".into(),
            AttrForm::Bool => "`true` or `false`".into(),
            AttrForm::Type => "a type".into(),
            AttrForm::Array => "an array".into(),
            AttrForm::Map => "an affine map".into(),
            AttrForm::Dictionary => "a dictionary".into(),
            AttrForm::Dense(element) => format!("an `array<{element}: ..>`"),
            AttrForm::Number(ty) => format!("a number of type `{ty}`"),
            AttrForm::Alignment => "a power of two of type `i64`".into(),
            AttrForm::Enum(cases) | AttrForm::Quoted(cases) | AttrForm::Bits(cases) => {
                format!("the `i{}` of {}", cases.width, expected(cases))
            }
            AttrForm::Bare(cases) => expected(cases),
            AttrForm::Flags(dialect, name)
            | AttrForm::Word(dialect, name, _)
            | AttrForm::Keyword(dialect, name, _) => {
                format!("`#{dialect}.{name}<..>`")
            }
        }
    }

    pub(super) fn is_unit(self) -> bool {
        matches!(self, AttrForm::Unit)
    }

    /// Whether one can start at the current token.
    pub(super) fn starts(self, p: &Parser<'_>) -> bool {
        match self {
            AttrForm::Unit => true,
            AttrForm::Name | AttrForm::Symbol => p.at(Kind::At),
            AttrForm::Text => p.at(Kind::Str),
            AttrForm::Bool => matches!(p.spelling(), "true" | "false"),
            AttrForm::Type => p.at_type(),
            AttrForm::Array | AttrForm::Dense(_) => p.at(Kind::LSquare),
            AttrForm::Map => p.at(Kind::LParen),
            AttrForm::Dictionary => p.at(Kind::LBrace),
            AttrForm::Number(_) | AttrForm::Alignment => {
                matches!(p.kind(), Kind::Int | Kind::Float | Kind::Minus)
                    || matches!(p.spelling(), "true" | "false")
            }
            AttrForm::Enum(cases) | AttrForm::Bits(cases) => cases.value(word(p)).is_some(),
            AttrForm::Keyword(.., cases) | AttrForm::Bare(cases) => {
                p.at(Kind::Ident) && cases.value(p.spelling()).is_some()
            }
            AttrForm::Quoted(cases) => p.at(Kind::Str) && cases.value(word(p)).is_some(),
            AttrForm::Named(word, _) => p.at_keyword(word),
            AttrForm::Flags(..) => p.at(Kind::Less) || p.at(Kind::Hash),
            AttrForm::Word(.., cases) => cases.value(word(p)).is_some() || p.at(Kind::Hash),
            AttrForm::Any => {
                matches!(p.kind(), Kind::Int | Kind::Float | Kind::Minus | Kind::Str | Kind::LSquare)
                    || matches!(p.kind(), Kind::LBrace | Kind::At | Kind::Hash)
                    || p.at_type()
                    || p.at(Kind::Ident) && !p.spelling().contains('.') && p.at_attr_word()
            }
        }
    }

    pub(super) fn read(self, p: &mut Parser<'_>) -> Read<AttrId> {
        match self {
            AttrForm::Any => p.read_attr(None),
            AttrForm::Unit => Ok(p.ctx.unit()),
            AttrForm::Name => {
                let text = p.symbol_name()?;
                Ok(p.ctx.attr(AttrKind::String { text, ty: None }))
            }
            AttrForm::Symbol => p.symbol_ref(),
            AttrForm::Text => {
                let text = p.string("a string")?;
                Ok(p.ctx.attr(AttrKind::String { text, ty: None }))
            }
            AttrForm::Bool if self.starts(p) => p.read_attr(None),
            AttrForm::Bool => p.expected("`true` or `false`"),
            AttrForm::Type => {
                let ty = p.read_type()?;
                Ok(p.ctx.type_attr(ty))
            }
            AttrForm::Array => p.nested(Parser::array_attr),
            AttrForm::Map => p.affine_map_inside(),
            AttrForm::Dictionary => p.nested(Parser::dictionary),
            AttrForm::Dense(element) => read_list(p, element),
            AttrForm::Number(ty) => match p.fixed_type(ty) {
                Some(ty) if self.starts(p) => p.read_attr(Some(ty)),
                _ => p.expected("a number"),
            },
            AttrForm::Alignment => AttrForm::Number("i64").read(p),
            AttrForm::Quoted(_) if !p.at(Kind::Str) => p.expected("a keyword in quotes"),
            AttrForm::Enum(cases) | AttrForm::Quoted(cases) => read_keyword(p, cases),
            AttrForm::Bits(cases) => read_bits(p, cases, Kind::Bar),
            AttrForm::Named(word, cases) => {
                p.expect_keyword(word)?;
                p.expect(Kind::Less, "`<`")?;
                let bits = read_bits(p, cases, Kind::Comma)?;
                p.expect(Kind::Greater, "`>` or `,`").map(|_| bits)
            }
            AttrForm::Flags(..) | AttrForm::Word(..) if p.at(Kind::Hash) => p.read_attr(None),
            AttrForm::Flags(dialect, name) => p.attr_body(dialect, name),
            AttrForm::Bare(cases) if !self.starts(p) => p.expected(&expected(cases)),
            AttrForm::Bare(_) => {
                let text = p.keyword("a keyword")?;
                Ok(p.ctx.string_attr(text))
            }
            AttrForm::Keyword(dialect, name, cases) => {
                let body = if self.starts(p) { p.keyword("a keyword")? } else { cases.cases[0].0 };
                let [dialect, name, body] = [dialect, name, body].map(|text| p.ctx.ident(text));
                Ok(p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None }))
            }
            AttrForm::Word(dialect, name, cases) => {
                let found = word(p);
                let Some(body) = cases.value(found).map(|_| format!("{name} {found}")) else {
                    return p.expected(&expected(cases));
                };
                p.bump();
                let (dialect, body) = (p.ctx.ident(dialect), p.ctx.ident(&body));
                Ok(p.ctx.attr(AttrKind::Opaque { dialect, name: known::EMPTY, body, ty: None }))
            }
        }
    }

    /// The keyword of an enumeration that an attribute stands for; `None` for all other kinds.
    pub(super) fn keyword(self, ctx: &Context, attr: AttrId) -> Option<&str> {
        match (self, ctx.attr_kind(attr)) {
            (AttrForm::Enum(cases), _) => {
                let number = number(ctx, attr, cases.width)?;
                cases.cases.iter().find_map(|(word, value)| (*value == number).then_some(*word))
            }
            (AttrForm::Word(_, mnemonic, _), AttrKind::Opaque { body, .. }) => {
                ctx.str(*body).strip_prefix(mnemonic)?.strip_prefix(' ')
            }
            _ => None,
        }
    }

    /// Prints an attribute; `None` when it is not of this kind.
    pub(super) fn print(self, p: &mut Printer<'_>, attr: AttrId) -> Option<()> {
        let ctx = p.ctx;
        match (self, ctx.attr_kind(attr)) {
            (AttrForm::Any, _)
            | (AttrForm::Symbol, AttrKind::SymbolRef { .. })
            | (AttrForm::Text, AttrKind::String { ty: None, .. })
            | (AttrForm::Array, AttrKind::Array(_))
            | (AttrForm::Dictionary, AttrKind::Dictionary(_)) => p.attr(attr),
            (AttrForm::Name, AttrKind::String { text, ty: None }) => p.symbol(*text),
            (AttrForm::Bool, AttrKind::Integer { ty, .. }) if *ty == ctx.integer(1) => p.attr(attr),
            (AttrForm::Type, AttrKind::Type(ty)) => p.ty(*ty),
            (AttrForm::Map, AttrKind::AffineMap(map)) => p.write(ctx.str(map.0)),
            (AttrForm::Alignment, _) => return AttrForm::Number("i64").print(p, attr),
            (AttrForm::Number(wanted), AttrKind::Integer { ty, .. } | AttrKind::Float { ty, .. }) => {
                (infer::fixed(p.program.ctx(), wanted)? == *ty).then_some(())?;
                p.number(attr);
            }
            (AttrForm::Dense(wanted), AttrKind::DenseArray { element, values }) => {
                (infer::fixed(p.program.ctx(), wanted)? == *element).then_some(())?;
                print_list(p, values);
            }
            (AttrForm::Enum(cases) | AttrForm::Quoted(cases), _) => {
                let word = cases.keyword(number(ctx, attr, cases.width)?)?;
                // What is no identifier is written in quotes.
                let bare = is_bare(word) && !matches!(self, AttrForm::Quoted(_));
                let quote = if bare { "" } else { "\"" };
                p.write(quote);
                p.write(word);
                p.write(quote);
            }
            (AttrForm::Bits(cases), _) => print_bits(p, attr, cases, "|")?,
            (AttrForm::Named(word, cases), _) => {
                p.write(word);
                p.write("<");
                print_bits(p, attr, cases, ", ")?;
                p.write(">");
            }
            (AttrForm::Flags(dialect, name), _) => {
                let text = crate::text::attr_text(ctx, attr);
                let body = text.strip_prefix('#')?.strip_prefix(dialect)?.strip_prefix('.')?;
                let body = body.strip_prefix(name)?;
                (body.starts_with('<') && body.ends_with('>')).then_some(())?;
                p.write(body);
            }
            (AttrForm::Bare(cases), AttrKind::String { text, ty: None }) => {
                cases.value(ctx.str(*text))?;
                p.write(ctx.str(*text));
            }
            (
                AttrForm::Keyword(wanted, mnemonic, cases),
                AttrKind::Opaque { dialect, name, body, ty: None },
            ) => {
                (ctx.str(*dialect) == wanted && ctx.str(*name) == mnemonic).then_some(())?;
                cases.value(ctx.str(*body))?;
                p.write(ctx.str(*body));
            }
            (AttrForm::Word(wanted, mnemonic, cases), AttrKind::Opaque { dialect, name, body, ty: None }) => {
                let word = ctx.str(*body).strip_prefix(mnemonic)?.strip_prefix(' ')?;
                (*name == known::EMPTY && ctx.str(*dialect) == wanted).then_some(())?;
                cases.value(word)?;
                // MLIR prints a space in front of such an attribute itself.
                p.write(" ");
                p.write(word);
            }
            _ => return None,
        }
        Some(())
    }
}

/// The keyword here, or the string.
fn word<'a>(p: &'a Parser<'_>) -> &'a str {
    match p.kind() {
        Kind::Str => p.spelling().trim_matches('"'),
        Kind::Ident => p.spelling(),
        _ => "",
    }
}

fn number(ctx: &Context, attr: AttrId, width: u32) -> Option<i64> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, ty } if *ty == ctx.integer(width) => value.to_i64(),
        _ => None,
    }
}

pub(super) fn expected(cases: &Enum) -> String {
    let words: Vec<&str> =
        cases.cases.iter().map(|(case, _)| *case).filter(|case| !case.is_empty()).collect();
    format!("one of `{}`", words.join("`, `"))
}

/// Reads a keyword, or the same in quotes.
fn read_keyword(p: &mut Parser<'_>, cases: &Enum) -> Read<AttrId> {
    match cases.value(word(p)) {
        Some(value) => {
            p.bump();
            let ty = p.ctx.integer(cases.width);
            Ok(p.ctx.integer_attr(i128::from(value), ty))
        }
        None => p.expected(&expected(cases)),
    }
}

fn read_bits(p: &mut Parser<'_>, cases: &Enum, separator: Kind) -> Read<AttrId> {
    let mut bits = 0;
    loop {
        match cases.value(word(p)) {
            Some(bit) => bits |= bit,
            None => return p.expected(&expected(cases)),
        }
        p.bump();
        if !p.eat(separator) {
            let ty = p.ctx.integer(cases.width);
            return Ok(p.ctx.integer_attr(i128::from(bits), ty));
        }
    }
}

/// Prints a set of bits as MLIR does: cases of several bits first, then the others in the order of their values.
fn print_bits(p: &mut Printer<'_>, attr: AttrId, cases: &Enum, separator: &str) -> Option<()> {
    let bits = number(p.ctx, attr, cases.width)?;
    if let Some(word) = cases.keyword(bits) {
        p.write(word);
        return Some(());
    }
    let groups = cases.cases.iter().rev().filter(|(_, value)| value.count_ones() > 1);
    let singles = cases.cases.iter().filter(|(_, value)| value.count_ones() == 1);
    let (mut left, mut words) = (bits, Vec::new());
    for (word, value) in groups.chain(singles) {
        if left & value == *value {
            words.push(*word);
            left &= !value;
        }
    }
    p.write(&words.join(separator));
    (left == 0).then_some(())
}

/// `[1, 2]`
fn read_list(p: &mut Parser<'_>, element: &'static str) -> Read<AttrId> {
    let Some(element) = infer::fixed(&p.ctx, element) else { return p.expected("a list") };
    let bits = element == p.ctx.integer(1);
    let float = matches!(p.ctx.type_kind(element), TypeKind::Float(_));
    let mut values = Vec::new();
    p.expect(Kind::LSquare, "`[`")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        let place = p.here();
        let word = p.at_keyword("true") || p.at_keyword("false");
        values.push(match (bits, float) {
            (true, _) if !word => return p.expected("`true` or `false`"),
            (_, true) if word => return p.expected("a number of the list"),
            (false, false) => {
                let value = p.small_int("a number of the list")?;
                p.number_of(&value.unsigned_abs().to_string(), false, value < 0, element, place)?
            }
            _ => p.read_attr(Some(element))?,
        });
        Ok(())
    })?;
    Ok(p.ctx.attr(AttrKind::DenseArray { element, values: values.into() }))
}

fn print_list(p: &mut Printer<'_>, values: &[AttrId]) {
    p.write("[");
    for (index, value) in values.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.number(*value);
    }
    p.write("]");
}

/// The list of numbers as an attribute.
pub(super) fn dense(ctx: &Context, width: u32, values: &[i64]) -> AttrId {
    let element: TypeId = ctx.integer(width);
    let values = values.iter().map(|value| ctx.integer_attr(i128::from(*value), element)).collect();
    ctx.attr(AttrKind::DenseArray { element, values })
}

/// The numbers of `array<iN: ..>` of a width.
pub(super) fn numbers(ctx: &Context, attr: AttrId, width: u32) -> Option<Vec<i64>> {
    let AttrKind::DenseArray { element, values } = ctx.attr_kind(attr) else { return None };
    (*element == ctx.integer(width)).then_some(())?;
    let number = |value: &AttrId| match ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        _ => None,
    };
    values.iter().map(number).collect()
}
