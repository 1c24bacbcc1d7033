//! Bits of numbers of one width.

/// `count` ones.
pub fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The signed reading.
pub fn signed(value: u128, width: u32) -> i128 {
    let unused = 128 - width.min(128);
    (value << unused) as i128 >> unused
}
