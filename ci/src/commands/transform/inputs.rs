//! What the command line of `assay transform` names: the script with its libraries, the program, the sequence and its arguments. All faults of a file are
//! reported at once, each with its place.

use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use assay_audit::script::text::{self as script_text, Symbols};
use assay_audit::script::{self, Problem};
use assay_ir::data::{AttrId, Context, OpId, Program, known};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::text;
use assay_transform::run::{Bound, add_library};

use crate::args::TransformArgs;
use crate::diagnostics;

/// The sequence that is run where none is named.
const ENTRY: &str = "__transform_main";

/// A script and the program that it runs on.
pub(super) struct Inputs {
    pub(super) script: Program,
    pub(super) symbols: Symbols,
    pub(super) entry: OpId,
    pub(super) payload: Program,
    /// The file of the program, as the user named it.
    pub(super) file: String,
    pub(super) source: String,
    pub(super) bound: Vec<Bound>,
}

impl Inputs {
    /// Reads everything.
    ///
    /// # Errors
    /// Files that cannot be read or are no programs, scripts that MLIR rejects, an entry that is not there or takes other arguments.
    pub(super) fn read(path: &Path, args: &TransformArgs) -> anyhow::Result<Inputs> {
        let ctx = Context::new();
        let (mut script, _) = read(&ctx, path)?;
        for path in &args.libraries {
            let (library, name) = read(&ctx, path)?;
            add_library(&mut script, &library).map_err(|faults| {
                let list = faults.iter().map(|fault| (fault.at, fault.message.clone()));
                anyhow::anyhow!("{}", rendered(&library, &name, list))
            })?;
        }
        let name = path.display().to_string();
        let symbols = Symbols::collect(&script);
        let rejected = script::rejected(&script);
        if !rejected.is_empty() {
            let list = rejected.iter().map(|problem: &Problem| (problem.at, problem.message.clone()));
            bail!("{}", rendered(&script, &name, list));
        }
        let entry = entry(&script, &name, args.sequence.as_deref())?;
        let bound = bound(&ctx, args)?;
        takes(&script, &name, entry, bound.len())?;
        let from = args.to.as_deref().unwrap_or(path);
        let (payload, file) = read(&ctx, from)?;
        let source = payload.source().map_or_else(String::new, |source| source.text().to_owned());
        let has_payload =
            payload.ops_in(payload.top_block()).any(|op| !payload.op_name(op).starts_with("transform."));
        if args.to.is_none() && !has_payload {
            bail!("{name}: the file holds no program for the script to run on; name one with `--to`");
        }
        Ok(Inputs { script, symbols, entry, payload, file, source, bound })
    }

    /// The place of an operation of the script in words.
    pub(super) fn place(&self, op: OpId) -> String {
        place(&self.script, op)
    }
}

/// The file and line of an operation.
fn place(program: &Program, op: OpId) -> String {
    let Some(source) = program.source() else { return String::new() };
    let start = program.op(op).span.start as usize;
    let line = source.text().get(..start).map_or(0, |before| before.matches('\n').count()) + 1;
    format!("{}:{line}", source.name())
}

/// Faults of operations, a line each.
fn rendered(program: &Program, name: &str, list: impl Iterator<Item = (OpId, String)>) -> String {
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
fn bound(ctx: &Context, args: &TransformArgs) -> anyhow::Result<Vec<Bound>> {
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
    args.bind.iter().map(one).collect()
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
