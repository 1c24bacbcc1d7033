//! The text form of strategies: definitions, `name(parameters) = strategy`, with `;` between and behind them.
//!
//! ```text
//! // `;` binds tighter than `<+`; both take any number of strategies.
//! normalize = repeat(topDown(foldConstants <+ dropDead));
//! inLoops(s) = is("scf.for") ; innermost(s);
//! tile(n, m) = strip(n) ; inner(strip(m)) @ try
//! ```
//!
//! A name is a parameter, a definition, a combinator, or a step; `@name` is a step. `s @ t(n)` is `t(n, s)`. A parameter is a strategy, a
//! number or a text, as it is used. Every error of a text is reported, with its place.

use super::check::{Sort, Uses};
use super::nodes::{
    Actual, Axis, Definition, FromOp, Literal, Node, NodeId, Predicate, Select, Strategy, Traversal,
};
use super::step::{Argument, Kind as ArgumentKind, Signature};
use crate::data::{Context, Span};
use crate::diagnostic::Diagnostic;

/// Programs that a search looks at, where it does not say how many.
const SEARCH_BUDGET: usize = 10_000;

/// Deepest nesting of parentheses.
const DEEPEST: usize = 200;

/// The definitions that were read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The definitions, as far as they could be read.
    pub strategy: Strategy,
    /// Everything that is wrong with the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads definitions. A step is known by its place among `steps`.
pub fn read(ctx: &Context, text: &str, steps: &[Signature<'_>]) -> Read {
    let mut reader = Reader {
        ctx,
        text,
        steps,
        uses: Uses::default(),
        tokens: Vec::new(),
        at: 0,
        out: Strategy::new(),
        heads: Vec::new(),
        parameters: Vec::new(),
        depth: 0,
        diagnostics: Vec::new(),
    };
    reader.lex();
    if reader.diagnostics.is_empty() {
        reader.heads();
        reader.file();
    }
    if reader.diagnostics.is_empty() {
        let heads: Vec<(&str, &[String])> =
            reader.heads.iter().map(|head| (head.name.as_str(), &head.parameters[..])).collect();
        reader.diagnostics = reader.uses.check(&heads);
    }
    Read { strategy: reader.out, diagnostics: reader.diagnostics }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Pattern,
    Number,
    Text,
    /// `(`, `)`, `,`, `;`, `=`, `@`
    Sign(u8),
    Choice,
    End,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    span: Span,
}

/// The name and parameters of a definition, read before the bodies, so that definitions may be used before their text.
struct Head {
    name: String,
    parameters: Vec<String>,
    span: Span,
    /// The first token of the body.
    body: usize,
}

struct Reader<'t> {
    ctx: &'t Context,
    text: &'t str,
    steps: &'t [Signature<'t>],
    uses: Uses,
    tokens: Vec<Token>,
    at: usize,
    out: Strategy,
    heads: Vec<Head>,
    parameters: Vec<String>,
    depth: usize,
    diagnostics: Vec<Diagnostic>,
}

/// The text cannot be read on from here; what is wrong was reported.
struct Lost;

type Part<T> = Result<T, Lost>;

