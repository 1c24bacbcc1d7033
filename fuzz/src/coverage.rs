//! How diverse generated patterns and payloads are: counts and one table of which kind of operation met which action in
//! which placement. Pure bookkeeping.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::generate::pattern::sketch::{Action, OpRef, Sketch};
use crate::generate::payload::Placement;
use crate::generate::vocabulary::is_terminator;
use crate::subject::Trial;

/// What an operation is to the generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpKind {
    /// Named, without a spec.
    Plain,
    /// With a spec.
    Real,
    /// Matched without a name.
    Wildcard,
    /// A terminator by name.
    Terminator,
}

/// Names of the rows, as they are printed.
const OPS: [&str; 4] = ["plain", "real", "wildcard", "terminator"];
const ACTIONS: [&str; 4] = ["create", "replace by operation", "replace by values", "erase"];

/// Which placements a row has to show: that one operation holds another takes an option.
const WANTED: u32 = ((1 << Placement::ALL.len()) - 1) & !(1 << Placement::Contained as u8);

/// Op x action x placement, and counts of patterns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    seen: [[u32; 4]; 4],
    /// Patterns in all.
    pub patterns: usize,
    /// Patterns that keep PDL's own rules.
    pub valid: usize,
    /// Patterns whose matched operations values connect.
    pub connected: usize,
    /// Patterns with three or more matched operations.
    pub three: usize,
    /// Patterns over operations with a spec.
    pub real: usize,
    /// Patterns that matched a payload.
    pub matched: usize,
    /// Patterns that broke on some payload.
    pub broken: usize,
    /// Patterns that broke only where handles were one or one operation held another.
    pub special: usize,
}

fn kind_of(sketch: &Sketch, op: OpRef) -> OpKind {
    let (name, real) = match op {
        OpRef::Node(node) => (sketch.nodes[node].name, sketch.nodes[node].real),
        OpRef::Made(action) => match sketch.actions.get(action) {
            Some(Action::Create(made)) => (Some(made.name), !made.name.starts_with("lab.")),
            _ => (None, false),
        },
    };
    match name {
        None => OpKind::Wildcard,
        Some(name) if is_terminator(name) => OpKind::Terminator,
        Some(_) if real => OpKind::Real,
        Some(_) => OpKind::Plain,
    }
}

impl Coverage {
    /// Counts a pattern.
    pub fn pattern(&mut self, sketch: &Sketch, valid: bool) {
        self.patterns += 1;
        self.valid += usize::from(valid);
        self.connected += usize::from(sketch.is_connected());
        self.three += usize::from(sketch.nodes.len() >= 3);
        self.real += usize::from(sketch.nodes.iter().any(|node| node.real));
    }

    /// Counts a payload that the pattern was applied to.
    pub fn payload(&mut self, sketch: &Sketch, placements: u32) {
        for (index, action) in sketch.actions.iter().enumerate() {
            let (op, row) = match action {
                Action::Create(_) => (OpRef::Made(index), 0),
                Action::ReplaceByOp(target, _) => (*target, 1),
                Action::ReplaceByValues(target, _) => (*target, 2),
                Action::Erase(target) => (*target, 3),
            };
            self.seen[kind_of(sketch, op) as usize][row] |= placements;
        }
    }

    /// Counts all payloads of a pattern.
    pub fn trials(&mut self, sketch: &Sketch, trials: &[Trial]) {
        let breaks = |trial: &&Trial| trial.outcome().breaks_structure();
        trials.iter().for_each(|trial| self.payload(sketch, trial.payload.placements));
        self.matched += usize::from(trials.iter().any(|trial| !trial.runs.is_empty()));
        self.broken += usize::from(trials.iter().any(|trial| breaks(&trial)));
        let mut broken = trials.iter().filter(breaks).peekable();
        self.special += usize::from(broken.peek().is_some() && broken.all(Trial::is_special));
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Coverage) {
        for (row, more) in self.seen.iter_mut().flatten().zip(other.seen.iter().flatten()) {
            *row |= more;
        }
        self.patterns += other.patterns;
        self.valid += other.valid;
        self.connected += other.connected;
        self.three += other.three;
        self.real += other.real;
        self.matched += other.matched;
        self.broken += other.broken;
        self.special += other.special;
    }

    /// The operation x action x placement that were met.
    pub fn met(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (op, row) in self.seen.iter().enumerate() {
            for (action, seen) in row.iter().enumerate() {
                let met = Placement::ALL.iter().filter(|placement| seen & placement.bit() != 0);
                all.extend(met.map(|placement| format!("{} x {} x {placement:?}", OPS[op], ACTIONS[action])));
            }
        }
        all
    }

    /// How many op-action-placement pairs there are, and which of them were never met. Nothing creates an operation
    /// without a name.
    pub fn pairs(&self) -> (usize, Vec<String>) {
        let mut missing = Vec::new();
        let mut count = 0;
        for (op, row) in self.seen.iter().enumerate() {
            for (action, seen) in row.iter().enumerate() {
                if op == OpKind::Wildcard as usize && action == 0 {
                    continue;
                }
                for placement in Placement::ALL.iter().filter(|placement| WANTED & placement.bit() != 0) {
                    count += 1;
                    if seen & placement.bit() == 0 {
                        missing.push(format!("{} x {} x {placement:?}", OPS[op], ACTIONS[action]));
                    }
                }
            }
        }
        (count, missing)
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.patterns.max(1) as f64;
        writeln!(f, "{} patterns", self.patterns)?;
        for (count, what) in [
            (self.valid, "keep PDL's own rules"),
            (self.connected, "are connected by values"),
            (self.three, "match three or more operations"),
            (self.real, "are over operations with a spec"),
            (self.matched, "matched a payload"),
            (self.broken, "broke on some payload"),
            (self.special, "broke only where handles are one, or one operation holds another"),
        ] {
            writeln!(f, "  {:5.1} % {what}", share(count))?;
        }
        let (count, missing) = self.pairs();
        writeln!(f, "  {} of {count} op-action-placement pairs met", count - missing.len())?;
        for pair in missing.iter().take(20) {
            writeln!(f, "    not met: {pair}")?;
        }
        Ok(())
    }
}
