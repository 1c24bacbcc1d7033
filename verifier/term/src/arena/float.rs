//! Expressions over floating-point numbers, each stored once like all others. Knows neither operations nor solvers.

use crate::arena::TermArena;
use crate::float::{Arithmetic, Format, From, Integral, Order, Test};
use crate::node::{Node, Sort, TermId};

impl TermArena {
    /// Arithmetic on floating-point numbers of one format.
    pub fn float_arithmetic(&mut self, op: Arithmetic, a: TermId, b: TermId) -> TermId {
        let commutes = matches!(op, Arithmetic::Add | Arithmetic::Mul);
        // The sum with the negation is the difference, before and after it is rounded.
        let (op, a, b) = match (op, self.node(a), self.node(b)) {
            (Arithmetic::Sub, _, Node::FloatNegated(inner)) => (Arithmetic::Add, a, *inner),
            (Arithmetic::Add, _, Node::FloatNegated(inner)) => (Arithmetic::Sub, a, *inner),
            (Arithmetic::Add, Node::FloatNegated(inner), _) => (Arithmetic::Sub, b, *inner),
            _ if commutes => (op, a.min(b), a.max(b)),
            _ => (op, a, b),
        };
        let (a, b) = if op == Arithmetic::Add { (a.min(b), a.max(b)) } else { (a, b) };
        if let Some(plain) = self.float_neutral(op, a, b) {
            return plain;
        }
        self.intern(Node::FloatArithmetic(op, a, b), self.sort(a))
    }

    /// The bits of a floating-point number that is known; those of NaN are always the same.
    pub fn float_value(&self, ex: TermId) -> Option<u128> {
        match *self.node(ex) {
            Node::FloatFrom(From::Bits, of, format) => self.value(of).map(|bits| format.read(bits)),
            _ => None,
        }
    }

    /// A known floating-point number.
    fn float_number(&mut self, format: Format, bits: u128) -> TermId {
        let bits = self.number(format.width(), bits);
        self.intern(Node::FloatFrom(From::Bits, bits, format), Sort::Float(format))
    }

    /// Arithmetic on known numbers, and with numbers that leave the other operand as it is.
    fn float_neutral(&mut self, op: Arithmetic, a: TermId, b: TermId) -> Option<TermId> {
        let Sort::Float(format) = self.sort(a) else { return None };
        let (x, y) = (self.float_value(a), self.float_value(b));
        if let (Some(x), Some(y)) = (x, y) {
            return Some(self.float_number(format, format.apply(op, x, y)));
        }
        let is = |one: Option<u128>, number: f64| one == Some(format.from_f64(number));
        match op {
            Arithmetic::Mul | Arithmetic::Div if is(y, 1.0) => Some(a),
            Arithmetic::Mul if is(x, 1.0) => Some(b),
            Arithmetic::Add if is(y, -0.0) => Some(a),
            Arithmetic::Add if is(x, -0.0) => Some(b),
            Arithmetic::Sub if is(y, 0.0) => Some(a),
            _ => None,
        }
    }

    /// With the other sign.
    pub fn float_negated(&mut self, a: TermId) -> TermId {
        match *self.node(a) {
            Node::FloatNegated(inner) => inner,
            Node::FloatFrom(From::Bits, _, format) if let Some(bits) = self.float_value(a) => {
                self.float_number(format, format.negated(bits))
            }
            _ => self.intern(Node::FloatNegated(a), self.sort(a)),
        }
    }

    /// The integral floating-point number beside one.
    pub fn float_integral(&mut self, to: Integral, a: TermId) -> TermId {
        if let (Sort::Float(format), Some(bits)) = (self.sort(a), self.float_value(a)) {
            return self.float_number(format, format.integral(to, bits));
        }
        match *self.node(a) {
            Node::FloatIntegral(..) | Node::FloatFrom(From::Signed | From::Unsigned, ..) => a,
            Node::FloatNegated(inner) => {
                let rounded = self.float_integral(to.mirrored(), inner);
                self.float_negated(rounded)
            }
            _ => self.intern(Node::FloatIntegral(to, a), self.sort(a)),
        }
    }

    /// The square root of a floating-point number.
    pub fn float_root(&mut self, a: TermId) -> TermId {
        if let (Sort::Float(format), Some(bits)) = (self.sort(a), self.float_value(a)) {
            return self.float_number(format, format.root(bits));
        }
        self.intern(Node::FloatRoot(a), self.sort(a))
    }

