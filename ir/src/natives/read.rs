//! Reads summaries from a program of `func.func` operations and reports every mistake with its place. Evaluates nothing
//! and judges no body beyond its form.

use std::sync::Arc;

use super::aliases::{Aliases, names_alias};
use super::signature::{Signature, own_entries, signature};
use super::{Argument, Body, Entity, Form, Promise, RangeOf, Role, Summary, Width};
use crate::data::{AttrId, AttrKind, Context, OpId, Program, Source, Span, TypeId, TypeKind, known};
use crate::diagnostic::Diagnostic;
use crate::spec::Registry;
use crate::wellformed;

/// A rewrite changes nothing but discardable attributes of an argument.
const DISCARDABLE: &str = "assay.only_discardable_attributes_of";
/// An attribute of type `index`.
pub(super) const INDEX: &str = "assay.index";
/// A value as the numbers that it is when the program runs.
pub(super) const VALUE: &str = "assay.value";
/// The operations that a rewrite makes.
pub(super) const CREATES: &str = "assay.creates";
/// The argument that the last of them replaces.
pub(super) const REPLACES: &str = "assay.replaces";

/// Reads all summaries of `program` into `into`, which must have the program's context. A name that `into` already knows
/// gets the new meaning, so that the files of a user come last; a name that stands twice in one program is a mistake.
/// Nothing is taken from a program with mistakes.
///
/// Bodies use operations of `arith`.
pub fn load(program: &Program, into: &mut Registry) -> Vec<Diagnostic> {
    load_using(program, into, &|name| name.starts_with("arith."))
}

/// The same for bodies of operations that have a meaning, as `is_known` says.
pub fn load_using(
    program: &Program,
    into: &mut Registry,
    is_known: &dyn Fn(&str) -> bool,
) -> Vec<Diagnostic> {
    let Some(source) = program.source().cloned() else {
        return vec![Diagnostic::error(Span::NONE, "summaries are read from text")];
    };
    let violations = wellformed::check(program, into, &wellformed::Options::default());
    let mut reader = Reader {
        program,
        is_known,
        ctx: Arc::clone(program.ctx()),
        aliases: Aliases::find(&source),
        source,
        found: Vec::new(),
        diagnostics: violations.iter().map(wellformed::Violation::diagnostic).collect(),
    };
    reader.all();
    let Reader { found, mut diagnostics, .. } = reader;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if diagnostics.is_empty() {
        found.into_iter().for_each(|(summary, _)| into.add_native(summary));
    }
    diagnostics
}

