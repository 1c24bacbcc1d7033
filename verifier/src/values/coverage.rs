//! Which operations have a meaning here: those that compute results, and those that read, write or make memory.

use assay_ir::data::Ident;
use assay_ir::ops;
use assay_ir::spec::Registry;

/// The effect of an operation on a memref, by the word of its record.
pub(super) fn on_memory(name: &str) -> Option<&'static str> {
    ops::op(name)?.fact("memory")
}

/// Tells if an operation stores a number.
pub(super) fn stores(name: &str) -> bool {
    on_memory(name) == Some("store")
}

/// Tells if an operation reads or writes memory, or says which.
pub(crate) fn is_access(name: &str) -> bool {
    on_memory(name).is_some()
}

/// Tells if the solver knows an operation: its results, or what it does to memory.
pub fn has_semantics(name: &str) -> bool {
    assay_semantics::has_semantics(name) || is_access(name)
}

/// The name of an operation that is known to read or write memory, or to say which.
pub(super) fn access(registry: &Registry, name: Ident) -> Option<&str> {
    Some(registry.ctx().str(name)).filter(|text| is_access(text) && !registry.is_forgotten(name))
}

/// Whether all that an operation does is to leave a function with its operands. What is yielded goes to the operation around,
/// which no pattern mentions: it may be a loop that never comes round, or takes it for its next one.
pub(super) fn forwards_operands(registry: &Registry, name: Ident) -> bool {
    if registry.is_forgotten(name) {
        return false;
    }
    let is_function = |name: &Ident| registry.op(*name).is_some_and(|spec| spec.traits.isolated);
    registry.op(name).is_some_and(|spec| {
        let plain = !spec.traits.any_successors && spec.traits.successors.unwrap_or(0) == 0;
        let closed = spec.regions.as_ref().is_none_or(|regions| regions.is_empty());
        let leaves = spec.traits.terminator && spec.traits.return_like && spec.results.is_empty();
        leaves && plain && closed && spec.traits.parents.iter().all(is_function)
    })
}

/// Whether it is known what an operation does.
pub fn has_meaning(registry: &Registry, name: Ident) -> bool {
    let text = registry.ctx().str(name);
    let own = assay_semantics::has_semantics(text) || is_access(text) || forwards_operands(registry, name);
    own && !registry.is_forgotten(name) || registry.computes(name)
}

/// Tells if the results of an operation are expressions over its operands.
pub(super) fn is_computed(registry: &Registry, name: Ident) -> bool {
    assay_semantics::has_semantics(registry.ctx().str(name)) && !registry.is_forgotten(name)
        || registry.computes(name)
}

/// Tells if an operation makes a memref, asks for its extents, or copies one.
pub(crate) fn makes_views(name: &str) -> bool {
    on_memory(name).is_some_and(|word| !matches!(word, "load" | "store"))
}