/// Names of combinators, with what they take, for messages.
const COMBINATORS: &[(&str, &str)] = &[
    ("id", "nothing"),
    ("fail", "nothing"),
    ("seq", "strategies"),
    ("choice", "strategies"),
    ("try", "a strategy"),
    ("repeat", "a strategy"),
    ("not", "a strategy"),
    ("require", "a strategy"),
    ("is", "the name of an operation, as \"arith.addi\""),
    ("has", "the name of an attribute, as \"value\""),
    ("oneUse", "nothing"),
    ("unused", "nothing"),
    ("at", "a number"),
    ("last", "nothing"),
    ("operand", "a number and a strategy"),
    ("user", "a number and a strategy"),
    ("region", "a number and a strategy"),
    ("block", "a number and a strategy"),
    ("op", "a number and a strategy"),
    ("one", "a strategy"),
    ("all", "a strategy"),
    ("some", "a strategy"),
    ("oneOperand", "a strategy"),
    ("allOperands", "a strategy"),
    ("someOperands", "a strategy"),
    ("oneUser", "a strategy"),
    ("allUsers", "a strategy"),
    ("someUsers", "a strategy"),
    ("body", "a strategy"),
    ("function", "a strategy"),
    ("argument", "a number and a strategy"),
    ("topDown", "a strategy"),
    ("bottomUp", "a strategy"),
    ("allTopDown", "a strategy"),
    ("allBottomUp", "a strategy"),
    ("innermost", "a strategy"),
    ("opOne", "a strategy"),
    ("opAll", "a strategy"),
    ("blockOne", "a strategy"),
    ("blockAll", "a strategy"),
    ("blockCFG", "a strategy"),
    ("regionOne", "a strategy"),
    ("regionAll", "a strategy"),
    ("normalize", "a strategy"),
    ("attr", "the name of an attribute, and its number or its text"),
    ("bind", "the number of an operand and a name, as 0, \"x\""),
    ("scope", "a strategy"),
    ("fromOp", "the name of an operation, and the names of its operands"),
    ("newOp", "the name of an operation, and the names of its operands"),
    ("typed", "the name of a value"),
    ("set", "the name of an attribute, and a number or a text"),
    ("asOne", "a strategy"),
    ("explore", "strategies, and a number of programs before them if it is not 10000"),
];

/// An argument as it is written.
#[derive(Clone)]
enum Input {
    Strategy(NodeId),
    Number(u64),
    Text(String),
    /// A parameter of the definition around, of any kind.
    Parameter(usize, Span),
}

