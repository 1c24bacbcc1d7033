//! `assay apply`: patterns at work on one program, until none matches or once; or, of each pattern, why it does not
//! match. Judges nothing but the program that comes out.

use std::collections::BTreeSet;

use assay_backend::natives::Summaries;
use assay_ir::data::{Context, OpId, Program, known};
use assay_ir::pdl::{Pattern, PdlOp, Violation};
use assay_ir::rewrite::{
    CompiledPattern, GreedyOptions, GreedyOutcome, Meaning, Options, RewriteError, Work, apply_greedily,
};
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_ir::wellformed;

use crate::args::{ApplyArgs, Forms};
use crate::dialects::Given;
use crate::exit::Exit;
use crate::texts::{self, File, Texts};
use crate::{diagnostics, dialects, inputs, programs};

/// Prints the program afterwards. Exit code 1 when a rewrite breaks, does not end, or leaves what is not well-formed; 3 when
/// there is no pattern.
pub(crate) fn run(args: &ApplyArgs) -> anyhow::Result<Exit> {
    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let mut troubles = dialects::load(
        Given {
            dialects: &args.dialect,
            natives: &args.natives,
            meanings: &args.meanings,
            ..Given::default()
        },
        &mut registry,
    );
    let found = inputs::collect(&args.patterns, &[".mlir", ".pdll"]);
    troubles.extend(found.troubles);
    let mut texts = texts::read(&registry, found.files, &Forms::default());
    troubles.append(&mut texts.troubles);
    let payload = payload(args, &registry);
    let Some(program) = accepted(&texts, payload, troubles) else { return Ok(Exit::Trouble) };
    let Some(patterns) = compiled(&texts, &args.only) else { return Ok(Exit::Trouble) };
    if patterns.is_empty() {
        eprintln!("error: there is no pattern in what was named");
        return Ok(Exit::NoPattern);
    }
    let natives = Summaries::new(&registry);
    let work = Work::new(MOST_STEPS);
    let work = Some(&work);
    let options = Options { registry: Some(&registry), natives: &natives, meaning: Meaning::Mlir22, work };
    let job = Job { texts: &texts, patterns, options: &options, registry: &registry };
    if args.explain {
        job.explain(&program);
        return Ok(Exit::Clean);
    }
    job.note_assumed();
    Ok(job.apply(program, args))
}

/// Steps of matching after which nothing more is matched: a pattern with several roots may have as many matches as there are
/// ways to choose a user for each.
const MOST_STEPS: u64 = 2_000_000_000;

/// The program that is rewritten, well-formed; or what is to be said.
fn payload(args: &ApplyArgs, registry: &Registry) -> Result<Program, String> {
    let found = inputs::collect(std::slice::from_ref(&args.to), &[".mlir"]);
    if let Some(trouble) = found.troubles.first() {
        return Err(format!("error: {trouble}\n"));
    }
    let [input] = &found.files[..] else {
        return Err(format!("error: {} is not one file\n", args.to.display()));
    };
    programs::well_formed(&input.name, &input.bytes, registry)
}

/// The program, when nothing stands in the way; else everything that does is said.
fn accepted(texts: &Texts, payload: Result<Program, String>, troubles: Vec<String>) -> Option<Program> {
    let mut any = !troubles.is_empty();
    for line in troubles {
        eprintln!("error: {line}");
    }
    for finding in &texts.unreadable {
        any = true;
        eprintln!(
            "error: {}:{}:{}: {}",
            finding.at.file, finding.at.line, finding.at.column, finding.message
        );
    }
    for file in &texts.files {
        for candidate in &file.candidates {
            let broken = candidate.violations.iter().map(Violation::to_diagnostic);
            let problems: Vec<_> = candidate.unreadable.iter().cloned().chain(broken).collect();
            if !problems.is_empty() {
                any = true;
                eprint!("{}", diagnostics::render(&file.program, &problems));
            }
        }
    }
    match payload {
        Ok(program) => (!any).then_some(program),
        Err(said) => {
            eprint!("{said}");
            None
        }
    }
}

/// A pattern and the file that holds it.
struct Member<'a> {
    file: &'a File,
    compiled: CompiledPattern<'a>,
}

/// The requested patterns, in order; `None` where one cannot be compiled or a name has no pattern.
fn compiled<'a>(texts: &'a Texts, only: &[String]) -> Option<Vec<Member<'a>>> {
    let mut members = Vec::new();
    let mut fine = true;
    let mut wanted: BTreeSet<&str> = only.iter().map(|name| name.trim_start_matches('@')).collect();
    let all = wanted.is_empty();
    let names = wanted.clone();
    for file in &texts.files {
        for candidate in &file.candidates {
            let pattern = Pattern { program: &file.program, op: candidate.pattern };
            let name = pattern.name().unwrap_or_default();
            wanted.remove(name);
            if !all && !names.contains(name) {
                continue;
            }
            match CompiledPattern::new(pattern) {
                Ok(compiled) => members.push(Member { file, compiled }),
                Err(_) => {
                    fine = false;
                    eprintln!(
                        "error: {}: @{name} cannot be matched: see `assay check`",
                        place(texts, file, candidate.pattern)
                    );
                }
            }
        }
    }
    for name in &wanted {
        fine = false;
        eprintln!("error: there is no pattern @{name}");
    }
    fine.then_some(members)
}

/// File, line and column of a PDL operation.
fn place(texts: &Texts, file: &File, op: OpId) -> String {
    let at = file.place(&texts.sources).head(file.program.op(op).span);
    format!("{}:{}:{}", at.file, at.line, at.column)
}

struct Job<'a> {
    texts: &'a Texts,
    patterns: Vec<Member<'a>>,
    options: &'a Options<'a>,
    registry: &'a Registry,
}

