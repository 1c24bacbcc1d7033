//! A path as a pattern of PDL with summaries of native code: what it matches, its conditions, what it makes. Knows no C++.

use std::collections::BTreeSet;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::prelude::{self, Table};
use crate::records::{self, Elements};
use crate::state::{Action, Attribute, Definition, State};
use crate::summary::{Body, INDEX, INDEX_FORM, Subject};
use crate::term::{Term, Width};
use crate::value::Float;

/// A pattern with the native functions that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// PDL.
    pub pdl: String,
    /// Summaries, without the aliases that they share.
    pub natives: String,
}

/// The widths that summaries leave open: one file of them starts with these lines.
pub const ALIASES: &str = "!w0 = i8\n!w1 = i16\n!w2 = i24\n!w3 = i40\n";

/// The largest term that is written.
const SIZE: usize = 2_000;

/// The premise of a path whose constants the dialect of its operation cannot make.
pub(crate) const ELSEWHERE: &str = "constants that the dialect itself cannot make are made by another one";

/// The premise of a path that computes integers.
pub(crate) const NO_INDEX: &str = "`index` is left out where integers are computed";

/// The name and the place of a pattern.
pub(crate) struct Place<'a> {
    /// Symbol.
    pub(crate) name: &'a str,
    /// File of its lines.
    pub(crate) file: &'a str,
    /// The line of its head.
    pub(crate) line: usize,
    /// The tables, which say what makes constants.
    pub(crate) tables: &'a [Table],
}

/// The pattern of a path, or why there is none.
pub(crate) fn pattern(state: &mut State, place: &Place<'_>) -> Result<Pattern, String> {
    let mut writer = Writer::new(state, place);
    let matcher = writer.matcher()?;
    let rewrite = writer.rewrite()?;
    let pattern = writer.finished(&matcher, &rewrite);
    let open = |ty: &crate::state::Type| ty.elements == Elements::Integer && ty.written.is_none();
    if !pattern.natives.is_empty() && (0..state.types.len()).any(|ty| open(&state.types[state.ty(ty)])) {
        state.narrow(NO_INDEX);
    }
    Ok(pattern)
}

/// A pattern that matches what a path matches, whose rewrite stands for none.
pub(crate) fn conditions(state: &mut State, place: &Place<'_>) -> Result<Pattern, String> {
    let mut writer = Writer::new(state, place);
    let matcher = writer.matcher()?;
    let results = writer.state.ops[0].results.clone();
    let types: Vec<usize> = results.iter().map(|value| writer.state.type_of(*value)).collect();
    let types: Vec<String> = types.into_iter().map(|ty| writer.ty(ty)).collect();
    let made = match types.is_empty() {
        true => "%new = pdl.operation \"assay.any\"".to_owned(),
        false => {
            let kinds = vec!["!pdl.type"; types.len()].join(", ");
            format!("%new = pdl.operation \"assay.any\" -> ({} : {kinds})", types.join(", "))
        }
    };
    writer.line(&made, place.line);
    writer.line("pdl.replace %op0 with %new", place.line);
    let rewrite = std::mem::take(&mut writer.lines);
    Ok(writer.finished(&matcher, &rewrite))
}

/// A pattern that matches the operation of a body, and of whose rewrite nothing is known but what stopped the reading.
pub(crate) fn opaque(place: &Place<'_>, root: Option<&str>, what: &str, line: usize) -> Pattern {
    let at = |line: usize| format!("loc(\"{}\":{line}:1)", place.file.escape_default());
    let (head, there) = (at(place.line), at(line));
    let name = root.map(|name| format!("\"{name}\" ")).unwrap_or_default();
    let what: String = what.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let what = what.replace('\\', "\\\\").replace('"', "'");
    let mut pdl = String::new();
    let _ = writeln!(pdl, "pdl.pattern @\"{}\" : benefit(1) {{", symbol(place.name));
    let _ = writeln!(pdl, "  %operands = pdl.operands {head}");
    let _ = writeln!(pdl, "  %types = pdl.types {head}");
    let _ = writeln!(
        pdl,
        "  %root = pdl.operation {name}(%operands : !pdl.range<value>) -> (%types : !pdl.range<type>) {head}"
    );
    let _ = writeln!(pdl, "  pdl.rewrite %root with \"C++: {what}\" {there}\n}} {head}\n");
    Pattern { pdl, natives: String::new() }
}

