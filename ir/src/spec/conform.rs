//! Does one concrete operation satisfy its spec? Looks at counts, types, attributes and entry block arguments of that
//! operation only; what needs the program around it (order, parents, terminators) is `wellformed`.

use std::ops::Range;

use crate::data::{AttrId, AttrKind, Context, Ident, TypeId, known};

use super::{
    Answer, AttributeSpec, Goal, Group, OpSpec, RegionSpec, Registry, Relation, Var, Variadicity, compare,
    satisfy,
};

/// An operation as far as its spec looks at it.
#[derive(Clone, Copy)]
pub struct OpInstance<'a> {
    /// Types of the operands.
    pub operands: &'a [TypeId],
    /// Types of the results.
    pub results: &'a [TypeId],
    /// Attributes, inherent ones first.
    pub attribute: &'a dyn Fn(Ident) -> Option<AttrId>,
    /// Regions.
    pub regions: &'a [RegionShape],
    /// Number of successor blocks.
    pub successors: usize,
}

/// A region as far as a spec looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionShape {
    /// Number of blocks.
    pub blocks: usize,
    /// Argument types of the entry block.
    pub arguments: Vec<TypeId>,
}

/// Which part of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The operation as such.
    Operation,
    /// An operand.
    Operand(usize),
    /// A result.
    Result(usize),
    /// An attribute.
    Attribute(Ident),
    /// A region.
    Region(usize),
    /// Argument `.1` of the entry block of region `.0`.
    RegionArgument(usize, usize),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Too few or too many operands, results, regions, successors, blocks or entry block arguments.
    Count {
        /// What is counted, in the plural.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be, in words.
        expected: String,
    },
    /// `operandSegmentSizes` or `resultSegmentSizes` is missing or does not fit; the text says how.
    Segments(String),
    /// A required attribute is missing.
    MissingAttribute,
    /// The value does not satisfy the constraint of this variable, given all places before.
    Constraint {
        /// The variable.
        var: Var,
        /// What stands there.
        value: AttrId,
    },
    /// The relation with this index into [`OpSpec::relations`] does not hold.
    Relation(usize),
    /// The check with this index into [`OpSpec::checks`] does not hold.
    Check(usize),
}

/// One way in which an operation does not satisfy its spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where.
    pub place: Place,
    /// What.
    pub fault: Fault,
}

/// What came out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// All failures, in the order attributes, operands, results, regions, relations.
    pub failures: Vec<Failure>,
    /// Texts of `c_pred` without a translation, which were taken to hold.
    pub unchecked: Vec<Ident>,
    /// Whether the search for an assignment was given up; nothing is known about the constraints then.
    pub undecided: bool,
}

/// Compares an operation with its spec.
pub fn conform(registry: &Registry, spec: &OpSpec, subject: &OpInstance<'_>) -> Conformance {
    let mut check = Check {
        registry,
        ctx: registry.ctx(),
        spec,
        subject,
        out: Conformance::default(),
        goals: Vec::new(),
    };
    check.attributes();
    let operands = check.groups(Side::Operands);
    let results = check.groups(Side::Results);
    check.regions();
    check.successors();
    check.solve();
    if let (Some(operands), Some(results)) = (operands, results) {
        check.relations(&operands, &results);
    }
    check.out
}

/// The operands of each operand group, by position; the error says why they cannot be told apart.
pub fn operand_groups(
    ctx: &Context,
    spec: &OpSpec,
    count: usize,
    segments: Option<AttrId>,
) -> Result<Vec<Range<usize>>, Fault> {
    ranges(ctx, spec, count, segments, Side::Operands)
}

/// The results of each result group, by position; the error says why they cannot be told apart.
pub fn result_groups(
    ctx: &Context,
    spec: &OpSpec,
    count: usize,
    segments: Option<AttrId>,
) -> Result<Vec<Range<usize>>, Fault> {
    ranges(ctx, spec, count, segments, Side::Results)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Operands,
    Results,
}

