//! Faults of patterns in one program: an attempt that is done alone on a program which no other pattern changes says what the pattern
//! claims, since a greedy driver begins another iteration after a success and after no failure.

use std::collections::BTreeMap;

use assay_ir::rule::Rule;
use assay_mlir::MlirOpt;
use serde::{Deserialize, Serialize};

use super::watch::{Counted, MOST, counted, times};
use crate::attempts::{self, Attempt};
use crate::commands::tv::passes::Passes;
use crate::commands::tv::stages::{self, FOLDING};
use crate::commands::tv::through::{self, After};
use crate::interrupt;

/// Iterations of a driver after which it gives up.
const ITERATIONS: usize = 10;

/// The last attempts of a run that does not end, in which a cycle is looked for.
const WINDOW: usize = 48;

/// Attempts of one program that are done alone because they do more than to leave it as it is.
const EVENTS: usize = 8;

/// The pass that runs a script.
const SCRIPTS: &str = "transform-interpreter";

/// Attempts after which the window of an endless run begins.
const AHEAD: usize = 256;

/// Counts of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Tally {
    /// Attempts.
    pub(super) attempts: usize,
    /// Attempts that changed the program.
    pub(super) applied: usize,
    /// The time that attempts took.
    pub(super) microseconds: u64,
    /// Attempts that were held against the program before them.
    pub(super) alone: usize,
}

impl Tally {
    /// Counts of the same pattern elsewhere.
    pub(super) fn add(&mut self, other: &Tally) {
        self.attempts += other.attempts;
        self.applied += other.applied;
        self.microseconds += other.microseconds;
        self.alone += other.alone;
    }
}

/// A fault with its program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
pub(super) struct Fault {
    /// The code of the rule.
    pub(super) rule: String,
    /// The patterns that are at fault.
    pub(super) patterns: Vec<String>,
    /// The program before the first of them, in generic form.
    pub(super) program: String,
    /// The program behind them, or a message.
    pub(super) after: String,
    /// The words of the binary, or the course of a cycle.
    pub(super) detail: String,
}

/// The work of drivers on one program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Watched {
    pub(super) tallies: BTreeMap<String, Tally>,
    pub(super) faults: Vec<Fault>,
    /// The drivers do not come to an end with it.
    pub(super) endless: bool,
    /// A driver began another iteration behind a change. Of one that never does, no failure is told from a success.
    pub(super) iterates: bool,
}

/// One program behind passes.
pub(super) struct Subject<'s> {
    pub(super) opt: &'s MlirOpt,
    pub(super) passes: &'s Passes,
    pub(super) text: &'s str,
    /// Applications of each pattern that are done again, alone.
    pub(super) alone: usize,
}

