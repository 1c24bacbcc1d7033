//! `--proof-dir`: for each pattern that is proved a folder with the questions that the proof rests on, and `proof.json`, which
//! says what each of them is for; `assay replay` puts them to a solver again.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_mlir::files;
use assay_reports::{PatternReport, Verdict};
use assay_verifier::pipeline::Asked;
use assay_verifier::smt::{Answer, Query, SolverPool};
use assay_verifier::stage::Task;
use assay_verifier::{types, values};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::questions::Names;

/// The file of a proof that lists its questions.
pub(crate) const LIST: &str = "proof.json";

/// The version of the form of that file.
const FORMAT: u64 = 1;

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
}

/// The questions of a pattern that is proved; `None` of another one.
pub(crate) fn questions(
    task: &Task<'_>,
    verdict: Verdict,
    asked: Asked,
    solvers: Option<&SolverPool>,
) -> Option<Vec<Question>> {
    if !matches!(verdict, Verdict::Proved | Verdict::Bounded | Verdict::WellFormed) {
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
            }
        }));
    }
    if asked.values && verdict != Verdict::WellFormed {
        let steps = values::proof(task, solvers).unwrap_or_default();
        questions.extend(steps.into_iter().enumerate().map(|(number, step)| Question {
            name: format!("values.{number}.smt2"),
            stage: "values",
            about: step.argument.words().to_owned(),
            types: step.types,
            text: step.text,
            expected: "unsat",
        }));
    }
    Some(questions)
}

/// A folder of proofs.
pub(crate) struct Folder {
    path: PathBuf,
    names: Names,
    solver: Option<String>,
}

impl Folder {
    /// Opens the folder, which is made when it is missing; `solver` is the one that is asked.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(crate) fn open(path: &Path, solver: Option<String>) -> anyhow::Result<Folder> {
        std::fs::create_dir_all(path)
            .with_context(|| format!("cannot write proofs to {}", path.display()))?;
        Ok(Folder { path: path.to_owned(), names: Names::default(), solver })
    }

    /// Writes the proof of a pattern with this text.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(crate) fn write(
        &mut self,
        report: &PatternReport,
        text: &str,
        questions: &[Question],
    ) -> anyhow::Result<()> {
        let name = if report.name.is_empty() { "unnamed" } else { &report.name };
        let folder = self.path.join(self.names.of_text(&report.file));
        let folder = folder.join(self.names.of_pattern(&report.file, name));
        let cannot = || format!("cannot write proofs to {}", self.path.display());
        std::fs::create_dir_all(&folder).with_context(cannot)?;
        for question in questions {
            files::write(&folder.join(&question.name), &question.text).with_context(cannot)?;
        }
        files::write(&folder.join("pattern.mlir"), text).with_context(cannot)?;
        let list = format!("{:#}\n", self.list(report, questions));
        // Last: a folder with a list is whole.
        files::write(&folder.join(LIST), list).with_context(cannot)
    }

    fn list(&self, report: &PatternReport, questions: &[Question]) -> Value {
        let stages =
            report.stages.iter().map(|(stage, answer)| (stage.word().to_owned(), json!(answer.to_string())));
        let questions = questions.iter().map(|question| {
            json!({
                "file": question.name,
                "stage": question.stage,
                "about": question.about,
                "types": question.types,
                "expected": question.expected,
            })
        });
        json!({
            "format": FORMAT,
            "assay": env!("CARGO_PKG_VERSION"),
            "solver": self.solver,
            "pattern": {
                "file": report.file,
                "line": report.line,
                "name": report.name,
                "fingerprint": report.fingerprint,
                "text": "pattern.mlir",
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

/// Puts the questions of a proof to a solver again and prints what it says; exit code 1 when an answer is another one, 2 when
/// there is none.
///
/// # Errors
/// A file that cannot be read, or is not of a proof.
pub(crate) fn replay(list: &Path, solvers: &SolverPool) -> anyhow::Result<Exit> {
    let name = list.display();
    let read = |path: &Path| -> anyhow::Result<String> {
        let bytes = files::read_named(path).with_context(|| format!("cannot read {}", path.display()))?;
        String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
    };
    let proof: Value =
        serde_json::from_str(&read(list)?).with_context(|| format!("{name} is not the list of a proof"))?;
    if proof["format"].as_u64() != Some(FORMAT) {
        bail!("{name} is not the list of a proof of format {FORMAT}");
    }
    let Some(questions) = proof["questions"].as_array() else { bail!("{name} lists no questions") };
    let (mut same, mut other, mut open) = (0, 0, 0);
    for (number, question) in questions.iter().enumerate() {
        let (Some(file), Some(expected)) = (question["file"].as_str(), question["expected"].as_str()) else {
            bail!("{name}: question {number} has no file or no expected answer");
        };
        // Only files beside the list belong to it.
        if Path::new(file).components().count() != 1 || file == ".." || !["sat", "unsat"].contains(&expected)
        {
            bail!("{name}: question {number} is not one of a proof");
        }
        let path = list.with_file_name(file);
        let query = Query::of_text(&read(&path)?).with_context(|| format!("{}", path.display()))?;
        let answer = match solvers.check(&query) {
            Answer::Sat(_) => "sat".to_owned(),
            Answer::Unsat => "unsat".to_owned(),
            Answer::Unknown(why) => format!("unknown ({why})"),
        };
        match answer.as_str() {
            answer if answer == expected => same += 1,
            "sat" | "unsat" => {
                other += 1;
                say!("{}: {answer}, the proof rests on {expected}", path.display());
            }
            answer => {
                open += 1;
                say!("{}: {answer}", path.display());
            }
        }
    }
    let verdict = proof["verdict"].as_str().unwrap_or("proved");
    let pattern = proof["pattern"]["name"].as_str().unwrap_or_default();
    let solver = solvers.identity().unwrap_or_else(|_| "the solver".to_owned());
    say!(
        "@{pattern}, {verdict}: of {} questions {solver} answers {same} as before, {other} otherwise, {open} not at all",
        questions.len()
    );
    Ok(match (other, open) {
        (0, 0) => Exit::Clean,
        (0, _) => Exit::Trouble,
        _ => Exit::Findings,
    })
}