impl Side {
    fn plural(self) -> &'static str {
        match self {
            Side::Operands => "operands",
            Side::Results => "results",
        }
    }

    fn segments(self) -> Ident {
        match self {
            Side::Operands => known::OPERAND_SEGMENT_SIZES,
            Side::Results => known::RESULT_SEGMENT_SIZES,
        }
    }

    /// The groups of a definition, whether the operation always carries their sizes, and whether these are equal.
    fn groups(self, spec: &OpSpec) -> (&[Group], bool, bool) {
        let traits = &spec.traits;
        match self {
            Side::Operands => (&spec.operands, traits.operand_segments, traits.same_operand_sizes),
            Side::Results => (&spec.results, traits.result_segments, traits.same_result_sizes),
        }
    }

    fn place(self, index: usize) -> Place {
        match self {
            Side::Operands => Place::Operand(index),
            Side::Results => Place::Result(index),
        }
    }
}

/// How many groups need not have one value; where there are two, sizes tell them apart.
pub fn open_groups(groups: &[Group]) -> usize {
    groups.iter().filter(|group| group.variadicity != Variadicity::Single).count()
}

fn ranges(
    ctx: &Context,
    spec: &OpSpec,
    count: usize,
    segments: Option<AttrId>,
    side: Side,
) -> Result<Vec<Range<usize>>, Fault> {
    let (groups, always_segments, alike) = side.groups(spec);
    let sizes = if always_segments || (open_groups(groups) >= 2 && !alike) {
        let unwritten = spec.sizes_are_a_property(ctx).then(|| vec![0; groups.len()]);
        segment_sizes(ctx, groups, count, segments, unwritten, side)?
    } else {
        sizes_by_count(groups, count).ok_or_else(|| {
            let expected = counts_in_words(groups);
            Fault::Count { what: side.plural(), found: count, expected }
        })?
    };
    let mut start = 0;
    let mut all = Vec::with_capacity(sizes.len());
    for size in sizes {
        all.push(start..start + size);
        start += size;
    }
    Ok(all)
}

/// The size of each group where `count` values stand in them and all that may have several have equally many; nothing when
/// that many do not fit.
pub fn sizes_by_count(groups: &[Group], count: usize) -> Option<Vec<usize>> {
    let open = open_groups(groups);
    let rest = count.checked_sub(groups.len() - open)?;
    let each = rest.checked_div(open).unwrap_or(0);
    let size = |group: &Group| match group.variadicity {
        Variadicity::Single => Some(1),
        Variadicity::Optional => (each <= 1).then_some(each),
        Variadicity::Variadic => Some(each),
    };
    (each * open == rest).then(|| groups.iter().map(size).collect())?
}

/// How many values may stand in groups of which those that may have several have equally many.
fn counts_in_words(groups: &[Group]) -> String {
    let open = open_groups(groups);
    let single = groups.len() - open;
    match groups.iter().any(|group| group.variadicity == Variadicity::Optional) {
        _ if open == 0 => single.to_string(),
        true => format!("{single} or {}", single + open),
        false if open == 1 => format!("{single} or more"),
        false => format!("{single} and a multiple of {open}"),
    }
}

