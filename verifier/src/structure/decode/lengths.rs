//! Which lengths of the ranges of a pattern have to be looked at. Every rule treats the elements of a range alike, and lengths
//! come together in linear sums only: two sums that ever differ do so with some ranges empty and the others of one
//! element. Beyond that a range has to be long enough for the written result numbers and for the single values and the
//! groups of definitions that it may stand beside; then one more element shows nothing new.

use std::ops::ControlFlow;

use assay_ir::data::{OpId, Program, ValueId, known};
use assay_ir::pdl::PdlOp;
use assay_ir::spec::{Registry, Variadicity};
use rustc_hash::FxHashMap;

use super::super::model::Model;
use super::super::unify::Classes;
use super::readings::{Reading, Unnamed, readings};
use super::{LoosePlace, decode_until, decode_with, is_range, ops_of};
use crate::verdict::Unknown;

/// How long each range is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// By `pdl.types` without types, and `pdl.operands` without a type.
    pub ranges: FxHashMap<ValueId, usize>,
    /// A place that holds something of its own, of this length, instead of what is written there.
    pub loose: Option<(LoosePlace, usize)>,
    /// What operations are taken for whose groups the pattern speaks of.
    pub readings: Vec<Reading>,
}

impl Lengths {
    /// The length of a range; what is not named is empty.
    pub fn of(&self, handle: ValueId) -> usize {
        self.ranges.get(&handle).copied().unwrap_or(0)
    }

    /// What a matched operation is taken for.
    pub fn reading(&self, op: OpId) -> Option<&Reading> {
        self.readings.iter().find(|reading| reading.op == op)
    }

    /// The length of what stands in a place by its own.
    pub fn loose_at(&self, place: LoosePlace) -> Option<usize> {
        self.loose.and_then(|(other, length)| (other == place).then_some(length))
    }
}

/// The models of one pattern.
#[derive(Clone, Debug)]
pub struct Instances {
    /// One for each choice of lengths that has to be looked at, short ranges first.
    pub models: Vec<Model>,
    /// Whether these are all that matter.
    pub complete: bool,
}

/// Choices of lengths beyond which only some are looked at.
const MAX_CHOICES: usize = 8192;
/// The same where every choice is a question of its own to a solver.
const MAX_ASKED: usize = 1024;
/// No range is made longer than this.
const MAX_LENGTH: usize = 12;
/// Ways to read the operations of a pattern, and choices of lengths with each of them, beyond which only some are looked at.
const MAX_READINGS: usize = 16_384;

/// The models of a pattern that have to be looked at, with something of its own in the place `loose`.
///
/// # Errors
/// The first construct that is not analysed.
pub fn instances(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    loose: Option<(LoosePlace, bool)>,
) -> Result<Instances, Unknown> {
    of_choices(program, registry, pattern, with_readings(program, registry, pattern, loose, Unnamed::Plain))
}

/// The models of a pattern with operations without a name taken for these.
///
/// # Errors
/// The first construct that is not analysed.
pub fn instances_of(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    unnamed: Unnamed,
) -> Result<Instances, Unknown> {
    if unnamed != Unnamed::Plain && !speaks_of_ranges(program, pattern) {
        return Ok(Instances { models: Vec::new(), complete: true });
    }
    of_choices(program, registry, pattern, with_readings(program, registry, pattern, None, unnamed))
}

fn of_choices(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    (choices, complete): (Vec<Lengths>, bool),
) -> Result<Instances, Unknown> {
    let models: Result<Vec<Model>, Unknown> =
        choices.iter().map(|lengths| decode_with(program, registry, pattern, lengths)).collect();
    Ok(Instances { models: models?, complete })
}

/// Hears of a model, or why there is none.
pub(super) type Hear<'f> = &'f mut dyn FnMut(Result<Model, Unknown>) -> ControlFlow<()>;

/// The models of a pattern that have to be looked at, one by one, short ranges first.
pub fn each_instance(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    hear: Hear<'_>,
) -> ControlFlow<()> {
    if !speaks_of_ranges(program, pattern) {
        return hear(decode_with(program, registry, pattern, &Lengths::default()));
    }
    let mut whole = true;
    for unnamed in [Unnamed::Plain, Unnamed::Grouped] {
        let (choices, complete) = with_readings(program, registry, pattern, None, unnamed);
        let mut models =
            choices.iter().map(|lengths| decode_until(program, registry, pattern, lengths, true));
        models.try_for_each(&mut *hear)?;
        whole &= complete;
    }
    if whole {
        return ControlFlow::Continue(());
    }
    let what = "more ranges of open length than are tried together".to_owned();
    hear(Err(Unknown::Unsupported { what, span: program.op(pattern).span }))
}

