//! Names that a user gives and nothing has: an error with the nearest name.

use std::collections::BTreeSet;

use anyhow::bail;
use assay_audit::contract::pipeline::{MODULE, Step};
use assay_ir::nearest::nearest;
use assay_ir::rule::Rule;
use assay_mlir::opt::{ParseOptions, Severity};
use assay_mlir::{MlirOpt, Outcome};

/// The message of a binary about arguments that it refuses on any program, with the nearest name; `None` where it takes them.
pub(crate) fn refusal(opt: &MlirOpt, arguments: &[String]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().flat_map(|text| describe(text)).collect();
    let options = ParseOptions { extra: arguments.to_vec(), ..ParseOptions::default() };
    let said = match opt.parse_print("module {}\n", &options) {
        // A fault of the program has a place in it.
        Outcome::Error(diagnostics) => {
            let error = diagnostics.into_iter().find(|one| one.severity == Severity::Error)?;
            error.place.is_nowhere().then_some(error.message)?
        }
        // A fault of the command line names a part of it.
        Outcome::NoAnswer(why) if words.iter().any(|word| holds(&why, word)) => why,
        _ => return None,
    };
    let known = opt.names();
    let unknown = words.iter().find(|word| holds(&said, word) && !known.contains(**word));
    let line = said.lines().next().unwrap_or_default();
    let line = line.split(".  Try:").next().unwrap_or(line);
    let line = line.rsplit_once("error: ").map_or(line, |(_, line)| line);
    Some(format!("{line}{}", unknown.map_or_else(String::new, |word| suggested(word, &known))))
}

/// Refuses names of passes that neither the binary nor a contract describes, and options that the binary refuses.
///
/// # Errors
/// The first such name, with the nearest one.
pub(crate) fn check<'a>(
    opt: &MlirOpt,
    described: impl Iterator<Item = &'a String>,
    neither: &str,
    steps: &[Step],
) -> anyhow::Result<()> {
    let mut known = opt.passes();
    if known.is_empty() {
        return Ok(());
    }
    if !steps.iter().all(|step| known.contains(&step.pass)) {
        known.extend(opt.pipelines());
    }
    if steps.iter().all(|step| known.contains(&step.pass)) {
        let all: Vec<String> = steps.iter().map(Step::alone).collect();
        let refused = |one: &String| refusal(opt, &[format!("--pass-pipeline={one}")]);
        // One question is enough, unless something is wrong.
        let whole = format!("--pass-pipeline={MODULE}({})", all.join(","));
        if let Some(said) = refusal(opt, &[whole]) {
            bail!("{}", all.iter().find_map(refused).unwrap_or(said));
        }
    }
    known.extend(described.cloned());
    if let Some(step) = steps.iter().find(|step| !known.contains(&step.pass)) {
        let (name, binary) = (&step.pass, opt.path().display());
        let near = suggested(name, &known);
        bail!("{binary} has no pass `{name}`{neither}{near}");
    }
    Ok(())
}

/// The words behind a message about an unknown name: the known one that was meant, if there is one near.
pub(crate) fn suggested(name: &str, known: &BTreeSet<String>) -> String {
    meant(name, known.iter().map(String::as_str))
}

/// The same for names from anywhere.
pub(crate) fn meant<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The suggestion for a code that is no rule.
pub(crate) fn meant_rule(code: &str) -> String {
    meant(&code.to_ascii_uppercase(), Rule::ALL.iter().map(|rule| rule.code()))
}

/// Names of passes and options, and their values.
fn describe(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    text.split(move |c| !is_part(c)).map(|word| word.trim_start_matches('-')).filter(|word| !word.is_empty())
}

/// Tells if a name is one of those in a text of arguments.
pub(crate) fn holds(text: &str, word: &str) -> bool {
    describe(text).any(|one| one == word)
}
