//! `--dialect`, `--natives` and `--meanings`: files of the user, loaded over what is built in.

use std::path::PathBuf;

use assay_ir::data::{Program, known};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::spec::{self, Registry};
use assay_ir::{natives, text};
use assay_verifier::meanings;

use crate::diagnostics;

/// Files of the user.
#[derive(Clone, Copy, Default)]
pub(crate) struct Given<'a> {
    /// IRDL dialects.
    pub(crate) dialects: &'a [PathBuf],
    /// Summaries of native code.
    pub(crate) natives: &'a [PathBuf],
    /// Meanings of operations.
    pub(crate) meanings: &'a [PathBuf],
}

/// Loads dialects, then summaries of native code and meanings; returns a line or a rendered message for each trouble.
pub(crate) fn load(given: Given<'_>, registry: &mut Registry) -> Vec<String> {
    let is_dialect =
        |program: &Program| program.walk(program.top()).any(|op| program.op(op).name == known::IRDL_DIALECT);
    let mut troubles = each(given.dialects, "dialect", registry, "`irdl.dialect`", is_dialect, spec::load);
    troubles.extend(each(given.natives, "summary", registry, "function", |_| true, natives::load));
    let is_function =
        |program: &Program| program.walk(program.top()).any(|op| program.op(op).name == known::FUNC_FUNC);
    let (meanings, sign) = (given.meanings, "`func.func`");
    troubles.extend(each(meanings, "description", registry, sign, is_function, meanings::load));
    troubles
}

fn each(
    paths: &[PathBuf],
    what: &str,
    registry: &mut Registry,
    sign: &str,
    holds: fn(&Program) -> bool,
    load: fn(&Program, &mut Registry) -> Vec<Diagnostic>,
) -> Vec<String> {
    let mut troubles = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                troubles.push(format!("cannot read the {what} {name}: {error}"));
                continue;
            }
        };
        let ctx = registry.ctx().clone();
        match text::parse_bytes(&ctx, &name, &bytes) {
            Err(problem) => troubles.push(format!("{name}: {}", problem.message)),
            Ok(parsed) => {
                let mut problems = parsed.diagnostics;
                problems.extend(load(&parsed.program, registry));
                if problems.is_empty() && !holds(&parsed.program) {
                    troubles.push(format!("the {what} {name} cannot be used: it holds no {sign}"));
                }
                if !problems.is_empty() {
                    let rendered = diagnostics::render(&parsed.program, &problems);
                    troubles.push(format!("the {what} {name} cannot be used\n{rendered}"));
                }
            }
        }
    }
    troubles
}
