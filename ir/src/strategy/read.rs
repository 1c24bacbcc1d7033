//! The text form of strategies: definitions, `name(parameters) = strategy`, with `;` between and behind them.
//!
//! ```text
//! // `;` binds tighter than `<+`; both take any number of strategies.
//! normalize = repeat(topDown(foldConstants <+ dropDead));
//! inLoops(s) = is("scf.for") ; innermost(s)
//! ```
//!
//! A name is a parameter, a definition, a combinator, or a pattern; `@name` is a pattern. Every error of a text is reported, with
//! its place.

use super::nodes::{Axis, Definition, Node, NodeId, Predicate, Select, Strategy, Traversal};
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

/// Reads definitions. `patterns` are the names of the patterns; a pattern is known by its place among them.
pub fn read(ctx: &Context, text: &str, patterns: &[&str]) -> Read {
    let mut reader = Reader {
        ctx,
        text,
        patterns,
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
    Read { strategy: reader.out, diagnostics: reader.diagnostics }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Name,
    Pattern,
    Number,
    Text,
    /// `(`, `)`, `,`, `;`, `=`
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
    patterns: &'t [&'t str],
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
    ("topDown", "a strategy"),
    ("bottomUp", "a strategy"),
    ("allTopDown", "a strategy"),
    ("allBottomUp", "a strategy"),
    ("innermost", "a strategy"),
    ("explore", "strategies, and a number of programs before them if it is not 10000"),
];

