//! Inputs of programs: values by width, exhaustively for narrow types, else boundaries and random ones. Knows bits, not
//! what operations make of them.

use assay_ir::data::FloatKind;

use super::choose::Choose;

/// Widths up to this one are gone through to the end.
pub const EXHAUSTIVE: u32 = 4;

/// The bit patterns that break most: around zero, around the sign, around the width.
pub fn boundaries(width: u32) -> Vec<u128> {
    let mask = mask(width);
    let sign = 1u128 << (width.max(1) - 1);
    let mut values = vec![0, 1, 2, mask, mask - mask.min(1), sign, sign.wrapping_sub(1), sign | 1];
    values.extend([u128::from(width), u128::from(width.saturating_sub(1)), u128::from(width + 1)]);
    values.iter_mut().for_each(|value| *value &= mask);
    values.sort_unstable();
    values.dedup();
    values
}

/// All ones in the lowest `width` bits.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// All values of a narrow type.
pub fn all(width: u32) -> Option<Vec<u128>> {
    (width <= EXHAUSTIVE).then(|| (0..=mask(width)).collect())
}

/// A value of a type of this width: a boundary in half of the cases.
pub fn value<C: Choose>(width: u32, dice: &mut C) -> u128 {
    if dice.one_in(2) {
        let boundaries = boundaries(width);
        return boundaries[dice.below(boundaries.len())];
    }
    let mut bits = 0u128;
    for _ in 0..width.div_ceil(8).min(16) {
        bits = bits << 8 | dice.below(256) as u128;
    }
    bits & mask(width)
}

/// Bit patterns of floats that break most: zeros, ones, infinities, a quiet NaN, the smallest numbers; `None` for formats
/// that no engine runs.
pub fn float_boundaries(kind: FloatKind) -> Option<Vec<u128>> {
    let (exponent, fraction) = match kind {
        FloatKind::F16 => (5, 10),
        FloatKind::BF16 => (8, 7),
        FloatKind::F32 => (8, 23),
        FloatKind::F64 => (11, 52),
        _ => return None,
    };
    let infinity = mask(exponent) << fraction;
    let one = (mask(exponent) >> 1) << fraction;
    let quiet = infinity | 1 << (fraction - 1);
    let sign = 1u128 << (exponent + fraction);
    let mut values = vec![0, one, infinity, quiet, 1, mask(fraction), 1 << fraction, infinity - 1];
    values.extend(values.clone().iter().map(|value| value | sign));
    Some(values)
}

/// Lists of inputs for parameters of these widths: all of them when there are at most `most`, else the boundaries first
/// and random ones after them.
pub fn lists<C: Choose>(widths: &[u32], most: usize, dice: &mut C) -> Vec<Vec<u128>> {
    let bits: u32 = widths.iter().sum();
    if bits <= 12 && 1usize << bits <= most {
        return (0..1u128 << bits)
            .map(|mut number| {
                let mut take = |width: &u32| {
                    let value = number & mask(*width);
                    number >>= width;
                    value
                };
                widths.iter().map(&mut take).collect()
            })
            .collect();
    }
    let mut out: Vec<Vec<u128>> = Vec::with_capacity(most);
    for at in 0..most {
        let choose = |(place, width): (usize, &u32)| {
            let boundaries = boundaries(*width);
            match at < most / 2 {
                // The first parameter goes through all of them, the others at a pace of their own.
                true => boundaries[(at + place * (1 + at / boundaries.len())) % boundaries.len()],
                false => value(*width, dice),
            }
        };
        out.push(widths.iter().enumerate().map(choose).collect());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::choose::ChoiceEnumerator;
    use crate::generate::{ChoiceSource, bytes};
    use arbitrary::Unstructured;

    #[test]
    fn boundaries_fit_their_width() {
        for width in [1, 2, 8, 31, 32, 64, 127, 128] {
            let values = boundaries(width);
            assert!(values.iter().all(|value| value & !mask(width) == 0), "{width}");
            assert!(values.contains(&0) && values.contains(&mask(width)));
        }
    }

    #[test]
    fn narrow_parameters_are_gone_through() {
        let lists = lists(&[1, 2], 64, &mut ChoiceEnumerator::new());
        assert_eq!(lists.len(), 8);
        assert!(lists.contains(&vec![1, 3]));
    }

    #[test]
    fn wide_parameters_are_sampled_with_their_boundaries() {
        let noise = bytes(7, 4096);
        let lists = lists(&[32, 64], 40, &mut ChoiceSource(&mut Unstructured::new(&noise)));
        assert_eq!(lists.len(), 40);
        assert!(lists.iter().all(|list| list[0] <= mask(32) && list[1] <= mask(64)));
        assert!(lists.iter().any(|list| list[0] == mask(32)));
    }

    #[test]
    fn float_boundaries_are_what_they_say() {
        let values = float_boundaries(FloatKind::F32).expect("it has some");
        assert!(values.contains(&u128::from(f32::INFINITY.to_bits())));
        assert!(
            values.contains(&u128::from(1f32.to_bits())) && values.contains(&u128::from((-0f32).to_bits()))
        );
        assert!(values.iter().any(|value| f32::from_bits(*value as u32).is_nan()));
        let upper: Vec<u128> =
            values.iter().filter(|bits| *bits & 0xFFFF == 0).map(|bits| bits >> 16).collect();
        let short = float_boundaries(FloatKind::BF16).expect("it has some");
        assert!(upper.iter().all(|bits| short.contains(bits)), "bf16 is the upper half of f32");
    }
}
