//! Which lengths of the ranges of a pattern are looked at: all within the [`bounds`](super::bounds), the shortest ones first, as
//! long as there are not too many; with every way to read the operations.

use std::ops::ControlFlow;

use assay_ir::data::{OpId, Program, ValueId, known};
use assay_ir::spec::Registry;
use smallvec::SmallVec;

use super::super::classes::Classes;
use super::super::model::Model;
use super::bounds::{bounds, fixed_by_definition, ranges_at, widest};
use super::readings::{OpReading, Unnamed, readings};
use super::tuples::{BySum, Tuple, some};
use super::{LoosePlace, Source, Until, asks_for_groups, is_of_ranges, ops_of};
use crate::limits::{Account, Limits, Resource};
pub use crate::verdict::UNTRIED;
use crate::verdict::Unknown;

/// How long each range is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lengths {
    /// By `pdl.types` without types, and `pdl.operands` without a type.
    pub ranges: SmallVec<[(ValueId, usize); 4]>,
    /// Places that hold something of their own, of this length, instead of what is written there.
    pub loose: SmallVec<[(LoosePlace, usize); 1]>,
    /// What operations are taken for whose groups the pattern speaks of.
    pub readings: Vec<OpReading>,
}

impl Lengths {
    /// The length of a range, if it is named.
    pub fn named(&self, handle: ValueId) -> Option<usize> {
        self.ranges.iter().find(|(range, _)| *range == handle).map(|(_, length)| *length)
    }

    /// The length of a range; what is not named is empty.
    pub fn length(&self, handle: ValueId) -> usize {
        self.named(handle).unwrap_or(0)
    }

    /// What a matched operation is taken for.
    pub fn reading(&self, op: OpId) -> Option<&OpReading> {
        self.readings.iter().find(|reading| reading.op == op)
    }

    /// The length of what stands in a place by its own.
    pub fn loose_at(&self, place: LoosePlace) -> Option<usize> {
        self.loose.iter().find(|(other, _)| *other == place).map(|(_, length)| *length)
    }
}

/// The models of one pattern.
#[derive(Clone, Debug)]
pub struct Instances {
    /// One for each choice of lengths that has to be looked at, short ranges first.
    pub models: Vec<Model>,
    /// Whether these are all that matter.
    pub complete: bool,
    /// True if ranges have other lengths in other programs.
    pub has_open_lengths: bool,
}

/// Choices of lengths beyond which only some are looked at.
const MAX_CHOICES: usize = 8192;
/// Lengths of all choices together beyond which only some are looked at.
const MAX_LENGTHS: usize = 1 << 22;
/// The number of choices where some places hold something of their own.
const MAX_LOOSE: usize = 8192;
/// The same where every choice is a question of its own to a solver.
const MAX_ASKED: usize = 1024;
/// No range is made longer than this because of a number that only a solver asks about.
const MAX_ASKED_LENGTH: usize = 12;
/// Ways to read the operations of a pattern, and choices of lengths with each of them, beyond which only some are looked at.
const MAX_READINGS: usize = 16_384;

/// The models of a pattern that have to be looked at.
///
/// # Errors
/// The first construct that is not analysed.
pub fn instances(program: &Program, registry: &Registry, pattern: OpId) -> Result<Instances, Unknown> {
    instances_of(program, registry, pattern, Unnamed::Plain)
}

/// Hears of the models of a pattern that something may match, with something of their own in the places `loose`; each with
/// whether that is a range. Says whether these are all that matter.
pub fn each_loose_instance(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    loose: &[(LoosePlace, bool)],
    hear: ModelVisitor<'_>,
) -> bool {
    let source = Source::new(program, registry, pattern);
    let asked = ExtraLengths { loose: SmallVec::from_slice(loose), ..ExtraLengths::default() };
    let choices = Choices::new(&source, asked, MAX_LOOSE).with_readings(&source, Unnamed::Plain);
    let ended = choices.each_possible(&source, hear);
    choices.complete || ended.is_break()
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
    instances_beyond(program, registry, pattern, unnamed, 0)
}

