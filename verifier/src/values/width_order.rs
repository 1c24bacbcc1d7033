//! In which orders several open widths may stand, where the specs look at nothing but that: each order is a class of all widths in
//! it, and the argument about one is made at samples. Narrow widths are fixed ones, each a class of its own. Asks nothing.

use rustc_hash::FxHashSet;

use super::types::{Case, combined_up_to, wanted};
use assay_term::sample::{FROM, MOST, SAMPLES};

/// Samples of two and of three widths from [`FROM`] on, narrow ones first: neighbours, less and more than twice as wide, their
/// differences without a common divisor. None is twice another one, or a width that is written often.
const PAIRS: [[u32; 2]; 4] = [[41, 42], [18, 52], [36, 59], [20, 57]];
const TRIPLES: [[u32; 3]; 4] = [[41, 42, 43], [18, 37, 59], [20, 29, 62], [11, 23, 52]];

/// Open widths of which some are fixed narrow ones and the others are any from [`FROM`] on in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    places: Vec<Place>,
    /// How many different widths are not fixed.
    open: usize,
}

/// The part of one width in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Fixed(u32),
    /// The one of this number, narrow ones first.
    Open(usize),
}

impl Class {
    /// Samples of the widths that are not fixed, which are different and in order.
    pub(super) fn samples(&self) -> Vec<&'static [u32]> {
        match self.open {
            1 => SAMPLES.chunks(1).collect(),
            2 => PAIRS.iter().map(<[u32; 2]>::as_slice).collect(),
            _ => TRIPLES.iter().map(<[u32; 3]>::as_slice).collect(),
        }
    }

    /// All widths at a sample.
    pub(super) fn widths(&self, sample: &[u32]) -> Vec<u32> {
        let at = |place: &Place| match place {
            Place::Fixed(width) => *width,
            Place::Open(number) => sample[*number],
        };
        self.places.iter().map(at).collect()
    }
}

/// The classes that make up all widths which are not all below [`FROM`]; `None` where there are many open widths, or the widths of the
/// case are not those of some orders.
pub(super) fn classes(case: &Case) -> Option<Vec<Class>> {
    let count = case.widths.first()?.len();
    if !(2..=MOST).contains(&count) {
        return None;
    }
    let known: FxHashSet<&[u32]> = case.widths.iter().map(Vec::as_slice).collect();
    let orders: FxHashSet<Vec<usize>> = case.widths.iter().map(|widths| order(widths)).collect();
    let most = case.widths.iter().flatten().copied().max()?;
    let tried = if count == 2 { most } else { most.min(combined_up_to(count)) };
    // All that were looked at are of the same orders, and those are nothing else.
    let all = tuples(count, tried).into_iter().filter(|widths| wanted(widths, count));
    if tried < FROM
        || all.into_iter().any(|widths| known.contains(&widths[..]) != orders.contains(&order(&widths)))
    {
        return None;
    }
    let mut orders: Vec<Vec<usize>> = orders.into_iter().collect();
    orders.sort_unstable();
    let mut out = Vec::new();
    for order in orders {
        let different = order.iter().max()? + 1;
        for fixed in 0..different {
            for narrow in increasing(fixed) {
                let place = |rank: &usize| match narrow.get(*rank) {
                    Some(width) => Place::Fixed(*width),
                    None => Place::Open(rank - fixed),
                };
                out.push(Class { places: order.iter().map(place).collect(), open: different - fixed });
            }
        }
    }
    Some(out)
}

/// The order of widths: for each the number of different ones below it.
fn order(widths: &[u32]) -> Vec<usize> {
    let mut sorted = widths.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    widths.iter().map(|width| sorted.partition_point(|other| other < width)).collect()
}

/// All lists of this many widths up to `most`.
fn tuples(count: usize, most: u32) -> Vec<Vec<u32>> {
    let mut list = vec![Vec::new()];
    for _ in 0..count {
        let longer = list.iter().flat_map(|before: &Vec<u32>| {
            (1..=most).map(|width| before.iter().copied().chain([width]).collect::<Vec<u32>>())
        });
        list = longer.collect();
    }
    list
}

/// All lists of this many widths below [`FROM`], each wider than the one before.
fn increasing(count: usize) -> Vec<Vec<u32>> {
    let mut all = tuples(count, FROM - 1);
    all.retain(|widths| widths.windows(2).all(|pair| pair[0] < pair[1]));
    all
}

#[cfg(test)]
mod tests {
    use super::super::types::Kind;
    use super::*;

    /// A rule about widths.
    type Admits = fn(&[u32]) -> bool;

    fn case(count: usize, most: u32, admits: impl Fn(&[u32]) -> bool) -> Case {
        let mut widths = tuples(count, most);
        widths.retain(|widths| admits(widths) && wanted(widths, count));
        Case {
            kinds: vec![Kind::Integer; count],
            widths,
            index: false,
            floats: Vec::new(),
            all_widths: false,
        }
    }

    /// How many classes widths are in.
    fn holding(classes: &[Class], widths: &[u32]) -> usize {
        let holds = |class: &&Class| {
            let mut open: Vec<u32> = widths.iter().copied().filter(|width| *width >= FROM).collect();
            open.sort_unstable();
            open.dedup();
            open.len() == class.open && class.widths(&open) == *widths
        };
        classes.iter().filter(holds).count()
    }

    #[test]
    fn each_list_of_widths_that_is_admitted_is_in_one_class() {
        let rules: [(usize, Admits); 4] = [
            (2, |widths| widths[0] < widths[1]),
            (2, |_| true),
            (3, |widths| widths[0] < widths[1] && widths[1] < widths[2]),
            (3, |widths| widths[0] < widths[2] && widths[1] < widths[2]),
        ];
        for (number, (count, admits)) in rules.into_iter().enumerate() {
            let classes = classes(&case(count, if count == 2 { 64 } else { 16 }, admits)).expect("orders");
            for widths in tuples(count, 14) {
                let expected = admits(&widths) && widths.iter().any(|width| *width >= FROM);
                assert_eq!(holding(&classes, &widths), usize::from(expected), "{number}: {widths:?}");
            }
        }
    }

    #[test]
    fn widths_that_are_no_orders_have_no_classes() {
        assert_eq!(classes(&case(2, 64, |widths| widths[1] == 2 * widths[0])), None);
        assert_eq!(classes(&case(2, 64, |widths| widths[0] + 3 <= widths[1])), None);
        assert_eq!(classes(&case(2, 64, |widths| widths[0] < widths[1] && widths[0] != 33)), None);
        assert_eq!(classes(&case(3, 16, |widths| widths[0] + widths[1] == widths[2])), None);
        assert!(classes(&case(2, 64, |widths| widths[0] > widths[1])).is_some());
    }

    #[test]
    fn samples_are_in_order_and_none_is_another_one_doubled() {
        let all = PAIRS.iter().map(<[u32; 2]>::as_slice).chain(TRIPLES.iter().map(<[u32; 3]>::as_slice));
        for sample in all {
            assert!(sample.is_sorted_by(|a, b| a < b) && sample[0] >= FROM, "{sample:?}");
            for (a, b) in sample.iter().flat_map(|a| sample.iter().map(move |b| (*a, *b))) {
                assert!(
                    2 * a != b && ![16, 32, 64].contains(&a) && ![16, 32, 64].contains(&(2 * a)),
                    "{sample:?}"
                );
            }
        }
    }
}
