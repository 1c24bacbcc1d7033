//! The signature of one function as operands, attributes and results of an operation, with every mistake. Evaluates nothing.

use super::read::Reader;
use super::{Argument, Form, Operand, Variant};
use crate::data::{AttrId, AttrKind, OpId, Signedness, TypeId, TypeKind};
use crate::natives::{Body, Signature, names_alias, signature};
use crate::nearest::nearest;

/// The integer of a list of attributes has at most 64 bits.
const MAX_BITS: u32 = 64;

type Entries = [(String, AttrId)];

impl Reader<'_> {
    /// A function with a body; `None` where its signature has mistakes.
    pub(super) fn variant(&mut self, op: OpId) -> Option<Variant> {
        let elementwise = self.flag(op, "assay.elementwise");
        self.body_form(op, elementwise);
        let body = self.aliases.body(&self.source, self.program.op(op).span);
        let signature = self.marked(op, &body)?;
        let line = self.source.line_column(self.program.op(op).span.start).line;
        let mut variant = Variant {
            elementwise,
            operands: Vec::new(),
            arguments: Vec::new(),
            results: Vec::new(),
            widths: self.aliases.names().into_iter().map(str::to_owned).collect(),
            at: (self.source.name().to_owned(), line),
            body,
        };
        let mut whole = true;
        for (index, (ty, extra)) in signature.inputs.iter().enumerate() {
            whole &= self.argument(op, index, *ty, extra, &mut variant).is_some();
        }
        for (index, (ty, extra)) in signature.results.iter().enumerate() {
            let place = format!("result {index}");
            self.refuse(op, &place, extra, &[]);
            match self.form(op, &place, *ty, elementwise) {
                Some(form) => variant.results.push(form),
                None => whole = false,
            }
        }
        if signature.results.is_empty() {
            self.error(op, "a body computes results, and there are none");
            whole = false;
        }
        (whole && self.bind_widths(op, &mut variant)).then_some(variant)
    }

    /// The signature with a width of its own for each alias.
    fn marked(&mut self, op: OpId, body: &Body) -> Option<Signature> {
        match body.read(&self.ctx, &self.aliases.marks) {
            Ok(instance) => signature(&instance.program, instance.function),
            Err(why) => {
                let message = format!("the body cannot be read at another width: {why}");
                let help = "write aliases on one line each, and constants that fit every width";
                self.error_with_help(op, message, help);
                None
            }
        }
    }

    fn argument(
        &mut self,
        op: OpId,
        index: usize,
        ty: TypeId,
        extra: &Entries,
        variant: &mut Variant,
    ) -> Option<()> {
        let place = format!("argument {index}");
        let entry = |name: &str| extra.iter().find(|(key, _)| key == name).map(|(_, value)| *value);
        let scalar = entry("assay.scalar").is_some();
        if scalar && !variant.elementwise {
            self.error(
                op,
                format!("{place}: `assay.scalar` is for arguments of `assay.elementwise` functions"),
            );
        }
        if let Some(of) = entry("assay.width") {
            self.refuse(op, &place, extra, &["assay.width"]);
            let argument = self.width_argument(op, &place, ty, of)?;
            variant.arguments.push(argument);
            return Some(());
        }
        if let Some(name) = entry("assay.parameter") {
            self.refuse(op, &place, extra, &["assay.parameter"]);
            let argument = self.parameter_argument(op, &place, ty, name)?;
            variant.arguments.push(argument);
            return Some(());
        }
        let Some(name) = entry("assay.attribute") else {
            self.refuse(op, &place, extra, &["assay.scalar"]);
            if !variant.arguments.is_empty() {
                self.error(op, format!("{place} is an operand: operands come before attributes"));
            }
            let form = self.form(op, &place, ty, variant.elementwise)?;
            variant.operands.push(Operand { form, scalar });
            return Some(());
        };
        self.refuse(op, &place, extra, &["assay.scalar", "assay.attribute", "assay.cases", "assay.absent"]);
        let AttrKind::String { text, .. } = *self.ctx.attr_kind(name) else {
            self.error(op, format!("{place}: `assay.attribute` is the name of an attribute in quotes"));
            return None;
        };
        let same = |argument: &Argument| match argument {
            Argument::Number { name, .. } | Argument::Place { name, .. } => *name == text,
            Argument::Width { .. } | Argument::Parameter { .. } => false,
        };
        if variant.arguments.iter().any(same) {
            self.error(op, format!("{place}: the attribute is an argument already"));
        }
        let absent = entry("assay.absent");
        let argument = match entry("assay.cases") {
            Some(list) => {
                let (list, bits, absent) = self.place(op, &place, ty, list, absent)?;
                Argument::Place { name: text, list, bits, absent }
            }
            None => {
                let form = self.number(op, &place, ty, absent, variant.elementwise)?;
                Argument::Number { name: text, form, absent, scalar }
            }
        };
        variant.arguments.push(argument);
        Some(())
    }

    /// The width of an alias, as a number of a type that holds it.
    fn width_argument(&mut self, op: OpId, place: &str, ty: TypeId, of: AttrId) -> Option<Argument> {
        let open = match self.ctx.attr_kind(of) {
            AttrKind::Type(of) => self.form(op, place, *of, true),
            _ => None,
        };
        let form = self.form(op, place, ty, true)?;
        let holds = match form {
            Form::Open(_) => Some(form) == open,
            Form::Fixed(ty) => {
                matches!(
                    self.ctx.type_kind(ty),
                    TypeKind::Integer { width: 32.., signedness: Signedness::Signless }
                )
            }
        };
        match open {
            Some(Form::Open(of)) if holds => Some(Argument::Width { of, form }),
            _ => {
                let message = format!(
                    "{place}: `assay.width` names an alias; its bits are an integer of that width or i64"
                );
                self.error(op, message);
                None
            }
        }
    }

    /// A parameter of a described type, as a number of a type that holds it.
    fn parameter_argument(&mut self, op: OpId, place: &str, ty: TypeId, name: AttrId) -> Option<Argument> {
        let AttrKind::String { text, .. } = *self.ctx.attr_kind(name) else {
            self.error(op, format!("{place}: `assay.parameter` is the name of a parameter in quotes"));
            return None;
        };
        let known = self.parameters();
        if !known.iter().any(|one| one == self.ctx.str(text)) {
            let near = nearest(self.ctx.str(text), known.iter().map(String::as_str));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            let message =
                format!("{place}: no described type has a parameter `{}`{near}", self.ctx.str(text));
            self.error(op, message);
            return None;
        }
        let form = self.form(op, place, ty, true)?;
        let is_integer = match form {
            Form::Open(_) => true,
            Form::Fixed(ty) => matches!(self.ctx.type_kind(ty), TypeKind::Integer { .. } | TypeKind::Index),
        };
        if !is_integer {
            self.error(op, format!("{place}: a parameter is seen as an integer"));
        }
        is_integer.then_some(Argument::Parameter { name: text, form })
    }

    /// An attribute as its place in a list.
    fn place(
        &mut self,
        op: OpId,
        place: &str,
        ty: TypeId,
        list: AttrId,
        absent: Option<AttrId>,
    ) -> Option<(Box<[AttrId]>, u32, Option<usize>)> {
        let list = match self.ctx.attr_kind(list) {
            AttrKind::Array(list) if !list.is_empty() => list.clone(),
            _ => {
                self.error(op, format!("{place}: `assay.cases` is a list of attributes"));
                return None;
            }
        };
        let bits = match *self.ctx.type_kind(ty) {
            TypeKind::Integer { width: width @ 1..=MAX_BITS, signedness: Signedness::Signless } => width,
            _ => {
                let message =
                    format!("{place}: the place in a list is a signless integer of a written width");
                self.error(op, message);
                return None;
            }
        };
        if (list.len() - 1) as u128 >> bits != 0 {
            self.error(op, format!("{place}: {} places do not fit i{bits}", list.len()));
            return None;
        }
        let absent = match absent.map(|attr| self.ctx.attr_kind(attr)) {
            None => None,
            Some(AttrKind::Integer { value, .. }) => {
                let index = value.to_i64().and_then(|index| usize::try_from(index).ok());
                match index.filter(|index| *index < list.len()) {
                    Some(index) => Some(index),
                    None => {
                        self.error(op, format!("{place}: `assay.absent` is a place in the list, from 0"));
                        return None;
                    }
                }
            }
            Some(_) => {
                self.error(op, format!("{place}: `assay.absent` is a place in the list, from 0"));
                return None;
            }
        };
        Some((list, bits, absent))
    }

    /// An attribute as a number.
    fn number(
        &mut self,
        op: OpId,
        place: &str,
        ty: TypeId,
        absent: Option<AttrId>,
        elementwise: bool,
    ) -> Option<Form> {
        let form = self.form(op, place, ty, elementwise)?;
        let numeric = match form {
            Form::Open(_) => true,
            Form::Fixed(ty) => {
                matches!(
                    self.ctx.type_kind(ty),
                    TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_)
                )
            }
        };
        if !numeric {
            self.error(op, format!("{place}: an attribute is seen as an integer, `index` or a float"));
            return None;
        }
        if let Some(attr) = absent {
            let fits = match (form, self.ctx.attr_kind(attr)) {
                (Form::Open(_), kind) => matches!(kind, AttrKind::Integer { .. }),
                (Form::Fixed(ty), _) => self.ctx.attr_type(attr) == Some(ty),
            };
            if !fits {
                self.error(op, format!("{place}: `assay.absent` is a number of the type of the argument"));
                return None;
            }
        }
        Some(form)
    }

    /// Reports what an argument or a result says besides these words.
    fn refuse(&mut self, op: OpId, place: &str, extra: &Entries, known: &[&str]) {
        for (name, _) in extra.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            let message = match name.as_str() {
                "assay.cases" | "assay.absent" => {
                    format!("{place}: `{name}` is for attributes: name one with `assay.attribute`")
                }
                _ => format!("{place}: `{name}` says nothing here"),
            };
            let help = "known on arguments are assay.attribute, assay.cases, assay.absent, assay.scalar, assay.width, assay.parameter";
            self.error_with_help(op, message, help);
        }
    }

    /// The type of an operand, a result or a number.
    fn form(&mut self, op: OpId, place: &str, ty: TypeId, elementwise: bool) -> Option<Form> {
        if let TypeKind::Integer { width, signedness: Signedness::Signless } = *self.ctx.type_kind(ty)
            && let Some(open) = self.aliases.marks.iter().position(|mark| *mark == width)
        {
            return Some(Form::Open(open));
        }
        let text = crate::text::type_text(&self.ctx, ty);
        if self.aliases.marks.iter().any(|mark| text.contains(&format!("i{mark}"))) {
            self.error_with_help(
                op,
                format!("{place}: an alias of an integer stands alone"),
                "`assay.elementwise` says the same of vectors and tensors",
            );
            return None;
        }
        let is_number =
            matches!(self.ctx.type_kind(ty), TypeKind::Integer { .. } | TypeKind::Index | TypeKind::Float(_));
        if elementwise && !is_number {
            self.error(op, format!("{place}: an elementwise body sees one element, not `{text}`"));
            return None;
        }
        Some(Form::Fixed(ty))
    }

    /// Every open width that the function uses has to be bound by an operand or a result. Returns false where one is not.
    fn bind_widths(&mut self, op: OpId, variant: &mut Variant) -> bool {
        let operands = variant.operands.iter().map(|operand| operand.form);
        let forms: Vec<Form> = operands.chain(variant.results.iter().copied()).collect();
        let bound = |index: usize| forms.contains(&Form::Open(index));
        let text = self.source.slice(self.program.op(op).span);
        let free = |(index, name): &(usize, &String)| !bound(*index) && names_alias(text, name);
        if let Some((_, name)) = variant.widths.iter().enumerate().find(free) {
            let message = format!("no operand and no result says how wide `!{name}` is");
            self.error(op, message);
            return false;
        }
        let used: Vec<usize> = (0..variant.widths.len()).filter(|index| bound(*index)).collect();
        variant.body = variant.body.keeping(&used, &self.aliases.written(&self.source));
        let renumber = |form: &mut Form| {
            if let Form::Open(index) = form
                && let Some(new) = used.iter().position(|other| other == index)
            {
                *form = Form::Open(new);
            }
        };
        variant.operands.iter_mut().for_each(|operand| renumber(&mut operand.form));
        variant.results.iter_mut().for_each(renumber);
        for argument in &mut variant.arguments {
            match argument {
                Argument::Number { form, .. } | Argument::Parameter { form, .. } => renumber(form),
                Argument::Width { of, form } => {
                    renumber(form);
                    let mut open = Form::Open(*of);
                    renumber(&mut open);
                    if let Form::Open(new) = open {
                        *of = new;
                    }
                }
                Argument::Place { .. } => {}
            }
        }
        variant.widths = used.iter().map(|index| variant.widths[*index].clone()).collect();
        true
    }
}
