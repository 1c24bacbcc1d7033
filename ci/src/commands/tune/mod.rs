//! `assay tune`: the points of a script's space are run, validated against the program, and measured; the best one is filled in.
//!
//! Files in reading order: `search` the points one by one, `function` the one that is run, `measure` what a point costs, `table` the points that are
//! known.

mod function;
mod measure;
mod search;
mod table;

use anyhow::{Context as _, bail};
use assay_ir::data::Program;
use assay_mlir::{OnDemand, files};
use assay_transform::run::Script;
use assay_transform::tune::{Budget, Count, Measured, Proposals, Space, selected};

use self::function::Function;
use self::measure::Measure;
use self::search::Search;
use self::table::{Row, Table};
use super::transform::{Inputs, rendered};
use crate::args::{Points, TuneArgs};
use crate::digest::short_digest;
use crate::exit::Exit;
use crate::{interrupt, output};

/// Runs the command.
///
/// # Errors
/// Inputs that cannot be used, spaces without a point, and files that cannot be written.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::read(&args.script, &args.into())?;
    let pool = crate::solvers::pool(&args.solvers, std::num::NonZero::<usize>::MIN);
    let pool = match pool {
        Ok(pool) => Some(pool),
        Err(why) if args.solvers.solver.is_some() => return Err(why.into()),
        Err(_) => None,
    };
    let name = args.script.display().to_string();
    let script = Script { program: &inputs.script, symbols: &inputs.symbols, entry: inputs.entry };
    let space = Space::read(&script, &inputs.bound, pool.as_ref()).map_err(|faults| {
        let list = faults.into_iter().map(|fault| (fault.at, fault.message));
        anyhow::anyhow!("{}", rendered(&inputs.script, &name, list))
    })?;
    for op in space.undecided() {
        eprintln!("note: {}: this constraint is decided when it is run", inputs.place(*op));
    }
    if args.count {
        output::print(&format!("{} points\n", count_text(space.count())))?;
        return Ok(Exit::Clean);
    }
    let budget = match args.points {
        Points::All => Budget::All,
        Points::Most(count) => Budget::Points(count),
    };
    let Some(proposals) = Proposals::new(&space, budget, args.seed) else {
        bail!("{name}: the space has {} points; say `--points N`", count_text(space.count()));
    };
    let opt = OnDemand::new(args.mlir_opt.as_ref())?;
    let (file, original) = (inputs.file.clone(), inputs.payload.clone());
    let function = Function::find(&original, &file, args)?;
    let mut measure = Measure::new(&args.measure)?;
    let mut table = Table::open(args, &key(args, &inputs)?, &space)?;
    let _cooperation = interrupt::cooperate();
    let mut search = Search {
        args,
        script,
        space: &space,
        function,
        opt: &opt,
        solvers: pool.as_ref(),
        bound: &inputs.bound,
    };
    let found = search.run(&proposals, &mut inputs.payload, &mut measure, &mut table)?;
    let rows = table.rows();
    let best = best(rows);
    report(args, &space, &proposals, rows, best)?;
    if let Some(best) = best {
        write(args, &selected(&inputs.script, &space.chosen(&best.measured.point)))?;
    }
    let findings = match found.is_empty() {
        true => Exit::Clean,
        false => super::tv::differences(search.judging(&inputs.file, &inputs.source), found)?,
    };
    Ok(exit(rows, best, findings))
}

fn exit(rows: &[Row], best: Option<&Row>, findings: Exit) -> Exit {
    if interrupt::came() {
        eprintln!("error: interrupted: {} points were measured", rows.len());
        return Exit::Trouble;
    }
    let refuted = rows.iter().any(Row::is_refuted);
    if rows.iter().any(Row::is_disagreement) {
        return Exit::Trouble;
    }
    match (best, refuted) {
        (None, _) | (_, true) => Exit::Findings.and(findings),
        (Some(_), false) => findings,
    }
}

fn count_text(count: Count) -> String {
    match count {
        Count::Exactly(count) => count.to_string(),
        Count::AtLeast(count) => format!("more than {count}"),
    }
}

/// The cheapest point that is not refuted.
fn best(rows: &[Row]) -> Option<&Row> {
    let right = rows.iter().filter(|row| row.measured.cost.is_some() && !row.is_refuted());
    right.min_by(|a, b| {
        a.measured.cost.unwrap_or(f64::INFINITY).total_cmp(&b.measured.cost.unwrap_or(f64::INFINITY))
    })
}

/// The lines behind the table.
fn report(
    args: &TuneArgs,
    space: &Space<'_>,
    proposals: &Proposals<'_>,
    rows: &[Row],
    best: Option<&Row>,
) -> anyhow::Result<()> {
    let measured = rows.iter().filter(|row| row.measured.cost.is_some()).count();
    let mut said = format!("{measured} of {} points", space.combinations());
    match best {
        Some(Row { measured: Measured { point, cost: Some(cost) }, .. }) => {
            let point = space.words(point);
            let point = if point.is_empty() { String::new() } else { format!("{point}: ") };
            said.push_str(&format!("; {point}{}", table::cost(*cost)));
        }
        _ => said.push_str("; none is right"),
    }
    let failed = rows.len() - measured;
    if failed > 0 {
        said.push_str(&format!("; {failed} failed"));
    }
    match space.count() {
        Count::Exactly(count) if count < space.combinations() => {
            said.push_str(&format!("; {} break a constraint", space.combinations() - count));
        }
        _ => {}
    }
    if rows.len() < proposals.total() && !interrupt::came() {
        said.push_str(&format!("; {} were to be measured", proposals.total()));
    }
    line(args, &said)
}

/// A line of the report: on standard error where the script goes to standard output.
fn line(args: &TuneArgs, said: &str) -> anyhow::Result<()> {
    match args.output {
        Some(_) => output::print(&format!("{said}\n")),
        None => {
            eprintln!("{said}");
            Ok(())
        }
    }
}

/// Writes the script with the best point.
fn write(args: &TuneArgs, text: &str) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => files::write(path, text).with_context(|| format!("cannot write {}", path.display())),
        None if args.format.iter().any(|format| !format.contains('=')) => Ok(()),
        None => output::print(text),
    }
}

/// The script, the payload and the options that a table of points belongs to.
fn key(args: &TuneArgs, inputs: &Inputs) -> anyhow::Result<String> {
    let text = |program: &Program| assay_ir::text::print(program, &assay_ir::text::PrintOptions::default());
    let options =
        (&args.measure, &args.entry, &args.bind, &args.sequence, args.enable, args.alias, args.inputs);
    Ok(short_digest(&format!("{options:?}\n{}\n{}", text(&inputs.script), text(&inputs.payload))))
}