struct Writer<'s, 'p> {
    state: &'s mut State,
    place: &'p Place<'p>,
    lines: Vec<String>,
    natives: String,
    count: usize,
    types: FxHashMap<usize, String>,
    values: FxHashMap<usize, String>,
    attributes: FxHashMap<usize, String>,
    operations: BTreeSet<usize>,
    head: Vec<String>,
}

impl<'s, 'p> Writer<'s, 'p> {
    fn new(state: &'s mut State, place: &'p Place<'p>) -> Writer<'s, 'p> {
        Writer {
            state,
            place,
            lines: Vec::new(),
            natives: String::new(),
            count: 0,
            types: FxHashMap::default(),
            values: FxHashMap::default(),
            attributes: FxHashMap::default(),
            operations: BTreeSet::new(),
            head: Vec::new(),
        }
    }

    fn at(&self, line: usize) -> String {
        format!("loc(\"{}\":{line}:1)", self.place.file.escape_default())
    }

    fn line(&mut self, text: &str, line: usize) {
        let at = self.at(line);
        self.lines.push(format!("{text} {at}"));
    }

    /// The lines of the match.
    fn matcher(&mut self) -> Result<Vec<String>, String> {
        if self.state.ops.is_empty() {
            return Err("its operation is of no known kind".to_owned());
        }
        let matched: Vec<usize> =
            (0..self.state.ops.len()).filter(|op| !self.state.ops[*op].created).collect();
        // Attributes are looked up first: handles are bound only after the whole rewrite is read.
        self.matched(0)?;
        for op in matched {
            if !self.operations.contains(&op) {
                return Err("an operation that the root does not use".to_owned());
            }
        }
        let conditions: Vec<(Term, usize)> =
            self.state.conditions.iter().map(|one| (one.term.clone(), one.line)).collect();
        for (term, line) in conditions {
            let term = self.state.resolved(&term);
            if term.known() == Some(1) {
                continue;
            }
            let (name, arguments) = self.native(&[(term, "i1".to_owned())], "constraint", line)?;
            self.line(&format!("pdl.apply_native_constraint \"{name}\"{arguments}"), line);
        }
        Ok(std::mem::take(&mut self.lines))
    }

    /// The lines of the rewrite.
    fn rewrite(&mut self) -> Result<Vec<String>, String> {
        let actions = self.state.actions.clone();
        if !actions.iter().any(|(action, _)| matches!(action, Action::Replace(0, _) | Action::Erase(0))) {
            return Err("a rewrite that leaves its root in place".to_owned());
        }
        for (action, line) in actions {
            match action {
                Action::Create(op) => self.created(op)?,
                Action::Replace(op, values) => {
                    let mut names = Vec::new();
                    for (number, value) in values.iter().enumerate() {
                        let ty =
                            self.state.ops[op].results.get(number).map(|value| self.state.type_of(*value));
                        names.push(self.replacement(*value, ty, line)?);
                    }
                    let kinds = vec!["!pdl.value"; names.len()].join(", ");
                    let name = self.operation_name(op)?;
                    self.line(&format!("pdl.replace {name} with ({} : {kinds})", names.join(", ")), line);
                }
                Action::Erase(op) => {
                    let name = self.operation_name(op)?;
                    self.line(&format!("pdl.erase {name}"), line);
                }
            }
        }
        Ok(std::mem::take(&mut self.lines))
    }

    fn finished(&mut self, matcher: &[String], rewrite: &[String]) -> Pattern {
        let mut pdl = String::new();
        let end = self.at(self.place.line);
        let _ = writeln!(pdl, "pdl.pattern @\"{}\" : benefit(1) {{", symbol(self.place.name));
        for line in self.head.iter().chain(matcher) {
            let _ = writeln!(pdl, "  {line}");
        }
        let _ = writeln!(pdl, "  pdl.rewrite %op0 {{");
        for line in rewrite {
            let _ = writeln!(pdl, "    {line}");
        }
        let _ = writeln!(pdl, "  }} {end}\n}} {end}\n");
        Pattern { pdl, natives: std::mem::take(&mut self.natives) }
    }

    fn operation_name(&self, op: usize) -> Result<String, String> {
        match self.operations.contains(&op) {
            true => Ok(format!("%op{op}")),
            false => Err("an operation that is not matched is changed".to_owned()),
        }
    }

