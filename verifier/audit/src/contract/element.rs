//! Words for sets of kinds, as contracts write them.

use std::fmt;
use std::str::FromStr;

/// A set of kinds in one word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// `*`: every kind.
    Any,
    /// `scf.*`: every operation of a dialect.
    Dialect(String),
    /// `scf.for`: an operation.
    Op(String),
    /// `LoopLikeOpInterface`: every operation that implements an interface.
    Interface(String),
    /// `!tensor`: a value of a builtin type.
    Type(String),
    /// `memref.subview{static}`: an operation that satisfies a constraint, or with `!` one that does not.
    Constrained {
        /// Name of the operation.
        op: String,
        /// Name of the constraint.
        constraint: String,
        /// True if it is satisfied.
        holds: bool,
    },
    /// `arith.*{tensor}`: the operations of a dialect that satisfy a constraint, or with `!` the others, also those that the constraint
    /// says nothing of.
    ConstrainedDialect {
        /// Name of the dialect.
        dialect: String,
        /// Name of the constraint.
        constraint: String,
        /// True if it is satisfied.
        holds: bool,
    },
}

/// The dialect that stands for types.
pub const TYPES: &str = "!";

/// The dialect of an operation; types are those of a dialect `!`.
pub fn dialect(op: &str) -> &str {
    if op.starts_with('!') {
        return TYPES;
    }
    op.split('.').next().unwrap_or(op)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "_.$-".contains(c))
}

impl FromStr for Element {
    type Err = String;

    fn from_str(text: &str) -> Result<Element, String> {
        let refuse = || Err(format!("`{text}` is no operation, no dialect as `scf.*` and no interface"));
        if text == "*" {
            return Ok(Element::Any);
        }
        if let Some(name) = text.strip_prefix('!') {
            let plain = is_name(name) && !name.contains('.');
            return if plain { Ok(Element::Type(name.to_owned())) } else { Err(of_types(text)) };
        }
        if let Some(dialect) = text.strip_suffix(".*") {
            let plain = is_name(dialect) && !dialect.contains('.');
            return if plain { Ok(Element::Dialect(dialect.to_owned())) } else { refuse() };
        }
        if let Some((op, rest)) = text.split_once('{') {
            let Some(inner) = rest.strip_suffix('}') else { return refuse() };
            let (constraint, holds) = inner.strip_prefix('!').map_or((inner, true), |name| (name, false));
            if !is_name(constraint) {
                return refuse();
            }
            if let Some(dialect) = op.strip_suffix(".*") {
                let (dialect, constraint) = (dialect.to_owned(), constraint.to_owned());
                let plain = is_name(&dialect) && !dialect.contains('.');
                return if plain {
                    Ok(Element::ConstrainedDialect { dialect, constraint, holds })
                } else {
                    refuse()
                };
            }
            if !is_name(op) || !op.contains('.') {
                return refuse();
            }
            return Ok(Element::Constrained { op: op.to_owned(), constraint: constraint.to_owned(), holds });
        }
        match (is_name(text), text.contains('.'), text.starts_with(char::is_uppercase)) {
            (true, true, _) => Ok(Element::Op(text.to_owned())),
            (true, false, true) => Ok(Element::Interface(text.to_owned())),
            (true, false, false) => Err(format!("`{text}` is no operation; its dialect is `{text}.*`")),
            _ => refuse(),
        }
    }
}

/// The refusal of `!` in front of operations.
fn of_types(text: &str) -> String {
    format!(
        "`{text}` is no kind: `!` leads a builtin type, as in `!tensor`; a list names what may be there, such as \
         `func.*,llvm.*`, and everything else is excluded"
    )
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Any => f.write_str("*"),
            Element::Dialect(name) => write!(f, "{name}.*"),
            Element::Type(name) => write!(f, "{TYPES}{name}"),
            Element::Op(name) | Element::Interface(name) => f.write_str(name),
            Element::Constrained { op, constraint, holds } => {
                write!(f, "{op}{{{}{constraint}}}", if *holds { "" } else { "!" })
            }
            Element::ConstrainedDialect { dialect, constraint, holds } => {
                write!(f, "{dialect}.*{{{}{constraint}}}", if *holds { "" } else { "!" })
            }
        }
    }
}

impl<'de> serde::Deserialize<'de> for Element {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Element, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Element;

    #[test]
    fn words_are_read_and_written_back() {
        for word in [
            "*",
            "scf.*",
            "scf.forall.in_parallel",
            "LoopLikeOpInterface",
            "!tensor",
            "a.b{static}",
            "a.b{!static}",
            "a.*{static}",
            "a.*{!static}",
        ] {
            assert_eq!(word.parse::<Element>().map(|element| element.to_string()).as_deref(), Ok(word));
        }
    }

    #[test]
    fn words_that_name_no_kinds_are_refused() {
        for word in
            ["", "scf", "scf.for.*", "a.b{", "a{b}", "a.b{}", "a.b.*{c}", "a b.c", "{x}", ".*", "!", "!a.b"]
        {
            assert!(word.parse::<Element>().is_err(), "{word}");
        }
    }

    #[test]
    fn negations_and_bare_dialects_are_told_the_form() {
        let fault = |word: &str| word.parse::<Element>().unwrap_err();
        assert!(fault("!scf.*").contains("a list names what may be there, such as `func.*,llvm.*`"));
        assert!(fault("scf").ends_with("its dialect is `scf.*`"));
    }
}
