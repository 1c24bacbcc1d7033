//! The symbolic run of expressions and calls.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::api::{self, Machine, number, resolved, truth};
use crate::arithmetic;
use crate::floats;
use crate::lookup::{helper, own_method};
use crate::methods;
use crate::objects::{becomes, construct, references};
use crate::prelude;
use crate::records;
use crate::run::{CALLS, Flow, Frame, NESTING, Runner, STEPS, optional};
use crate::source::{Function, Kind, parameters};
use crate::syntax::{Syntax, last, template_arguments, without_arguments};
use crate::term::{Extension, Term};
use crate::value::{Argument, Float, Handle, Lambda, Run, Value};

impl<'a> Runner<'_, 'a> {
    /// The variable that an expression names.
    pub(crate) fn place(&mut self, at: Syntax<'a>) -> Option<usize> {
        match at.kind() {
            "identifier" => {
                let slot = self.variable(at.text())?;
                match self.variables[slot] {
                    Value::Slot(other) => Some(other),
                    _ => Some(slot),
                }
            }
            "parenthesized_expression" => {
                let inner = at.children().into_iter().next()?;
                self.place(inner)
            }
            "pointer_expression" if at.operator() == "*" => {
                let inner = at.field("argument")?;
                self.place(inner)
            }
            _ => None,
        }
    }

    pub(crate) fn arguments(&mut self, list: Syntax<'a>) -> Run<Vec<Argument<'a>>> {
        let mut out = Vec::new();
        for child in list.children() {
            let slot = self.place(child);
            let value = match child.kind() {
                "initializer_list" => {
                    Value::List(self.arguments(child)?.into_iter().map(|one| one.value).collect())
                }
                _ => self.expression(child)?,
            };
            out.push(Argument { value, slot });
        }
        Ok(out)
    }

    pub(crate) fn expression(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > STEPS || self.depth > NESTING {
            self.depth -= 1;
            return self.stop("a path that is too long");
        }
        let result = self.expression_at(at);
        self.depth -= 1;
        result
    }

    fn expression_at(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        match at.kind() {
            "parenthesized_expression" => match at.children().first() {
                Some(inner) => self.expression(*inner),
                None => self.unread(at),
            },
            "true" => Ok(Value::Bool(Term::truth(true))),
            "false" => Ok(Value::Bool(Term::truth(false))),
            "null" | "nullptr" => Ok(Value::Null),
            "number_literal" => match arithmetic::literal(at.text()) {
                Some((value, unsigned)) => Ok(Value::Int(Term::word(value), unsigned)),
                None => match arithmetic::real(at.text()) {
                    Some(text) => Ok(Value::Real(text)),
                    None => self.unread(at),
                },
            },
            "string_literal" | "concatenated_string" | "raw_string_literal" => Ok(Value::Text),
            "this" => Ok(self.frame().this.clone()),
            "identifier" => self.named(at),
            "qualified_identifier" => self.qualified(at),
            "template_function" => Ok(Value::Name(self.spelled(&at.squeezed()))),
            "initializer_list" => {
                let list = self.arguments(at)?;
                match list.is_empty() {
                    true => Ok(Value::Null),
                    false => Ok(Value::List(list.into_iter().map(|one| one.value).collect())),
                }
            }
            "conditional_expression" => {
                let (Some(condition), Some(yes), Some(no)) =
                    (at.field("condition"), at.field("consequence"), at.field("alternative"))
                else {
                    return self.unread(at);
                };
                let value = self.expression(condition)?;
                let answer = truth(self, &value)?;
                self.expression(if answer { yes } else { no })
            }
            "lambda_expression" => self.lambda(at),
            "unary_expression" | "pointer_expression" => self.unary(at),
            "binary_expression" => self.binary(at),
            "assignment_expression" => self.assignment(at),
            "update_expression" => self.update(at),
            "subscript_expression" => self.subscript(at),
            "compound_literal_expression" => {
                let (Some(ty), Some(list)) = (at.field("type"), at.field("value")) else {
                    return self.unread(at);
                };
                let ty = self.spelled(&ty.squeezed());
                let arguments = self.arguments(list)?;
                construct(self, &ty, arguments, at)
            }
            "field_expression" => {
                let Some(object) = at.field("argument") else { return self.unread(at) };
                let name = at.field("field").map(Syntax::squeezed).unwrap_or_default();
                let value = self.expression(object)?;
                match (resolved(self, value)?, name.as_str()) {
                    (Value::This, _) => self.member(&name, at),
                    (Value::List(pair), "first" | "second") if pair.len() == 2 => {
                        Ok(pair[usize::from(name == "second")].clone())
                    }
                    _ => self.unread(at),
                }
            }
            "call_expression" => self.call_expression(at),
            // A result that is not looked at.
            "cast_expression" if at.field("type").is_some_and(|ty| ty.text() == "void") => {
                match at.field("value") {
                    Some(value) => self.expression(value).map(|_| Value::Void),
                    None => self.unread(at),
                }
            }
            "comma_expression" => {
                let mut value = Value::Void;
                for child in at.children() {
                    value = self.expression(child)?;
                }
                Ok(value)
            }
            _ => self.unread(at),
        }
    }

    fn qualified(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let text = self.spelled(&at.squeezed());
        if text.ends_with("nullopt") {
            return Ok(Value::Null);
        }
        if let Some(number) = self.enumerator(&text) {
            return Ok(Value::Int(Term::word(number), true));
        }
        let constant = self.program.tables.iter().find_map(|table| table.constants.get(last(&text)));
        match constant {
            Some(value) => self.expression(*value),
            None => Ok(Value::Name(text)),
        }
    }

    fn lambda(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let list = at.field("declarator").and_then(|one| one.field("parameters"));
        let parameters = list.map(parameters).unwrap_or_default();
        let Some(body) = at.field("body") else { return self.unread(at) };
        let declared = at.field("declarator").map(Syntax::squeezed).unwrap_or_default();
        let returns = declared.split_once("->").map(|(_, ty)| ty.trim().to_owned()).unwrap_or_default();
        let mut captured: Vec<(String, usize)> = self.frame().scopes.iter().flatten().cloned().collect();
        for capture in at.field("captures").map(Syntax::children).unwrap_or_default() {
            if let (Some(name), Some(value)) = (capture.field("left"), capture.field("right")) {
                let value = self.expression(value)?;
                let value = resolved(self, value)?;
                captured.push((name.squeezed(), self.load_new(value)));
            }
        }
        Ok(Value::Lambda(Rc::new(Lambda { parameters, returns, body, captured })))
    }

    fn subscript(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let (Some(list), Some(index)) = (at.field("argument"), at.field("indices")) else {
            return self.unread(at);
        };
        let list = self.expression(list)?;
        let index = match index.children().first() {
            Some(index) => self.expression(*index)?,
            None => return self.unread(at),
        };
        let index = number(self, &index)?.known().and_then(|index| usize::try_from(index).ok());
        match (resolved(self, list)?, index) {
            (Value::List(list), Some(index)) if index < list.len() => Ok(list[index].clone()),
            (Value::Attr(attribute), Some(index)) if self.state.is_list(attribute) => {
                Ok(Value::Part(attribute, index))
            }
            _ => self.unread(at),
        }
    }

    fn update(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let Some(slot) = at.field("argument").and_then(|one| self.place(one)) else {
            return self.unread(at);
        };
        let old = self.load(slot);
        let Value::Int(term, unsigned) = &old else { return self.unread(at) };
        let op = if at.operator() == "++" { "addi" } else { "subi" };
        let new = Value::Int(Term::binary(op, term.clone(), Term::word(1)), *unsigned);
        self.store(slot, new.clone());
        Ok(if at.text().starts_with(['+', '-']) { new } else { old })
    }

    /// A primitive of a table, on values that are resolved here; `None` for one that is not known.
    fn primitive_call(
        &mut self,
        primitive: &str,
        values: &mut [Value<'a>],
        at: Syntax<'a>,
    ) -> Run<Option<Value<'a>>> {
        for value in values.iter_mut() {
            *value = resolved(self, value.clone())?;
            *value = self.resolved(value.clone());
        }
        if let Some(value) = arithmetic::primitive(primitive, values) {
            return Ok(Some(value));
        }
        if let (Some(what), [Value::Ssa(value), rest @ ..]) = (primitive.strip_prefix("holds_"), &values[..])
        {
            let value = self.state.value(*value);
            let question = format!("value {value} {}", what.replace('_', " "));
            let answer = match rest {
                [said] => {
                    let ty = self.state.type_of(value);
                    let number = Value::Wide(Term::Value(value, self.state.width(ty)));
                    let argument = Argument { value: number, slot: None };
                    let Value::Bool(term) = self.call_value(said, vec![argument])? else {
                        return self.unread(at).map(Some);
                    };
                    self.state.ask_always(value, &question, term)
                }
                _ => self.state.ask_unsaid(&question),
            };
            return Ok(Some(Value::Bool(Term::truth(answer))));
        }
        Ok(None)
    }

    fn named(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let name = at.text();
        if let Some(slot) = self.variable(name) {
            let value = self.load(slot);
            return match value {
                Value::Void => self.stop(format!("`{name}`, which has no value yet")),
                other => Ok(other),
            };
        }
        self.member(name, at)
    }

    /// A member of a class, a constant of the file, or a name.
    fn member(&mut self, name: &str, at: Syntax<'a>) -> Run<Value<'a>> {
        let classes = self.frame().classes.clone();
        let world = self.program.world;
        for class in classes.iter().filter_map(|class| world.class(class)) {
            if let Some((_, value)) = class.members.iter().find(|(member, _)| member == name) {
                return self.expression(*value);
            }
        }
        if let Some(value) = world.constants.get(name) {
            return self.expression(*value);
        }
        let spelled = self.spelled(name);
        // A parameter of a template that is a value.
        if spelled != name
            && let Some((value, unsigned)) = arithmetic::literal(&spelled)
        {
            return Ok(Value::Int(Term::word(value), unsigned));
        }
        match spelled.as_str() {
            "true" => return Ok(Value::Bool(Term::truth(true))),
            "false" => return Ok(Value::Bool(Term::truth(false))),
            "rewriter" | "builder" => return self.unread(at),
            "typeConverter" if self.program.found.kind == Kind::Conversion => {
                return Ok(Value::Handle(Handle::Converter));
            }
            _ => {}
        }
        if let Some(number) = self.enumerator(&spelled) {
            return Ok(Value::Int(Term::word(number), true));
        }
        Ok(Value::Name(spelled))
    }

    fn unary(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let Some(argument) = at.field("argument") else { return self.unread(at) };
        match at.operator() {
            "&" => match self.place(argument) {
                Some(slot) => Ok(Value::Slot(slot)),
                None => self.unread(at),
            },
            "*" => {
                let value = self.expression(argument)?;
                resolved(self, value)
            }
            "!" => {
                let value = self.expression(argument)?;
                if let Value::Bool(term) = value {
                    return Ok(Value::Bool(self.state.resolved(&term).negated()));
                }
                if let Value::Wide(term) = value {
                    let zero = Term::Number(0, term.width());
                    return Ok(Value::Bool(Term::compare("eq", term, zero)));
                }
                Ok(Value::Bool(Term::truth(!truth(self, &value)?)))
            }
            operator => {
                let value = self.expression(argument)?;
                let value = resolved(self, value)?;
                match arithmetic::unary(operator, value) {
                    Some(value) => Ok(value),
                    None => self.unread(at),
                }
            }
        }
    }

    fn binary(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let (Some(left), Some(right)) = (at.field("left"), at.field("right")) else { return self.unread(at) };
        let operator = at.operator();
        if operator == "&&" || operator == "||" {
            let first = self.expression(left)?;
            let first = truth(self, &first)?;
            if first == (operator == "||") {
                return Ok(Value::Bool(Term::truth(first)));
            }
            let second = self.expression(right)?;
            if let Value::Bool(term) = second {
                return Ok(Value::Bool(term));
            }
            return Ok(Value::Bool(Term::truth(truth(self, &second)?)));
        }
        let left = self.expression(left)?;
        let left = resolved(self, left)?;
        let right = self.expression(right)?;
        let right = resolved(self, right)?;
        self.state.line = self.line_of(at);
        self.combined(operator, left, right, at)
    }

    fn combined(
        &mut self,
        operator: &str,
        left: Value<'a>,
        right: Value<'a>,
        at: Syntax<'a>,
    ) -> Run<Value<'a>> {
        let (left, right) = match (left, right) {
            (Value::Name(name), Value::Status(status)) | (Value::Status(status), Value::Name(name)) => {
                return match floats::status_is(&mut self.state, &status, &name) {
                    Some(is) => Ok(Value::Bool(Term::truth(is == (operator == "==")))),
                    None => self.unread(at),
                };
            }
            (Value::Size(attribute), Value::Int(wanted, _)) if matches!(operator, "==" | "!=") => {
                let question = format!("attribute {attribute} has {:?} elements", wanted.known());
                let is = self.state.ask_unsaid(&question);
                return Ok(Value::Bool(Term::truth(is == (operator == "=="))));
            }
            (Value::Float(one), Value::Float(other)) if matches!(operator, "==" | "!=") => {
                let is = self.state.ask_unsaid(&format!("{one:?} is {other:?}"));
                return Ok(Value::Bool(Term::truth(is == (operator == "=="))));
            }
            (Value::Attr(flags), Value::Int(wanted, _)) if operator == "&" => {
                let question = format!("flags {flags} contain {:?}", wanted.known());
                return Ok(Value::Bool(Term::truth(self.state.ask_unsaid(&question))));
            }
            (Value::Name(name), other) | (other, Value::Name(name)) if matches!(operator, "==" | "!=") => {
                let Some(number) = self.enumerator(&name) else { return self.unread(at) };
                (other, Value::Int(Term::word(number), true))
            }
            pair => pair,
        };
        if matches!(operator, "==" | "!=") {
            let same = match (&left, &right) {
                (Value::Null, Value::Null) => Some(true),
                (Value::Null, _) | (_, Value::Null) => Some(false),
                (Value::Ssa(_) | Value::Op(_), Value::Ssa(_)) | (Value::Ssa(_), Value::Op(_)) => {
                    let (a, b) = (api::ssa(self, &left)?, api::ssa(self, &right)?);
                    Some(self.state.ask_same(a, b)?)
                }
                (Value::Op(a), Value::Op(b)) => Some(a == b),
                (Value::Type(a), Value::Type(b)) => Some(self.state.ask_same_type(*a, *b)?),
                (Value::Attr(attribute), Value::Int(number, _))
                | (Value::Int(number, _), Value::Attr(attribute)) => {
                    let Some(own) = self.state.integer_of(*attribute) else { return self.unread(at) };
                    let number = self.state.resolved(number).resize(Extension::Zero, own.width());
                    Some(self.state.ask(&Term::compare("eq", own, number)))
                }
                (Value::Attr(a), Value::Attr(b)) if a == b => Some(true),
                (Value::Attr(a), Value::Attr(b)) => {
                    let (a, b) = (*a, *b);
                    let types = self.state.attribute_type(a).zip(self.state.attribute_type(b));
                    let (x, y) = (self.state.integer_of(a), self.state.integer_of(b));
                    match (x, y) {
                        (Some(x), Some(y)) => {
                            if let Some((one, other)) = types
                                && !self.state.ask_same_type(one, other)?
                            {
                                Some(false)
                            } else {
                                let (x, y) = (self.state.resolved(&x), self.state.resolved(&y));
                                Some(self.state.ask(&Term::compare("eq", x, y)))
                            }
                        }
                        _ => return self.unread(at),
                    }
                }
                _ => None,
            };
            if let Some(same) = same {
                return Ok(Value::Bool(Term::truth(same == (operator == "=="))));
            }
        }
        let left = self.resolved(left);
        let right = self.resolved(right);
        match arithmetic::binary(operator, left, right) {
            Some(value) => Ok(value),
            None => self.unread(at),
        }
    }

    fn resolved(&self, value: Value<'a>) -> Value<'a> {
        match value {
            Value::Int(term, unsigned) => Value::Int(self.state.resolved(&term), unsigned),
            Value::Wide(term) => Value::Wide(self.state.resolved(&term)),
            Value::Bool(term) => Value::Bool(self.state.resolved(&term)),
            other => other,
        }
    }

    fn assignment(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let (Some(left), Some(right)) = (at.field("left"), at.field("right")) else { return self.unread(at) };
        // A field of the properties of an operation that is to be made.
        if left.kind() == "field_expression"
            && let (Some(object), Some(field)) = (left.field("argument"), left.field("field"))
            && let Some(slot) = self.place(object)
            && let Value::Record(mut fields) = self.load(slot)
        {
            let value = self.expression(right)?;
            let value = resolved(self, value)?;
            fields.push((field.squeezed(), value.clone()));
            self.store(slot, Value::Record(fields));
            return Ok(value);
        }
        let Some(slot) = self.place(left) else { return self.unread(at) };
        let value = self.expression(right)?;
        let value = resolved(self, value)?;
        let value = match at.operator() {
            "=" => value,
            operator => {
                let old = self.load(slot);
                self.combined(operator.trim_end_matches('='), old, value, at)?
            }
        };
        self.store(slot, value.clone());
        Ok(value)
    }

    fn call_expression(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let (Some(function), Some(list)) = (at.field("function"), at.field("arguments")) else {
            return self.unread(at);
        };
        let line = self.line_of(at);
        if function.kind() == "field_expression" {
            return self.method_call(at, function, list);
        }
        let text = function.squeezed();
        if text == "assert" || text.ends_with("LLVM_DEBUG") {
            return Ok(Value::Void);
        }
        if text.starts_with("static_cast<")
            && let Some(inner) = list.children().first()
        {
            let value = self.expression(*inner)?;
            let ty = template_arguments(&text).into_iter().next().unwrap_or_default();
            return self.converted(&ty, value);
        }
        if text == "llvm_unreachable" {
            return self.stop(crate::state::IMPOSSIBLE);
        }
        if let Some(slot) = self.variable(&text) {
            let callee = self.load(slot);
            let arguments = self.arguments(list)?;
            return self.call_value(&callee, arguments);
        }
        if function.kind() == "lambda_expression" {
            let callee = self.expression(function)?;
            let arguments = self.arguments(list)?;
            return self.call_value(&callee, arguments);
        }
        let spelled = self.spelled(&text);
        let arguments = self.arguments(list)?;
        self.state.line = line;
        self.named_call(&spelled, arguments, at)
    }

    pub(crate) fn named_call(
        &mut self,
        spelled: &str,
        arguments: Vec<Argument<'a>>,
        at: Syntax<'a>,
    ) -> Run<Value<'a>> {
        let name = last(spelled).to_owned();
        let templates = template_arguments(spelled.rsplit_once("::").map_or(spelled, |(head, tail)| {
            if tail.contains('<') || !head.contains('<') { tail } else { spelled }
        }));
        let class =
            without_arguments(spelled).rsplit_once("::").map_or("", |(class, _)| last(class)).to_owned();
        let tables = self.program.tables;
        // A namespace may be written or not.
        let owner = if class.starts_with(char::is_lowercase) { "" } else { class.as_str() };
        let table = prelude::find(tables, owner, &name, &references(&arguments));
        let table = table.filter(|function| name != "create" || self.is_builder(function, spelled)).cloned();
        let builder = name == "create" && table.is_some();
        // Functions of the files come first, but for builders that the table has.
        if !builder
            && let Some((function, this, types, classes)) =
                helper(self, &class, &name, &templates, &arguments)
        {
            return self.invoke(&function, arguments, this, types, classes);
        }
        if let Some(function) = table {
            return self.invoke(&function, arguments, Value::Void, FxHashMap::default(), Vec::new());
        }
        let mut values: Vec<Value<'a>> = arguments.iter().map(|one| one.value.clone()).collect();
        if let Some(primitive) = name.strip_prefix("__")
            && let Some(value) = self.primitive_call(primitive, &mut values, at)?
        {
            return Ok(value);
        }
        if let Some(value) = self.math_call(&class, &name, &values) {
            return Ok(value);
        }
        if class.is_empty()
            && let Value::Op(op) = self.frame().this.clone()
            && let Some(value) = methods::method(self, &Value::Op(op), &name, &templates, values.clone())?
        {
            return Ok(value);
        }
        match name.as_str() {
            "getContext" if class.is_empty() => return Ok(Value::Handle(Handle::Context)),
            "getTypeConverter" if class.is_empty() => return Ok(Value::Handle(Handle::Converter)),
            _ => {}
        }
        if name == "create" && !class.is_empty() {
            let class = spelled.rsplit_once("::").map_or(spelled, |(class, _)| class).to_owned();
            let op = methods::made(self, &class, values)?;
            return Ok(Value::Op(op));
        }
        if let ("get", Some(op)) = (name.as_str(), becomes(self, spelled)) {
            return Ok(Value::Becomes(op));
        }
        if !class.is_empty() {
            for value in &mut values {
                *value = resolved(self, value.clone())?;
            }
            if let Some(value) = methods::of_class(self, &class, &name, &values)? {
                return Ok(value);
            }
            values = arguments.iter().map(|one| one.value.clone()).collect();
        }
        if let Some(value) = api::function(self, spelled, &templates, values)? {
            return Ok(value);
        }
        construct(self, spelled, arguments, at)
    }

    /// Tells if a function of a table makes the operation that a call of a builder names.
    fn is_builder(&self, function: &Function<'_>, spelled: &str) -> bool {
        let class = |text: &str| text.rsplit_once("::").map_or(String::new(), |(class, _)| class.to_owned());
        let (own, called) = (class(&function.name), class(spelled));
        !own.contains("::")
            || self.operation(&own).map(|op| op.name) == self.operation(&called).map(|op| op.name)
    }

    /// A call of a function of the library of mathematics on numbers, as the operation that it is.
    fn math_call(&mut self, class: &str, name: &str, values: &[Value<'a>]) -> Option<Value<'a>> {
        if !matches!(class, "" | "std") {
            return None;
        }
        let mut lines = self.program.lines.iter().flat_map(|table| &table.functions);
        let known = |known: &str| name == known || name.strip_suffix('f') == Some(known);
        let (function, op) = lines.find(|(function, _)| known(function))?;
        let exact = self.program.lines.iter().any(|table| table.exact.contains(function));
        let record = records::op(self.program.lines, op)?;
        let numbers = values.iter().map(|value| match value {
            Value::Float(float) => Some(float.clone()),
            _ => None,
        });
        let numbers: Vec<Float> = numbers.collect::<Option<_>>()?;
        if numbers.len() != record.operands().count() {
            return None;
        }
        if !exact && !self.state.functions.iter().any(|known| known == name) {
            self.state.functions.push(name.to_owned());
        }
        Some(Value::Float(Float::Computed(record.name, numbers)))
    }

    fn method_call(&mut self, at: Syntax<'a>, function: Syntax<'a>, list: Syntax<'a>) -> Run<Value<'a>> {
        let (Some(object), Some(field)) = (function.field("argument"), function.field("field")) else {
            return self.unread(at);
        };
        let written = field.squeezed();
        let written = self.spelled(written.trim_start_matches("template "));
        let name = without_arguments(&written).to_owned();
        let templates = template_arguments(&written);
        let place = self.place(object);
        let value = self.expression(object)?;
        let value = match value {
            Value::MaybeConstant(_) | Value::Slot(_) => resolved(self, value)?,
            other => self.resolved(other),
        };
        let value = match value {
            Value::Present(inner) if !matches!(name.as_str(), "has_value" | "value" | "value_or") => *inner,
            other => other,
        };
        let arguments = self.arguments(list)?;
        self.state.line = self.line_of(at);
        if let (Value::List(items), Some(slot)) = (&value, place)
            && matches!(name.as_str(), "push_back" | "emplace_back")
        {
            let mut items = items.clone();
            items.extend(arguments.into_iter().map(|one| one.value).take(1));
            self.store(slot, Value::List(items));
            return Ok(Value::Void);
        }
        if let Value::Float(float) = &value
            && let Some((changed, returned)) = floats::conversion(self, float, &name, &arguments)?
        {
            if let Some(slot) = place {
                self.store(slot, Value::Float(changed));
            }
            return Ok(returned);
        }
        if let (Value::Float(float), Some(slot)) = (&value, place)
            && let Some(changed) = arithmetic::changed_float(
                float,
                &name,
                &arguments.iter().map(|one| &one.value).collect::<Vec<_>>(),
            )
        {
            self.store(slot, Value::Float(changed));
            return Ok(Value::Void);
        }
        if matches!(value, Value::This) {
            return self.named_call(&written, arguments, at);
        }
        // Methods that the file itself defines for the class of an operation.
        if let Value::Op(op) = value
            && let Some((function, types, classes)) = own_method(self, op, &name, arguments.len())
        {
            return self.invoke(&function, arguments, Value::Op(op), types, classes);
        }
        let class = match &value {
            Value::Wide(_) => "APInt",
            Value::Float(_) => "APFloat",
            _ => "",
        };
        if !class.is_empty()
            && let Some(function) = prelude::find(self.program.tables, class, &name, &references(&arguments))
        {
            let function = function.clone();
            let value = self.invoke(&function, arguments, value, FxHashMap::default(), Vec::new())?;
            return Ok(value);
        }
        if matches!(value, Value::Null) && !matches!(name.as_str(), "has_value" | "value_or") {
            return self.stop(format!("`{name}` of null"));
        }
        let values = arguments.into_iter().map(|one| one.value).collect();
        match methods::method(self, &value, &name, &templates, values)? {
            Some(value) => Ok(value),
            None => self.stop(format!("`{name}` of {}", value.word())),
        }
    }

    /// An object of a class.
    pub(crate) fn construct(
        &mut self,
        class: &str,
        arguments: Vec<Argument<'a>>,
        at: Syntax<'a>,
    ) -> Run<Value<'a>> {
        construct(self, class, arguments, at)
    }

    pub(crate) fn call_value(&mut self, callee: &Value<'a>, arguments: Vec<Argument<'a>>) -> Run<Value<'a>> {
        match callee {
            Value::Lambda(lambda) => {
                if self.frames.len() >= CALLS {
                    return self.stop("lambdas in each other");
                }
                let frame = self.frames.last();
                let (types, classes, this) = match frame {
                    Some(frame) => (frame.types.clone(), frame.classes.clone(), frame.this.clone()),
                    None => (FxHashMap::default(), Vec::new(), Value::This),
                };
                self.frames.push(Frame {
                    scopes: vec![lambda.captured.clone(), Vec::new()],
                    types,
                    classes,
                    this,
                });
                let result = self.bind(&lambda.parameters, arguments).and_then(|()| self.block(lambda.body));
                self.frames.pop();
                match result? {
                    Flow::Return(value) => Ok(optional(&lambda.returns, value)),
                    _ => Ok(Value::Void),
                }
            }
            Value::Slot(slot) => {
                let inner = self.load(*slot);
                match inner {
                    Value::Slot(_) => self.stop("a reference to a reference"),
                    other => self.call_value(&other, arguments),
                }
            }
            Value::Name(name) => {
                let name = name.clone();
                let Some((function, this, types, classes)) = helper(self, "", last(&name), &[], &arguments)
                else {
                    let tables = self.program.tables;
                    let class =
                        without_arguments(&name).rsplit_once("::").map_or("", |(class, _)| last(class));
                    let class = if class.starts_with(char::is_lowercase) { "" } else { class };
                    if let Some(function) = prelude::find(tables, class, last(&name), &references(&arguments))
                    {
                        let function = function.clone();
                        return self.invoke(
                            &function,
                            arguments,
                            Value::Void,
                            FxHashMap::default(),
                            Vec::new(),
                        );
                    }
                    return self.stop(format!("a call of `{name}`"));
                };
                self.invoke(&function, arguments, this, types, classes)
            }
            other => self.stop(format!("a call of {}", other.word())),
        }
    }
}
