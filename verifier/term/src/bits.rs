//! Arithmetic and order of numbers of one width, with the meaning that SMT-LIB gives them.

use crate::node::{Binary, Compare};

/// `count` ones.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The signed reading.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.min(128);
    (value << unused) as i128 >> unused
}

/// Arithmetic; division by zero as in SMT-LIB.
pub fn apply(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let (x, y) = (signed(a, width), signed(b, width));
    let by_zero = b == 0;
    let amount = (b < u128::from(width)).then_some(b as u32);
    let value = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::UDiv => a.checked_div(b).unwrap_or(u128::MAX),
        Binary::URem => a.checked_rem(b).unwrap_or(a),
        Binary::SDiv if by_zero => {
            if x < 0 {
                1
            } else {
                u128::MAX
            }
        }
        Binary::SDiv => x.wrapping_div(y) as u128,
        Binary::SRem if by_zero => a,
        Binary::SRem => x.wrapping_rem(y) as u128,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => amount.map_or(0, |by| a << by),
        Binary::LShr => amount.map_or(0, |by| a >> by),
        Binary::AShr => (x >> amount.unwrap_or(127)) as u128,
    };
    value & mask(width)
}

/// Order.
pub fn compare(op: Compare, width: u32, a: u128, b: u128) -> bool {
    match op {
        Compare::ULt => a < b,
        Compare::ULe => a <= b,
        Compare::SLt => signed(a, width) < signed(b, width),
        Compare::SLe => signed(a, width) <= signed(b, width),
    }
}
