//! Folding: operations on constants by the reference interpreter, and what operations of `arith` and `index` with one known operand
//! are, whatever the other one is. Each fold is a value that the operation allows; what is poison or undefined is not folded.

use assay_ir::data::{AttrId, Context, Ident, OpId, Program, TypeId, ValueId, known};
use assay_ir::ops::{self, Op, PerOp, op};
use assay_ir::rewrite::{self, Fold, Folded};
use assay_ir::spec::Registry;

use crate::constant::{attribute_of, value_of};
use crate::engine::{IndexWidth, Options};
use crate::float::Float;
use crate::int::Int;
use crate::interp::evaluate;
use crate::value::{Value, count};

/// More elements than this are not folded to one attribute.
const MOST_ELEMENTS: u64 = 1 << 12;

/// Fuel for one operation.
const FUEL: u64 = 1 << 16;

/// Folds the operations that have no effect as a registry has it, `index` at 64 bits; those of the dialect `index` only where 32 bits agree.
#[derive(Clone, Debug)]
pub struct Folder<'r> {
    registry: &'r Registry,
}

/// An operand that decides the result of an operation of two operands.
#[derive(Clone, Copy)]
enum Known {
    /// The second one, of which the result is the first one.
    Neutral(Number),
    /// The second one, which is the result.
    Absorbing(Number),
    /// The second one, of which the result is zero.
    Zeroing(Number),
    /// Both are the same value, which is the result.
    Idempotent,
    /// Both are the same value, of which the result is zero.
    Inverse,
}

/// A number of any width, or of any float type; the least and the most are those of signed numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Zero,
    One,
    Ones,
    Least,
    Most,
    FloatZero,
    FloatMinusZero,
    FloatOne,
}

use Known::{Absorbing, Idempotent, Inverse, Neutral, Zeroing};
use Number::{FloatMinusZero, FloatOne, FloatZero, Least, Most, One, Ones, Zero};