/// The model with the plainest lengths that do not contradict themselves: each range of one element, if that is possible.
///
/// # Errors
/// The first construct that is not analysed.
pub fn plain(program: &Program, registry: &Registry, pattern: OpId) -> Result<Model, Unknown> {
    let (mut choices, _) = with_readings(program, registry, pattern, None, Unnamed::Plain);
    if let [only] = choices.as_slice() {
        return decode_with(program, registry, pattern, only);
    }
    choices.sort_by_key(|lengths| lengths.ranges.values().any(|length| *length != 1));
    let mut first = None;
    for lengths in &choices {
        let model = decode_with(program, registry, pattern, lengths)?;
        if model.impossible.is_empty() && Classes::new(&model, registry, true).is_ok() {
            return Ok(model);
        }
        first.get_or_insert(model);
    }
    match first {
        Some(model) => Ok(model),
        None => decode_with(program, registry, pattern, &Lengths::default()),
    }
}

/// Whether anything in a pattern is a range of the matcher or one of several groups.
fn speaks_of_ranges(program: &Program, pattern: OpId) -> bool {
    let range =
        |op: OpId| matches!(program.op(op).name, known::PDL_TYPES | known::PDL_OPERANDS | known::PDL_RESULTS);
    let asks = |op: OpId| program.op(op).name == known::PDL_RESULTS;
    ops_of(program, pattern)
        .any(|op| range(op) || program.op(op).name == known::PDL_REWRITE && ops_of(program, op).any(asks))
}

/// The ranges whose length nothing else says.
fn open_ranges(program: &Program, pattern: OpId) -> Vec<ValueId> {
    let open = ops_of(program, pattern).filter(|op| match program.op(*op).name {
        known::PDL_TYPES => program.attr(*op, known::CONSTANT_TYPES).is_none(),
        known::PDL_OPERANDS => program.operand(*op, 0).is_none(),
        _ => false,
    });
    open.filter_map(|op| program.result(op, 0)).collect()
}

/// How long a range has to become, at the most.
fn longest(program: &Program, registry: &Registry, pattern: OpId) -> usize {
    let mut longest = 2;
    for op in program.walk(pattern) {
        match PdlOp::of(program, op) {
            PdlOp::Result(view) => {
                let index = view.index().map_or(0, |index| index as usize);
                longest = longest.max(index.min(MAX_LENGTH) + 2);
            }
            PdlOp::Operation(view) => {
                let spec = view.name().and_then(|name| registry.op(name));
                let single = |groups: &[assay_ir::spec::Group]| {
                    groups.iter().filter(|group| group.variadicity == Variadicity::Single).count()
                };
                let defined = spec.map_or(0, |spec| single(&spec.operands).max(single(&spec.results)));
                let places = |ranges: usize, all: usize| if ranges > 0 { all - ranges + 1 } else { all };
                let operands: Vec<ValueId> = view.operands().collect();
                let types: Vec<ValueId> = view.result_types().collect();
                for list in [operands, types] {
                    let ranges = list.iter().filter(|value| is_range(program, **value)).count();
                    longest = longest.max(places(ranges, list.len())).max(defined + 1);
                    longest = longest.max(to_the_end(program, &list));
                }
            }
            PdlOp::Types(view) => longest = longest.max(view.constants().map_or(0, |types| types.len())),
            _ => {}
        }
    }
    longest.min(MAX_LENGTH)
}

/// How long the first range of a list has to be where each one runs to the last value: as long as that is possible at all,
/// and one longer.
fn to_the_end(program: &Program, list: &[ValueId]) -> usize {
    let Some(first) = list.iter().position(|value| is_range(program, *value)) else { return 0 };
    let least = match list.last() {
        Some(last) if is_range(program, *last) => list.len() - 1,
        _ => list.len(),
    };
    least + 1 - first
}

/// Lengths of the open ranges of a pattern that have to be looked at, short ones first, and whether these are all that
/// matter. Ranges of `at_least` elements are among them.
pub fn lengths_of(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    at_least: usize,
) -> (Vec<Lengths>, bool) {
    let (choices, complete) = choices(program, registry, pattern, None, at_least, MAX_ASKED);
    (choices, complete && at_least <= MAX_LENGTH)
}

