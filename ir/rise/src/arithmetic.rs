//! Regions of arithmetic on numbers as expressions. Knows no array.

use std::collections::HashMap;

use assay_ir::data::{AttrId, AttrKind, BlockId, Context, OpId, Program, Span, ValueId};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::ops;
use assay_ir::text::{attr_text, type_text};

use crate::primitive::Primitive;
use crate::syntax::tree::{Expr, ExprKind, Sign};
use crate::types::Scalar;

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::NONE }
}

/// The sign of a scalar operation.
pub(crate) fn sign(primitive: Primitive) -> Option<Sign> {
    [Sign::Plus, Sign::Minus, Sign::Times].into_iter().find(|sign| primitive.sign() == Some(sign.text()))
}

/// A number by its digits.
pub(crate) fn literal(digits: String) -> Expr {
    expr(match digits.contains(['.', 'e', 'E']) {
        true => ExprKind::Decimal(digits),
        false => ExprKind::Integer(digits),
    })
}

/// A function on arguments; one to all of them is the same as one after the other.
pub(crate) fn called(function: Expr, mut arguments: Vec<Expr>) -> Expr {
    if arguments.is_empty() {
        return function;
    }
    expr(match function.kind {
        ExprKind::Call(inner, mut first) => {
            first.append(&mut arguments);
            ExprKind::Call(inner, first)
        }
        kind => ExprKind::Call(Box::new(expr(kind)), arguments),
    })
}

/// The number of an attribute.
pub(crate) fn number(ctx: &Context, attr: AttrId) -> Option<Expr> {
    let text = match ctx.attr_kind(attr) {
        AttrKind::Integer { .. } | AttrKind::Float { .. } => attr_text(ctx, attr),
        _ => return None,
    };
    let digits = match text.split(':').next()?.trim() {
        "true" => "1",
        "false" => "0",
        digits => digits,
    };
    // An exponent has a point before it: `1e+10` is none of our numbers.
    let digits = digits.replace("e+", "e");
    digits.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some(literal(digits))
}

/// The number that a block returns, over values from outside.
pub(crate) fn returned(
    program: &Program,
    block: BlockId,
    outside: &mut dyn FnMut(ValueId) -> Option<Expr>,
) -> Result<Expr, Box<Diagnostic>> {
    let mut inside: HashMap<ValueId, Expr> = HashMap::new();
    let wrong = |op: OpId, message: String| Box::new(Diagnostic::error(program.op(op).span, message));
    for op in program.ops_in(block) {
        let operands = program.operands(op).map(|value| {
            let known = inside.get(&value).cloned().or_else(|| outside(value));
            known.ok_or_else(|| wrong(op, "expected a number that is known here".to_owned()))
        });
        let operands = operands.collect::<Result<Vec<_>, _>>()?;
        if program.next_op(op).is_none() {
            let one = <[Expr; 1]>::try_from(operands);
            return one.map(|[value]| value).map_err(|_| wrong(op, "expected one value".to_owned()));
        }
        let Some(result) = program.result(op, 0) else {
            return Err(wrong(op, format!("expected arithmetic, found `{}`", program.op_name(op))));
        };
        inside.insert(result, scalar(program, op, operands).map_err(|message| wrong(op, message))?);
    }
    Err(Box::new(Diagnostic::error(program.block(block).span, "expected a value that is returned")))
}

fn scalar(program: &Program, op: OpId, operands: Vec<Expr>) -> Result<Expr, String> {
    let (ctx, operation) = (program.ctx(), program.op_name(op));
    if ops::integer_op("constant") == Some(operation) {
        let attr = program.attr(op, ctx.ident("value"));
        return attr.and_then(|attr| number(ctx, attr)).ok_or_else(|| "expected a number".to_owned());
    }
    let ty = program.result(op, 0).map(|value| type_text(ctx, program.value_type(value)));
    let scalar = ty.as_deref().and_then(Scalar::parse);
    let own =
        |primitive: &&Primitive| scalar.is_some_and(|scalar| primitive.operation(scalar) == Some(operation));
    match (Primitive::ALL.iter().find(own), <[Expr; 2]>::try_from(operands)) {
        (Some(primitive), Ok([one, two])) => Ok(match sign(*primitive) {
            Some(sign) => expr(ExprKind::Binary(sign, Span::NONE, Box::new(one), Box::new(two))),
            None => called(expr(ExprKind::Name(primitive.name().to_owned())), vec![one, two]),
        }),
        _ if crate::core::embedded(operation).is_none() => {
            Err(format!("expected arithmetic on numbers of one type, found `{operation}`"))
        }
        (_, Ok(operands)) => Ok(called(expr(ExprKind::Embed(operation.to_owned())), operands.into())),
        (_, Err(operands)) => Ok(called(expr(ExprKind::Embed(operation.to_owned())), operands)),
    }
}