/// The same, as long as the account has room for them: short ranges first.
///
/// # Errors
/// The first construct that is not analysed.
pub fn instances_within(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    unnamed: Unnamed,
    account: &Account,
) -> Result<Instances, Unknown> {
    instances_for(program, registry, pattern, unnamed, 0, account)
}

/// The same, with every range bound raised by `longer`.
///
/// # Errors
/// The first construct that is not analysed.
pub fn instances_beyond(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    unnamed: Unnamed,
    longer: usize,
) -> Result<Instances, Unknown> {
    instances_for(program, registry, pattern, unnamed, longer, &Account::new(Limits::default()))
}

fn instances_for(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    unnamed: Unnamed,
    longer: usize,
    account: &Account,
) -> Result<Instances, Unknown> {
    if unnamed != Unnamed::Plain && !speaks_of_ranges(program, pattern) {
        return Ok(Instances { models: Vec::new(), complete: true, has_open_lengths: false });
    }
    let source = Source::new(program, registry, pattern);
    let asked = ExtraLengths { longer, ..ExtraLengths::default() };
    of_choices(&source, &Choices::new(&source, asked, MAX_CHOICES).with_readings(&source, unnamed), account)
}

fn of_choices(source: &Source<'_>, choices: &Choices, account: &Account) -> Result<Instances, Unknown> {
    let (mut models, mut complete) = (Vec::new(), choices.complete);
    for lengths in choices.each() {
        let model = source.read(&lengths)?;
        let fits = account.charge(Resource::Models, model.size());
        models.push(model);
        if !fits {
            complete = false;
            break;
        }
    }
    let has_open_lengths = !choices.open.is_empty() || choices.readings.len() > 1;
    Ok(Instances { models, complete, has_open_lengths })
}

/// Hears of a model, or why there is none.
pub(super) type ModelVisitor<'f> = &'f mut dyn FnMut(Result<Model, Unknown>) -> ControlFlow<()>;

/// The model with the plainest lengths that do not contradict themselves: each range of one element, if that is possible.
///
/// # Errors
/// The first construct that is not analysed.
pub fn simplest(program: &Program, registry: &Registry, pattern: OpId) -> Result<Model, Unknown> {
    let source = Source::new(program, registry, pattern);
    let choices = Choices::new(&source, ExtraLengths::default(), MAX_CHOICES);
    let choices = choices.with_readings(&source, Unnamed::Plain);
    let mut choices: Vec<Lengths> = choices.each().collect();
    if let [only] = choices.as_slice() {
        return source.read(only);
    }
    choices.sort_by_key(|lengths| lengths.ranges.iter().any(|(_, length)| *length != 1));
    let mut first = None;
    for lengths in &choices {
        let model = source.read(lengths)?;
        if model.impossible.is_empty() && Classes::new(&model, registry, true).is_ok() {
            return Ok(model);
        }
        first.get_or_insert(model);
    }
    match first {
        Some(model) => Ok(model),
        None => source.read(&Lengths::default()),
    }
}

/// Whether anything in a pattern is a range of the matcher or one of several groups.
fn speaks_of_ranges(program: &Program, pattern: OpId) -> bool {
    let rewrite = |op| program.op(op).name == known::PDL_REWRITE && asks_for_groups(program, op);
    ops_of(program, pattern).any(|op| is_of_ranges(program, op) || rewrite(op))
}

/// Lengths of the open ranges of a pattern that have to be looked at, short ones first, and whether these are all that
/// matter. Ranges of `at_least` elements are among them.
pub fn lengths_of(
    program: &Program,
    registry: &Registry,
    pattern: OpId,
    at_least: usize,
) -> (Vec<Lengths>, bool) {
    let least = at_least.min(MAX_ASKED_LENGTH);
    let source = Source::new(program, registry, pattern);
    let choices =
        Choices::new(&source, ExtraLengths { at_least: Some(least), ..ExtraLengths::default() }, MAX_ASKED);
    (choices.each().collect(), choices.complete && at_least <= MAX_ASKED_LENGTH)
}

