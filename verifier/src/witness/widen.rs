//! Numbers of integers that are wider than the expressions compute with, from narrow ones.

use assay_ir::data::{Context, TypeId, TypeKind};
use num_bigint::BigInt;

/// The width of an integer type.
pub(crate) fn width_of(ctx: &Context, ty: TypeId) -> Option<u32> {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => Some(*width),
        _ => None,
    }
}

/// A number of `width` bits as a signed one of `to` bits: one in the outer half of its range stands as far from the same end
/// of the wider range, any other is itself.
pub(crate) fn widen(bits: u128, width: u32, to: u32) -> BigInt {
    let half = |width: u32| BigInt::from(1) << (width - 1);
    let unsigned = BigInt::from(bits);
    let value = if unsigned < half(width) { unsigned } else { unsigned - (half(width) << 1) };
    let quarter = half(width - 1);
    if value >= quarter {
        half(to) - half(width) + value
    } else if value < -quarter {
        half(width) - half(to) + value
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_stay_ends_and_small_numbers_are_themselves() {
        let at = |value: i128| widen(value as u128 & 0xff, 8, 256);
        let low = BigInt::from(-1) << 255u32;
        assert_eq!([at(0), at(-1), at(63), at(-64)], [0, -1, 63, -64].map(BigInt::from));
        assert_eq!([at(-128), at(-127)], [low.clone(), &low + 1]);
        assert_eq!([at(127), at(64)], [-&low - 1, -&low - 64]);
    }
}
