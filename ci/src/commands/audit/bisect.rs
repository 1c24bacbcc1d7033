//! `--bisect`: the fewest passes of a pipeline, or patterns of a file, with which a payload goes wrong.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use assay_audit::contract::bisect::smallest;
use assay_audit::contract::pipeline::{Fault, Step};
use assay_ir::data::{Context, OpId, Program, Source, known};
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_mlir::opt::ParseOptions;
use assay_mlir::process::{Ending, Limits, Program as Process, locate, run as run_process};
use assay_mlir::{MlirOpt, Outcome};

use super::question;
use crate::args::{AuditArgs, FailOn};
use crate::commands::tv;
use crate::exit::Exit;

/// The failure that is looked for.
enum Predicate {
    /// `assay tv` refutes a function.
    Values,
    /// There are more operations than before.
    Grows,
    /// The binary fails.
    Fails,
    /// A program with arguments exits non-zero on the file behind the passes.
    Script(Vec<OsString>),
}

impl Predicate {
    /// Reads the option; a program is looked up, and its words are split at white space.
    fn new(text: &str) -> Result<Predicate> {
        Ok(match text {
            "tv" => Predicate::Values,
            "grows" => Predicate::Grows,
            "fails" => Predicate::Fails,
            _ => {
                let words: Vec<OsString> = text.split_whitespace().map(OsString::from).collect();
                let Some(program) = words.first() else { bail!("--predicate is empty") };
                locate(Path::new(program)).map_err(|error| anyhow::anyhow!("--predicate: {error}"))?;
                Predicate::Script(words)
            }
        })
    }
}

/// A payload, what it is put through, and when that is wrong.
struct Bisection<'b> {
    opt: MlirOpt,
    ctx: Arc<Context>,
    /// The payload in generic form.
    plain: String,
    predicate: Predicate,
    folder: &'b Path,
    /// The operations of the user.
    own: Option<&'b Registry>,
}

/// Finds the fewest passes and prints them.
fn passes(args: &AuditArgs, given: &str, payload: &Path, own: Option<&Registry>) -> Result<Exit> {
    let asked = question::asked(args, given, own)?;
    if !asked.faults.is_empty() {
        let line = |(_, fault): &(usize, Fault)| {
            format!("--pipeline: `{given}` at {}: {}", fault.span.start + 1, fault.message)
        };
        bail!("{}", asked.faults.iter().map(line).collect::<Vec<_>>().join("\nerror: "));
    }
    let [pipeline] = asked.pipelines.as_slice() else { bail!("--bisect takes one pipeline") };
    let folder = tempfile::tempdir()?;
    let bisection = Bisection::new(args, payload, folder.path(), own)?;
    let text = |members: &[usize]| {
        let steps: Vec<&Step> = members.iter().filter_map(|index| pipeline.steps.get(*index)).collect();
        steps.iter().map(|step| step.alone()).collect::<Vec<_>>()
    };
    let mut tried = 0;
    let whole: Vec<usize> = (0..pipeline.steps.len()).collect();
    if let (Some(why), false) =
        (bisection.refused(&text(&whole)), matches!(bisection.predicate, Predicate::Fails))
    {
        bail!(
            "{} does not get through the whole pipeline: {why}; `--predicate fails` finds the passes",
            payload.display()
        );
    }
    let found = smallest(pipeline.steps.len(), &mut |members| {
        tried += 1;
        bisection.passes_go_wrong(&text(members))
    });
    let named = found.map(|members| {
        let name = |index: &usize| (index + 1, pipeline.steps[*index].label());
        members.iter().map(name).collect::<Vec<_>>()
    });
    let steps = pipeline.steps.iter().zip(text(&whole));
    let unjudged = if named.is_none() { bisection.unjudged(steps) } else { Vec::new() };
    if unjudged.is_empty() {
        return Ok(report(named, tried, "step"));
    }
    say!("nothing is found to go wrong with all of them, and not all is judged");
    unjudged.iter().for_each(|line| say!("{line}"));
    Ok(if args.fail_on == Some(FailOn::Unknown) { Exit::Unknown } else { Exit::Clean })
}

/// Finds the fewest patterns and prints them.
fn patterns(args: &AuditArgs, file: &Path, payload: &Path, own: Option<&Registry>) -> Result<Exit> {
    let folder = tempfile::tempdir()?;
    let bisection = Bisection::new(args, payload, folder.path(), own)?;
    let source = question::read(file)?;
    let name = file.display().to_string();
    let parsed = text::parse(&bisection.ctx, &Source::new(&name, source.as_str()));
    if let Some(fault) = parsed.diagnostics.first() {
        bail!("{name}: {}", fault.message);
    }
    let program = &parsed.program;
    let all: Vec<OpId> =
        program.walk(program.top()).filter(|op| program.op(*op).name == known::PDL_PATTERN).collect();
    let mut tried = 0;
    let found = smallest(all.len(), &mut |members| {
        tried += 1;
        let chosen: Vec<OpId> = members.iter().map(|index| all[*index]).collect();
        bisection.patterns_go_wrong(program, &chosen)
    });
    let named = found.map(|members| {
        let name = |index: &usize| {
            let symbol = program.attr_text(all[*index], assay_ir::data::known::SYM_NAME);
            (index + 1, symbol.map_or_else(String::new, |name| format!("@{name}")))
        };
        members.iter().map(name).collect::<Vec<_>>()
    });
    Ok(report(named, tried, "pattern"))
}

/// Prints the members of the smallest subset.
fn report(found: Option<Vec<(usize, String)>>, tried: usize, what: &str) -> Exit {
    let Some(found) = found else {
        println!("nothing goes wrong with all of them");
        return Exit::Clean;
    };
    if found.is_empty() {
        println!("it goes wrong without any {what}");
    }
    found.iter().for_each(|(number, name)| println!("{what} {number} `{name}`"));
    eprintln!("note: {tried} subsets were tried");
    Exit::Findings
}

