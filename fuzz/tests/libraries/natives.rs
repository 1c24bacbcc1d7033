//! The native code that the pattern libraries call, written out by hand: what the contracts are held against. Reads no
//! contract.

use assay_backend::int::Int;
use assay_ir::data::{AttrId, AttrKind, Context, Program, TypeId, TypeKind};
use assay_ir::pdl::{Answer, Bound, NativeCall, NativeFailure, Natives, Rewriter};

/// All of it.
pub(crate) struct ByHand;

/// An integer attribute as a number of its width.
pub(crate) fn integer(ctx: &Context, attr: AttrId) -> Option<(Int, TypeId)> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value, ty } => {
            let width = width(ctx, *ty)?;
            Some((Int::from_big(width, &value.to_big()), *ty))
        }
        _ => None,
    }
}

fn width(ctx: &Context, ty: TypeId) -> Option<u32> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

/// The attribute of a number; bits as MLIR prints them, with sign but for one bit.
pub(crate) fn attribute(ctx: &Context, int: &Int, ty: TypeId) -> Option<AttrId> {
    let number = match int.width() {
        1 => i128::from(!int.is_zero()),
        _ => i128::try_from(int.to_signed()).ok()?,
    };
    Some(ctx.integer_attr(number, ty))
}

fn one(width: u32) -> Int {
    Int::new(width, 1)
}

fn signed_max(width: u32) -> Int {
    Int::signed_min(width).sub(&one(width))
}

/// The number that a name ends with: `attr_is_zero`, `type_zero`.
pub(crate) fn named(name: &str, width: u32) -> Option<Int> {
    Some(match name {
        "zero" => Int::new(width, 0),
        "one" => one(width),
        "all_ones" => Int::all_ones(width),
        "minimum_signed" => Int::signed_min(width),
        "maximum_signed" => signed_max(width),
        _ => return None,
    })
}

/// What a fold makes of two numbers; `None` where it is no number.
pub(crate) fn fold(name: &str, a: &Int, b: &Int) -> Option<Int> {
    let pick = |first: bool| if first { a.clone() } else { b.clone() };
    Some(match name {
        "add" => a.add(b),
        "sub" => a.sub(b),
        "mul" => a.mul(b),
        "and" => a.and(b),
        "or" => a.or(b),
        "xor" => a.xor(b),
        "shl" => a.shl(b.shift_amount()?),
        "shr_unsigned" => a.shr_unsigned(b.shift_amount()?),
        "shr_signed" => a.shr_signed(b.shift_amount()?),
        "min_signed" => pick(a.cmp_signed(b).is_le()),
        "max_signed" => pick(a.cmp_signed(b).is_ge()),
        "min_unsigned" => pick(a.cmp_unsigned(b).is_le()),
        "max_unsigned" => pick(a.cmp_unsigned(b).is_ge()),
        _ => return None,
    })
}

/// Tells if a call is one that patterns make: a difference of widths is asked about types the second of which is narrower.
pub(crate) fn is_made(ctx: &Context, call: &NativeCall<'_>) -> bool {
    match (call.name, call.arguments) {
        ("attr_is_width_difference", [Bound::Type(wide), Bound::Type(narrow), _]) => {
            width(ctx, *narrow) < width(ctx, *wide)
        }
        _ => true,
    }
}

fn holds(ctx: &Context, call: &NativeCall<'_>) -> Option<bool> {
    if let (
        "attr_is_width_difference",
        [Bound::Type(wide), Bound::Type(narrow), Bound::Attribute(Some(value))],
    ) = (call.name, call.arguments)
    {
        let difference = u128::from(width(ctx, *wide)? - width(ctx, *narrow)?);
        return Some(integer(ctx, *value)?.0.to_u128()? == difference);
    }
    if let ("type_is_integer", [Bound::Type(ty)]) = (call.name, call.arguments) {
        return Some(width(ctx, *ty).is_some());
    }
    if let [Bound::Type(a), Bound::Type(b)] = call.arguments {
        let (a, b) = (width(ctx, *a)?, width(ctx, *b)?);
        return Some(match call.name {
            "type_narrower" => a < b,
            "type_twice_as_wide" => b == 2 * a,
            "type_same_width" => a == b,
            "is_greater_integer_type" => a > b,
            _ => return None,
        });
    }
    let number = |at: usize| match call.arguments.get(at) {
        Some(Bound::Attribute(Some(attr))) => integer(ctx, *attr).map(|(number, _)| number),
        _ => None,
    };
    let a = number(0)?;
    if let ("is_equal_to_width_of_type", Some(Bound::Type(ty))) = (call.name, call.arguments.get(1)) {
        return Some(a == Int::new(a.width(), u128::from(width(ctx, *ty)?)));
    }
    let same = |b: &Int| a.width() == b.width();
    match call.name {
        "attr_is_power_of_two" => Some(a.to_unsigned().count_ones() == 1),
        "attr_equal" => number(1).filter(same).map(|b| a == b),
        "attr_different" => number(1).filter(same).map(|b| a != b),
        "attr_less_unsigned" => number(1).filter(same).map(|b| a.cmp_unsigned(&b).is_lt()),
        "attr_less_signed" => number(1).filter(same).map(|b| a.cmp_signed(&b).is_lt()),
        "attr_complementary" => number(1).filter(same).map(|b| a.xor(&Int::all_ones(a.width())) == b),
        "attr_below_width" => Some(a.shift_amount().is_some()),
        "attr_is_integer" => Some(true),
        "attr_is_positive_one" => Some(a.width() > 1 && a == one(a.width())),
        "predicate_is_equality" => Some(a.to_u128()? < 2),
        "is_zero" => Some(a.is_zero()),
        "is_not_zero" => Some(!a.is_zero()),
        "is_one" => Some(a == one(a.width())),
        "is_minus_one" => Some(a == Int::all_ones(a.width())),
        "is_attr_equal" => number(1).filter(same).map(|b| a == b),
        "is_arith_cmpi_predicate" | "is_comb_icmp_predicate" => Some(a.to_u128()? < 10),
        name => Some(named(name.strip_prefix("attr_is_")?, a.width())? == a),
    }
}

