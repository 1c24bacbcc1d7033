//! `assay transform`: a transform script is run on a program, and each of its steps is judged.
//!
//! Files in reading order: `inputs` what the command line names, `run` the execution and its steps, `rows` a line for each step, `printed` the program behind it, `compared` the same by
//! `mlir-opt`, `of_pipeline` the script of a pipeline.

mod compared;
mod inputs;
mod of_pipeline;
mod printed;
mod rows;
mod run;

pub(super) use inputs::{Inputs, rendered};

use crate::args::TransformArgs;
use crate::exit::Exit;
use crate::output;

/// Runs the command.
pub(crate) fn run(args: &TransformArgs) -> anyhow::Result<Exit> {
    if let Some(pipeline) = &args.of_pipeline {
        return of_pipeline::run(pipeline, args);
    }
    match &args.script {
        Some(script) => run::run(script, args),
        None => {
            output::print(&assay_transform::steps::own::declarations())?;
            Ok(Exit::Clean)
        }
    }
}
