//! The symbolic run of a body: statements and expressions of a small C++ on one path. What it does not know stops the path.

use assay_ops::Op;
use rustc_hash::FxHashMap;

use crate::api::{self, Machine, number, resolved, truth};
use crate::converter;
use crate::prelude::{self, Table};
use crate::records;
use crate::source::{Found, Function, Kind, Parameter, World, substituted};
use crate::state::State;
use crate::syntax::{Syntax, last, without_arguments};
use crate::term::Term;
use crate::value::{Argument, Handle, Run, Stop, Value};

/// The most steps of a path.
pub(crate) const STEPS: usize = 20_000;
/// The deepest nesting of calls.
pub(crate) const CALLS: usize = 24;
/// The deepest nesting of expressions and statements.
pub(crate) const NESTING: usize = 160;
/// The most turns of a loop.
const TURNS: usize = 64;

/// Everything that a run looks at.
pub(crate) struct Program<'w, 'a> {
    /// The file and the files beside it.
    pub(crate) world: &'w World<'a>,
    /// The functions of tables.
    pub(crate) tables: &'w [World<'a>],
    /// The tables.
    pub(crate) lines: &'w [Table],
    /// The body.
    pub(crate) found: &'w Found,
    /// The operation that it matches.
    pub(crate) root: &'static Op,
}

/// A value as one of a declared class that may have none.
pub(crate) fn optional<'a>(ty: &str, value: Value<'a>) -> Value<'a> {
    let short = last(without_arguments(ty.trim_start_matches("const ")));
    match (short, value) {
        ("FailureOr" | "optional", Value::Logical(false)) => Value::Null,
        (
            "FailureOr" | "optional",
            value @ (Value::Int(..) | Value::Bool(_) | Value::Wide(_) | Value::Float(_)),
        ) => Value::Present(Box::new(value)),
        (_, other) => other,
    }
}

/// The type of the result of a function object, by its class.
fn function_result(ty: &str) -> Option<&str> {
    let inner = ["function_ref<", "function<"].iter().find_map(|head| Some(ty.split_once(head)?.1))?;
    Some(inner.split_once('(')?.0)
}

/// The end of a statement.
pub(crate) enum Flow<'a> {
    Next,
    Return(Value<'a>),
    Break,
    Continue,
}

/// The variables and names of a call.
pub(crate) struct Frame<'a> {
    pub(crate) scopes: Vec<Vec<(String, usize)>>,
    pub(crate) types: FxHashMap<String, String>,
    pub(crate) classes: Vec<String>,
    pub(crate) this: Value<'a>,
}

/// The run of one path.
pub(crate) struct Runner<'w, 'a> {
    pub(crate) program: &'w Program<'w, 'a>,
    pub(crate) state: State,
    pub(crate) variables: Vec<Value<'a>>,
    pub(crate) frames: Vec<Frame<'a>>,
    spaces: Vec<String>,
    pub(crate) depth: usize,
    pub(crate) steps: usize,
    modifying: bool,
}

/// The end of a path.
pub(crate) enum Outcome {
    /// It changes nothing.
    Nothing,
    /// It rewrites.
    Rewrites,
    /// It was not read to its end.
    Stopped(Stop),
}

impl<'w, 'a> Runner<'w, 'a> {
    pub(crate) fn new(program: &'w Program<'w, 'a>, state: State) -> Runner<'w, 'a> {
        let mut spaces = program.world.used.clone();
        spaces.extend(program.found.spaces.iter().cloned());
        spaces.push(assay_ops::dialect_of(program.root.name).to_owned());
        if let Some((space, _)) = without_arguments(&program.found.op).rsplit_once("::") {
            spaces.push(last(space).to_owned());
        }
        Runner {
            program,
            state,
            variables: Vec::new(),
            frames: Vec::new(),
            spaces,
            depth: 0,
            steps: 0,
            modifying: false,
        }
    }

