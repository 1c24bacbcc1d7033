//! Reads meanings from a program of `func.func` operations and reports every mistake with its place. Evaluates nothing: the
//! caller says which operations have a meaning.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Promises, Semantics, TypeMeaning, Variant};
use crate::data::{AttrKind, Context, OpId, Program, Source, Span, known};
use crate::diagnostic::Diagnostic;
use crate::natives::{Aliases, own_entries};
use crate::nearest::nearest;
use crate::spec::{Group, Registry, has_records};
use crate::wellformed;

/// The knowledge of an operation that a body uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// It has no meaning.
    No,
    /// Some engine knows it, but not all that evaluate bodies.
    Partly,
    /// It has a meaning.
    Whole,
    /// It has a meaning that says the same of each element of vectors and tensors.
    Elementwise,
}

/// A body may come to this many operations, with the bodies of the operations that it uses.
const MAX_OPERATIONS: u64 = 10_000;

/// Reads all meanings of `program` into `into`, which must have the program's context; `known` tells what is known of an
/// operation that `into` does not describe. Nothing is taken from a program with mistakes.
pub fn load(program: &Program, into: &mut Registry, known: &dyn Fn(&str) -> Known) -> Vec<Diagnostic> {
    let Some(source) = program.source().cloned() else {
        return vec![Diagnostic::error(Span::NONE, "meanings are read from text")];
    };
    let violations = wellformed::check(program, into, &wellformed::Options::default());
    let mut reader = Reader {
        program,
        registry: into,
        known,
        ctx: Arc::clone(program.ctx()),
        aliases: Aliases::find(&source),
        source,
        found: BTreeMap::new(),
        types: Vec::new(),
        diagnostics: violations.iter().map(wellformed::Violation::diagnostic).collect(),
    };
    reader.all();
    reader.recursion();
    let Reader { found, types, mut diagnostics, ctx, .. } = reader;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if diagnostics.is_empty() {
        types.into_iter().for_each(|meaning| into.add_type_meaning(meaning));
        for (name, Description { promises, functions, at, size }) in found {
            let variants = functions.into_iter().filter_map(|function| function.variant).collect();
            into.add_semantics(Semantics { name: ctx.ident(&name), promises, variants, at, size });
        }
    }
    diagnostics
}

/// All that the text says about one operation.
pub(super) struct Description {
    promises: Promises,
    pub(super) functions: Vec<Function>,
    at: (String, u32),
    size: u64,
}

/// One function.
pub(super) struct Function {
    op: OpId,
    /// `None` for a declaration.
    pub(super) variant: Option<Variant>,
}

pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    registry: &'a Registry,
    known: &'a dyn Fn(&str) -> Known,
    pub(super) ctx: Arc<Context>,
    pub(super) source: Arc<Source>,
    pub(super) aliases: Aliases,
    pub(super) found: BTreeMap<String, Description>,
    types: Vec<TypeMeaning>,
    diagnostics: Vec<Diagnostic>,
}

const PROMISES: &str = "assay.constant_like, assay.opaque, assay.pure, assay.reads, assay.writes, \
                        assay.never_poison";

