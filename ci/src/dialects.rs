//! `--dialect`: IRDL files of the user, loaded over the built-in specs.

use std::path::PathBuf;

use assay_ir::data::known;
use assay_ir::spec::{self, Registry};
use assay_ir::text;

use crate::diagnostics;

/// Loads each file; returns a line or a rendered message for each trouble.
pub(crate) fn load(paths: &[PathBuf], registry: &mut Registry) -> Vec<String> {
    let mut troubles = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                troubles.push(format!("cannot read the dialect {name}: {error}"));
                continue;
            }
        };
        let ctx = registry.ctx().clone();
        match text::parse_bytes(&ctx, &name, &bytes) {
            Err(problem) => troubles.push(format!("{name}: {}", problem.message)),
            Ok(parsed) => {
                let mut problems = parsed.diagnostics;
                problems.extend(spec::load(&parsed.program, registry));
                let program = &parsed.program;
                let is_dialect = |op| program.op(op).name == known::IRDL_DIALECT;
                if problems.is_empty() && !program.walk(program.top()).any(is_dialect) {
                    troubles.push(format!("the dialect {name} cannot be used: it holds no `irdl.dialect`"));
                }
                if !problems.is_empty() {
                    let rendered = diagnostics::render(&parsed.program, &problems);
                    troubles.push(format!("the dialect {name} cannot be used\n{rendered}"));
                }
            }
        }
    }
    troubles
}
