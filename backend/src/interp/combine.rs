//! The ways in which reductions of `vector` combine two numbers. Poison flows.

use assay_ir::data::OpId;

use super::attributes::{FastMath, enumerant};
use super::integer::pick;
use super::machine::{Machine, Stop};
use super::symbolic::Symbolic;
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

/// The name of each kind in MLIR, and the functions of two integers and of two floats that it is, in the words of records, but for those
/// that may choose among zeros.
const KINDS: [(&str, Kind, [Option<&str>; 2]); 13] = [
    ("add", Kind::Add, [Some("add"), Some("add")]),
    ("mul", Kind::Mul, [Some("mul"), Some("mul")]),
    ("minui", Kind::MinUnsigned, [Some("minu"), None]),
    ("minsi", Kind::MinSigned, [Some("mins"), None]),
    ("minnumf", Kind::MinNumber, [None, None]),
    ("maxui", Kind::MaxUnsigned, [Some("maxu"), None]),
    ("maxsi", Kind::MaxSigned, [Some("maxs"), None]),
    ("maxnumf", Kind::MaxNumber, [None, None]),
    ("and", Kind::And, [Some("and"), None]),
    ("or", Kind::Or, [Some("or"), None]),
    ("xor", Kind::Xor, [Some("xor"), None]),
    ("maximumf", Kind::Maximum, [None, Some("maximum")]),
    ("minimumf", Kind::Minimum, [None, Some("minimum")]),
];

impl Kind {
    /// The `kind` of an operation; sums when it says none.
    pub(super) fn for_op(m: &Machine<'_>, op: OpId) -> Result<Kind, Stop> {
        if m.attr(op, "kind").is_none() {
            return Ok(Kind::Add);
        }
        Ok(KINDS[enumerant(m, op, "kind", &KINDS.map(|(name, ..)| name))?].1)
    }

    /// The function of two numbers that this is, where it has no choice.
    fn function(self, number: TermKind) -> Option<&'static str> {
        let (.., [of_integers, of_floats]) = KINDS.iter().find(|(_, kind, _)| *kind == self)?;
        match number {
            TermKind::Int(_) => *of_integers,
            TermKind::Float(_) => *of_floats,
        }
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
                symbolic.combined(self.function(term.kind).ok_or(Unsupported::Term)?, term.kind, [a, b])
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