impl Reader<'_> {
    pub(super) fn error(&mut self, op: OpId, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(self.head(op), message));
    }

    pub(super) fn error_with_help(&mut self, op: OpId, message: impl Into<String>, help: &str) {
        self.diagnostics.push(Diagnostic::error(self.head(op), message).help(help));
    }

    /// The first line of an operation.
    fn head(&self, op: OpId) -> Span {
        let span = self.program.op(op).span;
        let text = self.source.slice(span);
        let first = text.lines().next().unwrap_or(text).trim_end().len();
        if span.is_none() { span } else { Span::new(span.start as usize, span.start as usize + first) }
    }

    fn all(&mut self) {
        let program = self.program;
        let mut functions = Vec::new();
        let mut pending = vec![program.top_block()];
        while let Some(block) = pending.pop() {
            for op in program.ops_in(block) {
                match program.op(op).name {
                    known::FUNC_FUNC => functions.push(op),
                    known::BUILTIN_MODULE => {
                        let regions = program.op_regions(op).iter();
                        pending.extend(regions.flat_map(|region| program.region(*region).blocks.clone()));
                    }
                    _ => {
                        let name = program.op_name(op);
                        self.error(
                            op,
                            format!("`{name}` is no meaning of an operation: only `func.func` is"),
                        );
                    }
                }
            }
        }
        // A body may use what stands further down.
        let (types, functions): (Vec<OpId>, Vec<OpId>) =
            functions.into_iter().partition(|op| self.flag(*op, "assay.type"));
        types.into_iter().for_each(|op| self.type_meaning(op));
        for op in &functions {
            self.announce(*op);
        }
        functions.into_iter().for_each(|op| self.function(op));
    }

    /// The names of the parameters of all described types.
    pub(super) fn parameters(&self) -> Vec<String> {
        let brought = self.registry.type_meanings().flat_map(|meaning| &meaning.parameters);
        brought.chain(self.types.iter().flat_map(|meaning| &meaning.parameters)).cloned().collect()
    }

    /// A declaration that says what the values of a type are.
    fn type_meaning(&mut self, op: OpId) {
        let help = "`assay.type = \"!acme.fixed<I, F>\", assay.is = \"i(I + F)\"`";
        let text = |name: &str| self.program.attr_text(op, self.ctx.ident(name)).map(str::to_owned);
        let (Some(name), Some(is)) = (text("assay.type"), text("assay.is")) else {
            let message = "`assay.type` names a type, and `assay.is` the type of its values";
            return self.error_with_help(op, message, help);
        };
        for (other, _) in own_entries(&self.ctx, self.program.op(op).attributes) {
            if !["assay.type", "assay.is"].contains(&other.as_str()) {
                self.error_with_help(op, format!("`{other}` says nothing about a type"), help);
            }
        }
        if self.has_body(op) {
            self.error(op, "the description of a type has no body");
        }
        let Some((dialect, own, parameters)) = type_pattern(&name) else {
            let message = format!("\"{name}\" is no name of a type with names of its parameters");
            return self.error_with_help(op, message, help);
        };
        if has_records(dialect) {
            return self.error(op, format!("`!{dialect}` is a dialect that Assay knows"));
        }
        let line = self.source.line_column(self.program.op(op).span.start).line;
        let (dialect, own) = (self.ctx.ident(dialect), self.ctx.ident(own));
        let before = self.registry.type_meaning(dialect, own).map(|known| known.at.clone());
        let here = self.types.iter().find(|other| (other.dialect, other.name) == (dialect, own));
        if let Some((file, line)) = before.or_else(|| here.map(|known| known.at.clone())) {
            return self.error(op, format!("`{name}` is described already, at {file}:{line}"));
        }
        let at = (self.source.name().to_owned(), line);
        let meaning = TypeMeaning { dialect, name: own, parameters, is, at };
        // Some numbers have to give a type.
        let numbers = vec!["8".to_owned(); meaning.parameters.len()];
        let types = vec!["i8".to_owned(); meaning.parameters.len()];
        if meaning.with(&self.ctx, &numbers).or_else(|| meaning.with(&self.ctx, &types)).is_none() {
            let message = format!("\"{}\" is no type over the parameters of `{name}`", meaning.is);
            return self.error_with_help(op, message, help);
        }
        self.types.push(meaning);
    }

    /// The operation that a function speaks of.
    fn subject(&self, op: OpId) -> Option<&str> {
        self.program.attr_text(op, self.ctx.ident("assay.meaning"))
    }

    fn announce(&mut self, op: OpId) {
        let Some(name) = self.subject(op).map(str::to_owned) else {
            let help = "add `attributes {assay.meaning = \"dialect.operation\"}`";
            return self.error_with_help(op, "the function does not say which operation it describes", help);
        };
        let is_name =
            name.split_once('.').is_some_and(|(dialect, rest)| !dialect.is_empty() && !rest.is_empty());
        if !is_name {
            return self.error(op, format!("\"{name}\" is no name of an operation"));
        }
        if (self.known)(&name) != Known::No {
            return self.error(op, format!("`{name}` has a meaning in Assay already"));
        }
        let dialect = self.ctx.ident(name.split('.').next().unwrap_or_default());
        if self.registry.is_complete(dialect) && self.registry.op(self.ctx.ident(&name)).is_none() {
            let all: Vec<&str> = self.registry.ops().map(|op| self.ctx.str(op.name)).collect();
            let near = nearest(&name, all);
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return self.error(op, format!("no dialect defines `{name}`{near}"));
        }
        if let Some(semantics) = self.registry.semantics(self.ctx.ident(&name)) {
            let (file, line) = &semantics.at;
            return self.error(op, format!("`{name}` has a meaning already, at {file}:{line}"));
        }
        let line = self.source.line_column(self.program.op(op).span.start).line;
        let at = (self.source.name().to_owned(), line);
        let fresh = || Description { promises: Promises::default(), functions: Vec::new(), at, size: 1 };
        self.found.entry(name).or_insert_with(fresh);
    }

    fn function(&mut self, op: OpId) {
        let Some(name) = self.subject(op).filter(|name| self.found.contains_key(*name)).map(str::to_owned)
        else {
            return;
        };
        let has_body = self.has_body(op);
        let promises = self.promises(op, has_body);
        let variant = if has_body { self.variant(op) } else { None };
        if let Some(variant) = &variant {
            self.counts(op, &name, variant);
        }
        if !has_body && promises == Promises::default() {
            let message = "a declaration without a promise says nothing";
            self.error_with_help(op, message, &format!("known are {PROMISES}"));
        }
        let Some(found) = self.found.get_mut(&name) else { return };
        let all = &mut found.promises;
        all.constant_like |= promises.constant_like;
        all.opaque |= promises.opaque;
        all.pure |= promises.pure;
        all.reads |= promises.reads;
        all.writes |= promises.writes;
        all.never_poison |= promises.never_poison;
        let hidden = found.functions.iter().find(|other| match (&other.variant, &variant) {
            (Some(first), Some(second)) => first.hides(second),
            (None, None) => true,
            _ => false,
        });
        let first = hidden.map(|other| other.op);
        found.functions.push(Function { op, variant });
        if let Some(first) = first {
            let message = format!("`{name}` is described twice on these types");
            let (at, first) = (self.head(op), self.head(first));
            self.diagnostics.push(Diagnostic::error(at, message).also(first, "here for the first time"));
        }
    }

    /// A body has the operands and results of the definition, where that has a number of each.
    fn counts(&mut self, op: OpId, name: &str, variant: &Variant) {
        let Some(spec) = self.registry.op(self.ctx.ident(name)).filter(|spec| !spec.lossy) else { return };
        let count = |groups: &[Group]| groups.iter().all(|group| !group.is_open()).then_some(groups.len());
        let sides = [
            ("operand", count(&spec.operands), variant.operands.len()),
            ("result", count(&spec.results), variant.results.len()),
        ];
        let numbers =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        for (what, defined, described) in sides {
            if let Some(defined) = defined.filter(|defined| *defined != described) {
                let (defined, described) = (numbers(defined, what), numbers(described, what));
                self.error(op, format!("`{name}` has {defined}, and the function describes {described}"));
            }
        }
    }

    fn has_body(&self, op: OpId) -> bool {
        let program = self.program;
        program.op_regions(op).first().is_some_and(|region| !program.region(*region).blocks.is_empty())
    }

    pub(super) fn flag(&self, op: OpId, name: &str) -> bool {
        self.program.attr(op, self.ctx.ident(name)).is_some()
    }

    /// Attributes of a function whose names begin with `assay.`: each has to be known and to make sense.
    fn promises(&mut self, op: OpId, has_body: bool) -> Promises {
        let mut promises = Promises::default();
        for (name, value) in own_entries(&self.ctx, self.program.op(op).attributes) {
            let flag = match name.as_str() {
                "assay.meaning" => continue,
                "assay.elementwise" => {
                    if !has_body {
                        self.error(op, "`assay.elementwise` says how a body is read, and there is none");
                    }
                    continue;
                }
                "assay.constant_like" => &mut promises.constant_like,
                "assay.opaque" => &mut promises.opaque,
                "assay.pure" => &mut promises.pure,
                "assay.reads" => &mut promises.reads,
                "assay.writes" => &mut promises.writes,
                "assay.never_poison" => &mut promises.never_poison,
                _ => {
                    let help = format!("known are assay.meaning, assay.elementwise, {PROMISES}");
                    self.error_with_help(op, format!("`{name}` says nothing about an operation"), &help);
                    continue;
                }
            };
            *flag = true;
            if *self.ctx.attr_kind(value) != AttrKind::Unit {
                self.error(op, format!("`{name}` takes no value"));
            }
        }
        let effects = promises.reads || promises.writes;
        if effects && (promises.pure || promises.constant_like) {
            self.error(op, "an operation that reads or writes is neither pure nor a constant");
        }
        if has_body && (effects || promises.opaque) {
            self.error(
                op,
                "a body computes all that an operation does: it is not opaque, reads and writes nothing",
            );
        }
        promises
    }

    /// A body is one block of operations with a meaning.
    pub(super) fn body_form(&mut self, op: OpId, elementwise: bool) {
        let program = self.program;
        for region in program.op_regions(op) {
            let blocks = &program.region(*region).blocks;
            if blocks.len() != 1 {
                self.error(op, "a body is one block");
            }
            for block in blocks.clone() {
                for inner in program.ops_in(block) {
                    if program.op(inner).name != known::FUNC_RETURN {
                        self.inner(inner, elementwise);
                    }
                }
            }
        }
    }

    fn inner(&mut self, inner: OpId, elementwise: bool) {
        let name = self.program.op_name(inner).to_owned();
        let by_element = |variants: &[Variant]| variants.iter().any(|variant| variant.elementwise);
        let known = match self.registry.semantics(self.program.op(inner).name) {
            Some(semantics) if semantics.variants.is_empty() => Known::No,
            Some(semantics) if by_element(&semantics.variants) => Known::Elementwise,
            Some(_) => Known::Whole,
            // One of this text is looked at where it is described.
            None if self.found.contains_key(&name) => Known::Elementwise,
            None => (self.known)(&name),
        };
        match known {
            Known::Partly => {
                self.error(inner, format!("`{name}` in a body: the solver has no meaning of it"));
            }
            Known::No => self.error(inner, format!("`{name}` in a body: it has no meaning")),
            Known::Whole if elementwise => self.error(
                inner,
                format!(
                    "`{name}` in an elementwise body: it does not work on each element of a vector or tensor"
                ),
            ),
            Known::Whole | Known::Elementwise => {}
        }
    }

    /// No operation of the text may be computed by itself, and no body by too many operations.
    fn recursion(&mut self) {
        let names: Vec<String> = self.found.keys().cloned().collect();
        let uses: BTreeMap<String, Vec<String>> =
            names.iter().map(|name| (name.clone(), self.used(name))).collect();
        let mut whole = true;
        for name in names.iter().filter(|name| reaches(&uses, name)) {
            whole = false;
            self.complain(name, format!("`{name}` is computed by itself"));
        }
        if !whole {
            return;
        }
        let known = |name: &str| {
            let semantics = self.registry.semantics(self.ctx.ident(name));
            semantics.map_or(1, |semantics| semantics.size)
        };
        let sizes = sizes(&uses, &known);
        let size = |name: &String| sizes.get(name.as_str()).copied().unwrap_or(1);
        for name in names.iter().filter(|name| size(name) > MAX_OPERATIONS) {
            self.complain(
                name,
                format!("the body of `{name}` comes to more than {MAX_OPERATIONS} operations"),
            );
        }
        self.found.iter_mut().for_each(|(name, found)| found.size = size(name));
    }

    fn complain(&mut self, name: &str, message: String) {
        if let Some(op) = self.found[name].functions.first().map(|function| function.op) {
            self.error(op, message);
        }
    }

    /// Names of the operations in the bodies of an operation, each as often as it stands there.
    fn used(&self, name: &str) -> Vec<String> {
        let program = self.program;
        let functions = self.found.get(name).map_or(&[][..], |found| &found.functions);
        let regions = functions.iter().flat_map(|function| program.op_regions(function.op).iter());
        let blocks = regions.flat_map(|region| program.region(*region).blocks.iter());
        let ops = blocks.flat_map(|block| program.ops_in(*block));
        ops.map(|op| program.op_name(op).to_owned()).collect()
    }
}

