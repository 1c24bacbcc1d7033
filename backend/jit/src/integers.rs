//! Integers of 1 to 128 bits in registers of 8 to 128: zero-extended, so that unsigned operations need no care and
//! signed ones extend the sign first. Knows no operation and no poison; divisions are guarded by the callers.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64, I128};
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::lowering::Lowering;
use crate::runtime;
use crate::types::Kind;

/// All ones of a width.
pub(super) fn ones(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The sign bit of a width.
pub(super) fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

fn container_bits(width: u32) -> u32 {
    Kind::Int(width).container().bits()
}

/// How a quotient that is no integer is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    Zero,
    Floor,
    Ceil,
}

impl Lowering<'_, '_, '_> {
    /// A number, taken modulo two to the width.
    pub(super) fn constant(&mut self, width: u32, value: u128) -> Value {
        let value = value & ones(width);
        let ty = Kind::Int(width).container();
        if ty != I128 {
            // An immediate is written sign-extended from its type's width or not; both are the same bits.
            return self.b.ins().iconst(ty, value as i64);
        }
        let low = self.b.ins().iconst(I64, value as i64);
        let high = self.b.ins().iconst(I64, (value >> 64) as i64);
        self.b.ins().iconcat(low, high)
    }

    /// Drops the bits above the width.
    pub(super) fn mask(&mut self, width: u32, value: Value) -> Value {
        if width == container_bits(width) {
            return value;
        }
        let mask = self.constant(width, u128::MAX);
        self.b.ins().band(value, mask)
    }

    /// The signed reading in the whole register.
    pub(super) fn extended(&mut self, width: u32, value: Value) -> Value {
        if width == container_bits(width) {
            return value;
        }
        let sign = self.constant(width, sign_bit(width));
        let flipped = self.b.ins().bxor(value, sign);
        self.b.ins().isub(flipped, sign)
    }

    /// Compares two numbers.
    pub(super) fn compare(&mut self, width: u32, code: IntCC, a: Value, b: Value) -> Value {
        if code != code.unsigned() && width != container_bits(width) {
            // With the sign bits flipped, the signed order is the unsigned one.
            let sign = self.constant(width, sign_bit(width));
            let (a, b) = (self.b.ins().bxor(a, sign), self.b.ins().bxor(b, sign));
            return self.b.ins().icmp(code.unsigned(), a, b);
        }
        self.b.ins().icmp(code, a, b)
    }

    /// A flag that is set when the number is that constant.
    pub(super) fn is(&mut self, width: u32, value: Value, constant: u128) -> Value {
        let constant = self.constant(width, constant);
        self.b.ins().icmp(IntCC::Equal, value, constant)
    }

    /// Changes the register of a number whose bits above `to` are to be dropped.
    pub(super) fn resized(&mut self, from: u32, to: u32, value: Value) -> Value {
        let (have, want) = (Kind::Int(from).container(), Kind::Int(to).container());
        let value = match want.bits().cmp(&have.bits()) {
            std::cmp::Ordering::Greater => self.b.ins().uextend(want, value),
            std::cmp::Ordering::Less => self.b.ins().ireduce(want, value),
            std::cmp::Ordering::Equal => value,
        };
        if to < from { self.mask(to, value) } else { value }
    }

    /// The signed reading at another width.
    pub(super) fn resized_signed(&mut self, from: u32, to: u32, value: Value) -> Value {
        if to <= from {
            return self.resized(from, to, value);
        }
        let value = self.extended(from, value);
        let (have, want) = (Kind::Int(from).container(), Kind::Int(to).container());
        let value = if want == have { value } else { self.b.ins().sextend(want, value) };
        self.mask(to, value)
    }

    /// The two halves of the product of two numbers.
    pub(super) fn product(&mut self, width: u32, signed: bool, a: Value, b: Value) -> (Value, Value) {
        let (a, b) = if signed { (self.extended(width, a), self.extended(width, b)) } else { (a, b) };
        if width <= 32 {
            let wide = |l: &mut Self, x: Value| match signed {
                true => l.b.ins().sextend(I64, x),
                false => l.b.ins().uextend(I64, x),
            };
            let (a, b) = (wide(self, a), wide(self, b));
            let all = self.b.ins().imul(a, b);
            let high = self.shift_constant(all, i64::from(width), false);
            let ty = Kind::Int(width).container();
            let (low, high) = (self.b.ins().ireduce(ty, all), self.b.ins().ireduce(ty, high));
            return (self.mask(width, low), self.mask(width, high));
        }
        let low = self.b.ins().imul(a, b);
        let high = match (width <= 64, signed) {
            (true, true) => self.b.ins().smulhi(a, b),
            (true, false) => self.b.ins().umulhi(a, b),
            (false, true) => self.wide_call(runtime::mul_high_signed as *const () as usize, a, b),
            (false, false) => self.wide_call(runtime::mul_high_unsigned as *const () as usize, a, b),
        };
        let bits = container_bits(width);
        if width == bits {
            return (low, high);
        }
        let from_low = self.shift_constant(low, i64::from(width), false);
        let from_high = self.shift_constant(high, i64::from(bits - width), true);
        let high = self.b.ins().bor(from_low, from_high);
        (self.mask(width, low), self.mask(width, high))
    }

    fn shift_constant(&mut self, value: Value, amount: i64, left: bool) -> Value {
        let amount = self.b.ins().iconst(I32, amount);
        if left { self.b.ins().ishl(value, amount) } else { self.b.ins().ushr(value, amount) }
    }

    /// Calls a function on the halves of two numbers of 128 bits.
    fn wide_call(&mut self, address: usize, a: Value, b: Value) -> Value {
        let ((a0, a1), (b0, b1)) = (self.b.ins().isplit(a), self.b.ins().isplit(b));
        let halves = self.call_runtime(address, &[a0, a1, b0, b1], &[I64, I64]);
        self.b.ins().iconcat(halves[0], halves[1])
    }

    /// A flag that is set when the product does not fit.
    pub(super) fn product_wraps(&mut self, width: u32, signed: bool, a: Value, b: Value) -> Value {
        if width <= 32 {
            // The exact product, moved so that what fits begins at zero, is no larger than all ones.
            let (a, b) = if signed { (self.extended(width, a), self.extended(width, b)) } else { (a, b) };
            let wide = |l: &mut Self, x: Value| match signed {
                true => l.b.ins().sextend(I64, x),
                false => l.b.ins().uextend(I64, x),
            };
            let (a, b) = (wide(self, a), wide(self, b));
            let mut all = self.b.ins().imul(a, b);
            if signed {
                let sign = self.b.ins().iconst(I64, sign_bit(width) as i64);
                all = self.b.ins().iadd(all, sign);
            }
            let most = self.b.ins().iconst(I64, ones(width) as i64);
            return self.b.ins().icmp(IntCC::UnsignedGreaterThan, all, most);
        }
        let (low, high) = self.product(width, signed, a, b);
        if !signed {
            let zero = self.constant(width, 0);
            return self.b.ins().icmp(IntCC::NotEqual, high, zero);
        }
        let signs = self.extended(width, low);
        let bits = self.b.ins().iconst(I32, i64::from(container_bits(width) - 1));
        let signs = self.b.ins().sshr(signs, bits);
        let signs = self.mask(width, signs);
        self.b.ins().icmp(IntCC::NotEqual, high, signs)
    }

    /// Quotient and remainder towards zero. The divisor is not zero and a signed quotient fits, or control does
    /// not come here.
    pub(super) fn divided(&mut self, width: u32, signed: bool, a: Value, b: Value) -> (Value, Value) {
        let container = Kind::Int(width).container();
        let (mut x, mut y) = (a, b);
        if signed {
            (x, y) = (self.extended(width, a), self.extended(width, b));
        }
        if width > 64 {
            let function =
                if signed { runtime::div_signed as *const () } else { runtime::div_unsigned as *const () };
            let quotient = self.wide_call(function as usize, x, y);
            let back = self.b.ins().imul(quotient, y);
            let rest = self.b.ins().isub(x, back);
            return (self.mask(width, quotient), self.mask(width, rest));
        }
        let narrow = width <= 16;
        if narrow {
            let wide = |l: &mut Self, v: Value| match signed {
                true => l.b.ins().sextend(I32, v),
                false => l.b.ins().uextend(I32, v),
            };
            (x, y) = (wide(self, x), wide(self, y));
        }
        let quotient = if signed { self.b.ins().sdiv(x, y) } else { self.b.ins().udiv(x, y) };
        let back = self.b.ins().imul(quotient, y);
        let rest = self.b.ins().isub(x, back);
        let narrowed = |l: &mut Self, v: Value| {
            let v = if narrow { l.b.ins().ireduce(container, v) } else { v };
            l.mask(width, v)
        };
        (narrowed(self, quotient), narrowed(self, rest))
    }

    /// The quotient with a rounding.
    pub(super) fn quotient(&mut self, width: u32, signed: bool, round: Round, a: Value, b: Value) -> Value {
        let (quotient, rest) = self.divided(width, signed, a, b);
        if round == Round::Zero || !signed && round == Round::Floor {
            return quotient;
        }
        let zero = self.constant(width, 0);
        let mut off = self.b.ins().icmp(IntCC::NotEqual, rest, zero);
        if signed {
            // The remainder has the sign of the dividend: with another sign than the divisor's, the true quotient
            // is negative and lies below the truncated one; else it lies above.
            let signs = self.b.ins().bxor(a, b);
            let code =
                if round == Round::Floor { IntCC::SignedLessThan } else { IntCC::SignedGreaterThanOrEqual };
            let sign = self.compare(width, code, signs, zero);
            off = self.b.ins().band(off, sign);
        }
        let off = self.widened_flag(width, off);
        let quotient = match round {
            Round::Floor => self.b.ins().isub(quotient, off),
            _ => self.b.ins().iadd(quotient, off),
        };
        self.mask(width, quotient)
    }

    /// A flag as a number.
    pub(super) fn widened_flag(&mut self, width: u32, flag: Value) -> Value {
        match Kind::Int(width).container() {
            I8 => flag,
            container => self.b.ins().uextend(container, flag),
        }
    }

    /// Shift to the left. An amount of the width or more gives some number.
    pub(super) fn shl(&mut self, width: u32, a: Value, amount: Value) -> Value {
        let shifted = self.b.ins().ishl(a, amount);
        self.mask(width, shifted)
    }

    /// Shift to the right. An amount of the width or more gives some number of the width.
    pub(super) fn shr(&mut self, width: u32, signed: bool, a: Value, amount: Value) -> Value {
        if !signed {
            return self.b.ins().ushr(a, amount);
        }
        let a = self.extended(width, a);
        let shifted = self.b.ins().sshr(a, amount);
        self.mask(width, shifted)
    }

    /// A shift amount in a register that the machine takes; of more than 64 bits the low ones.
    pub(super) fn amount(&mut self, width: u32, amount: Value) -> Value {
        if width > 64 { self.b.ins().ireduce(I64, amount) } else { amount }
    }
}