    fn ty(&mut self, ty: usize) -> String {
        let ty = self.state.ty(ty);
        if let Some(known) = self.types.get(&ty) {
            return known.clone();
        }
        let name = format!("%type{ty}");
        let written = self.state.types[ty].written.clone();
        let constant = written.map(|text| format!(" : {text}")).unwrap_or_default();
        let at = self.at(self.place.line);
        self.head.push(format!("{name} = pdl.type{constant} {at}"));
        self.types.insert(ty, name.clone());
        name
    }

    /// Writes a matched operation after those that define its operands.
    fn matched(&mut self, op: usize) -> Result<(), String> {
        if !self.operations.insert(op) {
            return Ok(());
        }
        let operands = self.state.ops[op].operands.clone();
        let mut names = Vec::new();
        for value in operands {
            names.push(self.operand(value)?);
        }
        let line = self.state.ops[op].line;
        let attributes = self.state.ops[op].attributes.clone();
        let mut written = Vec::new();
        for (name, attribute) in attributes {
            let spelled = self.bound(attribute, line)?;
            written.push(format!("\"{name}\" = {spelled}"));
        }
        let results: Vec<usize> = self.state.ops[op].results.clone();
        let types: Vec<usize> = results.iter().map(|value| self.state.type_of(*value)).collect();
        let types: Vec<String> = types.into_iter().map(|ty| self.ty(ty)).collect();
        let text = operation(op, self.state.ops[op].record.name, &names, &written, &types);
        self.line(&text, line);
        for (number, value) in results.iter().enumerate() {
            let value = self.state.value(*value);
            let name = format!("%value{value}");
            if op != 0 {
                self.line(&format!("{name} = pdl.result {number} of %op{op}"), line);
            }
            self.values.insert(value, name);
        }
        Ok(())
    }

    fn operand(&mut self, value: usize) -> Result<String, String> {
        let value = self.state.value(value);
        if let Some(known) = self.values.get(&value) {
            return Ok(known.clone());
        }
        match self.state.values[value].definition {
            Definition::Result(op, _) => {
                self.matched(op)?;
                self.values.get(&value).cloned().ok_or_else(|| "an operation that uses itself".to_owned())
            }
            _ => {
                let ty = self.state.type_of(value);
                let ty = self.ty(ty);
                let name = format!("%value{value}");
                let line = self.place.line;
                self.line(&format!("{name} = pdl.operand : {ty}"), line);
                self.values.insert(value, name.clone());
                Ok(name)
            }
        }
    }

    /// An attribute of the match.
    fn bound(&mut self, attribute: usize, line: usize) -> Result<String, String> {
        if let Some(known) = self.attributes.get(&attribute) {
            return Ok(known.clone());
        }
        let name = format!("%attr{attribute}");
        match self.state.attributes[attribute].clone() {
            Attribute::Of { ty: Some(ty), .. } => {
                let ty = self.ty(ty);
                self.line(&format!("{name} = pdl.attribute : {ty}"), line);
            }
            Attribute::Of { ty: None, .. } => self.line(&format!("{name} = pdl.attribute"), line),
            Attribute::Written(text, _) => self.line(&format!("{name} = pdl.attribute = {text}"), line),
            Attribute::Case(term, kind) => {
                let text = case(&term, kind).ok_or("an enumerator that is matched and computed")?;
                self.line(&format!("{name} = pdl.attribute = {text}"), line);
            }
            _ => return Err("an attribute that is matched and computed".to_owned()),
        }
        self.attributes.insert(attribute, name.clone());
        Ok(name)
    }

