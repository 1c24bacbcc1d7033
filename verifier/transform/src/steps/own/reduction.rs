//! A reduction: one carried value that each turn combines once, by an operation whose order may stay open. Integers may be combined in any order, floats
//! by maximum and minimum, or where `fastmath<reassoc>` permits it.

use std::sync::Arc;

use assay_ir::data::{AttrId, Context, Ident, OpId, Program, ValueId};
use assay_ir::strategy::Refusal;
use assay_ir::text;

use super::step::Edit;
use crate::counted::Counted;

/// The attributes of flags.
const OVERFLOW: &str = "overflowFlags";
pub(super) const FASTMATH: &str = "fastmath";

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
    let flags = program.attr(op, program.ctx().ident(FASTMATH));
    flags.is_some_and(|flags| flag_words(program.ctx(), flags).iter().any(|word| word == "reassoc"))
}

/// The flags of a list; `fast` stands for all.
fn flag_words(ctx: &Arc<Context>, flags: AttrId) -> Vec<String> {
    let written = text::attr_text(ctx, flags);
    let list = written.split_once('<').map_or("", |(_, list)| list.trim_end_matches('>'));
    match list {
        "fast" => {
            text::flag_words("arith", FASTMATH).into_iter().flatten().map(|word| (*word).to_owned()).collect()
        }
        list => list.split(',').map(|word| word.trim().to_owned()).collect(),
    }
}

/// The properties of an operation that combines in another order: without the flags that promise something of partial results, which
/// are others now.
pub(super) fn in_another_order(ctx: &Arc<Context>, properties: AttrId) -> AttrId {
    let kept = |(key, value): &(Ident, AttrId)| {
        let value = match ctx.str(*key) {
            OVERFLOW => return None,
            FASTMATH => {
                let words: Vec<String> = flag_words(ctx, *value)
                    .into_iter()
                    .filter(|word| !matches!(word.as_str(), "nnan" | "ninf"))
                    .collect();
                text::parse_attr(ctx, &format!("#arith.fastmath<{}>", words.join(","))).ok()?
            }
            _ => *value,
        };
        Some((*key, value))
    };
    ctx.dictionary(ctx.entries(properties).iter().filter_map(kept).collect::<Vec<_>>())
}

/// Lets the operation of a reduction combine in another order.
pub(super) fn reorder(edit: &mut Edit<'_>, op: OpId) {
    let properties = in_another_order(edit.program.ctx(), edit.program.op(op).properties);
    let properties = text::with_defaults(edit.program.ctx(), edit.program.op_name(op), properties);
    if properties != edit.program.op(op).properties {
        edit.note(format!(
            "`{}` loses the flags that promise something of partial results",
            edit.program.op_name(op)
        ));
        edit.program.set_properties(op, properties);
        edit.listener.modified(edit.program, op);
    }
}
