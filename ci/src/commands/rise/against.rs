//! `assay tv A.rise B.mlir`: definitions against functions with loops or structured operations, by runs on drawn inputs; nothing is proved.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_backend::engine::{Engine as _, Options, Outcome};
use assay_backend::interp::rise::{Data, Limits, Machine, leaves, parameter_leaves, rebuilt};
use assay_backend::interp::{Interpreter, find_function};
use assay_backend::value::{Shaped, Value};
use assay_ir::data::{Context, OpId, Program, Source, TypeKind};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Stage, UnknownKind, VerdictKind};
use assay_mlir::files;
use assay_reports::{Answer, Finding, PatternReport, Reason, Subject};
use assay_rise::core::Definition;
use assay_rise::nat::Nat;
use assay_rise::sizes::{self, Sizes, number};

use super::lower::{drawn, small_sizes};
use crate::args::TvArgs;
use crate::diagnostics;
use crate::exit::Exit;
use crate::origin::locate;
use crate::output::Outputs;
use crate::rise::RiseFile;

/// Fuel of one run.
const FUEL: u64 = 2_000_000;
/// Inputs of each definition.
const INPUTS: usize = 24;

/// Compares each definition of a file with the function of its name in a program.
pub(crate) fn run(args: &TvArgs, rise: &Path, mlir: &Path, rise_first: bool) -> anyhow::Result<Exit> {
    let Some((file, sources)) = super::load(rise)? else { return Ok(Exit::Trouble) };
    let name = mlir.display().to_string();
    let bytes = files::read_named(mlir).with_context(|| format!("cannot read {name}"))?;
    let Ok(text) = String::from_utf8(bytes) else { bail!("{name}: this is not UTF-8") };
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new(&name, text));
    if !parsed.diagnostics.is_empty() {
        eprint!("{}", diagnostics::render(&parsed.program, &parsed.diagnostics));
        return Ok(Exit::Trouble);
    }
    let wanted = args.entry.as_deref().map(|name| name.trim_start_matches('@'));
    let mut stream = Outputs::parse(&args.format, args.color, args.quiet)?.open()?;
    stream.start(&diagnostics::tool(), &mut [], &sources)?;
    let mut exit = Exit::Clean;
    for definition in file.read.module.definitions() {
        let Some(function) = find_function(&parsed.program, &definition.name) else { continue };
        if wanted.is_some_and(|name| name != &*definition.name) {
            continue;
        }
        let at = locate(&sources, &file.name, definition.span);
        let mut report = PatternReport::new(&definition.name, &at, VerdictKind::Unknown);
        report.subject = Subject::Definitions;
        let class = UnknownKind::Tested;
        let answer = match compared(&file, definition, &parsed.program, function) {
            Ok(Tested::Alike(inputs)) => {
                let reason = Reason { class, subject: format!("{inputs} inputs"), line: None };
                report.reason = Some(reason.clone());
                Answer::Unknown(reason)
            }
            Ok(Tested::Differ { arguments, own, found }) => {
                report.verdict = VerdictKind::Refuted;
                let (before, after) = if rise_first { (own, found) } else { (found, own) };
                let message = format!("the result differs: it is {before} before and {after} after");
                let mut finding = Finding::new(Rule::V301, Severity::Error, at.clone(), message);
                finding.notes = arguments;
                report.findings.push(finding);
                exit = Exit::Findings;
                Answer::Refuted
            }
            Err(why) => {
                let reason = Reason { class: UnknownKind::Unsupported, subject: why, line: None };
                report.reason = Some(reason.clone());
                Answer::Unknown(reason)
            }
        };
        report.stages.push((Stage::Values, answer));
        stream.pattern(&mut report, &sources)?;
    }
    stream.finish(&mut [], &mut [], &[], &sources)?;
    if stream.summary().patterns == 0 {
        eprintln!("error: no definition and function of one name in both files");
        return Ok(Exit::NoPattern);
    }
    stream.conclude(exit.code())?;
    Ok(exit)
}

/// The answer of runs.
enum Tested {
    Alike(usize),
    Differ { arguments: Vec<String>, own: String, found: String },
}

/// The place of the results of a function.
#[derive(Clone, Copy)]
enum Convention {
    /// Memory behind the arguments.
    Outputs,
    /// Values.
    Values,
    /// The memory of the last argument.
    Last,
}

