//! The smallest responsible subset: delta debugging (Zeller and Hildebrandt, 2002) over numbers, which stand for passes or
//! patterns. The subset is minimal: without any one of its members the fault is gone.

/// A minimal part of `0..count` that still goes wrong; `None` where the whole does not. `goes_wrong` is given members in order.
pub fn smallest(count: usize, goes_wrong: &mut dyn FnMut(&[usize]) -> bool) -> Option<Vec<usize>> {
    let mut now: Vec<usize> = (0..count).collect();
    if !goes_wrong(&now) {
        return None;
    }
    let mut parts = 2;
    while now.len() > 1 {
        let size = now.len().div_ceil(parts);
        let chunks: Vec<Vec<usize>> = now.chunks(size).map(<[usize]>::to_vec).collect();
        let without = |chunk: &Vec<usize>| -> Vec<usize> {
            now.iter().copied().filter(|member| !chunk.contains(member)).collect()
        };
        if let Some(found) = chunks.iter().find(|chunk| chunk.len() < now.len() && goes_wrong(chunk)) {
            now.clone_from(found);
            parts = 2;
            continue;
        }
        let rests: Vec<Vec<usize>> = chunks.iter().map(without).filter(|rest| !rest.is_empty()).collect();
        if let Some(found) = rests.iter().find(|rest| goes_wrong(rest)) {
            now.clone_from(found);
            parts = (parts - 1).max(2);
            continue;
        }
        if parts >= now.len() {
            break;
        }
        parts = (parts * 2).min(now.len());
    }
    // One member may not be needed, either.
    if now.len() == 1 && goes_wrong(&[]) {
        now.clear();
    }
    Some(now)
}

#[cfg(test)]
mod tests {
    use super::smallest;

    fn found(count: usize, needed: &[usize]) -> Option<Vec<usize>> {
        smallest(count, &mut |members| needed.iter().all(|one| members.contains(one)))
    }

    #[test]
    fn the_needed_members_are_found() {
        for needed in [vec![], vec![0], vec![7], vec![2, 5], vec![0, 3, 9], vec![1, 2, 3, 4, 5, 6, 7, 8]] {
            assert_eq!(found(10, &needed), Some(needed));
        }
    }

    #[test]
    fn one_of_two_ways_is_found() {
        let found =
            smallest(8, &mut |members| members.contains(&1) && members.contains(&6) || members.contains(&4));
        assert_eq!(found, Some(vec![4]));
    }

    #[test]
    fn a_whole_that_is_right_has_no_part() {
        assert_eq!(smallest(5, &mut |_| false), None);
    }
}
