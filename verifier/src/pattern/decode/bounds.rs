//! How long each open range of a pattern has to become, so that a longer one shows nothing new. Every rule treats the elements of
//! a range alike, and lengths come together in linear sums only: two sums that ever differ do so with some ranges empty and
//! the others of one element. Beyond that a range has to reach what is counted: the written result numbers, the single
//! values and groups of a definition, the values of another operation that may be the same one, and the places after it
//! where each runs to the last value. Ranges of one list of values share their bound. Knows no rewrite's meaning.

use assay_ir::data::{Ident, OpId, Program, ValueId, known};
use assay_ir::pdl::{Operation, PdlOp};
use assay_ir::spec::{Group, OpSpec, Registry, Variadicity};
use smallvec::{SmallVec, smallvec};

use super::{Source, is_range, ops_of};

/// No range is made longer than this.
const MAX_LENGTH: usize = 64;
/// How long a range becomes whose elements are spoken of.
const PLAIN: usize = 2;
/// No operation has this number of results, nor can an index that is this large name one.
const NEVER: usize = 1 << 31;

/// The open ranges of a pattern.
pub(super) struct Bounds {
    /// Each with the length that it has to reach.
    pub(super) ranges: SmallVec<[(ValueId, usize); 4]>,
    /// Whether these lengths are all that matter.
    pub(super) complete: bool,
}

impl Bounds {
    /// The length that the longest one has to reach; two where nothing is open.
    pub(super) fn longest(&self) -> usize {
        self.ranges.iter().map(|(_, bound)| *bound).fold(2, usize::max)
    }
}

/// Numbers of open ranges.
pub(super) type Ranges = SmallVec<[usize; 4]>;

/// What stands in a place: values that are always there, and ranges of any length.
#[derive(Default)]
struct Place {
    range: bool,
    /// Number of values with all ranges empty.
    least: usize,
    /// Largest number of values that may be needed.
    most: usize,
    open: Ranges,
}

type Places = SmallVec<[Place; 4]>;

/// The operands or the results of a `pdl.operation`.
struct List {
    op: OpId,
    name: Option<Ident>,
    matched: bool,
    results: bool,
    open: Ranges,
    /// Number of values with all ranges empty.
    least: usize,
    /// Largest number of values that may be needed.
    most: usize,
    /// How long its ranges have to become for the places after the first range to be there.
    reach: usize,
}

impl List {
    fn new(
        view: Operation<'_>,
        matched: bool,
        results: bool,
        spec: Option<&OpSpec>,
        places: &[Place],
    ) -> List {
        let groups = |spec: &OpSpec| match results {
            true => (single(&spec.results), spec.traits.result_segments),
            false => (single(&spec.operands), spec.traits.operand_segments),
        };
        let (defined, segments) = spec.map_or((0, false), groups);
        let most: usize = places.iter().map(|place| place.most).sum();
        let mut list = List {
            op: view.op,
            name: view.name(),
            matched,
            results,
            open: places.iter().flat_map(|place| place.open.iter().copied()).collect(),
            least: places.iter().map(|place| place.least).sum(),
            most: most.max(defined),
            reach: 0,
        };
        let Some(first) = places.iter().position(|place| place.range) else { return list };
        list.least = if segments && places.len() > 1 { 0 } else { first + places[first].least };
        // Each place after the first range is what stands from its own number on, and there may be one value more.
        let ends = places.iter().enumerate().skip(first + 1).map(|(index, place)| index + place.most).max();
        if let Some(end) = ends {
            list.most = list.most.max(end);
            list.reach = end + 1 - first + places[first].most;
        }
        list
    }

    /// Whether one operation may be both: then they have equally many values.
    fn meets(&self, other: &List) -> bool {
        let alike = self.name.is_none() || other.name.is_none() || self.name == other.name;
        let one = self.op == other.op || self.matched && other.matched && alike;
        one && self.results == other.results
    }
}

fn single(groups: &[Group]) -> usize {
    groups.iter().filter(|group| group.variadicity == Variadicity::Single).count()
}

/// The ranges whose length nothing else says.
fn open_ranges(program: &Program, pattern: OpId) -> SmallVec<[ValueId; 4]> {
    let open = ops_of(program, pattern).filter(|op| match program.op(*op).name {
        known::PDL_TYPES => program.attr(*op, known::CONSTANT_TYPES).is_none(),
        known::PDL_OPERANDS => program.operand(*op, 0).is_none(),
        _ => false,
    });
    open.filter_map(|op| program.result(op, 0)).collect()
}

