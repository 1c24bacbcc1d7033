//! A script is run on a program; each step that changed it is judged by the programs before and after, and the whole once more.

use std::path::Path;

use assay_ir::data::{Context, Program};
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_mlir::{MlirOpt, OnDemand};
use assay_smt::SolverPool;
use assay_transform::order::Policy;
use assay_transform::run::{Change, Failure, Observer, Options, Script, execute};

use super::compared;
use super::inputs::Inputs;
use super::printed::write;
use super::rows::Row;
use crate::args::{Executor, TransformArgs, Validation};
use crate::commands::tv::{self, Judging, StepProgram, StepVerdict};
use crate::exit::Exit;
use crate::output;

/// Notes the steps that changed the program.
struct Steps<'s> {
    inputs: &'s Places,
    judged: bool,
    trace: bool,
    rows: Vec<Row>,
}

/// The places of the operations of a script.
type Places = dyn Fn(assay_ir::data::OpId) -> String;

impl Observer for Steps<'_> {
    fn changed(&mut self, program: &Program, change: Change) {
        let place = (self.inputs)(change.at);
        let run = if change.run > 1 { format!(", run {}", change.run) } else { String::new() };
        let label = format!("{} at {place}{run}", change.name);
        if self.trace {
            eprintln!("// {label}\n{}", text::print(program, &PrintOptions::default()));
        }
        let text = self.judged.then(|| generic(program));
        let Change { created, erased, notes, time, .. } = change;
        self.rows.push(Row { label, created, erased, notes, time, text });
    }

    fn undone(&mut self, kept: usize) {
        self.rows.truncate(kept);
    }

    fn count(&self) -> usize {
        self.rows.len()
    }

    fn says(&mut self, text: &str) {
        eprint!("{text}");
    }
}