/// The choices of lengths under every way to read the operations.
fn with_readings(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    loose: Option<(LoosePlace, bool)>,
    unnamed: Unnamed,
) -> (Vec<Lengths>, bool) {
    let (choices, complete) = choices(program, registry, pattern, loose, 0, MAX_CHOICES);
    let most = MAX_READINGS / choices.len().max(1);
    let (readings, whole) = readings(program, registry, pattern, unnamed, most);
    if readings == [Vec::new()] {
        return (choices, complete && whole);
    }
    let all = readings.into_iter().flat_map(|list| {
        let with = |lengths: &Lengths| Lengths { readings: list.clone(), ..lengths.clone() };
        choices.iter().map(with).collect::<Vec<Lengths>>()
    });
    (all.collect(), complete && whole)
}

fn choices(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    loose: Option<(LoosePlace, bool)>,
    at_least: usize,
    most: usize,
) -> (Vec<Lengths>, bool) {
    let open = open_ranges(program, pattern);
    let loose_open = matches!(loose, Some((_, true)));
    let count = open.len() + usize::from(loose_open);
    if count == 0 {
        let loose = loose.map(|(place, _)| (place, 1));
        return (vec![Lengths { loose, ..Lengths::default() }], true);
    }
    let longest = longest(program, registry, pattern).max(at_least.min(MAX_LENGTH));
    let all = (longest + 1).checked_pow(count as u32).filter(|all| *all <= most);
    let mut tuples = match all {
        Some(_) => every(count, longest),
        None => some(count, longest, most),
    };
    tuples.sort_by_key(|tuple| tuple.iter().sum::<usize>());
    let lengths = tuples.into_iter().map(|mut tuple| {
        let own = if loose_open { tuple.pop() } else { None };
        Lengths {
            ranges: open.iter().copied().zip(tuple).collect(),
            loose: loose.map(|(place, _)| (place, own.unwrap_or(1))),
            ..Lengths::default()
        }
    });
    (lengths.collect(), all.is_some())
}

fn every(count: usize, longest: usize) -> Vec<Vec<usize>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        out = out
            .into_iter()
            .flat_map(|tuple| {
                (0..=longest).map(move |length| {
                    let mut tuple = tuple.clone();
                    tuple.push(length);
                    tuple
                })
            })
            .collect();
    }
    out
}

/// All of one length, and one range of another length than the rest.
fn some(count: usize, longest: usize, most: usize) -> Vec<Vec<usize>> {
    let mut out = Vec::new();
    for rest in 0..=2 {
        out.push(vec![rest; count]);
        for index in 0..count {
            for length in (0..=longest).filter(|length| *length != rest) {
                let mut tuple = vec![rest; count];
                tuple[index] = length;
                out.push(tuple);
            }
        }
    }
    out.truncate(most);
    out
}

#[cfg(test)]
mod tests {
    use crate::stage::Options;
    use crate::structure::testing::{ask, codes_of};
    use crate::verdict::StageVerdict;

    /// A pattern whose root has so many ranges of result types, and is replaced by two values.
    fn replaced_by_two(ranges: usize) -> String {
        let types: Vec<String> = (0..ranges).map(|index| format!("%t{index}")).collect();
        let made: String = types.iter().map(|name| format!("  {name} = pdl.types\n")).collect();
        let kinds = vec!["!pdl.range<type>"; ranges].join(", ");
        format!(
            "  %x = pdl.operand\n{made}  %root = pdl.operation \"lab.r\"(%x : !pdl.value) -> ({} : {kinds})
  pdl.rewrite %root {{\n    pdl.replace %root with (%x, %x : !pdl.value, !pdl.value)\n  }}\n",
            types.join(", ")
        )
    }

    #[test]
    fn ranges_that_run_to_the_last_value_are_tried_one_longer_than_they_have_to_be() {
        // Three of them match two results, for which there are as many values, and three.
        for ranges in 1..=5 {
            assert_eq!(codes_of(&replaced_by_two(ranges)), ["S108"], "{ranges}");
        }
    }

    #[test]
    fn many_ranges_of_one_operation_match_when_there_are_enough_values() {
        for ranges in 2..=5 {
            let names: Vec<String> = (0..ranges).map(|index| format!("%a{index}")).collect();
            let made: String = names.iter().map(|name| format!("  {name} = pdl.operands\n")).collect();
            let kinds = vec!["!pdl.range<value>"; ranges].join(", ");
            let body = format!(
                "{made}  %root = pdl.operation \"lab.r\"({} : {kinds})\n  pdl.rewrite %root {{\n    pdl.erase %root\n  }}\n",
                names.join(", ")
            );
            let verdict = ask(&body, &Options::default()).verdict;
            assert!(matches!(verdict, StageVerdict::Proved), "{ranges}: {verdict:?}");
        }
    }
}
