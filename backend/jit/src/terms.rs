//! Affine terms as arithmetic on 64-bit registers, with a flag beside them that is set where an operand that is used is poison or
//! a number on the way does not fit `index`. A division leaves the function where its divisor is not a positive number.

use assay_ir::data::ValueId;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::arith::sign_left;
use crate::integers::Round;
use crate::lowering::{Extent, HeldValue, Interval, Lowering};
use crate::types::{Form, Kind};
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::{Operator, Term};

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

/// Arguments of a map or set, and the flag that is set when what was computed of them is poison.
pub(super) struct Terms {
    width: u32,
    dims: Vec<Argument>,
    symbols: Vec<Argument>,
    pub(super) poison: Option<Value>,
}

/// A number, and the flag that is set when it is poison.
type Argument = (Extent, Option<Value>);

impl Terms {
    /// Dimensions that are known to be no poison.
    pub(super) fn at_numbers(dims: Vec<Extent>) -> Terms {
        let dims = dims.into_iter().map(|dim| (dim, None)).collect();
        Terms { width: 64, dims, symbols: Vec::new(), poison: None }
    }

    pub(super) fn read(
        l: L<'_, '_, '_, '_>,
        names: &[ValueId],
        dims: usize,
        symbols: usize,
    ) -> Result<Terms, Unsupported> {
        if names.len() != dims.saturating_add(symbols) {
            return Err(Unsupported::Malformed);
        }
        let mut terms = Terms {
            width: l.unit.settings.index.bits(),
            dims: Vec::new(),
            symbols: Vec::new(),
            poison: None,
        };
        for (at, name) in names.iter().enumerate() {
            let number = (terms.number(l, *name)?, terms.poison.take());
            if at < dims { &mut terms.dims } else { &mut terms.symbols }.push(number);
        }
        Ok(terms)
    }

    /// An argument that is used; poison of it is noted.
    fn used(&mut self, l: L<'_, '_, '_, '_>, argument: Option<Argument>) -> Result<Extent, Unsupported> {
        let (number, poison) = argument.ok_or(Unsupported::Malformed)?;
        self.poison = l.or(self.poison, poison);
        Ok(number)
    }

    /// An operand as a signed number; poison of it is noted.
    pub(super) fn number(&mut self, l: L<'_, '_, '_, '_>, name: ValueId) -> Result<Extent, Unsupported> {
        let (HeldValue::Lanes(lanes), Form::Lanes { kind: Kind::Int(width @ 1..=64), shape: None, .. }) =
            (l.value(name)?, l.form(name)?)
        else {
            return Err(Unsupported::Type);
        };
        self.poison = l.or(self.poison, lanes[0].poison);
        if let (Some(bits), None) = (lanes[0].constant, lanes[0].poison) {
            let unused = 64 - width;
            return Ok(Extent::Known(((bits as u64) << unused) as i64 >> unused));
        }
        Ok(Extent::At(l.resized_signed(width, 64, lanes[0].bits)))
    }

    /// Notes a flag that makes all of it poison.
    pub(super) fn spoil(&mut self, l: L<'_, '_, '_, '_>, flag: Value) {
        self.poison = l.or(self.poison, Some(flag));
    }

    /// A number that has to fit the width; the flag is one that is set where it did not fit 64 bits.
    fn fitting(&mut self, l: L<'_, '_, '_, '_>, number: Extent, overflow: Option<Value>) -> Extent {
        if let Some(flag) = overflow {
            self.spoil(l, flag);
        }
        let unused = 64 - self.width;
        match number {
            Extent::Known(known) if known << unused >> unused != known => {
                let flag = l.constant(1, 1);
                self.spoil(l, flag);
            }
            Extent::At(value) if unused > 0 => {
                let narrow = l.resized(64, self.width, value);
                let back = l.resized_signed(self.width, 64, narrow);
                let differs = l.b.ins().icmp(IntCC::NotEqual, back, value);
                self.spoil(l, differs);
            }
            _ => {}
        }
        number
    }

    /// The number of an operation that surely fits the width, as the intervals of its operands say.
    fn within(
        &self,
        l: L<'_, '_, '_, '_>,
        (a, b): (Extent, Extent),
        ends: impl Fn(&Interval, &Interval) -> (i128, i128),
        emit: impl Fn(L<'_, '_, '_, '_>, Value, Value) -> Value,
    ) -> Option<Extent> {
        let (least, most) = ends(&l.interval_of(a)?, &l.interval_of(b)?);
        let end = (1i128 << (self.width - 1)) - 1;
        if least < -end - 1 || most > end {
            return None;
        }
        let (x, y) = (l.number(a), l.number(b));
        let number = Extent::At(emit(l, x, y));
        l.note_number(number, least, most);
        Some(number)
    }

