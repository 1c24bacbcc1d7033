//! Operators of C++ on numbers, and the primitives of `corpus/cpp/api.txt`. Looks at no path.

use crate::term::{Extension, Term, WORD, Width};
use crate::value::{Float, Value};

/// A number literal, and true for an unsigned one.
pub(crate) fn literal(text: &str) -> Option<(i128, bool)> {
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let (digits, radix) = match lower.strip_prefix("0x") {
        Some(rest) => (rest, 16),
        None => match lower.strip_prefix("0b") {
            Some(rest) => (rest, 2),
            None => (lower.as_str(), 10),
        },
    };
    let suffix = |c: char| c == 'u' || c == 'l';
    let unsigned = digits.trim_start_matches(|c: char| !suffix(c)).contains('u');
    let digits = digits.trim_end_matches(suffix);
    let negative = digits.starts_with('-');
    let value = i128::from_str_radix(digits.trim_start_matches('-'), radix).ok()?;
    Some((if negative { -value } else { value }, unsigned))
}

/// A floating-point literal.
pub(crate) fn real(text: &str) -> Option<String> {
    let single = text.ends_with(['f', 'F']);
    let digits = text.trim_end_matches(['f', 'F', 'l', 'L']).trim_end_matches('.');
    let value = if single { f64::from(digits.parse::<f32>().ok()?) } else { digits.parse::<f64>().ok()? };
    value.is_finite().then(|| format!("{value:?}"))
}

/// A literal as a constant of a type writes it; `None` where the type is not known to have the number, or a rounding of it.
pub(crate) fn real_of(text: &str, ty: &str) -> Option<String> {
    let value: f64 = text.parse().ok()?;
    match ty {
        // Every type of two bytes or more has a small integer, and a half.
        _ if (value * 2.0).fract() == 0.0 && value.abs() <= 16.0 => Some(text.to_owned()),
        #[allow(clippy::cast_possible_truncation)]
        "f32" => Some(format!("0x{:08X}", (value as f32).to_bits())),
        "f64" => Some(format!("0x{:016X}", value.to_bits())),
        // The reader of attributes rounds as the C++ does.
        "f16" | "bf16" => Some(text.to_owned()),
        _ => None,
    }
}

/// An operator on one value.
pub(crate) fn unary<'a>(operator: &str, value: Value<'a>) -> Option<Value<'a>> {
    Some(match (operator, value) {
        ("-", Value::Int(term, unsigned)) => Value::Int(Term::binary("subi", Term::word(0), term), unsigned),
        ("-", Value::Wide(term)) => Value::Wide(Term::binary("subi", Term::Number(0, term.width()), term)),
        ("-", Value::Float(float)) => Value::Float(Float::Computed(NEGATION_OPS[0], vec![float])),
        ("~", Value::Int(term, unsigned)) => Value::Int(Term::binary("xori", term, Term::word(-1)), unsigned),
        ("~", Value::Wide(term)) => {
            let ones = Term::Number(-1, term.width());
            Value::Wide(Term::binary("xori", term, ones))
        }
        ("-", Value::Real(text)) => match text.strip_prefix('-') {
            Some(positive) => Value::Real(positive.to_owned()),
            None => Value::Real(format!("-{text}")),
        },
        ("+", value @ (Value::Int(..) | Value::Wide(_))) => value,
        _ => return None,
    })
}

/// The operations of `arith` that operators are on integers.
const OPERATORS: [(&str, &str); 6] =
    [("+", "addi"), ("-", "subi"), ("*", "muli"), ("&", "andi"), ("|", "ori"), ("^", "xori")];

/// The operation that negates floating-point numbers.
const NEGATION_OPS: [&str; 1] = ["arith.negf"];

/// The operations of `arith` that operators are on floating-point numbers.
const FLOAT_OPERATOR_OPS: [(&str, &str); 4] =
    [("+", "arith.addf"), ("-", "arith.subf"), ("*", "arith.mulf"), ("/", "arith.divf")];

/// The operations that rounding to integers is, by modes of LLVM.
const ROUNDING_OPS: [(&str, &str); 5] = [
    ("TowardNegative", "math.floor"),
    ("TowardPositive", "math.ceil"),
    ("TowardZero", "math.trunc"),
    ("NearestTiesToEven", "math.roundeven"),
    ("NearestTiesToAway", "math.round"),
];

/// The operations that methods are which change a number by another one.
const METHOD_OPS: [(&str, &str); 2] = [("copySign", "math.copysign"), ("mod", "arith.remf")];

