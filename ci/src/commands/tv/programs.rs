//! The programs of a request: texts of files, of tests with the passes of their RUN lines, and generated ones, in units that go
//! through `mlir-opt` together.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use assay_fuzz::generate::function;
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_mlir::lit;

use super::passes::Passes;
use super::request::{From, Request};
use crate::inputs;

/// One text with its place.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Byte offset in the file.
    pub(super) offset: usize,
    /// The text.
    pub(super) text: String,
}

/// Texts of one file, and what they go through.
pub(super) struct Unit {
    /// The file, as the user named it.
    pub(super) file: String,
    /// Its whole text.
    pub(super) source: String,
    /// Its texts.
    pub(super) cases: Vec<Case>,
    /// The passes of each.
    pub(super) runs: Vec<Passes>,
    /// The texts are written in forms that Assay reads, so that MLIR need not print them first.
    pub(super) readable: bool,
    /// The file was found by walking a folder, where some are not meant to be read.
    pub(super) walked: bool,
}

/// Generated functions of one unit: a process of MLIR takes as long to start as to do a hundred of them.
const FUNCTIONS: usize = 250;

/// Functions that are drawn for one that the binary has all dialects of.
const TRIES: usize = 100;

/// The units of a request, and remarks about what was left out.
pub(super) fn units(request: &Request) -> anyhow::Result<(Vec<Unit>, Vec<String>)> {
    let mut notes = Vec::new();
    let units = match &request.from {
        From::Two(..) | From::Folders(_) => Vec::new(),
        From::Files(paths) => files(paths, &request.passes.clone().into_iter().collect::<Vec<_>>())?,
        From::Tests(folder) => tests(request, folder, &mut notes)?,
        From::Generated(count) => generated(*count, request, &mut notes),
    };
    if let (Some(passes), false) = (&request.passes, units.is_empty()) {
        let programs: Vec<&str> = units.iter().map(|unit| unit.source.as_str()).collect();
        notes.extend(passes.check(request.own.as_ref(), &programs)?);
    }
    Ok((units, notes))
}

/// The files of paths, as text. Troubles are lines about those that cannot be read.
fn read(paths: &[PathBuf], troubles: &mut Vec<String>) -> Vec<(inputs::Input, String)> {
    let found = inputs::collect(paths, &[".mlir"]);
    troubles.extend(found.troubles);
    let mut files = Vec::new();
    for mut input in found.files {
        match String::from_utf8(std::mem::take(&mut input.bytes)) {
            Ok(text) => files.push((input, text)),
            Err(error) => troubles.push(match text::other_encoding(error.as_bytes()) {
                Some(encoding) => format!("{} is {encoding}, not UTF-8", input.name),
                None => format!("{} is not UTF-8", input.name),
            }),
        }
    }
    files
}

/// The texts of one file.
pub(super) fn unit(file: String, source: String, runs: Vec<Passes>) -> Unit {
    let cases = lit::chunks(&source);
    let cases = cases.into_iter().map(|chunk| Case { offset: chunk.offset, text: chunk.text }).collect();
    Unit { file, source, cases, runs, readable: false, walked: false }
}

fn files(paths: &[PathBuf], runs: &[Passes]) -> anyhow::Result<Vec<Unit>> {
    let mut troubles = Vec::new();
    let read = read(paths, &mut troubles);
    if !troubles.is_empty() {
        anyhow::bail!("{}", troubles.join("\nerror: "));
    }
    let unit = |(input, source): (inputs::Input, String)| Unit {
        walked: input.walked,
        ..unit(input.name, source, runs.to_vec())
    };
    Ok(read.into_iter().map(unit).collect())
}

fn tests(request: &Request, folder: &Path, notes: &mut Vec<String>) -> anyhow::Result<Vec<Unit>> {
    let known = request.opt.as_ref().map(assay_mlir::MlirOpt::passes).unwrap_or_default();
    let path = request.opt.as_ref().and_then(|opt| opt.path().file_name());
    let binary = path.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut units = Vec::new();
    for (inputs::Input { name: file, .. }, source) in read(&[folder.to_path_buf()], notes) {
        let runs = match &request.passes {
            Some(passes) => vec![passes.clone()],
            None => runs_of(&file, &source, (&binary, &known), notes),
        };
        if !runs.is_empty() {
            units.push(Unit { walked: true, ..unit(file, source, runs) });
        }
    }
    if units.is_empty() {
        anyhow::bail!("no test with a RUN line that can be followed in {}", folder.display());
    }
    Ok(units)
}

/// The passes of the RUN lines of a file, each once.
fn runs_of(
    file: &str,
    source: &str,
    (binary, known): (&str, &BTreeSet<String>),
    notes: &mut Vec<String>,
) -> Vec<Passes> {
    let mut runs: Vec<Passes> = Vec::new();
    for line in lit::run_lines(source) {
        match lit::passes_of(&line, binary, known) {
            Ok(arguments) => {
                let passes = Passes::of_arguments(arguments);
                if !runs.contains(&passes) {
                    runs.push(passes);
                }
            }
            Err(lit::Refusal::NoPass) => {}
            Err(why) => notes.push(format!("{file}: a RUN line is not followed: {why}")),
        }
    }
    runs
}

fn generated(count: usize, request: &Request, notes: &mut Vec<String>) -> Vec<Unit> {
    let runs: Vec<Passes> = request.passes.clone().into_iter().collect();
    // A binary may lack some of the dialects that functions are made of.
    let dialects = request.opt.as_ref().and_then(assay_mlir::MlirOpt::dialects);
    let all = (0..).map(|number| function::text(request.settings.seed, number));
    let all = all.take(count.saturating_mul(TRIES)).filter(|text| is_of(text, dialects.as_ref()));
    let texts: Vec<String> = all.take(count).collect();
    if texts.len() < count {
        notes.push(format!("{} of {count} functions: the binary has few dialects", texts.len()));
    }
    let build = |(at, texts): (usize, &[String])| {
        let file = format!("generated-{:07}.mlir", at * FUNCTIONS);
        Unit { readable: true, ..unit(file, texts.join("// -----\n"), runs.clone()) }
    };
    texts.chunks(FUNCTIONS).enumerate().map(build).collect()
}

/// Tells if all operations of a text are of these dialects.
fn is_of(text: &str, dialects: Option<&BTreeSet<String>>) -> bool {
    let Some(dialects) = dialects else { return true };
    let ctx = Context::new();
    let parsed = text::parse(&ctx, &Source::new("generated", text));
    let program = &parsed.program;
    let dialect = |op| program.op_name(op).split('.').next().unwrap_or_default().to_owned();
    program.walk(program.top()).all(|op| dialects.contains(&dialect(op)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_of_the_dialects_of_the_binary() {
        let text = "func.func @f(%x: vector<2xi8>) -> vector<2xi8> {\n  %r = arith.addi %x, %x : vector<2xi8>\n  return %r : vector<2xi8>\n}\n";
        let has = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<String>>();
        assert!(is_of(text, None) && is_of(text, Some(&has(&["builtin", "func", "arith"]))));
        assert!(!is_of(text, Some(&has(&["builtin", "func", "math"]))));
    }
}
