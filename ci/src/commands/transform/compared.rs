//! `assay transform --by`: the same script by `mlir-opt` alone, and both held against each other.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_audit::script::text as script_text;
use assay_ir::data::{Context, OpId, Source};
use assay_ir::text::{self, PrintOptions};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};
use clap::Parser;

use crate::args::{Cli, Command, TransformArgs, Validation};
use crate::commands::tv::{self, Surroundings};
use crate::exit::Exit;

/// Runs and judges a script by `mlir-opt` alone, and prints the program behind it.
pub(super) fn by_mlir(script: &Path, args: &TransformArgs) -> anyhow::Result<Exit> {
    let exit = judged(script, args, prints_program(args))?;
    if exit != Exit::Clean && prints_program(args) {
        // No program is printed, but what is wrong.
        return judged(script, args, false);
    }
    if exit == Exit::Clean && args.format.is_empty() {
        let opt = args.mlir_opt.as_ref().map_or_else(MlirOpt::find, MlirOpt::at)?;
        match transformed_by_mlir(&opt, script, args)? {
            Ok(program) => super::printed::write(args, &program)?,
            Err(said) => bail!("{}: {said}", script.display()),
        }
    }
    Ok(exit)
}

/// Tells if the program alone goes to standard output.
fn prints_program(args: &TransformArgs) -> bool {
    args.format.is_empty() && args.output.is_none()
}

/// The verdicts of `assay tv --script`.
fn judged(script: &Path, args: &TransformArgs, quiet: bool) -> anyhow::Result<Exit> {
    if args.validate == Validation::None {
        return Ok(Exit::Clean);
    }
    let others = [
        (!args.libraries.is_empty(), "--library"),
        (!args.bind.is_empty(), "--bind"),
        (args.sequence.is_some(), "--sequence"),
    ];
    if let Some((_, flag)) = others.into_iter().find(|(on, _)| *on) {
        bail!("`--by mlir` does not judge a script with `{flag}`: use `--by both`, or `--validate none`");
    }
    let mut words: Vec<OsString> = vec!["assay".into(), "tv".into()];
    words.push(args.to.as_deref().unwrap_or(script).into());
    words.extend(["--script".into(), script.into()]);
    words.extend(["--inputs".into(), args.inputs.to_string().into()]);
    words.extend(["--seed".into(), args.seed.to_string().into()]);
    let flags = [(args.alias, "--alias"), (args.validate == Validation::Run, "--no-proof")];
    words.extend(flags.into_iter().filter(|(on, _)| *on).map(|(_, flag)| flag.into()));
    for (flag, path) in [("--mlir-opt", &args.mlir_opt), ("--baseline", &args.baseline)] {
        if let Some(path) = path {
            words.extend([flag.into(), path.into()]);
        }
    }
    for format in &args.format {
        words.extend(["--format".into(), format.into()]);
    }
    if quiet {
        words.push("--quiet".into());
    }
    match Cli::try_parse_from(words)?.command {
        Command::Tv(tv) => tv::run(&tv),
        _ => bail!("the command is not `assay tv`"),
    }
}

/// The files and options that a script is run with.
fn surroundings(args: &TransformArgs) -> Surroundings {
    let libraries = args.libraries.iter().map(|path| path.display().to_string()).collect();
    let entry = args.sequence.as_deref().map(|name| name.trim_start_matches('@').to_owned());
    let mut options: Vec<String> = entry.iter().map(|name| format!("entry-point={name}")).collect();
    if !args.bind.is_empty() {
        options.push(format!("debug-bind-trailing-args={}", args.bind.join(",")));
    }
    Surroundings { libraries, options: options.join(" "), entry }
}

/// The first step behind which `mlir-opt` has a program that does not occur here behind the one that it had before: steps here may be smaller.
///
/// # Errors
/// A script that cannot be run there.
pub(super) fn first_difference(
    opt: &MlirOpt,
    script: &Path,
    args: &TransformArgs,
    ctx: &Arc<Context>,
    here: &[&str],
) -> anyhow::Result<Option<String>> {
    let payload = args.to.as_deref().unwrap_or(script);
    let theirs = tv::states(script, payload, opt, surroundings(args))?;
    let ours: Vec<String> = here.iter().map(|text| without_script(ctx, text)).collect();
    let mut rest = ours.iter();
    let differs = theirs.into_iter().find(|(_, text)| {
        let theirs = without_script(&Context::new(), text);
        !rest.any(|ours| *ours == theirs)
    });
    Ok(differs.map(|(label, _)| format!("the programs behind `{label}` differ")))
}

/// A program without the script that its text may hold.
pub(super) fn without_script(ctx: &Arc<Context>, printed: &str) -> String {
    let mut program = text::parse(ctx, &Source::new("mlir-opt", printed)).program;
    let script: Vec<OpId> = program
        .walk(program.top())
        .filter(|op| script_text::is_sequence(&program, *op) && program.parent_op(*op).is_some())
        .collect();
    script.into_iter().for_each(|op| program.erase(op));
    canonical(ctx, &text::print(&program, &PrintOptions { generic: true, ..PrintOptions::default() }))
}

/// The program behind a script by `mlir-opt`, in the form of this program; or its message.
pub(super) fn transformed_by_mlir(
    opt: &MlirOpt,
    script: &Path,
    args: &TransformArgs,
) -> anyhow::Result<Result<String, String>> {
    let file = args.to.as_deref().unwrap_or(script);
    let source = assay_mlir::files::read_named(file)
        .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", file.display()))?;
    let Surroundings { mut libraries, options, .. } = surroundings(args);
    if args.to.is_some() {
        libraries.push(script.display().to_string());
    }
    let mut extra = Vec::new();
    if !libraries.is_empty() {
        extra.push(format!("--transform-preload-library=transform-library-paths={}", libraries.join(",")));
    }
    extra.push(match options.as_str() {
        "" => "--transform-interpreter".to_owned(),
        options => format!("--transform-interpreter={options}"),
    });
    // Standard output has what the script prints.
    let program = tempfile::NamedTempFile::new().context("cannot make a temporary file")?;
    extra.push(format!("-o={}", program.path().display()));
    let options = ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() };
    Ok(match opt.parse_print(&String::from_utf8_lossy(&source), &options) {
        Outcome::Ok(_) => {
            let printed = std::fs::read_to_string(program.path()).context("cannot read a temporary file")?;
            Ok(canonical(&Context::new(), &printed))
        }
        Outcome::Error(said) => Err(said.first().map_or_else(String::new, |one| one.message.clone())),
        Outcome::Crash { signal, .. } => Err(format!("`mlir-opt` crashes with signal {signal}")),
        Outcome::TimedOut => Err("`mlir-opt` does not end".to_owned()),
        Outcome::OutOfMemory => Err("`mlir-opt` runs out of memory".to_owned()),
        Outcome::NoAnswer(why) => Err(why),
    })
}

/// A program as it is printed here, so that names of values do not tell two of them apart.
fn canonical(ctx: &Arc<Context>, printed: &str) -> String {
    let read = text::parse(ctx, &Source::new("mlir-opt", printed));
    // Printed and read once more, attributes that are written by default are there in both.
    let once = text::print(&read.program, &PrintOptions { generic: true, ..PrintOptions::default() });
    let again = text::parse(ctx, &Source::new("mlir-opt", &once));
    text::print(&again.program, &PrintOptions::default())
}
