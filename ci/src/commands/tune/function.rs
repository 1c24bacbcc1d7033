//! The function that is run: the one of the program, and the one of each point, as compiled code.

use std::path::Path;

use anyhow::bail;
use assay_backend::engine::{Options, Runner, entry_block};
use assay_backend::interp::find_function;
use assay_ir::data::{OpId, Program, known};
use assay_jit::{Batch, Effort, Settings};
use assay_verifier::program::Reference;

use crate::args::TuneArgs;
use crate::commands::transform::rendered;

/// Work of a run, in units of compiled code: what never ends is given up after about a minute.
const FUEL: u64 = 1 << 36;
/// Bytes of a run.
const MEMORY: u64 = 1 << 30;

/// The function with what it does.
pub(super) struct Function<'p> {
    pub(super) program: &'p Program,
    pub(super) name: String,
    pub(super) reference: Reference<'p>,
}

/// How compiled code runs.
pub(super) fn options() -> Options {
    Options { fuel: FUEL, memory: MEMORY, ..Options::default() }
}

/// A function as compiled code that runs for long. Inputs are exact in floats, so that the kernels of a library, too, give the bits of
/// what they stand for.
pub(super) fn compiled(program: &Program, function: OpId, kernels: bool) -> Batch {
    let settings = Settings { effort: Effort::Run, kernels, ..Settings::default() };
    Batch::compile(&[(program, function)], settings)
}

/// Runs compiled code.
pub(super) fn runner(batch: &Batch) -> Runner<'_> {
    let options = options();
    Box::new(move |arguments| batch.functions()[0].run(arguments, &options))
}

impl<'p> Function<'p> {
    /// Finds the function that the command line names, and runs it on inputs.
    ///
    /// # Errors
    /// No such function, parameters for which nothing is made up, or a run that does not come to an end.
    pub(super) fn find(program: &'p Program, file: &str, args: &TuneArgs) -> anyhow::Result<Function<'p>> {
        let functions: Vec<OpId> =
            program.walk(program.top()).filter(|op| entry_block(program, *op).is_some()).collect();
        let name = |op: &OpId| program.attr_text(*op, known::SYM_NAME).unwrap_or_default().to_owned();
        let names = || functions.iter().map(|op| format!("@{}", name(op))).collect::<Vec<_>>().join(", ");
        let wanted = args.entry.as_deref().map(|name| name.trim_start_matches('@'));
        let function = match (wanted, &functions[..]) {
            (_, []) => bail!("{file}: there is no function with a body to run"),
            (None, [only]) => *only,
            (None, _) => bail!("{file}: say with --entry which function to run: {}", names()),
            (Some(wanted), _) => match find_function(program, wanted).filter(|op| functions.contains(op)) {
                Some(found) => found,
                None => {
                    bail!("{file}: there is no function @{wanted} with a body; there are {}", names())
                }
            },
        };
        let batch = compiled(program, function, false);
        let reference = Reference::new(program, function, &runner(&batch), args.seed, args.inputs);
        let name = name(&function);
        let reference = reference.map_err(|why| {
            let message = format!("`@{name}` is not run: {why}");
            anyhow::anyhow!("{}", rendered(program, file, std::iter::once((function, message))))
        })?;
        Ok(Function { program, name, reference })
    }

    /// The function of this name in the program of a point.
    pub(super) fn in_program(&self, program: &Program) -> Option<OpId> {
        find_function(program, &self.name).filter(|op| entry_block(program, *op).is_some())
    }
}

/// The name of a file for messages.
pub(super) fn path_text(path: &Path) -> String {
    path.display().to_string()
}
