//! `assay run F.rise`: a definition on arguments, by its meaning, as compiled code, or one against the other.

use std::sync::Arc;

use assay_backend::arguments::split;
use assay_backend::interp::rise::{self, Data, Limits, Machine, Stop};
use assay_jit::Jit;
use assay_rise::core::Definition;
use assay_rise::lower;
use assay_rise::sizes::Sizes;

use crate::args::{EngineChoice, RunArgs};
use crate::exit::Exit;
use crate::rise::RiseFile;

/// Prints the result. Exit code 1 where the behaviour is undefined, 4 where the run was given up, 2 where both differ.
pub(crate) fn run(args: &RunArgs) -> anyhow::Result<Exit> {
    let Some((file, _)) = super::load(&args.file)? else { return Ok(Exit::Trouble) };
    let definition = super::entry(&file.read.module, args.entry.as_deref())?;
    let words: Vec<&str> = args.args.iter().flatten().flat_map(|words| split(words)).collect();
    let types: Vec<_> = definition.parameters.iter().map(|parameter| &parameter.ty).collect();
    let arguments = rise::arguments(&types, &words).map_err(anyhow::Error::msg)?;
    let said = match &args.sizes {
        Some(text) => assay_rise::sizes::parse(text, definition).map_err(anyhow::Error::msg)?,
        None => Sizes::new(),
    };
    let sizes = rise::bound(definition, &arguments, &said).map_err(anyhow::Error::msg)?;
    let shown: Vec<String> = arguments.iter().map(ToString::to_string).collect();
    say!("@{}({})", definition.name, shown.join(", "));
    let own = |file: &RiseFile| meaning(file, definition, &sizes, &arguments, args.fuel);
    match args.engine {
        EngineChoice::Interp => Ok(outcome("interpreter", &own(&file))),
        EngineChoice::Jit => {
            let result = machine_code(&file, definition, &sizes, &arguments, args.fuel)?;
            Ok(outcome("compiled", &result.map_err(Ended::Other)))
        }
        EngineChoice::Both => {
            let (one, two) = (own(&file), machine_code(&file, definition, &sizes, &arguments, args.fuel)?);
            match (&one, &two) {
                (Ok(before), Ok(after)) if !before.allows(after) => {
                    say!("  interpreter: = ({before})");
                    say!("  compiled: = ({after})");
                    say!("  internal disagreement between engines");
                    Ok(Exit::Trouble)
                }
                (Ok(_), Err(why)) => {
                    say!("  compiled: {why}");
                    Ok(outcome("interpreter", &one).and(Exit::Unknown))
                }
                _ => Ok(outcome("interpreter, compiled", &one)),
            }
        }
    }
}

/// Why there is no result.
enum Ended {
    Meaning(Stop),
    Other(String),
}

fn meaning(
    file: &RiseFile,
    definition: &Definition,
    sizes: &Sizes,
    arguments: &[Data],
    fuel: u64,
) -> Result<Data, Ended> {
    let mut machine = Machine::new(&file.read.module, &Limits { fuel });
    machine.call(definition, Arc::new(sizes.clone()), arguments).map_err(Ended::Meaning)
}

fn machine_code(
    file: &RiseFile,
    definition: &Definition,
    sizes: &Sizes,
    arguments: &[Data],
    fuel: u64,
) -> anyhow::Result<Result<Data, String>> {
    let lowered = match lower::lower(definition, &super::shared(file), sizes) {
        Ok(lowered) => lowered,
        Err(why) => return Ok(Err(why.to_string())),
    };
    super::compiled(&lowered.text, definition, sizes, arguments, (&Jit, fuel))
}

fn outcome(engines: &str, result: &Result<Data, Ended>) -> Exit {
    match result {
        Ok(value) => {
            say!("  = ({value})  [{engines}]");
            Exit::Clean
        }
        Err(Ended::Meaning(stop)) => {
            say!("  {stop}");
            if matches!(stop, Stop::Undefined(..)) { Exit::Findings } else { Exit::Unknown }
        }
        Err(Ended::Other(why)) => {
            say!("  {why}");
            Exit::Unknown
        }
    }
}
