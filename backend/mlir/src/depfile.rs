//! Files that a program of LLVM includes, from the dependency file that it writes with `-d`. Reads no text itself.

use std::path::PathBuf;

use crate::process::{Ending, Limits, Program, run};

/// The files that `program` includes for this text on standard input; `None` where it refuses the text, or names a file that
/// is not there (names in a dependency file are separated by spaces and not quoted).
pub(crate) fn included(program: Program, text: &[u8], limits: &Limits) -> Option<Vec<PathBuf>> {
    let folder = tempfile::tempdir().ok()?;
    let [output, list] = ["output", "list"].map(|name| folder.path().join(name));
    let program = program.arg("-o").arg(&output).arg("-d").arg(&list).arg("-");
    let Ending::Exit { code: 0, .. } = run(&program, text, limits) else { return None };
    let list = std::fs::read_to_string(list).ok()?;
    let names = list.strip_prefix(output.to_str()?)?.strip_prefix(':')?;
    let files: Vec<PathBuf> = names.split_whitespace().map(PathBuf::from).collect();
    files.iter().all(|file| file.is_file()).then_some(files)
}
