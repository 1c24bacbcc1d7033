//! Promises out of programs: the contract of a pass as it was observed over payloads. A starting point for a reader: what is
//! learned holds for the payloads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::element::TYPES;
use super::kinds::KindCounts;

/// Operations by name.
pub type Names = BTreeMap<String, usize>;

/// A payload and what a pass made of it.
#[derive(Clone, Debug)]
pub struct Observation {
    /// Name of the payload.
    pub payload: String,
    /// The payload.
    pub before: Names,
    /// The payload behind a greedy driver without patterns: folded, without dead code.
    pub simplified: Names,
    /// The payload behind the pass; `None` where the pass fails.
    pub after: Option<Names>,
}

/// A contract as it was observed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// Kinds of which no payload kept one, folding and dead code aside.
    pub removes: BTreeSet<String>,
    /// Kinds of which payloads have fewer, and some are left.
    pub partly: BTreeSet<String>,
    /// Kinds of which there are more, and the payloads that show it.
    pub adds: BTreeMap<String, BTreeSet<String>>,
    /// Payloads on which the pass fails.
    pub fails: BTreeSet<String>,
    /// Payloads that changed beyond simplification.
    pub changed: usize,
    /// Every payload was simplified where a greedy driver simplifies it.
    pub simplifies: bool,
}

/// The operations of a program by name.
pub fn names(census: &KindCounts) -> Names {
    let mut out = Names::new();
    for (kind, (count, _)) in census.counts.iter().filter(|(kind, _)| !kind.name.starts_with(TYPES)) {
        *out.entry(kind.name.clone()).or_default() += count;
    }
    out
}

/// The contract of a pass over payloads.
pub fn learn(observations: &[Observation]) -> Learned {
    let mut out = Learned::default();
    let (mut kept, mut simplified, mut chances) = (BTreeSet::new(), 0, 0);
    for one in observations {
        let Some(after) = &one.after else {
            out.fails.insert(one.payload.clone());
            continue;
        };
        let count = |names: &Names, kind: &String| names.get(kind).copied().unwrap_or(0);
        out.changed += usize::from(*after != one.before && *after != one.simplified);
        for kind in one.before.keys() {
            let (left, folded) = (count(after, kind), count(&one.simplified, kind));
            if left > 0 {
                kept.insert(kind.clone());
            }
            match left {
                0 if folded > 0 => drop(out.removes.insert(kind.clone())),
                left if left > 0 && left < folded => drop(out.partly.insert(kind.clone())),
                _ => {}
            }
        }
        for (kind, _) in after.iter().filter(|(kind, left)| **left > count(&one.before, kind)) {
            out.adds.entry(kind.clone()).or_default().insert(one.payload.clone());
        }
        if one.simplified != one.before {
            chances += 1;
            let is_folded = |(kind, old): (&String, &usize)| {
                let folded = count(&one.simplified, kind);
                folded == *old || count(after, kind) <= folded
            };
            simplified += usize::from(one.before.iter().all(is_folded));
        }
    }
    out.partly.extend(out.removes.intersection(&kept).cloned());
    out.removes = &out.removes - &kept;
    out.simplifies = chances > 0 && simplified == chances;
    out
}

/// The text of a learned contract.
pub fn text(pass: &str, anchors: &[String], learned: &Learned) -> String {
    let key = if pass.contains('{') { format!("\"{pass}\"") } else { pass.to_owned() };
    let mut out = format!("[pass.{key}]\n");
    let list = |words: Vec<&String>| {
        let words: Vec<String> = words.into_iter().map(|word| format!("\"{word}\"")).collect();
        format!("[{}]", words.join(", "))
    };
    let mut line = |name: &str, words: Vec<&String>| {
        if !words.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{name} = {}", list(words));
        }
    };
    line("anchors", anchors.iter().collect());
    line("removes", learned.removes.iter().collect());
    line("partly", learned.partly.iter().collect());
    line("adds", learned.adds.keys().collect());
    if learned.simplifies {
        out.push_str("class = [\"simplifies\"]\n");
    }
    let mut remarks = Vec::new();
    if learned.changed == 0 {
        remarks.push("not exercised".to_owned());
    }
    if !learned.fails.is_empty() {
        let payloads: Vec<&str> = learned.fails.iter().map(String::as_str).collect();
        remarks.push(format!("fails on {}", payloads.join(", ")));
    }
    if !remarks.is_empty() {
        let _ = writeln!(out, "note = \"{}\"", remarks.join("; "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(kinds: &[(&str, usize)]) -> Names {
        kinds.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    fn observation(payload: &str, before: &[(&str, usize)], after: Option<&[(&str, usize)]>) -> Observation {
        let before = names(before);
        Observation {
            payload: payload.to_owned(),
            simplified: before.clone(),
            before,
            after: after.map(names),
        }
    }

    #[test]
    fn a_kind_that_a_payload_keeps_is_removed_in_part() {
        let learned = learn(&[
            observation("one", &[("a.x", 1), ("a.y", 2)], Some(&[("b.z", 1)])),
            observation("two", &[("a.y", 1)], Some(&[("a.y", 1)])),
            observation("three", &[("a.x", 1)], None),
        ]);
        assert_eq!(learned.removes.iter().collect::<Vec<_>>(), ["a.x"]);
        assert_eq!(learned.partly.iter().collect::<Vec<_>>(), ["a.y"]);
        assert_eq!(learned.adds.keys().collect::<Vec<_>>(), ["b.z"]);
        assert_eq!((learned.changed, learned.fails.len()), (1, 1));
        let text = text("p", &["func.func".to_owned()], &learned);
        assert_eq!(
            text,
            "[pass.p]\nanchors = [\"func.func\"]\nremoves = [\"a.x\"]\npartly = [\"a.y\"]\nadds = [\"b.z\"]\nnote = \"fails on three\"\n"
        );
        assert!(crate::contract::Contracts::read([("t", text.as_str())]).is_ok());
    }

    #[test]
    fn folding_is_not_the_doing_of_a_pass() {
        let mut one = observation("one", &[("a.dead", 1), ("a.x", 1)], Some(&[("a.x", 1)]));
        one.simplified = names(&[("a.x", 1)]);
        let learned = learn(&[one]);
        assert!(learned.removes.is_empty() && learned.simplifies && learned.changed == 0);
    }
}
