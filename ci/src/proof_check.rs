//! A proof on disk made again: the pattern is judged anew under the options of the list, what comes out has to be the same list and
//! the same questions, and then a solver is asked those. Nothing in the folder is believed, and nothing in it is run.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_certificate::Certificate;
use assay_mlir::files;
use assay_reports::Stream;
use assay_smt::{Answer, Query, SolverPool};
use assay_verifier::values::Argument;
use clap::Parser as _;
use serde_json::{Map, Value};

use crate::args::{CheckArgs, Cli, Command, ReplayArgs};
use crate::dialects::UserFiles;
use crate::exit::Exit;
use crate::proofs::{self, FORMAT, LIST, PATTERN, stripped};
use crate::request::Request;
use crate::rerun_command::SETTINGS;
use crate::{session, solvers};

/// A list and the folder that it is in.
struct Proof {
    folder: PathBuf,
    list: Map<String, Value>,
}

/// Makes a proof again, asks its questions and prints what a solver says; exit code 1 when something is another pattern's, or an
/// answer is another one, 2 when there is no answer.
///
/// # Errors
/// A file that cannot be read, or is not of a proof that this program makes.
pub(crate) fn run(list: &Path, args: &ReplayArgs) -> anyhow::Result<Exit> {
    let proof = Proof::read(list)?;
    let scratch = tempfile::tempdir().context("cannot make a folder for the proof")?;
    let mut request = Request::new(proof.request(args, scratch.path())?)?;
    request.inputs.generated = proof.list["pattern"]["generated"] == Value::Bool(true);
    request.quiet = true;
    if proofs::loaded(&request)? != proof.list["loaded"] {
        bail!("{}: it was made with other files ({}); give them again", list.display(), proof.loaded());
    }
    let done = session::judge(&request, None, || Ok(Stream::new()))?;
    let patterns = done.stream.as_ref().map_or(0, |stream| stream.summary().patterns);
    if patterns > 1 {
        say!("{}: {patterns} patterns, a proof is of one", proof.folder.join(PATTERN).display());
        return Ok(Exit::Findings);
    }
    let Some(again) = list_below(scratch.path()) else {
        say!("{}: the pattern is not proved again", proof.folder.join(PATTERN).display());
        let refuted = done.stream.is_some_and(|stream| stream.summary().findings.error > 0);
        return Ok(if refuted { Exit::Findings } else { done.exit.and(Exit::Trouble) });
    };
    let again = Proof::read(&again)?;
    let differences = proof.differences(&again)?;
    if !differences.is_empty() {
        differences.iter().for_each(|line| say!("{}: {line}", list.display()));
        return Ok(Exit::Findings);
    }
    ask(&again, &proof.folder, &solvers::pool(&args.solvers, NonZero::<usize>::MIN)?)
}

impl Proof {
    fn read(list: &Path) -> anyhow::Result<Proof> {
        let name = list.display();
        let value = serde_json::from_str(&text(list)?);
        let value: Value = value.with_context(|| format!("{name} is not the list of a proof"))?;
        let Value::Object(fields) = value else { bail!("{name} is not the list of a proof") };
        if fields.get("format").and_then(Value::as_u64) != Some(FORMAT) {
            bail!("{name} is not the list of a proof of format {FORMAT}");
        }
        let made = fields.get("assay").and_then(Value::as_str).unwrap_or_default();
        if made != env!("CARGO_PKG_VERSION") {
            bail!("{name} was made by Assay {made}, this is {}", env!("CARGO_PKG_VERSION"));
        }
        let missing =
            ["pattern", "questions", "options", "loaded"].into_iter().find(|key| !fields.contains_key(*key));
        if let Some(key) = missing {
            bail!("{name} is not the list of a proof: it has no `{key}`");
        }
        Ok(Proof { folder: list.parent().unwrap_or(Path::new("")).to_owned(), list: fields })
    }

    /// The request that makes the proof again. Of the options only those count that decide verdicts and name no file.
    fn request(&self, args: &ReplayArgs, folder: &Path) -> anyhow::Result<CheckArgs> {
        let pattern = self.folder.join(PATTERN);
        let mut words: Vec<String> = ["assay", "check", "--isolated", "--quiet"].map(str::to_owned).into();
        let options = self.list["options"].as_array().into_iter().flatten().filter_map(Value::as_str);
        for option in options {
            let name = option.split('=').next().unwrap_or_default();
            if !SETTINGS.contains(&name) && name != "rules" {
                bail!("{}: `{option}` is no option of a proof", self.folder.join(LIST).display());
            }
            words.push(format!("--{option}"));
        }
        let Command::Check(check) = Cli::try_parse_from(words)?.command else { bail!("no command") };
        let given = UserFiles::find(&args.descriptions)?;
        let mut check = CheckArgs { paths: vec![pattern], proof_dir: Some(folder.to_owned()), ..*check };
        (check.descriptions, check.forms.include) = (given.descriptions, given.include);
        check.solvers = args.solvers.clone();
        Ok(check)
    }

    fn loaded(&self) -> String {
        let names = self.list["loaded"].as_array().into_iter().flatten();
        let names: Vec<String> =
            names.map(|one| format!("--{} {}", word(&one["kind"]), word(&one["name"]))).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }

