//! The text of one PDL pattern while it is made: lines of the matcher and of the rewrite, names of values, and types that
//! turn out to be one. Knows nothing of records.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::attributes::quoted;
use super::source_text::RecordText;

/// A `pdl.type` of the pattern; several may turn out to be one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeVar(usize);

/// Lines of text and the types that they speak of.
pub(crate) struct Builder<'a> {
    text: RecordText<'a>,
    /// The benefit of the pattern.
    pub(crate) benefit: i64,
    matcher: Vec<(String, String)>,
    rewrite: Vec<(String, String)>,
    /// Name of the rewrite that is native code.
    external: Option<String>,
    types: Vec<Type>,
    names: FxHashSet<String>,
    /// Where the next lines are written.
    place: String,
    rewriting: bool,
}

struct Type {
    /// The type that it is one with, if that is another one.
    with: usize,
    name: String,
    constant: Option<String>,
    /// A line of the rewrite makes it.
    made: bool,
}

/// Before and after the number of a type in a line, until all of them are known.
const MARK: char = '\u{1}';

impl<'a> Builder<'a> {
    /// A pattern whose record has this text.
    pub(crate) fn new(text: RecordText<'a>) -> Builder<'a> {
        let place = text.start();
        Builder {
            text,
            benefit: 1,
            matcher: Vec::new(),
            rewrite: Vec::new(),
            external: None,
            types: Vec::new(),
            names: FxHashSet::default(),
            place,
            rewriting: false,
        }
    }

    /// A name that nothing has yet, `wanted` if possible.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        let clean: String = wanted
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '_' || c == '.' { c } else { '_' })
            .collect();
        let base = match clean.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            true => clean,
            false => format!("v{clean}"),
        };
        let mut name = base.clone();
        let mut number = 2;
        while !self.names.insert(name.clone()) {
            name = format!("{base}_{number}");
            number += 1;
        }
        format!("%{name}")
    }

    /// Lines that follow are written where the record says `word`; returns the place that was before.
    pub(crate) fn go_to(&mut self, word: &str) -> String {
        let place = self.text.find(word);
        std::mem::replace(&mut self.place, place)
    }

    /// Lines that follow are written at a place that was left before.
    pub(crate) fn go_back(&mut self, place: String) {
        self.place = place;
    }

    /// Lines that follow belong to the rewrite.
    pub(crate) fn start_rewrite(&mut self) {
        self.rewriting = true;
        self.place = self.text.start();
    }

    /// Appends to the part that is being made.
    pub(crate) fn line(&mut self, text: String) {
        let place = self.place.clone();
        if self.rewriting { self.rewrite.push((text, place)) } else { self.matcher.push((text, place)) }
    }

    /// Appends to the matcher.
    pub(crate) fn matched(&mut self, text: String) {
        self.matcher.push((text, self.place.clone()));
    }

    /// Makes the rewrite native code of this name.
    pub(crate) fn external(&mut self, name: &str) {
        self.external = Some(name.to_owned());
    }

    /// A new type of something that is called `name`.
    pub(crate) fn new_type(&mut self, name: &str) -> TypeVar {
        let index = self.types.len();
        let name = self.fresh(&format!("{}.type", name.trim_start_matches('%')));
        self.types.push(Type { with: index, name, constant: None, made: false });
        TypeVar(index)
    }

    /// A written type.
    pub(crate) fn constant_type(&mut self, written: &str) -> TypeVar {
        let clean: String = written.chars().filter(char::is_ascii_alphanumeric).collect();
        let ty = self.new_type(&clean);
        self.fix(ty, written);
        ty
    }

    /// A type that native code makes.
    pub(crate) fn made_type(&mut self, code: &str) -> TypeVar {
        let ty = self.new_type("made");
        self.types[ty.0].made = true;
        self.line(format!("{} = pdl.apply_native_rewrite {code:?} : !pdl.type", Builder::say(ty)));
        ty
    }

    /// Says that a type is this one.
    pub(crate) fn fix(&mut self, ty: TypeVar, written: &str) {
        let root = self.root(ty);
        // Two that differ match nothing, which the definition of the operation says, too.
        self.types[root].constant.get_or_insert_with(|| written.to_owned());
    }

    /// The type that one is said to be.
    pub(crate) fn constant(&self, ty: TypeVar) -> Option<&str> {
        self.types[self.root(ty)].constant.as_deref()
    }

    /// Says that two types are one.
    pub(crate) fn join(&mut self, a: TypeVar, b: TypeVar) {
        let (a, b) = (self.root(a), self.root(b));
        let differ =
            matches!((&self.types[a].constant, &self.types[b].constant), (Some(x), Some(y)) if x != y);
        if a == b || differ {
            return;
        }
        let (first, second) = (a.min(b), a.max(b));
        self.types[second].with = first;
        if let Some(constant) = self.types[second].constant.take() {
            self.types[first].constant = Some(constant);
        }
    }

    fn root(&self, ty: TypeVar) -> usize {
        let mut at = ty.0;
        while self.types[at].with != at {
            at = self.types[at].with;
        }
        at
    }

    /// A type in the text of a line.
    pub(crate) fn say(ty: TypeVar) -> String {
        format!("{MARK}{}{MARK}", ty.0)
    }

    /// Appends the text of the pattern.
    pub(crate) fn print(&self, name: &str, out: &mut String) {
        let resolve = |text: &str| -> String {
            let mut parts = text.split(MARK);
            let mut said = parts.next().unwrap_or_default().to_owned();
            while let (Some(number), rest) = (parts.next(), parts.next()) {
                let root = number.parse().map(|index| self.root(TypeVar(index))).unwrap_or_default();
                said.push_str(&self.types[root].name);
                said.push_str(rest.unwrap_or_default());
            }
            said
        };
        let start = self.text.start();
        let _ = writeln!(out, "pdl.pattern @{} : benefit({}) {{", symbol(name), self.benefit);
        for (index, ty) in self.types.iter().enumerate().filter(|(index, ty)| ty.with == *index) {
            let mark = Builder::say(TypeVar(index));
            let said = |(text, _): &(String, String)| {
                let other = |part: &str| part.parse().is_ok_and(|n| self.root(TypeVar(n)) == index);
                text.contains(&mark) || text.split(MARK).skip(1).step_by(2).any(other)
            };
            if !ty.made && self.matcher.iter().chain(&self.rewrite).any(said) {
                let constant = ty.constant.as_ref().map(|ty| format!(" : {ty}")).unwrap_or_default();
                let _ = writeln!(out, "  {} = pdl.type{constant} {start}", ty.name);
            }
        }
        for (text, place) in &self.matcher {
            let _ = writeln!(out, "  {} {place}", resolve(text));
        }
        match &self.external {
            Some(name) => {
                let _ = writeln!(out, "  pdl.rewrite %root with {} {start}", quoted(name));
            }
            None => {
                let _ = writeln!(out, "  pdl.rewrite %root {{");
                for (text, place) in &self.rewrite {
                    let _ = writeln!(out, "    {} {place}", resolve(text));
                }
                let _ = writeln!(out, "  }} {start}");
            }
        }
        let _ = writeln!(out, "}} {start}\n");
    }
}

/// A name as a symbol, in quotes where it has to be.
fn symbol(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain { name.to_owned() } else { quoted(name) }
}
