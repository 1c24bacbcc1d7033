//! Widths at which a question is made that speak for others, and which numbers are written alike at all of them.

use crate::bits::{mask, signed};
use crate::node::Binary;

/// The first width for which the arguments speak: small numbers differ from each other there, and fit.
pub const FROM: u32 = 9;

/// Widths at which a question is made. Their differences have no common divisor, so that what recurs with the width, such
/// as a remainder of a known number, is not taken for something that stays.
pub const SAMPLES: [u32; 3] = [41, 52, 59];

/// Most open widths of a question.
pub const MOST: usize = 3;

/// Numbers up to this are alike at all widths from [`FROM`] on.
pub const SMALL: i128 = 64;

/// Widths of types that are written, such as those of enumerations: numbers of them are looked at when they become ones of the
/// open width. No width that follows from one of [`SAMPLES`] is one of these.
const WRITTEN: [u32; 3] = [16, 32, 64];

/// Tells if a width is none that follows from an open one.
fn is_written(width: u32) -> bool {
    width < FROM || WRITTEN.contains(&width)
}

/// A width at which a question is made that speaks for others. What is computed of known numbers is not seen any more in
/// the question, so that each number on the way has to be one that compares with all others, and with the width, as it
/// does at every width that is spoken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The open widths; the first one again where there are fewer.
    pub widths: [u32; MOST],
    /// Numbers up to this are below every width that is spoken for.
    pub small: u32,
}

impl Sample {
    /// For all widths from [`FROM`] on. The widths themselves are no such numbers, nor is one less.
    pub fn of_all(width: u32) -> Sample {
        Sample { widths: [width; MOST], small: FROM - 2 }
    }

    /// For all widths from [`FROM`] on in the order of these, of which there is at least one and at most [`MOST`].
    pub fn of_several(open: &[u32]) -> Sample {
        let at = |place: usize| open.get(place).or(open.first()).copied().unwrap_or(SAMPLES[0]);
        Sample { widths: std::array::from_fn(at), small: FROM - 2 }
    }

    /// For all widths beyond those that expressions compute with.
    pub fn of_wide(width: u32) -> Sample {
        Sample { widths: [width; MOST], small: 32 }
    }

    /// Tells if a known number is one of every width that is spoken for. Of a type that is written it is what it is.
    pub fn is_even(self, width: u32, value: u128) -> bool {
        is_written(width) || self.is_named(width, value)
    }

    /// Tells if a number reads alike at all widths that are spoken for, as a small one, the least or the largest.
    fn is_named(self, width: u32, value: u128) -> bool {
        let fits = |width: u32| match constant(value, width) {
            Some(Constant::Small(read)) => read.unsigned_abs() <= u128::from(self.small),
            found => found.is_some(),
        };
        // Twice the width is that of a whole product.
        width < FROM
            || fits(width)
            || self.widths.iter().any(|open| width == 2 * open && value <= mask(*open) && fits(*open))
    }

    /// Tells if a known number that is extended or truncated, from a width and a value to others, is so at every width that is
    /// spoken for. Between two types that are written it is; elsewhere both have to read alike at all widths: the largest
    /// number of an open width is another one for each in 64 bits, and the low bits of 2^62 are zeros at some.
    pub fn is_resized_evenly(self, from: (u32, u128), to: (u32, u128)) -> bool {
        is_written(from.0) && is_written(to.0) || self.is_named(from.0, from.1) && self.is_named(to.0, to.1)
    }

    /// Tells if the quotient and the remainder of two known numbers are the same at every width that is spoken for. Those of a number
    /// that grows with the width are not, by what is no power of two: all ones are a multiple of seven at every third width.
    pub fn divides_evenly(self, op: Binary, width: u32, a: u128, b: u128) -> bool {
        let size = |value: u128| match op {
            Binary::UDiv | Binary::URem => value,
            _ => signed(value, width).unsigned_abs(),
        };
        let (small, by) = (u128::from(self.small), size(b));
        !matches!(op, Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem)
            || is_written(width)
            || size(a) <= small
            || by == 0
            || by > small
            || by.is_power_of_two()
    }

    /// Tells if a variable may have a width: an open one, twice that, one that is smaller than all that are spoken for, or
    /// 64, from which no open width of a question is extended.
    pub fn has(self, width: u32) -> bool {
        let is_open = |open: &u32| width == *open || width == 2 * open;
        width < FROM || width == 64 || self.widths.iter().any(is_open)
    }
}

/// A number that is written alike at all widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constant {
    /// This, modulo two to the width.
    Small(i128),
    /// The smallest signed number.
    Least,
    /// The largest signed number.
    Most,
}

/// Which of them a number is.
pub fn constant(value: u128, width: u32) -> Option<Constant> {
    let read = signed(value, width);
    match value {
        _ if read.unsigned_abs() <= SMALL.unsigned_abs() => Some(Constant::Small(read)),
        _ if value == 1 << (width - 1) => Some(Constant::Least),
        _ if value == mask(width) >> 1 => Some(Constant::Most),
        _ => None,
    }
}
