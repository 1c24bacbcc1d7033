//! What the command line of `assay transform` names: the script with its libraries, the program, the sequence and its arguments. All faults of a file are
//! reported at once, each with its place.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use assay_audit::script::text::{self as script_text, Symbols};
use assay_audit::script::{self, Problem};
use assay_ir::data::{AttrId, Context, OpId, Program, known};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::text;
use assay_transform::run::{Bound, add_library};
use assay_transform::steps::own;

use crate::args::{TransformArgs, TuneArgs};
use crate::diagnostics;

/// The sequence that is run where none is named.
const ENTRY: &str = "__transform_main";

/// The options that name the inputs.
pub(in crate::commands) struct Named<'a> {
    to: Option<&'a Path>,
    libraries: &'a [PathBuf],
    sequence: Option<&'a str>,
    bind: &'a [String],
}

impl<'a> From<&'a TransformArgs> for Named<'a> {
    fn from(args: &'a TransformArgs) -> Named<'a> {
        let TransformArgs { to, libraries, sequence, bind, .. } = args;
        Named { to: to.as_deref(), libraries, sequence: sequence.as_deref(), bind }
    }
}

impl<'a> From<&'a TuneArgs> for Named<'a> {
    fn from(args: &'a TuneArgs) -> Named<'a> {
        let TuneArgs { to, libraries, sequence, bind, .. } = args;
        Named { to: to.as_deref(), libraries, sequence: sequence.as_deref(), bind }
    }
}

/// A script and the program that it runs on.
pub(in crate::commands) struct Inputs {
    pub(in crate::commands) script: Program,
    pub(in crate::commands) symbols: Symbols,
    pub(in crate::commands) entry: OpId,
    pub(in crate::commands) payload: Program,
    /// The file of the program, as the user named it.
    pub(in crate::commands) file: String,
    pub(in crate::commands) source: String,
    pub(in crate::commands) bound: Vec<Bound>,
    /// The libraries, each with the number of the first operation that is copied from it.
    libraries: Vec<(usize, Program)>,
}

impl Inputs {
    /// Reads everything.
    ///
    /// # Errors
    /// Files that cannot be read or are no programs, scripts that MLIR rejects, an entry that is not there or takes other arguments.
    pub(in crate::commands) fn read(path: &Path, args: &Named<'_>) -> anyhow::Result<Inputs> {
        let ctx = Context::new();
        let (mut script, _) = read(&ctx, path)?;
        let mut libraries = Vec::new();
        for path in args.libraries {
            let (library, name) = read(&ctx, path)?;
            let first = script.op_slots();
            add_library(&mut script, &library).map_err(|faults| {
                let list = faults.iter().map(|fault| (fault.at, fault.message.clone()));
                anyhow::anyhow!("{}", rendered(&library, &name, list))
            })?;
            libraries.push((first, library));
        }
        let name = path.display().to_string();
        let symbols = Symbols::collect(&script);
        let rejected = script::rejected(&script);
        if !rejected.is_empty() {
            let list = rejected.iter().map(|problem: &Problem| (problem.at, problem.message.clone()));
            bail!("{}", rendered(&script, &name, list));
        }
        let missing = without_body(&script, &symbols);
        if !missing.is_empty() {
            bail!("{}", rendered(&script, &name, missing.into_iter()));
        }
        let entry = entry(&script, &name, args.sequence)?;
        let bound = bound(&ctx, args.bind)?;
        takes(&script, &name, entry, bound.len())?;
        let from = args.to.unwrap_or(path);
        let (payload, file) = read(&ctx, from)?;
        let source = payload.source().map_or_else(String::new, |source| source.text().to_owned());
        let has_payload =
            payload.ops_in(payload.top_block()).any(|op| !payload.op_name(op).starts_with("transform."));
        if args.to.is_none() && !has_payload {
            bail!("{name}: the file holds no program for the script to run on; name one with `--to`");
        }
        Ok(Inputs { script, symbols, entry, payload, file, source, bound, libraries })
    }

    /// An inclusion of a step of this program, which `mlir-opt` does not have, in words.
    pub(super) fn own_step(&self, name: &str) -> Option<String> {
        let script = &self.script;
        let mut callees = script.walk(script.top()).flat_map(|op| {
            let targets = script_text::targets(script, op).into_iter();
            targets.filter_map(move |target| Some((op, self.symbols.find(script, op, target)?)))
        });
        let own = |callee: OpId| {
            let symbol = script.attr_text(callee, known::SYM_NAME).unwrap_or_default();
            (script_text::body(script, callee).is_none() && own::by_name(symbol).is_some()).then_some(symbol)
        };
        let (op, symbol) = callees.find_map(|(op, callee)| Some((op, own(callee)?)))?;
        let message = format!("`mlir-opt` has no step `@{symbol}`, so that nothing is compared with it");
        Some(rendered(script, name, std::iter::once((op, message))))
    }

