//! `--dialect`, `--natives` and `--meanings`: files of the user, loaded over what is built in.

use std::path::PathBuf;

use assay_ir::data::{Ident, Program, known};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::spec::{self, Registry};
use assay_ir::{natives, text};
use assay_mlir::files;
use assay_verifier::meanings;

use crate::diagnostics;

/// Files of the user.
#[derive(Clone, Copy, Default)]
pub(crate) struct DialectSources<'a> {
    /// IRDL dialects.
    pub(crate) dialects: &'a [PathBuf],
    /// IRDL texts with dialects, with questions, or both.
    pub(crate) questions: &'a [PathBuf],
    /// Summaries of native code.
    pub(crate) natives: &'a [PathBuf],
    /// Meanings of operations.
    pub(crate) meanings: &'a [PathBuf],
}

/// Loads dialects, then summaries of native code and meanings; returns a line or a rendered message for each trouble.
pub(crate) fn load(given: DialectSources<'_>, registry: &mut Registry) -> Vec<String> {
    let is_dialect = |program: &Program| holds(program, known::IRDL_DIALECT);
    let is_question =
        |program: &Program| holds(program, known::IRDL_DIALECT) || holds(program, known::IRDL_CHECK_SUBSET);
    let is_function = |program: &Program| holds(program, known::FUNC_FUNC);
    let (sign, either) = ("`irdl.dialect`", "`irdl.dialect` and no `irdl.check_subset`");
    let mut troubles = each(given.dialects, "dialect", registry, sign, is_dialect, spec::load);
    troubles.extend(each(given.questions, "text", registry, either, is_question, spec::load));
    troubles.extend(each(given.natives, "summary", registry, "function", |_| true, natives::load));
    let sign = "`func.func`";
    troubles.extend(each(given.meanings, "description", registry, sign, is_function, meanings::load));
    troubles
}

/// Tells if an operation of this name stands anywhere in a program.
fn holds(program: &Program, name: Ident) -> bool {
    program.walk(program.top()).any(|op| program.op(op).name == name)
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
        let bytes = match files::read_named(path) {
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