/// The choices of lengths that have to be looked at.
struct Choices {
    /// The open ranges, and for each how long it has to become; places of their own come last.
    open: SmallVec<[ValueId; 4]>,
    bounds: Tuple,
    /// Ranges of one length.
    fixed: SmallVec<[(ValueId, usize); 4]>,
    loose: Loose,
    /// Only some of the choices, where all would be too many.
    some: Option<Vec<Tuple>>,
    /// What operations are taken for; each with all choices.
    readings: Vec<Vec<OpReading>>,
    /// Whether these are all that matter.
    complete: bool,
}

/// Places that hold something of their own, and whether that is a range.
type Loose = SmallVec<[(LoosePlace, bool); 1]>;

/// What is asked beyond the lengths that each range has to reach.
#[derive(Clone, Default)]
struct ExtraLengths {
    /// Places with something of their own.
    loose: Loose,
    /// All ranges become as long as the longest one, and as long as this.
    at_least: Option<usize>,
    /// Each becomes longer by this.
    longer: usize,
}

impl Choices {
    /// No more than `most` of them.
    fn new(source: &Source<'_>, asked: ExtraLengths, most: usize) -> Choices {
        let ExtraLengths { loose, at_least, longer } = asked;
        let found = bounds(source);
        let longest = found.longest().max(at_least.unwrap_or(0));
        let bound = |bound: usize| if at_least.is_some() { longest } else { bound + longer };
        // Where a place holds something of its own, its list says nothing of the range that is written there.
        let fixed = if loose.is_empty() { fixed_by_definition(source) } else { SmallVec::new() };
        let is_fixed = |range: ValueId| fixed.iter().any(|(known, _)| *known == range);
        let ranges: SmallVec<[(ValueId, usize); 4]> =
            found.ranges.iter().copied().filter(|(range, _)| !is_fixed(*range)).collect();
        let mut bounds: Tuple = ranges.iter().map(|(_, own)| bound(*own)).collect();
        let own = if loose.is_empty() { 0 } else { widest(source) };
        bounds.extend(loose.iter().filter(|(_, range)| *range).map(|_| own));
        // Each choice has a length for each range.
        let most = most.min(MAX_LENGTHS / bounds.len().max(1)).max(1);
        let all = bounds.iter().try_fold(1, |all: usize, bound| all.checked_mul(bound + 1));
        let whole = all.is_some_and(|all| all <= most);
        Choices {
            open: ranges.iter().map(|(range, _)| *range).collect(),
            fixed,
            some: (!whole).then(|| some(&bounds, most)),
            bounds,
            loose,
            readings: vec![Vec::new()],
            complete: found.complete && whole,
        }
    }

    /// With every way to read the operations.
    fn with_readings(mut self, source: &Source<'_>, unnamed: Unnamed) -> Choices {
        let count = match &self.some {
            Some(some) => some.len(),
            None => self.bounds.iter().map(|bound| bound + 1).product(),
        };
        let most = (MAX_READINGS / count.max(1)).max(1);
        let (readings, whole) = readings(source.program, source.registry, source.pattern, unnamed, most);
        self.readings = readings;
        self.complete &= whole;
        self
    }