    /// Runs the body; gives the state back with what it came to, and the values that a folder returns.
    pub(crate) fn body(mut self, function: &Function<'a>) -> (State, Outcome, Option<Value<'a>>) {
        let outcome = self.whole(function);
        match outcome {
            Ok((outcome, result)) => (self.state, outcome, result),
            Err(stop) => (self.state, Outcome::Stopped(stop), None),
        }
    }

    fn whole(&mut self, function: &Function<'a>) -> Run<(Outcome, Option<Value<'a>>)> {
        self.state.line = function.line;
        self.state.matched(self.program.root, None)?;
        let kind = self.program.found.kind;
        if kind == Kind::Conversion {
            let known = converter::named(self.program.lines, &function.body.file.text);
            converter::begin(&mut self.state, known, self.program.found.to_llvm)?;
        }
        let mut arguments = Vec::new();
        let mut results = None;
        for parameter in &function.parameters {
            let ty = substituted(&parameter.ty, &self.program.found.types);
            let short = last(&ty).to_owned();
            let value = match short.as_str() {
                "FoldAdaptor" | "Adaptor" | "GenericAdaptor" if kind == Kind::Fold => Value::Adaptor(0),
                _ if kind == Kind::Conversion && ty.ends_with("Adaptor") && !ty.contains("OneToN") => {
                    Value::Converted(0)
                }
                "ArrayRef" if kind == Kind::Conversion => converter::operands(self)?,
                "ArrayRef" if kind == Kind::Fold => {
                    let operands = self.state.ops[0].operands.clone();
                    Value::List(operands.into_iter().map(Value::MaybeConstant).collect())
                }
                "SmallVectorImpl" | "SmallVector" => {
                    let slot = self.load_new(Value::List(Vec::new()));
                    results = Some(slot);
                    Value::Slot(slot)
                }
                "Operation" => Value::Op(0),
                _ if short.ends_with("Rewriter") || short.ends_with("Builder") => {
                    Value::Handle(Handle::Rewriter)
                }
                _ => match self.operation(&ty) {
                    Some(record) if record.name == self.program.root.name => Value::Op(0),
                    _ => return self.state.stop(format!("a parameter of the class `{ty}`")),
                },
            };
            arguments.push(Argument { value, slot: None });
        }
        let this = if matches!(kind, Kind::Fold) { Value::Op(0) } else { Value::This };
        let types = self.program.found.types.clone();
        let classes = self.program.found.classes.clone();
        let returned = self.invoke(function, arguments, this, types, classes)?;
        let returned = resolved(self, returned)?;
        let changed = !self.state.actions.is_empty() || self.state.modified.line.is_some();
        if kind == Kind::Fold && results.is_none() {
            return Ok(match returned {
                Value::Null | Value::Logical(false) => (Outcome::Nothing, None),
                other => (Outcome::Rewrites, Some(other)),
            });
        }
        let succeeds = match returned {
            Value::Logical(answer) => answer,
            Value::Void => return self.state.stop("a body that returns nothing"),
            other => return self.state.stop(format!("a body that returns {}", other.word())),
        };
        if !succeeds {
            // A conversion takes back what a pattern did that fails.
            if changed && kind != Kind::Conversion {
                let line = self.state.actions.first().map(|(_, line)| *line).or(self.state.modified.line);
                let line = line.unwrap_or(function.line);
                let message = "the program is changed on a path that returns `failure()`".to_owned();
                self.state.remarks.push(crate::state::Remark { code: "D101", line, message });
            }
            return Ok((Outcome::Nothing, None));
        }
        let results = results.map(|slot| self.load(slot));
        Ok((if changed || results.is_some() { Outcome::Rewrites } else { Outcome::Nothing }, results))
    }

    pub(crate) fn stop<T>(&self, what: impl Into<String>) -> Run<T> {
        self.state.stop(what)
    }

    pub(crate) fn unread<T>(&mut self, at: Syntax<'a>) -> Run<T> {
        self.state.line = self.line_of(at);
        self.stop(format!("{} `{}`", at.kind().replace('_', " "), at.brief()))
    }

