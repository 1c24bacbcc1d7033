//! `--learn`: the contracts of passes as they are observed over payloads, in the text form of contracts.

use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use assay_audit::contract::learn::{Observation, learn, names, text};
use assay_ir::data::Context;
use assay_mlir::MlirOpt;

use super::dynamic::{Failed, Runner};
use super::payloads::{self, Base};
use super::question;
use crate::args::AuditArgs;
use crate::exit::Exit;
use crate::ordered_pool;

/// Writes what is learned to standard output.
pub(super) fn run(args: &AuditArgs, from: &Path) -> Result<Exit> {
    let contracts = question::contracts(args)?;
    let opt = question::binary(args)?.map_or_else(MlirOpt::find, Ok)?;
    let ctx = Context::new();
    let narrowed = question::narrowed(args, &ctx)?;
    let runner =
        Runner { opt: &opt, contracts: &contracts, narrowed: &narrowed, again: question::command(args) };
    let payloads = payloads::of_paths(&[from.to_path_buf()])?;
    let base = Base::new(&runner, &payloads);
    base.refused.iter().for_each(|name| eprintln!("note: mlir-opt does not take the payload {name}"));
    let passes: Vec<String> = match args.passes.is_empty() {
        true => contracts.passes.keys().cloned().collect(),
        false => args.passes.clone(),
    };
    let mut out = std::io::stdout().lock();
    let threads = question::threads(args);
    ordered_pool::each(
        passes.len(),
        threads,
        || false,
        |index| of_pass(&runner, &base, &passes[index]),
        |_, learned| {
            let Some(learned) = learned else { anyhow::bail!("a run was interrupted") };
            match learned {
                Ok(text) => writeln!(out, "{text}")?,
                Err(why) => eprintln!("note: {why}"),
            }
            Ok(())
        },
    )?;
    Ok(Exit::Clean)
}

/// The contract of a pass.
fn of_pass(runner: &Runner<'_>, base: &Base, pass: &str) -> Result<String, String> {
    let anchors = payloads::anchors(runner, pass);
    if anchors.is_empty() {
        return Err(format!("mlir-opt has no pass `{pass}`"));
    }
    let step = payloads::step(runner.contracts, pass, &anchors);
    let mut observations = Vec::new();
    for (index, after) in base.after(runner, &step.alone()).into_iter().enumerate() {
        let after = match after {
            Ok(after) => Some(names(&after.census)),
            Err(Failed::Pass(_)) => None,
            Err(Failed::NoAnswer(why)) => return Err(format!("{pass} on {}: {why}", base.names[index])),
        };
        let before = names(&base.before[index].census);
        let simplified =
            base.simplified[index].as_ref().map_or_else(|| before.clone(), |ran| names(&ran.census));
        observations.push(Observation { payload: base.names[index].clone(), before, simplified, after });
    }
    let only: Vec<String> = match anchors.as_slice() {
        // A pass that runs on the module and in functions runs anywhere.
        ["builtin.module", "func.func", ..] => Vec::new(),
        others => others.iter().map(|anchor| (*anchor).to_owned()).collect(),
    };
    Ok(text(pass, &only, &learn(&observations)))
}
