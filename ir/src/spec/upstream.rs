//! Traits of every operation that MLIR 22 ships, from its ODS files: the table behind a spec that says nothing about
//! traits, such as one that `tblgen-to-irdl` printed.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Traits;
use crate::data::Context;

const TABLE: &str = include_str!("upstream.txt");

/// An operation of an upstream dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpstreamOp {
    words: &'static str,
}

fn table() -> &'static FxHashMap<&'static str, UpstreamOp> {
    static OPS: OnceLock<FxHashMap<&'static str, UpstreamOp>> = OnceLock::new();
    OPS.get_or_init(|| {
        let paragraphs = TABLE.split("\n\n").filter_map(|paragraph| paragraph.strip_prefix('='));
        paragraphs
            .flat_map(|paragraph| {
                let (words, names) = paragraph.split_once('\n').unwrap_or((paragraph, ""));
                names.lines().map(|name| (name, UpstreamOp { words: words.trim() }))
            })
            .collect()
    })
}

/// The traits of an upstream operation by its full name.
///
/// ```
/// use assay_ir::spec::upstream_op;
/// assert!(upstream_op("cf.br").is_some_and(|op| op.has("terminator")));
/// assert!(upstream_op("arith.constant").is_some_and(|op| op.has("constant_like") && op.has("pure")));
/// assert!(upstream_op("lab.op").is_none());
/// ```
pub fn upstream_op(name: &str) -> Option<UpstreamOp> {
    table().get(name).copied()
}

/// Tells if the name of an operation belongs to a dialect that MLIR ships.
pub fn is_of_upstream(name: &str) -> bool {
    static DIALECTS: OnceLock<FxHashSet<&'static str>> = OnceLock::new();
    let dialect = |name: &'static str| name.split_once('.').map(|(dialect, _)| dialect);
    let all = DIALECTS.get_or_init(|| table().keys().filter_map(|name| dialect(name)).collect());
    name.split_once('.').is_some_and(|(dialect, _)| all.contains(dialect))
}

/// The names of all upstream operations, in no order.
pub fn upstream_names() -> impl Iterator<Item = &'static str> {
    table().keys().copied()
}

impl UpstreamOp {
    /// Whether it has a trait, by the word that `assay.traits` has for it.
    pub fn has(self, word: &str) -> bool {
        self.words.split(' ').any(|other| other == word)
    }

    /// The number of its regions, and whether there may be more.
    pub fn regions(self) -> (usize, bool) {
        let count = self.words.split(' ').find_map(|word| word.strip_prefix("regions="));
        let count = count.unwrap_or("0");
        (count.trim_end_matches('+').parse().unwrap_or(0), count.ends_with('+'))
    }

    /// All of its traits.
    pub fn traits(self, ctx: &Context) -> Traits {
        let mut traits = Traits::default();
        for word in self.words.split(' ').filter(|word| !word.is_empty() && !word.starts_with("regions=")) {
            traits.read(ctx, word);
        }
        traits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_known() {
        let ctx = Context::new();
        assert!(table().len() > 2600);
        for (name, op) in table() {
            assert_eq!(op.traits(&ctx).other, [], "{name}");
        }
    }

    #[test]
    fn regions_are_counted() {
        let regions = |name| upstream_op(name).map(UpstreamOp::regions);
        assert_eq!(regions("scf.if"), Some((2, false)));
        assert_eq!(regions("scf.index_switch"), Some((1, true)));
        assert_eq!(regions("arith.addi"), Some((0, false)));
    }
}
