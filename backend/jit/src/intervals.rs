//! Intervals of integers, for checks of bounds that are left out: those of loops are noted, and what is computed of them follows.

use assay_ir::data::ValueId;
use assay_ir::ops;
use cranelift_codegen::ir::Value;
use smallvec::SmallVec;

use crate::integers::sign_bit;
use crate::lowering::{Extent, HeldValue, Interval, Lowering};
use crate::types::{Form, Kind};

/// Operations that are followed back from a number.
const DEPTH: u32 = 4;

impl Interval {
    fn new(least: i128, most: i128) -> Interval {
        Interval { least, most, below: SmallVec::new() }
    }

    /// The one of a loop variable, which is between a lower bound that is not negative and an upper bound.
    fn of_variable(
        width: u32,
        unsigned: bool,
        lower: Option<Interval>,
        upper: Option<Interval>,
        step: Option<u128>,
        caps: &[Value],
    ) -> Option<Interval> {
        let lower = lower.filter(|lower| lower.least >= 0)?;
        let most = match upper {
            // The unsigned reading is the signed one.
            Some(upper) if !unsigned || upper.least >= 0 => upper.most - 1,
            _ if unsigned => return None,
            _ => i128::try_from(sign_bit(width) - 1).ok()?,
        };
        let below = if unsigned { SmallVec::new() } else { caps.iter().copied().collect() };
        // From a known number on, the last turn begins a whole number of steps further.
        let rest = match step.and_then(|step| i128::try_from(step).ok()) {
            Some(step @ 1..) if lower.least == lower.most && most > lower.least => {
                (most - lower.least) % step
            }
            _ => 0,
        };
        Some(Interval { least: lower.least, most: most.max(lower.least) - rest, below })
    }

    /// Returns true when a number of places, the first one of this interval, are inside of an extent.
    fn is_inside(&self, size: Extent, count: u64) -> bool {
        let fits = match size {
            Extent::Known(size) => self.most + i128::from(count) <= i128::from(size),
            Extent::At(size) => count == 1 && self.below.contains(&size),
        };
        self.least >= 0 && fits
    }
}

impl Lowering<'_, '_, '_> {
    /// Returns true when a number of places from an index on are known to be inside of an extent.
    pub(super) fn is_inside(&self, name: Option<ValueId>, place: Extent, size: Extent, count: u64) -> bool {
        let by_name = || name.and_then(|name| self.interval(name));
        let interval = self.interval_of(place).or_else(by_name);
        interval.is_some_and(|interval| interval.is_inside(size, count))
    }

    /// Where a number in a register of 64 bits, or a known one, stays.
    pub(super) fn interval_of(&self, number: Extent) -> Option<Interval> {
        match number {
            Extent::Known(known) => Some(Interval::new(i128::from(known), i128::from(known))),
            Extent::At(value) => self.numbers.get(&value).cloned(),
        }
    }

    /// Notes where a number in a register of 64 bits stays.
    pub(super) fn note_number(&mut self, number: Extent, least: i128, most: i128) {
        if let Extent::At(value) = number {
            self.numbers.insert(value, Interval::new(least, most));
        }
    }

    /// Notes that a number is not negative, and below an extent.
    pub(super) fn note_place(&mut self, place: Value, extent: Extent) {
        let (most, below) = match extent {
            Extent::Known(extent) => (i128::from(extent) - 1, SmallVec::new()),
            Extent::At(extent) => (i128::from(i64::MAX), smallvec::smallvec![extent]),
        };
        self.numbers.insert(place, Interval { least: 0, most, below });
    }

    /// Notes where the variable of a loop stays; a bound has a name where it is an operand.
    pub(super) fn note_variable(
        &mut self,
        name: ValueId,
        width: u32,
        unsigned: bool,
        [lower, upper]: [Bound; 2],
        step: Option<u128>,
    ) {
        let interval = |l: &Self, bound: &Bound| match bound.constant {
            Some(constant) => constant_interval(width, constant),
            None => l.numbers.get(&bound.bits).cloned().or_else(|| l.interval(bound.name?)),
        };
        let (low, high) = (interval(self, &lower), interval(self, &upper));
        let mut caps = upper.name.map(|name| self.caps(name, DEPTH)).unwrap_or_default();
        if width == 64 {
            caps.push(upper.bits);
        }
        let Some(interval) = Interval::of_variable(width, unsigned, low, high, step, &caps) else { return };
        if let Some(HeldValue::Lanes(lanes)) = self.values.get(&name).filter(|_| width == 64) {
            self.numbers.insert(lanes[0].bits, interval.clone());
        }
        self.intervals.insert(name, interval);
    }

    /// Numbers of 64 bits that an integer is not above.
    fn caps(&self, name: ValueId, depth: u32) -> SmallVec<[Value; 2]> {
        let mut all = SmallVec::new();
        if let (Ok(HeldValue::Lanes(lanes)), Ok(Form::Lanes { kind: Kind::Int(64), .. })) =
            (self.value(name), self.form(name))
        {
            all.extend(lanes.first().map(|lane| lane.bits));
        }
        if let Some(op) = self.program.defining_op(name).filter(|_| depth > 0)
            && self.integer_function(name) == Some("mins")
        {
            all.extend(self.program.operands(op).flat_map(|operand| self.caps(operand, depth - 1)));
        }
        all
    }

    /// The word for the function of two integers that a value is the result of.
    fn integer_function(&self, name: ValueId) -> Option<&'static str> {
        let op = self.program.defining_op(name)?;
        let record = ops::op(self.program.op_name(op))?;
        record.fact("integer").filter(|_| self.program.operand_count(op) == 2)
    }

    /// Where an integer stays; `None` where nothing is known.
    pub(super) fn interval(&self, name: ValueId) -> Option<Interval> {
        self.followed(name, DEPTH)
    }

    fn followed(&self, name: ValueId, depth: u32) -> Option<Interval> {
        if let Some(interval) = self.intervals.get(&name) {
            return Some(interval.clone());
        }
        let (HeldValue::Lanes(lanes), Form::Lanes { kind: Kind::Int(width @ 1..=64), .. }) =
            (self.value(name).ok()?, self.form(name).ok()?)
        else {
            return None;
        };
        if let Some(constant) = lanes.first()?.constant {
            return constant_interval(width, constant);
        }
        let op = self.program.defining_op(name).filter(|_| depth > 0)?;
        let function = self.integer_function(name)?;
        let a = self.followed(self.program.operand(op, 0)?, depth - 1)?;
        let b = self.followed(self.program.operand(op, 1)?, depth - 1)?;
        let (least, most) = match function {
            "add" => (a.least + b.least, a.most + b.most),
            "sub" => (a.least - b.most, a.most - b.least),
            "mul" if a.least >= 0 && b.least >= 0 => (a.least * b.least, a.most * b.most),
            "mins" => (a.least.min(b.least), a.most.min(b.most)),
            "maxs" => (a.least.max(b.least), a.most.max(b.most)),
            _ => return None,
        };
        // Past the ends of its type it may wrap.
        let end = i128::try_from(sign_bit(width) - 1).ok()?;
        (least >= -end - 1 && most <= end).then(|| Interval::new(least, most))
    }
}

/// A bound of a loop: what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) constant: Option<u128>,
    pub(super) bits: Value,
    /// The operand that it is, if it is one.
    pub(super) name: Option<ValueId>,
}

/// The signed reading of a constant, where it is not negative.
fn constant_interval(width: u32, constant: u128) -> Option<Interval> {
    let number = i128::try_from(constant).ok().filter(|_| constant < sign_bit(width))?;
    Some(Interval::new(number, number))
}
