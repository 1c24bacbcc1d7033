//! Traits of every operation that MLIR 22 ships, from its record: what is known of an operation whose spec says nothing about
//! traits, such as one that `tblgen-to-irdl` printed.

use assay_ops::Op;

use super::Traits;
use crate::data::Context;

/// The record of an operation of an upstream dialect.
pub type UpstreamOp = &'static Op;

/// The record of an upstream operation by its full name.
///
/// ```
/// use assay_ir::spec::upstream_op;
/// assert!(upstream_op("cf.br").is_some_and(|op| op.has("terminator")));
/// assert!(upstream_op("arith.constant").is_some_and(|op| op.has("constant_like") && op.has("pure")));
/// assert!(upstream_op("irdl.relation").is_none() && upstream_op("lab.op").is_none());
/// ```
pub fn upstream_op(name: &str) -> Option<UpstreamOp> {
    assay_ops::op(name).filter(|op| op.is_upstream())
}

/// Tells if the name of an operation belongs to a dialect that MLIR ships.
pub fn is_of_upstream(name: &str) -> bool {
    let dialect = name.split_once('.').and_then(|(dialect, _)| assay_ops::dialect(dialect));
    dialect.is_some_and(assay_ops::Dialect::is_upstream)
}

/// Tells if there are records of a dialect: of those of MLIR and of `comb` and `hw`.
pub fn has_records(dialect: &str) -> bool {
    assay_ops::dialect(dialect).is_some()
}

/// The names of all upstream operations, in no order.
pub fn upstream_names() -> impl Iterator<Item = &'static str> {
    assay_ops::dialects().flat_map(assay_ops::Dialect::upstream_names)
}

impl Traits {
    /// The traits that a record lists, but for those with C++ names, and how many successors there are.
    pub fn of_record(ctx: &Context, op: &Op) -> Traits {
        let mut traits = Traits::default();
        for word in op.flags() {
            traits.read(ctx, word);
        }
        match op.successors() {
            (_, true) => traits.any_successors = true,
            (0, false) => {}
            (count, false) => traits.successors = u32::try_from(count).ok(),
        }
        traits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_records_is_known() {
        let ctx = Context::new();
        assert!(upstream_names().count() > 2600);
        for name in upstream_names() {
            let op = upstream_op(name).expect("it is listed");
            assert_eq!(Traits::of_record(&ctx, op).other, [], "{name}");
        }
    }

    #[test]
    fn regions_are_counted() {
        let regions = |name| upstream_op(name).map(Op::regions);
        assert_eq!(regions("scf.if"), Some((2, false)));
        assert_eq!(regions("scf.index_switch"), Some((1, true)));
        assert_eq!(regions("arith.addi"), Some((0, false)));
    }

    #[test]
    fn successors_are_counted() {
        let ctx = Context::new();
        let traits = |name| upstream_op(name).map(|op| Traits::of_record(&ctx, op)).expect("a record");
        assert_eq!(traits("cf.cond_br").successors, Some(2));
        assert!(traits("cf.switch").any_successors && traits("arith.addi").successors.is_none());
    }
}
