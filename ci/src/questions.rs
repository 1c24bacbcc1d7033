//! `--emit-smt` and `--emit-subset`: the questions about the types of each pattern, as files. Asks no solver.

use std::collections::BTreeMap;
use std::path::Path;

use assay_mlir::files::{self, plain_name};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::types;

use crate::library::{Job, Library};

/// Writes a folder for each text and in it `PATTERN.QUESTION.smt2`.
pub(crate) fn write_smt(folder: &Path, library: &Library, jobs: &[Job<'_>]) -> std::io::Result<()> {
    write(folder, library, jobs, &|task| {
        types::emit(task).into_iter().map(|one| (format!("{}.smt2", one.name), one.text)).collect()
    })
}

/// Writes a folder for each text and in it `PATTERN.subset.irdl.mlir`, or the reason why there is none, as a comment.
pub(crate) fn write_subset(folder: &Path, library: &Library, jobs: &[Job<'_>]) -> std::io::Result<()> {
    write(folder, library, jobs, &|task| {
        let text = types::check_subset_text(task).unwrap_or_else(|why| {
            format!("// The question has no form as irdl.check_subset: {}: {}.\n", why.kind(), why.subject())
        });
        vec![("subset.irdl.mlir".to_owned(), text)]
    })
}

/// Names and texts of the questions about a pattern.
type Ask<'a> = &'a dyn Fn(&Task<'_>) -> Vec<(String, String)>;

fn write(folder: &Path, library: &Library, jobs: &[Job<'_>], ask: Ask<'_>) -> std::io::Result<()> {
    let options = Options::default();
    let mut names = Names::default();
    for job in jobs {
        if !job.candidate.unreadable.is_empty() || !job.candidate.violations.is_empty() {
            continue;
        }
        let file = &library.files[job.file];
        let subject = AnalyzedPattern::new(&file.program, job.candidate.pattern, &library.registry);
        let task = Task::new(&subject, &options);
        let place = folder.join(names.of_text(&file.name));
        std::fs::create_dir_all(&place)?;
        let name = library.name(job);
        let pattern = names.of_pattern(&file.name, if name.is_empty() { "unnamed" } else { name });
        for (name, text) in ask(&task) {
            files::write(&place.join(format!("{pattern}.{name}")), text)?;
        }
    }
    Ok(())
}

/// File names for texts and patterns: plain characters, each used once.
#[derive(Default)]
pub(crate) struct Names {
    texts: BTreeMap<String, String>,
    used: BTreeMap<String, usize>,
}

impl Names {
    /// A folder for a text, the same for the same text.
    pub(crate) fn of_text(&mut self, name: &str) -> String {
        if let Some(known) = self.texts.get(name) {
            return known.clone();
        }
        let base = name.rsplit('/').next().unwrap_or(name);
        let made = self.once("", &plain_name(base.trim_end_matches(".mlir")));
        self.texts.insert(name.to_owned(), made.clone());
        made
    }

    /// A name for a pattern of a text, another one at each call.
    pub(crate) fn of_pattern(&mut self, text: &str, name: &str) -> String {
        self.once(text, &plain_name(name))
    }

    fn once(&mut self, within: &str, name: &str) -> String {
        let count = self.used.entry(format!("{within}/{name}")).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}-{count}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_never_used_twice() {
        let mut names = Names::default();
        assert_eq!(names.of_text("a/x.mlir"), "x");
        assert_eq!(names.of_text("b/x.mlir"), "x-2");
        assert_eq!(names.of_text("a/x.mlir"), "x");
        assert_eq!(names.of_text("<stdin>"), "_stdin_");
        assert_eq!(names.of_pattern("a/x.mlir", "p q"), "p_q");
        assert_eq!(names.of_pattern("a/x.mlir", "p/q"), "p_q-2");
        assert_eq!(names.of_pattern("b/x.mlir", "p q"), "p_q");
        assert_eq!(names.of_pattern("b/x.mlir", ".."), "_..");
    }
}
