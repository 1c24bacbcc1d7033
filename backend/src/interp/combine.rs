//! The ways in which reductions of `vector` combine two numbers. Poison flows.

use assay_ir::data::OpId;

use super::attributes::{FastMath, enumerant};
use super::integer::pick;
use super::machine::{Machine, Stop};
use super::terms::Symbolic;
use crate::engine::Unsupported;
use crate::term::TermKind;
use crate::value::Value;

/// One way to combine numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Add,
    Mul,
    MinUnsigned,
    MinSigned,
    MinNumber,
    MaxUnsigned,
    MaxSigned,
    MaxNumber,
    And,
    Or,
    Xor,
    Maximum,
    Minimum,
}

const KINDS: [(&str, Kind); 13] = [
    ("add", Kind::Add),
    ("mul", Kind::Mul),
    ("minui", Kind::MinUnsigned),
    ("minsi", Kind::MinSigned),
    ("minnumf", Kind::MinNumber),
    ("maxui", Kind::MaxUnsigned),
    ("maxsi", Kind::MaxSigned),
    ("maxnumf", Kind::MaxNumber),
    ("and", Kind::And),
    ("or", Kind::Or),
    ("xor", Kind::Xor),
    ("maximumf", Kind::Maximum),
    ("minimumf", Kind::Minimum),
];

impl Kind {
    /// The `kind` of an operation; sums when it says none.
    pub(super) fn for_op(m: &Machine<'_>, op: OpId) -> Result<Kind, Stop> {
        if m.attr(op, "kind").is_none() {
            return Ok(Kind::Add);
        }
        Ok(KINDS[enumerant(m, op, "kind", &KINDS.map(|(name, _)| name))?].1)
    }

    /// The operation on two numbers that this is; `None` of those that may choose among zeros.
    fn operation(self, kind: TermKind) -> Option<&'static str> {
        Some(match (kind, self) {
            (TermKind::Int(_), Kind::Add) => "arith.addi",
            (TermKind::Int(_), Kind::Mul) => "arith.muli",
            (TermKind::Int(_), Kind::MinUnsigned) => "arith.minui",
            (TermKind::Int(_), Kind::MinSigned) => "arith.minsi",
            (TermKind::Int(_), Kind::MaxUnsigned) => "arith.maxui",
            (TermKind::Int(_), Kind::MaxSigned) => "arith.maxsi",
            (TermKind::Int(_), Kind::And) => "arith.andi",
            (TermKind::Int(_), Kind::Or) => "arith.ori",
            (TermKind::Int(_), Kind::Xor) => "arith.xori",
            (TermKind::Float(_), Kind::Add) => "arith.addf",
            (TermKind::Float(_), Kind::Mul) => "arith.mulf",
            (TermKind::Float(_), Kind::Maximum) => "arith.maximumf",
            (TermKind::Float(_), Kind::Minimum) => "arith.minimumf",
            _ => return None,
        })
    }

    /// Two numbers as one.
    pub(super) fn apply(
        self,
        symbolic: Option<&Symbolic<'_>>,
        flags: FastMath,
        a: &Value,
        b: &Value,
    ) -> Result<Value, Stop> {
        match (a, b) {
            (Value::Term(term), _) | (_, Value::Term(term)) => {
                let symbolic = symbolic.filter(|_| flags == FastMath::default()).ok_or(Unsupported::Term)?;
                symbolic.combined(self.operation(term.kind).ok_or(Unsupported::Term)?, term.kind, [a, b])
            }
            (Value::Poison, _) | (_, Value::Poison) => Ok(Value::Poison),
            (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Ok(match self {
                Kind::Add => a.add(b),
                Kind::Mul => a.mul(b),
                Kind::And => a.and(b),
                Kind::Or => a.or(b),
                Kind::Xor => a.xor(b),
                Kind::MinUnsigned => pick(a, b, a.cmp_unsigned(b).is_le()),
                Kind::MaxUnsigned => pick(a, b, a.cmp_unsigned(b).is_ge()),
                Kind::MinSigned => pick(a, b, a.cmp_signed(b).is_le()),
                Kind::MaxSigned => pick(a, b, a.cmp_signed(b).is_ge()),
                Kind::MinNumber | Kind::MaxNumber | Kind::Minimum | Kind::Maximum => {
                    return Err(Unsupported::Type.into());
                }
            }
            .into()),
            (Value::Float(a), Value::Float(b)) if a.kind == b.kind => {
                let result = match self {
                    Kind::Add => a.checked_add(*b),
                    Kind::Mul => a.checked_mul(*b),
                    Kind::MinNumber => a.minimum_number(*b),
                    Kind::MaxNumber => a.maximum_number(*b),
                    Kind::Minimum => a.minimum(*b),
                    Kind::Maximum => a.maximum(*b),
                    _ => None,
                };
                let result = result.ok_or(Unsupported::Type)?;
                Ok(if flags.allow([*a, *b, result]) { result.into() } else { Value::Poison })
            }
            _ => Err(Unsupported::Type.into()),
        }
    }
}
