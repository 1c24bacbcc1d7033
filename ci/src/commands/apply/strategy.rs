//! `assay apply --strategy`: a strategy is read, the patterns that it applies are judged, and it runs; what it does by other steps is judged
//! by the programs before and after.

use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use assay_ir::data::{Program, Source};
use assay_ir::rewrite::CompiledPattern;
use assay_ir::strategy::{
    self, Definition, End, EraseDead, Failure, Limits, OpCount, PatternStep, Place, Refusal, Replacement,
    Runner, Signature, Step, Strategy, Why,
};
use assay_ir::verdict::VerdictKind;
use assay_mlir::MlirOpt;
use assay_smt::SolverPool;
use assay_transform::order::Policy;
use assay_transform::steps::{Tool, of_loops};
use assay_verifier::Options;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::Task;
use assay_verifier::verdict::{Judgement, Verdict};

use super::follow::{self, Follow};
use super::{Job, Member, place};
use crate::args::{ApplyArgs, Trust, Validation};
use crate::commands::tv;
use crate::exit::Exit;
use crate::{diagnostics, solvers};

/// A strategy that was read, with the definition that runs.
struct Chosen {
    source: Arc<Source>,
    strategy: Strategy,
    main: Definition,
}

/// Runs the strategy of the command line on a program, in place. The number of rewrites and the exit code; `None` where it
/// cannot be run, which was said.
pub(super) fn run(
    job: &Job<'_>,
    program: &mut Program,
    named: &str,
    args: &ApplyArgs,
) -> Option<(usize, Exit)> {
    let compiled: Vec<CompiledPattern<'_>> =
        job.patterns.iter().map(|member| member.compiled.clone()).collect();
    let opt = match &args.mlir_opt {
        Some(path) => match MlirOpt::at(path) {
            Ok(opt) => Some(opt),
            Err(error) => {
                eprintln!("error: {error}");
                return None;
            }
        },
        None => MlirOpt::find().ok(),
    };
    let patterns = PatternStep::all(&compiled, job.options);
    let orders = solvers::pool(&args.solvers, NonZero::<usize>::MIN).ok();
    let policy = Policy { solvers: orders.as_ref(), ..Policy::default() };
    let (loops, tool, dead) = (of_loops(policy), Tool::new(opt), EraseDead { registry: Some(job.registry) });
    let others = loops.iter().map(Box::as_ref).chain([&tool as &dyn Step, &dead]);
    let steps: Vec<&dyn Step> = patterns.iter().map(|pattern| pattern as &dyn Step).chain(others).collect();
    let signatures: Vec<Signature<'_>> = steps.iter().map(|step| Signature::step(*step)).collect();
    let chosen = match read(program, named, &signatures) {
        Ok(chosen) => chosen,
        Err(said) => {
            eprint!("{said}");
            return None;
        }
    };
    let rules: Vec<usize> =
        chosen.strategy.steps(chosen.main.body).into_iter().filter(|step| *step < patterns.len()).collect();
    let pool = match pool(&rules, args) {
        Ok(pool) => pool,
        Err(said) => {
            eprintln!("error: {said}");
            return None;
        }
    };
    if args.trust > Trust::Any && !certify(job, &rules, args, pool.as_ref()) {
        return None;
    }
    let names = steps[patterns.len()..].iter().map(|step| step.name());
    let mut follow = Follow::new(&compiled, args.trace).with_steps(names);
    let (cost, top) = (OpCount::default(), program.top());
    let limits = Limits { rewrites: args.rewrites };
    let mut runner =
        Runner::new(&chosen.strategy, program, &steps, limits, &cost, &mut follow).within(job.options.work);
    if args.validate != Validation::None {
        runner = runner.recording();
    }
    let end = runner.run(chosen.main.body, top);
    let (rewrites, replacements) = (runner.rewrites(), runner.replacements());
    let refusal = runner.refusal().cloned();
    follow.note_duplicates();
    let exit = said_of_end(job, program, &chosen, &end, refusal.as_ref());
    let judged = validate(job, &chosen, replacements, args, pool.as_ref());
    Some((rewrites, if exit == Exit::Clean { judged } else { exit }))
}

/// Solvers, where something may be asked of them.
///
/// # Errors
/// There are none, and a verdict needs them.
fn pool(rules: &[usize], args: &ApplyArgs) -> Result<Option<SolverPool>, String> {
    let needed = !rules.is_empty() && args.trust > Trust::Any;
    if !needed && args.validate != Validation::Prove {
        return Ok(None);
    }
    match solvers::pool(&args.solvers, NonZero::<usize>::MIN) {
        Ok(pool) => Ok(Some(pool)),
        Err(error) if needed && args.trust > Trust::WellFormed => {
            Err(format!("{error}; or pass `--trust any`"))
        }
        Err(error) => {
            eprintln!("note: {error}: nothing is proved");
            Ok(None)
        }
    }
}

