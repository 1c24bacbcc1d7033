//! `assay reduce`: the smallest program and the shortest pipeline on which a binary goes wrong in the same way. The finding is that
//! of `assay tv`; what is smaller is believed only where the binary and the engines show it again.
//!
//! Files in reading order: `pipeline` passes that can be left out, `checkpoint` the state of a folder, `search` what is tried,
//! `reproducer` the finding on what is left, `files` the program, the lit test and the text for a tracker.

mod checkpoint;
mod files;
mod pipeline;
mod reproducer;
mod search;

use std::path::Path;

use anyhow::bail;
use assay_ir::data::{Context, Program, Source};
use assay_ir::rule::Rule;
use assay_ir::text::{self, PrintOptions};
use assay_mlir::{MlirOpt, lit};
use assay_reports::Sources;
use assay_verifier::limits::Limits;
use assay_verifier::program::{Answer, Change, Side, Validator};

use super::cases::{judge, runner};
use super::request::Request;
use super::session::{Report, no_entry};
use super::smaller::{Breaks, Fault, RUNS_OF_UNSTEADY, is_defined};
use super::through::{self, After};
use crate::args::ReduceArgs;
use crate::digest::short_digest;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::{interrupt, memory};
use checkpoint::{Case, Checkpoint, Known, Size};
use pipeline::Pipeline;
use reproducer::Reproducer;
use search::{Search, size};

/// A finding that is to be kept.
struct Goal {
    how: Breaks,
    /// The function, without the names of modules around it.
    function: String,
    /// Drawn inputs show nothing, and a solver is asked each time.
    by_proof: bool,
}

/// Reduces a program and reports what is left.
pub(crate) fn run(args: &ReduceArgs) -> anyhow::Result<Exit> {
    if let Err(error) = memory::watch(Limits::MEMORY) {
        eprintln!("note: the memory of this run is not watched: {error}");
    }
    let _cooperation = interrupt::cooperate();
    let request = Request::of_reduction(args)?;
    let Some(opt) = &request.opt else { bail!("mlir-opt not found") };
    let pipeline = Pipeline::new(args)?;
    if let (None, Some(refused)) = (&args.script, pipeline.passes().refused(opt)) {
        bail!("{refused}");
    }
    let (file, source) = (args.file.display().to_string(), read(&args.file)?);
    for note in pipeline.passes().check(request.own.as_ref(), &[&source])? {
        eprintln!("note: {note}");
    }
    let texts = texts(args, opt, &source)?;
    if let Some(said) = no_entry(&request) {
        bail!("{said}");
    }
    let (checkpoint, known) = Checkpoint::open(&args.out, question(args, opt, &texts, &pipeline))?;
    // After a signal, an error only means that mlir-opt was stopped.
    let unless_over = |error: anyhow::Error| match interrupt::is_over() {
        true => anyhow::anyhow!("{}: the same command goes on from {}", interrupt::why(), args.out.display()),
        false => error,
    };
    let found = goal(args, &request, opt, known, (&file, &texts, &pipeline)).map_err(unless_over)?;
    let Some((goal, start, case)) = found else {
        if interrupt::is_over() {
            return Err(unless_over(anyhow::anyhow!("")));
        }
        let rule = args.rule.map_or_else(String::new, |rule| format!(" by {}", rule.code()));
        say!("nothing goes wrong{rule} in {file} after `{}`", pipeline.passes().label);
        return Ok(Exit::Clean);
    };
    let validator = if goal.by_proof { judge(&request) } else { runner(&request) };
    let mut fault = Fault::new(opt, &validator, &goal.function, goal.how.clone());
    fault.by_first_difference();
    fault.threads = request.threads;
    fault.undefined = !is_defined(&validator, &case.program);
    fault.runs = runs(&fault, &case);
    let progress = Progress::open_ended(args.quiet);
    let (ctx, function) = (validator.context(), goal.function.as_str());
    let (fault, checkpoint, progress) = (&fault, &checkpoint, &progress);
    let mut search = Search { opt, ctx, fault, function, checkpoint, progress, start, case, tried: 0 };
    let done = search.run();
    let pattern = if done.is_ok() && !interrupt::is_over() { search.pattern() } else { None };
    let alone = pattern.as_ref().and_then(|(number, _)| search.alone(*number));
    progress.finish();
    done?;
    let (now, tried) = (search.size(), search.tried);
    // A smaller program may crash in some runs alone where the first one always did.
    let runs = fault.runs.max(runs(fault, &search.case));
    let sizes = format!(
        "{} became {}, {} became {}",
        count(start.operations, "operation"),
        now.operations,
        count(start.passes, "pass"),
        now.passes
    );
    if interrupt::is_over() {
        let folder = args.out.display();
        bail!("{}: {sizes} so far; the same command goes on from {folder}", interrupt::why());
    }
    let reproducer = Reproducer {
        request: &request,
        opt,
        goal: &goal,
        passes: search.case.pipeline.passes(),
        program: search.case.program,
        pattern: pattern.map(|(_, name)| name),
        alone,
        runs,
        sizes,
    };
    let (record, written) = files::write(&reproducer, checkpoint, (&file, &source)).map_err(unless_over)?;
    eprintln!("note: {}; {tried} programs were tried", reproducer.sizes);
    written.iter().for_each(|path| eprintln!("note: written to {}", path.display()));
    let mut sources = Sources::new();
    sources.insert(file, source);
    let mut report = Report::open(&request, None)?;
    report.add(vec![record], &sources)?;
    report.finish()
}

