//! The dialects of the corpus agree with the records of upstream's operations.

use assay_corpus::load_builtin;
use assay_ir::data::Context;
use assay_ir::spec::{OpSpec, Traits, upstream_op};

/// Traits by the words of `assay.traits`, as a spec here has them.
fn trait_names(spec: &OpSpec) -> [(&'static str, bool); 11] {
    let traits = &spec.traits;
    [
        ("terminator", traits.terminator),
        ("isolated", traits.isolated),
        ("graph", traits.graph),
        ("single_block", traits.single_block),
        ("no_terminator", traits.no_terminator),
        ("symbol", traits.symbol),
        ("symbol_table", traits.symbol_table),
        ("commutative", traits.commutative),
        ("operand_segments", traits.operand_segments),
        ("constant_like", traits.constant_like),
        ("scoped_allocation", traits.allocation_scope),
    ]
}

fn the_dialects_here_have_the_traits_of_upstream() {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let mut differ = Vec::new();
    for spec in registry.ops() {
        let name = ctx.str(spec.name);
        let Some(upstream) = upstream_op(name) else { continue };
        for (word, here) in trait_names(spec) {
            if here != upstream.has(word) {
                differ.push(format!("{name}: `{word}` is {here} here"));
            }
        }
        let theirs = Traits::of_record(&ctx, upstream);
        // An operation that upstream calls pure may have an effect that the spec here knows of, not the other way.
        for (word, same) in [
            ("pure", !spec.traits.pure || theirs.pure),
            ("implicit_terminator", spec.traits.implicit_terminator == theirs.implicit_terminator),
            ("parents", spec.traits.parents.iter().all(|name| theirs.parents.contains(name))),
            ("return_like", !theirs.return_like || spec.traits.return_like),
        ] {
            if !same {
                differ.push(format!("{name}: `{word}` differs"));
            }
        }
    }
    differ.sort();
    assert!(differ.is_empty(), "{} differ:\n{}", differ.len(), differ.join("\n"));
}

assay_testing::tests!(the_dialects_here_have_the_traits_of_upstream);
