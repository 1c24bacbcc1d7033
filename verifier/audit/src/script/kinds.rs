//! Sets of operation names: what a match looks for, and what a part of the payload may hold.

use std::rc::Rc;
use std::sync::OnceLock;

use assay_ir::data::{Context, Ident, OpId};
use assay_ir::ops;

use crate::contract::{Contracts, Element};

/// Names that a step looks for; `None` for any.
pub(super) type Names = Option<Rc<[Ident]>>;

/// Tells if two sets of names have one in common.
pub(super) fn meet(a: &Names, b: &Names) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.iter().any(|name| b.contains(name)),
        _ => true,
    }
}

/// Tells if an element names an operation.
pub(super) fn covers(element: &Element, name: &str, contracts: &Contracts) -> bool {
    match element {
        Element::Any => true,
        Element::Dialect(dialect) | Element::ConstrainedDialect { dialect, .. } => {
            name.split('.').next() == Some(dialect)
        }
        Element::Op(op) | Element::Constrained { op, .. } => op == name,
        Element::Interface(interface) => {
            contracts.interface.get(interface).is_some_and(|ops| ops.iter().any(|op| op == name))
        }
        Element::Type(_) => false,
    }
}

/// The operations that an unknown part of the payload may hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// Only these; `None` for anything.
    pub(super) only: Option<Rc<[Element]>>,
    /// None of these, since a step removed them.
    pub(super) gone: Rc<[(Element, OpId)]>,
}

impl Contents {
    /// Anything.
    pub(super) fn any() -> Contents {
        Contents::default()
    }

    /// Only some kinds.
    pub(super) fn only(kinds: impl IntoIterator<Item = Element>) -> Contents {
        Contents { only: Some(kinds.into_iter().collect()), gone: Rc::default() }
    }

    /// Adds what other contents may hold.
    pub(super) fn join(&mut self, other: &Contents) {
        self.only = match (&self.only, &other.only) {
            (Some(a), Some(b)) if b.iter().all(|kind| a.contains(kind)) => Some(Rc::clone(a)),
            (Some(a), Some(b)) => {
                let more = b.iter().filter(|kind| !a.contains(kind));
                Some(a.iter().chain(more).cloned().collect())
            }
            _ => None,
        };
        if self.gone != other.gone {
            self.gone = Rc::default();
        }
    }

    /// Tells if an operation of this name may be there.
    pub(super) fn admits(&self, name: &str, contracts: &Contracts) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|kind| covers(kind, name, contracts)))
            && !self.gone.iter().any(|(kind, _)| covers(kind, name, contracts))
    }

    /// The names of a set that may be there; `None` for none of them.
    pub(super) fn filter(&self, names: &Names, ctx: &Context, contracts: &Contracts) -> Option<Names> {
        let Some(all) = names else {
            return self.only.as_ref().is_none_or(|only| !only.is_empty()).then_some(None);
        };
        let some: Rc<[Ident]> =
            all.iter().copied().filter(|name| self.admits(ctx.str(*name), contracts)).collect();
        (!some.is_empty()).then_some(Some(some))
    }
}

/// Tells if an operation may hold another one in its regions.
pub(super) fn may_contain(outer: &str, inner: &str) -> bool {
    let inside = ops::op(inner);
    if inside.is_some_and(|inside| inside.has("symbol")) && holds_symbols(outer) != Some(true) {
        return false;
    }
    let Some(outside) = ops::op(outer) else { return true };
    if outside.regions() == (0, false) {
        return false;
    }
    if !outside.has_interface(LINALG) {
        return true;
    }
    // A body of scalar code.
    match ops::dialect_of(inner) {
        "linalg" => inside.is_some_and(|inside| !inside.has_interface("DestinationStyleOpInterface")),
        dialect => !matches!(dialect, "scf" | "func" | "memref" | "gpu" | "builtin" | "affine"),
    }
}

/// Tells if some operation of the first set may hold one of the second.
pub(super) fn may_nest(outer: &Names, inner: &Names, ctx: &Context) -> bool {
    let any = |inner: &Names, outside: &str| match inner {
        Some(inner) => inner.iter().any(|name| may_contain(outside, ctx.str(*name))),
        None => true,
    };
    match outer {
        None => true,
        Some(outer) => outer.iter().any(|name| {
            let name = ctx.str(*name);
            // Nothing is inside an operation without regions.
            may_contain(name, "test.any") && any(inner, name)
        }),
    }
}

/// Tells if an operation hides the values around it; `None` where it has no record.
pub(super) fn isolated(name: &str) -> Option<bool> {
    ops::op(name).map(|record| record.has("isolated"))
}

/// Tells if an operation holds symbols; `None` where it has no record.
pub(super) fn holds_symbols(name: &str) -> Option<bool> {
    ops::op(name).map(|record| record.has("symbol_table"))
}

/// The interface of loops.
pub(super) const LOOP: &str = "LoopLikeOpInterface";
/// The interface of structured operations.
pub(super) const LINALG: &str = "LinalgOp";

/// The operations that implement `LoopLikeOpInterface`.
pub(super) fn loops() -> &'static [&'static str] {
    static ALL: OnceLock<Vec<&'static str>> = OnceLock::new();
    let is_loop = |name: &&str| ops::op(name).is_some_and(|record| record.has_interface(LOOP));
    ALL.get_or_init(|| ops::dialects().flat_map(ops::Dialect::upstream_names).filter(is_loop).collect())
}

/// Tells if an operation has an interface of `transform.structured.match`; `None` where it has no record.
pub(super) fn implements(interface: Interface, name: &str) -> Option<bool> {
    let record = ops::op(name)?;
    Some(match interface {
        Interface::Loop => record.has_interface(LOOP),
        Interface::Linalg => record.has_interface(LINALG),
        // Structured operations have it by an external model.
        Interface::Tiling => record.has_interface("TilingInterface") || record.has_interface(LINALG),
    })
}

/// Interfaces that `transform.structured.match` knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Interface {
    /// `LinalgOp`
    Linalg,
    /// `TilingInterface`
    Tiling,
    /// `LoopLikeInterface`
    Loop,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_hold_stores_and_stores_hold_nothing() {
        assert!(may_contain("scf.for", "memref.store") && may_contain("scf.for", "scf.for"));
        assert!(!may_contain("memref.store", "scf.for") && !may_contain("scf.for", "func.func"));
        assert!(!may_contain("func.func", "func.func") && may_contain("builtin.module", "builtin.module"));
        assert!(!may_contain("linalg.matmul", "linalg.fill") && may_contain("linalg.matmul", "arith.addf"));
    }
}