const INVERTED: [i128; 10] = [1, 0, 5, 4, 3, 2, 9, 8, 7, 6];
const SWAPPED: [i128; 10] = [0, 1, 4, 5, 2, 3, 8, 9, 6, 7];

fn result(ctx: &std::sync::Arc<Context>, call: &NativeCall<'_>) -> Option<Bound> {
    let attr = |at: usize| match call.arguments.get(at) {
        Some(Bound::Attribute(Some(attr))) => Some(*attr),
        _ => None,
    };
    if let Some(Bound::Type(ty)) = call.arguments.first() {
        if call.name == "type_width" {
            let bits = Int::new(64, u128::from(width(ctx, *ty)?));
            return Some(Bound::Attribute(Some(attribute(ctx, &bits, ctx.integer(64))?)));
        }
        if let ("get_width", Some(Bound::Type(of))) = (call.name, call.arguments.get(1)) {
            let bits = Int::new(width(ctx, *of)?, u128::from(width(ctx, *ty)?));
            return Some(Bound::Attribute(Some(attribute(ctx, &bits, *of)?)));
        }
        let number = match call.name {
            "get_zero" | "get_zero_attr" => "zero",
            "get_one_attr" => "one",
            "get_minus_one_attr" => "all_ones",
            name => name.strip_prefix("type_")?,
        };
        let value = named(number, width(ctx, *ty)?)?;
        return Some(Bound::Attribute(Some(attribute(ctx, &value, *ty)?)));
    }
    let bound = |value: AttrId| Some(Bound::Attribute(Some(value)));
    if call.name == "overflow_flags_none" {
        return bound(assay_ir::text::parse_attr(ctx, "#arith.overflow<none>").ok()?);
    }
    match call.name {
        "predicate_inverted"
        | "predicate_swapped"
        | "invert_arith_cmpi_predicate"
        | "invert_comb_icmp_predicate" => {
            let (number, ty) = integer(ctx, attr(0)?)?;
            let table = if call.name == "predicate_swapped" { SWAPPED } else { INVERTED };
            return bound(ctx.integer_attr(*table.get(number.to_u128()? as usize)?, ty));
        }
        "overflow_flags_common" => {
            let texts = [attr(0)?, attr(1)?].map(|attr| assay_ir::text::attr_text(ctx, attr));
            let both = |flag: &str| texts.iter().all(|text| text.contains(flag));
            let words: Vec<&str> = ["nsw", "nuw"].into_iter().filter(|flag| both(flag)).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            return bound(assay_ir::text::parse_attr(ctx, &format!("#arith.overflow<{words}>")).ok()?);
        }
        _ => {}
    }
    let (a, ty) = integer(ctx, attr(0)?)?;
    let value = match call.name {
        "attr_negate" => Int::new(a.width(), 0).sub(&a),
        "attr_invert" => a.xor(&Int::all_ones(a.width())),
        name => fold(folded(name)?, &a, &integer(ctx, attr(1)?)?.0)?,
    };
    bound(attribute(ctx, &value, ty)?)
}

/// The fold of a rewrite of two attributes.
fn folded(name: &str) -> Option<&str> {
    Some(match name {
        "addi" => "add",
        "subi" => "sub",
        "muli" => "mul",
        "andi" => "and",
        "ori" => "or",
        "xori" => "xor",
        "shl" => "shl",
        name => name.strip_prefix("attr_")?,
    })
}

impl Natives for ByHand {
    fn constraint(&self, program: &Program, call: &NativeCall<'_>) -> Answer {
        match holds(program.ctx(), call) {
            Some(true) => Answer::Holds(Vec::new()),
            // A constraint on integers does not hold of anything else.
            _ => Answer::Fails,
        }
    }

    fn rewrite(
        &self,
        rewriter: &mut dyn Rewriter,
        call: &NativeCall<'_>,
    ) -> Result<Vec<Bound>, NativeFailure> {
        let ctx = rewriter.program().ctx().clone();
        result(&ctx, call).map(|value| vec![value]).ok_or(NativeFailure::Failed)
    }
}