impl Bisection<'_> {
    fn new<'b>(
        args: &AuditArgs,
        payload: &Path,
        folder: &'b Path,
        own: Option<&'b Registry>,
    ) -> Result<Bisection<'b>> {
        let opt = question::binary(args)?.map_or_else(MlirOpt::find, Ok)?;
        let predicate = Predicate::new(&args.predicate)?;
        let plain = match opt.parse_print(&question::read(payload)?, &options(Vec::new())) {
            Outcome::Ok(text) => text,
            _ => bail!("mlir-opt does not take {}", payload.display()),
        };
        Ok(Bisection { opt, ctx: Context::new(), plain, predicate, folder, own })
    }

    /// Tells if passes, one pipeline after the other, go wrong on the payload.
    fn passes_go_wrong(&self, pipelines: &[String]) -> bool {
        let mut now = self.plain.clone();
        for pipeline in pipelines {
            match self.opt.parse_print(&now, &options(vec![format!("--pass-pipeline={pipeline}")])) {
                Outcome::Ok(after) => now = after,
                Outcome::NoAnswer(_) | Outcome::OutOfMemory => return false,
                _ => return matches!(self.predicate, Predicate::Fails),
            }
        }
        self.is_wrong(&now)
    }

    /// The message of the binary where passes, one pipeline after the other, refuse the payload.
    fn refused(&self, pipelines: &[String]) -> Option<String> {
        let mut now = self.plain.clone();
        for pipeline in pipelines {
            match self.opt.parse_print(&now, &options(vec![format!("--pass-pipeline={pipeline}")])) {
                Outcome::Ok(after) => now = after,
                Outcome::Error(said) => return Some(said.first()?.message.clone()),
                Outcome::NoAnswer(why) => return why.lines().next().map(str::to_owned),
                Outcome::Crash { signal, .. } => return Some(format!("signal {signal}")),
                Outcome::TimedOut => return Some("no end in time".to_owned()),
                Outcome::OutOfMemory => return Some("out of memory".to_owned()),
            }
        }
        None
    }

    /// The functions that runs say nothing about, a line for each at each step; nothing for other predicates.
    fn unjudged<'p>(&self, steps: impl Iterator<Item = (&'p Step, String)>) -> Vec<String> {
        if !matches!(self.predicate, Predicate::Values) {
            return Vec::new();
        }
        let mut lines = Vec::new();
        let mut now = self.plain.clone();
        for (number, (step, alone)) in steps.enumerate() {
            let passed = self.opt.parse_print(&now, &options(vec![format!("--pass-pipeline={alone}")]));
            let Outcome::Ok(after) = passed else { break };
            let found = if after == now { Vec::new() } else { tv::unjudged(&now, &after, self.own) };
            let line = |why: String| format!("step {} `{}`: unknown {why}", number + 1, step.label());
            lines.extend(found.into_iter().map(line));
            now = after;
        }
        lines
    }

    /// Tells if patterns go wrong on the payload.
    fn patterns_go_wrong(&self, program: &Program, patterns: &[OpId]) -> bool {
        if patterns.is_empty() {
            return self.is_wrong(&self.plain);
        }
        let options = PrintOptions { generic: true, ..PrintOptions::default() };
        let texts: Vec<String> =
            patterns.iter().map(|pattern| text::print_op(program, *pattern, &options)).collect();
        match self.opt.apply_pdl(&texts.join("\n"), &self.body(), None) {
            Outcome::Ok(after) => self.is_wrong(&after),
            Outcome::NoAnswer(_) | Outcome::OutOfMemory => false,
            _ => matches!(self.predicate, Predicate::Fails),
        }
    }

    /// The operations of the payload without the module around them.
    fn body(&self) -> String {
        let parsed = text::parse(&self.ctx, &Source::new("payload", self.plain.as_str()));
        text::print(&parsed.program, &PrintOptions { generic: true, ..PrintOptions::default() })
    }

    fn is_wrong(&self, after: &str) -> bool {
        match &self.predicate {
            Predicate::Fails => false,
            Predicate::Grows => self.operations(after) > self.operations(&self.plain),
            Predicate::Values => tv::differ(&self.plain, after, self.own),
            Predicate::Script(words) => self.script(words, after).unwrap_or(false),
        }
    }

    fn operations(&self, text: &str) -> usize {
        let parsed = text::parse(&self.ctx, &Source::new("program", text));
        parsed.program.walk(parsed.program.top()).count()
    }

    /// Tells if the program of the user exits non-zero on a text.
    fn script(&self, words: &[OsString], after: &str) -> std::io::Result<bool> {
        let file = self.folder.join("behind.mlir");
        std::fs::write(&file, after)?;
        let program = Process::new(&words[0]).args(words[1..].to_vec()).arg(&file);
        let ending = run_process(&program, b"", &Limits::default());
        Ok(matches!(ending, Ending::Exit { code, .. } if code != 0))
    }
}

fn options(extra: Vec<String>) -> ParseOptions {
    ParseOptions { generic: true, allow_unregistered: true, extra, ..ParseOptions::default() }
}

/// Bisects what the command line names; `None` where it names nothing to bisect.
pub(super) fn run(args: &AuditArgs, own: Option<&Registry>) -> Option<Result<Exit>> {
    let payload = args.payload.as_deref()?;
    match (&args.bisect_patterns, &args.pipeline) {
        (Some(file), _) => Some(patterns(args, file, payload, own)),
        (None, Some(text)) if args.bisect => Some(passes(args, text, payload, own)),
        _ => None,
    }
}