/// Iterations of loops whose bounds are not known that a proof follows.
const ITERATIONS: usize = 4;

/// Judges each replacement by the programs before and after it, and says the verdicts.
fn validate(
    job: &Job<'_>,
    chosen: &Chosen,
    replacements: Vec<Replacement>,
    args: &ApplyArgs,
    pool: Option<&SolverPool>,
) -> Exit {
    let proofs = pool.filter(|_| args.validate == Validation::Prove).map(|pool| (pool, ITERATIONS));
    let mut counts: Vec<(VerdictKind, usize)> = Vec::new();
    let (mut exit, mut assumptions) = (Exit::Clean, Vec::new());
    for (number, one) in replacements.into_iter().enumerate() {
        let Replacement { node, at, before, after } = one;
        let line = follow::line(&before, at);
        let step = &chosen.source.text()[chosen.strategy.span(node).range()];
        let step = step.lines().next().unwrap_or_default();
        for judged in tv::replacement(before, after, job.registry, proofs) {
            let tv::Replaced { name, verdict, said, assumptions: rests } = judged;
            let words = if said.is_empty() { String::new() } else { format!(" ({said})") };
            let place = if line > 0 { format!(" at line {line}") } else { String::new() };
            eprintln!("{}. `{step}`{place}: @{name} {}{words}", number + 1, verdict.word());
            match counts.iter_mut().find(|(kind, _)| *kind == verdict) {
                Some((_, count)) => *count += 1,
                None => counts.push((verdict, 1)),
            }
            assumptions.extend(rests);
            if verdict == VerdictKind::Refuted {
                exit = Exit::Findings;
            }
        }
    }
    if !counts.is_empty() {
        let all: Vec<String> =
            counts.iter().map(|(kind, count)| format!("{count} {}", kind.word())).collect();
        eprintln!("replacements: {}", all.join(", "));
        assumptions.sort();
        assumptions.dedup();
        assumptions.iter().for_each(|line| eprintln!("  assumes: {line}"));
    }
    exit
}

/// The text before `#`, and the name behind it: without one `main`, or the only definition.
fn read(program: &Program, named: &str, steps: &[Signature<'_>]) -> Result<Chosen, String> {
    let (path, name) = named.split_once('#').unwrap_or((named, ""));
    let text =
        std::fs::read_to_string(Path::new(path)).map_err(|error| format!("error: {path}: {error}\n"))?;
    let source = Source::new(path, text);
    let read = strategy::read(program.ctx(), source.text(), steps);
    if !read.diagnostics.is_empty() {
        let mut holder = Program::new(program.ctx());
        holder.set_source(Arc::clone(&source));
        return Err(diagnostics::render(&holder, &read.diagnostics));
    }
    let all = read.strategy.definitions();
    let wanted = if name.is_empty() { "main" } else { name };
    let found = match (read.strategy.definition(wanted), all) {
        (Some(found), _) => found,
        (None, [only]) if name.is_empty() => only,
        _ => {
            let names: Vec<&str> = all.iter().map(|definition| definition.name.as_str()).collect();
            return Err(format!(
                "error: {path}: there is no definition `{wanted}` (it has {})\n",
                names.join(", ")
            ));
        }
    };
    if !found.parameters.is_empty() {
        return Err(format!("error: {path}: `{}` has parameters and cannot be run\n", found.name));
    }
    let main = found.clone();
    Ok(Chosen { source, strategy: read.strategy, main })
}

/// Judges the patterns of a strategy and says its certificate: the weakest verdict, with all assumptions. Returns whether
/// that is enough.
fn certify(job: &Job<'_>, rules: &[usize], args: &ApplyArgs, pool: Option<&SolverPool>) -> bool {
    let (mut weakest, mut fine) = (Trust::Proved, true);
    let (mut assumptions, mut scopes, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for rule in rules {
        let member = &job.patterns[*rule];
        let name = member.compiled.pattern().name().unwrap_or_default();
        let judgement = judge(job, member, pool);
        let trust = trust_of(&judgement.verdict);
        if trust < args.trust {
            fine = false;
            eprintln!(
                "error: {}: @{name} is {}, which is less than `--trust {}`",
                place(job.texts, member.file, member.compiled.pattern().op),
                verdict_word(&judgement.verdict),
                word(args.trust)
            );
        }
        weakest = weakest.min(trust);
        words.push(format!("@{name} {}", verdict_word(&judgement.verdict)));
        assumptions.extend(judgement.assumptions.into_iter().map(|assumption| assumption.text));
        scopes.extend(judgement.domain);
    }
    if fine && !rules.is_empty() {
        eprintln!("certificate: {} ({}); termination is no part of it", word(weakest), words.join(", "));
        for (what, mut list) in [("assumes", assumptions), ("scope", scopes)] {
            list.sort();
            list.dedup();
            list.iter().for_each(|line| eprintln!("  {what}: {line}"));
        }
    }
    fine
}

fn judge(job: &Job<'_>, member: &Member<'_>, pool: Option<&SolverPool>) -> Judgement {
    let pattern = member.compiled.pattern();
    let options = Options::default();
    let subject = AnalyzedPattern::new(pattern.program, pattern.op, job.registry).within(options.limits);
    let task = Task::new(&subject, &options);
    let asked = EnabledStages { termination: false, ..EnabledStages::default() };
    let candidate =
        pipeline::Candidate { pattern: pattern.op, unreadable: Vec::new(), violations: Vec::new() };
    let found = member.file.candidates.iter().find(|candidate| candidate.pattern == pattern.op);
    pipeline::judge(&task, found.unwrap_or(&candidate), asked, pool)
}

fn trust_of(verdict: &Verdict) -> Trust {
    match verdict {
        Verdict::Proved => Trust::Proved,
        Verdict::Bounded(_) => Trust::Bounded,
        Verdict::WellFormed(_) => Trust::WellFormed,
        Verdict::Malformed | Verdict::Vacuous | Verdict::Refuted | Verdict::Unknown(_) => Trust::Any,
    }
}

fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Malformed => "malformed",
        Verdict::Vacuous => "vacuous",
        Verdict::Refuted => "refuted",
        Verdict::Unknown(_) => "unknown",
        Verdict::WellFormed(_) | Verdict::Bounded(_) | Verdict::Proved => word(trust_of(verdict)),
    }
}