impl Reader<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) -> Lost {
        self.diagnostics.push(Diagnostic::error(span, message));
        Lost
    }

    fn lex(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let start = at;
            let word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'.');
            let kind = match bytes[at] {
                byte if byte.is_ascii_whitespace() => {
                    at += 1;
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    at += bytes[at..].iter().take_while(|byte| **byte != b'\n').count();
                    continue;
                }
                b'<' if bytes.get(at + 1) == Some(&b'+') => {
                    at += 2;
                    Kind::Choice
                }
                sign @ (b'(' | b')' | b',' | b';' | b'=') => {
                    at += 1;
                    Kind::Sign(sign)
                }
                b'"' => {
                    at += 1 + bytes[at + 1..].iter().take_while(|byte| !matches!(byte, b'"' | b'\n')).count();
                    if bytes.get(at) != Some(&b'"') {
                        self.error(Span::new(start, at), "the string has no end");
                        return;
                    }
                    at += 1;
                    Kind::Text
                }
                byte if byte.is_ascii_digit() => {
                    at += bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    Kind::Number
                }
                byte if byte == b'@' || byte.is_ascii_alphabetic() || byte == b'_' => {
                    at += 1 + bytes[at + 1..].iter().take_while(|byte| word(byte)).count();
                    match byte {
                        b'@' if at == start + 1 => Kind::Sign(b'@'),
                        b'@' => Kind::Pattern,
                        _ => Kind::Name,
                    }
                }
                _ => {
                    let width = self.text[at..].chars().next().map_or(1, char::len_utf8);
                    self.error(Span::new(at, at + width), "a strategy has no such character");
                    at += width;
                    continue;
                }
            };
            self.tokens.push(Token { kind, span: Span::new(start, at) });
        }
        self.tokens.push(Token { kind: Kind::End, span: Span::new(at, at) });
    }

    fn token(&self, at: usize) -> Token {
        // The last token is the end of the text.
        self.tokens[at.min(self.tokens.len() - 1)]
    }

    fn word(&self, token: Token) -> &str {
        let text = &self.text[token.span.range()];
        match token.kind {
            Kind::Text => text.trim_matches('"'),
            Kind::Pattern => &text[1..],
            _ => text,
        }
    }

    /// The token of the `=` of a definition that begins at `at`.
    fn definition_at(&self, at: usize) -> Option<usize> {
        if self.token(at).kind != Kind::Name {
            return None;
        }
        let mut next = at + 1;
        if self.token(next).kind == Kind::Sign(b'(') {
            while matches!(self.token(next).kind, Kind::Name | Kind::Sign(b'(' | b',')) {
                next += 1;
            }
            if self.token(next).kind != Kind::Sign(b')') {
                return None;
            }
            next += 1;
        }
        (self.token(next).kind == Kind::Sign(b'=')).then_some(next)
    }

    /// Finds all definitions.
    fn heads(&mut self) {
        for at in 0..self.tokens.len() {
            let begins = at == 0 || self.token(at - 1).kind == Kind::Sign(b';');
            let Some(equals) = self.definition_at(at).filter(|_| begins) else { continue };
            let span = self.token(at).span;
            let name = self.word(self.token(at)).to_owned();
            let inner = (at + 1..equals).filter(|at| self.token(*at).kind == Kind::Name);
            let parameters: Vec<String> = inner.map(|at| self.word(self.token(at)).to_owned()).collect();
            if let Some(first) = self.heads.iter().find(|head| head.name == name) {
                let twice = Diagnostic::error(span, format!("`{name}` is defined twice"));
                self.diagnostics.push(twice.also(first.span, "first defined here"));
            }
            if COMBINATORS.iter().any(|(known, _)| *known == name) {
                self.error(span, format!("`{name}` is a combinator and cannot be defined"));
            }
            self.heads.push(Head { name, parameters, span, body: equals + 1 });
        }
    }

    fn file(&mut self) {
        if self.heads.first().is_none_or(|head| self.definition_at(0) != Some(head.body - 1)) {
            let span = self.token(0).span;
            self.error(span, "a definition is expected here, as `name = strategy`");
            return;
        }
        for number in 0..self.heads.len() {
            self.uses.definition = number;
            let head = &self.heads[number];
            let (name, parameters, span) = (head.name.clone(), head.parameters.clone(), head.span);
            self.at = head.body;
            self.parameters.clone_from(&parameters);
            self.depth = 0;
            let body = self.body();
            let body = match body {
                Ok(body) => body,
                Err(Lost) => self.out.add(Node::Fail, span),
            };
            self.out.definitions.push(Definition { name, parameters, body, span });
        }
    }

    /// The strategy of a definition, up to the next one or the end.
    fn body(&mut self) -> Part<NodeId> {
        let body = self.choice(true)?;
        if self.token(self.at).kind == Kind::Sign(b';') {
            self.at += 1;
        }
        let next = self.token(self.at);
        if next.kind != Kind::End && self.definition_at(self.at).is_none() {
            return Err(self.error(next.span, "`;`, `<+` or the next definition is expected here"));
        }
        Ok(body)
    }

    fn choice(&mut self, outermost: bool) -> Part<NodeId> {
        let mut parts = vec![self.sequence(outermost)?];
        while self.token(self.at).kind == Kind::Choice {
            self.at += 1;
            parts.push(self.sequence(outermost)?);
        }
        Ok(self.joined(parts, Node::Choice))
    }

    fn sequence(&mut self, outermost: bool) -> Part<NodeId> {
        let mut parts = vec![self.applied()?];
        while self.token(self.at).kind == Kind::Sign(b';') {
            let next = self.at + 1;
            if outermost && (self.token(next).kind == Kind::End || self.definition_at(next).is_some()) {
                break;
            }
            self.at = next;
            parts.push(self.applied()?);
        }
        Ok(self.joined(parts, Node::Seq))
    }

    fn joined(&mut self, parts: Vec<NodeId>, node: fn(Vec<NodeId>) -> Node) -> NodeId {
        if parts.len() == 1 {
            return parts[0];
        }
        let span = parts.iter().fold(Span::NONE, |span, part| span.to(self.out.span(*part)));
        self.out.add(node(parts), span)
    }

    /// A strategy, and those that `@` applies to it.
    fn applied(&mut self) -> Part<NodeId> {
        let mut inner = self.primary()?;
        loop {
            let token = self.token(self.at);
            let name = match token.kind {
                Kind::Sign(b'@') => {
                    self.at += 1;
                    self.token(self.at)
                }
                Kind::Pattern => {
                    Token { kind: Kind::Name, span: Span { start: token.span.start + 1, ..token.span } }
                }
                _ => return Ok(inner),
            };
            if name.kind != Kind::Name {
                return Err(
                    self.error(name.span, "the name of a strategy that takes another one is expected here")
                );
            }
            self.at += 1;
            inner = self.named(name, Some(inner))?;
        }
    }

    fn primary(&mut self) -> Part<NodeId> {
        let token = self.token(self.at);
        match token.kind {
            Kind::Sign(b'(') => {
                self.enter(token.span)?;
                self.at += 1;
                let inner = self.choice(false)?;
                self.close()?;
                self.depth -= 1;
                Ok(inner)
            }
            Kind::Pattern => {
                self.at += 1;
                let name = self.word(token).to_owned();
                let arguments = self.arguments()?;
                match self.steps.iter().position(|step| step.name == name) {
                    Some(step) => self.step(step, arguments, token.span),
                    None => Err(self.unknown(token.span, &name)),
                }
            }
            Kind::Name => {
                self.at += 1;
                self.named(token, None)
            }
            _ => Err(self.error(token.span, "a strategy is expected here")),
        }
    }

    fn enter(&mut self, span: Span) -> Part<()> {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(self.error(span, "the strategy is nested too deep")),
            false => Ok(()),
        }
    }

    fn close(&mut self) -> Part<()> {
        let token = self.token(self.at);
        if token.kind != Kind::Sign(b')') {
            return Err(self.error(token.span, "`)` is expected here"));
        }
        self.at += 1;
        Ok(())
    }

    fn arguments(&mut self) -> Part<Option<Vec<Input>>> {
        let open = self.token(self.at);
        if open.kind != Kind::Sign(b'(') {
            return Ok(None);
        }
        self.enter(open.span)?;
        self.at += 1;
        let mut all = Vec::new();
        while self.token(self.at).kind != Kind::Sign(b')') {
            if !all.is_empty() {
                if self.token(self.at).kind != Kind::Sign(b',') {
                    let span = self.token(self.at).span;
                    return Err(self.error(span, "`,` or `)` is expected here"));
                }
                self.at += 1;
            }
            let token = self.token(self.at);
            all.push(match token.kind {
                Kind::Number => {
                    self.at += 1;
                    match self.word(token).parse() {
                        Ok(number) => Input::Number(number),
                        Err(_) => return Err(self.error(token.span, "the number is too large")),
                    }
                }
                Kind::Text => {
                    self.at += 1;
                    Input::Text(self.word(token).to_owned())
                }
                _ => match self.parameter_alone() {
                    Some(parameter) => parameter,
                    None => Input::Strategy(self.choice(false)?),
                },
            });
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Some(all))
    }

    /// A parameter that is an argument by itself.
    fn parameter_alone(&mut self) -> Option<Input> {
        let token = self.token(self.at);
        let ends = matches!(self.token(self.at + 1).kind, Kind::Sign(b',' | b')'));
        let name = (token.kind == Kind::Name && ends).then(|| self.word(token))?;
        let number = self.parameters.iter().position(|parameter| parameter == name)?;
        self.at += 1;
        Some(Input::Parameter(number, token.span))
    }

    /// The strategy of a name, with the arguments behind it, and a last one that `@` gives.
    fn named(&mut self, token: Token, last: Option<NodeId>) -> Part<NodeId> {
        let name = self.word(token).to_owned();
        if let Some(number) = self.parameters.iter().position(|parameter| *parameter == name) {
            if last.is_some() {
                return Err(self.error(token.span, format!("the parameter `{name}` takes no strategy")));
            }
            self.uses.uses(number, Sort::Strategy, token.span);
            return Ok(self.out.add(Node::Parameter(number), token.span));
        }
        let mut arguments = self.arguments()?;
        let span = token.span.to(self.token(self.at - 1).span);
        if let Some(last) = last {
            arguments.get_or_insert_default().push(Input::Strategy(last));
        }
        if let Some(number) = self.heads.iter().position(|head| head.name == name) {
            return self.call(number, arguments.unwrap_or_default(), span);
        }
        if let Some((_, takes)) = COMBINATORS.iter().find(|(known, _)| *known == name) {
            return match self.combinator(&name, arguments.as_deref().unwrap_or_default(), span) {
                Some(node) => Ok(self.out.add(node, span)),
                None => Err(self.error(span, format!("`{name}` takes {takes}"))),
            };
        }
        match self.steps.iter().position(|step| step.name == name) {
            Some(step) => self.step(step, arguments, span),
            None => Err(self.unknown(token.span, &name)),
        }
    }

    /// A step with its arguments.
    fn step(&mut self, number: usize, arguments: Option<Vec<Input>>, span: Span) -> Part<NodeId> {
        let step = self.steps[number];
        let inputs = arguments.unwrap_or_default();
        let (least, last) = (step.parameters.len(), step.parameters.last());
        let is_enough = inputs.len() == least || step.repeats && inputs.len() > least;
        let literals = is_enough
            .then(|| {
                let parameters = step.parameters.iter().chain(last.into_iter().cycle());
                let pairs = inputs.iter().zip(parameters);
                pairs
                    .map(|(input, parameter)| self.literal(input, Some(parameter.kind)))
                    .collect::<Option<Vec<_>>>()
            })
            .flatten();
        match literals {
            Some(literals) => Ok(self.out.add(Node::Step(number, literals), span)),
            None if step.parameters.is_empty() => {
                Err(self.error(span, format!("the pattern `{}` takes nothing", step.name)))
            }
            None => {
                let kind = |kind| if kind == ArgumentKind::Number { "number" } else { "text" };
                let takes: Vec<String> = step
                    .parameters
                    .iter()
                    .map(|one| format!("{} (a {})", one.name, kind(one.kind)))
                    .collect();
                let more = if step.repeats { ", once or several times" } else { "" };
                Err(self.error(span, format!("`{}` takes {}{more}", step.name, takes.join(", "))))
            }
        }
    }

    fn call(&mut self, number: usize, arguments: Vec<Input>, span: Span) -> Part<NodeId> {
        let head = &self.heads[number];
        let (wanted, at) = (head.parameters.len(), head.span);
        if arguments.len() != wanted {
            let message = format!("`{}` takes {wanted} arguments", head.name);
            self.diagnostics.push(Diagnostic::error(span, message).also(at, "defined here"));
            return Err(Lost);
        }
        let mut actuals = Vec::with_capacity(wanted);
        for (position, input) in arguments.into_iter().enumerate() {
            let (actual, what) = match input {
                Input::Strategy(node) => (Actual::Strategy(node), Ok(Sort::Strategy)),
                Input::Number(number) => {
                    (Actual::Literal(Literal::Constant(Argument::Number(number))), Ok(Sort::Number))
                }
                Input::Text(text) => {
                    let text = Argument::Text(self.ctx.ident(&text));
                    (Actual::Literal(Literal::Constant(text)), Ok(Sort::Text))
                }
                Input::Parameter(number, _) => (Actual::Literal(Literal::Parameter(number)), Err(number)),
            };
            self.uses.passes(number, position, what, span);
            actuals.push(actual);
        }
        Ok(self.out.add(Node::Call(number, actuals), span))
    }

    /// The strategy of an argument.
    fn strategy(&mut self, input: &Input) -> Option<NodeId> {
        match input {
            Input::Strategy(id) => Some(*id),
            Input::Parameter(number, span) => {
                self.uses.uses(*number, Sort::Strategy, *span);
                Some(self.out.add(Node::Parameter(*number), *span))
            }
            Input::Number(_) | Input::Text(_) => None,
        }
    }

    /// The number or text of an argument; of this kind, where one is asked for.
    fn literal(&mut self, input: &Input, kind: Option<ArgumentKind>) -> Option<Literal> {
        let is = |wanted| kind.is_none_or(|kind| kind == wanted);
        match input {
            Input::Number(number) if is(ArgumentKind::Number) => {
                Some(Literal::Constant(Argument::Number(*number)))
            }
            Input::Text(text) if is(ArgumentKind::Text) => {
                Some(Literal::Constant(Argument::Text(self.ctx.ident(text))))
            }
            Input::Parameter(number, span) => {
                if let Some(kind) = kind {
                    self.uses.uses(*number, Sort::from(kind), *span);
                }
                Some(Literal::Parameter(*number))
            }
            _ => None,
        }
    }

    fn unknown(&mut self, span: Span, name: &str) -> Lost {
        let known = self.heads.iter().map(|head| head.name.as_str());
        let all = known
            .chain(COMBINATORS.iter().map(|(name, _)| *name))
            .chain(self.steps.iter().map(|step| step.name));
        let same = |other: &&str| other.eq_ignore_ascii_case(name) || differ_by_one(other, name);
        let close = all.filter(same).map(str::to_owned).next();
        let mut diagnostic = Diagnostic::error(span, format!("there is no strategy and no pattern `{name}`"));
        if let Some(close) = close {
            diagnostic = diagnostic.help(format!("there is `{close}`"));
        }
        self.diagnostics.push(diagnostic);
        Lost
    }

    /// A combinator of two nodes.
    fn around(&mut self, outer: Around, inner: Node, span: Span) -> Node {
        outer(self.out.add(inner, span))
    }

    fn combinator(&mut self, name: &str, inputs: &[Input], span: Span) -> Option<Node> {
        let ident = |text: &str| self.ctx.ident(text);
        let fact = match (name, inputs) {
            ("is", [Input::Text(text)]) => Some(Node::Test(Predicate::Is(ident(text)))),
            ("has", [Input::Text(text)]) => Some(Node::Test(Predicate::Has(ident(text)))),
            ("typed", [Input::Text(text)]) => Some(Node::Test(Predicate::Typed(ident(text)))),
            ("fromOp" | "newOp", [Input::Text(made), operands @ ..]) => {
                let operand = |input: &Input| match input {
                    Input::Text(text) => Some((ident(text.trim_end_matches('?')), text.ends_with('?'))),
                    _ => None,
                };
                let operands = operands.iter().map(operand).collect::<Option<_>>()?;
                Some(Node::FromOp(FromOp { name: ident(made), operands, bare: name == "newOp" }))
            }
            ("attr" | "set", [Input::Text(text), value]) => {
                let key = ident(text);
                let value = self.literal(value, None)?;
                Some(if name == "attr" {
                    Node::Test(Predicate::Equals(key, value))
                } else {
                    Node::Set(key, value)
                })
            }
            ("bind", [number, name]) => {
                let name = self.literal(name, Some(ArgumentKind::Text))?;
                Some(Node::Bind(self.literal(number, Some(ArgumentKind::Number))?, name))
            }
            ("at", [number]) => {
                Some(Node::Test(Predicate::At(self.literal(number, Some(ArgumentKind::Number))?)))
            }
            ("oneUse", []) => Some(Node::Test(Predicate::OneUse)),
            ("unused", []) => Some(Node::Test(Predicate::Unused)),
            ("last", []) => Some(Node::Test(Predicate::Last)),
            ("id", []) => Some(Node::Id),
            ("fail", []) => Some(Node::Fail),
            _ => None,
        };
        if fact.is_some() {
            return fact;
        }
        if let Some((_, axis, select)) = CHILDREN.iter().find(|(known, ..)| *known == name) {
            let [input] = inputs else { return None };
            return Some(Node::Child(*axis, *select, self.strategy(input)?));
        }
        if let Some((_, axis)) = NUMBERED.iter().find(|(known, _)| *known == name) {
            let [number, input] = inputs else { return None };
            let number = self.literal(number, Some(ArgumentKind::Number))?;
            return Some(Node::Child(*axis, Select::Nth(number), self.strategy(input)?));
        }
        if let Some((_, node)) = UNARY.iter().find(|(known, _)| *known == name) {
            let [input] = inputs else { return None };
            return Some(node(self.strategy(input)?));
        }
        match (name, inputs) {
            ("normalize", [input]) => {
                let inner = self.strategy(input)?;
                Some(self.around(Node::Repeat, Node::Everywhere(Traversal::TopDown, inner), span))
            }
            ("explore", [Input::Number(budget), rest @ ..]) if !rest.is_empty() => {
                let budget = usize::try_from(*budget).ok()?;
                Some(Node::Explore(self.strategies(rest)?, budget))
            }
            ("explore", [_, ..]) => Some(Node::Explore(self.strategies(inputs)?, SEARCH_BUDGET)),
            ("seq", _) => Some(Node::Seq(self.strategies(inputs)?)),
            ("choice", _) => Some(Node::Choice(self.strategies(inputs)?)),
            _ => None,
        }
    }

    fn strategies(&mut self, inputs: &[Input]) -> Option<Vec<NodeId>> {
        inputs.iter().map(|input| self.strategy(input)).collect()
    }
}