/// The open ranges of a pattern and how long they have to become.
pub(super) fn bounds(source: &Source<'_>) -> Bounds {
    let program = source.program;
    let open = open_ranges(program, source.pattern);
    if open.is_empty() {
        return Bounds { ranges: SmallVec::new(), complete: true };
    }
    let all = Reader::of_pattern(source, &open).reached();
    let ranges = open.iter().copied().zip(all.iter().map(|bound| (*bound).min(MAX_LENGTH))).collect();
    Bounds { ranges, complete: all.iter().all(|bound| *bound <= MAX_LENGTH) }
}

/// The open ranges that have one length in each verified program, with it: they stand last in the operands or the results of a
/// matched operation, behind single values, and the definition of the operation has a number of them.
pub(super) fn fixed_by_definition(source: &Source<'_>) -> SmallVec<[(ValueId, usize); 4]> {
    let program = source.program;
    let open = open_ranges(program, source.pattern);
    let mut fixed: SmallVec<[(ValueId, usize); 4]> = SmallVec::new();
    let operations = ops_of(program, source.pattern).filter_map(|op| match PdlOp::view(program, op) {
        PdlOp::Operation(view) => Some(view),
        _ => None,
    });
    for view in operations {
        let Some(spec) = view.name().and_then(|name| source.registry.definition(name)) else { continue };
        let lists = [
            (view.operands().collect::<SmallVec<[ValueId; 4]>>(), &spec.operands),
            (view.result_types().collect(), &spec.results),
        ];
        for (places, groups) in lists {
            let Some((range, before)) = places.split_last() else { continue };
            let is_fixed = groups.iter().all(|group| group.variadicity == Variadicity::Single)
                && open.contains(range)
                && !before.iter().any(|place| is_range(program, *place))
                && !fixed.iter().any(|(known, _)| known == range);
            if let (true, Some(length)) = (is_fixed, groups.len().checked_sub(before.len())) {
                fixed.push((*range, length));
            }
        }
    }
    fixed
}

/// How long a range has to become that takes any place of the matcher.
pub(super) fn widest(source: &Source<'_>) -> usize {
    let open = open_ranges(source.program, source.pattern);
    let reader = Reader::of_pattern(source, &open);
    let matched = reader.lists.iter().filter(|list| list.matched);
    let asked = reader.asked.iter().map(|(_, index)| index + 2);
    let all = matched.map(|list| reader.need(list).max(list.most + 1)).chain(asked);
    all.fold(PLAIN, usize::max).min(MAX_LENGTH)
}

/// The open ranges that the meaning of an operation of the matcher depends on, by number.
pub(super) fn ranges_at(source: &Source<'_>, open: &[ValueId], op: OpId) -> Ranges {
    let reader = Reader::new(source, open);
    match PdlOp::view(source.program, op) {
        PdlOp::Operation(view) => {
            let sides = [false, true].map(|results| reader.list(view, true, results).open);
            sides.into_iter().flatten().collect()
        }
        PdlOp::Result(view) => match view.parent_op().map(|parent| PdlOp::view(source.program, parent)) {
            Some(PdlOp::Operation(parent)) => reader.list(parent, true, true).open,
            _ => (0..open.len()).collect(),
        },
        PdlOp::Operand(_) | PdlOp::Types(_) => {
            let value = source.program.result(op, 0);
            value.map_or_else(|| (0..open.len()).collect(), |value| reader.place(value).open)
        }
        _ => (0..open.len()).collect(),
    }
}

struct Reader<'a> {
    program: &'a Program,
    registry: &'a Registry,
    open: &'a [ValueId],
    lists: Vec<List>,
    /// Results that are asked for by number.
    asked: Vec<(OpId, usize)>,
}