    fn questions(&self) -> impl Iterator<Item = &Value> {
        self.list["questions"].as_array().into_iter().flatten()
    }

    /// The parts of a proof in which another one of the same pattern differs.
    fn differences(&self, again: &Proof) -> anyhow::Result<Vec<String>> {
        let mut out = Vec::new();
        let is_other = |key: &str| self.list["pattern"][key] != again.list["pattern"][key];
        if ["fingerprint", "name", "text", "generated"].iter().any(|key| is_other(key)) {
            out.push(format!("{PATTERN} is not the pattern of the list"));
            return Ok(out);
        }
        let (here, there) = (self.questions().count(), again.questions().count());
        if here != there {
            out.push(format!("{here} questions are listed, the proof has {there}"));
        }
        for (one, other) in self.questions().zip(again.questions()) {
            let file = word(&other["file"]);
            if one != other {
                out.push(format!("{file} is another question in the list, or has another answer"));
                continue;
            }
            let path = self.folder.join(file);
            let same =
                text(&path).is_ok_and(|text| stripped(&text) == again.stripped(file).unwrap_or_default());
            if !same {
                out.push(format!("{file} is not the question of the proof"));
            }
            let Some(file) = certificate(other) else { continue };
            let [here, there] = [self, again].map(|proof| text(&proof.folder.join(file)).ok());
            if here.is_none() || here != there {
                out.push(format!("{file} is not the certificate of the proof"));
            }
        }
        // The file of the pattern and the solver belong to the run alone.
        let about = ["pattern", "questions", "solver"];
        let keys = self.list.keys().chain(again.list.keys()).filter(|key| !about.contains(&key.as_str()));
        let differs = |key: &&String| self.list.get(*key) != again.list.get(*key);
        let mut other: Vec<&String> = keys.filter(differs).collect();
        other.sort_unstable();
        other.dedup();
        out.extend(other.into_iter().map(|key| format!("`{key}` is not that of the proof")));
        Ok(out)
    }

    fn stripped(&self, file: &str) -> anyhow::Result<String> {
        Ok(stripped(&text(&self.folder.join(file))?))
    }
}

/// The file of the certificate of a question.
fn certificate(question: &Value) -> Option<&str> {
    question["certificate"]["file"].as_str()
}

/// Checks the certificates of a proof by code that does not make them; gives the number of those that hold and that fail.
fn check(proof: &Proof, shown: &Path) -> anyhow::Result<(usize, usize)> {
    let (mut held, mut failed) = (0, 0);
    for file in proof.questions().filter_map(certificate) {
        let text = text(&proof.folder.join(file))?;
        match text.parse().and_then(|certificate: Certificate| certificate.check()) {
            Ok(()) => held += 1,
            Err(flaw) => {
                failed += 1;
                say!("{}: {flaw}", shown.join(file).display());
            }
        }
    }
    Ok((held, failed))
}

/// Asks the questions of a proof and checks its certificates. A question that the solver leaves open takes nothing away where a
/// certificate says that it never holds.
fn ask(proof: &Proof, shown: &Path, solvers: &SolverPool) -> anyhow::Result<Exit> {
    let (held, failed) = check(proof, shown)?;
    let (mut same, mut other, mut open, mut certified) = (0, 0, 0, 0);
    for question in proof.questions() {
        let (file, expected) = (word(&question["file"]), word(&question["expected"]));
        let path = shown.join(file);
        let query = Query::of_text(&text(&proof.folder.join(file))?)
            .with_context(|| format!("{}", path.display()))?;
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
            _ if certificate(question).is_some()
                || word(&question["about"]) == Argument::AllWidths.describe() =>
            {
                certified += 1;
            }
            answer => {
                open += 1;
                say!("{}: {answer}", path.display());
            }
        }
    }
    let (verdict, pattern) = (word(&proof.list["verdict"]), word(&proof.list["pattern"]["name"]));
    let solver = solvers.identity().unwrap_or_else(|_| "the solver".to_owned());
    let all = proof.questions().count();
    say!(
        "@{pattern}, {verdict}: of {all} questions {solver} answers {same} as before, {other} otherwise, {open} not at all"
    );
    let options: Vec<&str> = proof.list["options"].as_array().into_iter().flatten().map(word).collect();
    if !options.is_empty() {
        say!("under the options {}", options.join(", "));
    }
    if held + failed > 0 {
        say!("{held} certificates hold, {failed} do not");
    }
    if certified > 0 {
        say!("{certified} more questions are left open by the solver and certified");
    }
    Ok(match (other + failed, open) {
        (0, 0) => Exit::Clean,
        (0, _) => Exit::Trouble,
        _ => Exit::Findings,
    })
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = files::read_named(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The list of the only proof below a folder.
fn list_below(folder: &Path) -> Option<PathBuf> {
    let inner = |folder: &Path| std::fs::read_dir(folder).ok()?.next()?.ok().map(|entry| entry.path());
    let list = inner(&inner(folder)?)?.join(LIST);
    list.is_file().then_some(list)
}