impl Subject<'_> {
    /// Watches the drivers; `None` where they try no pattern, or the binary says nothing of them.
    pub(super) fn watched(&self) -> Option<Watched> {
        let Some(whole) = self.counted(self.text, (0, MOST)) else { return self.broken() };
        if whole.attempts == 0 {
            return None;
        }
        let mut out = Watched { endless: whole.attempts > MOST, ..Watched::default() };
        // The log of a run that does not end comes when its time is over.
        let names = attempts::tried(self.opt, self.text, &self.passes.arguments);
        let known = if out.endless { &names[..names.len().min(MOST)] } else { &names[..] };
        known.iter().for_each(|attempt| out.tallies.entry(attempt.name()).or_default().attempts += 1);
        if !out.endless {
            for (name, microseconds) in times(self.opt, self.text, &self.passes.arguments) {
                // Patterns without a name are told apart in the log alone.
                if let Some(tally) = out.tallies.get_mut(&name) {
                    tally.microseconds += microseconds;
                }
            }
        }
        let gives_up = out.endless || whole.iterations >= ITERATIONS;
        if gives_up {
            self.cycle(&names, &whole, &mut out);
        }
        if !out.endless {
            self.applied(&names, &mut out);
        }
        // A claim without a change keeps drivers busy with the program that they leave.
        let left = whole.program.ok().filter(|_| gives_up && !out.endless);
        for text in left.as_deref().into_iter().chain([self.text]) {
            self.each_alone(text, whole.iterations, &mut out);
        }
        Some(out)
    }

    /// A program on which the binary crashes, or does not end in another way than by patterns that undo each other.
    fn broken(&self) -> Option<Watched> {
        let plain = through::before(self.opt, &[self.text]).pop().flatten()?;
        let after = through::after(self.opt, &[self.text], &[&plain], self.passes).pop()?;
        let rule = match after {
            _ if interrupt::is_over() => return None,
            After::Crash(..) => Rule::X701,
            After::Endless => Rule::X702,
            _ => return None,
        };
        let detail = after.failure(self.opt.limits().wall)?;
        let mut out = Watched { endless: rule == Rule::X702, ..Watched::default() };
        let names = attempts::tried(self.opt, self.text, &self.passes.arguments);
        names.iter().for_each(|attempt| out.tallies.entry(attempt.name()).or_default().attempts += 1);
        let pattern = stages::failing(self.opt, self.text, self.passes);
        let pattern = pattern.unwrap_or_else(|| FOLDING.to_owned());
        out.tallies.entry(pattern.clone()).or_default();
        out.faults.push(Fault {
            rule: rule.code().to_owned(),
            patterns: vec![pattern],
            program: plain,
            after: detail.clone(),
            detail,
        });
        Some(out)
    }

    /// The patterns of the shortest cycle of a run that does not end.
    pub(super) fn endless_cycle(&self) -> Option<Vec<String>> {
        let whole = self.counted(self.text, (0, MOST))?;
        let names = attempts::tried(self.opt, self.text, &self.passes.arguments);
        let mut out = Watched { endless: whole.attempts > MOST, ..Watched::default() };
        self.cycle(&names, &whole, &mut out);
        out.faults.pop().map(|fault| fault.patterns)
    }

    fn counted(&self, text: &str, counts: (usize, usize)) -> Option<Counted> {
        if interrupt::is_over() {
            return None;
        }
        counted(self.opt, text, &self.passes.arguments, counts)
    }

    fn up_to(&self, count: usize) -> Option<Result<String, String>> {
        Some(self.counted(self.text, (0, count))?.program)
    }

    /// Counts the attempts that change the program, and looks for those behind which it is ill-formed.
    fn applied(&self, names: &[Attempt], out: &mut Watched) {
        let (Some(Ok(first)), Some(last)) = (self.up_to(0), self.up_to(names.len())) else { return };
        self.divide(names, (0, &Ok(first)), (names.len(), &last), out);
    }

    /// Goes through the attempts between two counts after which another program comes out.
    fn divide(
        &self,
        names: &[Attempt],
        low: (usize, &Result<String, String>),
        high: (usize, &Result<String, String>),
        out: &mut Watched,
    ) {
        if low.1 == high.1 || low.1.is_err() && high.1.is_err() {
            return;
        }
        if low.0 + 1 >= high.0 {
            let Some(attempt) = names.get(low.0) else { return };
            self.step(attempt, low.1, high.1, out);
            return;
        }
        let middle = low.0.midpoint(high.0);
        let Some(found) = self.up_to(middle) else { return };
        self.divide(names, low, (middle, &found), out);
        self.divide(names, (middle, &found), high, out);
    }

    /// One attempt that changes the program.
    fn step(
        &self,
        attempt: &Attempt,
        before: &Result<String, String>,
        after: &Result<String, String>,
        out: &mut Watched,
    ) {
        let name = attempt.name();
        out.tallies.entry(name.clone()).or_default().applied += 1;
        match (before, after) {
            (Ok(before), Err(message)) => {
                out.faults.push(Fault {
                    rule: Rule::D106.code().to_owned(),
                    patterns: vec![name],
                    program: before.clone(),
                    after: message.clone(),
                    detail: message.clone(),
                });
            }
            (Ok(before), Ok(_)) => {
                // The attempt again, alone, on the program that it was done on.
                let tally = out.tallies.entry(name.clone()).or_default();
                if tally.alone < self.alone {
                    tally.alone += 1;
                    self.alone_on(before, &name, out);
                }
            }
            (Err(_), _) => {}
        }
    }

    /// Does attempts alone that do more than to leave a program as it is; the others are done together.
    fn each_alone(&self, text: &str, iterations: usize, out: &mut Watched) {
        let Some(base) = self.base(text) else { return };
        out.iterates |= iterations > base.iterations;
        let names = attempts::tried(self.opt, &base.text, &self.passes.arguments);
        let mut from = 0;
        for _ in 0..EVENTS {
            let first = self.first_event(&base, from);
            for attempt in names.iter().take(first + 1).skip(from) {
                out.tallies.entry(attempt.name()).or_default().alone += 1;
            }
            let Some(attempt) = names.get(first).filter(|_| first < base.attempts) else { return };
            // Behind a change the attempts of the log are those of another program.
            if self.attempt(&base, first, attempt, out) != Some(false) {
                return;
            }
            from = first + 1;
        }
    }

    /// The first attempt behind some others that changes the program or makes the driver begin another iteration; the number of all where
    /// there is none.
    fn first_event(&self, base: &Base, from: usize) -> usize {
        let is_quiet = |to: usize| {
            let run = self.counted(&base.text, (from, to - from));
            run.is_some_and(|run| run.program.as_ref() == Ok(&base.text) && run.iterations == base.iterations)
        };
        let (mut low, mut high) = (from, base.attempts);
        if low >= high || is_quiet(high) {
            return high;
        }
        while low + 1 < high {
            let middle = low.midpoint(high);
            if is_quiet(middle) { low = middle } else { high = middle }
        }
        low
    }

    /// Does the first attempt of a pattern alone that changes a program.
    fn alone_on(&self, text: &str, pattern: &str, out: &mut Watched) {
        let Some(base) = self.base(text) else { return };
        let names = attempts::tried(self.opt, &base.text, &self.passes.arguments);
        let of_it = names.iter().enumerate().filter(|(_, attempt)| attempt.name() == pattern);
        for (number, attempt) in
            of_it.take(self.alone.max(1) * 2).filter(|(number, _)| *number < base.attempts)
        {
            if self.attempt(&base, number, attempt, out) != Some(false) {
                return;
            }
        }
    }

    /// A program that drivers leave as it is when no pattern is done.
    fn base(&self, text: &str) -> Option<Base> {
        let mut text = text.to_owned();
        for _ in 0..3 {
            let run = self.counted(&text, (0, 0))?;
            let program = run.program.ok()?;
            if program == text {
                return Some(Base { text, iterations: run.iterations, attempts: run.attempts });
            }
            text = program;
        }
        None
    }

    /// Does one attempt alone; tells if that changes the program, where there is one.
    fn attempt(&self, base: &Base, number: usize, attempt: &Attempt, out: &mut Watched) -> Option<bool> {
        let run = self.counted(&base.text, (number, 1))?;
        let program = run.program.ok()?;
        let (goes_on, is_changed) = (run.iterations > base.iterations, program != base.text);
        out.iterates |= goes_on;
        let rule = match (goes_on, is_changed) {
            // A driver that does not iterate says nothing of success, also behind one that does in the same pass.
            _ if base.iterations == 0 || !attempt.is_greedy => return Some(is_changed),
            (true, false) => Rule::D104,
            // The iteration that begins may stand for that of a later driver, which a script runs on what is left of a match.
            (false, true) if base.iterations > 1 && self.is_script() => return Some(true),
            (false, true) => Rule::D101,
            _ => return Some(is_changed),
        };
        // The log names the attempt where none before it changes the program.
        let ahead = self.counted(&base.text, (0, number))?;
        if ahead.program.as_ref() == Ok(&base.text) {
            out.faults.push(Fault {
                rule: rule.code().to_owned(),
                patterns: vec![attempt.name()],
                program: base.text.clone(),
                after: program,
                detail: format!("attempt {} alone", number + 1),
            });
        }
        Some(is_changed)
    }

    /// The passes run a script, in which later drivers depend on what earlier ones did.
    fn is_script(&self) -> bool {
        self.passes.arguments.iter().any(|argument| argument.contains(SCRIPTS))
    }

    /// The shortest cycle among the last attempts of a run that does not end.
    fn cycle(&self, names: &[Attempt], whole: &Counted, out: &mut Watched) {
        let last = if out.endless { AHEAD + WINDOW } else { whole.attempts };
        let first = last.saturating_sub(WINDOW);
        let mut programs: Vec<String> = Vec::new();
        for count in first..=last {
            match self.up_to(count) {
                Some(Ok(program)) => programs.push(program),
                _ => return,
            }
        }
        let Some(steps) = shortest_cycle(&programs) else { return };
        let name = |at: &usize| names.get(first + at).map_or_else(|| FOLDING.to_owned(), Attempt::name);
        let mut patterns: Vec<String> = steps.iter().map(name).collect();
        let detail = patterns.join(", then ");
        // Of a run that does not end no other applications are counted.
        for name in patterns.iter().filter(|_| out.endless) {
            out.tallies.entry(name.clone()).or_default().applied += 1;
        }
        patterns.sort();
        patterns.dedup();
        let program = programs[steps[0]].clone();
        let after = programs[steps[0] + 1].clone();
        out.faults.push(Fault { rule: Rule::D105.code().to_owned(), patterns, program, after, detail });
    }
}

