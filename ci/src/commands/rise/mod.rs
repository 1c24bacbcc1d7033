//! Commands on array programs: runs by their meaning, and lowering to loops.

pub(crate) mod against;
pub(crate) mod apply;
mod kernels;
pub(crate) mod lower;
pub(crate) mod run;
pub(crate) mod tv;

use std::path::Path;
use std::rc::Rc;

use anyhow::{Context as _, bail};
use assay_backend::engine::{Engine, Options, Outcome};
use assay_backend::interp::find_function;
use assay_backend::interp::rise::{Data, leaves, parameter_leaves, rebuilt};
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, Source};
use assay_mlir::files;
use assay_reports::{Report, Sources, render};
use assay_rise::core::{Definition, Module};
use assay_rise::dialect;
use assay_rise::sizes::{Sizes, number};

use crate::diagnostics;
use crate::rise::{ENDING, RiseFile, text_of};

/// Tells if a path names a file of array programs, or of operations of their dialect.
pub(crate) fn is_rise(path: &Path) -> bool {
    let name = path.to_string_lossy();
    let in_dialect = || {
        let bytes = files::read_named(path).ok();
        bytes.is_some_and(|bytes| dialect::holds_programs(&String::from_utf8_lossy(&bytes)))
    };
    name.ends_with(ENDING) || name.ends_with(".mlir") && in_dialect()
}

/// The items of a file; all errors are printed where there are any.
pub(crate) fn load(path: &Path) -> anyhow::Result<Option<(RiseFile, Sources)>> {
    let name = path.display().to_string();
    let bytes = files::read_named(path).with_context(|| format!("cannot read {name}"))?;
    let Ok(text) = String::from_utf8(bytes) else { bail!("{name}: this is not UTF-8") };
    let text = match text_of(&name, text) {
        Ok(text) => text,
        Err(said) => {
            eprint!("{said}");
            return Ok(None);
        }
    };
    let mut sources = Sources::new();
    sources.insert(&name, text.as_str());
    let file = RiseFile::new(&name, &text);
    let errors = file.errors(&sources);
    if !errors.is_empty() {
        let report = Report::new(diagnostics::tool(), Vec::new(), Vec::new(), errors);
        eprint!("{}", render::human::findings(&report, &sources, Default::default()));
        return Ok(None);
    }
    Ok(Some((file, sources)))
}

/// The definition that is meant: the one that is named, or the last one.
fn entry<'m>(module: &'m Module, wanted: Option<&str>) -> anyhow::Result<&'m Definition> {
    let names = || {
        let names: Vec<String> = module.definitions().map(|one| format!("@{}", one.name)).collect();
        names.join(", ")
    };
    match wanted.map(|name| name.trim_start_matches('@')) {
        Some(name) => module
            .definition(name)
            .with_context(|| format!("there is no definition @{name}; there are {}", names())),
        None => module.definitions().last().context("there is no definition"),
    }
}

/// The result of a lowered function on arguments, by an engine.
fn compiled(
    text: &str,
    definition: &Definition,
    sizes: &Sizes,
    arguments: &[Data],
    (engine, fuel): (&dyn Engine, u64),
) -> anyhow::Result<Result<Data, String>> {
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("lowered", text));
    if let Some(problem) = parsed.diagnostics.first() {
        bail!("internal error: the lowered program does not read back: {}\n{text}", problem.message);
    }
    let function = find_function(&parsed.program, &definition.name).context("the function is there")?;
    let mut values: Vec<Value> = Vec::new();
    for (parameter, argument) in definition.parameters.iter().zip(arguments) {
        values.extend(leaves(&parameter.ty, argument, sizes).context("arguments of their types")?);
    }
    let outputs = parameter_leaves(definition.result()).context("a result of data")?;
    for leaf in &outputs {
        let shape: Option<Vec<u64>> =
            leaf.lengths.iter().map(|length| number(length, sizes)?.try_into().ok()).collect();
        let shape = shape.context("lengths that are numbers")?;
        let count: u64 = shape.iter().product();
        values.push(Shaped::new(shape, vec![Value::Poison; count as usize]).into());
    }
    let options = Options { fuel, ..Options::default() };
    let run = engine.run(&parsed.program, function, &values, &options)?;
    Ok(match run.outcome {
        Outcome::Values(_) => {
            let memory = &run.memory[run.memory.len() - outputs.len()..];
            rebuilt(&at(definition, sizes), memory).ok_or_else(|| "it has another shape".to_owned())
        }
        Outcome::Ub { why, .. } => Err(format!("undefined behaviour: {why}")),
        Outcome::Trap { message, .. } => Err(format!("stopped by itself: {message}")),
        Outcome::OutOfFuel(limit) => Err(format!("given up: {limit}")),
        Outcome::Unsupported { name, gap, .. } => Err(format!("not supported: {name}: {gap}")),
    })
}

/// The type of a result at these sizes.
fn at(definition: &Definition, sizes: &Sizes) -> assay_rise::types::Type {
    let with = |symbol: &assay_rise::nat::Symbol| {
        sizes.get(symbol).map(|number| assay_rise::nat::Nat::constant(*number))
    };
    definition.result().with_lengths(&with).unwrap_or_else(|| definition.result().clone())
}

/// The module of a file.
fn shared(file: &RiseFile) -> Rc<Module> {
    Rc::new(file.read.module.clone())
}
