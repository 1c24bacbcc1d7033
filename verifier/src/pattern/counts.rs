//! How many values the groups of a spec stand for, and which group a position belongs to. Knows no types.

use assay_ir::spec::{Group, Variadicity, open_groups, sizes_by_count};
use smallvec::SmallVec;

/// The number of a group for each position.
pub(crate) type Positions = SmallVec<[usize; 6]>;

/// The number of values when every group is single.
pub(crate) fn fixed_count(groups: &[Group]) -> Option<usize> {
    groups.iter().all(|group| group.variadicity == Variadicity::Single).then_some(groups.len())
}

/// Whether `count` values can stand in these groups; `alike` where all that may have several have equally many.
pub(crate) fn admits(groups: &[Group], alike: bool, count: usize) -> bool {
    if alike {
        return sizes_by_count(groups, count).is_some();
    }
    let least = groups.iter().filter(|group| group.variadicity == Variadicity::Single).count();
    let open = groups.iter().any(|group| group.variadicity == Variadicity::Variadic);
    let most = if open { usize::MAX } else { groups.len() };
    (least..=most).contains(&count)
}

/// The group of each of `count` positions: by the sizes, where they are known; else when at most one group is not single and
/// so takes the rest, or all that are not are `alike` and have equally many.
pub(crate) fn positions(
    groups: &[Group],
    alike: bool,
    count: usize,
    sizes: Option<&[usize]>,
) -> Option<Positions> {
    let counted = || (alike || open_groups(groups) <= 1).then(|| sizes_by_count(groups, count))?;
    let sizes = sizes.map_or_else(counted, |sizes| Some(sizes.to_vec()))?;
    let all = sizes.iter().enumerate().flat_map(|(group, size)| std::iter::repeat_n(group, *size));
    let all: Positions = all.collect();
    (all.len() == count && sizes.len() == groups.len()).then_some(all)
}
