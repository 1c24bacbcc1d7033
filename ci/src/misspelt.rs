//! Descriptions that nothing uses, whose name is near that of an operation or of native code that is used without one: most are
//! mistakes in a name. Where a dialect is defined, the loader knows that a name is none of it; this is for all others, and for
//! native code.

use std::collections::BTreeSet;

use assay_ir::data::{Program, known};
use assay_ir::meanings::Known;
use assay_ir::nearest::nearest;
use assay_ir::spec::Registry;
use assay_verifier::meanings;

/// Names that programs and patterns use.
#[derive(Default)]
pub(crate) struct Used {
    operations: BTreeSet<String>,
    natives: BTreeSet<String>,
}

impl Used {
    /// Adds the names of a program.
    pub(crate) fn add(&mut self, program: &Program) {
        for op in program.walk(program.top()) {
            self.operations.insert(program.op_name(op).to_owned());
            // Those of patterns.
            self.operations.extend(program.attr_text(op, known::OP_NAME).map(str::to_owned));
            let calls = [known::PDL_NATIVE_CONSTRAINT, known::PDL_NATIVE_REWRITE, known::PDL_REWRITE];
            if calls.contains(&program.op(op).name) {
                self.natives.extend(program.attr_text(op, known::NAME).map(str::to_owned));
            }
        }
    }

    /// A line for each description of the user that nothing uses and whose name is near one without a description.
    pub(crate) fn misspelt(&self, registry: &Registry) -> Vec<String> {
        let ctx = registry.ctx();
        let is_described = |name: &str| registry.semantics(ctx.ident(name)).is_some();
        let open = |name: &&String| !is_described(name) && meanings::known(name) == Known::No;
        let open: Vec<&str> = self.operations.iter().filter(open).map(String::as_str).collect();
        let mut lines = Vec::new();
        let mut tell = |(file, line): &(String, u32), what: &str, name: &str, near: &str| {
            lines.push(format!("{file}:{line}: no {what} is called `{name}`; did you mean `{near}`?"));
        };
        for semantics in registry.all_semantics() {
            let name = ctx.str(semantics.name);
            if self.operations.contains(name) || registry.op(semantics.name).is_some() {
                continue;
            }
            if let Some(near) = nearest(name, open.iter().copied()) {
                tell(&semantics.at, "operation here", name, near);
            }
        }
        let open = self.natives.iter().filter(|name| registry.native(name).is_none());
        let open: Vec<&str> = open.map(String::as_str).collect();
        if open.is_empty() {
            return lines;
        }
        for summary in registry.natives().filter(|summary| !self.natives.contains(&summary.name)) {
            if let Some(near) = nearest(&summary.name, open.iter().copied()) {
                tell(&summary.at, "native code here", &summary.name, near);
            }
        }
        lines
    }
}
