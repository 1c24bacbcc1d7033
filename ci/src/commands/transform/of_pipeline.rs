//! `assay transform --of-pipeline PIPELINE`: the transform script that runs a pipeline, so that `assay tv --script` judges each pass.

use anyhow::Context as _;
use assay_audit::contract::pipeline::{self, Fault};
use assay_audit::contract::script;
use assay_mlir::{MlirOpt, files};

use crate::args::TransformArgs;
use crate::exit::Exit;
use crate::{names, output};

/// Prints the script, or writes it to a file.
///
/// # Errors
/// Every place of the pipeline that no script does, or names that the binary does not have.
pub(super) fn run(text: &str, args: &TransformArgs) -> anyhow::Result<Exit> {
    let steps = pipeline::parse(text).map_err(|fault| faults(text, &[fault]))?;
    let script = script::script(&steps).map_err(|list| faults(text, &list))?;
    let opt = match &args.mlir_opt {
        Some(path) => Some(MlirOpt::at(path)?),
        None => MlirOpt::find().ok(),
    };
    match &opt {
        Some(opt) => names::check(opt, std::iter::empty(), " (`--mlir-opt` names another one)", &steps)?,
        None => eprintln!("note: no mlir-opt is found; the names of the passes are not checked"),
    }
    match &args.output {
        Some(path) => {
            files::write(path, &script).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => output::print(&script)?,
    }
    Ok(Exit::Clean)
}

/// The faults of a pipeline, each with its column.
fn faults(text: &str, list: &[Fault]) -> anyhow::Error {
    let line = |fault: &Fault| {
        let column = text[..fault.span.start.min(text.len())].chars().count() + 1;
        format!("--of-pipeline:{column}: {}", fault.message)
    };
    anyhow::anyhow!("{}", list.iter().map(line).collect::<Vec<_>>().join("\n"))
}