fn compared(
    file: &RiseFile,
    definition: &Definition,
    program: &Program,
    function: OpId,
) -> Result<Tested, String> {
    let components = |ty| parameter_leaves(ty).ok_or("a type without components");
    let mut parameters = 0;
    for parameter in &definition.parameters {
        parameters += components(&parameter.ty)?.len();
    }
    let results = components(definition.result())?.len();
    let block =
        program.op_regions(function).first().and_then(|region| program.region(*region).blocks.first());
    let arguments =
        block.map(|block| program.block(*block).arguments.clone()).ok_or("a function without a body")?;
    let last = block.and_then(|block| program.last_op(*block)).map_or(0, |op| program.operand_count(op));
    let convention = match (arguments.len(), last) {
        (count, 0) if count == parameters + results => Convention::Outputs,
        (count, values) if count == parameters && values == results => Convention::Values,
        (count, 0) if count == parameters && results == 1 => Convention::Last,
        (count, _) => {
            return Err(format!("{count} arguments where {parameters} and {results} results are expected"));
        }
    };
    let known = known_sizes(definition, program, &arguments)?;
    let mut inputs = 0;
    for (round, sizes) in small_sizes(definition, &known).into_iter().take(INPUTS).enumerate() {
        let Some(arguments) = drawn(definition, &sizes, round as u64) else { continue };
        let mut machine = Machine::new(&file.read.module, &Limits { fuel: FUEL });
        let Ok(expected) = machine.call(definition, Arc::new(sizes.clone()), &arguments) else { continue };
        let found = found(definition, (program, function), &sizes, &arguments, convention)?;
        if !found.as_ref().is_ok_and(|found| expected.allows(found)) {
            let names = definition.parameters.iter().map(|one| one.variable.name.to_string());
            let lines = names.zip(&arguments).map(|(name, value)| format!("{name} = {value}")).collect();
            let found = found.map_or_else(|why| why, |found| found.to_string());
            return Ok(Tested::Differ { arguments: lines, own: expected.to_string(), found });
        }
        inputs += 1;
    }
    if inputs == 0 { Err("no input could be run".to_owned()) } else { Ok(Tested::Alike(inputs)) }
}

/// The lengths that extents of the function say.
fn known_sizes(
    definition: &Definition,
    program: &Program,
    arguments: &[assay_ir::data::ValueId],
) -> Result<Sizes, String> {
    let mut extents: Vec<(Nat, i128)> = Vec::new();
    let leaves = definition.parameters.iter().filter_map(|one| parameter_leaves(&one.ty)).flatten();
    for (leaf, argument) in leaves.zip(arguments) {
        let shape = match program.ctx().type_kind(program.value_type(*argument)) {
            TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, .. } => shape.to_vec(),
            _ => Vec::new(),
        };
        if shape.len() != leaf.lengths.len() {
            return Err(format!(
                "an argument of {} dimensions where {} are expected",
                shape.len(),
                leaf.lengths.len()
            ));
        }
        let known = leaf.lengths.iter().cloned().zip(shape);
        extents.extend(known.filter_map(|(length, extent)| Some((length, i128::from(extent?)))));
    }
    let mut known = Sizes::new();
    for symbol in &definition.lengths {
        let alone = Definition { lengths: vec![symbol.clone()], ..definition.clone() };
        let own: Vec<(Nat, i128)> =
            extents.iter().filter(|(length, _)| length.as_symbol() == Some(symbol)).cloned().collect();
        if let Ok(found) = sizes::solve(&alone, &own, &Sizes::new()) {
            known.extend(found);
        }
    }
    match extents.iter().find(|(length, extent)| number(length, &known).is_some_and(|own| own != *extent)) {
        Some((length, extent)) => Err(format!("an extent of {extent} where {length} is expected")),
        None => Ok(known),
    }
}

/// The result of a function on arguments.
fn found(
    definition: &Definition,
    (program, function): (&Program, OpId),
    sizes: &Sizes,
    arguments: &[Data],
    convention: Convention,
) -> Result<Result<Data, String>, String> {
    let mut values: Vec<Value> = Vec::new();
    for (parameter, argument) in definition.parameters.iter().zip(arguments) {
        values.extend(leaves(&parameter.ty, argument, sizes).ok_or("arguments of other types")?);
    }
    let outputs = parameter_leaves(definition.result()).ok_or("a result of another type")?;
    if matches!(convention, Convention::Outputs) {
        for leaf in &outputs {
            let shape = leaf.lengths.iter().map(|length| u64::try_from(number(length, sizes)?).ok());
            let shape = shape.collect::<Option<Vec<u64>>>().ok_or("an extent that is no number")?;
            let count: u64 = shape.iter().product();
            values.push(Shaped::new(shape, vec![Value::Poison; count as usize]).into());
        }
    }
    let options = Options { fuel: FUEL, ..Options::default() };
    let run = Interpreter.run(program, function, &values, &options).map_err(|error| error.to_string())?;
    let ty = super::at(definition, sizes);
    Ok(match run.outcome {
        Outcome::Values(results) => {
            let own = match convention {
                Convention::Values => &results[..],
                Convention::Outputs | Convention::Last => {
                    &run.memory[run.memory.len().saturating_sub(outputs.len())..]
                }
            };
            rebuilt(&ty, own).ok_or_else(|| "a value of another shape".to_owned())
        }
        Outcome::Ub { why, .. } => Err(format!("undefined behaviour: {why}")),
        Outcome::Trap { message, .. } => Err(format!("stopped by itself: {message}")),
        Outcome::OutOfFuel(limit) => return Err(format!("given up: {limit}")),
        Outcome::Unsupported { name, gap, .. } => return Err(format!("not supported: {name}: {gap}")),
    })
}