impl Job<'_> {
    /// Native constraints that no summary describes hold wherever they are asked; that has to be known.
    fn note_assumed(&self) {
        let mut names = BTreeSet::new();
        for member in &self.patterns {
            let pattern = member.compiled.pattern();
            for op in pattern.program.walk(pattern.op) {
                if let PdlOp::NativeConstraint(call) = PdlOp::of(pattern.program, op)
                    && let Some(name) = call.name()
                    && self.registry.native(pattern.program.ctx().str(name)).is_none()
                {
                    names.insert(pattern.program.ctx().str(name));
                }
            }
        }
        for name in names {
            eprintln!(
                "note: no summary describes the native constraint `{name}`: it is taken to hold (`--natives FILE`)"
            );
        }
    }

    fn apply(&self, mut program: Program, args: &ApplyArgs) -> Exit {
        let before = program.clone();
        let top = program.top();
        let (rewrites, trouble) =
            if args.once { self.once(&mut program) } else { self.greedily(&mut program, args.rewrites) };
        if self.options.work.is_some_and(Work::is_spent) {
            eprintln!("error: matching takes more than {MOST_STEPS} steps; {rewrites} rewrites until then");
            return Exit::Trouble;
        }
        let options = PrintOptions { generic: args.generic, ..PrintOptions::default() };
        let mut exit = Exit::Clean;
        if let Some(said) = trouble {
            eprintln!("error: {said}");
            exit = Exit::Findings;
        } else {
            let scope = wellformed::Options { scope: Some(top) };
            for violation in wellformed::check(&program, self.registry, &scope) {
                eprintln!("error: after the rewrite: {}", violation.message);
                exit = Exit::Findings;
            }
        }
        let after = text::print(&program, &options);
        let what_it_was = rewrites > 1 && text::print(&before, &options) == after;
        match rewrites {
            0 if exit == Exit::Clean => eprintln!("nothing matches; `--explain` says why"),
            1 => eprintln!("1 rewrite"),
            many if what_it_was => eprintln!("{many} rewrites, and the program is what it was"),
            many => eprintln!("{many} rewrites"),
        }
        say!("{}", after.trim_end());
        exit
    }

    /// The first match of the pattern with the highest benefit that has one.
    fn once(&self, program: &mut Program) -> (usize, Option<String>) {
        let mut order: Vec<&Member<'_>> = self.patterns.iter().collect();
        order.sort_by_key(|member| std::cmp::Reverse(member.compiled.pattern().benefit()));
        for member in order {
            let found = member.compiled.first_match(program, program.top(), self.options);
            let Some(found) = found else { continue };
            return match member.compiled.apply(program, &found, self.options) {
                Ok(_) => (1, None),
                Err(error) => (0, Some(self.broken(member, &error))),
            };
        }
        (0, None)
    }

    fn greedily(&self, program: &mut Program, most: usize) -> (usize, Option<String>) {
        let patterns: Vec<CompiledPattern<'_>> =
            self.patterns.iter().map(|member| member.compiled.clone()).collect();
        let limits = GreedyOptions { rewrites: most, rounds: None, find_cycles: true };
        let top = program.top();
        match apply_greedily(program, top, &patterns, self.options, &limits) {
            GreedyOutcome::Done(rewrites) => (rewrites, None),
            GreedyOutcome::BudgetSpent(rewrites) => (
                rewrites,
                Some(format!("something still matches after {rewrites} rewrites (`--rewrites N`)")),
            ),
            GreedyOutcome::Cycle { rewrites, length } => {
                let again =
                    if length == 1 { "the last one".to_owned() } else { format!("the last {length}") };
                (rewrites, Some(format!("it does not end: {again} led back to the same program")))
            }
            GreedyOutcome::Failed { rewrites, pattern, error } => {
                (rewrites, Some(self.broken(&self.patterns[pattern], &error)))
            }
        }
    }

    fn broken(&self, member: &Member<'_>, error: &RewriteError) -> String {
        let name = member.compiled.pattern().name().unwrap_or_default();
        format!(
            "{}: the rewrite of @{name} breaks: {}",
            place(self.texts, member.file, error.op),
            error.broken.message()
        )
    }

    /// For each pattern, every operation of the right name: that it matches there, or what does not fit.
    fn explain(&self, payload: &Program) {
        for member in &self.patterns {
            let pattern = member.compiled.pattern();
            say!("@{}", pattern.name().unwrap_or_default());
            let wanted = match PdlOp::of(pattern.program, member.compiled.anchor()) {
                PdlOp::Operation(view) => view.name(),
                _ => None,
            };
            let mut any = false;
            for op in payload.walk(payload.top()).filter(|op| *op != payload.top()) {
                let name = payload.op(op).name;
                if wanted.is_some_and(|wanted| wanted != name) || name == known::BUILTIN_MODULE {
                    continue;
                }
                any = true;
                self.explain_at(member, payload, op);
            }
            if let (false, Some(name)) = (any, wanted) {
                say!("  there is no `{}`", pattern.program.ctx().str(name));
            }
        }
    }

    fn explain_at(&self, member: &Member<'_>, payload: &Program, op: OpId) {
        let name = payload.ctx().str(payload.op(op).name);
        let line = payload.source().map_or(0, |source| source.line_column(payload.op(op).span.start).line);
        match member.compiled.explain_mismatch(payload, op, self.options) {
            None => say!("  line {line}, `{name}`: matches"),
            Some(mismatch) => say!(
                "  line {line}, `{name}`: {} ({})",
                mismatch.reason.message(),
                place(self.texts, member.file, mismatch.op)
            ),
        }
    }
}