/// Runs of a program in one of which a fault has to come.
fn runs(fault: &Fault<'_>, case: &Case) -> usize {
    if fault.is_unsteady(&case.program, &case.pipeline.passes()) { RUNS_OF_UNSTEADY } else { 1 }
}

/// A number with a noun.
fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ if noun.ends_with('s') => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    let name = path.display();
    let bytes = assay_mlir::files::read_named(path)
        .map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| anyhow::anyhow!("{name} is not UTF-8"))
}

/// The texts of a file, each with the script behind it.
///
/// # Errors
/// A script that is no program.
fn texts(args: &ReduceArgs, opt: &MlirOpt, source: &str) -> anyhow::Result<Vec<String>> {
    let texts = lit::chunks(source).into_iter().map(|chunk| chunk.text);
    let Some(script) = &args.script else { return Ok(texts.collect()) };
    let same = match (script.canonicalize(), args.file.canonicalize()) {
        (Ok(script), Ok(file)) => script == file,
        _ => false,
    };
    if same {
        return Ok(texts.collect());
    }
    let ctx = Context::new();
    let script_text = read(script)?;
    let sequences = parts(&ctx, opt, &script.display().to_string(), &script_text)?;
    let with = |text: String| {
        let program = parts(&ctx, opt, &args.file.display().to_string(), &text)?;
        Ok(format!("module attributes {{transform.with_named_sequence}} {{\n{program}{sequences}}}\n"))
    };
    texts.map(with).collect()
}

/// The operations of a text in generic form, without the module around them.
///
/// # Errors
/// A text that neither Assay nor the binary reads.
fn parts(ctx: &std::sync::Arc<Context>, opt: &MlirOpt, name: &str, source: &str) -> anyhow::Result<String> {
    let generic = generic_text(opt, name, source)?;
    let program: Program = text::parse(ctx, &Source::new(name, generic.as_str())).program;
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    let operations = program.ops_in(program.top_block());
    Ok(operations.map(|op| text::print_op(&program, op, &options) + "\n").collect())
}

/// A text in generic form, as the binary prints it.
///
/// # Errors
/// The message of the binary about a text that it does not accept.
fn generic_text(opt: &MlirOpt, name: &str, source: &str) -> anyhow::Result<String> {
    if let Some(text) = through::before(opt, &[source]).pop().flatten() {
        return Ok(text);
    }
    let why = match opt.parse_print(source, &assay_mlir::opt::ParseOptions::default()) {
        assay_mlir::Outcome::Error(messages) => {
            messages.first().map_or(String::new(), |one| one.message.clone())
        }
        outcome => format!("{outcome:?}"),
    };
    bail!("{name}: the binary does not accept it: {why}")
}

