//! `--proof-dir`: for each pattern that is proved a folder with its text, the questions that the proof rests on, and `proof.json`,
//! which says what each of them is for and under which options it is one; `assay replay` makes all of it again.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use assay_ir::verdict::VerdictKind;
use assay_mlir::files;
use assay_reports::PatternReport;
use assay_smt::SolverPool;
use assay_verifier::pipeline::EnabledStages;
use assay_verifier::stage::Task;
use assay_verifier::{types, values};
use serde_json::{Value, json};

use crate::digest;
use crate::questions::Names;
use crate::request::Request;

/// The file of a proof that lists its questions.
pub(crate) const LIST: &str = "proof.json";

/// The file of a proof with the pattern.
pub(crate) const PATTERN: &str = "pattern.mlir";

/// The version of the form of that file.
pub(crate) const FORMAT: u64 = 3;

/// A question of a proof.
pub(crate) struct Question {
    /// Its file.
    name: String,
    stage: &'static str,
    /// The part that it plays, in words.
    about: String,
    types: Vec<String>,
    text: String,
    /// The answer that the proof rests on.
    expected: &'static str,
    /// The file and the text of what says that it never holds without a solver.
    certificate: Option<(String, String)>,
}

/// The questions of a pattern that is proved by them; `None` of another one.
pub(crate) fn questions(
    task: &Task<'_>,
    verdict: VerdictKind,
    asked: EnabledStages,
    solvers: Option<&SolverPool>,
) -> Option<Vec<Question>> {
    if !matches!(verdict, VerdictKind::Proved | VerdictKind::Bounded | VerdictKind::WellFormed) {
        return None;
    }
    let mut questions = Vec::new();
    if asked.types {
        questions.extend(types::emit(task).into_iter().map(|one| {
            let matches = one.name.starts_with(types::MATCHES);
            let about = if matches { "the pattern can match" } else { "this never happens" };
            Question {
                name: format!("types.{}.smt2", one.name),
                stage: "types",
                about: about.to_owned(),
                types: Vec::new(),
                text: one.text,
                expected: if matches { "sat" } else { "unsat" },
                certificate: None,
            }
        }));
    }
    if asked.values && verdict != VerdictKind::WellFormed {
        // The verdict about a pair of functions rests on more than questions.
        let steps = values::proof(task, solvers)?;
        questions.extend(steps.into_iter().enumerate().map(|(number, step)| Question {
            name: format!("values.{number}.smt2"),
            stage: "values",
            about: step.argument.describe().to_owned(),
            types: step.types,
            text: step.text,
            expected: "unsat",
            certificate:
                step.certificate.map(|one| (format!("values.{number}.certificate.txt"), one.to_string())),
        }));
    }
    Some(questions)
}

/// A folder of proofs.
pub(crate) struct Folder {
    path: PathBuf,
    names: Names,
    solver: Option<String>,
    options: Vec<String>,
    /// Files of the user that are known beside the pattern: their kind, name and digest.
    loaded: Value,
}

impl Folder {
    /// Opens the folder, which is made when it is missing; `solver` is the one that is asked.
    ///
    /// # Errors
    /// A folder that cannot be made, or a file of the request that cannot be read.
    pub(crate) fn open(path: &Path, solver: Option<String>, request: &Request) -> anyhow::Result<Folder> {
        std::fs::create_dir_all(path)
            .with_context(|| format!("cannot write proofs to {}", path.display()))?;
        let option = |(name, value): &(&str, String)| match value.as_str() {
            "" => (*name).to_owned(),
            value => format!("{name}={value}"),
        };
        let mut options: Vec<String> = request.settings.iter().map(option).collect();
        options.extend(request.rules.iter().map(|rule| format!("rules={rule}")));
        let loaded = loaded(request)?;
        Ok(Folder { path: path.to_owned(), names: Names::default(), solver, options, loaded })
    }

    /// Writes the proof of a pattern with this text, which stands for code that matches by itself if it is generated.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(
        &mut self,
        report: &PatternReport,
        (text, generated): (&str, bool),
        questions: &[Question],
    ) -> anyhow::Result<()> {
        let name = if report.name.is_empty() { "unnamed" } else { &report.name };
        let folder = self.path.join(self.names.of_text(&report.file));
        let folder = folder.join(self.names.of_pattern(&report.file, name));
        let cannot = || format!("cannot write proofs to {}", self.path.display());
        std::fs::create_dir_all(&folder).with_context(cannot)?;
        for question in questions {
            files::write(&folder.join(&question.name), &question.text).with_context(cannot)?;
            if let Some((name, text)) = &question.certificate {
                files::write(&folder.join(name), text).with_context(cannot)?;
            }
        }
        files::write(&folder.join(PATTERN), text).with_context(cannot)?;
        let list = format!("{:#}\n", self.list(report, generated, questions));
        // Last: a folder with a list is whole.
        files::write(&folder.join(LIST), list).with_context(cannot)
    }

    fn list(&self, report: &PatternReport, generated: bool, questions: &[Question]) -> Value {
        let stages =
            report.stages.iter().map(|(stage, answer)| (stage.word().to_owned(), json!(answer.to_string())));
        let questions = questions.iter().map(|question| {
            let mut entry = json!({
                "file": question.name,
                "stage": question.stage,
                "about": question.about,
                "types": question.types,
                "expected": question.expected,
                "digest": digest::short_digest(&stripped(&question.text)),
            });
            if let Some((name, text)) = &question.certificate {
                entry["certificate"] = json!({ "file": name, "digest": digest::short_digest(text) });
            }
            entry
        });
        json!({
            "format": FORMAT,
            "assay": env!("CARGO_PKG_VERSION"),
            "solver": self.solver,
            "options": self.options,
            "loaded": self.loaded,
            "pattern": {
                "file": report.file,
                "line": report.line,
                "name": report.name,
                "fingerprint": report.fingerprint,
                "text": PATTERN,
                "generated": generated,
            },
            "verdict": report.verdict.to_string(),
            "scope": report.scope,
            "domain": report.domain,
            "assumptions": report.assumptions,
            "stages": stages.collect::<serde_json::Map<String, Value>>(),
            "questions": questions.collect::<Vec<_>>(),
        })
    }
}

/// The list of a proof that a path names: the file itself, or the folder with it.
pub(crate) fn list_of(path: &Path) -> Option<PathBuf> {
    if path.file_name().is_some_and(|name| name == LIST) {
        return Some(path.to_owned());
    }
    Some(path.join(LIST)).filter(|list| path.is_dir() && list.is_file())
}

/// The files of dialects, native code and meanings of a request.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn loaded(request: &Request) -> anyhow::Result<Value> {
    let given = request.inputs.dialect_sources();
    let kinds = [("dialect", given.dialects), ("natives", given.natives), ("meanings", given.meanings)];
    let mut all = Vec::new();
    for (kind, paths) in kinds {
        for path in paths {
            let bytes = files::read_named(path).with_context(|| format!("cannot read {}", path.display()))?;
            let name = path.file_name().map(|name| name.to_string_lossy());
            let digest = digest::short_digest(&String::from_utf8_lossy(&bytes));
            all.push(json!({ "kind": kind, "name": name, "digest": digest }));
        }
    }
    Ok(Value::Array(all))
}

/// A question without its comments, which name places in the file of the user.
pub(crate) fn stripped(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with(';'));
    lines.flat_map(|line| [line, "\n"]).collect()
}
