//! From operations in generic form to the tree of a text. Operations may have the form that the published dialect has, too: without
//! names, and with a region of arithmetic behind `embed`.

use std::collections::HashMap;

use assay_ir::data::{AttrKind, BlockId, OpId, Program, Span, ValueId};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::text::{attr_text, type_text};

use super::types::{bracketed, length, parts, type_tree};
use crate::arithmetic::{called, literal, returned, sign};
use crate::primitive::Primitive;
use crate::syntax::parse_type;
use crate::syntax::tree::{Body, Expr, ExprKind, Item, Name, Parameter};

/// The operation around a program.
const UNIT_OPS: [&str; 1] = ["rise.lowering_unit"];

/// Tells if a text of MLIR has programs of the dialect.
pub fn holds_programs(text: &str) -> bool {
    text.contains(UNIT_OPS[0])
}

/// Most parts of a definition: a value that is used twice is written twice.
const MAX_PARTS: usize = 20_000;
/// Deepest nesting of a definition.
const MAX_LEVELS: usize = 80;

/// The definitions of a program of MLIR.
///
/// # Errors
/// Operations that are no definition, each with its place.
pub fn read(program: &Program) -> Result<Vec<Item>, Vec<Diagnostic>> {
    let (mut items, mut errors) = (Vec::new(), Vec::new());
    for unit in program.walk(program.top()).filter(|op| program.op_name(*op) == UNIT_OPS[0]) {
        let mut reader = Reader { program, names: HashMap::new(), fresh: 0, parts: MAX_PARTS, levels: 0 };
        match reader.definition(unit) {
            Ok(item) => items.push(item),
            Err(error) => errors.push(*error),
        }
    }
    if errors.is_empty() { Ok(items) } else { Err(errors) }
}

type Part<T> = Result<T, Box<Diagnostic>>;

struct Reader<'p> {
    program: &'p Program,
    /// Names of arguments of blocks, and of what comes in.
    names: HashMap<ValueId, Expr>,
    fresh: usize,
    parts: usize,
    levels: usize,
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::NONE }
}