/// The value of a floating-point number after a method that changes it.
pub(crate) fn changed_float(float: &Float, method: &str, arguments: &[&Value<'_>]) -> Option<Float> {
    let (op, other) = match (method, arguments) {
        ("roundToIntegral", [Value::Name(mode)]) => {
            let mode = mode.rsplit("::").next()?;
            (ROUNDING_OPS.iter().find(|(known, _)| *known == mode)?.1, None)
        }
        (_, [Value::Float(other)]) => {
            (METHOD_OPS.iter().find(|(known, _)| *known == method)?.1, Some(other.clone()))
        }
        _ => return None,
    };
    Some(Float::Computed(op, std::iter::once(float.clone()).chain(other).collect()))
}

/// Comparisons, of signed and of unsigned numbers.
const COMPARISONS: [(&str, &str, &str); 6] = [
    ("==", "eq", "eq"),
    ("!=", "ne", "ne"),
    ("<", "slt", "ult"),
    ("<=", "sle", "ule"),
    (">", "sgt", "ugt"),
    (">=", "sge", "uge"),
];

/// An operator on two values.
pub(crate) fn binary<'a>(operator: &str, left: Value<'a>, right: Value<'a>) -> Option<Value<'a>> {
    let plain = OPERATORS.iter().find(|(known, _)| *known == operator).map(|(_, op)| *op);
    let comparison = COMPARISONS.iter().find(|(known, ..)| *known == operator);
    match (left, right) {
        (Value::Bool(a), Value::Bool(b)) => match (operator, plain) {
            ("&" | "|" | "^", Some(op)) => Some(Value::Bool(Term::binary(op, a, b))),
            ("==" | "!=", _) => {
                comparison.map(|(_, predicate, _)| Value::Bool(Term::compare(predicate, a, b)))
            }
            _ => None,
        },
        (Value::Bool(a), other @ Value::Int(..)) => {
            binary(operator, Value::Int(a.resize(Extension::Zero, WORD), false), other)
        }
        (other @ Value::Int(..), Value::Bool(b)) => {
            binary(operator, other, Value::Int(b.resize(Extension::Zero, WORD), false))
        }
        (Value::Int(a, x), Value::Int(b, y)) => {
            let unsigned = x || y;
            let width = if a.width() == b.width() { a.width() } else { WORD };
            let (a, b) = (a.resize(Extension::Zero, width), b.resize(Extension::Zero, width));
            if let Some(op) = plain {
                return Some(Value::Int(Term::binary(op, a, b), unsigned));
            }
            if let Some((_, signed, other)) = comparison {
                // Numbers that come out of programs and types are not negative.
                let predicate = if unsigned { other } else { signed };
                return Some(Value::Bool(Term::compare(predicate, a, b)));
            }
            let op = match operator {
                "/" if unsigned => "divui",
                "/" => "divsi",
                "%" if unsigned => "remui",
                "%" => "remsi",
                "<<" => "shli",
                ">>" if unsigned => "shrui",
                ">>" => "shrsi",
                _ => return None,
            };
            Some(Value::Int(Term::binary(op, a, b), unsigned))
        }
        (Value::Wide(a), Value::Wide(b)) => {
            if a.width() != b.width() {
                return None;
            }
            if let Some(op) = plain {
                return Some(Value::Wide(Term::binary(op, a, b)));
            }
            match operator {
                "==" | "!=" => {
                    comparison.map(|(_, predicate, _)| Value::Bool(Term::compare(predicate, a, b)))
                }
                "<<" => Some(Value::Wide(shift("shli", a, b))),
                _ => None,
            }
        }
        (Value::Wide(a), Value::Int(b, unsigned)) => match (operator, b.known_signed()) {
            ("==" | "!=", Some(0 | 1)) => {
                let b = Term::Number(b.known_signed()?, a.width());
                binary(operator, Value::Wide(a), Value::Wide(b))
            }
            ("==" | "!=", _) => {
                let a = a.resize(Extension::Zero, WORD);
                comparison.map(|(_, predicate, _)| Value::Bool(Term::compare(predicate, a, b)))
            }
            (_, Some(known @ -1..=1)) => {
                let b = Term::Number(known, a.width());
                binary(operator, Value::Wide(a), Value::Wide(b))
            }
            _ => {
                let extension = if unsigned { Extension::Zero } else { Extension::Sign };
                let b = b.resize(extension, a.width());
                binary(operator, Value::Wide(a), Value::Wide(b))
            }
        },
        (left @ Value::Int(..), right @ Value::Wide(_)) if matches!(operator, "==" | "!=") => {
            binary(operator, right, left)
        }
        // Numbers of C++ come as unsigned ones of 64 bits.
        (Value::Int(a, _), right @ Value::Wide(_)) => {
            let width = match &right {
                Value::Wide(term) => term.width(),
                _ => WORD,
            };
            let a = match a.known_signed() {
                Some(known @ 0..=1) => Term::Number(known, width),
                Some(-1) if width == WORD => Term::Number(-1, width),
                _ => a.resize(Extension::Zero, width),
            };
            binary(operator, Value::Wide(a), right)
        }
        (Value::Real(a), Value::Real(b)) => real_operator(operator, &a, &b),
        (Value::Real(a), Value::Int(b, _)) => real_operator(operator, &a, &b.known_signed()?.to_string()),
        (Value::Int(a, _), Value::Real(b)) => real_operator(operator, &a.known_signed()?.to_string(), &b),
        (Value::Float(a), Value::Float(b)) => {
            let (_, op) = FLOAT_OPERATOR_OPS.iter().find(|(known, _)| *known == operator)?;
            Some(Value::Float(Float::Computed(op, vec![a, b])))
        }
        _ => None,
    }
}

/// An operator on two numbers of type `double`; `None` where they may be of type `float`, in which the result is another.
fn real_operator<'a>(operator: &str, left: &str, right: &str) -> Option<Value<'a>> {
    let (left, right): (f64, f64) = (left.parse().ok()?, right.parse().ok()?);
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" => left / right,
        _ => return None,
    };
    #[allow(clippy::cast_possible_truncation)]
    let single = |number: f64| f64::from(number as f32) == number;
    let same = !single(left) || !single(right) || single(value);
    (value.is_finite() && same).then(|| Value::Real(format!("{value:?}")))
}

