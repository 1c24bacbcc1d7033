//! The dialect files, built into the program, and their loader.

use std::sync::Arc;

use assay_ir::data::{Context, Source};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::spec::{Registry, load};
use assay_ir::text;

use crate::natives::{load_natives_text, natives};

/// Adds one dialect to a registry.
type Read = fn(&mut Registry);

macro_rules! dialects {
    ($($name:literal),+ $(,)?) => {
        /// The built-in dialects: name and IRDL text. See `corpus/dialects/README.md` for the attributes in it.
        pub fn dialects() -> &'static [(&'static str, &'static str)] {
            &[$(($name, include_str!(concat!("../dialects/", $name, ".irdl.mlir")))),+]
        }

        /// Each built-in dialect, and what adds it.
        const READERS: &[(&str, Read)] = &[$(($name, |registry| {
            let text = include_str!(concat!("../dialects/", $name, ".irdl.mlir"));
            load_text(registry, concat!($name, ".irdl.mlir"), text);
        })),+];
    };
}

dialects![
    "builtin", "arith", "comb", "func", "cf", "hw", "index", "llvm", "math", "memref", "rise", "scf",
    "tensor", "tosa", "ub", "vector"
];

/// A registry with the built-in dialects, the built-in summaries of native code, and definitions by records for other operations
/// of MLIR. A test checks that they load without
/// a diagnostic.
pub fn load_builtin(ctx: &Arc<Context>) -> Registry {
    let mut registry = Registry::new(ctx);
    for (name, text) in dialects() {
        load_text(&mut registry, &format!("{name}.irdl.mlir"), text);
    }
    for (name, text) in natives() {
        load_natives_text(&mut registry, &format!("{name}.mlir"), text);
    }
    registry.define_by_records();
    registry
}

/// The registry of [`load_builtin`], of which each dialect and the summaries are read when something of them is asked for: for runs
/// that look at few of them. Ids of the context depend on what was asked for first.
pub fn builtin_on_demand(ctx: &Arc<Context>) -> Registry {
    let mut registry = Registry::new(ctx);
    for (name, read) in READERS {
        registry.add_dialect_later(name, *read);
    }
    registry.add_natives_later(|registry| {
        for (name, text) in natives() {
            load_natives_text(registry, &format!("{name}.mlir"), text);
        }
    });
    registry.define_by_records();
    registry
}

/// Adds the dialects of an IRDL text; `name` is what messages call it. The diagnostics are those of reading the text
/// and of loading it.
pub fn load_text(registry: &mut Registry, name: &str, text: &str) -> Vec<Diagnostic> {
    let ctx = Arc::clone(registry.ctx());
    let parsed = text::parse(&ctx, &Source::new(name, text));
    let mut diagnostics = parsed.diagnostics;
    diagnostics.extend(load(&parsed.program, registry));
    diagnostics
}
