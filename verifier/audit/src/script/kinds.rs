//! Sets of operation names: what a match looks for, and what a part of the payload may hold.

use std::rc::Rc;

use assay_ir::data::{Context, Ident, OpId};

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

/// Dialects whose operations have no regions, but for the listed ones.
const FLAT: &[(&str, &[&str])] = &[
    ("arith", &[]),
    ("math", &[]),
    ("cf", &[]),
    ("index", &[]),
    ("complex", &[]),
    ("ub", &[]),
    ("memref", &["memref.alloca_scope", "memref.generic_atomic_rmw"]),
    ("tensor", &["tensor.generate", "tensor.pad"]),
    ("vector", &["vector.mask", "vector.warp_execute_on_lane_0"]),
    ("bufferization", &[]),
];

/// Tells if an operation may hold another one in its regions.
pub(super) fn may_contain(outer: &str, inner: &str) -> bool {
    let dialect = |name: &str| name.split('.').next().unwrap_or("").to_owned();
    let (outside, inside) = (dialect(outer), dialect(inner));
    if let Some((_, except)) = FLAT.iter().find(|(flat, _)| *flat == outside) {
        return except.contains(&outer);
    }
    match outer {
        "func.call" | "func.return" | "func.constant" | "scf.yield" | "affine.apply" | "affine.load" => false,
        "affine.store" | "affine.min" | "affine.max" | "affine.yield" | "scf.condition" => false,
        // A body of scalar code.
        _ if outside == "linalg" && inside == "linalg" => matches!(inner, "linalg.yield" | "linalg.index"),
        _ if outside == "linalg" => {
            !matches!(inside.as_str(), "scf" | "func" | "memref" | "gpu" | "builtin" | "affine")
        }
        "builtin.module" => true,
        "gpu.module" => !matches!(inner, "builtin.module" | "gpu.module"),
        _ => !matches!(inner, "func.func" | "builtin.module" | "gpu.module" | "gpu.func" | "llvm.func"),
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

/// Operations that hide the values around them.
pub(super) fn isolated(name: &str) -> Option<bool> {
    match name {
        "func.func" | "builtin.module" | "gpu.func" | "gpu.module" | "llvm.func" | "spirv.module"
        | "spirv.func" | "emitc.func" | "hw.module" => Some(true),
        _ => match name.split('.').next().unwrap_or("") {
            "scf" | "affine" | "linalg" | "arith" | "memref" | "tensor" | "vector" | "math" | "cf" => {
                Some(false)
            }
            _ => None,
        },
    }
}

/// Operations that hold symbols.
pub(super) fn holds_symbols(name: &str) -> Option<bool> {
    match name {
        "builtin.module" | "gpu.module" | "spirv.module" => Some(true),
        "func.func" => Some(false),
        _ => isolated(name).filter(|isolated| !*isolated),
    }
}

/// Operations that implement `LoopLikeOpInterface`.
pub(super) const LOOPS: &[&str] =
    &["scf.for", "scf.forall", "scf.parallel", "scf.while", "affine.for", "affine.parallel"];

/// The operations of an interface of `transform.structured.match`; `None` where a name does not tell.
pub(super) fn implements(interface: Interface, name: &str) -> Option<bool> {
    let dialect = name.split('.').next().unwrap_or("");
    let helpers = ["linalg.yield", "linalg.index"];
    let aggregates = [
        "linalg.softmax",
        "linalg.pack",
        "linalg.unpack",
        "linalg.winograd_filter_transform",
        "linalg.winograd_input_transform",
        "linalg.winograd_output_transform",
    ];
    match interface {
        Interface::Loop if LOOPS.contains(&name) => Some(true),
        Interface::Linalg if dialect == "linalg" => {
            Some(!helpers.contains(&name) && !aggregates.contains(&name))
        }
        Interface::Tiling if dialect == "linalg" => Some(!helpers.contains(&name)),
        Interface::Tiling if name == "tensor.pad" => Some(true),
        _ => match dialect {
            "arith" | "func" | "memref" | "scf" | "affine" | "builtin" | "cf" | "math" | "vector"
            | "linalg" | "tensor" | "index" => Some(false),
            _ => None,
        },
    }
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
