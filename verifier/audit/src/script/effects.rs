//! Effects of the operations of the transform dialect on their handles: a table that `corpus/ods/effects.py` writes from
//! MLIR's sources. An operation that is not in it is unknown.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// The operands that an operation consumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consumes {
    /// None of them.
    None,
    /// The first one, unless an attribute of this name is present.
    First {
        /// The attribute.
        unless: Option<&'static str>,
    },
    /// All of them.
    All,
    /// Those that a region or a callee consumes.
    Text,
}

/// The access of an operation to the payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It looks at handles and parameters alone.
    None,
    /// It reads the payload.
    Reads,
    /// It changes the payload.
    Writes,
}

/// The knowledge about an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Consumed operands.
    pub consumes: Consumes,
    /// Access to the payload.
    pub access: Access,
    /// It needs a handle to exactly one operation, and fails without.
    pub single: bool,
    /// It may stand in a matcher of `transform.foreach_match`.
    pub matcher: bool,
    /// It is no transform: a set of patterns in the region of one.
    pub pattern: bool,
}

const TABLE: &str = include_str!("effects.txt");

fn read(line: &'static str) -> Option<(&'static str, Effects)> {
    let mut words = line.split(' ').peekable();
    let name = words.next()?;
    let consumed = words.next()?;
    let unless = words.next_if(|word| word.starts_with("unless:")).map(|word| &word["unless:".len()..]);
    let consumes = match consumed {
        "none" => Consumes::None,
        "first" => Consumes::First { unless },
        "all" => Consumes::All,
        "text" => Consumes::Text,
        _ => return None,
    };
    let access = match words.next()? {
        "-" => Access::None,
        "reads" => Access::Reads,
        "writes" => Access::Writes,
        _ => return None,
    };
    let rest: Vec<&str> = words.collect();
    let has = |word: &str| rest.contains(&word);
    let effects =
        Effects { consumes, access, single: has("single"), matcher: has("matcher"), pattern: has("pattern") };
    Some((name, effects))
}

/// The effects of an operation by its full name; `None` for one that is not known.
pub fn lookup(name: &str) -> Option<Effects> {
    static ALL: OnceLock<FxHashMap<&'static str, Effects>> = OnceLock::new();
    let lines = || TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect();
    ALL.get_or_init(lines).get(name).copied()
}

/// The names of all operations of the table, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split(' ').next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        for line in TABLE.lines().skip(1) {
            assert!(read(line).is_some(), "{line}");
        }
        assert_eq!(names().count(), 224);
    }

    #[test]
    fn conditions_and_regions_are_kept() {
        let consumes = |name: &str| lookup(name).map(|effects| effects.consumes);
        assert_eq!(consumes("transform.loop.unroll"), Some(Consumes::All));
        assert_eq!(consumes("transform.foreach"), Some(Consumes::Text));
        let unless = Some("preserve_handles");
        assert_eq!(consumes("transform.apply_conversion_patterns"), Some(Consumes::First { unless }));
        assert_eq!(consumes("transform.of.another.day"), None);
    }
}
