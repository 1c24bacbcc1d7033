//! From tokens to trees. Every error has a place; an item that cannot be read hides no other one. Nesting is bounded, so that
//! everything that walks a tree may be recursive.

use assay_ir::data::Span;
use assay_ir::diagnostic::Diagnostic;

use super::lexer::{Token, tokens};
use super::tree::{Body, Expr, ExprKind, Item, Name, Parameter, Premise, Sign, TypeTree};

/// The deepest nesting of expressions and types.
pub const MAX_DEPTH: usize = 100;

/// The items of a text, and all that cannot be read.
pub fn parse(text: &str) -> (Vec<Item>, Vec<Diagnostic>) {
    let (tokens, mut errors) = tokens(text);
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let mut items = Vec::new();
    while *parser.token() != Token::End {
        match parser.item() {
            Ok(item) => items.push(item),
            Err(error) => {
                errors.push(*error);
                parser.skip();
            }
        }
    }
    errors.sort_by_key(|error| error.span.start);
    (items, errors)
}

/// A length from its text.
pub fn parse_length(text: &str) -> Option<Expr> {
    whole(text, Parser::sum)
}

/// A type from its text.
pub fn parse_type(text: &str) -> Option<TypeTree> {
    whole(text, Parser::ty)
}

/// Reads a text as one thing, to its end.
fn whole<T>(text: &str, read: impl FnOnce(&mut Parser) -> Parsed<T>) -> Option<T> {
    let (tokens, errors) = tokens(text);
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let found = read(&mut parser).ok()?;
    (errors.is_empty() && *parser.token() == Token::End).then_some(found)
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// The end of what was read.
    fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn next(&mut self) -> Token {
        let token = self.token().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&self, sign: &str) -> bool {
        matches!(self.token(), Token::Sign(other) if *other == sign)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.is(sign);
        if found {
            self.next();
        }
        found
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token(), Token::Name(name) if name == word)
    }

    fn error<T>(&self, expected: &str) -> Parsed<T> {
        let message = format!("expected {expected}, found {}", self.token().describe());
        Err(Box::new(Diagnostic::error(self.span(), message)))
    }

    fn expect(&mut self, sign: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { self.error(&format!("`{sign}`")) }
    }

    fn name(&mut self, expected: &str) -> Parsed<Name> {
        let span = self.span();
        match self.token() {
            Token::Name(text) if !["def", "rule", "fun", "where", "embed"].contains(&text.as_str()) => {
                let text = text.clone();
                self.next();
                Ok(Name { text, span })
            }
            _ => self.error(expected),
        }
    }

    /// Goes to the next item.
    fn skip(&mut self) {
        self.depth = 0;
        if *self.token() != Token::End {
            self.next();
        }
        while *self.token() != Token::End && !self.is_word("def") && !self.is_word("rule") {
            self.next();
        }
    }

    /// Reads something that may nest.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Parser) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep(self.span());
        }
        self.depth += 1;
        let result = read(self);
        self.depth = self.depth.saturating_sub(1);
        result
    }

    fn too_deep<T>(&self, span: Span) -> Parsed<T> {
        let message = format!("expected at most {MAX_DEPTH} levels, found deeper nesting");
        Err(Box::new(Diagnostic::error(span, message)))
    }

    fn list<T>(&mut self, end: &str, mut read: impl FnMut(&mut Parser) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut all = Vec::new();
        if self.eat(end) {
            return Ok(all);
        }
        loop {
            all.push(read(self)?);
            if self.eat(end) {
                return Ok(all);
            }
            if !self.eat(",") {
                return self.error(&format!("`,` or `{end}`"));
            }
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.span();
        let is_rule = self.is_word("rule");
        if !is_rule && !self.is_word("def") {
            return self.error("`def` or `rule`");
        }
        self.next();
        let name = self.name("a name")?;
        let lengths = if self.eat("[") {
            self.list("]", |parser| parser.name("the name of a length"))?
        } else {
            Vec::new()
        };
        self.expect("(")?;
        let parameters = self.list(")", |parser| {
            let name = parser.name("a parameter")?;
            parser.expect(":")?;
            Ok(Parameter { name, ty: parser.ty()? })
        })?;
        let body = if is_rule {
            self.expect(":")?;
            let left = self.expr()?;
            self.expect("~>")?;
            let right = self.expr()?;
            Body::Rule(left, right, self.premises()?)
        } else {
            self.expect("=")?;
            Body::Definition(self.expr()?)
        };
        if *self.token() != Token::End && !self.is_word("def") && !self.is_word("rule") {
            return self.error("the end of the expression, `def` or `rule`");
        }
        Ok(Item { name, lengths, parameters, body, span: start.to(self.last()) })
    }

    fn premises(&mut self) -> Parsed<Vec<Premise>> {
        let mut premises = Vec::new();
        if self.is_word("where") {
            self.next();
            loop {
                let name = self.name("a premise")?;
                self.expect("(")?;
                let arguments = self.list(")", Parser::expr)?;
                premises.push(Premise { name, arguments });
                if !self.eat(",") {
                    break;
                }
            }
        }
        Ok(premises)
    }

    fn ty(&mut self) -> Parsed<TypeTree> {
        self.nested(|parser| {
            let from = parser.data_type()?;
            if parser.eat("->") {
                return Ok(TypeTree::Fun(Box::new(from), Box::new(parser.ty()?)));
            }
            Ok(from)
        })
    }

    /// A type that is no function, unless in parentheses.
    fn data_type(&mut self) -> Parsed<TypeTree> {
        self.nested(Parser::data_type_inside)
    }

    fn data_type_inside(&mut self) -> Parsed<TypeTree> {
        if self.is("(") {
            let before = self.at;
            if let Some(length) = self.length_before_dot() {
                return Ok(TypeTree::Array(length, Box::new(self.data_type()?)));
            }
            self.at = before;
            self.next();
            let first = self.ty()?;
            if self.eat(",") {
                let second = self.ty()?;
                self.expect(")")?;
                return Ok(TypeTree::Pair(Box::new(first), Box::new(second)));
            }
            if !self.eat(")") {
                return self.error("`,`, `->` or `)` in a type");
            }
            return Ok(first);
        }
        let span = self.span();
        if let Token::Integer(digits) = self.token().clone() {
            self.next();
            self.expect(".")?;
            let length = Expr { kind: ExprKind::Integer(digits), span };
            return Ok(TypeTree::Array(length, Box::new(self.data_type()?)));
        }
        let name = self.name("a type")?;
        if self.eat(".") {
            let length = Expr { kind: ExprKind::Name(name.text), span };
            return Ok(TypeTree::Array(length, Box::new(self.data_type()?)));
        }
        Ok(TypeTree::Name(name))
    }

    /// A length in parentheses with the dot behind it; `None` where something else is written.
    fn length_before_dot(&mut self) -> Option<Expr> {
        let (mut open, mut at) = (0usize, self.at);
        loop {
            match &self.tokens[at].0 {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                Token::Sign("+" | "-" | "*" | "/") | Token::Name(_) | Token::Integer(_) => {}
                _ => return None,
            }
            at += 1;
            if open == 0 {
                break;
            }
        }
        if self.tokens[at].0 != Token::Sign(".") {
            return None;
        }
        self.next();
        let length = self.sum().ok()?;
        (self.eat(")") && self.eat(".")).then_some(length)
    }

    fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let before = parser.depth;
            let mut left = parser.composition()?;
            while parser.eat("|>") {
                parser.deeper(left.span)?;
                let right = parser.composition()?;
                left = join(left, right, ExprKind::Pipe);
            }
            parser.depth = before;
            Ok(left)
        })
    }

    /// A chain grows to the left: each part is one level more.
    fn deeper(&mut self, span: Span) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.too_deep(span) } else { Ok(()) }
    }

    fn composition(&mut self) -> Parsed<Expr> {
        let before = self.depth;
        let mut left = self.sum()?;
        while self.eat(">>") {
            self.deeper(left.span)?;
            let right = self.sum()?;
            left = join(left, right, ExprKind::Compose);
        }
        self.depth = before;
        Ok(left)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.signs(&[("+", Sign::Plus), ("-", Sign::Minus)], |parser| {
            parser.signs(&[("*", Sign::Times), ("/", Sign::Over)], Parser::call)
        })
    }

    fn signs(
        &mut self,
        signs: &[(&'static str, Sign)],
        read: impl Fn(&mut Parser) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let before = self.depth;
        let mut left = read(self)?;
        while let Some((_, sign)) = signs.iter().find(|(text, _)| self.is(text)) {
            let at = self.span();
            self.next();
            self.deeper(at)?;
            let right = read(self)?;
            left = join(left, right, |left, right| ExprKind::Binary(*sign, at, left, right));
        }
        self.depth = before;
        Ok(left)
    }

    fn call(&mut self) -> Parsed<Expr> {
        let before = self.depth;
        let mut function = self.atom()?;
        while self.is("(") {
            self.deeper(function.span)?;
            self.next();
            let arguments = self.list(")", Parser::expr)?;
            if arguments.is_empty() {
                let message = "expected an argument, found `)`";
                return Err(Box::new(Diagnostic::error(self.last(), message)));
            }
            function = called(function, arguments, self.last());
        }
        self.depth = before;
        Ok(function)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.token().clone() {
            Token::Integer(digits) => {
                self.next();
                ExprKind::Integer(digits)
            }
            Token::Decimal(digits) => {
                self.next();
                ExprKind::Decimal(digits)
            }
            Token::Sign("-") => {
                self.next();
                match self.next() {
                    Token::Integer(digits) => ExprKind::Integer(format!("-{digits}")),
                    Token::Decimal(digits) => ExprKind::Decimal(format!("-{digits}")),
                    _ => {
                        self.at -= 1;
                        return self.error("a number behind `-`");
                    }
                }
            }
            Token::Name(word) if word == "fun" => self.lambda()?,
            Token::Name(word) if word == "embed" => {
                self.next();
                match self.token().clone() {
                    Token::Text(operation) => {
                        self.next();
                        ExprKind::Embed(operation)
                    }
                    _ => return self.error("the name of an operation in quotes behind `embed`"),
                }
            }
            Token::Sign("(") => {
                self.next();
                let first = self.expr()?;
                if self.eat(",") {
                    let second = self.expr()?;
                    self.expect(")")?;
                    ExprKind::Pair(Box::new(first), Box::new(second))
                } else if self.eat(")") {
                    return Ok(Expr { span: start.to(self.last()), ..first });
                } else {
                    return self.error("`,` or `)`");
                }
            }
            _ => ExprKind::Name(self.name("an expression")?.text),
        };
        Ok(Expr { kind, span: start.to(self.last()) })
    }

    fn lambda(&mut self) -> Parsed<ExprKind> {
        self.next();
        self.expect("(")?;
        let mut names = vec![self.name("a parameter")?];
        while self.eat(",") {
            names.push(self.name("a parameter")?);
        }
        if !self.eat("=>") {
            return self.error("`,` or `=>`");
        }
        if self.depth + names.len() > MAX_DEPTH {
            return self.too_deep(self.span());
        }
        self.depth += names.len();
        let body = self.expr()?;
        self.depth = self.depth.saturating_sub(names.len());
        if !self.eat(")") {
            return self.error("an operator or `)` behind the body of `fun`");
        }
        // One function of all parameters is the same.
        Ok(match body.kind {
            ExprKind::Lambda(inner, body) => {
                names.extend(inner);
                ExprKind::Lambda(names, body)
            }
            _ => ExprKind::Lambda(names, Box::new(body)),
        })
    }
}

/// An application; one to all arguments is the same as one after the other.
fn called(function: Expr, mut arguments: Vec<Expr>, end: Span) -> Expr {
    let span = function.span.to(end);
    let kind = match function.kind {
        ExprKind::Call(inner, mut first) => {
            first.append(&mut arguments);
            ExprKind::Call(inner, first)
        }
        _ => ExprKind::Call(Box::new(function), arguments),
    };
    Expr { kind, span }
}

fn join(left: Expr, right: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: kind(Box::new(left), Box::new(right)), span }
}
