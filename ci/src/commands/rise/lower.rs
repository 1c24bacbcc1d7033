//! `assay lower F.rise`: definitions as functions over memrefs with loops, judged against their meaning on inputs before they are
//! printed.

use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use assay_backend::engine::IndexWidth;
use assay_backend::inputs::{Inputs, Range};
use assay_backend::interp::Interpreter;
use assay_backend::interp::rise::{Data, Limits, Machine, parameter_leaves, rebuilt};
use assay_ir::data::{Context, TypeId, TypeKind};
use assay_jit::Jit;
use assay_mlir::files;
use assay_rise::core::{Definition, positive};
use assay_rise::lower::{Lowered, lower, lower_with};
use assay_rise::sizes::{self, Sizes, number};

use super::kernels::products;
use crate::args::{Kernel, LowerArgs, SolverArgs};
use crate::exit::Exit;
use crate::output;
use crate::rise::RiseFile;
use crate::solvers;

/// Fuel of one run.
const FUEL: u64 = 2_000_000;
/// Inputs of each definition.
const INPUTS: usize = 24;
/// Times that a lowering is measured.
const TIMES: usize = 100;

/// Prints the functions, or writes them to a file. Exit code 2 where one differs from its definition.
pub(crate) fn run(args: &LowerArgs) -> anyhow::Result<Exit> {
    let Some((file, _)) = super::load(&args.file)? else { return Ok(Exit::Trouble) };
    let entry = super::entry(&file.read.module, args.entry.as_deref())?;
    let said = match &args.sizes {
        Some(text) => sizes::parse(text, entry).map_err(anyhow::Error::msg)?,
        None => Sizes::new(),
    };
    let with = args.kernels.map(|Kernel::Gemm| {
        let registry = assay_corpus::builtin_on_demand(&Context::new());
        let pool = solvers::pool(&SolverArgs::default(), NonZero::<usize>::MIN).ok();
        let premises = assay_verifier::premises(&registry, pool.as_ref());
        products(entry, &super::shared(&file), &said, &premises)
    });
    let made = match &with {
        Some(with) => lower_with(&with.definition, &with.module, &said, &with.kernels),
        None => lower(entry, &super::shared(&file), &said),
    };
    if let Some(with) = &with
        && with.kernels.is_empty()
    {
        eprintln!("note: no part of @{} is a product of two matrices of constant lengths", entry.name);
    }
    let lowered = match made {
        Ok(lowered) => lowered,
        Err(why) => bail!("@{} is not lowered: {why}", entry.name),
    };
    lowered.costs.iter().for_each(|line| eprintln!("note: {line}"));
    if args.timings {
        let module = super::shared(&file);
        let mut times: Vec<Duration> = (0..TIMES)
            .map(|_| {
                let started = Instant::now();
                drop(lower(entry, &module, &said));
                started.elapsed()
            })
            .collect();
        times.sort_unstable();
        eprintln!("lowering: {:.3} ms", times[TIMES / 2].as_secs_f64() * 1e3);
    }
    if !args.no_validate {
        let inputs = validated(&file, entry, &said, &lowered)?;
        eprintln!("note: @{} computes what its definition does on {inputs} inputs", entry.name);
    }
    match &args.output {
        Some(path) => {
            files::write(path, &lowered.text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => output::print(&lowered.text)?,
    }
    Ok(Exit::Clean)
}

/// Runs a lowered function and its definition on drawn inputs of small sizes, or of those that are said.
fn validated(file: &RiseFile, entry: &Definition, said: &Sizes, lowered: &Lowered) -> anyhow::Result<usize> {
    let mut inputs = 0;
    for (round, sizes) in small_sizes(entry, said).into_iter().take(INPUTS).enumerate() {
        let Some(arguments) = drawn(entry, &sizes, round as u64) else { continue };
        let mut machine = Machine::new(&file.read.module, &Limits { fuel: FUEL });
        let Ok(expected) = machine.call(entry, Arc::new(sizes.clone()), &arguments) else { continue };
        // Compiled code knows extents that are constant alone.
        let fixed = match said.len() == entry.lengths.len() {
            true => lowered.clone(),
            false => lower(entry, &super::shared(file), &sizes).map_err(|why| anyhow::anyhow!("{why}"))?,
        };
        let found = [
            super::compiled(&lowered.text, entry, &sizes, &arguments, (&Interpreter, FUEL))?,
            super::compiled(&fixed.text, entry, &sizes, &arguments, (&Jit, FUEL))?,
        ];
        for found in found {
            match found {
                Ok(found) if expected.allows(&found) => {}
                Ok(found) => {
                    bail!("internal error, please report it: @{} is {expected}, lowered {found}", entry.name)
                }
                Err(why) => {
                    bail!("internal error, please report it: @{} is {expected}, lowered: {why}", entry.name)
                }
            }
        }
        inputs += 1;
    }
    Ok(inputs)
}

/// Sizes from zero to three for what is not said, all that lengths and patterns permit.
pub(super) fn small_sizes(entry: &Definition, said: &Sizes) -> Vec<Sizes> {
    let open: Vec<_> = entry.lengths.iter().filter(|symbol| !said.contains_key(*symbol)).collect();
    let positive = positive(&[&entry.body]);
    let count = 4usize.saturating_pow(open.len() as u32).min(256);
    let all = (0..count).map(|mut at| {
        let mut sizes = said.clone();
        for symbol in &open {
            // Two and three before one and zero.
            sizes.insert((*symbol).clone(), [2, 3, 1, 0][at % 4]);
            at /= 4;
        }
        sizes
    });
    let fits =
        |sizes: &Sizes| positive.iter().all(|length| number(length, sizes).is_some_and(|number| number >= 1));
    let mut all: Vec<Sizes> = all.filter(fits).collect();
    if all.len() == 1 {
        all = vec![all[0].clone(); INPUTS];
    }
    all
}

/// The most elements of an array that is drawn.
const MAX_DRAWN: u64 = 1 << 22;

/// Arguments of a definition at these sizes; `None` where one is too large.
pub(super) fn drawn(entry: &Definition, sizes: &Sizes, seed: u64) -> Option<Vec<Data>> {
    let ctx = Context::new();
    let mut all = Vec::new();
    for (place, parameter) in entry.parameters.iter().enumerate() {
        let types: Vec<TypeId> = parameter_leaves(&parameter.ty)?
            .iter()
            .map(|leaf| {
                let element = assay_ir::text::parse_type(&ctx, &leaf.scalar.to_string()).ok()?;
                let shape: Option<Vec<Option<u64>>> =
                    leaf.lengths.iter().map(|length| Some(number(length, sizes)?.try_into().ok())).collect();
                let shape = shape?;
                let extents: Vec<u64> = shape.iter().copied().collect::<Option<_>>()?;
                assay_backend::value::count(&extents).filter(|count| *count <= MAX_DRAWN)?;
                Some(match shape.is_empty() {
                    true => element,
                    false => ctx.ty(TypeKind::RankedTensor { shape: shape.into(), element, encoding: None }),
                })
            })
            .collect::<Option<_>>()?;
        let with = place as u64 * 1_000 + seed;
        let values = Inputs::of_types(&ctx, types, IndexWidth::W64, with, Range::default());
        let values = values.filter(|values| !values.iter().any(assay_backend::value::Value::has_poison));
        all.push(rebuilt(&parameter.ty, &values.take(8).last()?)?);
    }
    Some(all)
}