    /// All of them, by the readings, and short ranges first.
    fn each(&self) -> impl Iterator<Item = Lengths> + '_ {
        self.readings.iter().flat_map(|readings| self.tuples().map(|tuple| self.lengths(&tuple, readings)))
    }

    /// The models with these lengths that something may match.
    fn each_possible(&self, source: &Source<'_>, hear: ModelVisitor<'_>) -> ControlFlow<()> {
        for readings in &self.readings {
            let mut barren = Nogoods::default();
            for tuple in self.tuples() {
                if barren.covers(&tuple) {
                    continue;
                }
                match source.read_until(&self.lengths(&tuple, readings), Until::Impossible) {
                    Ok(model) => match model.impossible.first() {
                        Some((op, _)) => barren.learn(&tuple, source, &self.open, *op),
                        None => hear(Ok(model))?,
                    },
                    Err(why) => hear(Err(why))?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A length for each open range, short ones first.
    fn tuples(&self) -> impl Iterator<Item = Tuple> + '_ {
        let all = self.some.is_none().then(|| BySum::new(&self.bounds));
        all.into_iter().flatten().chain(self.some.iter().flatten().cloned())
    }

    fn lengths(&self, tuple: &[usize], readings: &[OpReading]) -> Lengths {
        let mut own = tuple.iter().skip(self.open.len()).copied();
        let with = |(place, range)| (place, if range { own.next().unwrap_or(1) } else { 1 });
        Lengths {
            ranges: self
                .open
                .iter()
                .copied()
                .zip(tuple.iter().copied())
                .chain(self.fixed.iter().copied())
                .collect(),
            loose: self.loose.iter().copied().map(with).collect(),
            readings: readings.to_vec(),
        }
    }
}

/// Lengths of some ranges with which nothing can match, whatever the others are.
#[derive(Default)]
struct Nogoods(Vec<SmallVec<[(usize, usize); 4]>>);

impl Nogoods {
    fn covers(&self, tuple: &[usize]) -> bool {
        self.0.iter().any(|known| known.iter().all(|(range, length)| tuple[*range] == *length))
    }

    /// A contradiction at an operation depends on the ranges used there.
    fn learn(&mut self, tuple: &[usize], source: &Source<'_>, open: &[ValueId], op: OpId) {
        let mut ranges = ranges_at(source, open, op);
        // Whatever stands in a place of its own may be there.
        ranges.extend(open.len()..tuple.len());
        ranges.sort_unstable();
        ranges.dedup();
        self.0.push(ranges.into_iter().map(|range| (range, tuple[range])).collect());
    }
}

#[cfg(test)]
mod tests {
    use crate::stage::Options;
    use crate::structure::testing::{ask, codes_of};
    use crate::verdict::Rule;
    use crate::verdict::StageVerdict;

    /// A pattern whose root has `count` ranges of result types, and is replaced by two values.
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
            assert_eq!(codes_of(&replaced_by_two(ranges)), [Rule::S108], "{ranges}");
        }
    }

    /// A pattern whose root is replaced by two values, with what is written before the rewrite.
    fn replaced(types: &str, results: &str, more: &str) -> String {
        format!(
            "  %x = pdl.operand\n{types}  %root = pdl.operation \"lab.r\"(%x : !pdl.value) -> ({results})\n{more}
  pdl.rewrite %root {{\n    pdl.replace %root with (%x, %x : !pdl.value, !pdl.value)\n  }}\n"
        )
    }

    #[test]
    fn a_range_before_written_types_is_tried_as_long_as_these_and_one_longer() {
        // The written ones are all but the first result.
        for count in 1..=9 {
            let written = vec!["i32"; count].join(", ");
            let types = format!("  %t = pdl.types\n  %c = pdl.types : [{written}]\n");
            let body = replaced(&types, "%t, %c : !pdl.range<type>, !pdl.range<type>", "");
            let broken: &[Rule] = if count == 1 { &[] } else { &[Rule::S108] };
            assert_eq!(codes_of(&body), broken, "{count}");
        }
    }

    #[test]
    fn a_range_is_tried_until_the_result_that_is_asked_for_is_there() {
        let asked = |number: usize| {
            let more = format!(
                "  %r = pdl.result {number} of %root\n  %u = pdl.operation \"lab.u\"(%r : !pdl.value)\n"
            );
            replaced("  %t = pdl.types\n", "%t : !pdl.range<type>", &more)
        };
        for number in [2, 11, 20, 60] {
            assert_eq!(codes_of(&asked(number)), [Rule::S108], "{number}");
        }
        // So many are not tried; nothing is said of them.
        let verdict = ask(&asked(200), &Options::default()).verdict;
        assert!(matches!(verdict, StageVerdict::Unknown(_)), "{verdict:?}");
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
