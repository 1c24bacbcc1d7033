//! `assay apply`: patterns at work on one program, until none matches or once; or, of each pattern, why it does not
//! match. Judges nothing but the program that comes out.

use std::collections::BTreeSet;

use assay_backend::fold::Folder;
use assay_backend::natives::Summaries;
use assay_ir::data::{Context, OpId, Program, known};
use assay_ir::pdl::{Pattern, PdlOp, Violation};
use assay_ir::rewrite::{
    self, Candidates, CompiledPattern, GreedyOptions, GreedyOutcome, Match, Options, PatternSet,
    PdlSemantics, RewriteError, Work,
};
use assay_ir::spec::Registry;
use assay_ir::text::{self, PrintOptions};
use assay_ir::wellformed;

use crate::args::{ApplyArgs, Driver, Forms};
use crate::dialects::UserFiles;
use crate::exit::Exit;
use crate::frontend::{self, File, Texts};
use crate::{diagnostics, dialects, inputs, output, programs};

mod follow;
mod strategy;

use follow::Follow;

/// Prints the program afterwards. Exit code 1 when a rewrite breaks, does not end, or leaves what is not well-formed; 3 when
/// there is no pattern.
pub(crate) fn run(args: &ApplyArgs) -> anyhow::Result<Exit> {
    if (args.fold || args.dce) && (args.once || args.driver != Driver::Greedy) {
        eprintln!("error: `--fold` and `--dce` are for `--driver greedy`");
        return Ok(Exit::Trouble);
    }
    let ctx = Context::new();
    // A strategy has its patterns judged, which asks for most of what is built in.
    let mut registry = match args.strategy {
        Some(_) => assay_corpus::load_builtin(&ctx),
        None => assay_corpus::builtin_on_demand(&ctx),
    };
    let files = UserFiles::find(&args.descriptions)?;
    files.tell(&args.descriptions);
    // Every trouble is said in one run.
    let mut troubles = match args.patterns.is_empty() {
        true => dialects::load_for_functions(files.sources(), &mut registry),
        false => dialects::load(files.sources(), &mut registry),
    };
    let found = inputs::collect(&args.patterns, &[".mlir", ".pdll"]);
    troubles.extend(found.troubles);
    let forms = Forms { include: files.include, ..Forms::default() };
    let mut texts = frontend::read(&mut registry, found.files, &forms);
    troubles.append(&mut texts.troubles);
    let payload = payload(args, &registry);
    let Some(program) = accepted(&texts, payload, troubles) else { return Ok(Exit::Trouble) };
    let Some(mut patterns) = compiled(&texts, &args.only) else { return Ok(Exit::Trouble) };
    if args.commutative {
        add_orders(&mut patterns, &registry);
    }
    if patterns.is_empty() && args.strategy.is_none() {
        eprintln!("error: there is no pattern in what was named");
        return Ok(Exit::NoPattern);
    }
    let natives = Summaries::new(&registry);
    let work = Work::new(MOST_STEPS);
    let work = Some(&work);
    let options =
        Options { registry: Some(&registry), natives: &natives, meaning: PdlSemantics::Mlir22, work };
    let job = Job { texts: &texts, patterns, options: &options, registry: &registry };
    if args.explain {
        job.explain(&program);
        return Ok(Exit::Clean);
    }
    if args.matches {
        job.list(&program);
        return Ok(Exit::Clean);
    }
    job.note_assumed();
    let exit = match &args.strategy {
        Some(named) => job.run_strategy(program, named, args),
        None => job.apply(program, args),
    };
    // The process ends: what it holds is not freed piece by piece.
    std::mem::forget(job);
    std::mem::forget((texts, registry));
    Ok(exit)
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
    let Ok([input]) = <[inputs::Input; 1]>::try_from(found.files) else {
        return Err(format!("error: {} is not one file\n", args.to.display()));
    };
    programs::well_formed(&input.name, input.bytes, registry)
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

/// Adds the patterns with operands of commutative operations in their other orders, and says how many that are.
fn add_orders(patterns: &mut Vec<Member<'_>>, registry: &Registry) {
    let mut copies: Vec<(*const File, Program)> = Vec::new();
    let written = patterns.len();
    let mut all = Vec::with_capacity(written);
    for member in patterns.drain(..) {
        let file: *const File = member.file;
        let at = copies.iter().position(|(other, _)| *other == file).unwrap_or_else(|| {
            copies.push((file, member.file.program.clone()));
            copies.len() - 1
        });
        for compiled in rewrite::commuted(&member.compiled, &mut copies[at].1, registry) {
            all.push(Member { file: member.file, compiled });
        }
        // Among equals the later one goes first: the order as written.
        all.push(member);
    }
    let are = if written == 1 { "pattern is" } else { "patterns are" };
    eprintln!("note: commutative matching: {written} {are} matched in {} orders", all.len());
    *patterns = all;
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
                if let PdlOp::NativeConstraint(call) = PdlOp::view(pattern.program, op)
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
        let top = program.top();
        let compiled: Vec<CompiledPattern<'_>> =
            self.patterns.iter().map(|member| member.compiled.clone()).collect();
        let set = PatternSet::new(&compiled);
        let mut follow = Follow::new(&compiled, args.trace);
        let mut scratch = set.scratch();
        if args.stats {
            scratch.count(compiled.len());
        }
        let outcome = match &args.choose[..] {
            [] => self.drive(&mut program, &set, args, &mut scratch, &mut follow),
            chosen => self.choose(&mut program, &set, chosen, &mut follow),
        };
        follow.note_duplicates();
        if args.stats {
            follow.say_counts(scratch.counts());
        }
        let (rewrites, trouble) = self.end(&outcome);
        if let Some(said) = &trouble {
            eprintln!("error: {said}");
        }
        // The first program that comes back, after a cycle of all rewrites, is the first program.
        let what_it_was = matches!(outcome, GreedyOutcome::Cycle { rewrites, length } if rewrites == length);
        let exit = if trouble.is_some() { Exit::Findings } else { Exit::Clean };
        let exit = self.finish(&program, top, rewrites, exit, what_it_was, args);
        // As in `run`.
        std::mem::forget((follow, set, scratch, program));
        std::mem::forget(compiled);
        exit
    }

    fn run_strategy(&self, mut program: Program, named: &str, args: &ApplyArgs) -> Exit {
        let top = program.top();
        match strategy::run(self, &mut program, named, args) {
            Some((rewrites, exit)) => self.finish(&program, top, rewrites, exit, false, args),
            None => Exit::Trouble,
        }
    }

    /// Checks and prints the program afterwards, and counts the rewrites.
    fn finish(
        &self,
        program: &Program,
        top: OpId,
        rewrites: usize,
        mut exit: Exit,
        what_it_was: bool,
        args: &ApplyArgs,
    ) -> Exit {
        if self.options.work.is_some_and(Work::is_spent) {
            eprintln!("error: matching takes more than {MOST_STEPS} steps; {rewrites} rewrites until then");
            return Exit::Trouble;
        }
        // A program that nothing was done to was checked when it was read.
        let changed = rewrites > 0 || args.fold || args.dce;
        if exit == Exit::Clean && changed {
            let scope = wellformed::Options { scope: Some(top) };
            for violation in wellformed::check(program, self.registry, &scope) {
                eprintln!("error: after the rewrite: {}", violation.message);
                exit = Exit::Findings;
            }
        }
        match rewrites {
            0 if exit == Exit::Clean => eprintln!("nothing matches; `--explain` says why"),
            1 => eprintln!("1 rewrite"),
            many if many > 1 && what_it_was => eprintln!("{many} rewrites, and the program is what it was"),
            many => eprintln!("{many} rewrites"),
        }
        let options = PrintOptions { generic: args.generic, locations: args.locations };
        text::print_pieces(program, &options, &mut output::piece);
        exit
    }

    fn drive(
        &self,
        program: &mut Program,
        set: &PatternSet<'_, '_>,
        args: &ApplyArgs,
        scratch: &mut Candidates,
        follow: &mut Follow<'_>,
    ) -> GreedyOutcome {
        let top = program.top();
        let driver = if args.once { Driver::Once } else { args.driver };
        match driver {
            Driver::Once => rewrite::apply_once(program, top, set, self.options, follow),
            Driver::Walk => {
                rewrite::apply_by_walk(program, top, set, self.options, args.rewrites, scratch, follow)
            }
            Driver::Greedy => {
                let folder = Folder::new(self.registry);
                let limits = GreedyOptions {
                    rewrites: args.rewrites,
                    rounds: None,
                    find_cycles: true,
                    erase_dead: args.dce,
                    fold: args.fold.then_some(&folder),
                };
                rewrite::apply_set_greedily(program, top, set, self.options, &limits, scratch, follow)
            }
        }
    }

    /// All matches, in text order of their anchors; at each, by benefit.
    fn all_matches(&self, program: &Program, set: &PatternSet<'_, '_>) -> Vec<(usize, Match)> {
        let mut scratch = set.scratch();
        let mut all = Vec::new();
        for op in program.walk(program.top()).filter(|op| *op != program.top()) {
            for rank in set.candidates(program, op, self.options, &mut scratch) {
                let found = set.pattern(*rank).matches_at(program, op, self.options);
                all.extend(found.into_iter().map(|found| (*rank, found)));
            }
        }
        all
    }

    /// Lists all matches, with the numbers by which `--choose` takes them.
    fn list(&self, program: &Program) {
        let compiled: Vec<CompiledPattern<'_>> =
            self.patterns.iter().map(|member| member.compiled.clone()).collect();
        let set = PatternSet::new(&compiled);
        for (number, (rank, found)) in self.all_matches(program, &set).iter().enumerate() {
            let pattern = set.pattern(*rank);
            let ops: Vec<String> = found
                .values()
                .filter_map(|value| found.operation(value))
                .map(|op| format!("line {}, `{}`", follow::line(program, op), program.op_name(op)))
                .collect();
            let name = pattern.pattern().name().unwrap_or_default();
            say!("{}. @{name} (benefit {}): {}", number + 1, pattern.benefit(), ops.join("; "));
        }
    }

    /// Applies the matches of these numbers. One that an earlier one made impossible is left out, and that is said.
    fn choose(
        &self,
        program: &mut Program,
        set: &PatternSet<'_, '_>,
        chosen: &[usize],
        follow: &mut Follow<'_>,
    ) -> GreedyOutcome {
        let all = self.all_matches(program, set);
        let mut rewrites = 0;
        for number in chosen {
            let Some((rank, found)) = number.checked_sub(1).and_then(|at| all.get(at)) else {
                eprintln!("note: there is no match {number}: `--matches` lists {}", all.len());
                continue;
            };
            let still = set.pattern(*rank).matches_at(program, found.anchor, self.options);
            if !still.contains(found) {
                eprintln!("note: match {number} is no match any more");
                continue;
            }
            match set.apply(*rank, found, program, self.options, follow) {
                Ok(_) => rewrites += 1,
                Err((pattern, error)) => return GreedyOutcome::Broken { rewrites, pattern, error },
            }
        }
        GreedyOutcome::Converged(rewrites)
    }

    /// The number of rewrites, and what went wrong.
    fn end(&self, outcome: &GreedyOutcome) -> (usize, Option<String>) {
        match outcome {
            GreedyOutcome::Converged(rewrites) => (*rewrites, None),
            GreedyOutcome::Budget(rewrites) => (
                *rewrites,
                Some(format!("something still matches after {rewrites} rewrites (`--rewrites N`)")),
            ),
            GreedyOutcome::Cycle { rewrites, length } => {
                let again =
                    if *length == 1 { "the last one".to_owned() } else { format!("the last {length}") };
                (*rewrites, Some(format!("it does not end: {again} led back to the same program")))
            }
            GreedyOutcome::Broken { rewrites, pattern, error } => {
                (*rewrites, Some(self.broken(&self.patterns[*pattern], error)))
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
            let wanted = match PdlOp::view(pattern.program, member.compiled.anchor()) {
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
                mismatch.message(payload.ctx()),
                place(self.texts, member.file, mismatch.op)
            ),
        }
    }
}
