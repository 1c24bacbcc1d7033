//! Conditions on the attributes of a step: numbers, lists, positions and counts.

use std::cmp::Ordering;

use assay_ir::data::OpId;
use assay_ir::ops;

use super::conditions::{Answer, Condition};
use super::loops::Loop;
use super::run::Run;
use super::text::chosen;
use super::{kinds, text};

/// Words of conditions on numbers.
const WORDS: &[&str] = &[
    "length",
    "least",
    "most",
    "sizes",
    "some",
    "atmost",
    "below",
    "within",
    "position",
    "permutation",
    "positions",
    "indices",
    "returns",
    "loops-made",
    "trips",
    "divides-reduction",
    "absent",
    "unlimited",
    "word",
    "ones",
    "kinds",
];

/// Tells if a word of the table is a condition on numbers.
pub(super) fn is_one(word: &str) -> bool {
    WORDS.contains(&word)
}

/// The number that stands for one that only the run knows.
const DYNAMIC: i64 = i64::MIN;

impl Run<'_> {
    /// The numbers of an attribute, one or a list; `None` without it.
    fn numbers(&self, op: OpId, name: &str) -> Option<Vec<i64>> {
        let attr = text::attr(self.program, op, name)?;
        text::integer(self.program, attr)
            .map(|number| vec![number])
            .or_else(|| text::integers(self.program, op, name))
    }

    /// A number of a condition: written, or a count of the targets.
    fn count(&self, op: OpId, word: &str) -> Option<Vec<usize>> {
        if let Ok(number) = word.parse() {
            return Some(vec![number]);
        }
        if word == "handles" {
            return Some(vec![self.program.result_count(op)]);
        }
        let parts = self.parts(op, 0);
        let each = parts.into_iter().map(|part| match word {
            "loops" => self.loops(part).map(|loops| loops.len()).or_else(|| self.induction(part)),
            // Between the loops that do not reduce, before and behind them.
            "places" => self.loops(part).map(|loops| loops.iter().filter(|one| !one.reduces).count() + 1),
            "operands" => self.original(part).map(|(given, op)| given.operand_count(op)),
            "results" => self.original(part).map(|(given, op)| given.result_count(op)),
            _ => None,
        });
        each.collect()
    }

    /// The number of induction variables of a loop.
    fn induction(&self, part: super::payload::Part) -> Option<usize> {
        let (given, op) = self.original(part)?;
        let record = ops::op(given.op_name(op)).filter(|record| record.has_interface(kinds::LOOP))?;
        if record.is_inherent("staticUpperBound") {
            return text::integers(given, op, "staticUpperBound").map(|list| list.len());
        }
        let first = record.operands().next()?;
        let segments = text::integers(given, op, "operandSegmentSizes")?;
        usize::try_from(*segments.first()?).ok().filter(|_| first.name == "lowerBound")
    }

    /// The answer to a condition on numbers; `None` for another condition.
    pub(super) fn number_condition(&self, op: OpId, condition: &Condition) -> Option<Answer> {
        let (name, second) =
            (condition.arguments.first().copied().unwrap_or_default(), condition.arguments.get(1).copied());
        Some(match condition.word {
            "absent" => Answer::only(!self.is_given(op, name)),
            "unlimited" => Answer::only(
                ["max_iterations", "max_num_rewrites", "apply_cse"]
                    .iter()
                    .all(|name| !self.is_given(op, name)),
            ),
            "length" => match self.numbers(op, name).map(|list| list.len()) {
                Some(length) => self.has_length(op, name, length, second.unwrap_or_default()),
                None => Answer::Holds,
            },
            "least" | "most" => self.bounded(op, name, condition.word, second?.parse().ok()?),
            "sizes" => self.tile_sizes(op, name),
            "some" => match self.numbers(op, name) {
                Some(list) if !list.is_empty() => {
                    Answer::from_bool(list.iter().any(|size| *size != 0), || {
                        format!("all of `{name}` is zero, which crashes MLIR 22")
                    })
                }
                _ => Answer::Holds,
            },
            "atmost" => self.compared(op, name, second?, |length, count| length <= count),
            "below" | "within" | "position" => self.below(op, name, second?, condition.word),
            "permutation" => self.permutation(op, name),
            "positions" => self.positions(op, "raw_position_list", name),
            "indices" => self.positions(op, "raw_dim_list", name),
            "returns" => self.returns(op, name),
            "loops-made" => self.loops_made(op, name),
            "trips" => self.trips_divide(op),
            "divides-reduction" => self.divides_reduction(op, name),
            "word" => self.has_word(op, name, second?),
            "ones" => Answer::only(self.all_targets_have_ones(op, name)),
            "kinds" => self.dimension_kinds(op),
            _ => return None,
        })
    }

    fn has_length(&self, op: OpId, name: &str, length: usize, words: &str) -> Answer {
        let mut counts = Vec::new();
        for word in words.split('|') {
            match self.count(op, word) {
                Some(found) => counts.extend(found),
                None => return Answer::Unknown,
            }
        }
        let parsed = words.split('|').all(|word| word.parse::<usize>().is_ok());
        let fits = match parsed {
            true => counts.contains(&length),
            false => counts.iter().all(|count| *count == length),
        };
        let expected: Vec<String> = counts.iter().map(ToString::to_string).collect();
        Answer::from_bool(fits, || {
            format!("`{name}` has {length} elements, and {} are needed", expected.join(" or "))
        })
    }

    fn bounded(&self, op: OpId, name: &str, word: &str, bound: i64) -> Answer {
        let Some(list) = self.numbers(op, name) else {
            let there = text::attr(self.program, op, name).is_some();
            return Answer::only(!there);
        };
        let outside = |number: &&i64| match word {
            "least" => **number < bound,
            _ => **number > bound,
        };
        Answer::all(list.iter().map(|number| match number {
            // The sentinel of a size that an operand gives.
            &DYNAMIC if self.program.operand_count(op) > 1 => Answer::Unknown,
            // Some steps of MLIR 22 keep 32 bits of a number, and what is left may be zero.
            number if bound > 0 && *number > i64::from(i32::MAX) => Answer::Unknown,
            number => Answer::from_bool(!outside(&number), || {
                let side = if word == "least" { "least" } else { "most" };
                format!("`{name}` is {number}, and has to be at {side} {bound}")
            }),
        }))
    }

    /// Sizes of tiles. MLIR 22 tiles with a negative size, too: it fails where the size divides the extent of its loop, because
    /// the slices then have that size, and otherwise bounds it by a minimum.
    fn tile_sizes(&self, op: OpId, name: &str) -> Answer {
        let list = self.numbers(op, name).unwrap_or_default();
        if list.iter().all(|size| *size >= 0) {
            return Answer::only(text::attr(self.program, op, name).is_none() || !list.is_empty());
        }
        self.all_targets(op, |run, part| {
            let loops = run.loops(part).unwrap_or_default();
            let fails = |(size, one): (&i64, &Loop)| {
                // The least number stands for a size that an operand gives.
                let is_negative = *size < 0 && *size != DYNAMIC;
                is_negative
                    && one.extent.is_some_and(|extent| extent > 0 && extent.checked_rem(*size) == Some(0))
            };
            match list.iter().zip(&loops).find(|pair| fails(*pair)) {
                Some((size, one)) => {
                    let extent = one.extent.unwrap_or_default();
                    Answer::Not(format!(
                        "`{name}` is {size}, which makes slices of a negative size of a loop over {extent}"
                    ))
                }
                None => Answer::Unknown,
            }
        })
    }

    /// Compares the length of a list with a count of each target.
    fn compared(&self, op: OpId, name: &str, count: &str, fits: impl Fn(usize, usize) -> bool) -> Answer {
        let Some(length) = self.numbers(op, name).map(|list| list.len()) else { return Answer::Holds };
        let Some(counts) = self.count(op, count) else { return Answer::only(length == 0) };
        match counts.iter().find(|count| !fits(length, **count)) {
            Some(found) => {
                Answer::Not(format!("`{name}` has {length} elements, and the operation has {found} {count}"))
            }
            None => Answer::Holds,
        }
    }

    /// Tells if an index is one of the operands, results or loops of each target. A negative `position` counts from the end;
    /// all bits of one `within` are read.
    fn below(&self, op: OpId, name: &str, count: &str, word: &str) -> Answer {
        let Some(index) = text::number(self.program, op, name) else {
            return Answer::only(text::attr(self.program, op, name).is_none());
        };
        let Some(counts) = self.count(op, count) else { return Answer::Unknown };
        let inside = |count: usize| {
            let end =
                if word == "position" && index < 0 { i64::try_from(count).unwrap_or(i64::MAX) } else { 0 };
            usize::try_from(index.saturating_add(end)).is_ok_and(|index| index < count)
        };
        // Some steps of MLIR 22 keep 32 bits of a number.
        let bits = if word == "within" { index } else { index & 0xffff_ffff };
        let shortened = usize::try_from(bits).unwrap_or(usize::MAX);
        match counts.into_iter().find(|count| !inside(*count)) {
            Some(found) if shortened < found => Answer::Unknown,
            Some(found) => Answer::Not(format!("`{name}` is {index}, and the operation has {found} {count}")),
            None => Answer::Holds,
        }
    }

    fn permutation(&self, op: OpId, name: &str) -> Answer {
        let Some(list) = self.numbers(op, name) else { return Answer::Holds };
        if list.contains(&DYNAMIC) {
            return Answer::Unknown;
        }
        let mut sorted = list.clone();
        sorted.sort_unstable();
        let fits = sorted.iter().zip(0..).all(|(number, index)| *number == index);
        let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
        Answer::from_bool(fits, || format!("`{name}` is no permutation: [{}]", shown.join(", ")))
    }

    fn positions(&self, op: OpId, list: &str, count: &str) -> Answer {
        let raw = text::integers(self.program, op, list).unwrap_or_default();
        let flag = |name| text::flag(self.program, op, name);
        let Some(counts) = self.count(op, count) else { return Answer::Unknown };
        Answer::all(counts.into_iter().map(|count| {
            match chosen(&raw, flag("is_inverted"), flag("is_all"), count) {
                Ok(_) => Answer::Holds,
                Err(why) => Answer::Not(why),
            }
        }))
    }

    fn returns(&self, op: OpId, count: &str) -> Answer {
        let results = self.program.result_count(op);
        let Some(counts) = self.count(op, count) else { return Answer::Unknown };
        match counts.into_iter().find(|count| *count != results) {
            Some(made) => Answer::Not(format!("{results} handles are taken, and {made} operations are made")),
            None => Answer::Holds,
        }
    }

    /// A tiling returns a loop for each size that is not zero.
    fn loops_made(&self, op: OpId, name: &str) -> Answer {
        let sizes = self.numbers(op, name).unwrap_or_default();
        let made = match text::flag(self.program, op, "use_forall") {
            true => 1,
            false => sizes.iter().filter(|size| **size != 0).count(),
        };
        let results = self.program.result_count(op).saturating_sub(1);
        Answer::from_bool(made == results, || {
            format!("{made} tile sizes make loops, and {results} handles to loops are taken")
        })
    }

    fn trips_divide(&self, op: OpId) -> Answer {
        let Some(factor) = text::number(self.program, op, "factor") else { return Answer::Unknown };
        let Some(nodes) = self.exact(op, 0) else { return Answer::Unknown };
        Answer::all(nodes.into_iter().map(|node| match (self.trips(node), factor.cmp(&0)) {
            // A loop that is shorter than the factor may be unrolled as a whole.
            (Some(trips), Ordering::Greater) if trips < factor => Answer::Unknown,
            (Some(trips), Ordering::Greater) => Answer::from_bool(trips % factor == 0, || {
                format!("the loop has {trips} iterations, which {factor} does not divide")
            }),
            _ => Answer::Unknown,
        }))
    }

    fn divides_reduction(&self, op: OpId, name: &str) -> Answer {
        let Some(factor) = text::number(self.program, op, name).filter(|factor| *factor > 0) else {
            return Answer::Unknown;
        };
        self.all_targets(op, |run, part| {
            let loops = run.loops(part).unwrap_or_default();
            match loops.iter().find(|one| one.reduces).and_then(|one| one.extent) {
                Some(extent) => Answer::from_bool(extent % factor == 0, || {
                    format!(
                        "`{name}` is {factor}, which does not divide the {extent} iterations of the reduction"
                    )
                }),
                None => Answer::Unknown,
            }
        })
    }

    fn has_word(&self, op: OpId, name: &str, words: &str) -> Answer {
        let Some(attr) = text::attr(self.program, op, name) else { return Answer::Holds };
        let Some(word) = text::string(self.program, attr) else { return Answer::Unknown };
        let word = self.program.ctx().str(word);
        Answer::from_bool(words.split('|').any(|one| one == word), || {
            format!("`{name}` is \"{word}\", and has to be one of {}", words.replace('|', ", "))
        })
    }

    fn all_targets_have_ones(&self, op: OpId, name: &str) -> bool {
        self.parts(op, 0).into_iter().all(|part| {
            self.original(part).is_some_and(|(given, op)| match text::attr(given, op, name) {
                Some(attr) => assay_ir::text::attr_text(given.ctx(), attr).starts_with("dense<1>"),
                None => true,
            })
        })
    }

    /// The dimensions of `match.structured.dim` are parallel, or reductions, as it asks.
    fn dimension_kinds(&self, op: OpId) -> Answer {
        let flag = |name| text::flag(self.program, op, name);
        let (parallel, reduction) = (flag("parallel"), flag("reduction"));
        if !parallel && !reduction {
            return Answer::Holds;
        }
        let raw = text::integers(self.program, op, "raw_dim_list").unwrap_or_default();
        self.all_targets(op, |run, part| {
            let Some(loops) = run.loops(part) else { return Answer::Unknown };
            let Ok(positions) = chosen(&raw, flag("is_inverted"), flag("is_all"), loops.len()) else {
                return Answer::Unknown;
            };
            let wrong = |one: &&Loop| if one.reduces { parallel } else { reduction };
            let all: Vec<&Loop> = positions.iter().filter_map(|at| loops.get(*at)).collect();
            Answer::from_bool(!all.iter().any(wrong), || "a dimension is of the other kind".to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_chosen_as_mlir_reads_them() {
        assert_eq!(chosen(&[0, -1], false, false, 3), Ok(vec![0, 2]));
        assert_eq!(chosen(&[0], true, false, 3), Ok(vec![1, 2]));
        assert_eq!(chosen(&[], false, true, 2), Ok(vec![0, 1]));
        for wrong in [&[3][..], &[-4], &[1, -2], &[i64::MIN], &[i64::MAX]] {
            assert!(chosen(wrong, false, false, 3).is_err(), "{wrong:?}");
        }
    }
}