    /// The place of an operation of the script in words.
    pub(in crate::commands) fn place(&self, op: OpId) -> String {
        let library = self.libraries.iter().rev().find(|(first, _)| *first <= op.index());
        let written_in = library.map_or(&self.script, |(_, library)| library);
        let Some(source) = written_in.source() else { return String::new() };
        format!("{}:{}", source.name(), source.line_column(self.script.op(op).span.start).line)
    }
}

/// Sequences that are included, and have a body neither in the script nor in a library, and are no steps.
fn without_body(script: &Program, symbols: &Symbols) -> Vec<(OpId, String)> {
    let mut missing = Vec::new();
    for op in script.walk(script.top()) {
        for target in script_text::targets(script, op) {
            let callee = symbols.find(script, op, target);
            let Some(callee) = callee.filter(|callee| script_text::body(script, *callee).is_none()) else {
                continue;
            };
            let symbol = script.attr_text(callee, known::SYM_NAME).unwrap_or_default();
            if own::by_name(symbol).is_none() {
                let message = format!(
                    "`@{symbol}` has no body here or in a library, and is no step (`assay transform --steps` lists them)"
                );
                missing.push((op, message));
            }
        }
    }
    missing
}

/// Faults of operations, a line each.
pub(in crate::commands) fn rendered(
    program: &Program,
    name: &str,
    list: impl Iterator<Item = (OpId, String)>,
) -> String {
    let diagnostics: Vec<Diagnostic> =
        list.map(|(op, message)| Diagnostic::error(program.op(op).span, message)).collect();
    let shown = diagnostics::render(program, &diagnostics::at_most(diagnostics));
    match shown.is_empty() {
        true => name.to_owned(),
        false => shown.trim_end().trim_start_matches("error: ").to_owned(),
    }
}

/// A program, and its name for the user.
fn read(ctx: &Arc<Context>, path: &Path) -> anyhow::Result<(Program, String)> {
    let name = path.display().to_string();
    let bytes = assay_mlir::files::read_named(path)
        .map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
    let parsed = text::parse_file(ctx, &name, bytes)
        .map_err(|problem| anyhow::anyhow!("{name}: {}", problem.message))?;
    if !parsed.diagnostics.is_empty() {
        let shown = diagnostics::render(&parsed.program, &diagnostics::at_most(parsed.diagnostics));
        bail!("{}", shown.trim_end().trim_start_matches("error: "));
    }
    Ok((parsed.program, name))
}

/// The sequence that is run.
fn entry(script: &Program, name: &str, wanted: Option<&str>) -> anyhow::Result<OpId> {
    let wanted = wanted.unwrap_or(ENTRY).trim_start_matches('@');
    let mut others = Vec::new();
    for op in script.walk(script.top()).filter(|op| script_text::is_sequence(script, *op)) {
        let symbol = script.attr_text(op, known::SYM_NAME).unwrap_or_default();
        match script_text::body(script, op) {
            Some(_) if symbol == wanted => return Ok(op),
            Some(_) => others.push(format!("@{symbol}")),
            None => {}
        }
    }
    let others = match others.is_empty() {
        true => String::new(),
        false => format!("; there are {}", others.join(", ")),
    };
    bail!("{name}: no `transform.named_sequence @{wanted}` to start with{others}")
}

/// The parameters of the trailing arguments.
fn bound(ctx: &Context, bind: &[String]) -> anyhow::Result<Vec<Bound>> {
    let one = |text: &String| -> anyhow::Result<Bound> {
        let list = text.strip_prefix('#').ok_or_else(|| {
            anyhow::anyhow!("`--bind {text}`: parameters are `#` and numbers, such as `#4;8`")
        })?;
        let number = |word: &str| -> anyhow::Result<AttrId> {
            let value: i64 = word
                .trim()
                .parse()
                .map_err(|_| anyhow::anyhow!("`--bind {text}`: `{word}` is no number of 64 bits"))?;
            Ok(ctx.integer_attr(i128::from(value), ctx.integer(64)))
        };
        list.split(';').map(number).collect()
    };
    bind.iter().map(one).collect()
}

/// Checks that a sequence takes the program and these parameters.
fn takes(script: &Program, name: &str, entry: OpId, bound: usize) -> anyhow::Result<()> {
    let arguments = script_text::body(script, entry).map_or(0, |body| script.block(body).arguments.len());
    if arguments == 0 {
        let message = "the sequence takes no handle to the program".to_owned();
        bail!("{}", rendered(script, name, std::iter::once((entry, message))));
    }
    if arguments - 1 != bound {
        let message = format!(
            "the sequence takes {} parameters behind the program, and `--bind` gives {bound}",
            arguments - 1
        );
        bail!("{}", rendered(script, name, std::iter::once((entry, message))));
    }
    Ok(())
}