/// The digest of all that an answer depends on.
fn question(args: &ReduceArgs, opt: &MlirOpt, texts: &[String], pipeline: &Pipeline) -> String {
    let rule = args.rule.map_or("", |rule| rule.code());
    let entry = args.entry.as_deref().unwrap_or_default();
    let binary = format!("{} {}", opt.path().display(), opt.version());
    let numbers = format!("{} {}", args.seed, args.inputs);
    let parts = [&texts.join("// -----\n"), &pipeline.arguments().join(" "), rule, entry, &binary, &numbers];
    short_digest(&parts.join("\0"))
}

/// The finding that is kept, the size of the first case with it, and the case that the search starts from; `None` where nothing goes
/// wrong.
///
/// # Errors
/// A text that the binary does not accept, or that the passes refuse.
fn goal(
    args: &ReduceArgs,
    request: &Request,
    opt: &MlirOpt,
    known: Option<Known>,
    (file, texts, pipeline): (&str, &[String], &Pipeline),
) -> anyhow::Result<Option<(Goal, Size, Case)>> {
    if let Some(Known { rule, start, case }) = known {
        // A crash that comes in some runs alone is awaited.
        let runs = if rule == Rule::X701 { RUNS_OF_UNSTEADY } else { 1 };
        let found = (0..runs).find_map(|_| find(request, opt, &case, Some(rule)).transpose());
        return Ok(found.transpose()?.map(|goal| (goal, start, case)));
    }
    for text in texts {
        let case = Case { program: generic_text(opt, file, text)?, pipeline: pipeline.clone() };
        if let Some(goal) = find(request, opt, &case, args.rule)? {
            let start = size(&runner(request).context(), &case);
            return Ok(Some((goal, start, case)));
        }
    }
    Ok(None)
}

/// The finding of a case, by this rule where one is named; a solver is asked where runs show none.
///
/// # Errors
/// A program that the passes refuse.
fn find(request: &Request, opt: &MlirOpt, case: &Case, rule: Option<Rule>) -> anyhow::Result<Option<Goal>> {
    let passes = case.pipeline.passes();
    let after = through::after(opt, &[&case.program], &[&case.program], &passes).pop();
    let after = match after {
        Some(After::Program(after)) => after,
        Some(After::Refused(why)) => bail!("the passes refuse the program: {why}"),
        Some(outcome) => {
            let how = Breaks::of_outcome(&outcome).filter(|how| rule.is_none_or(|rule| rule == how.rule()));
            let ctx = runner(request).context();
            let function = search::functions(&ctx, &case.program).pop();
            let goal = |how| Goal { how, function: function.unwrap_or_default(), by_proof: false };
            return Ok(how.map(goal));
        }
        None => return Ok(None),
    };
    let changed = |validator: &Validator<'_>, by_proof| -> anyhow::Result<Option<Goal>> {
        let ctx = validator.context();
        let before = Side { name: "before", text: &case.program };
        let compared = validator.texts(&ctx, before, Side { name: "after", text: &after });
        let compared = compared.map_err(|why| anyhow::anyhow!("a program is not read: {why}"))?;
        let symbol = compared.symbols.iter().find_map(|symbol| match &symbol.change {
            Change::Seen { what, .. } if rule.is_none_or(|rule| rule == Rule::V306) => {
                Some(Goal { how: Breaks::Symbol(what.clone()), function: symbol.name.clone(), by_proof })
            }
            _ => None,
        });
        let goal = compared.functions.iter().find_map(|judged| match &judged.answer {
            Some(Answer::Refuted(found)) if rule.is_none_or(|rule| rule == found.code) => {
                let function = judged.name.rsplit("::").next().unwrap_or(&judged.name).to_owned();
                Some(Goal { how: Breaks::Values(found.code), function, by_proof })
            }
            _ => None,
        });
        Ok(goal.or(symbol))
    };
    match changed(&runner(request), false)? {
        None if request.solvers.is_some() => changed(&judge(request), true),
        found => Ok(found),
    }
}
