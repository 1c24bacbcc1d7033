//! A reduction: one carried value that each turn combines once, by an operation whose order may stay open. Integers may be combined in any order, floats
//! by maximum and minimum, or where `fastmath<reassoc>` permits it.

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::strategy::Refusal;
use assay_ir::text;

use crate::counted::Counted;

/// An operation that combines: its kind in `vector.reduction`, and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Combining {
    name: &'static str,
    /// The kind of `vector.reduction`.
    pub(super) kind: &'static str,
    needs_reassoc: bool,
    /// The neutral element.
    pub(super) neutral: Neutral,
}

/// A neutral element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neutral {
    Zero,
    NegativeZero,
    One,
    AllOnes,
    LeastSigned,
    MostSigned,
    NegativeInfinity,
    Infinity,
}

const COMBINING_OPS: &[Combining] = &[
    combining("arith.addi", "add", Neutral::Zero),
    combining("arith.muli", "mul", Neutral::One),
    combining("arith.andi", "and", Neutral::AllOnes),
    combining("arith.ori", "or", Neutral::Zero),
    combining("arith.xori", "xor", Neutral::Zero),
    combining("arith.maxsi", "maxsi", Neutral::LeastSigned),
    combining("arith.minsi", "minsi", Neutral::MostSigned),
    combining("arith.maxui", "maxui", Neutral::Zero),
    combining("arith.minui", "minui", Neutral::AllOnes),
    combining("arith.maximumf", "maximumf", Neutral::NegativeInfinity),
    combining("arith.minimumf", "minimumf", Neutral::Infinity),
    Combining { needs_reassoc: true, ..combining("arith.addf", "add", Neutral::NegativeZero) },
    Combining { needs_reassoc: true, ..combining("arith.mulf", "mul", Neutral::One) },
];

const fn combining(name: &'static str, kind: &'static str, neutral: Neutral) -> Combining {
    Combining { name, kind, needs_reassoc: false, neutral }
}

/// A reduction of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    /// The operation that combines.
    pub(super) op: OpId,
    /// How.
    pub(super) how: Combining,
    /// The operand that is no carried value.
    pub(super) other: ValueId,
}

/// The reduction of a loop that carries one value.
///
/// # Errors
/// Why what is carried is no reduction.
pub(super) fn reduction(program: &Program, one: &Counted) -> Result<Reduction, Refusal> {
    let [carried] = one.carried[..] else {
        return Err(Refusal::new("the loop carries several values"));
    };
    let yielded = program.operand(one.end, 0);
    let by = yielded.and_then(|value| program.defining_op(value));
    let by = by.filter(|by| program.op(*by).block == Some(one.body));
    let none = || Refusal::new("the carried value is no reduction");
    let by = by.ok_or_else(none)?;
    let how = COMBINING_OPS.iter().find(|known| known.name == program.op_name(by)).copied();
    let how = how.ok_or_else(none)?;
    let operands: Vec<ValueId> = program.operands(by).collect();
    let result = program.result(by, 0).ok_or_else(none)?;
    let other = match operands[..] {
        [a, b] if a == carried && b != carried => b,
        [a, b] if b == carried && a != carried => a,
        _ => return Err(none()),
    };
    if !program.has_one_use(carried) || !program.has_one_use(result) {
        return Err(Refusal::new("a turn uses the carried value for something else"));
    }
    if how.needs_reassoc && !reassociates(program, by) {
        return Err(Refusal::new(format!(
            "the order of `{}` on floats is fixed: it has no `fastmath<reassoc>`",
            how.name
        )));
    }
    Ok(Reduction { op: by, how, other })
}

/// Tells if a loop in another one goes on with the value that the other one carries, and hands back what it came to.
pub(super) fn passes_through(program: &Program, outer: &Counted, inner: &Counted) -> bool {
    inner.initial == outer.carried
        && program.operands(outer.end).eq(program.results(inner.op))
        && outer.carried.iter().all(|value| program.has_one_use(*value))
}

/// Tells if flags permit another order.
fn reassociates(program: &Program, op: OpId) -> bool {
    let flags = program.attr(op, program.ctx().ident("fastmath"));
    let flags = flags.map(|flags| text::attr_text(program.ctx(), flags)).unwrap_or_default();
    let words = flags.split_once('<').map_or("", |(_, words)| words.trim_end_matches('>'));
    words.split(',').any(|word| matches!(word.trim(), "reassoc" | "fast"))
}
