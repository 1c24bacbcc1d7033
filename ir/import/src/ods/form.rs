//! Assembly formats: the names and types that a format writes, and whether the reader of texts can read it.

use std::collections::{BTreeMap, BTreeSet};

use super::data::{Form, Listed, Operation, Rule};
use crate::records::Records;

/// Dialects whose `custom<>` pieces the reader knows.
const PIECES: [&str; 13] = [
    "affine",
    "arith",
    "cf",
    "func",
    "irdl",
    "linalg",
    "llvm",
    "memref",
    "pdl",
    "scf",
    "tensor",
    "transform",
    "vector",
];

/// A piece that is the same in every dialect.
const SHARED: &str = "DynamicIndexList";

/// The reason for which a form is not read.
pub(super) struct Unread;

/// An operation whose form is looked at.
pub(super) struct FormSource<'r> {
    pub(super) records: &'r Records,
    pub(super) operation: &'r Operation,
    pub(super) values: &'r Listed<'r>,
    pub(super) dialect: &'r str,
}

impl FormSource<'_> {
    /// Reads a format.
    pub(super) fn read(&self, text: &str, rules: &[Rule]) -> Result<Form, Unread> {
        let written = Written::read(text);
        self.check(&written, rules)?;
        Ok(Form {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            rules: rule_words(rules),
            stripped: self.stripped(&written),
        })
    }

    fn check(&self, form: &Written<'_>, rules: &[Rule]) -> Result<(), Unread> {
        let operation = self.operation;
        let known_pieces = PIECES.contains(&self.dialect) || form.pieces.iter().all(|piece| *piece == SHARED);
        let lists = operation.regions.iter().any(|region| region.many == "*");
        let nested = operation.ins.iter().any(|group| group.many == "**");
        let unread = |name: &&str| {
            let found = operation.attributes.iter().find(|attribute| attribute.name == **name);
            found.is_some_and(|found| match found.kind.as_deref() {
                None => true,
                Some("unit") => form.leading.contains(*name),
                Some(_) => false,
            })
        };
        if !known_pieces || lists || nested || form.names.iter().any(unread) {
            return Err(Unread);
        }
        if form.pieces.is_empty() && !self.decides_types(form, rules) { Err(Unread) } else { Ok(()) }
    }

    /// True if the types of all values are written or follow by rules.
    fn decides_types(&self, form: &Written<'_>, rules: &[Rule]) -> bool {
        let mut known: BTreeSet<&str> = form.types.clone();
        let groups = [("operands", &self.operation.ins), ("results", &self.operation.outs)];
        for (word, groups) in groups {
            if known.contains(word) {
                known.extend(groups.iter().map(|group| group.name.as_str()));
            }
        }
        loop {
            let before = known.len();
            for rule in rules.iter().filter(|rule| rule.source.is_some()) {
                if rule.needs.iter().all(|need| known.contains(need.as_str())) {
                    known.extend(rule.targets.iter().map(String::as_str));
                }
            }
            if known.len() == before {
                break;
            }
        }
        self.operation.ins.iter().chain(&self.operation.outs).all(|group| known.contains(group.name.as_str()))
    }

    /// Operands and results whose types are written without the name of their dialect.
    fn stripped(&self, form: &Written<'_>) -> Vec<String> {
        let mut types: BTreeMap<&str, _> = BTreeMap::new();
        for record in self.records.instances("TypeDef").filter(|one| one.text("mnemonic").is_some()) {
            types.extend(record.text("cppType").map(|class| (class.trim_start_matches("::"), record)));
        }
        let word = |(name, kind): &(String, crate::records::Record<'_>)| {
            if kind.is("Variadic") || kind.is("Optional") || !form.bare_types.contains(name.as_str()) {
                return None;
            }
            let record = types.get(kind.text("cppType")?.trim_start_matches("::"))?;
            let own = record.text("assemblyFormat").is_some()
                || record.number("hasCustomAssemblyFormat") == Some(1);
            own.then(|| format!("{name}={}", record.text("typeName").unwrap_or_default()))
        };
        self.values.ins.iter().chain(&self.values.outs).filter_map(word).collect()
    }
}