/// Combinators of a strategy at children.
const CHILDREN: &[(&str, Axis, Select)] = &[
    ("one", Axis::Inside, Select::One),
    ("all", Axis::Inside, Select::All),
    ("some", Axis::Inside, Select::Some),
    ("oneOperand", Axis::Operands, Select::One),
    ("allOperands", Axis::Operands, Select::All),
    ("someOperands", Axis::Operands, Select::Some),
    ("oneUser", Axis::Users, Select::One),
    ("allUsers", Axis::Users, Select::All),
    ("someUsers", Axis::Users, Select::Some),
    ("opOne", Axis::Ops, Select::One),
    ("opAll", Axis::Ops, Select::All),
    ("blockOne", Axis::Blocks, Select::One),
    ("blockAll", Axis::Blocks, Select::All),
    ("blockCFG", Axis::Reachable, Select::All),
    ("regionOne", Axis::Regions, Select::One),
    ("regionAll", Axis::Regions, Select::All),
    ("body", Axis::Body, Select::One),
    ("function", Axis::Function, Select::One),
];

/// Combinators of a number and a strategy at the child of this number.
const NUMBERED: &[(&str, Axis)] = &[
    ("operand", Axis::Operands),
    ("user", Axis::Users),
    ("region", Axis::Regions),
    ("block", Axis::Blocks),
    ("op", Axis::Ops),
    ("argument", Axis::Arguments),
];

/// A node around another one.
type Around = fn(NodeId) -> Node;

/// Combinators of one strategy.
const UNARY: &[(&str, Around)] = &[
    ("try", Node::Try),
    ("repeat", Node::Repeat),
    ("not", Node::Not),
    ("require", Node::Require),
    ("scope", Node::Scope),
    ("asOne", Node::AsOne),
    ("topDown", |inner| Node::Everywhere(Traversal::TopDown, inner)),
    ("bottomUp", |inner| Node::Everywhere(Traversal::BottomUp, inner)),
    ("allTopDown", |inner| Node::Everywhere(Traversal::AllTopDown, inner)),
    ("allBottomUp", |inner| Node::Everywhere(Traversal::AllBottomUp, inner)),
    ("innermost", |inner| Node::Everywhere(Traversal::Innermost, inner)),
];

/// Tells if two words of one length differ in one letter.
fn differ_by_one(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() == 1
}
