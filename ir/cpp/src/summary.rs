//! The body of a summary of native code: terms as operations of `arith` on attributes, types and values. Knows no pattern.

use rustc_hash::FxHashMap;

use crate::records::Elements;
use crate::state::{Attribute, State};
use crate::term::{Extension, Term, Width};

/// An attribute of type `index` in a summary.
pub(crate) const INDEX_FORM: &str = "i64 {assay.index}";

/// The reason why a path has no form: an operation that takes integers and `index` alike computes constants in 64 bits, whatever
/// the target has.
pub(crate) const INDEX: &str = "a number of type `index` in a computation";

/// The widths that a summary may leave open.
const OPEN: usize = 4;

/// The arguments of a native function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    Attribute(usize),
    Value(usize),
    Type(usize),
}

pub(crate) struct Argument {
    pub(crate) of: Subject,
    pub(crate) parameter: String,
}

/// The body of a summary while it is written.
pub(crate) struct Body<'s> {
    pub(crate) state: &'s State,
    /// Types by the number of their alias.
    pub(crate) aliases: Vec<usize>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) lines: Vec<String>,
    pub(crate) known: FxHashMap<Term, String>,
}

impl Body<'_> {
    fn alias(&mut self, ty: usize) -> Result<usize, String> {
        if let Some(known) = self.aliases.iter().position(|other| *other == ty) {
            return Ok(known);
        }
        if self.aliases.len() == OPEN {
            return Err("a number of too many widths".to_owned());
        }
        self.aliases.push(ty);
        Ok(self.aliases.len() - 1)
    }

    pub(crate) fn width(&mut self, width: Width) -> Result<String, String> {
        match width {
            Width::Bits(bits) => Ok(format!("i{bits}")),
            Width::Type(ty) => self.alias(ty).map(|alias| format!("!w{alias}")),
        }
    }

    fn fresh(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.lines.len());
        self.lines.push(format!("{name} = {text}"));
        name
    }

    /// The second result of an operation that has two.
    fn high(&mut self, text: &str) -> String {
        let name = format!("%v{}", self.lines.len());
        self.lines.push(format!("{name}:2 = {text}"));
        format!("{name}#1")
    }

    fn argument(&mut self, of: Subject, parameter: impl Fn(&str) -> String) -> String {
        if let Some(at) = self.arguments.iter().position(|one| one.of == of) {
            return format!("%a{at}");
        }
        let name = format!("%a{}", self.arguments.len());
        let parameter = parameter(&name);
        self.arguments.push(Argument { of, parameter });
        name
    }

    pub(crate) fn term(&mut self, term: &Term) -> Result<String, String> {
        if let Some(known) = self.known.get(term) {
            return Ok(known.clone());
        }
        let name = self.new_term(term)?;
        self.known.insert(term.clone(), name.clone());
        Ok(name)
    }

    fn new_term(&mut self, term: &Term) -> Result<String, String> {
        Ok(match term {
            Term::Number(value, width) => {
                let ty = self.width(*width)?;
                if !(-1..=1).contains(value) && matches!(width, Width::Type(_)) {
                    return Err("a constant that does not fit every width".to_owned());
                }
                self.fresh(&format!("arith.constant {value} : {ty}"))
            }
            Term::Attribute(attribute, width) => {
                let index = self
                    .state
                    .constant_type(*attribute)
                    .is_some_and(|ty| self.state.elements(ty) == Elements::Index);
                let ty = match &self.state.attributes[*attribute] {
                    _ if index && self.state.chose_index => return Err(INDEX.to_owned()),
                    _ if index => INDEX_FORM.to_owned(),
                    Attribute::Of { kind: "flags(arith.overflow)", .. } => {
                        "i2 {assay.flags = \"arith.overflow\"}".to_owned()
                    }
                    _ => self.width(*width)?,
                };
                self.argument(Subject::Attribute(*attribute), |name| format!("{name}: {ty}"))
            }
            Term::Value(value, width) => {
                let ty = self.width(*width)?;
                self.argument(Subject::Value(*value), |name| format!("{name}: {ty} {{assay.value}}"))
            }
            Term::WidthOf(ty) => {
                let alias = self.alias(*ty)?;
                self.argument(Subject::Type(*ty), |name| format!("{name}: i64 {{assay.type = !w{alias}}}"))
            }
            Term::Binary(op, left, right) => {
                let ty = self.width(left.width())?;
                let (left, right) = (self.term(left)?, self.term(right)?);
                let line = format!("arith.{op} {left}, {right} : {ty}");
                if op.ends_with("_extended") { self.high(&line) } else { self.fresh(&line) }
            }
            Term::Count(op, of) => {
                let ty = self.width(of.width())?;
                let of = self.term(of)?;
                self.fresh(&format!("math.{op} {of} : {ty}"))
            }
            Term::Compare(predicate, left, right) => {
                let ty = self.width(left.width())?;
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.fresh(&format!("arith.cmpi {predicate}, {left}, {right} : {ty}"))
            }
            Term::Select(condition, left, right) => {
                let ty = self.width(left.width())?;
                let (condition, left, right) = (self.term(condition)?, self.term(left)?, self.term(right)?);
                self.fresh(&format!("arith.select {condition}, {left}, {right} : {ty}"))
            }
            Term::Resize(extension, from, to) => {
                let (source, target) = (self.width(from.width())?, self.width(*to)?);
                let value = self.term(from)?;
                match (from.width(), to) {
                    (Width::Bits(a), Width::Bits(b)) if a > *b => {
                        self.fresh(&format!("arith.trunci {value} : {source} to {target}"))
                    }
                    (Width::Bits(_), Width::Bits(_)) => {
                        let op = if *extension == Extension::Zero { "extui" } else { "extsi" };
                        self.fresh(&format!("arith.{op} {value} : {source} to {target}"))
                    }
                    // By way of `index`, of which casts take every width.
                    _ => {
                        let op = if *extension == Extension::Zero { "index_castui" } else { "index_cast" };
                        let middle = self.fresh(&format!("arith.{op} {value} : {source} to index"));
                        self.fresh(&format!("arith.{op} {middle} : index to {target}"))
                    }
                }
            }
        })
    }

    /// Passes the types whose widths no argument says.
    pub(crate) fn bind_aliases(&mut self) {
        for number in 0..self.aliases.len() {
            let bound = format!(": !w{number}");
            let binds = format!("assay.type = !w{number}}}");
            let value = format!(": !w{number} {{assay.value}}");
            let ends = [&bound, &binds, &value];
            let said = |one: &Argument| ends.iter().any(|end| one.parameter.ends_with(end.as_str()));
            if !self.arguments.iter().any(said) {
                let ty = self.aliases[number];
                self.argument(Subject::Type(ty), |name| format!("{name}: i64 {{assay.type = !w{number}}}"));
            }
        }
    }
}
