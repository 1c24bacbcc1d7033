//! One concrete operation as its spec looks at it, and the values that stand in each of its groups.

use std::ops::Range;

use super::{Group, OpSpec, Var, Variadicity};
use crate::data::{AttrId, AttrKind, Context, Ident, TypeId, known};

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
pub(super) enum Side {
    Operands,
    Results,
}

impl Side {
    pub(super) fn plural(self) -> &'static str {
        match self {
            Side::Operands => "operands",
            Side::Results => "results",
        }
    }

    pub(super) fn segments(self) -> Ident {
        match self {
            Side::Operands => known::OPERAND_SEGMENT_SIZES,
            Side::Results => known::RESULT_SEGMENT_SIZES,
        }
    }

    /// The groups of a definition, whether the operation always carries their sizes, and whether these are equal.
    pub(super) fn groups(self, spec: &OpSpec) -> (&[Group], bool, bool) {
        let traits = &spec.traits;
        match self {
            Side::Operands => (&spec.operands, traits.operand_segments, traits.same_operand_sizes),
            Side::Results => (&spec.results, traits.result_segments, traits.same_result_sizes),
        }
    }

    pub(super) fn place(self, index: usize) -> Place {
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

pub(super) fn ranges(
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