fn segment_sizes(
    ctx: &Context,
    groups: &[Group],
    count: usize,
    segments: Option<AttrId>,
    unwritten: Option<Vec<usize>>,
    side: Side,
) -> Result<Vec<usize>, Fault> {
    let name = ctx.str(side.segments());
    let wrong = |text: String| Err(Fault::Segments(text));
    let sizes = match segments {
        // Where some group has values, the sizes that nothing says are as good as missing.
        None => unwritten.filter(|_| count == 0),
        Some(attr) => match dense_i32(ctx, attr) {
            None => return wrong(format!("`{name}` is no `array<i32: ..>`")),
            sizes => sizes,
        },
    };
    let Some(sizes) = sizes else {
        return wrong(format!("`{name}` is missing, which says how many {} each group has", side.plural()));
    };
    if sizes.len() != groups.len() {
        return wrong(format!("`{name}` has {} entries for {} groups", sizes.len(), groups.len()));
    }
    for (group, size) in groups.iter().zip(&sizes) {
        let fits = match group.variadicity {
            Variadicity::Single => *size == 1,
            Variadicity::Optional => *size <= 1,
            Variadicity::Variadic => true,
        };
        if !fits {
            return wrong(format!("`{name}` gives {size} to `{}`", ctx.str(group.name)));
        }
    }
    let sum: usize = sizes.iter().sum();
    if sum != count {
        return wrong(format!("`{name}` adds up to {sum} for {count} {}", side.plural()));
    }
    Ok(sizes)
}

/// The numbers of an `array<i32: ..>` without negative ones.
fn dense_i32(ctx: &Context, attr: AttrId) -> Option<Vec<usize>> {
    let AttrKind::DenseArray { element, values } = ctx.attr_kind(attr) else { return None };
    if *element != ctx.integer(32) {
        return None;
    }
    let number = |value: &AttrId| match ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|number| usize::try_from(number).ok()),
        _ => None,
    };
    values.iter().map(number).collect()
}

struct Check<'a> {
    registry: &'a Registry,
    ctx: &'a Context,
    spec: &'a OpSpec,
    subject: &'a OpInstance<'a>,
    out: Conformance,
    /// Places with the constraint that they have to satisfy; the flag says that a place is judged on its own.
    goals: Vec<(Place, Goal, bool)>,
}