    /// An attribute of what is made.
    fn attribute(&mut self, attribute: usize, line: usize) -> Result<String, String> {
        if let Some(known) = self.attributes.get(&attribute) {
            return Ok(known.clone());
        }
        let name = format!("%attr{attribute}");
        match self.state.attributes[attribute].clone() {
            Attribute::Of { .. } => return Err("an attribute that the match does not bind".to_owned()),
            Attribute::Written(text, _) => self.line(&format!("{name} = pdl.attribute = {text}"), line),
            Attribute::Integer(term, ty) => {
                let term = self.state.resolved(&term);
                let same = match (&term, ty) {
                    (Term::Attribute(other, _), Some(ty)) => {
                        let own = self.state.attribute_type(*other).map(|ty| self.state.ty(ty));
                        (own == Some(self.state.ty(ty))).then_some(*other)
                    }
                    _ => None,
                };
                if let Some(other) = same {
                    return self.attribute(other, line);
                }
                let width = match ty {
                    Some(ty) => self.state.width(ty),
                    None => term.width(),
                };
                if width != term.width() {
                    return Err("a number whose width is not that of its type".to_owned());
                }
                let index =
                    ty.is_some_and(|ty| self.state.types[self.state.ty(ty)].elements == Elements::Index);
                if let (true, Some(number)) = (index, term.known_signed()) {
                    self.line(&format!("{name} = pdl.attribute = {number} : index"), line);
                } else if index {
                    if self.state.chose_index {
                        return Err(INDEX.to_owned());
                    }
                    self.made(&name, term, INDEX_FORM.to_owned(), line)?;
                } else {
                    let form = match width {
                        Width::Bits(bits) => format!("i{bits}"),
                        Width::Type(_) => String::new(),
                    };
                    self.made(&name, term, form, line)?;
                }
            }
            Attribute::Case(term, kind) if case(&term, kind).is_some() => {
                let text = case(&term, kind).unwrap_or_default();
                self.line(&format!("{name} = pdl.attribute = {text}"), line);
            }
            Attribute::Case(term, kind) => {
                let form = match kind {
                    "flags(arith.overflow)" => "i2 {assay.flags = \"arith.overflow\"}".to_owned(),
                    _ => match term.width() {
                        Width::Bits(bits) => format!("i{bits}"),
                        Width::Type(_) => return Err("an enumerator of an open width".to_owned()),
                    },
                };
                self.made(&name, term, form, line)?;
            }
            Attribute::Float(..) => return Err("a floating-point number that is computed".to_owned()),
        }
        self.attributes.insert(attribute, name.clone());
        Ok(name)
    }

    fn made(&mut self, name: &str, term: Term, form: String, line: usize) -> Result<(), String> {
        if let (Some(number), Width::Bits(bits), false) =
            (term.known_signed(), term.width(), form.contains('{'))
        {
            self.line(&format!("{name} = pdl.attribute = {number} : i{bits}"), line);
            return Ok(());
        }
        let (native, arguments) = self.native(&[(term, form)], "rewrite", line)?;
        self.line(
            &format!("{name} = pdl.apply_native_rewrite \"{native}\"{arguments} : !pdl.attribute"),
            line,
        );
        Ok(())
    }

    fn created(&mut self, op: usize) -> Result<(), String> {
        let line = self.state.ops[op].line;
        let mut names = Vec::new();
        for value in self.state.ops[op].operands.clone() {
            names.push(self.replacement(value, None, line)?);
        }
        let mut written = Vec::new();
        for (name, attribute) in self.state.ops[op].attributes.clone() {
            let spelled = self.attribute(attribute, line)?;
            written.push(format!("\"{name}\" = {spelled}"));
        }
        let results = self.state.ops[op].results.clone();
        self.state.name_truths(&results);
        let mut types = Vec::new();
        for value in &results {
            let ty = self.state.type_of(*value);
            if !self.state.types[ty].inferred {
                types.push(self.ty(ty));
            }
        }
        let record = self.state.ops[op].record;
        if !types.is_empty() && types.len() != results.len() {
            if !records::infers(record) {
                return Err("an operation of which some types are known".to_owned());
            }
            types.clear();
        }
        if types.is_empty() && !results.is_empty() && !records::infers(record) {
            return Err(format!("a builder of `{}` without the type of its result", record.name));
        }
        let text = operation(op, record.name, &names, &written, &types);
        self.line(&text, line);
        self.operations.insert(op);
        for (number, value) in results.iter().enumerate() {
            let value = self.state.value(*value);
            self.line(&format!("%value{value} = pdl.result {number} of %op{op}"), line);
            self.values.insert(value, format!("%value{value}"));
        }
        Ok(())
    }

    /// A value that the rewrite uses.
    fn replacement(&mut self, value: usize, ty: Option<usize>, line: usize) -> Result<String, String> {
        let value = self.state.value(value);
        if let Some(known) = self.values.get(&value) {
            let root = self.state.defined_by(value).is_some_and(|(op, _)| op == 0);
            return if root { Err("the root's own result is used".to_owned()) } else { Ok(known.clone()) };
        }
        let Definition::Constant(attribute) = self.state.values[value].definition else {
            return Err("a value that the match does not bind".to_owned());
        };
        let ty = ty.unwrap_or(self.state.values[value].ty);
        if let Attribute::Float(float, _) = self.state.attributes[attribute].clone() {
            let name = self.computed(&float, line, 0)?;
            self.values.insert(value, name.clone());
            return Ok(name);
        }
        let spelled = self.attribute(attribute, line)?;
        let name = self.constant(&spelled, ty, line)?;
        self.values.insert(value, name.clone());
        Ok(name)
    }