fn word(trust: Trust) -> &'static str {
    match trust {
        Trust::Any => "any",
        Trust::WellFormed => "well-formed",
        Trust::Bounded => "bounded",
        Trust::Proved => "proved",
    }
}

fn said_of_end(
    job: &Job<'_>,
    program: &Program,
    chosen: &Chosen,
    end: &End,
    refusal: Option<&Refusal>,
) -> Exit {
    let at = |node| {
        let at = chosen.source.line_column(chosen.strategy.span(node).start);
        format!("{}:{}:{}", chosen.source.name(), at.line, at.column)
    };
    let said = match end {
        End::Success => return Exit::Clean,
        End::Failure(failure) => {
            format!(
                "{}: the strategy fails {}",
                at(failure.node),
                why(job, program, chosen, failure, refusal)
            )
        }
        End::Budget => "the strategy needs more rewrites (`--rewrites N`)".to_owned(),
        End::Endless(node) => format!("{}: this repeats without an end: the program came back", at(*node)),
        End::TooDeep(node) => format!("{}: definitions call each other too deep", at(*node)),
        End::Broken(rule, error) => job.broken(&job.patterns[*rule], error),
    };
    eprintln!("error: {said}");
    Exit::Findings
}

/// The step that failed, the place, and the reason.
fn why(
    job: &Job<'_>,
    program: &Program,
    chosen: &Chosen,
    failure: &Failure,
    refusal: Option<&Refusal>,
) -> String {
    let step = &chosen.source.text()[chosen.strategy.span(failure.node).range()];
    let place = match failure.place {
        Place::Op(op) if !program.is_erased(op) => {
            format!("at `{}` (line {})", program.op_name(op), follow::line(program, op))
        }
        Place::Op(_) => "at an operation that it made".to_owned(),
        Place::Region(_) => "at a region".to_owned(),
        Place::Block(_) => "at a block".to_owned(),
        Place::Gone => "at a value that no operation defines".to_owned(),
    };
    let reason = match (failure.why, failure.place) {
        (Why::Refused, Place::Op(op)) if !program.is_erased(op) => mismatch(job, program, step, op, refusal),
        (Why::Refused, _) => "it does not match".to_owned(),
        (Why::Name, _) => "the name stands for another value, or for none".to_owned(),
        (Why::Fail, _) => "it is `fail`".to_owned(),
        (Why::Test, _) => "this does not hold".to_owned(),
        (Why::Child, _) => "there is no such operation below it".to_owned(),
        (Why::Not, _) => "this succeeds".to_owned(),
        (Why::NotCheaper, _) => "no program that was found is cheaper".to_owned(),
        (Why::Place, _) => "the step is for another kind of place".to_owned(),
    };
    format!("in `{step}` {place}: {reason}")
}

/// Why the pattern of a step does not match.
fn mismatch(
    job: &Job<'_>,
    program: &Program,
    step: &str,
    op: assay_ir::data::OpId,
    refusal: Option<&Refusal>,
) -> String {
    let name = step.trim_start_matches('@');
    let named = |member: &&Member<'_>| member.compiled.pattern().name() == Some(name);
    let found = job.patterns.iter().find(named).and_then(|member| {
        let mismatch = member.compiled.explain_mismatch(program, op, job.options)?;
        Some(format!("{} ({})", mismatch.message(program.ctx()), place(job.texts, member.file, mismatch.op)))
    });
    let refused = || refusal.map(|refusal| refusal.message.clone());
    found.or_else(refused).unwrap_or_else(|| "it does not match".to_owned())
}
