//! Names that a user gives and nothing has: an error with the nearest name.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::bail;
use assay_audit::contract::pipeline::{ANY, Fault, MODULE, Step, read};
use assay_ir::nearest::nearest;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
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
    // A message about a value of an option begins with an empty line.
    let line = said.lines().map(str::trim).find(|line| !line.is_empty());
    let whole = format!("the binary refuses {}", arguments.join(" "));
    let line = line.unwrap_or(&whole);
    let line = line.split(".  Try:").next().unwrap_or(line);
    let line = line.rsplit_once("error: ").map_or(line, |(_, line)| line);
    Some(format!("{line}{}", unknown.map_or_else(String::new, |word| suggested(word, &known))))
}

/// Refuses names of passes that neither the binary nor a contract describes, and options that the binary refuses.
///
/// # Errors
/// All such names, each with the nearest one.
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
            let each: BTreeSet<String> = all.iter().filter_map(refused).collect();
            bail!("{}", if each.is_empty() { said } else { lines(each) });
        }
    }
    known.extend(described.cloned());
    let unknown: BTreeSet<&String> =
        steps.iter().map(|step| &step.pass).filter(|name| !known.contains(*name)).collect();
    if !unknown.is_empty() {
        let binary = opt.path().display();
        let line =
            |name: &String| format!("{binary} has no pass `{name}`{neither}{}", suggested(name, &known));
        bail!("{}", lines(unknown.into_iter().map(line)));
    }
    Ok(())
}

/// Messages of one error, each of which is a line with its head.
fn lines(messages: impl IntoIterator<Item = String>) -> String {
    messages.into_iter().collect::<Vec<_>>().join("\nerror: ")
}

/// The messages of a binary about each of the arguments that it refuses; `None` where it takes them.
pub(crate) fn refusals(opt: &MlirOpt, arguments: &[String]) -> Option<String> {
    let whole = refusal(opt, arguments)?;
    let each: BTreeSet<String> =
        arguments.iter().filter_map(|one| refusal(opt, std::slice::from_ref(one))).collect();
    Some(if each.is_empty() { whole } else { lines(each) })
}

/// The operations that a pipeline nests passes in and that nothing has: no record, no definition of the user and no program. A binary
/// accepts them, and runs the passes on nothing. Without programs, a dialect that is not known may be that of the binary.
pub(crate) fn unknown_anchors(text: &str, own: Option<&Registry>, programs: &[&str]) -> Vec<Fault> {
    let mut known: BTreeSet<String> =
        assay_ir::ops::dialects().flat_map(|dialect| dialect.names()).map(str::to_owned).collect();
    if let Some(own) = own {
        known.extend(own.ops().map(|op| own.ctx().str(op.name).to_owned()));
    }
    let dialect = |name: &str| name.split('.').next().map(str::to_owned);
    let fault = |(name, span): (String, Range<usize>)| {
        if name == ANY || known.contains(&name) || programs.iter().any(|program| mentions(program, &name)) {
            return None;
        }
        let near = suggested(&name, &known);
        let is_foreign = || !known.iter().any(|known| dialect(known) == dialect(&name));
        if programs.is_empty() && near.is_empty() && is_foreign() {
            return None;
        }
        let message = format!("`{name}` is no operation, so that passes in it run on nothing{near}");
        Some(Fault { span, message })
    };
    read(text).map(|pipeline| pipeline.anchors).unwrap_or_default().into_iter().filter_map(fault).collect()
}

/// The operations that a pipeline nests passes in and that no program has.
pub(crate) fn idle_anchors(text: &str, programs: &[&str]) -> BTreeSet<String> {
    let anchors = read(text).map(|pipeline| pipeline.anchors).unwrap_or_default().into_iter();
    let is_idle = |name: &String| {
        // In its own dialect an operation is printed without its dialect, and the module around a text is not printed at all.
        let word = name.rsplit('.').next().unwrap_or(name);
        name != ANY && name != MODULE && !programs.iter().any(|program| mentions(program, word))
    };
    anchors.map(|(name, _)| name).filter(is_idle).collect()
}

/// Tells if the name of an operation, or a part of it between dots, stands in the text of a program.
fn mentions(program: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    program
        .match_indices(name)
        .any(|(at, _)| !program[..at].ends_with(is_name) && !program[at + name.len()..].starts_with(is_name))
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
