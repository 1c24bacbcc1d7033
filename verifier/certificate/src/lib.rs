//! What a proof without a solver rests on, as a text, and its check. Shares no code with what finds such a proof.
//!
//! A question about numbers of fixed widths has its terms. A question about numbers of open widths is made at several sample widths. Small numbers of a fixed width may be looked at value by
//! value, in one case each. A case has the terms of its question at each sample; they have to be the same but for the widths, so
//! that they speak for every width from [`FIRST`] on. Then one of two arguments says that the last term, the statement, never holds:
//! - `polynomial`: sums and products are polynomials, and two numbers are equal where their polynomials are;
//! - `automaton`: numbers are read from the lowest bit on; the text lists states, and the check is that the first one is among them,
//!   that they are closed under each bit that may come, and that none of them ends as the statement says ([`automaton`]).
//!
//! Not checked: that the pattern leads to these terms. Who replays a proof makes them again.

pub mod automaton;
mod polynomial;
mod terms;
mod text;

pub use automaton::{Automaton, Run};
pub use terms::{Function, Sort, Term};

use terms::alike;

/// The first width that a certificate speaks for; numbers are small up to 64 in size and differ from each other there.
pub const FIRST: u32 = 9;

/// A proof that a question never holds: at any width, or at the widths of its terms alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The open widths of each sample; none where the proof is of the widths of the terms.
    pub samples: Vec<Vec<u32>>,
    /// One for each value of the small numbers, or one in all.
    pub cases: Vec<Case>,
}

/// A question where some small numbers are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Names, widths and values of the small numbers.
    pub known: Vec<(String, u32, u128)>,
    /// The terms of the question at each sample, or of the one question. A term comes after its operands; the last one is the statement.
    pub questions: Vec<Vec<Term>>,
    /// Why the statement never holds.
    pub argument: Argument,
}

/// Why a statement never holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Numbers form a ring.
    Ring,
    /// No word of any length is accepted.
    Automaton(Automaton),
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A text that is none.
    #[error("line {line}: {what}")]
    Text {
        /// From 1 on.
        line: usize,
        /// The mistake.
        what: String,
    },
    /// A step that does not follow.
    #[error("case {case}: {what}")]
    Case {
        /// From 1 on.
        case: usize,
        /// The mistake.
        what: &'static str,
    },
    /// Samples that do not speak for all widths.
    #[error("{0}")]
    Samples(&'static str),
    /// Values of small numbers that are left out.
    #[error("the cases are not all values of the small numbers")]
    Cases,
}

impl Certificate {
    /// True if the proof is of all widths from [`FIRST`] on.
    pub fn speaks_for_all_widths(&self) -> bool {
        !self.samples.is_empty()
    }

    /// Checks that the question never holds.
    ///
    /// # Errors
    /// The first step that does not follow.
    pub fn check(&self) -> Result<(), Flaw> {
        if self.speaks_for_all_widths() {
            self.check_samples()?;
        }
        self.check_cases()?;
        for (number, case) in self.cases.iter().enumerate() {
            case.check(&self.samples).map_err(|what| Flaw::Case { case: number + 1, what })?;
        }
        Ok(())
    }

    /// Checks that there are at least three samples, as many widths in each, in order, whose differences have no common divisor: what
    /// recurs with the width is not the same at all of them.
    fn check_samples(&self) -> Result<(), Flaw> {
        let fewer = Flaw::Samples("fewer than three samples");
        let [first, others @ ..] = &self.samples[..] else { return Err(fewer) };
        if others.len() < 2 || first.is_empty() {
            return Err(fewer);
        }
        let in_order = |sample: &Vec<u32>| {
            sample.len() == first.len() && sample[0] >= FIRST && sample.is_sorted_by(|a, b| a < b)
        };
        if !self.samples.iter().all(in_order) {
            return Err(Flaw::Samples("the widths of a sample are not in order, or too small"));
        }
        let divided = (0..first.len()).any(|place| {
            others.iter().fold(0, |divisor, sample| common(divisor, sample[place].abs_diff(first[place])))
                != 1
        });
        if divided { Err(Flaw::Samples("the samples differ by multiples of one number")) } else { Ok(()) }
    }

    /// Checks that the cases are all values of the numbers that are known in them.
    fn check_cases(&self) -> Result<(), Flaw> {
        let Some(first) = self.cases.first() else { return Err(Flaw::Cases) };
        let names = |case: &Case| case.known.iter().map(|(name, width, _)| (name.clone(), *width)).collect();
        let wanted: Vec<(String, u32)> = names(first);
        let bits: u32 = wanted.iter().map(|(_, width)| width).sum();
        let mut seen: Vec<Vec<u128>> =
            self.cases.iter().map(|case| case.known.iter().map(|(.., value)| *value).collect()).collect();
        seen.sort_unstable();
        seen.dedup();
        let fits = |case: &Case| {
            let list: Vec<(String, u32)> = names(case);
            list == wanted && case.known.iter().all(|(_, width, value)| *width < FIRST && value >> width == 0)
        };
        let whole = bits < usize::BITS && seen.len() == 1 << bits && self.cases.iter().all(fits);
        if whole { Ok(()) } else { Err(Flaw::Cases) }
    }
}

impl Case {
    fn check(&self, samples: &[Vec<u32>]) -> Result<(), &'static str> {
        let (question, widths) = match (&self.questions[..], samples) {
            ([question], []) => (question, &[][..]),
            ([question, others @ ..], [widths, rest @ ..]) if others.len() == rest.len() => {
                (question, &widths[..])
            }
            _ => return Err("there is not one question for each sample"),
        };
        if question.is_empty() {
            return Err("a question has no terms");
        }
        let same = self.questions[1..]
            .iter()
            .zip(samples.iter().skip(1))
            .all(|(other, others)| alike((question, widths), (other, others)));
        if !same {
            return Err("the question is another one at another width");
        }
        match &self.argument {
            Argument::Ring => polynomial::check(question),
            Argument::Automaton(_) if widths.is_empty() => Err("an automaton reads numbers of open widths"),
            Argument::Automaton(automaton) => automaton.check(question, widths),
        }
    }
}

/// The greatest common divisor.
fn common(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { common(b, a % b) }
}

#[cfg(test)]
mod tests;
