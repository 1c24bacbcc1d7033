//! The contracts of passes, the narrowed operations that they name, and the payloads that exhibit them, built into the program.

use std::sync::Arc;

use assay_ir::data::Context;
use assay_ir::spec::Registry;

use crate::dialects::load_text;

macro_rules! contracts {
    ($($name:literal),+ $(,)?) => {
        &[$((concat!($name, ".toml"), include_str!(concat!("../contracts/", $name, ".toml")))),+]
    };
}

/// The built-in contracts: name and text of each file. See `corpus/contracts/README.md` for the form.
pub fn contracts() -> &'static [(&'static str, &'static str)] {
    contracts!["classes", "lowering", "upstream", "conformance"]
}

/// The payloads that the contracts were observed on, several in a text: name and text of each file. Each begins with a comment
/// that is its name.
pub fn contract_payloads() -> &'static [(&'static str, &'static str)] {
    &[
        ("upstream.mlir", include_str!("../contracts/payloads/upstream.mlir")),
        ("further.mlir", include_str!("../contracts/payloads/further.mlir")),
    ]
}

/// Definitions that narrow operations for contracts, such as `memref.subview{static}`.
pub fn narrowed() -> &'static str {
    include_str!("../contracts/kinds.irdl.mlir")
}

/// A registry with the narrowed operations alone. A test checks that they load without a diagnostic.
pub fn load_narrowed(ctx: &Arc<Context>) -> Registry {
    let mut registry = Registry::new(ctx);
    load_text(&mut registry, "kinds.irdl.mlir", narrowed());
    registry
}