impl<'a> Reader<'a> {
    fn new(source: &Source<'a>, open: &'a [ValueId]) -> Reader<'a> {
        let (program, registry) = (source.program, source.registry);
        Reader { program, registry, open, lists: Vec::new(), asked: Vec::new() }
    }

    /// Everything that is counted in a pattern.
    fn of_pattern(source: &Source<'a>, open: &'a [ValueId]) -> Reader<'a> {
        let program = source.program;
        let mut reader = Reader::new(source, open);
        for op in ops_of(program, source.pattern) {
            reader.read(op, true);
            if program.op(op).name == known::PDL_REWRITE {
                ops_of(program, op).for_each(|op| reader.read(op, false));
            }
        }
        reader
    }

    fn read(&mut self, op: OpId, matched: bool) {
        match PdlOp::view(self.program, op) {
            PdlOp::Operation(view) => {
                self.lists.push(self.list(view, matched, false));
                self.lists.push(self.list(view, matched, true));
            }
            PdlOp::Result(view) => {
                let index = view.index().map(|index| index as usize).filter(|index| *index < NEVER);
                self.asked.extend(view.parent_op().zip(index));
            }
            _ => {}
        }
    }

    /// The length that each range has to reach. Ranges of one list depend on each other and reach the same.
    fn reached(&self) -> Ranges {
        let mut needs: Ranges = self.open.iter().map(|range| self.simplest_length(*range)).collect();
        let mut kin: Ranges = (0..self.open.len()).collect();
        for list in self.lists.iter().filter(|list| !list.open.is_empty()) {
            let need = self.need(list);
            let joined = kin[list.open[0]];
            for range in &list.open {
                needs[*range] = needs[*range].max(need);
                let other = kin[*range];
                kin.iter_mut().filter(|name| **name == other).for_each(|name| *name = joined);
            }
        }
        let together = |number: usize| {
            let kin = (0..needs.len()).filter(|other| kin[*other] == kin[number]);
            kin.map(|other| needs[other]).max().unwrap_or(PLAIN)
        };
        (0..needs.len()).map(together).collect()
    }

    /// The length that a range has to reach where nothing is counted: two elements, so that one of them can be another one's
    /// counterpart. Where nothing else speaks of its elements they are all alike, and one shows what they show.
    fn simplest_length(&self, range: ValueId) -> usize {
        let mut users = self.program.uses(range).map(|slot| self.program.operand_owner(slot));
        let lonely = match (users.next(), users.next()) {
            (Some(user), None) => match PdlOp::view(self.program, user) {
                PdlOp::Operation(view) => view.value().is_some_and(|value| !self.is_asked_for_groups(value)),
                _ => false,
            },
            _ => false,
        };
        if lonely { 1 } else { PLAIN }
    }

    fn is_asked_for_groups(&self, operation: ValueId) -> bool {
        let mut users = self.program.uses(operation).map(|slot| self.program.operand_owner(slot));
        users.any(|user| self.program.op(user).name == known::PDL_RESULTS)
    }

    /// The length that a range of a list has to reach so that all that is counted is there, and one value more.
    fn need(&self, list: &List) -> usize {
        let met = self.lists.iter().filter(|other| list.meets(other)).map(|other| other.most + 1);
        let asked = self.asked.iter().filter(|(op, _)| list.results && *op == list.op);
        let counted = met.chain(asked.map(|(_, index)| index + 2)).max().unwrap_or(0);
        counted.saturating_sub(list.least).max(list.reach)
    }

    fn list(&self, view: Operation<'_>, matched: bool, results: bool) -> List {
        let spec = view.name().and_then(|name| self.registry.definition(name)).map(|spec| &**spec);
        let places: Places = match results {
            true => view.result_types().map(|value| self.place(value)).collect(),
            false => view.operands().map(|value| self.place(value)).collect(),
        };
        List::new(view, matched, results, spec, &places)
    }

    fn place(&self, value: ValueId) -> Place {
        if !is_range(self.program, value) {
            return Place { range: false, least: 1, most: 1, open: Ranges::new() };
        }
        if let Some(number) = self.open.iter().position(|range| *range == value) {
            return Place { range: true, open: smallvec![number], ..Place::default() };
        }
        let nothing = Place { range: true, ..Place::default() };
        let Some(definition) = self.program.defining_op(value) else { return nothing };
        match PdlOp::view(self.program, definition) {
            PdlOp::Types(view) => {
                let count = view.constants().map_or(0, |types| types.len());
                Place { least: count, most: count, ..nothing }
            }
            PdlOp::Operand(_) => match self.program.operand(definition, 0) {
                Some(types) => self.place(types),
                None => nothing,
            },
            PdlOp::Result(view) => match view.parent_op().map(|parent| PdlOp::view(self.program, parent)) {
                Some(PdlOp::Operation(parent)) => {
                    let list = self.list(parent, true, true);
                    // One group may be any part of them.
                    let least = if view.index().is_none() { list.least } else { 0 };
                    Place { least, most: list.most, open: list.open, ..nothing }
                }
                _ => nothing,
            },
            _ => nothing,
        }
    }
}