    pub(super) fn sum(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
        if let (Extent::Known(a), Extent::Known(b)) = (a, b)
            && let Some(sum) = a.checked_add(b)
        {
            return self.fitting(l, Extent::Known(sum), None);
        }
        let ends = |a: &Interval, b: &Interval| (a.least + b.least, a.most + b.most);
        if let Some(sum) = self.within(l, (a, b), ends, |l, x, y| l.b.ins().iadd(x, y)) {
            return sum;
        }
        let (x, y) = (l.number(a), l.number(b));
        let sum = l.b.ins().iadd(x, y);
        let overflow = sign_left(l, 64, (x, sum), (y, sum));
        self.fitting(l, Extent::At(sum), Some(overflow))
    }

    pub(super) fn product(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
        match (a, b) {
            (Extent::Known(1), other) | (other, Extent::Known(1)) => return other,
            (Extent::Known(a), Extent::Known(b)) => {
                if let Some(product) = a.checked_mul(b) {
                    return self.fitting(l, Extent::Known(product), None);
                }
            }
            _ => {}
        }
        let ends = |a: &Interval, b: &Interval| {
            let all = [a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most];
            all.iter().fold((i128::MAX, i128::MIN), |(least, most), one| (least.min(*one), most.max(*one)))
        };
        if let Some(product) = self.within(l, (a, b), ends, |l, x, y| l.b.ins().imul(x, y)) {
            return product;
        }
        let (x, y) = (l.number(a), l.number(b));
        let overflow = l.product_wraps(64, true, x, y);
        let product = l.b.ins().imul(x, y);
        self.fitting(l, Extent::At(product), Some(overflow))
    }

    /// Leaves the function where a number is not positive or poison was noted, which is forgotten; the number, or one.
    pub(super) fn divisor(&mut self, l: L<'_, '_, '_, '_>, number: Extent) -> Value {
        let (value, poison) = (l.number(number), self.poison.take());
        l.guard_ub(poison, Undefined::DivisorNotPositive);
        if matches!(number, Extent::Known(1..)) {
            return value;
        }
        let zero = l.b.ins().iconst(I64, 0);
        let bad = l.b.ins().icmp(IntCC::SignedLessThanOrEqual, value, zero);
        l.guard_ub(Some(bad), Undefined::DivisorNotPositive);
        let one = l.b.ins().iconst(I64, 1);
        l.b.ins().select(bad, one, value)
    }

    /// A quotient, or the remainder of a division that rounds down where no rounding is given.
    fn divided(
        &mut self,
        l: L<'_, '_, '_, '_>,
        dividend: Extent,
        divisor: &Term,
        round: Option<Round>,
    ) -> Result<Extent, Unsupported> {
        let is_rest = round.is_none();
        // Poison of the dividend does not count before the divisor.
        let of_dividend = self.poison.take();
        let divisor = self.term(l, divisor)?;
        let known = divisor;
        let divisor = self.divisor(l, divisor);
        self.poison = of_dividend;
        let interval = l.interval_of(dividend).filter(|interval| interval.least >= 0);
        let dividend = l.number(dividend);
        let round = round.unwrap_or(Round::Floor);
        let signed = interval.is_none();
        let quotient = l.quotient(64, signed, round, dividend, divisor);
        let number = match is_rest {
            false => Extent::At(quotient),
            true => {
                let back = l.b.ins().imul(quotient, divisor);
                Extent::At(l.b.ins().isub(dividend, back))
            }
        };
        if let (Some(interval), Extent::Known(divisor @ 1..)) = (interval, known) {
            let divisor = i128::from(divisor);
            match is_rest {
                true => l.note_number(number, 0, interval.most.min(divisor - 1)),
                false => l.note_number(number, 0, interval.most / divisor + 1),
            }
        }
        Ok(number)
    }

    /// The number of a term.
    pub(super) fn term(&mut self, l: L<'_, '_, '_, '_>, term: &Term) -> Result<Extent, Unsupported> {
        Ok(match term {
            Term::Dim(dim) => self.used(l, self.dims.get(*dim).copied())?,
            Term::Symbol(symbol) => self.used(l, self.symbols.get(*symbol).copied())?,
            Term::Constant(constant) => self.fitting(l, Extent::Known(*constant), None),
            Term::Binary(operator, a, b) => {
                let a = self.term(l, a)?;
                let round = match operator {
                    Operator::FloorDiv => Some(Round::Floor),
                    Operator::CeilDiv => Some(Round::Ceil),
                    Operator::Mod => None,
                    Operator::Add | Operator::Mul => {
                        let b = self.term(l, b)?;
                        return Ok(match operator {
                            Operator::Mul => self.product(l, a, b),
                            _ => self.sum(l, a, b),
                        });
                    }
                };
                self.divided(l, a, b, round)?
            }
        })
    }
}