/// A shift whose amount may be anything: by the width or more, `APInt` gives zeros.
fn shift(op: &'static str, value: Term, amount: Term) -> Term {
    let width = value.width();
    let bits = match width {
        Width::Bits(bits) => Term::Number(i128::from(bits), width),
        Width::Type(ty) => Term::WidthOf(ty).resize(Extension::Zero, width),
    };
    let over = match width {
        Width::Bits(_) => Term::compare("uge", amount.clone(), bits),
        // The number of bits need not fit in the width itself.
        Width::Type(ty) => {
            Term::compare("uge", amount.clone().resize(Extension::Zero, WORD), Term::WidthOf(ty))
        }
    };
    let zero = Term::Number(0, width);
    let safe = Term::select(over.clone(), zero.clone(), amount);
    let all = if op == "shrsi" {
        let negative = Term::compare("slt", value.clone(), zero.clone());
        Term::select(negative, Term::Number(-1, width), zero)
    } else {
        zero
    };
    Term::select(over, all, Term::binary(op, value, safe))
}

/// The operations of `math` that count bits.
const COUNT_OPS: [&str; 3] = ["ctlz", "cttz", "ctpop"];

/// The operations of `math` that ask something of a floating-point number, by methods of `APFloat`.
const QUESTION_OPS: [(&str, &str); 4] = [
    ("isFinite", "math.isfinite"),
    ("isInfinity", "math.isinf"),
    ("isNaN", "math.isnan"),
    ("isNormal", "math.isnormal"),
];

/// The operation that answers a question about a floating-point number.
pub(crate) fn question(method: &str) -> Option<&'static str> {
    QUESTION_OPS.iter().find(|(known, _)| *known == method).map(|(_, op)| *op)
}

/// The width that a number of C++ says.
fn width_said(term: &Term) -> Option<Width> {
    match term {
        Term::WidthOf(ty) => Some(Width::Type(*ty)),
        other => {
            other.known().and_then(|bits| u32::try_from(bits).ok()).filter(|bits| *bits > 0).map(Width::Bits)
        }
    }
}