fn generic(program: &Program) -> String {
    text::print(program, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Runs a script.
///
/// # Errors
/// Inputs that cannot be used, and files that cannot be written.
pub(super) fn run(script: &Path, args: &TransformArgs) -> anyhow::Result<Exit> {
    if args.by == Executor::Mlir {
        return compared::by_mlir(script, args);
    }
    let mut inputs = Inputs::read(script, &args.into())?;
    if args.by == Executor::Both
        && let Some(said) = inputs.own_step(&script.display().to_string())
    {
        anyhow::bail!("{said}");
    }
    let opt = OnDemand::new(args.mlir_opt.as_ref())?;
    let named = args.solvers.solver.is_some();
    let pool = match crate::solvers::pool(&args.solvers, std::num::NonZero::<usize>::MIN) {
        Ok(pool) => Some(pool),
        Err(why) if named => return Err(why.into()),
        Err(_) => None,
    };
    let judged = args.validate != Validation::None;
    let before = if judged { generic(&inputs.payload) } else { String::new() };
    let (rows, ended) = executed(&mut inputs, args, &opt, pool.as_ref(), judged || args.by == Executor::Both);
    if args.by == Executor::Both
        && let Some(exit) = differs(script, args, opt.get(), &inputs, (&rows, &ended))?
    {
        return Ok(exit);
    }
    if let Err(failure) = &ended
        && failure.needs_tool
    {
        anyhow::bail!("{}: {}", inputs.place(failure.at), failure.message);
    }
    let failure = ended.err().map(|failure| (failure.rule, failed(&inputs, &failure)));
    let fails = failure.is_some();
    let judging = Judging {
        opt: opt.known().cloned(),
        solvers: pool.filter(|_| args.validate == Validation::Prove),
        inputs: args.inputs,
        seed: args.seed,
        alias: args.alias,
        formats: args.format.clone(),
        color: args.color,
        baseline: args.baseline.clone(),
        quiet: args.format.is_empty() && args.output.is_none(),
        file: inputs.file.clone(),
        source: inputs.source.clone(),
        command: command(script, args),
    };
    let programs = if judged { step_programs(&rows) } else { Vec::new() };
    let (exit, verdicts) = tv::steps(judging, &before, &programs, failure, judged)?;
    report(args, &rows, &verdicts);
    if exit == Exit::Clean && !fails {
        write(args, &text::print(&inputs.payload, &PrintOptions::default()))?;
    }
    Ok(exit)
}

/// Runs the script in this process; the steps that changed the program.
fn executed(
    inputs: &mut Inputs,
    args: &TransformArgs,
    opt: &OnDemand,
    solvers: Option<&SolverPool>,
    judged: bool,
) -> (Vec<Row>, Result<(), Failure>) {
    let ops: Vec<_> = inputs.script.walk(inputs.script.top()).map(|op| (op, inputs.place(op))).collect();
    let places: std::collections::HashMap<_, _> = ops.into_iter().collect();
    let place = move |op| places.get(&op).cloned().unwrap_or_default();
    let mut steps = Steps { inputs: &place, judged, trace: args.trace, rows: Vec::new() };
    let script = Script { program: &inputs.script, symbols: &inputs.symbols, entry: inputs.entry };
    let policy = Policy { solvers, alias: args.alias, forced: args.force };
    let options = Options { opt: Some(opt), policy, enable: args.enable, bound: &inputs.bound, chosen: None };
    let ended = execute(&script, &mut inputs.payload, options, &mut steps);
    (steps.rows, ended)
}

/// The exit code where `mlir-opt` ends otherwise, or with another program.
fn differs(
    script: &Path,
    args: &TransformArgs,
    opt: Option<&MlirOpt>,
    inputs: &Inputs,
    (rows, ended): (&[Row], &Result<(), Failure>),
) -> anyhow::Result<Option<Exit>> {
    let opt = opt.ok_or_else(|| anyhow::anyhow!("`--by both` needs `mlir-opt` (`--mlir-opt PATH`)"))?;
    let theirs = compared::transformed_by_mlir(opt, script, args)?;
    let ours = compared::without_script(inputs.payload.ctx(), &generic(&inputs.payload));
    let theirs = theirs.map(|text| compared::without_script(&Context::new(), &text));
    let said = match (ended, theirs) {
        (Ok(()), Ok(theirs)) if theirs == ours => {
            let programs: Vec<&str> = rows.iter().filter_map(|row| row.text.as_deref()).collect();
            match compared::first_difference(opt, script, args, inputs.payload.ctx(), &programs)? {
                Some(said) => said,
                None => return Ok(None),
            }
        }
        (Err(_), Err(_)) => return Ok(None),
        (Ok(()), Ok(theirs)) => {
            let line = ours.lines().zip(theirs.lines()).position(|(a, b)| a != b).unwrap_or(0);
            let at = |text: &str| text.lines().nth(line).unwrap_or_default().trim().to_owned();
            format!("the programs differ in line {}: `{}` here, `{}` there", line + 1, at(&ours), at(&theirs))
        }
        (Ok(()), Err(said)) => format!("`mlir-opt` fails: {said}"),
        (Err(failure), Ok(_)) => format!("it fails here alone: {}", failure.message),
    };
    eprintln!("error: internal disagreement [{}]: {said}", Rule::U013.code());
    Ok(Some(Exit::Trouble))
}

/// The failure of a script in words.
fn failed(inputs: &Inputs, failure: &Failure) -> StepProgram {
    let (name, number) = &failure.step;
    let related = failure.related.iter().map(|(op, text)| format!("; {text} ({})", inputs.place(*op)));
    StepProgram {
        label: format!("{name}#{number} at {}", inputs.place(failure.at)),
        text: format!("fails: {}{}", failure.message, related.collect::<String>()),
    }
}

/// The programs behind the steps that changed something.
fn step_programs(rows: &[Row]) -> Vec<StepProgram> {
    let one = |row: &Row| Some(StepProgram { label: row.label.clone(), text: row.text.clone()? });
    rows.iter().filter_map(one).collect()
}

/// The lines of the steps: on standard error where the program goes to standard output.
fn report(args: &TransformArgs, rows: &[Row], verdicts: &[StepVerdict]) {
    for (index, row) in rows.iter().enumerate() {
        let line = row.line(index + 1, verdicts.get(index));
        match args.output.is_some() && args.format.is_empty() {
            true => output::line(format_args!("{line}")),
            false => eprintln!("{line}"),
        }
    }
}

/// The command that shows it again.
fn command(script: &Path, args: &TransformArgs) -> String {
    let quoted = |path: &Path| crate::shell::quoted(&path.display().to_string());
    let to = args.to.as_deref().map(|path| format!(" --to {}", quoted(path))).unwrap_or_default();
    let mut out = format!("assay transform {}{to}", quoted(script));
    let mut option = |name: &str, value: String| out.push_str(&format!(" --{name} {value}"));
    args.libraries.iter().for_each(|path| option("library", quoted(path)));
    args.bind.iter().for_each(|value| option("bind", crate::shell::quoted(value)));
    args.sequence.iter().for_each(|name| option("sequence", crate::shell::quoted(name)));
    args.mlir_opt.iter().for_each(|path| option("mlir-opt", quoted(path)));
    for (name, is_set) in [("enable", args.enable), ("alias", args.alias), ("force", args.force)] {
        if is_set {
            out.push_str(&format!(" --{name}"));
        }
    }
    out
}