/// Equal types in one word, others one by one.
fn rule_words(rules: &[Rule]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut pairs: Vec<(&str, BTreeSet<&str>)> = Vec::new();
    let both = |target: &String, source: &String| {
        rules.iter().any(|rule| rule.targets == [source.clone()] && rule.source.as_ref() == Some(target))
    };
    for rule in rules {
        let Some(source) = &rule.source else { continue };
        for target in &rule.targets {
            if rule.needs == [source.clone()] && both(target, source) {
                match pairs.iter_mut().find(|(name, _)| name == target) {
                    Some((_, others)) => drop(others.insert(source)),
                    None => pairs.push((target, BTreeSet::from([source.as_str()]))),
                }
            } else {
                let sign = if source.starts_with(':') { "" } else { "=" };
                words.push(format!("{target}{sign}{source}"));
            }
        }
    }
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for (name, others) in &pairs {
        if done.contains(name) {
            continue;
        }
        let group: Vec<&str> = std::iter::once(*name)
            .chain(
                pairs.iter().map(|(other, _)| *other).filter(|other| other != name && others.contains(other)),
            )
            .collect();
        done.extend(&group);
        words.push(group.join("="));
    }
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words
}

/// The names in a format.
#[derive(Default)]
struct Written<'f> {
    /// Groups whose types are written; `operands` and `results` for all.
    types: BTreeSet<&'f str>,
    /// Those of `type($x)` outside of `qualified(..)`.
    bare_types: BTreeSet<&'f str>,
    /// `custom<..>` pieces.
    pieces: Vec<&'f str>,
    /// Attributes, operands and so on, but for those in pieces.
    names: BTreeSet<&'f str>,
    /// Names that stand first in an optional group for whose sake it is there.
    leading: BTreeSet<&'f str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'f> {
    Open,
    Close,
    Name(&'f str),
    Word(&'f str),
    Piece(&'f str),
    Caret,
    Other,
}

/// The surroundings of a token that decide what it counts for.
#[derive(Clone, Copy, Default)]
struct Within {
    piece: bool,
    reference: bool,
    qualified: bool,
    functional: bool,
    of_type: bool,
}

impl<'f> Written<'f> {
    fn read(text: &'f str) -> Written<'f> {
        let tokens = tokens(text);
        let mut written = Written::default();
        // What each open parenthesis stands in.
        let mut open: Vec<Within> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let within = open.last().copied().unwrap_or_default();
            let before = at.checked_sub(1).map(|before| tokens[before]);
            match *token {
                Token::Open => open.push(match before {
                    Some(Token::Word("type")) => Within { of_type: true, ..within },
                    Some(Token::Word("qualified")) => Within { qualified: true, ..within },
                    Some(Token::Word("functional-type")) => Within { functional: true, ..within },
                    Some(Token::Word("ref")) => Within { reference: true, ..within },
                    Some(Token::Piece(_)) => Within { piece: true, ..within },
                    _ => within,
                }),
                Token::Close => drop(open.pop()),
                Token::Piece(name) => written.pieces.push(name),
                Token::Name(name) => {
                    written.value(name, within);
                    let leads = before == Some(Token::Open) && tokens.get(at + 1) == Some(&Token::Caret);
                    if leads {
                        written.leading.insert(name);
                    }
                }
                Token::Word(name) if within.of_type || within.functional => written.value(name, within),
                Token::Word(_) | Token::Caret | Token::Other => {}
            }
        }
        written
    }

    fn value(&mut self, name: &'f str, within: Within) {
        if within.of_type || within.functional {
            if !within.reference {
                self.types.insert(name);
            }
            if within.of_type && !within.qualified {
                self.bare_types.insert(name);
            }
        } else if !within.piece && !within.qualified && !within.reference {
            self.names.insert(name);
        }
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let word_end = |text: &str, more: &str| {
        text.find(|c: char| !(c.is_alphanumeric() || c == '_' || more.contains(c))).unwrap_or(text.len())
    };
    while let Some(first) = rest.chars().next() {
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '^' => (Token::Caret, 1),
            '`' => (Token::Other, rest[1..].find('`').map_or(rest.len(), |end| end + 2)),
            '"' => (Token::Other, rest[1..].find('"').map_or(rest.len(), |end| end + 2)),
            '$' => {
                let end = 1 + word_end(&rest[1..], "");
                (Token::Name(&rest[1..end]), end)
            }
            c if c.is_alphanumeric() || c == '_' => {
                let end = word_end(rest, "-");
                let piece = (&rest[..end] == "custom").then(|| rest[end..].strip_prefix('<')).flatten();
                match piece.and_then(|piece| piece.split_once('>')) {
                    Some((name, _)) => (Token::Piece(name), end + name.len() + 2),
                    None => (Token::Word(&rest[..end]), end),
                }
            }
            c if c.is_whitespace() => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            c => (Token::Other, c.len_utf8()),
        };
        tokens.push(token);
        rest = &rest[length..];
    }
    tokens
}