/// A primitive of `corpus/cpp/api.txt`, named without `__`.
pub(crate) fn primitive<'a>(name: &str, arguments: &[Value<'a>]) -> Option<Value<'a>> {
    const BINARY: [&str; 15] = [
        "addi",
        "subi",
        "muli",
        "divui",
        "divsi",
        "remui",
        "remsi",
        "andi",
        "ori",
        "xori",
        "maxsi",
        "minsi",
        "maxui",
        "mulsi_extended",
        "mului_extended",
    ];
    const PREDICATES: [&str; 10] = ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
    let term = |value: &Value<'a>| match value {
        Value::Wide(term) | Value::Int(term, _) | Value::Bool(term) => Some(term.clone()),
        _ => None,
    };
    if let Some(op) = name.strip_prefix("float_") {
        const FLOAT_OPS: [&str; 12] = [
            "arith.addf",
            "arith.subf",
            "arith.mulf",
            "arith.divf",
            "arith.remf",
            "arith.negf",
            "arith.maximumf",
            "arith.minimumf",
            "arith.maxnumf",
            "arith.minnumf",
            "math.absf",
            "math.copysign",
        ];
        let op = FLOAT_OPS.iter().find(|known| known.rsplit('.').next() == Some(op))?;
        let floats = arguments.iter().map(|value| match value {
            Value::Float(float) => Some(float.clone()),
            _ => None,
        });
        return Some(Value::Float(Float::Computed(op, floats.collect::<Option<_>>()?)));
    }
    match (name, arguments) {
        ("width", [value]) => {
            let bits = match term(value)?.width() {
                Width::Bits(bits) => Term::word(i128::from(bits)),
                Width::Type(ty) => Term::WidthOf(ty),
            };
            Some(Value::Int(bits, true))
        }
        ("number", [bits, value]) => {
            let width = width_said(&term(bits)?)?;
            let value = term(value)?;
            Some(Value::Wide(match (value.known_signed(), width) {
                (Some(known @ -1..=1), Width::Type(_)) => Term::Number(known, width),
                _ => value.resize(Extension::Sign, width),
            }))
        }
        ("zext" | "sext" | "trunc", [value, bits]) => {
            let width = width_said(&term(bits)?)?;
            let extension = if name == "sext" { Extension::Sign } else { Extension::Zero };
            Some(Value::Wide(term(value)?.resize(extension, width)))
        }
        ("ctlz" | "cttz" | "ctpop", [value]) => {
            let op = COUNT_OPS.iter().find(|known| **known == name)?;
            let value = term(value)?;
            Some(Value::Int(Term::Count(op, value.into()).resize(Extension::Zero, WORD), true))
        }
        ("as", [value @ Value::Wide(_), _]) => Some(value.clone()),
        ("as", [Value::Int(value, unsigned), beside]) => {
            let width = term(beside)?.width();
            let extension = if *unsigned { Extension::Zero } else { Extension::Sign };
            Some(Value::Wide(match (value.known_signed(), width) {
                (Some(known @ -1..=1), Width::Type(_)) => Term::Number(known, width),
                _ => value.clone().resize(extension, width),
            }))
        }
        ("int", [value]) => Some(Value::Int(term(value)?.resize(Extension::Zero, WORD), true)),
        ("sint", [value]) => Some(Value::Int(term(value)?.resize(Extension::Sign, WORD), false)),
        ("select", [condition, left, right]) => {
            let condition = term(condition)?;
            let (a, b) = (term(left)?, term(right)?);
            let chosen = Term::select(condition, a.clone(), b.clone());
            (a.width() == b.width()).then_some(match left {
                Value::Bool(_) => Value::Bool(chosen),
                Value::Int(_, unsigned) => Value::Int(chosen, *unsigned),
                _ => Value::Wide(chosen),
            })
        }
        ("shl" | "lshr" | "ashr", [value, amount]) => {
            let value = term(value)?;
            let amount = match amount {
                Value::Wide(amount) => amount.clone(),
                other => {
                    let amount = term(other)?;
                    match (amount.known_signed(), value.width()) {
                        (Some(known @ 0..=1), Width::Type(_)) => Term::Number(known, value.width()),
                        _ => amount.resize(Extension::Zero, value.width()),
                    }
                }
            };
            let op = match name {
                "shl" => "shli",
                "lshr" => "shrui",
                _ => "shrsi",
            };
            (value.width() == amount.width()).then(|| Value::Wide(shift(op, value, amount)))
        }
        (_, [left, right]) => {
            let (a, b) = (term(left)?, term(right)?);
            if a.width() != b.width() {
                return None;
            }
            if let Some(op) = BINARY.iter().find(|op| **op == name) {
                let made = Term::binary(op, a, b);
                return Some(if matches!(left, Value::Bool(_)) {
                    Value::Bool(made)
                } else {
                    Value::Wide(made)
                });
            }
            if name == "minui" {
                return Some(Value::Wide(Term::binary("minui", a, b)));
            }
            let predicate = PREDICATES.iter().find(|predicate| **predicate == name)?;
            Some(Value::Bool(Term::compare(predicate, a, b)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_suffixes_and_radices() {
        assert_eq!(literal("0x10u"), Some((16, true)));
        assert_eq!(literal("1'000"), Some((1000, false)));
        assert_eq!(literal("1.0f"), None);
    }

    #[test]
    fn numbers_that_may_be_of_type_float_are_computed_where_that_makes_no_difference() {
        let real = |text: &str| Value::Real(text.to_owned());
        let quotient = |a, b| match binary("/", real(a), real(b)) {
            Some(Value::Real(text)) => Some(text),
            _ => None,
        };
        assert_eq!(quotient("3.141592653589793", "4.0").as_deref(), Some("0.7853981633974483"));
        assert_eq!(quotient("1.0", "4.0").as_deref(), Some("0.25"));
        assert_eq!(quotient("1.0", "3.0"), None);
    }

    #[test]
    fn a_shift_by_the_width_gives_zero() {
        let byte = |value| Value::Wide(Term::Number(value, Width::Bits(8)));
        let shifted = primitive("shl", &[byte(1), byte(8)]);
        assert!(matches!(shifted, Some(Value::Wide(term)) if term.known() == Some(0)));
    }
}