pub(super) struct Reader<'a> {
    pub(super) program: &'a Program,
    /// Operations that bodies may use.
    is_known: &'a dyn Fn(&str) -> bool,
    pub(super) ctx: Arc<Context>,
    source: Arc<Source>,
    aliases: Aliases,
    found: Vec<(Summary, Span)>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    pub(super) fn error(&mut self, op: OpId, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(self.head(op), message));
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
        let mut pending = vec![program.top_block()];
        while let Some(block) = pending.pop() {
            for op in program.ops_in(block) {
                match program.op(op).name {
                    known::FUNC_FUNC => self.function(op),
                    known::BUILTIN_MODULE => {
                        let regions = program.op_regions(op).iter();
                        pending.extend(regions.flat_map(|region| program.region(*region).blocks.clone()));
                    }
                    _ => {
                        let name = program.op_name(op);
                        self.error(op, format!("`{name}` is no summary of native code: only `func.func` is"));
                    }
                }
            }
        }
    }

    fn function(&mut self, op: OpId) {
        let name = self.program.attr_text(op, known::SYM_NAME).unwrap_or("").to_owned();
        let native = self.ctx.ident("assay.native");
        let role = match self.program.attr_text(op, native) {
            Some("constraint") => Role::Constraint,
            Some("rewrite") => Role::Rewrite,
            _ => {
                let message = format!("@{name} does not say what it is");
                let help = "add `attributes {assay.native = \"constraint\"}` or `\"rewrite\"`";
                let at = self.head(op);
                self.diagnostics.push(Diagnostic::error(at, message).help(help));
                return;
            }
        };
        let Some(default) = signature(self.program, op) else {
            return self.error(op, format!("@{name} has no function type"));
        };
        let before = self.diagnostics.len();
        if default.has_body {
            self.body_form(op);
        }
        let body = default.has_body.then(|| self.aliases.body(&self.source, self.program.op(op).span));
        let signature = match &body {
            None => Some(default),
            Some(body) => self.marked(op, body),
        };
        let Some(signature) = signature else { return };
        let mut summary = Summary {
            name,
            role,
            arguments: Vec::new(),
            results: Vec::new(),
            exact: self.flag(op, "assay.exact") || body.is_some(),
            pure: self.flag(op, "assay.pure") || body.is_some(),
            discardable: self.flag(op, DISCARDABLE),
            matches_only: self.flag(op, "assay.matches_only"),
            creates: self.creates(op),
            replaces: None,
            products: Vec::new(),
            total: self.flag(op, "assay.total") || body.is_some(),
            nonnull: self.flag(op, "assay.nonnull") || body.is_some(),
            cpp: self.cpp(op),
            widths: self.aliases.names().into_iter().map(str::to_owned).collect(),
            at: (self.source.name().to_owned(), self.source.line_column(self.program.op(op).span.start).line),
            body,
        };
        self.function_flags(op, role);
        self.signature(op, &signature, &mut summary);
        if before == self.diagnostics.len() {
            self.bind_widths(op, &mut summary);
        }
        let twice = self.found.iter().find(|(other, _)| other.name == summary.name);
        if let Some((other, first)) = twice {
            let message = format!("@{} is described twice", other.name);
            let at = self.head(op);
            self.diagnostics.push(Diagnostic::error(at, message).also(*first, "here for the first time"));
        }
        let at = self.head(op);
        self.found.push((summary, at));
    }

    pub(super) fn flag(&self, op: OpId, name: &str) -> bool {
        self.program.attr(op, self.ctx.ident(name)).is_some()
    }

    /// C++ that means the same: one text or several.
    fn cpp(&mut self, op: OpId) -> Vec<String> {
        self.texts(op, "assay.cpp").unwrap_or_else(|| {
            self.error(op, "`assay.cpp` is C++ in quotes, or a list of such texts");
            Vec::new()
        })
    }

    /// The text, or the list of texts, that an attribute is; none where it is not there, `None` for anything else.
    pub(super) fn texts(&self, op: OpId, name: &str) -> Option<Vec<String>> {
        let Some(written) = self.program.attr(op, self.ctx.ident(name)) else { return Some(Vec::new()) };
        let text = |attr: AttrId| match self.ctx.attr_kind(attr) {
            AttrKind::String { text, .. } => Some(self.ctx.str(*text).to_owned()),
            _ => None,
        };
        match self.ctx.attr_kind(written) {
            AttrKind::Array(list) => list.iter().map(|item| text(*item)).collect(),
            _ => text(written).map(|text| vec![text]),
        }
    }

    /// Attributes of a function whose names begin with `assay.`: each has to be known and to make sense.
    fn function_flags(&mut self, op: OpId, role: Role) {
        for (name, _) in own_entries(&self.ctx, self.program.op(op).attributes) {
            let fits = match name.as_str() {
                "assay.native" | "assay.cpp" => continue,
                "assay.exact" => role == Role::Constraint,
                "assay.pure" | "assay.total" | "assay.nonnull" | "assay.matches_only" | DISCARDABLE
                | CREATES | REPLACES => role == Role::Rewrite,
                _ => {
                    let help = "known are assay.native, assay.exact, assay.pure, assay.total, assay.nonnull, \
                                assay.only_discardable_attributes_of, assay.matches_only, assay.creates, assay.replaces, \
                                assay.cpp";
                    let at = self.head(op);
                    let message = format!("`{name}` says nothing about native code");
                    self.diagnostics.push(Diagnostic::error(at, message).help(help));
                    continue;
                }
            };
            if !fits {
                let of = if role == Role::Constraint { "rewrite" } else { "constraint" };
                self.error(op, format!("`{name}` can only be said of a {of}"));
            }
        }
    }

    /// A body is one block of operations with a meaning.
    fn body_form(&mut self, op: OpId) {
        let program = self.program;
        for region in program.op_regions(op) {
            let blocks = &program.region(*region).blocks;
            if blocks.len() != 1 {
                self.error(op, "a body is one block");
            }
            for block in blocks.clone() {
                for inner in program.ops_in(block) {
                    let name = program.op_name(inner);
                    if program.op(inner).name != known::FUNC_RETURN && !(self.is_known)(name) {
                        self.error(inner, format!("`{name}` in a body: it has no meaning"));
                    }
                }
            }
        }
    }

    /// The signature with a width of its own for each alias.
    fn marked(&mut self, op: OpId, body: &Body) -> Option<Signature> {
        let read = body.read(&self.ctx, &self.aliases.marks);
        match read {
            Ok(instance) => signature(&instance.program, instance.function),
            Err(why) => {
                let message = format!("the body cannot be read at another width: {why}");
                let help = "write aliases on one line each, and constants that fit every width";
                let at = self.head(op);
                self.diagnostics.push(Diagnostic::error(at, message).help(help));
                None
            }
        }
    }

    fn signature(&mut self, op: OpId, signature: &Signature, summary: &mut Summary) {
        let count = signature.inputs.len();
        for (index, (ty, extra)) in signature.inputs.iter().enumerate() {
            let place = format!("argument {index}");
            let Some(form) = self.form(op, &place, *ty, extra, summary.has_body(), false) else { continue };
            let promises = self.promises(op, &place, &form, extra, summary.role, &signature.inputs);
            summary.arguments.push(Argument { form, promises });
        }
        let mut results = signature.results.as_slice();
        if summary.role == Role::Constraint && summary.has_body() {
            match results.split_first() {
                Some(((answer, _), rest)) if *answer == self.ctx.integer(1) => results = rest,
                _ => self.error(op, "the first result of a constraint with a body is its answer, an `i1`"),
            }
        }
        for (index, (ty, extra)) in results.iter().enumerate() {
            let place = format!("result {index}");
            if let Some(form) = self.form(op, &place, *ty, extra, summary.has_body(), true) {
                self.product(op, &place, (index, &form), extra, summary);
                summary.results.push(form);
            }
        }
        self.whole(op, summary);
        if summary.sees_values() {
            if summary.role == Role::Rewrite {
                self.error(op, format!("`{VALUE}` can only be said to a constraint"));
            }
            summary.exact = false;
        }
        if summary.role == Role::Constraint && count == 0 {
            self.error(op, "a constraint has an argument");
        }
        if summary.role == Role::Rewrite && count == 0 && summary.results.is_empty() {
            self.error(op, "a rewrite has an argument or a result");
        }
    }

    fn width(&self, bits: u32) -> Width {
        let open = self.aliases.marks.iter().position(|mark| *mark == bits);
        open.map_or(Width::Fixed(bits), Width::Open)
    }

    /// What an argument or a result is.
    fn form(
        &mut self,
        op: OpId,
        place: &str,
        ty: TypeId,
        extra: &[(String, AttrId)],
        has_body: bool,
        result: bool,
    ) -> Option<Form> {
        let entry = |name: &str| extra.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
        if let Some(entity) = self.entity(ty) {
            for name in
                ["assay.type", "assay.flags", INDEX, VALUE].into_iter().filter(|name| entry(name).is_some())
            {
                self.error(op, format!("{place}: `{name}` is for integers that a body sees"));
            }
            if result && has_body {
                self.error(op, format!("{place}: a body makes integers only"));
            }
            return Some(Form::Opaque(entity));
        }
        let TypeKind::Integer { width: bits, signedness: crate::data::Signedness::Signless } =
            *self.ctx.type_kind(ty)
        else {
            self.error(op, format!("{place} is neither a pdl type nor an integer"));
            return None;
        };
        if !has_body {
            self.error(op, format!("{place} is an integer, but there is no body that could see it"));
            return None;
        }
        let fixed = match self.width(bits) {
            Width::Fixed(bits) => Some(bits),
            Width::Open(_) => None,
        };
        if entry(INDEX).is_some() {
            if fixed == Some(64) && entry("assay.flags").or(entry("assay.type")).is_none() {
                return Some(Form::Index);
            }
            self.error(op, format!("{place}: `{INDEX}` stands alone, on an `i64`"));
            return None;
        }
        if entry(VALUE).is_some() {
            if !result && entry("assay.flags").or(entry("assay.type")).is_none() {
                return Some(Form::Value(self.width(bits)));
            }
            self.error(op, format!("{place}: `{VALUE}` stands alone, on an argument"));
            return None;
        }
        match (entry("assay.flags"), entry("assay.type"), fixed) {
            (Some(_), Some(_), _) => {
                self.error(op, format!("{place} is either a type or flags"));
                None
            }
            (Some(name), None, Some(bits)) => match self.ctx.attr_kind(name) {
                AttrKind::String { text, .. } => {
                    Some(Form::Flags { name: self.ctx.str(*text).to_owned(), bits })
                }
                _ => {
                    self.error(op, format!("{place}: `assay.flags` is the name of an attribute in quotes"));
                    None
                }
            },
            (None, Some(binds), _) => self.type_form(op, place, binds, self.width(bits), result),
            (None, None, _) => Some(Form::Integer(self.width(bits))),
            (Some(_), None, None) => {
                self.error(op, format!("{place}: flags have a fixed number of bits, as `i2`"));
                None
            }
        }
    }

    fn type_form(
        &mut self,
        op: OpId,
        place: &str,
        binds: AttrId,
        number: Width,
        result: bool,
    ) -> Option<Form> {
        let binds = match self.ctx.attr_kind(binds) {
            AttrKind::Unit => None,
            AttrKind::Type(ty) if !result => match *self.ctx.type_kind(*ty) {
                TypeKind::Integer { width, .. } => Some(self.width(width)),
                _ => {
                    self.error(op, format!("{place}: `assay.type` names an integer type"));
                    return None;
                }
            },
            _ if result => {
                self.error(op, format!("{place}: `assay.type` of a result stands alone"));
                return None;
            }
            _ => {
                self.error(op, format!("{place}: `assay.type` names an integer type, or stands alone"));
                return None;
            }
        };
        Some(Form::Type { binds, number })
    }

    fn entity(&self, ty: TypeId) -> Option<Entity> {
        use Entity::{Attribute, Operation, Range, Type, Value};
        let single = [
            (known::T_ATTRIBUTE, Attribute, RangeOf::Attributes),
            (known::T_TYPE, Type, RangeOf::Types),
            (known::VALUE, Value, RangeOf::Values),
            (known::T_OPERATION, Operation, RangeOf::Operations),
        ];
        single.into_iter().find_map(|(name, entity, range)| {
            if ty == self.ctx.pdl_type(name) {
                Some(entity)
            } else {
                (ty == self.ctx.pdl_range(name)).then_some(Range(range))
            }
        })
    }

    fn promises(
        &mut self,
        op: OpId,
        place: &str,
        form: &Form,
        extra: &[(String, AttrId)],
        role: Role,
        inputs: &[(TypeId, Vec<(String, AttrId)>)],
    ) -> Vec<Promise> {
        let entity = form.entity();
        let mut out = Vec::new();
        for (name, value) in extra {
            let promise = match name.as_str() {
                "assay.type" | "assay.flags" | INDEX | VALUE => continue,
                "assay.is_unused" => Some(Promise::IsUnused),
                "assay.has_one_use" => Some(Promise::HasOneUse),
                "assay.is_not_terminator" => Some(Promise::IsNotTerminator),
                "assay.dominates" => self.other_operation(*value, inputs).map(Promise::Dominates),
                "assay.same_block" => self.other_operation(*value, inputs).map(Promise::SameBlock),
                "assay.lacks" => self.other(*value, inputs, Entity::Attribute).map(Promise::Lacks),
                _ => {
                    let help = "known are assay.is_unused, assay.has_one_use, assay.is_not_terminator, \
                                assay.dominates, assay.same_block, assay.lacks, assay.type, assay.flags, assay.index, assay.value";
                    let at = self.head(op);
                    let message = format!("{place}: `{name}` promises nothing");
                    self.diagnostics.push(Diagnostic::error(at, message).help(help));
                    continue;
                }
            };
            let Some(promise) = promise else {
                let kind = if name == "assay.lacks" { "attribute" } else { "operation" };
                self.error(
                    op,
                    format!("{place}: `{name}` is the number of another argument that is an {kind}"),
                );
                continue;
            };
            let fits = match promise {
                Promise::IsUnused | Promise::HasOneUse | Promise::Dominates(_) => {
                    matches!(entity, Entity::Value | Entity::Operation)
                }
                Promise::IsNotTerminator | Promise::SameBlock(_) | Promise::Lacks(_) => {
                    entity == Entity::Operation
                }
            };
            if !fits {
                self.error(op, format!("{place}: `{name}` cannot be said of it"));
            } else if role == Role::Rewrite {
                self.error(op, format!("{place}: `{name}` can only be promised by a constraint"));
            } else {
                out.push(promise);
            }
        }
        out
    }

    fn other_operation(&self, value: AttrId, inputs: &[(TypeId, Vec<(String, AttrId)>)]) -> Option<usize> {
        self.other(value, inputs, Entity::Operation)
    }

    fn other(
        &self,
        value: AttrId,
        inputs: &[(TypeId, Vec<(String, AttrId)>)],
        entity: Entity,
    ) -> Option<usize> {
        let AttrKind::Integer { value, .. } = self.ctx.attr_kind(value) else { return None };
        let index = usize::try_from(value.to_i64()?).ok()?;
        let (ty, _) = inputs.get(index)?;
        (self.entity(*ty) == Some(entity)).then_some(index)
    }

    /// Every open width that the body uses has to be bound by an argument.
    fn bind_widths(&mut self, op: OpId, summary: &mut Summary) {
        let bound = |index: usize| {
            summary.arguments.iter().any(|argument| match argument.form {
                Form::Integer(Width::Open(width))
                | Form::Value(Width::Open(width))
                | Form::Type { binds: Some(Width::Open(width)), .. } => width == index,
                _ => false,
            })
        };
        let Some(body) = &summary.body else {
            summary.widths.clear();
            return;
        };
        let text = self.source.slice(self.program.op(op).span);
        let free: Vec<&String> = summary
            .widths
            .iter()
            .enumerate()
            .filter(|(index, name)| !bound(*index) && names_alias(text, name))
            .map(|(_, name)| name)
            .collect();
        if let Some(name) = free.first() {
            let message = format!("no argument says how wide `!{name}` is");
            return self.error(op, message);
        }
        // Widths that this summary does not name keep the number that is written.
        let used: Vec<usize> = (0..summary.widths.len()).filter(|index| bound(*index)).collect();
        let kept = body.keeping(&used, &self.aliases.written(&self.source));
        let renumber = |width: &mut Width| {
            if let Width::Open(index) = width
                && let Some(new) = used.iter().position(|other| other == index)
            {
                *width = Width::Open(new);
            }
        };
        let arguments = summary.arguments.iter_mut().map(|argument| &mut argument.form);
        for form in arguments.chain(&mut summary.results) {
            match form {
                Form::Integer(width) | Form::Value(width) => renumber(width),
                Form::Type { binds, number } => {
                    binds.iter_mut().for_each(renumber);
                    renumber(number);
                }
                Form::Index | Form::Flags { .. } | Form::Opaque(_) => {}
            }
        }
        summary.widths = used.iter().map(|index| summary.widths[*index].clone()).collect();
        summary.body = Some(kept);
    }
}
