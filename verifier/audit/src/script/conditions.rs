//! The table of `conditions.txt`: what a step needs to succeed, the loops of named structured operations, and sets of operations.

use std::sync::OnceLock;

use assay_ir::rule::Rule;
use rustc_hash::FxHashMap;

/// The outcome of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Succeeds,
    Fails(Rule, String),
    Open,
}

/// The state of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Holds,
    /// It does not, because.
    Not(String),
    Unknown,
}

impl Answer {
    pub(super) fn from_bool(holds: bool, otherwise: impl FnOnce() -> String) -> Answer {
        if holds { Answer::Holds } else { Answer::Not(otherwise()) }
    }

    /// The first answer that is not that it holds.
    pub(super) fn all(answers: impl IntoIterator<Item = Answer>) -> Answer {
        let mut all = Answer::Holds;
        for answer in answers {
            match answer {
                Answer::Holds => {}
                Answer::Not(why) => return Answer::Not(why),
                Answer::Unknown => all = Answer::Unknown,
            }
        }
        all
    }

    /// An answer that holds only if it is known to.
    pub(super) fn only(holds: bool) -> Answer {
        if holds { Answer::Holds } else { Answer::Unknown }
    }
}

/// One condition of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    /// Asked only where an attribute is there (`true`), or is not.
    pub(super) given: Option<(bool, &'static str)>,
    pub(super) word: &'static str,
    /// Without it the step fails; otherwise that is not decided.
    pub(super) decides: bool,
    pub(super) arguments: Vec<&'static str>,
}

/// The table.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) steps: FxHashMap<&'static str, Vec<Condition>>,
    pub(super) loops: FxHashMap<&'static str, Vec<&'static str>>,
    sets: FxHashMap<&'static str, Vec<&'static str>>,
}

impl Table {
    /// The operations of a set.
    pub(super) fn set(&self, name: &str) -> &[&'static str] {
        self.sets.get(name).map_or(&[], Vec::as_slice)
    }
}

pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Table::default();
        for line in lines() {
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            match kind {
                "step" => {
                    if let Some((name, conditions)) = rest.rsplit_once(':') {
                        let listed = conditions.split(',').map(str::trim).filter(|one| !one.is_empty());
                        table.steps.insert(name, listed.map(condition).collect());
                    }
                }
                _ => {
                    let mut words = rest.split(' ');
                    let name = words.next().unwrap_or_default();
                    let list = if kind == "loops" { &mut table.loops } else { &mut table.sets };
                    list.insert(name, words.collect());
                }
            }
        }
        table
    })
}

/// Tells if the table decides a step, and not the code that runs it.
pub(super) fn has_conditions(step: &str) -> bool {
    table().steps.get(step).is_some_and(|conditions| !conditions.is_empty())
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("conditions.txt").lines().filter(|line| !line.starts_with('#'))
}

fn condition(text: &'static str) -> Condition {
    let mut words = text.split(' ').peekable();
    let given = words
        .next_if(|word| matches!(*word, "if" | "unless"))
        .map(|word| (word == "if", words.next().unwrap_or_default()));
    let word = words.next().unwrap_or_default();
    let decides = !word.ends_with('?');
    Condition { given, word: word.trim_end_matches('?'), decides, arguments: words.collect() }
}

#[cfg(test)]
mod tests {
    use super::super::effects;
    use super::*;

    #[test]
    fn every_row_names_a_transform_or_a_pass() {
        let steps = lines().filter(|line| line.starts_with("step ")).count();
        assert_eq!(table().steps.len(), steps);
        for name in table().steps.keys() {
            assert!(name.starts_with("pass:") || effects::lookup(name).is_some(), "{name}");
        }
    }

    #[test]
    fn a_condition_is_read() {
        let read = condition("if a op? x|y");
        let expected =
            Condition { given: Some((true, "a")), word: "op", decides: false, arguments: vec!["x|y"] };
        assert_eq!(read, expected);
    }
}
