//! Which values belong to which named group of a definition, when only their number is given.

use assay_ir::spec::{Group, Variadicity};

/// Most ways to split one operand count into segments.
const MAX_READINGS: usize = 256;

/// The sizes of the groups, one list for each way to spread `count` values over them; empty when no way exists, and
/// `None` when there are too many ways.
pub fn readings(groups: &[Group], count: usize) -> Option<Vec<Vec<usize>>> {
    let mut partial: Vec<(Vec<usize>, usize)> = vec![(Vec::new(), count)];
    for (index, group) in groups.iter().enumerate() {
        let after: usize = groups[index + 1..].iter().map(least).sum();
        let mut next = Vec::new();
        for (sizes, left) in partial {
            let most = left.saturating_sub(after).min(most(group));
            for size in least(group)..=most {
                if size <= left {
                    let mut sizes = sizes.clone();
                    sizes.push(size);
                    next.push((sizes, left - size));
                }
            }
        }
        if next.len() > MAX_READINGS {
            return None;
        }
        partial = next;
    }
    Some(partial.into_iter().filter(|(_, left)| *left == 0).map(|(sizes, _)| sizes).collect())
}

/// The fewest values that a group holds.
pub fn least(group: &Group) -> usize {
    usize::from(group.variadicity == Variadicity::Single)
}

/// The most values that a group holds.
pub fn most(group: &Group) -> usize {
    if group.variadicity == Variadicity::Variadic { usize::MAX } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_ir::data::{Context, Span};
    use assay_ir::spec::Var;

    fn groups(kinds: &str) -> Vec<Group> {
        let ctx = Context::new();
        let group = |kind| Group {
            name: ctx.ident("x"),
            var: Var(0),
            variadicity: match kind {
                '1' => Variadicity::Single,
                '?' => Variadicity::Optional,
                _ => Variadicity::Variadic,
            },
            span: Span::NONE,
        };
        kinds.chars().map(group).collect()
    }

    #[test]
    fn a_single_open_group_takes_what_is_left() {
        assert_eq!(readings(&groups("1*1"), 5), Some(vec![vec![1, 3, 1]]));
        assert_eq!(readings(&groups("1*1"), 2), Some(vec![vec![1, 0, 1]]));
    }

    #[test]
    fn an_impossible_count_has_no_reading() {
        assert_eq!(readings(&groups("11"), 3), Some(vec![]));
        assert_eq!(readings(&groups("1?"), 3), Some(vec![]));
        assert_eq!(readings(&groups("11*"), 1), Some(vec![]));
        assert_eq!(readings(&groups(""), 1), Some(vec![]));
    }

    #[test]
    fn two_open_groups_have_all_their_readings() {
        assert_eq!(readings(&groups("?*"), 2), Some(vec![vec![0, 2], vec![1, 1]]));
        assert_eq!(readings(&groups(""), 0), Some(vec![vec![]]));
    }
}