/// Algebraic identities of a binary operation, from the facts of its record, in their order.
fn identities(op: &'static Op) -> &'static [Known] {
    static IDENTITIES: PerOp<Vec<Known>> = PerOp::new();
    IDENTITIES.get(op, || {
        let idempotent = op.has("IsIdempotent").then_some(Idempotent);
        let known = |(word, value)| match word {
            "neutral" => Number::read(value).map(Neutral),
            "absorbing" => Number::read(value).map(Absorbing),
            "zeroing" => Number::read(value).map(Zeroing),
            "idempotent" => Some(Idempotent),
            "cancels" => Some(Inverse),
            _ => None,
        };
        op.facts().filter_map(known).chain(idempotent).collect()
    })
}

impl Number {
    /// The number of a fact.
    fn read(text: &str) -> Option<Number> {
        Some(match text {
            "0" => Zero,
            "1" => One,
            "-1" => Ones,
            "least" => Least,
            "most" => Most,
            "0.0" => FloatZero,
            "-0.0" => FloatMinusZero,
            "1.0" => FloatOne,
            _ => return None,
        })
    }

    /// Returns true for this number, and for a vector of which each element is it.
    fn is(self, value: &Value) -> bool {
        match value {
            Value::Shaped(shaped) => !shaped.is_empty() && shaped.all(|element| self.is(element)),
            Value::Int(int) => Some(int) == self.of_width(int.width()).as_ref(),
            Value::Float(float) => match self {
                FloatZero => float.is_zero() && !float.is_negative(),
                FloatMinusZero => float.is_zero() && float.is_negative(),
                FloatOne => Some(*float) == Float::from_int(float.kind, &Int::new(2, 1), false),
                _ => false,
            },
            _ => false,
        }
    }

    fn of_width(self, width: u32) -> Option<Int> {
        match self {
            Zero => Some(Int::new(width, 0)),
            One => Some(Int::new(width, 1)),
            Ones => Some(Int::all_ones(width)),
            Least => Some(Int::signed_min(width)),
            Most => Some(Int::all_ones(width).xor(&Int::signed_min(width))),
            FloatZero | FloatMinusZero | FloatOne => None,
        }
    }
}

impl<'r> Folder<'r> {
    /// Folds with the operations of a registry.
    pub fn new(registry: &'r Registry) -> Folder<'r> {
        Folder { registry }
    }

    /// The value of an operand that is a constant.
    fn value(&self, program: &Program, operand: ValueId) -> Option<Value> {
        let definition = program.defining_op(operand)?;
        let attr = rewrite::Folder::constant(self, program, definition)?;
        value_of(program.ctx(), attr, program.value_type(operand), IndexWidth::W64).ok()
    }

    /// The results of an operation on constants.
    fn evaluate(&self, program: &Program, op: OpId, operands: &[Value]) -> Option<Vec<Folded>> {
        let at =
            |index| evaluate(program, op, operands, &Options { index, fuel: FUEL, ..Options::default() });
        let values = at(IndexWidth::W64)?;
        if program.op_name(op).starts_with("index.") && !agrees(program, op, operands, &values) {
            return None;
        }
        let results = program.results(op).zip(&values);
        results.map(|(result, value)| constant(program, op, program.value_type(result), value)).collect()
    }

    /// The result of an operation that one known operand decides.
    fn identity(&self, program: &Program, op: OpId, second: Option<&Value>) -> Option<Folded> {
        let [first, other] = program.operands(op).collect::<Vec<_>>()[..] else { return None };
        let is = |number: Number| second.is_some_and(|second| number.is(second));
        let ty = program.value_type(program.result(op, 0)?);
        let zero = |program: &Program| {
            let attr = zero_of(program.ctx(), ty)?;
            Some(Folded::Constant(constant_name(program, op)?, attr))
        };
        identities(self::op(program.op_name(op))?).iter().find_map(|known| match known {
            Neutral(number) if is(*number) => Some(Folded::Value(first)),
            Absorbing(number) if is(*number) => Some(Folded::Value(other)),
            Zeroing(number) if is(*number) => zero(program),
            Idempotent if first == other => Some(Folded::Value(first)),
            Inverse if first == other => zero(program),
            _ => None,
        })
    }
}

impl rewrite::Folder for Folder<'_> {
    fn constant(&self, program: &Program, op: OpId) -> Option<AttrId> {
        let alone = program.operand_count(op) == 0 && program.result_count(op) == 1;
        let constant = alone && self.registry.is_constant_like(program.op(op).name);
        constant.then(|| program.attr(op, known::VALUE)).flatten()
    }

    fn fold(&self, program: &Program, op: OpId) -> Option<Fold> {
        let spec = self.registry.op(program.op(op).name)?;
        if !spec.traits.has_no_effect() || program.result_count(op) == 0 || !program.op_regions(op).is_empty()
        {
            return None;
        }
        let operands: Vec<ValueId> = program.operands(op).collect();
        let values: Vec<Option<Value>> = operands.iter().map(|name| self.value(program, *name)).collect();
        let constants: Option<Vec<Value>> = values.iter().cloned().collect();
        let evaluated =
            || constants.as_ref().and_then(|values| self.evaluate(program, op, values)).map(Fold::Results);
        let known = || {
            let chosen = || selected(program, op, &operands, values.first()?.as_ref()).map(Folded::Value);
            let folded = self.identity(program, op, values.last().and_then(Option::as_ref)).or_else(chosen);
            folded.map(|folded| Fold::Results(vec![folded]))
        };
        // MLIR's `arith` takes a value that is there before it makes a constant, `index` the other way round.
        let folded = match program.op_name(op).starts_with("index.") {
            true => evaluated().or_else(known),
            false => known().or_else(evaluated),
        };
        if folded.is_some() {
            return folded;
        }
        if !spec.traits.commutative {
            return None;
        }
        // Constants go last, else in the order in which they are.
        let pairs = || operands.iter().zip(&values);
        let open = pairs().filter(|(_, value)| value.is_none());
        let known = pairs().filter(|(_, value)| value.is_some());
        let ordered: Vec<ValueId> = open.chain(known).map(|(name, _)| *name).collect();
        (ordered != operands).then_some(Fold::Operands(ordered))
    }
}

/// The operand that a choice takes, where the condition is known or makes no difference.
fn selected(program: &Program, op: OpId, operands: &[ValueId], condition: Option<&Value>) -> Option<ValueId> {
    let [_, first, second] = operands[..] else { return None };
    if Some(program.op_name(op)) != ops::integer_op("select") {
        return None;
    }
    match condition {
        _ if first == second => Some(first),
        Some(condition) if Ones.is(condition) => Some(first),
        Some(condition) if Zero.is(condition) => Some(second),
        _ => None,
    }
}

/// Returns true when `index` of 32 bits leads to the low halves of the same values.
fn agrees(program: &Program, op: OpId, operands: &[Value], values: &[Value]) -> bool {
    let narrow = |value: &Value| match value {
        Value::Int(int) if int.width() == 64 => int.resize_unsigned(32).into(),
        value => value.clone(),
    };
    let low = |name: ValueId, value: &Value| match program.value_type(name) == program.ctx().index() {
        true => narrow(value),
        false => value.clone(),
    };
    let operands: Vec<Value> =
        program.operands(op).zip(operands).map(|(name, value)| low(name, value)).collect();
    let options = Options { index: IndexWidth::W32, fuel: FUEL, ..Options::default() };
    let expected: Vec<Value> =
        program.results(op).zip(values).map(|(name, value)| low(name, value)).collect();
    evaluate(program, op, &operands, &options) == Some(expected)
}

/// A new constant, if a value has one.
fn constant(program: &Program, op: OpId, ty: TypeId, value: &Value) -> Option<Folded> {
    let small =
        value.as_shaped().is_none_or(|shaped| count(shaped.shape()).is_some_and(|all| all <= MOST_ELEMENTS));
    let attr = attribute_of(program.ctx(), value, ty).filter(|_| small)?;
    Some(Folded::Constant(constant_name(program, op)?, attr))
}

/// Zero, or a vector of zeros.
fn zero_of(ctx: &Context, ty: TypeId) -> Option<AttrId> {
    let element = ctx.element_type(ty).unwrap_or(ty);
    let one = ctx.integer_attr(0, element);
    match element == ty {
        true => Some(one),
        false => Some(
            ctx.attr(assay_ir::data::AttrKind::Dense { data: assay_ir::data::DenseData::Splat(one), ty }),
        ),
    }
}

/// The operation that makes constants of the dialect of an operation (`materializeConstant` of LLVM 22).
fn constant_name(program: &Program, op: OpId) -> Option<Ident> {
    let name = match ops::dialect_of(program.op_name(op)) {
        "arith" | "math" | "tensor" | "vector" => return Some(known::ARITH_CONSTANT),
        dialect @ ("index" | "llvm") => ops::dialect(dialect)?.op_by_fact("integer", "constant")?,
        _ => return None,
    };
    Some(program.ctx().ident(name))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::interp::find_function;
    use assay_ir::data::Source;
    use assay_ir::rewrite::Folder as _;

    /// Checks, for all values of both operands that are not known, that the fold is a value that the operation allows.
    fn check(text: &str, width: u32) -> usize {
        let ctx = Context::new();
        let registry = arith(&ctx);
        let program = assay_ir::text::parse(&ctx, &Source::new("f.mlir", text)).program;
        let function = find_function(&program, "f").expect("there is a function");
        let op = program
            .walk(function)
            .find(|op| program.op_name(*op).starts_with("arith.") && program.operand_count(*op) == 2);
        let op = op.expect("there is an operation");
        let Some(Fold::Results(folded)) = Folder::new(&registry).fold(&program, op) else { return 0 };
        let second = program.operand(op, 1).expect("there are two operands");
        let known = Folder::new(&registry).value(&program, second);
        for first in 0..1u128 << width {
            let first = Value::int(width, first);
            let operands = [first.clone(), known.clone().unwrap_or_else(|| first.clone())];
            let Some(values) = evaluate(&program, op, &operands, &Options::default()) else { continue };
            let stands = match folded[0] {
                Folded::Value(value) if value == second => operands[1].clone(),
                Folded::Value(_) => first,
                Folded::Constant(_, attr) => {
                    let ty = program.value_type(second);
                    value_of(&ctx, attr, ty, IndexWidth::W64).expect("it is a number")
                }
            };
            assert!(values[0].allows(&stands), "{text}: {values:?} by {stands:?}");
        }
        1
    }

    fn arith(ctx: &Arc<Context>) -> Registry {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/dialects/arith.irdl.mlir");
        let text = std::fs::read_to_string(path).expect("the dialect is in the repository");
        let mut registry = Registry::new(ctx);
        let dialect = assay_ir::text::parse(ctx, &Source::new("arith", text)).program;
        assert!(assay_ir::spec::load(&dialect, &mut registry).is_empty());
        registry
    }

    #[test]
    fn what_one_operand_decides_is_allowed_for_all_values_of_the_other() {
        let mut folds = 0;
        let known = |name: &&str| op(name).is_some_and(|op| !identities(op).is_empty());
        let arith = assay_ir::ops::dialect("arith").expect("a dialect of MLIR").names();
        for name in arith.filter(known).filter(|name| !name.ends_with('f')) {
            for width in 1..=4u32 {
                for number in 0..1i128 << width {
                    let text = format!(
                        "func.func @f(%a: i{width}) -> i{width} {{\n  %c = arith.constant {} : i{width}\n  \
                         %r = {name} %a, %c : i{width}\n  return %r : i{width}\n}}\n",
                        if width == 1 { number } else { number - (1 << (width - 1)) }
                    );
                    folds += check(
                        &text
                            .replace("arith.constant 0 : i1", "arith.constant false")
                            .replace("arith.constant 1 : i1", "arith.constant true"),
                        width,
                    );
                }
                let same = format!(
                    "func.func @f(%a: i{width}) -> i{width} {{\n  %r = {name} %a, %a : i{width}\n  return %r : i{width}\n}}\n"
                );
                folds += check(&same, width);
            }
        }
        assert!(folds > 100, "{folds}");
    }
}
