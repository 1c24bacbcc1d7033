//! Elementary functions of floating-point numbers, by a software library, so that they are the same on every machine.
//! MLIR leaves their accuracy open; engines agree because all of them ask here. `sqrt` alone is rounded correctly.

use assay_ir::data::FloatKind;

use crate::float::{Float, RoundTo};

/// A function of one number.
#[derive(Clone, Copy, Debug)]
pub struct Unary {
    /// On an `f32`; of the narrower kinds too, rounded once more.
    pub single: fn(f32) -> f32,
    /// On an `f64`.
    pub double: fn(f64) -> f64,
}

/// A function of two numbers.
#[derive(Clone, Copy, Debug)]
pub struct Binary {
    /// On `f32`; of the narrower kinds too, rounded once more.
    pub single: fn(f32, f32) -> f32,
    /// On `f64`.
    pub double: fn(f64, f64) -> f64,
}

macro_rules! unary {
    ($($name:literal = $single:expr, $double:expr;)+) => {
        /// The functions of one number by their names in the `math` dialect.
        pub const UNARY: &[(&str, Unary)] = &[$(($name, Unary { single: $single, double: $double })),+];
    };
}

unary! {
    "acos" = libm::acosf, libm::acos;
    "acosh" = libm::acoshf, libm::acosh;
    "asin" = libm::asinf, libm::asin;
    "asinh" = libm::asinhf, libm::asinh;
    "atan" = libm::atanf, libm::atan;
    "atanh" = libm::atanhf, libm::atanh;
    "cbrt" = libm::cbrtf, libm::cbrt;
    "cos" = libm::cosf, libm::cos;
    "cosh" = libm::coshf, libm::cosh;
    "erf" = libm::erff, libm::erf;
    "erfc" = libm::erfcf, libm::erfc;
    "exp" = libm::expf, libm::exp;
    "exp2" = libm::exp2f, libm::exp2;
    "expm1" = libm::expm1f, libm::expm1;
    "log" = libm::logf, libm::log;
    "log10" = libm::log10f, libm::log10;
    "log1p" = libm::log1pf, libm::log1p;
    "log2" = libm::log2f, libm::log2;
    "rsqrt" = |x| 1.0 / libm::sqrtf(x), |x| 1.0 / libm::sqrt(x);
    "sin" = libm::sinf, libm::sin;
    "sinh" = libm::sinhf, libm::sinh;
    "sqrt" = libm::sqrtf, libm::sqrt;
    "tan" = libm::tanf, libm::tan;
    "tanh" = libm::tanhf, libm::tanh;
}

/// The functions of two numbers by their names in the `math` dialect.
pub const BINARY: &[(&str, Binary)] = &[
    ("atan2", Binary { single: libm::atan2f, double: libm::atan2 }),
    ("powf", Binary { single: libm::powf, double: libm::pow }),
];

/// The function of one number by its name in the `math` dialect, without the dialect's.
pub fn unary(name: &str) -> Option<Unary> {
    UNARY.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

/// The function of two numbers by its name in the `math` dialect, without the dialect's.
pub fn binary(name: &str) -> Option<Binary> {
    BINARY.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

fn single(number: Float) -> Option<f32> {
    Some(f32::from_bits(number.convert(FloatKind::F32, RoundTo::NearestEven)?.bits as u32))
}

fn from_single(kind: FloatKind, value: f32) -> Option<Float> {
    let float = Float { kind: FloatKind::F32, bits: u128::from(value.to_bits()) };
    float.convert(kind, RoundTo::NearestEven)
}

fn is_narrow(kind: FloatKind) -> bool {
    kind.bits() <= 32
}

impl Unary {
    /// Of a number of any kind with arithmetic up to `f64`; `None` of others.
    pub fn apply(self, number: Float) -> Option<Float> {
        match number.kind {
            FloatKind::F64 => Float::from_f64(number.kind, (self.double)(number.to_f64()?)),
            kind if is_narrow(kind) => from_single(kind, (self.single)(single(number)?)),
            _ => None,
        }
    }
}

impl Binary {
    /// Of numbers of one kind with arithmetic up to `f64`; `None` of others.
    pub fn apply(self, first: Float, second: Float) -> Option<Float> {
        match first.kind {
            FloatKind::F64 => Float::from_f64(first.kind, (self.double)(first.to_f64()?, second.to_f64()?)),
            kind if is_narrow(kind) => from_single(kind, (self.single)(single(first)?, single(second)?)),
            _ => None,
        }
    }
}