    fn constant(&mut self, attribute: &str, ty: usize, line: usize) -> Result<String, String> {
        let dialect = assay_ops::dialect_of(self.state.ops[0].record.name).to_owned();
        let truth = self.state.elements(ty) == Elements::Truth || self.state.width(ty) == Width::Bits(1);
        let integer = self.state.elements(ty) == Elements::Integer;
        let special = [(truth, "i1"), (integer, "integer")];
        let special = special.iter().filter(|(holds, _)| *holds).map(|(_, word)| format!("{dialect}:{word}"));
        let special = special.into_iter().find(|name| prelude::constants(self.place.tables, name).is_some());
        if special.as_ref().is_some_and(|name| name.ends_with(":integer")) {
            self.state.narrow(ELSEWHERE);
        }
        let dialect = special.unwrap_or(dialect);
        let op = prelude::constant_op(self.place.tables, &dialect).ok_or("no operation makes constants")?;
        let ty = self.ty(ty);
        self.count += 1;
        let number = self.count;
        self.line(
            &format!(
                "%constant{number} = pdl.operation \"{op}\" {{\"value\" = {attribute}}} -> ({ty} : !pdl.type)"
            ),
            line,
        );
        self.line(&format!("%folded{number} = pdl.result 0 of %constant{number}"), line);
        Ok(format!("%folded{number}"))
    }

    /// A floating-point number as the operations that compute it.
    fn computed(&mut self, float: &Float, line: usize, depth: usize) -> Result<String, String> {
        if depth > 16 {
            return Err("a floating-point number of many operations".to_owned());
        }
        match float {
            Float::Attribute(attribute) => {
                // The constant that it is of is matched.
                let holder = (0..self.state.ops.len()).find(|op| {
                    let one = &self.state.ops[*op];
                    !one.created
                        && one.record.has("constant_like")
                        && one.attributes.iter().any(|(_, a)| a == attribute)
                });
                let value = holder.and_then(|op| self.state.ops[op].results.first().copied());
                let value = value.map(|value| self.state.value(value));
                let name = value.and_then(|value| self.values.get(&value)).cloned();
                name.ok_or_else(|| "a floating-point attribute that is no constant".to_owned())
            }
            Float::Number(..) | Float::Part(..) => {
                Err("a floating-point number beside those of the program".to_owned())
            }
            Float::Cast(op, operand, ty) => {
                let operand = self.computed(operand, line, depth + 1)?;
                let ty = self.ty(*ty);
                self.count += 1;
                let number = self.count;
                self.line(
                    &format!("%computed{number} = pdl.operation \"{op}\"({operand} : !pdl.value) -> ({ty} : !pdl.type)"),
                    line,
                );
                self.line(&format!("%result{number} = pdl.result 0 of %computed{number}"), line);
                Ok(format!("%result{number}"))
            }
            Float::Computed(op, operands) => {
                let mut names = Vec::new();
                for operand in operands {
                    names.push(self.computed(operand, line, depth + 1)?);
                }
                self.count += 1;
                let number = self.count;
                let kinds = vec!["!pdl.value"; names.len()].join(", ");
                self.line(
                    &format!("%computed{number} = pdl.operation \"{op}\"({} : {kinds})", names.join(", ")),
                    line,
                );
                self.line(&format!("%result{number} = pdl.result 0 of %computed{number}"), line);
                Ok(format!("%result{number}"))
            }
        }
    }