impl Check<'_> {
    fn fail(&mut self, place: Place, fault: Fault) {
        self.out.failures.push(Failure { place, fault });
    }

    fn goal(&mut self, place: Place, var: Var, value: AttrId, alone: bool) {
        self.goals.push((place, Goal { var, value }, alone));
    }

    fn attributes(&mut self) {
        for AttributeSpec { name, var, optional, .. } in &self.spec.attributes {
            match (self.subject.attribute)(*name) {
                Some(value) => self.goal(Place::Attribute(*name), *var, value, false),
                None if *optional => {}
                None => self.fail(Place::Attribute(*name), Fault::MissingAttribute),
            }
        }
    }

    fn groups(&mut self, side: Side) -> Option<Vec<Range<usize>>> {
        let types = match side {
            Side::Operands => self.subject.operands,
            Side::Results => self.subject.results,
        };
        let (groups, ..) = side.groups(self.spec);
        let segments = (self.subject.attribute)(side.segments());
        let ranges = match ranges(self.ctx, self.spec, types.len(), segments, side) {
            Ok(ranges) => ranges,
            Err(fault) => {
                self.fail(Place::Operation, fault);
                return None;
            }
        };
        for (group, range) in groups.iter().zip(&ranges) {
            let alone = self.spec.variadic_per_element && group.variadicity != Variadicity::Single;
            for index in range.clone() {
                let value = self.ctx.type_attr(types[index]);
                self.goal(side.place(index), group.var, value, alone);
            }
        }
        Some(ranges)
    }

    fn regions(&mut self) {
        let Some(specs) = &self.spec.regions else { return };
        let found = self.subject.regions.len();
        let variadic = specs.last().is_some_and(|last| last.variadic);
        let least = specs.len() - usize::from(variadic);
        if found < least || (found > least && !variadic) {
            let expected = if variadic { format!("{least} or more") } else { least.to_string() };
            self.fail(Place::Operation, Fault::Count { what: "regions", found, expected });
            return;
        }
        for (index, shape) in self.subject.regions.iter().enumerate() {
            // The last one stands for all regions of a variadic group; the count was checked above.
            if let Some(spec) = specs.get(index).or(specs.last()) {
                self.region(index, spec, shape);
            }
        }
    }

    fn region(&mut self, index: usize, spec: &RegionSpec, shape: &RegionShape) {
        let empty_is_fine = shape.blocks == 0 && spec.may_be_empty;
        let expected = match (spec.blocks, spec.at_most) {
            (Some(exactly), _) if shape.blocks != exactly as usize && !empty_is_fine => exactly.to_string(),
            (_, Some(most)) if shape.blocks > most as usize => format!("at most {most}"),
            (None, _) if shape.blocks == 0 && !spec.may_be_empty => "one or more".to_owned(),
            _ => return self.region_arguments(index, spec, shape),
        };
        self.fail(Place::Region(index), Fault::Count { what: "blocks", found: shape.blocks, expected });
    }

    fn region_arguments(&mut self, index: usize, spec: &RegionSpec, shape: &RegionShape) {
        let Some(vars) = &spec.arguments else { return };
        if shape.blocks == 0 {
            return;
        }
        if vars.len() != shape.arguments.len() {
            let (found, expected) = (shape.arguments.len(), vars.len().to_string());
            self.fail(Place::Region(index), Fault::Count { what: "block arguments", found, expected });
            return;
        }
        for (at, (var, ty)) in vars.iter().zip(&shape.arguments).enumerate() {
            self.goal(Place::RegionArgument(index, at), *var, self.ctx.type_attr(*ty), false);
        }
    }

    fn successors(&mut self) {
        let traits = &self.spec.traits;
        let found = self.subject.successors;
        let expected = traits.successors.unwrap_or(0);
        if !traits.any_successors && found != expected as usize {
            let expected = expected.to_string();
            self.fail(Place::Operation, Fault::Count { what: "successors", found, expected });
        }
    }

    fn solve(&mut self) {
        let shared: Vec<Goal> =
            self.goals.iter().filter(|(.., alone)| !alone).map(|(_, goal, _)| *goal).collect();
        if !self.ask(&shared) {
            self.blame();
        }
        for (place, goal, alone) in std::mem::take(&mut self.goals) {
            if alone && !self.ask(&[goal]) {
                self.fail(place, Fault::Constraint { var: goal.var, value: goal.value });
            }
        }
    }

    fn ask(&mut self, goals: &[Goal]) -> bool {
        match satisfy(self.registry, &self.spec.constraints, goals) {
            Answer::Yes { unchecked, .. } => {
                self.out.unchecked.extend(unchecked);
                true
            }
            Answer::No => false,
            Answer::TooHard => {
                self.out.undecided = true;
                true
            }
        }
    }

    /// Finds the places that break an unsatisfiable list of goals: each is the first one that does not go with
    /// all the accepted ones before it.
    fn blame(&mut self) {
        let mut accepted: Vec<Goal> = Vec::new();
        let places: Vec<(Place, Goal)> =
            self.goals.iter().filter(|(.., alone)| !alone).map(|(place, goal, _)| (*place, *goal)).collect();
        for (place, goal) in places {
            accepted.push(goal);
            if !self.ask(&accepted) {
                accepted.pop();
                self.fail(place, Fault::Constraint { var: goal.var, value: goal.value });
            }
        }
    }

    fn relations(&mut self, operands: &[Range<usize>], results: &[Range<usize>]) {
        let parts = compare::Parts { spec: self.spec, subject: self.subject, operands, results };
        for index in 0..self.spec.relations.len() {
            let relation: &Relation = &self.spec.relations[index];
            if !compare::holds(self.ctx, &parts, relation) {
                self.fail(Place::Operation, Fault::Relation(index));
            }
        }
        for (index, check) in self.spec.checks.iter().enumerate() {
            if parts
                .about(self.ctx, check)
                .is_some_and(|about| check.kind.holds(self.ctx, &about) == Some(false))
            {
                self.fail(Place::Operation, Fault::Check(index));
            }
        }
    }
}