impl Reader<'_> {
    fn error<T>(&self, op: OpId, message: impl Into<String>) -> Part<T> {
        Err(Box::new(Diagnostic::error(self.program.op(op).span, message)))
    }

    fn attr(&self, op: OpId, key: &str) -> Option<String> {
        let ctx = self.program.ctx();
        let attr = self.program.attr(op, ctx.ident(key))?;
        Some(match ctx.attr_kind(attr) {
            AttrKind::String { text, .. } => ctx.str(*text).to_owned(),
            _ => attr_text(ctx, attr),
        })
    }

    /// Words in quotes of an attribute that is a list of them.
    fn words(&self, op: OpId, key: &str) -> Vec<String> {
        let text = self.attr(op, key).unwrap_or_default();
        let list = text.trim_start_matches('[').trim_end_matches(']');
        let word = |part: &str| part.trim_matches('"').to_owned();
        if list.is_empty() { Vec::new() } else { parts(list, ",").into_iter().map(word).collect() }
    }

    fn entry(&self, op: OpId, region: usize) -> Option<BlockId> {
        let region = self.program.op_regions(op).get(region)?;
        self.program.region(*region).blocks.first().copied()
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh - 1)
    }

    fn definition(&mut self, unit: OpId) -> Part<Item> {
        let program = self.program;
        let function = program.parent_op(unit).and_then(|function| self.attr(function, "sym_name"));
        let Some(function) = function else {
            return self.error(unit, "expected a function around the program");
        };
        let Some(block) = self.entry(unit, 0) else { return self.error(unit, "expected a body") };
        let lengths: Vec<Name> = self.words(unit, "lengths").iter().map(|text| name(text)).collect();
        let (mut parameters, mut body) = (Vec::new(), None);
        for op in program.ops_in(block) {
            match program.op_name(op).strip_prefix("rise.") {
                Some("in") => parameters.push(self.parameter(op)?),
                Some("out") => {
                    let last = program.operands(op).last();
                    let Some(value) = last else { return self.error(op, "expected a value that comes out") };
                    body = Some(self.value(value, op)?);
                }
                _ => {}
            }
        }
        let Some(body) = body else { return self.error(unit, "expected `rise.out`") };
        let span = program.op(unit).span;
        Ok(Item { name: name(&function), lengths, parameters, body: Body::Definition(body), span })
    }

    fn parameter(&mut self, op: OpId) -> Part<Parameter> {
        let Some(result) = self.program.result(op, 0) else { return self.error(op, "expected a result") };
        let text = self.attr(op, "name").unwrap_or_else(|| self.fresh());
        let own = type_text(self.program.ctx(), self.program.value_type(result));
        let written = self.attr(op, "type").and_then(|text| parse_type(&text));
        let Some(ty) = written.or_else(|| type_tree(&own)) else {
            return self.error(op, format!("expected a type of the dialect, found {own}"));
        };
        self.names.insert(result, expr(ExprKind::Name(text.clone())));
        Ok(Parameter { name: name(&text), ty })
    }

    /// The expression of a value; `by` uses it.
    fn value(&mut self, value: ValueId, by: OpId) -> Part<Expr> {
        if let Some(known) = self.names.get(&value) {
            return Ok(known.clone());
        }
        let Some(op) = self.program.defining_op(value) else {
            return self.error(by, "expected a value of the program");
        };
        if self.parts == 0 || self.levels == MAX_LEVELS {
            return self.error(op, "the program is too large or nested too deep");
        }
        self.parts -= 1;
        self.levels += 1;
        let read = self.operation(op);
        self.levels -= 1;
        read
    }

    fn operation(&mut self, op: OpId) -> Part<Expr> {
        let program = self.program;
        let full = program.op_name(op);
        let Some(word) = full.strip_prefix("rise.") else {
            return self.error(op, format!("expected an operation of the dialect, found `{full}`"));
        };
        match word {
            "apply" => self.application(op),
            "lambda" => self.function(op),
            "literal" => self.literal(op),
            "embed" => self.arithmetic(op),
            "operation" => match self.attr(op, "operation") {
                Some(name) => Ok(expr(ExprKind::Embed(name))),
                None => self.error(op, "expected the name of an operation"),
            },
            "definition" => match self.attr(op, "callee") {
                Some(name) => Ok(expr(ExprKind::Name(name.trim_start_matches('@').to_owned()))),
                None => self.error(op, "expected the name of a definition"),
            },
            "tuple" => {
                let operands = self.operands(op)?;
                let Ok([one, two]) = <[Expr; 2]>::try_from(operands) else {
                    return self.error(op, "expected two operands");
                };
                Ok(expr(ExprKind::Pair(Box::new(one), Box::new(two))))
            }
            _ => match Primitive::parse(word) {
                Some(primitive) => self.pattern(op, primitive),
                None => self.error(op, format!("expected an operation of the dialect, found `{full}`")),
            },
        }
    }

    fn operands(&mut self, op: OpId) -> Part<Vec<Expr>> {
        let values: Vec<ValueId> = self.program.operands(op).collect();
        values.into_iter().map(|value| self.value(value, op)).collect()
    }

    fn pattern(&mut self, op: OpId, primitive: Primitive) -> Part<Expr> {
        let pattern = expr(ExprKind::Name(primitive.name().to_owned()));
        let mut lengths = Vec::new();
        for key in primitive.naturals() {
            let text = self.attr(op, key);
            let own = text.as_deref().and_then(bracketed).and_then(|(_, inside)| length(inside));
            match own {
                Some(length) => lengths.push(length),
                None => return self.error(op, format!("expected the length `{key}`")),
            }
        }
        Ok(match lengths.is_empty() {
            true => pattern,
            false => expr(ExprKind::Call(Box::new(pattern), lengths)),
        })
    }

    fn application(&mut self, op: OpId) -> Part<Expr> {
        let style = self.attr(op, "style");
        let mut operands = self.operands(op)?.into_iter();
        let Some(function) = operands.next() else { return self.error(op, "expected a function") };
        let mut arguments: Vec<Expr> = operands.collect();
        match (style.as_deref(), &mut arguments[..]) {
            (Some("pipe"), [_]) => {
                let argument = arguments.remove(0);
                Ok(expr(ExprKind::Pipe(Box::new(argument), Box::new(function))))
            }
            (Some("sign"), [_, _]) => {
                let (two, one) = (arguments.remove(1), arguments.remove(0));
                self.signed(op, &function, one, two)
            }
            _ => Ok(called(function, arguments)),
        }
    }

    fn signed(&mut self, op: OpId, function: &Expr, one: Expr, two: Expr) -> Part<Expr> {
        let ExprKind::Name(word) = &function.kind else { return self.error(op, "expected a sign") };
        let (one, two) = (Box::new(one), Box::new(two));
        match Primitive::parse(word) {
            Some(Primitive::Compose) => Ok(expr(ExprKind::Compose(one, two))),
            Some(primitive) => match sign(primitive) {
                Some(sign) => Ok(expr(ExprKind::Binary(sign, Span::NONE, one, two))),
                None => self.error(op, format!("`{word}` has no sign")),
            },
            None => self.error(op, "expected a sign"),
        }
    }

    fn function(&mut self, op: OpId) -> Part<Expr> {
        let Some(block) = self.entry(op, 0) else { return self.error(op, "expected a body") };
        let mut names = self.words(op, "names").into_iter();
        let mut parameters = Vec::new();
        for argument in self.program.block(block).arguments.clone() {
            let text = names.next().unwrap_or_else(|| self.fresh());
            self.names.insert(argument, expr(ExprKind::Name(text.clone())));
            parameters.push(name(&text));
        }
        let body = self.returned(op, block)?;
        Ok(expr(match body.kind {
            ExprKind::Lambda(inner, body) => {
                parameters.extend(inner);
                ExprKind::Lambda(parameters, body)
            }
            _ => ExprKind::Lambda(parameters, Box::new(body)),
        }))
    }

    /// The value that a block returns.
    fn returned(&mut self, op: OpId, block: BlockId) -> Part<Expr> {
        let last = self.program.last_op(block);
        match last.and_then(|last| Some((last, self.program.operand(last, 0)?))) {
            Some((last, value)) => self.value(value, last),
            None => self.error(op, "expected a value that is returned"),
        }
    }

    fn literal(&mut self, op: OpId) -> Part<Expr> {
        let text = self.attr(op, "literal").unwrap_or_default();
        let digits =
            bracketed(&text).and_then(|(_, inside)| parts(inside, ",").first().map(|one| (*one).to_owned()));
        match digits.filter(|digits| digits.parse::<f64>().is_ok()) {
            Some(digits) => Ok(literal(digits)),
            None => self.error(op, format!("expected a number, found {text}")),
        }
    }

    /// A region of arithmetic on numbers.
    fn arithmetic(&mut self, op: OpId) -> Part<Expr> {
        let Some(block) = self.entry(op, 0) else { return self.error(op, "expected a body") };
        let operands = self.operands(op)?;
        let arguments = self.program.block(block).arguments.clone();
        let known: HashMap<ValueId, Expr> = arguments.into_iter().zip(operands).collect();
        returned(self.program, block, &mut |value| {
            known.get(&value).or_else(|| self.names.get(&value)).cloned()
        })
    }
}