    /// The product of two floating-point numbers and a third one added, rounded once.
    pub fn float_fused(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        // The product of both negations is that of the numbers.
        let (a, b) = match (*self.node(a), *self.node(b)) {
            (Node::FloatNegated(x), Node::FloatNegated(y)) => (x, y),
            (Node::FloatNegated(x), _) => (x, self.float_negated(b)),
            _ => (a, b),
        };
        let (a, b) = (a.min(b), a.max(b));
        let known = [a, b, c].map(|ex| self.float_value(ex));
        if let (Sort::Float(format), [Some(x), Some(y), Some(z)]) = (self.sort(a), known) {
            return self.float_number(format, format.fused(x, y, z));
        }
        self.intern(Node::FloatFused(a, b, c), self.sort(a))
    }

    /// A test of a floating-point number.
    pub fn float_test(&mut self, test: Test, a: TermId) -> TermId {
        if let (Sort::Float(format), Some(bits)) = (self.sort(a), self.float_value(a)) {
            return self.boolean(format.test(test, bits));
        }
        self.intern(Node::FloatTest(test, a), Sort::Bool)
    }

    /// Order of two floating-point numbers.
    pub fn float_order(&mut self, order: Order, a: TermId, b: TermId) -> TermId {
        let (a, b) = if order == Order::Equal { (a.min(b), a.max(b)) } else { (a, b) };
        if let (Sort::Float(format), Some(x), Some(y)) =
            (self.sort(a), self.float_value(a), self.float_value(b))
        {
            return self.boolean(format.order(order, x, y));
        }
        self.intern(Node::FloatOrder(order, a, b), Sort::Bool)
    }

    /// A floating-point number made of its bits, of an integer or of one of another format.
    pub fn float_from(&mut self, from: From, of: TermId, format: Format) -> TermId {
        if from == From::Float && self.sort(of) == Sort::Float(format) {
            return of;
        }
        self.width_dependent |= self.width_sample.is_some() && matches!(from, From::Signed | From::Unsigned);
        match (from, self.sort(of), self.float_value(of)) {
            // Of a bit pattern of NaN there is one.
            (From::Bits, ..) => {
                if let Some(bits) = self.value(of) {
                    return self.float_number(format, format.read(bits));
                }
            }
            (From::Float, Sort::Float(old), Some(bits)) => {
                return self.float_number(format, old.converted(format, bits));
            }
            _ => {}
        }
        self.intern(Node::FloatFrom(from, of, format), Sort::Float(format))
    }

    /// The integer that a floating-point number comes to, rounded towards zero, and whether it fits: zero where it does not.
    pub fn float_to(&mut self, of: TermId, signed: bool, width: u32) -> (TermId, TermId) {
        let Sort::Float(format) = self.sort(of) else { return (of, self.boolean(false)) };
        // The numbers that fit are others at another width.
        self.width_dependent |= self.width_sample.is_some();
        let inside = format.range(signed, width);
        let mut known = |bits: u128| {
            let bits = self.number(format.width(), bits);
            self.float_from(From::Bits, bits, format)
        };
        let (low, high) = (inside.low.map(|(bits, _)| known(bits)), inside.high.map(&mut known));
        let [no_number, infinite] = [Test::NaN, Test::Infinite].map(|test| self.float_test(test, of));
        let strange = self.or(no_number, infinite);
        let mut fits = self.not(strange);
        if let (Some(low), Some((_, itself))) = (low, inside.low) {
            let order = if itself { Order::LessOrEqual } else { Order::Less };
            let above = self.float_order(order, low, of);
            fits = self.and(fits, above);
        }
        if let Some(high) = high {
            let below = self.float_order(Order::Less, of, high);
            fits = self.and(fits, below);
        }
        // Z3 takes one bit less for the sign, and does not know numbers of none.
        let number = self.float_integer(of, signed, width.max(2));
        let number = self.extract(number, 0, width);
        let zero = self.zero(width);
        (self.choice(fits, number, zero), fits)
    }

    /// The integer that a floating-point number comes to where it fits, and anything where it does not.
    pub fn float_integer(&mut self, of: TermId, signed: bool, width: u32) -> TermId {
        self.intern(Node::FloatTo { of, signed, width }, Sort::Bits(width))
    }
}