    /// Writes the summary of native code that computes terms; gives its name and its arguments in a call.
    fn native(
        &mut self,
        terms: &[(Term, String)],
        role: &str,
        line: usize,
    ) -> Result<(String, String), String> {
        let mut body = Body {
            state: self.state,
            aliases: Vec::new(),
            arguments: Vec::new(),
            lines: Vec::new(),
            known: FxHashMap::default(),
        };
        let mut results = Vec::new();
        for (term, form) in terms {
            if term.size(SIZE) >= SIZE {
                return Err("a number that takes too many operations".to_owned());
            }
            let result = body.term(term)?;
            let ty = body.width(term.width())?;
            let form = if form.is_empty() { ty.clone() } else { form.clone() };
            results.push((result, ty, form));
        }
        body.bind_aliases();
        if body.arguments.is_empty() && role == "constraint" {
            return Err("a condition about nothing".to_owned());
        }
        let (arguments, lines) = (body.arguments, body.lines);
        self.count += 1;
        let name = format!("{}: line {line} ({})", self.place.name, self.count).replace('"', "'");
        let parameters: Vec<String> = arguments.iter().map(|one| one.parameter.clone()).collect();
        let forms: Vec<&str> = results.iter().map(|(_, _, form)| form.as_str()).collect();
        let returned: Vec<&str> = results.iter().map(|(name, ..)| name.as_str()).collect();
        let types: Vec<&str> = results.iter().map(|(_, ty, _)| ty.as_str()).collect();
        let _ = writeln!(
            self.natives,
            "func.func @\"{name}\"({}) -> ({}) attributes {{assay.native = \"{role}\"}} {{",
            parameters.join(", "),
            forms.join(", ")
        );
        for text in lines {
            let _ = writeln!(self.natives, "  {text}");
        }
        let _ = writeln!(self.natives, "  return {} : {}\n}}", returned.join(", "), types.join(", "));
        let mut names = Vec::new();
        let mut kinds = Vec::new();
        for argument in &arguments {
            match argument.of {
                Subject::Attribute(attribute) => {
                    let known = self.attributes.get(&attribute).cloned();
                    names.push(known.ok_or("an attribute that the match does not bind")?);
                    kinds.push("!pdl.attribute");
                }
                Subject::Value(value) => {
                    let known = self.values.get(&self.state.value(value)).cloned();
                    names.push(known.ok_or("a value that the match does not bind")?);
                    kinds.push("!pdl.value");
                }
                Subject::Type(ty) => {
                    names.push(self.ty(ty));
                    kinds.push("!pdl.type");
                }
            }
        }
        let list = match names.is_empty() {
            true => String::new(),
            false => format!("({} : {})", names.join(", "), kinds.join(", ")),
        };
        Ok((name, list))
    }
}

/// The text of a known enumerator or set of flags.
fn case(term: &Term, kind: &str) -> Option<String> {
    let number = term.known()?;
    match (kind, term.width(), number) {
        ("flags(arith.overflow)", _, 0) => Some("#arith.overflow<none>".to_owned()),
        ("flags(arith.overflow)", _, 1) => Some("#arith.overflow<nsw>".to_owned()),
        ("flags(arith.overflow)", _, 2) => Some("#arith.overflow<nuw>".to_owned()),
        ("flags(arith.overflow)", _, 3) => Some("#arith.overflow<nsw, nuw>".to_owned()),
        (_, Width::Bits(bits), _) if !kind.starts_with("flags") => Some(format!("{number} : i{bits}")),
        _ => None,
    }
}

fn operation(op: usize, name: &str, operands: &[String], attributes: &[String], types: &[String]) -> String {
    let mut text = format!("%op{op} = pdl.operation \"{name}\"");
    if !operands.is_empty() {
        let kinds = vec!["!pdl.value"; operands.len()].join(", ");
        let _ = write!(text, "({} : {kinds})", operands.join(", "));
    }
    if !attributes.is_empty() {
        let _ = write!(text, " {{{}}}", attributes.join(", "));
    }
    if !types.is_empty() {
        let kinds = vec!["!pdl.type"; types.len()].join(", ");
        let _ = write!(text, " -> ({} : {kinds})", types.join(", "));
    }
    text
}

/// A name of C++ in the quotes of a symbol; a letter that damaged text has and no name is left out.
fn symbol(name: &str) -> String {
    name.chars().filter(|letter| letter.is_ascii_graphic() && !matches!(letter, '"' | '\\' | '\'')).collect()
}

#[cfg(test)]
mod tests {
    use super::symbol;

    #[test]
    fn a_symbol_has_no_letter_that_its_quotes_do_not_hold() {
        assert_eq!(symbol("acme::Fold<1>::fold"), "acme::Fold<1>::fold");
        assert_eq!(symbol("a'\"\\\u{7f}\u{e9}::b"), "a::b");
    }
}