    /// The line of the subject's text; that of the call, in files beside it.
    pub(crate) fn line_of(&self, at: Syntax<'a>) -> usize {
        let own = self.program.world.functions.get(&self.program.found.function.0);
        let own = own.and_then(|list| list.get(self.program.found.function.1));
        match own {
            Some(function) if std::ptr::eq(function.body.file, at.file) => at.line(),
            _ => self.state.line,
        }
    }

    pub(crate) fn frame(&mut self) -> &mut Frame<'a> {
        if self.frames.is_empty() {
            self.frames.push(Frame {
                scopes: vec![Vec::new()],
                types: FxHashMap::default(),
                classes: Vec::new(),
                this: Value::This,
            });
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    pub(crate) fn variable(&self, name: &str) -> Option<usize> {
        let frame = self.frames.last()?;
        let scopes = frame.scopes.iter().rev();
        scopes.flat_map(|scope| scope.iter().rev()).find(|(known, _)| known == name).map(|(_, slot)| *slot)
    }

    pub(crate) fn declare(&mut self, name: &str, value: Value<'a>) -> usize {
        let slot = self.load_new(value);
        self.alias(name, slot);
        slot
    }

    pub(crate) fn alias(&mut self, name: &str, slot: usize) {
        if let Some(scope) = self.frame().scopes.last_mut() {
            scope.push((name.to_owned(), slot));
        }
    }

    /// A type with what stands for names in it.
    pub(crate) fn spelled(&mut self, text: &str) -> String {
        let types = self.frames.last().map(|frame| frame.types.clone()).unwrap_or_default();
        let text = substituted(text, &types);
        match self.program.world.aliases.get(without_arguments(&text)) {
            Some(alias) => substituted(alias, &types),
            None => text,
        }
    }

    pub(crate) fn invoke(
        &mut self,
        function: &Function<'a>,
        arguments: Vec<Argument<'a>>,
        this: Value<'a>,
        types: FxHashMap<String, String>,
        classes: Vec<String>,
    ) -> Run<Value<'a>> {
        if self.frames.len() >= CALLS {
            return self.stop(format!("calls in each other, of `{}`", function.name));
        }
        if function.broken {
            return self.stop(format!("a syntax error in `{}`", function.name));
        }
        if function.several {
            return self.stop(format!("a call that may be of several functions `{}`", function.name));
        }
        let line = self.state.line;
        let frame = Frame { scopes: vec![Vec::new()], types, classes, this };
        self.frames.push(frame);
        let result = self.bind(&function.parameters, arguments).and_then(|()| self.block(function.body));
        self.frames.pop();
        self.state.line = if result.is_ok() { line } else { self.state.line };
        match result? {
            Flow::Return(value) => Ok(optional(&function.returns, value)),
            _ => Ok(Value::Void),
        }
    }

