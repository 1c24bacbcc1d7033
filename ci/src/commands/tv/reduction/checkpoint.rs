//! What a reduction knows so far, in a file of its folder: a run that was stopped goes on from there.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_ir::rule::Rule;
use assay_mlir::files;
use serde::{Deserialize, Serialize};

use super::pipeline::Pipeline;

/// The number of the format.
const VERSION: u32 = 1;

/// Bytes beyond which a file is none of these.
const LONGEST: u64 = 1 << 30;

/// The name of the file.
const NAME: &str = "reduction.json";

/// A program and passes that show the finding.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The program in generic form.
    pub(super) program: String,
    /// The passes.
    pub(super) pipeline: Pipeline,
}

/// The size of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Size {
    /// Operations of the program, without its outermost module.
    pub(super) operations: usize,
    /// Passes.
    pub(super) passes: usize,
}

/// A case that an earlier run left, with its rule, and the size of the first one.
pub(super) struct Known {
    pub(super) rule: Rule,
    pub(super) start: Size,
    pub(super) case: Case,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct State {
    assay_reduction: u32,
    /// The digest of what is asked.
    question: String,
    rule: String,
    start: Size,
    program: String,
    arguments: Vec<String>,
}

/// The folder of a reduction.
pub(super) struct Checkpoint {
    folder: PathBuf,
    question: String,
    /// Held as long as the reduction runs.
    _lock: File,
}

impl Checkpoint {
    /// Opens a folder for a question, and reads what a run before found.
    ///
    /// # Errors
    /// A folder that cannot be made, that another run uses, or that holds another reduction.
    pub(super) fn open(folder: &Path, question: String) -> anyhow::Result<(Checkpoint, Option<Known>)> {
        let name = folder.display();
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write to {name}"))?;
        let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"));
        let lock = lock.with_context(|| format!("cannot write to {name}"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("another reduction runs in {name}"),
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let checkpoint = Checkpoint { folder: folder.to_owned(), question, _lock: lock };
        let path = folder.join(NAME);
        if !path.exists() {
            return Ok((checkpoint, None));
        }
        let text =
            files::read_text(&path, LONGEST).with_context(|| format!("cannot read {}", path.display()))?;
        let state: State = serde_json::from_str(&text)
            .with_context(|| format!("{} is no state of a reduction", path.display()))?;
        if state.assay_reduction != VERSION || state.question != checkpoint.question {
            bail!(
                "{name} holds the reduction of another program or pipeline: give another folder with --out"
            );
        }
        let rule = Rule::parse(&state.rule).with_context(|| format!("{}: no rule", path.display()))?;
        let case = Case { program: state.program, pipeline: Pipeline::of_arguments(state.arguments)? };
        Ok((checkpoint, Some(Known { rule, start: state.start, case })))
    }

    /// Writes down a case, and the size of the first one.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn save(&self, rule: Rule, start: Size, case: &Case) -> anyhow::Result<()> {
        let state = State {
            assay_reduction: VERSION,
            question: self.question.clone(),
            rule: rule.code().to_owned(),
            start,
            program: case.program.clone(),
            arguments: case.pipeline.arguments(),
        };
        self.write(NAME, &(serde_json::to_string_pretty(&state)? + "\n")).map(drop)
    }

    /// The path of a file of the folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Writes a file of the folder; its path.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn write(&self, name: &str, text: &str) -> anyhow::Result<PathBuf> {
        let path = self.path(name);
        files::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_goes_on_with_its_own_question_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |question: &str| Checkpoint::open(folder.path(), question.to_owned());
        let pipeline = Pipeline::of_arguments(vec!["--cse".to_owned()]).expect("arguments");
        let case = Case { program: "module {}".to_owned(), pipeline };
        let (first, none) = open("a").expect("a new folder");
        assert!(none.is_none());
        assert!(open("a").is_err_and(|error| error.to_string().contains("another reduction runs")));
        let start = Size { operations: 7, passes: 3 };
        first.save(Rule::V301, start, &case).expect("a file");
        drop(first);
        let (_, known) = open("a").expect("the same question");
        let known = known.expect("a case");
        assert_eq!((known.rule, known.start), (Rule::V301, start));
        assert_eq!((known.case.program, known.case.pipeline), (case.program, case.pipeline));
        assert!(open("b").is_err_and(|error| error.to_string().contains("--out")));
    }
}
