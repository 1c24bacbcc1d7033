//! How many values the groups of a spec stand for, and which group a position belongs to. Knows no types.

use assay_ir::spec::{Group, Variadicity, open_groups};
use smallvec::SmallVec;

/// The number of a group for each position.
pub type Positions = SmallVec<[usize; 6]>;

/// The number of values when every group is single.
pub fn fixed_count(groups: &[Group]) -> Option<usize> {
    groups.iter().all(|group| group.variadicity == Variadicity::Single).then_some(groups.len())
}

/// Whether `count` values can stand in these groups.
pub fn admits(groups: &[Group], count: usize) -> bool {
    let least = groups.iter().filter(|group| group.variadicity == Variadicity::Single).count();
    let open = groups.iter().any(|group| group.variadicity == Variadicity::Variadic);
    let most = if open { usize::MAX } else { groups.len() };
    (least..=most).contains(&count)
}

/// The group of each of `count` positions: by the sizes, where they are known; else when at most one group is not
/// single and so takes the rest.
pub fn positions(groups: &[Group], count: usize, sizes: Option<&[usize]>) -> Option<Positions> {
    if let Some(sizes) = sizes {
        let all = sizes.iter().enumerate().flat_map(|(group, size)| std::iter::repeat_n(group, *size));
        let all: Positions = all.collect();
        return (all.len() == count && sizes.len() == groups.len()).then_some(all);
    }
    let open = open_groups(groups);
    if open > 1 || !admits(groups, count) {
        return None;
    }
    let rest = count - (groups.len() - open);
    let mut out = Positions::with_capacity(count);
    for (index, group) in groups.iter().enumerate() {
        let size = if group.variadicity == Variadicity::Single { 1 } else { rest };
        out.extend(std::iter::repeat_n(index, size));
    }
    Some(out)
}
