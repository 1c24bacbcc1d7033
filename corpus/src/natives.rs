//! The summaries of native code, built into the program, and their loader.

use std::sync::Arc;

use assay_ir::data::Source;
use assay_ir::diagnostic::Diagnostic;
use assay_ir::natives::load;
use assay_ir::spec::Registry;
use assay_ir::text;

macro_rules! natives {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../natives/", $name, ".mlir")))),+]
    };
}

/// The built-in summaries: name and text of each file. See `corpus/natives/README.md` for the form.
pub fn natives() -> &'static [(&'static str, &'static str)] {
    natives!["guards", "tests", "constants", "widths", "matchers", "arith", "public", "hints", "transform"]
}

/// Adds the summaries of a text; `name` is what messages call it. The diagnostics are those of reading the text and of
/// loading it; with any, nothing is added.
pub fn load_natives_text(registry: &mut Registry, name: &str, text: &str) -> Vec<Diagnostic> {
    let ctx = Arc::clone(registry.ctx());
    let parsed = text::parse(&ctx, &Source::new(name, text));
    if !parsed.diagnostics.is_empty() {
        return parsed.diagnostics;
    }
    load(&parsed.program, registry)
}

/// The meaning of the API of MLIR for the reader of C++; `corpus/cpp/README.md` describes the form.
pub fn cpp_api() -> &'static str {
    include_str!("../cpp/api.txt")
}