/// A program on which no folding is left to do.
struct Base {
    text: String,
    /// Iterations and attempts of a run in which no pattern is done.
    iterations: usize,
    attempts: usize,
}

/// The numbers of the steps of the shortest cycle of programs: those between two equal ones that lead to another program.
fn shortest_cycle(programs: &[String]) -> Option<Vec<usize>> {
    let changes = |from: usize, to: usize| {
        (from..to).filter(|at| programs[*at] != programs[*at + 1]).collect::<Vec<usize>>()
    };
    let mut shortest: Option<Vec<usize>> = None;
    for from in 0..programs.len() {
        for to in from + 1..programs.len() {
            if programs[from] == programs[to] {
                let steps = changes(from, to);
                let is_shorter = shortest.as_ref().is_none_or(|known| steps.len() < known.len());
                if steps.len() > 1 && is_shorter {
                    shortest = Some(steps);
                }
            }
        }
    }
    shortest
}

#[cfg(test)]
mod tests {
    use super::shortest_cycle;

    #[test]
    fn the_shortest_cycle_has_the_fewest_changes() {
        let steps = |text: &str| shortest_cycle(&text.chars().map(String::from).collect::<Vec<_>>());
        assert_eq!(steps("abcd"), None);
        // Nothing changes in between.
        assert_eq!(steps("aab"), None);
        assert_eq!(steps("abca"), Some(vec![0, 1, 2]));
        assert_eq!(steps("abcdcb"), Some(vec![2, 3]));
        assert_eq!(steps("xaabba"), Some(vec![2, 4]));
    }
}