/// An argument.
enum Argument {
    Strategy(NodeId),
    Number(u32),
    Text(String),
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
                    if byte == b'@' { Kind::Pattern } else { Kind::Name }
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
        let mut parts = vec![self.primary()?];
        while self.token(self.at).kind == Kind::Sign(b';') {
            let next = self.at + 1;
            if outermost && (self.token(next).kind == Kind::End || self.definition_at(next).is_some()) {
                break;
            }
            self.at = next;
            parts.push(self.primary()?);
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
                match self.patterns.iter().position(|pattern| *pattern == name) {
                    Some(rule) => Ok(self.out.add(Node::Rule(rule), token.span)),
                    None => Err(self.unknown(token.span, &name)),
                }
            }
            Kind::Name => {
                self.at += 1;
                self.named(token)
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

    fn arguments(&mut self) -> Part<Option<Vec<Argument>>> {
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
                        Ok(number) => Argument::Number(number),
                        Err(_) => return Err(self.error(token.span, "the number is too large")),
                    }
                }
                Kind::Text => {
                    self.at += 1;
                    Argument::Text(self.word(token).to_owned())
                }
                _ => Argument::Strategy(self.choice(false)?),
            });
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Some(all))
    }

    fn named(&mut self, token: Token) -> Part<NodeId> {
        let name = self.word(token).to_owned();
        if let Some(number) = self.parameters.iter().position(|parameter| *parameter == name) {
            return Ok(self.out.add(Node::Parameter(number), token.span));
        }
        let arguments = self.arguments()?;
        let span = token.span.to(self.token(self.at - 1).span);
        if let Some(number) = self.heads.iter().position(|head| head.name == name) {
            return self.call(number, arguments.unwrap_or_default(), span);
        }
        if let Some((_, takes)) = COMBINATORS.iter().find(|(known, _)| *known == name) {
            return match self.combinator(&name, arguments.as_deref().unwrap_or_default()) {
                Some(node) => Ok(self.out.add(node, span)),
                None => Err(self.error(span, format!("`{name}` takes {takes}"))),
            };
        }
        match self.patterns.iter().position(|pattern| *pattern == name) {
            Some(rule) if arguments.is_none() => Ok(self.out.add(Node::Rule(rule), token.span)),
            Some(_) => Err(self.error(span, format!("the pattern `{name}` takes nothing"))),
            None => Err(self.unknown(token.span, &name)),
        }
    }

    fn call(&mut self, number: usize, arguments: Vec<Argument>, span: Span) -> Part<NodeId> {
        let strategies: Option<Vec<NodeId>> = arguments.iter().map(Argument::strategy).collect();
        let head = &self.heads[number];
        let (wanted, at) = (head.parameters.len(), head.span);
        match strategies {
            Some(given) if given.len() == wanted => Ok(self.out.add(Node::Call(number, given), span)),
            _ => {
                let message = format!("`{}` takes {wanted} strategies", head.name);
                self.diagnostics.push(Diagnostic::error(span, message).also(at, "defined here"));
                Err(Lost)
            }
        }
    }

    fn unknown(&mut self, span: Span, name: &str) -> Lost {
        let known = self.heads.iter().map(|head| head.name.as_str());
        let all = known.chain(COMBINATORS.iter().map(|(name, _)| *name)).chain(self.patterns.iter().copied());
        let same = |other: &&str| other.eq_ignore_ascii_case(name) || differ_by_one(other, name);
        let close = all.filter(same).map(str::to_owned).next();
        let mut diagnostic = Diagnostic::error(span, format!("there is no strategy and no pattern `{name}`"));
        if let Some(close) = close {
            diagnostic = diagnostic.help(format!("there is `{close}`"));
        }
        self.diagnostics.push(diagnostic);
        Lost
    }

    fn combinator(&self, name: &str, arguments: &[Argument]) -> Option<Node> {
        use Argument::{Number, Strategy as Of, Text};
        let child = |axis, select| match arguments {
            [Of(inner)] => Some(Node::Child(axis, select, *inner)),
            _ => None,
        };
        let nth = |axis| match arguments {
            [Number(number), Of(inner)] => Some(Node::Child(axis, Select::Nth(*number), *inner)),
            _ => None,
        };
        let unary = |node: fn(NodeId) -> Node| match arguments {
            [Of(inner)] => Some(node(*inner)),
            _ => None,
        };
        let everywhere = |way| match arguments {
            [Of(inner)] => Some(Node::Everywhere(way, *inner)),
            _ => None,
        };
        let all = || arguments.iter().map(Argument::strategy).collect::<Option<Vec<_>>>();
        let nothing = |node: Node| arguments.is_empty().then_some(node);
        match name {
            "id" => nothing(Node::Id),
            "fail" => nothing(Node::Fail),
            "seq" => Some(Node::Seq(all()?)),
            "choice" => Some(Node::Choice(all()?)),
            "try" => unary(Node::Try),
            "repeat" => unary(Node::Repeat),
            "not" => unary(Node::Not),
            "require" => unary(Node::Require),
            "is" | "has" => match arguments {
                [Text(text)] if name == "is" => Some(Node::Test(Predicate::Is(self.ctx.ident(text)))),
                [Text(text)] => Some(Node::Test(Predicate::Has(self.ctx.ident(text)))),
                _ => None,
            },
            "oneUse" => nothing(Node::Test(Predicate::OneUse)),
            "unused" => nothing(Node::Test(Predicate::Unused)),
            "last" => nothing(Node::Test(Predicate::Last)),
            "at" => match arguments {
                [Number(number)] => Some(Node::Test(Predicate::At(*number))),
                _ => None,
            },
            "operand" => nth(Axis::Operands),
            "user" => nth(Axis::Users),
            "region" => nth(Axis::Regions),
            "block" => nth(Axis::Blocks),
            "op" => nth(Axis::Ops),
            "one" => child(Axis::Inside, Select::One),
            "all" => child(Axis::Inside, Select::All),
            "some" => child(Axis::Inside, Select::Some),
            "oneOperand" => child(Axis::Operands, Select::One),
            "allOperands" => child(Axis::Operands, Select::All),
            "someOperands" => child(Axis::Operands, Select::Some),
            "oneUser" => child(Axis::Users, Select::One),
            "allUsers" => child(Axis::Users, Select::All),
            "someUsers" => child(Axis::Users, Select::Some),
            "topDown" => everywhere(Traversal::TopDown),
            "bottomUp" => everywhere(Traversal::BottomUp),
            "allTopDown" => everywhere(Traversal::AllTopDown),
            "allBottomUp" => everywhere(Traversal::AllBottomUp),
            "innermost" => everywhere(Traversal::Innermost),
            "explore" => match arguments {
                [Number(budget), rest @ ..] if !rest.is_empty() => {
                    let moves = rest.iter().map(Argument::strategy).collect::<Option<_>>()?;
                    Some(Node::Explore(moves, *budget as usize))
                }
                [_, ..] => Some(Node::Explore(all()?, SEARCH_BUDGET)),
                [] => None,
            },
            _ => None,
        }
    }
}

impl Argument {
    fn strategy(&self) -> Option<NodeId> {
        match self {
            Argument::Strategy(id) => Some(*id),
            Argument::Number(_) | Argument::Text(_) => None,
        }
    }
}

/// Tells if two words of one length differ in one letter.
fn differ_by_one(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() == 1
}