    pub(crate) fn bind(&mut self, parameters: &[Parameter<'a>], arguments: Vec<Argument<'a>>) -> Run<()> {
        let mut arguments = arguments.into_iter();
        for parameter in parameters {
            let Some(argument) = arguments.next() else {
                let Some(default) = parameter.default else {
                    return self.stop("a call with too few arguments");
                };
                let value = self.expression(default)?;
                self.declare(&parameter.name, value);
                continue;
            };
            match (parameter.by_reference, argument.value, argument.slot) {
                (true, Value::Slot(slot), _) | (true, _, Some(slot)) => self.alias(&parameter.name, slot),
                (_, value, _) => {
                    let value = self.converted(&parameter.ty, value)?;
                    self.declare(&parameter.name, value);
                }
            }
        }
        Ok(())
    }

    /// A value as one of a declared class, where that makes a difference.
    pub(crate) fn converted(&mut self, ty: &str, value: Value<'a>) -> Run<Value<'a>> {
        let ty = self.spelled(ty);
        let value = optional(&ty, value);
        // The declared type of a function object says what it returns.
        if let (Value::Lambda(lambda), Some(returns)) = (&value, function_result(&ty)) {
            return Ok(Value::Lambda(std::rc::Rc::new(lambda.returning(returns))));
        }
        Ok(match (last(&ty), value) {
            ("Value", Value::Op(op)) => Value::Ssa(api::ssa(self, &Value::Op(op))?),
            ("bool", Value::Present(_)) => Value::Bool(Term::truth(true)),
            (
                "bool",
                value @ (Value::Ssa(_) | Value::Op(_) | Value::Attr(_) | Value::Null | Value::Int(..)),
            ) => Value::Bool(Term::truth(truth(self, &value)?)),
            ("int64_t" | "int" | "long" | "int32_t", Value::Int(term, _)) => Value::Int(term, false),
            ("uint64_t" | "unsigned" | "size_t" | "uint32_t", Value::Int(term, _)) => Value::Int(term, true),
            ("APInt" | "APSInt", Value::Slot(slot)) => self.load(slot),
            (_, value) => value,
        })
    }

    pub(crate) fn block(&mut self, block: Syntax<'a>) -> Run<Flow<'a>> {
        self.frame().scopes.push(Vec::new());
        let mut result = Ok(Flow::Next);
        for statement in block.children() {
            result = self.statement(statement);
            if !matches!(result, Ok(Flow::Next)) {
                break;
            }
        }
        self.frame().scopes.pop();
        result
    }

    fn statement(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > STEPS || self.depth > NESTING {
            self.depth -= 1;
            return self.stop("a path that is too long");
        }
        let result = self.statement_at(at);
        self.depth -= 1;
        result
    }

    fn statement_at(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        self.state.line = self.line_of(at);
        match at.kind() {
            "compound_statement" => self.block(at),
            "expression_statement" => {
                for expression in at.children() {
                    self.expression(expression)?;
                }
                Ok(Flow::Next)
            }
            "declaration" => self.declaration(at).map(|_| Flow::Next),
            "return_statement" => {
                if self.frames.len() == 1 {
                    self.state.returned = self.state.line;
                }
                let value = match at.children().first() {
                    Some(expression) => self.expression(*expression)?,
                    None => Value::Void,
                };
                Ok(Flow::Return(value))
            }
            "if_statement" => self.conditional(at),
            "for_range_loop" => self.each(at),
            "for_statement" => self.counted(at),
            "switch_statement" => self.switch(at),
            "break_statement" => Ok(Flow::Break),
            "continue_statement" => Ok(Flow::Continue),
            "using_declaration" | "alias_declaration" | "static_assert_declaration" | "type_definition" => {
                if let (Some(name), Some(ty)) = (at.field("name"), at.field("type")) {
                    let ty = self.spelled(&ty.squeezed());
                    self.frame().types.insert(name.squeezed(), ty);
                }
                Ok(Flow::Next)
            }
            "preproc_ifdef" | "preproc_if" | "preproc_call" | "preproc_def" => self.unread(at),
            _ => self.unread(at),
        }
    }

    /// Declares the variables of a declaration; gives the value of the last one.
    fn declaration(&mut self, at: Syntax<'a>) -> Run<Value<'a>> {
        let ty = at.field("type").map(Syntax::squeezed).unwrap_or_default();
        let mut result = Value::Void;
        // That of a condition has its value beside it.
        let beside = at.field("value");
        for declarator in at.fields("declarator") {
            let (name, value) = match declarator.kind() {
                "init_declarator" => {
                    (declarator.field("declarator").unwrap_or(declarator), declarator.field("value"))
                }
                "function_declarator" => {
                    let name = declarator.field("declarator").unwrap_or(declarator);
                    let list = declarator.field("parameters");
                    let value = self.constructed(&ty, list)?;
                    self.declare(&name.squeezed(), value);
                    continue;
                }
                _ => (declarator, beside),
            };
            let text = name.squeezed();
            let clean = text.trim_start_matches(['&', '*', ' ']);
            let clean = clean.split('[').next().unwrap_or(clean).to_owned();
            if name.kind() == "structured_binding_declarator" {
                let Some(value) = value else { return self.unread(at) };
                let parts = self.expression(value)?;
                self.unpack(name, parts, at)?;
                continue;
            }
            let by_reference = text.starts_with('&') && !at.text().contains("const");
            let made = match value {
                None => self.initial(&ty),
                Some(value) if matches!(value.kind(), "argument_list" | "initializer_list") => {
                    let arguments = self.arguments(value)?;
                    let spelled = self.spelled(&ty);
                    let array = name.kind() == "array_declarator";
                    if value.kind() == "initializer_list" && (array || last(&spelled).starts_with("Small")) {
                        Value::List(arguments.into_iter().map(|one| one.value).collect())
                    } else if arguments.is_empty() {
                        self.initial(&ty)
                    } else {
                        self.construct(&spelled, arguments, at)?
                    }
                }
                Some(value) => {
                    if by_reference && let Some(slot) = self.place(value) {
                        self.alias(&clean, slot);
                        continue;
                    }
                    let made = self.expression(value)?;
                    let made = match made {
                        Value::MaybeConstant(_) => resolved(self, made)?,
                        other => other,
                    };
                    self.converted(&ty, made)?
                }
            };
            result = made.clone();
            self.declare(&clean, made);
        }
        Ok(result)
    }

    /// Declares the names of a structured binding.
    fn unpack(&mut self, names: Syntax<'a>, parts: Value<'a>, at: Syntax<'a>) -> Run<()> {
        let Value::List(parts) = resolved(self, parts)? else { return self.unread(at) };
        let names = names.children();
        if names.len() != parts.len() {
            return self.unread(at);
        }
        for (name, part) in names.into_iter().zip(parts) {
            self.declare(&name.squeezed(), part);
        }
        Ok(())
    }

    /// The value of a variable without one.
    fn initial(&mut self, ty: &str) -> Value<'a> {
        let ty = self.spelled(ty);
        match last(&ty) {
            "SmallVector" | "SmallVectorImpl" | "NamedAttrList" => Value::List(Vec::new()),
            "Value" | "Attribute" | "Operation" | "Type" => Value::Null,
            "Properties" => Value::Record(Vec::new()),
            "bool" | "int" | "unsigned" | "int64_t" | "uint64_t" | "size_t" => Value::Void,
            _ if self.operation(&ty).is_some() => Value::Null,
            other => Value::Name(other.to_owned()),
        }
    }

    /// A declaration that reads as one of a function: its parameters are names.
    pub(crate) fn constructed(&mut self, ty: &str, list: Option<Syntax<'a>>) -> Run<Value<'a>> {
        let ty = self.spelled(ty);
        if last(&ty).ends_with("Builder") || last(&ty).ends_with("Guard") || last(&ty).ends_with("Rewriter") {
            return Ok(Value::Handle(Handle::Rewriter));
        }
        let mut arguments = Vec::new();
        for parameter in list.map(Syntax::children).unwrap_or_default() {
            let name = parameter.squeezed();
            // Reads as a parameter, and is a value.
            if let "true" | "false" = name.as_str() {
                arguments.push(Argument { value: Value::Bool(Term::truth(name == "true")), slot: None });
                continue;
            }
            if let Some(function) = name.strip_suffix("()") {
                let value = self.named_call(function, Vec::new(), parameter)?;
                arguments.push(Argument { value, slot: None });
                continue;
            }
            let Some(slot) = self.variable(&name) else { return self.unread(parameter) };
            arguments.push(Argument { value: self.load(slot), slot: Some(slot) });
        }
        match list {
            Some(list) => self.construct(&ty, arguments, list),
            None => self.stop(format!("a variable of `{ty}`")),
        }
    }

    fn conditional(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        self.frame().scopes.push(Vec::new());
        let result = self.conditional_inside(at);
        self.frame().scopes.pop();
        result
    }

    fn conditional_inside(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        let Some(condition) = at.field("condition") else { return self.unread(at) };
        let answer = self.condition(condition)?;
        if answer {
            match at.field("consequence") {
                Some(taken) => self.statement(taken),
                None => Ok(Flow::Next),
            }
        } else {
            match at.field("alternative") {
                Some(other) if other.kind() == "else_clause" => match other.children().first() {
                    Some(inner) => self.statement(*inner),
                    None => Ok(Flow::Next),
                },
                Some(other) => self.statement(other),
                None => Ok(Flow::Next),
            }
        }
    }

    fn condition(&mut self, at: Syntax<'a>) -> Run<bool> {
        if at.kind() != "condition_clause" {
            let value = self.expression(at)?;
            return truth(self, &value);
        }
        if let Some(first) = at.field("initializer") {
            for child in first.children() {
                self.statement(child)?;
            }
        }
        let Some(value) = at.field("value") else { return self.unread(at) };
        let value = match value.kind() {
            "declaration" => self.declaration(value)?,
            _ => self.expression(value)?,
        };
        self.state.line = self.line_of(at);
        truth(self, &value)
    }

    fn each(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        let (Some(list), Some(name), Some(body)) =
            (at.field("right"), at.field("declarator"), at.field("body"))
        else {
            return self.unread(at);
        };
        let list = match list.kind() {
            "initializer_list" => {
                Value::List(self.arguments(list)?.into_iter().map(|one| one.value).collect())
            }
            _ => self.expression(list)?,
        };
        let Value::List(items) = resolved(self, list)? else { return self.unread(at) };
        if items.len() > TURNS {
            return self.unread(at);
        }
        for item in items {
            self.frame().scopes.push(Vec::new());
            if name.kind() == "structured_binding_declarator" {
                self.unpack(name, item, at)?;
            } else {
                self.declare(name.squeezed().trim_start_matches(['&', '*', ' ']), item);
            }
            let flow = self.statement(body);
            self.frame().scopes.pop();
            match flow? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => break,
                Flow::Return(value) => return Ok(Flow::Return(value)),
            }
        }
        Ok(Flow::Next)
    }

    fn counted(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        let (Some(first), Some(test), Some(step), Some(body)) =
            (at.field("initializer"), at.field("condition"), at.field("update"), at.field("body"))
        else {
            return self.unread(at);
        };
        self.frame().scopes.push(Vec::new());
        let result = (|| {
            match first.kind() {
                "declaration" => drop(self.declaration(first)?),
                _ => drop(self.expression(first)?),
            }
            for _ in 0..TURNS {
                let value = self.expression(test)?;
                let known = match &value {
                    Value::Bool(term) => self.state.resolved(term).known(),
                    _ => None,
                };
                match known {
                    Some(0) => return Ok(Flow::Next),
                    Some(_) => {}
                    None => return self.unread(at),
                }
                match self.statement(body)? {
                    Flow::Next | Flow::Continue => {}
                    Flow::Break => return Ok(Flow::Next),
                    Flow::Return(value) => return Ok(Flow::Return(value)),
                }
                self.expression(step)?;
            }
            self.unread(at)
        })();
        self.frame().scopes.pop();
        result
    }

    fn switch(&mut self, at: Syntax<'a>) -> Run<Flow<'a>> {
        let (Some(condition), Some(body)) = (at.field("condition"), at.field("body")) else {
            return self.unread(at);
        };
        let inner = condition.field("value").unwrap_or(condition);
        let value = self.expression(inner)?;
        let value = number(self, &value)?;
        let cases: Vec<Syntax<'a>> =
            body.children().into_iter().filter(|child| child.kind() == "case_statement").collect();
        let mut taken = None;
        for (position, case) in cases.iter().enumerate() {
            let Some(wanted) = case.field("value") else { continue };
            let wanted = self.expression(wanted)?;
            let wanted = self.as_number(wanted)?;
            let wanted = wanted.resize(crate::term::Extension::Zero, value.width());
            if self.state.ask(&Term::compare("eq", value.clone(), wanted)) {
                taken = Some(position);
                break;
            }
        }
        let default = || cases.iter().position(|case| case.field("value").is_none());
        let Some(start) = taken.or_else(default) else { return Ok(Flow::Next) };
        self.frame().scopes.push(Vec::new());
        let mut result = Ok(Flow::Next);
        'cases: for case in &cases[start..] {
            let value = case.field("value").map(|value| value.node.id());
            for child in case.children().into_iter().filter(|child| Some(child.node.id()) != value) {
                result = self.statement(child);
                if !matches!(result, Ok(Flow::Next)) {
                    break 'cases;
                }
            }
        }
        self.frame().scopes.pop();
        match result? {
            Flow::Break => Ok(Flow::Next),
            other => Ok(other),
        }
    }

    /// A number, or a name of an enumerator as the number that it is.
    fn as_number(&mut self, value: Value<'a>) -> Run<Term> {
        match value {
            Value::Name(name) => match self.enumerator(&name) {
                Some(number) => Ok(Term::word(number)),
                None => self.stop(format!("the name `{name}`")),
            },
            other => number(self, &other),
        }
    }

    pub(crate) fn enumerator(&self, name: &str) -> Option<i128> {
        let mut parts = name.rsplit("::");
        let word = parts.next()?;
        let class = parts.next()?;
        let key = format!("{class}::{word}");
        if let Some(number) = self.program.lines.iter().find_map(|table| table.enumerators.get(&key)) {
            return Some(*number);
        }
        let spaces = parts.next().into_iter().chain(self.spaces.iter().rev().map(String::as_str));
        let mut dialects = spaces.flat_map(|space| records::dialects_of_space(self.program.lines, space));
        // C++ writes some keywords in capitals.
        let keyword = match word {
            "AlwaysFalse" => "false".to_owned(),
            "AlwaysTrue" => "true".to_owned(),
            other => other.to_ascii_lowercase(),
        };
        let value = |known: &assay_ops::Enum| known.value(word).or(known.value(&keyword));
        dialects.find_map(|dialect| value(dialect.enumeration(class)?)).map(i128::from)
    }
}

impl<'a> Machine<'a> for Runner<'_, 'a> {
    fn state(&mut self) -> &mut State {
        &mut self.state
    }

    fn call(&mut self, function: &Value<'a>, arguments: Vec<Value<'a>>) -> Run<Value<'a>> {
        let arguments = arguments.into_iter().map(|value| Argument { value, slot: None }).collect();
        self.call_value(function, arguments)
    }

    fn load(&self, slot: usize) -> Value<'a> {
        self.variables.get(slot).cloned().unwrap_or(Value::Void)
    }

    fn store(&mut self, slot: usize, value: Value<'a>) {
        if let Some(place) = self.variables.get_mut(slot) {
            *place = value;
        }
    }

    fn load_new(&mut self, value: Value<'a>) -> usize {
        self.variables.push(value);
        self.variables.len() - 1
    }

    fn operation(&self, class: &str) -> Option<&'static Op> {
        records::operation(class, &self.spaces, self.program.lines)
    }

    fn constant_op(&self) -> &'static Op {
        let dialect = assay_ops::dialect_of(self.program.root.name);
        let name = prelude::constant_op(self.program.lines, dialect);
        name.and_then(|name| records::op(self.program.lines, name)).unwrap_or(self.program.root)
    }

    fn call_in_place(&mut self, function: &Value<'a>) -> Run<Value<'a>> {
        let before = std::mem::replace(&mut self.modifying, true);
        let result = self.call(function, Vec::new());
        self.modifying = before;
        result
    }

    fn set_modifies(&mut self, may: bool) {
        self.modifying = may;
    }

    fn modifies(&self) -> bool {
        self.modifying || self.program.found.kind == Kind::Fold
    }
}