/// The dialect, the name and the names of the parameters of `!dialect.name<A, B>`.
fn type_pattern(text: &str) -> Option<(&str, &str, Vec<String>)> {
    let (head, body) = match text.strip_prefix('!')?.split_once('<') {
        Some((head, rest)) => (head, rest.strip_suffix('>')?),
        None => (text.strip_prefix('!')?, ""),
    };
    let (dialect, name) = head.split_once('.')?;
    let is_name = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let names: Vec<String> =
        body.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect();
    let is_whole = names.iter().all(|name| is_name(name)) && is_name(dialect) && !name.is_empty();
    is_whole.then_some((dialect, name, names))
}

/// Returns true when an operation is used, directly or not, to compute itself.
fn reaches(uses: &BTreeMap<String, Vec<String>>, name: &str) -> bool {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut pending = vec![name];
    while let Some(at) = pending.pop() {
        for other in uses.get(at).map_or(&[][..], Vec::as_slice) {
            if other == name {
                return true;
            }
            if seen.insert(other) {
                pending.push(other);
            }
        }
    }
    false
}

/// The operations that each comes to, where none is computed by itself.
fn sizes<'u>(uses: &'u BTreeMap<String, Vec<String>>, known: &dyn Fn(&str) -> u64) -> BTreeMap<&'u str, u64> {
    let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
    for name in uses.keys() {
        let mut begun = vec![(name.as_str(), false)];
        while let Some((at, fed)) = begun.pop() {
            let inner = uses.get(at).map_or(&[][..], Vec::as_slice);
            if fed {
                let of = |other: &String| sizes.get(other.as_str()).copied().unwrap_or_else(|| known(other));
                let sum = inner.iter().fold(0u64, |sum, other| sum.saturating_add(of(other)));
                sizes.insert(at, sum.max(1));
            } else if !sizes.contains_key(at) && uses.contains_key(at) {
                begun.push((at, true));
                begun.extend(inner.iter().map(|other| (other.as_str(), false)));
            }
        }
    }
    sizes
}
